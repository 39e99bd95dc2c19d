"""Blackjack, N.J.A.C. 19:47-2: the round of 2.6 to 2.15, its order, and what must follow.

Written from the regulation and from the house's readings where it is silent or missing. Cards lie
face up as they are dealt, but for those that are burnt and, in two of the four ways to deal the
dealer's second card, for that one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial

from simulators.referee.book import DEALER, OFFERED, RACK, SEALED, SHOE, right_to_left
from simulators.referee.tables import blackjack_money as money
from simulators.referee.tables import blackjack_shoes as shoes
from simulators.referee.tables import mending
from simulators.referee.tables.blackjack_rulings import CLAUSES, RULINGS, SIDES
from simulators.referee.tables.boxes import (
    BEHIND,
    DOWN,
    HOLE,
    INSURANCE,
    NO_HOLE,
    PLAY,
    READER,
    UP,
    WAGER,
    all_hands,
    answers,
    bettors,
    cards_to_come,
    hands_of,
    has_blackjack,
    insures_at_turn,
    is_insurable,
    is_live,
    is_told,
    may_have_it,
    may_have_missed,
    mode,
    of_bettor,
    surrendered,
    turn,
    upcard,
)
from simulators.referee.tables.game import (
    Answer,
    Calls,
    Checks,
    Confirms,
    Deals,
    Game,
    Loop,
    Options,
    Puts,
    Racks,
    Settles,
    Standing,
    Step,
    Targets,
    Turns,
    nothing,
)
from simulators.referee.tables.looking import once
from simulators.referee.tables.mending import OFFERED_CARD, in_their_order
from simulators.referee.tables.sharing import following, wagers_on
from simulators.referee.tables.twenty_one import STANDS, ace_and_ten, total

DEALERS_CARD, DEALER_BLACKJACK = "dealers_card", "dealer_blackjack"
INSURE, DECLINE = "insure", "decline"


# ---------------------------------------------------------------- wagers and first cards


def _offered(options: Options) -> dict[str, tuple[int, int]]:
    limits = int(options.get("wager_least", 0)), int(options.get("wager_most", 0))
    return dict.fromkeys((WAGER, *(BEHIND if options.get("shared_boxes") else ())), limits)


def _in_play(wagers: Mapping[str, int | None]) -> bool:
    return WAGER in wagers


def _burn(at: Standing) -> Targets:
    """2.6(c): of every set that was loaded, and whenever another dealer comes."""
    sound = at.deck.count(SHOE) and not at.deck.fate
    return [(RACK, 1)] if sound and (at.deck.to_burn or at.relieved) else []


def _first_cards(at: Standing) -> Targets:
    """2.6(e), and the dealer's second card with the players' where (j) or (k) holds."""
    dead = mending.dead_hands(at, shown=False)
    boxes = [box for box in at.round.hands if box not in dead]
    own = {DOWN: [HOLE], READER: [HOLE], UP: [DEALER]}.get(mode(at), [])
    return in_their_order(at, [*boxes, DEALER, *boxes, *own])


def _unread(at: Standing, *places: str) -> list[str]:
    """Where cards lie face up that nobody and nothing has told."""
    if any(_sealed(at, place) for place in places):
        return []
    return [p for p in places if at.deck.count(p) and not _told(at, p)]


def _told(at: Standing, place: str) -> bool:
    """Of a player's hand it is enough that it was read."""
    return is_told(at, place) if place.startswith("seat_") else all(at.deck.pile(place))


def _sealed(at: Standing, place: str) -> bool:
    return any(face.startswith(SEALED) for face in at.deck.pile(place))


# ---------------------------------------------------------------- insurance and the reader


def _to_insure(bettor: str, at: Standing) -> list[str]:
    """Everybody, before anybody gets a third card or the reader the hole card: 2.9(b), 2.13(f)."""
    if not is_insurable(at) or at.options.get("insurance_at_turn") or at.round.read_early:
        return []
    return [box for box in at.round.hands if at.deck.count(box) and _unasked(at, box, bettor)]


def _insures_now(bettor: str, at: Standing) -> list[str]:
    hand = _turn(at)
    now = hand in at.round.hands and insures_at_turn(at, hand) and _unasked(at, hand, bettor)
    return [hand] if now else []


def _unasked(at: Standing, box: str, bettor: str) -> bool:
    answered = at.round.answers.get(of_bettor(INSURANCE, bettor), {})
    return bettor in bettors(at.round, box) and box not in answered


def _insurance(bettor: str, at: Standing, box: str) -> Mapping[str, Answer]:
    """Up to half, or the next chip above that: 2.9(b)#1 and #2."""
    stake = at.round.wagers.get(box, {}).get(bettor)
    half = money.in_chips(at, stake, money.HALF, up=True)
    return {INSURE: Answer(of_bettor(INSURANCE, bettor), half), DECLINE: Answer()}


def _insuring(hands: Callable[[str, Standing], list[str]]) -> Iterator[Puts]:
    for bettor in (WAGER, *BEHIND):
        question = of_bettor(INSURANCE, bettor)
        yield Puts("insurance", question, partial(hands, bettor), partial(_insurance, bettor))


def _is_checked(at: Standing) -> bool:
    """2.6(j)#3; a reader that has failed is done without, 2.15(k)."""
    return mode(at) == READER and may_have_it(at) and at.checks


def _asks_reader(at: Standing) -> bool:
    """Whether the hole card is to be checked, as far as anybody has told the dealer's first."""
    first = upcard(at)
    untold = not first or first.startswith(SEALED)
    return mode(at) == READER and (untold or may_have_it(at))


@once
def _plays_on(at: Standing) -> bool:
    """Whether players get more cards: not once the dealer is known to have blackjack."""
    known = at.round.checks.get(DEALER_BLACKJACK) or (mode(at) == UP and money.dealer_has_it(at))
    return not known


@once
def _shown(at: Standing) -> bool:
    """Whether the dealer's second card lies open, and no player draws any more."""
    if HOLE in at.round.turned or (mode(at) == NO_HOLE and at.deck.count(DEALER) > 1):
        return True
    return not at.round.void and at.round.reached >= DEALERS_OWN


def _stage(at: Standing) -> str:
    """How far the cards have come, for 2.15."""
    if not at.round.void and not at.round.reached:
        return "dealing"
    if not _shown(at):
        return "drawing"
    dealer = money.dealers(at)
    if dealer is not None and len(dealer) > 1 and total(dealer) >= STANDS:
        return "stands"
    waiting = any(is_live(at, hand) for hand in all_hands(at.round))
    return "dealer" if waiting and "settlement" not in at.round.settled else "all_out"


# ---------------------------------------------------------------- decisions


@once
def _turn(at: Standing) -> str:
    return turn(at) if _draws_on(at) else ""


@once
def _draws_on(at: Standing) -> bool:
    return _plays_on(at) and not _shown(at)


def _card_to_hand(at: Standing) -> Targets:
    hand = _turn(at)
    return [(hand, 1)] if hand and cards_to_come(at, hand) else []


def _unread_hand(at: Standing) -> list[str]:
    hand = _turn(at)
    return _unread(at, hand) if hand else []


def _to_play(at: Standing) -> list[str]:
    hand = _turn(at)
    return [hand] if hand else []


# ---------------------------------------------------------------- the dealer


def _second_card(at: Standing) -> Targets:
    """2.6(h), where any wager hangs on it."""
    wanted = mode(at) == NO_HOLE and at.deck.count(DEALER) == 1 and money.awaits_second_card(at)
    return [(DEALER, 1)] if wanted else []


def _hole(at: Standing) -> list[str]:
    return [HOLE] if at.deck.count(HOLE) else []


def _draws(at: Standing) -> Targets:
    """2.12(b) and (c): to seventeen, and not at all if no hand hangs on it."""
    dealer = money.dealers(at)
    if dealer is None or not any(is_live(at, hand) for hand in all_hands(at.round)):
        return []
    return [(DEALER, 1)] if total(dealer) < STANDS else []


def _from_shoe(due: Callable[[Standing], Targets]) -> Callable[[Standing], Targets]:
    """A card on offer is used before another is drawn: 2.15(c)#1."""
    return lambda at: [] if at.deck.count(OFFERED) else due(at)


def _takes_offered(due: Callable[[Standing], Targets]) -> Confirms:
    return Confirms(
        OFFERED_CARD,
        lambda at: at.deck.count(OFFERED) > 0 and bool(due(at)),
        spreads=(OFFERED, (DEALER,)),
        again=True,
    )


# ---------------------------------------------------------------- the end


def _paid_blackjacks(at: Standing) -> list[str]:
    if may_have_it(at):
        return []
    return [box for box in right_to_left(at.round.hands) if has_blackjack(at, box)]


def _all_cards(at: Standing) -> list[str]:
    """From the right, the dealer's own last: 2.6(i)#2."""
    boxes = right_to_left(at.round.hands)
    hands = [hand for box in boxes for hand in reversed(hands_of(at.round, box))]
    return [*hands, DEALER, HOLE]


def _belied(at: Standing, place: str) -> bool:
    """A hole card that lies open shows what the reader should have told."""
    hole = at.deck.known(HOLE)
    if place != HOLE or DEALER_BLACKJACK not in at.round.checks or not hole or not may_have_it(at):
        return False
    return ace_and_ten([upcard(at), *hole]) != at.round.checks[DEALER_BLACKJACK]


def _settled_for_good(at: Standing) -> dict[str, list[str]]:
    """Hands that were taken, paid or given back, with what lay on them: a void after that leaves
    it alone. Insurance goes with the dealer's second card, or with even money."""
    settled = at.round.settled_hands
    stages = ("blackjacks", "surrendered", "settlement", "dead_hands")
    done = {hand for stage in stages for hand in settled.get(stage, ())}
    waited = settled.get("second_card", ())
    done |= {h for h in waited if has_blackjack(at, h) or surrendered(at.round, h)}
    kept = {}
    for hand in done | settled.get("even_money", set()):
        box, mine = hand.partition(".")[0], []
        for wager, double, bettor in wagers_on(at.round, hand):
            even = money.took_even_money(at, box, bettor)
            mine += [wager, double] if hand in done or even else []
            if (hand in done and "second_card" in at.round.settled) or even:
                mine.append(of_bettor(INSURANCE, bettor))
        kept[hand] = mine
    return kept


def _may_have_missed(at: Standing, hand: str) -> bool:
    """2.15(i): a hand that stands and could have drawn, if nobody is to say something of it yet."""
    return may_have_missed(at, hand) and not mending.is_unsettled(at.round, hand)


def _bury(*, shown: bool, drawing: bool = False) -> tuple[Settles, Racks]:
    """Dead hands, in the deal, while players draw and once the dealer's second card is shown."""

    def now(at: Standing) -> bool:
        return not drawing or _draws_on(at)

    return (
        Settles(
            "dead_hands",
            lambda at: mending.given_back(at, shown=shown) if now(at) else [],
            again=True,
        ),
        Racks("dead_hands_away", lambda at: mending.buried(at, shown=shown) if now(at) else ()),
    )


DECISIONS: tuple[Step, ...] = (
    Settles("even_money", money.even_money, again=True),
    *_insuring(_insures_now),
    *following(_turn),
    Puts(
        "offered_card",
        OFFERED_CARD,
        lambda at: mending.to_offer(at, _turn(at)),
        mending.on_offer,
    ),
    Deals(_from_shoe(_card_to_hand), "decisions"),
    Turns("decisions", _unread_hand, again=True),
    Settles("surrendered", money.surrendered_now, again=True),
    Puts("decisions", PLAY, _to_play, answers),
    Puts(
        "missed_card",
        mending.MISSED_CARD,
        lambda at: mending.to_catch_up(at) if _draws_on(at) else [],
        lambda _, __: mending.take_or(mending.DEAD),
    ),
    *_bury(shown=False, drawing=True),
)
DEAL: tuple[Step, ...] = (
    Deals(_first_cards),
    Puts(
        "second_card",
        mending.SECOND_CARD,
        mending.to_complete,
        lambda _, __: mending.take_or(mending.SIT_OUT),
    ),
    Deals(mending.second_cards),
    *_bury(shown=False),
)
HANDS: tuple[Step, ...] = (
    Turns("totals", lambda at: _unread(at, *at.round.hands, DEALER), again=True),
    Loop("insurance", tuple(_insuring(_to_insure))),
    Settles("even_money", money.even_money, again=True),
    Checks("check", DEALER_BLACKJACK, _is_checked),
    Settles("blackjacks", money.blackjacks),
    Racks("blackjacks_away", _paid_blackjacks),
    Loop(
        "decisions",
        (
            *DECISIONS,
            Calls(DEALERS_CARD, lambda at: bool(_second_card(at))),
            _takes_offered(_second_card),
            Deals(_from_shoe(_second_card), "second_card"),
            Turns("hole_card", _hole),
            Turns("second_card", lambda at: _unread(at, DEALER, HOLE), again=True),
        ),
    ),
    Loop("second_card", (*_bury(shown=True), Settles("second_card", money.at_second_card))),
    Loop(
        "dealer_draws",
        (
            *_bury(shown=True),
            _takes_offered(_draws),
            Deals(_from_shoe(_draws), "dealer_draws"),
            Turns("dealer_draws", lambda at: _unread(at, DEALER), again=True),
        ),
    ),
    Loop(
        "settlement",
        (
            Racks("burn_offered", lambda _: (OFFERED,)),
            *_bury(shown=True),
            Settles("settlement", money.settlement),
        ),
    ),
    Racks("pick_up", _all_cards),
)
DEALERS_OWN = 1 + next(at for at, step in enumerate(HANDS) if step.name == "second_card")
"""From this step on the dealer's hand is played, whatever comes before and after the hands."""


def _steps(last: tuple[Step, ...], first: tuple[Step, ...] = ()) -> tuple[Step, ...]:
    """A round with what a shoe asks for before the deal and after the hands."""
    return (Loop("deal", (*first, *DEAL)), *HANDS, *last)


_SINGLE = Game(
    name="blackjack",
    clauses=CLAUSES,
    rulings=RULINGS,
    card_life=lambda _: 0,
    wagers=_offered,
    in_play=_in_play,
    decks=lambda options: int(options.get("decks_in_shoe", 1)),
    before_call=_burn,
    prepared_from=shoes.CUT,
    one_dealer=True,
    burns=True,
    cutting_card=True,
    last_box_cuts=True,
    face_up=lambda place: place not in (RACK, HOLE),
    spent=shoes.last_round,
    stage=_stage,
    asks_reader=_asks_reader,
    belied=_belied,
    stays_settled=_settled_for_good,
    may_have_missed=_may_have_missed,
    steps=_steps(shoes.SHOE_OUT),
)
_DOUBLE = replace(
    _SINGLE,
    before_call=nothing,
    burns=False,
    sides=True,
    rulings=replace(RULINGS, single=SIDES),
    steps=_steps(shoes.SIDES_OUT, shoes.DECIDES),
)
_BART_CARTER = replace(
    _SINGLE,
    before_call=nothing,
    burns=False,
    cutting_card=False,
    prepared_from=shoes.STACKED,
    spent=shoes.goes_on,
    part_spent=shoes.rack_is_full,
    steps=_steps(()),
)
_CONTINUOUS = replace(
    _SINGLE,
    before_call=nothing,
    burns=False,
    cutting_card=False,
    prepared_from=shoes.NEVER_SHUFFLED,
    takes_back=True,
    spent=shoes.goes_on,
    steps=_steps(shoes.DISCARDS_BACK),
)
GAME = replace(
    _SINGLE,
    by_method={
        shoes.DOUBLE: _DOUBLE,
        shoes.BART_CARTER: _BART_CARTER,
        shoes.CONTINUOUS: _CONTINUOUS,
    },
)
