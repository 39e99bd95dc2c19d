"""Settlement: what becomes of each wager."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablectl.texts.names import amount, basis_name, bracketed, place_name, sentence, spoken
from tablectl.words.dues import Settling
from tablectl.words.money import Odds

SETTLINGS: Mapping[Settling, str] = {
    Settling.COLLECT: "is taken",
    Settling.PAY: "is paid {cents}",
    Settling.RETURN: "goes back",
    Settling.JUDGE: "is settled by the dealer, who reads the cards",
}


def unsettled_text(game: str) -> str:
    """Said of a game whose plan has no settlement."""
    how = "tablectl follows the play, and no wager is taken or paid on record"
    return sentence(f"{spoken(game)} is not settled yet: {how}")


def line_text(line: Mapping[str, Any]) -> str:
    """One line of a settlement, from its plain data, with its basis."""
    return bracketed(settled_text(line), basis_name(line["basis"]))


def settled_text(line: Mapping[str, Any]) -> str:
    """What becomes of one wager, from the plain data of its line."""
    settling = Settling(line["settling"])
    odds = Odds(**line["odds"]) if "odds" in line else None
    cents = amount(line.get("cents"))
    happens = SETTLINGS[settling].format(cents=cents).rstrip()
    if settling is Settling.PAY and odds:
        happens = f"{happens} at {odds}"
    if settling is Settling.COLLECT and odds:
        happens = _part_taken(odds, cents)
    stake = amount(line.get("stake"))
    wager = f"{spoken(line['wager'])} {stake}".rstrip()
    return sentence(f"{place_name(line['hand'])}: {wager} {happens}")


def _part_taken(part: Odds, cents: str) -> str:
    """Of a wager that is lost in part."""
    so_much = f", {cents}" if cents else ""
    return f"loses {part.pays}/{part.to}{so_much}, and the rest goes back"
