"""Broken builds of let it ride, as somebody might write on a bad day."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from tablectl.games import let_it_ride, let_it_ride_settlement
from tablectl.games.let_it_ride import RIDE, STACK, WITHDRAW
from tablectl.games.let_it_ride_settlement import BET_1, BET_2, BETS, COMMON, RIGHT
from tablectl.irregularities.base import at_once
from tablectl.table.plan import Dues
from tablectl.table.round_view import RoundView
from tablectl.words.cards import Card
from tablectl.words.dues import (
    ChoiceDue,
    ConfirmDue,
    Line,
    MoveDue,
    Option,
    Shift,
    TurnDue,
)
from tablectl.words.irregularities import Kind
from tablectl.words.rulings import Consequence
from tests.broken_builds.making import collected, every_due, rules_on
from tests.clause_bite.seams import everywhere, put

BUILDS, broken = collected("let_it_ride")


def _at(step: str, change: Callable[[Dues, RoundView], Dues]) -> None:
    every_due(lambda dues, at, view: change(dues, view) if at == step else dues)


# ---------------------------------------------------------------- chips and cards


@broken("a wrong number of bonus chips is passed over")
def _chips_mismatch_passed_over() -> None:
    rules_on(Kind.CHIPS_MISMATCH, lambda _: at_once(Consequence.GO_ON))


@broken("the bonus chips are not counted before the deal")
def _bonus_chips_never_counted() -> None:
    _at("bonus_chips", lambda _, __: ())


@broken("the common stack is spread with its top card on the left", "automated")
def _stack_spread_the_other_way() -> None:
    shifts = tuple(Shift(STACK, place, 1) for place in reversed(COMMON))

    def change(dues: Dues, _: RoundView) -> Dues:
        return tuple(replace(d, shifts=shifts) if isinstance(d, ConfirmDue) else d for d in dues)

    _at("spread_stack", change)


@broken("the common card on the right is burnt")
def _wrong_common_card_burnt() -> None:
    def change(dues: Dues, view: RoundView) -> Dues:
        burning = (d for d in dues if isinstance(d, MoveDue) and view.count(RIGHT))
        return tuple(replace(due, sources=(RIGHT,)) for due in burning)

    _at("burn", change)


@broken("players' hands are turned up from the left")
def _hands_turned_from_the_left() -> None:
    def change(dues: Dues, _: RoundView) -> Dues:
        turning = (d for d in dues if isinstance(d, TurnDue))
        return tuple(replace(due, places=due.places[::-1]) for due in turning)

    _at("hands_up", change)


@broken("a common card seen early is passed over")
def _common_card_seen_passed_over() -> None:
    rules_on(Kind.CARD_EXPOSED, lambda _: at_once(Consequence.GO_ON), whose="common")


# ---------------------------------------------------------------- withdrawals


@broken("who has withdrawn bet one is not asked about bet two")
def _bet_two_not_put_to_everybody() -> None:
    def change(dues: Dues, view: RoundView) -> Dues:
        asking = (d for d in dues if isinstance(d, ChoiceDue))
        left = ((d, tuple(h for h in d.hands if _rode(view, h))) for d in asking)
        return tuple(replace(due, hands=hands) for due, hands in left if hands)

    _at(BET_2, change)


def _rode(view: RoundView, hand: str) -> bool:
    return view.choice(BET_1, hand) == RIDE


@broken("who withdraws bet two gets bet three back with it")
def _withdrawn_with_bet_three() -> None:
    original = let_it_ride._answers

    def answers(bet: str) -> tuple[Option, ...]:
        both = Option(WITHDRAW, takes_back=(bet, "bet_3"))
        return (Option(RIDE), both) if bet == BET_2 else original(bet)

    everywhere(original, answers)


# ---------------------------------------------------------------- money


@broken("every hand is paid by the line below its own")
def _pay_table_off_by_one_line() -> None:
    names = [f"pays_{kind.name.lower()}" for kind in let_it_ride_settlement.LEAST_ODDS]
    below = dict(zip(names, [*names[1:], names[-1]], strict=True))
    original = RoundView.number

    def number(self: RoundView, option: str) -> int:
        return original(self, below.get(option, option))

    put(RoundView, "number", number)


@broken("the limit of the house is for bets and bonus together")
def _limit_cuts_the_bonus() -> None:
    original = let_it_ride_settlement._bonus

    def bonus(view: RoundView, hand: str, cards: tuple[Card, ...]) -> Iterator[Line]:
        riding = tuple(bet for bet in BETS if view.has(hand, bet))
        for line in original(view, hand, cards):
            bets = let_it_ride_settlement._paid(view, hand, riding, cards)
            left = view.number("payout_limit") - sum(bet.cents or 0 for bet in bets)
            yield replace(line, cents=min(line.cents or 0, left))

    everywhere(original, bonus)


@broken("every bet is paid up to the limit by itself")
def _limit_for_each_bet() -> None:
    original = let_it_ride_settlement._paid

    def paid(
        view: RoundView, hand: str, riding: tuple[str, ...], cards: tuple[Card, ...]
    ) -> Iterator[Line]:
        for bet in riding:
            yield from original(view, hand, (bet,), cards)

    everywhere(original, paid)


@broken("a pair of nines wins")
def _nines_win() -> None:
    nines = tuple(Card.of(code) for code in ("9S", "9H", "4D", "3C", "2C"))
    everywhere(let_it_ride_settlement.TENS_OR_BETTER, nines)


@broken("losing hands stay where they lie until the winners are paid")
def _losing_hands_stay() -> None:
    def change(dues: Dues, _: RoundView) -> Dues:
        return tuple(due for due in dues if not isinstance(due, MoveDue))

    _at("losers", change)
