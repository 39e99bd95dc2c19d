"""What a house may choose at a blackjack table, and what it may not, each with its clause.

A choice that rests on a section whose text is missing is known by name, so that it can be refused
as what it is; and where a clause that we have excludes it as well, that is said too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from tablectl.games import blackjack_shoes as shoes
from tablectl.games.blackjack_cards import (
    BASE_HANDS,
    BOXES_FOR_FOUR_HANDS,
    HANDS_WITH_SEVEN_BOXES,
    Mode,
)
from tablectl.games.citing import citing
from tablectl.games.options import OptionSpec, Problem
from tablectl.words.bases import Basis, Clause, HousePolicy
from tablectl.words.settings import Settings

c = citing(2)

WAGERS_MISSING = HousePolicy("sections 2.2 and 2.3, on wagers, are missing")
OPENING_MISSING = HousePolicy("sections 2.4 and 2.5, on opening, shuffle and cut, are missing")

FIVE_CARDS, ADDITIONAL, MULTIPLE = "five_card_21", "additional_wagers", "multiple_action"
PROGRESSIVE, BONUS = "progressive", "blackjack_bonus"
STREAK, MATCH = "streak_wager", "match_the_dealer"
SECTIONS: Mapping[str, str] = {
    FIVE_CARDS: "2.16",
    ADDITIONAL: "2.17",
    MULTIPLE: "2.18",
    PROGRESSIVE: "2.19",
    BONUS: "2.20",
    STREAK: "2.22",
    MATCH: "2.23",
}
"""By the option that rests on it, a section of which only the title is left."""

MODES = {each.name.lower(): int(each) for each in Mode}
HIGHEST = 100_000_000
"""In cents; no table takes a million dollars on a box."""


def _text_missing(section: str) -> HousePolicy:
    return HousePolicy(f"the text of section {section} is missing")


def _yes_or_no(says: str, basis: Basis) -> OptionSpec:
    return OptionSpec(0, 0, 1, says, basis)


OPTIONS: Mapping[str, OptionSpec] = {
    "wager_least": OptionSpec(500, 0, HIGHEST, "cents; 0 for no limit", WAGERS_MISSING),
    "wager_most": OptionSpec(0, 0, HIGHEST, "cents; 0 for no limit", WAGERS_MISSING),
    "decks_in_shoe": OptionSpec(6, 1, 8, "decks in the shoe", WAGERS_MISSING),
    "cards_behind": OptionSpec(
        78,
        20,
        208,
        "a round that leaves fewer cards in the shoe is its last; 0 to go by the cutting card",
        OPENING_MISSING,
        none=0,
    ),
    "hole_card": OptionSpec(
        int(Mode.NONE),
        int(Mode.NONE),
        int(Mode.UP),
        "the dealer's second card: none, down, reader or up",
        c("6(h)#4"),
        words=MODES,
    ),
    "surrender": _yes_or_no("1 offers surrender", c("8(c)#1")),
    "insurance_at_turn": _yes_or_no("1 lets a player insure at their own turn", c("9(b)#4")),
    "even_money": _yes_or_no("1 pays an insured blackjack even money", c("7(c)#1")),
    "split_hands": OptionSpec(
        BASE_HANDS,
        BASE_HANDS,
        4,
        "hands a box may be split into; three at most with 7 boxes",
        c("11(e)#1"),
    ),
    "resplit_aces": _yes_or_no("1 lets aces be split more than once", c("11(e)#3")),
    "shared_boxes": _yes_or_no("1 lets up to three people bet on a box", c("13(a)#1")),
    "several_boxes": _yes_or_no("1 lets a player bet on several boxes", c("14")),
    "chip": OptionSpec(
        50,
        1,
        HIGHEST,
        "cents of the smallest chip: what it cannot make is rounded for the player",
        c("9(b)#2"),
    ),
    **shoes.OPTIONS,
    "reader_conceals": _yes_or_no(
        "1 if no player can learn a card from a reader that is not wired to the table", c("15(j)2")
    ),
    **{
        name: OptionSpec(
            0,
            0,
            1,
            f"rests on section {section}, whose text is missing",
            _text_missing(section),
            posted=False,
        )
        for name, section in SECTIONS.items()
    },
}


# ---------------------------------------------------------------- what does not go together


def lacks(settings: Settings) -> Iterable[Problem]:
    """Everything that the options of a table must not be together."""
    yield from shoes.lacks(settings)
    yield from _missing(settings)
    yield from _excluded(settings)
    yield from _pointless(settings)


def _on(settings: Settings, option: str) -> int:
    value = settings.options.get(option, OPTIONS[option].default)
    return value if isinstance(value, int) else 0


def _problem(option: str, problem: str, basis: Basis) -> Problem:
    return Problem(("options", option), problem, basis)


def _missing(settings: Settings) -> Iterator[Problem]:
    for option, section in SECTIONS.items():
        if _on(settings, option):
            problem = f"text missing: N.J.A.C. 19:47-{section} is known by its title alone"
            yield _problem(option, problem, _text_missing(section))


def _excluded(settings: Settings) -> Iterator[Problem]:
    """What the clauses that we have exclude, by pairs."""
    mode = Mode(_on(settings, "hole_card"))
    resplits = _on(settings, "split_hands") > BASE_HANDS
    down, up = mode in (Mode.DOWN, Mode.READER), mode is Mode.UP
    pairs: tuple[tuple[bool, str, str, Clause], ...] = (
        (down, PROGRESSIVE, "no hole card lies face down at such a table", c("6(j)2")),
        (up, PROGRESSIVE, "no hole card lies face up at such a table", c("6(k)#2")),
        (_on(settings, "surrender") > 0, PROGRESSIVE, "no surrender with it", c("8(c)#1")),
        (_on(settings, "surrender") > 0, MULTIPLE, "no surrender with it", c("8(c)#1")),
        (resplits, MULTIPLE, "no pair is split more than once with it", c("11(e)#2")),
        (_on(settings, "shared_boxes") > 0, PROGRESSIVE, "no box is shared there", c("13(a)#2")),
        (up, "surrender", "no surrender where the hole card lies face up", c("6(k)3")),
        (up, "even_money", "no insurance where the hole card lies face up", c("6(k)3")),
        (up, "insurance_at_turn", "no insurance where the hole card lies face up", c("6(k)3")),
        (
            mode is Mode.READER,
            "insurance_at_turn",
            "with a reader insurance closes when the hole card goes in",
            c("9(b)#5"),
        ),
    )
    for holds, option, problem, clause in pairs:
        if holds and _on(settings, option):
            yield _problem(option, problem, clause)
    if up and resplits:
        problem = "a pair is split once only where the hole card lies face up"
        yield _problem("split_hands", problem, c("6(k)5"))


def _pointless(settings: Settings) -> Iterator[Problem]:
    """What the number of boxes or of hands rules out."""
    hands = _on(settings, "split_hands")
    if hands > HANDS_WITH_SEVEN_BOXES and settings.seats > BOXES_FOR_FOUR_HANDS:
        problem = f"with {settings.seats} boxes a pair becomes three hands at most"
        yield _problem("split_hands", problem, c("11(e)#1"))
    cards, behind = shoes.ONE_DECK * _on(settings, "decks_in_shoe"), _on(settings, "cards_behind")
    if behind >= cards and shoes.has_cutting_card(settings.method):
        problem = f"cards_behind is {behind} of {cards} cards: every round would be its shoe's last"
        yield _problem("cards_behind", problem, OPENING_MISSING)
    if _on(settings, "resplit_aces") and hands == BASE_HANDS:
        problem = "aces are split again only where other pairs are: set split_hands to 3 or 4"
        yield _problem("resplit_aces", problem, c("11(e)#3"))
