"""A simulated table with its stage in virtual time, and somebody who runs it through the door.

The somebody knows what the screen says and what the stage tells, and nothing of the felt.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from simulators.betting import changes
from simulators.crew import DoorLike
from simulators.players import Players
from simulators.wires import MemoryWire
from tablectl import config
from tablectl.cli import running
from tablectl.cli.stage import CrewIs, Stage, StagePart
from tablectl.games.catalogue import rules_for
from tablectl.hosts.virtual import VirtualHost, VirtualTime
from tablectl.journal.memory import MemoryJournal
from tablectl.lines import connect, new_session
from tablectl.rig import EPOCH, MOMENT, sealer_for
from tablectl.words.acts import (
    Act,
    Bet,
    Call,
    Check,
    Choose,
    Confirm,
    Count,
    Deal,
    Deed,
    Move,
    Settle,
    Shown,
    Turn,
)
from tablectl.words.bases import Role
from tablectl.words.cards import Card

View = Mapping[str, Any]


def run_of(table: config.Table, seed: int = 1, rounds: int | None = None) -> running.Run:
    journal = MemoryJournal()
    return running.Run(table, journal, None, sealer_for(1), rounds, seed, mishaps=False, quiet=True)


class Somebody:
    """People at a table, who do what is due."""

    def __init__(self, table: config.Table, seed: int) -> None:
        self._people = table.settings.people
        self._players = Players(table.settings.game, table.settings.seats, seed)
        self._number = 0

    def act(self, door: DoorLike, view: View, stage: View) -> bool:
        """Do the first thing that can be done; False if there is nothing."""
        self._players.door = door
        for due in view["dues"]:
            for deed in self._answers(view, due, stage):
                if door.submit(self._act(due, deed)).accepted:
                    return True
        return False

    def _act(self, due: View, deed: Deed) -> Act:
        self._number += 1
        return Act(deed, self._person(due), f"people-{self._number}")

    def _person(self, due: View) -> str:
        return next(
            name
            for name, person in self._people.items()
            if {role.value for role in person.roles} & {*due["roles"]} and name != due.get("not_by")
        )

    def _answers(self, view: View, due: View, stage: View) -> Iterator[Deed]:
        match due["is"]:
            case "wager_due" if due["must"]:
                wager = due["wagers"][0]
                yield Bet(due["seats"][0], wager["name"], wager.get("least"))
            case "wager_due":
                yield from self._bets(view)
            case "call_due" if "lacking" not in due and view["round"]["wagers"]:
                yield Call(due["call"])
            case "cards_due" if not _stands(view, "shoe"):
                decks = [name for name, d in view["decks"].items() if d["phase"] == "loaded"]
                yield Deal(
                    (due.get("decks") or [view["round"]["deck"]])[0] if len(decks) > 1 else ""
                )
            case "choice_due":
                yield Choose(due["question"], due["hands"][0], due["options"][-1]["name"])
            case "check_due" if due["place"] in stage["checked"]:
                yield Check(due["check"], stage["checked"][due["place"]])
            case "count_due" if due["place"] in stage["counted"]:
                yield Count(due["place"], stage["counted"][due["place"]])
            case "turn_due" if due["places"][0] in stage["showing"]:
                yield from self._turns(due["places"][0], stage)
            case "move_due":
                yield Move(due["to"])
            case "settle_due":
                yield Settle(due["stage"])
            case "confirm_due" if not due.get("idle") and not due.get("device"):
                yield from self._confirms(due)

    def _bets(self, view: View) -> Iterator[Deed]:
        down, again = view["round"]["wagers"], view["round"]["again"]
        lying = {
            place: {**again.get(place, {}), **down.get(place, {})} for place in (*again, *down)
        }
        yield from changes(lying, self._players.wishes(None).wagers(view["round"]["number"]))

    def _turns(self, place: str, stage: View) -> Iterator[Deed]:
        cards = tuple(Card.of(code) for code in stage["showing"][place])
        yield Turn((Shown(place, cards),))
        yield Turn((Shown(place),))

    def _confirms(self, due: View) -> Iterator[Deed]:
        if due["what"] in ("close_table", "take_off"):
            return
        number = due.get("expects", due.get("least"))
        yield Confirm(due["what"], str(due.get("subject", "")), number)


def _stands(view: View, kind: str) -> bool:
    return any(d["kind"] == kind and d["phase"] != "removed" for d in view["devices"].values())


@dataclass
class Staged:
    """A table on its stage, where time passes as the test wants it."""

    host: VirtualHost
    stage: Stage
    part: StagePart
    somebody: Somebody
    rung: list[int]

    def step(self, *, acting: bool = True) -> None:
        """The stage does one thing, people who are to act do one, and a moment passes."""
        self.part.step()
        if acting and self.part.told()["crew"] != "playing":
            self.somebody.act(self.host.door, self.view, self.part.told())
        self.host.time.pass_time(MOMENT)

    @property
    def view(self) -> View:
        return self.host.door.view(Role.DEALER)

    @property
    def round(self) -> int:
        return int(self.host.kernel.state.round.number)


def staged(table: config.Table, seed: int = 1, crew: CrewIs = CrewIs.PLAYING) -> Staged:
    run = run_of(table, seed)
    before = running._before(run)
    time = VirtualTime(EPOCH)
    host = VirtualHost(run.journal, rules_for, run.sealer, time)
    stage = running._set(run, host, before)
    wires = {n: MemoryWire(device, time) for n, device in stage.equipment.devices.items()}
    connect(host, run.settings, wires, new_session, profiles=table.profiles)
    rung: list[int] = []
    part = StagePart(
        stage, crew, 0.0, lambda: rung.append(host.kernel.state.seq), simulated_cards=True
    )
    host.start(run.settings)
    return Staged(host, stage, part, Somebody(table, seed), rung)
