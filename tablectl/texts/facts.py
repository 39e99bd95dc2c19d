"""Facts that are told by themselves: what was put right, and to what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablectl.texts.names import amount, bracketed, place_name, sentence, spoken
from tablectl.words.facts import (
    Amendable,
    Chose,
    CountedAt,
    DealtFrom,
    Noticed,
    NoticeDropped,
    OptionChanged,
    Refilled,
    Wagered,
)

WARNINGS: Mapping[str, str] = {
    "over_limit": "seat {seat}: {wager} of {cents} was accepted above the maximum of {most} and "
    "stands whole",
}


def warning_text(warning: Mapping[str, Any]) -> str:
    """A warning as a view tells it, with its basis."""
    args = warning["args"]
    money = {name: amount(args[name]) for name in ("cents", "most") if name in args}
    template = WARNINGS.get(warning["code"], spoken(warning["code"]))
    told = template.format(**{**args, "wager": spoken(str(args.get("wager", ""))), **money})
    return bracketed(sentence(told), warning["basis"])


def notice_text(notice: Mapping[str, Any]) -> str:
    """A pending change as a view tells it, without its start."""
    missing = ", ".join(spoken(step) for step in notice["missing"])
    left = f"still to be confirmed: {missing}" if missing else "everything is confirmed"
    return f"{option_text(notice['option'], notice['value'])}; {left}"


def option_text(option: str, value: int) -> str:
    """An option and its value; limits in dollars."""
    if not option.endswith(("_least", "_most")):
        return f"{spoken(option)} {value}"
    wager, _, end = option.rpartition("_")
    name = "minimum" if end == "least" else "maximum"
    return f"{name} of {spoken(wager)} {amount(value) if value else 'none'}"


def change_text(fact: Noticed | OptionChanged | NoticeDropped) -> str:
    """What became of a change of an option."""
    match fact:
        case Noticed():
            told = option_text(fact.option, fact.value)
            return f"{fact.by} asks for {told} ({spoken(fact.notice)})"
        case OptionChanged():
            return f"in force: {option_text(fact.option, fact.now)}"
        case NoticeDropped():
            return f"{spoken(fact.notice)} will not come: {spoken(fact.why)}"


def amended_text(fact: Amendable) -> str:
    """What a fact says that was put right."""
    match fact:
        case Wagered():
            wager = f"{spoken(fact.wager)} {amount(fact.cents)}".rstrip()
            return f"seat {fact.seat}: {wager if fact.on else f'no {spoken(fact.wager)}'}"
        case Chose():
            return f"{place_name(fact.hand)}: {spoken(fact.choice)}"
        case CountedAt():
            return f"{place_name(fact.place)}: {fact.count} cards"


def shoe_text(fact: Refilled | DealtFrom) -> str:
    """What happened to the cards that a round is dealt from."""
    match fact:
        case Refilled():
            return f"deck {fact.deck}: {fact.count} cards loaded again"
        case DealtFrom():
            return f"dealt from deck {fact.deck}"
