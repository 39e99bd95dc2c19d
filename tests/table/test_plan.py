"""Plans: what is refused when one is built, and what when it is run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from tablectl.games.catalogue import GAMES, rules_for
from tablectl.table.phases import PhasesError
from tablectl.table.plan import OVER, VOID, Dues, Edge, Plan, PlanError, Step
from tablectl.table.round_view import RoundView
from tablectl.words.acts import Settle
from tablectl.words.irregularities import Kind
from tests.table.drill import STEPS, drill
from tests.tables import Table, settings_for

Guard = Callable[[RoundView], bool]


def nothing(_: RoundView) -> Dues:
    return ()


def yes(_: RoundView) -> bool:
    return True


def no(_: RoundView) -> bool:
    return False


def step(name: str, *edges: Edge) -> Step:
    return Step(name, nothing, edges)


@pytest.mark.parametrize(
    ("steps", "problem"),
    [
        ((step("a", Edge("b")),), "a leads to b, which is no step"),
        ((step("a", Edge(VOID)),), "a leads to void, which is no step"),
        ((step("a"),), "a leads nowhere"),
        ((step("a", Edge(OVER)), step("a", Edge(OVER))), "two steps share a name"),
        ((step(VOID, Edge(OVER)),), "void is every plan's own word"),
        ((step(OVER, Edge(OVER)),), "over is every plan's own word"),
        ((step("a", Edge(OVER), Edge("a")),), "one is always open"),
        ((step("a", Edge(OVER, yes), Edge("a")),), "one is always open"),
    ],
)
def test_a_plan_that_cannot_be_right_is_refused(steps: tuple[Step, ...], problem: str) -> None:
    with pytest.raises(PlanError, match=problem):
        Plan("bad", steps)


def test_a_step_that_no_other_leads_to_is_refused() -> None:
    with pytest.raises(PhasesError, match="nothing leads to b"):
        Plan("bad", (step("a", Edge(OVER)), step("b", Edge(OVER))))


# ---------------------------------------------------------------- running


def branching(first: Guard, second: Guard) -> Plan:
    return Plan(
        "branching",
        (
            step("fork", Edge("left", first), Edge("right", second)),
            step("left", Edge(OVER)),
            step("right", Edge(OVER)),
        ),
    )


def view() -> RoundView:
    return drill("number").draft.view


@pytest.mark.parametrize(("first", "second", "after"), [(yes, no, "left"), (no, yes, "right")])
def test_the_one_edge_that_is_open_leads_on(first: Guard, second: Guard, after: str) -> None:
    assert branching(first, second).after("fork", view()) == after


def test_two_open_edges_are_an_error_and_not_a_choice() -> None:
    with pytest.raises(PlanError, match="2 edges of fork are open, not one"):
        branching(yes, yes).after("fork", view())


def test_no_open_edge_is_an_error_and_not_a_wait() -> None:
    with pytest.raises(PlanError, match="0 edges of fork are open, not one"):
        branching(no, no).after("fork", view())


def test_a_lone_edge_that_is_shut_is_an_error_too() -> None:
    plan = Plan("shut", (step("a", Edge(OVER, no)),))
    with pytest.raises(PlanError, match="no edge of a is open"):
        plan.after("a", view())


def test_a_plan_keeps_nothing_of_the_rounds_it_was_asked_about() -> None:
    table = drill("number")
    plan = Plan("drill", STEPS)
    before = [plan.due(s.id, table.draft.view) for s in STEPS]
    for s in STEPS:
        plan.voided(s.id)
        plan.table.after(s.id, "void")
    assert [plan.due(s.id, table.draft.view) for s in STEPS] == before


@pytest.mark.parametrize("game", GAMES)
def test_every_step_of_every_game_can_be_voided_and_a_void_round_ends(game: str) -> None:
    plan = rules_for(settings_for(game=game)).plan
    assert {plan.voided(name) for name in plan.steps} == {VOID}
    assert plan.table.after(VOID, "advance") == OVER
    assert plan.table.after(OVER, "begin") == plan.first


def test_a_round_that_is_over_cannot_be_voided_any_more() -> None:
    assert Plan("drill", STEPS).voided(OVER) == OVER


# ---------------------------------------------------------------- from one round to the next


def test_the_end_of_a_round_is_the_beginning_of_the_next() -> None:
    outcome = drill("pay").must(Settle("pay"))
    assert outcome.phases[:2] == ("round:over", "deck:blue:spent")
    assert outcome.phases[2:] == ("round:bets",)


def turn_of_another(table: Table) -> Table:
    table.rules = replace(table.rules, carries=lambda view: {"turn": view.carried("turn", 1) + 1})
    return table


def test_a_round_that_was_played_leaves_to_the_next_what_the_game_carries() -> None:
    table = turn_of_another(drill()).next_round()
    assert table.state.round.carried == {"turn": 2}
    assert table.next_round().state.round.carried == {"turn": 3}


def test_a_void_round_leaves_to_the_next_what_it_was_left() -> None:
    table = turn_of_another(drill()).next_round().to("turn")
    table.declare(Kind.MISDEAL)
    assert table.next_round().state.round.carried == {"turn": 2}
