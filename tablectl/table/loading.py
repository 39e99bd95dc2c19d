"""Loads of the shoe: which of its own numbers stands for the deck that somebody loaded.

A person says that a deck is loaded, the shoe says that it was loaded, in either order and however
late. Only when both have said so is it known which cards are of this load and which of an earlier
one, and only then is anything allowed. A shoe that does not number its loads is taken at its word.
"""

from __future__ import annotations

from dataclasses import replace

from tablectl.table.draft import Draft
from tablectl.table.irregular import raise_
from tablectl.words.irregularities import Kind


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
    draft.put_device(name, replace(device, load=load))
    loaded = draft.deck_in_shoe
    if not loaded:
        return
    deck = draft.decks[loaded]
    if deck.load and deck.given:
        raise_(draft, Kind.NOT_EXPECTED, device=name, detail="loaded while its cards are in play")
        return
    draft.put_deck(loaded, replace(deck, load=_matched(draft, name)))


def identified_load(draft: Draft, name: str, load: int) -> None:
    """The shoe says who it is and which load is in it.

    Numbers that went back are those of a memory that was lost, or of another unit: what is missing
    is asked of people elsewhere, and from here on its numbers count.
    """
    device = draft.devices[name]
    if load >= device.load:
        told_load(draft, name, load)
        return
    draft.put_device(name, replace(device, load=load, matched=load))
    if loaded := draft.deck_in_shoe:
        draft.put_deck(loaded, replace(draft.decks[loaded], load=load))


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


def of_other_load(draft: Draft, deck: str, load: int) -> bool:
    """Whether cards of this load came from a load that nobody said was made."""
    return bool(load) and bool(draft.decks[deck].load) and load > draft.decks[deck].load
