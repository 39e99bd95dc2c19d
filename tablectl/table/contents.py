"""Declared contents: two people say what physically lies at a place, and the ledger believes them.

The law stays: cards move and are neither made nor lost. What is more comes from another place, what
is less goes there; where nobody knows it, the cards are missing. Cards that are missing open a
case, and no further round is dealt from their deck.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tablectl.table import ledger
from tablectl.table.authority import CONTENTS, granted, needs
from tablectl.table.draft import Draft
from tablectl.table.irregular import raise_
from tablectl.table.places import (
    DEALER,
    LOOSE,
    MISSING,
    OUT,
    RACK,
    SHOE,
    STACK,
    by_seat,
    seat_place,
)
from tablectl.table.rules import REMOVED
from tablectl.words.acts import Act, DeclareContents
from tablectl.words.bases import HOUSE, Role
from tablectl.words.facts import ContentsDeclared
from tablectl.words.irregularities import Kind
from tablectl.words.refusals import Refusal


def declare_contents(
    draft: Draft, deed: DeclareContents, act: Act, roles: tuple[Role, ...]
) -> Refusal | None:
    deck = deed.deck or _deck_meant(draft)
    refusal = _not_by_these(draft, act, roles) or _not_so(draft, deed, deck)
    if refusal is not None:
        return refusal
    holding = draft.ledger[deck]
    was, other = holding.count(deed.place), deed.other or MISSING
    lost = holding.count(MISSING)
    if deed.cards < was:
        holding = ledger.put_right(holding, deed.place, other, was - deed.cards)
    else:
        holding = ledger.put_right(holding, other, deed.place, deed.cards - was)
    draft.put_holding(deck, holding)
    draft.record(
        ContentsDeclared(deck, deed.place, was, deed.cards, other, act.by, act.second, deed.note)
    )
    if (missing := holding.count(MISSING)) > lost:
        raise_(draft, Kind.COUNT_DISPUTED, place=MISSING, deck=deck, detail=f"{missing} in all")
    return None


def _not_by_these(draft: Draft, act: Act, roles: tuple[Role, ...]) -> Refusal | None:
    if not granted(CONTENTS, roles):
        return Refusal("wrong_role", HOUSE, {"needs": needs(CONTENTS)})
    if not act.second:
        return Refusal("second_missing", HOUSE, {})
    if not any(role in CONTENTS.second for role in draft.settings.people[act.second].roles):
        return Refusal("second_of_no_use", HOUSE, {"person": act.second})
    return None


def _not_so(draft: Draft, deed: DeclareContents, deck: str) -> Refusal | None:
    if not deed.note.strip():
        return Refusal("reason_missing", HOUSE, {})
    if draft.phase != "open" or deck not in _on_table(draft):
        return Refusal("no_such_deck", HOUSE, {"deck": deck or "?"})
    for place in (deed.place, deed.other or MISSING):
        if place not in _places(draft, deck) and (place != MISSING or place == deed.place):
            return Refusal("no_such_place", HOUSE, {"place": place or "?"})
    if deed.place == deed.other:
        return Refusal("no_such_place", HOUSE, {"place": deed.other})
    holding = draft.ledger[deck]
    if not 0 <= deed.cards <= holding.composition.size:
        return Refusal("not_a_count", HOUSE, {"cards": deed.cards})
    source = deed.other or MISSING
    more = deed.cards - holding.count(deed.place)
    if more > holding.count(source):
        believed = holding.count(source)
        return Refusal("not_enough_there", HOUSE, {"place": source, "cards": believed})
    return None


def _on_table(draft: Draft) -> tuple[str, ...]:
    return tuple(name for name, deck in draft.decks.items() if deck.phase != REMOVED)


def _deck_meant(draft: Draft) -> str:
    on_table = _on_table(draft)
    return draft.deck_in_play or (on_table[0] if len(on_table) == 1 else "")


def _places(draft: Draft, deck: str) -> frozenset[str]:
    """Where cards can be on this table: its own places, and wherever any lie now."""
    seats = map(seat_place, range(1, draft.settings.seats + 1))
    lying = draft.ledger[deck].piles
    return frozenset((SHOE, RACK, STACK, LOOSE, DEALER, *seats, *lying)) - {OUT, MISSING}


def contents_places(draft: Draft) -> Mapping[str, tuple[str, ...]]:
    """By deck, the places whose contents may be declared; the deck that is meant first."""
    meant, decks = _deck_meant(draft), _on_table(draft)
    first = sorted(decks, key=lambda name: name != meant)
    return {deck: tuple(sorted(_places(draft, deck), key=by_seat)) for deck in first}


def contents_open(draft: Draft, role: Role) -> Iterator[Mapping[str, Any]]:
    """That a person of this role may declare contents now, with somebody else."""
    if role in CONTENTS.roles and draft.phase == "open" and _on_table(draft):
        yield {"deed": "declare_contents", "second": [each.value for each in CONTENTS.second]}
