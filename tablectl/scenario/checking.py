"""Checking a scenario against its game: every word that only the game can vouch for.

A misspelt step, place or clause must never become an expectation that merely happens to hold.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from tablectl.clauses.registry import family
from tablectl.scenario.acts import DEEDS
from tablectl.scenario.model import Expect, Physical, RefusalSpec, ScenarioFile, given_keys
from tablectl.scenario.plans import hand_of, hand_rounds, orders_of, rounds
from tablectl.scenario.readings import HOUSE_POLICY
from tablectl.scenario.targets import ALIASES, STEP_ALIASES
from tablectl.table.plan import OVER, VOID
from tablectl.table.rules import REMOVED, Rules
from tablectl.words.cards import Card
from tablectl.words.irregularities import Kind
from tablectl.words.settings import Settings
from tablectl.yamlfile import Loc
from tablectl.yamlmodel import near

Trouble = tuple[Loc, str, str]

CONFIRMATIONS = (
    "open_table",
    "close_table",
    "receive_deck",
    "remove_deck",
    "resolve_dispute",
    "post_sign",
    "announce_change",
    "tell_commission",
    "withdraw_change",
    "ruling",
    "clear_fault",
    "take_off",
    "put_back",
    "accept_identity",
    "deal_by",
    "release",
)
"""What is confirmed at every table, whatever the game."""
_PLACE = re.compile(r"seat_([0-9]+)(\.[0-9]+)?")
_PROMPT = re.compile("[a-z]+_due(:[a-z0-9_]+)?")


class Checks:
    """Every word of a scenario that only its game can vouch for."""

    def __init__(self, file: ScenarioFile, settings: tuple[Settings, ...], rules: Rules) -> None:
        self._file = file
        self._settings = settings[0]
        self._rules = rules
        self._steps = (*rules.plan.steps, VOID, OVER)
        self._phases = (*rules.decks.phases,)
        self._devices = tuple(name for each in settings for name in each.devices)
        known = {prep.what for prep in rules.preparations}
        self._confirmations = (*known, *CONFIRMATIONS)

    def problems(self) -> Iterator[Trouble]:
        if not any(step.expect for step in self._file.steps):
            yield ("steps",), "no step expects anything, so nothing could fail", "add an 'expect'"
        for index, clause in enumerate(self._file.clauses):
            yield from self._clause(("clauses", index), clause)
        yield from self._plan_problems()
        for index, step in enumerate(self._file.steps):
            at: Loc = ("steps", index)
            if step.play_until is not None:
                yield from self._target((*at, "play_until"), step.play_until)
            if step.device is not None:
                what, name = step.device.what
                yield from self._known((*at, "device", what), "device", name, self._devices)
            if step.physical is not None:
                yield from self._physical((*at, "physical"), step.physical)
            if step.expect is not None:
                yield from self._expect((*at, "expect"), step.expect)

    def _plan_problems(self) -> Iterator[Trouble]:
        for number, wagers in enumerate(rounds(self._file.wagers)):
            for seat in wagers:
                if not 1 <= seat <= self._settings.seats:
                    loc: Loc = ("wagers", number, str(seat))
                    yield loc, f"there is no seat {seat}", f"1 to {self._settings.seats}"
        for question, wish in self._file.choices.items():
            for hand in () if isinstance(wish, str) else wish:
                yield from self._place(("choices", question, hand), hand_of(hand))
        for number, order in enumerate(orders_of(self._file.cards)):
            yield from self._copies(("cards", number), order)
        for number, hands in enumerate(hand_rounds(self._file.hands)):
            for place in hands:
                yield from self._place(("hands", number, place), hand_of(place))
            cards = tuple(Card.of(code) for codes in hands.values() for code in codes)
            yield from self._copies(("hands", number), cards)

    def _copies(self, at: Loc, cards: tuple[Card, ...]) -> Iterator[Trouble]:
        for card, times in Counter(cards).items():
            copies = self._rules.composition.copies(card)
            if times > copies:
                yield at, f"{card} is named {times} times and the deck has {copies}", ""

    # ------------------------------------------------------------ one word each

    def _known(self, at: Loc, what: str, name: str, names: Iterable[str]) -> Iterator[Trouble]:
        names = tuple(dict.fromkeys(names))
        if name not in names:
            hint = near(name, names) or f"known here: {', '.join(names) or 'none'}"
            yield at, f"there is no {what} {name!r}", hint

    def _target(self, at: Loc, target: str) -> Iterator[Trouble]:
        if not _PROMPT.fullmatch(target):
            names = (*ALIASES, *STEP_ALIASES, *self._steps, *self._phases)
            yield from self._known(at, "step, deck phase or moment", target, names)

    def _place(self, at: Loc, place: str) -> Iterator[Trouble]:
        seat = _PLACE.fullmatch(place)
        if place.startswith("seat_") and (
            seat is None or not 1 <= int(seat[1]) <= self._settings.seats
        ):
            yield at, f"there is no place {place!r}", f"seats are seat_1 to {self._settings.seats}"

    def _clause(self, at: Loc, clause: str) -> Iterator[Trouble]:
        if clause != HOUSE_POLICY and not family(clause):
            hint = f"cite as in 19:47-20.12(a), or write {HOUSE_POLICY}"
            yield at, f"the registry has no clause {clause!r}", hint

    def _physical(self, at: Loc, physical: Physical) -> Iterator[Trouble]:
        if physical.expose is not None:
            yield from self._place((*at, "expose"), physical.expose)
        if physical.misplace is not None:
            yield from self._place((*at, "misplace", "from"), physical.misplace.source)
            yield from self._place((*at, "misplace", "to"), physical.misplace.to)
        if physical.lose is not None:
            yield from self._place((*at, "lose", "from"), physical.lose.source)
        if physical.swap is not None:
            yield from self._place((*at, "swap", "at"), physical.swap.at)

    def _expect(self, at: Loc, expect: Expect) -> Iterator[Trouble]:
        for key in given_keys(expect):
            value, here = getattr(expect, key), (*at, key)
            match key:
                case "step":
                    names = (*self._steps, *STEP_ALIASES)
                    yield from self._known(here, "step", value, names)
                case "clause":
                    yield from self._clause(here, value)
                case "refusal" if isinstance(value, RefusalSpec) and value.clause is not None:
                    yield from self._clause((*here, "clause"), value.clause)
                case "offered" | "refused":
                    for index, deed in enumerate(value):
                        yield from self._deed((*here, index), deed)
                case "places" | "felt" | "faces":
                    for place in value:
                        yield from self._place((*here, place), place)
                case "settlement":
                    for place in value:
                        yield from self._place((*here, place), hand_of(place))
                case "decks":
                    for deck, phase in value.items():
                        yield from self._known((*here, deck), "deck", deck, self._settings.decks)
                        phases = (*self._phases, REMOVED)
                        yield from self._known((*here, deck), "deck phase", phase, phases)
                case "devices":
                    for device in value:
                        yield from self._known((*here, device), "device", device, self._devices)
                case _:
                    pass

    def _deed(self, at: Loc, deed: str) -> Iterator[Trouble]:
        name, _, particular = deed.partition(":")
        yield from self._known(at, "deed", name, DEEDS)
        if not particular:
            return
        match name:
            case "confirm":
                yield from self._known(at, "confirmation", particular, self._confirmations)
            case "declare":
                kinds = (kind.value for kind in Kind)
                yield from self._known(at, "irregularity", particular, kinds)
            case _:
                yield at, f"{name} takes no particular here", "only confirm: and declare: do"
