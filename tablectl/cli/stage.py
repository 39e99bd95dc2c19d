"""The stage of a served table: a simulated crew plays, or people do and hands follow them.

One takes over from the other at any moment. A crew that steps back leaves everything as it lies;
one that comes back reports what nobody has reported, and plays on with what it finds. People may
act while the crew plays too: it waits until the cards lie as they said. It must not know the line
over which orders come.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from tablectl import texts
from tablectl.cli.account import Account
from tablectl.cli.hands import Hands, View
from tablectl.cli.mishaps import Mishaps
from tablectl.hosts.host import Host
from tablectl.kernel import inputs
from tablectl.rig import Equipment
from tablectl.table.state import TableState
from tablectl.words.acts import Act, Deed
from tablectl.words.bases import Role
from tablectl.words.errors import TablectlError


class StageError(TablectlError):
    """An order that this stage cannot carry out."""

    def __init__(self, code: str, problem: str) -> None:
        super().__init__(problem)
        self.code = code


class CrewIs(Enum):
    PLAYING = "playing"
    PAUSED = "paused"
    NONE = "none"


@dataclass(frozen=True)
class Stage:
    """A table with its simulated surroundings, ready to start."""

    host: Host
    equipment: Equipment
    account: Account
    mishaps: Mishaps
    laid: TableState
    """The table as its cards were laid out."""

    def step(self) -> bool:
        """The crew does one thing; False if there was nothing to do."""
        self.mishaps.look(self.view())
        return self.equipment.crew.step()

    def view(self) -> View:
        return self.host.door.view(Role.DEALER)

    @property
    def closed(self) -> bool:
        """The crew has played what it wanted to play and closed the table."""
        crew, state = self.equipment.crew, self.host.kernel.state
        last = crew.wishes.close_after
        return state.phase == "closed" and last is not None and state.round.number > last


class StagePart:
    """A part of a service. `changed` is called when there is something new to be told; real cards
    (`simulated_cards` is false) show nothing here, whatever else at their table is simulated."""

    def __init__(
        self,
        stage: Stage,
        crew: CrewIs,
        pace: float,
        changed: Callable[[], None],
        *,
        simulated_cards: bool,
    ) -> None:
        self._stage = stage
        self._host = stage.host
        self._equipment = stage.equipment
        self._mishaps = stage.mishaps
        self._pace = pace
        self._changed = changed
        self._hands = Hands(stage.host, stage.equipment, stage.laid)
        self._simulated_cards = simulated_cards
        self._crew = crew
        self._behind = crew is not CrewIs.PLAYING
        """Whether people have acted, and the cards may not lie yet as they said."""
        self._followed = 0
        """The number of the record that the cards have followed."""
        self._seq = stage.host.kernel.journal.last_seq
        self._round = stage.laid.round.number
        self._told: dict[str, Any] = {}
        self._shown: tuple[int, dict[str, list[str]]] = (0, {})
        if self._behind:
            stage.equipment.crew.door = self._hands.door

    # ------------------------------------------------------------ as a part

    def step(self) -> float | None:
        self._read()
        if self._crew is CrewIs.PLAYING and not self._behind:
            self._stage.step()
        else:
            self._follow()
        self._read()
        self._hands.look()
        self._tell()
        return None if self._crew is CrewIs.PLAYING and self._stage.closed else self._pace

    def _follow(self) -> None:
        if self._by_people:
            view = self._stage.view()
            self._hands.suffer(lambda: self._mishaps.look(view, by_people=True))
        if not self._hands.work():
            return
        self._followed = self._host.kernel.state.seq
        if self._crew is CrewIs.PLAYING:
            self._behind = False
            self._hand_over()
            self._report()

    def _read(self) -> None:
        """What has come on record that the crew did not do itself."""
        kernel, mine = self._host.kernel, f"{self._equipment.crew.session}:"
        if kernel.state.round.number != self._round:
            self._round = kernel.state.round.number
            self._hands.door.noticed = []
        if kernel.journal.last_seq == self._seq:
            return
        before, self._seq = self._seq, kernel.journal.last_seq
        done: list[Deed] = []
        for stamped, outcome in inputs(kernel.journal.records(before)):
            act = stamped.input
            if isinstance(act, Act) and outcome.accepted and not act.key.startswith(mine):
                done.append(act.deed)
        if done:
            self._behind = True
            self._hand_over()
            self._hands.heed(done)

    # ------------------------------------------------------------ one for the other

    def _hand_over(self) -> None:
        """The crew acts at the door, or its hands only see to devices."""
        crew = self._equipment.crew
        if self._behind:
            crew.door = self._hands.door
        else:
            crew.door = self._host.door
            crew.come_back()

    def _report(self) -> None:
        """What was noticed and nobody has reported is the crew's to report."""
        noticed, self._hands.door.noticed = self._hands.door.noticed, []
        for seen in noticed:
            self._equipment.crew.declare(
                seen.kind, seen.place, seen.device, seen=seen.seen, nth=seen.nth
            )

    def obey(self, order: str, name: str) -> None:
        match order:
            case "trouble":
                self._want(name)
            case "pause" | "resume" if self._crew is CrewIs.NONE:
                raise StageError("no_crew", "there is no crew at this table: people run it")
            case "pause":
                self._crew = CrewIs.PAUSED
                self._behind = True
                self._hand_over()
            case _:
                self._crew = CrewIs.PLAYING

    def _want(self, name: str) -> None:
        known = self._mishaps.known(by_people=self._by_people)
        if name not in known:
            problem = f"{name!r} is nothing that can go wrong here; {', '.join(known)} can"
            raise StageError("no_trouble", problem)
        if name not in self._mishaps.wanted:
            self._mishaps.wanted.append(name)

    # ------------------------------------------------------------ telling

    @property
    def _by_people(self) -> bool:
        return self._crew is not CrewIs.PLAYING

    @property
    def _in_step(self) -> bool:
        """Whether the cards lie as the record has them: until they do, nobody looks at them."""
        return not self._behind or self._host.kernel.state.seq == self._followed

    def told(self) -> dict[str, Any]:
        view, seen = self._stage.view(), self._simulated_cards and self._in_step
        known = self._mishaps.known(by_people=self._by_people)
        return {
            "crew": self._crew.value,
            "troubles": [
                {
                    "name": name,
                    "text": mishap.says,
                    "can": self._mishaps.can(mishap, view),
                    "waits": name in self._mishaps.wanted,
                }
                for name, mishap in known.items()
            ],
            "showing": self._hands.showing(view) if seen else {},
            "counted": self._hands.counted(view) if seen else {},
            "checked": self._hands.checked(view) if seen else {},
            "noticed": [
                texts.noticed_text(seen.kind, seen.place) for seen in self._hands.door.noticed
            ],
        }

    def _tell(self) -> None:
        """Whoever watches hears of what is new; people at this terminal, of what cards show."""
        told = self.told()
        if told != self._told:
            self._told = told
            self._changed()
        shown = (self._round, told["showing"])
        if self._by_people and told["showing"] and shown != self._shown:
            self._shown = shown
            for place, faces in told["showing"].items():
                self._stage.account.say_showing(place, " ".join(faces))
