"""Which tests and scenarios name which clause, read without running or importing any of them.

A test names a clause by the mark `clause("19:47-20.12(a)")`, on itself, on its class, on its
module or on one of its parameters; a scenario by its key `clauses`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tablectl.yamlfile import FileErrors, load

SCENARIOS = "scenarios"
"""The folder of scenarios in a folder of tests."""


@dataclass(frozen=True)
class Mark:
    """A clause named by a test, or by a scenario, at a line."""

    citation: str
    test: str
    path: Path
    line: int


def marks(tests: Path) -> Iterator[Mark]:
    """Every clause named in this folder of tests; an id begins with the name of the folder."""
    for path in sorted(tests.rglob("test_*.py")):
        yield from _in_module(path, path.relative_to(tests.parent).as_posix())
    for path in sorted((tests / SCENARIOS).rglob("*.yaml")):
        yield from _in_scenario(path, path.relative_to(tests.parent).as_posix())


def _in_scenario(path: Path, name: str) -> Iterator[Mark]:
    try:
        document = load(path)
    except FileErrors:
        return  # no scenario at all; that is for those who play it to say
    given = document.value.get("clauses") if isinstance(document.value, dict) else None
    for index, citation in enumerate(given if isinstance(given, list) else ()):
        line = document.mark(("clauses", index))[0]
        yield Mark(str(citation), name, path, line)


# ---------------------------------------------------------------- in the source of a test

Test = ast.FunctionDef | ast.AsyncFunctionDef


def _in_module(path: Path, name: str) -> Iterator[Mark]:
    tree = ast.parse(path.read_text(encoding="utf-8"), filename=name)
    named = {
        target.id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    everywhere = [named["pytestmark"]] if "pytestmark" in named else []
    for owner, test in _tests(tree):
        above = [*(owner.decorator_list if owner else ()), *test.decorator_list]
        words = (n.id for d in above for n in ast.walk(d) if isinstance(n, ast.Name))
        used = [named[word] for word in words if word in named]
        for citation, line in dict(_cited([*everywhere, *above, *used])).items():
            inner = f"{owner.name}::{test.name}" if owner else test.name
            yield Mark(citation, f"{name}::{inner}", path, line)


def _tests(tree: ast.Module) -> Iterator[tuple[ast.ClassDef | None, Test]]:
    for node in tree.body:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() if node.name.startswith("test_"):
                yield None, node
            case ast.ClassDef() if node.name.startswith("Test"):
                for item in node.body:
                    if isinstance(item, Test) and item.name.startswith("test_"):
                        yield node, item


def _cited(expressions: list[ast.expr]) -> Iterator[tuple[str, int]]:
    for expression in expressions:
        for node in ast.walk(expression):
            match node:
                case ast.Call(
                    func=ast.Attribute(value=ast.Attribute(attr="mark"), attr="clause"),
                    args=[ast.Constant(value=str(citation))],
                ):
                    yield citation, node.lineno
