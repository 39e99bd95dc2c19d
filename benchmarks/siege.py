"""`make siege`: a table that is served while its door is besieged, and what becomes of both.

In one run: a shoe times its controller while besiegers (`besiegers`: 10,000 guessed PINs, wrong
roles, forged and replayed sessions, one person as two, floods and garbage) are let go for a second,
halted for a second, and let go again, until the last PIN is guessed and enough orders are timed. So
whatever else the machine does falls on quiet and siege alike. Everything they try has to fail and
to be on record, to the last guess, and the time from an observation to its order has to stay what
it is in quiet.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter_ns

from benchmarks.besiegers import GIVES_WAY, INSIDERS, VICTIM
from benchmarks.children import Child, line_from, python
from benchmarks.measure import Pair, Spread, times_as_long
from benchmarks.tables import crew_at, settings
from benchmarks.weight import going_first
from drivers.serial_link import SerialLink
from simulators.crew import Crew
from tablectl.credentials import Cost, PeopleFile, new_name
from tablectl.games.catalogue import rules_for
from tablectl.hosts.service import ServiceHost
from tablectl.hosts.service_peers import scheduled
from tablectl.journal.records import Journal
from tablectl.journal.sqlite import SqliteJournal
from tablectl.kernel import inputs
from tablectl.lines import connect, new_session
from tablectl.rig import sealer_for
from tablectl.words.acts import Act
from tablectl.words.attendance import Attendance, Found, LockedOut, SignedIn, TurnedAway
from tablectl.words.bases import Role
from tablectl.words.settings import Person, Settings, SignIn

GUESSES, TRIES = 10_000, 50
"""PINs that are guessed, and how often everything else is tried, at least."""


@dataclass(frozen=True)
class Turns:
    """Seconds for which they are let go, and halted. What they have asked is answered after they
    are halted, so that the first of it is neither siege nor quiet."""

    besieged: float = 1.0
    settling: float = 0.3
    quiet: float = 1.0
    least: int = 60
    """How often they are let go at least, however quickly they have guessed."""


ENOUGH = 1_000
"""Orders of each kind that are timed, at least: ten of them are above the one in a hundred."""
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

UNLIKE = "the machine was not the same for both"


@dataclass(frozen=True)
class Moment:
    """A time, and how long the loop's thread had run and been kept waiting by then: nanoseconds."""

    at: int
    ran: int
    waited: int

    @classmethod
    def now(cls) -> Moment:
        return cls(perf_counter_ns(), *scheduled())


@dataclass(frozen=True)
class Window:
    """From when to when it was so; of siege and of quiet in turns."""

    began: Moment
    ended: Moment


@dataclass(frozen=True)
class Loop:
    """What part of the time the loop's thread ran, and could have run and another did; and, in
    microseconds, what it ran for each order, with everything else that it did meanwhile."""

    ran: float
    waited: float
    an_order: float


AT = ("besieged", "quiet")
"""What windows are, in turns."""


@dataclass
class Siege:
    """How it went: when they were let go and halted, and what everybody was told."""

    windows: list[Window] = field(default_factory=list)
    answers: Counter[str] = field(default_factory=Counter)
    pairs: Sequence[Pair] = ()
    """How long orders took in each window of siege, and in the quiet one after it."""
    away: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    accepted: int = 0
    locked_out: int = 0
    records: int = 0

    def loop(self, at: str) -> Loop:
        """What the loop's thread had of the processor."""
        windows = self.windows[AT.index(at) :: 2]
        took = sum(each.ended.at - each.began.at for each in windows)
        ran = sum(each.ended.ran - each.began.ran for each in windows)
        waited = sum(each.ended.waited - each.began.waited for each in windows)
        return Loop(ran / took, waited / took, ran / 1_000 / max(len(self.orders[at]), 1))

    @property
    def orders(self) -> Mapping[str, list[float]]:
        besieged = [took for pair in self.pairs for took in pair[0]]
        quiet = [took for pair in self.pairs for took in pair[1]]
        return dict(zip(AT, (besieged, quiet), strict=True))


def besieged(
    folder: Path,
    guesses: int = GUESSES,
    turns: Turns | None = None,
    tries: int = TRIES,
    cost: Cost | None = None,
) -> Siege:
    """Serve a table in this folder through siege and quiet, in turns."""
    siege = Siege()
    with (
        TemporaryDirectory() as private,  # the path of a socket must not be long
        python("-m", "benchmarks.shoe", "0") as shoe,
        python(
            *("-m", "benchmarks.besiegers", f"{private}/door", str(guesses), str(tries)), apart=True
        ) as crowd,
        _ended(crowd),
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
        line_from(crowd)  # they are ready, and what it took them is over
        part = Course(crew, host, siege, crowd, turns or Turns())
        asyncio.run(host.serve(table, [part], socket, people=people, surroundings=line()))
        found = json.loads(line_from(shoe))
        siege.pairs = _pairs(siege.windows, found["orders"], found["times"])
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
    """The crew opens the table and rests; then the besiegers are let go and halted in turns."""

    crew: Crew
    host: ServiceHost
    siege: Siege
    crowd: Child
    turns: Turns
    _at: str = "opening"
    _since: Moment = field(default_factory=Moment.now)

    def step(self) -> float | None:
        match self._at:
            case "opening":
                return self._open()
            case "besieged" if self.crowd.poll() is not None:
                self.siege.answers = Counter(json.loads(line_from(self.crowd)))
                return None
            case "besieged":
                self.crowd.send_signal(signal.SIGSTOP)
                return self._now("settling", self.turns.settling)
            case "settling":
                return self._now("quiet", self.turns.quiet)
            case _:
                self._now("besieged", self.turns.besieged)
                if len(self.siege.windows) == 2 * self.turns.least:
                    _tell(self.crowd, "enough")
                self.crowd.send_signal(signal.SIGCONT)
                return self.turns.besieged

    def _now(self, at: str, seconds: float) -> float:
        """It is so from now on. A window in which the last of them has gone is not kept."""
        now = Moment.now()
        if self._at in AT:
            self.siege.windows.append(Window(self._since, now))
        self._at, self._since = at, now
        return seconds

    def _open(self) -> float:
        if not self.host.kernel.state.present:
            for role in Role:  # the crew shares this thread with the table and needs no door
                self.host.post(Attendance(role.value, Found("crew")))
                self.host.post(Attendance(role.value, SignedIn("crew", f"crew-{role.value}")))
        if self.host.kernel.state.round.step == "deal":
            _tell(self.crowd, "go")
            return self._now("besieged", self.turns.besieged)
        return 0.0 if self.crew.step() else 0.01


def _tell(crowd: Child, word: str) -> None:
    if crowd.stdin is None:
        raise RuntimeError("nobody can tell the besiegers anything")
    crowd.stdin.write(f"{word}\n")
    crowd.stdin.flush()


def _pairs(windows: Sequence[Window], orders: list[float], times: list[int]) -> list[Pair]:
    """The orders of each window of siege, and of the quiet one after it. An order belongs to when
    its observation was sent: one that was made to wait until they were halted is theirs."""
    sent = [(at - int(took * 1_000), took) for took, at in zip(orders, times, strict=True)]
    told = [[took for at, took in sent if each.began.at <= at < each.ended.at] for each in windows]
    return list(zip(told[::2], told[1::2], strict=True))


@contextmanager
def _ended(child: Child) -> Iterator[Child]:
    """Ended with the block, even while it is halted: then it would hear no other signal."""
    try:
        yield child
    finally:
        child.kill()


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
    during, quiet = (Spread.of(siege.orders[at]) for at in AT)
    if min(during.samples, quiet.samples) < ENOUGH or during.p99 is None or quiet.p99 is None:
        yield f"{during.samples} and {quiet.samples} orders were timed, and {ENOUGH} are needed"
        return
    if during.p50 > USUAL * quiet.p50:
        yield f"an order took {during.p50:.0f} us in the middle, and {quiet.p50:.0f} in quiet"
    if quiet.p50 > USUAL * during.p50:
        yield f"an order took {quiet.p50:.0f} us in quiet, and {during.p50:.0f} in siege: {UNLIKE}"
    if during.p99 > USUAL * quiet.p99:
        yield f"one in a hundred took more than {during.p99:.0f} us, and {quiet.p99:.0f} in quiet"


def main() -> None:
    parser = argparse.ArgumentParser(prog="make siege", description=__doc__)
    parser.add_argument(
        "--guesses", type=int, default=GUESSES, help="PINs that are guessed at least"
    )
    parser.add_argument(
        "--turns", type=int, default=Turns.least, help="how often they are let go at least"
    )
    asked = parser.parse_args()
    turns = Turns(least=asked.turns)
    with going_first(GIVES_WAY), TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as folder:
        siege = besieged(Path(folder), asked.guesses, turns)
    for line in told(siege):
        print(line)
    found = list(complaints(siege))
    for each in found:
        print(f"NOT AS IT HAS TO BE: {each}")
    sys.exit(bool(found))


def told(siege: Siege) -> Iterator[str]:
    """What came of it, in lines."""
    load = " ".join(f"{each:.1f}" for each in os.getloadavg())
    yield f"observation to order, in {len(siege.pairs)} windows of each kind; load {load}"
    for at, samples in siege.orders.items():
        spread = Spread.of(samples)
        yield (
            f"  {at:<9} {spread.samples:>7,} orders: p50 {spread.p50:>7,.0f} us, "
            f"p99 {spread.p99 or 0:>8,.0f} us, most {max(samples):>9,.0f} us"
        )
    for at in AT:
        loop = siege.loop(at)
        yield (
            f"  {at:<9} the loop ran for {loop.ran:.1%} of the time, {loop.an_order:,.0f} us an "
            f"order, and another in its place for {loop.waited:.1%}"
        )
    for percent in (50, 99):
        times = times_as_long(siege.pairs, percent)
        surely = f"95 %: {times.low:.2f} to {times.high:.2f}"
        yield f"  p{percent} besieged is {times.of:.2f} times that in quiet ({surely})"
    yield f"{siege.records:,} records in all"
    for code, times_told in sorted(siege.answers.items()):
        kept = siege.away[AS_ON_RECORD.get(code, "")]
        kept = siege.refused[code.removeprefix("refused ")] if " " in code else kept
        yield f"  {code:<26}{times_told:>8,}" + (f"  on record {kept:>8,}" if kept else "")


if __name__ == "__main__":
    main()
