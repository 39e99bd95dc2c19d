"""The teller: what a record says, in plain words, line by line on a page.

One narrator for a running table and for a record that is read years later. Told from the record
and from views alone, so it is the same whether a crew, a person or a device caused what happened.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tablectl import texts
from tablectl.clauses.registry import family
from tablectl.replay.page import Page
from tablectl.table.view import HIDDEN
from tablectl.words.acts import Act, Choose, Confirm
from tablectl.words.attendance import Attendance
from tablectl.words.bases import ApprovedProcedure, Basis, Clause, cited
from tablectl.words.canonical import tag_of
from tablectl.words.effects import SendOrder
from tablectl.words.facts import (
    Amended,
    Called,
    Checked,
    Chose,
    Confirmed,
    ContentsDeclared,
    CountedAt,
    Dealt,
    DealtFrom,
    DidWithout,
    Drew,
    Fact,
    Flawed,
    LaidAgain,
    Moved,
    Noticed,
    NoticeDropped,
    OptionChanged,
    Racked,
    Refilled,
    Settled,
    Turned,
    Wagered,
    Warned,
)
from tablectl.words.inputs import Stamped, Started, Wake
from tablectl.words.outcomes import Outcome
from tablectl.words.rulings import Ruled, Scope, ruled_view

View = Mapping[str, Any]
REMEDY = "remedy"
NO_VIEW: View = {"round": {"number": 0}, "places": {}, "dues": (), "devices": {}, "cases": ()}
"""Stands in where nobody can say how the table stood."""


def irregularities(stamped: Stamped, outcome: Outcome) -> list[Ruled]:
    """What went wrong with this input: not the way out of it, nor a start with nothing at stake."""
    match stamped.input:
        case Act(deed=Choose(question="remedy")):
            return []
        case Started():
            return [ruled for ruled in outcome.rulings if ruled.ruling.confirm]
        case _:
            return list(outcome.rulings)


class Teller:
    """Tells inputs and outcomes on a page.

    With `whole` nothing on record is left out: every input has a line, and beside a ruling stands
    what its sources said and what its clause asks for.
    """

    def __init__(self, page: Page, *, whole: bool = False) -> None:
        self._page = page
        self._whole = whole
        self._round = 0

    def tell(self, stamped: Stamped, outcome: Outcome, before: View, after: View) -> None:
        """Tell one input, with the views of the table before and after it."""
        if not self._whole:
            self._outcome(stamped, outcome, before, after)
            return
        self._begin_round(before)
        if not (outcome.facts or outcome.rulings or outcome.refusal):
            self._input(stamped, outcome)
        self._outcome(stamped, outcome, before, after)
        self._cases(before, after)
        for effect in outcome.effects:
            if isinstance(effect, SendOrder):
                order = effect.order
                told = f"{order.number} to {order.device}: {texts.demand_text(order.demand)}"
                self._page.say("order", told)

    # ------------------------------------------------------------ one record

    def _outcome(self, stamped: Stamped, outcome: Outcome, before: View, after: View) -> None:
        act = stamped.input if isinstance(stamped.input, Act) else None
        by = act.by if act is not None else ""
        if outcome.fault:
            self._page.say("STOPPED", f"{outcome.fault}; a technician has to release the table")
        if outcome.refusal is not None and act is not None:
            deed = texts.spoken(tag_of(type(act.deed)))
            self._page.say("refused", f"{by}, {deed}: {texts.refusal_text(outcome.refusal)}")
        for fact in outcome.facts:
            if not isinstance(fact, Racked):
                self._fact(fact, by, before, after)
        if isinstance(stamped.input, Started):
            self._started(stamped, stamped.input)
        for ruled in irregularities(stamped, outcome):
            self._ruled(ruled)
            if self._whole:
                self._grounds(stamped, ruled, before)
        for fact in outcome.facts:
            if isinstance(fact, Racked):
                where = texts.place_name(fact.place)
                self._page.say("way out", f"1 card from {where} goes to the discard rack")
        for phase in outcome.phases:
            self._phase(phase, act, after)

    def _started(self, stamped: Stamped, started: Started) -> None:
        if self._whole:
            self._page.say("start", texts.input_text(started))
        else:
            self._page.say("start", f"the controller starts at record {stamped.seq}")

    def _fact(self, fact: Fact, by: str, before: View, after: View) -> None:
        match fact:
            case Wagered():
                if not self._whole:
                    self._begin_round(after)
                stake = f"{texts.spoken(fact.wager)} {texts.amount(fact.cents)}".rstrip()
                back = "" if fact.on else " taken back"
                self._page.add("wagers", f"seat {fact.seat} {stake}{back}")
            case Called():
                self._page.say("call", f'"{texts.spoken(fact.call)}"')
            case Dealt():
                self._page.add("dealt", f"to {texts.place_name(fact.place)}", fact.count)
            case LaidAgain() | Flawed() | DidWithout():
                self._made_good(fact)
            case Chose():
                self._chose(fact, by)
            case Checked():
                self._page.say("check", f"{texts.spoken(fact.check)}: {_yes_or_no(fact.yes)}")
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
            case Refilled() | DealtFrom():
                self._page.say("shoe", texts.shoe_text(fact))
            case Settled():
                self._settled(fact.stage, before)
            case Noticed() | OptionChanged() | NoticeDropped():
                self._page.say("change", texts.change_text(fact))
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

    def _made_good(self, fact: LaidAgain | Flawed | DidWithout) -> None:
        match fact:
            case LaidAgain():
                places = ", ".join(map(texts.place_name, fact.places))
                self._page.say("laid again", f"as the cards really came: {places}")
            case Flawed():
                which = "" if fact.nth is None else f", card {fact.nth}"
                what = texts.spoken(fact.kind.value)
                self._page.say("to mend", f"{texts.place_name(fact.place)}{which}: {what}")
            case DidWithout():
                device = texts.spoken(fact.device) if fact.device else "the card reader"
                self._page.say("without", f"the round goes on without {device}")

    def _chose(self, fact: Chose, by: str) -> None:
        if fact.question == REMEDY:
            case = texts.spoken(fact.hand)
            way = texts.remedy_text(fact.choice)
            self._page.say("way out", f"{by} chooses for {case}: {way}")
        else:
            choice = texts.spoken(fact.choice)
            self._page.add("decisions", f"{texts.place_name(fact.hand)}: {choice}")

    def _settled(self, stage: str, before: View) -> None:
        for due in before["dues"]:
            if due["is"] == "settle_due" and due["stage"] == stage:
                for line in due["lines"]:
                    self._page.say(texts.spoken(stage), texts.line_text(line))

    def _ruled(self, ruled: Ruled) -> None:
        happened, follows = texts.told_texts(ruled_view(ruled))
        self._page.say("IRREGULARITY", happened)
        self._page.say("ruling", follows)

    def _grounds(self, stamped: Stamped, ruled: Ruled, before: View) -> None:
        """What each source said, and what the clause asks for."""
        self._page.say("evidence", texts.input_text(stamped.input))
        place = ruled.irregularity.place
        if place in before["places"]:
            believed = before["places"][place]["count"]
            told = f"until then {believed} cards were believed at {texts.place_name(place)}"
            self._page.say("evidence", told)
        for case in before["cases"]:
            for where, count in case["counts"].items():
                told = f"counted for {texts.spoken(case['id'])}: {texts.place_name(where)} {count}"
                self._page.say("evidence", told)
        for citation, says in clause_words(ruled.ruling.basis):
            self._page.say("clause", f"{citation}: {says}")

    def _cases(self, before: View, after: View) -> None:
        was = {case["id"] for case in before["cases"]}
        now = {case["id"]: case for case in after["cases"]}
        for name in sorted(now.keys() - was):
            holds = now[name]["scope"]
            what = "nothing" if holds == Scope.NOTHING.value else f"the {holds}"
            self._page.say("case", f"{texts.spoken(name)} is open and holds up {what}")
        for name in sorted(was - now.keys()):
            self._page.say("case", f"{texts.spoken(name)} is closed")

    def _input(self, stamped: Stamped, outcome: Outcome) -> None:
        """What a source said, where no fact and no ruling tells it."""
        if isinstance(stamped.input, Started):
            return
        why = f"; {texts.ignored_text(outcome.ignored)}" if outcome.ignored else ""
        match stamped.input:
            case Act():
                label = "act"
            case Wake():
                label = "deadline"
            case Attendance():
                label = "door"
            case _:
                label = "report"
        self._page.say(label, f"{texts.input_text(stamped.input)}{why}")

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

    def _begin_round(self, view: View) -> None:
        number = view["round"]["number"]
        if number not in (0, self._round):
            self._round = number
            self._page.heading(f"Round {number}")


def clause_words(basis: Basis) -> Iterator[tuple[str, str]]:
    """Each rule of the clause that something rests on, and what it asks in our own words."""
    match basis:
        case Clause():
            cites = basis.citation
        case ApprovedProcedure():
            cites = basis.clause
        case _:
            return
    yield from ((entry.citation, entry.says) for entry in family(cites))


def _doer(act: Act | None) -> str:
    return f" by {act.by}" if act is not None and isinstance(act.deed, Confirm) else ""


def _cards(view: View, place: str) -> str:
    faces = view["places"].get(place, {"faces": []})["faces"]
    known = [face for face in faces if face != HIDDEN]
    return " ".join(known) if known else "turned up, and nobody has keyed in the cards"


def _yes_or_no(yes: bool) -> str:
    return "yes" if yes else "no"
