"""A game of no casino that takes more cards than the shoe has, to test the core with.

Ten cards to every hand, and none goes back by itself: of 52 cards two hands leave twelve after
two rounds. With two decks there are two sides, and one card of either decides which is dealt.
"""

from __future__ import annotations

from dataclasses import replace

from tablectl.games.dealing import passes
from tablectl.irregularities.base import BASE, VOID, at_once, hold
from tablectl.irregularities.rows import Rulebook, row
from tablectl.table.places import RACK
from tablectl.table.plan import OVER, Dues, Edge, Plan, Step
from tablectl.table.round_view import RoundView
from tablectl.table.rules import LOADED, RECEIVED, SPENT, Preparation, Rules
from tablectl.words.acts import Bet
from tablectl.words.bases import HousePolicy
from tablectl.words.cards import Composition
from tablectl.words.dues import CallDue, CardsDue, MoveDue, Target, WagerDue, WagerKind
from tablectl.words.irregularities import Kind
from tablectl.words.observations import CardsOut, ChamberLoaded, Loaded
from tablectl.words.rulings import Consequence
from tablectl.words.settings import Can, Device, DeviceKind, Settings
from tests.tables import SHOE_1, SHOES, Table, settings_for

BETS = (Bet(1, "stake", 500), Bet(3, "stake", 300))
EACH = 10
BASIS = HousePolicy("running out")
FIRST = "first"
SIDES = ("red", "blue")


def _bets(view: RoundView) -> Dues:
    if view.called("closed"):
        return ()
    lacking = view.lacking_to_deal(BASIS, BASIS)
    kinds = (WagerKind("stake", 100, 1000, BASIS),)
    return (WagerDue(view.seats, kinds, BASIS), CallDue("closed", BASIS, lacking))


def _first(view: RoundView) -> Dues:
    """One card of either deck, and the round is dealt from the other one."""
    if view.count(FIRST):
        other = next(deck for deck in view.settings.decks if deck != view.round.deck)
        return (MoveDue((FIRST,), RACK, BASIS, next_deck=other),)
    drawn = any(getattr(fact, "place", "") == FIRST for fact in view.round.facts)
    return () if drawn else (CardsDue((Target(FIRST),), BASIS, decks=view.settings.decks),)


def _deal(view: RoundView) -> Dues:
    targets = passes(view, view.hands, EACH)
    return (CardsDue(targets, BASIS),) if targets else ()


def _pick_up(view: RoundView) -> Dues:
    return (MoveDue(view.laid, RACK, BASIS),) if view.laid else ()


ROWS = (
    row(Kind.CARDS_RUN_OUT, at_once(Consequence.REFILL), discards="yes"),
    row(Kind.CARDS_RUN_OUT, hold(VOID), discards="no"),
)
PREPARATIONS = (
    Preparation(
        "shuffle", (RECEIVED, SPENT), "shuffled", BASIS, gathers="stack", by_device="shuffled"
    ),
    Preparation("cut", ("shuffled",), "cut", BASIS, least=10, most=42, joins=False),
    Preparation("load", ("cut",), LOADED, BASIS, gathers="shoe"),
    Preparation("put_among", ("shuffled",), LOADED, BASIS, gathers="shoe", joins=True),
)


def rules(settings: Settings) -> Rules:
    sides = len(settings.decks) > 1
    steps = (
        Step("bets", _bets, (Edge(FIRST if sides else "deal"),)),
        *((Step(FIRST, _first, (Edge("deal"),)),) if sides else ()),
        Step("deal", _deal, (Edge("pick_up"),)),
        Step("pick_up", _pick_up, (Edge(OVER),)),
    )
    return Rules(
        settings=settings,
        composition=Composition(),
        plan=Plan("running out", steps),
        rulebook=Rulebook(BASE, ROWS),
        preparations=PREPARATIONS,
        closing_call="closed",
        in_play=lambda wagers: "stake" in wagers,
        deck_spent=lambda _: False,
        deals_in="deal",
        sides=sides,
    )


def among(settings: Settings) -> Rules:
    """As `rules`; what is in the rack goes back among the cards in the shoe after every round."""
    return replace(rules(settings), rack_spent=lambda view: view.count(RACK) > 0)


class Shoe:
    """A table with a shoe that numbers its loads and its cards, moved by the test."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.loads = 0
        self.given: dict[int, int] = {}

    def load(self, chamber: int = 0) -> int:
        self.loads += 1
        told = ChamberLoaded(self.loads, chamber) if chamber else Loaded(self.loads)
        self.table.see(SHOE_1, told)
        return self.loads

    def give(self, count: int, load: int = 0) -> None:
        of = load or self.loads
        for _ in range(count):
            self.given[of] = self.given.get(of, 0) + 1
            self.table.see(SHOE_1, CardsOut(1, load=of, first=self.given[of]))


def running_out(preset: str = "counting", devices: dict[str, Device] | None = None) -> Table:
    """A table of it with nothing wagered."""
    settings = settings_for(preset, game="running_out", devices=devices or {})
    return Table(settings, rules, bets=BETS)


def two_sided(preset: str = "counting") -> Table:
    """A table of it with two decks, each in a side of the shoe of its own."""
    can = (*SHOES[preset], Can.CHAMBERS) if SHOES[preset] else ()
    shoe = Device(DeviceKind.SHOE, can, "sim-shoe", "S-1", "1.0", simulated=True)
    settings = replace(
        settings_for(game="running_out", devices={SHOE_1: shoe} if can else {}), decks=SIDES
    )
    return Table(settings, rules, bets=BETS)
