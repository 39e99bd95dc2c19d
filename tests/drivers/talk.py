"""A driver and somebody who talks to it: what the tests of the driver have in common."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import TypeVar

from drivers.driving import MILLISECOND, Heard, Noted, Output, Seen, Send, Timing
from drivers.frames import Decoder, Frame, to_bytes
from drivers.happenings import CardsDrawn, Happening, happening_bytes
from drivers.messages import (
    PROTOCOL,
    Alive,
    Event,
    Identity,
    KindCode,
    Marks,
    Message,
    framed,
    read,
)
from drivers.session import ReferenceDriver
from tablectl.words.cards import Card, Composition, Secret
from tablectl.words.observations import Observation, Report
from tablectl.words.orders import Allow, Demand, Order
from tablectl.words.settings import DeviceKind

TIMING = Timing()
SECOND = 1_000 * MILLISECOND
EPOCH = 7
SERIAL = "S-1"
AnyMessage = TypeVar("AnyMessage")


class OpenSeals:
    """Seals that a test can see through: the token counts, the cipher says the card."""

    in_parts = False

    def __init__(self, foreign: Sequence[Card] = ()) -> None:
        self.sealed: list[tuple[Card, str, int]] = []
        self.foreign = foreign

    def seal(self, card: Card, shuffle: str, number: int) -> Secret:
        self.sealed.append((card, shuffle, number))
        return Secret(f"token-{shuffle}#{number}", f"cipher {len(self.sealed)}")

    def belongs(self, card: Card) -> bool:
        return card not in self.foreign

    def differences(self, seen: Iterable[Card]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        return Composition().differences(seen)


def identity(
    kind: KindCode | int = KindCode.SHOE,
    *,
    protocol: int = PROTOCOL,
    serial: str = SERIAL,
    epoch: int = EPOCH,
    last_event: int = 0,
    last_order: int = 0,
    load: int = 1,
    lapse_ms: int = 2_000,
) -> Identity:
    marks = int(Marks.SIMULATED)
    numbers = (epoch, last_event, last_order, load, lapse_ms)
    return Identity(protocol, kind, marks, *numbers, "sim-shoe", serial, "1.0", "ab" * 32)


def event(number: int, happened: Happening, oldest: int = 1, epoch: int = EPOCH) -> Event:
    return Event(epoch, number, oldest, *happening_bytes(happened))


def a_card(number: int, oldest: int = 1, epoch: int = EPOCH) -> Event:
    """The event of one card that nobody recognised, the `number`th of both."""
    return event(number, CardsDrawn(1, number, 1, 0), oldest, epoch)


def messages(data: bytes) -> list[Message]:
    """What a device reads off the line."""
    found = list(Decoder().feed(data))
    assert all(isinstance(part, Frame) for part in found)
    return [read(part) for part in found if isinstance(part, Frame)]


@dataclass
class Talk:
    """A driver, the time, and everything it has put out."""

    kind: DeviceKind = DeviceKind.SHOE
    seals: OpenSeals = field(default_factory=OpenSeals)
    now: int = 1_000 * SECOND
    out: list[Output] = field(default_factory=list)
    new: list[Output] = field(default_factory=list)
    """What the last call put out."""

    def __post_init__(self) -> None:
        self.sessions = count(101)
        self.driver = ReferenceDriver(
            "shoe_1", self.kind, self.seals, TIMING, lambda: next(self.sessions)
        )

    # ------------------------------------------------------------ calls

    def took(self, outputs: list[Output]) -> list[Output]:
        self.new = outputs
        self.out += outputs
        return outputs

    def open(self) -> None:
        self.took(self.driver.opened(self.now))

    def live(self, who: Identity | None = None) -> Talk:
        self.open()
        self.say(who if who is not None else identity(), self.session)
        return self

    def say(self, message: Message, session: int | None = None) -> list[Output]:
        """The device says this, in the session of the last frame it was sent."""
        frame = framed(message, self.session if session is None else session)
        return self.hear(to_bytes(frame))

    def hear(self, data: bytes) -> list[Output]:
        return self.took(self.driver.received(data, self.now))

    def order(self, number: int, demand: Demand | None = None) -> list[Output]:
        given = Order(number, "shoe_1", demand if demand is not None else Allow(number), 0)
        return self.took(self.driver.order(given, self.now))

    def record(self, number: int, epoch: int = EPOCH) -> list[Output]:
        return self.took(self.driver.acknowledge(epoch, number, self.now))

    def lose(self, why: str = "unplugged") -> list[Output]:
        return self.took(self.driver.lost(why, self.now))

    def pass_time(self, duration: int, *, healthy: bool = True) -> list[Output]:
        """Let time pass, waking the driver whenever it wants to be."""
        until, out = self.now + duration, list[Output]()
        while (due := self.driver.due) is not None and due <= until:
            assert due >= self.now, "a driver that wants to be woken in the past"
            self.now = due
            out += self.driver.wake(self.now, healthy=healthy)
            again = self.driver.due
            assert again is None or again > self.now, "woken, and due again at once"
        self.now = until
        return self.took(out)

    def stay_alive(self, duration: int) -> list[Output]:
        """Let time pass with a device that answers something now and then."""
        out: list[Output] = []
        until = self.now + duration
        while self.now < until:
            out += self.pass_time(min(TIMING.beat, until - self.now))
            out += self.say_alive()
        self.new = out
        return out

    def say_alive(self) -> list[Output]:
        return self.say(Alive(1))

    # ------------------------------------------------------------ what came out

    @property
    def session(self) -> int:
        sent = [output for output in self.out if isinstance(output, Send)]
        (found,) = Decoder().feed(sent[-1].data)
        assert isinstance(found, Frame)
        return found.session


def sent(outputs: list[Output]) -> list[Message]:
    return [m for output in outputs if isinstance(output, Send) for m in messages(output.data)]


def sent_as(made: type[AnyMessage], outputs: list[Output]) -> list[AnyMessage]:
    return [message for message in sent(outputs) if isinstance(message, made)]


def seen(outputs: list[Output]) -> list[Observation]:
    return [output.observation for output in outputs if isinstance(output, Seen)]


def reports(outputs: list[Output]) -> list[Report]:
    return [observation.report for observation in seen(outputs)]


def noted(outputs: list[Output]) -> list[str]:
    return [output.what for output in outputs if isinstance(output, Noted)]


def visible(outputs: list[Output]) -> str:
    """Everything in these outputs that somebody may look at, as one text."""
    shown = (Noted, Heard)
    return "\n".join(repr(output) for output in outputs if isinstance(output, shown))
