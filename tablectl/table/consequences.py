"""The one interpreter: from an irregularity to its ruling, and from a ruling to what it does.

Consequences write flags, not procedures: a round is void, a deck is to be reshuffled or removed.
What people then have to do is derived from the flags, so the consequences of several rulings join
in a fixed order by themselves: void beats going on, removal beats a reshuffle, and doing a thing
twice is doing it once.
"""

from __future__ import annotations

from tablectl.irregularities.kinds import scope_of
from tablectl.table import ledger
from tablectl.table.draft import Draft
from tablectl.table.laying import lay_again
from tablectl.table.places import LOOSE, MISSING, NEXT, OFF_LAYOUT, OFFERED, RACK, SHOE, STACK
from tablectl.table.plan import OVER, VOID
from tablectl.table.refilling import take_rack
from tablectl.table.rules import DEVICES
from tablectl.table.state import Fate
from tablectl.words.bases import Basis, HousePolicy
from tablectl.words.dues import (
    CardsDue,
    ChoiceDue,
    ConfirmDue,
    CountDue,
    Due,
    Option,
    Target,
)
from tablectl.words.facts import DidWithout, Flawed, Racked
from tablectl.words.irregularities import Irregularity, Kind
from tablectl.words.rulings import Case, Consequence, Ruled, Ruling, Scope
from tablectl.words.values import replace

COUNT_AGAIN = HousePolicy("a count that is wrong is made twice")
COUNTED_RIGHT = {"misdealt": "no", "total": "right"}
RULING = "ruling"
REMEDY = "remedy"
RESOLVE = "resolve_dispute"
RULINGS_SHOWN = 8
"""How many rulings of a round the state keeps for the screen; the journal keeps all."""
REMEMBERED = (Kind.DUPLICATE_CARD, Kind.UNSOLICITED_CHECK)
"""What hangs on these the round asks to its end: of each alike the last one is kept besides."""


def rule_on(draft: Draft, irregularity: Irregularity) -> None:
    """Rule on an irregularity: consequences at once, and a case where somebody must confirm."""
    ruling = draft.rules.rulebook.ruling(irregularity)
    ruled = Ruled(irregularity, ruling)
    _note(draft, ruled)
    for consequence in ruling.consequences:
        execute(draft, irregularity, ruling.basis, consequence)
    agenda = _agenda(draft, ruled, f"case_{draft.case_count + 1}")
    if agenda and not _already_open(draft, irregularity):
        _open_case(draft, ruled, agenda)


def choose_remedy(draft: Draft, case: Case, name: str) -> None:
    """Carry out the way out that the confirming person chose."""
    ruling = case.ruled.ruling
    remedy = next(r for r in ruling.remedies if r.name == name)
    irregularity, basis = case.ruled.irregularity, remedy.basis or ruling.basis
    _note(draft, Ruled(irregularity, Ruling(remedy.consequences, basis)))
    for consequence in remedy.consequences:
        execute(draft, irregularity, basis, consequence)


def conclude(draft: Draft, case: Case) -> None:
    """A case whose agenda is done: close it, or rule on what its counts have shown."""
    if Consequence.COUNT_HANDS not in case.ruled.ruling.consequences:
        draft.put_cases(tuple(c for c in draft.cases if c.id != case.id))
        return
    finding = stub_finding(draft, case)
    if finding.circumstances == COUNTED_RIGHT:
        draft.counted_right(finding.deck)
    ruled = Ruled(finding, draft.rules.rulebook.ruling(finding))
    _note(draft, ruled)
    for consequence in ruled.ruling.consequences:
        execute(draft, finding, ruled.ruling.basis, consequence)
    found = replace(case, ruled=ruled, agenda=_agenda(draft, ruled, case.id))
    draft.put_cases(tuple(found if c.id == case.id else c for c in draft.cases))


def stub_finding(draft: Draft, case: Case) -> Irregularity:
    """What the counts of all hands say about a stub that was not as expected."""
    wrong = case.ruled.irregularity
    holding = draft.ledger[wrong.deck]
    hands = {place: count for place, count in case.counts.items() if place != wrong.place}
    misdealt = any(count != holding.count(place) for place, count in hands.items())
    believed = {p: pile.count for p, pile in holding.piles.items() if p != MISSING}
    counted = {**believed, **case.counts}
    right = sum(counted.values()) == holding.composition.size
    circumstances = {
        "misdealt": "yes" if misdealt else "no",
        "total": "right" if right else "wrong",
    }
    return replace(wrong, kind=Kind.STUB_FINDING, circumstances=circumstances)


def execute(
    draft: Draft, irregularity: Irregularity, basis: Basis, consequence: Consequence
) -> None:
    deck = irregularity.deck or draft.deck_in_play
    match consequence:
        case Consequence.GO_ON | Consequence.COUNT_HANDS | Consequence.DISPUTE:
            return
        case Consequence.RACK_CARD:
            _rack(draft, deck, irregularity)
        case Consequence.NEXT_CARD:
            _use_loose(draft, deck)
        case Consequence.RETURN_CARD:
            draft.move(deck, LOOSE, SHOE, _in_question(draft, deck, LOOSE))
        case Consequence.KEEP_CARD:
            draft.move(deck, LOOSE, NEXT, _in_question(draft, deck, LOOSE))
        case Consequence.OFFER_CARD:
            _offer(draft, deck)
        case Consequence.LAY_AGAIN:
            lay_again(draft)
        case Consequence.MEND:
            draft.record(Flawed(irregularity.kind, irregularity.place))
        case Consequence.DO_WITHOUT:
            _do_without(draft, irregularity.device)
        case Consequence.RECUT:
            _recut(draft, deck)
        case Consequence.VOID_ROUND:
            _void(draft)
        case Consequence.RESHUFFLE:
            _decide_fate(draft, deck, Fate.RESHUFFLE, basis)
        case Consequence.REFILL:
            take_rack(draft, deck)
        case Consequence.REMOVE_DECK:
            _decide_fate(draft, deck, Fate.REMOVE, basis)
        case Consequence.LATCH_DEVICE:
            _latch(draft, irregularity.device)


def _rack(draft: Draft, deck: str, irregularity: Irregularity) -> None:
    """Racked is what was found: one card that lay face up, whatever else lies aside."""
    source = irregularity.place or LOOSE
    one = irregularity.kind is Kind.FACE_UP_CARD
    about = 1 if one else _in_question(draft, deck, source)
    for _ in range(min(draft.ledger[deck].count(source), about)):
        draft.move(deck, source, RACK, 1)
        draft.record(Racked(source))


def _in_question(draft: Draft, deck: str, place: str) -> int:
    """How many cards a ruling is about: one, or those that belong nowhere and to no other case."""
    others = sum(1 for c in draft.cases if c.agenda and c.ruled.irregularity.place == LOOSE)
    loose = draft.ledger[deck].count(LOOSE) - others
    return max(loose, 1) if place == LOOSE else 1


def _use_loose(draft: Draft, deck: str) -> None:
    """Cards that came out in error are the next cards, in their order, as far as any are due."""
    for target in next_targets(draft):
        holding = draft.ledger[deck]
        if holding.count(LOOSE) < target.count:
            return
        moved = ledger.moved_first(holding, LOOSE, target.place, target.count)
        draft.lay(deck, target, moved)


def _offer(draft: Draft, deck: str) -> None:
    """Cards that everybody has seen are those that are due; any more lie in the open, and are known
    if any device knows them."""
    _use_loose(draft, deck)
    if not draft.ledger[deck].count(LOOSE):
        return
    draft.move(deck, LOOSE, OFFERED, _in_question(draft, deck, LOOSE))
    if seen := ledger.tokens(draft.ledger[deck].at(OFFERED).faces):
        draft.await_faces(seen)


def _do_without(draft: Draft, device: str) -> None:
    if draft.cards_out and not draft.view.did_without:
        draft.record(DidWithout(device))


def next_targets(draft: Draft) -> tuple[Target, ...]:
    """Where the next cards of this round belong, whether or not a case holds the round up."""
    for due in _dues_ahead(draft):
        if isinstance(due, CardsDue):
            return due.to
    return ()


def _dues_ahead(draft: Draft) -> tuple[Due, ...]:
    """What the plan has due; a round that is held up does not leave a step that is over, and what
    comes after it is due all the same."""
    step, dues = draft.round.step, draft.plan_dues
    while not (dues or draft.unsealing or step in (VOID, OVER)):
        step = draft.rules.plan.after(step, draft.view)
        if step != OVER:
            dues = draft.rules.plan.due(step, draft.view_of(replace(draft.round, step=step)))
    return dues


def _recut(draft: Draft, deck: str) -> None:
    phase = draft.rules.decks.after(draft.decks[deck].phase, "recut")
    if phase is None:
        return
    draft.put_holding(deck, ledger.gathered(draft.ledger[deck], STACK))
    draft.put_deck(deck, replace(draft.decks[deck], phase=phase))
    draft.phases.append(f"deck:{deck}:{phase}")


def _void(draft: Draft) -> None:
    step = draft.rules.plan.voided(draft.round.step) if draft.round.step != OVER else OVER
    draft.unsealing, draft.turning = (), ()
    if step != draft.round.step:
        kept = draft.rules.stays_settled(draft.view)  # now, while its cards lie there
        draft.put_round(replace(draft.round, step=step, kept=kept))
        draft.phases.append(f"round:{step}")


def _decide_fate(draft: Draft, deck: str, fate: Fate, basis: Basis) -> None:
    if not deck or draft.decks[deck].fate in (Fate.REMOVE, fate):
        return
    draft.put_deck(deck, replace(draft.decks[deck], fate=fate, fate_basis=basis))


def _latch(draft: Draft, device: str) -> None:
    state = draft.devices.get(device)
    if state is None:
        return  # it is not wired to the table, and people leave it alone
    phase = DEVICES.after(state.phase, "fail")
    if phase is not None and phase != state.phase:
        draft.put_device(device, replace(state, phase=phase))
        draft.phases.append(f"device:{device}:{phase}")


def _note(draft: Draft, ruled: Ruled) -> None:
    draft.rulings.append(ruled)
    older, last = draft.round.rulings[: 1 - RULINGS_SHOWN], draft.round.rulings[1 - RULINGS_SHOWN :]
    kept = {_alike(each): each for each in older if each.irregularity.kind in REMEMBERED}
    draft.put_round(replace(draft.round, rulings=(*kept.values(), *last, ruled)))


def _alike(ruled: Ruled) -> tuple[Kind, frozenset[tuple[str, str]]]:
    return ruled.irregularity.kind, frozenset(ruled.irregularity.circumstances.items())


def _agenda(draft: Draft, ruled: Ruled, case_id: str) -> tuple[Due, ...]:
    ruling = ruled.ruling
    if Consequence.COUNT_HANDS in ruling.consequences:
        return _counts(draft, ruled)
    if Consequence.DISPUTE in ruling.consequences:
        return (ConfirmDue(RESOLVE, ruling.basis, case_id, ruling.confirm, told=True, idle=True),)
    if ruling.remedies:
        options = tuple(Option(remedy.name) for remedy in ruling.remedies)
        return (ChoiceDue(REMEDY, (case_id,), options, ruling.basis, ruling.confirm),)
    if ruling.confirm:
        return (
            ConfirmDue(
                RULING,
                ruling.basis,
                subject=case_id,
                roles=ruling.confirm,
                checklist=ruling.checklist,
            ),
        )
    return ()


def _counts(draft: Draft, ruled: Ruled) -> tuple[Due, ...]:
    """Every hand is counted, and then the stub once more: a slip of the tongue costs no deck."""
    wrong = ruled.irregularity
    on_layout = draft.ledger[wrong.deck].on_layout()
    places = (*(p for p in draft.round.hands if p not in OFF_LAYOUT), *on_layout)
    hands = tuple(CountDue(place, ruled.ruling.basis) for place in dict.fromkeys(places))
    return (*hands, CountDue(wrong.place, COUNT_AGAIN))


def _already_open(draft: Draft, new: Irregularity) -> bool:
    """A second report of what is already being dealt with adds to the record, not to the work.

    A dispute is somebody's own: two about one round are two.
    """
    return not new.round and any(
        old.kind is new.kind
        and old.circumstances == new.circumstances
        and (old.device, old.place) == (new.device, new.place)
        for old in (case.ruled.irregularity for case in draft.cases)
    )


def _scope(draft: Draft, about: Irregularity) -> Scope:
    """What a case holds up. A card that is wrong in a deck that no round is dealt from holds up
    that deck and not the round with the other one."""
    if about.kind in (Kind.DUPLICATE_CARD, Kind.FOREIGN_CARD) and about.deck != draft.deck_in_play:
        return Scope.DECK
    return scope_of(about.kind)


def _open_case(draft: Draft, ruled: Ruled, agenda: tuple[Due, ...]) -> None:
    draft.case_count += 1
    case = Case(
        id=f"case_{draft.case_count}",
        scope=_scope(draft, ruled.irregularity),
        ruled=ruled,
        agenda=agenda,
        opened_at=draft.time,
        counts={},
    )
    draft.put_cases((*draft.cases, case))
