"""A game of no casino in which hands ask for cards after the deal, to test the core with.

Two cards up to every seat, one up to the dealer before the second, one down to `dealer.down`; then
each hand says whether it wants another.
"""

from __future__ import annotations

from tablectl.games.dealing import outstanding
from tablectl.irregularities.base import BASE, KEEP_IT, OFFER_IT, at_once, hold
from tablectl.irregularities.rows import Rulebook, row
from tablectl.table.places import DEALER, RACK
from tablectl.table.plan import OVER, Dues, Edge, Plan, Step
from tablectl.table.round_view import RoundView
from tablectl.table.rules import LOADED, RECEIVED, SPENT, Preparation, Rules
from tablectl.words.acts import Bet
from tablectl.words.bases import HousePolicy
from tablectl.words.cards import Composition
from tablectl.words.dues import (
    CallDue,
    CardsDue,
    CheckDue,
    ChoiceDue,
    MoveDue,
    Option,
    Target,
    TurnDue,
    WagerDue,
    WagerKind,
)
from tablectl.words.irregularities import Kind
from tablectl.words.rulings import Consequence
from tablectl.words.settings import Device, Settings
from tests.tables import Table, settings_for

BETS = (Bet(1, "stake", 500), Bet(3, "stake", 300))
DOWN = "dealer.down"
BASIS = HousePolicy("drawing")


def _bets(view: RoundView) -> Dues:
    if view.called("closed"):
        return ()
    lacking = view.lacking_to_deal(BASIS, BASIS)
    kinds = (WagerKind("stake", 100, 1000, BASIS),)
    return (WagerDue(view.seats, kinds, BASIS), CallDue("closed", BASIS, lacking))


def _deal(view: RoundView) -> Dues:
    up = tuple(Target(place, up=True) for place in view.hands)
    order = (*up, Target(DEALER, up=True), *up, Target(DOWN))
    targets = outstanding(view, order)
    return (CardsDue(targets, BASIS),) if targets else ()


def _look(view: RoundView) -> Dues:
    wanted = view.checks and view.checked("ace") is None
    return (CheckDue("ace", DOWN, (), BASIS),) if wanted else ()


def _ask(view: RoundView) -> Dues:
    for hand in view.hands:
        said = [answer.choice for answer in view.choices("more") if answer.hand == hand]
        if said.count("card") > view.count(hand) - 2:
            return (CardsDue((Target(hand, up=True),), BASIS),)
        if "enough" not in said:
            options = (Option("enough"), Option("card"))
            return (ChoiceDue("more", (hand,), options, BASIS),)
    return ()


def _show(view: RoundView) -> Dues:
    return () if view.turned(DOWN) else (TurnDue((DOWN,), BASIS),)


def _pick_up(view: RoundView) -> Dues:
    return (MoveDue(view.laid, RACK, BASIS),) if view.laid else ()


STEPS = (
    Step("bets", _bets, (Edge("deal"),)),
    Step("deal", _deal, (Edge("look"),)),
    Step("look", _look, (Edge("ask"),)),
    Step("ask", _ask, (Edge("show"),)),
    Step("show", _show, (Edge("pick_up"),)),
    Step("pick_up", _pick_up, (Edge(OVER),)),
)
STAGES = {"bets": "dealing", "deal": "dealing", "look": "drawing", "ask": "drawing"}
_MEND = at_once(Consequence.MEND)
ROWS = (
    row(Kind.FACE_UP_CARD, at_once(Consequence.RACK_CARD)),
    row(Kind.PASSED_OVER, at_once(Consequence.LAY_AGAIN)),
    row(Kind.CARD_NOT_GIVEN, _MEND, stage=("any", "dealing", "drawing")),
    row(Kind.CARD_NOT_GIVEN, hold(KEEP_IT), stage=("dealer", "stands", "all_out")),
    row(Kind.CARD_DRAWN_IN_ERROR, at_once(Consequence.KEEP_CARD), face="unseen"),
    row(Kind.CARD_DRAWN_IN_ERROR, at_once(Consequence.OFFER_CARD), face="seen"),
    row(Kind.UNSOLICITED_CARD, hold(KEEP_IT, OFFER_IT)),
    row(Kind.LINK_LOST, at_once(Consequence.DO_WITHOUT), checks="yes"),
    row(Kind.LINK_LOST, at_once(Consequence.GO_ON), checks="no"),
)


def _stage(view: RoundView) -> str:
    return STAGES.get(view.round.step, "stands")


def rules(settings: Settings) -> Rules:
    return Rules(
        settings=settings,
        composition=Composition(decks=2),
        plan=Plan("drawing", STEPS),
        rulebook=Rulebook(BASE, ROWS),
        preparations=(Preparation("load", (RECEIVED, SPENT), LOADED, BASIS, gathers="shoe"),),
        closing_call="closed",
        in_play=lambda wagers: "stake" in wagers,
        deck_spent=lambda _: False,
        stage=_stage,
        deals_in="deal",
    )


def drawing(step: str, preset: str = "counting", devices: dict[str, Device] | None = None) -> Table:
    """A round of it that has come to this step."""
    settings = settings_for(preset, game="drawing", devices=devices or {})
    return Table(settings, rules, bets=BETS).ready_to_bet().to(step)
