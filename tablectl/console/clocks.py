"""Clocks: what runs out at this table, and when."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tablectl import texts

View = Mapping[str, Any]
COUNT_EVERY = "count_every"
"""The option that says after how many rounds a stub is counted, in games that count one."""


def clocks(seen: View) -> list[dict[str, Any]]:
    """Every clock that runs, those that end first at the top."""
    running = [*_card_lives(seen), *_shuffles(seen), *_notices(seen)]
    return [*sorted(running, key=lambda clock: int(clock["at"])), *_stub(seen)]


def _clock(name: str, subject: str, at: int, now: int) -> dict[str, Any]:
    late = at <= now
    return {
        "name": f"{name}:{subject}",
        "label": texts.clock_label(name, subject),
        "text": texts.clock_text(name, late=late),
        "at": at,
        "late": late,
    }


def _card_lives(seen: View) -> Iterator[dict[str, Any]]:
    life = seen["card_life"]
    for name, deck in seen["decks"].items():
        if life is not None and deck["opened_at"] and deck["phase"] != "removed":
            yield _clock("card_life", name, deck["opened_at"] + life, seen["time"])


def _shuffles(seen: View) -> Iterator[dict[str, Any]]:
    for deck, at in seen["cycles"].items():
        yield _clock("cycle", deck, at, seen["time"])


def _notices(seen: View) -> Iterator[dict[str, Any]]:
    for notice in seen["notices"]:
        if notice["starts_at"] is not None:
            yield _clock("notice", notice["id"], notice["starts_at"], seen["time"])


def _stub(seen: View) -> Iterator[dict[str, Any]]:
    every = seen["options"].get(COUNT_EVERY)
    if not every or seen["phase"] != "open":
        return
    left = every - seen["uncounted"]
    yield {
        "name": "count",
        "label": texts.clock_label("count"),
        "text": texts.rounds_text(left),
        "at": None,
        "late": left <= 0,
    }
