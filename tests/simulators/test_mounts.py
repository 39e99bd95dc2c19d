"""Simulated devices on lines that any program can open."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import serial

from simulators.mounts import AsyncTime, MountTrouble, PtyMount, TcpMount
from tests.drivers.heard import Parrot
from tests.loops import on_a_loop, turns, until


@contextmanager
def opened(path: str) -> Iterator[serial.Serial]:
    """As any program opens a port."""
    port = serial.Serial(path, timeout=0)
    try:
        yield port
    finally:
        port.close()


def reading(port: serial.Serial, into: bytearray, count: int) -> Callable[[], bool]:
    """Read a little more; whether it is all there."""

    def read() -> bool:
        into.extend(port.read(4096))
        return len(into) >= count

    return read


def lying_in(port: int) -> bytes:
    try:
        return os.read(port, 100)
    except BlockingIOError:
        return b""


def connected(url: str) -> socket.socket:
    host, _, number = url.removeprefix("socket://").rpartition(":")
    client = socket.create_connection((host, int(number)))
    client.setblocking(False)
    return client


def ended(client: socket.socket) -> Callable[[], bool]:
    def look() -> bool:
        try:
            return client.recv(1) == b""
        except BlockingIOError:
            return False
        except ConnectionResetError:
            return True

    return look


# ---------------------------------------------------------------- pseudo-terminals


@on_a_loop
async def test_a_program_that_opens_the_link_speaks_with_the_device(tmp_path: Path) -> None:
    mount = PtyMount(Parrot(), tmp_path / "shoe")
    everything, got = bytes(range(256)), bytearray()
    with opened(mount.url) as port:
        port.write(everything)
        await until(reading(port, got, 256))
    mount.close()
    assert got == everything


@on_a_loop
async def test_without_a_path_the_mount_names_the_pseudo_terminal() -> None:
    mount = PtyMount(Parrot())
    with opened(mount.url) as port:
        port.write(b"x")
        await until(reading(port, bytearray(), 1))
    mount.close()


@on_a_loop
async def test_one_program_after_another_finds_the_device_there(tmp_path: Path) -> None:
    mount = PtyMount(Parrot(), tmp_path / "shoe")
    for word in (b"one", b"two", b"three"):
        got = bytearray()
        with opened(mount.url) as port:
            port.write(word)
            await until(reading(port, got, len(word)))
        assert bytes(got) == word
    mount.close()


@on_a_loop
async def test_what_the_device_says_to_nobody_is_lost(tmp_path: Path) -> None:
    mount = PtyMount(Parrot(), tmp_path / "shoe")
    mount.send(b"to nobody")
    # Opened without pyserial, which would drop what lies there.
    port = os.open(mount.url, os.O_RDWR | os.O_NONBLOCK | os.O_NOCTTY)
    assert lying_in(port) == b""
    mount.send(b"to you")
    assert lying_in(port) == b"to you"
    os.close(port)
    mount.close()
    assert (mount.sent, mount.lost) == (15, 9)


@on_a_loop
async def test_what_one_program_leaves_unread_does_not_reach_the_next(tmp_path: Path) -> None:
    parrot = Parrot()
    mount = PtyMount(parrot, tmp_path / "shoe")
    with opened(mount.url) as port:
        port.write(b"first")
        await until(lambda: parrot.heard == b"first")
    await until(lambda: mount._taker() is None)
    await turns(5)
    port_of_next = os.open(mount.url, os.O_RDWR | os.O_NONBLOCK | os.O_NOCTTY)
    assert lying_in(port_of_next) == b""
    os.close(port_of_next)
    mount.close()


@on_a_loop
async def test_what_a_program_wrote_before_it_closed_still_reaches_the_device(
    tmp_path: Path,
) -> None:
    parrot = Parrot()
    mount = PtyMount(parrot, tmp_path / "shoe")
    with opened(mount.url) as port:
        port.write(b"farewell")
    await until(lambda: parrot.heard == b"farewell")
    mount.close()


@on_a_loop
async def test_a_line_nobody_has_open_does_not_keep_the_loop_busy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mount = PtyMount(Parrot(), tmp_path / "shoe")
    with opened(mount.url) as port:
        port.write(b"x")
        await until(reading(port, bytearray(), 1))
    reads = 0
    read = os.read

    def counted(fd: int, size: int) -> bytes:
        nonlocal reads
        reads += 1
        return read(fd, size)

    monkeypatch.setattr("simulators.mounts.os.read", counted)
    await turns(300)
    mount.close()
    assert reads <= 2


@on_a_loop
async def test_a_pulled_cable_takes_the_link_away_and_a_plugged_one_brings_it_back(
    tmp_path: Path,
) -> None:
    link = tmp_path / "shoe"
    mount = PtyMount(Parrot(), link)
    with opened(mount.url) as port:
        mount.unplug()
        assert not link.is_symlink()
        with pytest.raises((serial.SerialException, OSError)):
            port.write(b"x")
    mount.unplug()
    mount.plug()
    mount.plug()
    with opened(str(link)) as port:
        port.write(b"x")
        await until(reading(port, bytearray(), 1))
    mount.close()
    assert not link.is_symlink()


@on_a_loop
async def test_a_program_that_never_reads_does_not_stop_the_device(tmp_path: Path) -> None:
    mount = PtyMount(Parrot(), tmp_path / "shoe")
    with opened(mount.url):
        for _ in range(100):
            mount.send(bytes(1_000))
    mount.close()
    assert 0 < mount.lost < mount.sent


@on_a_loop
async def test_a_link_that_one_before_left_behind_is_replaced(tmp_path: Path) -> None:
    link = tmp_path / "shoe"
    link.symlink_to("/dev/pts/no-longer-there")
    mount = PtyMount(Parrot(), link)
    assert link.exists()
    mount.close()


@on_a_loop
async def test_a_link_left_behind_is_known_even_if_the_new_line_gets_the_old_name(
    tmp_path: Path,
) -> None:
    """The system gives the lowest number that is free: usually the one that was in use."""
    before = PtyMount(Parrot())
    link = tmp_path / "shoe"
    link.symlink_to(before.url)
    before.close()
    mount = PtyMount(Parrot(), link)
    with opened(str(link)) as port:
        port.write(b"x")
        await until(reading(port, bytearray(), 1))
    mount.close()


@on_a_loop
async def test_what_is_at_the_path_already_is_left_alone(tmp_path: Path) -> None:
    there = tmp_path / "shoe"
    there.write_text("somebody's")
    with pytest.raises(MountTrouble, match=r"is there already \(a file\): remove it, or name"):
        PtyMount(Parrot(), there)
    assert there.read_text() == "somebody's"


@on_a_loop
async def test_two_devices_cannot_have_one_link(tmp_path: Path) -> None:
    mount = PtyMount(Parrot(), tmp_path / "shoe")
    with pytest.raises(MountTrouble, match="it leads to /dev/pts/"):
        PtyMount(Parrot(), tmp_path / "shoe")
    mount.close()


@on_a_loop
async def test_a_link_in_no_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(MountTrouble, match="cannot be made: No such file or directory"):
        PtyMount(Parrot(), tmp_path / "nowhere" / "shoe")


# ---------------------------------------------------------------- TCP


@on_a_loop
async def test_only_one_client_at_a_time_is_let_in() -> None:
    parrot = Parrot()
    mount = TcpMount(parrot)
    first = connected(mount.url)
    first.sendall(b"first")
    await until(lambda: parrot.heard == b"first")
    second = connected(mount.url)
    await until(ended(second))
    first.close()
    await until(lambda: mount._taker() is None)
    third = connected(mount.url)
    third.sendall(b"third")
    await until(lambda: parrot.heard == b"firstthird")
    for client in (second, third):
        client.close()
    mount.close()


@on_a_loop
async def test_a_pulled_cable_ends_the_connection_and_the_port_comes_back() -> None:
    mount = TcpMount(Parrot())
    url = mount.url
    client = connected(url)
    await until(lambda: mount._taker() is not None)
    mount.unplug()
    await until(ended(client))
    with pytest.raises(ConnectionRefusedError):
        connected(url)
    mount.plug()
    assert mount.url == url
    connected(url).close()
    client.close()
    mount.close()


@on_a_loop
async def test_a_client_that_vanishes_does_not_stop_the_device() -> None:
    mount = TcpMount(Parrot())
    client = connected(mount.url)
    await until(lambda: mount._taker() is not None)
    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")
    client.close()
    for _ in range(3):
        mount.send(b"hello?")
    await until(lambda: mount._taker() is None)
    mount.close()


@on_a_loop
async def test_a_port_that_is_taken_is_refused() -> None:
    mount = TcpMount(Parrot())
    number = int(mount.url.rpartition(":")[2])
    with pytest.raises(MountTrouble, match="Address already in use; name another port"):
        TcpMount(Parrot(), port=number)
    mount.close()


# ---------------------------------------------------------------- time


@on_a_loop
async def test_nobody_is_woken_too_early_nor_at_once() -> None:
    time = AsyncTime(asyncio.get_running_loop())
    woken: list[int] = []
    due = [time.clock() + wait for wait in (-5_000, 0, 1, 999, 3_000, 3_001)]
    for moment in due:
        time.call_at(moment, lambda: woken.append(time.clock()))
    assert woken == []
    await until(lambda: len(woken) == len(due))
    assert all(at >= moment for at, moment in zip(woken, due, strict=True))
