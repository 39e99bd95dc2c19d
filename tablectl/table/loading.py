"""Loads of the shoe: which of its own numbers stands for the deck that somebody loaded.

A person says that a deck is loaded, the shoe says that it was loaded, in either order and however
late. Only when both have said so is it known which cards are of this load and which of an earlier
one, and only then is anything allowed. A shoe that does not number its loads is taken at its word.
"""

from __future__ import annotations

from tablectl.table import ledger
from tablectl.table.draft import Draft
from tablectl.table.irregular import raise_
from tablectl.table.places import LOOSE, SHOE
from tablectl.table.state import DeviceState
from tablectl.words.irregularities import Kind
from tablectl.words.observations import CardsOut, Identified
from tablectl.words.values import Label, replace


class Counting(Label):
    """How a card stands to the ones before it, by the shoe's own count."""

    IN_TURN = "in_turn"
    TOLD_BEFORE = "told_before"
    AFTER_GAP = "after_gap"


def match_load(draft: Draft) -> int:
    """Somebody has loaded a deck: the number of that load, or 0 until the shoe tells it."""
    name = draft.shoe
    if name is None or draft.devices[name].load == draft.devices[name].matched:
        return 0
    return _matched(draft, name)


def told_load(draft: Draft, name: str, load: int) -> None:
    """The shoe tells of a load."""
    device = draft.devices[name]
    if load <= device.load:
        return
    if load < device.found:  # made while nobody listened, and out of the shoe again by now
        draft.put_device(name, replace(device, load=load, matched=load, out=0))
        return
    draft.put_device(name, replace(device, load=load, found=0, out=0))
    loaded = draft.deck_in_shoe
    if not loaded:
        return
    deck = draft.decks[loaded]
    if deck.load and deck.given:
        raise_(draft, Kind.NOT_EXPECTED, device=name, detail="loaded while its cards are in play")
        return
    # What was counted before is of no load, or of one that another unit had.
    draft.put_deck(loaded, replace(deck, load=_matched(draft, name), given=0))
    early_cards(draft, loaded)


def first_load(draft: Draft, name: str, load: int) -> None:
    """A shoe that the table has not met says which load is in it.

    Nobody is known to have made it here. If somebody has, the shoe tells of it as an event.
    """
    met = replace(draft.devices[name], load=0, matched=0, found=load, out=0)
    draft.put_device(name, met)
    if loaded := draft.deck_in_shoe:
        draft.put_deck(loaded, replace(draft.decks[loaded], load=0))


def loads_before_the_shuffle(draft: Draft) -> None:
    """A deck was shuffled by a machine that loads the shoe: what the shoe was loaded with before
    was another, and only what it tells of from now on is this one."""
    if draft.rules.loader and (name := draft.shoe) is not None:
        device = draft.devices[name]
        draft.put_device(name, replace(device, matched=device.load))


def load_to_match(draft: Draft) -> bool:
    """Whether the shoe, in working order, has told of a load that no deck is known to be."""
    name = draft.shoe
    if name is None:
        return False
    shoe = draft.devices[name]
    return shoe.phase == "ready" and not shoe.found and shoe.load != shoe.matched


def out_after(device: DeviceState, report: CardsOut) -> int:
    """How many cards came out; those of a load that no deck is known to be wait until one is."""
    if report.first and report.load == device.load:
        return report.first - 1 + report.count
    return device.out


def early_cards(draft: Draft, deck: str) -> None:
    """The load of a deck has become known: cards that had come out of it by then are loose."""
    name = draft.shoe
    if name is None:
        return
    if draft.decks[deck].load:
        _untold(draft, name, deck, draft.devices[name].out)


def _untold(draft: Draft, name: str, deck: str, out: int) -> bool:
    """The shoe has given more cards in all than it has told of: they lie somewhere."""
    state = draft.decks[deck]
    if out <= state.given:
        return False
    holding = ledger.dealt(draft.ledger[deck], SHOE, LOOSE, out - state.given, ())
    draft.put_holding(deck, holding)
    draft.put_deck(deck, replace(state, given=out))
    raise_(draft, Kind.COUNT_UNCERTAIN, place=LOOSE, device=name, deck=deck)
    return True


# ---------------------------------------------------------------- a shoe that only counts


def counted_on(draft: Draft, name: str, report: CardsOut) -> Counting:
    """What the number of a card tells of those before it, which are not told again."""
    deck = draft.deck_in_shoe
    if not deck or not report.first or report.load != draft.decks[deck].load:
        return Counting.IN_TURN
    if report.first <= draft.decks[deck].given:
        return Counting.TOLD_BEFORE
    missing = _untold(draft, name, deck, report.first - 1)
    return Counting.AFTER_GAP if missing else Counting.IN_TURN


def compare_count(draft: Draft, name: str, report: Identified) -> None:
    """A shoe that is back says how many cards it has given; what it did not tell shows now.

    A load that was made meanwhile is told by this too: nobody will tell of it otherwise. A load
    before the last one is that of a memory that was lost: from here on its numbers count.
    """
    known = draft.devices[name].load
    if report.load > known:
        told_load(draft, name, report.load)
    elif report.load < known:
        identified_load(draft, name, report.load)
        if deck := draft.deck_in_shoe:
            draft.put_deck(deck, replace(draft.decks[deck], given=report.out or 0))
        detail = f"its load went back from {known} to {report.load}"
        raise_(draft, Kind.EVIDENCE_GAP, device=name, deck=draft.deck_in_shoe, detail=detail)
    if report.out is None or report.load != draft.devices[name].load:
        return
    draft.note_device(name, replace(draft.devices[name], out=report.out))
    deck = draft.deck_in_shoe
    if not deck or report.load != draft.decks[deck].load:
        return
    given = draft.decks[deck].given
    if report.out < given:
        draft.put_deck(deck, replace(draft.decks[deck], given=report.out))
        detail = f"its count went back from {given} to {report.out}"
        raise_(draft, Kind.EVIDENCE_GAP, device=name, deck=deck, detail=detail)
    else:
        _untold(draft, name, deck, report.out)


def identified_load(draft: Draft, name: str, load: int) -> None:
    """The shoe says who it is and which load is in it.

    A load that is new to the table it tells of as an event, unless it has lost it: until then
    nothing is allowed. Numbers that went back are those of a memory that was lost: what is missing
    is asked of people elsewhere, and from here on its numbers count.
    """
    device = draft.devices[name]
    if load >= device.load:
        draft.put_device(name, replace(device, found=load if load > device.load else 0))
        return
    draft.put_device(name, replace(device, load=load, matched=load, out=0))
    if loaded := draft.deck_in_shoe:
        draft.put_deck(loaded, replace(draft.decks[loaded], load=load))


def load_lost(draft: Draft) -> bool:
    """Whether the shoe has a load of which it did not tell: it has forgotten that it was made.

    Which cards they are nobody can say, so they are taken out and shuffled, and loaded again.
    """
    name = draft.shoe
    if name is None or draft.round.hands:
        return False
    shoe = draft.devices[name]
    return shoe.phase == "ready" and bool(shoe.found)


def _matched(draft: Draft, name: str) -> int:
    device = draft.devices[name]
    draft.put_device(name, replace(device, matched=device.load))
    return device.load


def of_earlier_load(draft: Draft, name: str, deck: str, load: int) -> bool:
    """Whether cards of this load left the shoe before the deck was put into it."""
    if load == 0:
        return False
    known = draft.decks[deck].load
    return load < known if known else load <= draft.devices[name].matched


def of_other_load(draft: Draft, name: str, deck: str, load: int) -> bool:
    """Whether cards of this load came from a load that nobody said was made."""
    if load == 0:
        return False
    known = draft.decks[deck].load
    return load > known if known else load == draft.devices[name].found
