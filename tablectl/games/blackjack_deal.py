"""The first cards of a round of blackjack, N.J.A.C. 19:47-2.6(e), (j) and (k), and what they show.

Two to every box and the dealer's own, the second as the mode has it; and what nobody has told yet
of the cards that lie face up.
"""

from __future__ import annotations

from collections.abc import Mapping

from tablectl.games import blackjack_mended as mended
from tablectl.games.blackjack_boxes import own_wagers
from tablectl.games.blackjack_cards import Mode
from tablectl.games.blackjack_hands import HOLE, is_unread, mode
from tablectl.games.blackjack_shoes import UNREAD
from tablectl.games.citing import citing
from tablectl.games.dealing import outstanding
from tablectl.table.places import DEALER, is_seat, seat_of
from tablectl.table.plan import Dues
from tablectl.table.round_view import RoundView
from tablectl.words.bases import Clause
from tablectl.words.cards import Known, Sealed
from tablectl.words.dues import CardsDue, Target, TurnDue
from tablectl.words.irregularities import Kind

c = citing(2)


def deal(view: RoundView) -> Dues:
    """Up to every box and the dealer, up to every box; then the dealer's second card, if now."""
    boxes = tuple(Target(box, up=True) for box in view.hands if not mended.sits_out(view, box))
    order = (*boxes, Target(DEALER, up=True), *boxes, *_HOLES[mode(view)])
    targets = outstanding(view, order)
    if not targets:
        return mended.second_cards(view) or mended.bury(view, own_wagers)
    return (CardsDue(targets, _first_cards(view, targets[0])),)


def _first_cards(view: RoundView, target: Target) -> Clause:
    """Why a card of the deal is due."""
    if seat_of(target.place) != DEALER:
        return c("6(e)1") if view.count(target.place) == 0 else c("6(e)3")
    if any(seat_of(flaw.place) == DEALER for flaw in view.flaws(Kind.PASSED_OVER)):
        return c("15(e)")
    return c("6(e)2") if view.count(DEALER) == 0 else _HOLE_CLAUSES[mode(view)]


_HOLES: Mapping[Mode, tuple[Target, ...]] = {
    Mode.NONE: (),
    Mode.DOWN: (Target(HOLE),),
    Mode.READER: (Target(HOLE),),
    Mode.UP: (Target(DEALER, up=True),),
}
_HOLE_CLAUSES = {
    Mode.NONE: c("6(h)#1"),
    Mode.DOWN: c("6(j)#1"),
    Mode.READER: c("6(j)#1"),
    Mode.UP: c("6(k)#3"),
}


def totals(view: RoundView) -> Dues:
    return read(view, *view.hands, DEALER)


def read(view: RoundView, *places: str) -> Dues:
    """What is due about cards that nobody has told yet.

    Nothing while a device's faces are being unsealed. Of a player's hand the dealer may say no more
    than that it was read; of the dealer's own everybody's decisions hang.
    """
    if any(isinstance(face, Sealed) for place in places for face in view.faces(place)):
        return ()
    unknown = tuple(place for place in places if _untold(view, place))
    dealers = tuple(place for place in unknown if not is_seat(place))
    return (TurnDue(unknown, UNREAD, named=dealers),) if unknown else ()


def _untold(view: RoundView, place: str) -> bool:
    if is_seat(place):
        return is_unread(view, place)
    return not all(isinstance(face, Known) for face in view.faces(place))


def is_being_told(view: RoundView, hand: str) -> bool:
    """Whether a face of it is being unsealed; one that nobody names or knows is never told."""
    return any(isinstance(face, Sealed) for face in view.faces(hand))
