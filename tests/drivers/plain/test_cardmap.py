"""Card maps: what one may hold, and what is told of one that may not."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.plain.cardmap import CardMap, Cards, TagForm, load
from drivers.plain.profile import PlainProfile
from drivers.plain.template import DoesNotFit, Notation, Template
from drivers.profiles import loads
from tablectl.words.cards import JOKER, STANDARD_52, Card
from tablectl.yamlfile import FileErrors

TAGS = TagForm(Template("{tag:hex5}", Notation.BYTES, {"tag": "text"}))
CODES = TagForm(Template("{tag}", Notation.TEXT, {"tag": "text"}))
DECK = {card.code: f"{number:010X}" for number, card in enumerate(STANDARD_52, 1)}
"""Clubs from the two on stand from the third line on."""


def written(cards: Mapping[str, str], **changes: str) -> str:
    """A file with these cards, each tag as it is to be written there."""
    lines = {code: f'"{tag}"' for code, tag in cards.items()} | changes
    return "version: 1\ncards:\n" + "".join(f"  {c}: {t}\n" for c, t in lines.items() if t)


def read(folder: Path, text: str, form: TagForm = TAGS) -> Cards:
    file = folder / "cards.yaml"
    file.write_text(text)
    return load(file, form)


def problems(folder: Path, text: str, form: TagForm = TAGS) -> list[str]:
    with pytest.raises(FileErrors) as wrong:
        read(folder, text, form)
    return [f"{each.line}:{each.column}: {each.problem}" for each in wrong.value.errors]


def test_every_card_has_its_tag_and_every_tag_its_card(tmp_path: Path) -> None:
    cards = CardMap(read(tmp_path, written(DECK)), TAGS)
    for card in STANDARD_52:
        assert cards.card(cards.tag(card)) == card
    assert cards.card("FFFFFFFFFF") is None
    assert cards.tag(JOKER) == ""


def test_cards_of_two_decks_have_two_tags(tmp_path: Path) -> None:
    cards = CardMap(read(tmp_path, written(DECK, AS='["67003B51C6", "67003BA86C"]')), TAGS)
    assert cards.card("67003B51C6") == cards.card("67003BA86C") == Card.of("AS")


def test_a_tag_may_be_written_in_small_letters(tmp_path: Path) -> None:
    cards = CardMap(read(tmp_path, written(DECK, AS='"67003ba86c"')), TAGS)
    assert cards.card("67003BA86C") == Card.of("AS")


def test_a_joker_may_have_a_tag(tmp_path: Path) -> None:
    assert CardMap(read(tmp_path, written(DECK, JK='"67003BA86C"')), TAGS).tag(JOKER)


def test_the_same_map_written_otherwise_has_the_same_digest(tmp_path: Path) -> None:
    one, same, other = (
        CardMap(read(tmp_path, written(cards, **changes)), TAGS).digest
        for cards, changes in (
            (DECK, {}),
            (dict(reversed(DECK.items())), {"AS": f'["{DECK["AS"].lower()}"]'}),
            (DECK, {"AS": '"67003BA86C"'}),
        )
    )
    assert one == same != other


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"2C": ""}, "3:3: cards without a tag: 2C"),
        ({"2C": "", "3C": "", "4C": ""}, "3:3: cards without a tag: 2C, 3C, 4C"),
        ({"2C": "[]"}, "3:7: 2C has no tag"),
        ({"1C": '"67003BA86C"'}, "55:7: '1C' is no card"),
        ({"3C": '"0000000001"'}, "4:7: '0000000001' is the tag of 2C already"),
        ({"3C": '["00000000AA", "00000000aa"]'}, "4:22: '00000000aa' is listed twice"),
        ({"3C": '["00000000AA", "0000000001"]'}, "4:22: '0000000001' is the tag of 2C already"),
        ({"2C": '"67003B51C6CB"'}, "3:7: '67003B51C6CB' is no tag that this reader could say"),
        ({"2C": '"seven"'}, "3:7: 'seven' is no tag that this reader could say"),
        ({"2C": "6700000001"}, "3:7: expected text, got 6700000001"),
        ({"2C": "0000000001"}, "3:7: YAML reads '0000000001' as an octal number"),
    ],
)
def test_what_is_wrong_with_a_map_is_told_at_its_place(
    changes: Mapping[str, str], problem: str, tmp_path: Path
) -> None:
    found = problems(tmp_path, written(DECK, **changes))
    assert any(each.startswith(problem) for each in found), found


def test_a_card_that_stands_there_twice_is_told(tmp_path: Path) -> None:
    text = written(DECK) + '  2C: "67003BA86C"\n'
    assert any(each.startswith("55:3: ") for each in problems(tmp_path, text))


def test_everything_wrong_is_told_at_once(tmp_path: Path) -> None:
    text = written(DECK, **{"2C": "", "1C": '"67003BA86C"', "3C": '"x"', "4C": f'"{DECK["5C"]}"'})
    assert len(problems(tmp_path, text)) == 4


def test_a_code_may_be_any_text(tmp_path: Path) -> None:
    cards = {code: f"House 7 / {code}" for code in DECK}
    assert CardMap(read(tmp_path, written(cards), CODES), CODES).tag(Card.of("AS"))


@given(st.text(max_size=12))
def test_a_tag_is_what_the_reader_says_or_is_refused(text: str) -> None:
    for form in (TAGS, CODES):
        with suppress(DoesNotFit):
            said = form.said(text)
            assert form.said(said) == said


# ---------------------------------------------------------------- in a profile

READER = """\
version: 1
profile: my_reader
title: My reader
maker: Me
kind: reader
model: R-1
protocol: plain/1
delivery: at_most_once
framing: {kind: lines}
tells:
  - {says: "TAG {tag}", means: card_shown}
can: [faces]
"""


def profile_problems(old: str, new: str) -> list[str]:
    assert old in READER
    with pytest.raises(FileErrors) as wrong:
        loads(READER.replace(old, new), "my_reader.yaml")
    return [f"{each.line}:{each.column}: {each.problem}" for each in wrong.value.errors]


def test_a_profile_may_have_a_map_that_holds_everywhere() -> None:
    cards = "".join(f"  {code}: {code}-1\n" for code in DECK)
    profile = loads(READER + "cards:\n" + cards, "my_reader.yaml")
    assert isinstance(profile, PlainProfile)
    assert profile.card_map is not None
    assert profile.card_map.card("AS-1") == Card.of("AS")


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("TAG {tag}", "TAG", "11:12: 'TAG' has no place {tag}"),
        ("kind: reader", "kind: shoe", "11:12: only a reader is shown cards"),
        ("card_shown", "cards_seen", "there is no place {tag} here"),
        ("can: [faces]", "can: [faces]\ncards: {AS: AS-1}", "13:8: cards without a tag: 2C, "),
        (
            'tells:\n  - {says: "TAG {tag}", means: card_shown}\n',
            'tells:\n  - {says: "C {card}", means: cards_seen}\ngone_after: 500\n',
            "12:13: it reads no tags",
        ),
        ("can: [faces]", "can: [faces]\nreceipts: {heard: 'OK {tag}'}", "13:19: "),
    ],
)
def test_what_does_not_go_together_in_a_reader_is_told(old: str, new: str, problem: str) -> None:
    assert any(problem in each for each in profile_problems(old, new)), profile_problems(old, new)
