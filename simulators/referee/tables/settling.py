"""What becomes of the wagers of a round, 20.10 and 20.11: one line a wager, in the order of paying.

From the cards that were shown and the wagers that were down; the dealer reads a hand that nobody
has told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from simulators.referee.book import ANTE, DEALER, PAIR_PLUS, PLAY, Round, right_to_left
from simulators.referee.tables.ranking import ANTE_BONUS, plays, worth
from simulators.referee.tables.ranking import PAIR_PLUS as PAYS

BONUS = "ante_bonus"
COLLECT, PAY, RETURN, JUDGE = "collect", "pay", "return", "judge"


@dataclass(frozen=True)
class Line:
    hand: str
    wager: str
    settling: str
    to_one: int | None = None
    cents: int | None = None
    """What is won, beside the stake."""

    def __str__(self) -> str:
        odds = f" at {self.to_one} to 1" if self.to_one is not None else ""
        return f"{self.hand} {self.wager} {self.settling}{odds} {self.cents or ''}".rstrip()


def lines(stage: str, round_: Round) -> list[Line]:
    """What is settled at a stage, from the far right: 20.10(b)#4, 20.10(c)#1, 20.10(c)1."""
    match stage:
        case "forfeits":
            return [
                Line(hand, wager, COLLECT)
                for hand in right_to_left(round_.folded)
                for wager in (ANTE, PAIR_PLUS)
                if round_.has(hand, wager)
            ]
        case "losers":
            return [line for line in _all(round_) if line.settling == COLLECT]
        case "winners":
            return [line for line in _all(round_) if line.settling != COLLECT]
        case "void_return":
            back = JUDGE if round_.paid else RETURN
            seats = sorted(round_.wagers, key=lambda place: int(place.removeprefix("seat_")))
            return [
                Line(hand, wager, back)
                for hand in right_to_left(seats)
                for wager in sorted(round_.wagers[hand])
            ]
        case _:
            return []


def _all(round_: Round) -> Iterator[Line]:
    dealer = round_.turned.get(DEALER)
    for hand in right_to_left(round_.live):
        yield from _of_hand(hand, round_.wagers.get(hand, {}), round_.turned.get(hand), dealer)


def _of_hand(
    hand: str, wagers: Mapping[str, int | None], mine: list[str] | None, dealer: list[str] | None
) -> Iterator[Line]:
    if mine is None:
        yield from (Line(hand, wager, JUDGE) for wager in wagers)
        return
    kind = worth(mine)[0]
    if PLAY in wagers:
        yield from _against(hand, wagers, mine, dealer)
        if kind in ANTE_BONUS:
            yield _paid(hand, BONUS, ANTE_BONUS[kind], wagers[ANTE])
    if PAIR_PLUS in wagers:
        if kind in PAYS:
            yield _paid(hand, PAIR_PLUS, PAYS[kind], wagers[PAIR_PLUS])
        else:
            yield Line(hand, PAIR_PLUS, COLLECT)


def _against(
    hand: str, wagers: Mapping[str, int | None], mine: list[str], dealer: list[str] | None
) -> Iterator[Line]:
    """Ante and play against the dealer, 20.11(a)1; a draw goes back, 20.3(c)#2."""
    if dealer is None:
        yield from (Line(hand, wager, JUDGE) for wager in (ANTE, PLAY))
    elif not plays(dealer):
        yield _paid(hand, ANTE, 1, wagers[ANTE])
        yield Line(hand, PLAY, RETURN)
    elif worth(mine) > worth(dealer):
        yield from (_paid(hand, wager, 1, wagers[wager]) for wager in (ANTE, PLAY))
    else:
        back = RETURN if worth(mine) == worth(dealer) else COLLECT
        yield from (Line(hand, wager, back) for wager in (ANTE, PLAY))


def _paid(hand: str, wager: str, to_one: int, stake: int | None) -> Line:
    return Line(hand, wager, PAY, to_one, None if stake is None else stake * to_one)
