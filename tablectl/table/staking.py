"""Wagers on the layout: placing one and lifting it again, whoever's act it follows from."""

from __future__ import annotations

from dataclasses import replace

from tablectl.table.draft import Draft
from tablectl.words.money import Cents


def place_wager(draft: Draft, place: str, wager: str, cents: Cents | None) -> None:
    wagers = draft.round.wagers
    mine = {**wagers.get(place, {}), wager: cents}
    draft.put_round(replace(draft.round, wagers={**wagers, place: mine}))


def lift_wager(draft: Draft, place: str, wager: str) -> None:
    wagers = dict(draft.round.wagers)
    mine = {name: cents for name, cents in wagers.get(place, {}).items() if name != wager}
    if mine:
        wagers[place] = mine
    else:
        wagers.pop(place, None)
    draft.put_round(replace(draft.round, wagers=wagers))
