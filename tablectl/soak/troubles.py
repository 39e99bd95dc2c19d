"""What goes wrong in a soak: at most one fault of a device and one slip of a person a round.

Each is picked from what can befall this table at the beginning of a round and comes about as soon
as it can; what a device has caught is mended a while later, as somebody would.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random

from simulators.behaviour import Fault
from simulators.continuous_shoe import ContinuousShoe
from simulators.device import NoSuchStation, SimulatedDevice
from simulators.drawing_mishaps import DRAWING
from simulators.faults import FAULTS, Level
from simulators.hole_reader import HoleCardReader
from simulators.mishaps import AT_ONCE, MISHAPS, World
from simulators.reader import CardReader
from simulators.shoe import SensingShoe, Shoe
from simulators.shuffler import Shuffler
from simulators.slips import CARELESS, HANDS, OUT_OF_TURN
from simulators.stack_shoe import StackShoe
from tablectl.rig import Rig
from tablectl.words.bases import Role
from tablectl.words.outcomes import Receipt

OF_SHOES = ("two_cards_at_once", "card_nobody_asked_for", "cable_pulled", "device_restart", "jam",
            "event_repeated", "event_lost")  # fmt: skip
OF_DEVICES = (*OF_SHOES, "device_deaf")
"""Mishaps that are no person's."""
CLOCK_SET = "clock_set"
"""The wall clock of the controller is put forth or back."""
CLOCK_STEPS = (-300_000_000, 300_000_000)
ON_LINES = tuple(name for name, fault in FAULTS.items() if fault.level is not Level.MECHANICS)
"""Faults of a line, or of what a device says: no part of it that moves has them."""
IDENTITIES = tuple(name for name in FAULTS if name.startswith("wrong_"))
"""Faults that show when the device is asked who it is."""
OF_PEOPLE = tuple(name for name in MISHAPS if name not in (*OF_DEVICES, "cable_back"))
BESIDES: Mapping[str, tuple[str, ...]] = {"blackjack": tuple(DRAWING)}
"""What people do wrong in one game and can in no other."""
HARMLESS = frozenset(
    (
        *ON_LINES,
        *OUT_OF_TURN,
        *CARELESS,
        "own_card_shown",
        "power_fails",
        "cable_pulled",
        "event_repeated",
        "device_deaf",
        "bad_cut",
        "count_disputed",
        "foreign_card_found",
        "duplicate_card_found",
        "late_finding",
        "miscount",
        "cards_touched",
        "card_not_from_shoe",
        "hit_missed",
        "put_in_wrongly",
        "hole_card_put_in",
        "hole_card_put_in_by_hand",
        "reader_out_of_order",
        CLOCK_SET,
    )
)
"""What moves no card and misleads no sensor: belief and felt may not part over it."""
MECHANICS: dict[str, tuple[type[SimulatedDevice], ...]] = {
    "jam": (Shoe, Shuffler, CardReader, HoleCardReader),
    "jam_at_inlet": (ContinuousShoe,),
    "jam_at_entry": (StackShoe,),
    "jam_at_roller": (StackShoe,),
    "jam_at_rollers": (Shuffler,),
    "stall": (Shuffler,),
    "short_stack": (StackShoe,),
    "long_stack": (StackShoe,),
    "two_at_once": (SensingShoe,),
    "face_up_card": (Shoe,),
    "miscount": (Shoe, Shuffler),
    "missed_card": (Shoe, Shuffler),
    "misread": (Shoe, CardReader, HoleCardReader),
    "put_in_wrongly": (HoleCardReader,),
    "order_fails": (Shoe, Shuffler),
    "power_fails": (Shoe, Shuffler, CardReader, HoleCardReader),
    "memory_fails": (Shoe, Shuffler, CardReader, HoleCardReader),
    "cable_pulled": (Shoe, Shuffler, CardReader, HoleCardReader),
}
"""On which devices a fault of the mechanics can bite."""
BEFALL = frozenset((*ON_LINES, *MECHANICS))
"""The faults that a soaked device can have."""
EARLIEST, LATEST = 0, 25
"""Steps from the beginning of a round."""
EARLY = (
    "bad_cut",
    "foreign_card_found",
    "duplicate_card_found",
    "card_from_a_disputed_shoe",
)
"""What can come about only before cards are dealt."""
FIRST_STEPS = 6
"""So soon that comes about, then."""
SOON = (3, 12)
"""Steps until a device is mended, at least and at most."""
LONG = (15, 30)
"""The same where nobody notices before the machine has something to do, or is overdue."""
SELDOM: Mapping[str, int] = {
    "deaf_in_the_deal": 36,
    "order_refused_in_the_deal": 9,
    "order_fails": 5,
    "device_deaf": 3,
    "card_from_a_disputed_shoe": 3,
    "memory_fails": 5,
    "event_lost": 2,
    "jam": 2,
    "jam_at_entry": 10,
    "jam_at_roller": 10,
    "jam_at_rollers": 3,
    "long_stack": 6,
    "lost_card": 3,
    "card_too_many_and_another_lost": 4,
    "dealer_card_exposed": 3,
    "player_card_exposed": 7,
    "card_drawn_in_error": 2,
    "late_finding": 2,
    "bad_cut": 8,
    **dict.fromkeys(DRAWING, 4),
    "drawn_before_dealers_card": 12,
    "dealer_draws_on_seventeen": 8,
    "drawn_when_all_is_out": 12,
}
"""What comes about only where several things meet is tried so many times as often as the rest."""
ON_THE_LINE = 0.3
"""So many of the faults of a device with a mechanism are of its line or of what it says."""


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
    struck: str = ""
    """The device that the last thing befell, where it was a fault of one."""
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
            self.struck = ""
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
            device.deaf = False
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
        latest = FIRST_STEPS if name in EARLY else LATEST
        self._planned.append(Planned(name, self.chance.randint(EARLIEST, latest), do))

    def _one_of(self, names: tuple[str, ...]) -> str:
        (name,) = self.chance.choices(names, [SELDOM.get(name, 1) for name in names])
        return name

    # ------------------------------------------------------------ devices

    def _fault(self) -> tuple[str, Callable[[], bool]]:
        devices = list(self.rig.devices.values())
        if self.chance.random() < 0.03:
            return CLOCK_SET, self._set_clock
        device = self.chance.choice(devices)
        line, machine = _befalls(device)
        name = self._one_of(line if not machine or self.chance.random() < ON_THE_LINE else machine)
        if name not in FAULTS or (name in OF_SHOES and self.chance.random() < 0.5):
            return name, lambda: self._mishap(name)
        seed = self.chance.random()
        return name, lambda: self._catch(device, name, f"{seed}")

    def _set_clock(self) -> bool:
        self.rig.host.step_clock(self.chance.choice(CLOCK_STEPS))
        return True

    def _catch(self, device: SimulatedDevice, name: str, seed: str) -> bool:
        fault = FAULTS[name](seed)
        try:
            device.fit(fault)
        except NoSuchStation:
            return False
        self._caught.append((device, fault, name))
        self.struck = device.name
        self._to_be_mended(SOON if name in ON_LINES else LONG)
        if name in IDENTITIES:
            device.unplug()
            device.plug()
        return True

    def _to_be_mended(self, within: tuple[int, int]) -> None:
        self._mend_in = self._mend_in or self.chance.randint(*within)

    # ------------------------------------------------------------ people

    def _error(self) -> tuple[str, Callable[[], bool]]:
        besides = BESIDES.get(self.rig.settings.game, ())
        name = self._one_of((*OF_PEOPLE, *HANDS, *CARELESS, *OUT_OF_TURN, *besides))
        if name in besides:
            return name, lambda: DRAWING[name](self._world)
        if name in HANDS:
            return name, lambda: HANDS[name](self._world)
        if name in CARELESS:
            return name, lambda: CARELESS[name](self._world)
        if name in OUT_OF_TURN:
            return name, lambda: self._out_of_turn(name)
        return name, lambda: self._mishap(name)

    def _mishap(self, name: str) -> bool:
        done = {**MISHAPS, **AT_ONCE}[name](self._world)
        if done and name == "cable_pulled":
            self._to_be_mended(SOON)
        if done and name in ("device_deaf", "deaf_in_the_deal"):
            self._to_be_mended(LONG)
        return done

    def _out_of_turn(self, name: str) -> bool:
        receipt = OUT_OF_TURN[name](self._world, self.rig.host.door.view(Role.DEALER))
        if receipt is not None and receipt.accepted:
            self.taken(name, receipt)
        return receipt is not None

    @property
    def _world(self) -> World:
        return World(self.rig.felt, self.rig.shoe, self.rig.crew, self.chance)


def _befalls(device: SimulatedDevice) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What can go wrong with the line of a device of this kind, and what with its mechanism."""
    mechanics = (name for name, fits in MECHANICS.items() if isinstance(device, fits))
    of_shoe = (*OF_SHOES, *AT_ONCE) if isinstance(device, Shoe) else ()
    moving = isinstance(device, Shoe | Shuffler)
    return ON_LINES, (*mechanics, *of_shoe, *("device_deaf",) * moving)
