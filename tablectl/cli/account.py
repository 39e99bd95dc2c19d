"""The account of a table: every record told in plain words as it becomes durable.

Told from the record and the view alone, so it is the same whether a crew, a person or a device
caused what happened.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tablectl import texts
from tablectl.cli.page import Page
from tablectl.cli.tally import Tally, irregularities
from tablectl.hosts.host import Host
from tablectl.kernel import inputs
from tablectl.table.view import HIDDEN, ruled_view
from tablectl.words.acts import Act, Confirm
from tablectl.words.bases import Role, cited
from tablectl.words.canonical import tag_of
from tablectl.words.facts import (
    Amended,
    Called,
    Checked,
    Chose,
    Confirmed,
    ContentsDeclared,
    CountedAt,
    Dealt,
    Drew,
    Fact,
    Moved,
    Noticed,
    NoticeDropped,
    OptionChanged,
    Racked,
    Settled,
    Turned,
    Wagered,
    Warned,
)
from tablectl.words.inputs import Stamped, Started
from tablectl.words.outcomes import Outcome
from tablectl.words.rulings import Ruled

View = Mapping[str, Any]
REMEDY = "remedy"


class Account:
    """Hangs on a host and tells what happens there from now on."""

    def __init__(self, host: Host, write: Callable[[str], None], *, live: bool = False) -> None:
        self.tally = Tally()
        self._host = host
        self._page = Page(write, live=live)
        self._seq = host.kernel.journal.last_seq
        self._before: View = {}
        self._round = 0
        host.committed = self.read

    def read(self) -> None:
        """Tell what has come on record since the last time."""
        after: View = self._host.door.view(Role.DEALER)
        for stamped, outcome in inputs(self._host.kernel.journal.records(self._seq)):
            self.tally.note(stamped, outcome)
            self._tell(stamped, outcome, after)
        self._seq = self._host.kernel.journal.last_seq
        self._before = after

    def say_mishap(self, says: str) -> None:
        self._page.say("SIMULATED", f"mishap: {says}")

    def say_showing(self, place: str, faces: str) -> None:
        self._page.say("SIMULATED", f"felt: {texts.place_name(place)} shows {faces}")

    def end(self) -> None:
        self._page.end_line()

    # ------------------------------------------------------------ one record

    def _tell(self, stamped: Stamped, outcome: Outcome, after: View) -> None:
        act = stamped.input if isinstance(stamped.input, Act) else None
        by = act.by if act is not None else ""
        if outcome.fault:
            self._page.say("STOPPED", f"{outcome.fault}; a technician has to release the table")
        if outcome.refusal is not None and act is not None:
            deed = texts.spoken(tag_of(type(act.deed)))
            self._page.say("refused", f"{by}, {deed}: {texts.refusal_text(outcome.refusal)}")
        for fact in outcome.facts:
            if not isinstance(fact, Racked):
                self._fact(fact, by, after)
        if isinstance(stamped.input, Started):
            self._page.say("start", f"the controller starts at record {stamped.seq}")
        for ruled in irregularities(stamped, outcome):
            self._ruled(ruled)
        for fact in outcome.facts:
            if isinstance(fact, Racked):
                where = texts.place_name(fact.place)
                self._page.say("way out", f"1 card from {where} goes to the discard rack")
        for phase in outcome.phases:
            self._phase(phase, act, after)

    def _fact(self, fact: Fact, by: str, after: View) -> None:
        match fact:
            case Wagered():
                self._begin_round(after)
                stake = f"{texts.spoken(fact.wager)} {texts.amount(fact.cents)}".rstrip()
                back = "" if fact.on else " taken back"
                self._page.add("wagers", f"seat {fact.seat} {stake}{back}")
            case Called():
                self._page.say("call", f'"{texts.spoken(fact.call)}"')
            case Dealt():
                self._page.add("dealt", f"to {texts.place_name(fact.place)}", fact.count)
            case Chose():
                self._chose(fact, by)
            case Checked():
                answer = "yes" if fact.yes else "no"
                self._page.say("check", f"{texts.spoken(fact.check)}: {answer}")
            case CountedAt():
                self._page.say("count", f"{texts.place_name(fact.place)}: {fact.count} cards")
            case Drew():
                self._page.say("number", f"{texts.spoken(fact.draw)}: {fact.number}")
            case Turned():
                cards = _cards(after, fact.place)
                self._page.say("reveal", f"{texts.place_name(fact.place)}: {cards}")
            case Moved():
                source = texts.place_name(fact.source)
                self._page.add(f"to {texts.spoken(fact.to)}", f"from {source}", fact.count)
            case Settled():
                self._settled(fact.stage)
            case Noticed():
                told = texts.option_text(fact.option, fact.value)
                self._page.say("change", f"{fact.by} asks for {told} ({texts.spoken(fact.notice)})")
            case OptionChanged():
                self._page.say("change", f"in force: {texts.option_text(fact.option, fact.now)}")
            case NoticeDropped():
                name = texts.spoken(fact.notice)
                self._page.say("change", f"{name} will not come: {texts.spoken(fact.why)}")
            case Warned():
                warning = {"code": fact.code, "args": fact.args, "basis": cited(fact.basis)}
                self._page.say("WARNING", texts.warning_text(warning))
            case ContentsDeclared():
                place, other = texts.place_name(fact.place), texts.place_name(fact.other)
                said = f"{place} holds {fact.now} cards, not {fact.was}; the difference: {other}"
                self._page.say("contents", f"{said} ({fact.by} and {fact.second}: {fact.why})")
            case Amended():
                self._page.say("amended", f"{texts.amended_text(fact.to)} ({fact.by}: {fact.why})")
            case Confirmed():
                due = {"is": "confirm_due", "what": fact.what, "subject": fact.subject}
                told = f": {fact.note}" if fact.note else ""
                self._page.say("confirmed", f"{by} {texts.phrase(due)}{told}")

    def _chose(self, fact: Chose, by: str) -> None:
        if fact.question == REMEDY:
            case = texts.spoken(fact.hand)
            way = texts.remedy_text(fact.choice)
            self._page.say("way out", f"{by} chooses for {case}: {way}")
        else:
            choice = texts.spoken(fact.choice)
            self._page.add("decisions", f"{texts.place_name(fact.hand)}: {choice}")

    def _settled(self, stage: str) -> None:
        for due in self._before.get("dues", ()):
            if due["is"] == "settle_due" and due["stage"] == stage:
                for line in due["lines"]:
                    self._page.say(texts.spoken(stage), texts.line_text(line))

    def _ruled(self, ruled: Ruled) -> None:
        happened, follows = texts.told_texts(ruled_view(ruled))
        self._page.say("IRREGULARITY", happened)
        self._page.say("ruling", follows)

    def _phase(self, phase: str, act: Act | None, after: View) -> None:
        kind, _, rest = phase.partition(":")
        name, _, now = rest.partition(":")
        match kind:
            case "table":
                self._page.say("table", texts.table_text(name))
            case "deck":
                self._page.add(f"deck {name}", f"{texts.spoken(now)}{_doer(act)}")
            case "device":
                simulated = after["devices"].get(name, {}).get("simulated")
                mark = " (SIMULATED)" if simulated else ""
                self._page.say("device", f"{name}{mark} {texts.device_text(now)}")
            case "round" if name == "void":
                self._page.say("way out", "every wager goes back and the cards are gathered")

    def _begin_round(self, after: View) -> None:
        number = after["round"]["number"]
        if number != self._round:
            self._round = number
            self._page.heading(f"Round {number}")


def _doer(act: Act | None) -> str:
    return f" by {act.by}" if act is not None and isinstance(act.deed, Confirm) else ""


def _cards(view: View, place: str) -> str:
    faces = view["places"].get(place, {"faces": []})["faces"]
    known = [face for face in faces if face != HIDDEN]
    return " ".join(known) if known else "turned up, and nobody has keyed in the cards"
