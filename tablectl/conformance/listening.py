"""A sitting with a generator of random bytes: what it was asked, and the bytes that came.

There are no frames and no sessions: it is told to rest before it is asked anything, as a controller
does it, and its answer is looked for in whatever comes. Knows no check.
"""

from __future__ import annotations

from drivers.driving import Timing
from drivers.plain.speech import Question
from drivers.plain.template import Values
from drivers.stream.exchange import Asked, Found, Requested
from drivers.stream.profile import StreamProfile
from drivers.stream.session import named
from drivers.stream.speech import StreamSpeech
from tablectl.conformance.contact import Contact, Hands, Task
from tablectl.conformance.sitting import TRIES, Gone, NotApplicable
from tablectl.conformance.tongue import Who
from tablectl.words.errors import TablectlError

SAMPLE = 16_384
"""So many bytes are looked at."""


class Listening:
    def __init__(
        self, profile: StreamProfile, contact: Contact, hands: Hands, serial: str = ""
    ) -> None:
        self.profile = profile
        self.timing: Timing = profile.timing_in_us()
        self.speech = StreamSpeech(profile)
        self.serial = serial
        self.hands = hands
        self.who: Who | None = None
        """As it answered last."""
        self.mute = False
        """It has given no byte when it should, so nothing more can be found out."""
        self.sample: bytes | None = None
        """What it gave when it was asked for a sample, whole or not."""
        self._contact = contact
        self._numbers = 0

    # ------------------------------------------------------------ the line

    def begin(self) -> None:
        if self.mute:
            raise Gone
        self._contact.open()

    def leave(self) -> None:
        self._contact.close()

    def come_back(self) -> str:
        """Open the line again; why it cannot be, or nothing. What lay there is not of now."""
        try:
            self._contact.open()
        except TablectlError as error:
            return str(error)
        self.heard_in(self.timing.gap)
        return ""

    def clock(self) -> int:
        return self._contact.clock()

    def write(self, data: bytes) -> None:
        self._contact.write(data)

    def heard_in(self, duration: int) -> bytes:
        """Everything that comes in so long a time."""
        end = self.clock() + duration
        heard = b""
        while self.clock() < end:
            heard += self._contact.read(end)
        return heard

    # ------------------------------------------------------------ questions

    @property
    def can_be_asked(self) -> tuple[Question, ...]:
        alive = () if self.speech.alive is None else (self.speech.alive,)
        return (*self.speech.identity, *self.speech.checks, *alive)

    def identify(self) -> Who | None:
        """Who it is; None if it does not answer everything that it is asked."""
        said: dict[str, str] = {}
        for question in self.speech.identity:
            answered = self.ask(question)
            if answered is None:
                return None
            said |= named(answered)
        model, serial, firmware, digest = (
            said.get(name, "") for name in ("model", "serial", "firmware", "digest")
        )
        self.who = Who(model, serial, firmware, digest)
        return self.who

    def ask(self, question: Question, *, within: int = 0, tries: int = TRIES) -> Values | None:
        """What it answers, within that time if one is named; None if it does not."""
        asked = Asked(question)
        for _ in range(tries):
            self.rest()
            self.write(question.ask)
            if (found := self._find(asked, within or self._patience)) is not None:
                return found.values
        return None

    @property
    def _patience(self) -> int:
        """Its own tests may take as long as its silence may."""
        return max(self.timing.silent, 2 * self.timing.repeat)

    def _find(self, wanted: Asked | Requested, within: int) -> Found | None:
        end = self.clock() + within
        held = b""
        while (found := wanted.find(held)) is None and self.clock() < end:
            held += self._contact.read(end)
        return found

    # ------------------------------------------------------------ bytes

    def rest(self) -> None:
        """Tell it to give no bytes, if there are words for that."""
        for words in self.speech.stop:
            self.write(words)

    def flow(self) -> None:
        """Tell it to give bytes, if it has to be told."""
        for words in self.speech.start:
            self.write(words)

    def take(self, count: int) -> bytes:
        """So many bytes; fewer if it falls silent before."""
        if self.speech.request is not None:
            return self._asked_for(count)
        self.flow()
        taken = b""
        while len(taken) < count:
            more = self._contact.read(self.clock() + self.timing.silent)
            if not more:
                break
            taken += more
        self.rest()
        return taken[:count]

    def _asked_for(self, count: int) -> bytes:
        taken = b""
        while len(taken) < count:
            more = self._request()
            if not more:
                break
            taken += more
        return taken[:count]

    def _request(self) -> bytes:
        request = self.speech.request
        if request is None:
            return b""
        for _ in range(TRIES):
            self._numbers = self._numbers % 255 + 1
            piece, number = request.piece, self._numbers
            self.write(request.ask.write({"count": piece, "request": number}))
            found = self._find(Requested(request, piece, number), self.timing.silent)
            if found is not None:
                return found.payload
        return b""

    # ------------------------------------------------------------ hands

    def ask_for(self, task: Task) -> None:
        """Have it done; not applicable where nobody can."""
        if not self.hands.do(task):
            raise NotApplicable(f"nobody here can {task.sentence}")
