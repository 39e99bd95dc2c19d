"""What was keyed in wrong is put right, never deleted; what followed from it is derived anew."""

from __future__ import annotations

from typing import Any

import pytest

from tablectl.table.view import view
from tablectl.words.acts import (
    AmendChoice,
    AmendCount,
    AmendWager,
    Bet,
    Call,
    Choose,
    Confirm,
    Count,
    Move,
    Settle,
    Shown,
    Turn,
)
from tablectl.words.bases import Role
from tablectl.words.dues import SettleDue
from tablectl.words.facts import Amended, CountedAt, Wagered
from tablectl.words.irregularities import Kind
from tests.table.drill import drill
from tests.tables import Table, opened, settings_for

BETS = (Bet(1, "ante", 1000), Bet(1, "pair_plus", 500), Bet(4, "ante", 700))
WHY = "keyed in wrong"


def in_round(step: str, **options: int) -> Table:
    return Table(settings_for(options=options), bets=BETS).to(step)


def decided(*folds: str) -> Table:
    table = in_round("decisions")
    for hand in ("seat_1", "seat_4"):
        table.must(Choose("play", hand, "fold" if hand in folds else "play"))
    return table


def offered(table: Table, role: Role) -> list[dict[str, Any]]:
    offers = view(table.rules, table.state, role)["offers"]
    return [offer for offer in offers if offer["deed"].startswith("amend")]


# ---------------------------------------------------------------- wagers


def test_an_amended_wager_leaves_both_on_record_with_who_and_why() -> None:
    table = in_round("deal")
    outcome = table.must(AmendWager(4, "ante", WHY, 900), "s1")
    assert outcome.facts == (Amended(Wagered(4, "ante", 900, on=True), "s1", WHY, at=2),)
    assert table.state.round.facts[2] == Wagered(4, "ante", 700, on=True)
    assert table.state.round.wagers["seat_4"] == {"ante": 900}


def test_what_a_wager_led_to_follows_it_when_it_is_amended() -> None:
    table = decided()
    table.must(AmendWager(1, "ante", WHY, 2000), "s1")
    assert table.state.round.wagers["seat_1"] == {"ante": 2000, "pair_plus": 500, "play": 2000}


def test_the_settlement_speaks_of_the_amended_amount() -> None:
    table = decided("seat_4")
    table.must(AmendWager(4, "ante", WHY, 900), "s1")
    due = table.dues[0]
    assert isinstance(due, SettleDue)
    assert [line.stake for line in due.lines] == [900]


def test_a_dealer_puts_a_wager_right_until_the_call_and_a_supervisor_after_it() -> None:
    table = opened()
    table.must(Bet(2, "ante", 1000))
    table.must(AmendWager(2, "ante", WHY, 1500), "d1")
    table.must(Call("no_more_bets"))
    assert table.refused(AmendWager(2, "ante", WHY, 2000), "d1").code == "past_the_gate"
    table.must(AmendWager(2, "ante", WHY, 2000), "s1")
    assert table.state.round.wagers == {"seat_2": {"ante": 2000}}


def test_before_the_first_card_a_wager_can_turn_out_to_lie_at_another_seat() -> None:
    table = in_round("deal")
    table.must(AmendWager(5, "ante", WHY, 700), "s1")
    table.must(AmendWager(4, "ante", WHY, off=True), "s1")
    assert table.state.round.hands == ("seat_1", "seat_5")


def test_a_wager_that_an_amendment_put_down_is_put_right_like_any_other() -> None:
    table = in_round("deal")
    table.must(AmendWager(5, "ante", WHY, 700), "s1")
    table.must(AmendWager(6, "ante", WHY, 900), "s1")
    table.must(AmendWager(5, "ante", WHY, off=True), "s1")
    assert table.state.round.hands == ("seat_1", "seat_4", "seat_6")

    table.to("decisions")
    for hand in table.state.round.hands:
        table.must(Choose("play", hand, "play"))
    table.must(AmendWager(6, "ante", WHY, 1200), "s1")

    assert table.state.round.wagers["seat_6"] == {"ante": 1200, "play": 1200}


def test_a_wager_that_is_keyed_in_after_an_amendment_counts() -> None:
    table = opened()
    table.must(AmendWager(2, "ante", WHY, 1500), "d1")
    table.must(Bet(2, "ante", 2000))
    table.must(Bet(3, "ante", 500))
    table.must(AmendWager(3, "ante", WHY, 600), "d1")
    assert table.state.round.wagers == {"seat_2": {"ante": 2000}, "seat_3": {"ante": 600}}


def test_with_cards_dealt_nobody_gets_into_the_round_or_out_of_it_by_a_key() -> None:
    table = in_round("decisions")
    assert table.refused(AmendWager(5, "ante", WHY, 700), "s1").code == "too_late"
    assert table.refused(AmendWager(4, "ante", WHY, off=True), "s1").code == "too_late"
    table.must(AmendWager(1, "pair_plus", WHY, off=True), "s1")
    assert table.state.round.wagers["seat_1"] == {"ante": 1000}


def test_once_answers_were_given_no_wager_appears_or_disappears() -> None:
    table = decided()
    assert table.refused(AmendWager(4, "pair_plus", WHY, 700), "s1").code == "too_late"
    assert table.refused(AmendWager(1, "ante", WHY, off=True), "s1").code == "too_late"


def test_after_the_money_of_a_hand_was_settled_it_is_a_matter_for_a_dispute() -> None:
    table = decided("seat_4")
    table.must(Settle("forfeits"))
    refusal = table.refused(AmendWager(4, "ante", WHY, 900), "s1")
    assert (refusal.code, refusal.hint) == ("already_settled", "dispute")
    table.must(AmendWager(1, "ante", WHY, 900), "s1")


def test_the_wagers_of_a_void_round_can_be_put_right_before_they_go_back() -> None:
    table = in_round("decisions")
    table.declare(Kind.MISDEAL)
    table.must(AmendWager(4, "ante", WHY, 900), "s1")
    table.must(Confirm("ruling", "case_1"), "s1")
    due = table.dues[0]
    assert isinstance(due, SettleDue)
    assert {line.stake for line in due.lines} == {900, 1000, 500}


def test_the_next_round_proposes_the_amended_wager() -> None:
    table = in_round("deal")
    table.must(AmendWager(4, "ante", WHY, 900), "s1")
    table.bets = ()
    table.next_round()
    assert table.state.round.again["seat_4"] == {"ante": 900}


def test_amending_twice_counts_from_the_first_and_the_last_is_in_force() -> None:
    table = in_round("deal")
    table.must(AmendWager(4, "ante", WHY, 900), "s1")
    table.must(AmendWager(4, "ante", WHY, 800), "s2")
    assert table.state.round.wagers["seat_4"] == {"ante": 800}
    assert [f.at for f in table.state.round.facts if isinstance(f, Amended)] == [2, 2]


# ---------------------------------------------------------------- answers


def test_a_dealer_amends_an_answer_while_the_others_are_still_asked() -> None:
    table = in_round("decisions")
    table.must(Choose("play", "seat_1", "fold"))
    table.must(AmendChoice("play", "seat_1", "play", WHY), "d1")
    assert table.state.round.wagers["seat_1"]["play"] == 1000
    assert table.draft.view.choice("play", "seat_1") == "play"
    assert [c.choice for c in table.draft.view.choices("play")] == ["play"]


def test_after_the_step_a_supervisor_amends_and_the_round_goes_back_to_what_is_owed() -> None:
    table = decided()
    assert table.step == "dealer_reveal"
    assert table.refused(AmendChoice("play", "seat_4", "fold", WHY), "d1").code == "past_the_gate"

    table.must(AmendChoice("play", "seat_4", "fold", WHY), "s1")

    assert table.step == "forfeits"
    assert table.state.round.wagers["seat_4"] == {"ante": 700}
    table.must(Settle("forfeits"))
    table.must(Move("rack"))
    assert table.step == "dealer_reveal"


def test_a_fold_that_was_none_leaves_nothing_to_forfeit() -> None:
    table = decided("seat_4")
    assert table.step == "forfeits"
    table.must(AmendChoice("play", "seat_4", "play", WHY), "s1")
    assert table.step == "dealer_reveal"


def test_cards_that_have_been_turned_stay_turned_when_an_answer_is_amended() -> None:
    table = decided()
    table.must(Turn((Shown("dealer"),)))
    table.must(AmendChoice("play", "seat_4", "fold", WHY), "s1")
    table.must(Settle("forfeits"))
    table.must(Move("rack"))
    assert table.step == "player_reveal"


def test_a_hand_whose_wager_was_taken_stays_folded() -> None:
    table = decided("seat_4")
    table.must(Settle("forfeits"))
    refusal = table.refused(AmendChoice("play", "seat_4", "play", WHY), "s1")
    assert (refusal.code, refusal.hint) == ("already_settled", "dispute")


def test_an_answer_that_moved_cards_is_not_taken_back_by_a_key() -> None:
    table = drill("ask")
    table.must(Choose("more", "seat_1", "burn"))
    assert table.refused(AmendChoice("more", "seat_1", "out", WHY), "d1").code == "too_late"


def test_an_answer_is_put_right_to_one_that_the_hand_had() -> None:
    table = decided()
    refusal = table.refused(AmendChoice("play", "seat_4", "surrender", WHY), "s1")
    assert refusal.code == "unknown_choice"


def test_the_way_out_of_a_case_is_no_answer_that_can_be_amended() -> None:
    table = in_round("decisions")
    table.declare(Kind.DUPLICATE_CARD)
    table.must(Choose("remedy", "case_1", "go_on"), "s1")
    deed = AmendChoice("remedy", "case_1", "void_round", WHY)
    assert table.refused(deed, "s1").code == "nothing_to_amend"


# ---------------------------------------------------------------- counts


def counted(cards: int) -> Table:
    table = in_round("stub", count_every=1)
    table.must(Count("shoe", cards))
    return table


def test_a_count_that_was_only_keyed_in_wrong_ends_the_search_it_began() -> None:
    table = counted(42)
    assert [c.ruled.irregularity.kind for c in table.state.cases] == [Kind.STUB_MISMATCH]

    outcome = table.must(AmendCount("shoe", 43, WHY), "d1")

    assert outcome.facts[0] == Amended(
        CountedAt("shoe", 43), "d1", WHY, table.state.round.entered[-1].facts
    )
    assert not table.state.cases
    assert table.state.round.uncounted == 0
    assert not table.state.ledger["blue"].claims
    table.must(Move("rack"))


def test_a_count_that_was_wrong_and_keyed_in_right_begins_the_search() -> None:
    table = counted(43)
    table.must(AmendCount("shoe", 42, WHY), "d1")
    assert [c.ruled.irregularity.kind for c in table.state.cases] == [Kind.STUB_MISMATCH]


def test_another_wrong_count_keeps_the_search_open_and_is_what_is_claimed() -> None:
    table = counted(42)
    table.must(AmendCount("shoe", 41, WHY), "d1")
    assert table.state.ledger["blue"].claims["shoe"].count == 41
    assert len(table.state.cases) == 1


def test_a_count_of_a_hand_in_a_search_is_exchanged() -> None:
    table = counted(42)
    table.must(Count("seat_1", 4))
    table.must(AmendCount("seat_1", 3, WHY), "d1")
    assert table.state.cases[0].counts == {"seat_1": 3}


def test_once_a_search_has_begun_the_count_that_began_it_stands() -> None:
    table = counted(42)
    table.must(Count("seat_1", 3))
    assert table.refused(AmendCount("shoe", 43, WHY), "s1").code == "too_late"


def test_a_stub_that_is_away_is_not_counted_any_more() -> None:
    table = counted(43)
    table.must(Move("rack"))
    assert table.refused(AmendCount("shoe", 42, WHY), "s1").code == "too_late"


# ---------------------------------------------------------------- who, why, and what is offered


@pytest.mark.parametrize("person", ["t1", "a1", "m1"])
def test_nobody_but_dealers_and_supervisors_amends(person: str) -> None:
    table = in_round("deal")
    assert table.refused(AmendWager(4, "ante", WHY, 900), person).code == "wrong_role"


def test_an_amendment_without_a_reason_is_refused() -> None:
    assert in_round("deal").refused(AmendWager(4, "ante", " ", 900), "s1").code == "reason_missing"


@pytest.mark.parametrize(
    ("where", "role", "deeds"),
    [
        ("wagers", Role.DEALER, []),
        ("decisions", Role.DEALER, []),
        ("decisions", Role.SUPERVISOR, ["amend_wager", "amend_wager"]),
        ("dealer_reveal", Role.DEALER, []),
        ("dealer_reveal", Role.SUPERVISOR, ["amend_wager"] * 2 + ["amend_choice"] * 2),
        ("pick_up", Role.SUPERVISOR, []),
    ],
)
def test_what_can_be_amended_is_offered_to_who_may(
    where: str, role: Role, deeds: list[str]
) -> None:
    assert [offer["deed"] for offer in offered(in_round(where), role)] == deeds


@pytest.mark.parametrize("role", [Role.DEALER, Role.SUPERVISOR])
@pytest.mark.parametrize("step", ["deal", "stub", "decisions", "forfeits", "dealer_reveal"])
def test_whatever_amendment_is_offered_is_accepted(step: str, role: Role) -> None:
    table = decided("seat_4") if step == "forfeits" else in_round(step, count_every=1)
    person = "d1" if role is Role.DEALER else "s1"
    for offer in offered(table, role):
        branch = table.branch()
        match offer["deed"]:
            case "amend_wager":
                for wager in offer["wagers"]:
                    branch.must(AmendWager(offer["seat"], wager, WHY, 800), person)
            case "amend_choice":
                branch.must(AmendChoice(offer["question"], offer["hand"], "fold", WHY), person)
            case "amend_count":
                branch.must(AmendCount(offer["place"], 40, WHY), person)


def test_of_the_counts_of_a_search_only_the_last_of_each_place_is_offered() -> None:
    table = counted(42)
    assert [o["place"] for o in offered(table, Role.SUPERVISOR) if "place" in o] == ["shoe"]
    table.must(Count("seat_1", 3))
    assert [o["place"] for o in offered(table, Role.SUPERVISOR) if "place" in o] == ["seat_1"]


def test_a_void_round_has_no_answers_left_to_amend() -> None:
    table = decided()
    table.declare(Kind.MISDEAL)
    assert table.refused(AmendChoice("play", "seat_4", "fold", WHY), "s1").code == "too_late"
    assert [o["deed"] for o in offered(table, Role.SUPERVISOR)] == ["amend_wager"] * 2


def test_a_round_without_facts_has_nothing_to_amend() -> None:
    table = opened()
    assert table.refused(AmendWager(2, "tie", WHY, 500), "d1").code == "nothing_to_amend"
    assert table.refused(AmendCount("shoe", 43, WHY), "s1").code == "nothing_to_amend"
    assert not offered(table, Role.SUPERVISOR)
