"""Craps, N.J.A.C. 19:47-1.

Registered are 1.1 and 1.2(a)1 to 7.
"""

from __future__ import annotations

from tablectl.clauses.entries import Enforce, Entry, Topic

CLAUSES: tuple[Entry, ...] = (
    Entry(
        "19:47-1.1 Come Out Point",
        Topic.DEFINITION,
        "Any of 4, 5, 6, 8, 9 and 10 on the come-out roll becomes the point for the pass and "
        "don't-pass bets.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-1.1 Come Out Roll",
        Topic.DEFINITION,
        "The come-out roll is the opening roll of the game and also every roll made next "
        "after the pass/don't-pass bets have been decided.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-1.1 Come Point",
        Topic.DEFINITION,
        "Each come or don't-come bet takes its own point (4, 5, 6, 8, 9 or 10) from the first "
        "roll after the bet is put down.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-1.2(a)1",
        Topic.WAGER,
        "A pass bet goes on the pass line just before a come-out roll.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-1.2(a)1i(1)", Topic.SETTLEMENT, "Come-out 7 or 11: pass bet wins.", Enforce.MACHINE
    ),
    Entry(
        "19:47-1.2(a)1i(2)",
        Topic.SETTLEMENT,
        "Pass bet wins when the point repeats ahead of a 7.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-1.2(a)1ii(1)",
        Topic.SETTLEMENT,
        "Come-out 2, 3 or 12: pass bet loses.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-1.2(a)1ii(2)",
        Topic.SETTLEMENT,
        "Pass bet loses when a 7 comes ahead of the point.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-1.2(a)2",
        Topic.WAGER,
        "A don't-pass bet goes on its line just before a come-out roll.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-1.2(a)2i(1)",
        Topic.SETTLEMENT,
        "Come-out 2 or 3: don't-pass wins (12 is not included).",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-1.2(a)2i(2)",
        Topic.SETTLEMENT,
        "Don't-pass wins when a 7 comes ahead of the point.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-1.2(a)2ii(1)",
        Topic.SETTLEMENT,
        "Come-out 7 or 11: don't-pass loses.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-1.2(a)2ii(2)",
        Topic.SETTLEMENT,
        "Don't-pass loses when the point repeats ahead of a 7.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-1.2(a)2iii",
        Topic.SETTLEMENT,
        "Come-out 12 voids the don't-pass bet.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-1.2(a)3",
        Topic.WAGER,
        "A come bet may be laid whenever the come-out roll has already been thrown.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-1.2(a)3i(1)",
        Topic.SETTLEMENT,
        "Next roll 7 or 11: a fresh come bet wins.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-1.2(a)3i(2)",
        Topic.SETTLEMENT,
        "A come bet with a come point wins if that number repeats ahead of a 7.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-1.2(a)3ii(1)",
        Topic.SETTLEMENT,
        "Next roll 2, 3 or 12: a fresh come bet loses.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-1.2(a)3ii(2)",
        Topic.SETTLEMENT,
        "A come bet with a come point loses on a 7 ahead of that number.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-1.2(a)4",
        Topic.WAGER,
        "A don't-come bet may be laid whenever the come-out roll has already been thrown.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-1.2(a)4i(1)",
        Topic.SETTLEMENT,
        "Next roll 2 or 3: a fresh don't-come bet wins.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-1.2(a)4i(2)",
        Topic.SETTLEMENT,
        "A don't-come bet with a come point wins on a 7 ahead of that number.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-1.2(a)4ii(1)",
        Topic.SETTLEMENT,
        "Next roll 7 or 11: a fresh don't-come bet loses.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-1.2(a)4ii(2)",
        Topic.SETTLEMENT,
        "A don't-come bet loses if its come point repeats ahead of a 7.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-1.2(a)4iii",
        Topic.SETTLEMENT,
        "Next roll 12 voids a fresh don't-come bet.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-1.2(a)5#1",
        Topic.SETTLEMENT,
        "A place-to-win bet on 4, 5, 6, 8, 9 or 10 may be made at any time; it wins if its "
        "number beats 7, loses if 7 beats its number.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-1.2(a)5#2",
        Topic.WAGER,
        "Place bets sleep during a come-out roll unless the player calls them on and the "
        'dealer confirms with an "on" button.',
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-1.2(a)6",
        Topic.SETTLEMENT,
        "A place-to-lose bet against 4, 5, 6, 8, 9 or 10 may be made at any time; 7 first "
        "wins, the number first loses.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-1.2(a)7",
        Topic.SETTLEMENT,
        "Hardway four may be bet at any time; it wins on 2-2 ahead of any easy four and any 7.",
        Enforce.MACHINE,
    ),
)
