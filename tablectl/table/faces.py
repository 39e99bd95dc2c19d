"""What cards show: faces that somebody told, and whether all of them can be true."""

from __future__ import annotations

from collections import Counter

from tablectl.table import ledger
from tablectl.table.draft import Draft
from tablectl.table.irregular import raise_
from tablectl.words.cards import Face, Known
from tablectl.words.facts import Turned
from tablectl.words.irregularities import Kind


def put_faces(draft: Draft, place: str, faces: tuple[Face, ...], device: str = "") -> None:
    """What all cards at a place show; where they are of two decks, those of the other one first.

    A card that was told before and is told as another one now is ruled on. What was told last holds
    until somebody decides otherwise.
    """
    for name in (*draft.other_decks_at(place), draft.deck_in_play):
        held = draft.ledger[name]
        mine, faces = faces[: held.count(place)], faces[held.count(place) :]
        if not mine:
            continue
        draft.put_holding(name, ledger.with_faces(held, place, mine))
        if changed := _changed(held.at(place).all_faces(), mine):
            raise_(draft, Kind.CARD_CHANGED, place=place, deck=name, device=device, detail=changed)


def _changed(before: tuple[Face, ...], now: tuple[Face, ...]) -> str:
    """The cards that are not what they were, in words; nothing if there is none."""
    told = (
        (was.card.code, is_.card.code)
        for was, is_ in zip(before, now, strict=True)
        if isinstance(was, Known) and isinstance(is_, Known)
    )
    return ", ".join(f"{was}, now {is_}" for was, is_ in told if was != is_)


def show(draft: Draft, place: str) -> None:
    """The cards of a place lie there for all to see, and show whether a check was right."""
    draft.record(Turned(place))
    if belied := draft.rules.belies(draft.view, place):
        raise_(draft, Kind.CARD_CHANGED, place=place, deck=draft.deck_in_play, detail=belied)


def check_all_faces(draft: Draft) -> None:
    """As `check_faces`, of every deck that the round may have cards of."""
    for deck in draft.decks if draft.rules.sides else (draft.deck_in_play,):
        check_faces(draft, deck)


def check_faces(draft: Draft, deck: str) -> None:
    """Whether all faces that are known, or sealed, can be in one deck together.

    What could be found before this input has been ruled on, and is not brought up again.
    """
    now, before = draft.ledger[deck], draft.before.ledger[deck]
    if ledger.sound(now):
        return
    if found := ledger.strangers(now):
        for face in (Counter(found) - Counter(ledger.strangers(before))).elements():
            raise_(draft, Kind.FOREIGN_CARD, deck=deck, detail=face)
    if found := ledger.too_often(now):
        for face in (Counter(found) - Counter(ledger.too_often(before))).elements():
            raise_(draft, Kind.DUPLICATE_CARD, deck=deck, detail=face)
