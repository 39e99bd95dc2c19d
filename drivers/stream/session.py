"""The controller's side of a generator of random bytes, without I/O: bytes and the time in, outputs
out.

Five states.

    CLOSED    no line. Nothing is sent, nothing is due.
    GREETING  it is asked who it is, and how its own tests stand, question by question.
    TESTING   its first bytes come in, and none is used: the start-up test.
    LIVE      every byte is tested. A draw takes those that come after it was ordered.
    FAILED    a test failed. Nothing is used until somebody orders a draw again, which is not before
              the table has let the generator be cleared; then everything begins with GREETING.

    CLOSED   -> GREETING   the line was opened
    GREETING -> TESTING    every question is answered
    TESTING  -> LIVE       all tests passed: now it is there, as far as the table is concerned
    any      -> FAILED     a health test failed, ours or its own
    FAILED   -> GREETING   a draw was ordered
    any      -> GREETING   silence, or another unit answers
    any      -> CLOSED     the line is lost, or farewell

Bytes that nobody asked for are tested and thrown away, and counted; no byte is used for two draws.
No bytes can make it raise.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from drivers.drawing import Drawing, Range
from drivers.driving import Heard, Noted, Output, Seen, Send, SignOfLife, Timing
from drivers.notes import DISCARDED, DROPPED, IGNORED, NO_LINE
from drivers.plain.speech import Question
from drivers.plain.spoken import Spoken
from drivers.plain.template import Values
from drivers.stream.exchange import MOST_HELD, Asked, Requested
from drivers.stream.health import Sources, cutoffs
from drivers.stream.profile import VERSION, StreamProfile
from drivers.stream.speech import Check, StreamSpeech
from tablectl.words.observations import (
    Identified,
    Jammed,
    LinkLost,
    LinkUp,
    NumberDrawn,
    Observation,
    OrderDone,
    OrderFailed,
    Report,
)
from tablectl.words.orders import Draw, Order
from tablectl.words.settings import Device
from tablectl.words.values import Label


class State(Label):
    CLOSED = "closed"
    GREETING = "greeting"
    TESTING = "testing"
    LIVE = "live"
    FAILED = "failed"


class StreamDriver:
    def __init__(self, name: str, device: Device, timing: Timing, profile: StreamProfile) -> None:
        self.name = name
        self.state = State.CLOSED
        self._device = device
        self._timing = timing
        self._speech = StreamSpeech(profile)
        self._model = profile.model
        health = profile.health
        cut = cutoffs(health.exact_entropy, health.alpha, health.startup)
        self._sources = Sources(cut, health.startup, profile.sources)
        self._questions: deque[Question] = deque()
        self._exchange: Asked | Requested | None = None
        self._requests = 0
        self._held = bytearray()
        """What came in and may be part of an answer."""
        self._who: dict[str, str] = {}
        self._met: dict[str, str] | None = None
        """Who the table was told is here; None while it was told that nobody is."""
        self._orders: deque[tuple[Order, Draw]] = deque()
        self._drawing: Drawing | None = None
        """The draw that the first of the orders is about, if it has begun."""
        self._unused = 0
        """Bytes that were tested and thrown away since that was noted last."""
        self._outage_told = False
        self._quiet_since = 0
        self._ask_at = 0

    @property
    def _flows(self) -> bool:
        """Whether bytes come without being asked for."""
        return self._speech.request is None and self.state not in (State.CLOSED, State.GREETING)

    # ------------------------------------------------------------ the line

    def opened(self, now: int) -> list[Output]:
        out: list[Output] = []
        if self.state is not State.CLOSED:
            out += self.lost("the line was opened again", now)
        self._greet(now, out)
        return out

    def lost(self, why: str, _: int) -> list[Output]:
        out: list[Output] = [Noted(NO_LINE, why)]
        self._note_unused("the line is gone", out)
        self._end_session(why, out)
        self.state = State.CLOSED
        return out

    def received(self, data: bytes, now: int) -> list[Output]:
        if self.state is State.CLOSED:
            return [Noted(DISCARDED, "the line is closed", len(data))]
        out: list[Output] = []
        if self._flows:
            out.append(Heard(SignOfLife()))
            self._take_bytes(data, now, out)
        else:
            self._held += data
            self._look(now, out)
        return out

    def farewell(self, _: int) -> list[Output]:
        out: list[Output] = []
        if self.state is not State.CLOSED:
            self._say(self._speech.stop, "is told to rest", out)
        self._orders.clear()
        self.state = State.CLOSED
        return out

    # ------------------------------------------------------------ time

    @property
    def due(self) -> int | None:
        if self.state is State.CLOSED:
            return None
        silent = self._quiet_since + self._timing.silent
        return min(silent, self._ask_at) if self._asks else silent

    @property
    def _asks(self) -> bool:
        return self._exchange is not None or self._sign_of_life is not None

    @property
    def _sign_of_life(self) -> Question | None:
        """What it is asked every beat, if it is. One that has failed may answer no more than who
        it is."""
        speech = self._speech
        if speech.alive is None or self.state not in (State.LIVE, State.FAILED):
            return None
        return next(iter(speech.identity), None) if self.state is State.FAILED else speech.alive

    def wake(self, now: int, *, healthy: bool = True) -> list[Output]:
        out: list[Output] = []
        if self.state is State.CLOSED:
            return out
        if not healthy:
            # Show no sign of life. What is asked nothing need not answer: no silence runs.
            self._quiet_since = now
            self._ask_at = now + self._timing.beat
            return out
        if now >= self._quiet_since + self._timing.silent:
            why = "silent" if self._met is not None else "no answer"
            self._end_session(why, out)
            self._greet(now, out)
        elif self._asks and now >= self._ask_at:
            self._ask(now, out)
        return out

    def _ask(self, now: int, out: list[Output]) -> None:
        """Say once more what is not answered, or ask whether it is still there."""
        match self._exchange:
            case Asked() as asked:
                self._begin(asked, now, out, repeated=True)
            case Requested():
                # Under another number: what is late of the first answer is no answer to this.
                self._request(now, out, repeated=True)
            case None:
                if self._sign_of_life is not None:
                    self._begin(Asked(self._sign_of_life), now, out)

    # ------------------------------------------------------------ questions and answers

    def _greet(self, now: int, out: list[Output]) -> None:
        speech = self._speech
        again = self.state is State.FAILED
        self.state = State.GREETING
        self._who = {}
        self._exchange = None
        self._drawing = None
        self._quiet_since = now
        self._questions = deque((*speech.identity, *speech.checks))
        if speech.alive is not None:
            self._questions.append(speech.alive)
        if again:
            self._say(speech.again, "is told to test itself", out)
        self._next_question(now, out)

    def _next_question(self, now: int, out: list[Output]) -> None:
        if self._questions:
            self._begin(Asked(self._questions.popleft()), now, out)
        else:
            self._test(now, out)

    def _begin(self, asked: Asked, now: int, out: list[Output], *, repeated: bool = False) -> None:
        greets = self.state is State.GREETING
        quick = greets and not self._outage_told
        self._exchange = asked
        self._ask_at = now + (self._timing.repeat if quick else self._timing.beat)
        if greets:
            self._say(self._speech.stop, "is told to rest", out)
        shown = Spoken(f"is asked {asked.about}") if greets else SignOfLife()
        out.append(Send(asked.question.ask, repeated, shown))

    def _request(self, now: int, out: list[Output], *, repeated: bool = False) -> None:
        request = self._speech.request
        if request is None:
            return  # it flows
        self._requests = self._requests % 255 + 1
        count = request.piece
        self._exchange = Requested(request, count, self._requests)
        self._ask_at = now + self._timing.repeat
        words = request.ask.write({"count": count, "request": self._requests})
        out.append(Send(words, repeated, Spoken("is asked for bytes", f"count={count}")))

    def _look(self, now: int, out: list[Output]) -> None:
        """Look for what is being waited for in what came in; nothing else is of any use."""
        while self._held:
            found = None if self._exchange is None else self._exchange.find(bytes(self._held))
            if found is None:
                keep = 0 if self._exchange is None else MOST_HELD
                self._discard(len(self._held) - keep, "no answer to any question", out)
                return
            self._discard(found.start, "no answer to any question", out)
            answer, self._exchange = self._exchange, None
            del self._held[: found.end - found.start]
            self._quiet_since = now
            if isinstance(answer, Asked):
                self._answered(answer.question, found.values, now, out)
            else:
                out.append(Heard(Spoken("gives bytes", f"{len(found.payload)} of them")))
                self._take_bytes(found.payload, now, out)
            if self._flows:
                self._discard(len(self._held), "they came before the bytes were started", out)

    def _discard(self, count: int, why: str, out: list[Output]) -> None:
        if count > 0:
            del self._held[:count]
            out.append(Noted(DISCARDED, why, count))

    def _answered(self, question: Question, values: Values, now: int, out: list[Output]) -> None:
        fault = ""
        if not isinstance(question, Check):
            self._who.update(named(values))
        elif question is not self._speech.alive or self.state is not State.GREETING:
            fault = question.fault(values)  # what it counted before this session is not of it
        shown = " ".join(f"{name}={said}" for name, said in values.items() if name != "rest")
        told = fault or self.state is State.GREETING
        out.append(Heard(Spoken("answers", shown) if told else SignOfLife()))
        self._ask_at = now + self._timing.beat
        if fault and self.state is not State.FAILED:
            self._fail(fault, out)
        elif self.state is State.GREETING:
            self._next_question(now, out)
        elif self._drawing is not None:
            self._ask_for_more(now, out)

    # ------------------------------------------------------------ bytes and their health

    def _test(self, now: int, out: list[Output]) -> None:
        self._compare(out)
        self.state = State.TESTING
        self._sources.begin()
        self._quiet_since = now
        self._say(self._speech.start, "is told to give bytes", out)
        self._request(now, out)

    def _take_bytes(self, data: bytes, now: int, out: list[Output]) -> None:
        self._quiet_since = now
        wrong = "" if self.state is State.FAILED else self._sources.feed(data)
        if wrong:
            self._unused += len(data)
            self._fail(wrong, out)
        elif self.state is State.TESTING:
            self._unused += len(data)
            if self._sources.started:
                self._go_live(now, out)
            else:
                self._request(now, out)
        elif self.state is State.LIVE and self._drawing is not None:
            self._draw(self._drawing, data, now, out)
        else:
            self._unused += len(data)

    def _go_live(self, now: int, out: list[Output]) -> None:
        self.state = State.LIVE
        self._ask_at = now + self._timing.beat
        self._meet(out)
        if self._orders:
            self._begin_draw(now, out)

    def _fail(self, why: str, out: list[Output]) -> None:
        self._compare(out)
        self.state = State.FAILED
        self._drawing = self._exchange = None
        self._questions.clear()
        self._meet(out)
        why = f"the random source is not in order: {why}"
        if not self._orders:
            out.append(self._seen(Jammed(why)))
        out.extend(self._seen(OrderFailed(order.number, why)) for order, _ in self._orders)
        self._orders.clear()

    # ------------------------------------------------------------ draws

    def order(self, order: Order, now: int) -> list[Output]:
        demand = order.demand
        if not isinstance(demand, Draw):
            reason = f"a generator cannot {type(demand).__name__.lower()}"
            return [self._seen(OrderFailed(order.number, reason))]
        if demand.low > demand.high:
            reason = f"there is no number from {demand.low} to {demand.high}"
            return [self._seen(OrderFailed(order.number, reason))]
        if self._met is None:
            return [Noted(DROPPED, f"order {order.number}: {self.state.value}")]
        out: list[Output] = []
        self._orders.append((order, demand))
        if self.state is State.FAILED:
            self._greet(now, out)
        elif self.state is State.LIVE and len(self._orders) == 1:
            self._begin_draw(now, out)
        return out

    def acknowledge(self, epoch: int, event: int, _: int) -> list[Output]:
        return [Noted(IGNORED, f"event {event} of epoch {epoch}: this device numbers none")]

    def _begin_draw(self, now: int, out: list[Output]) -> None:
        _, demand = self._orders[0]
        self._note_unused("they came before the draw was ordered", out)
        self._drawing = Drawing(Range(demand.low, demand.high))
        self._ask_for_more(now, out)

    def _ask_for_more(self, now: int, out: list[Output]) -> None:
        if self._exchange is None:  # otherwise once that is answered
            self._request(now, out)

    def _draw(self, drawing: Drawing, data: bytes, now: int, out: list[Output]) -> None:
        number, rest = drawing.take(data)
        if number is None:
            self._ask_for_more(now, out)
            return
        self._unused += len(rest)
        self._drawing = None
        order, demand = self._orders.popleft()
        drawn = NumberDrawn(demand.draw, number)
        out += (self._seen(OrderDone(order.number)), self._seen(drawn))
        if self._orders:
            self._begin_draw(now, out)

    def _note_unused(self, why: str, out: list[Output]) -> None:
        if self._unused:
            out.append(Noted(DISCARDED, why, self._unused))
            self._unused = 0

    # ------------------------------------------------------------ sessions and outages

    def _meet(self, out: list[Output]) -> None:
        """Tell the table who is here, once a session."""
        if self._met is not None:
            return
        self._met, self._outage_told = dict(self._who), False
        identified = Identified(
            self._who.get("model", self._model),
            self._who.get("serial", ""),
            self._who.get("firmware", ""),
            digest=self._who.get("digest", ""),
            # It cannot say so itself: what stands on a simulated line is a simulator.
            simulated=self._device.simulated,
        )
        out += (self._seen(LinkUp()), self._seen(identified))

    def _compare(self, out: list[Output]) -> None:
        """Whether the unit that has just said who it is is the one that the table was told of."""
        if self._met not in (None, self._who):
            self._end_session("another unit answers", out)

    def _end_session(self, why: str, out: list[Output]) -> None:
        out.extend(Noted(DROPPED, f"order {order.number}: {why}") for order, _ in self._orders)
        self._orders.clear()
        self._exchange = self._drawing = self._met = None
        self._discard(len(self._held), "they belong to no answer", out)
        if not self._outage_told:
            self._outage_told = True
            out.append(self._seen(LinkLost(why)))

    # ------------------------------------------------------------ outputs

    def _say(self, words: Sequence[bytes], what: str, out: list[Output]) -> None:
        out.extend(Send(each, message=Spoken(what)) for each in words)

    def _seen(self, report: Report) -> Seen:
        return Seen(Observation(self.name, report))


def named(values: Values) -> dict[str, str]:
    """What it said of itself; a version that is said in parts is put together."""
    said = {name: str(value) for name, value in values.items() if name not in (*VERSION, "rest")}
    if parts := [str(values[name]) for name in VERSION if name in values]:
        said["firmware"] = ".".join(parts)
    return said
