"""Buttons for what nobody asked for: reports, corrections, and what the house changes.

These deeds answer nothing that is due; whether they may be done, the offers of the view say, and
between which bounds something is filled in, its particulars.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tablectl import texts
from tablectl.console.asks import Ask, Button, ask, button, counted_ask, name_ask, note, place_ask

View = Mapping[str, Any]
Offer = Mapping[str, Any]


# ---------------------------------------------------------------- reports


def _declare(offer: Offer, seen: View) -> Iterator[Button]:
    kind = offer["kind"]
    asks: list[Ask] = []
    if offer["needs_place"]:
        places = seen["declared"][kind]
        if not places:
            return  # cards lie only where this cannot have happened
        asks.append(place_ask(places))
    if offer["needs_device"]:
        asks.append(name_ask(seen["devices"], "device"))
    if kind == "card_drawn_in_error":
        asks.append(ask("seen", "flag", optional=True, value=False))
    asks.append(note("note", optional=True))
    deed = {"is": "declare", "kind": kind}
    label = texts.report_label(kind)
    yield button(f"declare:{kind}", label, deed, offer.get("basis", ""), asks=tuple(asks))


def _dispute(offer: Offer, _: View) -> Iterator[Button]:
    last = offer["last"]
    number = ask("round", "number", least=1, most=last, value=last)
    deed = {"is": "dispute"}
    yield button("dispute", texts.dispute_label(), deed, "", asks=(number, note("note")))


# ---------------------------------------------------------------- corrections


def _amend_wager(offer: Offer, seen: View) -> Iterator[Button]:
    seat, place = offer["seat"], f"seat_{offer['seat']}"
    for wager in offer["wagers"]:
        lies = seen["round"]["wagers"].get(place, {}).get(wager)
        asks = (
            ask("cents", "amount", optional=True, value=lies),
            ask("off", "flag", optional=True, value=False),
            note("why"),
        )
        deed = {"is": "amend_wager", "seat": seat, "wager": wager}
        label = texts.amend_label(place, wager)
        which = f"amend_wager:{seat}:{wager}"
        yield button(which, label, deed, "", place=place, asks=asks)


def _amend_choice(offer: Offer, seen: View) -> Iterator[Button]:
    question, hand = offer["question"], offer["hand"]
    same = (a for a in seen["answers"] if (a["question"], a["hand"]) == (question, hand))
    names: list[str] = next(same, {"choices": []})["choices"]
    said = seen["said"].get(hand, {}).get("choice")
    choices = [(name, texts.choice_label(question, name)) for name in names]
    asks = (ask("choice", "one_of", choices=choices, value=said), note("why"))
    deed = {"is": "amend_choice", "question": question, "hand": hand}
    label = texts.amend_label(hand, question)
    yield button(f"amend_choice:{question}:{hand}", label, deed, "", place=hand, asks=asks)


def _amend_count(offer: Offer, seen: View) -> Iterator[Button]:
    place = offer["place"]
    size = sum(pile["count"] for pile in seen["places"].values())
    asks = (counted_ask(size), note("why"))
    deed = {"is": "amend_count", "place": place}
    label = texts.amend_label(place, "count")
    yield button(f"amend_count:{place}", label, deed, "", place=place, asks=asks)


def _contents(offer: Offer, seen: View) -> Iterator[Button]:
    """Two people say what lies at a place of a deck."""
    for deck, places in seen["contents"].items():
        size = sum(seen["decks"][deck]["places"].values())
        asks = (
            place_ask(places),
            counted_ask(size),
            place_ask(places, "other", optional=True),
            note("why"),
        )
        deed = {"is": "declare_contents", "deck": deck}
        label, which = texts.contents_label(deck), f"contents:{deck}"
        yield button(which, label, deed, "", asks=asks, second=tuple(offer["second"]))


# ---------------------------------------------------------------- the house's options


def _change(offer: Offer, seen: View) -> Iterator[Button]:
    for option in offer["options"]:
        house, now = seen["house"][option], seen["options"].get(option)
        asks = [_value_ask(option, house)]
        usual = house["minutes"]["usual"]
        if not house["limit"]:
            asks.append(_minutes_ask(house["minutes"]))
        deed = {"is": "change_option", "option": option, "minutes": usual}
        label, hint = texts.change_label(option), texts.setting_text(option, now)
        which = f"change:{option}"
        yield button(which, label, deed, house["basis"], hint=hint, asks=tuple(asks))


def _minutes_ask(minutes: View) -> Ask:
    least, most = minutes["least"], minutes["most"]
    return ask("minutes", "number", least=least, most=most, value=minutes["usual"])


def _value_ask(option: str, house: View) -> Ask:
    if texts.is_flag(option):
        return ask("value", "one_of", choices=texts.yes_or_no())
    kind = "amount" if texts.is_money(option) else "number"
    least = house["least"] if house["none"] is None else min(house["least"], house["none"])
    return ask("value", kind, least=least, most=house["most"])


UNASKED: Mapping[str, Callable[[Offer, View], Iterator[Button]]] = {
    "declare": _declare,
    "dispute": _dispute,
    "declare_contents": _contents,
    "change_option": _change,
    "amend_wager": _amend_wager,
    "amend_choice": _amend_choice,
    "amend_count": _amend_count,
}
