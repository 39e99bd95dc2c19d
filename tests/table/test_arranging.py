"""Devices taken off an open table and put back, and another method: 19:47-20.12(g)."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from tablectl.games.catalogue import rules_for
from tablectl.journal.memory import MemoryJournal
from tablectl.kernel import Kernel, rebuild
from tablectl.table.acting import head, prompt_code
from tablectl.table.rules import CYCLE_PATIENCE
from tablectl.words.acts import Bet, Call, Confirm
from tablectl.words.bases import ApprovedProcedure, Clause, HousePolicy
from tablectl.words.canonical import digest
from tablectl.words.dues import ConfirmDue
from tablectl.words.effects import Acknowledge, SendOrder, WakeAt
from tablectl.words.inputs import Started
from tablectl.words.irregularities import Kind
from tablectl.words.observations import (
    CardsOut,
    Identified,
    Jammed,
    LinkLost,
    LinkUp,
    Loaded,
    Observation,
    ShuffleEnded,
)
from tablectl.words.settings import Settings
from tests.tables import DECK, NOON, SHOE_1, SHUFFLER, Table, identity, settings_for

SHUFFLER_1 = "shuffler_1"
TAKE_OFF = Confirm("take_off", SHUFFLER_1)
PUT_BACK = Confirm("put_back", SHUFFLER_1)
ONLY_WITH_ONE = Clause("19:47-20.8(b)1")
REMOVAL = Clause("19:47-20.12(g)")


def clause(section: str) -> Clause:
    return Clause(f"19:47-20.{section}")


def with_shuffler(method: str = "manual_shoe", decks: tuple[str, ...] = (DECK,)) -> Settings:
    return replace(settings_for(method=method, devices={SHUFFLER_1: SHUFFLER}), decks=decks)


def ready(settings: Settings) -> Table:
    return Table(settings).ready_to_bet()


def unplug(table: Table, name: str) -> None:
    table.take(Observation(name, LinkLost("unplugged")))


def off(table: Table, name: str = SHUFFLER_1) -> Table:
    unplug(table, name)
    table.must(Confirm("take_off", name), "s1")
    return table


def confirms(table: Table) -> dict[str, ConfirmDue]:
    """What may be confirmed, by what it is and whom it is about."""
    dues = [due for due in table.dues if isinstance(due, ConfirmDue)]
    return {f"{due.what} {due.subject}".strip(): due for due in dues}


# ---------------------------------------------------------------- who may, and when


@pytest.mark.clause("19:47-20.12(g)")
def test_a_device_that_is_on_line_stands_on_the_table_whatever_anybody_says() -> None:
    table = ready(with_shuffler())
    refusal = table.refused(TAKE_OFF, "s1")
    assert (refusal.code, refusal.basis) == ("device_on_line", REMOVAL)
    unplug(table, SHUFFLER_1)
    table.must(TAKE_OFF, "s1")
    assert table.state.devices[SHUFFLER_1].phase == "removed"


@pytest.mark.parametrize("deed", [TAKE_OFF, Confirm("deal_by", "hand")])
def test_only_a_supervisor_says_what_stands_on_the_table(deed: Confirm) -> None:
    table = ready(with_shuffler())
    if deed == TAKE_OFF:
        unplug(table, SHUFFLER_1)
    assert table.refused(deed, "d1").code == "wrong_role"
    assert table.refused(deed, "t1").code == "wrong_role"
    table.must(deed, "s1")


@pytest.mark.parametrize("deed", [TAKE_OFF, Confirm("deal_by", "hand")])
def test_nothing_is_changed_while_a_round_is_in_play(deed: Confirm) -> None:
    table = ready(with_shuffler()).to("deal")
    unplug(table, SHUFFLER_1)
    assert table.refused(deed, "s1").code == "round_in_play"


@pytest.mark.parametrize(
    ("deed", "code"),
    [
        (Confirm("take_off", "shoe_9"), "unknown_device"),
        (Confirm("put_back", ""), "unknown_device"),
        (Confirm("deal_by", "teleport"), "no_such_method"),
        (Confirm("deal_by", ""), "no_such_method"),
        (PUT_BACK, "not_due"),
    ],
)
def test_what_is_not_there_cannot_be_changed(deed: Confirm, code: str) -> None:
    assert ready(with_shuffler()).refused(deed, "s1").code == code


def test_a_closed_table_has_what_its_file_says() -> None:
    table = Table(with_shuffler())
    unplug(table, SHUFFLER_1)
    assert table.refused(TAKE_OFF, "s1").code == "not_due"


def test_a_device_may_be_taken_off_with_wagers_down_and_the_round_goes_on() -> None:
    table = ready(with_shuffler())
    table.must(Bet(1, "ante", 1000))
    off(table)
    table.must(Call("no_more_bets"))
    assert table.state.round.hands == ("seat_1",)


# ---------------------------------------------------------------- what goes with a shuffler


@pytest.mark.clause("19:47-20.8(b)1")
@pytest.mark.clause("19:47-20.12(g)")
def test_without_its_shuffler_nothing_is_dealt_from_the_hand() -> None:
    table = off(ready(with_shuffler("hand")))
    table.must(Bet(1, "ante", 1000))
    refusal = table.refused(Call("no_more_bets"))
    assert (refusal.code, refusal.basis) == ("method_lacks_device", ONLY_WITH_ONE)
    due = confirms(table)["deal_by manual_shoe"]
    assert (due.basis, due.idle) == (ONLY_WITH_ONE, False)
    assert "deal_by hand" not in confirms(table)


def test_the_prompt_asks_for_another_method_when_there_is_nothing_else_to_do() -> None:
    table = off(ready(with_shuffler("hand")))
    first = head(table.offers)
    assert first is not None
    assert prompt_code(first) == "confirm_due:deal_by"


@pytest.mark.clause("19:47-20.12(g)")
def test_with_another_method_the_cards_are_shuffled_by_hand_and_dealt() -> None:
    table = off(ready(with_shuffler("hand")))
    table.must(Confirm("deal_by", "manual_shoe"), "s1")
    assert table.state.settings.method == "manual_shoe"
    table.must(Confirm("shuffle", DECK))
    assert table.to("deal").next_round().state.round.number == 2
    assert not table.errors


@pytest.mark.clause("19:47-20.2(b)")
@pytest.mark.clause("19:47-20.12(g)")
def test_without_its_shuffler_a_table_has_one_deck() -> None:
    table = off(ready(with_shuffler(decks=("blue", "red"))).to("deal").next_round())
    assert table.state.round.last_deck == "blue"
    assert table.state.settings.decks_in_use == ("blue",)
    due = confirms(table)["remove_deck red"]
    assert due.basis == clause("2(b)")
    table.must(Confirm("remove_deck", "red"), "s1")
    assert "receive_deck red" not in confirms(table)
    table.to("deal").next_round().to("deal")
    assert table.state.round.deck == "blue"
    assert not table.errors


@pytest.mark.clause("19:47-20.2(b)")
def test_with_its_shuffler_back_the_second_deck_is_opened_anew() -> None:
    table = off(ready(with_shuffler(decks=("blue", "red"))).to("deal").next_round())
    table.must(Confirm("remove_deck", "red"), "s1")
    table.must(PUT_BACK, "s1")
    table.take(Observation(SHUFFLER_1, LinkUp()))
    table.take(Observation(SHUFFLER_1, identity(SHUFFLER)))
    assert table.state.settings.decks_in_use == ("blue", "red")
    table.must(Confirm("receive_deck", "red"), "s1")
    played = [table.to("deal").next_round().state.round.last_deck for _ in range(4)]
    assert set(played) == {"blue", "red"}
    assert all(one != other for one, other in pairwise(played))
    assert not table.errors


def test_the_deck_that_was_in_the_shuffler_is_taken_out_and_shuffled() -> None:
    """Nothing has been played: the first deck stays, wherever it lies."""
    table = Table(with_shuffler(decks=("blue", "red")))
    table.follow(lambda t: t.state.decks.get(DECK) is not None and _phase(t) == "in_shuffler")
    off(table)
    assert (_phase(table), table.state.ledger[DECK].count("stack")) == ("spent", 52)
    assert table.to("deal").state.round.deck == DECK


def _phase(table: Table, deck: str = DECK) -> str:
    return table.state.decks[deck].phase


# ---------------------------------------------------------------- what goes with a shoe


def stacks() -> Table:
    return Table(settings_for("counting", method="automated_shoe")).ready_to_bet()


@pytest.mark.clause("19:47-20.12(g)")
@pytest.mark.parametrize("method", ["manual_shoe", "hand"])
def test_while_an_automated_shoe_stands_there_no_other_method_is_dealt_by(method: str) -> None:
    table = stacks()
    refusal = table.refused(Confirm("deal_by", method), "s1")
    assert refusal.code == "method_not_possible"
    assert refusal.basis == (REMOVAL if method == "manual_shoe" else ONLY_WITH_ONE)


@pytest.mark.clause("19:47-20.9(a)")
@pytest.mark.clause("19:47-20.12(g)")
def test_without_its_automated_shoe_a_table_is_dealt_by_another_method() -> None:
    table = off(stacks(), SHOE_1)
    assert (_phase(table), table.count("stack")) == ("spent", 52)
    table.must(Bet(1, "ante", 1000))
    refusal = table.refused(Call("no_more_bets"))
    assert (refusal.code, refusal.basis) == ("method_lacks_device", clause("9(a)"))
    table.must(Confirm("deal_by", "manual_shoe"), "s1")
    table.to("deal").next_round()
    assert (table.state.round.number, table.errors) == (2, [])


@pytest.mark.clause("19:47-20.9(a)")
def test_an_automated_shoe_that_is_back_needs_its_own_method() -> None:
    table = off(stacks(), SHOE_1)
    table.must(Confirm("deal_by", "manual_shoe"), "s1")
    table.must(Confirm("put_back", SHOE_1), "s1")
    table.identify(SHOE_1)
    table.must(Bet(1, "ante", 1000))
    assert table.refused(Call("no_more_bets")).basis == REMOVAL
    table.must(Confirm("deal_by", "automated_shoe"), "s1")
    assert table.state.settings.method == "automated_shoe"
    assert table.to("deal").rules.shoe == SHOE_1


# ---------------------------------------------------------------- a device that is off


def test_a_device_that_is_off_is_told_nothing_and_means_nothing() -> None:
    table = off(stacks(), SHOE_1)
    table.must(Confirm("deal_by", "manual_shoe"), "s1")
    table.take(Observation(SHOE_1, LinkUp()))
    table.take(Observation(SHOE_1, identity(table.settings.devices[SHOE_1])))
    table.effects.clear()
    before = table.state.ledger
    outcome = table.see(SHOE_1, Loaded(1))
    assert outcome.ignored == "off_the_table"
    table.see(SHOE_1, CardsOut(3))
    table.see(SHOE_1, Jammed("stuck"))
    assert (table.state.ledger, table.state.cases, table.kinds[-1]) == (before, (), Kind.LINK_LOST)
    assert {type(effect) for effect in table.effects} == {Acknowledge}
    table.to("deal")
    assert not [effect for effect in table.effects if isinstance(effect, SendOrder)]


def test_another_unit_that_answers_while_it_is_off_is_not_ready_when_it_is_put_back() -> None:
    table = off(ready(with_shuffler()))
    table.take(Observation(SHUFFLER_1, Identified("sim-shuffler", "M-9", "1.0")))
    table.must(PUT_BACK, "s1")
    assert table.state.devices[SHUFFLER_1].phase == "unverified"


def test_a_device_that_is_on_line_when_it_is_put_back_is_ready_at_once() -> None:
    table = off(ready(with_shuffler()))
    table.take(Observation(SHUFFLER_1, identity(SHUFFLER)))
    table.must(PUT_BACK, "s1")
    assert table.state.devices[SHUFFLER_1].phase == "ready"


def test_a_device_whose_line_is_lost_while_it_is_off_is_not_ready_when_it_is_put_back() -> None:
    table = off(ready(with_shuffler()))
    table.take(Observation(SHUFFLER_1, identity(SHUFFLER)))
    unplug(table, SHUFFLER_1)
    table.must(PUT_BACK, "s1")
    assert table.state.devices[SHUFFLER_1].phase == "unverified"


def test_a_fault_is_not_cleared_by_taking_the_device_off_and_putting_it_back() -> None:
    table = ready(with_shuffler())
    table.see(SHUFFLER_1, Jammed("stuck"))
    off(table)
    table.take(Observation(SHUFFLER_1, identity(SHUFFLER)))
    table.must(PUT_BACK, "s1")
    assert table.state.devices[SHUFFLER_1].phase == "faulted"
    table.must(Confirm("clear_fault", SHUFFLER_1), "t1")
    assert table.state.devices[SHUFFLER_1].phase == "ready"


def test_what_a_device_told_before_it_was_taken_off_is_no_news_when_it_is_back() -> None:
    table = ready(with_shuffler())
    table.see(SHUFFLER_1, Jammed("stuck"))
    told = table.inputs[-1]
    off(table)
    table.take(Observation(SHUFFLER_1, identity(SHUFFLER)))
    table.must(PUT_BACK, "s1")
    table.must(Confirm("clear_fault", SHUFFLER_1), "t1")
    assert table.take(told).ignored == "already_on_record"
    assert table.state.devices[SHUFFLER_1].phase == "ready"


def test_the_first_event_of_a_device_that_is_off_is_acknowledged_too() -> None:
    table = off(ready(with_shuffler()))
    table.take(Observation(SHUFFLER_1, identity(SHUFFLER)))
    table.effects.clear()
    table.take(Observation(SHUFFLER_1, Jammed("stuck"), epoch=9, event=1))
    assert table.effects == [Acknowledge(SHUFFLER_1, 9, 1)]


# ---------------------------------------------------------------- restarts


def test_what_was_taken_off_stays_off_when_the_controller_is_started_again() -> None:
    settings = with_shuffler("hand", ("blue", "red"))
    table = off(ready(settings))
    table.must(Confirm("deal_by", "manual_shoe"), "s1")
    journal = MemoryJournal()
    kernel = Kernel(journal, rules_for)
    kernel.start(settings, NOON)
    for number, input_ in enumerate(table.inputs[1:]):
        kernel.post(input_)
        kernel.cycle(NOON + number + 1)
    state, rules = rebuild(journal, rules_for, settings)
    assert digest(state) == digest(kernel.state)

    again = Kernel(journal, rules_for)
    again.start(settings, NOON + 1_000_000)
    governed = again.state.settings
    assert (governed.method, governed.off, governed.decks_in_use) == (
        "manual_shoe",
        (SHUFFLER_1,),
        ("blue",),
    )
    assert again.state.devices[SHUFFLER_1].phase == "removed"
    assert (rules.two_decks, again.rules.unfit) == (None, None)


def test_a_table_that_was_closed_starts_with_everything_its_file_has() -> None:
    table = off(ready(with_shuffler()))
    table.must(Confirm("close_table"), "s1")
    table.rules = rules_for(table.settings)
    table.take(Started(table.settings))
    assert table.state.settings == table.settings
    assert table.state.devices[SHUFFLER_1].phase == "unverified"


# ---------------------------------------------------------------- approved procedures


@pytest.mark.clause("19:47-20.12(e)")
def test_a_shuffler_that_failed_is_put_right_by_the_procedure_approved_for_it() -> None:
    table = ready(with_shuffler())
    table.see(SHUFFLER_1, Jammed("stuck"))
    due = confirms(table)[f"clear_fault {SHUFFLER_1}"]
    assert due.basis == ApprovedProcedure("TEST-SHUFFLER", "19:47-20.12(e)")
    assert due.checklist == ("open it", "count")


@pytest.mark.clause("19:47-20.12(f)")
def test_an_automated_shoe_that_failed_is_put_right_by_the_procedure_approved_for_it() -> None:
    table = stacks()
    table.see(SHOE_1, Jammed("stuck"))
    due = confirms(table)[f"clear_fault {SHOE_1}"]
    assert due.basis == ApprovedProcedure("TEST-SHOE", "19:47-20.12(f)")


def test_where_no_procedure_is_on_file_it_is_said() -> None:
    table = ready(replace(with_shuffler(), approvals={}))
    table.see(SHUFFLER_1, Jammed("stuck"))
    due = confirms(table)[f"clear_fault {SHUFFLER_1}"]
    assert isinstance(due.basis, HousePolicy)
    assert "procedure" in due.basis.reason


# ---------------------------------------------------------------- cycles that do not end


def in_shuffler() -> Table:
    table = Table(with_shuffler(decks=("blue", "red")))
    return table.follow(lambda t: bool(t.state.decks) and _phase(t) == "in_shuffler")


@pytest.mark.clause("19:47-20.12(e)")
def test_a_shuffler_that_does_not_finish_in_time_has_failed() -> None:
    table = in_shuffler()
    at = table.state.deadlines["cycle:blue"]
    assert at == table.state.decks[DECK].put_in_at + CYCLE_PATIENCE
    table.now = at
    table.wake("cycle:blue")
    assert table.kinds[-1] is Kind.ORDER_OVERDUE
    assert table.rulings[-1].ruling.basis == clause("12(e)")
    assert table.state.devices[SHUFFLER_1].phase == "faulted"
    assert "cycle:blue" not in table.state.deadlines


def test_its_time_begins_anew_when_its_fault_is_cleared_or_its_line_is_back() -> None:
    table = in_shuffler()
    began = table.state.deadlines["cycle:blue"]
    table.now += 60_000_000
    unplug(table, SHUFFLER_1)
    assert "cycle:blue" not in table.state.deadlines
    table.take(Observation(SHUFFLER_1, LinkUp()))
    table.take(Observation(SHUFFLER_1, identity(SHUFFLER, table.state.order_count)))
    assert table.state.deadlines["cycle:blue"] >= began + 60_000_000


def test_a_deck_that_was_shuffled_is_waited_for_no_longer() -> None:
    table = in_shuffler()
    table.see(SHUFFLER_1, ShuffleEnded("blue", 52))
    assert "cycle:blue" not in table.state.deadlines


# ---------------------------------------------------------------- orders


def test_nothing_is_ordered_by_rules_that_have_just_changed() -> None:
    """With one deck the shuffler would shuffle it at once; with two it is put in first."""
    table = off(ready(with_shuffler(decks=("blue", "red"))).to("deal").next_round())
    table.must(Confirm("remove_deck", "red"), "s1")
    table.follow(lambda t: _phase(t) == "loaded").to("deal").next_round()
    assert _phase(table) == "spent"
    table.take(Observation(SHUFFLER_1, identity(SHUFFLER)))
    outcome = table.must(PUT_BACK, "s1")
    assert outcome.effects == (WakeAt("rules", table.now),)
    outcome = table.wake("rules")
    assert not [effect for effect in outcome.effects if isinstance(effect, SendOrder)]
    assert "rules" not in table.state.deadlines
