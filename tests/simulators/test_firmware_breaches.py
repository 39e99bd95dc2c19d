"""What a controller must not do, and that a device says so; and what is no breach."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from drivers.frames import Frame, to_bytes
from drivers.messages import (
    Alive,
    Beat,
    Farewell,
    Give,
    Hello,
    Reason,
    Recorded,
    Refused,
    Stranger,
    Taken,
    framed,
)
from simulators.device import ControllerBrokeProtocol
from simulators.shoe import SensingShoe
from tablectl.words.orders import Allow
from tests.simulators.bench import Bench, Desk, S, give, sensing_shoe

Breach = Callable[[Desk], object]


def raw(desk: Desk, kind: int, body: bytes = b"", session: int = S) -> None:
    desk.heard.clear()
    desk.device.receive(to_bytes(Frame(kind, session, body)))


def goodbye_and_beat(desk: Desk) -> None:
    desk.say(Farewell())
    desk.say(Beat(1))


def goodbye_and_hello(desk: Desk) -> None:
    desk.say(Farewell())
    desk.greet()


def late_order(desk: Desk) -> None:
    desk.order(5, Allow(1))
    desk.order(4, Allow(1))


def another_content(desk: Desk) -> None:
    desk.order(5, Allow(1))
    desk.order(5, Allow(2))


BREACHES: dict[str, Breach] = {
    "event 1 is recorded and has not happened yet": lambda desk: desk.say(Recorded(1, 1)),
    "order 5 is given with another content": another_content,
    "order 4 is new after order 5": late_order,
    "order 2 is given before order 1 was answered": lambda desk: desk.say(
        give(1, Allow(1)), give(2, Allow(2))
    ),
    "session 0 is none": lambda desk: desk.greet(0),
    "protocol 2; this device speaks 1": lambda desk: desk.say(Hello(2), session=S + 1),
    "there is no message of kind 0x7f": lambda desk: raw(desk, 0x7F),
    "Beat: 1 bytes where 2 are the least": lambda desk: raw(desk, 0x02, b"\x01"),
    "Hello: 1 bytes too many": lambda desk: raw(desk, 0x01, b"\x01\x01", S + 1),
    "only a device says what has kind 0x82": lambda desk: raw(desk, 0x82, b"\x00\x01\x00"),
    "there is no demand of code 0x09": lambda desk: desk.say(Give(1, 9)),
    "Allow: 1 bytes where 8 are the least": lambda desk: desk.say(Give(1, 1, b"\x01")),
    "session 12345678 is used after its farewell": goodbye_and_beat,
}


@pytest.mark.parametrize("problem", BREACHES)
def test_a_strict_device_raises_at_once(problem: str) -> None:
    desk = Desk(sensing_shoe(Bench()))
    desk.greet()
    with pytest.raises(ControllerBrokeProtocol, match="shoe_1: ") as raised:
        BREACHES[problem](desk)
    assert str(raised.value) == f"shoe_1: {problem}"
    assert desk.device.complaints == [problem]


def lenient() -> Desk:
    desk = Desk(sensing_shoe(Bench(), strict=False))
    desk.greet()
    return desk


@pytest.mark.parametrize("problem", BREACHES)
def test_one_that_is_not_strict_only_notes_it(problem: str) -> None:
    desk = lenient()
    BREACHES[problem](desk)
    assert desk.device.complaints == [problem]


def test_a_session_is_not_begun_again_after_its_farewell() -> None:
    desk = lenient()
    goodbye_and_hello(desk)
    assert desk.messages() == [Stranger()]
    assert desk.device.complaints == ["session 12345678 is used after its farewell"]


def test_what_cannot_be_read_is_refused_with_its_kind_and_the_reason() -> None:
    desk = lenient()
    raw(desk, 0x7F)
    assert desk.messages() == [Refused(0x7F, Reason.UNKNOWN_KIND)]
    raw(desk, 0x02, b"\x01")
    assert desk.messages() == [Refused(0x02, Reason.MALFORMED)]
    assert desk.say(Give(1, 9)) == [Refused(0x03, Reason.MALFORMED)]
    assert desk.device.last_order == 0


def test_a_hello_that_is_refused_opens_nothing_and_ends_nothing() -> None:
    desk = lenient()
    desk.say(Hello(2), session=S + 1)
    assert desk.say(Beat(1), session=S + 1) == [Stranger()]
    assert desk.say(Beat(1)) == [Alive(1)]


def test_an_order_that_comes_after_a_higher_one_is_not_carried_out() -> None:
    desk = lenient()
    late_order(desk)
    assert desk.messages() == [Taken(4)]
    assert isinstance(desk.device, SensingShoe)
    assert desk.device.allowed == 1


def test_what_only_a_device_says_is_not_answered() -> None:
    desk = lenient()
    desk.greet()
    for kind in (0x82, 0x86, 0x84, 0xFF):
        raw(desk, kind)
        raw(desk, kind, session=S + 1)
    assert desk.messages() == []


def test_a_beat_that_comes_twice_is_no_breach_and_one_that_goes_back_is() -> None:
    desk = lenient()
    desk.greet()
    for count in (0xFFF0, 0xFFF0, 0xFFFF, 0, 5):
        desk.say(Beat(count))
    assert desk.device.complaints == []
    desk.say(Beat(4))
    assert desk.device.complaints == ["beat 4 comes after beat 5"]


def test_an_order_with_another_content_is_not_carried_out() -> None:
    shoe = sensing_shoe(Bench(), strict=False)
    desk = Desk(shoe)
    desk.greet()
    another_content(desk)
    assert desk.messages() == []
    assert shoe.allowed == 1


# ---------------------------------------------------------------- no breach


def test_unreadable_frames_of_a_session_nobody_knows_are_only_a_strangers() -> None:
    desk = Desk(sensing_shoe(Bench()))
    raw(desk, 0x7F)
    assert desk.messages() == [Stranger()]


def test_a_repeated_farewell_is_no_breach() -> None:
    desk = Desk(sensing_shoe(Bench()))
    desk.greet()
    desk.say(Farewell())
    assert desk.say(Farewell()) == [Stranger()]


def test_frames_of_the_session_before_are_no_breach() -> None:
    desk = Desk(sensing_shoe(Bench()))
    desk.greet()
    desk.greet(S + 1)
    for message in (Beat(1), Recorded(1, 99), give(1, Allow(1)), Farewell()):
        assert desk.say(message) == [Stranger()]


def test_a_repeated_frame_and_the_next_order_may_come_together() -> None:
    desk = Desk(sensing_shoe(Bench()))
    desk.greet()
    desk.order(1, Allow(1))
    desk.say(give(1, Allow(1)), give(2, Allow(2)))
    assert desk.of(Taken) == [Taken(1), Taken(2)]


def test_the_same_frame_twice_in_one_go_is_no_breach() -> None:
    desk = Desk(sensing_shoe(Bench()))
    for message in (Hello(), Beat(1), give(1, Allow(1)), Recorded(1, 1), Farewell()):
        desk.say(message, message)
    assert desk.device.complaints == []


def test_a_record_of_what_happened_before_the_restart_is_no_breach() -> None:
    desk = Desk(sensing_shoe(Bench()))
    desk.greet()
    desk.order(1, Allow(1))
    desk.device.restart()
    desk.greet(S + 1)
    desk.say(Recorded(1, 1), session=S + 1)
    assert desk.device.complaints == []


def test_a_spoilt_frame_is_no_breach() -> None:
    desk = Desk(sensing_shoe(Bench()))
    desk.greet()
    data = to_bytes(framed(Recorded(1, 9), S))
    for at in range(1, len(data) - 1):
        for bit in range(8):
            desk.device.receive(data[:at] + bytes((data[at] ^ (1 << bit),)) + data[at + 1 :])
    assert desk.device.complaints == []
