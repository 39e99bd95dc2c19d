"""A few rounds at a table whose parts are killed at random moments, and then are mended.

What is killed: the controller before or after a commit or between two effects, the cable, the power
of a device. What the record must then agree with follows from the delivery of the devices, and is
said by the kind of run (`exactly_once`, `uncertain`). A run is reproducible from its number alone.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any, ClassVar

from drivers.happenings import Happening
from simulators.behaviour import Fault
from simulators.chance import split
from simulators.crew import Wishes
from simulators.device import SimulatedDevice
from simulators.stack_shoe import StackShoe
from simulators.wires import ByteByByte, Delayed, Lossy, Manner, Whole
from tablectl import config
from tablectl.rig import Rig, build
from tablectl.scenario.mortal import ControllerDied, MortalJournal
from tablectl.words.cards import Secret
from tablectl.words.effects import Effect
from tablectl.words.observations import Observation

STEPS = 45
KILL_RATE = 0.12
SECOND = 1_000_000
MOST_TO_MEND = 400
DEATHS = ("before", "after", "between", "cable", "power", "both")

MANNERS: Mapping[str, Callable[[Random], Manner]] = {
    "whole": lambda _: Whole(),
    "byte by byte": lambda _: ByteByByte(),
    "loss": lambda chance: Lossy(chance, 0.03),
    "delay": lambda chance: Delayed(chance, 300_000),
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
class Run(ABC):
    """`tables` are those that it is played at, `ways` how bytes travel, `deaths` what happens."""

    tables: ClassVar[Mapping[str, Mapping[str, str]]]
    ways: ClassVar[tuple[str, ...]] = tuple(MANNERS)
    deaths: ClassVar[tuple[str, ...]] = DEATHS

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
        self.equipment = self.chance.choice(tuple(self.tables))
        self.manner = self.chance.choice(self.ways)
        table = table_with(tuple(self.tables[self.equipment].items()))
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
        what = self.chance.choice(self.deaths)
        self.kills[what] += 1
        self.die(what, self.chance.choice(tuple(self.rig.devices.values())))

    def die(self, what: str, device: SimulatedDevice) -> None:
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
        duration = self.chance.choice((SECOND // 20, SECOND // 2, 3 * SECOND))
        died = True
        with suppress(ControllerDied):
            self.rig.time.pass_time(duration)
            died = False
        self.survive()
        if not died:
            self.passed(duration)

    @abstractmethod
    def passed(self, duration: int) -> None:
        """So much time has passed without a death in it."""

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

    @abstractmethod
    def compare(self) -> None:
        """Disagreement if what is on record is not what has happened."""


@cache
def table_with(keys: tuple[tuple[str, str], ...]) -> config.Table:
    devices = ", ".join(f"{key}: {value}" for key, value in keys)
    return config.loads(
        f"{{version: 1, table: once, game: three_card_poker, seats: 6, decks: [blue], {devices}}}",
        "table.yaml",
    )


def wishes(chance: Random) -> Wishes:
    def wagers(_: int) -> Mapping[int, Mapping[str, int | None]]:
        seats = sorted(chance.sample(range(1, 7), chance.randint(1, 3)))
        return {seat: {"ante": 1000} for seat in seats}

    def choose(_: Mapping[str, Any], due: Mapping[str, Any]) -> str:
        return str(due["options"][0]["name"])

    return Wishes(wagers, choose)
