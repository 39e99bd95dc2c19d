"""A game with a mistake in it: one wager, and one count, make its plan fail."""

from __future__ import annotations

from dataclasses import replace

from tablectl.table.plan import Dues, Plan, Step
from tablectl.table.round_view import RoundView
from tablectl.table.rules import Rules
from tablectl.words.acts import Bet, Count
from tablectl.words.settings import Settings
from tests.table import drill
from tests.tables import GENERATOR, Table, settings_for

POISON = Bet(4, "stake", 666)
"""Makes what is due at once impossible to work out."""
SLOW_POISON = Count("seat_1", 2)
"""The same, but while a case holds the round up, so that nobody asks what the plan has due."""


class Mistake(Exception):
    """What a programmer did not think of."""


def poisoned_rules(settings: Settings) -> Rules:
    return drill.rules(settings, Plan("poison", tuple(map(_poisoned, drill.STEPS))))


def _poisoned(step: Step) -> Step:
    def due(view: RoundView) -> Dues:
        if view.stake("seat_4", "stake") == POISON.cents:
            raise Mistake("nobody thought of 666")
        if view.counted(SLOW_POISON.place):
            raise Mistake("nobody thought of counting that")
        return step.due(view)

    return replace(step, due=due)


def poisoned(step: str = "bets", preset: str = "blind") -> Table:
    """A table with this game, come to this step and still in good health."""
    settings = settings_for(preset, game="drill", devices={"generator_1": GENERATOR})
    return Table(settings, poisoned_rules, bets=drill.BETS).ready_to_bet().to(step)
