"""Blackjack tables by the shoe that they are dealt from, played by the crew on lines in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from simulators.crew import Wishes
from tablectl.config import MADE_UP_APPROVALS
from tablectl.games.catalogue import GAMES
from tablectl.games.options import with_defaults
from tablectl.kernel import inputs
from tablectl.rig import Rig, build
from tablectl.words.bases import Role
from tablectl.words.cards import Card, Known
from tablectl.words.facts import Fact
from tablectl.words.irregularities import Kind
from tablectl.words.rulings import Ruled
from tablectl.words.settings import Approval, Can, Device, DeviceKind, Person, Settings
from tests.tables import PECULIAR, SHOES

View = Mapping[str, Any]
PEOPLE = {
    "d1": Person((Role.DEALER,)),
    "s1": Person((Role.SUPERVISOR,)),
    "t1": Person((Role.TECHNICIAN,)),
}
APPROVED = {**MADE_UP_APPROVALS, "continuous_shuffler": Approval("TEST-CONTINUOUS")}
ALL_BOXES = {seat: {"wager": 1_000} for seat in range(1, 8)}
MOST_STEPS = 6_000


def blackjack(
    method: str, preset: str = "counting", *, shuffler: bool = False, **options: int
) -> Settings:
    """A table with seven boxes, and two decks in each set unless the options say otherwise."""
    can = SHOES[preset] and (*SHOES[preset], *PECULIAR.get(method, ()))
    double = method == "double_shoe"
    fitted = {
        "shoe_1": (DeviceKind.SHOE, can),
        "shuffler_1": (DeviceKind.SHUFFLER, (Can.COUNT,) if shuffler else ()),
    }
    wanted = {"decks_in_shoe": 2, **({"red_side": 1} if double else {}), **options}
    return Settings(
        table="T1",
        game="blackjack",
        method=method,
        seats=7,
        decks=("red", "blue") if double else ("blue",),
        options=with_defaults(GAMES["blackjack"], wanted),
        devices={
            name: Device(kind, abilities, "sim", name, "1.0", simulated=True)
            for name, (kind, abilities) in fitted.items()
            if abilities
        },
        people=PEOPLE,
        version="test",
        approvals=APPROVED,
    )


@dataclass
class Played:
    """A table that a crew plays, looked at after everything that it does."""

    rig: Rig

    def steps(self, rounds: int) -> Iterator[View]:
        """Play so many rounds and close; the table as it is before each thing that is done."""
        number = self.rig.host.kernel.state.round.number
        self.rig.crew.wishes.close_after = number + rounds - 1
        for _ in range(MOST_STEPS):
            yield self.view
            if not self.rig.step():
                return
            self.look()
        raise AssertionError(f"stuck at {self.view['round']['step']}: {self.view['prompt']}")

    def run(self, rounds: int) -> Played:
        for _ in self.steps(rounds):
            pass
        assert self.rig.host.kernel.state.phase == "closed", self.view["prompt"]
        return self

    def until(self, step: str) -> View:
        return next(view for view in self.steps(99) if view["round"]["step"] == step)

    @property
    def view(self) -> View:
        return self.rig.host.door.view(Role.DEALER)

    @property
    def facts(self) -> list[Fact]:
        records = self.rig.host.kernel.journal.records()
        return [fact for _, outcome in inputs(records) for fact in outcome.facts]

    @property
    def rulings(self) -> list[Ruled]:
        records = self.rig.host.kernel.journal.records()
        return [ruled for _, outcome in inputs(records) for ruled in outcome.rulings]

    @property
    def phases(self) -> list[str]:
        records = self.rig.host.kernel.journal.records()
        return [phase for _, outcome in inputs(records) for phase in outcome.phases]

    def drawing_from(self, deck: str) -> Played:
        """Where either side will do, the crew draws from this one."""
        self.rig.crew.dealing.favours = deck
        return self

    @property
    def kinds(self) -> list[Kind]:
        found = [ruled.irregularity.kind for ruled in self.rulings]
        return [kind for kind in found if kind is not Kind.RESTART]

    def look(self) -> None:
        """No fault, and the ledger is the truth of the felt; but for a part that is shuffled."""
        kernel = self.rig.host.kernel
        assert kernel.errors == []
        for deck, holding in kernel.state.ledger.items():
            assert holding.lawful
            if kernel.state.phase != "open" or holding.count("loose"):
                continue
            felt = {place: self.rig.felt.pile(deck, place) for place in self.rig.felt.places(deck)}
            believed = {place: pile.count for place, pile in holding.piles.items()}
            lying = {place: len(pile) for place, pile in felt.items()}
            if kernel.state.decks[deck].part or kernel.state.decks[deck].phase == "spent":
                believed, lying = _together(believed), _together(lying)
            assert believed == lying, (deck, kernel.state.round.step)
            for place in holding.on_layout():
                for face, piece in zip(holding.at(place).faces, felt[place], strict=False):
                    assert not isinstance(face, Known) or face.card == piece.card, place


def _together(piles: Mapping[str, int]) -> dict[str, int]:
    apart = {p: count for p, count in piles.items() if p not in ("rack", "stack", "shuffler")}
    return {**apart, "apart": sum(piles.values()) - sum(apart.values())}


def at(
    settings: Settings,
    wagers: Mapping[int, Mapping[str, int | None]] | None = None,
    choose: Callable[[View, View], str] | None = None,
    *,
    seed: int = 1,
    cards: str = "",
) -> Played:
    """A table that is about to open; `cards` are on top after the first shuffle, and after a bar
    those of the second."""
    chance = Random(seed)
    wish = ALL_BOXES if wagers is None else wagers
    rig = build(
        settings,
        Wishes(lambda _: wish, choose or (lambda _, due: any_of(chance, due))),
        seed,
    )
    for order in cards.split("|") if cards else ():
        rig.felt.orders.append(tuple(Card.of(code) for code in order.split()))
    return Played(rig)


def any_of(chance: Random, due: View) -> str:
    return str(chance.choice(due["options"])["name"])


def stands(_: View, due: View) -> str:
    """The quietest answer that is open."""
    names = [option["name"] for option in due["options"]]
    return next((name for name in ("stand", "decline") if name in names), names[0])
