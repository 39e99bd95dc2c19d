"""What becomes of the wagers of three card poker, N.J.A.C. 19:47-20.11.

Pure: it reads a round and says what is collected, paid and returned. Who folded, and when wagers
are settled, is the plan's business.
"""

from __future__ import annotations

from tablectl.games.citing import citing
from tablectl.games.dealing import from_right
from tablectl.games.ranking.three_cards import Class, class_of, standing
from tablectl.games.wagers import Pay, Wager
from tablectl.table.places import DEALER
from tablectl.table.round_view import RoundView
from tablectl.words.bases import HousePolicy
from tablectl.words.cards import Card
from tablectl.words.dues import Line, Settling
from tablectl.words.money import Cents, Odds

c = citing(20)

ANTE, PAIR_PLUS, PLAY, BONUS = "ante", "pair_plus", "play", "ante_bonus"
FOLD = "fold"
CARDS_EACH = 3

EVEN = Odds(1)
PAIR_PLUS_PAYS = {
    Class.PAIR: Odds(1),
    Class.FLUSH: Odds(4),
    Class.STRAIGHT: Odds(6),
    Class.THREE_OF_A_KIND: Odds(30),
    Class.STRAIGHT_FLUSH: Odds(40),
}
BONUS_PAYS = {
    Class.STRAIGHT: Odds(1),
    Class.THREE_OF_A_KIND: Odds(4),
    Class.STRAIGHT_FLUSH: Odds(5),
}
WAGERS = (
    # The bonus is paid on the ante, so the ante is one that pays up to its highest odds.
    Wager(
        ANTE,
        max(BONUS_PAYS.values(), key=lambda odds: odds.pays),
        (
            Pay("a hand above the dealer's", EVEN, c("11(a)1#1")),
            Pay("any hand, if the dealer has less than queen high", EVEN, c("11(a)1#2")),
        ),
    ),
    Wager(PLAY, EVEN, (Pay("a hand above the dealer's", EVEN, c("11(a)1#1")),), limited=False),
    Wager(
        BONUS,
        max(BONUS_PAYS.values(), key=lambda odds: odds.pays),
        tuple(Pay(each.name.lower(), odds, c("11(a)3")) for each, odds in BONUS_PAYS.items()),
        limited=False,
    ),
    Wager(
        PAIR_PLUS,
        max(PAIR_PLUS_PAYS.values(), key=lambda odds: odds.pays),
        tuple(Pay(each.name.lower(), odds, c("11(a)2")) for each, odds in PAIR_PLUS_PAYS.items()),
    ),
)
QUEEN_HIGH = (Card.of("QS"), Card.of("3D"), Card.of("2C"))
"""The least the dealer needs for the hands to be compared."""

LOSES = HousePolicy(f"a hand below the dealer's loses; {c('11(a)').citation} has no line for it")


def folded(view: RoundView, hand: str) -> bool:
    return view.choice(PLAY, hand) == FOLD


def live(view: RoundView) -> tuple[str, ...]:
    """The hands that are still in."""
    return tuple([hand for hand in view.hands if not folded(view, hand)])


def settlement(view: RoundView) -> tuple[Line, ...]:
    """What becomes of every wager of the live hands, from the far right counterclockwise."""
    dealer = _hand(view, DEALER)
    hands = from_right(live(view))
    return tuple([line for hand in hands for line in _hand_lines(view, hand, dealer)])


def _hand(view: RoundView, place: str) -> tuple[Card, ...] | None:
    """Three cards that everybody may see, or None: then no hand is compared by machine."""
    cards = view.cards(place)
    return cards if cards is not None and len(cards) == CARDS_EACH else None


def _hand_lines(view: RoundView, hand: str, dealer: tuple[Card, ...] | None) -> tuple[Line, ...]:
    """Only the ante and the play wager need the dealer's hand; the rest goes by a pay scale."""
    cards = _hand(view, hand)
    if cards is None:
        return _to_judge(view, hand, tuple(view.wagers(hand)))
    lines: tuple[Line, ...] = ()
    if view.has(hand, PLAY):
        lines = (
            _to_judge(view, hand, (ANTE, PLAY))
            if dealer is None
            else _against_dealer(view, hand, cards, dealer)
        )
        lines += _bonus(view, hand, cards)
    return lines + (_pair_plus(view, hand, cards) if view.has(hand, PAIR_PLUS) else ())


def _to_judge(view: RoundView, hand: str, wagers: tuple[str, ...]) -> tuple[Line, ...]:
    return tuple(
        Line(hand, wager, Settling.JUDGE, view.stake(hand, wager), basis=c("10(c)#3"))
        for wager in wagers
    )


def _against_dealer(
    view: RoundView, hand: str, cards: tuple[Card, ...], dealer: tuple[Card, ...]
) -> tuple[Line, ...]:
    ante, play = view.stake(hand, ANTE), view.stake(hand, PLAY)
    mine, theirs = standing(cards), standing(dealer)
    if theirs < standing(QUEEN_HIGH):
        basis = c("11(a)1#2")
        return (
            Line(hand, ANTE, Settling.PAY, ante, EVEN, _pays(EVEN, ante), basis),
            Line(hand, PLAY, Settling.RETURN, play, basis=basis),
        )
    if mine > theirs:
        basis = c("11(a)1#1")
        return (
            Line(hand, ANTE, Settling.PAY, ante, EVEN, _pays(EVEN, ante), basis),
            Line(hand, PLAY, Settling.PAY, play, EVEN, _pays(EVEN, play), basis),
        )
    if mine == theirs:
        basis = c("3(c)#2")
        return (
            Line(hand, ANTE, Settling.RETURN, ante, basis=basis),
            Line(hand, PLAY, Settling.RETURN, play, basis=basis),
        )
    return (
        Line(hand, ANTE, Settling.COLLECT, ante, basis=LOSES),
        Line(hand, PLAY, Settling.COLLECT, play, basis=LOSES),
    )


def _bonus(view: RoundView, hand: str, cards: tuple[Card, ...]) -> tuple[Line, ...]:
    """On the ante, whatever becomes of it against the dealer."""
    odds = BONUS_PAYS.get(class_of(cards))
    if odds is None:
        return ()
    pays = _pays(odds, view.stake(hand, ANTE))
    return (Line(hand, BONUS, Settling.PAY, None, odds, pays, c("11(a)3")),)


def _pair_plus(view: RoundView, hand: str, cards: tuple[Card, ...]) -> tuple[Line, ...]:
    stake = view.stake(hand, PAIR_PLUS)
    odds = PAIR_PLUS_PAYS.get(class_of(cards))
    basis = c("11(a)2")
    if odds is None:
        return (Line(hand, PAIR_PLUS, Settling.COLLECT, stake, basis=basis),)
    return (Line(hand, PAIR_PLUS, Settling.PAY, stake, odds, _pays(odds, stake), basis),)


def _pays(odds: Odds, stake: Cents | None) -> Cents | None:
    return None if stake is None else odds.of(stake)
