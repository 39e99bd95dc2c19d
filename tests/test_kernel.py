"""The kernel: nothing leaves before its cause is durable, nothing is lost, nothing loops."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from tablectl.games.catalogue import rules_for
from tablectl.hosts.virtual import VirtualHost, VirtualTime
from tablectl.journal.errors import JournalFull
from tablectl.journal.memory import MemoryJournal
from tablectl.journal.records import Entry, Record, RecordKind, Snapshot
from tablectl.kernel import Kernel, ReplayError, RulesFor, SettingsClash, rebuild
from tablectl.sealing import Sealer
from tablectl.table.apply import SNAPSHOT_EVERY
from tablectl.words.acts import Act, Bet, Call, Choose, Confirm, Count, Deed, Move
from tablectl.words.bases import Role
from tablectl.words.canonical import dumps, from_plain, loads, to_tagged
from tablectl.words.effects import Acknowledge, Effect, SendOrder
from tablectl.words.inputs import Input, Started, Wake
from tablectl.words.irregularities import Kind
from tablectl.words.observations import CardsOut, LinkUp, Observation
from tablectl.words.orders import Order
from tablectl.words.outcomes import Outcome
from tablectl.words.settings import Person, Settings
from tests.table.poison import POISON, SLOW_POISON, poisoned, poisoned_rules
from tests.tables import DECK, KEY, NOON, SHOE_1, Table, at, identity, opened, settings_for

IDENTIFIED = (LinkUp(), identity(settings_for("counting").devices[SHOE_1]))


class Desk:
    """A kernel with a journal in memory, and somebody who posts to it."""

    def __init__(
        self,
        settings: Settings | None = None,
        rules: RulesFor = rules_for,
        journal: MemoryJournal | None = None,
        now: int = NOON,
    ) -> None:
        self.settings = settings if settings is not None else settings_for("counting")
        self.journal = journal if journal is not None else MemoryJournal()
        self.rules = rules
        self.kernel = Kernel(self.journal, rules)
        self.now = now
        self.kernel.start(self.settings, self.now)

    @classmethod
    def like(
        cls, table: Table, rules: RulesFor = rules_for, journal: MemoryJournal | None = None
    ) -> Desk:
        """A kernel that was told all that was told to this table."""
        desk = cls(table.settings, rules, journal)
        for input_ in table.inputs[1:]:
            desk.give(input_)
        return desk

    def give(self, *inputs: Input) -> tuple[Effect, ...]:
        for input_ in inputs:
            self.kernel.post(input_)
        self.now += 1
        return self.kernel.cycle(self.now)

    def do(self, deed: Deed, by: str = "d1") -> tuple[Effect, ...]:
        return self.give(Act(deed, by, f"desk:{self.journal.last_seq}"))

    def cards(self, count: int) -> list[Observation]:
        """The next cards out of the shoe, one by one."""
        event = self.kernel.state.devices[SHOE_1].event
        return [Observation(SHOE_1, CardsOut(1), 1, event + n + 1) for n in range(count)]

    def restarted(self, settings: Settings | None = None) -> Desk:
        """What a new process makes of what is durable."""
        return Desk(settings or self.settings, self.rules, self.journal.crash(), self.now)

    @property
    def records(self) -> list[Record]:
        return list(self.journal.records())

    @property
    def last_outcome(self) -> Outcome:
        outcomes = [r for r in self.records if r.kind == RecordKind.OUTCOME]
        return from_plain(Outcome, loads(outcomes[-1].body))


def ready(journal: MemoryJournal | None = None) -> Desk:
    return Desk.like(opened("counting"), journal=journal)


def dealing(journal: MemoryJournal | None = None) -> Desk:
    return Desk.like(at("deal", "counting"), journal=journal)


# ---------------------------------------------------------------- a commit that fails


def test_no_effect_leaves_when_the_commit_fails() -> None:
    desk = dealing()
    before, records = desk.kernel.state, desk.records
    desk.journal.full = True

    with pytest.raises(JournalFull):
        desk.give(*desk.cards(1))

    assert desk.kernel.state is before
    assert desk.records == records


def test_after_failed_commits_the_inbox_is_whole_and_goes_on() -> None:
    desk = dealing()
    one, two, three = desk.cards(3)
    desk.journal.full = True
    for given in ((one, two), ()):
        with pytest.raises(JournalFull):
            desk.give(*given)
    desk.journal.full = False

    effects = desk.give(three)

    acknowledged = [e.event for e in effects if isinstance(e, Acknowledge)]
    assert acknowledged == [one.event, two.event, three.event]
    assert desk.kernel.state.ledger[DECK].count("shoe") == 49
    assert not desk.kernel.busy


def test_what_failed_to_be_committed_is_on_record_once() -> None:
    desk = dealing()
    (card,) = desk.cards(1)
    desk.journal.full = True
    with pytest.raises(JournalFull):
        desk.give(card)
    desk.journal.full = False
    desk.give()
    assert [r.body for r in desk.records].count(dumps(to_tagged(card))) == 1


# ---------------------------------------------------------------- after the sync, and not before


class WatchedJournal(MemoryJournal):
    """Writes down when something was appended and when it became durable."""

    def __init__(self) -> None:
        super().__init__()
        self.story: list[str] = []

    def append(self, entries: Sequence[Entry], snapshot: Snapshot | None = None) -> None:
        super().append(entries, snapshot)
        self.story.append("append")

    def sync(self) -> None:
        super().sync()
        self.story.append("sync")


class WatchedShoe:
    """A port that writes into the same story when something reaches the device."""

    def __init__(self, journal: WatchedJournal) -> None:
        self.journal = journal

    def order(self, order: Order) -> None:
        self._reached("order", SendOrder(order))

    def acknowledge(self, epoch: int, event: int) -> None:
        self._reached("acknowledge", Acknowledge(SHOE_1, epoch, event))

    def connect(self) -> None:
        self.journal.story.append("connect")

    def close(self) -> None:
        self.journal.story.append("close")

    def recent(self) -> list[str]:
        return []

    def _reached(self, what: str, effect: Effect) -> None:
        durable = [r.body for r in self.journal.records() if r.kind == RecordKind.OUTCOME]
        assert dumps(to_tagged(effect)) in durable[-1], "it left before its cause was durable"
        self.journal.story.append(what)


def test_orders_and_acknowledgements_leave_only_after_the_sync() -> None:
    journal = WatchedJournal()
    table = opened("counting")
    table.must(Bet(2, "ante", 1000))
    desk = Desk.like(table, journal=journal)
    (card,) = desk.cards(1)
    host = VirtualHost(journal, rules_for, Sealer(KEY), VirtualTime(desk.now))
    host.devices[SHOE_1] = WatchedShoe(journal)
    host.start(table.settings)
    for report in IDENTIFIED:
        host.report(Observation(SHOE_1, report))
    journal.story.clear()

    host.door.submit(Act(Call("no_more_bets"), "d1", "call"))
    journal.story.append("answered")
    host.report(card)

    assert journal.story == ["append", "sync", "order", "answered", "append", "sync", "acknowledge"]


def test_everything_in_the_inbox_is_one_commit() -> None:
    journal = WatchedJournal()
    desk = dealing(journal)
    journal.story.clear()
    desk.give(*desk.cards(3))
    assert journal.story == ["append", "sync"]


def test_every_input_is_followed_by_its_outcome() -> None:
    desk = dealing()
    desk.give(*desk.cards(1), Wake("nothing"))
    rows = [r for r in desk.records if r.kind != RecordKind.SNAPSHOT]
    for given, led_to in zip(rows[::2], rows[1::2], strict=True):
        assert (led_to.kind, loads(led_to.body)["of"]) == (RecordKind.OUTCOME, given.seq)


# ---------------------------------------------------------------- rebuilding


class WithoutSnapshots(MemoryJournal):
    """The same record, of which nobody ever took a snapshot."""

    @classmethod
    def of(cls, journal: MemoryJournal) -> WithoutSnapshots:
        found = cls()
        found.__dict__.update(journal.crash().__dict__)
        return found

    def latest_snapshot(self) -> Snapshot | None:
        return None


def test_the_state_from_a_snapshot_is_the_state_from_the_whole_record() -> None:
    desk = dealing()
    desk.give(*desk.cards(2))
    assert desk.journal.latest_snapshot() is not None

    short, _ = rebuild(desk.journal, rules_for, desk.settings)
    whole, _ = rebuild(WithoutSnapshots.of(desk.journal), rules_for, desk.settings)

    assert short == whole == desk.kernel.state


def copied(journal: MemoryJournal, change: Callable[[Record], str]) -> MemoryJournal:
    """The same record written by somebody else, up to the first snapshot."""
    made = MemoryJournal()
    for record in journal.records():
        if record.kind == RecordKind.SNAPSHOT:
            break
        made.append([Entry(record.time, record.kind, change(record), record.key)])
    made.sync()
    return made


def test_an_outcome_that_was_not_ours_is_an_error_that_names_the_input() -> None:
    desk = Desk()
    desk.give(Wake("nothing"))
    last = desk.records[-1]

    def forged(record: Record) -> str:
        return record.body.replace("no_such_deadline", "fine") if record == last else record.body

    with pytest.raises(ReplayError) as caught:
        Desk(journal=copied(desk.journal, forged))
    assert caught.value.seq == last.seq - 1


def test_an_unchanged_copy_of_the_record_is_no_error() -> None:
    desk = Desk()
    desk.give(Wake("nothing"))
    again = Desk(journal=copied(desk.journal, lambda record: record.body))
    assert again.kernel.state.phase == "closed"


# ---------------------------------------------------------------- snapshots


def snapshots(desk: Desk) -> list[int]:
    """The inputs as of which snapshots were taken."""
    return [loads(r.body)["of"] for r in desk.records if r.kind == RecordKind.SNAPSHOT]


def test_a_snapshot_is_taken_when_the_table_opens_and_when_it_closes() -> None:
    desk = Desk()
    assert snapshots(desk) == []
    desk.do(Confirm("open_table"), "s1")
    desk.do(Confirm("close_table"), "s1")
    assert len(snapshots(desk)) == 2


def test_a_snapshot_is_taken_at_the_end_of_a_round_and_none_within_it() -> None:
    one_round = at("pick_up")
    before = snapshots(Desk.like(one_round))
    assert len(before) == 1
    one_round.must(Move("rack"))
    desk = Desk.like(one_round)
    assert snapshots(desk) == [*before, desk.kernel.state.seq]


def test_a_snapshot_is_taken_at_least_once_in_a_thousand_records() -> None:
    desk = Desk()
    for _ in range(2 * SNAPSHOT_EVERY):
        desk.give(Wake("nothing"))
    taken = snapshots(desk)
    gaps = [after - before for before, after in zip([0, *taken], taken, strict=False)]
    assert len(taken) >= 3
    assert max(gaps) <= SNAPSHOT_EVERY + 2


# ---------------------------------------------------------------- poison


def poisoned_desk(*, cards_out: bool = False) -> Desk:
    """A kernel whose last durable input is one that the rules cannot digest."""
    table = poisoned("count" if cards_out else "bets")
    if cards_out:
        table.must(Count("shoe", 45))
    else:
        table.must(Bet(1, "stake", 500))
    table.do(SLOW_POISON if cards_out else POISON)
    return Desk.like(table, poisoned_rules)


def test_poison_stops_the_table_with_a_record_of_it() -> None:
    desk = poisoned_desk()
    assert desk.kernel.state.phase == "stopped"
    assert desk.last_outcome.fault == f"Mistake at input {desk.last_outcome.of}"
    assert [type(error).__name__ for error in desk.kernel.errors] == ["Mistake"]
    assert not desk.kernel.busy


def test_restarting_on_poison_neither_fails_nor_loops() -> None:
    desk = poisoned_desk()
    again = desk.restarted().restarted()
    assert again.kernel.state.phase == "stopped"
    assert again.kernel.state.fault == desk.kernel.state.fault
    assert again.kernel.errors == []


def test_a_technician_releases_the_table_and_it_goes_on() -> None:
    desk = poisoned_desk().restarted()
    desk.do(Confirm("release"), "t1")
    assert desk.kernel.state.phase == "open"
    desk.do(Call("closed"))
    assert desk.kernel.state.round.hands == ("seat_1",)


def test_with_cards_out_the_supervisor_decides_after_the_release() -> None:
    desk = poisoned_desk(cards_out=True).restarted()
    desk.do(Confirm("release"), "t1")
    restart = next(c for c in desk.kernel.state.cases if c.ruled.irregularity.kind is Kind.RESTART)
    assert restart.ruled.ruling.confirm == (Role.SUPERVISOR,)
    desk.do(Choose("remedy", restart.id, "void_round"), "s1")
    assert desk.kernel.state.round.step == "void"


# ---------------------------------------------------------------- settings


def test_an_open_table_is_not_started_under_other_rules() -> None:
    desk = ready()
    with pytest.raises(SettingsClash, match="table T1 is open under other rules"):
        desk.restarted(settings_for("counting", options={"count_every": 3}))


def test_a_clash_leaves_the_table_where_it_was() -> None:
    desk = ready()
    before = desk.kernel.state
    with pytest.raises(SettingsClash):
        desk.kernel.change(settings_for("counting", seats=4), desk.now)
    after = desk.kernel.state
    assert after == replace(before, seq=after.seq, time=after.time)
    desk.do(Bet(2, "ante", 1000))
    assert desk.last_outcome.accepted


def test_a_closed_table_may_be_started_under_other_rules() -> None:
    again = Desk().restarted(settings_for("blind", game="blackjack"))
    assert again.kernel.state.settings.game == "blackjack"


def test_people_may_change_while_the_table_is_open() -> None:
    desk = ready()
    people = {**desk.settings.people, "d9": Person((Role.DEALER,))}
    desk.kernel.change(replace(desk.settings, people=people), desk.now)
    desk.do(Bet(2, "ante", 1000), "d9")
    assert desk.last_outcome.accepted


def test_settings_are_the_first_record_of_every_start() -> None:
    desk = ready()
    before = len(desk.records)
    again = desk.restarted()
    assert [r.kind for r in again.records[before:]] == [RecordKind.STARTED, RecordKind.OUTCOME]
    assert again.records[before].body == dumps(to_tagged(Started(desk.settings)))


def test_a_kernel_that_was_not_started_has_no_state_to_show() -> None:
    kernel = Kernel(MemoryJournal(), rules_for)
    with pytest.raises(RuntimeError, match="not been started"):
        _ = kernel.state
