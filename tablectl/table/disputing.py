"""Disputes: what comes to light about a round after it is over.

A dispute is a case that holds nothing up: the round that it is about stays as it is on record, play
goes on, and the table may close with the dispute open. A supervisor ends it by saying what was
decided.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tablectl.table.authority import DISPUTING, granted
from tablectl.table.consequences import RESOLVE, rule_on
from tablectl.table.draft import Draft
from tablectl.words.acts import Dispute
from tablectl.words.bases import HOUSE, Role
from tablectl.words.irregularities import Irregularity, Kind
from tablectl.words.refusals import Refusal

__all__ = ["RESOLVE", "disputable", "dispute"]


def dispute(draft: Draft, deed: Dispute, roles: tuple[Role, ...]) -> Refusal | None:
    if not granted(DISPUTING, roles):
        return Refusal("wrong_role", HOUSE, {"needs": DISPUTING.roles[0].value})
    if not deed.note.strip():
        return Refusal("reason_missing", HOUSE, {})
    if draft.phase == "stopped" or not 1 <= deed.round <= last_over(draft):
        return Refusal("no_such_round", HOUSE, {"round": deed.round, "last": last_over(draft)})
    about = Irregularity(Kind.LATE_FINDING, {}, detail=deed.note, round=deed.round)
    rule_on(draft, about)
    return None


def last_over(draft: Draft) -> int:
    """The number of the last round that is over; 0 if none is."""
    return draft.round.number - 1


def disputable(draft: Draft, role: Role) -> Iterator[Mapping[str, Any]]:
    """The rounds that a person of this role may dispute."""
    if role in DISPUTING.roles and draft.phase != "stopped" and last_over(draft):
        yield {"deed": "dispute", "last": last_over(draft)}
