"""The form of a plain device's profile: what it says, what it is told, and how both are written.

Responsible for the keys and for what does not go together among them. What is said is compiled in
`speech`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from drivers.framings.kinds import FramingSpec
from drivers.plain.cardmap import TAG, CardMap, Cards, TagForm, made_up
from drivers.plain.cardmap import problems as card_problems
from drivers.plain.template import BadTemplate, Notation, Template
from drivers.plain.wording import (
    ALIVE,
    DEMANDS,
    IDENTITY,
    MEANINGS,
    REASON,
    STANDING,
    Places,
)
from drivers.profile_checks import Found
from drivers.profile_form import MADE_UP, Milliseconds, Profile, Said
from tablectl.yamlfile import Loc, Value
from tablectl.yamlmodel import Strict

UNSPOKEN = ("continuous", "chambers", "load_shoe")
"""What rests on events that are numbered or have no word here."""
Text = Annotated[str, Field(min_length=1, max_length=200)]
SHOWN = "card_shown"


class AskSpec(Strict):
    """A question and the answer to it."""

    ask: Text
    answer: Text


class TellsSpec(Strict):
    """Something that the device says by itself, and what it means. `fixed` is what the words do not
    say and is always so."""

    says: Text
    means: Literal[
        "cards_drawn",
        "cards_seen",
        "card_shown",
        "counted",
        "shuffled",
        "cutting_card_out",
        "card_checked",
        "jammed",
        "loaded",
    ]
    fixed: Mapping[str, int | str | bool] = Field(default_factory=dict)


class TakesSpec(Strict):
    """How an order is given, and how the device says that it was carried out, or was not."""

    say: Text
    done: Text
    failed: Text | None = None


class ReceiptsSpec(Strict):
    """What the device waits for when it has told something: that it was heard, or was not, and it
    says it again."""

    heard: Text
    garbled: Text | None = None


class PlainProfile(Profile):
    firmware: tuple[Said, ...] = ()
    """None for a device that cannot say."""
    framing: FramingSpec
    to_device: FramingSpec | None = None
    """The frames of what it is told, where they are others."""
    identity: AskSpec | None = None
    """How it says who it is; a device without it cannot."""
    alive: AskSpec | None = None
    standing: AskSpec | None = None
    """How it says what it has counted."""
    receipts: ReceiptsSpec | None = None
    tells: tuple[TellsSpec, ...] = Field(min_length=1)
    gone_after: Milliseconds | None = None
    """It says a tag again and again while the card lies there; the card is gone when the tag was
    not said for so long."""
    cards: Cards = Field(default_factory=dict)
    """The tags on the cards, where they are the same at every table."""
    takes: Mapping[Literal["allow", "draw", "shuffle"], TakesSpec] = Field(default_factory=dict)

    @property
    def identifies_by(self) -> frozenset[str]:
        if self.identity is None:
            return frozenset()
        return frozenset(Template(self.identity.answer, self.notation, IDENTITY).names)

    @property
    def sample_serial(self) -> str:
        return MADE_UP if "serial" in self.identifies_by else ""

    @property
    def notation(self) -> Notation:
        return notation_of(self.framing.model_dump())

    @property
    def tag_form(self) -> TagForm | None:
        """How it says a tag, if it is a reader of tags or codes."""
        says = (spec.says for spec in self.tells if spec.means == SHOWN)
        return next((_tag_form(text, self.notation) for text in says), None)

    @property
    def card_map(self) -> CardMap | None:
        """Which card each tag stands for: as somebody has said, or made up where nobody has."""
        form = self.tag_form
        return None if form is None else CardMap(self.cards or made_up(form), form)


def notation_of(framing: Mapping[Any, Value]) -> Notation:
    """How payloads of this framing are written in a profile."""
    plain = framing.get("kind") == "fenced" and framing.get("text", "plain") == "plain"
    return Notation.TEXT if plain or framing.get("kind") == "lines" else Notation.BYTES


# ---------------------------------------------------------------- what does not go together


def misfits(given: Mapping[Any, Value]) -> Iterator[Found]:
    framing = given.get("framing")
    notation = notation_of(framing if isinstance(framing, dict) else {})
    yield from _delivery(given)
    yield from _questions(given, notation)
    yield from _tells(given, notation)
    yield from _takes(given, notation)
    yield from _shows(given, notation)


def _delivery(given: Mapping[Any, Value]) -> Iterator[Found]:
    delivery, standing = given.get("delivery"), given.get("standing")
    if delivery == "exactly_once":
        problem = "a plain device keeps nothing until it is on record"
        yield ("delivery",), problem, "write counter, or at_most_once if it does not count either"
    if delivery == "counter" and standing is None:
        hint = "add standing: {ask: ..., answer: ...} with {out} in the answer"
        yield (), "what it has counted is compared, and it is never asked", hint
    if delivery == "at_most_once" and standing is not None:
        yield ("standing",), "what it counts is not used", "write delivery: counter"


def _questions(given: Mapping[Any, Value], notation: Notation) -> Iterator[Found]:
    asked = (("identity", IDENTITY, ("model", "serial")), ("alive", ALIVE, ()))
    for key, places, needed in (*asked, ("standing", STANDING, ("out",))):
        spec = given.get(key)
        if isinstance(spec, dict):
            yield from template_misfits((key, "ask"), spec.get("ask"), notation, {})
            yield from template_misfits(
                (key, "answer"), spec.get("answer"), notation, places, needed
            )
    identity = given.get("identity")
    says = isinstance(identity, dict) and "{firmware" in str(identity.get("answer"))
    if says and not given.get("firmware"):
        yield (), "the firmware that it says is compared with nothing", 'add firmware: ["1.x"]'


def _tells(given: Mapping[Any, Value], notation: Notation) -> Iterator[Found]:
    listed = given.get("tells")
    for index, spec in enumerate(listed if isinstance(listed, list) else ()):
        if not isinstance(spec, dict):
            continue
        means = spec.get("means")
        if not isinstance(means, str) or means not in MEANINGS:
            continue
        at: Loc = ("tells", index)
        places = MEANINGS[means].places
        needed = (TAG,) if means == SHOWN else ()
        yield from template_misfits((*at, "says"), spec.get("says"), notation, places, needed)
        fixed = spec.get("fixed")
        for name in fixed if isinstance(fixed, dict) else ():
            if name not in places:
                known = f"it has {', '.join(places)}" if places else "it has nothing of that kind"
                yield (*at, "fixed", name), f"{means} has no {name!r}", known
            elif f"{{{name}" in str(spec.get("says")):
                yield (*at, "fixed", name), f"{name!r} is said already", "remove one of the two"


def _takes(given: Mapping[Any, Value], notation: Notation) -> Iterator[Found]:
    takes = given.get("takes")
    orders = takes if isinstance(takes, dict) else {}
    for name, spec in orders.items():
        if isinstance(name, str) and name in DEMANDS and isinstance(spec, dict):
            places = DEMANDS[name][1]
            with_reason = {**places, **REASON}
            for key, allowed in (("say", places), ("done", places), ("failed", with_reason)):
                yield from template_misfits(("takes", name, key), spec.get(key), notation, allowed)
    can = given.get("can")
    able = can if isinstance(can, list) else []
    yield from _unspoken(given, able)
    if "withhold" in able and "allow" not in orders:
        yield (), "it withholds cards and is never allowed any", "add takes: {allow: ...}"
    if "withhold" in able and given.get("alive") is None:
        problem = "an allowance lapses with the signs of life, and it is given none"
        yield (), problem, "add alive: {ask: ..., answer: ...}, or remove withhold"
    if "draw" in able and "draw" not in orders:
        yield (), "it draws numbers and is never asked for one", "add takes: {draw: ...}"


def _unspoken(given: Mapping[Any, Value], able: list[Value]) -> Iterator[Found]:
    """Abilities that no words of a plain device could bear out."""
    for index, ability in enumerate(able):
        if ability in UNSPOKEN or (ability == "faces" and given.get("kind") == "shuffler"):
            problem = f"there are no words for {ability!r} in a plain profile"
            yield ("can", index), problem, "only a device of reference/1 tells of it"
    tells = given.get("tells")
    ends = [t for t in tells if isinstance(t, dict)] if isinstance(tells, list) else []
    named = any(t.get("means") == "shuffled" and "{deck" in str(t.get("says")) for t in ends)
    if "two_decks" in able and not named:
        problem = "it takes two decks and does not say which of them is shuffled"
        yield ("can", able.index("two_decks")), problem, "add {deck} to what it says"


def _shows(given: Mapping[Any, Value], notation: Notation) -> Iterator[Found]:
    """What does not go together in a reader of tags or codes."""
    answers = given.get("receipts")
    for key, words in answers.items() if isinstance(answers, dict) else ():
        yield from template_misfits(("receipts", key), words, notation, {})
    says = [text for _, text in _shown_words(given)]
    for key in ("gone_after", "cards") if not says else ():
        if given.get(key) is not None:
            yield (key,), "it reads no tags", f"remove it, or add a tell that means {SHOWN}"
    for at, _ in _shown_words(given):
        if given.get("kind") != "reader":
            yield at, "only a reader is shown cards", "write kind: reader"
    try:
        forms = [_tag_form(text, notation) for text in says if f"{{{TAG}" in text]
    except BadTemplate:
        return  # told at its place
    for form in forms[:1]:
        yield from card_problems(dict(given), form)


def _shown_words(given: Mapping[Any, Value]) -> Iterator[tuple[Loc, str]]:
    listed = given.get("tells")
    for index, spec in enumerate(listed if isinstance(listed, list) else ()):
        if isinstance(spec, dict) and spec.get("means") == SHOWN:
            yield ("tells", index, "says"), str(spec.get("says"))


def _tag_form(says: str, notation: Notation) -> TagForm:
    return TagForm(Template(says, notation, MEANINGS[SHOWN].places))


def template_misfits(
    at: Loc,
    text: Value,
    notation: Notation,
    places: Places,
    needed: tuple[str, ...] = (),
) -> Iterator[Found]:
    """What is wrong with a template that may have these places and needs some of them."""
    if not isinstance(text, str):
        return
    try:
        template = Template(text, notation, places)
    except BadTemplate as bad:
        yield at, bad.problem, bad.hint
        return
    for name in needed:
        if name not in template.names:
            yield at, f"{text!r} has no place {{{name}}}", "add it where the device says it"
