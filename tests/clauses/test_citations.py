"""Every citation the code carries leads to a clause of the registry.

Two readings that complete each other: the values that the games hand to the table are collected
from the running code, and what a game cites while a round is played is read from its source.
"""

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
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
CITE = "c"
"""What a game calls its own way of citing: `c = citing(20)`, and then `c("12(a)#1")`."""


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


# ---------------------------------------------------------------- in the source of the games


@dataclass(frozen=True)
class Source:
    """A module of the games: its tree, and the subchapter it cites by itself, if it does."""

    tree: ast.Module
    subchapter: int | None


def source_of(text: str) -> Source:
    tree = ast.parse(text)
    found: int | None = None
    for node in tree.body:
        match node:
            case ast.Assign(
                targets=[ast.Name(id=name)],
                value=ast.Call(
                    func=ast.Name(id="citing"), args=[ast.Constant(value=int(subchapter))]
                ),
            ) if name == CITE:
                found = subchapter
    return Source(tree, found)


def sections_in(tree: ast.AST) -> Iterator[str]:
    """The sections written out in calls of the citing function."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name), args=[ast.Constant(value=str(section))]):
                if name == CITE:
                    yield section


def lent_to(tree: ast.AST) -> set[str]:
    """The names of the functions that are handed the citing function."""
    names = set()
    for node in ast.walk(tree):
        match node:
            case ast.Call(
                func=ast.Name(id=name) | ast.Attribute(attr=name), args=args, keywords=keywords
            ):
                handed = [*args, *(keyword.value for keyword in keywords)]
                if any(isinstance(arg, ast.Name) and arg.id == CITE for arg in handed):
                    names.add(name)
    return names


def borrowers(sources: Mapping[str, Source]) -> dict[str, list[ast.FunctionDef]]:
    """The functions, by name, that cite in whatever way their caller hands them."""
    found: dict[str, list[ast.FunctionDef]] = {}
    for source in sources.values():
        for node in ast.walk(source.tree):
            if isinstance(node, ast.FunctionDef) and CITE in _parameters(node):
                found.setdefault(node.name, []).append(node)
    return found


def _parameters(function: ast.FunctionDef) -> set[str]:
    arguments = function.args
    return {arg.arg for arg in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}


def cited_by(source: Source, lent: Mapping[str, list[ast.FunctionDef]]) -> Iterator[str]:
    """What a module cites, itself and through every function it lends its citing to."""
    trees: list[ast.AST] = [source.tree]
    seen: set[str] = set()
    while trees:
        tree = trees.pop()
        for section in sections_in(tree):
            yield f"{TITLE}{source.subchapter}.{section}"
        further = lent_to(tree) - seen
        seen |= further
        trees += [function for name in further for function in lent.get(name, [])]


SOURCES = {
    str(path.relative_to(ROOT)): source_of(path.read_text(encoding="utf-8"))
    for path in sorted((ROOT / "tablectl" / "games").rglob("*.py"))
}
CITING = [name for name, source in SOURCES.items() if source.subchapter is not None]


def test_every_game_cites() -> None:
    own = {SOURCES[name].subchapter for name in CITING}
    assert own >= {game.subchapter for game in GAMES.values()}


@pytest.mark.parametrize("name", CITING)
def test_every_section_that_a_game_cites_is_registered(name: str) -> None:
    found = list(cited_by(SOURCES[name], borrowers(SOURCES)))
    assert found, "found no citation to look up"
    assert not unknown(found)


def test_every_function_that_borrows_a_way_of_citing_is_reached_by_some_game() -> None:
    reached = set()
    for name in CITING:
        reached |= lent_to(SOURCES[name].tree)
    lent = borrowers(SOURCES)
    for functions in lent.values():
        for function in functions:
            reached |= lent_to(function)
    assert set(lent) <= reached


def test_a_section_cited_through_two_borrowers_is_found() -> None:
    shared = source_of("def one(c): two(c=c)\ndef two(*, c): return f\"{c('3(b)')}\"")
    game = source_of("c = citing(18)\nx = c('1(a)')\nshared.one(c)")
    found = set(cited_by(game, borrowers({"shared": shared, "game": game})))
    assert found == {"19:47-18.1(a)", "19:47-18.3(b)"}


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
