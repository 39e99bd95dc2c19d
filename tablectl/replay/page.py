"""A page of an account: labelled lines, with like things gathered into one line.

Whatever people wrote passes here on its way to a terminal, and nothing in it is obeyed there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from tablectl.texts import printable

WIDTH = 14
CONTROLLER = "controller"
OWN_WORD = frozenset({"ruling", "clause", "case", "order"})
"""Labels of what is the controller's own word, whoever gave it cause."""


class Page:
    """Things added under the same label in a row make one line; anything else ends it.

    A live page does not wait for more: every thing is a line at once.
    """

    def __init__(self, write: Callable[[str], None], *, live: bool = False) -> None:
        self._write = write
        self._live = live
        self._label = ""
        self._items: list[tuple[str, int]] = []

    def heading(self, text: str) -> None:
        self.end_line()
        self._head(printable(text))

    def say(self, label: str, text: str) -> None:
        self.end_line()
        self._put(label, text)

    def add(self, label: str, item: str, count: int = 0) -> None:
        """Add to the line under this label.

        Counts of the same item are summed. What has no count is told as often as it happened.
        """
        if label != self._label:
            self.end_line()
            self._label = label
        at = next((i for i, (name, n) in enumerate(self._items) if n and name == item), None)
        if at is None or not count:
            self._items.append((item, count))
        else:
            self._items[at] = (item, self._items[at][1] + count)
        if self._live:
            self.end_line()

    def end_line(self) -> None:
        if self._items:
            items = (f"{n} {item}" if n else item for item, n in self._items)
            self._put(self._label, "; ".join(items))
        self._label, self._items = "", []

    def _put(self, label: str, text: str) -> None:
        self._line(printable(label), printable(text))

    def _head(self, text: str) -> None:
        self._write("")
        self._write(text)

    def _line(self, label: str, text: str) -> None:
        self._write(f"  {label:<{WIDTH}}{text}")


@dataclass(frozen=True)
class Source:
    """Which record a line is told from: its number, its time, and whose word it is."""

    seq: int
    time: int
    who: str


@dataclass(frozen=True)
class Told:
    """One line of a traced page. A heading has no label."""

    label: str
    text: str
    source: Source


class TracedPage(Page):
    """A page whose every line names its record. Nothing is gathered: each line has one source."""

    def __init__(self, write: Callable[[Told], None]) -> None:
        super().__init__(lambda _: None, live=True)
        self._tell = write
        self.source = Source(0, 0, "")

    def _head(self, text: str) -> None:
        self._tell(Told("", text, self.source))

    def _line(self, label: str, text: str) -> None:
        own = label in OWN_WORD
        self._tell(Told(label, text, replace(self.source, who=CONTROLLER) if own else self.source))
