"""Blackjack, N.J.A.C. 19:47-2: the round of 2.6 to 2.15, its order, and what must follow.

Written from the regulation and from the house's readings where it is silent or missing. Cards lie
face up as they are dealt, but for those that are burnt and, in two of the four ways to deal the
dealer's second card, for that one.
"""

from __future__ import annotations

from collections.abc import Mapping

from simulators.referee.book import DEALER, RACK, SEALED, SHOE, right_to_left
from simulators.referee.tables import blackjack_money as money
from simulators.referee.tables.blackjack_rulings import RULINGS, c
from simulators.referee.tables.boxes import (
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
    cards_to_come,
    hands_of,
    has_blackjack,
    insures_at_turn,
    is_insurable,
    is_live,
    may_have_it,
    mode,
    turn,
)
from simulators.referee.tables.game import (
    Answer,
    Calls,
    Checks,
    Counts,
    Deals,
    Game,
    Loop,
    Matter,
    Options,
    Puts,
    Racks,
    Settles,
    Standing,
    Targets,
    Turns,
)
from simulators.referee.tables.twenty_one import STANDS, total

DEALERS_CARD, DEALER_BLACKJACK = "dealers_card", "dealer_blackjack"
INSURE, DECLINE = "insure", "decline"


# ---------------------------------------------------------------- wagers and first cards


def _offered(options: Options) -> dict[str, tuple[int, int]]:
    return {WAGER: (int(options.get("wager_least", 0)), int(options.get("wager_most", 0)))}


def _in_play(wagers: Mapping[str, int | None]) -> bool:
    return WAGER in wagers


def _burn(at: Standing) -> Targets:
    """2.6(c): of every set that was loaded, and whenever another dealer comes."""
    sound = at.deck.count(SHOE) and not at.deck.fate
    return [(RACK, 1)] if sound and (at.deck.to_burn or at.relieved) else []


def _first_cards(at: Standing) -> Targets:
    """2.6(e), and the dealer's second card with the players' where (j) or (k) holds."""
    boxes, deck = at.round.hands, at.deck
    once = [(place, 1) for place in (*boxes, DEALER) if not deck.count(place)]
    twice = [(box, 1) for box in boxes if deck.count(box) < 2]
    own: Targets = []
    if mode(at) in (DOWN, READER) and not deck.count(HOLE):
        own = [(HOLE, 1)]
    elif mode(at) == UP and deck.count(DEALER) < 2:
        own = [(DEALER, 1)]
    return [*once, *twice, *own]


def _unread(at: Standing, *places: str) -> list[str]:
    """Where cards lie face up that nobody and nothing has told."""
    return [
        p for p in places if at.deck.count(p) and at.deck.known(p) is None and not _sealed(at, p)
    ]


def _sealed(at: Standing, place: str) -> bool:
    return any(face.startswith(SEALED) for face in at.deck.piles.get(place, ()))


# ---------------------------------------------------------------- insurance and the reader


def _to_insure(at: Standing) -> list[str]:
    """Everybody, before anybody gets a third card or the reader the hole card: 2.9(b)."""
    if not is_insurable(at) or at.options.get("insurance_at_turn"):
        return []
    asked = at.round.answers.get(INSURANCE, {})
    return [box for box in at.round.hands if box not in asked]


def _insures_now(at: Standing) -> list[str]:
    hand = turn(at)
    return [hand] if hand in at.round.hands and insures_at_turn(at, hand) else []


def _insurance(at: Standing, box: str) -> Mapping[str, Answer]:
    """Up to half, or the next chip above that: 2.9(b)#1 and #2."""
    stake = at.round.wagers.get(box, {}).get(WAGER)
    half = money.in_chips(at, stake, money.HALF, up=True)
    return {INSURE: Answer(INSURANCE, half), DECLINE: Answer()}


def _is_checked(at: Standing) -> bool:
    """2.6(j)#3; a reader that has failed is done without, 2.15(k)."""
    return mode(at) == READER and may_have_it(at) and at.checks


def _plays_on(at: Standing) -> bool:
    """Whether players get more cards: not once the dealer is known to have blackjack."""
    known = at.round.checks.get(DEALER_BLACKJACK) or (mode(at) == UP and money.dealer_has_it(at))
    return not known


# ---------------------------------------------------------------- decisions


def _card_to_hand(at: Standing) -> Targets:
    hand = turn(at) if _plays_on(at) else ""
    return [(hand, 1)] if hand and cards_to_come(at, hand) else []


def _unread_hand(at: Standing) -> list[str]:
    hand = turn(at) if _plays_on(at) else ""
    return _unread(at, hand) if hand else []


def _to_play(at: Standing) -> list[str]:
    hand = turn(at) if _plays_on(at) else ""
    return [hand] if hand else []


# ---------------------------------------------------------------- the dealer


def _second_card(at: Standing) -> Targets:
    wanted = _draws_second(at) and at.deck.count(DEALER) < 2
    return [(DEALER, 1)] if wanted else []


def _draws_second(at: Standing) -> bool:
    return mode(at) == NO_HOLE and money.awaits_second_card(at)


def _hole(at: Standing) -> list[str]:
    return [HOLE] if at.deck.count(HOLE) else []


def _dealer_draws(at: Standing) -> Targets:
    """2.12(b) and (c): to seventeen, and not at all if no hand hangs on it."""
    dealer = money.dealers(at)
    if dealer is None or not any(is_live(at, hand) for hand in all_hands(at.round)):
        return []
    return [(DEALER, 1)] if total(dealer) < STANDS else []


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


def _last_round(at: Standing) -> bool:
    """2.6(l): the cutting card came out, or where it would have stood."""
    behind = int(at.options.get("cards_behind", 0))
    return bool(at.deck.cutting_card) or at.deck.count(SHOE) < behind


GAME = Game(
    name="blackjack",
    clauses={
        Matter.ADJACENT: c("14"),
        Matter.ANSWERS: c("6(f)#2"),
        Matter.BURN: c("6(c)#1"),
        Matter.BY_HAND: c("6(a)"),
        Matter.CALL: c("6(h)#2"),
        Matter.CHECK: c("6(j)#3"),
        Matter.CHIPS: "",
        Matter.CLOSED: "",
        Matter.COUNT: c("6(l)2i"),
        Matter.CUT: "",
        Matter.DEAL: c("6(e)"),
        Matter.IDLE: "",
        Matter.IDLE_DECK: "",
        Matter.LIFE: "",
        Matter.LIMITS: c("10(a)#2"),
        Matter.LOADED: c("6(c)#1"),
        Matter.NUMBER: "",
        Matter.ODDS: c("7(b)#2"),
        Matter.OFFERED: "",
        Matter.PAYING: c("9(d)"),
        Matter.PICK_UP: c("6(i)#2"),
        Matter.RECUT: "",
        Matter.REMOVAL: "",
        Matter.REMOVED_DECK: "",
        Matter.REVEAL: c("6(j)#2"),
        Matter.ROUND: c("6(i)#1"),
        Matter.SEATED: "",
        Matter.SHOE_FAILS: "",
        Matter.SHUFFLE: c("6(l)3"),
        Matter.STACKS: c("6(a)"),
        Matter.TURNS: "",
        Matter.VERIFY: "",
    },
    rulings=RULINGS,
    card_life=lambda _: 0,
    wagers=_offered,
    in_play=_in_play,
    decks=lambda options: int(options.get("decks_in_shoe", 1)),
    before_call=_burn,
    burns=True,
    face_up=lambda place: place not in (RACK, HOLE),
    spent=_last_round,
    steps=(
        Deals(_first_cards),
        Turns("totals", lambda at: _unread(at, *at.round.hands, DEALER), again=True),
        Puts("insurance", INSURANCE, _to_insure, _insurance),
        Settles("even_money", money.even_money, again=True),
        Checks("check", DEALER_BLACKJACK, _is_checked),
        Settles("blackjacks", money.blackjacks),
        Racks("blackjacks_away", _paid_blackjacks),
        Loop(
            "decisions",
            (
                Puts("insurance", INSURANCE, _insures_now, _insurance),
                Settles("even_money", money.even_money, again=True),
                Deals(_card_to_hand, "decisions"),
                Turns("decisions", _unread_hand, again=True),
                Settles("surrendered", money.surrendered_now, again=True),
                Puts("decisions", PLAY, _to_play, answers),
            ),
        ),
        Calls(DEALERS_CARD, _draws_second),
        Deals(_second_card, "second_card"),
        Turns("hole_card", _hole),
        Turns("second_card", lambda at: _unread(at, DEALER, HOLE), again=True),
        Settles("second_card", money.at_second_card),
        Loop(
            "dealer_draws",
            (
                Deals(_dealer_draws, "dealer_draws"),
                Turns("dealer_draws", lambda at: _unread(at, DEALER), again=True),
            ),
        ),
        Settles("settlement", money.settlement),
        Racks("pick_up", _all_cards),
        Racks("shoe_out", lambda at: (SHOE,) if _last_round(at) else ()),
        Counts("shoe_out", RACK, lambda at: not at.deck.count(SHOE)),
    ),
)
