"""A crew that looks at the screen faster than the lines are: it does nothing twice."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from simulators.crew import Wishes
from simulators.shuffler import Shuffler
from simulators.stack_shoe import StackShoe
from simulators.wires import Delayed
from tablectl.fitting import Preset, of_preset
from tablectl.kernel import inputs
from tablectl.rig import Rig, build
from tablectl.words.bases import Role
from tablectl.words.irregularities import Kind
from tablectl.words.methods import AUTOMATED
from tests.tables import settings_for

HASTE = 10_000
"""The crew looks a hundred times a second."""
SLOW = 400_000
"""Nothing takes longer than this on a line, most things not much less."""
MOST_LOOKS = 20_000
SEVERAL = {1: {"ante": 1000}, 3: {"ante": 500, "pair_plus": 100}, 6: {"pair_plus": 300}}


def hasty(preset: Preset, *, rounds: int = 2) -> Rig:
    fitted = of_preset(preset)
    method = AUTOMATED if preset is Preset.AUTOMATED else "manual_shoe"
    settings = replace(
        settings_for(method=method), devices={name: each.device for name, each in fitted.items()}
    )
    wishes = Wishes(lambda _: SEVERAL, lambda _, due: str(due["options"][0]["name"]), rounds)
    return build(
        settings,
        wishes,
        seed=7,
        profiles={name: each.profile for name, each in fitted.items()},
        manner=Delayed(Random(3), SLOW),
    )


def played(rig: Rig) -> list[Kind]:
    """Everything that was ruled on until the table is closed."""
    for _ in range(MOST_LOOKS):
        rig.crew.step()
        rig.time.pass_time(HASTE)
        state = rig.host.kernel.state
        if state.phase == "closed" and state.round.number > 1:
            break
    else:
        prompt = rig.host.door.view(Role.DEALER)["prompt"]
        raise AssertionError(f"never came to an end: {prompt}")
    made = [outcome for _, outcome in inputs(rig.host.kernel.journal.records())]
    return [ruled.irregularity.kind for outcome in made for ruled in outcome.rulings]


@pytest.mark.parametrize("preset", Preset, ids=lambda preset: preset.value)
def test_on_slow_lines_nothing_is_drawn_shown_or_put_in_twice(preset: Preset) -> None:
    rig = hasty(preset)
    assert set(played(rig)) == {Kind.RESTART}
    assert rig.host.kernel.state.round.number == 3


def test_a_stack_stays_in_the_tray_until_the_table_has_noticed_it() -> None:
    rig = hasty(Preset.AUTOMATED)
    shoe = rig.crew.shoe
    assert isinstance(shoe, StackShoe)
    for _ in range(MOST_LOOKS):
        rig.crew.step()
        rig.time.pass_time(HASTE)
        if shoe.tray and not shoe.running:
            break
    assert rig.host.kernel.state.ledger["blue"].count("seat_1") == 0

    rig.crew.step()
    assert len(shoe.tray) == 3

    rig.time.pass_time(SLOW)
    rig.crew.step()
    assert (shoe.tray, rig.felt.count("blue", "seat_1")) == ([], 3)


def test_the_crew_clears_a_shoe_that_jammed_and_no_card_is_left_in_it() -> None:
    rig = hasty(Preset.AUTOMATED, rounds=1)
    shoe = rig.crew.shoe
    assert isinstance(shoe, StackShoe)
    while not (shoe.running and len(shoe.tray) == 2):
        rig.crew.step()
        rig.time.pass_time(HASTE)
    shoe.jam()

    kinds = played(rig)

    assert {Kind.WRONG_STACK, Kind.JAM} < set(kinds)
    assert (shoe.jammed, shoe.tray) == (False, [])
    assert sum(rig.felt.count("blue", place) for place in rig.felt.places("blue")) == 52


def test_a_shuffler_that_jams_is_emptied_before_people_shuffle() -> None:
    rig = hasty(Preset.AUTOMATED, rounds=1)
    shuffler = rig.crew.shuffler
    assert isinstance(shuffler, Shuffler)
    while not shuffler.running:
        rig.crew.step()
        rig.time.pass_time(HASTE)
    shuffler.jam()

    assert Kind.JAM in played(rig)

    assert shuffler.decks == []
    assert rig.host.kernel.state.round.number == 2


def test_a_shuffler_that_takes_the_deck_and_does_nothing_is_reported() -> None:
    rig = hasty(Preset.AUTOMATED, rounds=1)
    shuffler = rig.crew.shuffler
    assert isinstance(shuffler, Shuffler)
    shuffler.deaf = True

    assert Kind.JAM in played(rig)

    assert rig.host.kernel.state.round.number == 2
