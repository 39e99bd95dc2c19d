"""The figures of the record as it grows: what a start, a round and a verification cost.

Files of very different length stand side by side and take turns, so that whatever else the machine
does falls on all of them alike. A start and a round are to cost the same in each of them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from hashlib import sha256
from itertools import islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

from benchmarks.bare import BareRecord
from benchmarks.children import line_from, python
from benchmarks.longrecord import PRESET, build
from benchmarks.measure import Aim, Comparison, Figure, Peer, Result, Spent, Spread
from benchmarks.sizes import Sizes
from benchmarks.tables import play, rig
from tablectl.journal.records import Entry, RecordKind, Snapshot
from tablectl.journal.sqlite import SqliteJournal, read_only

FLAT = 1.05
"""What anything may cost more in the longest file than in the shortest."""
IN_A_ROUND = 24
"""Acts with their outcomes that are committed one by one for a round; then comes a snapshot."""
CHAINED = 100_000
"""Records that are chained without anything else, for the floor of a verification."""

Files = Mapping[int, Path]


def journal_figures(sizes: Sizes) -> Iterator[Result]:
    with TemporaryDirectory(prefix=".bench-", dir=sizes.folder) as folder:
        files = {
            records: build(Path(folder) / f"{records}.journal", records)
            for records in sorted(sizes.records)
        }
        yield from start_up(files, sizes)
        yield from verifying(files)
        yield from committing(files, sizes)


def _about(path: Path, records: int) -> str:
    return f"{records:,} records, {path.stat().st_size / 1e6:,.1f} MB"


def _flat(
    what: str, spent: Mapping[int, Spent], peer: tuple[str, Mapping[int, Spent]], note: str
) -> Iterator[Comparison]:
    """Of every file what something took, which is to be the same in the longest."""
    name, floor = peer
    for clock in ("wall", "processor"):
        taken = {records: getattr(each, clock) for records, each in spent.items()}
        for records, samples in taken.items():
            beside = Peer(name, Spread.of(getattr(floor[records], clock)))
            yield Comparison(
                f"{what}, {records:,} records",
                "ms",
                Spread.of(samples),
                (beside,),
                _aim(taken, records),
                f"{note}, {'by the clock' if clock == 'wall' else 'of the processor'}",
            )


def _held(taken: Mapping[int, Sequence[float]]) -> Iterator[Comparison]:
    for records, samples in taken.items():
        note = "the most that the process held"
        aim = _aim(taken, records)
        spread = Spread.of(samples)
        yield Comparison(f"its memory, {records:,} records", "kB", spread, (), aim, note)


def _aim(taken: Mapping[int, Sequence[float]], records: int) -> Aim | None:
    least = min(taken)
    if records == least:
        return None
    return Aim(f"{FLAT} of what {least:,} records take", FLAT * median(taken[least]))


# ---------------------------------------------------------------- start-up


def start_up(files: Files, sizes: Sizes) -> Iterator[Comparison]:
    """From the path of a journal to the state that it leads to, and the memory that takes."""
    starts = {records: Spent() for records in files}
    bare = {records: Spent() for records in files}
    memory: dict[int, list[float]] = {records: [] for records in files}
    for _ in range(sizes.rounds):
        for records, path in files.items():
            told = _told("-m", "benchmarks.opening", str(path), str(sizes.openings))
            for mine, theirs in ((starts, told["starts"]), (bare, told["bare"])):
                mine[records].wall.extend(theirs["wall"])
                mine[records].processor.extend(theirs["processor"])
            memory[records].append(told["memory"])
    yield from _flat("start", starts, ("a bare opening of the file", bare), "open and rebuild")
    yield from _held(memory)


def _told(*arguments: str) -> dict[str, Any]:
    with python(*arguments) as child:
        told: dict[str, Any] = json.loads(line_from(child))
        return told


# ---------------------------------------------------------------- verification


def verifying(files: Files) -> Iterator[Result]:
    memory: dict[int, list[float]] = {}
    for records, path in files.items():
        floor = _bare_chain(path)
        told = _told("-m", "benchmarks.opening", str(path), "0")
        memory[records] = [told["memory"]]
        yield Figure(
            f"verify, {records:,} records",
            "record",
            told["processor"][0] / told["records"] * 1e3,
            "the bare chain over the same bytes",
            floor * 1e6,
            f"{_about(path, records)}, of the processor; "
            f"{told['wall'][0] / 1e3:,.1f} s by the clock in all",
        )
    yield from _held(memory)


def _bare_chain(path: Path) -> float:
    """Seconds of the processor a record for the hashes alone, of the first records of the file."""
    with closing(read_only(path)) as reader:
        texts = [
            f"\n{r.seq}|{r.time}|{r.kind}|{r.version}|{r.key}|{r.body}".encode()
            for r in islice(reader.records(), CHAINED)
        ]
        head = next(reader.records(len(texts) - 1)).hash
    begin = process_time()
    made = "0" * 64
    for text in texts:
        made = sha256(made.encode() + text).hexdigest()
    taken = process_time() - begin
    if made != head:
        raise RuntimeError("the bare chain came out at another head")
    return taken / len(texts)


# ---------------------------------------------------------------- rounds


def committing(files: Files, sizes: Sizes) -> Iterator[Comparison]:
    """A round of acts, each committed by itself, and its snapshot; the files take turns."""
    acts, state = _a_round()
    taken = {records: Spent() for records in files}
    bare = Spent()
    with ExitStack() as undo:
        journals = {
            records: undo.enter_context(closing(SqliteJournal(path)))
            for records, path in files.items()
        }
        folder = next(iter(files.values())).parent
        record = undo.enter_context(closing(BareRecord(folder / "bare.db")))
        for number in range(1 + sizes.rounds * sizes.openings):
            for records, journal in journals.items():
                with taken[records].adding():
                    _play(journal, acts, state, number)
            with bare.adding():
                _commit(record, acts)
    warm = {records: spent.warm() for records, spent in taken.items()}
    floor = dict.fromkeys(files, bare.warm())
    note = f"{len(acts)} commits and a snapshot"
    yield from _flat("round", warm, ("bare commits of the same texts", floor), note)


def _a_round() -> tuple[Sequence[str], str]:
    """Acts as they are on record, and a state after a round."""
    journal = play(rig(PRESET, 2)).host.kernel.journal
    acts = [record.body for record in journal.records() if record.kind == RecordKind.ACT]
    snapshot = journal.latest_snapshot()
    if snapshot is None:
        raise RuntimeError("two rounds were played, and no snapshot was taken")
    return acts[:IN_A_ROUND], snapshot.body


def _play(journal: SqliteJournal, acts: Sequence[str], state: str, number: int) -> None:
    for place, act in enumerate(acts):
        seq = journal.last_seq + 1
        entries = (
            Entry(0, RecordKind.ACT, act, f"measured:{number}:{place}"),
            Entry(0, RecordKind.OUTCOME, f'{{"of":{seq}}}'),
        )
        is_last = place == len(acts) - 1
        journal.append(entries, Snapshot.taken(seq + 1, state) if is_last else None)
        journal.sync()


def _commit(record: BareRecord, acts: Sequence[str]) -> None:
    for act in acts:
        record.commit(act)
