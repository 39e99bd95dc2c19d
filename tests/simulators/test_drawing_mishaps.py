"""Every mishap of a table where hands draw does what its name says, and is ruled on as such."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random

import pytest

from simulators.drawing_mishaps import DRAWING
from simulators.faults import FAULTS
from simulators.mishaps import MISHAPS, World
from simulators.slips import NAMED, go_wrong
from tablectl.fitting import Preset
from tablectl.journal.records import RecordKind
from tablectl.rig import Rig
from tablectl.soak.seatings import Seating
from tablectl.soak.stretch import Stretch
from tablectl.soak.troubles import Rates
from tablectl.soak.truth import at_rest, differences
from tablectl.words.cards import Rank
from tablectl.words.irregularities import Kind

STEPS = 1_500
Ruled = tuple[str, str]
"""The kind of an irregularity, and the clause that was ruled on."""


def a_table(
    house: str, preset: Preset = Preset.COUNTING, method: str = "manual_shoe", decks: int = 1
) -> Rig:
    """Nobody tells of a cutting card here: a shoe may run dry."""
    seating = Seating("blackjack", method, preset, decks, house)
    rig = Stretch(seating, f"mishaps at {seating}", 1, Rates(0, 0, 0)).rig
    rig.crew.unasked = lambda _: False
    return rig


def world(rig: Rig) -> World:
    return World(rig.felt, rig.shoe, rig.crew, Random(4))


def until(rig: Rig, happens: Callable[[], bool]) -> None:
    for _ in range(STEPS):
        if happens():
            return
        rig.step()
    raise AssertionError(f"never, up to {rig.host.kernel.state.round}")


def rulings(rig: Rig) -> Iterator[Ruled]:
    """What was ruled so far."""
    for record in rig.host.kernel.journal.records():
        if record.kind == RecordKind.OUTCOME and '"rulings"' in record.body:
            for ruled in json.loads(record.body)["rulings"]:
                basis = ruled["ruling"]["basis"]
                yield ruled["irregularity"]["kind"], str(basis.get("citation", "house policy"))


def goes_on(rig: Rig) -> None:
    """The round comes to its end, and the felt is what the table believes."""
    number = rig.host.kernel.state.round.number
    until(rig, lambda: rig.host.kernel.state.round.number > number)
    until(rig, lambda: at_rest(rig))
    assert list(differences(rig, rig.host.kernel.state)) == []


@pytest.mark.clause("19:47-2.15(e)")
@pytest.mark.clause("19:47-2.15(g)#1")
@pytest.mark.clause("19:47-2.15(g)#2")
@pytest.mark.parametrize("preset", [Preset.BLIND, Preset.COUNTING, Preset.RECOGNISING])
@pytest.mark.parametrize("house", ["no hole card", "hole card down", "hole card up"])
@pytest.mark.parametrize(
    ("name", "clause"),
    [
        ("dealer_passed_over", "19:47-2.15(e)"),
        ("box_passed_over", "19:47-2.15(g)#1"),
        ("second_card_passed_over", "19:47-2.15(g)#2"),
    ],
)
def test_a_place_is_passed_over_in_the_deal_and_somebody_notices(
    name: str, clause: str, house: str, preset: Preset
) -> None:
    rig = a_table(house, preset)
    until(rig, lambda: DRAWING[name](world(rig)))
    until(rig, lambda: (Kind.PASSED_OVER.value, clause) in rulings(rig))
    goes_on(rig)


@pytest.mark.clause("19:47-2.15(d)")
@pytest.mark.parametrize(
    ("preset", "kind"),
    [(Preset.BLIND, Kind.CARD_DRAWN_IN_ERROR), (Preset.COUNTING, Kind.UNSOLICITED_CARD)],
)
def test_a_dealer_who_has_to_stand_draws(preset: Preset, kind: Kind) -> None:
    rig = a_table("no hole card", preset)
    until(rig, lambda: DRAWING["dealer_draws_on_seventeen"](world(rig)))
    until(rig, lambda: (kind.value, "19:47-2.15(d)") in rulings(rig))
    goes_on(rig)


@pytest.mark.clause("19:47-2.15(c)#3")
def test_a_card_is_drawn_that_nobody_can_use() -> None:
    rig = a_table("no hole card", Preset.BLIND)
    until(rig, lambda: DRAWING["drawn_when_all_is_out"](world(rig)))
    assert (Kind.CARD_DRAWN_IN_ERROR.value, "19:47-2.15(c)#3") in rulings(rig)
    goes_on(rig)


@pytest.mark.clause("19:47-2.6(h)#2")
@pytest.mark.parametrize(
    ("preset", "ruled"),
    [
        (Preset.BLIND, (Kind.CARD_DRAWN_IN_ERROR.value, "19:47-2.15(c)#1")),
        (Preset.COUNTING, (Kind.UNSOLICITED_CARD.value, "19:47-2.15(b)")),
    ],
)
def test_the_dealers_second_card_is_drawn_before_it_is_called(preset: Preset, ruled: Ruled) -> None:
    rig = a_table("no hole card", preset)
    until(rig, lambda: DRAWING["drawn_before_dealers_card"](world(rig)))
    until(rig, lambda: ruled in rulings(rig))


def test_a_card_comes_once_more_than_the_set_has_it() -> None:
    rig = a_table("six decks", Preset.RECOGNISING)
    until(rig, lambda: DRAWING["seventh_ace"](world(rig)))
    until(rig, lambda: Kind.DUPLICATE_CARD.value in dict(rulings(rig)))


@pytest.mark.clause("19:47-2.15(i)")
@pytest.mark.clause("19:47-2.6(n)")
@pytest.mark.clause("19:47-2.6(a)")
@pytest.mark.parametrize(
    ("name", "ruled"),
    [
        ("hit_missed", (Kind.CARD_NOT_GIVEN.value, "19:47-2.15(i)")),
        ("cards_touched", (Kind.CARDS_TOUCHED.value, "19:47-2.6(n)")),
        ("card_not_from_shoe", (Kind.CARD_NOT_FROM_SHOE.value, "19:47-2.6(a)")),
    ],
)
def test_somebody_reports_what_no_machine_sees(name: str, ruled: Ruled) -> None:
    rig = a_table("no hole card")
    until(rig, lambda: DRAWING[name](world(rig)))
    assert ruled in rulings(rig)


@pytest.mark.clause("19:47-2.15(h)")
@pytest.mark.parametrize(
    ("house", "preset"), [("two sides", Preset.BLIND), ("two sides counted", Preset.COUNTING)]
)
def test_the_wrong_side_of_a_double_shoe_is_dealt_from(house: str, preset: Preset) -> None:
    rig = a_table(house, preset, "double_shoe", 2)
    until(rig, lambda: DRAWING["wrong_side_drawn"](world(rig)))
    until(rig, lambda: (Kind.WRONG_SIDE.value, "19:47-2.15(h)") in rulings(rig))


@pytest.mark.clause("19:47-2.15(h)")
def test_a_void_round_leaves_no_card_of_either_side_on_the_layout() -> None:
    rig = a_table("two sides counted", Preset.COUNTING, "double_shoe", 2)

    def begun() -> bool:
        return rig.host.kernel.state.round.step == "deal" and sum(_on_layout(rig).values()) > 0

    until(rig, lambda: begun() and DRAWING["wrong_side_drawn"](world(rig)))
    assert all(_on_layout(rig).values())
    choose = rig.crew.wishes.choose
    rig.crew.wishes.choose = lambda view, due: (
        "void_round" if due["question"] == "remedy" else choose(view, due)
    )
    assert rig.crew.declare(Kind.MISDEAL).accepted
    until(rig, lambda: rig.host.kernel.state.round.step == "void")
    goes_on(rig)
    assert not any(_on_layout(rig).values())


def _on_layout(rig: Rig) -> dict[str, int]:
    """How many cards of each side lie at seats."""
    felt = rig.felt
    return {
        deck: sum(felt.count(deck, p) for p in felt.places(deck) if p.startswith("seat_"))
        for deck in felt.decks()
    }


# ---------------------------------------------------------------- the reader


def low_card_up(rig: Rig) -> bool:
    """Nobody asks for a check: the hole card lies there, and the dealer shows 2 to 9."""
    up = [piece.card.rank for piece in rig.felt.pile("blue", "dealer")]
    hole = rig.felt.count("blue", "dealer.hole")
    told = rig.host.kernel.state.round.step == "decisions"
    return (
        told
        and bool(hole)
        and len(up) == 1
        and up[0] is not None
        and Rank.TWO <= up[0] <= Rank.NINE
    )


@pytest.mark.clause("19:47-2.15(j)1")
@pytest.mark.clause("19:47-2.15(j)2")
@pytest.mark.parametrize(
    ("house", "name", "clause"),
    [
        ("reader", "hole_card_put_in", "19:47-2.15(j)2"),
        ("lamp", "hole_card_put_in", "19:47-2.15(j)1"),
        ("reader by hand", "hole_card_put_in_by_hand", "19:47-2.15(j)1"),
    ],
)
def test_the_hole_card_goes_into_the_reader_though_nobody_asked(
    house: str, name: str, clause: str
) -> None:
    rig = a_table(house)
    until(rig, lambda: low_card_up(rig) and DRAWING[name](world(rig)))
    until(rig, lambda: (Kind.UNSOLICITED_CHECK.value, clause) in rulings(rig))


@pytest.mark.clause("19:47-2.15(k)")
@pytest.mark.parametrize(
    ("house", "fails", "kind"),
    [
        ("reader", "jam", Kind.JAM),
        ("reader by hand", "", Kind.DEVICE_FAILED),
    ],
)
def test_a_reader_that_fails_is_done_without(house: str, fails: str, kind: Kind) -> None:
    rig = a_table(house)
    reader = rig.crew.hole_reader
    if reader is not None:
        reader.fit(FAULTS[fails]())
    else:
        until(rig, lambda: DRAWING["reader_out_of_order"](world(rig)))
    until(rig, lambda: (kind.value, "19:47-2.15(k)") in rulings(rig))


# ---------------------------------------------------------------- the end of a shoe


@pytest.mark.clause("19:47-2.15(f)#1")
@pytest.mark.parametrize("preset", [Preset.BLIND, Preset.COUNTING])
def test_a_shoe_whose_cutting_card_nobody_tells_of_runs_dry(preset: Preset) -> None:
    rig = a_table("hole card down", preset)
    until(rig, lambda: (Kind.CARDS_RUN_OUT.value, "19:47-2.15(f)#1") in rulings(rig))
    goes_on(rig)


@pytest.mark.clause("19:47-2.6(l)2i")
def test_a_card_that_was_lost_is_missed_when_the_shoe_is_out() -> None:
    rig = a_table("no hole card", Preset.BLIND)
    until(rig, lambda: MISHAPS["lost_card"](world(rig)))
    until(rig, lambda: (Kind.STUB_MISMATCH.value, "19:47-2.6(l)2i") in rulings(rig))


def test_a_scenario_can_ask_for_each_of_them_by_its_name() -> None:
    assert set(DRAWING) <= set(NAMED)
    rig = a_table("no hole card")
    assert not go_wrong("hit_missed", world(rig))
