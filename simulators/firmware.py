"""The device's side of the reference protocol: bytes and the time go in, bytes come out.

Written to be read beside docs/protocol.md by somebody who builds a device. It knows sessions, kept
events and orders; what the machine does with cards is the machine's business, and so is where the
bytes go. Beyond what a product would do it complains about a controller that breaks the protocol,
and only about that: loss, repetition, delay and a controller that dies are no breach.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import islice
from typing import Protocol

from drivers.driving import MILLISECOND, Timing
from drivers.frames import Decoder, Flaw, Frame
from drivers.happenings import Happening, demand, happening_bytes
from drivers.layout import Malformed
from drivers.messages import (
    FROM_DEVICE,
    PROTOCOL,
    Alive,
    Ask,
    Beat,
    Condition,
    Event,
    Farewell,
    FromDevice,
    Give,
    Hello,
    Identity,
    KindCode,
    Marks,
    Progress,
    Reason,
    Recorded,
    Refused,
    Status,
    Stranger,
    Taken,
    UnknownKind,
    encoded,
    framed,
    read,
)
from tablectl.words.observations import OrderDone, OrderFailed
from tablectl.words.orders import Demand
from tablectl.words.settings import Device

HELLO = framed(Hello(), 0).kind
FAREWELL = framed(Farewell(), 0).kind
WINDOW = 8
"""So many events are under way at a time."""
FULL = 64
"""With so many events kept, the machine causes no other."""
ROOM = 128
"""What the machine cannot help (a jam, the outcome of an order) is kept up to here."""
ORDERS = 64
"""So many orders are remembered for whoever asks about them."""


class Machine(Protocol):
    """What the firmware runs in."""

    device: Device
    deaf: bool
    loads: int

    @property
    def condition(self) -> Condition: ...

    @property
    def counted(self) -> int:
        """How many cards have left since the last load, as far as it knows."""

    def speak(self, data: bytes) -> None:
        """Bytes for the line."""

    def altered(self, message: FromDevice) -> Iterable[FromDevice]:
        """What is said in place of this message, when something is broken."""

    def uttered(self, words: bytes) -> Iterable[bytes]:
        """As `altered`, of a device that speaks in words of its own."""

    def complain(self, problem: str) -> None:
        """The controller broke the protocol."""

    def prevented(self) -> str:
        """Why an order is not carried out, when something is broken; nothing if it is."""

    def obey(self, demand: Demand) -> str:
        """Take a demand to heart, or say why not."""

    def go_on(self) -> None:
        """Something has changed that the machine may have waited for."""

    def recorded(self) -> None:
        """Events that were told are on record."""

    def session_over(self) -> None:
        """The session ended, and the allowance with it."""


@dataclass(slots=True)
class Taking:
    """An order that was taken: what it was, and how far it is."""

    demand: int
    body: bytes
    progress: Progress = Progress.TAKEN


@dataclass
class Memory:
    """What a device still knows when its power comes back."""

    epoch: int = 1
    event: int = 0
    """The number of the last event."""
    kept: dict[int, Happening] = field(default_factory=dict)
    """Events that are not recorded yet, oldest first."""
    last: tuple[int, Happening] | None = None
    last_order: int = 0
    orders: dict[int, Taking] = field(default_factory=dict)

    @property
    def full(self) -> bool:
        return len(self.kept) >= FULL

    def keep(self, happening: Happening) -> None:
        """Number an event and keep it. Without room only the number is used, so that the
        controller can tell that something is missing."""
        self.event += 1
        if len(self.kept) < ROOM:
            self.kept[self.event] = happening
            self.last = self.event, happening

    def forget_events(self) -> None:
        """The memory of events was lost: numbers begin again, and the epoch says so."""
        self.epoch += 1
        self.event = 0
        self.kept.clear()
        self.last = None

    def take(self, give: Give) -> Taking:
        taking = self.orders[give.order] = Taking(give.demand, give.body)
        self.last_order = give.order
        if len(self.orders) > ORDERS:
            del self.orders[next(iter(self.orders))]
        return taking


class Firmware:
    def __init__(self, machine: Machine, timing: Timing) -> None:
        self.memory = Memory()
        self.session = 0
        """The session that is open; 0 for none."""
        self.discarded = 0
        """Bytes from the line that belonged to no intact frame."""
        self._machine = machine
        self._timing = timing
        self._decoder = Decoder()
        self._last_byte = 0
        self._heard = 0
        self._left = 0
        """The session that the controller ended last."""
        self._beats: int | None = None
        """The count of the last beat of this session."""
        self._sent = 0
        """The last event that was sent in this session."""
        self._repeat_at: int | None = None
        self._answering = 0
        """The order that came with these bytes: its answer is not on the line yet."""

    # ------------------------------------------------------------ time

    @property
    def due(self) -> int | None:
        """When to wake, if at all."""
        if not self.session:
            return None
        lapse = self._heard + self._timing.lapse
        return lapse if self._repeat_at is None else min(lapse, self._repeat_at)

    def wake(self, now: int) -> None:
        if not self.session:
            return
        if now >= self._heard + self._timing.lapse:
            self._end_session()
        elif self._repeat_at is not None and now >= self._repeat_at:
            self._repeat(now)

    def power_up(self) -> None:
        """The power was lost and is back: whatever is not in the memory is gone."""
        self.cut()
        self._left = 0
        if self.session:
            self._end_session()

    def cut(self) -> None:
        """The line is gone: a frame that was coming in will not be finished."""
        self.discarded += sum(bad.count for bad in self._decoder.give_up(Flaw.CUT))

    # ------------------------------------------------------------ events

    def report(self, happening: Happening, now: int) -> None:
        self.memory.keep(happening)
        self._send_new(now)

    def repeat_last(self) -> None:
        """Say the last event once more, recorded or not."""
        if self.session and self.memory.last is not None:
            self._say_event(*self.memory.last)

    def _send_new(self, now: int) -> None:
        """Events that were not sent yet, as far as the window goes."""
        if not self.session or self.memory.event <= self._sent:
            return
        for number, happening in list(islice(self.memory.kept.items(), WINDOW)):
            if number > self._sent:
                self._sent = number
                self._repeat_at = now + self._timing.repeat
                self._say_event(number, happening)

    def _repeat(self, now: int) -> None:
        self._repeat_at = now + self._timing.repeat if self.memory.kept else None
        for number, happening in list(islice(self.memory.kept.items(), WINDOW)):
            if number in self.memory.kept:  # the one before may have brought its record
                self._say_event(number, happening)

    def _say_event(self, number: int, happening: Happening) -> None:
        memory = self.memory
        code, body = happening_bytes(happening)
        oldest = next(iter(memory.kept), number)
        self._say(Event(memory.epoch, number, oldest, code, body), self.session)

    # ------------------------------------------------------------ frames

    def receive(self, data: bytes, now: int) -> None:
        if self._decoder.half and now - self._last_byte > self._timing.gap:
            self.discarded += sum(bad.count for bad in self._decoder.give_up(Flaw.SILENCE))
        self._last_byte = now
        self._answering = 0
        self.wake(now)
        for found in self._decoder.feed(data):  # all of it was taken, even if one is a breach
            if isinstance(found, Frame):
                self._take(found, now)
            else:
                self.discarded += found.count

    def _take(self, frame: Frame, now: int) -> None:
        if frame.kind >= FROM_DEVICE:  # unanswered: a line that echoes would never fall silent
            self._machine.complain(f"only a device says what has kind 0x{frame.kind:02x}")
            return
        if frame.kind != HELLO and (not self.session or frame.session != self.session):
            self._stranger(frame)
            return
        try:
            message = read(frame)
        except UnknownKind as error:
            self._refuse(frame, Reason.UNKNOWN_KIND, str(error))
            return
        except Malformed as error:
            self._refuse(frame, Reason.MALFORMED, str(error))
            return
        if isinstance(message, Hello):
            self._hello(frame, message, now)
            return
        self._heard = now
        match message:
            case Beat():
                self._beat(message.count)
                self._say(Alive(message.count, self._machine.condition), self.session)
            case Recorded():
                self._recorded(message, now)
            case Give():
                self._give(frame, message, now)
            case Ask():
                taking = self.memory.orders.get(message.order)
                progress = Progress.UNKNOWN if taking is None else taking.progress
                self._say(Status(message.order, progress), self.session)
            case Farewell():
                self._left = self.session
                self._end_session()

    def _beat(self, count: int) -> None:
        """Beats may be lost, and their frames come twice; their count never goes back."""
        if self._beats is not None and (count - self._beats) & 0xFFFF >= 0x8000:
            self._machine.complain(f"beat {count} comes after beat {self._beats}")
        self._beats = count

    def _stranger(self, frame: Frame) -> None:
        if self._left and frame.session == self._left and frame.kind != FAREWELL:
            self._machine.complain(f"session {frame.session:08x} is used after its farewell")
        self._say(Stranger(), frame.session)

    def _refuse(self, frame: Frame, reason: Reason, why: str) -> None:
        if frame.session == self.session:
            self._heard = self._last_byte
        self._machine.complain(why)
        self._say(Refused(frame.kind, reason), frame.session)

    def _hello(self, frame: Frame, hello: Hello, now: int) -> None:
        session = frame.session
        if not session:
            self._refuse(frame, Reason.MALFORMED, "session 0 is none")
        elif hello.protocol != PROTOCOL:
            problem = f"protocol {hello.protocol}; this device speaks {PROTOCOL}"
            self._refuse(frame, Reason.MALFORMED, problem)
        elif session == self._left:
            self._stranger(frame)
        elif session == self.session:
            self._heard = now
            self._say(self._identity(), session)
        else:
            if self.session:
                self._end_session()
            self.session, self._heard, self._sent, self._beats = session, now, 0, None
            self._say(self._identity(), session)
            self._send_new(now)

    def _identity(self) -> Identity:
        device, memory = self._machine.device, self.memory
        program = f"simulated {device.model} {device.firmware}"
        return Identity(
            protocol=PROTOCOL,
            kind=KindCode[device.kind.name],
            marks=Marks.SIMULATED,
            epoch=memory.epoch,
            last_event=memory.event,
            last_order=memory.last_order,
            load=self._machine.loads,
            lapse_ms=self._timing.lapse // MILLISECOND,
            model=device.model,
            serial=device.serial,
            firmware=device.firmware,
            digest=device.digest or sha256(program.encode()).hexdigest(),
        )

    def _end_session(self) -> None:
        self.session = self._answering = 0
        self._repeat_at = None
        self._machine.session_over()

    def _recorded(self, recorded: Recorded, now: int) -> None:
        memory = self.memory
        if recorded.epoch != memory.epoch:
            return
        if recorded.event > memory.event:
            self._machine.complain(f"event {recorded.event} is recorded and has not happened yet")
            return
        was_full, kept = memory.full, memory.kept
        while (first := next(iter(kept), None)) is not None and first <= recorded.event:
            del kept[first]
            self._repeat_at = now + self._timing.repeat if kept else None
        self._send_new(now)
        if was_full and not memory.full:
            self._machine.go_on()
        self._machine.recorded()

    # ------------------------------------------------------------ orders

    def _give(self, frame: Frame, give: Give, now: int) -> None:
        known = self.memory.orders.get(give.order)
        if known is not None and (known.demand, known.body) != (give.demand, give.body):
            self._machine.complain(f"order {give.order} is given with another content")
        elif known is not None:
            self._say(Taken(give.order), self.session)
        elif give.order <= self.memory.last_order:
            self._give_late(give)
        else:
            self._give_new(frame, give, now)

    def _give_late(self, give: Give) -> None:
        """An order below the last one: long done and forgotten, or never seen."""
        orders, last = self.memory.orders, self.memory.last_order
        if len(orders) < ORDERS or give.order > next(iter(orders)):
            self._machine.complain(f"order {give.order} is new after order {last}")
        self._say(Taken(give.order), self.session)

    def _give_new(self, frame: Frame, give: Give, now: int) -> None:
        if self._answering:
            self._machine.complain(
                f"order {give.order} is given before order {self._answering} was answered"
            )
        try:
            wanted = demand(give.demand, give.body)
        except Malformed as error:
            self._refuse(frame, Reason.MALFORMED, str(error))
            return
        if len(self.memory.kept) >= ROOM:
            return  # no room for the outcome: not taken, and the controller says it again
        taking = self.memory.take(give)
        self._answering = give.order
        self._say(Taken(give.order), self.session)
        if self._machine.deaf:
            return
        problem = self._machine.prevented() or self._machine.obey(wanted)
        taking.progress = Progress.FAILED if problem else Progress.DONE
        self.report(OrderFailed(give.order, problem) if problem else OrderDone(give.order), now)
        self._machine.go_on()

    def _say(self, message: FromDevice, session: int) -> None:
        for said in self._machine.altered(message):
            self._machine.speak(encoded(said, session))
