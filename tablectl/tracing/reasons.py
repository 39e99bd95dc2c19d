"""Why an irregularity cannot happen at a table: all the reasons, as data, in one place.

A reason holds for rows of certain kinds at tables that lack something. None may hold where a
scenario has reached the row; `tablectl coverage` says so if one does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tablectl.irregularities.rows import Row
from tablectl.words.irregularities import Kind
from tablectl.words.settings import Can, DeviceKind, Settings


@dataclass(frozen=True)
class Reason:
    """Rows of these kinds cannot be reached at a table without these devices, and so on.

    Everything that is named has to be so. `about` are kinds of device: a row that names a device
    is meant if it names no other than these.
    """

    says: str
    kinds: tuple[Kind, ...]
    about: tuple[DeviceKind, ...] = ()
    without: tuple[DeviceKind, ...] = ()
    """No device of any of these kinds stands there."""
    nothing_can: Can | None = None
    """No device there can do this."""
    no_devices: bool = False
    all_simulated: bool = False
    when: Mapping[str, str] = field(default_factory=dict)
    """The row names these circumstances, each as this and nothing else."""
    games: tuple[str, ...] = ()
    methods: tuple[str, ...] = ()

    def holds(self, row: Row, settings: Settings) -> bool:
        devices = settings.devices.values()
        return (
            row.kind in self.kinds
            and (not self.about or _devices(row) <= {kind.value for kind in self.about})
            and not any(device.kind in self.without for device in devices)
            and not any(self.nothing_can in device.can for device in devices)
            and not (self.no_devices and settings.devices)
            and (not self.all_simulated or all(device.simulated for device in devices))
            and all(row.when.get(name) == how for name, how in self.when.items())
            and (not self.games or settings.game in self.games)
            and (not self.methods or settings.method in self.methods)
        )


def reason_why_not(row: Row, settings: Settings) -> str:
    """Why nothing can reach this row at such a table; nothing if something can."""
    return next((reason.says for reason in REASONS if reason.holds(row, settings)), "")


def _devices(row: Row) -> set[str]:
    """The kinds of device that a row names; all of them where it names none."""
    named = row.when.get("device")
    if named is None:
        return {kind.value for kind in DeviceKind}
    return {named} if isinstance(named, str) else set(named)


_FAILS = (Kind.JAM, Kind.DEVICE_FAILED, Kind.ORDER_OVERDUE)
_ORDERS = (Kind.DEVICE_FAILED, Kind.ORDER_OVERDUE)
_LINES = (
    Kind.IDENTITY_MISMATCH,
    Kind.FIRMWARE_UNKNOWN,
    Kind.LINK_LOST,
    Kind.EVIDENCE_GAP,
    Kind.NOT_EXPECTED,
    *_FAILS,
)
_COUNTED_OUT = (
    Kind.CARD_BEFORE_CALL,
    Kind.UNSOLICITED_CARD,
    Kind.WRONG_STACK,
    Kind.COUNT_UNCERTAIN,
)
_SHOE, _SHUFFLER = (DeviceKind.SHOE,), (DeviceKind.SHUFFLER,)
_OTHERS = (DeviceKind.READER, DeviceKind.GENERATOR)

_NO_READER_THAT_CHECKS = ("three_card_poker", "let_it_ride", "holdem")
"""In these games; in any other one may stand there that is wired to nothing."""

REASONS: tuple[Reason, ...] = (
    Reason(
        "no device stands there",
        tuple(kind for kind in _LINES if kind is not Kind.DEVICE_FAILED),
        no_devices=True,
    ),
    Reason(
        "no device stands there",
        (Kind.DEVICE_FAILED,),
        no_devices=True,
        games=_NO_READER_THAT_CHECKS,
    ),
    Reason(
        "no device stands there",
        (Kind.DEVICE_FAILED,),
        no_devices=True,
        when={"checks": "no"},
    ),
    Reason(
        "no device stands there that looks at a card without showing it",
        (Kind.JAM, Kind.LINK_LOST),
        nothing_can=Can.CHECK,
        when={"checks": "yes"},
    ),
    Reason(
        "a simulated device is promised one version, and any other is another device",
        (Kind.FIRMWARE_UNKNOWN,),
        all_simulated=True,
    ),
    Reason("no shuffler stands there", _FAILS, _SHUFFLER, without=_SHUFFLER),
    Reason("no shuffler stands there to count", (Kind.SHUFFLE_COUNT,), without=_SHUFFLER),
    Reason("no shoe stands there", _FAILS, _SHOE, without=_SHOE),
    Reason("no shoe counts the cards out", _COUNTED_OUT, without=_SHOE),
    Reason(
        "no reader and no generator stand there",
        (Kind.JAM, Kind.ORDER_OVERDUE),
        _OTHERS,
        without=_OTHERS,
    ),
    Reason(
        "no reader and no generator stand there",
        (Kind.DEVICE_FAILED,),
        _OTHERS,
        without=_OTHERS,
        games=_NO_READER_THAT_CHECKS,
    ),
    Reason(
        "no reader and no generator stand there",
        (Kind.DEVICE_FAILED,),
        _OTHERS,
        without=_OTHERS,
        when={"checks": "no"},
    ),
    Reason(
        "a reader gets no orders, and a generator none in a game that draws no number",
        _ORDERS,
        _OTHERS,
        games=("three_card_poker", "let_it_ride"),
    ),
    Reason(
        "the cards of a hand are told once in this game",
        (Kind.CARD_CHANGED,),
        games=("three_card_poker", "let_it_ride"),
    ),
    Reason(
        "nobody reports in this game that a hand was passed over, or that a card came otherwise",
        (Kind.PASSED_OVER, Kind.CARD_NOT_GIVEN, Kind.CARDS_TOUCHED, Kind.CARD_NOT_FROM_SHOE),
        games=("three_card_poker", "let_it_ride", "holdem"),
    ),
    Reason(
        "a whole set is counted and no hand: nothing is found by counting hands",
        (Kind.STUB_FINDING,),
        games=("blackjack",),
    ),
    Reason(
        "section 2.5, on cuts, is missing: nobody orders another one",
        (Kind.CUT_IMPROPER,),
        games=("blackjack",),
    ),
    Reason(
        "no device there looks at a card without showing it",
        (Kind.UNSOLICITED_CHECK,),
        nothing_can=Can.CHECK,
        games=_NO_READER_THAT_CHECKS,
    ),
    Reason(
        "nobody says between rounds what went into a reader that is wired to nothing",
        (Kind.UNSOLICITED_CHECK,),
        nothing_can=Can.CHECK,
        when={"cards": "in"},
    ),
    Reason(
        "no number is drawn in this game",
        (Kind.NUMBER_OUT_OF_RANGE,),
        games=("three_card_poker", "let_it_ride", "blackjack"),
    ),
    Reason(
        "no chips are taken from devices and counted in this game",
        (Kind.CHIPS_MISMATCH,),
        games=("three_card_poker", "blackjack", "holdem"),
    ),
    Reason(
        "no round takes as many cards as a deck has",
        (Kind.CARDS_RUN_OUT,),
        games=("three_card_poker", "let_it_ride"),
    ),
    Reason(
        "the shoe has one side",
        (Kind.WRONG_SIDE,),
        methods=("manual_shoe", "hand", "automated_shoe", "bart_carter", "continuous_shuffler"),
    ),
    Reason(
        "the cards come one at a time",
        (Kind.WRONG_STACK,),
        methods=("manual_shoe", "hand", "bart_carter"),
    ),
    Reason(
        "what is shuffled in again is never counted",
        (Kind.STUB_MISMATCH,),
        methods=("bart_carter",),
    ),
    Reason(
        "only the shuffler shuffles cards that are dealt from the hand, and nobody cuts them",
        (Kind.CUT_IMPROPER,),
        games=("three_card_poker", "let_it_ride"),
        methods=("hand",),
    ),
)
