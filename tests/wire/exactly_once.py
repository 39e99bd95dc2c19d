"""Exactly once: controller, lines and devices die in any order, and no card is lost or doubled.

What the controller has on record must be what the device itself saw: every event once, in order,
with the same content, and as many cards given as the device gave.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from drivers.happenings import CardsDrawn, Happening
from tablectl.kernel import inputs
from tablectl.rig import Rig
from tablectl.words.observations import CardsOut, Observation, OrderDone, OrderFailed
from tests.wire.outages import Disagreement, Run

OUTCOMES = (OrderDone, OrderFailed)


class ExactlyOnce(Run):
    tables: ClassVar[Mapping[str, Mapping[str, str]]] = {
        "counting": {"method": "manual_shoe", "preset": "counting"},
        "recognising": {"method": "manual_shoe", "preset": "recognising"},
        "automated": {"method": "automated_shoe", "preset": "automated"},
    }

    def passed(self, duration: int) -> None:
        """What is kept comes at its own time, so nothing is compared before the end."""

    def compare(self) -> None:
        recorded = recorded_events(self.rig)
        for name, device in self.rig.devices.items():
            events = recorded.get(name, [])
            numbers = [key for key, _ in events]
            if numbers != [(device.epoch, event) for event in range(1, device.event + 1)]:
                raise Disagreement(f"{name}: recorded {numbers}, and {device.event} happened")
            seen = {key: o for key, o in events if not isinstance(o.report, OUTCOMES)}
            saw = self.witnesses[name].saw
            if list(seen) != list(saw):
                raise Disagreement(f"{name}: recorded {list(seen)}, happened {list(saw)}")
            for key, observation in seen.items():
                agree(name, key, observation, saw[key])
        shoe = self.rig.shoe
        deck = self.rig.host.kernel.state.decks["blue"]
        if shoe is not None and deck.phase == "loaded" and shoe.given != deck.given:
            raise Disagreement(f"the shoe gave {shoe.given}, the controller counts {deck.given}")


Recorded = dict[str, list[tuple[tuple[int, int], Observation]]]


def recorded_events(rig: Rig) -> Recorded:
    """Every numbered event that the controller took, in the order of its record."""
    found: Recorded = {}
    for stamped, outcome in inputs(rig.host.kernel.journal.records()):
        seen = stamped.input
        if isinstance(seen, Observation) and seen.event and outcome.ignored != "already_on_record":
            taken, key = found.setdefault(seen.device, []), (seen.epoch, seen.event)
            told_again = outcome.ignored == "off_the_table" and any(key == k for k, _ in taken)
            if not told_again:
                taken.append((key, seen))
    return found


def agree(name: str, key: tuple[int, int], seen: Observation, happened: Happening) -> None:
    """The cards of a report are those that the device saw leave."""
    if isinstance(happened, CardsDrawn):
        told = seen.report.count if isinstance(seen.report, CardsOut) else None
        if told != happened.count:
            raise Disagreement(f"{name} {key}: {happened.count} cards left, {told} on record")
