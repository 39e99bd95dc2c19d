"""What must follow in blackjack: 2.15, and the house's word where it is silent.

A jam of shoe or shuffler has no clause in this subchapter; only a reader that fails has, 2.15(k).
What hangs on how far the cards have come is told by the stage: the first two cards are dealt, hands
draw, the dealer's hand is shown and draws, it stands, or nobody gets another card.
"""

from __future__ import annotations

from collections.abc import Mapping

from simulators.referee.tables.game import Matter
from simulators.referee.tables.house import GOES_ON, HELD, HOUSE_ROWS, LATCHED, by_cards
from simulators.referee.tables.one_deck import section
from simulators.referee.tables.rulings import HOUSE, Follows, Row, Rows, Rulings, ends, floor

c = section(2)

CLAUSES: Mapping[Matter, str] = {
    Matter.ADJACENT: c("14"),
    Matter.ANSWERS: c("6(f)#2"),
    Matter.BURN: c("6(c)#1"),
    Matter.BY_HAND: c("6(a)"),
    Matter.CALL: c("6(h)#2"),
    Matter.CHECK: c("6(j)#3"),
    Matter.CHIPS: "",
    Matter.CLOSED: "",
    Matter.COUNT: c("6(l)2i"),
    Matter.CUT: "",
    Matter.DEAL: c("6(e)"),
    Matter.DECIDER: c("13(b)#2"),
    Matter.IDLE: "",
    Matter.IDLE_DECK: "",
    Matter.LIFE: "",
    Matter.LIMITS: c("10(a)#2"),
    Matter.LOADED: c("6(c)#1"),
    Matter.NUMBER: "",
    Matter.ODDS: c("7(b)#2"),
    Matter.OFFERED: "",
    Matter.PAYING: c("9(d)"),
    Matter.PICK_UP: c("6(i)#2"),
    Matter.RECUT: "",
    Matter.REMOVAL: "",
    Matter.REMOVED_DECK: "",
    Matter.REVEAL: c("6(j)#2"),
    Matter.ROUND: c("6(i)#1"),
    Matter.SEATED: "",
    Matter.SHARED: c("13(a)#1"),
    Matter.SHOE_FAILS: "",
    Matter.SHUFFLE: c("6(l)3"),
    Matter.SIDE: c("6(d)1#1"),
    Matter.STACKS: c("6(a)"),
    Matter.TURNS: "",
    Matter.VERIFY: "",
}
"""What an objection is about; nothing where the text is silent or missing."""

_KEPT = Follows(c("15(b)"), ("keep_card",))
"""It is the next card, given as soon as one is due."""
_BURNT_ON_17 = Follows(c("15(d)"), ("rack_card",))

_UNUSED = Follows(c("15(c)#3"), ("rack_card",))

_DRAWN: tuple[Row, ...] = (
    ({"stage": "stands"}, _BURNT_ON_17),
    ({"face": "unseen"}, _KEPT),
    ({"stage": "dealing"}, ends(HOUSE, "keep_card")),  # (c) begins after the deal
    ({"stage": "all_out"}, _UNUSED),
    ({}, Follows(c("15(c)#1"), ("offer_card",))),
)

_INTO_THE_READER: tuple[Row, ...] = (
    ({"cards": "in"}, GOES_ON),
    ({"wanted": "never", "conceals": "no"}, ends(c("15(j)1"), "void_round")),
    ({"wanted": "never"}, ends(c("15(j)2"), "go_on")),
    ({"conceals": "yes"}, GOES_ON),
    ({}, floor("go_on", "void_round")),
)


def _told(*choices: str) -> Follows:
    """A machine gave a card, and only people know whether anybody saw it: the floor says so."""
    return Follows(c("15(b)"), (), choices)


def _fails(shoe: Follows) -> tuple[Row, ...]:
    reader = Follows(c("15(k)"), ("latch_device", "do_without"))
    return (
        ({"device": "shuffler"}, LATCHED),
        ({"device": "shoe", "deal": "running"}, shoe),
        ({"device": "shoe"}, LATCHED),
        ({"checks": "yes"}, reader),
        ({}, LATCHED),
    )


_COMMON: Rows = {
    **HOUSE_ROWS,
    "face_up_card": (({}, Follows(c("15(a)"), ("rack_card",))),),
    "card_drawn_in_error": _DRAWN,
    "unsolicited_card": (
        ({"cards": "in"}, _told("keep_card", "rack_card")),
        ({"stage": "stands"}, _BURNT_ON_17),
        ({"stage": "dealing"}, _told("keep_card", "next_card")),
        ({"stage": "all_out"}, _told("keep_card", "rack_card")),
        ({}, _told("keep_card", "offer_card")),
    ),
    "card_before_call": (({}, _told("keep_card", "rack_card")),),
    "card_exposed": (({"moment": "after_reveal"}, GOES_ON), ({}, floor("go_on", "void_round"))),
    "passed_over": (
        ({"whose": "dealer"}, Follows(c("15(e)"), ("lay_again",))),
        ({"whose": "player", "got": "none"}, Follows(c("15(g)#1"), ("lay_again",))),
        ({"whose": "player"}, Follows(c("15(g)#2"), ("lay_again",))),
        ({}, floor("void_round", "go_on")),
    ),
    "card_not_given": (({}, Follows(c("15(i)"), ("mend",))),),
    "cards_touched": (({}, Follows(c("6(n)"), (), ("go_on", "void_round"))),),
    "card_not_from_shoe": (
        ({}, Follows(c("6(a)"), (), ("void_round_and_remove_deck", "void_round", "go_on"))),
    ),
    "misdeal": (({}, floor("void_round", "go_on")),),
    "stub_mismatch": (({}, Follows(c("6(l)2i"), (), ("remove_deck", "go_on"))),),
    "stub_finding": (
        ({"misdealt": "no", "total": "right"}, floor("go_on", "void_round")),
        ({"misdealt": "yes", "total": "right"}, floor("void_round", "go_on")),
        ({}, floor("void_round_and_remove_deck", "void_round", "go_on")),
    ),
    "shuffle_count": (({}, floor("remove_deck", "reshuffle")),),
    "cut_improper": (({}, Follows("", ("recut",))),),
    "cards_run_out": (
        ({"discards": "yes"}, Follows(c("15(f)#1"), ("refill",))),
        ({}, floor("void_round")),
    ),
    "wrong_side": (({}, Follows(c("15(h)"), ("go_on",))),),
    "unsolicited_check": _INTO_THE_READER,
    "link_lost": (
        ({"checks": "yes"}, Follows(c("15(k)"), ("do_without",))),
        *by_cards(floor("go_on", "void_round"), GOES_ON),
    ),
    "jam": _fails(HELD),
    "device_failed": _fails(HELD),
    "order_overdue": (({}, LATCHED),),
}

RULINGS = Rulings(_COMMON, {}, {})
SIDES: Rows = {"stub_mismatch": (({}, Follows(c("6(l)2ii"), (), ("remove_deck", "go_on"))),)}
"""Where each side of a double shoe is counted by itself."""
