"""Three card poker from an automated shoe: stacks of three, and what stops them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tablectl.table.rules import ORDER_PATIENCE
from tablectl.words.acts import Bet, Call, Confirm, Count, Deal
from tablectl.words.bases import HOUSE, Clause, HousePolicy, Role
from tablectl.words.dues import CallDue, CardsDue, ConfirmDue, CountDue, Due, MoveDue, Target
from tablectl.words.effects import SendOrder
from tablectl.words.facts import Dealt
from tablectl.words.irregularities import Kind
from tablectl.words.observations import (
    CardsOut,
    Jammed,
    LinkLost,
    Observation,
    OrderFailed,
)
from tablectl.words.orders import Allow, Order
from tablectl.words.rulings import Consequence
from tests.tables import DECK, SHOE_1, SHUFFLER, Table, settings_for

THREE_SEATS = (Bet(1, "ante", 1000), Bet(3, "pair_plus", 500), Bet(6, "ante", 500))
LATCH_AND_VOID = (Consequence.LATCH_DEVICE, Consequence.VOID_ROUND, Consequence.RESHUFFLE)
VOIDED = (Consequence.VOID_ROUND, Consequence.RESHUFFLE)


def c(section: str) -> Clause:
    return Clause(f"19:47-20.{section}")


def stacks(
    preset: str = "counting",
    *,
    bets: tuple[Bet, ...] = THREE_SEATS,
    shuffler: bool = True,
    count_every: int = 5,
) -> Table:
    settings = settings_for(
        preset,
        method="automated_shoe",
        devices={"shuffler_1": SHUFFLER} if shuffler else {},
        options={"count_every": count_every},
    )
    return Table(settings, bets=bets)


def dealing(given: int = 1, preset: str = "counting") -> Table:
    """So many stacks are out."""
    table = stacks(preset).to("deal")
    for _ in range(given):
        table.see(SHOE_1, CardsOut(3))
    return table


def cards_due(table: Table) -> CardsDue:
    return next(due for due in table.dues if isinstance(due, CardsDue))


def allowed(table: Table) -> list[int]:
    """The totals of all allowances that were given, in order."""
    sent = [e.order.demand for e in table.effects if isinstance(e, SendOrder)]
    return [demand.total for demand in sent if isinstance(demand, Allow)]


def bases(table: Table, kind: type[Due]) -> list[object]:
    return [due.basis for due in table.dues if isinstance(due, kind)]


# ---------------------------------------------------------------- the deal


@pytest.mark.clause("19:47-20.9(b)1")
def test_the_shuffled_deck_goes_into_the_automated_shoe() -> None:
    table = stacks().follow(lambda t: "deck:blue:machine_shuffled" in t.phases)
    load = next(d for d in table.dues if isinstance(d, ConfirmDue) and d.what == "load")
    assert load.basis == c("9(b)1")


@pytest.mark.clause("19:47-20.9(b)2")
def test_no_stack_is_allowed_before_no_more_bets_is_called() -> None:
    table = stacks().ready_to_bet()
    assert bases(table, CallDue) == [c("9(b)2")]
    for bet in THREE_SEATS:
        table.must(bet)
    assert allowed(table) == [0]
    table.must(Call("no_more_bets"))
    assert allowed(table) == [0, 12]


@pytest.mark.clause("19:47-20.9(b)2")
def test_a_stack_before_the_call_is_a_card_before_the_call() -> None:
    table = stacks().ready_to_bet()
    table.see(SHOE_1, CardsOut(3))
    assert (table.kinds[-1], table.count("loose")) == (Kind.CARD_BEFORE_CALL, 3)


@pytest.mark.clause("19:47-20.5(c)2")
@pytest.mark.clause("19:47-20.9(c)#1")
@pytest.mark.clause("19:47-20.9(c)#2")
@pytest.mark.clause("19:47-20.9(c)#3")
def test_stacks_go_from_the_far_left_clockwise_and_the_last_to_the_dealer() -> None:
    table = stacks().to("deal")
    order = [(cards_due(table).to[0], cards_due(table).basis)]
    for _ in range(3):
        table.see(SHOE_1, CardsOut(3))
        order.append((cards_due(table).to[0], cards_due(table).basis))
    assert order == [
        (Target("seat_1", 3), c("9(c)#1")),
        (Target("seat_3", 3), c("9(c)#2")),
        (Target("seat_6", 3), c("9(c)#2")),
        (Target("dealer", 3), c("9(c)#3")),
    ]
    facts = table.see(SHOE_1, CardsOut(3)).facts
    assert (facts, table.step) == ((Dealt("dealer", 3),), "stub")
    assert [table.count(p) for p in ("seat_1", "seat_3", "seat_6", "dealer")] == [3] * 4


@pytest.mark.clause("19:47-20.9(c)#3")
def test_where_nobody_counts_the_dealer_says_that_the_stacks_are_out() -> None:
    table = stacks("blind", shuffler=False).to("deal")
    table.must(Deal())
    assert (table.count("dealer"), table.count("shoe"), table.step) == (3, 40, "stub")


@pytest.mark.clause("19:47-20.9(d)")
@pytest.mark.clause("19:47-20.9(e)#1")
def test_the_stub_leaves_the_automated_shoe_by_its_own_sections() -> None:
    table = stacks().to("stub")
    assert (bases(table, MoveDue), bases(table, CountDue)) == ([c("9(d)")], [c("9(e)#1")])
    counted = stacks(count_every=1).to("stub")
    assert (bases(counted, MoveDue), bases(counted, CountDue)) == ([], [c("9(e)#1")])


def test_a_round_of_stacks_is_played_and_settled_to_its_end() -> None:
    table = stacks().ready_to_bet().next_round()
    assert (table.state.round.number, table.state.cases, table.errors) == (2, (), [])


# ---------------------------------------------------------------- the shoe stops


def jam(table: Table) -> None:
    table.see(SHOE_1, Jammed("a card is stuck"))


def declared(table: Table) -> None:
    table.declare(Kind.JAM, device=SHOE_1)


def short(table: Table) -> None:
    table.see(SHOE_1, CardsOut(2))


each_stop = pytest.mark.parametrize("stop", [jam, declared, short], ids=lambda s: s.__name__)


@each_stop
@pytest.mark.parametrize("given", [1, 3])
@pytest.mark.clause("19:47-20.12(f)")
def test_a_shoe_that_stops_in_the_deal_voids_the_round_and_is_latched(
    stop: Callable[[Table], None], given: int
) -> None:
    table = dealing(given)
    stop(table)
    ruling = table.rulings[-1].ruling
    assert (ruling.consequences, ruling.basis) == (LATCH_AND_VOID, c("12(f)"))
    assert ruling.confirm == (Role.SUPERVISOR,)
    assert (table.step, table.state.devices[SHOE_1].phase) == ("void", "faulted")


@pytest.mark.parametrize("stop", [jam, declared], ids=lambda s: s.__name__)
def test_a_shoe_that_stops_before_its_first_stack_has_no_hands_to_void(
    stop: Callable[[Table], None],
) -> None:
    table = dealing(0)
    stop(table)
    ruling = table.rulings[-1].ruling
    assert ruling.consequences == (Consequence.LATCH_DEVICE, Consequence.RESHUFFLE)
    assert (ruling.basis, ruling.confirm, table.step) == (HOUSE, (), "deal")
    table.must(Confirm("clear_fault", SHOE_1), "t1")
    table.to("decisions")
    assert "deck:blue:spent" in table.phases, "the cards were shuffled before they were dealt"
    assert table.count("dealer") == 3


def untaken(given: int) -> tuple[Table, Order]:
    """A deal in which an order is pending: its first, or one given after an outage."""
    table = stacks().ready_to_bet() if given == 0 else dealing(given)
    table.obedient = False
    table.remedy = "go_on"
    if given:
        table.take(Observation(SHOE_1, LinkLost()))
        table.identify(SHOE_1)
        table.follow(lambda t: not t.state.cases)
    else:
        table.to("deal")
    (order,) = table.state.orders.values()
    return table, order


def refuses(table: Table, order: Order) -> None:
    table.see(SHOE_1, OrderFailed(order.number, "the lid is open"))


def is_silent(table: Table, order: Order) -> None:
    table.now = order.given_at + ORDER_PATIENCE
    table.wake(f"order:{order.number}")


each_failure = pytest.mark.parametrize("fails", [refuses, is_silent], ids=lambda f: f.__name__)


@each_failure
@pytest.mark.clause("19:47-20.12(f)")
def test_a_shoe_that_does_not_obey_in_the_deal_has_stopped(
    fails: Callable[[Table, Order], None],
) -> None:
    table, order = untaken(1)
    fails(table, order)
    assert table.kinds[-1] in (Kind.DEVICE_FAILED, Kind.ORDER_OVERDUE)
    assert (table.step, table.rulings[-1].ruling.basis) == ("void", c("12(f)"))


@each_failure
def test_a_shoe_that_does_not_obey_before_its_first_stack_is_put_right_and_deals(
    fails: Callable[[Table, Order], None],
) -> None:
    table, order = untaken(0)
    fails(table, order)
    assert (table.step, table.rulings[-1].ruling.basis) == ("deal", HOUSE)
    table.obedient = True
    table.must(Confirm("clear_fault", SHOE_1), "t1")
    assert table.to("decisions").count("dealer") == 3


def test_a_line_that_is_lost_is_not_a_shoe_that_stopped() -> None:
    table = dealing()
    table.take(Observation(SHOE_1, LinkLost()))
    remedies = [remedy.name for remedy in table.rulings[-1].ruling.remedies]
    assert (table.step, remedies) == ("deal", ["go_on", "void_round"])


@each_stop
@pytest.mark.clause("19:47-20.12(f)")
def test_after_a_stop_no_stack_is_allowed_before_the_next_deal_is_called(
    stop: Callable[[Table], None],
) -> None:
    """Ruled on, cleared, gathered, shuffled, loaded and called: only then may cards come out."""
    table = dealing()
    out = 3
    assert allowed(table) == [0, 12]

    stop(table)
    out += table.count("loose")
    assert allowed(table)[2:] == [out]
    table.must(Confirm("clear_fault", SHOE_1), "t1")
    table.must(Confirm("ruling", "case_1"), "s1")
    assert set(allowed(table)[2:]) == {out}
    table.follow(lambda t: t.count("stack") == 52)
    assert set(allowed(table)[2:]) == {out}
    before = len(allowed(table))

    table.ready_to_bet()
    assert allowed(table)[before:] == [0]
    table.to("deal")
    assert allowed(table)[before:] == [0, 12]


@pytest.mark.clause("19:47-20.12(f)")
def test_a_latched_shoe_may_be_emptied_and_loaded_but_not_dealt_from() -> None:
    table = dealing()
    jam(table)
    table.must(Confirm("ruling", "case_1"), "s1")
    table.follow(lambda t: t.count("stack") == 52)
    assert table.state.devices[SHOE_1].phase == "faulted"
    assert "deck:blue:spent" in table.phases
    confirm = next(d for d in table.dues if isinstance(d, ConfirmDue) and d.subject == DECK)
    assert (confirm.what, confirm.device) == ("shuffle", "shuffler_1")


@pytest.mark.clause("19:47-20.12(f)")
def test_all_cards_of_a_round_that_was_stopped_are_shuffled_together() -> None:
    table = dealing(2)
    jam(table)
    table.must(Confirm("ruling", "case_1"), "s1")
    gather = next(due for due in table.dues if isinstance(due, MoveDue))
    assert (gather.sources, gather.to) == (("seat_1", "seat_3", "shoe"), "stack")
    assert gather.basis == c("12(f)")


@pytest.mark.parametrize("step", ["stub", "decisions", "player_reveal"])
@pytest.mark.clause("19:47-20.12(f)")
def test_a_jam_after_the_last_stack_latches_the_shoe_and_the_round_stands(step: str) -> None:
    table = stacks().to(step)
    jam(table)
    assert table.rulings[-1].ruling.consequences == (
        Consequence.LATCH_DEVICE,
        Consequence.RESHUFFLE,
    )
    assert (table.step, table.state.cases) == (step, ())
    assert table.next_round().ready_to_bet().state.round.number == 2


def test_a_jam_before_the_call_sends_the_cards_of_the_shoe_back_to_be_shuffled() -> None:
    table = stacks().ready_to_bet()
    jam(table)
    assert (table.state.devices[SHOE_1].phase, table.state.cases) == ("faulted", ())
    gather = next(due for due in table.dues if isinstance(due, MoveDue))
    assert (gather.sources, gather.to) == (("shoe",), "stack")


# ---------------------------------------------------------------- stacks that are wrong


@pytest.mark.clause("19:47-20.12(c)")
def test_a_stack_of_four_is_a_wrong_number_of_cards_and_latches_nothing() -> None:
    table = dealing()
    table.see(SHOE_1, CardsOut(4))
    ruling = table.rulings[-1].ruling
    assert (table.kinds[-1], ruling.consequences, ruling.basis) == (
        Kind.WRONG_STACK,
        VOIDED,
        c("12(c)"),
    )
    assert (table.count("loose"), table.state.devices[SHOE_1].phase) == (4, "ready")


def test_a_card_face_up_in_a_stack_spoils_the_stack() -> None:
    table = dealing()
    table.see(SHOE_1, CardsOut(3, face_up=True))
    ruling = table.rulings[-1].ruling
    assert (table.kinds[-1], ruling.consequences) == (Kind.FACE_UP_CARD, VOIDED)
    assert isinstance(ruling.basis, HousePolicy)
    assert "20.12(c)" in ruling.basis.reason
    assert (table.count("seat_3"), table.count("loose")) == (0, 3)


def test_a_short_stack_with_a_card_face_up_is_ruled_on_as_short() -> None:
    table = dealing()
    table.see(SHOE_1, CardsOut(2, face_up=True))
    assert table.kinds[-1] is Kind.WRONG_STACK


@pytest.mark.clause("19:47-20.12(c)")
def test_a_misdeal_of_stacks_voids_the_round() -> None:
    table = stacks().to("decisions")
    table.declare(Kind.MISDEAL)
    assert table.rulings[-1].ruling.basis == c("12(c)")
    assert table.next_round().ready_to_bet().state.cases == ()


@pytest.mark.clause("19:47-20.9(e)#2")
def test_a_wrong_stub_after_stacks_is_ruled_on_as_after_cards() -> None:
    table = stacks(count_every=1).to("stub")
    table.must(Count("shoe", 39))
    assert (table.kinds[-1], table.rulings[-1].ruling.basis) == (
        Kind.STUB_MISMATCH,
        c("7(e)2#1"),
    )


def test_a_stack_that_nobody_asked_for_is_set_aside() -> None:
    table = stacks().to("stub")
    table.see(SHOE_1, CardsOut(3))
    assert (table.kinds[-1], table.count("loose")) == (Kind.UNSOLICITED_CARD, 3)


def test_cards_that_came_out_while_nobody_listened_wait_for_the_supervisor_as_a_stack() -> None:
    table = dealing()
    table.remedy = "next_card"
    table.see(SHOE_1, CardsOut(3), late=True)
    assert (table.kinds[-1], table.count("loose")) == (Kind.COUNT_UNCERTAIN, 3)
    table.follow(lambda t: not t.state.cases)
    assert (table.count("seat_3"), table.count("loose")) == (3, 0)
