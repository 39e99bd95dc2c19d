"""Wagers that lie there again: those of one round, proposed for the next.

Most players bet as they did before, and what lies on the layout is what counts: so the wagers of
the last round are shown as they would be, the dealer keys in what is different, and the call that
binds all wagers says that the rest is so. Until that call nothing of them is down, and a table on
which nobody bets any more can be closed. One that the limits do not allow is not proposed.
"""

from __future__ import annotations

from collections.abc import Mapping

from tablectl.table.draft import Draft
from tablectl.table.places import by_seat, seat_number, seat_place
from tablectl.table.staking import keyed_in, place_wager
from tablectl.table.state import RoundState
from tablectl.words.dues import WagerDue, WagerKind
from tablectl.words.facts import Wagered
from tablectl.words.money import Cents
from tablectl.words.values import replace


def propose(draft: Draft, over: RoundState) -> None:
    """A round begins: what was wagered in the one before lies there again.

    A round that was void before anybody had wagered leaves what it found.
    """
    if not draft.rules.wagers_again:
        return
    _put(draft, keyed_in(over.facts, over.again))
    prune(draft)


def prune(draft: Draft) -> None:
    """Propose no longer what could not be wagered as the limits are now."""
    if draft.round.again:
        open_now = _open(draft)
        _put(
            draft,
            {
                place: {w: c for w, c in mine.items() if _taken((place, w), c, open_now)}
                for place, mine in draft.round.again.items()
            },
        )


def forget(draft: Draft, place: str, wager: str) -> None:
    """Somebody has said what is so about this wager."""
    if wager in draft.round.again.get(place, {}):
        mine = {w: c for w, c in draft.round.again[place].items() if w != wager}
        _put(draft, {**draft.round.again, place: mine})


def take_up(draft: Draft) -> None:
    """The wagers are called closed: everything that is still proposed is down.

    In an order that a snapshot cannot change.
    """
    for place in sorted(draft.round.again, key=by_seat):
        for wager, cents in sorted(draft.round.again[place].items()):
            place_wager(draft, place, wager, cents)
            draft.record(Wagered(seat_number(place), wager, cents, on=True))
    if draft.round.again:
        _put(draft, {})


def _open(draft: Draft) -> dict[tuple[str, str], WagerKind]:
    """The wagers that may be placed now, by place and name."""
    return {
        (place, kind.name): kind
        for due in draft.plan_dues
        if isinstance(due, WagerDue)
        for place in map(seat_place, due.seats)
        for kind in due.wagers
    }


def _taken(
    which: tuple[str, str], cents: Cents | None, open_now: dict[tuple[str, str], WagerKind]
) -> bool:
    kind = open_now.get(which)
    if kind is None or cents is None:
        return kind is not None
    return (kind.least or 0) <= cents and (kind.most is None or cents <= kind.most)


def _put(draft: Draft, again: Mapping[str, Mapping[str, Cents | None]]) -> None:
    kept = {place: mine for place, mine in again.items() if mine}
    draft.put_round(replace(draft.round, again=kept))
