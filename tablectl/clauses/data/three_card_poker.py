"""Three card poker, N.J.A.C. 19:47-20.

Registered is the whole subchapter.
"""

from __future__ import annotations

from tablectl.clauses.entries import Enforce, Entry, Topic

CLAUSES: tuple[Entry, ...] = (
    Entry(
        "19:47-20.1 Ante wager",
        Topic.WAGER,
        "The ante is placed before any card and is what puts a player in competition with the "
        "dealer's hand.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.1 Hand",
        Topic.RANKING,
        "A hand is the three cards held by a player or the dealer after the deal.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.1 Pair plus wager",
        Topic.WAGER,
        "The pair plus wager is placed before any card and plays against a posted pay scale, "
        "whatever happens against the dealer.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.1 Play wager",
        Topic.DECISION,
        "The play wager equals the ante and must be made by a player who wants to stay in "
        "against the dealer after seeing the cards.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.1 Round of play",
        Topic.DEFINITION,
        "A round runs from the placing of all wagers through the deal to the payment or "
        "collection of all that remains.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.1 Stub",
        Topic.DEFINITION,
        "The stub is what is left of the deck after all cards of the round are out.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.2(a)#1",
        Topic.CARDS,
        "One deck with uniform backs is used, plus one cover card for the cut steps of 20.5.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-20.2(a)#2",
        Topic.CARDS,
        "The cover card is opaque and of one colour that stands out from card backs and "
        "edges, as the Commission approves.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-20.2(a)#3", Topic.CARDS, "The deck has to comply with 19:46-1.17.", Enforce.RECORD
    ),
    Entry(
        "19:47-20.2(b)",
        Topic.CARDS,
        "A second deck may be used only if an automated shuffler is in use, and only under "
        "the five conditions that follow.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.2(b)1",
        Topic.CARDS,
        "Each of the two decks must by itself satisfy the single-deck specification in "
        "paragraph (a).",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-20.2(b)2", Topic.CARDS, "The two decks must differ in back colour.", Enforce.PROMPT
    ),
    Entry(
        "19:47-20.2(b)3",
        Topic.SHUFFLE,
        "While one deck is being dealt or played, the other must be in the shuffler being "
        "shuffled.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.2(b)4",
        Topic.CARDS,
        "The two decks take turns without a break: each one is played every other round.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.2(b)5",
        Topic.COLLECTION,
        "At no time may the discard rack hold cards of both decks.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-20.3(a)#1",
        Topic.RANKING,
        "Cards rank ace (high), king, queen, jack, 10 down to two.",
        Enforce.MACHINE,
    ),
    Entry("19:47-20.3(a)#2", Topic.RANKING, "No suit outranks another.", Enforce.MACHINE),
    Entry(
        "19:47-20.3(a)#3",
        Topic.RANKING,
        "An ace may also stand below the two to complete a straight or straight flush with 2-3.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.3(b)1",
        Topic.RANKING,
        "Straight flush is the top hand, from A-K-Q (best) to 3-2-A (worst).",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.3(b)2",
        Topic.RANKING,
        "Three-of-a-kind ranks second, above a straight; aces best, twos worst.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.3(b)3",
        Topic.RANKING,
        "Straight ranks third, above a flush, from A-K-Q (best) to 3-2-A (worst).",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.3(b)4", Topic.RANKING, "Flush (three of one suit) ranks fourth.", Enforce.MACHINE
    ),
    Entry(
        "19:47-20.3(b)5",
        Topic.RANKING,
        "A pair ranks fifth, aces best and twos worst.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.3(c)#1",
        Topic.RANKING,
        "Between two hands of the same rank, or with no named hand, the one holding the "
        "highest card missing from the other is better.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.3(c)#2",
        Topic.RANKING,
        "If nothing separates them, the hands are a draw.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.4(a)",
        Topic.OPENING,
        "When a deck arrives, the dealer sorts and inspects it, and the table's floorperson "
        "verifies that inspection.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-20.4(b)#1",
        Topic.OPENING,
        "After inspection and verification the cards lie face up on the table for the first "
        "arriving player to look at.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-20.4(b)#2",
        Topic.OPENING,
        "The displayed cards are laid out by suit and in order.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-20.4(c)#1",
        Topic.OPENING,
        "Once the first player has had a chance to look, the cards are turned down, washed "
        "(chemmy shuffled) and stacked.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-20.4(c)#2",
        Topic.SHUFFLE,
        "The stacked cards are then shuffled as section 20.5 says.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.4(d)",
        Topic.OPENING,
        "With a shuffler and two decks, every opening step (sort, inspect, verify, spread, "
        "view, mix, stack, shuffle) is carried out for each deck on its own.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-20.4(e)#1",
        Topic.CARD_LIFE,
        "Cards dealt from a manual or automated shoe are replaced at least once in eight hours.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.4(e)#2",
        Topic.CARD_LIFE,
        "Cards dealt from the hand are replaced at least every four hours.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.4(e)#3",
        Topic.NOTICE,
        "The way the licensee meets this section needs Commission approval.",
        Enforce.RECORD,
    ),
    Entry(
        "19:47-20.5(a)#1",
        Topic.SHUFFLE,
        "The cards are shuffled, by hand or by shuffler, right before play starts and again "
        "after every completed round, so that they are randomly mixed.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.5(a)#2",
        Topic.SHUFFLE,
        "The shuffled deck ends up in one stack, but a shuffler may also load it straight "
        "into a dealing shoe.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.5(b)1",
        Topic.CUT,
        "After an automated shuffle there is no cut: the dealer goes on to deal under 20.7, "
        "20.8 or 20.9.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.5(b)2",
        Topic.CUT,
        "After a manual shuffle the cards must be cut as (c) describes.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.5(c)1i",
        Topic.CUT,
        "For a required cut the dealer, working one-handed, first lays the cover card in "
        "front of the deck.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-20.5(c)1ii",
        Topic.CUT,
        "The dealer lifts at least 10 cards off the top of the deck and sets them on the "
        "cover card.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-20.5(c)1iii",
        Topic.CUT,
        "The rest of the deck goes on top of the packet that was cut off.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-20.5(c)1iv",
        Topic.CUT,
        "The cover card is then taken out and put in the discard rack.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-20.5(c)2",
        Topic.DEAL,
        "After the cut the cards are dealt under 20.7, 20.8 or 20.9, whichever dealing method "
        "is in use.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.5(d)",
        Topic.CUT,
        "Between the cut and the first dealt card a casino supervisor may order a new cut "
        "when the cut was improper or could harm the integrity or fairness of the game.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.5(e)#1",
        Topic.OPENING,
        "An open table without play keeps its cards spread on the layout, face up or face down.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-20.5(e)#2",
        Topic.OPENING,
        "Cards spread face down are turned up as soon as a player arrives.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-20.5(e)#3",
        Topic.OPENING,
        "After the first player has viewed the cards, the steps of 20.4(c) are repeated "
        "before play.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.6(a)1",
        Topic.WAGER,
        "A player may play the dealer only: an ante within the posted minimum and maximum, "
        "then a play wager of the same amount.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.6(a)2",
        Topic.WAGER,
        "A player may play the pay scale only: a pair plus wager of any amount within the "
        "posted limits.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.6(a)3",
        Topic.WAGER,
        "A player may do both, by placing both kinds of wager under those rules.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.6(b)#1",
        Topic.WAGER,
        "Wagers are made only with chips, plaques and, where offered, a match play coupon put "
        "on the proper betting area.",
        Enforce.RECORD,
    ),
    Entry(
        "19:47-20.6(b)#2", Topic.WAGER, "A spoken bet backed by cash is refused.", Enforce.RECORD
    ),
    Entry(
        "19:47-20.6(c)#1", Topic.WAGER, "Only someone seated at the table may bet.", Enforce.PROMPT
    ),
    Entry(
        "19:47-20.6(c)#2",
        Topic.WAGER,
        "A player who has bet and been given cards stays seated until the round is over.",
        Enforce.RECORD,
    ),
    Entry(
        "19:47-20.6(d)#1",
        Topic.WAGER,
        "Ante and pair plus wagers have to be down before the dealer's 'No more bets' of the "
        "dealing method in use.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.6(d)#2",
        Topic.WAGER,
        "After that call no wager may be placed, raised or taken back.",
        Enforce.MACHINE,
    ),
    Entry("19:47-20.6(d)#3", Topic.DECISION, "Play wagers follow 20.10(b).", Enforce.MACHINE),
    Entry(
        "19:47-20.6(e)",
        Topic.WAGER,
        "The licensee may let a player bet at two positions in a round, if they are next to "
        "each other.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.7(a)#1",
        Topic.DEVICE,
        "A manual shoe has to meet 19:46-1.19 and stand at a Commission-approved spot on the "
        "table.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-20.7(a)#2",
        Topic.DEAL,
        "After 20.5 is done the stacked deck goes into the shoe, loaded by the dealer or by "
        "the shuffler.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.7(b)#1",
        Topic.WAGER,
        "'No more bets' is called before any card is dealt.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.7(b)#2",
        Topic.DEAL,
        "Each card is drawn with the hand nearer to the shoe and placed with the other.",
        Enforce.OUTSIDE,
    ),
    Entry(
        "19:47-20.7(c)#1",
        Topic.DEAL,
        "From the player at the far left clockwise, one card at a time goes to every position "
        "with an ante or pair plus wager and then to the dealer, until each has three.",
        Enforce.MACHINE,
    ),
    Entry("19:47-20.7(c)#2", Topic.DEAL, "All cards go face down.", Enforce.MACHINE),
    Entry(
        "19:47-20.7(d)",
        Topic.STUB,
        "When everyone has three cards, the stub is taken out of the manual shoe and "
        "discarded unseen, unless it has to be counted under (e).",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.7(e)#1",
        Topic.STUB,
        "The stub is counted at least once in every five rounds to prove the deck is complete.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.7(e)#2",
        Topic.STUB,
        "The count is made by laying the stub cards face down on the layout.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-20.7(e)1",
        Topic.STUB,
        "If the count shows a 52-card deck, the stub is discarded unseen.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.7(e)2#1",
        Topic.IRREGULARITY,
        "If the count does not fit a full deck, the dealer finds out whether the cards were "
        "misdealt.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-20.7(e)2#2",
        Topic.IRREGULARITY,
        "Misdealt (a player or the dealer not at three cards) with 52 cards in total: all "
        "hands are void under 20.12.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.7(e)2#3",
        Topic.IRREGULARITY,
        "Count wrong but nobody misdealt: all hands are void and the whole deck leaves the "
        "table under 19:46-1.18.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.7(f)#1",
        Topic.STUB,
        "No stub count is needed with a shuffler that counts the deck after each shuffle and "
        "tells whether 52 cards are there.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.7(f)#2",
        Topic.DEVICE,
        "If the shuffler finds a number other than 52, the deck leaves the table under 19:46-1.18.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.8(a)",
        Topic.DEAL,
        "The licensee may let dealers deal this game from the hand.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.8(b)1",
        Topic.SHUFFLE,
        "Dealing by hand is allowed only with an automated shuffler doing the shuffle.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.8(b)2",
        Topic.DEAL,
        "After 20.5 is done the dealer takes the stacked deck in either hand.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.8(b)2i",
        Topic.DEAL,
        "The dealer may hold the deck in either hand but must keep to that hand for the whole "
        "round.",
        Enforce.OUTSIDE,
    ),
    Entry(
        "19:47-20.8(b)2ii",
        Topic.DEAL,
        "Cards in the dealer's hand stay in front of the dealer and above the table inventory "
        "container.",
        Enforce.OUTSIDE,
    ),
    Entry(
        "19:47-20.8(b)3#1",
        Topic.WAGER,
        "In hand dealing too, 'No more bets' comes before any card.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.8(b)3#2",
        Topic.DEAL,
        "Each card is taken off the top of the held deck with the free hand and laid face down.",
        Enforce.OUTSIDE,
    ),
    Entry(
        "19:47-20.8(c)#1",
        Topic.DEAL,
        "From the player at the far left clockwise, one card at a time goes to every position "
        "with an ante or pair plus wager and then to the dealer, until each has three.",
        Enforce.MACHINE,
    ),
    Entry("19:47-20.8(c)#2", Topic.DEAL, "All cards go face down.", Enforce.MACHINE),
    Entry(
        "19:47-20.8(d)",
        Topic.STUB,
        "When everyone has three cards, the stub is discarded unseen unless a count is due "
        "under (e).",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.8(e)#1",
        Topic.STUB,
        "Hand dealing keeps the duty to count the stub at least once in every five rounds.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.8(e)#2",
        Topic.STUB,
        "The count, its outcomes and the counting-shuffler waiver are those of 20.7(e) and (f).",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.9(a)",
        Topic.DEVICE,
        "An automated shoe that gives out three-card stacks may be used if shoe, place and "
        "procedures have Commission approval.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.9(b)1",
        Topic.DEAL,
        "After 20.5 is done the cards are put in the automated shoe.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.9(b)2",
        Topic.WAGER,
        "'No more bets' is called before the automated shoe gives out any stack.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.9(c)#1",
        Topic.DEAL,
        "The first stack goes face down to the player at the dealer's far left who has a wager.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.9(c)#2",
        Topic.DEAL,
        "Further stacks go face down, clockwise, to the other players with a wager.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.9(c)#3",
        Topic.DEAL,
        "The last stack goes face down to the dealer's area.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.9(d)",
        Topic.STUB,
        "When all stacks are out, the stub is taken from the automated shoe and discarded "
        "unseen unless a count is due under (e).",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.9(e)#1",
        Topic.STUB,
        "Automated-shoe dealing keeps the duty to count the stub at least once in every five "
        "rounds.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.9(e)#2",
        Topic.STUB,
        "The count, its outcomes and the counting-shuffler waiver are those of 20.7(e) and (f).",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.10(a)#1",
        Topic.DECISION,
        "After the deal every player looks at the own cards.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.10(a)#2",
        Topic.DECISION,
        "Each player answers for the own hand; only that player and the dealer may touch the "
        "cards.",
        Enforce.RECORD,
    ),
    Entry(
        "19:47-20.10(b)#1",
        Topic.DECISION,
        "A player with an ante either adds a play wager equal to it or gives up the ante and "
        "is out of the round.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.10(b)#2",
        Topic.DECISION,
        "The choice is offered from the dealer's far left clockwise.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.10(b)#3",
        Topic.SETTLEMENT,
        "Someone with both ante and pair plus who makes no play wager loses both.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.10(b)#4",
        Topic.COLLECTION,
        "When all have decided, forfeited wagers and their cards are collected and those "
        "cards discarded.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.10(b)#5",
        Topic.REVEAL,
        "The dealer then shows the dealer's hand, arranged as its best rank.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.10(b)#6",
        Topic.REVEAL,
        "Players' hands still in play are then shown, beginning at the dealer's far right.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.10(c)#1",
        Topic.SETTLEMENT,
        "Winners are paid once all losing wagers are in.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.10(c)#2",
        Topic.COLLECTION,
        "Winning hands stay face up on the layout until all winners have been paid.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.10(c)#3",
        Topic.PAYOUT,
        "Every winning wager still on the table is paid by the 20.11 odds.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.10(c)1",
        Topic.PAYOUT,
        "Payment starts at the dealer's far right and goes counterclockwise.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.10(c)2",
        Topic.COLLECTION,
        "After the last payment every hand still on the table, the dealer's too, is picked up "
        "and discarded.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-20.10(d)",
        Topic.COLLECTION,
        "Cards are picked up in order and racked so that each hand can be rebuilt in a dispute.",
        Enforce.RECORD,
    ),
    Entry(
        "19:47-20.11(a)1#1",
        Topic.PAYOUT,
        "Ante and play each pay 1 to 1 when the player's hand beats the dealer's.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.11(a)1#2",
        Topic.PAYOUT,
        "If the dealer has less than queen high, the ante pays 1 to 1 without comparison and "
        "the play wager goes back.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.11(a)2",
        Topic.PAYOUT,
        "Pair plus pays: pair 1 to 1, flush 4, straight 6, three-of-a-kind 30, straight flush 40.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.11(a)3",
        Topic.PAYOUT,
        "A player with ante and play gets a bonus: straight 1 to 1, three-of-a-kind 4, "
        "straight flush 5. The text ties it to no result against the dealer.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.12(a)#1",
        Topic.IRREGULARITY,
        "One card found face up in shoe or deck during the deal is taken out of play and put "
        "in the discard rack.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.12(a)#2",
        Topic.IRREGULARITY,
        "Two or more face-up cards in the same deal void all hands and the cards are reshuffled.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.12(b)",
        Topic.IRREGULARITY,
        "A card drawn by mistake and not shown is simply the next card.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.12(c)",
        Topic.IRREGULARITY,
        "A wrong number of cards to any player or the dealer voids all hands and the cards "
        "are reshuffled.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.12(d)",
        Topic.IRREGULARITY,
        "Any dealer card shown by accident before the reveal of 20.10(b) voids all hands and "
        "the cards are reshuffled.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.12(e)",
        Topic.IRREGULARITY,
        "If the shuffler jams, stops in mid-shuffle or does not finish its cycle, its cards "
        "are reshuffled by Commission-approved procedures.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.12(f)",
        Topic.IRREGULARITY,
        "If the automated shoe jams, stops or does not give out every card in a round, the "
        "round is void; the cards in it are taken out and reshuffled with those already "
        "dealt, by approved procedures.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-20.12(g)",
        Topic.DEVICE,
        "A shuffler or automated shoe has to be off the table before another way of shuffling "
        "or dealing is used there.",
        Enforce.MACHINE,
    ),
)
