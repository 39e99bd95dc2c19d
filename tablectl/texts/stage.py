"""The stage of a simulated table: what can go wrong there on demand, and what somebody notices."""

from __future__ import annotations

from collections.abc import Mapping

from tablectl.texts.names import place_name, spoken
from tablectl.words.irregularities import Kind

TROUBLES: Mapping[str, str] = {
    "shoe_jams": "the shoe jams",
    "card_face_up": "the next card in the shoe is turned face up",
    "card_exposed": "a card that should stay hidden is exposed",
    "misdeal": "cards are dealt wrong, and the dealer sees it",
    "card_lost": "a card is lost, and nobody sees it",
    "shuffler_jams": "the shuffler jams",
    "line_lost": "the line of {device} is lost, and comes back",
}

NOTICED: Mapping[Kind, str] = {
    Kind.FACE_UP_CARD: "a card lies face up that is dealt face down",
    Kind.CARD_EXPOSED: "a card is exposed that should stay hidden",
    Kind.MISDEAL: "the cards were dealt wrong",
}


def trouble_text(name: str, device: str = "") -> str:
    return TROUBLES[name].format(device=device)


def noticed_text(kind: Kind, place: str = "") -> str:
    """What simulated hands saw and somebody has to report."""
    told = NOTICED.get(kind, spoken(kind.value))
    return f"{place_name(place)}: {told}" if place else told
