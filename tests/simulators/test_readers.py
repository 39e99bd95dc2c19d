"""Readers: one sees the cards that lie face up, the other answers yes or no about one card."""

from __future__ import annotations

from collections import defaultdict

import pytest

from drivers.happenings import CardsSeen
from simulators.felt import Piece
from simulators.firmware import FULL
from simulators.hole_reader import COMPLETING, NO_CHECK, HoleCardReader
from simulators.reader import CardReader
from tablectl.words.cards import STANDARD_52, Card, Rank
from tablectl.words.observations import CardChecked
from tablectl.words.settings import Can, DeviceKind
from tests.simulators.bench import Bench, Desk, made

ACE, KING = Piece(Card.of("AS")), Piece(Card.of("KD"))


def set_up() -> tuple[CardReader, Desk]:
    reader = CardReader(name="reader_1", device=made(DeviceKind.READER), time=Bench())
    return reader, Desk(reader)


def hole_reader(*can: Can) -> HoleCardReader:
    return HoleCardReader(name="peek_1", device=made(DeviceKind.READER, can), time=Bench())


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


# ---------------------------------------------------------------- two kinds of hole card reader

LAMP, CONCEALING = (Can.CHECK,), (Can.CHECK, Can.CONCEAL)
TENS = COMPLETING[1:]


def told_of(card: Card, can: tuple[Can, ...], ranks: tuple[Rank, ...]) -> tuple[bytes, bool | None]:
    """Every byte on the line, and what the lamp shows, when this card is put in."""
    reader = hole_reader(*can)
    desk = Desk(reader)
    desk.greet()
    reader.examine("hole", Piece(card), ranks)
    return bytes(desk.bytes), reader.lamp


@pytest.mark.clause("19:47-2.15(j)2")
def test_a_reader_that_conceals_tells_and_shows_the_same_of_every_card_put_in_wrongly() -> None:
    told = {told_of(card, CONCEALING, ()) for card in STANDARD_52}
    assert len(told) == 1
    assert {lamp for _, lamp in told} == {None}


@pytest.mark.clause("19:47-2.15(j)1")
def test_the_lamp_of_the_other_kind_shows_what_such_a_card_counts() -> None:
    shown = {card: told_of(card, LAMP, ())[1] for card in STANDARD_52}
    assert shown == {card: card.rank in COMPLETING for card in STANDARD_52}


@pytest.mark.parametrize("can", [LAMP, CONCEALING], ids=["lamp", "concealing"])
@pytest.mark.parametrize("ranks", [TENS, (Rank.ACE,), ()], ids=["tens", "aces", "wrongly"])
def test_no_byte_depends_on_a_card_but_for_yes_or_no(
    can: tuple[Can, ...], ranks: tuple[Rank, ...]
) -> None:
    """So no face is in any of them: the cards of one answer cannot be told apart."""
    answers: dict[bytes, set[bool]] = defaultdict(set)
    sought = ranks or (() if Can.CONCEAL in can else COMPLETING)
    for card in STANDARD_52:
        answers[told_of(card, can, ranks)[0]].add(card.rank in sought)
    assert sorted(map(sorted, answers.values())) == ([[False]] if not sought else [[False], [True]])


@pytest.mark.parametrize("can", [LAMP, CONCEALING], ids=["lamp", "concealing"])
def test_a_card_put_in_wrongly_is_told_as_such(can: tuple[Can, ...]) -> None:
    reader = hole_reader(*can)
    desk = Desk(reader)
    desk.greet()
    reader.put_in(KING)
    assert desk.happenings() == [CardChecked(NO_CHECK, Can.CONCEAL not in can)]


@pytest.mark.parametrize("can", [LAMP, CONCEALING], ids=["lamp", "concealing"])
def test_what_was_checked_while_the_cable_was_out_is_told_when_it_is_back(
    can: tuple[Can, ...],
) -> None:
    reader = hole_reader(*can)
    desk = Desk(reader)
    desk.greet()
    reader.unplug()
    reader.put_in(ACE)
    reader.plug()
    assert list(reader.kept.values()) == [CardChecked(NO_CHECK, Can.CONCEAL not in can)]
