"""A cycle in three steps, and what is sealed in an input: on record together or not at all."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tablectl.games.catalogue import rules_for
from tablectl.hosts.virtual import VirtualHost, VirtualTime
from tablectl.journal.errors import JournalFull
from tablectl.journal.memory import MemoryJournal
from tablectl.journal.records import Entry, Journal, Record, RecordKind, Snapshot
from tablectl.journal.sqlite import SqliteJournal
from tablectl.journal.verify import verify
from tablectl.kernel import Kernel, KeyReused, rebuild
from tablectl.sealing import SealBroken, Sealer
from tablectl.words.acts import Act, Call, Shown, Turn
from tablectl.words.canonical import from_tagged, loads
from tablectl.words.cards import STANDARD_52, Card, Known, Sealed, Secret
from tablectl.words.errors import TablectlError
from tablectl.words.inputs import Input, Unsealed, Wake
from tablectl.words.observations import CardsOut, Observation
from tests.tables import KEY, NOON, SHOE_1, Table, at, settings_for

DEALT = STANDARD_52[:6]
DEALERS = DEALT[1::2]
"""Every second card goes to the dealer."""


def started(journal: Journal | None = None, preset: str = "counting") -> Kernel:
    kernel = Kernel(journal if journal is not None else MemoryJournal(), rules_for)
    kernel.start(settings_for(preset), NOON)
    return kernel


def told(kernel: Kernel, table: Table) -> None:
    """Tell a kernel everything that this table was told."""
    for number, input_ in enumerate(table.inputs[1:]):
        kernel.post(input_, secrets_of(table, input_))
        kernel.cycle(NOON + 1 + number)


def secrets_of(table: Table, input_: Input) -> tuple[Secret, ...]:
    if not isinstance(input_, Observation) or not isinstance(input_.report, CardsOut):
        return ()
    return tuple(table.secrets[f.token] for f in input_.report.faces if isinstance(f, Sealed))


def seen(event: int, *cards: Card) -> tuple[Observation, tuple[Secret, ...]]:
    secrets = tuple(Sealer(KEY).seal(card, "one") for card in cards)
    faces = tuple(Sealed(secret.token) for secret in secrets)
    return Observation(SHOE_1, CardsOut(len(cards), faces), 1, event), secrets


def kinds(records: Sequence[Record]) -> list[str]:
    return [record.kind for record in records]


# ---------------------------------------------------------------- three steps


def test_an_empty_inbox_makes_no_batch() -> None:
    assert started().prepare(NOON) is None


def test_preparing_changes_nothing_that_anybody_can_see() -> None:
    kernel = started()
    before, last = kernel.state, kernel.journal.last_seq
    kernel.post(Wake("a"))

    assert kernel.prepare(NOON) is not None

    assert kernel.state is before
    assert kernel.journal.last_seq == last
    assert kernel.busy


def test_what_is_posted_while_a_batch_is_on_its_way_waits_for_the_next() -> None:
    kernel = started()
    kernel.post(Wake("a"))
    first = kernel.prepare(NOON)
    assert first is not None
    kernel.post(Wake("b"))

    kernel.commit(first)
    kernel.settle(first)

    second = kernel.prepare(NOON)
    assert second is not None
    assert [posted.input for posted in second.posted] == [Wake("b")]
    assert second.after == kernel.journal.last_seq == kernel.state.seq + 1


def test_a_batch_that_was_not_committed_can_be_prepared_anew_with_what_has_come_since() -> None:
    journal = MemoryJournal()
    kernel = started(journal)
    kernel.post(Wake("a"))
    first = kernel.prepare(NOON)
    assert first is not None
    journal.full = True
    with pytest.raises(JournalFull):
        kernel.commit(first)
    journal.full = False
    kernel.post(Wake("b"))

    kernel.cycle(NOON)

    wakes = [r.body for r in journal.records() if r.kind == RecordKind.WAKE]
    assert [loads(body)["name"] for body in wakes] == ["a", "b"]


def test_a_batch_that_is_out_of_its_turn_is_not_committed() -> None:
    kernel = started()
    kernel.post(Wake("a"))
    stale = kernel.prepare(NOON)
    assert stale is not None
    kernel.cycle(NOON)
    last = kernel.journal.last_seq

    with pytest.raises(RuntimeError, match="out of its turn"):
        kernel.commit(stale)

    assert kernel.journal.last_seq == last


def test_an_act_that_waits_already_is_not_taken_twice() -> None:
    kernel = started()
    act = Act(Call("nothing"), "d1", "k")
    kernel.post(act)
    kernel.post(act)
    with pytest.raises(KeyReused):
        kernel.post(Act(Call("other"), "d1", "k"))

    kernel.cycle(NOON)

    assert kinds(list(kernel.journal.records())).count("act") == 1


# ---------------------------------------------------------------- seals with their observation


def test_seals_stand_right_before_the_observation_they_came_with() -> None:
    journal = MemoryJournal()
    kernel = started(journal, "recognising")
    last = journal.last_seq
    kernel.post(Wake("a"))
    kernel.post(*seen(1, *DEALT[:2]))
    kernel.post(Wake("b"))
    kernel.cycle(NOON)

    rows = list(journal.records(last))
    assert kinds(rows)[:8] == [
        *("wake", "outcome"),
        *("sealed", "sealed", "observation", "outcome"),
        *("wake", "outcome"),
    ]
    assert [r.key for r in rows[2:4]] == [s.token for s in seen(1, *DEALT[:2])[1]]
    for row in rows:
        if row.kind == RecordKind.OUTCOME:
            assert loads(row.body)["of"] == row.seq - 1


def test_a_seal_that_is_on_record_is_not_written_again() -> None:
    journal = MemoryJournal()
    kernel = started(journal, "recognising")
    kernel.post(*seen(1, *DEALT[:2], DEALT[0]))
    kernel.post(*seen(2, DEALT[1]))
    kernel.cycle(NOON)
    kernel.post(*seen(3, *DEALT[:3]))
    kernel.cycle(NOON)

    tokens = [r.key for r in journal.records() if r.kind == RecordKind.SEALED]
    assert tokens == [s.token for s in seen(1, *DEALT[:3])[1]]


@pytest.mark.parametrize("keep", [0, 1])
def test_a_power_cut_keeps_seals_and_observation_together_or_neither(keep: int) -> None:
    journal = MemoryJournal()
    kernel = started(journal, "recognising")
    before = journal.last_seq
    observation, secrets = seen(1, *DEALT[:2])
    kernel.post(observation, secrets)
    batch = kernel.prepare(NOON)
    assert batch is not None
    journal.append(batch.entries, batch.snapshot)

    left = journal.crash(keep_pending=keep)

    sealed = [left.sealed(secret.token) for secret in secrets]
    assert sealed == (list(secrets) if keep else [None, None])
    assert kinds(list(left.records(before))).count("observation") == keep


def test_a_failed_commit_leaves_neither_seal_nor_observation() -> None:
    journal = MemoryJournal()
    kernel = started(journal, "recognising")
    observation, secrets = seen(1, *DEALT[:2])
    kernel.post(observation, secrets)
    journal.full = True
    with pytest.raises(JournalFull):
        kernel.cycle(NOON)
    assert [journal.sealed(secret.token) for secret in secrets] == [None, None]
    assert kernel.busy

    journal.full = False
    kernel.cycle(NOON)

    assert [journal.sealed(secret.token) for secret in secrets] == list(secrets)


def test_a_rebuild_passes_over_seals(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    journal = SqliteJournal(path)
    kernel = started(journal, "recognising")
    told(kernel, recognised())

    state, _ = rebuild(journal, rules_for, kernel.state.settings)

    assert state == kernel.state
    journal.close()
    assert verify(path).findings == ()
    assert verify(path).counts["sealed"] == len(DEALT)


def test_an_act_whose_key_is_a_token_is_an_act_like_any_other() -> None:
    journal = MemoryJournal()
    kernel = started(journal, "recognising")
    observation, secrets = seen(1, DEALT[0])
    token = secrets[0].token
    act = Act(Call("nothing"), "d1", token)
    kernel.post(act)
    kernel.cycle(NOON)
    kernel.post(observation, secrets)
    kernel.cycle(NOON)

    receipt = kernel.receipt(act)
    assert receipt is not None
    assert receipt.key == token
    assert journal.sealed(token) == secrets[0]


# ---------------------------------------------------------------- opening, at a host


def recognised() -> Table:
    """A table whose dealer's cards, out of a shoe that recognises them, are due to be turned."""
    table = at("deal", "recognising")
    for card in DEALT:
        table.see(SHOE_1, CardsOut(1, (table.seal(card),)))
    return table.to("dealer_reveal")


TURN = Act(Turn((Shown("dealer"),)), "d1", "turn")


class Bench:
    """A host that was told all that was told to such a table, with or without the secrets."""

    def __init__(self, journal: Journal, *, key: bytes = KEY, secrets: bool = True) -> None:
        self.journal = journal
        self.host = VirtualHost(journal, rules_for, Sealer(key), VirtualTime(NOON))
        self.told: list[TablectlError] = []
        self.host.unopened = self.told.append
        table = recognised()
        self.host.start(table.settings)
        for input_ in table.inputs[1:]:
            self.host.post(input_, secrets_of(table, input_) if secrets else ())

    def turned(self) -> Unsealed:
        assert self.host.door.submit(TURN).accepted
        (body,) = [r.body for r in self.journal.records() if r.kind == RecordKind.UNSEALED]
        unsealed: Input = from_tagged(Input, loads(body))
        assert isinstance(unsealed, Unsealed)
        return unsealed


def test_a_reveal_opens_what_is_sealed_on_record() -> None:
    bench = Bench(MemoryJournal())

    unsealed = bench.turned()

    assert set(unsealed.cards.values()) == set(DEALERS)
    assert bench.told == []


def test_a_card_without_its_cipher_is_missing_and_somebody_is_told() -> None:
    bench = Bench(MemoryJournal(), secrets=False)

    unsealed = bench.turned()

    assert (len(unsealed.tokens), dict(unsealed.cards)) == (len(DEALERS), {})
    assert [type(error) for error in bench.told] == [SealBroken] * len(DEALERS)
    assert "no cipher" in str(bench.told[0])


def test_a_card_sealed_with_another_key_is_missing_and_somebody_is_told() -> None:
    bench = Bench(MemoryJournal(), key=KEY[::-1])

    unsealed = bench.turned()

    assert dict(unsealed.cards) == {}
    assert len(bench.told) == len(DEALERS)
    assert not any(card.code in str(error) for card in DEALERS for error in bench.told)


class Swapping(MemoryJournal):
    """A journal in which somebody has swapped the ciphers of the dealer's first two cards."""

    def append(self, entries: Sequence[Entry], snapshot: Snapshot | None = None) -> None:
        ciphers = {token: Sealer(KEY).seal(card, "one").cipher for token, card in SWAPPED.items()}
        swapped = [
            Entry.of_seal(e.time, Secret(e.key, ciphers[e.key])) if e.key in ciphers else e
            for e in entries
        ]
        super().append(swapped, snapshot)


SWAPPED = {
    Sealer(KEY).seal(DEALERS[0], "one").token: DEALERS[1],
    Sealer(KEY).seal(DEALERS[1], "one").token: DEALERS[0],
}


def test_swapped_ciphers_do_not_show_one_card_for_another() -> None:
    bench = Bench(Swapping())

    unsealed = bench.turned()

    assert list(unsealed.cards.values()) == [DEALERS[2]]
    assert len(bench.told) == 2


# ---------------------------------------------------------------- bytes on disk


def on_disk(folder: Path) -> Iterator[str]:
    for path in sorted(folder.iterdir()):
        yield path.read_bytes().decode("latin-1")


def found(folder: Path, cards: Sequence[Card]) -> set[Card]:
    """Cards as any text has them; two letters among random bytes are not one."""
    whole = "\n".join(on_disk(folder))
    return {c for c in cards if re.search(rf"[\"'\s,:\[(]{c.code}[\"'\s,\])]", whole)}


def test_a_hidden_card_is_in_no_byte_of_any_file_before_its_reveal(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path / "table.db")
    bench = Bench(journal)
    assert (tmp_path / "table.db-wal").stat().st_size > 0
    assert found(tmp_path, DEALT) == set()

    bench.turned()

    assert found(tmp_path, DEALT) == set(DEALERS)
    assert Known(DEALERS[0]) in bench.host.kernel.state.ledger["blue"].piles["dealer"].faces
    journal.close()
