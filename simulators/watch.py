"""A watch on a simulated device: what goes over its line, one line of text for each thing.

Stands where a fault stands and changes nothing. Tells of sessions, orders, events and breaches;
signs of life, and events that are only said again, are left out. A card that left a shoe lies face
down, so none of those is told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields

from drivers.frames import Decoder, Frame
from drivers.happenings import CardsDrawn, demand, happening
from drivers.layout import Malformed
from drivers.messages import (
    Event,
    Farewell,
    FromDevice,
    Give,
    Hello,
    Identity,
    Recorded,
    Refused,
    Stranger,
    read,
)
from drivers.plain.wording import Happened
from simulators.behaviour import Fault, Onward
from simulators.device import SimulatedDevice
from simulators.firmware import Firmware
from tablectl.words.orders import Demand

Say = Callable[[str], None]


class Complaints:
    """What a device complains about, told once each."""

    def __init__(self, complain: Say) -> None:
        self._complain = complain
        self._told = 0

    def of(self, device: SimulatedDevice) -> None:
        for complaint in device.complaints[self._told :]:
            self._complain(complaint)
        self._told = len(device.complaints)


class Watch(Fault):
    """`complain` hears of breaches of the protocol, `say` of everything else."""

    def __init__(self, say: Say, complain: Say) -> None:
        self._say = say
        self._complaints = Complaints(complain)
        self._decoder = Decoder()
        self._last_event = (0, 0)
        self._last_order = 0
        self._recorded = (0, 0)
        self._session = 0

    def hears(self, data: bytes, onward: Onward) -> None:
        framed = isinstance(self.device.firmware, Firmware)  # others speak in words of their own
        for found in self._decoder.feed(data) if framed else ():
            if isinstance(found, Frame):
                self._frame(found)
            else:
                self._say(f"discarded {found.count} bytes: {found.flaw.value}")
        onward(data)
        self._complaints.of(self.device)

    def _frame(self, frame: Frame) -> None:
        try:
            message = read(frame)
        except Malformed:
            return  # the device complains about it
        match message:
            case Hello() if frame.session != self._session:
                self._session = frame.session
                self._say(f"hello: session {frame.session:08x}")
            case Farewell():
                self._say(f"farewell: session {frame.session:08x}")
            case Give() if message.order > self._last_order:
                self._last_order = message.order
                self._say(f"order {message.order}: {_demand(message)}")
            case Recorded() if (message.epoch, message.event) != self._recorded:
                self._recorded = (message.epoch, message.event)
                self._say(f"recorded up to event {message.event}")

    def says(self, message: FromDevice) -> Iterable[FromDevice]:
        match message:
            case Identity():
                last = f"last event {message.last_event}, last order {message.last_order}"
                self._say(f"identity: {message.model} {message.serial}, {last}")
            case Event() if (message.epoch, message.number) > self._last_event:
                self._last_event = (message.epoch, message.number)
                self._say(f"event {message.number}: {_happening(message)}")
            case Stranger():
                self._say("stranger: the controller has to say hello first")
            case Refused():
                self._say(f"refused: a frame of kind 0x{message.kind:02x}")
        return (message,)


def _demand(give: Give) -> str:
    try:
        return told(demand(give.demand, give.body))
    except Malformed as error:
        return f"unreadable ({error})"


def _happening(event: Event) -> str:
    return told(happening(event.happening, event.body))


def told(what: Happened | Demand) -> str:
    """A happening or a demand in words, without any card that lies face down."""
    if isinstance(what, CardsDrawn):
        up = ", face up" if what.face_up else ""
        last = what.first + what.count - 1
        numbers = f"{what.first}" if what.count == 1 else f"{what.first} to {last}"
        return f"cards drawn: {what.count}, number {numbers} of load {what.load}{up}"
    name = "".join(f" {c.lower()}" if c.isupper() else c for c in type(what).__name__).strip()
    values = ((field.name, getattr(what, field.name)) for field in fields(what))
    given = ", ".join(f"{key} {_value(value)}" for key, value in values)
    return f"{name}: {given}" if given else name


def _value(value: object) -> str:
    if isinstance(value, tuple):
        return " ".join("?" if card is None else str(card) for card in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
