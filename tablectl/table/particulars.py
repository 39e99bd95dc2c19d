"""Particulars: what a screen shows of the table beside what the table itself goes by.

A view is made for every input and must be cheap. What only somebody who looks at a screen wants to
know is worked out here, when somebody looks: who has said what, what becomes of a case, what an
answer may be put right to, between which bounds a number lies. Plain data like the view, made for
one role; no face and no token leaves this way either.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablectl.irregularities.kinds import DECLARABLE
from tablectl.table import ledger
from tablectl.table.acting import declarable, declared_at
from tablectl.table.amending import amendable, open_answers
from tablectl.table.authority import CHANGING, CONTENTS
from tablectl.table.consequences import REMEDY
from tablectl.table.contents import contents_places
from tablectl.table.draft import Draft
from tablectl.table.notices import LEAD, MOST_MINUTES
from tablectl.table.offered import Offered
from tablectl.table.places import seat_of
from tablectl.table.round_view import in_force
from tablectl.table.rules import Rules
from tablectl.table.staking import whole
from tablectl.table.standing import standing
from tablectl.table.state import TableState
from tablectl.table.view import View, due_view
from tablectl.words.acts import ChangeOption
from tablectl.words.bases import Role, cited
from tablectl.words.dues import ChoiceDue, Option
from tablectl.words.facts import Chose
from tablectl.words.money import Cents
from tablectl.words.rulings import Case

CYCLE = "cycle:"
USUAL_MINUTES = ChangeOption("", 0).minutes


def particulars(rules: Rules, state: TableState, role: Role) -> View:
    """What a screen for this role shows besides the view."""
    draft = Draft(rules, state, state.seq, state.time)
    settings = state.settings
    return {
        "seats": settings.seats,
        "shoe": draft.shoe or "",
        "checker": draft.checker() or "",
        "said": _said(draft),
        "stakes": _stakes(draft),
        "sealed": _sealed(draft),
        "agendas": {case.id: _agenda(draft, case) for case in state.cases},
        "units": {name: _unit(draft, name) for name in state.devices},
        "card_life": rules.card_life,
        "uncounted": draft.view.uncounted,
        "cycles": _cycles(state),
        "declared": {k.value: list(declared_at(draft, k)) for k in _by_place(draft, role)},
        "answers": _answers(draft, role),
        "contents": _contents(draft, role),
        "house": _house(rules, role),
    }


# ---------------------------------------------------------------- the round


def _said(draft: Draft) -> View:
    """By hand, what it answered last, and to which question."""
    said = [f for f in in_force(draft.round.facts) if isinstance(f, Chose) and f.question != REMEDY]
    return {f.hand: {"question": f.question, "choice": f.choice, "cents": f.cents} for f in said}


def _stakes(draft: Draft) -> View:
    """By question, hand and answer: the most that is put down with it, where it may be less."""
    choices = [o.due for o in standing(draft) if isinstance(o.due, ChoiceDue)]
    return {
        due.question: {
            hand: {
                option.name: most for option in due.options if (most := _most(draft, hand, option))
            }
            for hand in due.hands
        }
        for due in choices
        if any(stake.chip is not None for option in due.options for stake in option.adds)
    }


def _most(draft: Draft, hand: str, option: Option) -> Cents | None:
    chips = (stake for stake in option.adds if stake.chip is not None)
    most = (whole(stake, draft.view.stake(seat_of(hand), stake.like)) for stake in chips)
    return next(most, None)


def _sealed(draft: Draft) -> list[str]:
    """The places with cards that a device has read and nobody has seen."""
    places = {p for held in draft.ledger.values() for p in held.piles}
    return sorted(p for p in places if ledger.tokens(draft.view.faces(p)))


def _cycles(state: TableState) -> View:
    """By deck, until when the shuffler that has it is waited for."""
    found = {name: at for name, at in state.deadlines.items() if name.startswith(CYCLE)}
    return {name.removeprefix(CYCLE): at for name, at in found.items()}


# ---------------------------------------------------------------- cases and devices


def _agenda(draft: Draft, case: Case) -> View:
    """What is still to be done about a case, and what each way out of it would do."""
    ruling = case.ruled.ruling
    return {
        "agenda": [due_view(draft, Offered("case", case.id, due)) for due in case.agenda],
        "remedies": [
            {
                "name": remedy.name,
                "consequences": [each.value for each in remedy.consequences],
                "basis": cited(remedy.basis or ruling.basis),
            }
            for remedy in ruling.remedies
        ],
        "opened_at": case.opened_at,
    }


def _unit(draft: Draft, name: str) -> View:
    """Which unit a device is promised to be, and whether that is what answers."""
    device, promised = draft.devices[name], draft.settings.devices[name]
    return {
        "model": promised.model,
        "serial": device.serial or promised.serial,
        "firmware": promised.firmware,
        "profile": promised.profile,
        "answers": device.identified,
        "event": device.event,
        "load": device.load,
        "out": device.out,
    }


# ---------------------------------------------------------------- what the role may fill in


def _by_place(draft: Draft, role: Role) -> list[Any]:
    return [kind for kind in declarable(draft, (role,)) if DECLARABLE[kind].needs_place]


def _answers(draft: Draft, role: Role) -> list[View]:
    """Answers that the role may put right, and to what."""
    offers = [dict(o) for o in amendable(draft, role) if o["deed"] == "amend_choice"]
    return [
        {**offer, "choices": list(open_answers(draft, offer["question"], offer["hand"]))}
        for offer in offers
    ]


def _contents(draft: Draft, role: Role) -> View:
    if role not in CONTENTS.roles or draft.phase != "open":
        return {}
    return {deck: list(places) for deck, places in contents_places(draft).items()}


def _house(rules: Rules, role: Role) -> Mapping[str, View]:
    """The bounds of the options that the house may change."""
    if role not in CHANGING.roles or rules.house is None:
        return {}
    return {
        name: {
            "least": option.least,
            "most": option.most,
            "none": option.none,
            "limit": option.limit,
            "minutes": {"least": LEAD, "most": MOST_MINUTES, "usual": USUAL_MINUTES},
            "basis": cited(option.basis),
        }
        for name, option in rules.house.options.items()
    }
