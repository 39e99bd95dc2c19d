"""Checksums: the catalogued values of their parameters, and bytes that real devices send."""

from __future__ import annotations

import binascii
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.checksums import Check, Crc, Sum, Xor

DIGITS = b"123456789"
"""What every catalogue of checks gives the value of."""
XMODEM = Crc(kind="crc", poly=0x1021)
ONES = 0xFFFFFFFF
CRC_32 = Crc(kind="crc", bits=32, poly=0x04C11DB7, init=ONES, reflected=True, final=ONES)


@pytest.mark.parametrize(
    ("check", "value"),
    [
        (XMODEM, "31C3"),
        (Crc(kind="crc", poly=0x1021, init=0xFFFF), "29B1"),
        (Crc(kind="crc", poly=0x8005, reflected=True), "BB3D"),
        (Crc(kind="crc", poly=0x8005, init=0xFFFF, reflected=True), "4B37"),
        (Crc(kind="crc", poly=0x1021, reflected=True), "2189"),
        (Crc(kind="crc", poly=0x8005, init=0xFFFF), "AEE7"),
        (CRC_32, "CBF43926"),
    ],
)
def test_a_crc_gives_its_catalogued_value(check: Crc, value: str) -> None:
    assert check.of(DIGITS).hex().upper() == value


@given(st.binary(max_size=300))
def test_a_crc_of_32_bits_is_that_of_the_standard_library(data: bytes) -> None:
    assert int.from_bytes(CRC_32.of(data), "big") == zlib.crc32(data)


@given(st.binary(max_size=300))
def test_a_crc_of_16_bits_is_that_of_the_standard_library(data: bytes) -> None:
    assert int.from_bytes(XMODEM.of(data), "big") == binascii.crc_hqx(data, 0)


@pytest.mark.parametrize(
    ("check", "data", "value"),
    [
        (Xor(kind="xor"), "67003B51C6", "CB"),
        (Xor(kind="xor"), "67003BA86C", "98"),
        (Sum(kind="sum", bits=16, negated=True), "04E40400", "FF14"),
        (Sum(kind="sum", bits=16, negated=True), "04D00400", "FF28"),
        (Sum(kind="sum", negated=True), "280001FE", "D9"),
        (XMODEM, "0901000000", "DEC8"),
        (XMODEM, "0701002A02", "D80F"),
        (XMODEM, "0802002A3901", "A7EA"),
        (Crc(kind="crc", poly=0x8005, init=0xFFFF, order="little"), "800111", "6582"),
    ],
)
def test_frames_of_real_devices_have_these_checksums(check: Check, data: str, value: str) -> None:
    assert check.of(bytes.fromhex(data)).hex().upper() == value


@given(st.binary(min_size=1, max_size=60), st.data())
def test_a_bit_that_flips_is_noticed(data: bytes, draw: st.DataObject) -> None:
    at = draw.draw(st.integers(0, len(data) - 1))
    other = bytearray(data)
    other[at] ^= 1 << draw.draw(st.integers(0, 7))
    for check in (Xor(kind="xor"), Sum(kind="sum", bits=16), XMODEM, CRC_32):
        assert check.of(bytes(other)) != check.of(data)
