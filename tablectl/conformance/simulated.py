"""A simulated device to be checked, in memory and in virtual time, with hands of its own."""

from __future__ import annotations

from collections.abc import Callable

from drivers.profile_form import Profile
from simulators.chance import split
from simulators.device import SimulatedDevice
from simulators.felt import Felt
from simulators.hands import NO_WORD, Hands
from simulators.workshop import build
from tablectl.conformance.contact import Task
from tablectl.hosts.virtual import VirtualTime
from tablectl.words.settings import Device

SECOND = 1_000_000
STEP = 1_000
PATIENCE = 10 * SECOND
CALM = SECOND


def promised(profile: Profile, serial: str, firmware: str = "") -> Device:
    """A simulated device of this profile, as a table file would promise it."""
    return Device(
        kind=profile.kind,
        can=profile.can,
        model=profile.model,
        serial=serial,
        firmware=firmware or profile.sample_firmware,
        simulated=True,
        profile=profile.profile,
        digest=profile.digest,
        delivery=profile.delivery,
        stack=profile.stack_size,
    )


class Simulation:
    """The line to a simulated device, which is in no hurry: time passes only while it is read."""

    def __init__(self, profile: Profile, serial: str, seed: int = 0) -> None:
        self.time = VirtualTime(SECOND)
        felt = Felt(split(seed, "shuffle"))
        self.device: SimulatedDevice = build(
            profile.profile,
            promised(profile, serial),
            profile,
            time=self.time,
            felt=felt,
            chance=split(seed, f"device {profile.profile}"),
            strict=False,  # bad frames are sent on purpose
        )
        self.hands = SimulatedHands(Hands(self.device, felt, seed))
        self._open = False
        self._arrived = bytearray()

    # ------------------------------------------------------------ the line

    def clock(self) -> int:
        return self.time.clock()

    def open(self) -> None:
        if not self._open:
            self._open = True
            self.device.attach(self)

    def close(self) -> None:
        self._open = False
        self._arrived.clear()
        self.device.socket = None

    def write(self, data: bytes) -> None:
        if self._open:
            self.device.receive(data)

    def read(self, until: int) -> bytes:
        while not self._arrived and self.time.clock() < until:
            self.time.run_until(min(until, self.time.clock() + STEP))
        data = bytes(self._arrived)
        self._arrived.clear()
        return data

    # ------------------------------------------------------------ the device's socket

    def send(self, data: bytes) -> None:
        self._arrived += data

    def unplug(self) -> None:
        self.close()

    def plug(self) -> None:
        self.open()


class SimulatedHands:
    """Hands at a simulated device, by the words that they are told."""

    patience = PATIENCE
    calm = CALM

    def __init__(self, hands: Hands) -> None:
        self._hands = hands

    def do(self, task: Task) -> bool:
        return told_in_words(task, self._hands.do)


def told_in_words(task: Task, do: Callable[[str], str]) -> bool:
    """Do a task by the words of a simulator; False if it has none for it."""
    answers = [do(words) for words in task.words]
    return bool(answers) and not any(answer.startswith(NO_WORD) for answer in answers)
