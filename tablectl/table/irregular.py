"""From what happened to the irregularity it is: the kind with its circumstances filled in.

Circumstances are read off the draft in one place, so that a device's report and a person's
declaration of the same thing can never be ruled on differently.
"""

from __future__ import annotations

from collections import Counter

from tablectl.irregularities.kinds import ORDINARY
from tablectl.table import ledger
from tablectl.table.consequences import next_targets, rule_on
from tablectl.table.draft import Draft
from tablectl.table.laying import came_in_error, last_laid
from tablectl.table.places import LOOSE, NEXT, RACK, SHOE
from tablectl.table.round_view import whose
from tablectl.words.facts import Checked, Dealt, DealtFrom, Flawed, Moved, Racked
from tablectl.words.irregularities import Irregularity, Kind
from tablectl.words.settings import Can, DeviceKind
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
    found = {**_from_table(draft, kind, place, device), **circumstances}
    made = {name: how for name, how in found.items() if ORDINARY.get(name) != how}
    where = deck or draft.deck_in_play
    rule_on(draft, Irregularity(kind, made, place, where, device, detail))


def face_up_card(draft: Draft, device: str = "", deck: str = "") -> None:
    """A card that lay face up among the cards to be dealt; it has been taken aside. It is of the
    deck in play if none is named."""
    nth = "further" if draft.round.face_ups else "first"
    draft.put_round(replace(draft.round, face_ups=draft.round.face_ups + 1))
    raise_(draft, Kind.FACE_UP_CARD, place=LOOSE, device=device, deck=deck, nth=nth)


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

    A card that was put to a hand and not dealt to it is one by which the deck was found; it may
    have gone to the rack with the hand.
    """
    facts = draft.round.facts
    settled = max((i for i, fact in enumerate(facts) if isinstance(fact, DealtFrom)), default=0)
    moved = [fact for fact in facts[settled:] if isinstance(fact, Moved)]
    lying = draft.ledger[draft.round.deck]
    put = Counter({fact.to: fact.count for fact in moved if fact.to != RACK})
    racked = sum(fact.count for fact in moved if fact.to == RACK)
    racked += sum(isinstance(fact, Racked) for fact in facts[settled:])
    since = {p: lying.count(p) - put[p] for p in dict.fromkeys((*lying.on_layout(), *put))}
    since[RACK] = racked + sum(count for count in since.values() if count < 0)
    return {place: count for place, count in since.items() if count > 0}


def passed_over(draft: Draft, place: str, nth: int | None, detail: str) -> None:
    """A place did not get a card that was due there, or none at all."""
    draft.record(Flawed(Kind.PASSED_OVER, place, nth))
    kept = {f.nth for f in draft.view.flaws(Kind.PASSED_OVER) if f.place == place}
    some = None not in kept and len(kept) < draft.view.count(place)
    raise_(draft, Kind.PASSED_OVER, place=place, detail=detail, got="some" if some else "none")


def _take_aside(draft: Draft, *, dealt: bool) -> None:
    """Put the card in question where it belongs to nobody: from where it is believed to be."""
    deck, place = draft.deck_in_play, last_laid(draft)
    if draft.ledger[deck].count(NEXT):
        source = NEXT  # it was told of before, and something more about it comes out
    elif dealt and place:
        source = place
        came_in_error(draft)
    else:
        source = SHOE
    draft.move(deck, source, LOOSE, 1)


def _from_table(draft: Draft, kind: Kind, place: str, device: str) -> dict[str, str]:
    cards = {"cards": "out" if draft.cards_out else "in"}
    dealing = next_targets(draft) and draft.cards_dealt
    deal = {"deal": "running" if dealing else "not_running"}
    match kind:
        case Kind.CARD_DRAWN_IN_ERROR | Kind.CARD_NOT_GIVEN:
            return _stage(draft)
        case Kind.UNSOLICITED_CARD:
            return {**cards, **_stage(draft)}
        case Kind.UNSOLICITED_CHECK:
            return {**cards, **_looked(draft)}
        case Kind.LINK_LOST:
            return {**cards, **_checks(draft, device)}
        case Kind.PASSED_OVER:
            return {"whose": whose(place)}
        case Kind.CARD_EXPOSED:
            shown = draft.view.turned(place) or draft.view.cards(place) is not None
            moment = "after_reveal" if shown else "before_reveal"
            return {"whose": whose(place), "moment": moment}
        case Kind.JAM | Kind.DEVICE_FAILED:
            return {"device": _kind_of(draft, device), **deal, **_checks(draft, device)}
        case Kind.ORDER_OVERDUE:
            return {"device": _kind_of(draft, device), **deal}
        case (
            Kind.COUNT_DISPUTED
            | Kind.COUNT_UNCERTAIN
            | Kind.DUPLICATE_CARD
            | Kind.FOREIGN_CARD
            | Kind.RESTART
            | Kind.EVIDENCE_GAP
            | Kind.NOT_EXPECTED
        ):
            return cards
        case _:
            return {}


def _stage(draft: Draft) -> dict[str, str]:
    return {"stage": draft.rules.stage(draft.view)}


def _looked(draft: Draft) -> dict[str, str]:
    """Whether a card that went into the reader unasked is to go there in this round, or has been,
    and whether anybody can have learned it from that."""
    asks = draft.rules.asks_reader
    wanted = "later" if asks is not None and asks(draft.view) else "never"
    if any(isinstance(fact, Checked) for fact in draft.round.facts):
        wanted = "before"
    return {"conceals": "yes" if draft.rules.conceals else "no", "wanted": wanted}


def _checks(draft: Draft, device: str) -> dict[str, str]:
    promised = draft.settings.devices.get(device)
    return {"checks": "yes" if promised is None or Can.CHECK in promised.can else "no"}


def _kind_of(draft: Draft, device: str) -> str:
    """What kind of device it is; one that is not wired to the table is the reader that checks."""
    promised = draft.settings.devices.get(device)
    return DeviceKind.READER.value if promised is None else promised.kind.value
