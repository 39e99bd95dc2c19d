"""What a screen shows at every step of a round: whole, in words, and nothing that is hidden."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from tablectl.console.screen import screen
from tablectl.rig import Rig
from tablectl.table.apply import apply
from tablectl.table.rules import Rules
from tablectl.table.state import TableState
from tablectl.words.acts import Act
from tablectl.words.bases import Role
from tablectl.words.inputs import Stamped
from tablectl.words.refusals import Refusal
from tests.console.pressing import GROUPS, Button, Screen, act_of, buttons_of
from tests.console.screens import TABLES, people_of, seen_by, table_of

SPECS: Mapping[str, str] = {
    **TABLES,
    "let_it_ride_automated": "game: let_it_ride\nmethod: automated_shoe\npreset: automated",
    "three_card_poker_in_hand": "game: three_card_poker\nmethod: hand\npreset: shuffling",
    "blackjack_reader": "game: blackjack\nmethod: manual_shoe\npreset: recognising\n"
    "options: {hole_card: down, surrender: 1, shared_boxes: 1, several_boxes: 1}",
}
TEXTS = (
    "text", "label", "hint", "title", "happened", "ruling", "follows", "cards", "wagers", "waits",
    "game", "method", "where", "checklist", "identity", "can", "warnings",
)  # fmt: skip
"""Where on a screen sentences and labels stand."""
MAY_BE_EMPTY = {"hint", "waits", "happened", "ruling", "cards", "wagers", "last", "trouble"}
STEPS = 400


@dataclass(frozen=True)
class Moment:
    """A table at one moment, and what everybody sees of it."""

    rules: Rules
    state: TableState
    looks: Mapping[Role, Mapping[str, Any]]
    screens: Mapping[Role, Screen]
    down: frozenset[str]
    """Cards that lie face down, and that no other card on the table is like."""


@cache
def moments(name: str) -> tuple[Moment, ...]:
    """A table before everything that is due for the first time, in two rounds and the closing."""
    rig = table_of(SPECS[name])
    rig.crew.wishes.close_after = 2
    known: dict[tuple[Any, ...], Moment] = {}
    for _ in range(STEPS):
        view = rig.host.door.view(Role.DEALER)
        code = view["prompt"]["code"] if view["prompt"] else ""
        moment = (view["phase"], view["round"]["step"], code, bool(view["round"]["again"]))
        if moment not in known:
            known[moment] = _moment(rig)
        if not rig.step():
            break
    return tuple(known.values())


def _moment(rig: Rig) -> Moment:
    kernel, felt = rig.host.kernel, rig.felt
    pieces = [
        piece
        for deck in felt.decks()
        for place in felt.places(deck)
        for piece in felt.pile(deck, place)
    ]
    up = {piece.card.code for piece in pieces if piece.up}
    down = frozenset(piece.card.code for piece in pieces if not piece.up) - up
    looks = {role: rig.host.door.look(role) for role in Role}
    return Moment(kernel.rules, kernel.state, looks, {r: seen_by(rig, r) for r in Role}, down)


def at_step(name: str, step: str) -> Moment:
    return next(each for each in moments(name) if each.state.round.step == step)


def told(shown: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """Every text on a screen with the name of what it is."""
    if isinstance(shown, Mapping):
        for name, each in shown.items():
            if name not in ("deed", "stage", "choices"):
                yield from told(each, name)
    elif isinstance(shown, list):
        for each in shown:
            yield from told(each, key)
    elif isinstance(shown, str) and key in TEXTS:
        yield key, shown


def bare(text: str, names: set[str]) -> list[str]:
    """Words of a text that are codes, and no name of a device, a deck or a person."""
    words = re.findall(r"[\w.]*_[\w.]*", text)
    return [word for word in words if word.strip(".") not in names]


@pytest.mark.parametrize("name", SPECS)
def test_a_screen_is_plain_data_and_says_everything_in_words(name: str) -> None:
    read: set[tuple[str, str]] = set()
    for moment in moments(name):
        settings = moment.state.settings
        names = {*settings.devices, *settings.people, *settings.decks}
        names |= {device.profile for device in settings.devices.values()}
        for role in Role:
            shown = moment.screens[role]
            assert json.loads(json.dumps(shown)) == shown
            for key, text in {*told(shown)} - read:
                read.add((key, text))
                hand = key == "cards" and re.fullmatch(r"\?\?|[2-9TJQKA][CDHS]", text)
                assert hand or text.strip() or key in MAY_BE_EMPTY, (key, role)
                assert bare(text, names) == [], (key, text)
                assert not any(mark in text for mark in ("{", "}", "None", "  ")), text


@pytest.mark.parametrize("name", ["blackjack_recognised", "three_card_poker", "let_it_ride"])
def test_no_screen_shows_a_face_that_lies_face_down(name: str) -> None:
    hidden = [moment for moment in moments(name) if moment.down]
    assert hidden
    for moment in hidden:
        for role in Role:
            shown = json.dumps([moment.screens[role], moment.looks[role]])
            assert [code for code in moment.down if f'"{code}"' in shown] == []


# ---------------------------------------------------------------- buttons


FIELDS = ("call", "what", "subject", "question", "stage", "check", "kind", "place", "to", "hand")


def answers(button: Button, offer: Mapping[str, Any]) -> bool:
    """Whether a button takes up an offer."""
    deed = button["deed"]
    if deed["is"] != offer["deed"]:
        return False
    common = [field for field in FIELDS if field in deed and field in offer]
    return all(deed[field] == offer[field] for field in common)


def has_no_place(offer: Mapping[str, Any], look: Mapping[str, Any]) -> bool:
    """A report about a place, where cards lie only where that cannot have happened."""
    return bool(offer.get("needs_place")) and not look["declared"][offer["kind"]]


@pytest.mark.parametrize("name", SPECS)
def test_every_offer_of_the_view_has_a_button_and_every_button_an_offer(name: str) -> None:
    for moment in moments(name):
        for role in Role:
            look = moment.looks[role]
            made = buttons_of(moment.screens[role])
            for offer in look["offers"]:
                found = any(answers(button, offer) for button in made)
                assert found or has_no_place(offer, look), offer
            for button in made:
                assert any(answers(button, offer) for offer in look["offers"]), button["id"]
            ids = [button["id"] for button in made]
            assert len(ids) == len(set(ids)), "a button has a name of its own"


def ways(button: Button) -> Iterator[Button]:
    """The button as it is; of a report, with each place and each device that may be chosen."""
    yield button
    for at, ask in enumerate(button["asks"]):
        for choice in ask["choices"] if button["deed"]["is"] == "declare" else ():
            asks = [*button["asks"]]
            asks[at] = {**ask, "value": choice["value"]}
            yield {**button, "asks": asks}


def pressed(moment: Moment, shown: Screen, button: Button) -> Refusal | None:
    """What the core says to a button, on a copy of the table."""
    state = moment.state
    act: Act = act_of(shown, button, people_of(state.settings), f"k{state.seq}")
    applied = apply(moment.rules, state, Stamped(state.seq + 2, state.time + 1, act))
    assert applied.error is None, (button["id"], applied.error)
    return applied.outcome.refusal


ONLY_PEOPLE_KNOW = {
    "already_so": "change",
    "out_of_range": "change",
    "not_allowed": "change",
    "one_position": "bet",
    "not_adjacent": "bet",
    "nobody_seated": "bet",
    "position_taken": "bet",
    "third_position": "bet",
    "not_enough_there": "contents",
    "no_such_place": "contents",
}
"""Refusals of what was filled in, which hang on more than one field of the act."""


@pytest.mark.parametrize("name", SPECS)
def test_the_core_refuses_no_button_that_is_pressed_as_it_is_filled_in(name: str) -> None:
    tried = 0
    for moment in moments(name):
        for role in (Role.DEALER, Role.SUPERVISOR, Role.TECHNICIAN):
            shown = moment.screens[role]
            for each in buttons_of(shown):
                for button in ways(each):
                    refusal = pressed(moment, shown, button)
                    tried += 1
                    if refusal is not None:
                        kind = button["id"].partition(":")[0]
                        assert ONLY_PEOPLE_KNOW.get(refusal.code) == kind, (button, refusal)
    assert tried


@pytest.mark.parametrize("name", SPECS)
def test_what_is_asked_of_a_role_has_a_button_on_its_screen_or_a_device_does_it(name: str) -> None:
    for moment in moments(name):
        for role in Role:
            shown = moment.screens[role]
            prompt = shown["prompt"]
            if prompt is None or not prompt["mine"]:
                assert not any(b["primary"] for b in buttons_of(shown))
                assert prompt is None or prompt["waits"]
                continue
            lacking = "cannot call" in prompt["text"]
            assert shown["buttons"] or prompt["waits"] or lacking, prompt
            assert sum(b["primary"] for b in shown["buttons"]) <= 1


def test_an_auditor_sees_the_table_and_may_do_nothing() -> None:
    for moment in moments("three_card_poker"):
        for role in (Role.AUDITOR, Role.ADMINISTRATOR):
            shown = moment.screens[role]
            assert [shown[group] for group in GROUPS] == [[], [], [], []]
            assert shown["felt"]["seats"]


def test_two_people_are_asked_for_where_contents_are_declared() -> None:
    shown = at_step("three_card_poker", "deal").screens[Role.SUPERVISOR]
    contents = next(b for b in shown["corrections"] if b["deed"]["is"] == "declare_contents")
    assert contents["second"] == ["supervisor", "dealer"]


def test_a_settlement_tells_what_to_take_in_dollars_and_in_its_order() -> None:
    settlement = at_step("three_card_poker", "losers").screens[Role.DEALER]["settlement"]
    assert settlement["lines"][0]["text"] == "Seat 5: ante $10 is taken."
    assert {line["does"] for line in settlement["lines"]} == {"take"}


def test_cards_that_no_device_reads_are_keyed_in_and_proposed_where_the_stage_shows_them() -> None:
    moment = at_step("three_card_poker_blind", "dealer_reveal")
    stage = {"crew": "paused", "troubles": [], "showing": {"dealer": ["AS", "KD", "2C"]}}
    people = people_of(moment.state.settings)
    for given, proposed in ((None, None), (stage, ["AS", "KD", "2C"])):
        shown = screen({**moment.looks[Role.DEALER], "stage": given}, people, Role.DEALER)
        (turn,) = [button for button in shown["buttons"] if button["deed"]["is"] == "turn"]
        (cards,) = turn["asks"]
        assert (cards["kind"], cards["count"], cards["value"]) == ("cards", 3, proposed)
