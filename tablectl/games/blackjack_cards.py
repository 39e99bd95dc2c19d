"""The cards of blackjack: what they count, what may be asked of a hand, and when the dealer draws.

Pure, and of cards and options alone: no round, no seat, no money. Whoever plays a million rounds in
memory uses the same functions as a table.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from tablectl.words.cards import Card, Rank

STAND, HIT, DOUBLE, SPLIT, SURRENDER = "stand", "hit", "double", "split", "surrender"
TENS = (Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING)
TWENTY_ONE = 21
DEALER_STANDS = 17
FIRST_CARDS = 2
BASE_HANDS = 2
"""2.11(c)1: a pair becomes two hands and no more."""
HANDS_WITH_SEVEN_BOXES = 3
BOXES_FOR_FOUR_HANDS = 6
DOUBLED_WITH_BOTH_UP = (9, 10, 11)


class Mode(IntEnum):
    """What becomes of the dealer's second card."""

    NONE = 0
    """2.6(h): it is drawn once every player is done."""
    DOWN = 1
    """2.6(j): it lies face down, and nobody looks."""
    READER = 2
    """2.6(j)#3: it lies face down, and a reader says whether it makes blackjack."""
    UP = 3
    """2.6(k): it lies face up, and other rules hold."""


@dataclass(frozen=True)
class Choices:
    """What a house offers to the hands of its boxes."""

    mode: Mode
    surrender: bool = False
    split_hands: int = BASE_HANDS
    resplit_aces: bool = False
    boxes: int = 7

    @property
    def most_hands(self) -> int:
        """The hands that a box may be split into: 2.11(c)1, (e)#1, 2.6(k)5."""
        if self.mode is Mode.UP:
            return BASE_HANDS
        if self.boxes > BOXES_FOR_FOUR_HANDS:
            return min(self.split_hands, HANDS_WITH_SEVEN_BOXES)
        return self.split_hands


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
    return soft if soft <= TWENTY_ONE and any(c.rank is Rank.ACE for c in cards) else hard


def is_blackjack(cards: tuple[Card, ...]) -> bool:
    """Twenty-one in two cards; of a player only where the box was not split."""
    return len(cards) == FIRST_CARDS and total(cards) == TWENTY_ONE


def completes(upcard: Rank | None) -> tuple[Rank, ...]:
    """The ranks that make blackjack with the dealer's upcard."""
    if upcard is Rank.ACE:
        return TENS
    return (Rank.ACE,) if upcard in TENS else ()


# ---------------------------------------------------------------- what a player may answer


def legal(
    cards: tuple[Card, ...],
    *,
    hands: int = 1,
    answered: bool = False,
    choices: Choices,
) -> tuple[str, ...]:
    """What may be said of a hand now; nothing where it is played out by its cards.

    `hands` is into how many the box was split so far, `answered` whether this hand has been asked
    before. A hand that stands, or was doubled or surrendered, is not asked again by anybody.
    """
    if total(cards) >= TWENTY_ONE:
        return ()
    pair = len(cards) == FIRST_CARDS and value(cards[0]) == value(cards[1])
    split = (SPLIT,) if pair and hands < choices.most_hands else ()
    if hands > 1 and cards[0].rank is Rank.ACE:
        # Split aces get one card each; all that can be left to decide is another split.
        return (STAND, *split) if split and choices.resplit_aces else ()
    if len(cards) > FIRST_CARDS:
        return (STAND, HIT)
    surrender = (SURRENDER,) if choices.surrender and hands == 1 and not answered else ()
    double = (DOUBLE,) if _may_double(cards, choices) else ()
    return (STAND, HIT, *double, *split, *surrender)


def legal_unread(
    count: int, *, hands: int = 1, answered: bool = False, choices: Choices
) -> tuple[str, ...]:
    """What might be said of a hand of so many cards that nobody has told: the dealer reads it."""
    if count > FIRST_CARDS:
        return (STAND, HIT)
    split = (SPLIT,) if hands < choices.most_hands else ()
    surrender = (SURRENDER,) if choices.surrender and hands == 1 and not answered else ()
    return (STAND, HIT, DOUBLE, *split, *surrender)


def _may_double(cards: tuple[Card, ...], choices: Choices) -> bool:
    return choices.mode is not Mode.UP or total(cards) in DOUBLED_WITH_BOTH_UP


# ---------------------------------------------------------------- the dealer


def dealer_draws(cards: tuple[Card, ...]) -> bool:
    """2.12(b): to seventeen or more, hard or soft."""
    return total(cards) < DEALER_STANDS


def awaits_count(cards: tuple[Card, ...], *, split: bool, surrendered: bool) -> bool:
    """Whether what becomes of a hand hangs on the dealer's count, and not on blackjack alone."""
    if surrendered or total(cards) > TWENTY_ONE:
        return False
    return split or not is_blackjack(cards)
