"""Blackjack, N.J.A.C. 19:47-2, from a single shoe that lasts many rounds.

The plan follows 2.6 to 2.14 in the four ways with the dealer's second card: drawn last, face down,
face down with a reader, face up. Sections 2.1 to 2.5 (wagers, opening, shuffle, cut) are missing:
the house fills them in and says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tablectl.games import blackjack_mended as mended
from tablectl.games import blackjack_settlement as settlement
from tablectl.games import blackjack_shoes as shoes
from tablectl.games.blackjack_cards import (
    DOUBLE,
    FIRST_CARDS,
    HIT,
    Mode,
    awaits_count,
    completes,
    dealer_draws,
    is_blackjack,
)
from tablectl.games.blackjack_hands import (
    HOLE,
    WAGER,
    all_hands,
    answers,
    chip,
    dealers_cards,
    double_of,
    is_natural,
    is_owed,
    is_split,
    is_surrendered,
    may_have_blackjack,
    mode,
    own_wagers,
    question,
    upcard,
)
from tablectl.games.blackjack_options import OPENING_MISSING, OPTIONS, WAGERS_MISSING, lacks
from tablectl.games.blackjack_rows import RULEBOOK
from tablectl.games.blackjack_settlement import WAGERS, Part, judged, line
from tablectl.games.citing import citing
from tablectl.games.dealing import from_right, outstanding
from tablectl.games.opening import Bases
from tablectl.games.options import Game, house_options
from tablectl.table.places import DEALER, NEXT, RACK, seat_number, seat_of
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
    Line,
    MoveDue,
    Option,
    SettleDue,
    Stake,
    Target,
    TurnDue,
    WagerDue,
    WagerKind,
)
from tablectl.words.facts import Dealt
from tablectl.words.irregularities import Kind
from tablectl.words.methods import MANUAL
from tablectl.words.money import Cents
from tablectl.words.settings import Can, Settings

c = citing(2)

NO_MORE_BETS, DEALERS_CARD = "no_more_bets", "dealers_card"
INSURANCE, INSURE, DECLINE = "insurance", "insure", "decline"
DEALER_HAS_IT = "dealer_blackjack"
BLACKJACKS, EVEN_MONEY, SURRENDERED = "blackjacks", "even_money", "surrendered"
SECOND_CARD, SETTLEMENT = "second_card", "settlement"
CUTS = "cuts"
"""The seat of the player who cuts next."""

UNREAD = HousePolicy("no device tells what lies face up: the dealer says it")


# ---------------------------------------------------------------- before the deal


def _wagers(view: RoundView) -> Dues:
    if view.called(NO_MORE_BETS):
        return ()
    limits = view.number("wager_least") or None, view.number("wager_most") or None
    burn = _burn(view)
    lacking = view.lacking_to_deal(OPENING_MISSING, WAGERS_MISSING)
    return (
        *((CardsDue((Target(RACK),), burn.basis),) if burn and view.dealable else ()),
        WagerDue(view.seats, (WagerKind(WAGER, *limits, WAGERS_MISSING),), WAGERS_MISSING),
        CallDue(NO_MORE_BETS, WAGERS_MISSING, lacking or burn),
        *_burned(view),
    )


def _burn(view: RoundView) -> Lack | None:
    """The first card of a full shoe goes to the rack unseen, and the first of a new dealer.

    One that lay face up is not it. A new dealer who begins with a full shoe burns one card.
    """
    if not shoes.burns(view.settings.method):
        return None
    left = view.in_shoe + view.count(NEXT) + view.round.face_ups
    if view.holding is not None and left == view.holding.composition.size:
        return Lack("burn_first", c("6(c)#1"))
    return Lack("new_dealer_burns", c("6(c)#2")) if view.taken_over else None


def _burned(view: RoundView) -> Dues:
    """A card that was burned is shown if a player asks for it."""
    facts = view.round.facts
    if view.confirmed("show_burn") or Dealt(RACK, 1) not in facts:
        return ()
    return (ConfirmDue("show_burn", c("6(c)#3"), idle=True, reveals=RACK),)


# ---------------------------------------------------------------- the first two cards


def _deal(view: RoundView) -> Dues:
    """Up to every box and the dealer, up to every box; then the dealer's second card, if now."""
    boxes = tuple(Target(box, up=True) for box in view.hands)
    order = (*boxes, Target(DEALER, up=True), *boxes, *_HOLES[mode(view)])
    targets = outstanding(view, order)
    if not targets:
        return mended.second_cards(view) or mended.bury(view, own_wagers)
    return (CardsDue(targets, _first_cards(view, targets[0])),)


def _first_cards(view: RoundView, target: Target) -> Clause:
    """Why a card of the deal is due."""
    late = any(seat_of(flaw.place) == DEALER for flaw in view.flaws(Kind.PASSED_OVER))
    if seat_of(target.place) != DEALER:
        return c("6(e)1") if view.count(target.place) == 0 else c("6(e)3")
    if late:
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

    Nothing while a device's faces are being unsealed; a card that belongs to no deck is told, and
    whoever holds it is judged.
    """
    faces = {place: view.faces(place) for place in places}
    if any(isinstance(face, Sealed) for place in faces for face in faces[place]):
        return ()
    unknown = tuple(p for p in places if not all(isinstance(face, Known) for face in faces[p]))
    return (TurnDue(unknown, UNREAD),) if unknown else ()


# ---------------------------------------------------------------- insurance and blackjacks


def _insurance(view: RoundView) -> Dues:
    """For everybody before any card more, and before the hole card goes into a reader."""
    if not _insurable(view) or view.number("insurance_at_turn"):
        return ()
    boxes = tuple(box for box in view.hands if view.count(box))
    asked = tuple(box for box in boxes if view.choice(INSURANCE, box) is None)
    clause = c("9(b)#5") if _played_as(view) is Mode.READER else c("9(b)#3")
    return (_insure(view, asked, clause),) if asked else _even_money(view, boxes)


def _insurable(view: RoundView) -> bool:
    return upcard(view) is Rank.ACE and mode(view) is not Mode.UP


def _insure(view: RoundView, boxes: tuple[str, ...], clause: Clause) -> ChoiceDue:
    half = Stake(INSURANCE, like=WAGER, of=2, chip=chip(view))
    return ChoiceDue(INSURANCE, boxes, (Option(INSURE, adds=(half,)), Option(DECLINE)), clause)


def _even_money(view: RoundView, boxes: tuple[str, ...]) -> Dues:
    """A blackjack that is insured for exactly half is paid off with its insurance."""
    done = view.settled_hands(EVEN_MONEY)
    lines = tuple(
        each
        for box in from_right(boxes)
        if box not in done and _takes_even_money(view, box)
        for each in (
            _line(view, box, WAGER, settlement.EVEN_MONEY),
            _line(view, box, INSURANCE, settlement.CLOSED_BY_EVEN_MONEY),
        )
    )
    return (SettleDue(EVEN_MONEY, lines, c("7(c)#1")),) if lines else ()


def _takes_even_money(view: RoundView, box: str) -> bool:
    if not view.number(EVEN_MONEY) or not is_natural(view, box) or not view.has(box, INSURANCE):
        return False
    insured, wager = view.stake(box, INSURANCE), view.stake(box, WAGER)
    return insured is None or wager is None or 2 * insured == wager


def _check(view: RoundView) -> Dues:
    """With an ace or a ten up; where the reader has failed, 2.15(k), nobody looks."""
    wanted = completes(upcard(view))
    if not wanted or not _is_read(view) or view.checked(DEALER_HAS_IT) is not None:
        return ()
    return (CheckDue(DEALER_HAS_IT, HOLE, wanted, c("6(j)#3")),)


def _is_read(view: RoundView) -> bool:
    """Whether a reader is in order; one that is wired to nothing is the dealer's to read."""
    wired = any(Can.CHECK in device.can for device in view.settings.devices.values())
    return view.checks or not (wired or view.did_without)


def _played_as(view: RoundView) -> Mode:
    """The mode of this round: one whose reader has failed goes on without, 2.15(k)."""
    own = mode(view)
    unread = own is Mode.READER and view.checked(DEALER_HAS_IT) is None and not _is_read(view)
    return Mode.DOWN if unread else own


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
        lines = tuple(_hand_line(view, box, WAGER, Part.ORIGINAL) for box in won)
        return (SettleDue(BLACKJACKS, lines, c("7(a)#1")),)
    return (MoveDue(won, RACK, c("7(a)#2")),)


# ---------------------------------------------------------------- decisions


def _decisions(view: RoundView) -> Dues:
    """Hand by hand from the dealer's left; one is played out before the next gets a card."""
    for hand in all_hands(view):
        if view.count(hand) and (dues := _turn_of(view, hand)):
            return dues
    return mended.missed_cards(view) or mended.bury(view, own_wagers)


def _turn_of(view: RoundView, hand: str) -> Dues:
    """What is due at a hand; nothing when it is played out."""
    if hand == seat_of(hand) and (dues := _insurance_at_turn(view, hand)):
        return dues
    if is_owed(view, hand):
        return (CardsDue((Target(hand, up=True),), _extra_card(view, hand)),)
    if dues := _read(view, hand):
        return dues
    cards = view.cards(hand)
    if cards is None:
        return ()
    asked = question(view, hand, cards)
    if asked is None:
        return _surrender(view, hand)
    may_draw = any(option.name == HIT for option in asked.options)
    return (may_draw and mended.offer(view, hand)) or (asked,)


def _extra_card(view: RoundView, hand: str) -> Clause:
    given = answers(view, hand)
    if given and given[-1] == DOUBLE:
        return c("10(a)#3")
    return c("11(b)") if view.count(hand) < FIRST_CARDS else c("6(g)#1")


def _insurance_at_turn(view: RoundView, box: str) -> Dues:
    """Where the house has it so, at their own turn and before their first decision."""
    if not _insurable(view) or not view.number("insurance_at_turn") or answers(view, box):
        return ()
    if view.choice(INSURANCE, box) is None:
        return (_insure(view, (box,), c("9(b)#4")),)
    return _even_money(view, (box,))


def _surrender(view: RoundView, hand: str) -> Dues:
    """Against 2 to 9 half goes back at once; otherwise it waits for the dealer's second card."""
    if not is_surrendered(view, hand) or may_have_blackjack(view):
        return ()
    if hand in view.settled_hands(SURRENDERED):
        return ()
    return (SettleDue(SURRENDERED, (_surrendered(view, hand),), c("8(a)1")),)


# ---------------------------------------------------------------- the dealer's second card


def _dealers_card(view: RoundView) -> Dues:
    """Called for and drawn where there was none yet, if anything hangs on it."""
    if view.count(DEALER) == 1 and (dues := _decisions(view)):
        return dues
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
    """Whether a blackjack of the dealer's would still change what a box gets."""
    if box in view.settled_hands(EVEN_MONEY):
        return False
    if not view.count(box):
        return view.has(box, INSURANCE)
    added = view.wagers(box).keys() - {WAGER}
    return bool(added) or is_surrendered(view, box) or is_natural(view, box)


def _hole_card(view: RoundView) -> Dues:
    if view.turned(HOLE):
        return _read(view, HOLE)
    return (_plays_on(view) and _decisions(view)) or (TurnDue((HOLE,), c("6(j)#2")),)


def _second_card(view: RoundView) -> Dues:
    """What waited for it: insurance, surrenders and blackjacks, before the dealer draws."""
    if dues := mended.bury(view, own_wagers, shown=True):
        return dues
    if view.settled(SECOND_CARD):
        return ()
    paid_off = view.settled_hands(EVEN_MONEY)
    lines = tuple(
        each
        for box in from_right(view.hands)
        if box not in paid_off and (view.count(box) or view.has(box, INSURANCE))
        for each in _waiting(view, box)
    )
    return (SettleDue(SECOND_CARD, lines, c("9(d)")),) if lines else ()


def _waiting(view: RoundView, box: str) -> Iterator[Line]:
    dealer = dealers_cards(view)
    if view.has(box, INSURANCE):
        if dealer is None:
            yield judged(box, INSURANCE, view.stake(box, INSURANCE))
        else:
            yield _line(view, box, INSURANCE, settlement.of_insurance(dealer))
    if is_surrendered(view, box):
        if may_have_blackjack(view):
            yield _surrendered(view, box)
    elif is_natural(view, box):
        yield _hand_line(view, box, WAGER, Part.ORIGINAL)


# ---------------------------------------------------------------- the dealer's hand


def awaits_dealer(view: RoundView, hand: str) -> bool:
    """Whether what becomes of a hand still hangs on the dealer's count."""
    cards = view.cards(hand)
    if not cards:
        return False
    return awaits_count(cards, split=is_split(view, hand), surrendered=is_surrendered(view, hand))


def _dealer_draws(view: RoundView) -> Dues:
    """To seventeen or more, and not at all if no hand depends on it."""
    if dues := mended.bury(view, own_wagers, shown=True):
        return dues
    if not any(awaits_dealer(view, hand) for hand in all_hands(view)):
        return ()
    if dues := _read(view, DEALER, HOLE):
        return dues
    cards = dealers_cards(view)
    if cards is None or not dealer_draws(cards):
        return ()
    return mended.instead(view, CardsDue((Target(DEALER, up=True),), c("12(b)")))


# ---------------------------------------------------------------- money


def _line(view: RoundView, hand: str, wager: str, outcome: settlement.Outcome) -> Line:
    return line(hand, wager, view.stake(hand, wager), outcome, chip(view))


def _surrendered(view: RoundView, hand: str) -> Line:
    dealer = dealers_cards(view)
    if dealer is None:
        return judged(hand, WAGER, view.stake(hand, WAGER))
    return _line(view, hand, WAGER, settlement.of_surrender(dealer))


def _hand_line(view: RoundView, hand: str, wager: str, part: Part) -> Line:
    cards, dealer = view.cards(hand), dealers_cards(view)
    if cards is None or dealer is None:
        return judged(hand, wager, view.stake(hand, wager))
    outcome = settlement.of_hand(
        cards,
        dealer,
        _played_as(view),
        part=part,
        split=is_split(view, hand),
        doubled=view.has(hand, double_of(hand)),
    )
    return _line(view, hand, wager, outcome)


def _settlement(view: RoundView) -> Dues:
    """Every hand that has not been settled before, from the dealer's right."""
    if dues := mended.burn(view) or mended.bury(view, own_wagers, shown=True):
        return dues
    if view.settled(SETTLEMENT):
        return ()
    lines = tuple(
        each
        for hand in from_right(all_hands(view))
        if view.count(hand) and not is_natural(view, hand) and not is_surrendered(view, hand)
        for each in _hand_lines(view, hand)
    )
    return (SettleDue(SETTLEMENT, lines, settlement.MISSING),) if lines else ()


def _hand_lines(view: RoundView, hand: str) -> Iterator[Line]:
    wager, *doubled = own_wagers(view, hand)
    yield _hand_line(view, hand, wager, Part.ORIGINAL if wager == WAGER else Part.SPLIT)
    for double in doubled:
        yield _hand_line(view, hand, double, Part.DOUBLE)


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
    ended = shoes.spent_sides(view, _spent)
    if not ended or not view.hands:
        return view.round.carried
    box = seat_of(view.of(ended[0]).cutting_card)
    return {CUTS: seat_number(box if box in view.hands else view.hands[-1])}


# ---------------------------------------------------------------- what irregularities turn on


def _stage(view: RoundView) -> str:
    """How far the cards have come, in the words of the circumstances."""
    if view.round.step in BEFORE_TOTALS:
        return "dealing"
    if not _is_shown(view):
        return "drawing"
    cards = dealers_cards(view)
    if cards and len(cards) >= FIRST_CARDS and not dealer_draws(cards):
        return "stands"
    waiting = any(awaits_dealer(view, hand) for hand in all_hands(view))
    return "dealer" if waiting and not view.settled(SETTLEMENT) else "all_out"


def _is_shown(view: RoundView) -> bool:
    """Whether the dealer's hand is played: its second card lies up, and no player draws more."""
    if view.turned(HOLE) or view.round.step in DEALERS_STEPS:
        return True
    return mode(view) is Mode.NONE and view.count(DEALER) > 1


BEFORE_TOTALS = ("wagers", shoes.DETERMINANT, "deal")
DEALERS_STEPS = (SECOND_CARD, "dealer_draws", SETTLEMENT, "pick_up", "shoe_out")


def _asks_reader(view: RoundView) -> bool:
    return mode(view) is Mode.READER and may_have_blackjack(view)


def _settled_for_good(view: RoundView) -> frozenset[str]:
    """The hands whose own wagers have been taken, paid or given back."""
    stages = (BLACKJACKS, EVEN_MONEY, SURRENDERED, SETTLEMENT, mended.DEAD_HANDS)
    waited = view.settled_hands(SECOND_CARD)
    done = (h for h in waited if is_natural(view, h) or is_surrendered(view, h))
    return frozenset().union(*map(view.settled_hands, stages), done)


def conceals(settings: Settings) -> bool:
    """Whether no player can learn a card from the reader: as its profile says, or the house."""
    wired = [d for d in settings.devices_in_use.values() if Can.CHECK in d.can]
    if wired:
        return all(Can.CONCEAL in device.can for device in wired)
    return bool(settings.options["reader_conceals"])


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
        stage=_stage,
        deals_in="deal",
        asks_reader=_asks_reader,
        conceals=conceals(settings),
        stays_settled=_settled_for_good,
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
    uses=frozenset((Can.CHAMBERS, Can.CONTINUOUS)),
)
