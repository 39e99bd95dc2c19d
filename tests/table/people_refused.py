"""Refusals of what people put right, declare and dispute: one entry a code, for the big table."""

from __future__ import annotations

from tablectl.words.acts import (
    AmendChoice,
    AmendCount,
    AmendWager,
    Bet,
    Choose,
    DeclareContents,
    Deed,
    Dispute,
    Settle,
)
from tablectl.words.bases import HOUSE, Basis
from tests.tables import Table, at, opened

Row = tuple[str, "Where", Deed, Basis, dict[str, int | str], str, str, str]
"""Code, where, deed, basis, arguments, by, second, hint."""


class Where:
    """A place in a round to be refused at, made when it is needed."""

    def __init__(self, step: str, folded: bool = False) -> None:
        self._step, self._folded = step, folded

    def __call__(self) -> Table:
        if self._step == "wagers":
            return opened()
        if not self._folded:
            return at(self._step)
        table = at("decisions", bets=(Bet(2, "ante", 1000), Bet(3, "ante", 1000)))
        table.must(Choose("play", "seat_2", "fold"))
        table.must(Choose("play", "seat_3", "play"))
        table.must(Settle("forfeits"))
        return table


WHY = "keyed in wrong"
ROWS: tuple[Row, ...] = (
    ("reason_missing", Where("deal"), AmendWager(2, "ante", "", 500), HOUSE, {}, "s1", "", ""),
    ("nothing_to_amend", Where("wagers"), AmendCount("shoe", 3, WHY), HOUSE, {}, "s1", "", ""),
    (
        "past_the_gate", Where("deal"), AmendWager(2, "ante", WHY, 500), HOUSE,
        {"needs": "supervisor"}, "d1", "", "",
    ),
    (
        "already_settled", Where("forfeits", folded=True),
        AmendChoice("play", "seat_2", "play", WHY), HOUSE, {"place": "seat_2"}, "s1", "",
        "dispute",
    ),
    (
        "second_missing", Where("wagers"), DeclareContents("shoe", 51, WHY), HOUSE, {}, "s1",
        "", "",
    ),
    (
        "second_of_no_use", Where("wagers"), DeclareContents("shoe", 51, WHY), HOUSE,
        {"person": "t1"}, "s1", "t1", "",
    ),
    (
        "no_such_deck", Where("wagers"), DeclareContents("shoe", 51, WHY, deck="red"), HOUSE,
        {"deck": "red"}, "s1", "d1", "",
    ),
    (
        "no_such_place", Where("wagers"), DeclareContents("moon", 51, WHY), HOUSE,
        {"place": "moon"}, "s1", "d1", "",
    ),
    (
        "not_enough_there", Where("wagers"), DeclareContents("rack", 2, WHY), HOUSE,
        {"place": "missing", "cards": 0}, "s1", "d1", "",
    ),
    (
        "no_such_round", Where("wagers"), Dispute(1, WHY), HOUSE, {"round": 1, "last": 0}, "s1",
        "", "",
    ),
    (
        "too_late", Where("decisions"), AmendWager(3, "ante", WHY, 500), HOUSE,
        {"place": "seat_3"}, "s1", "", "",
    ),
)  # fmt: skip
