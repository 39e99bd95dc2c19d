"""The scenario file as models: its keys, the kinds of steps, and what may be expected.

Only the shape is here. Which steps, phases and options a game has is checked when it is loaded.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeVar

from pydantic import Field, Tag, model_validator

from simulators.faults import FAULTS
from simulators.slips import NAMED
from tablectl.config import Name, Preset, TableSpec
from tablectl.scenario.acts import ActSpec
from tablectl.scenario.values import (
    LIST,
    MAPPING,
    NUMBER,
    SHAPE,
    TEXT,
    Amount,
    CardCode,
    ResultText,
    SignedSpan,
    Span,
    one_of,
)
from tablectl.words.bases import Role
from tablectl.words.irregularities import Kind
from tablectl.words.rulings import Consequence
from tablectl.yamlmodel import Strict

NONE = "none"
HOLD = "hold"

Wagers = Mapping[int, Mapping[str, Amount]]
Hands = Mapping[str, tuple[CardCode, ...]]
Counts = Mapping[str, Annotated[int, Field(ge=0)]]
S = TypeVar("S", bound=Strict)
KindCode = Annotated[str, one_of(kind.value for kind in Kind)]
FaultCode = Annotated[str, one_of(FAULTS)]
MishapCode = Annotated[str, one_of(NAMED)]
KindOrNone = Annotated[str, one_of((*(kind.value for kind in Kind), NONE))]
ConsequenceCode = Annotated[str, one_of(c.value for c in Consequence)]
RulingCode = Annotated[str, one_of((*(c.value for c in Consequence), HOLD, NONE))]
RoleCode = Annotated[str, one_of(role.value for role in Role)]
Some = Annotated[int, Field(ge=1, le=10_000)]


# ---------------------------------------------------------------- what happens


class Draws(Strict):
    """What the shoe does beyond the normal course: exactly one of these."""

    face_up_next: Some | None = None
    extra_cards: Some | None = None
    drawn_in_error: Some | None = None

    @model_validator(mode="after")
    def _one(self) -> Draws:
        return _exactly_one(self, "the shoe does one thing")


class Misplace(Strict):
    """Cards from one place to another, past every sensor."""

    source: str = Field(alias="from")
    to: str
    cards: Some = 1


class Lose(Strict):
    source: str = Field(alias="from")
    cards: Some = 1


class Swap(Strict):
    """The nth card from the top of a place is exchanged for another card."""

    at: str
    card: CardCode
    nth: Some = 1


class PassOver(Strict):
    """A place did not get the nth card that was due to it, or none: all after it lie further."""

    place: str
    nth: Some | None = None


class Physical(Strict):
    """Something that happens to cards, whether anybody notices or not: exactly one of these."""

    shoe: Draws | None = None
    expose: str | None = None
    misplace: Misplace | None = None
    lose: Lose | None = None
    swap: Swap | None = None
    pass_over: PassOver | None = None
    put_in: str | None = None

    @model_validator(mode="after")
    def _one(self) -> Physical:
        return _exactly_one(self, "one thing happens at a time")


class DeviceStep(Strict):
    """Something that happens to a device, by its name: exactly one of these."""

    unplug: Name | None = None
    plug: Name | None = None
    restart: Name | None = None
    jam: Name | None = None
    deafen: Name | None = None
    undeafen: Name | None = None
    repeat_last: Name | None = None
    exchange: Name | None = None
    fault: Annotated[Mapping[Name, FaultCode], Field(min_length=1, max_length=1)] | None = None

    @model_validator(mode="after")
    def _one(self) -> DeviceStep:
        return _exactly_one(self, "one thing happens at a time")

    @property
    def what(self) -> tuple[str, str]:
        """What happens, and to which device."""
        (name,) = given_keys(self)
        device = next(iter(self.fault)) if self.fault else getattr(self, name)
        return name, str(device)


# ---------------------------------------------------------------- what is expected


class RefusalSpec(Strict):
    code: str
    clause: str | None = None


class Expect(Strict):
    """What has to be so at this point; everything that is named is checked, and negated once."""

    phase: Literal["open", "closed", "stopped"] | None = None
    step: str | None = None
    prompt: str | None = None
    asked: (
        Annotated[
            Annotated[RoleCode, Tag(TEXT)] | Annotated[tuple[RoleCode, ...], Tag(LIST)],
            SHAPE,
        ]
        | None
    ) = None
    offered: tuple[str, ...] | None = None
    refused: tuple[str, ...] | None = None
    refusal: (
        Annotated[
            Annotated[str, Tag(TEXT)] | Annotated[RefusalSpec, Tag(MAPPING)],
            SHAPE,
        ]
        | None
    ) = None
    irregularity: KindOrNone | None = None
    irregularities: tuple[KindCode, ...] | None = None
    ruling: (
        Annotated[
            Annotated[RulingCode, Tag(TEXT)] | Annotated[tuple[ConsequenceCode, ...], Tag(LIST)],
            SHAPE,
        ]
        | None
    ) = None
    clause: str | None = None
    remedies: tuple[str, ...] | None = None
    cases: (
        Annotated[
            Annotated[Literal["none"], Tag(TEXT)] | Annotated[tuple[KindCode, ...], Tag(LIST)],
            SHAPE,
        ]
        | None
    ) = None
    places: Counts | None = None
    felt: Counts | None = None
    faces: (
        Mapping[
            str,
            Annotated[
                Annotated[Literal["hidden"], Tag(TEXT)]
                | Annotated[tuple[CardCode, ...], Tag(LIST)],
                SHAPE,
            ],
        ]
        | None
    ) = None
    stub_expected: int | None = None
    allowance: (
        Annotated[
            Annotated[int, Tag(NUMBER)] | Annotated[Literal["none"], Tag(TEXT)],
            SHAPE,
        ]
        | None
    ) = None
    gate: (
        Annotated[
            Annotated[int, Tag(NUMBER)] | Annotated[Literal["shut"], Tag(TEXT)],
            SHAPE,
        ]
        | None
    ) = None
    wagers: (
        Annotated[
            Annotated[Literal["all_returned", "none"], Tag(TEXT)] | Annotated[Wagers, Tag(MAPPING)],
            SHAPE,
        ]
        | None
    ) = None
    again: (
        Annotated[
            Annotated[Literal["none"], Tag(TEXT)] | Annotated[Wagers, Tag(MAPPING)],
            SHAPE,
        ]
        | None
    ) = None
    warnings: (
        Annotated[
            Annotated[Literal["none"], Tag(TEXT)] | Annotated[tuple[str, ...], Tag(LIST)],
            SHAPE,
        ]
        | None
    ) = None
    options: Mapping[str, int] | None = None
    notices: (
        Annotated[
            Annotated[Literal["none"], Tag(TEXT)] | Annotated[tuple[str, ...], Tag(LIST)],
            SHAPE,
        ]
        | None
    ) = None
    settlement: Mapping[str, Mapping[str, ResultText]] | None = None
    decks: Mapping[str, str] | None = None
    devices: Mapping[str, Literal["unverified", "ready", "faulted", "removed"]] | None = None
    rounds: int | None = None
    method: str | None = None

    @model_validator(mode="after")
    def _expects_something(self) -> Expect:
        if not given_keys(self):
            raise ValueError("nothing is expected here, so nothing could fail")
        return self


# ---------------------------------------------------------------- the file


class Step(Strict):
    """One step: exactly one of these."""

    play_until: str | None = None
    play_rounds: Some | None = None
    play_steps: Some | None = None
    physical: Physical | None = None
    act: ActSpec | None = None
    mishap: MishapCode | None = None
    device: DeviceStep | None = None
    wait: Span | None = None
    clock: SignedSpan | None = None
    restart: Literal["controller"] | None = None
    crash: Literal["controller", "before_commit", "after_commit"] | None = None
    expect: Expect | None = None

    @model_validator(mode="after")
    def _one(self) -> Step:
        return _exactly_one(self, "a step does one thing")

    @property
    def kind(self) -> str:
        (name,) = given_keys(self)
        return name


class ScenarioFile(Strict):
    name: str = Field(min_length=1)
    clauses: tuple[str, ...] = ()
    """The clauses this scenario shows, for whoever looks a clause up."""
    table: TableSpec
    presets: tuple[Preset, ...] = ()
    methods: tuple[str, ...] = ()
    """Ways of dealing that it is played by, each with every preset that goes with it."""
    wagers: Annotated[
        Annotated[Wagers, Tag(MAPPING)] | Annotated[tuple[Wagers, ...], Tag(LIST)], SHAPE
    ] = Field(default_factory=dict)
    choices: Mapping[
        str,
        Annotated[Annotated[str, Tag(TEXT)] | Annotated[Mapping[str, str], Tag(MAPPING)], SHAPE],
    ] = Field(default_factory=dict)
    cards: Annotated[
        Annotated[Annotated[str, Field(pattern="^seed [0-9]+$")], Tag(TEXT)]
        | Annotated[tuple[CardCode | tuple[CardCode, ...], ...], Tag(LIST)],
        SHAPE,
    ] = "seed 0"
    hands: Annotated[
        Annotated[Hands, Tag(MAPPING)] | Annotated[tuple[Hands, ...], Tag(LIST)], SHAPE
    ] = Field(default_factory=dict)
    steps: tuple[Step, ...] = Field(min_length=1)


def _exactly_one(model: S, says: str) -> S:
    given = given_keys(model)
    if len(given) == 1:
        return model
    found = f"{', '.join(given)} are here" if given else "nothing is here"
    raise ValueError(f"{says}, and {found}")


def given_keys(model: Strict) -> list[str]:
    """The keys that have a value, of a model whose keys may all be left out."""
    return [name for name in type(model).model_fields if getattr(model, name) is not None]
