"""Hold'em, N.J.A.C. 19:47-14.

Registered is 14.10; what it shares with the other poker games is in the module poker.
"""

from __future__ import annotations

from tablectl.clauses.entries import Enforce, Entry, Topic

CLAUSES: tuple[Entry, ...] = (
    Entry("19:47-14.10(a)", Topic.DEFINITION, "Hold 'em is played for high only.", Enforce.MACHINE),
    Entry("19:47-14.10(b)#1", Topic.DEAL, "At most 11 players.", Enforce.MACHINE),
    Entry(
        "19:47-14.10(b)#2",
        Topic.NOTICE,
        "Ante may be required; rule and amount posted per 8.3.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.10(c)1",
        Topic.START_POSITION,
        "A flat disk, the button, stands for the imaginary dealer.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.10(c)2",
        Topic.START_POSITION,
        "At the start it is placed before the first player on the dealer's right.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.10(c)3",
        Topic.START_POSITION,
        "It moves clockwise after each round.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.10(d)#1",
        Topic.WAGER,
        "The player left of the button posts the blind that opens the first betting.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.10(d)#2",
        Topic.WAGER,
        "The house may require more blinds right after it.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.10(d)#3",
        Topic.NOTICE,
        "Number and size of blinds are posted per 8.3.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.10(e)",
        Topic.DEAL,
        "From the left of the button clockwise, two rounds face down, the button last each time.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.10(f)#1",
        Topic.DECISION,
        "Clockwise each folds, calls or raises.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.10(f)#2",
        Topic.DECISION,
        "Blind posters keep the option to raise.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.10(f)#3",
        Topic.DECISION,
        "Betting ends when the last player has answered the most recent bet.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.10(g)#1",
        Topic.DEAL,
        "Burn one, then three community cards face up.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.10(g)#2",
        Topic.DECISION,
        "Betting starts with the first remaining player left of the button; bet, check, then "
        "fold, call, raise.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.10(g)#3",
        Topic.DECISION,
        "It ends when each has folded or called the most recent bet.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.10(h)",
        Topic.DEAL,
        "Burn one, fourth community card face up, betting as before.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.10(i)",
        Topic.DEAL,
        "Burn one, fifth community card face up, last betting as before.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.10(j)#1",
        Topic.REVEAL,
        "Showdown: best five from own two and the five on board, in any mix.",
        Enforce.MACHINE,
    ),
    Entry("19:47-14.10(j)#2", Topic.SETTLEMENT, "Best high hand takes the pot.", Enforce.MACHINE),
    Entry(
        "19:47-14.10(j)#3",
        Topic.SETTLEMENT,
        "If the board is the best hand of all remaining players, they share the pot equally.",
        Enforce.MACHINE,
    ),
)
