"""Cards shown one by one to a reader that cannot say whose they are: how they become a hand."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablectl.table.state import TableState
from tablectl.table.view import view
from tablectl.words.acts import Choose, DeclareContents, Shown, Turn
from tablectl.words.bases import Role
from tablectl.words.canonical import from_plain, to_plain
from tablectl.words.cards import UNSEEN, Card, Known
from tablectl.words.facts import Turned
from tablectl.words.inputs import Started
from tablectl.words.irregularities import Kind
from tablectl.words.observations import CardShown, LinkLost, Observation
from tablectl.words.outcomes import Outcome
from tests.table.drill import drill
from tests.tables import CARD_READER, Table

READER = "reader_2"
ACES = ("AS", "AD")
KINGS = ("KS", "KD")


def turning() -> Table:
    """Two cards each: the dealer's are turned first, then those of seats 1 and 3."""
    table = drill("turn", devices={READER: CARD_READER})
    table.rulings.clear()
    return table


def show(table: Table, *codes: str) -> Outcome:
    """Show cards, each with a tag of its own; the outcome of the last."""
    for code in codes:
        seen = CardShown(f"tag-{code}", Known(Card.of(code)))
        outcome = table.take(Observation(READER, seen))
    return outcome


def show_tag(table: Table, tag: str, code: str = "") -> Outcome:
    face = Known(Card.of(code)) if code else UNSEEN
    return table.take(Observation(READER, CardShown(tag, face)))


def read_at(table: Table, place: str) -> tuple[str, ...]:
    cards = table.draft.view.cards(place)
    return () if cards is None else tuple(card.code for card in cards)


def go_on(table: Table) -> Table:
    case = table.state.cases[-1].id
    table.must(Choose("remedy", case, "go_on"), "s1")
    return table


# ---------------------------------------------------------------- a hand


def test_a_hand_is_turned_when_its_last_card_has_been_shown_and_not_before() -> None:
    table = turning()
    assert show(table, "AS").facts == ()
    assert show(table, "AD").facts == (Turned("dealer"),)
    assert read_at(table, "dealer") == ACES


def test_the_next_card_counts_for_the_next_hand() -> None:
    table = turning()
    show(table, *ACES, *KINGS, "2C", "3C")
    assert [read_at(table, place) for place in ("dealer", "seat_1", "seat_3")] == [
        ACES,
        KINGS,
        ("2C", "3C"),
    ]
    assert (table.step, table.state.cases) == ("count", ())


def test_the_same_card_shown_twice_in_a_row_is_one_showing() -> None:
    table = turning()
    show(table, "AS")
    assert show(table, "AS").ignored == "shown_before"
    assert not table.draft.view.turned("dealer")
    assert show(table, "AD").facts == (Turned("dealer"),)


def test_the_last_card_of_a_hand_that_still_lies_there_is_none_of_the_next() -> None:
    table = turning()
    show(table, *ACES)
    assert show(table, "AD").ignored == "shown_before"
    show(table, *KINGS)
    assert read_at(table, "seat_1") == KINGS
    assert table.state.cases == ()


def test_a_whole_hand_that_is_shown_once_more_before_the_next_one_changes_nothing() -> None:
    table = turning()
    show(table, *ACES, *ACES, *reversed(ACES), *KINGS)
    assert (read_at(table, "dealer"), read_at(table, "seat_1")) == (ACES, KINGS)
    assert table.state.cases == ()


def test_a_card_of_the_hand_that_is_shown_once_more_changes_nothing() -> None:
    table = turning()
    show(table, *ACES, "KS")
    show(table, "KS")
    assert show(table, "KD").facts == (Turned("seat_1"),)


@given(st.lists(st.sampled_from(("AS", "AD")), max_size=8))
def test_a_hand_is_believed_only_when_as_many_cards_were_shown_as_lie_there(
    shown: list[str],
) -> None:
    table = turning()
    for code in shown:
        show(table, code)
    assert table.draft.view.turned("dealer") is (len(set(shown)) == 2)


# ---------------------------------------------------------------- what is not as it should be


def test_a_card_shown_for_the_wrong_hand_opens_a_case_and_counts_for_none() -> None:
    table = turning()
    outcome = show(table, *ACES, "KS", "AS")
    (ruled,) = outcome.rulings
    assert (ruled.irregularity.kind, ruled.irregularity.place) == (Kind.NOT_EXPECTED, "seat_1")
    assert ruled.irregularity.detail == "tag tag-AS, AS, which was shown for dealer"
    assert show(go_on(table), "KD").facts == (Turned("seat_1"),)
    assert read_at(table, "seat_1") == KINGS


def test_too_many_cards_open_a_case_when_no_hand_is_left_to_be_shown() -> None:
    table = turning()
    show(table, *ACES, *KINGS, "2C", "3C")
    outcome = show(table, "4C")
    assert [each.irregularity.kind for each in outcome.rulings] == [Kind.NOT_EXPECTED]
    assert outcome.rulings[0].irregularity.detail == "tag tag-4C, 4C"
    assert show(table, "4C").ignored == "shown_before"


def test_more_cards_shown_than_lie_there_any_more_are_a_misdeal() -> None:
    table = turning()
    show(table, "AS")
    outcome = table.do(DeclareContents("dealer", 1, "one fell down", "rack"), "s1", "d1")
    assert outcome.accepted
    assert [r.irregularity.kind for r in show(table, "AD").rulings] == [Kind.MISDEAL]
    assert not table.draft.view.turned("dealer")


def test_a_tag_that_the_map_does_not_know_is_a_foreign_card() -> None:
    table = turning()
    show(table, "AS")
    (ruled,) = show_tag(table, "0000000000").rulings
    assert (ruled.irregularity.kind, ruled.irregularity.place) == (Kind.FOREIGN_CARD, "dealer")
    assert ruled.irregularity.detail == "tag 0000000000, no card of the map"
    assert show(go_on(table), "AD").facts == (Turned("dealer"),)


def test_a_foreign_card_shown_again_after_the_case_is_a_case_again() -> None:
    table = turning()
    show_tag(table, "0000000000")
    assert show_tag(table, "0000000000").ignored == "held_up"
    assert show_tag(go_on(table), "0000000000").rulings[0].irregularity.kind is Kind.FOREIGN_CARD


def test_what_is_shown_while_a_case_holds_the_hand_up_counts_for_none_and_is_no_other_case() -> (
    None
):
    table = turning()
    show_tag(table, "0000000000")
    assert show(table, *ACES).ignored == "held_up"
    assert len(table.state.cases) == 1
    assert not go_on(table).draft.view.turned("dealer")
    assert show(table, *ACES).facts == (Turned("dealer"),)


def test_two_cards_of_one_face_with_two_tags_are_a_duplicate_card() -> None:
    table = turning()
    show(table, *ACES)
    show_tag(table, "another tag", "AS")
    outcome = show(table, "KD")
    assert [r.irregularity.kind for r in outcome.rulings] == [Kind.DUPLICATE_CARD]


def test_a_card_shown_when_nothing_is_to_be_turned_opens_a_case() -> None:
    table = drill("ask", devices={READER: CARD_READER})
    assert [r.irregularity.kind for r in show(table, "AS").rulings] == [Kind.NOT_EXPECTED]


def test_a_card_shown_too_early_counts_when_it_is_shown_again_in_time() -> None:
    table = drill("ask", devices={READER: CARD_READER})
    show(table, "AS")
    show(go_on(table).to("turn"), *ACES)
    assert read_at(table, "dealer") == ACES


def test_nothing_counts_that_a_reader_shows_which_is_out_of_order() -> None:
    table = turning()
    table.declare(Kind.JAM, device=READER)
    show(table, *ACES)
    assert not table.draft.view.turned("dealer")
    assert set(table.kinds) == {Kind.JAM, Kind.NOT_EXPECTED}


# ---------------------------------------------------------------- in the middle of a hand


def test_a_cable_pulled_in_the_middle_of_a_hand_opens_a_case_and_the_hand_is_shown_again() -> None:
    table = turning()
    show(table, "AS")
    table.take(Observation(READER, LinkLost("unplugged")))
    assert table.kinds == [Kind.LINK_LOST]
    table.identify(READER)
    assert show(go_on(table), "AD").facts == ()
    assert show(table, "AS").facts == (Turned("dealer"),)


def test_a_controller_that_dies_in_the_middle_of_a_hand_believes_none_of_it() -> None:
    table = turning()
    show(table, *ACES, "KS")
    table.take(Started(table.settings, fresh=True))
    assert table.kinds == [Kind.RESTART]
    for name in table.settings.devices:
        table.identify(name)
    assert show(go_on(table), "KD").facts == ()
    assert not table.draft.view.turned("seat_1")
    assert show(table, "KS").facts == (Turned("seat_1"),)
    assert read_at(table, "dealer") == ACES


def test_a_line_that_another_device_lost_interrupts_no_hand() -> None:
    table = turning()
    show(table, "AS")
    table.take(Observation("generator_1", LinkLost("unplugged")))
    assert show(go_on(table), "AD").facts == (Turned("dealer"),)


def test_a_person_may_turn_the_hand_that_a_reader_has_begun() -> None:
    table = turning()
    show(table, "AS")
    keyed = tuple(Card.of(code) for code in ACES)
    assert table.must(Turn((Shown("dealer", keyed),))).facts == (Turned("dealer"),)
    show(table, *KINGS)
    assert read_at(table, "seat_1") == KINGS


@pytest.mark.parametrize("order", list(permutations(("AS", "KS", "2C"))))
def test_what_was_shown_is_in_the_state_that_is_written_down(order: tuple[str, ...]) -> None:
    table = turning()
    show(table, *order)
    plain = to_plain(table.state)
    assert len(plain["round"]["shown"]) == len(order)
    assert from_plain(TableState, plain) == table.state


def test_a_round_in_which_nothing_was_shown_one_by_one_says_nothing_of_it() -> None:
    assert "shown" not in to_plain(turning().state)["round"]


def test_everybody_sees_which_cards_of_a_hand_have_been_shown() -> None:
    table = turning()
    show(table, *ACES, "KS")
    assert view(table.rules, table.state, Role.DEALER)["round"]["shown"] == {"seat_1": ["KS"]}
