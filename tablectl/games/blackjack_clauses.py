"""Clauses of blackjack that its code keeps without carrying their citation, and those out of reach.

A basis is one clause, and a rule may keep several; what may be said of a hand is a list of answers
and cites nothing. Every other clause is found where it is cited. What hangs on a section whose text
is missing is declared so, and not faked.
"""

from __future__ import annotations

from tablectl.clauses.hows import Beyond, How, Kept
from tablectl.games.citing import citing

_cite = citing(2)

_CARDS = "tablectl.games.blackjack_cards"
_DEAL = "tablectl.games.blackjack_deal"
_DEALER = "tablectl.games.blackjack_dealer"
_DECISIONS = "tablectl.games.blackjack_decisions"
_HANDS = "tablectl.games.blackjack_hands"
_BEFORE = "tablectl.games.blackjack_insurance"
_LINES = "tablectl.games.blackjack_lines"
_MEND = "tablectl.games.blackjack_mended"
_NOTICES = "tablectl.table.notices:_not_possible"
_STAKES = "tablectl.table.staking:not_that_stake"


def _kept(section: str, how: How, where: str, why: str, along_with: str = "") -> Kept:
    other = _cite(along_with).citation if along_with else ""
    return Kept(_cite(section).citation, how, where, why, other)


_DEALT: tuple[Kept, ...] = (
    _kept("6(e)", How.DUE, f"{_DEAL}:deal", "the boxes stand in the order of the seats", "6(e)1"),
    _kept("6(f)#1", How.DUE, f"{_DEAL}:totals", "nobody is asked before all is read", "6(f)#2"),
    _kept("6(g)#2", How.DUE, f"{_DECISIONS}:_turn_of", "read before the question", "6(g)#1"),
    _kept("6(h)#3", How.DUE, f"{_DEALER}:dealer_draws", "the step is that of every mode", "12(b)"),
    _kept("6(j)#4", How.DUE, f"{_BEFORE}:check", "a check has yes or no for an answer", "6(j)#3"),
    _kept("12(c)", How.DUE, f"{_HANDS}:awaits_dealer", "no card is due that no hand awaits"),
)
_ANSWERED: tuple[Kept, ...] = (
    *(
        _kept(section, How.DUE, f"{_CARDS}:legal", "it is one of the answers, or is not")
        for section in (
            *("8(a)#1", "8(a)#2", "10(a)#1", "11(a)", "11(c)"),
            *("11(c)2", "12(a)", "12(a)1", "12(a)3"),
        )
    ),
    _kept("6(k)4", How.DUE, f"{_CARDS}:_may_double", "the counts that are doubled there"),
    _kept("11(c)1", How.DUE, f"{_CARDS}:Choices.most_hands", "two, unless the house has more"),
    _kept("11(e)#4", How.DUE, f"{_DECISIONS}:_turn_of", "every hand is played by it", "11(b)"),
    _kept("12(a)2", How.DUE, f"{_DECISIONS}:_turn_of", "a double is the last answer", "10(a)#3"),
    _kept("13(b)#1", How.DUE, f"{_DECISIONS}:_turn_of", "one question for a box", "6(f)#2"),
    _kept("13(d)#2", How.DUE, f"{_DECISIONS}:_turn_of", "one card for the hand of all", "10(a)#3"),
    _kept("9(a)#1", How.DUE, f"{_BEFORE}:_insurable", "nobody is asked against another card"),
    _kept("9(b)#1", How.REFUSAL, _STAKES, "the stake is half of the wager at most"),
    _kept("10(a)#2", How.REFUSAL, _STAKES, "the stake is the wager at most"),
)
_SETTLED: tuple[Kept, ...] = (
    _kept("7(b)#1", How.SETTLEMENT, f"{_LINES}:second_card", "it is settled then", "7(b)#2"),
    _kept("8(a)2#1", How.SETTLEMENT, f"{_LINES}:_waiting", "it waits for that stage", "8(a)2#2"),
    _kept("8(b)", How.SETTLEMENT, f"{_LINES}:_waiting", "each has a line of its own", "8(a)2#2"),
    _kept("9(a)#2", How.SETTLEMENT, f"{_LINES}:_waiting", "it pays on a ten alone", "9(c)"),
)
_MENDED: tuple[Kept, ...] = (
    _kept("15(c)#2", How.DUE, f"{_MEND}:draws_no_more", "no more is asked of them", "15(c)#1"),
    _kept(
        "15(j)",
        How.ROW,
        "tablectl.games.blackjack_rows:RULEBOOKS",
        "it is confirmed",
        "15(j)1",
    ),
)
_ANNOUNCED: tuple[Kept, ...] = tuple(
    _kept(section, How.REFUSAL, _NOTICES, "it is a rule, which needs half an hour's notice")
    for section in ("6(k)#1", "7(c)#2", "8(c)#2")
)

KEPT: tuple[Kept, ...] = (*_DEALT, *_ANSWERED, *_SETTLED, *_MENDED, *_ANNOUNCED)


def _beyond(section: str, why: str) -> Beyond:
    return Beyond(_cite(section).citation, why)


BEYOND: tuple[Beyond, ...] = (
    *(
        _beyond(section, "the additional wagers of 2.17 have no text, and no table offers them")
        for section in ("6(j)3", "6(k)6#2", "9(f)", "11(f)#1", "11(f)#2")
    ),
    _beyond("9(e)", "the progressive wager of 2.19 has no text, and no table offers it"),
    *(
        _beyond(section, "multiple action, 2.18, has no text, and no table offers it")
        for section in ("15(l)", "15(m)#1", "15(m)#2", "15(m)#3")
    ),
)
