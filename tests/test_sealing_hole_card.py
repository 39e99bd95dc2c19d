"""A planted hole card: until it is turned nothing that leaves the controller depends on it.

Two tables are played that differ in one card alone, the one that lies face down before the dealer.
Whatever one of them says, orders, shows, answers or notes, the other says to the byte; and in what
each keeps for itself the card is not named. With every fault of shoe, reader and line, and with
controllers that die.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from drivers.driving import Output
from drivers.trace import Trace, traced
from simulators.behaviour import Fault, Onward
from simulators.crew import Wishes
from simulators.faults import FAULTS, Level
from tablectl import config, texts
from tablectl.games.blackjack_shoes import BART_CARTER, CONTINUOUS, DOUBLE
from tablectl.journal.memory import MemoryJournal
from tablectl.journal.records import JournalFull
from tablectl.journal.sqlite import SqliteJournal
from tablectl.rig import Rig, build
from tablectl.words.acts import Act, Call, Choose, Confirm, Count, Declare, Deed, Shown, Turn
from tablectl.words.bases import Role
from tablectl.words.canonical import dumps
from tablectl.words.cards import Card
from tablectl.words.effects import Effect, Unseal
from tablectl.words.facts import Turned
from tablectl.words.irregularities import Kind
from tablectl.words.methods import MANUAL
from tablectl.words.settings import Can, Settings
from tests.drivers.test_trace import no_trouble
from tests.test_sealing_planted import sentences

HOLE = "dealer.hole"
DECK = "blue"
PLANTED, OTHER = "8S", "4D"
"""Neither makes a blackjack with any card that is shown."""
BURNED = "3C"
SHOE, READER = "shoe_1", "reader_1"
COUNTING, MIXED = "reference_sensing_shoe", "reference_reader"
SHOES = {
    MANUAL: "reference_recognising_shoe",
    BART_CARTER: "reference_recognising_shoe",
    DOUBLE: "reference_double_shoe",
    CONTINUOUS: "reference_continuous_shuffler",
}
MOST_STEPS = 160
SEALS = re.compile(r"[0-9a-f]{32,}")
"""Tokens, ciphers and digests: all that may differ where the hole card does."""


def order(hole: str, up: str, burned: tuple[str, ...] = (BURNED,)) -> tuple[Card, ...]:
    """Burned; a box, the dealer, the box, the hole card; what the box draws; and the other."""
    other = OTHER if hole == PLANTED else PLANTED
    codes = (*burned, "9C", up, "7D", hole, "2D", "QD", "QC", "JC", "KD", "KC", other)
    return tuple(Card.of(code) for code in codes)


@dataclass(frozen=True)
class Kept:
    """How a table is fitted: what lies down, who looks at it, and what is wrong with a device."""

    hole_card: int
    reader: str = ""
    up: str = "TH"
    fault: str = ""
    device: str = ""
    restarts: bool = False
    method: str = MANUAL
    shoe: str | None = None
    """The profile of the shoe, "" for none; where it is not said, the one that knows most."""

    def __str__(self) -> str:
        mode = ("none", "down", "reader", "up")[self.hole_card]
        method = self.method if self.method != MANUAL else ""
        shoe = "" if self.shoe is None else self.shoe or "blind"
        parts = (mode, self.reader, self.up, self.device, self.fault, "dies" * self.restarts)
        return " ".join(filter(None, (method, shoe, *parts)))

    def order(self, hole: str) -> tuple[Card, ...]:
        return order(hole, self.up, (BURNED,) if self.method == MANUAL else ())

    def table(self) -> config.Table:
        shoe = SHOES[self.method] if self.shoe is None else self.shoe
        profiles = {name: each for name, each in ((SHOE, shoe), (READER, self.reader)) if each}
        devices = ", ".join(f"{n}: {{profile: {p}, simulated: true}}" for n, p in profiles.items())
        decks = f"[{DECK}, red]" if self.method == DOUBLE else f"[{DECK}]"
        return config.loads(
            f"{{version: 1, table: hidden, game: blackjack, method: {self.method}, seats: 6, "
            f"decks: {decks}, devices: {{{devices}}}, options: {{hole_card: {self.hole_card}, "
            f"decks_in_shoe: {1 if self.method == MANUAL else 2}, cards_behind: 20, "
            f"red_side: {2 if self.method == DOUBLE else 0}}}, "
            "approvals: {continuous_shuffler: {reference: SIMULATED}}}",
            "hidden",
        )

    def settings(self, table: config.Table) -> Settings:
        """Those of the table; a double shoe knows faces, as its profile might say."""
        devices = dict(table.settings.devices)
        if self.method == DOUBLE:
            devices[SHOE] = replace(devices[SHOE], can=(*devices[SHOE].can, Can.FACES))
        return replace(table.settings, devices=devices)


class Tap(Fault):
    """Keeps every byte that a device hears while something is hidden, and is nothing else."""

    def __init__(self, hidden: Callable[[], bool]) -> None:
        self._hidden = hidden
        self.heard = bytearray()

    def hears(self, data: bytes, onward: Onward) -> None:
        if self._hidden():
            self.heard += data
        onward(data)


@dataclass
class Hidden:
    """A table with a card face down, and everything that has left it."""

    kept: Kept
    hole: str
    journal: MemoryJournal | SqliteJournal = field(default_factory=MemoryJournal)
    said: list[str] = field(default_factory=list)
    taps: dict[str, Tap] = field(default_factory=dict)
    betrayed: bool = False
    """It named the card to itself while that was hidden."""
    searched: int = 0
    dealt: bool = False
    """Cards of the first round have left the shoe: the hole card may be among them any moment."""
    rig: Rig = field(init=False)

    def __post_init__(self) -> None:
        table = self.kept.table()
        settings = self.kept.settings(table)
        wishes = Wishes(lambda _: {3: {"wager": 1_000}}, _stays_on_nineteen)
        self.rig = build(settings, wishes, "hole", self.journal, profiles=table.profiles)
        self.rig.felt.orders += [self.kept.order(self.hole)] * len(settings.decks)
        self.rig.crew.dealing.favours = DECK
        self.rig.host.released = self._released
        self._trace()
        for name, device in self.rig.devices.items():
            device.strict = False
            self.taps[name] = Tap(lambda: not self.turned)
            device.fit(self.taps[name])

    def _trace(self) -> None:
        for name, line in self.rig.lines.items():
            line.trace = partial(self._traced, name)

    def _traced(self, name: str, output: Output, now: int) -> None:
        """What a trace of the line would have of it, until the card lies face up for a reader."""
        up = any(piece.up for piece in self.rig.felt.pile(DECK, HOLE))
        made = traced(name, output, now) if self.dealt and not up else None
        if made is not None:
            self.said.append(made.model_dump_json(exclude_defaults=True))

    def _released(self, effect: Effect) -> None:
        """Of what is to be opened the tokens differ, and stay inside."""
        if not self.turned:
            self.said.append("unseal" if isinstance(effect, Unseal) else repr(effect))

    @property
    def lies_down(self) -> bool:
        state = self.rig.host.kernel.state
        return state.round.number == 1 and bool(state.ledger[DECK].count(HOLE))

    @property
    def turned(self) -> bool:
        facts = self.rig.host.kernel.state.round.facts
        return any(isinstance(fact, Turned) and fact.place == HOLE for fact in facts)

    def step(self) -> None:
        """Nobody shuffles for a shoe that does so itself: its cards are put in order in it."""
        felt = self.rig.felt
        if self.kept.method == CONTINUOUS and felt.orders and felt.count(DECK, "shoe"):
            felt.move(DECK, "shoe", "stack")
            felt.shuffle_stack(DECK)
            felt.move(DECK, "stack", "shoe")
        self.rig.step()

    def play(self) -> Hidden:
        """Until the card is turned or the round is over, provoking whatever can be said."""
        for _ in self.moments():
            self.look()
        return self

    def moments(self) -> Iterator[None]:
        """Each moment from the first card of the round to the one in which the hole card is turned;
        where it never is, to the next round. What is to go wrong goes wrong on the way."""
        caught, deaths = not self.kept.fault, 3 if self.kept.restarts else 0
        for _ in range(MOST_STEPS):
            self.step()
            self.dealt |= bool(self.rig.felt.count(DECK, "seat_3"))
            if self.turned:
                return
            if not caught and self._about_to_be_dealt():
                caught = self._catch()
            if deaths and self.lies_down:
                deaths -= 1
                self.rig.restart()
                self.rig.host.released = self._released
                self._trace()
            if self.dealt:
                yield
            if self.rig.host.kernel.state.round.number > 1:
                return

    def _about_to_be_dealt(self) -> bool:
        """One card before the hole card, or at once where it is the reader that has a fault."""
        return self.rig.felt.count(DECK, "seat_3") >= (2 if self.kept.device == SHOE else 1)

    def _catch(self) -> bool:
        device = self.rig.devices[self.kept.device]
        device.fit(FAULTS[self.kept.fault]("hole"))
        if self.kept.fault.startswith("wrong_"):
            device.unplug()
            device.plug()
        return True

    # ------------------------------------------------------------ what leaves

    def look(self) -> None:
        """Everything that anybody can see or ask for now, and what was written down since."""
        noted = tuple(self.noted())
        self.betrayed |= named(iter(noted))
        self.said += (SEALS.sub("", each) for each in noted)
        self.said += self._answers()
        for role in Role:
            view = self.rig.host.door.view(role)
            self.said += [dumps(view), *sentences(view)]
        for line in self.rig.lines.values():
            self.said += line.recent()
        self.said.append(repr(self.rig.host.kernel.errors))

    def _answers(self) -> Iterator[str]:
        """What is refused, or fails, and what is said about it."""
        number = self.journal.last_seq
        deeds: list[Deed] = [
            Call("nonsense"),
            Choose("play", "dealer", "hit"),
            Count(HOLE, 99),
            Confirm("release"),
            Turn((Shown(HOLE),)),
            Declare(Kind.CARD_EXPOSED, "nowhere"),
        ]
        for nth, deed in enumerate(deeds):
            receipt = self.rig.host.door.submit(Act(deed, "a1", f"provoke-{number}-{nth}"))
            assert receipt.refusal is not None, deed
            yield repr(receipt)
            yield texts.refusal_text(receipt.refusal)
        if isinstance(self.journal, MemoryJournal):
            self.journal.full = True
            with pytest.raises(JournalFull) as caught:
                self.rig.host.door.submit(Act(Call("x"), "a1", f"full-{number}"))
            self.journal.full = False
            yield f"{caught.value} {caught.value!r} {caught.value.__context__}"

    def heard(self) -> Mapping[str, bytes]:
        return {name: bytes(tap.heard) for name, tap in self.taps.items()}

    def noted(self) -> Iterator[str]:
        """What it keeps for itself, as far as that has not been searched yet."""
        since, self.searched = self.searched, self.journal.last_seq
        yield from self.keeps(since)

    def keeps(self, since: int = 0) -> Iterator[str]:
        """What it keeps for itself and nobody is shown: the record, the snapshot, the state."""
        records = self.journal.records(since)
        yield from (f"{each.kind} {each.key} {each.body}" for each in records)
        snapshot = self.journal.latest_snapshot()
        yield snapshot.body if snapshot is not None else ""
        yield repr(self.rig.host.kernel.state)


def _stays_on_nineteen(view: Mapping[str, Any], due: Mapping[str, Any]) -> str:
    """Declines, draws once and then stands; whoever is asked for a remedy takes the first."""
    names = [str(option["name"]) for option in due["options"]]
    if due["question"] == "play":
        drawn = view["places"]["seat_3"]["count"] > 2
        return "stand" if drawn or "hit" not in names else "hit"
    return "decline" if "decline" in names else names[0]


def named(said: Iterator[str]) -> bool:
    return any(re.search(rf"\b{PLANTED}\b", each) for each in said)


MODES = (
    Kept(1),
    Kept(1, up="6H"),
    Kept(2),
    Kept(2, "reference_hole_reader"),
    Kept(2, "reference_hole_reader", up="AH"),
    Kept(2, "reference_lamp_reader"),
    Kept(1, method=BART_CARTER),
    Kept(2, "reference_hole_reader", method=BART_CARTER),
    Kept(1, method=DOUBLE),
    Kept(2, "reference_hole_reader", method=DOUBLE),
    Kept(1, method=CONTINUOUS),
    Kept(2, "reference_lamp_reader", method=CONTINUOUS),
    Kept(1, MIXED, shoe=COUNTING),
    Kept(2, "reference_hole_reader", shoe=COUNTING),
    Kept(2, "reference_lamp_reader", shoe=""),
)
ON_LINES = tuple(name for name, fault in FAULTS.items() if fault.level is not Level.MECHANICS)
ANY_DEVICE = ("jam", "misread", "sensor_fails", "power_fails", "memory_fails", "cable_pulled")
OF_SHOES = ("two_at_once", "face_up_card", "miscount", "missed_card", "unread_card", "order_fails")
SPOILT = tuple(
    Kept(mode, reader, fault=fault, device=device)
    for mode, reader, device, own in (
        (1, "", SHOE, OF_SHOES),
        (2, "reference_hole_reader", SHOE, OF_SHOES),
        (2, "reference_hole_reader", READER, ("put_in_wrongly",)),
        (2, "reference_lamp_reader", READER, ("put_in_wrongly",)),
    )
    for fault in (*ON_LINES, *ANY_DEVICE, *own)
) + tuple(
    Kept(mode, reader, fault=fault, device=device, method=method)
    for mode, reader, method in ((1, "", BART_CARTER), (2, "reference_hole_reader", DOUBLE))
    for device, fault in (
        (SHOE, "corrupt_bytes"),
        (SHOE, "memory_fails"),
        (SHOE, "two_at_once"),
        (READER, "misread"),
    )
    if device == SHOE or reader
)
DYING = tuple(replace(each, restarts=True) for each in MODES)


@pytest.mark.clause("19:47-2.6(j)#2")
@pytest.mark.clause("19:47-2.6(j)#4")
@pytest.mark.parametrize("kept", [*MODES, *DYING, *SPOILT], ids=str)
def test_until_it_is_turned_nothing_that_leaves_depends_on_the_hole_card(
    kept: Kept, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    one, other = Hidden(kept, PLANTED).play(), Hidden(kept, OTHER).play()
    assert one.said, "the card lay there and was looked for"
    assert not named(iter([*one.said, caplog.text]))
    assert one.said == other.said
    assert one.heard() == other.heard()
    assert not one.betrayed
    if not one.turned:
        assert not named(one.keeps())


@pytest.mark.clause("19:47-2.6(j)#2")
@pytest.mark.parametrize("kept", MODES, ids=str)
def test_before_it_is_turned_the_hole_card_is_not_on_record_and_afterwards_it_is(
    kept: Kept,
) -> None:
    hidden = Hidden(kept, PLANTED)
    while not hidden.turned:
        assert not named(hidden.keeps())
        hidden.step()
    assert named(hidden.keeps())


@pytest.mark.parametrize("hole_card", [0, 3])
def test_where_no_card_lies_face_down_the_burned_one_is_as_hidden(hole_card: int) -> None:
    hidden = Hidden(Kept(hole_card), PLANTED)
    hidden.rig.felt.orders[:] = [
        tuple(
            Card.of(PLANTED if c.code == BURNED else BURNED if c.code == PLANTED else c.code)
            for c in order(PLANTED, "TH")
        )
    ]
    for _ in range(MOST_STEPS):
        if hidden.rig.host.kernel.state.round.number > 1:
            break
        hidden.rig.step()
        hidden.look()
    assert hidden.rig.felt.pile(DECK, "rack")[0].card.code == PLANTED
    assert not named(iter(hidden.said))
    assert not named(hidden.keeps())


@pytest.mark.clause("19:47-2.6(j)#2")
@pytest.mark.parametrize("kept", MODES, ids=str)
def test_no_file_beside_the_journal_holds_the_hole_card_before_it_is_turned(
    kept: Kept, tmp_path: Path
) -> None:
    journal = SqliteJournal(tmp_path / "table.db")
    hidden = Hidden(kept, PLANTED, journal)
    while not hidden.lies_down:
        hidden.step()
    texts_on_disk = [
        text.decode()
        for path in sorted(tmp_path.iterdir())
        for text in re.findall(rb"[ -~]{8,}", path.read_bytes())
    ]
    assert len(texts_on_disk) > 10
    assert not named(iter(texts_on_disk))
    journal.close()


@pytest.mark.clause("19:47-2.6(j)#2")
@pytest.mark.parametrize("kept", MODES, ids=str)
def test_a_trace_is_the_same_whatever_the_hole_card(kept: Kept, tmp_path: Path) -> None:
    def traced(name: str, hole: str) -> bytes:
        hidden = Hidden(kept, hole)
        trace = Trace(tmp_path / name, no_trouble)
        for device, line in hidden.rig.lines.items():
            line.trace = trace.of(device)
        while hidden.rig.host.kernel.state.round.step != "hole_card":
            hidden.step()
        trace.close()
        return (tmp_path / name).read_bytes()

    assert traced("one", PLANTED) == traced("other", OTHER)
