"""What people reported themselves, where no device told it."""

from __future__ import annotations

from simulators.referee.book import LOOSE, SHOE, STACK
from simulators.referee.evidence import Account
from simulators.referee.reports import face_up
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
            dealt = bool(account.shoe) or not account.to_deal()
            account.deck.move(now.last_dealt if dealt else SHOE, LOOSE, 1)
            face_up(account)
        case "card_drawn_in_error":
            _drawn(account, seen=deed.seen)
        case "cut_improper":
            account.call(kind, deck=_cut_last(account))
        case "misdeal":
            account.call(kind, place=deed.place)
        case _:
            deck = account.deck_in_play or _only_deck(account)
            account.call(kind, place=deed.place, device=deed.device, deck=deck)


def _drawn(account: Account, *, seen: bool) -> None:
    """Drawn in error: a shoe has counted it as dealt while cards are due; otherwise it is in it."""
    due = account.to_deal()
    told = {"face": "seen" if seen else "unseen", "next": "yes" if due else "no"}
    if seen or not due:
        counted = bool(account.shoe) and bool(due) and account.round.last_dealt
        account.deck.move(account.round.last_dealt if counted else SHOE, LOOSE, 1)
        account.call("card_drawn_in_error", place=LOOSE, **told)
    else:
        account.call("card_drawn_in_error", **told)


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
