"""The referee's book: decks, devices, the round and what is open, as far as anybody has told.

Plain values that `evidence` writes. A card is a text: its code where it is known to all, a token
where a device keeps it sealed, nothing where nobody has told. So a pile is a list, and how many
cards lie at a place is its length.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from tablectl.words.observations import Identified

DECK = 52
SHOE, RACK, STACK, SHUFFLER, LOOSE, OUT, DEALER = (
    "shoe",
    "rack",
    "stack",
    "shuffler",
    "loose",
    "out",
    "dealer",
)
NEXT, OFFERED = "next", "offered"
"""A card that came too early: the next one to be dealt, or in the open for whoever takes it."""
OFF_LAYOUT = frozenset((SHOE, RACK, STACK, SHUFFLER, LOOSE, NEXT, OUT, "missing"))
SEALED = "#"
JOKER = "JK"
NONE: Counter[str] = Counter()

Wagers = dict[str, dict[str, int | None]]


def seat_of(place: str) -> int:
    """The number of the seat that a hand is played at, split or not."""
    return int(place.partition(".")[0].removeprefix("seat_"))


def by_seat(place: str) -> tuple[bool, int, str]:
    """A sort key: seats from the left, then everything else by name."""
    seat = place.startswith("seat_")
    return not seat, seat_of(place) if seat else 0, place


@dataclass
class Deck:
    """A deck, or a set of several: where its cards are believed to be, and whether it may be dealt
    from."""

    decks: int = 1
    piles: dict[str, list[str]] = field(default_factory=dict)
    step: str = "removed"
    """The last thing done to it on its way to the shoe."""
    by_machine: bool = False
    """A machine shuffled it last: no cut follows."""
    inspected_by: str = ""
    opened_at: int = 0
    fate: str = ""
    uncounted: int = 0
    to_burn: bool = False
    """A card of it goes to the rack before any other is dealt."""
    cutting_card: str = ""
    """The place whose card came behind its cutting card, once that is out of the shoe."""
    given: int = 0
    """How many cards have left the shoe since the load, as the shoe counts."""
    part: bool = False
    """Only its cards in the rack are shuffled, while the others stay where they are."""
    put_in_at: int = 0
    """Since when a shuffler has had it, as somebody said."""
    number: int = 0
    """The number that the shoe gave its load, where that tells from which side a card comes."""

    def __post_init__(self) -> None:
        if not self.piles:
            self.gather(OUT)

    @property
    def size(self) -> int:
        return DECK * self.decks

    def count(self, place: str) -> int:
        return len(self.piles.get(place, ()))

    def pile(self, place: str) -> list[str]:
        """The cards of a place, the last one on top."""
        return list(self.piles.get(place, ()))

    def show(self, place: str, cards: list[str]) -> None:
        """What the cards of a place turn out to be."""
        self.piles[place] = cards

    def turn_over(self, place: str, count: int) -> None:
        """The first cards of a pile are its last from here on."""
        pile = self.piles.get(place, [])
        pile[:] = pile[count:] + pile[:count]

    def move(self, source: str, to: str, count: int | None = None) -> int:
        """The last cards of one pile onto another; back in the shoe, nobody knows them."""
        pile = self.piles.get(source, [])
        number = len(pile) if count is None else min(count, len(pile))
        if not number or source == to:
            return 0
        taken = pile[len(pile) - number :]
        del pile[len(pile) - number :]
        if not pile:
            self.piles.pop(source, None)
        self.piles.setdefault(to, []).extend([""] * number if to == SHOE else taken)
        return number

    def gather(self, to: str) -> None:
        """All cards that are made ready to one place; nobody knows how they lie there."""
        if not self.part:
            self.piles = {to: [""] * self.size}
            return
        for place in (RACK, STACK, SHUFFLER):
            self.move(place, to)
        self.show(to, [""] * self.count(to))

    @property
    def in_preparation(self) -> int:
        """How many cards are made ready."""
        if not self.part:
            return self.size
        return sum(map(self.count, (RACK, STACK, SHUFFLER)))

    def load(self, *, burn: bool) -> None:
        """Its cards are in the shoe, and the first of them may have to be burnt."""
        self.gather(SHOE)
        self.to_burn = burn
        self.cutting_card = self.cutting_card if self.part else ""  # its round stays the last one
        self.step, self.given, self.part = "loaded", 0, False

    @property
    def layout(self) -> list[str]:
        """The places on the layout where cards lie."""
        places = (p for p, pile in self.piles.items() if pile and p not in OFF_LAYOUT)
        return sorted(places, key=by_seat)

    @property
    def scattered(self) -> list[str]:
        """Where cards lie that belong in one stack with the others."""
        return [p for p, pile in self.piles.items() if pile and p not in (STACK, OUT, "missing")]

    def known(self, place: str) -> list[str] | None:
        """The cards at a place, or None unless all are known and of the deck."""
        return all_known(self.piles.get(place, []))

    def odd_faces(self) -> tuple[Counter[str], Counter[str]]:
        """Faces that are no part of a deck, and those that are there more often than it has them.

        Sealed ones are all alike.
        """
        faces = [face for pile in self.piles.values() for face in pile if face]
        if len(set(faces)) == len(faces) and JOKER not in faces:
            return NONE, NONE
        known = Counter(faces)
        strangers = Counter({JOKER: known.pop(JOKER, 0)})
        return +strangers, Counter(
            "sealed" if face.startswith(SEALED) else face
            for face, n in known.items()
            if n > self.decks
        )


def all_known(pile: list[str]) -> list[str] | None:
    """The cards of a pile, or None unless there are some and each is known and of a deck."""
    known = [face for face in pile if len(face) == 2 and face != JOKER]
    return known if pile and len(known) == len(pile) else None


@dataclass(frozen=True)
class BothSides:
    """The set that a round is dealt from, with what lies of the other side on the same layout.

    What came from the other side came before. Off the layout each has its own places.
    """

    mine: Deck
    other: Deck

    @property
    def decks(self) -> int:
        return self.mine.decks

    @property
    def step(self) -> str:
        return self.mine.step

    @property
    def fate(self) -> str:
        return self.mine.fate

    @property
    def to_burn(self) -> bool:
        return self.mine.to_burn

    @property
    def cutting_card(self) -> str:
        return self.mine.cutting_card

    @property
    def uncounted(self) -> int:
        return self.mine.uncounted

    @property
    def layout(self) -> list[str]:
        return sorted({*self.mine.layout, *self.other.layout}, key=by_seat)

    def pile(self, place: str) -> list[str]:
        others = [] if place in OFF_LAYOUT else self.other.pile(place)
        return others + self.mine.pile(place)

    def count(self, place: str) -> int:
        others = 0 if place in OFF_LAYOUT else self.other.count(place)
        return others + self.mine.count(place)

    def known(self, place: str) -> list[str] | None:
        return all_known(self.pile(place))

    def show(self, place: str, cards: list[str]) -> None:
        first = len(cards) - self.mine.count(place)
        for deck, part in ((self.other, cards[:first]), (self.mine, cards[first:])):
            if part:
                deck.show(place, part)

    def move(self, source: str, to: str, count: int | None = None) -> int:
        """The last cards of a pile, each onto one of its own set."""
        wanted = self.count(source) if count is None else count
        moved = self.mine.move(source, to, wanted)
        if source not in OFF_LAYOUT and moved < wanted:
            moved += self.other.move(source, to, wanted - moved)
        return moved

    def turn_over(self, place: str, count: int) -> None:
        self.mine.turn_over(place, count)


Cards = Deck | BothSides


@dataclass
class Unit:
    """A device as the table has met it."""

    kind: str
    identified: bool = False
    latched: bool = False
    off: bool = False
    """It does not stand on the table."""
    serial: str = ""
    epoch: int = 0
    event: int = 0
    stranger: tuple[Identified, int, int] | None = None
    """What answers in its place and was not promised, in which epoch, and its last event."""
    last_load: int = 0
    """The last load of one of its sides that it told of."""
    loads: dict[str, int] = field(default_factory=dict)
    """By deck, the number of the load on its side, as the shoe told."""
    matched: dict[str, int] = field(default_factory=dict)
    """By deck, the load that somebody has said to be this deck."""

    def meet(self, serial: str) -> None:
        """A unit is the promised one; one that is new here begins to count anew."""
        self.stranger = None
        if self.serial != serial:
            self.serial, self.epoch, self.event = serial, 0, 0

    def told_unmet(self, epoch: int, event: int) -> None:
        """What is not the promised unit told an event."""
        if self.stranger is not None:
            self.stranger = (self.stranger[0], epoch, event)

    @property
    def ready(self) -> bool:
        return self.identified and not self.latched and not self.off


@dataclass
class Case:
    """Something open, and what it waits for."""

    id: str
    kind: str
    scope: str
    deck: str
    key: tuple[object, ...]
    place: str = ""
    choices: tuple[str, ...] = ()
    """The floor chooses; without any it confirms."""
    to_count: list[str] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    device: str = ""


@dataclass(frozen=True)
class Seen:
    """A card that was shown: the hand that it counts for, if any, its tag, and which card it is."""

    place: str
    tag: str
    card: str


@dataclass
class Round:
    number: int = 1
    deck: str = ""
    wagers: Wagers = field(default_factory=dict)
    again: Wagers = field(default_factory=dict)
    placed: Wagers = field(default_factory=dict)
    """What was keyed in, or taken up, in this round, whatever became of it."""
    hands: list[str] = field(default_factory=list)
    called: bool = False
    burnt: bool = False
    void: bool = False
    decided: bool = False
    """A card has decided from which side it is dealt."""
    decided_at: str = ""
    """The box that has that card, if it was used as its first one."""
    racked_before: int = 0
    """So many cards of its deck were in the rack when it was last said which one that is."""
    cut_before: str = ""
    """The place whose card comes behind a cutting card of which nobody knows the side yet."""
    face_ups: int = 0
    came: list[str] = field(default_factory=list)
    """The first cards in the order in which a shoe gave them."""
    passed_over: list[tuple[str, int | None]] = field(default_factory=list)
    """Places that did not get a card of the first ones, or with no number none at all."""
    not_given: list[str] = field(default_factory=list)
    """Hands that asked for a card and did not get it."""
    read_early: bool = False
    """A card went into the reader before it was to be checked."""
    did_without: bool = False
    """It goes on without a device that failed."""
    players: dict[str, str] = field(default_factory=dict)
    """By place, the one at which its player sits, where that is another."""
    last_dealt: str = ""
    last_in_deal: bool = False
    """It was one of the first cards."""
    just_dealt: bool = False
    """A card was the last thing that happened."""
    duplicate: bool = False
    """It is known that a card is there twice."""
    counted: bool = False
    stub_away: bool = False
    picked_up: bool = False
    """Cards of its hands have been put away."""
    done: set[str] = field(default_factory=set)
    """What somebody has confirmed to have done."""
    calls: set[str] = field(default_factory=set)
    """What was called out since the wagers closed."""
    checks: dict[str, bool] = field(default_factory=dict)
    """What was found out about a card without showing it."""
    counted_at: set[tuple[str, str]] = field(default_factory=set)
    """Places, each with the side that was meant; none where it is the deck of the round."""
    answers: dict[str, dict[str, str]] = field(default_factory=dict)
    """By question and hand, the last one."""
    said: list[tuple[str, str, str]] = field(default_factory=list)
    """All of them in their order: question, hand, answer."""
    turned: dict[str, list[str] | None] = field(default_factory=dict)
    """The places that were shown, with their cards; None where nobody told them."""
    read: set[str] = field(default_factory=set)
    """Places whose cards, as many as lie there, somebody has looked at, and told or not."""
    shown: list[Seen] = field(default_factory=list)
    """Cards that were shown one by one; of those that count for no hand, only the last."""
    settled: list[str] = field(default_factory=list)
    settled_hands: dict[str, set[str]] = field(default_factory=dict)
    """By stage, where one comes several times."""
    reached: int = 0
    """The step that the round has got to: it never goes back before it."""
    paid_hands: set[str] = field(default_factory=set)
    kept: dict[str, list[str]] = field(default_factory=dict)
    """What had been settled for good when it became void."""
    """Of every settlement in which money went out, the hands."""

    def answer(self, question: str, hand: str, choice: str) -> None:
        self.answers.setdefault(question, {})[hand] = choice
        self.said.append((question, hand, choice))

    def has(self, hand: str, wager: str) -> bool:
        return wager in self.wagers.get(hand, {})


def right_to_left(places: Iterable[str]) -> Iterator[str]:
    """From the dealer's far right, counterclockwise."""
    return reversed(list(places))
