"""Playing a scenario: step by step on a world of its own, until something is not as it says."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from simulators.device import ControllerBrokeProtocol
from tablectl.config import Table
from tablectl.scenario.acts import ActSpec, deed_of
from tablectl.scenario.facts import facts_of
from tablectl.scenario.hands import ImpossibleHere
from tablectl.scenario.happenings import befall, go_wrong_by_name, happen
from tablectl.scenario.judging import verdicts
from tablectl.scenario.loading import Scenario, load
from tablectl.scenario.model import Expect, Step, given_keys
from tablectl.scenario.report import Failure, FailureKind, ScenarioReport, unreadable
from tablectl.scenario.targets import reached
from tablectl.scenario.values import microseconds
from tablectl.scenario.world import World
from tablectl.words.errors import TablectlError
from tablectl.words.irregularities import Irregularity
from tablectl.yamlfile import FileErrors
from tablectl.yamlmodel import near

MOST_STEPS = 2_000
"""More things than any scenario has the crew do up to one moment."""
PATIENCE = 30
"""How many moments the crew looks at a screen on which nothing is theirs to do."""

OTHER_NAMES = {
    **{f"dealer{n}": f"d{n}" for n in (1, 2)},
    **{f"sup{n}": f"s{n}" for n in (1, 2)},
    **{f"supervisor{n}": f"s{n}" for n in (1, 2)},
    **dict.fromkeys(("tech1", "technician1"), "t1"),
    "auditor1": "a1",
}
"""Longer names of the crew that a table without people of its own has."""


class StepFailed(Exception):
    """A step could not be carried out as written."""

    def __init__(self, expected: str, was: str) -> None:
        super().__init__(expected, was)
        self.expected = expected
        self.was = was


def run_file(path: Path) -> ScenarioReport:
    """Load and play one file. A file that is no scenario is a report too, not an exception."""
    try:
        return play(load(path))
    except FileErrors as errors:
        return unreadable(str(path), errors)


def play(scenario: Scenario) -> ScenarioReport:
    """Play a scenario on each of its tables."""
    runs = [_Run(scenario, preset, table) for preset, table in scenario.tables]
    for run in runs:
        run.go()
    return ScenarioReport(
        path=scenario.path,
        name=scenario.name,
        presets=tuple(preset for preset, _ in scenario.tables if preset),
        expectations=sum(run.expectations for run in runs),
        failures=tuple(failure for run in runs for failure in run.failures),
        met=tuple((run.preset, irregularity) for run in runs for irregularity in run.met),
    )


class _Run:
    """One scenario under one preset."""

    def __init__(self, scenario: Scenario, preset: str, table: Table) -> None:
        self._scenario = scenario
        self.preset = preset
        self._world = World(table, scenario.plans)
        self._own_people = scenario.file.table.people is not None
        self.expectations = 0
        self.failures: list[Failure] = []
        self.met: tuple[Irregularity, ...] = ()

    def go(self) -> None:
        steps = self._scenario.file.steps
        for number, step in enumerate(steps, start=1):
            after = steps[number].expect if number < len(steps) else None
            self._guarded(number, step, after)
            if self.failures:
                return
        self.met = tuple(ruled.irregularity for ruled in self._world.book.all_rulings)
        self._guarded(len(steps), None, None)

    def _guarded(self, number: int, step: Step | None, after: Expect | None) -> None:
        """One step, or with None the way out that every table must have at the end."""
        world = self._world
        try:
            if step is None:
                self._close()
            elif step.expect is not None:
                self._expect(number, step.expect)
            else:
                self._take(step, after)
            world.book.read(world.journal)
            self._check_core()
        except StepFailed as failed:
            self._fail("step", number, failed.expected, failed.was)
        except ImpossibleHere as impossible:
            self._fail("step", number, "a step that can happen here", str(impossible))
        except ControllerBrokeProtocol as broken:
            self._fail("step", number, "a controller that keeps the protocol", str(broken))
        except (TablectlError, LookupError) as error:
            self._fail("step", number, "a step that can be carried out", repr(error))

    def _fail(self, kind: FailureKind, number: int, expected: str, was: str, key: str = "") -> None:
        steps = self._scenario.file.steps
        loc = ("steps", number - 1, *((steps[number - 1].kind, key) if key else ()))
        where = self._scenario.document.where(loc, key=bool(key))
        self.failures.append(Failure(kind, number, where, expected, was, self.preset))

    # ------------------------------------------------------------ steps

    def _take(self, step: Step, after: Expect | None) -> None:
        world = self._world
        if step.play_until is not None:
            self._play_until(step.play_until)
        elif step.play_rounds is not None:
            self._play_rounds(step.play_rounds)
        elif step.play_steps is not None:
            self._play_steps(step.play_steps)
        elif step.physical is not None:
            what = step.physical
            world.survive(lambda: happen(world, what))
            world.rig.crew.tidy(world.view())
        elif step.mishap is not None:
            name = step.mishap
            world.survive(lambda: go_wrong_by_name(world, name))
        elif step.act is not None:
            self._act(step.act, after)
        elif step.device is not None:
            happening = step.device
            world.survive(lambda: befall(world, happening))
        elif step.wait is not None:
            span = microseconds(step.wait)
            world.survive(lambda: world.rig.host.time.pass_time(span))
        elif step.clock is not None:
            by = microseconds(step.clock)
            world.survive(lambda: world.rig.host.step_clock(by))
        elif step.restart is not None:
            world.restart()
        elif step.crash == "controller":
            world.crash()
        elif step.crash is not None:
            world.journal.doom = step.crash

    def _act(self, spec: ActSpec, after: Expect | None) -> None:
        """An act that is refused although nobody expects it is a mistake in the scenario."""
        world = self._world
        if spec.again:
            if not world.act_again():
                raise StepFailed("an act to send again", "none so far")
        else:
            deed = deed_of(spec, world.view())
            world.act(self._person(spec.by), deed, self._person(spec.second))
        answer = world.book.answer
        expected = after is not None and after.refusal is not None
        if answer is not None and answer.refusal is not None and not expected:
            refusal = answer.refusal
            hint = f", due is {refusal.hint}" if refusal.hint else ""
            raise StepFailed("the act to be accepted", f"refused: {refusal.code}{hint}")

    def _person(self, name: str) -> str:
        return name if self._own_people else OTHER_NAMES.get(name, name)

    def _play_until(self, target: str) -> None:
        if target == "closed":
            self._world.wants_closed()
        self._play(f"to reach {target}", lambda: reached(self._world, target))

    def _play_rounds(self, rounds: int) -> None:
        last = self._world.view()["round"]["number"] + rounds
        self._play(
            f"{rounds} more rounds to be over",
            lambda: bool(self._world.view()["round"]["number"] >= last),
        )

    def _play_steps(self, steps: int) -> None:
        for done in range(steps):
            if not self._world.crew_step():
                raise StepFailed(f"the crew to do {steps} things", f"{done}, then {self._prompt()}")

    def _play(self, goal: str, is_there: Callable[[], bool]) -> None:
        idle = 0
        for _ in range(MOST_STEPS):
            if is_there():
                return
            idle = 0 if self._world.crew_step() else idle + 1
            self._check_core()
            if self._world.book.refused_bets:
                refused = ", ".join(self._world.book.refused_bets)
                raise StepFailed("the wagers of the scenario to be taken", refused)
            if idle > PATIENCE:
                raise StepFailed(goal, f"the crew has nothing to do: {self._prompt()}")
        raise StepFailed(goal, f"not so after {MOST_STEPS} things the crew did: {self._prompt()}")

    def _prompt(self) -> str:
        prompt = self._world.view()["prompt"]
        return f"{prompt['code']} for {' or '.join(prompt['who'])}" if prompt else "nothing is due"

    # ------------------------------------------------------------ expectations

    def _expect(self, number: int, expect: Expect) -> None:
        facts = facts_of(self._world)
        self.expectations += len(given_keys(expect))
        loc = ("steps", number - 1, "expect")
        mark = self._scenario.document.mark
        for verdict in sorted(verdicts(expect, facts), key=lambda v: mark((*loc, v.key))):
            kind: FailureKind = "vacuous" if verdict.vacuous else "expectation"
            self._fail(kind, number, verdict.expected, verdict.was, verdict.key)
        self._world.book.rulings.clear()

    def _check_core(self) -> None:
        """What must be so at every moment of every scenario."""
        kernel = self._world.rig.host.kernel
        if kernel.errors:
            raise StepFailed("the core to take every input", repr(kernel.errors[0]))
        for deck, holding in kernel.state.ledger.items():
            if not holding.lawful:
                raise StepFailed(f"the cards of {deck} to add up", repr(holding.piles))
        if dissent := self._world.dissent():
            raise StepFailed("the referee to agree", dissent)

    def _check_choices(self) -> None:
        """What players are to answer was among the answers: a misspelt word would have them answer
        something else, and nothing would tell. A question may never come up; one that is spelt
        nearly like another that did is meant to be that."""
        asked = self._world.asked
        for question, wish in self._scenario.file.choices.items():
            said = {wish} if isinstance(wish, str) else {*wish.values()}
            if question in asked:
                for strange in sorted(said - asked[question]):
                    answers = ", ".join(sorted(asked[question]))
                    raise StepFailed(f"{strange!r} to be an answer to {question}", answers)
            elif hint := near(question, asked):
                raise StepFailed(f"{question!r} of 'choices' to be asked", f"it never was; {hint}")

    def _close(self) -> None:
        """From wherever a scenario ends, people have a way to a closed table."""
        self._check_choices()
        self._world.journal.doom = ""
        self._world.release()
        self._world.wants_closed()
        self._play(
            "a way to a closed table after the last step", lambda: reached(self._world, "closed")
        )
