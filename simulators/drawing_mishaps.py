"""Mishaps at tables where hands draw cards after the deal, each a small named thing.

As the other mishaps they change the felt, work a device or let somebody report something, and each
says whether it could happen as things stood. None happens by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from simulators.basic_strategy import SEVENTEEN, count
from simulators.double_shoe import DoubleShoe
from simulators.felt import Piece
from simulators.mishaps import World
from simulators.passing import PassingOver
from simulators.shoe import SensingShoe
from tablectl.words.bases import Role
from tablectl.words.irregularities import Kind

View = Mapping[str, Any]

DEALER, HOLE = "dealer", "dealer.hole"


# ---------------------------------------------------------------- a place is passed over


def dealer_passed_over(world: World) -> bool:
    """The dealer deals to the next box and forgets the own card."""
    return _pass_over(world, lambda place: place == DEALER, None)


def box_passed_over(world: World) -> bool:
    """A box with a wager gets no card at all."""
    return _pass_over(world, _is_box, None)


def second_card_passed_over(world: World) -> bool:
    """A box gets its first card, and not its second."""
    return _pass_over(world, _is_box, 2)


def _pass_over(world: World, meant: Callable[[str], bool], nth: int | None) -> bool:
    """The next deal leaves a place out that it has not come to yet."""
    view, crew = _view(world), world.crew
    targets: list[View] = next((d["to"] for d in view["dues"] if d["is"] == "cards_due"), [])
    places = [target["place"] for target in targets]
    open_ = sorted({p for p in places if meant(p) and (nth or places.count(p) > 1 or p == DEALER)})
    untouched = [p for p in open_ if not view["places"].get(p) or nth == 2]
    if crew.dealing.passing is not None or len(set(places)) < 2 or view["cases"] or not untouched:
        return False
    place = world.chance.choice(untouched)
    crew.dealing.passing = PassingOver(
        view["round"]["number"], place, nth, world.chance.randint(1, 6)
    )
    return True


def _is_box(place: str) -> bool:
    return place.startswith("seat_")


# ---------------------------------------------------------------- a card that is not due


def dealer_draws_on_seventeen(world: World) -> bool:
    """The dealer has to stand, and draws."""
    return _settling(world) and _dealers_count(world) >= SEVENTEEN and _draw(world)


def drawn_when_all_is_out(world: World) -> bool:
    """Nobody gets another card, the dealer neither, and one is drawn all the same."""
    return _settling(world) and _dealers_count(world) < SEVENTEEN and _draw(world)


def _settling(world: World) -> bool:
    """Whether the round is settled and no card is due any more."""
    dues = {(due["is"], due.get("stage")) for due in _view(world)["dues"]}
    return ("settle_due", "settlement") in dues and "cards_due" not in dict(dues)


def _dealers_count(world: World) -> int:
    piles = [world.felt.pile(world.deck, place) for place in (DEALER, HOLE)]
    return count([piece.card for pile in piles for piece in pile])[0]


def drawn_before_dealers_card(world: World) -> bool:
    """The dealer draws the own second card and has not called it."""
    dues = _view(world)["dues"]
    uncalled = any(due["is"] == "call_due" and due["call"] == "dealers_card" for due in dues)
    return uncalled and _draw(world)


def _draw(world: World) -> bool:
    """A card out of the shoe that is not due, and everybody sees it."""
    shoe, view = world.shoe, _view(world)
    if not world.felt.count(world.deck, "shoe") or view["cases"]:
        return False
    if isinstance(shoe, SensingShoe):
        world.felt.pile(world.deck, "loose").extend(shoe.draw(world.deck, 1))
        return True
    if shoe is not None or not world.crew.declare(Kind.CARD_DRAWN_IN_ERROR, seen=True).accepted:
        return False
    world.felt.move(world.deck, "shoe", "loose", 1)
    return True


def seventh_ace(world: World) -> bool:
    """All copies of a card come one after the other, and one more that no set has."""
    shoe = world.felt.pile(world.deck, "shoe")
    if not shoe or not world.felt.count(world.deck, "rack"):
        return False  # the first card of a shoe may be burned, and nobody sees it
    card = shoe[0].card
    alike = [piece for piece in shoe if piece.card == card]
    rest = [piece for piece in shoe if piece.card != card]
    if not rest or len(alike) < world.crew.composition.copies(card):
        return False
    shoe[:] = [*alike, Piece(card), *rest[:-1]]
    return True


# ---------------------------------------------------------------- what somebody reports


def hit_missed(world: World) -> bool:
    """A player had asked for a card and did not get it; the dealer went on."""
    boxes = filter(_is_box, world.hands())
    return any(world.crew.declare(Kind.CARD_NOT_GIVEN, box).accepted for box in boxes)


def cards_touched(world: World) -> bool:
    """A player reaches for the cards."""
    hands = [h for h in world.hands() if _is_box(h)]
    return bool(hands) and world.crew.declare(Kind.CARDS_TOUCHED, hands[0]).accepted


def card_not_from_shoe(world: World) -> bool:
    """Somebody says that a card at a hand never came out of the shoe."""
    hands = [h for h in world.hands() if _is_box(h)]
    return bool(hands) and world.crew.declare(Kind.CARD_NOT_FROM_SHOE, hands[0]).accepted


def wrong_side_drawn(world: World) -> bool:
    """The next card of a double shoe is drawn from the other side, past its gate if it has one."""
    view, felt, shoe = _view(world), world.felt, world.shoe
    right = str(view["round"]["deck"])
    wrong = [deck for deck in felt.decks() if deck != right and felt.count(deck, "shoe")]
    dues = (due for due in view["dues"] if due["is"] == "cards_due" and not due.get("decks"))
    due = next(dues, None)
    if not right or not wrong or due is None or view["cases"]:
        return False
    if not isinstance(shoe, DoubleShoe):
        world.crew.dealing.wrong_sides = 1
        return shoe is None
    shoe.reach(shoe.chamber_of(wrong[0]))
    drawn = shoe.draw(wrong[0], 1)
    for piece in drawn:
        piece.up = due["to"][0]["up"]
    felt.pile(wrong[0], due["to"][0]["place"]).extend(drawn)
    return True


# ---------------------------------------------------------------- the reader


def hole_card_put_in(world: World) -> bool:
    """The hole card goes into the reader though nobody asked for it."""
    reader, hole = world.crew.hole_reader, world.felt.pile(world.deck, HOLE)
    asked = any(due["is"] == "check_due" for due in _view(world)["dues"])
    if reader is None or not reader.ready or not hole or asked:
        return False
    reader.put_in(hole[0])
    return True


def hole_card_put_in_by_hand(world: World) -> bool:
    """The same with a reader that is wired to nothing: somebody says so."""
    hole = world.felt.count(world.deck, HOLE)
    if world.crew.hole_reader is not None or not hole:
        return False
    return world.crew.declare(Kind.UNSOLICITED_CHECK).accepted


def reader_out_of_order(world: World) -> bool:
    """A reader that is wired to nothing does not read any more: somebody says so."""
    hole = world.felt.count(world.deck, HOLE)
    if world.crew.hole_reader is not None or not hole:
        return False
    return world.crew.declare(Kind.DEVICE_FAILED).accepted


def _view(world: World) -> View:
    return world.crew.door.view(Role.DEALER)


DRAWING: Mapping[str, Callable[[World], bool]] = {
    made.__name__: made
    for made in (
        dealer_passed_over,
        box_passed_over,
        second_card_passed_over,
        dealer_draws_on_seventeen,
        drawn_when_all_is_out,
        drawn_before_dealers_card,
        seventh_ace,
        hit_missed,
        cards_touched,
        card_not_from_shoe,
        wrong_side_drawn,
        hole_card_put_in,
        hole_card_put_in_by_hand,
        reader_out_of_order,
    )
}
