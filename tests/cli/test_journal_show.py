"""`tablectl journal show`: a round as a person would tell it, with every sentence traceable."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tablectl.cli.journal_show import Lines
from tablectl.games.catalogue import rules_for
from tablectl.journal.sqlite import SqliteJournal, read_only
from tablectl.journal.volumes import Volumes
from tablectl.replay.chronicle import start_before, tell, tell_from
from tablectl.replay.excerpts import SUFFIX, load
from tablectl.replay.page import Told
from tablectl.words.acts import Declare, Dispute
from tablectl.words.irregularities import Kind
from tests.cli.records import three_card_poker
from tests.cli.shell import tablectl
from tests.journal.books import tampering
from tests.test_sealing_planted import HIDDEN, Plant, found

GOLDEN = Path(__file__).parent / "golden"
REPLAYS = Path(__file__).parent.parent / "replays"


@pytest.fixture(scope="module")
def poker(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return three_card_poker(tmp_path_factory.mktemp("poker"))


def shown(*args: str | Path) -> str:
    done = tablectl("journal", "show", *args)
    assert done.exit_code == 0, done.output
    return done.output


@pytest.mark.parametrize("name", ["three_card_poker-demo-79-117", "let_it_ride-ride-1-131-269"])
def test_a_round_with_an_irregularity_reads_as_it_always_did(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    made = load(REPLAYS / f"{name}{SUFFIX}")
    tell_from(made.records(), made.snapshot, Lines().write, rules_for)
    golden = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    assert capsys.readouterr().out == golden


def test_every_line_names_a_record_that_is_there_and_its_time(poker: Path) -> None:
    lines: list[Told] = []
    with Volumes([poker]) as volumes:
        tell(volumes, lines.append, rules_for)
        times = {record.seq: record.time for record in volumes.records()}
    assert len(lines) > 100
    assert all(times[line.source.seq] == line.source.time for line in lines if line.label)


def test_every_input_on_record_has_a_line(poker: Path) -> None:
    lines: list[Told] = []
    with Volumes([poker]) as volumes:
        tell(volumes, lines.append, rules_for)
        inputs = {record.seq for record in volumes.records() if record.kind in ("act", "wake")}
        inputs |= {record.seq for record in volumes.records() if record.kind == "observation"}
    assert inputs <= {line.source.seq for line in lines}


@pytest.mark.parametrize("number", ["2", "3", "4"])
def test_one_round_told_alone_is_the_same_as_in_the_whole(poker: Path, number: str) -> None:
    alone = shown(poker, "--round", number).splitlines()[3:]
    assert "\n".join(alone) in shown(poker)


def test_a_late_round_is_told_without_going_through_the_early_ones(tmp_path: Path) -> None:
    with Volumes([three_card_poker(tmp_path)]) as volumes:
        start = start_before(volumes, 3)
    assert start is not None
    assert start.seq > 100


def test_a_round_that_was_not_played_is_told_so(poker: Path) -> None:
    done = tablectl("journal", "show", poker, "--round", "99")
    assert done.exit_code == 2
    assert "round 99" in done.stderr


def test_a_record_with_its_writer_at_work_is_told_as_far_as_it_goes(poker: Path) -> None:
    with closing(SqliteJournal(poker)):
        assert "Round 3" in shown(poker)


def test_a_damaged_record_is_told_up_to_the_damage(tmp_path: Path) -> None:
    path = three_card_poker(tmp_path)
    with tampering(path) as db:
        db.execute("UPDATE record SET body = replace(body, 'd1', 'd2') WHERE seq = 42")
    done = tablectl("journal", "show", path)
    assert done.exit_code == 1
    assert "damaged at record 42" in done.stderr
    told = [int(line.split()[0]) for line in done.stdout.splitlines() if line[:7].strip().isdigit()]
    assert told
    assert max(told) == 40


@pytest.mark.parametrize(
    "damage",
    ["UPDATE record SET time = time + 1 WHERE seq = 42", "DELETE FROM record WHERE seq = 42"],
)
def test_a_round_behind_damage_is_not_told_and_it_is_said_where_that_begins(
    tmp_path: Path, damage: str
) -> None:
    path = three_card_poker(tmp_path)
    with tampering(path) as db:
        db.execute(damage)
    done = tablectl("journal", "show", path, "--round", "3")
    assert done.exit_code == 1
    assert "damaged at record 42" in done.stderr
    assert done.stdout == ""


def test_a_round_before_damage_is_told_and_the_damage_too(tmp_path: Path) -> None:
    path = three_card_poker(tmp_path)
    first = shown(path, "--round", "1")
    with tampering(path) as db:
        db.execute("UPDATE record SET time = time + 1 WHERE seq = 179")
    done = tablectl("journal", "show", path, "--round", "1")
    assert done.exit_code == 1
    assert done.stdout == first
    assert "damaged at record 179" in done.stderr


# ---------------------------------------------------------------- hidden cards


def everything(path: Path, folder: Path) -> str:
    """All that this version tells or writes of a record."""
    said = [tablectl("journal", "show", path).output, tablectl("journal", "query", path).output]
    said.append(tablectl("journal", "query", path, "--json").output)
    said.append(tablectl("replay", path, "--to-test", folder / "tests").output)
    for form in ("jsonl", "csv", "report"):
        out = folder / f"out.{form}"
        args = ("--format", form, "--round", "1", "--output", out)
        done = tablectl("journal", "export", path, *args)
        assert done.exit_code == 0, done.output
        said.append(out.read_text(encoding="utf-8"))
    said += [each.read_text(encoding="utf-8") for each in (folder / "tests").iterdir()]
    return "\n".join(said)


@pytest.mark.parametrize("step", ["decisions", "dealer_reveal"])
def test_a_planted_card_is_told_nowhere_before_its_reveal(step: str, tmp_path: Path) -> None:
    with closing(SqliteJournal(tmp_path / "t.db")) as journal:
        Plant(journal).to(step)
        assert found(iter([everything(tmp_path / "t.db", tmp_path)])) == set()


def test_a_planted_card_is_told_once_it_was_revealed(tmp_path: Path) -> None:
    with closing(SqliteJournal(tmp_path / "t.db")) as journal:
        Plant(journal).to("player_reveal")
        told = shown(tmp_path / "t.db")
    assert found(iter([told])) == set(HIDDEN)
    assert f"the dealer: {' '.join(HIDDEN)}" in told


def declared(plant: Plant) -> None:
    plant.to("decisions")
    plant.rig.crew.act("d1", Declare(Kind.MISDEAL, note="bad\x1b[2J\u202e\r\nhand"))


def disputed(plant: Plant) -> None:
    plant.to("decisions")
    plant.rig.crew.act("d1", Declare(Kind.MISDEAL))
    plant.to("wagers")
    plant.rig.crew.act("s1", Dispute(1, "bad\x1b[2J\u202e\r\nhand"))


@pytest.mark.parametrize("happens", [declared, disputed])
def test_what_people_wrote_is_obeyed_by_no_terminal_and_no_browser(
    happens: Callable[[Plant], None], tmp_path: Path
) -> None:
    path = tmp_path / "t.db"
    with closing(SqliteJournal(path)) as journal:
        happens(Plant(journal))
    for told in (shown(path), tablectl("journal", "query", path).output):
        assert r"bad\x1b[2J\u202e\r\nhand" in told
        assert not re.search("[\x1b\u202e\r]", told)


def test_the_reader_of_a_record_cannot_write(poker: Path) -> None:
    with closing(read_only(poker)) as reader:
        before = reader.last_seq
        shown(poker)
        assert reader.last_seq == before


def test_decks_in_the_order_of_the_house_are_told_from_a_snapshot_as_they_were_dealt(
    tmp_path: Path,
) -> None:
    """A snapshot has them by the alphabet, and the side that is dealt from hangs on their order."""
    table, journal = tmp_path / "table.yaml", tmp_path / "bj.journal"
    table.write_text(
        "{version: 1, table: bj, game: blackjack, method: double_shoe, seats: 6, preset: blind, "
        "decks: [red, blue], options: {hole_card: reader, red_side: 1}}"
    )
    virtual = ("run", "--table", table, "--virtual", "--rounds", "2", "--seed", "7")
    assert tablectl(*virtual, "--journal", journal).exit_code == 0

    assert "another result" not in shown(journal, "--round", "2")
