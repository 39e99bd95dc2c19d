"""The soak finds nothing at tables that are right, and what was planted at tables that are not."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from pytest_mock import MockerFixture

from simulators.mishaps import MISHAPS, World
from simulators.slips import CARELESS, HANDS, OUT_OF_TURN
from tablectl.fitting import Preset
from tablectl.games import three_card_poker_settlement
from tablectl.games.catalogue import GAMES
from tablectl.kernel import Batch, Kernel
from tablectl.soak.result import Result, Violation
from tablectl.soak.seatings import Seating, seatings
from tablectl.soak.soaking import soak
from tablectl.soak.stretch import Stretch
from tablectl.soak.troubles import Rates
from tablectl.table import ledger
from tablectl.table.ledger import Holding
from tablectl.table.upkeep import upkeep as real_upkeep
from tablectl.words.cards import Card, Pile
from tablectl.words.irregularities import Kind
from tablectl.words.outcomes import Receipt
from tests.cli.shell import ROOT, command, environment, tablectl

GAME = "three_card_poker"
QUIET = Rates(faults=0, errors=0, restarts=0)
WILD = Rates(faults=0.5, errors=0.5, restarts=0.1)
LOW = ("9S", "3D", "2C")
TIMES = ("seconds", "rounds_per_second")


def timeless(plain: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in plain.items() if key not in TIMES}


def a_stretch(preset: Preset = Preset.COUNTING, rates: Rates = QUIET, rounds: int = 2) -> Stretch:
    return Stretch(Seating(GAME, "manual_shoe", preset, 1), "a test", rounds, rates)


def kinds(violations: list[Violation]) -> set[str]:
    return {violation.kind for violation in violations}


# ---------------------------------------------------------------- tables that are right


def test_a_stub_finding_stands_though_a_card_is_drawn_before_its_remedy_is_chosen() -> None:
    rig = (stretch := a_stretch()).rig
    world = World(rig.felt, rig.shoe, rig.crew, Random(1))

    def until(reached: Callable[[], bool]) -> None:
        for _ in range(200):
            if reached():
                return
            rig.step()
        raise AssertionError("the crew never came to it")

    def cases() -> list[Kind]:
        return [case.ruled.irregularity.kind for case in rig.host.kernel.state.cases]

    until(lambda: rig.host.kernel.state.round.step == "stub")
    MISHAPS["miscount"](world)
    until(lambda: Kind.STUB_FINDING in cases())
    MISHAPS["card_drawn_in_error"](world)
    until(lambda: not cases())

    assert stretch.tally.violations == []


def test_hundreds_of_rounds_with_faults_slips_and_dying_controllers_violate_nothing() -> None:
    result = soak(GAME, 240, 11, WILD)

    assert result.whole.violations == []
    assert result.whole.rounds == 240
    assert set(result.tables) == {str(seating) for seating in seatings(GAME)}
    assert result.whole.restarts > 5
    assert result.whole.happened.total() > 60
    assert result.whole.rulings.total() == result.whole.irregularities.total() > 60


@pytest.mark.parametrize("game", [name for name in GAMES if name != GAME])
def test_every_game_can_be_soaked(game: str) -> None:
    tables = seatings(game)

    result = soak(game, 2 * len(tables), 1, Rates(0, 0, 0.2))

    assert result.whole.violations == []


def test_the_referee_judges_let_it_ride_with_bonuses_withdrawals_and_the_limit() -> None:
    result = soak("let_it_ride", 40, 2, WILD, presets=(Preset.BLIND,), methods=("manual_shoe",))

    assert result.whole.disagreements == result.whole.violations == []
    assert result.whole.judged == result.whole.rulings.total() > 10
    counted, withdrawn, limited = "18.7(b)#2", "18.10(e)#2", "18.11(c)#1"
    assert all(result.whole.asked[f"19:47-{c}"] for c in (counted, withdrawn, limited, "18.6A(c)"))


def test_without_faults_and_slips_nothing_is_irregular_but_the_start() -> None:
    result = soak(GAME, 20, 3, QUIET, presets=(Preset.RECOGNISING,))

    assert set(result.whole.irregularities) == {"restart"}
    assert (result.whole.void, result.whole.refused) == (0, 0)


def test_what_nobody_could_have_known_is_counted_by_kind_and_table() -> None:
    result = soak(GAME, 60, 6, Rates(0, 1, 0), presets=(Preset.BLIND,), methods=("manual_shoe",))

    (tally,) = result.tables.values()
    assert tally.undetected.total() > 0
    assert set(tally.undetected) <= set(tally.happened)
    assert not set(tally.undetected) & set(OUT_OF_TURN)


# ---------------------------------------------------------------- the same again


def test_the_same_seed_gives_the_same_in_every_process() -> None:
    told = []
    for hashing in ("1", "2"):
        done = subprocess.run(
            command("soak", "--rounds", "40", "--seed", "4", "--faults", "1", "--json"),
            cwd=ROOT,
            env={**environment(), "PYTHONHASHSEED": hashing},
            capture_output=True,
            text=True,
            check=True,
        )
        told.append(timeless(json.loads(done.stdout)))
    assert told[0] == told[1]


def test_a_table_plays_the_same_rounds_whichever_others_take_their_turn() -> None:
    alone = soak(GAME, 10, 4, WILD, presets=(Preset.MIXED,))
    among = soak(GAME, 40, 4, WILD, methods=("manual_shoe",))

    (name,) = alone.tables
    assert among.tables[name] == alone.tables[name]


# ---------------------------------------------------------------- tables that are not right


def test_an_effect_before_its_record_is_found(mocker: MockerFixture) -> None:
    def unsynced(self: Kernel, batch: Batch) -> None:
        self.journal.append(batch.entries, batch.snapshot)

    stretch = a_stretch()
    mocker.patch.object(Kernel, "commit", unsynced)
    assert "effect_before_record" in kinds(stretch.play(replay=False).violations)


def test_a_card_that_the_ledger_loses_is_found(mocker: MockerFixture) -> None:
    def one_less(holding: Holding, to: str) -> Holding:
        return Holding(holding.composition, {to: Pile(holding.composition.size - 1)}, {})

    mocker.patch.object(ledger, "gathered", one_less)
    assert "cards_made_or_lost" in kinds(a_stretch().play(replay=False).violations)


def test_a_core_that_fails_on_an_input_is_found(mocker: MockerFixture) -> None:
    mocker.patch("tablectl.table.apply.upkeep", side_effect=_failing_on("deal"))
    assert "core_failed" in kinds(a_stretch().play(replay=False).violations)


def _failing_on(step: str) -> Callable[[Any], None]:
    def upkeep(draft: Any) -> None:
        if draft.before.round.step == step:
            raise ZeroDivisionError
        real_upkeep(draft)

    return upkeep


def test_a_card_that_moves_by_itself_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    stretch = a_stretch(rounds=3)
    deal = stretch.rig.crew.step

    def step() -> bool:
        moved = deal()
        if stretch.rig.felt.count("blue", "seat_2") == 3:
            stretch.rig.felt.move("blue", "seat_2", "lost", 1)
        return moved

    monkeypatch.setattr(stretch.rig.crew, "step", step)
    found = stretch.play(replay=False).violations
    assert any("nothing went wrong" in each.what for each in found)


def test_a_table_that_counts_other_cards_than_its_shoe_gave_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stretch = a_stretch()
    shoe = stretch.rig.shoe
    assert shoe is not None
    load = shoe.load

    def loaded(deck: str) -> None:
        load(deck)
        shoe.given = 1

    monkeypatch.setattr(shoe, "load", loaded)
    found = stretch.play(replay=False).violations
    assert any("the shoe gave" in each.what for each in found)


@pytest.mark.parametrize(
    ("undone", "found"),
    [("load", "no_way_to_go_on"), ("close_table", "no_way_to_a_closed_table")],
)
def test_a_table_that_leads_nowhere_is_found(
    undone: str, found: str, mocker: MockerFixture
) -> None:
    crew = (stretch := a_stretch(Preset.BLIND)).rig.crew
    confirm = crew._confirm
    mocker.patch.object(
        crew, "_confirm", lambda view, due: due["what"] != undone and confirm(view, due)
    )
    assert kinds(stretch.play(replay=False).violations) == {found}


def test_a_breach_of_the_protocol_is_found() -> None:
    stretch = a_stretch()
    shoe = stretch.rig.devices["shoe_1"]
    shoe.complain("an order came twice")
    found = stretch.play(replay=False).violations
    assert [each.what for each in found] == ["shoe_1: an order came twice"]


def test_a_record_that_leads_elsewhere_is_found(mocker: MockerFixture) -> None:
    stretch = a_stretch()
    mocker.patch("tablectl.soak.stretch.digest", side_effect=iter("abcdefgh"))
    assert kinds(stretch.play(replay=True).violations) == {"rebuilt_differently"}


def test_a_record_is_read_again_under_the_rules_that_held_once_a_device_was_taken_off() -> None:
    stretch = Stretch(Seating(GAME, "automated_shoe", Preset.SHUFFLING, 2), "a test", 2, QUIET)
    stretch.rig.devices["shuffler_1"].unplug()

    tally = stretch.play(replay=True)

    assert tally.states["device removed"] == 1
    assert tally.violations == []


def test_a_shuffler_goes_off_the_table_though_somebody_is_refused_something_all_the_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stretch = Stretch(Seating(GAME, "automated_shoe", Preset.SHUFFLING, 2), "a test", 2, QUIET)
    stretch.rig.devices["shuffler_1"].unplug()
    work = stretch.rig.crew.step

    def step() -> bool:
        stretch.rig.crew.declare(Kind.CARD_EXPOSED, "seat_9")
        return work()

    monkeypatch.setattr(stretch.rig.crew, "step", step)
    tally = stretch.play(replay=False)

    assert tally.states["device removed"] == 1
    assert tally.violations == []


def test_an_act_out_of_turn_that_is_taken_is_found(mocker: MockerFixture) -> None:
    mocker.patch("tablectl.soak.troubles.OUT_OF_TURN", {"anything": _accepted})
    mocker.patch("tablectl.soak.troubles.HANDS", {})
    mocker.patch("tablectl.soak.troubles.CARELESS", {})
    mocker.patch("tablectl.soak.troubles.OF_PEOPLE", ())
    found = a_stretch(Preset.BLIND, Rates(0, 1, 0)).play(replay=False).violations
    assert "act_out_of_turn_taken" in kinds(found)


def _accepted(*_: Any) -> Any:
    return Receipt("key", 1, accepted=True)


# ---------------------------------------------------------------- the referee


def test_the_referee_judges_every_ruling_and_agrees() -> None:
    result = soak(GAME, 60, 8, WILD)

    assert result.whole.disagreements == []
    assert result.whole.judged == result.whole.irregularities.total() > 20


def test_a_disagreement_ends_the_soak_and_names_what_was_expected(mocker: MockerFixture) -> None:
    mocker.patch.object(three_card_poker_settlement, "QUEEN_HIGH", tuple(map(Card.of, LOW)))

    result = soak(GAME, 400, 8, QUIET)

    assert result.whole.rounds < 400
    (found,) = result.whole.disagreements
    assert "settlement of" in found.what
    assert "19:47-20.11(a)" in found.what


def test_what_was_shown_otherwise_is_counted_as_unknowable() -> None:
    """With a shoe that recognises cards nobody keys them in, and hands can lie anywhere."""
    result = soak(GAME, 100, 4, Rates(0, 1, 0), presets=(Preset.RECOGNISING,))
    assert result.whole.unknowable["other_cards_shown"] > 0


# ---------------------------------------------------------------- the command


def test_the_command_tells_what_was_asked_for_and_ends_well() -> None:
    done = tablectl("soak", "--rounds", "12", "--preset", "blind", "--json")

    assert done.exit_code == 0, done.output
    told = json.loads(done.output)
    assert told["rounds"] == 12
    assert told["violations"] == 0
    wanted = "rounds seconds rounds_per_second irregularities rulings undetected violations"
    assert {*wanted.split(), "acts_per_round", "seed", "tables", "disagreements"} <= set(told)


def test_a_violation_is_named_with_all_it_takes_to_see_it_again(mocker: MockerFixture) -> None:
    result = Result(GAME, 9)
    violation = Violation("core_failed", "it did", "manual_shoe, blind, 1 deck", 4, "9: x: 2")
    tally = a_stretch(Preset.BLIND).tally
    tally.violations.append(violation)
    result.add("manual_shoe, blind, 1 deck", tally)
    mocker.patch("tablectl.cli.soak.soaked", return_value=result)

    done = tablectl("soak")

    assert done.exit_code == 1
    assert "core_failed: it did (manual_shoe, blind, 1 deck; round 4 of 9: x: 2)" in done.output


@pytest.mark.parametrize(
    "asked", [("--method", "by_mail"), ("--preset", "automated", "--method", "manual_shoe")]
)
def test_tables_that_there_are_not_are_refused(asked: tuple[str, ...]) -> None:
    assert tablectl("soak", *asked).exit_code == 2


def test_the_slips_have_names_of_their_own() -> None:
    names = [*HANDS, *CARELESS, *OUT_OF_TURN, *MISHAPS]
    assert len(names) == len(set(names))


def test_several_processes_come_to_the_same_result() -> None:
    alone, together = (soak(GAME, 45, 6, WILD, jobs=jobs) for jobs in (1, 2))
    assert alone.whole.rounds == 45
    assert (alone.whole, alone.tables) == (together.whole, together.tables)


def test_no_value_is_written_to_while_a_table_is_played() -> None:
    """In development mode Python itself keeps every value from being changed."""
    suspicious = [sys.executable, "-X", "dev", "-m", "tablectl", "soak"]
    done = subprocess.run(
        [*suspicious, "--rounds", "26", "--seed", "2", "--errors", "1", "--faults", "1"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


# ---------------------------------------------------------------- a game played in many ways


def test_blackjack_is_soaked_in_every_mode_by_every_method_and_with_every_preset() -> None:
    tables = seatings("blackjack")
    modes = {(each.method, each.table.settings.options["hole_card"]) for each in tables}
    assert {mode for method, mode in modes if method == "manual_shoe"} == {0, 1, 2, 3}
    assert {method for method, _ in modes} == set(GAMES["blackjack"].methods)
    assert {each.preset for each in tables} == set(Preset) - {Preset.AUTOMATED}
    decks = {each.table.settings.options["decks_in_shoe"] for each in tables}
    assert decks == {1, 2, 6}


BLACKJACK = {str(each): each for each in seatings("blackjack")}


@pytest.mark.parametrize(
    "name",
    [
        "manual_shoe, recognising, 1 deck, reader",
        "manual_shoe, blind, 1 deck, hole card down",
        "double_shoe, counting, 2 decks, two sides counted",
        "bart_carter, counting, 1 deck, six decks",
        "continuous_shuffler, counting, 1 deck, shuffled on",
    ],
)
def test_a_shoe_of_several_decks_lasts_many_rounds_and_nothing_is_violated(name: str) -> None:
    tally = Stretch(BLACKJACK[name], f"7: {name}", 8, WILD).play(replay=True)
    assert tally.violations == []
    assert tally.rounds == 8


def test_a_card_that_left_a_shoe_of_several_decks_unnoticed_is_found_against_the_evidence() -> None:
    stretch = Stretch(BLACKJACK["manual_shoe, counting, 1 deck, six decks"], "planted", 3, QUIET)
    rig = stretch.rig
    for _ in range(60):
        rig.step()
    deck = rig.host.kernel.state.ledger
    assert rig.felt.count("blue", "shoe") == deck["blue"].count("shoe")
    rig.felt.move("blue", "shoe", "lost", 1)
    assert "belief_against_evidence" in kinds(stretch.play(replay=False).violations)
