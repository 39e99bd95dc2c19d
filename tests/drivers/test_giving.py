"""Orders on their way: given once, one at a time, each with an outcome."""

from __future__ import annotations

import pytest

from drivers.driving import Send
from drivers.giving import ASK_AFTER, MOST_WAITING, Giving
from drivers.messages import Ask, Give, Progress, Status, Stranger, Taken
from tablectl.words.observations import LinkLost, OrderDone, OrderFailed
from tablectl.words.orders import Allow, Demand, Draw
from tests.drivers.talk import (
    SECOND,
    TIMING,
    Talk,
    event,
    identity,
    noted,
    reports,
    seen,
    sent,
    sent_as,
)


def test_an_order_leaves_at_once() -> None:
    talk = Talk().live()
    (give,) = sent_as(Give, talk.order(3))
    assert give.order == 3


def test_the_frame_of_a_lost_order_is_repeated_with_the_same_bytes() -> None:
    talk = Talk().live()
    (first,) = (output for output in talk.order(3) if isinstance(output, Send))
    (again,) = (output for output in talk.pass_time(TIMING.repeat) if isinstance(output, Send))
    assert (again.data, again.repeated) == (first.data, True)


def test_an_order_that_was_taken_is_not_repeated() -> None:
    talk = Talk().live()
    talk.order(3)
    talk.say(Taken(3))
    assert sent_as(Give, talk.stay_alive(10 * SECOND)) == []


@pytest.mark.parametrize("happened", [OrderDone(3), OrderFailed(3, "empty")])
def test_an_outcome_ends_the_repeats_as_well_as_a_taken(happened: OrderDone) -> None:
    talk = Talk().live()
    talk.order(3)
    assert reports(talk.say(event(1, happened))) == [happened]
    assert sent_as(Give, talk.stay_alive(10 * SECOND)) == []


def test_a_status_ends_the_repeats_as_well_as_a_taken() -> None:
    talk = Talk().live()
    talk.order(3)
    talk.say(Status(3, Progress.TAKEN))
    assert sent_as(Give, talk.stay_alive(SECOND)) == []


def test_two_orders_are_given_one_after_the_other() -> None:
    talk = Talk().live()
    talk.order(3)
    assert sent(talk.order(4)) == []
    assert {give.order for give in sent_as(Give, talk.pass_time(SECOND))} == {3}
    assert [give.order for give in sent_as(Give, talk.say(Taken(3)))] == [4]


def test_the_outcome_of_the_order_in_flight_lets_the_next_one_leave() -> None:
    talk = Talk().live()
    talk.order(3)
    talk.order(4)
    assert [give.order for give in sent_as(Give, talk.say(event(1, OrderDone(3))))] == [4]


def test_an_order_that_comes_twice_from_the_core_is_given_once() -> None:
    talk = Talk().live()
    talk.order(3)
    talk.say(Taken(3))
    out = talk.order(3)
    assert (sent(out), reports(out), noted(out)) == ([], [], ["duplicate"])


def test_a_taken_that_comes_twice_is_noted() -> None:
    talk = Talk().live()
    talk.order(3)
    talk.say(Taken(3))
    assert noted(talk.say(Taken(3))) == ["duplicate"]


def test_an_order_below_what_the_device_has_received_fails_instead_of_being_swallowed() -> None:
    talk = Talk().live(identity(last_order=500))
    out = talk.order(3)
    assert sent(out) == []
    assert reports(out) == [OrderFailed(3, "the device has already received order 500")]


def test_an_order_while_nobody_is_there_is_dropped_and_noted() -> None:
    talk = Talk()
    assert noted(talk.order(3)) == ["dropped"]
    talk.open()
    assert noted(talk.order(3)) == ["dropped"]
    assert sent_as(Give, talk.say(identity()) + talk.pass_time(SECOND)) == []


def test_orders_end_with_the_session_and_can_be_given_in_the_next() -> None:
    talk = Talk().live()
    talk.order(3)
    talk.order(4)
    assert noted(talk.say(Stranger())) == ["dropped", "dropped"]
    assert sent_as(Give, talk.pass_time(TIMING.repeat)) == []
    talk.say(identity(last_order=3))
    assert [give.order for give in sent_as(Give, talk.order(4))] == [4]


@pytest.mark.parametrize(
    ("number", "demand", "part"),
    [
        (3, Draw("start", 1, 6), "a shoe takes no Draw"),
        (3, Allow(2**32), "does not fit the wire"),
        (3, Allow(-1), "does not fit the wire"),
        (2**32, Allow(1), "does not fit the wire"),
    ],
)
@pytest.mark.parametrize("live", [True, False])
def test_an_order_that_cannot_be_sent_fails(
    number: int, demand: Demand, part: str, live: bool
) -> None:
    talk = Talk().live() if live else Talk()
    (failed,) = seen(talk.order(number, demand))
    assert isinstance(failed.report, OrderFailed)
    assert (failed.report.order, failed.event) == (number, 0)
    assert part in failed.report.reason
    assert sent_as(Give, talk.new) == []


def test_an_order_without_an_outcome_is_asked_after_again_and_again() -> None:
    talk = Talk().live()
    talk.order(3)
    talk.say(Taken(3))
    assert sent_as(Ask, talk.stay_alive(ASK_AFTER - TIMING.beat)) == []
    assert sent_as(Ask, talk.stay_alive(TIMING.beat)) == [Ask(3)]
    talk.say(Status(3, Progress.TAKEN))
    assert sent_as(Ask, talk.stay_alive(ASK_AFTER)) == [Ask(3)]
    assert reports(talk.say(event(1, OrderDone(3)))) == [OrderDone(3)]
    assert sent_as(Ask, talk.stay_alive(10 * ASK_AFTER)) == []


def test_an_order_that_the_device_does_not_know_has_failed_and_is_told_once() -> None:
    talk = Talk().live()
    talk.order(3)
    talk.say(Taken(3))
    talk.stay_alive(ASK_AFTER)
    told = OrderFailed(3, "the device does not know the order")
    assert reports(talk.say(Status(3, Progress.UNKNOWN))) == [told]
    assert reports(talk.say(Status(3, Progress.UNKNOWN))) == []
    assert sent_as(Ask, talk.stay_alive(ASK_AFTER)) == []


@pytest.mark.parametrize("progress", [Progress.DONE, Progress.FAILED])
def test_an_order_that_is_over_is_not_asked_after_while_its_event_is_on_the_way(
    progress: Progress,
) -> None:
    talk = Talk().live()
    talk.order(3)
    talk.say(Taken(3))
    assert reports(talk.say(Status(3, progress))) == []
    assert sent_as(Ask, talk.stay_alive(10 * ASK_AFTER)) == []


def test_nothing_of_an_earlier_session_is_asked_after() -> None:
    talk = Talk().live()
    talk.order(3)
    talk.say(Taken(3))
    talk.lose()
    talk.live(identity(last_order=3))
    assert sent_as(Ask, talk.stay_alive(2 * ASK_AFTER)) == []


def test_what_is_due_first_is_done_first_whether_a_repeat_or_a_question() -> None:
    giving = Giving(repeat=250)
    for order in (3, 4, 5):
        giving.add(Give(order, 1))
    giving.next(0)
    giving.taken(3, 0)
    giving.next(1_000)
    giving.taken(4, 1_000)
    assert giving.due == ASK_AFTER
    assert list(giving.wake(ASK_AFTER)) == [Ask(3)]
    assert giving.due == ASK_AFTER + 1_000
    giving.next(ASK_AFTER)
    assert giving.due == ASK_AFTER + 250
    assert list(giving.wake(ASK_AFTER + 250)) == [Give(5, 1)]
    assert list(giving.wake(ASK_AFTER + 900)) == [Give(5, 1)]
    assert giving.due == ASK_AFTER + 1_000
    giving.hold_back(ASK_AFTER + 900)
    assert list(giving.wake(ASK_AFTER + 1_000)) == []
    assert giving.due == ASK_AFTER + 1_150
    assert list(giving.wake(ASK_AFTER + 1_150)) == [Give(5, 1)]
    assert giving.due == ASK_AFTER + 1_400


def test_a_device_that_leaves_every_order_open_is_not_given_ever_more() -> None:
    talk = Talk().live()
    for number in range(1, MOST_WAITING + 1):
        talk.order(number)
        talk.say(Taken(number))
    (failed,) = reports(talk.order(MOST_WAITING + 1))
    assert isinstance(failed, OrderFailed)


def test_a_silent_device_is_given_nothing_more() -> None:
    talk = Talk().live()
    talk.order(3)
    out = talk.pass_time(10 * SECOND)
    assert reports(out) == [LinkLost("silent")]
    assert len(sent_as(Give, out)) == (TIMING.silent - 1) // TIMING.repeat
