"""A page of an account: labelled lines, with like things gathered into one line."""

from __future__ import annotations

from collections.abc import Callable

WIDTH = 14


class Page:
    """Things added under the same label in a row make one line; anything else ends it.

    A live page does not wait for more: every thing is a line at once.
    """

    def __init__(self, write: Callable[[str], None], *, live: bool = False) -> None:
        self._write = write
        self._live = live
        self._label = ""
        self._items: dict[str, int] = {}

    def heading(self, text: str) -> None:
        self.end_line()
        self._write("")
        self._write(text)

    def say(self, label: str, text: str) -> None:
        self.end_line()
        self._write(f"  {label:<{WIDTH}}{text}")

    def add(self, label: str, item: str, count: int = 0) -> None:
        """Add to the line under this label; counts of the same item are summed."""
        if label != self._label:
            self.end_line()
            self._label = label
        self._items[item] = self._items.get(item, 0) + count
        if self._live:
            self.end_line()

    def end_line(self) -> None:
        if self._items:
            items = (f"{n} {item}" if n else item for item, n in self._items.items())
            self._write(f"  {self._label:<{WIDTH}}{'; '.join(items)}")
        self._label, self._items = "", {}
