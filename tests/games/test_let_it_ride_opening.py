"""Opening let it ride, by every method: a deck, two decks, their age, and what needs a shuffler."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablectl import config
from tablectl.table.rules import HOUR
from tablectl.words.acts import Call, Confirm, Declare, Move
from tablectl.words.bases import Role
from tablectl.words.dues import ConfirmDue, CountDue, MoveDue
from tablectl.words.irregularities import Kind
from tablectl.words.observations import Jammed, ShuffleEnded
from tablectl.yamlfile import FileErrors
from tests.games.ride_tables import BETS, bases, bets, c, deck_due, ride, ride_at
from tests.tables import DECK, SHUFFLER, Table, settings_for

CLOSE = Call("no_more_bets")
OPENING = [
    ("inspect", "d1", "4(a)", Role.DEALER),
    ("verify", "s1", "4(a)", Role.SUPERVISOR),
    ("spread", "d1", "4(b)#1", Role.DEALER),
    ("wash", "d1", "4(c)#1", Role.DEALER),
    ("shuffle", "d1", "5(a)#1", Role.DEALER),
    ("cut", "d1", "5(c)1ii", Role.DEALER),
    ("load", "d1", "7(a)#2", Role.DEALER),
]


def in_opening(steps: int) -> Table:
    table = ride()
    table.must(Confirm("open_table"), "s1")
    for what, by, _, _ in OPENING[:steps]:
        table.must(Confirm(what, DECK), by)
    return table


def ready(table: Table) -> Table:
    """The deck is loaded, and the wagers of the test are down."""
    table.ready_to_bet()
    for bet in table.bets:
        table.must(bet)
    return table


def table_file(**changes: str) -> str:
    keys = {"method": "manual_shoe", "decks": "[blue]", "preset": "shuffling", **changes}
    first = "{version: 1, table: t, game: let_it_ride, seats: 6, "
    return first + ", ".join(f"{key}: {value}" for key, value in keys.items()) + "}"


# ---------------------------------------------------------------- one deck


@pytest.mark.clause("19:47-18.4")
@pytest.mark.clause("19:47-18.5(a)#1")
@pytest.mark.clause("19:47-18.5(b)2")
@pytest.mark.parametrize("number", range(len(OPENING)), ids=[step[0] for step in OPENING])
def test_a_deck_is_opened_step_by_step_each_on_its_basis(number: int) -> None:
    what, _, section, role = OPENING[number]
    table = in_opening(number)
    due = deck_due(table)
    assert (due.what, due.basis, due.roles) == (what, c(section), (role,))
    for other, by, _, _ in (*OPENING[:number], *OPENING[number + 1 :]):
        assert table.refused(Confirm(other, DECK), by).code == "not_due"


@pytest.mark.clause("19:47-18.4(a)")
def test_whoever_inspected_a_deck_cannot_verify_the_inspection() -> None:
    table = in_opening(0)
    table.must(Confirm("inspect", DECK), "b1")
    refusal = table.refused(Confirm("verify", DECK), "b1")
    assert (refusal.code, refusal.basis) == ("same_person", c("4(a)"))


@pytest.mark.clause("19:47-18.2(a)#1")
@pytest.mark.clause("19:47-18.2(a)#2")
def test_an_inspection_looks_at_the_backs_and_at_the_cover_card() -> None:
    assert deck_due(in_opening(0)).checklist == ("one_back_design", "cover_card_of_one_colour")


@pytest.mark.clause("19:47-18.4(b)#2")
def test_the_cards_are_spread_by_suit_and_in_order() -> None:
    assert deck_due(in_opening(2)).checklist == ("by_suit_in_order",)


@pytest.mark.clause("19:47-18.5(c)1i")
@pytest.mark.clause("19:47-18.5(c)1ii")
@pytest.mark.clause("19:47-18.5(c)1iii")
@pytest.mark.clause("19:47-18.5(c)1iv")
def test_the_cut_is_asked_for_in_four_steps_and_takes_ten_cards_or_more() -> None:
    table = in_opening(5)
    steps = ("cover_card_down", "packet_on_cover", "rest_on_packet", "cover_to_rack")
    assert deck_due(table).checklist == steps
    refusal = table.refused(Confirm("cut", DECK, 9))
    assert (refusal.code, refusal.basis) == ("too_few", c("5(c)1ii"))
    table.must(Confirm("cut", DECK, 10))


@pytest.mark.clause("19:47-18.5(a)#2")
def test_a_shuffled_deck_lies_in_one_stack() -> None:
    table = ride().to("deal").next_round()
    assert table.count("rack") == 52
    table.must(Confirm("shuffle", DECK))
    assert (table.count("rack"), table.count("stack")) == (0, 52)


@pytest.mark.clause("19:47-18.5(b)1")
def test_nobody_cuts_after_a_shuffler() -> None:
    table = ride(shuffler=True).follow(lambda t: "deck:blue:machine_shuffled" in t.phases)
    assert (deck_due(table).what, deck_due(table).basis) == ("load", c("7(a)#2"))


@pytest.mark.clause("19:47-18.5(d)")
def test_a_supervisor_has_the_deck_cut_again_until_the_first_card_is_out() -> None:
    table = ride_at("deal")
    table.declare(Kind.CUT_IMPROPER)
    assert (table.rulings[-1].ruling.basis, deck_due(table).what) == (c("5(d)"), "cut")
    refusal = ride_at("stub").refused(Declare(Kind.CUT_IMPROPER), "s1")
    assert (refusal.code, refusal.basis) == ("not_now", c("5(d)"))


@pytest.mark.clause("19:47-18.5(e)#1")
@pytest.mark.clause("19:47-18.5(e)#3")
def test_cards_that_were_spread_without_play_are_washed_and_shuffled_before_the_next_round() -> (
    None
):
    table = ride().ready_to_bet()
    table.must(Confirm("spread_idle", DECK))
    table.phases.clear()
    table.to("deal")
    deck = [phase for phase in table.phases if phase.startswith("deck:")]
    assert deck[:2] == ["deck:blue:washed", "deck:blue:shuffled"]


@pytest.mark.clause("19:47-18.5(e)#2")
def test_cards_that_lie_face_down_are_turned_up_first() -> None:
    table = ride().ready_to_bet()
    table.must(Confirm("spread_idle_down", DECK))
    assert table.refused(Confirm("wash", DECK)).basis == c("5(e)#2")
    table.must(Confirm("turn_up", DECK))


@pytest.mark.clause("19:47-18.7(a)#1")
@pytest.mark.parametrize(
    ("method", "steps"),
    [
        ("manual_shoe", ("shoe_in_its_place",)),
        ("automated_shoe", ("shoe_in_its_place",)),
        ("hand", ()),
    ],
)
def test_before_a_table_is_opened_its_shoe_is_seen_to(method: str, steps: tuple[str, ...]) -> None:
    (due,) = (d for d in ride(method=method, shuffler=True).dues if isinstance(d, ConfirmDue))
    assert (due.what, due.checklist) == ("open_table", steps)


@pytest.mark.clause("19:47-18.7(a)#2")
@pytest.mark.clause("19:47-18.8(b)2")
@pytest.mark.clause("19:47-18.9(b)1")
@pytest.mark.parametrize(
    ("method", "section"),
    [("manual_shoe", "7(a)#2"), ("hand", "8(b)2"), ("automated_shoe", "9(b)1")],
)
def test_the_wagers_cannot_be_closed_before_the_cards_are_ready(method: str, section: str) -> None:
    table = ride(method=method, shuffler=True).follow(lambda t: "deck:blue:washed" in t.phases)
    for bet in table.bets:
        table.must(bet)
    refusal = table.refused(CLOSE)
    assert (refusal.code, refusal.basis) == ("deck_not_loaded", c(section))


# ---------------------------------------------------------------- card life


@pytest.mark.clause("19:47-18.4(e)#1")
@pytest.mark.clause("19:47-18.4(e)#2")
@pytest.mark.parametrize(
    ("method", "hours", "section"),
    [
        ("hand", 4, "4(e)#2"),
        ("manual_shoe", 8, "4(e)#1"),
        ("automated_shoe", 8, "4(e)#1"),
    ],
)
def test_cards_are_replaced_after_four_hours_from_the_hand_and_eight_from_a_shoe(
    method: str, hours: int, section: str
) -> None:
    table = ready(ride(method=method, shuffler=True))
    table.now = table.state.decks[DECK].opened_at + hours * HOUR - 10
    table.branch().must(CLOSE)
    table.now += 10
    refusal = table.refused(CLOSE)
    assert (refusal.code, refusal.basis) == ("cards_too_old", c(section))


# ---------------------------------------------------------------- what needs a shuffler


@pytest.mark.clause("19:47-18.8(b)1")
@pytest.mark.clause("19:47-18.8(a)")
def test_cards_are_not_dealt_from_the_hand_without_a_shuffler() -> None:
    with pytest.raises(FileErrors, match=r"method: .*shuffler.*19:47-18\.8\(b\)1"):
        config.loads(table_file(method="hand", preset="blind"), "t.yaml")
    config.loads(table_file(method="hand"), "t.yaml")


@pytest.mark.clause("19:47-18.8(b)1")
def test_nobody_shuffles_in_place_of_the_shuffler_where_cards_are_dealt_from_the_hand() -> None:
    table = ride(method="hand").follow(lambda t: "deck:blue:washed" in t.phases)
    table.see("shuffler_1", Jammed("stuck"))
    assert table.refused(Confirm("shuffle", DECK)).code == "not_due"


@pytest.mark.clause("19:47-18.8(e)#1")
@pytest.mark.clause("19:47-18.8(d)")
def test_from_the_hand_the_stub_is_counted_where_the_shuffler_has_not_counted_the_deck() -> None:
    mute = replace(SHUFFLER, can=())
    settings = settings_for(
        game="let_it_ride",
        method="hand",
        devices={"shuffler_1": mute},
        options={"count_every": 2},
    )
    table = Table(settings, bets=bets(2)).follow(lambda t: "deck:blue:washed" in t.phases)
    table.see("shuffler_1", ShuffleEnded(DECK, None))
    table.to("stub")
    assert bases(table, MoveDue) == [c("8(d)")]
    table.next_round().follow(lambda t: t.state.decks[DECK].phase == "spent")
    table.see("shuffler_1", ShuffleEnded(DECK, None))
    table.to("stub")
    assert (bases(table, CountDue), bases(table, MoveDue)) == ([c("8(e)#1")], [])


# ---------------------------------------------------------------- two decks


@pytest.mark.clause("19:47-18.2(b)")
def test_there_is_no_second_deck_without_a_shuffler() -> None:
    with pytest.raises(FileErrors, match=r"decks: .*shuffler.*19:47-18\.2\(b\)"):
        config.loads(table_file(decks="[blue, red]", preset="blind"), "t.yaml")
    config.loads(table_file(decks="[blue, red]"), "t.yaml")


@pytest.mark.clause("19:47-18.2(b)2")
def test_two_decks_of_one_colour_are_refused() -> None:
    with pytest.raises(FileErrors, match="already a deck 'blue'"):
        config.loads(table_file(decks="[blue, blue]"), "t.yaml")


@pytest.mark.clause("19:47-18.2(b)1")
@pytest.mark.clause("19:47-18.4(d)")
def test_each_of_two_decks_is_opened_for_itself_and_both_before_either_is_played() -> None:
    table = ride(decks=("blue", "red"))
    table.must(Confirm("open_table"), "s1")
    for deck in ("blue", "red"):
        table.must(Confirm("inspect", deck))
        table.must(Confirm("verify", deck), "s1")
    for what in ("spread", "wash", "insert"):
        table.must(Confirm(what, "blue"))
    table.see("shuffler_1", ShuffleEnded("blue", 52))
    table.must(Confirm("load", "blue"))
    for bet in table.bets:
        table.must(bet)
    refusal = table.refused(CLOSE)
    assert (refusal.code, refusal.basis) == ("other_deck_not_opened", c("4(d)"))


@pytest.mark.clause("19:47-18.2(b)4")
def test_two_decks_are_played_every_other_round() -> None:
    table = ride(decks=("blue", "red"))
    played = []
    for _ in range(3):
        table.to("deal")
        played.append(table.state.round.deck)
        table.next_round()
    assert played == ["blue", "red", "blue"]
    refusal = table.refused(Confirm("load", "blue"))
    assert (refusal.code, refusal.basis) == ("not_its_turn", c("2(b)4"))


@pytest.mark.clause("19:47-18.2(b)3")
@pytest.mark.clause("19:47-18.2(b)5")
def test_no_round_begins_before_the_other_deck_is_in_the_shuffler_and_out_of_the_rack() -> None:
    table = ride(decks=("blue", "red")).to("deal").next_round()
    if table.state.decks["red"].phase == "in_shuffler":
        table.see("shuffler_1", ShuffleEnded("red", 52))
    table.must(Confirm("load", "red"))
    assert table.state.ledger["blue"].count("rack") == 52
    assert set(table.state.round.again["seat_2"]) == set(BETS)
    refusal = table.refused(CLOSE)
    assert (refusal.code, refusal.basis) == ("other_deck_not_in_shuffler", c("2(b)3"))
    table.must(Confirm("insert", "blue"))
    assert table.state.ledger["blue"].count("rack") == 0
    table.must(CLOSE)


@pytest.mark.clause("19:47-18.4(e)#1")
def test_a_round_whose_cards_grow_too_old_is_played_to_its_end_and_then_the_deck_leaves() -> None:
    table = ride_at("bet_1")
    table.now = table.state.decks[DECK].opened_at + 9 * HOUR
    table.wake(f"card_life:{DECK}")
    table.to("pick_up").must(Move("rack"))
    table.must(Move("stack"))
    assert deck_due(table).what == "remove_deck"
