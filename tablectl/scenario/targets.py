"""Moments up to which the crew plays: what `play_until` may name, and when it is reached."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tablectl.scenario.acts import due_of
from tablectl.scenario.world import World

View = Mapping[str, Any]

STEP_ALIASES: Mapping[str, str] = {"dealing": "deal", "betting": "wagers"}
"""Readable names of round steps."""


def _betting(_: World, view: View) -> bool:
    """Wagers are taken, and a deck is loaded so that they can be called off."""
    ready = (d for d in view["decks"].values() if d["phase"] == "loaded" and d["fate"] == "none")
    return due_of(view, "wager_due") is not None and any(ready)


def _wagered(world: World, view: View) -> bool:
    """All wagers of the scenario are down, and nothing has been called."""
    return _betting(world, view) and world.wagered(view)


def _shuffling(_: World, view: View) -> bool:
    """A deck is waiting to be shuffled."""
    return due_of(view, "confirm_due", what="shuffle") is not None


def _counting(_: World, view: View) -> bool:
    """The first thing due is a count."""
    return bool(view["prompt"] and view["prompt"]["code"] == "count_due")


ALIASES: Mapping[str, Callable[[World, View], bool]] = {
    "open": lambda _, view: bool(view["phase"] == "open"),
    "closed": lambda _, view: bool(view["phase"] == "closed"),
    "betting": _betting,
    "wagered": _wagered,
    "shuffling": _shuffling,
    "counting": _counting,
}
"""Readable names of moments that are neither a step of the round nor a phase of a deck."""


def reached(world: World, target: str) -> bool:
    view = world.view()
    if target in ALIASES:
        return ALIASES[target](world, view)
    step = STEP_ALIASES.get(target, target)
    prompt = view["prompt"]
    return (
        view["round"]["step"] == step
        or _in_phase(view, target)
        or bool(prompt and target in (prompt["code"], prompt["code"].partition(":")[0]))
    )


def _in_phase(view: View, phase: str) -> bool:
    return any(deck["phase"] == phase for deck in view["decks"].values())
