"""Boxes of blackjack that several people bet on: 2.13.

The one whose wager lies first decides for all; what it costs, each of the others says: insurance,
a double, and whether they cover both hands of a split or which of the two their wager follows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from simulators.referee.book import Round
from simulators.referee.tables.boxes import (
    BEHIND,
    DOUBLE,
    PLAY,
    SPLIT,
    WAGER,
    bettors,
    box_of,
    number_of,
    of_bettor,
    said,
)
from simulators.referee.tables.game import Answer, Puts, Standing

Turn = Callable[[Standing], str]
COVER, FIRST, SECOND, DECLINE = "cover", "first", "second", "decline"


def splits_of(round_: Round, box: str) -> list[tuple[str, str]]:
    """Every split of a box: the hand that was split, and the one that came of it."""
    split = [h for q, h, c in round_.said if q == PLAY and c == SPLIT and box_of(h) == box]
    return [(hand, f"{box}.{number}") for number, hand in enumerate(split, start=2)]


def riding(round_: Round, box: str, bettor: str) -> dict[str, str]:
    """By hand, the wager that somebody has on it."""
    mine = {box: bettor}
    said_of = round_.answers.get(of_bettor(SPLIT, bettor), {})
    for hand, new in splits_of(round_, box):
        choice = COVER if bettor == WAGER else said_of.get(new, FIRST)
        if hand in mine and choice == COVER:
            mine[new] = of_bettor(f"{SPLIT}_{number_of(new)}", bettor)
        elif hand in mine and choice == SECOND:
            mine[new] = mine.pop(hand)
    return mine


def wagers_on(round_: Round, hand: str) -> list[tuple[str, str, str]]:
    """Everybody's wager on a hand, what it was doubled by, and whose it is."""
    box = box_of(hand)
    down = round_.wagers.get(box, {})
    found = []
    for bettor in bettors(round_, box):
        wager = riding(round_, box, bettor).get(hand)
        if wager is not None and wager in down:
            double = of_bettor(f"{DOUBLE}_{number_of(hand)}", bettor)
            found.append((wager, double if double in down else "", bettor))
    return found


# ---------------------------------------------------------------- what the others are asked


def _to_follow_split(turn: Turn, bettor: str, at: Standing) -> list[str]:
    hand = turn(at)
    box = box_of(hand) if hand else ""
    if not box or bettor not in bettors(at.round, box):
        return []
    answered = at.round.answers.get(of_bettor(SPLIT, bettor), {})
    rides = riding(at.round, box, bettor)
    for split, new in splits_of(at.round, box):
        if new not in answered and split in rides:
            return [new]
    return []


def _to_follow_double(turn: Turn, bettor: str, at: Standing) -> list[str]:
    hand = turn(at)
    if not hand or bettor not in bettors(at.round, box_of(hand)):
        return []
    answered = at.round.answers.get(of_bettor(DOUBLE, bettor), {})
    rides = hand in riding(at.round, box_of(hand), bettor)
    return [hand] if rides and DOUBLE in said(at.round, hand) and hand not in answered else []


def _cover(bettor: str, at: Standing, new: str) -> Mapping[str, Answer]:
    stake = at.round.wagers.get(box_of(new), {}).get(bettor)
    wager = of_bettor(f"{SPLIT}_{number_of(new)}", bettor)
    return {COVER: Answer(wager, stake, exact=True), FIRST: Answer(), SECOND: Answer()}


def _double_too(bettor: str, at: Standing, hand: str) -> Mapping[str, Answer]:
    stake = at.round.wagers.get(box_of(hand), {}).get(bettor)
    wager = of_bettor(f"{DOUBLE}_{number_of(hand)}", bettor)
    return {DOUBLE: Answer(wager, stake), DECLINE: Answer()}


def following(turn: Turn) -> Iterator[Puts]:
    """What everybody behind is asked after the decider split or doubled, before any card."""
    for bettor in BEHIND:
        yield Puts(
            f"split_{bettor}",
            of_bettor(SPLIT, bettor),
            partial(_to_follow_split, turn, bettor),
            partial(_cover, bettor),
        )
    for bettor in BEHIND:
        yield Puts(
            f"double_{bettor}",
            of_bettor(DOUBLE, bettor),
            partial(_to_follow_double, turn, bettor),
            partial(_double_too, bettor),
        )
