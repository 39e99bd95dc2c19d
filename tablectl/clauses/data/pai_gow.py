"""Pai gow, N.J.A.C. 19:47-10.

Registered are 10.1 to 10.4(d) and 10.8(k)10 to 10.10.
"""

from __future__ import annotations

from tablectl.clauses.entries import Enforce, Entry, Topic

CLAUSES: tuple[Entry, ...] = (
    Entry(
        "19:47-10.1 Bank",
        Topic.DEFINITION,
        "The bank is a player who lets the others and the dealer play against him and answers "
        "for paying all winners.",
        Enforce.RECORD,
    ),
    Entry(
        "19:47-10.1 Copy hand",
        Topic.DEFINITION,
        "A copy is a player's high or low hand with the same pair rank or point value and "
        "same top tile as the corresponding dealer or bank hand.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-10.1 High hand",
        Topic.DEFINITION,
        "Of the two two-tile hands made from four tiles, the high hand must outrank the other.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-10.1 Marker",
        Topic.DEFINITION,
        "An approved object shows who is bank or co-bank.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-10.1 Supreme pair",
        Topic.RANKING,
        "The supreme pair is 2-4 with 1-2 and beats every other hand.",
        Enforce.MACHINE,
    ),
    Entry("19:47-10.2(a)", Topic.CARDS, "One set of 32 tiles.", Enforce.PROMPT),
    Entry(
        "19:47-10.2(b)#1",
        Topic.RANKING,
        "A hand with a listed pair outranks any hand without one; pairs are compared first.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-10.2(b)#2",
        Topic.RANKING,
        "Twenty pair ranks: supreme; matched 12, 2, 8(4-4), 4(1-3), 10(5-5), 6(3-3), 4(2-2), "
        "11, 10(4-6), 7(1-6), 6(1-5); mixed 9, 8, 7, 5; wong with 12, wong with 2; gong with "
        "12, gong with 2.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-10.2(c)",
        Topic.RANKING,
        "Equal pair rank: dealer or bank wins that hand.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-10.2(d)",
        Topic.RANKING,
        "Without a pair, value is the spot total modulo 10.",
        Enforce.MACHINE,
    ),
    Entry("19:47-10.2(d)1", Topic.RANKING, "Example: 1-1 with 3-3 is 8.", Enforce.MACHINE),
    Entry(
        "19:47-10.2(d)2",
        Topic.RANKING,
        "Example: 5-6 with 1-6 totals 18, value 8.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-10.2(e)#1",
        Topic.RANKING,
        "Used apart, the 1-2 may count 6 and the 2-4 may count 3.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-10.2(e)#2",
        Topic.RANKING,
        "A 1-2 counted as 6 takes tile rank 15; a 2-4 counted as 3 takes tile rank 17.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-10.2(f)",
        Topic.RANKING,
        "Equal value: the hand holding the higher-ranked single tile wins.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-10.2(g)",
        Topic.RANKING,
        "Single tiles rank 1-17 from 6-6 down to 1-2, with the counts per set listed (32 in all).",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-10.2(h)",
        Topic.RANKING,
        "Same top-tile rank after (f): copy, dealer or bank wins.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-10.3(a)",
        Topic.DEVICE,
        "Three dice, kept inside the shaker all the time at the table; dice to 19:46-1.15, "
        "shaker to 19:46-1.13B.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-10.3(b)",
        Topic.DEVICE,
        "Shaker and dice are the dealer's charge and never unattended.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-10.3(c)",
        Topic.CARD_LIFE,
        "Dice placed in a shaker may stay on a table no longer than 24 hours.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-10.4(a)",
        Topic.OPENING,
        "Dealer sorts and inspects the set, floorperson verifies.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-10.4(a)1",
        Topic.OPENING,
        "Sort in pairs: supreme pair plus 15 matched and unmatched pairs must be there.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-10.4(a)2",
        Topic.OPENING,
        "Lay tiles side by side to compare size and shade.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-10.4(a)3",
        Topic.OPENING,
        "Examine back and sides of each tile for flaws, scratches or marks.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-10.4(a)3i",
        Topic.OPENING,
        "Unsuitable tiles: a supervisor brings a substitute set from the pit-stand reserve.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-10.4(a)3ii",
        Topic.OPENING,
        "The rejected set is sealed, labelled with table, date and time, and signed by dealer "
        "and supervisor.",
        Enforce.RECORD,
    ),
    Entry(
        "19:47-10.4(b)",
        Topic.OPENING,
        "Then tiles are shown face up as 16 pairs in rank order for the first player.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-10.4(c)",
        Topic.OPENING,
        "After the first player has had a look, tiles go face down, are washed and stacked.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-10.4(d)#1",
        Topic.SHUFFLE,
        "Washing is done with the heels of the palms in opposite circles, at least eight "
        "circles per hand.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-10.4(d)#2",
        Topic.SHUFFLE,
        "Then four tiles at a time are taken at random to build eight stacks of four.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-10.8(k)10",
        Topic.DEAL,
        "Dragon-head-phoenix-tail from the left: stacks 1-2 go on 3-4 to make two eight-tile "
        "stacks; their top two each (4 tiles) go to the starting position; top tile of each "
        "of the four right-hand stacks to the next; alternate so until eight positions have "
        "four each.",
        Enforce.PROMPT,
        partial=True,
    ),
    Entry(
        "19:47-10.8(l)",
        Topic.DEAL,
        "Stacks at positions without wager are collected unexposed and put with the dead "
        "hand, left of the dealer before the chip rack.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-10.8(m)",
        Topic.DEAL,
        "After that the shaker is covered, shaken once and put at the dealer's right.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-10.8(n)#1",
        Topic.REVEAL,
        "If the dealer's tiles are in play, dealer's two hands are set only after all players "
        "have set and put down theirs.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-10.8(n)#2",
        Topic.REVEAL,
        "Then the bank's hands are exposed and compared with the dealer's.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-10.8(n)#3",
        Topic.SETTLEMENT,
        "Dealer wins: tiles face up right of the chip rack with the dealer's wager on top.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-10.8(n)#4",
        Topic.SETTLEMENT,
        "Dealer pushes: the dealer's wager goes back to the table inventory.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-10.8(n)#5",
        Topic.SETTLEMENT,
        "Dealer loses: the dealer's wager moves to the centre of the layout.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-10.8(o)#1",
        Topic.REVEAL,
        "Banking: players' hands are exposed from the far right of the dealer, "
        "counter-clockwise, each compared with the bank and announced win, lose or push.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-10.8(o)#2",
        Topic.COLLECTION,
        "Banking: losing wagers are taken to the centre at once.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-10.8(o)#3",
        Topic.PAYOUT,
        "Banking: when all are exposed, winners (dealer too) are paid from the centre.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-10.8(o)#4",
        Topic.PAYOUT,
        "Banking: if the centre runs out, the bank supplies the exact balance, which is then "
        "paid out.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-10.8(o)#5",
        Topic.PAYOUT,
        "Banking: a surplus in the centre bears 5% vigorish and the rest goes to the bank.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-10.8(p)#1",
        Topic.REVEAL,
        "Co-banking: after the dealer sets the co-bank hand, seats are exposed from the far "
        "right counter-clockwise and compared with it.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-10.8(p)#2",
        Topic.COLLECTION,
        "Co-banking: losing wagers go to the centre at once; winners are paid from it after "
        "all are exposed.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-10.8(p)#3",
        Topic.PAYOUT,
        "Co-banking: a shortfall is met half by the co-bank and half by the table inventory.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-10.8(p)#4",
        Topic.PAYOUT,
        "Co-banking: of a surplus half goes to inventory; 5% vigorish is taken on the other "
        "half and the rest goes to the co-bank.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-10.8(q)",
        Topic.PAYOUT,
        "A winning dealer wager, once paid, returns with its winnings to the inventory.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-10.8(r)",
        Topic.PAYOUT,
        "Each player who beats the bank pays 5% vigorish on the amount won.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-10.9(a)",
        Topic.IRREGULARITY,
        'Not all three dice flat on the shaker bottom: "No roll", shake again.',
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-10.9(b)",
        Topic.IRREGULARITY,
        'A die falls out on uncovering: "no roll", shake again.',
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-10.9(c)",
        Topic.IRREGULARITY,
        "Dice totalled wrongly and tiles dealt to wrong positions: all hands void, tiles "
        "reshuffled.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-10.9(d)",
        Topic.IRREGULARITY,
        "Dealer exposes a player's tile: that player chooses to play or void, without looking "
        "at the other tiles.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-10.9(e)",
        Topic.IRREGULARITY,
        "An exposed tile of dealer, bank, dead hand or a position without wager voids all "
        "hands; tiles reshuffled.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-10.9(f)",
        Topic.IRREGULARITY,
        "Dealer hands not set the submitted way are reset that way and the round is finished.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-10.10(a)",
        Topic.WAGER,
        "At house discretion a player may bet on at most two areas, and they must be adjacent "
        "(see 10.8(f)).",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-10.10(b)#1",
        Topic.DECISION,
        "Two areas are played separately; with unequal wagers the larger-wager hand is set first.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-10.10(b)#2",
        Topic.DECISION,
        "With equal wagers hands are set one after the other, counter-clockwise.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-10.10(b)#3",
        Topic.DECISION,
        "A hand set and put face down may not be changed.",
        Enforce.MACHINE,
    ),
)
