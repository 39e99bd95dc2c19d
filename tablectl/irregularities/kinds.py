"""What tells one irregularity of a kind from another, what it holds up, and who may report it.

Everything here is data about `Kind`; a test proves that no kind is missing from any table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product

from tablectl.words.bases import Role
from tablectl.words.irregularities import Kind
from tablectl.words.rulings import Scope
from tablectl.words.values import Label

Dimensions = Mapping[str, tuple[str, ...]]

YES_NO = ("yes", "no")
CARDS = {"cards": ("out", "in")}
"""Whether cards of a round lie on the layout."""
DEVICE_IN_DEAL = {
    "device": ("shuffler", "shoe", "reader", "generator"),
    "deal": ("running", "not_running"),
}

STAGE = {"stage": ("any", "dealing", "drawing", "dealer", "stands", "all_out")}
"""How far the cards of the round have come, in a game where hands ask for more after the deal: the
first cards are dealt; hands draw; the dealer's hand is shown and may draw; it stands; nobody gets
another card. Where nobody can draw it may be any."""
CHECKS = {"checks": YES_NO}
"""Whether it is the device that looks at a card without showing it."""
WHOSE = ("dealer", "player", "common", "stub")

ORDINARY: Mapping[str, str] = {
    "stage": "any",
    "checks": "no",
    "conceals": "no",
    "wanted": "never",
}
"""Circumstances that came after there were records, and what held before: that is not written."""

CIRCUMSTANCES: Mapping[Kind, Dimensions] = {
    Kind.FACE_UP_CARD: {"nth": ("first", "further")},
    Kind.CARD_DRAWN_IN_ERROR: {"face": ("unseen", "seen"), "next": YES_NO, **STAGE},
    Kind.CARD_EXPOSED: {"whose": WHOSE, "moment": ("before_reveal", "after_reveal")},
    Kind.CARD_BEFORE_CALL: {},
    Kind.UNSOLICITED_CARD: {**CARDS, **STAGE},
    Kind.UNSOLICITED_CHECK: {
        **CARDS,
        "conceals": YES_NO,
        "wanted": ("never", "later", "before"),
    },
    Kind.WRONG_STACK: {"size": ("short", "long")},
    Kind.ORDER_OF_DEAL: {},
    Kind.MISDEAL: {},
    Kind.STUB_MISMATCH: {},
    Kind.STUB_FINDING: {"misdealt": YES_NO, "total": ("right", "wrong")},
    Kind.SHUFFLE_COUNT: {},
    Kind.COUNT_DISPUTED: CARDS,
    Kind.COUNT_UNCERTAIN: CARDS,
    Kind.CUT_IMPROPER: {},
    Kind.CARDS_RUN_OUT: {"discards": YES_NO},
    Kind.WRONG_SIDE: {},
    Kind.CHIPS_MISMATCH: {},
    Kind.DUPLICATE_CARD: CARDS,
    Kind.FOREIGN_CARD: CARDS,
    Kind.CARD_CHANGED: {},
    Kind.JAM: {**DEVICE_IN_DEAL, **CHECKS},
    Kind.DEVICE_FAILED: {**DEVICE_IN_DEAL, **CHECKS},
    Kind.LINK_LOST: {**CARDS, **CHECKS},
    Kind.RESTART: CARDS,
    Kind.IDENTITY_MISMATCH: {},
    Kind.FIRMWARE_UNKNOWN: {},
    Kind.EVIDENCE_GAP: CARDS,
    Kind.ORDER_OVERDUE: DEVICE_IN_DEAL,
    Kind.CLOCK_STEPPED: {"direction": ("forth", "back")},
    Kind.NUMBER_OUT_OF_RANGE: {},
    Kind.PASSED_OVER: {"whose": ("dealer", "player"), "got": ("none", "some")},
    Kind.CARD_NOT_GIVEN: STAGE,
    Kind.CARDS_TOUCHED: {},
    Kind.CARD_NOT_FROM_SHOE: {},
    Kind.NOT_EXPECTED: CARDS,
    Kind.LATE_FINDING: {},
}

_SCOPES = {
    Kind.SHUFFLE_COUNT: Scope.DECK,
    Kind.CUT_IMPROPER: Scope.DECK,
    Kind.IDENTITY_MISMATCH: Scope.DEVICE,
    Kind.FIRMWARE_UNKNOWN: Scope.DEVICE,
    Kind.NUMBER_OUT_OF_RANGE: Scope.DEVICE,
    Kind.CLOCK_STEPPED: Scope.TABLE,
    Kind.LATE_FINDING: Scope.NOTHING,
}


def scope_of(kind: Kind) -> Scope:
    return _SCOPES.get(kind, Scope.ROUND)


class Moment(Label):
    """When a person may report a kind."""

    DEAL = "deal"
    FIRST_CARDS = "first_cards"
    """Cards were dealt, and nobody has answered anything since."""
    ANSWERED = "answered"
    """A hand has answered something."""
    CARDS_OUT = "cards_out"
    BEFORE_FIRST_CARD = "before_first_card"
    FROM_A_SIDE = "from_a_side"
    OPEN = "open"


@dataclass(frozen=True)
class Declarable:
    """Who may report an irregularity of a kind, when, and at what places it can be.

    What is so only `where_ruled` is reported in games that have rows of their own for it, what is
    so `where_checked` in games that look at a card without showing it.
    """

    roles: tuple[Role, ...]
    moment: Moment
    needs_place: bool = False
    needs_device: bool = False
    where_ruled: bool = False
    where_checked: bool = False


_FLOOR = (Role.DEALER, Role.SUPERVISOR)

DECLARABLE: Mapping[Kind, Declarable] = {
    Kind.FACE_UP_CARD: Declarable(_FLOOR, Moment.DEAL),
    Kind.CARD_DRAWN_IN_ERROR: Declarable(_FLOOR, Moment.CARDS_OUT),
    Kind.CARD_EXPOSED: Declarable(_FLOOR, Moment.CARDS_OUT, needs_place=True),
    Kind.ORDER_OF_DEAL: Declarable(_FLOOR, Moment.CARDS_OUT),
    Kind.MISDEAL: Declarable(_FLOOR, Moment.CARDS_OUT),
    Kind.WRONG_SIDE: Declarable(_FLOOR, Moment.FROM_A_SIDE),
    Kind.JAM: Declarable(_FLOOR, Moment.OPEN, needs_device=True),
    Kind.COUNT_DISPUTED: Declarable((Role.SUPERVISOR,), Moment.OPEN),
    Kind.DUPLICATE_CARD: Declarable(_FLOOR, Moment.OPEN),
    Kind.FOREIGN_CARD: Declarable(_FLOOR, Moment.OPEN),
    Kind.CUT_IMPROPER: Declarable((Role.SUPERVISOR,), Moment.BEFORE_FIRST_CARD),
    Kind.PASSED_OVER: Declarable(_FLOOR, Moment.FIRST_CARDS, needs_place=True, where_ruled=True),
    Kind.CARD_NOT_GIVEN: Declarable(_FLOOR, Moment.ANSWERED, needs_place=True, where_ruled=True),
    Kind.CARDS_TOUCHED: Declarable(_FLOOR, Moment.CARDS_OUT, needs_place=True, where_ruled=True),
    Kind.CARD_NOT_FROM_SHOE: Declarable(
        _FLOOR, Moment.CARDS_OUT, needs_place=True, where_ruled=True
    ),
    Kind.DEVICE_FAILED: Declarable(_FLOOR, Moment.CARDS_OUT, where_checked=True),
    Kind.UNSOLICITED_CHECK: Declarable(_FLOOR, Moment.CARDS_OUT, where_checked=True),
}


def combinations(kind: Kind) -> tuple[dict[str, str], ...]:
    """Every way the circumstances of a kind can be."""
    dimensions = CIRCUMSTANCES[kind]
    return tuple(
        dict(zip(dimensions, values, strict=True)) for values in product(*dimensions.values())
    )
