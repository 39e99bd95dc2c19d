"""Attendance in the core: who is signed in, whose act is taken, and who administers people.

The door proves; this is told and checks again, so that a record can be audited without the door.
It must not know what a proof is made of.
"""

from __future__ import annotations

from collections.abc import Mapping

from tablectl.table.authority import ADMINISTRATION, granted, needs
from tablectl.table.draft import Draft
from tablectl.words.acts import Act, Administer, Dismiss, Enrol, Unlock
from tablectl.words.attendance import (
    Attendance,
    Found,
    LockedOut,
    Renewed,
    SignedIn,
    SignedOut,
    TurnedAway,
)
from tablectl.words.bases import HOUSE, Role
from tablectl.words.refusals import Refusal


def leaves_no_mark(attendance: Attendance) -> bool:
    """Whether this is for the record alone: who was not believed is nowhere at the table."""
    return isinstance(attendance.event, TurnedAway | LockedOut)


def take_attendance(draft: Draft, attendance: Attendance) -> None:
    person = attendance.person
    match attendance.event:
        case SignedIn() as event:
            if draft.settings.sign_in is None or person not in draft.settings.people:
                draft.ignored = "nobody_proves_here"
                return
            if draft.enrolled.get(person) != event.credential:
                draft.ignored = "not_enrolled"
                return
            draft.present = {**draft.present, person: event.session}
        case SignedOut() as event:
            if draft.present.get(person) != event.session:
                draft.ignored = "no_such_session"
                return
            draft.present = _without(draft.present, person)
        case Renewed() if person not in draft.enrolled:
            draft.ignored = "not_enrolled"
        case Renewed() | Found() as event:
            others = _without(draft.enrolled, person)
            draft.enrolled = {**others, person: event.credential} if event.credential else others
        case TurnedAway() | LockedOut():
            pass


def _without(those: Mapping[str, str], person: str) -> dict[str, str]:
    return {name: each for name, each in those.items() if name != person}


def not_proved(draft: Draft, act: Act) -> Refusal | None:
    """Where people prove who they are, both people of an act are signed in."""
    if draft.settings.sign_in is None:
        return None
    for person in (act.by, act.second):
        if person and person not in draft.present:
            return Refusal("not_signed_in", HOUSE, {"person": person})
    return None


def administer(draft: Draft, deed: Administer, by: str, roles: tuple[Role, ...]) -> Refusal | None:
    """An administrator enrols somebody, lets them try again, or lets them go."""
    if not granted(ADMINISTRATION, roles):
        return Refusal("wrong_role", HOUSE, {"needs": needs(ADMINISTRATION)})
    if draft.settings.sign_in is None:
        return Refusal("nobody_proves_here", HOUSE, {})
    if deed.person == by:
        return Refusal("not_oneself", HOUSE, {"person": by})
    match deed:
        case Enrol():
            if deed.person not in draft.settings.people:
                return Refusal("unknown_person", HOUSE, {"person": deed.person})
            draft.present = _without(draft.present, deed.person)
            draft.enrolled = {**draft.enrolled, deed.person: deed.credential}
        case Unlock() | Dismiss():
            if deed.person not in draft.enrolled:
                return Refusal("not_enrolled", HOUSE, {"person": deed.person})
            if isinstance(deed, Dismiss):
                draft.present = _without(draft.present, deed.person)
                draft.enrolled = _without(draft.enrolled, deed.person)
    return None
