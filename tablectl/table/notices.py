"""Changing what the house has posted while the table is open: 19:47-8.2(c) and 8.3.

A supervisor asks for the change; people confirm that it was notified; the core itself changes the
settings when it may. A limit changes at once with the second confirmation (8.3(c)) and holds for
wagers placed from then on. A rule changes at the time that stands on the sign, in the first round
that nobody has wagered in yet, and only if all three steps were confirmed half an hour before that
time (8.3(b)); if they were not, the notice lapses. There is no clock here but the inputs' stamps.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tablectl.table.again import prune
from tablectl.table.authority import CHANGING, granted, needs, who
from tablectl.table.common_clauses import (
    ANNOUNCED,
    COMMISSION_TOLD,
    HALF_AN_HOUR_BEFORE,
    LIMITS_AT_ONCE,
    SIGN_POSTED,
)
from tablectl.table.draft import Draft
from tablectl.table.offered import Offered
from tablectl.table.rules import MINUTE
from tablectl.words.acts import ChangeOption, Confirm
from tablectl.words.bases import HOUSE, Role
from tablectl.words.dues import ConfirmDue
from tablectl.words.facts import Confirmed, Noticed, NoticeDropped, OptionChanged
from tablectl.words.notices import Notice
from tablectl.words.refusals import Refusal
from tablectl.words.settings import Settings
from tablectl.words.values import replace

SIGN, ANNOUNCEMENT, COMMISSION = "post_sign", "announce_change", "tell_commission"
WITHDRAW = "withdraw_change"
BEGIN = "begin_change"
LEAD = 30
"""Minutes between the last step and the start of a rule."""
MOST_MINUTES = 7 * 24 * 60


# ---------------------------------------------------------------- asking for a change


def change_option(
    draft: Draft, deed: ChangeOption, by: str, roles: tuple[Role, ...]
) -> Refusal | None:
    refusal = _not_possible(draft, deed, roles)
    if refusal is not None:
        return refusal
    house = draft.rules.house
    limit = house is not None and house.options[deed.option].limit
    draft.notice_count += 1
    notice = Notice(
        id=f"notice_{draft.notice_count}",
        option=deed.option,
        value=deed.value,
        limit=limit,
        by=by,
        asked_at=draft.time,
        starts_at=draft.time if limit else draft.time + deed.minutes * MINUTE,
        done={},
    )
    draft.put_notices((*draft.notices, notice))
    draft.record(Noticed(notice.id, notice.option, notice.value, notice.starts_at, by))
    return None


def _not_possible(draft: Draft, deed: ChangeOption, roles: tuple[Role, ...]) -> Refusal | None:
    if not granted(CHANGING, roles):
        return Refusal("wrong_role", HOUSE, {"needs": needs(CHANGING)})
    if draft.phase != "open":
        return Refusal("table_not_open", HOUSE, {})
    house = draft.rules.house
    option = house.options.get(deed.option) if house is not None else None
    if house is None or option is None:
        return Refusal("no_such_option", HOUSE, {"option": deed.option})
    if any(notice.option == deed.option for notice in draft.notices):
        return Refusal("notice_open", HOUSE, {"option": deed.option})
    wrong: dict[str, int | str] = {"option": deed.option, "value": deed.value}
    if draft.settings.options.get(deed.option) == deed.value:
        return Refusal("already_so", HOUSE, wrong)
    if not option.allows(deed.value):
        bounds = wrong | {"least": option.least, "most": option.most}
        if option.none is not None:
            bounds |= {"none": option.none}
        return Refusal("out_of_range", option.basis, bounds)
    objection = house.objection(_with(draft, deed.option, deed.value))
    if objection is not None:
        return Refusal("not_allowed", objection.basis, wrong | {"why": objection.why})
    if not option.limit and not LEAD <= deed.minutes <= MOST_MINUTES:
        args = {"least": LEAD, "most": MOST_MINUTES}
        return Refusal("start_out_of_reach", HALF_AN_HOUR_BEFORE, args)
    return None


def _with(draft: Draft, option: str, value: int) -> Settings:
    """The table as it would be with this option."""
    return replace(draft.settings, options={**draft.settings.options, option: value})


# ---------------------------------------------------------------- what is to be confirmed


def notice_dues(draft: Draft) -> Iterator[Offered]:
    """The steps of every notice that are still to be confirmed, in any order."""
    for notice in draft.notices:
        for due in _dues(draft, notice):
            yield Offered("notice", notice.id, due)


def _dues(draft: Draft, notice: Notice) -> Iterator[ConfirmDue]:
    which = notice.id
    if not _too_late(draft, notice):
        sign = LIMITS_AT_ONCE if notice.limit else SIGN_POSTED
        told = LIMITS_AT_ONCE if notice.limit else ANNOUNCED
        if SIGN not in notice.done:
            yield ConfirmDue(SIGN, sign, which, who(SIGN), idle=True)
        if ANNOUNCEMENT not in notice.done:
            yield ConfirmDue(ANNOUNCEMENT, told, which, who(ANNOUNCEMENT), idle=True)
        if not notice.limit and COMMISSION not in notice.done:
            yield ConfirmDue(COMMISSION, COMMISSION_TOLD, which, who(COMMISSION), idle=True)
    yield ConfirmDue(WITHDRAW, HOUSE, which, who(WITHDRAW), idle=True)


def _steps(notice: Notice) -> tuple[str, ...]:
    return (SIGN, ANNOUNCEMENT) if notice.limit else (SIGN, ANNOUNCEMENT, COMMISSION)


def _complete(notice: Notice) -> bool:
    return all(step in notice.done for step in _steps(notice))


def _last_moment(notice: Notice) -> int:
    """Until when the steps of a rule's notice can be taken."""
    return notice.starts_at - LEAD * MINUTE


def _too_late(draft: Draft, notice: Notice) -> bool:
    late = draft.time > _last_moment(notice)
    return late and not notice.limit and not _complete(notice)


def confirm_notice(draft: Draft, notice_id: str, what: str) -> None:
    notice = _named(draft, notice_id)
    if notice is None:
        raise ValueError(f"{what} was due for no notice")
    draft.record(Confirmed(what, notice_id, None))
    if what == WITHDRAW:
        _drop(draft, notice, "withdrawn")
        return
    done = replace(notice, done={**notice.done, what: draft.time})
    draft.put_notices(tuple(done if n.id == notice_id else n for n in draft.notices))


def not_yet(draft: Draft, deed: Confirm) -> Refusal | None:
    """Why a change cannot begin yet, or a step no longer be taken."""
    notice = _named(draft, deed.subject)
    if notice is None:
        return None
    if deed.what == BEGIN and not _complete(notice):
        missing = next(step for step in _steps(notice) if step not in notice.done)
        basis = LIMITS_AT_ONCE if notice.limit else HALF_AN_HOUR_BEFORE
        return Refusal("not_notified", basis, {"step": missing})
    if deed.what == BEGIN:
        left = -(-max(notice.starts_at - draft.time, 0) // MINUTE)
        return Refusal("too_early", HALF_AN_HOUR_BEFORE, {"minutes": left})
    if deed.what in _steps(notice) and _too_late(draft, notice):
        return Refusal("notified_too_late", HALF_AN_HOUR_BEFORE, {"minutes": LEAD})
    return None


def _named(draft: Draft, notice_id: str) -> Notice | None:
    return next((notice for notice in draft.notices if notice.id == notice_id), None)


# ---------------------------------------------------------------- how it ends


def advance_notices(draft: Draft) -> bool:
    """Let a change begin whose time has come, or a notice lapse that can no longer be kept."""
    for notice in draft.notices:
        if _too_late(draft, notice):
            _drop(draft, notice, "lapsed")
            return True
        if _complete(notice) and _may_begin(draft, notice):
            _begin(draft, notice)
            return True
    return False


def _may_begin(draft: Draft, notice: Notice) -> bool:
    if notice.limit:
        return True
    idle = draft.round.step == draft.rules.plan.first and not draft.round.wagers
    return draft.time >= notice.starts_at and idle


def _begin(draft: Draft, notice: Notice) -> None:
    house, options = draft.rules.house, draft.settings.options
    wanted = _with(draft, notice.option, notice.value)
    if house is None or house.objection(wanted) is not None:
        _drop(draft, notice, "not_allowed")
        return
    draft.put_notices(tuple(n for n in draft.notices if n.id != notice.id))
    told = {**draft.changed.options, notice.option: notice.value}
    draft.put_settings(wanted, replace(draft.changed, options=told))
    was = options.get(notice.option, 0)
    draft.record(OptionChanged(notice.id, notice.option, int(was), notice.value))
    prune(draft)


def _drop(draft: Draft, notice: Notice, why: str) -> None:
    draft.put_notices(tuple(n for n in draft.notices if n.id != notice.id))
    draft.record(NoticeDropped(notice.id, notice.option, why))


def drop_all(draft: Draft) -> None:
    """A table that closes takes its pending changes down with its signs."""
    for notice in draft.notices:
        _drop(draft, notice, "closed")


def notice_deadlines(draft: Draft) -> Mapping[str, int]:
    """When a notice lapses, or the change begins that it is about."""
    made = {}
    for notice in draft.notices:
        at = notice.starts_at if _complete(notice) else _last_moment(notice) + 1
        if not notice.limit and at > draft.time:
            made[f"notice:{notice.id}"] = at
    return made


# ---------------------------------------------------------------- what is shown


def notice_views(draft: Draft) -> list[dict[str, Any]]:
    return [
        {
            "id": notice.id,
            "option": notice.option,
            "value": notice.value,
            "limit": notice.limit,
            "starts_at": None if notice.limit else notice.starts_at,
            "done": dict(notice.done),
            "missing": [step for step in _steps(notice) if step not in notice.done],
        }
        for notice in draft.notices
    ]


def changeable(draft: Draft, role: Role) -> Iterator[Mapping[str, Any]]:
    """The options that a person of this role may ask to change."""
    house = draft.rules.house
    if role in CHANGING.roles and draft.phase == "open" and house is not None:
        pending = {notice.option for notice in draft.notices}
        options = [name for name in house.options if name not in pending]
        if options:
            yield {"deed": "change_option", "options": options}
