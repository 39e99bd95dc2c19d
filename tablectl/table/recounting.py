"""Counts that were keyed in wrong: what hung on the old number hangs on the new one.

A count whose mismatch opened a search that nobody has begun yet ends the search if it was only
keyed in wrong; one that is part of a search is exchanged in it. Once the search has come to a
finding, the finding stands.
"""

from __future__ import annotations

from tablectl.table import ledger
from tablectl.table.answers import judge_count
from tablectl.table.draft import Draft
from tablectl.table.ledger import Claim
from tablectl.words.facts import CountedAt
from tablectl.words.irregularities import Kind
from tablectl.words.rulings import Case, Consequence
from tablectl.words.values import replace


def recountable(draft: Draft, place: str) -> bool:
    """Whether nothing has followed from the count of this place that stands by itself."""
    if _gathering(draft, place) is not None:
        return True
    search = _search(draft, place)
    return search is None or not search.counts


def recount(draft: Draft, counted: CountedAt, source: str) -> None:
    place, cards = counted.place, counted.count
    gathering = _gathering(draft, place)
    search = _search(draft, place)
    if gathering is not None:
        _put(draft, replace(gathering, counts={**gathering.counts, place: cards}))
    elif search is None:
        judge_count(draft, counted, source)
    else:
        _search_anew(draft, search, cards, source)


def _search_anew(draft: Draft, search: Case, cards: int, source: str) -> None:
    deck, place = search.ruled.irregularity.deck, search.ruled.irregularity.place
    holding = draft.ledger[deck]
    if cards != holding.count(place):
        draft.put_holding(deck, ledger.claimed(holding, place, Claim(cards, source, draft.seq)))
        return
    draft.put_holding(deck, ledger.unclaimed(holding, place))
    draft.put_cases(tuple(case for case in draft.cases if case.id != search.id))
    draft.counted_right(deck)


def _gathering(draft: Draft, place: str) -> Case | None:
    """The search that has this count among those it gathers."""
    return next((c for c in draft.cases if _counts_hands(c) and place in c.counts), None)


def _search(draft: Draft, place: str) -> Case | None:
    """The case that a wrong count of this place led to."""
    kinds = (Kind.STUB_MISMATCH, Kind.STUB_FINDING)
    about = ((case, case.ruled.irregularity) for case in draft.cases)
    return next((c for c, what in about if what.kind in kinds and what.place == place), None)


def _counts_hands(case: Case) -> bool:
    return Consequence.COUNT_HANDS in case.ruled.ruling.consequences


def _put(draft: Draft, case: Case) -> None:
    draft.put_cases(tuple(case if c.id == case.id else c for c in draft.cases))
