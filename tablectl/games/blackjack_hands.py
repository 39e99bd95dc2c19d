"""The hands of blackjack: what they count, how they split, and what may be asked of them.

A hand that is split becomes two: it keeps its first card, and the new hand beside it, named after
the seat (`seat_3.2`, `seat_3.3`, …), takes the second. Everything is read off the round's facts.
"""

from __future__ import annotations

from tablectl.games.citing import citing
from tablectl.table.places import seat_of
from tablectl.table.round_view import RoundView
from tablectl.words.cards import Card, Rank
from tablectl.words.dues import ChoiceDue, Option, Shift, Stake

c = citing(2)

WAGER = "wager"
PLAY = "play"
STAND, HIT, DOUBLE, SPLIT, SURRENDER = "stand", "hit", "double", "split", "surrender"
FINAL = (STAND, DOUBLE, SURRENDER)
TENS = (Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING)
TWENTY_ONE = 21
FIRST_CARDS = 2
HANDS_WITH_SEVEN_BOXES = 3


# ---------------------------------------------------------------- counting


def value(card: Card) -> int:
    """What a card counts, the ace one."""
    if card.rank is None:
        raise ValueError("a joker counts nothing here")
    if card.rank is Rank.ACE:
        return 1
    return 10 if card.rank in TENS else int(card.rank)


def total(cards: tuple[Card, ...]) -> int:
    """The best count of a hand: an ace counts eleven where that does not break it."""
    hard = sum(map(value, cards))
    soft = hard + 10
    return soft if soft <= TWENTY_ONE and any(c_.rank is Rank.ACE for c_ in cards) else hard


# ---------------------------------------------------------------- hands


def all_hands(view: RoundView) -> tuple[str, ...]:
    """Every hand of the round from the dealer's left, a new one right of the hand it came from."""
    order = list(view.hands)
    for answer in view.choices(PLAY):
        if answer.choice == SPLIT:
            order.insert(order.index(answer.hand) + 1, _new_hand(order, answer.hand))
    return tuple(order)


def _new_hand(order: list[str] | tuple[str, ...], hand: str) -> str:
    return f"{seat_of(hand)}.{len(_siblings(order, hand)) + 1}"


def _siblings(order: list[str] | tuple[str, ...], hand: str) -> list[str]:
    return [h for h in order if seat_of(h) == seat_of(hand)]


def answers(view: RoundView, hand: str) -> tuple[str, ...]:
    return tuple(a.choice for a in view.choices(PLAY) if a.hand == hand)


def is_split(view: RoundView, hand: str) -> bool:
    return SPLIT in answers(view, seat_of(hand))


def is_natural(view: RoundView, hand: str) -> bool:
    """Twenty-one in the first two cards of a box; after a split it is only twenty-one."""
    cards = view.cards(hand)
    return (
        cards is not None
        and len(cards) == FIRST_CARDS
        and total(cards) == TWENTY_ONE
        and not is_split(view, hand)
    )


def is_owed(view: RoundView, hand: str) -> bool:
    """Whether a card is still to come that a split, a hit or a double has earned."""
    drawn = sum(answer in (HIT, DOUBLE) for answer in answers(view, hand))
    return view.count(hand) < FIRST_CARDS + drawn


def awaits_dealer(view: RoundView, hand: str) -> bool:
    """Whether what becomes of a hand still hangs on the dealer's count."""
    cards = view.cards(hand)
    if not cards or is_natural(view, hand) or total(cards) > TWENTY_ONE:
        return False
    return SURRENDER not in answers(view, hand)


# ---------------------------------------------------------------- what may be asked


def question(view: RoundView, hand: str, cards: tuple[Card, ...]) -> ChoiceDue | None:
    """What the player of this hand may decide now; None when the hand is played out."""
    options = _options(view, hand, cards)
    return ChoiceDue(PLAY, (hand,), options, c("6(f)#2")) if options else None


def _options(view: RoundView, hand: str, cards: tuple[Card, ...]) -> tuple[Option, ...]:
    given = answers(view, hand)
    if total(cards) >= TWENTY_ONE or (given and given[-1] in FINAL):
        return ()
    split = _split(view, hand, cards)
    if cards[0].rank is Rank.ACE and is_split(view, hand):
        # Split aces get one card each; all that can be left to decide is another split.
        return (Option(STAND), *split) if split and view.number("resplit_aces") else ()
    if len(cards) > FIRST_CARDS:
        return (Option(STAND), Option(HIT))
    may_surrender = view.number("surrender") and not given and not is_split(view, hand)
    return (
        Option(STAND),
        Option(HIT),
        Option(DOUBLE, adds=(Stake(f"double_{_number(hand)}", like=WAGER),)),
        *split,
        *((Option(SURRENDER),) if may_surrender else ()),
    )


def _split(view: RoundView, hand: str, cards: tuple[Card, ...]) -> tuple[Option, ...]:
    if len(cards) != FIRST_CARDS or value(cards[0]) != value(cards[1]):
        return ()
    order = all_hands(view)
    if len(_siblings(order, hand)) >= _most_hands(view):
        return ()
    new = _new_hand(order, hand)
    stake = Stake(f"split_{_number(new)}", like=WAGER)
    return (Option(SPLIT, adds=(stake,), shifts=(Shift(hand, new, 1),)),)


def _most_hands(view: RoundView) -> int:
    most = view.number("split_hands")
    return min(most, HANDS_WITH_SEVEN_BOXES) if len(view.seats) > 6 else most


def _number(hand: str) -> int:
    """Which hand of its seat this is, the first being one."""
    return int(hand.partition(".")[2] or 1)
