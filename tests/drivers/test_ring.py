"""What is kept of a line to be looked at."""

from __future__ import annotations

import gc

import pytest

from drivers.driving import Heard, Noted, Seen, Send
from drivers.happenings import CardsDrawn, CardsSeen
from drivers.layout import Cards
from drivers.messages import Beat, Event, Hello
from drivers.ring import Counters, Ring, Way
from tablectl.words.cards import STANDARD_52, Card
from tablectl.words.observations import LinkLost, LinkUp, Observation
from tablectl.words.orders import Draw
from tablectl.words.settings import DeviceKind
from tests.drivers.talk import EPOCH, TIMING, OpenSeals, Talk, event, identity

AS = Card.of("AS")


def ring_of(talk: Talk, size: int = 256) -> Ring:
    ring = Ring(size)
    for output in talk.out:
        ring.keep(output, talk.now)
    return ring


def test_frames_both_ways_and_notes_are_kept_in_order() -> None:
    talk = Talk().live()
    talk.say(event(1, CardsDrawn(1, 1, 1, 0)))
    talk.record(1)
    talk.hear(b"\x00\x09\x01\x00")
    names = [(entry.way, entry.name) for entry in ring_of(talk).entries()]
    assert names == [
        (Way.OUT, "Hello"),
        (Way.IN, "Identity"),
        (Way.IN, "Event"),
        (Way.OUT, "Recorded"),
        (Way.NOTE, "discarded"),
    ]


def test_a_line_to_read_has_time_way_name_and_fields() -> None:
    ring = Ring()
    ring.keep(Send(b"", repeated=True, message=Hello()), 12_000_345)
    ring.keep(Heard(Beat(3)), 13_000_000)
    ring.keep(Noted("discarded", "check", 9), 14_000_000)
    assert ring.lines() == [
        "00:00:12.000345 > Hello protocol=1 (again)",
        "00:00:13.000000 < Beat count=3",
        "00:00:14.000000 * discarded check, 9 bytes",
    ]


def test_an_order_is_shown_with_what_it_demands() -> None:
    talk = Talk(DeviceKind.GENERATOR).live(identity(4))
    talk.order(5, Draw("start", 1, 6))
    assert ring_of(talk).lines()[-1].endswith("Give order=5 Draw draw='start' low=1 high=6")


@pytest.mark.parametrize(
    ("cards", "text"),
    [((AS, None, AS), "cards=3 hidden"), ((), "cards not recognised")],
)
def test_cards_of_a_draw_are_shown_as_a_number(cards: Cards, text: str) -> None:
    talk = Talk().live()
    talk.say(event(1, CardsDrawn(2, 5, 3, 0, cards)))
    expected = f"number=1 oldest=1 CardsDrawn load=2 first=5 count=3 face_up=False {text}"
    assert ring_of(talk).lines()[-1].endswith(expected)


def test_cards_that_lie_face_up_before_a_reader_are_shown() -> None:
    talk = Talk(DeviceKind.READER).live(identity(3))
    talk.say(event(1, CardsSeen("dealer", (AS, None))))
    assert ring_of(talk).lines()[-1].endswith("CardsSeen spot='dealer' cards=AS,?")


def test_a_body_without_meaning_is_not_shown() -> None:
    talk = Talk().live()
    talk.say(Event(EPOCH, 1, 1, 0x5A, b"secret"))
    assert ring_of(talk).lines()[-1].endswith("oldest=1 0x5a not shown")


def test_a_ring_keeps_the_last_entries_and_counts_all() -> None:
    ring = Ring(3)
    for count in range(10):
        ring.keep(Heard(Beat(count)), count)
    assert [entry.text for entry in ring.entries()] == ["count=7", "count=8", "count=9"]
    assert ring.counters.frames_in == 10


def test_what_goes_over_the_line_is_counted() -> None:
    ring = Ring()
    for output in (
        Send(b"", message=Hello()),
        Send(b"", repeated=True, message=Hello()),
        Heard(Beat(1)),
        Noted("discarded", "check", 9),
        Noted("duplicate", "event 3"),
        Noted("ignored", "Taken"),
        Seen(Observation("shoe_1", LinkUp())),
        Seen(Observation("shoe_1", LinkLost("silent"))),
    ):
        ring.keep(output, 0)
    assert ring.counters == Counters(
        frames_in=1,
        frames_out=2,
        repeats=1,
        discarded_bytes=9,
        duplicates=1,
        ignored=1,
        outages=1,
    )


def test_nothing_that_a_ring_holds_has_a_hidden_face_or_a_byte_of_one() -> None:
    """Everything that can be reached from the ring, not only what it shows."""
    spades = tuple(card for card in STANDARD_52 if card.code.endswith("S"))
    faces = bytes(1 + STANDARD_52.index(card) for card in spades)
    talk = Talk(seals=OpenSeals()).live()
    talk.say(event(1, CardsDrawn(1, 1, 13, 0, spades)))
    talk.say(Event(EPOCH, 2, 1, 0x5A, faces))
    talk.say(Event(EPOCH, 3, 1, 0x01, faces))
    talk.say(event(4, CardsSeen("dealer", spades)))
    talk.pass_time(TIMING.beat)
    ring = ring_of(talk)
    held = _reachable(list(ring._kept))
    assert not any(isinstance(thing, Card) for thing in held)
    assert not any(faces in thing for thing in held if isinstance(thing, bytes))
    assert not any(card.code in line for line in ring.lines() for card in spades)


def _reachable(root: object) -> list[object]:
    found: dict[int, object] = {}
    todo = [root]
    while todo:
        thing = todo.pop()
        if id(thing) not in found and not isinstance(thing, type):
            found[id(thing)] = thing
            todo += gc.get_referents(thing)
    return list(found.values())
