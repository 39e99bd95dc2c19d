"""Orders as a device takes them: each number once, and whoever asks is told how far it is."""

from __future__ import annotations

from drivers.messages import Ask, Progress, Status, Taken
from simulators.firmware import ORDERS, ROOM
from tablectl.words.observations import OrderDone, OrderFailed
from tablectl.words.orders import Allow, Shuffle
from tests.simulators.bench import Bench, Desk, S, give, sensing_shoe


def opened(bench: Bench) -> Desk:
    desk = Desk(sensing_shoe(bench))
    desk.greet()
    return desk


def test_an_order_is_taken_and_its_outcome_is_an_event() -> None:
    desk = opened(Bench())
    assert desk.order(4, Allow(2))[0] == Taken(4)
    assert desk.happenings() == [OrderDone(4)]
    assert desk.device.last_order == 4


def test_a_repeated_order_is_taken_again_and_nothing_is_done() -> None:
    desk = opened(Bench())
    desk.order(4, Allow(2))
    desk.order(9, Allow(3))
    assert desk.order(4, Allow(2)) == [Taken(4)]
    assert desk.order(9, Allow(3)) == [Taken(9)]
    assert desk.device.event == 2


def test_an_order_is_known_again_after_the_power_failed() -> None:
    desk = opened(Bench())
    desk.order(4, Allow(2))
    desk.device.reboot()
    desk.greet(S + 1)
    assert desk.order(4, Allow(2), session=S + 1) == [Taken(4)]
    assert desk.device.event == 1


def test_an_order_the_device_cannot_carry_out_fails() -> None:
    desk = opened(Bench())
    desk.order(1, Shuffle("red"))
    assert desk.happenings() == [OrderFailed(1, "a shoe cannot do that")]


def test_whoever_asks_is_told_how_far_an_order_is() -> None:
    desk = opened(Bench())
    assert desk.say(Ask(1)) == [Status(1, Progress.UNKNOWN)]
    desk.order(1, Allow(1))
    assert desk.say(Ask(1)) == [Status(1, Progress.DONE)]
    desk.order(2, Shuffle("red"))
    assert desk.say(Ask(2)) == [Status(2, Progress.FAILED)]


def test_a_deaf_device_takes_an_order_and_that_is_all() -> None:
    desk = opened(Bench())
    desk.device.deaf = True
    assert desk.order(1, Allow(1)) == [Taken(1)]
    assert desk.say(Ask(1)) == [Status(1, Progress.TAKEN)]
    assert desk.device.event == 0


def test_an_order_so_old_that_it_is_forgotten_was_taken() -> None:
    desk = opened(Bench())
    for number in range(1, ORDERS + 2):
        desk.order(number, Allow(1))
    assert desk.order(1, Allow(1)) == [Taken(1)]
    assert desk.say(Ask(1)) == [Status(1, Progress.UNKNOWN)]


def test_without_room_for_the_outcome_an_order_is_not_taken_yet() -> None:
    desk = opened(Bench())
    for _ in range(ROOM):
        desk.device.jam()
    assert desk.say(give(1, Allow(1))) == []
    assert desk.device.last_order == 0
