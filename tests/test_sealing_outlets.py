"""A planted hole card and whatever tells of a table: pages, screens, the stage, a record, a file.

Two tables that differ in that card alone are asked the same, with faults and after restarts; what
cannot be the same, since tokens are not, is searched for the card.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from drivers.driving import Output
from drivers.trace import traced
from simulators.crew import Wishes
from simulators.mishaps import World
from tablectl import config
from tablectl.cli.account import Account
from tablectl.cli.mishaps import Mishaps
from tablectl.cli.stage import CrewIs, Stage, StagePart
from tablectl.doorclient import DoorClient
from tablectl.doorwire import Frames, Look, frames_line, parse_request, view_line, watch_line
from tablectl.games.blackjack_shoes import BART_CARTER, CONTINUOUS, DOUBLE
from tablectl.journal.sqlite import SqliteJournal
from tablectl.rig import Equipment, build
from tablectl.words.bases import Role
from tablectl.words.canonical import dumps
from tablectl.words.cards import Card
from tests.cli.shell import tablectl
from tests.cli.test_journal_show import everything
from tests.console.screens import people_of, seen_by
from tests.test_sealing_hole_card import (
    DECK,
    HOLE,
    OTHER,
    PLANTED,
    READER,
    SEALS,
    SHOE,
    Hidden,
    Kept,
    named,
)
from tests.test_sealing_planted import on_disk

TOLD = (
    Kept(1, fault="power_fails", device=SHOE, restarts=True),
    Kept(2, "reference_hole_reader", fault="misread", device=SHOE),
    Kept(2, "reference_lamp_reader", fault="cable_pulled", device=READER, method=DOUBLE),
    Kept(1, fault="corrupt_bytes", device=SHOE, method=BART_CARTER),
    Kept(2, "reference_hole_reader", method=CONTINUOUS, restarts=True),
)
FILED = (
    Kept(1, fault="memory_fails", device=SHOE),
    Kept(1, fault="power_fails", device=SHOE, method=BART_CARTER, restarts=True),
    Kept(2, "reference_hole_reader", fault="jam", device=READER, method=DOUBLE),
)
LAIN, LATE = 2, 4
"""When everything is asked: so many moments after this card was laid down, or after the first."""


def answered(hidden: Hidden, line: bytes) -> bytes:
    """What the door of the table answers to a request."""
    rig, request = hidden.rig, parse_request(line)
    if isinstance(request, Frames):
        return frames_line(rig.lines[request.device].recent())
    assert isinstance(request, Look)
    view = {**rig.host.door.look(request.role), "trouble": ""}
    return view_line(view, people_of(rig.host.kernel.state.settings))


def staged(hidden: Hidden) -> StagePart:
    """The stage, as whoever watches the table is told of it."""
    rig, said = hidden.rig, hidden.said
    world = World(rig.felt, rig.crew.shoe, rig.crew, Random(1))
    mishaps = Mishaps(world, rig.devices, 1, said.append, planned=False)
    account = Account(rig.host, said.append)
    equipment = Equipment(rig.felt, rig.devices, rig.crew)
    set_up = Stage(rig.host, equipment, account, mishaps, rig.host.kernel.state)
    return StagePart(set_up, CrewIs.PLAYING, 0.0, lambda: None, simulated_cards=True)


def on_stage(hidden: Hidden) -> str:
    """What a watcher is told, but for what the card shows once it is due to be turned."""
    told, view = staged(hidden).told(), hidden.rig.host.door.look(Role.DEALER)
    shown = told["showing"].pop(HOLE, None)
    assert shown is None or any(HOLE in due.get("places", ()) for due in view["dues"])
    return watch_line(view, {}, "a mark", told).decode()


def pages(hidden: Hidden, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """What the commands at the door print, for every role and every device."""

    @contextmanager
    def door_at(_: Path | None) -> Iterator[DoorClient]:
        yield DoorClient(partial(answered, hidden))

    for command in ("status", "frames"):
        monkeypatch.setattr(f"tablectl.cli.{command}.door_at", door_at)
    asked = [f"status --role {role.value}" for role in Role]
    asked += ["status --json", *(f"frames {name}" for name in hidden.rig.lines)]
    for words in asked:
        done = tablectl(*words.split())
        assert done.exit_code == 0, done.output
        yield done.output


def told_of(kept: Kept, hole: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """All that is told about a table while the card lies there."""
    hidden, told, lain = Hidden(kept, hole), list[str](), 0
    for _ in hidden.moments():
        told.append(on_stage(hidden))
        told += (dumps(seen_by(hidden.rig, role)) for role in Role)
        lain += hidden.lies_down
        if lain == LAIN:
            assert hidden.rig.felt.pile(DECK, HOLE)[0].card.code == hole
            told += pages(hidden, monkeypatch)
    assert lain >= LAIN
    return told


@pytest.mark.clause("19:47-2.6(j)#2")
@pytest.mark.parametrize("kept", TOLD, ids=str)
def test_pages_screens_and_the_stage_are_the_same_whatever_the_hole_card(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = told_of(kept, PLANTED, monkeypatch)
    assert not named(iter(told))
    assert told == told_of(kept, OTHER, monkeypatch)


@pytest.mark.clause("19:47-2.6(j)#2")
@pytest.mark.parametrize("kept", FILED, ids=str)
def test_a_record_that_is_told_exported_or_searched_does_not_name_the_hole_card(
    kept: Kept, tmp_path: Path
) -> None:
    path = tmp_path / "table.db"
    with closing(SqliteJournal(path)) as journal:
        hidden = Hidden(kept, PLANTED, journal)
        assert any(nth == LATE for nth, _ in enumerate(hidden.moments()))
        assert (tmp_path / "table.db-wal").stat().st_size > 0
        assert len(kept_on_disk := tuple(on_disk(tmp_path))) > LATE
        assert not named(iter(kept_on_disk))
        assert not named(iter([everything(path, tmp_path)]))


# ---------------------------------------------------------------- a shuffler that sees the rest

BURNED = "6C"
SHUFFLER = "shuffler_1"
FIRST = "9C TC JC QC KC 9D TD JD QD KD 9H TH JH QH TS JS QS KS 7C 8C KH 7D 8D 7H 8H 7S 6S 9S"
"""Two rounds in which everybody stands, the dealer too."""
BEFORE, AFTER = "2C 2D 2H 2S 3C 3D 6D 3H 3S 4C 4D 4H 4S", "AC AD AH AS 5C 5D 5H 5S 6H"
"""What is dealt around the hole card of the third: from here on everybody draws."""


def hits_in_the_third(view: Mapping[str, Any], due: Mapping[str, Any]) -> str:
    names = [str(option["name"]) for option in due["options"]]
    wanted = "hit" if view["round"]["number"] == 3 else "stand"
    return next(name for name in (wanted, "stand", "decline", *names) if name in names)


def refilled(hole: str) -> str:
    """All that is told and kept until the rack is in the shoe again, with a card down before the
    dealer and another one burned."""
    burned = BURNED if hole == PLANTED else PLANTED
    devices = {SHOE: "reference_recognising_shoe", SHUFFLER: "reference_recognising_shuffler"}
    fitted = ", ".join(f"{n}: {{profile: {p}, simulated: true}}" for n, p in devices.items())
    table = config.loads(
        "{version: 1, table: hidden, game: blackjack, method: manual_shoe, seats: 6, "
        f"decks: [{DECK}], devices: {{{fitted}}}, "
        "options: {hole_card: down, decks_in_shoe: 1, cards_behind: 20}}",
        "hidden",
    )
    wishes = Wishes(lambda _: {seat: {"wager": 1_000} for seat in range(1, 7)}, hits_in_the_third)
    rig = build(table.settings, wishes, "refilled", profiles=table.profiles)
    codes = f"{burned} {FIRST} {BEFORE} {hole} {AFTER}".split()
    rig.felt.orders.append(tuple(map(Card.of, codes)))
    told: list[str] = []
    for name, line in rig.lines.items():
        line.trace = partial(trace_into, told, name)
    parted = False
    while not parted or rig.host.kernel.state.decks[DECK].part:
        assert rig.host.kernel.state.round.number < 4
        rig.step()
        parted |= bool(rig.host.kernel.state.decks[DECK].part)
    assert rig.felt.pile(DECK, HOLE)[0].card.code == hole
    told += (record.body for record in rig.host.kernel.journal.records())
    told += (line for each in rig.lines.values() for line in each.recent())
    told += (dumps(rig.host.door.view(role)) for role in Role)
    return SEALS.sub("", "\n".join(told))


def trace_into(told: list[str], name: str, output: Output, now: int) -> None:
    if (made := traced(name, output, now)) is not None:
        told.append(made.model_dump_json(exclude_defaults=True, exclude={"hex"}) + f" {made.hex} ")


@pytest.mark.clause("19:47-2.15(f)#1")
def test_a_shuffler_that_sees_the_rack_does_not_tell_which_cards_lie_on_the_table() -> None:
    told = refilled(PLANTED)
    assert '"is":"shuffle_ended"' in told
    assert not named(iter(told.splitlines()))
    assert told == refilled(BURNED)
