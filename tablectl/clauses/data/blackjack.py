"""Blackjack, N.J.A.C. 19:47-2.

Registered are 2.6 to 2.15.
"""

from __future__ import annotations

from tablectl.clauses.entries import Enforce, Entry, Topic

CLAUSES: tuple[Entry, ...] = (
    Entry(
        "19:47-2.6(a)",
        Topic.DEVICE,
        "Every blackjack card must come out of a purpose-built shoe standing to the dealer's left.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.6(b)",
        Topic.DEAL,
        "Left hand draws, card is turned up, right hand places it; hits for the first two "
        "positions may be placed left-handed.",
        Enforce.OUTSIDE,
    ),
    Entry(
        "19:47-2.6(c)#1",
        Topic.BURN,
        "Once a full set has been loaded in the shoe, its first card is burned face down into "
        "the discard rack, which stands right in front of the dealer or to the right.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.6(c)#2",
        Topic.BURN,
        "A dealer who takes over the table burns one card before dealing anything to players.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.6(c)#3",
        Topic.BURN,
        "A player may ask to see the burn card and it must then be shown.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-2.6(c)#4",
        Topic.BURN,
        "The load burn and new-dealer burn do not apply when the Bart Carter shuffle is in use.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.6(d)",
        Topic.DEVICE,
        "With a double shoe the determinant-card procedure replaces the burn procedure of (c).",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.6(d)1#1",
        Topic.START_POSITION,
        "Before each double-shoe round the dealer draws one card from either side; its suit "
        "selects the side for the round.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.6(d)1#2",
        Topic.DEVICE,
        "House setting: hearts/diamonds belong to the back colour on one side, spades/clubs "
        "to the back colour on the other.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.6(d)2#1",
        Topic.DEAL,
        "If the determinant's suit points to the side it was drawn from, that card is used as "
        "the first player card.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.6(d)2#2",
        Topic.BURN,
        "If the determinant's suit points to the other side, it is burned in the shoe's "
        "segregated area.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.6(e)",
        Topic.DEAL,
        "Dealing begins on the dealer's left and goes round the table, right after the "
        "determinant card is dealt with when there is one.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.6(e)1",
        Topic.DEAL,
        "First pass: one face-up card to every box holding a wager.",
        Enforce.MACHINE,
    ),
    Entry("19:47-2.6(e)2", Topic.DEAL, "Then one face-up card for the dealer.", Enforce.MACHINE),
    Entry(
        "19:47-2.6(e)3",
        Topic.DEAL,
        "Second pass: another face-up card to every box holding a wager.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.6(f)#1",
        Topic.DECISION,
        "After the two-card deal the dealer calls each player's total, beginning on the left.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.6(f)#2",
        Topic.DECISION,
        "As a total is called, that player chooses surrender, double, split, stand or draw.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.6(g)#1",
        Topic.DEAL,
        "Cards needed for a decision are dealt face up.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.6(g)#2",
        Topic.DECISION,
        "The new total is called after each extra card.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.6(h)#1",
        Topic.DEAL,
        "Standard (no hole card) game: dealer's second card is dealt face up after all player "
        "decisions are carried out.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.6(h)#2",
        Topic.DEAL,
        'The dealer must call "Dealer\'s Card" before taking that second card from the shoe.',
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-2.6(h)#3",
        Topic.DEAL,
        "Further dealer cards allowed by 2.12(b) are dealt face up then, and the dealer's "
        "total is called.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.6(h)#4",
        Topic.DEAL,
        "The house may use hole-card procedure (j) or (k) in place of (h).",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.6(i)#1",
        Topic.COLLECTION,
        "At the end of a round cards are picked up in an order that lets each hand be rebuilt "
        "in a dispute.",
        Enforce.RECORD,
    ),
    Entry(
        "19:47-2.6(i)#2",
        Topic.COLLECTION,
        "Pick-up runs from the player at the far right, counter-clockwise; dealer's cards go "
        "last, under the players' cards, into the rack or segregated area.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-2.6(j)#1",
        Topic.DEAL,
        "Option: dealer's hole card is dealt face down after the second player pass and "
        "before any extra card.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.6(j)#2",
        Topic.REVEAL,
        "In face-down dealing, reader or not, the dealer may not look at the hole card until "
        "every player has received all requested cards; the reader check shows it to nobody.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.6(j)#3",
        Topic.DEVICE,
        "With a card reader and an ace or ten-value upcard, the blackjack check is made "
        "before any extra card is dealt, in the way the Commission approved.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.6(j)#4",
        Topic.DEVICE,
        "The hole card is slid face down into the reader so that nobody, dealer included, sees it.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-2.6(j)1",
        Topic.SETTLEMENT,
        "Reader shows dealer blackjack: deal no more cards and settle at once under 2.3, 2.7 "
        "and 2.20.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.6(j)2",
        Topic.DEVICE,
        "The face-down hole-card option may not be used where the progressive blackjack wager "
        "is offered.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.6(j)3",
        Topic.DEAL,
        "Reader table with the 2.17(a)3 wager: on dealer blackjack, from the left, each "
        "player holding two sevens and that wager is offered one extra card.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.6(k)#1",
        Topic.NOTICE,
        "Option: dealer's hole card face up before extra cards, only with notice under 8.3.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.6(k)#2",
        Topic.DEVICE,
        "The face-up hole-card option may not be used where the progressive blackjack wager "
        "is offered.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.6(k)#3",
        Topic.DEAL,
        "In the face-up option the hole card is dealt after the second player pass, before "
        "any extra card.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.6(k)1",
        Topic.SETTLEMENT,
        "Face-up option: equal scores lose for the player, except that player blackjack "
        "against dealer blackjack wins.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.6(k)2",
        Topic.PAYOUT,
        "Face-up option: an ordinary blackjack pays 1 to 1; other wins per 2.3(e).",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.6(k)3",
        Topic.DECISION,
        "Face-up option: no surrender and no insurance.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.6(k)4",
        Topic.DECISION,
        "Face-up option: doubling only on 9, 10 or 11.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.6(k)5",
        Topic.DECISION,
        "Face-up option: a split hand that pairs again may not be split again.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.6(k)6#1",
        Topic.SETTLEMENT,
        "Face-up option: on dealer blackjack nothing more is dealt, the sevens offer of #2 "
        "excepted, and wagers settle under 2.3 and 2.7.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.6(k)6#2",
        Topic.DEAL,
        "Face-up option with the 2.17(a)3 wager: on dealer blackjack, from the left, players "
        "with two sevens and that wager are offered one more card.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.6(l)",
        Topic.CARD_LIFE,
        "When the cutting card comes out, the current round is still dealt to its end.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.6(l)1",
        Topic.CARD_LIFE,
        "After that round the cards are gathered per (i).",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-2.6(l)2i",
        Topic.CARD_LIFE,
        "Single shoe: undealt cards are moved from the shoe to the rack so that a missing "
        "card shows up.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.6(l)2ii",
        Topic.CARD_LIFE,
        "Double shoe: only the side that gave the cutting card, with its segregated discards, "
        "is emptied face down into the rack and checked.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.6(l)3",
        Topic.SHUFFLE,
        "Then the cards are shuffled; with a double shoe the shuffle covers only the side "
        "whose cutting card came out.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.6(m)#1",
        Topic.SHUFFLE,
        "Bart Carter shuffle: once the rack holds more than about one deck, the round is "
        "finished and only the rack cards are shuffled.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.6(m)#2",
        Topic.SHUFFLE,
        "The shuffled discards are split in three stacks, each inserted at a pre-marked place "
        "among the cards left in the shoe.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-2.6(n)",
        Topic.IRREGULARITY,
        "Players and onlookers may not touch, remove or change cards unless the rules "
        "expressly let them, and staff may not allow it.",
        Enforce.RECORD,
    ),
    Entry(
        "19:47-2.6(o)",
        Topic.DECISION,
        "A player remains responsible for the count of his own hand and may not rely on the "
        "announced total.",
        Enforce.RECORD,
    ),
    Entry(
        "19:47-2.7(a)#1",
        Topic.PAYOUT,
        "Upcard 2 to 9: a player blackjack is announced and paid 3 to 2 straight away.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.7(a)#2",
        Topic.COLLECTION,
        "That player's cards are removed before anyone gets a third card, unless a 2.20 bonus "
        "wager rides on the hand.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-2.7(b)#1",
        Topic.SETTLEMENT,
        "Upcard ace or ten-value: announce a player blackjack, but pay nothing and remove "
        "nothing until all players are dealt and the dealer has a second card.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.7(b)#2",
        Topic.PAYOUT,
        "If the dealer's second card makes no blackjack, the pending blackjack is paid 3 to 2.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.7(b)#3",
        Topic.SETTLEMENT,
        "If the dealer also has blackjack, the wager is a standoff.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.7(c)#1",
        Topic.PAYOUT,
        "House option: a player with blackjack who insures for exactly half the initial wager "
        "gets even money on that wager as one combined payout, before further cards.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.7(c)#2",
        Topic.NOTICE,
        "The combined-payout option needs notice under 8.3.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.8(a)#1",
        Topic.DECISION,
        "After two cards and the announced total, a player may give up half the wager and "
        "leave the round.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.8(a)#2",
        Topic.DECISION,
        "Surrender must be chosen before that player signals double, split, stand or draw.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.8(a)1",
        Topic.SETTLEMENT,
        "Upcard not ace or ten-value: half is collected and half returned immediately.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.8(a)2#1",
        Topic.SETTLEMENT,
        "Upcard ace or ten-value: the wager is laid on top of the player's cards and waits.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.8(a)2#2",
        Topic.SETTLEMENT,
        "When the dealer's second card shows, a dealer blackjack takes the whole surrendered "
        "wager; otherwise half is taken and half returned.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.8(b)",
        Topic.SETTLEMENT,
        "Insurance and surrender on one hand are settled independently of each other.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.8(c)#1",
        Topic.DEVICE,
        "Surrender is a house option; never with multiple action blackjack or at a "
        "progressive blackjack table.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.8(c)#2",
        Topic.NOTICE,
        "Surrender may be started or ended only with notice under 8.3.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.9(a)#1",
        Topic.WAGER,
        "Every player may insure when the dealer's first card is an ace, and only then.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.9(a)#2",
        Topic.SETTLEMENT,
        "Insurance wins on a ten-value second card and loses on ace to 9, subject to the "
        "2.7(c) combined payout.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.9(b)#1",
        Topic.WAGER,
        "Insurance may be at most half the initial wager.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.9(b)#2",
        Topic.WAGER,
        "If chips cannot make exact half, insurance may go up to the next wagerable chip unit.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.9(b)#3",
        Topic.WAGER,
        "No reader: insurance closes when the first extra card goes to any player; it opens "
        "once every player has two cards.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.9(b)#4",
        Topic.WAGER,
        "No reader, house option with 8.3 notice: a player may insure at his own turn, just "
        "before his first decision and ahead of any extra card (read here as extra card to "
        "that hand).",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.9(b)#5",
        Topic.WAGER,
        "With a reader, insurance closes when the hole card goes in.",
        Enforce.MACHINE,
    ),
    Entry("19:47-2.9(c)", Topic.PAYOUT, "Winning insurance pays 2 to 1.", Enforce.MACHINE),
    Entry(
        "19:47-2.9(d)",
        Topic.COLLECTION,
        "Losing insurance is taken right after the second card is drawn or the hole card "
        "shown, and before the dealer draws again.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.9(e)",
        Topic.WAGER,
        "Insurance does not cover the progressive blackjack wager.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.9(f)",
        Topic.WAGER,
        "Insurance does not cover any 2.17(a) additional wager.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.10(a)#1",
        Topic.DECISION,
        "Doubling is allowed on the first two cards of a hand or of a split hand, but not on "
        "blackjack or any two-card 21.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.10(a)#2",
        Topic.WAGER,
        "The double wager may not exceed the original wager (less is allowed).",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.10(a)#3",
        Topic.DEAL,
        "A doubled hand gets exactly one more card, face up, laid sideways.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.10(b)",
        Topic.SETTLEMENT,
        "Dealer blackjack after a double takes only the original wager; the doubled part goes "
        "back.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.11(a)",
        Topic.DECISION,
        "Two first cards of equal value may be split into two hands if a second wager equal "
        "to the first is made (value, so any two ten-value cards).",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.11(b)",
        Topic.DEAL,
        "After a split, the first unfinished hand on the dealer's left gets its card and is "
        "played out before any other hand is dealt to.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.11(c)",
        Topic.DECISION,
        "When a split hand has its second card, the total is called and the player stands, "
        "draws or doubles.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.11(c)1",
        Topic.DECISION,
        "Base rule: a split hand that pairs again may not be split again.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.11(c)2",
        Topic.DECISION,
        "Split aces get one card each and no more.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.11(d)",
        Topic.SETTLEMENT,
        "Dealer blackjack after a split takes only the original wager; added split wagers go back.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.11(e)#1",
        Topic.DECISION,
        "House option with 8.3 notice: up to three splits (four hands) on tables with up to "
        "six boxes; up to two splits (three hands) on seven-box tables.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.11(e)#2",
        Topic.DEVICE,
        "The resplit option is not available where multiple action blackjack is available.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.11(e)#3",
        Topic.DECISION,
        "With resplits on, the house may limit aces to one split (two hands), with 8.3 notice.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.11(e)#4",
        Topic.DECISION,
        "All other split rules hold for every hand made by resplitting.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.11(f)#1",
        Topic.DECISION,
        "A player with the 2.17(a)3 wager who splits two sevens is told that any three-sevens "
        "payout is given up.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-2.11(f)#2",
        Topic.PAYOUT,
        "That player's winning additional wager is paid before either split hand gets a card.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.12(a)",
        Topic.DECISION,
        "A player may draw while the count is below 21.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.12(a)1",
        Topic.DECISION,
        "No draw on blackjack or on hard or soft 21.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.12(a)2", Topic.DECISION, "A double gets one card and only one.", Enforce.MACHINE
    ),
    Entry(
        "19:47-2.12(a)3",
        Topic.DECISION,
        "Split aces get one card each, no election of more.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.12(b)",
        Topic.DEAL,
        "Dealer draws until holding hard or soft 17 to 21, then stops; soft 17 stands.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.12(c)",
        Topic.DEAL,
        "Dealer draws nothing more, whatever the count, once all player hands are decided and "
        "dealer's count cannot change any result.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.13(a)#1",
        Topic.WAGER,
        "One to three people may bet on a box if the house permits and the first bettor agrees.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-2.13(a)#2",
        Topic.DEVICE,
        "Shared boxes are not allowed at progressive blackjack tables.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.13(b)#1",
        Topic.DECISION,
        "On a shared box the seated player alone makes the decisions.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-2.13(b)#2",
        Topic.DECISION,
        "With nobody seated at the box, the highest bettor decides.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.13(c)",
        Topic.WAGER,
        "The deciding player's wager sits nearest the dealer, other wagers in line behind it.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-2.13(d)#1",
        Topic.WAGER,
        "If the decider doubles, the others may double too but need not.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-2.13(d)#2",
        Topic.DEAL,
        "A shared doubled hand still gets one card only.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.13(e)",
        Topic.WAGER,
        "If the decider splits, each other bettor covers every split hand or says which hand "
        "the initial wager follows.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-2.13(f)",
        Topic.WAGER,
        "Each bettor on a shared box may insure independently.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-2.13(g)",
        Topic.DEVICE,
        "The Commission may limit the tables and boxes open to shared play and ask the house "
        "to prove that its dealers can handle it.",
        Enforce.RECORD,
    ),
    Entry(
        "19:47-2.14",
        Topic.WAGER,
        "The house may let one player bet on several boxes.",
        Enforce.RECORD,
    ),
    Entry(
        "19:47-2.15(a)",
        Topic.IRREGULARITY,
        "A card lying face up in the shoe is out of play and goes to the rack or segregated area.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.15(b)",
        Topic.IRREGULARITY,
        "A card drawn by mistake but not exposed is the next card.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.15(c)#1",
        Topic.IRREGULARITY,
        "After the two-card deal, a card drawn by mistake and exposed is dealt to player or "
        "dealer as the next card.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-2.15(c)#2",
        Topic.IRREGULARITY,
        "A player who refuses that card gets no more cards in the round.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.15(c)#3",
        Topic.IRREGULARITY,
        "If refused and of no use to the dealer, the card is burned.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.15(d)",
        Topic.IRREGULARITY,
        "Dealer standing on 17 who draws by accident burns that card.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.15(e)",
        Topic.IRREGULARITY,
        "Dealer who skipped own first or second card finishes the players' two cards, then "
        "takes the cards due.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.15(f)#1",
        Topic.IRREGULARITY,
        "Too few cards to finish the round: everything in the rack or segregated area is "
        "shuffled and cut as in 2.5.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.15(f)#2",
        Topic.IRREGULARITY,
        "Then the first card is burned face down and the round goes on.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.15(g)#1",
        Topic.IRREGULARITY,
        "A box that got no card is dead for this round and joins the next.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.15(g)#2",
        Topic.IRREGULARITY,
        "A box that got only one card may, if the player wants, take the second after all "
        "others have theirs.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-2.15(h)",
        Topic.IRREGULARITY,
        "A round dealt from the wrong side of a double shoe stands and is finished as if right.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.15(i)",
        Topic.IRREGULARITY,
        "A missed requested card: player chooses to receive it after the others but before "
        "the hole card is shown, or to have the hand dead with the original wager back.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-2.15(j)",
        Topic.IRREGULARITY,
        "Hole card put in the reader although the upcard is not ace or ten-value: a "
        "supervisor is told, then 1 or 2 applies.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.15(j)1",
        Topic.IRREGULARITY,
        "If that reader model lets any player learn the hole card's value: all hands dead, "
        "cards collected, wagers returned.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.15(j)2",
        Topic.IRREGULARITY,
        "If that reader model gives no player such a chance: play goes on.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.15(k)",
        Topic.IRREGULARITY,
        "If the reader fails, the table may go on only with the no-reader dealing procedure.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.15(l)",
        Topic.IRREGULARITY,
        "Multiple action: upcard not moved to the second or third area: round goes on as "
        "though it had been.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-2.15(m)#1",
        Topic.IRREGULARITY,
        "Multiple action: upcard racked too early: the table's supervisor is told at once.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-2.15(m)#2",
        Topic.IRREGULARITY,
        "The supervisor takes the needed cards from the rack and rebuilds the last hand to "
        "identify the upcard.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-2.15(m)#3",
        Topic.IRREGULARITY,
        "The upcard goes back to its area, the rest to the rack, and play resumes.",
        Enforce.MACHINE,
    ),
)
