"""Events as a device keeps them: numbered, sent, repeated, and forgotten when they are recorded."""

from __future__ import annotations

from drivers.happenings import CardsDrawn
from drivers.messages import Event, Recorded
from simulators.firmware import FULL, ROOM, WINDOW
from simulators.reader import CardReader
from tablectl.words.observations import Jammed
from tablectl.words.orders import Allow
from tablectl.words.settings import DeviceKind
from tests.simulators.bench import DECK, Bench, Desk, S, made, sensing_shoe


def reader(bench: Bench) -> CardReader:
    return CardReader(name="reader_1", device=made(DeviceKind.READER), time=bench)


def seen(device: CardReader, count: int) -> None:
    for _ in range(count):
        device.read("dealer", ())


def test_events_are_numbered_from_one_and_sent_at_once() -> None:
    device = reader(Bench())
    desk = Desk(device)
    desk.greet()
    seen(device, 2)
    assert desk.numbers() == [1, 2]
    assert device.event == 2
    assert sorted(device.kept) == [1, 2]


def test_what_happened_before_the_session_is_sent_after_the_identity() -> None:
    device = reader(Bench())
    desk = Desk(device)
    seen(device, 3)
    assert desk.messages() == []
    answers = desk.greet()
    assert [type(answer).__name__ for answer in answers] == ["Identity", "Event", "Event", "Event"]
    assert desk.numbers() == [1, 2, 3]


def test_a_record_covers_everything_before_it() -> None:
    device = reader(Bench())
    desk = Desk(device)
    desk.greet()
    seen(device, 3)
    desk.say(Recorded(1, 2))
    assert sorted(device.kept) == [3]


def test_a_record_of_another_epoch_is_ignored() -> None:
    device = reader(Bench())
    desk = Desk(device)
    desk.greet()
    seen(device, 1)
    desk.say(Recorded(2, 1))
    assert sorted(device.kept) == [1]


def test_what_is_not_recorded_is_said_again_and_again() -> None:
    bench = Bench()
    device = reader(bench)
    desk = Desk(device)
    desk.greet()
    seen(device, 2)
    for _ in range(3):
        desk.heard.clear()
        bench.pass_ms(249)
        assert desk.numbers() == []
        bench.pass_ms(1)
        assert desk.numbers() == [1, 2]
    desk.say(Recorded(1, 2))
    bench.pass_ms(1_000)
    assert desk.numbers() == []


def test_no_more_than_a_window_is_under_way() -> None:
    bench = Bench()
    device = reader(bench)
    desk = Desk(device)
    seen(device, WINDOW + 5)
    desk.greet()
    assert desk.numbers() == list(range(1, WINDOW + 1))
    desk.say(Recorded(1, 3))
    assert desk.numbers() == [WINDOW + 1, WINDOW + 2, WINDOW + 3]
    desk.heard.clear()
    bench.pass_ms(250)
    assert desk.numbers() == list(range(4, WINDOW + 4))


def test_every_event_names_the_oldest_that_is_kept() -> None:
    device = reader(Bench())
    desk = Desk(device)
    seen(device, 3)
    desk.greet()
    assert [event.oldest for event in desk.of(Event)] == [1, 1, 1]
    desk.say(Recorded(1, 2))
    seen(device, 1)
    assert [(event.number, event.oldest) for event in desk.of(Event)] == [(4, 3)]


def test_after_a_restart_the_numbers_begin_again() -> None:
    device = reader(Bench())
    desk = Desk(device)
    desk.greet()
    seen(device, 2)
    device.restart()
    desk.greet(S + 1)
    seen(device, 1)
    assert [(event.epoch, event.number) for event in desk.of(Event)] == [(2, 1)]


def test_after_a_reboot_what_was_kept_is_sent_again() -> None:
    device = reader(Bench())
    desk = Desk(device)
    desk.greet()
    seen(device, 2)
    desk.say(Recorded(1, 1))
    device.reboot()
    desk.greet(S + 1)
    assert desk.numbers() == [2]


def test_the_last_event_can_be_said_once_more_recorded_or_not() -> None:
    device = reader(Bench())
    desk = Desk(device)
    desk.greet()
    seen(device, 2)
    desk.say(Recorded(1, 2))
    device.repeat_last()
    assert [(event.number, event.oldest) for event in desk.of(Event)] == [(2, 2)]


def test_a_lost_event_leaves_a_number_out() -> None:
    device = reader(Bench())
    desk = Desk(device)
    desk.greet()
    seen(device, 1)
    desk.say(Recorded(1, 1))
    device.lose_event()
    seen(device, 1)
    assert [(event.number, event.oldest) for event in desk.of(Event)] == [(3, 3)]


def test_a_shoe_with_a_full_memory_gives_no_card() -> None:
    shoe = sensing_shoe(Bench())
    desk = Desk(shoe)
    desk.greet()
    desk.order(1, Allow(52))
    while shoe.gives():
        shoe.report(CardsDrawn(1, 1, 1, 0))
    assert len(shoe.kept) == FULL
    desk.say(Recorded(1, 1))
    assert shoe.gives()


def test_what_cannot_be_helped_is_kept_as_long_as_there_is_room_and_then_only_numbered() -> None:
    device = reader(Bench())
    desk = Desk(device)
    for _ in range(ROOM + 3):
        device.jam()
    assert len(device.kept) == ROOM
    assert device.event == ROOM + 3
    device.clear()
    desk.greet()
    desk.say(Recorded(1, ROOM))
    seen(device, 1)
    assert [(event.number, event.oldest) for event in desk.of(Event)] == [(ROOM + 4, ROOM + 4)]


def test_a_jam_is_an_event_that_says_where() -> None:
    shoe = sensing_shoe(Bench())
    desk = Desk(shoe)
    desk.greet()
    shoe.jam()
    assert shoe.jammed
    assert desk.happenings() == [Jammed("a card is stuck at the mouth")]
    shoe.clear()
    assert not shoe.jammed


def test_an_event_tells_what_happened() -> None:
    shoe = sensing_shoe(Bench(), "AS KD")
    desk = Desk(shoe)
    desk.greet()
    drawn = shoe.draw(DECK, 2)
    cards = tuple(piece.card for piece in drawn)
    assert desk.happenings() == [CardsDrawn(load=1, first=1, count=2, face_up=0, cards=cards)]
