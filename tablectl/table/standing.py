"""Where the table stands: everything that is due now, in the order in which it counts.

The agendas of open cases come first, then the round, then the decks, then devices and the table
itself. Prompt, buttons, acceptance, allowances and the robot are read off this one list; nothing
else in the project decides what comes next.
"""

from __future__ import annotations

from tablectl.table import ledger
from tablectl.table.accepting import identity_dues
from tablectl.table.arranging import arrangement_dues, between_rounds
from tablectl.table.authority import who
from tablectl.table.cutting import cutting_card_dues
from tablectl.table.draft import Draft
from tablectl.table.loading import load_lost
from tablectl.table.notices import notice_dues
from tablectl.table.offered import Offered, Standing
from tablectl.table.places import LOOSE, RACK, SHOE, STACK, seat_place
from tablectl.table.plan import VOID
from tablectl.table.refilling import size_of_part
from tablectl.table.relieving import relief_dues
from tablectl.table.rules import LOADED, REMOVED, Preparation
from tablectl.table.state import DeckState, Fate
from tablectl.words.bases import HOUSE, ApprovedProcedure, Basis, HousePolicy
from tablectl.words.dues import (
    CardsDue,
    ConfirmDue,
    Due,
    Line,
    MoveDue,
    SettleDue,
    Settling,
)
from tablectl.words.facts import Settled
from tablectl.words.rulings import Scope

VOID_RETURN = "void_return"
CLOSE = Offered("table", "", ConfirmDue("close_table", HOUSE, roles=who("close_table"), idle=True))
NO_PROCEDURE = HousePolicy("no approved procedure is on file for this kind of device")


def standing(draft: Draft) -> Standing:
    """Everything that is due, remembered until the draft is written again."""
    known = draft.known_standing
    if known is None:
        known = draft.known_standing = tuple(_all(draft))
    return known


def is_trusted(draft: Draft, device: str) -> bool:
    return draft.devices[device].phase == "ready"


def answerable(draft: Draft, device: str) -> Standing:
    """What this device may answer: nothing while it is not identified, or latched as faulted.

    Cards that came out are out whoever says so; a reading, a count or a number is only as good
    as the device it comes from.
    """
    return standing(draft) if is_trusted(draft, device) else ()


def _all(draft: Draft) -> list[Offered]:
    if draft.phase == "stopped":
        return [Offered("table", "", ConfirmDue("release", HOUSE, roles=who("release")))]
    found: list[Offered] = []
    if draft.cases:
        found += [Offered("case", case.id, case.agenda[0]) for case in draft.cases if case.agenda]
    if draft.phase == "closed":
        steps = draft.rules.arrangement.set_up.get(draft.settings.method, ())
        due = ConfirmDue("open_table", HOUSE, roles=who("open_table"), checklist=steps)
        found.append(Offered("table", "", due))
    else:
        if not round_blocked(draft):
            found += [Offered("round", "", due) for due in _round_dues(draft)]
        for name, deck in draft.decks.items():
            dues = _deck_dues(draft, name, deck)
            if dues:
                found += [Offered("deck", name, due) for due in dues]
        found += cutting_card_dues(draft)
    for name, device in draft.devices.items():
        if device.phase == "faulted":
            found.append(Offered("device", name, _recovery(draft, name)))
    if between_rounds(draft):
        found += arrangement_dues(draft)
        found += identity_dues(draft)
        found += relief_dues(draft)
    if draft.notices:
        found += notice_dues(draft)
    if closable(draft):
        found.append(CLOSE)
    return found


def round_blocked(draft: Draft) -> bool:
    if not draft.cases:
        return False
    deck = draft.deck_in_play
    return any(
        case.scope in (Scope.ROUND, Scope.TABLE)
        or (case.scope is Scope.DECK and case.ruled.irregularity.deck == deck)
        for case in draft.cases
    )


def deck_blocked(draft: Draft, name: str) -> bool:
    if not draft.cases:
        return False
    return any(
        case.scope is Scope.TABLE
        or (case.scope in (Scope.ROUND, Scope.DECK) and case.ruled.irregularity.deck == name)
        for case in draft.cases
    )


def closable(draft: Draft) -> bool:
    """A table closes between rounds, with nothing wagered and nothing in dispute."""
    return not draft.round.wagers and between_rounds(draft)


def _round_dues(draft: Draft) -> tuple[Due, ...]:
    if draft.round.step == VOID:
        return _void_dues(draft)
    if draft.turning or not _deck_in_hand(draft):
        return ()
    if _shoe_out_of_service(draft):
        return tuple(due for due in draft.plan_dues if not isinstance(due, CardsDue))
    return draft.plan_dues


def _shoe_out_of_service(draft: Draft) -> bool:
    """It gives no card before its fault is cleared, so that comes first."""
    shoe = draft.rules.shoe
    return shoe is not None and draft.devices[shoe].phase == "faulted"


def _deck_in_hand(draft: Draft) -> bool:
    """A round whose deck went back to be cut or shuffled again waits until it can be dealt from.

    Once cards are dealt, what has been decided about their deck is done after the round.
    """
    deck = draft.round.deck
    if not deck:
        return True
    return draft.decks[deck].phase == LOADED and not draft.waits_for_deck(deck)


def _void_dues(draft: Draft) -> tuple[Due, ...]:
    """Every wager of a void round goes back; once any was paid, somebody has to work it out.

    Its cards are the deck's business if something has been decided about the deck; if not, they
    go to the rack and the deck is dealt on from.
    """
    basis = draft.rules.void_basis
    dues: list[Due] = []
    if draft.round.wagers and not draft.view.settled(VOID_RETURN):
        paid = any(
            isinstance(fact, Settled) and fact.paid and not draft.round.kept.keys() >= {*fact.hands}
            for fact in draft.round.facts
        )
        settling = Settling.JUDGE if paid else Settling.RETURN
        owed = draft.owed_if_void
        lines = tuple(
            Line(hand, wager, settling, stake, basis=basis)
            for hand in map(seat_place, reversed(draft.view.seats))
            for wager, stake in draft.round.wagers.get(hand, {}).items()
            if (hand, wager) in owed
        )
        dues += [SettleDue(VOID_RETURN, lines, basis)] if lines else []
    deck = draft.decks.get(draft.round.deck)
    if deck is None:
        return tuple(dues)
    mine = (*draft.view.laid, LOOSE) if deck.fate is Fate.NONE else ()
    if lying := tuple(place for place in mine if draft.view.count(place)):
        dues.append(MoveDue(lying, RACK, basis))
    elif draft.rules.sides:
        dues += _left_lying(draft, basis)
    return tuple(dues)


def _left_lying(draft: Draft, basis: Basis) -> list[Due]:
    """Cards of the other side that lie there, where something was decided about this one alone, or
    belong nowhere."""
    dues: list[Due] = []
    for name, holding in draft.ledger.items():
        if name != draft.round.deck and draft.decks[name].fate is Fate.NONE:
            lying = tuple(place for place in (*holding.on_layout(), LOOSE) if holding.count(place))
            dues += [MoveDue(lying, RACK, basis, deck=name)] if lying else []
    return dues


def _deck_dues(draft: Draft, name: str, deck: DeckState) -> tuple[Due, ...]:
    if deck_blocked(draft, name):
        return ()
    if deck.fate is not Fate.NONE and not (deck.part and _awaited(draft, name)):
        return _fate_dues(draft, name, deck)
    if deck.phase == REMOVED:
        if name in draft.settings.resting:
            return ()
        return (ConfirmDue("receive_deck", HOUSE, subject=name, roles=who("receive_deck")),)
    if deck.phase == LOADED and load_lost(draft, name):
        return (ConfirmDue("take_out", HOUSE, subject=name, roles=who("take_out")),)
    idle = closable(draft)
    return tuple(
        [
            _preparation_due(draft, prep, name, deck)
            for prep in draft.rules.preparations_in.get(deck.phase, ())
            if (idle if prep.idle else _can_be_prepared(draft, prep, name))
        ]
    )


def _awaited(draft: Draft, name: str) -> bool:
    """Whether a round in play goes on only once this deck can be dealt from again."""
    return name == draft.round.deck and draft.round.step != VOID


def _can_be_prepared(draft: Draft, prep: Preparation, name: str) -> bool:
    if prep.joins is not None and prep.joins != (draft.ledger[name].count(SHOE) > 0):
        return False
    if prep.dest == LOADED:
        free = draft.rules.unfit is None and not _other_in_shoe(draft, name)
        return free and not draft.out_of_turn(name)
    return draft.shuffler_ready or not prep.needs_device


def _other_in_shoe(draft: Draft, name: str) -> bool:
    if draft.rules.sides:
        return False
    return any(d.phase == LOADED for other, d in draft.decks.items() if other != name)


def _fate_dues(draft: Draft, name: str, deck: DeckState) -> tuple[Due, ...]:
    in_play = name == draft.round.deck and draft.round.step != VOID
    if in_play and not draft.waits_for_deck(name):
        return ()
    basis = deck.fate_basis
    places = ledger.scattered(draft.ledger[name])
    if places:
        return (MoveDue(places, STACK, basis),)
    if deck.fate is Fate.REMOVE and name != draft.round.deck:
        return (ConfirmDue("remove_deck", basis, subject=name, roles=who("remove_deck")),)
    return ()


def _preparation_due(draft: Draft, prep: Preparation, name: str, deck: DeckState) -> ConfirmDue:
    device = draft.loader(deck) if prep.dest == LOADED else ""
    least, most = _bounds(draft, prep, name, deck)
    return ConfirmDue(
        prep.what,
        prep.basis,
        subject=name,
        roles=prep.roles,
        not_by=deck.done_by.get(prep.not_by, ""),
        checklist=prep.checklist,
        least=least,
        most=most,
        device=draft.shuffler() if prep.by_device else device,
        idle=prep.idle,
        seat=draft.round.carried.get(prep.turn) if prep.turn else None,
        part=deck.part,
    )


def _bounds(
    draft: Draft, prep: Preparation, name: str, deck: DeckState
) -> tuple[int | None, int | None]:
    """The bounds of a number of cards: of few that are cut, as near to the ends as they must be."""
    if not deck.part or prep.least is None or prep.most is None:
        return prep.least, prep.most
    size = size_of_part(draft.ledger[name])
    least = min(prep.least, size // 2)
    return least, size - least


def _recovery(draft: Draft, name: str) -> ConfirmDue:
    """A device that failed is put right as the procedure says that was approved for its kind."""
    kind = draft.settings.devices[name].kind
    procedure, clause = draft.settings.approvals.get(kind.value), draft.rules.recovery.get(kind)
    steps = procedure.steps if procedure is not None else ()
    roles = who("clear_fault")
    if clause is None:
        return ConfirmDue("clear_fault", HOUSE, name, roles, checklist=steps)
    if procedure is None:
        return ConfirmDue("clear_fault", NO_PROCEDURE, name, roles)
    basis = ApprovedProcedure(procedure.reference, clause)
    return ConfirmDue("clear_fault", basis, name, roles, checklist=steps)
