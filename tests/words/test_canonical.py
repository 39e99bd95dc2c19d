"""One value, one text: words there and back, and clear errors for what is none."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablectl.table.state import TableState
from tablectl.words import (
    facts,
    inputs,
    observations,
    outcomes,
    refusals,
    rulings,
)
from tablectl.words import (
    settings as settings_words,
)
from tablectl.words.acts import Act, Call, Deed
from tablectl.words.bases import HOUSE
from tablectl.words.canonical import (
    digest,
    dumps,
    every_word,
    from_plain,
    from_tagged,
    loads,
    tag_of,
    tagged_text,
    text,
    to_plain,
    to_tagged,
    word,
)
from tablectl.words.cards import Card
from tablectl.words.errors import WordError
from tablectl.words.inputs import Input, Stamped
from tests.words import strategies

IMPORTED = (facts, inputs, observations, outcomes, rulings, settings_words, TableState)


@pytest.mark.parametrize("cls", every_word(), ids=tag_of)
@given(data=st.data())
@settings(max_examples=25)
def test_a_word_comes_back_from_its_canonical_json(cls: type[Any], data: st.DataObject) -> None:
    value = data.draw(strategies.of(cls))
    text = dumps(to_plain(value))
    assert from_plain(cls, loads(text)) == value
    assert dumps(to_plain(from_plain(cls, loads(text)))) == text


@pytest.mark.parametrize("cls", every_word(), ids=tag_of)
@given(data=st.data())
@settings(max_examples=25)
def test_the_text_written_at_once_is_that_of_the_plain_data(
    cls: type[Any], data: st.DataObject
) -> None:
    value = data.draw(strategies.of(cls))
    assert text(value) == dumps(to_plain(value))
    if cls is not Card:  # the one word that is written as something else than an object
        assert tagged_text(value) == dumps(to_tagged(value))


def test_the_text_of_a_mapping_does_not_depend_on_the_order_of_its_keys() -> None:
    assert text(refusals.Refusal("c", HOUSE, {"b": 1, "a": 2, "ä": "é\n"})) == text(
        refusals.Refusal("c", HOUSE, {"ä": "é\n", "a": 2, "b": 1})
    )


def test_what_has_no_canonical_form_has_no_text() -> None:
    with pytest.raises(TypeError, match="has no canonical form"):
        text(object())


@given(strategies.of(Stamped))
def test_the_text_of_a_word_is_sorted_and_has_no_spaces_to_spare(value: Stamped) -> None:
    text = dumps(to_plain(value))
    assert text == json.dumps(
        json.loads(text), sort_keys=True, separators=(",", ":"), ensure_ascii=False
    )


@given(strategies.of(Input))
def test_tagged_data_says_which_word_of_a_union_it_is(value: Any) -> None:
    assert from_tagged(Input, loads(dumps(to_tagged(value)))) == value


@given(strategies.of(TableState), strategies.of(TableState))
def test_states_have_equal_digests_exactly_when_they_are_equal(
    one: TableState, other: TableState
) -> None:
    assert (digest(one) == digest(other)) == (one == other)


def test_what_is_empty_is_left_out_and_what_is_zero_or_false_is_not() -> None:
    assert to_plain(Act(Call("go"), "d1", "k")) == {
        "by": "d1",
        "deed": {"call": "go", "is": "call"},
        "key": "k",
    }
    assert to_plain(observations.ShuffleEnded("", 0)) == {"count": 0}
    assert to_plain(observations.CardChecked("", yes=False)) == {"yes": False}


def test_a_writer_of_json_need_not_say_what_is_false() -> None:
    said = {"count": 1, "foreign": 0, "load": 0, "first": 0}
    assert from_plain(observations.CardsOut, said) == observations.CardsOut(1)


@pytest.mark.parametrize(
    ("data", "where"),
    [
        ({"by": "d1", "key": "k"}, "act.deed"),
        ({"deed": {"is": "call", "call": "go"}, "by": 7, "key": "k"}, "act.by"),
        ({"deed": {"is": "jump"}, "by": "d1", "key": "k"}, "act.deed"),
        ({"deed": {"is": "call", "call": "go", "loud": True}, "by": "d"}, "act.deed.loud"),
        ({"deed": {"is": "call", "call": "go"}, "by": "d1", "keys": "k"}, "act.keys"),
        ([], "act"),
        ({"deed": {"is": "turn", "shown": [{"place": "x", "cards": ["1S"]}]}, "by": "d"},
         "act.deed.shown.0.cards.0"),
        ({"deed": {"is": "declare", "kind": "sneeze", "seen": False}, "by": "d"},
         "act.deed.kind"),
        ({"deed": {"is": "bet", "seat": True, "wager": "w"}, "by": "d"}, "act.deed.seat"),
    ],
)  # fmt: skip
def test_data_that_is_no_word_is_refused_with_its_place(data: Any, where: str) -> None:
    with pytest.raises(WordError) as caught:
        from_plain(Act, data)
    assert caught.value.where == where


@given(st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
))  # fmt: skip
def test_no_json_makes_the_decoder_raise_anything_but_a_word_error(data: Any) -> None:
    for cls in (Act, Stamped, TableState):
        try:
            from_plain(cls, data)
        except WordError:
            continue


def test_text_that_is_no_json_is_a_word_error() -> None:
    with pytest.raises(WordError):
        loads("{")


def test_two_words_cannot_share_a_name() -> None:
    with pytest.raises(TypeError, match="two words are called 'call'"):
        word(type("Call", (), {}))


def test_a_type_without_a_canonical_form_is_an_error_when_first_met() -> None:
    with pytest.raises(TypeError, match="has no canonical form"):
        to_plain(object())


def test_every_deed_is_a_word() -> None:
    assert set(Deed.__args__) <= set(every_word())
