"""Seals on record: found by their token, chained like every row, and told from keys of acts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tablectl.journal.records import Entry, EntryRefused, RecordKind
from tablectl.journal.sqlite import SqliteJournal, read_only
from tablectl.journal.verify import verify
from tablectl.words.cards import Secret
from tests.journal.books import (
    NOON,
    Desk,
    MemoryDesk,
    SqliteDesk,
    act,
    append_act,
    observation,
    outcome,
    tampering,
)

ONE, TWO = Secret("S-1.aa", "0a1b"), Secret("S-1.bb", "2c3d")


@pytest.fixture(params=["memory", "sqlite"])
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Desk]:
    made: Desk = MemoryDesk() if request.param == "memory" else SqliteDesk(tmp_path)
    yield made
    made.close()


def seal(secret: Secret) -> Entry:
    return Entry.of_seal(NOON, secret)


def batch(first: int = 1) -> list[Entry]:
    """An observation with two seals, in the order in which the kernel writes them."""
    return [seal(ONE), seal(TWO), observation(), outcome(first + 2)]


def test_a_seal_is_found_by_its_token(desk: Desk) -> None:
    desk.journal.append(batch())
    desk.journal.sync()

    assert desk.journal.sealed(ONE.token) == ONE
    assert desk.journal.sealed(TWO.token) == TWO


@pytest.mark.parametrize("token", ["", "S-1.cc", "a|b", "\ud800"])
def test_a_token_that_nobody_sealed_is_not_found(desk: Desk, token: str) -> None:
    desk.journal.append(batch())
    desk.journal.sync()

    assert desk.journal.sealed(token) is None


def test_a_seal_is_not_found_before_it_is_durable(desk: Desk) -> None:
    desk.journal.append(batch())

    assert desk.journal.sealed(ONE.token) is None


def test_a_crash_before_the_sync_loses_the_seals_with_their_observation(desk: Desk) -> None:
    desk.journal.append(batch())
    desk.journal.sync()
    desk.journal.append([seal(Secret("S-1.cc", "44")), observation(), outcome(6)])

    desk.crash()

    assert desk.journal.sealed(ONE.token) == ONE
    assert desk.journal.sealed("S-1.cc") is None
    assert desk.journal.last_seq == 4


def test_a_seal_has_a_token(desk: Desk) -> None:
    with pytest.raises(EntryRefused, match="visible ASCII"):
        desk.journal.append([Entry(NOON, RecordKind.SEALED, '{"cipher":"00"}')])


def test_a_token_is_on_record_once(desk: Desk) -> None:
    desk.journal.append(batch())
    desk.journal.sync()

    with pytest.raises(EntryRefused, match=r"S-1\.aa"):
        desk.journal.append([seal(ONE), observation(), outcome(6)])
    with pytest.raises(EntryRefused, match=r"S-1\.cc"):
        desk.journal.append([seal(Secret("S-1.cc", "44"))] * 2)

    assert desk.journal.last_seq == 4


# ---------------------------------------------------------------- tokens and keys of acts


def test_no_act_is_found_under_the_token_of_a_seal(desk: Desk) -> None:
    desk.journal.append(batch())
    desk.journal.sync()

    assert desk.journal.by_key(ONE.token) is None


def test_no_seal_is_found_under_the_key_of_an_act(desk: Desk) -> None:
    append_act(desk.journal, "key-1")
    desk.journal.sync()

    assert desk.journal.sealed("key-1") is None


@pytest.mark.parametrize("act_first", [True, False])
def test_a_client_that_uses_a_token_as_its_key_gets_in_nobodys_way(
    desk: Desk, act_first: bool
) -> None:
    for acting in (act_first, not act_first):
        first = desk.journal.last_seq + 1
        entries = [act(ONE.token), outcome(first)] if acting else batch(first)
        desk.journal.append(entries)
        desk.journal.sync()

    found = desk.journal.by_key(ONE.token)
    assert found is not None
    assert found[0].kind == "act"
    assert desk.journal.sealed(ONE.token) == ONE


# ---------------------------------------------------------------- verifying


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


def write(path: Path, *entries: Entry) -> None:
    with closing(SqliteJournal(path)) as journal:
        journal.append(entries)
        journal.sync()


def found(path: Path) -> list[tuple[int, str]]:
    return [(finding.seq, finding.code) for finding in verify(path).findings]


def test_seals_are_counted_and_no_inputs(path: Path) -> None:
    write(path, *batch())

    verification = verify(path)

    assert verification.ok
    assert verification.counts == {"sealed": 2, "observation": 1, "outcome": 1}


def test_a_token_that_is_also_a_key_is_no_finding(path: Path) -> None:
    write(path, *batch(), act(ONE.token), outcome(5))

    assert found(path) == []


@pytest.mark.parametrize(
    "body",
    [
        "{}",
        "not json",
        "[" * 5000,
        '{"cipher":""}',
        '{"cipher":7}',
        '{"cipher":"AS"}',
        '{"cipher":"0"}',
        '{"card":"00"}',
        '{"card":"AS","cipher":"00"}',
        '"00"',
    ],
)
def test_a_seal_that_holds_no_cipher_is_named(path: Path, body: str) -> None:
    write(path, Entry(NOON, "sealed", body, "S-1.aa"), observation(), outcome(2))

    assert found(path) == [(1, "sealed")]
    with closing(read_only(path)) as reader:
        assert reader.sealed("S-1.aa") == Secret("S-1.aa", "")


@pytest.mark.parametrize(
    "forgery",
    [
        """UPDATE record SET body = '{"cipher":"2c3d"}' WHERE seq = 1""",
        "UPDATE record SET key = 'S-1.zz' WHERE seq = 1",
    ],
)
def test_a_changed_seal_does_not_have_its_hash(path: Path, forgery: str) -> None:
    write(path, *batch())
    with tampering(path) as db:
        db.execute(forgery)

    assert found(path) == [(1, "hash")]


def test_a_seal_without_a_token_and_a_doubled_one_are_named(path: Path) -> None:
    write(path, *batch())
    with tampering(path) as db:
        db.execute("UPDATE record SET key = 'S-1.aa' WHERE seq = 2")
    assert (2, "doubled_key") in found(path)

    with tampering(path) as db:
        db.execute("UPDATE record SET key = '' WHERE seq = 2")
    assert (2, "sealed") in found(path)
