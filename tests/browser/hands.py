"""People who play over the door, as fast as it answers, by the buttons that screens offer.

For whoever wants to see a table at some moment and not how it got there: what is pressed is what
the page would offer, and no browser has to draw it.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from time import monotonic

from tablectl.console.screen import screen
from tablectl.doorclient import DoorClient
from tablectl.words.bases import Role
from tests.browser.crew import LIKED
from tests.browser.finger import PATIENCE_S
from tests.console.pressing import Button, Screen, act_of, buttons_of

PLAYERS = (Role.DEALER, Role.SUPERVISOR, Role.TECHNICIAN)


class HandsAtTheDoor:
    """Dealer, supervisor and technician of a simulated table where nobody proves anything."""

    def __init__(self, door: DoorClient) -> None:
        self.door = door
        self._numbers = count(1)

    def look(self, role: Role, since: str = "") -> Screen:
        """What a page of the role shows, or will show next."""
        seen = self.door.watch(role, since)
        view = {**seen.view, "mark": seen.mark, "stage": seen.stage}
        return screen(view, seen.people, role)

    def until(self, reached: Callable[[Screen], object]) -> Screen:
        """Play until the dealer sees that something is so."""
        end = monotonic() + PATIENCE_S
        while not reached(seen := self.look(Role.DEALER)):
            if monotonic() > end:
                raise RuntimeError(f"nobody knows how to go on from {seen['prompt']}")
            if self._step(seen):
                end = monotonic() + PATIENCE_S
            else:
                self.look(Role.DEALER, seen["table"]["mark"])
        return seen

    def press(self, role: Role, wanted: str) -> None:
        """Press the button whose name begins so."""
        seen = self.look(role)
        button = next(each for each in buttons_of(seen) if each["id"].startswith(wanted))
        self._act(seen, button)

    def _step(self, dealers: Screen) -> bool:
        """Somebody does one thing; everybody goes by what was looked at, and by nothing newer."""
        for role in PLAYERS:
            seen = dealers if role is Role.DEALER else self.look(role)
            if seen["seq"] != dealers["seq"]:
                return True  # the table has gone on: whether it is reached is looked at first
            button = _wanted(seen)
            if button is not None:
                self._act(seen, button)
                return True
        return False

    def _act(self, seen: Screen, button: Button) -> None:
        people = {each["name"]: tuple(each["roles"]) for each in seen["people"]}
        act = act_of(seen, button, people, f"hands:{next(self._numbers)}")
        receipt = self.door.submit(act)
        if receipt.refusal is not None and receipt.refusal.code != "not_due":
            raise RuntimeError(f"{button['id']}: {receipt.refusal}")


def _wanted(seen: Screen) -> Button | None:
    """The usual next act of somebody who is asked; else the answer that is liked best."""
    prompt = seen["prompt"]
    if prompt is None or not prompt["mine"] or prompt["waits"]:
        return None
    offered = [button for button in seen["buttons"] if _can_be_filled_in(button)]
    usual = [button for button in offered if button["primary"]]
    asked = [each for each in offered if each["deed"]["is"] in ("choose", "deal")]
    liked = [b for word in LIKED for b in asked if b["deed"].get("choice") == word]
    return next(iter([*usual, *liked, *asked]), None)


def _can_be_filled_in(button: Button) -> bool:
    """What cards show, and how many there are, nobody can key in before they lie as they should."""
    looked_at = [ask for ask in button["asks"] if ask["kind"] in ("cards", "number")]
    return all(ask["value"] is not None for ask in looked_at)
