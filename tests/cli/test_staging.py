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
from tablectl.hosts.virtual import VirtualHost
from tablectl.journal.memory import MemoryJournal
from tablectl.kernel import rebuild
from tablectl.rig import EPOCH, equip, sealer_for
from tablectl.words.settings import Settings
from tests.hosts.test_agreement import table, wishes


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


def run(journal: MemoryJournal, table_: Settings, rounds: int) -> Run:
    return Run(table_, journal, None, rounds, 1, mishaps=True, quiet=True)


@pytest.mark.parametrize("preset", config.Preset, ids=lambda preset: preset.value)
@given(at=st.integers(1, 100), kept=st.booleans())
@settings(max_examples=25, deadline=None)
def test_a_table_that_ended_anywhere_is_played_to_its_end(
    preset: config.Preset, at: int, kept: bool
) -> None:
    dying = Dying(at)
    try:
        by_itself(run(dying, table(preset), 3))
    except Died:
        survivor = dying.crash(keep_pending=int(kept))
    else:
        return

    by_itself(run(survivor, table(preset), 1))

    state, _ = rebuild(survivor, rules_for, table(preset))
    assert state.phase == "closed"
    assert not state.fault


@pytest.mark.parametrize("preset", config.Preset, ids=lambda preset: preset.value)
def test_what_is_laid_out_agrees_with_the_record_and_has_every_card_once(
    preset: config.Preset,
) -> None:
    host = VirtualHost(MemoryJournal(), rules_for, sealer_for(1), EPOCH)
    played = equip(table(preset), host, wishes(), 1)
    host.start(table(preset))
    while host.kernel.state.round.step != "player_reveal":
        assert played.crew.step()
        host.pass_time(1_000_000)
    anew = equip(table(preset), host, wishes(), 2)

    lay_out(anew, host.kernel.state, host.sealer, Random(1))

    assert agrees(anew.felt, host.kernel.state)
    places = anew.felt.places("blue")
    codes = [piece.card.code for place in places for piece in anew.felt.pile("blue", place)]
    assert len(set(codes)) == len(codes) == 52
    shown = [piece.card.code for piece in anew.felt.pile("blue", "dealer")]
    assert shown == [piece.card.code for piece in played.felt.pile("blue", "dealer")]
