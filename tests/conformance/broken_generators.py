"""Simulated byte generators that are broken on purpose, each in one way that draws suffer from."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from random import Random

import pytest

from simulators import stream
from simulators.behaviour import Fault
from simulators.device import SimulatedDevice, Socket
from simulators.faults import FAULTS
from tests.conformance.broken import Break, Broken, Hangs, fitted, other_firmware, other_unit

EVERY = ("truerng_v3", "truerng_pro", "onerng", "rava")
FLOWING, ASKED = EVERY[:3], EVERY[2:]
SOUND = 12_000
"""So many bytes are in order, and then none is: it has been met and started by then."""


# ---------------------------------------------------------------- its sources


class Gives(Fault):
    """Other bytes than its source gives."""

    def __init__(self, change: Callable[[bytes], bytes]) -> None:
        self._change = change

    def gives(self, noise: bytes) -> bytes:
        return self._change(noise)


def giving(change: Callable[[bytes], bytes]) -> Break:
    return lambda device, _: device.fit(Gives(change))


class AfterMany(Fault):
    """Its source is in order for so many bytes."""

    def __init__(self, then: Callable[[bytes], bytes]) -> None:
        self._left = SOUND
        self._then = then

    def gives(self, noise: bytes) -> bytes:
        self._left -= len(noise)
        return noise if self._left > 0 else self._then(noise)


def later(then: Callable[[bytes], bytes]) -> Break:
    return lambda device, _: device.fit(AfterMany(then))


def fault(name: str) -> Break:
    return lambda device, _: device.fit(FAULTS[name]())


def nothing(_: bytes) -> bytes:
    return b""


def stuck(noise: bytes) -> bytes:
    return b"\x5a" * len(noise)


def folded(noise: bytes) -> bytes:
    """As one that folds what does not fit back, where it should have been rejected."""
    return bytes(byte % 200 for byte in noise)


def favours_one(noise: bytes) -> bytes:
    """One byte in ten is one of those that stand for the number 1."""
    chance = Random(noise)
    ones = range(0, 252, 7)
    return bytes(chance.choice(ones) if chance.random() < 0.1 else byte for byte in noise)


# ---------------------------------------------------------------- what it says


class Babbles(Fault):
    """Whatever it is asked, it answers with as much garbage."""

    def utters(self, words: bytes) -> Iterable[bytes]:
        yield bytes(0x55 for _ in words)


class Changing(Fault):
    """It is of another version after every word that it says."""

    said = 0

    def utters(self, words: bytes) -> Iterable[bytes]:
        self.said += 1
        self.device.device = replace(self.device.device, firmware=f"1.0.{self.said % 7}")
        yield words


class Slow(Fault):
    """It answers a second after it was asked."""

    def utters(self, words: bytes) -> Iterable[bytes]:
        device = self.device
        device.time.call_at(device.time.clock() + 1_000_000, lambda: device.speak(words))
        return ()


# ---------------------------------------------------------------- what it does


def trickles(_: SimulatedDevice, patch: pytest.MonkeyPatch) -> None:
    """Half a hundred bytes a second."""
    patch.setattr(stream, "PIECE", 50)
    patch.setattr(stream, "TICK", 1_000_000)


def never_rests(device: SimulatedDevice, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(device.firmware, "_stop", lambda: None)


def gives_none_once_its_power_was_gone(device: SimulatedDevice, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(device, "power_back", lambda: device.fit(Gives(nothing)))


def dead_once_the_line_was_lost(device: SimulatedDevice, patch: pytest.MonkeyPatch) -> None:
    """The first line is the one that it is met on."""
    attach, lines = device.attach, [0]

    def attached(socket: Socket) -> None:
        lines[0] += 1
        attach(socket)
        if lines[0] > 1:
            device.fit(Gives(nothing))

    patch.setattr(device, "attach", attached)


# ---------------------------------------------------------------- all of them


BROKEN_GENERATORS = (
    Broken("a stuck byte", "health.bytes", giving(stuck), EVERY),
    Broken("a source that is stuck later", "health.bytes", later(stuck), EVERY),
    Broken("one of its sources is stuck", "health.bytes", fault("stuck_source"), EVERY),
    Broken("its own tests fail", "health.own", fault("stuck_source"), ("rava",)),
    Broken("no bytes", "bytes.come", giving(nothing), EVERY),
    Broken("it says nothing at all", "bytes.come", fault("silence"), EVERY[:2]),
    Broken("it says nothing at all", "identity.answers", fault("silence"), ASKED),
    Broken("dies after so many bytes", "bytes.last", later(nothing), EVERY),
    Broken("folds what does not fit", "bytes.even", giving(folded), EVERY),
    Broken("favours a number", "draw.even", giving(favours_one), EVERY),
    Broken("garbage for an answer", "identity.answers", fitted(Babbles), ASKED),
    Broken("unknown firmware", "identity.firmware", other_firmware, ASKED),
    Broken("another unit", "identity.serial", other_unit, ("rava",)),
    Broken("changes all the time", "identity.again", fitted(Changing), ("rava",)),
    Broken("answers late", "timing.answers", fitted(Slow), ASKED),
    Broken("a trickle of bytes", "timing.startup", trickles, FLOWING),
    Broken("flows while it is to rest", "bytes.rest", never_rests, ("onerng",)),
    Broken("hangs after garbage", "line.garbage", fitted(Hangs), EVERY),
    Broken("dead after a lost line", "reconnect.line", dead_once_the_line_was_lost, EVERY),
    Broken(
        "dead after it was unplugged",
        "reconnect.replug",
        gives_none_once_its_power_was_gone,
        EVERY,
    ),
)
