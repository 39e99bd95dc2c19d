"""A crew tells of a cutting card that it sees, and dealers relieve each other between rounds."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from simulators.habits import CUTTING_CARD, TAKE_OVER, Habits
from tablectl.fitting import Preset
from tablectl.kernel import inputs
from tablectl.rig import Rig
from tablectl.soak.seatings import Seating
from tablectl.soak.stretch import Stretch
from tablectl.soak.troubles import Rates
from tablectl.words.acts import Act, Call, Confirm
from tablectl.words.bases import Role
from tablectl.words.facts import CuttingCard, Dealt

STEPS = 1_500


def a_table(house: str, preset: Preset = Preset.COUNTING) -> Rig:
    seating = Seating("blackjack", "manual_shoe", preset, 1, house)
    rig = Stretch(seating, f"habits at {seating}", 1, Rates(0, 0, 0)).rig
    rig.crew.unasked = Habits(rig.crew, Random(3)).step
    return rig


def until(rig: Rig, happens: Callable[[], bool]) -> None:
    for _ in range(STEPS):
        if happens():
            return
        rig.step()
    raise AssertionError("never")


def confirmed(rig: Rig, what: str) -> list[Act]:
    told = (stamped.input for stamped, _ in inputs(rig.host.kernel.journal.records()))
    acts = [each for each in told if isinstance(each, Act)]
    return [act for act in acts if isinstance(act.deed, Confirm) and act.deed.what == what]


@pytest.mark.clause("19:47-2.6(l)")
@pytest.mark.parametrize("preset", [Preset.BLIND, Preset.COUNTING])
def test_whoever_sees_the_cutting_card_says_before_whose_card_it_came(preset: Preset) -> None:
    rig = a_table("hole card down", preset)
    until(rig, lambda: bool(confirmed(rig, CUTTING_CARD)))
    facts = rig.host.kernel.state.round.facts
    assert any(isinstance(fact, CuttingCard) for fact in facts)


@pytest.mark.clause("19:47-2.6(c)#2")
def test_another_dealer_takes_over_burns_a_card_and_deals_from_then_on() -> None:
    rig = a_table("six decks")
    until(rig, lambda: bool(confirmed(rig, TAKE_OVER)))
    assert rig.crew.people[Role.DEALER][0] == confirmed(rig, TAKE_OVER)[-1].by == "d2"
    until(rig, lambda: rig.host.kernel.state.round.step == "deal")
    facts = rig.host.kernel.state.round.facts
    assert [fact.place for fact in facts if isinstance(fact, Dealt)][:1] == ["rack"]
    called = [s.input for s, _ in inputs(rig.host.kernel.journal.records())]
    calls = [each for each in called if isinstance(each, Act) and isinstance(each.deed, Call)]
    assert calls[-1].by == "d2"


@pytest.mark.clause("19:47-2.6(c)#2")
def test_a_crew_that_never_heard_of_a_relief_deals_in_the_name_that_the_table_knows() -> None:
    rig = a_table("six decks")
    rig.crew.unasked = lambda _: False
    until(rig, lambda: rig.host.kernel.state.round.number == 2)
    relief = Act(Confirm(TAKE_OVER), "d2", "unheard:1")
    assert rig.host.door.submit(relief).accepted
    until(rig, lambda: rig.host.kernel.state.round.number == 3)
    assert rig.host.kernel.state.round.dealer == "d2"
