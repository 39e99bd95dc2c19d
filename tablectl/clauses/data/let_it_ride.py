"""Let it ride, N.J.A.C. 19:47-18.

Registered is the whole subchapter.
"""

from __future__ import annotations

from tablectl.clauses.entries import Enforce, Entry, Topic

CLAUSES: tuple[Entry, ...] = (
    Entry(
        "19:47-18.1 Community card",
        Topic.DEFINITION,
        "Community cards start face down in their area by the table inventory container; "
        "every player's five-card hand uses them.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.1 Hand",
        Topic.RANKING,
        "A player's hand is the own three cards plus the two community cards.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.1 Let it ride",
        Topic.DEFINITION,
        "Letting it ride is the player's choice not to take back a bet that could be "
        "withdrawn under 18.10.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.1 Round of play",
        Topic.DEFINITION,
        "A round runs from the placing of all wagers through the deal to the payment or "
        "collection of all that remains.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.1 Stub",
        Topic.DEFINITION,
        "The stub is what is left of the deck after all cards of the round are out.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.2(a)#1",
        Topic.CARDS,
        "One deck with uniform backs is used, plus one cover card for the cut steps of 18.5.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-18.2(a)#2",
        Topic.CARDS,
        "The cover card is opaque and of one colour that stands out from card backs and "
        "edges, as the Commission approves.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-18.2(a)#3", Topic.CARDS, "The deck has to comply with 19:46-1.17.", Enforce.RECORD
    ),
    Entry(
        "19:47-18.2(b)",
        Topic.CARDS,
        "A second deck may be used only if an automated shuffler is in use, and only under "
        "the five conditions that follow.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.2(b)1",
        Topic.CARDS,
        "Each of the two decks must by itself satisfy the single-deck specification in "
        "paragraph (a).",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-18.2(b)2", Topic.CARDS, "The two decks must differ in back colour.", Enforce.PROMPT
    ),
    Entry(
        "19:47-18.2(b)3",
        Topic.SHUFFLE,
        "While one deck is being dealt or played, the other must be in the shuffler being "
        "shuffled.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.2(b)4",
        Topic.CARDS,
        "The two decks take turns without a break: each one is played every other round.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.2(b)5",
        Topic.COLLECTION,
        "At no time may the discard rack hold cards of both decks.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-18.3(a)#1",
        Topic.RANKING,
        "Cards rank ace (high), king, queen, jack, 10 down to two.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.3(a)#2",
        Topic.RANKING,
        "An ace may also stand below the two to complete a straight or straight flush with "
        "2-3-4-5.",
        Enforce.MACHINE,
    ),
    Entry("19:47-18.3(a)#3", Topic.RANKING, "No suit outranks another.", Enforce.MACHINE),
    Entry(
        "19:47-18.3(b)1",
        Topic.RANKING,
        "Royal flush (A-K-Q-J-10 suited) is the best hand.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.3(b)2",
        Topic.RANKING,
        "Straight flush (five suited cards in sequence) ranks second.",
        Enforce.MACHINE,
    ),
    Entry("19:47-18.3(b)3", Topic.RANKING, "Four-of-a-kind ranks third.", Enforce.MACHINE),
    Entry(
        "19:47-18.3(b)4",
        Topic.RANKING,
        "Full house (three plus two of a kind) ranks fourth.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.3(b)5", Topic.RANKING, "Flush (five of one suit) ranks fifth.", Enforce.MACHINE
    ),
    Entry(
        "19:47-18.3(b)6",
        Topic.RANKING,
        "Straight ranks sixth, from A-K-Q-J-10 (best) to A-2-3-4-5 (worst); the ace cannot "
        "sit in the middle, as in Q-K-A-2-3.",
        Enforce.MACHINE,
    ),
    Entry("19:47-18.3(b)7", Topic.RANKING, "Three-of-a-kind ranks seventh.", Enforce.MACHINE),
    Entry("19:47-18.3(b)8", Topic.RANKING, "Two pairs rank eighth.", Enforce.MACHINE),
    Entry(
        "19:47-18.3(b)9", Topic.RANKING, "One pair ranks last among named hands.", Enforce.MACHINE
    ),
    Entry(
        "19:47-18.4(a)",
        Topic.OPENING,
        "When a deck arrives, the dealer sorts and inspects it, and the table's floorperson "
        "verifies that inspection.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-18.4(b)#1",
        Topic.OPENING,
        "After inspection and verification the cards lie face up on the table for the first "
        "arriving player to look at.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-18.4(b)#2",
        Topic.OPENING,
        "The displayed cards are laid out by suit and in order.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-18.4(c)#1",
        Topic.OPENING,
        "Once the first player has had a chance to look, the cards are turned down, washed "
        "(chemmy shuffled) and stacked.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-18.4(c)#2",
        Topic.SHUFFLE,
        "The stacked cards are then shuffled as section 18.5 says.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.4(d)",
        Topic.OPENING,
        "With a shuffler and two decks, every opening step (sort, inspect, verify, spread, "
        "view, mix, stack, shuffle) is carried out for each deck on its own.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-18.4(e)#1",
        Topic.CARD_LIFE,
        "Cards dealt from a manual or automated shoe are replaced at least once in eight hours.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.4(e)#2",
        Topic.CARD_LIFE,
        "Cards dealt from the hand are replaced at least every four hours.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.4(f)",
        Topic.NOTICE,
        "The way the licensee meets this section needs Commission approval.",
        Enforce.RECORD,
    ),
    Entry(
        "19:47-18.5(a)#1",
        Topic.SHUFFLE,
        "The cards are shuffled, by hand or by shuffler, right before play starts and again "
        "after every completed round, so that they are randomly mixed.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.5(a)#2",
        Topic.SHUFFLE,
        "The shuffled deck ends up in one stack, but a shuffler may also load it straight "
        "into a dealing shoe.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.5(b)1",
        Topic.CUT,
        "After an automated shuffle there is no cut: the dealer goes on to deal under 18.7, "
        "18.8 or 18.9.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.5(b)2",
        Topic.CUT,
        "After a manual shuffle the cards must be cut as (c) describes.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.5(c)1i",
        Topic.CUT,
        "For a required cut the dealer, working one-handed, first lays the cover card in "
        "front of the deck.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-18.5(c)1ii",
        Topic.CUT,
        "The dealer lifts at least 10 cards off the top of the deck and sets them on the "
        "cover card.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-18.5(c)1iii",
        Topic.CUT,
        "The rest of the deck goes on top of the packet that was cut off.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-18.5(c)1iv",
        Topic.CUT,
        "The cover card is then taken out and put in the discard rack.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-18.5(c)2",
        Topic.DEAL,
        "After the cut the cards are dealt under 18.7, 18.8 or 18.9, whichever dealing method "
        "is in use.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.5(d)",
        Topic.CUT,
        "Between the cut and the first dealt card a casino supervisor may order a new cut "
        "when the cut was improper or could harm the integrity or fairness of the game.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.5(e)#1",
        Topic.OPENING,
        "An open table without play keeps its cards spread on the layout, face up or face down.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-18.5(e)#2",
        Topic.OPENING,
        "Cards spread face down are turned up as soon as a player arrives.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-18.5(e)#3",
        Topic.OPENING,
        "After the first player has viewed the cards, the steps of 18.4(c) are repeated "
        "before play.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.6(a)#1",
        Topic.WAGER,
        "Wagers are made only with chips, plaques and, where offered, a match play coupon put "
        "on the proper betting area.",
        Enforce.RECORD,
    ),
    Entry(
        "19:47-18.6(a)#2", Topic.WAGER, "A spoken bet backed by cash is refused.", Enforce.RECORD
    ),
    Entry(
        "19:47-18.6(b)#1", Topic.WAGER, "Only someone seated at the table may bet.", Enforce.PROMPT
    ),
    Entry(
        "19:47-18.6(b)#2",
        Topic.WAGER,
        "A player who has bet and been given cards stays seated until the round is over.",
        Enforce.RECORD,
    ),
    Entry(
        "19:47-18.6(c)#1",
        Topic.WAGER,
        "All wagers have to be down before the dealer's 'No more bets' of the dealing method "
        "in use.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.6(c)#2",
        Topic.WAGER,
        "After that call nothing may be placed, raised or taken back, apart from the removals "
        "that (d) allows.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.6(d)#1",
        Topic.WAGER,
        "Every player starts the round with three separate wagers of the same size.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.6(d)#2",
        Topic.WAGER,
        "The three wagers are known as bet number one, two and three.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.6(d)#3",
        Topic.DECISION,
        "Bets one and two may later be taken back under 18.10; bet three has no such right.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.6(e)",
        Topic.WAGER,
        "The licensee may let a player bet at two positions in a round, if they are next to "
        "each other.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.6A(a)",
        Topic.NOTICE,
        "The licensee may offer a bonus wager on getting three-of-a-kind or better, and must "
        "give the 19:47-8.3 notice before it stops offering it.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.6A(b)",
        Topic.WAGER,
        "Before 'No more bets', a player with all three wagers down may add a bonus wager of "
        "one $1.00 chip on or in its approved device.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.6A(c)",
        Topic.PAYOUT,
        "Winning bonus wagers are paid by the schedule of 18.11(d).",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.6A(d)",
        Topic.SETTLEMENT,
        "The bonus wager has no effect on the other wagers.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.7(a)#1",
        Topic.DEVICE,
        "A manual shoe has to meet 19:46-1.19 and stand at a Commission-approved spot on the "
        "table.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-18.7(a)#2",
        Topic.DEAL,
        "After 18.5 is done the stacked deck goes into the shoe, loaded by the dealer or by "
        "the shuffler.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.7(b)#1",
        Topic.WAGER,
        "'No more bets' is called before any card is dealt.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.7(b)#2",
        Topic.WAGER,
        "Bonus chips, if any, are then collected from the devices, and the dealer checks on "
        "the layout that their number matches what the devices accepted.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.7(b)#3",
        Topic.COLLECTION,
        "The checked bonus chips then go into the table inventory container under 19:45-1.20.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-18.7(c)#1",
        Topic.DEAL,
        "Each card is drawn with the hand nearer to the shoe and placed with the other.",
        Enforce.OUTSIDE,
    ),
    Entry(
        "19:47-18.7(c)#2",
        Topic.DEAL,
        "Dealing begins with the player at the dealer's far left and goes clockwise, in the "
        "six steps below.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.7(c)1",
        Topic.DEAL,
        "First pass: one card face down to every player with three wagers.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.7(c)2",
        Topic.DEAL,
        "Then one card face down to the community area.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.7(c)3",
        Topic.DEAL,
        "Second pass: a second card face down to every player with three wagers.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.7(c)4",
        Topic.DEAL,
        "Then a second community card face down, set to the right of the first.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.7(c)5",
        Topic.DEAL,
        "Third pass: a third card face down to every player with three wagers.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.7(c)6",
        Topic.DEAL,
        "Last, a third community card face down, set to the right of the other two.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.7(d)",
        Topic.STUB,
        "When everyone has three cards, the stub is taken out of the manual shoe and "
        "discarded unseen, unless it has to be counted under (e).",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.7(e)#1",
        Topic.STUB,
        "The stub is counted at least once in every five rounds to prove the deck is complete.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.7(e)#2",
        Topic.STUB,
        "The count is made by laying the stub cards face down on the layout.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-18.7(e)1",
        Topic.STUB,
        "If the count shows a 52-card deck, the stub is discarded unseen.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.7(e)2#1",
        Topic.IRREGULARITY,
        "If the count does not fit a full deck, the dealer finds out whether the cards were "
        "misdealt.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-18.7(e)2#2",
        Topic.IRREGULARITY,
        "Misdealt (a player or the community area not at three cards) with 52 cards in total: "
        "all hands are void under 18.12.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.7(e)2#3",
        Topic.IRREGULARITY,
        "Count wrong but nobody misdealt: all hands are void and the whole deck leaves the "
        "table under 19:46-1.18.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.7(f)#1",
        Topic.STUB,
        "No stub count is needed with a shuffler that counts the deck after each shuffle and "
        "tells whether 52 cards are there.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.7(f)#2",
        Topic.DEVICE,
        "If the shuffler finds a number other than 52, the deck leaves the table under 19:46-1.18.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.8(a)",
        Topic.DEAL,
        "The licensee may let dealers deal this game from the hand.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.8(b)1",
        Topic.SHUFFLE,
        "Dealing by hand is allowed only with an automated shuffler doing the shuffle.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.8(b)2",
        Topic.DEAL,
        "After 18.5 is done the dealer takes the stacked deck in either hand.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.8(b)2i",
        Topic.DEAL,
        "The dealer may hold the deck in either hand but must keep to that hand for the whole "
        "round.",
        Enforce.OUTSIDE,
    ),
    Entry(
        "19:47-18.8(b)2ii",
        Topic.DEAL,
        "Cards in the dealer's hand stay in front of the dealer and above the table inventory "
        "container.",
        Enforce.OUTSIDE,
    ),
    Entry(
        "19:47-18.8(b)3#1",
        Topic.WAGER,
        "In hand dealing too, 'No more bets' comes before any card.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.8(b)3#2",
        Topic.WAGER,
        "Bonus chips, if any, are then collected from the devices, and the dealer checks on "
        "the layout that their number matches what the devices accepted.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.8(b)3#3",
        Topic.COLLECTION,
        "The checked bonus chips then go into the table inventory container under 19:45-1.20.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-18.8(c)#1",
        Topic.DEAL,
        "Each card is taken off the top of the held deck with the free hand and laid face down.",
        Enforce.OUTSIDE,
    ),
    Entry(
        "19:47-18.8(c)#2",
        Topic.DEAL,
        "Dealing begins with the player at the dealer's far left and goes clockwise, in the "
        "six steps below.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.8(c)1",
        Topic.DEAL,
        "First pass: one card face down to every player with three wagers.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.8(c)2",
        Topic.DEAL,
        "Then one card face down to the community area.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.8(c)3",
        Topic.DEAL,
        "Second pass: a second card face down to every player with three wagers.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.8(c)4",
        Topic.DEAL,
        "Then a second community card face down, set to the right of the first.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.8(c)5",
        Topic.DEAL,
        "Third pass: a third card face down to every player with three wagers.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.8(c)6",
        Topic.DEAL,
        "Last, a third community card face down, set to the right of the other two.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.8(d)",
        Topic.STUB,
        "When everyone has three cards, the stub is discarded unseen unless a count is due "
        "under (e).",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.8(e)#1",
        Topic.STUB,
        "Hand dealing keeps the duty to count the stub at least once in every five rounds.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.8(e)#2",
        Topic.STUB,
        "The count, its outcomes and the counting-shuffler waiver are those of 18.7(e) and (f).",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.9(a)",
        Topic.DEVICE,
        "An automated shoe that gives out three-card stacks may be used if shoe, place and "
        "procedures have Commission approval.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.9(b)1",
        Topic.DEAL,
        "After 18.5 is done the cards are put in the automated shoe.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.9(b)2#1",
        Topic.WAGER,
        "'No more bets' is called before the automated shoe gives out any stack.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.9(b)2#2",
        Topic.WAGER,
        "Bonus chips, if any, are then collected from the devices, and the dealer checks on "
        "the layout that their number matches what the devices accepted.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.9(b)2#3",
        Topic.COLLECTION,
        "The checked bonus chips then go into the table inventory container under 19:45-1.20.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-18.9(c)#1",
        Topic.DEAL,
        "The first stack goes face down to the player at the dealer's far left with three "
        "wagers (the text cites 8.6; 18.6 is meant).",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.9(c)#2",
        Topic.DEAL,
        "Further stacks go face down, clockwise, to the other players with three wagers.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.9(c)#3",
        Topic.DEAL,
        "The last stack is the community stack, spread so that its top card lies at the "
        "dealer's right, its middle card in front of the dealer and its bottom card at the "
        "dealer's left.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.9(d)",
        Topic.STUB,
        "When all stacks are out, the stub is taken from the automated shoe and discarded "
        "unseen unless a count is due under (e).",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.9(e)#1",
        Topic.STUB,
        "Automated-shoe dealing keeps the duty to count the stub at least once in every five "
        "rounds.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.9(e)#2",
        Topic.STUB,
        "The count, its outcomes and the counting-shuffler waiver are those of 18.7(e) and (f).",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.10(a)",
        Topic.DECISION,
        "After the deal every player looks at the own cards.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.10(a)1",
        Topic.DECISION,
        "Each player answers for the own hand; apart from the dealer nobody else may touch a "
        "player's cards.",
        Enforce.RECORD,
    ),
    Entry(
        "19:47-18.10(a)2",
        Topic.DECISION,
        "Players keep their three cards in the dealer's full view at all times.",
        Enforce.RECORD,
    ),
    Entry(
        "19:47-18.10(a)3",
        Topic.DECISION,
        "After the bet 2 decision the player's cards lie face down on the layout and the "
        "player does not touch them again.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-18.10(b)",
        Topic.DECISION,
        "The dealer asks each player, from the far left clockwise, whether bet one is "
        "withdrawn or rides.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.10(b)1",
        Topic.DECISION,
        "A bet one that rides stays on its spot until the round ends.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.10(b)2",
        Topic.DECISION,
        "For a withdrawal the dealer pushes the bet one chips toward the player, who takes "
        "them off at once.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.10(c)",
        Topic.REVEAL,
        "With all bet one answers in, the dealer burns the community card at the dealer's "
        "left, face down into the discard rack.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.10(d)#1",
        Topic.REVEAL,
        "The community card now at the dealer's left is turned up and laid on the remaining one.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.10(d)#2",
        Topic.REVEAL,
        "That shown card is the first community card.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.10(e)#1",
        Topic.DECISION,
        "The dealer then asks each player, from the far left clockwise, whether bet two is "
        "withdrawn or rides.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.10(e)#2",
        Topic.DECISION,
        "The bet two question is put to everyone, whatever was decided on bet one.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.10(e)1",
        Topic.DECISION,
        "A bet two that rides stays on its spot until the round ends.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.10(e)2",
        Topic.DECISION,
        "For a withdrawal the dealer pushes the bet two chips toward the player, who takes "
        "them off at once.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.10(f)#1",
        Topic.REVEAL,
        "The first community card is moved to the right of the one still face down.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-18.10(f)#2",
        Topic.REVEAL,
        "The last face-down community card is then turned up and is the second community card.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.10(g)",
        Topic.REVEAL,
        "Players' cards are turned up by the dealer from the far right counterclockwise.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.10(g)1",
        Topic.RANKING,
        "Two community cards plus the player's three make the five-card hand.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.10(g)2",
        Topic.SETTLEMENT,
        "Each hand is checked for a payout under 18.11.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.10(h)#1",
        Topic.SETTLEMENT,
        "Anything below a pair of tens loses.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.10(h)#2",
        Topic.COLLECTION,
        "Losing wagers are collected at once and go to the table inventory container.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.10(h)#3",
        Topic.COLLECTION,
        "The losing player's cards are picked up and discarded.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-18.10(i)#1",
        Topic.SETTLEMENT,
        "Winners, bonus winners among them, are paid once all losing wagers are in.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.10(i)#2",
        Topic.COLLECTION,
        "Winning hands stay face up on the layout until all winners have been paid.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.10(i)#3",
        Topic.PAYOUT,
        "Every winning wager still on the table is paid by the 18.11 odds, or as the "
        "Commission otherwise approves.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.10(i)1",
        Topic.PAYOUT,
        "Payment starts at the dealer's far right and goes counterclockwise.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.10(i)2",
        Topic.COLLECTION,
        "After the last payment, winners' cards and community cards are picked up and discarded.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-18.10(j)",
        Topic.COLLECTION,
        "Cards are picked up in order and racked so that each hand can be rebuilt in a dispute.",
        Enforce.RECORD,
    ),
    Entry(
        "19:47-18.11(a)",
        Topic.NOTICE,
        "Printed odds must use 'to' or 'win'; 'for' is not allowed.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.11(b)",
        Topic.PAYOUT,
        "Least odds per winning wager (X to 1): royal flush 1,000; straight flush 200; "
        "four-of-a-kind 50; full house 11; flush 8; straight 5; three-of-a-kind 3; two pair "
        "2; pair of 10s or better 1. The limit of (c) applies.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.11(c)#1",
        Topic.PAYOUT,
        "The licensee may set a top amount, $50,000 or a higher one the Commission approves, "
        "payable to a player on one hand.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.11(c)#2",
        Topic.NOTICE,
        "Lowering a limit that is not printed on the layout needs the notice of 19:47-8.3.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.11(c)#3",
        Topic.PAYOUT,
        "The limit covers the 18.6 wagers only and never cuts a bonus payout.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.11(d)",
        Topic.PAYOUT,
        "Least bonus amounts: $25,000 for a royal flush, $2,500 straight flush, $400 "
        "four-of-a-kind, $200 full house, $50 flush, $25 straight, $5 three-of-a-kind.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.12(a)#1",
        Topic.IRREGULARITY,
        "One card found face up in shoe or deck during the deal is taken out of play and put "
        "in the discard rack.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.12(a)#2",
        Topic.IRREGULARITY,
        "Two or more face-up cards in the same deal void all hands and the cards are reshuffled.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.12(b)",
        Topic.IRREGULARITY,
        "A card drawn by mistake and not shown is simply the next card.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.12(c)",
        Topic.IRREGULARITY,
        "A wrong number of cards to any player or the community area voids all hands and the "
        "cards are reshuffled.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.12(d)",
        Topic.IRREGULARITY,
        "If the shuffler jams, stops in mid-shuffle or does not finish its cycle, its cards "
        "are reshuffled by Commission-approved procedures.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.12(e)",
        Topic.IRREGULARITY,
        "If the automated shoe jams, stops or does not give out every card in a round, the "
        "round is void; the cards in it are taken out and reshuffled with those already "
        "dealt, by approved procedures.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-18.12(f)",
        Topic.DEVICE,
        "A shuffler or automated shoe has to be off the table before another way of shuffling "
        "or dealing is used there.",
        Enforce.MACHINE,
    ),
)
