"""The judge: record by record, what the controller made of an input beside what must follow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from simulators.felt import Felt
from simulators.referee.deeds import take_act
from simulators.referee.evidence import Account
from simulators.referee.ordering import Orders
from simulators.referee.position import Expected
from simulators.referee.reports import show_again, take_report, take_unsealed
from simulators.referee.tables.game import Confirms, Matter
from simulators.referee.tables.one_deck import CYCLE
from simulators.referee.tables.settling import VOID_RETURN, Line
from simulators.referee.truth import hidden
from simulators.referee.upkeep import settle_down
from simulators.referee.verdicts import Disagreement, Undetected
from tablectl.words.acts import Act, Amend, ChangeOption, DeclareContents
from tablectl.words.bases import Clause, Role
from tablectl.words.facts import (
    Called,
    Checked,
    Chose,
    CountedAt,
    CuttingCard,
    Dealt,
    DealtFrom,
    Fact,
    LaidAgain,
    Moved,
    Racked,
    Refilled,
    Settled,
    Turned,
    Wagered,
)
from tablectl.words.inputs import ClockStepped, Stamped, Started, Unsealed, Wake
from tablectl.words.observations import Observation
from tablectl.words.outcomes import Outcome
from tablectl.words.rulings import Ruled, Ruling

CHAPTER = "19:47-"
COMPARED = (
    Called,
    Checked,
    Chose,
    CountedAt,
    CuttingCard,
    Dealt,
    DealtFrom,
    LaidAgain,
    Moved,
    Racked,
    Refilled,
    Settled,
    Turned,
    Wagered,
)


@dataclass
class Referee:
    """One table, followed from its first record on."""

    felt: Felt | None = None
    """Where the cards really are, for whoever can see that."""
    found: list[Disagreement] = field(default_factory=list)
    """The first input that it disagrees over ends its work: after that it is at another table."""
    undetected: list[Undetected] = field(default_factory=list)
    rounds: int = 0
    rulings: int = 0
    """So many it has judged."""
    recused: bool = False
    """Something was done that it has no tables for."""
    account: Account | None = None
    orders: Orders = field(default_factory=Orders)
    _seq: int = 0

    @property
    def silent(self) -> bool:
        return bool(self.found) or self.recused

    def follow(self, stamped: Stamped, outcome: Outcome) -> None:
        """One input and what came of it."""
        self._seq = stamped.seq
        if isinstance(stamped.input, Started) and self.account is None:
            self.account = Account(stamped.input.settings)
        account = self.account
        if _beyond_me(stamped, outcome):
            self.recused = True
        if account is None or self.silent:
            return
        account.begin(stamped.time)
        now = account.round
        before = {name: deck.odd_faces() for name, deck in account.decks.items()}
        _take(account, stamped, outcome, self.orders)
        if outcome.accepted:
            _look_at_faces(account, before)
            settle_down(account)
        for what, why, clause in account.objections:
            self._disagree(what, "that it is refused", why, clause)
        self._compare_rulings(account, outcome)
        self._compare_facts(account, outcome)
        self._compare_ends(account, outcome)
        for what, expected, got in self.orders.follow(account, stamped.input, outcome):
            self._disagree(what, expected, got, "")
        self.rounds += account.ended
        self.rulings += len(outcome.rulings)
        if self.felt is not None:
            self.undetected += hidden(self.felt, now, outcome.facts)

    def seen(self, view: Mapping[str, Any]) -> None:
        """A screen, as somebody sees it who is about to act on it."""
        account = self.account
        if account is None or self.silent or view["seq"] != self._seq:
            return
        for name, deck in account.decks.items():
            believed = {p: n for p, n in view["decks"][name]["places"].items() if n}
            ours = {place: len(pile) for place, pile in deck.piles.items() if pile}
            if believed != ours:
                self._disagree(f"cards of {name}", str(ours), str(believed), "")
        for due in view["dues"]:
            if due["is"] == "settle_due":
                self._compare_lines(account, due)
            elif due["is"] == "choice_due":
                self._compare_answers(account, due)
            elif due.get("shifts"):
                self._compare_spread(account, due)
            elif due.get("what") == "cut" and due.get("seat") != account.cutter:
                self._disagree("cut", f"seat {account.cutter}", f"seat {due.get('seat')}", "")

    # ------------------------------------------------------------ comparing

    def _disagree(self, what: str, expected: str, got: str, clause: str) -> None:
        cited = f"{CHAPTER}{clause}" if clause else ""
        self.found.append(Disagreement(what, expected, got, cited, self._seq))

    def _compare_rulings(self, account: Account, outcome: Outcome) -> None:
        due, made = account.expected, outcome.rulings
        for expected, ruled in zip(due, made, strict=False):
            for what, wanted, got in _differences(expected, ruled):
                self._disagree(what, wanted, got, expected.follows.clause)
        for missing in due[len(made) :]:
            self._disagree("ruling", missing.kind, "none", missing.follows.clause)
        for extra in made[len(due) :]:
            got = f"{extra.irregularity.kind.value} {dict(extra.irregularity.circumstances)}"
            self._disagree("ruling", "none", got, "")

    def _compare_facts(self, account: Account, outcome: Outcome) -> None:
        due = [_short(fact) for fact in account.facts if isinstance(fact, COMPARED)]
        made = [_short(fact) for fact in outcome.facts if isinstance(fact, COMPARED)]
        if due != made:
            self._disagree("what happened", str(due), str(made), "")

    def _compare_ends(self, account: Account, outcome: Outcome) -> None:
        ended = "round:over" in outcome.phases
        if ended != account.ended:
            at = f"a round at {account.stage()}"
            expected = "that the round is over" if account.ended else at
            got = "that it is over" if ended else "that it goes on"
            self._disagree("end of the round", expected, got, account.game.clauses[Matter.ROUND])

    def _compare_lines(self, account: Account, due: Mapping[str, Any]) -> None:
        stage = str(due["stage"])
        told = [_line(line) for line in due["lines"]]
        ours = account.lines(stage)
        if stage == VOID_RETURN:
            told.sort(key=lambda line: (-int(line.hand.removeprefix("seat_")), line.wager))
        if told != ours:
            wanted, got = "; ".join(map(str, ours)), "; ".join(map(str, told))
            clause = account.game.clauses[Matter.ODDS]
            self._disagree(f"settlement of {stage}", wanted, got, clause)

    def _compare_answers(self, account: Account, due: Mapping[str, Any]) -> None:
        """Where it hangs on the cards what a hand may say, all of that is open and nothing else."""
        step = account.put_now(str(due["question"]))
        if step is None:
            return
        hand = str(due["hands"][0])
        told = sorted(str(option["name"]) for option in due["options"])
        ours = sorted(step.answers(account, hand))
        if told != ours or hand not in step.hands(account):
            clause = account.game.clauses[Matter.ANSWERS]
            self._disagree(f"answers of {hand}", str(ours), str(told), clause)

    def _compare_spread(self, account: Account, due: Mapping[str, Any]) -> None:
        """A stack is laid out from its bottom card on, each card where it belongs."""
        asked = [(shift["source"], shift["target"], shift["count"]) for shift in due["shifts"]]
        steps = (step for step in account.game.every_step if isinstance(step, Confirms))
        stack, places = next((s.spreads for s in steps if s.name == due.get("what")), ("", ()))
        ours = [(stack, place, 1) for place in places]
        if asked != ours:
            clause = account.game.clauses[Matter.DEAL]
            self._disagree(f"cards of {stack}", str(ours), str(asked), clause)


def _beyond_me(stamped: Stamped, outcome: Outcome) -> bool:
    """A core that failed is not ruled on; amended facts and changed settings are not followed."""
    deed = stamped.input.deed if isinstance(stamped.input, Act) else None
    changed = isinstance(stamped.input, Started) and not stamped.input.fresh
    own = isinstance(deed, Amend | DeclareContents | ChangeOption) and outcome.accepted
    return bool(outcome.fault) or changed or own or outcome.ignored == "settings_clash"


def _take(account: Account, stamped: Stamped, outcome: Outcome, orders: Orders) -> None:
    match stamped.input:
        case Act() as act:
            take_act(account, act, outcome)
        case Observation() as seen:
            take_report(account, seen, outcome)
        case Unsealed() as opened:
            take_unsealed(account, opened)
        case Started(fresh=True):
            if not account.open:
                account.as_filed()
            for unit in account.units.values():
                unit.identified, unit.stranger = False, None
            show_again(account)
            account.call("restart")
        case ClockStepped() as stepped:
            account.call("clock_stepped", direction="forth" if stepped.by >= 0 else "back")
        case Wake() as wake:
            late = orders.overdue(wake.name, account, stamped.time, outcome)
            late = late or _not_shuffled(account, wake.name)
            if late:
                account.call("order_overdue", device=late)
        case _:
            pass


def _not_shuffled(account: Account, wake: str) -> str:
    """The shuffler that has had a deck for too long; nothing if none has."""
    what, _, name = wake.partition(":")
    deck = account.decks.get(name) if what == "cycle" else None
    unit = account.units.get(account.shuffler)
    if deck is None or unit is None or not unit.ready or not deck.put_in_at:
        return ""
    if account.time < deck.put_in_at + CYCLE:
        return ""
    deck.put_in_at = 0
    return account.shuffler


def _look_at_faces(
    account: Account, before: Mapping[str, tuple[Counter[str], Counter[str]]]
) -> None:
    """A face too often, or one that is in no deck, is found as soon as it is known."""
    for name, deck in account.decks.items():
        kinds = ("foreign_card", "duplicate_card")
        for kind, earlier, now in zip(kinds, before[name], deck.odd_faces(), strict=True):
            for _ in (now - earlier).elements():
                account.call(kind, deck=name)


def _differences(expected: Expected, ruled: Ruled) -> Iterator[tuple[str, str, str]]:
    irregularity, ruling = ruled.irregularity, ruled.ruling
    kind = irregularity.kind.value
    if kind != expected.kind:
        yield "irregularity", expected.kind, kind
        return
    if dict(irregularity.circumstances) != dict(expected.circumstances):
        yield f"{kind}", str(dict(expected.circumstances)), str(dict(irregularity.circumstances))
    if irregularity.deck != expected.deck:
        yield f"deck of {kind}", expected.deck, irregularity.deck
    wanted = expected.follows
    made = tuple(each.value for each in ruling.consequences)
    if made != wanted.at_once:
        yield f"ruling on {kind}", str(wanted.at_once), str(made)
    if not expected.chosen:
        yield from _ways_out(kind, expected, ruling)


def _ways_out(kind: str, expected: Expected, ruling: Ruling) -> Iterator[tuple[str, str, str]]:
    wanted = expected.follows
    remedies = {remedy.name for remedy in ruling.remedies}
    if remedies != set(wanted.choices):
        yield f"choices on {kind}", str(sorted(wanted.choices)), str(sorted(remedies))
    asked = (Role.SUPERVISOR,) if wanted.choices or wanted.confirmed else ()
    if ruling.confirm != asked:
        yield f"who confirms {kind}", str(asked), str(ruling.confirm)
    cited = ruling.basis.citation if isinstance(ruling.basis, Clause) else ""
    if cited.removeprefix(CHAPTER) != wanted.clause:
        yield f"basis of {kind}", wanted.clause or "house policy", cited or "house policy"


def _short(fact: Fact) -> object:
    """A fact without what the controller notes beside it."""
    return (fact.question, fact.hand, fact.choice) if isinstance(fact, Chose) else fact


def _line(line: Mapping[str, Any]) -> Line:
    odds = line.get("odds")
    to_one = None if odds is None else Fraction(odds["pays"], odds.get("to", 1))
    return Line(line["hand"], line["wager"], line["settling"], to_one, line.get("cents"))
