"""From a place in the source where a clause is cited to what the citation becomes.

A value is followed through names, parameters, fields of our own dataclasses and returns until it
reaches something that enforces: a due, a row, a line, a bound. Followed by name, not by type, so it
may find one use too many; it must not lose one.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from tablectl.clauses.hows import How
from tablectl.tracing.sources import Sources, callee, parameters

SINKS: Mapping[str, How | None] = {
    "Line": How.SETTLEMENT,
    "Ruling": How.ROW,
    "at_once": How.ROW,
    "confirmed": How.ROW,
    "hold": How.ROW,
    "Preparation": How.PREPARATION,
    "OptionSpec": How.OPTION,
    "WagerKind": How.REFUSAL,
    "Lack": How.REFUSAL,
    "lacking_to_deal": How.REFUSAL,
    "Problem": How.REFUSAL,
    "Refusal": How.REFUSAL,
    "HousePolicy": None,
}
"""What a citation is once it is handed to these; None where it is only spoken of."""

RULES: Mapping[str, How] = {
    "card_life_basis": How.CARD_LIFE,
    "closed_basis": How.REFUSAL,
    "void_basis": How.SETTLEMENT,
    "cutting_card": How.DUE,
    "new_dealer": How.REFUSAL,
}
"""The bases that the rules of a game name one by one."""

_PASSED_ON = (
    ast.BoolOp,
    ast.Dict,
    ast.GeneratorExp,
    ast.IfExp,
    ast.List,
    ast.ListComp,
    ast.NamedExpr,
    ast.Starred,
    ast.Subscript,
    ast.Tuple,
)


def uses(sources: Sources, node: ast.expr) -> set[How]:
    """Everything that the value of this expression becomes; nothing if it is only spoken of."""
    followed = _Followed(sources)
    found = set(followed.rise(node))
    return found if found or followed.spoken_of else {How.CITED}


class _Followed:
    """One value on its way; no name, call or field is followed twice."""

    def __init__(self, sources: Sources) -> None:
        self._sources = sources
        self._seen: set[ast.AST] = set()
        self.spoken_of = False

    def rise(self, node: ast.AST) -> Iterator[How]:
        """Follow a value upwards to the statement or call that takes it."""
        if node in self._seen:
            return
        self._seen.add(node)
        parent = self._sources.parents[node]
        match parent:
            case ast.Call() if parent.func is not node:
                yield from self._handed(parent, node)
            case ast.keyword():
                call = self._sources.parents[parent]
                if isinstance(call, ast.Call):
                    yield from self._handed(call, parent)
            case ast.Attribute(attr="citation"):
                self.spoken_of = True
            case ast.Assign(targets=targets):
                yield from self._named(targets, parent)
            case ast.AnnAssign(target=target):
                yield from self._named([target], parent)
            case ast.For(target=target) | ast.comprehension(target=target):
                yield from self._named([target], parent)
            case ast.Return():
                function = self._sources.scope(parent)
                if isinstance(function, ast.FunctionDef):
                    for call in self._sources.calls.get(function.name, ()):
                        yield from self.rise(call)
            case _ if isinstance(parent, _PASSED_ON):
                yield from self.rise(parent)

    def _handed(self, call: ast.Call, argument: ast.AST) -> Iterator[How]:
        name = callee(call)
        if name.endswith("Due"):
            yield How.DUE
        elif name == "Rules":
            key = argument.arg if isinstance(argument, ast.keyword) else None
            yield RULES.get(key or "", How.CITED)
        elif name in SINKS:
            how = SINKS[name]
            if how is None:
                self.spoken_of = True
            else:
                yield how
        else:
            yield from self._taken(call, name, argument)

    def _taken(self, call: ast.Call, name: str, argument: ast.AST) -> Iterator[How]:
        """By one of our own functions, or as a field of one of our own dataclasses."""
        for function in self._sources.functions.get(name, ()):
            parameter = _parameter(call, argument, parameters(function))
            for used in self._sources.names.get(parameter, ()):
                if self._sources.within(used, function):
                    yield from self.rise(used)
        for made in self._sources.classes.get(name, ()):
            field = _parameter(call, argument, _fields(made))
            for used_field in self._sources.attributes.get(field, ()):
                yield from self.rise(used_field)

    def _named(self, targets: list[ast.expr], statement: ast.AST) -> Iterator[How]:
        scope = self._sources.scope(statement)
        wide = isinstance(scope, ast.Module)  # what a module names, others import
        for name in (n.id for t in targets for n in ast.walk(t) if isinstance(n, ast.Name)):
            for used in self._sources.names.get(name, ()):
                if wide or self._sources.within(used, scope):
                    yield from self.rise(used)
            for used_field in self._sources.attributes.get(name, ()) if wide else ():
                yield from self.rise(used_field)


def _parameter(call: ast.Call, argument: ast.AST, names: list[str]) -> str:
    """The name under which a call hands this argument over; nothing if that cannot be told."""
    if isinstance(argument, ast.keyword):
        return argument.arg or ""
    for name, given in zip(names, call.args, strict=False):
        if isinstance(given, ast.Starred):
            return ""
        if given is argument:
            return name
    return ""


def _fields(made: ast.ClassDef) -> list[str]:
    return [
        item.target.id
        for item in made.body
        if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name)
    ]
