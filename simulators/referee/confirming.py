"""What people confirmed: who may, and what must have been done to a deck before: 20.4 and 20.5."""

from __future__ import annotations

from simulators.referee.arranging import arrange
from simulators.referee.book import SHOE, SHUFFLER, STACK, Deck
from simulators.referee.evidence import Account
from simulators.referee.reports import may_shuffle
from simulators.referee.tables.three_card_poker import HAND
from tablectl.words.acts import Confirm
from tablectl.words.bases import Role
from tablectl.words.facts import Confirmed

S, T = Role.SUPERVISOR, Role.TECHNICIAN
CONFIRMERS = {
    "open_table": S,
    "close_table": S,
    "verify": S,
    "receive_deck": S,
    "remove_deck": S,
    "ruling": S,
    "resolve_dispute": S,
    "take_off": S,
    "put_back": S,
    "deal_by": S,
    "clear_fault": T,
    "release": T,
}
"""Who confirms a thing, where it is not the dealer."""
IDLE = ("shuffled", "machine_shuffled", "cut", "loaded", "spent")
"""A deck that lies ready, or lay in the rack, at a table without play: 20.5(e)."""
PREPARED_FROM = {
    "inspect": ("received",),
    "verify": ("inspected",),
    "spread": ("verified",),
    "wash": ("spread",),
    "insert": ("washed", "spent"),
    "cut": ("shuffled",),
    "load": ("cut", "machine_shuffled"),
    "spread_idle": IDLE,
    "spread_idle_down": IDLE,
    "turn_up": ("spread_down",),
}
"""What a deck must be before each thing is done to it: 20.4, 20.5."""
AFTER = {
    "inspect": "inspected",
    "verify": "verified",
    "spread": "spread",
    "wash": "washed",
    "insert": "in_shuffler",
    "cut": "cut",
    "load": "loaded",
    "spread_idle": "spread",
    "spread_idle_down": "spread_down",
    "turn_up": "spread",
}


def confirm(account: Account, deed: Confirm, by: str) -> None:
    match deed.what:
        case "open_table":
            account.open = True
            for name in account.decks.keys() - account.resting:
                _receive(account, name)
        case "close_table":
            _close(account)
        case "ruling" | "resolve_dispute":
            case = account.case(deed.subject)
            if case is None or case.choices or case.to_count:
                account.object_to("ruling confirmed", f"{deed.subject} waits for no such thing")
                return
            account.say(Confirmed(deed.what, case.id, None, deed.note))
            account.cases.remove(case)
        case "clear_fault":
            account.units[deed.subject].latched = False
            account.begin_cycle(deed.subject)
        case "take_off" | "put_back" | "deal_by":
            arrange(account, deed)
        case "receive_deck":
            _receive(account, deed.subject)
        case "remove_deck":
            _remove(account, deed.subject)
        case "shuffle":
            _shuffle_by_hand(account, deed.subject)
        case what if what in PREPARED_FROM:
            _prepare(account, deed, by)
        case _:
            account.object_to("confirmation", f"nobody asked for {deed.what}")


def _close(account: Account) -> None:
    if account.round.wagers or any(case.scope != "nothing" for case in account.cases):
        account.object_to("table closed", "something is open")
    account.open = False
    account.round.again = {}
    for name in account.decks:
        _off_the_table(account, name)


def _receive(account: Account, name: str) -> None:
    deck = account.decks[name] = Deck()
    deck.gather(STACK)
    deck.step = "received"


def _remove(account: Account, name: str) -> None:
    if account.decks[name].fate != "remove" or name == account.round.deck:
        account.object_to("deck removed", f"nothing says that {name} leaves now", "20.7(e)2#3")
    _off_the_table(account, name)


def _off_the_table(account: Account, name: str) -> None:
    account.decks[name] = Deck()


def _shuffle_by_hand(account: Account, name: str) -> None:
    deck = account.decks[name]
    if not may_shuffle(account, name):
        account.object_to("shuffle", f"{name} is {deck.step}", "20.5(a)#1")
    if account.method == HAND:
        account.object_to("shuffle", "only a machine shuffles what is dealt by hand", "20.8(b)1")
    if account.shuffler:
        account.object_to("shuffle", f"{account.shuffler} stands on the table", "20.12(g)")
    deck.gather(STACK)
    deck.step, deck.by_machine = "shuffled", False


def _prepare(account: Account, deed: Confirm, by: str) -> None:
    deck = account.decks[deed.subject]
    if deck.fate or account.deck_held_up(deed.subject):
        account.object_to(deed.what, f"{deed.subject} is held up or to go", "20.5(a)#1")
    if deck.step not in PREPARED_FROM[deed.what]:
        account.object_to(deed.what, f"{deed.subject} is {deck.step}", "20.5(a)#1")
    match deed.what:
        case "inspect":
            deck.opened_at, deck.inspected_by = account.time, by
        case "verify" if by == deck.inspected_by:
            account.object_to("verify", "who inspected it verifies it", "20.4(a)")
        case "insert":
            deck.gather(SHUFFLER)
            deck.put_in_at = account.time
        case "spread_idle" | "spread_idle_down":
            if account.round.wagers or account.stage() != "wagers":
                account.object_to(deed.what, "the table is in play", "20.5(e)#1")
            deck.gather(STACK)
        case "cut" if deed.number is not None and deed.number < 10:
            account.object_to("cut", "at least ten cards are lifted", "20.5(c)1ii")
        case "load":
            if account.two_decks and deed.subject == account.last_deck:
                account.object_to("load", "the other deck's turn has come", "20.2(b)4")
            deck.gather(SHOE)
            deck.given = 0
        case _:
            pass
    deck.step = AFTER[deed.what]
