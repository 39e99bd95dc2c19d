"""A record in one line: what its input said, or what came of it, without the state of the table.

For lists. A hidden face has no text here, nor has its token or its cipher.
"""

from __future__ import annotations

from collections.abc import Iterator

from tablectl import texts
from tablectl.journal.records import INPUT_KINDS, Record, RecordKind
from tablectl.words.bases import cited
from tablectl.words.canonical import from_plain, from_tagged, loads, tag_of
from tablectl.words.inputs import Input
from tablectl.words.outcomes import Outcome


def input_of(record: Record) -> Input:
    """The input that a record of one holds."""
    taken: Input = from_tagged(Input, loads(record.body))
    return taken


def record_text(record: Record) -> str:
    """What a record says, whatever it is."""
    if record.kind in INPUT_KINDS:
        return texts.input_text(input_of(record))
    if record.kind == RecordKind.OUTCOME:
        outcome = from_plain(Outcome, loads(record.body))
        return "; ".join((f"of {outcome.of}", *outcome_texts(outcome)))
    if record.kind == RecordKind.SNAPSHOT:
        claim = loads(record.body)
        return f"state as of record {claim['of']}: {claim['digest']}"
    return "a hidden card, enciphered"


def outcome_texts(outcome: Outcome) -> Iterator[str]:
    """What an input led to, each thing in a few words."""
    if outcome.refusal is not None:
        yield f"refused: {texts.refusal_text(outcome.refusal)}"
    for ruled in outcome.rulings:
        kind = texts.spoken(ruled.irregularity.kind.value)
        yield f"ruled on {kind} [{cited(ruled.ruling.basis)}]"
    yield from (texts.spoken(tag_of(type(fact))) for fact in outcome.facts)
    yield from map(phase_text, outcome.phases)
    if outcome.ignored:
        yield texts.ignored_text(outcome.ignored)
    if outcome.fault:
        yield f"the table stopped: {outcome.fault}"


def phase_text(phase: str) -> str:
    """Where the table, the round, a deck or a device stands now."""
    kind, _, rest = phase.partition(":")
    name, _, now = rest.partition(":")
    match kind:
        case "table":
            return texts.table_text(name)
        case "round":
            return texts.step_text(name)
        case "deck":
            return f"deck {name} {texts.deck_text(now)}"
        case "device":
            return f"{name} {texts.device_text(now)}"
        case _:
            return texts.spoken(phase)
