"""What the games share that deal one deck out once a round and count its stub.

Subchapters 18 and 20 say the same things under the same section numbers, so a game passes its own
way of citing: opening (4), shuffle and cut (5), the stub (7), irregularities (12). Where the
numbers differ, a game passes the clause.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from tablectl.games.citing import Cite
from tablectl.games.opening import IN_SHUFFLER, MACHINE_SHUFFLED, Bases, by_hand
from tablectl.games.options import Problem
from tablectl.irregularities.base import (
    GO_ON,
    PUT_BACK,
    RACK_IT,
    USE_IT,
    VOID,
    at_once,
    confirmed,
    hold,
)
from tablectl.irregularities.rows import Row, row
from tablectl.table.places import RACK, SHOE
from tablectl.table.plan import Dues
from tablectl.table.round_view import RoundView
from tablectl.table.rules import Preparation, TwoDecks
from tablectl.words.bases import Basis, HousePolicy
from tablectl.words.cards import Composition
from tablectl.words.dues import CountDue, Due, MoveDue
from tablectl.words.irregularities import Kind
from tablectl.words.methods import AUTOMATED, HAND, shoe_misfit
from tablectl.words.rulings import Consequence, Ruling
from tablectl.words.settings import Can, Delivery, Device, DeviceKind, Settings

VOID_ALL = (Consequence.VOID_ROUND, Consequence.RESHUFFLE)
LATCH = Consequence.LATCH_DEVICE
INSPECT_STEPS = ("one_back_design", "cover_card_of_one_colour")
SPREAD_STEPS = ("by_suit_in_order",)
USES = frozenset((Can.LOAD_SHOE,))
"""The deck is not cut after a machine has shuffled it, so a machine may put it into the shoe."""
COUNT_STEPS = ("face_down_on_layout",)
CUT_STEPS = ("cover_card_down", "packet_on_cover", "rest_on_packet", "cover_to_rack")


@dataclass(frozen=True)
class Method:
    """What one way of dealing has of its own: its deal, and the sections that ask for it."""

    load: Basis
    call: Basis
    deal: Callable[[RoundView], Dues]
    out: Basis
    count: Basis
    card_life: int
    life: Basis


def preparations(
    c: Cite, *, load: Basis, needs_shuffler: bool, decks: int
) -> tuple[Preparation, ...]:
    """A deck from its arrival to the shoe. `load` is the clause that loads it."""
    bases = Bases(
        inspect=c("4(a)"),
        verify=c("4(a)"),
        spread=c("4(b)#1"),
        wash=c("4(c)#1"),
        shuffle=c("5(a)#1"),
        cut=c("5(c)1ii"),
        load=load,
        insert=c("2(b)3") if decks > 1 else None,
        idle=(c("5(e)#1"), c("5(e)#2")),
    )
    # Section 5(b): no cut after an automated shuffle, and one after every manual shuffle.
    most = Composition().size - 1
    return by_hand(
        bases,
        most_cut=most,
        cut_steps=CUT_STEPS,
        inspect_steps=INSPECT_STEPS,
        spread_steps=SPREAD_STEPS,
        cut_after_device=False,
        needs_shuffler=needs_shuffler or decks > 1,
    )


def two_decks(c: Cite) -> TwoDecks:
    """Section 2(b): with a shuffler, two decks take turns and the idle one is shuffled."""
    waiting = (IN_SHUFFLER, MACHINE_SHUFFLED)
    return TwoDecks(turns=c("2(b)4"), idle=c("2(b)3"), opening=c("4(d)"), waiting=waiting)


@dataclass(frozen=True)
class Needs:
    """What a table needs of its devices, each with its clause."""

    by_hand: Basis
    """A shuffler, to deal from the hand."""
    second_deck: Basis
    """A shuffler, to use two decks."""
    stacks: Basis
    """An approved shoe, to deal in stacks of `size`."""
    removal: Basis
    """That a device is off the table before it is dealt otherwise."""
    size: int = 3


def device_problems(settings: Settings, needs: Needs) -> Iterator[Problem]:
    """What stands on the table, or does not, and keeps it from being dealt as it is to be."""
    standing = settings.devices_in_use.values()
    shuffled = any(device.kind is DeviceKind.SHUFFLER for device in standing)
    if settings.method == HAND and not shuffled:
        problem = "cards are dealt from the hand only where an automated shuffler shuffles them"
        yield Problem(("method",), problem, needs.by_hand)
    if len(settings.decks_in_use) > 1 and not shuffled:
        problem = "a second deck is for a table with an automated shuffler"
        yield Problem(("decks",), problem, needs.second_deck)
    shoes = [device for device in standing if device.kind is DeviceKind.SHOE]
    yield from _loader_problems(settings, shoes)
    for shoe in shoes:
        if why := shoe_misfit(shoe.stack, settings.method):
            yield Problem(("method",), f"there is a shoe{why}", needs.removal)
    if settings.method == AUTOMATED:
        yield from _stack_problems(settings, shoes, needs)


def _loader_problems(settings: Settings, shoes: Sequence[Device]) -> Iterator[Problem]:
    """What a shuffler needs that puts the cards into the shoe by itself."""
    for name, device in settings.devices_in_use.items():
        if Can.LOAD_SHOE not in device.can:
            continue
        if len(settings.decks_in_use) > 1:
            problem = "it would load the idle deck while the other is dealt from the shoe: one deck"
            yield Problem(("devices", name), problem)
        telling = (s for s in shoes if Can.COUNT in s.can and s.delivery is Delivery.EXACTLY_ONCE)
        if next(telling, None) is None:
            problem = "nobody would say that the shoe is loaded: a shoe is needed that tells of it"
            yield Problem(("devices", name), problem)


def _stack_problems(settings: Settings, shoes: Sequence[Device], needs: Needs) -> Iterator[Problem]:
    """A shoe that is not wired to the table gives stacks too; one that was taken off does not."""
    if DeviceKind.SHOE.value not in settings.approvals:
        problem = "an automated shoe needs the reference of its approval, as approvals.shoe"
        yield Problem(("method",), problem, needs.stacks)
    if any(shoe.stack not in (1, needs.size) for shoe in shoes):
        problem = f"the automated shoe has to give stacks of {needs.size}"
        yield Problem(("method",), problem, needs.stacks)
    if not shoes and any(d.kind is DeviceKind.SHOE for d in settings.devices.values()):
        yield Problem(("method",), "the automated shoe is off the table", needs.stacks)


def stub_dues(
    c: Cite, view: RoundView, *, out: Basis | None = None, count: Basis | None = None
) -> tuple[Due, ...]:
    """The stub leaves the shoe unseen, after a count where one is due.

    `out` and `count` are the bases of a method of dealing that has its own sections for them.
    """
    if view.in_shoe == 0:
        return ()
    if view.counted(SHOE):
        return (MoveDue((SHOE,), RACK, c("7(e)1")),)
    counting = CountDue(SHOE, count or c("7(e)#1"), checklist=COUNT_STEPS)
    if view.uncounted >= view.number("count_every"):
        return (counting,)
    return (MoveDue((SHOE,), RACK, out or c("7(d)")), counting)


def rows(c: Cite) -> tuple[Row, ...]:
    """The irregularities that both subchapters rule on alike."""
    void = VOID_ALL
    remove = (Consequence.VOID_ROUND, Consequence.REMOVE_DECK)
    neither = HousePolicy(f"fits neither branch of {c('7(e)2').citation}; both outcomes are taken")
    return (
        row(
            Kind.FACE_UP_CARD,
            at_once(Consequence.RACK_CARD, basis=c("12(a)#1")),
            nth="first",
        ),
        row(Kind.FACE_UP_CARD, confirmed(*void, basis=c("12(a)#2")), nth="further"),
        row(
            Kind.CARD_DRAWN_IN_ERROR,
            at_once(Consequence.NEXT_CARD, basis=c("12(b)")),
            face="unseen",
            next="yes",
        ),
        row(Kind.CARD_DRAWN_IN_ERROR, hold(PUT_BACK, RACK_IT, VOID), face="unseen", next="no"),
        row(Kind.CARD_DRAWN_IN_ERROR, hold(RACK_IT, USE_IT, VOID), face="seen", next="yes"),
        row(Kind.CARD_DRAWN_IN_ERROR, hold(RACK_IT, VOID), face="seen", next="no"),
        row(Kind.MISDEAL, confirmed(*void, basis=c("12(c)"))),
        row(Kind.STUB_MISMATCH, at_once(Consequence.COUNT_HANDS, basis=c("7(e)2#1"))),
        row(
            Kind.STUB_FINDING,
            confirmed(*void, basis=c("7(e)2#2")),
            misdealt="yes",
            total="right",
        ),
        row(
            Kind.STUB_FINDING,
            confirmed(*remove, basis=c("7(e)2#3")),
            misdealt="no",
            total="wrong",
        ),
        row(Kind.STUB_FINDING, confirmed(*remove, basis=neither), misdealt="yes", total="wrong"),
        row(Kind.STUB_FINDING, hold(GO_ON, VOID), misdealt="no", total="right"),
        row(Kind.SHUFFLE_COUNT, confirmed(Consequence.REMOVE_DECK, basis=c("7(f)#2"))),
        row(Kind.CUT_IMPROPER, at_once(Consequence.RECUT, basis=c("5(d)"))),
    )


# ---------------------------------------------------------------- devices that fail


def manual_shoe_rows(shuffler: Basis) -> tuple[Row, ...]:
    """A shuffler that fails, by its clause; on a manual shoe that fails the rules are silent."""
    held = hold(VOID, GO_ON, first=(LATCH,))
    return (
        *_failures(Kind.JAM, shuffler, held, at_once(LATCH)),
        *_failures(Kind.DEVICE_FAILED, shuffler, held, at_once(LATCH)),
        *_failures(Kind.ORDER_OVERDUE, shuffler, at_once(LATCH), at_once(LATCH)),
    )


def stack_rows(c: Cite, *, shuffler: Basis, shoe: Basis) -> tuple[Row, ...]:
    """What is ruled otherwise where an automated shoe gives stacks.

    `shoe` voids a round in which it jams, stops or does not give out every card.
    """
    void = confirmed(LATCH, *VOID_ALL, basis=shoe)
    short = c("12(c)").citation
    spoilt = HousePolicy(f"a stack with a card face up is a stack short; {short}")
    parted = HousePolicy(f"a card out of a stack leaves a hand a card short; {short}")
    return (
        # A shoe that is opened outside the deal gives its cards back to be shuffled.
        *_failures(Kind.JAM, shuffler, void, at_once(LATCH, Consequence.RESHUFFLE)),
        *_failures(Kind.DEVICE_FAILED, shuffler, void, at_once(LATCH)),
        *_failures(Kind.ORDER_OVERDUE, shuffler, void, at_once(LATCH)),
        row(Kind.WRONG_STACK, void, size="short"),
        row(Kind.WRONG_STACK, confirmed(*VOID_ALL, basis=c("12(c)")), size="long"),
        row(Kind.FACE_UP_CARD, confirmed(*VOID_ALL, basis=spoilt)),
        row(
            Kind.CARD_DRAWN_IN_ERROR,
            at_once(Consequence.NEXT_CARD, basis=c("12(b)")),
            face="unseen",
            next="yes",
        ),
        row(Kind.CARD_DRAWN_IN_ERROR, hold(PUT_BACK, RACK_IT, VOID), face="unseen", next="no"),
        row(Kind.CARD_DRAWN_IN_ERROR, confirmed(*VOID_ALL, basis=parted), face="seen", next="yes"),
        row(Kind.CARD_DRAWN_IN_ERROR, hold(RACK_IT, VOID), face="seen", next="no"),
    )


def _failures(kind: Kind, shuffler: Basis, dealing: Ruling, not_dealing: Ruling) -> tuple[Row, ...]:
    """A shuffler keeps its deck unshuffled; a shoe matters most while it deals."""
    return (
        row(kind, at_once(LATCH, basis=shuffler), device="shuffler"),
        row(kind, dealing, device="shoe", deal="running"),
        row(kind, not_dealing, device="shoe", deal="not_running"),
        row(kind, at_once(LATCH), device=("reader", "generator")),
    )


def in_place_of(rows: tuple[Row, ...], others: tuple[Row, ...]) -> tuple[Row, ...]:
    """The rows, with every kind that the others rule on ruled by them alone."""
    theirs = {each.kind for each in others}
    return (*(each for each in rows if each.kind not in theirs), *others)
