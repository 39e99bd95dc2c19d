"""Acts: who may do what now, and the refusal where not.

An act is allowed if it answers something that is due and its person may answer it. Roles are
checked here, inside the core, so that no console can be weaker than another.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby

from tablectl.irregularities.kinds import DECLARABLE, ORDINARY, Declarable, Moment
from tablectl.table import answers, ledger
from tablectl.table.accepting import not_accepted
from tablectl.table.amending import amend
from tablectl.table.arranging import not_arranged
from tablectl.table.attending import administer, not_proved
from tablectl.table.authority import reported_here
from tablectl.table.consequences import REMEDY, next_targets
from tablectl.table.contents import declare_contents
from tablectl.table.disputing import dispute
from tablectl.table.draft import Draft
from tablectl.table.faces import check_all_faces
from tablectl.table.irregular import (
    drawn_card_aside,
    face_up_card_declared,
    just_dealt,
    passed_over,
    raise_,
    taken_for_other_side,
)
from tablectl.table.notices import change_option, not_yet
from tablectl.table.offered import Offered, Standing
from tablectl.table.places import LOOSE, NEXT, SHOE, STACK, is_seat
from tablectl.table.plan import OVER, VOID
from tablectl.table.round_view import whose
from tablectl.table.rules import REMOVED
from tablectl.table.standing import round_blocked, standing
from tablectl.words.acts import (
    Act,
    Administer,
    Amend,
    Bet,
    ChangeOption,
    Confirm,
    Declare,
    DeclareContents,
    Dispute,
    TakeBack,
)
from tablectl.words.bases import HOUSE, Basis, Role
from tablectl.words.canonical import tag_of
from tablectl.words.dues import CallDue, ChoiceDue, ConfirmDue, Due, SettleDue, WagerDue
from tablectl.words.facts import Checked, Chose, Moved, Settled
from tablectl.words.irregularities import Irregularity, Kind
from tablectl.words.refusals import Refusal


def take_act(draft: Draft, act: Act) -> None:
    """Apply an act, or leave a refusal in the draft and nothing else."""
    person = draft.settings.people.get(act.by)
    if person is None:
        draft.refusal = Refusal("unknown_person", HOUSE, {"person": act.by})
        return
    if act.second and (act.second == act.by or act.second not in draft.settings.people):
        draft.refusal = Refusal("no_second_person", HOUSE, {"person": act.second})
        return
    unproved = not_proved(draft, act)
    if unproved is not None:
        draft.refusal = unproved
        return
    if isinstance(act.deed, Administer):
        draft.refusal = administer(draft, act.deed, act.by, person.roles)
        return
    if isinstance(act.deed, Declare):
        draft.refusal = _declare(draft, act.deed, person.roles)
        return
    if isinstance(act.deed, ChangeOption):
        draft.refusal = change_option(draft, act.deed, act.by, person.roles)
        return
    if isinstance(act.deed, DeclareContents):
        draft.refusal = declare_contents(draft, act.deed, act, person.roles)
        return
    if isinstance(act.deed, Dispute):
        draft.refusal = dispute(draft, act.deed, person.roles)
        return
    if isinstance(act.deed, Amend):
        draft.refusal = amend(draft, act.deed, act.by, person.roles)
        return
    draft.refusal = _answer(draft, act, person.roles)


def _answer(draft: Draft, act: Act, roles: tuple[Role, ...]) -> Refusal | None:
    meant = [o for o in standing(draft) if answers.is_answer(o.due, act.deed)]
    if not meant:
        return _not_due(draft, act)
    mine = [o for o in meant if may(roles, o.due)]
    if not mine:
        due = meant[0].due
        return Refusal("wrong_role", due.basis, {"needs": _either(due.roles)})
    return answers.answer(draft, mine[0], act)


def _either(roles: tuple[Role, ...]) -> str:
    return " or ".join(role.value for role in roles)


def may(roles: tuple[Role, ...], due: Due) -> bool:
    return not {*roles}.isdisjoint(due.roles)


def _not_due(draft: Draft, act: Act) -> Refusal:
    """Refused on the basis of what *is* due, because that is what is in the way."""
    if isinstance(act.deed, Confirm) and (refusal := _out_of_turn(draft, act.deed)) is not None:
        return refusal
    if isinstance(act.deed, Confirm):
        deed = act.deed
        waiting = not_yet(draft, deed) or not_arranged(draft, deed) or not_accepted(draft, deed)
        if waiting is not None:
            return waiting
    first = head(standing(draft))
    basis: Basis = first.due.basis if first else HOUSE
    if draft.round.hands and isinstance(act.deed, Bet | TakeBack):
        basis = draft.rules.closed_basis
    hint = prompt_code(first) if first else ""
    return Refusal("not_due", basis, {"deed": tag_of(type(act.deed))}, hint)


def _out_of_turn(draft: Draft, deed: Confirm) -> Refusal | None:
    both = draft.rules.two_decks
    if both is None or deed.what != "load" or not draft.out_of_turn(deed.subject):
        return None
    return Refusal("not_its_turn", both.turns, {"deck": deed.subject})


def head(offers: Standing) -> Offered | None:
    """The one thing that the prompt speaks of: the first that the table is waiting for.

    Wagers may be placed while a deck is being shuffled, and an idle table may be closed; neither
    is what now. Where nothing else is left, the first thing that may be done is.
    """
    return next((o for o in offers if not _can_wait(o.due)), offers[0] if offers else None)


def _can_wait(due: Due) -> bool:
    match due:
        case WagerDue():
            return not due.must
        case CallDue():
            return due.lacking is not None
        case ConfirmDue():
            return due.idle
        case _:
            return False


def prompt_code(offered: Offered) -> str:
    due = offered.due
    kind = tag_of(type(due))
    match due:
        case ConfirmDue():
            return f"{kind}:{due.what}"
        case CallDue():
            return f"{kind}:{due.call}"
        case ChoiceDue():
            return f"{kind}:{due.question}"
        case SettleDue():
            return f"{kind}:{due.stage}"
        case _:
            return kind


# ---------------------------------------------------------------- declarations


def _by_moment(role: Role) -> tuple[tuple[Moment, tuple[tuple[Kind, Declarable], ...]], ...]:
    mine = [(kind, rule) for kind, rule in DECLARABLE.items() if role in rule.roles]
    return tuple((moment, tuple(same)) for moment, same in groupby(mine, lambda m: m[1].moment))


_DECLARABLE_BY = {role: _by_moment(role) for role in Role}


def declarable(draft: Draft, roles: tuple[Role, ...]) -> tuple[Kind, ...]:
    """The irregularities that a person of these roles may report now."""
    if draft.phase != "open":
        return ()
    return tuple(
        [
            kind
            for role in roles
            for moment, rules in _DECLARABLE_BY[role]
            if _is_moment(draft, moment)
            for kind, rule in rules
            if (draft.devices or not rule.needs_device)
            and reported_here(draft.rules, kind, rule)
            and _untold(draft, kind) is None
        ]
    )


def declared_at(draft: Draft, kind: Kind) -> tuple[str, ...]:
    """The places with cards at which a person may report an irregularity of this kind."""
    places = dict.fromkeys(p for held in draft.ledger.values() for p in held.piles)
    there = (Declare(kind, place) for place in places if draft.view.count(place))
    return tuple(deed.place for deed in there if _not_there(draft, deed) is None)


def _declare(draft: Draft, deed: Declare, roles: tuple[Role, ...]) -> Refusal | None:
    rule = DECLARABLE.get(deed.kind)
    if rule is None or not reported_here(draft.rules, deed.kind, rule):
        return Refusal("not_declarable", HOUSE, {"kind": deed.kind.value})
    if not any(role in rule.roles for role in roles):
        return Refusal("wrong_role", HOUSE, {"needs": _either(rule.roles)})
    if not _is_moment(draft, rule.moment):
        return Refusal("not_now", _basis_of(draft, deed.kind), {"kind": deed.kind.value})
    if (rule.needs_place or deed.place) and not draft.view.count(deed.place):
        return Refusal("no_cards_there", HOUSE, {"place": deed.place or "?"})
    if (rule.needs_device or deed.device) and deed.device not in draft.devices:
        return Refusal("unknown_device", HOUSE, {"device": deed.device or "?"})
    refusal = _not_there(draft, deed)
    if refusal is not None:
        return refusal
    if deed.nth is not None and not 1 <= deed.nth <= draft.view.count(deed.place):
        return Refusal("no_such_card", HOUSE, {"place": deed.place or "?", "nth": deed.nth})
    refusal = _untold(draft, deed.kind)
    if refusal is None:
        _raise_declared(draft, deed)
    return refusal


def _not_there(draft: Draft, deed: Declare) -> Refusal | None:
    """Why what was reported cannot have happened at a place, though cards lie there."""
    if deed.kind is Kind.CARD_NOT_GIVEN:
        return _not_missed(draft, deed.place)
    if deed.kind is Kind.PASSED_OVER and whose(deed.place) not in ("dealer", "player"):
        return Refusal("no_such_place", HOUSE, {"place": deed.place})
    return None


def _not_missed(draft: Draft, place: str) -> Refusal | None:
    """Why no card can have been asked for at a place and not given."""
    if not is_seat(place):
        return Refusal("asks_for_no_card", HOUSE, {"place": place})
    if place in draft.rules.stays_settled(draft.view):
        return Refusal("already_settled", HOUSE, {"place": place}, "dispute")
    basis = draft.rules.asks_for_no_card(draft.view, place)
    return None if basis is None else Refusal("asks_for_no_card", basis, {"place": place})


def _untold(draft: Draft, kind: Kind) -> Refusal | None:
    """Where a shoe counts and hands draw, a card that it has not told of has not come out."""
    if kind is not Kind.CARD_DRAWN_IN_ERROR or draft.shoe is None:
        return None
    told = draft.view.count(NEXT) or (just_dealt(draft) and next_targets(draft))
    if told or draft.rules.stage(draft.view) == ORDINARY["stage"]:
        return None
    return Refusal("device_counts", HOUSE, {"device": "shoe"})


def _is_moment(draft: Draft, moment: Moment) -> bool:
    if draft.phase != "open":
        return False
    running = draft.round.step not in (VOID, OVER)
    match moment:
        case Moment.OPEN:
            return True
        case Moment.CARDS_OUT:
            return running and draft.cards_out
        case Moment.DEAL:
            dealing = bool(next_targets(draft)) or just_dealt(draft)
            return running and dealing and not round_blocked(draft)
        case Moment.ANSWERED:
            return running and draft.cards_out and _answered(draft)
        case Moment.FIRST_CARDS:
            return running and draft.cards_dealt and not _answered(draft)
        case Moment.BEFORE_FIRST_CARD:
            return running and _recuttable(draft) != ""
        case Moment.FROM_A_SIDE:
            # A shoe that counts tells by itself from which side a card came.
            sides = draft.rules.sides and draft.shoe is None
            return sides and running and draft.cards_dealt and not round_blocked(draft)


def _answered(draft: Draft) -> bool:
    """Whether anything has followed from how the first cards lie."""
    dealing = (each.facts for each in draft.round.entered if each.step == draft.rules.deals_in)
    return any(
        isinstance(fact, (Checked, Settled, Moved))
        or (isinstance(fact, Chose) and fact.question != REMEDY)
        for fact in draft.round.facts[next(dealing, 0) :]
    )


def _recuttable(draft: Draft) -> str:
    """The deck that has been cut and from which no card has been dealt.

    Where no cut follows a device's shuffle, there is none to be made again.
    """
    if not draft.rules.recut_to:
        return ""
    for name, deck in draft.decks.items():
        holding = draft.ledger[name]
        whole = ledger.all_at(holding, STACK) or ledger.all_at(holding, SHOE)
        fresh = whole and deck.given == 0 and not deck.uncut
        if fresh and draft.rules.decks.after(deck.phase, "recut"):
            return name
    return ""


def _basis_of(draft: Draft, kind: Kind) -> Basis:
    """The basis on which a kind without circumstances is ruled."""
    if DECLARABLE[kind].moment is not Moment.BEFORE_FIRST_CARD:
        return HOUSE
    return draft.rules.rulebook.ruling(Irregularity(kind, {})).basis


def _raise_declared(draft: Draft, deed: Declare) -> None:
    match deed.kind:
        case Kind.FACE_UP_CARD:
            face_up_card_declared(draft)
        case Kind.CARD_DRAWN_IN_ERROR:
            _drawn_in_error(draft, deed)
        case Kind.WRONG_SIDE:
            raise_(draft, deed.kind, deck=taken_for_other_side(draft), detail=deed.note)
            check_all_faces(draft)
        case Kind.PASSED_OVER:
            passed_over(draft, deed.place, deed.nth, deed.note)
        case Kind.CUT_IMPROPER:
            raise_(draft, deed.kind, deck=_recuttable(draft), detail=deed.note)
        case _:
            raise_(
                draft,
                deed.kind,
                place=deed.place,
                deck=_deck_meant(draft),
                device=deed.device,
                detail=deed.note,
            )


def _deck_meant(draft: Draft) -> str:
    """The deck in play; between rounds the only one on the table, if it is the only one."""
    on_table = [name for name, deck in draft.decks.items() if deck.phase != REMOVED]
    return draft.deck_in_play or (on_table[0] if len(on_table) == 1 else "")


def _drawn_in_error(draft: Draft, deed: Declare) -> None:
    circumstances: Mapping[str, str] = {
        "face": "seen" if deed.seen else "unseen",
        "next": "yes" if next_targets(draft) else "no",
    }
    place = ""
    if circumstances != {"face": "unseen", "next": "yes"}:
        drawn_card_aside(draft)
        place = LOOSE
    raise_(draft, deed.kind, place=place, detail=deed.note, **circumstances)
