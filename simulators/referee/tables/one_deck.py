"""What must follow where one deck is dealt out once a round: subchapters 18 and 20.

Sections 5, 7 and 12 of both, and the house's readings where they are silent. The two number their
irregularities alike but for the devices', so a game passes those clauses and what it rules on
cards that were seen.
"""

from __future__ import annotations

from collections.abc import Callable

from simulators.referee.tables.game import Matter
from simulators.referee.tables.house import ASIDE, HELD, HOUSE_ROWS, LATCHED
from simulators.referee.tables.rulings import HOUSE, Follows, Row, Rows, Rulings, ends, floor

HAND = "hand"
SHOE_LIFE, HAND_LIFE = 8 * 3600, 4 * 3600
"""How old cards may grow, in seconds: section 4(e)."""
CYCLE = 300_000_000
"""How long a shuffler may have a deck, in microseconds, and not have failed: section 12."""
COUNT_WITHIN = 5
"""The stub is counted at least once in so many rounds: section 7(e)."""
EACH = 3

Citing = Callable[[str], str]

_VOID = ("void_round", "reshuffle")
_REMOVE = ("void_round", "remove_deck")
_NO_CARDS = (({"device": "reader"}, LATCHED), ({"device": "generator"}, LATCHED))


def section(number: int) -> Citing:
    """Clauses of one subchapter."""
    return lambda clause: f"{number}.{clause}"


def clauses(c: Citing) -> dict[Matter, str]:
    """What both subchapters number alike."""
    return {
        Matter.ADJACENT: c("6(e)"),
        Matter.BURN: "",
        Matter.CHECK: "",
        Matter.BY_HAND: c("8(b)1"),
        Matter.CALL: c("7(b)#1"),
        Matter.COUNT: c("7(e)#1"),
        Matter.CUT: c("5(c)1ii"),
        Matter.DECIDER: "",
        Matter.IDLE: c("5(e)#1"),
        Matter.IDLE_DECK: c("2(b)3"),
        Matter.LIFE: c("4(e)#1"),
        Matter.LOADED: c("7(a)#2"),
        Matter.NUMBER: c("12(c)"),
        Matter.RECUT: c("5(d)"),
        Matter.REMOVED_DECK: c("7(e)2#3"),
        Matter.SHARED: "",
        Matter.SHUFFLE: c("5(a)#1"),
        Matter.SIDE: "",
        Matter.STACKS: c("9(a)"),
        Matter.TURNS: c("2(b)4"),
        Matter.VERIFY: c("4(a)"),
    }


def card_life(method: str) -> int:
    """How old cards may grow in this way of dealing, in microseconds."""
    return (HAND_LIFE if method == HAND else SHOE_LIFE) * 1_000_000


def rulings(c: Citing, *, shuffler: str, shoe: str, own: Rows) -> Rulings:
    """All of a game: `shuffler` and `shoe` are what rules on devices that fail."""
    return Rulings({**_common(c), **own}, _single(c, shuffler), _stacked(c, shuffler, shoe))


def _common(c: Citing) -> Rows:
    return {
        **HOUSE_ROWS,
        "misdeal": (({}, ends(c("12(c)"), *_VOID)),),
        "stub_mismatch": (({}, Follows(c("7(e)2#1"), ("count_hands",))),),
        "stub_finding": (
            ({"misdealt": "yes", "total": "right"}, ends(c("7(e)2#2"), *_VOID)),
            ({"misdealt": "no", "total": "wrong"}, ends(c("7(e)2#3"), *_REMOVE)),
            ({"misdealt": "yes", "total": "wrong"}, ends(HOUSE, *_REMOVE)),  # neither: both
            ({}, floor("go_on", "void_round")),
        ),
        "shuffle_count": (({}, ends(c("7(f)#2"), "remove_deck")),),
        "cut_improper": (({}, Follows(c("5(d)"), ("recut",))),),
    }


def _drawn(c: Citing) -> tuple[Row, ...]:
    return (
        ({"face": "unseen", "next": "yes"}, Follows(c("12(b)"), ("next_card",))),
        ({"face": "unseen", "next": "no"}, ASIDE),
    )


def _fails(shuffler: str, dealing: Follows, otherwise: Follows) -> tuple[Row, ...]:
    """A device that moves cards fails: a shuffler, a shoe in the deal, a shoe otherwise."""
    return (
        ({"device": "shuffler"}, Follows(shuffler, ("latch_device",))),
        *_NO_CARDS,
        ({"device": "shoe", "deal": "running"}, dealing),
        ({"device": "shoe", "deal": "not_running"}, otherwise),
    )


def _single(c: Citing, shuffler: str) -> Rows:
    return {
        "face_up_card": (
            ({"nth": "first"}, Follows(c("12(a)#1"), ("rack_card",))),
            ({"nth": "further"}, ends(c("12(a)#2"), *_VOID)),
        ),
        "card_drawn_in_error": (
            *_drawn(c),
            ({"face": "seen", "next": "yes"}, floor("rack_card", "next_card", "void_round")),
            ({"face": "seen", "next": "no"}, floor("rack_card", "void_round")),
        ),
        "jam": _fails(shuffler, HELD, LATCHED),
        "device_failed": _fails(shuffler, HELD, LATCHED),
        "order_overdue": _fails(shuffler, LATCHED, LATCHED),
    }


def _stacked(c: Citing, shuffler: str, shoe: str) -> Rows:
    stopped = ends(shoe, "latch_device", *_VOID)
    return {
        "face_up_card": (({}, ends(HOUSE, *_VOID)),),  # a stack short of a card
        "card_drawn_in_error": (
            *_drawn(c),
            ({"face": "seen", "next": "yes"}, ends(HOUSE, *_VOID)),
            ({"face": "seen", "next": "no"}, floor("rack_card", "void_round")),
        ),
        "wrong_stack": (
            ({"size": "short"}, stopped),
            ({"size": "long"}, ends(c("12(c)"), *_VOID)),
        ),
        "jam": _fails(shuffler, stopped, Follows(HOUSE, ("latch_device", "reshuffle"))),
        "device_failed": _fails(shuffler, stopped, LATCHED),
        "order_overdue": _fails(shuffler, stopped, LATCHED),
    }
