"""The service manager is told when a table is served, that it lives, and that it ends."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablectl.games.catalogue import rules_for
from tablectl.hosts.notify import Manager
from tablectl.hosts.service import ServiceHost
from tablectl.journal.memory import MemoryJournal
from tablectl.rig import sealer_for
from tests.hosts.serving import served
from tests.tables import settings_for


@pytest.fixture
def heard(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(str(tmp_path / "notify"))
        line.settimeout(20)
        yield line


def manager(heard: socket.socket, **more: str) -> Manager:
    return Manager({"NOTIFY_SOCKET": str(heard.getsockname()), **more})


def test_a_served_table_is_ready_alive_and_ends(heard: socket.socket) -> None:
    host = ServiceHost(MemoryJournal(), rules_for, sealer_for(1))
    host.manager = manager(heard, WATCHDOG_USEC="40000")
    with served(host, settings_for(), None):
        assert heard.recv(999) == b"READY=1\nSTATUS=table T1 is closed, record 1"
        beats = [heard.recv(999) for _ in range(4)]
    assert all(beat.startswith(b"WATCHDOG=1\nSTATUS=table T1") for beat in beats)
    heard.settimeout(0.2)
    last = b""
    while last != b"STOPPING=1":
        last = heard.recv(999)


def test_a_loop_that_hangs_shows_no_sign_of_life(heard: socket.socket) -> None:
    class Hanging:
        def step(self) -> float | None:
            time.sleep(0.3)
            return None

    host = ServiceHost(MemoryJournal(), rules_for, sealer_for(1))
    host.manager = manager(heard, WATCHDOG_USEC="20000")
    with served(host, settings_for(), None, [Hanging()]):
        heard.recv(999)
        time.sleep(0.25)
        heard.setblocking(False)
        beats = 0
        try:
            while heard.recv(999):
                beats += 1
        except BlockingIOError:
            pass
    assert beats <= 2, "while the loop hung, nobody was told that it lives"


def test_without_a_manager_nothing_is_told() -> None:
    alone = Manager({})
    assert alone.beat is None
    alone.ready("nobody listens")


def test_a_watchdog_that_is_meant_for_another_process_is_none(heard: socket.socket) -> None:
    limit = {"WATCHDOG_USEC": "2000000"}
    assert manager(heard, **limit, WATCHDOG_PID=str(os.getpid())).beat == 1.0
    assert manager(heard, **limit, WATCHDOG_PID="1").beat is None


def test_a_manager_that_is_gone_holds_nothing_up(heard: socket.socket, tmp_path: Path) -> None:
    told = manager(heard)
    heard.close()
    (tmp_path / "notify").unlink()
    told.ready("the table is what matters")
