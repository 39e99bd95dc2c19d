"""What people confirmed: who may, and what must have been done to a deck before.

Sections 4 and 5 of a subchapter, and what a round asks to be done besides.
"""

from __future__ import annotations

from simulators.referee.accepting import accept
from simulators.referee.arranging import arrange
from simulators.referee.book import SHOE, SHUFFLER, STACK
from simulators.referee.dealing import cutting_card_told, show_burnt, take_over
from simulators.referee.evidence import Account
from simulators.referee.reports import may_shuffle
from simulators.referee.sides import said_to_be_loaded
from simulators.referee.tables.game import Confirms, Matter
from simulators.referee.tables.one_deck import HAND
from tablectl.words.acts import Confirm
from tablectl.words.bases import Role
from tablectl.words.facts import Confirmed, Refilled

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
    "accept_identity": S,
    "clear_fault": T,
    "release": T,
}
"""Who confirms a thing, where it is not the dealer."""
IDLE = ("shuffled", "machine_shuffled", "cut", "loaded", "spent")
"""A deck that lies ready, or lay in the rack, at a table without play."""
PREPARED_FROM = {
    "inspect": ("received",),
    "verify": ("inspected",),
    "spread": ("verified",),
    "wash": ("spread",),
    "insert": ("washed", "spent"),
    "cut": ("shuffled",),
    "load": ("cut", "machine_shuffled"),
    "insert_stacks": (),
    "spread_idle": IDLE,
    "spread_idle_down": IDLE,
    "turn_up": ("spread_down",),
}
"""What a deck must be before each thing is done to it."""
AFTER = {
    "inspect": "inspected",
    "verify": "verified",
    "spread": "spread",
    "wash": "washed",
    "insert": "in_shuffler",
    "cut": "cut",
    "load": "loaded",
    "insert_stacks": "loaded",
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
        case "accept_identity":
            accept(account, deed.subject)
        case "receive_deck":
            _receive(account, deed.subject)
        case "remove_deck":
            _remove(account, deed.subject)
        case "take_out":
            _take_out(account, deed.subject)
        case "shuffle":
            _shuffle_by_hand(account, deed.subject)
        case "first_bettor_agrees" | "decider_is_seated":
            account.round.done.add(f"{deed.what}:{deed.subject}")
        case "take_over":
            take_over(account, by)
        case "cutting_card":
            cutting_card_told(account, deed.subject, deed.number)
        case "show_burn":
            show_burnt(account, deed)
        case what if what in PREPARED_FROM:
            _prepare(account, deed, by)
        case what if any(step.name == what for step in account.game.every_step):
            _do(account, deed)
        case _:
            account.object_to("confirmation", f"nobody asked for {deed.what}")


def _do(account: Account, deed: Confirm) -> None:
    """What the round asks somebody to do; a number that is not as it must be is ruled on."""
    step = account.step()
    if not isinstance(step, Confirms) or step.name != deed.what or account.held_up():
        account.object_to(deed.what, f"the round stands at {step.name}", Matter.CHIPS)
        return
    if step.number is not None and deed.number != step.number(account.round):
        account.call("chips_mismatch")
        return
    account.round.done.add(deed.what)
    account.say(Confirmed(deed.what, deed.subject, deed.number))
    stack, places = step.spreads
    for place in places:
        account.deck.move(stack, place, 1)


def _close(account: Account) -> None:
    if account.round.wagers or any(case.scope != "nothing" for case in account.cases):
        account.object_to("table closed", "something is open")
    account.open = False
    account.round.again = {}
    for name in account.decks:
        _off_the_table(account, name)


def _receive(account: Account, name: str) -> None:
    deck = account.decks[name] = account.new_deck()
    deck.gather(STACK)
    deck.step = "received"


def _remove(account: Account, name: str) -> None:
    if account.decks[name].fate != "remove" or name == account.round.deck:
        why = f"nothing says that {name} leaves now"
        account.object_to("deck removed", why, Matter.REMOVED_DECK)
    _off_the_table(account, name)


def _take_out(account: Account, name: str) -> None:
    """A shoe that has forgotten a load gives it back, and never in the middle of a round."""
    deck = account.decks[name]
    if deck.step != "loaded" or account.round.hands:
        account.object_to("deck taken out", f"{name} is {deck.step} or in play", Matter.SHUFFLE)
    deck.fate = "reshuffle"


def _off_the_table(account: Account, name: str) -> None:
    account.decks[name] = account.new_deck()


def _shuffle_by_hand(account: Account, name: str) -> None:
    deck = account.decks[name]
    if not may_shuffle(account, name):
        account.object_to("shuffle", f"{name} is {deck.step}", Matter.SHUFFLE)
    if account.method == HAND:
        why = "only a machine shuffles what is dealt by hand"
        account.object_to("shuffle", why, Matter.BY_HAND)
    if account.shuffler:
        account.object_to("shuffle", f"{account.shuffler} stands on the table", Matter.REMOVAL)
    deck.gather(STACK)
    deck.step, deck.by_machine = "shuffled", False


def _prepare(account: Account, deed: Confirm, by: str) -> None:
    deck = account.decks[deed.subject]
    waits = deck.part and deed.subject == account.round.deck  # its fate comes with the round's end
    if (deck.fate and not waits) or account.deck_held_up(deed.subject):
        account.object_to(deed.what, f"{deed.subject} is held up or to go", Matter.SHUFFLE)
    if deck.step not in account.game.prepared_from.get(deed.what, PREPARED_FROM[deed.what]):
        account.object_to(deed.what, f"{deed.subject} is {deck.step}", Matter.SHUFFLE)
    stacked = "insert_stacks" in account.game.prepared_from
    if stacked and deed.what in ("cut", "load") and deck.part and deck.count(SHOE):
        account.object_to(deed.what, "they go among those in the shoe", Matter.SHUFFLE)
    match deed.what:
        case "inspect":
            deck.opened_at, deck.inspected_by = account.time, by
        case "verify" if by == deck.inspected_by:
            account.object_to("verify", "who inspected it verifies it", Matter.VERIFY)
        case "insert":
            deck.gather(SHUFFLER)
            deck.put_in_at = account.time
        case "spread_idle" | "spread_idle_down":
            if account.round.wagers or account.stage() != "wagers":
                account.object_to(deed.what, "the table is in play", Matter.IDLE)
            deck.gather(STACK)
        case "cut" if deed.number is not None and deed.number < min(10, deck.in_preparation // 2):
            account.object_to("cut", "too few cards are lifted", Matter.CUT)
        case "load":
            if account.two_decks and deed.subject == account.last_deck:
                account.object_to("load", "the other deck's turn has come", Matter.TURNS)
            _load(account, deed.subject)
        case "insert_stacks":
            if not deck.count(SHOE):
                why = "no cards are in the shoe to put them among"
                account.object_to(deed.what, why, Matter.SHUFFLE)
            _load(account, deed.subject)
        case _:
            pass
    deck.step = AFTER[deed.what]


def _load(account: Account, name: str) -> None:
    """Its cards are in the shoe; of those that went in in the middle of a round one is burnt."""
    deck = account.decks[name]
    waiting = deck.part and name == account.round.deck
    refilled = deck.in_preparation if waiting else 0
    deck.load(burn=account.game.burns or waiting)
    said_to_be_loaded(account, name)
    if refilled:
        account.say(Refilled(name, refilled))
