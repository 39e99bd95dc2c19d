"""Words of a deed against what the table offers, for every deed that names something."""

from __future__ import annotations

from typing import Any

import pytest

from tablectl.cli.deeds import deed_of
from tablectl.cli.offered import check_offered
from tablectl.cli.trouble import Trouble
from tablectl.doorclient import DoorClient
from tablectl.doorwire import view_line

OFFERS: list[dict[str, Any]] = [
    {"deed": "call", "call": "no_more_bets"},
    {"deed": "choose", "question": "play", "hands": ["seat_1"], "choices": ["play", "fold"]},
    {"deed": "choose", "question": "remedy", "hands": ["case_1"], "choices": ["void"]},
    {"deed": "confirm", "what": "open_table", "subject": ""},
    {"deed": "move", "to": "rack", "sources": ["shoe"]},
    {"deed": "settle", "stage": "losers"},
    {"deed": "change_option", "options": ["ante_most", "count_every"]},
]
NOTICES = [{"option": "ante_least"}]


def door(offers: list[dict[str, Any]]) -> DoorClient:
    return DoorClient(lambda _: view_line({"offers": offers, "notices": NOTICES}, {}))


def check(words: str, offers: list[dict[str, Any]]) -> None:
    name, *pairs = words.split()
    check_offered(deed_of(name, pairs), door(offers))


@pytest.mark.parametrize(
    ("words", "problem", "remedy"),
    [
        ("call call=no_more_bats", "did you mean no_more_bets?", "one of: no_more_bets"),
        ("choose question=pley hand=seat_1 choice=fold", "mean play?", "one of: play, remedy"),
        ("choose question=play hand=seat_1 choice=void", "choice=void", "one of: play, fold"),
        ("confirm what=open_table subject=blue", "subject=blue", "leave subject out"),
        ("move to=rock", "did you mean rack?", "to is now one of: rack"),
        ("change_option option=ante_mots value=9", "did you mean ante_most?", "count_every"),
        ("settle stage=loosers", "did you mean losers?", "stage is now one of: losers"),
    ],
)
def test_a_word_that_is_not_offered_is_told_with_those_that_are(
    words: str, problem: str, remedy: str
) -> None:
    with pytest.raises(Trouble) as caught:
        check(words, OFFERS)
    assert caught.value.code == "not_offered"
    assert problem in caught.value.problem
    assert remedy in caught.value.remedy


@pytest.mark.parametrize(
    "words",
    [
        "call call=no_more_bets",
        "choose question=remedy hand=case_1 choice=void",
        "confirm what=open_table",
        "move to=rack",
        "change_option option=ante_least value=1000",
        "settle stage=losers",
        "settle stage=winners",
        "confirm what=shuffle subject=blue",
        "count place=shoe cards=46",
    ],
)
def test_what_is_offered_or_only_not_due_goes_to_the_table(words: str) -> None:
    check(words, OFFERS)


def test_where_no_such_deed_is_offered_the_table_says_why() -> None:
    check("call call=anything", [])
