"""What goes wrong in a soak: at most one fault of a device and one slip of a person a round.

Each is picked from its list at the beginning of a round and comes about as soon as it can; what a
device has caught is mended a while later, as somebody would.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from simulators.behaviour import Fault
from simulators.device import NoSuchStation, SimulatedDevice
from simulators.faults import FAULTS, Level
from simulators.mishaps import MISHAPS, World
from simulators.slips import HANDS, OUT_OF_TURN
from tablectl.rig import Rig
from tablectl.words.bases import Role
from tablectl.words.outcomes import Receipt

OF_DEVICES = ("two_cards_at_once", "card_nobody_asked_for", "cable_pulled", "device_restart", "jam",
              "event_repeated", "event_lost")  # fmt: skip
"""Mishaps that are no person's."""
IDENTITIES = tuple(name for name in FAULTS if name.startswith("wrong_"))
"""Faults that show when the device is asked who it is."""
OF_PEOPLE = tuple(name for name in MISHAPS if name not in (*OF_DEVICES, "cable_back"))
HARMLESS = frozenset(
    (
        *(name for name, fault in FAULTS.items() if fault.level is not Level.MECHANICS),
        *OUT_OF_TURN,
        "power_fails",
        "cable_pulled",
        "event_repeated",
        "bad_cut",
        "count_disputed",
        "late_finding",
        "miscount",
    )
)
"""What moves no card and misleads no sensor: belief and felt may not part over it."""
EARLIEST, LATEST = 0, 25
"""Steps from the beginning of a round."""
SOONEST, SLOWEST = 3, 12
"""Steps until a device is mended."""


@dataclass(frozen=True)
class Rates:
    """How many a round, on the average; at most one."""

    faults: float
    errors: float
    restarts: float = 0.05


@dataclass
class Planned:
    """One thing that will go wrong, in so many steps or as soon as it can after that."""

    name: str
    wait: int
    do: Callable[[], bool]


@dataclass
class Troubles:
    rig: Rig
    chance: Random
    rates: Rates
    happened: Callable[[str], None]
    taken: Callable[[str, Receipt], None]
    """Told of every act that was not due and was taken all the same."""
    _planned: list[Planned] = field(default_factory=list)
    _caught: list[tuple[SimulatedDevice, Fault, str]] = field(default_factory=list)
    _mend_in: int = 0

    def new_round(self) -> None:
        """Plan what goes wrong in this round; what could not come about in the last will not."""
        self._planned.clear()
        if self.rig.devices and self.chance.random() < self.rates.faults:
            self._plan(*self._fault())
        if self.chance.random() < self.rates.errors:
            self._plan(*self._error())

    def step(self) -> None:
        if self._mend_in:
            self._mend_in -= 1
            if not self._mend_in:
                self.mend()
        for planned in tuple(self._planned):
            planned.wait -= 1
            if planned.wait < 0 and planned.do():
                self._planned.remove(planned)
                self.happened(planned.name)

    def mend(self) -> None:
        """Every cable is in and every device is what it was."""
        self._mend_in = 0
        for device, fault, name in self._caught:
            device.faults.remove(fault)
            if name in IDENTITIES:
                device.unplug()
        self._caught.clear()
        for device in self.rig.devices.values():
            device.plug()

    @property
    def lurking(self) -> bool:
        """Whether a device has caught something that may yet do something to cards."""
        return any(name not in HARMLESS for _, _, name in self._caught)

    def end(self) -> None:
        """Nothing more goes wrong."""
        self._planned.clear()
        self.mend()

    def _plan(self, name: str, do: Callable[[], bool]) -> None:
        self._planned.append(Planned(name, self.chance.randint(EARLIEST, LATEST), do))

    # ------------------------------------------------------------ devices

    def _fault(self) -> tuple[str, Callable[[], bool]]:
        name = self.chance.choice((*FAULTS, *OF_DEVICES))
        if name in OF_DEVICES:
            return name, lambda: self._mishap(name)
        device = self.chance.choice(list(self.rig.devices.values()))
        seed = self.chance.random()
        return name, lambda: self._catch(device, name, f"{seed}")

    def _catch(self, device: SimulatedDevice, name: str, seed: str) -> bool:
        fault = FAULTS[name](seed)
        try:
            device.fit(fault)
        except NoSuchStation:
            return False
        self._caught.append((device, fault, name))
        self._to_be_mended()
        if name in IDENTITIES:
            device.unplug()
            device.plug()
        return True

    def _to_be_mended(self) -> None:
        self._mend_in = self._mend_in or self.chance.randint(SOONEST, SLOWEST)

    # ------------------------------------------------------------ people

    def _error(self) -> tuple[str, Callable[[], bool]]:
        name = self.chance.choice((*OF_PEOPLE, *HANDS, *OUT_OF_TURN))
        if name in HANDS:
            return name, lambda: HANDS[name](self._world)
        if name in OUT_OF_TURN:
            return name, lambda: self._out_of_turn(name)
        return name, lambda: self._mishap(name)

    def _mishap(self, name: str) -> bool:
        done = MISHAPS[name](self._world)
        if done and name == "cable_pulled":
            self._to_be_mended()
        return done

    def _out_of_turn(self, name: str) -> bool:
        receipt = OUT_OF_TURN[name](self._world, self.rig.host.door.view(Role.DEALER))
        if receipt is not None and receipt.accepted:
            self.taken(name, receipt)
        return receipt is not None

    @property
    def _world(self) -> World:
        return World(self.rig.felt, self.rig.shoe, self.rig.crew, self.chance)
