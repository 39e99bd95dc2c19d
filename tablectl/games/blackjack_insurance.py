"""Before anybody at blackjack has a third card, N.J.A.C. 19:47-2.6(j)#3, 2.7 and 2.9.

Insurance and even money, the look at the hole card, and blackjacks that have won already.
"""

from __future__ import annotations

from tablectl.games import blackjack_lines as lines
from tablectl.games.blackjack_boxes import BEHIND, DECLINE, insurance_of
from tablectl.games.blackjack_cards import Mode, completes, is_blackjack
from tablectl.games.blackjack_hands import (
    DEALER_HAS_IT,
    HOLE,
    WAGER,
    answers,
    chip,
    is_natural,
    is_read,
    may_have_blackjack,
    mode,
    played_as,
    upcard,
)
from tablectl.games.blackjack_lines import BLACKJACKS, EVEN_MONEY
from tablectl.games.citing import citing
from tablectl.games.dealing import from_right
from tablectl.table.places import DEALER, RACK
from tablectl.table.plan import Dues
from tablectl.table.round_view import RoundView
from tablectl.words.bases import Clause
from tablectl.words.cards import Rank
from tablectl.words.dues import CheckDue, ChoiceDue, MoveDue, Option, SettleDue, Stake
from tablectl.words.irregularities import Kind

c = citing(2)

INSURE = "insure"


def insurance(view: RoundView) -> Dues:
    """For everybody before any card more, and before the hole card goes into a reader."""
    if not _insurable(view) or view.number("insurance_at_turn"):
        return ()
    clause = c("9(b)#5") if played_as(view) is Mode.READER else c("9(b)#3")
    boxes = tuple(box for box in view.hands if view.count(box))
    asked = () if _went_in_early(view) else _insure(view, boxes, clause)
    return asked or _even_money(view, boxes)


def _went_in_early(view: RoundView) -> bool:
    """Whether the hole card was in the reader before its time: 2.9(b)#5 asks for no more than that
    it goes in."""
    found = (ruled.irregularity for ruled in view.round.rulings)
    return any(
        each.kind is Kind.UNSOLICITED_CHECK and each.circumstances.get("wanted") == "later"
        for each in found
    )


def insurance_at_turn(view: RoundView, box: str) -> Dues:
    """Where the house has it so, at their own turn and before their first decision."""
    if not _insurable(view) or not view.number("insurance_at_turn") or answers(view, box):
        return ()
    return _insure(view, (box,), c("9(b)#4")) or _even_money(view, (box,))


def _insurable(view: RoundView) -> bool:
    return upcard(view) is Rank.ACE and mode(view) is not Mode.UP


def _insure(view: RoundView, boxes: tuple[str, ...], clause: Clause) -> Dues:
    """Everybody who bets on these boxes and has not said yet whether they insure."""
    dues = []
    for bettor in (WAGER, *BEHIND):
        asked = insurance_of(bettor)
        left = tuple(b for b in boxes if view.has(b, bettor) and view.choice(asked, b) is None)
        half = Stake(asked, like=bettor, of=2, chip=chip(view))
        options = (Option(INSURE, adds=(half,)), Option(DECLINE))
        if left:
            dues.append(ChoiceDue(asked, left, options, clause if bettor == WAGER else c("13(f)")))
    return tuple(dues)


def _even_money(view: RoundView, boxes: tuple[str, ...]) -> Dues:
    """A blackjack that is insured for exactly half is paid off with its insurance."""
    found = lines.even_money(view, boxes)
    return (SettleDue(EVEN_MONEY, found, c("7(c)#1")),) if found else ()


def check(view: RoundView) -> Dues:
    """With an ace or a ten up; where the reader has failed, 2.15(k), nobody looks."""
    wanted = completes(upcard(view))
    if not wanted or not is_read(view) or view.checked(DEALER_HAS_IT) is not None:
        return ()
    return (CheckDue(DEALER_HAS_IT, HOLE, wanted, c("6(j)#3")),)


def belies(view: RoundView, place: str) -> str:
    """What the hole card, once it lies open, makes untrue of what the reader told or was read to
    tell: nothing in 2.6(j) says what becomes of the round then."""
    told, hole, wanted = view.checked(DEALER_HAS_IT), view.cards(HOLE), completes(upcard(view))
    if place != HOLE or told is None or not hole or not wanted:
        return ""
    if (hole[0].rank in wanted) == told:
        return ""
    return f"{DEALER_HAS_IT}: {'yes' if told else 'no'}, now {hole[0].code}"


def dealer_has_blackjack(view: RoundView) -> bool:
    """Whether the dealer is known to have blackjack before anybody has a third card."""
    cards = view.cards(DEALER)
    both_up = cards is not None and is_blackjack(cards)
    return view.checked(DEALER_HAS_IT) is True or both_up


def plays_on(view: RoundView) -> bool:
    return not dealer_has_blackjack(view)


def blackjacks(view: RoundView) -> Dues:
    """Against 2 to 9 a blackjack has won: it is paid, and its cards go before any third card."""
    if may_have_blackjack(view):
        return ()
    won = tuple(box for box in from_right(view.hands) if is_natural(view, box))
    if not won:
        return ()
    if not view.settled(BLACKJACKS):
        return (SettleDue(BLACKJACKS, lines.blackjacks(view, won), c("7(a)#1")),)
    return (MoveDue(won, RACK, c("7(a)#2")),)
