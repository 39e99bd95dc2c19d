"""Authority: who may do what, in one place.

What the core itself asks somebody to confirm, and what anybody may do unasked, take their roles
from here; what a game asks for takes them from its dues and preparations. `matrix` is all of it for
a game: made from what the core goes by, so that it cannot say anything else. Whether a thing may be
done at this moment is for the dues to say; `when` tells people in a word.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields
from typing import get_args

from tablectl.irregularities.kinds import DECLARABLE, Declarable, Moment
from tablectl.table.rules import Rules
from tablectl.words.acts import Administer, Amend, ChangeOption, DeclareContents, Dispute
from tablectl.words.bases import Role
from tablectl.words.canonical import tag_of
from tablectl.words.dues import (
    CallDue,
    CardsDue,
    CheckDue,
    ChoiceDue,
    CountDue,
    MoveDue,
    SettleDue,
    TurnDue,
    WagerDue,
)
from tablectl.words.irregularities import Kind
from tablectl.words.rulings import Consequence, Ruling
from tablectl.words.values import value

_DEALER, _SUPERVISOR = (Role.DEALER,), (Role.SUPERVISOR,)
_TECHNICIAN, _FLOOR = (Role.TECHNICIAN,), (Role.DEALER, Role.SUPERVISOR)


@value
class Grant:
    """Who may; with whom, where two have to; and when, in words."""

    roles: tuple[Role, ...]
    when: str
    second: tuple[Role, ...] = ()
    not_by: str = ""
    """The step before, whose person may not be the one."""
    later: tuple[Role, ...] = ()
    """Who alone may once the round is past the step at which it was keyed in."""


CONFIRMS: Mapping[str, Grant] = {
    "open_table": Grant(_SUPERVISOR, "the table is closed"),
    "close_table": Grant(_SUPERVISOR, "between rounds, nothing wagered"),
    "release": Grant(_TECHNICIAN, "the table has stopped"),
    "clear_fault": Grant(_TECHNICIAN, "a device is out of order"),
    "receive_deck": Grant(_SUPERVISOR, "a deck has left the table"),
    "remove_deck": Grant(_SUPERVISOR, "it was ruled that a deck leaves"),
    "take_out": Grant(_DEALER, "a deck in the shoe cannot be dealt from"),
    "cutting_card": Grant(_DEALER, "the cutting card is not out yet, as far as was told"),
    "take_over": Grant(_DEALER, "between rounds, another dealer dealt", not_by="the last round"),
    "take_off": Grant(_SUPERVISOR, "between rounds, no line to the device"),
    "put_back": Grant(_SUPERVISOR, "between rounds, the device is off"),
    "deal_by": Grant(_SUPERVISOR, "between rounds"),
    "accept_identity": Grant(_SUPERVISOR, "between rounds, another unit answers"),
    "post_sign": Grant(_SUPERVISOR, "a change was asked for"),
    "announce_change": Grant(_FLOOR, "a change was asked for"),
    "tell_commission": Grant(_SUPERVISOR, "a change of a rule was asked for"),
    "withdraw_change": Grant(_SUPERVISOR, "a change was asked for"),
}
"""What the core itself asks somebody to confirm, whatever the game."""

AMENDING = Grant(_FLOOR, "it was keyed in in this round", later=_SUPERVISOR)
DISPUTING = Grant(_FLOOR, "the round is over")
CHANGING = Grant(_SUPERVISOR, "the table is open")
CONTENTS = Grant(_SUPERVISOR, "the table is open", second=(Role.SUPERVISOR, Role.DEALER))
ADMINISTRATION = Grant((Role.ADMINISTRATOR,), "at any time, of somebody else")

DIRECTING = Grant(_TECHNICIAN, "the table is simulated; anybody may where people prove nothing")
"""The stage of a simulated table is no deed: the door checks it, and the core is not asked."""

UNASKED: Mapping[str, Grant] = {
    **{tag_of(deed): AMENDING for deed in get_args(Amend)},
    tag_of(Dispute): DISPUTING,
    tag_of(ChangeOption): CHANGING,
    tag_of(DeclareContents): CONTENTS,
    **{tag_of(deed): ADMINISTRATION for deed in get_args(Administer)},
}
"""Deeds that answer nothing that is due."""

_MOMENTS: Mapping[Moment, str] = {
    Moment.DEAL: "cards are being dealt",
    Moment.CARDS_OUT: "cards lie on the layout",
    Moment.FIRST_CARDS: "first cards lie there, nobody has answered",
    Moment.ANSWERED: "a hand has answered",
    Moment.FROM_A_SIDE: "cards come from one of two sides",
    Moment.BEFORE_FIRST_CARD: "before the first card",
    Moment.OPEN: "the table is open",
}
_ROUND = (
    (WagerDue, "bet, take_back"),
    (CallDue, "call"),
    (CardsDue, "deal"),
    (ChoiceDue, "choose"),
    (CheckDue, "check"),
    (CountDue, "count"),
    (TurnDue, "turn"),
    (MoveDue, "move"),
    (SettleDue, "settle"),
)
"""What answers a due of a round; who may, says the due."""


def who(what: str) -> tuple[Role, ...]:
    """Who confirms a thing that the core itself asks for."""
    return CONFIRMS[what].roles


def granted(grant: Grant, roles: tuple[Role, ...]) -> bool:
    """Whether a person of these roles may."""
    return any(role in grant.roles for role in roles)


def needs(grant: Grant) -> str:
    """Who may, as a refusal tells it."""
    return " or ".join(role.value for role in grant.roles)


def matrix(rules: Rules) -> Mapping[str, Grant]:
    """Who may do what at a table of this game, by the deed and what it is about."""
    return dict(_rows(rules))


def _rows(rules: Rules) -> Iterator[tuple[str, Grant]]:
    for due, deeds in _ROUND:
        roles = next(field for field in fields(due) if field.name == "roles").default
        if roles is MISSING:
            raise TypeError(f"{due.__name__} does not say who answers it")
        yield deeds, Grant(roles, "it is due in the round")
    for what, grant in CONFIRMS.items():
        yield f"confirm {what}", grant
    for prep in rules.preparations:
        yield f"confirm {prep.what}", Grant(prep.roles, "it is the deck's turn", not_by=prep.not_by)
    yield from _cases(rules)
    for kind, rule in DECLARABLE.items():
        if reported_here(rules, kind, rule):
            yield f"declare {kind.value}", Grant(rule.roles, _MOMENTS[rule.moment])
    yield from UNASKED.items()
    yield "stage", DIRECTING


def reported_here(rules: Rules, kind: Kind, rule: Declarable) -> bool:
    """Whether people report this kind in this game at all."""
    if rule.where_checked and rules.asks_reader is None:
        return False
    return not rule.where_ruled or kind in rules.rulebook.own


def _cases(rules: Rules) -> Iterator[tuple[str, Grant]]:
    """Whoever the rulings of this game name, for each way in which a case is decided."""
    found: dict[str, set[Role]] = {}
    for row in rules.rulebook.rows:
        if row.ruling.confirm:
            found.setdefault(_way(row.ruling), set()).update(row.ruling.confirm)
    for way, roles in sorted(found.items()):
        yield way, Grant(tuple(role for role in Role if role in roles), "a case is open")


def _way(ruling: Ruling) -> str:
    if Consequence.DISPUTE in ruling.consequences:
        return "confirm resolve_dispute"
    return "choose remedy" if ruling.remedies else "confirm ruling"
