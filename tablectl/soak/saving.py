"""A soak kept in a file: what was asked for, and what was counted up to the last whole stretch.

The file is written anew now and then and takes the place of the old one in one go, so that a soak
that is killed at any moment finds there all that was counted up to one stretch or up to an earlier
one. It counts only together with the code that wrote it: other code may play other rounds.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any

from tablectl.fitting import Preset
from tablectl.soak.result import Result, Tally, Violation
from tablectl.soak.troubles import Rates
from tablectl.words.canonical import dumps, loads
from tablectl.words.errors import TablectlError, WordError

PACKAGES = ("tablectl", "drivers", "simulators", "device_profiles")
"""What decides which rounds are played; they lie beside each other, installed or not."""
SOURCES = (".py", ".yaml")
OFTEN = 10.0
"""Seconds between two writings: a disk takes longer for one than a stretch does to be played."""


class NotASave(TablectlError):
    """The file holds no soak, or not all of one."""

    code = "not_a_soak"

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path} is no saved soak; name another file to save in")


class OtherCode(TablectlError):
    """The soak in the file was played by other code."""

    code = "soak_of_other_code"

    def __init__(self, path: Path) -> None:
        super().__init__(
            f"the soak in {path} was played by other code or another Python, which may play other "
            "rounds; go on with those, or name another file to save in"
        )


class OtherSoak(TablectlError):
    """The soak in the file was asked for otherwise."""

    code = "other_soak"

    def __init__(self, path: Path, different: str) -> None:
        super().__init__(
            f"the soak in {path} is another one: {different}; give the same arguments, or name "
            "another file to save in"
        )


@dataclass(frozen=True)
class Asked:
    """All that says which rounds are played."""

    game: str
    rounds: int
    seed: int
    rates: Rates
    presets: tuple[Preset, ...] = ()
    methods: tuple[str, ...] = ()

    def as_plain(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "rounds": self.rounds,
            "seed": self.seed,
            "faults": self.rates.faults,
            "errors": self.rates.errors,
            "restarts": self.rates.restarts,
            "preset": sorted({preset.value for preset in self.presets}),
            "method": sorted(set(self.methods)),
        }


@dataclass(frozen=True)
class Save:
    """The file of one soak."""

    path: Path
    asked: Asked

    def found(self) -> Result | None:
        """What is in the file to go on from; nothing if there is no file yet."""
        try:
            kept = _whole(self.path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None
        except (WordError, UnicodeDecodeError):
            kept = None
        if kept is None:
            raise NotASave(self.path)
        if kept["code"] != code():
            raise OtherCode(self.path)
        if different := ", ".join(_differences(kept["asked"], self.asked.as_plain())):
            raise OtherSoak(self.path, different)
        return Result(
            self.asked.game,
            self.asked.seed,
            tables={name: _tally(plain) for name, plain in kept["tables"]},
            seconds=kept["seconds"],
            turns=kept["turns"],
            spent=kept["spent"],
        )

    def keep(self, result: Result) -> None:
        """Write what was counted so far, all of it or nothing."""
        body = dumps(
            {
                "asked": self.asked.as_plain(),
                "code": code(),
                "seconds": result.seconds,
                "spent": result.spent,
                "tables": [[name, _plain(tally)] for name, tally in result.tables.items()],
                "turns": result.turns,
            }
        )
        _write(self.path, dumps({"digest": _sha256(body), "soak": body}))


class Keeping:
    """Told of the result after every stretch; writes it at its own pace, and at the end."""

    def __init__(self, save: Save, clock: Callable[[], float] = time.monotonic) -> None:
        self._save = save
        self._clock = clock
        self._kept: float | None = None

    def __call__(self, result: Result) -> None:
        now = self._clock()
        if self._kept is None or now - self._kept >= OFTEN:
            self._save.keep(result)
            self._kept = now

    def end(self, result: Result) -> None:
        self._save.keep(result)


@cache
def code() -> str:
    """A digest of everything that decides which rounds are played, and the Python that does."""
    made = hashlib.sha256(f"{sys.version_info[:2]}".encode())
    root = Path(__file__).parents[2]
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*")):
            if path.suffix in SOURCES:
                made.update(f"{path.relative_to(root)}\n".encode())
                made.update(path.read_bytes())
    return made.hexdigest()


def _whole(text: str) -> dict[str, Any] | None:
    """What was written, if it is what the digest was taken of."""
    match loads(text):
        case {"digest": str(digest), "soak": str(body)} if _sha256(body) == digest:
            kept: dict[str, Any] = loads(body)
            return kept
        case _:
            return None


def _differences(kept: dict[str, Any], asked: dict[str, Any]) -> list[str]:
    return [
        f"--{name} {_told(kept[name])} there and {_told(asked[name])} here"
        for name in asked
        if kept[name] != asked[name]
    ]


def _told(value: object) -> str:
    return (" ".join(value) or "any") if isinstance(value, list) else str(value)


def _plain(tally: Tally) -> dict[str, Any]:
    """A tally as JSON has it."""
    made: dict[str, Any] = {}
    for each in fields(tally):
        match getattr(tally, each.name):
            case Counter() as counted:
                made[each.name] = dict(counted)
            case list() as told:
                made[each.name] = [violation.as_plain() for violation in told]
            case number:
                made[each.name] = number
    return made


def _tally(plain: dict[str, Any]) -> Tally:
    tally = Tally()
    for name, value in plain.items():
        match value:
            case dict():
                setattr(tally, name, Counter(value))
            case list():
                setattr(tally, name, [Violation(**each) for each in value])
            case _:
                setattr(tally, name, value)
    return tally


def _write(path: Path, text: str) -> None:
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(handle)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink()
        raise


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
