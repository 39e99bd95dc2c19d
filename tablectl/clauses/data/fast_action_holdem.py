"""Fast action hold'em, N.J.A.C. 19:47-21.

Registered are 21.1 to 21.8(j); the irregularities of 21.9 are not.
"""

from __future__ import annotations

from tablectl.clauses.entries import Enforce, Entry, Topic

CLAUSES: tuple[Entry, ...] = (
    Entry(
        "19:47-21.1 Community card",
        Topic.DEFINITION,
        "Five community cards lie in marked areas in the centre of the table and serve "
        "players and dealer alike.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.1 Copy hand",
        Topic.RANKING,
        "A player's five-card hand equal in rank to the dealer's is a copy.",
        Enforce.MACHINE,
        partial=True,
    ),
    Entry(
        "19:47-21.1 Dealing marker",
        Topic.START_POSITION,
        "The dealing marker shows which position gets the first card out of the shoe.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.1 Five-card hand",
        Topic.RANKING,
        "The hand is the best five cards out of the five community cards and the two kept cards.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.1 Natural",
        Topic.RANKING,
        "A natural is four-of-a-kind straight from the deal, in the original four cards of a "
        "player or of the dealer.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.1 Round of play",
        Topic.DEFINITION,
        "A round runs from wagers and deal to the payment or collection of the wagers of "
        "everyone then playing.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.1 Running cards",
        Topic.DEFINITION,
        "Running cards are two cards next to each other in rank.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.1 Setting of a hand",
        Topic.DECISION,
        "To set a hand is to pick two of the four original cards to go with the community cards.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.2(a)#1",
        Topic.CARDS,
        "Six or eight decks with uniform backs are used, plus one cutting card whose colour "
        "stands out from the backs.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.2(a)#2", Topic.CARDS, "The decks have to comply with 19:46-1.17.", Enforce.RECORD
    ),
    Entry(
        "19:47-21.2(b)",
        Topic.DEVICE,
        "All cards come out of a shoe that meets 19:46-1.19 and stands to the dealer's left.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.2(c)",
        Topic.CARDS,
        "An extra cutting card or the like may hide the last card of the stack in the shoe.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.3(a)#1",
        Topic.RANKING,
        "Cards rank ace (high), king, queen, jack, 10 down to 2.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.3(a)#2",
        Topic.RANKING,
        "An ace may also join 2-3-4-5 to complete a straight or straight flush.",
        Enforce.MACHINE,
    ),
    Entry("19:47-21.3(a)#3", Topic.RANKING, "No suit outranks another.", Enforce.MACHINE),
    Entry(
        "19:47-21.3(b)1",
        Topic.RANKING,
        "Rank 1: flush with five-of-a-kind (five identical cards), aces best, twos worst.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.3(b)2", Topic.RANKING, "Rank 2: royal flush (A-K-Q-J-10 suited).", Enforce.MACHINE
    ),
    Entry(
        "19:47-21.3(b)3",
        Topic.RANKING,
        "Rank 3: flush with four-of-a-kind (all suited, four of one rank), aces best, twos worst.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.3(b)4",
        Topic.RANKING,
        "Rank 4: straight flush, from K-Q-J-10-9 (best) to 5-4-3-2-A (worst).",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.3(b)5",
        Topic.RANKING,
        "Rank 5: flush with full house (all suited), AAA-KK best, 222-33 worst.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.3(b)6",
        Topic.RANKING,
        "Rank 6: five-of-a-kind in mixed suits, aces best, twos worst.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.3(b)7",
        Topic.RANKING,
        "Rank 7: flush with three-of-a-kind, aces best, twos worst.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.3(b)8",
        Topic.RANKING,
        "Rank 8: flush with two pairs, aces and kings best, threes and twos worst.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.3(b)9",
        Topic.RANKING,
        "Rank 9: flush with one pair, aces best, twos worst.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.3(b)10",
        Topic.RANKING,
        "Rank 10: four-of-a-kind in mixed suits, aces best, twos worst; it is below every "
        "paired flush.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.3(b)11",
        Topic.RANKING,
        "Rank 11: full house in mixed suits, AAA-KK best, 222-33 worst.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.3(b)12",
        Topic.RANKING,
        "Rank 12: plain flush, five suited cards of different ranks.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.3(b)13",
        Topic.RANKING,
        "Rank 13: straight in mixed suits, from A-K-Q-J-10 (best) to 5-4-3-2-A (worst).",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.3(b)14",
        Topic.RANKING,
        "Rank 14: three-of-a-kind, aces best, twos worst.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.3(b)15",
        Topic.RANKING,
        "Rank 15: two pairs, aces and kings best, threes and twos worst.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.3(b)16", Topic.RANKING, "Rank 16: a pair, aces best, twos worst.", Enforce.MACHINE
    ),
    Entry(
        "19:47-21.3(b)17",
        Topic.RANKING,
        "Rank 17: no named hand; the highest single card gives its worth.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.3(c)#1",
        Topic.RANKING,
        "Player and dealer hands of the same rank are separated by the highest card that the "
        "other hand lacks.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.3(c)#2",
        Topic.RANKING,
        "If nothing separates them, the player's hand is a copy.",
        Enforce.MACHINE,
        partial=True,
    ),
    Entry(
        "19:47-21.4(a)",
        Topic.OPENING,
        "When a set of six or eight decks arrives, the dealer sorts and inspects it, and the "
        "table's floorperson verifies that inspection.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-21.4(b)#1",
        Topic.OPENING,
        "After inspection and verification the cards lie face up on the table for the first "
        "arriving player to look at.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-21.4(b)#2",
        Topic.OPENING,
        "The displayed cards are laid out by suit and in order.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-21.4(c)#1",
        Topic.OPENING,
        "Once the first player has had a chance to look, the cards are turned down, washed "
        "(chemmy shuffled) and stacked.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-21.4(c)#2",
        Topic.SHUFFLE,
        "The stacked cards are then shuffled as section 21.5 says.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.4(d)",
        Topic.OPENING,
        "At a shuffler table each deck goes through the steps of (a) to (c) on its own, from "
        "sorting and verification to mixing and the shuffle.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-21.4(e)#1",
        Topic.CARD_LIFE,
        "Cards dealt from a manual or automated shoe are replaced at least once each gaming day.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.4(e)#2",
        Topic.NOTICE,
        "The way the licensee meets this section needs Commission approval.",
        Enforce.RECORD,
    ),
    Entry(
        "19:47-21.5(a)#1",
        Topic.SHUFFLE,
        "The cards are shuffled, by hand or by shuffler, right before play starts, after each "
        "shoe is dealt, and after any round the licensee picks.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.5(a)#2",
        Topic.SHUFFLE,
        "The shuffled cards end up in one stack, but a shuffler may also load them straight "
        "into the shoe.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.5(b)1",
        Topic.CUT,
        "After an automated shuffle there is no cut: the dealer goes on to deal under 21.7 "
        "and 21.8.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.5(b)2",
        Topic.CUT,
        "After a manual shuffle the cards must be cut, beginning with (c).",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.5(c)",
        Topic.CUT,
        "The stack is offered for the cut, its backs away from the dealer, following the "
        "order of cases 1 to 4.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.5(c)1",
        Topic.CUT,
        "At the start of the game the first player to arrive has the cut.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.5(c)2",
        Topic.CUT,
        "Later the cut belongs to the player whose box the cutting card fell on in the last round.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.5(c)3",
        Topic.CUT,
        "If the cutting card came out on the dealer's hand, the player at the dealer's far "
        "right has the cut.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.5(c)4",
        Topic.CUT,
        "If the licensee ordered the reshuffle, the player at the dealer's far right has the cut.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.5(d)#1",
        Topic.CUT,
        "On refusal the offer moves clockwise from player to player until one accepts.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.5(d)#2", Topic.CUT, "If every player declines, the dealer cuts.", Enforce.MACHINE
    ),
    Entry(
        "19:47-21.5(e)",
        Topic.CUT,
        "The cutting card goes in no closer than 10 cards to either end of the stack.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-21.5(f)#1",
        Topic.CUT,
        "The packet before the cutting card moves to the back of the stack.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-21.5(f)#2",
        Topic.CUT,
        "The dealer then puts the cutting card back in, about a quarter of the stack or more "
        "from its back.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-21.5(f)#3",
        Topic.DEAL,
        "The stack then goes into the shoe and play begins.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.5(g)",
        Topic.SHUFFLE,
        "The shoe is reshuffled after the cutting card has come out, and otherwise after any "
        "finished round if the licensee so decides.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.5(h)#1",
        Topic.OPENING,
        "An open table without play keeps its cards spread on the layout, face up or face "
        "down; they are first taken out of both shoe and discard rack.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-21.5(h)#2",
        Topic.OPENING,
        "Cards spread face down are turned up as soon as a player arrives.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-21.5(h)#3",
        Topic.OPENING,
        "After the first player has viewed the cards, the steps of 21.4(c) are repeated "
        "before play.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.6(a)#1",
        Topic.WAGER,
        "Wagers are made only with chips or plaques (match play coupons are not named) put on "
        "the proper betting area.",
        Enforce.RECORD,
    ),
    Entry(
        "19:47-21.6(a)#2", Topic.WAGER, "A spoken bet backed by cash is refused.", Enforce.RECORD
    ),
    Entry(
        "19:47-21.6(b)#1", Topic.WAGER, "Only someone seated at the table may bet.", Enforce.PROMPT
    ),
    Entry(
        "19:47-21.6(b)#2",
        Topic.WAGER,
        "A player who has bet and been given cards stays seated until the round is over.",
        Enforce.RECORD,
    ),
    Entry(
        "19:47-21.6(c)",
        Topic.WAGER,
        "Apart from the split wager of 21.8(c), wagers have to be down before the dealer's "
        "'No more bets' of 21.7.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.7(a)#1",
        Topic.BURN,
        "After each full set goes into the shoe, the first card is burned face down into the "
        "discard rack, which stands in front of the dealer or to the right.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.7(a)#2",
        Topic.BURN,
        "Each new dealer burns one card before dealing in a round.",
        Enforce.MACHINE,
    ),
    Entry("19:47-21.7(a)#3", Topic.BURN, "Players may not see the burn card.", Enforce.MACHINE),
    Entry(
        "19:47-21.7(b)#1",
        Topic.WAGER,
        "'No more bets' is called before each round starts.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.7(b)#2",
        Topic.START_POSITION,
        "At the start of the game the dealing marker lies at the dealer's position.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.7(b)#3",
        Topic.START_POSITION,
        "After each round the marker moves clockwise to the next player position or to the "
        "dealer's.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.7(c)#1",
        Topic.DEAL,
        "Cards leave the shoe by the dealer's left hand and are set face down with the right.",
        Enforce.OUTSIDE,
    ),
    Entry(
        "19:47-21.7(c)#2",
        Topic.DEAL,
        "The first card goes to the marker's position, then clockwise one to each position "
        "with a wager and one to the dealer.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.7(c)#3",
        Topic.DEAL,
        "The rotation repeats until each position and the dealer have four cards.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.7(d)",
        Topic.SHUFFLE,
        "If the cutting card comes out during the deal, the round is finished first and the "
        "cards are reshuffled after it.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.8(a)#1",
        Topic.DECISION,
        "After the deal each player sets the hand by laying two cards face down right in "
        "front of the wager, unless (b), (c) or (f) applies.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.8(a)#2",
        Topic.DECISION,
        "The other two cards go face down to the discard spot.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-21.8(b)#1",
        Topic.DECISION,
        "A player dealt a natural announces it and turns the four cards up.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.8(b)#2",
        Topic.PAYOUT,
        "A confirmed natural is paid 5 to 1 at once, and its four cards are collected and "
        "discarded.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.8(c)#1",
        Topic.DECISION,
        "A player may split the four cards into two hands by betting the original amount "
        "again on the second.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.8(c)#2",
        Topic.DECISION,
        "In a split, two cards lie before the original wager and the other two in the discard "
        "spot with the new wager on top.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.8(d)#1",
        Topic.DECISION,
        "Each player sets the own hand; of other people only the dealer may touch those cards.",
        Enforce.RECORD,
    ),
    Entry(
        "19:47-21.8(d)#2",
        Topic.DECISION,
        "Players keep the four cards in the dealer's full view.",
        Enforce.RECORD,
    ),
    Entry(
        "19:47-21.8(d)#3",
        Topic.DECISION,
        "Once set and laid down, the cards may not be touched again by the player in that round.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.8(e)#1",
        Topic.COLLECTION,
        "When all are set, discards are picked up unseen from the right counterclockwise and "
        "racked.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.8(e)#2",
        Topic.COLLECTION,
        "The dealer checks that each player gave up two cards, apart from natural, split and "
        "discontinued hands.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.8(f)#1",
        Topic.DECISION,
        "A player may give up the round by laying all four cards in the discard spot and "
        "saying so before discards are collected.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.8(f)#2",
        Topic.SETTLEMENT,
        "It costs half of the original wager, taken at once for the table inventory.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.8(f)#3",
        Topic.COLLECTION,
        "The four cards are collected unseen and counted face down as four before they are racked.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.8(g)#1",
        Topic.REVEAL,
        "With all discards racked, the dealer's four cards are turned over and, unless (h) "
        "applies, two are chosen by (i) and laid face up.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.8(g)#2",
        Topic.COLLECTION,
        "The dealer's two other cards are discarded.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-21.8(h)#1",
        Topic.SETTLEMENT,
        "On a dealer natural no community cards are dealt and all wagers are collected from "
        "the right counterclockwise.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.8(h)#2",
        Topic.SETTLEMENT,
        "From a player who split, only the original wager is taken then.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.8(h)#3",
        Topic.COLLECTION,
        "All cards are then collected and racked.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-21.8(i)",
        Topic.DECISION,
        "The dealer's two cards are picked by a fixed list of fourteen two-card preferences, "
        "first match wins.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.8(i)1",
        Topic.DECISION,
        "Preference 1: a suited pair (two identical cards), even when another pair is higher.",
        Enforce.MACHINE,
    ),
    Entry("19:47-21.8(i)2", Topic.DECISION, "Preference 2: the highest pair.", Enforce.MACHINE),
    Entry(
        "19:47-21.8(i)3",
        Topic.DECISION,
        "Preference 3: an ace with the highest card of its suit, if that is a 10 or better.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.8(i)4",
        Topic.DECISION,
        "Preference 4: the highest suited running cards, jack-10 or better.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.8(i)5",
        Topic.DECISION,
        "Preference 5: an ace with the highest other card, if that is a 10 or better.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.8(i)6",
        Topic.DECISION,
        "Preference 6: the highest running cards of different suits, queen-jack or better.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.8(i)7",
        Topic.DECISION,
        "Preference 7: an ace with the highest card of its suit, of any size.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.8(i)8",
        Topic.DECISION,
        "Preference 8: the highest two cards of one suit, both 10 or better.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.8(i)9",
        Topic.DECISION,
        "Preference 9: the two highest cards, both jack or better.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.8(i)10",
        Topic.DECISION,
        "Preference 10: an ace with the highest other card.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.8(i)11",
        Topic.DECISION,
        "Preference 11: any running cards of one suit.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.8(i)12",
        Topic.DECISION,
        "Preference 12: the highest two cards of one suit that are not running.",
        Enforce.MACHINE,
    ),
    Entry("19:47-21.8(i)13", Topic.DECISION, "Preference 13: any running cards.", Enforce.MACHINE),
    Entry(
        "19:47-21.8(i)14", Topic.DECISION, "Preference 14: the two highest cards.", Enforce.MACHINE
    ),
    Entry(
        "19:47-21.8(j)#1",
        Topic.DEAL,
        "With the dealer set, the next card is burned and five community cards go face up, "
        "the first in the spot at the dealer's far left.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-21.8(j)#2",
        Topic.DEAL,
        "The other four spots are filled from left to right.",
        Enforce.MACHINE,
        partial=True,
    ),
)
