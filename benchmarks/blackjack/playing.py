"""Rounds of blackjack by chance: one box, each round from a full shoe, by basic strategy.

What may be answered, when the dealer draws and what every wager is worth, the game's own functions
say; the answers are those of the simulated players. Nothing is dealt at a table here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from math import sqrt
from random import Random

from benchmarks.blackjack.exact import Expectation, Hand, Held, plain
from benchmarks.blackjack.published import RuleSet
from simulators.basic_strategy import best
from simulators.chance import split
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
    dealer_draws,
    is_blackjack,
    legal,
)
from tablectl.games.blackjack_settlement import Part, of_hand
from tablectl.words.cards import Card, Composition

Answering = Callable[[Hand, Hand, tuple[str, ...], int], str]
"""What a player says who holds these cards, sees these of the dealer's and is offered this; the
number is into how many hands the box was split."""
BATCH = 20_000
"""Rounds that one process plays in one go."""


@dataclass
class Shoe:
    """Cards drawn one by one from a full set; a new round begins with all of them."""

    cards: list[Card]
    chance: Random
    out: int = 0

    def draw(self) -> Card:
        left = len(self.cards) - self.out
        at = self.out + int(self.chance.random() * left)
        self.cards[self.out], self.cards[at] = self.cards[at], self.cards[self.out]
        self.out += 1
        return self.cards[self.out - 1]


@dataclass
class Played:
    """A hand as it stays."""

    cards: Hand
    part: Part = Part.ORIGINAL
    doubled: bool = False
    surrendered: bool = False


@dataclass(frozen=True)
class Result:
    """What was won over so many rounds, in initial wagers."""

    rounds: int = 0
    won: float = 0.0
    squares: float = 0.0

    def __add__(self, other: Result) -> Result:
        return Result(
            self.rounds + other.rounds, self.won + other.won, self.squares + other.squares
        )

    @property
    def mean(self) -> float:
        return self.won / self.rounds

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return sqrt((self.squares / self.rounds - self.mean**2) / self.rounds)


def choices_of(rules: RuleSet) -> Choices:
    return Choices(
        Mode.UP if rules.exposed else Mode.NONE,
        surrender=rules.surrender,
        split_hands=rules.split_hands,
        resplit_aces=rules.resplit_aces,
        boxes=1,
    )


def played(rules: RuleSet, rounds: int, seed: int | str, jobs: int = 1) -> Result:
    """The same rounds whatever the number of processes."""
    batches = list(_batches(rounds))
    batch = partial(_batch, rules, seed)
    if jobs == 1:
        parts = list(map(batch, *zip(*batches, strict=True)))
    else:
        with ProcessPoolExecutor(jobs) as pool:
            parts = list(pool.map(batch, *zip(*batches, strict=True)))
    return sum(parts, Result())


def _batches(rounds: int) -> Iterator[tuple[int, int]]:
    for number, begun in enumerate(range(0, rounds, BATCH)):
        yield number, min(BATCH, rounds - begun)


def _batch(rules: RuleSet, seed: int | str, number: int, rounds: int) -> Result:
    choices = choices_of(rules)
    answering = _best_against_both() if rules.exposed else _by_the_book
    shoe = Shoe(list(Composition(decks=rules.decks).cards()), split(seed, f"{rules.name} {number}"))
    won = squares = 0.0
    for _ in range(rounds):
        shoe.out = 0
        result = play(shoe, choices, answering)
        won += result
        squares += result * result
    return Result(rounds, won, squares)


def _by_the_book(cards: Hand, dealer: Hand, offered: tuple[str, ...], _: int) -> str:
    return best(cards, dealer, offered)


@cache
def _best_against_both() -> Answering:
    """The best answer where both cards of the dealer show, as if there were no end of decks."""
    expectation = Expectation(Choices(Mode.UP))
    known: dict[tuple[Hand, Hand, int], str] = {}

    def answer(cards: Hand, dealer: Hand, offered: tuple[str, ...], hands: int) -> str:
        key = plain(cards), plain(dealer), hands
        if key not in known:
            part = Part.SPLIT if hands > 1 else Part.ORIGINAL
            known[key] = expectation.against(dealer).best(Held(plain(cards), part, hands), offered)
        return known[key]

    return answer


# ---------------------------------------------------------------- one round


def play(shoe: Shoe, choices: Choices, answering: Answering) -> float:
    """One round; what the player has won of it, in initial wagers."""
    first = shoe.draw(), shoe.draw()
    dealer: Hand = (shoe.draw(),)
    if choices.mode is Mode.UP:
        dealer = (*dealer, shoe.draw())
    over = is_blackjack(first) or is_blackjack(dealer)
    box = [Played(first)] if over else list(_box(shoe, choices, answering, first, dealer))
    if len(dealer) < FIRST_CARDS:
        dealer = (*dealer, shoe.draw())
    split_up = len(box) > 1
    if any(awaits_count(h.cards, split=split_up, surrendered=h.surrendered) for h in box):
        while dealer_draws(dealer):
            dealer = (*dealer, shoe.draw())
    return sum(_worth(hand, dealer, choices.mode, split_up=split_up) for hand in box)


def _box(
    shoe: Shoe, choices: Choices, answering: Answering, first: Hand, dealer: Hand
) -> Iterator[Played]:
    """The hands of a box, each played out before the next one gets a card."""
    waiting, hands, part = [first], 1, Part.ORIGINAL
    while waiting:
        cards = waiting.pop(0)
        if len(cards) < FIRST_CARDS:
            cards = (*cards, shoe.draw())
        said = STAND
        while offered := legal(cards, hands=hands, choices=choices):
            said = answering(cards, dealer, offered, hands)
            if said not in (HIT, SPLIT):
                break
            if said == SPLIT:
                hands += 1
                waiting.insert(0, cards[1:])
                cards = cards[:1]
            cards = (*cards, shoe.draw())
        if said == DOUBLE:
            cards = (*cards, shoe.draw())
        yield Played(cards, part, said == DOUBLE, said == SURRENDER)
        part = Part.SPLIT


def _worth(hand: Played, dealer: Hand, mode: Mode, *, split_up: bool) -> float:
    parts = (hand.part, Part.DOUBLE) if hand.doubled else (hand.part,)
    return sum(
        float(
            of_hand(
                hand.cards,
                dealer,
                mode,
                part=part,
                split=split_up,
                doubled=hand.doubled,
                surrendered=hand.surrendered,
            ).worth
        )
        for part in parts
    )
