"""Red dog, N.J.A.C. 19:47-6.

Registered is the whole subchapter.
"""

from __future__ import annotations

from tablectl.clauses.entries import Enforce, Entry, Topic

CLAUSES: tuple[Entry, ...] = (
    Entry(
        "19:47-6.1(a)#1",
        Topic.CARDS,
        "One deck or more, same backs, and two cutting cards.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-6.1(a)#2",
        Topic.CARDS,
        "Cutting cards are opaque, one solid colour, easy to tell from backs and edges, as "
        "approved.",
        Enforce.RECORD,
    ),
    Entry(
        "19:47-6.1(b)1", Topic.RANKING, "Card values: 2 to 10 count face value.", Enforce.MACHINE
    ),
    Entry("19:47-6.1(b)2", Topic.RANKING, "Card values: jack counts 11.", Enforce.MACHINE),
    Entry("19:47-6.1(b)3", Topic.RANKING, "Card values: queen counts 12.", Enforce.MACHINE),
    Entry("19:47-6.1(b)4", Topic.RANKING, "Card values: king counts 13.", Enforce.MACHINE),
    Entry(
        "19:47-6.1(b)5", Topic.RANKING, "Card values: ace counts 14, always high.", Enforce.MACHINE
    ),
    Entry(
        "19:47-6.1(c)",
        Topic.DEVICE,
        "Dealt from a purpose-built shoe on the dealer's left.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-6.2(a)",
        Topic.OPENING,
        "Dealer sorts and inspects the decks; floorperson verifies (19:46-1.18(f)).",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-6.2(b)",
        Topic.OPENING,
        "Cards are then fanned face up by deck, suit and sequence for the first player.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-6.2(c)",
        Topic.OPENING,
        "After the player has had a look, cards go face down, are washed and stacked.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-6.3(a)#1",
        Topic.SHUFFLE,
        "Shuffle right before play starts and after each shoe is dealt.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-6.3(a)#2",
        Topic.SHUFFLE,
        "The house may also shuffle at the end of any round.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-6.3(b)#1",
        Topic.CUT,
        "The cut, backs away from the dealer, is offered to the player farthest to the "
        "dealer's right, or to the first player at the table when the game is just starting.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-6.3(b)#2",
        Topic.CUT,
        "On refusal the offer moves clockwise until accepted.",
        Enforce.PROMPT,
    ),
    Entry("19:47-6.3(b)#3", Topic.CUT, "If everyone refuses, the dealer cuts.", Enforce.PROMPT),
    Entry(
        "19:47-6.3(c)#1",
        Topic.CUT,
        "The cutting card goes in 10 cards or more from either end.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-6.3(c)#2",
        Topic.CUT,
        "Cards before the cutting card are moved to the back; the cutting card is then put "
        "about one quarter from the back and the stack is loaded.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-6.3(d)#1",
        Topic.CUT,
        "Between the cut and the first dealt card a supervisor may order a recut for an "
        "improper or unfair cut.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-6.3(d)#2",
        Topic.CUT,
        "Recut by the last cutter or by the next player entitled under (b), as the house prefers.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-6.4(a)#1",
        Topic.BURN,
        "After a full set is loaded the first card is burned face down to the rack, which "
        "stands right in front of the dealer or to the right.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-6.4(a)#2",
        Topic.BURN,
        "Each new dealer burns one card before dealing in a round.",
        Enforce.MACHINE,
    ),
    Entry("19:47-6.4(a)#3", Topic.BURN, "A burn card is shown if a player asks.", Enforce.PROMPT),
    Entry(
        "19:47-6.4(b)",
        Topic.DEAL,
        "Left hand draws, card turned up, right hand places.",
        Enforce.OUTSIDE,
    ),
    Entry(
        "19:47-6.5(a)",
        Topic.WAGER,
        "Wagers are made before the first card (raises excepted).",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-6.5(b)",
        Topic.WAGER,
        "Wagers are chips, plaques or match play coupon; a spoken wager with cash counts only "
        "if dealer and supervisor confirm before the first card and the cash is converted "
        "promptly.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-6.5(c)",
        Topic.DEAL,
        "First card face up to the box on the far left of the dealer, second face up to the "
        "box on the far right.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-6.5(d)",
        Topic.WAGER,
        "Once the first card is out nobody touches a wager until it is decided and implemented.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-6.5(e)",
        Topic.SETTLEMENT,
        "Consecutive values: tie announced, wagers void, round over.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-6.5(f)",
        Topic.DEAL,
        "Equal values: pair announced and a third card drawn at once to the middle; no raise.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-6.5(f)1",
        Topic.PAYOUT,
        "Third card of the same value: all wagers win 11 to 1.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-6.5(f)2",
        Topic.SETTLEMENT,
        "Third card different: tie, wagers void, round over.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-6.5(g)",
        Topic.DEAL,
        "Otherwise the spread (1 to 11, the number of values strictly between the two cards) "
        "is announced and marked.",
        Enforce.MACHINE,
    ),
    Entry("19:47-6.5(g)1", Topic.DEAL, "Example: 4 and 7 give spread 2.", Enforce.MACHINE),
    Entry("19:47-6.5(g)2", Topic.DEAL, "Example: 9 and king give spread 3.", Enforce.MACHINE),
    Entry(
        "19:47-6.5(h)#1",
        Topic.WAGER,
        "With a spread each player may raise up to the original wager.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-6.5(h)#2",
        Topic.WAGER,
        "Raises are made after the two cards and before the third.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-6.5(i)#1",
        Topic.WAGER,
        '"Raises closed" is announced before the third card.',
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-6.5(i)#2",
        Topic.DEAL,
        "Third card face up in the middle and its value announced.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-6.5(i)#3",
        Topic.COLLECTION,
        "Losing wagers are collected or winning wagers paid next.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-6.5(i)1",
        Topic.SETTLEMENT,
        "Win if the third card lies strictly between the two; otherwise lose (matching either "
        "outer card loses).",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-6.5(i)2",
        Topic.PAYOUT,
        "Original and raise are both paid by spread: 1 pays 5, 2 pays 4, 3 pays 2, 4-11 pay "
        "1, all to 1.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-6.5(i)3#1",
        Topic.PAYOUT,
        "The house may pay more to everyone at the table but never below the table of (i)2.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-6.5(i)3#2",
        Topic.NOTICE,
        "8.3 notice must precede any decrease of odds.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-6.5(j)",
        Topic.COLLECTION,
        "Cards go to the rack in an order that lets the hand be rebuilt.",
        Enforce.RECORD,
    ),
    Entry(
        "19:47-6.5(k)",
        Topic.CARD_LIFE,
        "Cutting card reached: the round is finished, then the cards are reshuffled per 6.3.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-6.7(a)",
        Topic.IRREGULARITY,
        "A face-up card in the shoe is not used and goes to the rack.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-6.7(b)",
        Topic.IRREGULARITY,
        "A card drawn by mistake, face not seen, is the next card.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-6.7(c)#1",
        Topic.IRREGULARITY,
        'Third card drawn and exposed before "Raises closed": it is discarded and each player '
        "chooses to play on or void.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-6.7(c)#2",
        Topic.IRREGULARITY,
        "Before another third card, players who void get original and raise back.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-6.8",
        Topic.WAGER,
        "One betting area per player unless the house allows more (so the later edition; the "
        "earlier one simply lets the house permit it).",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-6.9",
        Topic.DEVICE,
        "An approved continuous-shuffling shoe or device with approved procedures may replace "
        "6.3 and 6.4.",
        Enforce.MACHINE,
    ),
)
