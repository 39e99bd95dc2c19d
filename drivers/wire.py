"""A wire: whatever carries bytes to one device and back, told apart from what they mean."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol


class Listener(Protocol):
    """Who is told what happens on a wire."""

    def opened(self, stale: int = 0) -> None:
        """The wire is open; so many bytes lay in it from before, and were dropped."""

    def received(self, data: bytes) -> None: ...

    def lost(self, why: str) -> None:
        """The wire is gone or cannot be had; told again only if the reason becomes another one."""


class Wire(Protocol):
    """The controller's end. It opens itself again by itself after it was lost."""

    def open(self, listener: Listener) -> None:
        """Begin: the listener is told when the wire is open, now or later."""

    def write(self, data: bytes) -> None:
        """Send. Without effect while the wire is lost: the listener knows that it is."""

    def close(self) -> None:
        """End; the listener hears nothing more."""


class Timekeeper(Protocol):
    """Who knows the time and calls back: a host, or a bench of simulators."""

    def clock(self) -> int: ...

    def call_at(self, time: int, call: Callable[[], None]) -> None:
        """Call once that time has come, and never before."""
