"""Tables for the games without settlement: played by the crew, looked at between any two acts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeVar

from simulators.chance import split
from simulators.crew import Wishes
from tablectl.config import MADE_UP_APPROVALS
from tablectl.games.catalogue import GAMES
from tablectl.games.options import with_defaults
from tablectl.kernel import inputs
from tablectl.rig import Rig, build
from tablectl.words.acts import Choose, Deed
from tablectl.words.bases import Role
from tablectl.words.cards import Card, Known
from tablectl.words.facts import Dealt, Fact
from tablectl.words.irregularities import Kind
from tablectl.words.methods import AUTOMATED
from tablectl.words.outcomes import Receipt
from tablectl.words.settings import Can, Device, DeviceKind, Person, Settings

D = TypeVar("D", bound=Deed)
View = Mapping[str, Any]
Wagers = Mapping[int, Mapping[str, int | None]]
Choice = Callable[[View, View], str]

SHOES = {
    "blind": (),
    "counting": (Can.COUNT, Can.FACE_UP, Can.WITHHOLD),
    "recognising": (Can.COUNT, Can.FACE_UP, Can.WITHHOLD, Can.FACES),
}
PEOPLE = {
    "d1": Person((Role.DEALER,)),
    "s1": Person((Role.SUPERVISOR,)),
    "t1": Person((Role.TECHNICIAN,)),
}
STEPS_A_ROUND = 400
"""More than any round takes: a play that needs more has got stuck."""


@dataclass(frozen=True)
class Variant:
    """A game, how it is dealt and what the table's devices can tell."""

    game: str
    method: str
    shoe: str
    seats: int = 6
    reader: bool = False
    options: Mapping[str, int] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.game}/{self.method}/{self.shoe}"

    def stack(self, kind: DeviceKind) -> int:
        return 3 if kind is DeviceKind.SHOE and self.method == AUTOMATED else 1

    def settings(self) -> Settings:
        fitted = {
            "shoe_1": (DeviceKind.SHOE, SHOES[self.shoe]),
            "reader_1": (DeviceKind.READER, (Can.CHECK,) if self.reader else ()),
        }
        return Settings(
            table="T1",
            game=self.game,
            method=self.method,
            seats=self.seats,
            decks=("blue",),
            options=with_defaults(GAMES[self.game], self.options),
            devices={
                name: Device(kind, can, "sim", name, "1.0", simulated=True, stack=self.stack(kind))
                for name, (kind, can) in fitted.items()
                if can
            },
            people=PEOPLE,
            version="test",
            approvals=MADE_UP_APPROVALS,
        )


@dataclass
class Table:
    """A table being played, and all that was done at it."""

    rig: Rig
    done: list[tuple[Deed, Receipt]] = field(default_factory=list)
    seen: int = 0

    def __post_init__(self) -> None:
        self.rig.crew.told = lambda _, deed, receipt: self.done.append((deed, receipt))

    @property
    def view(self) -> View:
        return self.rig.host.door.view(Role.DEALER)

    def play(self, rounds: int = 1) -> Iterator[View]:
        """Play so many rounds, showing the table as it is before each thing that is done."""
        for _ in self._steps(rounds):
            yield self.view

    def run(self, rounds: int = 1) -> None:
        for _ in self._steps(rounds):
            pass

    def _steps(self, rounds: int) -> Iterator[None]:
        state = self.rig.host.kernel.state
        self.rig.crew.wishes.close_after = state.round.number + rounds - 1
        for _ in range(rounds * STEPS_A_ROUND):
            yield
            if not self.rig.step():
                return
            self.look()
        raise AssertionError(f"stuck at {self.view['round']['step']}: {self.view['prompt']}")

    def did(self, kind: type[D]) -> list[D]:
        """The deeds of one kind, in the order in which they were done."""
        return [deed for deed, _ in self.done if isinstance(deed, kind)]

    def dealt_to(self) -> list[str]:
        """The places that got a card or a stack, in the order in which they got it."""
        return [fact.place for fact in self.facts if isinstance(fact, Dealt)]

    def choices(self, question: str) -> list[tuple[str, str]]:
        made = self.did(Choose)
        return [(deed.hand, deed.choice) for deed in made if deed.question == question]

    @property
    def facts(self) -> list[Fact]:
        """Everything that has happened so far, as the record has it."""
        records = self.rig.host.kernel.journal.records()
        return [fact for _, outcome in inputs(records) for fact in outcome.facts]

    # ------------------------------------------------------------ what holds at rest

    def look(self) -> None:
        """Nothing refused, nothing irregular, no fault, and belief is the truth of the felt."""
        kernel = self.rig.host.kernel
        assert kernel.errors == []
        assert kernel.state.fault == ""
        kinds = {ruled.irregularity.kind for ruled in kernel.state.round.rulings}
        assert kinds <= {Kind.RESTART}, "nothing but the start of the controller is out of course"
        assert kernel.state.cases == ()
        for deed, receipt in self.done[self.seen :]:
            assert receipt.accepted, (deed, receipt.refusal)
        self.seen = len(self.done)
        if kernel.state.phase == "open":
            self.compare_with_felt()

    def compare_with_felt(self) -> None:
        for deck, holding in self.rig.host.kernel.state.ledger.items():
            assert holding.lawful
            felt = {p: self.rig.felt.pile(deck, p) for p in self.rig.felt.places(deck)}
            assert {p: pile.count for p, pile in holding.piles.items()} == {
                p: len(pile) for p, pile in felt.items()
            }
            for place in holding.on_layout():
                for face, piece in zip(holding.at(place).faces, felt[place], strict=False):
                    assert not isinstance(face, Known) or face.card == piece.card, place


def at(
    variant: Variant,
    wagers: Callable[[int], Wagers] | Wagers,
    choose: Choice,
    *,
    seed: int = 7,
    cards: str = "",
) -> Table:
    """A table that is about to open; `cards` are on top after the first shuffle."""
    wish = wagers if callable(wagers) else lambda _: wagers
    rig = build(variant.settings(), Wishes(wish, choose), seed)
    if cards:
        rig.felt.orders.append(tuple(Card.of(code) for code in cards.split()))
    return Table(rig)


# ---------------------------------------------------------------- what players want


def at_random(variant: Variant, seed: int = 7) -> Table:
    """Any seats, any wagers, any answer that is open."""
    chance = split(seed, f"players of {variant}")
    return at(variant, lambda _: _any_wagers(variant, chance), lambda _, due: any_of(chance, due))


def any_of(chance: Random, due: View) -> str:
    return str(chance.choice(due["options"])["name"])


def _any_wagers(variant: Variant, chance: Random) -> Wagers:
    least = 2 if variant.game == "holdem" else 1
    seats = sorted(chance.sample(range(1, variant.seats + 1), chance.randint(least, variant.seats)))
    return {seat: _wagers_of(variant, chance.randrange(500, 5_000, 100)) for seat in seats}


def _wagers_of(variant: Variant, cents: int) -> Mapping[str, int | None]:
    match variant.game:
        case "let_it_ride":
            three = dict.fromkeys(("bet_1", "bet_2", "bet_3"), cents)
            # Where the bonus is offered every other stake goes with one.
            return (
                {**three, "bonus": 100} if variant.options.get("bonus") and cents % 200 else three
            )
        case "blackjack":
            return {"wager": cents}
        case _:
            return {"chips": 100 * cents}


def first_of(*wanted: str) -> Choice:
    """The first of these answers that is open."""

    def choose(_: View, due: View) -> str:
        names = [option["name"] for option in due["options"]]
        return next(name for name in wanted if name in names)

    return choose
