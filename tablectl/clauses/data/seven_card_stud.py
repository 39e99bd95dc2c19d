"""Seven-card stud, N.J.A.C. 19:47-14.

Registered is 14.9; what it shares with the other poker games is in the module poker.
"""

from __future__ import annotations

from tablectl.clauses.entries import Enforce, Entry, Topic

CLAUSES: tuple[Entry, ...] = (
    Entry(
        "19:47-14.9(a)",
        Topic.DEFINITION,
        "This section governs seven-card stud high, high-low and high-low eight or better.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.9(b)#1",
        Topic.DEAL,
        "At most eight players, or fewer if the house so sets.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.9(b)#2",
        Topic.NOTICE,
        "Ante may be required; rule and amount posted per 8.3.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.9(c)",
        Topic.DEAL,
        "From the dealer's left clockwise: two rounds face down, one round face up.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.9(d)",
        Topic.START_POSITION,
        "First betting is opened by comparing up-cards; for this purpose only, equal ranks go "
        "by suit: spades, hearts, diamonds, clubs high to low.",
        Enforce.MACHINE,
    ),
    Entry("19:47-14.9(d)1", Topic.START_POSITION, "High: lowest up-card opens.", Enforce.MACHINE),
    Entry(
        "19:47-14.9(d)2",
        Topic.START_POSITION,
        "High-low: highest up-card opens, ace ranking below two.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.9(d)3",
        Topic.START_POSITION,
        "High-low eight: lowest up-card opens, ace ranking highest.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.9(e)#1",
        Topic.DECISION,
        "After the forced bet the others, clockwise, fold, call or raise (no check).",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.9(e)#2",
        Topic.DECISION,
        "The round of betting ends when the last player has answered the most recent bet.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.9(f)",
        Topic.DEAL,
        "Then burn one; fourth card, face up, to every live seat, beginning with the first on "
        "the dealer's left.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.9(f)1",
        Topic.START_POSITION,
        "The highest hand showing bets or checks first.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.9(f)2",
        Topic.START_POSITION,
        "Tie for highest showing: the tied player closest to the dealer's left (no suits here).",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.9(g)",
        Topic.DECISION,
        "Clockwise: check until someone bets, then fold, call or raise; ends when the last "
        "bet is answered by all.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.9(h)#1",
        Topic.DEAL,
        "Two more rounds face up and one face down, each followed by betting per (f) and (g).",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.9(h)#2",
        Topic.BURN,
        "One card is burned before each of these rounds.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.9(h)#3",
        Topic.IRREGULARITY,
        "Too few cards for a seventh to everyone: burn one and deal a single common card face "
        "up in the centre.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.9(h)#4",
        Topic.IRREGULARITY,
        "One card or none left: shuffle the burn cards, burn one and deal the common card.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.9(i)",
        Topic.REVEAL,
        "At the showdown each player makes five of his seven cards.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.9(i)1", Topic.SETTLEMENT, "High: best high hand takes the pot.", Enforce.MACHINE
    ),
    Entry(
        "19:47-14.9(i)2",
        Topic.SETTLEMENT,
        "High-low types: best high and best low divide the pot evenly, subject to (j).",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.9(i)2i",
        Topic.SETTLEMENT,
        "Odd amount, at most $1.00, goes to the best high hand.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.9(i)2ii",
        Topic.SETTLEMENT,
        "Tied highs divide the high share; odd amount (at most $1.00) to the holder of the "
        "highest high card by suit.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.9(i)2iii",
        Topic.SETTLEMENT,
        "Tied lows divide the low share; odd amount (at most $1.00) to the holder of the "
        "lowest low card by suit.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.9(i)2iv",
        Topic.RANKING,
        "Suit order for this: spades, hearts, diamonds, clubs.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.9(j)#1",
        Topic.RANKING,
        "Eight or better: a low may hold no pair and nothing from nine to king.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.9(j)#2",
        Topic.SETTLEMENT,
        "No qualifying low: the high hand takes all.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.9(k)",
        Topic.RANKING,
        "High-low types: two different five-card hands, or the same five, may be used for "
        "high and low.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.9(k)1",
        Topic.RANKING,
        "Example: 2-3-4-5-6 is a straight for high and a good low.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.9(k)2",
        Topic.RANKING,
        "Example: five of one suit, none above eight, is a flush for high and a good low.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.9(l)",
        Topic.RANKING,
        "An ace may be low for the low hand and high for the high hand at the same time.",
        Enforce.MACHINE,
    ),
)
