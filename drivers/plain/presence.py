"""Cards in front of a reader of tags: which one a tag stands for, and which have been told.

Some readers say a tag again and again while the card lies there, some say once more what was not
answered; either way the card was shown once. Must not know how anything is said.
"""

from __future__ import annotations

from drivers.plain.cardmap import CardMap
from drivers.plain.wording import TagShown
from tablectl.words.cards import UNSEEN, Known
from tablectl.words.observations import CardShown


class Presence:
    """`gone_after` microseconds without its tag a card is gone; 0 for a reader that says a tag only
    when a card comes."""

    def __init__(self, cards: CardMap | None, gone_after: int) -> None:
        self._cards = cards
        self._gone_after = gone_after
        self._said: dict[str, int] = {}
        """When each tag of a card that lies there, and the last one, was said last."""

    def forget(self) -> None:
        """The line was lost: whatever is said next is news."""
        self._said = {}

    def lies_still(self, shown: TagShown, now: int) -> bool:
        """Whether the card has been told, and has been there since."""
        since = self._said.get(shown.tag)
        if since is None or not (shown.again or now - since < self._gone_after):
            return False
        self._said[shown.tag] = now
        return True

    def came(self, shown: TagShown, now: int) -> CardShown:
        """A card has come."""
        there = {tag: at for tag, at in self._said.items() if now - at < self._gone_after}
        self._said = {**there, shown.tag: now}
        card = None if self._cards is None else self._cards.card(shown.tag)
        return CardShown(shown.tag, UNSEEN if card is None else Known(card))
