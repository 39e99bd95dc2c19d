"""The hands at a simulated table that people run through the door.

Nobody can reach for simulated cards or into a simulated machine. So the cards go where people have
said that they put them; the deck that is to be shuffled is put into the shuffler, the one that
somebody loaded into the shoe; the shoe gives the cards that are due, and a reader reads those that
are due to be turned up and makes the check that is due. Nothing else is done for the people. They
are told what simulated cards show when these are due to be turned up, how many there are when they
are due to be counted, and what somebody at the table would notice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from simulators.continuous_shoe import ContinuousShoe
from simulators.device import SimulatedDevice
from simulators.double_shoe import DoubleShoe
from simulators.shoe import SensingShoe
from simulators.stack_shoe import StackShoe
from tablectl.cli.following import Absent, absences, follow
from tablectl.hosts.host import Host
from tablectl.rig import Equipment
from tablectl.table.places import SHOE, STACK
from tablectl.table.rules import LOADED
from tablectl.table.state import TableState
from tablectl.words.acts import Act, Confirm, Declare
from tablectl.words.bases import Role
from tablectl.words.cards import Rank
from tablectl.words.outcomes import Receipt

View = Mapping[str, Any]


class Hands:
    """They see to devices and cards, and never act."""

    def __init__(self, host: Host, equipment: Equipment, laid: TableState) -> None:
        self._host = host
        self._equipment = equipment
        self._absent: Absent = {}
        self._opened = _opened(laid)
        self.door = _OnlyDevices(host, equipment)
        """The door as they see it."""

    def work(self) -> bool:
        """One thing that is due; whether the cards are where the record has them, all told."""
        state = self._host.kernel.state
        if not self._told_all():
            return False
        done = self._load(state) or self._insert(self._host.door.view(Role.DEALER))
        followed = not self._under_way()
        if followed:
            follow(self._equipment.felt, state, self._absent)
        if not done:
            self._equipment.crew.step()
        return followed

    def heed(self, deeds: Iterable[object]) -> None:
        """What people have done that shows in no count of cards."""
        crew, state = self._equipment.crew, self._host.kernel.state
        for deck, at in _opened(state).items():
            if at != self._opened.get(deck):
                crew.preparing.bring(deck)
                self._absent = {**self._absent, deck: {}}
        for deed in deeds:
            match deed:
                case Confirm("clear_fault", device):
                    crew.preparing.mend(device)
                case Confirm("shuffle", deck):
                    self._shuffle(deck)
                case Declare(kind):
                    noticed = self.door.noticed
                    self.door.noticed = [each for each in noticed if each.kind is not kind]

    def _shuffle(self, deck: str) -> None:
        """Before the cards follow the record: whoever is quick has cut and loaded them by now."""
        felt = self._equipment.felt
        if not felt.count(deck, STACK):
            follow(felt, self._host.kernel.state, self._absent)
        felt.shuffle_stack(deck)

    def suffer(self, mishap: Callable[[], None]) -> None:
        """Let something happen, and remember what it takes out of the shoe: nobody knows of it."""
        felt = self._equipment.felt
        before = {deck: felt.count(deck, SHOE) for deck in felt.decks()}
        mishap()
        for deck, count in before.items():
            absent = self._absent.get(deck, {})
            if lost := count - felt.count(deck, SHOE):
                more = {**absent, SHOE: absent.get(SHOE, 0) + lost}
                self._absent = {**self._absent, deck: more}

    def look(self) -> None:
        """Remember what is missing, for as long as nobody knows of it."""
        self._opened = _opened(self._host.kernel.state)
        if self._told_all() and not self._under_way():
            state, felt = self._host.kernel.state, self._equipment.felt
            self._absent = absences(felt, state, self._absent)

    # ------------------------------------------------------------ machines

    def _told_all(self) -> bool:
        """What a device has told and the record does not have yet would be done twice."""
        return not any(self._keeps(device) for device in self._equipment.devices.values())

    def _keeps(self, device: SimulatedDevice) -> bool:
        """Whether it has something to tell, over its line or when its cable is back."""
        known = self._host.kernel.state.devices.get(device.name)
        there = known is not None and known.phase != "removed"
        return there and bool(device.kept) and (device.linked or not device.plugged)

    def _load(self, state: TableState) -> bool:
        """Somebody said that a deck is loaded, and the shoe has not: put the cards in."""
        shoe = self._equipment.crew.shoe
        if shoe is None or not shoe.linked or not state.devices[shoe.name].identified:
            return False
        for name, deck in state.decks.items():
            if deck.phase == LOADED and not deck.load:
                self._equipment.crew.machines.load(name)
                return True
        return False

    def _insert(self, view: View) -> bool:
        """Put the deck that waits for the shuffler into it."""
        crew = self._equipment.crew
        shuffler = crew.shuffler
        if shuffler is None or view["devices"][shuffler.name]["phase"] != "ready":
            return False
        for due in view["dues"]:
            waits = due["is"] == "confirm_due" and due.get("device") == shuffler.name
            if waits and due["what"] == "shuffle" and shuffler.takes(due["subject"]):
                crew.machines.insert(due["subject"], str(view["decks"][due["subject"]]["part"]))
                return True
        return False

    def _under_way(self) -> bool:
        """Whether cards are in a machine's rollers or tray, of which the record knows nothing."""
        shoe = self._equipment.crew.shoe
        return isinstance(shoe, StackShoe) and (shoe.running or bool(shoe.tray))

    # ------------------------------------------------------------ what there is to be seen

    def showing(self, view: View) -> dict[str, list[str]]:
        """What simulated cards show that are due to be turned up now, and no others."""
        due = _prompted(view, "turn_due")
        if due is None:
            return {}
        place, felt = due["places"][0], self._equipment.felt
        mine = str(view["round"]["deck"])
        decks = (*(deck for deck in felt.decks() if deck != mine), mine)
        faces = [piece.card.code for deck in decks for piece in felt.pile(deck, place)]
        return {place: faces} if faces else {}

    def counted(self, view: View) -> dict[str, int]:
        """How many cards there are at a place that is due to be counted now."""
        due = _prompted(view, "count_due")
        if due is None:
            return {}
        deck = str(due.get("deck") or view["round"]["deck"])
        return {due["place"]: self._equipment.felt.count(deck, due["place"])}

    def checked(self, view: View) -> dict[str, bool]:
        """What somebody finds who checks the card that is due to be checked now: whether it is one
        of those in question, and no more."""
        due = _prompted(view, "check_due")
        pile = self._equipment.felt.pile(view["round"]["deck"], due["place"]) if due else []
        if due is None or not pile:
            return {}
        rank = pile[0].card.rank
        return {due["place"]: rank is not None and rank in [Rank(each) for each in due["ranks"]]}


def _prompted(view: View, kind: str) -> View | None:
    """The prompt, if it asks for something of this kind."""
    due: View = view["prompt"]["due"] if view["prompt"] else {"is": ""}
    return due if due["is"] == kind else None


def _opened(state: TableState) -> dict[str, int]:
    """When each deck came to the table."""
    return {name: deck.opened_at for name, deck in state.decks.items()}


class _OnlyDevices:
    """The door as the hands see it: what a device does is due, and nothing can be submitted. What a
    crew would report is for people to notice."""

    def __init__(self, host: Host, equipment: Equipment) -> None:
        self._host = host
        self._equipment = equipment
        self.noticed: list[Declare] = []

    def view(self, role: Role) -> Mapping[str, Any]:
        view = self._host.door.view(role)
        return {**view, "dues": [due for due in view["dues"] if self._by_device(view, due)]}

    def submit(self, act: Act) -> Receipt:
        if not isinstance(act.deed, Declare):
            raise RuntimeError(f"{act.by} wanted to act at a table that people run")
        if act.deed not in self.noticed:
            self.noticed.append(act.deed)
        return Receipt(act.key, self._host.kernel.state.seq, accepted=True)

    def _by_device(self, view: View, due: View) -> bool:
        """An automated shoe gives by itself; from the others a hand draws. One that shuffles on and
        on tells of the cards that go back into it."""
        crew = self._equipment.crew
        match due["is"]:
            case "cards_due":
                return self._gives(view, due)
            case "check_due" if crew.hole_reader is not None:
                there = self._equipment.felt.count(str(view["round"]["deck"]), due["place"])
                return bool(there and view["devices"][crew.hole_reader.name]["phase"] == "ready")
            case "turn_due" if crew.reader is not None:
                return bool(view["devices"][crew.reader.name]["phase"] == "ready")
            case "move_due" if due["to"] == "shoe":
                return isinstance(crew.shoe, ContinuousShoe) and not crew.shoe.jammed
            case _:
                return False

    def _gives(self, view: View, due: View) -> bool:
        shoe = self._equipment.crew.shoe
        if isinstance(shoe, DoubleShoe):  # it gives from the side that a hand reaches for
            shoe.reach(shoe.chamber_of((due.get("decks") or [view["round"]["deck"]])[0]))
        return isinstance(shoe, SensingShoe) and shoe.gives(due["to"][0]["count"])
