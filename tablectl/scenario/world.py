"""The table a scenario is played on: a rig, its players' wishes, a controller that can die.

Knows what can be done to a table; which of it happens, and what must come of it, is the
scenario's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from simulators.crew import Wishes
from tablectl.config import Table
from tablectl.refereeing import REFEREED, OverlookedDoor, Refereed
from tablectl.rig import Rig, build
from tablectl.scenario.book import OWN_KEYS, Book, WatchedDoor
from tablectl.scenario.hands import follow, stacked
from tablectl.scenario.mortal import ControllerDied, MortalJournal
from tablectl.words.acts import Act, Deed
from tablectl.words.bases import Role
from tablectl.words.cards import Card, Secret
from tablectl.words.money import Cents
from tablectl.words.observations import Observation

View = Mapping[str, Any]
REMEDY = "remedy"


@dataclass(frozen=True)
class Plans:
    """What players and chance will do, as the scenario tells it. A last round repeats for ever."""

    wagers: Sequence[Mapping[int, Mapping[str, Cents | None]]] = ()
    choices: Mapping[str, str | Mapping[str, str]] = field(default_factory=dict)
    seed: int = 0
    orders: Sequence[tuple[Card, ...]] = ()
    hands: Sequence[Mapping[str, tuple[Card, ...]]] = ()


class World:
    def __init__(self, table: Table, plans: Plans) -> None:
        self.plans = plans
        self.book = Book()
        self.journal = MortalJournal()
        self.decides = False
        """The supervisor takes the first remedy where the scenario says nothing."""
        self.places: set[str] = set()
        """Every place that has held cards so far."""
        self.asked: dict[str, set[str]] = {}
        """Every question that was asked so far, with all that could be answered."""
        self._last_act: Act | None = None
        self._acts = 0
        self._dealing: tuple[tuple[str, ...], int] | None = None
        self._stacked_in = 0
        """The round in which a deck was last arranged for its hands."""
        wishes = Wishes(self._wagers, self._choose)
        self.rig: Rig = build(
            table.settings, wishes, plans.seed, self.journal, profiles=table.profiles
        )
        self.rig.felt.orders = list(plans.orders)
        self.refereed = Refereed(self.rig.felt) if table.settings.game in REFEREED else None
        self._watch()
        self.book.read(self.journal)
        self.book.forget()

    # ------------------------------------------------------------ looking

    def view(self, role: Role = Role.DEALER) -> View:
        view = self.rig.host.door.view(role)
        self.places.update(view["places"])
        return view

    @property
    def deck(self) -> str:
        """The deck that is dealt from, or would be."""
        felt, view = self.rig.felt, self.view()
        loaded = (deck for deck in felt.decks() if felt.count(deck, "shoe"))
        return str(view["round"]["deck"]) or next(loaded, next(iter(felt.decks()), ""))

    def wagered(self, view: View) -> bool:
        """Whether all wagers that the scenario wants in this round are down."""
        down, again = view["round"]["wagers"], view["round"]["again"]
        return all(
            wager in {**again.get(f"seat_{seat}", {}), **down.get(f"seat_{seat}", {})}
            for seat, mine in self._wagers(view["round"]["number"]).items()
            for wager in mine
        )

    def dissent(self) -> str:
        """What the referee holds against the controller, if anything."""
        if self.refereed is None:
            return ""
        self.refereed.catch_up(self.journal)
        return "; ".join(map(str, self.refereed.referee.found))

    # ------------------------------------------------------------ doing

    def crew_step(self) -> bool:
        """The crew does one thing; False if there was nothing to do."""
        self._stack()
        moved = [False]

        def go() -> None:
            moved[0] = True  # a crew over whose act the controller died has done something
            moved[0] = self.rig.step()

        self.survive(go)
        return moved[0]

    def act(self, person: str, deed: Deed, second: str = "") -> None:
        self._acts += 1
        self._submit(Act(deed, person, f"{OWN_KEYS}{self._acts}", second))

    def act_again(self) -> bool:
        """Send the last act once more; False if there was none."""
        if self._last_act is None:
            return False
        self._submit(self._last_act)
        return True

    def _submit(self, act: Act) -> None:
        self._last_act, self.book.answer = act, None
        before = self.view()

        def go() -> None:
            self.book.answer = self.rig.crew.door.submit(act)

        fresh = self.journal.by_key(act.key) is None
        self.survive(go)
        if fresh and self.book.answer is not None and self.book.answer.accepted:
            follow(self.rig, self.deck, before, self.view(), act.deed)

    def survive(self, call: Callable[[], None]) -> None:
        """Let something happen, and start the controller again if it died of it."""
        with suppress(ControllerDied):
            call()
        if self.journal.dead:
            self.crash()

    def restart(self) -> None:
        self._start(self.journal)

    def crash(self) -> None:
        self._start(self.journal.survivor())

    def _start(self, journal: MortalJournal) -> None:
        self.journal = journal
        self.rig.restart(journal)
        self._watch()

    def release(self) -> None:
        """Whatever was done to the devices is over, and whoever has to decide decides."""
        self.decides = True
        for device in self.rig.devices.values():
            device.deaf = False
            if device.device != self.rig.settings.devices[device.name]:
                device.exchange(self.rig.settings.devices[device.name].serial)
            elif not device.plugged:
                device.plug()

    def wants_closed(self) -> None:
        last = self.view()["round"]["number"] - 1
        self.rig.crew.wishes = replace(self.rig.crew.wishes, close_after=last)

    # ------------------------------------------------------------ inside

    def _watch(self) -> None:
        door = OverlookedDoor(self.rig.host.door, self._seen)
        self.rig.crew.door = WatchedDoor(door, self.book)
        self.rig.report = self._report

    def _seen(self, view: Mapping[str, Any]) -> None:
        for due in view["dues"]:
            if due["is"] == "choice_due":
                answers = self.asked.setdefault(str(due["question"]), set())
                answers.update(str(option["name"]) for option in due["options"])
        if self.refereed is not None:
            self.refereed.look(view, self.journal)

    def _report(self, observation: Observation, secrets: tuple[Secret, ...]) -> None:
        """A device does not notice that the controller dies over what it reports."""
        with suppress(ControllerDied):
            self.rig.host.report(observation, secrets)

    def _wagers(self, number: int) -> Mapping[int, Mapping[str, Cents | None]]:
        return _of_round(self.plans.wagers, number) or {}

    def _choose(self, _: View, due: View) -> str:
        names = [str(option["name"]) for option in due["options"]]
        wish = self.plans.choices.get(due["question"])
        if isinstance(wish, Mapping):
            wish = wish.get(due["hands"][0])
        if wish in names:
            return str(wish)
        return "" if due["question"] == REMEDY and not self.decides else names[0]

    def _stack(self) -> None:
        number = self.view()["round"]["number"]
        if number != self._stacked_in:
            self._stacked_in, self._dealing = number, None
        hands = _of_round(self.plans.hands, number)
        if hands:
            self._dealing = stacked(self.rig.felt, self.deck, self.view(), hands, self._dealing)


def _of_round(plans: Sequence[Any], number: int) -> Any:
    """What is planned for a round; the last plan holds for all that follow."""
    return plans[min(number, len(plans)) - 1] if plans else None
