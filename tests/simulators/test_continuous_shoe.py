"""A continuous shuffler: cards come out, go back, and come out again in another order."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from drivers.happenings import CardsDrawn
from simulators.chance import split
from simulators.continuous_shoe import ContinuousShoe
from simulators.faults import FAULTS
from tablectl.words.cards import Composition
from tablectl.words.observations import CardsReturned, Jammed, Loaded
from tablectl.words.orders import Allow
from tablectl.words.settings import Can, DeviceKind
from tests.simulators.bench import DECK, Bench, Desk, felt_with_deck, made

CAN = (Can.COUNT, Can.FACE_UP, Can.WITHHOLD, Can.CONTINUOUS)


def loaded(seed: int = 1) -> tuple[ContinuousShoe, Desk]:
    shoe = ContinuousShoe(
        name="shoe_1",
        device=made(DeviceKind.SHOE, CAN),
        time=Bench(),
        felt=felt_with_deck(),
        chance=split(seed, "shoe"),
    )
    shoe.load(DECK)
    desk = Desk(shoe)
    desk.greet()
    return shoe, desk


def draw(shoe: ContinuousShoe, count: int) -> None:
    shoe.felt.pile(DECK, "discards").extend(shoe.draw(DECK, count))


def test_cards_go_back_and_the_count_of_those_that_came_out_goes_on() -> None:
    shoe, desk = loaded()
    desk.order(1, Allow(7, load=1))
    draw(shoe, 4)
    assert shoe.put_back(DECK, "discards") == 4
    draw(shoe, 3)
    told = [each for each in shoe.kept.values() if isinstance(each, CardsDrawn | CardsReturned)]
    assert told == [
        CardsDrawn(1, 1, 4, 0),
        CardsReturned(1, 4),
        CardsDrawn(1, 5, 3, 0),
    ]
    assert (shoe.given, shoe.gives()) == (7, False)
    assert next(iter(shoe.kept.values())) == Loaded(1)


@given(st.lists(st.integers(1, 20), max_size=8), st.integers(0, 5))
def test_no_card_is_made_or_lost_however_often_they_go_back(rounds: list[int], seed: int) -> None:
    shoe, _ = loaded(seed)
    for count in rounds:
        draw(shoe, count)
        shoe.put_back(DECK, "discards")
    inside = Counter(piece.card for piece in shoe.felt.pile(DECK, "shoe"))
    assert inside == Counter(Composition().cards())


def test_what_went_back_does_not_come_out_as_it_went_in() -> None:
    shoe, _ = loaded()
    before = [piece.card for piece in shoe.felt.pile(DECK, "shoe")[:20]]
    draw(shoe, 20)
    shoe.put_back(DECK, "discards")
    last = [piece.card for piece in shoe.felt.pile(DECK, "shoe")[-20:]]
    assert last != before


def test_a_card_that_lay_face_up_goes_back_face_down() -> None:
    shoe, _ = loaded()
    draw(shoe, 1)
    shoe.felt.pile(DECK, "discards")[0].up = True
    shoe.put_back(DECK, "discards")
    assert not any(piece.up for piece in shoe.felt.pile(DECK, "shoe"))


def test_nothing_goes_into_one_that_is_jammed() -> None:
    shoe, _ = loaded()
    draw(shoe, 2)
    shoe.jam()
    assert (shoe.put_back(DECK, "discards"), shoe.felt.count(DECK, "discards")) == (0, 2)


def test_power_that_fails_as_cards_go_back_leaves_the_rest_outside_and_tells_what_is_in() -> None:
    shoe, _ = loaded()
    draw(shoe, 5)
    shoe.fit(FAULTS["power_fails"]())
    assert shoe.put_back(DECK, "discards") == 1
    assert list(shoe.kept.values())[-1] == CardsReturned(1, 1)


def test_a_sensor_at_the_inlet_can_count_wrong() -> None:
    shoe, _ = loaded()
    draw(shoe, 5)
    shoe.fit(FAULTS["missed_card"]())
    assert shoe.put_back(DECK, "discards") == 5
    assert list(shoe.kept.values())[-1] == CardsReturned(1, 4)


def test_a_jam_at_the_mouth_is_that_of_any_shoe() -> None:
    shoe, _ = loaded()
    shoe.jam()
    assert list(shoe.kept.values())[-1] == Jammed("a card is stuck at the mouth")
