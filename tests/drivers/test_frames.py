"""Frames out of any stream of bytes: found, refused, accounted for."""

from __future__ import annotations

import zlib
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.frames import (
    LEAST_PAYLOAD,
    MAX_BODY,
    MAX_PAYLOAD,
    MAX_STUFFED,
    Decoder,
    Discarded,
    Flaw,
    Found,
    Frame,
    stuffed,
    to_bytes,
    unstuffed,
)
from tests.fuzz import codec

frames = st.builds(
    Frame, st.integers(0, 255), st.integers(0, 0xFFFFFFFF), st.binary(max_size=MAX_BODY)
)
noise = st.binary(max_size=20) | st.binary(max_size=20).map(lambda some: some * 30)
FRAME = Frame(0x02, 0x1A2B3C4D, b"\x00\x01")
OTHER = Frame(0x84, 0, bytes(MAX_BODY))


def decoded(*pieces: bytes) -> list[Found]:
    decoder = Decoder()
    return [found for piece in pieces for found in decoder.feed(piece)]


def bytewise(line: bytes) -> list[bytes]:
    return [line[at : at + 1] for at in range(len(line))]


def with_check(content: bytes) -> bytes:
    return content + zlib.crc32(content).to_bytes(4, "big")


def on_the_line(payload: bytes) -> bytes:
    return b"\0" + stuffed(payload) + b"\0"


# ---------------------------------------------------------------- there and back


@given(frames)
def test_a_frame_comes_back_as_it_was(frame: Frame) -> None:
    assert decoded(to_bytes(frame)) == [frame]


@given(frames)
def test_a_frame_has_no_zero_but_at_its_ends(frame: Frame) -> None:
    line = to_bytes(frame)
    assert line[0] == line[-1] == 0
    assert 0 not in line[1:-1]
    assert len(line) <= MAX_STUFFED + 2


@given(st.binary(max_size=MAX_PAYLOAD))
def test_stuffing_is_undone_exactly(payload: bytes) -> None:
    assert unstuffed(stuffed(payload)) == payload
    assert len(stuffed(payload)) == len(payload) + 1


@pytest.mark.parametrize("fill", [b"\x00", b"\x01", b"\xff"])
def test_the_longest_payload_is_stuffed_in_single_blocks(fill: bytes) -> None:
    frame = Frame(0xFF, 0xFFFFFFFF, fill * MAX_BODY)
    assert decoded(to_bytes(frame)) == [frame]


@given(st.lists(frames, max_size=4), st.data())
def test_how_a_stream_is_cut_makes_no_difference(each: list[Frame], data: st.DataObject) -> None:
    line = b"".join(to_bytes(frame) for frame in each)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(line)), max_size=10)))
    pieces = [line[a:b] for a, b in pairwise([0, *cuts, len(line)])]
    assert decoded(*pieces) == decoded(*bytewise(line)) == decoded(line) == each


def test_one_zero_between_two_frames_is_enough() -> None:
    assert decoded(to_bytes(FRAME)[:-1] + to_bytes(OTHER)) == [FRAME, OTHER]


def test_zeros_alone_are_nothing() -> None:
    assert decoded(bytes(1000)) == []


def test_a_body_that_fits_no_frame_is_not_sent() -> None:
    with pytest.raises(ValueError, match=str(MAX_BODY)):
        to_bytes(Frame(1, 1, bytes(MAX_BODY + 1)))


# ---------------------------------------------------------------- what is no frame


def test_a_changed_byte_is_found_by_the_check() -> None:
    line = bytearray(to_bytes(FRAME))
    line[3] ^= 0x10
    assert decoded(bytes(line)) == [Discarded(len(line) - 2, Flaw.CHECK)]


@given(frames, st.data())
def test_no_change_of_one_bit_goes_unnoticed(frame: Frame, data: st.DataObject) -> None:
    line = bytearray(to_bytes(frame))
    line[data.draw(st.integers(1, len(line) - 2))] ^= 1 << data.draw(st.integers(0, 7))
    assert not any(isinstance(found, Frame) for found in decoded(bytes(line)))


def test_a_length_byte_that_points_beyond_the_end_is_bad_stuffing() -> None:
    assert decoded(b"\0\x0a\x06\x1a\x00") == [Discarded(3, Flaw.STUFFING)]


@pytest.mark.parametrize("size", range(LEAST_PAYLOAD - 4))
def test_a_payload_without_room_for_its_head_is_short(size: int) -> None:
    line = on_the_line(with_check(bytes(size)))
    assert decoded(line) == [Discarded(len(line) - 2, Flaw.SHORT)]


def test_the_smallest_payload_is_a_frame() -> None:
    assert decoded(on_the_line(with_check(b"\6\1\2\3\4"))) == [Frame(6, 0x01020304)]


def test_a_payload_one_byte_too_long_is_no_frame_though_its_check_agrees() -> None:
    line = on_the_line(with_check(b"\6" * (MAX_PAYLOAD - 4 + 1)))
    assert decoded(line) == [Discarded(MAX_STUFFED + 1, Flaw.TOO_LONG)]
    assert decoded(*bytewise(line)) == [Discarded(MAX_STUFFED + 1, Flaw.TOO_LONG)]


@pytest.mark.parametrize("missing", range(1, len(to_bytes(FRAME)) - 1))
def test_a_frame_that_was_cut_off_is_discarded_and_the_next_found(missing: int) -> None:
    cut = to_bytes(FRAME)[:-missing]
    found = decoded(cut, to_bytes(OTHER))
    assert found[-1] == OTHER
    assert FRAME not in found or missing == 1


def test_garbage_before_and_between_frames_costs_no_frame() -> None:
    garbage = b"\x13\x37garbage"
    line = garbage + to_bytes(FRAME) + garbage + to_bytes(OTHER) + garbage
    decoder = Decoder()
    found = list(decoder.feed(line))
    assert [each for each in found if isinstance(each, Frame)] == [FRAME, OTHER]
    discarded = sum(each.count for each in found if isinstance(each, Discarded))
    assert discarded == 2 * len(garbage)
    assert decoder.half == len(garbage)


def test_a_frame_that_lost_its_first_zero_takes_only_the_garbage_before_it_along() -> None:
    line = b"\x13\x37" + to_bytes(FRAME)[1:] + to_bytes(OTHER)
    assert [each for each in decoded(line) if isinstance(each, Frame)] == [OTHER]


# ---------------------------------------------------------------- endless, silent, lost


def test_an_endless_stream_without_a_zero_is_never_held() -> None:
    decoder = Decoder()
    for _ in range(10_000):
        assert list(decoder.feed(b"\x55" * 97)) == []
        assert len(decoder._held) <= MAX_STUFFED
    assert decoder.half == 970_000
    assert list(decoder.feed(to_bytes(FRAME))) == [Discarded(970_000, Flaw.TOO_LONG), FRAME]


def test_one_huge_piece_without_a_zero_is_not_held_either() -> None:
    decoder = Decoder()
    assert list(decoder.feed(b"\x55" * 1_000_000)) == []
    assert len(decoder._held) <= MAX_STUFFED
    assert list(decoder.feed(to_bytes(FRAME))) == [Discarded(1_000_000, Flaw.TOO_LONG), FRAME]


@pytest.mark.parametrize("flaw", [Flaw.SILENCE, Flaw.CUT])
def test_what_waits_for_its_rest_is_given_up(flaw: Flaw) -> None:
    decoder = Decoder()
    line = to_bytes(FRAME)
    list(decoder.feed(line[:7]))
    assert decoder.half == 6
    assert list(decoder.give_up(flaw)) == [Discarded(6, flaw)]
    assert decoder.half == 0
    assert list(decoder.give_up(flaw)) == []
    assert list(decoder.feed(line)) == [FRAME]


def test_an_overlong_frame_that_is_given_up_is_counted_whole() -> None:
    decoder = Decoder()
    list(decoder.feed(b"\x55" * 1000))
    assert list(decoder.give_up(Flaw.SILENCE)) == [Discarded(1000, Flaw.SILENCE)]
    assert list(decoder.feed(b"\x55\0")) == [Discarded(1, Flaw.STUFFING)]


# ---------------------------------------------------------------- anything at all


@settings(max_examples=2000)
@given(st.lists(noise | frames.map(to_bytes), max_size=4))
def test_any_bytes_are_accounted_for_and_the_next_frame_is_found(pieces: list[bytes]) -> None:
    codec.check(pieces)


@settings(max_examples=2000)
@given(st.integers(0, 2**64 - 1))
def test_mutated_frames_are_accounted_for_and_the_next_frame_is_found(seed: int) -> None:
    codec.check(codec.make(Random(seed)))
