"""Mutations: the small changes that can be made to a module, one place at a time."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGES = ("tablectl/games", "tablectl/irregularities", "tablectl/table")
OTHER_GAMES = ("blackjack", "holdem", "let_it_ride", "five_cards", "poker")
"""Modules of games that no scenario plays, by the beginnings of their names."""

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}


@dataclass(frozen=True)
class Mutant:
    """One change: the file, which of its changes it is, the line and what is done there."""

    path: str
    number: int
    line: int
    does: str

    @property
    def module(self) -> str:
        return ".".join(Path(self.path).with_suffix("").parts)

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.does}"


Change = Callable[[], None]


def sites(tree: ast.AST) -> Iterator[tuple[int, str, Change]]:
    """Every place that can be changed, in the order of the file: line, what, and the change."""
    for node in _code(tree):
        match node:
            case ast.Compare(ops=[op]) if type(op) in COMPARED:
                yield node.lineno, f"compares otherwise: {ast.unparse(node)}", _compares(node)
            case ast.BoolOp():
                yield node.lineno, f"and for or: {ast.unparse(node)}", _joins(node)
            case ast.IfExp() | ast.If():
                yield node.lineno, f"if not: {ast.unparse(node.test)}", _negates(node)
            case ast.BinOp(op=ast.Add() | ast.Sub()):
                yield node.lineno, f"minus for plus: {ast.unparse(node)}", _adds(node)
            case ast.Constant(value=bool(value)):
                yield node.lineno, f"not {value}", _flips(node)
            case ast.Constant(value=int(value)):
                yield node.lineno, f"{value} and one more", _counts(node, value)
            case _:
                pass


def _code(tree: ast.AST) -> Iterator[ast.AST]:
    """Everything but annotations and what belongs to a type alone."""
    for name, value in ast.iter_fields(tree):
        if name in ("annotation", "returns", "decorator_list"):
            continue
        for node in value if isinstance(value, list) else (value,):
            if isinstance(node, ast.AST):
                yield node
                yield from _code(node)


def _compares(node: ast.Compare) -> Change:
    def change() -> None:
        node.ops = [COMPARED[type(node.ops[0])]()]

    return change


def _joins(node: ast.BoolOp) -> Change:
    def change() -> None:
        node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()

    return change


def _negates(node: ast.If | ast.IfExp) -> Change:
    def change() -> None:
        node.test = ast.UnaryOp(ast.Not(), node.test)

    return change


def _adds(node: ast.BinOp) -> Change:
    def change() -> None:
        node.op = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()

    return change


def _flips(node: ast.Constant) -> Change:
    def change() -> None:
        node.value = not node.value

    return change


def _counts(node: ast.Constant, value: int) -> Change:
    def change() -> None:
        node.value = value + 1

    return change


def mutated(source: str, number: int) -> ast.Module:
    """The module with its nth change made."""
    tree = ast.parse(source)
    _, _, change = list(sites(tree))[number]
    change()
    return ast.fix_missing_locations(tree)


def all_mutants() -> list[Mutant]:
    found = []
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            if path.stem.startswith(OTHER_GAMES):
                continue
            tree = ast.parse(path.read_text(encoding="utf-8"))
            name = str(path.relative_to(ROOT))
            found += [Mutant(name, n, line, does) for n, (line, does, _) in enumerate(sites(tree))]
    return found
