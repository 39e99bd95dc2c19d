"""Irregularities of devices, links and the controller itself, each as it comes about."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tablectl.games.catalogue import rules_for
from tablectl.table.rules import ORDER_PATIENCE
from tablectl.words.acts import Bet, Call, Confirm
from tablectl.words.bases import HOUSE, Role
from tablectl.words.cards import Card, Known
from tablectl.words.effects import SendOrder
from tablectl.words.inputs import Started
from tablectl.words.irregularities import Kind
from tablectl.words.observations import (
    CardsOut,
    CardsRead,
    CardsReturned,
    ChamberLoaded,
    Identified,
    Jammed,
    LinkLost,
    LinkUp,
    NumberDrawn,
    Observation,
    OrderDone,
    OrderFailed,
    ShuffleEnded,
    Unreadable,
)
from tablectl.words.orders import Allow
from tablectl.words.rulings import Consequence, Ruled
from tablectl.words.settings import Device
from tests.irregularities.rulings import clause
from tests.table.drill import drill
from tests.tables import (
    CARD_READER,
    DECK,
    SHOE_1,
    SHUFFLER,
    Table,
    at,
    identity,
    opened,
    settings_for,
)

LATCHED = (Consequence.LATCH_DEVICE,)
WENT_ON = (Consequence.GO_ON,)


def ruled(table: Table, kind: Kind, **when: str) -> Ruled:
    """The last ruling, which has to be on this, and by house policy."""
    last = table.rulings[-1]
    assert (last.irregularity.kind, last.irregularity.circumstances) == (kind, when)
    assert last.ruling.basis == HOUSE
    return last


def remedies(last: Ruled) -> tuple[str, ...]:
    assert last.ruling.confirm == (Role.SUPERVISOR,)
    return tuple(remedy.name for remedy in last.ruling.remedies)


def dealing() -> Table:
    table = at("deal", "counting")
    table.see(SHOE_1, CardsOut(1))
    return table


def phase(table: Table, device: str = SHOE_1) -> str:
    return table.state.devices[device].phase


# ---------------------------------------------------------------- jams and failures


def test_jam_of_the_shoe_in_the_deal_latches_it_and_holds_the_round() -> None:
    table = dealing()
    table.see(SHOE_1, Jammed("stuck"))
    last = ruled(table, Kind.JAM, device="shoe", deal="running")
    assert (last.ruling.consequences, phase(table)) == (LATCHED, "faulted")
    assert remedies(last) == ("void_round", "go_on")


def test_jam_of_the_shoe_outside_the_deal_latches_it_and_leaves_the_round_alone() -> None:
    table = at("decisions", "counting")
    table.see(SHOE_1, Jammed("stuck"))
    last = ruled(table, Kind.JAM, device="shoe", deal="not_running")
    assert (last.ruling.consequences, table.state.cases) == (LATCHED, ())
    assert table.to("pick_up").state.round.number == 1


def test_jam_of_a_shuffler_in_the_deal_leaves_the_round_alone() -> None:
    settings = settings_for("counting", devices={"shuffler_1": SHUFFLER})
    table = Table(settings).to("deal")
    table.see(SHOE_1, CardsOut(1))
    table.see("shuffler_1", Jammed("stuck"))
    last = table.rulings[-1]
    assert last.irregularity.circumstances == {"device": "shuffler", "deal": "running"}
    assert last.ruling.basis == clause("12(e)")
    assert (phase(table, "shuffler_1"), table.state.cases) == ("faulted", ())
    assert table.to("pick_up").state.round.number == 1


def test_jam_that_a_person_reports_is_ruled_as_one_that_the_device_reports() -> None:
    told, seen = dealing(), dealing()
    told.declare(Kind.JAM, device=SHOE_1)
    seen.see(SHOE_1, Jammed())
    assert told.rulings[-1] == seen.rulings[-1]


def test_device_failed_to_carry_out_an_order_and_is_latched() -> None:
    table = opened("counting")
    table.obedient = False
    table.must(Bet(2, "ante", 1000))
    table.must(Call("no_more_bets"))
    (order,) = table.state.orders.values()

    table.see(SHOE_1, OrderFailed(order.number, "the gate is stuck"))

    last = ruled(table, Kind.DEVICE_FAILED, device="shoe", deal="not_running")
    assert (last.ruling.consequences, phase(table)) == (LATCHED, "faulted")
    assert last.ruling.confirm == (), "no card is out: when the shoe is put right it deals"


def test_device_failed_with_cards_out_and_somebody_decides() -> None:
    table = dealing()
    table.obedient = False
    table.remedy = "go_on"
    table.take(Observation(SHOE_1, LinkLost()))
    table.identify(SHOE_1)
    table.follow(lambda t: not t.state.cases)
    (order,) = table.state.orders.values()

    table.see(SHOE_1, OrderFailed(order.number, "the gate is stuck"))

    last = ruled(table, Kind.DEVICE_FAILED, device="shoe", deal="running")
    assert (last.ruling.consequences, phase(table)) == (LATCHED, "faulted")
    assert remedies(last) == ("void_round", "go_on")


def test_order_overdue_latches_the_device_that_does_not_answer() -> None:
    table = opened("counting")
    table.obedient = False
    table.must(Bet(2, "ante", 1000))
    table.must(Call("no_more_bets"))
    (order,) = table.state.orders.values()
    table.now = order.given_at + ORDER_PATIENCE

    table.wake(f"order:{order.number}")

    ruled(table, Kind.ORDER_OVERDUE, device="shoe", deal="not_running")
    (withdrawn,) = table.state.orders.values()
    assert (phase(table), withdrawn.demand) == ("faulted", Allow(0))


def test_order_overdue_of_a_latched_device_is_not_asked_for_again() -> None:
    table = opened("counting")
    table.obedient = False
    table.must(Bet(2, "ante", 1000))
    table.must(Call("no_more_bets"))
    for _ in range(2):
        (order,) = table.state.orders.values()
        table.now = order.given_at + ORDER_PATIENCE
        table.wake(f"order:{order.number}")
    assert (phase(table), dict(table.state.orders)) == ("faulted", {})


def test_order_overdue_is_not_declared_a_moment_too_early() -> None:
    table = opened("counting")
    table.obedient = False
    table.must(Bet(2, "ante", 1000))
    table.must(Call("no_more_bets"))
    (order,) = table.state.orders.values()
    table.now = order.given_at + ORDER_PATIENCE - 2

    assert table.wake(f"order:{order.number}").ignored == "no_such_deadline"
    assert Kind.ORDER_OVERDUE not in table.kinds


# ---------------------------------------------------------------- lines and identity


def test_link_lost_with_cards_out_holds_the_round() -> None:
    table = dealing()
    table.take(Observation(SHOE_1, LinkLost("unplugged")))
    assert remedies(ruled(table, Kind.LINK_LOST, cards="out")) == ("go_on", "void_round")
    assert phase(table) == "unverified"


def test_link_lost_between_rounds_goes_on_record_and_nothing_more() -> None:
    table = opened("counting")
    table.take(Observation(SHOE_1, LinkLost("unplugged")))
    last = ruled(table, Kind.LINK_LOST, cards="in")
    assert (last.ruling.consequences, table.state.cases) == (WENT_ON, ())


@pytest.mark.parametrize(
    "answer",
    [
        Identified("other-shoe", "S-1", "1.0", 0, simulated=True),
        Identified("sim-shoe", "X-9", "1.0", 0, simulated=True),
        Identified("sim-shoe", "S-1", "1.1", 0, simulated=True),
        Identified("sim-shoe", "S-1", "1.0", 0, simulated=False),
    ],
    ids=["model", "serial", "firmware", "no_simulator"],
)
def test_identity_mismatch_latches_whatever_answers_in_the_place_of_the_device(
    answer: Identified,
) -> None:
    table = opened("counting")

    table.take(Observation(SHOE_1, answer))

    assert ruled(table, Kind.IDENTITY_MISMATCH).ruling.consequences == LATCHED
    assert phase(table) == "faulted"


@pytest.mark.parametrize(
    ("promised", "answered", "detail"),
    [
        ({}, {"serial": "X-9"}, "serial number is X-9 and not S-1"),
        ({}, {"firmware": "1.1"}, "firmware is 1.1 and not 1.0"),
        ({"versions": ("1.x",)}, {"firmware": "1.1"}, "firmware is 1.1 and not 1.0"),
        (
            {"versions": ("1.x",)},
            {"firmware": "9.9", "serial": "X-9"},
            "serial number is X-9 and not S-1, firmware is 9.9 and not 1.0",
        ),
        ({"versions": ("1.x",)}, {"firmware": ""}, "firmware is not told and not 1.0"),
        ({"digest": "aa"}, {"digest": "bb"}, "program is bb and not aa"),
        ({"digest": "aa"}, {"digest": ""}, "program is not told and not aa"),
        (
            {"simulated": False},
            {"simulated": True},
            "it is a simulator where a real device was promised",
        ),
        (
            {"simulated": True},
            {"simulated": False},
            "it is a real device where a simulator was promised",
        ),
        (
            {},
            {"model": "other", "firmware": "2"},
            "model is other and not sim-shoe, firmware is 2 and not 1.0",
        ),
    ],
)
def test_identity_mismatch_says_what_differs(
    promised: dict[str, Any], answered: dict[str, Any], detail: str
) -> None:
    table, shoe = with_a_shoe(promised)
    table.take(Observation(SHOE_1, replace(identity(shoe), **answered)))
    assert ruled(table, Kind.IDENTITY_MISMATCH).irregularity.detail == detail


@pytest.mark.parametrize(
    ("promised", "answered"),
    [({"firmware": ""}, {"firmware": "7.3"}), ({"digest": ""}, {"digest": "cc"})],
    ids=["firmware", "digest"],
)
def test_identity_mismatch_is_nothing_where_nothing_was_promised(
    promised: dict[str, Any], answered: dict[str, Any]
) -> None:
    table, shoe = with_a_shoe(promised)
    table.take(Observation(SHOE_1, replace(identity(shoe), **answered)))
    assert (phase(table), table.rulings[-1].irregularity.kind) == ("ready", Kind.RESTART)


def with_a_shoe(promised: dict[str, Any]) -> tuple[Table, Device]:
    """A table whose shoe is promised so and has not answered yet."""
    settings = settings_for("counting")
    shoe = replace(settings.devices[SHOE_1], **promised)
    table = Table(replace(settings, devices={SHOE_1: shoe}))
    table.take(Observation(SHOE_1, LinkUp()))
    return table, shoe


def test_identity_mismatch_is_over_when_the_fault_is_cleared_and_the_right_one_answers() -> None:
    table = opened("counting")
    table.take(Observation(SHOE_1, Identified("sim-shoe", "X-9", "1.0", 0, simulated=True)))
    table.follow(lambda t: phase(t) == "unverified")
    table.identify(SHOE_1)
    assert phase(table) == "ready"


@pytest.mark.parametrize("pinned", ["1.0", ""])
def test_firmware_unknown_is_the_promised_unit_with_a_version_that_its_profile_does_not_know(
    pinned: str,
) -> None:
    table, shoe = with_a_shoe({"firmware": pinned, "versions": ("1.x", "2.0")})

    table.take(Observation(SHOE_1, replace(identity(shoe), firmware="9.9")))

    last = ruled(table, Kind.FIRMWARE_UNKNOWN)
    assert last.ruling.consequences == LATCHED
    wanted = pinned or "1.x or 2.0"
    assert last.irregularity.detail == f"firmware is 9.9 and not {wanted}"
    assert phase(table) == "faulted"


def test_firmware_unknown_leaves_a_supervisor_the_way_to_a_table_without_the_device() -> None:
    settings = settings_for("counting")
    shoe = replace(settings.devices[SHOE_1], versions=("1.x",))
    table = Table(replace(settings, devices={SHOE_1: shoe})).ready_to_bet()
    table.take(Observation(SHOE_1, replace(identity(shoe), firmware="9.9")))
    table.must(Confirm("take_off", SHOE_1), "s1")
    assert phase(table) == "removed"


@pytest.mark.parametrize(("step", "cards"), [("wagers", "in"), ("deal", "out")])
def test_evidence_gap_matters_only_while_cards_are_out(step: str, cards: str) -> None:
    table = opened("counting").to(step)
    last = table.state.devices[SHOE_1].event

    table.take(Observation(SHOE_1, Jammed(), 1, last + 3))

    gap = next(r for r in table.rulings if r.irregularity.kind is Kind.EVIDENCE_GAP)
    assert gap.irregularity.circumstances == {"cards": cards}
    missing = f"events {last + 1} to {last + 2} of epoch 1 are missing"
    assert gap.irregularity.detail == missing


def test_evidence_gap_is_what_a_restart_of_the_device_makes() -> None:
    table = dealing()
    table.obedient = False
    last = table.state.devices[SHOE_1].event
    table.take(Observation(SHOE_1, OrderDone(99), 2, 1))
    detail = table.rulings[-1].irregularity.detail
    assert detail == f"restarted after event {last} of epoch 1"


def test_evidence_gap_keeps_the_card_that_came_after_it_from_advancing_the_deal() -> None:
    table = dealing()
    last = table.state.devices[SHOE_1].event
    table.take(Observation(SHOE_1, CardsOut(1), 1, last + 2))
    assert (table.count("dealer"), table.count("loose")) == (0, 1)


# ---------------------------------------------------------------- the controller itself


def restarted(table: Table) -> Table:
    table.rules = rules_for(table.settings)
    table.take(Started(table.settings))
    return table


def test_restart_with_cards_out_holds_for_the_supervisor() -> None:
    table = restarted(dealing())
    assert remedies(ruled(table, Kind.RESTART, cards="out")) == ("go_on", "void_round")


def test_restart_between_rounds_goes_on() -> None:
    table = restarted(opened("counting"))
    last = ruled(table, Kind.RESTART, cards="in")
    assert (last.ruling.consequences, table.state.cases) == (WENT_ON, ())


@pytest.mark.parametrize(("by", "direction"), [(3_600_000_000, "forth"), (-1, "back")])
def test_clock_stepped_goes_on_record(by: int, direction: str) -> None:
    table = dealing()
    table.step_clock(by)
    last = ruled(table, Kind.CLOCK_STEPPED, direction=direction)
    assert (last.ruling.consequences, last.irregularity.detail) == (WENT_ON, str(by))


# ---------------------------------------------------------------- numbers and the unexpected


@pytest.mark.parametrize("number", [0, 7, -1])
def test_number_out_of_range_latches_the_generator_and_is_no_number(number: int) -> None:
    table = drill("number")
    table.see("generator_1", NumberDrawn("wheel", number))
    assert ruled(table, Kind.NUMBER_OUT_OF_RANGE).ruling.consequences == LATCHED
    assert (phase(table, "generator_1"), table.step) == ("faulted", "number")


def test_number_out_of_range_is_drawn_anew_once_the_generator_is_in_order() -> None:
    table = drill("number")
    table.see("generator_1", NumberDrawn("wheel", 9))
    before = len([e for e in table.effects if isinstance(e, SendOrder)])
    table.follow(lambda t: phase(t, "generator_1") == "ready")
    assert len([e for e in table.effects if isinstance(e, SendOrder)]) == before + 1


def test_not_expected_is_a_number_nobody_asked_for() -> None:
    table = drill("turn")
    table.see("generator_1", NumberDrawn("wheel", 3))
    assert remedies(ruled(table, Kind.NOT_EXPECTED, cards="out")) == ("go_on", "void_round")


def test_not_expected_is_a_shuffle_that_ends_when_none_was_due() -> None:
    table = Table(settings_for(devices={"shuffler_1": SHUFFLER})).ready_to_bet()
    table.see("shuffler_1", ShuffleEnded(DECK, 52))
    last = ruled(table, Kind.NOT_EXPECTED, cards="in")
    assert (last.ruling.consequences, table.state.cases) == (WENT_ON, ())


def test_not_expected_is_a_report_that_has_no_meaning_here() -> None:
    table = dealing()
    table.see(SHOE_1, Unreadable("a happening of kind 0x7f"))
    last = ruled(table, Kind.NOT_EXPECTED, cards="out")
    assert last.irregularity.detail == "a happening of kind 0x7f"
    assert remedies(last) == ("go_on", "void_round")


def test_not_expected_are_cards_that_nobody_turned() -> None:
    table = Table(settings_for(devices={"reader_1": CARD_READER})).to("decisions")
    table.see("reader_1", CardsRead("dealer", (Known(Card.of("AS")),)))
    ruled(table, Kind.NOT_EXPECTED, cards="out")
    assert not table.draft.view.turned("dealer")


def test_not_expected_are_cards_out_of_an_empty_shoe() -> None:
    table = at("decisions", "counting")
    table.see(SHOE_1, CardsOut(1))
    ruled(table, Kind.NOT_EXPECTED, cards="out")


@pytest.mark.parametrize(
    "report",
    [CardsOut(0), CardsOut(-1), CardsOut(1, foreign=2), CardsOut(2, (Known(Card.of("AS")),))],
    ids=["none", "less_than_none", "more_foreign_than_cards", "fewer_faces_than_cards"],
)
def test_not_expected_is_a_report_that_cannot_be_true(report: CardsOut) -> None:
    table = dealing()
    before = table.state.ledger
    table.see(SHOE_1, report)
    ruled(table, Kind.NOT_EXPECTED, cards="out")
    assert table.state.ledger == before


# ---------------------------------------------------------------- none is left out


def named_tests() -> Iterator[str]:
    """The tests of this folder that are about a kind."""
    for path in Path(__file__).parent.glob("test_kinds_of_*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef):
                yield node.name


@pytest.mark.parametrize("kind", Kind, ids=lambda kind: kind.value)
def test_every_kind_has_a_test_that_bears_its_name(kind: Kind) -> None:
    assert any(name.startswith(f"test_{kind.value}_") for name in named_tests())


@pytest.mark.parametrize("report", [ChamberLoaded(1, 2), CardsReturned(1, 5)], ids=str)
def test_a_shoe_that_tells_what_no_game_here_is_dealt_by_is_on_record(
    report: ChamberLoaded | CardsReturned,
) -> None:
    table = opened("counting")
    table.see(SHOE_1, report)
    assert ruled(table, Kind.NOT_EXPECTED, cards="in").ruling.consequences == WENT_ON
    assert table.count("shoe") == 52
