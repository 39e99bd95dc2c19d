"""A round of a record as plain data: what was said, what followed, how the table stood.

Made of what the narrator tells and of the auditor's view, which has no face that is hidden and no
token. Nothing here knows a file or a request.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tablectl import texts
from tablectl.kernel import KIND_OF
from tablectl.replay.chronicle import Passage
from tablectl.replay.page import Told
from tablectl.replay.telling import clause_words, irregularities
from tablectl.replay.times import moment
from tablectl.table.view import HIDDEN
from tablectl.words.acts import Act
from tablectl.words.attendance import Attendance
from tablectl.words.bases import cited
from tablectl.words.inputs import Input
from tablectl.words.observations import Observation
from tablectl.words.rulings import Ruled, ruled_view

Plain = dict[str, Any]
IRREGULARITY = "IRREGULARITY"
OF_A_RULING = (IRREGULARITY, "ruling", "evidence", "clause")
"""Labels of lines that are told with the ruling they belong to."""
HAND = 12
"""As many cards of a place are shown one by one; of more only the number."""


def source_of(input_: Input) -> str:
    """What kind of source an input comes from."""
    match input_:
        case Act():
            return "person"
        case Observation():
            return "device"
        case Attendance() if input_.person:
            return "person"
        case _:
            return "controller"


def step(passage: Passage, lines: Sequence[Told], felt: Plain | None) -> Plain:
    """One input of a round, with everything that it led to."""
    stamped = passage.stamped
    said = texts.printable(texts.input_text(stamped.input))
    ruled = irregularities(stamped, passage.outcome)
    evidence = _evidence(lines)
    return {
        "seq": stamped.seq,
        "time": stamped.time,
        "at": moment(stamped.time),
        "who": texts.printable(passage.who),
        "source": source_of(stamped.input),
        "kind": KIND_OF[type(stamped.input)],
        "text": said,
        "lines": [as_line(line) for line in lines if _is_told_besides(line, said)],
        "rulings": [_ruling(each, said) for each, said in zip(ruled, evidence, strict=True)],
        "felt": felt,
    }


def _is_told_besides(line: Told, said: str) -> bool:
    """Whether a line says more than the input itself, and belongs to no ruling."""
    return line.label not in ("", *OF_A_RULING) and line.text != said


def as_line(told: Told) -> Plain:
    return {"label": told.label, "text": told.text}


def _evidence(lines: Iterable[Told]) -> list[list[str]]:
    """What was brought forward for each irregularity, in the order in which they are told."""
    found: list[list[str]] = []
    for line in lines:
        if line.label == IRREGULARITY:
            found.append([])
        elif line.label == "evidence":
            found[-1].append(line.text)
    return found


def _ruling(ruled: Ruled, evidence: list[str]) -> Plain:
    happened, follows = texts.told_texts(ruled_view(ruled))
    basis = ruled.ruling.basis
    return {
        "happened": texts.printable(happened),
        "follows": texts.printable(follows),
        "basis": cited(basis),
        "evidence": evidence,
        "clauses": [{"citation": cite, "says": says} for cite, says in clause_words(basis)],
    }


def felt(view: Mapping[str, Any]) -> Plain:
    """The table as it was believed to be: cards, wagers, decks and what is held up."""
    round_ = view["round"]
    known = "phase" in view
    return {
        "known": known,
        "step": texts.step_text(round_["step"]) if known else "",
        "places": [_place(name, found) for name, found in view["places"].items() if found["count"]],
        "wagers": [
            {"place": place, "label": texts.place_name(place), "text": _stakes(stakes)}
            for place, stakes in round_.get("wagers", {}).items()
            if stakes
        ],
        "decks": [
            {"name": name, "text": f"{name} {texts.deck_text(deck['phase'])}"}
            for name, deck in view.get("decks", {}).items()
        ],
        "cases": [texts.printable(texts.case_text(case)) for case in view["cases"]],
    }


def _place(place: str, found: Mapping[str, Any]) -> Plain:
    count = found["count"]
    faces = list(found["faces"])[:count] if count <= HAND else []
    unknown = [HIDDEN] * (count - len(faces)) if count <= HAND else []
    return {
        "place": place,
        "label": texts.place_name(place),
        "cards": faces + unknown,
        "count": count,
    }


def _stakes(stakes: Mapping[str, int | None]) -> str:
    return ", ".join(
        f"{texts.spoken(name)} {texts.amount(cents)}".rstrip() for name, cents in stakes.items()
    )
