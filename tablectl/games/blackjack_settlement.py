"""What becomes of the wagers of blackjack, N.J.A.C. 19:47-2.6(j)1, (k)1 to 6 and 2.7 to 2.11.

Pure. The first half knows cards and the mode and nothing else, so that rounds can be settled that
were never dealt at a table; the second turns what it says into lines. Section 2.3, on wins, losses
and standoffs, is missing: where only it could speak, the house does.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from tablectl.games.blackjack_cards import (
    FIRST_CARDS,
    TENS,
    TWENTY_ONE,
    Mode,
    completes,
    is_blackjack,
    total,
)
from tablectl.games.citing import citing
from tablectl.games.wagers import Pay, Wager
from tablectl.words.bases import Basis, HousePolicy
from tablectl.words.cards import Card
from tablectl.words.dues import Line, Settling
from tablectl.words.money import Cents, Odds
from tablectl.words.values import Label

c = citing(2)

MISSING = HousePolicy("section 2.3, on what wins and loses, is missing")
EVEN, THREE_TO_TWO, INSURED, HALF = Odds(1), Odds(3, 2), Odds(2), Odds(1, 2)

_UP = (("hole_card", (int(Mode.UP),)),)
_NOT_UP = (("hole_card", tuple(int(each) for each in Mode if each is not Mode.UP)),)

WAGERS = (
    Wager(
        "wager",
        THREE_TO_TWO,
        (
            Pay("blackjack", THREE_TO_TWO, c("7(b)#2"), only=_NOT_UP),
            Pay("blackjack", EVEN, c("6(k)2"), only=_UP),
            Pay("win", EVEN, MISSING),
        ),
    ),
    Wager(
        "insurance",
        INSURED,
        (Pay("dealer_blackjack", INSURED, c("9(c)")),),
        limited=False,
        only=_NOT_UP,
    ),
)
"""No payout of the wager is above that of a blackjack."""


class Part(Label):
    """Which wager of a hand it is: who lost to a blackjack gets back what was added."""

    ORIGINAL = "original"
    DOUBLE = "double"
    SPLIT = "split"


@dataclass(frozen=True)
class Outcome:
    """What becomes of a wager: `odds` are those it pays, or the part of it that is taken."""

    settling: Settling
    why: Basis
    odds: Odds | None = None

    @property
    def worth(self) -> Fraction:
        """What the player has of it, for every unit staked."""
        part = Fraction(1) if self.odds is None else Fraction(self.odds.pays, self.odds.to)
        match self.settling:
            case Settling.PAY:
                return part
            case Settling.COLLECT:
                return -part
            case _:
                return Fraction(0)


# ---------------------------------------------------------------- by the cards alone


def of_hand(
    cards: tuple[Card, ...],
    dealer: tuple[Card, ...],
    mode: Mode,
    *,
    part: Part = Part.ORIGINAL,
    split: bool = False,
    doubled: bool = False,
    surrendered: bool = False,
) -> Outcome:
    """What becomes of a wager on a hand once the dealer's hand is as it stays."""
    if surrendered:
        return of_surrender(dealer)
    if is_blackjack(cards) and not split:
        return _of_blackjack(dealer, mode)
    if is_blackjack(dealer):
        return _lost_to_blackjack(mode, part, split=split, doubled=doubled)
    mine, theirs = total(cards), total(dealer)
    if mine > TWENTY_ONE:
        return Outcome(Settling.COLLECT, MISSING)
    if theirs > TWENTY_ONE or mine > theirs:
        return Outcome(Settling.PAY, MISSING, EVEN)
    if mine < theirs:
        return Outcome(Settling.COLLECT, MISSING)
    if mode is Mode.UP:
        return Outcome(Settling.COLLECT, c("6(k)1"))
    return Outcome(Settling.RETURN, MISSING)


def of_surrender(dealer: tuple[Card, ...]) -> Outcome:
    """Half is taken, at once against 2 to 9; a dealer's blackjack takes the whole."""
    if is_blackjack(dealer):
        return Outcome(Settling.COLLECT, c("8(a)2#2"))
    pending = completes(dealer[0].rank)
    return Outcome(Settling.COLLECT, c("8(a)2#2") if pending else c("8(a)1"), HALF)


def of_insurance(dealer: tuple[Card, ...]) -> Outcome:
    """The second card decides: it wins on a ten, whatever the first one is told to be by then."""
    if any(card.rank in TENS for card in dealer[1:FIRST_CARDS]):
        return Outcome(Settling.PAY, c("9(c)"), INSURED)
    return Outcome(Settling.COLLECT, c("9(d)"))


EVEN_MONEY = Outcome(Settling.PAY, c("7(c)#1"), EVEN)
"""Of the wager of a blackjack that was insured for exactly half."""
CLOSED_BY_EVEN_MONEY = Outcome(Settling.RETURN, c("7(c)#1"))
"""Of its insurance: the two are paid as one."""


def _of_blackjack(dealer: tuple[Card, ...], mode: Mode) -> Outcome:
    if mode is Mode.UP:
        beaten = is_blackjack(dealer)
        return Outcome(Settling.PAY, c("6(k)1") if beaten else c("6(k)2"), EVEN)
    if is_blackjack(dealer):
        return Outcome(Settling.RETURN, c("7(b)#3"))
    pending = completes(dealer[0].rank)
    return Outcome(Settling.PAY, c("7(b)#2") if pending else c("7(a)#1"), THREE_TO_TWO)


def _lost_to_blackjack(mode: Mode, part: Part, *, split: bool, doubled: bool) -> Outcome:
    """Only the original wager of the box is taken, whatever was added and whichever hand broke."""
    if part is Part.DOUBLE:
        return Outcome(Settling.RETURN, c("10(b)"))
    if part is Part.SPLIT:
        return Outcome(Settling.RETURN, c("11(d)"))
    if split:
        return Outcome(Settling.COLLECT, c("11(d)"))
    if doubled:
        return Outcome(Settling.COLLECT, c("10(b)"))
    if mode is Mode.READER:
        return Outcome(Settling.COLLECT, c("6(j)1"))
    return Outcome(Settling.COLLECT, c("6(k)6#1") if mode is Mode.UP else MISSING)


# ---------------------------------------------------------------- in chips


def line(hand: str, wager: str, stake: Cents | None, outcome: Outcome, chip: Cents) -> Line:
    """An outcome as a line: what chips cannot make is rounded in the player's favour.

    Less than the odds of a clause is never paid, and more than the half of one never taken.
    """
    odds, cents = outcome.odds, None
    if stake is not None and odds is not None:
        cents = in_chips(stake, odds, chip, up=outcome.settling is Settling.PAY)
    return Line(hand, wager, outcome.settling, stake, odds, cents, outcome.why)


def in_chips(stake: Cents, odds: Odds, chip: Cents, *, up: bool) -> Cents:
    """So much of a stake, in chips; a whole multiple of what lies there needs no other ones."""
    if odds.to == 1:
        return stake * odds.pays
    chips, rest = divmod(stake * odds.pays, odds.to * chip)
    return (chips + (rest > 0 and up)) * chip
