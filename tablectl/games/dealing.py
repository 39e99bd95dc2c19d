"""Orders of dealing that several games share."""

from __future__ import annotations

from functools import lru_cache

from tablectl.table.places import DEALER
from tablectl.table.round_view import RoundView
from tablectl.words.dues import Target


def passes(
    view: RoundView, places: tuple[str, ...], each: int, *, up: frozenset[str] = frozenset()
) -> tuple[Target, ...]:
    """Card by card round the table until every place has `each`: what is still to be dealt."""
    return _still_to_deal(places, view.counts(places), each, up)


@lru_cache(maxsize=1024)
def _still_to_deal(
    places: tuple[str, ...], have: tuple[int, ...], each: int, up: frozenset[str]
) -> tuple[Target, ...]:
    return tuple(
        Target(place, 1, place in up)
        for turn in range(each)
        for place, count in zip(places, have, strict=True)
        if count <= turn
    )


def stacks(view: RoundView, places: tuple[str, ...], size: int) -> tuple[Target, ...]:
    """One stack of `size` to every place that has none yet."""
    return tuple(Target(place, size) for place in places if view.count(place) == 0)


def with_dealer(hands: tuple[str, ...]) -> tuple[str, ...]:
    return (*hands, DEALER)


def from_right(hands: tuple[str, ...]) -> tuple[str, ...]:
    """Hands from the dealer's far right, counterclockwise."""
    return tuple(reversed(hands))
