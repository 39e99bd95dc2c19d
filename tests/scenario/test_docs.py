"""The page on scenarios: what it shows runs, and it leaves no word out."""

import re
from pathlib import Path
from typing import Any

import pytest

from tablectl.scenario import loads, play
from tablectl.scenario.acts import DEEDS, ActSpec
from tablectl.scenario.model import (
    DeviceStep,
    Draws,
    Expect,
    Lose,
    Misplace,
    Physical,
    ScenarioFile,
    Step,
    Swap,
)
from tablectl.scenario.targets import ALIASES, STEP_ALIASES
from tablectl.words.irregularities import Kind
from tablectl.words.rulings import Consequence
from tablectl.yamlfile import parse
from tablectl.yamlmodel import Strict

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "scenarios.md"
TEXT = PAGE.read_text(encoding="utf-8")
BLOCKS = [block for block in re.findall(r"```yaml\n(.*?)```", TEXT, re.S) if "steps:" in block]


def keys_in(value: Any) -> set[str]:
    match value:
        case dict():
            return set(map(str, value)).union(*map(keys_in, value.values()))
        case list():
            return set[str]().union(*map(keys_in, value))
        case _:
            return set()


def names(model: type[Strict]) -> list[str]:
    return [field.alias or name for name, field in model.model_fields.items()]


@pytest.mark.parametrize("block", BLOCKS, ids=[block.split("\n")[0] for block in BLOCKS])
def test_every_scenario_on_the_page_runs(block: str) -> None:
    report = play(loads(block, PAGE.name))
    assert report.passed, f"\n{report}"


@pytest.mark.parametrize(
    "model",
    [ScenarioFile, Step, Draws, Physical, Misplace, Lose, Swap, DeviceStep, ActSpec, Expect],
    ids=lambda model: model.__name__,
)
def test_every_key_is_explained(model: type[Strict]) -> None:
    shown = re.findall(r"`([^`]*)`", TEXT)
    words = {word for text in shown for word in re.findall(r"[a-z_]+", text)}
    assert set(names(model)) <= words


@pytest.mark.parametrize(
    "model",
    [ScenarioFile, Step, Draws, Physical, DeviceStep, ActSpec, Expect],
    ids=lambda model: model.__name__,
)
def test_every_key_is_shown_in_a_scenario_that_runs(model: type[Strict]) -> None:
    used = set[str]().union(*(keys_in(parse(block, PAGE.name).value) for block in BLOCKS))
    assert set(names(model)) <= used


@pytest.mark.parametrize(
    "codes",
    [
        pytest.param([kind.value for kind in Kind], id="kinds of irregularities"),
        pytest.param([consequence.value for consequence in Consequence], id="consequences"),
        pytest.param(list(DEEDS), id="deeds"),
        pytest.param([*ALIASES, *STEP_ALIASES], id="moments"),
    ],
)
def test_every_code_is_on_the_page(codes: list[str]) -> None:
    missing = [code for code in codes if f"`{code}`" not in TEXT]
    assert not missing, f"docs/scenarios.md does not mention {missing}"
