"""`view`: the only way out of the core, for people, consoles and robots alike.

Plain data, made for one role. A face leaves only if it is known; a token never does. What the
role may do now stands in `offers`, read off the same list that decides whether an act is taken,
so a button and its refusal cannot disagree.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablectl.irregularities.kinds import DECLARABLE
from tablectl.table.acting import declarable, head, may, prompt_code
from tablectl.table.amending import amendable
from tablectl.table.consequences import next_targets
from tablectl.table.contents import contents_open
from tablectl.table.disputing import disputable
from tablectl.table.draft import Draft
from tablectl.table.meeting import differences
from tablectl.table.notices import changeable, notice_views
from tablectl.table.offered import Offered
from tablectl.table.ordering import allowance
from tablectl.table.places import SHOE, seat_place
from tablectl.table.relieving import only_by
from tablectl.table.rules import Rules
from tablectl.table.standing import standing
from tablectl.table.state import Fate, Stranger, TableState
from tablectl.words.bases import Role, cited
from tablectl.words.canonical import tag_of, to_plain
from tablectl.words.cards import Known
from tablectl.words.dues import (
    CallDue,
    CardsDue,
    CheckDue,
    ChoiceDue,
    ConfirmDue,
    CountDue,
    Due,
    MoveDue,
    NumberDue,
    SettleDue,
    TurnDue,
    WagerDue,
)
from tablectl.words.facts import Warned
from tablectl.words.irregularities import Kind
from tablectl.words.rulings import Case, ruled_view
from tablectl.words.settings import Can, Device, DeviceKind
from tablectl.words.values import Label

View = Mapping[str, Any]
HIDDEN = "??"
_CODES: Mapping[Label, str] = {
    each: each.value for names in (Can, DeviceKind, Fate, Role) for each in names
}
"""What each stands for, looked up: `Enum.value` is worked out in Python every time."""


def view(rules: Rules, state: TableState, role: Role) -> View:
    """The table as a person of this role may see it."""
    draft = Draft(rules, state, state.seq, state.time)
    offers = standing(draft)
    dues = [due_view(draft, o) for o in offers]
    first = head(offers)
    return {
        "table": state.settings.table,
        "game": state.settings.game,
        "method": state.settings.method,
        "options": dict(state.settings.options),
        "sign_approval": state.settings.sign_approval,
        "simulated": any(d.simulated for d in state.settings.devices.values()),
        "seq": state.seq,
        "time": state.time,
        "phase": state.phase,
        "fault": state.fault,
        "round": _round(draft),
        "decks": {name: _deck(draft, name) for name in state.decks},
        "places": _places(draft),
        "stub_expected": draft.view.count(SHOE) - sum(t.count for t in next_targets(draft)),
        "cases": [_case(case) for case in state.cases],
        "notices": notice_views(draft),
        "devices": {name: _device(draft, name) for name in state.devices},
        "sign_in": state.settings.sign_in is not None,
        "present": sorted(state.present),
        "allowance": allowance(draft, _deck_to_give(draft)),
        "waiting": bool(state.unsealing),
        "prompt": _prompt(first, dues[offers.index(first)]) if first else None,
        "dues": dues,
        "offers": _offers(draft, offers, role),
    }


def _deck_to_give(draft: Draft) -> str:
    return draft.deck_in_play if draft.rules.sides else draft.deck_in_shoe


def _round(draft: Draft) -> View:
    round_ = draft.round
    return {
        "number": round_.number,
        "step": round_.step,
        "deck": round_.deck,
        "hands": list(round_.hands),
        "wagers": {place: dict(mine) for place, mine in round_.wagers.items()},
        "again": {place: dict(mine) for place, mine in round_.again.items()},
        "seconds": dict(round_.seconds),
        "shown": {p: faces for p, faces in _shown(draft).items() if not draft.view.turned(p)},
        "rulings": [ruled_view(r) for r in round_.rulings],
        "warnings": [_warning(f) for f in round_.facts if isinstance(f, Warned)],
    }


def _shown(draft: Draft) -> dict[str, list[str]]:
    """The cards of hands that are shown one by one, as far as they have been."""
    shown: dict[str, list[str]] = {}
    for each in draft.round.shown:
        if each.place and isinstance(each.face, Known):
            shown.setdefault(each.place, []).append(each.face.card.code)
    return shown


def _warning(fact: Warned) -> View:
    return {"code": fact.code, "args": dict(fact.args), "basis": cited(fact.basis)}


def _case(case: Case) -> View:
    return {
        "id": case.id,
        "scope": case.scope.value,
        **ruled_view(case.ruled),
        "counts": dict(case.counts),
        "agenda": [tag_of(type(due)) for due in case.agenda],
    }


def _deck(draft: Draft, name: str) -> View:
    deck = draft.decks[name]
    return {
        "phase": deck.phase,
        "fate": _CODES[deck.fate],
        "uncounted": deck.uncounted,
        "part": deck.part,
        "opened_at": deck.opened_at,
        "places": {p: pile.count for p, pile in draft.ledger[name].piles.items()},
    }


def _places(draft: Draft) -> View:
    """Every place with cards, over all decks, with the faces that may be known."""
    places: dict[str, Any] = {}
    for holding in draft.ledger.values():
        for place, pile in holding.piles.items():
            entry = places.setdefault(place, {"count": 0, "faces": []})
            entry["count"] += pile.count
            if pile.faces:
                entry["faces"] += [
                    face.card.code if isinstance(face, Known) else HIDDEN for face in pile.faces
                ]
    return places


def _device(draft: Draft, name: str) -> View:
    device, promised = draft.devices[name], draft.settings.devices[name]
    accepted = draft.changed.accepted.get(name)
    return {
        "phase": device.phase,
        "kind": _CODES[promised.kind],
        "can": [_CODES[each] for each in promised.can],
        "simulated": promised.simulated,
        "answers": _stranger(promised, device.stranger),
        "accepted": None if accepted is None else to_plain(accepted),
    }


def _stranger(promised: Device, stranger: Stranger | None) -> View | None:
    """A unit that answers and is not the promised one, and what about it is not."""
    if stranger is None:
        return None
    return {"unit": to_plain(stranger.unit), "differs": differences(promised, stranger.said)}


def _prompt(offered: Offered, due_view: View) -> View:
    due = offered.due
    return {
        "code": prompt_code(offered),
        "who": [_CODES[role] for role in due.roles],
        "basis": cited(due.basis),
        "due": due_view,
    }


def due_view(draft: Draft, offered: Offered) -> View:
    """A due as plain data, with whose it is."""
    made: dict[str, Any] = to_plain(offered.due)
    made["is"] = tag_of(type(offered.due))
    made["owner"] = offered.owner
    made.setdefault("subject", offered.subject)
    if draft.rules.sides and isinstance(offered.due, CardsDue) and not offered.due.decks:
        made["from_deck"] = draft.round.deck
    made["basis"] = cited(offered.due.basis)
    made.update(_one(draft, offered.due))
    return made


# ---------------------------------------------------------------- what the role may do


_DECLARATIONS: Mapping[Kind, Mapping[str, Any]] = {
    kind: {
        "deed": "declare",
        "kind": kind.value,
        "needs_place": rule.needs_place,
        "needs_device": rule.needs_device,
    }
    for kind, rule in DECLARABLE.items()
}


def _offers(draft: Draft, offers: tuple[Offered, ...], role: Role) -> list[View]:
    made: list[View] = [
        {"deed": deed, **args, **_one(draft, o.due), "basis": cited(o.due.basis)}
        for o in offers
        if may((role,), o.due)
        for deed, args in _deeds(draft, o.due)
    ]
    made += [dict(_DECLARATIONS[kind]) for kind in declarable(draft, (role,))]
    made += [dict(offer) for offer in amendable(draft, role)]
    made += [dict(offer) for offer in disputable(draft, role)]
    made += [dict(offer) for offer in contents_open(draft, role)]
    made += [dict(offer) for offer in changeable(draft, role)]
    return made


def _one(draft: Draft, due: Due) -> Mapping[str, str]:
    """Who alone may take up an offer, where it is not anybody of the role."""
    person = only_by(draft, due)
    return {"only_by": person} if person else {}


def _placed(draft: Draft, due: WagerDue) -> dict[str, list[str]]:
    """The wagers that can be taken off: of those that are open now, what is down and what lies
    there again."""
    down, again = draft.round.wagers, draft.round.again
    open_now = {kind.name for kind in due.wagers}
    seats = {seat_place(seat) for seat in due.seats}
    places = [place for place in dict.fromkeys((*down, *again)) if place in seats]
    lying = {p: sorted({*down.get(p, {}), *again.get(p, {})} & open_now) for p in places}
    return {place: wagers for place, wagers in lying.items() if wagers}


def _second(due: WagerDue) -> Mapping[str, Any]:
    return {"two_positions": True} if due.two_positions or due.several else {}


def _deeds(draft: Draft, due: Due) -> list[tuple[str, Mapping[str, Any]]]:
    """The deeds that answer a due, with what is fixed in them and what is open."""
    match due:
        case WagerDue():
            wagers = [to_plain(kind) for kind in due.wagers]
            placed = _placed(draft, due)
            return [
                ("bet", {"seats": list(due.seats), "wagers": wagers, **_second(due)}),
                *([("take_back", {"placed": placed})] if placed else []),
            ]
        case CallDue():
            return [("call", {"call": due.call})] if due.lacking is None else []
        case CardsDue():
            return [("deal", {})] if draft.shoe is None else []
        case ChoiceDue():
            choices = [option.name for option in due.options]
            args = {"question": due.question, "hands": list(due.hands), "choices": choices}
            return [("choose", args)]
        case CheckDue():
            return [("check", {"check": due.check})] if draft.checker() is None else []
        case CountDue():
            return [("count", {"place": due.place})]
        case NumberDue():
            return []
        case TurnDue():
            return [("turn", {"places": list(due.places)})]
        case MoveDue():
            told = due.to == SHOE and draft.returns  # the shoe itself says how many went in
            return [] if told else [("move", {"to": due.to, "sources": list(due.sources)})]
        case SettleDue():
            return [("settle", {"stage": due.stage})]
        case ConfirmDue():
            if due.device:
                return []
            args = {"what": due.what, "subject": due.subject, "not_by": due.not_by}
            bounds = {"least": due.least, "most": due.most, "told": due.told}
            if due.expects is not None:
                bounds["counted"] = True
            return [("confirm", {**args, **bounds, "checklist": list(due.checklist)})]
