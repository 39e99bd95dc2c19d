"""Journals for the auditor's part: real files, played by the virtual host, one of each game."""

from __future__ import annotations

from pathlib import Path

from tests.cli.records import let_it_ride, three_card_poker
from tests.cli.shell import tablectl

BLACKJACK = """version: 1
table: bj-1
game: blackjack
method: double_shoe
seats: 6
decks: [blue, red]
preset: blind
options: {hole_card: reader, red_side: 1, surrender: 1, split_hands: 4}
"""


def blackjack(folder: Path) -> Path:
    """Two rounds from a double shoe."""
    table = folder / "bj.yaml"
    table.write_text(BLACKJACK)
    path = folder / "bj.db"
    run = ("run", "--virtual", "--quiet", "--rounds", "2", "--seed", "7", "--journal", path)
    done = tablectl(*run, "--table", table)
    assert done.exit_code == 0, done.output
    return path


GAMES = {
    "three_card_poker": three_card_poker,
    "let_it_ride": let_it_ride,
    "blackjack": blackjack,
}
