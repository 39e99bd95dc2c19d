"""How a served table ends: everything recorded and answered, lines closed, no thread left."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tablectl.games.catalogue import rules_for
from tablectl.hosts.service import ServiceHost
from tablectl.journal.errors import JournalFull
from tablectl.journal.sqlite import SqliteJournal
from tablectl.journal.verify import verify
from tablectl.sealing import Sealer
from tablectl.words.acts import Act, Confirm
from tablectl.words.cards import Card, Sealed
from tablectl.words.inputs import Wake
from tablectl.words.observations import CardsOut, LinkUp, Observation
from tests.hosts.serving import client, served
from tests.hosts.slow import OPEN, Asking, Port, Service, SlowJournal, serving, writers
from tests.tables import DECK, KEY, SHOE_1, identity, settings_for

INSPECT = Act(Confirm("inspect", DECK), "d1", "inspect")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "door.sock"


@pytest.fixture
def journal() -> SlowJournal:
    return SlowJournal()


def test_the_writers_thread_is_there_while_the_table_is_served_and_gone_afterwards(
    path: Path, journal: SlowJournal
) -> None:
    with serving(path, journal):
        (thread,) = writers()
        assert not thread.daemon
    assert writers() == []


def test_stopping_records_everything_that_has_come_in(path: Path, journal: SlowJournal) -> None:
    with serving(path, journal) as service:
        asking: list[Asking] = []

        def all_at_once() -> None:
            for name in "abc":
                service.host.post(Wake(name))
            service.host.stop()

        journal.stick()
        asking.append(Asking(path, OPEN))
        journal.is_stuck()
        service.call(all_at_once)
        journal.go_on()

    assert [r.kind for r in journal.records()].count("wake") == 3
    assert asking[0].answered()["ok"] is True, "who was waiting is answered"


def test_lines_are_closed_after_the_last_acknowledgement_has_left(
    path: Path, journal: SlowJournal
) -> None:
    port = Port()
    host = ServiceHost(journal, rules_for, Sealer(KEY))
    host.devices[SHOE_1] = port
    with served(host, settings_for("counting"), path):
        service = Service(host, path)
        shoe = host.kernel.state.settings.devices[SHOE_1]

        def last_words() -> None:
            for report in (LinkUp(), identity(shoe)):
                host.report(Observation(SHOE_1, report, 1))
            host.report(Observation(SHOE_1, CardsOut(1), 1, 1))
            host.stop()

        service.call(last_words)

    assert port.story[0] == "connect"
    assert port.story[-2:] == ["acknowledge 1:1", "close"]


class Waking(Port):
    """A line whose closing sets a stuck disk going again, a little later."""

    def __init__(self, journal: SlowJournal) -> None:
        super().__init__()
        self._journal = journal

    def close(self) -> None:
        threading.Timer(0.1, self._journal.go_on).start()


def test_even_a_service_that_fails_does_not_end_before_the_commit_under_way(
    path: Path, journal: SlowJournal
) -> None:
    host = ServiceHost(journal, rules_for, Sealer(KEY))
    host.devices[SHOE_1] = Waking(journal)

    def fail_during_a_commit() -> None:
        service = Service(host, path)
        journal.stick()
        service.wake("a")
        journal.is_stuck()
        service.call(lambda: host.fail(ZeroDivisionError()))

    with pytest.raises(ZeroDivisionError), served(host, settings_for("counting"), path):
        fail_during_a_commit()

    assert [r.kind for r in journal.records()].count("wake") == 1
    assert writers() == []


def test_a_disk_that_refuses_does_not_keep_the_table_from_ending(
    path: Path, journal: SlowJournal
) -> None:
    told: list[Exception] = []
    with serving(path, journal) as service:
        service.host.trouble = told.append
        journal.full = True
        service.wake("a")

    assert [type(error) for error in told] == [JournalFull] * len(told)
    assert told
    assert [r.kind for r in journal.records()].count("wake") == 0


def test_surroundings_are_there_from_before_the_start_until_after_the_lines_are_closed(
    journal: SlowJournal,
) -> None:
    host = ServiceHost(journal, rules_for, Sealer(KEY))
    port = Port()

    @contextmanager
    def surroundings() -> Iterator[None]:
        asyncio.get_running_loop()
        assert journal.last_seq == 0
        host.devices[SHOE_1] = port
        yield
        port.story.append("left")

    async def play() -> None:
        await host.serve(settings_for("counting"), surroundings=surroundings(), ready=host.stop)

    asyncio.run(play())

    assert (port.story[0], port.story[-2:]) == ("connect", ["close", "left"])


# ------------------------------------------------------------------ on a real disk


def test_a_served_table_on_a_file_leaves_a_sound_record_with_its_seals(
    tmp_path: Path, path: Path
) -> None:
    file = tmp_path / "table.db"
    journal = SqliteJournal(file)
    secret = Sealer(KEY).seal(Card.of("AS"), "one")
    out = Observation(SHOE_1, CardsOut(1, (Sealed(secret.token),)), 1, 1)
    with serving(path, journal, "recognising") as service, client(path) as door:
        shoe = service.host.kernel.state.settings.devices[SHOE_1]
        service.report(LinkUp(), identity(shoe))
        service.call(lambda: service.host.report(out, (secret,)))
        receipts = [door.submit(OPEN), door.submit(INSPECT), door.submit(OPEN)]
        assert service.call(lambda: service.host.opened(secret.token)) == Card.of("AS")
    journal.close()

    assert receipts[0] == receipts[2]
    verification = verify(file)
    assert verification.findings == ()
    assert (verification.counts["sealed"], verification.counts["act"]) == (1, 2)


def test_what_is_raised_in_a_callback_of_the_loop_ends_the_service(
    path: Path, journal: SlowJournal
) -> None:
    """A serial line is read in one; asyncio alone would write a line to its log and go on."""

    def broken() -> None:
        raise ZeroDivisionError("in a callback")

    def break_it() -> None:
        asyncio.get_running_loop().call_soon(broken)

    def serve() -> None:
        with serving(path, journal) as service:
            service.call(break_it)

    with pytest.raises(ZeroDivisionError, match="in a callback"):
        serve()
    assert writers() == []
