"""Troubles: open cases and what is still being put right after one, as steps on a screen.

What happened, what the rule says, who confirms, what is done and what comes next, and what becomes
of cards and wagers. A ruling is not over when its case is closed: a device that is out of service
and a deck that is to leave stay on the screen until somebody has seen to them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeGuard

from tablectl import texts

View = Mapping[str, Any]
VOID, NOTHING = "void", "nothing"


def cases(seen: View) -> list[dict[str, Any]]:
    """Open cases first, then what is still being put right after one that is closed."""
    return [*(_case(seen, case) for case in seen["cases"]), *_followed_up(seen)]


def rulings(seen: View) -> list[dict[str, Any]]:
    """What was ruled in this round, the newest first."""
    return [
        {
            "happened": texts.irregularity_text(told),
            "follows": texts.follows_text(told),
            "basis": told["basis"],
        }
        for told in reversed(seen["round"]["rulings"])
    ]


# ---------------------------------------------------------------- open cases


def _case(seen: View, case: View) -> dict[str, Any]:
    told = seen["agendas"][case["id"]]
    return {
        "id": case["id"],
        "title": texts.case_title(case),
        "happened": texts.irregularity_text(case),
        "ruling": texts.follows_text(case),
        "basis": case["basis"],
        "who": list(case["confirm"]),
        "closed": False,
        "scope": case["scope"],
        "steps": [*_counted(case), *_agenda(told["agenda"]), *_clearing(seen, case["device"])],
        "cards": _becomes(case["ruling"], told["remedies"], texts.cards_text),
        "wagers": _becomes(case["ruling"], told["remedies"], texts.wagers_text),
    }


def _becomes(ruling: list[str], remedies: list[View], say: Callable[[Iterable[str]], str]) -> str:
    if not remedies:
        return say(ruling)
    return texts.ways_text(
        (each["name"], say([*ruling, *each["consequences"]])) for each in remedies
    )


def _step(text: str, *, done: bool = False, now: bool = False) -> dict[str, Any]:
    return {"text": text, "done": done, "now": now}


def _counted(case: View) -> Iterator[dict[str, Any]]:
    for place, cards in case["counts"].items():
        yield _step(texts.counted_text(place, cards), done=True)


def _agenda(agenda: list[View]) -> Iterator[dict[str, Any]]:
    for at, due in enumerate(agenda):
        yield _step(texts.asked_text(due), now=at == 0)


def _clearing(seen: View, device: str) -> Iterator[dict[str, Any]]:
    """What is done about the device that a case is about, once the case is closed or before."""
    for due in _confirms(seen, "device", device):
        yield from _steps(due, now=False)


def _confirms(seen: View, owner: str, subject: str) -> list[View]:
    return [due for due in seen["dues"] if due["owner"] == owner and due["subject"] == subject]


# ---------------------------------------------------------------- what is still being put right


@dataclass(frozen=True)
class Loose:
    """An end that a ruling has left: a round, a deck or a device, and what is due about it."""

    scope: str
    name: str
    title: str
    dues: tuple[View, ...]
    told: int | None
    """Which ruling of this round it follows from, where the round still knows it."""


def _followed_up(seen: View) -> Iterator[dict[str, Any]]:
    """One entry for each ruling that is being carried out, with everything that follows from it."""
    ends = [*_void(seen), *_decks(seen), *_devices(seen)]
    for told in dict.fromkeys(end.told for end in ends):
        same = [end for end in ends if end.told == told]
        if told is not None:
            yield _entry(same, seen["round"]["rulings"][told])
        else:
            yield from (_entry([end], None) for end in same)


def _entry(ends: list[Loose], told: View | None) -> dict[str, Any]:
    dues = [due for end in ends for due in end.dues]
    title = texts.title("; ".join(end.title for end in ends))
    confirmed = [_step(texts.confirmed_text(told["confirm"]), done=True)] if _closed(told) else []
    steps = [step for at, due in enumerate(dues) for step in _steps(due, now=at == 0)]
    return {
        "id": f"{ends[0].scope}:{ends[0].name}",
        "title": title,
        "happened": texts.irregularity_text(told) if told else "",
        "ruling": texts.follows_text(told) if told else "",
        "basis": told["basis"] if told else next((due["basis"] for due in dues), ""),
        "who": list(dict.fromkeys(role for due in dues for role in due["roles"])),
        "closed": True,
        "scope": ends[0].scope,
        "steps": [*confirmed, *steps],
        "cards": texts.cards_text(told["ruling"]) if told else "",
        "wagers": texts.wagers_text(told["ruling"]) if told else "",
    }


def _closed(told: View | None) -> TypeGuard[View]:
    """Whether somebody had to confirm the ruling; it is carried out, so somebody has."""
    return told is not None and bool(told["confirm"])


def _steps(due: View, *, now: bool) -> Iterator[dict[str, Any]]:
    """A checklist comes before the confirmation that it was gone through."""
    checklist = texts.checklist_texts(due.get("checklist", []))
    yield from (_step(text, now=now and at == 0) for at, text in enumerate(checklist))
    yield _step(texts.asked_text({**due, "checklist": []}), now=now and not checklist)


def _ruled(seen: View, consequences: tuple[str, ...], **about: str) -> int | None:
    """The newest ruling of this round that decided one of these about a deck or a device."""
    rulings_ = seen["round"]["rulings"]
    for at in reversed(range(len(rulings_))):
        told = rulings_[at]
        if all(told[k] == v for k, v in about.items()) and {*told["ruling"]} & {*consequences}:
            return at
    return None


def _in_a_case(seen: View, **about: str) -> bool:
    """Whether an open case is about it, which says what becomes of it."""
    held = [case for case in seen["cases"] if case["scope"] != NOTHING]
    return any(all(case[name] == value for name, value in about.items()) for case in held)


def _devices(seen: View) -> Iterator[Loose]:
    for name, device in seen["devices"].items():
        if device["phase"] == "faulted" and not _in_a_case(seen, device=name):
            title = f"{name} {texts.device_text(device['phase'])}"
            told = _ruled(seen, ("latch_device",), device=name)
            yield Loose("device", name, title, tuple(_confirms(seen, "device", name)), told)


def _decks(seen: View) -> Iterator[Loose]:
    for name, deck in seen["decks"].items():
        if deck["fate"] != "none" and not _in_a_case(seen, deck=name):
            title = f"deck {name} {texts.fate_text(deck['fate'])}"
            told = _ruled(seen, ("reshuffle", "remove_deck"), deck=name)
            yield Loose("deck", name, title, tuple(_confirms(seen, "deck", name)), told)


def _void(seen: View) -> Iterator[Loose]:
    now = seen["round"]
    if seen["phase"] == "open" and now["step"] == VOID and not _in_a_case(seen):
        dues = tuple(due for due in seen["dues"] if due["owner"] == "round")
        told = _ruled(seen, ("void_round",))
        yield Loose("round", str(now["number"]), texts.step_text(VOID), dues, told)
