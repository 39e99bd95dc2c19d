"""Faults: small behaviours that stand in front of a device's normal one, at the level of bytes, of
messages or of the mechanics.

None is there unless somebody fits it: `device.fit(FAULTS["jam"]())`. Each name is the same on the
command line and in the docs.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from random import Random

from drivers.driving import MILLISECOND
from drivers.happenings import CardsDrawn, CardsSeen, Happening, Recognised, Shuffled
from drivers.layout import DIGEST_SIZE
from drivers.messages import PROTOCOL, Event, FromDevice, Identity, KindCode, Taken
from simulators.behaviour import Fault, Onward
from simulators.byte_generator import ByteGenerator
from simulators.chance import split
from simulators.device import SimulatedDevice
from simulators.shuffler import Shuffler
from simulators.tag_faults import (
    SpoiltFrame,
    TagTwice,
    TwoTags,
    UnknownTag,
    cut,
    two_at_once,
    wrong_digit,
)
from tablectl.words.cards import STANDARD_52, Card, Rank
from tablectl.words.observations import CardChecked, CardsReturned

# ---------------------------------------------------------------- bytes


class LostBytes(Fault):
    """Single bytes are lost, both ways."""

    def __init__(self, chance: Random, rate: float = 0.02) -> None:
        self._chance = chance
        self._rate = rate

    def hears(self, data: bytes, onward: Onward) -> None:
        onward(self._spoilt(data))

    def speaks(self, data: bytes, onward: Onward) -> None:
        onward(self._spoilt(data))

    def _spoilt(self, data: bytes) -> bytes:
        return bytes(byte for byte in data if self._chance.random() >= self._rate)


class CorruptBytes(LostBytes):
    """Single bits flip, both ways."""

    def _spoilt(self, data: bytes) -> bytes:
        return bytes(
            byte ^ (1 << self._chance.randrange(8)) if self._chance.random() < self._rate else byte
            for byte in data
        )


class Delay(Fault):
    """Everything the device says comes late."""

    def __init__(self, delay: int = 300 * MILLISECOND) -> None:
        self._delay = delay

    def speaks(self, data: bytes, onward: Onward) -> None:
        time = self.device.time
        time.call_at(time.clock() + self._delay, lambda: onward(data))


class Silence(Fault):
    """The device neither hears nor says anything, though its cable is in."""

    def hears(self, data: bytes, onward: Onward) -> None:
        pass

    def speaks(self, data: bytes, onward: Onward) -> None:
        pass


# ---------------------------------------------------------------- messages


class Duplicate(Fault):
    """Every message of a kind is said twice."""

    def __init__(self, kind: type[FromDevice]) -> None:
        self._kind = kind

    def says(self, message: FromDevice) -> Iterable[FromDevice]:
        return (message,) * (2 if isinstance(message, self._kind) else 1)


class Lost(Fault):
    """Some messages of a kind are never said: the first so many."""

    def __init__(self, kind: type[FromDevice], times: int = 1) -> None:
        self._kind = kind
        self._times = times

    def says(self, message: FromDevice) -> Iterable[FromDevice]:
        if self._times and isinstance(message, self._kind):
            self._times -= 1
            return ()
        return (message,)


class WrongIdentity(Fault):
    """The device says that it is something else."""

    def __init__(self, change: Callable[[Identity], Identity]) -> None:
        self._change = change

    def says(self, message: FromDevice) -> Iterable[FromDevice]:
        return (self._change(message) if isinstance(message, Identity) else message,)


def _other_model(said: Identity) -> Identity:
    return replace(said, model="another model")


def _other_serial(said: Identity) -> Identity:
    return replace(said, serial="another serial")


def _other_firmware(said: Identity) -> Identity:
    return replace(said, firmware="another firmware")


def _other_digest(said: Identity) -> Identity:
    return replace(said, digest="11" * DIGEST_SIZE)


def _other_kind(said: Identity) -> Identity:
    return replace(said, kind=next(code for code in KindCode if code != said.kind))


def _other_protocol(said: Identity) -> Identity:
    return replace(said, protocol=PROTOCOL + 1)


# ---------------------------------------------------------------- mechanics


class _Once(Fault, ABC):
    """Something that happens once, at the nth move of the machine."""

    def __init__(self, at: int = 1) -> None:
        self._to_go = at

    def moves(self) -> None:
        self._to_go -= 1
        if self._to_go == 0:
            self._bite()

    @abstractmethod
    def _bite(self) -> None:
        """What happens then."""


class Jam(_Once):
    """A card is stuck at a station, after the nth card."""

    def __init__(self, station: str = "", at: int = 1) -> None:
        super().__init__(at)
        self._station = station

    def fit_to(self, device: SimulatedDevice) -> None:
        super().fit_to(device)
        device.station(self._station)

    def _bite(self) -> None:
        self.device.jam(self._station)


class Stall(Jam):
    """It stands still in the middle of what it does, and says nothing."""

    def _bite(self) -> None:
        self.device.stall()


class SensorFails(_Once):
    """Its sensor cannot read the nth card, and it says that it is out of order."""

    def _bite(self) -> None:
        self.device.stop("its sensor does not read")


class PowerFails(_Once):
    """The power is gone for a moment, after the nth card; the memory is intact."""

    def _bite(self) -> None:
        self.device.reboot()


class MemoryFails(_Once):
    """The power is gone for a moment, after the nth card, and the events with it."""

    def _bite(self) -> None:
        self.device.restart()


class CablePulled(_Once):
    """The cable is pulled, after the nth card."""

    def _bite(self) -> None:
        self.device.unplug()


class OtherCount(Fault):
    """The nth time, other than the number of cards that are meant to come out come."""

    def __init__(self, by: int, at: int = 1) -> None:
        self._by = by
        self._to_go = at

    def lets_out(self, count: int) -> int:
        self._to_go -= 1
        return max(count + self._by, 0) if self._to_go == 0 else count


class FaceUpCard(Fault):
    """The nth time that cards come out, the first of them lies face up."""

    def __init__(self, at: int = 1) -> None:
        self._to_go = at

    def lets_out(self, count: int) -> int:
        self._to_go -= 1
        if self._to_go == 0:
            for piece in self.device.coming[:1]:
                piece.up = True
        return count


class Miscount(Fault):
    """The nth count of a sensor is off, though the cards are right."""

    def __init__(self, by: int = 1, at: int = 1) -> None:
        self._by = by
        self._to_go = at

    def senses(self, happening: Happening) -> Happening:
        if not isinstance(happening, CardsDrawn | CardsReturned | Shuffled | Recognised):
            return happening
        self._to_go -= 1
        if self._to_go != 0:
            return happening
        if isinstance(happening, Recognised):
            seen = (*[None] * self._by, *happening.cards)
            return replace(happening, cards=seen[: len(happening.cards) + self._by])
        count = max(happening.count + self._by, 0)
        if not isinstance(happening, CardsDrawn):
            return replace(happening, count=count)
        cards = happening.cards
        if cards:
            cards = (*cards, *[None] * self._by)[:count]
        return replace(happening, count=count, cards=cards)


class Misread(Fault):
    """The nth thing that a device looks at that recognises cards, it takes for another."""

    def __init__(self, at: int = 1) -> None:
        self._to_go = at

    def senses(self, happening: Happening) -> Happening:
        if not isinstance(happening, CardsDrawn | CardsSeen | Recognised | CardChecked):
            return happening
        self._to_go -= 1
        if self._to_go != 0:
            return happening
        if isinstance(happening, CardChecked):
            return replace(happening, yes=not happening.yes)
        return replace(happening, cards=_misread(happening.cards))


def _misread(cards: tuple[Card | None, ...]) -> tuple[Card | None, ...]:
    """The first card taken for the next one in new order."""
    if not cards or cards[0] not in STANDARD_52:
        return cards
    number = STANDARD_52.index(cards[0])
    return (STANDARD_52[(number + 1) % len(STANDARD_52)], *cards[1:])


class Unread(Fault):
    """Of the nth cards that a device looks at that recognises cards, one is too dirty to read."""

    def __init__(self, at: int = 1) -> None:
        self._to_go = at

    def senses(self, happening: Happening) -> Happening:
        if not isinstance(happening, CardsDrawn | CardsSeen | Recognised) or not happening.cards:
            return happening
        self._to_go -= 1
        return happening if self._to_go else replace(happening, cards=(None, *happening.cards[1:]))


class SwappedDecks(Fault):
    """The nth deck that a shuffler is done with, it calls by the name of the other one in it."""

    def __init__(self, at: int = 1) -> None:
        self._to_go = at

    def senses(self, happening: Happening) -> Happening:
        if not isinstance(happening, Shuffled | Recognised):
            return happening
        self._to_go -= 1
        inside = self.device.decks if isinstance(self.device, Shuffler) else []
        return happening if self._to_go else replace(happening, deck="".join(inside[:1]))


class PutInWrongly(Fault):
    """The nth card that is put into a reader of hole cards is not to be checked."""

    def __init__(self, at: int = 1) -> None:
        self._to_go = at

    def looked_for(self, ranks: Collection[Rank]) -> Collection[Rank]:
        self._to_go -= 1
        return () if self._to_go == 0 else ranks


class StuckSource(Fault):
    """A random source gives one byte for ever; of several it is the last one that does."""

    def gives(self, noise: bytes) -> bytes:
        sources = self.device.sources if isinstance(self.device, ByteGenerator) else 1
        return bytes(0xA5 if at % sources == sources - 1 else byte for at, byte in enumerate(noise))


class BiasedSource(Fault):
    """One byte of a random source in five is zero."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance

    def gives(self, noise: bytes) -> bytes:
        return bytes(0 if self._chance.random() < 0.2 else byte for byte in noise)


class TextMode(Fault):
    """A random source tells of itself in digits, as one does that was left in a mode for tests."""

    def gives(self, noise: bytes) -> bytes:
        return bytes(ord("0") + byte % 10 for byte in noise)


class GarbageFrames(Fault):
    """Bytes that mean nothing stand before every answer, and every second answer is cut short."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._answers = 0

    def utters(self, words: bytes) -> Iterable[bytes]:
        self._answers += 1
        whole = len(words) if self._answers % 2 else len(words) // 2
        return (self._chance.randbytes(9), words[:whole])


class OrderFails(Fault):
    """The nth order is taken and cannot be carried out."""

    def __init__(self, at: int = 1) -> None:
        self._to_go = at

    def prevents(self) -> str:
        self._to_go -= 1
        return "the lid is open" if self._to_go == 0 else ""


# ---------------------------------------------------------------- all of them


class Level(Enum):
    """Where a fault bites."""

    BYTES = "bytes"
    MESSAGES = "messages"
    MECHANICS = "mechanics"


@dataclass(frozen=True)
class Named:
    """A fault that can be asked for by its name; called, it gives one."""

    name: str
    level: Level
    description: str
    make: Callable[[Random], Fault]

    def __call__(self, seed: int | str = 0) -> Fault:
        return self.make(split(seed, f"fault {self.name}"))


_Line = tuple[str, str, Callable[[Random], Fault]]


def _fixed(kind: Callable[..., Fault], *given: object) -> Callable[[Random], Fault]:
    """A fault that leaves nothing to chance."""
    return lambda _: kind(*given)


_BYTES: tuple[_Line, ...] = (
    ("lost_bytes", "one byte in fifty is lost, both ways", LostBytes),
    ("corrupt_bytes", "one byte in fifty has a wrong bit, both ways", CorruptBytes),
    ("delay", "what the device says comes 300 ms late", _fixed(Delay)),
    ("silence", "the device hears and says nothing", _fixed(Silence)),
)
_MESSAGES: tuple[_Line, ...] = (
    ("events_twice", "every event is said twice", _fixed(Duplicate, Event)),
    ("taken_twice", "every order is answered twice", _fixed(Duplicate, Taken)),
    ("event_unsaid", "the next event is left out once", _fixed(Lost, Event)),
    ("taken_unsaid", "the next order gets no answer once", _fixed(Lost, Taken)),
    ("identity_unsaid", "the next hello gets no answer", _fixed(Lost, Identity)),
    ("wrong_model", "it says another model", _fixed(WrongIdentity, _other_model)),
    ("wrong_serial", "it says another serial number", _fixed(WrongIdentity, _other_serial)),
    ("wrong_firmware", "it says another firmware", _fixed(WrongIdentity, _other_firmware)),
    ("wrong_digest", "it says another program's digest", _fixed(WrongIdentity, _other_digest)),
    ("wrong_kind", "it says that it is another kind", _fixed(WrongIdentity, _other_kind)),
    ("wrong_protocol", "it speaks another protocol", _fixed(WrongIdentity, _other_protocol)),
)
_MECHANICS: tuple[_Line, ...] = (
    ("jam", "it jams after the next card, where it usually does", _fixed(Jam)),
    ("jam_at_entry", "an automated shoe jams at the entry", _fixed(Jam, "entry")),
    ("jam_at_inlet", "a continuous shuffler jams as cards go back", _fixed(Jam, "inlet")),
    ("jam_at_roller", "an automated shoe jams after two cards", _fixed(Jam, "roller", 2)),
    ("jam_at_rollers", "a shuffler jams in the middle of a shuffle", _fixed(Jam, "rollers")),
    ("jam_at_chute", "a shuffler jams on the way into the shoe", _fixed(Jam, "chute", 2)),
    ("stall_at_chute", "a deck stays on the way into the shoe", _fixed(Stall, "chute", 2)),
    ("stall", "a shuffler stands still in the middle of a shuffle", _fixed(Stall, "rollers")),
    ("short_stack", "the next stack has a card too few", _fixed(OtherCount, -1)),
    ("long_stack", "the next stack has a card too many", _fixed(OtherCount, +1)),
    ("two_at_once", "two cards come when the next one is drawn", _fixed(OtherCount, +1)),
    ("face_up_card", "the next card lies face up", _fixed(FaceUpCard)),
    ("miscount", "the sensor counts one card more than there is", _fixed(Miscount, +1)),
    ("missed_card", "the sensor misses one card", _fixed(Miscount, -1)),
    ("misread", "the next card is taken for another", _fixed(Misread)),
    ("unread_card", "the next card cannot be read", _fixed(Unread)),
    ("swapped_decks", "a shuffler takes one deck for the other in it", _fixed(SwappedDecks)),
    ("put_in_wrongly", "the next hole card is put in and not to be checked", _fixed(PutInWrongly)),
    ("sensor_fails", "the sensor cannot read the next card, and it stops", _fixed(SensorFails)),
    ("unknown_tag", "the next card shown has a tag that no map has", _fixed(UnknownTag)),
    ("tag_twice", "every card shown is seen twice", _fixed(TagTwice)),
    ("two_tags", "two cards lie there at once, and neither is read", _fixed(TwoTags, two_at_once)),
    ("bad_checksum", "a digit of the next tag is wrong once", _fixed(SpoiltFrame, wrong_digit)),
    ("cut_frame", "what is said of the next tag is cut off once", _fixed(SpoiltFrame, cut)),
    ("stuck_source", "a random source gives the same byte for ever", _fixed(StuckSource)),
    ("biased_source", "one byte of a random source in five is zero", BiasedSource),
    ("text_mode", "a random source gives digits, as in a mode for tests", _fixed(TextMode)),
    ("garbage_frames", "garbage before every answer, every second cut short", GarbageFrames),
    ("order_fails", "the next order cannot be carried out", _fixed(OrderFails)),
    ("power_fails", "the power fails for a moment after the next card", _fixed(PowerFails)),
    ("memory_fails", "the power fails and the events are forgotten", _fixed(MemoryFails)),
    ("cable_pulled", "the cable is pulled after the next card", _fixed(CablePulled)),
)

FAULTS: Mapping[str, Named] = {
    name: Named(name, level, description, make)
    for level, lines in (
        (Level.BYTES, _BYTES),
        (Level.MESSAGES, _MESSAGES),
        (Level.MECHANICS, _MECHANICS),
    )
    for name, description, make in lines
}
