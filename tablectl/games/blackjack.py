"""Blackjack, N.J.A.C. 19:47-2, dealt from a shoe that lasts many rounds.

The plan follows 2.6 to 2.14 in the four ways with the dealer's second card: drawn last, face down,
face down with a reader, face up; its steps are in modules of their own, in the order of the round:
`blackjack_betting`, `blackjack_deal`, `blackjack_insurance`, `blackjack_decisions` and
`blackjack_dealer`. Sections 2.1 to 2.5 (wagers, opening, shuffle, cut) are missing: the house fills
them in and says so.
"""

from __future__ import annotations

from collections.abc import Mapping

from tablectl.games import blackjack_lines as lines
from tablectl.games import blackjack_mended as mended
from tablectl.games import blackjack_shoes as shoes
from tablectl.games.blackjack_betting import NO_MORE_BETS, in_play, wagers
from tablectl.games.blackjack_boxes import INSURANCE, own_wagers
from tablectl.games.blackjack_cards import Mode
from tablectl.games.blackjack_deal import deal, totals
from tablectl.games.blackjack_dealer import (
    DEALERS_CARD,
    dealer_draws,
    dealers_card,
    hole_card,
    second_card,
)
from tablectl.games.blackjack_decisions import decisions
from tablectl.games.blackjack_hands import HOLE, all_hands, asks_for_no_card
from tablectl.games.blackjack_insurance import (
    belies,
    blackjacks,
    check,
    dealer_has_blackjack,
    insurance,
    plays_on,
)
from tablectl.games.blackjack_lines import BLACKJACKS, SECOND_CARD, SETTLEMENT
from tablectl.games.blackjack_options import OPENING_MISSING, OPTIONS, lacks
from tablectl.games.blackjack_rows import RULEBOOKS
from tablectl.games.blackjack_settlement import MISSING, WAGERS
from tablectl.games.blackjack_stage import (
    DEAL,
    asks_reader,
    conceals,
    settled_for_good,
    stage,
)
from tablectl.games.citing import citing
from tablectl.games.dealing import from_right
from tablectl.games.opening import Bases
from tablectl.games.options import Game, house_options
from tablectl.table.places import DEALER, RACK, seat_number, seat_of
from tablectl.table.plan import Dues, Edge, Plan, Step
from tablectl.table.round_view import RoundView
from tablectl.table.rules import Rules
from tablectl.words.bases import HousePolicy
from tablectl.words.cards import Composition
from tablectl.words.dues import MoveDue, SettleDue
from tablectl.words.methods import MANUAL
from tablectl.words.settings import Can, Settings

c = citing(2)

CUTS = "cuts"
"""The seat of the player who cuts next."""


# ---------------------------------------------------------------- the end of a round


def _settlement(view: RoundView) -> Dues:
    if dues := mended.burn(view) or mended.bury(view, own_wagers, shown=True):
        return dues
    if view.settled(SETTLEMENT):
        return ()
    found = lines.rest(view)
    return (SettleDue(SETTLEMENT, found, MISSING),) if found else ()


def _pick_up(view: RoundView) -> Dues:
    lying = tuple(p for p in (*from_right(all_hands(view)), DEALER, HOLE) if view.count(p))
    return (MoveDue(lying, RACK, c("6(i)#2")),) if lying else ()


def _spent(view: RoundView) -> bool:
    """Whether the cutting card is out, or so few cards are left that it must have been."""
    return bool(view.cutting_card) or view.in_shoe < view.number("cards_behind")


def _carries(view: RoundView) -> Mapping[str, int]:
    """Who cuts next: the player before whose card the cutting card came, else the far right one.

    Section 2.5 is missing; so it stands in the later codification of the same section.
    """
    ended = shoes.spent_sides(view, shoes.deck_spent(view.settings.method, _spent))
    if not ended or not view.hands:
        return view.round.carried
    box = seat_of(view.of(ended[0]).cutting_card)
    return {CUTS: seat_number(box if box in view.hands else view.hands[-1])}


# ---------------------------------------------------------------- the game


def plan(mode: Mode, method: str) -> Plan:
    """The round by what becomes of the dealer's second card, and by the shoe."""
    double = method == shoes.DOUBLE
    steps = (
        Step("wagers", wagers, (Edge(shoes.DETERMINANT if double else "deal"),)),
        *((Step(shoes.DETERMINANT, shoes.determinant, (Edge("deal"),)),) if double else ()),
        Step("deal", deal, (Edge("totals"),)),
        *_MIDDLES[mode],
        Step(SECOND_CARD, second_card, (Edge("dealer_draws"),)),
        Step("dealer_draws", dealer_draws, (Edge(SETTLEMENT),)),
        Step(SETTLEMENT, _settlement, (Edge("pick_up"),)),
        *shoes.ending(method, _pick_up, _spent),
    )
    name = f"blackjack/{mode.name.lower()}"
    return Plan(
        name if method == MANUAL else f"{name}/{method}",
        tuple(shoes.going_on(step, method) for step in steps),
    )


def _known_at_once(has: str) -> tuple[Edge, ...]:
    return (
        Edge(has, dealer_has_blackjack, "the dealer has blackjack"),
        Edge(BLACKJACKS, plays_on, "not known to have it"),
    )


_MIDDLES: Mapping[Mode, tuple[Step, ...]] = {
    Mode.NONE: (
        Step("totals", totals, (Edge(INSURANCE),)),
        Step(INSURANCE, insurance, (Edge(BLACKJACKS),)),
        Step(BLACKJACKS, blackjacks, (Edge("decisions"),)),
        Step("decisions", decisions, (Edge(DEALERS_CARD),)),
        Step(DEALERS_CARD, dealers_card, (Edge(SECOND_CARD),)),
    ),
    Mode.DOWN: (
        Step("totals", totals, (Edge(INSURANCE),)),
        Step(INSURANCE, insurance, (Edge(BLACKJACKS),)),
        Step(BLACKJACKS, blackjacks, (Edge("decisions"),)),
        Step("decisions", decisions, (Edge("hole_card"),)),
        Step("hole_card", hole_card, (Edge(SECOND_CARD),)),
    ),
    Mode.READER: (
        Step("totals", totals, (Edge(INSURANCE),)),
        Step(INSURANCE, insurance, (Edge("check"),)),
        Step("check", check, _known_at_once("hole_card")),
        Step(BLACKJACKS, blackjacks, (Edge("decisions"),)),
        Step("decisions", decisions, (Edge("hole_card"),)),
        Step("hole_card", hole_card, (Edge(SECOND_CARD),)),
    ),
    Mode.UP: (
        Step("totals", totals, _known_at_once(SECOND_CARD)),
        Step(BLACKJACKS, blackjacks, (Edge("decisions"),)),
        Step("decisions", decisions, (Edge(SECOND_CARD),)),
    ),
}
"""What lies between the deal and what waited for the dealer's second card."""


def rules(settings: Settings) -> Rules:
    composition = Composition(decks=int(settings.options["decks_in_shoe"]))
    method = settings.method
    bases = Bases(*(OPENING_MISSING,) * 7)
    return Rules(
        settings=settings,
        house=house_options(GAME),
        composition=composition,
        plan=plan(Mode(int(settings.options["hole_card"])), method),
        rulebook=RULEBOOKS[method],
        preparations=shoes.preparations(method, bases, composition, CUTS),
        closing_call=NO_MORE_BETS,
        in_play=in_play,
        deck_spent=shoes.deck_spent(method, _spent),
        rack_spent=shoes.rack_spent(method),
        sides=method == shoes.DOUBLE,
        carries=_carries,
        cutting_card=c("6(l)") if shoes.has_cutting_card(method) else None,
        new_dealer=shoes.relief(method),
        stage=stage,
        deals_in=DEAL,
        asks_reader=asks_reader,
        belies=belies,
        conceals=conceals(settings),
        stays_settled=settled_for_good,
        asks_for_no_card=asks_for_no_card,
        void_basis=HousePolicy("the rules do not say what a void does to money; it goes back"),
    )


GAME = Game(
    name="blackjack",
    subchapter=2,
    methods=shoes.METHODS,
    seats=(1, 7),
    decks=(1, 2),
    options=OPTIONS,
    wagers=WAGERS,
    rules=rules,
    lacks=lacks,
    varieties=(shoes.DOUBLE, shoes.BART_CARTER, shoes.CONTINUOUS),
    uses=frozenset((Can.CHAMBERS, Can.CONTINUOUS)),
)
