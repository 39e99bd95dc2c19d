"""One device's line at a host: outputs in order, wakes in time, and no harm in calling back."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count

import pytest

from drivers.driving import Noted, Output
from drivers.frames import Decoder, Frame, to_bytes
from drivers.line import Line
from drivers.messages import (
    Alive,
    Beat,
    Farewell,
    Give,
    Hello,
    Message,
    Recorded,
    Taken,
    framed,
    read,
)
from drivers.session import ReferenceDriver
from drivers.wire import Listener
from tablectl.words.cards import Secret
from tablectl.words.observations import CardsOut, Identified, LinkLost, LinkUp, Observation
from tablectl.words.orders import Allow, Order
from tablectl.words.settings import DeviceKind
from tests.drivers.talk import EPOCH, SECOND, TIMING, OpenSeals, a_card, identity


class Clock:
    """Time that passes when it is told to, and how many calls wait for theirs."""

    def __init__(self) -> None:
        self.now = 0
        self.heap: list[tuple[int, int, Callable[[], None]]] = []
        self.numbers = count()

    def clock(self) -> int:
        return self.now

    def call_at(self, time: int, call: Callable[[], None]) -> None:
        heapq.heappush(self.heap, (time, next(self.numbers), call))

    def pass_time(self, duration: int) -> None:
        until = self.now + duration
        while self.heap and self.heap[0][0] <= until:
            at, _, call = heapq.heappop(self.heap)
            self.now = max(self.now, at)
            call()
        self.now = until


@dataclass
class Wire:
    """A wire in memory with a device that answers before `write` returns."""

    answers: bool = True
    written: list[Message] = field(default_factory=list)
    closed: bool = False
    listener: Listener | None = None
    session: int = 0
    depth: int = 0
    deepest: int = 0

    def open(self, listener: Listener) -> None:
        self.listener = listener
        listener.opened()

    def write(self, data: bytes) -> None:
        self.depth += 1
        self.deepest = max(self.deepest, self.depth)
        for found in Decoder().feed(data):
            assert isinstance(found, Frame)
            self.session = found.session
            message = read(found)
            self.written.append(message)
            if self.answers:
                self._answer(message)
        self.depth -= 1

    def _answer(self, message: Message) -> None:
        match message:
            case Hello():
                self.say(identity(last_event=1))
                self.say(a_card(1))
            case Beat():
                self.say(Alive(message.count))
            case Give():
                self.say(Taken(message.order))

    def say(self, message: Message) -> None:
        assert self.listener is not None
        self.listener.received(to_bytes(framed(message, self.session)))

    def close(self) -> None:
        self.closed = True


class Table:
    """A line with everything around it; what is reported is recorded at once."""

    def __init__(self, *, answers: bool = True) -> None:
        self.clock, self.wire = Clock(), Wire(answers)
        self.reports: list[object] = []
        self.secrets: list[Secret] = []
        self.healthy = True
        sessions = count(1)
        driver = ReferenceDriver(
            "shoe_1", DeviceKind.SHOE, OpenSeals(), TIMING, lambda: next(sessions)
        )
        self.line = Line(driver, self.wire, self.clock, self.report, lambda: self.healthy)

    def report(self, observation: Observation, secrets: tuple[Secret, ...]) -> None:
        self.reports.append(observation.report)
        self.secrets += secrets
        if isinstance(observation.report, Identified):
            self.line.order(an_order(1))
            self.line.order(an_order(2))
        if observation.event:
            self.line.acknowledge(observation.epoch, observation.event)


def an_order(number: int) -> Order:
    return Order(number, "shoe_1", Allow(number), 0)


def test_what_is_reported_and_ordered_on_the_way_is_carried_out_in_order() -> None:
    table = Table()
    table.line.connect()
    who = table.reports[1]
    assert isinstance(who, Identified)
    assert table.reports == [LinkUp(), who, CardsOut(1, load=1, first=1)]
    given = [message for message in table.wire.written if not isinstance(message, Hello)]
    orders = [message.order for message in given if isinstance(message, Give)]
    assert orders == [1, 2]
    assert Recorded(EPOCH, 1) in given


def test_a_wire_that_answers_at_once_is_not_written_to_from_within() -> None:
    table = Table()
    table.line.connect()
    table.clock.pass_time(5 * SECOND)
    assert table.wire.deepest == 1


def test_the_driver_is_woken_when_it_wants_to_be() -> None:
    table = Table()
    table.line.connect()
    table.clock.pass_time(3 * TIMING.beat)
    beats = [message for message in table.wire.written if isinstance(message, Beat)]
    assert beats == [Beat(1), Beat(2), Beat(3)]


def test_calls_do_not_pile_up_however_much_is_going_on() -> None:
    table = Table()
    table.line.connect()
    most = 0
    for number in range(3, 1_000):
        table.clock.pass_time(SECOND // 100)
        table.line.order(an_order(number))
        table.wire.say(Alive(1))
        most = max(most, len(table.clock.heap))
    assert most <= 4


def test_a_call_that_comes_before_anything_is_due_sends_nothing() -> None:
    table = Table()
    table.line.connect()
    written = len(table.wire.written)
    table.clock.pass_time(TIMING.beat - 1)
    for _, _, call in list(table.clock.heap):
        call()
    assert len(table.wire.written) == written


def test_no_beat_goes_out_while_the_host_is_not_healthy() -> None:
    table = Table()
    table.line.connect()
    table.healthy = False
    table.clock.pass_time(10 * SECOND)
    assert Beat(1) not in table.wire.written
    table.healthy = True
    table.clock.pass_time(SECOND)
    assert Beat(1) in table.wire.written


def test_a_line_that_is_lost_and_found_is_greeted_again() -> None:
    table = Table()
    table.line.connect()
    table.line.lost("unplugged")
    assert table.reports[-1] == LinkLost("unplugged")
    table.line.opened()
    assert sum(isinstance(message, Hello) for message in table.wire.written) == 2
    assert isinstance(table.reports[-1], Identified)


def test_closing_says_farewell_and_lets_go_of_the_wire() -> None:
    table = Table()
    table.line.connect()
    table.line.close()
    assert table.wire.written[-1] == Farewell()
    assert table.wire.closed


def test_after_the_end_nothing_happens_any_more() -> None:
    table = Table()
    table.line.connect()
    table.line.close()
    written, told = list(table.wire.written), list(table.reports)
    _everything(table)
    assert (table.wire.written, table.reports) == (written, told)


def test_an_abandoned_line_says_no_farewell_and_does_nothing_more() -> None:
    table = Table()
    table.line.connect()
    written, told = list(table.wire.written), list(table.reports)
    table.line.abandon()
    _everything(table)
    assert (table.wire.written, table.reports) == (written, told)
    assert table.wire.closed


def test_a_line_abandoned_from_within_a_report_carries_nothing_more_out() -> None:
    table = Table(answers=False)
    table.line.connect()
    seen: list[object] = []

    def die(observation: Observation, _: tuple[Secret, ...]) -> None:
        seen.append(observation.report)
        table.line.abandon()

    table.line._report = die
    table.wire.say(identity())
    assert seen == [LinkUp()]


def _everything(table: Table) -> None:
    table.line.connect()
    table.line.opened()
    table.line.order(an_order(9))
    table.line.acknowledge(EPOCH, 9)
    table.wire.say(a_card(2))
    table.line.lost("unplugged")
    table.line.close()
    table.line.abandon()
    table.clock.pass_time(60 * SECOND)


def test_a_line_closed_from_within_a_report_ends_in_good_order() -> None:
    table = Table(answers=False)
    table.line.connect()
    seen: list[object] = []

    def close_at_a_card(observation: Observation, _: tuple[Secret, ...]) -> None:
        seen.append(observation.report)
        if isinstance(observation.report, CardsOut):
            table.line.close()

    table.line._report = close_at_a_card
    table.wire.say(identity())
    table.wire.say(a_card(1))
    table.wire.say(a_card(2))
    assert seen[-1] == CardsOut(1, load=1, first=1)
    assert len(seen) == 3
    assert table.wire.written[-1] == Farewell()


def test_a_report_that_fails_neither_loses_what_follows_it_nor_stops_the_wakes() -> None:
    table = Table(answers=False)
    table.line.connect()

    def fail(_: Observation, __: tuple[Secret, ...]) -> None:
        table.line._report = table.report
        raise OSError("no space left")

    table.line._report = fail
    with pytest.raises(OSError, match="no space"):
        table.wire.say(identity())
    table.clock.pass_time(TIMING.beat)
    assert isinstance(table.reports[0], Identified)
    assert Beat(1) in table.wire.written


def test_everything_that_goes_over_the_line_is_in_its_ring() -> None:
    table = Table()
    table.line.connect()
    table.line.close()
    names = [entry.name for entry in table.line.ring.entries()]
    assert names[:3] == ["Hello", "Identity", "Event"]
    assert names[-1] == "Farewell"
    assert table.line.ring.counters.frames_out == len(table.wire.written)


def test_a_line_carries_any_driver() -> None:
    """The line knows no protocol: a driver with one note to tell is driver enough."""

    class Quiet:
        due: int | None = None

        def opened(self, _: int) -> list[Output]:
            return [Noted("quiet")]

        def received(self, _: bytes, __: int) -> list[Output]:
            return []

        def lost(self, _: str, __: int) -> list[Output]:
            return []

        def order(self, _: Order, __: int) -> list[Output]:
            return []

        def acknowledge(self, _: int, __: int, ___: int) -> list[Output]:
            return []

        def wake(self, _: int, *, healthy: bool = True) -> list[Output]:
            return [Noted(f"{healthy}")]

        def farewell(self, _: int) -> list[Output]:
            return []

    clock = Clock()
    line = Line(Quiet(), Wire(), clock, lambda *_: None)
    line.connect()
    assert [entry.name for entry in line.ring.entries()] == ["quiet"]
    assert clock.heap == []


def test_bytes_that_lay_in_the_port_are_noted_and_counted() -> None:
    table = Table(answers=False)
    table.line.opened(stale=7)
    notes = [str(entry) for entry in table.line.ring.entries() if entry.name == "discarded"]
    assert len(notes) == 1
    assert notes[0].endswith("* discarded they lay in the port when it was opened, 7 bytes")
    assert table.line.ring.counters.discarded_bytes == 7
