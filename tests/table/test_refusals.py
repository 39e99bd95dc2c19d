"""Every way to be refused: its code, its basis and what it says, and that no code is without one.

A refusal leaves no mark on the table (`refused` sees to that in every test here).
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from tablectl import table as core
from tablectl.games.blackjack_shoes import UNREAD
from tablectl.table.rules import HOUR
from tablectl.words.acts import (
    AmendChoice,
    Bet,
    Call,
    Check,
    Choose,
    Confirm,
    Count,
    Deal,
    Declare,
    Deed,
    Settle,
    Shown,
    TakeBack,
    Turn,
)
from tablectl.words.bases import HOUSE, Basis, Clause
from tablectl.words.cards import Card
from tablectl.words.irregularities import Kind
from tablectl.words.observations import (
    CardsOut,
    LinkLost,
    Loaded,
    NumberDrawn,
    Observation,
    ShuffleEnded,
)
from tablectl.words.settings import Can
from tests.games.blackjack_tables import Jack
from tests.games.ride_tables import bets, ride
from tests.table.arranging_refused import ROWS as ARRANGING
from tests.table.drawing import drawing
from tests.table.drill import basis, drill
from tests.table.people_refused import ROWS
from tests.table.running_out import BASIS as RUNNING_OUT
from tests.table.running_out import FIRST, two_sided
from tests.tables import DECK, HOLE_READER, SHOE_1, SHUFFLER, Table, at, opened, settings_for

THREE = (Card.of("AS"), Card.of("KS"), Card.of("QS"))
DOUBLED = {"seat_1": "double double"}
CLOSE = Call("no_more_bets")


def closed() -> Table:
    return Table()


def with_a_bet(preset: str = "blind") -> Table:
    table = opened(preset)
    table.must(Bet(2, "ante", 1000))
    return table


def inspected_by_both() -> Table:
    table = Table()
    table.must(Confirm("open_table"), "s1")
    table.must(Confirm("inspect", DECK), "b1")
    return table


def with_old_cards() -> Table:
    table = with_a_bet()
    table.now += 8 * HOUR
    return table


def with_the_cable_out() -> Table:
    table = with_a_bet("counting")
    table.take(Observation(SHOE_1, LinkLost("unplugged")))
    return table


def loaded_untold() -> Table:
    """The deck of the second round is loaded, says a person, and the shoe has not said so."""
    table = Table(settings_for("counting")).follow(lambda t: "deck:blue:cut" in t.phases)
    table.see(SHOE_1, Loaded(1))
    table.next_round().follow(lambda t: t.state.decks[DECK].phase == "loaded")
    table.must(Bet(2, "ante", 1000))
    return table


def insurable() -> Table:
    table = Table(settings_for(game="blackjack"), bets=(Bet(2, "wager", 1000),)).to("totals")
    ace_up = Shown("dealer", (Card.of("AH"),))
    table.must(Turn((Shown("seat_2", (Card.of("TS"), Card.of("6D"))), ace_up)))
    return table


def hit_asked_for() -> Table:
    table = Table(settings_for(game="blackjack"), bets=(Bet(2, "wager", 1000),)).to("totals")
    seven_up = Shown("dealer", (Card.of("7H"),))
    table.must(Turn((Shown("seat_2", (Card.of("2S"), Card.of("6D"))), seven_up)))
    table.must(Choose("play", "seat_2", "hit"))
    return table


def two_decks() -> Table:
    settings = settings_for(devices={"shuffler_1": SHUFFLER})
    return Table(replace(settings, decks=(DECK, "red")))


def blue_played() -> Table:
    return two_decks().to("deal").next_round()


def red_loaded() -> Table:
    table = blue_played()
    if table.state.decks["red"].phase == "in_shuffler":
        table.see("shuffler_1", ShuffleEnded("red", 52))
    table.must(Confirm("load", "red"))
    table.must(Bet(2, "ante", 1000))
    return table


def red_received() -> Table:
    table = two_decks()
    table.must(Confirm("open_table"), "s1")
    for what, by in (("inspect", "d1"), ("verify", "s1"), ("spread", "d1"), ("wash", "d1")):
        table.must(Confirm(what, DECK), by)
    table.must(Confirm("insert", DECK))
    table.see("shuffler_1", ShuffleEnded(DECK, 52))
    table.must(Confirm("load", DECK))
    table.must(Bet(2, "ante", 1000))
    return table


def a_hand_dealt() -> Table:
    """In a game where hands draw: two cards each, and nobody has answered."""
    return drawing("ask")


def with_bonus_chips() -> Table:
    return ride(wagers=bets(2, bonus=(2,)), options={"bonus": 1}).to("bonus_chips")


def with_an_upcard_that_nobody_told() -> Table:
    table = Jack("5S 6S 7H 4S 8S 9D", preset="blind").at("totals")
    table.must(Turn((Shown("seat_1"), Shown("seat_3"))))
    return table


def doubled_with_somebody_behind() -> Table:
    shared = (Bet(1, "wager", 1000), Bet(1, "behind_1", 600), Bet(3, "wager", 600))
    options = {"shared_boxes": 1}
    table = Jack("6S 6C 7D 5H 8C 9D 2S", bets=shared, options=options, answers=DOUBLED)
    table.asked("double_behind_1").say("double")
    return table


def with_a_reader() -> Table:
    return drill("check", devices={"reader_1": HOLE_READER})


def with_a_loader() -> Table:
    """A deck that the shuffler has shuffled and is about to put into the shoe."""
    loader = replace(SHUFFLER, can=(Can.COUNT, Can.LOAD_SHOE))
    table = Table(settings_for("counting", devices={"shuffler_1": loader}))
    return table.follow(lambda t: t.phases[-1:] == ["deck:blue:machine_shuffled"])


def with_a_shuffler() -> Table:
    settings = settings_for(devices={"shuffler_1": SHUFFLER})
    return Table(settings).follow(lambda t: "deck:blue:washed" in t.phases)


def waving() -> Table:
    table = drill("number")
    table.see("generator_1", NumberDrawn("wheel", 2))
    return table


def recognised() -> Table:
    """The dealer's cards are known to the shoe, sealed, and due to be turned."""
    table = Table(opened("recognising").settings).to("deal")
    for card in range(6):
        sealed = (table.seal(Card.of(f"{card + 2}S")),)
        table.see(SHOE_1, CardsOut(1, sealed))
    return table.to("dealer_reveal")


@dataclass(frozen=True)
class Refused:
    """Where somebody does something, and how it is refused."""

    code: str
    where: Callable[[], Table]
    deed: Deed
    basis: Basis
    args: Mapping[str, int | str]
    by: str = "d1"
    second: str = ""
    hint: str = field(default="")

    def __str__(self) -> str:
        return f"{self.code}-{type(self.deed).__name__.lower()}-{self.by}"


def at_step(step: str) -> Callable[[], Table]:
    return lambda: at(step)


def drilling(step: str) -> Callable[[], Table]:
    return lambda: drill(step)


def c(section: str) -> Clause:
    return Clause(f"19:47-20.{section}")


def drawing_either() -> Table:
    """Two decks lie in the shoe, and a card of either is due."""
    return two_sided("blind").to(FIRST)


REFUSED = (
    # who
    Refused("unknown_person", opened, CLOSE, HOUSE, {"person": "zz"}, "zz"),
    Refused("no_second_person", opened, CLOSE, HOUSE, {"person": "d1"}, second="d1"),
    Refused("no_second_person", opened, CLOSE, HOUSE, {"person": "zz"}, second="zz"),
    Refused("wrong_role", closed, Confirm("open_table"), HOUSE, {"needs": "supervisor"}),
    Refused("wrong_role", with_a_bet, CLOSE, c("7(b)#1"), {"needs": "dealer"}, "s1"),
    Refused("wrong_role", at_step("deal"), Deal(), c("7(c)#1"), {"needs": "dealer"}, "t1"),
    Refused(
        "wrong_role", opened, Declare(Kind.CUT_IMPROPER), HOUSE, {"needs": "supervisor"}, "d1"
    ),
    Refused(
        "same_person", inspected_by_both, Confirm("verify", DECK), c("4(a)"), {"person": "b1"}, "b1"
    ),
    # from which of two decks
    Refused("deck_missing", drawing_either, Deal(), RUNNING_OUT, {"decks": "red or blue"}),
    Refused("deck_missing", drawing_either, Deal("green"), RUNNING_OUT, {"decks": "red or blue"}),
    # when
    Refused(
        "not_due", with_a_bet, Settle("losers"), c("7(b)#1"), {"deed": "settle"},
        hint="call_due:no_more_bets",
    ),
    Refused("not_due", at_step("deal"), CLOSE, c("7(c)#1"), {"deed": "call"}, hint="cards_due"),
    Refused("not_due", opened, Call("rien_ne_va_plus"), c("6(d)#1"), {"deed": "call"},
            hint="wager_due"),
    Refused("not_due", closed, Bet(1, "ante", 1000), HOUSE, {"deed": "bet"},
            hint="confirm_due:open_table"),
    Refused(
        "not_now", opened, Declare(Kind.FACE_UP_CARD), HOUSE, {"kind": "face_up_card"}
    ),
    Refused(
        "not_now", at_step("stub"), Declare(Kind.CUT_IMPROPER), c("5(d)"),
        {"kind": "cut_improper"}, "s1",
    ),
    Refused("not_now", closed, Declare(Kind.DUPLICATE_CARD), HOUSE, {"kind": "duplicate_card"}),
    Refused(
        "out_of_turn", drilling("ask"), Choose("more", "seat_3", "out"), basis("ask"),
        {"place": "seat_1"},
    ),
    Refused(
        "out_of_turn", drilling("turn"), Turn((Shown("seat_3"),)), basis("turn"),
        {"place": "dealer"},
    ),
    # wagers
    Refused("unknown_wager", opened, Bet(1, "tie", 1000), c("6(d)#1"), {"wager": "tie"}),
    Refused("no_such_seat", opened, Bet(7, "ante", 1000), c("6(c)#1"), {"seat": 7}),
    Refused("no_such_seat", opened, Bet(0, "ante", 1000), c("6(c)#1"), {"seat": 0}),
    Refused("not_an_amount", opened, Bet(1, "ante", 0), HOUSE, {"cents": 0}),
    Refused("not_an_amount", opened, Bet(1, "ante", -5), HOUSE, {"cents": -5}),
    Refused(
        "below_minimum", opened, Bet(1, "ante", 499), c("6(a)1"), {"cents": 499, "least": 500}
    ),
    Refused(
        "below_minimum", opened, Bet(1, "pair_plus", 99), c("6(a)2"), {"cents": 99, "least": 100}
    ),
    Refused(
        "above_maximum", drill, Bet(1, "stake", 1001), basis("limits"),
        {"cents": 1001, "most": 1000},
    ),
    Refused(
        "no_such_wager", with_a_bet, TakeBack(2, "pair_plus"), c("6(d)#1"),
        {"seat": 2, "wager": "pair_plus"},
    ),
    Refused(
        "no_such_wager", with_a_bet, TakeBack(3, "ante"), c("6(d)#1"), {"seat": 3, "wager": "ante"}
    ),
    # the call
    Refused("no_wagers", opened, CLOSE, c("1 Round of play"), {"call": "no_more_bets"}),
    Refused(
        "deck_not_loaded", inspected_by_both, CLOSE, c("7(a)#2"), {"call": "no_more_bets"}
    ),
    Refused("cards_too_old", with_old_cards, CLOSE, c("4(e)#1"), {"call": "no_more_bets"}),
    Refused("device_not_ready", with_the_cable_out, CLOSE, HOUSE, {"call": "no_more_bets"}),
    Refused(
        "other_deck_not_in_shuffler", red_loaded, CLOSE, c("2(b)3"), {"call": "no_more_bets"}
    ),
    Refused("other_deck_not_opened", red_received, CLOSE, c("4(d)"), {"call": "no_more_bets"}),
    Refused("not_its_turn", blue_played, Confirm("load", DECK), c("2(b)4"), {"deck": DECK}),
    Refused("load_not_told", loaded_untold, CLOSE, HOUSE, {"call": "no_more_bets"}),
    # what a device tells, nobody types
    Refused(
        "device_counts", lambda: at("deal", "counting"), Deal(), c("7(c)#1"), {"device": "shoe"}
    ),
    Refused("device_checks", with_a_reader, Check("ace", yes=True), basis("check"),
            {"check": "ace"}),
    Refused(
        "device_reads", recognised, Turn((Shown("dealer", THREE),)), c("10(b)#5"),
        {"place": "dealer"},
    ),
    Refused(
        "device_shuffles", with_a_shuffler, Confirm("shuffle", DECK), c("5(a)#1"),
        {"device": "shuffler_1", "deck": DECK},
    ),
    Refused(
        "device_loads", with_a_loader, Confirm("load", DECK), c("7(a)#2"),
        {"device": "shuffler_1", "deck": DECK},
    ),
    # numbers and names
    Refused("not_a_count", at_step("stub"), Count("shoe", 53), c("7(e)#1"), {"cards": 53}),
    Refused("not_a_count", at_step("stub"), Count("shoe", -1), c("7(e)#1"), {"cards": -1}),
    Refused(
        "wrong_number_of_cards", at_step("dealer_reveal"), Turn((Shown("dealer", THREE[:2]),)),
        c("10(b)#5"), {"place": "dealer", "cards": 2, "expected": 3},
    ),
    Refused(
        "answer_hangs_on_it", doubled_with_somebody_behind,
        AmendChoice("play", "seat_1", "hit", "slip"), HOUSE,
        {"question": "double_behind_1", "place": "seat_1"},
    ),
    Refused(
        "cards_not_named", with_an_upcard_that_nobody_told, Turn((Shown("dealer"),)), UNREAD,
        {"place": "dealer"},
    ),
    Refused(
        "card_named_twice", at_step("dealer_reveal"),
        Turn((Shown("dealer", (THREE[0], THREE[1], THREE[1])),)), HOUSE, {"card": "KS"},
    ),
    Refused(
        "unknown_choice", at_step("decisions"), Choose("play", "seat_2", "surrender"),
        c("10(b)#1"), {"choice": "surrender"},
    ),
    Refused(
        "no_amount_here", at_step("decisions"), Choose("play", "seat_2", "play", cents=500),
        c("10(b)#1"), {"choice": "play"},
    ),
    Refused(
        "more_than_allowed", insurable, Choose("insurance", "seat_2", "insure", cents=501),
        Clause("19:47-2.9(b)#3"), {"cents": 501, "most": 500},
    ),
    Refused("too_few", waving, Confirm("wave", number=0), basis("wave"), {"number": 0, "least": 1}),
    Refused("too_many", waving, Confirm("wave", number=4), basis("wave"), {"number": 4, "most": 3}),
    # declarations
    Refused(
        "asks_for_no_card", hit_asked_for, Declare(Kind.CARD_NOT_GIVEN, "dealer"), HOUSE,
        {"place": "dealer"},
    ),
    Refused(
        "not_declarable", opened, Declare(Kind.STUB_FINDING), HOUSE, {"kind": "stub_finding"}
    ),
    Refused(
        "no_cards_there", at_step("decisions"), Declare(Kind.CARD_EXPOSED, "seat_5"), HOUSE,
        {"place": "seat_5"},
    ),
    Refused(
        "no_cards_there", at_step("decisions"), Declare(Kind.CARD_EXPOSED), HOUSE, {"place": "?"}
    ),
    Refused(
        "no_such_card", a_hand_dealt, Declare(Kind.PASSED_OVER, "seat_1", nth=3), HOUSE,
        {"place": "seat_1", "nth": 3},
    ),
    Refused(
        "number_missing", with_bonus_chips, Confirm("count_bonus"), Clause("19:47-18.7(b)#2"), {}
    ),
    Refused("unknown_device", opened, Declare(Kind.JAM, device="toaster"), HOUSE,
            {"device": "toaster"}),
    *(
        Refused(code, where, deed, basis_, args, by, second, hint)
        for code, where, deed, basis_, args, by, second, hint in (*ROWS, *ARRANGING)
    ),
)  # fmt: skip


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_it_is_refused_with_its_code_and_basis(case: Refused) -> None:
    refusal = case.where().refused(case.deed, case.by, case.second)

    assert (refusal.code, refusal.basis, refusal.args) == (case.code, case.basis, case.args)
    assert refusal.hint == case.hint


def codes_in_the_core() -> Iterator[str]:
    """Every code that a refusal, or a lack that becomes one, is made with."""
    for path in Path(core.__path__[0]).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(
                    func=ast.Name(id="Refusal" | "Lack"), args=[ast.Constant(value=str(code)), *_]
                ):
                    yield code


def test_no_code_of_the_core_is_without_a_test_that_provokes_it() -> None:
    assert {case.code for case in REFUSED} == set(codes_in_the_core())


def test_a_refused_act_takes_a_record_and_time_passes() -> None:
    table = opened()
    before = table.state
    table.refused(CLOSE)
    assert table.state.seq > before.seq
    assert table.state.time > before.time
