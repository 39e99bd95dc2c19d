"""The figures: what `apply`, a whole round, a view, a snapshot and a commit cost."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.measure import Figure, beside
from benchmarks.tables import PRESETS, play, rig
from tablectl.games.catalogue import rules_for
from tablectl.journal.memory import MemoryJournal
from tablectl.journal.records import Entry
from tablectl.journal.sqlite import SqliteJournal
from tablectl.kernel import inputs
from tablectl.rig import Rig
from tablectl.table.apply import apply, initial
from tablectl.table.phases import Change, PhaseTable
from tablectl.table.state import TableState
from tablectl.table.view import view
from tablectl.words.bases import Role
from tablectl.words.canonical import dumps, from_plain, loads, to_plain
from tablectl.words.inputs import Started

ROUNDS_PLAYED = 40
COMMITS = 200


def every_figure(rounds: int) -> Iterator[Figure]:
    played = {preset: play(rig(preset, ROUNDS_PLAYED)) for preset in PRESETS}
    yield from (apply_cost(preset, made, rounds) for preset, made in played.items())
    yield from (round_cost(preset, made, rounds) for preset, made in played.items())
    midway = _midway()
    yield view_cost(midway, rounds)
    yield snapshot_cost(midway, rounds)
    yield commit_cost(played["counting"], rounds)


def apply_cost(preset: str, made: Rig, rounds: int) -> Figure:
    """One input through `apply`, beside one step of a bare phase table."""
    record = [stamped for stamped, _ in inputs(made.host.kernel.journal.records())]
    first = record[0].input
    if not isinstance(first, Started):
        raise TypeError("a record begins with its settings")

    def subject() -> None:
        rules = rules_for(first.settings)
        state = initial(first.settings)
        for stamped in record:
            state = apply(rules, state, stamped).state

    table = PhaseTable("floor", "a", (Change("go", "a", "b"), Change("go", "b", "a")))

    def floor() -> None:
        phase = "a"
        for _ in range(2_000):
            phase = table.after(phase, "go") or phase

    return beside(
        f"apply, {preset}",
        "input",
        (subject, len(record)),
        ("a bare step of `transitions`", floor, 2_000),
        rounds=rounds,
    )


def round_cost(preset: str, made: Rig, rounds: int) -> Figure:
    """A whole round with crew, views, devices and record, beside the writing of its record."""
    entries = [
        Entry(r.time, r.kind, r.body, r.key)
        for r in made.host.kernel.journal.records()
        if r.kind != "snapshot"
    ]

    def floor() -> None:
        journal = MemoryJournal()
        for start in range(0, len(entries), 2):
            journal.append(entries[start : start + 2])
            journal.sync()

    number = len(entries) / 2 / ROUNDS_PLAYED
    return beside(
        f"whole round, {preset}",
        "round",
        (lambda: _play(preset), ROUNDS_PLAYED),
        ("chaining the same records", floor, ROUNDS_PLAYED),
        rounds=rounds,
        note=f"{number:.1f} inputs a round",
    )


def _play(preset: str) -> None:
    play(rig(preset, ROUNDS_PLAYED))


def _midway() -> Rig:
    """A table in the middle of a round, all cards dealt."""
    made = rig("recognising", 3)
    while made.host.kernel.state.round.step != "decisions":
        made.step()
    return made


def view_cost(made: Rig, rounds: int) -> Figure:
    rules, state = made.host.kernel.rules, made.host.kernel.state
    shown = view(rules, state, Role.DEALER)
    return beside(
        "view of the dealer",
        "view",
        (lambda: _times(200, lambda: view(rules, state, Role.DEALER)), 200),
        ("JSON text of it", lambda: _times(200, lambda: json.dumps(shown)), 200),
        rounds=rounds,
    )


def snapshot_cost(made: Rig, rounds: int) -> Figure:
    state = made.host.kernel.state
    text = dumps(to_plain(state))

    def there_and_back() -> None:
        from_plain(TableState, loads(dumps(to_plain(state))))

    return beside(
        "snapshot, there and back",
        "snapshot",
        (lambda: _times(200, there_and_back), 200),
        ("JSON of the same text", lambda: _times(200, lambda: json.dumps(json.loads(text))), 200),
        rounds=rounds,
        note=f"{len(text.encode()):,} bytes, all cards of a round out and sealed",
    )


def commit_cost(made: Rig, rounds: int) -> Figure:
    """One input and its outcome made durable in SQLite, beside a bare append and fsync."""
    records = [r for r in made.host.kernel.journal.records() if r.kind != "snapshot"]
    pairs = [records[i : i + 2] for i in range(0, 2 * COMMITS, 2)]
    with TemporaryDirectory(dir=Path.cwd()) as folder:
        database = iter(range(1_000))

        def subject() -> None:
            journal = SqliteJournal(Path(folder) / f"{next(database)}.journal")
            for pair in pairs:
                journal.append([Entry(r.time, r.kind, r.body, r.key) for r in pair])
                journal.sync()
            journal.close()

        def floor() -> None:
            with (Path(folder) / "floor").open("ab") as file:
                for pair in pairs:
                    file.write("".join(r.body + r.hash for r in pair).encode())
                    file.flush()
                    os.fsync(file.fileno())

        return beside(
            "commit in SQLite",
            "commit",
            (subject, COMMITS),
            ("append and fsync of the same bytes", floor, COMMITS),
            rounds=rounds,
        )


def _times(number: int, work: Callable[[], object]) -> None:
    for _ in range(number):
        work()
