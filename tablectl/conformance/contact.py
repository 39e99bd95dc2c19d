"""What the checks are handed: a line to the device with a clock, and hands at the device."""

from __future__ import annotations

from typing import Protocol

from tablectl.words.values import Label


class Contact(Protocol):
    """A line to one device, for somebody who has nothing else to do than wait on it."""

    def clock(self) -> int:
        """Microseconds on a clock that does not run back."""

    def open(self) -> None:
        """Open the line; a TablectlError if it cannot be had."""

    def close(self) -> None: ...

    def write(self, data: bytes) -> None: ...

    def read(self, until: int) -> bytes:
        """What comes, as soon as something does; nothing if that time has come first. Time passes
        here and nowhere else, on a line that is closed too."""


class Task(Label):
    """What hands are asked to do: a sentence for people, and words for a simulator,
    if it has any for that."""

    LOAD = "put a whole deck into it", ("load",)
    LOAD_SECOND = "put a whole deck into its second chamber", ("load 2",)
    DRAW_SECOND = "draw one card from its second chamber", ("draw 1 2",)
    RETURN = "put the cards that were drawn back into it", ("return",)
    DRAW = "draw one card", ("draw 1",)
    PULL = "try to draw a card; none may come", ("draw 1",)
    TAKE = "take what lies in the tray", ("take",)
    TURN = "turn the next card that comes face up", ("fault face_up_card",)
    JAM = "make it jam", ("jam",)
    CLEAR = "clear the jam", ("clear",)
    INSERT = "put in the deck that it was told to shuffle", ("insert conform",)
    INSERT_SECOND = "put in the second deck besides", ("insert conform_2",)
    SHOW = "show it the ace of spades", ("read player_1 AS",)
    PRESENT = "show it the ace of spades for a second, and take it away", ("show AS",)
    CUT = "let the cutting card come out", ()
    COUNT = "have it count what is in it", ()
    REPLUG = "unplug it, and plug it in again", ("unplug", "reboot", "plug")
    CHECK = "put in a ten, to be checked for tens", ("check natural TS T",)
    CHECK_NINE = "put in a nine, to be checked for tens", ("check natural 9S T",)
    WRONG_TEN = "put in a ten, while no check is set", ("insert TS",)
    WRONG_NINE = "put in a nine, while no check is set", ("insert 9S",)

    @property
    def sentence(self) -> str:
        return str(self.value[0])

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(self.value[1])


class Hands(Protocol):
    """Whoever stands at the device."""

    @property
    def patience(self) -> int:
        """How long, in microseconds, they may take for what they are asked."""

    @property
    def calm(self) -> int:
        """How long nothing may come before it is believed that nothing does."""

    def do(self, task: Task) -> bool:
        """Ask for it, without waiting until it is done; False if these hands cannot."""
