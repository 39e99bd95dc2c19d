"""A bench for simulated devices: time that passes when told to, and a controller made by hand."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from itertools import count
from typing import TypeVar

from drivers.frames import Decoder, Frame, to_bytes
from drivers.happenings import Happening, demand_bytes, happening
from drivers.messages import Event, FromController, Give, Hello, Message, framed, read
from simulators.chance import split
from simulators.device import SimulatedDevice
from simulators.felt import Felt
from simulators.shoe import SensingShoe, Shoe
from simulators.stack_shoe import StackShoe
from tablectl.words.cards import Card, Composition
from tablectl.words.orders import Demand
from tablectl.words.settings import Can, Device, DeviceKind

S = 0x1234_5678
"""The session that most tests open."""
DECK = "red"
MS = 1_000

ALL_CAN = (Can.COUNT, Can.FACES, Can.FACE_UP, Can.WITHHOLD)
M = TypeVar("M")


class Bench:
    """The time."""

    def __init__(self) -> None:
        self.now = 1_000_000
        self.waiting: list[tuple[int, int, Callable[[], None]]] = []
        self._numbers = count()

    def clock(self) -> int:
        return self.now

    def call_at(self, time: int, call: Callable[[], None]) -> None:
        heapq.heappush(self.waiting, (max(time, self.now), next(self._numbers), call))

    def pass_ms(self, duration: int) -> None:
        end = self.now + duration * MS
        while self.waiting and self.waiting[0][0] <= end:
            self.now, _, call = heapq.heappop(self.waiting)
            call()
        self.now = end


class Desk:
    """The socket that the device is in, and somebody who writes messages by hand."""

    def __init__(self, device: SimulatedDevice) -> None:
        self.device = device
        self.bytes = bytearray()
        self.calls: list[str] = []
        self.heard: list[tuple[int, Message]] = []
        self._decoder = Decoder()
        device.attach(self)

    def send(self, data: bytes) -> None:
        self.bytes += data
        for found in self._decoder.feed(data):
            if isinstance(found, Frame):
                self.heard.append((found.session, read(found)))

    def unplug(self) -> None:
        self.calls.append("unplug")

    def plug(self) -> None:
        self.calls.append("plug")

    # ------------------------------------------------------------ what the tests do

    def say(self, *messages: FromController, session: int = S) -> list[Message]:
        """Say all of it in one go; what the device answered to that."""
        self.heard.clear()
        self.device.receive(b"".join(to_bytes(framed(one, session)) for one in messages))
        return self.messages()

    def greet(self, session: int = S) -> list[Message]:
        return self.say(Hello(), session=session)

    def order(self, number: int, demand: Demand, session: int = S) -> list[Message]:
        return self.say(give(number, demand), session=session)

    def messages(self) -> list[Message]:
        return [message for _, message in self.heard]

    def of(self, kind: type[M]) -> list[M]:
        return [message for message in self.messages() if isinstance(message, kind)]

    def numbers(self) -> list[int]:
        return [event.number for event in self.of(Event)]

    def happenings(self) -> list[Happening]:
        return [happening(event.happening, event.body) for event in self.of(Event)]


def give(number: int, demand: Demand) -> Give:
    return Give(number, *demand_bytes(demand))


def made(kind: DeviceKind, can: tuple[Can, ...] = ()) -> Device:
    return Device(kind, can, "Model 1", "S-0001", "1.0", simulated=True)


def felt_with_deck(order: str = "") -> Felt:
    """A deck in the stack, with these cards on top."""
    felt = Felt(split(1, "shuffle"))
    felt.bring(DECK, Composition())
    if order:
        felt.orders.append(tuple(Card.of(code) for code in order.split()))
        felt.shuffle(DECK)
    return felt


def sensing_shoe(
    bench: Bench, order: str = "", can: tuple[Can, ...] = ALL_CAN, *, strict: bool = True
) -> SensingShoe:
    shoe = SensingShoe(
        name="shoe_1",
        device=made(DeviceKind.SHOE, can),
        time=bench,
        felt=felt_with_deck(order),
        strict=strict,
    )
    return _loaded(shoe)


def stack_shoe(bench: Bench, order: str = "", can: tuple[Can, ...] = ALL_CAN) -> StackShoe:
    shoe = StackShoe(
        name="shoe_1",
        device=made(DeviceKind.SHOE, can),
        time=bench,
        felt=felt_with_deck(order),
    )
    return _loaded(shoe)


AnyShoe = TypeVar("AnyShoe", bound=Shoe)


def _loaded(shoe: AnyShoe) -> AnyShoe:
    """Loaded long ago: the events of the test are numbered from 1."""
    shoe.load(DECK)
    shoe.remember(epoch=1, event=0, last_order=0)
    return shoe
