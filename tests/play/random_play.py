"""Random play: a crew that works, mishaps that happen, and laws that are checked at every step.

The laws hold whatever happens: cards are neither made nor lost in the ledger, nothing leaves
before its cause is durable, every button works, and somebody always has something to do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from simulators.chance import split
from simulators.crew import Wishes
from simulators.mishaps import MISHAPS, World
from tablectl.games.catalogue import GAMES, rules_for
from tablectl.games.options import with_defaults
from tablectl.journal.memory import MemoryJournal
from tablectl.kernel import inputs
from tablectl.rig import Rig, build
from tablectl.table.apply import apply, initial
from tablectl.table.view import view
from tablectl.words.bases import Role
from tablectl.words.canonical import digest, dumps, to_tagged
from tablectl.words.effects import Effect
from tablectl.words.inputs import Started
from tablectl.words.settings import Can, Device, DeviceKind, Person, Settings

PRESETS: Mapping[str, tuple[Can, ...]] = {
    "blind": (),
    "counting": (Can.COUNT, Can.FACE_UP, Can.WITHHOLD),
    "plain_counter": (Can.COUNT,),
    "recognising": (Can.COUNT, Can.FACE_UP, Can.WITHHOLD, Can.FACES),
}
PEOPLE = {
    "d1": Person((Role.DEALER,)),
    "d2": Person((Role.DEALER,)),
    "s1": Person((Role.SUPERVISOR,)),
    "s2": Person((Role.SUPERVISOR,)),
    "t1": Person((Role.TECHNICIAN,)),
    "a1": Person((Role.AUDITOR,)),
}
MOST_STEPS_TO_CLOSE = 600


def table(preset: str, game: str = "three_card_poker", **options: int) -> Settings:
    """A simulated table with one shoe of this preset."""
    caps = PRESETS[preset]
    shoe = Device(DeviceKind.SHOE, caps, "sim-shoe", "S-1", "1.0", simulated=True)
    return Settings(
        table="T1",
        game=game,
        method="manual_shoe",
        seats=6,
        decks=("blue",),
        options=with_defaults(GAMES[game], options),
        devices={"shoe_1": shoe} if caps else {},
        people=PEOPLE,
        version="test",
    )


def wishes_of(chance: Random) -> Wishes:
    def wagers(_: int) -> Mapping[int, Mapping[str, int | None]]:
        seats = chance.sample(range(1, 7), chance.randint(1, 6))
        kinds = ({"ante": 1000}, {"pair_plus": 500}, {"ante": 500, "pair_plus": 100})
        return {seat: chance.choice(kinds) for seat in sorted(seats)}

    def choose(_: Mapping[str, Any], due: Mapping[str, Any]) -> str:
        return str(chance.choice(due["options"])["name"])

    return Wishes(wagers, choose)


@dataclass
class Play:
    """One random play of one table, reproducible from its seed."""

    preset: str
    seed: int
    mishap_rate: float = 0.15
    settings: Settings | None = None
    """The table, if it is another one than that of the preset."""
    wishes: Wishes | None = None
    rig: Rig = field(init=False)
    chance: Random = field(init=False)
    happened: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.chance = split(self.seed, "play")
        wishes = self.wishes or wishes_of(split(self.seed, "wishes"))
        self.rig = build(self.settings or table(self.preset), wishes, self.seed)
        self.rig.host.released = self.effect_left

    # ------------------------------------------------------------ playing

    def run(self, steps: int) -> None:
        for _ in range(steps):
            self.mishap()
            self.rig.step()
            self.check()

    def mishap(self) -> None:
        if self.chance.random() >= self.mishap_rate:
            return
        name = self.chance.choice(tuple(MISHAPS))
        if MISHAPS[name](self.world):
            self.happened[name] += 1
        self.check()

    @property
    def world(self) -> World:
        return World(self.rig.felt, self.rig.shoe, self.rig.crew, self.chance)

    def close(self) -> bool:
        """Let the crew work without mishaps until the table is closed."""
        if self.rig.shoe is not None and not self.rig.shoe.plugged:
            self.rig.shoe.plug()
        self.rig.crew.wishes.close_after = 0
        for _ in range(MOST_STEPS_TO_CLOSE):
            self.rig.step()
            self.check()
            if self.rig.host.kernel.state.phase == "closed":
                return True
        return False

    # ------------------------------------------------------------ the laws

    def check(self) -> None:
        kernel = self.rig.host.kernel
        assert not kernel.errors, kernel.errors
        for name, holding in kernel.state.ledger.items():
            assert holding.lawful, f"{name}: {holding.piles}"
        assert self.somebody_can_act(), "nobody has anything to do and no deadline is armed"

    def somebody_can_act(self) -> bool:
        kernel = self.rig.host.kernel
        if kernel.state.deadlines:
            return True
        return any(view(kernel.rules, kernel.state, role)["offers"] for role in Role)

    def effect_left(self, effect: Effect) -> None:
        """Called as an effect leaves: its cause, and the outcome that names it, are durable."""
        journal = self.rig.host.kernel.journal
        assert journal.last_seq == journal.synced_seq, "something is pending while an effect leaves"
        assert isinstance(journal, MemoryJournal)
        wanted = dumps(to_tagged(effect))
        recent = list(journal.records(max(0, journal.last_seq - 40)))
        assert any(wanted in r.body for r in recent if r.kind == "outcome"), effect


def replayed(play: Play) -> dict[int, str]:
    """The digest of the state after every input of the record, through `apply` alone."""
    state = initial(play.rig.settings)
    rules = rules_for(play.rig.settings)
    made = {}
    for stamped, outcome in inputs(play.rig.host.kernel.journal.records()):
        if isinstance(stamped.input, Started):
            rules = rules_for(stamped.input.settings)
        applied = apply(rules, state, stamped)
        assert applied.outcome == outcome
        state = applied.state
        made[stamped.seq] = digest(state)
    return made
