"""A betting round: who is still in, who speaks next and what they may say.

Read off the answers given so far. Amounts play no part: a bet is faced or it is not.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tablectl.words.facts import Chose

FOLD, CHECK, CALL, BET, RAISE = "fold", "check", "call", "bet", "raise"


@dataclass(frozen=True)
class Betting:
    """Where a betting round stands. `waiting` speak in this order; empty means it is over."""

    live: tuple[str, ...]
    waiting: tuple[str, ...]
    faced: bool
    """There is a bet to answer."""
    raises: int
    blind: str
    """Whose blind is the bet that is faced, while nobody has raised it."""

    def may_say(self, most_raises: int) -> tuple[str, ...]:
        """The answers open to whoever speaks next."""
        if not self.faced:
            return (CHECK, BET)
        raising = (RAISE,) if self.raises < most_raises else ()
        if self.waiting[0] == self.blind:
            return (CHECK, *raising)
        return (FOLD, CALL, *raising)


def opened(order: tuple[str, ...], blind: str = "") -> Betting:
    """Before anybody has spoken. With a blind there is a bet already, and its poster is asked."""
    return Betting(order, order if len(order) > 1 else (), bool(blind), 0, blind)


def after(betting: Betting, answers: Iterable[Chose]) -> Betting:
    for answer in answers:
        betting = _said(betting, answer.hand, answer.choice)
    return betting


def _said(betting: Betting, hand: str, said: str) -> Betting:
    live, waiting = betting.live, tuple(h for h in betting.waiting if h != hand)
    if said == FOLD:
        live = tuple(h for h in live if h != hand)
        waiting = waiting if len(live) > 1 else ()
        return Betting(live, waiting, betting.faced, betting.raises, betting.blind)
    if said in (BET, RAISE):
        at = live.index(hand)
        raises = betting.raises + (said == RAISE)
        return Betting(live, live[at + 1 :] + live[:at], faced=True, raises=raises, blind="")
    return Betting(live, waiting, betting.faced, betting.raises, betting.blind)
