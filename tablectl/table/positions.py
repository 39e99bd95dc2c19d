"""Whose wagers lie at a position: a player's own, or those of the player at the next one.

A wager is keyed in for a position with a player seated at it. Where the house lets a player bet at
two, the second is next to the first; where it lets them bet at several, any will do. `Bet.player`
says at which position the player sits.
"""

from __future__ import annotations

from tablectl.table.draft import Draft
from tablectl.table.places import seat_place
from tablectl.words.acts import Bet
from tablectl.words.dues import WagerDue
from tablectl.words.refusals import Refusal
from tablectl.words.values import replace


def not_this_position(draft: Draft, due: WagerDue, deed: Bet) -> Refusal | None:
    """Why this player cannot bet there."""
    if deed.seat not in due.seats:
        return Refusal("no_such_seat", due.seated, {"seat": deed.seat})
    if deed.player is None or deed.player == deed.seat:
        return None
    about = {"seat": deed.seat, "player": deed.player}
    if not due.two_positions and due.several is None:
        return Refusal("one_position", due.adjacent, about)
    if due.several is None and abs(deed.player - deed.seat) != 1:
        return Refusal("not_adjacent", due.adjacent, about)
    theirs = seat_place(deed.player)
    if not _bets(draft, theirs) or theirs in draft.round.seconds:
        return Refusal("nobody_seated", due.seated, {"seat": deed.player})
    others = (p for p, whose in draft.round.seconds.items() if whose == theirs)
    more = any(place != seat_place(deed.seat) and _bets(draft, place) for place in others)
    if due.several is None and more:
        return Refusal("third_position", due.adjacent, about)
    mine = seat_place(deed.seat)
    if _bets(draft, mine) and draft.round.seconds.get(mine) != theirs:
        return Refusal("position_taken", due.seated, {"seat": deed.seat})
    return None


def note_player(draft: Draft, deed: Bet) -> None:
    """Whose position it is from now on, until somebody bets there who is seated at it."""
    mine = seat_place(deed.seat)
    seconds = {p: whose for p, whose in draft.round.seconds.items() if p != mine}
    if deed.player is not None and deed.player != deed.seat:
        seconds[mine] = seat_place(deed.player)
    if seconds != draft.round.seconds:
        draft.put_round(replace(draft.round, seconds=seconds))


def _bets(draft: Draft, place: str) -> bool:
    return bool(draft.round.wagers.get(place) or draft.round.again.get(place))
