"""A shoe that takes its cards back: what it tells of those that went in, and of a load begun anew.

Section 2.21 is missing. After every round its discards go back into it, and in the middle of one as
soon as it is empty and a card is due.
"""

from __future__ import annotations

from simulators.referee.book import RACK, SHOE
from simulators.referee.evidence import Account
from simulators.referee.tables.game import Racks
from tablectl.words.facts import Moved
from tablectl.words.observations import CardsReturned


def cards_returned(account: Account, name: str, report: CardsReturned) -> None:
    """Discards that were to go back are in it, as far as they went; nothing else is expected."""
    step, deck = account.step(), account.deck
    due = isinstance(step, Racks) and step.to == SHOE and name == account.shoe
    if not due or report.count > deck.count(RACK):
        account.call("not_expected", device=name)
        return
    deck.move(RACK, SHOE, report.count)
    account.say(Moved(RACK, SHOE, report.count))


def loaded_anew(account: Account) -> None:
    """Between rounds it may begin to count from one again."""
    if account.game.takes_back and account.deck_in_shoe and not account.round.hands:
        account.decks[account.deck_in_shoe].given = 0
