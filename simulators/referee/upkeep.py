"""What follows by itself once an input is taken: searches and rounds end, decks meet their fate."""

from __future__ import annotations

from simulators.referee.book import LOOSE, NEXT, RACK, SHOE
from simulators.referee.evidence import Account
from simulators.referee.reports import may_deal
from simulators.referee.sides import comes_from
from simulators.referee.tables.settling import given_back

LEAST_TO_GO_ON = 2
"""So many cards of the rack make a shoe: one of them is burnt."""
MIXED = ("in_shuffler", "shuffled", "machine_shuffled", "cut", "loaded")
"""A deck at one of these goes back to be shuffled; out of the shuffler, it is put in again."""


def settle_down(account: Account) -> None:
    """Until nothing more follows."""
    while (
        _searched(account)
        or _give_next(account)
        or _run_out(account)
        or _round_over(account)
        or _fate(account)
        or _emptied(account)
        or _loaded_by_machine(account)
    ):
        pass


def _searched(account: Account) -> bool:
    """A search whose last count is in comes to its finding."""
    for case in account.cases:
        if case.kind == "stub_mismatch" and case.counts and not case.to_count:
            account.conclude(case)
            return True
    return False


def _give_next(account: Account) -> bool:
    """A card that came too early and that nobody saw is given before any other leaves the shoe."""
    kept = _kept(account)
    if not kept or not may_deal(account):
        return False
    if account.shoe and account.units[account.shoe].latched:
        return False
    due = account.to_deal()
    if not due or due[0][1] != 1:
        return False
    place, deck = due[0][0], account.decks[kept]
    comes_from(account, kept)
    deck.turn_over(NEXT, 1)
    deck.move(NEXT, place, 1)
    account.dealt(place, 1)
    return True


def _kept(account: Account) -> str:
    """The deck of which such a card is kept: that of the round, or either while that is open."""
    either = account.game.sides and account.round.called and not account.round.decided
    names = account.decks if either else (account.deck_in_play,)
    return next((name for name in names if name and account.decks[name].count(NEXT)), "")


def _run_out(account: Account) -> bool:
    """A card is due and the shoe is empty: 2.15(f), if the rack has any to go on with."""
    deck, now = account.deck, account.round
    if account.game.sides and not now.decided:
        return False  # the other side has cards
    if not account.open or not now.called or account.held_up() or deck.step != "loaded":
        return False
    taken_back = deck.fate == "reshuffle" and not deck.layout
    if taken_back or any(map(deck.count, (SHOE, LOOSE, NEXT))) or not account.to_deal():
        return False
    enough = deck.count(RACK) >= LEAST_TO_GO_ON
    account.call("cards_run_out", place=SHOE, deck=now.deck, discards="yes" if enough else "no")
    return True


def _round_over(account: Account) -> bool:
    if not account.open or account.unsealing or account.held_up():
        return False
    now = account.round
    if now.void:
        both = account.decks.values() if account.game.sides else (account.decks.get(now.deck),)
        owed = given_back(now) and "void_return" not in now.settled
        lying = any(now.deck and d is not None and (d.layout or d.count(LOOSE)) for d in both)
        over = not owed and not lying
    else:
        at = account.place_in_round() if now.called else 0
        now.reached, over = now.reached if at is None else at, at is None
    if over:
        account.end_round()
    return over


def _fate(account: Account) -> bool:
    """A deck that is gathered is to be shuffled; one that is too old is to leave."""
    if not account.open:
        return False
    for name, deck in account.decks.items():
        in_play = name == account.round.deck and not account.waits_for(name)
        if in_play or account.deck_held_up(name):
            continue
        if deck.fate == "reshuffle" and not deck.scattered:
            deck.fate, deck.part = "", False
            deck.step = "spent" if deck.step in MIXED else deck.step
            return True
        if deck.step != "removed" and deck.fate != "remove" and account.too_old(name):
            deck.fate = "remove"
            return True
    return False


def _emptied(account: Account) -> bool:
    """Between two rounds the last card of a shoe was burnt or came by itself: it is shuffled."""
    if not account.open or account.round.deck:
        return False
    for name, deck in account.decks.items():
        idle = not deck.fate and not account.deck_held_up(name)
        if idle and deck.step == "loaded" and not deck.count(SHOE):
            deck.step, deck.part = "spent", False
            return True
    return False


def _loaded_by_machine(account: Account) -> bool:
    """A machine shuffled the deck and put it into the shoe, which says so: nobody else has to."""
    here = account.loader and account.units[account.shoe].ready and not account.deck_in_shoe
    if not (account.open and account.in_by_machine and here):
        return False
    for name, deck in account.decks.items():
        if deck.step == "machine_shuffled" and not deck.fate and not account.deck_held_up(name):
            account.in_by_machine = False
            deck.load(burn=account.game.burns)
            return True
    return False
