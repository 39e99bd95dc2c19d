"""The device's side of a plain line: what a profile says, said by a simulated machine.

It keeps nothing: what happens while nobody listens is not told later. What it counts it can be
asked for, if its profile has words for that. It complains about a controller that says what is in
no profile, and only about that: loss, repetition and delay are no breach.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import replace

from drivers.driving import Timing
from drivers.frames import Flaw
from drivers.framings.kinds import framing
from drivers.happenings import CardsDrawn, Happening
from drivers.plain.profile import PlainProfile
from drivers.plain.speech import Question, Speech, Taking, written
from drivers.plain.template import Values
from drivers.plain.wording import DEMANDS, Happened, TagShown
from simulators.firmware import Machine, Memory
from tablectl.words.orders import Demand, Draw

MOST_SAYINGS = 3
"""So often is something said that is not answered, though an answer is waited for."""
HEARD = 1
"""The session of a device that has no sessions: somebody was heard lately."""


class PlainFirmware:
    def __init__(self, machine: Machine, timing: Timing, profile: PlainProfile) -> None:
        self.memory = Memory()
        self.session = 0
        self.discarded = 0
        """Bytes from the line that belonged to no intact frame."""
        self._machine = machine
        self._timing = timing
        self._speech = Speech(profile)
        self._inward = framing(profile.to_device or profile.framing)
        self._outward = framing(profile.framing)
        self._last_byte = 0
        self._heard = 0
        self._last_words = b""
        self._unanswered: deque[str] = deque()
        """Tags that wait to be heard; the first has been said."""
        self._sayings = 0
        self._said_at = 0

    # ------------------------------------------------------------ time

    @property
    def due(self) -> int | None:
        times = [self._heard + self._timing.lapse] if self.session else []
        if self._unanswered:
            times.append(self._said_at + self._timing.lapse)
        return min(times, default=None)

    def wake(self, now: int) -> None:
        if self._unanswered and now >= self._said_at + self._timing.lapse:
            self._say_tag(now)
        if self.session and now >= self._heard + self._timing.lapse:
            self._lapse()

    def power_up(self) -> None:
        self.cut()
        self._lapse()

    def cut(self) -> None:
        self.discarded += sum(bad.count for bad in self._inward.give_up(Flaw.CUT))
        self._unanswered.clear()
        self._sayings = 0

    def _lapse(self) -> None:
        if self.session:
            self.session = 0
            self._machine.session_over()

    # ------------------------------------------------------------ what it tells

    def report(self, happening: Happening, _: int) -> None:
        self.memory.event += 1
        for each in _singly(happening, self._speech):
            self._tell(each)

    def show(self, tag: str, now: int) -> None:
        """A card with this tag is in front of it."""
        self.memory.event += 1
        if self._speech.receipts is None:
            self._tell(TagShown(tag))
            return
        self._unanswered.append(tag)
        if len(self._unanswered) == 1:
            self._say_tag(now)

    def _say_tag(self, now: int) -> None:
        """Say the tag that is to be answered, and mark it if it was said before."""
        if self._sayings == MOST_SAYINGS:
            self._next_tag(now)
            return
        self._said_at = now
        self._sayings += 1
        self._tell(TagShown(self._unanswered[0], int(self._sayings > 1)))

    def _next_tag(self, now: int) -> None:
        self._unanswered.popleft()
        self._sayings = 0
        if self._unanswered:
            self._say_tag(now)

    def _tell(self, happened: Happened) -> None:
        words = self._speech.words(happened)
        if words is not None:
            self._last_words = words
            self._say(words)

    def repeat_last(self) -> None:
        if self._last_words:
            self._say(self._last_words)

    def _say(self, payload: bytes) -> None:
        for words in self._machine.uttered(payload):
            self._machine.speak(self._outward.framed(words))

    # ------------------------------------------------------------ what it is told

    def receive(self, data: bytes, now: int) -> None:
        if self._inward.half and now - self._last_byte > self._timing.gap:
            self.discarded += sum(bad.count for bad in self._inward.give_up(Flaw.SILENCE))
        self._last_byte = now
        self.wake(now)
        for found in self._inward.feed(data):
            if isinstance(found, bytes):
                self._take(found, now)
            else:
                self.discarded += found.count

    def _take(self, payload: bytes, now: int) -> None:
        self.session, self._heard = HEARD, now
        if self._answered(payload, now):
            return
        for question, answer in self._questions():
            if payload == question.ask:
                self._say(written(question.answer, answer))
                return
        for name, taking in self._speech.takes.items():
            values = taking.say.read(payload)
            if values is not None:
                self._obey(name, taking, values)
                return
        self._machine.complain(f"{payload!r} is none of the words that this device knows")

    def _answered(self, payload: bytes, now: int) -> bool:
        """Whether this says that it was heard, or was not; an answer too many changes nothing."""
        receipts = self._speech.receipts
        if receipts is None or payload not in (receipts.heard, receipts.garbled):
            return False
        if self._unanswered and payload == receipts.heard:
            self._next_tag(now)
        elif self._unanswered:
            self._say_tag(now)
        return True

    def _questions(self) -> Iterator[tuple[Question, Values]]:
        machine, device = self._machine, self._machine.device
        who: Values = {
            "model": device.model,
            "serial": device.serial,
            "firmware": device.firmware,
            "digest": device.digest,
        }
        counted: Values = {"load": machine.loads, "out": machine.counted}
        speech = self._speech
        for question, answer in (
            (speech.identity, who),
            (speech.standing, counted),
            (speech.alive, {}),
        ):
            if question is not None:
                yield question, answer

    def _obey(self, name: str, taking: Taking, values: Values) -> None:
        if self._machine.deaf:
            return
        problem = self._machine.prevented() or self._machine.obey(_demand(name, values))
        if not problem:
            self._say(taking.done.write(values))
        elif taking.failed is not None:
            self._say(taking.failed.write({**values, "reason": problem}))
        self._machine.go_on()


def _singly(happening: Happening, speech: Speech) -> Iterator[Happening]:
    """Cards one by one where the device has no words for several at once."""
    several = isinstance(happening, CardsDrawn) and happening.count > 1
    if not isinstance(happening, CardsDrawn) or not several or speech.says_counts:
        yield happening
        return
    for at in range(happening.count):
        cards = happening.cards[at : at + 1]
        yield replace(happening, first=happening.first + at, count=1, cards=cards)


def _demand(name: str, values: Values) -> Demand:
    """The demand that was made. What a draw is for, a plain generator is not told."""
    made, _ = DEMANDS[name]
    told: Demand = made(**values, **({"draw": ""} if made is Draw else {}))
    return told
