"""The wire to real ports: pseudo-terminals and TCP, as they open, break and come back."""

from __future__ import annotations

import asyncio
import os
import pty
import subprocess
import sys
import termios
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from drivers import serial_link
from drivers.serial_link import SerialLink
from drivers.serial_port import LineSettings, PortTrouble, SerialPort, open_serial
from simulators.mounts import Mount, PtyMount, TcpMount
from tests.drivers.heard import Heard, Parrot
from tests.loops import on_a_loop, turns, until

SOON = 2_000
"""Microseconds until a lost port is tried again."""
NOBODY = 65_534


def parrot_on_a_pty(folder: Path) -> tuple[Parrot, Mount]:
    parrot = Parrot()
    return parrot, PtyMount(parrot, folder / "port")


def parrot_on_tcp(_: Path) -> tuple[Parrot, Mount]:
    parrot = Parrot()
    return parrot, TcpMount(parrot)


Mounting = Callable[[Path], tuple[Parrot, Mount]]
both = pytest.mark.parametrize("mounted", [parrot_on_a_pty, parrot_on_tcp])


@contextmanager
def linked(url: str, heard: Heard) -> Iterator[SerialLink]:
    link = SerialLink(url, reopen_us=SOON)
    link.open(heard)
    try:
        yield link
    finally:
        link.close()


def descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


# ---------------------------------------------------------------- the normal course


@both
@on_a_loop
async def test_bytes_go_there_and_come_back_unchanged(mounted: Mounting, tmp_path: Path) -> None:
    _, mount = mounted(tmp_path)
    heard = Heard()
    everything = bytes(range(256)) * 8
    with linked(mount.url, heard) as link:
        await until(lambda: heard.openings)
        link.write(everything)
        await until(lambda: len(heard.data) == len(everything))
    mount.unplug()
    assert heard.data == everything


@on_a_loop
async def test_the_listener_is_never_called_within_its_own_call(tmp_path: Path) -> None:
    _, mount = parrot_on_a_pty(tmp_path)
    heard = Heard()
    link = SerialLink(mount.url, reopen_us=SOON)
    link.open(heard)
    assert heard.told == []
    await until(lambda: heard.openings)
    mount.unplug()
    link.write(b"into nothing")
    assert heard.losses == []
    await until(lambda: heard.losses)
    link.close()


@on_a_loop
async def test_a_port_that_was_closed_says_nothing_more(tmp_path: Path) -> None:
    _, mount = parrot_on_a_pty(tmp_path)
    heard = Heard()
    with linked(mount.url, heard) as link:
        await until(lambda: heard.openings)
        link.write(b"answer me")
    mount.send(b"too late")
    mount.unplug()
    await turns(50)
    assert heard.told == ["opened"]
    assert heard.data == b""


@both
@on_a_loop
async def test_what_was_written_last_still_goes_out_when_the_port_is_closed(
    mounted: Mounting, tmp_path: Path
) -> None:
    parrot, mount = mounted(tmp_path)
    heard = Heard()
    with linked(mount.url, heard) as link:
        await until(lambda: heard.openings)
        link.write(b"farewell")
    await until(lambda: parrot.heard == b"farewell")
    mount.unplug()


@on_a_loop
async def test_what_lay_in_the_port_is_dropped_and_counted() -> None:
    master, slave = pty.openpty()
    tty.setraw(slave)
    os.write(master, b"from before")
    heard = Heard()
    with linked(os.ttyname(slave), heard):
        await until(lambda: heard.openings)
        os.write(master, b"now")
        await until(lambda: heard.data)
    os.close(master)
    os.close(slave)
    assert heard.stale == len(b"from before")
    assert heard.data == b"now"


@on_a_loop
async def test_the_line_is_set_as_it_was_asked_for() -> None:
    master, slave = pty.openpty()
    port = open_serial(os.ttyname(slave), LineSettings(9600, 8, "none", 2))
    assert (port.baudrate, port.bytesize, port.parity, port.stopbits) == (9600, 8, "N", 2)
    port.release(lost=False)
    os.close(master)
    os.close(slave)


# ---------------------------------------------------------------- unplugged


@both
@on_a_loop
async def test_a_pulled_cable_is_told_and_the_line_comes_back_by_itself(
    mounted: Mounting, tmp_path: Path
) -> None:
    _, mount = mounted(tmp_path)
    heard = Heard()
    with linked(mount.url, heard) as link:
        for outage in range(1, 4):
            await heard.opened_times(outage)
            mount.unplug()
            # The cable is out, and then there is no port: two reasons, each told once.
            await heard.lost_times(2 * outage)
            await turns(50)
            link.write(b"lost")
            assert len(heard.losses) == 2 * outage
            mount.plug()
        await heard.opened_times(4)
        link.write(b"again")
        await until(lambda: heard.data == b"again")
    mount.unplug()
    assert "has ended" in heard.losses[0]
    assert "there is no port" in heard.losses[1] or "nobody listens" in heard.losses[1]


@both
@on_a_loop
async def test_a_line_that_has_ended_does_not_keep_the_loop_busy(
    mounted: Mounting, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads = 0
    read = os.read

    def counted(fd: int, size: int) -> bytes:
        nonlocal reads
        reads += 1
        return read(fd, size)

    _, mount = mounted(tmp_path)
    heard = Heard()
    link = SerialLink(mount.url, reopen_us=60_000_000)
    link.open(heard)
    await until(lambda: heard.openings)
    mount.unplug()
    monkeypatch.setattr("drivers.serial_link.os.read", counted)
    await until(lambda: heard.losses)
    await turns(200)
    link.close()
    assert reads <= 2


@on_a_loop
async def test_a_port_that_is_missing_is_opened_when_it_appears(tmp_path: Path) -> None:
    heard = Heard()
    with linked(str(tmp_path / "port"), heard):
        await until(lambda: heard.losses)
        await turns(50)
        _, mount = parrot_on_a_pty(tmp_path)
        await until(lambda: heard.openings)
    mount.unplug()
    assert heard.told == [
        f"there is no port {tmp_path / 'port'}: plug the device in, or correct the name",
        "opened",
    ]


@both
@on_a_loop
async def test_ports_that_come_and_go_leave_no_descriptor_behind(
    mounted: Mounting, tmp_path: Path
) -> None:
    _, mount = mounted(tmp_path)
    heard = Heard()

    async def round_of_use() -> None:
        with linked(mount.url, heard) as link:
            before = heard.openings
            await until(lambda: heard.openings == before + 1)
            link.write(b"x")
            losses = len(heard.losses)
            mount.unplug()
            await until(lambda: len(heard.losses) > losses)
        mount.plug()

    await round_of_use()
    at_first = descriptors()
    for _ in range(30):
        await round_of_use()
    assert descriptors() == at_first
    mount.unplug()


@pytest.mark.parametrize("url", ["/dev/null", "/nowhere", "socket://127.0.0.1:1"])
@on_a_loop
async def test_ports_that_cannot_be_had_leave_no_descriptor_behind(url: str) -> None:
    heard = Heard()
    with linked(url, heard):
        await until(lambda: heard.losses)
    await turns(5)
    at_first = descriptors()
    for _ in range(20):
        heard = Heard()
        with linked(url, heard):
            await heard.lost_times(1)
    await turns(5)
    assert descriptors() == at_first


# ---------------------------------------------------------------- ports that cannot be had


def refusal(url: str) -> str:
    with pytest.raises(PortTrouble) as caught:
        open_serial(url, LineSettings())
    return str(caught.value)


@pytest.fixture
def slave_name() -> Iterator[str]:
    master, slave = pty.openpty()
    yield os.ttyname(slave)
    os.close(slave)
    os.close(master)


HOLD = """
import sys, serial
port = serial.Serial(sys.argv[1], exclusive=True)
print("held", flush=True)
sys.stdin.read()
"""


def test_a_port_that_another_program_holds_is_refused(slave_name: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, slave_name],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        assert refusal(slave_name) == (
            f"{slave_name} is held by another program: end that one (`fuser {slave_name}` names it)"
        )
    open_serial(slave_name, LineSettings()).release(lost=False)


def test_a_port_that_this_program_holds_is_refused_a_second_time(slave_name: str) -> None:
    first = open_serial(slave_name, LineSettings())
    assert "is held by another program" in refusal(slave_name)
    first.release(lost=False)


def test_a_port_that_may_not_be_opened_names_the_group(slave_name: str) -> None:
    Path(slave_name).chmod(0o600)
    if os.geteuid() == 0:
        os.seteuid(NOBODY)
        try:
            told = refusal(slave_name)
        finally:
            os.seteuid(0)
    else:
        Path(slave_name).chmod(0)
        told = refusal(slave_name)
    assert f"may not open {slave_name}: put" in told
    assert "into the group" in told
    assert "udev" in told


@pytest.mark.parametrize("kind", ["file", "folder", "fifo", "null"])
def test_what_is_not_a_serial_port_is_refused(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "thing"
    match kind:
        case "file":
            path.write_text("not a port")
        case "folder":
            path.mkdir()
        case "fifo":
            os.mkfifo(path)
        case _:
            path = Path("/dev/null")
    assert refusal(str(path)) == f"{path} is not a serial port: correct the name"


@on_a_loop
async def test_a_kind_of_port_that_nobody_can_open_is_told_with_those_that_there_are() -> None:
    heard = Heard()
    with linked("hwgrep://0403:6001", heard):
        await heard.lost_times(1)
    assert heard.losses == [
        "hwgrep://0403:6001 leads to no port: write /dev/..., socket://HOST:PORT, "
        "rfc2217://HOST:PORT, spy:///dev/... or loop://"
    ]


def test_a_speed_that_cannot_be_set_is_told_with_the_settings(slave_name: str) -> None:
    with pytest.raises(PortTrouble, match=r"cannot be set to -1 baud 8N1: correct the line"):
        open_serial(slave_name, LineSettings(baud=-1))


@pytest.mark.parametrize(
    "url", ["socket://", "socket://here", "socket://127.0.0.1:99999", "socket://:7000"]
)
@on_a_loop
async def test_an_address_without_host_and_port_is_told(url: str) -> None:
    heard = Heard()
    with linked(url, heard):
        await until(lambda: heard.losses)
    assert heard.losses == [f"{url} names no host and port: write socket://HOST:PORT"]


@on_a_loop
async def test_an_outage_is_told_once_however_often_the_port_is_tried(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tries = 0

    def counted(path: str, settings: LineSettings) -> object:
        nonlocal tries
        tries += 1
        return open_serial(path, settings)

    monkeypatch.setattr(serial_link, "open_serial", counted)
    heard = Heard()
    with linked("/dev/null", heard):
        await until(lambda: tries >= 5)
    assert heard.losses == ["/dev/null is not a serial port: correct the name"]


# ---------------------------------------------------------------- trying again

LONG = 60_000_000
"""Longer than any test is waited for."""


@on_a_loop
async def test_the_wait_doubles_up_to_a_bound_and_is_the_first_again_once_the_port_was_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serial_link, "LONGEST_WAIT_US", 10 * SOON)
    waits: list[int] = []
    heard = Heard()
    path = tmp_path / "port"

    def watched(path: str, settings: LineSettings) -> object:
        waits.append(link._wait_us)
        return open_serial(path, settings)

    monkeypatch.setattr(serial_link, "open_serial", watched)
    with linked(str(path), heard) as link:
        await until(lambda: len(waits) >= 6)
        assert waits[:6] == [SOON, 2 * SOON, 4 * SOON, 8 * SOON, 10 * SOON, 10 * SOON]
        _, mount = parrot_on_a_pty(tmp_path)
        await until(lambda: heard.openings)
        assert link._wait_us == SOON
    mount.unplug()


@on_a_loop
async def test_a_long_first_wait_is_not_made_shorter_by_the_bound() -> None:
    heard = Heard()
    link = SerialLink("/nowhere", reopen_us=LONG)
    link.open(heard)
    await until(lambda: heard.losses)
    assert link._wait_us == LONG
    link.close()


@pytest.mark.parametrize("scheme", ["", "spy://"])
@on_a_loop
async def test_a_port_that_reappears_is_opened_at_once_however_long_the_wait(
    scheme: str, tmp_path: Path
) -> None:
    _, mount = parrot_on_a_pty(tmp_path)
    heard = Heard()
    link = SerialLink(f"{scheme}{mount.url}", reopen_us=LONG)
    link.open(heard)
    for times in range(1, 4):
        await heard.opened_times(times)
        mount.unplug()
        await heard.lost_times(times)
        mount.plug()
    await heard.opened_times(4)
    link.close()
    mount.unplug()


@on_a_loop
async def test_a_file_that_stays_as_it_is_gives_no_reason_to_try_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tries, looks = 0, 0
    look = serial_link._standing_at

    def tried(path: str, settings: LineSettings) -> object:
        nonlocal tries
        tries += 1
        return open_serial(path, settings)

    def looked(path: str) -> object:
        nonlocal looks
        looks += 1
        return look(path)

    monkeypatch.setattr(serial_link, "LOOK_US", 1_000)
    monkeypatch.setattr(serial_link, "open_serial", tried)
    monkeypatch.setattr(serial_link, "_standing_at", looked)
    link = SerialLink("/dev/null", reopen_us=LONG)
    link.open(Heard())
    await until(lambda: looks > 10)
    link.close()
    assert tries == 1


# ---------------------------------------------------------------- peers that misbehave


@contextmanager
def deaf_pty() -> Iterator[str]:
    master, slave = pty.openpty()
    tty.setraw(slave)
    yield os.ttyname(slave)
    os.close(slave)
    os.close(master)


@on_a_loop
async def test_a_peer_that_never_reads_costs_neither_time_nor_memory() -> None:
    heard = Heard()
    with deaf_pty() as name, linked(name, heard) as link:
        await until(lambda: heard.openings)
        for _ in range(2 * serial_link.MOST_UNSENT // 1_000):
            link.write(bytes(1_000))
            assert len(link._unsent) <= serial_link.MOST_UNSENT
        await until(lambda: heard.losses)
    assert "takes nothing of what it is sent" in heard.losses[0]


@on_a_loop
async def test_what_the_kernel_does_not_take_at_once_goes_out_later_and_then_there_is_peace(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Another peer than the parrot: this one reads only when it is told to."""

    needless: list[int] = []

    def no_more(_fd: int, data: bytes) -> int:
        needless.append(len(data))
        return len(data)

    master, slave = pty.openpty()
    tty.setraw(slave)
    os.set_blocking(master, False)
    heard = Heard()
    got = bytearray()
    everything = bytes(i % 251 for i in range(50_000))
    with linked(os.ttyname(slave), heard) as link:
        await until(lambda: heard.openings)
        link.write(everything)
        assert link._unsent

        def read_some() -> bool:
            try:
                got.extend(os.read(master, 1_000))
            except BlockingIOError:
                return False
            return len(got) == len(everything)

        await until(read_some)
        link.write(b"end")
        await until(lambda: not link._unsent)
        assert os.read(master, 10) == b"end"
        monkeypatch.setattr("drivers.serial_link.os.write", no_more)
        await turns(50)
    os.close(master)
    os.close(slave)
    assert got == everything
    assert needless == []


@both
@on_a_loop
async def test_an_endless_stream_of_garbage_leaves_room_for_everything_else(
    mounted: Mounting, tmp_path: Path
) -> None:
    _, mount = mounted(tmp_path)
    heard = Heard(keep=False)
    garbage = bytes(range(1, 256)) * 40
    noisy = True

    def blare() -> None:
        if noisy:
            mount.send(garbage)
            asyncio.get_running_loop().call_soon(blare)

    with linked(mount.url, heard) as link:
        await until(lambda: heard.openings)
        blare()
        await until(lambda: heard.received_count > 1_000_000)
        # The loop still turns: a wake-up in the midst of it comes.
        await asyncio.wait_for(asyncio.sleep(0.001), 20)
        noisy = False
        link.write(b"x")
    mount.unplug()
    assert heard.losses == []


@on_a_loop
async def test_a_host_name_that_is_none_is_told_and_not_only_logged() -> None:
    heard = Heard()
    with linked("socket://a..b:5000", heard):
        await heard.lost_times(1)
    assert heard.losses == ["socket://a..b:5000 names no host: write socket://HOST:PORT"]


# ---------------------------------------------------------------- knocking


KNOCK = LineSettings(baud=9_600, knock=(110, 300, 110, 300))


def speeds_noted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The speed that the kernel has set, each time that a port is opened."""
    speeds: list[int] = []

    def noted(path: str, settings: LineSettings) -> SerialPort:
        port = open_serial(path, settings)
        speeds.append(termios.tcgetattr(port.fileno())[4])
        return port

    monkeypatch.setattr(serial_link, "open_serial", noted)
    return speeds


@on_a_loop
async def test_a_port_is_opened_and_closed_at_every_speed_of_a_knock_before_it_is_opened_to_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    speeds = speeds_noted(monkeypatch)
    monkeypatch.setattr(serial_link, "KNOCK_S", 0.0)
    _, mount = parrot_on_a_pty(tmp_path)
    heard, open_before = Heard(), descriptors()
    link = SerialLink(mount.url, KNOCK, reopen_us=SOON)
    link.open(heard)
    await heard.opened_times(1)
    low, middle, high = termios.B110, termios.B300, termios.B9600
    assert speeds == [low, middle, low, middle, high]
    link.write(b"x")
    await until(lambda: heard.data == b"x")
    link.close()
    assert descriptors() == open_before
    mount.unplug()


@on_a_loop
async def test_a_port_that_comes_back_is_knocked_at_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    speeds = speeds_noted(monkeypatch)
    monkeypatch.setattr(serial_link, "KNOCK_S", 0.0)
    _, mount = parrot_on_a_pty(tmp_path)
    heard = Heard()
    link = SerialLink(mount.url, KNOCK, reopen_us=SOON)
    link.open(heard)
    await heard.opened_times(1)
    mount.unplug()
    await until(lambda: heard.losses)
    mount.plug()
    await heard.opened_times(2)
    link.close()
    mount.unplug()
    assert speeds == 2 * speeds[:5]


@on_a_loop
async def test_a_link_that_is_closed_in_the_middle_of_a_knock_leaves_nothing_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    speeds = speeds_noted(monkeypatch)
    _, mount = parrot_on_a_pty(tmp_path)
    heard, open_before = Heard(), descriptors()
    link = SerialLink(mount.url, KNOCK, reopen_us=SOON)
    link.open(heard)
    await until(lambda: speeds)
    assert descriptors() > open_before
    link.close()
    assert descriptors() == open_before
    assert heard.told == []
    mount.unplug()
