"""`tablectl run --trace` and `tablectl trace`: the bytes of a running table, on demand."""

from __future__ import annotations

import json
import signal
import time
from contextlib import closing
from pathlib import Path

from tests.cli.shell import PATIENCE_S, answering, process, running, tablectl, with_preset

SERVED = ("--no-mishaps", "--pace", "0.01", "--quiet")


def until_there(path: Path) -> None:
    end = time.monotonic() + PATIENCE_S
    while not path.exists() or not path.stat().st_size:
        assert time.monotonic() < end, f"{path} never came to be"
        time.sleep(0.01)


def test_a_traced_round_is_told_for_people_and_for_programs(tmp_path: Path) -> None:
    table, trace = tmp_path / "table.yaml", tmp_path / "table.trace"
    table.write_text(with_preset("mixed"))
    args = ("run", "--table", table, "--rounds", "1", "--no-mishaps", "--pace", "0.01")
    done = process(*args, "--socket", tmp_path / "door.sock", "--trace", trace)
    assert done.returncode == 0, done.stderr
    assert f"Traced in {trace}; `kill -USR1 " in done.stdout

    shoe = tablectl("trace", trace, "--device", "shoe_1")
    assert shoe.exit_code == 0
    lines = shoe.stdout.splitlines()
    assert all(" shoe_1 " in line for line in lines)
    assert " shoe_1 > Hello protocol=1 [00" in lines[0]
    assert any(" < Event " in line and "CardsDrawn" in line for line in lines)
    assert " > Farewell " in lines[-1]

    plain = [json.loads(line) for line in tablectl("trace", trace, "--json").output.splitlines()]
    assert {each["device"] for each in plain} == {"shoe_1", "reader_1"}
    at = plain[5]["time"]
    stamp = f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(at // 1_000_000))}.{at % 10**6:06d}"
    early = tablectl("trace", trace, "--json", "--until", stamp).output.splitlines()
    late = tablectl("trace", trace, "--json", "--since", stamp).output.splitlines()
    assert [json.loads(line) for line in early] == [each for each in plain if each["time"] <= at]
    assert [json.loads(line) for line in late] == [each for each in plain if each["time"] >= at]


def in_trace(path: Path, *names: str) -> Path:
    """A trace with an entry of each name, a second apart."""
    entries = [
        {"time": at * 1_000_000, "device": "shoe_1", "way": "<", "name": name}
        for at, name in enumerate(names)
    ]
    path.write_text("".join(f"{json.dumps(entry)}\n" for entry in entries))
    return path


def test_signs_of_life_are_counted_and_not_shown_unless_all_is_wanted(tmp_path: Path) -> None:
    trace = in_trace(tmp_path / "t.trace", "Hello", "Beat", "Alive", "SignOfLife", "Farewell")
    shown = tablectl("trace", trace)
    assert [line.split()[-1] for line in shown.stdout.splitlines()] == ["Hello", "Farewell"]
    assert "3 signs of life are left out" in shown.stderr
    for wanted in ("--all", "--json"):
        done = tablectl("trace", trace, wanted)
        assert len(done.stdout.splitlines()) == 5
        assert done.stderr == ""


def test_a_file_with_lines_that_are_no_trace_is_not_called_good(tmp_path: Path) -> None:
    trace = in_trace(tmp_path / "t.trace", "Hello")
    assert tablectl("trace", trace).exit_code == 0
    trace.write_text(trace.read_text() + "table: t\n")
    done = tablectl("trace", trace)
    assert done.exit_code == 1
    assert "Hello" in done.stdout
    assert "t.trace:2: no entry of a trace" in done.stderr


def test_a_device_that_is_not_in_the_trace_is_told_with_the_one_that_was_meant(
    tmp_path: Path,
) -> None:
    trace = in_trace(tmp_path / "t.trace", "Hello")
    assert tablectl("trace", trace, "--device", "shoe_1").exit_code == 0
    done = tablectl("trace", trace, "--device", "sheo_1", "--device", "shoe_1")
    assert done.exit_code == 1
    assert "Hello" in done.stdout
    assert "t.trace has nothing of a device 'sheo_1'; did you mean shoe_1?" in done.stderr
    # one that said nothing in the time that was asked about is there all the same
    late = tablectl("trace", trace, "--device", "shoe_1", "--since", "2026-01-01")
    assert (late.exit_code, late.stdout, late.stderr) == (0, "", "")


def test_a_running_table_is_traced_at_a_signal_and_no_longer_at_the_next(tmp_path: Path) -> None:
    table, door = tmp_path / "table.yaml", tmp_path / "door.sock"
    table.write_text(with_preset("counting"))
    journal = tmp_path / "table.db"
    trace = tmp_path / "table.db.trace"
    args = ("run", "--table", table, *SERVED, "--socket", door, "--journal", journal)
    with running(*args) as child, closing(answering(child, door)):
        assert not trace.exists()
        child.send_signal(signal.SIGUSR1)
        until_there(trace)
        child.send_signal(signal.SIGUSR1)
        child.send_signal(signal.SIGTERM)
        child.wait(PATIENCE_S)
        assert child.returncode == 0
    last = tablectl("trace", trace, "--all").output.splitlines()[-1]
    assert "Farewell" not in last


def test_a_signal_to_a_table_without_a_file_is_told_and_does_no_harm(tmp_path: Path) -> None:
    door = tmp_path / "door.sock"
    with running("run", *SERVED, "--socket", door) as child, closing(answering(child, door)):
        child.send_signal(signal.SIGUSR1)
        child.send_signal(signal.SIGTERM)
        child.wait(PATIENCE_S)
    assert child.returncode == 0


def test_a_trace_that_cannot_be_written_is_told_at_once(tmp_path: Path) -> None:
    nowhere = tmp_path / "none" / "table.trace"
    done = process("run", "--socket", tmp_path / "door.sock", "--trace", nowhere, "--rounds", "1")
    assert done.returncode == 3
    assert f"{nowhere} cannot be written" in done.stderr


def test_a_file_that_is_no_trace_is_told(tmp_path: Path) -> None:
    assert tablectl("trace", tmp_path / "none").exit_code == 3
    other = tmp_path / "other"
    other.write_text("hello\n")
    assert "other:1: no entry of a trace" in tablectl("trace", other).output


def test_in_virtual_time_there_is_no_line_to_trace(tmp_path: Path) -> None:
    assert tablectl("run", "--virtual", "--trace", tmp_path / "t").exit_code == 2
