"""The shoes of blackjack: 2.6(d), (l) and (m), and what is known of section 2.21.

From a single shoe and from either side of a double one cards are dealt until the cutting card comes
out. With the Bart Carter shuffle more than about a deck of discards goes back among the cards that
are left. A continuous shuffler is given its discards after every round.
"""

from __future__ import annotations

from collections.abc import Mapping

from simulators.referee.book import DECK, NEXT, RACK, SEALED, SHOE, Cards
from simulators.referee.tables.game import (
    Answer,
    Counts,
    Deals,
    Lays,
    Loop,
    Puts,
    Racks,
    Standing,
    Step,
    Targets,
    Turns,
    of_side,
)

DOUBLE, BART_CARTER, CONTINUOUS = "double_shoe", "bart_carter", "continuous_shuffler"
DETERMINANT = "determinant"
"""Where a card lies that decides from which side a round is dealt."""
SIDE = "side"
REDS = "HD"


# ---------------------------------------------------------------- the side of a round


def _to_decide(at: Standing) -> Targets:
    """2.6(d)1: one card from either side, before any other."""
    return [] if at.round.decided or at.deck.count(DETERMINANT) else [(DETERMINANT, 1)]


def _untold(at: Standing) -> list[str]:
    """That card, as long as nobody has told what it is."""
    lying = at.deck.pile(DETERMINANT)
    return [] if not lying or lying[0] else [DETERMINANT]


def _unread(at: Standing) -> list[str]:
    """The same, as long as nobody has looked at it either."""
    return [] if DETERMINANT in at.round.read else _untold(at)


def _asked(at: Standing) -> list[str]:
    """Whoever has turned it and not said what it is says to which side it points."""
    return [] if at.round.answers.get(SIDE) else _untold(at)


def _answers(at: Standing, _: str) -> Mapping[str, Answer]:
    return {side: Answer() for side in at.decks}


def _points_to(at: Standing) -> str:
    """Hearts and diamonds to one side, spades and clubs to the other; a joker to neither."""
    (card,) = at.deck.pile(DETERMINANT)
    if not card:
        return at.round.answers.get(SIDE, {}).get(DETERMINANT, "")
    if card.startswith(SEALED) or at.deck.known(DETERMINANT) is None:
        return ""
    sides, first = list(at.decks), at.options.get("red_side") == 1
    return sides[0 if (card[1] in REDS) == first else 1]


def _goes_to(at: Standing) -> tuple[str, str]:
    """2.6(d)2: the first card of the first box, or burnt."""
    side = _points_to(at)
    return (at.round.hands[0] if side == at.round.deck else RACK), side


DECIDES: tuple[Step, ...] = (
    Deals(_to_decide, DETERMINANT),
    Turns(DETERMINANT, _unread, again=True),
    Puts(DETERMINANT, SIDE, _asked, _answers),
    Lays(DETERMINANT, DETERMINANT, _goes_to),
)


# ---------------------------------------------------------------- the end of a shoe


def last_round(at: Standing, cards: Cards) -> bool:
    """2.6(l): the cutting card came out, or where it would have stood."""
    behind = int(at.options.get("cards_behind", 0))
    return bool(cards.cutting_card) or cards.count(SHOE) < max(behind, 1)


def _emptied(side: int | None = None) -> tuple[Step, ...]:
    """2.6(l)2: what is left joins the discards, and all of it is counted."""

    def ends(at: Standing) -> bool:
        cards = of_side(at, side)
        return cards.step == "loaded" and last_round(at, cards)

    def counted(at: Standing) -> bool:
        return ends(at) and not of_side(at, side).count(SHOE)

    return (
        Racks("shoe_out", lambda at: (NEXT, SHOE) if ends(at) else (), side=side),
        Counts("shoe_out", RACK, counted, side),
    )


SHOE_OUT: tuple[Step, ...] = _emptied()
SIDES_OUT: tuple[Step, ...] = (Loop("shoe_out", (*_emptied(0), *_emptied(1))),)
DISCARDS_BACK: tuple[Step, ...] = (Racks("discards_back", lambda _: (RACK,), to=SHOE),)


def goes_on(_: Standing, __: Cards) -> bool:
    """The whole set is never taken out."""
    return False


def rack_is_full(at: Standing, cards: Cards) -> bool:
    """2.6(m): more than about one deck lies there; or nothing is left to deal from."""
    most = DECK + int(at.options.get("rack_over", 0))
    return cards.count(RACK) > most or not cards.count(SHOE)


# ---------------------------------------------------------------- making cards ready

BY_HAND_OR_MACHINE = ("shuffled", "machine_shuffled")
CUT: Mapping[str, tuple[str, ...]] = {"cut": BY_HAND_OR_MACHINE, "load": ("cut",)}
"""What a machine has shuffled is cut all the same: section 2.5, on shuffle and cut, is missing."""
STACKED: Mapping[str, tuple[str, ...]] = {**CUT, "insert_stacks": BY_HAND_OR_MACHINE}
NEVER_SHUFFLED: Mapping[str, tuple[str, ...]] = {
    "shuffle": (),
    "cut": (),
    "load": ("washed", "spent"),
}
"""What the shoe shuffles itself is loaded as it is."""
