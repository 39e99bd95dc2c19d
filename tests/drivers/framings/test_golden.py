"""Frames of real devices, byte for byte: what is in them, and the same bytes made again."""

from __future__ import annotations

import pytest

from drivers.checksums import Crc, Sum, Xor
from drivers.frames import Discarded, Flaw
from drivers.framings.counted import CountedSpec
from drivers.framings.fenced import FencedSpec
from drivers.framings.kinds import framing

TAG_READER = FencedSpec(
    kind="fenced", start="02", end="03", text="hex", longest=12, check=Xor(kind="xor")
)
TAG_READER_LONG_END = TAG_READER.model_copy(update={"end": "0D 0A 03"})
SCANNER = CountedSpec(kind="counted", plus=-1, check=Sum(kind="sum", bits=16, negated=True))
MODULE_TOLD = CountedSpec(
    kind="counted",
    head="7E 00",
    lead=1,
    plus=2,
    check=Crc(kind="crc", poly=0x1021),
    covers="after_head",
    unchecked="AB CD",
)


@pytest.mark.parametrize(
    ("spec", "on_the_line", "payload"),
    [
        pytest.param(
            TAG_READER,
            "02 36 37 30 30 33 42 35 31 43 36 43 42 03",
            "67 00 3B 51 C6",
            id="RDM6300",
        ),
        pytest.param(
            TAG_READER_LONG_END,
            "02 36 37 30 30 33 42 35 31 43 36 43 42 0D 0A 03",
            "67 00 3B 51 C6",
            id="ID-12LA",
        ),
        pytest.param(SCANNER, "04 E4 04 00 FF 14", "E4 04 00", id="SSI start"),
        pytest.param(SCANNER, "04 E5 04 00 FF 13", "E5 04 00", id="SSI stop"),
        pytest.param(SCANNER, "04 D0 04 00 FF 28", "D0 04 00", id="SSI acknowledge"),
        pytest.param(MODULE_TOLD, "7E 00 09 01 00 00 00 DE C8", "09 00 00 00", id="GM65 save"),
        pytest.param(MODULE_TOLD, "7E 00 07 01 00 2A 02 D8 0F", "07 00 2A 02", id="GM65 baud?"),
        pytest.param(
            MODULE_TOLD, "7E 00 08 02 00 2A 39 01 A7 EA", "08 00 2A 39 01", id="GM65 9600 baud"
        ),
    ],
)
def test_a_frame_of_a_real_device_is_read_and_made_again(
    spec: FencedSpec | CountedSpec, on_the_line: str, payload: str
) -> None:
    data, inside = bytes.fromhex(on_the_line), bytes.fromhex(payload)
    assert framing(spec).feed(data) == [inside]
    assert framing(spec).framed(inside) == data


def test_a_checksum_that_nobody_is_to_check_is_let_through() -> None:
    trigger = bytes.fromhex("7E 00 08 01 00 02 01 AB CD")
    assert framing(MODULE_TOLD).feed(trigger) == [bytes.fromhex("08 00 02 01")]


def test_a_tag_with_another_checksum_is_discarded_whole() -> None:
    wrong = bytes.fromhex("02 36 38 30 30 33 42 35 31 43 36 43 42 03")
    assert framing(TAG_READER).feed(wrong) == [Discarded(14, Flaw.CHECK)]


def test_a_tag_of_the_other_reader_is_no_tag_of_this_one() -> None:
    other = bytes.fromhex("02 36 37 30 30 33 42 35 31 43 36 43 42 0D 0A 03")
    assert framing(TAG_READER).feed(other) == [Discarded(16, Flaw.TOO_LONG)]
