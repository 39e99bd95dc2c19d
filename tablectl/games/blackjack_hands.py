"""The hands of a round of blackjack: how they split, what was answered, and what lies on each.

A hand that is split becomes two: it keeps its first card, and the new hand beside it, named after
the seat (`seat_3.2`, `seat_3.3`, …), takes the second. Everything is read off the round's facts;
what the cards mean is in `blackjack_cards`.
"""

from __future__ import annotations

from tablectl.games.blackjack_cards import (
    DOUBLE,
    FIRST_CARDS,
    HIT,
    SPLIT,
    STAND,
    SURRENDER,
    Choices,
    Mode,
    awaits_count,
    completes,
    is_blackjack,
    legal,
    legal_unread,
)
from tablectl.games.blackjack_mended import MISSED, draws_no_more, extra_cards, is_open
from tablectl.games.citing import citing
from tablectl.table.places import DEALER, seat_of
from tablectl.table.round_view import RoundView, in_force
from tablectl.words.bases import Basis
from tablectl.words.cards import Card, Known, Rank
from tablectl.words.dues import ChoiceDue, Option, Shift, Stake
from tablectl.words.facts import Chose, Dealt, LaidAgain, Turned
from tablectl.words.money import Cents
from tablectl.words.settings import Can

c = citing(2)

WAGER = "wager"
PLAY = "play"
FINAL = (STAND, DOUBLE, SURRENDER)
HOLE = "dealer.hole"
DEALER_HAS_IT = "dealer_blackjack"


# ---------------------------------------------------------------- the table


def mode(view: RoundView) -> Mode:
    return Mode(view.number("hole_card"))


def choices(view: RoundView) -> Choices:
    return Choices(
        mode(view),
        surrender=view.number("surrender") > 0,
        split_hands=view.number("split_hands"),
        resplit_aces=view.number("resplit_aces") > 0,
        boxes=len(view.seats),
    )


def chip(view: RoundView) -> Cents:
    return view.number("chip")


def is_read(view: RoundView) -> bool:
    """Whether a reader is in order; one that is wired to nothing is the dealer's to read."""
    wired = any(Can.CHECK in device.can for device in view.settings.devices.values())
    return view.checks or not (wired or view.did_without)


def played_as(view: RoundView) -> Mode:
    """The mode of this round: one whose reader has failed goes on without, 2.15(k)."""
    own = mode(view)
    unread = own is Mode.READER and view.checked(DEALER_HAS_IT) is None and not is_read(view)
    return Mode.DOWN if unread else own


# ---------------------------------------------------------------- the dealer's cards


def upcard(view: RoundView) -> Rank | None:
    """The rank of the dealer's first card, whatever lies beside it; none for a joker."""
    first = next(iter(view.faces(DEALER)), None)
    return first.card.rank if isinstance(first, Known) else None


def dealers_cards(view: RoundView) -> tuple[Card, ...] | None:
    """Both of them and what was drawn, in this order; None unless all of them are known."""
    up, hole = view.cards(DEALER), view.cards(HOLE)
    return None if up is None or hole is None else (*up[:1], *hole, *up[1:])


def may_have_blackjack(view: RoundView) -> bool:
    """Whether the dealer's upcard is an ace or counts ten."""
    return bool(completes(upcard(view)))


# ---------------------------------------------------------------- hands


def all_hands(view: RoundView) -> tuple[str, ...]:
    """Every hand of the round from the dealer's left, a new one right of the hand it came from."""
    order = list(view.hands)
    for answer in view.choices(PLAY):
        if answer.choice == SPLIT:
            order.insert(order.index(answer.hand) + 1, new_hand(tuple(order), answer.hand))
    return tuple(order)


def new_hand(order: tuple[str, ...], hand: str) -> str:
    return f"{seat_of(hand)}.{len(siblings(order, hand)) + 1}"


def siblings(order: tuple[str, ...], hand: str) -> list[str]:
    """All hands of a hand's box."""
    return [h for h in order if seat_of(h) == seat_of(hand)]


def number(hand: str) -> int:
    """Which hand of its seat this is, the first being one."""
    return int(hand.partition(".")[2] or 1)


def wager_of(hand: str) -> str:
    """The wager that rides on a hand: the original one, or that of the split which made it."""
    return WAGER if number(hand) == 1 else f"split_{number(hand)}"


def answers(view: RoundView, hand: str) -> tuple[str, ...]:
    return tuple(a.choice for a in view.choices(PLAY) if a.hand == hand)


def is_split(view: RoundView, hand: str) -> bool:
    return SPLIT in answers(view, seat_of(hand))


def is_surrendered(view: RoundView, hand: str) -> bool:
    return SURRENDER in answers(view, hand)


def is_natural(view: RoundView, hand: str) -> bool:
    """Twenty-one in the first two cards of a box; after a split it is only twenty-one."""
    cards = view.cards(hand)
    return cards is not None and is_blackjack(cards) and not is_split(view, hand)


def is_owed(view: RoundView, hand: str) -> bool:
    """Whether a card is still to come that a split, a hit or a double has earned."""
    if draws_no_more(view, hand):
        return False
    drawn = sum(answer in (HIT, DOUBLE) for answer in answers(view, hand))
    return view.count(hand) < FIRST_CARDS + drawn + extra_cards(view, hand)


def awaits_dealer(view: RoundView, hand: str) -> bool:
    """Whether what becomes of a hand still hangs on the dealer's count, as far as we can know."""
    cards, given_up = view.cards(hand), is_surrendered(view, hand)
    if cards is None:
        return not given_up
    return bool(cards) and awaits_count(cards, split=is_split(view, hand), surrendered=given_up)


# ---------------------------------------------------------------- what may be asked


def _last_word(view: RoundView, hand: str) -> str:
    """What was said of a hand last: a card that it missed before and takes opens it again."""
    if not extra_cards(view, hand):
        return next(reversed(answers(view, hand)), "")
    said = (f for f in reversed(in_force(view.round.facts)) if isinstance(f, Chose))
    return next(f.choice for f in said if f.hand == hand and f.question in (PLAY, MISSED))


def asks_for_no_card(view: RoundView, hand: str) -> Basis | None:
    """Why a hand cannot have asked for a card that it did not get, 2.15(i); None where it can.

    One that is still to speak, or has its card coming, has missed none; and one that stands may
    have asked for a card only if it could have had one.
    """
    stands = _last_word(view, hand) == STAND and not is_open(view, hand)
    cards, hands = view.cards(hand), len(siblings(all_hands(view), hand))
    draws = cards is None or HIT in legal(cards, hands=hands, choices=choices(view))
    asked = stands and draws and not draws_no_more(view, hand)
    return None if asked else c("15(i)")


def is_unread(view: RoundView, place: str) -> bool:
    """Whether cards lie there that nobody has told, nor said of that they only read them."""
    if all(isinstance(face, Known) for face in view.faces(place)):
        return False
    for fact in reversed(view.round.facts):
        if isinstance(fact, Turned) and fact.place == place:
            return False
        if isinstance(fact, LaidAgain) or (isinstance(fact, Dealt) and fact.place == place):
            return True
        if isinstance(fact, Chose) and fact.hand == place and fact.moved:
            return True
    return True


def question(view: RoundView, hand: str) -> ChoiceDue | None:
    """What the player of this hand may decide now; None when the hand is played out."""
    given = answers(view, hand)
    if _last_word(view, hand) in FINAL or draws_no_more(view, hand):
        return None
    order, cards, offered = all_hands(view), view.cards(hand), choices(view)
    hands, answered = len(siblings(order, hand)), bool(given)
    if cards is None:
        count = view.count(hand)
        open_ = legal_unread(count, hands=hands, answered=answered, choices=offered)
    else:
        open_ = legal(cards, hands=hands, answered=answered, choices=offered)
    options = tuple(_option(view, hand, name, order) for name in open_)
    return ChoiceDue(PLAY, (hand,), options, c("6(f)#2")) if options else None


def _option(view: RoundView, hand: str, name: str, order: tuple[str, ...]) -> Option:
    if name == DOUBLE:
        stake = Stake(f"{DOUBLE}_{number(hand)}", like=WAGER, chip=chip(view))
        return Option(name, adds=(stake,))
    if name == SPLIT:
        new = new_hand(order, hand)
        return Option(name, adds=(Stake(wager_of(new), like=WAGER),), shifts=(Shift(hand, new, 1),))
    return Option(name)
