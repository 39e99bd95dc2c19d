"""Where a table, a round, a deck or a device stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tablectl.texts.names import spoken

TABLES: Mapping[str, str] = {
    "closed": "the table is closed",
    "open": "the table is open",
    "stopped": "the table has stopped on something it did not understand",
}

DEVICES: Mapping[str, str] = {
    "unverified": "has not yet shown that it is the device promised",
    "ready": "is ready",
    "faulted": "is out of service until a technician clears its fault",
    "removed": "does not stand on the table",
}

DECKS: Mapping[str, str] = {
    "received": "has arrived and waits for inspection",
    "inspected": "is inspected and waits for a second person",
    "verified": "is inspected and verified",
    "spread": "lies spread out",
    "spread_down": "lies spread out face down, at a table without play",
    "in_shuffler": "is in the shuffler",
    "washed": "is washed",
    "shuffled": "is shuffled and not yet cut",
    "cut": "is cut and not yet loaded",
    "machine_shuffled": "is shuffled by machine, needs no cut and is not yet loaded",
    "loaded": "is in play",
    "spent": "has been dealt and waits for its shuffle",
    "removed": "is off the table",
}

FATES: Mapping[str, str] = {
    "none": "",
    "reshuffle": "is to be shuffled again",
    "remove": "is to leave the table",
}

STEPS: Mapping[str, str] = {
    "wagers": "wagers are open",
    "deal": "cards are being dealt",
    "stub": "the stub leaves the shoe",
    "decisions": "the players decide",
    "forfeits": "folded hands are cleared",
    "dealer_reveal": "the dealer's cards are turned up",
    "player_reveal": "the players' cards are turned up",
    "losers": "losing wagers are taken",
    "winners": "winning wagers are paid",
    "pick_up": "the cards are picked up",
    "bonus_chips": "the bonus chips are counted and put away",
    "spread_stack": "the common stack is spread",
    "bet_1": "the players decide on their first bet",
    "burn": "a card is burned",
    "first_common": "the first common card is turned up",
    "bet_2": "the players decide on their second bet",
    "second_common": "the second common card is turned up",
    "hands_up": "the players' cards are turned up, from the right",
    "totals": "the first two cards are read",
    "insurance": "insurance is open",
    "check": "the hole card is checked unseen",
    "blackjacks": "blackjacks that have already won are paid and cleared",
    "dealers_card": "the dealer's second card is called for and drawn",
    "hole_card": "the hole card is turned up",
    "second_card": "what waited for the dealer's second card is settled",
    "dealer_draws": "the dealer draws",
    "settlement": "wagers are taken and paid",
    "determinant": "a card decides from which side the round is dealt",
    "discards_back": "the discards go back into the shoe",
    "shoe_out": "the shoe is emptied and the cards are counted",
    "seats": "players are dealt in",
    "blinds": "blinds are posted",
    "betting_1": "betting on the first two cards",
    "three_cards": "three common cards are dealt",
    "betting_2": "betting on three common cards",
    "fourth_card": "the fourth common card is dealt",
    "betting_3": "betting on four common cards",
    "fifth_card": "the fifth common card is dealt",
    "betting_4": "betting on five common cards",
    "showdown": "hands are shown",
    "void": "the round is void and being cleared",
    "over": "the round is over",
}


def table_text(phase: str) -> str:
    return TABLES.get(phase, spoken(phase))


def where_text(view: Mapping[str, Any]) -> str:
    """Where a table stands, and the round where one can be played."""
    table = table_text(view["phase"]).capitalize()
    if view["phase"] != "open":
        fault = f" ({view['fault']})" if view["fault"] else ""
        return f"{table}{fault}."
    return f"{table}. Round {view['round']['number']}: {step_text(view['round']['step'])}."


def device_text(phase: str) -> str:
    return DEVICES.get(phase, spoken(phase))


def deck_text(phase: str) -> str:
    return DECKS.get(phase, spoken(phase))


def fate_text(fate: str) -> str:
    return FATES.get(fate, spoken(fate))


def step_text(step: str) -> str:
    return STEPS.get(step, spoken(step))


def identity_texts(device: Mapping[str, Any]) -> Iterator[str]:
    """What there is to tell of who a device is, beside that it is the one promised."""
    if answers := device["answers"]:
        yield f"what answers is not what was promised: {', '.join(answers['differs'])}"
    if accepted := device["accepted"]:
        unit, promised = _unit(accepted["unit"]), _unit(accepted["promised"])
        yield f"accepted: {unit}; the table file has {promised}"


def _unit(unit: Mapping[str, str]) -> str:
    told = (("serial", "serial number"), ("firmware", "firmware"), ("digest", "program"))
    return ", ".join(f"{what} {unit[key]}" for key, what in told if unit.get(key)) or "no unit"
