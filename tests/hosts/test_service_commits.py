"""Group commit at a served table: who waits for the disk, and who does not."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from pathlib import Path

import pytest

from tablectl.doorwire import Answered, Submit, request_line
from tablectl.hosts import service_commits
from tablectl.hosts.clock import TableClock
from tablectl.hosts.service_commits import HEALTHY
from tablectl.hosts.service_writer import NAME
from tablectl.journal.errors import JournalFull
from tablectl.words.acts import Act, Confirm
from tablectl.words.bases import Role
from tablectl.words.effects import Acknowledge, Effect
from tablectl.words.inputs import Wake
from tablectl.words.observations import CardsOut, LinkUp, Observation
from tests.hosts.serving import client, line
from tests.hosts.slow import OPEN, PATIENCE, Asking, SlowJournal, serving, writers
from tests.tables import SHOE_1, identity


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "door.sock"


@pytest.fixture
def journal() -> SlowJournal:
    return SlowJournal()


# ------------------------------------------------------------------ groups


def test_what_comes_while_a_commit_is_under_way_is_one_commit(
    path: Path, journal: SlowJournal
) -> None:
    with serving(path, journal) as service:
        journal.commits.clear()
        journal.stick()
        for name in "abcd":
            service.wake(name)
        journal.is_stuck()
        journal.go_on()

    assert journal.commits == [2, 6]


def test_only_the_writers_thread_waits_for_the_disk_once_the_table_runs(
    path: Path, journal: SlowJournal
) -> None:
    with serving(path, journal) as service, client(path) as door:
        journal.threads.clear()
        door.submit(OPEN)
        service.wake("a")

    assert journal.threads == {NAME}


def test_effects_leave_in_the_loops_thread_and_after_the_commit(
    path: Path, journal: SlowJournal
) -> None:
    left: list[tuple[str, int]] = []

    def leaves(effect: Effect) -> None:
        if isinstance(effect, Acknowledge):
            left.append((threading.current_thread().name, journal.synced_seq))

    with serving(path, journal, "counting") as service:
        shoe = service.host.kernel.state.settings.devices[SHOE_1]
        service.report(LinkUp(), identity(shoe))
        service.host.released = leaves
        loops_thread = service.call(lambda: threading.current_thread().name)
        before = journal.synced_seq
        journal.stick()
        service.call(lambda: service.host.report(Observation(SHOE_1, CardsOut(1), 1, 1)))
        journal.is_stuck()
        assert left == []
        journal.go_on()

    ((thread, durable),) = left
    assert thread == loops_thread
    assert durable > before


# ------------------------------------------------------------------ a slow disk


def test_others_are_served_while_somebody_waits_for_the_disk(
    path: Path, journal: SlowJournal
) -> None:
    with serving(path, journal), client(path) as other:
        journal.stick()
        asking = Asking(path, OPEN)
        journal.is_stuck()

        assert other.ping() == "T1"
        assert other.view(Role.DEALER)["phase"] == "closed"
        assert asking.answer == b""

        journal.go_on()
        assert asking.answered()["ok"] is True
        assert other.view(Role.DEALER)["phase"] == "open"


def test_an_act_sent_again_while_it_is_pending_gets_the_same_receipt(
    path: Path, journal: SlowJournal
) -> None:
    with serving(path, journal), client(path) as other:
        journal.stick()
        first = Asking(path, OPEN)
        journal.is_stuck()
        second = Asking(path, OPEN)
        third = Asking(path, Act(Confirm("close_table"), "s1", OPEN.key))
        assert third.answered()["ok"] is False
        other.ping()
        journal.go_on()

        assert first.answered() == second.answered()
        assert first.answered()["ok"] is True
    assert [r.kind for r in journal.records()].count("act") == 1


def test_a_client_that_leaves_does_not_take_the_act_of_another_with_it(
    path: Path, journal: SlowJournal
) -> None:
    with serving(path, journal), client(path) as other:
        journal.stick()
        with line(path) as leaving:
            leaving.send(request_line(Submit(OPEN)))
            journal.is_stuck()
        second = Asking(path, OPEN)
        other.ping()
        journal.go_on()

        assert second.answered()["ok"] is True


def test_acts_of_several_people_are_answered_each_with_its_own(
    path: Path, journal: SlowJournal
) -> None:
    with serving(path, journal) as service:
        journal.stick()
        service.wake("a")
        journal.is_stuck()
        asking = {act: Asking(path, act) for act in (OPEN, Act(OPEN.deed, "d1", "not-mine"))}
        service.waits_for(2)
        journal.go_on()
        answers = {act.key: each.answered()["receipt"] for act, each in asking.items()}

    assert {key: answer["key"] for key, answer in answers.items()} == {key: key for key in answers}
    assert answers["open"]["accepted"] is True
    assert answers["not-mine"]["accepted"] is False


def test_a_robot_in_the_loops_thread_waits_for_what_is_on_its_way_and_for_its_own_act(
    path: Path, journal: SlowJournal
) -> None:
    with serving(path, journal) as service:

        def play() -> bool:
            service.host.post(Wake("a"))
            service.host.post(Wake("b"))
            receipt = service.host.door.submit(OPEN)
            assert journal.synced_seq == journal.last_seq
            assert service.host.kernel.state.phase == "open"
            return receipt.accepted

        journal.commits.clear()
        assert service.call(play) is True

    assert [commit // 2 for commit in journal.commits[:2]] == [1, 2]


# ------------------------------------------------------------------ a disk that refuses


def test_acts_are_withdrawn_and_told_and_the_rest_is_tried_again(
    path: Path, journal: SlowJournal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service_commits, "RETRY", 0.0)
    with serving(path, journal) as service, client(path) as other:
        told: list[Exception] = []

        def trouble(error: Exception) -> None:
            told.append(error)
            journal.full = False

        service.host.trouble = trouble
        journal.stick()
        service.wake("a")
        journal.is_stuck()
        waiting = Asking(path, OPEN)
        service.waits_for(1)
        journal.full = True
        journal.go_on()
        answer = waiting.answered()

        assert answer["ok"] is False
        assert answer["error"]["code"] == "journal_full"
        assert other.submit(OPEN).accepted, "the act can be done again with the same key"

    kinds = [r.kind for r in journal.records()]
    assert (kinds.count("wake"), kinds.count("act")) == (1, 1)
    assert [type(error) for error in told] == [JournalFull]


class Broken(SlowJournal):
    """A journal that has a mistake in it, from the second commit on."""

    def sync(self) -> None:
        if self.commits:
            raise ZeroDivisionError
        super().sync()


def test_an_error_that_nobody_expected_ends_the_service(path: Path) -> None:
    with pytest.raises(ZeroDivisionError), serving(path, Broken()):
        answer = Asking(path, OPEN).answered()

    assert answer["error"]["code"] == "stopping"
    assert not writers()


# ------------------------------------------------------------------ health


@dataclass
class Clock:
    at: int = 0

    def table_clock(self) -> TableClock:
        return TableClock(lambda: 1_767_268_800_000_000 + self.at, lambda: self.at)


def test_a_table_is_not_healthy_while_the_disk_is_stuck(path: Path, journal: SlowJournal) -> None:
    clock = Clock()
    with serving(path, journal, clock=clock.table_clock()) as service:
        healthy: list[bool] = [service.host.healthy()]
        journal.stick()
        service.wake("a")
        journal.is_stuck()
        for passed in (HEALTHY, 1):
            clock.at += passed
            healthy.append(service.host.healthy())
        journal.go_on()
        with client(path) as door:
            door.submit(OPEN)
        healthy.append(service.host.healthy())

    assert healthy == [True, True, False, True]


def test_a_table_is_not_healthy_while_the_disk_refuses(path: Path, journal: SlowJournal) -> None:
    clock = Clock()
    failed = threading.Event()
    with serving(path, journal, clock=clock.table_clock()) as service:
        service.host.trouble = lambda _: failed.set()
        journal.full = True
        service.wake("a")
        assert failed.wait(PATIENCE)
        healthy = [service.host.healthy()]
        clock.at += HEALTHY + 1
        healthy.append(service.host.healthy())
        journal.full = False
        with client(path) as door:
            door.submit(OPEN)
        healthy.append(service.host.healthy())

    assert healthy == [True, False, True]


def test_an_act_that_was_refused_and_told_leaves_the_table_healthy(
    path: Path, journal: SlowJournal
) -> None:
    clock = Clock()
    with serving(path, journal, clock=clock.table_clock()) as service, client(path) as door:
        journal.full = True
        with pytest.raises(Answered):
            door.submit(OPEN)
        clock.at += HEALTHY + 1
        assert service.host.healthy()
