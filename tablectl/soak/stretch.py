"""A stretch: a few rounds at one table, from switching it on to closing it.

Everything that happens in it comes from its name. A controller that dies is started again on what
its journal left; felt, devices and people stay.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from simulators.chance import split
from simulators.crew import View, Wishes
from simulators.habits import Habits
from simulators.players import REMEDY, Players
from tablectl.games.catalogue import rules_for
from tablectl.journal.records import RecordKind
from tablectl.kernel import ReplayError, rebuild
from tablectl.kernel import replay as replayed
from tablectl.refereeing import REFEREED, OverlookedDoor, Refereed
from tablectl.rig import MOMENT, Rig, build
from tablectl.scenario.mortal import ControllerDied, MortalJournal
from tablectl.soak.evidence import Evidence
from tablectl.soak.result import Tally, Violation, met_as
from tablectl.soak.seatings import Seating
from tablectl.soak.troubles import HARMLESS, Rates, Troubles
from tablectl.soak.truth import at_rest, differences, whole
from tablectl.table.apply import initial
from tablectl.table.rules import Rules
from tablectl.table.state import TableState
from tablectl.words.acts import Deed
from tablectl.words.canonical import digest
from tablectl.words.cards import Rank, Secret
from tablectl.words.irregularities import Kind
from tablectl.words.observations import Observation
from tablectl.words.outcomes import Receipt
from tablectl.words.settings import Settings
from tablectl.words.values import replace

MOST_STEPS = 400
"""A round, or the closing of a table, that takes the crew more than this is stuck."""
PRACTISED = 200_000
"""How long practised hands take for one thing; whoever watches a machine looks once a moment."""
PATIENT = 20_000_000
"""How long some crews wait for a machine: longer than an order may take."""
COUNTS = "count_every"
RICH, RICH_RANKS = 0.2, 5
"""So many of the rounds are dealt from so few ranks: draws, straights and better are common."""
FORGETFUL = ("event_lost", "device_restart", "memory_fails")
"""What makes a device forget something it saw."""


Choosing = Callable[[View, View], str]
Wagering = Mapping[int, Mapping[str, int | None]]


@dataclass(frozen=True)
class Logged:
    """Something that went wrong, by its name, and where the round stood."""

    round: int
    step: str
    out: int
    """So many cards were on the layout."""
    name: str
    device: str = ""
    """The device that it befell, where it was a fault of one."""


@dataclass
class Stretch:
    seating: Seating
    name: str
    rounds: int
    rates: Rates
    tally: Tally = field(default_factory=Tally)
    settings: Settings = field(init=False)
    rig: Rig = field(init=False)
    troubles: Troubles = field(init=False)
    evidence: Evidence = field(init=False)
    refereed: Refereed | None = None
    """The referee, where the game has one."""
    log: list[Logged] = field(default_factory=list)
    """What went wrong, in its order: enough to tell it again."""
    wagered: dict[int, Wagering] = field(default_factory=dict)
    """What players wanted to wager, by the number of the round."""
    chosen: dict[str, dict[str, str]] = field(default_factory=dict)
    """What players and supervisors answered last, by question and by whom it was about."""
    _journal: MortalJournal = field(init=False)
    _judged: int = 0
    _phases: dict[tuple[str, ...], str] = field(init=False)
    _read: int = 0
    _acts: int = 0
    _round: int = 1
    _step: str = ""
    _restart_in: int = -1
    _since: list[str] = field(default_factory=list)
    """What has happened to cards in this round and is not ruled on."""
    _parted: list[str] = field(default_factory=list)
    """Those of them over which belief and felt have parted."""
    _apart: bool = False
    """Belief and felt had parted before."""
    _explained: bool = False
    """Something has happened to cards, or the table has said that it is not sure of them."""

    def __post_init__(self) -> None:
        self.chance = split(self.name, "troubles")
        self._cards = split(self.name, "cards")
        table = self.seating.table
        self.settings = self._of_the_house(table.settings)
        self._journal = MortalJournal()
        players = Players(self.seating.game, table.settings.seats, self.name)
        wishes = players.wishes(None)
        self.rig = build(
            self.settings,
            Wishes(self._wagering(wishes), self._choosing(wishes), stakes=wishes.stakes),
            self.name,
            self._journal,
            profiles=table.profiles,
        )
        self.rig.crew.brisk = self.chance.random() < 0.5
        if self.chance.random() < 0.5:
            self.rig.crew.machines.waiting.patience = PATIENT
        self.rig.crew.unasked = Habits(self.rig.crew, split(self.name, "habits")).step
        self._players = players
        players.felt = self.rig.felt
        for device in self.rig.devices.values():
            device.strict = False
        self.troubles = Troubles(self.rig, self.chance, self.rates, self._happened, self._taken)
        self.evidence = Evidence(self.rig, self._broken)
        self.rig.crew.told = self._told
        self.rig.report = self._report
        if self.seating.game in REFEREED:
            self.refereed = Refereed(self.rig.felt)
        self._let_look()
        self._phases = {
            ("table",): "closed",
            ("round",): self._state.round.step,
            **{("deck", name): "removed" for name in table.settings.decks},
            **{("device", name): "unverified" for name in table.settings.devices},
        }
        self.rig.host.released = self.evidence.released

    def _of_the_house(self, settings: Settings) -> Settings:
        """Some houses count the cards that are left in every round, others as seldom as allowed."""
        if COUNTS not in settings.options or split(self.name, "house").random() < 0.5:
            return settings
        return replace(settings, options={**settings.options, COUNTS: 1})

    def _let_look(self) -> None:
        """The referee looks over the shoulders of the crew."""
        self.rig.crew.door = OverlookedDoor(self.rig.host.door, self._seen)
        self._players.door = self.rig.crew.door

    def _seen(self, view: Mapping[str, Any]) -> None:
        for due in view["dues"]:
            self.tally.asked[str(due["basis"])] += 1
            for line in due.get("lines", ()):
                self.tally.asked[_basis(line)] += 1
        if self.refereed is not None:
            self.refereed.look(view, self._journal)

    def _choosing(self, players: Wishes) -> Choosing:
        """Players choose as they do; which remedy a supervisor chooses, chance says."""

        def choose(view: View, due: View) -> str:
            about = str(due["hands"][0])
            if due["question"] != REMEDY:
                choice = players.choose(view, due)
            else:
                options = [str(option["name"]) for option in due["options"]]
                choice = split(self.name, about).choice(options)
            self.chosen.setdefault(str(due["question"]), {})[about] = choice
            return choice

        return choose

    def _wagering(self, players: Wishes) -> Callable[[int], Wagering]:
        def wagers(number: int) -> Wagering:
            self.wagered[number] = players.wagers(number)
            return self.wagered[number]

        return wagers

    def _told(self, person: str, deed: Deed, receipt: Receipt) -> None:
        self._acts += 1
        self.evidence.told(person, deed, receipt)

    # ------------------------------------------------------------ playing

    def play(self, *, replay: bool) -> Tally:
        """Play and close; with `replay` the whole record is gone through once more."""
        try:
            if stuck := self._play_rounds():
                self._broken("no_way_to_go_on", stuck)
            if self.tally.disagreements:
                return self.tally
            if stuck := self._close():
                self._broken("no_way_to_a_closed_table", stuck)
            self._compare_records(replay=replay)
        except Exception as error:  # whatever it is, it is found, told and can be seen again
            self._broken("error", f"{type(error).__name__}: {error}")
        return self.tally

    def _play_rounds(self) -> str:
        """Play them; where the crew gets no further, say what it stands before."""
        self._new_round()
        steps = 0
        while self.tally.rounds < self.rounds:
            with suppress(ControllerDied):
                self.troubles.step()
            self._survive()
            self._one_step()
            steps += 1
            if self._state.round.number != self._round:
                steps = 0
            self._watch()
            if steps > MOST_STEPS:
                return self._prompt()
            if self.tally.disagreements:
                return ""
        return ""

    def _close(self) -> str:
        self._restart_in = -1
        with suppress(ControllerDied):
            self.troubles.end()
        self._survive()
        self.rig.crew.wishes.close_after = 0
        for _ in range(MOST_STEPS):
            if self._state.phase == "closed":
                return ""
            self._one_step()
            self._watch()
        return self._prompt()

    def _one_step(self) -> None:
        self._restart_in -= 1
        if self._restart_in == 0:
            self._kill()
        acts = self._acts
        with suppress(ControllerDied):
            self.rig.crew.step()
        self._survive()
        with suppress(ControllerDied):
            self.rig.time.pass_time(MOMENT if self._acts == acts else PRACTISED)
        self._survive()

    def _prompt(self) -> str:
        state = self._state
        cases = ", ".join(case.ruled.irregularity.kind.value for case in state.cases)
        return f"step {state.round.step or state.phase}, cases: {cases or 'none'}"

    @property
    def _state(self) -> TableState:
        return self.rig.host.kernel.state

    # ------------------------------------------------------------ the controller dies

    def _kill(self) -> None:
        self.tally.restarts += 1
        how = self.chance.choice(("before_commit", "after_commit", "controller"))
        self._note(how)
        match how:
            case "before_commit" | "after_commit":
                self._journal.doom = how
            case _:
                self._restart()

    def _report(self, observation: Observation, secrets: tuple[Secret, ...]) -> None:
        """A device does not notice that the controller dies over what it reports."""
        try:
            self.rig.host.report(observation, secrets)
        except ControllerDied:
            for line in self.rig.lines.values():
                line.abandon()

    def _survive(self) -> None:
        """Start the next one. What hands had done when the last one died was told to nobody."""
        if self._journal.dead:
            self._explained = True
            self.evidence.answered = False
            self._journal = self._journal.survivor()
            self._restart()

    def _restart(self) -> None:
        self._note_errors()
        self.rig.restart(self._journal)
        self._let_look()

    # ------------------------------------------------------------ watching

    def _watch(self) -> None:
        self._consult()
        self._read_records()
        self._note_errors()
        self._note_complaints()
        state = self._state
        for name, holding in state.ledger.items():
            if not holding.lawful:
                self._broken("cards_made_or_lost", f"{name}: {holding.piles}")
        over = state.round.number != self._round
        if (over or state.round.step != self._step) and at_rest(self.rig):
            self.evidence.compare_shoe()
            self._compare(state)
        self._step = state.round.step
        if over:
            self._round = state.round.number
            self.tally.rounds += 1
            self._new_round()

    def _consult(self) -> None:
        """Ask the referee, who tells of its first disagreement and then no more."""
        if self.refereed is None or self.tally.disagreements:
            return
        self.refereed.catch_up(self._journal)
        referee = self.refereed.referee
        for found in referee.found[:1]:
            self.tally.disagreements.append(self._told_as("disagreement", str(found)))
        self.tally.unknowable.update(each.kind for each in referee.undetected)
        referee.undetected.clear()
        self.tally.judged += referee.rulings - self._judged
        self._judged = referee.rulings

    def _new_round(self) -> None:
        self.tally.undetected.update(self._parted)
        self._since.clear()
        self._parted.clear()
        self.evidence.new_round()
        self.troubles.new_round()
        if self._cards.random() < RICH:
            lowest = self._cards.randint(0, len(Rank) - RICH_RANKS)
            self.rig.felt.rich = frozenset(sorted(Rank)[lowest : lowest + RICH_RANKS])
        if self.chance.random() < self.rates.restarts:
            self._restart_in = self.chance.randint(1, 40)

    def _compare(self, state: TableState) -> None:
        """Belief and felt part only over something that happened to cards."""
        difference = next(differences(self.rig, state), "")
        if not difference:
            self._apart = False
            self._explained = self.troubles.lurking or (self._explained and not whole(state))
            return
        if not self._explained:
            self._broken("belief_against_evidence", f"nothing went wrong, and {difference}")
            self._explained = True
        if not self._apart:
            self._parted += self._since
        self._apart = True
        self._since.clear()

    def _happened(self, name: str) -> None:
        self.tally.happened[name] += 1
        self._note(name, self.troubles.struck)
        if name in FORGETFUL:
            self.evidence.complete = False
        if name not in HARMLESS:
            self._since.append(name)
            self._explained = True

    def _note(self, name: str, device: str = "") -> None:
        now = self._state.round
        holding = self._state.ledger.get(now.deck)
        out = sum(map(holding.count, holding.on_layout())) if holding is not None else 0
        self.log.append(Logged(now.number, now.step, out, name, device))

    def _taken(self, name: str, receipt: Receipt) -> None:
        self._broken("act_out_of_turn_taken", f"{name}, record {receipt.seq}")

    def _read_records(self) -> None:
        """Count what is new on record; a ruling answers whatever happened before it."""
        for record in self.rig.host.kernel.journal.records(self._read):
            self._read = record.seq
            if record.kind == RecordKind.ACT:
                self.tally.acts += 1
            elif record.kind == RecordKind.OUTCOME:
                self._read_outcome(record.body)

    def _read_outcome(self, body: str) -> None:
        if not any(part in body for part in ('"refusal":', '"phases":', '"rulings":')):
            return
        made = json.loads(body)
        if "refusal" in made:
            self.tally.refused += 1
            self.tally.asked[_basis(made["refusal"])] += 1
        phases = made.get("phases", ())
        self.tally.void += "round:void" in phases
        for phase in phases:
            self._entered(phase)
        for ruled in made.get("rulings", ()):
            self._read_ruling(ruled["irregularity"], ruled["ruling"])

    def _read_ruling(self, irregularity: View, ruling: View) -> None:
        self._since.clear()
        self._parted.clear()
        kind = irregularity["kind"]
        self._explained = self._explained or kind != Kind.RESTART.value
        self.tally.irregularities[kind] += 1
        told = irregularity.get("circumstances", {})
        self.tally.rows[met_as(kind, told)] += 1
        basis = ruling["basis"]
        self.tally.rulings[str(basis.get("citation") or basis.get("text") or "house")] += 1

    def _entered(self, told: str) -> None:
        """A phase of the round, a deck, a device or the table, after the one before it."""
        what, *name, phase = told.split(":")
        before = self._phases.get((what, *name))
        self._phases[what, *name] = phase
        kind = self.seating.table.settings.devices[name[0]].kind.value if what == "device" else what
        self.tally.states[f"{what} {phase}"] += 1
        if before is not None:
            self.tally.transitions[f"{kind} {before} > {phase}"] += 1

    def _note_errors(self) -> None:
        kernel = self.rig.host.kernel
        for error in kernel.errors:
            self._broken("core_failed", f"{type(error).__name__}: {error}")
        kernel.errors.clear()

    def _note_complaints(self) -> None:
        for name, device in self.rig.devices.items():
            for complaint in device.complaints:
                self._broken("protocol_broken", f"{name}: {complaint}")
            device.complaints.clear()

    # ------------------------------------------------------------ the record

    def _compare_records(self, *, replay: bool) -> None:
        kernel = self.rig.host.kernel
        settings = self.rig.settings
        self._led("the last snapshot on", lambda: rebuild(kernel.journal, rules_for, settings))
        if replay:
            begun = initial(settings)
            self._led("the beginning", lambda: replayed(kernel.journal.records(), rules_for, begun))

    def _led(self, since: str, again: Callable[[], tuple[TableState, Rules]]) -> None:
        """The record leads to the same outcomes and to the same state."""
        try:
            state, _ = again()
        except ReplayError as error:
            self._broken("rebuilt_differently", f"input {error.seq} from {since}")
            return
        if digest(state) != digest(self._state):
            self._broken("rebuilt_differently", f"another state from {since}")

    def _broken(self, kind: str, what: str) -> None:
        self.tally.violations.append(self._told_as(kind, what))

    def _told_as(self, kind: str, what: str) -> Violation:
        return Violation(kind, what, str(self.seating), self.tally.rounds + 1, self.name)


def _basis(of: View) -> str:
    """The clause that something rests on, as it is written in a record or on a screen."""
    return str(of["basis"].get("citation", "house policy")) if "basis" in of else "house policy"
