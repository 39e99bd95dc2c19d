"""Slips: what people get wrong at a table, each a small named thing.

Some move cards that nobody was to move: the felt then is not what the table believes, and whether
anybody can notice depends on what devices see and people count. The others are acts that are not
due, or of the wrong person: the table must refuse every one of them. A slip never touches the
controller but through the door. None happens by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from simulators.mishaps import World
from tablectl.words.acts import Bet, Call, Confirm, Deal, Deed, Move, Settle, Shown, Turn
from tablectl.words.bases import Role
from tablectl.words.outcomes import Receipt

View = Mapping[str, Any]

# ---------------------------------------------------------------- hands that move cards


def card_too_many(world: World) -> bool:
    """The dealer lays one card more to a hand, where no machine holds it back."""
    hands = _dealt(world)
    if world.shoe is not None or not hands or not world.felt.count(world.deck, "shoe"):
        return False
    world.felt.move(world.deck, "shoe", world.chance.choice(hands), 1)
    return True


def card_too_few(world: World) -> bool:
    """The last card of a hand stays on the shoe."""
    hands = _dealt(world)
    if world.shoe is not None or not hands:
        return False
    piece = world.felt.pile(world.deck, world.chance.choice(hands)).pop()
    world.felt.pile(world.deck, "shoe").insert(0, piece)
    return True


def hands_swapped(world: World) -> bool:
    """Two hands lie each at the other's place."""
    hands = _dealt(world)
    if len(hands) < 2:
        return False
    one, other = (world.felt.pile(world.deck, place) for place in world.chance.sample(hands, 2))
    one[:], other[:] = other[:], one[:]
    return True


def card_dropped_from_hand(world: World) -> bool:
    """A card of a hand falls under the table and nobody sees it."""
    hands = _dealt(world)
    if not hands:
        return False
    piece = world.felt.pile(world.deck, world.chance.choice(hands)).pop()
    world.felt.pile(world.deck, "lost").append(piece)
    return True


def _dealt(world: World) -> list[str]:
    return [place for place in world.hands() if world.felt.count(world.deck, place)]


HANDS: Mapping[str, Callable[[World], bool]] = {
    made.__name__: made
    for made in (card_too_many, card_too_few, hands_swapped, card_dropped_from_hand)
}

# ---------------------------------------------------------------- acts that are not due


def dealt_before_the_call(world: World, view: View) -> Receipt | None:
    """The dealer says that the cards are out while wagers are still open."""
    return _out_of_turn(world, view, "call_due", Deal())


def count_forgotten(world: World, view: View) -> Receipt | None:
    """The stub was to be counted, and the dealer goes on to the dealer's hand."""
    return _out_of_turn(world, view, "count_due", Turn((Shown("dealer"),)))


def paid_too_early(world: World, view: View) -> Receipt | None:
    """Winners are paid while hands still choose."""
    return _out_of_turn(world, view, "choice_due", Settle("winners"))


def racked_too_early(world: World, view: View) -> Receipt | None:
    """All cards go to the rack while hands lie face down."""
    return _out_of_turn(world, view, "turn_due", Move("rack"))


def called_twice(world: World, view: View) -> Receipt | None:
    """No more bets is called once more, in the middle of the deal."""
    return _out_of_turn(world, view, "cards_due", Call("no_more_bets"))


def late_wager(world: World, view: View) -> Receipt | None:
    """A player puts something down when wagers are closed."""
    wagers = [(place, each) for place, mine in view["round"]["wagers"].items() for each in mine]
    if not wagers or any(due["is"] in ("wager_due", "call_due") for due in view["dues"]):
        return None
    place, wager = wagers[0]
    return _by(world, Role.DEALER, Bet(int(place.removeprefix("seat_")), wager, 1_000))


def wrong_person(world: World, view: View) -> Receipt | None:
    """Somebody confirms what is not theirs to confirm."""
    for due in view["dues"]:
        if due["is"] == "confirm_due" and "number" not in due and "least" not in due:
            deed = Confirm(due["what"], str(due.get("subject", "")))
            for person in _strangers(world, due["roles"]):
                return world.crew.act(person, deed)
    return None


def _out_of_turn(world: World, view: View, while_: str, deed: Deed) -> Receipt | None:
    """Do this while something else is due, and nothing of its own kind is."""
    dues = {str(due["is"]) for due in view["dues"]}
    if while_ not in dues or _KIND[type(deed)] in dues or view["phase"] != "open":
        return None
    return _by(world, Role.DEALER, deed)


_KIND: Mapping[type[object], str] = {
    Deal: "cards_due",
    Turn: "turn_due",
    Settle: "settle_due",
    Move: "move_due",
    Call: "call_due",
}


def _by(world: World, role: Role, deed: Deed) -> Receipt:
    return world.crew.act(world.crew.people[role][0], deed)


def _strangers(world: World, roles: list[str]) -> Iterator[str]:
    """Who has none of these roles."""
    fit = {person for role in roles for person in world.crew.people.get(Role(role), ())}
    everybody = sorted({person for some in world.crew.people.values() for person in some})
    return (person for person in everybody if person not in fit)


OUT_OF_TURN: Mapping[str, Callable[[World, View], Receipt | None]] = {
    made.__name__: made
    for made in (
        dealt_before_the_call,
        count_forgotten,
        paid_too_early,
        racked_too_early,
        called_twice,
        late_wager,
        wrong_person,
    )
}
