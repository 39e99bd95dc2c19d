"""A watch on a simulated device that speaks in words of its own: the words, one line each.

Signs of life are left out, and so is every card that left a shoe.
"""

from __future__ import annotations

from collections.abc import Iterable

from drivers.framings.kinds import framing
from drivers.plain.profile import PlainProfile
from drivers.plain.speech import Lives, Speech, Told
from simulators.behaviour import Fault, Onward
from simulators.device import SimulatedDevice
from simulators.watch import Complaints, Say, Watch, told


def watching(device: SimulatedDevice, say: Say, complain: Say) -> Fault:
    """The watch that understands this device."""
    if device.speaks is None:
        return Watch(say, complain)
    return PlainWatch(say, complain, device.speaks)


class PlainWatch(Fault):
    def __init__(self, say: Say, complain: Say, profile: PlainProfile) -> None:
        self._say = say
        self._complaints = Complaints(complain)
        self._speech = Speech(profile)
        self._framing = framing(profile.to_device or profile.framing)
        alive = self._speech.alive
        self._beat = b"" if alive is None else alive.ask

    def hears(self, data: bytes, onward: Onward) -> None:
        for found in self._framing.feed(data):
            if not isinstance(found, bytes):
                self._say(f"discarded {found.count} bytes: {found.flaw.value}")
            elif found != self._beat:
                self._say(f"heard {_written(found)}")
        onward(data)
        self._complaints.of(self.device)

    def utters(self, words: bytes) -> Iterable[bytes]:
        match self._speech.heard(words):
            case Lives():
                pass
            case Told() as event:
                self._say(told(event.happened))
            case _:
                self._say(f"said {_written(words)}")
        return (words,)


def _written(words: bytes) -> str:
    """Words as they are where they are text, and otherwise byte by byte."""
    text = words.decode("ascii", "backslashreplace")
    return text if text.isprintable() else words.hex(" ").upper()
