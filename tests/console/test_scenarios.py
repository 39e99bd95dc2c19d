"""Screens of everything that the catalogue of scenarios has happen to a table."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pytest_mock import MockerFixture

from tablectl.scenario.playing import run_file
from tablectl.scenario.world import World
from tablectl.words.bases import Role
from tests.console.screens import seen_by

CATALOGUE = sorted((Path(__file__).parent.parent / "scenarios").rglob("*.yaml"))
EVERY = 97
"""One scenario in so many is looked at; the file's own test plays all of them."""


@pytest.mark.parametrize("path", CATALOGUE[::EVERY], ids=lambda path: path.stem)
def test_a_scenario_shows_every_role_a_screen_at_each_step(
    path: Path, mocker: MockerFixture
) -> None:
    shown: list[int] = []
    look = World.view

    def looking(world: World, role: Role = Role.DEALER) -> object:
        if not shown or shown[-1] != world.rig.host.kernel.state.seq:
            shown.append(world.rig.host.kernel.state.seq)
            for each in Role:
                json.dumps(seen_by(world.rig, each))
        return look(world, role)

    mocker.patch.object(World, "view", looking)

    report = run_file(path)

    assert report.failures == ()
    assert shown
