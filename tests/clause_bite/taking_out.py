"""What the rules taken out by hand share: how to change every due, every deck and every ranking.

Subchapters 18 and 20 say the same of one deck that is dealt out once a round; so they do without
it in the same ways (`one_deck`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from enum import IntEnum
from types import ModuleType
from typing import Any

from tablectl.games import one_deck as shared
from tablectl.games.catalogue import GAMES
from tablectl.games.options import Game
from tablectl.games.ranking.ladders import Standing
from tablectl.table.draft import Draft
from tablectl.table.ledger import Holding
from tablectl.table.places import SHOE
from tablectl.table.plan import Dues, Plan
from tablectl.table.round_view import RoundView
from tablectl.table.rules import Preparation, Rules
from tablectl.words.cards import Card, Rank
from tablectl.words.dues import CountDue, Due
from tablectl.words.methods import HAND
from tests.clause_bite.seams import every_rules, everywhere, put, put_item

Change = Callable[[], None]


class Off:
    """The rules of one subchapter, and how to do without each."""

    def __init__(self, subchapter: int) -> None:
        self._subchapter = subchapter
        self.changes: dict[str, Change] = {}

    def __call__(self, section: str) -> Callable[[Change], Change]:
        def known(change: Change) -> Change:
            self.changes[f"19:47-{self._subchapter}.{section}"] = change
            return change

        return known


# ---------------------------------------------------------------- dues


def every_due(change: Callable[[Due, RoundView], Due]) -> None:
    original = Plan.due

    def due(self: Plan, step: str, view: RoundView) -> Dues:
        return tuple(change(each, view) for each in original(self, step, view))

    put(Plan, "due", due)


def asked_early(steps: tuple[str, ...], question: str) -> None:
    """The dues of a step stand among those of steps before it."""
    original = Plan.due

    def due(self: Plan, step: str, view: RoundView) -> Dues:
        made = original(self, step, view)
        if step in steps:
            made += tuple(d for d in original(self, question, view) if d not in made)
        return made

    put(Plan, "due", due)


# ---------------------------------------------------------------- decks


def every_preparation(what: str, change: Callable[[Preparation], Preparation]) -> None:
    def changed(rules: Rules) -> Rules:
        made = tuple(change(p) if p.what == what else p for p in rules.preparations)
        return replace(rules, preparations=made)

    every_rules(changed)


def _without_line(what: str, step: int) -> Change:
    def change(prep: Preparation) -> Preparation:
        return replace(prep, checklist=prep.checklist[:step] + prep.checklist[step + 1 :])

    return lambda: every_preparation(what, change)


def one_deck(off: Off, game: Game, methods: Mapping[str, shared.Method], last_dealt: str) -> None:
    """What both subchapters have under the same numbers."""
    for section, what, step in (
        ("2(a)#1", "inspect", 0),
        ("2(a)#2", "inspect", 1),
        ("4(b)#2", "spread", 0),
        ("5(c)1i", "cut", 0),
        ("5(c)1iii", "cut", 2),
        ("5(c)1iv", "cut", 3),
    ):
        off(section)(_without_line(what, step))

    @off("5(a)#2")
    def _nobody_stacks_the_deck() -> None:
        every_preparation("shuffle", lambda prep: replace(prep, gathers=""))

    @off("5(b)1")
    def _a_cut_after_the_device() -> None:
        every_preparation("shuffle", lambda prep: replace(prep, by_device=prep.dest))
        every_preparation("load", lambda prep: replace(prep, sources=("cut",)))

    @off("5(c)2")
    def _dealt_by_another_method() -> None:
        deals = [method.deal for method in methods.values()]
        for (name, method), deal in zip(list(methods.items()), [*deals[1:], deals[0]], strict=True):
            put_item(methods, name, replace(method, deal=deal))

    @off("7(a)#1")
    def _a_shoe_anywhere() -> None:
        def changed(rules: Rules) -> Rules:
            return replace(rules, arrangement=replace(rules.arrangement, set_up={}))

        every_rules(changed)

    @off("8(a)")
    def _never_from_the_hand() -> None:
        without = replace(game, methods=tuple(m for m in game.methods if m != HAND))
        everywhere(game, without)
        put_item(GAMES, game.name, without)

    @off("1 Stub")
    def _the_stub_with_the_last_card_dealt() -> None:
        original = Holding.count

        def count(self: Holding, place: str) -> int:
            dealt = place == SHOE and original(self, last_dealt) > 0
            return original(self, place) + dealt

        put(Holding, "count", count)

    @off("7(e)#2")
    def _counted_in_the_shoe() -> None:
        every_due(lambda due, _: replace(due, checklist=()) if isinstance(due, CountDue) else due)

    @off("7(f)#1")
    def _no_count_of_a_device_counts() -> None:
        def counted_right(_: Draft, __: str) -> None:
            return

        put(Draft, "counted_right", counted_right)


# ---------------------------------------------------------------- hands


class Ranking:
    """A ranking of hands, and what it is like without one of its rules."""

    def __init__(self, module: ModuleType) -> None:
        self._original: Callable[[tuple[Card, ...]], Standing] = module.standing
        self._classes: type[IntEnum] = module.Class

    def every_standing(self, change: Callable[[Standing, tuple[Card, ...]], Standing]) -> None:
        def changed(cards: tuple[Card, ...]) -> Standing:
            return change(self._original(cards), cards)

        everywhere(self._original, changed)

    def nothing_special(self, which: Any) -> Change:
        """Hands of this class are no better than the lowest."""

        def change(found: Standing, _: tuple[Card, ...]) -> Standing:
            return found if found.kind != which else Standing(self._classes(0), 0)

        return lambda: self.every_standing(change)

    def low_cards_are_high(self) -> None:
        ranks = sorted(Rank)

        def upside_down(cards: tuple[Card, ...]) -> Standing:
            turned = (ranks[-1 - ranks.index(card.rank or Rank.TWO)] for card in cards)
            pairs = zip(turned, cards, strict=True)
            return self._original(tuple(Card(rank, card.suit) for rank, card in pairs))

        everywhere(self._original, upside_down)

    def suits_decide(self) -> None:
        def change(found: Standing, cards: tuple[Card, ...]) -> Standing:
            highest = max(ord(card.code[-1]) for card in cards)
            return Standing(found.kind, found.place * 1000 + highest)

        self.every_standing(change)

    def an_ace_is_only_high(self, *wheel: Rank) -> None:
        without = {"STRAIGHT": "HIGH_CARD", "STRAIGHT_FLUSH": "FLUSH"}

        def change(found: Standing, cards: tuple[Card, ...]) -> Standing:
            if {card.rank for card in cards} != set(wheel):
                return found
            return Standing(self._classes[without[found.kind.name]], 0)

        self.every_standing(change)
