"""What holds for all games, N.J.A.C. 19:47-8.

Registered are 8.2, 8.3 and part of 8.4.
"""

from __future__ import annotations

from tablectl.clauses.entries import Enforce, Entry, Topic

CLAUSES: tuple[Entry, ...] = (
    Entry(
        "19:47-8.2(a)#1",
        Topic.WAGER,
        "The house sets table minimum and maximum, unless the chapter says otherwise.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-8.2(a)#2",
        Topic.WAGER,
        "A minimum of $100 or less on a wager paying 5 to 1 or less needs a maximum of at "
        "least 10 times that minimum.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-8.2(b)1",
        Topic.WAGER,
        "Different wagers at one table may have different maximums.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-8.2(b)2",
        Topic.WAGER,
        "The same wager may have different maximums at different tables.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-8.2(c)",
        Topic.NOTICE,
        "Limits in force and their changes are notified under 8.3.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-8.2(d)",
        Topic.SETTLEMENT,
        "An over-limit wager that the dealer accepted is paid or lost whole.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-8.3(a)",
        Topic.NOTICE,
        "Where notice of rules is required, a sign stands at the table.",
        Enforce.RECORD,
    ),
    Entry(
        "19:47-8.3(b)",
        Topic.NOTICE,
        "No rule change without three steps taken at least half an hour before it takes "
        "effect (limits excepted).",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-8.3(b)1",
        Topic.NOTICE,
        "Step 1: sign at the table with the change and its start time.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-8.3(b)2",
        Topic.NOTICE,
        "Step 2: announcement to patrons at the table.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-8.3(b)3",
        Topic.NOTICE,
        "Step 3: Commission told of change, table and time.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-8.3(c)",
        Topic.NOTICE,
        "Limits may change at any time, without telling the Commission, on sign plus announcement.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-8.3(d)",
        Topic.NOTICE,
        "Place, size and wording of signs need prior Commission approval.",
        Enforce.RECORD,
    ),
    Entry(
        "19:47-8.4(d)3",
        Topic.DEVICE,
        "A new-game petition describes game, equipment, rules, and true odds, payout odds and "
        "house edge of each wager.",
        Enforce.RECORD,
    ),
    Entry(
        "19:47-8.4(e)",
        Topic.DEVICE,
        "Preliminary approval of a new game is conditional on a successful test for casino use.",
        Enforce.RECORD,
    ),
    Entry(
        "19:47-8.4(f)2",
        Topic.DEVICE,
        "A test needs a test submission (its contents are cut off).",
        Enforce.OUTSIDE,
        partial=True,
    ),
)
