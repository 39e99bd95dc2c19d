"""What a round of blackjack makes good itself: 2.15(c), (e), (g) and (i).

A place that was passed over, a card that everybody saw too early, a card that was asked for and not
given. What became of the cards is in the account; here is what is asked and given because of it.
"""

from __future__ import annotations

from collections import Counter

from simulators.referee.book import DEALER, OFFERED, Round
from simulators.referee.tables.boxes import DOUBLE, cards_to_come, said
from simulators.referee.tables.game import Answer, Standing, Targets
from simulators.referee.tables.settling import RETURN, Line
from simulators.referee.tables.sharing import wagers_on

OFFERED_CARD, SECOND_CARD, MISSED_CARD = "offered_card", "second_card", "missed_card"
TAKE, REFUSE, SIT_OUT, DEAD = "take", "refuse", "sit_out", "dead"


# ---------------------------------------------------------------- passed over: (e) and (g)


def was_passed_over(round_: Round, place: str, nth: int) -> bool:
    return (place, nth) in round_.passed_over or (place, None) in round_.passed_over


def in_their_order(at: Standing, order: list[str]) -> Targets:
    """The first cards that are still to come, of all in their order.

    A box gets nothing in place of what it was passed over for; the dealer takes his own as soon as
    the players have theirs.
    """
    times: Counter[str] = Counter()
    due, late = [], []
    for place in order:
        times[place] += 1
        if not was_passed_over(at.round, place, times[place]):
            due.append(place)
        elif place.startswith(DEALER):
            late.append(place)
    last = max((n for n, place in enumerate(due) if place.startswith("seat_")), default=-1)
    due[last + 1 : last + 1] = late
    lying = Counter({place: at.deck.count(place) for place in set(due)})
    found: Targets = []
    for place in due:
        if lying[place]:
            lying[place] -= 1
        else:
            found.append((place, 1))
    return found


def _missing(round_: Round, box: str) -> int:
    return was_passed_over(round_, box, 1) + was_passed_over(round_, box, 2)


def to_complete(at: Standing) -> list[str]:
    """Boxes with one card: whether they want the other is asked after all have theirs."""
    said = at.round.answers.get(SECOND_CARD, {})
    return [box for box in at.round.hands if _missing(at.round, box) == 1 and box not in said][:1]


def second_cards(at: Standing) -> Targets:
    said = at.round.answers.get(SECOND_CARD, {})
    return [
        (box, 1)
        for box in at.round.hands
        if said.get(box) == TAKE and _missing(at.round, box) == 1 and at.deck.count(box) < 2
    ][:1]


def take_or(other: str, brings: str = "") -> dict[str, Answer]:
    return {TAKE: Answer(brings=brings), other: Answer()}


# ---------------------------------------------------------------- on offer: (c)


def to_offer(at: Standing, hand: str) -> list[str]:
    """The hand whose turn it is, if a card is on offer and it has one coming."""
    return [hand] if hand and at.deck.count(OFFERED) and cards_to_come(at, hand) else []


def on_offer(at: Standing, hand: str) -> dict[str, Answer]:
    """It may be refused, but not by whoever doubled with that card in sight."""
    both = take_or(REFUSE, brings=OFFERED)
    return {TAKE: both[TAKE]} if said(at.round, hand)[-1:] == [DOUBLE] else both


# ---------------------------------------------------------------- not given: (i)


def to_catch_up(at: Standing) -> list[str]:
    return [h for h in at.round.not_given if at.deck.count(h) and is_unsettled(at.round, h)][:1]


def is_unsettled(round_: Round, hand: str) -> bool:
    """Whether a hand has missed more cards than somebody has said something of."""
    answered = [h for q, h, _ in round_.said if q == MISSED_CARD and h == hand]
    return round_.not_given.count(hand) > len(answered)


# ---------------------------------------------------------------- dead hands


def dead_hands(at: Standing, *, shown: bool) -> list[str]:
    """Hands without a result; what was not given in time is not given once the dealer shows."""
    second = at.round.answers.get(SECOND_CARD, {})
    missed = at.round.answers.get(MISSED_CARD, {})
    boxes = [
        box
        for box in at.round.hands
        if _missing(at.round, box) == 2
        or (_missing(at.round, box) == 1 and second.get(box) == SIT_OUT)
    ]
    hands = [
        hand
        for hand in at.round.not_given
        if missed.get(hand) == DEAD or (shown and is_unsettled(at.round, hand))
    ]
    return [*boxes, *hands]


def given_back(at: Standing, *, shown: bool) -> list[Line]:
    done = at.round.settled_hands.get("dead_hands", set())
    return [
        Line(hand, each, RETURN)
        for hand in dict.fromkeys(dead_hands(at, shown=shown))
        if hand not in done
        for wager, double, _ in wagers_on(at.round, hand)
        for each in (wager, double)
        if each
    ]


def buried(at: Standing, *, shown: bool) -> list[str]:
    return [h for h in dict.fromkeys(dead_hands(at, shown=shown)) if at.deck.count(h)]
