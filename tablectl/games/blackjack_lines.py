"""The settlement of a round of blackjack: at each stage, the lines of whoever is settled then.

It reads a round and asks `blackjack_settlement` what becomes of each wager. Where no device and no
person told the cards, the dealer judges.
"""

from __future__ import annotations

from collections.abc import Iterator

from tablectl.games import blackjack_settlement as settled
from tablectl.games.blackjack_boxes import bettors, double_of, insurance_of, riding
from tablectl.games.blackjack_hands import (
    WAGER,
    all_hands,
    chip,
    dealers_cards,
    is_natural,
    is_split,
    is_surrendered,
    may_have_blackjack,
    played_as,
)
from tablectl.games.blackjack_settlement import Outcome, Part, line
from tablectl.games.dealing import from_right
from tablectl.table.places import DEALER, seat_of
from tablectl.table.round_view import RoundView
from tablectl.words.cards import Card
from tablectl.words.dues import Line, Settling

BLACKJACKS, EVEN_MONEY, SURRENDERED = "blackjacks", "even_money", "surrendered"
SECOND_CARD, SETTLEMENT = "second_card", "settlement"


def takes_even_money(view: RoundView, box: str, bettor: str = WAGER) -> bool:
    """Whether a blackjack is insured for exactly half, where the house pays that off at once."""
    insurance = insurance_of(bettor)
    if not view.number(EVEN_MONEY) or not is_natural(view, box) or not view.has(box, insurance):
        return False
    insured, wager = view.stake(box, insurance), view.stake(box, bettor)
    return insured is None or wager is None or 2 * insured == wager


def paid_off(view: RoundView, box: str, bettor: str) -> bool:
    """Whether even money has closed the wager of somebody, and their insurance with it."""
    return box in view.settled_hands(EVEN_MONEY) and takes_even_money(view, box, bettor)


# ---------------------------------------------------------------- stage by stage


def even_money(view: RoundView, boxes: tuple[str, ...]) -> tuple[Line, ...]:
    """The wager at even money, and its insurance closed with it."""
    done = view.settled_hands(EVEN_MONEY)
    return tuple(
        each
        for box in from_right(boxes)
        for bettor in bettors(view, box)
        if box not in done and takes_even_money(view, box, bettor)
        for each in (
            _line(view, box, bettor, settled.EVEN_MONEY),
            _line(view, box, insurance_of(bettor), settled.CLOSED_BY_EVEN_MONEY),
        )
    )


def blackjacks(view: RoundView, boxes: tuple[str, ...]) -> tuple[Line, ...]:
    return tuple(each for box in boxes for each in of_hand(view, box))


def surrendered(view: RoundView, hand: str) -> tuple[Line, ...]:
    dealer = _enough(view, hand)
    outcome = None if dealer is None else settled.of_surrender(dealer)
    return tuple(_line(view, hand, bettor, outcome) for bettor in bettors(view, hand))


def second_card(view: RoundView) -> tuple[Line, ...]:
    """What waited for the dealer's second card: insurance, surrenders and blackjacks."""
    return tuple(each for box in from_right(view.hands) for each in _waiting(view, box))


def _waiting(view: RoundView, box: str) -> Iterator[Line]:
    dealer = dealers_cards(view)
    outcome = None if dealer is None else settled.of_insurance(dealer)
    for bettor in bettors(view, box):
        if view.has(box, insurance_of(bettor)) and not paid_off(view, box, bettor):
            yield _line(view, box, insurance_of(bettor), outcome)
    if is_surrendered(view, box):  # by what was done: the upcard may be told as another one by now
        yield from surrendered(view, box) if box not in view.settled_hands(SURRENDERED) else ()
    elif is_natural(view, box):
        yield from of_hand(view, box)


def rest(view: RoundView) -> tuple[Line, ...]:
    """Every hand that has not been settled before, from the dealer's right."""
    return tuple(
        each
        for hand in from_right(all_hands(view))
        if view.count(hand) and not is_natural(view, hand) and not is_surrendered(view, hand)
        for each in of_hand(view, hand)
    )


# ---------------------------------------------------------------- a hand


def of_hand(view: RoundView, hand: str) -> Iterator[Line]:
    """The wagers on a hand, and what they were doubled by, of everybody who bets on it."""
    box = seat_of(hand)
    for bettor in bettors(view, hand):
        wager = riding(view, box, bettor).get(hand)
        if wager is None or paid_off(view, box, bettor):
            continue
        part = Part.ORIGINAL if wager == bettor else Part.SPLIT
        double = double_of(hand, bettor)
        doubled = view.has(hand, double)
        yield _line(view, hand, wager, _outcome(view, hand, part, doubled=doubled))
        if doubled:
            yield _line(view, hand, double, _outcome(view, hand, Part.DOUBLE, doubled=True))


def _enough(view: RoundView, hand: str) -> tuple[Card, ...] | None:
    """The cards of the dealer's that decide a hand: against 2 to 9 the upcard may be enough."""
    early = is_natural(view, hand) or is_surrendered(view, hand)
    return view.cards(DEALER) if early and not may_have_blackjack(view) else dealers_cards(view)


def _outcome(view: RoundView, hand: str, part: Part, *, doubled: bool) -> Outcome | None:
    cards, dealer = view.cards(hand), _enough(view, hand)
    if cards is None or dealer is None:
        return None
    split, mode = is_split(view, hand), played_as(view)
    return settled.of_hand(cards, dealer, mode, part=part, split=split, doubled=doubled)


def _line(view: RoundView, hand: str, wager: str, outcome: Outcome | None) -> Line:
    stake = view.stake(hand, wager)
    if outcome is None:
        return Line(hand, wager, Settling.JUDGE, stake, basis=settled.MISSING)
    return line(hand, wager, stake, outcome, chip(view))
