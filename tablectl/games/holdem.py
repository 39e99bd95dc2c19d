"""Hold 'em, N.J.A.C. 19:47-14.10, dealt from the hand with one deck.

No bank: every hand is a player's, the house only deals. The plan follows 14.10 under the rules
for all poker of 14.5 to 14.7. Section 14.15 on irregularities is missing, so the base table rules
on nearly all of them. No settlement yet: bets are said and not counted, nobody is all-in, and the
round ends with its cards in the rack.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tablectl.games.betting import FOLD, Betting, after, opened
from tablectl.games.citing import citing
from tablectl.games.dealing import passes
from tablectl.games.opening import Bases, by_hand
from tablectl.games.options import Game, OptionSpec, house_options
from tablectl.irregularities.base import BASE, at_once, confirmed
from tablectl.irregularities.rows import Row, Rulebook, row
from tablectl.table.places import RACK, SHOE, seat_number
from tablectl.table.plan import OVER, Dues, Edge, Plan, Step
from tablectl.table.round_view import RoundView
from tablectl.table.rules import Rules
from tablectl.words.bases import Basis, HousePolicy
from tablectl.words.cards import Composition
from tablectl.words.dues import (
    CallDue,
    CardsDue,
    ChoiceDue,
    CountDue,
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
from tablectl.words.money import Cents
from tablectl.words.rulings import Consequence
from tablectl.words.settings import Settings

c = citing(14)

CHIPS = "chips"
"""What a player has on the table when the round starts; whoever shows one is dealt in."""
DEAL_IN = "deal_in"
BUTTON = "button"
CARDS_EACH = 2
BURNS = "burns"
BOARD = ("common_1", "common_2", "common_3", "common_4", "common_5")
BETTING = ("betting_1", "betting_2", "betting_3", "betting_4")

OPENING_MISSING = HousePolicy("section 14.4 and 14.5(a), on opening and shuffle, are missing")


# ---------------------------------------------------------------- the button


def button(view: RoundView) -> int:
    """The seat that stands for the dealer; at first the one at the dealer's far right."""
    return view.carried(BUTTON, view.settings.seats)


def from_button(view: RoundView) -> tuple[str, ...]:
    """The hands clockwise from the left of the button, the button last."""
    at = button(view)
    left = tuple(hand for hand in view.hands if seat_number(hand) > at)
    return left + tuple(hand for hand in view.hands if seat_number(hand) <= at)


def carries(view: RoundView) -> Mapping[str, int]:
    """The button goes clockwise to the next player."""
    return {**view.round.carried, BUTTON: seat_number(from_button(view)[0])}


# ---------------------------------------------------------------- before the deal


def _seats(view: RoundView) -> Dues:
    if view.called(DEAL_IN):
        return ()
    blinds = _blinds(view)
    enough = sum(blinds) + blinds[-1]
    lacking = view.lacking_to_deal(OPENING_MISSING, c("6(b)#1"))
    if lacking is None and len(view.betting) < 2:
        lacking = Lack("two_players", c("6(b)#1"))
    return (
        WagerDue(view.seats, (WagerKind(CHIPS, least=enough, basis=c("7(c)3")),), c("7(c)#1")),
        CallDue(DEAL_IN, c("7(a)"), lacking),
    )


def _blinds(view: RoundView) -> tuple[Cents, ...]:
    """What is posted, the first by the player left of the button."""
    return tuple(view.number(f"blind_{k}") for k in (1, 2) if view.number(f"blind_{k}"))


def _posters(view: RoundView) -> tuple[str, ...]:
    return from_button(view)[: len(_blinds(view))]


def _post_blinds(view: RoundView) -> Dues:
    for k, (hand, cents) in enumerate(zip(_posters(view), _blinds(view), strict=True), start=1):
        if not view.has(hand, f"blind_{k}"):
            basis = c("10(d)#1") if k == 1 else c("10(d)#2")
            blind = WagerKind(f"blind_{k}", cents, cents, c("10(d)#3"))
            return (WagerDue((seat_number(hand),), (blind,), basis, must=True),)
    return ()


def _deal(view: RoundView) -> Dues:
    targets = passes(view, from_button(view), CARDS_EACH)
    return (CardsDue(targets, c("10(e)")),) if targets else ()


# ---------------------------------------------------------------- betting and board


def betting(view: RoundView, nth: int) -> Betting:
    """The nth betting round, as far as it has come."""
    order = tuple(h for h in from_button(view) if not _folded(view, h, BETTING[:nth]))
    blind = ""
    if nth == 0:
        posted = len(_posters(view)) % len(order)
        order, blind = order[posted:] + order[:posted], _posters(view)[-1]
    return after(opened(order, blind), view.choices(BETTING[nth]))


def _folded(view: RoundView, hand: str, rounds: tuple[str, ...]) -> bool:
    return any(view.choice(question, hand) == FOLD for question in rounds)


def live(view: RoundView) -> tuple[str, ...]:
    return tuple(h for h in from_button(view) if not _folded(view, h, BETTING))


def _bets(nth: int, basis: Basis) -> Callable[[RoundView], Dues]:
    def due(view: RoundView) -> Dues:
        stands = betting(view, nth)
        if not stands.waiting:
            return ()
        speaks = stands.waiting[0]
        options = tuple(_option(said, speaks) for said in stands.may_say(view.number("raises")))
        return (ChoiceDue(BETTING[nth], (speaks,), options, basis),)

    return due


def _option(said: str, hand: str) -> Option:
    """A hand that folds gives up its cards with it."""
    return Option(said, shifts=(Shift(hand, RACK, CARDS_EACH),) if said == FOLD else ())


def _board(nth: int, cards: tuple[str, ...], basis: Basis) -> Callable[[RoundView], Dues]:
    """One card burned apart from the discards, then these face up."""

    def due(view: RoundView) -> Dues:
        targets = (
            *((Target(BURNS),) if view.count(BURNS) < nth else ()),
            *(Target(place, up=True) for place in cards if view.count(place) == 0),
        )
        return (CardsDue(targets, basis),) if targets else ()

    return due


def _alone(view: RoundView) -> bool:
    return len(live(view)) == 1


def _several(view: RoundView) -> bool:
    return not _alone(view)


# ---------------------------------------------------------------- the end


def _showdown(view: RoundView) -> Dues:
    hidden = tuple(hand for hand in live(view) if not view.turned(hand))
    return (TurnDue(hidden, c("10(j)#1")),) if hidden else ()


def _pick_up(view: RoundView) -> Dues:
    lying = tuple(p for p in (*view.hands, *BOARD, BURNS) if view.count(p))
    return (MoveDue(lying, RACK, c("6(e)5#2")),) if lying else ()


def _stub(view: RoundView) -> Dues:
    """Counted every so many rounds, which keeps to the quarter of an hour that is allowed."""
    owed = view.uncounted >= view.number("count_every")
    if not owed or view.counted(SHOE):
        return ()
    return (CountDue(SHOE, c("6(e)4#1")),)


# ---------------------------------------------------------------- the game


def _unless_alone(to: str) -> tuple[Edge, ...]:
    return (
        Edge("pick_up", _alone, "all others have folded"),
        Edge(to, _several, "two or more are left"),
    )


def plan() -> Plan:
    return Plan(
        "holdem/hand",
        (
            Step("seats", _seats, (Edge("blinds"),)),
            Step("blinds", _post_blinds, (Edge("deal"),)),
            Step("deal", _deal, (Edge("betting_1"),)),
            Step("betting_1", _bets(0, c("10(f)#1")), _unless_alone("three_cards")),
            Step("three_cards", _board(1, BOARD[:3], c("10(g)#1")), (Edge("betting_2"),)),
            Step("betting_2", _bets(1, c("10(g)#2")), _unless_alone("fourth_card")),
            Step("fourth_card", _board(2, BOARD[3:4], c("10(h)")), (Edge("betting_3"),)),
            Step("betting_3", _bets(2, c("10(h)")), _unless_alone("fifth_card")),
            Step("fifth_card", _board(3, BOARD[4:], c("10(i)")), (Edge("betting_4"),)),
            Step("betting_4", _bets(3, c("10(i)")), _unless_alone("showdown")),
            Step("showdown", _showdown, (Edge("pick_up"),)),
            Step("pick_up", _pick_up, (Edge("stub"),)),
            Step("stub", _stub, (Edge(OVER),)),
        ),
    )


ROWS: tuple[Row, ...] = (
    row(Kind.STUB_MISMATCH, confirmed(Consequence.REMOVE_DECK, basis=c("6(e)4#2"))),
    row(Kind.CUT_IMPROPER, at_once(Consequence.RECUT, basis=c("5(c)"))),
)

RULEBOOK = Rulebook(BASE, ROWS)


def in_play(wagers: Mapping[str, Cents | None]) -> bool:
    return CHIPS in wagers


def _always(_: RoundView) -> bool:
    return True


def rules(settings: Settings) -> Rules:
    bases = Bases(
        inspect=OPENING_MISSING,
        verify=OPENING_MISSING,
        spread=c("5(d)#1"),
        wash=c("5(d)#3"),
        shuffle=OPENING_MISSING,
        cut=c("5(b)2"),
        load=c("6(e)1#1"),
    )
    steps = ("cover_card_down", "packet_on_cover", "rest_on_packet")
    return Rules(
        settings=settings,
        house=house_options(GAME),
        composition=Composition(),
        plan=plan(),
        rulebook=RULEBOOK,
        preparations=by_hand(bases, most_cut=Composition().size - 1, cut_steps=steps),
        closing_call=DEAL_IN,
        in_play=in_play,
        deck_spent=_always,
        carries=carries,
        recut_to="shuffled",
        void_basis=HousePolicy("section 14.15, on irregularities, is missing; money goes back"),
    )


GAME = Game(
    name="holdem",
    subchapter=14,
    methods=("hand",),
    seats=(2, 11),
    decks=(1, 1),
    options={
        "blind_1": OptionSpec(500, 1, 100_000_000, "cents, left of the button", c("10(d)#1")),
        "blind_2": OptionSpec(1_000, 0, 100_000_000, "cents; 0 for one blind", c("10(d)#2")),
        "raises": OptionSpec(3, 0, 100, "raises in one betting round"),
        "count_every": OptionSpec(1, 1, 5, "rounds between two counts", c("6(e)4#1")),
    },
    rules=rules,
    settles=False,
)
