"""Orders of dealing that several games share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from tablectl.table.places import DEALER
from tablectl.table.round_view import RoundView, whose
from tablectl.words.dues import Target
from tablectl.words.irregularities import Kind


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


# ---------------------------------------------------------------- a place that was passed over


def outstanding(view: RoundView, order: tuple[Target, ...]) -> tuple[Target, ...]:
    """Of all cards of a deal in their order, those that are still to come.

    What a seat was passed over for is not dealt to it here; the dealer takes what is due once all
    seats have theirs.
    """
    kept: list[Target] = []
    late: list[Target] = []
    for target, nth in _numbered(order):
        if not was_passed_over(view, target.place, nth):
            kept.append(target)
        elif whose(target.place) == "dealer":
            late.append(target)
    seats = [at for at, target in enumerate(kept) if whose(target.place) != "dealer"]
    end = seats[-1] + 1 if late and seats else len(kept)
    in_order = _numbered((*kept[:end], *late, *kept[end:]))
    return tuple(target for target, nth in in_order if nth > view.count(target.place))


def was_passed_over(view: RoundView, place: str, nth: int) -> bool:
    flaws = view.flaws(Kind.PASSED_OVER)
    return any(flaw.place == place and flaw.nth in (None, nth) for flaw in flaws)


def _numbered(order: tuple[Target, ...]) -> Iterator[tuple[Target, int]]:
    """Each card with which one of its place it is."""
    times: Counter[str] = Counter()
    for target in order:
        times[target.place] += 1
        yield target, times[target.place]
