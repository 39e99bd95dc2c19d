"""What a house may choose for blackjack: what a table file is refused for, and what a sign says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

import pytest

from tablectl import config
from tablectl.cli.signpage import Sign, page
from tablectl.games.blackjack import GAME
from tablectl.games.blackjack_cards import Mode
from tablectl.games.blackjack_options import OPTIONS, SECTIONS, lacks
from tablectl.games.options import with_defaults
from tablectl.words.acts import ChangeOption
from tablectl.words.bases import Clause
from tablectl.yamlfile import FileErrors
from tests.games.foreign_tables import Variant, at_random
from tests.games.jack_tables import c, jack
from tests.tables import Table, settings_for

Chosen = Mapping[str, int]


def table_file(options: str = "{}", seats: int = 6) -> str:
    return (
        f"{{version: 1, table: t, game: blackjack, method: manual_shoe, seats: {seats}, "
        f"decks: [blue], preset: blind, options: {options}}}"
    )


def refused_for(options: str, seats: int = 6) -> str:
    with pytest.raises(FileErrors) as refused:
        config.loads(table_file(options, seats), "t.yaml")
    return str(refused.value)


# ---------------------------------------------------------------- words


@pytest.mark.clause("19:47-2.6(h)#4")
@pytest.mark.parametrize("mode", Mode)
def test_a_table_file_names_the_mode_by_its_word_or_by_its_number(mode: Mode) -> None:
    for said in (mode.name.lower(), str(int(mode))):
        table = config.loads(table_file(f"{{hole_card: {said}}}"), "t.yaml")
        assert table.settings.options["hole_card"] == int(mode)


@pytest.mark.clause("19:47-2.6(h)#4")
@pytest.mark.parametrize("said", ["sideways", "4", "-1"])
def test_any_other_mode_is_refused_with_those_that_there_are(said: str) -> None:
    told = refused_for(f"{{hole_card: {said}}}")
    assert "none, down, reader, up" in told
    assert c("6(h)#4").citation in told


# ---------------------------------------------------------------- what excludes what


@pytest.mark.parametrize(
    ("options", "seats", "section"),
    [
        ("{hole_card: up, surrender: 1}", 6, "6(k)3"),
        ("{hole_card: up, even_money: 1}", 6, "6(k)3"),
        ("{hole_card: up, insurance_at_turn: 1}", 6, "6(k)3"),
        ("{hole_card: up, split_hands: 3}", 6, "6(k)5"),
        ("{hole_card: reader, insurance_at_turn: 1}", 6, "9(b)#5"),
        ("{split_hands: 4}", 7, "11(e)#1"),
        ("{split_hands: 5}", 6, "11(e)#1"),
        ("{resplit_aces: 1}", 6, "11(e)#3"),
        ("{hole_card: down, progressive: 1}", 6, "6(j)2"),
        ("{hole_card: reader, progressive: 1}", 6, "6(j)2"),
        ("{hole_card: up, progressive: 1}", 6, "6(k)#2"),
        ("{surrender: 1, progressive: 1}", 6, "8(c)#1"),
        ("{surrender: 1, multiple_action: 1}", 6, "8(c)#1"),
        ("{split_hands: 3, multiple_action: 1}", 6, "11(e)#2"),
        ("{shared_boxes: 1, progressive: 1}", 6, "13(a)#2"),
    ],
)
@pytest.mark.clause("19:47-2.6(j)2")
@pytest.mark.clause("19:47-2.6(k)#2")
@pytest.mark.clause("19:47-2.6(k)3")
@pytest.mark.clause("19:47-2.6(k)5")
@pytest.mark.clause("19:47-2.8(c)#1")
@pytest.mark.clause("19:47-2.9(b)#5")
@pytest.mark.clause("19:47-2.11(e)#1")
@pytest.mark.clause("19:47-2.11(e)#2")
@pytest.mark.clause("19:47-2.11(e)#3")
@pytest.mark.clause("19:47-2.13(a)#2")
def test_what_is_excluded_is_refused_with_its_clause(
    options: str, seats: int, section: str
) -> None:
    assert c(section).citation in refused_for(options, seats)


@pytest.mark.parametrize(("option", "section"), SECTIONS.items())
def test_what_rests_on_a_section_that_is_missing_is_refused_as_that(
    option: str, section: str
) -> None:
    told = refused_for(f"{{{option}: 1}}")
    assert "text missing" in told
    assert f"19:47-{section} " in told


@pytest.mark.clause("19:47-2.9(e)")
@pytest.mark.clause("19:47-2.9(f)")
@pytest.mark.clause("19:47-2.6(j)3")
@pytest.mark.clause("19:47-2.6(k)6#2")
@pytest.mark.clause("19:47-2.11(f)")
def test_no_table_has_a_wager_that_insurance_or_a_pair_of_sevens_could_touch() -> None:
    assert {"progressive", "additional_wagers"} <= SECTIONS.keys()
    assert {wager.name for wager in GAME.wagers} == {"wager", "insurance"}


def test_all_that_is_wrong_is_told_in_one_run() -> None:
    told = refused_for("{hole_card: up, surrender: 1, split_hands: 4, progressive: 1}", 7)
    for section in ("6(k)3", "6(k)5", "6(k)#2", "8(c)#1", "11(e)#1"):
        assert c(section).citation in told


# ---------------------------------------------------------------- every combination

CHOSEN = (
    "hole_card",
    "insurance_at_turn",
    "even_money",
    "surrender",
    "split_hands",
    "resplit_aces",
)


def combinations() -> Iterator[tuple[int, Chosen]]:
    """Boxes and options, read off the option table: everything that 2.6 to 2.11 speak of."""
    ranges = [range(OPTIONS[name].least, OPTIONS[name].most + 1) for name in CHOSEN]
    for seats, *values in product((6, 7), *ranges):
        yield seats, dict(zip(CHOSEN, values, strict=True))


def excluded(seats: int, chosen: Chosen) -> set[Clause]:
    """The clauses that exclude a combination, written down once more and otherwise."""
    found = set()
    up, reader = chosen["hole_card"] == 3, chosen["hole_card"] == 2
    at_turn, hands = chosen["insurance_at_turn"], chosen["split_hands"]
    if up and (at_turn or chosen["even_money"] or chosen["surrender"]):
        found.add(c("6(k)3"))
    if up and hands != 2:
        found.add(c("6(k)5"))
    if reader and at_turn:
        found.add(c("9(b)#5"))
    if seats == 7 and hands == 4:
        found.add(c("11(e)#1"))
    if chosen["resplit_aces"] and hands == 2:
        found.add(c("11(e)#3"))
    return found


ALL = tuple(combinations())
ALLOWED = tuple((seats, chosen) for seats, chosen in ALL if not excluded(seats, chosen))


@pytest.mark.clause("19:47-2.6(k)3")
@pytest.mark.clause("19:47-2.6(k)5")
@pytest.mark.clause("19:47-2.9(b)#5")
@pytest.mark.clause("19:47-2.11(e)#1")
@pytest.mark.clause("19:47-2.11(e)#3")
def test_every_combination_is_allowed_or_refused_with_every_clause_that_excludes_it() -> None:
    for seats, chosen in ALL:
        settings = settings_for(game="blackjack", seats=seats, options=chosen)
        found = {problem.basis for problem in lacks(settings)}
        assert found == excluded(seats, chosen), (seats, chosen)
    assert (len(ALL), len(ALLOWED)) == (384, 162)


@pytest.mark.parametrize("part", range(4))
def test_rounds_are_played_in_every_combination_that_is_allowed(part: int) -> None:
    for seats, chosen in ALLOWED[part::4]:
        variant = Variant(
            "blackjack",
            "manual_shoe",
            "recognising",
            seats,
            reader=chosen["hole_card"] == 2,
            options={**chosen, "decks_in_shoe": 2, "cards_behind": 60},
        )
        table = at_random(variant, seed=part)
        table.run(3)
        assert table.view["phase"] == "closed", (seats, chosen)


# ---------------------------------------------------------------- while the table is open


@pytest.mark.clause("19:47-2.6(k)#1")
@pytest.mark.clause("19:47-2.7(c)#2")
@pytest.mark.clause("19:47-2.8(c)#2")
@pytest.mark.parametrize("option", ["hole_card", "even_money", "surrender", "insurance_at_turn"])
def test_a_mode_or_an_offer_is_changed_only_by_a_notice_of_half_an_hour(option: str) -> None:
    table = Table(settings_for("blind", game="blackjack")).ready_to_bet()
    early = table.refused(ChangeOption(option, 1, minutes=29), "s1")
    assert early.code == "start_out_of_reach"
    assert table.do(ChangeOption(option, 1, minutes=45), "s1").accepted
    assert table.state.settings.options[option] == 0


@pytest.mark.clause("19:47-2.6(k)3")
def test_what_a_table_file_is_refused_for_is_refused_at_an_open_table_too() -> None:
    settings = settings_for("blind", game="blackjack", options={"hole_card": 3})
    table = Table(settings).ready_to_bet()
    refusal = table.refused(ChangeOption("surrender", 1, minutes=45), "s1")
    assert (refusal.code, refusal.basis) == ("not_allowed", c("6(k)3"))


# ---------------------------------------------------------------- the sign


@pytest.mark.clause("19:47-2.6(k)2")
@pytest.mark.clause("19:47-2.9(c)")
def test_the_sign_says_what_is_paid_in_the_mode_that_is_played() -> None:
    usual, up = (
        page(Sign("t", GAME, "manual_shoe", with_defaults(GAME, {"hole_card": mode})))
        for mode in ("reader", "up")
    )
    assert "3 to 2" in usual
    assert "2 to 1" in usual
    assert ">reader<" in usual
    assert "3 to 2" not in up
    assert "2 to 1" not in up
    assert "progressive" not in usual


def test_every_option_has_a_default_that_a_table_may_have() -> None:
    assert not list(lacks(settings_for(game="blackjack")))
    assert all(spec.allows(spec.default) for spec in OPTIONS.values())
    assert jack().settings().options["hole_card"] == 0
