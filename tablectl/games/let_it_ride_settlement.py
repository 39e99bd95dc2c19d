"""What becomes of the wagers of let it ride, N.J.A.C. 19:47-18.10(g) to (i) and 18.11.

Pure: it reads a round and says what is collected and paid. A bet that was withdrawn is no wager any
more; a bonus wager went into the tray before the deal and is either paid or gone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tablectl.games.citing import citing
from tablectl.games.dealing import from_right
from tablectl.games.options import OptionSpec
from tablectl.games.ranking.five_cards import CARDS, Class, standing
from tablectl.games.wagers import Pay, Wager
from tablectl.table.round_view import RoundView
from tablectl.words.cards import Card
from tablectl.words.dues import Line, Settling
from tablectl.words.money import Cents, Odds

c = citing(18)

BET_1, BET_2, BET_3 = BETS = ("bet_1", "bet_2", "bet_3")
BONUS = "bonus"
BONUS_STAKE: Cents = 1_00
LEFT, MIDDLE, RIGHT = COMMON = ("common_1", "common_2", "common_3")
CARDS_EACH = 3
TENS_OR_BETTER = (Card.of("TS"), Card.of("TH"), Card.of("4D"), Card.of("3C"), Card.of("2C"))
"""The least that wins."""

LEAST_ODDS: Mapping[Class, int] = {
    Class.ROYAL_FLUSH: 1_000,
    Class.STRAIGHT_FLUSH: 200,
    Class.FOUR_OF_A_KIND: 50,
    Class.FULL_HOUSE: 11,
    Class.FLUSH: 8,
    Class.STRAIGHT: 5,
    Class.THREE_OF_A_KIND: 3,
    Class.TWO_PAIRS: 2,
    Class.PAIR: 1,
}
LEAST_BONUS: Mapping[Class, Cents] = {
    Class.ROYAL_FLUSH: 25_000_00,
    Class.STRAIGHT_FLUSH: 2_500_00,
    Class.FOUR_OF_A_KIND: 400_00,
    Class.FULL_HOUSE: 200_00,
    Class.FLUSH: 50_00,
    Class.STRAIGHT: 25_00,
    Class.THREE_OF_A_KIND: 5_00,
}
HIGHEST_ODDS = 100_000
HIGHEST_BONUS: Cents = 100_000_000_00


def odds_option(kind: Class) -> str:
    return f"pays_{kind.name.lower()}"


def bonus_option(kind: Class) -> str:
    return f"bonus_{kind.name.lower()}"


OPTIONS: Mapping[str, OptionSpec] = {
    **{
        odds_option(kind): OptionSpec(least, least, HIGHEST_ODDS, "to 1", c("11(b)"))
        for kind, least in LEAST_ODDS.items()
    },
    **{
        bonus_option(kind): OptionSpec(least, least, HIGHEST_BONUS, "cents", c("11(d)"))
        for kind, least in LEAST_BONUS.items()
    },
}
_ON = {Class.PAIR: "pair of tens or better"}
WAGERS = (
    Wager(
        "bet",
        Odds(LEAST_ODDS[Class.ROYAL_FLUSH]),
        tuple(
            Pay(_ON.get(kind, kind.name.lower()), Odds(least), c("11(b)"), odds_option(kind))
            for kind, least in LEAST_ODDS.items()
        ),
    ),
    Wager(
        BONUS,
        Odds(LEAST_BONUS[Class.ROYAL_FLUSH] // BONUS_STAKE),
        tuple(
            Pay(
                kind.name.lower(),
                Odds(least, BONUS_STAKE),
                c("11(d)"),
                bonus_option(kind),
                BONUS_STAKE,
            )
            for kind, least in LEAST_BONUS.items()
        ),
        limited=False,
        option=BONUS,
    ),
)


# ---------------------------------------------------------------- hands


def hand_of(view: RoundView, place: str) -> tuple[Card, ...] | None:
    """A player's three cards and the two common ones, or None where not all of them are known."""
    found: tuple[Card, ...] = ()
    for where, count in ((place, CARDS_EACH), (MIDDLE, 1), (RIGHT, 1)):
        cards = view.cards(where)
        if cards is None or len(cards) != count:
            return None
        found += cards
    return found if len(found) == CARDS else None


def wins(cards: tuple[Card, ...]) -> bool:
    return standing(cards) >= standing(TENS_OR_BETTER)


def lost(view: RoundView, place: str) -> bool:
    """Whether it is known that a hand has lost."""
    cards = hand_of(view, place)
    return cards is not None and not wins(cards)


# ---------------------------------------------------------------- lines


def settlement(view: RoundView) -> tuple[Line, ...]:
    """What becomes of every wager, from the far right counterclockwise.

    A hand that was picked up has lost, and that is settled.
    """
    lying = (hand for hand in from_right(view.hands) if view.count(hand))
    return tuple(line for hand in lying for line in _hand_lines(view, hand))


def _hand_lines(view: RoundView, hand: str) -> Iterator[Line]:
    riding = tuple(bet for bet in BETS if view.has(hand, bet))
    cards = hand_of(view, hand)
    if cards is None:
        for wager in view.wagers(hand):
            yield Line(hand, wager, Settling.JUDGE, view.stake(hand, wager), basis=c("10(g)2"))
        return
    if wins(cards):
        yield from _paid(view, hand, riding, cards)
    else:
        for bet in riding:
            stake = view.stake(hand, bet)
            yield Line(hand, bet, Settling.COLLECT, stake, basis=c("10(h)#1"))
    yield from _bonus(view, hand, cards)


def _paid(
    view: RoundView, hand: str, riding: tuple[str, ...], cards: tuple[Card, ...]
) -> Iterator[Line]:
    """Every bet by the odds of the hand, all of them together up to the limit of the house."""
    odds = Odds(view.number(odds_option(Class(standing(cards).kind))))
    left = view.number("payout_limit") or None
    for bet in riding:
        stake = view.stake(hand, bet)
        pays = None if stake is None else odds.of(stake)
        basis = c("11(b)")
        if pays is not None and left is not None:
            basis = c("11(c)#1") if pays > left else basis
            pays = min(pays, left)
            left -= pays
        yield Line(hand, bet, Settling.PAY, stake, odds, pays, basis)


def _bonus(view: RoundView, hand: str, cards: tuple[Card, ...]) -> Iterator[Line]:
    """A fixed amount, which no limit touches."""
    kind = Class(standing(cards).kind)
    if view.has(hand, BONUS) and kind in LEAST_BONUS:
        pays = view.number(bonus_option(kind))
        yield Line(hand, BONUS, Settling.PAY, view.stake(hand, BONUS), None, pays, c("6A(c)"))
