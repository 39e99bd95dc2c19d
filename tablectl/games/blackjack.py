"""Blackjack, N.J.A.C. 19:47-2, from a single shoe that lasts many rounds.

The plan follows 2.6 to 2.14 in the four ways with the dealer's second card: drawn last, face down,
face down with a reader, face up. Sections 2.1 to 2.5 (wagers, opening, shuffle, cut) are missing:
the house fills them in and says so.
"""

from __future__ import annotations

from collections.abc import Mapping

from tablectl.games import blackjack_lines as lines
from tablectl.games import blackjack_mended as mended
from tablectl.games import blackjack_shoes as shoes
from tablectl.games.blackjack_boxes import (
    BEHIND,
    DECLINE,
    INSURANCE,
    added,
    bettors,
    consent,
    follow_double,
    follow_split,
    insurance_of,
    own_wagers,
)
from tablectl.games.blackjack_boxes import lacking as not_closable
from tablectl.games.blackjack_cards import (
    DOUBLE,
    FIRST_CARDS,
    Mode,
    completes,
    dealer_draws,
    is_blackjack,
)
from tablectl.games.blackjack_hands import (
    DEALER_HAS_IT,
    HOLE,
    WAGER,
    all_hands,
    answers,
    asks_for_no_card,
    awaits_dealer,
    chip,
    dealers_cards,
    is_natural,
    is_owed,
    is_read,
    is_surrendered,
    is_unread,
    may_have_blackjack,
    mode,
    played_as,
    question,
    siblings,
    upcard,
)
from tablectl.games.blackjack_lines import (
    BLACKJACKS,
    EVEN_MONEY,
    SECOND_CARD,
    SETTLEMENT,
    SURRENDERED,
)
from tablectl.games.blackjack_options import OPENING_MISSING, OPTIONS, WAGERS_MISSING, lacks
from tablectl.games.blackjack_rows import RULEBOOK
from tablectl.games.blackjack_settlement import MISSING, WAGERS
from tablectl.games.blackjack_stage import (
    DEAL,
    asks_reader,
    conceals,
    settled_for_good,
    stage,
)
from tablectl.games.citing import citing
from tablectl.games.dealing import from_right, outstanding
from tablectl.games.opening import Bases
from tablectl.games.options import Game, house_options
from tablectl.table.places import DEALER, LOOSE, NEXT, RACK, STACK, is_seat, seat_number, seat_of
from tablectl.table.plan import Dues, Edge, Plan, Step
from tablectl.table.round_view import RoundView
from tablectl.table.rules import Rules
from tablectl.words.bases import Clause, HousePolicy
from tablectl.words.cards import Composition, Known, Rank, Sealed
from tablectl.words.dues import (
    CallDue,
    CardsDue,
    CheckDue,
    ChoiceDue,
    ConfirmDue,
    Lack,
    MoveDue,
    Option,
    SettleDue,
    Stake,
    Target,
    TurnDue,
    WagerDue,
    WagerKind,
)
from tablectl.words.facts import Dealt, Moved, Racked
from tablectl.words.irregularities import Kind
from tablectl.words.methods import MANUAL
from tablectl.words.money import Cents
from tablectl.words.settings import Can, Settings

c = citing(2)

NO_MORE_BETS, DEALERS_CARD = "no_more_bets", "dealers_card"
INSURE = "insure"
CUTS = "cuts"
"""The seat of the player who cuts next."""

UNREAD = HousePolicy("no device tells what lies face up: the dealer says it")


# ---------------------------------------------------------------- before the deal


def _wagers(view: RoundView) -> Dues:
    if view.called(NO_MORE_BETS):
        return ()
    lacking = view.lacking_to_deal(OPENING_MISSING, WAGERS_MISSING) or _unburned(view)
    return (
        *_burn(view),
        _open(view),
        *consent(view),
        CallDue(NO_MORE_BETS, WAGERS_MISSING, lacking or not_closable(view)),
        *_burned(view),
    )


def _open(view: RoundView) -> WagerDue:
    limits = view.number("wager_least") or None, view.number("wager_most") or None
    behind = BEHIND if view.number("shared_boxes") else ()
    return WagerDue(
        view.seats,
        (
            WagerKind(WAGER, *limits, WAGERS_MISSING),
            *(WagerKind(each, *limits, c("13(a)#1")) for each in behind),
        ),
        WAGERS_MISSING,
        adjacent=c("14"),
        several=c("14") if view.number("several_boxes") else None,
    )


def _burn(view: RoundView) -> Dues:
    """The first card of a full shoe goes to the rack unseen, and the first of a new dealer.

    One that lay face up is not it, nor one that came out unasked, whether it lies beside the shoe
    or was put away. A new dealer who begins with a full shoe burns one card.
    """
    if not view.dealable:
        return ()
    if _is_full(view):
        return (CardsDue((Target(RACK),), c("6(c)#1")),)
    return (CardsDue((Target(RACK),), c("6(c)#2")),) if _is_relieved(view) else ()


def _unburned(view: RoundView) -> Lack | None:
    """Why nothing is dealt before the burn."""
    if _is_full(view):
        return Lack("burn_first", c("6(c)#1"))
    return Lack("new_dealer_burns", c("6(c)#2")) if _is_relieved(view) else None


def _is_full(view: RoundView) -> bool:
    left = view.in_shoe + view.count(NEXT) + view.count(LOOSE) + _put_away(view)
    full = view.holding is not None and left == view.holding.composition.size
    return full and shoes.burns(view.settings.method)


def _put_away(view: RoundView) -> int:
    """Cards that went to the rack by a ruling, since the set was last gathered."""
    facts = view.round.facts
    gathered = (i for i, f in enumerate(facts) if isinstance(f, Moved) and f.to == STACK)
    return sum(isinstance(fact, Racked) for fact in facts[max(gathered, default=0) :])


def _is_relieved(view: RoundView) -> bool:
    return view.taken_over and shoes.burns(view.settings.method)


def _burned(view: RoundView) -> Dues:
    """A card that was burned is shown if a player asks for it."""
    facts = view.round.facts
    if view.confirmed("show_burn") or Dealt(RACK, 1) not in facts:
        return ()
    return (ConfirmDue("show_burn", c("6(c)#3"), idle=True, reveals=RACK),)


# ---------------------------------------------------------------- the first two cards


def _deal(view: RoundView) -> Dues:
    """Up to every box and the dealer, up to every box; then the dealer's second card, if now."""
    boxes = tuple(Target(box, up=True) for box in view.hands if not mended.sits_out(view, box))
    order = (*boxes, Target(DEALER, up=True), *boxes, *_HOLES[mode(view)])
    targets = outstanding(view, order)
    if not targets:
        return mended.second_cards(view) or mended.bury(view, own_wagers)
    return (CardsDue(targets, _first_cards(view, targets[0])),)


def _first_cards(view: RoundView, target: Target) -> Clause:
    """Why a card of the deal is due."""
    if seat_of(target.place) != DEALER:
        return c("6(e)1") if view.count(target.place) == 0 else c("6(e)3")
    if any(seat_of(flaw.place) == DEALER for flaw in view.flaws(Kind.PASSED_OVER)):
        return c("15(e)")
    return c("6(e)2") if view.count(DEALER) == 0 else _HOLE_CLAUSES[mode(view)]


_HOLES: Mapping[Mode, tuple[Target, ...]] = {
    Mode.NONE: (),
    Mode.DOWN: (Target(HOLE),),
    Mode.READER: (Target(HOLE),),
    Mode.UP: (Target(DEALER, up=True),),
}
_HOLE_CLAUSES = {
    Mode.NONE: c("6(h)#1"),
    Mode.DOWN: c("6(j)#1"),
    Mode.READER: c("6(j)#1"),
    Mode.UP: c("6(k)#3"),
}


def _totals(view: RoundView) -> Dues:
    return _read(view, *view.hands, DEALER)


def _read(view: RoundView, *places: str) -> Dues:
    """What is due about cards that nobody has told yet.

    Nothing while a device's faces are being unsealed. Of a player's hand the dealer may say no more
    than that it was read; of the dealer's own everybody's decisions hang.
    """
    if any(isinstance(face, Sealed) for place in places for face in view.faces(place)):
        return ()
    unknown = tuple(place for place in places if _untold(view, place))
    return (TurnDue(unknown, UNREAD),) if unknown else ()


def _untold(view: RoundView, place: str) -> bool:
    if is_seat(place):
        return is_unread(view, place)
    return not all(isinstance(face, Known) for face in view.faces(place))


# ---------------------------------------------------------------- insurance and blackjacks


def _insurance(view: RoundView) -> Dues:
    """For everybody before any card more, and before the hole card goes into a reader."""
    if not _insurable(view) or view.number("insurance_at_turn"):
        return ()
    clause = c("9(b)#5") if played_as(view) is Mode.READER else c("9(b)#3")
    boxes = tuple(box for box in view.hands if view.count(box))
    asked = () if _went_in_early(view) else _insure(view, boxes, clause)
    return asked or _even_money(view, boxes)


def _went_in_early(view: RoundView) -> bool:
    """Whether the hole card was in the reader before its time: 2.9(b)#5 asks for no more than that
    it goes in."""
    found = (ruled.irregularity for ruled in view.round.rulings)
    return any(
        each.kind is Kind.UNSOLICITED_CHECK and each.circumstances.get("wanted") == "later"
        for each in found
    )


def _insurable(view: RoundView) -> bool:
    return upcard(view) is Rank.ACE and mode(view) is not Mode.UP


def _insure(view: RoundView, boxes: tuple[str, ...], clause: Clause) -> Dues:
    """Everybody who bets on these boxes and has not said yet whether they insure."""
    dues = []
    for bettor in (WAGER, *BEHIND):
        asked = insurance_of(bettor)
        left = tuple(b for b in boxes if view.has(b, bettor) and view.choice(asked, b) is None)
        half = Stake(asked, like=bettor, of=2, chip=chip(view))
        options = (Option(INSURE, adds=(half,)), Option(DECLINE))
        if left:
            dues.append(ChoiceDue(asked, left, options, clause if bettor == WAGER else c("13(f)")))
    return tuple(dues)


def _even_money(view: RoundView, boxes: tuple[str, ...]) -> Dues:
    """A blackjack that is insured for exactly half is paid off with its insurance."""
    found = lines.even_money(view, boxes)
    return (SettleDue(EVEN_MONEY, found, c("7(c)#1")),) if found else ()


def _check(view: RoundView) -> Dues:
    """With an ace or a ten up; where the reader has failed, 2.15(k), nobody looks."""
    wanted = completes(upcard(view))
    if not wanted or not is_read(view) or view.checked(DEALER_HAS_IT) is not None:
        return ()
    return (CheckDue(DEALER_HAS_IT, HOLE, wanted, c("6(j)#3")),)


def _found(view: RoundView) -> bool:
    """Whether the dealer is known to have blackjack before anybody has a third card."""
    cards = view.cards(DEALER)
    both_up = cards is not None and is_blackjack(cards)
    return view.checked(DEALER_HAS_IT) is True or both_up


def _plays_on(view: RoundView) -> bool:
    return not _found(view)


def _blackjacks(view: RoundView) -> Dues:
    """Against 2 to 9 a blackjack has won: it is paid, and its cards go before any third card."""
    if may_have_blackjack(view):
        return ()
    won = tuple(box for box in from_right(view.hands) if is_natural(view, box))
    if not won:
        return ()
    if not view.settled(BLACKJACKS):
        return (SettleDue(BLACKJACKS, lines.blackjacks(view, won), c("7(a)#1")),)
    return (MoveDue(won, RACK, c("7(a)#2")),)


# ---------------------------------------------------------------- decisions


def _decisions(view: RoundView) -> Dues:
    """Hand by hand from the dealer's left; one is played out before the next gets a card."""
    for hand in filter(view.count, all_hands(view)):
        dues = _turn_of(view, hand)
        if dues or _is_being_told(view, hand):  # 2.11(b) holds till its last face is here
            return dues
    return mended.missed_cards(view) or mended.bury(view, own_wagers)


def _is_being_told(view: RoundView, hand: str) -> bool:
    """Whether a face of it is being unsealed; one that nobody names or knows is never told."""
    return any(isinstance(face, Sealed) for face in view.faces(hand))


def _turn_of(view: RoundView, hand: str) -> Dues:
    """What is due at a hand; nothing when it is played out."""
    box = seat_of(hand)
    if hand == box and (dues := _insurance_at_turn(view, hand)):
        return dues
    if dues := follow_split(view, box) or follow_double(view, hand):
        return dues
    if is_owed(view, hand):
        due = CardsDue((Target(hand, up=True),), _extra_card(view, hand))
        return mended.offer(view, hand, bound=_is_doubled(view, hand)) or (due,)
    if dues := _read(view, hand):
        return dues
    asked = question(view, hand)
    return _surrender(view, hand) if asked is None else (asked,)


def _is_doubled(view: RoundView, hand: str) -> bool:
    return answers(view, hand)[-1:] == (DOUBLE,)


def _extra_card(view: RoundView, hand: str) -> Clause:
    if _is_doubled(view, hand):
        return c("10(a)#3")
    return c("11(b)") if view.count(hand) < FIRST_CARDS else c("6(g)#1")


def _insurance_at_turn(view: RoundView, box: str) -> Dues:
    """Where the house has it so, at their own turn and before their first decision."""
    if not _insurable(view) or not view.number("insurance_at_turn") or answers(view, box):
        return ()
    return _insure(view, (box,), c("9(b)#4")) or _even_money(view, (box,))


def _surrender(view: RoundView, hand: str) -> Dues:
    """Against 2 to 9 half goes back at once; otherwise it waits for the dealer's second card."""
    if not is_surrendered(view, hand) or may_have_blackjack(view):
        return ()
    if hand in view.settled_hands(SURRENDERED):
        return ()
    return (SettleDue(SURRENDERED, lines.surrendered(view, hand), c("8(a)1")),)


# ---------------------------------------------------------------- the dealer's second card


def _dealers_card(view: RoundView) -> Dues:
    """Called for and drawn where there was none yet, if anything hangs on it."""
    if view.count(DEALER) == 1 and (dues := _decisions(view)):
        return dues
    if any(_is_being_told(view, hand) for hand in all_hands(view)):
        return ()  # a card that was missed before: 6(h)#1 holds till its face is here
    if view.count(DEALER) == 1 and _second_card_wanted(view):
        if not view.called(DEALERS_CARD):
            return (CallDue(DEALERS_CARD, c("6(h)#2")),)
        return mended.instead(view, CardsDue((Target(DEALER, up=True),), c("6(h)#1")))
    return _read(view, DEALER)


def _second_card_wanted(view: RoundView) -> bool:
    """2.12(c): whether any wager still hangs on it, be it only for a blackjack."""
    if any(awaits_dealer(view, hand) for hand in all_hands(view)):
        return True
    return may_have_blackjack(view) and any(_pending(view, box) for box in view.hands)


def _pending(view: RoundView, box: str) -> bool:
    """Whether a blackjack of the dealer's would still change what somebody gets."""
    still = [bettor for bettor in bettors(view, box) if not lines.paid_off(view, box, bettor)]
    if still and (is_surrendered(view, box) or is_natural(view, box)):
        return True
    if any(view.has(box, insurance_of(bettor)) for bettor in still):
        return True
    lying = filter(view.count, siblings(all_hands(view), box))
    return any(added(wager) for hand in lying for wager in own_wagers(view, hand))


def _hole_card(view: RoundView) -> Dues:
    if view.turned(HOLE):
        return _read(view, HOLE)
    return (_plays_on(view) and _decisions(view)) or (TurnDue((HOLE,), c("6(j)#2")),)


def _second_card(view: RoundView) -> Dues:
    """What waited for it is settled before the dealer draws."""
    if dues := mended.bury(view, own_wagers, shown=True):
        return dues
    if view.settled(SECOND_CARD):
        return ()
    found = lines.second_card(view)
    return (SettleDue(SECOND_CARD, found, c("9(d)")),) if found else ()


# ---------------------------------------------------------------- the dealer's hand


def _dealer_draws(view: RoundView) -> Dues:
    """To seventeen or more, and not at all if no hand depends on it."""
    if dues := mended.bury(view, own_wagers, shown=True):
        return dues
    if dues := _read(view, DEALER, HOLE):
        return dues
    if not any(awaits_dealer(view, hand) for hand in all_hands(view)):
        return ()
    cards = dealers_cards(view)
    if cards is None or not dealer_draws(cards):
        return ()
    return mended.instead(view, CardsDue((Target(DEALER, up=True),), c("12(b)")))


def _settlement(view: RoundView) -> Dues:
    if dues := mended.burn(view) or mended.bury(view, own_wagers, shown=True):
        return dues
    if view.settled(SETTLEMENT):
        return ()
    found = lines.rest(view)
    return (SettleDue(SETTLEMENT, found, MISSING),) if found else ()


# ---------------------------------------------------------------- the end


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
        Step("wagers", _wagers, (Edge(shoes.DETERMINANT if double else "deal"),)),
        *((Step(shoes.DETERMINANT, shoes.determinant, (Edge("deal"),)),) if double else ()),
        Step("deal", _deal, (Edge("totals"),)),
        *_MIDDLES[mode],
        Step(SECOND_CARD, _second_card, (Edge("dealer_draws"),)),
        Step("dealer_draws", _dealer_draws, (Edge(SETTLEMENT),)),
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
        Edge(has, _found, "the dealer has blackjack"),
        Edge(BLACKJACKS, _plays_on, "not known to have it"),
    )


_MIDDLES: Mapping[Mode, tuple[Step, ...]] = {
    Mode.NONE: (
        Step("totals", _totals, (Edge(INSURANCE),)),
        Step(INSURANCE, _insurance, (Edge(BLACKJACKS),)),
        Step(BLACKJACKS, _blackjacks, (Edge("decisions"),)),
        Step("decisions", _decisions, (Edge(DEALERS_CARD),)),
        Step(DEALERS_CARD, _dealers_card, (Edge(SECOND_CARD),)),
    ),
    Mode.DOWN: (
        Step("totals", _totals, (Edge(INSURANCE),)),
        Step(INSURANCE, _insurance, (Edge(BLACKJACKS),)),
        Step(BLACKJACKS, _blackjacks, (Edge("decisions"),)),
        Step("decisions", _decisions, (Edge("hole_card"),)),
        Step("hole_card", _hole_card, (Edge(SECOND_CARD),)),
    ),
    Mode.READER: (
        Step("totals", _totals, (Edge(INSURANCE),)),
        Step(INSURANCE, _insurance, (Edge("check"),)),
        Step("check", _check, _known_at_once("hole_card")),
        Step(BLACKJACKS, _blackjacks, (Edge("decisions"),)),
        Step("decisions", _decisions, (Edge("hole_card"),)),
        Step("hole_card", _hole_card, (Edge(SECOND_CARD),)),
    ),
    Mode.UP: (
        Step("totals", _totals, _known_at_once(SECOND_CARD)),
        Step(BLACKJACKS, _blackjacks, (Edge("decisions"),)),
        Step("decisions", _decisions, (Edge(SECOND_CARD),)),
    ),
}
"""What lies between the deal and what waited for the dealer's second card."""


def in_play(wagers: Mapping[str, Cents | None]) -> bool:
    return WAGER in wagers


def rules(settings: Settings) -> Rules:
    composition = Composition(decks=int(settings.options["decks_in_shoe"]))
    method = settings.method
    bases = Bases(*(OPENING_MISSING,) * 7)
    return Rules(
        settings=settings,
        house=house_options(GAME),
        composition=composition,
        plan=plan(Mode(int(settings.options["hole_card"])), method),
        rulebook=RULEBOOK,
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
