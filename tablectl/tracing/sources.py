"""The source of the games as trees that can be asked: who holds this node, who is called so.

Reads the modules of `tablectl.games` as they are installed, so that what is traced is what runs.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TypeVar

N = TypeVar("N", bound=ast.AST)
Scope = ast.Module | ast.FunctionDef


@dataclass(frozen=True)
class Sources:
    """Modules by name, with everything in them that is looked up by name."""

    trees: Mapping[str, ast.Module]
    parents: Mapping[ast.AST, ast.AST] = field(repr=False)
    functions: Mapping[str, tuple[ast.FunctionDef, ...]] = field(repr=False)
    classes: Mapping[str, tuple[ast.ClassDef, ...]] = field(repr=False)
    calls: Mapping[str, tuple[ast.Call, ...]] = field(repr=False)
    names: Mapping[str, tuple[ast.Name, ...]] = field(repr=False)
    """Names that are read, not those that are written."""
    attributes: Mapping[str, tuple[ast.Attribute, ...]] = field(repr=False)
    """Attributes that are read as values, not called."""

    def scope(self, node: ast.AST) -> Scope:
        """The function or module that a node stands in."""
        at = self.parents[node]
        while not isinstance(at, ast.Module | ast.FunctionDef):
            at = self.parents[at]
        return at

    def within(self, node: ast.AST, scope: ast.AST) -> bool:
        at: ast.AST | None = node
        while at is not None and at is not scope:
            at = self.parents.get(at)
        return at is scope


def of_texts(texts: Mapping[str, str]) -> Sources:
    trees = {name: ast.parse(text) for name, text in texts.items()}
    nodes = [node for tree in trees.values() for node in ast.walk(tree)]
    parents = {child: node for node in nodes for child in ast.iter_child_nodes(node)}
    called = {id(node.func) for node in nodes if isinstance(node, ast.Call)}
    return Sources(
        trees,
        parents,
        _by_name((n.name, n) for n in nodes if isinstance(n, ast.FunctionDef)),
        _by_name((n.name, n) for n in nodes if isinstance(n, ast.ClassDef)),
        _by_name((callee(n), n) for n in nodes if isinstance(n, ast.Call)),
        _by_name(
            (n.id, n) for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)
        ),
        _by_name(
            (n.attr, n) for n in nodes if isinstance(n, ast.Attribute) and id(n) not in called
        ),
    )


@cache
def of_games() -> Sources:
    found = dict(_modules(files("tablectl.games"), "tablectl.games"))
    return of_texts({name: path.read_text(encoding="utf-8") for name, path in found.items()})


def callee(call: ast.Call) -> str:
    """The last name of what is called; nothing for what has no name."""
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def parameters(function: ast.FunctionDef) -> list[str]:
    arguments = function.args
    return [arg.arg for arg in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]


def _modules(folder: Traversable, package: str) -> Iterator[tuple[str, Traversable]]:
    for path in sorted(folder.iterdir(), key=lambda each: each.name):
        if path.is_dir():
            yield from _modules(path, f"{package}.{path.name}")
        elif path.name.endswith(".py"):
            yield f"{package}.{path.name.removesuffix('.py')}", path


def _by_name(pairs: Iterable[tuple[str, N]]) -> dict[str, tuple[N, ...]]:
    found: dict[str, list[N]] = {}
    for name, node in pairs:
        found.setdefault(name, []).append(node)
    return {name: tuple(nodes) for name, nodes in found.items()}
