"""Changing what the house has posted while the table is open: 19:47-8.2(c) and 8.3."""

from __future__ import annotations

import pytest

from tablectl.games.catalogue import rules_for
from tablectl.journal.memory import MemoryJournal
from tablectl.kernel import Kernel, SettingsClash, rebuild
from tablectl.table.acting import head, prompt_code
from tablectl.table.view import View, view
from tablectl.words.acts import Act, Bet, Call, ChangeOption, Confirm, Deed
from tablectl.words.bases import Clause, Role
from tablectl.words.canonical import digest
from tablectl.words.dues import ConfirmDue
from tablectl.words.facts import Fact, NoticeDropped, OptionChanged
from tablectl.words.inputs import Wake
from tablectl.words.settings import UNCHANGED
from tests.tables import NOON, Table, at, opened, settings_for

MINUTE = 60 * 1_000_000
STEPS = ("post_sign", "announce_change", "tell_commission")
RULE = ChangeOption("count_every", 2, minutes=45)
LIMIT = ChangeOption("ante_least", 1000)


def asked(deed: ChangeOption = RULE) -> Table:
    table = opened()
    table.bets = ()
    table.must(deed, "s1")
    return table


def confirm(table: Table, *steps: str) -> tuple[Fact, ...]:
    facts: tuple[Fact, ...] = ()
    for step in steps:
        facts = table.must(Confirm(step, "notice_1"), "s1").facts
    return facts


def pass_minutes(table: Table, minutes: int) -> tuple[Fact, ...]:
    """Time passes, and the host wakes the table for whatever it wanted to be woken for."""
    end = table.now + minutes * MINUTE
    facts: tuple[Fact, ...] = ()
    while due := [(t, name) for name, t in table.state.deadlines.items() if t <= end]:
        table.now, name = max(min(due)[0], table.now), min(due)[1]
        facts += table.take(Wake(name)).facts
    table.now = end
    return facts


def option(table: Table, name: str) -> int | str:
    return table.state.settings.options[name]


def steps_due(table: Table) -> dict[str, tuple[ConfirmDue, ...]]:
    dues = [d for d in table.dues if isinstance(d, ConfirmDue) and d.subject == "notice_1"]
    return {due.what: (due,) for due in dues}


# ---------------------------------------------------------------- limits


@pytest.mark.clause("19:47-8.3(c)")
@pytest.mark.clause("19:47-8.2(c)")
def test_a_limit_changes_at_once_after_sign_and_announcement() -> None:
    table = asked(LIMIT)
    confirm(table, "post_sign")
    assert option(table, "ante_least") == 500
    facts = confirm(table, "announce_change")
    assert facts[-1] == OptionChanged("notice_1", "ante_least", 500, 1000)
    assert option(table, "ante_least") == 1000
    assert not table.state.notices


@pytest.mark.clause("19:47-8.3(c)")
def test_the_commission_is_not_told_of_a_limit() -> None:
    due = steps_due(asked(LIMIT))
    assert set(due) == {"post_sign", "announce_change", "withdraw_change"}
    assert due["post_sign"][0].basis == Clause("19:47-8.3(c)")


def test_a_changed_limit_holds_for_wagers_placed_from_then_on() -> None:
    table = opened()
    table.must(Bet(1, "ante", 700))
    table.must(LIMIT, "s1")
    confirm(table, "post_sign", "announce_change")
    assert table.state.round.wagers == {"seat_1": {"ante": 700}}
    assert table.refused(Bet(2, "ante", 700)).code == "below_minimum"
    table.must(Bet(2, "ante", 1000))
    table.must(Call("no_more_bets"))
    assert table.state.round.hands == ("seat_1", "seat_2")


def test_a_limit_may_change_in_the_middle_of_a_round() -> None:
    table = at("decisions")
    table.must(LIMIT, "s1")
    confirm(table, "announce_change", "post_sign")
    assert (table.step, option(table, "ante_least")) == ("decisions", 1000)
    assert table.next_round().state.round.number == 2


def test_what_the_new_limit_does_not_allow_is_not_proposed_any_more() -> None:
    table = at("decisions")
    table.bets = ()
    table.next_round()
    assert table.state.round.again == {"seat_2": {"ante": 1000}}
    table.must(ChangeOption("ante_least", 2000), "s1")
    confirm(table, "post_sign", "announce_change")
    assert not table.state.round.again


@pytest.mark.clause("19:47-8.2(a)#2")
@pytest.mark.parametrize(
    ("deed", "code", "basis"),
    [
        (ChangeOption("ante_most", 4999), "not_allowed", Clause("19:47-8.2(a)#2")),
        (ChangeOption("ante_least", -1), "out_of_range", Clause("19:47-20.6(a)1")),
    ],
)
def test_a_limit_that_no_table_file_may_have_is_refused(
    deed: ChangeOption, code: str, basis: Clause
) -> None:
    refusal = opened().refused(deed, "s1")
    assert (refusal.code, refusal.basis) == (code, basis)


def test_two_changes_that_are_not_allowed_together_do_not_both_come() -> None:
    table = opened(options={"ante_most": 9000})
    table.must(ChangeOption("ante_least", 900), "s1")
    table.must(ChangeOption("ante_most", 6000), "s1")
    confirm(table, "post_sign", "announce_change")
    table.must(Confirm("post_sign", "notice_2"), "s1")
    outcome = table.must(Confirm("announce_change", "notice_2"), "s1")
    assert outcome.facts[-1] == NoticeDropped("notice_2", "ante_most", "not_allowed")
    assert option(table, "ante_most") == 9000


# ---------------------------------------------------------------- rules


@pytest.mark.parametrize(
    ("step", "clause"),
    [
        pytest.param("post_sign", "19:47-8.3(b)1", marks=pytest.mark.clause("19:47-8.3(b)1")),
        pytest.param("announce_change", "19:47-8.3(b)2", marks=pytest.mark.clause("19:47-8.3(b)2")),
        pytest.param("tell_commission", "19:47-8.3(b)3", marks=pytest.mark.clause("19:47-8.3(b)3")),
    ],
)
def test_a_rule_has_three_steps_each_with_its_clause_and_its_time(step: str, clause: str) -> None:
    table = asked()
    (due,) = steps_due(table)[step]
    assert due.basis == Clause(clause)
    confirm(table, step)
    assert table.state.notices[0].done == {step: table.now}
    assert step not in steps_due(table)


@pytest.mark.clause("19:47-8.3(b)")
def test_a_rule_changes_at_its_time_by_itself() -> None:
    table = asked()
    confirm(table, *STEPS)
    assert pass_minutes(table, 44) == ()
    assert option(table, "count_every") == 5
    assert pass_minutes(table, 1) == (OptionChanged("notice_1", "count_every", 5, 2),)
    assert option(table, "count_every") == 2
    assert table.rules.settings is table.state.settings


@pytest.mark.clause("19:47-8.3(b)")
def test_a_rule_cannot_be_begun_before_and_the_refusal_says_how_long_it_takes() -> None:
    table = asked()
    confirm(table, *STEPS)
    table.now += 20 * MINUTE
    refusal = table.refused(Confirm("begin_change", "notice_1"), "s1")
    assert (refusal.code, refusal.basis) == ("too_early", Clause("19:47-8.3(b)"))
    assert refusal.args == {"minutes": 25}


@pytest.mark.clause("19:47-8.3(b)")
def test_a_rule_that_was_not_notified_cannot_begin() -> None:
    table = asked()
    confirm(table, "post_sign")
    refusal = table.refused(Confirm("begin_change", "notice_1"), "s1")
    assert (refusal.code, refusal.args) == ("not_notified", {"step": "announce_change"})


@pytest.mark.clause("19:47-8.3(b)")
def test_a_notice_that_cannot_be_kept_any_more_lapses() -> None:
    table = asked()
    confirm(table, "post_sign", "announce_change")
    facts = pass_minutes(table, 16)
    assert facts == (NoticeDropped("notice_1", "count_every", "lapsed"),)
    assert pass_minutes(table, 60) == ()
    assert option(table, "count_every") == 5


@pytest.mark.clause("19:47-8.3(b)")
def test_the_last_step_is_taken_half_an_hour_before_and_not_a_moment_later() -> None:
    table = asked()
    confirm(table, "post_sign", "announce_change")
    last = table.state.notices[0].starts_at - 30 * MINUTE
    table.now = last - 1
    late = table.branch()
    confirm(table, "tell_commission")
    assert pass_minutes(table, 31)[-1:] == (OptionChanged("notice_1", "count_every", 5, 2),)
    late.now = last
    assert late.refused(Confirm("tell_commission", "notice_1"), "s1").code == "notified_too_late"


@pytest.mark.clause("19:47-8.3(b)")
@pytest.mark.parametrize(("minutes", "taken"), [(29, False), (30, True), (0, False), (-5, False)])
def test_a_rule_starts_no_sooner_than_in_half_an_hour(minutes: int, taken: bool) -> None:
    outcome = opened().do(ChangeOption("count_every", 2, minutes), "s1")
    assert outcome.accepted == taken


def test_a_rule_whose_time_comes_in_mid_round_waits_for_the_next() -> None:
    table = asked()
    confirm(table, *STEPS)
    table.must(Bet(2, "ante", 1000))
    table.must(Call("no_more_bets"))
    assert pass_minutes(table, 46) == ()
    assert option(table, "count_every") == 5
    table.next_round()
    assert option(table, "count_every") == 2


def test_a_rule_waits_while_a_wager_is_down_under_the_old_one() -> None:
    table = asked()
    confirm(table, *STEPS)
    table.must(Bet(2, "ante", 1000))
    assert pass_minutes(table, 46) == ()
    assert option(table, "count_every") == 5


# ---------------------------------------------------------------- who, and what is shown


@pytest.mark.parametrize("person", ["d1", "t1", "a1", "m1"])
def test_only_a_supervisor_asks_for_a_change(person: str) -> None:
    assert opened().refused(LIMIT, person).code == "wrong_role"


def test_a_dealer_may_announce_and_nothing_else() -> None:
    table = asked()
    assert table.refused(Confirm("post_sign", "notice_1"), "d1").code == "wrong_role"
    assert table.refused(Confirm("tell_commission", "notice_1"), "d1").code == "wrong_role"
    assert table.refused(Confirm("withdraw_change", "notice_1"), "d1").code == "wrong_role"
    table.must(Confirm("announce_change", "notice_1"), "d1")


def test_a_change_can_be_withdrawn_and_asked_for_anew() -> None:
    table = asked()
    assert table.refused(ChangeOption("count_every", 3), "s1").code == "notice_open"
    facts = confirm(table, "withdraw_change")
    assert facts[-1] == NoticeDropped("notice_1", "count_every", "withdrawn")
    table.must(ChangeOption("count_every", 3), "s1")


def test_a_pending_change_is_never_what_the_table_waits_for() -> None:
    first = head(asked().offers)
    assert first is not None
    assert prompt_code(first) == "wager_due"


def test_a_table_that_closes_takes_its_pending_changes_down() -> None:
    table = asked()
    outcome = table.must(Confirm("close_table"), "s1")
    assert NoticeDropped("notice_1", "count_every", "closed") in outcome.facts
    assert not table.state.notices


def seen(table: Table) -> View:
    return view(table.rules, table.state, Role.SUPERVISOR)


def test_a_pending_change_is_shown_with_its_start_and_what_is_missing() -> None:
    table = asked()
    confirm(table, "announce_change")
    (notice,) = seen(table)["notices"]
    assert notice["missing"] == ["post_sign", "tell_commission"]
    assert notice["starts_at"] == table.state.notices[0].starts_at
    assert (notice["option"], notice["value"]) == ("count_every", 2)


def test_the_options_that_can_be_changed_are_offered_to_a_supervisor() -> None:
    offers = [o for o in seen(asked())["offers"] if o["deed"] == "change_option"]
    assert "ante_least" in offers[0]["options"]
    assert "count_every" not in offers[0]["options"]  # its change is pending
    dealers = view(asked().rules, asked().state, Role.DEALER)["offers"]
    assert "change_option" not in [o["deed"] for o in dealers]


# ---------------------------------------------------------------- on record


def test_a_change_is_still_in_force_after_a_restart_under_the_old_file() -> None:
    settings = settings_for()
    journal = MemoryJournal()
    kernel = Kernel(journal, rules_for)
    kernel.start(settings, NOON)
    deeds: tuple[Deed, ...] = (
        Confirm("open_table"),
        LIMIT,
        Confirm("post_sign", "notice_1"),
        Confirm("announce_change", "notice_1"),
    )
    for number, deed in enumerate(deeds):
        kernel.post(Act(deed, "s1", f"k{number}"))
        kernel.cycle(NOON + number + 1)
    assert kernel.state.settings.options["ante_least"] == 1000
    assert kernel.rules.settings is kernel.state.settings

    again = Kernel(journal, rules_for)
    again.start(settings, NOON + MINUTE)

    assert again.state.settings.options["ante_least"] == 1000
    state, _ = rebuild(journal, rules_for, settings)
    assert digest(state) == digest(again.state)
    with pytest.raises(SettingsClash):
        Kernel(journal, rules_for).start(settings_for(options={"count_every": 1}), NOON + MINUTE)


def test_once_the_table_is_closed_the_file_counts_again() -> None:
    settings = settings_for()
    journal = MemoryJournal()
    kernel = Kernel(journal, rules_for)
    kernel.start(settings, NOON)
    deeds: tuple[Deed, ...] = (
        Confirm("open_table"),
        LIMIT,
        Confirm("post_sign", "notice_1"),
        Confirm("announce_change", "notice_1"),
        Confirm("close_table"),
    )
    for number, deed in enumerate(deeds):
        kernel.post(Act(deed, "s1", f"k{number}"))
        kernel.cycle(NOON + number + 1)

    again = Kernel(journal, rules_for)
    again.start(settings, NOON + MINUTE)

    assert again.state.settings.options["ante_least"] == 500
    assert again.state.changed == UNCHANGED
