"""A stretch told again as a scenario: the table, what players wanted, and what went wrong when.

Only its last round and what went wrong on the way are told, each at the step of the round at which
it happened; how long anybody took, and what else chance had in mind, is left out. So the scenario
may not show what the stretch did: `shrinking` plays it to find out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import yaml

from simulators.faults import FAULTS
from simulators.referee.verdicts import Disagreement
from simulators.slips import NAMED
from tablectl.clauses.registry import find
from tablectl.soak.seatings import COLOURS, Seating
from tablectl.soak.stretch import Logged, Stretch, Wagering
from tablectl.soak.troubles import CLOCK_SET, IDENTITIES
from tablectl.words.cards import Card

DEATHS = {
    "controller": {"restart": "controller"},
    "before_commit": {"crash": "before_commit"},
    "after_commit": {"crash": "after_commit"},
}
WHERE = {"": "open", "wagers": "betting", "over": "betting"}
"""What the crew plays until, where that is no step that it would stop at."""
Step = dict[str, Any]


@dataclass(frozen=True)
class Told:
    """What a scenario is made of; each part may turn out not to be needed."""

    name: str
    seating: Seating
    seats: int
    wagers: Wagering
    choices: dict[str, str | dict[str, str]]
    hands: dict[str, list[str]]
    troubles: tuple[Logged, ...]
    options: dict[str, int] = field(default_factory=dict)
    """What the house has chosen."""
    clause: str = ""
    plays_on: bool = True
    """The round is played to its end; otherwise people only find a way to a closed table."""

    @property
    def rounds(self) -> int:
        return max((each.round for each in self.troubles), default=1)

    def text(self) -> str:
        """The scenario file."""
        return yaml.safe_dump(self._plain(), sort_keys=False, default_flow_style=None, width=100)

    def _plain(self) -> dict[str, Any]:
        seating = self.seating
        table: dict[str, Any] = {
            "game": seating.game,
            "method": seating.method,
            "seats": self.seats,
            "decks": list(COLOURS[: seating.decks]),
        }
        if seating.devices:
            table["devices"] = {
                name: {"profile": profile, "simulated": True}
                for name, profile in seating.devices.items()
            }
        else:
            table["preset"] = seating.preset.value
        if seating.approved:
            table["approvals"] = {name: {"reference": "SIMULATED"} for name in seating.approved}
        if options := {**seating.options, **self.options}:
            table["options"] = options
        wagers = {seat: {w: _dollars(c) for w, c in mine.items()} for seat, mine in self._seated()}
        plain: dict[str, Any] = {"name": self.name}
        if self.clause:
            plain["clauses"] = [self.clause]
        plain |= {"table": table, "wagers": wagers}
        if self.choices:
            plain["choices"] = self.choices
        if self.hands:
            plain["hands"] = self.hands
        return {**plain, "steps": list(self._steps())}

    def _seated(self) -> list[tuple[int, Any]]:
        return sorted(self.wagers.items())

    def _steps(self) -> Iterator[Step]:
        at, now, out = 1, "", 0
        for each in self.troubles:
            if each.round > at:
                yield {"play_rounds": each.round - at}
                at, now = each.round, ""
            if each.step != now:
                yield {"play_until": WHERE.get(each.step, each.step)}
                now, out = each.step, 0
            if each.step == "deal" and each.out > out:
                yield {"play_steps": each.out - out}  # with a shoe that counts, each card is one
                out = each.out
            yield from _trouble(each)
        if self.plays_on:
            yield {"play_rounds": 1}
            yield {"expect": {"rounds": self.rounds}}
        else:
            yield {"expect": {"phase": "open"}}


def _trouble(each: Logged) -> Iterator[Step]:
    if each.name in DEATHS:
        yield DEATHS[each.name]
    elif each.name == CLOCK_SET:
        yield {"clock": "+5m"}
    elif each.device and each.name in FAULTS:
        yield {"device": {"fault": {each.device: each.name}}}
        if each.name in IDENTITIES:
            yield {"device": {"unplug": each.device}}
            yield {"device": {"plug": each.device}}
    elif each.name in NAMED:
        yield {"mishap": each.name}


def _dollars(cents: int | None) -> int | str | None:
    if cents is None:
        return None
    return cents // 100 if cents % 100 == 0 else f"{cents / 100:.2f}"


def retold(stretch: Stretch, found: Disagreement) -> Told:
    """Everything that is known of a stretch, up to where it ended."""
    number = stretch.rig.host.kernel.state.round.number
    wagers = stretch.wagered.get(number) or stretch.wagered.get(number - 1, {})
    choices: dict[str, str | dict[str, str]] = {
        question: dict(answers) for question, answers in stretch.chosen.items()
    }
    return Told(
        name=f"{found.what}: {found.expected}",
        clause=found.clause if find(found.clause) else "",
        seating=stretch.seating,
        seats=stretch.seating.table.settings.seats,
        wagers=wagers,
        choices=choices,
        hands=_hands(stretch),
        troubles=tuple(stretch.log),
        options=_options(stretch),
    )


def _options(stretch: Stretch) -> dict[str, int]:
    usual = stretch.seating.table.settings.options
    chosen = stretch.settings.options
    return {name: int(chosen[name]) for name in chosen if chosen[name] != usual[name]}


def _hands(stretch: Stretch) -> dict[str, list[str]]:
    """The hands that lie open or were shown last, where the set has every card of them so often."""
    account = stretch.refereed.referee.account if stretch.refereed else None
    if account is None:
        return {}
    lying = ((place, account.deck.known(place)) for place in account.deck.layout)
    told = (*account.round.turned.items(), *lying)
    hands = {place: cards for place, cards in told if cards is not None}
    cards = Counter(card for hand in hands.values() for card in hand)
    copies = stretch.rig.crew.composition.copies
    return hands if all(n <= copies(Card.of(card)) for card, n in cards.items()) else {}


def in_one_round(told: Told) -> Told:
    """The same with everything in the first round."""
    return replace(told, troubles=tuple(replace(each, round=1) for each in told.troubles))


def before_the_first_card(told: Told) -> Told:
    """The same with what went wrong in the deal at its beginning."""
    return replace(told, troubles=tuple(replace(each, out=0) for each in told.troubles))
