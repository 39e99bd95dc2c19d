"""Plans: a game's round as a static graph of steps.

`due` of a step says what may happen next; an empty `due` means the step is over, and then exactly
one of its edges is open. Loops live in `due` (betting until all have answered), branches live in
edges. A plan is made by a pure function from game, dealing method and options; its phase table on
`transitions` is the authority on which step may follow which.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tablectl.table.phases import Change, PhaseTable
from tablectl.table.round_view import RoundView
from tablectl.words.dues import Due
from tablectl.words.errors import TablectlError

VOID = "void"
OVER = "over"
Dues = tuple[Due, ...]


class PlanError(TablectlError):
    """A plan that cannot be right."""

    code = "bad_plan"


@dataclass(frozen=True)
class Edge:
    """The way to the next step, open when the guard says so. `says` labels the diagram."""

    to: str
    when: Callable[[RoundView], bool] | None = None
    says: str = ""


@dataclass(frozen=True)
class Step:
    id: str
    due: Callable[[RoundView], Dues]
    then: tuple[Edge, ...]


class Plan:
    """The steps of a round. Every step can be voided; a voided round ends when its way out does."""

    def __init__(self, name: str, steps: tuple[Step, ...]) -> None:
        self.name = name
        self.steps = {step.id: step for step in steps}
        self.first = steps[0].id
        _lint(self, steps)
        self.table = PhaseTable(name, self.first, _changes(steps))

    def due(self, step: str, view: RoundView) -> Dues:
        return self.steps[step].due(view)

    def after(self, step: str, view: RoundView) -> str:
        """The step that follows one that is over."""
        edges = self.steps[step].then
        if len(edges) > 1:
            open_ = [edge.to for edge in edges if edge.when is not None and edge.when(view)]
            if len(open_) != 1:
                raise PlanError(f"{self.name}: {len(open_)} edges of {step} are open, not one")
        target = self.table.after(step, "advance", view)
        if target is None:
            raise PlanError(f"{self.name}: no edge of {step} is open")
        return target

    def voided(self, step: str) -> str:
        return self.table.after(step, "void") or step


def _changes(steps: tuple[Step, ...]) -> list[Change]:
    first = steps[0].id
    changes = [
        Change("advance", step.id, edge.to, edge.when, edge.says)
        for step in steps
        for edge in step.then
    ]
    changes += [Change("void", step.id, VOID) for step in steps]
    changes += [Change("advance", VOID, OVER), Change("begin", OVER, first)]
    return changes


def _lint(plan: Plan, steps: tuple[Step, ...]) -> None:
    if len(plan.steps) != len(steps):
        raise PlanError(f"{plan.name}: two steps share a name")
    known = {*plan.steps, OVER}
    for step in steps:
        if step.id in (VOID, OVER):
            raise PlanError(f"{plan.name}: {step.id} is every plan's own word")
        if not step.then:
            raise PlanError(f"{plan.name}: {step.id} leads nowhere")
        if len(step.then) > 1 and any(edge.when is None for edge in step.then):
            raise PlanError(f"{plan.name}: of the edges of {step.id}, one is always open")
        for edge in step.then:
            if edge.to not in known:
                raise PlanError(f"{plan.name}: {step.id} leads to {edge.to}, which is no step")
