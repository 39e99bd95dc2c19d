"""The money of blackjack: 2.7 to 2.11, 2.6(k), and even money for whoever has more.

Section 2.3 is missing: what wins and loses besides is read off the clauses that make exceptions
from it, and everything is taken and paid from the right, box by box.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from simulators.referee.book import DEALER, JOKER, SEALED, right_to_left
from simulators.referee.tables.boxes import (
    HOLE,
    INSURANCE,
    SPLIT,
    UP,
    bettors,
    box_of,
    cards_of,
    hands_of,
    has_blackjack,
    insures_at_turn,
    is_live,
    may_have_it,
    mode,
    of_bettor,
    surrendered,
    upcard,
)
from simulators.referee.tables.game import Standing
from simulators.referee.tables.settling import COLLECT, JUDGE, PAY, RETURN, Line
from simulators.referee.tables.sharing import wagers_on
from simulators.referee.tables.twenty_one import TENS, ace_and_ten, is_bust, total

EVEN, THREE_TO_TWO, INSURED, HALF = 1, Fraction(3, 2), 2, Fraction(1, 2)


def dealers(at: Standing) -> list[str] | None:
    """All cards of the dealer; None where not all of them are known."""
    both = [at.deck.known(place) for place in (DEALER, HOLE) if at.deck.count(place)]
    return None if None in both else [card for cards in both for card in cards or ()]


def second(at: Standing) -> str:
    """The dealer's second card, once somebody has told it."""
    beside = at.deck.pile(HOLE) or at.deck.pile(DEALER)[1:]
    told = beside[0] if beside else ""
    return "" if told.startswith(SEALED) else told


def dealer_has_it(at: Standing) -> bool:
    """Whether the dealer's cards are a blackjack, as far as all can see: two, and no third."""
    first = (at.deck.known(DEALER) or [""])[0]
    two = at.deck.count(DEALER) + at.deck.count(HOLE) == 2
    told = bool(first) and second(at) not in ("", JOKER)
    return two and told and ace_and_ten([first, second(at)])


def _decided_by(card: str, lines: Iterable[Line]) -> list[Line]:
    """The lines as a card of the dealer's decides them; one of no deck leaves them to people."""
    return [Line(each.hand, each.wager, JUDGE) if card == JOKER else each for each in lines]


def in_chips(at: Standing, stake: int | None, part: int | Fraction, *, up: bool) -> int | None:
    """So much of a stake; what no chip can make is the player's."""
    if stake is None:
        return None
    exact = Fraction(stake) * part
    if Fraction(part).denominator == 1:
        return int(exact)
    chip = int(at.options.get("chip", 1))
    whole, rest = divmod(exact, chip)
    return int(whole + (1 if up and rest else 0)) * chip


def _stake(at: Standing, box: str, wager: str) -> int | None:
    return at.round.wagers.get(box, {}).get(wager)


def _pays(at: Standing, hand: str, box: str, wager: str, odds: int | Fraction) -> Line:
    won = in_chips(at, _stake(at, box, wager), odds, up=True)
    return Line(hand, wager, PAY, odds, won)


def _boxes(at: Standing) -> Iterator[str]:
    return right_to_left(at.round.hands)


# ---------------------------------------------------------------- before anybody has a third card


def blackjacks(at: Standing) -> list[Line]:
    """Against 2 to 9 they are paid at once, 2.7(a)."""
    if may_have_it(at):
        return []
    odds = EVEN if mode(at) == UP else THREE_TO_TWO
    won = (
        _pays(at, box, box, bettor, odds)
        for box in _boxes(at)
        if has_blackjack(at, box)
        for bettor in bettors(at.round, box)
    )
    return _decided_by(upcard(at), won)


def insured_for_half(at: Standing, box: str, bettor: str) -> bool:
    """A blackjack with insurance of exactly half its wager: 2.7(c)."""
    wagers, insurance = at.round.wagers.get(box, {}), of_bettor(INSURANCE, bettor)
    if not at.options.get("even_money") or insurance not in wagers or not has_blackjack(at, box):
        return False
    whole, half = wagers.get(bettor), wagers[insurance]
    return whole is None or half is None or half * 2 == whole


def even_money(at: Standing) -> list[Line]:
    if not at.options.get("even_money"):
        return []
    return [
        line
        for box in _boxes(at)
        if box not in at.round.settled_hands.get("even_money", ()) and not insures_at_turn(at, box)
        for bettor in bettors(at.round, box)
        if insured_for_half(at, box, bettor)
        for line in (
            _pays(at, box, box, bettor, EVEN),
            Line(box, of_bettor(INSURANCE, bettor), RETURN),
        )
    ]


def took_even_money(at: Standing, box: str, bettor: str) -> bool:
    paid = box in at.round.settled_hands.get("even_money", ())
    return paid and insured_for_half(at, box, bettor)


# ---------------------------------------------------------------- surrender


def surrendered_now(at: Standing) -> list[Line]:
    """Against 2 to 9 half is taken at once, 2.8(a)1; once the second card is called it comes with
    that, for an upcard that is told as another one then comes too late."""
    if may_have_it(at) or "dealers_card" in at.round.calls:
        return []
    given_up = (box for box in _boxes(at) if _gives_up(at, box) and at.deck.count(box))
    return _decided_by(upcard(at), (line for box in given_up for line in _halves(at, box)))


def _gives_up(at: Standing, box: str) -> bool:
    """Whether a box surrendered, and nothing has come of it yet."""
    done = at.round.settled_hands.get("surrendered", ())
    return surrendered(at.round, box) and box not in done


def _halves(at: Standing, box: str) -> Iterator[Line]:
    for bettor in bettors(at.round, box):
        taken = in_chips(at, _stake(at, box, bettor), HALF, up=False)
        yield Line(box, bettor, COLLECT, HALF, taken)


# ---------------------------------------------------------------- when the second card shows


def at_second_card(at: Standing) -> list[Line]:
    """Insurance, and what waited for the card: 2.7(b), 2.8(a)2, 2.9(d)."""
    if not second(at):
        return []
    return _decided_by(second(at), (line for box in _boxes(at) for line in _waiting(at, box)))


def _waiting(at: Standing, box: str) -> Iterator[Line]:
    open_ = [b for b in bettors(at.round, box) if not took_even_money(at, box, b)]
    for insurance in (of_bettor(INSURANCE, bettor) for bettor in open_):
        if insurance in at.round.wagers.get(box, {}):
            won = second(at)[0] in TENS
            yield _pays(at, box, box, insurance, INSURED) if won else Line(box, insurance, COLLECT)
    if surrendered(at.round, box):
        lost = (Line(box, bettor, COLLECT) for bettor in open_)
        half = lost if dealer_has_it(at) else _halves(at, box)
        yield from _decided_by(upcard(at), half) if _gives_up(at, box) else ()
    elif has_blackjack(at, box):
        yield from (_of_blackjack(at, box, bettor) for bettor in open_)


def _of_blackjack(at: Standing, box: str, bettor: str) -> Line:
    if mode(at) == UP:  # it wins against anything, and is paid even: 2.6(k)1, (k)2
        return _pays(at, box, box, bettor, EVEN)
    if dealer_has_it(at):
        return Line(box, bettor, RETURN)
    return _pays(at, box, box, bettor, THREE_TO_TWO)


# ---------------------------------------------------------------- the end


def settlement(at: Standing) -> list[Line]:
    """Every hand that is still there, from the right."""
    dealer = dealers(at)
    return [
        line
        for box in _boxes(at)
        if not has_blackjack(at, box) and not surrendered(at.round, box)
        for hand in reversed(hands_of(at.round, box))
        if at.deck.count(hand)
        for wager, double, bettor in wagers_on(at.round, hand)
        for line in _of_hand(at, hand, dealer, bettor, (wager, double))
    ]


def _of_hand(
    at: Standing, hand: str, dealer: list[str] | None, bettor: str, both: tuple[str, str]
) -> Iterator[Line]:
    cards, own = cards_of(at, hand), [wager for wager in both if wager]
    if cards is None or dealer is None:
        yield from (Line(hand, wager, JUDGE) for wager in own)
    elif dealer_has_it(at):
        yield from (Line(hand, w, COLLECT if w == bettor else RETURN) for w in own)
    elif is_bust(cards) or (not is_bust(dealer) and total(dealer) > total(cards)):
        yield from (Line(hand, wager, COLLECT) for wager in own)
    elif is_bust(dealer) or total(cards) > total(dealer):
        yield from (_pays(at, hand, box_of(hand), wager, EVEN) for wager in own)
    else:
        tie = COLLECT if mode(at) == UP else RETURN
        yield from (Line(hand, wager, tie) for wager in own)


def awaits_second_card(at: Standing) -> bool:
    """Whether the dealer's second card decides anything.

    A blackjack gives back what was added to a wager, so it decides that too.
    """
    for box in at.round.hands:
        if any(is_live(at, hand) for hand in hands_of(at.round, box)):
            return True
        if may_have_it(at) and _rides_on_it(at, box):
            return True
    return False


def _rides_on_it(at: Standing, box: str) -> bool:
    """Insurance does whatever became of the hand; anything else while its cards lie there."""
    down = at.round.wagers.get(box, {})
    open_ = [b for b in bettors(at.round, box) if not took_even_money(at, box, b)]
    if any(of_bettor(INSURANCE, bettor) in down for bettor in open_):
        return True
    lying = (hand for hand in hands_of(at.round, box) if at.deck.count(hand))
    riding = (both for hand in lying for both in wagers_on(at.round, hand))
    if any(double or wager.startswith(SPLIT) for wager, double, _ in riding):
        return True
    waits = surrendered(at.round, box) or has_blackjack(at, box)
    return at.deck.count(box) > 0 and waits and bool(open_)
