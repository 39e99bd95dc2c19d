"""A shoe with two sides, each with a deck of its own: which one a card is of, and which one a round
is dealt from, 2.6(d) and 2.15(h).

A shoe that counts numbers its loads over both sides, and a card tells its load. Where nobody
counts, whoever deals says from which side.
"""

from __future__ import annotations

from simulators.referee.book import LOOSE, RACK, SHOE, Cards, Unit
from simulators.referee.evidence import Account
from simulators.referee.tables.game import Lays, Matter
from tablectl.words.facts import DealtFrom, Moved
from tablectl.words.observations import ChamberLoaded, Identified

# ---------------------------------------------------------------- which side a card is of


def giving(account: Account, load: int) -> str:
    """The deck that a card of this load is of; with one side, the one that is in the shoe."""
    if account.game.sides:
        return next((n for n, deck in account.decks.items() if load and deck.number == load), "")
    if account.deck_in_play:
        return account.deck_in_play
    return next((name for name, deck in account.decks.items() if deck.count(SHOE)), "")


def chamber_loaded(account: Account, name: str, unit: Unit, report: ChamberLoaded) -> None:
    """The shoe tells that a side was loaded; whose deck it is, somebody says besides."""
    sides = list(account.decks)
    if not account.game.sides or name != account.shoe or not 1 <= report.chamber <= len(sides):
        account.call("not_expected", device=name)
        return
    if report.load <= unit.last_load:
        return
    unit.last_load, side = report.load, sides[report.chamber - 1]
    unit.loads[side] = report.load
    deck = account.decks[side]
    if deck.step != "loaded" or not deck.count(SHOE):
        return
    if deck.number and deck.given:
        account.call("not_expected", device=name)  # its cards are in play
        return
    deck.number = unit.matched[side] = report.load
    deck.given = 0


def said_to_be_loaded(account: Account, side: str) -> None:
    """Somebody has loaded a deck: the load that the shoe told of, unless it was an earlier one."""
    unit = account.units.get(account.shoe)
    told = unit.loads.get(side, 0) if unit is not None else 0
    if unit is not None:
        account.decks[side].number = 0 if told == unit.matched.get(side, 0) else told
        unit.matched[side] = told


def shoe_is_back(account: Account, unit: Unit, said: Identified, *, new: bool) -> None:
    """Which load is the last one, as the shoe has it: one that it forgot is not known any more.

    Numbers over both sides that went back leave nobody who could tell the sides apart.
    """
    in_shoe = [d for d in account.decks.values() if d.step == "loaded" and d.count(SHOE)]
    lost = said.load < unit.last_load
    if new or lost:
        unit.loads = {}
        unit.last_load = 0 if new else said.load
        unit.matched = {} if new else unit.matched
        for deck in in_shoe:
            deck.number = 0
            deck.fate = deck.fate if new else deck.fate or "reshuffle"


def untold(account: Account, side: str) -> bool:
    """Whether nobody knows yet that what is on this side is its deck."""
    unit = account.units.get(account.shoe)
    return unit is not None and not account.decks[side].number


# ---------------------------------------------------------------- which side a round is dealt from


def dealt_on_from(account: Account, side: str) -> None:
    """From here on the round is dealt from this deck."""
    account.round.deck, account.round.decided_at = side, ""
    account.round.racked_before = account.decks[side].count(RACK) if side else 0


def comes_from(account: Account, side: str, device: str = "") -> None:
    """A card that was due comes from a side: of the one that is to decide, either will do."""
    now = account.round
    if not now.decided and now.cut_before:
        account.decks[side].cutting_card, now.cut_before = now.cut_before, ""
    if not account.game.sides or side == now.deck:
        return
    dealt_on_from(account, side)
    now.came.clear()
    account.say(DealtFrom(side))
    if now.decided:
        account.call("wrong_side", device=device, deck=side)


def came_from_the_other(account: Account) -> None:
    """It turns out that the round was dealt from the other side: what lies there of the one that
    was believed, and what has gone to its rack since, but for the card that decided it."""
    now = account.round
    believed = account.decks[now.deck]
    side = next(name for name in account.decks if name != now.deck)
    came = {place: believed.count(place) for place in believed.layout}
    came[RACK] = believed.count(RACK) - now.racked_before
    if now.decided_at:
        came[now.decided_at if came.get(now.decided_at) else RACK] -= 1
    for place, count in came.items():
        if count > 0:
            faces = believed.pile(place)[-count:]
            believed.move(place, SHOE, count)
            account.decks[side].move(SHOE, place, count)
            account.decks[side].piles[place][-count:] = faces
    dealt_on_from(account, side)
    account.say(DealtFrom(side))
    account.call("wrong_side", deck=side)


def lay(account: Account, step: Lays, to: str) -> None:
    """The card that decides goes to the first box, or to the discards of the side that it is of."""
    now, deck = account.round, account.deck
    target, side = step.to(account)
    if to != target:
        account.object_to(step.name, f"it goes to {target}, and not to {to}", Matter.SIDE)
    came = deck.pile(step.place)
    deck.move(step.place, target)
    account.say(Moved(step.place, target, len(came)))
    if account.shoe and target != RACK:
        now.came += came
    if not side:
        return
    if side != now.deck:
        account.say(DealtFrom(side))
    now.decided = True
    dealt_on_from(account, side)
    now.decided_at = "" if target == RACK else target


def left_lying(account: Account) -> Cards:
    """What goes to the rack once a round is void: the cards of a deck without a fate of its own,
    those of the one in play first."""
    mine = account.deck
    if not account.game.sides or (not mine.fate and (mine.layout or mine.count(LOOSE))):
        return mine
    others = (d for n, d in account.decks.items() if n != account.round.deck and not d.fate)
    return next(others, mine)
