"""The controller's side of a plain device, without I/O: bytes and the time in, outputs out.

Four states.

    CLOSED    no line. Nothing is sent, nothing is due.
    GREETING  the line is open: it is asked who it is, again and again, until it answers.
    STANDING  it is asked what it has counted, if it counts.
    LIVE      signs of life go out, reports come in, orders are given.

    CLOSED   -> GREETING   the line was opened; straight to LIVE for one that cannot be asked
    GREETING -> STANDING   it said who it is, or that it lives if it cannot say more; straight to
                           LIVE for one that does not count
    STANDING -> LIVE       it said what it has counted
    any      -> GREETING   silence, or another unit answers
    any      -> CLOSED     the line is lost, or farewell

A plain device numbers no events and keeps none: what it says is passed on at once, and what it
says before it is live is not. That this is no loss that goes unnoticed is the core's business, by
the delivery that the profile promises. One order is under way at a time. An allowance is absolute,
so it is said again until it is answered; any other order is said once. No bytes can make it raise.

A reader of tags tells one card at a time, and the map of the house says which. A card that lies
there is told once, however often the reader says so.
"""

from __future__ import annotations

from collections import deque
from functools import partial
from typing import assert_never

from drivers import kinds
from drivers.driving import MILLISECOND, Heard, Noted, Output, Seals, Seen, Send, SignOfLife, Timing
from drivers.ear import Ear
from drivers.frames import Discarded, Flaw
from drivers.framings.kinds import framing
from drivers.happenings import CardsDrawn, CardsSeen
from drivers.notes import DISCARDED, DROPPED, IGNORED, NO_LINE
from drivers.plain.presence import Presence
from drivers.plain.profile import PlainProfile
from drivers.plain.speech import Lives, Outcome, Said, Speech, Stands, Told, Who
from drivers.plain.spoken import Spoken
from drivers.plain.template import DoesNotFit, Values
from drivers.plain.wording import NoMeaning, TagShown, demanded
from tablectl.words.observations import (
    Identified,
    LinkLost,
    LinkUp,
    Observation,
    OrderDone,
    OrderFailed,
    Report,
)
from tablectl.words.orders import Allow, Order, Shuffle
from tablectl.words.settings import Can, Device, DeviceKind
from tablectl.words.values import Label

PATIENCE = 8
"""So often is an order said, or waited for as long, before it counts as failed."""


class State(Label):
    CLOSED = "closed"
    GREETING = "greeting"
    STANDING = "standing"
    LIVE = "live"


class PlainDriver:
    def __init__(
        self, name: str, device: Device, seals: Seals, timing: Timing, profile: PlainProfile
    ) -> None:
        self.name = name
        self.state = State.CLOSED
        self._device = device
        self._faces = Can.FACES in device.can
        self._seals = seals
        self._timing = timing
        self._speech = Speech(profile)
        self._model = profile.model
        self._framing = framing(profile.framing)
        self._outward = framing(profile.to_device or profile.framing)
        self._ear = Ear(timing.gap, self._framing)
        self._presence = Presence(profile.card_map, (profile.gone_after or 0) * MILLISECOND)
        self._who: Values = {}
        self._orders: deque[Order] = deque()
        """The first of them is under way."""
        self._tries = 0
        self._deck = ""
        """The deck that the device was told to shuffle last."""
        self._outage_told = False
        self._healthy = True
        self._quiet_since = 0
        """When the device was heard last, or when it was first asked who it is."""
        self._ask_at = 0
        """When to ask or beat next."""
        self._order_at = 0
        """When to see to the order that is under way."""

    # ------------------------------------------------------------ the line

    def opened(self, now: int) -> list[Output]:
        out: list[Output] = []
        if self.state is not State.CLOSED:
            out += self.lost("the line was opened again", now)
        self._greet(now, out)
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
                if found.flaw is Flaw.CHECK:
                    self._receipt(out, garbled=True)
            else:
                self._take(found, now, out)
        return out

    def farewell(self, _: int) -> list[Output]:
        """It has no word for that; an allowance lapses by itself."""
        self._orders.clear()
        self.state = State.CLOSED
        return []

    # ------------------------------------------------------------ time

    @property
    def due(self) -> int | None:
        if self.state is State.CLOSED:
            return None
        times = [self._ear.due]
        if self._asks:
            times += [self._ask_at, None if self._outage_told else self._silent_at]
        if self.state is State.LIVE and self._orders:
            times.append(self._order_at)
        return min((time for time in times if time is not None), default=None)

    @property
    def _asks(self) -> bool:
        """Whether there is anything to ask in this state, and so a silence to notice."""
        return self.state is not State.LIVE or self._speech.alive is not None

    @property
    def _silent_at(self) -> int:
        return self._quiet_since + self._timing.silent

    def wake(self, now: int, *, healthy: bool = True) -> list[Output]:
        out: list[Output] = [_discarded(half) for half in self._ear.wake(now)]
        self._healthy = healthy
        if self.state is State.CLOSED:
            return out
        if not healthy:
            # Show no sign of life. What is asked nothing need not answer: no silence runs.
            self._quiet_since = now
            self._ask_at = self._order_at = now + self._timing.beat
            return out
        if self._asks and now >= self._silent_at:
            self._fall_silent(now, out)
        if self._asks and now >= self._ask_at:
            self._ask(now, out)
        if self.state is State.LIVE and self._orders and now >= self._order_at:
            self._say_order(now, out)
        return out

    def _fall_silent(self, now: int, out: list[Output]) -> None:
        if self.state is State.LIVE:
            self._end_session("silent", out)
            self._greet(now, out)
        else:
            self._tell_outage("no answer", out)

    def _ask(self, now: int, out: list[Output]) -> None:
        speech = self._speech
        slow = self.state is State.LIVE or self._outage_told
        self._ask_at = now + (self._timing.beat if slow else self._timing.repeat)
        if self.state is State.GREETING and speech.identity is not None:
            self._send(speech.identity.ask, Spoken("asks who it is"), out)
        elif self.state is State.STANDING and speech.standing is not None:
            self._send(speech.standing.ask, Spoken("asks what it has counted"), out)
        elif speech.alive is not None:
            self._send(speech.alive.ask, SignOfLife(), out)

    # ------------------------------------------------------------ orders

    def order(self, order: Order, now: int) -> list[Output]:
        name, values = demanded(order.demand)
        taking = self._speech.takes.get(name)
        if taking is None:
            return [self._seen(OrderFailed(order.number, f"this device takes no {name}"))]
        try:
            taking.say.write(values)
        except DoesNotFit as error:
            return [self._seen(OrderFailed(order.number, str(error)))]
        if self.state is not State.LIVE:
            return [Noted(DROPPED, f"order {order.number}: {self.state.value}")]
        self._orders.append(order)
        out: list[Output] = []
        if len(self._orders) == 1:
            self._begin_order(now, out)
        return out

    def acknowledge(self, epoch: int, event: int, _: int) -> list[Output]:
        return [Noted(IGNORED, f"event {event} of epoch {epoch}: this device numbers none")]

    def _begin_order(self, now: int, out: list[Output]) -> None:
        self._tries = 0
        self._say_order(now, out)

    def _say_order(self, now: int, out: list[Output]) -> None:
        order = self._orders[0]
        if self._tries >= PATIENCE:
            self._settle(OrderFailed(order.number, "the device does not answer"), now, out)
            return
        self._tries += 1
        self._order_at = now + self._timing.repeat
        if self._tries > 1 and not isinstance(order.demand, Allow):
            return  # it may have been heard, and to say it twice may be to order it twice
        name, values = demanded(order.demand)
        if isinstance(order.demand, Shuffle):
            self._deck = order.demand.deck
        said = Spoken(f"orders {name}", _written(values))
        words = self._speech.takes[name].say.write(values)
        self._send(words, said, out, repeated=self._tries > 1)

    def _settle(self, report: OrderDone | OrderFailed, now: int, out: list[Output]) -> None:
        self._orders.popleft()
        out.append(self._seen(report))
        if self._orders:
            self._begin_order(now, out)

    # ------------------------------------------------------------ what it says

    def _take(self, payload: bytes, now: int, out: list[Output]) -> None:
        try:
            said = self._speech.heard(payload)
        except NoMeaning as error:
            out.append(Noted(IGNORED, str(error)))
            return
        if said is None:  # what it is may be a hidden card: only its size is told
            out.append(Noted(IGNORED, f"{len(payload)} bytes that the profile has no words for"))
            return
        self._quiet_since = now
        hidden = len(payload) if self._hides(said) else 0
        frame = None if hidden else partial(self._framing.framed, payload)
        shown = said.happened if isinstance(said, Told) else None
        still = isinstance(shown, TagShown) and self._presence.lies_still(shown, now)
        out.append(Heard(SignOfLife() if still else _shown(said), frame, hidden))
        match said:
            case Who():
                self._answered(said.values, now, out)
            case Stands():
                self._stands(said.values, now, out)
            case Lives():  # a sign of life and nothing more, as every frame is
                if self.state is State.GREETING and self._speech.identity is None:
                    self._identified(now, out)
            case Outcome():
                self._outcome(said, now, out)
            case Told():
                if self.state is State.LIVE:  # what is not taken is not answered, and said again
                    self._receipt(out)
                if not still:
                    self._told(said, now, out)
            case _:
                assert_never(said)

    def _hides(self, said: Said) -> bool:
        """Whether a card is in it that nobody has turned up; a reader of faces sees only those that
        lie face up."""
        reads = self._device.kind is DeviceKind.READER and self._faces
        if not isinstance(said, Told) or reads:
            return False
        return isinstance(said.happened, CardsDrawn | CardsSeen) and bool(said.happened.cards)

    def _answered(self, who: Values, now: int, out: list[Output]) -> None:
        if self.state is State.GREETING:
            self._who = who
            self._identified(now, out)
        elif who != self._who:
            self._end_session("another unit answers", out)
            self._greet(now, out)

    def _identified(self, now: int, out: list[Output]) -> None:
        if self._speech.standing is None:
            self._go_live({}, now, out)
        else:
            self.state = State.STANDING
            self._ask(now, out)

    def _stands(self, counted: Values, now: int, out: list[Output]) -> None:
        if self.state is State.STANDING:
            self._go_live(counted, now, out)
        else:
            out.append(Noted(IGNORED, f"what it has counted, while {self.state.value}"))

    def _go_live(self, counted: Values, now: int, out: list[Output]) -> None:
        self.state = State.LIVE
        self._outage_told = False
        self._quiet_since = now
        self._ask_at = now + self._timing.beat
        who = {name: str(said) for name, said in self._who.items()}
        identified = Identified(
            who.get("model", self._model),
            who.get("serial", ""),
            who.get("firmware", ""),
            digest=who.get("digest", ""),
            # It cannot say so itself: what stands on a simulated line is a simulator.
            simulated=self._device.simulated,
            load=int(counted.get("load", 0)),
            out=int(counted["out"]) if "out" in counted else None,
        )
        out += (self._seen(LinkUp()), self._seen(identified))

    def _outcome(self, outcome: Outcome, now: int, out: list[Output]) -> None:
        """How the order that is under way ended, if that is what the words can mean."""
        order = self._orders[0] if self._orders else None
        if order is None:
            out.append(Noted(IGNORED, f"the end of an order to {outcome.demand} that nobody gave"))
            return
        name, values = demanded(order.demand)
        given = {place: value for place, value in outcome.values.items() if place in values}
        if name != outcome.demand or any(values[place] != v for place, v in given.items()):
            out.append(Noted(IGNORED, f"the end of another order to {outcome.demand}"))
        elif outcome.failed is None:
            self._settle(OrderDone(order.number), now, out)
        else:
            self._settle(OrderFailed(order.number, outcome.failed), now, out)

    def _told(self, told: Told, now: int, out: list[Output]) -> None:
        if self.state is not State.LIVE:
            out.append(Noted(IGNORED, f"{told.means} while {self.state.value}"))
            return
        if isinstance(told.happened, TagShown):
            out.append(self._seen(self._presence.came(told.happened, now)))
            return
        serial = str(self._who.get("serial", ""))
        report, secrets = kinds.plain_meaning(
            self._device.kind,
            told.happened,
            serial,
            self._deck,
            self._seals,
            faces=self._faces,
        )
        out.append(Seen(Observation(self.name, report), secrets))

    def _receipt(self, out: list[Output], *, garbled: bool = False) -> None:
        """Answer a device that waits for it whether it was understood."""
        receipts = self._speech.receipts
        words = None if receipts is None else receipts.garbled if garbled else receipts.heard
        if words is not None:
            said = Spoken("did not understand") if garbled else Spoken("has heard that")
            self._send(words, said, out)

    # ------------------------------------------------------------ sessions and outages

    def _greet(self, now: int, out: list[Output]) -> None:
        self._who = {}
        self._presence.forget()
        self._quiet_since = self._ask_at = now
        if self._speech.identity is None and self._speech.alive is None:
            self._identified(now, out)
        else:
            self.state = State.GREETING
            self._ask(now, out)

    def _end_session(self, why: str, out: list[Output]) -> None:
        out.extend(Noted(DROPPED, f"order {order.number}: {why}") for order in self._orders)
        self._orders.clear()
        self._tell_outage(why, out)

    def _tell_outage(self, why: str, out: list[Output]) -> None:
        if not self._outage_told:
            self._outage_told = True
            out.append(self._seen(LinkLost(why)))

    # ------------------------------------------------------------ outputs

    def _send(
        self,
        payload: bytes,
        said: Spoken | SignOfLife,
        out: list[Output],
        *,
        repeated: bool = False,
    ) -> None:
        out.append(Send(self._outward.framed(payload), repeated, said))

    def _seen(self, report: Report) -> Seen:
        return Seen(Observation(self.name, report))


def _shown(said: Said) -> Spoken | SignOfLife:
    """What was said without any card: which card it is may be hidden."""
    match said:
        case Who():
            return Spoken("says who it is", _written(said.values))
        case Stands():
            return Spoken("says what it has counted", _written(said.values))
        case Lives():
            return SignOfLife()
        case Outcome():
            done = "carried out" if said.failed is None else "did not carry out"
            return Spoken(f"{done} {said.demand}", _written(said.values))
        case Told():
            return Spoken(f"tells {said.means}")
        case _:
            assert_never(said)


def _written(values: Values) -> str:
    return " ".join(f"{name}={value}" for name, value in values.items())


def _discarded(lost: Discarded) -> Noted:
    return Noted(DISCARDED, lost.flaw.value, lost.count)
