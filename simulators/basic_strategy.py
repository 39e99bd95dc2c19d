"""Basic strategy at blackjack: the best answer by the cards that lie face up, and by no others.

For shoes of four decks and more and a dealer who stands on every 17; with one deck or two a few
answers are a shade off. It knows no rule of a table: it picks among the answers that are offered.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tablectl.words.cards import Card, Rank

HIT, STAND, DOUBLE, SPLIT, SURRENDER = "hit", "stand", "double", "split", "surrender"
WANTED = {
    "H": (HIT,),
    "S": (STAND,),
    "D": (DOUBLE, HIT),
    "E": (DOUBLE, STAND),
    "R": (SURRENDER, HIT),
    "P": (SPLIT,),
}
"""What a letter of the tables stands for, the best answer first."""

# Against a dealer who shows    23456789TA
HARD = {
    9: "HDDDDHHHHH",
    10: "DDDDDDDDHH",
    11: "DDDDDDDDDH",
    12: "HHSSSHHHHH",
    13: "SSSSSHHHHH",
    14: "SSSSSHHHHH",
    15: "SSSSSHHHRH",
    16: "SSSSSHHRRR",
}
SOFT = {
    13: "HHHDDHHHHH",
    14: "HHHDDHHHHH",
    15: "HHDDDHHHHH",
    16: "HHDDDHHHHH",
    17: "HDDDDHHHHH",
    18: "SEEEESSHHH",
}
PAIRS = {
    1: "PPPPPPPPPP",
    2: "PPPPPPHHHH",
    3: "PPPPPPHHHH",
    4: "HHHPPHHHHH",
    6: "PPPPPHHHHH",
    7: "PPPPPPHHHH",
    8: "PPPPPPPPPP",
    9: "PPPPPSPPSS",
}
HITS, STANDS = "H" * 10, "S" * 10
SEVENTEEN, BUST = 17, 21


def count(cards: Sequence[Card]) -> tuple[int, bool]:
    """What a hand counts, and whether an ace in it counts eleven."""
    hard = sum(map(value, cards))
    soft = any(card.rank is Rank.ACE for card in cards) and hard + 10 <= BUST
    return hard + 10 * soft, soft


def value(card: Card) -> int:
    """What a card counts, the ace one; a card that has no rank, nothing."""
    if card.rank is None:
        return 0
    return 1 if card.rank is Rank.ACE else min(int(card.rank), 10)


def best(own: Sequence[Card], dealer: Sequence[Card], offered: Collection[str]) -> str:
    """The best of the answers that are offered, as far as the strategy has one; else none."""
    wanted = _against_both(own, dealer) if len(dealer) > 1 else _against_one(own, dealer)
    return next((answer for answer in wanted if answer in offered), "")


def _against_one(own: Sequence[Card], dealer: Sequence[Card]) -> tuple[str, ...]:
    column = (value(dealer[0]) - 2) % 10 if dealer else 0
    total, soft = count(own)
    by_total = SOFT.get(total, "") if soft else HARD.get(total, "")
    if not by_total:
        by_total = STANDS if total >= SEVENTEEN else HITS
    pair = PAIRS.get(value(own[0]), "") if _is_pair(own) else ""
    return (*(WANTED[pair[column]] if pair else ()), *WANTED[by_total[column]], STAND)


def _against_both(own: Sequence[Card], dealer: Sequence[Card]) -> tuple[str, ...]:
    """A rule of thumb where both cards of the dealer lie face up and the dealer wins what is equal.

    Against a hand that stands one draws until it is beaten; against a stiff one nobody busts, and
    whoever cannot has more money on it.
    """
    theirs, their_ace = count(dealer)
    mine, my_ace = count(own)
    if theirs >= SEVENTEEN:
        return (HIT, STAND) if mine <= theirs else (STAND,)
    if theirs >= 12 and not their_ace:
        if _is_pair(own) and value(own[0]) not in (5, 10):
            return (SPLIT, STAND)
        stays = 18 if my_ace else 12
        return (STAND,) if mine >= stays else (DOUBLE, HIT)
    if mine in (10, 11) and mine > theirs:
        return (DOUBLE, HIT)
    return (STAND,) if mine >= SEVENTEEN + my_ace else (HIT, STAND)


def _is_pair(own: Sequence[Card]) -> bool:
    return len(own) == 2 and value(own[0]) == value(own[1])
