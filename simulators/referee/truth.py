"""What the felt shows beside what everybody was told: the part that nobody could have known.

Only a simulation can look at both. Nothing here is held against the controller: as long as no
device and no person has told, there is nothing to rule on.
"""

from __future__ import annotations

from collections.abc import Iterator

from simulators.felt import Felt
from simulators.referee.book import Round
from simulators.referee.verdicts import Undetected
from tablectl.words.facts import CountedAt, Fact, Turned


def hidden(felt: Felt, round_: Round, facts: tuple[Fact, ...]) -> Iterator[Undetected]:
    """What was just told about a place and is not so."""
    for fact in facts:
        match fact:
            case CountedAt() if felt.count(round_.deck, fact.place) != fact.count:
                yield Undetected("counted_wrong", fact.place)
            case Turned():
                yield from _shown(felt, round_, fact.place)


def _shown(felt: Felt, round_: Round, place: str) -> Iterator[Undetected]:
    lie = [piece.card.code for piece in felt.pile(round_.deck, place)]
    told = round_.turned.get(place)
    if told is None:
        return
    if len(lie) != len(told):
        yield Undetected("other_number_shown", place)
    elif sorted(lie) != sorted(told):
        yield Undetected("other_cards_shown", place)
