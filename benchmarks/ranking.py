"""How long the standing of a five-card hand takes, beside evaluators that others have written.

The peers are optional: whichever can be imported stands in the same run, and of the others it is
said how to get them. They get their cards in the form they like best, and are asked for no more
than the rank of a hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

from benchmarks.measure import Figure, Work, beside
from benchmarks.sizes import Sizes
from tablectl.games.ranking import five_cards
from tablectl.words.cards import STANDARD_52, Card

Hands = Sequence[tuple[Card, ...]]
NAME, UNIT = "standing of a five-card hand", "hand"


@dataclass(frozen=True)
class Evaluator:
    """Another way to rank a hand: its package, and how it is asked for all of some hands."""

    package: str
    asked: Callable[[Any, Hands], Work]


def ranking_figures(sizes: Sizes) -> Iterator[Figure]:
    hands = _hands(sizes.looked_up)
    numbered = dict(enumerate(hands))

    def subject() -> None:
        standing = five_cards.standing
        for cards in hands:
            standing(cards)

    def floor() -> None:
        for number in range(len(hands)):
            numbered[number]

    subject()
    missing = [each.package for each in EVALUATORS if find_spec(each.package) is None]
    note = f"to see it beside others: pip install {' '.join(missing)}" if missing else ""
    mine, number = (subject, len(hands)), len(hands)
    yield beside(
        NAME, UNIT, mine, ("a look-up by number", floor, number), rounds=sizes.rounds, note=note
    )
    for each in EVALUATORS:
        if each.package not in missing:
            work = each.asked(import_module(each.package), hands)
            yield beside(NAME, UNIT, mine, (each.package, work, number), rounds=sizes.rounds)


def _hands(number: int) -> Hands:
    chance = Random(5)
    return [tuple(chance.sample(STANDARD_52, five_cards.CARDS)) for _ in range(number)]


def _code(card: Card) -> str:
    """A king of spades as "Ks", which all of them read."""
    return card.code[0] + card.code[1].lower()


# ---------------------------------------------------------------- peers


def _phevaluator(package: Any, hands: Hands) -> Work:
    evaluate = package.evaluate_cards
    theirs = [tuple(package.Card(_code(card)).id_ for card in cards) for cards in hands]

    def work() -> None:
        for cards in theirs:
            evaluate(*cards)

    return work


def _treys(package: Any, hands: Hands) -> Work:
    evaluate = package.Evaluator().evaluate
    theirs = [[package.Card.new(_code(card)) for card in cards] for cards in hands]

    def work() -> None:
        for cards in theirs:
            evaluate([], cards)

    return work


def _eval7(package: Any, hands: Hands) -> Work:
    evaluate = package.evaluate
    theirs = [[package.Card(_code(card)) for card in cards] for cards in hands]

    def work() -> None:
        for cards in theirs:
            evaluate(cards)

    return work


EVALUATORS = (
    Evaluator("phevaluator", _phevaluator),
    Evaluator("treys", _treys),
    Evaluator("eval7", _eval7),
)
