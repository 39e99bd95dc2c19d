"""An input the core cannot digest: the table stops on record, waits for a technician, goes on."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from tablectl.table.plan import OVER, Dues, Edge, Plan, PlanError, Step
from tablectl.table.round_view import RoundView
from tablectl.table.rules import Rules
from tablectl.table.view import view
from tablectl.words.acts import Call, Choose, Confirm, Count, Declare
from tablectl.words.bases import Role
from tablectl.words.effects import Acknowledge
from tablectl.words.irregularities import Kind
from tablectl.words.observations import CardsOut, NumberDrawn, Observation
from tablectl.words.settings import Settings
from tests.table import drill
from tests.table.poison import POISON, SLOW_POISON, Mistake, poisoned
from tests.tables import GENERATOR, SHOE_1, Table, settings_for

RELEASE = Confirm("release")


def stopped(step: str = "bets", preset: str = "blind") -> Table:
    """A table that swallowed poison; with cards out only the slow poison is to be had."""
    table = poisoned(step, preset)
    if step == "count":
        table.must(Count("shoe", 45))
        table.do(SLOW_POISON)
    else:
        table.do(POISON)
    assert table.state.phase == "stopped"
    return table


def test_the_table_stops_in_the_state_it_had() -> None:
    table = poisoned()
    before = table.state

    outcome = table.do(POISON)

    assert outcome.fault == f"Mistake at input {outcome.of}"
    assert table.state == replace(
        before,
        seq=table.state.seq,
        time=table.state.time,
        phase="stopped",
        fault=outcome.fault,
        stopped_in="open",
    )


def test_the_error_goes_to_the_log_and_its_text_nowhere_else() -> None:
    table = stopped()
    assert [type(error) for error in table.errors] == [Mistake]
    assert "nobody thought" not in repr(table.state)


def test_poison_swallowed_while_a_case_holds_the_round_up_stops_the_table_too() -> None:
    table = poisoned("count")
    table.must(Count("shoe", 45))

    outcome = table.do(SLOW_POISON)

    assert outcome.fault == f"Mistake at input {outcome.of}"
    assert table.state.phase == "stopped"


@pytest.mark.parametrize("step", ["bets", "count"])
@pytest.mark.parametrize("role", Role)
def test_everybody_can_see_that_the_table_stopped_and_only_the_technician_is_asked(
    step: str, role: Role
) -> None:
    table = stopped(step)

    seen = view(table.rules, table.state, role)

    assert (seen["phase"], seen["fault"]) == ("stopped", table.state.fault)
    wanted = ["confirm"] if role is Role.TECHNICIAN else []
    assert [offer["deed"] for offer in seen["offers"]] == wanted


@pytest.mark.parametrize("deed", [POISON, Call("closed"), Declare(Kind.DUPLICATE_CARD)])
def test_a_stopped_table_takes_no_act_but_the_release(deed: Call | Declare) -> None:
    assert stopped().refused(deed).code in ("not_due", "not_now")


@pytest.mark.parametrize("by", ["d1", "s1", "a1", "m1"])
def test_nobody_but_a_technician_releases_a_stopped_table(by: str) -> None:
    assert stopped().refused(RELEASE, by).code == "wrong_role"


def test_what_a_device_reports_to_a_stopped_table_never_lost() -> None:
    table = stopped(preset="counting")
    table.see(SHOE_1, CardsOut(1))
    assert table.count("loose") == 1
    assert table.state.phase == "stopped"


def test_released_with_no_cards_out_it_goes_on_as_if_the_input_had_not_been() -> None:
    table = poisoned()
    before = table.branch()
    table.do(POISON)

    table.must(RELEASE, "t1")

    assert (table.state.phase, table.state.fault, table.state.stopped_in) == ("open", "", "")
    assert table.dues == before.dues
    assert table.next_round().state.round.number == 2


def test_released_with_cards_out_the_supervisor_decides_how_to_go_on() -> None:
    table = stopped("count")

    table.must(RELEASE, "t1")

    kinds = [case.ruled.irregularity.kind for case in table.state.cases]
    assert Kind.RESTART in kinds
    restart = next(c for c in table.state.cases if c.ruled.irregularity.kind is Kind.RESTART)
    assert restart.ruled.irregularity.circumstances == {"cards": "out"}
    assert restart.ruled.ruling.confirm == (Role.SUPERVISOR,)


def test_voiding_the_round_that_held_the_poison_leads_to_the_next_round() -> None:
    table = stopped("count")
    table.must(RELEASE, "t1")
    restart = next(c for c in table.state.cases if c.ruled.irregularity.kind is Kind.RESTART)

    table.must(Choose("remedy", restart.id, "void_round"), "s1")

    assert table.next_round().ready_to_bet().state.phase == "open"


def test_poison_at_a_closed_table_stops_it_and_the_release_leaves_it_closed() -> None:
    table = poisoned()
    table.must(Confirm("close_table"), "s1")
    table.rules = replace(table.rules, plan=Plan("broken", (_broken("bets"),)))

    outcome = table.do(Confirm("open_table"), "s1")

    assert outcome.fault.startswith("Mistake")
    table.rules = poisoned().rules
    table.must(RELEASE, "t1")
    assert table.state.phase == "closed"


def _broken(name: str) -> Step:
    def due(view: RoundView) -> Dues:
        raise Mistake(view.round.step)

    return Step(name, due, (Edge(OVER),))


def test_a_plan_that_runs_in_a_circle_stops_the_table_and_does_not_hang() -> None:
    circle = Plan(
        "circle",
        (
            replace(drill.STEPS[0], then=(Edge("there"),)),
            Step("there", lambda _: (), (Edge("back"),)),
            Step("back", lambda _: (), (Edge("there", _always), Edge(OVER, _never))),
        ),
    )
    table = drill.drill()
    table.rules = drill.rules(table.settings, circle)
    table.must(drill.BETS[0])

    outcome = table.do(Call("closed"))

    assert outcome.fault.startswith("PlanError")
    assert isinstance(table.errors[0], PlanError)


def _always(_: object) -> bool:
    return True


def _never(_: object) -> bool:
    return False


def test_an_event_that_stopped_the_table_is_on_record_and_does_not_stop_it_again() -> None:
    def due(step: Step, view: RoundView) -> Dues:
        if view.drew("wheel") == 3:
            raise Mistake("nobody thought of three")
        return step.due(view)

    def rules(settings: Settings) -> Rules:
        steps = tuple(replace(s, due=partial(due, s)) for s in drill.STEPS)
        return drill.rules(settings, Plan("poison", steps))

    settings = settings_for("blind", game="drill", devices={"generator_1": GENERATOR})
    table = Table(settings, rules, bets=drill.BETS).ready_to_bet().to("number")
    last = table.state.devices["generator_1"].event
    drawn = Observation("generator_1", NumberDrawn("wheel", 3), 1, last + 1)

    assert table.take(drawn).effects == (Acknowledge("generator_1", 1, last + 1),)
    table.must(Confirm("release"), "t1")
    again = table.take(drawn)

    assert (again.ignored, again.fault, table.state.phase) == ("already_on_record", "", "open")
