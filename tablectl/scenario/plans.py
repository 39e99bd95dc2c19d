"""What players and chance will do in a scenario, taken from its file."""

from __future__ import annotations

from tablectl.scenario.model import Hands, ScenarioFile, Wagers
from tablectl.scenario.values import cents
from tablectl.scenario.world import Plans
from tablectl.words.cards import Card


def plans_of(file: ScenarioFile) -> Plans:
    cards = file.cards
    return Plans(
        wagers=[
            {seat: {w: cents(a) for w, a in mine.items()} for seat, mine in each.items()}
            for each in rounds(file.wagers)
        ],
        choices={
            question: wish if isinstance(wish, str) else {hand_of(h): c for h, c in wish.items()}
            for question, wish in file.choices.items()
        },
        seed=int(cards.removeprefix("seed ")) if isinstance(cards, str) else 0,
        orders=orders_of(cards),
        hands=[
            {hand_of(place): tuple(map(Card.of, codes)) for place, codes in each.items()}
            for each in hand_rounds(file.hands)
        ],
    )


def rounds(wagers: Wagers | tuple[Wagers, ...]) -> tuple[Wagers, ...]:
    return wagers if isinstance(wagers, tuple) else (wagers,)


def hand_rounds(hands: Hands | tuple[Hands, ...]) -> tuple[Hands, ...]:
    return hands if isinstance(hands, tuple) else (hands,)


def hand_of(key: str) -> str:
    return f"seat_{key}" if key[:1].isdigit() else key


def orders_of(cards: str | tuple[str | tuple[str, ...], ...]) -> tuple[tuple[Card, ...], ...]:
    """Card orders, one for a shuffle: a list of codes is the order of the first."""
    if isinstance(cards, str) or not cards:
        return ()
    if all(isinstance(card, str) for card in cards):
        return (tuple(Card.of(str(card)) for card in cards),)
    return tuple(tuple(map(Card.of, [c] if isinstance(c, str) else c)) for c in cards)
