"""The page on table files: what it shows runs, and it leaves no key and no option out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tablectl import config
from tablectl.games.catalogue import GAMES
from tablectl.games.options import Game
from tablectl.words.bases import Role, cited
from tablectl.words.settings import Can, DeviceKind
from tests.cli.shell import ROOT, tablectl

PAGE = ROOT / "docs" / "tables.md"
TEXT = PAGE.read_text(encoding="utf-8")
BLOCKS = re.findall(r"```yaml\n(.*?)```", TEXT, re.DOTALL)
WORDS = [
    *config.TableFile.model_fields,
    *config.DeviceSpec.model_fields,
    *GAMES,
    *(method for game in GAMES.values() for method in game.methods),
    *(each.value for kind in (config.Preset, DeviceKind, Can, Role) for each in kind),
]


def test_there_is_an_example_of_every_game() -> None:
    tables = [config.loads(block, PAGE.name) for block in BLOCKS]
    assert {each.settings.game for each in tables} == set(GAMES)


@pytest.mark.parametrize("block", BLOCKS)
def test_every_example_runs(block: str, tmp_path: Path) -> None:
    file = tmp_path / "table.yaml"
    file.write_text(block)
    done = tablectl("run", "--virtual", "--quiet", "--rounds", "1", "--table", file)
    assert done.exit_code == 0, done.output


@pytest.mark.parametrize("word", WORDS)
def test_every_word_of_a_table_file_is_on_the_page(word: str) -> None:
    assert f"`{word}`" in TEXT or f"### {word}\n" in TEXT


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_the_options_of_a_game_are_on_the_page_as_they_are(game: Game) -> None:
    _, _, part = TEXT.partition(f"### {game.name}\n")
    for name, option in game.options.items():
        bounds = f"{option.default} | {option.least} | {option.most}"
        row = f"| `{name}` | {bounds} | {option.says} | {cited(option.basis)} |"
        assert row in part.partition("\n### ")[0]


def test_the_help_of_run_names_the_page() -> None:
    assert "docs/tables.md" in tablectl("run", "--help").output
