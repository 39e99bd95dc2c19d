"""What must hold after a death: nothing missing, nothing twice, the same table, and told truly.

**Equal** to the uninterrupted run means: the same facts of the round, card for card and wager for
wager; the same consequences of rulings; the same state of the closed table. Different may be what
the restart itself brings: the ruling on the restart and those on what devices tell late, with the
remedies that a supervisor chose for them; numbers (of records, orders, cases, events) and times;
the order in which wagers were keyed in before the call that binds them; and when a card was racked,
where others before it waited for the supervisor.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from drivers.happenings import CardsDrawn, CardsSeen, Shuffled
from tablectl.games.catalogue import rules_for
from tablectl.journal.verify import verify
from tablectl.kernel import ReplayError, inputs, rebuild
from tablectl.soak.truth import at_rest, differences
from tablectl.table.state import TableState
from tablectl.words.bases import Role
from tablectl.words.canonical import digest, dumps, text, to_plain
from tablectl.words.effects import SendOrder
from tablectl.words.facts import Chose, Fact, Racked, Wagered
from tablectl.words.inputs import Stamped
from tablectl.words.irregularities import Kind
from tablectl.words.observations import CardChecked, Identified, Jammed, NumberDrawn, Observation
from tablectl.words.outcomes import Outcome
from tests.crash_campaign.dying import Reaper, WatchedJournal
from tests.crash_campaign.playing import JOURNAL, Play
from tests.wire.exactly_once import Recorded, agree, recorded_events
from tests.wire.outages import Disagreement

LATE = frozenset({Kind.RESTART, Kind.COUNT_UNCERTAIN, Kind.NOT_EXPECTED, Kind.UNSOLICITED_CARD})
"""What a restart may bring: itself, cards and answers told late, cards that came while it held."""
CASE = re.compile(r"case_[0-9]+")
UNCERTAIN = (Jammed, CardsDrawn, CardsSeen, Shuffled, CardChecked, NumberDrawn)
"""What is ruled on when it comes late: it moved cards, held them up, or answered something."""
REMEDIES = ["go_on", "void_round"]


@dataclass(frozen=True)
class Finding:
    """One thing that does not hold; `kind` is loss, double, difference or untold."""

    kind: str
    what: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.what}"


@dataclass(frozen=True)
class Account:
    """A finished run, without what a restart may change."""

    facts: tuple[str, ...]
    consequences: tuple[str, ...]
    """What was ruled, whichever irregularity was heard of first."""
    state: tuple[str, ...]


def account(play: Play) -> Account:
    facts: list[Fact] = []
    consequences: set[str] = set()
    for _, outcome in on_record(play):
        facts += outcome.facts
        for ruled in outcome.rulings:
            if ruled.irregularity.kind not in LATE:
                consequences.update(each.value for each in ruled.ruling.consequences)
    return Account(
        tuple(_in_order(facts)),
        tuple(sorted(consequences)),
        tuple(_without_numbers(play.state)),
    )


def _in_order(facts: list[Fact]) -> Iterator[str]:
    """Facts one after the other; wagers of one moment, and cards racked, in any order."""
    wagers: list[str] = []
    for fact in facts:
        match fact:
            case Wagered():
                wagers.append(text(fact))
            case Racked() | Chose(question="remedy"):
                pass
            case _:
                yield from sorted(wagers)
                wagers.clear()
                yield CASE.sub("case", text(fact))
    yield from sorted(wagers)
    yield from (text(fact) for fact in facts if isinstance(fact, Racked))


NUMBERS = frozenset(
    {
        *("seq", "time", "order_count", "case_count", "deadlines", "number", "given_at"),
        *("event", "load", "matched", "found", "opened_at", "rulings", "last_deck", "uncounted"),
    }
)
"""Numbers and times, and what a closed table forgets when it is switched on: the rulings since the
last round, which deck that was dealt from, and when one was counted last."""


def _without_numbers(state: TableState) -> Iterator[str]:
    """The state line by line."""
    return _lines("", to_plain(state))


def _lines(path: str, plain: object) -> Iterator[str]:
    match plain:
        case dict():
            for name, value in sorted(plain.items()):
                if name not in NUMBERS:
                    yield from _lines(f"{path}/{name}", value)
        case _:
            yield f"{path}: {dumps(plain)}"


def on_record(play: Play) -> list[tuple[Stamped, Outcome]]:
    return list(inputs(play.journal.records()))


# ---------------------------------------------------------------- at a restart


def after_a_restart(play: Play) -> Iterator[Finding]:
    """What the next controller has, and what it tells, as soon as its lines are up."""
    yield from missing_answers(play)
    yield from missing_events(play)
    yield from unrecorded_orders(play)
    yield from untold(play)


def missing_answers(play: Play) -> Iterator[Finding]:
    """Everybody who was answered gets the same answer again, and nothing happens anew."""
    before = play.journal.last_seq
    for key, (act, receipt) in play.answered.items():
        found = play.journal.by_key(key)
        if found is None or found[0].seq != receipt.seq:
            yield Finding("loss", f"{key}, answered as record {receipt.seq}, is not there")
        elif play.rig.host.door.submit(act) != receipt:
            yield Finding("loss", f"{key} is answered otherwise than before")
    unanswered = play.deaths[-1].unanswered
    if unanswered is not None and play.journal.by_key(unanswered.key) is not None:
        play.rig.host.door.submit(unanswered)
    if play.journal.last_seq != before:
        yield Finding("double", "an act that was sent again is on record twice")


def missing_events(play: Play) -> Iterator[Finding]:
    """What a device was told it may forget is on record."""
    recorded = recorded_events(play.rig)
    for name, device in play.rig.devices.items():
        there = {key for key, _ in recorded.get(name, [])}
        for number in range(1, device.event + 1):
            if number not in device.kept and (device.epoch, number) not in there:
                yield Finding("loss", f"event {number} of {name} is forgotten and not on record")


def unrecorded_orders(play: Play) -> Iterator[Finding]:
    """What a device was told to do is on record as having been ordered."""
    ordered = {
        (effect.order.device, effect.order.number)
        for _, outcome in on_record(play)
        for effect in outcome.effects
        if isinstance(effect, SendOrder)
    }
    for name, witness in play.witnesses.items():
        for _, number in witness.given:
            if (name, number) not in ordered:
                yield Finding("loss", f"order {number} left for {name} and is not on record")
        for number in witness.again():
            yield Finding("double", f"order {number} was given to {name} again")
    yield from ordered_twice(play)


def ordered_twice(play: Play) -> Iterator[Finding]:
    """An order leaves again only for a device that has said it did not get it.

    A driver would not give it a second time, and nobody should have to rely on that.
    """
    had: dict[str, int] = {}
    ordered: set[tuple[str, int]] = set()
    for stamped, outcome in on_record(play):
        seen = stamped.input
        if isinstance(seen, Observation) and isinstance(seen.report, Identified):
            had[seen.device] = seen.report.last_order or 0
        orders = [effect.order for effect in outcome.effects if isinstance(effect, SendOrder)]
        for order in orders:
            key = order.device, order.number
            if key in ordered and order.number <= had.get(order.device, 0):
                yield Finding("double", f"order {order.number} is ordered again of {order.device}")
            ordered.add(key)


def untold(play: Play) -> Iterator[Finding]:
    """The supervisor sees that the table was down, and what nobody can be sure of; no more."""
    death = play.deaths[-1]
    seen = play.rig.host.door.view(Role.SUPERVISOR)
    shown = Counter(case["irregularity"] for case in seen["cases"])
    held = shown[Kind.RESTART.value]
    if held != death.cards_out:
        yield Finding("untold", f"{held} cases of a restart, cards out: {death.cards_out}")
    for case in seen["cases"]:
        if case["irregularity"] == Kind.RESTART.value and case["remedies"] != REMEDIES:
            yield Finding("untold", f"after a restart one may choose {case['remedies']}")
    told: Counter[str] = Counter()
    asked = False
    for stamped, outcome in on_record(play):
        late = isinstance(stamped.input, Observation) and stamped.input.late
        if late and outcome.rulings:
            asked = True
        if late and stamped.seq > death.record:
            told.update(ruled.irregularity.device for ruled in outcome.rulings)
    for name, kept in death.kept.items():
        uncertain = sum(isinstance(each, UNCERTAIN) for each in kept.values())
        if told[name] != uncertain:
            yield Finding(
                "untold", f"{uncertain} events of {name} came late, {told[name]} ruled on"
            )
    play.rig.crew.tidy(seen)  # hands put a card where the ruling has it after they have heard it
    shuffler = play.rig.crew.shuffler
    hidden = asked or death.unsure or (shuffler is not None and shuffler.decks)
    believed = [] if hidden else list(differences(play.rig, play.state))
    if believed and at_rest(play.rig):
        yield Finding("untold", f"nobody can know, and nobody is told: {believed[0]}")


# ---------------------------------------------------------------- at the end


def in_the_end(play: Play, uninterrupted: Account) -> Iterator[Finding]:
    yield from events_once(play)
    yield from unrecorded_orders(play)
    yield from sound(play)
    made = account(play)
    for kind, left, right in (
        ("facts", made.facts, uninterrupted.facts),
        ("rulings", made.consequences, uninterrupted.consequences),
        ("state", made.state, uninterrupted.state),
    ):
        if left != right:
            yield Finding("difference", f"{kind}: {_first_difference(left, right)}")


def _first_difference(left: tuple[str, ...], right: tuple[str, ...]) -> str:
    for made, wanted in zip(left, right, strict=False):
        if made != wanted:
            return f"{made[:300]} in place of {wanted[:300]}"
    return f"{len(left)} in place of {len(right)}"


def events_once(play: Play) -> Iterator[Finding]:
    """Everything that a device saw is on record once, in order, and says the same."""
    recorded: Recorded = recorded_events(play.rig)
    for name, device in play.rig.devices.items():
        events = recorded.get(name, [])
        numbers = [key for key, _ in events]
        happened = [(device.epoch, event) for event in range(1, device.event + 1)]
        if len(set(numbers)) < len(numbers):
            yield Finding("double", f"{name}: {numbers} on record")
        if set(numbers) != set(happened):
            yield Finding("loss", f"{name}: {numbers} on record, {device.event} events happened")
            continue
        for key, observation in events:
            if key in play.witnesses[name].saw:
                try:
                    agree(name, key, observation, play.witnesses[name].saw[key])
                except Disagreement as error:
                    yield Finding("difference", str(error))


def sound(play: Play) -> Iterator[Finding]:
    """The chain is whole, the record leads to this state, and the table is what the felt is."""
    for flaw in verify(play.home / JOURNAL).findings:
        yield Finding("loss", str(flaw))
    for difference in differences(play.rig, play.state):
        yield Finding("difference", difference)
    try:
        rebuilt, _ = rebuild(play.journal, rules_for, play.rig.settings)
        in_one_go = Unsnapped(play.journal, Reaper())
        whole, _ = rebuild(in_one_go, rules_for, play.rig.settings)
    except ReplayError as error:
        yield Finding("difference", str(error))
        return
    if {digest(rebuilt), digest(whole)} != {digest(play.state)}:
        yield Finding("difference", "the record leads to another state")


class Unsnapped(WatchedJournal):
    """The same record, to be read from its beginning."""

    def latest_snapshot(self) -> None:
        return None
