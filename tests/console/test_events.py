"""Events of a page: whole screens, the newest only, and a controller that goes and comes back."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tablectl.console import streaming
from tablectl.console.visits import MOST_STREAMS
from tablectl.doorwire import People
from tablectl.games.catalogue import rules_for
from tablectl.hosts.service import ServiceHost
from tablectl.journal.memory import MemoryJournal
from tablectl.rig import sealer_for
from tablectl.words.bases import Role
from tablectl.words.settings import Settings
from tests.console.consoles import Served, Stream, console_for, page_of, stream
from tests.console.test_acting import signed
from tests.console.test_guarding import OPEN
from tests.hosts.serving import served
from tests.hosts.test_doorkeeping import Proving, proving
from tests.tables import settings_for


@contextmanager
def table(door: Path, settings: Settings | None = None) -> Iterator[ServiceHost]:
    host = ServiceHost(MemoryJournal(), rules_for, sealer_for(1))
    with served(host, settings or settings_for(), door):
        yield host


def test_a_page_is_sent_the_screen_and_then_what_is_new(free: Served) -> None:
    page = page_of(free, "s1")
    with stream(page, "supervisor") as events:
        assert events.status == 200
        first = events.until("screen")
        assert json.loads(first["data"])["role"] == "supervisor"
        page.act("k1", OPEN)
        second = events.until("screen")
        assert second["id"] != first["id"]
        assert json.loads(second["data"])["seq"] > json.loads(first["data"])["seq"]


def test_a_page_is_told_what_time_it_is_before_the_screen(free: Served) -> None:
    before = time.time_ns() // 1_000
    with stream(page_of(free, "s1"), "supervisor") as events:
        told = json.loads(events.until("time")["data"])
        assert events.until("screen")
    assert before <= told["now"] <= time.time_ns() // 1_000


def test_a_page_that_has_the_newest_already_is_not_sent_it_again(free: Served) -> None:
    page = page_of(free, "s1")
    with stream(page, "supervisor") as events:
        mark = events.until("screen")["id"]
    with stream(page, "supervisor", last=mark) as events:
        page.act("k1", OPEN)
        assert events.until("screen")["id"] != mark
    with stream(page, "supervisor", last=mark) as events:  # and what it missed, at once
        assert events.until("screen")["id"] != mark


def test_silence_is_broken_by_a_sign_of_life(free: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streaming, "HEARTBEAT", 0.01)
    with stream(page_of(free, "d1")) as events:
        events.until("screen")
        assert events.event()["event"] == "time"


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/api/events?role=supervisor", 403, "wrong_role"),
        ("/api/events?role=king", 400, "bad_request"),
        ("/api/events", 400, "bad_request"),
    ],
)
def test_a_page_sees_a_table_in_a_role_of_its_person(
    free: Served, path: str, status: int, code: str
) -> None:
    answer = page_of(free, "d1").get(path)
    assert (answer.status, answer.code) == (status, code)
    assert page_of(free).get("/api/events?role=dealer").status == 401


def test_a_role_is_watched_once_however_many_look(free: Served) -> None:
    page, other = page_of(free, "d1"), page_of(free, "s1")
    with ExitStack() as opened:
        streams = [opened.enter_context(stream(page)) for _ in range(20)]
        for each in streams:
            each.until("screen")
        watching = free.console.watching
        assert watching.watched == 1
        other.act("k1", OPEN)
        assert len({each.until("screen")["id"] for each in streams}) == 1


def test_one_visit_opens_only_so_many_streams(free: Served) -> None:
    page = page_of(free, "d1")
    page_2 = page_of(free, "d2")
    with ExitStack() as opened:
        for _ in range(MOST_STREAMS):
            assert opened.enter_context(stream(page)).status == 200
        with stream(page) as one_more:
            assert one_more.status == 429
        assert opened.enter_context(stream(page_2)).status == 200


def large(seen: Mapping[str, Any], _: People, __: Role) -> dict[str, Any]:
    """A screen that fits into no buffer between a console and a page that does not read."""
    return {"seq": seen["seq"], "padding": "x" * 8_000_000}


def test_a_page_that_does_not_read_holds_up_nobody_and_gets_the_newest_when_it_does(
    tmp_path: Path,
) -> None:
    door = tmp_path / "door.sock"
    with table(door), console_for(door, large) as console:
        page = page_of(console, "s1")
        with stream(page, "supervisor", narrow=True) as deaf:
            with stream(page, "supervisor") as events:
                events.until("screen")
                for number in range(4):  # refused, and on record each
                    page.act(f"k{number}", {"is": "deal"})
                    newest = events.until("screen")["id"]
            read = 1
            while deaf.until("screen")["id"] != newest:
                read += 1
    assert read <= 3  # what was on its way, what was to be next, and the newest


def test_a_controller_that_goes_is_lost_and_the_next_screen_comes_by_itself(
    tmp_path: Path,
) -> None:
    door = tmp_path / "door.sock"
    with console_for(door) as console, ExitStack() as opened:
        with table(door):
            page = page_of(console, "d1")
            events = opened.enter_context(stream(page))
            first = events.until("screen")
        lost = events.until("lost")
        assert json.loads(lost["data"])["text"].startswith("The controller does not answer")
        assert "id" not in lost
        with table(door):
            assert events.until("screen")["id"] != first["id"]


def test_a_restart_signs_out_who_had_proved_it(made: Proving) -> None:
    with console_for(made.socket) as console, ExitStack() as opened:
        with proving(made):
            page = signed(console, "d1")
            events = opened.enter_context(stream(page))
            events.until("screen")
        events.until("lost")
        with proving(made):
            assert events.until("signed_out")
            assert events.event() == {}
            assert page.visit()["me"] is None
            assert page.get("/api/events?role=dealer").status == 401


def test_who_lost_a_role_with_a_change_of_the_table_has_it_no_more(tmp_path: Path) -> None:
    door = tmp_path / "door.sock"
    usual = settings_for()
    dealer_only = replace(usual.people["s1"], roles=(Role.DEALER,))
    changed = replace(usual, people={**usual.people, "s1": dealer_only})
    with console_for(door) as console, ExitStack() as opened:
        with table(door, usual):
            page = page_of(console, "s1")
            events = opened.enter_context(stream(page, "supervisor"))
            events.until("screen")
        events.until("lost")
        with table(door, changed):
            assert events.until("signed_out")
            assert page.visit()["me"] is None


def test_who_has_done_nothing_for_long_is_signed_out(made: Proving) -> None:
    now = [0.0]
    with proving(made, lambda: now[0]), console_for(made.socket) as console:
        page = signed(console, "d1")
        with stream(page) as events:
            events.until("screen")
            now[0] = 16 * 60.0
            assert events.until("signed_out")
        assert page.visit()["me"] is None


def test_a_console_ends_at_once_with_pages_open(tmp_path: Path) -> None:
    door = tmp_path / "door.sock"
    ended = threading.Event()
    with table(door), ExitStack() as opened:
        with console_for(door) as console:
            streams: list[Stream] = []
            for _ in range(3):
                streams.append(opened.enter_context(stream(page_of(console, "d1"))))
                streams[-1].until("screen")
        ended.set()
        assert all(each.event() == {} for each in streams)
    assert ended.is_set()
