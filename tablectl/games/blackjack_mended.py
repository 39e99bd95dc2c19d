"""What a round of blackjack makes good by its own steps, N.J.A.C. 19:47-2.15(c), (e), (g), (i).

A ruling leaves a mark in the round's facts, or a card on offer; these small functions say what is
due because of it. They look at the round and know nothing of money but which hand is dead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tablectl.games.citing import citing
from tablectl.games.dealing import was_passed_over
from tablectl.table.places import DEALER, OFFERED, RACK, seat_of
from tablectl.table.plan import Dues
from tablectl.table.round_view import RoundView
from tablectl.words.bases import Clause
from tablectl.words.dues import (
    CardsDue,
    ChoiceDue,
    ConfirmDue,
    Line,
    MoveDue,
    Option,
    SettleDue,
    Settling,
    Shift,
    Target,
)
from tablectl.words.irregularities import Kind

c = citing(2)

OFFERED_CARD, TAKE, REFUSE = "offered_card", "take", "refuse"
SECOND, SIT_OUT = "second_card", "sit_out"
MISSED, DEAD = "missed_card", "dead"
DEAD_HANDS = "dead_hands"
"""The stage at which the wagers of dead hands go back."""
FIRST_CARDS = 2


# ---------------------------------------------------------------- 2.15(g): a box passed over


def second_cards(view: RoundView) -> Dues:
    """A box with one card may have its second once all others have theirs."""
    for box in view.hands:
        if not _is_short(view, box):
            continue
        said = view.choice(SECOND, box)
        if said is None:
            options = (Option(TAKE), Option(SIT_OUT))
            return (ChoiceDue(SECOND, (box,), options, c("15(g)#2")),)
        if said == TAKE and view.count(box) < FIRST_CARDS:
            return (CardsDue((Target(box, up=True),), c("15(g)#2")),)
    return ()


def sits_out(view: RoundView, box: str) -> bool:
    """Whether a box with one card did not want its second."""
    return view.choice(SECOND, box) == SIT_OUT


def _missing(view: RoundView, box: str) -> int:
    """How many of its first two cards a box did not get in the deal."""
    return sum(was_passed_over(view, box, nth) for nth in range(1, FIRST_CARDS + 1))


def _is_short(view: RoundView, box: str) -> bool:
    return 0 < _missing(view, box) < FIRST_CARDS


# ---------------------------------------------------------------- 2.15(c): a card on offer


def offer(view: RoundView, hand: str, *, bound: bool) -> Dues:
    """The card that everybody saw, to a hand that is to get one now; box by box.

    Whoever has doubled did so with the card in sight, and is `bound` to it: a double is for one
    card, 2.10(a).
    """
    if not view.count(OFFERED):
        return ()
    take = Option(TAKE, shifts=(Shift(OFFERED, hand, 1),))
    options = (take,) if bound else (take, Option(REFUSE))
    return (ChoiceDue(OFFERED_CARD, (hand,), options, c("15(c)#1")),)


def draws_no_more(view: RoundView, hand: str) -> bool:
    """Who refused it gets no card more in this round, on none of their hands."""
    refused = [a.hand for a in view.choices(OFFERED_CARD) if a.choice == REFUSE]
    return bool(refused) and player_of(view, hand) in {player_of(view, h) for h in refused}


def player_of(view: RoundView, hand: str) -> str:
    """The seat of the player of a hand, who may play other boxes too."""
    seat = seat_of(hand)
    return view.round.seconds.get(seat, seat)


def instead(view: RoundView, due: CardsDue) -> Dues:
    """The dealer who must draw takes the card on offer in place of one from the shoe."""
    if not view.count(OFFERED):
        return (due,)
    shifts = (Shift(OFFERED, due.to[0].place, 1),)
    return (ConfirmDue(OFFERED_CARD, c("15(c)#1"), DEALER, shifts=shifts),)


def burn(view: RoundView) -> Dues:
    """A card that nobody took, and that is of no use to the dealer."""
    return (MoveDue((OFFERED,), RACK, c("15(c)#3")),) if view.count(OFFERED) else ()


# ---------------------------------------------------------------- 2.15(i): a card not given


def missed_cards(view: RoundView) -> Dues:
    """Asked for and not given: it comes after the others, or the hand is dead."""
    for flaw in view.flaws(Kind.CARD_NOT_GIVEN):
        if view.count(flaw.place) and is_open(view, flaw.place):
            options = (Option(TAKE), Option(DEAD))
            return (ChoiceDue(MISSED, (flaw.place,), options, c("15(i)")),)
    return ()


def is_open(view: RoundView, hand: str) -> bool:
    """Whether a hand has missed a card, and nobody has said yet what becomes of it."""
    missed = sum(flaw.place == hand for flaw in view.flaws(Kind.CARD_NOT_GIVEN))
    return missed > sum(answer.hand == hand for answer in view.choices(MISSED))


def extra_cards(view: RoundView, hand: str) -> int:
    """Cards that a hand has, or is to get, beyond those that its answers asked for."""
    return sum(a.hand == hand and a.choice == TAKE for a in view.choices(MISSED))


# ---------------------------------------------------------------- dead hands


def dead_hands(view: RoundView, *, shown: bool) -> Iterator[tuple[str, Clause]]:
    """The hands without a result, and why. Once the dealer's hand is `shown`, a card that was not
    given cannot be given any more."""
    for box in view.hands:
        if _missing(view, box) == FIRST_CARDS:
            yield box, c("15(g)#1")
        elif sits_out(view, box):
            yield box, c("15(g)#2")
    for flaw in view.flaws(Kind.CARD_NOT_GIVEN):
        hand = flaw.place
        if view.choice(MISSED, hand) == DEAD or (shown and is_open(view, hand)):
            yield hand, c("15(i)")


def bury(
    view: RoundView, wagers: Callable[[RoundView, str], tuple[str, ...]], *, shown: bool = False
) -> Dues:
    """The wagers of dead hands go back, and then their cards to the rack."""
    done = view.settled_hands(DEAD_HANDS)
    dead = dict(dead_hands(view, shown=shown))
    lines = tuple(
        Line(hand, wager, Settling.RETURN, view.stake(hand, wager), basis=clause)
        for hand, clause in dead.items()
        if hand not in done
        for wager in wagers(view, hand)
    )
    if lines:
        return (SettleDue(DEAD_HANDS, lines, dead[lines[0].hand]),)
    lying = tuple(hand for hand in dead if view.count(hand))
    return (MoveDue(lying, RACK, dead[lying[0]]),) if lying else ()
