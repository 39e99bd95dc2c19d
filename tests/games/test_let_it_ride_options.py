"""What let it ride asks of a table file, what the house may choose, and what its sign says."""

from __future__ import annotations

import pytest

from tablectl import config
from tablectl.cli.signpage import Sign, page
from tablectl.games.let_it_ride import GAME
from tablectl.games.let_it_ride_settlement import LEAST_BONUS, LEAST_ODDS
from tablectl.games.options import problems, with_defaults
from tablectl.games.ranking.five_cards import Class
from tablectl.texts import refusal_text
from tablectl.words.acts import ChangeOption, Confirm
from tablectl.words.bases import cited
from tablectl.words.settings import Approval
from tablectl.words.values import replace
from tablectl.yamlfile import FileErrors
from tests.games.ride_tables import c, ride
from tests.tables import Table, settings_for

LIMIT = 50_000_00


def table_file(options: str = "{}", **keys: str) -> str:
    given = {"method": "manual_shoe", "preset": "blind", "options": options, **keys}
    first = "{version: 1, table: t, game: let_it_ride, seats: 6, decks: [blue], "
    return first + ", ".join(f"{key}: {value}" for key, value in given.items()) + "}"


def refused_for(text: str) -> str:
    with pytest.raises(FileErrors) as refused:
        config.loads(text, "t.yaml")
    return str(refused.value)


# ---------------------------------------------------------------- at load


@pytest.mark.clause("19:47-18.11(b)")
@pytest.mark.parametrize("kind", LEAST_ODDS, ids=lambda kind: kind.name.lower())
def test_odds_below_the_least_are_refused_and_higher_ones_are_not(kind: Class) -> None:
    name, least = f"pays_{kind.name.lower()}", LEAST_ODDS[kind]
    (problem,) = problems(GAME, settings_for(game="let_it_ride", options={name: least - 1}))
    assert (problem.path, problem.basis) == (("options", name), c("11(b)"))
    assert problems(GAME, settings_for(game="let_it_ride", options={name: least + 1})) == ()


@pytest.mark.clause("19:47-18.11(d)")
@pytest.mark.parametrize("kind", LEAST_BONUS, ids=lambda kind: kind.name.lower())
def test_bonus_amounts_below_the_least_are_refused_and_higher_ones_are_not(kind: Class) -> None:
    name, least = f"bonus_{kind.name.lower()}", LEAST_BONUS[kind]
    (problem,) = problems(GAME, settings_for(game="let_it_ride", options={name: least - 1}))
    assert (problem.path, problem.basis) == (("options", name), c("11(d)"))
    assert problems(GAME, settings_for(game="let_it_ride", options={name: least + 1})) == ()


@pytest.mark.parametrize(
    ("options", "section"),
    [
        ("{pays_flush: 7}", "11(b)"),
        ("{bonus_flush: 4999}", "11(d)"),
        ("{payout_limit: 4999999}", "11(c)#1"),
        ("{payout_limit: 5000001}", "11(c)#1"),
        ("{count_every: 6}", "7(e)#1"),
        ("{two_positions: 2}", "6(e)"),
        ("{bonus: 2}", "6A(a)"),
    ],
)
@pytest.mark.clause("19:47-18.11(b)")
@pytest.mark.clause("19:47-18.11(c)#1")
@pytest.mark.clause("19:47-18.11(d)")
@pytest.mark.clause("19:47-18.7(e)#1")
@pytest.mark.clause("19:47-18.6(e)")
@pytest.mark.clause("19:47-18.6A(a)")
def test_a_table_file_is_refused_with_the_clause(options: str, section: str) -> None:
    assert c(section).citation in refused_for(table_file(options))


@pytest.mark.clause("19:47-18.11(c)#1")
@pytest.mark.parametrize("limit", [0, LIMIT])
def test_no_payout_limit_or_the_least_one_needs_no_approval(limit: int) -> None:
    loaded = config.loads(table_file(f"{{payout_limit: {limit}}}"), "t.yaml")
    assert loaded.settings.options["payout_limit"] == limit


@pytest.mark.clause("19:47-18.11(c)#1")
def test_a_higher_payout_limit_needs_the_reference_of_its_approval() -> None:
    options = "{payout_limit: 6000000}"
    assert "approvals.payout_limit" in refused_for(table_file(options))
    config.loads(table_file(options, approvals="{payout_limit: {reference: CCC-1}}"), "t.yaml")


@pytest.mark.clause("19:47-18.9(a)")
def test_an_automated_shoe_needs_the_reference_of_its_approval_and_stacks_of_three() -> None:
    settings = settings_for("counting", game="let_it_ride", method="automated_shoe")
    assert list(GAME.lacks(settings)) == []
    (problem,) = GAME.lacks(replace(settings, approvals={}))
    assert (problem.path, problem.basis) == (("method",), c("9(a)"))
    shoe = replace(settings.devices["shoe_1"], stack=2)
    (problem,) = GAME.lacks(replace(settings, devices={"shoe_1": shoe}))
    assert problem.basis == c("9(a)")


# ---------------------------------------------------------------- while the table is open


@pytest.mark.clause("19:47-18.11(c)#1")
def test_an_open_table_keeps_to_the_bounds_of_the_payout_limit_and_to_its_approval() -> None:
    table = ride().ready_to_bet()
    for limit, code in ((LIMIT - 1, "out_of_range"), (LIMIT + 1, "not_allowed")):
        refusal = table.refused(ChangeOption("payout_limit", limit), "s1")
        assert (refusal.code, refusal.basis) == (code, c("11(c)#1"))
    below = table.refused(ChangeOption("payout_limit", LIMIT - 1), "s1")
    assert "only 5000000 to 500000000, or 0 for none" in refusal_text(below)
    table.must(ChangeOption("payout_limit", LIMIT), "s1")


@pytest.mark.clause("19:47-18.11(c)#1")
def test_with_the_reference_a_higher_limit_may_be_set_at_an_open_table() -> None:
    approvals = {"payout_limit": Approval("CCC-1")}
    settings = replace(settings_for(game="let_it_ride"), approvals=approvals)
    table = Table(settings, bets=()).ready_to_bet()
    table.must(ChangeOption("payout_limit", LIMIT + 1), "s1")


@pytest.mark.clause("19:47-18.11(c)#2")
@pytest.mark.clause("19:47-18.6A(a)")
@pytest.mark.parametrize(("option", "value"), [("payout_limit", LIMIT), ("bonus", 0)])
def test_lowering_the_limit_or_dropping_the_bonus_waits_half_an_hour_for_its_notice(
    option: str, value: int
) -> None:
    table = ride(wagers=(), options={"bonus": 1}).ready_to_bet()
    refusal = table.refused(ChangeOption(option, value, 29), "s1")
    assert refusal.code == "start_out_of_reach"
    table.must(ChangeOption(option, value, 31), "s1")
    table.now += 2 * 60 * 1_000_000
    for step in ("post_sign", "announce_change", "tell_commission"):
        assert not table.do(Confirm(step, "notice_1"), "s1").accepted
    assert table.state.settings.options[option] != value


# ---------------------------------------------------------------- the sign


@pytest.mark.clause("19:47-18.11(a)")
@pytest.mark.clause("19:47-18.11(b)")
@pytest.mark.clause("19:47-18.11(d)")
def test_the_sign_shows_what_this_house_pays() -> None:
    given = {"bonus": 1, "pays_flush": 9, "bonus_straight": 30_00}
    options = with_defaults(GAME, given)
    text = page(Sign("lir-1", GAME, "manual_shoe", options))
    for kind, least in LEAST_ODDS.items():
        assert f"<td>{given.get(f'pays_{kind.name.lower()}', least)} to 1</td>" in text
    for paid in ("$25,000", "$2,500", "$400", "$200", "$50", "$30", "$5"):
        assert f"<td>win {paid}</td>" in text
    assert cited(c("11(d)")) in text
    assert "pair of tens or better" in text
    assert " for 1" not in text


def test_a_house_that_does_not_offer_the_bonus_posts_no_amounts_for_it() -> None:
    text = page(Sign("lir-1", GAME, "manual_shoe", with_defaults(GAME, {})))
    assert "1000 to 1" in text
    assert "win $" not in text
