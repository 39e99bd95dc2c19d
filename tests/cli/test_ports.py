"""`tablectl ports`: what is plugged in, by faked lists of ports."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pytest_mock import MockerFixture
from serial.tools.list_ports_common import ListPortInfo

from tablectl import config
from tests.cli.shell import tablectl
from tests.cli.test_profile import READER

TABLE = """\
version: 1
table: t
game: three_card_poker
method: manual_shoe
seats: 6
decks: [blue]
profiles: [.]
people: {ann: [dealer], bob: [supervisor, technician], eve: [administrator]}
devices:"""
HOUSE = READER.replace("kind: reader", "kind: generator").replace("[faces]", "[draw]")


def port(path: str, usb: str = "", **said: str) -> ListPortInfo:
    found: Any = ListPortInfo(path, skip_link_detection=True)
    if usb:
        found.vid, found.pid = (int(part, 16) for part in usb.split(":"))
    for name, text in said.items():
        setattr(found, name, text)
    made: ListPortInfo = found
    return made


@pytest.fixture
def plugged(mocker: MockerFixture, tmp_path: Path) -> list[ListPortInfo]:
    """The ports that the system lists; it keeps lasting names in a folder `by-id`."""
    listed: list[ListPortInfo] = []
    mocker.patch("drivers.serial_ports.comports", return_value=listed)
    mocker.patch("drivers.serial_ports.BY_ID", tmp_path / "by-id")
    return listed


def profile_with(folder: Path, name: str, usb: str, more: str = "") -> None:
    text = HOUSE.replace("my_reader", name) + f'usb: ["{usb}"]\n{more}'
    (folder / f"{name}.yaml").write_text(text)


def test_where_nothing_is_plugged_in_that_is_told(plugged: list[ListPortInfo]) -> None:
    assert not plugged
    done = tablectl("ports")
    assert (done.exit_code, done.output) == (0, "There is no serial port: plug the device in.\n")


def test_a_device_is_recognised_by_the_usb_ids_in_its_profile(
    plugged: list[ListPortInfo], tmp_path: Path
) -> None:
    profile_with(tmp_path, "house_rng", "f00d:0001")
    plugged.append(port("/dev/ttyACM0", "F00D:0001", serial_number="A-17"))
    done = tablectl("ports", "--folder", tmp_path)
    assert done.exit_code == 0
    assert done.output.splitlines() == [
        "/dev/ttyACM0  f00d:0001  My reader (profile house_rng)",
        "",
        "For the table file:",
        "",
        "devices:",
        '  generator_1: {profile: house_rng, serial: "A-17", link: /dev/ttyACM0}',
    ]


@pytest.mark.parametrize(
    ("usb", "profile", "pasted"),
    [
        ("04D8:F5FE", "truerng_v3", "{profile: truerng_v3, link: /dev/ttyACM0}"),
        ("16D0:0AA0", "truerng_pro", "{profile: truerng_pro, link: /dev/ttyACM0}"),
        ("04D8:EBB5", "truerng_pro", "{profile: truerng_pro, link: /dev/ttyACM0}"),
        ("1D50:6086", "onerng", "{profile: onerng, link: /dev/ttyACM0}"),
        ("1209:4884", "rava", '{profile: rava, serial: "A-17", link: /dev/ttyACM0}'),
    ],
)
def test_the_generators_that_come_with_tablectl_are_recognised(
    usb: str, profile: str, pasted: str, plugged: list[ListPortInfo], tmp_path: Path
) -> None:
    """A model that cannot say its serial number is promised none: a table file would refuse it."""
    plugged.append(port("/dev/ttyACM0", usb, serial_number="A-17"))
    told = tablectl("ports").output
    assert f"(profile {profile})" in told
    assert told.endswith(f"  generator_1: {pasted}\n")
    table = tmp_path / "table.yaml"
    table.write_text(TABLE + told.partition("devices:")[2])
    assert config.load(table).links == {"generator_1": "/dev/ttyACM0"}


def test_the_name_that_lasts_is_the_one_to_paste(
    plugged: list[ListPortInfo], tmp_path: Path
) -> None:
    profile_with(tmp_path, "house_rng", "f00d:0001")
    (tmp_path / "ttyACM0").touch()
    (tmp_path / "by-id").mkdir()
    lasting = tmp_path / "by-id" / "usb-ubld.it_TrueRNG-if00"
    lasting.symlink_to(tmp_path / "ttyACM0")
    plugged.append(port(str(tmp_path / "ttyACM0"), "f00d:0001"))
    assert f"link: {lasting}}}" in tablectl("ports", "--folder", tmp_path).output


def test_an_adapter_is_told_by_its_chip_and_asks_for_what_is_behind_it(
    plugged: list[ListPortInfo],
) -> None:
    plugged.append(port("/dev/ttyUSB1", "10C4:EA60", serial_number="0001"))
    plugged.append(port("/dev/ttyUSB0", "0403:6001", serial_number="FT1"))
    lines = tablectl("ports").output.splitlines()
    assert lines[:2] == [
        "/dev/ttyUSB0  0403:6001  adapter: FTDI FT232",
        "/dev/ttyUSB1  10c4:ea60  adapter: Silicon Labs CP210x",
    ]
    assert lines[-2:] == [
        '  device_1: {profile: PROFILE, serial: "SERIAL", link: /dev/ttyUSB0}',
        '  device_2: {profile: PROFILE, serial: "SERIAL", link: /dev/ttyUSB1}',
    ]


def test_what_a_stranger_says_of_itself_is_shown_and_obeyed_by_no_terminal(
    plugged: list[ListPortInfo],
) -> None:
    plugged += [port("/dev/ttyACM0", "ffff:0001", product="a\x1b[2Jb"), port("/dev/ttyS0")]
    lines = tablectl("ports").output.splitlines()
    assert lines[0] == "/dev/ttyACM0  ffff:0001  not known: a\\x1b[2Jb"
    assert lines[1] == "/dev/ttyS0    -          no USB port"


def test_ids_that_two_profiles_have_are_told_for_both(
    plugged: list[ListPortInfo], tmp_path: Path
) -> None:
    profile_with(tmp_path, "one", "f00d:0001")
    profile_with(tmp_path, "two", "f00d:0001")
    plugged.append(port("/dev/ttyACM0", "f00d:0001"))
    told = tablectl("ports", "--folder", tmp_path).output
    assert "My reader (profile one) or My reader (profile two)" in told
    assert "  # or, by its USB ids: profile two\n  generator_1: {profile: one" in told


def test_a_bad_profile_is_named_and_stops_no_other(
    plugged: list[ListPortInfo], tmp_path: Path
) -> None:
    profile_with(tmp_path, "good", "f00d:0001")
    (tmp_path / "bad.yaml").write_text("version: 2\n")
    plugged.append(port("/dev/ttyACM0", "f00d:0001"))
    done = tablectl("ports", "--folder", tmp_path)
    assert done.exit_code == 0
    assert "bad has errors" in done.output
    assert "profile good" in done.output


def test_the_lines_are_those_of_a_table_file(plugged: list[ListPortInfo], tmp_path: Path) -> None:
    more = 'variants: [{firmware: ["2.x"], timing: {repeat: 300}}]\n'
    profile_with(tmp_path, "house_rng", "f00d:0001", more)
    plugged.append(port("/dev/serial port", "f00d:0001", serial_number='A "17"'))
    told = tablectl("ports", "--folder", tmp_path).output
    assert 'firmware: "VERSION"' in told
    devices = told.partition("devices:")[2].replace("VERSION", "2.1")
    table = tmp_path / "table.yaml"
    table.write_text(TABLE + devices)
    found = config.load(table)
    assert found.links == {"generator_1": "/dev/serial port"}
    assert found.settings.devices["generator_1"].serial == 'A "17"'
    assert found.profiles["generator_1"].timing.repeat == 300
