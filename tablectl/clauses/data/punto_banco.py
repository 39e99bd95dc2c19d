"""Baccarat punto banco, N.J.A.C. 19:47-3.

Registered are 3.5(f) to 3.11(a)1; the irregularities of 3.12 are not.
"""

from __future__ import annotations

from tablectl.clauses.entries import Enforce, Entry, Topic

CLAUSES: tuple[Entry, ...] = (
    Entry(
        "19:47-3.5(f)#1",
        Topic.CUT,
        "Between the cut and the first dealt card a supervisor may order a recut, if the cut "
        "looked improper or could hurt fairness.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-3.5(f)#2",
        Topic.CUT,
        "The recut is made, as the house prefers, by the same player or by the next one "
        "entitled under (c).",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-3.6(a)",
        Topic.CARDS,
        "All cards carry one back colour and design and are dealt from a purpose-built shoe.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-3.6(b)#1",
        Topic.START_POSITION,
        "At the start of play the shoe is offered to seat 1 first.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-3.6(b)#2",
        Topic.START_POSITION,
        "If seat 1 is empty or declines, the shoe is offered counter-clockwise until someone "
        "takes it.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-3.6(c)",
        Topic.DEAL,
        "Whoever accepts is the curator and deals as the calling dealer instructs.",
        Enforce.RECORD,
    ),
    Entry(
        "19:47-3.6(d)",
        Topic.DEAL,
        "The dealer may act as curator in either of two cases.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-3.6(d)1",
        Topic.DEAL,
        "Case 1: the participant who accepted, or one to whom the shoe passes under 3.11, "
        "names the dealer as curator.",
        Enforce.RECORD,
    ),
    Entry(
        "19:47-3.6(d)2", Topic.DEAL, "Case 2: nobody offered the shoe takes it.", Enforce.MACHINE
    ),
    Entry(
        "19:47-3.7(a)",
        Topic.DEAL,
        "Exactly two hands are dealt, Player and Banker.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-3.7(b)",
        Topic.WAGER,
        '"No More Bets" is called, then "Cards" tells the curator to start.',
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-3.7(c)#1",
        Topic.DEAL,
        "Four cards are drawn: 1st and 3rd to Player, 2nd and 4th to Banker.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-3.7(c)#2",
        Topic.REVEAL,
        "The calling dealer lays the dealt cards face up in front of himself.",
        Enforce.RECORD,
    ),
    Entry(
        "19:47-3.8(a)",
        Topic.REVEAL,
        "Player's count is announced first, then Banker's once its cards are positioned.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-3.8(b)",
        Topic.DEAL,
        "After both counts the calling dealer instructs on third cards, strictly by 3.9.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-3.8(c)",
        Topic.DEAL,
        "A third card goes face up to Player first and then to Banker.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-3.8(d)", Topic.DEAL, "No hand ever gets more than one extra card.", Enforce.MACHINE
    ),
    Entry(
        "19:47-3.8(e)#1",
        Topic.CARD_LIFE,
        "If the cutting card shows during play it is set aside and the hand is finished.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-3.8(e)#2",
        Topic.CARD_LIFE,
        'When that hand ends the dealer calls "last hand".',
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-3.8(e)#3",
        Topic.CARD_LIFE,
        "Exactly one more hand is dealt, then nothing until the reshuffle.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-3.9(a)",
        Topic.DEAL,
        "An 8 or 9 in two cards in either hand (natural) ends dealing for both.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-3.9(b)",
        Topic.DEAL,
        "With Banker at 0-7 on two cards: Player draws on 0-5 and stays on 6-9 (Table 1).",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-3.9(c)#1",
        Topic.DEAL,
        "Banker 0, 1 or 2: draws (after naturals are excluded).",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-3.9(c)#2",
        Topic.DEAL,
        "Banker 3: draws against every Player third card except 8.",
        Enforce.MACHINE,
        partial=True,
    ),
    Entry(
        "19:47-3.9(c)#3",
        Topic.DEAL,
        "Banker 4: the printed row is one letter short; correct reading is draw against 2-7, "
        "stay against 0, 1, 8, 9.",
        Enforce.MACHINE,
        partial=True,
    ),
    Entry(
        "19:47-3.9(c)#4",
        Topic.DEAL,
        "Banker 5: the printed row is one letter short; correct reading (proved by the (g) "
        "example) is draw against 4-7, stay against 0-3, 8, 9.",
        Enforce.MACHINE,
        partial=True,
    ),
    Entry(
        "19:47-3.9(c)#5",
        Topic.DEAL,
        "Banker 6: draws only against 6 or 7.",
        Enforce.MACHINE,
        partial=True,
    ),
    Entry(
        "19:47-3.9(c)#6",
        Topic.DEAL,
        "Banker 7, 8 or 9: stays (8 and 9 are naturals that already ended the deal).",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-3.9(c)#7",
        Topic.DEAL,
        "Column for no Player third card survives only as a header; the standard rule is "
        "Banker draws on 0-5, stays on 6-7.",
        Enforce.MACHINE,
        partial=True,
    ),
    Entry(
        "19:47-3.9(d)",
        Topic.DEFINITION,
        "The row key of Table 2 is Banker's two-card count.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-3.9(e)",
        Topic.DEFINITION,
        "The column key of Table 2 is the value of Player's third card itself, not Player's count.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-3.9(f)",
        Topic.DEFINITION,
        "D obliges Banker to draw, S obliges Banker to stay; there is no choice.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-3.9(g)",
        Topic.DEAL,
        "Read row and column to their crossing; worked example: Banker 5 and Player third "
        "card 4 gives a draw.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-3.10(a)#1",
        Topic.SETTLEMENT,
        "Final counts of both hands and the winner are announced once all due cards are out.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-3.10(a)#2",
        Topic.SETTLEMENT,
        "Equal counts are announced as a tie hand.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-3.10(b)",
        Topic.COLLECTION,
        "Losing wagers are collected first; winners and vigorish follow by one of four routines.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-3.10(b)1",
        Topic.PAYOUT,
        "Routine 1: pay all winners from the highest position number downward, then go back "
        "and mark or take vigorish in the same order.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-3.10(b)2",
        Topic.PAYOUT,
        "Routine 2: mark or take all vigorish from the highest position downward, then pay "
        "all winners in the same order.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-3.10(b)3",
        Topic.PAYOUT,
        "Routine 3: position by position downward, pay then vigorish.",
        Enforce.PROMPT,
    ),
    Entry(
        "19:47-3.10(b)4",
        Topic.PAYOUT,
        "Routine 4: position by position downward, vigorish then pay.",
        Enforce.PROMPT,
    ),
    Entry("19:47-3.10(c)", Topic.DEVICE, "The house picks the routine.", Enforce.MACHINE),
    Entry(
        "19:47-3.10(c)1",
        Topic.DEVICE,
        "All punto banco tables of one pit use the same routine.",
        Enforce.RECORD,
    ),
    Entry(
        "19:47-3.10(c)2",
        Topic.NOTICE,
        "Commission and surveillance get written notice 30 minutes or more before a routine "
        "is introduced or changed.",
        Enforce.MACHINE,
    ),
    Entry(
        "19:47-3.11(a)",
        Topic.START_POSITION,
        "After each round the curator may pass the shoe or keep it, with exceptions (only the "
        "first survives).",
        Enforce.PROMPT,
        partial=True,
    ),
    Entry(
        "19:47-3.11(a)1",
        Topic.START_POSITION,
        "The shoe must pass when Banker's hand loses.",
        Enforce.MACHINE,
        partial=True,
    ),
)
