"""Whose wagers lie on a box of blackjack, N.J.A.C. 19:47-2.13: one player's, or up to three.

The wager of the player who decides lies first (`wager`), those of the others behind it (`behind_1`,
`behind_2`). What is decided holds for all; what it costs each says for themselves: insurance, a
double, and whether they cover both hands of a split or which of them their wager follows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tablectl.games.blackjack_cards import DOUBLE, SPLIT
from tablectl.games.blackjack_hands import (
    PLAY,
    WAGER,
    answers,
    chip,
    new_hand,
    number,
    wager_of,
)
from tablectl.games.citing import citing
from tablectl.table.places import seat_of
from tablectl.table.plan import Dues
from tablectl.table.round_view import RoundView
from tablectl.words.dues import ChoiceDue, ConfirmDue, Lack, Option, Stake

c = citing(2)

BEHIND = ("behind_1", "behind_2")
INSURANCE = "insurance"
COVER, FIRST, SECOND, DECLINE = "cover", "first", "second", "decline"
CONSENT, SEATED = "first_bettor_agrees", "decider_is_seated"


def bettors(view: RoundView, hand: str) -> tuple[str, ...]:
    """The wagers of everybody who bets on a box, the decider's first."""
    return (WAGER, *(each for each in BEHIND if view.has(hand, each)))


def of_bettor(what: str, bettor: str) -> str:
    """A wager or a question of one of them: the decider's goes by its bare name."""
    return what if bettor == WAGER else f"{what}_{bettor}"


def insurance_of(bettor: str) -> str:
    return of_bettor(INSURANCE, bettor)


def added(wager: str) -> bool:
    """Whether a wager came with a double or a split."""
    return wager.startswith((DOUBLE, SPLIT))


def double_of(hand: str, bettor: str) -> str:
    return of_bettor(f"{DOUBLE}_{number(hand)}", bettor)


# ---------------------------------------------------------------- before the deal


def consent(view: RoundView) -> Dues:
    """The first of them agrees that others bet there too, and whoever decides for others that bet
    more sits at the box."""
    return (
        *(ConfirmDue(CONSENT, c("13(a)#1"), subject=box) for box in _unasked(view)),
        *(ConfirmDue(SEATED, c("13(b)#2"), subject=box) for box in _outbid(view)),
    )


def lacking(view: RoundView) -> Lack | None:
    """Why the wagers of shared boxes cannot be closed yet."""
    for box, down in view.lying.items():
        if WAGER not in down and any(each in down for each in BEHIND):
            return Lack("nobody_decides", c("13(c)"), box)
    for box in _unasked(view):
        return Lack("consent_missing", c("13(a)#1"), box)
    return next((Lack("highest_decides", c("13(b)#2"), box) for box in _outbid(view)), None)


def _unasked(view: RoundView) -> Iterator[str]:
    for box in view.betting:
        if any(view.has(box, each) for each in BEHIND) and not view.confirmed(CONSENT, box):
            yield box


def _outbid(view: RoundView) -> Iterator[str]:
    """Boxes whose decider has not the highest wager, and is not said to sit there."""
    for box in view.betting:
        highest = max((view.stake(box, each) or 0 for each in BEHIND), default=0)
        own = view.stake(box, WAGER)
        if own is not None and own < highest and not view.confirmed(SEATED, box):
            yield box


# ---------------------------------------------------------------- which wager rides on which hand


def riding(view: RoundView, box: str, bettor: str) -> Mapping[str, str]:
    """By hand, the wager that somebody has on it."""
    mine = {box: bettor}
    for hand, new in _splits(view, box):
        if hand not in mine:
            continue
        said = COVER if bettor == WAGER else view.choice(of_bettor(SPLIT, bettor), new)
        if said == COVER:
            mine[new] = of_bettor(wager_of(new), bettor)
        elif said == SECOND:
            mine[new] = mine.pop(hand)
    return mine


def _splits(view: RoundView, box: str) -> Iterator[tuple[str, str]]:
    """Every split of a box: the hand that was split, and the one that came of it."""
    hands = [box]
    for answer in view.choices(PLAY):
        if answer.choice == SPLIT and seat_of(answer.hand) == box:
            new = new_hand(tuple(hands), answer.hand)
            hands.append(new)
            yield answer.hand, new


def own_wagers(view: RoundView, hand: str) -> tuple[str, ...]:
    """The wagers on a hand itself, and what they were doubled by, of everybody who bets on it."""
    found: list[str] = []
    for bettor in bettors(view, hand):
        wager, double = riding(view, seat_of(hand), bettor).get(hand), double_of(hand, bettor)
        if wager is not None:
            found += [wager, double] if view.has(hand, double) else [wager]
    return tuple(found)


# ---------------------------------------------------------------- what the others are asked


def follow_split(view: RoundView, box: str) -> Dues:
    """Everybody behind covers both hands, or says which one their wager follows."""
    for bettor in bettors(view, box)[1:]:
        question = of_bettor(SPLIT, bettor)
        on = riding(view, box, bettor)
        for hand, new in _splits(view, box):
            if hand not in on or view.choice(question, new) is not None:
                continue
            cover = Option(COVER, adds=(Stake(of_bettor(wager_of(new), bettor), like=bettor),))
            options = (cover, Option(FIRST), Option(SECOND))
            return (ChoiceDue(question, (new,), options, c("13(e)")),)
    return ()


def follow_double(view: RoundView, hand: str) -> Dues:
    """Everybody behind may double too, and need not."""
    if DOUBLE not in answers(view, hand):
        return ()
    box = seat_of(hand)
    for bettor in bettors(view, box)[1:]:
        question = of_bettor(DOUBLE, bettor)
        if hand not in riding(view, box, bettor) or view.choice(question, hand) is not None:
            continue
        stake = Stake(double_of(hand, bettor), like=bettor, chip=chip(view))
        options = (Option(DOUBLE, adds=(stake,)), Option(DECLINE))
        return (ChoiceDue(question, (hand,), options, c("13(d)#1")),)
    return ()
