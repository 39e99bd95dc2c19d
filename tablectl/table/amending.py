"""Amendments: a wager, an answer or a count that was keyed in wrong is put right, never deleted.

The gate: a dealer amends as long as the round is at the step at which the value was keyed in; once
that step has been left, a supervisor does. It ends where something has followed that no key can
take back: money of the hand has been settled, its cards have moved, it is said to have missed
one, or a card has been shown and more would have to be asked or dealt. Then it is a matter for a
declaration, or for a dispute when the round is over. What followed from the old value is derived
anew: the wagers from the facts, the step from where the value was keyed in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from tablectl.table.answers import MOST_CENTS, answer_of
from tablectl.table.authority import AMENDING, granted
from tablectl.table.consequences import REMEDY
from tablectl.table.draft import Draft
from tablectl.table.places import by_seat, is_seat, seat_number, seat_of, seat_place
from tablectl.table.plan import OVER, VOID
from tablectl.table.recounting import recount, recountable
from tablectl.table.round_view import as_amended, in_force
from tablectl.table.staking import keyed_in, not_that_stake, warn_of_limit, work_out_wagers
from tablectl.table.state import RoundState
from tablectl.words.acts import Amend, AmendChoice, AmendCount, AmendWager
from tablectl.words.bases import HOUSE, Role
from tablectl.words.dues import CallDue, ChoiceDue, Lack, Option, WagerDue, WagerKind
from tablectl.words.facts import (
    Amended,
    Called,
    Checked,
    Chose,
    CountedAt,
    Dealt,
    Fact,
    Flawed,
    Moved,
    Racked,
    Settled,
    Turned,
    Wagered,
)
from tablectl.words.refusals import Refusal
from tablectl.words.values import replace

F = TypeVar("F", Wagered, Chose, CountedAt)


def amend(draft: Draft, deed: Amend, by: str, roles: tuple[Role, ...]) -> Refusal | None:
    if not granted(AMENDING, roles):
        return Refusal("wrong_role", HOUSE, {"needs": AMENDING.later[0].value})
    if not deed.note.strip():
        return Refusal("reason_missing", HOUSE, {})
    match deed:
        case AmendWager():
            return _wager(draft, deed, by, roles)
        case AmendChoice():
            return _choice(draft, deed, by, roles)
        case AmendCount():
            return _count(draft, deed, by, roles)


# ---------------------------------------------------------------- what was keyed in, and when


def _last(draft: Draft, kind: type[F], same: Callable[[F], bool]) -> tuple[int, F] | None:
    """The last fact of a kind about a thing as it reads now, and its place in the round."""
    for at, fact in reversed(as_amended(draft.round.facts).items()):
        if isinstance(fact, kind) and same(fact):
            return at, fact
    return None


def step_of(draft: Draft, at: int) -> str:
    """The step at which the fact at this place was keyed in."""
    steps = [each.step for each in draft.round.entered if each.facts <= at]
    return steps[-1] if steps else draft.rules.plan.first


def _past_the_gate(draft: Draft, step: str, roles: tuple[Role, ...]) -> Refusal | None:
    if draft.round.step == step or any(role in AMENDING.later for role in roles):
        return None
    return Refusal("past_the_gate", HOUSE, {"needs": AMENDING.later[0].value})


def _settled(draft: Draft, hand: str) -> bool:
    """Whether money of this hand has changed hands."""
    settled = (fact for fact in draft.round.facts if isinstance(fact, Settled))
    return any(seat_of(hand) == seat_of(each) for fact in settled for each in fact.hands)


def _missing() -> Refusal:
    return Refusal("nothing_to_amend", HOUSE, {})


def _too_late(place: str, hint: str = "") -> Refusal:
    return Refusal("too_late", HOUSE, {"place": place}, hint)


# ---------------------------------------------------------------- wagers


def _wager(draft: Draft, deed: AmendWager, by: str, roles: tuple[Role, ...]) -> Refusal | None:
    place = seat_place(deed.seat)
    cents = None if deed.off else deed.cents
    if cents is not None and not 0 < cents <= MOST_CENTS:
        return Refusal("not_an_amount", HOUSE, {"cents": cents})
    found = _keyed_in(draft, deed.seat, deed.wager)
    kind = _kind_of(draft, deed)
    if found is None and (deed.off or kind is None):
        return _missing()
    refusal = _past_the_gate(draft, draft.rules.plan.first, roles)
    if refusal is not None:
        return refusal
    if _settled(draft, place) or draft.round.step == OVER:
        return Refusal("already_settled", HOUSE, {"place": place}, "dispute")
    there = found is not None and found[1].on
    answered = any(isinstance(fact, Chose) for fact in draft.round.facts)
    if there == deed.off and answered:
        return _too_late(place)  # who is asked hangs on which wagers are down
    before, lacking = draft.round, _lacks(draft, place)
    for wager in _alike(draft, deed.wager):
        to = Wagered(deed.seat, wager, cents, on=not deed.off)
        was = _keyed_in(draft, deed.seat, wager)
        draft.record(Amended(to, by, deed.note, None if was is None else was[0]))
    work_out_wagers(draft)
    if kind is not None:
        warn_of_limit(draft, deed.seat, kind, cents)
    lack = _lacks(draft, place)
    if lack is not None and lacking is None and there == deed.off:
        return Refusal(lack.code, lack.basis, {"place": place})
    return _freeze_anew(draft, before, place)


def _lacks(draft: Draft, place: str) -> Lack | None:
    """Why the wagers that lie at a place could not be closed as they are."""
    first = draft.rules.plan.first
    facts = tuple(fact for fact in draft.round.facts if not isinstance(fact, Called))
    open_ = replace(draft.round, step=first, facts=facts, index=None)
    for due in draft.rules.plan.due(first, draft.view_of(open_)):
        if isinstance(due, CallDue) and due.call == draft.rules.closing_call and due.lacking:
            return due.lacking if due.lacking.place == place else None
    return None


def _alike(draft: Draft, wager: str) -> tuple[str, ...]:
    """The wagers that are put right together with this one."""
    return draft.rules.alike if wager in draft.rules.alike else (wager,)


def _keyed_in(draft: Draft, seat: int, wager: str) -> tuple[int, Wagered] | None:
    return _last(draft, Wagered, lambda f: (f.seat, f.wager) == (seat, wager))


def _freeze_anew(draft: Draft, before: RoundState, place: str) -> Refusal | None:
    """Which hands are in play follows from the wagers, until cards have been dealt to them."""
    if not before.hands or draft.round.step == VOID:
        return None
    bound = keyed_in(draft.round.facts)
    hands = tuple(p for p in sorted(bound, key=by_seat) if draft.rules.in_play(bound[p]))
    if hands == before.hands:
        return None
    if draft.cards_dealt or not hands:
        return _too_late(place)
    draft.put_round(replace(draft.round, hands=hands))
    return None


def _kind_of(draft: Draft, deed: AmendWager) -> WagerKind | None:
    """The wager as the round takes it at its first step, if it takes it from this seat."""
    first = draft.rules.plan.first
    dues = draft.rules.plan.due(first, draft.view_of(RoundState(draft.round.number, first)))
    open_ = [due for due in dues if isinstance(due, WagerDue) and deed.seat in due.seats]
    return next((k for due in open_ for k in due.wagers if k.name == deed.wager), None)


# ---------------------------------------------------------------- answers


def _choice(draft: Draft, deed: AmendChoice, by: str, roles: tuple[Role, ...]) -> Refusal | None:
    found = _answered(draft, deed.question, deed.hand)
    if found is None:
        return _missing()
    at, old = found
    step = step_of(draft, at)
    refusal = _past_the_gate(draft, step, roles)
    if refusal is not None:
        return refusal
    if _settled(draft, deed.hand):
        return Refusal("already_settled", HOUSE, {"place": deed.hand}, "dispute")
    if draft.round.step in (VOID, OVER) or _cards_moved(draft, at, old):
        return _too_late(deed.hand)
    due = _asked(draft, at, old, step)
    option = _named(due, deed.choice)
    if due is None or option is None or option.shifts:
        return Refusal("unknown_choice", HOUSE, {"choice": deed.choice})
    refusal = not_that_stake(draft, old.hand, option, deed.cents)
    if refusal is not None:
        return replace(refusal, basis=due.basis)
    said = answer_of(old.question, old.hand, option, deed.cents)
    draft.record(Amended(said, by, deed.note, at))
    work_out_wagers(draft)
    if draft.round.step == step:
        return _hanging(draft, at, old, step)
    draft.put_round(replace(draft.round, step=step))
    draft.phases.append(f"round:{step}")
    if _has_been_shown(draft, at) and draft.rules.plan.due(step, draft.view):
        return _too_late(deed.hand)
    return _hanging(draft, at, old, step)


def _hanging(draft: Draft, at: int, old: Chose, step: str) -> Refusal | None:
    """Why the answer has to stay as it is: another one, by which somebody staked something, would
    not have been asked for without it, and has to be put right first."""
    for later, fact in as_amended(draft.round.facts).items():
        mine = isinstance(fact, Chose) and seat_of(fact.hand) == seat_of(old.hand)
        if later <= at or not mine or not isinstance(fact, Chose) or not fact.adds:
            continue
        if step_of(draft, later) == step and _asked(draft, later, fact, step) is None:
            about = {"question": fact.question, "place": fact.hand}
            return Refusal("answer_hangs_on_it", HOUSE, about)
    return None


def _has_been_shown(draft: Draft, at: int) -> bool:
    """Whether a card that was nobody's own to see has been shown since, or somebody was told what
    it is not: what would have to be asked or dealt anew comes too late then."""
    return any(
        isinstance(fact, Checked) or (isinstance(fact, Turned) and not is_seat(fact.place))
        for fact in draft.round.facts[at + 1 :]
    )


def _answered(draft: Draft, question: str, hand: str) -> tuple[int, Chose] | None:
    if question == REMEDY:
        return None  # a ruling has been carried out
    return _last(draft, Chose, lambda f: (f.question, f.hand) == (question, hand))


def _cards_moved(draft: Draft, at: int, old: Chose) -> bool:
    """Whether cards were dealt since, or those of the hand lie somewhere else by now."""
    return old.moved or any(_moves(fact, old.hand) for fact in draft.round.facts[at + 1 :])


def _moves(fact: Fact, hand: str) -> bool:
    match fact:
        case Dealt() | Racked():
            return True
        case Moved():
            return fact.source == hand
        case Flawed():
            return fact.place == hand  # what the round makes good for it was asked of that answer
        case _:
            return False


def _asked(draft: Draft, at: int, old: Chose, step: str) -> ChoiceDue | None:
    """The question as it was put to the hand: what is due at that step without its answer."""
    facts = in_force(draft.round.facts, without=at)
    round_ = replace(draft.round, facts=facts, step=step, index=None)
    for due in draft.rules.plan.due(step, draft.view_of(round_)):
        if isinstance(due, ChoiceDue) and due.question == old.question and old.hand in due.hands:
            return due
    return None


def _named(due: ChoiceDue | None, choice: str) -> Option | None:
    return next((o for o in due.options if o.name == choice), None) if due else None


# ---------------------------------------------------------------- counts


def _count(draft: Draft, deed: AmendCount, by: str, roles: tuple[Role, ...]) -> Refusal | None:
    found = _last(draft, CountedAt, lambda f: f.place == deed.place)
    if found is None:
        return _missing()
    if not 0 <= deed.cards <= draft.rules.composition.size:
        return Refusal("not_a_count", HOUSE, {"cards": deed.cards})
    at, old = found
    refusal = _past_the_gate(draft, step_of(draft, at), roles)
    if refusal is not None:
        return refusal
    moved = any(_moves(fact, deed.place) for fact in draft.round.facts[at + 1 :])
    if moved or draft.round.step in (VOID, OVER) or not recountable(draft, deed.place):
        return _too_late(deed.place)
    counted = CountedAt(deed.place, deed.cards, old.deck)
    draft.record(Amended(counted, by, deed.note, at))
    recount(draft, counted, by)
    return None


# ---------------------------------------------------------------- what is offered


def amendable(draft: Draft, role: Role) -> Iterator[Mapping[str, Any]]:
    """What a person of this role may amend now."""
    if role not in AMENDING.roles or draft.phase != "open" or not draft.round.facts:
        return
    first = draft.rules.plan.first
    if role in AMENDING.later and draft.round.step not in (first, OVER):
        for place in sorted(draft.round.wagers, key=by_seat):
            bound = [w for w in sorted(draft.round.wagers[place]) if _bound(draft, place, w)]
            if bound and not _settled(draft, place):
                yield {"deed": "amend_wager", "seat": seat_number(place), "wagers": bound}
    if draft.round.step in (VOID, OVER):
        return
    for at, fact in enumerate(draft.round.facts):
        if not isinstance(fact, (Chose, CountedAt)):
            continue
        behind = draft.round.step != step_of(draft, at)
        if behind and role not in AMENDING.later:
            continue
        match fact:
            case Chose() if _choice_open(draft, at, fact):
                yield {"deed": "amend_choice", "question": fact.question, "hand": fact.hand}
            case CountedAt() if _count_open(draft, at, fact):
                yield {"deed": "amend_count", "place": fact.place}


def open_answers(draft: Draft, question: str, hand: str) -> tuple[str, ...]:
    """What a hand may be said to have answered, that which it did among it; nothing where its
    answer cannot be put right."""
    found = _answered(draft, question, hand)
    due = _asked(draft, *found, step_of(draft, found[0])) if found is not None else None
    return tuple(o.name for o in due.options if not o.shifts) if due is not None else ()


def _bound(draft: Draft, place: str, wager: str) -> bool:
    return _keyed_in(draft, seat_number(place), wager) is not None


def _choice_open(draft: Draft, at: int, fact: Chose) -> bool:
    found = _answered(draft, fact.question, fact.hand)
    if found is None or found[0] != at or _settled(draft, fact.hand):
        return False
    return not _cards_moved(draft, at, found[1])


def _count_open(draft: Draft, at: int, fact: CountedAt) -> bool:
    found = _last(draft, CountedAt, lambda f: f.place == fact.place)
    if found is None or found[0] != at or not recountable(draft, fact.place):
        return False
    return not any(_moves(each, fact.place) for each in draft.round.facts[at + 1 :])
