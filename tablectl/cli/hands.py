"""The hands that work simulated devices at a table that people run through the door.

Nobody can reach into a simulated shoe, so it gives the cards that are due by itself, and a
simulated reader makes the check that is due. Nothing else is done for the people, who are told
what simulated cards show when these are due to be turned up.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from tablectl.cli.staging import agrees, lay_out
from tablectl.hosts.host import Host
from tablectl.rig import Equipment
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
        state = self._host.kernel.state
        if not agrees(self._equipment.felt, state):
            lay_out(self._equipment, state, self._host.sealer, self._chance)
        self._show(self._host.door.view(Role.DEALER))
        self._equipment.crew.step()
        return self._pace

    def _show(self, view: dict[str, Any]) -> None:
        """Tell, once, what simulated cards show that are due to be turned up now."""
        due = view["prompt"]["due"] if view["prompt"] else {"is": ""}
        if due["is"] != "turn_due" or not view["simulated"]:
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

    def view(self, role: Role) -> dict[str, Any]:
        view = self._host.door.view(role)
        return {**view, "dues": [due for due in view["dues"] if self._by_device(view, due)]}

    def submit(self, act: Act) -> Receipt:
        raise RuntimeError(f"{act.by} wanted to act at a table that people run")

    def _by_device(self, view: dict[str, Any], due: dict[str, Any]) -> bool:
        crew = self._equipment.crew
        if due["is"] == "cards_due":
            return crew.shoe is not None and crew.shoe.gives(due["to"][0]["count"])
        if due["is"] == "check_due" and crew.hole_reader is not None:
            return bool(view["devices"][crew.hole_reader.name]["phase"] == "ready")
        return False
