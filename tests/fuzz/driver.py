"""Anything at all for a driver: noise, frames of its session in any order, time, orders, outages.

A driver must not raise, whatever comes in. What it sends must be whole frames of a controller.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from random import Random

from drivers.driving import Noted, Output, Seen, Send, Timing
from drivers.frames import Decoder, Frame, to_bytes
from drivers.happenings import happening_bytes
from drivers.messages import (
    FROM_DEVICE,
    Alive,
    Event,
    FromDevice,
    Identity,
    KindCode,
    Refused,
    Status,
    Stranger,
    Taken,
    framed,
    read,
)
from drivers.session import ReferenceDriver
from tablectl.words.cards import STANDARD_52, Card, Composition, Secret
from tablectl.words.observations import OrderDone
from tablectl.words.orders import Allow, Demand, Draw, Order, Shuffle
from tablectl.words.settings import DeviceKind
from tests.fuzz import codec

Step = tuple[int, int]
"""What to do, and the seed for how."""

MOST_HELD = 100_000
"""Outputs of one step, in bytes on the line: far beyond what any step has reason to send."""


class PlainSeals:
    """Tokens that tell nothing, and ciphers that would tell everything if they leaked."""

    in_parts = False

    def seal(self, card: Card, shuffle: str, number: int) -> Secret:
        return Secret(f"{shuffle}:{number}", repr(card))

    def belongs(self, card: Card) -> bool:
        return card in STANDARD_52

    def differences(self, seen: Iterable[Card]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        return Composition().differences(seen)


def make(random: Random) -> list[Step]:
    what = random.choices(range(len(_OFTEN)), _OFTEN, k=random.randint(1, 60))
    return [(each, random.getrandbits(32)) for each in what]


_OFTEN = (1, 1, 4, 8, 8, 6, 1, 6, 4, 40)
"""How often each step of a bench is taken: mostly a device that talks."""


class Bench:
    """One driver and what the outside may do to it."""

    def __init__(self, kind: DeviceKind) -> None:
        self.kind = kind
        self.session = 0
        self.now = 0
        self.driver = ReferenceDriver("device", kind, PlainSeals(), Timing(), self._next_session)
        self._orders = 0
        self._events = 0

    def _next_session(self) -> int:
        self.session += 1
        return self.session

    def step(self, what: int, random: Random) -> list[Output]:
        driver, now = self.driver, self.now
        match what:
            case 0:
                return driver.opened(now)
            case 1:
                return driver.lost("pulled", now)
            case 2:
                return driver.received(b"".join(codec.make(random)), now)
            case 3:
                self.now += random.choice((0, 1, 100_000, 250_000, 500_000, 500_000, 2_000_000))
                return driver.wake(self.now, healthy=random.random() < 0.9)
            case 4:
                return driver.order(self._order(random), now)
            case 5:
                epoch, event = random.choice((7, 7, 7, 8)), self._some(random, self._events)
                return driver.acknowledge(epoch, event, now)
            case 6:
                return driver.farewell(now)
            case 7:
                frame = replace(codec.frame(random), session=self.session)
                return driver.received(to_bytes(frame), now)
            case 8:
                return self._hears(self._identity(random))
            case _:
                return self._hears(self._message(random))

    def _hears(self, message: FromDevice) -> list[Output]:
        return self.driver.received(to_bytes(framed(message, self.session)), self.now)

    def _some(self, random: Random, number: int) -> int:
        """This number, and now and then one that has nothing to do with it."""
        return number if random.random() < 0.9 else random.choice(_NUMBERS)

    def _order(self, random: Random) -> Order:
        self._orders += random.choice((0, 1, 1, 5))
        number = self._some(random, self._orders)
        demands: tuple[Demand, ...] = (
            Allow(random.choice((0, 6, -1, 2**32)), random.choice((0, 1))),
            Draw("x" * random.choice((0, 60, 61)), 1, 6),
            Shuffle(random.choice(("blue", "é"))),
        )
        return Order(number, "device", random.choice(demands), self.now)

    def _identity(self, random: Random) -> Identity:
        kind = KindCode[self.kind.name] if random.random() < 0.9 else random.randrange(256)
        epoch, event = 7 if random.random() < 0.95 else 8, self._some(random, self._events)
        return Identity(1, kind, 0, epoch, event, self._some(random, 0), 1, 2000, "m", "s", "f", "")

    def _message(self, random: Random) -> FromDevice:
        order = self._some(random, self._orders)
        match random.randrange(10):
            case 0:
                return Alive(random.randrange(65536), random.randrange(256))
            case 1:
                return Taken(order)
            case 2:
                return Status(order, random.choice((0, 1, 2, 3, 9)))
            case 3:
                return Refused(random.randrange(256), random.randrange(9))
            case 4 if random.random() < 0.1:
                return Stranger()
            case _:
                return self._event(random)

    def _event(self, random: Random) -> FromDevice:
        self._events += random.choice((0, 1, 1, 2))
        number = self._some(random, self._events)
        oldest = self._some(random, number)
        if random.random() < 0.8:
            return Event(7, number, oldest, *_happening(random))
        outcome = OrderDone(self._some(random, self._orders))
        return Event(7, number, oldest, *happening_bytes(outcome))


def _happening(random: Random) -> tuple[int, bytes]:
    """The code and the body of something that happened, mostly right."""
    body = codec.body(random, _EVENT).ljust(_HEAD, b"\0")
    return body[_HEAD - 1], body[_HEAD:]


_EVENT, _HEAD = 0x84, 13
_NUMBERS = (0, 1, 2, 3, 2**32 - 1)


def check(steps: list[Step]) -> None:
    """Nothing raises; what is sent is whole; no face is told outside a seal."""
    bench = Bench(list(DeviceKind)[steps[0][1] % len(DeviceKind)])
    bench.driver.opened(0)
    bench.step(8, Random(steps[0][1]))
    for what, seed in steps:
        outputs = bench.step(what, Random(seed))
        due = bench.driver.due
        assert due is None or due >= 0, "due before time began"
        sent = b"".join(each.data for each in outputs if isinstance(each, Send))
        assert len(sent) <= MOST_HELD, "sends without end"
        for found in Decoder().feed(sent):
            assert isinstance(found, Frame), "sends what is no frame"
            assert found.kind < FROM_DEVICE, "speaks as a device"
            assert 0 < found.session <= bench.session, "speaks in a session it never opened"
            read(found)
        for each in outputs:
            if isinstance(each, Seen):
                hidden = bench.kind is not DeviceKind.SHOE or "Card(" not in repr(each.observation)
                assert hidden, "tells a face that nobody has shown"
            elif isinstance(each, Noted):
                assert each.bytes >= 0
