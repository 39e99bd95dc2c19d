"""Exactly once: controller, lines and devices die in any order, and no card is lost or doubled.

A run is a few rounds at a table whose parts are killed at random moments: the controller before or
after a commit or between two effects, the cable, the power of a device. At the end everything is
mended, and what the controller has on record must be what the device itself saw: every event once,
in order, with the same content, and as many cards given as the device gave.

    make exactly-once ARGS="--runs 10000"

A run is reproducible from its number alone.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from multiprocessing import Pool
from random import Random
from time import monotonic
from typing import Any

from drivers.happenings import CardsDrawn, Happening
from simulators.behaviour import Fault
from simulators.chance import split
from simulators.crew import Wishes
from simulators.stack_shoe import StackShoe
from simulators.wires import ByteByByte, Delayed, Lossy, Manner, Whole
from tablectl import config
from tablectl.kernel import inputs
from tablectl.rig import Rig, build
from tablectl.scenario.mortal import ControllerDied, MortalJournal
from tablectl.words.cards import Secret
from tablectl.words.effects import Effect
from tablectl.words.observations import CardsOut, Observation, OrderDone, OrderFailed

STEPS = 45
OUTCOMES = (OrderDone, OrderFailed)
KILL_RATE = 0.12
SECOND = 1_000_000
MOST_TO_MEND = 400

MANNERS: Mapping[str, Callable[[Random], Manner]] = {
    "whole": lambda _: Whole(),
    "byte by byte": lambda _: ByteByByte(),
    "loss": lambda chance: Lossy(chance, 0.03),
    "delay": lambda chance: Delayed(chance, 300_000),
}
METHODS = {
    "counting": "manual_shoe",
    "recognising": "manual_shoe",
    "automated": "automated_shoe",
}


class Witness(Fault):
    """Breaks nothing: it only writes down what the device saw, under the number it gave it."""

    def __init__(self) -> None:
        self.saw: dict[tuple[int, int], Happening] = {}

    def senses(self, happening: Happening) -> Happening:
        self.saw[self.device.epoch, self.device.event + 1] = happening
        return happening


class Disagreement(AssertionError):
    """The controller's record and the device's own memory do not tell the same."""


@dataclass
class Run:
    number: int
    chance: Random = field(init=False)
    rig: Rig = field(init=False)
    journal: MortalJournal = field(init=False)
    kills: Counter[str] = field(default_factory=Counter)
    witnesses: dict[str, Witness] = field(default_factory=dict)
    effects_left: int | None = None
    """So many effects still leave, and then the controller dies."""

    def __post_init__(self) -> None:
        self.chance = split(self.number, "kills")
        self.preset = self.chance.choice(tuple(METHODS))
        self.manner = self.chance.choice(tuple(MANNERS))
        table = table_with(self.preset)
        self.journal = MortalJournal()
        self.rig = build(
            table.settings,
            wishes(split(self.number, "wishes")),
            self.number,
            self.journal,
            profiles=table.profiles,
            manner=MANNERS[self.manner](split(self.number, "wire")),
        )
        for name, device in self.rig.devices.items():
            self.witnesses[name] = Witness()
            device.fit(self.witnesses[name])
        self.rig.report = self.report
        self.rig.host.released = self.released

    # ------------------------------------------------------------ what is killed

    def report(self, observation: Observation, secrets: tuple[Secret, ...]) -> None:
        """A device does not notice that the controller dies over what it reports; it only hears
        nothing any more."""
        try:
            self.rig.host.report(observation, secrets)
        except ControllerDied:
            for line in self.rig.lines.values():
                line.abandon()

    def released(self, _: Effect) -> None:
        if self.effects_left is None:
            return
        if self.effects_left == 0:
            self.journal.dead = True
            raise ControllerDied
        self.effects_left -= 1

    def kill(self) -> None:
        what = self.chance.choice(("before", "after", "between", "cable", "power", "both"))
        self.kills[what] += 1
        device = self.chance.choice(tuple(self.rig.devices.values()))
        match what:
            case "before":
                self.journal.doom = "before_commit"
            case "after":
                self.journal.doom = "after_commit"
            case "between":
                self.effects_left = self.chance.randrange(3)
            case "cable":
                device.plug() if not device.plugged else device.unplug()
            case "power":
                device.reboot()
            case _:
                device.unplug()
                device.reboot()
                device.plug()

    def step(self) -> None:
        with suppress(ControllerDied):
            self.rig.crew.step()
        self.survive()
        with suppress(ControllerDied):
            self.rig.time.pass_time(self.chance.choice((SECOND // 20, SECOND // 2, 3 * SECOND)))
        self.survive()

    def survive(self) -> None:
        """If the controller has died, start the next one on what it left."""
        if not self.journal.dead:
            return
        self.journal = self.journal.survivor()
        self.effects_left = None
        self.rig.restart(self.journal)

    # ------------------------------------------------------------ the run

    def play(self) -> None:
        for _ in range(STEPS):
            if self.chance.random() < KILL_RATE:
                self.kill()
            self.step()
        self.mend()
        self.compare()

    def mend(self) -> None:
        """Plug everything in and let nothing else go wrong, until nothing is under way any more."""
        self.journal.doom = ""
        self.effects_left = None
        for device in self.rig.devices.values():
            device.plug()
        for _ in range(MOST_TO_MEND):
            self.rig.time.pass_time(SECOND // 2)
            if self.at_rest():
                return
        raise Disagreement("the lines do not come to rest")

    def at_rest(self) -> bool:
        """Nothing is kept, and no machine is in the middle of something."""
        shoe = self.rig.shoe
        rolling = isinstance(shoe, StackShoe) and shoe.running
        devices = self.rig.devices.values()
        return not rolling and all(device.linked and not device.kept for device in devices)

    # ------------------------------------------------------------ the comparison

    def compare(self) -> None:
        recorded = recorded_events(self.rig)
        for name, device in self.rig.devices.items():
            events = recorded.get(name, [])
            numbers = [key for key, _ in events]
            if numbers != [(device.epoch, event) for event in range(1, device.event + 1)]:
                raise Disagreement(f"{name}: recorded {numbers}, and {device.event} happened")
            seen = {key: o for key, o in events if not isinstance(o.report, OUTCOMES)}
            saw = self.witnesses[name].saw
            if list(seen) != list(saw):
                raise Disagreement(f"{name}: recorded {list(seen)}, happened {list(saw)}")
            for key, observation in seen.items():
                agree(name, key, observation, saw[key])
        shoe = self.rig.shoe
        deck = self.rig.host.kernel.state.decks["blue"]
        if shoe is not None and deck.phase == "loaded" and shoe.given != deck.given:
            raise Disagreement(f"the shoe gave {shoe.given}, the controller counts {deck.given}")


@cache
def table_with(preset: str) -> config.Table:
    return config.loads(
        "{version: 1, table: once, game: three_card_poker, seats: 6, decks: [blue], "
        f"method: {METHODS[preset]}, preset: {preset}}}",
        preset,
    )


def wishes(chance: Random) -> Wishes:
    def wagers(_: int) -> Mapping[int, Mapping[str, int | None]]:
        seats = sorted(chance.sample(range(1, 7), chance.randint(1, 3)))
        return {seat: {"ante": 1000} for seat in seats}

    def choose(_: Mapping[str, Any], due: Mapping[str, Any]) -> str:
        return str(due["options"][0]["name"])

    return Wishes(wagers, choose)


Recorded = dict[str, list[tuple[tuple[int, int], Observation]]]


def recorded_events(rig: Rig) -> Recorded:
    """Every numbered event that the controller took, in the order of its record."""
    found: Recorded = {}
    for stamped, outcome in inputs(rig.host.kernel.journal.records()):
        seen = stamped.input
        if isinstance(seen, Observation) and seen.event and outcome.ignored != "already_on_record":
            found.setdefault(seen.device, []).append(((seen.epoch, seen.event), seen))
    return found


def agree(name: str, key: tuple[int, int], seen: Observation, happened: Happening) -> None:
    """The cards of a report are those that the device saw leave."""
    if isinstance(happened, CardsDrawn):
        told = seen.report.count if isinstance(seen.report, CardsOut) else None
        if told != happened.count:
            raise Disagreement(f"{name} {key}: {happened.count} cards left, {told} on record")


# ---------------------------------------------------------------- many runs


@dataclass(frozen=True)
class Result:
    number: int
    preset: str
    manner: str
    kills: Mapping[str, int]
    cards: int
    problem: str = ""


def one(number: int, made: Callable[[int], Run] = Run) -> Result:
    run = made(number)
    problem = ""
    try:
        run.play()
    except AssertionError as error:
        problem = f"{type(error).__name__}: {error}"
    cards = sum(
        happening.count
        for witness in run.witnesses.values()
        for happening in witness.saw.values()
        if isinstance(happening, CardsDrawn)
    )
    return Result(number, run.preset, run.manner, dict(run.kills), cards, problem)


def many(first: int, runs: int, processes: int) -> Iterator[Result]:
    with Pool(processes) as pool:
        yield from pool.imap_unordered(one, range(first, first + runs), chunksize=20)


def main() -> int:
    asked = argparse.ArgumentParser(prog="make exactly-once", description=__doc__)
    asked.add_argument("--runs", type=int, default=10_000)
    asked.add_argument("--first", type=int, default=0, help="the number of the first run")
    asked.add_argument("--processes", type=int, default=2)
    options = asked.parse_args()
    began = monotonic()
    kinds: Counter[str] = Counter()
    kills: Counter[str] = Counter()
    cards = done = failed = 0
    for result in many(options.first, options.runs, options.processes):
        done += 1
        cards += result.cards
        kinds[f"{result.preset}, {result.manner}"] += 1
        kills.update(result.kills)
        if result.problem:
            failed += 1
            say(f"run {result.number} ({result.preset}, {result.manner}): {result.problem}")
        if done % 500 == 0:
            say(f"{done} of {options.runs} runs, {cards} cards, {failed} disagreements")
    say(f"{done} runs in {monotonic() - began:.0f} s, {cards} cards left their shoe")
    say("kills: " + ", ".join(f"{what} {count}" for what, count in sorted(kills.items())))
    say("runs: " + "; ".join(f"{kind} {count}" for kind, count in sorted(kinds.items())))
    say(f"disagreements: {failed}")
    return 1 if failed else 0


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
