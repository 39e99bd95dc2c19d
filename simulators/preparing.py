"""Making cards ready: shuffling and loading, by hand or with a machine, and putting machines right.

What a machine does is watched; one that stays away or fails again is given up.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from simulators.device import SimulatedDevice
from simulators.felt import Felt
from simulators.hole_reader import HoleCardReader
from simulators.machines import Machines, unnoticed
from simulators.reader import CardReader
from simulators.shoe import Shoe
from simulators.shuffler import Shuffler
from tablectl.words.cards import Composition
from tablectl.words.irregularities import Kind

View = Mapping[str, Any]


class Preparer(Protocol):
    """What this asks of whoever makes cards ready."""

    felt: Felt
    composition: Composition
    machines: Machines
    shoe: Shoe | None
    shuffler: Shuffler | None
    reader: CardReader | None
    hole_reader: HoleCardReader | None

    def watch(self, device: SimulatedDevice) -> bool: ...

    def wait_for(self, device: SimulatedDevice, kind: Kind, name: str = "") -> bool: ...


class Preparing:
    """Decks on their way to the shoe, and the machines that they go through."""

    def __init__(self, by: Preparer) -> None:
        self._by = by
        self._mended = 0
        """The round in which the shuffler was last put right."""

    def shuffle(self, deck: str, part: str) -> None:
        """The whole deck, or the cards of one place while the others stay where they are."""
        if part:
            self._by.felt.move(deck, part, "stack")
            self._by.felt.shuffle_stack(deck)
        else:
            self._by.felt.shuffle(deck)

    def bring(self, deck: str) -> None:
        """New cards in the place of whatever had that name."""
        self._by.machines.put_away(deck)
        self._by.felt.bring(deck, self._by.composition)

    def have_shuffled(self, view: View, name: str, deck: str) -> bool:
        """Put the deck into the shuffler and watch; one that is not simulated is not ours.

        One that is out of order is somebody else's to put right; one that may be there any moment
        is given a little time.
        """
        shuffler = self._by.shuffler
        if shuffler is None or shuffler.name != name:
            return False
        phase = view["devices"][name]["phase"]
        if phase != "ready":
            waited = self._by.machines.waiting.in_vain(f"{name}: to be there", shuffler)
            return phase == "unverified" and not waited and self._by.watch(shuffler)
        takes = shuffler.takes(deck)
        if (shuffler.running and not takes) or unnoticed(shuffler):
            room = shuffler.running and len(shuffler.decks) < shuffler.room
            return not (room and _another_waits(view, deck)) and self._by.watch(shuffler)
        if takes:
            self._by.machines.insert(deck, str(view["decks"][deck]["part"]))
            return True
        return self._by.wait_for(shuffler, Kind.JAM, name)

    def have_loaded(self, name: str) -> bool:
        """Watch a shuffler put the deck into the shoe, until it has taken longer than it may."""
        shuffler, shoe = self._by.shuffler, self._by.shoe
        if shuffler is None or shuffler.name != name:
            return False
        if unnoticed(shuffler) or (shoe is not None and unnoticed(shoe)):
            return self._by.watch(shuffler)
        return self._by.wait_for(shuffler, Kind.JAM, name)

    def out_of_reach(self, name: str) -> bool:
        """Whether a shuffler has been unplugged for so long that it is taken off the table."""
        shuffler = self._by.shuffler
        if shuffler is None or shuffler.name != name or shuffler.plugged or shuffler.running:
            return False
        return self._by.machines.waiting.in_vain(f"{name}: to be there", shuffler)

    def given_up(self, name: str, round_: int) -> bool:
        """A shuffler that fails again in the same round is unplugged, to be taken off the table."""
        shuffler = self._by.shuffler
        if shuffler is None or shuffler.name != name:
            return False
        again, self._mended = self._mended == round_, round_
        if again and shuffler.plugged:
            shuffler.unplug()
        return again

    def mend(self, name: str) -> None:
        """Put a machine right."""
        for device in (self._by.shoe, self._by.reader, self._by.hole_reader, self._by.shuffler):
            if device is not None and device.name == name:
                device.clear()


def _another_waits(view: View, deck: str) -> bool:
    """Whether hands can do something for another deck meanwhile."""
    return any(
        due["is"] == "confirm_due"
        and due.get("subject") in view["decks"]
        and due["subject"] != deck
        and not (due.get("device") or due.get("idle"))
        for due in view["dues"]
    )
