"""A double shoe: two chambers, whose cards are told apart by their loads."""

from __future__ import annotations

import pytest

from drivers.happenings import CardsDrawn
from drivers.messages import Condition
from simulators.double_shoe import DoubleShoe
from simulators.faults import FAULTS
from simulators.felt import Piece
from tablectl.words.cards import Composition
from tablectl.words.observations import ChamberLoaded, Jammed, OrderDone, OrderFailed
from tablectl.words.orders import Allow, Shuffle
from tablectl.words.settings import Can, DeviceKind
from tests.simulators.bench import DECK, Bench, Desk, felt_with_deck, made

CAN = (Can.COUNT, Can.FACE_UP, Can.WITHHOLD, Can.CHAMBERS)


def loaded() -> tuple[DoubleShoe, Desk]:
    """Load 1 is in the first chamber, load 2 in the second."""
    felt = felt_with_deck()
    felt.bring("blue", Composition())
    shoe = DoubleShoe(name="shoe_1", device=made(DeviceKind.SHOE, CAN), time=Bench(), felt=felt)
    shoe.load(DECK, 1)
    shoe.load("blue", 2)
    desk = Desk(shoe)
    desk.greet()
    return shoe, desk


def gives(shoe: DoubleShoe, chamber: int, count: int = 1) -> bool:
    shoe.reach(chamber)
    return shoe.gives(count)


def draw(shoe: DoubleShoe, chamber: int, count: int = 1) -> list[Piece]:
    return shoe.draw(shoe.chambers[chamber].deck, count)


def drawn(shoe: DoubleShoe) -> list[CardsDrawn]:
    return [each for each in shoe.kept.values() if isinstance(each, CardsDrawn)]


def test_each_chamber_is_told_of_and_each_card_tells_its_load() -> None:
    shoe, desk = loaded()
    assert list(shoe.kept.values()) == [ChamberLoaded(1, 1), ChamberLoaded(2, 2)]
    desk.order(1, Allow(2, load=1))
    desk.order(2, Allow(3, load=2))
    draw(shoe, 1, 2)
    draw(shoe, 2, 3)
    assert drawn(shoe) == [CardsDrawn(1, 1, 2, 0), CardsDrawn(2, 1, 3, 0)]


def test_an_allowance_is_for_one_chamber_and_leaves_that_of_the_other() -> None:
    shoe, desk = loaded()
    desk.order(1, Allow(2, load=1))
    desk.order(2, Allow(1, load=2))
    assert (gives(shoe, 1, 2), gives(shoe, 2, 2), gives(shoe, 2)) == (True, False, True)
    desk.order(3, Allow(0, load=1))
    assert (gives(shoe, 1), gives(shoe, 2)) == (False, True)
    assert shoe.condition == Condition.ALLOWED


@pytest.mark.parametrize("load", [0, 3])
def test_an_allowance_for_neither_chamber_fails(load: int) -> None:
    shoe, desk = loaded()
    desk.order(1, Allow(2, load=load))
    assert list(shoe.kept.values())[-1] == OrderFailed(1, f"load {load} is in neither chamber")
    assert not gives(shoe, 1)


def test_a_chamber_that_is_loaded_again_has_a_new_load_and_no_allowance() -> None:
    shoe, desk = loaded()
    desk.order(1, Allow(2, load=1))
    shoe.felt.gather(DECK, "stack")
    shoe.load(DECK, 1)
    assert (shoe.chambers[1].load, shoe.chambers[2].load, gives(shoe, 1)) == (3, 2, False)
    desk.order(2, Allow(2, load=1))
    assert list(shoe.kept.values())[-1] == OrderFailed(2, "load 1 is in neither chamber")


def test_both_allowances_end_with_the_session_and_the_counts_stay() -> None:
    shoe, desk = loaded()
    desk.order(1, Allow(5, load=1))
    desk.order(2, Allow(5, load=2))
    draw(shoe, 2, 2)
    shoe.reboot()
    assert (gives(shoe, 1), gives(shoe, 2), shoe.chambers[2].given) == (False, False, 2)


def test_a_jam_in_the_middle_of_a_draw_is_told_after_the_cards_that_left() -> None:
    shoe, desk = loaded()
    desk.order(1, Allow(5, load=2))
    shoe.fit(FAULTS["jam"]())
    assert len(draw(shoe, 2, 3)) == 1
    told = [CardsDrawn(2, 1, 1, 0), Jammed("a card is stuck at the right")]
    assert list(shoe.kept.values())[-2:] == told
    assert shoe.condition & Condition.JAMMED


def test_a_power_failure_in_the_middle_of_a_draw_stops_it() -> None:
    shoe, desk = loaded()
    desk.order(1, Allow(5, load=1))
    shoe.fit(FAULTS["power_fails"]())
    assert (len(draw(shoe, 1, 3)), drawn(shoe)) == (1, [CardsDrawn(1, 1, 1, 0)])


def test_a_card_that_lies_face_up_is_seen_in_the_chamber_that_is_drawn_from() -> None:
    shoe, desk = loaded()
    desk.order(1, Allow(5, load=2))
    draw(shoe, 2, 1)
    shoe.fit(FAULTS["face_up_card"]())
    draw(shoe, 2, 1)
    assert drawn(shoe)[-1] == CardsDrawn(2, 2, 1, 1)


def test_a_sensor_that_counts_wrong_counts_wrong_for_the_allowance_too() -> None:
    shoe, desk = loaded()
    desk.order(1, Allow(5, load=1))
    shoe.fit(FAULTS["miscount"]())
    draw(shoe, 1, 2)
    assert (drawn(shoe), shoe.chambers[1].given) == ([CardsDrawn(1, 1, 3, 0)], 3)


def test_an_empty_chamber_gives_and_tells_nothing() -> None:
    shoe, desk = loaded()
    desk.order(1, Allow(60, load=1))
    assert list(shoe.kept.values())[-1] == OrderDone(1)
    assert len(draw(shoe, 1, 60)) == 52
    assert draw(shoe, 1) == []
    assert drawn(shoe) == [CardsDrawn(1, 1, 52, 0)]


def test_it_takes_no_other_order() -> None:
    shoe, desk = loaded()
    desk.order(1, Shuffle(DECK))
    assert list(shoe.kept.values())[-1] == OrderFailed(1, "a shoe cannot do that")
