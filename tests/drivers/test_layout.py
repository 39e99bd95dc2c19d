"""Fields in their bytes: read exactly or not at all, and never with a face in the complaint."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.layout import DIGEST_SIZE, MAX_CARDS, MAX_TEXT, Cards, Layout, Malformed, Part
from tablectl.words.cards import JOKER, STANDARD_52, Card
from tests.drivers.any_message import cards, digests, texts


@dataclass(frozen=True)
class Text:
    text: str


@dataclass(frozen=True)
class Hand:
    size: int
    cards: Cards


@dataclass(frozen=True)
class Program:
    digest: str


@dataclass(frozen=True)
class Answer:
    yes: bool


TEXT = Layout(1, Text, parts=(("text", Part.TEXT),))
HAND = Layout(2, Hand, "B", ("size",), (("cards", Part.CARDS),))
PROGRAM = Layout(3, Program, parts=(("digest", Part.DIGEST),))
ANSWER = Layout(4, Answer, "?", ("yes",))


@given(texts)
def test_a_text_comes_back(text: str) -> None:
    assert TEXT.from_body(TEXT.to_body(Text(text))) == Text(text)


@given(cards)
def test_cards_come_back(found: Cards) -> None:
    assert HAND.from_body(HAND.to_body(Hand(7, found))) == Hand(7, found)


@given(digests)
def test_a_digest_comes_back(digest: str) -> None:
    assert PROGRAM.from_body(PROGRAM.to_body(Program(digest))) == Program(digest)


@pytest.mark.parametrize("yes", [False, True])
def test_a_truth_value_comes_back(yes: bool) -> None:
    assert ANSWER.from_body(ANSWER.to_body(Answer(yes))) == Answer(yes)


@pytest.mark.parametrize(
    ("card", "byte"),
    [("2C", 1), ("AC", 13), ("2D", 14), ("AD", 26), ("2H", 27), ("TH", 35), ("AS", 52), ("JK", 53)],
)
def test_a_card_is_this_byte(card: str, byte: int) -> None:
    assert HAND.to_body(Hand(0, (Card.of(card),))) == bytes((0, 1, byte))


def test_every_card_has_a_byte_of_its_own() -> None:
    everything: Cards = (None, *STANDARD_52, JOKER)
    assert HAND.to_body(Hand(0, everything)) == bytes((0, 54, *range(54)))


@pytest.mark.parametrize("byte", [*range(0x20), *range(0x7F, 0x100)])
def test_a_text_holds_nothing_but_visible_ascii(byte: int) -> None:
    with pytest.raises(Malformed, match="not visible ASCII"):
        TEXT.from_body(bytes((3, 0x41, byte, 0x41)))
    with pytest.raises(Malformed):
        TEXT.to_body(Text(chr(byte)))


@pytest.mark.parametrize("text", ["é", "\u00a0", "\U0001f0a1", "\ud800", "²"])
def test_a_text_that_is_not_ascii_is_not_written(text: str) -> None:
    with pytest.raises(Malformed, match="visible ASCII"):
        TEXT.to_body(Text(text))


def test_a_text_has_a_longest_length() -> None:
    longest = "x" * MAX_TEXT
    assert TEXT.from_body(TEXT.to_body(Text(longest))) == Text(longest)
    with pytest.raises(Malformed):
        TEXT.to_body(Text(longest + "x"))
    with pytest.raises(Malformed):
        TEXT.from_body(bytes((MAX_TEXT + 1,)) + b"x" * (MAX_TEXT + 1))


def test_a_list_of_cards_has_a_longest_length() -> None:
    most: Cards = (None,) * MAX_CARDS
    assert HAND.from_body(HAND.to_body(Hand(0, most))) == Hand(0, most)
    with pytest.raises(Malformed):
        HAND.to_body(Hand(0, (*most, None)))
    with pytest.raises(Malformed):
        HAND.from_body(bytes((0, MAX_CARDS + 1)) + bytes(MAX_CARDS + 1))


@pytest.mark.parametrize("byte", range(54, 256))
def test_a_byte_that_is_no_card_is_malformed(byte: int) -> None:
    with pytest.raises(Malformed, match="no card"):
        HAND.from_body(bytes((0, 2, 1, byte)))


@pytest.mark.parametrize("byte", [2, 3, 0x80, 0xFF])
def test_a_truth_value_is_zero_or_one(byte: int) -> None:
    with pytest.raises(Malformed, match="truth value"):
        ANSWER.from_body(bytes((byte,)))


@pytest.mark.parametrize("digest", ["zz" * DIGEST_SIZE, "ab" * (DIGEST_SIZE - 1), "abc"])
def test_what_is_no_digest_is_not_written(digest: str) -> None:
    with pytest.raises(Malformed, match="digest"):
        PROGRAM.to_body(Program(digest))


def test_a_digest_nobody_knows_is_all_zeros() -> None:
    assert PROGRAM.to_body(Program("")) == bytes(DIGEST_SIZE)
    assert PROGRAM.from_body(bytes(DIGEST_SIZE)) == Program("")


@pytest.mark.parametrize("size", [-1, 256])
def test_a_number_that_does_not_fit_is_not_written(size: int) -> None:
    with pytest.raises(Malformed, match="Hand does not fit"):
        HAND.to_body(Hand(size, ()))


@given(cards.filter(any), st.sampled_from([-1, 256]))
def test_no_complaint_shows_a_face(found: Cards, size: int) -> None:
    with pytest.raises(Malformed) as caught:
        HAND.to_body(Hand(size, found))
    assert not any(card.code in str(caught.value) for card in found if card)
    assert "Card(" not in str(caught.value)


@pytest.mark.parametrize(
    ("layout", "body"),
    [
        (TEXT, b"\x03abc"),
        (HAND, b"\x00\x03\x01\x02\x03"),
        (PROGRAM, bytes(DIGEST_SIZE)),
        (ANSWER, b"\x01"),
    ],
)
def test_a_body_is_read_exactly_or_not_at_all(layout: Layout, body: bytes) -> None:
    layout.from_body(body)
    for end in range(len(body)):
        with pytest.raises(Malformed):
            layout.from_body(body[:end])
    with pytest.raises(Malformed, match="too many"):
        layout.from_body(body + b"\0")
