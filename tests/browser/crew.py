"""People at screens who play: each presses what their page asks of them.

They choose as the page proposes, and among answers what they like best.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tests.browser.finger import PATIENCE_S, Finger, Glance

LIKED = ("play", "ride", "stand", "decline", "go_on", "check", "call")


@dataclass
class Crew:
    """Dealer, supervisor and technician, each at a screen."""

    fingers: tuple[Finger, ...]
    seats: tuple[int, ...] = (1, 4)
    counts: Callable[[], Mapping[str, int]] = dict
    """By place, what somebody counts there whom no simulated table tells it."""

    @property
    def dealer(self) -> Finger:
        return self.fingers[0]

    @property
    def taps(self) -> int:
        return sum(finger.taps for finger in self.fingers)

    @property
    def pressed(self) -> list[str]:
        """Every button that anybody pressed."""
        return [each for finger in self.fingers for each in finger.pressed]

    def begin_counting(self) -> None:
        for finger in self.fingers:
            finger.taps = 0
            finger.pressed.clear()

    def until(self, true: Callable[[], bool], spare: str = "") -> None:
        """Play until something is so; what is spared nobody presses meanwhile."""
        end = time.monotonic() + PATIENCE_S
        while not true():
            if self.step(spare):
                end = time.monotonic() + PATIENCE_S
            assert time.monotonic() < end, [finger.look() for finger in self.fingers]

    def until_offered(self, button: str) -> None:
        """Play until the dealer's usual next act is this one, which is left to be pressed."""
        self.until(lambda: self.dealer.look().primary == button, spare=button)

    def step(self, spare: str = "") -> bool:
        """Somebody does one thing; False if nobody had anything to do. Nobody goes by a screen that
        is older than what another has seen: what it asks for may be done."""
        seen = [finger.look() for finger in self.fingers]
        newest = max(glance.seq for glance in seen)
        for finger, glance in zip(self.fingers, seen, strict=True):
            wanted = _wanted(glance) if glance.seq == newest else ""
            if wanted and wanted != spare and self._press(finger, wanted):
                return True
        self.dealer.page.wait_for_timeout(20)
        return False

    def _press(self, finger: Finger, wanted: str) -> bool:
        deed, _, place = wanted.partition(":")
        counted = self.counts().get(place) if deed == "count" else None
        return finger.press_if_there(wanted, **({"cards": str(counted)} if counted else {}))

    def open_table(self) -> None:
        self.until(lambda: self.dealer.look().seats > 0)

    def bet(self, *wagers: str) -> None:
        """The dealer keys in the wagers of some seats, as the page proposes them."""
        for seat in self.seats:
            for wager in wagers:
                self.dealer.press_at(seat, f"bet:{seat}:{wager}")


def _wanted(seen: Glance) -> str:
    if not seen.mine or seen.waits or seen.busy:
        return ""
    answers = [each for each in seen.ids if each.startswith(("choose:", "check:", "deal:"))]
    liked = [each for word in LIKED for each in answers if word in each.split(":")]
    denied = [each for each in answers if each.startswith("check:") and each.endswith(":no")]
    return seen.primary or next(iter([*liked, *denied, *answers]), "")
