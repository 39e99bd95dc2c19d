"""Roulette, N.J.A.C. 19:47-5.

Registered are 5.1(e)13 to 5.4; the sections after them are big six's.
"""

from __future__ import annotations

from tablectl.clauses.entries import Enforce, Entry, Topic

CLAUSES: tuple[Entry, ...] = (
    Entry(
        "19:47-5.1(e)13",
        Topic.WAGER,
        '"1 to 18" wins on any of those numbers; it is bet in its own box.',
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-5.1(e)14",
        Topic.WAGER,
        '"19 to 36" wins on any of those numbers; it is bet in its own box.',
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-5.1(f)",
        Topic.WAGER,
        'Optional "seven numbers" wager wins on 10 through 15 and on 33; if offered, it is '
        "offered to everyone at the table.",
        Enforce.MACHINE,
    ),
    Entry("19:47-5.1(f)1", Topic.DEVICE, "The option needs an approved layout.", Enforce.RECORD),
    Entry("19:47-5.1(f)2", Topic.WAGER, "The option is bet in its marked area.", Enforce.RECORD),
    Entry(
        "19:47-5.2(a)#1",
        Topic.PAYOUT,
        "Inside bets pay at least: straight 35, split 17, three numbers 11, four numbers 8, "
        "first five 6, six numbers 5, seven numbers 4, all to 1.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-5.2(a)#2",
        Topic.PAYOUT,
        "Outside bets pay at least: column 2, dozen 2, red/black/odd/even/1-18/19-36 1, all to 1.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-5.2(b)#1",
        Topic.SETTLEMENT,
        "Double-zero wheel on 0 or 00: even-money bets lose half or all, by house option.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-5.2(b)#2",
        Topic.SETTLEMENT,
        "Under the half option the other half goes back to the player.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-5.2(b)#3", Topic.NOTICE, "The option in force is posted under 8.3.", Enforce.MACHINE
    ),
    Entry(
        "19:47-5.2(c)",
        Topic.SETTLEMENT,
        "Single-zero wheel on 0: the six even-money bets lose entirely.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-5.2(d)1",
        Topic.NOTICE,
        "A double-zero wheel used as single-zero needs 8.3 notice.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-5.2(d)2",
        Topic.IRREGULARITY,
        'In that mode a ball in 00 is called "no spin": void, spin again.',
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-5.2(d)3",
        Topic.SETTLEMENT,
        "In that mode 0 makes the six even-money bets lose entirely.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-5.3(a)#1",
        Topic.DEAL,
        "The ball is spun against the wheel's rotation.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-5.3(a)#2",
        Topic.DEAL,
        "A valid spin has at least four ball revolutions of the track.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-5.3(b)",
        Topic.WAGER,
        '"No More Bets" is called while the ball still runs in the track.',
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-5.3(c)",
        Topic.REVEAL,
        "The number is announced and marked with the crown.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-5.3(d)",
        Topic.SETTLEMENT,
        "With the five-adjacent-numbers option, one fifth of each such winning wager is moved "
        "to the winning single number.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-5.3(e)",
        Topic.COLLECTION,
        "After the crown (and that move) losers are collected first, then winners paid.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-5.4(a)",
        Topic.IRREGULARITY,
        'Ball spun with the wheel: "No Spin", and the dealer tries to lift the ball before it '
        "settles.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-5.4(b)",
        Topic.IRREGULARITY,
        'Fewer than four revolutions: "No Spin", same handling.',
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-5.4(c)",
        Topic.IRREGULARITY,
        'Foreign object in the wheel before the ball rests: "No Spin", same handling.',
        Enforce.MACHINE,
    ),
)
