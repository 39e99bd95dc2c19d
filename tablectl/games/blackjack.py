"""Blackjack, N.J.A.C. 19:47-2, with a hole card and a card reader: 2.6(j).

Several decks in a shoe that lasts many rounds. The plan follows 2.6 to 2.12, the rulings 2.15.
Sections 2.1 to 2.5 (wagers, opening, shuffle, cut) are missing: the house fills them in and says
so. No settlement yet: the round ends with its cards in the rack.
"""

from __future__ import annotations

from collections.abc import Mapping

from tablectl.games.blackjack_hands import (
    TENS,
    WAGER,
    all_hands,
    awaits_dealer,
    is_natural,
    is_owed,
    question,
    total,
)
from tablectl.games.blackjack_rows import RULEBOOK
from tablectl.games.citing import citing
from tablectl.games.dealing import from_right
from tablectl.games.opening import LEAST_CUT, Bases, by_hand
from tablectl.games.options import Game, OptionSpec, house_options
from tablectl.games.wagers import Wager
from tablectl.table.places import DEALER, RACK, SHOE
from tablectl.table.plan import OVER, Dues, Edge, Plan, Step
from tablectl.table.round_view import RoundView
from tablectl.table.rules import Rules
from tablectl.words.bases import HousePolicy
from tablectl.words.cards import Composition, Rank, Sealed
from tablectl.words.dues import (
    CallDue,
    CardsDue,
    CheckDue,
    ChoiceDue,
    CountDue,
    Lack,
    MoveDue,
    Option,
    Stake,
    Target,
    TurnDue,
    WagerDue,
    WagerKind,
)
from tablectl.words.money import Cents, Odds
from tablectl.words.settings import Settings

c = citing(2)

NO_MORE_BETS = "no_more_bets"
INSURANCE, INSURE, DECLINE = "insurance", "insure", "decline"
HOLE = "dealer.hole"
DEALER_HAS_IT = "dealer_blackjack"
DEALER_STANDS = 17

WAGERS_MISSING = HousePolicy("sections 2.2 and 2.3, on wagers, are missing")
OPENING_MISSING = HousePolicy("sections 2.4 and 2.5, on opening, shuffle and cut, are missing")
UNREAD = HousePolicy("no device tells what lies face up: the dealer says it")


# ---------------------------------------------------------------- before the deal


def _wagers(view: RoundView) -> Dues:
    if view.called(NO_MORE_BETS):
        return ()
    limits = view.number("wager_least") or None, view.number("wager_most") or None
    burn = _burn(view)
    lacking = view.lacking_to_deal(OPENING_MISSING, WAGERS_MISSING)
    if lacking is None and burn:
        lacking = Lack("burn_first", c("6(c)#1"))
    return (
        *burn,
        WagerDue(view.seats, (WagerKind(WAGER, *limits, WAGERS_MISSING),), WAGERS_MISSING),
        CallDue(NO_MORE_BETS, WAGERS_MISSING, lacking),
    )


def _burn(view: RoundView) -> Dues:
    """The first card of a full shoe goes to the rack unseen; one that lay face up is not it."""
    left = view.in_shoe + view.round.face_ups
    full = view.holding is not None and left == view.holding.composition.size
    return (CardsDue((Target(RACK),), c("6(c)#1")),) if full and view.dealable else ()


# ---------------------------------------------------------------- the first two cards


def _deal(view: RoundView) -> Dues:
    """Face up to every box and the dealer, face up to every box, face down to the dealer."""
    targets = (
        *(Target(box, up=True) for box in view.hands if view.count(box) == 0),
        *((Target(DEALER, up=True),) if view.count(DEALER) == 0 else ()),
        *(Target(box, up=True) for box in view.hands if view.count(box) <= 1),
        *((Target(HOLE),) if view.count(HOLE) == 0 else ()),
    )
    return (CardsDue(targets, c("6(e)")),) if targets else ()


def _totals(view: RoundView) -> Dues:
    return _read(view, *view.hands, DEALER) or ()


def _read(view: RoundView, *places: str) -> Dues | None:
    """None when all cards of these places are known; until then what is due about that.

    Nothing is due while a device's faces are being unsealed; what no device tells is asked for.
    """
    unknown = tuple(place for place in places if view.cards(place) is None)
    if not unknown:
        return None
    if any(isinstance(face, Sealed) for place in unknown for face in view.faces(place)):
        return ()
    return (TurnDue(unknown, UNREAD),)


def _upcard(view: RoundView) -> Rank | None:
    cards = view.cards(DEALER)
    return cards[0].rank if cards else None


def _insurance(view: RoundView) -> Dues:
    """For everybody, before the hole card goes into the reader, and only against an ace."""
    if _upcard(view) is not Rank.ACE:
        return ()
    asked = tuple(box for box in view.hands if view.choice(INSURANCE, box) is None)
    half = Stake(INSURANCE, like=WAGER, of=2)
    options = (Option(INSURE, adds=(half,)), Option(DECLINE))
    return (ChoiceDue(INSURANCE, asked, options, c("9(a)#1")),) if asked else ()


def _check(view: RoundView) -> Dues:
    """With an ace or a ten up, and a reader that works; without one 2.15(k) plays on unread."""
    wanted = _completes(_upcard(view))
    if not wanted or not view.checks or view.checked(DEALER_HAS_IT) is not None:
        return ()
    return (CheckDue(DEALER_HAS_IT, HOLE, wanted, c("6(j)#3")),)


def _completes(upcard: Rank | None) -> tuple[Rank, ...]:
    """The ranks that make blackjack with the dealer's upcard."""
    if upcard is Rank.ACE:
        return TENS
    return (Rank.ACE,) if upcard in TENS else ()


def _dealer_has_it(view: RoundView) -> bool:
    return view.checked(DEALER_HAS_IT) is True


def _plays_on(view: RoundView) -> bool:
    return not _dealer_has_it(view)


def _naturals(view: RoundView) -> Dues:
    """Against 2 to 9 a blackjack has won, and its cards go before anybody gets a third."""
    if _completes(_upcard(view)):
        return ()
    won = tuple(box for box in from_right(view.hands) if is_natural(view, box))
    return (MoveDue(won, RACK, c("7(a)#2")),) if won else ()


# ---------------------------------------------------------------- decisions


def _decisions(view: RoundView) -> Dues:
    """Hand by hand from the dealer's left; one is played out before the next gets a card."""
    for hand in all_hands(view):
        if view.count(hand) and (dues := _play(view, hand)) is not None:
            return dues
    return ()


def _play(view: RoundView, hand: str) -> Dues | None:
    """What is due at a hand; None when it is played out."""
    if is_owed(view, hand):
        return (CardsDue((Target(hand, up=True),), c("6(g)#1")),)
    cards = view.cards(hand)
    if cards is None:
        return _read(view, hand)
    asked = question(view, hand, cards)
    return None if asked is None else (asked,)


# ---------------------------------------------------------------- the dealer's hand


def _hole_card(view: RoundView) -> Dues:
    if not view.turned(HOLE):
        return (TurnDue((HOLE,), c("6(j)#2")),)
    return _read(view, HOLE) or ()


def _dealer_draws(view: RoundView) -> Dues:
    """To seventeen or more, and not at all if no hand depends on it."""
    if not any(awaits_dealer(view, hand) for hand in all_hands(view)):
        return ()
    up, hole = view.cards(DEALER), view.cards(HOLE)
    if up is None or hole is None:
        return _read(view, DEALER, HOLE) or ()
    if total((*up, *hole)) >= DEALER_STANDS:
        return ()
    return (CardsDue((Target(DEALER, up=True),), c("12(b)")),)


# ---------------------------------------------------------------- the end


def _pick_up(view: RoundView) -> Dues:
    lying = tuple(p for p in (*from_right(all_hands(view)), DEALER, HOLE) if view.count(p))
    return (MoveDue(lying, RACK, c("6(i)#2")),) if lying else ()


def _shoe_out(view: RoundView) -> Dues:
    """What is left in the shoe joins the rack, and the whole set is counted."""
    if view.in_shoe:
        return (MoveDue((SHOE,), RACK, c("6(l)2i")),)
    return () if view.counted(RACK) else (CountDue(RACK, c("6(l)2i")),)


def _spent(view: RoundView) -> bool:
    return view.in_shoe < view.number("cards_behind")


def _goes_on(view: RoundView) -> bool:
    return not _spent(view)


# ---------------------------------------------------------------- the game


def plan() -> Plan:
    return Plan(
        "blackjack/shoe_with_reader",
        (
            Step("wagers", _wagers, (Edge("deal"),)),
            Step("deal", _deal, (Edge("totals"),)),
            Step("totals", _totals, (Edge("insurance"),)),
            Step("insurance", _insurance, (Edge("check"),)),
            Step(
                "check",
                _check,
                (
                    Edge("hole_card", _dealer_has_it, "the dealer has blackjack"),
                    Edge("naturals", _plays_on, "not known to have it"),
                ),
            ),
            Step("naturals", _naturals, (Edge("decisions"),)),
            Step("decisions", _decisions, (Edge("hole_card"),)),
            Step("hole_card", _hole_card, (Edge("dealer_draws"),)),
            Step("dealer_draws", _dealer_draws, (Edge("pick_up"),)),
            Step(
                "pick_up",
                _pick_up,
                (
                    Edge("shoe_out", _spent, "the shoe is spent"),
                    Edge(OVER, _goes_on, "the shoe goes on"),
                ),
            ),
            Step("shoe_out", _shoe_out, (Edge(OVER),)),
        ),
    )


def in_play(wagers: Mapping[str, Cents | None]) -> bool:
    return WAGER in wagers


def rules(settings: Settings) -> Rules:
    composition = Composition(decks=int(settings.options["decks_in_shoe"]))
    bases = Bases(*(OPENING_MISSING,) * 7)
    return Rules(
        settings=settings,
        house=house_options(GAME),
        composition=composition,
        plan=plan(),
        rulebook=RULEBOOK,
        conceals=not settings.options["reader_shows"],
        preparations=by_hand(bases, most_cut=composition.size - LEAST_CUT),
        closing_call=NO_MORE_BETS,
        in_play=in_play,
        deck_spent=_spent,
        void_basis=HousePolicy("the rules do not say what a void does to money; it goes back"),
    )


WAGERS = (Wager("wager", best=Odds(3, 2)),)
"""No payout of the game is above that of a blackjack."""

GAME = Game(
    name="blackjack",
    subchapter=2,
    methods=("manual_shoe",),
    seats=(1, 7),
    decks=(1, 1),
    options={
        "wager_least": OptionSpec(500, 0, 100_000_000, "cents; 0 for no limit", WAGERS_MISSING),
        "wager_most": OptionSpec(0, 0, 100_000_000, "cents; 0 for no limit", WAGERS_MISSING),
        "decks_in_shoe": OptionSpec(6, 1, 8, "decks in the shoe", WAGERS_MISSING),
        "cards_behind": OptionSpec(
            78, 20, 208, "a round that leaves fewer cards in the shoe is its last", OPENING_MISSING
        ),
        "split_hands": OptionSpec(
            4, 2, 4, "hands a box may be split into; three at most with 7 boxes", c("11(e)#1")
        ),
        "resplit_aces": OptionSpec(0, 0, 1, "1 lets aces be split more than once", c("11(e)#3")),
        "surrender": OptionSpec(0, 0, 1, "1 offers surrender", c("8(c)#1")),
        "reader_shows": OptionSpec(
            0, 0, 1, "1 if this reader lets a player learn the card", c("15(j)1")
        ),
    },
    wagers=WAGERS,
    rules=rules,
    settles=False,
)
