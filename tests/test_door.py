"""The door: one act, one record, one answer, however often and whenever it is asked."""

from __future__ import annotations

import pytest

from tablectl.door import BadKey
from tablectl.games.catalogue import rules_for
from tablectl.hosts.virtual import VirtualHost, VirtualTime
from tablectl.journal.errors import JournalFull
from tablectl.journal.memory import MemoryJournal
from tablectl.journal.records import RecordKind
from tablectl.kernel import KeyReused
from tablectl.sealing import Sealer
from tablectl.table.view import view
from tablectl.words.acts import Act, Call, Confirm, Shown, Turn
from tablectl.words.bases import HOUSE, Role
from tablectl.words.canonical import from_plain, loads
from tablectl.words.cards import STANDARD_52
from tablectl.words.observations import CardsOut, LinkLost, LinkUp, Observation
from tablectl.words.outcomes import Outcome
from tablectl.words.settings import Settings
from tests.tables import KEY, NOON, SHOE_1, Table, settings_for

OPEN = Act(Confirm("open_table"), "s1", "open-1")
REFUSED = Act(Call("no_more_bets"), "d1", "call-1")


class House:
    """A table behind its door, whose process can die and start again."""

    def __init__(
        self, journal: MemoryJournal | None = None, settings: Settings | None = None
    ) -> None:
        self.journal = journal if journal is not None else MemoryJournal()
        self.host = VirtualHost(self.journal, rules_for, Sealer(KEY), VirtualTime(NOON))
        self.host.start(settings if settings is not None else settings_for("counting"))
        self.door = self.host.door

    def restarted(self) -> House:
        return House(self.journal.crash())

    def acts(self) -> list[str]:
        """The keys of the acts on record."""
        return [r.key for r in self.journal.records() if r.kind == RecordKind.ACT]


# ---------------------------------------------------------------- once


@pytest.mark.parametrize("act", [OPEN, REFUSED], ids=["accepted", "refused"])
def test_the_same_act_under_the_same_key_is_one_record_and_one_answer(act: Act) -> None:
    house = House()
    answers = [house.door.submit(act) for _ in range(3)]
    assert answers[1:] == answers[:2]
    assert house.acts() == [act.key]


@pytest.mark.parametrize("act", [OPEN, REFUSED], ids=["accepted", "refused"])
def test_an_act_tried_again_after_a_restart_gets_the_answer_it_got(act: Act) -> None:
    house = House()
    answer = house.door.submit(act)

    again = house.restarted()

    assert again.door.submit(act) == answer
    assert again.acts() == [act.key]


def test_the_answer_does_not_change_with_the_table() -> None:
    house = House()
    answer = house.door.submit(OPEN)
    house.door.submit(Act(Confirm("close_table"), "s1", "close-1"))
    assert house.door.submit(OPEN) == answer
    assert house.host.kernel.state.phase == "closed"


@pytest.mark.parametrize(
    "other",
    [
        Act(Confirm("close_table"), "s1", OPEN.key),
        Act(OPEN.deed, "s2", OPEN.key),
        Act(OPEN.deed, "s1", OPEN.key, second="s2"),
    ],
    ids=["another_deed", "another_person", "another_second"],
)
@pytest.mark.parametrize("restart", [False, True], ids=["at_once", "after_a_restart"])
def test_a_key_that_comes_back_with_another_act_is_refused(other: Act, restart: bool) -> None:
    house = House()
    house.door.submit(OPEN)
    house = house.restarted() if restart else house

    with pytest.raises(KeyReused, match="open-1"):
        house.door.submit(other)

    assert house.acts() == [OPEN.key]


@pytest.mark.parametrize("key", ["", " ", "a b", "a|b", "ä", "k" * 129, "a\n"])
def test_a_key_that_no_client_may_use_is_refused_and_leaves_no_record(key: str) -> None:
    house = House()
    with pytest.raises(BadKey) as caught:
        house.door.submit(Act(OPEN.deed, "s1", key))
    assert caught.value.code == "bad_key"
    assert house.acts() == []


@pytest.mark.parametrize("key", ["k", "k" * 128, "tablet-3:2026-01-01T00:00:00Z#7"])
def test_any_other_key_will_do(key: str) -> None:
    house = House()
    assert house.door.submit(Act(OPEN.deed, "s1", key)).accepted
    assert house.acts() == [key]


# ---------------------------------------------------------------- answers


def test_an_accepted_act_is_told_so_with_its_number() -> None:
    house = House()
    receipt = house.door.submit(OPEN)
    record = next(r for r in house.journal.records() if r.key == OPEN.key)
    assert (receipt.key, receipt.seq, receipt.accepted) == (OPEN.key, record.seq, True)
    assert receipt.refusal is None


def test_a_refused_act_is_on_record_with_its_refusal() -> None:
    house = House()

    receipt = house.door.submit(REFUSED)

    assert (receipt.accepted, receipt.rulings) == (False, ())
    assert receipt.refusal is not None
    assert (receipt.refusal.code, receipt.refusal.basis) == ("not_due", HOUSE)
    last = list(house.journal.records())[-1]
    assert from_plain(Outcome, loads(last.body)).refusal == receipt.refusal


def test_somebody_unknown_is_refused_on_record_too() -> None:
    house = House()
    receipt = house.door.submit(Act(OPEN.deed, "mallory", "m-1"))
    assert receipt.refusal is not None
    assert receipt.refusal.code == "unknown_person"
    assert house.acts() == ["m-1"]


# ---------------------------------------------------------------- a disk that takes nothing


def test_an_act_that_cannot_be_made_durable_is_not_done_and_can_be_tried_again() -> None:
    house = House()
    house.journal.full = True
    with pytest.raises(JournalFull):
        house.door.submit(OPEN)
    assert house.host.kernel.state.phase == "closed"
    house.journal.full = False

    assert house.door.submit(OPEN).accepted
    assert house.acts() == [OPEN.key]


def test_an_act_that_was_given_up_does_not_happen_later_by_itself() -> None:
    house = House()
    house.journal.full = True
    with pytest.raises(JournalFull):
        house.door.submit(OPEN)
    house.journal.full = False

    house.host.report(Observation(SHOE_1, LinkUp()))

    assert house.acts() == []
    assert house.host.kernel.state.phase == "closed"


def test_what_a_device_said_meanwhile_is_kept_when_an_act_is_given_up() -> None:
    house = House()
    house.journal.full = True
    with pytest.raises(JournalFull):
        house.host.report(Observation(SHOE_1, LinkLost("unplugged")))
    with pytest.raises(JournalFull):
        house.door.submit(OPEN)
    house.journal.full = False

    house.door.submit(OPEN)

    kinds = [r.kind for r in house.journal.records() if r.kind in ("observation", "act")]
    assert kinds == [RecordKind.OBSERVATION, RecordKind.ACT]


class ShortOfSpace(MemoryJournal):
    """A disk with room for so many commits more; -1 for any number."""

    room = -1

    def sync(self) -> None:
        self.full = self.room == 0
        self.room -= self.room > 0
        super().sync()


def test_an_act_that_is_durable_is_answered_though_what_it_led_to_cannot_be_kept_yet() -> None:
    journal = ShortOfSpace()
    table = Table(settings_for("recognising")).to("deal")
    for card in STANDARD_52[:6]:
        table.see(SHOE_1, CardsOut(1, (table.seal(card),)))
    table.to("dealer_reveal")
    house = House(journal, table.settings)
    for input_ in table.inputs[1:]:
        house.host.post(input_)
    turn = Act(Turn((Shown("dealer"),)), "d1", "turn-1")
    journal.room = 1

    receipt = house.door.submit(turn)

    assert receipt.accepted
    assert house.acts()[-1] == turn.key
    assert house.host.kernel.busy
    journal.room = -1
    house.host.pump()
    assert house.host.kernel.state.round.step == "player_reveal"


# ---------------------------------------------------------------- looking, and clients


@pytest.mark.parametrize("role", Role)
def test_what_the_door_shows_is_the_view_of_the_role_after_the_last_durable_input(
    role: Role,
) -> None:
    house = House()
    house.door.submit(OPEN)
    kernel = house.host.kernel
    assert house.door.view(role) == view(kernel.rules, kernel.state, role)
    assert house.door.view(role)["phase"] == "open"


def test_looking_leaves_no_record() -> None:
    house = House()
    before = house.journal.last_seq
    for role in Role:
        house.door.view(role)
    assert house.journal.last_seq == before


def test_whoever_looks_again_at_the_same_table_is_given_the_same_view() -> None:
    door = House().door
    first = door.view(Role.DEALER)
    assert door.view(Role.DEALER) is first
    assert door.view(Role.SUPERVISOR) is not first
    door.submit(OPEN)
    assert door.view(Role.DEALER)["seq"] > first["seq"]
