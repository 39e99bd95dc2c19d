"""The games that the referee has tables for."""

from __future__ import annotations

from collections.abc import Mapping

from simulators.referee.tables import blackjack, let_it_ride, three_card_poker
from simulators.referee.tables.game import Game

GAMES: Mapping[str, Game] = {
    game.name: game for game in (three_card_poker.GAME, let_it_ride.GAME, blackjack.GAME)
}
