"""What stands on the table and how it is dealt, as the floor changes it: section 12.

A device is off once it is off line and the floor says so; what is only allowed with it goes with
it: dealing from the hand (section 8(b)1), the second deck (2(b)), stacks (9(a)).
"""

from __future__ import annotations

from simulators.referee.book import SHOE, SHUFFLER, STACK
from simulators.referee.evidence import Account
from simulators.referee.tables.game import Matter
from simulators.referee.tables.one_deck import HAND
from simulators.referee.tables.rulings import STACKS
from tablectl.words.acts import Confirm

MIXED = ("in_shuffler", "shuffled", "machine_shuffled", "cut", "loaded")


def arrange(account: Account, deed: Confirm) -> None:
    """The floor has a device taken off or put back, or another method dealt by."""
    between_rounds(account, deed.what)
    match deed.what:
        case "take_off":
            _take_off(account, deed.subject)
        case "put_back":
            account.units[deed.subject].off = False
            _empty(account, account.units[deed.subject].kind)
        case _:
            why, about = objection(account, deed.subject)
            if why:
                account.object_to("method", why, about)
            account.method = deed.subject
            _empty(account, SHOE)
    _rest(account)


def between_rounds(account: Account, what: str) -> None:
    """This is done only while nothing is dealt and nothing is open."""
    if account.stage() != "wagers" or any(c.scope != "nothing" for c in account.cases):
        account.object_to(what, "a round is in play or something is open")


def _take_off(account: Account, name: str) -> None:
    unit = account.units[name]
    if unit.identified:
        account.object_to("device off", f"{name} is on line", Matter.REMOVAL)
    unit.off = True
    _empty(account, unit.kind)


def _empty(account: Account, kind: str) -> None:
    """Cards that were in a device, or ready for another way of dealing, are shuffled again."""
    place = SHUFFLER if kind == "shuffler" else SHOE
    for deck in account.decks.values():
        if deck.count(place) and deck.step in MIXED:
            deck.gather(STACK)
            deck.step, deck.put_in_at = "spent", 0


def _rest(account: Account) -> None:
    """Without a shuffler one deck is left of two that take turns, that of the last round if it is
    there."""
    if account.shuffler or len(account.decks) < 2 or account.game.sides:
        account.resting = set()
        return
    names = [account.last_deck, *(n for n in account.decks if n not in account.resting)]
    there = [n for n in names if n and account.decks[n].step != "removed"]
    staying = [n for n in there if account.decks[n].fate != "remove"]
    kept = next(iter((*staying, *there, *account.decks)))
    account.resting = {name for name in account.decks if name != kept}
    for name in account.resting:
        if account.decks[name].step != "removed":
            account.decks[name].fate = "remove"


def objection(account: Account, method: str) -> tuple[str, Matter | None]:
    """Why cards cannot be dealt by a method with what stands on the table."""
    shoes = [(n, d) for n, d in account.settings.devices.items() if d.kind.value == "shoe"]
    on_table = [device for name, device in shoes if not account.units[name].off]
    if method == HAND and not account.shuffler:
        return "no shuffler stands there", Matter.BY_HAND
    for shoe in on_table:
        if method == HAND or (shoe.stack > 1) != (method == STACKS):
            return "a shoe stands there that deals otherwise", Matter.REMOVAL
    if method == STACKS and shoes and not on_table:
        return "the shoe that gives stacks is off", Matter.STACKS
    return "", None
