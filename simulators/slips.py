"""Slips: what people get wrong at a table, each a small named thing.

Some move cards that nobody was to move: the felt then is not what the table believes, and whether
anybody can notice depends on what devices see and people count. Some are no more than not looking.
The others are acts that are not due, or of the wrong person: the table must refuse every one of
them. A slip never touches the
controller but through the door. None happens by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from simulators.drawing_mishaps import DRAWING
from simulators.mishaps import AT_ONCE, MISHAPS, World
from tablectl.words.acts import Bet, Call, Confirm, Deal, Deed, Move, Settle, Shown, Turn
from tablectl.words.bases import Role
from tablectl.words.outcomes import Receipt

View = Mapping[str, Any]

# ---------------------------------------------------------------- hands that move cards


def card_too_many_to_a_seat(world: World) -> bool:
    """The dealer lays one card more to a player's hand, where no machine holds it back."""
    return _one_more(world, _seats(world))


def card_too_many_to_the_dealer(world: World) -> bool:
    """The dealer lays one card more to the own hand, or to the common cards."""
    return _one_more(world, _dealer(world))


def card_too_many_and_another_lost(world: World) -> bool:
    """The dealer lays one card more to a hand, and another one falls under the table."""
    if world.felt.count(world.deck, "shoe") < 2 or not _one_more(world, _dealt(world)):
        return False
    world.felt.move(world.deck, "shoe", "lost", 1)
    return True


def card_too_few_to_a_seat(world: World) -> bool:
    """The last card of a player's hand stays on the shoe."""
    return _one_less(world, _seats(world))


def card_too_few_to_the_dealer(world: World) -> bool:
    """The last card of the dealer's hand, or of the common cards, stays on the shoe."""
    return _one_less(world, _dealer(world))


def stack_to_wrong_seat(world: World) -> bool:
    """All cards of a hand are laid where nobody plays."""
    hands = _seats(world)
    free = [p for p in world.seats if not world.felt.count(world.deck, p)]
    if not hands or not free:
        return False
    world.felt.move(world.deck, world.chance.choice(hands), world.chance.choice(free))
    return True


def order_changed(world: World) -> bool:
    """Two hands each got the card that was the other's, and nobody says so."""
    hands = _dealt(world)
    if len(hands) < 2:
        return False
    one, other = (world.felt.pile(world.deck, place) for place in world.chance.sample(hands, 2))
    one[-1], other[-1] = other[-1], one[-1]
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


def hand_racked_early(world: World) -> bool:
    """A hand goes into the rack before anybody has seen it."""
    hands = _dealt(world)
    if not hands:
        return False
    world.felt.move(world.deck, world.chance.choice(hands), "rack")
    return True


def own_card_shown(world: World) -> bool:
    """A player shows the own cards to a neighbour; nobody rules on that."""
    hands = _seats(world)
    if not hands:
        return False
    world.felt.pile(world.deck, world.chance.choice(hands))[-1].up = True
    return True


def _one_more(world: World, hands: list[str]) -> bool:
    if world.shoe is not None or not hands or not world.felt.count(world.deck, "shoe"):
        return False
    world.felt.move(world.deck, "shoe", world.chance.choice(hands), 1)
    return True


def _one_less(world: World, hands: list[str]) -> bool:
    if world.shoe is not None or not hands:
        return False
    piece = world.felt.pile(world.deck, world.chance.choice(hands)).pop()
    world.felt.pile(world.deck, "shoe").insert(0, piece)
    return True


def _dealt(world: World) -> list[str]:
    return [place for place in world.hands() if world.felt.count(world.deck, place)]


def _seats(world: World) -> list[str]:
    return [place for place in _dealt(world) if place.startswith("seat_")]


def _dealer(world: World) -> list[str]:
    """The hand that is nobody's but the dealer's, and cards that are everybody's."""
    return [place for place in _dealt(world) if not place.startswith("seat_")]


HANDS: Mapping[str, Callable[[World], bool]] = {
    made.__name__: made
    for made in (
        card_too_many_to_a_seat,
        card_too_many_to_the_dealer,
        card_too_many_and_another_lost,
        card_too_few_to_a_seat,
        card_too_few_to_the_dealer,
        stack_to_wrong_seat,
        order_changed,
        hands_swapped,
        card_dropped_from_hand,
        hand_racked_early,
        own_card_shown,
    )
}

# ---------------------------------------------------------------- people who do not look


def prompt_ignored(world: World) -> bool:
    """Whoever is asked for something looks away for a while."""
    world.crew.looks_away = world.chance.randint(5, 20)
    return True


def confirmed_unread(world: World) -> bool:
    """Somebody confirms what the screen asks for and has not done it."""
    for due in world.crew.door.view(Role.DEALER)["dues"]:
        if due["is"] == "confirm_due" and due["what"] in UNDONE and not due.get("device"):
            deck = str(due["subject"])
            if due["what"] == "shuffle":
                world.crew.machines.gather(deck)
            return world.crew.press(due, Confirm(due["what"], deck))
    return False


def chips_miscounted(world: World) -> bool:
    """Chips are counted, and somebody keys in one too many or too few."""
    for due in world.crew.door.view(Role.DEALER)["dues"]:
        if due["is"] == "confirm_due" and due.get("expects") is not None:
            number = max(int(due["expects"]) + world.chance.choice((-1, 1)), 0)
            return world.crew.press(due, Confirm(due["what"], str(due["subject"]), number))
    return False


UNDONE = ("inspect", "spread", "wash", "shuffle", "cut")
"""What leaves the cards where they are, done or not."""

CARELESS: Mapping[str, Callable[[World], bool]] = {
    made.__name__: made for made in (prompt_ignored, confirmed_unread, chips_miscounted)
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
    if not wagers or not view["round"]["hands"]:
        return None
    place, wager = wagers[0]
    return _by(world, Role.DEALER, Bet(int(place.removeprefix("seat_")), wager, 1_000))


def stub_not_counted(world: World, view: View) -> Receipt | None:
    """The stub was to be counted, and the dealer puts it away as it is."""
    return _out_of_turn(world, view, "count_due", Move("rack"))


def two_screens(world: World, view: View) -> Receipt | None:
    """Two people answer the same prompt at the same time, each at a screen of their own.

    The answer that comes second is one too many.
    """
    for due in view["dues"]:
        deed = _plain_answer(due)
        if deed is not None:
            people = [p for role in due["roles"] for p in world.crew.people.get(Role(role), ())]
            world.crew.act(people[0], deed)
            return world.crew.act(people[-1], deed)
    return None


def _plain_answer(due: View) -> Deed | None:
    """What answers a prompt with one touch, and without a hand at the cards."""
    match due["is"]:
        case "settle_due":
            return Settle(due["stage"])
        case "confirm_due" if due["what"] == "ruling":
            return Confirm(due["what"], str(due["subject"]))
        case "call_due" if "lacking" not in due:
            return Call(due["call"])
        case _:
            return None


def verified_by_the_inspector(world: World, view: View) -> Receipt | None:
    """Who inspected a deck verifies it too."""
    for due in view["dues"]:
        if due["is"] == "confirm_due" and due.get("not_by"):
            return world.crew.act(str(due["not_by"]), Confirm(due["what"], str(due["subject"])))
    return None


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
        stub_not_counted,
        two_screens,
        verified_by_the_inspector,
        wrong_person,
    )
}

NAMED = tuple(sorted((*MISHAPS, *AT_ONCE, *DRAWING, *HANDS, *CARELESS, *OUT_OF_TURN)))
"""Everything that hands and people get wrong, by its name."""


def go_wrong(name: str, world: World) -> bool:
    """Let it come about; False where it cannot as things stand."""
    if name in OUT_OF_TURN:
        return OUT_OF_TURN[name](world, world.crew.door.view(Role.DEALER)) is not None
    return {**MISHAPS, **AT_ONCE, **DRAWING, **HANDS, **CARELESS}[name](world)
