"""What all simulated devices have in common: a cable, firmware, memory, and what can go wrong.

A device speaks bytes through the socket its cable is in, whatever that is, and knows no time but
the one it is given. It complains when the controller breaks the protocol.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import partial
from heapq import heappop, heappush
from typing import ClassVar, Protocol

from drivers.driving import Timing
from drivers.happenings import Happening
from drivers.messages import Condition, FromDevice
from drivers.plain.profile import PlainProfile
from drivers.wire import Timekeeper
from simulators.behaviour import Fault, Onward
from simulators.felt import Piece
from simulators.firmware import Firmware, Memory
from simulators.plain import PlainFirmware
from simulators.stream import StreamFirmware
from tablectl.words.errors import TablectlError
from tablectl.words.observations import Jammed
from tablectl.words.orders import Demand
from tablectl.words.settings import Device

_IN_ORDER = Condition(0)


class ControllerBrokeProtocol(AssertionError):
    """The controller did something no controller may do to this device."""


class NoSuchStation(TablectlError):
    """A device cannot jam where it has nothing that could."""

    code = "no_such_station"


class Socket(Protocol):
    """Where the device's cable goes."""

    def send(self, data: bytes) -> None: ...

    def unplug(self) -> None:
        """The cable is pulled."""

    def plug(self) -> None:
        """And put back."""


@dataclass(kw_only=True)
class SimulatedDevice:
    stations: ClassVar[tuple[str, ...]] = ("mouth",)
    """Where it can jam; usually at the last."""

    name: str
    device: Device
    time: Timekeeper
    timing: Timing = field(default_factory=Timing)
    strict: bool = True
    """A breach of the protocol raises at once; otherwise it is only noted in `complaints`."""
    complaints: list[str] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    """The newest first."""
    socket: Socket | None = None
    plugged: bool = True
    jammed: bool = False
    deaf: bool = False
    """Takes orders and never does what they say, nor says so."""
    loads: int = 0
    """How often cards were put into it, if it is a device that cards are put into."""
    speaks: PlainProfile | None = None
    """How it speaks, if not by the reference protocol."""
    firmware: Firmware | PlainFirmware | StreamFirmware = field(init=False, repr=False)
    _alarms: list[int] = field(init=False, repr=False, default_factory=list)

    def __post_init__(self) -> None:
        if self.speaks is None:
            self.firmware = Firmware(self, self.timing)
        else:
            self.firmware = PlainFirmware(self, self.timing, self.speaks)

    # ------------------------------------------------------------ what it remembers

    @property
    def epoch(self) -> int:
        return self.firmware.memory.epoch

    @property
    def event(self) -> int:
        """The number of the last event."""
        return self.firmware.memory.event

    @property
    def last_order(self) -> int:
        return self.firmware.memory.last_order

    @property
    def kept(self) -> dict[int, Happening]:
        """What is not recorded yet, by its number."""
        return self.firmware.memory.kept

    @property
    def full(self) -> bool:
        """So much is kept that nothing more may be caused."""
        return self.firmware.memory.full

    @property
    def linked(self) -> bool:
        """A session is open, as far as anybody can tell who sees the device and its cable."""
        return self.plugged and bool(self.firmware.session)

    def remember(self, *, epoch: int, event: int, last_order: int) -> None:
        """As if it had been here all along: for a table that is set up in the middle."""
        self.firmware.memory = Memory(epoch, event, last_order=last_order)

    # ------------------------------------------------------------ the line

    def attach(self, socket: Socket) -> None:
        """Put the cable into this socket."""
        self.firmware.cut()
        self.socket = socket

    def receive(self, data: bytes) -> None:
        """Bytes from the controller."""
        onward: Onward = self._heard
        for fault in reversed(self.faults):
            onward = partial(fault.hears, onward=onward)
        onward(data)

    def speak(self, data: bytes) -> None:
        onward: Onward = self._spoken
        for fault in reversed(self.faults):
            onward = partial(fault.speaks, onward=onward)
        onward(data)

    def _heard(self, data: bytes) -> None:
        self.firmware.receive(data, self.time.clock())
        self._arm()

    def _spoken(self, data: bytes) -> None:
        if data and self.socket is not None and self.plugged:
            self.socket.send(data)

    def altered(self, message: FromDevice) -> Iterable[FromDevice]:
        said: Iterable[FromDevice] = (message,)
        for fault in self.faults:
            said = [other for one in said for other in fault.says(one)]
        return said

    def uttered(self, words: bytes) -> Iterable[bytes]:
        said: Iterable[bytes] = (words,)
        for fault in self.faults:
            said = [other for one in said for other in fault.utters(one)]
        return said

    def prevented(self) -> str:
        return next((why for fault in self.faults if (why := fault.prevents())), "")

    def complain(self, problem: str) -> None:
        self.complaints.append(problem)
        if self.strict:
            raise ControllerBrokeProtocol(f"{self.name}: {problem}")

    def _arm(self) -> None:
        """Have the firmware woken when it wants to be, unless it will be before that anyway."""
        due = self.firmware.due
        if due is None or (self._alarms and self._alarms[0] <= due):
            return
        heappush(self._alarms, due)
        self.time.call_at(due, self._ring)

    def _ring(self) -> None:
        heappop(self._alarms)
        self.firmware.wake(self.time.clock())
        self._arm()

    # ------------------------------------------------------------ the machine

    @property
    def counted(self) -> int:
        return 0

    @property
    def coming(self) -> list[Piece]:
        """The cards that come out next, the first of them first."""
        return []

    @property
    def condition(self) -> Condition:
        return Condition.JAMMED if self.jammed else _IN_ORDER

    def obey(self, demand: Demand) -> str:
        """Take a demand to heart, or say why not."""
        return f"this device knows no {type(demand).__name__.lower()}"

    def go_on(self) -> None:
        """Begin what can begin now."""

    def recorded(self) -> None:
        """Events that were told are on record."""

    def session_over(self) -> None:
        """The session ended, and the allowance with it."""

    def power_back(self) -> None:
        """The power is back, and whatever was running stands still."""

    def happened(self, happening: Happening) -> None:
        """Something happened in front of the sensors."""
        self.report(self.sensed(happening))

    def sensed(self, happening: Happening) -> Happening:
        """What the sensors make of it."""
        for fault in self.faults:
            happening = fault.senses(happening)
        return happening

    def report(self, happening: Happening) -> None:
        self.firmware.report(happening, self.time.clock())
        self._arm()

    def moved(self) -> None:
        """Tell the faults that the machine has moved. Afterwards it may be jammed."""
        for fault in tuple(self.faults):
            fault.moves()

    def really(self, count: int) -> int:
        """How many cards come when so many are meant to."""
        for fault in self.faults:
            count = fault.lets_out(count)
        return count

    # ------------------------------------------------------------ what goes wrong

    def fit(self, fault: Fault) -> None:
        """Put a fault in front of the normal behaviour."""
        fault.fit_to(self)
        self.faults.insert(0, fault)

    def unplug(self) -> None:
        """The cable is pulled. The device does not notice: it only hears nothing any more."""
        if self.plugged:
            self.plugged = False
            self.firmware.cut()
            if self.socket is not None:
                self.socket.unplug()

    def plug(self) -> None:
        if not self.plugged:
            self.plugged = True
            if self.socket is not None:
                self.socket.plug()

    def reboot(self) -> None:
        """Power lost and back, with the memory intact."""
        self.firmware.power_up()
        self.power_back()

    def restart(self) -> None:
        """Power lost and back, and what was not recorded is forgotten: a new epoch."""
        self.unplug()
        self.firmware.memory.forget_events()
        self.reboot()
        self.plug()

    def exchange(self, serial: str) -> None:
        """Another unit stands in this one's place, and nobody gave it an order yet.

        What the other one kept went away with it. The new one numbers its events from where the
        other was: nothing may depend on the numbers of two units being far apart.
        """
        self.unplug()
        self.device = replace(self.device, serial=serial)
        memory = self.firmware.memory
        memory.kept.clear()
        memory.last = None
        memory.orders.clear()
        memory.last_order = 0
        self.reboot()
        self.plug()

    def station(self, name: str = "") -> str:
        """Where it can jam: the station of this name, or the usual one."""
        if not self.stations or name not in ("", *self.stations):
            places = ", ".join(self.stations) or "nowhere"
            raise NoSuchStation(f"{self.name} cannot jam at {name or 'a station'}; only: {places}")
        return name or self.stations[-1]

    def jam(self, station: str = "") -> None:
        """A card is stuck, at the usual station if none is named."""
        self.stop(f"a card is stuck at the {self.station(station)}")

    def stop(self, why: str) -> None:
        """The machine stops with cards in it."""
        self.jammed = True
        self.happened(Jammed(why))

    def stall(self) -> None:
        """The machine stands still and does not notice."""
        self.jammed = True

    def clear(self) -> None:
        """A hand has put it right."""
        self.jammed = False
        self.go_on()

    def repeat_last(self) -> None:
        """Send the last event once more, as a device does whose acknowledgement got lost."""
        self.firmware.repeat_last()

    def lose_event(self) -> None:
        """An event number is skipped: something was seen and will never be told."""
        self.firmware.memory.event += 1
