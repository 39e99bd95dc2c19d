"""Every fault that can be asked for by its name bites, and none is there unless it is fitted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from drivers.happenings import CardsDrawn, CardsSeen, Happening, Recognised, Shuffled
from drivers.messages import Alive, Beat, Event, Identity, KindCode, Recorded, Taken
from simulators.behaviour import Fault
from simulators.chance import split
from simulators.continuous_shoe import ContinuousShoe
from simulators.device import NoSuchStation, SimulatedDevice
from simulators.faults import FAULTS, Jam, Level
from simulators.felt import Piece
from simulators.generator import Generator
from simulators.hole_reader import NO_CHECK, HoleCardReader
from simulators.loading_shuffler import LoadingShuffler
from simulators.reader import CardReader
from simulators.shoe import SensingShoe
from simulators.shuffler import Shuffler
from simulators.stack_shoe import StackShoe
from tablectl.words.cards import STANDARD_52, Card, Rank
from tablectl.words.observations import CardChecked, CardsReturned, Jammed, OrderFailed
from tablectl.words.orders import Allow, Shuffle
from tablectl.words.settings import Can, DeviceKind
from tests.drivers.plain.readers import Ears, Showing
from tests.drivers.stream.generators import Table
from tests.simulators.bench import (
    DECK,
    Bench,
    Desk,
    S,
    felt_with_deck,
    made,
    sensing_shoe,
    stack_shoe,
)

BITES: dict[str, Callable[[], None]] = {}


def bites(*names: str) -> Callable[[Callable[[], None]], Callable[[], None]]:
    """The test that shows these faults biting."""

    def listed(test: Callable[[], None]) -> Callable[[], None]:
        BITES.update(dict.fromkeys(names, test))
        return test

    return listed


def test_every_fault_has_a_test_that_shows_it_bite() -> None:
    assert set(BITES) == set(FAULTS)


def test_every_fault_says_in_a_line_what_it_does() -> None:
    for name, fault in FAULTS.items():
        assert fault.name == name
        assert fault.description
        assert len(fault.description) < 60
        assert isinstance(fault(), Fault)
    assert {fault.level for fault in FAULTS.values()} == set(Level)


def test_no_fault_is_there_by_itself() -> None:
    assert sensing_shoe(Bench()).faults == []


def test_the_newest_fault_stands_in_front() -> None:
    shoe = sensing_shoe(Bench())
    first, second = FAULTS["wrong_model"](), FAULTS["wrong_serial"]()
    shoe.fit(first)
    shoe.fit(second)
    assert shoe.faults == [second, first]
    desk = Desk(shoe)
    desk.greet()
    who = desk.of(Identity)[0]
    assert (who.model, who.serial) == ("another model", "another serial")


# ---------------------------------------------------------------- bytes


def beats_answered(name: str) -> tuple[int, SimulatedDevice]:
    """How many of so many beats are answered."""
    desk = Desk(sensing_shoe(Bench()))
    desk.greet()
    desk.device.fit(FAULTS[name](1))
    answered = 0
    for count in range(200):
        desk.heard.clear()
        answered += Alive(count) in desk.say(Beat(count))
    return answered, desk.device


@bites("lost_bytes", "corrupt_bytes")
def test_spoilt_bytes_cost_frames_both_ways() -> None:
    for name in ("lost_bytes", "corrupt_bytes"):
        answered, device = beats_answered(name)
        assert 50 < answered < 195
        assert device.firmware.discarded
        assert device.complaints == []


def test_the_same_seed_spoils_the_same_bytes() -> None:
    assert beats_answered("lost_bytes")[0] == beats_answered("lost_bytes")[0]


@bites("delay")
def test_a_delay_makes_everything_come_late_and_in_order() -> None:
    bench = Bench()
    desk = Desk(sensing_shoe(bench))
    desk.device.fit(FAULTS["delay"]())
    assert desk.greet() == []
    assert desk.say(Beat(1)) == []
    bench.pass_ms(299)
    assert desk.messages() == []
    bench.pass_ms(1)
    assert [type(message) for message in desk.messages()] == [Identity, Alive]


@bites("silence")
def test_a_silent_device_hears_and_says_nothing() -> None:
    bench = Bench()
    desk = Desk(sensing_shoe(bench))
    desk.greet()
    desk.device.fit(FAULTS["silence"]())
    assert desk.say(Beat(1)) == []
    desk.device.jam()
    assert desk.messages() == []
    bench.pass_ms(2_000)
    assert not desk.device.linked


# ---------------------------------------------------------------- messages


def with_fault(name: str) -> tuple[Bench, SensingShoe, Desk]:
    bench = Bench()
    shoe = sensing_shoe(bench, "AS KD 7C")
    shoe.fit(FAULTS[name]())
    desk = Desk(shoe)
    desk.greet()
    return bench, shoe, desk


@bites("events_twice")
def test_events_are_said_twice() -> None:
    _, shoe, desk = with_fault("events_twice")
    shoe.jam()
    assert desk.numbers() == [1, 1]


@bites("taken_twice")
def test_orders_are_answered_twice() -> None:
    _, _, desk = with_fault("taken_twice")
    desk.order(1, Allow(1))
    assert desk.of(Taken) == [Taken(1), Taken(1)]


@bites("event_unsaid")
def test_an_event_that_is_left_out_once_is_said_when_it_is_repeated() -> None:
    bench, shoe, desk = with_fault("event_unsaid")
    desk.heard.clear()
    shoe.jam()
    assert desk.of(Event) == []
    bench.pass_ms(250)
    assert desk.numbers() == [1]


@bites("taken_unsaid")
def test_an_order_without_an_answer_is_answered_when_it_is_repeated() -> None:
    _, _, desk = with_fault("taken_unsaid")
    desk.order(1, Allow(1))
    assert desk.of(Taken) == []
    desk.order(1, Allow(1))
    assert desk.of(Taken) == [Taken(1)]


@bites("order_fails")
def test_an_order_that_fails_is_taken_and_not_carried_out_and_the_next_one_is() -> None:
    _, shoe, desk = with_fault("order_fails")
    desk.order(1, Allow(1))
    assert desk.happenings() == [OrderFailed(1, "the lid is open")]
    assert shoe.allowed == 0
    desk.say(Recorded(1, 1))
    desk.order(2, Allow(2))
    assert shoe.allowed == 2


@bites("identity_unsaid")
def test_a_hello_without_an_answer_is_answered_when_it_is_repeated() -> None:
    _, _, desk = with_fault("identity_unsaid")
    assert desk.of(Identity) == []
    desk.greet()
    assert len(desk.of(Identity)) == 1


@bites(
    "wrong_model",
    "wrong_serial",
    "wrong_firmware",
    "wrong_digest",
    "wrong_kind",
    "wrong_protocol",
)
def test_a_wrong_identity_is_wrong_in_one_thing() -> None:
    plain = Desk(sensing_shoe(Bench()))
    plain.greet()
    right = plain.of(Identity)[0]
    for name, wrong in {
        "wrong_model": replace(right, model="another model"),
        "wrong_serial": replace(right, serial="another serial"),
        "wrong_firmware": replace(right, firmware="another firmware"),
        "wrong_digest": replace(right, digest="11" * 32),
        "wrong_kind": replace(right, kind=KindCode.SHUFFLER),
        "wrong_protocol": replace(right, protocol=2),
    }.items():
        _, _, desk = with_fault(name)
        assert desk.of(Identity) == [wrong]


# ---------------------------------------------------------------- mechanics


def drawing(name: str, count: int) -> tuple[SensingShoe, list[Piece], list[Happening]]:
    """Cards are drawn from a shoe with this fault."""
    _, shoe, desk = with_fault(name)
    desk.order(1, Allow(9))
    desk.say(Recorded(1, 1))
    pieces = shoe.draw(DECK, count)
    return shoe, pieces, list(shoe.kept.values())


def stacking(name: str, ms: int = 900) -> tuple[StackShoe, list[Happening]]:
    """An automated shoe with this fault gives a stack."""
    bench = Bench()
    shoe = stack_shoe(bench, "AS KD 7C 2H")
    shoe.fit(FAULTS[name]())
    desk = Desk(shoe)
    desk.greet()
    desk.order(1, Allow(9))
    desk.say(Recorded(1, 1))
    bench.pass_ms(ms)
    return shoe, list(shoe.kept.values())


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.of(code) for code in text.split())


@bites("jam")
def test_a_jam_lets_one_card_out_and_no_other() -> None:
    shoe, pieces, told = drawing("jam", 3)
    assert [piece.card.code for piece in pieces] == ["AS"]
    assert told == [
        CardsDrawn(1, 1, 1, 0, cards("AS")),
        Jammed("a card is stuck at the mouth"),
    ]
    assert shoe.jammed


def test_a_reader_that_jams_tells_nothing_of_the_card() -> None:
    reader = CardReader(name="reader_1", device=made(DeviceKind.READER), time=Bench())
    reader.fit(FAULTS["jam"]())
    reader.read("dealer", [Piece(Card.of("AS"))])
    assert [type(told) for told in reader.kept.values()] == [Jammed]


@bites("jam_at_entry", "jam_at_roller")
def test_an_automated_shoe_jams_at_a_station_in_the_middle_of_a_stack() -> None:
    for name, station, out in (
        ("jam_at_entry", "entry", "AS"),
        ("jam_at_roller", "roller", "AS KD"),
    ):
        shoe, told = stacking(name)
        assert tuple(piece.card for piece in shoe.tray) == cards(out)
        assert told == [
            CardsDrawn(1, 1, len(cards(out)), 0, cards(out)),
            Jammed(f"a card is stuck at the {station}"),
        ]


@bites("jam_at_rollers")
def test_a_shuffler_jams_in_the_middle_of_a_shuffle() -> None:
    bench = Bench()
    shuffler = Shuffler(
        name="shuffler_1", device=made(DeviceKind.SHUFFLER), time=bench, felt=felt_with_deck()
    )
    shuffler.fit(FAULTS["jam_at_rollers"]())
    desk = Desk(shuffler)
    desk.greet()
    shuffler.insert(DECK)
    desk.order(1, Shuffle(DECK))
    bench.pass_ms(2_500)
    assert list(shuffler.kept.values())[1:] == [Jammed("a card is stuck at the rollers")]


@bites("stall")
def test_a_shuffler_stands_still_and_says_nothing_until_it_is_put_right() -> None:
    bench = Bench()
    shuffler = Shuffler(
        name="shuffler_1", device=made(DeviceKind.SHUFFLER), time=bench, felt=felt_with_deck()
    )
    shuffler.fit(FAULTS["stall"]())
    desk = Desk(shuffler)
    desk.greet()
    shuffler.insert(DECK)
    desk.order(1, Shuffle(DECK))
    bench.pass_ms(60_000)
    assert (list(shuffler.kept.values())[1:], shuffler.running) == ([], False)
    shuffler.clear()
    bench.pass_ms(5_000)
    assert isinstance(list(shuffler.kept.values())[-1], Shuffled)


def test_a_jam_fits_only_where_something_can_jam() -> None:
    generator = Generator(
        name="generator_1",
        device=made(DeviceKind.GENERATOR),
        time=Bench(),
        chance=split(1, "generator"),
    )
    with pytest.raises(NoSuchStation):
        generator.fit(FAULTS["jam"]())
    with pytest.raises(NoSuchStation, match="cannot jam at rollers; only: entry, roller, mouth"):
        stack_shoe(Bench()).fit(FAULTS["jam_at_rollers"]())
    assert generator.faults == []


def test_a_jam_comes_at_the_card_it_is_meant_for() -> None:
    shoe = sensing_shoe(Bench())
    shoe.fit(Jam(at=4))
    assert len(shoe.draw(DECK, 3)) == 3
    assert not shoe.jammed
    assert len(shoe.draw(DECK, 3)) == 1
    assert shoe.jammed


@bites("short_stack", "long_stack")
def test_a_stack_has_a_card_too_few_or_too_many_and_says_so() -> None:
    for name, out in (("short_stack", "AS KD"), ("long_stack", "AS KD 7C 2H")):
        shoe, told = stacking(name)
        assert tuple(piece.card for piece in shoe.tray) == cards(out)
        assert told == [CardsDrawn(1, 1, len(cards(out)), 0, cards(out))]


@bites("two_at_once")
def test_two_cards_come_when_one_is_drawn() -> None:
    shoe, pieces, told = drawing("two_at_once", 1)
    assert len(pieces) == 2
    assert told == [CardsDrawn(1, 1, 2, 0, cards("AS KD"))]
    assert len(shoe.draw(DECK)) == 1


@bites("face_up_card")
def test_a_card_lies_face_up_and_the_sensor_sees_it() -> None:
    _, pieces, told = drawing("face_up_card", 2)
    assert [piece.up for piece in pieces] == [True, False]
    assert told == [CardsDrawn(1, 1, 2, 1, cards("AS KD"))]


@bites("miscount", "missed_card")
def test_a_sensor_that_counts_wrong_counts_wrong_for_the_allowance_too() -> None:
    for name, seen in (
        ("miscount", (*cards("AS KD"), None)),
        ("missed_card", cards("AS")),
    ):
        shoe, pieces, told = drawing(name, 2)
        assert len(pieces) == 2
        assert told == [CardsDrawn(1, 1, len(seen), 0, seen)]
        assert shoe.given == len(seen)


def test_a_shuffler_can_count_wrong_as_well() -> None:
    happening = Shuffled(DECK, 1, 52)
    assert FAULTS["missed_card"]().senses(happening) == Shuffled(DECK, 1, 51)


@bites("misread")
def test_a_card_is_taken_for_another_once() -> None:
    shoe, pieces, told = drawing("misread", 2)
    assert [piece.card.code for piece in pieces] == ["AS", "KD"]
    after_the_ace = STANDARD_52[(STANDARD_52.index(Card.of("AS")) + 1) % 52]
    assert told == [CardsDrawn(1, 1, 2, 0, (after_the_ace, Card.of("KD")))]
    shoe.draw(DECK)
    assert list(shoe.kept.values())[-1] == CardsDrawn(1, 3, 1, 0, cards("7C"))


@bites("unread_card")
def test_a_card_that_cannot_be_read_is_there_all_the_same() -> None:
    _, pieces, told = drawing("unread_card", 2)
    assert len(pieces) == 2
    assert told == [CardsDrawn(1, 1, 2, 0, (None, Card.of("KD")))]


@pytest.mark.parametrize(
    ("name", "seen"),
    [
        ("misread", (STANDARD_52[1], *STANDARD_52[1:])),
        ("unread_card", (None, *STANDARD_52[1:])),
        ("missed_card", STANDARD_52[:51]),
        ("miscount", (None, *STANDARD_52)),
    ],
)
def test_a_shuffler_that_recognises_cards_takes_a_deck_for_another(
    name: str, seen: tuple[Card | None, ...]
) -> None:
    happening = Recognised(DECK, STANDARD_52)
    assert FAULTS[name]().senses(happening) == Recognised(DECK, seen)


@bites("jam_at_chute", "stall_at_chute")
def test_a_deck_is_stuck_on_its_way_into_the_shoe() -> None:
    for name, told in (
        ("jam_at_chute", [Jammed("a card is stuck at the chute")]),
        ("stall_at_chute", []),
    ):
        bench = Bench()
        device = made(DeviceKind.SHUFFLER, (Can.COUNT, Can.LOAD_SHOE))
        shuffler = LoadingShuffler(
            name="shuffler_1", device=device, time=bench, felt=felt_with_deck()
        )
        desk = Desk(shuffler)
        shuffler.fit(FAULTS[name]())
        desk.greet()
        desk.order(1, Shuffle(DECK))
        shuffler.insert(DECK)
        bench.pass_ms(5_000)
        desk.greet()
        desk.say(Recorded(1, 2))
        bench.pass_ms(5_000)
        assert (list(shuffler.kept.values()), shuffler.in_chute) == (told, DECK)


@bites("jam_at_inlet")
def test_a_continuous_shuffler_jams_at_its_inlet_with_what_went_in_told_before() -> None:
    device = made(DeviceKind.SHOE, (Can.COUNT, Can.CONTINUOUS))
    chance, felt = split(1, "shoe"), felt_with_deck()
    shoe = ContinuousShoe(name="shoe_1", device=device, time=Bench(), felt=felt, chance=chance)
    shoe.load(DECK)
    felt.pile(DECK, "discards").extend(shoe.draw(DECK, 3))
    shoe.fit(FAULTS["jam_at_inlet"]())
    assert shoe.put_back(DECK, "discards") == 1
    told = [CardsReturned(1, 1), Jammed("a card is stuck at the inlet")]
    assert list(shoe.kept.values())[2:] == told
    assert felt.count(DECK, "discards") == 2


@bites("swapped_decks")
def test_a_shuffler_for_two_decks_takes_one_for_the_other_once() -> None:
    bench = Bench()
    can = (Can.COUNT, Can.TWO_DECKS)
    shuffler = Shuffler(
        name="shuffler_1",
        device=made(DeviceKind.SHUFFLER, can),
        time=bench,
        felt=felt_with_deck(),
    )
    desk = Desk(shuffler)
    desk.greet()
    shuffler.fit(FAULTS["swapped_decks"]())
    for number, deck in ((1, DECK), (2, "blue")):
        desk.order(number, Shuffle(deck))
        shuffler.insert(deck)
    bench.pass_ms(10_000)
    told = [each for each in shuffler.kept.values() if isinstance(each, Shuffled)]
    assert told == [Shuffled("blue", 1, 52), Shuffled("blue", 1, 0)]


def test_a_reader_misreads_as_well() -> None:
    reader = CardReader(name="reader_1", device=made(DeviceKind.READER), time=Bench())
    reader.fit(FAULTS["misread"]())
    reader.read("dealer", [Piece(Card.of("2C"))])
    assert list(reader.kept.values()) == [CardsSeen("dealer", cards("3C"))]
    peek = HoleCardReader(name="peek_1", device=made(DeviceKind.READER), time=Bench())
    peek.fit(FAULTS["misread"]())
    peek.examine("hole", Piece(Card.of("AS")), (Rank.ACE,))
    assert list(peek.kept.values()) == [CardChecked("hole", False)]


def peeking(fault: str) -> HoleCardReader:
    """A reader of hole cards into which an ace was put, to be checked for aces."""
    peek = HoleCardReader(name="peek_1", device=made(DeviceKind.READER), time=Bench())
    peek.fit(FAULTS[fault]())
    peek.examine("hole", Piece(Card.of("AS")), (Rank.ACE,))
    return peek


@bites("put_in_wrongly")
def test_a_card_that_is_put_in_wrongly_is_told_as_no_check_and_the_next_one_is_one() -> None:
    peek = peeking("put_in_wrongly")
    assert list(peek.kept.values()) == [CardChecked(NO_CHECK, True)]
    peek.examine("hole", Piece(Card.of("9S")), (Rank.ACE,))
    assert list(peek.kept.values())[1:] == [CardChecked("hole", False)]


@bites("sensor_fails")
def test_a_sensor_that_fails_answers_nothing_and_shows_nothing_until_it_is_put_right() -> None:
    peek = peeking("sensor_fails")
    assert list(peek.kept.values()) == [Jammed("its sensor does not read")]
    assert (peek.ready, peek.lamp) == (False, None)
    peek.clear()
    peek.examine("hole", Piece(Card.of("AS")), (Rank.ACE,))
    assert list(peek.kept.values())[1:] == [CardChecked("hole", True)]


@bites("power_fails")
def test_power_that_fails_ends_the_session_and_forgets_nothing() -> None:
    shoe, told = stacking("power_fails")
    assert told == [
        CardsDrawn(1, 1, 1, 0, cards("AS")),
        Jammed("the power failed in the middle of a stack"),
    ]
    assert not shoe.linked
    drawn_from, pieces, told = drawing("power_fails", 3)
    assert len(pieces) == 1
    assert told == [CardsDrawn(1, 1, 1, 0, cards("AS"))]
    assert not drawn_from.linked
    assert drawn_from.epoch == 1


@bites("memory_fails")
def test_a_memory_that_fails_begins_a_new_epoch() -> None:
    shoe, told = stacking("memory_fails")
    assert shoe.epoch == 2
    assert sorted(shoe.kept) == [1, 2]
    assert [type(one) for one in told] == [CardsDrawn, Jammed]
    assert shoe.plugged


@bites("cable_pulled")
def test_a_cable_that_is_pulled_does_not_stop_the_rollers() -> None:
    shoe, told = stacking("cable_pulled")
    assert not shoe.plugged
    assert told == [CardsDrawn(1, 1, 3, 0, cards("AS KD 7C"))]


@bites("stuck_source", "biased_source", "text_mode")
def test_a_random_source_that_is_broken_gives_bytes_that_are_not_random() -> None:
    assert set(broken_noise("truerng_v3", "stuck_source")) == {0xA5}
    assert 150 < broken_noise("truerng_v3", "biased_source").count(0) < 250
    assert set(broken_noise("truerng_v3", "text_mode")) == set(b"0123456789")


def test_of_two_random_sources_one_is_stuck() -> None:
    noise = broken_noise("rava", "stuck_source")
    assert set(noise[1::2]) == {0xA5}
    assert len(set(noise[::2])) > 100


def broken_noise(generator: str, fault: str) -> bytes:
    return Table(generator, fault).generator.noise(1_000)


def said_of_cards(fault: str) -> list[bytes]:
    """What an ID-12LA with this fault says of two cards."""
    showing = Showing("id_12la", fault)
    heard: list[bytes] = []
    showing.reader.socket = Ears(heard)
    showing.show("2C", "3C")
    return heard


RIGHT = [b"\x02CA00000001CB\r\n\x03", b"\x02CA00000002C8\r\n\x03"]
"""The tags of the two and the three of clubs."""


@bites("unknown_tag", "tag_twice")
def test_a_reader_of_tags_may_see_another_tag_or_the_same_one_twice() -> None:
    assert said_of_cards("unknown_tag") == [b"\x02CA00000063A9\r\n\x03", RIGHT[1]]
    assert said_of_cards("tag_twice") == [RIGHT[0], RIGHT[0], RIGHT[1], RIGHT[1]]


@bites("bad_checksum", "cut_frame", "two_tags")
def test_a_tag_may_be_spoilt_on_its_way_once() -> None:
    first, second = said_of_cards("bad_checksum")
    assert (len(first), second) == (len(RIGHT[0]), RIGHT[1])
    assert sum(a != b for a, b in zip(first, RIGHT[0], strict=True)) == 1
    assert said_of_cards("cut_frame") == [RIGHT[0][:8], RIGHT[1]]
    assert said_of_cards("two_tags") == [RIGHT[0][:8] * 2, RIGHT[1]]


@bites("garbage_frames")
def test_garbage_stands_before_answers_and_every_second_is_cut_short() -> None:
    generator = Table("rava", "garbage_frames").generator
    first, second = (list(generator.uttered(b"12345678")) for _ in range(2))
    assert [len(each) for each in first] == [9, 8]
    assert [len(each) for each in second] == [9, 4]


def test_what_a_shoe_cannot_sense_no_fault_makes_it_tell() -> None:
    shoe = sensing_shoe(Bench(), can=(Can.COUNT,))
    for name in ("face_up_card", "misread", "miscount"):
        shoe.fit(FAULTS[name]())
    Desk(shoe).greet(S)
    shoe.draw(DECK, 1)
    assert list(shoe.kept.values()) == [CardsDrawn(1, 1, 2, 0)]
