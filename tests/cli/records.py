"""Journals for the tests that read them: real files, played by the virtual host."""

from __future__ import annotations

from pathlib import Path

from tests.cli.shell import tablectl

RIDE = """version: 1
table: ride-1
game: let_it_ride
method: manual_shoe
seats: 6
decks: [blue]
preset: recognising
"""


def three_card_poker(folder: Path) -> Path:
    """Three rounds; in the second the shoe jams, in the third a card of the dealer is exposed."""
    path = folder / "poker.db"
    _played(path)
    return path


def let_it_ride(folder: Path) -> Path:
    """Three rounds with a shoe that knows every card; in the second a card lies face up."""
    table = folder / "ride.yaml"
    table.write_text(RIDE)
    path = folder / "ride.db"
    _played(path, "--table", table)
    return path


def _played(path: Path, *more: str | Path, seed: str = "7") -> None:
    run = ("run", "--virtual", "--quiet", "--rounds", "3", "--seed", seed, "--journal", path)
    done = tablectl(*run, *more)
    assert done.exit_code == 0, done.output


def go_on(path: Path, seed: str = "8") -> None:
    """Three more rounds at the demonstration table."""
    _played(path, seed=seed)
