"""Facts that are told by themselves: what was put right, and to what."""

from __future__ import annotations

from tablectl.texts.names import amount, place_name, spoken
from tablectl.words.facts import Amendable, Chose, CountedAt, Wagered


def amended_text(fact: Amendable) -> str:
    """What a fact says that was put right."""
    match fact:
        case Wagered():
            wager = f"{spoken(fact.wager)} {amount(fact.cents)}".rstrip()
            return f"seat {fact.seat}: {wager if fact.on else f'no {spoken(fact.wager)}'}"
        case Chose():
            return f"{place_name(fact.hand)}: {spoken(fact.choice)}"
        case CountedAt():
            return f"{place_name(fact.place)}: {fact.count} cards"
