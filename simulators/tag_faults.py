"""What goes wrong with a reader of tags: with the cards before it, and with what it says."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from simulators.behaviour import Fault, Onward
from simulators.tag_reader import TagReader


class UnknownTag(Fault):
    """The nth card that a reader of tags is shown has a tag that no map has."""

    def __init__(self, at: int = 1) -> None:
        self._to_go = at

    def shows(self, tag: str) -> Iterable[str]:
        self._to_go -= 1
        if self._to_go == 0 and isinstance(self.device, TagReader):
            return (self.device.stranger,)
        return (tag,)


class TagTwice(Fault):
    """Every card that a reader of tags is shown it sees twice."""

    def shows(self, tag: str) -> Iterable[str]:
        return (tag, tag)


class SpoiltFrame(Fault):
    """What is said of the nth card is not what should be said, the first time."""

    def __init__(self, spoil: Callable[[bytes], bytes], at: int = 1) -> None:
        self._spoil = spoil
        self._to_go = at

    def moves(self) -> None:
        self._to_go -= 1

    def speaks(self, data: bytes, onward: Onward) -> None:
        bites, self._to_go = self._to_go == 0, self._to_go or -1
        onward(self._spoil(data) if bites else data)


class TwoTags(SpoiltFrame):
    """Two cards lie there in place of the nth: as long as they do, neither can be read."""

    def speaks(self, data: bytes, onward: Onward) -> None:
        onward(self._spoil(data) if self._to_go == 0 else data)


def wrong_digit(frame: bytes) -> bytes:
    """The frame with one digit of its content changed, or one bit if it has no digits."""
    middle = range(len(frame) // 2, len(frame) - 1)
    at = next((each for each in middle if frame[each : each + 1].isdigit()), len(frame) // 2)
    return frame[:at] + bytes((frame[at] ^ 1,)) + frame[at + 1 :]


def cut(frame: bytes) -> bytes:
    return frame[: len(frame) // 2]


def two_at_once(frame: bytes) -> bytes:
    """The beginnings of two frames."""
    return cut(frame) * 2
