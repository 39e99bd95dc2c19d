"""The shoes of blackjack beyond the plain one, N.J.A.C. 19:47-2.6(d), (l), (m), 2.15(f), (h).

By the method of dealing: what is burned, where the first card of a round comes from, when cards are
shuffled, and which cards those are. Must not know how a hand is played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from tablectl.games.blackjack_hands import is_unread
from tablectl.games.citing import citing
from tablectl.games.opening import LEAST_CUT, Bases, by_hand
from tablectl.games.options import OptionSpec, Problem
from tablectl.irregularities.base import VOID, at_once, hold
from tablectl.irregularities.rows import Row, row
from tablectl.table.places import NEXT, RACK, SHOE
from tablectl.table.plan import OVER, Dues, Edge, Step
from tablectl.table.round_view import RoundView
from tablectl.table.rules import LOADED, SPENT, Preparation
from tablectl.words.bases import Basis, HousePolicy
from tablectl.words.cards import Card, Composition, Known, Sealed, Suit
from tablectl.words.dues import (
    CardsDue,
    ChoiceDue,
    CountDue,
    MoveDue,
    Option,
    Target,
    TurnDue,
)
from tablectl.words.facts import Dealt, DealtFrom, Fact, Moved
from tablectl.words.irregularities import Kind
from tablectl.words.methods import MANUAL
from tablectl.words.rulings import Consequence
from tablectl.words.settings import Can, DeviceKind, Settings

c = citing(2)

DOUBLE, BART_CARTER, CONTINUOUS = "double_shoe", "bart_carter", "continuous_shuffler"
METHODS = (MANUAL, DOUBLE, BART_CARTER, CONTINUOUS)
DETERMINANT = "determinant"
"""Where the card lies that decides from which side of a double shoe the round is dealt."""
SIDE = "side"
"""Asked of a dealer who does not say which card it is: to which deck it points."""
RED = (Suit.HEARTS, Suit.DIAMONDS)
SIDES = 2
ONE_DECK = Composition().size
CONTINUOUS_MISSING = HousePolicy("the text of section 2.21 is missing: as it was approved")
UNREAD = HousePolicy("no device tells what lies face up: the dealer says it")

OPTIONS: Mapping[str, OptionSpec] = {
    "red_side": OptionSpec(
        0,
        0,
        SIDES,
        "double shoe: the deck that hearts and diamonds point to, the first or the second",
        c("6(d)1#2"),
    ),
    "rack_over": OptionSpec(
        0,
        0,
        ONE_DECK,
        "Bart Carter: by how many cards the rack may exceed one deck before it is shuffled in",
        c("6(m)#1"),
    ),
}

ROWS: tuple[Row, ...] = (
    row(Kind.CARDS_RUN_OUT, at_once(Consequence.REFILL, basis=c("15(f)#1")), discards="yes"),
    row(Kind.CARDS_RUN_OUT, hold(VOID), discards="no"),
    row(Kind.WRONG_SIDE, at_once(Consequence.GO_ON, basis=c("15(h)"))),
)


def burns(method: str) -> bool:
    """Whether a card is burned when the shoe is loaded and when another dealer comes: not where the
    first card of each round decides its side, 2.6(d), nor with the Bart Carter shuffle, 2.6(c)#4;
    and of a shuffler that takes its cards back no text says so."""
    return method == MANUAL


def relief(method: str) -> Basis:
    """On which basis another dealer comes: what that asks for hangs on the method."""
    by_method: Mapping[str, Basis] = {
        MANUAL: c("6(c)#2"),
        DOUBLE: c("6(d)"),
        BART_CARTER: c("6(c)#4"),
        CONTINUOUS: CONTINUOUS_MISSING,
    }
    return by_method[method]


def has_cutting_card(method: str) -> bool:
    """Whether a cutting card ends the shoe: not where its discards go back among the cards, 2.6(m),
    nor where they do so after every round."""
    return method in (MANUAL, DOUBLE)


# ---------------------------------------------------------------- from which side


def determinant(view: RoundView) -> Dues:
    """One card from either side; by its suit it is the first box's, or it is burned and the round
    is dealt from the other side."""
    if _decided(view):
        return ()
    faces = view.faces(DETERMINANT)
    if not faces:
        target = Target(DETERMINANT, up=True)
        return (CardsDue((target,), c("6(d)1#1"), decks=view.settings.decks),)
    if isinstance(faces[0], Sealed):
        return ()
    side = view.choice(SIDE, DETERMINANT) or ""
    if isinstance(faces[0], Known):
        side = side_of(view.settings, faces[0].card)
    elif is_unread(view, DETERMINANT):
        return (TurnDue((DETERMINANT,), UNREAD),)
    elif not side:
        options = tuple(Option(deck) for deck in view.settings.decks)
        return (ChoiceDue(SIDE, (DETERMINANT,), options, UNREAD),)
    if side == view.round.deck:
        return (MoveDue((DETERMINANT,), view.hands[0], c("6(d)2#1")),)
    return (MoveDue((DETERMINANT,), RACK, c("6(d)2#2"), next_deck=side),)


def side_of(settings: Settings, card: Card) -> str:
    """The deck that a card points to; none for one that has no suit."""
    if card.suit is None:
        return ""
    first = (card.suit in RED) == (settings.options["red_side"] == 1)
    return settings.decks[0 if first else 1]


def _decided(view: RoundView) -> bool:
    """Whether the card that came last has gone to the first box, or was burned for the other side.

    One that points nowhere is put away, and another comes, from either side.
    """
    facts = view.round.facts
    came = (n for n, fact in enumerate(facts) if _is_determinant(fact))
    since = facts[max(came, default=0) :]
    return any(
        isinstance(fact, Moved)
        and fact.source == DETERMINANT
        and (fact.to != RACK or isinstance(after, DealtFrom))
        for fact, after in zip(since, (*since[1:], None), strict=True)
    )


def _is_determinant(fact: Fact) -> bool:
    return isinstance(fact, Dealt) and fact.place == DETERMINANT


# ---------------------------------------------------------------- cards run out, 2.15(f)


def going_on(step: Step, method: str) -> Step:
    """The step as it goes on once cards have run out: what went back in gives its first card to the
    rack; what takes its cards back by itself is given those of the rack."""

    def dues(view: RoundView) -> Dues:
        due = step.due(view)
        if not any(isinstance(each, CardsDue) and not each.decks for each in due):
            return due
        if method == CONTINUOUS and not view.in_shoe and view.count(RACK):
            return (MoveDue((RACK,), SHOE, CONTINUOUS_MISSING),)
        return (CardsDue((Target(RACK),), c("15(f)#2")),) if view.refilled else due

    return replace(step, due=dues)


# ---------------------------------------------------------------- the end of a shoe

Spent = Callable[[RoundView], bool]


def ending(method: str, pick_up: Callable[[RoundView], Dues], spent: Spent) -> tuple[Step, ...]:
    """The steps from the picking up of hands on, by the method."""
    match method:
        case "bart_carter":
            return (Step("pick_up", pick_up, (Edge(OVER),)),)
        case "continuous_shuffler":
            return (
                Step("pick_up", pick_up, (Edge("discards_back"),)),
                Step("discards_back", _discards_back, (Edge(OVER),)),
            )
        case _:
            return _with_shoe_out(pick_up, _or_empty(spent))


def _with_shoe_out(pick_up: Callable[[RoundView], Dues], spent: Spent) -> tuple[Step, ...]:
    def ends(view: RoundView) -> bool:
        return bool(spent_sides(view, spent))

    def goes_on(view: RoundView) -> bool:
        return not ends(view)

    def shoe_out(view: RoundView) -> Dues:
        return next(filter(None, (_side_out(view, s) for s in spent_sides(view, spent))), ())

    return (
        Step(
            "pick_up",
            pick_up,
            (
                Edge("shoe_out", ends, "the shoe is spent"),
                Edge(OVER, goes_on, "the shoe goes on"),
            ),
        ),
        Step("shoe_out", shoe_out, (Edge(OVER),)),
    )


def spent_sides(view: RoundView, spent: Spent) -> tuple[str, ...]:
    """The decks that were dealt for the last time; of a double shoe, each by itself."""
    if view.settings.method != DOUBLE:
        return (view.round.deck,) if spent(view) else ()
    return tuple(side for side in view.settings.decks if spent(view.of(side)))


def _side_out(view: RoundView, deck: str) -> Dues:
    """What is left in the shoe joins the rack, and the whole set is counted."""
    double = view.settings.method == DOUBLE
    named, clause = (deck, c("6(l)2ii")) if double else ("", c("6(l)2i"))
    seen = view.of(deck) if double else view
    if lying := tuple(place for place in (NEXT, SHOE) if seen.count(place)):
        return (MoveDue(lying, RACK, clause, deck=named),)
    return () if view.counted(RACK, named) else (CountDue(RACK, clause, deck=named),)


def _discards_back(view: RoundView) -> Dues:
    return (MoveDue((RACK,), SHOE, CONTINUOUS_MISSING),) if view.count(RACK) else ()


def deck_spent(method: str, spent: Spent) -> Spent:
    """Whether a whole set is shuffled before the next round."""
    return _or_empty(spent) if method in (MANUAL, DOUBLE) else _never


def _or_empty(spent: Spent) -> Spent:
    """A shoe that gave its last card with the last one of a round is spent too."""

    def ends(view: RoundView) -> bool:
        return not view.in_shoe or spent(view)

    return ends


def rack_spent(method: str) -> Spent:
    """Whether the cards in the rack are, while the others stay in the shoe: 2.6(m)."""
    return _over_a_deck if method == BART_CARTER else _never


def _over_a_deck(view: RoundView) -> bool:
    if not view.in_shoe:
        return True
    return view.count(RACK) > ONE_DECK + view.number("rack_over")


def _never(_: RoundView) -> bool:
    return False


# ---------------------------------------------------------------- making cards ready


def preparations(
    method: str, bases: Bases, composition: Composition, cut_turn: str
) -> tuple[Preparation, ...]:
    made = by_hand(bases, most_cut=composition.size - LEAST_CUT, cut_turn=cut_turn)
    match method:
        case "bart_carter":
            into_the_shoe = Preparation(
                "insert_stacks",
                ("shuffled",),
                LOADED,
                c("6(m)#2"),
                gathers=SHOE,
                checklist=("three_stacks", "marked_places"),
                joins=True,
            )
            return (*(_alone(prep) for prep in made), into_the_shoe)
        case "continuous_shuffler":
            kept = tuple(prep for prep in made if prep.what not in ("shuffle", "cut", "load"))
            load = Preparation("load", ("washed", SPENT), LOADED, CONTINUOUS_MISSING, gathers=SHOE)
            return (*kept, load)
        case _:
            return made


def _alone(prep: Preparation) -> Preparation:
    """Cards are cut and loaded where none are in the shoe; others are put among those that are."""
    return replace(prep, joins=False) if prep.what in ("cut", "load") else prep


# ---------------------------------------------------------------- what a table must have


def lacks(settings: Settings) -> Iterable[Problem]:
    """What does not go with the method of dealing."""
    yield from _sets(settings)
    if settings.method == DOUBLE and not settings.options.get("red_side"):
        problem = "set red_side to the deck that hearts and diamonds point to, the 1st or the 2nd"
        yield Problem(("options", "red_side"), problem, c("6(d)1#2"))
    if settings.method == BART_CARTER and settings.options.get("decks_in_shoe") == 1:
        problem = "of one deck the rack never holds more than about one: take two or more"
        yield Problem(("options", "decks_in_shoe"), problem, c("6(m)#1"))
    if settings.method == CONTINUOUS and CONTINUOUS not in settings.approvals:
        problem = (
            "text missing: N.J.A.C. 19:47-2.21 is known by its title alone; name what was approved "
            f"under approvals.{CONTINUOUS}"
        )
        yield Problem(("method",), problem, CONTINUOUS_MISSING)
    yield from _unfit_devices(settings)


def _sets(settings: Settings) -> Iterator[Problem]:
    wanted = SIDES if settings.method == DOUBLE else 1
    if len(settings.decks) != wanted:
        sets = "two sets, one a side" if wanted == SIDES else "one set"
        problem = f"{len(settings.decks)} sets; {settings.method} takes {sets}"
        basis = c("6(d)1#1") if wanted == SIDES else c("6(a)")
        yield Problem(("decks",), problem, basis)


def _unfit_devices(settings: Settings) -> Iterator[Problem]:
    for name, device in settings.devices_in_use.items():
        if device.kind is DeviceKind.SHUFFLER and settings.method == CONTINUOUS:
            problem = "no cards are shuffled apart from a continuous shuffler"
            yield Problem(("devices", name), problem, CONTINUOUS_MISSING)
        if device.kind is not DeviceKind.SHOE:
            continue
        for can, method, what in (
            (Can.CHAMBERS, DOUBLE, "a double shoe"),
            (Can.CONTINUOUS, CONTINUOUS, "a continuous shuffler"),
        ):
            if can in device.can and settings.method != method:
                problem = f"{what} is dealt from by {method}, and not by {settings.method}"
                yield Problem(("devices", name), problem, c("6(a)"))
            if can not in device.can and settings.method == method and Can.COUNT in device.can:
                problem = f"a {device.profile or device.model} is not {what}, as {method} needs"
                yield Problem(("devices", name), problem, c("6(a)"))
