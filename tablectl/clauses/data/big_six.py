"""Big six, N.J.A.C. 19:47-5.

Registered are 5.5 and 5.6; the sections before them are roulette's.
"""

from __future__ import annotations

from tablectl.clauses.entries import Enforce, Entry, Topic

CLAUSES: tuple[Entry, ...] = (
    Entry(
        "19:47-5.5(a)",
        Topic.PAYOUT,
        "Big six pays at least: $1 1, $2 2, $5 5, $10 10, $20 20, joker 45, flag 45, all to 1.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-5.5(b)",
        Topic.NOTICE,
        'Printed odds use "to" or "win", never "for".',
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-5.6(a)",
        Topic.WAGER,
        '"No More Bets" comes before the wheel is spun.',
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-5.6(b)",
        Topic.DEAL,
        "Either direction; at least three full revolutions make a valid spin.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-5.6(c)1",
        Topic.IRREGULARITY,
        "Clapper between two numbers, option 1: the number last passed wins.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-5.6(c)2",
        Topic.IRREGULARITY,
        "Clapper between two numbers, option 2: spin void, spin again.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-5.6(d)", Topic.NOTICE, "The chosen option is posted at the table.", Enforce.RECORD
    ),
    Entry(
        "19:47-5.6(e)",
        Topic.COLLECTION,
        "Losers are collected first, then winners paid.",
        Enforce.PROMPT,
    ),
)
