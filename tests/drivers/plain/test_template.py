"""Templates read exactly what they write, and say what is wrong with one that cannot be meant."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.plain.template import BadTemplate, DoesNotFit, Notation, Template, Values

PLACES = {"load": "int", "first": "int", "detail": "text", "card": "word"}


def text(template: str) -> Template:
    return Template(template, Notation.TEXT, PLACES)


def in_bytes(template: str) -> Template:
    return Template(template, Notation.BYTES, PLACES)


@given(st.integers(0, 10**9), st.integers(0, 10**9))
def test_numbers_in_text_come_back(load: int, first: int) -> None:
    template = text("CARD {load} {first} UP")
    assert template.read(template.write({"load": load, "first": first})) == {
        "load": load,
        "first": first,
    }


@given(st.integers(0, 0xFFFF), st.integers(0, 0xFFFFFFFF), st.text("AB 7", max_size=9))
def test_numbers_and_text_in_bytes_come_back(load: int, first: int, detail: str) -> None:
    template = in_bytes("F3 {load:u16le} 00 {first:u32} {detail:ascii}")
    values: Values = {"load": load, "first": first, "detail": detail}
    assert template.read(template.write(values)) == values


@given(st.binary(max_size=40))
def test_any_payload_is_read_or_is_not_and_nothing_raises(payload: bytes) -> None:
    for template in (text("CARD {load} {first}"), text("JAM {detail}"), in_bytes("F3 {card:hex}")):
        values = template.read(payload)
        if values is not None:
            assert template.read(template.write(values)) == values


@pytest.mark.parametrize("payload", [b"CARD 1", b"CARD 1 2 3", b"CARD 1 x", b" CARD 1 2", b"CARD"])
def test_other_words_are_not_read(payload: bytes) -> None:
    assert text("CARD {load} {first}").read(payload) is None


@pytest.mark.parametrize(
    ("notation", "written", "problem"),
    [
        (Notation.TEXT, "CARD {lode}", "there is no place {lode} here"),
        (Notation.TEXT, "CARD {load", "a brace belongs to no place"),
        (Notation.TEXT, "CARD {load:u16}", "{load} has no form 'u16'"),
        (Notation.TEXT, "CARD {load} {load}", "a place stands there twice"),
        (Notation.TEXT, "KARTE é", "cannot be sent"),
        (Notation.BYTES, "F3 {load}", "{load} has no form ''"),
        (Notation.BYTES, "F3 G0", "cannot be sent"),
    ],
)
def test_a_template_that_cannot_be_meant_says_why(
    notation: Notation, written: str, problem: str
) -> None:
    with pytest.raises(BadTemplate) as bad:
        Template(written, notation, PLACES)
    assert problem in bad.value.problem
    assert bad.value.hint


@pytest.mark.parametrize(
    ("template", "values"),
    [
        (in_bytes("F3 {load:u8}"), {"load": 256}),
        (in_bytes("F3 {load:u16}"), {"load": -1}),
        (text("CARD {card}"), {"card": "A S"}),
        (text("CARD {card}"), {"card": ""}),
        (text("JAM {detail}"), {"detail": "é"}),
    ],
)
def test_a_value_that_has_no_room_is_refused(
    template: Template, values: dict[str, int | str]
) -> None:
    with pytest.raises(DoesNotFit):
        template.write(values)
