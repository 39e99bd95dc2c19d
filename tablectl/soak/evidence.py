"""Evidence: what devices and people told, and whether belief and ruling agree with it.

Kept by a witness of its own, beside the table: from what the crew keyed in and what was answered,
and from what the shoe itself remembers of the cards it gave.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from tablectl.rig import Rig
from tablectl.soak.truth import at_rest
from tablectl.table.state import TableState
from tablectl.words.acts import Choose, Count, Deed, Shown, Turn
from tablectl.words.cards import Known
from tablectl.words.effects import Acknowledge, Effect, SendOrder
from tablectl.words.irregularities import Irregularity, Kind
from tablectl.words.outcomes import Receipt
from tablectl.words.settings import Can


@dataclass
class Evidence:
    rig: Rig
    broken: Callable[[str, str], None]
    """Told of every violation: its kind, and what is the case."""
    counts: dict[str, int] = field(default_factory=dict)
    """What people counted at each place in this round, the last time they did."""
    answered: bool = True
    """Everybody has been answered in this round: no controller died over what somebody told it."""
    complete: bool = True
    """The shoe has told, or still keeps, everything that it saw of the load in it."""

    def new_round(self) -> None:
        self.counts.clear()
        self.answered = True

    @property
    def _state(self) -> TableState:
        return self.rig.host.kernel.state

    @property
    def _in_play(self) -> tuple[str, ...]:
        """The decks that the cards of a round may be of: all where each has a side of its own."""
        kernel = self.rig.host.kernel
        deck = kernel.state.round.deck
        if kernel.rules.sides:
            return kernel.state.settings.decks if deck else ()
        return (deck,) if deck else ()

    # ------------------------------------------------------------ people

    def told(self, _: str, deed: Deed, receipt: Receipt) -> None:
        """Somebody did something and has been answered.

        A finding is judged when it is made: cards may move until its remedy is chosen.
        """
        if not receipt.accepted:
            return
        match deed:
            case Count():
                self._counted(deed, receipt)
            case Turn() if not receipt.rulings:
                for shown in deed.shown:
                    self._turned(shown)
            case _:
                pass
        for ruled in receipt.rulings:
            found = ruled.irregularity.kind is Kind.STUB_FINDING and not isinstance(deed, Choose)
            if found and self.answered:
                self._found(ruled.irregularity)

    def _counted(self, deed: Count, receipt: Receipt) -> None:
        """A count that is not what was expected leads to something."""
        self.counts[deed.place] = deed.cards
        state = self._state
        believed = [state.ledger[deck].count(deed.place) for deck in self._in_play]
        wrong = bool(believed) and deed.cards not in believed
        if wrong and not receipt.rulings and not state.cases:
            held = " or ".join(map(str, believed))
            what = f"{deed.cards} cards counted at {deed.place}, {held} believed, and no ruling"
            self.broken("belief_against_evidence", what)

    def _turned(self, shown: Shown) -> None:
        """The cards that somebody read off a hand are the cards that lie there."""
        if not shown.cards:
            return
        piles = (self._state.ledger[deck].at(shown.place) for deck in self._in_play)
        faces = [face for pile in piles for face in pile.faces]
        believed = Counter(face.card for face in faces if isinstance(face, Known))
        if faces and believed != Counter(shown.cards):
            told = " ".join(card.code for card in shown.cards)
            self.broken("belief_against_evidence", f"{told} were shown at {shown.place}")

    def _found(self, finding: Irregularity) -> None:
        """What the counts of everything show is what was counted."""
        holding = self._state.ledger[finding.deck]
        believed = {place: pile.count for place, pile in holding.piles.items()}
        hands = [place for place in self.counts if place != finding.place]
        misdealt = any(self.counts[place] != believed.get(place, 0) for place in hands)
        right = sum({**believed, **self.counts}.values()) == holding.composition.size
        truth = {"misdealt": "yes" if misdealt else "no", "total": "right" if right else "wrong"}
        if finding.circumstances != truth:
            what = f"a wrong stub is found {dict(finding.circumstances)}, and it is {truth}"
            self.broken("ruling_against_evidence", what)

    # ------------------------------------------------------------ devices

    def compare_shoe(self) -> None:
        """The cards that the shoe knows to have given are those that the table counts as given."""
        shoe, state = self.rig.shoe, self._state
        if shoe is None or Can.COUNT not in shoe.device.can or not self.complete:
            return
        deck = state.decks.get(shoe.deck)
        if deck is None or deck.phase != "loaded" or not at_rest(self.rig):
            return
        if state.devices[shoe.name].phase == "ready" and shoe.given != deck.given:
            what = f"the shoe gave {shoe.given} cards, the table counts {deck.given}"
            self.broken("belief_against_evidence", what)

    # ------------------------------------------------------------ effects

    def released(self, effect: Effect) -> None:
        """An effect leaves: its cause is durable, and the state that shows is the one after it."""
        kernel = self.rig.host.kernel
        journal, state = kernel.journal, kernel.state
        durable = journal.last_seq == journal.synced_seq and state.seq <= journal.synced_seq
        match effect:
            case Acknowledge():
                device = state.devices[effect.device]
                durable &= device.epoch != effect.epoch or effect.event <= device.event
            case SendOrder():
                durable &= effect.order.number <= state.order_count
            case _:
                pass
        if not durable:
            self.broken("effect_before_record", str(effect))
