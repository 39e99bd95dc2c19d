"""Double down stud, N.J.A.C. 19:47-17.

Registered are 17.2 to 17.11.
"""

from __future__ import annotations

from tablectl.clauses.entries import Enforce, Entry, Topic

CLAUSES: tuple[Entry, ...] = (
    Entry(
        "19:47-17.2(a)#1",
        Topic.CARDS,
        "One deck with uniform backs is used, plus one cutting card and one cover card for "
        "the steps of 17.4.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-17.2(a)#2",
        Topic.CARDS,
        "Cutting and cover card are opaque and of one colour that stands out from card backs "
        "and edges, as the Commission approves.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-17.2(a)#3", Topic.CARDS, "The deck has to comply with 19:46-1.17.", Enforce.RECORD
    ),
    Entry(
        "19:47-17.2(b)",
        Topic.CARDS,
        "A second deck may be used only if an automated shuffler is in use, and only under "
        "the five conditions that follow.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-17.2(b)1",
        Topic.CARDS,
        "Each of the two decks must by itself satisfy the single-deck specification in "
        "paragraph (a).",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-17.2(b)2", Topic.CARDS, "The two decks must differ in back colour.", Enforce.PROMPT
    ),
    Entry(
        "19:47-17.2(b)3",
        Topic.SHUFFLE,
        "While one deck is being dealt or played, the other must be in the shuffler being "
        "shuffled.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-17.2(b)4",
        Topic.CARDS,
        "The two decks take turns without a break: each one is played every other round.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-17.2(b)5",
        Topic.COLLECTION,
        "At no time may the discard rack hold cards of both decks.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-17.3(a)",
        Topic.OPENING,
        "When a deck arrives, the dealer sorts and inspects it, and the table's floorperson "
        "verifies that inspection.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-17.3(b)#1",
        Topic.OPENING,
        "After inspection and verification the cards lie face up on the table for the first "
        "arriving player to look at.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-17.3(b)#2",
        Topic.OPENING,
        "The displayed cards are laid out by suit and in order.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-17.3(c)#1",
        Topic.OPENING,
        "Once the first player has had a chance to look, the cards are turned down, washed "
        "(chemmy shuffled) and stacked.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-17.3(c)#2",
        Topic.SHUFFLE,
        "The stacked cards are then shuffled as section 17.4 says.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-17.3(d)",
        Topic.OPENING,
        "With a shuffler and two decks, every opening step (sort, inspect, verify, spread, "
        "view, mix, stack, shuffle) is carried out for each deck on its own. This is done "
        "right before play begins.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-17.3(e)#1",
        Topic.CARD_LIFE,
        "Cards dealt from a manual shoe are replaced at least once in 24 hours.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-17.3(e)#2",
        Topic.CARD_LIFE,
        "Cards dealt from the hand are replaced at least once in eight hours.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-17.3(e)#3",
        Topic.NOTICE,
        "The way the licensee meets this section needs Commission approval.",
        Enforce.RECORD,
    ),
    Entry(
        "19:47-17.4(a)#1",
        Topic.SHUFFLE,
        "The cards are shuffled, by hand or by shuffler, right before play starts and again "
        "after every completed round, so that they are randomly mixed.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-17.4(a)#2",
        Topic.SHUFFLE,
        "The shuffled deck ends up in one stack, but a shuffler may also load it straight "
        "into a manual shoe.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-17.4(b)1",
        Topic.CUT,
        "No cut is made when the shuffler loads the cards straight into a shoe; dealing "
        "follows 17.8.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-17.4(b)2",
        Topic.CUT,
        "A manual shuffle, or a shuffler that leaves the deck in one stack, must be followed "
        "by a cut under (c) to (e).",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-17.4(c)#1",
        Topic.CUT,
        "For a cut the stack is first put on the cover card.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-17.4(c)#2",
        Topic.CUT,
        "The stack, backs up, is then offered for the cut to the person chosen under (d).",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-17.4(c)#3", Topic.CUT, "If every player declines, the dealer cuts.", Enforce.MACHINE
    ),
    Entry(
        "19:47-17.4(d)1",
        Topic.CUT,
        "In the first game after opening, the first player to arrive is offered the cut.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-17.4(d)2",
        Topic.CUT,
        "Otherwise the seat at the dealer's far right is offered the cut, and over "
        "consecutive rounds the offer rotates counterclockwise.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-17.4(e)#1",
        Topic.CUT,
        "The cutting card goes in no closer than 10 cards to either end of the stack.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-17.4(e)#2",
        Topic.CUT,
        "The dealer moves the cutting card and everything above it to the bottom of the stack.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-17.4(e)#3",
        Topic.CUT,
        "The cover card is then put in the discard rack.",
        Enforce.PROMPT,
    ),
    Entry("19:47-17.4(e)#4", Topic.DEAL, "Dealing then follows 17.8.", Enforce.MACHINE),
    Entry(
        "19:47-17.4(f)#1",
        Topic.CUT,
        "Between the cut and the first dealt card a casino supervisor may order a new cut "
        "when the cut was improper or could harm the integrity or fairness of the game.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-17.4(f)#2",
        Topic.CUT,
        "The new cut is made, as the licensee has chosen, by whoever cut last or by the next "
        "person in the cutting order of (c) and (d).",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-17.4(g)#1",
        Topic.OPENING,
        "An open table without play keeps its cards spread on the layout, face up or face down.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-17.4(g)#2",
        Topic.OPENING,
        "Cards spread face down are turned up as soon as a player arrives.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-17.4(g)#3",
        Topic.OPENING,
        "After the first player has viewed the cards, the steps of section 17.3 are repeated "
        "before play.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-17.5(a)#1",
        Topic.RANKING,
        "Cards rank ace (high), king, queen, jack, 10 down to two.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-17.5(a)#2",
        Topic.RANKING,
        "An ace may also stand below the two to complete a straight or straight flush with "
        "2-3-4-5.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-17.5(b)1",
        Topic.RANKING,
        "Royal flush (A-K-Q-J-10 suited) is the best hand.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-17.5(b)2",
        Topic.RANKING,
        "Straight flush (five suited cards in sequence) ranks second.",
        Enforce.MACHINE,
    ),
    Entry("19:47-17.5(b)3", Topic.RANKING, "Four-of-a-kind ranks third.", Enforce.MACHINE),
    Entry(
        "19:47-17.5(b)4",
        Topic.RANKING,
        "Full house (three plus two of a kind) ranks fourth.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-17.5(b)5", Topic.RANKING, "Flush (five of one suit) ranks fifth.", Enforce.MACHINE
    ),
    Entry(
        "19:47-17.5(b)6",
        Topic.RANKING,
        "Straight (five in sequence, any suits) ranks sixth.",
        Enforce.MACHINE,
    ),
    Entry("19:47-17.5(b)7", Topic.RANKING, "Three-of-a-kind ranks seventh.", Enforce.MACHINE),
    Entry("19:47-17.5(b)8", Topic.RANKING, "Two pairs rank eighth.", Enforce.MACHINE),
    Entry(
        "19:47-17.5(b)9",
        Topic.RANKING,
        "A pair ranks last among named hands, from aces (best) to twos (worst).",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-17.6(a)#1",
        Topic.WAGER,
        "Wagers are made only with chips, plaques or coupons put on the proper betting area.",
        Enforce.RECORD,
    ),
    Entry(
        "19:47-17.6(a)#2", Topic.WAGER, "A spoken bet backed by cash is refused.", Enforce.RECORD
    ),
    Entry(
        "19:47-17.6(b)#1",
        Topic.WAGER,
        "All wagers have to be down before the dealer's 'No more bets' of the 17.8 procedure.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-17.6(b)#2",
        Topic.WAGER,
        "Apart from the double down of 17.8(c) and (d), no wager may be placed, raised or "
        "taken back after that call.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-17.6(c)",
        Topic.WAGER,
        "The licensee may let a player bet on at most two betting areas in a round, and these "
        "must be next to each other.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-17.7",
        Topic.OPENING,
        "A double down stud table is staffed as a blackjack table is, for the staffing rules "
        "of 19:45-1.11 and 1.12.",
        Enforce.RECORD,
    ),
    Entry(
        "19:47-17.8(a)",
        Topic.DEAL,
        "Cards are dealt from a shoe or from the dealer's hand and in no other way.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-17.8(a)1#1",
        Topic.DEVICE,
        "A manual shoe has to meet 19:46-1.19 and stand on the table to the dealer's left.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-17.8(a)1#2",
        Topic.WAGER,
        "After shuffle and any cut, the deck goes into the manual shoe and the dealer calls "
        "'No more bets'.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-17.8(a)1#3",
        Topic.DEAL,
        "Cards leave the shoe by the dealer's left hand and are placed with the right.",
        Enforce.OUTSIDE,
    ),
    Entry(
        "19:47-17.8(a)2i",
        Topic.SHUFFLE,
        "Dealing by hand is allowed only with an automated shuffler doing the shuffle.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-17.8(a)2ii",
        Topic.DEAL,
        "After 17.4 is done the dealer takes the deck in one hand of choice and keeps to that "
        "hand all round.",
        Enforce.OUTSIDE,
    ),
    Entry(
        "19:47-17.8(a)2iii",
        Topic.DEAL,
        "Cards in the dealer's hand stay in front of the dealer and above the table inventory "
        "container.",
        Enforce.OUTSIDE,
    ),
    Entry(
        "19:47-17.8(a)2iv#1",
        Topic.WAGER,
        "In hand dealing 'No more bets' comes before the first card.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-17.8(a)2iv#2",
        Topic.DEAL,
        "Each card is taken off the top of the held deck with the free hand and laid in its place.",
        Enforce.OUTSIDE,
    ),
    Entry(
        "19:47-17.8(b)#1",
        Topic.DEAL,
        "One card face up goes to each player, beginning at the dealer's far left and running "
        "clockwise.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-17.8(b)#2",
        Topic.DEAL,
        "Next the common area before the table inventory container gets four cards: one down, "
        "followed by three up.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-17.8(b)#3",
        Topic.RANKING,
        "Each player's five-card hand is the own card plus those four common cards.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-17.8(c)",
        Topic.DECISION,
        "Between the end of the deal and the exposure of the hole card, a player may add a "
        "double-down wager in its betting area.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-17.8(d)",
        Topic.REVEAL,
        "When the doubles are down the dealer calls 'No more bets' a second time and only "
        "then turns the hole card.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-17.8(e)",
        Topic.DEAL,
        "Players may not touch cards at any time in the round.",
        Enforce.RECORD,
    ),
    Entry(
        "19:47-17.9(a)#1",
        Topic.COLLECTION,
        "With the hole card shown, losing wagers are collected at once and go to the table "
        "inventory container.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-17.9(a)#2",
        Topic.COLLECTION,
        "The losing hands are picked up next and discarded.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-17.9(a)#3",
        Topic.SETTLEMENT,
        "A hand at or below a pair of fives loses.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-17.9(b)#1",
        Topic.COLLECTION,
        "A pushed wager is neither taken nor paid; that player's cards are picked up right "
        "after all losing wagers and hands.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-17.9(b)#2",
        Topic.SETTLEMENT,
        "A pair from sixes up to but not including jacks is a push.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-17.9(c)#1",
        Topic.SETTLEMENT,
        "Winning wagers are paid only after losses and pushes are dealt with.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-17.9(c)#2",
        Topic.COLLECTION,
        "Winning hands stay face up on the layout until all winners have been paid.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-17.9(c)#3", Topic.PAYOUT, "Winners are paid by the odds of 17.10.", Enforce.MACHINE
    ),
    Entry(
        "19:47-17.9(c)#4",
        Topic.PAYOUT,
        "Payment starts at the dealer's far right and goes counterclockwise.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-17.9(c)#5",
        Topic.SETTLEMENT,
        "A pair of jacks or anything better wins.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-17.9(c)#6",
        Topic.COLLECTION,
        "After the last payment the winners' cards are picked up and discarded together with "
        "the undealt rest of that deck.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-17.10(a)",
        Topic.NOTICE,
        "Printed odds must use 'to' or 'win'; 'for' is not allowed.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-17.10(b)",
        Topic.PAYOUT,
        "Least odds (X to 1): royal flush 1,000; straight flush 100; four-of-a-kind 25; full "
        "house 10; flush 8; straight 5; three-of-a-kind 3; two pair 2; pair of J, Q, K or A "
        "1. Pairs of 6s to 10s push, 5s or less lose; the cap of (c) applies.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-17.10(c)",
        Topic.PAYOUT,
        "No hand is paid more than $100,000, whatever the odds.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-17.11(a)",
        Topic.IRREGULARITY,
        "A hole card seen before the second 'No more bets' voids all hands.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-17.11(b)#1",
        Topic.IRREGULARITY,
        "One card found face up in shoe or deck is taken out of play and put in the discard rack.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-17.11(b)#2",
        Topic.IRREGULARITY,
        "Two or more face-up cards in shoe or deck void all hands and the cards are reshuffled.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-17.11(c)",
        Topic.IRREGULARITY,
        "A card drawn by mistake and not shown is simply the next card.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-17.11(d)",
        Topic.IRREGULARITY,
        "A wrong number of cards to any player or the dealer voids all hands and the cards "
        "are reshuffled.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-17.11(e)",
        Topic.IRREGULARITY,
        "If the shuffler jams, stops in mid-shuffle or does not finish its cycle, its cards "
        "are reshuffled by Commission-approved procedures.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-17.11(f)",
        Topic.DEVICE,
        "The shuffler has to be off the table before another shuffling method is used there.",
        Enforce.MACHINE,
    ),
)
