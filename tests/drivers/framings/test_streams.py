"""Every framing, whatever comes: nothing raises, nothing is lost, and pieces make no difference."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.checksums import Crc, Sum, Xor
from drivers.frames import Discarded, Flaw
from drivers.framings.counted import CountedSpec
from drivers.framings.fenced import FencedSpec
from drivers.framings.framing import Heard
from drivers.framings.kinds import framing
from drivers.framings.lines import LineCheck, LinesSpec
from drivers.framings.mixed import FramesSpec, MixedSpec, TextSpec

Spec = LinesSpec | FencedSpec | CountedSpec | MixedSpec

LINES = LinesSpec(kind="lines", longest=40)
CHECKED_LINES = LinesSpec(
    kind="lines", end="\n", longest=40, check=LineCheck(after="*", sum=Xor(kind="xor"))
)
FENCED = FencedSpec(
    kind="fenced", start="02", end="03", text="hex", longest=24, check=Xor(kind="xor")
)
COUNTED = CountedSpec(
    kind="counted", plus=-1, longest=30, check=Sum(kind="sum", bits=16, negated=True)
)
HEADED = CountedSpec(
    kind="counted",
    head="7E 00",
    lead=1,
    longest=30,
    check=Crc(kind="crc", poly=0x1021),
    covers="after_head",
)
MIXED = MixedSpec(
    kind="mixed",
    lines=TextSpec(end="\r", longest=40),
    frames=FramesSpec(head="02 00", lead=1, longest=30, check=Crc(kind="crc", poly=0x1021)),
)
ALL = [LINES, CHECKED_LINES, FENCED, COUNTED, HEADED, MIXED]
IN_STEP = [LINES, CHECKED_LINES, FENCED, HEADED]
"""Those that find the next frame without a silence before it."""
WORDS = st.text("ABCDEF 0123456789*", min_size=1, max_size=10).map(str.encode)


def fed(spec: Spec, data: bytes, cuts: list[int]) -> tuple[list[Heard], int]:
    """What comes out of the data in pieces, and how many bytes are still held."""
    made, found, last = framing(spec), [], 0
    for cut in [*sorted(cuts), len(data)]:
        found += made.feed(data[last:cut])
        last = cut
    return found, made.half


@pytest.mark.parametrize("spec", ALL)
@given(payloads=st.lists(WORDS, max_size=6), data=st.data())
def test_what_is_framed_is_found_again_in_whatever_pieces(
    spec: Spec, payloads: list[bytes], data: st.DataObject
) -> None:
    line = b"".join(framing(spec).framed(payload) for payload in payloads)
    cuts = data.draw(st.lists(st.integers(0, len(line)), max_size=8))
    assert fed(spec, line, cuts) == (payloads, 0)


@pytest.mark.parametrize("spec", ALL)
@given(noise=st.binary(max_size=300), data=st.data())
def test_pieces_of_any_noise_give_what_the_whole_gives(
    spec: Spec, noise: bytes, data: st.DataObject
) -> None:
    cuts = data.draw(st.lists(st.integers(0, len(noise)), max_size=8))
    whole, _ = fed(spec, noise, [])
    pieces, _ = fed(spec, noise, cuts)
    assert [each for each in pieces if isinstance(each, bytes)] == [
        each for each in whole if isinstance(each, bytes)
    ]


@pytest.mark.parametrize("spec", [FENCED, COUNTED, HEADED])
@given(noise=st.binary(max_size=300))
def test_every_byte_of_noise_is_accounted_for(spec: Spec, noise: bytes) -> None:
    made = framing(spec)
    found = made.feed(noise)
    frames = sum(len(made.framed(each)) for each in found if isinstance(each, bytes))
    dropped = sum(each.count for each in found if isinstance(each, Discarded))
    assert frames + dropped + made.half == len(noise)


@pytest.mark.parametrize("spec", ALL)
@given(noise=st.binary(min_size=1, max_size=400))
def test_what_is_held_stays_within_bounds_and_is_given_up_as_a_whole(
    spec: Spec, noise: bytes
) -> None:
    made = framing(spec)
    for byte in noise:
        made.feed(bytes((byte,)))
    held = made.half
    assert made.give_up(Flaw.SILENCE) == ([Discarded(held, Flaw.SILENCE)] if held else [])
    assert made.half == 0
    assert made.feed(made.framed(b"AB")) == [b"AB"]


@pytest.mark.parametrize("spec", IN_STEP)
@given(noise=st.binary(max_size=30).filter(lambda noise: b"\x7e" not in noise))
def test_a_frame_after_noise_is_found_at_the_latest_as_the_second(spec: Spec, noise: bytes) -> None:
    made = framing(spec)
    frame = made.framed(b"CARD")
    assert made.feed(noise + frame + frame)[-1] == b"CARD"


def test_an_overlong_line_is_dropped_to_its_end_and_no_further() -> None:
    made = framing(LINES)
    found = [each for _ in range(30) for each in made.feed(b"0123456789")]
    assert (found, made.half) == ([], 300)
    assert made.feed(b"\r\nCARD\r\n") == [Discarded(300, Flaw.TOO_LONG), b"CARD"]


def test_the_end_of_an_overlong_line_may_come_in_two_pieces() -> None:
    made = framing(LINES)
    assert made.feed(b"0" * 50 + b"\r") == []
    assert made.feed(b"\nCARD\r\n") == [Discarded(50, Flaw.TOO_LONG), b"CARD"]


def test_letters_that_no_device_writes_are_discarded() -> None:
    assert framing(LINES).feed(b"CA\xffRD\r\n") == [Discarded(5, Flaw.GARBLED)]


def test_a_line_without_its_checksum_is_too_short() -> None:
    assert framing(CHECKED_LINES).feed(b"CARD\n") == [Discarded(4, Flaw.SHORT)]


def test_a_new_beginning_ends_a_frame_that_was_cut_off() -> None:
    whole = framing(FENCED).framed(b"\x67\x00")
    assert framing(FENCED).feed(whole[:4] + whole) == [Discarded(4, Flaw.SHORT), b"\x67\x00"]


def test_frames_are_found_among_lines() -> None:
    made = framing(MIXED)
    answer = made.framed(b"\x00\x39\x01")
    assert answer.startswith(b"\x02\x00\x00\x02\x39\x01")
    assert made.framed(b"AS-17") == b"AS-17\r"
    line = b"AS-17\r" + answer + b"KD-3\r"
    for cut in range(len(line)):
        found, half = fed(MIXED, line, [cut])
        assert (found, half) == ([b"AS-17", b"\x00\x39\x01", b"KD-3"], 0)


def test_a_line_that_a_frame_breaks_into_is_no_line() -> None:
    made = framing(MIXED)
    answer = made.framed(b"\x00\x39\x01")
    found = made.feed(b"AS-" + answer + b"17\r" + b"KD-3\r")
    torn = [Discarded(3, Flaw.GARBLED), b"\x00\x39\x01", Discarded(2, Flaw.GARBLED)]
    assert found == [*torn, b"KD-3"]
