"""The service host: its door on a socket, its timers, and how it begins and ends."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import stat
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tablectl.doorwire import MAX_REQUEST, Answered
from tablectl.games.catalogue import rules_for
from tablectl.hosts import service as service_module
from tablectl.hosts import service_commits
from tablectl.hosts.clock import TableClock
from tablectl.hosts.service import ServiceHost
from tablectl.hosts.service_socket import SocketError
from tablectl.journal.errors import JournalFull
from tablectl.journal.memory import MemoryJournal
from tablectl.journal.sqlite import SqliteJournal, read_only
from tablectl.journal.verify import verify
from tablectl.kernel import SettingsClash
from tablectl.sealing import Sealer
from tablectl.words.acts import Act, Confirm
from tablectl.words.bases import Role
from tablectl.words.inputs import Wake
from tablectl.words.observations import LinkUp, Observation
from tests.hosts.serving import client, line, play_out, served
from tests.tables import KEY, settings_for

OPEN = Act(Confirm("open_table"), "s1", "open")
PING = b'{"do":"ping"}\n'


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "door.sock"


def new_host(clock: TableClock | None = None) -> ServiceHost:
    return ServiceHost(MemoryJournal(), rules_for, Sealer(KEY), clock)


@contextmanager
def demo(path: Path) -> Iterator[ServiceHost]:
    host = new_host()
    with served(host, settings_for("blind"), path):
        yield host


# ------------------------------------------------------------------ talking


def test_an_act_is_answered_after_it_is_durable(path: Path) -> None:
    with demo(path) as host, client(path) as door:
        receipt = door.submit(OPEN)
        assert receipt.accepted
        assert host.kernel.journal.synced_seq > receipt.seq
        assert door.view(Role.DEALER)["phase"] == "open"


def test_a_refusal_is_an_answer_and_no_error(path: Path) -> None:
    with demo(path), client(path) as door:
        receipt = door.submit(Act(Confirm("open_table"), "d1", "by-the-wrong-one"))
    assert receipt.refusal is not None
    assert receipt.refusal.code == "wrong_role"


def test_the_view_comes_with_the_people_of_the_table(path: Path) -> None:
    with demo(path), client(path) as door:
        view, people = door.look(Role.SUPERVISOR)
    assert view["table"] == "T1"
    assert people["d1"] == ("dealer",)


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (b"garbage\n", "bad_request"),
        (b"\xff\xff\n", "bad_request"),
        (b"[" * 60_000 + b"\n", "bad_request"),
        (b"x" * (MAX_REQUEST + 1) + b"\n", "too_long"),
        (b'{"do":"submit","act":{"by":"d1","key":"a|b","deed":{"is":"deal"}}}\n', "bad_key"),
    ],
)
def test_malformed_input_is_answered_and_survived(path: Path, sent: bytes, code: str) -> None:
    with demo(path), line(path) as connection:
        answer = json.loads(connection.exchange(sent))
        after = json.loads(connection.exchange(PING))
    assert answer["ok"] is False
    assert answer["error"]["code"] == code
    assert after["ok"] is True


def test_a_half_request_is_told_so(path: Path) -> None:
    with demo(path), line(path) as connection:
        connection.send(b'{"do":"pi')
        connection.end()
        answer = json.loads(connection.read())
    assert answer["error"]["code"] == "half_request"


def test_requests_sent_in_one_go_are_answered_one_by_one(path: Path) -> None:
    with demo(path), line(path) as connection:
        connection.send(PING * 3 + b"\n \n")
        assert [json.loads(connection.read())["ok"] for _ in range(3)] == [True] * 3


def test_a_client_that_goes_away_leaves_the_others_alone(path: Path) -> None:
    with demo(path), client(path) as door:
        for _ in range(20):
            with line(path) as rude:
                rude.send(PING * 50 + b'{"do":')
        assert door.ping() == "T1"


def test_the_key_of_another_act_is_an_error(path: Path) -> None:
    with demo(path), client(path) as door:
        door.submit(OPEN)
        with pytest.raises(Answered) as raised:
            door.submit(Act(Confirm("close_table"), "s1", OPEN.key))
    assert raised.value.code == "key_reused"


# ------------------------------------------------------------------ the socket file


def test_the_socket_is_for_its_owner_alone_and_gone_in_the_end(path: Path) -> None:
    with demo(path):
        mode = path.stat().st_mode
    assert stat.S_ISSOCK(mode)
    assert stat.S_IMODE(mode) == 0o600
    assert not path.exists()


def test_the_mask_of_the_process_is_as_it_was(path: Path) -> None:
    before = os.umask(0o022)
    try:
        with demo(path):
            pass
        assert os.umask(0o022) == 0o022
    finally:
        os.umask(before)


def test_a_socket_that_a_dead_process_left_behind_is_replaced(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(path))
    with demo(path), client(path) as door:
        assert door.ping() == "T1"


def test_a_socket_that_somebody_serves_is_not_touched(path: Path) -> None:
    with demo(path), client(path) as door:
        with pytest.raises(SocketError, match="another table"), demo(path):
            pass
        assert door.ping() == "T1"


def test_a_file_that_is_no_socket_is_not_touched(path: Path) -> None:
    path.write_text("precious")
    with pytest.raises(SocketError, match="no socket"), demo(path):
        pass
    assert path.read_text() == "precious"


@pytest.mark.parametrize("name", ["no/such/folder/door.sock", "x" * 200])
def test_a_path_that_cannot_be_had_is_told_so(tmp_path: Path, name: str) -> None:
    with pytest.raises(SocketError, match=r"x{200}|No such file"), demo(tmp_path / name):
        pass


def test_nothing_is_on_record_of_a_start_whose_door_could_not_be_opened(path: Path) -> None:
    path.write_text("in the way")
    host = new_host()
    with pytest.raises(SocketError), served(host, settings_for("blind"), path):
        pass
    assert host.kernel.journal.last_seq == 0


# ------------------------------------------------------------------ parts, and the end


@dataclass
class Steps:
    """A part that does what it is given, one thing a step."""

    things: list[Callable[[], None]] = field(default_factory=list)

    def step(self) -> float | None:
        if not self.things:
            return None
        self.things.pop(0)()
        return 0.0


def test_the_service_ends_when_a_part_has_nothing_more_to_do() -> None:
    done: list[int] = []
    play_out(
        new_host(),
        settings_for("blind"),
        [Steps([lambda: done.append(1), lambda: done.append(2)])],
    )
    assert done == [1, 2]


def test_what_a_part_fails_with_ends_the_service() -> None:
    def fail() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        play_out(new_host(), settings_for("blind"), [Steps([fail])])


def test_an_open_table_is_not_served_under_other_rules(path: Path) -> None:
    with demo(path) as host, client(path) as door:
        door.submit(OPEN)
    other = ServiceHost(host.kernel.journal, rules_for, Sealer(KEY))
    with pytest.raises(SettingsClash), served(other, settings_for("blind", seats=3), path):
        pass
    assert not path.exists()


# ------------------------------------------------------------------ time


@dataclass
class Wall:
    """Clocks that a test moves."""

    at: int = 1_700_000_000_000_000
    monotonic: int = 0

    def clock(self) -> TableClock:
        return TableClock(lambda: self.at, lambda: self.monotonic)


def kinds(host: ServiceHost) -> list[str]:
    return [record.kind for record in host.kernel.journal.records()]


def until(host: ServiceHost, kind: str) -> Steps:
    """A part that ends once such a record is there."""
    part = Steps()

    def look() -> None:
        if kind not in kinds(host):
            part.things.append(look)

    part.things.append(look)
    return part


def test_a_step_of_the_wall_clock_goes_on_record(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service_module, "CLOCK_WATCH", 0.0)
    wall = Wall()
    host = new_host(wall.clock())
    part = until(host, "clock")
    part.things.insert(0, lambda: setattr(wall, "at", wall.at + 7_200_000_000))

    play_out(host, settings_for("blind"), [part])

    (stepped,) = [r for r in host.kernel.journal.records() if r.kind == "clock"]
    assert json.loads(stepped.body)["by"] == 7_200_000_000
    assert stepped.time == 1_700_000_000_000_000


def test_a_table_started_before_its_last_record_goes_on_from_there_and_says_so(
    tmp_path: Path,
) -> None:
    """Cards grow old by the record's time, which stands still while nobody runs."""
    hour = 3_600_000_000
    journal = SqliteJournal(tmp_path / "table.journal")
    settings = settings_for("blind")
    first = ServiceHost(journal, rules_for, Sealer(KEY), Wall().clock())
    play_out(first, settings, [Steps([lambda: opened_with_cards(first)])])
    life = first.kernel.state.deadlines["card_life:blue"]

    wall = Wall(at=Wall().at - hour)
    second = ServiceHost(journal, rules_for, Sealer(KEY), wall.clock())
    ran: list[int] = []

    def an_hour_later() -> None:
        wall.monotonic += hour
        wall.at += hour
        second.post(Wake("anything"))
        ran.append(second.clock())

    play_out(second, settings, [Steps([an_hour_later])])

    times = [record.time for record in journal.records()]
    journal.close()
    assert times == sorted(times)
    assert times[-1] == Wall().at + hour == ran[0]
    stepped = [json.loads(body)["by"] for body in bodies(tmp_path / "table.journal", "clock")]
    assert stepped == [-hour]
    assert second.kernel.state.deadlines["card_life:blue"] == life
    assert verify(tmp_path / "table.journal").findings == ()


def opened_with_cards(host: ServiceHost) -> None:
    """Open the table and do what is asked for until its cards begin to grow old."""
    host.door.submit(OPEN)
    people = {"dealer": "d1", "supervisor": "s1"}
    while "card_life:blue" not in host.kernel.state.deadlines:
        dues = host.door.view(Role.DEALER)["dues"]
        due = next(due for due in dues if due["is"] == "confirm_due" and not due["idle"])
        done = Confirm(due["what"], due["subject"])
        key = f"prepare-{host.kernel.state.seq}"
        assert host.door.submit(Act(done, people[due["roles"][0]], key)).accepted


def bodies(path: Path, kind: str) -> list[str]:
    with closing(read_only(path)) as record:
        return [each.body for each in record.records() if each.kind == kind]


def test_a_deadline_wakes_the_table_when_it_has_come_and_not_before() -> None:
    wall = Wall()
    host = new_host(wall.clock())
    fired: list[int] = []

    async def play() -> None:
        end = asyncio.get_running_loop().create_future()
        host._loop = asyncio.get_running_loop()

        def called() -> None:
            fired.append(host.clock())
            end.set_result(None)

        host.call_at(host.clock() + 500, called)
        host._fire(host.clock() + 500, called)  # too early: the timer of the loop was hasty
        assert not fired
        wall.monotonic += 500
        await end

    asyncio.run(play())
    assert fired[0] == 1_700_000_000_000_500


def test_a_timer_before_the_service_runs_is_a_mistake() -> None:
    with pytest.raises(RuntimeError, match="before the service ran"):
        new_host().call_at(1, lambda: None)


# ------------------------------------------------------------------ a disk that takes no writes


def full(host: ServiceHost, is_full: bool) -> None:
    journal = host.kernel.journal
    assert isinstance(journal, MemoryJournal)
    journal.full = is_full


def test_an_act_that_cannot_be_recorded_is_told_so_and_can_be_done_later(path: Path) -> None:
    with demo(path) as host, client(path) as door:
        full(host, True)
        with pytest.raises(Answered) as raised:
            door.submit(OPEN)
        full(host, False)
        receipt = door.submit(OPEN)
    assert raised.value.code == "journal_full"
    assert receipt.accepted


def test_a_report_that_cannot_be_recorded_waits_until_it_can(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(service_commits, "RETRY", 0.0)
    host = new_host()
    troubles: list[Exception] = []
    host.trouble = troubles.append
    settings = settings_for("counting")
    seen = Observation("shoe_1", LinkUp(), 1)
    part = Steps()
    counted: list[int] = []

    def report_to_a_full_disk() -> None:
        counted.append(kinds(host).count("observation"))
        full(host, True)
        host.report(seen)

    def make_room() -> None:
        counted.append(kinds(host).count("observation"))
        full(host, False)
        part.things.append(look)

    def look() -> None:
        if host.kernel.busy:
            part.things.append(look)
        counted.append(kinds(host).count("observation"))

    part.things += [report_to_a_full_disk, make_room]
    play_out(host, settings, [part])

    before, while_full, *_, after = counted
    assert while_full == before
    assert after == before + 1
    assert troubles
    assert all(isinstance(trouble, JournalFull) for trouble in troubles)


def test_a_part_that_meets_a_full_disk_goes_on_when_there_is_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(service_module, "PART_RETRY", 0.0)
    host = new_host()
    host.trouble = lambda _: full(host, False)
    settings = settings_for("blind")

    def on_a_full_disk() -> None:
        full(host, True)
        host.door.submit(OPEN)

    def open_it() -> None:
        assert host.door.submit(OPEN).accepted

    play_out(host, settings, [Steps([on_a_full_disk, open_it])])

    assert host.kernel.state.phase == "open"
