"""Cards that came otherwise than they were due: laid again, kept, offered."""

from __future__ import annotations

import pytest

from tablectl.table.view import HIDDEN, view
from tablectl.words.acts import Choose, Deal, Declare
from tablectl.words.bases import Role
from tablectl.words.cards import Card, Known, Sealed
from tablectl.words.dues import CardsDue, CheckDue
from tablectl.words.facts import Dealt, DidWithout, Flawed, LaidAgain
from tablectl.words.irregularities import Kind
from tablectl.words.observations import CardsOut, LinkLost, Observation
from tests.table.drawing import DOWN, drawing
from tests.tables import DECK, HOLE_READER, SHOE_1, Table

CAME = ("2S", "3S", "4S", "5S", "6S", "7S")
"""The first cards in the order in which the shoe gives them."""


def dealt(cards: int, preset: str = "recognising") -> Table:
    """So many cards have left the shoe, each believed to lie where one was due."""
    table = drawing("deal", preset)
    for number, code in enumerate(CAME[:cards]):
        faces = (table.seal(Card.of(code), f"shoe {number}"),) if preset == "recognising" else ()
        table.see(SHOE_1, CardsOut(1, faces))
    return table


def cards_at(table: Table, place: str) -> list[str]:
    faces = table.state.ledger[DECK].at(place).all_faces()
    return [face.card.code if isinstance(face, Known) else HIDDEN for face in faces]


def lies(table: Table) -> dict[str, list[str]]:
    return {p: cards_at(table, p) for p in table.state.ledger[DECK].on_layout()}


def due(table: Table) -> list[str]:
    return [t.place for d in table.dues if isinstance(d, CardsDue) for t in d.to]


# ---------------------------------------------------------------- laid again


def test_without_a_word_about_it_the_cards_lie_where_they_were_due() -> None:
    assert lies(dealt(6)) == {
        "seat_1": ["2S", "5S"],
        "seat_3": ["3S", "6S"],
        "dealer": ["4S"],
        DOWN: [HIDDEN],
    }


def test_cards_after_a_seat_that_was_passed_over_lie_one_place_further() -> None:
    table = dealt(5)
    table.must(Declare(Kind.PASSED_OVER, "seat_1", nth=1))
    assert lies(table) == {
        "seat_3": ["2S", "5S"],
        "dealer": ["3S"],
        "seat_1": ["4S"],
        DOWN: [HIDDEN],
    }
    assert LaidAgain(("seat_3", "dealer", "seat_1", "seat_3", DOWN)) in table.state.round.facts
    assert table.step == "ask"


def test_a_card_that_was_believed_to_lie_up_and_lies_down_is_hidden_again() -> None:
    """The last card was opened for everybody to see, in the belief that it lay there to be seen."""
    table = dealt(5)
    assert cards_at(table, "seat_3") == ["3S", "6S"]
    table.must(Declare(Kind.PASSED_OVER, "seat_1", nth=1))
    (hidden,) = table.state.ledger[DECK].at(DOWN).faces
    assert isinstance(hidden, Sealed)
    for role in Role:
        shown = view(table.rules, table.state, role)
        assert shown["places"][DOWN]["faces"] == [HIDDEN]
        assert "6S" not in str(shown)


def test_a_face_that_is_on_its_way_and_lies_hidden_after_all_is_not_opened() -> None:
    table = dealt(4)
    table.unseals = False
    table.see(SHOE_1, CardsOut(1, (table.seal(Card.of("6S"), "shoe 4"),)))
    asked = table.state.unsealing
    table.must(Declare(Kind.PASSED_OVER, "seat_1", nth=1))
    table.unseal(asked)
    assert cards_at(table, DOWN) == [HIDDEN]


def test_the_dealer_who_was_passed_over_takes_what_is_due_after_the_seats() -> None:
    table = dealt(4)
    table.must(Declare(Kind.PASSED_OVER, "dealer", nth=1))
    assert lies(table) == {"seat_1": ["2S", "4S"], "seat_3": ["3S", "5S"]}
    assert due(table) == ["dealer", DOWN]


def test_a_seat_that_got_nothing_is_left_out_of_the_deal() -> None:
    table = dealt(4)
    table.must(Declare(Kind.PASSED_OVER, "seat_3"))
    assert lies(table) == {"seat_1": ["2S", "4S"], "dealer": ["3S"], DOWN: [HIDDEN]}
    assert table.rulings[-1].irregularity.circumstances == {"whose": "player", "got": "none"}


def test_two_places_that_were_passed_over_are_both_known_when_the_cards_are_laid() -> None:
    table = dealt(4)
    table.must(Declare(Kind.PASSED_OVER, "seat_1", nth=1))
    table.must(Declare(Kind.PASSED_OVER, "dealer", nth=1))
    assert lies(table) == {"seat_3": ["2S", "4S"], "seat_1": ["3S"], "dealer": ["5S"]}
    assert due(table) == [DOWN]


def test_a_card_too_many_for_the_deal_as_it_really_went_is_aside() -> None:
    table = dealt(6)
    table.must(Declare(Kind.PASSED_OVER, "seat_1", nth=1))
    assert cards_at(table, DOWN) == [HIDDEN]
    assert table.count("loose") == 1


def test_where_a_shoe_only_counts_the_counts_are_laid_again() -> None:
    table = dealt(5, "counting")
    table.must(Declare(Kind.PASSED_OVER, "seat_1", nth=1))
    assert {p: len(faces) for p, faces in lies(table).items()} == {
        "seat_1": 1,
        "seat_3": 2,
        "dealer": 1,
        DOWN: 1,
    }


def test_where_nobody_counts_the_card_has_never_left_the_shoe() -> None:
    table = drawing("deal", "blind")
    before = table.count("shoe")
    table.must(Deal())
    assert table.step == "ask"
    table.must(Declare(Kind.PASSED_OVER, "dealer", nth=1))
    assert (table.step, due(table)) == ("deal", ["dealer"])
    assert table.count("shoe") == before - 5
    table.must(Deal())
    assert (table.step, table.count("dealer")) == ("ask", 1)


def test_the_deal_goes_on_by_what_is_left_of_it() -> None:
    table = dealt(3)
    table.must(Declare(Kind.PASSED_OVER, "seat_3", nth=1))
    assert lies(table) == {"seat_1": ["2S", "4S"], "dealer": ["3S"]}
    assert due(table) == ["seat_3", DOWN]
    assert Flawed(Kind.PASSED_OVER, "seat_3", 1) in table.state.round.facts


def test_a_card_that_lay_face_up_is_none_of_the_deal_when_it_is_laid_again() -> None:
    table = dealt(3, "plain_counter")
    table.declare(Kind.FACE_UP_CARD)
    assert len(table.state.round.came) == 2
    table.see(SHOE_1, CardsOut(1))
    table.must(Declare(Kind.PASSED_OVER, "seat_1", nth=1))
    assert {p: len(faces) for p, faces in lies(table).items()} == {
        "seat_1": 1,
        "seat_3": 1,
        "dealer": 1,
    }


@pytest.mark.parametrize("nth", [0, 3])
def test_a_card_that_a_place_cannot_have_been_passed_over_for_is_refused(nth: int) -> None:
    refusal = dealt(6).refused(Declare(Kind.PASSED_OVER, "seat_1", nth=nth))
    assert (refusal.code, refusal.args["nth"]) == ("no_such_card", nth)


def test_once_a_hand_has_answered_nobody_says_that_a_place_was_passed_over() -> None:
    table = dealt(6)
    table.must(Choose("more", "seat_1", "enough"))
    assert table.refused(Declare(Kind.PASSED_OVER, "seat_1", nth=1)).code == "not_now"


def test_in_a_game_that_does_not_rule_on_it_nobody_reports_it() -> None:
    table = Table().ready_to_bet().to("decisions")
    for kind in (Kind.PASSED_OVER, Kind.CARD_NOT_GIVEN, Kind.CARDS_TOUCHED):
        assert table.refused(Declare(kind, "dealer")).code == "not_declarable"


# ---------------------------------------------------------------- kept and offered


@pytest.mark.parametrize("preset", ["blind", "counting", "recognising"])
def test_a_card_that_is_kept_is_the_next_one_as_soon_as_one_is_due(preset: str) -> None:
    table = drawing("ask", preset)
    if preset == "blind":
        table.declare(Kind.CARD_DRAWN_IN_ERROR)
    else:
        table.see(SHOE_1, CardsOut(1))
        assert table.kinds[-1] is Kind.UNSOLICITED_CARD
        table.must(Choose("remedy", "case_1", "keep_card"), "s1")
    assert (table.count("next"), due(table)) == (1, [])
    table.must(Choose("more", "seat_1", "card"))
    assert (table.count("next"), table.count("seat_1"), due(table)) == (0, 3, [])
    assert table.state.round.facts[-1] == Dealt("seat_1", 1)


def test_a_kept_card_that_nobody_asked_for_is_the_first_one_of_the_next_round() -> None:
    table = drawing("ask", "blind")
    table.declare(Kind.CARD_DRAWN_IN_ERROR)
    table.next_round()
    assert table.count("next") == 1
    table.to("deal")
    assert (table.count("next"), table.count("seat_1")) == (0, 1)
    assert due(table)[0] == "seat_3"


def test_a_kept_card_that_turns_out_to_have_been_seen_is_the_card_that_is_offered() -> None:
    table = drawing("ask", "blind")
    table.declare(Kind.CARD_DRAWN_IN_ERROR)
    in_shoe = table.count("shoe")
    table.declare(Kind.CARD_DRAWN_IN_ERROR, seen=True)
    places = ("next", "offered", "shoe")
    assert tuple(map(table.count, places)) == (0, 1, in_shoe)


def test_a_card_that_is_offered_is_known_to_everybody_if_the_shoe_knows_it() -> None:
    table = dealt(6)
    table.see(SHOE_1, CardsOut(1, (table.seal(Card.of("9S"), "shoe 6"),)))
    assert cards_at(table, "loose") == [HIDDEN]
    table.must(Choose("remedy", "case_1", "offer_card"), "s1")
    assert cards_at(table, "offered") == ["9S"]


# ---------------------------------------------------------------- a round without its reader


def test_a_round_that_goes_on_without_a_device_does_so_also_when_it_is_back() -> None:
    table = drawing("deal", "blind", {"reader_1": HOLE_READER})
    table.take(Observation("reader_1", LinkLost()))
    assert DidWithout("reader_1") in table.state.round.facts
    table.identify("reader_1")
    table.must(Deal())
    assert table.step == "ask"
    table.next_round().to("look")
    assert any(isinstance(each, CheckDue) for each in table.dues)
