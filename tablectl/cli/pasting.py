"""Offers as commands: what a role may do now, as `tablectl act` lines ready to be pasted."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from tablectl.doorwire import People

Offer = Mapping[str, Any]
Deed = tuple[str, str]
"""The fields of a deed, and a remark for the one who pastes it."""

SOME_AMOUNT = 1000


class Paster:
    """Writes lines for one role of one table."""

    def __init__(self, role: str, people: People, socket: Path | None) -> None:
        self._people = [name for name, roles in people.items() if role in roles]
        self._socket = f" --socket {shlex.quote(str(socket))}" if socket is not None else ""

    def lines(self, offer: Offer) -> Iterator[str]:
        """The ways to take up an offer; none if nobody of this role may."""
        persons = [name for name in self._people if name != offer.get("not_by")]
        if not persons:
            return
        for fields, remark in _WAYS.get(offer["deed"], _plain)(offer):
            command = f"tablectl act{self._socket} --by {persons[0]} {offer['deed']} {fields}"
            yield command.rstrip() + (f"   # {remark}" if remark else "")


def _bet(offer: Offer) -> Iterator[Deed]:
    seat = offer["seats"][0]
    for wager in offer["wagers"]:
        yield f"seat={seat} wager={wager['name']} cents={wager.get('least', SOME_AMOUNT)}", ""


def _take_back(offer: Offer) -> Iterator[Deed]:
    for place, wagers in offer["placed"].items():
        for wager in wagers:
            yield f"seat={place.removeprefix('seat_')} wager={wager}", ""


def _choose(offer: Offer) -> Iterator[Deed]:
    for choice in offer["choices"]:
        yield f"question={offer['question']} hand={offer['hands'][0]} choice={choice}", ""


def _check(offer: Offer) -> Iterator[Deed]:
    for answer in ("yes", "no"):
        yield f"check={offer['check']} yes={answer}", ""


def _count(offer: Offer) -> Iterator[Deed]:
    yield f"place={offer['place']} cards=", "put in what you counted"


def _turn(offer: Offer) -> Iterator[Deed]:
    yield f"{offer['places'][0]}=", "with the cards where no device reads them: AS,KD,2C"


def _confirm(offer: Offer) -> Iterator[Deed]:
    subject = f" subject={offer['subject']}" if offer["subject"] else ""
    yield f"what={offer['what']}{subject}", "; ".join(offer["checklist"]).replace("_", " ")


def _declare(offer: Offer) -> Iterator[Deed]:
    place = " place=PLACE" if offer["needs_place"] else ""
    device = " device=DEVICE" if offer.get("needs_device") else ""
    yield f"kind={offer['kind']}{place}{device}", ""


def _plain(offer: Offer) -> Iterator[Deed]:
    """A deed whose fields are all settled."""
    fields = {name: offer[name] for name in ("call", "to", "stage") if name in offer}
    yield " ".join(f"{name}={value}" for name, value in fields.items()), ""


_WAYS: Mapping[str, Callable[[Offer], Iterator[Deed]]] = {
    "bet": _bet,
    "take_back": _take_back,
    "choose": _choose,
    "check": _check,
    "count": _count,
    "turn": _turn,
    "confirm": _confirm,
    "declare": _declare,
}
