"""Ports that pyserial reaches by code of its own: another machine's, a spied on one, a loop."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from drivers import serial_pumped
from drivers.serial_link import SerialLink
from drivers.serial_port import LineSettings
from drivers.serial_pumped import SpyPort
from drivers.serial_url import line_of, well_written
from simulators.mounts import PtyMount
from tests.drivers.heard import Heard, Parrot
from tests.drivers.rfc2217_server import Rfc2217Server
from tests.drivers.test_serial_link import SOON, descriptors, linked
from tests.loops import on_a_loop, until

# pyserial 3.5 marks its own thread as a daemon in a way that Python has given up.
pyserials_own = pytest.mark.filterwarnings(
    "ignore:setDaemon:DeprecationWarning", "ignore:setName:DeprecationWarning"
)
EVERYTHING = bytes(range(256)) * 8


def pumps() -> list[str]:
    """The threads that ports live in."""
    return [each.name for each in threading.enumerate() if each.name.startswith("serial-")]


@contextmanager
def rfc2217_server() -> Iterator[Rfc2217Server]:
    server = Rfc2217Server()
    try:
        yield server
    finally:
        server.close()


# ---------------------------------------------------------------- the normal course


@pyserials_own
@on_a_loop
async def test_bytes_go_to_a_port_of_another_machine_and_come_back_unchanged() -> None:
    heard = Heard()
    with rfc2217_server() as server:
        link = SerialLink(server.url, LineSettings(9600, 7, "even", 2), reopen_us=SOON)
        link.open(heard)
        await until(lambda: heard.openings)
        link.write(EVERYTHING)
        await until(lambda: len(heard.data) == len(EVERYTHING))
        port = server.port
        assert (port.baudrate, port.bytesize, port.parity, port.stopbits) == (9600, 7, "E", 2)
        link.close()
        await until(lambda: not pumps())
    assert heard.data == EVERYTHING


@on_a_loop
async def test_a_loop_gives_back_what_it_is_told_however_much_that_is() -> None:
    heard = Heard()
    with linked("loop://", heard) as link:
        await until(lambda: heard.openings)
        for _ in range(16):
            link.write(EVERYTHING)
        await until(lambda: len(heard.data) == 16 * len(EVERYTHING))
    await until(lambda: not pumps())
    assert heard.data == 16 * EVERYTHING


@on_a_loop
async def test_a_spied_on_port_carries_the_same_bytes_and_writes_them_out(tmp_path: Path) -> None:
    mount = PtyMount(Parrot(), tmp_path / "port")
    heard = Heard()
    log = tmp_path / "log"
    with linked(f"spy://{mount.url}?file={log}", heard) as link:
        await until(lambda: heard.openings)
        link.write(b"\x01\xfe")
        await until(lambda: heard.data == b"\x01\xfe")
    await until(lambda: not pumps())
    mount.unplug()
    told = [line.split()[1:] for line in log.read_text().splitlines()]
    assert ["TX", "0000", "01", "FE", ".."] in told
    assert any(line[0] == "RX" for line in told)


@on_a_loop
async def test_a_spied_on_port_is_locked_and_what_lay_in_it_is_counted(tmp_path: Path) -> None:
    mount = PtyMount(Parrot(), tmp_path / "port")
    heard, second = Heard(), Heard()
    with linked(mount.url, heard):
        await until(lambda: heard.openings)
        with linked(f"spy://{mount.url}", second):
            await until(lambda: second.losses)
    await until(lambda: not pumps())
    mount.unplug()
    assert "is held by another program" in second.losses[0]


@pytest.mark.parametrize("many", [1, 400])
@on_a_loop
async def test_what_was_written_last_goes_out_before_a_pumped_port_is_closed(
    many: int, tmp_path: Path
) -> None:
    parrot = Parrot()
    mount = PtyMount(parrot, tmp_path / "port")
    heard = Heard()
    with linked(f"spy://{mount.url}?file=/dev/null", heard) as link:
        await until(lambda: heard.openings)
        link.write(b"farewell" * many)
    await until(lambda: parrot.heard == b"farewell" * many)
    await until(lambda: not pumps())
    mount.unplug()


@on_a_loop
async def test_a_spied_on_port_is_knocked_at_like_any_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serial_pumped, "KNOCK_S", 0.0)
    speeds: list[int] = []
    opened = SpyPort.open

    def watched(port: SpyPort) -> None:
        speeds.append(port.baudrate)
        opened(port)

    monkeypatch.setattr(SpyPort, "open", watched)
    mount = PtyMount(Parrot(), tmp_path / "port")
    heard = Heard()
    settings = LineSettings(baud=9_600, knock=(110, 300))
    link = SerialLink(f"spy://{mount.url}?file=/dev/null", settings, reopen_us=SOON)
    link.open(heard)
    await until(lambda: heard.openings)
    link.close()
    await until(lambda: not pumps())
    mount.unplug()
    assert speeds == [110, 300, 9_600]


# ---------------------------------------------------------------- unplugged


@pyserials_own
@on_a_loop
async def test_another_machines_port_comes_back_by_itself() -> None:
    heard = Heard()
    with rfc2217_server() as server, linked(server.url, heard) as link:
        await heard.opened_times(1)
        server.hang_up()
        await heard.opened_times(2)
        link.write(b"again")
        await until(lambda: heard.data == b"again")
        link.close()
        await until(lambda: not pumps())
    assert "has ended" in heard.losses[0]


@on_a_loop
async def test_a_spied_on_port_comes_back_by_itself_and_leaves_no_descriptor(
    tmp_path: Path,
) -> None:
    mount = PtyMount(Parrot(), tmp_path / "port")
    heard = Heard()
    counts = []
    with linked(f"spy://{mount.url}?file={tmp_path / 'log'}", heard):
        for times in range(1, 5):
            await heard.opened_times(times)
            await until(lambda: len(pumps()) == 2)
            counts.append(descriptors())
            mount.unplug()
            await until(lambda: "there is no port" in heard.told[-1])
            mount.plug()
        await heard.opened_times(5)
    await until(lambda: not pumps())
    mount.unplug()
    assert len(set(counts[1:])) == 1


@pyserials_own
@on_a_loop
async def test_a_port_that_is_closed_while_it_is_being_opened_is_let_go_of() -> None:
    heard = Heard()
    with rfc2217_server() as server:
        with linked(server.url, heard):
            await until(pumps)
        await until(lambda: not pumps())
    assert heard.told == []


@on_a_loop
async def test_a_loop_that_nobody_listens_to_any_more_ends_with_its_link() -> None:
    """The pump waits for room that nobody makes: the link is closed without having read."""
    heard = Heard()
    with linked("loop://", heard) as link:
        await until(lambda: heard.openings)
        link.write(bytes(60_000))
    await until(lambda: not pumps())


# ---------------------------------------------------------------- ports that cannot be had


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("rfc2217://127.0.0.1:1", "nobody listens at rfc2217://127.0.0.1:1: start what serves it"),
        ("spy:///nowhere", "there is no port /nowhere: plug the device in"),
        ("spy:///dev/null", "/dev/null is not a serial port"),
        ("spy://nowhere", "spy://nowhere leads to no port: write /dev/..."),
        ("rfc2217://here", "rfc2217://here leads to no port"),
        ("loop://?colour=blue", "loop://?colour=blue leads to no port"),
    ],
)
@on_a_loop
async def test_a_port_that_cannot_be_had_is_told_with_what_to_do(url: str, told: str) -> None:
    heard = Heard()
    with linked(url, heard):
        await until(lambda: heard.losses)
    await until(lambda: not pumps())
    assert heard.losses[0].startswith(told)


@pyserials_own
@on_a_loop
async def test_what_answers_and_does_not_speak_rfc_2217_is_told() -> None:
    heard = Heard()
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        url = f"rfc2217://127.0.0.1:{deaf.getsockname()[1]}?timeout=0"
        with linked(url, heard):
            await until(lambda: heard.losses)
        await until(lambda: not pumps())
    assert heard.losses[0] == (
        f"what answers at {url} does not speak RFC 2217: write socket:// if it is raw TCP"
    )


@pyserials_own
@on_a_loop
async def test_the_loop_goes_round_while_a_port_is_being_opened() -> None:
    """Opening takes pyserial's own sleeps; the loop turns many times meanwhile."""
    heard = Heard()
    rounds = 0
    with rfc2217_server() as server, linked(server.url, heard) as link:
        while not heard.openings:
            rounds += 1
            await asyncio.sleep(0.001)
        link.close()
        await until(lambda: not pumps())
    assert rounds > 10


# ---------------------------------------------------------------- how links are written


def test_which_links_are_well_written() -> None:
    good = (
        "/dev/ttyUSB0",
        "socket://10.0.0.7:4001",
        "rfc2217://terminal-server.pit.example:4001",
        "rfc2217://[fe80::1]:4001?ign_set_control&timeout=5",
        "spy:///dev/ttyS0?file=/tmp/log&color",
        "loop://",
    )
    bad = (
        "ttyUSB0",
        "COM3",
        "rfc2217://host",
        "rfc2217://host:4001?speed=9600",
        "spy://ttyS0",
        "spy:///dev/ttyS0?loud",
        "loop://here",
        "hwgrep://0403:6001",
        "alt:///dev/ttyS0",
    )
    assert [url for url in good if not well_written(url)] == []
    assert [url for url in bad if well_written(url)] == []


def test_two_ways_to_the_same_port_are_one_line_and_loops_are_none() -> None:
    assert line_of("spy:///dev//ttyS0?color") == line_of("/dev/ttyS0")
    assert line_of("rfc2217://A:1?poll_modem") == line_of("rfc2217://a:1")
    assert line_of("loop://") == ""
