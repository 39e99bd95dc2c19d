"""The stage of a simulated table: a crew and people take over from each other, and things go wrong.

In virtual time, where the test can look at the felt. Over a socket: `test_staged_service`.
"""

from __future__ import annotations

from random import Random

import pytest

from tablectl import config
from tablectl.cli.stage import CrewIs, StageError
from tablectl.cli.staging import agrees
from tablectl.kernel import inputs
from tablectl.soak.seatings import seatings
from tablectl.words.acts import Act, Bet, Declare
from tests.cli.staged import Staged, staged

ENOUGH = 1_500
"""Steps in which every table plays its rounds many times over."""
TABLES = {
    "demo": config.demo(),
    **{
        f"{game} {seating}": seating.table
        for game in ("three_card_poker", "let_it_ride", "blackjack")
        for seating in seatings(game)
        if seating.decks == 1 or seating.method == "double_shoe"
    },
}
CHOSEN = (
    "demo",
    "three_card_poker manual_shoe, blind, 1 deck",
    "let_it_ride manual_shoe, counting, 1 deck",
    "let_it_ride automated_shoe, automated, 1 deck",
    "blackjack manual_shoe, counting, 1 deck, reader",
    "blackjack double_shoe, counting, 2 decks, two sides counted",
    "blackjack continuous_shuffler, counting, 1 deck, shuffled on",
)


def play(table: Staged, chance: Random, rounds: int = 2) -> None:
    """Play, and hand over at any moment from one to the other."""
    for _ in range(ENOUGH):
        if table.round > rounds:
            break
        if chance.random() < 0.1:
            table.part.obey(chance.choice(["pause", "resume"]), "")
        table.step()
    assert table.round > rounds, table.view["prompt"]
    table.part.obey("pause", "")
    for _ in range(30):
        table.step(acting=False)


def rulings(table: Staged) -> list[str]:
    """What was ruled on, but for the start."""
    ruled = [r for _, o in inputs(table.host.kernel.journal.records()) for r in o.rulings]
    return [r.irregularity.kind.value for r in ruled if r.irregularity.kind.value != "restart"]


def trouble(table: Staged, name: str) -> dict[str, object]:
    (told,) = [each for each in table.part.told()["troubles"] if each["name"] == name]
    return dict(told)


@pytest.mark.parametrize("name", CHOSEN)
@pytest.mark.parametrize("seed", [1, 2])
def test_crew_and_people_take_over_from_each_other_at_any_moment(name: str, seed: int) -> None:
    table = staged(TABLES[name], seed)
    play(table, Random(seed))
    state = table.host.kernel.state
    assert rulings(table) == []
    assert not state.fault
    assert agrees(table.stage.equipment.felt, state)


@pytest.mark.parametrize("name", CHOSEN[:4])
def test_whatever_goes_wrong_meanwhile_is_recovered_from(name: str) -> None:
    table, chance = staged(TABLES[name], 3), Random(3)
    for nth in range(ENOUGH):
        if table.round > 5:
            break
        if chance.random() < 0.1:
            table.part.obey(chance.choice(["pause", "resume"]), "")
        if chance.random() < 0.1:
            names = [each["name"] for each in table.part.told()["troubles"]]
            table.part.obey("trouble", chance.choice(names))
        report(table, nth)
        table.step()
    assert table.round > 5, table.view["prompt"]
    assert rulings(table)
    assert not table.host.kernel.state.fault


def report(table: Staged, nth: int) -> bool:
    """People report what they notice; whether there was something."""
    noticed = list(table.part._hands.door.noticed)
    if not noticed or table.part.told()["crew"] == "playing":
        return False
    return table.host.door.submit(Act(noticed[0], "d1", f"report-{nth}")).accepted


@pytest.mark.parametrize(
    ("name", "wanted", "kind"),
    [
        ("demo", "shoe_jams", "jam"),
        ("demo", "shuffler_jams", "jam"),
        ("demo", "card_exposed", "card_exposed"),
        ("demo", "misdeal", "misdeal"),
        ("demo", "card_lost", "shuffle_count"),
        ("demo", "line_lost:shoe_1", "link_lost"),
        ("demo", "line_lost:shuffler_1", "link_lost"),
        (CHOSEN[1], "card_face_up", "face_up_card"),
        (CHOSEN[1], "card_lost", "stub_mismatch"),
        (CHOSEN[2], "card_face_up", "face_up_card"),
        (CHOSEN[2], "shoe_jams", "jam"),
    ],
)
@pytest.mark.parametrize("crew", [CrewIs.PLAYING, CrewIs.NONE], ids=["crew", "people"])
def test_a_trouble_happens_as_soon_as_it_can_and_is_ruled_on(
    name: str, wanted: str, kind: str, crew: CrewIs
) -> None:
    table = staged(TABLES[name], 1, crew)
    table.part.obey("trouble", wanted)
    assert trouble(table, wanted)["waits"] is True
    for nth in range(ENOUGH):
        if kind in rulings(table):
            break
        report(table, nth)
        table.step()
    assert kind in rulings(table)
    assert trouble(table, wanted)["waits"] is False
    after = table.round
    for _ in range(ENOUGH):
        if table.round > after + 1:
            break
        table.step()
    assert table.round > after + 1, "the table does not recover"


def test_nobody_is_told_what_a_card_shows_before_it_is_due() -> None:
    table, told = staged(TABLES["demo"], 1, CrewIs.NONE), 0
    for _ in range(ENOUGH):
        if table.round > 3:
            break
        table.step(acting=False)
        prompt = table.view["prompt"]
        due = prompt["due"] if prompt else {"is": ""}
        stage = table.part.told()
        told += len(stage["showing"])
        assert list(stage["showing"]) in ([], due.get("places", [])[:1])
        assert due["is"] == "turn_due" or not stage["showing"]
        table.somebody.act(table.host.door, table.view, stage)
    assert told


def test_a_crew_that_comes_back_reports_what_nobody_has_reported() -> None:
    table = staged(TABLES["demo"], 1)
    table.part.obey("pause", "")
    table.part.obey("trouble", "misdeal")
    while not table.part.told()["noticed"]:
        table.step()
    assert table.part.told()["noticed"] == ["the cards were dealt wrong"]
    assert rulings(table) == []
    table.part.obey("resume", "")
    for _ in range(5):
        table.step()
    assert rulings(table) == ["misdeal"]
    assert table.part.told()["noticed"] == []


def test_what_people_have_put_down_stays_when_the_crew_comes_back() -> None:
    table = staged(TABLES["demo"], 1)
    while "wager_due" not in [due["is"] for due in table.view["dues"]]:
        table.step()
    table.part.obey("pause", "")
    table.step(acting=False)
    assert table.host.door.submit(Act(Bet(6, "ante", 12_500), "d1", "mine")).accepted
    table.part.obey("resume", "")
    while table.view["prompt"]["due"]["is"] != "choice_due":
        table.step()
    assert table.view["round"]["wagers"]["seat_6"]["ante"] == 12_500


def test_people_may_act_while_the_crew_plays() -> None:
    table = staged(TABLES["demo"], 1)
    for _ in range(ENOUGH):
        if table.round > 2:
            break
        table.part.step()
        table.somebody.act(table.host.door, table.view, table.part.told())
        table.host.time.pass_time(1_000_000)
    assert table.round > 2
    for _ in range(10):
        table.step()
    assert rulings(table) == []


def test_only_what_changed_is_told() -> None:
    table = staged(TABLES["demo"], 1, CrewIs.NONE)
    for _ in range(20):
        table.step(acting=False)
    rung = len(table.rung)
    for _ in range(20):
        table.step(acting=False)
    assert len(table.rung) == rung
    table.part.obey("trouble", "shoe_jams")
    table.step(acting=False)
    assert len(table.rung) == rung + 1


@pytest.mark.parametrize("order", ["pause", "resume"])
def test_a_crew_that_is_not_there_cannot_be_directed(order: str) -> None:
    with pytest.raises(StageError) as error:
        staged(TABLES["demo"], 1, CrewIs.NONE).part.obey(order, "")
    assert error.value.code == "no_crew"


def test_what_cannot_go_wrong_here_is_refused() -> None:
    table = staged(TABLES["demo"], 1)
    with pytest.raises(StageError, match="shoe_jams") as error:
        table.part.obey("trouble", "card_face_up")
    assert error.value.code == "no_trouble"


def test_a_notice_is_gone_when_somebody_has_reported_it() -> None:
    table = staged(TABLES["demo"], 1, CrewIs.NONE)
    table.part.obey("trouble", "card_exposed")
    while not table.part.told()["noticed"]:
        table.step()
    noticed = table.part._hands.door.noticed[0]
    assert isinstance(noticed, Declare)
    assert table.host.door.submit(Act(noticed, "d1", "reported")).accepted
    table.step(acting=False)
    assert table.part.told()["noticed"] == []


def test_cards_are_shuffled_however_quickly_people_go_on() -> None:
    """The stage looks now and then; by its next look they have shuffled, cut and loaded."""
    table = staged(TABLES["blackjack manual_shoe, blind, 1 deck, hole card down"], crew=CrewIs.NONE)
    felt, crew = table.stage.equipment.felt, table.stage.equipment.crew
    deck = "blue"

    while table.somebody.act(table.host.door, table.view, table.part.told()):
        if table.host.kernel.state.decks[deck].phase == "loaded":
            break
    for _ in range(10):
        table.step(acting=False)

    loaded = [piece.card for piece in felt.pile(deck, "shoe")]
    crew.preparing.bring(deck)
    new = [piece.card for piece in felt.pile(deck, "stack")]
    assert len(loaded) == len(new) > 0
    assert loaded != new
