"""A wire in memory: what arrives, in which order, and what a pulled cable does to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from drivers.frames import Decoder, Frame, to_bytes
from drivers.messages import Alive, Beat, Hello, Message, Recorded, framed, read
from simulators.chance import split
from simulators.device import ControllerBrokeProtocol
from simulators.shoe import SensingShoe
from simulators.wires import ByteByByte, Delayed, Lossy, Manner, MemoryWire, Whole
from tablectl.words.orders import Allow
from tests.simulators.bench import Bench, S, give, sensing_shoe


@dataclass
class Ears:
    """Writes down what happens on the wire."""

    told: list[str] = field(default_factory=list)
    chunks: list[bytes] = field(default_factory=list)
    then: Callable[[Message], None] | None = None
    depth: int = 0
    deepest: int = 0
    decoder: Decoder = field(default_factory=Decoder)

    def opened(self, _: int = 0) -> None:
        self.told.append("opened")

    def lost(self, why: str) -> None:
        self.told.append(why)

    def received(self, data: bytes) -> None:
        self.depth += 1
        self.deepest = max(self.depth, self.deepest)
        self.chunks.append(data)
        for message in (read(f) for f in self.decoder.feed(data) if isinstance(f, Frame)):
            self.told.append(type(message).__name__)
            if self.then is not None:
                self.then(message)
        self.depth -= 1


def hello(session: int = S) -> bytes:
    return to_bytes(framed(Hello(), session))


def beat(count: int, session: int = S) -> bytes:
    return to_bytes(framed(Beat(count), session))


def wired(manner: Manner | None = None) -> tuple[Bench, SensingShoe, MemoryWire, Ears]:
    bench = Bench()
    shoe = sensing_shoe(bench)
    wire = MemoryWire(shoe, bench, manner=manner)
    ears = Ears()
    wire.open(ears)
    return bench, shoe, wire, ears


def test_what_is_written_has_been_answered_when_the_call_returns() -> None:
    _, shoe, wire, ears = wired()
    wire.write(hello())
    wire.write(beat(1))
    assert ears.told == ["opened", "Identity", "Alive"]
    assert shoe.linked


def test_an_answer_to_an_answer_does_not_go_deeper() -> None:
    _, _, wire, ears = wired()
    wire.write(hello())

    def again(message: Message) -> None:
        if isinstance(message, Alive) and message.count < 2_000:
            wire.write(beat(message.count + 1))

    ears.then = again
    wire.write(beat(0))
    assert ears.told.count("Alive") == 2_001
    assert ears.deepest == 1


def test_what_the_device_says_by_itself_arrives_at_once() -> None:
    _, shoe, wire, ears = wired()
    wire.write(hello())
    shoe.jam()
    assert ears.told[-1] == "Event"


def test_what_is_recorded_in_the_middle_of_a_repeat_is_not_repeated() -> None:
    bench, shoe, wire, ears = wired()
    wire.write(hello())
    shoe.jam()
    shoe.jam()
    ears.then = lambda _: wire.write(to_bytes(framed(Recorded(1, 2), S)))
    ears.told.clear()
    bench.pass_ms(250)
    assert ears.told == ["Event"]
    assert shoe.kept == {}


def test_byte_by_byte_every_byte_comes_by_itself() -> None:
    _, _, wire, ears = wired(ByteByByte())
    wire.write(hello())
    assert ears.told == ["opened", "Identity"]
    assert {len(chunk) for chunk in ears.chunks} == {1}


def test_two_orders_that_are_written_without_waiting_for_an_answer_are_a_breach() -> None:
    _, _, wire, ears = wired()

    def two(_: Message) -> None:
        wire.write(to_bytes(framed(give(1, Allow(1)), S)))
        wire.write(to_bytes(framed(give(2, Allow(2)), S)))

    ears.then = two
    with pytest.raises(ControllerBrokeProtocol, match="order 2 is given before order 1"):
        wire.write(hello())


def test_after_a_breach_the_wire_still_carries() -> None:
    _, _, wire, ears = wired()
    with pytest.raises(ControllerBrokeProtocol):
        wire.write(hello(0))
    wire.write(hello())
    assert ears.told == ["opened", "Identity"]


def test_a_lossy_wire_loses_and_spoils_and_loses_no_frame_without_reason() -> None:
    _, shoe, wire, ears = wired(Lossy(split(3, "wire"), 0.2))
    for _ in range(100):
        wire.write(hello())
    answers = ears.told.count("Identity")
    assert 30 < answers < 95
    assert shoe.firmware.discarded
    assert shoe.complaints == []


def test_a_wire_that_loses_nothing_is_whole() -> None:
    _, _, wire, ears = wired(Lossy(split(3, "wire"), 0.0))
    wire.write(hello())
    assert ears.told == ["opened", "Identity"]


def test_delays_keep_the_order() -> None:
    bench, _, wire, ears = wired(Delayed(split(3, "wire"), 50_000))
    wire.write(hello())
    counts: list[int] = []
    ears.then = lambda message: counts.append(message.count) if isinstance(message, Alive) else None
    for count in range(50):
        wire.write(beat(count))
    assert ears.told == ["opened"]
    bench.pass_ms(110)
    assert counts == list(range(50))


def test_a_pulled_cable_is_told_once_and_so_is_its_return() -> None:
    _, shoe, wire, ears = wired()
    shoe.unplug()
    shoe.unplug()
    wire.write(hello())
    assert ears.told == ["opened", "unplugged"]
    shoe.plug()
    shoe.plug()
    wire.write(hello())
    assert ears.told == ["opened", "unplugged", "opened", "Identity"]


def test_a_wire_to_a_device_without_a_cable_waits_for_it() -> None:
    bench = Bench()
    shoe = sensing_shoe(bench)
    shoe.unplug()
    ears = Ears()
    MemoryWire(shoe, bench).open(ears)
    assert ears.told == ["unplugged"]
    shoe.plug()
    assert ears.told == ["unplugged", "opened"]


def test_what_is_on_its_way_when_the_cable_is_pulled_is_lost() -> None:
    bench, shoe, wire, ears = wired(Delayed(split(3, "wire"), 50_000))
    wire.write(hello())
    shoe.unplug()
    shoe.plug()
    bench.pass_ms(200)
    assert ears.told == ["opened", "unplugged", "opened"]
    assert not shoe.linked


def test_after_a_close_nothing_is_heard_and_nothing_arrives() -> None:
    bench, shoe, wire, ears = wired(Delayed(split(3, "wire"), 50_000))
    wire.write(hello())
    wire.close()
    wire.write(hello())
    shoe.unplug()
    shoe.plug()
    bench.pass_ms(200)
    assert ears.told == ["opened"]
    assert not shoe.linked


@pytest.mark.parametrize("closes", [True, False])
def test_a_controller_that_starts_again_hears_nothing_of_the_old_wire(closes: bool) -> None:
    bench, shoe, wire, ears = wired(Delayed(split(3, "wire"), 50_000))
    wire.write(hello())
    if closes:
        wire.close()
    after = Ears()
    again = MemoryWire(shoe, bench, manner=Whole())
    again.open(after)
    bench.pass_ms(100)
    assert after.told == ["opened"]
    again.write(hello(S + 1))
    shoe.jam()
    assert after.told == ["opened", "Identity", "Event"]
    assert ears.told == ["opened"]


def test_half_a_frame_of_the_old_wire_spoils_nothing_of_the_new_one() -> None:
    bench, shoe, wire, _ = wired()
    wire.write(hello()[:-2])
    ears = Ears()
    again = MemoryWire(shoe, bench)
    again.open(ears)
    again.write(hello()[1:])
    assert ears.told == ["opened", "Identity"]
