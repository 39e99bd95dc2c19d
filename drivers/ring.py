"""The last frames of one line and what was noted about it, to be looked at when something is odd.

Holds messages, never bytes: what a driver gives out to be heard has no hidden face in it. Signs of
life are counted and not kept: they would push out everything else. Keeping an entry is cheap; its
text is made only when somebody asks.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from datetime import UTC, datetime
from enum import Enum

from drivers.driving import Heard, Noted, Output, Seen, Send, SignOfLife
from drivers.happenings import CardsDrawn, demand, happening
from drivers.layout import Malformed
from drivers.messages import Alive, Beat, Event, Give
from drivers.notes import DISCARDED, DUPLICATE
from drivers.plain.spoken import Spoken
from tablectl.words.cards import Card
from tablectl.words.observations import LinkLost

DEFAULT_SIZE = 256
_SECOND = 1_000_000


class Way(Enum):
    IN = "<"
    OUT = ">"
    NOTE = "*"


@dataclass(slots=True)
class Counters:
    """What went over the line since the process started."""

    frames_in: int = 0
    frames_out: int = 0
    repeats: int = 0
    """Frames that were sent again."""
    discarded_bytes: int = 0
    duplicates: int = 0
    """Messages that came again and were not taken again."""
    ignored: int = 0
    """Notes that are neither."""
    outages: int = 0

    def told(self) -> str:
        """All of them in one line."""
        counts = ((part.name.replace("_", " "), getattr(self, part.name)) for part in fields(self))
        return ", ".join(f"{name} {count}" for name, count in counts)


@dataclass(frozen=True, slots=True)
class Entry:
    """One line to read. `name` is that of the message, or what was noted."""

    time: int
    way: Way
    name: str
    text: str
    repeated: bool = False

    def __str__(self) -> str:
        again = " (again)" if self.repeated else ""
        text = f" {self.text}" if self.text else ""
        at = datetime.fromtimestamp(self.time / _SECOND, UTC)
        return f"{at:%H:%M:%S.%f} {self.way.value} {self.name}{text}{again}"


class Ring:
    def __init__(self, size: int = DEFAULT_SIZE) -> None:
        self.counters = Counters()
        self._kept: deque[tuple[int, Way, object, bool]] = deque(maxlen=size)

    def keep(self, output: Output, now: int) -> None:
        counters = self.counters
        match output:
            case Heard():
                counters.frames_in += 1
                if not isinstance(output.message, Alive | SignOfLife):
                    self._kept.append((now, Way.IN, output.message, False))
            case Send():
                counters.frames_out += 1
                counters.repeats += output.repeated
                if not isinstance(output.message, Beat | SignOfLife):
                    self._kept.append((now, Way.OUT, output.message, output.repeated))
            case Noted():
                self._count(output)
                self._kept.append((now, Way.NOTE, output, False))
            case Seen():
                # An observation is in the journal; only its being an outage is counted here.
                counters.outages += isinstance(output.observation.report, LinkLost)

    def _count(self, noted: Noted) -> None:
        if noted.what == DISCARDED:
            self.counters.discarded_bytes += noted.bytes
        elif noted.what == DUPLICATE:
            self.counters.duplicates += 1
        else:
            self.counters.ignored += 1

    def entries(self) -> Iterator[Entry]:
        """What is kept, the oldest first."""
        for time, way, what, repeated in tuple(self._kept):
            yield entry(time, way, what, repeated=repeated)

    def lines(self) -> list[str]:
        return [str(entry) for entry in self.entries()]


def entry(time: int, way: Way, what: object, *, repeated: bool = False) -> Entry:
    """A message, or a note, as a line to read."""
    if not isinstance(what, Noted):
        return Entry(time, way, type(what).__name__, _told(what), repeated)
    size = f"{what.bytes} bytes" if what.bytes else ""
    text = ", ".join(part for part in (what.detail, size) if part)
    return Entry(time, way, what.what, text)


def _told(message: object) -> str:
    """The fields of a message as short text, with what an event or an order carries."""
    match message:
        case Event():
            numbers = f"epoch={message.epoch} number={message.number} oldest={message.oldest}"
            return f"{numbers} {_carried(message)}"
        case Give():
            return f"order={message.order} {_carried(message)}"
        case Spoken():
            return f"{message.what} {message.values}".rstrip()
        case _:
            return _fields(message)


def _carried(message: Event | Give) -> str:
    code = message.happening if isinstance(message, Event) else message.demand
    try:
        inside = (happening if isinstance(message, Event) else demand)(code, message.body)
    except Malformed:
        return f"0x{code:02x} not shown"
    if isinstance(inside, CardsDrawn):
        hidden = f"cards={len(inside.cards)} hidden" if inside.cards else "cards not recognised"
        numbers = f"load={inside.load} first={inside.first} count={inside.count}"
        return f"CardsDrawn {numbers} face_up={bool(inside.face_up)} {hidden}"
    return f"{type(inside).__name__} {_fields(inside)}".rstrip()


def _fields(value: object) -> str:
    if not is_dataclass(value):
        return str(value)
    return " ".join(f"{part.name}={_plain(getattr(value, part.name))}" for part in fields(value))


def _plain(value: object) -> str:
    if isinstance(value, tuple):
        return ",".join("?" if card is None else _plain(card) for card in value)
    return value.code if isinstance(value, Card) else repr(value)
