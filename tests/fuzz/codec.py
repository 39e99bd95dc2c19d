"""Lines for the codec: frames whole, damaged, cut and mixed with noise, in pieces of any size."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from drivers import happenings, messages
from drivers.frames import MAX_BODY, MAX_STUFFED, Decoder, Discarded, Found, Frame, to_bytes
from drivers.layout import Malformed
from drivers.messages import Event, Give, framed

Line = list[bytes]

BEACON = Frame(0x02, 0x5EAC0000, b"\x00\x01")
"""The frame that must be found after whatever came before it."""
KINDS = [*range(1, 7), *range(0x81, 0x88)]


def make(random: Random) -> Line:
    """A stream of a few frames and what lines make of them, cut into pieces."""
    stream = b"".join(_stretch(random) for _ in range(random.randint(1, 4)))
    pieces, at = [], 0
    while at < len(stream):
        size = random.choice((1, 2, 7, 64, 300, len(stream)))
        pieces.append(stream[at : at + size])
        at += size
    return pieces


def _stretch(random: Random) -> bytes:
    match random.randrange(8):
        case 0:
            return random.randbytes(random.randint(0, 300))
        case 1:
            return bytes(random.choice((0, 1, 2, 5, 255)) for _ in range(random.randint(0, 40)))
        case 2:
            return b"\x01" * random.randint(200, 600)
        case 3 | 4:
            return _damaged(random, to_bytes(frame(random)))
        case _:
            return to_bytes(frame(random))


def frame(random: Random) -> Frame:
    """Intact, of any kind; what is in it may be right, nearly right or noise."""
    kind = random.choice(KINDS) if random.random() < 0.95 else random.randrange(256)
    session = random.choice((0, 1, 0x1A2B3C4D, random.getrandbits(32)))
    return Frame(kind, session, body(random, kind))


def body(random: Random, kind: int) -> bytes:
    """A body for this kind: mostly right."""
    return _body(random, kind)[:MAX_BODY]


def _body(random: Random, kind: int) -> bytes:
    layouts: dict[int, Any] = dict(messages._BY_CODE)
    made = _filled(random, layouts[kind].packed.size) if kind in layouts else b""
    if kind in (0x03, 0x84):
        known = happenings._DEMAND_BY_CODE if kind == 0x03 else happenings._BY_CODE
        code = random.choice((*known, *known, random.randrange(256)))
        made = made[:-1] + bytes((code,))
        if code in known:
            made += _filled(random, known[code].packed.size) + _parts(random, known[code].parts)
    elif kind in layouts:
        made += _parts(random, layouts[kind].parts)
    if random.random() < 0.2:
        made = _damaged(random, made)
    return made


def _filled(random: Random, size: int) -> bytes:
    return bytes(random.choice((0, 0, 1, random.randrange(256))) for _ in range(size))


def _parts(random: Random, parts: Iterable[tuple[str, Any]]) -> bytes:
    body = b""
    for _, part in parts:
        size = random.choice((0, 1, 5, 60, 61, 200))
        match part.value:
            case "text":
                body += bytes((size, *random.choices(range(0x20, 0x7F), k=size)))
            case "cards":
                body += bytes((size, *random.choices(range(54), k=size)))
            case "digest":
                body += random.choice((bytes(32), random.randbytes(32)))
    return body


def _damaged(random: Random, data: bytes) -> bytes:
    line = bytearray(data)
    for _ in range(random.randint(1, 3)):
        at = random.randint(0, len(line))
        match random.randrange(4):
            case 0 if line:
                line[at % len(line)] ^= 1 << random.randrange(8)
            case 1 if line:
                del line[at % len(line)]
            case 2 if line:
                del line[at:]
            case _:
                line.insert(at, random.randrange(256))
    return bytes(line)


def check(pieces: Sequence[bytes]) -> None:
    """What holds for every line; AssertionError where it does not."""
    line = b"".join(pieces)
    decoder = Decoder()
    found: list[Found] = []
    for piece in pieces:
        found += decoder.feed(piece)
        assert len(decoder._held) <= MAX_STUFFED, "holds more than a frame"
    _account(line, found, decoder.half)
    assert list(Decoder().feed(line)) == found, "how the line is cut makes a difference"
    for each in found:
        if isinstance(each, Frame):
            _read(each)
    after = list(decoder.feed(to_bytes(BEACON)))
    assert after[-1] == BEACON, "not in step at the first intact frame"


def _account(line: bytes, found: Iterable[Found], half: int) -> None:
    counted = half
    for each in found:
        counted += each.count if isinstance(each, Discarded) else len(to_bytes(each)) - 2
    assert counted == len(line) - line.count(0), "bytes that nobody accounts for"


def _read(frame: Frame) -> None:
    """A message reads exactly as it is written, or it is Malformed."""
    try:
        message = messages.read(frame)
    except Malformed:
        return
    assert framed(message, frame.session) == frame, "read and written differ"
    if not isinstance(message, Event | Give):
        return
    try:
        if isinstance(message, Event):
            code, body = happenings.happening_bytes(
                happenings.happening(message.happening, message.body)
            )
        else:
            code, body = happenings.demand_bytes(happenings.demand(message.demand, message.body))
    except Malformed:
        return
    inner = message.happening if isinstance(message, Event) else message.demand
    assert (code, body) == (inner, message.body), "read and written differ inside"
