"""Before a round of blackjack is dealt, N.J.A.C. 19:47-2.6(c), 2.13(a), 2.14: wagers and the burn.

Section 2.3, on wagers, is missing: the house fills it in and says so.
"""

from __future__ import annotations

from collections.abc import Mapping

from tablectl.games import blackjack_shoes as shoes
from tablectl.games.blackjack_boxes import BEHIND, consent
from tablectl.games.blackjack_boxes import lacking as not_closable
from tablectl.games.blackjack_hands import WAGER
from tablectl.games.blackjack_options import OPENING_MISSING, WAGERS_MISSING
from tablectl.games.citing import citing
from tablectl.table.places import LOOSE, NEXT, RACK, STACK
from tablectl.table.plan import Dues
from tablectl.table.round_view import RoundView
from tablectl.words.dues import CallDue, CardsDue, ConfirmDue, Lack, Target, WagerDue, WagerKind
from tablectl.words.facts import Dealt, Moved, Racked
from tablectl.words.money import Cents

c = citing(2)

NO_MORE_BETS = "no_more_bets"


def in_play(wagers: Mapping[str, Cents | None]) -> bool:
    return WAGER in wagers


def wagers(view: RoundView) -> Dues:
    if view.called(NO_MORE_BETS):
        return ()
    lacking = view.lacking_to_deal(OPENING_MISSING, WAGERS_MISSING) or _unburned(view)
    return (
        *_burn(view),
        _open(view),
        *consent(view),
        CallDue(NO_MORE_BETS, WAGERS_MISSING, lacking or not_closable(view)),
        *_burned(view),
    )


def _open(view: RoundView) -> WagerDue:
    limits = view.number("wager_least") or None, view.number("wager_most") or None
    behind = BEHIND if view.number("shared_boxes") else ()
    return WagerDue(
        view.seats,
        (
            WagerKind(WAGER, *limits, WAGERS_MISSING),
            *(WagerKind(each, *limits, c("13(a)#1"), behind=True) for each in behind),
        ),
        WAGERS_MISSING,
        adjacent=c("14"),
        several=c("14") if view.number("several_boxes") else None,
    )


def _burn(view: RoundView) -> Dues:
    """The first card of a full shoe goes to the rack unseen, and the first of a new dealer.

    One that lay face up is not it, nor one that came out unasked, whether it lies beside the shoe
    or was put away. A new dealer who begins with a full shoe burns one card.
    """
    if not view.dealable:
        return ()
    if _is_full(view):
        return (CardsDue((Target(RACK),), c("6(c)#1")),)
    return (CardsDue((Target(RACK),), c("6(c)#2")),) if _is_relieved(view) else ()


def _unburned(view: RoundView) -> Lack | None:
    """Why nothing is dealt before the burn."""
    if _is_full(view):
        return Lack("burn_first", c("6(c)#1"))
    return Lack("new_dealer_burns", c("6(c)#2")) if _is_relieved(view) else None


def _is_full(view: RoundView) -> bool:
    left = view.in_shoe + view.count(NEXT) + view.count(LOOSE) + _put_away(view)
    full = view.holding is not None and left == view.holding.composition.size
    return full and shoes.burns(view.settings.method)


def _put_away(view: RoundView) -> int:
    """Cards that went to the rack by a ruling, since the set was last gathered."""
    facts = view.round.facts
    gathered = (i for i, f in enumerate(facts) if isinstance(f, Moved) and f.to == STACK)
    return sum(isinstance(fact, Racked) for fact in facts[max(gathered, default=0) :])


def _is_relieved(view: RoundView) -> bool:
    return view.taken_over and shoes.burns(view.settings.method)


def _burned(view: RoundView) -> Dues:
    """A card that was burned is shown if a player asks for it."""
    facts = view.round.facts
    if view.confirmed("show_burn") or Dealt(RACK, 1) not in facts:
        return ()
    return (ConfirmDue("show_burn", c("6(c)#3"), idle=True, reveals=RACK),)
