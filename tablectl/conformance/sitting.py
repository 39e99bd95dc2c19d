"""A sitting with one device: what was said, what was heard, and what has to hold in between.

While anything is waited for, signs of life go out and events are recorded, as a controller does it,
unless a check says otherwise. Knows no check.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from drivers.driving import Timing
from drivers.ear import Ear
from drivers.frames import Discarded
from drivers.happenings import CardsDrawn
from drivers.plain.profile import PlainProfile
from drivers.profile_form import Profile
from tablectl.conformance.contact import Contact, Hands, Task
from tablectl.conformance.tongue import (
    Ended,
    Happened,
    Lives,
    Noise,
    Said,
    Stands,
    Tongue,
    Took,
    Who,
)
from tablectl.words.observations import ChamberLoaded, Loaded
from tablectl.words.orders import Allow, Demand
from tablectl.words.settings import Can, Delivery, DeviceKind
from tablectl.words.values import value

T = TypeVar("T")
S = TypeVar("S")
TRIES = 3
"""So often is a question asked before it counts as unanswered: a frame may be lost."""


class Differs(Exception):
    """The device is not as its profile says."""

    def __init__(self, expected: str, seen: str) -> None:
        super().__init__(f"expected {expected}; seen {seen}")
        self.expected = expected
        self.seen = seen


class NotApplicable(Exception):
    """There is nothing to check here, and why."""


class Gone(Exception):
    """The device does not answer when it is greeted, so nothing more can be asked of it."""


@value
class Outcome:
    """What came of an order. `taken` and `ended` are how often it was said."""

    taken: int
    ended: int
    problem: str | None


class Sitting:
    def __init__(
        self,
        profile: Profile,
        contact: Contact,
        tongue: Tongue[Any],
        hands: Hands,
        serial: str = "",
    ) -> None:
        self.profile = profile
        self.timing: Timing = profile.timing_in_us()
        self.serial = serial
        self.hands = hands
        self.who: Who | None = None
        """As it answered last."""
        self.heard: list[Said] = []
        """Everything since the check began."""
        self.beating = True
        self.recording = True
        self.load = 0
        self.out = 0
        """Cards that have left since the last load, as far as it was told."""
        self._contact = contact
        self._tongue = tongue
        self._orders = 0
        self._loaded = False
        self._beat_at = 0
        self._ear: Ear[Any] = Ear(self.timing.gap, tongue.decoder)

    # ------------------------------------------------------------ what the profile promises

    @property
    def kind(self) -> DeviceKind:
        return self.profile.kind

    @property
    def portion(self) -> int:
        """How many cards a shoe gives together."""
        return self.profile.stack_size

    @property
    def delivery(self) -> Delivery:
        return self.profile.delivery

    def can(self, what: Can) -> bool:
        return what in self.profile.can

    def tells(self, means: str, kinds: tuple[DeviceKind, ...]) -> bool:
        """Whether it tells of that: in its profile, or as every device of these kinds does."""
        if isinstance(self.profile, PlainProfile):
            return any(spec.means == means for spec in self.profile.tells)
        return self.kind in kinds

    # ------------------------------------------------------------ the line

    def begin(self) -> None:
        """Everything as a check finds it: the line open, the device greeted, nothing heard."""
        self.heard.clear()
        self.beating = self.recording = True
        self._contact.open()
        if self._tongue.hello() is None:
            return
        if self.greet() is None:
            raise Gone
        self.heard.clear()

    def leave(self) -> None:
        """Let go of the line."""
        self._contact.close()
        self._hear(self._ear.cut())

    def come_back(self) -> None:
        self._contact.open()

    def write(self, data: bytes) -> None:
        self._contact.write(data)

    def wait(self, duration: int, seen: Callable[[], T | None] = lambda: None) -> T | None:
        """Wait so long, or until this is seen."""
        end = self._contact.clock() + duration
        while (found := seen()) is None and (now := self._contact.clock()) < end:
            self._beat(now)
            self._read(min(end, self._beat_at) if self.beating else end)
        return found

    def _beat(self, now: int) -> None:
        if self.beating and now >= self._beat_at:
            self._beat_at = now + self.timing.beat
            if (beat := self._tongue.beat()) is not None:
                self._contact.write(beat)

    def _read(self, until: int) -> None:
        data = self._contact.read(until if self._ear.due is None else min(until, self._ear.due))
        now = self._contact.clock()
        self._hear(self._ear.hear(data, now) if data else self._ear.wake(now))

    def _hear(self, found: Sequence[Any]) -> None:
        for each in found:
            lost = isinstance(each, Discarded)
            said = Noise(each.count) if lost else self._tongue.said(each)
            if said is not None:
                self.heard.append(said)
                self._note(said)

    def _note(self, said: Said) -> None:
        """What is to be known of it from now on."""
        match said:
            case Who():
                self.who = said
                self._orders = max(self._orders, said.last_order)
                self.load = said.load if said.load is not None else self.load
            case Stands():
                self.load, self.out = said.load or 0, said.out
            case Happened(Loaded() | ChamberLoaded() as loaded):
                self.load, self.out, self._loaded = loaded.load, 0, True
            case Happened(CardsDrawn() as drawn):
                before = drawn.first - 1 if drawn.first else self.out
                self.out = before + drawn.count
        if self.recording and isinstance(said, Happened | Ended) and said.event is not None:
            self.record(said.event)

    def record(self, event: tuple[int, int]) -> None:
        if (words := self._tongue.recorded(event)) is not None:
            self._contact.write(words)

    # ------------------------------------------------------------ questions

    def greet(self) -> Who | None:
        """Who it is; None if it does not say."""
        return self._ask(self._tongue.hello, Who)

    def greet_again(self) -> Who | None:
        return self._ask(self._tongue.again, Who)

    def lives(self, within: int | None = None) -> bool:
        """Whether it answers a sign of life, said once; or three times, without a limit."""
        asked = self._tongue.beat
        if within is None:
            return self._ask(asked, Lives) is not None
        return self._ask(asked, Lives, within=within, tries=1) is not None

    def stands(self) -> Stands | None:
        return self._ask(self._tongue.standing, Stands)

    @property
    def has_beat(self) -> bool:
        return self._tongue.beat() is not None

    @property
    def has_identity(self) -> bool:
        return self._tongue.again() is not None

    @property
    def has_standing(self) -> bool:
        return self._tongue.standing() is not None

    def probe(self) -> Callable[[], bytes | None]:
        """A question that every intact frame of is answered: signs of life, or who it is."""
        return self._tongue.beat if self.has_beat else self._tongue.again

    def answers(self) -> bool:
        """Whether the probe is answered."""
        if self.has_beat:
            return self.lives()
        return self.greet_again() is not None

    def answered_since(self, count: int) -> list[Said]:
        """What was said after so many things that is an answer, and no noise."""
        return [said for said in self.heard[count:] if not isinstance(said, Noise)]

    @property
    def tongue(self) -> Tongue[Any]:
        return self._tongue

    def _ask(
        self,
        question: Callable[[], bytes | None],
        answer: type[S],
        *,
        within: int | None = None,
        tries: int = TRIES,
    ) -> S | None:
        """Ask until it is answered with that. Signs of life stand aside meanwhile."""
        beating, self.beating = self.beating, False
        since = len(self.heard)
        try:
            for _ in range(tries):
                words = question()
                if words is None:
                    return None
                self._contact.write(words)
                found = self.wait(
                    within or self.timing.repeat * 2, lambda: self._one(answer, since)
                )
                if found is not None:
                    return found
            return None
        finally:
            self.beating = beating

    def _one(self, kind: type[S], since: int) -> S | None:
        return next((said for said in self.heard[since:] if isinstance(said, kind)), None)

    # ------------------------------------------------------------ orders

    def order(
        self, demand: Demand, number: int | None = None, *, linger: bool = False
    ) -> Outcome | None:
        """Give an order and see what comes of it; None if there are no words for it.

        With `linger`, whatever else is said of it is waited for too.
        """
        if number is None:
            self._orders += 1
            number = self._orders
        words = self._tongue.order(number, demand)
        if words is None:
            return None
        since = len(self.heard)
        self._contact.write(words)
        self.wait(self.timing.silent, lambda: self._ended(number, since) or None)
        if linger:
            self.wait(self.timing.repeat * 2)
        ended = self._ended(number, since)
        taken = [s for s in self.heard[since:] if isinstance(s, Took) and s.order == number]
        return Outcome(len(taken), len(ended), ended[0].problem if ended else "no answer")

    @property
    def last_order(self) -> int:
        return self._orders

    def _ended(self, number: int, since: int) -> list[Ended]:
        """The ends of this order that it told; one event said twice is one."""
        found = [s for s in self.heard[since:] if isinstance(s, Ended) and s.order == number]
        numbered = {each.event: each for each in found if each.event is not None}
        return list(numbered.values()) or found

    # ------------------------------------------------------------ cards

    def allow(self, cards: int) -> Outcome | None:
        """Allow so many cards beyond those that have left."""
        return self.order(Allow(self.out + cards, self.load))

    def loaded(self) -> None:
        """With a deck in it that was put in at this sitting."""
        if not self._loaded:
            self.put_in()

    def put_in(self, task: Task = Task.LOAD) -> Loaded | ChamberLoaded | None:
        """Have a deck put in; what it told of that."""
        since = len(self.heard)
        self.ask_for(task)
        told = self.tells("loaded", (DeviceKind.SHOE,))

        patient = told or not self.has_standing
        self.wait(
            self.hands.patience if patient else self.hands.calm,
            lambda: True if told and self.told_load(since) else None,
        )
        if not told and self.has_standing:
            self.stands()
        elif not told:
            self.load, self.out = 0, 0
        self._loaded = True
        return self.told_load(since) if told else None

    def told_load(self, since: int) -> Loaded | ChamberLoaded | None:
        """The first load that it told of after so many things."""
        if self.can(Can.CHAMBERS):
            return self.told(ChamberLoaded, since)
        return self.told(Loaded, since)

    def portion_out(self) -> CardsDrawn | None:
        """Have what is allowed come out; what it told of that."""
        since = len(self.heard)
        if self.portion == 1:
            self.ask_for(Task.DRAW)
        seen = self.wait(self.hands.patience, lambda: self.told(CardsDrawn, since))
        if self.portion > 1:
            self.ask_for(Task.TAKE)
        return seen

    def pulled(self) -> int:
        """How many cards come although none may: somebody tries."""
        since = len(self.heard)
        self.ask_for(Task.PULL if self.portion == 1 else Task.TAKE)
        self.wait(self.hands.calm, lambda: self.told(CardsDrawn, since))
        return self.cards_since(since)

    def cards_since(self, since: int) -> int:
        drawn: dict[object, int] = {}
        for at, said in enumerate(self.heard[since:]):
            if isinstance(said, Happened) and isinstance(said.what, CardsDrawn):
                drawn[said.event or at] = said.what.count
        return sum(drawn.values())

    def told(self, kind: type[S], since: int) -> S | None:
        """The first thing of this kind that it told after so many things."""
        happened = (said.what for said in self.heard[since:] if isinstance(said, Happened))
        return next((what for what in happened if isinstance(what, kind)), None)

    def ask_for(self, task: Task) -> None:
        """Have it done; not applicable where nobody can."""
        if not self.hands.do(task):
            raise NotApplicable(f"nobody here can {task.sentence}")
