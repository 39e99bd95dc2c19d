"""The driver of a byte generator, talked to by hand: what it says, and which bytes it uses."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.driving import Noted, Output, Seen, Send, Timing
from drivers.notes import DISCARDED, DROPPED, IGNORED
from drivers.plain.profile import AskSpec
from drivers.stream.session import State, StreamDriver
from drivers.stream.speech import PIECE, StreamSpeech
from simulators.chance import split
from tablectl.words.observations import (
    Identified,
    Jammed,
    LinkLost,
    LinkUp,
    NumberDrawn,
    OrderDone,
    OrderFailed,
    Report,
)
from tablectl.words.orders import Demand, Draw, Order, Shuffle
from tablectl.words.settings import Device
from tests.drivers.stream.generators import GENERATORS, stream_profile

SERIAL = bytes.fromhex("24 01 08 00 00 00 00 00") + b"6A12C0DE"
FIRMWARE = bytes.fromhex("24 0C 01 00 00 1F 00 00")
PASSED = bytes.fromhex("24 47 01 0D 0D 0D 0D 00") + bytes(52)
FAILED = bytes.fromhex("24 47 00 0D 0D 0D 0D 00") + bytes(52)
NO_ERRORS = bytes.fromhex("24 48 08 00 00 00 00 00") + bytes(8)
ONE_TO_SEVEN = Draw("first_box", 1, 7)


class Bench:
    """One driver, and a device that says what the test says."""

    def __init__(self, name: str) -> None:
        self.profile = stream_profile(name)
        device = Device(self.profile.kind, self.profile.can, self.profile.model, "", "")
        self.timing: Timing = self.profile.timing_in_us()
        self.driver = StreamDriver("generator_1", device, self.timing, self.profile)
        self.noise = split(1, name)
        self.now = 1_000
        self.out: list[Output] = []
        self.did(self.driver.opened(self.now))

    def did(self, outputs: Iterable[Output]) -> Bench:
        self.out += outputs
        return self

    def say(self, *pieces: bytes) -> Bench:
        for data in pieces:
            self.did(self.driver.received(data, self.now))
        return self

    def order(self, number: int, demand: Demand) -> Bench:
        return self.did(self.driver.order(Order(number, "generator_1", demand, 0), self.now))

    def pass_time(self, duration: int, *, healthy: bool = True) -> Bench:
        end = self.now + duration
        while (due := self.driver.due) is not None and due <= end:
            self.now = max(self.now, due)
            self.did(self.driver.wake(self.now, healthy=healthy))
        self.now = end
        return self

    def answer(self, payload: bytes | None = None) -> Bench:
        """Give a RAVA's answer to the request that was sent last."""
        asked = self.sent[-1]
        assert asked[:2] == b"\x24\x2b"
        count = int.from_bytes(asked[2:4], "little")
        head = asked[:4] + asked[5:6] + bytes(3)
        noise = self.noise.randbytes(2 * count)
        return self.say(head + (payload or b"") + noise[len(payload or b"") :])

    def live(self) -> Bench:
        match self.profile.profile:
            case "rava":
                self.say(SERIAL, FIRMWARE, PASSED, NO_ERRORS)
                while self.driver.state is State.TESTING:
                    self.answer()
            case "onerng":
                self.say(b"\r\nVersion 3\r\n", self.noise.randbytes(1_024))
            case _:
                self.say(self.noise.randbytes(1_024))
        assert self.driver.state is State.LIVE
        self.out.clear()
        return self

    @property
    def sent(self) -> list[bytes]:
        return [each.data for each in self.out if isinstance(each, Send)]

    @property
    def told(self) -> list[Report]:
        return [each.observation.report for each in self.out if isinstance(each, Seen)]

    def noted(self, what: str) -> list[tuple[str, int]]:
        return [(o.detail, o.bytes) for o in self.out if isinstance(o, Noted) and o.what == what]


# ---------------------------------------------------------------- golden bytes


def test_a_true_rng_is_told_nothing_at_all() -> None:
    bench = Bench("truerng_v3").say(split(1, "x").randbytes(1_024)).order(1, ONE_TO_SEVEN)
    bench.say(b"\x06").did(bench.driver.farewell(bench.now))
    assert bench.sent == []
    assert bench.told[-1] == NumberDrawn("first_box", 7)


def test_a_true_rng_pro_is_knocked_at_and_then_told_nothing() -> None:
    assert stream_profile("truerng_pro").line.knock == (110, 300, 110, 300)
    assert Bench("truerng_pro").live().order(1, ONE_TO_SEVEN).sent == []


def test_a_one_rng_is_paused_asked_and_started() -> None:
    bench = Bench("onerng")
    assert bench.sent == [b"cmdo", b"cmdv"]
    bench.say(b"\x07\x93left over", b"\r\nVersion 3\r", b"\n")
    assert bench.sent == [b"cmdo", b"cmdv", b"cmd0", b"cmdw", b"cmdO"]
    assert sum(count for _, count in bench.noted(DISCARDED)) == 11
    bench.say(bench.noise.randbytes(1_024))
    assert bench.told == [LinkUp(), Identified("OneRNG", "", "3")]
    assert bench.did(bench.driver.farewell(bench.now)).sent[-1] == b"cmdo"


def test_a_rava_is_asked_in_messages_of_eight_bytes() -> None:
    bench = Bench("rava").say(SERIAL, FIRMWARE, PASSED, NO_ERRORS)
    assert [each.hex(" ") for each in bench.sent] == [
        "24 01 00 00 00 00 00 00",
        "24 0c 00 00 00 00 00 00",
        "24 47 00 00 00 00 00 00",
        "24 48 00 00 00 00 00 00",
        "24 2b 00 01 00 01 00 00",
    ]
    while bench.driver.state is State.TESTING:
        bench.answer()
    assert bench.told == [LinkUp(), Identified("RAVA", "6A12C0DE", "1.0.0")]
    assert bench.sent[-1].hex(" ") == "24 2b 00 01 00 04 00 00"


def test_a_rava_that_failed_its_own_test_is_told_to_run_it_again_when_it_is_wanted() -> None:
    bench = Bench("rava").say(SERIAL, FIRMWARE, FAILED)
    why = "the random source is not in order: its own test of its source failed"
    assert bench.told[2:] == [Jammed(why)]
    bench.out.clear()
    bench.order(1, ONE_TO_SEVEN)
    assert [each.hex(" ")[:5] for each in bench.sent] == ["24 46", "24 01"]
    bench.say(SERIAL, FIRMWARE, FAILED)
    assert bench.told == [OrderFailed(1, why)]


def test_errors_that_a_rava_counts_by_chance_are_let_pass_and_many_are_not() -> None:
    bench = Bench("rava").live().pass_time(bench_beat())
    assert bench.sent == [bytes.fromhex("24 48 00 00 00 00 00 00")]
    bench.say(NO_ERRORS[:8] + bytes.fromhex("01 00 01 00 00 00 01 00"))
    assert bench.told == []
    bench.pass_time(bench_beat()).say(NO_ERRORS[:8] + bytes.fromhex("01 00 02 00 00 00 01 00"))
    assert bench.told == [Jammed("the random source is not in order: its own tests found 4 errors")]


def test_errors_that_a_rava_counted_before_the_session_are_not_held_against_it() -> None:
    many = NO_ERRORS[:8] + bytes.fromhex("00 10 00 00 00 00 00 00")
    assert Bench("rava").say(SERIAL, FIRMWARE, PASSED, many).driver.state is State.TESTING


def bench_beat() -> int:
    return stream_profile("rava").timing_in_us().beat


# ---------------------------------------------------------------- which bytes are used


@pytest.mark.parametrize("name", ["truerng_v3", "onerng"])
def test_of_bytes_that_flow_only_those_after_the_order_are_used(name: str) -> None:
    bench = Bench(name).live().say(b"\x00\x01\x02")
    bench.order(1, ONE_TO_SEVEN)
    assert bench.told == []
    assert bench.noted(DISCARDED) == [("they came before the draw was ordered", 1_024 + 3)]
    bench.say(b"\xff\xfe\xfd\xfc\x06\x00")
    assert bench.told == [OrderDone(1), NumberDrawn("first_box", 7)]


def test_no_byte_is_used_for_two_draws() -> None:
    bench = Bench("truerng_v3").live().order(1, ONE_TO_SEVEN).order(2, Draw("second", 1, 7))
    bench.say(b"\x02\x03")
    assert bench.told == [OrderDone(1), NumberDrawn("first_box", 3)]
    bench.say(b"\x04")
    assert bench.told[2:] == [OrderDone(2), NumberDrawn("second", 5)]


def test_an_answer_to_an_earlier_request_is_thrown_away() -> None:
    bench = Bench("rava").live().order(1, ONE_TO_SEVEN)
    late = bench.sent[-1]
    bench.pass_time(bench.timing.repeat)
    assert bench.sent[-1] != late
    head = late[:4] + late[5:6] + bytes(3)
    bench.say(head + bytes(2 * PIECE))
    assert bench.told == []
    bench.answer(b"\x05")
    assert bench.told == [OrderDone(1), NumberDrawn("first_box", 6)]
    assert ("no answer to any question", len(head) + 2 * PIECE) in bench.noted(DISCARDED)


def test_a_rava_is_asked_again_for_a_number_that_takes_more_bytes_than_it_gave() -> None:
    wide = Draw("serial", 0, 256 ** (2 * PIECE + 1) - 1)
    bench = Bench("rava").live().order(1, wide)
    bench.answer()
    assert bench.told == []
    bench.answer()
    assert bench.told[0] == OrderDone(1)


def test_no_more_bytes_are_asked_for_than_the_words_can_say() -> None:
    asked = {"ask": "05 {count:u8}", "answer": "06 {count:u8}"}
    profile = stream_profile("rava").model_copy(update={"request": AskSpec(**asked)})
    request = StreamSpeech(profile).request
    assert request is not None
    assert request.piece == 255


def test_a_draw_waits_for_a_sign_of_life_that_is_under_way() -> None:
    bench = Bench("rava").live().pass_time(bench_beat()).order(1, ONE_TO_SEVEN)
    assert len(bench.sent) == 1
    bench.say(NO_ERRORS).answer(b"\x00")
    assert bench.told == [OrderDone(1), NumberDrawn("first_box", 1)]


def test_nothing_is_used_before_the_start_up_test_is_over() -> None:
    bench = Bench("truerng_v3").say(split(1, "x").randbytes(1_023))
    assert bench.told == []
    bench.order(1, ONE_TO_SEVEN)
    assert bench.noted(DROPPED) == [("order 1: testing", 0)]
    bench.say(b"\x01")
    assert bench.told == [LinkUp(), Identified("TrueRNG", "", "")]


def test_bytes_of_a_piece_that_fails_are_not_used_though_the_first_of_them_are_good() -> None:
    bench = Bench("truerng_v3").live().order(1, ONE_TO_SEVEN).say(b"\x01" + b"\x02" * 8)
    why = "the random source is not in order: the byte 02 came 8 times in a row"
    assert bench.told == [OrderFailed(1, why)]


def test_each_source_of_a_rava_is_tested_by_itself() -> None:
    bench = Bench("rava").live().order(1, ONE_TO_SEVEN)
    bench.answer(bytes.fromhex("01A5 02A5 03A5 04A5 05A5 06A5 07A5 08A5"))
    why = "the byte A5 came 8 times in a row from source 2"
    assert bench.told == [OrderFailed(1, f"the random source is not in order: {why}")]


# ---------------------------------------------------------------- orders that cannot be


@pytest.mark.parametrize(
    ("demand", "reason"),
    [
        (Shuffle("red"), "a generator cannot shuffle"),
        (Draw("first_box", 7, 1), "there is no number from 7 to 1"),
    ],
)
def test_what_cannot_be_drawn_fails(demand: Demand, reason: str) -> None:
    assert Bench("truerng_v3").live().order(3, demand).told == [OrderFailed(3, reason)]


def test_an_acknowledgement_is_for_nobody() -> None:
    bench = Bench("truerng_v3")
    bench.did(bench.driver.acknowledge(1, 2, bench.now))
    assert bench.noted(IGNORED) == [("event 2 of epoch 1: this device numbers none", 0)]


# ---------------------------------------------------------------- silence


@pytest.mark.parametrize("name", GENERATORS)
def test_a_generator_that_falls_silent_is_lost_and_its_draw_with_it(name: str) -> None:
    bench = Bench(name).live().order(1, ONE_TO_SEVEN)
    bench.pass_time(3 * bench.timing.silent)
    assert bench.told == [LinkLost("silent")]
    assert bench.noted(DROPPED) == [("order 1: silent", 0)]


def test_a_controller_whose_record_does_not_keep_up_asks_nothing_and_loses_nobody() -> None:
    bench = Bench("rava").live().pass_time(20 * bench_beat(), healthy=False)
    assert (bench.sent, bench.told) == ([], [])


def test_another_unit_in_the_place_of_one_that_failed_is_told() -> None:
    bench = Bench("rava").live().order(1, ONE_TO_SEVEN).answer(bytes(64))
    bench.out.clear()
    other = SERIAL[:8] + b"00000001"
    bench.order(2, ONE_TO_SEVEN).say(other, FIRMWARE, PASSED, NO_ERRORS)
    while bench.driver.state is State.TESTING:
        bench.answer()
    identified = Identified("RAVA", "00000001", "1.0.0")
    assert bench.told == [LinkLost("another unit answers"), LinkUp(), identified]


def test_a_line_that_is_lost_takes_everything_with_it() -> None:
    bench = Bench("truerng_v3").live().order(1, ONE_TO_SEVEN)
    bench.did(bench.driver.lost("unplugged", bench.now))
    assert bench.told == [LinkLost("unplugged")]
    bench.say(b"\x01")
    assert bench.noted(DISCARDED)[-1] == ("the line is closed", 1)
    bench.did(bench.driver.opened(bench.now)).say(split(2, "x").randbytes(1_024))
    assert bench.told[1:] == [LinkUp(), Identified("TrueRNG", "", "")]


@pytest.mark.parametrize("name", GENERATORS)
@given(pieces=st.lists(st.binary(max_size=80) | st.integers(0, 3_000_000), max_size=12))
def test_no_bytes_at_any_time_make_it_raise(name: str, pieces: list[bytes | int]) -> None:
    bench = Bench(name).live().order(1, ONE_TO_SEVEN)
    for piece in pieces:
        bench.say(piece) if isinstance(piece, bytes) else bench.pass_time(piece)
    numbers = [each.number for each in bench.told if isinstance(each, NumberDrawn)]
    assert len(numbers) <= 1
    assert all(1 <= number <= 7 for number in numbers)
