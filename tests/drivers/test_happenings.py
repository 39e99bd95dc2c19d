"""What events and orders carry: each comes back as it was, and what is none is malformed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.happenings import (
    CardsDrawn,
    CardsSeen,
    Happening,
    Recognised,
    Shuffled,
    demand,
    demand_bytes,
    happening,
    happening_bytes,
)
from drivers.layout import MAX_CARDS, Malformed
from drivers.messages import framed
from tablectl.words.cards import JOKER, Card
from tablectl.words.observations import (
    CardChecked,
    CardsReturned,
    ChamberLoaded,
    Counted,
    CuttingCardOut,
    Jammed,
    Loaded,
    NumberDrawn,
    OrderDone,
    OrderFailed,
)
from tablectl.words.orders import Allow, Demand, Draw, Shuffle
from tests.drivers.any_message import DEMANDS, HAPPENINGS, demands, event, happenings_of_any_kind

ACE = Card.of("AS")
HAPPENED: tuple[Happening, ...] = (
    CardsDrawn(1, 2, 3, True, (ACE, None, JOKER)),
    CardsSeen("seat 1", (ACE,)),
    Counted("shoe", 52),
    Shuffled("blue", True, 52),
    CuttingCardOut(),
    CardChecked("ten under ace", yes=True),
    NumberDrawn("button", 17),
    Jammed("roller"),
    OrderDone(43),
    OrderFailed(43, "jammed"),
    Loaded(4),
    Recognised("blue", (None, ACE, JOKER)),
    CardsReturned(4, 17),
    ChamberLoaded(4, 2),
)
DEMANDED: tuple[Demand, ...] = (Allow(6, 3), Draw("button", 1, 36), Shuffle("blue"))


@given(happenings_of_any_kind)
def test_any_happening_comes_back(happened: Happening) -> None:
    assert happening(*happening_bytes(happened)) == happened


@given(demands)
def test_any_demand_comes_back(wanted: Demand) -> None:
    assert demand(*demand_bytes(wanted)) == wanted


def test_there_is_one_of_each_here() -> None:
    assert {type(each) for each in HAPPENED} == set(HAPPENINGS)
    assert {type(each) for each in DEMANDED} == set(DEMANDS)


@pytest.mark.parametrize("happened", HAPPENED, ids=lambda each: type(each).__name__)
def test_a_happening_with_a_byte_too_few_or_too_many_is_malformed(happened: Happening) -> None:
    code, body = happening_bytes(happened)
    for wrong in (*(body[:end] for end in range(len(body))), body + b"\0"):
        with pytest.raises(Malformed):
            happening(code, wrong)


@pytest.mark.parametrize("wanted", DEMANDED, ids=lambda each: type(each).__name__)
def test_a_demand_with_a_byte_too_few_or_too_many_is_malformed(wanted: Demand) -> None:
    code, body = demand_bytes(wanted)
    for wrong in (*(body[:end] for end in range(len(body))), body + b"\0"):
        with pytest.raises(Malformed):
            demand(code, wrong)


@pytest.mark.parametrize("code", [0x00, 0x0F, 0x7F, 0xFF])
def test_a_happening_that_is_not_in_the_list_is_malformed(code: int) -> None:
    with pytest.raises(Malformed, match=f"0x{code:02x}"):
        happening(code, b"")


@pytest.mark.parametrize("code", [0x00, 0x04, 0x7F, 0xFF])
def test_a_demand_that_is_not_in_the_list_is_malformed(code: int) -> None:
    with pytest.raises(Malformed, match=f"0x{code:02x}"):
        demand(code, b"")


@given(st.integers(0, 13), st.binary(max_size=80))
def test_any_body_is_read_exactly_or_malformed(code: int, body: bytes) -> None:
    try:
        happened = happening(code, body)
    except Malformed:
        return
    assert happening_bytes(happened) == (code, body)


def test_as_many_cards_as_a_list_holds_fit_one_event() -> None:
    framed(event(1, 1, 1, CardsDrawn(1, 1, MAX_CARDS, False, (ACE,) * MAX_CARDS)), 1)


def test_a_list_too_long_beside_its_text_is_malformed_before_it_is_sent() -> None:
    seen = event(1, 1, 1, CardsSeen("x" * 60, (ACE,) * MAX_CARDS))
    with pytest.raises(Malformed, match="the most is"):
        framed(seen, 1)
