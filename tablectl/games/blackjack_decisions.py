"""The turns of the players at blackjack, N.J.A.C. 19:47-2.6(f), (g), 2.8, 2.10, 2.11 and 2.13.

Hand by hand: what is asked, the cards that follow, and what is settled at once. What a hand may
say is in `blackjack_cards`.
"""

from __future__ import annotations

from tablectl.games import blackjack_lines as lines
from tablectl.games import blackjack_mended as mended
from tablectl.games.blackjack_boxes import follow_double, follow_split, own_wagers
from tablectl.games.blackjack_cards import DOUBLE, FIRST_CARDS
from tablectl.games.blackjack_deal import is_being_told, read
from tablectl.games.blackjack_hands import (
    all_hands,
    answers,
    is_owed,
    is_surrendered,
    may_have_blackjack,
    question,
)
from tablectl.games.blackjack_insurance import insurance_at_turn
from tablectl.games.blackjack_lines import SURRENDERED
from tablectl.games.citing import citing
from tablectl.table.places import seat_of
from tablectl.table.plan import Dues
from tablectl.table.round_view import RoundView
from tablectl.words.bases import Clause
from tablectl.words.dues import CardsDue, SettleDue, Target

c = citing(2)


def decisions(view: RoundView) -> Dues:
    """Hand by hand from the dealer's left; one is played out before the next gets a card."""
    for hand in filter(view.count, all_hands(view)):
        dues = _turn_of(view, hand)
        if dues or is_being_told(view, hand):  # 2.11(b) holds till its last face is here
            return dues
    return mended.missed_cards(view) or mended.bury(view, own_wagers)


def _turn_of(view: RoundView, hand: str) -> Dues:
    """What is due at a hand; nothing when it is played out."""
    box = seat_of(hand)
    if hand == box and (dues := insurance_at_turn(view, hand)):
        return dues
    if dues := follow_split(view, box) or follow_double(view, hand):
        return dues
    if is_owed(view, hand):
        due = CardsDue((Target(hand, up=True),), _extra_card(view, hand))
        return mended.offer(view, hand, bound=_is_doubled(view, hand)) or (due,)
    if dues := read(view, hand):
        return dues
    asked = question(view, hand)
    return _surrender(view, hand) if asked is None else (asked,)


def _is_doubled(view: RoundView, hand: str) -> bool:
    return answers(view, hand)[-1:] == (DOUBLE,)


def _extra_card(view: RoundView, hand: str) -> Clause:
    if _is_doubled(view, hand):
        return c("10(a)#3")
    return c("11(b)") if view.count(hand) < FIRST_CARDS else c("6(g)#1")


def _surrender(view: RoundView, hand: str) -> Dues:
    """Against 2 to 9 half goes back at once; otherwise it waits for the dealer's second card."""
    if not is_surrendered(view, hand) or may_have_blackjack(view):
        return ()
    if hand in view.settled_hands(SURRENDERED):
        return ()
    return (SettleDue(SURRENDERED, lines.surrendered(view, hand), c("8(a)1")),)
