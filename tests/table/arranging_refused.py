"""Refusals about positions, devices and methods: one entry a code, for the big table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tablectl.table.accepting import NEW_UNIT
from tablectl.words.acts import Bet, Call, Confirm
from tablectl.words.bases import HOUSE, Clause
from tablectl.words.observations import Jammed, LinkLost, Observation
from tests.table.people_refused import Row
from tests.tables import (
    CARD_READER,
    DECK,
    SHOE_1,
    SHUFFLER,
    Table,
    identity,
    opened,
    settings_for,
)


def two_seats() -> Table:
    """The player of seat 2 bets at seat 3 too, and somebody sits at seat 5."""
    table = Table(settings_for(options={"two_positions": 1}), bets=()).ready_to_bet()
    for bet in (Bet(2, "ante", 1000), Bet(3, "ante", 1000, player=2), Bet(5, "ante", 1000)):
        table.must(bet)
    return table


def neighbours() -> Table:
    """Two players next to each other."""
    table = Table(settings_for(options={"two_positions": 1}), bets=()).ready_to_bet()
    for seat in (2, 3):
        table.must(Bet(seat, "ante", 1000))
    return table


def with_shuffler(method: str = "manual_shoe") -> Table:
    return Table(settings_for(method=method, devices={"shuffler_1": SHUFFLER})).ready_to_bet()


def in_play() -> Table:
    return with_shuffler().to("deal")


def jammed() -> Table:
    table = with_shuffler().next_round()
    table.see("shuffler_1", Jammed("stuck"))
    return table


def without_its_shuffler() -> Table:
    table = with_shuffler("hand")
    table.take(Observation("shuffler_1", LinkLost("unplugged")))
    table.must(Confirm("take_off", "shuffler_1"), "s1")
    table.must(Bet(1, "ante", 1000))
    return table


def answering(table: Table, name: str = SHOE_1, **otherwise: Any) -> Table:
    """What answers in the place of a device is otherwise than promised."""
    said = identity(table.state.settings.devices[name])
    table.take(Observation(name, replace(said, **otherwise)))
    return table


def with_a_reader(**promised: Any) -> Table:
    """A table with a device in whose care no card ever is."""
    reader = replace(CARD_READER, **promised)
    return Table(settings_for(devices={"reader_1": reader})).ready_to_bet()


def stranger(promised: dict[str, Any], **answered: Any) -> Callable[[], Table]:
    return lambda: answering(with_a_reader(**promised), "reader_1", **answered)


def round_with_a_stranger() -> Table:
    return answering(with_a_reader().to("deal"), "reader_1", serial="R-9")


def closed_with_a_stranger() -> Table:
    table = Table(settings_for(devices={"reader_1": CARD_READER}))
    return answering(table, "reader_1", serial="R-9")


SEATED, TWO = Clause("19:47-20.6(c)#1"), Clause("19:47-20.6(e)")
SHUFFLER_ONLY, REMOVAL = Clause("19:47-20.8(b)1"), Clause("19:47-20.12(g)")
DEVICE: dict[str, int | str] = {"device": "shuffler_1"}
READER: dict[str, int | str] = {"device": "reader_1"}
NEEDS: dict[str, int | str] = {"needs": "supervisor"}
ACCEPT = Confirm("accept_identity", "reader_1")


def _bet(seat: int, player: int) -> Bet:
    return Bet(seat, "ante", 1000, player=player)


def _seats(seat: int, player: int) -> dict[str, int | str]:
    return {"seat": seat, "player": player}


ROWS: tuple[Row, ...] = (
    ("one_position", opened, _bet(3, 2), TWO, _seats(3, 2), "d1", "", ""),
    ("not_adjacent", two_seats, _bet(4, 2), TWO, _seats(4, 2), "d1", "", ""),
    ("third_position", two_seats, _bet(1, 2), TWO, _seats(1, 2), "d1", "", ""),
    ("nobody_seated", two_seats, _bet(4, 3), SEATED, {"seat": 3}, "d1", "", ""),
    ("position_taken", neighbours, _bet(3, 2), SEATED, {"seat": 3}, "d1", "", ""),
    ("device_on_table", jammed, Confirm("shuffle", DECK), REMOVAL, DEVICE, "d1", "", ""),
    (
        "device_on_line", with_shuffler, Confirm("take_off", "shuffler_1"), REMOVAL, DEVICE,
        "s1", "", "",
    ),
    ("round_in_play", in_play, Confirm("take_off", "shuffler_1"), HOUSE, {}, "s1", "", ""),
    (
        "no_such_method", opened, Confirm("deal_by", "wheel"), HOUSE, {"method": "wheel"}, "s1",
        "", "",
    ),
    (
        "method_not_possible", opened, Confirm("deal_by", "hand"), SHUFFLER_ONLY,
        {"method": "hand"}, "s1", "", "",
    ),
    (
        "method_lacks_device", without_its_shuffler, Call("no_more_bets"), SHUFFLER_ONLY,
        {"call": "no_more_bets"}, "d1", "", "",
    ),
    ("nothing_to_accept", with_a_reader, ACCEPT, NEW_UNIT, READER, "s1", "", ""),
    ("table_not_open", closed_with_a_stranger, ACCEPT, NEW_UNIT, {}, "s1", "", ""),
    ("round_in_play", round_with_a_stranger, ACCEPT, NEW_UNIT, {}, "s1", "", ""),
    ("wrong_role", stranger({}, serial="R-9"), ACCEPT, NEW_UNIT, NEEDS, "d1", "", ""),
    ("another_device", stranger({}, model="other"), ACCEPT, NEW_UNIT, READER, "s1", "", ""),
    ("another_device", stranger({}, simulated=True), ACCEPT, NEW_UNIT, READER, "s1", "", ""),
    (
        "identity_untold", stranger({}, serial=""), ACCEPT, NEW_UNIT,
        {**READER, "untold": "serial_number"}, "s1", "", "",
    ),
    (
        "identity_untold", stranger({"digest": "a" * 64}, digest=""), ACCEPT, NEW_UNIT,
        {**READER, "untold": "digest"}, "s1", "", "",
    ),
    (
        "firmware_not_in_profile", stranger({"versions": ("1.x",)}, firmware="2.0"), ACCEPT,
        NEW_UNIT, {**READER, "firmware": "2.0"}, "s1", "", "",
    ),
    (
        "firmware_driven_otherwise",
        stranger({"versions": ("1.x", "2.x"), "variants": (("2.x",),)}, firmware="2.0"), ACCEPT,
        NEW_UNIT, {**READER, "firmware": "2.0"}, "s1", "", "",
    ),
    (
        "program_not_in_profile",
        stranger({"digest": "a" * 64, "program": "a" * 64}, digest="b" * 64), ACCEPT,
        NEW_UNIT, READER, "s1", "", "",
    ),
    (
        "cards_in_device", lambda: answering(opened("counting"), serial="S-9"),
        Confirm("accept_identity", SHOE_1), NEW_UNIT, {"device": SHOE_1}, "s1", "", "",
    ),
    (
        "unknown_device", opened, Confirm("accept_identity", "shoe_9"), HOUSE,
        {"device": "shoe_9"}, "s1", "", "",
    ),
)  # fmt: skip
