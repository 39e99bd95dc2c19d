"""A unit or a version that the table file does not promise, accepted by a supervisor on record.

What cannot be accepted, and why, is in `arranging_refused`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tablectl.games.catalogue import rules_for
from tablectl.journal.memory import MemoryJournal
from tablectl.kernel import Kernel, rebuild
from tablectl.replay.checking import replay
from tablectl.table.view import view
from tablectl.texts import identity_texts
from tablectl.words.acts import Confirm
from tablectl.words.bases import HousePolicy, Role
from tablectl.words.canonical import digest, from_plain, loads, text, to_plain
from tablectl.words.dues import ConfirmDue
from tablectl.words.effects import Acknowledge
from tablectl.words.facts import Confirmed
from tablectl.words.inputs import Started
from tablectl.words.irregularities import Kind
from tablectl.words.observations import Jammed, LinkLost, LinkUp, Loaded, Observation
from tablectl.words.settings import Accepted, Changed, Settings, Unit
from tests.tables import CARD_READER, NOON, SHOE_1, Table, identity, settings_for

READER_1 = "reader_1"
ACCEPT = Confirm("accept_identity", READER_1)
NEWER = {"firmware": "1.1"}
OTHER_UNIT = {"serial": "R-9"}


def with_a_reader() -> Settings:
    return settings_for(devices={READER_1: replace(CARD_READER, versions=("1.x",))})


def answers(table: Table, name: str = READER_1, **otherwise: Any) -> None:
    """The line is up, and what answers is otherwise than the file promises."""
    table.take(Observation(name, LinkUp()))
    table.take(Observation(name, replace(identity(table.settings.devices[name]), **otherwise)))


def met(**otherwise: Any) -> Table:
    table = Table(with_a_reader()).ready_to_bet()
    answers(table, **otherwise)
    return table


def phase(table: Table, name: str = READER_1) -> str:
    return table.state.devices[name].phase


def device_view(table: Table, name: str = READER_1) -> Any:
    return view(table.rules, table.state, Role.SUPERVISOR)["devices"][name]


@pytest.mark.parametrize("otherwise", [NEWER, OTHER_UNIT], ids=["version", "unit"])
def test_what_was_accepted_is_used_once_a_technician_has_cleared_the_fault(
    otherwise: dict[str, str],
) -> None:
    table = met(**otherwise)
    assert (table.kinds[-1], phase(table)) == (Kind.IDENTITY_MISMATCH, "faulted")

    outcome = table.must(ACCEPT, "s1")
    table.must(Confirm("clear_fault", READER_1), "t1")

    assert phase(table) == "ready"
    told = outcome.facts[0]
    assert isinstance(told, Confirmed)
    assert (told.what, told.subject) == ("accept_identity", READER_1)
    assert all(value in told.note for value in otherwise.values())
    table.to("deal").next_round()
    assert not table.errors


def test_a_fault_may_be_cleared_before_the_unit_is_accepted() -> None:
    table = met(**NEWER)
    table.must(Confirm("clear_fault", READER_1), "t1")
    assert phase(table) == "unverified"
    table.must(ACCEPT, "s1")
    assert phase(table) == "ready"


def test_it_is_offered_on_the_house_s_own_basis_and_is_never_the_prompt() -> None:
    table = met(**NEWER)
    dues = [o.due for o in table.offers if isinstance(o.due, ConfirmDue)]
    due = next(due for due in dues if due.what == "accept_identity")
    assert isinstance(due.basis, HousePolicy)
    assert due.idle
    prompt = view(table.rules, table.state, Role.SUPERVISOR)["prompt"]
    assert prompt["code"] != "confirm_due:accept_identity"


def test_from_then_on_the_accepted_unit_is_the_promised_one_and_the_old_one_is_not() -> None:
    table = met(**OTHER_UNIT)
    table.must(ACCEPT, "s1")
    table.must(Confirm("clear_fault", READER_1), "t1")

    answers(table, **OTHER_UNIT)
    assert phase(table) == "ready"
    answers(table)
    assert (table.kinds[-1], phase(table)) == (Kind.IDENTITY_MISMATCH, "faulted")


def test_the_unit_of_the_table_file_is_accepted_back_and_nothing_is_left_of_the_other() -> None:
    table = met(**OTHER_UNIT)
    table.must(ACCEPT, "s1")
    answers(table)
    table.must(ACCEPT, "s1")
    assert table.state.changed.accepted == {}
    assert table.state.settings.devices == table.settings.devices


def test_everybody_is_shown_both_what_the_file_promises_and_what_was_accepted() -> None:
    table = met(**NEWER)
    assert device_view(table)["answers"]["differs"] == ["firmware is 1.1 and not 1.0"]
    assert device_view(table)["accepted"] is None
    assert list(identity_texts(device_view(table))) == [
        "what answers is not what was promised: firmware is 1.1 and not 1.0"
    ]

    table.must(ACCEPT, "s1")

    assert device_view(table)["answers"] is None
    accepted = device_view(table)["accepted"]
    assert (accepted["promised"]["firmware"], accepted["unit"]["firmware"]) == ("1.0", "1.1")
    assert list(identity_texts(device_view(table))) == [
        "accepted: serial number R-2, firmware 1.1; the table file has serial number R-2, "
        "firmware 1.0"
    ]


# ---------------------------------------------------------------- cards


def test_a_shoe_is_taken_off_with_its_cards_before_another_one_is_accepted() -> None:
    table = Table(settings_for("counting")).ready_to_bet()
    answers(table, SHOE_1, serial="S-9", load=4)
    accept = Confirm("accept_identity", SHOE_1)
    assert table.refused(accept, "s1").code == "cards_in_device"

    table.must(Confirm("take_off", SHOE_1), "s1")
    table.must(accept, "s1")
    table.must(Confirm("put_back", SHOE_1), "s1")
    table.must(Confirm("clear_fault", SHOE_1), "t1")

    assert phase(table, SHOE_1) == "ready"
    assert table.state.devices[SHOE_1].serial == "S-9"
    table.follow(lambda t: t.state.decks["blue"].phase == "loaded")
    table.see(SHOE_1, Loaded(5))
    assert table.state.decks["blue"].load == 5


def test_what_a_unit_told_before_it_was_accepted_is_on_record_and_is_not_waited_for() -> None:
    table = met(**OTHER_UNIT)
    table.take(Observation(READER_1, Jammed("dirt"), 7, 3))
    assert not [e for e in table.effects if isinstance(e, Acknowledge)]

    outcome = table.must(ACCEPT, "s1")

    assert Acknowledge(READER_1, 7, 3) in outcome.effects
    table.must(Confirm("clear_fault", READER_1), "t1")
    before = len(table.rulings)
    table.take(Observation(READER_1, Jammed("dirt"), 7, 4))
    assert [r.irregularity.kind for r in table.rulings[before:]] == [Kind.JAM]


def test_a_unit_that_is_gone_again_cannot_be_accepted() -> None:
    table = met(**OTHER_UNIT)
    table.take(Observation(READER_1, LinkLost("unplugged")))
    assert table.refused(ACCEPT, "s1").code == "nothing_to_accept"


def test_with_variants_the_one_that_the_promised_version_has_may_change_and_no_other() -> None:
    """The first variant that has a version counts, as it does in the profile."""
    versions, variants = ("1.x", "2.x", "2.1.x"), (("2.1.x",), ("2.x",))
    device = replace(CARD_READER, firmware="2.1.0", versions=versions, variants=variants)
    alike = {v: device.driven_alike(v) for v in ("2.1.7", "2.0", "1.4")}
    assert alike == {"2.1.7": True, "2.0": False, "1.4": False}


# ---------------------------------------------------------------- records


def on_record(table: Table) -> Kernel:
    """The same inputs, told to a kernel with a journal."""
    kernel = Kernel(MemoryJournal(), rules_for)
    kernel.start(table.settings, NOON)
    for number, input_ in enumerate(table.inputs[1:]):
        kernel.post(input_)
        kernel.cycle(NOON + number + 1)
    return kernel


def test_it_is_still_accepted_when_the_controller_is_started_again_with_the_old_file() -> None:
    table = met(**NEWER)
    table.must(ACCEPT, "s1")
    kernel = on_record(table)
    state, _ = rebuild(kernel.journal, rules_for, table.settings)
    assert digest(state) == digest(kernel.state)

    again = Kernel(kernel.journal, rules_for)
    again.start(table.settings, NOON + 1_000_000)

    assert again.state.settings.devices[READER_1].firmware == "1.1"
    assert again.state.changed.accepted[READER_1].promised.firmware == "1.0"


def test_a_record_with_an_accepted_unit_comes_out_the_same_when_it_is_replayed() -> None:
    table = met(**OTHER_UNIT)
    table.must(ACCEPT, "s1")
    kernel = on_record(table)
    done = replay(kernel.journal.records(), None, rules_for, {})
    assert done.difference is None


def test_closing_the_table_does_not_take_the_acceptance_back() -> None:
    table = met(**NEWER)
    table.must(ACCEPT, "s1")
    table.must(Confirm("close_table"), "s1")
    table.take(Started(table.settings))
    assert table.state.settings.devices[READER_1].firmware == "1.1"


@pytest.mark.parametrize("firmware", ["1.1", "1.2"])
def test_a_file_that_promises_something_else_has_the_last_word(firmware: str) -> None:
    table = met(**NEWER)
    table.must(ACCEPT, "s1")
    table.must(Confirm("close_table"), "s1")
    filed = replace(table.settings.devices[READER_1], firmware=firmware)
    written = replace(table.settings, devices={READER_1: filed})
    table.rules = rules_for(written)
    table.take(Started(written))
    assert table.state.settings == written
    assert table.state.changed == Changed()


def test_a_record_of_before_reads_as_it_did_and_one_of_now_reads_back() -> None:
    """Where nobody accepted anything, no word says so."""
    plain = to_plain(Changed(options={"count_every": 2}))
    assert "accepted" not in plain
    reader = with_a_reader().devices[READER_1]
    assert not {"variants", "program"} & to_plain(reader).keys()
    assert "stranger" not in to_plain(Table(with_a_reader()).state.devices[READER_1])
    changed = Changed(accepted={READER_1: Accepted(Unit("m", "a"), Unit("m", "b"))})
    assert from_plain(Changed, loads(text(changed))) == changed
