"""Readers: one sees the cards that lie face up, the other answers yes or no about one card."""

from __future__ import annotations

import pytest

from drivers.happenings import CardsSeen
from simulators.felt import Piece
from simulators.firmware import FULL
from simulators.hole_reader import HoleCardReader
from simulators.reader import CardReader
from tablectl.words.cards import Card, Rank
from tablectl.words.observations import CardChecked
from tablectl.words.settings import DeviceKind
from tests.simulators.bench import Bench, Desk, made

ACE, KING = Piece(Card.of("AS")), Piece(Card.of("KD"))


def set_up() -> tuple[CardReader, Desk]:
    reader = CardReader(name="reader_1", device=made(DeviceKind.READER), time=Bench())
    return reader, Desk(reader)


def hole_reader() -> HoleCardReader:
    return HoleCardReader(name="peek_1", device=made(DeviceKind.READER), time=Bench())


def test_it_tells_the_cards_at_the_spot() -> None:
    reader, desk = set_up()
    desk.greet()
    reader.read("dealer", [ACE, KING])
    assert desk.happenings() == [CardsSeen("dealer", (ACE.card, KING.card))]


@pytest.mark.parametrize(("ranks", "yes"), [((Rank.ACE,), True), ((Rank.TEN,), False)])
def test_it_says_yes_or_no_and_nothing_else(ranks: tuple[Rank, ...], yes: bool) -> None:
    reader = hole_reader()
    desk = Desk(reader)
    desk.greet()
    reader.examine("hole", ACE, ranks)
    assert desk.happenings() == [CardChecked("hole", yes)]


def test_a_reader_reads_while_it_has_a_session_is_not_jammed_and_has_room() -> None:
    reader, desk = set_up()
    assert not reader.reads
    desk.greet()
    assert reader.reads
    reader.jam()
    assert not reader.reads
    reader.clear()
    reader.unplug()
    assert not reader.reads
    reader.plug()
    assert reader.reads
    for _ in range(FULL):
        reader.read("dealer", [])
    assert not reader.reads


def test_a_hole_card_reader_is_ready_under_the_same_conditions() -> None:
    reader = hole_reader()
    desk = Desk(reader)
    assert not reader.ready
    desk.greet()
    assert reader.ready
    reader.jam()
    assert not reader.ready
