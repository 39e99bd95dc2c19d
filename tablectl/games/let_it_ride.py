"""Let it ride, N.J.A.C. 19:47-18: from a manual shoe, from the hand, or as stacks of three.

The plan follows 18.6 and 18.6A, then 18.7, 18.8 or 18.9, and 18.10; the rulings 18.7(e) and 18.12.
How the cards come out, and where the common ones lie then, is all that tells the methods apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

from tablectl.games import one_deck, one_deck_rows
from tablectl.games.citing import citing
from tablectl.games.dealing import from_right, stacks
from tablectl.games.let_it_ride_settlement import (
    BET_1,
    BET_2,
    BETS,
    BONUS,
    BONUS_STAKE,
    CARDS_EACH,
    COMMON,
    LEFT,
    MIDDLE,
    OPTIONS,
    RIGHT,
    WAGERS,
    lost,
    settlement,
)
from tablectl.games.options import Game, OptionSpec, Problem
from tablectl.irregularities.base import GO_ON, VOID, at_once, hold
from tablectl.irregularities.rows import Row, row
from tablectl.table.places import RACK
from tablectl.table.plan import OVER, Dues, Edge, Plan, Step
from tablectl.table.round_view import RoundView
from tablectl.table.rules import HOUR, Rules
from tablectl.words.bases import Clause
from tablectl.words.dues import (
    CallDue,
    CardsDue,
    ChoiceDue,
    ConfirmDue,
    Lack,
    MoveDue,
    Option,
    SettleDue,
    Settling,
    Shift,
    Target,
    TurnDue,
    WagerDue,
    WagerKind,
)
from tablectl.words.irregularities import Kind
from tablectl.words.methods import AUTOMATED, HAND, MANUAL
from tablectl.words.money import Cents
from tablectl.words.rulings import Consequence
from tablectl.words.settings import Settings

c = citing(18)

RIDE, WITHDRAW = "ride", "withdraw"
NO_MORE_BETS = "no_more_bets"
STACK = "common_stack"
LEAST_LIMIT: Cents = 50_000_00


# ---------------------------------------------------------------- how the cards come out


def _cards(clause: Clause) -> Callable[[RoundView], Dues]:
    """Three times: a card to every hand from the far left, then one to the common area."""

    def deal(view: RoundView) -> Dues:
        targets = tuple(
            target
            for turn, common in enumerate(COMMON)
            for target in (
                *(Target(hand) for hand in view.hands if view.count(hand) <= turn),
                *stacks(view, (common,), 1),
            )
        )
        return (CardsDue(targets, clause),) if targets else ()

    return deal


def _stacks(view: RoundView) -> Dues:
    """A stack to every hand from the far left, the common stack last; it is spread at once."""
    if any(view.count(place) for place in COMMON):
        return ()
    targets = stacks(view, (*view.hands, STACK), CARDS_EACH)
    if not targets:
        return ()
    place = targets[0].place
    if place == STACK:
        return (CardsDue(targets, c("9(c)#3")),)
    return (CardsDue(targets, c("9(c)#1") if place == view.hands[0] else c("9(c)#2")),)


METHODS: Mapping[str, one_deck.Method] = {
    MANUAL: one_deck.Method(
        load=c("7(a)#2"),
        call=c("7(b)#1"),
        deal=_cards(c("7(c)#2")),
        out=c("7(d)"),
        count=c("7(e)#1"),
        card_life=8 * HOUR,
        life=c("4(e)#1"),
    ),
    HAND: one_deck.Method(
        load=c("8(b)2"),
        call=c("8(b)3#1"),
        deal=_cards(c("8(c)#2")),
        out=c("8(d)"),
        count=c("8(e)#1"),
        card_life=4 * HOUR,
        life=c("4(e)#2"),
    ),
    AUTOMATED: one_deck.Method(
        load=c("9(b)1"),
        call=c("9(b)2#1"),
        deal=_stacks,
        out=c("9(d)"),
        count=c("9(e)#1"),
        card_life=8 * HOUR,
        life=c("4(e)#1"),
    ),
}
CHIPS = {
    MANUAL: (c("7(b)#2"), c("7(b)#3")),
    HAND: (c("8(b)3#2"), c("8(b)3#3")),
    AUTOMATED: (c("9(b)2#2"), c("9(b)2#3")),
}
"""The count of the bonus chips, and their way into the tray."""


def _method(view: RoundView) -> one_deck.Method:
    return METHODS[view.settings.method]


# ---------------------------------------------------------------- wagers


def _wagers(view: RoundView) -> Dues:
    if view.called(NO_MORE_BETS):
        return ()
    limits = view.number("bet_least") or None, view.number("bet_most") or None
    method = _method(view)
    lacking = view.lacking_to_deal(method.load, c("1 Round of play")) or _unequal(view)
    return (
        WagerDue(
            view.seats,
            _wager_kinds(limits, view.number("bonus") > 0),
            c("6(c)#1"),
            two_positions=view.number("two_positions") > 0,
            seated=c("6(b)#1"),
            adjacent=c("6(e)"),
        ),
        CallDue(NO_MORE_BETS, method.call, lacking),
    )


@lru_cache
def _wager_kinds(limits: tuple[Cents | None, Cents | None], bonus: bool) -> tuple[WagerKind, ...]:
    bets = tuple(WagerKind(bet, *limits, c("6(d)#2")) for bet in BETS)
    return (*bets, WagerKind(BONUS, BONUS_STAKE, BONUS_STAKE, c("6A(b)"))) if bonus else bets


def _unequal(view: RoundView) -> Lack | None:
    """The first seat with some wager and not three equal ones."""
    for place, wagers in view.lying.items():
        if not in_play(wagers):
            alone = wagers.keys() == {BONUS}
            return Lack("three_equal_wagers", c("6A(b)") if alone else c("6(d)#1"), place)
    return None


def in_play(wagers: Mapping[str, Cents | None]) -> bool:
    return wagers.keys() >= set(BETS) and len({wagers[bet] for bet in BETS}) == 1


def _bonus_chips(view: RoundView) -> Dues:
    """Their number is that of the bonus wagers, before they go into the tray."""
    number = sum(view.has(hand, BONUS) for hand in view.hands)
    if not number or view.confirmed("bank_bonus"):
        return ()
    counted, banked = CHIPS[view.settings.method]
    if not view.confirmed("count_bonus"):
        return (ConfirmDue("count_bonus", counted, expects=number),)
    return (ConfirmDue("bank_bonus", banked),)


# ---------------------------------------------------------------- cards


def _spread(view: RoundView) -> Dues:
    """The bottom card of the common stack to the left, the top card to the right."""
    if not view.count(STACK):
        return ()
    shifts = tuple(Shift(STACK, place, 1) for place in COMMON)
    return (ConfirmDue("spread_stack", c("9(c)#3"), shifts=shifts),)


# ---------------------------------------------------------------- answers and reveals


def _bet_1(view: RoundView) -> Dues:
    asked = tuple(h for h in view.hands if view.choice(BET_1, h) is None)
    return (ChoiceDue(BET_1, asked, _answers(BET_1), c("10(b)")),) if asked else ()


def _answers(bet: str) -> tuple[Option, ...]:
    return (Option(RIDE), Option(WITHDRAW, takes_back=(bet,)))


def _burn(view: RoundView) -> Dues:
    return (MoveDue((LEFT,), RACK, c("10(c)")),) if view.count(LEFT) else ()


def _first_common(view: RoundView) -> Dues:
    return () if view.turned(MIDDLE) else (TurnDue((MIDDLE,), c("10(d)#1")),)


def _bet_2(view: RoundView) -> Dues:
    """Put to everybody, whatever became of bet one."""
    asked = tuple(h for h in view.hands if view.choice(BET_2, h) is None)
    return (ChoiceDue(BET_2, asked, _answers(BET_2), c("10(e)#2")),) if asked else ()


BEFORE_THE_LAST = ("hands_face_down", "first_common_to_the_right")


def _second_common(view: RoundView) -> Dues:
    if view.turned(RIGHT):
        return ()
    return (TurnDue((RIGHT,), c("10(f)#2"), checklist=BEFORE_THE_LAST),)


def _hands_up(view: RoundView) -> Dues:
    hidden = tuple(h for h in from_right(view.hands) if not view.turned(h))
    return (TurnDue(hidden, c("10(g)")),) if hidden else ()


# ---------------------------------------------------------------- money and pick-up


def _losers(view: RoundView) -> Dues:
    """Losing wagers are taken, and then the losing hands."""
    lines = tuple(line for line in settlement(view) if line.settling is Settling.COLLECT)
    if lines and not view.settled("losers"):
        return (SettleDue("losers", lines, c("10(h)#2")),)
    lying = tuple(h for h in from_right(view.hands) if lost(view, h) and view.count(h))
    return (MoveDue(lying, RACK, c("10(h)#3")),) if lying else ()


def _winners(view: RoundView) -> Dues:
    if view.settled("winners"):
        return ()
    lines = tuple(line for line in settlement(view) if line.settling is not Settling.COLLECT)
    return (SettleDue("winners", lines, c("10(i)#1")),) if lines else ()


def _pick_up(view: RoundView) -> Dues:
    lying = tuple(p for p in (*from_right(view.hands), MIDDLE, RIGHT) if view.count(p))
    return (MoveDue(lying, RACK, c("10(i)2")),) if lying else ()


# ---------------------------------------------------------------- the game


def plan(method: str) -> Plan:
    dealt: tuple[Step, ...] = (one_deck.deal_step(METHODS[method], "stub"),)
    if method == AUTOMATED:
        dealt = (
            one_deck.deal_step(METHODS[method], "spread_stack"),
            Step("spread_stack", _spread, (Edge("stub"),)),
        )
    return Plan(
        f"let_it_ride/{method}",
        (
            Step("wagers", _wagers, (Edge("bonus_chips"),)),
            Step("bonus_chips", _bonus_chips, (Edge("deal"),)),
            *dealt,
            one_deck.stub_step(c, METHODS[method], BET_1),
            Step(BET_1, _bet_1, (Edge("burn"),)),
            Step("burn", _burn, (Edge("first_common"),)),
            Step("first_common", _first_common, (Edge(BET_2),)),
            Step(BET_2, _bet_2, (Edge("second_common"),)),
            Step("second_common", _second_common, (Edge("hands_up"),)),
            Step("hands_up", _hands_up, (Edge("losers"),)),
            Step("losers", _losers, (Edge("winners"),)),
            Step("winners", _winners, (Edge("pick_up"),)),
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

SECTIONS = one_deck.Sections(
    by_hand=c("8(b)1"),
    second_deck=c("2(b)"),
    stacks=c("9(a)"),
    removal=c("12(f)"),
    shuffler=c("12(d)"),
    shoe=c("12(e)"),
    closed=c("6(c)#2"),
)
RULEBOOKS = one_deck_rows.rulebooks(c, EXPOSED, SECTIONS)


def lacks(settings: Settings) -> Iterable[Problem]:
    yield from one_deck.device_problems(settings, SECTIONS, CARDS_EACH)
    limit = settings.options.get("payout_limit", 0)
    approved = "payout_limit" in settings.approvals
    if isinstance(limit, int) and limit > LEAST_LIMIT and not approved:
        problem = (
            "a limit above $50,000 needs the reference of its approval, as approvals.payout_limit"
        )
        yield Problem(("options", "payout_limit"), problem, c("11(c)#1"))


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
        alike=BETS,
    )


GAME = Game(
    name="let_it_ride",
    subchapter=18,
    methods=tuple(METHODS),
    seats=(1, 7),
    decks=(1, 2),
    options={
        "bet_least": OptionSpec(500, 0, 100_000_000, "cents a bet; 0 for no limit"),
        "bet_most": OptionSpec(0, 0, 100_000_000, "cents a bet; 0 for no limit"),
        "bonus": OptionSpec(0, 0, 1, "1: a bonus wager of $1 is offered", c("6A(a)")),
        "payout_limit": OptionSpec(
            0, LEAST_LIMIT, 100 * LEAST_LIMIT, "cents a hand; 0 for none", c("11(c)#1"), none=0
        ),
        "count_every": OptionSpec(5, 1, 5, "rounds between two counts of the stub", c("7(e)#1")),
        "two_positions": OptionSpec(0, 0, 1, "1: a player may bet at two seats", c("6(e)")),
        "wagers_again": OptionSpec(1, 0, 1, "1: last round's wagers stay until changed"),
        **OPTIONS,
    },
    wagers=WAGERS,
    rules=rules,
    lacks=lacks,
    uses=one_deck.USES,
)
