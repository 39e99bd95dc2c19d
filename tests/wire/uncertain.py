"""Shoes that keep nothing for later: what the table counts is what the shoe counts, or a case says
that it is uncertain.

Whenever the line is up and nothing is under way, the controller's count of the load is held against
the simulator's own. They may part only if a case about a count was opened meanwhile.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from simulators.device import SimulatedDevice
from simulators.shoe import SensingShoe
from tablectl.kernel import inputs
from tablectl.rig import Rig
from tablectl.words.irregularities import Kind
from tests.wire.outages import DEATHS, SECOND, Disagreement, Run

DOUBTS = (Kind.COUNT_UNCERTAIN, Kind.EVIDENCE_GAP)
LONG = 3 * SECOND
SHOE, DECK = "shoe_1", "blue"


def doubts(rig: Rig, since: int = 0) -> int:
    """How often a case said after this record that a count is uncertain."""
    return sum(
        ruled.irregularity.kind in DOUBTS
        for _, outcome in inputs(rig.host.kernel.journal.records(since))
        for ruled in outcome.rulings
    )


@dataclass
class Uncertain(Run):
    ways: ClassVar[tuple[str, ...]] = ("whole", "byte by byte", "delay")
    deaths: ClassVar[tuple[str, ...]] = (*DEATHS, "unheard")

    apart: int = 0
    """How far the two counts lay apart when they were compared last."""
    since: int = 0
    """The last record at that time."""
    load: int = 0

    def die(self, what: str, device: SimulatedDevice) -> None:
        match what:
            case "unheard":
                device.unplug()
                self.draw_unheard()
                device.plug()
            case "forgets":
                device.unplug()
                device.reboot()
                self.shoe.loads = self.shoe.given = 0
                device.plug()
            case _:
                super().die(what, device)

    def draw_unheard(self) -> None:
        """A hand draws a card while nobody listens, if one comes."""
        shoe = self.shoe
        if shoe.deck and shoe.gives() and self.rig.felt.count(shoe.deck, "shoe"):
            self.rig.felt.pile(shoe.deck, "loose").extend(shoe.draw(shoe.deck))

    @property
    def shoe(self) -> SensingShoe:
        shoe = self.rig.shoe
        assert isinstance(shoe, SensingShoe)
        return shoe

    # ------------------------------------------------------------ the comparison

    def passed(self, duration: int) -> None:
        if duration >= LONG:
            self.compare()

    def compare(self) -> None:
        state = self.rig.host.kernel.state
        deck, shoe = state.decks[DECK], self.shoe
        if not shoe.linked or not state.devices[SHOE].identified:
            return
        if deck.phase != "loaded" or not state.ledger[DECK].count("shoe"):
            return  # no card of it is in the shoe any more
        if shoe.loads != self.load:
            self.load, self.apart = shoe.loads, 0
        apart = shoe.given - deck.given
        if apart not in (0, self.apart) and not doubts(self.rig, self.since):
            counts = f"the shoe gave {shoe.given}, the controller counts {deck.given}"
            raise Disagreement(f"{counts}, and no case says so")
        self.apart, self.since = apart, self.journal.last_seq


class Counting(Uncertain):
    deaths: ClassVar[tuple[str, ...]] = (*DEATHS, "unheard", "forgets")

    tables: ClassVar[Mapping[str, Mapping[str, str]]] = {
        "counter": {
            "method": "manual_shoe",
            "devices": "{shoe_1: {profile: plain_sensing_shoe, simulated: true}}",
        }
    }

    def compare(self) -> None:
        """It says itself what it has counted: nothing stays apart."""
        super().compare()
        if self.apart:
            raise Disagreement(f"the counts lie {self.apart} apart, though the shoe says its own")


class AtMostOnce(Uncertain):
    tables: ClassVar[Mapping[str, Mapping[str, str]]] = {
        "at most once": {
            "method": "manual_shoe",
            "devices": "{shoe_1: {profile: plain_simple_shoe, simulated: true}}",
        }
    }
