"""Which unit answers: what it did before, what it was told elsewhere, what it tells too late."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tablectl.words.acts import Bet, Call, Confirm
from tablectl.words.cards import Card, Known, Sealed
from tablectl.words.dues import CardsDue
from tablectl.words.effects import Acknowledge, SendOrder
from tablectl.words.inputs import Started
from tablectl.words.irregularities import Kind
from tablectl.words.observations import (
    CardChecked,
    CardsOut,
    CardsRead,
    Counted,
    Identified,
    LinkLost,
    Loaded,
    NumberDrawn,
    Observation,
    Report,
)
from tablectl.words.orders import Allow
from tests.tables import CARD_READER, DECK, SHOE_1, Table, at, identity, settings_for

CLOSE = Call("no_more_bets")
AS_KS_QS = tuple(Known(Card.of(code)) for code in ("AS", "KS", "QS"))


def says(table: Table, **other: Any) -> Identified:
    """What the promised shoe says of itself, but for this."""
    return replace(identity(table.settings.devices[SHOE_1]), **other)


def answers(table: Table, **other: object) -> None:
    """The line was lost, and what answers now says this."""
    table.take(Observation(SHOE_1, LinkLost("unplugged")))
    table.take(Observation(SHOE_1, says(table, **other), epoch=1))


def irregular(table: Table) -> list[Kind]:
    return [kind for kind in table.kinds if kind is not Kind.RESTART]


# ---------------------------------------------------------------- too late


def revealing() -> Table:
    settings = settings_for("counting", devices={"reader_1": CARD_READER})
    return Table(settings).to("dealer_reveal")


@pytest.mark.clause("19:47-20.10(b)#5")
def test_a_hand_that_was_read_while_nobody_listened_is_not_the_hand_of_this_round() -> None:
    table = revealing()
    table.see("reader_1", CardsRead("dealer", AS_KS_QS), late=True)
    assert table.step == "dealer_reveal"
    assert table.kinds[-1] is Kind.NOT_EXPECTED


@pytest.mark.parametrize(
    "report",
    [
        CardsRead("dealer", AS_KS_QS),
        Counted("shoe", 10),
        CardChecked("ace", yes=True),
        NumberDrawn("wheel", 3),
    ],
    ids=lambda report: type(report).__name__,
)
def test_whatever_is_told_late_answers_nothing_and_is_on_record(report: Report) -> None:
    table = at("stub", "counting")
    before = table.state.round.facts
    outcome = table.see(SHOE_1, report, late=True)
    assert (outcome.facts, table.state.round.facts) == ((), before)
    assert table.kinds[-1] is Kind.NOT_EXPECTED
    assert [e for e in outcome.effects if isinstance(e, Acknowledge)]


# ---------------------------------------------------------------- another unit


def test_events_of_a_unit_that_was_not_promised_do_not_hide_those_of_the_right_one() -> None:
    table = at("deal", "counting")
    table.obedient = False
    seen = table.state.devices[SHOE_1].event
    answers(table, serial="S-9")
    table.take(Observation(SHOE_1, CardsOut(1), 1, 501))
    answers(table)
    assert table.state.devices[SHOE_1].event == seen
    outcome = table.see(SHOE_1, CardsOut(1))
    assert outcome.ignored == ""


def exchanged(table: Table, **says_too: object) -> None:
    """The house puts another unit there and says so in the table file."""
    shoe = replace(table.settings.devices[SHOE_1], serial="S-2")
    settings = replace(table.settings, devices={**table.settings.devices, SHOE_1: shoe})
    table.settings, table.rules = settings, replace(table.rules, settings=settings)
    table.take(Started(settings, fresh=False))
    answers(table, **says_too)


@pytest.mark.parametrize(("epoch", "event"), [(1, 1), (1, 7), (4, 1)])
def test_a_unit_that_the_house_has_exchanged_counts_its_events_from_where_it_is(
    epoch: int, event: int
) -> None:
    table = at("deal", "counting")
    table.obedient = False
    assert table.state.devices[SHOE_1].event > 1
    exchanged(table)
    outcome = table.take(Observation(SHOE_1, CardsOut(1), epoch, event))
    assert outcome.ignored == ""
    assert Kind.EVIDENCE_GAP not in table.kinds


def test_events_that_went_back_are_told_and_what_comes_next_is_new() -> None:
    table = at("deal", "counting")
    table.obedient = False
    last = table.state.devices[SHOE_1].event
    answers(table, last_event=last - 2)
    assert table.kinds[-1] is Kind.EVIDENCE_GAP
    outcome = table.take(Observation(SHOE_1, CardsOut(1), 1, last - 1))
    assert outcome.ignored == ""


def test_events_that_did_not_go_back_are_no_gap() -> None:
    table = at("deal", "counting")
    answers(table, last_event=table.state.devices[SHOE_1].event)
    assert irregular(table) == [Kind.LINK_LOST]


# ---------------------------------------------------------------- its orders


def test_a_shoe_that_was_given_orders_elsewhere_is_given_higher_numbers_here() -> None:
    table = Table(settings_for("counting"))
    answers(table, last_order=5000)
    table.to("deal")
    sent = [e.order.number for e in table.effects if isinstance(e, SendOrder)]
    assert sent
    assert min(sent) > 5000


# ---------------------------------------------------------------- its loads


def test_the_load_that_was_in_a_shoe_when_it_came_is_not_the_deck_that_somebody_loads() -> None:
    table = Table(settings_for("counting"))
    answers(table, serial="S-1", load=5)
    table.state = replace(
        table.state, devices={SHOE_1: replace(table.state.devices[SHOE_1], serial="")}
    )
    answers(table, load=5)
    table.follow(lambda t: t.state.decks[DECK].phase == "loaded")
    table.must(Bet(2, "ante", 1000))
    assert table.refused(CLOSE).code == "load_not_told"
    table.see(SHOE_1, Loaded(6))
    table.must(CLOSE)
    assert table.state.standing_orders[f"{SHOE_1}:allow"].demand == Allow(6, 6)


def test_a_shoe_that_was_loaded_before_it_first_answered_tells_of_it_as_an_event() -> None:
    table = Table(settings_for("counting"))
    table.state = replace(
        table.state, devices={SHOE_1: replace(table.state.devices[SHOE_1], serial="")}
    )
    table.follow(lambda t: t.state.decks[DECK].phase == "loaded")
    answers(table, load=1)
    table.see(SHOE_1, Loaded(1), late=True)
    assert table.state.decks[DECK].load == 1
    table.must(Bet(2, "ante", 1000))
    table.must(CLOSE)


@pytest.mark.parametrize("load", [0, 5])
def test_nothing_is_allowed_of_a_load_that_was_in_another_unit(load: int) -> None:
    table = at("deal", "counting")
    table.see(SHOE_1, Loaded(2))
    exchanged(table, load=load)
    demands = [o.demand for o in table.state.standing_orders.values()]
    assert all(isinstance(demand, Allow) and demand.load == 0 for demand in demands)
    assert bool(demands) is (load == 0)


def test_only_the_shoe_tells_of_loads() -> None:
    settings = settings_for("counting", devices={"reader_1": CARD_READER})
    table = Table(settings)
    reader = replace(identity(CARD_READER), load=7)
    table.take(Observation("reader_1", LinkLost()))
    table.take(Observation("reader_1", reader, epoch=1))
    assert table.to("deal").state.decks[DECK].load == 0


def test_cards_that_came_out_before_the_load_was_confirmed_are_not_forgotten() -> None:
    table = Table(settings_for("plain_counter")).follow(lambda t: "deck:blue:cut" in t.phases)
    table.remedy = "go_on"
    table.see(SHOE_1, Loaded(1))
    table.see(SHOE_1, CardsOut(1, load=1, first=1))
    table.follow(lambda t: not t.state.cases)
    table.must(Confirm("load", DECK))
    assert irregular(table)[0] is Kind.NOT_EXPECTED
    assert irregular(table)[-1] is Kind.COUNT_UNCERTAIN
    assert (table.count("shoe"), table.count("loose")) == (51, 1)
    assert table.state.decks[DECK].given == 1


def test_after_a_gap_the_allowance_counts_as_the_shoe_does() -> None:
    table = Table(settings_for("counting")).follow(lambda t: "deck:blue:cut" in t.phases)
    table.see(SHOE_1, Loaded(1))
    table.to("deal")
    table.see(SHOE_1, CardsOut(1, load=1, first=1))
    event = table.state.devices[SHOE_1].event
    table.take(Observation(SHOE_1, CardsOut(1, load=1, first=3), 1, event + 2))
    assert Kind.EVIDENCE_GAP in table.kinds
    assert table.state.decks[DECK].given == 3


@pytest.mark.clause("19:47-20.12(a)#1")
def test_a_card_that_lay_face_up_is_racked_also_when_it_is_told_late() -> None:
    table = Table(settings_for("counting")).to("deal")
    table.remedy = "next_card"
    table.take(Observation(SHOE_1, LinkLost("unplugged")))
    table.take(Observation(SHOE_1, says(table), epoch=1))
    for face_up in (False, False, True):
        table.see(SHOE_1, CardsOut(1, face_up=face_up), late=True)

    assert irregular(table)[-1] is Kind.FACE_UP_CARD
    assert (table.count("rack"), table.count("loose")) == (1, 2), "the others wait to be ruled on"


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize(
    ("second", "kind"),
    [
        (CardsOut(1, faces=(Sealed("one"),)), Kind.DUPLICATE_CARD),
        (CardsOut(1, faces=(Sealed("two"),), foreign=1), Kind.FOREIGN_CARD),
    ],
)
def test_a_card_that_does_not_belong_is_ruled_on_whenever_the_shoe_tells_of_it(
    late: bool, second: CardsOut, kind: Kind
) -> None:
    table = Table(settings_for("recognising")).to("deal")
    table.see(SHOE_1, CardsOut(1, faces=(Sealed("one"),)))

    table.see(SHOE_1, second, late=late)

    assert irregular(table)[-1] is kind


def test_a_card_told_late_that_is_the_next_one_lies_as_every_card_of_its_place_does() -> None:
    settings = settings_for("recognising", game="blackjack")
    table = Table(settings, bets=(Bet(2, "wager", 1_000),)).ready_to_bet()
    table.follow(lambda t: any(isinstance(d, CardsDue) and d.to[0].up for d in t.dues))
    table.remedy = "next_card"

    table.see(SHOE_1, CardsOut(1, faces=(table.seal(Card.of("AS")),)), late=True)
    table.follow(lambda t: t.count("seat_2") == 1)

    assert table.state.ledger[DECK].at("seat_2").faces == (Known(Card.of("AS")),), "face up"
