"""Real tables: run by people, on record, and over serial ports where they have devices."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial

from tablectl.journal.verify import verify
from tests.cli.people import BY_PEOPLE, Table, by_hand, enrolled, signed_in
from tests.cli.real_shoe import SERIAL, RealShoe
from tests.cli.shell import BLIND, seen, tablectl
from tests.cli.test_sim import simulated

LOST = "IRREGULARITY  There is no line to a device"


@pytest.fixture
def port(tmp_path: Path) -> Path:
    return tmp_path / "shoe"


@pytest.fixture
def real(tmp_path: Path, port: Path) -> tuple[str | Path, ...]:
    """The options for a table with a real shoe, and its record."""
    shoe = f'{{profile: reference_sensing_shoe, serial: "{SERIAL}", link: {port}}}'
    people = "people: {d1: [dealer], s1: [supervisor], t1: [technician], m1: [administrator]}"
    file = tmp_path / "table.yaml"
    file.write_text(BLIND.replace("preset: blind", f"devices:\n  shoe_1: {shoe}\n{people}"))
    enrolled(tmp_path / "table.db.people", "m1", "d1", "s1", "t1")
    return "--table", file, "--journal", tmp_path / "table.db"


def ended(table: Table) -> str:
    """What it tells from here to its end."""
    table.child.send_signal(signal.SIGINT)
    told, _ = table.child.communicate()
    assert table.child.returncode == 0, told
    return told


# ------------------------------------------------------------------ what is refused


def test_a_simulated_crew_does_not_play_with_real_cards(real: tuple[str | Path, ...]) -> None:
    done = tablectl("run", *real)
    assert done.exit_code == 2
    assert "real_cards" in done.stderr
    assert "run the table by hand, with --by-hand" in done.stderr
    assert not Path(real[-1]).exists()


def test_what_happens_to_real_cards_is_kept(real: tuple[str | Path, ...]) -> None:
    done = tablectl("run", "--by-hand", *real[:2])
    assert done.exit_code == 2
    assert "shoe_1: what happens at a real table must be kept" in done.stderr
    assert "--journal" in done.stderr


@pytest.fixture
def bare(real: tuple[str | Path, ...]) -> tuple[str | Path, ...]:
    """The same table with real cards and no device at all."""
    file = Path(real[1])
    kept = [line for line in file.read_text().splitlines() if "shoe_1" not in line]
    file.write_text("\n".join(kept).replace("devices:", "devices: {}"))
    return real


def test_real_cards_without_a_device_are_on_record_and_hidden_by_a_key_of_their_own(
    tmp_path: Path, bare: tuple[str | Path, ...]
) -> None:
    done = tablectl("run", "--by-hand", *bare[:2])
    assert done.exit_code == 2
    assert "has no device: what happens at a real table must be kept" in done.stderr
    with by_hand(tmp_path / "door.sock", *bare) as table:
        ended(table)
    assert (tmp_path / "table.db.sealkey").stat().st_size == 32


def test_a_start_that_cannot_get_its_record_has_made_the_key_already(
    tmp_path: Path, bare: tuple[str | Path, ...]
) -> None:
    """Otherwise one that dies in between leaves a record without a key, and nobody may go on."""
    (tmp_path / "table.db").write_bytes(b"no journal")
    assert tablectl("run", "--by-hand", *bare).exit_code != 0
    assert (tmp_path / "table.db.sealkey").stat().st_size == 32


# ------------------------------------------------------------------ a port that cannot be had


def test_a_port_that_is_missing_is_told_and_taken_as_soon_as_it_is_there(
    tmp_path: Path, port: Path, real: tuple[str | Path, ...]
) -> None:
    with by_hand(tmp_path / "door.sock", *real) as table:
        told = table.told_until(LOST)
        assert f"there is no port {port}: plug the device in, or correct the name" in told
        with RealShoe(port).plugged_in():
            table.told_until("device        shoe_1 is ready")
            told = ended(table)
    assert "irregular     1: link lost" in told


@pytest.fixture
def held(port: Path) -> Iterator[Path]:
    """A port that another program has open, and has locked."""
    master, slave = os.openpty()
    port.symlink_to(os.ttyname(slave))
    with serial.Serial(str(port), exclusive=True):
        yield port
    os.close(slave)
    os.close(master)


def test_a_port_that_another_program_holds_is_told(
    tmp_path: Path, held: Path, real: tuple[str | Path, ...]
) -> None:
    with by_hand(tmp_path / "door.sock", *real) as table:
        told = table.told_until(LOST)
        ended(table)
    assert f"{held} is held by another program: end that one" in told


def test_a_simulator_is_not_taken_for_a_real_device(
    tmp_path: Path, port: Path, real: tuple[str | Path, ...]
) -> None:
    named = ("reference_sensing_shoe", "--serial", SERIAL, "--link", port)
    with simulated(*named) as simulator:
        simulator.until("SIMULATED on")
        with by_hand(tmp_path / "door.sock", *real) as table:
            told = table.told_until("device        shoe_1 ")
            ended(table)
    assert "it is a simulator where a real device was promised" in told
    assert "shoe_1 is out of service until a technician clears its fault" in told


# ------------------------------------------------------------------ a round


def test_people_play_a_round_with_a_real_shoe(
    tmp_path: Path, port: Path, real: tuple[str | Path, ...]
) -> None:
    shoe = RealShoe(port)
    with shoe.plugged_in(), by_hand(tmp_path / "door.sock", *real) as table:
        start = table.told_until("shoe_1 is ready")
        for person in ("d1", "s1"):
            signed_in(person, table.socket)
        for words in BY_PEOPLE:
            table.act(words)
            if "what=load" in words:
                shoe.do("load")
        for _ in range(6):
            shoe.until_done("draw", "drew 1")
        view = seen(table.door, lambda view: view["prompt"]["due"]["is"] == "move_due")
        beyond = shoe.do("draw")
        told = ended(table)
        shoe.until_said("farewell")

    assert f"Devices: shoe_1 (TC-SHOE-1) on {port}." in start
    assert "SIMULATED" not in start + told
    assert {place: pile["count"] for place, pile in view["places"].items()} == {
        "seat_2": 3,
        "dealer": 3,
        "shoe": 46,
    }
    assert beyond == "no card comes: 6 allowed, 6 given"
    assert "irregular     0" in told
    assert shoe.breaches == []
    assert verify(tmp_path / "table.db").findings == ()


def test_the_key_that_hides_real_faces_is_made_for_its_owner_alone(
    tmp_path: Path, real: tuple[str | Path, ...]
) -> None:
    with by_hand(tmp_path / "door.sock", *real) as table:
        table.told_until(LOST)
        ended(table)
    key = tmp_path / "table.db.sealkey"
    assert key.stat().st_mode & 0o777 == 0o600
    assert key.stat().st_size == 32
