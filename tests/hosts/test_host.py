"""What every host does: effects carried out, and no wake for a deadline that no longer holds."""

from __future__ import annotations

from tablectl import config
from tablectl.games.catalogue import rules_for
from tablectl.hosts.virtual import VirtualHost, VirtualTime
from tablectl.journal.memory import MemoryJournal
from tablectl.rig import EPOCH, sealer_for
from tablectl.words.acts import Act, Confirm

HOURS = 3_600_000_000


def closed_table() -> VirtualHost:
    host = VirtualHost(MemoryJournal(), rules_for, sealer_for(1), VirtualTime(EPOCH))
    host.start(config.demo().settings)
    return host


def do(host: VirtualHost, by: str, what: str, subject: str = "") -> None:
    key = f"{what}-{host.kernel.state.seq}"
    assert host.door.submit(Act(Confirm(what, subject), by, key)).accepted


def wakes(host: VirtualHost) -> int:
    return sum(record.kind == "wake" for record in host.kernel.journal.records())


def test_a_deadline_that_holds_wakes_the_table_when_it_comes() -> None:
    host = closed_table()
    do(host, "s1", "open_table")
    do(host, "d1", "inspect", "blue")
    deadlines = dict(host.kernel.state.deadlines)

    host.time.pass_time(9 * HOURS)

    assert deadlines
    assert wakes(host) == len(deadlines)


def test_a_deadline_that_was_dropped_wakes_nobody() -> None:
    host = closed_table()
    do(host, "s1", "open_table")
    do(host, "d1", "inspect", "blue")
    do(host, "s1", "close_table")
    do(host, "s1", "open_table")
    assert not host.kernel.state.deadlines

    host.time.pass_time(9 * HOURS)

    assert wakes(host) == 0


def test_a_deadline_that_was_set_anew_wakes_once_at_the_new_time() -> None:
    host = closed_table()
    do(host, "s1", "open_table")
    do(host, "d1", "inspect", "blue")
    first = dict(host.kernel.state.deadlines)
    host.time.pass_time(HOURS)
    do(host, "s1", "close_table")
    do(host, "s1", "open_table")
    do(host, "d1", "inspect", "blue")
    second = dict(host.kernel.state.deadlines)
    assert first.keys() == second.keys()
    assert first != second

    host.time.run_until(max(first.values()))
    woken_at_first = wakes(host)
    host.time.run_until(max(second.values()))

    assert woken_at_first == 0
    assert wakes(host) == len(second)


def test_what_is_committed_is_told_after_every_cycle() -> None:
    host = closed_table()
    told: list[int] = []
    host.committed = lambda: told.append(host.kernel.journal.synced_seq)

    do(host, "s1", "open_table")

    assert told == [host.kernel.journal.last_seq]
