"""From what happened to the irregularity it is: the kind with its circumstances filled in.

Circumstances are read off the draft in one place, so that a device's report and a person's
declaration of the same thing can never be ruled on differently.
"""

from __future__ import annotations

from collections import Counter

from tablectl.table import ledger
from tablectl.table.consequences import next_targets, rule_on
from tablectl.table.draft import Draft
from tablectl.table.places import LOOSE, RACK, SHOE
from tablectl.table.round_view import whose
from tablectl.words.facts import Dealt, DealtFrom, Moved
from tablectl.words.irregularities import Irregularity, Kind
from tablectl.words.values import replace


def raise_(
    draft: Draft,
    kind: Kind,
    *,
    place: str = "",
    device: str = "",
    deck: str = "",
    detail: str = "",
    **circumstances: str,
) -> None:
    """Rule on an irregularity of this kind as the table stands now."""
    made = {**_from_table(draft, kind, place, device), **circumstances}
    where = deck or draft.deck_in_play
    rule_on(draft, Irregularity(kind, made, place, where, device, detail))


def face_up_card(draft: Draft, device: str = "") -> None:
    """A card that lay face up among the cards to be dealt; it has been taken aside."""
    nth = "further" if draft.round.face_ups else "first"
    draft.put_round(replace(draft.round, face_ups=draft.round.face_ups + 1))
    raise_(draft, Kind.FACE_UP_CARD, place=LOOSE, device=device, nth=nth)


def just_dealt(draft: Draft) -> bool:
    """Whether a card was the last thing that happened: it may turn out to lie face up."""
    return bool(draft.round.facts) and isinstance(draft.round.facts[-1], Dealt)


def face_up_card_declared(draft: Draft) -> None:
    """While cards are due and nobody counts them, the card has not been taken for dealt yet."""
    _take_aside(draft, dealt=draft.shoe is not None or not next_targets(draft))
    face_up_card(draft)


def drawn_card_aside(draft: Draft) -> None:
    """A card drawn in error: counted by a shoe while cards are due, in the shoe otherwise."""
    _take_aside(draft, dealt=draft.shoe is not None and bool(next_targets(draft)))


def taken_for_other_side(draft: Draft) -> str:
    """The cards of this round turn out to be of the other deck: those that came since it was said
    from which one it is dealt. That deck, from which it goes on."""
    believed = draft.round.deck
    deck = next(name for name in draft.settings.decks if name != believed)
    for place, count in _dealt_since(draft).items():
        faces = draft.ledger[believed].at(place).all_faces()[-count:]
        draft.move(believed, place, SHOE, count)
        holding = ledger.dealt(draft.ledger[deck], SHOE, place, count, faces)
        draft.put_holding(deck, holding)
    draft.put_round(replace(draft.round, deck=deck))
    draft.record(DealtFrom(deck))
    return deck


def _dealt_since(draft: Draft) -> dict[str, int]:
    """By place, the cards that were dealt since the deck was settled, and those in the rack by now.

    A card that was put to a hand and not dealt to it is one by which the deck was found.
    """
    facts = draft.round.facts
    settled = max((i for i, fact in enumerate(facts) if isinstance(fact, DealtFrom)), default=0)
    moved = [fact for fact in facts[settled:] if isinstance(fact, Moved)]
    lying = draft.ledger[draft.round.deck]
    put = Counter({fact.to: fact.count for fact in moved if fact.to != RACK})
    racked = sum(fact.count for fact in moved if fact.to == RACK)
    since = {place: lying.count(place) - put[place] for place in lying.on_layout()}
    return {place: count for place, count in {**since, RACK: racked}.items() if count > 0}


def _take_aside(draft: Draft, *, dealt: bool) -> None:
    """Put the card in question where it belongs to nobody: from where it is believed to be."""
    last = next((f for f in reversed(draft.round.facts) if isinstance(f, Dealt)), None)
    source = last.place if dealt and last is not None else SHOE
    draft.move(draft.deck_in_play, source, LOOSE, 1)


def _from_table(draft: Draft, kind: Kind, place: str, device: str) -> dict[str, str]:
    cards = {"cards": "out" if draft.cards_out else "in"}
    dealing = next_targets(draft) and draft.cards_dealt
    deal = {"deal": "running" if dealing else "not_running"}
    match kind:
        case Kind.CARD_EXPOSED:
            shown = draft.view.turned(place) or draft.view.cards(place) is not None
            moment = "after_reveal" if shown else "before_reveal"
            return {"whose": whose(place), "moment": moment}
        case Kind.JAM | Kind.DEVICE_FAILED | Kind.ORDER_OVERDUE:
            return {"device": draft.settings.devices[device].kind.value, **deal}
        case (
            Kind.UNSOLICITED_CARD
            | Kind.UNSOLICITED_CHECK
            | Kind.COUNT_DISPUTED
            | Kind.COUNT_UNCERTAIN
            | Kind.DUPLICATE_CARD
            | Kind.FOREIGN_CARD
            | Kind.LINK_LOST
            | Kind.RESTART
            | Kind.EVIDENCE_GAP
            | Kind.NOT_EXPECTED
        ):
            return cards
        case _:
            return {}
