"""Who deals, and the cutting card: what a shoe that lasts for many rounds asks for besides.

One dealer a round; another burns a card first (2.6(c)#2). After the round in which the cutting card
came out the shoe is emptied, and who cuts next hangs on whose card came behind it.
"""

from __future__ import annotations

from simulators.referee.arranging import between_rounds
from simulators.referee.book import DEALER, RACK, SEALED, SHOE
from simulators.referee.evidence import Account
from simulators.referee.tables.game import Matter
from tablectl.words.acts import Confirm
from tablectl.words.facts import CuttingCard


def take_over(account: Account, by: str) -> None:
    between_rounds(account, "dealer changed")
    if by == account.dealer:
        account.object_to("dealer changed", f"{by} deals already", Matter.BURN)
    account.dealer, account.relieved = by, True


def deals(account: Account, by: str) -> None:
    """Whoever calls or deals is the one who deals here."""
    if account.game.one_dealer and account.dealer not in ("", by):
        account.object_to("wrong dealer", f"{account.dealer} deals here", Matter.BURN)


def cutting_card_out(account: Account, *, late: bool) -> None:
    """A shoe tells of it: the card behind it is the next that is due."""
    due = [] if late else account.to_deal()
    if due and account.game.sides and not account.round.decided:
        account.round.cut_before = due[0][0]  # the card that comes next shows of which side
        account.say(CuttingCard(due[0][0]))
        return
    _came_before(account, account.deck_in_play, due[0][0] if due else SHOE)


def cutting_card_told(account: Account, side: str, number: int | None) -> None:
    """A person does, and before whose card it came: that of a seat or the dealer's, 0."""
    due = account.to_deal()
    place = due[0][0] if due else SHOE
    if number is not None:
        place = f"seat_{number}" if number else DEALER
    _came_before(account, side, place)


def _came_before(account: Account, side: str, place: str) -> None:
    deck = account.decks.get(side)
    if account.game.cutting_card and deck is not None and not deck.cutting_card:
        deck.cutting_card = place
        account.say(CuttingCard(place))


def show_burnt(account: Account, deed: Confirm) -> None:
    """A player asks to see the card that was burnt, 2.6(c)#3."""
    if not account.round.burnt or deed.what in account.round.done or account.stage() != "wagers":
        account.object_to(deed.what, "no card was burnt just now", Matter.BURN)
    account.round.done.add(deed.what)
    last = (account.deck.pile(RACK) or [""])[-1]
    account.unsealing |= {last[1:]} if last.startswith(SEALED) else set()
