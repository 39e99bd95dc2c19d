"""`make siege`: a table that is served while its door is besieged, and what becomes of both.

In one run: a shoe times its controller for a while, then the besiegers come (`besiegers`: 10,000
guessed PINs, wrong roles, forged and replayed sessions, one person as two, floods and garbage),
then it is quiet again. Everything they try has to fail and to be on record, to the last guess, and
the time from an observation to its order has to stay what it was.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, perf_counter_ns

from benchmarks.besiegers import GIVES_WAY, INSIDERS, VICTIM
from benchmarks.children import line_from, python
from benchmarks.measure import Spread
from benchmarks.tables import crew_at, settings
from drivers.serial_link import SerialLink
from simulators.crew import Crew
from tablectl.credentials import Cost, PeopleFile, new_name
from tablectl.games.catalogue import rules_for
from tablectl.hosts.service import ServiceHost
from tablectl.journal.records import Journal
from tablectl.journal.sqlite import SqliteJournal
from tablectl.kernel import inputs
from tablectl.lines import connect, new_session
from tablectl.rig import sealer_for
from tablectl.words.acts import Act
from tablectl.words.attendance import Attendance, LockedOut, SignedIn, TurnedAway
from tablectl.words.bases import Role
from tablectl.words.settings import Person, Settings, SignIn

GUESSES, TRIES = 10_000, 50
"""PINs that are guessed, and how often everything else is tried."""
QUIET = 8.0
"""Seconds before the siege, and as many after it."""
AS_ON_RECORD: Mapping[str, str] = {
    "not_believed": "wrong",
    "bad_request": "malformed",
    **{
        code: code
        for code in (
            *("locked", "busy", "unproved", "no_session", "not_theirs", "forged", "replayed"),
            *("too_long", "crowded"),
        )
    },
}
"""What a client is told, and what stands on record of it."""
MUST = ("locked", "unproved", "no_session", "not_theirs", "forged", "replayed", "too_long")
"""What the besiegers try in any case, and is answered so."""
USUAL = 2.0
"""The time to an order stays below so many times what it was: of the middle one, and of the one
that one in a hundred is above. An order waits for the commit of its cause, and for one that is on
its way already: hence two."""


@dataclass
class Siege:
    """How it went: when it began and ended, and what everybody was told."""

    began: int = 0
    ended: int = 0
    answers: Counter[str] = field(default_factory=Counter)
    orders: Mapping[str, list[float]] = field(default_factory=dict)
    away: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    accepted: int = 0
    locked_out: int = 0
    records: int = 0


def besieged(
    folder: Path,
    guesses: int = GUESSES,
    quiet: float = QUIET,
    tries: int = TRIES,
    cost: Cost | None = None,
) -> Siege:
    """Serve a table in this folder through quiet, siege and quiet."""
    siege = Siege()
    with (
        TemporaryDirectory() as private,  # the path of a socket must not be long
        python("-m", "benchmarks.shoe", "0") as shoe,
        closing(SqliteJournal(folder / "table.journal")) as journal,
    ):
        url = line_from(shoe)
        people = _people(PeopleFile(folder / "people", cost or Cost()))
        host = ServiceHost(journal, rules_for, sealer_for("bench"))
        table = _settings()
        socket = Path(private) / "door"

        @contextmanager
        def line() -> Iterator[None]:
            connect(host, table, {"shoe_1": SerialLink(url)}, new_session)
            yield

        crew = crew_at(table, host.door)
        part = Course(crew, host, siege, (str(socket), str(guesses), str(tries)), quiet)
        asyncio.run(host.serve(table, [part], socket, people=people, surroundings=line()))
        found = json.loads(line_from(shoe))
        siege.orders = _by_phase(siege, found["orders"], found["times"])
        _read(siege, journal)
    return siege


def _settings() -> Settings:
    table = settings("counting")
    more = {name: Person((Role(name.split("_")[0]),)) for name in (VICTIM, *INSIDERS)}
    return replace(table, people={**table.people, **more}, sign_in=SignIn())


def _people(people: PeopleFile) -> PeopleFile:
    people.begin("administrator", "correct horse battery")
    for person, pin in {**INSIDERS, VICTIM: "161803"}.items():
        people.enrol(person, "867530", new_name())
        people.choose(person, pin)
    return people


@dataclass
class Course:
    """The crew opens the table and rests; then the besiegers come, and go."""

    crew: Crew
    host: ServiceHost
    siege: Siege
    words: tuple[str, ...]
    """What the besiegers are told."""
    quiet: float
    _at: str = "opening"
    _since: float = 0.0
    _child: subprocess.Popen[str] | None = None

    def step(self) -> float | None:
        match self._at:
            case "opening":
                return self._open()
            case "before" if monotonic() - self._since > self.quiet:
                self.siege.began = perf_counter_ns()
                command = (sys.executable, "-m", "benchmarks.besiegers")
                words = (*command, *self.words)
                # This interpreter with arguments of our own.
                self._child = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)  # noqa: S603
                self._at = "besieged"
            case "besieged" if self._child is not None and self._child.poll() is not None:
                told, _ = self._child.communicate()
                self.siege.answers = Counter(json.loads(told))
                self.siege.ended = perf_counter_ns()
                self._at, self._since = "after", monotonic()
            case "after" if monotonic() - self._since > self.quiet:
                return None
        return 0.25

    def _open(self) -> float:
        if not self.host.kernel.state.present:
            for role in Role:  # the crew shares this thread with the table and needs no door
                self.host.post(Attendance(role.value, SignedIn("crew", f"crew-{role.value}")))
        if self.host.kernel.state.round.step == "deal":
            self._at, self._since = "before", monotonic()
            return 0.25
        return 0.0 if self.crew.step() else 0.01


def _by_phase(siege: Siege, orders: list[float], times: list[int]) -> dict[str, list[float]]:
    phases: dict[str, list[float]] = {"before": [], "besieged": [], "after": []}
    for took, at in zip(orders, times, strict=True):
        phase = "before" if at < siege.began else "besieged" if at < siege.ended else "after"
        phases[phase].append(took)
    return phases


def _read(siege: Siege, journal: Journal) -> None:
    """What is on record of it."""
    for stamped, outcome in inputs(journal.records()):
        siege.records += 2
        match stamped.input:
            case Attendance(event=TurnedAway() as event):
                siege.away[event.why] += event.times
            case Attendance(event=LockedOut()):
                siege.locked_out += 1
            case Act(by=by) if by in (*INSIDERS, VICTIM):
                if outcome.refusal is None:
                    siege.accepted += 1
                else:
                    siege.refused[outcome.refusal.code] += 1


def complaints(siege: Siege, *, timed: bool = True) -> Iterator[str]:
    """What went otherwise than it has to."""
    if siege.answers["BELIEVED"] or siege.accepted:
        yield f"{siege.answers['BELIEVED']} were believed, {siege.accepted} acts accepted"
    for code in MUST:
        if not siege.answers[code]:
            yield f"nobody was told {code}"
    for told, kept in AS_ON_RECORD.items():
        if siege.away[kept] != siege.answers[told]:
            yield f"{siege.answers[told]} were told {told}, and {siege.away[kept]} are on record"
    for code in {"wrong_role", "no_second_person", *siege.refused}:
        heard = siege.answers[f"refused {code}"]
        if not heard or siege.refused[code] != heard:
            yield f"{heard} were refused as {code}, and {siege.refused[code]} are on record"
    if not siege.locked_out:
        yield "nobody was locked out"
    if timed:
        yield from _slower(siege)


def _slower(siege: Siege) -> Iterator[str]:
    quiet = Spread.of([*siege.orders["before"], *siege.orders["after"]])
    during = Spread.of(siege.orders["besieged"])
    if during.p50 > USUAL * quiet.p50:
        yield f"an order took {during.p50:.0f} us in the middle, and {quiet.p50:.0f} in quiet"
    if during.p99 is None or quiet.p99 is None:
        yield "too few orders were timed"
    elif during.p99 > USUAL * quiet.p99:
        yield f"one in a hundred took more than {during.p99:.0f} us, and {quiet.p99:.0f} in quiet"


def main() -> None:
    parser = argparse.ArgumentParser(prog="make siege", description=__doc__)
    parser.add_argument("--guesses", type=int, default=GUESSES, help="PINs that are guessed")
    parser.add_argument("--quiet", type=float, default=QUIET, help="seconds before and after")
    asked = parser.parse_args()
    with suppress(PermissionError):  # root alone may; then it shares as everybody does
        os.nice(-GIVES_WAY)
    with TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as folder:
        siege = besieged(Path(folder), asked.guesses, asked.quiet)
    print("observation to order")
    for phase, samples in siege.orders.items():
        spread = Spread.of(samples)
        worst = max(samples)
        print(
            f"  {phase:<9} {spread.samples:>6} orders: p50 {spread.p50:>7,.0f} us, "
            f"p99 {spread.p99 or 0:>7,.0f} us, most {worst:>8,.0f} us"
        )
    seconds = (siege.ended - siege.began) / 1e9
    print(f"besieged for {seconds:.0f} seconds; {siege.records:,} records in all")
    for code, times in sorted(siege.answers.items()):
        kept = siege.away[AS_ON_RECORD.get(code, "")]
        kept = siege.refused[code.removeprefix("refused ")] if " " in code else kept
        print(f"  {code:<26}{times:>8,}" + (f"  on record {kept:>8,}" if kept else ""))
    found = list(complaints(siege))
    for each in found:
        print(f"NOT AS IT HAS TO BE: {each}")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
