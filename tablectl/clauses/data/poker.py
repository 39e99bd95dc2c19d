"""What the poker games share, N.J.A.C. 19:47-14.

Registered are 14.5(b) to 14.8; the irregularities of 14.15 are not.
"""

from __future__ import annotations

from tablectl.clauses.entries import Enforce, Entry, Topic

CLAUSES: tuple[Entry, ...] = (
    Entry(
        "19:47-14.5(b)1",
        Topic.CUT,
        "The cover card is laid down before the deck.",
        Enforce.PROMPT,
        partial=True,
    ),
    Entry(
        "19:47-14.5(b)2",
        Topic.CUT,
        "At least 10 cards from the top go on the cover card.",
        Enforce.PROMPT,
        partial=True,
    ),
    Entry(
        "19:47-14.5(b)3",
        Topic.CUT,
        "The rest of the deck goes on top of them.",
        Enforce.PROMPT,
        partial=True,
    ),
    Entry(
        "19:47-14.5(c)",
        Topic.CUT,
        "Between cut and first dealt card a supervisor may order a recut for an improper or "
        "unfair cut.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.5(d)#1",
        Topic.OPENING,
        "With no gaming at the table each deck lies spread, face up or face down.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-14.5(d)#2",
        Topic.OPENING,
        "Decks spread face down are turned up once two players have come.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-14.5(d)#3",
        Topic.OPENING,
        "After the first two players could look at both decks, the 14.4(c) steps are done.",
        Enforce.PROMPT,
    ),
    Entry("19:47-14.6(a)", Topic.DEVICE, "Poker is run in its own approved area.", Enforce.OUTSIDE),
    Entry("19:47-14.6(b)#1", Topic.DEAL, "Two players at least and 11 at most.", Enforce.MACHINE),
    Entry(
        "19:47-14.6(b)#2",
        Topic.DEAL,
        "A house dealer deals and, unless the subchapter allows it, has no part in play or "
        "outcome.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.6(c)#1",
        Topic.WAGER,
        "The dealer moves every bet to the pot area.",
        Enforce.RECORD,
    ),
    Entry(
        "19:47-14.6(c)#2",
        Topic.WAGER,
        "Antes or blinds may be due before any card is received.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.6(c)#3",
        Topic.WAGER,
        "A betting round follows each round of cards; each player calls or raises to stay in.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.6(d)#1",
        Topic.SETTLEMENT,
        "The pot is won by an uncalled bet or by the best hand at the showdown under 14.3.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.6(d)#2",
        Topic.REVEAL,
        "Two or more players left after the last betting round: showdown, for high, low or "
        "both by game type.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.6(e)1#1",
        Topic.DEAL,
        "The dealer picks one hand to hold the deck and keeps to it, deck level, in front and "
        "over the table.",
        Enforce.OUTSIDE,
    ),
    Entry(
        "19:47-14.6(e)1#2",
        Topic.DEAL,
        "If the deck is put down in a round for a transaction, a marker button sits on it "
        "until done.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-14.6(e)2",
        Topic.DECISION,
        "The dealer says or shows what is happening and whose turn and options it is.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-14.6(e)3",
        Topic.BURN,
        "Burn cards are kept apart from the discards.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.6(e)4#1",
        Topic.STUB,
        "The stub is counted at least every 15 minutes.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.6(e)4#2",
        Topic.STUB,
        "Wrong count: the deck leaves the table per 19:46-1.18(n).",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.6(e)5#1",
        Topic.SETTLEMENT,
        "The pot goes to the showdown winner(s), or to the last player when all others fold.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.6(e)5#2",
        Topic.COLLECTION,
        "Losers' cards are collected before the pot is pushed and the winning hand taken.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-14.6(e)6",
        Topic.SETTLEMENT,
        "Side pots are awarded before the centre pot.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.6(e)7",
        Topic.STUB,
        "Discarded hands are counted for completeness.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.6(e)8",
        Topic.COLLECTION,
        "Rake is taken per 14.14 (not registered).",
        Enforce.RECORD,
    ),
    Entry("19:47-14.7(a)", Topic.WAGER, "Only seated players get cards and bet.", Enforce.MACHINE),
    Entry("19:47-14.7(b)1", Topic.WAGER, "Ante may be due before cards.", Enforce.MACHINE),
    Entry(
        "19:47-14.7(b)2",
        Topic.WAGER,
        "Blind of fixed size may be due before cards.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.7(b)3", Topic.WAGER, "Forced opening bet may be due by up-card.", Enforce.MACHINE
    ),
    Entry(
        "19:47-14.7(c)#1",
        Topic.WAGER,
        "Only chips, plaques or currency on the table when the round started may be bet.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.7(c)#2",
        Topic.WAGER,
        "Coins of $.25 or $.50 may be used for an ante below $1.00.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.7(c)1",
        Topic.WAGER,
        "Adding to the stack only between rounds; taking off never during play.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.7(c)2",
        Topic.WAGER,
        "Currency in play is converted promptly by the dealer; ante coins are changed to a $1 "
        "chip once the pot holds $1 in coin.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-14.7(c)3",
        Topic.WAGER,
        "To join, a player needs enough for the bets of (b) plus one table-minimum bet.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.7(c)4",
        Topic.WAGER,
        "A player who met that test and runs out in mid-round is all-in.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.7(c)4i",
        Topic.SETTLEMENT,
        "All-in player stays in for the pot he contributed to and no more.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.7(c)4ii", Topic.DEAL, "All-in player keeps getting due cards.", Enforce.MACHINE
    ),
    Entry(
        "19:47-14.7(c)4iii",
        Topic.WAGER,
        "The others bet on in a separate side pot of their own.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.7(d)",
        Topic.DECISION,
        "A spoken fold, check, call, raise or amount binds in turn, if within the rules and "
        "limits.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.7(e)",
        Topic.DECISION,
        "Chips that differ from the announced amount are corrected to the announcement.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-14.7(f)1", Topic.WAGER, "Chips pushed forward with intent are a bet.", Enforce.RECORD
    ),
    Entry("19:47-14.7(f)2", Topic.WAGER, "Chips released into the pot are a bet.", Enforce.RECORD),
    Entry(
        "19:47-14.7(f)3",
        Topic.WAGER,
        "Chips released well toward the pot, clearly meant as a bet, are one.",
        Enforce.RECORD,
    ),
    Entry("19:47-14.7(g)", Topic.WAGER, "A bet made may not then be increased.", Enforce.MACHINE),
    Entry(
        "19:47-14.7(g)1",
        Topic.WAGER,
        "To add, the player must say while betting that the bet is not complete.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-14.7(g)2",
        Topic.WAGER,
        "Calling amount put in without saying raise: no raise afterwards.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.7(g)3",
        Topic.WAGER,
        "After announcing raise, chips may be added until both hands rest before the pot, "
        "within posted limits.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-14.7(h)",
        Topic.WAGER,
        "The dealer keeps players off chips already in the pot.",
        Enforce.RECORD,
    ),
    Entry(
        "19:47-14.7(i)",
        Topic.DECISION,
        "One oversize chip without a spoken raise is a call, with change due.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.7(j)",
        Topic.DECISION,
        "Check-raise is allowed unless posted otherwise.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.8(a)1",
        Topic.DEVICE,
        "Allowed game: seven-card stud: high, high-low split, high-low split eight or better.",
        Enforce.MACHINE,
    ),
    Entry("19:47-14.8(a)2", Topic.DEVICE, "Allowed game: hold 'em, high only.", Enforce.MACHINE),
    Entry(
        "19:47-14.8(a)3",
        Topic.DEVICE,
        "Allowed game: Omaha: high, or high-low split eight or better (its rules, 14.11, are "
        "not registered).",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.8(a)4",
        Topic.DEVICE,
        "Allowed game: five-card draw: high or low (14.12 is not registered).",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.8(a)5",
        Topic.DEVICE,
        "Allowed game: five-card stud, high (14.13 is not registered).",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-14.8(a)6",
        Topic.DEVICE,
        "Allowed game: mambo stud in its high-low form, where a low hand needs six or better "
        "(14.13A is not registered).",
        Enforce.MACHINE,
    ),
    Entry("19:47-14.8(b)", Topic.DEVICE, "No other poker game may be run.", Enforce.MACHINE),
)
