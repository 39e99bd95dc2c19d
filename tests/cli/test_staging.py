"""A simulated table that ended at any moment is laid out again so that play can go on."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablectl import config
from tablectl.cli.running import Run, by_itself
from tablectl.cli.staging import agrees, lay_out
from tablectl.games.catalogue import rules_for
from tablectl.journal.memory import MemoryJournal
from tablectl.kernel import inputs, rebuild
from tablectl.rig import Rig, build, equip, sealer_for
from tablectl.table.ledger import tokens
from tablectl.words.bases import Role
from tablectl.words.irregularities import Kind
from tests.hosts.test_agreement import fitted, table, wishes

LOAD = "confirm_due:load"


class Died(Exception):
    """The process ended."""


class Dying(MemoryJournal):
    """A journal whose process ends at its nth sync."""

    def __init__(self, at: int) -> None:
        super().__init__()
        self.left = at

    def sync(self) -> None:
        self.left -= 1
        if self.left == 0:
            raise Died
        super().sync()


def run(journal: MemoryJournal, table: config.Table, rounds: int, key: int = 1) -> Run:
    return Run(table, journal, None, sealer_for(key), rounds, 1, mishaps=True, quiet=True)


def ended_with_hidden_cards() -> MemoryJournal:
    """The record of a table that ended when the cards of a round lay face down."""
    preset = config.Preset.RECOGNISING
    for at in range(1, 110):
        dying = Dying(at)
        with pytest.raises(Died):
            by_itself(run(dying, fitted(preset), 3))
        survivor = dying.crash(keep_pending=0)
        state, _ = rebuild(survivor, rules_for, table(preset))
        piles = [pile for holding in state.ledger.values() for pile in holding.piles.values()]
        if any(tokens(pile.faces) for pile in piles):
            return survivor
    raise AssertionError("no card was ever hidden")


@pytest.mark.parametrize(("key", "told"), [(1, False), (2, True)])
def test_hidden_cards_that_the_key_cannot_open_are_told_at_the_start(
    key: int, told: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    survivor = ended_with_hidden_cards()

    by_itself(run(survivor, fitted(config.Preset.RECOGNISING), 1, key))

    said = capsys.readouterr().err
    assert ("hidden cards on record cannot be opened with this seal key" in said) is told


@pytest.mark.parametrize("preset", config.Preset, ids=lambda preset: preset.value)
@given(at=st.integers(1, 110), kept=st.booleans())
@settings(max_examples=25, deadline=None)
def test_a_table_that_ended_anywhere_is_played_to_its_end(
    preset: config.Preset, at: int, kept: bool
) -> None:
    dying = Dying(at)
    try:
        by_itself(run(dying, fitted(preset), 3))
    except Died:
        survivor = dying.crash(keep_pending=int(kept))
    else:
        return

    ended_at = survivor.last_seq
    by_itself(run(survivor, fitted(preset), 1))

    rulings = [r for _, outcome in inputs(survivor.records(ended_at)) for r in outcome.rulings]
    assert {ruled.irregularity.kind for ruled in rulings} == {Kind.RESTART}
    state, _ = rebuild(survivor, rules_for, table(preset))
    assert state.phase == "closed"
    assert not state.fault


@pytest.mark.parametrize("preset", config.Preset, ids=lambda preset: preset.value)
def test_what_is_laid_out_agrees_with_the_record_and_has_every_card_once(
    preset: config.Preset,
) -> None:
    rig = build(table(preset), wishes(), 1, profiles=fitted(preset).profiles)
    while rig.host.kernel.state.round.step != "player_reveal":
        assert rig.step()
    state, profiles = rig.host.kernel.state, fitted(preset).profiles
    anew = equip(table(preset), rig.time, rig.host.door, wishes(), 2, profiles)

    lay_out(anew, state, rig.host.opened, Random(1))

    assert agrees(anew.felt, state)
    places = anew.felt.places("blue")
    codes = [piece.card.code for place in places for piece in anew.felt.pile("blue", place)]
    assert len(set(codes)) == len(codes) == 52
    shown = [piece.card.code for piece in anew.felt.pile("blue", "dealer")]
    assert shown == [piece.card.code for piece in rig.felt.pile("blue", "dealer")]


def prompt(rig: Rig) -> str:
    return str(rig.host.door.view(Role.DEALER)["prompt"]["code"])


@pytest.mark.parametrize("preset", [config.Preset.COUNTING, config.Preset.AUTOMATED])
def test_a_load_that_the_shoe_never_got_to_tell_of_is_told_at_the_next_start(
    preset: config.Preset,
) -> None:
    record = MemoryJournal()
    rig = build(table(preset), wishes(), 1, record, profiles=fitted(preset).profiles)
    while not (rig.host.kernel.state.round.number == 2 and prompt(rig) == LOAD):
        assert rig.step()
    assert rig.shoe is not None
    rig.shoe.unplug()
    while rig.host.kernel.state.decks["blue"].phase != "loaded":
        assert rig.step()
    assert rig.host.kernel.state.decks["blue"].load == 0, "the shoe was heard after all"
    survivor = record.crash()

    by_itself(run(survivor, fitted(preset), 1))

    assert rebuild(survivor, rules_for, table(preset))[0].phase == "closed"
