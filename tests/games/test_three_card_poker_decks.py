"""Three card poker from the hand and with two decks: what needs a shuffler, and whose turn."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from tablectl import config
from tablectl.table.round_view import with_fact
from tablectl.table.rules import HOUR
from tablectl.table.state import Entered, RoundState, Showing
from tablectl.words.acts import Bet, Call, Confirm
from tablectl.words.bases import Clause
from tablectl.words.cards import UNSEEN
from tablectl.words.dues import CardsDue, ConfirmDue, CountDue, MoveDue, Target
from tablectl.words.facts import Called
from tablectl.words.irregularities import Kind
from tablectl.words.observations import Jammed, ShuffleEnded
from tablectl.words.orders import Shuffle
from tablectl.words.rulings import Consequence
from tablectl.yamlfile import FileErrors
from tests.tables import SHUFFLER, Table, settings_for

CLOSE = Call("no_more_bets")
TWO = ("blue", "red")


def c(section: str) -> Clause:
    return Clause(f"19:47-20.{section}")


def by_hand(*, bets: tuple[Bet, ...] = (Bet(2, "ante", 1000), Bet(5, "ante", 500))) -> Table:
    return Table(settings_for(method="hand", devices={"shuffler_1": SHUFFLER}), bets=bets)


def two_decks(method: str = "manual_shoe") -> Table:
    settings = settings_for(method=method, devices={"shuffler_1": SHUFFLER})
    return Table(replace(settings, decks=TWO))


def between_rounds() -> Table:
    """Blue has been played and lies in the rack; red is shuffled and next."""
    table = two_decks().to("deal").next_round()
    if phases(table)["red"] == "in_shuffler":
        table.see("shuffler_1", ShuffleEnded("red", 52))
    assert phases(table) == {"blue": "spent", "red": "machine_shuffled"}
    return table


def with_blue_in_the_shuffler() -> Table:
    """Red is dealt from, and the shuffler is at blue."""
    table = between_rounds()
    table.must(Confirm("load", "red"))
    table.must(Confirm("insert", "blue"))
    table.must(Bet(2, "ante", 1000))
    table.must(CLOSE)
    assert (in_play(table), phases(table)["blue"]) == ("red", "in_shuffler")
    return table


def in_play(table: Table) -> str:
    return table.state.round.deck


def phases(table: Table) -> dict[str, str]:
    return {name: deck.phase for name, deck in table.state.decks.items()}


def table_file(**changes: str) -> str:
    keys = {"method": "manual_shoe", "decks": "[blue]", "preset": "shuffling", **changes}
    first = "{version: 1, table: t, game: three_card_poker, seats: 6, "
    return first + ", ".join(f"{key}: {value}" for key, value in keys.items()) + "}"


# ---------------------------------------------------------------- what needs a shuffler


@pytest.mark.clause("19:47-20.8(b)1")
def test_cards_are_not_dealt_from_the_hand_without_a_shuffler() -> None:
    with pytest.raises(FileErrors, match=r"method: .*shuffler.*19:47-20\.8\(b\)1"):
        config.loads(table_file(method="hand", preset="blind"), "t.yaml")
    config.loads(table_file(method="hand"), "t.yaml")


@pytest.mark.clause("19:47-20.2(b)")
def test_there_is_no_second_deck_without_a_shuffler() -> None:
    with pytest.raises(FileErrors, match=r"decks: .*shuffler.*19:47-20\.2\(b\)"):
        config.loads(table_file(decks="[blue, red]", preset="blind"), "t.yaml")
    config.loads(table_file(decks="[blue, red]"), "t.yaml")


@pytest.mark.clause("19:47-20.2(b)2")
def test_two_decks_of_one_colour_are_refused() -> None:
    with pytest.raises(FileErrors, match="already a deck 'blue'"):
        config.loads(table_file(decks="[blue, blue]"), "t.yaml")


@pytest.mark.clause("19:47-20.8(b)1")
def test_nobody_shuffles_in_place_of_the_shuffler_where_cards_are_dealt_from_the_hand() -> None:
    table = by_hand().follow(lambda t: "deck:blue:washed" in t.phases)
    table.see("shuffler_1", Jammed("stuck"))
    assert not [due for due in table.dues if isinstance(due, ConfirmDue) and due.what == "shuffle"]
    assert table.refused(Confirm("shuffle", "blue")).code == "not_due"


# ---------------------------------------------------------------- from the hand


@pytest.mark.clause("19:47-20.8(c)#1")
def test_from_the_hand_the_cards_go_round_one_by_one_and_the_dealer_is_last() -> None:
    table = by_hand().to("deal")
    due = next(due for due in table.dues if isinstance(due, CardsDue))
    assert due.to[:3] == (Target("seat_2"), Target("seat_5"), Target("dealer"))
    assert (len(due.to), due.basis) == (9, c("8(c)#1"))


@pytest.mark.clause("19:47-20.8(e)#1")
@pytest.mark.clause("19:47-20.8(d)")
def test_from_the_hand_too_the_stub_is_counted_where_the_shuffler_has_not_counted_the_deck() -> (
    None
):
    mute = replace(SHUFFLER, can=())
    settings = settings_for(method="hand", devices={"shuffler_1": mute}, options={"count_every": 2})
    table = Table(settings).follow(lambda t: "deck:blue:washed" in t.phases)
    table.see("shuffler_1", ShuffleEnded("blue", None))
    table.to("stub")
    assert [due.basis for due in table.dues if isinstance(due, MoveDue)] == [c("8(d)")]
    table.next_round().follow(lambda t: t.state.decks["blue"].phase == "spent")
    table.see("shuffler_1", ShuffleEnded("blue", None))
    table.to("stub")
    (due,) = (due for due in table.dues if isinstance(due, CountDue | MoveDue))
    assert (type(due), due.basis) == (CountDue, c("8(e)#1"))


@pytest.mark.clause("19:47-20.8(c)#2")
def test_from_the_hand_too_every_card_goes_face_down() -> None:
    (due,) = (due for due in by_hand().to("deal").dues if isinstance(due, CardsDue))
    assert not any(target.up for target in due.to)


@pytest.mark.clause("19:47-20.8(b)3#1")
def test_from_the_hand_too_the_call_comes_before_the_cards() -> None:
    table = by_hand().ready_to_bet()
    call = next(due for due in table.dues if getattr(due, "call", "") == "no_more_bets")
    assert call.basis == c("8(b)3#1")


@pytest.mark.clause("19:47-20.4(e)#1")
@pytest.mark.clause("19:47-20.4(e)#2")
@pytest.mark.parametrize(("method", "hours"), [("hand", 4), ("manual_shoe", 8)])
def test_cards_are_replaced_after_four_hours_from_the_hand_and_eight_from_a_shoe(
    method: str, hours: int
) -> None:
    settings = settings_for(method=method, devices={"shuffler_1": SHUFFLER})
    table = Table(settings).ready_to_bet()
    table.must(Bet(2, "ante", 1000))
    table.now = table.state.decks["blue"].opened_at + hours * HOUR - 10
    fresh = table.branch()
    fresh.must(CLOSE)
    table.now += 10
    refusal = table.refused(CLOSE)
    assert refusal.code == "cards_too_old"
    assert refusal.basis == c("4(e)#2" if hours == 4 else "4(e)#1")


# ---------------------------------------------------------------- two decks


@pytest.mark.clause("19:47-20.2(b)4")
def test_two_decks_are_played_every_other_round() -> None:
    table = two_decks()
    played = []
    for _ in range(4):
        table.to("deal")
        played.append(in_play(table))
        table.next_round()
    assert played == ["blue", "red", "blue", "red"]


@pytest.mark.clause("19:47-20.2(b)4")
def test_the_deck_of_the_last_round_is_not_loaded_again() -> None:
    table = two_decks().to("deal").next_round()
    refusal = table.refused(Confirm("load", "blue"))
    assert (refusal.code, refusal.basis) == ("not_its_turn", c("2(b)4"))


@pytest.mark.clause("19:47-20.2(b)3")
@pytest.mark.clause("19:47-20.2(b)5")
def test_no_round_begins_before_the_other_deck_is_in_the_shuffler_and_out_of_the_rack() -> None:
    table = between_rounds()
    table.must(Confirm("load", "red"))
    table.must(Bet(2, "ante", 1000))
    assert table.state.ledger["blue"].count("rack") == 52
    refusal = table.refused(CLOSE)
    assert (refusal.code, refusal.basis) == ("other_deck_not_in_shuffler", c("2(b)3"))
    table.must(Confirm("insert", "blue"))
    assert table.state.ledger["blue"].count("rack") == 0
    table.must(CLOSE)


@pytest.mark.clause("19:47-20.4(d)")
def test_both_decks_are_opened_before_either_is_played() -> None:
    table = two_decks()
    table.must(Confirm("open_table"), "s1")
    for what, by in (("inspect", "d1"), ("verify", "s1"), ("spread", "d1"), ("wash", "d1")):
        table.must(Confirm(what, "blue"), by)
    table.must(Confirm("insert", "blue"))
    table.see("shuffler_1", ShuffleEnded("blue", 52))
    table.must(Confirm("load", "blue"))
    table.must(Bet(2, "ante", 1000))
    refusal = table.refused(CLOSE)
    assert (refusal.code, refusal.basis) == ("other_deck_not_opened", c("4(d)"))


@pytest.mark.clause("19:47-20.2(b)5")
def test_the_rack_never_holds_cards_of_both_decks() -> None:
    table = two_decks()
    for _ in range(60):
        racked = [name for name in TWO if table.state.ledger[name].count("rack")]
        assert len(racked) <= 1
        offer = table.offers
        assert any(table._answer(each) for each in offer), table.dues


@pytest.mark.clause("19:47-20.7(f)#2")
def test_an_idle_deck_of_51_leaves_the_table_and_the_round_goes_on() -> None:
    table = with_blue_in_the_shuffler()
    table.see("shuffler_1", ShuffleEnded("blue", 51))
    last = table.rulings[-1]
    assert (last.irregularity.kind, last.irregularity.deck) == (Kind.SHUFFLE_COUNT, "blue")
    assert last.ruling.consequences == (Consequence.REMOVE_DECK,)
    assert table.to("pick_up").state.round.number == 2


@pytest.mark.clause("19:47-20.12(e)")
def test_a_jam_on_the_idle_deck_lets_the_round_go_on_and_the_next_one_waits() -> None:
    table = with_blue_in_the_shuffler()
    table.see("shuffler_1", Jammed("stuck"))
    table.to("pick_up")
    assert (phases(table)["blue"], table.state.cases) == ("in_shuffler", ())
    while table.state.round.number == 2:
        assert any(table._answer(offered) for offered in table.offers)
    assert not [due for due in table.dues if isinstance(due, ConfirmDue) and due.what == "load"]
    table.must(Confirm("clear_fault", "shuffler_1"), "t1")
    orders = [
        order.demand for order in {**table.state.orders, **table.state.standing_orders}.values()
    ]
    assert Shuffle("blue") in orders
    assert in_play(table.to("deal")) == "blue"


# ---------------------------------------------------------------- without play


@pytest.mark.clause("19:47-20.5(e)#1")
@pytest.mark.clause("19:47-20.5(e)#3")
def test_cards_that_were_spread_without_play_are_washed_and_shuffled_before_the_next_round() -> (
    None
):
    table = Table(settings_for()).ready_to_bet()
    table.must(Confirm("spread_idle", "blue"))
    assert phases(table) == {"blue": "spread"}
    table.phases.clear()
    table.to("deal")
    deck = [phase for phase in table.phases if phase.startswith("deck:")]
    assert deck[:2] == ["deck:blue:washed", "deck:blue:shuffled"]


@pytest.mark.clause("19:47-20.5(e)#2")
def test_cards_that_lie_face_down_are_turned_up_first() -> None:
    table = Table(settings_for()).ready_to_bet()
    table.must(Confirm("spread_idle_down", "blue"))
    assert [due.what for due in table.dues if isinstance(due, ConfirmDue) and not due.idle] == [
        "turn_up"
    ]
    assert table.refused(Confirm("wash", "blue")).basis == c("5(e)#2")
    table.must(Confirm("turn_up", "blue"))
    assert phases(table) == {"blue": "spread"}


def test_cards_are_not_spread_while_something_is_wagered() -> None:
    table = Table(settings_for()).ready_to_bet()
    table.must(Bet(2, "ante", 1000))
    assert table.refused(Confirm("spread_idle", "blue")).code == "not_due"


def test_a_fact_changes_nothing_of_a_round_but_its_facts() -> None:
    """A round is built anew for every fact, field by field; one that is left out would be lost."""
    names = [each.name for each in fields(RoundState) if each.name not in ("facts", "index")]
    full = RoundState(
        number=7,
        step="deal",
        deck="red",
        hands=("seat_1",),
        wagers={"seat_1": {"ante": 500}},
        rulings=(),
        face_ups=1,
        uncounted=3,
        carried={"button": 2},
        last_deck="blue",
        seconds={"seat_2": "seat_1"},
        again={"seat_1": {"ante": 500}},
        entered=(Entered("deal", 3),),
        shown=(Showing("seat_1", "0A", UNSEEN),),
        came=(UNSEEN,),
        dealer="d1",
        kept={"seat_1": ("ante",)},
    )
    after = with_fact(full, Called("no_more_bets"))
    assert {name: getattr(after, name) for name in names} == {
        name: getattr(full, name) for name in names
    }
    empty = RoundState(1, "")
    unset = [n for n in names if getattr(full, n) == getattr(empty, n)]
    assert unset == ["rulings"], "give every new field a value here"
