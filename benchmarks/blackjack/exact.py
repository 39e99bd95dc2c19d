"""Blackjack from infinitely many decks, reckoned out: no chance, and no strategy but the best.

Every draw is as likely as the last, so a hand is what it counts and whether it has an ace. What may
be answered, when the dealer draws and what a hand is worth, the game's own functions say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement

from tablectl.games.blackjack_cards import (
    FIRST_CARDS,
    SPLIT,
    STAND,
    TWENTY_ONE,
    Choices,
    Mode,
    dealer_draws,
    is_blackjack,
    legal,
    total,
    value,
)
from tablectl.games.blackjack_settlement import Part, of_hand
from tablectl.words.cards import Card, Rank

Hand = tuple[Card, ...]
BY_VALUE = {value(card): card for card in (Card.of(f"{rank}S") for rank in "A23456789T")}
DRAWS = {card: (4 if number == 10 else 1) / 13 for number, card in BY_VALUE.items()}
"""One card for each value, and how likely it is."""
BUST = TWENTY_ONE + 1


def plain(cards: Hand) -> Hand:
    """The same hand of the cards that stand here; which one came first can tell after a split."""
    return tuple(BY_VALUE[value(card)] for card in cards)


def in_order(cards: Hand) -> Hand:
    """The same where nobody asks which came first."""
    return tuple(BY_VALUE[number] for number in sorted(map(value, cards)))


def alike(cards: Hand) -> tuple[int, bool, int]:
    """What a hand has in common with those that nobody need tell from it, but for pairs."""
    ace = any(card.rank is Rank.ACE for card in cards)
    return sum(map(value, cards)), ace, min(len(cards), FIRST_CARDS + 1)


# ---------------------------------------------------------------- the dealer

Ends = dict[int, tuple[Hand, float]]
"""By the count that a hand of the dealer's ends with: such a hand, and how likely it is."""
BLACKJACK = 0
_KNOWN: dict[tuple[int, bool, int], Ends] = {}


def ends(hand: Hand) -> Ends:
    """How a hand of the dealer's ends that begins so; from infinitely many decks."""
    if alike(hand) not in _KNOWN:
        _KNOWN[alike(hand)] = _ended(hand) or _together(
            (ends((*hand, card)), likely) for card, likely in DRAWS.items()
        )
    return _KNOWN[alike(hand)]


def ends_from(decks: int, upcard: Card) -> Ends:
    """The same from a shoe of so many decks: every card that is drawn is gone from it."""
    begun = plain((upcard,))
    left = {card: decks * 4 * (4 if value(card) == 10 else 1) for card in DRAWS}
    left[begun[0]] -= 1
    return _drawn(begun, left)


def _drawn(hand: Hand, left: dict[Card, int]) -> Ends:
    whole = sum(left.values())
    return _ended(hand) or _together(
        (_drawn((*hand, card), {**left, card: number - 1}), number / whole)
        for card, number in left.items()
        if number
    )


def _ended(hand: Hand) -> Ends:
    if len(hand) < FIRST_CARDS or dealer_draws(hand):
        return {}
    return {BLACKJACK if is_blackjack(hand) else min(total(hand), BUST): (hand, 1.0)}


def _together(parts: Iterable[tuple[Ends, float]]) -> Ends:
    reached: Ends = {}
    for part, likely in parts:
        for count, (hand, then) in part.items():
            _, before = reached.get(count, (hand, 0.0))
            reached[count] = hand, before + likely * then
    return reached


# ---------------------------------------------------------------- the player


@dataclass(frozen=True)
class Held:
    """A hand of the player's: its cards, and how it came about."""

    cards: Hand
    part: Part = Part.ORIGINAL
    hands: int = 1

    @property
    def split(self) -> bool:
        return self.hands > 1

    @property
    def alike(self) -> tuple[object, Part, int]:
        """What tells it from other hands: of more than two cards only the count, and an ace."""
        if len(self.cards) <= FIRST_CARDS:
            return plain(self.cards), self.part, self.hands
        return alike(self.cards), self.part, self.split


class Against:
    """What hands are worth against one hand of the dealer's, as far as it shows."""

    def __init__(self, choices: Choices, shown: Hand) -> None:
        self._choices = choices
        self._ends = tuple(ends(shown).values())
        self._worth: dict[tuple[object, Part, int], float] = {}
        self._splitting: dict[tuple[Card, int, int, Part], float] = {}
        self._unsplit: dict[tuple[Hand, Part], float] = {}
        self._settlings: dict[tuple[object, ...], float] = {}

    def worth(self, held: Held) -> float:
        """What the player may expect of a hand, best played."""
        if held.alike not in self._worth:
            self._worth[held.alike] = max(self.answers(held).values())
        return self._worth[held.alike]

    def best(self, held: Held, offered: tuple[str, ...]) -> str:
        answers = self.answers(held)
        return max(offered, key=answers.__getitem__)

    def answers(self, held: Held) -> dict[str, float]:
        """What each answer is worth; to a hand that nobody asks, that it stands."""
        cards = held.cards
        offered = legal(cards, hands=held.hands, choices=self._choices) or (STAND,)
        return {answer: self._answer(answer, held) for answer in offered}

    def _answer(self, answer: str, held: Held) -> float:
        match answer:
            case "hit":
                return self._drawing(held)
            case "double":
                return self._doubling(held)
            case "split":
                return self._split(held.cards[0], held.hands + 1, 2, held.part)
            case "surrender":
                return self._settled(held, surrendered=True)
            case _:
                return self._settled(held)

    def _drawing(self, held: Held) -> float:
        return sum(
            likely * self.worth(Held((*held.cards, card), held.part, held.hands))
            for card, likely in DRAWS.items()
        )

    def _doubling(self, held: Held) -> float:
        worth = 0.0
        for card, likely in DRAWS.items():
            drawn = Held((*held.cards, card), held.part, held.hands)
            added = Held(drawn.cards, Part.DOUBLE, held.hands)
            both = self._settled(drawn, doubled=True) + self._settled(added, doubled=True)
            worth += likely * both
        return worth

    def _split(self, card: Card, hands: int, waiting: int, part: Part) -> float:
        """What hands that have one card are worth together; the first of them is played out first.

        The hand that the box began with comes first, and the wager that it began with stays on it.
        """
        if not waiting:
            return 0.0
        key = card, hands, waiting, part
        if key not in self._splitting:
            self._splitting[key] = sum(
                likely * self._next_of_split(card, drawn, hands, waiting, part)
                for drawn, likely in DRAWS.items()
            )
        return self._splitting[key]

    def _next_of_split(
        self, card: Card, drawn: Card, hands: int, waiting: int, part: Part
    ) -> float:
        held = Held((card, drawn), part, hands)
        played = self._played(held) + self._split(card, hands, waiting - 1, Part.SPLIT)
        if SPLIT not in legal(held.cards, hands=hands, choices=self._choices):
            return played
        return max(played, self._split(card, hands + 1, waiting + 1, part))

    def _played(self, held: Held) -> float:
        """What a hand of a split is worth that is not split again."""
        key = held.cards, held.part
        if key not in self._unsplit:
            offered = legal(held.cards, hands=held.hands, choices=self._choices) or (STAND,)
            self._unsplit[key] = max(self._answer(each, held) for each in offered if each != SPLIT)
        return self._unsplit[key]

    def _settled(self, held: Held, *, doubled: bool = False, surrendered: bool = False) -> float:
        key = alike(held.cards), held.part, held.split, doubled, surrendered
        if key not in self._settlings:
            self._settlings[key] = sum(
                likely * self._against_end(held, dealer, doubled=doubled, surrendered=surrendered)
                for dealer, likely in self._ends
            )
        return self._settlings[key]

    def _against_end(self, held: Held, dealer: Hand, *, doubled: bool, surrendered: bool) -> float:
        outcome = of_hand(
            held.cards,
            dealer,
            self._choices.mode,
            part=held.part,
            split=held.split,
            doubled=doubled,
            surrendered=surrendered,
        )
        return float(outcome.worth)


class Expectation:
    """What the player may expect of a round, by everything that can be dealt."""

    def __init__(self, choices: Choices) -> None:
        self.choices = choices
        self._against: dict[Hand, Against] = {}

    def against(self, shown: Hand) -> Against:
        seen = in_order(shown)
        if seen not in self._against:
            self._against[seen] = Against(self.choices, seen)
        return self._against[seen]

    @cached_property
    def result(self) -> float:
        """What a round is worth, for every unit of the initial wager."""
        return sum(
            seen * likely * self.against(shown).worth(Held(first))
            for shown, seen in self._shown()
            for first, likely in _two_cards()
        )

    def _shown(self) -> Iterator[tuple[Hand, float]]:
        """What the dealer shows while players answer."""
        if self.choices.mode is Mode.UP:
            return _two_cards()
        return (((card,), likely) for card, likely in DRAWS.items())


def _two_cards() -> Iterator[tuple[Hand, float]]:
    """Every hand of two cards, whichever of them came first."""
    for one, other in combinations_with_replacement(DRAWS, 2):
        yield in_order((one, other)), DRAWS[one] * DRAWS[other] * (1 if one == other else 2)
