"""Whatever the line does to their frames, no event and no order is lost or counted twice.

A small model of a device, written from the rules and not from the driver, talks to the driver over
a line that loses and doubles frames, goes down, and with a device that loses power. Afterwards the
line is left in peace, and the accounts of both sides must agree.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from itertools import count

from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.driving import MILLISECOND, Output, Seen, Send
from drivers.frames import Decoder, Frame, to_bytes
from drivers.happenings import CardsDrawn, Happening, happening_bytes
from drivers.messages import (
    Alive,
    Ask,
    Beat,
    Event,
    Give,
    Hello,
    Message,
    Progress,
    Recorded,
    Status,
    Stranger,
    Taken,
    framed,
    read,
)
from drivers.session import ReferenceDriver, State
from tablectl.words.observations import Identified, LinkLost, LinkUp, OrderDone, OrderFailed
from tablectl.words.orders import Allow, Order
from tablectl.words.settings import DeviceKind
from tests.drivers.talk import EPOCH, TIMING, OpenSeals, identity

WINDOW = 8
STEP = 50 * MILLISECOND


@dataclass
class ModelDevice:
    """What a device must do, in as few lines as possible. Everything but `session` survives."""

    session: int = 0
    heard_at: int = 0
    said_at: int = 0
    last: int = 0
    kept: dict[int, Happening] = field(default_factory=dict)
    last_order: int = 0
    unfinished: list[int] = field(default_factory=list)
    carried_out: list[int] = field(default_factory=list)

    def happen(self, happened: Happening) -> None:
        self.last += 1
        self.kept[self.last] = happened

    def finish(self) -> None:
        if self.unfinished:
            order = self.unfinished.pop(0)
            self.carried_out.append(order)
            self.happen(OrderDone(order))

    def power_cycle(self) -> None:
        self.session = 0

    def take(self, frame: Frame, now: int) -> list[Message]:
        message = read(frame)
        if isinstance(message, Hello) and frame.session != self.session:
            self.session, self.said_at = frame.session, 0
        if frame.session != self.session:
            return [Stranger()]
        self.heard_at = now
        match message:
            case Hello():
                return [identity(last_event=self.last, last_order=self.last_order)]
            case Beat():
                return [Alive(message.count)]
            case Give():
                if message.order > self.last_order:
                    self.last_order = message.order
                    self.unfinished.append(message.order)
                return [Taken(message.order)]
            case Ask():
                return [Status(message.order, self._progress(message.order))]
            case Recorded() if message.epoch == EPOCH:
                self.kept = {n: h for n, h in self.kept.items() if n > message.event}
        return []

    def _progress(self, order: int) -> Progress:
        if order in self.unfinished:
            return Progress.TAKEN
        return Progress.DONE if order in self.carried_out else Progress.UNKNOWN

    def tick(self, now: int) -> list[Message]:
        if self.session and now - self.heard_at >= TIMING.lapse:
            self.session = 0
        if not self.session or now - self.said_at < TIMING.repeat:
            return []
        self.said_at = now
        oldest = min(self.kept, default=0)
        window = sorted(self.kept.items())[:WINDOW]
        return [Event(EPOCH, n, oldest, *happening_bytes(happened)) for n, happened in window]


class Exchange:
    """Driver, line, device, and a core that records what it is told when it is let."""

    def __init__(self) -> None:
        sessions = count(1)
        self.driver = ReferenceDriver(
            "shoe_1", DeviceKind.SHOE, OpenSeals(), TIMING, lambda: next(sessions)
        )
        self.device = ModelDevice()
        self.now = 10**9
        self.down: deque[bytes] = deque()
        self.up: deque[bytes] = deque()
        self.events: list[int] = []
        self.unrecorded: deque[int] = deque()
        self.pending: list[Order] = []
        self.numbers = count(1)
        self.links: list[str] = []
        self.outcomes: list[int] = []
        self.put_out(self.driver.opened(self.now))

    def put_out(self, outputs: list[Output]) -> None:
        for output in outputs:
            if isinstance(output, Send):
                self.down.append(output.data)
            elif isinstance(output, Seen):
                self._core(output)

    def _core(self, output: Seen) -> None:
        seen = output.observation
        match seen.report:
            case LinkUp() | LinkLost():
                self.links.append(type(seen.report).__name__)
            case Identified():
                last = seen.report.last_order or 0
                for order in [order for order in self.pending if order.number > last]:
                    self.put_out(self.driver.order(order, self.now))
            case OrderDone() | OrderFailed():
                assert isinstance(seen.report, OrderDone), "nothing may fail in this exchange"
                self.outcomes.append(seen.report.order)
                self.pending = [o for o in self.pending if o.number != seen.report.order]
        if seen.event:
            self.events.append(seen.event)
            self.unrecorded.append(seen.event)

    # ------------------------------------------------------------ what may happen

    def card(self) -> None:
        if len(self.device.kept) < 64:
            self.device.happen(CardsDrawn(1, 1, 1, 0))

    def order(self) -> None:
        order = Order(next(self.numbers), "shoe_1", Allow(1), 0)
        self.pending.append(order)
        self.put_out(self.driver.order(order, self.now))

    def record(self) -> None:
        if self.unrecorded:
            event = self.unrecorded.popleft()
            self.put_out(self.driver.acknowledge(EPOCH, event, self.now))

    def deliver_down(self, times: int = 1) -> None:
        if self.down:
            data = self.down.popleft()
            for _ in range(times):
                for found in Decoder().feed(data):
                    assert isinstance(found, Frame)
                    self._say(self.device.take(found, self.now), found.session)

    def deliver_up(self, times: int = 1) -> None:
        if self.up:
            data = self.up.popleft()
            for _ in range(times):
                self.put_out(self.driver.received(data, self.now))

    def _say(self, messages: list[Message], session: int) -> None:
        self.up.extend(to_bytes(framed(message, session)) for message in messages)

    def pass_time(self) -> None:
        self.now += STEP
        if self.driver.due is not None and self.driver.due <= self.now:
            self.put_out(self.driver.wake(self.now))
        self._say(self.device.tick(self.now), self.device.session)

    def unplug(self) -> None:
        self.down.clear()
        self.up.clear()
        self.put_out(self.driver.lost("unplugged", self.now))
        self.put_out(self.driver.opened(self.now))

    def do(self, step: str) -> None:
        match step:
            case "card":
                self.card()
            case "order":
                self.order()
            case "finish":
                self.device.finish()
            case "record":
                self.record()
            case "down":
                self.deliver_down()
            case "up":
                self.deliver_up()
            case "down twice":
                self.deliver_down(2)
            case "up twice":
                self.deliver_up(2)
            case "down lost":
                self.down.popleft() if self.down else None
            case "up lost":
                self.up.popleft() if self.up else None
            case "time":
                self.pass_time()
            case "silence":
                for _ in range(40):
                    self.pass_time()
                    self.down.clear()
                    self.up.clear()
            case "power":
                self.device.power_cycle()
            case "unplug":
                self.unplug()

    def in_peace(self) -> None:
        """Everything arrives from now on; long enough for every repeat there is."""
        for _ in range(400):
            while self.down or self.up:
                self.deliver_down()
                self.deliver_up()
            self.device.finish()
            self.record()
            self.pass_time()


NORMAL = ("card", "order", "finish", "record", "down", "up", "time", "down", "up", "time")
TROUBLE = ("down lost", "up lost", "down twice", "up twice", "power", "unplug", "silence")


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(NORMAL + TROUBLE), min_size=20, max_size=250))
def test_no_event_and_no_order_is_lost_or_doubled_on_any_line(steps: list[str]) -> None:
    exchange = Exchange()
    for step in steps:
        exchange.do(step)
    exchange.in_peace()
    device = exchange.device
    assert exchange.driver.state is State.LIVE
    assert exchange.events == list(range(1, device.last + 1))
    assert device.kept == {}
    given_orders = list(range(1, next(exchange.numbers)))
    assert device.carried_out == given_orders
    assert exchange.outcomes == given_orders
    assert exchange.pending == []
    links = exchange.links[1:] if exchange.links[0] == "LinkLost" else exchange.links
    assert links == ["LinkUp", "LinkLost"] * (len(links) // 2) + ["LinkUp"]
