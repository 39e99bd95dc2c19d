"""What physically happens, and what happens to devices: the hands of fate of a scenario.

It happens to the felt and to the simulated devices only. What the controller learns of it, it
learns from sensors, or from people who act.
"""

from __future__ import annotations

from simulators.chance import split
from simulators.faults import FAULTS
from simulators.felt import Piece
from simulators.mishaps import World as Hazards
from simulators.shoe import SensingShoe
from simulators.slips import go_wrong
from simulators.stack_shoe import StackShoe
from tablectl.scenario.acts import due_of
from tablectl.scenario.hands import ImpossibleHere
from tablectl.scenario.model import DeviceStep, Draws, PassOver, Physical
from tablectl.scenario.world import World
from tablectl.table.places import OFF_LAYOUT
from tablectl.words.cards import Card
from tablectl.words.facts import Dealt

IMPOSTOR = "SIMULATED-X"
MOST_DRAWS = 200


def happen(world: World, what: Physical) -> None:
    felt, deck = world.rig.felt, world.deck
    if what.shoe is not None:
        _shoe(world, what.shoe)
    elif what.expose is not None:
        _pile(world, what.expose)[-1].up = True
    elif what.misplace is not None:
        _pile(world, what.misplace.source, what.misplace.cards)
        felt.move(deck, what.misplace.source, what.misplace.to, what.misplace.cards)
    elif what.lose is not None:
        del _pile(world, what.lose.source, what.lose.cards)[: what.lose.cards]
    elif what.swap is not None:
        _pile(world, what.swap.at, what.swap.nth)[what.swap.nth - 1].card = Card.of(what.swap.card)
    elif what.pass_over is not None:
        _pass_over(world, what.pass_over)
    elif what.put_in is not None:
        _put_in(world, what.put_in)


def _pass_over(world: World, what: PassOver) -> None:
    """The dealer dealt past a place: every card after it lies where the next was due.

    Where no shoe counts, whoever said that all were dealt has one card less out of the shoe.
    """
    felt, deck = world.rig.felt, world.deck
    facts = world.rig.host.kernel.state.round.facts
    went = [f.place for f in facts if isinstance(f, Dealt) and f.place not in OFF_LAYOUT]
    if what.place not in went:
        raise ImpossibleHere(f"nothing was due at {what.place} yet")
    due = due_of(world.view(), "cards_due")
    order = went + ([str(target["place"]) for target in due["to"]] if due is not None else [])
    meant = [at for at, place in enumerate(order) if place == what.place]
    passed = meant if what.nth is None else meant[what.nth - 1 : what.nth]
    really = [place for at, place in enumerate(order) if at not in passed]
    up = {place: any(piece.up for piece in felt.pile(deck, place)) for place in order}
    pieces = [felt.pile(deck, place).pop(0) for place in went]
    if world.rig.shoe is None:
        felt.pile(deck, "shoe")[:0] = [pieces.pop() for _ in passed][::-1]
    elif len(pieces) > len(really):
        raise ImpossibleHere("more cards came out than were dealt: none was passed over")
    for place, piece in zip(really, pieces, strict=False):
        piece.up = up[place]
        felt.pile(deck, place).append(piece)


def _put_in(world: World, place: str) -> None:
    """Somebody puts a card of this place into the reader that checks, and nothing asked for it."""
    reader = world.rig.crew.hole_reader
    if reader is None:
        raise ImpossibleHere("no reader that checks stands on the table")
    reader.put_in(_pile(world, place)[0])


def go_wrong_by_name(world: World, name: str) -> None:
    """One of the named mishaps and slips; which hand it strikes follows from the seed."""
    rig = world.rig
    chance = split(world.plans.seed, f"{name} at {rig.host.kernel.state.seq}")
    if not go_wrong(name, Hazards(rig.felt, rig.shoe, rig.crew, chance)):
        raise ImpossibleHere(f"{name} cannot come about here")
    world.book.refused_bets.clear()  # a wager of this one is no wager of the scenario


def befall(world: World, what: DeviceStep) -> None:
    happening, name = what.what
    device = world.rig.devices[name]
    match happening:
        case "unplug":
            device.unplug()
        case "plug":
            device.plug()
        case "restart":
            device.restart()
        case "jam":
            device.jam()
        case "deafen":
            device.deaf = True
        case "undeafen":
            device.deaf = False
        case "repeat_last":
            device.repeat_last()
        case "exchange":
            device.exchange(IMPOSTOR)
        case "fault" if what.fault is not None:
            device.fit(FAULTS[what.fault[name]]())


def _pile(world: World, place: str, least: int = 1) -> list[Piece]:
    pile = world.rig.felt.pile(world.deck, place)
    if len(pile) < least:
        raise ImpossibleHere(f"there are {len(pile)} cards at {place}, and {least} are needed")
    return pile


# ---------------------------------------------------------------- the shoe


def _shoe(world: World, what: Draws) -> None:
    if what.face_up_next is not None:
        _face_up_next(world, what.face_up_next)
    elif what.extra_cards is not None:
        _draw(world, what.extra_cards, with_the_next=True)
    elif what.drawn_in_error is not None:
        _draw(world, what.drawn_in_error, with_the_next=False)
    elif what.wrong_side is not None:
        world.rig.crew.dealing.wrong_sides = what.wrong_side


def _face_up_next(world: World, cards: int) -> None:
    """The next cards in the shoe lie face up; if a deal is on, it goes on until they are out."""
    pile = _pile(world, "shoe", cards)
    turned = pile[:cards]
    for piece in turned:
        piece.up = True
    for _ in range(MOST_DRAWS):
        inside = any(piece is each for piece in turned for each in pile)
        if not inside or due_of(world.view(), "cards_due") is None or not world.crew_step():
            return


def _draw(world: World, cards: int, *, with_the_next: bool) -> None:
    """Cards come out that nobody asked for: together with the next card that is due, or alone.

    They come whatever the gate of the shoe says, as from a gate that is broken.
    """
    rig, deck = world.rig, world.deck
    due = due_of(world.view(), "cards_due")
    first = 1 if due is not None and with_the_next and rig.shoe is not None else 0
    _pile(world, "shoe", cards + first)
    if rig.shoe is None:
        rig.felt.move(deck, "shoe", "loose", cards)
        return
    if isinstance(rig.shoe, StackShoe) and due is None:
        rig.felt.pile(deck, "loose").extend(rig.shoe.run_away(cards))
        return
    if not isinstance(rig.shoe, SensingShoe):
        raise ImpossibleHere("nobody draws cards from an automated shoe while stacks are due")
    drawn = rig.shoe.draw(deck, cards + first)
    placed = [str(t["place"]) for t in due["to"]] if due is not None else []
    # A card that comes out alone while cards are due is, for every sensor, the card that is due.
    own = first if with_the_next else min(cards, len(placed))
    for index, piece in enumerate(drawn):
        rig.felt.pile(deck, placed[index] if index < own else "loose").append(piece)
