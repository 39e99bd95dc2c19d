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
from tablectl.words.bases import HOUSE
from tablectl.words.dues import Option, Stake, WagerKind
from tablectl.words.facts import Chose, Fact, Wagered, Warned
from tablectl.words.money import Cents, Odds, Rounding
from tablectl.words.refusals import Refusal
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


def stake_on(draft: Draft, answer: Chose) -> None:
    """What an answer does to the wagers of a hand."""
    seat = seat_of(answer.hand)
    for stake in answer.adds:
        less = answer.cents if stake.chip is not None else None
        cents = whole(stake, draft.view.stake(seat, stake.like)) if less is None else less
        place_wager(draft, seat, stake.wager, cents)
    for wager in answer.takes_back:
        lift_wager(draft, seat, wager)


def whole(stake: Stake, like: Cents | None) -> Cents | None:
    """The most that is staked: parts of a wager, up to the next chip where none make them."""
    if like is None:
        return None
    if stake.chip is None or stake.parts % stake.of == 0:
        return Odds(stake.parts, stake.of).of(like, Rounding.DOWN)
    chips, rest = divmod(like * stake.parts, stake.of * stake.chip)
    return (chips + (rest > 0)) * stake.chip


def not_that_stake(draft: Draft, hand: str, option: Option, cents: Cents | None) -> Refusal | None:
    """Why so much cannot be staked with an answer; nothing said is the whole."""
    if cents is None:
        return None
    stake = next((each for each in option.adds if each.chip is not None), None)
    if stake is None:
        return Refusal("no_amount_here", HOUSE, {"choice": option.name})
    most = whole(stake, draft.view.stake(seat_of(hand), stake.like))
    if cents <= 0:
        return Refusal("not_an_amount", HOUSE, {"cents": cents})
    if most is not None and cents > most:
        return Refusal("more_than_allowed", HOUSE, {"cents": cents, "most": most})
    return None


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
                stake_on(draft, fact)
