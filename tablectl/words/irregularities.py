"""Irregularities: a closed list of what is not the normal course, as values.

Which circumstances tell one case of a kind from another, and what follows, is not decided here.
"""

from __future__ import annotations

from collections.abc import Mapping

from tablectl.words.canonical import word
from tablectl.words.values import Label


class Kind(Label):
    FACE_UP_CARD = "face_up_card"
    CARD_DRAWN_IN_ERROR = "card_drawn_in_error"
    CARD_EXPOSED = "card_exposed"
    CARD_BEFORE_CALL = "card_before_call"
    UNSOLICITED_CARD = "unsolicited_card"
    UNSOLICITED_CHECK = "unsolicited_check"
    WRONG_STACK = "wrong_stack"
    ORDER_OF_DEAL = "order_of_deal"
    MISDEAL = "misdeal"
    STUB_MISMATCH = "stub_mismatch"
    STUB_FINDING = "stub_finding"
    SHUFFLE_COUNT = "shuffle_count"
    COUNT_DISPUTED = "count_disputed"
    COUNT_UNCERTAIN = "count_uncertain"
    CUT_IMPROPER = "cut_improper"
    CARDS_RUN_OUT = "cards_run_out"
    WRONG_SIDE = "wrong_side"
    CHIPS_MISMATCH = "chips_mismatch"
    DUPLICATE_CARD = "duplicate_card"
    FOREIGN_CARD = "foreign_card"
    CARD_CHANGED = "card_changed"
    JAM = "jam"
    DEVICE_FAILED = "device_failed"
    LINK_LOST = "link_lost"
    RESTART = "restart"
    IDENTITY_MISMATCH = "identity_mismatch"
    FIRMWARE_UNKNOWN = "firmware_unknown"
    EVIDENCE_GAP = "evidence_gap"
    ORDER_OVERDUE = "order_overdue"
    CLOCK_STEPPED = "clock_stepped"
    NUMBER_OUT_OF_RANGE = "number_out_of_range"
    PASSED_OVER = "passed_over"
    CARD_NOT_GIVEN = "card_not_given"
    CARDS_TOUCHED = "cards_touched"
    CARD_NOT_FROM_SHOE = "card_not_from_shoe"
    NOT_EXPECTED = "not_expected"
    LATE_FINDING = "late_finding"


@word
class Irregularity:
    """One irregularity: its kind, its circumstances, and what it concerns.

    A circumstance that is as it ordinarily is, where that is one, is not written.
    """

    kind: Kind
    circumstances: Mapping[str, str]
    place: str = ""
    deck: str = ""
    device: str = ""
    detail: str = ""
    round: int = 0
    """The number of the round that it is about, where that is over."""
