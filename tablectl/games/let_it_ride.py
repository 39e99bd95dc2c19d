"""Let it ride, N.J.A.C. 19:47-18: one deck, from a manual shoe or as stacks of three.

The plan follows 18.6, 18.7 or 18.9, and 18.10; the rulings 18.7(e) and 18.12. No settlement yet:
wagers are withdrawn or ride, and the round ends with its cards in the rack. The bonus wager of
18.6A is not offered.
"""

from __future__ import annotations

from collections.abc import Mapping

from tablectl.games import one_deck
from tablectl.games.citing import citing
from tablectl.games.dealing import from_right, stacks
from tablectl.games.options import Game, OptionSpec, house_options
from tablectl.games.wagers import Wager
from tablectl.irregularities.base import BASE, GO_ON, VOID, at_once, hold
from tablectl.irregularities.rows import Row, Rulebook, row
from tablectl.table.places import RACK
from tablectl.table.plan import OVER, Dues, Edge, Plan, Step
from tablectl.table.round_view import RoundView
from tablectl.table.rules import HOUR, Rules
from tablectl.words.bases import HousePolicy
from tablectl.words.cards import Composition
from tablectl.words.dues import (
    CallDue,
    CardsDue,
    ChoiceDue,
    ConfirmDue,
    Lack,
    MoveDue,
    Option,
    Shift,
    Target,
    TurnDue,
    WagerDue,
    WagerKind,
)
from tablectl.words.irregularities import Kind
from tablectl.words.methods import AUTOMATED, MANUAL
from tablectl.words.money import Cents, Odds
from tablectl.words.rulings import Consequence
from tablectl.words.settings import Settings

c = citing(18)

BET_1, BET_2, BET_3 = BETS = ("bet_1", "bet_2", "bet_3")
RIDE, WITHDRAW = "ride", "withdraw"
NO_MORE_BETS = "no_more_bets"
CARDS_EACH = 3
LEFT, MIDDLE, RIGHT = COMMON = ("common_1", "common_2", "common_3")
STACK = "common_stack"

LOAD_AND_CALL = {
    MANUAL: (c("7(a)#2"), c("7(b)#1")),
    AUTOMATED: (c("9(b)1"), c("9(b)2#1")),
}


# ---------------------------------------------------------------- steps


def _wagers(view: RoundView) -> Dues:
    if view.called(NO_MORE_BETS):
        return ()
    limits = view.number("bet_least") or None, view.number("bet_most") or None
    kinds = tuple(WagerKind(bet, *limits, c("6(d)#2")) for bet in BETS)
    load, call = LOAD_AND_CALL[view.settings.method]
    lacking = view.lacking_to_deal(load, c("6(d)#1")) or _unequal(view)
    return (
        WagerDue(view.seats, kinds, c("6(c)#1")),
        CallDue(NO_MORE_BETS, call, lacking),
    )


def _unequal(view: RoundView) -> Lack | None:
    """The first seat with some wager and not three equal ones."""
    for place in view.betting:
        if not in_play(view.wagers(place)):
            return Lack("three_equal_wagers", c("6(d)#1"), place)
    return None


def in_play(wagers: Mapping[str, Cents | None]) -> bool:
    return wagers.keys() >= set(BETS) and len({wagers[bet] for bet in BETS}) == 1


def _deal_cards(view: RoundView) -> Dues:
    """Three times: a card to every hand from the far left, then one to the common area."""
    targets = tuple(
        target
        for turn, common in enumerate(COMMON)
        for target in (
            *(Target(hand) for hand in view.hands if view.count(hand) <= turn),
            *stacks(view, (common,), 1),
        )
    )
    return (CardsDue(targets, c("7(c)#2")),) if targets else ()


def _deal_stacks(view: RoundView) -> Dues:
    """A stack to every hand from the far left, the common stack last."""
    targets = stacks(view, (*view.hands, STACK), CARDS_EACH)
    return (CardsDue(targets, c("9(c)#1")),) if targets else ()


def _spread(view: RoundView) -> Dues:
    """The bottom card of the common stack to the left, the top card to the right."""
    if not view.count(STACK):
        return ()
    shifts = tuple(Shift(STACK, place, 1) for place in COMMON)
    return (ConfirmDue("spread_stack", c("9(c)#3"), shifts=shifts),)


def _stub_of_shoe(view: RoundView) -> Dues:
    return one_deck.stub_dues(c, view)


def _stub_of_stacks(view: RoundView) -> Dues:
    return one_deck.stub_dues(c, view, out=c("9(d)"), count=c("9(e)#1"))


def _bet_1(view: RoundView) -> Dues:
    asked = tuple(h for h in view.hands if view.choice(BET_1, h) is None)
    return (ChoiceDue(BET_1, asked, _answers(BET_1), c("10(b)")),) if asked else ()


def _burn(view: RoundView) -> Dues:
    return (MoveDue((LEFT,), RACK, c("10(c)")),) if view.count(LEFT) else ()


def _first_common(view: RoundView) -> Dues:
    return () if view.turned(MIDDLE) else (TurnDue((MIDDLE,), c("10(d)#1")),)


def _bet_2(view: RoundView) -> Dues:
    """Put to everybody, whatever became of bet one."""
    asked = tuple(h for h in view.hands if view.choice(BET_2, h) is None)
    return (ChoiceDue(BET_2, asked, _answers(BET_2), c("10(e)#2")),) if asked else ()


def _second_common(view: RoundView) -> Dues:
    return () if view.turned(RIGHT) else (TurnDue((RIGHT,), c("10(f)#2")),)


def _hands_up(view: RoundView) -> Dues:
    hidden = tuple(h for h in from_right(view.hands) if not view.turned(h))
    return (TurnDue(hidden, c("10(g)")),) if hidden else ()


def _pick_up(view: RoundView) -> Dues:
    lying = tuple(p for p in (*from_right(view.hands), MIDDLE, RIGHT) if view.count(p))
    return (MoveDue(lying, RACK, c("10(i)2")),) if lying else ()


def _answers(bet: str) -> tuple[Option, ...]:
    return (Option(RIDE), Option(WITHDRAW, takes_back=(bet,)))


# ---------------------------------------------------------------- the game


def plan(method: str) -> Plan:
    dealt: tuple[Step, ...] = (
        Step("deal", _deal_cards, (Edge("stub"),)),
        Step("stub", _stub_of_shoe, (Edge(BET_1),)),
    )
    if method == AUTOMATED:
        dealt = (
            Step("deal", _deal_stacks, (Edge("spread_stack"),)),
            Step("spread_stack", _spread, (Edge("stub"),)),
            Step("stub", _stub_of_stacks, (Edge(BET_1),)),
        )
    return Plan(
        f"let_it_ride/{method}",
        (
            Step("wagers", _wagers, (Edge("deal"),)),
            *dealt,
            Step(BET_1, _bet_1, (Edge("burn"),)),
            Step("burn", _burn, (Edge("first_common"),)),
            Step("first_common", _first_common, (Edge(BET_2),)),
            Step(BET_2, _bet_2, (Edge("second_common"),)),
            Step("second_common", _second_common, (Edge("hands_up"),)),
            Step("hands_up", _hands_up, (Edge("pick_up"),)),
            Step("pick_up", _pick_up, (Edge(OVER),)),
        ),
    )


EXPOSED: tuple[Row, ...] = (
    # No clause rules on an exposed card; one of the common cards changes everybody's decisions.
    row(Kind.CARD_EXPOSED, hold(VOID, GO_ON), whose="common", moment="before_reveal"),
    row(
        Kind.CARD_EXPOSED,
        hold(GO_ON, VOID),
        whose=("player", "dealer", "stub"),
        moment="before_reveal",
    ),
    row(Kind.CARD_EXPOSED, at_once(Consequence.GO_ON), moment="after_reveal"),
)

_SHARED = (*one_deck.rows(c), *EXPOSED)
_MANUAL_ROWS = one_deck.manual_shoe_rows(c("12(d)"))
_STACK_ROWS = one_deck.stack_rows(c, shuffler=c("12(d)"), shoe=c("12(e)"))

RULEBOOKS = {
    MANUAL: Rulebook(BASE, (*_SHARED, *_MANUAL_ROWS)),
    AUTOMATED: Rulebook(BASE, one_deck.in_place_of(_SHARED, _STACK_ROWS)),
}


def _always(_: RoundView) -> bool:
    return True


def rules(settings: Settings) -> Rules:
    method = settings.method
    return Rules(
        settings=settings,
        house=house_options(GAME),
        composition=Composition(),
        plan=plan(method),
        rulebook=RULEBOOKS[method],
        preparations=one_deck.preparations(c, load=LOAD_AND_CALL[method][0]),
        closing_call=NO_MORE_BETS,
        in_play=in_play,
        deck_spent=_always,
        recut_to="shuffled",
        card_life=8 * HOUR,
        card_life_basis=c("4(e)#1"),
        void_basis=HousePolicy("the rules do not say what a void does to money; it goes back"),
    )


WAGERS = (Wager("bet", best=Odds(1000)),)

GAME = Game(
    name="let_it_ride",
    subchapter=18,
    methods=(MANUAL, AUTOMATED),
    seats=(1, 7),
    decks=(1, 1),
    options={
        "bet_least": OptionSpec(500, 0, 100_000_000, "cents a bet; 0 for no limit"),
        "bet_most": OptionSpec(0, 0, 100_000_000, "cents a bet; 0 for no limit"),
        "count_every": OptionSpec(5, 1, 5, "rounds between two counts of the stub", c("7(e)#1")),
    },
    wagers=WAGERS,
    rules=rules,
    settles=False,
)
