"""The ledger: where every card of a deck is expected, and what was claimed about it.

Its law: the expected counts of a deck add up to its composition after every input. Cards only
ever move between places; nothing here can make or lose one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Set

from tablectl.table.places import MISSING, OFF_LAYOUT, OUT, SHOE, STACK, by_seat
from tablectl.words.canonical import word
from tablectl.words.cards import JOKER, UNSEEN, Card, Composition, Face, Known, Pile, Sealed

EMPTY = Pile()


@word
class Claim:
    """How many cards somebody says are at a place."""

    count: int
    source: str
    seq: int


@word
class Holding:
    """All cards of one deck, by place."""

    composition: Composition
    piles: Mapping[str, Pile]
    claims: Mapping[str, Claim]

    def at(self, place: str) -> Pile:
        return self.piles.get(place, EMPTY)

    def count(self, place: str) -> int:
        pile = self.piles.get(place)
        return 0 if pile is None else pile.count

    def on_layout(self) -> tuple[str, ...]:
        """The places on the layout that hold cards, in an order that a snapshot cannot change."""
        places = [p for p, pile in self.piles.items() if pile.count and p not in OFF_LAYOUT]
        return tuple(sorted(places, key=by_seat))

    @property
    def lawful(self) -> bool:
        return sum(pile.count for pile in self.piles.values()) == self.composition.size


def fresh(composition: Composition) -> Holding:
    """A deck as it arrives: all of it in one stack."""
    return Holding(composition, {STACK: Pile(composition.size)}, {})


def off_table(composition: Composition) -> Holding:
    return Holding(composition, {OUT: Pile(composition.size)}, {})


def moved(holding: Holding, source: str, to: str, count: int) -> Holding:
    """The last `count` cards of one place on another; never more than are expected there."""
    pile = holding.at(source)
    count = min(count, pile.count)
    if count == 0 or source == to:
        return holding
    taken, left = pile.split(count)
    if to == SHOE:
        taken = Pile(taken.count)  # back among cards of which nobody knows which comes next
    piles = {**holding.piles, source: left}
    if left.count == 0:
        del piles[source]
    piles[to] = piles.get(to, EMPTY).plus(taken)
    if not holding.claims:
        return Holding(holding.composition, piles, holding.claims)
    claims = {p: c for p, c in holding.claims.items() if p not in (source, to)}
    return Holding(holding.composition, piles, claims)


def moved_first(holding: Holding, source: str, to: str, count: int) -> Holding:
    """The first `count` cards of one place on another: who came first leaves first."""
    faces = holding.at(source).faces
    if faces:
        holding = with_faces(holding, source, faces[count:] + faces[:count])
    return moved(holding, source, to, count)


def dealt(holding: Holding, source: str, to: str, count: int, faces: tuple[Face, ...]) -> Holding:
    """Cards from one place to another, with what the giving device knows of their faces."""
    after = moved(holding, source, to, count)
    if not faces:
        return after
    pile = after.at(to)
    known = pile.all_faces()[: pile.count - len(faces)] + faces
    return with_faces(after, to, known)


def put_right(holding: Holding, source: str, to: str, count: int) -> Holding:
    """Cards turn out to be at another place; which of them, nobody knows."""
    before = holding.at(to).all_faces()
    after = moved(holding, source, to, count)
    if holding.at(source).faces and count:
        known = any(face != UNSEEN for face in before)
        after = with_faces(after, to, (*before, *(UNSEEN for _ in range(count))) if known else ())
        after = with_faces(after, source, ()) if after.count(source) else after
    return after


def gathered(holding: Holding, to: str) -> Holding:
    """The whole deck at one place; what was known of its order is forgotten.

    Cards that nobody has found are not gathered; when the deck leaves, they are written off.
    """
    size, lost = holding.composition.size, holding.count(MISSING)
    if not lost or to == OUT:
        return Holding(holding.composition, {to: Pile(size)}, {})
    return Holding(holding.composition, {to: Pile(size - lost), MISSING: Pile(lost)}, {})


def beside(holding: Holding, others: Iterable[Holding]) -> Holding:
    """A deck with the cards of other ones that lie on the layout before its own; for reading only,
    since more cards are there than the deck has."""
    piles = dict(holding.piles)
    for other in others:
        for place in other.on_layout():
            piles[place] = other.at(place).plus(piles.get(place, EMPTY))
    return Holding(holding.composition, piles, holding.claims)


def all_at(holding: Holding, place: str) -> bool:
    return holding.count(place) == holding.composition.size


def scattered(holding: Holding) -> tuple[str, ...]:
    """The places other than the stack from which a whole deck would be gathered."""
    places = sorted(holding.piles, key=by_seat)
    return tuple(p for p in places if holding.count(p) and p not in (STACK, OUT, MISSING))


def claimed(holding: Holding, place: str, claim: Claim) -> Holding:
    return Holding(holding.composition, holding.piles, {**holding.claims, place: claim})


def unclaimed(holding: Holding, place: str) -> Holding:
    """What was claimed about a place was only keyed in wrong."""
    claims = {p: claim for p, claim in holding.claims.items() if p != place}
    return Holding(holding.composition, holding.piles, claims)


def with_faces(holding: Holding, place: str, faces: tuple[Face, ...]) -> Holding:
    pile = Pile(holding.count(place), faces)
    return Holding(holding.composition, {**holding.piles, place: pile}, holding.claims)


def unsealed(holding: Holding, asked: Set[str], cards: Mapping[str, Card]) -> Holding:
    """Sealed faces that were asked for become known, wherever they lie.

    One that could not be opened is a face nobody can tell us: somebody will have to look.
    """
    piles = dict(holding.piles)
    for place, pile in holding.piles.items():
        if pile.faces and not asked.isdisjoint(tokens(pile.faces)):
            piles[place] = Pile(pile.count, tuple([_opened(f, asked, cards) for f in pile.faces]))
    return Holding(holding.composition, piles, holding.claims)


def _opened(face: Face, asked: Set[str], cards: Mapping[str, Card]) -> Face:
    if not isinstance(face, Sealed) or face.token not in asked:
        return face
    card = cards.get(face.token)
    return UNSEEN if card is None else Known(card)


def tokens(faces: Iterable[Face]) -> tuple[str, ...]:
    return tuple([f.token for f in faces if isinstance(f, Sealed)])


def sound(holding: Holding) -> bool:
    """Whether no face is there twice and none is a stranger: so it nearly always is."""
    faces = [face for pile in holding.piles.values() for face in pile.faces]
    sealed = [face.token for face in faces if isinstance(face, Sealed)]
    if len(set(sealed)) < len(sealed):
        return False
    # A weight is as different as its card, and sooner compared.
    known = [face.card.weight for face in faces if isinstance(face, Known)]
    return len(set(known)) == len(known) and JOKER.weight not in known


def strangers(holding: Holding) -> tuple[str, ...]:
    """Known faces that are no part of the set: a joker where there should be none."""
    if holding.composition.jokers:
        return ()
    faces = (face for pile in holding.piles.values() for face in pile.faces)
    return tuple(f.card.code for f in faces if isinstance(f, Known) and f.card.rank is None)


def too_often(holding: Holding) -> tuple[str, ...]:
    """Faces that occur more often than the composition allows, as codes or "sealed".

    A token stands for one face of one shuffle, so equal tokens betray a duplicate that nobody
    may look at yet. A card that is no part of the set is a stranger, however often it is there.
    """
    faces = [face for pile in holding.piles.values() for face in pile.faces]
    cards = [face.card for face in faces if isinstance(face, Known)]
    sealed = [face.token for face in faces if isinstance(face, Sealed)]
    if len(set(cards)) == len(cards) and len(set(sealed)) == len(sealed):
        return ()
    composition = holding.composition
    again = [c.code for c, times in Counter(cards).items() if times > composition.copies(c) > 0]
    unread = [times for times in Counter(sealed).values() if times > composition.decks]
    return (*again, *("sealed" for _ in unread))
