"""Offers as commands: what a role may do now, as `tablectl act` lines ready to be pasted."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from tablectl.cli.deeds import UNREAD
from tablectl.doorwire import People

Offer = Mapping[str, Any]
View = Mapping[str, Any]
Deed = tuple[str, str]
"""The fields of a deed, and a remark for the one who pastes it."""

SOME_AMOUNT = 1000


class Paster:
    """Writes lines for one role of one table."""

    def __init__(self, role: str, view: View, people: People, socket: Path | None) -> None:
        self._view = view
        self._people = [name for name, roles in people.items() if role in roles]
        self._all = people
        self._socket = f" --socket {shlex.quote(str(socket))}" if socket is not None else ""

    def lines(self, offer: Offer) -> Iterator[str]:
        """The ways to take up an offer; none if nobody of this role may."""
        persons = [
            name
            for name in self._people
            if name != offer.get("not_by") and offer.get("only_by", name) == name
        ]
        if not persons:
            return
        for fields, remark in _WAYS.get(offer["deed"], _plain)(offer, self._view):
            who = f"--by {persons[0]}{self._second(offer, persons[0])}"
            command = f"tablectl act{self._socket} {who} {offer['deed']} {fields}"
            yield command.rstrip() + (f"   # {remark}" if remark else "")

    def _second(self, offer: Offer, first: str) -> str:
        """Somebody else who may say it too, where two people are needed."""
        wanted = [
            name
            for role in offer.get("second", ())
            for name, roles in self._all.items()
            if role in roles and name != first
        ]
        return f" --second {wanted[0]}" if wanted else ""


def _bet(offer: Offer, _: View) -> Iterator[Deed]:
    seat = offer["seats"][0]
    for wager in offer["wagers"]:
        yield f"seat={seat} wager={wager['name']} cents={wager.get('least', SOME_AMOUNT)}", ""


def _take_back(offer: Offer, _: View) -> Iterator[Deed]:
    for place, wagers in offer["placed"].items():
        for wager in wagers:
            yield f"seat={place.removeprefix('seat_')} wager={wager}", ""


def _choose(offer: Offer, _: View) -> Iterator[Deed]:
    question, hands = offer["question"], offer["hands"]
    for choice in offer["choices"]:
        yield f"question={question} hand={hands[0]} choice={choice}", ""
    if len(hands) > 1:
        usual = offer["choices"][0]
        yield f"question={question} hand={hands[0]} choice={usual} rest=yes", "all others too"
        for other in offer["choices"][1:]:
            fields = f"question={question} hand={hands[-1]} choice={other} before={usual}"
            yield fields, f"those before: {usual}"


def _check(offer: Offer, _: View) -> Iterator[Deed]:
    for answer in ("yes", "no"):
        yield f"check={offer['check']} yes={answer}", ""


def _count(offer: Offer, _: View) -> Iterator[Deed]:
    yield f"place={offer['place']} cards=", "put in what you counted"


def _turn(offer: Offer, view: View) -> Iterator[Deed]:
    """Cards that the shoe has read are not keyed in; all others are, unless a reader reads them."""
    place = offer["places"][0]
    readers = {d["kind"]: name for name, d in view["devices"].items() if "faces" in d["can"]}
    if "shoe" in readers:
        yield f"{place}={UNREAD}", f"{readers['shoe']} has read them"
        return
    count = view["places"].get(place, {"count": 1})["count"]
    read = f", if {readers['reader']} does not read them" if "reader" in readers else ""
    yield f"{place}={','.join(['CARD'] * count)}", f"put in the cards, as in AS,KD,2C{read}"


def _confirm(offer: Offer, _: View) -> Iterator[Deed]:
    subject = f" subject={offer['subject']}" if offer["subject"] else ""
    note = " note=WHAT" if offer.get("told") else ""
    fields = f"what={offer['what']}{subject}{note}"
    if offer.get("counted"):
        yield f"{fields} number=", "put in what you counted"
        return
    yield fields, "; ".join(offer["checklist"]).replace("_", " ")


def _declare(offer: Offer, _: View) -> Iterator[Deed]:
    place = " place=PLACE" if offer["needs_place"] else ""
    device = " device=DEVICE" if offer.get("needs_device") else ""
    yield f"kind={offer['kind']}{place}{device}", ""


def _amend_wager(offer: Offer, _: View) -> Iterator[Deed]:
    for wager in offer["wagers"]:
        yield f"seat={offer['seat']} wager={wager} cents= note=WHY", "put in what lies there"


def _amend_choice(offer: Offer, _: View) -> Iterator[Deed]:
    yield f"question={offer['question']} hand={offer['hand']} choice= note=WHY", "what was said"


def _amend_count(offer: Offer, _: View) -> Iterator[Deed]:
    yield f"place={offer['place']} cards= note=WHY", "put in what was counted"


def _change(offer: Offer, _: View) -> Iterator[Deed]:
    yield f"option={offer['options'][0]} value=", f"or {', '.join(offer['options'][1:])}"


def _contents(_: Offer, __: View) -> Iterator[Deed]:
    yield "place=PLACE cards= note=WHY", "other=PLACE says where the others are or were"


def _dispute(offer: Offer, _: View) -> Iterator[Deed]:
    yield f"round={offer['last']} note=WHAT", "any round up to this one"


def _plain(offer: Offer, _: View) -> Iterator[Deed]:
    """A deed whose fields are all settled."""
    fields = {name: offer[name] for name in ("call", "to", "stage") if name in offer}
    yield " ".join(f"{name}={value}" for name, value in fields.items()), ""


_WAYS: Mapping[str, Callable[[Offer, View], Iterator[Deed]]] = {
    "bet": _bet,
    "take_back": _take_back,
    "choose": _choose,
    "check": _check,
    "count": _count,
    "turn": _turn,
    "confirm": _confirm,
    "declare": _declare,
    "change_option": _change,
    "declare_contents": _contents,
    "dispute": _dispute,
    "amend_wager": _amend_wager,
    "amend_choice": _amend_choice,
    "amend_count": _amend_count,
}
