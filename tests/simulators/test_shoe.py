"""A shoe that a hand draws from: what the gate lets out, and what the sensors tell."""

from __future__ import annotations

import pytest

from drivers.happenings import CardsDrawn
from drivers.messages import Identity
from simulators.device import NoSuchStation
from tablectl.words.observations import Loaded, OrderFailed
from tablectl.words.orders import Allow
from tablectl.words.settings import Can
from tests.simulators.bench import DECK, Bench, Desk, S, sensing_shoe


def test_no_card_beyond_the_allowance() -> None:
    shoe = sensing_shoe(Bench())
    desk = Desk(shoe)
    desk.greet()
    assert not shoe.gives()
    desk.order(1, Allow(2))
    assert shoe.gives(2)
    assert not shoe.gives(3)
    shoe.draw(DECK)
    assert shoe.gives(1)
    assert not shoe.gives(2)


def test_an_allowance_counts_from_the_load() -> None:
    shoe = sensing_shoe(Bench())
    desk = Desk(shoe)
    desk.greet()
    desk.order(1, Allow(2))
    shoe.draw(DECK, 2)
    shoe.felt.gather(DECK, "stack")
    shoe.load(DECK)
    assert (shoe.given, shoe.allowed, shoe.loads) == (0, 0, 2)
    desk.order(2, Allow(2))
    assert shoe.gives(2)


def test_a_load_is_told_with_its_number() -> None:
    shoe = sensing_shoe(Bench())
    desk = Desk(shoe)
    desk.greet()
    shoe.felt.gather(DECK, "stack")
    shoe.load(DECK)
    assert desk.happenings() == [Loaded(2)]
    desk.greet(S + 1)
    assert desk.of(Identity)[0].load == 2


def test_an_allowance_for_a_load_that_is_gone_is_refused() -> None:
    shoe = sensing_shoe(Bench())
    desk = Desk(shoe)
    desk.greet()
    desk.order(1, Allow(2, load=1))
    assert shoe.gives(2)
    desk.order(2, Allow(9, load=7))
    assert desk.happenings() == [OrderFailed(2, "load 7 is gone, load 1 is in")]
    assert not shoe.gives(3)


def test_a_shoe_without_a_gate_lets_everything_out() -> None:
    shoe = sensing_shoe(Bench(), can=(Can.COUNT,))
    assert shoe.gives(52)


def test_nothing_comes_out_of_a_jammed_shoe() -> None:
    shoe = sensing_shoe(Bench(), can=(Can.COUNT,))
    shoe.jam()
    assert not shoe.gives()


@pytest.mark.parametrize("recognises", [True, False])
def test_it_tells_faces_only_if_it_recognises_them(recognises: bool) -> None:
    can = (Can.COUNT, Can.FACES) if recognises else (Can.COUNT,)
    shoe = sensing_shoe(Bench(), "AS KD 7C", can)
    desk = Desk(shoe)
    desk.greet()
    pieces = shoe.draw(DECK, 2) + shoe.draw(DECK)
    cards = tuple(piece.card for piece in pieces)
    assert [card.code for card in cards] == ["AS", "KD", "7C"]
    assert desk.happenings() == [
        CardsDrawn(1, first=1, count=2, face_up=0, cards=cards[:2] if recognises else ()),
        CardsDrawn(1, first=3, count=1, face_up=0, cards=cards[2:] if recognises else ()),
    ]


@pytest.mark.parametrize("looks", [True, False])
def test_it_tells_a_face_up_card_only_if_it_looks_for_one(looks: bool) -> None:
    shoe = sensing_shoe(Bench(), can=(Can.COUNT, Can.FACE_UP) if looks else (Can.COUNT,))
    desk = Desk(shoe)
    desk.greet()
    shoe.felt.pile(DECK, "shoe")[1].up = True
    shoe.draw(DECK)
    shoe.draw(DECK)
    assert desk.happenings() == [
        CardsDrawn(1, 1, 1, face_up=0),
        CardsDrawn(1, 2, 1, face_up=int(looks)),
    ]


def test_an_empty_shoe_gives_nothing_and_tells_nothing() -> None:
    shoe = sensing_shoe(Bench())
    shoe.draw(DECK, 52)
    assert shoe.draw(DECK) == []
    assert shoe.event == 1


def test_it_jams_only_where_it_has_something_that_can() -> None:
    shoe = sensing_shoe(Bench())
    with pytest.raises(NoSuchStation, match="shoe_1 cannot jam at tail; only: mouth"):
        shoe.jam("tail")
