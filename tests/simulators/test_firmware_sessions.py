"""Sessions as a device keeps them: who opens one, what ends it, and who is a stranger."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256

from drivers.frames import Frame, to_bytes
from drivers.messages import (
    Alive,
    Ask,
    Beat,
    Condition,
    Farewell,
    Identity,
    KindCode,
    Marks,
    Recorded,
    Stranger,
    framed,
)
from tablectl.words.orders import Allow
from tests.simulators.bench import DECK, Bench, Desk, S, give, sensing_shoe


def opened(bench: Bench) -> Desk:
    desk = Desk(sensing_shoe(bench))
    desk.greet()
    return desk


def test_a_hello_is_answered_with_who_is_here() -> None:
    desk = Desk(sensing_shoe(Bench()))
    assert desk.greet() == [
        Identity(
            protocol=1,
            kind=KindCode.SHOE,
            marks=Marks.SIMULATED,
            epoch=1,
            last_event=0,
            last_order=0,
            load=1,
            lapse_ms=2000,
            model="Model 1",
            serial="S-0001",
            firmware="1.0",
            digest=sha256(b"simulated Model 1 1.0").hexdigest(),
        )
    ]
    assert desk.device.linked


def test_a_digest_that_was_promised_is_the_one_it_says() -> None:
    shoe = sensing_shoe(Bench())
    shoe.device = replace(shoe.device, digest="ab" * 32)
    desk = Desk(shoe)
    desk.greet()
    assert desk.of(Identity)[0].digest == "ab" * 32


def test_the_answer_is_in_the_session_of_the_hello() -> None:
    desk = Desk(sensing_shoe(Bench()))
    desk.greet(77)
    assert [session for session, _ in desk.heard] == [77]


def test_a_beat_is_answered_with_its_number_and_the_condition() -> None:
    desk = opened(Bench())
    assert desk.say(Beat(7)) == [Alive(7, 0)]
    desk.order(1, Allow(1))
    assert desk.say(Beat(8)) == [Alive(8, Condition.ALLOWED)]
    desk.device.jam()
    assert desk.say(Beat(9)) == [Alive(9, Condition.ALLOWED | Condition.JAMMED)]


def test_frames_of_a_session_nobody_opened_are_a_strangers() -> None:
    desk = Desk(sensing_shoe(Bench()))
    for message in (Beat(1), Ask(1), Recorded(1, 1), Farewell(), give(1, Allow(1))):
        assert desk.say(message, session=9) == [Stranger()]
        assert desk.heard[0][0] == 9
    assert desk.device.last_order == 0


def test_session_zero_is_never_open() -> None:
    assert Desk(sensing_shoe(Bench())).say(Beat(1), session=0) == [Stranger()]


def test_another_hello_ends_the_session_and_the_allowance() -> None:
    shoe = sensing_shoe(Bench())
    desk = Desk(shoe)
    desk.greet()
    desk.order(1, Allow(3))
    assert shoe.gives(3)
    desk.greet(S + 1)
    assert not shoe.gives()
    assert desk.say(Beat(1)) == [Stranger()]
    assert desk.say(Beat(1), session=S + 1) == [Alive(1)]


def test_the_same_hello_again_changes_nothing() -> None:
    shoe = sensing_shoe(Bench())
    desk = Desk(shoe)
    desk.greet()
    first = desk.of(Identity)[0]
    desk.order(1, Allow(3))
    desk.say(Recorded(1, 1))
    assert desk.greet() == [replace(first, last_order=1, last_event=1)]
    assert shoe.gives(3)


def test_a_session_lapses_when_nothing_is_heard_of_it() -> None:
    bench = Bench()
    shoe = sensing_shoe(bench)
    desk = Desk(shoe)
    desk.greet()
    desk.order(1, Allow(3))
    bench.pass_ms(1_999)
    assert shoe.linked
    assert shoe.gives()
    bench.pass_ms(1)
    assert not shoe.linked
    assert not shoe.gives()
    assert desk.say(Beat(1)) == [Stranger()]


def test_every_intact_frame_of_the_session_keeps_it_and_none_of_another_does() -> None:
    bench = Bench()
    desk = opened(bench)
    for _ in range(4):
        bench.pass_ms(1_500)
        desk.say(Ask(1))
    assert desk.device.linked
    bench.pass_ms(1_500)
    desk.say(Beat(1), session=S + 1)
    bench.pass_ms(500)
    assert not desk.device.linked


def test_a_farewell_ends_the_session_and_the_allowance_at_once() -> None:
    shoe = sensing_shoe(Bench())
    desk = Desk(shoe)
    desk.greet()
    desk.order(1, Allow(3))
    assert desk.say(Farewell()) == []
    assert not shoe.linked
    assert not shoe.gives()


def test_a_reboot_ends_the_session_and_leaves_the_memory() -> None:
    bench = Bench()
    shoe = sensing_shoe(bench)
    desk = Desk(shoe)
    desk.greet()
    desk.order(1, Allow(3))
    shoe.draw(DECK)
    shoe.reboot()
    assert not shoe.linked
    assert not shoe.gives()
    assert (shoe.epoch, shoe.event, shoe.last_order, shoe.given, shoe.loads) == (1, 2, 1, 1, 1)
    assert sorted(shoe.kept) == [1, 2]
    assert desk.say(Beat(1)) == [Stranger()]


def test_a_restart_begins_a_new_epoch_and_pulls_the_cable_for_a_moment() -> None:
    shoe = sensing_shoe(Bench())
    desk = Desk(shoe)
    desk.greet()
    desk.order(1, Allow(3))
    shoe.restart()
    assert (shoe.epoch, shoe.event, shoe.kept, shoe.last_order) == (2, 0, {}, 1)
    assert desk.calls == ["unplug", "plug"]
    assert not shoe.linked


def test_another_unit_knows_no_order_and_keeps_no_event() -> None:
    shoe = sensing_shoe(Bench())
    desk = Desk(shoe)
    desk.greet()
    desk.order(5, Allow(3))
    shoe.exchange("S-0002")
    assert desk.calls == ["unplug", "plug"]
    desk.greet(S + 1)
    who = desk.of(Identity)[0]
    assert (who.serial, who.last_order, who.epoch, who.last_event) == ("S-0002", 0, 1, 1)
    assert desk.numbers() == []


def test_a_frame_that_stops_halfway_is_let_go_of() -> None:
    bench = Bench()
    desk = opened(bench)
    data = to_bytes(framed(Beat(1), S))
    desk.device.receive(data[:-3])
    bench.pass_ms(201)
    desk.heard.clear()
    desk.device.receive(data[1:])  # without the zero byte that would end what came before
    assert desk.messages() == [Alive(1)]
    assert desk.device.firmware.discarded == len(data) - 4


def test_a_spoilt_frame_is_counted_and_not_answered() -> None:
    desk = opened(Bench())
    data = bytearray(to_bytes(Frame(2, S, b"\x01\x02")))
    data[5] ^= 0x10
    desk.heard.clear()
    desk.device.receive(bytes(data))
    assert desk.messages() == []
    assert desk.device.firmware.discarded == len(data) - 2


def test_an_idle_device_without_a_session_waits_for_nothing() -> None:
    bench = Bench()
    desk = opened(bench)
    for _ in range(200):
        bench.pass_ms(100)
        desk.say(Beat(1))
        assert len(bench.waiting) <= 2
    desk.say(Farewell())
    bench.pass_ms(3_000)
    assert bench.waiting == []


def test_a_pulled_cable_is_noticed_by_the_device_only_through_the_silence() -> None:
    bench = Bench()
    shoe = sensing_shoe(bench)
    desk = Desk(shoe)
    desk.greet()
    desk.order(1, Allow(3))
    shoe.unplug()
    assert not shoe.linked
    assert shoe.gives()
    desk.heard.clear()
    shoe.draw(DECK)
    assert desk.messages() == []
    bench.pass_ms(2_000)
    assert not shoe.gives()
    assert len(shoe.kept) == 2
