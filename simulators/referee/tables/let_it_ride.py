"""Let it ride, N.J.A.C. 19:47-18: the round of 18.6 to 18.10, its money, and what must follow.

Written from the regulation and from the house's readings where it is silent. Of the three common
cards the first one dealt, or the bottom one of the stack, lies on the left and is burnt; the next
two make every hand a hand of five.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from simulators.referee.book import Round, right_to_left
from simulators.referee.tables import one_deck
from simulators.referee.tables.five_cards import BONUS_PAYS, PAYS, five_of, wins, worth
from simulators.referee.tables.game import (
    Asks,
    Confirms,
    Deals,
    Game,
    Matter,
    Options,
    Racks,
    Settles,
    Standing,
    Stub,
    Targets,
    Turns,
    Wagers,
    no_change,
)
from simulators.referee.tables.one_deck import EACH
from simulators.referee.tables.rulings import Follows, Rows, floor
from simulators.referee.tables.settling import COLLECT, JUDGE, PAY, Line

c = one_deck.section(18)

BETS = ("bet_1", "bet_2", "bet_3")
BONUS, BONUS_CHIP = "bonus", 1_00
LEAST_LIMIT = 50_000_00
COMMON = BURNT, FIRST, SECOND = ("common_1", "common_2", "common_3")
COMMON_STACK = "common_stack"


# ---------------------------------------------------------------- wagers and cards


def _offered(options: Options) -> dict[str, tuple[int, int]]:
    limits = int(options.get("bet_least", 0)), int(options.get("bet_most", 0))
    offered = dict.fromkeys(BETS, limits)
    return {**offered, BONUS: (BONUS_CHIP, BONUS_CHIP)} if options.get("bonus") else offered


def _in_play(wagers: Mapping[str, int | None]) -> bool:
    """Three wagers of one size, 18.6(d)#1, with or without a bonus beside them."""
    return all(bet in wagers for bet in BETS) and len({wagers[bet] for bet in BETS}) == 1


def _to_deal(at: Standing) -> Targets:
    """18.7(c), 18.8(c), 18.9(c): the common area last, in each turn or of all."""
    round_, deck = at.round, at.deck
    if not at.stacks:
        return [
            (place, 1)
            for turn, common in enumerate(COMMON)
            for place in (*round_.hands, common)
            if deck.count(place) <= (0 if place == common else turn)
        ]
    if any(deck.count(place) for place in COMMON):
        return []
    return [(place, EACH) for place in (*round_.hands, COMMON_STACK) if not deck.count(place)]


def _bonuses(round_: Round) -> int:
    return sum(round_.has(hand, BONUS) for hand in round_.hands)


def _everybody(round_: Round) -> list[str]:
    return round_.hands


def _withdrawn(bet: str) -> Asks:
    def lift(wagers: Wagers) -> None:
        wagers.pop(bet, None)

    return Asks(bet, bet, _everybody, {"ride": no_change, "withdraw": lift})


def _from_right(round_: Round) -> list[str]:
    return list(right_to_left(round_.hands))


# ---------------------------------------------------------------- money: 18.10(g) to 18.11


def _five(round_: Round, hand: str) -> list[str] | None:
    return five_of(*(round_.turned.get(place) for place in (hand, FIRST, SECOND)))


def _lost(round_: Round, hand: str) -> bool:
    five = _five(round_, hand)
    return five is not None and not wins(five)


def _lying(at: Standing) -> Iterator[str]:
    return (hand for hand in _from_right(at.round) if at.deck.count(hand))


def _losers(at: Standing) -> list[Line]:
    """Every bet that still rides on a hand below a pair of tens, 18.10(h)."""
    return [
        Line(hand, bet, COLLECT)
        for hand in _lying(at)
        if _lost(at.round, hand)
        for bet in BETS
        if at.round.has(hand, bet)
    ]


def _winners(at: Standing) -> list[Line]:
    return [line for hand in _lying(at) for line in _won(at, hand)]


def _won(at: Standing, hand: str) -> Iterator[Line]:
    five, wagers = _five(at.round, hand), at.round.wagers.get(hand, {})
    if five is None:
        yield from (Line(hand, wager, JUDGE) for wager in wagers)
    elif wins(five):
        kind = worth(five)[0]
        name, least = PAYS[kind]
        yield from _limited(at.options, hand, wagers, _house(at.options, f"pays_{name}", least))
        if BONUS in wagers and kind in BONUS_PAYS:  # no limit touches it, 18.11(c)#3
            amount = _house(at.options, f"bonus_{name}", BONUS_PAYS[kind])
            yield Line(hand, BONUS, PAY, None, amount)


def _house(options: Options, name: str, least: int) -> int:
    """The house may pay more than the regulation's least, and never less."""
    return max(int(options.get(name, 0)), least)


def _limited(
    options: Options, hand: str, wagers: Mapping[str, int | None], to_one: int
) -> Iterator[Line]:
    """All bets of a hand together up to the limit, where the house has one: 18.11(c)#1."""
    limit, won = 0, 0
    if options.get("payout_limit"):
        limit = _house(options, "payout_limit", LEAST_LIMIT)
    for bet in BETS:
        if bet not in wagers:
            continue
        stake = wagers[bet]
        amount = None if stake is None else stake * to_one
        if amount is not None and limit:
            amount = min(amount, limit - won)
            won += amount
        yield Line(hand, bet, PAY, to_one, amount)


# ---------------------------------------------------------------- what must follow: 18.12


OWN: Rows = {
    "card_exposed": (
        # No clause; a common card changes what everybody decides, so void is proposed first.
        ({"whose": "common", "moment": "before_reveal"}, floor("void_round", "go_on")),
        ({"moment": "before_reveal"}, floor("go_on", "void_round")),
        ({}, Follows("", ("go_on",))),
    ),
    "chips_mismatch": (({}, floor("go_on", "void_round")),),
}

GAME = Game(
    name="let_it_ride",
    clauses={
        **one_deck.clauses(c),
        Matter.ANSWERS: c("10(b)"),
        Matter.CHIPS: c("7(b)#2"),
        Matter.CLOSED: c("6(c)#2"),
        Matter.DEAL: c("7(c)#2"),
        Matter.LIMITS: c("6(d)#2"),
        Matter.ODDS: c("11(b)"),
        Matter.OFFERED: c("6A(a)"),
        Matter.PAYING: c("10(i)#1"),
        Matter.PICK_UP: c("10(i)#2"),
        Matter.REMOVAL: c("12(f)"),
        Matter.REVEAL: c("10(g)"),
        Matter.ROUND: c("6(d)#1"),
        Matter.SEATED: c("6(b)#1"),
        Matter.SHOE_FAILS: c("12(e)"),
    },
    rulings=one_deck.rulings(c, shuffler=c("12(d)"), shoe=c("12(e)"), own=OWN),
    card_life=one_deck.card_life,
    wagers=_offered,
    in_play=_in_play,
    steps=(
        Confirms("count_bonus", lambda at: _bonuses(at.round) > 0, _bonuses),
        Confirms("bank_bonus", lambda at: _bonuses(at.round) > 0),
        Deals(_to_deal),
        Confirms(
            "spread_stack",
            lambda at: at.deck.count(COMMON_STACK) > 0,
            spreads=(COMMON_STACK, COMMON),
        ),
        Stub(),
        _withdrawn("bet_1"),
        Racks("burn", lambda _: (BURNT,)),
        Turns("first_common", lambda _: (FIRST,)),
        _withdrawn("bet_2"),
        Turns("second_common", lambda _: (SECOND,)),
        Turns("hands_up", lambda at: _from_right(at.round)),
        Settles("losers", _losers),
        Racks("losing_hands", lambda at: [h for h in _lying(at) if _lost(at.round, h)]),
        Settles("winners", _winners),
        Racks("pick_up", lambda at: (*_from_right(at.round), FIRST, SECOND)),
    ),
)
