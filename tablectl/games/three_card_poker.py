"""Three card poker, N.J.A.C. 19:47-20: from a manual shoe, from the hand, or as stacks of three.

The plan follows 20.6, then 20.7, 20.8 or 20.9, and 20.10; the rulings 20.7(e) and 20.12. How the
cards come out is all that tells the methods of dealing apart. With a shuffler two decks take turns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

from tablectl.games import one_deck, one_deck_rows
from tablectl.games.citing import citing
from tablectl.games.dealing import from_right, passes, stacks, with_dealer
from tablectl.games.options import Game, OptionSpec, Problem
from tablectl.games.three_card_poker_settlement import (
    ANTE,
    CARDS_EACH,
    FOLD,
    PAIR_PLUS,
    PLAY,
    WAGERS,
    folded,
    live,
    settlement,
)
from tablectl.irregularities.base import GO_ON, VOID, at_once, confirmed, hold
from tablectl.irregularities.rows import Row, row
from tablectl.table.places import DEALER, RACK
from tablectl.table.plan import OVER, Dues, Edge, Plan, Step
from tablectl.table.round_view import RoundView
from tablectl.table.rules import HOUR, Rules
from tablectl.words.bases import Clause
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
from tablectl.words.methods import AUTOMATED, HAND, MANUAL
from tablectl.words.money import Cents
from tablectl.words.rulings import Consequence
from tablectl.words.settings import Settings

c = citing(20)

NO_MORE_BETS = "no_more_bets"


# ---------------------------------------------------------------- how the cards come out


def _cards(clause: Clause) -> Callable[[RoundView], Dues]:
    """Card by card round the table, three times, the dealer last."""

    def deal(view: RoundView) -> Dues:
        targets = passes(view, with_dealer(view.hands), CARDS_EACH)
        return (CardsDue(targets, clause),) if targets else ()

    return deal


def _stacks(view: RoundView) -> Dues:
    """A stack to every hand from the far left, clockwise, and the last to the dealer."""
    targets = stacks(view, with_dealer(view.hands), CARDS_EACH)
    if not targets:
        return ()
    place = targets[0].place
    if place == DEALER:
        return (CardsDue(targets, c("9(c)#3")),)
    return (CardsDue(targets, c("9(c)#1") if place == view.hands[0] else c("9(c)#2")),)


METHODS: Mapping[str, one_deck.Method] = {
    MANUAL: one_deck.Method(
        load=c("7(a)#2"),
        call=c("7(b)#1"),
        deal=_cards(c("7(c)#1")),
        out=c("7(d)"),
        count=c("7(e)#1"),
        card_life=8 * HOUR,
        life=c("4(e)#1"),
    ),
    HAND: one_deck.Method(
        load=c("8(b)2"),
        call=c("8(b)3#1"),
        deal=_cards(c("8(c)#1")),
        out=c("8(d)"),
        count=c("8(e)#1"),
        card_life=4 * HOUR,
        life=c("4(e)#2"),
    ),
    AUTOMATED: one_deck.Method(
        load=c("9(b)1"),
        call=c("9(b)2"),
        deal=_stacks,
        out=c("9(d)"),
        count=c("9(e)#1"),
        card_life=8 * HOUR,
        life=c("4(e)#1"),
    ),
}


def _method(view: RoundView) -> one_deck.Method:
    return METHODS[view.settings.method]


# ---------------------------------------------------------------- steps


def _wagers(view: RoundView) -> Dues:
    if view.called(NO_MORE_BETS):
        return ()
    kinds = _wager_kinds(_limits(view, ANTE), _limits(view, PAIR_PLUS))
    method = _method(view)
    lacking = view.lacking_to_deal(method.load, c("1 Round of play"))
    return (
        WagerDue(
            view.seats,
            kinds,
            c("6(d)#1"),
            two_positions=view.number("two_positions") > 0,
            seated=c("6(c)#1"),
            adjacent=c("6(e)"),
        ),
        CallDue(NO_MORE_BETS, method.call, lacking),
    )


Limits = tuple[Cents | None, Cents | None]


@lru_cache
def _wager_kinds(ante: Limits, pair_plus: Limits) -> tuple[WagerKind, ...]:
    return WagerKind(ANTE, *ante, c("6(a)1")), WagerKind(PAIR_PLUS, *pair_plus, c("6(a)2"))


def _limits(view: RoundView, wager: str) -> Limits:
    return view.number(f"{wager}_least") or None, view.number(f"{wager}_most") or None


def _decisions(view: RoundView) -> Dues:
    """Far left first; a seat with no ante has nothing to decide."""
    asked = tuple([h for h in view.hands if view.has(h, ANTE) and view.choice(PLAY, h) is None])
    if not asked:
        return ()
    options = (Option(PLAY, adds=(Stake(PLAY, like=ANTE),)), Option(FOLD))
    return (ChoiceDue(PLAY, asked, options, c("10(b)#1")),)


def _forfeits(view: RoundView) -> Dues:
    out = tuple([h for h in from_right(view.hands) if folded(view, h)])
    if not out:
        return ()
    if not view.settled("forfeits"):
        lines = tuple(
            Line(hand, wager, Settling.COLLECT, view.stake(hand, wager), basis=_forfeit(view, hand))
            for hand in out
            for wager in (ANTE, PAIR_PLUS)
            if view.has(hand, wager)
        )
        return (SettleDue("forfeits", lines, c("10(b)#4")),)
    lying = tuple(h for h in out if view.count(h))
    return (MoveDue(lying, RACK, c("10(b)#4")),) if lying else ()


def _forfeit(view: RoundView, hand: str) -> Clause:
    return c("10(b)#3") if view.has(hand, PAIR_PLUS) else c("10(b)#1")


def _dealer_reveal(view: RoundView) -> Dues:
    return () if view.turned(DEALER) else (TurnDue((DEALER,), c("10(b)#5")),)


def _player_reveal(view: RoundView) -> Dues:
    hidden = tuple([h for h in from_right(live(view)) if not view.turned(h)])
    return (TurnDue(hidden, c("10(b)#6")),) if hidden else ()


def _losers(view: RoundView) -> Dues:
    if view.settled("losers"):
        return ()
    lines = tuple([line for line in settlement(view) if line.settling is Settling.COLLECT])
    return (SettleDue("losers", lines, c("10(c)#1")),) if lines else ()


def _winners(view: RoundView) -> Dues:
    if view.settled("winners"):
        return ()
    lines = tuple([line for line in settlement(view) if line.settling is not Settling.COLLECT])
    return (SettleDue("winners", lines, c("10(c)1")),) if lines else ()


def _pick_up(view: RoundView) -> Dues:
    lying = (*from_right(live(view)), DEALER)
    sources = tuple([place for place in lying if view.count(place)])
    return (MoveDue(sources, RACK, c("10(c)2")),) if sources else ()


# ---------------------------------------------------------------- the game


def plan(method: str) -> Plan:
    return Plan(
        f"three_card_poker/{method}",
        (
            Step("wagers", _wagers, (Edge("deal"),)),
            one_deck.deal_step(METHODS[method], "stub"),
            one_deck.stub_step(c, METHODS[method], "decisions"),
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

SECTIONS = one_deck.Sections(
    by_hand=c("8(b)1"),
    second_deck=c("2(b)"),
    stacks=c("9(a)"),
    removal=c("12(g)"),
    shuffler=c("12(e)"),
    shoe=c("12(f)"),
    closed=c("6(d)#2"),
)
RULEBOOKS = one_deck_rows.rulebooks(c, ROWS, SECTIONS)


def in_play(wagers: Mapping[str, Cents | None]) -> bool:
    return ANTE in wagers or PAIR_PLUS in wagers


def lacks(settings: Settings) -> Iterable[Problem]:
    return one_deck.device_problems(settings, SECTIONS, CARDS_EACH)


def rules(settings: Settings) -> Rules:
    return one_deck.rules(
        GAME,
        settings,
        c,
        METHODS[settings.method],
        SECTIONS,
        plan=plan(settings.method),
        rulebook=RULEBOOKS[settings.method],
        closing_call=NO_MORE_BETS,
        in_play=in_play,
    )


GAME = Game(
    name="three_card_poker",
    subchapter=20,
    methods=tuple(METHODS),
    seats=(1, 7),
    decks=(1, 2),
    options={
        "ante_least": OptionSpec(500, 0, 100_000_000, "cents; 0 for no limit", c("6(a)1")),
        "ante_most": OptionSpec(0, 0, 100_000_000, "cents; 0 for no limit", c("6(a)1")),
        "pair_plus_least": OptionSpec(100, 0, 100_000_000, "cents; 0 for no limit", c("6(a)2")),
        "pair_plus_most": OptionSpec(0, 0, 100_000_000, "cents; 0 for no limit", c("6(a)2")),
        "count_every": OptionSpec(5, 1, 5, "rounds between two counts of the stub", c("7(e)#1")),
        "two_positions": OptionSpec(0, 0, 1, "1: a player may bet at two seats", c("6(e)")),
        "wagers_again": OptionSpec(1, 0, 1, "1: last round's wagers stay until changed"),
    },
    wagers=WAGERS,
    rules=rules,
    lacks=lacks,
    uses=one_deck.USES,
)
