"""What the games share that deal one deck out once a round and count its stub.

Subchapters 18 and 20 say the same things under the same section numbers, so a game passes its own
way of citing: opening (4), shuffle and cut (5), the stub (7). Where the numbers differ, a game
passes the clauses (`Sections`). What both rule on alike is in `one_deck_rows`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from tablectl.games.citing import Cite
from tablectl.games.opening import IN_SHUFFLER, MACHINE_SHUFFLED, Bases, by_hand
from tablectl.games.options import Game, Problem, arrangement, house_options
from tablectl.irregularities.rows import Rulebook
from tablectl.table.places import RACK, SHOE
from tablectl.table.plan import Dues, Edge, Plan, Step
from tablectl.table.round_view import RoundView
from tablectl.table.rules import Preparation, Rules, TwoDecks
from tablectl.words.bases import Basis, Clause, HousePolicy
from tablectl.words.cards import Composition
from tablectl.words.dues import CountDue, MoveDue
from tablectl.words.methods import AUTOMATED, HAND, MANUAL, shoe_misfit
from tablectl.words.money import Cents
from tablectl.words.settings import Can, Delivery, Device, DeviceKind, Settings

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
class Sections:
    """The clauses that stand under a number of its own in each game's subchapter."""

    by_hand: Clause
    """A shuffler is needed to deal from the hand."""
    second_deck: Clause
    """A shuffler is needed to use two decks."""
    stacks: Clause
    """An approved shoe is needed to deal in stacks."""
    removal: Clause
    """A device is off the table before it is dealt otherwise."""
    shuffler: Clause
    """What becomes of a shuffler that failed."""
    shoe: Clause
    """What becomes of an automated shoe that failed, and of the round it was dealing."""
    closed: Clause
    """No wager is taken once the cards are called."""


SET_UP = {MANUAL: ("shoe_in_its_place",), AUTOMATED: ("shoe_in_its_place",)}


def device_problems(settings: Settings, sections: Sections, size: int) -> Iterator[Problem]:
    """What stands on the table, or does not, and keeps it from being dealt as it is to be."""
    standing = settings.devices_in_use.values()
    shuffled = any(device.kind is DeviceKind.SHUFFLER for device in standing)
    if settings.method == HAND and not shuffled:
        problem = "cards are dealt from the hand only where an automated shuffler shuffles them"
        yield Problem(("method",), problem, sections.by_hand)
    if len(settings.decks_in_use) > 1 and not shuffled:
        problem = "a second deck is for a table with an automated shuffler"
        yield Problem(("decks",), problem, sections.second_deck)
    shoes = [device for device in standing if device.kind is DeviceKind.SHOE]
    yield from _loader_problems(settings, shoes)
    for shoe in shoes:
        if why := shoe_misfit(shoe.stack, settings.method):
            yield Problem(("method",), f"there is a shoe{why}", sections.removal)
    if settings.method == AUTOMATED:
        yield from _stack_problems(settings, shoes, sections.stacks, size)


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


def _stack_problems(
    settings: Settings, shoes: Sequence[Device], basis: Basis, size: int
) -> Iterator[Problem]:
    """A shoe that is not wired to the table gives stacks too; one that was taken off does not."""
    if DeviceKind.SHOE.value not in settings.approvals:
        problem = "an automated shoe needs the reference of its approval, as approvals.shoe"
        yield Problem(("method",), problem, basis)
    if any(shoe.stack not in (1, size) for shoe in shoes):
        problem = f"the automated shoe has to give stacks of {size}"
        yield Problem(("method",), problem, basis)
    if not shoes and any(d.kind is DeviceKind.SHOE for d in settings.devices.values()):
        yield Problem(("method",), "the automated shoe is off the table", basis)


# ---------------------------------------------------------------- the deal and the stub


def deal_step(method: Method, then: str) -> Step:
    return Step("deal", method.deal, (Edge(then),))


def stub_step(c: Cite, method: Method, then: str) -> Step:
    """The stub is put away, unless a card was taken out of the deal after its last one: then its
    place gets the next card before anything becomes of the stub."""

    def short(view: RoundView) -> bool:
        return view.in_shoe > 0 and bool(method.deal(view))

    def complete(view: RoundView) -> bool:
        return not short(view)

    def stub(view: RoundView) -> Dues:
        return () if short(view) else _stub(c, view, method)

    return Step(
        "stub",
        stub,
        (
            Edge("deal", short, "a place is a card short"),
            Edge(then, complete, "the stub is away"),
        ),
    )


def _stub(c: Cite, view: RoundView, method: Method) -> Dues:
    """The stub leaves the shoe unseen, after a count where one is due."""
    if view.in_shoe == 0:
        return ()
    if view.counted(SHOE):
        return (MoveDue((SHOE,), RACK, c("7(e)1")),)
    counting = CountDue(SHOE, method.count, checklist=COUNT_STEPS)
    if view.uncounted >= view.number("count_every"):
        return (counting,)
    return (MoveDue((SHOE,), RACK, method.out), counting)


# ---------------------------------------------------------------- the rules, put together


def rules(
    game: Game,
    settings: Settings,
    c: Cite,
    method: Method,
    sections: Sections,
    *,
    plan: Plan,
    rulebook: Rulebook,
    closing_call: str,
    in_play: Callable[[Mapping[str, Cents | None]], bool],
    alike: tuple[str, ...] = (),
) -> Rules:
    decks = len(settings.decks_in_use)
    return Rules(
        settings=settings,
        house=house_options(game),
        arrangement=arrangement(game, sections.removal, SET_UP),
        recovery={
            DeviceKind.SHUFFLER: sections.shuffler.citation,
            DeviceKind.SHOE: sections.shoe.citation,
        },
        composition=Composition(),
        plan=plan,
        rulebook=rulebook,
        preparations=preparations(
            c, load=method.load, needs_shuffler=settings.method == HAND, decks=decks
        ),
        two_decks=two_decks(c) if decks > 1 else None,
        closing_call=closing_call,
        in_play=in_play,
        alike=alike,
        deck_spent=_always,
        wagers_again=bool(settings.options.get("wagers_again")),
        recut_to="shuffled",
        card_life=method.card_life,
        card_life_basis=method.life,
        closed_basis=sections.closed,
        void_basis=HousePolicy("the rules do not say what a void does to money; it goes back"),
    )


def _always(_: RoundView) -> bool:
    """The deck is dealt out once a round and shuffled after it."""
    return True
