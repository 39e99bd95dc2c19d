"""The felt: seats, hands, wagers and piles as a page draws them, from a view.

A card is its code, or `??` where nobody may know it; nothing here knows more than the view does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tablectl import texts

View = Mapping[str, Any]
HIDDEN = "??"
PILES = ("shoe", "rack", "stack", "shuffler", "loose", "next", "missing")
"""Places whose cards lie on a heap; the shoe and the rack are drawn even when they are empty."""
ALWAYS = ("shoe", "rack")
NOWHERE = "out"
DEALER = "dealer"


def felt(seen: View) -> dict[str, Any]:
    """The layout with everything that lies on it."""
    now = frozenset(places_now(seen))
    lying = [p for p in seen["places"] if p not in PILES and p != NOWHERE]
    others = [place for place in lying if not _is_seat(place)]
    return {
        "seats": [_seat(seen, number, now) for number in range(1, seen["seats"] + 1)],
        "dealer": [_hand(seen, p, now) for p in others if whole_of(p) == DEALER],
        "community": [_hand(seen, p, now) for p in sorted(others) if whole_of(p) != DEALER],
        "piles": [_pile(seen, p) for p in PILES if p in ALWAYS or _count(seen, p)],
        "decks": [{"name": name, "text": _deck(deck)} for name, deck in seen["decks"].items()],
    }


def places_now(seen: View) -> Iterable[str]:
    """The places that the prompt is about, the one whose turn it is first."""
    due: View = seen["prompt"]["due"] if seen["prompt"] else {"is": ""}
    match due["is"]:
        case "choice_due":
            return list(due["hands"][:1])
        case "cards_due":
            return [due["to"][0]["place"]]
        case "turn_due":
            return list(due["places"][:1])
        case "check_due" | "count_due":
            return [due["place"]]
        case "move_due":
            return list(due["sources"])
        case "settle_due":
            return [line["hand"] for line in due["lines"]]
        case "wager_due":
            return [f"seat_{seat}" for seat in due["seats"]] if due.get("must") else []
        case _:
            return []


def whole_of(place: str) -> str:
    """The seat that a hand belongs to, or the dealer's place for a part of it."""
    return place.partition(".")[0]


def _is_seat(place: str) -> bool:
    return place.startswith("seat_")


def _seat(seen: View, number: int, now: frozenset[str]) -> dict[str, Any]:
    place = f"seat_{number}"
    mine = [p for p in seen["places"] if whole_of(p) == place]
    asked = _turn(seen)
    return {
        "seat": number,
        "place": place,
        "label": texts.place_label(place),
        "now": any(whole_of(each) == place for each in now),
        "turn": bool(asked) and whole_of(asked) == place,
        "hands": [_hand(seen, p, now) for p in sorted(mine, key=_of_split)],
        "wagers": _wagers(seen["round"], place),
    }


def _turn(seen: View) -> str:
    """The hand that is asked something now."""
    asked = (due["hands"][0] for due in seen["dues"] if due["is"] == "choice_due")
    return next((hand for hand in asked if _is_seat(hand)), "")


def _of_split(place: str) -> tuple[int, str]:
    _, _, hand = place.partition(".")
    return (int(hand) if hand.isdecimal() else 0, place)


def _hand(seen: View, place: str, now: frozenset[str]) -> dict[str, Any]:
    count = _count(seen, place)
    known = seen["places"][place]["faces"] or seen["round"]["shown"].get(place, [])
    return {
        "place": place,
        "label": texts.place_label(place),
        "cards": [*known, *([HIDDEN] * (count - len(known)))],
        "count": count,
        "now": place in now,
        "last": _said(seen["said"].get(place)),
    }


def _said(said: Mapping[str, Any] | None) -> str:
    return texts.bet_label(said["choice"], said["cents"]) if said is not None else ""


def _wagers(round_: View, place: str) -> list[dict[str, Any]]:
    down, again = round_["wagers"].get(place, {}), round_["again"].get(place, {})
    told = [(name, cents, False) for name, cents in down.items()]
    told += [(name, cents, True) for name, cents in again.items() if name not in down]
    return [
        {
            "name": name,
            "label": texts.title(texts.spoken(name)),
            "text": texts.stake_text(cents),
            "again": proposed,
        }
        for name, cents, proposed in told
    ]


def _pile(seen: View, place: str) -> dict[str, Any]:
    kinds = {d["kind"]: name for name, d in seen["devices"].items() if d["phase"] != "removed"}
    device = kinds.get(place, "")
    label = texts.place_label(place)
    return {"place": place, "label": label, "count": _count(seen, place), "device": device}


def _count(seen: View, place: str) -> int:
    return int(seen["places"].get(place, {"count": 0})["count"])


def _deck(deck: View) -> str:
    fate = texts.fate_text(deck["fate"])
    return f"{texts.deck_text(deck['phase'])}{f' and {fate}' if fate else ''}"
