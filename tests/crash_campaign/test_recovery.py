"""Recovery with devices that keep what they saw: asked, collected, compared, and told.

Every device that there is speaks the reference protocol and delivers each event exactly once. A
controller dies at a named point of a scripted round, and the next one meets devices that lived on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from simulators.device import SimulatedDevice
from tablectl.words.bases import Role
from tablectl.words.effects import SendOrder
from tablectl.words.irregularities import Kind
from tablectl.words.observations import CardsOut, Identified, Observation
from tests.crash_campaign.checks import after_a_restart, on_record
from tests.crash_campaign.dying import BEFORE, Point, Reaper
from tests.crash_campaign.playing import Play, as_it_is
from tests.crash_campaign.scripts import SCRIPTS

STACKS = "three_card_poker-automated_shoe-automated"
COUNTING = "three_card_poker-manual_shoe-counting"
SHOE = "shoe_1"
SHUFFLER = "shuffler_1"
ORDERED = Point(35, 0)
"""The shuffle is ordered on record, and the order has not left."""
TAKEN = Point(36, BEFORE)
"""The shuffler has taken the order, and the record does not know it."""


@dataclass
class Restarted:
    """What was the case as soon as the next controller had met its devices."""

    play: Play
    findings: list[str]
    orders: list[int]
    """Orders that left for the shuffler after the restart."""
    told: list[Observation]
    rulings: list[tuple[Kind, str]]
    cases: list[str]


def restarted(
    folder: Path, script: str, at: Point, between: Callable[[Play], None] = lambda _: None
) -> Restarted:
    """Play until the controller dies there, and look at the next one when its lines are up."""
    seen: list[Restarted] = []

    def look(play: Play) -> None:
        if seen:
            return
        since = [each for each in on_record(play) if each[0].seq > play.deaths[0].record]
        cases = play.rig.host.door.view(Role.SUPERVISOR)["cases"]
        seen.append(
            Restarted(
                play,
                [str(finding) for finding in after_a_restart(play)],
                [
                    effect.order.number
                    for _, outcome in since
                    for effect in outcome.effects
                    if isinstance(effect, SendOrder) and effect.order.device == SHUFFLER
                ],
                [s.input for s, _ in since if isinstance(s.input, Observation)],
                [
                    (ruled.irregularity.kind, ruled.irregularity.device)
                    for _, outcome in since
                    for ruled in outcome.rulings
                ],
                [str(case["irregularity"]) for case in cases],
            )
        )

    play = Play(SCRIPTS[script], folder, Reaper(at), as_it_is, reborn=look)
    play.reaper.end = lambda: between(play)
    play.to_the_end()
    return seen[0]


def test_an_order_that_never_left_is_sent_after_the_restart_under_its_number(
    tmp_path: Path,
) -> None:
    after = restarted(tmp_path, STACKS, ORDERED)

    assert after.orders == [4]
    assert after.findings == []


def test_a_pending_order_is_asked_about_and_never_sent_twice(tmp_path: Path) -> None:
    after = restarted(tmp_path, STACKS, TAKEN)

    (met,) = [o.report for o in after.told if o.device == SHUFFLER and is_identity(o)]
    assert isinstance(met, Identified)
    assert met.last_order == 4, "the device says which order it had last"
    assert after.orders == []
    assert after.findings == []


def is_identity(seen: Observation) -> bool:
    return isinstance(seen.report, Identified)


DRAWN = Point(22, BEFORE)
"""Cards are coming out of the shoe, and the next is not on record."""


def test_kept_events_are_collected_late_and_the_supervisor_says_what_they_were(
    tmp_path: Path,
) -> None:
    after = restarted(tmp_path, COUNTING, DRAWN)

    late = [o for o in after.told if o.late and isinstance(o.report, CardsOut)]
    assert late
    assert [o.event for o in late] == list(range(late[0].event, late[0].event + len(late)))
    assert after.rulings.count((Kind.COUNT_UNCERTAIN, SHOE)) == len(late)
    assert after.cases == ["restart", "count_uncertain"]
    assert after.findings == []


def shoe_of(play: Play) -> SimulatedDevice:
    return play.rig.devices[SHOE]


def test_the_counter_of_a_device_is_compared_with_the_record_when_it_answers(
    tmp_path: Path,
) -> None:
    """The shoe has lost its memory of the last events: it counts less than is on record."""

    def forgets(play: Play) -> None:
        memory = shoe_of(play).firmware.memory
        memory.kept.clear()
        memory.last = None
        memory.event -= 2

    after = restarted(tmp_path, COUNTING, Point(32, BEFORE), forgets)

    assert (Kind.EVIDENCE_GAP, SHOE) in after.rulings
    assert "evidence_gap" in after.cases


def test_events_that_are_missing_open_a_case(tmp_path: Path) -> None:
    """The shoe has seen something that it cannot tell any more; a number is all that is left."""

    def loses_one(play: Play) -> None:
        shoe = shoe_of(play)
        first = next(iter(shoe.kept))
        del shoe.kept[first]

    after = restarted(tmp_path, COUNTING, DRAWN, loses_one)

    assert (Kind.EVIDENCE_GAP, SHOE) in after.rulings
    assert "evidence_gap" in after.cases
