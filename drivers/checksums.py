"""Checksums by their parameters: what a profile says of one, and the bytes that it gives.

A model of device names the arithmetic in its profile; nothing here knows which model uses which.
The three kinds cover the devices that tablectl knows: an exclusive or, a sum, and a cyclic
redundancy check with the parameters under which such checks are catalogued.
"""

from __future__ import annotations

from functools import lru_cache, reduce
from operator import xor
from typing import Annotated, Literal, Protocol

from pydantic import Field

from tablectl.yamlmodel import Strict

BYTE = 8
Bits = Literal[8, 16, 32]
Word = Annotated[int, Field(ge=0, le=0xFFFFFFFF)]


class Check(Protocol):
    """So many bytes that follow from others."""

    @property
    def size(self) -> int: ...

    def of(self, data: bytes, /) -> bytes: ...


class Xor(Strict):
    """All bytes, one by exclusive or with the next."""

    kind: Literal["xor"]

    @property
    def size(self) -> int:
        return 1

    def of(self, data: bytes) -> bytes:
        return bytes((reduce(xor, data, 0),))


class Sum(Strict):
    """All bytes added up; with `negated`, what has to be added to that to give nothing."""

    kind: Literal["sum"]
    bits: Bits = 8
    negated: bool = False
    order: Literal["big", "little"] = "big"

    @property
    def size(self) -> int:
        return self.bits // BYTE

    def of(self, data: bytes) -> bytes:
        total = -sum(data) if self.negated else sum(data)
        return (total % (1 << self.bits)).to_bytes(self.size, self.order)


class Crc(Strict):
    """A cyclic redundancy check. `reflected` stands for both input and output, which no device
    that we know of tells apart."""

    kind: Literal["crc"]
    bits: Literal[16, 32] = 16
    poly: Word
    init: Word = 0
    reflected: bool = False
    final: Word = 0
    order: Literal["big", "little"] = "big"

    @property
    def size(self) -> int:
        return self.bits // BYTE

    def of(self, data: bytes) -> bytes:
        table = _table(self.bits, self.poly, self.reflected)
        left, mask = self.bits - BYTE, (1 << self.bits) - 1
        crc = _mirrored(self.init, self.bits) if self.reflected else self.init & mask
        for byte in data:
            if self.reflected:
                crc = table[(crc ^ byte) & 0xFF] ^ (crc >> BYTE)
            else:
                crc = table[(crc >> left) ^ byte] ^ (crc << BYTE) & mask
        return ((crc ^ self.final) & mask).to_bytes(self.size, self.order)


CheckSpec = Annotated[Xor | Sum | Crc, Field(discriminator="kind")]


@lru_cache(maxsize=16)
def _table(bits: int, poly: int, reflected: bool) -> tuple[int, ...]:
    """What each byte makes of an empty register."""
    mask, top = (1 << bits) - 1, 1 << (bits - 1)
    made = []
    for byte in range(256):
        crc = byte if reflected else byte << (bits - BYTE)
        for _ in range(BYTE):
            if reflected:
                crc = crc >> 1 ^ (_mirrored(poly, bits) if crc & 1 else 0)
            else:
                crc = (crc << 1 ^ (poly if crc & top else 0)) & mask
        made.append(crc)
    return tuple(made)


def _mirrored(value: int, bits: int) -> int:
    return int(f"{value:0{bits}b}"[::-1], 2)
