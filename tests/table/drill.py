"""The drill: a game of no casino, with one step for every kind of due, to test the core with.

Each step names a basis of its own, so that a test can see on which basis it was refused.
"""

from __future__ import annotations

from collections.abc import Mapping

from tablectl.irregularities.base import BASE
from tablectl.irregularities.rows import Rulebook
from tablectl.table.places import DEALER, RACK, SHOE
from tablectl.table.plan import OVER, Dues, Edge, Plan, Step
from tablectl.table.round_view import RoundView
from tablectl.table.rules import LOADED, RECEIVED, SPENT, Preparation, Rules
from tablectl.words.acts import Bet
from tablectl.words.bases import HousePolicy
from tablectl.words.cards import Composition, Rank
from tablectl.words.dues import (
    CallDue,
    CardsDue,
    CheckDue,
    ChoiceDue,
    ConfirmDue,
    CountDue,
    Line,
    MoveDue,
    NumberDue,
    Option,
    SettleDue,
    Settling,
    Shift,
    Stake,
    Target,
    TurnDue,
    WagerDue,
    WagerKind,
)
from tablectl.words.money import Cents
from tablectl.words.settings import Device, Settings
from tests.tables import GENERATOR, Table, settings_for

BETS = (Bet(1, "stake", 500), Bet(3, "stake", 300))
STACK_OF = 2


def basis(step: str) -> HousePolicy:
    return HousePolicy(f"drill: {step}")


def _bets(view: RoundView) -> Dues:
    if view.called("closed"):
        return ()
    kinds = (WagerKind("stake", 100, 1000, basis("limits")),)
    lacking = view.lacking_to_deal(basis("load"), basis("nobody"))
    return (
        WagerDue(view.seats, kinds, basis("bets")),
        CallDue("closed", basis("call"), lacking),
    )


def _stacks(view: RoundView) -> Dues:
    places = (*view.hands, DEALER)
    targets = tuple(Target(place, STACK_OF) for place in places if not view.count(place))
    return (CardsDue(targets, basis("stacks")),) if targets else ()


def _check(view: RoundView) -> Dues:
    if view.checked("ace") is not None:
        return ()
    return (CheckDue("ace", DEALER, (Rank.ACE,), basis("check")),)


def _ask(view: RoundView) -> Dues:
    asked = tuple(hand for hand in view.hands if view.choice("more", hand) is None)
    if not asked:
        return ()
    options = (
        Option("half_more", adds=(Stake("extra", like="stake", parts=1, of=2),)),
        Option("out", takes_back=("stake",)),
        Option("burn", shifts=(Shift(asked[0], RACK, 1),)),
    )
    return (ChoiceDue("more", asked, options, basis("ask")),)


def _number(view: RoundView) -> Dues:
    return () if view.drew("wheel") is not None else (NumberDue("wheel", 1, 6, basis("number")),)


def _turn(view: RoundView) -> Dues:
    hidden = tuple(place for place in (DEALER, *view.hands) if not view.turned(place))
    return (TurnDue(hidden, basis("turn")),) if hidden else ()


def _wave(view: RoundView) -> Dues:
    if view.confirmed("wave"):
        return ()
    return (ConfirmDue("wave", basis("wave"), least=1, most=3),)


def _count(view: RoundView) -> Dues:
    return () if view.counted(SHOE) else (CountDue(SHOE, basis("count")),)


def _pick_up(view: RoundView) -> Dues:
    return (MoveDue(view.laid, RACK, basis("pick_up")),) if view.laid else ()


def _pay(view: RoundView) -> Dues:
    if view.settled("pay"):
        return ()
    lines = tuple(Line(hand, "stake", Settling.RETURN) for hand in view.betting)
    return (SettleDue("pay", lines, basis("pay")),) if lines else ()


def _odd(view: RoundView) -> bool:
    return (view.drew("wheel") or 0) % 2 == 1


def _even(view: RoundView) -> bool:
    return not _odd(view)


STEPS = (
    Step("bets", _bets, (Edge("stacks"),)),
    Step("stacks", _stacks, (Edge("check"),)),
    Step("check", _check, (Edge("ask"),)),
    Step("ask", _ask, (Edge("number"),)),
    Step("number", _number, (Edge("turn", _odd, "odd"), Edge("wave", _even, "even"))),
    Step("turn", _turn, (Edge("count"),)),
    Step("wave", _wave, (Edge("count"),)),
    Step("count", _count, (Edge("pick_up"),)),
    Step("pick_up", _pick_up, (Edge("pay"),)),
    Step("pay", _pay, (Edge(OVER),)),
)


def _staked(wagers: Mapping[str, Cents | None]) -> bool:
    return "stake" in wagers


def _always(_: RoundView) -> bool:
    return True


def rules(settings: Settings, plan: Plan | None = None) -> Rules:
    return Rules(
        settings=settings,
        composition=Composition(),
        plan=plan or Plan("drill", STEPS),
        rulebook=Rulebook(BASE),
        preparations=(Preparation("load", (RECEIVED, SPENT), LOADED, basis("load"), gathers=SHOE),),
        closing_call="closed",
        in_play=_staked,
        deck_spent=_always,
    )


def drill(
    step: str = "bets", preset: str = "blind", devices: Mapping[str, Device] | None = None
) -> Table:
    """A drill that has come to this step; a generator draws its numbers."""
    fitted = {"generator_1": GENERATOR, **(devices or {})}
    settings = settings_for(preset, game="drill", devices=fitted)
    return Table(settings, rules, bets=BETS).ready_to_bet().to(step)
