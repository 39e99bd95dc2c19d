"""Clauses of let it ride that its code keeps without carrying their citation.

A basis is one clause, and a rule may keep several; the order of hands, of steps and of a deal has
no basis at all. Every other clause is found where it is cited.
"""

from __future__ import annotations

from tablectl.clauses.hows import How, Kept
from tablectl.games.citing import citing

_cite = citing(18)

_GAME = "tablectl.games.let_it_ride"
_SETTLEMENT = "tablectl.games.let_it_ride_settlement"
_RANKING = "tablectl.games.ranking.five_cards"
_ONE_DECK = "tablectl.games.one_deck"
_OPENING = "tablectl.games.opening:by_hand"


def _kept(section: str, how: How, where: str, why: str, along_with: str = "") -> Kept:
    other = _cite(along_with).citation if along_with else ""
    return Kept(_cite(section).citation, how, where, why, other)


_OPENED: tuple[Kept, ...] = (
    *(
        _kept(section, How.PREPARATION, f"{_ONE_DECK}:INSPECT_STEPS", "a line of the inspection")
        for section in ("2(a)#1", "2(a)#2")
    ),
    _kept("2(b)1", How.PREPARATION, _OPENING, "every deck is inspected for itself", "4(a)"),
    _kept("4(b)#2", How.PREPARATION, f"{_ONE_DECK}:SPREAD_STEPS", "a line of the spreading out"),
    _kept(
        "4(c)#2",
        How.PREPARATION,
        _OPENING,
        "a washed deck has the shuffle before it and nothing else",
        "5(a)#1",
    ),
    _kept("5(a)#2", How.PREPARATION, _OPENING, "the shuffle gathers the deck"),
    _kept(
        "5(b)1",
        How.PREPARATION,
        f"{_ONE_DECK}:preparations",
        "a device's shuffle leads past the cut",
    ),
    _kept(
        "5(b)2",
        How.PREPARATION,
        f"{_ONE_DECK}:preparations",
        "a shuffle by hand leads to the cut and nowhere else",
        "5(c)1ii",
    ),
    *(
        _kept(section, How.PREPARATION, f"{_ONE_DECK}:CUT_STEPS", "a line of the cut's checklist")
        for section in ("5(c)1i", "5(c)1iii", "5(c)1iv")
    ),
    _kept("5(c)2", How.DUE, f"{_GAME}:METHODS", "the deal is that of the table's method"),
    _kept(
        "5(e)#3",
        How.PREPARATION,
        _OPENING,
        "a deck that was spread has the wash before it",
        "4(c)#1",
    ),
    _kept("7(a)#1", How.PREPARATION, f"{_ONE_DECK}:SET_UP", "a line of the opening"),
    _kept("8(a)", How.OPTION, f"{_GAME}:METHODS", "it is one of the methods"),
)

_DEALT: tuple[Kept, ...] = (
    _kept("1 Community card", How.DUE, f"{_GAME}:_cards", "the common area has places of its own"),
    *(
        _kept(f"{section}{step}", How.DUE, f"{_GAME}:_cards", "its turn in the order of the deal")
        for section in ("7(c)", "8(c)")
        for step in range(1, 7)
    ),
    _kept("1 Stub", How.DUE, f"{_ONE_DECK}:stub_step", "what the ledger has in the shoe"),
    _kept("7(e)#2", How.DUE, f"{_ONE_DECK}:COUNT_STEPS", "a line of the count"),
    _kept(
        "7(f)#1",
        How.DUE,
        "tablectl.table.draft:Draft.counted_right",
        "a shuffler's count starts the five rounds anew",
    ),
    _kept(
        "8(e)#2",
        How.ROW,
        f"{_GAME}:RULEBOOKS",
        "dealing by hand has the stub's rows of the manual shoe",
        "7(f)#2",
    ),
    _kept(
        "9(e)#2",
        How.ROW,
        f"{_GAME}:RULEBOOKS",
        "stacks have the stub's rows of the manual shoe",
        "7(e)2#3",
    ),
)

_ANSWERED: tuple[Kept, ...] = (
    _kept("1 Let it ride", How.DUE, f"{_GAME}:_answers", "there are these two answers"),
    _kept("6(d)#3", How.DUE, f"{_GAME}:plan", "nobody is asked about bet three"),
    _kept("10(a)", How.DUE, f"{_GAME}:plan", "nobody is asked before the deal is over"),
    _kept("10(a)3", How.DUE, f"{_GAME}:BEFORE_THE_LAST", "a line before the last card is shown"),
    _kept("10(b)1", How.DUE, f"{_GAME}:_answers", "riding changes no wager"),
    _kept("10(b)2", How.DUE, f"{_GAME}:_answers", "withdrawing takes the bet back"),
    _kept("10(d)#2", How.SETTLEMENT, f"{_SETTLEMENT}:hand_of", "the middle card counts"),
    _kept("10(e)#1", How.DUE, f"{_GAME}:plan", "bet two is asked for after the first common card"),
    _kept("10(e)1", How.DUE, f"{_GAME}:_answers", "riding changes no wager"),
    _kept("10(e)2", How.DUE, f"{_GAME}:_answers", "withdrawing takes the bet back"),
    _kept("10(f)#1", How.DUE, f"{_GAME}:BEFORE_THE_LAST", "a line before the last card is shown"),
)

_SETTLED: tuple[Kept, ...] = (
    _kept("1 Hand", How.SETTLEMENT, f"{_SETTLEMENT}:hand_of", "no other cards and no other number"),
    _kept("6A(d)", How.SETTLEMENT, f"{_SETTLEMENT}:_bonus", "it looks at no other wager"),
    _kept("10(g)1", How.SETTLEMENT, f"{_SETTLEMENT}:hand_of", "three cards and the two common"),
    _kept(
        "10(i)#2",
        How.DUE,
        f"{_GAME}:_winners",
        "the pick-up is a step after the payment",
        "10(i)#1",
    ),
    _kept("10(i)#3", How.SETTLEMENT, f"{_SETTLEMENT}:_paid", "what still lies there", "11(b)"),
    _kept("10(i)1", How.SETTLEMENT, f"{_SETTLEMENT}:settlement", "the lines stand in this order"),
    _kept("11(a)", How.SETTLEMENT, "tablectl.words.money:Odds", "odds are written in this way"),
    _kept(
        "11(c)#2",
        How.REFUSAL,
        "tablectl.table.notices:_too_late",
        "the limit is a rule, which begins half an hour after its last notice",
    ),
    _kept("11(c)#3", How.SETTLEMENT, f"{_SETTLEMENT}:_bonus", "no limit is looked at"),
    *(
        _kept(section, How.RANKING, f"{_RANKING}:LADDER", "its place on the ladder")
        for section in ("3(a)#1", "3(a)#2", "3(a)#3", *(f"3(b){place}" for place in range(1, 10)))
    ),
)

KEPT = (*_OPENED, *_DEALT, *_ANSWERED, *_SETTLED)
