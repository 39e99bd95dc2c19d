"""A reader of tags: what hands do to it, and how often it says what it sees."""

from __future__ import annotations

import pytest

from simulators.chance import split
from simulators.felt import Felt, Piece
from simulators.hands import Hands
from tablectl.words.cards import JOKER, Card
from tests.drivers.plain.readers import Ears, Showing


def test_hands_show_cards_and_tags_to_a_reader_of_tags_one_by_one() -> None:
    showing = Showing("rdm6300").live()
    hands = Hands(showing.reader, Felt(split(1, "felt")), 1)
    assert hands.do("show") == "show: which cards, or which tags?"
    assert hands.do("show AS 67003B51C6 KD") == "shows 3 cards one by one"
    assert showing.reader.showing
    showing.pass_ms(2_000)
    assert showing.shown == ["AS", "?", "KD"]
    assert not showing.reader.showing


@pytest.mark.parametrize(("name", "times"), [("rdm6300", 5), ("id_12la", 1)])
def test_a_tag_is_said_for_as_long_as_its_card_lies_there_or_once(name: str, times: int) -> None:
    showing = Showing(name).live()
    heard: list[bytes] = []
    showing.reader.socket = Ears(heard)
    showing.show("AS")
    assert len(heard) == times
    assert len(set(heard)) == 1


def test_a_reader_of_tags_that_is_jammed_says_nothing() -> None:
    showing = Showing("id_12la").live()
    showing.reader.jam()
    assert not showing.reader.reads
    assert showing.show("AS").shown == []


def test_a_card_of_another_house_has_a_tag_that_no_map_has() -> None:
    showing = Showing("gm65").live()
    showing.reader.read("dealer", [Piece(Card.of("AS")), Piece(JOKER)])
    assert showing.pass_ms(2_000).shown == ["AS", "?"]
