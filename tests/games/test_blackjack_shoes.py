"""The shoes of blackjack: cards that run out, the Bart Carter shuffle, the double shoe and the
continuous shuffler, played whole."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablectl.games.blackjack import GAME
from tablectl.games.blackjack_shoes import DETERMINANT, side_of
from tablectl.words.acts import Choose, Deal, Shown, Turn
from tablectl.words.bases import Clause, HousePolicy
from tablectl.words.cards import JOKER, Card
from tablectl.words.facts import CountedAt, CuttingCard, Dealt, DealtFrom, Moved, Refilled
from tablectl.words.irregularities import Kind
from tablectl.words.observations import CuttingCardOut
from tablectl.words.settings import Can, Device, DeviceKind, Settings
from tests.games.shoe_tables import Played, at, blackjack, stands

PRESETS = ("blind", "plain_counter", "counting", "recognising")
ONE_BOX = {3: {"wager": 1_000}}
RED, BLUE = "red", "blue"


def dealt(table: Played) -> list[str]:
    return [fact.place for fact in table.facts if isinstance(fact, Dealt)]


def first_after_refill(table: Played) -> Dealt:
    facts = iter(table.facts)
    next(fact for fact in facts if isinstance(fact, Refilled))
    return next(fact for fact in facts if isinstance(fact, Dealt))


def from_side(deck: str) -> Played:
    """A double shoe whose crew draws the first card of a round from this side."""
    table = at(blackjack("double_shoe"), ONE_BOX, stands, cards=CARDS)
    return table.drawing_from(deck)


CARDS = "TH 5S 9C 8D 7H | 2S 6C 9D TC 8S"
"""What lies on top on either side: a heart of red, a spade of blue."""


# ---------------------------------------------------------------- cards run out, 2.15(f)


@pytest.mark.clause("19:47-2.15(f)#1")
@pytest.mark.clause("19:47-2.15(f)#2")
@pytest.mark.parametrize("shuffler", [False, True], ids=["by_hand", "shuffler"])
@pytest.mark.parametrize("preset", PRESETS)
def test_a_round_that_runs_out_of_cards_goes_on_with_those_of_the_rack(
    preset: str, shuffler: bool
) -> None:
    table = at(blackjack("manual_shoe", preset, shuffler=shuffler, cards_behind=0)).run(5)
    assert set(table.kinds) == {Kind.CARDS_RUN_OUT}
    ruling = next(r for r in table.rulings if r.irregularity.kind is Kind.CARDS_RUN_OUT).ruling
    assert ruling.basis == Clause("19:47-2.15(f)#1")
    after = table.facts[
        table.facts.index(next(f for f in table.facts if isinstance(f, Refilled))) :
    ]
    burned = next(fact for fact in after if isinstance(fact, Dealt))
    assert burned == Dealt("rack", 1), "the first card of the refilled shoe is burned"


@pytest.mark.clause("19:47-2.15(f)#1")
def test_no_card_on_the_layout_is_touched_when_the_rack_is_shuffled() -> None:
    table = at(blackjack("manual_shoe", cards_behind=0))
    away = [view for view in table.steps(5) if view["decks"]["blue"]["part"]]
    lying = [{p: n for p, n in v["decks"]["blue"]["places"].items() if "_" in p} for v in away]
    assert lying
    assert all(each == lying[0] for each in lying if sum(each.values()) == sum(lying[0].values()))
    assert all("shoe" not in view["decks"]["blue"]["places"] for view in away)


# ---------------------------------------------------------------- Bart Carter, 2.6(m)


@pytest.mark.clause("19:47-2.6(m)#1")
@pytest.mark.clause("19:47-2.6(m)#2")
@pytest.mark.parametrize("shuffler", [False, True], ids=["by_hand", "shuffler"])
@pytest.mark.parametrize("preset", PRESETS)
def test_discards_of_more_than_a_deck_go_back_among_the_cards_in_the_shoe(
    preset: str, shuffler: bool
) -> None:
    table = at(blackjack("bart_carter", preset, shuffler=shuffler))
    racks = [v["decks"]["blue"]["places"].get("rack", 0) for v in table.steps(8)]
    assert max(racks) > 52
    phases = table.phases
    assert phases.count("deck:blue:loaded") > 1
    assert phases.count("deck:blue:cut") == 1, "what goes among other cards is not cut"
    assert table.kinds == []


@pytest.mark.clause("19:47-2.6(m)#1")
@pytest.mark.parametrize("over", [0, 20])
def test_the_house_says_by_how_much_the_rack_may_exceed_one_deck(over: int) -> None:
    table = at(blackjack("bart_carter", rack_over=over, decks_in_shoe=4))
    racks = [
        view["decks"]["blue"]["places"].get("rack", 0)
        for view in table.steps(8)
        if view["round"]["step"] == "wagers" and view["decks"]["blue"]["part"]
    ]
    assert racks
    assert min(rack for rack in racks if rack) > 52 + over


@pytest.mark.clause("19:47-2.6(c)#4")
@pytest.mark.parametrize("method", ["bart_carter", "double_shoe", "continuous_shuffler"])
def test_no_card_is_burned_for_a_loaded_shoe(method: str) -> None:
    table = at(blackjack(method), ONE_BOX, stands).run(1)
    assert dealt(table)[0] in ("seat_3", DETERMINANT)


# ---------------------------------------------------------------- the double shoe, 2.6(d)


@pytest.mark.clause("19:47-2.6(d)1#2")
@pytest.mark.parametrize(
    ("red_side", "card", "side"),
    [
        (1, "2H", RED),
        (1, "KD", RED),
        (1, "AS", BLUE),
        (1, "7C", BLUE),
        (2, "2H", BLUE),
        (2, "AS", RED),
    ],
)
def test_the_suit_of_a_card_points_to_a_side(red_side: int, card: str, side: str) -> None:
    settings = blackjack("double_shoe", red_side=red_side)
    assert side_of(settings, Card.of(card)) == side


@pytest.mark.clause("19:47-2.6(d)1#1")
@pytest.mark.clause("19:47-2.6(d)2#1")
@pytest.mark.clause("19:47-2.6(e)")
def test_a_card_that_points_to_its_own_side_is_the_first_card_of_the_first_box() -> None:
    table = from_side(RED)
    table.run(1)
    assert Moved(DETERMINANT, "seat_3", 1) in table.facts
    assert dealt(table)[:4] == [DETERMINANT, "dealer", "seat_3", "dealer"]
    assert table.rig.felt.count(BLUE, "shoe") == 0 or DealtFrom(BLUE) not in table.facts


@pytest.mark.clause("19:47-2.6(d)")
@pytest.mark.clause("19:47-2.6(d)2#2")
def test_a_card_that_points_to_the_other_side_is_burned_in_the_area_of_its_own() -> None:
    table = from_side(BLUE)
    view = table.until("pick_up")
    assert Moved(DETERMINANT, "rack", 1) not in table.facts, "a spade of blue points to blue"
    assert view["round"]["deck"] == BLUE
    table = at(blackjack("double_shoe", red_side=2), ONE_BOX, stands, cards=CARDS)
    table.drawing_from(BLUE)
    view = table.until("pick_up")
    assert Moved(DETERMINANT, "rack", 1) in table.facts
    assert view["round"]["deck"] == RED
    assert view["decks"][BLUE]["places"] == {"shoe": 103, "rack": 1}


@pytest.mark.clause("19:47-2.6(l)2ii")
@pytest.mark.clause("19:47-2.6(l)3")
@pytest.mark.parametrize("shuffler", [False, True], ids=["by_hand", "shuffler"])
@pytest.mark.parametrize("preset", PRESETS)
def test_a_side_that_is_spent_is_emptied_counted_and_shuffled_while_the_other_stays(
    preset: str, shuffler: bool
) -> None:
    table = at(blackjack("double_shoe", preset, shuffler=shuffler, cards_behind=40))
    apart = False
    for view in table.steps(9):
        phases = {deck: each["phase"] for deck, each in view["decks"].items()}
        apart = apart or ("loaded" in phases.values() and "spent" in phases.values())
    counts = [fact for fact in table.facts if isinstance(fact, CountedAt)]
    assert apart
    assert counts
    assert all(fact.count == 104 and fact.deck in (RED, BLUE) for fact in counts)
    assert table.kinds == []


@pytest.mark.clause("19:47-2.6(l)")
def test_a_cutting_card_in_the_round_ends_its_own_side_alone() -> None:
    table = from_side(RED)
    table.until("deal")
    table.rig.devices["shoe_1"].happened(CuttingCardOut())
    table.until("wagers")
    phases = {deck: state.phase for deck, state in table.rig.host.kernel.state.decks.items()}
    assert phases == {RED: "spent", BLUE: "loaded"}


@pytest.mark.clause("19:47-2.6(l)")
@pytest.mark.parametrize("side", [RED, BLUE])
def test_a_cutting_card_met_with_the_determinant_is_of_the_side_that_gave_that(side: str) -> None:
    table = at(blackjack("double_shoe", red_side=2), ONE_BOX, stands, cards=CARDS)
    table.drawing_from(side)
    table.until(DETERMINANT)
    table.rig.devices["shoe_1"].happened(CuttingCardOut())
    view = table.until("pick_up")
    assert CuttingCard(DETERMINANT) in table.facts
    assert view["round"]["deck"] != side, "the round is played, from the other side"
    table.until("wagers")
    phases = {deck: state.phase for deck, state in table.rig.host.kernel.state.decks.items()}
    assert phases[side] == "spent"
    assert set(phases.values()) == {"spent", "loaded"}


@pytest.mark.clause("19:47-2.15(h)")
@pytest.mark.parametrize("preset", ["blind", "plain_counter"])
def test_a_round_from_the_wrong_side_stands_and_is_finished_from_the_side_in_use(
    preset: str,
) -> None:
    table = at(blackjack("double_shoe", preset), seed=3)
    table.until("deal")
    meant = table.view["round"]["deck"]
    table.rig.crew.dealing.wrong_sides = 1
    view = table.until("pick_up")
    assert table.kinds == [Kind.WRONG_SIDE]
    assert view["round"]["deck"] != meant
    assert table.rulings[-1].ruling.basis == Clause("19:47-2.15(h)")
    table.run(1)
    assert table.kinds == [Kind.WRONG_SIDE], "nothing is void and no count is wrong"


@pytest.mark.clause("19:47-2.15(f)#2")
def test_a_side_that_runs_out_is_refilled_from_its_own_area_and_burns_a_card() -> None:
    table = at(blackjack("double_shoe", cards_behind=0)).run(12)
    assert set(table.kinds) == {Kind.CARDS_RUN_OUT}
    assert first_after_refill(table) == Dealt("rack", 1)


# ---------------------------------------------------------------- the continuous shuffler


@pytest.mark.parametrize("preset", ["blind", "plain_counter", "counting"])
def test_cards_go_back_after_every_round_and_the_shoe_never_ends(preset: str) -> None:
    table = at(blackjack("continuous_shuffler", preset, decks_in_shoe=1)).run(6)
    back = [fact for fact in table.facts if isinstance(fact, Moved) and fact.to == "shoe"]
    assert len(back) >= 6
    assert table.kinds == []
    assert not [fact for fact in table.facts if isinstance(fact, CountedAt)]


# ---------------------------------------------------------------- refused at load


def problems(settings: Settings) -> list[tuple[tuple[str, ...], str]]:
    return [(found.path, found.problem) for found in GAME.lacks(settings)]


def shoe_of(*can: Can) -> dict[str, Device]:
    return {"shoe_1": Device(DeviceKind.SHOE, can, "sim", "S-1", "1.0")}


@pytest.mark.clause("19:47-2.6(d)1#2")
def test_a_double_shoe_without_sides_for_the_suits_is_refused() -> None:
    found = list(GAME.lacks(blackjack("double_shoe", red_side=0)))
    assert [(each.path, each.basis) for each in found] == [
        (("options", "red_side"), Clause("19:47-2.6(d)1#2"))
    ]


@pytest.mark.parametrize(
    ("method", "decks", "says"),
    [
        ("double_shoe", (RED,), "1 sets; double_shoe takes two sets, one a side"),
        ("manual_shoe", (RED, BLUE), "2 sets; manual_shoe takes one set"),
        ("bart_carter", (RED, BLUE), "2 sets; bart_carter takes one set"),
    ],
)
def test_another_number_of_sets_than_the_shoe_takes_is_refused(
    method: str, decks: tuple[str, ...], says: str
) -> None:
    assert problems(replace(blackjack(method), decks=decks)) == [(("decks",), says)]


@pytest.mark.parametrize(
    ("method", "can", "says"),
    [
        ("manual_shoe", (Can.COUNT, Can.CHAMBERS), "a double shoe is dealt from by double_shoe"),
        ("double_shoe", (Can.COUNT,), "a sim is not a double shoe, as double_shoe needs"),
        ("bart_carter", (Can.COUNT, Can.CONTINUOUS), "a continuous shuffler is dealt from by"),
        ("continuous_shuffler", (Can.COUNT,), "a sim is not a continuous shuffler"),
    ],
)
def test_a_shoe_that_does_not_fit_the_method_is_refused(
    method: str, can: tuple[Can, ...], says: str
) -> None:
    ((path, problem),) = problems(replace(blackjack(method), devices=shoe_of(*can)))
    assert path == ("devices", "shoe_1")
    assert problem.startswith(says)


def test_a_shuffler_beside_a_continuous_one_is_refused() -> None:
    ((path, _),) = problems(blackjack("continuous_shuffler", shuffler=True))
    assert path == ("devices", "shuffler_1")


def test_a_continuous_shuffler_without_an_approval_is_refused_as_text_missing() -> None:
    (found,) = GAME.lacks(replace(blackjack("continuous_shuffler"), approvals={}))
    assert found.path == ("method",)
    assert found.problem.startswith("text missing: N.J.A.C. 19:47-2.21")
    assert isinstance(found.basis, HousePolicy)


@pytest.mark.clause("19:47-2.6(m)#1")
def test_the_bart_carter_shuffle_of_one_deck_is_refused() -> None:
    found = problems(blackjack("bart_carter", decks_in_shoe=1))
    assert [path for path, _ in found] == [("options", "decks_in_shoe")]


# ---------------------------------------------------------------- what happens in the middle


@pytest.mark.clause("19:47-2.15(f)#1")
@pytest.mark.parametrize("preset", PRESETS)
def test_a_controller_that_dies_while_the_rack_is_shuffled_takes_it_up_again(preset: str) -> None:
    table = at(blackjack("manual_shoe", preset, cards_behind=0), choose=stands)
    next(view for view in table.steps(9) if view["decks"]["blue"]["part"])
    table.rig.restart()
    table.rig.time.pass_time(5_000_000)
    assert table.rig.host.kernel.state.decks["blue"].part == "rack"
    table.run(1)
    assert table.kinds[0] is Kind.CARDS_RUN_OUT
    assert [fact for fact in table.facts if isinstance(fact, Refilled)]


@pytest.mark.clause("19:47-2.15(f)#1")
def test_a_cable_pulled_while_the_rack_is_shuffled_costs_no_card() -> None:
    table = at(blackjack("double_shoe", "counting", cards_behind=0), choose=stands)
    next(v for v in table.steps(40) if any(deck["part"] for deck in v["decks"].values()))
    shoe = table.rig.devices["shoe_1"]
    shoe.unplug()
    table.rig.time.pass_time(5_000_000)
    shoe.plug()
    table.rig.time.pass_time(5_000_000)
    table.run(1)
    assert set(table.kinds) == {Kind.CARDS_RUN_OUT, Kind.LINK_LOST}


def test_a_side_that_nobody_names_by_its_card_is_named_by_the_dealer() -> None:
    table = at(blackjack("double_shoe", "blind"), ONE_BOX, stands)
    table.until(DETERMINANT)
    table.rig.crew.act("d1", Deal(RED))
    table.rig.felt.move(RED, "shoe", DETERMINANT, 1)
    assert table.rig.crew.act("d1", Turn((Shown(DETERMINANT),))).accepted
    due = next(due for due in table.view["dues"] if due["is"] == "choice_due")
    assert [option["name"] for option in due["options"]] == [RED, BLUE]
    assert table.rig.crew.act("d1", Choose("side", DETERMINANT, BLUE)).accepted
    view = table.until("deal")
    assert view["round"]["deck"] == BLUE
    assert Moved(DETERMINANT, "rack", 1) in table.facts


@pytest.mark.clause("19:47-2.6(d)2#2")
def test_a_joker_that_should_decide_the_side_goes_to_the_rack_and_another_card_is_drawn() -> None:
    table = from_side(RED)
    table.rig.crew.wishes.choose = lambda view, due: (
        "go_on" if due["question"] == "remedy" else stands(view, due)
    )
    table.until(DETERMINANT)
    table.rig.felt.pile(RED, "shoe")[0].card = JOKER
    view = table.until("deal")
    assert Kind.FOREIGN_CARD in table.kinds
    assert dealt(table)[:2] == [DETERMINANT, DETERMINANT]
    assert view["decks"][RED]["places"]["rack"] >= 1
