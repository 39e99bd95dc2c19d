"""What follows by itself once an input has been taken.

Cases whose agenda is done are closed, steps that are over are left, decks meet their fate. It runs
until nothing moves; every pass takes the table forward, and a plan that ran in a circle would be
stopped rather than hang the table.
"""

from __future__ import annotations

from tablectl.table import ledger
from tablectl.table.again import propose
from tablectl.table.answers import deal_from
from tablectl.table.consequences import conclude
from tablectl.table.draft import Draft
from tablectl.table.irregular import raise_
from tablectl.table.loading import load_to_match
from tablectl.table.notices import advance_notices
from tablectl.table.offered import first_due
from tablectl.table.places import LOOSE, MISSING, NEXT, RACK, SHOE
from tablectl.table.plan import OVER, VOID, PlanError
from tablectl.table.preparing import prepare
from tablectl.table.refilling import take_rack
from tablectl.table.rules import LOADED, REMOVED
from tablectl.table.standing import VOID_RETURN, deck_blocked, round_blocked, standing
from tablectl.table.state import Entered, Fate, RoundState
from tablectl.words.bases import Basis, HousePolicy
from tablectl.words.dues import CardsDue, ConfirmDue
from tablectl.words.irregularities import Kind
from tablectl.words.values import replace

MOST_PASSES = 64
LEAST_TO_GO_ON = 2
"""So many cards of the rack make a shoe that can be dealt from: one of them is not used."""
INCOMPLETE = HousePolicy("a deck that is not complete leaves the table")


def upkeep(draft: Draft) -> None:
    for _ in range(MOST_PASSES):
        done = (
            (draft.cases and _conclude_case(draft))
            or _give_next(draft)
            or _advance(draft)
            or _run_out(draft)
            or _meet_fate(draft)
            or _emptied(draft)
            or (draft.rules.loader and _loaded_by_machine(draft))
            or (draft.notices and advance_notices(draft))
        )
        if not done:
            return
    raise PlanError(f"{draft.rules.plan.name}: runs in a circle at {draft.round.step}")


def _conclude_case(draft: Draft) -> bool:
    for case in draft.cases:
        if not case.agenda:
            conclude(draft, case)
            return True
    return False


def _give_next(draft: Draft) -> bool:
    """A card that came too early is given as soon as one is due, before any other leaves."""
    deck = _kept_of(draft)
    if not deck:
        return False
    due = first_due(standing(draft), CardsDue)
    if due is None or due.to[0].count != 1:
        return False
    target = due.to[0]
    deal_from(draft, deck, due)
    draft.lay(deck, target, ledger.moved_first(draft.ledger[deck], NEXT, target.place, 1))
    return True


def _kept_of(draft: Draft) -> str:
    """The deck in play, or any that may come into play, of which such a card is kept."""
    mine = draft.deck_in_play
    either = any(isinstance(due, CardsDue) and due.decks for due in draft.plan_dues)
    decks = draft.settings.decks if either else (mine,)
    return next((deck for deck in decks if deck and NEXT in draft.ledger[deck].piles), "")


def _advance(draft: Draft) -> bool:
    """Leave a step that is over."""
    if draft.phase != "open" or draft.unsealing or round_blocked(draft):
        return False
    step = draft.round.step
    if step == OVER:
        _begin_next(draft)
        return True
    if step == VOID:
        return _leave_void(draft)
    if draft.plan_dues:
        return False
    after = draft.rules.plan.after(step, draft.view)
    if after == OVER:
        draft.put_round(replace(draft.round, carried=draft.rules.carries(draft.view)))
    _enter(draft, after)
    return True


def _enter(draft: Draft, step: str) -> None:
    entered = (*draft.round.entered, Entered(step, len(draft.round.facts)))
    draft.put_round(replace(draft.round, step=step, entered=entered))
    draft.phases.append(f"round:{step}")
    if step == OVER:
        _spend_deck(draft)


def _leave_void(draft: Draft) -> bool:
    """A void round is over when its wagers are back and its cards are off the layout."""
    owed = draft.owed_if_void and not draft.view.settled(VOID_RETURN)
    if owed or _lying(draft):
        return False
    _enter(draft, OVER)
    return True


def _lying(draft: Draft) -> bool:
    deck = draft.round.deck
    if not deck:
        return False
    decks = draft.ledger.values() if draft.rules.sides else (draft.ledger[deck],)
    return any(holding.on_layout() or holding.count(LOOSE) for holding in decks)


def _run_out(draft: Draft) -> bool:
    """A card is due and the shoe is empty: what is done about it is ruled on."""
    deck = draft.round.deck
    if not deck or draft.ledger[deck].count(SHOE) or draft.decks[deck].phase != LOADED:
        return False
    running = draft.phase == "open" and draft.round.step not in (VOID, OVER)
    waiting = draft.ledger[deck].count(LOOSE) or draft.ledger[deck].count(NEXT)
    if not running or waiting or round_blocked(draft) or draft.waits_for_deck(deck):
        return False
    due = next((due for due in draft.plan_dues if isinstance(due, CardsDue)), None)
    if due is None or due.decks:
        return False
    enough = draft.ledger[deck].count(RACK) >= LEAST_TO_GO_ON
    raise_(draft, Kind.CARDS_RUN_OUT, place=SHOE, deck=deck, discards="yes" if enough else "no")
    return True


def _spend_deck(draft: Draft) -> None:
    """The decks that were dealt from, or could have been, are shuffled if that is due."""
    deck = draft.round.deck
    for name in draft.settings.decks_in_use if draft.rules.sides else (deck,):
        in_shoe = draft.decks[name].phase == LOADED if deck else False
        if not deck or draft.decks[name].fate is not Fate.NONE or (name != deck and not in_shoe):
            continue
        seen = draft.view if name == deck else draft.view_of_deck(name)
        if draft.rules.deck_spent(seen):
            _spend(draft, name)
        elif draft.rules.rack_spent(seen) and draft.decks[name].phase == LOADED:
            take_rack(draft, name)


def _spend(draft: Draft, deck: str) -> None:
    state = draft.decks[deck]
    phase = draft.rules.decks.after(state.phase, "spend") or state.phase
    draft.put_deck(deck, replace(state, phase=phase, fate=Fate.NONE, part=""))
    draft.phases.append(f"deck:{deck}:{phase}")


def _begin_next(draft: Draft) -> None:
    over = draft.round
    first = draft.rules.plan.first
    draft.put_round(
        RoundState(
            over.number + 1,
            first,
            uncounted=over.uncounted,
            carried=over.carried,
            last_deck=over.deck or over.last_deck,
            seconds=over.seconds,
            dealer=over.dealer,
        )
    )
    draft.phases.append(f"round:{draft.round.step}")
    propose(draft, over)


def _worn_out(draft: Draft, deck: str) -> Basis | None:
    """Why no further round is dealt from a deck: its cards are too old, or one is missing."""
    if draft.too_old(deck):
        return draft.rules.card_life_basis
    return INCOMPLETE if draft.ledger[deck].count(MISSING) else None


def _meet_fate(draft: Draft) -> bool:
    """Reshuffle a deck that has been gathered; retire one that no round is dealt from any more."""
    if draft.phase != "open":
        return False
    for name, deck in draft.decks.items():
        in_play = name == draft.round.deck and not draft.waits_for_deck(name)
        if in_play or deck_blocked(draft, name):
            continue
        if deck.fate is Fate.RESHUFFLE and not ledger.scattered(draft.ledger[name]):
            _spend(draft, name)
            return True
        basis = _worn_out(draft, name)
        if deck.phase != REMOVED and deck.fate is not Fate.REMOVE and basis is not None:
            draft.put_deck(name, replace(deck, fate=Fate.REMOVE, fate_basis=basis))
            return True
    return False


def _emptied(draft: Draft) -> bool:
    """The last card left the shoe between two rounds, burned or drawn too early: nothing is dealt
    from it, so the deck is shuffled."""
    if draft.phase != "open" or draft.round.deck:
        return False
    for name, deck in draft.decks.items():
        idle = deck.fate is Fate.NONE and not deck_blocked(draft, name)
        if idle and deck.phase == LOADED and not draft.ledger[name].count(SHOE):
            _spend(draft, name)
            return True
    return False


def _loaded_by_machine(draft: Draft) -> bool:
    """A shuffler has said that a deck is shuffled, and the shoe since then that it was loaded: the
    two stand for the person who says so elsewhere."""
    if draft.phase != "open" or not load_to_match(draft):
        return False
    for offered in standing(draft):
        due = offered.due
        if not isinstance(due, ConfirmDue) or due.device != draft.rules.loader:
            continue
        prep = next(p for p in draft.rules.preparations if p.what == due.what)
        if prep.dest == LOADED:
            prepare(draft, due.subject, prep, due.device)
            return True
    return False
