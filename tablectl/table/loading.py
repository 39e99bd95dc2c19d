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
from tablectl.table.refilling import refilled_in_round
from tablectl.table.state import Chamber, Fate
from tablectl.words.bases import HOUSE
from tablectl.words.irregularities import Kind
from tablectl.words.observations import CardsOut, Identified
from tablectl.words.settings import Can
from tablectl.words.values import Label, replace


class Counting(Label):
    """How a card stands to the ones before it, by the shoe's own count."""

    IN_TURN = "in_turn"
    TOLD_BEFORE = "told_before"
    AFTER_GAP = "after_gap"


def match_load(draft: Draft, deck: str) -> int:
    """Somebody has loaded a deck: the number of that load, or 0 until the shoe tells it."""
    name = draft.shoe
    if name is None:
        return 0
    told = _told(draft, name, deck)
    return 0 if told.load == told.matched else _matched(draft, name, deck)


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
    if loaded:
        _loaded(draft, name, loaded)


def told_chamber_load(draft: Draft, name: str, load: int, chamber: int) -> bool:
    """The shoe tells of a load of one of its sides; False if there is no such side.

    Loads are numbered over all of them, and the newest is the one that an identity names. An older
    one may still be in another side.
    """
    decks = draft.settings.decks
    if not draft.rules.sides or not 1 <= chamber <= len(decks):
        return False
    device = draft.devices[name]
    if load <= device.load:
        return True
    found = device.found if load < device.found else 0
    draft.put_device(name, replace(device, load=load, found=found))
    deck = decks[chamber - 1]
    _put_chamber(draft, name, deck, Chamber(load, draft.chamber(name, deck).matched))
    if deck in draft.decks_in_shoe:
        _loaded(draft, name, deck)
    return True


def _loaded(draft: Draft, name: str, deck: str) -> None:
    """A deck of which somebody has said so is loaded; what was counted before is of no load, or of
    one that another unit had.

    A shoe that takes its cards back begins a new load between rounds, for its numbers have an end.
    """
    state = draft.decks[deck]
    anew = Can.CONTINUOUS in draft.settings.devices[name].can and not draft.round.hands
    if state.load and state.given and not anew:
        raise_(draft, Kind.NOT_EXPECTED, device=name, detail="loaded while its cards are in play")
        return
    draft.put_deck(deck, replace(state, load=_matched(draft, name, deck), given=0))
    early_cards(draft, deck)


def first_load(draft: Draft, name: str, load: int) -> None:
    """A shoe that the table has not met says which load is in it.

    Nobody is known to have made it here. If somebody has, the shoe tells of it as an event.
    """
    met = replace(draft.devices[name], load=0, matched=0, found=load, out=0, chambers=())
    draft.put_device(name, met)
    for loaded in draft.decks_in_shoe:
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


def note_out(draft: Draft, name: str, report: CardsOut) -> int:
    """How many cards came out; those of a load that no deck is known to be wait until one is."""
    device = draft.devices[name]
    out = report.first - 1 + report.count
    if draft.rules.sides and report.first:
        for deck in draft.settings.decks:
            side = draft.chamber(name, deck)
            if side.load == report.load:
                _put_chamber(draft, name, deck, replace(side, out=out))
        return device.out
    return out if report.first and report.load == device.load else device.out


def early_cards(draft: Draft, deck: str) -> None:
    """The load of a deck has become known: cards that had come out of it by then are loose."""
    name = draft.shoe
    if name is None:
        return
    if draft.decks[deck].load:
        _untold(draft, name, deck, _told(draft, name, deck).out)


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
    is asked of people elsewhere, and from here on its numbers count. Where decks lie side by side
    nobody can say then which of them is which load: all are shuffled and loaded again.
    """
    device = draft.devices[name]
    if load >= device.load:
        draft.put_device(name, replace(device, found=load if load > device.load else 0))
        return
    if draft.rules.sides:
        draft.put_device(name, replace(device, load=load, found=0, chambers=()))
        for deck in draft.decks_in_shoe:
            state = replace(draft.decks[deck], load=0)
            if state.fate is Fate.NONE:
                state = replace(state, fate=Fate.RESHUFFLE, fate_basis=HOUSE)
            draft.put_deck(deck, state)
        return
    draft.put_device(name, replace(device, load=load, matched=load, out=0))
    if loaded := draft.deck_in_shoe:
        draft.put_deck(loaded, replace(draft.decks[loaded], load=load))


def load_lost(draft: Draft, deck: str) -> bool:
    """Whether the shoe has a load of which it did not tell: it has forgotten that it was made.

    Which cards they are nobody can say, so they are taken out and shuffled, and loaded again:
    between rounds, or in one where nothing has been dealt of them.
    """
    name = draft.shoe
    if name is None or (draft.round.hands and not refilled_in_round(draft, deck)):
        return False
    shoe = draft.devices[name]
    return shoe.phase == "ready" and bool(shoe.found)


def _told(draft: Draft, name: str, deck: str) -> Chamber:
    """What the shoe has told of where this deck is loaded: of one of its sides, or of itself."""
    if draft.rules.sides:
        return draft.chamber(name, deck)
    device = draft.devices[name]
    return Chamber(device.load, device.matched, device.out)


def _put_chamber(draft: Draft, name: str, deck: str, side: Chamber) -> None:
    device, decks = draft.devices[name], draft.settings.decks
    sides = tuple(side if each == deck else draft.chamber(name, each) for each in decks)
    draft.put_device(name, replace(device, chambers=sides))


def _matched(draft: Draft, name: str, deck: str) -> int:
    if draft.rules.sides:
        side = draft.chamber(name, deck)
        _put_chamber(draft, name, deck, replace(side, matched=side.load))
        return side.load
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


def of_former_load(draft: Draft, name: str, load: int) -> bool:
    """Whether no side has this load any more: its cards came out before the last one was made."""
    loads = (draft.chamber(name, deck).load for deck in draft.settings.decks)
    return load < draft.devices[name].load and load not in loads
