"""Where the games cite: every call of a way of citing, with the citation that it makes.

A module cites for its own subchapter (`c = citing(20)`, then `c("12(a)#1")`). A function that
takes a way of citing as a parameter cites for every module that lends it one.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tablectl.tracing.sources import Sources, callee, parameters


@dataclass(frozen=True)
class Cited:
    """A citation and the expression that makes it."""

    citation: str
    module: str
    node: ast.Call


def cited(sources: Sources) -> Iterator[Cited]:
    """Every citation in the games, once for each subchapter it is made for."""
    lent = _borrowers(sources)
    for module, tree in sources.trees.items():
        for name, subchapter in _own(tree).items():
            yield from _cited_as(module, tree, name, subchapter, lent)
        for node in ast.walk(tree):
            match node:
                case ast.Call(args=[ast.Constant(value=str(text))]) if callee(node) == "Clause":
                    yield Cited(text, module, node)


def _own(tree: ast.Module) -> dict[str, int]:
    """The module's own ways of citing, by name."""
    found = {}
    for node in tree.body:
        match node:
            case ast.Assign(
                targets=[ast.Name(id=name)],
                value=ast.Call(args=[ast.Constant(value=int(subchapter))]) as call,
            ) if callee(call) == "citing":
                found[name] = subchapter
    return found


def _borrowers(sources: Sources) -> Mapping[str, list[tuple[str, ast.FunctionDef]]]:
    """The functions, by name, that are handed a way of citing."""
    found: dict[str, list[tuple[str, ast.FunctionDef]]] = {}
    for module, tree in sources.trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and _borrowed(node):
                found.setdefault(node.name, []).append((module, node))
    return found


def _borrowed(function: ast.FunctionDef) -> str:
    """The parameter that is a way of citing, if there is one."""
    arguments = function.args
    for arg in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
        match arg.annotation:
            case ast.Name(id="Cite") | ast.Attribute(attr="Cite"):
                return arg.arg
            case None if arg.arg == "c":
                return arg.arg
    return ""


def _cited_as(
    module: str,
    tree: ast.AST,
    name: str,
    subchapter: int,
    lent: Mapping[str, list[tuple[str, ast.FunctionDef]]],
) -> Iterator[Cited]:
    """What is cited under a name, here and in every function that is lent it."""
    waiting: list[tuple[str, ast.AST, str]] = [(module, tree, name)]
    seen: set[ast.AST] = {tree}
    while waiting:
        where, inside, called = waiting.pop()
        for node in _calls(inside, called, top=inside):
            match node:
                case ast.Call(func=ast.Name(id=name_), args=[ast.Constant(value=str(section))]) if (
                    name_ == called
                ):
                    yield Cited(f"19:47-{subchapter}.{section}", where, node)
                case ast.Call():
                    for home, function in lent.get(callee(node), ()):
                        if function not in seen and _hands(node, called):
                            seen.add(function)
                            waiting.append((home, function, _borrowed(function)))


def _calls(inside: ast.AST, name: str, *, top: ast.AST) -> Iterator[ast.Call]:
    """The calls in a module or function, but not where the name means a parameter."""
    for child in ast.iter_child_nodes(inside):
        if isinstance(child, ast.Call):
            yield child
        own = isinstance(child, ast.FunctionDef) and name in parameters(child)
        if not own or child is top:
            yield from _calls(child, name, top=top)


def _hands(call: ast.Call, name: str) -> bool:
    handed = [*call.args, *(keyword.value for keyword in call.keywords)]
    return any(isinstance(arg, ast.Name) and arg.id == name for arg in handed)
