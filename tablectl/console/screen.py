"""The screen: a view as a page shows it, plain data with every text from the catalogue.

What is due, what may be done and what follows from what, the controller has decided; here it is put
into the words and the order in which somebody with a second to look reads it (`docs/console.md`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablectl import texts
from tablectl.console.buttons import grouped, reads
from tablectl.console.clocks import clocks
from tablectl.console.felt import felt, whole_of
from tablectl.console.troubles import cases, rulings
from tablectl.doorwire import People
from tablectl.words.bases import Role

View = Mapping[str, Any]
DOES: Mapping[str, str] = {
    "collect": "take",
    "pay": "pay",
    "return": "return",
    "judge": "judge",
}


def screen(seen: View, people: People, role: Role) -> dict[str, Any]:
    """The whole screen of a role, from what the door answers to a look at the table."""
    return {
        "table": _table(seen),
        "role": role.value,
        "seq": seen["seq"],
        "time": seen["time"],
        "people": _people(seen, people),
        "sign_in": seen["sign_in"],
        "trouble": seen.get("trouble", ""),
        "prompt": _prompt(seen, role),
        "also": _also(seen),
        "felt": felt(seen),
        "settlement": _settlement(seen),
        **grouped(seen),
        "cases": cases(seen),
        "rulings": rulings(seen),
        "warnings": [texts.warning_text(each) for each in seen["round"]["warnings"]],
        "notices": [_notice(each) for each in seen["notices"]],
        "clocks": clocks(seen),
        "devices": [_device(seen, name) for name in seen["devices"]],
        "options": [
            {"name": name, "text": texts.setting_text(name, value)}
            for name, value in seen["options"].items()
        ],
        "stage": seen.get("stage"),
    }


def _table(seen: View) -> dict[str, Any]:
    return {
        "name": seen["table"],
        "game": texts.title(texts.spoken(seen["game"])),
        "method": texts.title(texts.spoken(seen["method"])),
        "where": texts.where_text(seen),
        "simulated": seen["simulated"],
        "mark": seen.get("mark", ""),
    }


def _people(seen: View, people: People) -> list[dict[str, Any]]:
    """Everybody who works here; where nobody proves anything, all of them are there."""
    there = seen["present"] if seen["sign_in"] else people
    return [
        {"name": name, "roles": list(roles), "present": name in there}
        for name, roles in people.items()
    ]


# ---------------------------------------------------------------- what now


def _prompt(seen: View, role: Role) -> dict[str, Any] | None:
    prompt = seen["prompt"]
    if prompt is None:
        return None
    due, mine = prompt["due"], role.value in prompt["who"]
    steps = texts.checklist_texts(due.get("checklist", []))
    return {
        "text": texts.asked_text({**due, "checklist": []}),
        "who": list(prompt["who"]),
        "mine": mine,
        "basis": prompt["basis"],
        "waits": _waits(seen, prompt["who"], mine=mine),
        "hint": ". ".join(steps),
    }


def _waits(seen: View, who: list[str], *, mine: bool) -> str:
    """What or who is waited for, where this role cannot do anything about it."""
    if seen["waiting"]:
        return texts.opening_text()
    due = seen["prompt"]["due"]
    by_device = next(texts.waits_texts(seen), "")
    if by_device:
        return texts.title(by_device)
    if due["is"] == "turn_due" and reads(seen) and due["places"][0] not in seen["sealed"]:
        return texts.reader_text(reads(seen))
    if due["is"] == "check_due" and seen["checker"]:
        return texts.checker_text(seen["checker"])
    return "" if mine else texts.waiting_text(who)


def _also(seen: View) -> list[dict[str, Any]]:
    """What else is due now, without what nobody waits for."""
    now = seen["prompt"]["due"] if seen["prompt"] else None
    return [
        {"text": texts.asked_text(due), "basis": due["basis"], "who": list(due["roles"])}
        for due in seen["dues"]
        if due != now and not due.get("idle")
    ]


def _settlement(seen: View) -> dict[str, Any] | None:
    """What is to be taken, paid and given back, in the order in which that is done."""
    due = next((due for due in seen["dues"] if due["is"] == "settle_due"), None)
    if due is None:
        return None
    return {
        "title": texts.settlement_title(due["stage"]),
        "basis": due["basis"],
        "lines": [
            {
                "text": texts.settled_text(line),
                "does": DOES[line["settling"]],
                "place": whole_of(line["hand"]),
                "hand": line["hand"],
                "basis": texts.basis_name(line["basis"]),
            }
            for line in due["lines"]
        ],
    }


# ---------------------------------------------------------------- the house and its machines


def _notice(notice: View) -> dict[str, Any]:
    text = texts.title(texts.notice_text(notice))
    return {"id": notice["id"], "text": text, "starts": notice["starts_at"]}


def _device(seen: View, name: str) -> dict[str, Any]:
    device, unit = seen["devices"][name], seen["units"][name]
    return {
        "name": name,
        "kind": texts.kind_label(device["kind"]),
        "text": texts.device_text(device["phase"]),
        "phase": device["phase"],
        "simulated": device["simulated"],
        "identity": [*texts.unit_texts(unit), *map(texts.title, texts.identity_texts(device))],
        "can": [texts.ability_text(each) for each in device["can"]],
        "model": unit["model"],
    }
