"""`tablectl replay`: a record gone through again, and a record of the field as a test."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from time import perf_counter

import click

from tablectl import texts
from tablectl.cli.journal_show import no_round
from tablectl.cli.trouble import FAILED, Trouble
from tablectl.games.catalogue import rules_for
from tablectl.journal.verify import verify
from tablectl.journal.volumes import Volumes
from tablectl.kernel import Retraced
from tablectl.replay.checking import Replayed
from tablectl.replay.checking import replay as replayed
from tablectl.replay.chronicle import start_before
from tablectl.replay.differences import Difference
from tablectl.replay.entries import Rounds
from tablectl.replay.excerpts import SUFFIX, Excerpt, excerpt, load, renamed
from tablectl.replay.walking import walk
from tablectl.words.canonical import digest


@click.command()
@click.argument("journals", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--to-test",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Write what was replayed into this folder, as a test.",
)
@click.option("--round", "number", type=click.IntRange(min=1), help="Only this round, as a test.")
@click.option("--with-names", is_flag=True, help="Keep the names, notes and keys in the test.")
def replay(
    journals: tuple[Path, ...], folder: Path | None, number: int | None, with_names: bool
) -> None:
    """Apply every input of JOURNALS once more and compare what comes out.

    Every outcome has to be the one on record, and every snapshot has to have the digest of the
    state that was reached. The first difference is shown field by field, and the command exits
    with 1. So it does where the record is not sound: nothing that `journal verify` finds fault
    with is called identical. JOURNALS is a journal, or its archives and the journal, or a folder
    of archives; or tests that --to-test wrote, or a folder of them, each replayed for itself.

    With --to-test the record becomes a file that the test suite picks up: inputs, outcomes and
    digests. People are p1, p2 and so on in it, unless --with-names is given; hidden cards are as
    hidden in it as in the record.

    \b
    Examples:
      tablectl replay table.journal
      tablectl replay table.journal --to-test replays --round 1
    """
    if folder is None and (number is not None or with_names):
        raise click.UsageError("--round and --with-names are for --to-test")
    tests = _tests_in(journals)
    if tests:
        if folder is not None:
            raise click.UsageError("--to-test makes a test of a record, and these are tests")
        _replay_tests(tests)
        return
    with Volumes(journals) as volumes:
        _replay_record(volumes)
        if folder is not None:
            _write(_excerpt(volumes, number), folder, with_names=with_names)


def _tests_in(paths: Sequence[Path]) -> list[Path]:
    """The tests that are meant, if tests are: a folder stands for all in it."""
    found = [sorted(path.glob(f"*{SUFFIX}")) if path.is_dir() else [path] for path in paths]
    tests = [bool(inside) and all(each.suffix == SUFFIX for each in inside) for inside in found]
    if any(tests) and not all(tests):
        raise click.UsageError("records and tests are replayed one kind at a time")
    return [each for inside in found for each in inside] if all(tests) else []


def _replay_tests(paths: Sequence[Path]) -> None:
    """All of them, whatever the ones before came to."""
    failed = False
    for path in paths:
        if len(paths) > 1:
            click.echo(f"{path}:")
        made = load(path)
        begun = perf_counter()
        done = replayed(made.records(), made.snapshot, rules_for, {})
        _tell(done, perf_counter() - begun)
        failed = failed or done.difference is not None
    if failed:
        raise click.exceptions.Exit(FAILED)


def _replay_record(volumes: Volumes) -> None:
    start = volumes.start
    kept = {snapshot.seq: snapshot for snapshot in volumes.snapshots()}
    begun = perf_counter()
    done = replayed(volumes.records(start.seq if start else 0), start, rules_for, kept)
    seconds = perf_counter() - begun
    if done.difference is None:
        for reader in volumes.readers:
            verify(reader.where).check()
    _tell(done, seconds)
    if done.difference is not None:
        raise click.exceptions.Exit(FAILED)


def _tell(done: Replayed, seconds: float) -> None:
    speed = f"{done.inputs / seconds:.0f} inputs a second" if seconds > 0 else "at once"
    told = f"records {done.first} to {done.last}: {done.inputs} inputs, {done.snapshots} snapshots"
    click.echo(f"{told}, {speed}")
    if done.difference is not None:
        click.echo("DIFFERENT from here on:")
        for line in difference_lines(done.difference):
            click.echo(line)
        return
    if done.state is None:
        click.echo("nothing is on record")
        return
    click.echo("identical: every outcome, and the digest of every snapshot")
    click.echo(f"state as of record {done.state.seq}: {digest(done.state)}")


def difference_lines(difference: Difference) -> Iterator[str]:
    return (texts.printable(line) for line in difference.lines())


# ---------------------------------------------------------------- a record as a test


def _excerpt(volumes: Volumes, number: int | None) -> Excerpt:
    start = start_before(volumes, number)
    steps: list[Retraced] = []
    rounds = Rounds.from_start(start)
    for step in walk(volumes.records(start.seq if start else 0), start, rules_for):
        if number in (None, rounds.number):
            steps.append(step)
        rounds.note(step.outcome.phases)
        if number is not None and rounds.number > number:
            break
    if not steps:
        raise no_round(number) if number is not None else _nothing()
    return excerpt(steps, None if _is_beginning(steps) else steps[0].before)


def _nothing() -> Trouble:
    return Trouble(
        "nothing_to_test",
        "no input is on record, or none after the state that the file goes on from",
        "let the table play, or give the archives too",
    )


def _is_beginning(steps: Sequence[Retraced]) -> bool:
    """Whether nothing came before: then the first input says everything."""
    return steps[0].before.seq == 0


def _write(made: Excerpt, folder: Path, *, with_names: bool) -> None:
    if not with_names:
        made = renamed(made, rules_for)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{_name(made)}{SUFFIX}"
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(made.text())
    except FileExistsError as error:
        raise Trouble(
            "exists", "this test is there already", "remove it first", str(path)
        ) from error
    click.echo(f"{len(made.steps)} inputs in {path}; it holds as a test from now on")


def _name(made: Excerpt) -> str:
    """The game and the records, by which a test is found again."""
    of = made.start["settings"] if made.start is not None else made.steps[0][3]["settings"]
    return f"{of['game']}-{of['table']}-{made.steps[0][0]}-{made.steps[-1][0]}"
