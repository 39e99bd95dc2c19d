"""Clauses for all games that the code keeps without carrying their citation."""

from __future__ import annotations

from tablectl.clauses.hows import How, Kept

KEPT: tuple[Kept, ...] = (
    Kept(
        "19:47-8.2(a)#1",
        How.REFUSAL,
        "tablectl.table.answers:_bet",
        "a wager outside the limits of its kind is refused",
        "19:47-20.6(a)1",
    ),
    Kept(
        "19:47-8.2(b)1",
        How.OPTION,
        "tablectl.games.three_card_poker:_limits",
        "every wager has limits of its own",
    ),
    Kept(
        "19:47-8.2(b)2",
        How.OPTION,
        "tablectl.games.three_card_poker:_limits",
        "the limits are options of the table",
    ),
)
