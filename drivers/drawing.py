"""A number out of random bytes, each as likely as any other: the arithmetic and nothing else.

The smallest whole number of bytes that has a value for every number is taken; the values that would
go round once more, but not all the way, are rejected and never folded back. For 1 to 7 that is one
byte below 252: 36 values for each number. Must not know where bytes come from.
"""

from __future__ import annotations

from tablectl.words.values import value


@value
class Range:
    """The numbers from `low` to `high`, both included."""

    low: int
    high: int

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return self.high - self.low + 1

    @property
    def width(self) -> int:
        """How many bytes one try takes; one at least, so that nothing is drawn out of nothing."""
        return max(1, ((self.size - 1).bit_length() + 7) // 8)

    @property
    def accepted(self) -> int:
        """How many values of so many bytes are accepted: as often as possible every number once."""
        values = 1 << (8 * self.width)
        return values - values % self.size

    def number(self, data: bytes) -> int | None:
        """The number that these bytes stand for; None if they are rejected."""
        drawn = int.from_bytes(data)
        return self.low + drawn % self.size if drawn < self.accepted else None


class Drawing:
    """One draw under way: takes bytes until some are accepted, and no byte twice."""

    def __init__(self, numbers: Range) -> None:
        self.numbers = numbers
        self._held = b""

    def take(self, data: bytes) -> tuple[int | None, bytes]:
        """The number, if it is drawn, and the bytes that it did not take."""
        data, width = self._held + data, self.numbers.width
        for at in range(0, len(data) - width + 1, width):
            number = self.numbers.number(data[at : at + width])
            if number is not None:
                self._held = b""
                return number, data[at + width :]
        self._held = data[len(data) - len(data) % width :]
        return None, b""
