"""What irregularities of blackjack turn on: how far the cards are, the reader, what is settled.

Read off the round for the circumstances of a ruling; what then follows is in the rows.
"""

from __future__ import annotations

from collections.abc import Mapping

from tablectl.games.blackjack_boxes import bettors, insurance_of, own_wagers
from tablectl.games.blackjack_cards import FIRST_CARDS, Mode, dealer_draws
from tablectl.games.blackjack_hands import (
    HOLE,
    all_hands,
    awaits_dealer,
    dealers_cards,
    is_natural,
    is_surrendered,
    may_have_blackjack,
    mode,
)
from tablectl.games.blackjack_lines import (
    BLACKJACKS,
    EVEN_MONEY,
    SECOND_CARD,
    SETTLEMENT,
    SURRENDERED,
    takes_even_money,
)
from tablectl.games.blackjack_mended import DEAD_HANDS
from tablectl.games.blackjack_shoes import DETERMINANT
from tablectl.table.places import DEALER, seat_of
from tablectl.table.round_view import RoundView
from tablectl.words.cards import Known
from tablectl.words.settings import Can, Settings

DEAL = "deal"
BEFORE_TOTALS = ("wagers", DETERMINANT, DEAL)
DEALERS_STEPS = (
    *(SECOND_CARD, "dealer_draws", SETTLEMENT),
    *("pick_up", "shoe_out", "discards_back"),
)


def stage(view: RoundView) -> str:
    """How far the cards have come, in the words of the circumstances."""
    if view.round.step in BEFORE_TOTALS:
        return "dealing"
    if not _is_shown(view):
        return "drawing"
    cards = dealers_cards(view)
    if cards and len(cards) >= FIRST_CARDS and not dealer_draws(cards):
        return "stands"
    waiting = any(awaits_dealer(view, hand) for hand in all_hands(view))
    return "dealer" if waiting and not view.settled(SETTLEMENT) else "all_out"


def _is_shown(view: RoundView) -> bool:
    """Whether the dealer's hand is played: its second card lies up, and no player draws more."""
    if view.turned(HOLE) or view.round.step in DEALERS_STEPS:
        return True
    return mode(view) is Mode.NONE and view.count(DEALER) > 1


def asks_reader(view: RoundView) -> bool:
    """Whether the hole card is checked in this round, or may be: 2.15(j) is about an upcard that is
    known to be another one."""
    first = view.faces(DEALER)[:1]
    told = any(isinstance(face, Known) for face in first)
    return mode(view) is Mode.READER and (not told or may_have_blackjack(view))


def settled_for_good(view: RoundView) -> Mapping[str, tuple[str, ...]]:
    """The hands that have been taken, paid or given back, and with which wagers: 2.15(j)1 leaves
    them so.

    Even money closes the wagers of whoever took it, a dead hand of a split box its own; insurance
    is settled with the dealer's second card alone.
    """
    closed = {box: _at_even_money(view, box) for box in view.settled_hands(EVEN_MONEY)}
    stages = (BLACKJACKS, SURRENDERED, SETTLEMENT, DEAD_HANDS)
    waited = view.settled_hands(SECOND_CARD)
    done = (h for h in waited if is_natural(view, h) or is_surrendered(view, h))
    whole = frozenset().union(*map(view.settled_hands, stages), done)
    return {**closed, **{hand: _all_settled(view, hand) for hand in whole}}


def _at_even_money(view: RoundView, box: str) -> tuple[str, ...]:
    took = (bettor for bettor in bettors(view, box) if takes_even_money(view, box, bettor))
    return tuple(wager for bettor in took for wager in (bettor, insurance_of(bettor)))


def _all_settled(view: RoundView, hand: str) -> tuple[str, ...]:
    box = seat_of(hand)
    insured = bettors(view, box) if view.settled(SECOND_CARD) else ()
    return (*own_wagers(view, hand), *map(insurance_of, insured))


def conceals(settings: Settings) -> bool:
    """Whether no player can learn a card from the reader: as its profile says, or the house."""
    wired = [d for d in settings.devices_in_use.values() if Can.CHECK in d.can]
    if wired:
        return all(Can.CONCEAL in device.can for device in wired)
    return bool(settings.options["reader_conceals"])
