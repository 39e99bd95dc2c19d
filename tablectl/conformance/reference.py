"""The tongue of the reference protocol."""

from __future__ import annotations

from collections.abc import Callable

from drivers.frames import END, MAX_STUFFED, Decoder, Flaw, Frame, to_bytes
from drivers.happenings import demand_bytes, happening
from drivers.kinds import DUTIES
from drivers.layout import Malformed
from drivers.messages import (
    Alive,
    Beat,
    Event,
    FromController,
    Give,
    Hello,
    Identity,
    Recorded,
    Refused,
    Status,
    Stranger,
    Taken,
    encoded,
    read,
)
from tablectl.conformance.tongue import (
    Ended,
    Happened,
    Lives,
    Rejected,
    Said,
    Took,
    Who,
)
from tablectl.words.observations import OrderDone, OrderFailed
from tablectl.words.orders import Demand

UNKNOWN_KIND = 0x7E


class ReferenceTongue:
    """`sessions` gives a number that is not zero and hard to guess."""

    def __init__(self, sessions: Callable[[], int]) -> None:
        self._sessions = sessions
        self._session = 0
        self._beats = 0
        self.decoder = Decoder()

    def hello(self) -> bytes | None:
        self._session = self._sessions()
        self._beats = 0
        return self._say(Hello())

    def again(self) -> bytes | None:
        return self._say(Hello())

    def beat(self) -> bytes | None:
        self._beats = (self._beats + 1) & 0xFFFF
        return self._say(Beat(self._beats))

    def order(self, number: int, demand: Demand) -> bytes | None:
        return self._say(Give(number, *demand_bytes(demand)))

    def standing(self) -> bytes | None:
        return None

    def recorded(self, event: tuple[int, int]) -> bytes | None:
        return self._say(Recorded(*event))

    def unknown(self) -> bytes:
        return to_bytes(Frame(UNKNOWN_KIND, self._session))

    def spoilt(self, frame: bytes, flaw: Flaw) -> bytes | None:
        match flaw:
            case Flaw.CHECK:  # the last byte of the checksum, and never into a zero
                last = frame[-2] ^ 0x55 or 0x55
                return frame[:-2] + bytes((last,)) + END
            case Flaw.SHORT:
                return frame[: len(frame) // 2]
            case _:
                return END + b"\x55" * (2 * MAX_STUFFED) + END

    def _say(self, message: FromController) -> bytes:
        return encoded(message, self._session)

    # ------------------------------------------------------------ what it says

    def said(self, frame: Frame) -> Said | None:
        try:
            message = read(frame)
        except Malformed as error:
            return Rejected(f"a frame that cannot be read: {error}")
        match message:
            case Identity():
                return _who(message)
            case Alive():
                return Lives()
            case Taken():
                return Took(message.order)
            case Event():
                return _told(message)
            case Stranger():
                return Rejected("it does not know the session")
            case Refused():
                return Rejected(f"it cannot read a frame of kind 0x{message.kind:02x}")
            case Status():
                return None
            case _:
                return Rejected(f"{type(message).__name__}, which only a controller says")


def _who(said: Identity) -> Who:
    kinds = {duties.code: kind for kind, duties in DUTIES.items()}
    return Who(
        said.model,
        said.serial,
        said.firmware,
        said.digest,
        next((kind for code, kind in kinds.items() if code == said.kind), None),
        said.protocol,
        said.lapse_ms,
        said.load,
        said.last_order,
    )


def _told(event: Event) -> Said:
    number = event.epoch, event.number
    try:
        what = happening(event.happening, event.body)
    except Malformed as error:
        return Rejected(f"event {event.number} cannot be read: {error}")
    match what:
        case OrderDone():
            return Ended(what.order, None, number)
        case OrderFailed():
            return Ended(what.order, what.reason, number)
        case _:
            return Happened(what, number)
