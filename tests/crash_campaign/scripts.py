"""The scripted rounds of the campaign: which table, who wagers and answers what, what goes wrong.

Everything in a script follows from what lies on the table and not from how often somebody did
something: hands that do a thing again, because nobody knows whether it was done, do the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import SupportsIndex

from simulators.behaviour import Fault
from simulators.crew import View, Wishes
from simulators.faults import FaceUpCard
from simulators.players import REMEDY
from simulators.shoe import Shoe
from tablectl.fitting import Preset
from tablectl.journal.records import Journal
from tablectl.rig import Rig, build
from tablectl.soak.seatings import Seating
from tablectl.words.cards import Card, Composition

SEED = "crash"
UNIT = 1000


Trouble = Callable[[Rig], None]


@dataclass(frozen=True)
class Script:
    """A table from switching it on to closing it, after one round."""

    name: str
    seating: Seating
    trouble: Trouble | None = None


# ---------------------------------------------------------------- what goes wrong


class JamAt(Fault):
    """A card is stuck the first time that so few are left in the shoe."""

    def __init__(self, left: int) -> None:
        self._left = left
        self._over = False

    def moves(self) -> None:
        shoe = self.device
        if self._over or not isinstance(shoe, Shoe):
            return
        if shoe.felt.count(shoe.deck, "shoe") == self._left:
            self._over = True
            shoe.jam()


def jam(left: int) -> Trouble:
    return lambda rig: _shoe(rig).fit(JamAt(left))


def face_up_card(at: int) -> Trouble:
    """The so-and-so-many-th card lies face up."""
    return lambda rig: _shoe(rig).fit(FaceUpCard(at=at))


def _shoe(rig: Rig) -> Shoe:
    if rig.shoe is None:
        raise LookupError("there is no shoe at this table")
    return rig.shoe


# ---------------------------------------------------------------- the table


class SameOrder(list[tuple[Card, ...]]):
    """However often a deck is shuffled, its cards come in the same order."""

    def pop(self, index: SupportsIndex = -1) -> tuple[Card, ...]:
        return self[index]


class Middling(Random):
    """Whoever is asked for a number says the one in the middle, however often."""

    def randint(self, a: int, b: int) -> int:
        return (a + b) // 2


def order_of(composition: Composition) -> tuple[Card, ...]:
    cards = list(composition.cards())
    Random(SEED).shuffle(cards)
    return tuple(cards)


WAGERS: Mapping[str, Mapping[int, Mapping[str, int | None]]] = {
    "three_card_poker": {2: {"ante": UNIT, "pair_plus": UNIT}, 5: {"ante": 2 * UNIT}},
    "let_it_ride": {
        2: {"bet_1": UNIT, "bet_2": UNIT, "bet_3": UNIT},
        5: {"bet_1": 2 * UNIT, "bet_2": 2 * UNIT, "bet_3": 2 * UNIT},
    },
}


def wishes(game: str) -> Wishes:
    def choose(_: View, due: View) -> str:
        options = [str(option["name"]) for option in due["options"]]
        last = due["question"] != REMEDY and due["hands"][0] == "seat_5"
        return options[-1] if last else options[0]

    return Wishes(lambda _: WAGERS[game], choose, close_after=1)


def set_up(script: Script, journal: Journal) -> Rig:
    """The table of a script, switched on."""
    table = script.seating.table
    rig = build(
        table.settings,
        wishes(script.seating.game),
        SEED,
        journal,
        profiles=table.profiles,
    )
    rig.felt.orders = SameOrder([order_of(rig.crew.composition)])
    rig.crew.chance = Middling()
    rig.crew.brisk = True
    if script.trouble is not None:
        script.trouble(rig)
    return rig


def _scripts() -> Iterator[Script]:
    one = (
        ("manual_shoe", Preset.COUNTING, ""),
        ("manual_shoe", Preset.RECOGNISING, ""),
        ("manual_shoe", Preset.MIXED, "face_up"),
        ("hand", Preset.SHUFFLING, ""),
        ("automated_shoe", Preset.AUTOMATED, ""),
        ("automated_shoe", Preset.AUTOMATED, "jam"),
    )
    for game in WAGERS:
        for method, preset, trouble in one:
            name = "-".join(filter(None, (game, method, preset.value, trouble)))
            yield Script(name, Seating(game, method, preset, 1), TROUBLES.get(trouble))


TROUBLES: Mapping[str, Trouble] = {"jam": jam(48), "face_up": face_up_card(3)}
SCRIPTS: Mapping[str, Script] = {script.name: script for script in _scripts()}
