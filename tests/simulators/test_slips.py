"""Every slip is a small named thing that does what its name says, where it can."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from simulators.mishaps import AT_ONCE, MISHAPS, World
from simulators.slips import CARELESS, HANDS, OUT_OF_TURN
from tablectl.fitting import Preset
from tablectl.kernel import inputs
from tablectl.rig import Rig
from tablectl.soak.seatings import Seating
from tablectl.soak.stretch import PATIENT, Stretch
from tablectl.soak.troubles import Rates
from tablectl.words.bases import Role
from tablectl.words.irregularities import Kind

DECK = "blue"


def a_table(preset: Preset = Preset.BLIND, game: str = "three_card_poker") -> Rig:
    method = "automated_shoe" if preset is Preset.AUTOMATED else "manual_shoe"
    seating = Seating(game, method, preset, 1)
    return Stretch(seating, "slips", 1, Rates(0, 0, 0)).rig


def until(rig: Rig, step: str) -> Rig:
    for _ in range(300):
        if rig.host.kernel.state.round.step == step:
            return rig
        rig.step()
    raise AssertionError(f"the crew never came to {step}")


def prompted(rig: Rig, due: str, what: str = "") -> Rig:
    for _ in range(300):
        dues = rig.host.door.view(Role.DEALER)["dues"]
        if any(d["is"] == due and (not what or d.get("what") == what) for d in dues):
            return rig
        rig.step()
    raise AssertionError(f"the crew was never asked for {due} {what}")


def world(rig: Rig) -> World:
    return World(rig.felt, rig.shoe, rig.crew, Random(4))


def counts(rig: Rig) -> dict[str, int]:
    return {place: rig.felt.count(DECK, place) for place in rig.felt.places(DECK)}


@pytest.mark.parametrize(
    ("name", "at_dealer", "cards"),
    [
        ("card_too_many_to_a_seat", False, 4),
        ("card_too_many_to_the_dealer", True, 4),
        ("card_too_few_to_a_seat", False, 2),
        ("card_too_few_to_the_dealer", True, 2),
    ],
)
def test_a_hand_gets_a_card_too_many_or_too_few(name: str, at_dealer: bool, cards: int) -> None:
    rig = until(a_table(), "stub")

    assert HANDS[name](world(rig))

    wrong = [p for p, n in counts(rig).items() if n == cards]
    assert len(wrong) == 1
    assert (wrong == ["dealer"]) is at_dealer


def test_no_hand_gets_a_card_past_a_shoe_that_counts() -> None:
    rig = until(a_table(Preset.COUNTING), "stub")
    assert not HANDS["card_too_many_to_a_seat"](world(rig))
    assert not HANDS["card_too_few_to_the_dealer"](world(rig))


def test_a_whole_hand_lies_at_a_seat_where_nobody_plays() -> None:
    rig = until(a_table(), "decisions")
    before = counts(rig)

    assert HANDS["stack_to_wrong_seat"](world(rig))

    now = counts(rig)
    (gone,) = before.keys() - now.keys()
    (new,) = now.keys() - before.keys()
    assert gone.startswith("seat_")
    assert (new.startswith("seat_"), now[new]) == (True, 3)


def test_two_hands_each_have_a_card_of_the_other() -> None:
    rig = until(a_table(), "decisions")
    before = {p: [x.card for x in rig.felt.pile(DECK, p)] for p in rig.felt.places(DECK)}

    assert HANDS["order_changed"](world(rig))

    changed = [p for p in before if [x.card for x in rig.felt.pile(DECK, p)] != before[p]]
    assert len(changed) == 2
    assert counts(rig) == {place: len(cards) for place, cards in before.items()}


def test_a_hand_lies_in_the_rack_before_anybody_saw_it() -> None:
    rig = until(a_table(), "decisions")
    before = counts(rig)["rack"]
    assert HANDS["hand_racked_early"](world(rig))
    assert counts(rig)["rack"] == before + 3


def test_a_player_who_shows_the_own_card_turns_it_up_and_moves_nothing() -> None:
    rig = until(a_table(), "decisions")
    before = counts(rig)
    assert HANDS["own_card_shown"](world(rig))
    assert counts(rig) == before
    seats = [place for place in before if place.startswith("seat_")]
    assert sum(piece.up for place in seats for piece in rig.felt.pile(DECK, place)) == 1


def test_whoever_ignores_a_prompt_does_nothing_for_a_while() -> None:
    rig = until(a_table(), "decisions")
    assert CARELESS["prompt_ignored"](world(rig))
    before = rig.host.kernel.state.seq
    rig.step()
    assert rig.host.kernel.state.seq == before


def test_miscounted_chips_hold_the_deal() -> None:
    rig = prompted(a_table(game="let_it_ride"), "confirm_due", "count_bonus")

    assert CARELESS["chips_miscounted"](world(rig))

    (case,) = rig.host.kernel.state.cases
    assert case.ruled.irregularity.kind is Kind.CHIPS_MISMATCH
    assert not CARELESS["chips_miscounted"](world(rig)), "nothing more is counted meanwhile"


def test_a_common_card_is_seen_where_there_is_one() -> None:
    assert not MISHAPS["common_card_exposed"](world(until(a_table(), "decisions")))
    rig = until(a_table(game="let_it_ride"), "bet_1")

    assert MISHAPS["common_card_exposed"](world(rig))

    (case,) = rig.host.kernel.state.cases
    assert case.ruled.irregularity.circumstances["whose"] == "common"


def test_a_shuffle_confirmed_unread_leaves_the_cards_in_their_order() -> None:
    rig = prompted(a_table(), "confirm_due", "shuffle")
    before = [piece.card for piece in rig.felt.pile(DECK, "stack")]

    assert CARELESS["confirmed_unread"](world(rig))

    assert [piece.card for piece in rig.felt.pile(DECK, "stack")] == before
    assert rig.host.kernel.state.decks[DECK].phase == "shuffled"


@pytest.mark.parametrize(
    ("name", "due", "what"),
    [
        ("two_screens", "settle_due", ""),
        ("verified_by_the_inspector", "confirm_due", "verify"),
        ("late_wager", "cards_due", ""),
        ("wrong_person", "confirm_due", "inspect"),
        ("dealt_before_the_call", "call_due", ""),
    ],
)
def test_what_is_not_due_is_refused(name: str, due: str, what: str) -> None:
    rig = prompted(a_table(), due, what)

    receipt = OUT_OF_TURN[name](world(rig), rig.host.door.view(Role.DEALER))

    assert receipt is not None
    assert receipt.refusal is not None


def test_a_stub_that_is_to_be_counted_is_not_put_away() -> None:
    rig = a_table()
    for number in range(1, 5):
        until(rig, "pick_up")
        while rig.host.kernel.state.round.number == number:
            rig.step()
    until(rig, "stub")

    receipt = OUT_OF_TURN["stub_not_counted"](world(rig), rig.host.door.view(Role.DEALER))

    assert receipt is not None
    assert receipt.refusal is not None


@pytest.mark.parametrize("name", ["two_face_up_cards", "foreign_card"])
def test_cards_in_the_shoe_are_not_as_they_should_be(name: str) -> None:
    rig = until(a_table(), "deal")
    assert MISHAPS[name](world(rig))
    first, second = rig.felt.pile(DECK, "shoe")[:2]
    assert (first.up, second.up) == ((True, True) if name == "two_face_up_cards" else (False,) * 2)
    assert (first.card.code == "JK") is (name == "foreign_card")


@pytest.mark.parametrize("name", ["order_noticed", "stub_card_exposed"])
def test_what_somebody_notices_is_ruled_on(name: str) -> None:
    rig = until(a_table(), "stub")
    assert MISHAPS[name](world(rig))
    assert len(rig.host.kernel.state.cases) == 1


def test_a_deaf_device_takes_orders_and_does_nothing() -> None:
    rig = until(a_table(Preset.COUNTING), "wagers")
    assert MISHAPS["device_deaf"](world(rig))
    assert rig.shoe is not None
    assert rig.shoe.deaf


def test_a_hand_gets_a_card_too_many_and_another_card_is_lost() -> None:
    rig = until(a_table(), "stub")
    before = counts(rig)
    assert HANDS["card_too_many_and_another_lost"](world(rig))
    after = counts(rig)
    assert (after["shoe"], after["lost"]) == (before["shoe"] - 2, 1)


@pytest.mark.parametrize("name", ["foreign_card_found", "duplicate_card_found"])
def test_a_card_that_does_not_belong_is_found_between_rounds_and_not_in_them(name: str) -> None:
    rig = prompted(a_table(), "call_due")
    assert MISHAPS[name](world(rig))
    (case,) = rig.host.kernel.state.cases
    assert case.ruled.irregularity.circumstances == {"cards": "in"}
    assert not MISHAPS[name](world(until(a_table(), "stub")))


def test_a_card_is_drawn_after_the_deal_and_not_in_it() -> None:
    rig = until(a_table(), "deal")
    assert not MISHAPS["card_drawn_after_the_deal"](world(rig))
    assert MISHAPS["card_drawn_after_the_deal"](world(until(rig, "stub")))
    (case,) = rig.host.kernel.state.cases
    assert case.ruled.irregularity.circumstances == {"face": "seen", "next": "no"}
    assert rig.felt.count(DECK, "loose") == 1


@pytest.mark.parametrize("preset", [Preset.COUNTING, Preset.AUTOMATED])
def test_a_card_leaves_a_shoe_whose_cards_are_disputed_before_the_deal(preset: Preset) -> None:
    rig = until(a_table(preset), "wagers")
    while not rig.felt.count(DECK, "shoe"):
        rig.step()

    assert AT_ONCE["card_from_a_disputed_shoe"](world(rig))

    found = [case.ruled.irregularity for case in rig.host.kernel.state.cases]
    assert [each.kind.value for each in found] == ["count_disputed", "unsolicited_card"]
    assert found[-1].circumstances == {"cards": "in"}


@pytest.mark.parametrize(
    ("name", "kind"),
    [("deaf_in_the_deal", "order_overdue"), ("order_refused_in_the_deal", "device_failed")],
)
@pytest.mark.parametrize("preset", [Preset.COUNTING, Preset.AUTOMATED])
def test_a_shoe_does_not_do_in_the_deal_what_it_is_told(
    name: str, kind: str, preset: Preset
) -> None:
    rig = until(a_table(preset), "deal")
    rig.crew.machines.waiting.patience = PATIENT
    rig.crew.brisk = False
    rig.crew.wishes.choose = lambda _, due: str(due["options"][0]["name"])
    rig.step()

    assert AT_ONCE[name](world(rig))
    for _ in range(15):
        rig.step()

    made = [outcome for _, outcome in inputs(rig.host.kernel.journal.records())]
    found = [ruled.irregularity for outcome in made for ruled in outcome.rulings]
    assert {"device": "shoe", "deal": "running"} in [
        each.circumstances for each in found if each.kind.value == kind
    ]


def test_a_shuffler_with_a_deck_to_shuffle_refuses_in_the_deal() -> None:
    seating = Seating("three_card_poker", "automated_shoe", Preset.AUTOMATED, 2)
    rig = Stretch(seating, "slips", 1, Rates(0, 0, 0)).rig
    shuffler = rig.crew.shuffler
    assert shuffler is not None
    shuffler.shuffling *= 20
    until(rig, "deal")
    refuses = AT_ONCE["order_refused_in_the_deal"]
    only_the_shuffler = replace(world(rig), shoe=None)

    for _ in range(15):
        if refuses(only_the_shuffler):
            break
        rig.step()
    for _ in range(5):
        rig.step()

    made = [outcome for _, outcome in inputs(rig.host.kernel.journal.records())]
    found = [ruled.irregularity for outcome in made for ruled in outcome.rulings]
    assert ("device_failed", {"device": "shuffler", "deal": "running"}) in [
        (each.kind.value, each.circumstances) for each in found
    ]
