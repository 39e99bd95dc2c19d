"""Mutations: the small changes that can be made to a module, one place at a time.

A mutant is named by what it does and where it stands in the code, never by its line: the name stays
the same when other lines change, so that samples, saved results and explanations do.
"""

from __future__ import annotations

import ast
import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGES = ("tablectl/games", "tablectl/irregularities", "tablectl/table")
UNPLAYED = ("betting", "holdem")
"""Modules of the game that has no scenarios yet."""
TRACED = "_clauses"
"""How the names of modules end that are read by `tablectl clauses` alone and play nothing."""

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
    """One change: the file, which of its changes it is, where it stands and what it does."""

    path: str
    number: int
    lines: tuple[int, ...]
    """Lines of which one is run when the place is."""
    name: str
    """Within which definition, and what it does to which code."""

    @property
    def module(self) -> str:
        return ".".join(Path(self.path).with_suffix("").parts)

    @property
    def key(self) -> str:
        return f"{self.path} {self.name}"

    def __str__(self) -> str:
        return f"{self.path}:{self.lines[0]}: {self.name}"


Change = Callable[[], None]


@dataclass(frozen=True)
class Site:
    """A place that can be changed."""

    does: str
    node: ast.expr | ast.stmt
    change: Change
    around: tuple[ast.AST, ...]
    """What it stands in, from the module inwards."""

    @property
    def name(self) -> str:
        within = ".".join(
            each.name
            for each in self.around
            if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        )
        text = _told(self.node)
        if isinstance(self.node, ast.Constant) and len(self.around) > 1:
            text = _told(self._statement)  # a number alone says nothing
        return f"{within or 'module'}: {self.does}: {text}"

    @property
    def lines(self) -> tuple[int, ...]:
        """Its own, that of its statement, and all of the statement's if nothing stands in it."""
        statement = self._statement
        found = [*_lines(self.node)] if isinstance(self.node, ast.expr) else []
        if isinstance(statement, ast.stmt):
            whole = not hasattr(statement, "body")
            found += _lines(statement) if whole else [statement.lineno]
        return tuple(dict.fromkeys(found or [self.node.lineno]))

    @property
    def _statement(self) -> ast.AST:
        return next(
            each
            for each in (self.node, *reversed(self.around))
            if isinstance(each, ast.stmt | ast.match_case | ast.Module)
        )


def _lines(node: ast.expr | ast.stmt) -> range:
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)


def _told(node: ast.AST) -> str:
    """The code of a place on one line; of what has a body, its head."""
    match node:
        case ast.If() | ast.IfExp() | ast.While():
            return ast.unparse(node.test)
        case ast.match_case():
            guard = f" if {ast.unparse(node.guard)}" if node.guard else ""
            return f"case {ast.unparse(node.pattern)}{guard}"
        case _:
            return " ".join(ast.unparse(node).split("\n")[0].split())


def sites(tree: ast.AST) -> Iterator[Site]:
    """Every place that can be changed, in the order of the file."""
    for around, node in _code(tree, ()):
        match node:
            case ast.Compare(ops=[op]) if type(op) in COMPARED:
                yield Site("compares otherwise", node, _compares(node), around)
            case ast.BoolOp():
                yield Site("and for or", node, _joins(node), around)
            case ast.IfExp() | ast.If():
                yield Site("if not", node, _negates(node), around)
            case ast.BinOp(op=ast.Add() | ast.Sub()):
                yield Site("minus for plus", node, _adds(node), around)
            case ast.Constant(value=bool(value)):
                yield Site(f"not {value}", node, _flips(node), around)
            case ast.Constant(value=int(value)):
                yield Site(f"{value} and one more", node, _counts(node, value), around)
            case _:
                pass


def _code(
    tree: ast.AST, around: tuple[ast.AST, ...]
) -> Iterator[tuple[tuple[ast.AST, ...], ast.AST]]:
    """Everything but annotations and what belongs to a type alone, with what it stands in."""
    inside = (*around, tree)
    for name, value in ast.iter_fields(tree):
        if name in ("annotation", "returns", "decorator_list"):
            continue
        for node in value if isinstance(value, list) else (value,):
            if isinstance(node, ast.AST):
                yield inside, node
                yield from _code(node, inside)


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
    list(sites(tree))[number].change()
    return ast.fix_missing_locations(tree)


def all_mutants() -> list[Mutant]:
    return [
        mutant
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
        if path.stem not in UNPLAYED and not path.stem.endswith(TRACED)
        for mutant in mutants_of(
            str(path.relative_to(ROOT)), ast.parse(path.read_text(encoding="utf-8"))
        )
    ]


def mutants_of(path: str, tree: ast.AST) -> Iterator[Mutant]:
    """The changes of a module, the second of the same name told from the first."""
    named: Counter[str] = Counter()
    for number, site in enumerate(sites(tree)):
        name = site.name
        named[name] += 1
        again = f" (no. {named[name]})" if named[name] > 1 else ""
        yield Mutant(path, number, site.lines, f"{name}{again}")


def sample(mutants: Sequence[Mutant], size: int, seed: int) -> list[Mutant]:
    """So many by chance; a mutant's chance hangs on its name, not on what else there is."""

    def lot(mutant: Mutant) -> str:
        return hashlib.sha256(f"{seed} {mutant.key}".encode()).hexdigest()

    return sorted(mutants, key=lot)[:size]
