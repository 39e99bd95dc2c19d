"""Mishaps: what goes wrong at a table, each a small named thing that hands or devices do.

A mishap changes the felt, works a device or lets somebody report something; it never touches the
controller. Each says whether it could happen as things stood. None happens by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random

from simulators.crew import Crew
from simulators.faults import OrderFails
from simulators.felt import Felt, Piece
from simulators.shoe import SensingShoe, Shoe
from simulators.stack_shoe import StackShoe
from tablectl.words.acts import Confirm, Declare, Dispute
from tablectl.words.bases import Role
from tablectl.words.cards import JOKER
from tablectl.words.irregularities import Kind

HANDS_OFF = ("shoe", "rack", "stack", "loose", "out", "lost", "next", "offered")


@dataclass(frozen=True)
class World:
    """What a mishap can get hold of."""

    felt: Felt
    shoe: Shoe | None
    crew: Crew
    chance: Random

    @property
    def deck(self) -> str:
        """That of the round in play; before it, one that could be dealt from."""
        return self.crew.deck(self.crew.door.view(Role.DEALER))

    @property
    def seats(self) -> list[str]:
        """The places for players, whether or not anybody plays there."""
        return [f"seat_{number}" for number in range(1, 7)]

    def hands(self) -> list[str]:
        return [p for p in self.felt.places(self.deck) if p not in HANDS_OFF]


def face_up_card(world: World) -> bool:
    """The next card in the shoe lies face up."""
    shoe = world.felt.pile(world.deck, "shoe")
    if shoe:
        shoe[0].up = True
    return bool(shoe)


def two_face_up_cards(world: World) -> bool:
    """The next two cards in the shoe lie face up."""
    shoe = world.felt.pile(world.deck, "shoe")
    for piece in shoe[:2]:
        piece.up = True
    return len(shoe) > 1


def lost_card(world: World) -> bool:
    """A card falls off the table and nobody notices."""
    shoe = world.felt.pile(world.deck, "shoe")
    if len(shoe) < 2:
        return False
    world.felt.pile(world.deck, "lost").append(shoe.pop())
    return True


def duplicate_card(world: World) -> bool:
    """One card of the deck is a second copy of another."""
    shoe = world.felt.pile(world.deck, "shoe")
    if len(shoe) < 2:
        return False
    shoe[0] = Piece(shoe[1].card)
    return True


def foreign_card(world: World) -> bool:
    """A joker has come among the cards."""
    shoe = world.felt.pile(world.deck, "shoe")
    if shoe:
        shoe[0] = Piece(JOKER)
    return bool(shoe)


def card_to_wrong_hand(world: World) -> bool:
    """One hand has a card too many and another one too few."""
    hands = [h for h in world.hands() if world.felt.count(world.deck, h)]
    if len(hands) < 2:
        return False
    source, to = world.chance.sample(hands, 2)
    world.felt.move(world.deck, source, to, 1)
    return True


def misdeal_noticed(world: World) -> bool:
    return world.crew.declare(Kind.MISDEAL).accepted


def order_noticed(world: World) -> bool:
    """Somebody saw that the cards were dealt in another order."""
    return world.crew.declare(Kind.ORDER_OF_DEAL).accepted


def stub_card_exposed(world: World) -> bool:
    """A card that was not dealt shows its face."""
    return world.crew.declare(Kind.CARD_EXPOSED, "shoe").accepted


def dealer_card_exposed(world: World) -> bool:
    return world.crew.declare(Kind.CARD_EXPOSED, "dealer").accepted


def player_card_exposed(world: World) -> bool:
    hands = [h for h in world.hands() if h.startswith("seat_")]
    return bool(hands) and world.crew.declare(Kind.CARD_EXPOSED, hands[0]).accepted


def common_card_exposed(world: World) -> bool:
    """A card that is everybody's shows its face too early."""
    common = [h for h in world.hands() if h != "dealer" and not h.startswith("seat_")]
    return bool(common) and world.crew.declare(Kind.CARD_EXPOSED, common[0]).accepted


def card_drawn_in_error(world: World) -> bool:
    return world.crew.declare(Kind.CARD_DRAWN_IN_ERROR).accepted


def drawn_card_seen(world: World) -> bool:
    """The dealer drew a card that was not due and everybody saw it."""
    if world.shoe is not None or not world.felt.count(world.deck, "shoe"):
        return False
    world.felt.move(world.deck, "shoe", "loose", 1)
    return world.crew.declare(Kind.CARD_DRAWN_IN_ERROR, seen=True).accepted


def card_drawn_after_the_deal(world: World) -> bool:
    """Everybody has got their cards, the dealer draws one more, and everybody sees it."""
    if world.shoe is not None or not _all_dealt(world):
        return False
    if not world.crew.declare(Kind.CARD_DRAWN_IN_ERROR, seen=True).accepted:
        return False
    world.felt.move(world.deck, "shoe", "loose", 1)
    return True


def foreign_card_found(world: World) -> bool:
    """Between two rounds somebody says that a card of another deck is among the cards."""
    return not world.hands() and world.crew.declare(Kind.FOREIGN_CARD).accepted


def duplicate_card_found(world: World) -> bool:
    """Between two rounds somebody says that a card is there twice."""
    return not world.hands() and world.crew.declare(Kind.DUPLICATE_CARD).accepted


def two_cards_at_once(world: World) -> bool:
    """The shoe lets two cards out in one go."""
    shoe = world.shoe
    if not isinstance(shoe, SensingShoe) or not shoe.gives(2):
        return False
    if world.felt.count(world.deck, "shoe") < 2:
        return False
    world.felt.pile(world.deck, "loose").extend(shoe.draw(world.deck, 2))
    return True


def card_nobody_asked_for(world: World) -> bool:
    """A card leaves the shoe although none is allowed."""
    shoe = world.shoe
    if not isinstance(shoe, SensingShoe) or not world.felt.count(world.deck, "shoe"):
        return False
    world.felt.pile(world.deck, "loose").extend(shoe.draw(world.deck, 1))
    return True


def bad_cut(world: World) -> bool:
    return _supervisor_declares(world, Kind.CUT_IMPROPER)


def count_disputed(world: World) -> bool:
    return _supervisor_declares(world, Kind.COUNT_DISPUTED)


def late_finding(world: World) -> bool:
    """Somebody disputes the last round; what was disputed before is resolved."""
    crew = world.crew
    view, person = crew.door.view(Role.SUPERVISOR), crew.people[Role.SUPERVISOR][0]
    for due in view["dues"]:
        if due.get("what") == "resolve_dispute":
            crew.act(person, Confirm(due["what"], due["subject"], note="looked into"))
    return crew.act(person, Dispute(view["round"]["number"] - 1, "paid twice")).accepted


def _supervisor_declares(world: World, kind: Kind) -> bool:
    person = world.crew.people[Role.SUPERVISOR][0]
    return world.crew.act(person, Declare(kind, note="reported")).accepted


def miscount(world: World) -> bool:
    """The dealer keys in one card too many or too few at the next count."""
    world.crew.miscounts_by = world.chance.choice((-1, 1))
    return True


def device_deaf(world: World) -> bool:
    """A machine takes orders and neither does what they say nor says so."""
    machines = [m for m in (world.shoe, world.crew.shuffler) if m is not None and not m.deaf]
    if machines:
        world.chance.choice(machines).deaf = True
    return bool(machines)


def deaf_in_the_deal(world: World) -> bool:
    """The cable of the shoe comes off in the deal and is put back, and the shoe is deaf then."""
    shoe = world.shoe
    if shoe is None or shoe.deaf or not _dealing(world):
        return False
    shoe.deaf = True
    shoe.unplug()
    shoe.plug()
    return True


def order_refused_in_the_deal(world: World) -> bool:
    """The same, and the shoe, or a shuffler that has a deck to shuffle, cannot do what it is told
    once its cable is back."""
    shuffler = world.crew.shuffler
    told = (world.shoe, shuffler if shuffler is not None and shuffler.armed else None)
    machines = [machine for machine in told if machine is not None]
    if not machines or not _dealing(world):
        return False
    machine = world.chance.choice(machines)
    machine.fit(OrderFails())
    machine.unplug()
    machine.plug()
    return True


def card_from_a_disputed_shoe(world: World) -> bool:
    """The cards in the shoe are disputed before the deal, and one leaves it all the same."""
    shoe = world.shoe
    if shoe is None or not world.felt.count(world.deck, "shoe") or world.hands():
        return False
    if not _supervisor_declares(world, Kind.COUNT_DISPUTED):
        return False
    match shoe:
        case SensingShoe():
            world.felt.pile(world.deck, "loose").extend(shoe.draw(world.deck))
        case StackShoe():
            world.felt.pile(world.deck, "loose").extend(shoe.run_away(1))
    return True


def _dealing(world: World) -> bool:
    """Whether some hands have cards and others wait for theirs, and nothing holds that up."""
    view = world.crew.door.view(Role.DEALER)
    due = any(each["is"] == "cards_due" for each in view["dues"])
    return due and bool(world.hands()) and not view["cases"]


def _all_dealt(world: World) -> bool:
    view = world.crew.door.view(Role.DEALER)
    due = any(each["is"] == "cards_due" for each in view["dues"])
    return bool(world.hands()) and not due and not view["cases"]


def cable_pulled(world: World) -> bool:
    if world.shoe is None or not world.shoe.plugged:
        return False
    world.shoe.unplug()
    return True


def cable_back(world: World) -> bool:
    if world.shoe is None or world.shoe.plugged:
        return False
    world.shoe.plug()
    return True


def device_restart(world: World) -> bool:
    if world.shoe is None:
        return False
    world.shoe.restart()
    return True


def jam(world: World) -> bool:
    if world.shoe is None or world.shoe.jammed:
        return False
    world.shoe.jam()
    return True


def event_repeated(world: World) -> bool:
    if world.shoe is None:
        return False
    world.shoe.repeat_last()
    return True


def event_lost(world: World) -> bool:
    """The device skips an event number: something it saw never reached us."""
    if world.shoe is None:
        return False
    world.shoe.lose_event()
    return True


MISHAPS: Mapping[str, Callable[[World], bool]] = {
    made.__name__: made
    for made in (
        face_up_card,
        two_face_up_cards,
        foreign_card,
        lost_card,
        duplicate_card,
        card_to_wrong_hand,
        misdeal_noticed,
        order_noticed,
        stub_card_exposed,
        dealer_card_exposed,
        player_card_exposed,
        common_card_exposed,
        card_drawn_in_error,
        drawn_card_seen,
        card_drawn_after_the_deal,
        foreign_card_found,
        duplicate_card_found,
        two_cards_at_once,
        card_nobody_asked_for,
        bad_cut,
        count_disputed,
        late_finding,
        miscount,
        device_deaf,
        cable_pulled,
        cable_back,
        device_restart,
        jam,
        event_repeated,
        event_lost,
    )
}

AT_ONCE: Mapping[str, Callable[[World], bool]] = {
    made.__name__: made
    for made in (deaf_in_the_deal, order_refused_in_the_deal, card_from_a_disputed_shoe)
}
"""Two things that go wrong at the same moment: what one asks of a device, the other takes away."""
