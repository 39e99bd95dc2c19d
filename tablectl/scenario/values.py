"""The small values of a scenario file: amounts, spans of time, cards, and what becomes of a wager.

People write them as text; here is what the text may be and what it stands for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import AfterValidator, Discriminator, Field, Tag

from tablectl.words.cards import Card
from tablectl.words.dues import Settling
from tablectl.words.errors import WordError
from tablectl.words.money import Cents, Odds, dollars
from tablectl.yamlmodel import near

MAPPING, LIST, TEXT, NUMBER, NOTHING = "a mapping", "a list", "text", "a whole number", "nothing"
_SHAPES: dict[type[Any], str] = {dict: MAPPING, list: LIST, tuple: LIST, str: TEXT, int: NUMBER}


def _shape(value: object) -> str:
    if value is None:
        return NOTHING
    return _SHAPES.get(type(value), type(value).__name__)


SHAPE = Discriminator(_shape)
"""Tells the branches of a union apart by what was written: only one of them complains."""


# ---------------------------------------------------------------- codes


def one_of(names: Iterable[str]) -> AfterValidator:
    """Text that must be one of these codes."""
    known = tuple(names)

    def check(code: str) -> str:
        if code in known:
            return code
        hint = near(code, known) or f"it is one of {', '.join(known)}"
        raise ValueError(f"there is no {code!r} here; {hint}")

    return AfterValidator(check)


# ---------------------------------------------------------------- money

Amount = Annotated[
    Annotated[int, Field(ge=0), Tag(NUMBER)]
    | Annotated[str, Field(pattern=r"^[0-9]+(\.[0-9]{2})?$"), Tag(TEXT)]
    | Annotated[None, Tag(NOTHING)],
    SHAPE,
]
"""Dollars: 10, or "12.50" in quotes; null for a wager without an amount."""


def cents(amount: int | str | None) -> Cents | None:
    if amount is None:
        return None
    whole, _, part = str(amount).partition(".")
    return int(whole) * 100 + int(part or 0)


# ---------------------------------------------------------------- time

_UNITS = {"ms": 1_000, "s": 1_000_000, "m": 60_000_000, "h": 3_600_000_000, "d": 86_400_000_000}
_PIECE = re.compile("([0-9]+)(ms|s|m|h|d)")

Span = Annotated[str, Field(pattern="^([0-9]+(ms|s|m|h|d))+$")]
"""A span of time: 8h, 90s, 1h30m, 250ms, 2d."""
SignedSpan = Annotated[str, Field(pattern="^[+-]([0-9]+(ms|s|m|h|d))+$")]
"""By how much a clock is set: +5m or -1h."""


def microseconds(span: str) -> int:
    total = sum(int(number) * _UNITS[unit] for number, unit in _PIECE.findall(span))
    return -total if span.startswith("-") else total


# ---------------------------------------------------------------- cards


def _card_code(code: str) -> str:
    try:
        return Card.of(code).code
    except WordError as error:
        raise ValueError(error.problem) from error


CardCode = Annotated[str, AfterValidator(_card_code)]
"""A card as rank and suit: AS, TD, 7C; JK for a joker."""


# ---------------------------------------------------------------- settlement

_RESULT = re.compile(
    "(?P<settling>collect|return|judge|pay)"
    r"( (?P<amount>[0-9]+(\.[0-9]{2})?))?( at (?P<pays>[0-9]+) to (?P<to>[0-9]+))?"
)


@dataclass(frozen=True)
class Result:
    """What became of one wager, as far as it is told: `pay 40`, `pay 40 at 4 to 1`, `collect`, and
    of one that is lost in part `collect 5 at 1 to 2`."""

    settling: Settling
    cents: Cents | None = None
    odds: Odds | None = None

    def __str__(self) -> str:
        amount = "" if self.cents is None else f" {dollars(self.cents)[1:].replace(',', '')}"
        return f"{self.settling.value}{amount}" + (f" at {self.odds}" if self.odds else "")

    def fits(self, was: Result) -> bool:
        """Whether this says nothing that was not so."""
        return (
            self.settling is was.settling
            and self.cents in (None, was.cents)
            and self.odds in (None, was.odds)
        )


def result(text: str) -> Result:
    read = _RESULT.fullmatch(text)
    if read is None or (text.startswith(("return", "judge")) and " " in text):
        ways = "pay 10, pay 40 at 4 to 1, collect, collect 5 at 1 to 2, return, judge"
        raise ValueError(f"{text!r} is no result; write {ways}")
    odds = Odds(int(read["pays"]), int(read["to"])) if read["pays"] else None
    return Result(Settling(read["settling"]), cents(read["amount"]), odds)


def _result_text(text: str) -> str:
    result(text)
    return text


ResultText = Annotated[str, AfterValidator(_result_text)]
