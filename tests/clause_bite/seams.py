"""The seams at which every rule that carries a clause can be taken out, by the clause alone.

A due is never due, a row gives way to house policy, a refusal is let through, a bound is not
checked, a line is not settled, a preparation is skipped, cards do not grow old.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import FunctionType
from typing import TypeVar

from tablectl.clauses.registry import covers
from tablectl.games import catalogue, options
from tablectl.irregularities.base import BASE
from tablectl.irregularities.rows import Rulebook
from tablectl.table import acting
from tablectl.table.draft import Draft
from tablectl.table.plan import Dues, Plan
from tablectl.table.round_view import RoundView
from tablectl.table.rules import Preparation, Rules
from tablectl.words.acts import Act
from tablectl.words.bases import ApprovedProcedure, Basis, Clause
from tablectl.words.dues import CallDue, Due, Line, SettleDue, WagerDue
from tablectl.words.irregularities import Irregularity
from tablectl.words.rulings import Ruling
from tablectl.words.settings import Settings

T = TypeVar("T")

MOST = 20_000
"""More often than any test asks for what is due."""


class InCircles(Exception):
    """Without its rule a round never ends."""


@dataclass
class Switch:
    """One clause that is off, and the seams at which that made a difference."""

    citation: str
    used: set[str] = field(default_factory=set)
    dropped: int = 0

    def off(self, basis: Basis, seam: str) -> bool:
        match basis:
            case Clause(citation=cited) | ApprovedProcedure(clause=cited):
                found = covers(cited, self.citation)
            case _:
                found = False
        if found:
            self.used.add(seam)
        return found


def throw(switch: Switch) -> None:
    """Take the rule out of this process."""
    _dues(switch)
    _rows(switch)
    _refusals(switch)
    _options(switch)
    _settlements(switch)
    _rules(switch)


def everywhere(original: object, put: object) -> None:
    """Put something in the place of what modules have already imported by name."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in ("tablectl", "tests"):
            for key, value in list(vars(module).items()):
                if value is original:
                    setattr(module, key, put)


def put(owner: type, name: str, method: object) -> None:
    setattr(owner, name, method)


def put_item(mapping: Mapping[str, T], key: str, value: T) -> None:
    """Into a dictionary that the product only reads."""
    if not isinstance(mapping, dict):
        raise TypeError(f"{type(mapping)} cannot be changed")
    mapping[key] = value


# ---------------------------------------------------------------- the round


def _dues(switch: Switch) -> None:
    original = Plan.due

    def due(self: Plan, step: str, view: RoundView) -> Dues:
        asked = original(self, step, view)
        left = tuple(made for each in asked if (made := _without(switch, each)) is not None)
        switch.dropped += bool(asked) and not left
        if switch.dropped > MOST:
            raise InCircles(step)
        return left

    put(Plan, "due", due)


def _without(switch: Switch, due: Due) -> Due | None:
    if switch.off(due.basis, "due"):
        return None
    match due:
        case WagerDue():
            kinds = (
                replace(k, least=None, most=None) if switch.off(k.basis, "refusal") else k
                for k in due.wagers
            )
            return replace(due, wagers=tuple(kinds))
        case CallDue() if due.lacking is not None and switch.off(due.lacking.basis, "refusal"):
            return replace(due, lacking=None)
        case SettleDue():
            lines = _without_lines(switch, due.lines)
            return replace(due, lines=lines) if lines else None
        case _:
            return due


def _without_lines(switch: Switch, lines: tuple[Line, ...]) -> tuple[Line, ...]:
    return tuple(line for line in lines if not switch.off(line.basis, "settlement"))


def _settlements(switch: Switch) -> None:
    """Settlements that a test asks for without a plan."""
    for name, module in list(sys.modules.items()):
        original = vars(module).get("settlement")
        if not name.startswith("tablectl.games.") or not isinstance(original, FunctionType):
            continue
        if original.__module__ == name:
            everywhere(original, _settling(switch, original))


def _settling(
    switch: Switch, original: Callable[[RoundView], tuple[Line, ...]]
) -> Callable[[RoundView], tuple[Line, ...]]:
    return lambda view: _without_lines(switch, original(view))


# ---------------------------------------------------------------- rulings and acts


def _rows(switch: Switch) -> None:
    original = Rulebook.ruling
    house = Rulebook(BASE)

    def ruling(self: Rulebook, irregularity: Irregularity) -> Ruling:
        found = original(self, irregularity)
        off = self is not house and switch.off(found.basis, "row")
        return original(house, irregularity) if off else found

    put(Rulebook, "ruling", ruling)


def _refusals(switch: Switch) -> None:
    original = acting.take_act

    def take_act(draft: Draft, act: Act) -> None:
        original(draft, act)
        if draft.refusal is not None and switch.off(draft.refusal.basis, "refusal"):
            draft.refusal = None

    everywhere(original, take_act)


def _options(switch: Switch) -> None:
    original = options.problems

    def problems(game: options.Game, settings: Settings) -> tuple[options.Problem, ...]:
        found = original(game, settings)
        return tuple(each for each in found if not switch.off(each.basis, "option"))

    everywhere(original, problems)
    for name, game in catalogue.GAMES.items():
        made = replace(game, lacks=_lacking(switch, game.lacks))
        everywhere(game, made)
        put_item(catalogue.GAMES, name, made)


def _lacking(
    switch: Switch, original: Callable[[Settings], Iterable[options.Problem]]
) -> Callable[[Settings], Iterable[options.Problem]]:
    """What a table needs of its devices, without what the clause asks for."""
    return lambda settings: [p for p in original(settings) if not switch.off(p.basis, "option")]


# ---------------------------------------------------------------- decks


def _rules(switch: Switch) -> None:
    def changed(rules: Rules) -> Rules:
        preparations = rules.preparations
        for prep in preparations:
            if switch.off(prep.basis, "preparation"):
                preparations = _skipped(preparations, prep)
        old = rules.card_life is not None and switch.off(rules.card_life_basis, "card_life")
        cutting = _still(switch, rules.cutting_card)
        relief = _still(switch, rules.new_dealer)
        life = None if old else rules.card_life
        made = (preparations, life, cutting, relief)
        if made == (rules.preparations, rules.card_life, rules.cutting_card, rules.new_dealer):
            return rules
        return replace(
            rules,
            preparations=preparations,
            card_life=life,
            cutting_card=cutting,
            new_dealer=relief,
        )

    every_rules(changed)


def _still(switch: Switch, basis: Basis | None) -> Basis | None:
    """The basis of what the core asks for only where the rules name one."""
    return None if basis is not None and switch.off(basis, "due") else basis


def every_rules(change: Callable[[Rules], Rules]) -> None:
    """Have the rules of every table changed as they are made."""
    for name, game in catalogue.GAMES.items():
        made = replace(game, rules=_then(game.rules, change))
        everywhere(game, made)
        put_item(catalogue.GAMES, name, made)


def _then(
    rules: Callable[[Settings], Rules], change: Callable[[Rules], Rules]
) -> Callable[[Settings], Rules]:
    return lambda settings: change(rules(settings))


def _skipped(preparations: tuple[Preparation, ...], gone: Preparation) -> tuple[Preparation, ...]:
    """What comes after it may come in its place; if nothing does, what comes before leads on."""
    now = [p for p in preparations if p.what != gone.what]
    if any(set(gone.dests) & set(p.sources) for p in now):
        return tuple(replace(p, sources=_through(p.sources, gone)) for p in now)
    return tuple(
        replace(
            p,
            dest=gone.dest if p.dest in gone.sources else p.dest,
            by_device=gone.dest if p.by_device in gone.sources else p.by_device,
            gathers=gone.gathers if set(p.dests) & set(gone.sources) else p.gathers,
        )
        for p in now
    )


def _through(sources: tuple[str, ...], gone: Preparation) -> tuple[str, ...]:
    found = [s for s in sources if s not in gone.dests]
    return tuple(dict.fromkeys([*found, *gone.sources] if len(found) < len(sources) else found))
