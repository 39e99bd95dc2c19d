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
    Kept(
        "19:47-8.2(c)",
        How.DUE,
        "tablectl.table.notices:notice_dues",
        "a limit is changed once a sign and an announcement are confirmed",
    ),
    Kept(
        "19:47-8.2(d)",
        How.SETTLEMENT,
        "tablectl.table.staking:warn_of_limit",
        "an accepted wager above the maximum is down whole",
    ),
    Kept(
        "19:47-8.3(b)",
        How.REFUSAL,
        "tablectl.table.notices:_too_late",
        "a rule begins half an hour after its last notice, or not at all",
    ),
    *(
        Kept(
            f"19:47-8.3(b){number}",
            How.DUE,
            "tablectl.table.notices:_steps",
            "a notice of a rule has this step",
        )
        for number in (1, 2, 3)
    ),
    Kept(
        "19:47-8.3(c)",
        How.DUE,
        "tablectl.table.notices:_steps",
        "a limit has two steps and no half hour",
    ),
)
