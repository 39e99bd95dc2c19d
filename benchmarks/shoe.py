"""`python -m benchmarks.shoe SAMPLES`: a shoe on a pseudo-terminal that times its controller.

It speaks the reference protocol in a process of its own, as far as a line that loses nothing needs
it, and does nothing else: what it measures is the controller and not a simulator. It says on its
standard output first where it is, and in the end how long it was made to wait, in microseconds, and
when, by the clock that all processes of a machine share. Where no number of samples is wanted, the
end is the controller's farewell.

As soon as it is allowed to deal it is loaded again and again. Each LOADED makes the table give the
allowance anew, for that load: from writing the event to reading the order is one sample of
`orders`. The ORDER_DONE with which the shoe answers causes no order: from writing it to reading
that it is on record is one sample of `records`. Neither answer may leave before the commit.
"""

from __future__ import annotations

import json
import os
import pty
import sys
import tty
from dataclasses import dataclass, field
from time import perf_counter_ns

from drivers.frames import Decoder, Frame, to_bytes
from drivers.happenings import Happening, demand, happening_bytes
from drivers.messages import (
    PROTOCOL,
    Alive,
    Ask,
    Beat,
    Event,
    Farewell,
    FromDevice,
    Give,
    Hello,
    Identity,
    KindCode,
    Marks,
    Message,
    Progress,
    Recorded,
    Status,
    Taken,
    framed,
    read,
)
from tablectl.words.observations import Loaded, OrderDone
from tablectl.words.orders import Allow

MODEL, SERIAL, FIRMWARE = "sim-shoe", "B-1", "1.0"
EPOCH = 1
LAPSE_MS = 2_000
CHUNK = 4096
WARM_UP = 20
"""Samples that are not counted: the first of everything takes longer."""


@dataclass
class TimingShoe:
    """What it waits for, since when, and what it has found out."""

    fd: int
    wanted: int
    orders: list[float] = field(default_factory=list)
    records: list[float] = field(default_factory=list)
    times: list[int] = field(default_factory=list)
    """When each of the orders came, in nanoseconds."""
    over: bool = False
    _told: bool = False
    _session: int = 0
    _load: int = 0
    _event: int = 0
    _recorded: int = 0
    _last_order: int = 0
    _loaded_at: int | None = None
    _done_at: int | None = None

    def serve(self) -> None:
        """Until the controller says farewell."""
        decoder = Decoder()
        while not self.over:
            self._read(decoder)
        if not self._told:
            self._tell_findings()

    def _read(self, decoder: Decoder) -> None:
        data = os.read(self.fd, CHUNK)
        now = perf_counter_ns()
        for found in decoder.feed(data):
            if not isinstance(found, Frame):
                raise RuntimeError(f"a line in memory garbled bytes: {found}")
            self._hear(read(found), found.session, now)

    def _hear(self, message: Message, session: int, now: int) -> None:
        match message:
            case Hello():
                self._session = session
                self._say(self._identity())
            case Beat(count):
                self._say(Alive(count))
            case Give():
                self._take(message, now)
            case Recorded(_, event):
                self._on_record(event, now)
            case Ask(order):
                self._say(Status(order, Progress.DONE))
            case Farewell():
                self.over = True
            case _:
                raise RuntimeError(f"a controller has no reason to say {message}")

    def _take(self, give: Give, now: int) -> None:
        if self._loaded_at is not None:
            self.orders.append((now - self._loaded_at) / 1_000)
            self.times.append(now)
            self._loaded_at = None
        self._last_order = give.order
        self._say(Taken(give.order))
        allowed = demand(give.demand, give.body)
        sent_at = self._tell(OrderDone(give.order))
        if isinstance(allowed, Allow) and allowed.total:
            self._done_at = sent_at

    def _on_record(self, event: int, now: int) -> None:
        self._recorded = event
        if self._done_at is None or event < self._event:
            return
        self.records.append((now - self._done_at) / 1_000)
        self._done_at = None
        if not self.wanted or len(self.orders) < self.wanted + WARM_UP:
            self._load += 1
            self._loaded_at = self._tell(Loaded(self._load))
        elif not self._told:
            self._told = True
            self._tell_findings()

    def _tell_findings(self) -> None:
        orders, records = self.orders[WARM_UP:], self.records[WARM_UP + 1 :]
        found = {"orders": orders, "records": records, "times": self.times[WARM_UP:]}
        print(json.dumps(found), flush=True)

    # ------------------------------------------------------------ words

    def _tell(self, happening: Happening) -> int:
        """Report an event; when it was written."""
        self._event += 1
        event = Event(EPOCH, self._event, self._recorded + 1, *happening_bytes(happening))
        data = to_bytes(framed(event, self._session))
        now = perf_counter_ns()
        os.write(self.fd, data)
        return now

    def _say(self, message: FromDevice) -> None:
        os.write(self.fd, to_bytes(framed(message, self._session)))

    def _identity(self) -> Identity:
        return Identity(
            protocol=PROTOCOL,
            kind=KindCode.SHOE,
            marks=Marks.SIMULATED,
            epoch=EPOCH,
            last_event=self._event,
            last_order=self._last_order,
            load=self._load,
            lapse_ms=LAPSE_MS,
            model=MODEL,
            serial=SERIAL,
            firmware=FIRMWARE,
            digest="00" * 32,
        )


def a_loaded_event() -> bytes:
    """The bytes of such an event as they go over the line."""
    code, body = happening_bytes(Loaded(1))
    return to_bytes(framed(Event(EPOCH, 1, 1, code, body), 1))


def line() -> int:
    """A pseudo-terminal; where it is, is told. It outlives whoever opens and closes it."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    print(os.ttyname(slave), flush=True)
    return master


def main() -> None:
    TimingShoe(line(), int(sys.argv[1])).serve()


if __name__ == "__main__":
    main()
