"""The figures of the core: what `apply`, a whole round, a view, a snapshot and a commit cost."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, combinations_with_replacement, islice
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.measure import Figure, beside
from benchmarks.sizes import Sizes
from benchmarks.tables import PRESETS, play, rig
from drivers.frames import Decoder, Frame, to_bytes
from drivers.messages import framed, read
from simulators.wires import Whole
from tablectl.games.catalogue import rules_for
from tablectl.games.ranking import three_cards
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
from tablectl.words.cards import STANDARD_52, Rank
from tablectl.words.inputs import Started

STEPS = 2_000


def core_figures(sizes: Sizes) -> Iterator[Figure]:
    played = {preset: play(rig(preset, sizes.played)) for preset in PRESETS}
    yield from (apply_cost(preset, made, sizes) for preset, made in played.items())
    yield from (round_cost(preset, made, sizes) for preset, made in played.items())
    yield from (bytes_cost(preset, sizes) for preset, caps in PRESETS.items() if caps)
    midway = _midway()
    yield view_cost(midway, sizes)
    yield snapshot_cost(midway, sizes)
    yield commit_cost(played["counting"], sizes)
    yield ladder_cost(sizes)
    yield look_up_cost(sizes)


def apply_cost(preset: str, made: Rig, sizes: Sizes) -> Figure:
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
        for _ in range(STEPS):
            phase = table.after(phase, "go") or phase

    return beside(
        f"apply, {preset}",
        "input",
        (subject, len(record)),
        ("a bare step of `transitions`", floor, STEPS),
        rounds=sizes.rounds,
    )


def round_cost(preset: str, made: Rig, sizes: Sizes) -> Figure:
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

    number = len(entries) / 2 / sizes.played
    return beside(
        f"whole round, {preset}",
        "round",
        (lambda: _play(preset, sizes.played), sizes.played),
        ("chaining the same records", floor, sizes.played),
        rounds=sizes.rounds,
        note=f"{number:.1f} inputs a round",
    )


class _Overhearing(Whole):
    """Bytes arrive whole, and all of them are kept."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []

    def carry(self, data: bytes) -> Iterable[tuple[int, bytes]]:
        self.heard.append(data)
        return super().carry(data)


def bytes_cost(preset: str, sizes: Sizes) -> Figure:
    """A whole round, beside the bare codec: each of its frames written and read, and no more."""
    line = _Overhearing()
    play(rig(preset, sizes.played, manner=line))
    frames = [f for data in line.heard for f in Decoder().feed(data) if isinstance(f, Frame)]
    said = [(read(frame), frame.session) for frame in frames]

    def floor() -> None:
        decoder = Decoder()
        for message, session in said:
            for found in decoder.feed(to_bytes(framed(message, session))):
                if isinstance(found, Frame):
                    read(found)

    return beside(
        f"whole round, {preset}, and its bytes",
        "round",
        (lambda: _play(preset, sizes.played), sizes.played),
        ("the bare codec on the same frames", floor, sizes.played),
        rounds=sizes.rounds,
        note=f"{len(said) / sizes.played:.1f} frames a round",
    )


def _play(preset: str, rounds: int) -> None:
    play(rig(preset, rounds))


def _midway() -> Rig:
    """A table in the middle of a round, all cards dealt."""
    made = rig("recognising", 3)
    while made.host.kernel.state.round.step != "decisions":
        made.step()
    return made


def view_cost(made: Rig, sizes: Sizes) -> Figure:
    rules, state, number = made.host.kernel.rules, made.host.kernel.state, sizes.repeats
    shown = view(rules, state, Role.DEALER)
    return beside(
        "view of the dealer",
        "view",
        (lambda: _times(number, lambda: view(rules, state, Role.DEALER)), number),
        ("JSON text of it", lambda: _times(number, lambda: json.dumps(shown)), number),
        rounds=sizes.rounds,
    )


def snapshot_cost(made: Rig, sizes: Sizes) -> Figure:
    state, number = made.host.kernel.state, sizes.repeats
    text = dumps(to_plain(state))

    def there_and_back() -> None:
        from_plain(TableState, loads(dumps(to_plain(state))))

    return beside(
        "snapshot, there and back",
        "snapshot",
        (lambda: _times(number, there_and_back), number),
        (
            "JSON of the same text",
            lambda: _times(number, lambda: json.dumps(json.loads(text))),
            number,
        ),
        rounds=sizes.rounds,
        note=f"{len(text.encode()):,} bytes, all cards of a round out and sealed",
    )


def commit_cost(made: Rig, sizes: Sizes) -> Figure:
    """One input and its outcome made durable in SQLite, beside a bare append and fsync."""
    records = [r for r in made.host.kernel.journal.records() if r.kind != "snapshot"]
    pairs = [records[i : i + 2] for i in range(0, len(records), 2)][: sizes.repeats]
    with TemporaryDirectory(prefix=".bench-", dir=sizes.folder) as folder:
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
            (subject, len(pairs)),
            ("append and fsync of the same bytes", floor, len(pairs)),
            rounds=sizes.rounds,
        )


def ladder_cost(sizes: Sizes) -> Figure:
    """The ladder of three-card hands, made once a process, beside its bare list of ranks."""

    def subject() -> None:
        three_cards.LADDER.write_down()

    def floor() -> None:
        sorted(combinations_with_replacement(reversed(Rank), three_cards.CARDS))

    return beside(
        "ladder of three-card hands",
        "ladder",
        (subject, 1),
        ("sorting all sets of three ranks", floor, 1),
        rounds=sizes.rounds,
        note=f"{len(three_cards.LADDER)} rungs",
    )


def look_up_cost(sizes: Sizes) -> Figure:
    """The standing of every hand of three cards, beside finding each in a table by its number."""
    hands = list(islice(combinations(STANDARD_52, three_cards.CARDS), sizes.looked_up))
    numbered = dict(enumerate(hands))

    def subject() -> None:
        for cards in hands:
            three_cards.standing(cards)

    def floor() -> None:
        for number in range(len(hands)):
            numbered[number]

    return beside(
        "standing of a three-card hand",
        "hand",
        (subject, len(hands)),
        ("a look-up by number", floor, len(hands)),
        rounds=sizes.rounds,
    )


def _times(number: int, work: Callable[[], object]) -> None:
    for _ in range(number):
        work()
