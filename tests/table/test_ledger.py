"""The ledger: whatever is moved, no card is made or lost, and faces go where their cards go."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablectl.table import ledger
from tablectl.table.ledger import Claim, Holding
from tablectl.table.places import MISSING, OUT
from tablectl.words.canonical import dumps, from_plain, loads, to_plain
from tablectl.words.cards import (
    JOKER,
    STANDARD_52,
    UNSEEN,
    Card,
    Composition,
    Face,
    Known,
    Pile,
    Sealed,
)

PLACES = ("stack", "shoe", "rack", "loose", "seat_1", "dealer", "out")
ACE, KING = Card.of("AS"), Card.of("KD")
ONE_DECK = Composition()

places = st.sampled_from(PLACES)
faces = st.one_of(
    st.just(UNSEEN),
    st.sampled_from(STANDARD_52).map(Known),
    st.integers(1, 99).map(lambda number: Sealed(f"one.{number}")),
)


# ---------------------------------------------------------------- any sequence of moves


@dataclass(frozen=True)
class Moves:
    source: str
    to: str
    count: int


@dataclass(frozen=True)
class Deals:
    source: str
    to: str
    faces: tuple[Face, ...]


@dataclass(frozen=True)
class Shows:
    place: str
    face: Face


@dataclass(frozen=True)
class Gathers:
    to: str


Doing = Moves | Deals | Shows | Gathers
doings = st.one_of(
    st.builds(Moves, places, places, st.integers(0, 60)),
    st.builds(Deals, places, places, st.lists(faces, min_size=1, max_size=3).map(tuple)),
    st.builds(Shows, places, faces),
    st.builds(Gathers, places),
)
Model = dict[str, list[Face]]
"""The same cards as plain lists, the one that came first in front."""


def done(holding: Holding, model: Model, doing: Doing) -> Holding:
    """Do one thing to the ledger and, in the plainest way, to the model of it."""
    match doing:
        case Moves(source, to, count):
            _take(model, source, to, count)
            return ledger.moved(holding, source, to, count)
        case Deals(source, to, given):
            if source == to or len(model[source]) < len(given):
                return holding
            _take(model, source, to, len(given))
            model[to][-len(given) :] = given
            return ledger.dealt(holding, source, to, len(given), given)
        case Shows(place, face):
            model[place] = [face] * len(model[place])
            return ledger.with_faces(holding, place, (face,) * holding.count(place))
        case Gathers(to):
            size = sum(map(len, model.values()))
            model.update({place: [] for place in PLACES}, **{to: [UNSEEN] * size})
            return ledger.gathered(holding, to)


def _take(model: Model, source: str, to: str, count: int) -> None:
    if source == to:
        return
    keep = max(len(model[source]) - count, 0)
    model[to] += model[source][keep:]
    del model[source][keep:]


@given(st.sampled_from([(1, 0), (1, 1), (6, 0)]), st.lists(doings, max_size=20))
def test_cards_are_neither_made_nor_lost_and_faces_follow_them(
    composition: tuple[int, int], sequence: list[Doing]
) -> None:
    holding = ledger.fresh(Composition(*composition))
    model: Model = {place: [] for place in PLACES}
    model["stack"] = [UNSEEN] * holding.composition.size

    for doing in sequence:
        holding = done(holding, model, doing)

        assert holding.lawful
        assert {p: list(holding.at(p).all_faces()) for p in PLACES} == model


@given(st.lists(doings, max_size=20))
def test_a_place_without_cards_is_not_kept(sequence: list[Doing]) -> None:
    holding = ledger.fresh(ONE_DECK)
    model: Model = {place: [] for place in PLACES}
    model["stack"] = [UNSEEN] * 52
    for doing in sequence:
        if not isinstance(doing, Shows):
            holding = done(holding, model, doing)
    assert all(pile.count > 0 for pile in holding.piles.values())


def test_the_law_is_broken_by_one_card_too_many_and_by_one_too_few() -> None:
    assert ledger.fresh(ONE_DECK).lawful
    assert not Holding(ONE_DECK, {"shoe": Pile(51)}, {}).lawful
    assert not Holding(ONE_DECK, {"shoe": Pile(52), "rack": Pile(1)}, {}).lawful


def test_of_cards_that_lie_aside_the_first_that_came_is_the_next_card() -> None:
    faces = tuple(Known(Card.of(code)) for code in ("AS", "KS", "QS"))
    holding = laid(ONE_DECK, loose=faces)

    first = ledger.moved_first(holding, "loose", "seat_1", 1)
    then = ledger.moved_first(first, "loose", "seat_2", 2)

    assert first.at("seat_1").faces == faces[:1]
    assert then.at("seat_2").faces == faces[1:]


def test_no_more_cards_move_than_are_expected_at_a_place() -> None:
    holding = ledger.moved(ledger.fresh(ONE_DECK), "stack", "shoe", 99)
    assert (holding.count("stack"), holding.count("shoe")) == (0, 52)


# ---------------------------------------------------------------- claims

CLAIM = Claim(20, "d1", 7)


@pytest.mark.parametrize(
    ("source", "to", "kept"),
    [("shoe", "rack", False), ("rack", "shoe", False), ("rack", "stack", True)],
)
def test_a_claim_about_a_pile_is_dropped_when_the_pile_changes(
    source: str, to: str, kept: bool
) -> None:
    holding = Holding(ONE_DECK, {"shoe": Pile(21), "rack": Pile(31)}, {"shoe": CLAIM})
    after = ledger.moved(holding, source, to, 1)
    assert after.claims == ({"shoe": CLAIM} if kept else {})


def test_a_claim_stays_while_no_card_moves() -> None:
    holding = ledger.claimed(ledger.fresh(ONE_DECK), "stack", CLAIM)
    assert ledger.moved(holding, "shoe", "rack", 1).claims == {"stack": CLAIM}
    assert ledger.moved(holding, "stack", "rack", 0).claims == {"stack": CLAIM}


def test_the_last_claim_about_a_place_counts() -> None:
    holding = ledger.claimed(ledger.fresh(ONE_DECK), "stack", CLAIM)
    later = Claim(52, "s1", 9)
    assert ledger.claimed(holding, "stack", later).claims == {"stack": later}


def test_a_claim_moves_no_card() -> None:
    before = ledger.fresh(ONE_DECK)
    assert ledger.claimed(before, "stack", CLAIM).piles == before.piles


def test_gathering_the_deck_settles_every_claim() -> None:
    holding = ledger.claimed(ledger.fresh(ONE_DECK), "shoe", CLAIM)
    assert ledger.gathered(holding, "shoe").claims == {}


def test_a_card_that_nobody_has_found_is_not_gathered_and_written_off_when_the_deck_leaves() -> (
    None
):
    lacking = ledger.put_right(ledger.gathered(ledger.fresh(ONE_DECK), "shoe"), "shoe", MISSING, 1)
    there = ledger.gathered(lacking, "stack")
    assert (there.count("stack"), there.count(MISSING)) == (51, 1)
    gone = ledger.gathered(lacking, OUT)
    assert (gone.count(OUT), gone.count(MISSING)) == (52, 0)


# ---------------------------------------------------------------- duplicates


def laid(composition: Composition, **hands: tuple[Face, ...]) -> Holding:
    """A deck in the shoe, but for these hands."""
    holding = ledger.gathered(ledger.fresh(composition), "shoe")
    for place, hand in hands.items():
        holding = ledger.dealt(holding, "shoe", place, len(hand), hand)
    return holding


@pytest.mark.parametrize(
    ("composition", "hand", "found"),
    [
        ((1, 0), (Known(ACE), Known(KING)), ()),
        ((1, 0), (Known(ACE), Known(ACE)), ("AS",)),
        ((2, 0), (Known(ACE), Known(ACE)), ()),
        ((2, 0), (Known(ACE),) * 3, ("AS",)),
        ((6, 0), (Known(ACE),) * 6, ()),
        ((6, 0), (Known(ACE),) * 7, ("AS",)),
        ((1, 1), (Known(JOKER),), ()),
        ((1, 1), (Known(JOKER),) * 2, ("JK",)),
        ((1, 0), (Known(JOKER),) * 2, ()),
        ((1, 0), (Known(JOKER), Known(ACE), Known(ACE)), ("AS",)),
        ((1, 0), (UNSEEN,) * 3, ()),
        ((1, 0), (Sealed("x.1"), Sealed("x.2")), ()),
        ((1, 0), (Sealed("x.1"), Sealed("x.1")), ("sealed",)),
        ((2, 0), (Sealed("x.1"),) * 2, ()),
        ((2, 0), (Sealed("x.1"),) * 3, ("sealed",)),
        ((1, 0), (Sealed("x.1"), Sealed("x.1"), Known(ACE), Known(ACE)), ("AS", "sealed")),
    ],
)
def test_a_face_is_found_that_occurs_more_often_than_it_can(
    composition: tuple[int, int], hand: tuple[Face, ...], found: tuple[str, ...]
) -> None:
    assert ledger.too_often(laid(Composition(*composition), seat_1=hand)) == found


@pytest.mark.parametrize(
    ("composition", "hand", "found"),
    [
        ((1, 0), (Known(ACE), UNSEEN, Sealed("x.1")), ()),
        ((1, 0), (Known(ACE), Known(JOKER)), ("JK",)),
        ((6, 0), (Known(JOKER),), ("JK",)),
        ((1, 1), (Known(JOKER),), ()),
    ],
)
def test_a_face_is_found_that_does_not_belong_to_the_deck(
    composition: tuple[int, int], hand: tuple[Face, ...], found: tuple[str, ...]
) -> None:
    assert ledger.strangers(laid(Composition(*composition), seat_1=hand)) == found


def test_a_duplicate_is_found_wherever_the_two_cards_lie() -> None:
    holding = laid(ONE_DECK, seat_1=(Known(ACE),), dealer=(UNSEEN, Known(ACE)))
    assert ledger.too_often(holding) == ("AS",)


# ---------------------------------------------------------------- unsealing


def test_only_what_was_asked_for_is_unsealed() -> None:
    holding = laid(ONE_DECK, seat_1=(Sealed("x.1"),), dealer=(Sealed("x.2"),))
    after = ledger.unsealed(holding, {"x.1"}, {"x.1": ACE, "x.2": KING})
    assert after.at("seat_1").faces == (Known(ACE),)
    assert after.at("dealer").faces == (Sealed("x.2"),)


def test_a_seal_that_nobody_can_open_leaves_a_face_nobody_has_seen() -> None:
    holding = laid(ONE_DECK, seat_1=(Sealed("x.1"), Known(KING)))
    after = ledger.unsealed(holding, {"x.1"}, {})
    assert after.at("seat_1").faces == (UNSEEN, Known(KING))


def test_tokens_are_read_off_sealed_faces_alone() -> None:
    assert ledger.tokens((UNSEEN, Sealed("x.1"), Known(ACE), Sealed("x.2"))) == ("x.1", "x.2")


# ---------------------------------------------------------------- reading


def test_the_layout_is_every_place_with_cards_that_is_not_a_store_of_them() -> None:
    hands = {"seat_3": (UNSEEN,), "loose": (UNSEEN,), "dealer": (UNSEEN,), "rack": (UNSEEN,)}
    assert set(laid(ONE_DECK, **hands).on_layout()) == {"dealer", "seat_3"}


def test_a_deck_is_scattered_wherever_it_lies_but_in_its_stack() -> None:
    holding = laid(ONE_DECK, seat_3=(UNSEEN,), loose=(UNSEEN,))
    assert set(ledger.scattered(holding)) == {"loose", "seat_3", "shoe"}
    assert ledger.scattered(ledger.gathered(holding, "stack")) == ()


def test_places_are_named_in_an_order_that_a_snapshot_does_not_change() -> None:
    holding = laid(ONE_DECK, dealer=(UNSEEN,), seat_3=(UNSEEN,), loose=(UNSEEN,), board=(UNSEEN,))
    restored = from_plain(Holding, loads(dumps(to_plain(holding))))
    assert restored.on_layout() == holding.on_layout()
    assert ledger.scattered(restored) == ledger.scattered(holding)


def test_a_deck_is_all_at_a_place_only_when_every_card_is() -> None:
    holding = laid(ONE_DECK)
    assert ledger.all_at(holding, "shoe")
    assert not ledger.all_at(ledger.moved(holding, "shoe", "rack", 1), "shoe")
