"""Clauses of three card poker that its code keeps without carrying their citation.

A basis is one clause, and a rule may keep several; the order of hands, of steps and of a deal has
no basis at all. Every other clause is found where it is cited.
"""

from __future__ import annotations

from tablectl.clauses.hows import How, Kept
from tablectl.games.citing import citing

_cite = citing(20)

_GAME = "tablectl.games.three_card_poker"
_SETTLEMENT = "tablectl.games.three_card_poker_settlement"
_RANKING = "tablectl.games.ranking.three_cards"
_ONE_DECK = "tablectl.games.one_deck"


def _kept(section: str, how: How, where: str, why: str, along_with: str = "") -> Kept:
    other = _cite(along_with).citation if along_with else ""
    return Kept(_cite(section).citation, how, where, why, other)


KEPT: tuple[Kept, ...] = (
    *(
        _kept(section, How.PREPARATION, f"{_ONE_DECK}:INSPECT_STEPS", "a line of the inspection")
        for section in ("2(a)#1", "2(a)#2")
    ),
    _kept(
        "2(b)1",
        How.PREPARATION,
        "tablectl.games.opening:by_hand",
        "every deck is inspected for itself",
        "4(a)",
    ),
    _kept("4(b)#2", How.PREPARATION, f"{_ONE_DECK}:SPREAD_STEPS", "a line of the spreading out"),
    _kept(
        "5(e)#3",
        How.PREPARATION,
        "tablectl.games.opening:by_hand",
        "a deck that was spread has the wash before it",
        "4(c)#1",
    ),
    _kept("7(a)#1", How.PREPARATION, f"{_ONE_DECK}:SET_UP", "a line of the opening"),
    _kept("7(e)#2", How.DUE, f"{_ONE_DECK}:COUNT_STEPS", "a line of the count"),
    _kept("8(a)", How.OPTION, f"{_GAME}:METHODS", "it is one of the methods"),
    _kept("8(c)#2", How.DUE, "tablectl.games.dealing:passes", "no target is face up"),
    _kept(
        "8(e)#2",
        How.ROW,
        f"{_GAME}:RULEBOOKS",
        "dealing by hand has the stub's rows of the manual shoe",
        "7(f)#2",
    ),
    _kept("10(a)#1", How.DUE, f"{_GAME}:plan", "nobody is asked before the deal is over"),
    _kept("1 Ante wager", How.DUE, f"{_GAME}:_decisions", "only a hand with an ante is asked"),
    _kept("1 Hand", How.SETTLEMENT, f"{_SETTLEMENT}:_hand", "no other number is compared"),
    _kept(
        "1 Pair plus wager",
        How.SETTLEMENT,
        f"{_SETTLEMENT}:_pair_plus",
        "it is settled by the scale, without the dealer's hand",
    ),
    _kept("1 Play wager", How.DUE, f"{_GAME}:_decisions", "the option adds as much as the ante"),
    _kept("1 Stub", How.DUE, f"{_ONE_DECK}:stub_step", "what the ledger has in the shoe"),
    *(
        _kept(section, How.RANKING, f"{_RANKING}:standing", "the order of hands is a tuple")
        for section in ("3(a)#1", "3(a)#2", "3(a)#3", "3(b)1", "3(b)2", "3(b)3", "3(b)4", "3(b)5")
    ),
    _kept("3(c)#1", How.RANKING, f"{_RANKING}:standing", "card by card from the highest"),
    _kept(
        "4(c)#2",
        How.PREPARATION,
        "tablectl.games.opening:by_hand",
        "a washed deck has the shuffle before it and nothing else",
        "5(a)#1",
    ),
    _kept(
        "5(a)#2", How.PREPARATION, "tablectl.games.opening:by_hand", "the shuffle gathers the deck"
    ),
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
    _kept("6(a)3", How.DUE, f"{_GAME}:_wager_kinds", "both wagers are open to every seat"),
    _kept("6(d)#3", How.DUE, f"{_GAME}:_decisions", "play is an answer and no wager", "10(b)#1"),
    _kept("7(c)#2", How.DUE, "tablectl.games.dealing:passes", "no target is face up"),
    _kept(
        "7(f)#1",
        How.DUE,
        "tablectl.table.draft:Draft.counted_right",
        "a shuffler's count starts the five rounds anew",
    ),
    _kept(
        "9(e)#2",
        How.ROW,
        f"{_GAME}:RULEBOOKS",
        "stacks have the stub's rows of the manual shoe",
        "7(e)2#3",
    ),
    _kept("10(b)#2", How.DUE, f"{_GAME}:_decisions", "the hands stand in the order of the seats"),
    _kept(
        "10(c)#2",
        How.DUE,
        f"{_GAME}:_winners",
        "the pick-up is a step after the payment",
        "10(c)1",
    ),
    _kept("10(d)", How.DUE, f"{_GAME}:_pick_up", "the sources stand in the order of the pick-up"),
)
