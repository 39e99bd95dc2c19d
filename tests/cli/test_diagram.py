"""`tablectl diagram`: Mermaid that is valid, and that shows what the tables of a game hold."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import pytest

from tablectl.games.catalogue import GAMES
from tablectl.table.phases import PhaseTable
from tablectl.table.rules import Rules
from tests.cli.shell import tablectl
from tests.test_texts import RULES

Edge = tuple[str, str, str]

EDGE = re.compile(r"(\[\*\]|\w+) --> (\[\*\]|\w+)(?: : ([^:;{}]+))?")
GROUP = re.compile(r"state (\w+) \{")


@dataclass
class Drawing:
    """A state diagram as it was read: its edges, and those inside each group."""

    outer: list[Edge] = field(default_factory=list)
    groups: dict[str, list[Edge]] = field(default_factory=dict)


def parsed(text: str) -> Drawing:
    """Read a state diagram; AssertionError at the first line that is none."""
    head, *lines = text.strip().splitlines()
    assert head == "stateDiagram-v2"
    drawing = Drawing()
    inside = drawing.outer
    for line in map(str.strip, lines):
        if found := GROUP.fullmatch(line):
            assert inside is drawing.outer, "a group within a group"
            inside = drawing.groups.setdefault(found[1], [])
        elif line == "}":
            assert inside is not drawing.outer, "an end of nothing"
            inside = drawing.outer
        else:
            edge = EDGE.fullmatch(line)
            assert edge, f"no line of a state diagram: {line!r}"
            inside.append((edge[1], edge[2], edge[3] or ""))
    assert inside is drawing.outer, "a group without an end"
    return drawing


def drawn(*args: str) -> Drawing:
    done = tablectl("diagram", *args)
    assert done.exit_code == 0, done.output
    return parsed(done.output)


METHODS = [
    pytest.param(r.settings.game, r.settings.method, r, id=f"{r.plan.name}-{number}")
    for number, r in enumerate(RULES)
]


def said(rules: Rules) -> list[str]:
    """The options that have words, as they are given."""
    worded = {n: spec for n, spec in GAMES[rules.settings.game].options.items() if spec.words}
    now = rules.settings.options
    pairs = [f"{name}={spec.shown(now[name])}" for name, spec in worded.items()]
    return [part for pair in pairs for part in ("--option", pair)]


def expected(table: PhaseTable, from_any: str) -> set[Edge]:
    """The changes of a table among the phases that `from_any` can befall, as they are drawn."""
    group = {change.source for change in table.changes if change.trigger == from_any}
    return {
        (
            change.source,
            change.dest if change.dest in group else "[*]",
            change.says or ("" if change.trigger == "advance" else change.trigger),
        )
        for change in table.changes
        if change.source in group and change.trigger != from_any
    }


@pytest.mark.parametrize(("game", "method", "rules"), METHODS)
def test_the_diagram_of_a_round_is_its_plan(game: str, method: str, rules: Rules) -> None:
    plan = rules.plan
    drawing = drawn(game, "--method", method, *said(rules))
    assert set(drawing.groups) == {"round"}
    inside = drawing.groups["round"]
    assert inside[0] == ("[*]", plan.first, "")
    assert set(inside[1:]) == expected(plan.table, "void")
    assert len(inside) - 1 == sum(len(step.then) for step in plan.steps.values())


@pytest.mark.parametrize(("game", "method", "rules"), METHODS)
def test_a_round_can_be_void_from_any_step_and_is_over_after_that(
    game: str, method: str, rules: Rules
) -> None:
    outer = drawn(game, "--method", method, *said(rules)).outer
    assert outer == [
        ("[*]", "round", ""),
        ("round", "void", "void, from any of them"),
        ("round", "over", ""),
        ("void", "over", ""),
        ("over", "round", "begin"),
    ]


@pytest.mark.parametrize("game", GAMES)
def test_the_diagram_of_a_deck_is_its_phases(game: str) -> None:
    rules = next(r for r in RULES if r.settings.game == game)
    drawing = drawn(game, "--deck")
    inside = drawing.groups["on_table"]
    assert inside[0] == ("[*]", rules.decks.initial, "")
    assert set(inside[1:]) == expected(rules.decks, "remove")
    assert ("on_table", "removed", "remove, from any of them") in drawing.outer
    assert ("removed", "on_table", "receive") in drawing.outer


def test_an_edge_says_on_which_condition_it_is_taken() -> None:
    labelled = [
        edge.says
        for r in RULES
        for step in r.plan.steps.values()
        for edge in step.then
        if edge.says
    ]
    asked = {(r.settings.game, "--method", r.settings.method, *said(r)) for r in RULES}
    told = "".join(tablectl("diagram", *args).output for args in asked)
    assert labelled
    assert all(says in told for says in labelled)


@pytest.mark.parametrize(
    ("args", "known"),
    [
        (("chess",), "three_card_poker"),
        (("three_card_poker", "--method", "by_mail"), "manual_shoe"),
        (("blackjack", "--option", "hole_card=sideways"), "reader"),
        (("blackjack", "--option", "hole_card=9"), "reader"),
        (("blackjack", "--option", "luck=1"), "hole_card"),
    ],
)
def test_what_there_is_no_diagram_of_is_bad_input(args: tuple[str, ...], known: str) -> None:
    done = tablectl("diagram", *args)
    assert done.exit_code == 2
    assert known in done.stderr


@pytest.mark.parametrize(
    "text",
    ["graph TD", "stateDiagram-v2\n a -> b", "stateDiagram-v2\n state a {", "stateDiagram-v2\n }"],
)
def test_the_parser_of_this_test_refuses_what_is_no_diagram(text: str) -> None:
    with pytest.raises(AssertionError):
        parsed(text)
