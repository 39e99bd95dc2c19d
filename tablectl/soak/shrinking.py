"""Shrinking: the least that still makes the referee disagree, found by leaving things out.

Every attempt is a scenario that is played for real. Rounds, troubles, seats, answers and cards are
left out one by one as long as the referee still says the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tablectl.scenario import loads, play
from tablectl.soak.retelling import Told, before_the_first_card, in_one_round, retold
from tablectl.soak.stretch import Stretch
from tablectl.yamlfile import FileErrors

AGREES = "the referee to agree"
MOST_TRIES = 200
"""So many scenarios are played at most."""


def shrunk(stretch: Stretch) -> str:
    """The smallest scenario that shows the disagreement; empty if none does."""
    if stretch.refereed is None or not stretch.refereed.referee.found:
        return ""
    first = stretch.refereed.referee.found[0]
    tries = [MOST_TRIES]
    told = retold(stretch, first)
    start = next((each for each in _beginnings(told) if _shows(each, first.what, tries)), None)
    return "" if start is None else _least(start, first.what, tries).text()


def _beginnings(told: Told) -> Iterator[Told]:
    """What may show it at all: the last troubles first and then all, the cards only if need be."""
    last = replace(told, troubles=tuple(e for e in told.troubles if e.round == told.rounds))
    ways = (before_the_first_card(in_one_round(last)), in_one_round(last), last, told)
    for each in (*(replace(way, hands={}) for way in ways), *ways):
        yield each
        yield replace(each, choices={**each.choices, "remedy": "go_on"})
        yield replace(each, choices={**each.choices, "remedy": "void_round"})


def _least(told: Told, what: str, tries: list[int]) -> Told:
    smaller = next((each for each in _smaller(told) if _shows(each, what, tries)), None)
    return told if smaller is None else _least(smaller, what, tries)


def _smaller(told: Told) -> Iterator[Told]:
    """The same with one thing less."""
    for at in range(len(told.troubles)):
        yield replace(told, troubles=told.troubles[:at] + told.troubles[at + 1 :])
    if told.options:
        yield replace(told, options={})
    if told.plays_on and told.troubles:
        yield replace(told, plays_on=False)
    if told.rounds > 1:
        yield in_one_round(told)
    for seat in told.wagers if len(told.wagers) > 1 else ():
        yield replace(told, wagers={s: mine for s, mine in told.wagers.items() if s != seat})
    for question in told.choices:
        yield replace(told, choices={q: a for q, a in told.choices.items() if q != question})
    for place in told.hands:
        yield replace(told, hands={p: hand for p, hand in told.hands.items() if p != place})


def _shows(told: Told, what: str, tries: list[int]) -> bool:
    """Whether the referee disagrees over the same when this is played."""
    if not tries[0]:
        return False
    tries[0] -= 1
    try:
        report = play(loads(told.text(), "shrinking"))
    except FileErrors:
        return False
    said = [failure.was for failure in report.failures if failure.expected == AGREES]
    return any(each.startswith(what) for each in said)
