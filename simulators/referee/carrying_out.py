"""Consequences: what a ruling, or a choice of the floor, does to cards, decks and the round."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest

from simulators.referee.book import LOOSE, NEXT, OFFERED, RACK, SEALED, SHOE, STACK, Deck
from simulators.referee.position import Position
from tablectl.words.facts import Dealt, LaidAgain, Racked


@dataclass
class Consequences(Position):
    """A table at which what was ruled is carried out."""

    def carry_out(
        self, what: tuple[str, ...], place: str, deck: str, device: str, *, one: bool = False
    ) -> None:
        for each in what:
            self._execute(each, place, self.decks.get(deck), device, one=one)

    def _execute(self, what: str, place: str, deck: Deck | None, device: str, *, one: bool) -> None:
        match what:
            case "rack_card" if deck is not None:
                source = place or LOOSE
                about = 1 if one else self._in_question(deck, source)
                for _ in range(min(deck.count(source), about)):
                    deck.move(source, RACK, 1)
                    self.say(Racked(source))
            case "next_card" if deck is not None:
                self._next_cards(deck)
            case "return_card" if deck is not None:
                deck.move(LOOSE, SHOE, self._in_question(deck, LOOSE))
            case "keep_card" if deck is not None:
                deck.move(LOOSE, NEXT, self._in_question(deck, LOOSE))
            case "offer_card" if deck is not None:
                self._next_cards(deck)  # whoever has asked for a card gets it
                if deck.count(LOOSE):
                    deck.move(LOOSE, OFFERED, self._in_question(deck, LOOSE))
                    self._unveil(OFFERED)
            case "lay_again" if deck is not None:
                self._lay_again(deck)
            case "refill" if deck is not None:
                deck.step, deck.part = "spent", True
            case "mend":
                self.round.not_given.append(place)
            case "do_without":
                self.round.did_without |= self.cards_out
            case "recut" if deck is not None and deck.step in ("cut", "loaded"):
                deck.gather(STACK)
                deck.step = "shuffled"
            case "void_round":
                if not self.round.void:  # what lies there tells which blackjacks were settled
                    self.round.kept = self.game.stays_settled(self)
                self.round.void = True
                self.unsealing.clear()
                self.turning.clear()
            case "reshuffle" if deck is not None:
                deck.fate = deck.fate or "reshuffle"
            case "remove_deck" if deck is not None:
                deck.fate = "remove"
            case "latch_device" if device in self.units:
                self.units[device].latched = True

    def _in_question(self, deck: Deck, place: str) -> int:
        """The cards that belong nowhere, but for those that another case is about."""
        others = sum(case.place == LOOSE for case in self.cases)
        return max(deck.count(LOOSE) - others, 1) if place == LOOSE else 1

    def _next_cards(self, deck: Deck) -> None:
        """Cards drawn in error are the next cards, the first of them first, section 12(b)."""
        for place, count in self.to_deal():
            if deck.count(LOOSE) < count:
                return
            deck.turn_over(LOOSE, count)
            deck.move(LOOSE, place, count)
            self.dealt(place, count, deck)

    def _unveil(self, place: str) -> None:
        """Everybody sees what lies there; a device that knows it tells."""
        faces = self.deck.pile(place)
        self.unsealing |= {face[1:] for face in faces if face.startswith(SEALED)}

    def _lay_again(self, deck: Deck) -> None:
        """The first cards lie as they came, and not as they were believed to."""
        now = self.round
        now.reached = 0
        now.read.clear()
        if not self.shoe:  # nobody counted: what a place was passed over for is in the shoe
            place, nth = now.passed_over[-1]
            deck.move(place, SHOE, None if nth is None else 1)
            return
        read = {place: deck.piles.pop(place) for place in deck.layout}
        targets = [place for place, _ in self.to_deal()][: len(now.came)]
        for place, face in zip_longest(targets, now.came, fillvalue=LOOSE):
            deck.piles.setdefault(place, []).append(face)
        for place, faces in read.items():
            if len(deck.piles.get(place, ())) == len(faces) and not any(deck.piles[place]):
                deck.piles[place] = faces  # people looked, and nobody else told
        self.unsealing.clear()
        self.turning.clear()
        for place in dict.fromkeys(targets):
            if self.game.face_up(place):
                self._unveil(place)
        self.say(LaidAgain(tuple(targets)))
        now.last_dealt = targets[-1] if targets else now.last_dealt

    def dealt(self, place: str, count: int, of: Deck | None = None) -> None:
        """Cards lie where they were due, those of the round's deck if no other is named."""
        self.say(Dealt(place, count))
        self.round.last_dealt = place
        self.round.read.discard(place)
        if place == RACK:
            mine = self.decks.get(self.deck_in_play)  # none, if it was the last card of the shoe
            for deck in self.decks.values() if mine is None else (mine,):
                deck.to_burn = False
            self.relieved, self.round.burnt = False, True
        faces = (of or self.deck).pile(place)[-count:]
        in_deal = self.round.called and not self.round.reached
        self.round.last_in_deal = in_deal and (self.round.decided or not self.game.sides)
        if self.round.last_in_deal and self.shoe and place != RACK:
            self.round.came += faces
        if self.game.face_up(place):
            self.unsealing |= {face[1:] for face in faces if face.startswith(SEALED)}
