"""Hands that a reader reads: all cards of one at a time, or shown one by one.

A reader that sees one card at a time cannot say whose it is. Every card that it is shown is on
record by itself, and counts for the hand that is due to be turned, once; only when as many cards
have been shown as lie there is the hand turned. Whoever was interrupted in the middle shows the
whole hand again: of what happened meanwhile nobody was told.
"""

from __future__ import annotations

from tablectl.table.draft import Draft
from tablectl.table.faces import check_all_faces, put_faces, show
from tablectl.table.irregular import raise_
from tablectl.table.state import Showing
from tablectl.words.cards import Face, Known
from tablectl.words.dues import TurnDue
from tablectl.words.irregularities import Kind
from tablectl.words.observations import CardShown
from tablectl.words.values import replace

NOBODYS = ""
"""The place of a card that was shown and counts for no hand."""


def take_hand(draft: Draft, device: str, place: str, faces: tuple[Face, ...]) -> None:
    """All cards of the hand that is due have been read."""
    read, expected = len(faces), draft.view.count(place)
    if read != expected:
        detail = f"expected {expected}, read {read}"
        raise_(draft, Kind.MISDEAL, place=place, device=device, detail=detail)
        return
    put_faces(draft, place, faces, device)
    show(draft, place)
    check_all_faces(draft)


def take_showing(draft: Draft, device: str, report: CardShown, due: TurnDue | None) -> None:
    """One card was shown; `due` is what this device may answer."""
    place = due.places[0] if due is not None else NOBODYS
    shown = draft.round.shown
    mine = next((each.place for each in shown if each.tag == report.tag), None)
    if _held_up(draft, device, due):
        draft.ignored = "held_up"  # whoever shows the hand has not looked at the screen yet
    elif mine == place or (mine and mine == shown[-1].place):
        draft.ignored = "shown_before"  # of this hand, or of the last, before the next was begun
    elif mine or not place:
        _note(draft, NOBODYS, report)
        detail = _named(report) + (f", which was shown for {mine}" if mine else "")
        raise_(draft, Kind.NOT_EXPECTED, place=place, device=device, detail=detail)
    elif not isinstance(report.face, Known):
        _note(draft, NOBODYS, report)
        raise_(draft, Kind.FOREIGN_CARD, place=place, device=device, detail=_named(report))
    else:
        _note(draft, place, report)
        faces = gathered(draft, place)
        if len(faces) >= draft.view.count(place):
            take_hand(draft, device, place, faces)


def gathered(draft: Draft, place: str) -> tuple[Face, ...]:
    """The cards that have been shown of a hand so far."""
    return tuple([each.face for each in draft.round.shown if each.place == place])


def _held_up(draft: Draft, device: str, due: TurnDue | None) -> bool:
    """Whether a hand is to be shown as soon as what holds the round up is decided."""
    if due is not None or draft.devices[device].phase != "ready":
        return False
    return any(isinstance(each, TurnDue) for each in draft.plan_dues)


def _note(draft: Draft, place: str, report: CardShown) -> None:
    """Remember the card; of those that count for no hand, only the last."""
    counted = [each for each in draft.round.shown if each.place]
    last = Showing(place, report.tag, report.face)
    draft.put_round(replace(draft.round, shown=(*counted, last)))


def _named(report: CardShown) -> str:
    card = report.face.card.code if isinstance(report.face, Known) else "no card of the map"
    return f"tag {report.tag}, {card}"
