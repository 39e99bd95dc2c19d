"""One run of a script: played to its end, with a controller that dies on the way or does not.

The world (felt, devices, people) goes on whatever becomes of the controller. The next controller
has the files that the last one left, and nothing else.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from drivers.frames import Decoder, Frame
from drivers.happenings import Happening
from drivers.messages import Give, read
from simulators.behaviour import Onward
from tablectl.games.catalogue import rules_for
from tablectl.journal.memory import MemoryJournal
from tablectl.journal.sqlite import SqliteJournal
from tablectl.kernel import rebuild
from tablectl.rig import MOMENT, Rig
from tablectl.scenario.mortal import ControllerDied
from tablectl.table.state import TableState
from tablectl.words.acts import Act
from tablectl.words.cards import Secret
from tablectl.words.effects import Effect
from tablectl.words.observations import Observation
from tablectl.words.outcomes import Receipt
from tests.crash_campaign.dying import Point, Reaper, WatchedDoor, WatchedJournal
from tests.crash_campaign.scripts import Script, set_up
from tests.wire.outages import Witness

MOST_STEPS = 300
"""A script that takes the crew more than this is stuck."""
JOURNAL = "journal.db"
SUFFIXES = ("", "-wal")
Leaving = Callable[[Path, Path], None]
Kept = Mapping[str, Mapping[int, Happening]]


class Stuck(AssertionError):
    """The crew, doing what it is asked for, gets no further."""


def as_it_is(dead: Path, home: Path) -> None:
    """A process that was killed leaves everything that it wrote."""
    for suffix in SUFFIXES:
        file = dead / f"{JOURNAL}{suffix}"
        if file.exists():
            shutil.copy(file, home / file.name)


_ABANDONED: list[SqliteJournal] = []
"""Journals of controllers that have died. Nobody closes them: a dead process does not."""


class Overheard(Witness):
    """What the device saw, and which orders it was given, in which session."""

    def __init__(self) -> None:
        super().__init__()
        self.given: list[tuple[int, int]] = []
        """Session and number of every order that was heard, repeated or not."""
        self._decoder = Decoder()

    def hears(self, data: bytes, onward: Onward) -> None:
        for found in self._decoder.feed(data):
            if isinstance(found, Frame) and isinstance(give := read(found), Give):
                self.given.append((found.session, give.order))
        onward(data)

    def again(self) -> list[int]:
        """Orders that were given in more than one session, though the device had them."""
        first: dict[int, int] = {}
        return [o for session, o in self.given if first.setdefault(o, session) != session]


@dataclass(frozen=True)
class Death:
    """What was the case when a controller had died and the next one had not begun."""

    kept: Kept
    """What each device had seen and the record does not have."""
    record: int
    """The last record that the next one found."""
    cards_out: bool
    """Of a round in play cards lay on the layout then, or might come out any moment."""
    unanswered: Act | None
    """What somebody had asked for and was not answered, since then or at an earlier death."""
    answers: int
    """So many acts had been answered by then."""

    @property
    def unsure(self) -> bool:
        """Hands or machines have moved cards of which the record cannot know."""
        return self.unanswered is not None or any(self.kept.values())


@dataclass
class Play:
    """A script in play, and what people and devices were told."""

    script: Script
    folder: Path
    reaper: Reaper
    leave: Leaving
    """Puts the files that a death leaves into the folder of the next controller."""
    reborn: Callable[[Play], None] = lambda _: None
    """Called whenever a controller has started on what another one left."""
    again: Callable[[Play], Point] | None = None
    """Where the next controller dies in its turn."""
    pause: int = 0
    """How long the table stands without a controller, in microseconds."""
    rig: Rig = field(init=False)
    answered: dict[str, tuple[Act, Receipt]] = field(default_factory=dict)
    witnesses: dict[str, Overheard] = field(default_factory=dict)
    deaths: list[Death] = field(default_factory=list)
    starts: int = 0
    home: Path = Path()
    """The folder of the controller that runs."""
    door: WatchedDoor = field(init=False)
    _journal: SqliteJournal = field(init=False)

    def __post_init__(self) -> None:
        # Put together on a journal that nobody will see, so that the first start is one of the run.
        self.rig = set_up(self.script, MemoryJournal())
        self.rig.report = self._report
        self.rig.host.released = self._released
        for name, device in self.rig.devices.items():
            self.witnesses[name] = Overheard()
            device.fit(self.witnesses[name])
        self.door = WatchedDoor(self.reaper, MemoryJournal(), self.answered)

    @property
    def journal(self) -> SqliteJournal:
        """The file that the controller writes to, or the last one has written to."""
        return self._journal

    @property
    def state(self) -> TableState:
        return self.rig.host.kernel.state

    def to_the_end(self) -> None:
        """Switch the table on, play the round and close the table."""
        self._start()
        for _ in range(MOST_STEPS):
            if self.starts and self.state.phase == "closed" and self.state.round.number > 1:
                return
            self._one_step()
        raise Stuck(f"{self.script.name}: {self.state.round.step or self.state.phase}")

    def _one_step(self) -> None:
        with suppress(ControllerDied):
            self.rig.crew.step()
        self._survive()
        with suppress(ControllerDied):
            self.rig.time.pass_time(MOMENT)
        self._survive()

    # ------------------------------------------------------------ death and rebirth

    def _start(self, kept: Kept | None = None) -> None:
        dead, self.home = self.home, self.folder / str(self.starts)
        self.home.mkdir()
        if kept is not None:
            self.leave(dead, self.home)
        self._journal = SqliteJournal(self.home / JOURNAL)
        if kept is not None:
            self.deaths.append(self._death(kept))
        self.starts += 1
        watched = WatchedJournal(self._journal, self.reaper)
        door = WatchedDoor(self.reaper, watched, self.answered)
        with suppress(ControllerDied):
            self.rig.restart(watched)
            door.opens(self.rig.host.door)
            self.rig.crew.door = self.door = door
        if self.reaper.dead:  # over its first breath
            self._survive()
        elif kept is not None:
            self.reborn(self)

    def _death(self, kept: Kept) -> Death:
        state, _ = rebuild(self._journal, rules_for, self.rig.settings)
        missing = {
            name: {
                number: happening
                for number, happening in events.items()
                if number > state.devices[name].event
            }
            if name in state.devices
            else events
            for name, events in kept.items()
        }
        now = state.round
        out = bool(now.deck) and bool(now.hands or state.ledger[now.deck].on_layout())
        asking, answers = self.door.asking, len(self.answered)
        if asking is None and self.deaths and self.deaths[-1].answers == answers:
            asking = self.deaths[-1].unanswered  # hands have not come to do it again
        return Death(missing, self._journal.last_seq, out, asking, answers)

    def _survive(self) -> None:
        if not self.reaper.dead:
            return
        _ABANDONED.append(self._journal)
        self.reaper.dead = False
        self.reaper.wanted = self.again(self) if self.again is not None else None
        self.again = None
        with suppress(ControllerDied):
            self.rig.host.die()
            for line in self.rig.lines.values():
                line.abandon()
            self.rig.time.pass_time(self.pause)
        kept = {name: dict(device.kept) for name, device in self.rig.devices.items()}
        self._start(kept)

    def _report(self, observation: Observation, secrets: tuple[Secret, ...]) -> None:
        """A device does not notice that the controller dies over what it reports."""
        try:
            self.rig.host.report(observation, secrets)
        except ControllerDied:
            for line in self.rig.lines.values():
                line.abandon()

    def _released(self, effect: Effect) -> None:
        self.reaper.leaving(effect, self._journal.last_seq)
