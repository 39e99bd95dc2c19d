"""Three card poker, N.J.A.C. 19:47-20, dealt from a manual shoe with one deck.

The plan follows 20.6, 20.7 and 20.10, the settlement 20.11, the rulings 20.7(e) and 20.12.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from tablectl.games import one_deck
from tablectl.games.citing import citing
from tablectl.games.dealing import from_right, passes, with_dealer
from tablectl.games.options import Game, OptionSpec
from tablectl.games.ranking.three_cards import Class, class_of, standing
from tablectl.irregularities.base import BASE, GO_ON, VOID, at_once, confirmed, hold
from tablectl.irregularities.rows import Row, Rulebook, row
from tablectl.table.places import DEALER, RACK
from tablectl.table.plan import OVER, Dues, Edge, Plan, Step
from tablectl.table.round_view import RoundView
from tablectl.table.rules import HOUR, Rules
from tablectl.words.bases import Clause, HousePolicy
from tablectl.words.cards import Card, Composition, Rank
from tablectl.words.dues import (
    CallDue,
    CardsDue,
    ChoiceDue,
    Line,
    MoveDue,
    Option,
    SettleDue,
    Settling,
    Stake,
    TurnDue,
    WagerDue,
    WagerKind,
)
from tablectl.words.irregularities import Kind
from tablectl.words.money import Cents, Odds
from tablectl.words.rulings import Consequence
from tablectl.words.settings import Settings

c = citing(20)

ANTE, PAIR_PLUS, PLAY, BONUS = "ante", "pair_plus", "play", "ante_bonus"
FOLD = "fold"
NO_MORE_BETS = "no_more_bets"
CARDS_EACH = 3

EVEN = Odds(1)
PAIR_PLUS_PAYS = {
    Class.PAIR: Odds(1),
    Class.FLUSH: Odds(4),
    Class.STRAIGHT: Odds(6),
    Class.THREE_OF_A_KIND: Odds(30),
    Class.STRAIGHT_FLUSH: Odds(40),
}
BONUS_PAYS = {
    Class.STRAIGHT: Odds(1),
    Class.THREE_OF_A_KIND: Odds(4),
    Class.STRAIGHT_FLUSH: Odds(5),
}
QUEEN_HIGH = (Class.HIGH_CARD, Rank.QUEEN)
"""The least the dealer needs for the hands to be compared."""

LOSES = HousePolicy(f"a hand below the dealer's loses; {c('11(a)').citation} has no line for it")


# ---------------------------------------------------------------- steps


def _wagers(view: RoundView) -> Dues:
    if view.called(NO_MORE_BETS):
        return ()
    kinds = _wager_kinds(_limits(view, ANTE), _limits(view, PAIR_PLUS))
    lacking = view.lacking_to_deal(c("7(a)#2"), c("1 Round of play"))
    return (
        WagerDue(view.seats, kinds, c("6(d)#1")),
        CallDue(NO_MORE_BETS, c("7(b)#1"), lacking),
    )


Limits = tuple[Cents | None, Cents | None]


@lru_cache
def _wager_kinds(ante: Limits, pair_plus: Limits) -> tuple[WagerKind, ...]:
    return WagerKind(ANTE, *ante, c("6(a)1")), WagerKind(PAIR_PLUS, *pair_plus, c("6(a)2"))


def _limits(view: RoundView, wager: str) -> Limits:
    return view.number(f"{wager}_least") or None, view.number(f"{wager}_most") or None


def _deal(view: RoundView) -> Dues:
    targets = passes(view, with_dealer(view.hands), CARDS_EACH)
    return (CardsDue(targets, c("7(c)#1")),) if targets else ()


def _stub(view: RoundView) -> Dues:
    return () if _short(view) else one_deck.stub_dues(c, view)


def _short(view: RoundView) -> bool:
    """A card was taken out of the deal after its last one: its place gets the next card."""
    return view.in_shoe > 0 and bool(_deal(view))


def _complete(view: RoundView) -> bool:
    return not _short(view)


def _decisions(view: RoundView) -> Dues:
    """Far left first; a seat with no ante has nothing to decide."""
    asked = tuple(h for h in view.hands if view.has(h, ANTE) and view.choice(PLAY, h) is None)
    if not asked:
        return ()
    options = (Option(PLAY, adds=(Stake(PLAY, like=ANTE),)), Option(FOLD))
    return (ChoiceDue(PLAY, asked, options, c("10(b)#1")),)


def _forfeits(view: RoundView) -> Dues:
    folded = tuple(h for h in from_right(view.hands) if _folded(view, h))
    if not folded:
        return ()
    if not view.settled("forfeits"):
        lines = tuple(
            Line(hand, wager, Settling.COLLECT, view.stake(hand, wager), basis=_forfeit(view, hand))
            for hand in folded
            for wager in (ANTE, PAIR_PLUS)
            if view.has(hand, wager)
        )
        return (SettleDue("forfeits", lines, c("10(b)#4")),)
    lying = tuple(h for h in folded if view.count(h))
    return (MoveDue(lying, RACK, c("10(b)#4")),) if lying else ()


def _forfeit(view: RoundView, hand: str) -> Clause:
    return c("10(b)#3") if view.has(hand, PAIR_PLUS) else c("10(b)#1")


def _dealer_reveal(view: RoundView) -> Dues:
    return () if view.turned(DEALER) else (TurnDue((DEALER,), c("10(b)#5")),)


def _player_reveal(view: RoundView) -> Dues:
    hidden = tuple(h for h in from_right(_live(view)) if not view.turned(h))
    return (TurnDue(hidden, c("10(b)#6")),) if hidden else ()


def _losers(view: RoundView) -> Dues:
    if view.settled("losers"):
        return ()
    lines = tuple(line for line in settlement(view) if line.settling is Settling.COLLECT)
    return (SettleDue("losers", lines, c("10(c)#1")),) if lines else ()


def _winners(view: RoundView) -> Dues:
    if view.settled("winners"):
        return ()
    lines = tuple(line for line in settlement(view) if line.settling is not Settling.COLLECT)
    return (SettleDue("winners", lines, c("10(c)1")),) if lines else ()


def _pick_up(view: RoundView) -> Dues:
    lying = (*from_right(_live(view)), DEALER)
    sources = tuple(place for place in lying if view.count(place))
    return (MoveDue(sources, RACK, c("10(c)2")),) if sources else ()


def _folded(view: RoundView, hand: str) -> bool:
    return view.choice(PLAY, hand) == FOLD


def _live(view: RoundView) -> tuple[str, ...]:
    return tuple(hand for hand in view.hands if not _folded(view, hand))


# ---------------------------------------------------------------- settlement


def settlement(view: RoundView) -> tuple[Line, ...]:
    """What becomes of every wager of the live hands, from the far right counterclockwise."""
    dealer = _hand(view, DEALER)
    return tuple(
        line for hand in from_right(_live(view)) for line in _hand_lines(view, hand, dealer)
    )


def _hand(view: RoundView, place: str) -> tuple[Card, ...] | None:
    """Three cards that everybody may see, or None: then no hand is compared by machine."""
    cards = view.cards(place)
    return cards if cards is not None and len(cards) == CARDS_EACH else None


def _hand_lines(view: RoundView, hand: str, dealer: tuple[Card, ...] | None) -> tuple[Line, ...]:
    """Only the ante and the play wager need the dealer's hand; the rest goes by a pay scale."""
    cards = _hand(view, hand)
    if cards is None:
        return _to_judge(view, hand, tuple(view.wagers(hand)))
    lines: tuple[Line, ...] = ()
    if view.has(hand, PLAY):
        lines = (
            _to_judge(view, hand, (ANTE, PLAY))
            if dealer is None
            else _against_dealer(view, hand, cards, dealer)
        )
        lines += _bonus(view, hand, cards)
    return lines + (_pair_plus(view, hand, cards) if view.has(hand, PAIR_PLUS) else ())


def _to_judge(view: RoundView, hand: str, wagers: tuple[str, ...]) -> tuple[Line, ...]:
    return tuple(
        Line(hand, wager, Settling.JUDGE, view.stake(hand, wager), basis=c("10(c)#3"))
        for wager in wagers
    )


def _against_dealer(
    view: RoundView, hand: str, cards: tuple[Card, ...], dealer: tuple[Card, ...]
) -> tuple[Line, ...]:
    ante, play = view.stake(hand, ANTE), view.stake(hand, PLAY)
    mine, theirs = standing(cards), standing(dealer)
    if theirs < QUEEN_HIGH:
        basis = c("11(a)1#2")
        return (
            Line(hand, ANTE, Settling.PAY, ante, EVEN, _pays(EVEN, ante), basis),
            Line(hand, PLAY, Settling.RETURN, play, basis=basis),
        )
    if mine > theirs:
        return tuple(
            Line(hand, wager, Settling.PAY, stake, EVEN, _pays(EVEN, stake), c("11(a)1#1"))
            for wager, stake in ((ANTE, ante), (PLAY, play))
        )
    if mine == theirs:
        return tuple(
            Line(hand, wager, Settling.RETURN, stake, basis=c("3(c)#2"))
            for wager, stake in ((ANTE, ante), (PLAY, play))
        )
    return tuple(
        Line(hand, wager, Settling.COLLECT, stake, basis=LOSES)
        for wager, stake in ((ANTE, ante), (PLAY, play))
    )


def _bonus(view: RoundView, hand: str, cards: tuple[Card, ...]) -> tuple[Line, ...]:
    """On the ante, whatever becomes of it against the dealer."""
    odds = BONUS_PAYS.get(class_of(cards))
    if odds is None:
        return ()
    pays = _pays(odds, view.stake(hand, ANTE))
    return (Line(hand, BONUS, Settling.PAY, None, odds, pays, c("11(a)3")),)


def _pair_plus(view: RoundView, hand: str, cards: tuple[Card, ...]) -> tuple[Line, ...]:
    stake = view.stake(hand, PAIR_PLUS)
    odds = PAIR_PLUS_PAYS.get(class_of(cards))
    basis = c("11(a)2")
    if odds is None:
        return (Line(hand, PAIR_PLUS, Settling.COLLECT, stake, basis=basis),)
    return (Line(hand, PAIR_PLUS, Settling.PAY, stake, odds, _pays(odds, stake), basis),)


def _pays(odds: Odds, stake: Cents | None) -> Cents | None:
    return None if stake is None else odds.of(stake)


# ---------------------------------------------------------------- the game


def plan() -> Plan:
    return Plan(
        "three_card_poker/manual_shoe",
        (
            Step("wagers", _wagers, (Edge("deal"),)),
            Step("deal", _deal, (Edge("stub"),)),
            Step(
                "stub",
                _stub,
                (
                    Edge("deal", _short, "a place is a card short"),
                    Edge("decisions", _complete, "the stub is away"),
                ),
            ),
            Step("decisions", _decisions, (Edge("forfeits"),)),
            Step("forfeits", _forfeits, (Edge("dealer_reveal"),)),
            Step("dealer_reveal", _dealer_reveal, (Edge("player_reveal"),)),
            Step("player_reveal", _player_reveal, (Edge("losers"),)),
            Step("losers", _losers, (Edge("winners"),)),
            Step("winners", _winners, (Edge("pick_up"),)),
            Step("pick_up", _pick_up, (Edge(OVER),)),
        ),
    )


ROWS: tuple[Row, ...] = (
    *one_deck.rows(c),
    row(
        Kind.CARD_EXPOSED,
        confirmed(Consequence.VOID_ROUND, Consequence.RESHUFFLE, basis=c("12(d)")),
        whose="dealer",
        moment="before_reveal",
    ),
    row(
        Kind.CARD_EXPOSED,
        hold(GO_ON, VOID),
        whose=("player", "common", "stub"),
        moment="before_reveal",
    ),
    row(Kind.CARD_EXPOSED, at_once(Consequence.GO_ON), moment="after_reveal"),
)

RULEBOOK = Rulebook(BASE, ROWS)


def in_play(wagers: Mapping[str, Cents | None]) -> bool:
    return ANTE in wagers or PAIR_PLUS in wagers


def _always(_: RoundView) -> bool:
    return True


def rules(settings: Settings) -> Rules:
    return Rules(
        settings=settings,
        composition=Composition(),
        plan=plan(),
        rulebook=RULEBOOK,
        preparations=one_deck.preparations(c, load="7(a)#2"),
        closing_call=NO_MORE_BETS,
        in_play=in_play,
        deck_spent=_always,
        recut_to="shuffled",
        card_life=8 * HOUR,
        card_life_basis=c("4(e)#1"),
        closed_basis=c("6(d)#2"),
        void_basis=HousePolicy("the rules do not say what a void does to money; it goes back"),
    )


GAME = Game(
    name="three_card_poker",
    subchapter=20,
    methods=("manual_shoe",),
    seats=(1, 7),
    decks=(1, 1),
    options={
        "ante_least": OptionSpec(500, 0, 100_000_000, "cents; 0 for no limit", c("6(a)1")),
        "ante_most": OptionSpec(0, 0, 100_000_000, "cents; 0 for no limit", c("6(a)1")),
        "pair_plus_least": OptionSpec(100, 0, 100_000_000, "cents; 0 for no limit", c("6(a)2")),
        "pair_plus_most": OptionSpec(0, 0, 100_000_000, "cents; 0 for no limit", c("6(a)2")),
        "count_every": OptionSpec(5, 1, 5, "rounds between two counts of the stub", c("7(e)#1")),
    },
    rules=rules,
)
