"""An automated shoe: while it is allowed to, it gives stacks into a tray by itself."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from drivers.driving import MILLISECOND
from simulators.felt import Piece
from simulators.shoe import Shoe


@dataclass(kw_only=True)
class StackShoe(Shoe):
    """Rollers move one card after the other past the sensor; a stack is reported when its last
    card has passed.

    It begins no stack that it is not allowed to finish. A stack that was begun is finished even if
    the allowance ends meanwhile, unless it jams, the power fails or the cards run out: then what
    has come out is what is reported.
    """

    stations: ClassVar[tuple[str, ...]] = ("entry", "roller", "mouth")

    stack_size: int = 3
    dispense: int = 600 * MILLISECOND
    """How long a stack takes."""
    tray: list[Piece] = field(default_factory=list)
    """What lies there for a hand to take."""
    _left: int = field(init=False, repr=False, default=0)
    """Cards of the stack under way that have not come yet."""
    _run: int = field(init=False, repr=False, default=0)
    """Counts the runs of the rollers, to tell a call that comes after they were stopped."""

    @property
    def running(self) -> bool:
        return self._left > 0

    def take(self) -> list[Piece]:
        """A hand takes the stack; nothing while the rollers run."""
        if self.running:
            return []
        taken = list(self.tray)
        self.tray.clear()
        self.go_on()
        return taken

    def gives(self, count: int = 1) -> bool:
        """It is nobody's hand that would overcome the rollers: without allowance, no card."""
        return not self.jammed and not self.full and self.given + count <= self.allowed

    def run_away(self, count: int) -> list[Piece]:
        """The rollers run although nothing is allowed, and cards fall beside the tray."""
        out = min(count, self.felt.count(self.deck, "shoe"))
        fallen = [self._let_pass(self.deck) for _ in range(out)]
        self._tell()
        return fallen

    # ------------------------------------------------------------ the rollers

    def go_on(self) -> None:
        if self.running or self.tray or not self.gives(self.stack_size):
            return
        if not self.felt.count(self.deck, "shoe"):
            return
        self._run += 1
        self._left = max(self.really(self.stack_size), 1)
        self._roll()

    def _roll(self) -> None:
        run = self._run
        at = self.time.clock() + self.dispense // self.stack_size
        self.time.call_at(at, lambda: self._card(run))

    def _card(self, run: int) -> None:
        if run != self._run:
            return
        if self.felt.count(self.deck, "shoe"):
            self.tray.append(self.felt.pile(self.deck, "shoe")[0])
            self._let_pass(self.deck)
        if run != self._run:
            return
        self._left -= 1
        if not self.felt.count(self.deck, "shoe"):
            self._left = 0
        if self._left:
            self._roll()
        else:
            self._tell()

    def stop(self, why: str) -> None:
        self._run += 1
        self._left = 0
        super().stop(why)

    def power_back(self) -> None:
        if self.running:
            self.stop("the power failed in the middle of a stack")
