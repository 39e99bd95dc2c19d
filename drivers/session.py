"""The controller's side of the reference protocol, without I/O: bytes and the time in, outputs out.

Three states. `_ANSWERS`, below, says what each state makes of each message, but for events, which
count while the session is live; what is not in it is noted and ignored.

    CLOSED    no line. Nothing is sent, nothing is due.
    GREETING  the line is open: HELLO, said again until the right device answers with its identity.
    LIVE      identified: beats go out, events come in, orders are given.

    CLOSED   -> GREETING   the line was opened
    GREETING -> LIVE       IDENTITY of this session, of this protocol and of the right kind
    LIVE     -> GREETING   silence, STRANGER, another epoch or serial number; a new session
    any      -> CLOSED     the line is lost, or farewell

The core hears of an outage once, whatever else goes wrong before the device is identified again.
A device that speaks another version, is of another kind or lapses too late is never identified: the
core hears that the link is lost and why, and the greeting goes on, in case somebody plugs in the
right one.

Order and number are kept by `intake` (events) and `giving` (orders); what events mean is `kinds`'
business. Knows no clock and no wire. No bytes can make it raise.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from drivers import answering, happenings, kinds
from drivers.driving import MILLISECOND, Heard, Noted, Output, Seals, Seen, Send, Timing
from drivers.ear import Ear
from drivers.frames import Decoder, Discarded, Frame
from drivers.giving import Giving
from drivers.happenings import Happening
from drivers.intake import Intake, Verdict
from drivers.layout import Malformed
from drivers.messages import (
    FROM_DEVICE,
    Alive,
    Beat,
    Event,
    Farewell,
    FromController,
    Give,
    Hello,
    Identity,
    Progress,
    Recorded,
    Refused,
    Status,
    Stranger,
    Taken,
    encoded,
    framed,
    read,
)
from drivers.notes import (
    DISCARDED,
    DROPPED,
    DUPLICATE,
    GAP,
    IGNORED,
    LAPSE,
    NO_LINE,
    REFUSED,
    WRONG_DEVICE,
)
from tablectl.words.observations import (
    LinkLost,
    LinkUp,
    Observation,
    OrderDone,
    OrderFailed,
    Report,
)
from tablectl.words.orders import Order
from tablectl.words.settings import DeviceKind
from tablectl.words.values import Label

GIVE = framed(Give(0, 0), 0).kind
_OUTCOMES = (OrderDone, OrderFailed)


class State(Label):
    CLOSED = "closed"
    GREETING = "greeting"
    LIVE = "live"


class ReferenceDriver:
    """One device's driver. `sessions` gives a number that is not zero and hard to guess."""

    def __init__(
        self,
        name: str,
        kind: DeviceKind,
        seals: Seals,
        timing: Timing,
        sessions: Callable[[], int],
        *,
        faces: bool = True,
    ) -> None:
        self.name = name
        self.kind = kind
        self._faces = faces
        """Whether it may tell which cards it sees."""
        self.state = State.CLOSED
        self._seals = seals
        self._timing = timing
        self._sessions = sessions
        self._ear = Ear(timing.gap, Decoder())
        self._intake = Intake()
        self._giving = Giving(timing.repeat)
        self._session = 0
        self._late_until = 0
        """Events up to this one happened before the session began."""
        self._outage_told = False
        """The core knows that the link is lost; true until the device is identified again."""
        self._wrong = ""
        """What is wrong with what answers, as the core was told."""
        self._healthy = True
        self._quiet_since = 0
        """Live: when the device was heard last. Greeting: when the greeting began."""
        self._greeted = False
        self._hello_at = 0
        self._beat_at = 0
        self._beats = 0

    # ------------------------------------------------------------ the line

    def opened(self, now: int) -> list[Output]:
        out: list[Output] = []
        if self.state is not State.CLOSED:
            out += self.lost("the line was opened again", now)
        self._greet(now)
        self._wake_greeting(now, out)
        return out

    def lost(self, why: str, _: int) -> list[Output]:
        out: list[Output] = [Noted(NO_LINE, why), *map(_discarded, self._ear.cut())]
        self._end_session(why, out)
        self.state = State.CLOSED
        return out

    def received(self, data: bytes, now: int) -> list[Output]:
        if self.state is State.CLOSED:
            return [Noted(DISCARDED, "the line is closed", len(data))]
        out: list[Output] = []
        for found in self._ear.hear(data, now):
            if isinstance(found, Discarded):
                out.append(_discarded(found))
            elif found.session != self._session:
                out.append(Noted(IGNORED, f"kind 0x{found.kind:02x} of another session"))
            else:
                self._take(found, now, out)
        return out

    def farewell(self, _: int) -> list[Output]:
        out: list[Output] = []
        if self.state is State.LIVE:
            self._send(Farewell(), out)
        self._giving.end()
        self.state = State.CLOSED
        return out

    # ------------------------------------------------------------ time

    @property
    def due(self) -> int | None:
        match self.state:
            case State.CLOSED:
                return None
            case State.GREETING:
                due = self._hello_at
                silent = None if self._outage_told else self._quiet_since + self._timing.silent
                giving = None
            case State.LIVE:
                due = self._beat_at
                silent = self._quiet_since + self._timing.silent
                giving = self._giving.due
        # Asked after every message, and a comparison is cheaper than `min`.
        if silent is not None and silent < due:
            due = silent
        if giving is not None and giving < due:
            due = giving
        half = self._ear.due
        return due if half is None or due < half else half

    def wake(self, now: int, *, healthy: bool = True) -> list[Output]:
        out: list[Output] = []
        if self._ear.due is not None:
            out += map(_discarded, self._ear.wake(now))
        self._healthy = healthy
        if self.state is State.CLOSED:
            return out
        if not healthy:
            self._hold_back(now)
        elif self.state is State.GREETING:
            self._wake_greeting(now, out)
        else:
            self._wake_live(now, out)
        return out

    def _wake_greeting(self, now: int, out: list[Output]) -> None:
        timing = self._timing
        slow = now - self._quiet_since >= timing.silent
        if slow:
            self._tell_outage("no answer", out)
        if now >= self._hello_at:
            self._hello_at = now + (timing.beat if slow else timing.repeat)
            self._send(Hello(), out, repeated=self._greeted)
            self._greeted = True

    def _wake_live(self, now: int, out: list[Output]) -> None:
        if now - self._quiet_since >= self._timing.silent:
            self._begin_again("silent", now, out)
            return
        if now >= self._beat_at:
            self._beat_at = now + self._timing.beat
            self._beats = (self._beats + 1) & 0xFFFF
            self._send(Beat(self._beats), out)
        giving = self._giving.due
        if giving is not None and now >= giving:
            for message in self._giving.wake(now):
                self._send(message, out, repeated=isinstance(message, Give))

    def _hold_back(self, now: int) -> None:
        """Show no sign of life. A device that is asked nothing need not answer: no silence runs."""
        self._quiet_since = now
        self._beat_at = self._hello_at = now + self._timing.beat
        self._giving.hold_back(now)

    # ------------------------------------------------------------ orders and the record

    def order(self, order: Order, now: int) -> list[Output]:
        """Give an order, or say that it cannot be. One that has to wait for its line is dropped:
        the core sends again what the device never received."""
        number = order.number
        if not kinds.takes(self.kind, order.demand):
            reason = f"a {self.kind.value} takes no {type(order.demand).__name__}"
            return [self._failed(number, reason)]
        try:
            give = Give(number, *happenings.demand_bytes(order.demand))
            framed(give, self._session)
        except Malformed as error:
            return [self._failed(number, f"it does not fit the wire: {error}")]
        if self.state is not State.LIVE:
            return [Noted(DROPPED, f"order {number}: {self.state.value}")]
        reason = self._giving.impossible(number)
        if reason:
            return [self._failed(number, reason)]
        if not self._giving.add(give):
            return [Noted(DUPLICATE, f"order {number} was given in this session")]
        out: list[Output] = []
        self._give_next(now, out)
        return out

    def acknowledge(self, epoch: int, event: int, _: int) -> list[Output]:
        if not self._intake.record(epoch, event):
            return [Noted(IGNORED, f"event {event} of epoch {epoch} is on record, now forgotten")]
        out: list[Output] = []
        if self.state is State.LIVE:
            self._send(Recorded(epoch, event), out)
        return out

    def _give_next(self, now: int, out: list[Output]) -> None:
        give = self._giving.next(now)
        if give is not None:
            self._send(give, out)

    # ------------------------------------------------------------ messages of this session

    def _take(self, frame: Frame, now: int, out: list[Output]) -> None:
        if frame.kind < FROM_DEVICE:  # our own words: the line echoes, and that is no sign of life
            out.append(Noted(IGNORED, f"kind 0x{frame.kind:02x} comes from controllers only"))
            return
        if self.state is State.LIVE:
            self._quiet_since = now
        try:
            message = read(frame)
        except Malformed as error:
            out.append(Noted(IGNORED, str(error)))
            return
        if isinstance(message, Event):
            self._hear_event(message, now, out)
            return
        out.append(Heard(message, partial(encoded, message, self._session)))
        answer = _ANSWERS[self.state].get(type(message))
        if answer is None:
            out.append(Noted(IGNORED, f"{type(message).__name__} while {self.state.value}"))
        else:
            answer(self, message, now, out)

    def _hear_event(self, event: Event, now: int, out: list[Output]) -> None:
        happened = kinds.inside(event)
        shown = kinds.shown(
            self.kind, event, happened, faces=self._faces, in_parts=self._seals.in_parts
        )
        bare = len(shown.body) < len(event.body)  # nobody can tell which of its bytes are cards
        frame = None if bare else partial(encoded, shown, self._session)
        out.append(Heard(shown, frame, 0 if shown is event else len(event.body)))
        if self.state is State.LIVE:
            self._event(event, happened, now, out)
        else:
            out.append(Noted(IGNORED, f"Event while {self.state.value}"))

    def _identified(self, who: Identity, now: int, out: list[Output]) -> None:
        problem = answering.objection(self.kind, who, self._timing.lapse)
        if problem:
            out.append(Noted(WRONG_DEVICE, problem))
            self._tell_wrong(problem, out)
            return
        self.state = State.LIVE
        self._late_until = who.last_event
        self._outage_told, self._wrong = False, ""
        self._quiet_since = now
        self._beat_at = now + self._timing.beat
        self._intake.begin(who.serial, who.epoch, who.last_event)
        self._giving.begin(who.last_order)
        if who.lapse_ms * MILLISECOND < self._timing.lapse:
            promised = self._timing.lapse // MILLISECOND
            out.append(Noted(LAPSE, f"{who.lapse_ms} ms where {promised} were promised"))
        out += (self._seen(LinkUp()), self._seen(answering.identified(who)))

    def _identified_again(self, who: Identity, now: int, out: list[Output]) -> None:
        if (who.serial, who.epoch) == (self._intake.serial, self._intake.epoch):
            out.append(Noted(DUPLICATE, "Identity"))
        else:
            self._begin_again("another device, or one that lost its memory", now, out)

    def _alive(self, _: Alive, __: int, ___: list[Output]) -> None:
        """A sign of life and nothing more, as every frame is."""

    def _event(self, event: Event, happened: Happening | None, now: int, out: list[Output]) -> None:
        verdict = self._intake.judge(event)
        match verdict:
            case Verdict.NEXT:
                self._pass_on(event, happened, now, out)
            case Verdict.AFTER_GAP:
                out.append(Noted(GAP, f"event {event.number} is the oldest the device still has"))
                self._pass_on(event, happened, now, out)
            case Verdict.RECORDED:
                out.append(Noted(DUPLICATE, f"event {event.number}, on record"))
                if self._healthy:
                    self._send(Recorded(event.epoch, self._intake.recorded), out, repeated=True)
            case Verdict.WAITING:
                out.append(Noted(DUPLICATE, f"event {event.number}, not on record yet"))
            case Verdict.EARLY | Verdict.IMPOSSIBLE:
                out.append(Noted(IGNORED, f"event {event.number}: {verdict.value}"))
            case Verdict.OTHER_EPOCH:
                self._begin_again(f"an event of epoch {event.epoch} came", now, out)

    def _pass_on(
        self, event: Event, happened: Happening | None, now: int, out: list[Output]
    ) -> None:
        serial = self._intake.serial
        report, secrets = kinds.meaning(
            self.kind, event, happened, serial, self._seals, faces=self._faces
        )
        late = event.number <= self._late_until
        out.append(Seen(Observation(self.name, report, event.epoch, event.number, late), secrets))
        if isinstance(report, _OUTCOMES):
            self._giving.settled(report.order)
            self._give_next(now, out)

    def _taken(self, taken: Taken, now: int, out: list[Output]) -> None:
        if self._giving.taken(taken.order, now):
            self._give_next(now, out)
        elif self._giving.waits_for(taken.order):
            out.append(Noted(DUPLICATE, f"order {taken.order} is taken"))
        else:
            out.append(Noted(IGNORED, f"order {taken.order} is taken: it is not on its way"))

    def _status(self, status: Status, now: int, out: list[Output]) -> None:
        if status.progress > Progress.FAILED:
            out.append(Noted(IGNORED, f"progress {status.progress} of order {status.order}"))
        elif self._giving.status(status.order, status.progress, now):
            out.append(self._failed(status.order, "the device does not know the order"))
        self._give_next(now, out)

    def _stranger(self, _: Stranger, now: int, out: list[Output]) -> None:
        self._begin_again("the device ended the session", now, out)

    def _refused(self, refused: Refused, now: int, out: list[Output]) -> None:
        out.append(Noted(REFUSED, f"kind 0x{refused.kind:02x}, reason {refused.reason}"))
        order = self._giving.in_flight
        if refused.kind == GIVE and order is not None:
            self._giving.settled(order)
            out.append(self._failed(order, "the device cannot read the order"))
            self._give_next(now, out)

    # ------------------------------------------------------------ sessions and outages

    def _greet(self, now: int) -> None:
        self.state = State.GREETING
        self._session = self._sessions()
        self._quiet_since = self._hello_at = now
        self._greeted = False

    def _begin_again(self, why: str, now: int, out: list[Output]) -> None:
        """The session is over. A pause before the greeting: a device that breaks every session off
        at once would otherwise keep us both busy with nothing else."""
        self._end_session(why, out)
        self._greet(now)
        self._hello_at = now + self._timing.repeat

    def _end_session(self, why: str, out: list[Output]) -> None:
        out.extend(Noted(DROPPED, f"order {order}: {why}") for order in self._giving.end())
        self._tell_outage(why, out)

    def _tell_outage(self, why: str, out: list[Output]) -> None:
        if not self._outage_told:
            self._outage_told = True
            out.append(self._seen(LinkLost(why)))

    def _tell_wrong(self, why: str, out: list[Output]) -> None:
        """The wrong device answers: told in the middle of an outage too, each reason once."""
        if why != self._wrong:
            self._outage_told, self._wrong = True, why
            out.append(self._seen(LinkLost(why)))

    # ------------------------------------------------------------ outputs

    def _send(self, message: FromController, out: list[Output], *, repeated: bool = False) -> None:
        out.append(Send(encoded(message, self._session), repeated, message))

    def _seen(self, report: Report) -> Seen:
        """What the link itself saw: the device did not number it."""
        return Seen(Observation(self.name, report, self._intake.epoch))

    def _failed(self, order: int, reason: str) -> Seen:
        return self._seen(OrderFailed(order, reason))


def _discarded(lost: Discarded) -> Noted:
    return Noted(DISCARDED, lost.flaw.value, lost.count)


_Answer = Callable[[ReferenceDriver, Any, int, list[Output]], None]

_ANSWERS: Mapping[State, Mapping[type[Any], _Answer]] = {
    State.CLOSED: {},
    State.GREETING: {
        Identity: ReferenceDriver._identified,
    },
    State.LIVE: {
        Identity: ReferenceDriver._identified_again,
        Alive: ReferenceDriver._alive,
        Taken: ReferenceDriver._taken,
        Status: ReferenceDriver._status,
        Stranger: ReferenceDriver._stranger,
        Refused: ReferenceDriver._refused,
    },
}
