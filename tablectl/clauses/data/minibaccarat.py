"""Minibaccarat, N.J.A.C. 19:47-7.

Registered are 7.1(a) and 7.5(b) to 7.9(b); the irregularities of 7.11 are not.
"""

from __future__ import annotations

from tablectl.clauses.entries import Enforce, Entry, Topic

CLAUSES: tuple[Entry, ...] = (
    Entry(
        "19:47-7.1(a)#1", Topic.CARDS, "At least six decks and two cutting cards.", Enforce.MACHINE
    ),
    Entry(
        "19:47-7.1(a)#2",
        Topic.CARDS,
        "Cutting cards are opaque, one solid colour, easy to tell from backs and edges, as "
        "approved.",
        Enforce.RECORD,
    ),
    Entry(
        "19:47-7.5(b)1",
        Topic.SHUFFLE,
        "Option 1: the mixed stack is left feathered so that the floorperson can check for "
        "uneven mixing.",
        Enforce.PROMPT,
        partial=True,
    ),
    Entry(
        "19:47-7.5(b)2",
        Topic.SHUFFLE,
        "Option 2: about one deck is laced evenly into the rest.",
        Enforce.PROMPT,
        partial=True,
    ),
    Entry(
        "19:47-7.5(b)2i",
        Topic.SHUFFLE,
        "After lacing, the house may also have some or all cards shuffled again.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-7.5(b)2ii",
        Topic.NOTICE,
        "Starting or ending that reshuffle option takes 30 minutes' prior written notice to "
        "surveillance and the Commission.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-7.5(c)",
        Topic.SHUFFLE,
        "The shuffle or lacing option chosen holds for every table of the pit.",
        Enforce.RECORD,
    ),
    Entry(
        "19:47-7.5(d)#1",
        Topic.CUT,
        "The stack, backs away from the dealer, is offered for the cut from the "
        "highest-numbered position, then clockwise until accepted.",
        Enforce.PROMPT,
    ),
    Entry("19:47-7.5(d)#2", Topic.CUT, "If all decline, the dealer cuts.", Enforce.PROMPT),
    Entry(
        "19:47-7.5(e)",
        Topic.CUT,
        "The cutting card goes in 10 cards or more from either end.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-7.5(f)#1",
        Topic.CUT,
        "Cards in front of the cutting card go to the back of the stack.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-7.5(f)#2",
        Topic.CUT,
        "One cutting card is put 14 or more cards from the back, the second at the very end; "
        "then the stack is loaded.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-7.5(f)#3",
        Topic.BURN,
        "Before play the first card is drawn and it plus as many more cards as its value go "
        "to the discard rack.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-7.5(f)#4",
        Topic.BURN,
        "All burned cards are shown to the participants first.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-7.5(f)#5",
        Topic.BURN,
        "For the burn count tens and faces count 10, aces 1.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-7.5(g)#1",
        Topic.CUT,
        "Between the cut and the first dealt card a supervisor may order a recut for an "
        "improper or unfair cut.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-7.5(g)#2",
        Topic.CUT,
        "The recut falls to the last cutter or to the next person entitled under (d), as the "
        "house prefers.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-7.6(a)",
        Topic.DEVICE,
        "One back colour and design; dealt from a purpose-built shoe on the dealer's left.",
        Enforce.MACHINE,
    ),
    Entry("19:47-7.7(a)", Topic.DEAL, "Two hands only: Player and Banker.", Enforce.MACHINE),
    Entry("19:47-7.7(b)", Topic.WAGER, '"No More Bets" opens each round.', Enforce.PROMPT),
    Entry(
        "19:47-7.7(c)",
        Topic.DEAL,
        "Four cards are drawn: 1st and 3rd Player, 2nd and 4th Banker; the house uses one of "
        "three handling options.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-7.7(c)1",
        Topic.REVEAL,
        "Option 1: each card is turned face up as it is placed in its hand's area.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-7.7(c)2",
        Topic.REVEAL,
        "Option 2: Player cards lie face down in their area; Banker cards lie face down under "
        "the shoe's right corner until Player is called, then are turned up.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-7.7(c)3",
        Topic.REVEAL,
        "Option 3: both hands face down in their areas; after four cards Banker's goes under "
        "the shoe's right corner until Player is called.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-7.7(c)3i",
        Topic.REVEAL,
        "Option 3: Player's cards go face down to the highest Player bettor, who looks and "
        "returns them face up; then the count is called.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-7.7(c)3ii",
        Topic.REVEAL,
        "Option 3: Banker's cards then go face down to the highest Banker bettor, who returns "
        "them face up; then the count is called.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-7.7(c)3iii",
        Topic.REVEAL,
        "Option 3: a Player third card goes face down to the same bettor and comes back face up.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-7.7(c)3iv",
        Topic.REVEAL,
        "Option 3: a Banker third card goes face down to the same Banker bettor and comes "
        "back face up.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-7.7(c)3v",
        Topic.REVEAL,
        "Option 3: equal highest wagers go to the tied bettor nearest the dealer "
        "counter-clockwise, for each hand separately.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-7.8(a)",
        Topic.REVEAL,
        "Modes 1 and 2: Player count called, then Banker count; mode 3 follows its own sequence.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-7.8(b)",
        Topic.DEAL,
        "After both counts the dealer decides on third cards strictly by 7.9.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-7.8(c)",
        Topic.DEAL,
        "Modes 1 and 2: third card face up to Player first, then Banker; mode 3 per its own steps.",
        Enforce.MACHINE,
    ),
    Entry("19:47-7.8(d)", Topic.DEAL, "At most one extra card per hand.", Enforce.MACHINE),
    Entry(
        "19:47-7.8(e)#1",
        Topic.CARD_LIFE,
        "A cutting card that shows during play is set aside and the hand is finished.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-7.8(e)#2",
        Topic.CARD_LIFE,
        'At the end of that hand "last hand" is called.',
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-7.8(e)#3",
        Topic.CARD_LIFE,
        "One more hand, then no cards until the reshuffle.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-7.9(a)",
        Topic.DEAL,
        "A two-card 8 or 9 in either hand stops dealing to both.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-7.9(b)",
        Topic.DEAL,
        "With Banker at 0-7: Player draws on 0-5, stays on 6-9.",
        Enforce.MACHINE,
    ),
)
