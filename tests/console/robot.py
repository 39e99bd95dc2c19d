"""A robot that plays by buttons alone: it sees screens, and on the felt what anybody can see.

Machines and cards are worked by the hands of a simulated table, which know no rule; whatever people
would tell the table, the robot tells it by pressing a button of a screen that offers it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from simulators.machines import unnoticed
from tablectl.cli.hands import Hands
from tablectl.console.screen import screen
from tablectl.rig import Equipment, Rig
from tablectl.words.acts import Deed
from tablectl.words.bases import Role
from tests.console.pressing import Ask, Button, Screen, act_of, buttons_of, taps
from tests.console.screens import people_of

MOMENT = 1_000_000
PLAYERS = (Role.DEALER, Role.SUPERVISOR, Role.TECHNICIAN)


@dataclass
class Robot:
    """Presses what a screen proposes; else what it prefers, by the words on the button's deed."""

    rig: Rig
    seats: tuple[int, ...] = (1, 2, 3, 4, 5, 6)
    prefers: tuple[str, ...] = ("play", "ride", "stand", "decline", "go_on", "check", "call")
    miscounts: Mapping[str, int] = field(default_factory=dict)
    """By place, by how much it miscounts."""
    folds: frozenset[str] = frozenset()
    """The hands that give the last answer that is open to them."""
    taps: dict[int, int] = field(default_factory=dict)
    """By round, how often the screen was touched."""
    acts: dict[int, list[str]] = field(default_factory=dict)
    """By round, which buttons were pressed."""
    _bet_in: int = 0
    _number: int = 0

    def __post_init__(self) -> None:
        rig = self.rig
        equipment = Equipment(rig.felt, rig.devices, rig.crew)
        self._hands = Hands(rig.host, equipment, rig.host.kernel.state)
        rig.crew.door = self._hands.door

    # ------------------------------------------------------------ looking

    def look(self, role: Role) -> Screen:
        seen = {**self.rig.host.door.look(role), "trouble": "", "mark": "", "stage": self._stage()}
        return screen(seen, people_of(self.rig.host.kernel.state.settings), role)

    def _stage(self) -> Mapping[str, Any]:
        view, hands = self.rig.host.door.view(Role.DEALER), self._hands
        seen = {"showing": hands.showing(view), "counted": hands.counted(view)}
        return {"crew": "paused", "troubles": [], **seen, "checked": hands.checked(view)}

    def _looked(self, button: Button, ask: Ask) -> Any:
        """What it counts, where it miscounts."""
        place = button["deed"].get("place", "")
        if button["deed"]["is"] == "count" and place in self.miscounts:
            return ask["value"] + self.miscounts[place]
        return None

    @property
    def pressed(self) -> list[str]:
        """Every button that was pressed so far."""
        return [each for acts in self.acts.values() for each in acts]

    @property
    def round(self) -> int:
        return self.rig.host.kernel.state.round.number

    # ------------------------------------------------------------ playing

    def play(self, rounds: int, most: int = 4000) -> None:
        """Play until so many rounds are over, then close the table."""
        for _ in range(most):
            if self.round > rounds and self._close():
                return
            self.step()
        now = self.look(Role.DEALER)
        raise AssertionError(f"stuck in round {self.round}: {now['prompt']} {now['also']}")

    def until(self, reached: Callable[[], bool], most: int = 2000) -> None:
        """Play until something is so."""
        for _ in range(most):
            if reached():
                return
            self.step()
        raise AssertionError(f"not reached in round {self.round}")

    def step(self) -> None:
        self._hands.work()
        self._show_reader()
        self.rig.time.pass_time(MOMENT)
        if self._bets():
            return
        for role in PLAYERS:
            seen = self.look(role)
            button = self._wanted(seen)
            if button is not None:
                self.press(seen, button)
                return

    def _show_reader(self) -> None:
        """Cards that are due to be turned up are turned up on the reader, where there is one."""
        rig, reader = self.rig, self.rig.crew.reader
        view = rig.host.door.view(Role.DEALER)
        due = view["prompt"]["due"] if view["prompt"] else {"is": ""}
        if due["is"] != "turn_due" or reader is None or unnoticed(reader) or reader.showing:
            return
        if reader.reads and view["devices"][reader.name]["phase"] == "ready":
            place, felt = due["places"][0], rig.felt
            reader.read(place, [p for deck in felt.decks() for p in felt.turn_up(deck, place)])

    def _bets(self) -> bool:
        """Wagers are keyed in once a round, where they do not lie there again."""
        seen = self.look(Role.DEALER)
        open_ = [b for b in seen["buttons"] if b["deed"]["is"] == "bet"]
        lying = [seat for seat in seen["felt"]["seats"] if seat["wagers"]]
        if not open_ or lying or self._bet_in == self.round:
            return False
        self._bet_in = self.round
        for button in open_:
            if button["deed"]["seat"] in self.seats and button["deed"]["wager"] != "bonus":
                self.press(seen, button)
        return True

    def _wanted(self, seen: Screen) -> Button | None:
        """The button that the screen proposes, else an answer to what it asks of this role."""
        prompt = seen["prompt"]
        if prompt is None or not prompt["mine"]:
            return None
        if prompt["waits"]:
            return None
        folding: list[Button] = [b for b in seen["buttons"] if b["deed"].get("hand") in self.folds]
        if folding:
            return folding[-1]
        primary: list[Button] = [button for button in seen["buttons"] if button["primary"]]
        if primary:
            return primary[0]
        return next(self._answers(seen), None)

    def _answers(self, seen: Screen) -> Iterator[Button]:
        asked = [b for b in seen["buttons"] if b["deed"]["is"] in ("choose", "deal")]
        for word in self.prefers:
            yield from (b for b in asked if b["deed"].get("choice") == word)
        yield from asked

    def _close(self) -> bool:
        for seat in self.look(Role.DEALER)["buttons"]:
            if seat["deed"]["is"] == "take_back":
                self.press(self.look(Role.DEALER), seat)
        seen = self.look(Role.SUPERVISOR)
        close = [b for b in buttons_of(seen) if b["deed"].get("what") == "close_table"]
        if not close:
            return False
        self.press(seen, close[0])
        return self.rig.host.kernel.state.phase == "closed"

    # ------------------------------------------------------------ pressing

    def press(self, seen: Screen, button: Button) -> Deed:
        """Press it; what the screen offers is taken."""
        self._number += 1
        number = self.round
        people = people_of(self.rig.host.kernel.state.settings)
        act = act_of(seen, button, people, f"robot:{self._number}", self._looked)
        receipt = self.rig.host.door.submit(act)
        assert receipt.accepted, (button["id"], act, receipt.refusal)
        self.taps[number] = self.taps.get(number, 0) + taps(button)
        self.acts.setdefault(number, []).append(button["id"])
        self._hands.heed([act.deed])
        self._hands.look()
        return act.deed
