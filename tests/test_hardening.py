"""Kernel, door and wire under what a disk, a clock or a stranger's message can do to them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablectl.door import Door
from tablectl.doorwire import WireError, parse_request
from tablectl.games.catalogue import GAMES, rules_for
from tablectl.games.options import problems
from tablectl.journal.errors import JournalFull
from tablectl.journal.memory import MemoryJournal
from tablectl.kernel import Kernel, inputs
from tablectl.table.apply import SNAPSHOT_EVERY, apply
from tablectl.words.acts import Act, Call, Confirm
from tablectl.words.effects import TakeSnapshot
from tablectl.words.inputs import ClockStepped, Stamped, Started, Wake
from tablectl.words.irregularities import Kind
from tests.tables import NOON, SECOND, Table, settings_for

OPEN = Act(Confirm("open_table"), "s1", "open-1")


def started(journal: MemoryJournal, now: int = NOON) -> Kernel:
    kernel = Kernel(journal, rules_for)
    kernel.start(settings_for("counting"), now)
    return kernel


def test_an_act_nested_beyond_reason_is_bad_input_and_no_accident() -> None:
    """How deep is too deep depends on who calls, so every depth around the limit is tried."""
    for depth in range(700, 1_000):
        deep = "[" * depth + "]" * depth
        shown = f'{{"is":"turn","shown":[{{"place":{deep}}}]}}'
        line = f'{{"do":"submit","act":{{"by":"d1","key":"k","deed":{shown}}}}}'
        with pytest.raises(WireError):
            parse_request(line.encode())


def test_an_act_that_is_durable_is_answered_though_what_it_led_to_could_not_be_kept() -> None:
    journal = MemoryJournal()
    kernel = started(journal)

    def pump() -> None:
        kernel.cycle(NOON + SECOND)
        journal.full = True
        kernel.post(Wake("what the act led to"))
        kernel.cycle(NOON + SECOND)

    receipt = Door(kernel, pump).submit(OPEN)

    assert receipt.accepted
    assert kernel.busy, "what could not be kept is still in the inbox"


def test_an_act_that_is_not_durable_is_taken_back_and_its_person_told() -> None:
    journal = MemoryJournal()
    kernel = started(journal)
    journal.full = True

    def pump() -> None:
        kernel.cycle(NOON)

    with pytest.raises(JournalFull):
        Door(kernel, pump).submit(OPEN)
    assert not kernel.busy
    assert journal.by_key(OPEN.key) is None


def test_a_start_before_the_last_records_time_is_put_on_record_as_a_step_of_the_clock() -> None:
    journal = MemoryJournal()
    started(journal)
    kernel = started(journal, NOON - 5 * SECOND)

    stepped = [s.input for s, _ in inputs(journal.records()) if isinstance(s.input, ClockStepped)]
    assert stepped == [ClockStepped(-5 * SECOND)]
    rulings = [r for _, o in inputs(journal.records()) for r in o.rulings]
    assert Kind.CLOCK_STEPPED in [r.irregularity.kind for r in rulings]
    assert [record.time for record in journal.records()] == [NOON] * journal.last_seq
    assert kernel.state.time == NOON


def test_the_order_in_which_settings_were_written_is_forgotten_as_a_replay_forgets_it() -> None:
    shoe = settings_for("counting").devices["shoe_1"]
    settings = replace(settings_for("counting"), devices={"z_shoe": shoe, "a_shoe": shoe})
    journal = MemoryJournal()
    kernel = Kernel(journal, rules_for)
    kernel.start(settings, NOON)

    (recorded,) = [s.input for s, _ in inputs(journal.records()) if isinstance(s.input, Started)]

    assert list(kernel.state.settings.devices) == list(recorded.settings.devices)


def test_a_refused_act_that_crosses_a_thousand_records_takes_the_snapshot_too() -> None:
    table = Table()
    state = replace(table.state, seq=SNAPSHOT_EVERY - 1)
    refused = Stamped(SNAPSHOT_EVERY + 1, NOON, Act(Call("nothing"), "d1", "k"))

    outcome = apply(table.rules, state, refused).outcome

    assert outcome.refusal is not None
    assert outcome.effects == (TakeSnapshot(),)


def test_a_minimum_above_its_maximum_is_refused_at_load() -> None:
    settings = settings_for("blind", options={"ante_least": 100_000, "ante_most": 500})
    (problem,) = problems(GAMES["three_card_poker"], settings)
    assert problem.path == ("options", "ante_least")
    assert "above the maximum, 500" in str(problem)
