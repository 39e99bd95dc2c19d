"""`tablectl status` and `tablectl act`: a person runs a table from the shell."""

from __future__ import annotations

import json
import os
import shlex
import socket as sockets
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import Result

from tablectl import config
from tablectl.cli.deeds import DEEDS
from tablectl.cli.sockets import prepared
from tablectl.cli.status import faces_text
from tablectl.cli.trouble import Trouble
from tablectl.games.catalogue import rules_for
from tablectl.hosts.service import ServiceHost
from tablectl.journal.memory import MemoryJournal
from tablectl.rig import sealer_for
from tests.cli.shell import tablectl
from tests.hosts.serving import served
from tests.hosts.test_agreement import table


@pytest.fixture
def socket(tmp_path: Path) -> Iterator[Path]:
    """The door of a table without devices, served in this process."""
    path = tmp_path / "door.sock"
    host = ServiceHost(MemoryJournal(), rules_for, sealer_for(1))
    with served(host, table(config.Preset.BLIND), path):
        yield path


def act(socket: Path, by: str, words: str, *options: str) -> Result:
    return tablectl("act", "--socket", socket, "--by", by, *options, *words.split())


def status(socket: Path, *options: str) -> str:
    done = tablectl("status", "--socket", socket, *options)
    assert done.exit_code == 0, done.output
    return done.output


def opened(socket: Path) -> None:
    assert act(socket, "s1", "confirm what=open_table").exit_code == 0


# ------------------------------------------------------------------ acting


def test_an_accepted_act_prints_its_record_and_what_is_next(socket: Path) -> None:
    done = act(socket, "s1", "confirm what=open_table")
    assert done.exit_code == 0
    assert done.output.startswith("accepted: record ")
    assert "next: The dealer inspects deck blue (" in done.output


@pytest.mark.clause("19:47-20.7(a)#2")
def test_a_refusal_is_told_with_its_clause_and_exits_with_1(socket: Path) -> None:
    opened(socket)
    done = act(socket, "d1", "call call=no_more_bets")
    assert done.exit_code == 1
    assert done.stderr.rstrip().endswith("[19:47-20.7(a)#2]")
    assert done.stderr.startswith("refused: ")


def test_who_is_not_the_one_to_do_it_is_told_who_is(socket: Path) -> None:
    done = act(socket, "d1", "confirm what=open_table")
    assert done.exit_code == 1
    assert "Only the supervisor may do this" in done.stderr
    assert done.stderr.endswith("who may: s1, s2\n")


def test_where_several_roles_may_do_it_all_of_them_are_told(socket: Path) -> None:
    opened(socket)
    done = act(socket, "t1", "declare kind=foreign_card")
    assert "Only the dealer or supervisor may do this" in done.stderr
    assert done.stderr.endswith("who may: d1, d2, s1, s2\n")


def test_a_ruling_that_an_act_brings_about_is_told_with_it(socket: Path) -> None:
    opened(socket)
    done = act(socket, "d1", "declare kind=foreign_card")
    assert "irregularity: A card turned up that does not belong" in done.output
    assert "[house policy]" in done.output


def test_the_same_key_counts_once(socket: Path) -> None:
    first = act(socket, "s1", "confirm what=open_table", "--key", "once")
    second = act(socket, "s1", "confirm what=open_table", "--key", "once")
    assert first.output == second.output


def test_the_key_of_another_act_is_bad_input(socket: Path) -> None:
    act(socket, "s1", "confirm what=open_table", "--key", "once")
    done = act(socket, "s1", "confirm what=close_table", "--key", "once")
    assert done.exit_code == 2
    assert "key_reused" in done.stderr


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        ("fly", "no_such_deed", "take_back seat=NUMBER wager=WAGER"),
        ("bet seat=1", "bad_field", "bet needs wager"),
        ("bet seat=one wager=ante", "bad_field", "'one' is no whole number"),
        ("bet seat=1 seat=2 wager=ante", "bad_field", "seat is given twice"),
        ("bet seat=1 wager=ante colour=red", "bad_field", "no field 'colour'"),
        ("bet seat 1", "bad_field", "'seat' is no field=value"),
        ("check check=x yes=perhaps", "bad_field", "neither yes nor no"),
        ("declare kind=rain", "bad_field", "'rain' is none of"),
        ("turn dealer=AS,XX", "bad_field", "'XX' is no card"),
        ("turn dealer=CARD,CARD", "bad_field", "'CARD' is no card"),
        ("turn dealer=", "bad_field", "unread says that nobody keys them in"),
        ("turn dealer=,", "bad_field", "unread says that nobody keys them in"),
        ("tunr dealer=AS", "no_such_deed", "did you mean turn?"),
    ],
)
def test_bad_input_exits_with_2_and_says_what_would_be_right(
    socket: Path, words: str, code: str, says: str
) -> None:
    done = act(socket, "d1", words)
    assert done.exit_code == 2
    assert code in done.stderr
    assert says in done.stderr


def test_an_unknown_deed_lists_every_deed(socket: Path) -> None:
    done = act(socket, "d1", "fly")
    assert all(f"  {deed} " in done.stderr.replace("\n", " \n") for deed in DEEDS)


@pytest.mark.parametrize("command", [("status",), ("act", "--by", "d1", "deal")])
def test_where_no_table_answers_the_command_exits_with_3(
    tmp_path: Path, command: tuple[str, ...]
) -> None:
    done = tablectl(command[0], "--socket", tmp_path / "nobody.sock", *command[1:])
    assert done.exit_code == 3
    assert "no_table" in done.stderr
    assert "tablectl run" in done.stderr


def test_who_may_not_open_the_socket_is_told_whom_to_ask(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "door.sock"
    with sockets.socket(sockets.AF_UNIX) as listening:
        listening.bind(str(path))
        monkeypatch.setattr("os.access", lambda *_: False)  # as for anybody but root
        done = tablectl("status", "--socket", path)
    assert done.exit_code == 3, "the door decides, and not the reading of the command line"


def test_a_folder_that_is_a_link_is_not_taken_for_the_user_s_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    (tmp_path / "mine").mkdir()
    (tmp_path / f"tablectl-{os.getuid()}").symlink_to("mine")
    with pytest.raises(Trouble, match="is a link"):
        prepared(None)


def test_a_lost_answer_is_told_with_the_key_to_ask_again_with(tmp_path: Path) -> None:
    path = tmp_path / "door.sock"
    with sockets.socket(sockets.AF_UNIX) as listening:
        listening.bind(str(path))
        listening.listen()

        def hang_up() -> None:
            listening.accept()[0].close()

        hanging_up = threading.Thread(target=hang_up)
        hanging_up.start()
        done = act(path, "d1", "deal", "--key", "mine")
        hanging_up.join()
    assert done.exit_code == 3
    assert "--key mine" in done.stderr


def test_cards_that_nobody_keys_in_are_turned_by_saying_so(socket: Path) -> None:
    done = act(socket, "d1", "turn dealer=unread")
    assert done.exit_code == 1  # understood, and not due
    assert done.stderr.startswith("refused: ")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("confirm what=inspekt subject=blue", "did you mean inspect?"),
        ("confirm what=inspect subject=bleu", "did you mean blue?"),
        ("confirm what=inspect", "subject is now one of: blue"),
        ("bet seat=99 wager=ante", "seat is now one of: 1, 2, 3, 4, 5, 6"),
        ("bet seat=1 wager=anti", "did you mean ante?"),
    ],
)
def test_a_word_that_is_not_offered_is_not_sent_and_told_with_those_that_are(
    socket: Path, words: str, says: str
) -> None:
    opened(socket)
    before = json.loads(status(socket, "--json"))["seq"]
    done = act(socket, "d1", words)
    assert done.exit_code == 2
    assert "not_offered" in done.stderr
    assert says in done.stderr
    assert json.loads(status(socket, "--json"))["seq"] == before


@pytest.mark.clause("19:47-20.4(a)")
def test_a_step_that_is_known_and_not_due_is_refused_by_the_table(socket: Path) -> None:
    opened(socket)
    done = act(socket, "d1", "confirm what=wash subject=blue")
    assert done.exit_code == 1
    assert done.stderr.rstrip().endswith("[19:47-20.4(a)]")


# ------------------------------------------------------------------ the status


def test_the_status_says_what_is_due_who_does_it_and_why(socket: Path) -> None:
    told = status(socket)
    assert "The table is closed." in told
    assert "Now:  The supervisor opens the table (" in told
    assert "). [house policy]" in told


def test_the_status_for_one_role_also_says_what_the_awaited_one_may_do(socket: Path) -> None:
    told = status(socket, "--role", "dealer")
    assert f"tablectl act --socket {socket} --by s1 confirm what=open_table" in told


def test_the_status_as_json_is_the_view(socket: Path) -> None:
    view = json.loads(status(socket, "--json"))
    assert view["prompt"]["code"] == "confirm_due:open_table"


def test_the_status_shows_wagers_cards_decks_and_cases(socket: Path) -> None:
    opened(socket)
    act(socket, "d1", "bet seat=3 wager=ante cents=1050")
    act(socket, "d1", "declare kind=foreign_card")
    told = status(socket)
    assert "Wagers  seat 3: ante $10.50" in told
    assert "Cards   the stack: 52" in told
    assert "Deck    blue has arrived" in told
    assert "Case: Case 1 holds up the deck." in told


def test_the_status_lists_every_role_that_may_do_something(socket: Path) -> None:
    opened(socket)
    dealers, supervisors = status(socket).split("The supervisor may:")
    assert "--by d1 confirm what=inspect subject=blue" in dealers
    assert "--by s1 confirm what=close_table" in supervisors
    assert "what=inspect" not in supervisors


def test_what_is_due_now_is_not_told_again(socket: Path) -> None:
    opened(socket)
    lines = status(socket).splitlines()
    (now,) = (line.removeprefix("Now:  ") for line in lines if line.startswith("Now:  "))
    also = [line.removeprefix("Also: ") for line in lines if line.startswith("Also: ")]
    assert also
    assert now not in also


@pytest.mark.parametrize(
    ("faces", "told"),
    [
        ([], ""),
        (["??"] * 49, " (49 unseen)"),
        (["??", "AS", "??", "2C"], " (2 unseen, AS 2C)"),
        (["AS"], " (AS)"),
    ],
)
def test_faces_that_nobody_has_seen_are_told_as_a_number(faces: list[str], told: str) -> None:
    assert faces_text(faces) == told


def offered_lines(told: str) -> list[list[str]]:
    return [
        shlex.split(line, comments=True)[1:]
        for line in told.splitlines()
        if line.startswith("  tablectl act ")
    ]


def test_every_line_that_is_offered_can_be_pasted(socket: Path) -> None:
    """A whole opening, by nothing but pasting what the screen says."""
    tablectl(*offered_lines(status(socket))[0])
    not_now = {"what=close_table", "what=spread_idle", "what=spread_idle_down"}
    for role in ("dealer", "supervisor") * 10:
        if "Deck    blue is in play" in status(socket):
            break
        for words in offered_lines(status(socket, "--role", role)):
            if "confirm" in words and not not_now & set(words):
                assert tablectl(*words).exit_code == 0, words
                break
    told = status(socket)
    assert "Deck    blue is in play" in told
    for words in offered_lines(told):
        if "bet" in words:
            assert tablectl(*words).exit_code == 0, words


def test_the_environment_names_the_socket(socket: Path) -> None:
    done = tablectl("status", env={"TABLECTL_SOCKET": str(socket)})
    assert done.exit_code == 0
