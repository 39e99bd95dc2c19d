"""Every game tablectl knows, by name."""

from __future__ import annotations

from collections.abc import Mapping

from tablectl.games import blackjack, holdem, let_it_ride, three_card_poker
from tablectl.games.options import Game
from tablectl.table.rules import Rules
from tablectl.words.settings import Settings

GAMES: Mapping[str, Game] = {
    game.name: game
    for game in (three_card_poker.GAME, let_it_ride.GAME, blackjack.GAME, holdem.GAME)
}


def rules_for(settings: Settings) -> Rules:
    """The rules of a table's game. KeyError for a game that settings should not have named."""
    return GAMES[settings.game].rules(settings)
