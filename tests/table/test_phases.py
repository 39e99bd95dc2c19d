"""Phase tables: what is refused when one is built, and that asking one leaves nothing behind."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytest_mock import MockerFixture

from tablectl.table.phases import Change, PhasesError, PhaseTable
from tablectl.table.rules import DEVICES, TABLES
from tests.tables import opened


def over_five(subject: int) -> bool:
    return subject > 5


def at_most_five(subject: int) -> bool:
    return not over_five(subject)


LIGHTS = (
    Change("go", "red", "green"),
    Change("slow", "green", "amber", over_five),
    Change("slow", "green", "red", at_most_five),
    Change("stop", "amber", "red"),
)


# ---------------------------------------------------------------- building


def test_a_phase_that_nothing_leads_to_is_refused() -> None:
    with pytest.raises(PhasesError, match="nothing leads to blue"):
        PhaseTable("lights", "red", (*LIGHTS, Change("stop", "blue", "red")))


def test_phases_that_lead_only_to_each_other_are_refused() -> None:
    island = (Change("go", "blue", "violet"), Change("go", "violet", "blue"))
    with pytest.raises(PhasesError, match="nothing leads to blue, violet"):
        PhaseTable("lights", "red", (*LIGHTS, *island))


@pytest.mark.parametrize(
    "pair",
    [
        (Change("go", "red", "green"), Change("go", "red", "amber")),
        (Change("go", "red", "green"), Change("go", "red", "amber", over_five)),
        (Change("go", "red", "green", over_five), Change("go", "red", "amber")),
    ],
    ids=["neither_guarded", "second_guarded", "first_guarded"],
)
def test_a_row_that_another_would_hide_is_refused(pair: tuple[Change, Change]) -> None:
    with pytest.raises(PhasesError, match="go from red has two rows"):
        PhaseTable("lights", "red", pair)


def test_the_same_trigger_may_start_from_several_phases() -> None:
    table = PhaseTable("lights", "red", (*LIGHTS, Change("stop", "green", "red")))
    assert (table.after("green", "stop"), table.after("amber", "stop")) == ("red", "red")


# ---------------------------------------------------------------- asking


def test_a_guard_decides_which_row_counts() -> None:
    table = PhaseTable("lights", "red", LIGHTS)
    assert table.after("green", "slow", 6) == "amber"
    assert table.after("green", "slow", 5) == "red"


def test_what_the_table_does_not_allow_has_no_phase_after_it() -> None:
    table = PhaseTable("lights", "red", LIGHTS)
    assert table.after("red", "stop") is None


def test_a_guard_that_says_no_leaves_no_phase_after_it() -> None:
    table = PhaseTable("gate", "shut", (Change("push", "shut", "ajar", over_five),))
    assert table.after("shut", "push", 3) is None


QUESTIONS = [
    (phase, trigger, subject)
    for phase in ("red", "green", "amber")
    for trigger in ("go", "slow", "stop")
    for subject in (1, 9)
]


def answer(question: tuple[str, str, int]) -> str | None:
    """What the rows say, read one by one."""
    phase, trigger, subject = question
    rows = [c for c in LIGHTS if (c.source, c.trigger) == (phase, trigger)]
    return next((c.dest for c in rows if c.guard is None or c.guard(subject)), None)


@given(st.lists(st.sampled_from(QUESTIONS), min_size=1, max_size=30))
def test_no_answer_depends_on_what_was_asked_before(asked: list[tuple[str, str, int]]) -> None:
    table = PhaseTable("lights", "red", LIGHTS)
    assert [table.after(*question) for question in asked] == [answer(q) for q in asked]


def test_only_what_a_guard_decides_is_asked_of_the_machine_again(mocker: MockerFixture) -> None:
    table = PhaseTable("t", "a", (Change("go", "a", "b"), Change("back", "b", "a", bool)))
    fired = mocker.spy(PhaseTable, "_fire")
    assert [table.after("a", "go"), table.after("a", "go"), table.after("a", "back")] == [
        "b",
        "b",
        None,
    ]
    assert [table.after("b", "back", yes) for yes in (True, False, True)] == ["a", None, "a"]
    assert fired.call_count == 2 + 3


def test_a_guard_that_fails_leaves_nothing_behind() -> None:
    def fails(subject: int) -> bool:
        return 1 // subject > 0

    table = PhaseTable("gate", "shut", (Change("push", "shut", "ajar", fails),))
    with pytest.raises(ZeroDivisionError):
        table.after("shut", "push", 0)
    assert table.after("shut", "push", 1) == "ajar"


# ---------------------------------------------------------------- the tables of the core

DEVICE_PHASES = {
    # what happens:  identify  lose  fail  clear  take_off  put_back
    "unverified": ("ready", "unverified", "faulted", None, "removed", None),
    "ready": ("ready", "unverified", "faulted", None, "removed", None),
    "faulted": ("faulted", "faulted", "faulted", "unverified", "removed", None),
    "removed": ("removed", "removed", "removed", None, None, "unverified"),
}


@pytest.mark.parametrize("phase", DEVICE_PHASES)
def test_a_device_is_ready_only_after_it_is_identified_and_faulted_until_it_is_cleared(
    phase: str,
) -> None:
    happens = ("identify", "lose", "fail", "clear", "take_off", "put_back")
    after = tuple(DEVICES.after(phase, what) for what in happens)
    assert after == DEVICE_PHASES[phase]


def test_no_phase_of_a_device_is_missing_from_the_table_above() -> None:
    assert set(DEVICES.phases) == set(DEVICE_PHASES)


@pytest.mark.parametrize(
    ("phase", "trigger", "after"),
    [
        ("closed", "open", "open"),
        ("closed", "close", None),
        ("open", "open", None),
        ("open", "close", "closed"),
        ("open", "stop", "stopped"),
        ("closed", "stop", "stopped"),
        ("stopped", "open", None),
        ("stopped", "close", None),
        ("stopped", "stop", None),
    ],
)
def test_a_table_opens_closes_and_stops_as_it_should(
    phase: str, trigger: str, after: str | None
) -> None:
    assert TABLES.after(phase, trigger) == after


DECK_LIFE = [
    ("received", "inspect", "inspected"),
    ("inspected", "verify", "verified"),
    ("verified", "spread", "spread"),
    ("spread", "wash", "washed"),
    ("washed", "shuffle", "shuffled"),
    ("shuffled", "cut", "cut"),
    ("cut", "load", "loaded"),
    ("cut", "recut", "shuffled"),
    ("loaded", "recut", "shuffled"),
    ("loaded", "spend", "spent"),
    ("spent", "shuffle", "shuffled"),
    ("washed", "shuffle_by_device", "machine_shuffled"),
    ("spent", "shuffle_by_device", "machine_shuffled"),
    ("machine_shuffled", "load", "loaded"),
    ("machine_shuffled", "spend", "spent"),
    ("machine_shuffled", "remove", "removed"),
    ("spent", "remove", "removed"),
    ("removed", "receive", "received"),
]


@pytest.mark.parametrize(("phase", "trigger", "after"), DECK_LIFE)
def test_a_deck_goes_from_phase_to_phase_as_it_is_prepared(
    phase: str, trigger: str, after: str
) -> None:
    assert opened().rules.decks.after(phase, trigger) == after


@pytest.mark.parametrize("before", ["open", "closed"])
def test_a_released_table_is_what_it_was_before_it_stopped(before: str) -> None:
    assert TABLES.after("stopped", "release", before) == before


def test_a_deck_is_loaded_only_after_a_cut_or_the_shuffle_of_a_machine() -> None:
    decks = opened().rules.decks
    ways = [(c.source, c.trigger) for c in decks.changes if c.dest == "loaded"]
    assert ways == [("cut", "load"), ("machine_shuffled", "load")]
