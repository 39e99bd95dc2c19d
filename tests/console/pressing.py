"""Fingers for the tests: a button is filled in as a person would, and becomes an act.

What is proposed is taken; what is not is looked up, or is the first that is allowed. A tap is what
a finger does: one for the button, one for each thing that has to be filled in or ticked off, one
for the second person.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import Any

from tablectl.doorwire import People
from tablectl.words.acts import Act, Deed
from tablectl.words.canonical import from_tagged

Screen = Mapping[str, Any]
Button = Mapping[str, Any]
Ask = Mapping[str, Any]
GROUPS = ("buttons", "corrections", "reports", "changes")
SOME_AMOUNT = 1000
WHY = "the ball pen slipped"

Looked = Callable[[Button, Ask], Any]
"""What a person sees on the felt that a button asks for; None where there is nothing to see."""


def nothing_seen(_: Button, __: Ask) -> Any:
    return None


def answer(button: Button, ask: Ask, looked: Looked = nothing_seen) -> Any:
    """What a person fills in; None where it is left out."""
    seen = looked(button, ask)
    if seen is not None:
        return seen
    if ask["value"] is not None or ask["optional"]:
        return ask["value"]
    match ask["kind"]:
        case "amount":
            return ask["least"] or SOME_AMOUNT
        case "number":
            return ask["least"] or 0
        case "text":
            return WHY
        case "one_of":
            return ask["choices"][0]["value"]
        case "flag":
            return False
        case "cards":
            return [f"{rank}C" for rank in "23456789TJQKA"[: ask["count"]]]
        case other:
            raise AssertionError(f"nobody knows what to fill in for {other}: {button['id']}")


def deed_of(button: Button, looked: Looked = nothing_seen) -> Deed:
    """The deed that a button stands for once it is filled in."""
    plain = deepcopy(button["deed"])
    for ask in button["asks"]:
        value = answer(button, ask, looked)
        if value is not None:
            _put(plain, ask["path"], value)
    deed: Deed = from_tagged(Deed, plain)
    return deed


def _put(plain: Any, path: list[Any], value: Any) -> None:
    *most, last = path
    for each in most:
        plain = plain[each]
    plain[last] = value


def taps(button: Button) -> int:
    """How often a finger touches the screen for it."""
    wanted = [ask for ask in button["asks"] if not ask["optional"] or ask["value"] is not None]
    return 1 + len(wanted) + len(button["checklist"]) + len(button["second"][:1])


def act_of(
    screen: Screen, button: Button, people: People, key: str, looked: Looked = nothing_seen
) -> Act:
    """The act of somebody of the screen's role who may be the one."""
    by = button["only_by"] or someone(people, [screen["role"]], but=button["not_by"])
    second = someone(people, button["second"], but=by) if button["second"] else ""
    return Act(deed_of(button, looked), by, key, second)


def someone(people: People, roles: list[str], but: str = "") -> str:
    return next(n for role in roles for n, has in people.items() if role in has and n != but)


def buttons_of(screen: Screen) -> list[Button]:
    return [button for group in GROUPS for button in screen[group]]
