"""Wagers on the layout: placing one, lifting it again, and working all of them out from the facts.

What an answer does to the wagers of its hand stands in the fact, so that wagers can be worked out
anew when a fact before it turns out to have been keyed in wrong.
"""

from __future__ import annotations

from collections.abc import Mapping

from tablectl.table.common_clauses import OVER_LIMIT
from tablectl.table.draft import Draft
from tablectl.table.places import seat_of, seat_place
from tablectl.table.round_view import in_force
from tablectl.words.dues import Stake, WagerKind
from tablectl.words.facts import Chose, Fact, Wagered, Warned
from tablectl.words.money import Cents, Odds, Rounding
from tablectl.words.values import replace

Wagers = Mapping[str, Mapping[str, Cents | None]]


def place_wager(draft: Draft, place: str, wager: str, cents: Cents | None) -> None:
    wagers = draft.round.wagers
    mine = {**wagers.get(place, {}), wager: cents}
    draft.put_round(replace(draft.round, wagers={**wagers, place: mine}))


def lift_wager(draft: Draft, place: str, wager: str) -> None:
    wagers = dict(draft.round.wagers)
    mine = {name: cents for name, cents in wagers.get(place, {}).items() if name != wager}
    if mine:
        wagers[place] = mine
    else:
        wagers.pop(place, None)
    draft.put_round(replace(draft.round, wagers=wagers))


def over_limit(kind: WagerKind, cents: Cents | None) -> bool:
    return cents is not None and kind.most is not None and cents > kind.most


def warn_of_limit(draft: Draft, seat: int, kind: WagerKind, cents: Cents | None) -> None:
    """A wager above the maximum stands whole once it was accepted, and that is on record."""
    if cents is not None and kind.most is not None and over_limit(kind, cents):
        sums = {"cents": cents, "most": kind.most}
        args: dict[str, int | str] = {"seat": seat, "wager": kind.name, **sums}
        draft.record(Warned("over_limit", OVER_LIMIT, args))


def stake_on(draft: Draft, hand: str, adds: tuple[Stake, ...], takes_back: tuple[str, ...]) -> None:
    """What an answer does to the wagers of a hand."""
    seat = seat_of(hand)
    for stake in adds:
        like = draft.view.stake(hand, stake.like)
        cents = None if like is None else Odds(stake.parts, stake.of).of(like, Rounding.DOWN)
        place_wager(draft, seat, stake.wager, cents)
    for wager in takes_back:
        lift_wager(draft, seat, wager)


def keyed_in(facts: tuple[Fact, ...], before: Wagers | None = None) -> Wagers:
    """The wagers that people put down, apart from what the answers of the round did to them."""
    found = {place: dict(mine) for place, mine in (before or {}).items()}
    for fact in in_force(facts):
        if isinstance(fact, Wagered):
            mine = found.setdefault(seat_place(fact.seat), {})
            mine.pop(fact.wager, None)
            if fact.on:
                mine[fact.wager] = fact.cents
    return found


def work_out_wagers(draft: Draft) -> None:
    """The wagers of the round as its facts have them now."""
    draft.put_round(replace(draft.round, wagers={}))
    for fact in in_force(draft.round.facts):
        match fact:
            case Wagered(on=True):
                place_wager(draft, seat_place(fact.seat), fact.wager, fact.cents)
            case Wagered():
                lift_wager(draft, seat_place(fact.seat), fact.wager)
            case Chose():
                stake_on(draft, fact.hand, fact.adds, fact.takes_back)
