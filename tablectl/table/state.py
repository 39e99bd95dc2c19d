"""What a table is between two inputs: one immutable value.

Snapshot, recovery, replay and audit serialise `TableState` and nothing else. Times are
microseconds UTC as the inputs carried them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from tablectl.table.ledger import Holding
from tablectl.words.bases import HOUSE, Basis
from tablectl.words.canonical import DERIVED, word
from tablectl.words.cards import Face
from tablectl.words.facts import Fact
from tablectl.words.money import Cents
from tablectl.words.notices import Notice
from tablectl.words.observations import Identified
from tablectl.words.orders import Order
from tablectl.words.rulings import Case, Ruled
from tablectl.words.settings import UNCHANGED, Changed, Settings, Unit
from tablectl.words.values import Label


class Fate(Label):
    """What has been decided about a deck and is not carried out yet. Removal beats reshuffle."""

    NONE = "none"
    RESHUFFLE = "reshuffle"
    REMOVE = "remove"


@word
class DeckState:
    """Whether a deck may be dealt from. Where its cards are, the ledger alone says."""

    phase: str
    opened_at: int
    fate: Fate = Fate.NONE
    fate_basis: Basis = HOUSE
    uncounted: int = 0
    """Rounds dealt since this deck was last counted right."""
    given: int = 0
    """Cards the shoe has reported out since it was loaded: allowances count from here."""
    load: int = 0
    """The shoe's own number for that load; 0 while it has not told, or does not number them."""
    done_by: Mapping[str, str] = field(default_factory=dict)
    uncut: bool = False
    """A device shuffled it last, and no cut follows that."""
    put_in_at: int = 0
    """Since when the shuffler has had it, where somebody said so; 0 if it has not."""
    part: str = ""
    """The place whose cards alone are shuffled and loaded again, while the others stay where they
    are; empty where it is the whole deck."""
    cutting: str = ""
    """The place whose card came after the cutting card, once that is out of the shoe."""

    def having_given(self, given: int) -> DeckState:
        """The deck after so many cards. One for every card dealt, so it is spelt out."""
        return DeckState(
            phase=self.phase,
            opened_at=self.opened_at,
            fate=self.fate,
            fate_basis=self.fate_basis,
            uncounted=self.uncounted,
            given=given,
            load=self.load,
            done_by=self.done_by,
            uncut=self.uncut,
            put_in_at=self.put_in_at,
            part=self.part,
            cutting=self.cutting,
        )


@word
class Stranger:
    """A unit that answers and is not the promised one: what it said of itself, in which epoch, and
    the last event that it told since; 0 if it told none."""

    said: Identified
    epoch: int = 0
    event: int = 0

    @property
    def unit(self) -> Unit:
        return Unit(self.said.model, self.said.serial, self.said.firmware, self.said.digest)


@word
class Chamber:
    """One side of a shoe that has several, told apart by their loads."""

    load: int = 0
    """The last load of it that the shoe told of."""
    matched: int = 0
    """The last of them that is known to be a deck that somebody loaded."""
    out: int = 0
    """Cards that came out of that last load, as far as it has told."""


@word
class DeviceState:
    """A device as far as the table cares; the wire session is its driver's business."""

    phase: str
    identified: bool = False
    """The line is up and what answers is what was promised."""
    out_of_order: bool = False
    """It was faulted when it was taken off the table, and is when it comes back."""
    serial: str = ""
    """The unit that everything below is about."""
    epoch: int = 0
    event: int = 0
    load: int = 0
    """The last load that it told of; 0 if it does not number them."""
    matched: int = 0
    """The last of its loads that is known to be a deck that somebody loaded."""
    found: int = 0
    """A load that was in it when it was identified, and that it has told of in no event."""
    out: int = 0
    """Cards that came out of that last load, as far as it has told."""
    stranger: Stranger | None = None
    """What answers in its place, while that is not the promised unit."""
    chambers: tuple[Chamber, ...] = ()
    """Its sides, the first of the table's decks in the first, once it has told of any."""

    def having_told(self, epoch: int, event: int, out: int) -> DeviceState:
        """The device after one more event. One for every event, so it is spelt out."""
        return DeviceState(
            phase=self.phase,
            identified=self.identified,
            out_of_order=self.out_of_order,
            serial=self.serial,
            epoch=epoch,
            event=event,
            load=self.load,
            matched=self.matched,
            found=self.found,
            out=out,
            stranger=self.stranger,
            chambers=self.chambers,
        )


@word
class Entered:
    """A step of the plan was entered after so many facts."""

    step: str
    facts: int


@word
class Showing:
    """A card that was shown to a reader that cannot say where: for which hand it counts, if for
    any, the tag or code on it, and which card that is."""

    place: str
    tag: str
    face: Face


@word
class RoundState:
    """A round of play: where it stands in its plan, and its facts."""

    number: int
    step: str
    deck: str = ""
    facts: tuple[Fact, ...] = ()
    hands: tuple[str, ...] = ()
    wagers: Mapping[str, Mapping[str, Cents | None]] = field(default_factory=dict)
    rulings: tuple[Ruled, ...] = ()
    face_ups: int = 0
    uncounted: int = 0
    """Rounds this table has dealt since a deck was last counted right, whichever deck it was."""
    carried: Mapping[str, int] = field(default_factory=dict)
    """What one round leaves to the next: whose turn it is to do what."""
    last_deck: str = ""
    """The deck of the round before."""
    seconds: Mapping[str, str] = field(default_factory=dict)
    """Positions at which the player of another one bets, and that other one."""
    again: Mapping[str, Mapping[str, Cents | None]] = field(default_factory=dict)
    """Wagers of the round before that lie there again unless somebody says otherwise."""
    entered: tuple[Entered, ...] = ()
    """The steps entered since the first; what was keyed in before one is behind a gate."""
    shown: tuple[Showing, ...] = ()
    """Cards that were shown one by one, the last of them last; see `showing`."""
    came: tuple[Face, ...] = ()
    """The first cards of the round in the order in which a shoe gave them, as far as it told, where
    they may have to be laid again; see `laying`."""
    dealer: str = ""
    """Who dealt the last round, or deals this one; see `relieving`."""
    kept: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What had been settled for good when the round became void: by hand, its wagers."""
    index: object = field(default=None, compare=False, repr=False, metadata=DERIVED)
    """The facts by what they are about; see `facts_index`."""


@word
class TableState:
    seq: int
    time: int
    phase: str
    settings: Settings
    round: RoundState
    decks: Mapping[str, DeckState]
    ledger: Mapping[str, Holding]
    devices: Mapping[str, DeviceState]
    orders: Mapping[str, Order]
    """The last order of each slot that is not done yet."""
    standing_orders: Mapping[str, Order]
    """The last order of each slot that was done and still holds."""
    order_count: int
    cases: tuple[Case, ...]
    case_count: int
    unsealing: tuple[str, ...]
    """Tokens whose faces have been asked for and not come yet."""
    turning: tuple[str, ...]
    """Places whose turning waits for those faces."""
    deadlines: Mapping[str, int]
    notices: tuple[Notice, ...] = ()
    """Changes of options that have been asked for and are not in force yet."""
    notice_count: int = 0
    changed: Changed = UNCHANGED
    """What was changed while the table was open, whatever its file says."""
    present: Mapping[str, str] = field(default_factory=dict)
    """Who is signed in, and the name of their session."""
    enrolled: Mapping[str, str] = field(default_factory=dict)
    """Who can prove who they are, and the name of what they prove it by."""
    fault: str = ""
    stopped_in: str = ""
    """The phase in which the table stopped on an input it did not understand."""
    memo: object = field(default=None, compare=False, repr=False, metadata=DERIVED)
