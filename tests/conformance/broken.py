"""Simulators that are broken on purpose, each in one way that a table would suffer from."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

import pytest

from drivers.frames import END, stuffed, unstuffed
from drivers.framings.kinds import framing
from drivers.happenings import CODES, CardsSeen, Happening, Recognised
from drivers.messages import Alive, Event, FromDevice, Identity, Taken
from drivers.plain.profile import PlainProfile
from simulators.behaviour import Fault, Onward
from simulators.device import SimulatedDevice
from simulators.faults import FAULTS, SwappedDecks
from tablectl.words.cards import Card
from tablectl.words.observations import (
    CardChecked,
    CardsReturned,
    ChamberLoaded,
    Loaded,
    OrderDone,
)
from tablectl.words.settings import Can, Device
from tests.conformance.examining import PLAIN, REFERENCE

CONTINUOUS, DOUBLE = "reference_continuous_shuffler", "reference_double_shoe"
TWO_DECKS = "reference_two_deck_shuffler"
PLAIN_SHUFFLER, SEEING_SHUFFLER = "reference_plain_shuffler", "reference_recognising_shuffler"
HOLE_READERS = ("reference_hole_reader", "reference_lamp_reader")
Break = Callable[[SimulatedDevice, pytest.MonkeyPatch], None]

# ---------------------------------------------------------------- what it says


@dataclass
class Says(Fault):
    """Of what begins so, or is such a message, something else is said."""

    begins: bytes
    words: Callable[[bytes], Iterable[bytes]]
    when: Callable[[FromDevice], bool]
    message: Callable[[FromDevice], Iterable[FromDevice]]

    def utters(self, words: bytes) -> Iterable[bytes]:
        return self.words(words) if words.startswith(self.begins) else (words,)

    def says(self, message: FromDevice) -> Iterable[FromDevice]:
        return self.message(message) if self.when(message) else (message,)


def is_a(*kinds: type[FromDevice]) -> Callable[[FromDevice], bool]:
    return lambda message: isinstance(message, kinds)


def tells(*happenings: type[object]) -> Callable[[FromDevice], bool]:
    codes = {CODES[each] for each in happenings}
    return lambda message: isinstance(message, Event) and message.happening in codes


def never(begins: bytes, when: Callable[[FromDevice], bool]) -> Break:
    return lambda device, _: device.fit(Says(begins, lambda _: (), when, lambda _: ()))


def says_it_is(changed: Callable[[Device], Device]) -> Break:
    def is_another(device: SimulatedDevice, _: pytest.MonkeyPatch) -> None:
        device.device = changed(device.device)

    return is_another


other_model = says_it_is(lambda device: replace(device, model="TC-OTHER-1"))
other_firmware = says_it_is(lambda device: replace(device, firmware="9.9"))
other_unit = says_it_is(lambda device: replace(device, serial="S-2"))


def twice(device: SimulatedDevice, _: pytest.MonkeyPatch) -> None:
    device.fit(Says(b"ALLOWED", lambda words: (words,) * 2, is_a(Taken), lambda said: (said,) * 2))


class SaidOnce(Fault):
    def __init__(self) -> None:
        self._said: set[tuple[int, int]] = set()

    def says(self, message: FromDevice) -> Iterable[FromDevice]:
        if isinstance(message, Event):
            number = message.epoch, message.number
            if number in self._said:
                return ()
            self._said.add(number)
        return (message,)


class NeverForgets(Fault):
    """The last event comes with every sign of life, recorded or not."""

    last: tuple[FromDevice, ...] = ()

    def says(self, message: FromDevice) -> Iterable[FromDevice]:
        if isinstance(message, Event):
            self.last = (message,)
        return (message, *self.last) if isinstance(message, Alive) else (message,)


def fitted(fault: type[Fault]) -> Break:
    return lambda device, _: device.fit(fault())


def with_fault(name: str) -> Break:
    return lambda device, _: device.fit(FAULTS[name]())


# ---------------------------------------------------------------- what it hears


class TakesAnyCheck(Fault):
    """Puts right every checksum before it is looked at."""

    def hears(self, data: bytes, onward: Onward) -> None:
        speaks = self.device.speaks
        onward(_mended(data) if speaks is None else _mended_line(data, speaks))


def _mended(data: bytes) -> bytes:
    payload = unstuffed(data.strip(END))
    if payload is None or len(payload) < 9:
        return data
    content = payload[:-4]
    return END + stuffed(content + zlib.crc32(content).to_bytes(4, "big")) + END


def _mended_line(data: bytes, profile: PlainProfile) -> bytes:
    text, mark, _ = data.removesuffix(b"\r\n").rpartition(b"*")
    return framing(profile.framing).framed(text) if mark else data


class Hangs(Fault):
    """Once it has had to discard anything, it says nothing any more."""

    hung = False

    def hears(self, data: bytes, onward: Onward) -> None:
        onward(data)
        self.hung = self.hung or self.device.firmware.discarded > 0

    def speaks(self, data: bytes, onward: Onward) -> None:
        if not self.hung:
            onward(data)


# ---------------------------------------------------------------- what it does


def keeps_its_allowance(device: SimulatedDevice, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(device, "session_over", lambda: None)


def gives_beyond(device: SimulatedDevice, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(device, "gives", lambda *_: True)


def counts_from_nothing(device: SimulatedDevice, patch: pytest.MonkeyPatch) -> None:
    """When its cable is put in."""
    patch.setattr(device.firmware, "cut", lambda: setattr(device, "given", 0))


def forgets_events(device: SimulatedDevice, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(device.firmware, "cut", device.kept.clear)


def counts(device: SimulatedDevice, _: pytest.MonkeyPatch) -> None:
    device.device = replace(device.device, can=(Can.COUNT,))


def second_deck_wrong(device: SimulatedDevice, _: pytest.MonkeyPatch) -> None:
    device.fit(SwappedDecks(at=2))


class TellsTheOrder(Fault):
    """Tells a deck from its end, as it may lie."""

    def senses(self, happening: Happening) -> Happening:
        if isinstance(happening, Recognised):
            return replace(happening, cards=happening.cards[::-1])
        return happening


class OtherLoad(Fault):
    """Cards go back into a load that is not in it."""

    def senses(self, happening: Happening) -> Happening:
        if isinstance(happening, CardsReturned):
            return replace(happening, load=happening.load + 1)
        return happening


class OtherChamber(Fault):
    """Takes the second chamber for the first."""

    def senses(self, happening: Happening) -> Happening:
        return replace(happening, chamber=1) if isinstance(happening, ChamberLoaded) else happening


def obeys_everything(device: SimulatedDevice, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(device, "obey", lambda _: "")


# ---------------------------------------------------------------- hole cards


def looks_at_every_card(device: SimulatedDevice, patch: pytest.MonkeyPatch) -> None:
    """Also at one that was not to be checked."""
    patch.setattr(type(device), "conceals", False)


def overlooks_a_card(device: SimulatedDevice, patch: pytest.MonkeyPatch) -> None:
    """Of one that was not to be checked it says nothing."""
    patch.setattr(device, "put_in", lambda _: None)


class NamesTheCard(Fault):
    """Beside its answer it says which card it was, which nobody may know."""

    def senses(self, happening: Happening) -> Happening:
        ace = Card.of("AS")
        return CardsSeen("dealer", (ace,)) if isinstance(happening, CardChecked) else happening


def always_says_yes(device: SimulatedDevice, _: pytest.MonkeyPatch) -> None:
    device.fit(SaysYes())


class SaysYes(Fault):
    def senses(self, happening: Happening) -> Happening:
        return replace(happening, yes=True) if isinstance(happening, CardChecked) else happening


# ---------------------------------------------------------------- all of them


@dataclass(frozen=True)
class Broken:
    """What is wrong, with a device of which profile, and the check that has to say so."""

    what: str
    check: str
    broken: Break
    profiles: tuple[str, ...] = (REFERENCE, PLAIN)


DONE = tells(OrderDone)
RETURNED = tells(CardsReturned)
BROKEN = (
    Broken("another model", "identity.model", other_model),
    Broken("unknown firmware", "identity.firmware", other_firmware),
    Broken("another unit", "identity.serial", other_unit),
    Broken("says nothing of itself", "identity.answers", never(b"I AM", is_a(Identity))),
    Broken("no answer to a sign of life", "alive.answers", never(b"PONG", is_a(Alive))),
    Broken("an order is never answered", "order.allow.none", never(b"ALLOWED", DONE)),
    Broken("an order is answered twice", "order.once", twice),
    Broken("takes an order it must refuse", "order.refused", obeys_everything),
    Broken("a card beyond the allowance", "order.allow.held", gives_beyond),
    Broken("an allowance that does not lapse", "timing.lapse", keeps_its_allowance),
    Broken("a load is not told", "tells.loaded", never(b"LOAD", tells(Loaded))),
    Broken("a wrong checksum is accepted", "frames.checksum", fitted(TakesAnyCheck)),
    Broken("hangs after garbage", "frames.garbage", fitted(Hangs)),
    Broken("an event is never repeated", "delivery.again", fitted(SaidOnce), (REFERENCE,)),
    Broken("repeated for ever", "delivery.recorded", fitted(NeverForgets), (REFERENCE,)),
    Broken("events lost with the line", "reconnect.kept", forgets_events, (REFERENCE,)),
    Broken("a count nobody promised", "tells.shuffled", counts, (PLAIN_SHUFFLER,)),
    Broken("tells an order", "tells.shuffled", fitted(TellsTheOrder), (SEEING_SHUFFLER,)),
    Broken("takes a card for another", "tells.shuffled", with_fault("misread"), (SEEING_SHUFFLER,)),
    Broken("one deck for the other", "tells.two_decks", second_deck_wrong, (TWO_DECKS,)),
    Broken("no word of cards back", "tells.returned", never(b"", RETURNED), (CONTINUOUS,)),
    Broken("one load too many back", "tells.returned", fitted(OtherLoad), (CONTINUOUS,)),
    Broken("the wrong chamber", "tells.chambers", fitted(OtherChamber), (DOUBLE,)),
    Broken("allows both chambers", "tells.chambers", gives_beyond, (DOUBLE,)),
    Broken("its count goes back", "reconnect.count", counts_from_nothing, (PLAIN,)),
    Broken("answers yes to every card", "tells.checked", always_says_yes, HOLE_READERS),
    Broken("a hole card is overlooked", "tells.wrongly_in", overlooks_a_card, HOLE_READERS),
    Broken("names the hole card", "tells.nameless", fitted(NamesTheCard), HOLE_READERS),
    Broken("looks at every card", "tells.concealed", looks_at_every_card, HOLE_READERS[:1]),
)
