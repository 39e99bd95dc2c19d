"""Every help is a small lesson, and the examples in it are true."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import click
import pytest

from tablectl.cli.main import COMMANDS, cli
from tests.cli.shell import ROOT, answering, process, running, tablectl, with_preset
from tests.cli.test_scenario import GOOD

SERVED = ("status", "act", "frames")
PROVED = ("sign-in", "sign-out", "people", "backup")  # tests of their own do what these show
ON_A_LINE = ("sim", "console")  # these go on for ever; tests of their own run them
ENDLESS = ("--by-hand", "--console")
LACKING = ("coverage", "doctor")  # one scenario reaches next to nothing; nothing is installed


def commands() -> Iterator[tuple[str, ...]]:
    for name in COMMANDS:
        yield (name,)
        command = cli.get_command(click.Context(cli), name)
        if isinstance(command, click.Group):
            yield from ((name, each) for each in command.commands)


def examples(told: str) -> list[list[str]]:
    lines = re.findall(r"^ +(tablectl [a-z]\S*.*)$", told, re.MULTILINE)
    return [shlex.split(line)[1:] for line in lines]


ALL = [(), *commands()]


@pytest.mark.parametrize("command", ALL, ids=" ".join)
def test_every_help_teaches_with_an_example(command: tuple[str, ...]) -> None:
    done = tablectl(*command, "--help")
    assert done.exit_code == 0
    assert examples(done.output), done.output


def test_the_list_of_commands_says_what_each_is_for() -> None:
    told = tablectl("--help").output
    assert all(f"{name} " in told and COMMANDS[name] in told for name in COMMANDS)


def test_the_help_of_act_lists_every_deed_with_its_fields() -> None:
    told = tablectl("act", "--help").output
    assert "bet seat=NUMBER wager=WAGER [cents=NUMBER]" in told
    assert "turn PLACE=CARDS" in told


def all_examples() -> dict[str, list[str]]:
    found = {}
    for command in ALL:
        for words in examples(tablectl(*command, "--help").output):
            found[" ".join(words)] = words
    return found


EXAMPLES = all_examples()
ENDING = [
    words
    for words in EXAMPLES.values()
    if words[0] not in (*SERVED, *PROVED, *ON_A_LINE) and not any(word in ENDLESS for word in words)
]


def test_there_are_examples_of_every_command() -> None:
    assert {words[0] for words in EXAMPLES.values()} == set(COMMANDS)


def test_every_example_that_ends_by_itself_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    scenarios = tmp_path / "tests" / "scenarios" / "three_card_poker"
    scenarios.mkdir(parents=True)
    (scenarios / "opening.yaml").write_text(GOOD)
    for words in sorted(ENDING, key=lambda words: words[0] != "run"):
        done = tablectl(*words, *quickly(words, tmp_path))
        assert done.exit_code == (1 if words[0] in LACKING else 0), (words, done.output)


def quickly(words: list[str], folder: Path) -> tuple[str | Path, ...]:
    """What makes a served run one that does not wait, at a door of its own, and a soak short."""
    if words[0] == "soak":
        return ("--rounds", "20")
    served = words[0] == "run" and "--virtual" not in words
    return ("--pace", "0", "--socket", folder / "door.sock") if served else ()


def test_every_example_at_the_door_is_understood(tmp_path: Path) -> None:
    socket = tmp_path / "door.sock"
    with running("run", "--by-hand", "--quiet", "--socket", socket) as child:
        answering(child, socket).close()
        codes = {
            " ".join(words): tablectl(*words, env={"TABLECTL_SOCKET": str(socket)}).exit_code
            for words in EXAMPLES.values()
            if words[0] in SERVED
        }
    assert codes["act --by s1 confirm what=open_table"] == 0
    assert codes["act --by d1 confirm what=inspect subject=blue"] == 0
    assert set(codes.values()) <= {0, 1}, codes  # refused at worst: the round is not that far


@pytest.mark.parametrize(
    "words", [w for w in EXAMPLES.values() if set(w) & set(ENDLESS)], ids=" ".join
)
def test_every_example_that_goes_on_answers_at_its_door(words: list[str], tmp_path: Path) -> None:
    socket = tmp_path / "door.sock"
    (tmp_path / "table.yaml").write_text(with_preset("counting"))
    here = {"table.yaml": tmp_path / "table.yaml", "table.journal": tmp_path / "table.journal"}
    served = (*(here.get(word, word) for word in words), "--quiet", "--socket", socket)
    with running(*served) as child, closing(answering(child, socket)):
        assert child.poll() is None


HEAVY = ("pydantic", "transitions", "asyncio", "yaml", "sqlite3", "simulators", "tablectl.table")
WHAT_THE_HELP_IMPORTS = """
import sys
from tablectl.cli.main import cli
cli(["--help"], standalone_mode=False)
print(*sorted(sys.modules), sep="\\n", file=sys.stderr)
"""


def test_the_help_does_not_wait_for_what_the_commands_need() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WHAT_THE_HELP_IMPORTS],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert not set(HEAVY) & set(done.stderr.splitlines())


def test_the_version_is_told() -> None:
    assert process("--version").stdout.startswith("tablectl, version ")
