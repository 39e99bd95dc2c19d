"""What people reported themselves, where no device told it."""

from __future__ import annotations

from simulators.referee.book import LOOSE, NEXT, SHOE, STACK
from simulators.referee.evidence import Account
from simulators.referee.reports import face_up
from simulators.referee.sides import came_from_the_other
from simulators.referee.tables.game import Matter
from tablectl.words.acts import Declare


def declare(account: Account, deed: Declare) -> None:
    kind, now = deed.kind.value, account.round
    running = account.open and not now.void
    if kind in ("misdeal", "card_exposed", "card_drawn_in_error", "order_of_deal") and (
        not running or not account.cards_out
    ):
        account.object_to(kind, "no cards are out")
    match kind:
        case "face_up_card":
            _aside(account, dealt=bool(account.shoe) or not account.to_deal())
            face_up(account)
        case "card_drawn_in_error":
            _drawn(account, seen=deed.seen)
        case "cut_improper":
            account.call(kind, deck=_cut_last(account))
        case "misdeal":
            account.call(kind, place=deed.place)
        case "card_not_given" if not _asks_for_cards(account, deed.place):
            account.object_to(kind, f"{deed.place} asks for no card", Matter.ANSWERS)
        case "wrong_side":
            came_from_the_other(account)
        case "passed_over":
            _passed_over(account, deed)
        case _:
            deck = account.deck_in_play or _only_deck(account)
            account.call(kind, place=deed.place, device=deed.device, deck=deck)


def _asks_for_cards(account: Account, place: str) -> bool:
    return place.startswith("seat_") and account.game.may_have_missed(account, place)


def _drawn(account: Account, *, seen: bool) -> None:
    """Drawn in error: a shoe has counted it as dealt while cards are due; otherwise it is in it."""
    due = account.to_deal()
    told = {"face": "seen" if seen else "unseen", "next": "yes" if due else "no"}
    if seen or not due:
        _aside(account, dealt=bool(account.shoe) and bool(due))
        account.call("card_drawn_in_error", place=LOOSE, **told)
    else:
        account.call("card_drawn_in_error", **told)


def _aside(account: Account, *, dealt: bool) -> None:
    """A card turns out to belong nowhere: the one that was dealt last, or one of the shoe."""
    now, deck = account.round, account.deck
    if deck.count(NEXT) and not dealt:
        deck.move(NEXT, LOOSE, 1)
    elif dealt and now.last_dealt:
        if now.last_in_deal:  # another first card comes in its place
            now.came, now.reached = now.came[:-1], 0
        deck.move(now.last_dealt, LOOSE, 1)
    else:
        deck.move(SHOE, LOOSE, 1)


def _passed_over(account: Account, deed: Declare) -> None:
    """A place did not get one of the first cards, or none; 2.15(e) and (g) ask which."""
    now = account.round
    if now.said or now.checks or now.settled:
        account.object_to("passed_over", "something has followed from the cards", Matter.DEAL)
    now.passed_over.append((deed.place, deed.nth))
    lost = {nth for place, nth in now.passed_over if place == deed.place}
    some = None not in lost and len(lost) < account.deck.count(deed.place)
    account.call("passed_over", place=deed.place, got="some" if some else "none")


def _cut_last(account: Account) -> str:
    """The deck that was cut by hand and from which no card has been dealt."""
    for name, deck in account.decks.items():
        whole = deck.size in (deck.count(STACK), deck.count(SHOE))
        if whole and not deck.given and not deck.by_machine and deck.step in ("cut", "loaded"):
            return name
    account.object_to("recut", "no deck was cut, or cards are dealt", Matter.RECUT)
    return ""


def _only_deck(account: Account) -> str:
    there = [name for name, deck in account.decks.items() if deck.step != "removed"]
    return there[0] if len(there) == 1 else ""
