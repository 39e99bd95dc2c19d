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


LIMITS = ("_least", "_most")
"""How the names of options end that are limits of a wager."""

FLAGS: Mapping[str, str] = {
    "two_positions": "a player may bet at two seats",
    "wagers_again": "wagers stay for the next round",
    "bonus": "bonus wager is offered",
    "surrender": "surrender is offered",
    "insurance_at_turn": "insurance at the player's own turn",
    "even_money": "insured blackjacks are paid even money",
    "resplit_aces": "aces may be split again",
    "shared_boxes": "several people may bet on a box",
    "several_boxes": "a player may bet on several boxes",
    "reader_conceals": "reader shows a checked card to nobody",
    "five_card_21": "five card 21",
    "additional_wagers": "additional wagers",
    "multiple_action": "multiple action",
    "progressive": "progressive",
    "blackjack_bonus": "blackjack bonus",
    "streak_wager": "streak wager",
    "match_the_dealer": "match the dealer",
}
"""Options that are either so or not so."""

MONEY: Mapping[str, str] = {
    "payout_limit": "most that a hand is paid",
    "chip": "smallest chip",
    "blind_1": "first blind",
    "blind_2": "second blind",
    "bonus_royal_flush": "bonus for a royal flush",
    "bonus_straight_flush": "bonus for a straight flush",
    "bonus_four_of_a_kind": "bonus for four of a kind",
    "bonus_full_house": "bonus for a full house",
    "bonus_flush": "bonus for a flush",
    "bonus_straight": "bonus for a straight",
    "bonus_three_of_a_kind": "bonus for three of a kind",
}
"""Options that are amounts, beside the limits of wagers."""

OPTIONS: Mapping[str, str] = {
    **FLAGS,
    **MONEY,
    "count_every": "rounds between two counts of the stub:",
    "decks_in_shoe": "decks in the shoe:",
    "cards_behind": "cards behind the cutting card:",
    "split_hands": "hands a box may be split into:",
    "red_side": "side that red cards point to:",
    "rack_over": "cards that the rack may exceed a deck by:",
    "raises": "raises in a betting round:",
    "hole_card": "dealer's second card",
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
    """An option and its value; money in dollars."""
    if option in FLAGS:
        return f"{option_name(option)}: {'yes' if value else 'no'}"
    if option.endswith(LIMITS):
        return f"{option_name(option)} {amount(value) if value else 'none'}"
    return f"{option_name(option)} {amount(value) if is_money(option) else value}"


def option_name(option: str) -> str:
    """An option as people say it."""
    if not option.endswith(LIMITS):
        return OPTIONS.get(option, spoken(option))
    wager, _, end = option.rpartition("_")
    return f"{'minimum' if end == 'least' else 'maximum'} of {spoken(wager)}"


def is_flag(option: str) -> bool:
    """Whether an option is either so or not so."""
    return option in FLAGS


def is_money(option: str) -> bool:
    """Whether the value of an option is an amount in cents."""
    return option in MONEY or option.endswith(LIMITS)


def setting_text(option: str, value: int | str) -> str:
    """What an option is set to: a number, an amount or a word."""
    told = f"{option_name(option)}: {spoken(value)}" if isinstance(value, str) else ""
    text = told or option_text(option, int(value))
    return f"{text[:1].upper()}{text[1:]}"


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
            return f"{place_name(fact.hand)}: {spoken(fact.choice)} {amount(fact.cents)}".rstrip()
        case CountedAt():
            return f"{place_name(fact.place)}: {fact.count} cards"


def shoe_text(fact: Refilled | DealtFrom) -> str:
    """What happened to the cards that a round is dealt from."""
    match fact:
        case Refilled():
            return f"deck {fact.deck}: {fact.count} cards loaded again"
        case DealtFrom():
            return f"dealt from deck {fact.deck}"
