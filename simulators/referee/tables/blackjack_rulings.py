"""What must follow in blackjack: 2.15, and the house's word where it is silent.

A jam of shoe or shuffler has no clause in this subchapter; only a reader that fails has, 2.15(k).
"""

from __future__ import annotations

from simulators.referee.tables.house import ASIDE, HELD, HOUSE_ROWS, LATCHED, by_cards
from simulators.referee.tables.one_deck import section
from simulators.referee.tables.rulings import Follows, Row, Rows, Rulings, floor

c = section(2)

_GOES_ON = Follows("", ("go_on",))


def _fails(shoe: Follows) -> tuple[Row, ...]:
    return (({"device": "shoe", "deal": "running"}, shoe), ({}, LATCHED))


_COMMON: Rows = {
    **HOUSE_ROWS,
    "face_up_card": (({}, Follows(c("15(a)"), ("rack_card",))),),
    "card_drawn_in_error": (
        ({"face": "unseen", "next": "yes"}, Follows(c("15(b)"), ("next_card",))),
        ({"face": "unseen"}, ASIDE),
        ({"next": "yes"}, floor("rack_card", "next_card", "void_round")),
        ({}, floor("rack_card", "void_round")),
    ),
    "card_exposed": (({"moment": "after_reveal"}, _GOES_ON), ({}, floor("go_on", "void_round"))),
    "misdeal": (({}, floor("void_round", "go_on")),),
    "stub_mismatch": (({}, Follows("", ("count_hands",))),),
    "stub_finding": (
        ({"misdealt": "no", "total": "right"}, floor("go_on", "void_round")),
        ({"misdealt": "yes", "total": "right"}, floor("void_round", "go_on")),
        ({}, floor("void_round_and_remove_deck", "void_round", "go_on")),
    ),
    "shuffle_count": (({}, floor("remove_deck", "reshuffle")),),
    "cut_improper": (({}, Follows("", ("recut",))),),
    "unsolicited_check": by_cards(floor("go_on", "void_round"), _GOES_ON),
    "jam": _fails(HELD),
    "device_failed": _fails(HELD),
    "order_overdue": (({}, LATCHED),),
}

RULINGS = Rulings(_COMMON, {}, {})
