"""An automated shoe: it gives stacks by itself, as far as it is allowed to and no further."""

from __future__ import annotations

import pytest

from drivers.happenings import CardsDrawn, Happening
from drivers.messages import Farewell, Recorded
from simulators.faults import FAULTS
from simulators.firmware import FULL
from simulators.stack_shoe import StackShoe
from tablectl.words.observations import Jammed, OrderDone
from tablectl.words.orders import Allow
from tests.simulators.bench import DECK, Bench, Desk, stack_shoe


def set_up(allowed: int, order: str = "") -> tuple[Bench, StackShoe, Desk]:
    bench = Bench()
    shoe = stack_shoe(bench, order)
    desk = Desk(shoe)
    desk.greet()
    desk.order(1, Allow(allowed))
    desk.say(Recorded(1, 1))
    return bench, shoe, desk


def beating(bench: Bench, desk: Desk, ms: int) -> None:
    """Let time pass with a controller that lives and records."""
    for _ in range(ms // 100):
        bench.pass_ms(100)
        heard = list(desk.heard)
        desk.say(Recorded(1, desk.device.event))
        desk.heard[:0] = heard


def test_a_stack_takes_its_time_and_is_told_when_the_last_card_has_passed() -> None:
    bench, shoe, desk = set_up(3, "AS KD 7C")
    bench.pass_ms(599)
    assert desk.happenings() == []
    assert shoe.running
    bench.pass_ms(1)
    assert [piece.card.code for piece in shoe.tray] == ["AS", "KD", "7C"]
    cards = tuple(piece.card for piece in shoe.tray)
    assert desk.happenings() == [CardsDrawn(1, 1, 3, 0, cards)]
    assert not shoe.running
    assert shoe.felt.count(DECK, "shoe") == 49


def test_rollers_that_run_away_give_cards_that_nobody_allowed_and_the_sensor_tells() -> None:
    _, shoe, desk = set_up(0)
    desk.heard.clear()
    fallen = shoe.run_away(2)
    assert (len(fallen), shoe.tray, shoe.given) == (2, [], 2)
    assert desk.happenings() == [CardsDrawn(1, 1, 2, 0, tuple(piece.card for piece in fallen))]


def test_the_next_stack_waits_for_the_tray_to_be_empty() -> None:
    bench, shoe, _ = set_up(6)
    bench.pass_ms(1_500)
    assert (len(shoe.tray), shoe.given) == (3, 3)
    assert len(shoe.take()) == 3
    assert shoe.tray == []
    bench.pass_ms(400)
    assert shoe.take() == []
    assert shoe.running


def test_a_larger_allowance_does_not_push_a_stack_onto_another() -> None:
    bench, shoe, desk = set_up(3)
    bench.pass_ms(600)
    desk.order(2, Allow(6))
    assert not shoe.running
    shoe.take()
    assert shoe.running


def test_the_whole_of_an_allowance_comes_stack_by_stack() -> None:
    bench, shoe, desk = set_up(9)
    taken = 0
    for _ in range(5):
        beating(bench, desk, 700)
        taken += len(shoe.take())
    assert (taken, shoe.given) == (9, 9)
    assert [(h.first, h.count) for h in desk.happenings() if isinstance(h, CardsDrawn)] == [
        (1, 3),
        (4, 3),
        (7, 3),
    ]


@pytest.mark.parametrize("allowed", [0, 1, 2, 4, 5])
def test_no_stack_is_begun_that_may_not_be_finished(allowed: int) -> None:
    bench, shoe, desk = set_up(allowed)
    for _ in range(3):
        beating(bench, desk, 700)
        shoe.take()
    assert shoe.given == allowed // 3 * 3


def test_a_stack_that_was_begun_is_finished_though_the_allowance_ends() -> None:
    bench, shoe, desk = set_up(6)
    bench.pass_ms(300)
    desk.say(Farewell())
    bench.pass_ms(5_000)
    assert (len(shoe.tray), shoe.given) == (3, 3)
    shoe.take()
    bench.pass_ms(5_000)
    assert shoe.tray == []
    assert [type(h) for h in shoe.kept.values()] == [CardsDrawn]


def test_a_shoe_that_was_not_loaded_gives_nothing() -> None:
    bench = Bench()
    shoe = stack_shoe(bench)
    shoe.deck = ""
    desk = Desk(shoe)
    desk.greet()
    desk.order(1, Allow(3))
    assert not shoe.running


def test_with_a_full_memory_no_stack_is_begun_until_there_is_room() -> None:
    _, shoe, desk = set_up(0)
    while not shoe.full:
        shoe.report(Jammed("as many as it takes"))
    desk.order(2, Allow(3))
    assert not shoe.running
    desk.say(Recorded(1, shoe.event - FULL + 1))
    assert shoe.running


@pytest.mark.parametrize("station", ["entry", "roller", "mouth"])
def test_a_jam_in_the_middle_leaves_a_short_stack_that_is_told_before_the_jam(station: str) -> None:
    bench, shoe, desk = set_up(6)
    bench.pass_ms(450)
    shoe.jam(station)
    cards = tuple(piece.card for piece in shoe.tray)
    expected: list[Happening] = [
        CardsDrawn(1, 1, 2, 0, cards),
        Jammed(f"a card is stuck at the {station}"),
    ]
    assert desk.happenings() == expected
    bench.pass_ms(1_000)
    assert shoe.given == 2
    assert len(shoe.take()) == 2
    assert not shoe.running


def test_a_jam_before_the_first_card_leaves_an_empty_tray() -> None:
    bench, shoe, desk = set_up(3)
    bench.pass_ms(100)
    shoe.jam("entry")
    assert shoe.tray == []
    assert desk.happenings() == [Jammed("a card is stuck at the entry")]


def test_after_a_jam_is_cleared_it_goes_on_as_far_as_it_is_allowed_to() -> None:
    bench, shoe, desk = set_up(6)
    bench.pass_ms(250)
    shoe.jam("roller")
    shoe.take()
    shoe.clear()
    beating(bench, desk, 700)
    assert (len(shoe.take()), shoe.given) == (3, 4)
    assert not shoe.running


def test_power_that_fails_in_the_middle_leaves_a_short_stack_and_says_so() -> None:
    bench, shoe, _ = set_up(6)
    bench.pass_ms(250)
    shoe.reboot()
    cards = tuple(piece.card for piece in shoe.tray)
    assert list(shoe.kept.values()) == [
        CardsDrawn(1, 1, 1, 0, cards),
        Jammed("the power failed in the middle of a stack"),
    ]
    bench.pass_ms(2_000)
    assert shoe.given == 1


def test_when_the_cards_run_out_the_last_stack_is_as_long_as_it_is() -> None:
    bench = Bench()
    shoe = stack_shoe(bench)
    del shoe.felt.pile(DECK, "shoe")[2:]
    desk = Desk(shoe)
    desk.greet()
    desk.order(1, Allow(3))
    bench.pass_ms(700)
    assert len(shoe.tray) == 2
    kept = list(shoe.kept.values())
    cards = tuple(piece.card for piece in shoe.tray)
    assert kept == [OrderDone(1), CardsDrawn(1, 1, 2, 0, cards)]


# ---------------------------------------------------------------- stacks of seven


def seven(fault: str = "") -> tuple[Bench, StackShoe, Desk]:
    bench = Bench()
    shoe = stack_shoe(bench)
    shoe.stack_size = 7
    if fault:
        shoe.fit(FAULTS[fault]())
    desk = Desk(shoe)
    desk.greet()
    return bench, shoe, desk


def test_an_allowance_of_six_begins_no_stack_of_seven() -> None:
    bench, shoe, desk = seven()
    desk.order(1, Allow(6, load=1))
    bench.pass_ms(1_900)
    assert (shoe.running, shoe.tray) == (False, [])
    desk.order(2, Allow(7, load=1))
    bench.pass_ms(1_000)
    assert (len(shoe.tray), shoe.given) == (7, 7)


@pytest.mark.parametrize(
    ("fault", "counts"), [("short_stack", [6]), ("long_stack", [8]), ("jam_at_roller", [2])]
)
def test_a_stack_of_seven_that_goes_wrong_is_told_as_it_came(fault: str, counts: list[int]) -> None:
    bench, shoe, desk = seven(fault)
    desk.order(1, Allow(7, load=1))
    bench.pass_ms(1_900)
    told = [each.count for each in shoe.kept.values() if isinstance(each, CardsDrawn)]
    assert told == counts
    assert any(isinstance(each, Jammed) for each in shoe.kept.values()) == (fault[:3] == "jam")
