"""What a citation becomes is read off the source, through names, parameters, fields and returns."""

from __future__ import annotations

import pytest

from tablectl.clauses.hows import How
from tablectl.clauses.registry import family
from tablectl.games.catalogue import GAMES
from tablectl.tracing.citations import cited
from tablectl.tracing.hows import derived, hows, kept, problems, told
from tablectl.tracing.sources import of_games, of_texts
from tablectl.tracing.uses import uses
from tests.clauses.test_citations import citations_in, rules_of
from tests.tables import Table

HEAD = "c = citing(20)\n"


def made_of(*texts: str) -> dict[str, set[How]]:
    """What each citation in these modules becomes."""
    sources = of_texts({f"m{number}": text for number, text in enumerate(texts)})
    found: dict[str, set[How]] = {}
    for each in cited(sources):
        found.setdefault(each.citation, set()).update(uses(sources, each.node))
    return found


@pytest.mark.parametrize(
    ("source", "how"),
    [
        ("def step(view): return (CardsDue(to, c('7(d)')),)", How.DUE),
        ("row(KIND, at_once(GO_ON, basis=c('7(d)')))", How.ROW),
        ("Line('h', 'w', basis=c('7(d)'))", How.SETTLEMENT),
        ("OptionSpec(1, 1, 5, 'rounds', c('7(d)'))", How.OPTION),
        ("Preparation('wash', (), 'washed', c('7(d)'))", How.PREPARATION),
        ("view.lacking_to_deal(HOUSE, c('7(d)'))", How.REFUSAL),
        ("Rules(card_life_basis=c('7(d)'))", How.CARD_LIFE),
        ("Rules(some_basis=c('7(d)'))", How.CITED),
        ("basis = c('7(d)')\nx = Line('h', basis)", How.SETTLEMENT),
        ("def why(v): return c('7(d)') if v else c('7(d)')\nLine('h', why(1))", How.SETTLEMENT),
        ("def ask(basis): return TurnDue((), basis)\nask(c('7(d)'))", How.DUE),
        (
            "def ask(*, b=None): return TurnDue((), b or HOUSE)\nask(b=c('7(d)'))",
            How.DUE,
        ),
        (
            "class M:\n    call: Clause\n    out: Clause\n"
            "M(c('1(a)'), c('7(d)'))\ndef step(m): return MoveDue((), m.out)",
            How.DUE,
        ),
        ("both = {1: (c('7(d)'), 2)}\nload, call = both[1]\nCallDue('x', load)", How.DUE),
        ("elsewhere(c('7(d)'))", How.CITED),
    ],
)
def test_a_citation_is_followed_to_what_enforces_it(source: str, how: How) -> None:
    assert made_of(HEAD + source)["19:47-20.7(d)"] == {how}


@pytest.mark.parametrize(
    "source", ["HousePolicy(f\"{c('7(d)').citation} is silent\")", "x = c('7(d)').citation"]
)
def test_a_citation_that_is_only_spoken_of_enforces_nothing(source: str) -> None:
    assert made_of(HEAD + source)["19:47-20.7(d)"] == set()


def test_what_a_module_names_is_followed_into_those_that_import_it() -> None:
    found = made_of(HEAD + "WHY = c('7(d)')", "from m0 import WHY\nLine('h', WHY)")
    assert found["19:47-20.7(d)"] == {How.SETTLEMENT}


def test_a_function_that_is_lent_a_way_of_citing_cites_for_every_lender() -> None:
    shared = "def one(c): return two(c=c)\ndef two(*, c): return TurnDue((), c('3(b)'))"
    found = made_of(shared, "c = citing(18)\none(c)", "c = citing(20)\none(c)")
    assert found == {"19:47-18.3(b)": {How.DUE}, "19:47-20.3(b)": {How.DUE}}


def test_a_module_may_cite_for_two_subchapters() -> None:
    found = made_of("c = citing(20)\nall_games = citing(8)\nTurnDue((), all_games('2(a)#1'))")
    assert found == {"19:47-8.2(a)#1": {How.DUE}}


# ---------------------------------------------------------------- the games as they are


def test_every_citation_of_the_games_is_found_and_registered() -> None:
    assert {game.subchapter for game in GAMES.values()} <= {
        int(each.citation.removeprefix("19:47-").partition(".")[0]) for each in cited(of_games())
    }
    assert not [citation for citation in derived() if not family(citation)]
    assert not list(problems())


@pytest.mark.parametrize("name", GAMES)
def test_what_is_read_off_the_source_is_what_the_rules_hold(name: str) -> None:
    for rules in rules_of(GAMES[name]):
        for how, values in (
            (How.ROW, [row.ruling for row in rules.rulebook.rows]),
            (How.PREPARATION, rules.preparations),
            (How.OPTION, list(GAMES[name].options.values())),
        ):
            missed = [each for each in citations_in(values) if how not in derived()[each]]
            assert not missed, (name, how, missed)


def test_what_is_due_in_a_round_is_found_as_due_or_preparation() -> None:
    table = Table()
    seen: set[str] = set()

    def over(table: Table) -> bool:
        seen.update(citations_in([due.basis for due in table.dues]))
        return table.state.round.number > 1

    table.follow(over)
    assert len(seen) > 10
    assert not [each for each in seen if not derived()[each] & {How.DUE, How.PREPARATION}]


def test_a_clause_that_nothing_cites_is_told_by_the_line_beside_its_game() -> None:
    line = kept()["19:47-20.3(b)1"]
    assert (line.how, told(line.citation)) == (How.RANKING, "ranking")


def test_a_clause_that_nothing_keeps_has_no_how() -> None:
    assert (hows("19:47-20.7(b)#2"), told("19:47-20.7(b)#2")) == (frozenset(), "")
