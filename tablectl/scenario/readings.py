"""The expectations that a scenario can have, key by key."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tablectl.clauses.registry import covers
from tablectl.scenario.expectation import (
    SOMETHING_ELSE,
    Expectation,
    each,
    either,
    exact,
    other,
    shown,
    unordered,
)
from tablectl.scenario.facts import Facts
from tablectl.scenario.model import HOLD, NONE, RefusalSpec
from tablectl.scenario.targets import STEP_ALIASES
from tablectl.scenario.values import Result, cents, result
from tablectl.words.bases import Clause, HousePolicy, cited
from tablectl.words.dues import Settling
from tablectl.words.money import dollars
from tablectl.words.refusals import Refusal
from tablectl.words.rulings import Ruled

HOUSE_POLICY = "house_policy"
_SUBCHAPTER = re.compile(r"(?<=-)[0-9]+")


# ---------------------------------------------------------------- rulings


def _last(facts: Facts) -> Ruled | None:
    return facts.rulings[-1] if facts.rulings else None


def _told(ruled: Ruled | None) -> str:
    if ruled is None:
        return NONE
    ruling = ruled.ruling
    what = ", ".join(c.value for c in ruling.consequences)
    held = f"{HOLD} for {', '.join(r.name for r in ruling.remedies)}" if ruling.remedies else ""
    parts = [part for part in (what, held) if part]
    kind, basis = ruled.irregularity.kind.value, cited(ruling.basis)
    return f"{' and '.join(parts) or NONE} ({kind}, {basis})"


def _is_ruling(expected: Any, facts: Facts) -> bool:
    ruled = _last(facts)
    if ruled is None:
        return bool(expected == NONE)
    codes = tuple(c.value for c in ruled.ruling.consequences)
    if isinstance(expected, tuple):
        return codes == expected
    return expected in codes or (expected == HOLD and bool(ruled.ruling.remedies))


def _wrong_ruling(expected: Any, _: Facts) -> Iterator[Any]:
    yield other(expected)


def _kind(facts: Facts) -> str:
    ruled = _last(facts)
    return NONE if ruled is None else ruled.irregularity.kind.value


def _is_basis(expected: str, basis: object) -> bool:
    if isinstance(basis, HousePolicy):
        return expected == HOUSE_POLICY
    clause = basis.citation if isinstance(basis, Clause) else getattr(basis, "clause", "")
    return covers(expected, clause)


def _elsewhere(clause: str) -> str:
    """The same section of the next subchapter."""
    if clause == HOUSE_POLICY:
        return SOMETHING_ELSE
    return _SUBCHAPTER.sub(lambda number: str(int(number[0]) + 1), clause, count=1)


def _is_clause(expected: Any, facts: Facts) -> bool:
    ruled = _last(facts)
    return ruled is not None and _is_basis(expected, ruled.ruling.basis)


# ---------------------------------------------------------------- answers and offers


def _refusal(facts: Facts) -> Refusal | None:
    return facts.answer.refusal if facts.answer is not None else None


def _told_refusal(_: Any, facts: Facts) -> object:
    if facts.answer is None:
        return "no answer"
    refusal = _refusal(facts)
    return NONE if refusal is None else f"{refusal.code} ({cited(refusal.basis)})"


def _is_refusal(expected: Any, facts: Facts) -> bool:
    refusal = _refusal(facts)
    if isinstance(expected, RefusalSpec):
        basis_fits = expected.clause is None or (
            refusal is not None and _is_basis(expected.clause, refusal.basis)
        )
        return refusal is not None and refusal.code == expected.code and basis_fits
    if facts.answer is None:
        return False
    return bool(expected == (NONE if refusal is None else refusal.code))


def _wrong_refusal(expected: Any, _: Facts) -> Iterator[Any]:
    if not isinstance(expected, RefusalSpec):
        yield SOMETHING_ELSE
        return
    yield RefusalSpec(code=SOMETHING_ELSE, clause=expected.clause)
    if expected.clause is not None:
        yield RefusalSpec(code=expected.code, clause=_elsewhere(expected.clause))


def _wrong_refused(_: Any, facts: Facts) -> Iterator[Any]:
    """Something that is offered, so that it is not refused; there always ought to be one."""
    if facts.deeds:
        yield (min(facts.deeds),)


# ---------------------------------------------------------------- money


def _wagers(_: Any, facts: Facts) -> object:
    now = _in_dollars(facts.view["round"]["wagers"])
    results = {hand: {w: str(r) for w, r in mine.items()} for hand, mine in facts.results.items()}
    return f"{shown(now)} on the layout, last settled {shown(results)}"


def _is_wagers(expected: Any, facts: Facts) -> bool:
    down = facts.view["round"]["wagers"]
    match expected:
        case "all_returned":
            return facts.all_returned
        case "none":
            return not down
        case Mapping():
            return bool(down == _in_cents(expected))
        case _:
            return not facts.all_returned and bool(down)


def _wrong_wagers(expected: Any, _: Facts) -> Iterator[Any]:
    if not isinstance(expected, Mapping):
        yield SOMETHING_ELSE
        return
    for seat, mine in expected.items():
        yield {**expected, seat: {**mine, SOMETHING_ELSE: 1}}
    yield {**expected, 99: {SOMETHING_ELSE: 1}}


def _again(_: Any, facts: Facts) -> object:
    return f"{shown(_in_dollars(facts.view['round']['again']))} lying there again"


def _is_again(expected: Any, facts: Facts) -> bool:
    again = facts.view["round"]["again"]
    return bool(again == _in_cents(expected)) if isinstance(expected, Mapping) else not again


def _wrong_again(expected: Any, facts: Facts) -> Iterator[Any]:
    if isinstance(expected, Mapping):
        yield from _wrong_wagers(expected, facts)
    else:
        yield {99: {SOMETHING_ELSE: 1}}


def _in_dollars(wagers: Mapping[str, Mapping[str, int | None]]) -> Mapping[str, object]:
    return {
        hand.removeprefix("seat_"): {w: None if c is None else dollars(c) for w, c in mine.items()}
        for hand, mine in wagers.items()
    }


def _in_cents(wagers: Mapping[Any, Mapping[str, Any]]) -> Mapping[str, object]:
    return {f"seat_{seat}": {w: cents(a) for w, a in m.items()} for seat, m in wagers.items()}


def _place(key: str) -> str:
    return f"seat_{key}" if key[:1].isdigit() else key


def _settlement(expected: Any, facts: Facts) -> Mapping[str, Mapping[str, Result]]:
    return {key: facts.results.get(_place(key), {}) for key in expected}


def _is_settlement(expected: Any, facts: Facts) -> bool:
    was = _settlement(expected, facts)
    return all(
        was[key].keys() == mine.keys()
        and all(result(text).fits(was[key][wager]) for wager, text in mine.items())
        for key, mine in expected.items()
    )


def _wrong_settlement(expected: Any, _: Facts) -> Iterator[Any]:
    for key, mine in expected.items():
        for wager, text in mine.items():
            yield {**expected, key: {**mine, wager: str(_wrong_result(result(text)))}}
        if not mine:
            yield {**expected, key: {SOMETHING_ELSE: "collect"}}


def _wrong_result(right: Result) -> Result:
    if right.cents is not None:
        return Result(right.settling, right.cents + 100, right.odds)
    return Result(Settling.RETURN if right.settling is not Settling.RETURN else Settling.COLLECT)


# ---------------------------------------------------------------- cards and the rest


def _faces(facts: Facts) -> Mapping[str, Any]:
    hidden = "??"
    return {
        place: "hidden" if not pile["faces"] or hidden in pile["faces"] else tuple(pile["faces"])
        for place, pile in facts.view["places"].items()
    }


def _counts(facts: Facts) -> Mapping[str, int]:
    return {place: pile["count"] for place, pile in facts.view["places"].items()}


def _at_places(read: Callable[[Facts], Mapping[str, int]]) -> Expectation:
    """How many cards are at each place; of a place that there is not, it is always none."""
    counted = each(read, 0)

    def wrong(expected: Any, facts: Facts) -> Iterator[Any]:
        return counted.wrong(expected, facts) if set(expected) <= facts.known else iter(())

    return Expectation(counted.was, counted.holds, wrong)


def _phases(key: str) -> Callable[[Facts], Mapping[str, str]]:
    return lambda facts: {name: each["phase"] for name, each in facts.view[key].items()}


def _prompt(facts: Facts, key: str) -> Any:
    prompt = facts.view["prompt"]
    return prompt[key] if prompt else None


def _is_asked(expected: Any, facts: Facts) -> bool:
    who = tuple(_prompt(facts, "who") or ())
    return who == expected if isinstance(expected, tuple) else expected in who


def _remedies(facts: Facts) -> tuple[str, ...]:
    """The ways out that somebody has to choose from now."""
    for due in facts.view["dues"]:
        if due["is"] == "choice_due" and due["question"] == "remedy":
            return tuple(str(option["name"]) for option in due["options"])
    return ()


EXPECTATIONS: Mapping[str, Expectation] = {
    "phase": exact(lambda facts: facts.view["phase"]),
    "step": Expectation(
        was=lambda _, facts: facts.view["round"]["step"],
        holds=lambda expected, facts: (
            STEP_ALIASES.get(expected, expected) == facts.view["round"]["step"]
        ),
        wrong=lambda *_: iter((SOMETHING_ELSE,)),
    ),
    "prompt": exact(lambda facts: _prompt(facts, "code")),
    "asked": Expectation(
        was=lambda _, facts: _prompt(facts, "who"),
        holds=_is_asked,
        wrong=lambda expected, _: iter((other(expected),)),
    ),
    "offered": Expectation(
        was=lambda _, facts: sorted(facts.deeds),
        holds=lambda expected, facts: set(expected) <= facts.deeds,
        wrong=lambda expected, _: ((*expected, SOMETHING_ELSE) for _ in expected[:1]),
    ),
    "refused": Expectation(
        was=lambda expected, facts: f"{shown(sorted(set(expected) & facts.deeds))} offered",
        holds=lambda expected, facts: not set(expected) & facts.deeds,
        wrong=lambda expected, facts: _wrong_refused(expected, facts) if expected else iter(()),
    ),
    "refusal": Expectation(_told_refusal, _is_refusal, _wrong_refusal),
    "irregularity": exact(_kind),
    "irregularities": exact(lambda facts: tuple(r.irregularity.kind.value for r in facts.rulings)),
    "ruling": Expectation(lambda _, facts: _told(_last(facts)), _is_ruling, _wrong_ruling),
    "clause": Expectation(
        was=lambda _, facts: _told(_last(facts)),
        holds=_is_clause,
        wrong=lambda expected, _: iter((_elsewhere(expected),)),
    ),
    "remedies": exact(_remedies),
    "cases": unordered(lambda facts: tuple(c["irregularity"] for c in facts.view["cases"])),
    "places": _at_places(_counts),
    "felt": _at_places(lambda facts: facts.felt),
    "faces": each(_faces, "no cards"),
    "stub_expected": exact(lambda facts: facts.view["stub_expected"]),
    "allowance": either(lambda facts: facts.allowance, NONE),
    "gate": either(lambda facts: facts.gate, "shut"),
    "wagers": Expectation(_wagers, _is_wagers, _wrong_wagers),
    "again": Expectation(_again, _is_again, _wrong_again),
    "warnings": unordered(lambda facts: tuple(w["code"] for w in facts.view["round"]["warnings"])),
    "options": each(lambda facts: facts.view["options"], "no such option"),
    "notices": unordered(lambda facts: tuple(n["option"] for n in facts.view["notices"])),
    "settlement": Expectation(_settlement, _is_settlement, _wrong_settlement),
    "decks": each(_phases("decks"), "no such deck"),
    "devices": each(_phases("devices"), "no such device"),
    "method": exact(lambda facts: facts.view["method"]),
    "rounds": exact(lambda facts: facts.view["round"]["number"] - 1),
}
