"""What one model of plain device says and is told, compiled from its profile.

Both ends of a line use it: the driver reads what the device writes, a simulator writes it. Where
the words of two things are alike, the one that stands first in the profile counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from drivers.plain.cardmap import REST
from drivers.plain.profile import AskSpec, PlainProfile, ReceiptsSpec
from drivers.plain.template import Notation, Template, Values
from drivers.plain.wording import (
    ALIVE,
    DEMANDS,
    IDENTITY,
    MEANINGS,
    REASON,
    STANDING,
    Happened,
    Places,
    happening,
    said,
)
from tablectl.words.values import value


@value
class Who:
    """It said who it is."""

    values: Values


@value
class Lives:
    """It answered that it lives."""


@value
class Stands:
    """It said what it has counted."""

    values: Values


@value
class Outcome:
    """It said how an order ended: which kind of order, with which values, and why not if it was
    not carried out."""

    demand: str
    values: Values
    failed: str | None = None


@value
class Told:
    """Something happened. `means` is its name."""

    means: str
    happened: Happened


Said = Who | Lives | Stands | Outcome | Told


@dataclass(frozen=True)
class Question:
    ask: bytes
    answer: Template


@dataclass(frozen=True)
class Taking:
    say: Template
    done: Template
    failed: Template | None


@dataclass(frozen=True)
class Receipts:
    """What a device is answered when it has told something, and when it could not be read."""

    heard: bytes
    garbled: bytes | None


@dataclass(frozen=True)
class Telling:
    means: str
    says: Template
    fixed: Values

    def read(self, payload: bytes) -> Told | None:
        """What is told, if this is how it is written; NoMeaning if nobody could mean it."""
        values = self.says.read(payload)
        if values is None:
            return None
        return Told(self.means, happening(self.means, {**values, **self.fixed}))

    def says_all(self, values: Values) -> bool:
        """Whether these words say all of that, or leave out only what goes without saying."""
        meant = {**MEANINGS[self.means].unsaid, **self.fixed}
        return all(name in self.says.names or meant[name] == v for name, v in values.items())

    def says_nothing_else(self, values: Values) -> bool:
        """Whether these words say nothing that is not so."""
        return all(values[name] == v for name, v in self.fixed.items())


class Speech:
    def __init__(self, profile: PlainProfile) -> None:
        notation = profile.notation
        self.identity = _question(profile.identity, notation, IDENTITY)
        self.alive = _question(profile.alive, notation, ALIVE)
        self.standing = _question(profile.standing, notation, STANDING)
        self.receipts = _receipts(profile.receipts, notation)
        self.takes: Mapping[str, Taking] = {
            name: Taking(
                Template(spec.say, notation, DEMANDS[name][1]),
                Template(spec.done, notation, DEMANDS[name][1]),
                None
                if spec.failed is None
                else Template(spec.failed, notation, {**DEMANDS[name][1], **REASON}),
            )
            for name, spec in profile.takes.items()
        }
        self.tells = tuple(
            Telling(
                spec.means,
                Template(spec.says, notation, MEANINGS[spec.means].places),
                {name: _number_or_text(value) for name, value in spec.fixed.items()},
            )
            for spec in profile.tells
        )

    @property
    def says_counts(self) -> bool:
        """Whether it has words for several cards that leave in one go."""
        drawn = [each for each in self.tells if each.means == "cards_drawn"]
        return any("count" in each.says.names or each.fixed.get("count", 1) != 1 for each in drawn)

    def heard(self, payload: bytes) -> Said | None:
        """What a device means by this payload; None if it is none of its words."""
        return next(self._meanings(payload), None)

    def _meanings(self, payload: bytes) -> Iterator[Said]:
        for question, made in ((self.identity, Who), (self.standing, Stands)):
            if question is not None and (values := question.answer.read(payload)) is not None:
                yield made(values)
        if self.alive is not None and self.alive.answer.read(payload) is not None:
            yield Lives()
        yield from self._outcomes(payload)
        for telling in self.tells:
            told = telling.read(payload)
            if told is not None:
                yield told

    def _outcomes(self, payload: bytes) -> Iterator[Outcome]:
        for name, taking in self.takes.items():
            if (values := taking.done.read(payload)) is not None:
                yield Outcome(name, values)
            if taking.failed is not None and (values := taking.failed.read(payload)) is not None:
                yield Outcome(name, values, str(values.get("reason", "")))

    def words(self, happened: Happened) -> bytes | None:
        """How this model says that; None if it has no words for it."""
        means, values = said(happened)
        true = [t for t in self.tells if t.means == means and t.says_nothing_else(values)]
        whole = (telling for telling in true if telling.says_all(values))
        best = next(whole, None) or next(iter(true), None)
        return None if best is None else written(best.says, values)


def written(template: Template, values: Values) -> bytes:
    """The payload with these values, and with zeros where stands what nobody needs."""
    return template.write({REST: "00" * max(template.size_of(REST), 1), **values})


def _question(spec: AskSpec | None, notation: Notation, places: Places) -> Question | None:
    if spec is None:
        return None
    return Question(
        Template(spec.ask, notation, {}).write({}), Template(spec.answer, notation, places)
    )


def _receipts(spec: ReceiptsSpec | None, notation: Notation) -> Receipts | None:
    if spec is None:
        return None
    heard, garbled = (
        None if words is None else Template(words, notation, {}).write({})
        for words in (spec.heard, spec.garbled)
    )
    return Receipts(heard or b"", garbled)


def _number_or_text(value: int | str | bool) -> int | str:
    return int(value) if isinstance(value, bool) else value
