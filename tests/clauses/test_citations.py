"""Every citation the code carries leads to a clause of the registry.

Here from the values that the games hand to the table, collected from the running code; what a game
cites while a round is played is read from its source by `tablectl.tracing`.
"""

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest

from tablectl.clauses.registry import family
from tablectl.games.catalogue import GAMES
from tablectl.games.options import Game
from tablectl.table.rules import Rules
from tablectl.words.bases import ApprovedProcedure, Clause
from tablectl.words.settings import Settings

ROOT = Path(__file__).resolve().parent.parent.parent
TITLE = "19:47-"


def unknown(citations: Iterable[str]) -> list[str]:
    return sorted({citation for citation in citations if not family(citation)})


# ---------------------------------------------------------------- in values


def citations_in(value: Any) -> Iterator[str]:
    """Every citation in a value, however deep it lies."""
    match value:
        case Clause():
            yield value.citation
        case ApprovedProcedure():
            yield value.clause
        case Mapping():
            for item in value.values():
                yield from citations_in(item)
        case tuple() | list():
            for item in value:
                yield from citations_in(item)
        case _ if is_dataclass(value):
            for field in fields(value):
                yield from citations_in(getattr(value, field.name))


def rules_of(game: Game) -> Iterator[Rules]:
    """The rules of a game for each way of dealing it, with the house's options left as they are."""
    for method in game.methods:
        yield game.rules(
            Settings(
                table="table",
                game=game.name,
                method=method,
                seats=game.seats[1],
                decks=tuple(f"deck {n}" for n in range(game.decks[0])),
                options={name: spec.default for name, spec in game.options.items()},
                devices={},
                people={},
                version="test",
            )
        )


@pytest.mark.parametrize("name", GAMES)
def test_every_citation_in_the_rules_of_a_game_is_registered(name: str) -> None:
    made = [(rules, rules.rulebook.rows) for rules in rules_of(GAMES[name])]
    assert list(citations_in(made)), "found no citation to look up"
    assert not unknown(citations_in(made))


@pytest.mark.parametrize("name", GAMES)
def test_every_citation_in_the_options_of_a_game_is_registered(name: str) -> None:
    assert not unknown(citations_in(GAMES[name]))


def test_a_citation_is_found_however_deep_it_lies() -> None:
    procedure = ApprovedProcedure("P-7", "19:47-8.4(f)2")
    value = {"first": (Clause("19:47-20.1 Stub"), [procedure]), "second": "19:47-20.2"}
    assert list(citations_in(value)) == ["19:47-20.1 Stub", "19:47-8.4(f)2"]


# ---------------------------------------------------------------- written out anywhere


def written_out(tree: ast.Module) -> Iterator[str]:
    """Texts that begin as a citation does; a formatted text is put together, not written out."""
    pieces = {
        id(piece)
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr)
        for piece in node.values
    }
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if text.startswith(TITLE) and id(node) not in pieces:
                yield text


def test_every_citation_written_out_in_the_code_is_registered() -> None:
    package = ROOT / "tablectl"
    unregistered = {
        str(path.relative_to(ROOT)): wrong
        for path in package.rglob("*.py")
        if not path.is_relative_to(package / "clauses")
        and (wrong := unknown(written_out(ast.parse(path.read_text(encoding="utf-8")))))
    }
    assert not unregistered


def test_a_citation_that_is_put_together_is_not_taken_for_one_written_out() -> None:
    tree = ast.parse("Clause('19:47-20.7(d)')\nClause(f'19:47-{n}.7(d)')\nx = 'see 19:47-20'")
    assert list(written_out(tree)) == ["19:47-20.7(d)"]
