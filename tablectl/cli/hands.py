"""The hands that work simulated devices at a table that people run through the door.

Nobody can reach into a simulated machine. So the deck that is to be shuffled is put into the
shuffler, the one that somebody loaded into the shoe; the shoe gives the cards that are due, and a
reader makes the check that is due. Nothing else is done for the people, who are told what simulated
cards show when these are due to be turned up.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from simulators.machines import unnoticed
from simulators.shoe import SensingShoe
from simulators.stack_shoe import StackShoe
from tablectl.cli.staging import agrees, lay_cards
from tablectl.hosts.host import Host
from tablectl.rig import Equipment
from tablectl.table.rules import LOADED
from tablectl.table.state import TableState
from tablectl.words.acts import Act
from tablectl.words.bases import Role
from tablectl.words.outcomes import Receipt


class DeviceHands:
    """A part of a service: at each step it lets a device do one thing that is due."""

    def __init__(
        self,
        host: Host,
        equipment: Equipment,
        chance: Random,
        pace: float,
        showing: Callable[[str, str], None],
    ) -> None:
        self._host = host
        self._equipment = equipment
        self._chance = chance
        self._pace = pace
        self._showing = showing
        self._shown = (0, "", "")
        equipment.crew.door = _OnlyDevices(host, equipment)

    def step(self) -> float | None:
        # What a device has told and the record does not have yet would be done twice.
        if not any(unnoticed(device) for device in self._equipment.devices.values()):
            self._work(self._host.kernel.state, self._host.door.view(Role.DEALER))
        return self._pace

    def _work(self, state: TableState, view: Mapping[str, Any]) -> None:
        if not self._under_way() and not agrees(self._equipment.felt, state):
            lay_cards(self._equipment, state, self._host.opened, self._chance)
        if self._load(state) or self._insert(view):
            return
        if self._simulated_cards(state):
            self._show(view)
        self._equipment.crew.step()

    # ------------------------------------------------------------ machines

    def _load(self, state: TableState) -> bool:
        """Somebody said that a deck is loaded, and the shoe has not: put the cards in."""
        shoe = self._equipment.crew.shoe
        if shoe is None or not shoe.linked or not state.devices[shoe.name].identified:
            return False
        for name, deck in state.decks.items():
            if deck.phase == LOADED and not deck.load:
                shoe.load(name)
                return True
        return False

    def _insert(self, view: Mapping[str, Any]) -> bool:
        """Put the deck that waits for the shuffler into it."""
        crew = self._equipment.crew
        shuffler = crew.shuffler
        if shuffler is None:
            return False
        for due in view["dues"]:
            waits = due["is"] == "confirm_due" and due.get("device") == shuffler.name
            if waits and shuffler.takes(due["subject"]):
                crew.machines.insert(due["subject"])
                return True
        return False

    def _under_way(self) -> bool:
        """Whether cards are in a machine's rollers or tray, of which the record knows nothing."""
        shoe = self._equipment.crew.shoe
        return isinstance(shoe, StackShoe) and (shoe.running or bool(shoe.tray))

    # ------------------------------------------------------------ what the cards show

    def _simulated_cards(self, state: TableState) -> bool:
        """Real cards show nothing here, whatever else at their table is simulated."""
        devices = state.settings.devices.values()
        return self._equipment.crew.shoe is not None or all(d.simulated for d in devices)

    def _show(self, view: Mapping[str, Any]) -> None:
        """Tell, once, what simulated cards show that are due to be turned up now."""
        due = view["prompt"]["due"] if view["prompt"] else {"is": ""}
        if due["is"] != "turn_due" or not self._equipment.devices:
            return
        place, felt = due["places"][0], self._equipment.felt
        pile = felt.pile(view["round"]["deck"], place)
        faces = " ".join(piece.card.code for piece in pile)
        shown = view["round"]["number"], place, faces
        if faces and shown != self._shown:
            self._shown = shown
            self._showing(place, faces)


class _OnlyDevices:
    """The door as the hands see it: what a device does is due, and nothing can be submitted."""

    def __init__(self, host: Host, equipment: Equipment) -> None:
        self._host = host
        self._equipment = equipment

    def view(self, role: Role) -> Mapping[str, Any]:
        view = self._host.door.view(role)
        return {**view, "dues": [due for due in view["dues"] if self._by_device(view, due)]}

    def submit(self, act: Act) -> Receipt:
        raise RuntimeError(f"{act.by} wanted to act at a table that people run")

    def _by_device(self, view: Mapping[str, Any], due: Mapping[str, Any]) -> bool:
        """An automated shoe gives by itself; from the others a hand draws."""
        crew = self._equipment.crew
        if due["is"] == "cards_due":
            return isinstance(crew.shoe, SensingShoe) and crew.shoe.gives(due["to"][0]["count"])
        if due["is"] == "check_due" and crew.hole_reader is not None:
            return bool(view["devices"][crew.hole_reader.name]["phase"] == "ready")
        return False
