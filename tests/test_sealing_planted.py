"""A planted card: whatever a table tells or keeps, a hidden face is not in it before its reveal."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from drivers.frames import Decoder, Frame
from drivers.happenings import CardsDrawn, happening
from drivers.messages import Event, read
from drivers.trace import Trace, Traced, entries
from simulators.crew import Wishes
from simulators.mishaps import World
from tablectl import texts
from tablectl.cli.account import Account
from tablectl.cli.mishaps import Mishaps
from tablectl.cli.stage import CrewIs, Stage, StagePart
from tablectl.door import BadKey
from tablectl.journal.memory import MemoryJournal
from tablectl.journal.records import Journal, JournalFull
from tablectl.journal.sqlite import SqliteJournal
from tablectl.kernel import KeyReused
from tablectl.rig import Equipment, Rig, build
from tablectl.words.acts import Act, Call, Choose, Confirm, Count, Declare, Deed, Shown, Turn
from tablectl.words.bases import Role
from tablectl.words.canonical import dumps
from tablectl.words.cards import Card
from tablectl.words.errors import TablectlError
from tablectl.words.irregularities import Kind
from tests.drivers.test_trace import no_trouble
from tests.tables import DECK, settings_for

MINE = ("2H", "4H", "6H")
HIDDEN = ("TS", "8S", "QS")
"""The dealer's hand."""
ORDER = tuple(Card.of(code) for pair in zip(MINE, HIDDEN, strict=True) for code in pair)
SEAT = 3


def found(said: Iterator[str]) -> set[str]:
    """Which of the hidden cards occur in what was said."""
    whole = "\n".join(said)
    return {code for code in HIDDEN if re.search(rf"\b{code}\b", whole)}


class Plant:
    """A table whose shoe recognises cards, with a known hand on its way to the dealer."""

    def __init__(self, journal: Journal, order: tuple[Card, ...] = ORDER) -> None:
        self.journal = journal
        wishes = Wishes(wagers, lambda _, due: str(due["options"][0]["name"]))
        self.rig: Rig = build(settings_for("recognising"), wishes, "plant", journal)
        self.rig.felt.orders.append(order)
        self.complaints: list[str] = []
        self.stage = self._staged()

    def _staged(self) -> StagePart:
        """The stage as whoever watches the table is told of it."""
        rig = self.rig
        equipment = Equipment(rig.felt, rig.devices, rig.crew)
        world = World(rig.felt, rig.crew.shoe, rig.crew, Random(1))
        mishaps = Mishaps(world, rig.devices, 1, self.complaints.append, planned=False)
        account = Account(rig.host, self.complaints.append)
        set_up = Stage(rig.host, equipment, account, mishaps, rig.host.kernel.state)
        return StagePart(set_up, CrewIs.PLAYING, 0.0, lambda: None, simulated_cards=True)

    def to(self, step: str) -> Plant:
        for _ in range(200):
            if self.rig.host.kernel.state.round.step == step:
                return self
            self.rig.step()
            self.provoke()
        raise AssertionError(f"never came to {step}")

    def provoke(self) -> None:
        """Do what is refused, or fails, and keep every word that comes back."""
        number = self.journal.last_seq
        deeds: list[Deed] = [
            Call("nonsense"),
            Choose("play", "dealer", "fold"),
            Count("dealer", 99),
            Confirm("release"),
            Turn((Shown("dealer"),)),
        ]
        for nth, deed in enumerate(deeds):
            receipt = self.rig.host.door.submit(Act(deed, "a1", f"provoke-{number}-{nth}"))
            assert receipt.refusal is not None, deed
            self.complaints += [repr(receipt), texts.refusal_text(receipt.refusal)]
        self._fails(Act(Call("x"), "a1", "a|b"), BadKey)
        self._fails(Act(Call("other"), "a1", f"provoke-{number}-0"), KeyReused)
        if isinstance(self.journal, MemoryJournal):
            self.journal.full = True
            self._fails(Act(Call("x"), "a1", f"full-{number}"), JournalFull)
            self.journal.full = False

    def _fails(self, act: Act, error: type[TablectlError]) -> None:
        with pytest.raises(error) as caught:
            self.rig.host.door.submit(act)
        self.complaints += [str(caught.value), repr(caught.value), str(caught.value.__context__)]

    # ------------------------------------------------------------ everything that leaves

    def record(self) -> Iterator[str]:
        yield from (record.body for record in self.journal.records())
        snapshot = self.journal.latest_snapshot()
        yield snapshot.body if snapshot is not None else ""

    def shown(self) -> Iterator[str]:
        """Every view, and every sentence that is made of one."""
        for role in Role:
            view = self.rig.host.door.view(role)
            yield dumps(view)
            yield from sentences(view)

    def everything(self) -> Iterator[str]:
        kernel = self.rig.host.kernel
        yield from self.record()
        yield from self.shown()
        yield from self.complaints
        yield repr(kernel.state)
        yield repr(kernel.errors)


def wagers(_: int) -> Mapping[int, Mapping[str, int | None]]:
    return {SEAT: {"ante": 1000}}


def sentences(view: Mapping[str, Any]) -> Iterator[str]:
    if view["prompt"]:
        yield texts.prompt_text(view["prompt"])
    for due in view["dues"]:
        yield texts.phrase(due)
        yield from (texts.line_text(line) for line in due.get("lines", ()))
    for case in view["cases"]:
        yield texts.case_text(case)
    for ruling in view["round"]["rulings"]:
        yield from texts.told_texts(ruling)


@pytest.fixture(params=["memory", "sqlite"])
def plant(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Plant]:
    made = MemoryJournal() if request.param == "memory" else SqliteJournal(tmp_path / "t.db")
    yield Plant(made)
    made.close()


def test_the_stage_tells_what_hidden_cards_show_when_they_are_due_and_never_before() -> None:
    plant, told = Plant(MemoryJournal()), set()
    for _ in range(200):
        prompt = plant.rig.host.door.view(Role.DEALER)["prompt"]
        due = prompt["due"]["places"][0] if prompt and prompt["due"]["is"] == "turn_due" else ""
        stage = dumps(plant.stage.told())
        seen = {code for code in (*HIDDEN, *MINE) if re.search(rf"\b{code}\b", stage)}
        assert seen == {"dealer": {*HIDDEN}, f"seat_{SEAT}": {*MINE}}.get(due, set())
        told |= seen
        if plant.rig.host.kernel.state.round.step == "losers":
            break
        plant.rig.step()
    assert told == {*HIDDEN, *MINE}


def test_the_planted_cards_are_the_ones_that_are_dealt(plant: Plant) -> None:
    plant.to("dealer_reveal")
    dealt = {p: [x.card.code for x in plant.rig.felt.pile(DECK, p)] for p in ("seat_3", "dealer")}
    assert dealt == {"seat_3": list(MINE), "dealer": list(HIDDEN)}


@pytest.mark.parametrize("step", ["deal", "stub", "decisions", "dealer_reveal"])
def test_before_the_reveal_a_hidden_card_is_in_nothing_that_leaves(plant: Plant, step: str) -> None:
    plant.to(step)
    assert found(plant.everything()) == set()


def test_after_the_reveal_it_is_in_view_and_on_record(plant: Plant) -> None:
    plant.to("player_reveal")
    assert found(plant.shown()) == set(HIDDEN)
    assert found(plant.record()) == set(HIDDEN)


def test_the_players_cards_stay_hidden_while_the_dealers_are_shown(plant: Plant) -> None:
    plant.to("player_reveal")
    whole = "\n".join(plant.everything())
    assert [code for code in MINE if re.search(rf"\b{code}\b", whole)] == []


def expose(plant: Plant) -> None:
    """The dealer's card is seen by accident, and the round is void."""
    plant.to("decisions")
    plant.rig.crew.act("d1", Declare(Kind.CARD_EXPOSED, "dealer"))


def misdeal(plant: Plant) -> None:
    plant.to("decisions")
    plant.rig.crew.act("d1", Declare(Kind.MISDEAL))


@pytest.mark.clause("19:47-20.12(d)")
@pytest.mark.parametrize("void", [expose, misdeal])
def test_a_round_that_is_void_never_tells_what_it_hid(
    plant: Plant, void: Callable[[Plant], None]
) -> None:
    void(plant)
    assert found(plant.everything()) == set()
    plant.to("wagers")
    assert plant.rig.host.kernel.state.round.number == 2
    assert found(plant.everything()) == set()


# ---------------------------------------------------------------- bytes on disk


def on_disk(folder: Path) -> Iterator[str]:
    """All text in every file beside the journal, its write-ahead log among them.

    Text, because two letters of a card turn up by chance among the bytes of salts and checksums; a
    card that was written down stands in a record, and no record is shorter than this.
    """
    for path in sorted(folder.iterdir()):
        yield from (text.decode() for text in re.findall(rb"[ -~]{8,}", path.read_bytes()))


def test_before_the_reveal_no_file_holds_a_hidden_card_and_afterwards_one_does(
    tmp_path: Path,
) -> None:
    journal = SqliteJournal(tmp_path / "table.db")
    plant = Plant(journal).to("dealer_reveal")
    assert (tmp_path / "table.db-wal").stat().st_size > 0
    assert found(on_disk(tmp_path)) == set()

    plant.to("player_reveal")

    assert found(on_disk(tmp_path)) == set(HIDDEN)
    journal.close()


# ---------------------------------------------------------------- the trace of the lines


def traced(path: Path, order: tuple[Card, ...]) -> bytes:
    """The trace of a table up to the reveal, with these cards on their way."""
    plant = Plant(MemoryJournal(), order)
    trace = Trace(path, no_trouble)
    for name, line in plant.rig.lines.items():
        line.trace = trace.of(name)
    plant.to("dealer_reveal")
    trace.close()
    return path.read_bytes()


def test_a_trace_is_the_same_whatever_cards_lie_face_down(tmp_path: Path) -> None:
    """Not a byte of it, a length or a checksum, depends on a hidden face."""
    swapped = ORDER[::-1]
    assert traced(tmp_path / "a", ORDER) == traced(tmp_path / "b", swapped)


def test_a_trace_has_every_card_that_left_the_shoe_and_which_it_is_of_none(tmp_path: Path) -> None:
    path = tmp_path / "trace"
    text = traced(path, ORDER).decode()
    assert found(iter([text])) == set()
    drawn: list[CardsDrawn] = []
    for each in entries(path):
        assert isinstance(each, Traced)
        frames = [f for f in Decoder().feed(bytes.fromhex(each.hex)) if isinstance(f, Frame)]
        events = [e for e in map(read, frames) if isinstance(e, Event)]
        happened = [happening(event.happening, event.body) for event in events]
        drawn += [each for each in happened if isinstance(each, CardsDrawn)]
    assert sum(each.count for each in drawn) >= len(ORDER)
    assert {card for each in drawn for card in each.cards} == {None}
