"""The dealer's hand at blackjack, N.J.A.C. 19:47-2.6(h), (j), 2.9(d) and 2.12(b), (c).

The second card drawn or turned up, what waited for it, and the cards beyond it.
"""

from __future__ import annotations

from tablectl.games import blackjack_lines as lines
from tablectl.games import blackjack_mended as mended
from tablectl.games.blackjack_boxes import added, bettors, insurance_of, own_wagers
from tablectl.games.blackjack_cards import dealer_draws as draws
from tablectl.games.blackjack_deal import is_being_told, read
from tablectl.games.blackjack_decisions import decisions
from tablectl.games.blackjack_hands import (
    HOLE,
    all_hands,
    awaits_dealer,
    dealers_cards,
    is_natural,
    is_surrendered,
    may_have_blackjack,
    siblings,
)
from tablectl.games.blackjack_insurance import plays_on
from tablectl.games.blackjack_lines import SECOND_CARD
from tablectl.games.citing import citing
from tablectl.table.places import DEALER
from tablectl.table.plan import Dues
from tablectl.table.round_view import RoundView
from tablectl.words.dues import CallDue, CardsDue, SettleDue, Target, TurnDue

c = citing(2)

DEALERS_CARD = "dealers_card"


def dealers_card(view: RoundView) -> Dues:
    """Called for and drawn where there was none yet, if anything hangs on it."""
    if view.count(DEALER) == 1 and (dues := decisions(view)):
        return dues
    if any(is_being_told(view, hand) for hand in all_hands(view)):
        return ()  # a card that was missed before: 6(h)#1 holds till its face is here
    if view.count(DEALER) == 1 and _second_card_wanted(view):
        if not view.called(DEALERS_CARD):
            return (CallDue(DEALERS_CARD, c("6(h)#2")),)
        return mended.instead(view, CardsDue((Target(DEALER, up=True),), c("6(h)#1")))
    return read(view, DEALER)


def _second_card_wanted(view: RoundView) -> bool:
    """2.12(c): whether any wager still hangs on it, be it only for a blackjack."""
    if any(awaits_dealer(view, hand) for hand in all_hands(view)):
        return True
    return may_have_blackjack(view) and any(_pending(view, box) for box in view.hands)


def _pending(view: RoundView, box: str) -> bool:
    """Whether a blackjack of the dealer's would still change what somebody gets."""
    still = [bettor for bettor in bettors(view, box) if not lines.paid_off(view, box, bettor)]
    if still and (is_surrendered(view, box) or is_natural(view, box)):
        return True
    if any(view.has(box, insurance_of(bettor)) for bettor in still):
        return True
    lying = filter(view.count, siblings(all_hands(view), box))
    return any(added(wager) for hand in lying for wager in own_wagers(view, hand))


def hole_card(view: RoundView) -> Dues:
    if view.turned(HOLE):
        return read(view, HOLE)
    return (plays_on(view) and decisions(view)) or (TurnDue((HOLE,), c("6(j)#2")),)


def second_card(view: RoundView) -> Dues:
    """What waited for it is settled before the dealer draws."""
    if dues := mended.bury(view, own_wagers, shown=True):
        return dues
    if view.settled(SECOND_CARD):
        return ()
    found = lines.second_card(view)
    return (SettleDue(SECOND_CARD, found, c("9(d)")),) if found else ()


def dealer_draws(view: RoundView) -> Dues:
    """To seventeen or more, and not at all if no hand depends on it."""
    if dues := mended.bury(view, own_wagers, shown=True):
        return dues
    if dues := read(view, DEALER, HOLE):
        return dues
    if not any(awaits_dealer(view, hand) for hand in all_hands(view)):
        return ()
    cards = dealers_cards(view)
    if cards is None or not draws(cards):
        return ()
    return mended.instead(view, CardsDue((Target(DEALER, up=True),), c("12(b)")))
