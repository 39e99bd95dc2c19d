"""Pai gow poker, N.J.A.C. 19:47-11.

Registered are 11.1 to 11.8A(f), without 11.2(a).
"""

from __future__ import annotations

from tablectl.clauses.entries import Enforce, Entry, Topic

CLAUSES: tuple[Entry, ...] = (
    Entry(
        "19:47-11.1 Bank",
        Topic.DEFINITION,
        "A player may take the bank: the other players and the dealer then play against that "
        "player, who must pay every winning wager.",
        Enforce.RECORD,
        partial=True,
    ),
    Entry(
        "19:47-11.1 Bonus wager",
        Topic.WAGER,
        "Optional wager that the player's seven cards hold a qualifying poker hand, however "
        "the hand was set. The house banks it, even when a player is bank.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-11.1 Copy hand",
        Topic.RANKING,
        "A player's two-card or five-card hand equal in rank to the matching hand of dealer "
        "or bank is a copy.",
        Enforce.MACHINE,
        partial=True,
    ),
    Entry(
        "19:47-11.1 Envy bonus",
        Topic.PAYOUT,
        "A fixed extra sum goes to each player whose bonus wager is at least $5.00 when "
        "another player holds a premium hand, once per such other player. A player's own "
        "cards and the dealer's cards never trigger it.",
        Enforce.MACHINE,
        partial=True,
    ),
    Entry(
        "19:47-11.1 High hand",
        Topic.DECISION,
        "The five-card hand must rank at least as high as the two-card hand.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-11.1 Low hand",
        Topic.DECISION,
        "The two-card hand is to rank below the five-card hand.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-11.1 Marker",
        Topic.START_POSITION,
        "Commission-approved objects show which seat is bank and which is co-bank.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-11.1 Premium qualifying poker hand",
        Topic.RANKING,
        "Premium means four-of-a-kind or better, as a five- or seven-card hand made from the "
        "player's seven cards.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-11.1 Qualifying poker hand",
        Topic.RANKING,
        "Qualifying means a straight or better, as a five- or seven-card hand made from the "
        "player's seven cards.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-11.1 Second highest or low hand",
        Topic.DECISION,
        "The two-card hand may rank equal to or below the five-card hand.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-11.2(b)",
        Topic.CARDS,
        "A second deck may be used only if an automated shuffler is in use, and only under "
        "the five conditions that follow.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-11.2(b)1",
        Topic.CARDS,
        "Each of the two decks must by itself satisfy the single-deck specification in "
        "paragraph (a).",
        Enforce.PROMPT,
        partial=True,
    ),
    Entry(
        "19:47-11.2(b)2", Topic.CARDS, "The two decks must differ in back colour.", Enforce.PROMPT
    ),
    Entry(
        "19:47-11.2(b)3",
        Topic.SHUFFLE,
        "While one deck is being dealt or played, the other must be in the shuffler being "
        "shuffled.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-11.2(b)4",
        Topic.CARDS,
        "The two decks take turns without a break: each one is played every other round.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-11.2(b)5",
        Topic.COLLECTION,
        "At no time may the discard rack hold cards of both decks.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-11.3(a)#1",
        Topic.RANKING,
        "Cards rank ace (high), king, queen, jack, 10 down to two.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-11.3(a)#2",
        Topic.RANKING,
        "An ace may also stand below the two to complete a straight or straight flush with "
        "2-3-4-5.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-11.3(a)#3",
        Topic.RANKING,
        "Apart from the uses in (c), the joker is an ace and ranks as one.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-11.3(b)1",
        Topic.RANKING,
        "Five aces (four aces and the joker) is the top hand, above a royal flush.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-11.3(b)2",
        Topic.RANKING,
        "Royal flush (A-K-Q-J-10 suited) ranks second.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-11.3(b)3",
        Topic.RANKING,
        "Straight flush: A-2-3-4-5 suited is the best one, K-Q-J-10-9 the second best and "
        "6-5-4-3-2 the worst.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-11.3(b)4",
        Topic.RANKING,
        "Four-of-a-kind, aces best and twos worst, ranks next.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-11.3(b)5",
        Topic.RANKING,
        "Full house (three plus two of a kind), AAA-KK best and 222-33 worst, ranks next.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-11.3(b)6",
        Topic.RANKING,
        "Flush (five of one suit) ranks next; two flushes are compared by the rule of (e).",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-11.3(b)7",
        Topic.RANKING,
        "Straight: A-K-Q-J-10 is best, A-2-3-4-5 second best and 6-5-4-3-2 worst.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-11.3(b)8",
        Topic.RANKING,
        "Three-of-a-kind, aces best and twos worst, ranks next.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-11.3(b)9",
        Topic.RANKING,
        "Two pairs, aces and kings best, threes and twos worst, ranks next.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-11.3(b)10",
        Topic.RANKING,
        "A pair, aces best and twos worst, is the lowest named hand and the only one a "
        "two-card hand can hold.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-11.3(c)",
        Topic.RANKING,
        "When hands are set, the joker may be any card that completes a straight, flush, "
        "straight flush or royal flush.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-11.3(d)#1",
        Topic.RANKING,
        "The licensee may elect to make A-2-3-4-5 the lowest straight and the lowest straight "
        "flush.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-11.3(d)#2",
        Topic.NOTICE,
        "A licensee using that option has to state it in its Rules of the Games Submission.",
        Enforce.RECORD,
    ),
    Entry(
        "19:47-11.3(e)#1",
        Topic.RANKING,
        "Between two high hands or two low hands of the same rank, or with no named hand, the "
        "one holding the highest card missing from the other is better.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-11.3(e)#2",
        Topic.RANKING,
        "If nothing separates the two hands, they are copies.",
        Enforce.MACHINE,
        partial=True,
    ),
    Entry(
        "19:47-11.4(a)#1",
        Topic.START_POSITION,
        "The game uses three dice that stay inside a pai gow poker shaker at all times.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-11.4(a)#2",
        Topic.DEVICE,
        "Dice and shaker must meet the equipment rules 19:46-1.15 and 19:46-1.13B.",
        Enforce.RECORD,
    ),
    Entry(
        "19:47-11.4(a)1",
        Topic.DEVICE,
        "The dealer answers for the shaker and dice and may never leave them unattended at "
        "the table.",
        Enforce.RECORD,
    ),
    Entry(
        "19:47-11.4(a)2",
        Topic.DEVICE,
        "Dice put in a shaker for play may be on a table 24 hours at most.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-11.4(b)",
        Topic.START_POSITION,
        "Instead of dice, a computerised random number generator may pick and show a number "
        "from 1 to 7, both ends included.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-11.5(a)#1",
        Topic.OPENING,
        "When a deck arrives, the dealer sorts and inspects it, and the table's floorperson "
        "verifies that inspection.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-11.5(a)#2",
        Topic.OPENING,
        "If the deck came with two jokers, dealer and casino supervisor see to it that one "
        "stays and the other is torn in half and thrown away.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-11.5(b)#1",
        Topic.OPENING,
        "After inspection and verification the cards lie face up on the table for the first "
        "arriving player to look at.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-11.5(b)#2",
        Topic.OPENING,
        "The displayed cards are laid out by suit and in order, with the single joker shown.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-11.5(c)#1",
        Topic.OPENING,
        "Once the first player has had a chance to look, the cards are turned down, washed "
        "(chemmy shuffled) and stacked.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-11.5(c)#2",
        Topic.SHUFFLE,
        "The stacked cards are then shuffled as section 11.6 says.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-11.5(d)",
        Topic.OPENING,
        "With a shuffler and two decks, every opening step (sort, inspect, verify, spread, "
        "view, mix, stack, shuffle) is carried out for each deck on its own. This is done "
        "right before play begins.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-11.5(e)#1",
        Topic.CARD_LIFE,
        "Cards dealt from a manual or automated shoe are replaced at least every eight hours.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-11.5(e)#2",
        Topic.CARD_LIFE,
        "Cards dealt from the hand are replaced at least every four hours.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-11.5(e)#3",
        Topic.NOTICE,
        "The way the licensee meets the card-change rule needs Commission approval.",
        Enforce.RECORD,
    ),
    Entry(
        "19:47-11.6(a)#1",
        Topic.SHUFFLE,
        "The cards are shuffled, by hand or by shuffler, right before play starts and again "
        "after every completed round, so that they are randomly mixed.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-11.6(a)#2",
        Topic.SHUFFLE,
        "The shuffled deck ends up in one stack, but a shuffler may also load it straight "
        "into an automated or a manual shoe.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-11.6(b)1",
        Topic.CUT,
        "After an automated shuffle there is no cut: the dealer goes on to deal under 11.8, "
        "11.8A or 11.8B.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-11.6(b)2",
        Topic.CUT,
        "After a manual shuffle the cards must be cut as (c) to (e) describes.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-11.6(c)#1",
        Topic.CUT,
        "After a manual shuffle the stack is put on the cover card.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-11.6(c)#2",
        Topic.CUT,
        "The stack, backs up, is then offered for the cut to the person chosen under (d).",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-11.6(c)#3", Topic.CUT, "If every player declines, the dealer cuts.", Enforce.MACHINE
    ),
    Entry(
        "19:47-11.6(d)1",
        Topic.CUT,
        "In the first game after opening, the first player to arrive is offered the cut.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-11.6(d)2",
        Topic.CUT,
        "When a player is bank, the bank gets the first offer; on refusal it passes seat by "
        "seat counterclockwise from the bank until someone accepts.",
        Enforce.MACHINE,
        partial=True,
    ),
    Entry(
        "19:47-11.6(d)3",
        Topic.CUT,
        "Without a bank, the seat farthest to the dealer's right is offered the cut; in a run "
        "of no-bank rounds the offer then rotates counterclockwise.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-11.6(e)#1",
        Topic.CUT,
        "The cutting card goes in no closer than 10 cards to either end of the stack.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-11.6(e)#2",
        Topic.CUT,
        "The dealer moves the cutting card and everything above it to the bottom of the stack.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-11.6(e)#3",
        Topic.CUT,
        "The cover card is then moved to the bottom of the stack.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-11.6(e)#4",
        Topic.CUT,
        "The cutting card is taken out and, as the licensee prefers, put in the discard rack "
        "or re-inserted four cards from the bottom.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-11.6(e)#5",
        Topic.DEAL,
        "Dealing then follows 11.8, 11.8A or 11.8B, by dealing method.",
        Enforce.MACHINE,
        partial=True,
    ),
    Entry(
        "19:47-11.6(f)#1",
        Topic.CUT,
        "Between the cut and the first dealt card a casino supervisor may order a new cut "
        "when the cut was improper or could harm the integrity or fairness of the game.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-11.6(f)#2",
        Topic.CUT,
        "The new cut is made, as the licensee has chosen, by whoever cut last or by the next "
        "person in the cutting order of (c) and (d).",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-11.6(g)#1",
        Topic.OPENING,
        "An open table without play keeps its cards spread on the layout, face up or face down.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-11.6(g)#2",
        Topic.OPENING,
        "Cards spread face down are turned up as soon as a player arrives.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-11.6(g)#3",
        Topic.OPENING,
        "After the first player has viewed the cards, the steps of 11.5(c) are repeated "
        "before play.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-11.7(a)#1",
        Topic.WAGER,
        "Wagers are made only with chips, plaques and, where offered, a match play coupon put "
        "on the proper betting area.",
        Enforce.RECORD,
    ),
    Entry(
        "19:47-11.7(a)#2", Topic.WAGER, "A spoken bet backed by cash is refused.", Enforce.RECORD
    ),
    Entry(
        "19:47-11.7(b)#1", Topic.WAGER, "Only someone seated at the table may bet.", Enforce.PROMPT
    ),
    Entry(
        "19:47-11.7(b)#2",
        Topic.WAGER,
        "A player who has bet and been given cards stays seated until the round is over.",
        Enforce.RECORD,
    ),
    Entry(
        "19:47-11.7(c)#1",
        Topic.WAGER,
        "All wagers have to be down before the dealer's 'No more bets'.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-11.7(c)#2",
        Topic.WAGER,
        "After that call no wager may be placed, raised or taken back.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-11.8(a)#1",
        Topic.DEVICE,
        "A manual shoe has to meet 19:46-1.19 and stand on the table to the dealer's left.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-11.8(a)#2",
        Topic.WAGER,
        "After shuffle and cut, the cards go into the manual shoe and the dealer calls 'No "
        "more bets'.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-11.8(b)#1",
        Topic.START_POSITION,
        "With bets closed, and before dealing, the starting position is fixed by one of the "
        "methods of 11.8C.",
        Enforce.MACHINE,
        partial=True,
    ),
    Entry(
        "19:47-11.8(b)#2",
        Topic.SETTLEMENT,
        "If the additional wager of 11.13 is offered, it is decided, paid and finished before "
        "any player gets a card.",
        Enforce.MACHINE,
        partial=True,
    ),
    Entry(
        "19:47-11.8(c)#1",
        Topic.DEAL,
        "Cards leave the manual shoe by the dealer's left hand and are set face down with the "
        "right.",
        Enforce.OUTSIDE,
    ),
    Entry(
        "19:47-11.8(c)#2",
        Topic.DEAL,
        "The first card goes to the starting position, then one to each position clockwise, "
        "dealer included, whether or not a wager stands there.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-11.8(c)#3",
        Topic.DEAL,
        "The rotation repeats until every position and the dealer have seven cards.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-11.8(d)",
        Topic.STUB,
        "After the deal the dealer takes out what is left and checks that it is exactly four "
        "cards.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-11.8(d)1#1",
        Topic.STUB,
        "Four left over: they go to the discard rack unseen.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-11.8(d)1#2",
        Topic.COLLECTION,
        "Next, cards at positions with no wager are gathered and discarded, also unseen.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-11.8(d)2#1",
        Topic.IRREGULARITY,
        "Any other number than four: the dealer finds out whether the cards were misdealt.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-11.8(d)2#2",
        Topic.IRREGULARITY,
        "Stub wrong and some player or the dealer does not hold seven cards: all hands are "
        "void under 11.11.",
        Enforce.MACHINE,
        partial=True,
    ),
    Entry(
        "19:47-11.8(d)2#3",
        Topic.IRREGULARITY,
        "Stub wrong though nobody was misdealt: all hands are void and the whole deck leaves "
        "the table under 19:46-1.18.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-11.8A(a)",
        Topic.DEAL,
        "The licensee may let dealers deal this game from the hand.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-11.8A(b)1",
        Topic.DEAL,
        "After shuffle and cut, the dealer takes the deck in either hand.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-11.8A(b)1i",
        Topic.DEAL,
        "The dealer may hold the deck in either hand but must keep to that hand for the whole "
        "round.",
        Enforce.OUTSIDE,
    ),
    Entry(
        "19:47-11.8A(b)1ii",
        Topic.DEAL,
        "Cards in the dealer's hand stay in front of the dealer and above the table inventory "
        "container.",
        Enforce.OUTSIDE,
    ),
    Entry(
        "19:47-11.8A(b)2#1",
        Topic.WAGER,
        "'No more bets' is called first, and then seven stacks of seven cards are dealt in "
        "front of the table inventory container.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-11.8A(b)2#2",
        Topic.DEAL,
        "Each card is taken off the top of the held deck with the free hand and laid face down.",
        Enforce.OUTSIDE,
    ),
    Entry(
        "19:47-11.8A(c)",
        Topic.DEAL,
        "The stacks are dealt back and forth: cards 1-7 left to right, 8-14 right to left, "
        "and so on until seven stacks hold seven.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-11.8A(d)",
        Topic.STUB,
        "With the stacks done, the rest is spread face down to see whether exactly four cards "
        "are left.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-11.8A(d)1",
        Topic.STUB,
        "Four left over: they go to the discard rack without anyone seeing them.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-11.8A(d)2#1",
        Topic.IRREGULARITY,
        "Any other number than four: the dealer finds out whether the stacks were misdealt.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-11.8A(d)2#2",
        Topic.IRREGULARITY,
        "Stub wrong and some stack is not seven cards: the round is void and the cards are "
        "reshuffled.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-11.8A(d)2#3",
        Topic.IRREGULARITY,
        "Stub wrong though all stacks are right: the round is void and the whole deck leaves "
        "the table under 19:46-1.18.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-11.8A(e)#1",
        Topic.START_POSITION,
        "Only after the stacks are dealt and the four spare cards discarded is the starting "
        "position for delivery determined, by a method of 11.8C.",
        Enforce.MACHINE,
        partial=True,
    ),
    Entry(
        "19:47-11.8A(e)#2",
        Topic.SETTLEMENT,
        "If the additional wager of 11.13 is offered, it is decided, paid and finished before "
        "any stack goes to a player.",
        Enforce.MACHINE,
        partial=True,
    ),
    Entry(
        "19:47-11.8A(f)#1",
        Topic.DEAL,
        "Stacks go out in order from the starting position clockwise to every position, "
        "dealer included, with or without a wager.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-11.8A(f)#2",
        Topic.DEAL,
        "The stack at the dealer's far left is number one and the one at the far right number "
        "seven.",
        Enforce.MACHINE,
    ),
    Entry("19:47-11.8A(f)#3", Topic.DEAL, "Every stack is handed over face down.", Enforce.PROMPT),
)
