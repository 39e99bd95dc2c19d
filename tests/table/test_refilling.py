"""Part of a deck is shuffled and loaded while the rest stays: in a round that has run out of cards,
and between rounds among the cards that are in the shoe."""

from __future__ import annotations

import pytest

from tablectl.table import ledger
from tablectl.table.state import Fate
from tablectl.table.view import view
from tablectl.words.acts import Bet, Confirm, Deal, Declare
from tablectl.words.bases import Role
from tablectl.words.cards import STANDARD_52, Known
from tablectl.words.dues import CardsDue, ConfirmDue, MoveDue
from tablectl.words.facts import Refilled
from tablectl.words.irregularities import Kind
from tablectl.words.observations import (
    CardsOut,
    Jammed,
    LinkLost,
    LinkUp,
    Loaded,
    Observation,
    ShuffleEnded,
)
from tablectl.words.orders import Allow, Shuffle
from tablectl.words.values import replace
from tests.table.running_out import BETS, Shoe, among, rules, running_out
from tests.tables import DECK, SHOE_1, SHUFFLER, Table, identity, settings_for

PRESETS = ("blind", "plain_counter", "counting")
SHUFFLER_1 = "shuffler_1"


def ran_out(preset: str = "counting", *, shuffler: bool = False) -> Table:
    """The third round has taken the last twelve cards, and eight more are due."""
    table = running_out(preset, {SHUFFLER_1: SHUFFLER} if shuffler else {})
    return table.follow(lambda t: Kind.CARDS_RUN_OUT in t.kinds)


def piles(table: Table) -> dict[str, int]:
    return {place: pile.count for place, pile in table.state.ledger[DECK].piles.items()}


def prepared(table: Table) -> Table:
    """The part has been shuffled and cut and waits to be loaded."""
    table.must(Confirm("shuffle", DECK))
    table.must(Confirm("cut", DECK, 15))
    return table


def refilled(preset: str = "counting") -> Table:
    table = prepared(ran_out(preset))
    table.must(Confirm("load", DECK))
    return table


def confirms(table: Table) -> list[str]:
    return [due.what for due in table.dues if isinstance(due, ConfirmDue) and not due.idle]


def allowed(table: Table) -> tuple[int, int]:
    order = table.state.orders.get("shoe_1:allow") or table.state.standing_orders["shoe_1:allow"]
    assert isinstance(order.demand, Allow)
    return order.demand.total, order.demand.load


# ---------------------------------------------------------------- the ordinary course


@pytest.mark.parametrize("preset", PRESETS)
def test_cards_run_out_and_only_those_of_the_rack_are_shuffled(preset: str) -> None:
    table = ran_out(preset)
    assert piles(table) == {"rack": 40, "seat_1": 6, "seat_3": 6}
    assert confirms(table) == ["shuffle"]
    assert not [due for due in table.dues if isinstance(due, CardsDue)], "the round waits"
    table.must(Confirm("shuffle", DECK))
    assert piles(table) == {"stack": 40, "seat_1": 6, "seat_3": 6}


@pytest.mark.parametrize("preset", PRESETS)
def test_the_round_goes_on_at_the_place_where_it_stopped(preset: str) -> None:
    table = refilled(preset)
    assert Refilled(DECK, 40) in table.state.round.facts
    due = next(due for due in table.dues if isinstance(due, CardsDue))
    assert [target.place for target in due.to[:3]] == ["seat_1", "seat_3", "seat_1"]
    table.to("pick_up")
    assert piles(table) == {"shoe": 32, "seat_1": 10, "seat_3": 10}


def test_a_deal_that_nobody_counts_ends_where_the_cards_do() -> None:
    table = running_out("blind").follow(lambda t: t.state.round.number == 3 and t.step == "deal")
    table.must(Deal())
    assert piles(table) == {"rack": 40, "seat_1": 6, "seat_3": 6}
    assert table.kinds[-1] is Kind.CARDS_RUN_OUT


def test_nobody_knows_a_face_of_what_was_shuffled_and_every_other_stays_known() -> None:
    table = ran_out("blind")
    holding = table.state.ledger[DECK]
    faces = tuple(Known(card) for card in STANDARD_52)
    known = {
        place: replace(pile, faces=faces[: pile.count]) for place, pile in holding.piles.items()
    }
    table.state = replace(table.state, ledger={DECK: replace(holding, piles=known)}, memo=None)
    prepared(table).must(Confirm("load", DECK))
    after = table.state.ledger[DECK]
    assert (after.at("shoe").faces, after.at("seat_1").faces) == ((), faces[:6])


def test_few_cards_are_cut_as_near_to_the_ends_as_they_must_be() -> None:
    table = ran_out()
    table.must(Confirm("shuffle", DECK))
    due = next(d for d in table.dues if isinstance(d, ConfirmDue) and d.what == "cut")
    assert (due.least, due.most) == (10, 30)


def test_a_view_tells_that_it_is_a_part() -> None:
    table = ran_out()
    assert view(table.rules, table.state, Role.DEALER)["decks"][DECK]["part"] == "rack"
    assert view(table.rules, refilled().state, Role.DEALER)["decks"][DECK]["part"] == ""


def test_of_one_card_in_the_rack_no_shoe_is_made_and_a_supervisor_decides() -> None:
    everybody = tuple(Bet(seat, "stake", 500) for seat in range(1, 7))
    table = Table(settings_for("counting", game="running_out"), rules, bets=everybody)
    table.follow(lambda t: Kind.CARDS_RUN_OUT in t.kinds)
    assert table.state.round.rulings[-1].irregularity.circumstances == {"discards": "no"}
    table.ready_to_bet()
    assert "round:void" in table.phases


# ---------------------------------------------------------------- loads and allowances


def loaded_once() -> tuple[Table, Shoe]:
    """The third round of a shoe that numbers its loads has run out."""
    table, shoe = third_round()
    shoe.give(12)
    assert table.kinds[-1] is Kind.CARDS_RUN_OUT
    return table, shoe


def third_round() -> tuple[Table, Shoe]:
    """A shoe that numbers its loads has given forty cards, and twenty are due."""
    table = running_out()
    shoe = Shoe(table)
    table.follow(lambda t: DECK in t.state.decks and t.state.decks[DECK].phase == "cut")
    shoe.load()
    table.must(Confirm("load", DECK))
    for _ in range(2):
        table.follow(lambda t: t.step == "deal")
        shoe.give(20)
        table.next_round()
    return table.to("deal"), shoe


@pytest.mark.parametrize("first", ["the shoe", "a person"])
def test_a_load_in_the_middle_of_a_round_is_told_by_the_shoe_and_by_a_person(first: str) -> None:
    table, shoe = loaded_once()
    prepared(table)
    if first == "the shoe":
        shoe.load()
        table.must(Confirm("load", DECK))
    else:
        table.must(Confirm("load", DECK))
        assert table.draft.load_known(DECK) is False, "nothing is allowed of it yet"
        shoe.load()
    assert table.state.decks[DECK].load == 2
    assert allowed(table) == (8, 2)
    assert table.kinds[-1] is Kind.CARDS_RUN_OUT, "nothing else was out of course"
    shoe.give(8)
    assert piles(table) == {"shoe": 32, "seat_1": 10, "seat_3": 10}


def test_no_more_cards_are_allowed_than_the_shoe_has() -> None:
    table, _ = third_round()
    assert allowed(table) == (52, 1)


def test_a_card_of_the_load_before_that_is_told_late_is_none_of_this_one() -> None:
    table, shoe = loaded_once()
    prepared(table)
    shoe.load()
    table.must(Confirm("load", DECK))
    told = table.see(SHOE_1, CardsOut(1, load=1, first=52), late=True)
    assert (told.ignored, piles(table)["shoe"]) == ("of_an_earlier_load", 40)


def test_a_load_that_nobody_prepared_is_not_taken_for_one() -> None:
    table, shoe = loaded_once()
    prepared(table)
    shoe.load()
    table.must(Confirm("load", DECK))
    shoe.give(1)
    shoe.load()
    assert table.kinds[-1] is Kind.NOT_EXPECTED


def test_a_shoe_that_forgot_its_load_in_the_round_is_emptied_and_loaded_again() -> None:
    table, shoe = loaded_once()
    prepared(table).must(Confirm("load", DECK))
    table.take(Observation(SHOE_1, LinkLost()))
    table.take(Observation(SHOE_1, LinkUp()))
    device = table.settings.devices[SHOE_1]
    shoe.loads += 1
    table.take(Observation(SHOE_1, replace(identity(device), load=shoe.loads)))
    table.follow(lambda t: not t.state.cases)
    assert confirms(table) == ["take_out"]
    table.must(Confirm("take_out", DECK))
    assert piles(table) == {"rack": 40, "seat_1": 6, "seat_3": 6}
    prepared(table)
    shoe.load()
    table.must(Confirm("load", DECK))
    assert allowed(table) == (8, 3)


# ---------------------------------------------------------------- with a shuffler


def test_the_shuffler_is_told_to_shuffle_and_expects_the_part_alone() -> None:
    table = ran_out(shuffler=True)
    order = table.state.standing_orders[f"{SHUFFLER_1}:shuffle"]
    assert order.demand == Shuffle(DECK)
    table.see(SHUFFLER_1, ShuffleEnded(DECK, 40))
    assert (confirms(table), table.state.cases) == (["cut"], ())
    assert table.state.decks[DECK].uncounted == 3, "of the whole deck nothing is known by that"


def test_a_shuffler_that_counts_another_number_than_the_part_has_is_ruled_on() -> None:
    table = ran_out(shuffler=True)
    table.remedy = "remove_deck"
    table.see(SHUFFLER_1, ShuffleEnded(DECK, 39))
    assert table.kinds[-1] is Kind.SHUFFLE_COUNT
    table.to("pick_up")
    assert table.state.decks[DECK].fate is Fate.REMOVE
    table.ready_to_bet()
    assert f"deck:{DECK}:removed" in table.phases


def test_a_shuffler_that_jams_with_the_part_leaves_it_to_people_once_it_is_off() -> None:
    table = ran_out(shuffler=True)
    table.see(SHUFFLER_1, Jammed())
    table.follow(lambda t: not t.state.cases)
    table.must(Confirm("clear_fault", SHUFFLER_1), "t1")
    table.see(SHUFFLER_1, ShuffleEnded(DECK, 40))
    table.to("pick_up")


# ---------------------------------------------------------------- what happens in between


@pytest.mark.parametrize("preset", PRESETS)
def test_a_round_that_is_void_in_the_middle_gathers_the_whole_deck(preset: str) -> None:
    table = ran_out(preset)
    table.must(Confirm("shuffle", DECK))
    table.remedy = "void_round"
    table.must(Declare(Kind.MISDEAL))
    table.follow(lambda t: not t.state.cases)
    due = next(d for d in table.dues if isinstance(d, MoveDue))
    assert (due.to, set(due.sources)) == ("stack", {"seat_1", "seat_3"})
    table.ready_to_bet()
    assert (piles(table), table.state.decks[DECK].part) == ({"shoe": 52}, "")


def test_a_line_lost_while_the_part_is_away_leaves_it_where_it_is() -> None:
    table = ran_out()
    table.must(Confirm("shuffle", DECK))
    table.take(Observation(SHOE_1, LinkLost()))
    table.identify(SHOE_1)
    table.follow(lambda t: not t.state.cases)
    assert (confirms(table), table.state.decks[DECK].part) == (["cut"], "rack")
    table.to("pick_up")


@pytest.mark.parametrize("preset", PRESETS)
def test_the_law_of_the_ledger_holds_all_the_way(preset: str) -> None:
    table = running_out(preset)
    for _ in range(7):
        table.next_round()
        assert table.state.ledger[DECK].lawful
    assert table.kinds.count(Kind.CARDS_RUN_OUT) == 3


# ---------------------------------------------------------------- among the cards in the shoe


@pytest.mark.parametrize("preset", PRESETS)
def test_the_rack_goes_back_among_the_cards_that_are_in_the_shoe(preset: str) -> None:
    table = Table(settings_for(preset, game="running_out"), among, bets=BETS)
    table.next_round()
    assert (piles(table), table.state.decks[DECK].part) == ({"shoe": 32, "rack": 20}, "rack")
    table.must(Confirm("shuffle", DECK))
    assert confirms(table) == ["put_among"], "nothing is cut that goes among others"
    table.must(Confirm("put_among", DECK))
    assert (piles(table), table.state.decks[DECK].part) == ({"shoe": 52}, "")
    assert not [fact for fact in table.state.round.facts if isinstance(fact, Refilled)]


def test_no_card_is_allowed_while_the_rack_is_away_and_one_that_comes_is_put_aside() -> None:
    table = Table(settings_for("counting", game="running_out"), among, bets=BETS).next_round()
    assert table.draft.deck_in_shoe == ""
    table.see(SHOE_1, CardsOut(1))
    assert table.kinds[-1] in (Kind.CARD_BEFORE_CALL, Kind.UNSOLICITED_CARD)
    assert piles(table) == {"shoe": 31, "rack": 20, "loose": 1}


def test_a_shoe_tells_of_what_was_put_among_its_cards_as_of_a_load() -> None:
    table = Table(settings_for("counting", game="running_out"), among, bets=BETS)
    table.next_round()
    table.must(Confirm("shuffle", DECK))
    table.see(SHOE_1, Loaded(1))
    table.must(Confirm("put_among", DECK))
    assert (table.state.decks[DECK].load, table.state.decks[DECK].given) == (1, 0)


def test_a_shoe_whose_last_card_left_it_between_two_rounds_is_shuffled() -> None:
    table = running_out("blind").follow(lambda t: t.state.round.number == 3)
    holding = table.state.ledger[DECK]
    left = holding.count("shoe")
    assert (left, table.state.decks[DECK].phase) == (12, "loaded")
    gone = {DECK: ledger.moved(holding, "shoe", "rack", left)}
    table.state = replace(table.state, ledger=gone, memo=None)
    table.must(BETS[0])
    assert table.state.decks[DECK].phase == "spent"
    table.must(Confirm("shuffle", DECK))
    assert piles(table) == {"stack": 52}
