"""Texts for the readers of table files and device profiles: real files damaged, and YAML noise."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from pathlib import Path
from random import Random

from drivers import profiles
from tablectl import config
from tablectl.yamlfile import FileErrors, parse

SPECIAL = tuple("- :: #|>&*!%@`'\"{}[],?~\n\t\r\0\ufeff\u2028\u0085\ud800\U0001f0a1éx0")
SCALARS = (
    "yes", "no", "~", "null", ".nan", "-.inf", "1e999", "0x1F", "017", "12:30:00", "2001-01-01",
    "<<", "=", "!!python/object:os.system x", "&a *a", "*a", "!!binary aGk=", "{}", "[]", "[[[[",
    "'", '"\\ud800"', '"\\x00"', "-", "- -", "? ", "|", ">-", "9" * 400, "x" * 500, "-0", "1.0",
    "true", "{a: 1, a: 2}", "---", "...", "%YAML 1.2", "!!set {a}", "1_000", "\ufeff",
)  # fmt: skip
WORDS = ("version", "table", "game", "method", "seats", "decks", "options", "preset", "devices")


@cache
def real_files() -> tuple[str, ...]:
    """Files that are right: the demonstration's table, those of the page about them, profiles."""
    page = Path(__file__).resolve().parents[2] / "docs" / "tables.md"
    blocks = re.findall(r"```yaml\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    profiled = [file for file in files("device_profiles").iterdir() if file.name.endswith(".yaml")]
    shipped = [files("tablectl") / config.DEMO, *sorted(profiled, key=lambda file: file.name)]
    return (*(file.read_text(encoding="utf-8") for file in shipped), *blocks)


def make(random: Random) -> str:
    match random.randrange(10):
        case 0:
            return "".join(random.choices(SPECIAL, k=random.randint(0, 60)))
        case 1:
            return "".join(
                chr(random.choice((10, 32, random.randrange(0x3000)))) for _ in range(40)
            )
        case 2:
            return _invented(random)
        case _:
            text = random.choice(real_files())
            for _ in range(random.choice((1, 1, 2, 4))):
                text = _damaged(random, text)
            return text


def _invented(random: Random) -> str:
    lines = []
    for _ in range(random.randint(1, 12)):
        key = random.choice((*WORDS, *SCALARS)) if random.random() < 0.5 else random.choice(WORDS)
        value = random.choice((*SCALARS, "", str(random.randint(-9, 99))))
        lines.append("  " * random.randint(0, 3) + f"{key}: {value}")
    return "\n".join(lines)


def _damaged(random: Random, text: str) -> str:
    lines = text.split("\n")
    at, spot = random.randrange(len(lines)), random.randint(0, len(text))
    match random.randrange(9):
        case 0:
            return text[:spot] + random.choice(SPECIAL) + text[spot:]
        case 1:
            return text[:spot] + text[spot + random.randint(1, 10) :]
        case 2:
            return text[:spot]
        case 3:
            lines.insert(at, random.choice(lines))
        case 4:
            del lines[at]
        case 5:
            lines[at] = " " * random.randint(0, 9) + lines[at].strip()
        case 6:
            key, colon, _ = lines[at].partition(":")
            lines[at] = f"{key}{colon} {random.choice(SCALARS)}"
        case 7:
            other = random.choice(real_files()).split("\n")
            lines[at:at] = other[random.randrange(len(other)) :][:5]
        case 8:
            word = random.choice(re.findall(r"\w+", text) or ["x"])
            return text.replace(word, random.choice(SCALARS), 1)
    return "\n".join(lines)


def check(text: str) -> None:
    """A text is a good file, or FileErrors says in full sentences why not. Nothing else."""
    if not refused(parse, text):  # the others begin with the same
        refused(config.loads, text)
        refused(profiles.loads, text)


def refused(read: Callable[[str, str], object], text: str) -> bool:
    """Whether a reader refuses the text, and in the way it should."""
    named = re.search(r"^profile: *(\w{1,40})", text, re.M)  # a profile is called as its file is
    try:
        read(text, f"{named[1] if named else 'fuzz'}.yaml")
    except FileErrors as wrong:
        _told(wrong)
        return True
    return False


def _told(wrong: FileErrors) -> None:
    assert wrong.errors, "refused, and no reason given"
    for error in wrong.errors:
        assert error.problem, "an error without a problem"
        assert error.line >= 1, "an error without a line"
        assert error.column >= 1, "an error without a column"
        assert "\n" not in str(error), "an error that is not one line"
