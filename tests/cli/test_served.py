"""A served table: its simulated devices are on real ports, and a signal ends it in good order."""

from __future__ import annotations

import re
import signal
import stat
import subprocess
from contextlib import closing
from pathlib import Path

import pytest
import serial

from tablectl.doorclient import DoorClient
from tablectl.journal.verify import verify
from tablectl.words.acts import Act, Confirm
from tests.cli.shell import answering, process, running, seen, tablectl, told_until
from tests.cli.test_run import part

PORT = re.compile(r"^SIMULATED (\w+) on (\S+)$", re.MULTILINE)
SIMULATED = ["shuffler_1", "shoe_1", "reader_1", "generator_1"]


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> subprocess.CompletedProcess[str]:
    """Two rounds of the demonstration, over pseudo-terminals."""
    door = tmp_path_factory.mktemp("demo") / "door.sock"
    return process("run", "--rounds", "2", "--pace", "0.02", "--socket", door)


def test_the_demonstration_ends_by_itself_and_without_a_complaint(
    demo: subprocess.CompletedProcess[str],
) -> None:
    assert (demo.returncode, demo.stderr) == (0, "")
    summary = part(demo.stdout, "Summary")
    assert "demo (SIMULATED devices): the table is closed" in summary
    assert "rounds        2, 1 of them void" in summary
    assert "irregular     1: jam [19:47-20.12(f)]" in summary


def test_each_of_its_four_devices_has_a_port_that_is_gone_at_the_end(
    demo: subprocess.CompletedProcess[str],
) -> None:
    ports = dict(PORT.findall(demo.stdout))
    assert list(ports) == SIMULATED
    assert len(set(ports.values())) == len(SIMULATED)
    assert not [path for path in ports.values() if Path(path).parent.exists()]


@pytest.mark.parametrize("device", SIMULATED)
def test_each_of_its_four_devices_shows_that_it_is_the_one_promised(
    demo: subprocess.CompletedProcess[str], device: str
) -> None:
    assert f"  device        {device} (SIMULATED) is ready\n" in demo.stdout


@pytest.mark.clause("19:47-20.12(f)")
def test_its_shoe_jams_and_the_table_recovers(demo: subprocess.CompletedProcess[str]) -> None:
    _, jam, after = part(demo.stdout, "Round 2").partition("IRREGULARITY  The shoe jammed")
    assert jam
    in_turn = (
        "the supervisor confirms. [19:47-20.12(f)]",
        "shoe_1 (SIMULATED) is out of service until a technician clears its fault",
        "confirmed     s1 confirms the ruling of case 1",
        "goes back. [house policy]",
        "shoe_1 (SIMULATED) is ready",
        "the table is closed",
    )
    assert [text in after for text in in_turn] == [True] * len(in_turn)
    assert sorted(in_turn, key=after.index) == list(in_turn)


def test_served_it_tells_the_same_story_as_in_virtual_time(tmp_path: Path) -> None:
    virtual = tablectl("run", "--virtual", "--rounds", "5").output
    served = tablectl(
        *("run", "--rounds", "5", "--pace", "0", "--socket", tmp_path / "door.sock")
    ).output
    # While wagers are first made, the devices are still saying who they are.
    assert story(served, 1).partition("  call ")[2] == story(virtual, 1).partition("  call ")[2]
    for number in range(2, 6):
        assert story(served, number) == story(virtual, number)


def story(account: str, number: int) -> str:
    told = part(account, f"Round {number}")
    assert told, account
    return told


def test_its_devices_are_on_serial_ports_that_it_has_locked(tmp_path: Path) -> None:
    socket = tmp_path / "door.sock"
    with running("run", "--pace", "0.01", "--socket", socket) as child:
        told = told_until(child, "generator_1 (SIMULATED) is ready")
        ports = dict(PORT.findall(told))
        assert [stat.S_ISCHR(Path(path).stat().st_mode) for path in ports.values()] == [True] * 4
        with pytest.raises(serial.SerialException, match="lock"):
            serial.Serial(ports["shoe_1"], exclusive=True)


# ------------------------------------------------------------------ the end


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_a_signal_ends_a_crew_at_play_in_good_order(name: str, tmp_path: Path) -> None:
    socket, journal = tmp_path / "door.sock", tmp_path / "table.db"
    served = ("run", "--pace", "0.01", "--socket", socket, "--journal", journal)
    with running(*served) as child:
        before = told_until(child, "  dealt ")
        child.send_signal(getattr(signal, name))
        after, _ = child.communicate()

    assert child.returncode == 0
    assert "demo (SIMULATED devices): the table is open" in part(after, "Summary")
    assert not socket.exists()
    assert not [path for _, path in PORT.findall(before) if Path(path).parent.exists()]
    head = re.search(r"head +(\d+):([0-9a-f]{64})", after)
    assert head is not None
    assert verify(journal, (int(head[1]), head[2])).findings == ()


def test_a_run_that_was_interrupted_is_gone_on_with(tmp_path: Path) -> None:
    files = ("--socket", tmp_path / "door.sock", "--journal", tmp_path / "table.db")
    with running("run", "--pace", "0", *files) as child:
        told_until(child, "  dealt ")
        child.send_signal(signal.SIGINT)
        child.communicate()
    done = tablectl("run", "--rounds", "2", "--pace", "0", *files)
    assert done.exit_code == 0, done.output
    assert "the table is closed" in part(done.output, "Summary")
    assert verify(tmp_path / "table.db").findings == ()


@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT"])
def test_a_signal_ends_a_table_of_people_in_good_order(name: str, tmp_path: Path) -> None:
    socket, journal = tmp_path / "door.sock", tmp_path / "table.db"
    with running("run", "--by-hand", "--socket", socket, "--journal", journal) as child:
        with closing(answering(child, socket)) as line:
            door = DoorClient(line.exchange)
            receipt = door.submit(Act(Confirm("open_table"), "s1", "k1"))
            child.send_signal(getattr(signal, name))
        told, _ = child.communicate()

    assert child.returncode == 0
    assert receipt.accepted
    assert "Summary" in told
    assert not socket.exists()
    assert verify(journal).findings == ()


def test_a_crew_that_plays_without_end_can_be_watched_at_the_door(tmp_path: Path) -> None:
    socket = tmp_path / "door.sock"
    served = ("run", "--no-mishaps", "--quiet", "--pace", "0", "--socket", socket)
    with running(*served) as child, closing(answering(child, socket)) as line:
        view = seen(DoorClient(line.exchange), lambda view: view["round"]["number"] > 3)
    assert view["phase"] == "open"
