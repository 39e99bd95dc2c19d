"""Three card poker: what must follow from each irregularity, N.J.A.C. 19:47-20.5, 20.7 and 20.12.

Written from the regulation and from the house's readings where it is silent. `HOUSE` is no clause:
there the floor decides, and the table may only hold the round up and offer the ways out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

HOUSE = ""
HAND = "hand"
STACKS = "automated_shoe"
"""The method that gives out stacks; 20.12(f) is about its shoe alone."""
SHOE_LIFE, HAND_LIFE = 8 * 3600, 4 * 3600
"""How old cards may grow, in seconds: 20.4(e)."""
CYCLE = 300_000_000
"""How long a shuffler may have a deck, in microseconds, and not have failed: 20.12(e)."""
COUNT_WITHIN = 5
"""The stub is counted at least once in so many rounds: 20.7(e)."""
EACH = 3
DECK = 52


@dataclass(frozen=True)
class Follows:
    """What must follow: at once, or by the floor's choice, or both."""

    clause: str
    at_once: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    """The floor chooses one of these; nothing goes on before."""
    confirmed: bool = False
    """The floor confirms before anything goes on."""


REMEDIES: Mapping[str, tuple[str, ...]] = {
    "go_on": ("go_on",),
    "void_round": ("void_round", "reshuffle"),
    "void_round_and_remove_deck": ("void_round", "remove_deck"),
    "remove_deck": ("remove_deck",),
    "reshuffle": ("reshuffle",),
    "rack_card": ("rack_card",),
    "next_card": ("next_card",),
    "return_card": ("return_card",),
}
"""What each choice of the floor does."""

_VOID = ("void_round", "reshuffle")
_REMOVE = ("void_round", "remove_deck")


def _ends(clause: str, *what: str) -> Follows:
    return Follows(clause, what, confirmed=True)


def _floor(*choices: str, at_once: tuple[str, ...] = ()) -> Follows:
    return Follows(HOUSE, at_once, choices)


_GOES_ON = Follows(HOUSE, ("go_on",))
_LATCHED = Follows(HOUSE, ("latch_device",))
_ASIDE = _floor("return_card", "rack_card", "void_round")
_DOUBT = _floor("next_card", "void_round", "void_round_and_remove_deck", "go_on")
_BAD_DECK = _floor("void_round_and_remove_deck", "void_round", "go_on")

Row = tuple[Mapping[str, str], Follows]


def _both(out: Follows, in_: Follows) -> tuple[Row, ...]:
    """By whether cards of a round are, or may be, on the layout."""
    return ({"cards": "out"}, out), ({"cards": "in"}, in_)


_COMMON: Mapping[str, tuple[Row, ...]] = {
    "card_exposed": (
        ({"whose": "dealer", "moment": "before_reveal"}, _ends("20.12(d)", *_VOID)),
        ({"moment": "before_reveal"}, _floor("go_on", "void_round")),
        ({}, _GOES_ON),
    ),
    "card_before_call": (({}, _ASIDE),),
    "unsolicited_card": (({}, _ASIDE),),
    "order_of_deal": (({}, _floor("go_on", "void_round")),),
    "misdeal": (({}, _ends("20.12(c)", *_VOID)),),
    "stub_mismatch": (({}, Follows("20.7(e)2#1", ("count_hands",))),),
    "stub_finding": (
        ({"misdealt": "yes", "total": "right"}, _ends("20.7(e)2#2", *_VOID)),
        ({"misdealt": "no", "total": "wrong"}, _ends("20.7(e)2#3", *_REMOVE)),
        ({"misdealt": "yes", "total": "wrong"}, _ends(HOUSE, *_REMOVE)),  # neither branch: both
        ({}, _floor("go_on", "void_round")),
    ),
    "shuffle_count": (({}, _ends("20.7(f)#2", "remove_deck")),),
    "cut_improper": (({}, Follows("20.5(d)", ("recut",))),),
    "count_disputed": _both(
        _floor("go_on", "void_round", "void_round_and_remove_deck"),
        _floor("remove_deck", "reshuffle", "go_on"),
    ),
    "count_uncertain": _both(_DOUBT, _floor("reshuffle", "remove_deck", "go_on")),
    "evidence_gap": _both(_DOUBT, _GOES_ON),
    "duplicate_card": _both(_BAD_DECK, _floor("remove_deck", "go_on")),
    "foreign_card": _both(_BAD_DECK, _floor("remove_deck", "go_on")),
    "link_lost": _both(_floor("go_on", "void_round"), _GOES_ON),
    "restart": _both(_floor("go_on", "void_round"), _GOES_ON),
    "not_expected": _both(_floor("go_on", "void_round"), _GOES_ON),
    "identity_mismatch": (({}, _LATCHED),),
    "clock_stepped": (({}, _GOES_ON),),
    "late_finding": (({}, _ends(HOUSE, "dispute")),),
}

_SHUFFLER = ({"device": "shuffler"}, Follows("20.12(e)", ("latch_device",)))
_NO_CARDS = (({"device": "reader"}, _LATCHED), ({"device": "generator"}, _LATCHED))
_HELD = _floor("void_round", "go_on", at_once=("latch_device",))
_DRAWN: tuple[Row, ...] = (
    ({"face": "unseen", "next": "yes"}, Follows("20.12(b)", ("next_card",))),
    ({"face": "unseen", "next": "no"}, _ASIDE),
)


def _fails(dealing: Follows, otherwise: Follows) -> tuple[Row, ...]:
    """A device that moves cards fails: a shuffler, a shoe in the deal, a shoe otherwise."""
    return (
        _SHUFFLER,
        *_NO_CARDS,
        ({"device": "shoe", "deal": "running"}, dealing),
        ({"device": "shoe", "deal": "not_running"}, otherwise),
    )


_SINGLE: Mapping[str, tuple[Row, ...]] = {
    "face_up_card": (
        ({"nth": "first"}, Follows("20.12(a)#1", ("rack_card",))),
        ({"nth": "further"}, _ends("20.12(a)#2", *_VOID)),
    ),
    "card_drawn_in_error": (
        *_DRAWN,
        ({"face": "seen", "next": "yes"}, _floor("rack_card", "next_card", "void_round")),
        ({"face": "seen", "next": "no"}, _floor("rack_card", "void_round")),
    ),
    "jam": _fails(_HELD, _LATCHED),
    "device_failed": _fails(_HELD, _LATCHED),
    "order_overdue": _fails(_LATCHED, _LATCHED),
}

_STOPPED = _ends("20.12(f)", "latch_device", *_VOID)
_STACKED: Mapping[str, tuple[Row, ...]] = {
    "face_up_card": (({}, _ends(HOUSE, *_VOID)),),  # a stack short of a card
    "card_drawn_in_error": (
        *_DRAWN,
        ({"face": "seen", "next": "yes"}, _ends(HOUSE, *_VOID)),
        ({"face": "seen", "next": "no"}, _floor("rack_card", "void_round")),
    ),
    "wrong_stack": (
        ({"size": "short"}, _STOPPED),
        ({"size": "long"}, _ends("20.12(c)", *_VOID)),
    ),
    "jam": _fails(_STOPPED, Follows(HOUSE, ("latch_device", "reshuffle"))),
    "device_failed": _fails(_STOPPED, _LATCHED),
    "order_overdue": _fails(_STOPPED, _LATCHED),
}


def follows(method: str, kind: str, circumstances: Mapping[str, str]) -> Follows | None:
    """What must follow from an irregularity; None where the game knows no such thing."""
    own = _STACKED if method == STACKS else _SINGLE
    for when, what in own.get(kind) or _COMMON.get(kind, ()):
        if all(circumstances.get(name) == value for name, value in when.items()):
            return what
    return None


def card_life(method: str) -> int:
    """How old cards may grow in this way of dealing, in microseconds."""
    return (HAND_LIFE if method == HAND else SHOE_LIFE) * 1_000_000
