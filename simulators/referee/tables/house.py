"""What must follow where the regulation is silent, in every game: the table holds the round up and
offers the ways out, or notes it and goes on.
"""

from __future__ import annotations

from simulators.referee.tables.rulings import HOUSE, Follows, Row, Rows, ends, floor

GOES_ON = Follows(HOUSE, ("go_on",))
LATCHED = Follows(HOUSE, ("latch_device",))
ASIDE = floor("return_card", "rack_card", "void_round")
HELD = floor("void_round", "go_on", at_once=("latch_device",))
_DOUBT = floor("next_card", "void_round", "void_round_and_remove_deck", "go_on")
_BAD_DECK = floor("void_round_and_remove_deck", "void_round", "go_on")


def by_cards(out: Follows, in_: Follows) -> tuple[Row, ...]:
    """By whether cards of a round are, or may be, on the layout."""
    return ({"cards": "out"}, out), ({"cards": "in"}, in_)


HOUSE_ROWS: Rows = {
    "card_before_call": (({}, ASIDE),),
    "unsolicited_card": (({}, ASIDE),),
    "order_of_deal": (({}, floor("go_on", "void_round")),),
    "count_disputed": by_cards(
        floor("go_on", "void_round", "void_round_and_remove_deck"),
        floor("remove_deck", "reshuffle", "go_on"),
    ),
    "count_uncertain": by_cards(_DOUBT, floor("reshuffle", "remove_deck", "go_on")),
    "evidence_gap": by_cards(_DOUBT, GOES_ON),
    "duplicate_card": by_cards(_BAD_DECK, floor("remove_deck", "go_on")),
    "foreign_card": by_cards(_BAD_DECK, floor("remove_deck", "go_on")),
    "card_changed": (({}, floor("go_on", "void_round", "void_round_and_remove_deck")),),
    "link_lost": by_cards(floor("go_on", "void_round"), GOES_ON),
    "restart": by_cards(floor("go_on", "void_round"), GOES_ON),
    "not_expected": by_cards(floor("go_on", "void_round"), GOES_ON),
    "identity_mismatch": (({}, LATCHED),),
    "firmware_unknown": (({}, LATCHED),),
    "clock_stepped": (({}, GOES_ON),),
    "late_finding": (({}, ends(HOUSE, "dispute")),),
}
