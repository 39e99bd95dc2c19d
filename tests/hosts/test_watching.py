"""Watching a served table: told as soon as there is news, and in the way of nobody meanwhile."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tablectl.doorclient import DoorClient
from tablectl.doorwire import Answered, Watch, request_line
from tablectl.games.catalogue import rules_for
from tablectl.hosts import service_watch
from tablectl.hosts.service import ServiceHost
from tablectl.hosts.service_commits import SLOW
from tablectl.hosts.service_peers import MOST_TALKS
from tablectl.hosts.service_watch import Watching
from tablectl.journal.memory import MemoryJournal
from tablectl.journal.records import Entry, JournalError, Snapshot
from tablectl.sealing import Sealer
from tablectl.words.acts import Act, Confirm
from tablectl.words.bases import Role
from tests.hosts.serving import Line, client, line, served
from tests.hosts.slow import OPEN, Asking, SlowJournal, serving
from tests.tables import KEY, settings_for

FOREVER = 3_600.0


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "door.sock"


@pytest.fixture(autouse=True)
def no_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is answered because time is up, unless a test says so: it would hang instead."""
    monkeypatch.setattr(service_watch, "LONGEST", FOREVER)


@contextmanager
def demo(path: Path) -> Iterator[ServiceHost]:
    host = ServiceHost(MemoryJournal(), rules_for, Sealer(KEY))
    with served(host, settings_for("blind"), path):
        yield host


def watch_from(connection: Line, role: Role, since: str) -> None:
    connection.send(request_line(Watch(role, since)))


def answer_of(connection: Line) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(connection.read())
    return answer


def refused(n: int) -> Act:
    """An act that goes on record and changes nothing else."""
    return Act(Confirm("open_table"), "d1", f"refused-{n}")


# ------------------------------------------------------------------ when it is answered


def test_who_has_seen_nothing_yet_is_answered_at_once(path: Path) -> None:
    with demo(path), client(path) as door:
        seen = door.watch(Role.DEALER)
        view, people = door.look(Role.DEALER)
    assert (seen.view, seen.people) == (view, people)
    assert seen.mark
    assert seen.stage is None


def test_who_has_seen_something_else_is_answered_at_once(path: Path) -> None:
    with demo(path), client(path) as door:
        before = door.watch(Role.DEALER).mark
        door.submit(OPEN)
        seen = door.watch(Role.DEALER, before)
    assert seen.mark != before
    assert seen.view["phase"] == "open"


def test_who_has_seen_it_all_is_answered_when_something_happens(path: Path) -> None:
    with demo(path), client(path) as door, line(path) as watcher:
        watch_from(watcher, Role.DEALER, door.watch(Role.DEALER).mark)
        receipt = door.submit(OPEN)
        answer = answer_of(watcher)
    assert answer["view"]["seq"] >= receipt.seq
    assert answer["view"]["phase"] == "open"


def test_nothing_new_is_told_when_the_time_is_up(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with demo(path), client(path) as door:
        seen = door.watch(Role.DEALER)
        monkeypatch.setattr(service_watch, "LONGEST", 0.05)
        assert door.watch(Role.DEALER, seen.mark) == seen


def test_watchers_of_different_roles_are_each_told_what_theirs_may_see(path: Path) -> None:
    with demo(path), client(path) as door, ExitStack() as open_lines:
        mark = door.watch(Role.DEALER).mark
        watchers = {role: open_lines.enter_context(line(path)) for role in Role}
        for role, watcher in watchers.items():
            watch_from(watcher, role, mark)
        door.submit(OPEN)
        told = {role: answer_of(watcher) for role, watcher in watchers.items()}
        views = {role: door.view(role) for role in Role}
    assert {role: answer["view"] for role, answer in told.items()} == views


def test_a_watcher_that_was_slow_is_told_the_newest_and_nothing_else(path: Path) -> None:
    with demo(path), client(path) as door, line(path) as watcher:
        mark = door.watch(Role.DEALER).mark
        last = [door.submit(refused(n)) for n in range(5)][-1]
        watch_from(watcher, Role.DEALER, mark)
        answer = answer_of(watcher)
        after = door.watch(Role.DEALER)
    assert answer["view"]["seq"] >= last.seq
    assert answer["mark"] == after.mark


def test_a_mark_of_another_start_is_no_mark_of_this_one(path: Path) -> None:
    marks = []
    for _ in range(2):
        with demo(path), client(path) as door:
            marks.append(door.watch(Role.DEALER).mark)
    assert marks[0] != marks[1]


# ------------------------------------------------------------------ trouble of the record


class FullJournal(MemoryJournal):
    """A journal whose disk is full when a test says so."""

    full = False

    def append(self, entries: Sequence[Entry], snapshot: Snapshot | None = None) -> None:
        if self.full:
            raise JournalError("the disk is full")
        super().append(entries, snapshot)


def test_a_watcher_hears_that_the_disk_refuses_and_that_it_does_no_more(path: Path) -> None:
    journal = FullJournal()
    host = ServiceHost(journal, rules_for, Sealer(KEY))
    with served(host, settings_for("blind"), path), client(path) as door, line(path) as watcher:
        watch_from(watcher, Role.DEALER, door.watch(Role.DEALER).mark)
        journal.full = True
        with pytest.raises(Answered):
            door.submit(OPEN)
        bad = answer_of(watcher)
        journal.full = False
        watch_from(watcher, Role.DEALER, bad["mark"])
        door.submit(OPEN)
        good = answer_of(watcher)
    assert bad["view"]["trouble"] == "the disk is full"
    assert good["view"]["trouble"] == ""


def test_a_watcher_hears_that_the_disk_takes_long(path: Path) -> None:
    journal = SlowJournal()
    with serving(path, journal), client(path) as door, line(path) as watcher:
        watch_from(watcher, Role.DEALER, door.watch(Role.DEALER).mark)
        journal.stick()
        asking = Asking(path, OPEN)
        slow = answer_of(watcher)
        watch_from(watcher, Role.DEALER, slow["mark"])
        journal.go_on()
        after = answer_of(watcher)
        assert asking.answered()["receipt"]["accepted"]
    assert (slow["view"]["trouble"], slow["view"]["phase"]) == (SLOW, "closed")
    assert (after["view"]["trouble"], after["view"]["phase"]) == ("", "open")


# ------------------------------------------------------------------ in nobody's way


def test_who_watches_stops_nobody_on_another_line(path: Path) -> None:
    with demo(path), client(path) as door, line(path) as watcher:
        mark = door.watch(Role.DEALER).mark
        watch_from(watcher, Role.DEALER, mark)
        assert door.ping() == "T1"
        assert door.view(Role.DEALER)["phase"] == "closed"
        assert door.submit(OPEN).accepted
        assert answer_of(watcher)["mark"] != mark


def test_a_controller_that_stops_waits_for_no_watcher(path: Path) -> None:
    host = ServiceHost(MemoryJournal(), rules_for, Sealer(KEY))
    with served(host, settings_for("blind"), path) as service, ExitStack() as open_lines:
        watchers = [open_lines.enter_context(line(path)) for _ in range(3)]
        with client(path) as door:
            mark = door.watch(Role.DEALER).mark
        for watcher in watchers:
            watch_from(watcher, Role.DEALER, mark)
            DoorClient(open_lines.enter_context(line(path)).exchange).ping()
        service.stop()
        answers = [watcher.read() for watcher in watchers]
        ends = [watcher.read() for watcher in watchers]
    assert all(not each or json.loads(each)["mark"] == mark for each in answers)
    assert ends == [b""] * 3
    assert not path.exists()


def test_who_left_while_watching_leaves_the_others_alone(path: Path) -> None:
    with demo(path), client(path) as door:
        mark = door.watch(Role.DEALER).mark
        for _ in range(10):
            with line(path) as rude:
                watch_from(rude, Role.DEALER, mark)
        assert door.submit(OPEN).accepted
        assert door.watch(Role.DEALER, mark).view["phase"] == "open"


def test_however_many_watch_who_wants_to_act_finds_room(path: Path) -> None:
    with demo(path), ExitStack() as open_lines:
        with client(path) as door:
            mark = door.watch(Role.DEALER).mark
        for _ in range(MOST_TALKS):
            watch_from(open_lines.enter_context(line(path)), Role.DEALER, mark)
        with client(path) as door:
            assert door.submit(OPEN).accepted


def test_waiting_is_no_use_of_the_loop() -> None:
    """Who waits looks once at first, and once for every change; never in between."""

    async def looks() -> list[int]:
        host = ServiceHost(MemoryJournal(), rules_for, Sealer(KEY))
        host.kernel.start(settings_for("blind"), 0)
        watching = Watching(host.kernel, str, lambda: None)
        used: list[float] = []
        counted: list[int] = []
        mark = watching.news().mark
        task = asyncio.create_task(watching.next(mark, used.append))
        for _ in range(3):
            for _ in range(100):
                await asyncio.sleep(0)
            counted.append(len(used))
            watching.changed()
        watching.end()
        assert (await task).mark == mark
        return counted

    assert asyncio.run(looks()) == [1, 2, 3]


# ------------------------------------------------------------------ what is none


@pytest.mark.parametrize(
    "sent",
    [
        {"role": "dealer"},
        {"role": "dealer", "since": 5},
        {"role": "nobody", "since": ""},
        {"since": ""},
        {"role": ["dealer"], "since": ""},
        {"role": "dealer", "since": "", "more": ""},
    ],
)
def test_a_watch_that_is_none_is_refused_and_survived(path: Path, sent: dict[str, Any]) -> None:
    with demo(path), line(path) as connection:
        answer = json.loads(
            connection.exchange(json.dumps({"do": "watch", **sent}).encode() + b"\n")
        )
        after = json.loads(connection.exchange(b'{"do":"ping"}\n'))
    assert answer["error"]["code"] == "bad_request"
    assert after["ok"] is True


def test_a_mark_that_never_was_is_as_good_as_none(path: Path) -> None:
    with demo(path), client(path) as door:
        assert door.watch(Role.DEALER, "no|such — mark").mark == door.watch(Role.DEALER).mark


@pytest.mark.parametrize("order", ["pause", "resume"])
def test_a_table_that_is_not_simulated_has_no_stage(path: Path, order: str) -> None:
    with demo(path), client(path) as door:
        with pytest.raises(Answered) as error:
            door.direct(order)
        assert door.ping() == "T1"
    assert error.value.code == "no_stage"


# ------------------------------------------------------------------ a fault in looking


@pytest.mark.parametrize("asking", ["watch", "look"])
def test_a_fault_in_what_is_to_be_seen_is_told_to_who_looks_and_the_table_goes_on(
    asking: str, path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def faulty(*_: object) -> None:
        raise ZeroDivisionError("a fault of ours")

    with demo(path) as host, client(path) as door:
        with monkeypatch.context() as broken:
            broken.setattr(type(host.door), "look", faulty)
            with pytest.raises(Answered) as told:
                getattr(door, asking)(Role.DEALER)
        receipt = door.submit(OPEN)
        seen = door.watch(Role.DEALER)
    assert told.value.code == "view_failed"
    assert "a fault of ours" in caplog.text
    assert receipt.accepted
    assert seen.view["phase"] == "open"
