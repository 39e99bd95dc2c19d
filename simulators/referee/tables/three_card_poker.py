"""Three card poker, N.J.A.C. 19:47-20: the round of 20.6 to 20.10, its money, and what must follow.

Written from the regulation and from the house's readings where it is silent. A line a wager, in the
order of paying: from the cards that were shown and the wagers that were down; the dealer reads a
hand that nobody has told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from simulators.referee.book import DEALER, Round, right_to_left
from simulators.referee.tables import one_deck
from simulators.referee.tables.game import (
    Asks,
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
from simulators.referee.tables.rulings import Follows, Rows, ends, floor
from simulators.referee.tables.settling import COLLECT, JUDGE, RETURN, Line, paid
from simulators.referee.tables.three_cards import ANTE_BONUS, PAIR_PLUS_PAYS, plays, worth

c = one_deck.section(20)

ANTE, PAIR_PLUS, PLAY, FOLD = "ante", "pair_plus", "play", "fold"
BONUS = "ante_bonus"


# ---------------------------------------------------------------- wagers and cards


def _offered(options: Options) -> dict[str, tuple[int, int]]:
    return {
        wager: (int(options.get(f"{wager}_least", 0)), int(options.get(f"{wager}_most", 0)))
        for wager in (ANTE, PAIR_PLUS)
    }


def _to_deal(at: Standing) -> Targets:
    """20.7(c), 20.8(c), 20.9(c)."""
    deck, places = at.deck, [*at.round.hands, DEALER]
    if at.stacks:
        return [(place, EACH) for place in places if not deck.count(place)]
    return [(p, 1) for turn in range(EACH) for p in places if deck.count(p) <= turn]


def _antes(round_: Round) -> list[str]:
    return [hand for hand in round_.hands if round_.has(hand, ANTE)]


def _plays(wagers: Wagers) -> None:
    wagers[PLAY] = wagers[ANTE]


def _live(round_: Round) -> list[str]:
    said = round_.answers.get(PLAY, {})
    return [hand for hand in round_.hands if said.get(hand) != FOLD]


def _folded(round_: Round) -> list[str]:
    said = round_.answers.get(PLAY, {})
    return [hand for hand in round_.hands if said.get(hand) == FOLD]


def _from_right(round_: Round) -> list[str]:
    return list(right_to_left(_live(round_)))


# ---------------------------------------------------------------- money: 20.10 and 20.11


def _forfeits(at: Standing) -> list[Line]:
    """20.10(b)#4."""
    return [
        Line(hand, wager, COLLECT)
        for hand in right_to_left(_folded(at.round))
        for wager in (ANTE, PAIR_PLUS)
        if at.round.has(hand, wager)
    ]


def _losers(at: Standing) -> list[Line]:
    return [line for line in _all(at.round) if line.settling == COLLECT]


def _winners(at: Standing) -> list[Line]:
    return [line for line in _all(at.round) if line.settling != COLLECT]


def _all(round_: Round) -> Iterator[Line]:
    dealer = _three(round_, DEALER)
    for hand in _from_right(round_):
        yield from _of_hand(hand, round_.wagers.get(hand, {}), _three(round_, hand), dealer)


def _three(round_: Round, place: str) -> list[str] | None:
    cards = round_.turned.get(place)
    return cards if cards is not None and len(cards) == EACH else None


def _of_hand(
    hand: str, wagers: Mapping[str, int | None], mine: list[str] | None, dealer: list[str] | None
) -> Iterator[Line]:
    if mine is None:
        yield from (Line(hand, wager, JUDGE) for wager in wagers)
        return
    kind = worth(mine)[0]
    if PLAY in wagers:
        yield from _against(hand, wagers, mine, dealer)
        if kind in ANTE_BONUS:
            yield paid(hand, BONUS, ANTE_BONUS[kind], wagers[ANTE])
    if PAIR_PLUS in wagers:
        if kind in PAIR_PLUS_PAYS:
            yield paid(hand, PAIR_PLUS, PAIR_PLUS_PAYS[kind], wagers[PAIR_PLUS])
        else:
            yield Line(hand, PAIR_PLUS, COLLECT)


def _against(
    hand: str, wagers: Mapping[str, int | None], mine: list[str], dealer: list[str] | None
) -> Iterator[Line]:
    """Ante and play against the dealer, 20.11(a)1; a draw goes back, 20.3(c)#2."""
    if dealer is None:
        yield from (Line(hand, wager, JUDGE) for wager in (ANTE, PLAY))
    elif not plays(dealer):
        yield paid(hand, ANTE, 1, wagers[ANTE])
        yield Line(hand, PLAY, RETURN)
    elif worth(mine) > worth(dealer):
        yield from (paid(hand, wager, 1, wagers[wager]) for wager in (ANTE, PLAY))
    else:
        back = RETURN if worth(mine) == worth(dealer) else COLLECT
        yield from (Line(hand, wager, back) for wager in (ANTE, PLAY))


# ---------------------------------------------------------------- what must follow: 20.12


OWN: Rows = {
    "card_exposed": (
        (
            {"whose": "dealer", "moment": "before_reveal"},
            ends(c("12(d)"), "void_round", "reshuffle"),
        ),
        ({"moment": "before_reveal"}, floor("go_on", "void_round")),
        ({}, Follows("", ("go_on",))),
    ),
}

GAME = Game(
    name="three_card_poker",
    clauses={
        **one_deck.clauses(c),
        Matter.ANSWERS: c("10(b)#2"),
        Matter.CHIPS: "",
        Matter.CLOSED: c("6(d)#2"),
        Matter.DEAL: c("7(c)#1"),
        Matter.LIMITS: c("6(a)1"),
        Matter.ODDS: c("11(a)1"),
        Matter.OFFERED: c("6(a)"),
        Matter.PAYING: c("10(c)#1"),
        Matter.PICK_UP: c("10(c)2"),
        Matter.REMOVAL: c("12(g)"),
        Matter.REVEAL: c("10(b)#5"),
        Matter.ROUND: c("1 Round of play"),
        Matter.SEATED: c("6(c)#1"),
        Matter.SHOE_FAILS: c("12(f)"),
    },
    rulings=one_deck.rulings(c, shuffler=c("12(e)"), shoe=c("12(f)"), own=OWN),
    card_life=one_deck.card_life,
    wagers=_offered,
    in_play=bool,
    steps=(
        Deals(_to_deal),
        Stub(),
        Asks("decisions", PLAY, _antes, {PLAY: _plays, FOLD: no_change}),
        Settles("forfeits", _forfeits),
        Racks("forfeited_cards", lambda at: list(right_to_left(_folded(at.round)))),
        Turns("dealer_reveal", lambda _: (DEALER,)),
        Turns("player_reveal", lambda at: _from_right(at.round)),
        Settles("losers", _losers),
        Settles("winners", _winners),
        Racks("pick_up", lambda at: (*_from_right(at.round), DEALER)),
    ),
)
