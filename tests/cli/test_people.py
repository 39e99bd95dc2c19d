"""Putting right, declaring, disputing and changing from the shell, at a table without devices."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import Result

from tablectl import config
from tablectl.games.catalogue import rules_for
from tablectl.hosts.service import ServiceHost
from tablectl.journal.memory import MemoryJournal
from tablectl.rig import sealer_for
from tests.cli.shell import tablectl
from tests.hosts.serving import served
from tests.hosts.test_agreement import table

TO_THE_CALL = (
    ("s1", "confirm what=open_table"),
    ("d1", "confirm what=inspect subject=blue"),
    ("s1", "confirm what=verify subject=blue"),
    ("d1", "confirm what=spread subject=blue"),
    ("d1", "confirm what=wash subject=blue"),
    ("d1", "confirm what=shuffle subject=blue"),
    ("d1", "confirm what=cut subject=blue number=20"),
    ("d1", "confirm what=load subject=blue"),
    ("d1", "bet seat=1 wager=ante cents=1000"),
    ("d1", "bet seat=3 wager=ante cents=2000"),
    ("d1", "call call=no_more_bets"),
)
TO_THE_DECISIONS = (*TO_THE_CALL, ("d1", "deal"), ("d1", "move to=rack"))
THE_REST = (
    ("d1", "choose question=play hand=seat_1 choice=play rest=yes"),
    ("d1", "turn dealer=QS,QH,AD"),
    ("d1", "turn seat_3=2S,3H,5D seat_1=KS,KH,2D"),
    ("d1", "settle stage=losers"),
    ("d1", "settle stage=winners"),
    ("d1", "move to=rack"),
)


@pytest.fixture
def socket(tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "door.sock"
    host = ServiceHost(MemoryJournal(), rules_for, sealer_for(1))
    with served(host, table(config.Preset.BLIND), path):
        yield path


def act(socket: Path, by: str, words: str, second: str = "") -> Result:
    options = ("--second", second) if second else ()
    return tablectl("act", "--socket", socket, "--by", by, *options, *shlex.split(words))


def follow(socket: Path, acts: tuple[tuple[str, str], ...]) -> None:
    for by, words in acts:
        done = act(socket, by, words)
        assert done.exit_code == 0, (words, done.output)


def status(socket: Path, role: str = "supervisor") -> str:
    done = tablectl("status", "--socket", socket, "--role", role)
    assert done.exit_code == 0, done.output
    return done.output


def test_a_wager_is_put_right_from_the_line_that_status_prints(socket: Path) -> None:
    follow(socket, TO_THE_CALL)
    told = status(socket)
    assert "The supervisor may put right:" in told
    assert "amend_wager seat=1 wager=ante cents= note=WHY" in told
    done = act(socket, "s1", "amend_wager seat=1 wager=ante cents=1500 note='three chips'")
    assert done.exit_code == 0, done.output
    assert "seat 1: ante $15" in status(socket)


def test_a_dealer_past_the_gate_is_told_who_may(socket: Path) -> None:
    follow(socket, TO_THE_CALL)
    done = act(socket, "d1", "amend_wager seat=1 wager=ante cents=1500 note=wrong")
    assert done.exit_code == 1
    assert "only the supervisor may put it right" in done.stderr


def test_a_fold_and_the_rest_are_offered_as_one_act_each(socket: Path) -> None:
    follow(socket, TO_THE_DECISIONS)
    told = status(socket, "dealer")
    assert "choose question=play hand=seat_1 choice=play rest=yes" in told
    assert "choose question=play hand=seat_3 choice=fold before=play" in told
    done = act(socket, "d1", "choose question=play hand=seat_3 choice=fold before=play")
    assert done.exit_code == 0, done.output
    assert "amend_choice question=play hand=seat_3 choice= note=WHY" in status(socket)


def test_a_round_that_is_over_is_disputed_and_the_dispute_resolved(socket: Path) -> None:
    follow(socket, (*TO_THE_DECISIONS, *THE_REST))
    told = status(socket, "dealer")
    assert "dispute round=1 note=WHAT" in told
    assert "Again   seat 1: ante $10, unless changed before the call" in told
    assert act(socket, "d1", "dispute round=1 note='paid once'").exit_code == 0
    told = status(socket)
    assert "Case 1 holds up nothing." in told
    assert "(round 1; paid once)" in told
    assert "confirm what=resolve_dispute subject=case_1 note=WHAT" in told
    done = act(socket, "s1", "confirm what=resolve_dispute subject=case_1 note='paid again'")
    assert done.exit_code == 0, done.output
    assert "holds up nothing" not in status(socket)


def test_contents_are_declared_with_the_second_person_that_status_names(socket: Path) -> None:
    follow(socket, TO_THE_DECISIONS)
    assert "--by s1 --second s2 declare_contents place=PLACE cards= note=WHY" in status(socket)
    done = act(socket, "s1", "declare_contents place=rack cards=42 note=counted", second="d1")
    assert done.exit_code == 0, done.output
    assert "Cards   the missing cards: 1" in status(socket)


def test_a_change_is_asked_for_notified_and_refused_too_early_with_its_clause(
    socket: Path,
) -> None:
    follow(socket, TO_THE_CALL[:1])
    assert "change_option option=ante_least value=" in status(socket)
    follow(
        socket,
        (
            ("s1", "change_option option=count_every value=2 minutes=40"),
            ("s1", "confirm what=post_sign subject=notice_1"),
            ("d1", "confirm what=announce_change subject=notice_1"),
            ("s1", "confirm what=tell_commission subject=notice_1"),
        ),
    )
    told = status(socket)
    assert "Change: notice 1, from " in told
    assert "rounds between two counts of the stub: 2; everything is confirmed" in told
    done = act(socket, "s1", "confirm what=begin_change subject=notice_1")
    assert done.exit_code == 1
    assert "another 40 minutes" in done.stderr
    assert "[19:47-8.3(b)]" in done.stderr
    sign = tablectl("sign", "--running", "--socket", socket).output
    assert "count every: 2" in sign


def test_a_limit_that_is_changed_is_on_the_sign_of_the_running_table(socket: Path) -> None:
    follow(
        socket,
        (
            ("s1", "confirm what=open_table"),
            ("s1", "change_option option=ante_least value=2500"),
            ("s1", "confirm what=post_sign subject=notice_1"),
            ("d1", "confirm what=announce_change subject=notice_1"),
        ),
    )
    assert "<td>$25</td>" in tablectl("sign", "--running", "--socket", socket).output


@pytest.mark.clause("19:47-8.2(d)")
def test_a_wager_over_the_limit_is_accepted_with_a_warning(socket: Path) -> None:
    follow(
        socket,
        (
            ("s1", "confirm what=open_table"),
            ("s1", "change_option option=ante_most value=5000"),
            ("s1", "confirm what=post_sign subject=notice_1"),
            ("d1", "confirm what=announce_change subject=notice_1"),
        ),
    )
    assert act(socket, "d1", "bet seat=1 wager=ante cents=8000").exit_code == 1
    done = act(socket, "d1", "bet seat=1 wager=ante cents=8000 over=yes")
    assert "warning: Seat 1: ante of $80 was accepted above the maximum of $50" in done.output
    assert "Warning: Seat 1" in status(socket)
