"""A table with a reader of tags or codes: whole rounds of three card poker, in memory and on real
pseudo-terminals, and what becomes of a hand when something goes wrong while it is shown."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from drivers.serial_link import SerialLink
from simulators.chance import split
from simulators.crew import View, Wishes
from simulators.faults import FAULTS, CablePulled
from simulators.mounts import PtyMount
from simulators.tag_reader import TagReader
from tablectl import config, rig
from tablectl.games.catalogue import rules_for
from tablectl.hosts.service import ServiceHost
from tablectl.journal.records import Journal
from tablectl.journal.sqlite import SqliteJournal
from tablectl.journal.verify import verify
from tablectl.kernel import inputs
from tablectl.lines import connect, new_session
from tablectl.refereeing import Refereed
from tablectl.rig import equip, sealer_for
from tablectl.table.state import TableState
from tablectl.words.cards import Known
from tablectl.words.facts import Turned
from tablectl.words.irregularities import Kind
from tablectl.words.observations import CardShown, LinkLost, Observation
from tests.drivers.plain.readers import READERS
from tests.hurry import hurried

READER = "reader_1"
SEED = 3
MOST_STEPS = 3_000
every_reader = pytest.mark.parametrize("name", READERS)


def table(name: str, folder: Path) -> config.Table:
    """A table whose reader goes by a map of the house, in a file of its own."""
    codes = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"]
    form = {"rdm6300": "67{:08X}", "id_12la": "2E{:08X}"}.get(name, "house-7-{}")
    cards = "".join(f'  {code}: "{form.format(n)}"\n' for n, code in enumerate(codes, 17))
    (folder / "cards.yaml").write_text(f"version: 1\ncards:\n{cards}")
    file = folder / "table.yaml"
    file.write_text(
        "{table: readers, game: three_card_poker, method: manual_shoe, seats: 6, decks: [blue], "
        "devices: {shoe_1: {profile: reference_sensing_shoe, simulated: true}, "
        f"{READER}: {{profile: {name}, cards: cards.yaml, simulated: true}}}}}}"
    )
    return config.load(file)


def wishes(rounds: int) -> Wishes:
    return Wishes(
        lambda _: {2: {"ante": 1000}, 5: {"ante": 500, "pair_plus": 500}},
        lambda _, due: due["options"][0]["name"],
        close_after=rounds,
    )


class Played:
    """A table in memory, in virtual time."""

    def __init__(self, made: config.Table, rounds: int = 2) -> None:
        self.rounds = rounds
        self.rig = rig.build(made.settings, wishes(rounds), SEED, profiles=made.profiles)
        reader = self.rig.devices[READER]
        assert isinstance(reader, TagReader)
        self.reader = reader

    def until(self, there: Callable[[], bool]) -> Played:
        for _ in range(MOST_STEPS):
            if there():
                return self
            self.rig.step()
        raise AssertionError(f"never came to that, but to {self.state.round.step}")

    @property
    def state(self) -> TableState:
        return self.rig.host.kernel.state

    def to(self, step: str) -> Played:
        return self.until(lambda: self.state.round.step == step)

    def closed(self) -> Played:
        return self.until(lambda: self.state.phase == "closed" and self.state.round.number > 1)

    @property
    def journal(self) -> Journal:
        return self.rig.host.kernel.journal

    @property
    def kinds(self) -> list[Kind]:
        found = [o.rulings for _, o in inputs(self.journal.records())]
        return [r.irregularity.kind for rulings in found for r in rulings]


def shown(journal: Journal) -> list[str]:
    reports = [each.report for each in seen(journal)]
    faces = [report.face for report in reports if isinstance(report, CardShown)]
    return [face.card.code if isinstance(face, Known) else "?" for face in faces]


def turned(journal: Journal) -> list[str]:
    facts = [fact for _, outcome in inputs(journal.records()) for fact in outcome.facts]
    return [fact.place for fact in facts if isinstance(fact, Turned)]


# ---------------------------------------------------------------- rounds to the end


@every_reader
def test_rounds_are_played_to_the_end_with_every_hand_read_card_by_card(
    name: str, tmp_path: Path
) -> None:
    play = Played(table(name, tmp_path)).closed()
    assert play.kinds == [Kind.RESTART]
    assert turned(play.journal) == ["dealer", "seat_5", "seat_2"] * 2
    assert len(shown(play.journal)) == 2 * 3 * 3
    assert play.reader.complaints == []
    cards = play.state.settings.devices[READER].cards
    assert len(cards) == 64  # which map it was is on record


@every_reader
def test_rounds_are_played_to_the_end_on_real_pseudo_terminals(name: str, tmp_path: Path) -> None:
    made, path = table(name, tmp_path), tmp_path / "journal.db"

    @contextmanager
    def ports() -> Iterator[None]:
        mounts = [PtyMount(device, tmp_path / each) for each, device in fitted.devices.items()]
        wires = {
            each: SerialLink.of(str(tmp_path / each), made.profiles[each])
            for each in fitted.devices
        }
        connect(host, made.settings, wires, new_session, profiles=made.profiles)
        yield
        for mount in mounts:
            mount.close()

    class Dealing:
        def step(self) -> float | None:
            state = host.kernel.state
            if all(device.identified for device in state.devices.values()):
                fitted.crew.step()
            return None if state.phase == "closed" and state.round.number > 1 else 0.002

    with closing(SqliteJournal(path)) as journal:
        host = ServiceHost(journal, rules_for, sealer_for(SEED))
        fitted = equip(made.settings, host, host.door, wishes(1), SEED, made.profiles)
        hurried(fitted.devices.values())
        asyncio.run(host.serve(made.settings, [Dealing()], surroundings=ports()))
        assert turned(journal) == ["dealer", "seat_5", "seat_2"]
        assert fitted.devices[READER].complaints == []
    assert verify(path).findings == ()


# ---------------------------------------------------------------- what goes wrong meanwhile


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        (name, fault)
        for name in READERS
        for fault in ("tag_twice", "bad_checksum", "cut_frame", "two_tags")
        if (name, fault) != ("gm65", "bad_checksum")
    ],
)
def test_a_hand_that_was_read_badly_is_shown_again_until_all_of_it_is_read(
    name: str, fault: str, tmp_path: Path
) -> None:
    play = Played(table(name, tmp_path)).to("dealer_reveal")
    play.reader.fit(FAULTS[fault]())
    play.closed()
    assert turned(play.journal) == ["dealer", "seat_5", "seat_2"] * 2
    assert play.kinds == [Kind.RESTART]


@pytest.mark.parametrize(
    ("name", "fault"),
    [*((name, "unknown_tag") for name in READERS), ("gm65", "bad_checksum")],
)
def test_a_card_of_no_map_is_a_foreign_card_and_the_supervisor_decides(
    name: str, fault: str, tmp_path: Path
) -> None:
    """The lines of a GM65 have no checksum: a code that is spoilt on the way is of no map."""
    play = Played(table(name, tmp_path)).to("dealer_reveal")
    play.reader.fit(FAULTS[fault]())
    play.closed()
    assert set(play.kinds) == {Kind.RESTART, Kind.FOREIGN_CARD}
    assert shown(play.journal).count("?") == 1
    assert turned(play.journal) == ["dealer", "seat_5", "seat_2"]  # the first round was void


@every_reader
def test_a_cable_that_is_pulled_in_the_middle_of_a_hand_leaves_the_hand_unread(
    name: str, tmp_path: Path
) -> None:
    play = Played(table(name, tmp_path)).to("dealer_reveal")
    play.reader.fit(CablePulled(at=2))
    play.until(lambda: not play.reader.plugged)
    play.until(lambda: not play.state.devices[READER].identified)
    assert play.kinds == [Kind.RESTART, Kind.LINK_LOST]
    assert turned(play.journal) == []
    assert play.state.round.shown == ()
    play.closed()  # the dealer keys in what the reader does not read
    assert turned(play.journal)[:3] == ["dealer", "seat_5", "seat_2"]


@every_reader
def test_a_controller_that_dies_in_the_middle_of_a_hand_has_it_shown_again(
    name: str, tmp_path: Path
) -> None:
    play = Played(table(name, tmp_path)).to("dealer_reveal")
    play.rig.crew.step()
    play.rig.time.pass_time(play.reader.lying)
    assert [each.place for each in play.state.round.shown] == ["dealer"]
    play.rig.restart()
    assert not play.state.round.shown
    play.closed()
    assert turned(play.journal) == ["dealer", "seat_5", "seat_2"] * 2
    assert set(play.kinds) == {Kind.RESTART}
    assert not [o for o in seen(play.journal) if isinstance(o.report, LinkLost)]


def seen(journal: Journal) -> list[Observation]:
    found = [stamped.input for stamped, _ in inputs(journal.records())]
    return [each for each in found if isinstance(each, Observation)]


@pytest.mark.parametrize("seed", range(8))
def test_whatever_is_shown_in_whatever_order_the_referee_agrees(seed: int, tmp_path: Path) -> None:
    """Cards of any hand, cards that nobody has, and tags of no map; now and then people go on."""
    play = Played(table("id_12la", tmp_path)).to("dealer_reveal")
    refereed, chance = Refereed(play.rig.felt), split(seed, "showing")

    def choose(_: View, due: View) -> str:
        """A hand whose card went to another is never whole: somebody calls the round off."""
        names = [str(option["name"]) for option in due["options"]]
        return chance.choice(names) if due["question"] == "remedy" else names[0]

    play.rig.crew.wishes.choose = choose
    piles = [play.rig.felt.pile("blue", place) for place in ("dealer", "seat_5", "seat_2")]
    tags = [play.reader.tag(piece.card) for pile in piles for piece in pile]
    others = [play.reader.tag(play.rig.felt.pile("blue", "rack")[0].card), play.reader.stranger]
    for _ in range(25):
        play.reader.show([chance.choice(others if chance.random() < 0.1 else tags)])
        play.rig.time.pass_time(play.reader.lying + play.reader.between)
        if chance.random() < 0.3:
            play.rig.step()
        refereed.catch_up(play.journal)
        assert refereed.referee.found == []
    play.closed()
    refereed.catch_up(play.journal)
    assert refereed.referee.found == []
    assert not refereed.referee.silent
