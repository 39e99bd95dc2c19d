"""A served table whose people prove who they are: what is believed, what is not, what is on record.

Everything here goes over the socket, as any client's would.
"""

from __future__ import annotations

import fcntl
import json
import os
import select
import socket
import subprocess
import sys
import termios
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

import pytest

from tablectl.credentials import FREE_TRIES, Cost, PeopleFile, Tried, new_name
from tablectl.doorclient import DoorClient
from tablectl.doorwire import Answered, Look, Manage, SignOut, Submit, request_line, words_of
from tablectl.games.catalogue import rules_for
from tablectl.hosts.service import ServiceHost
from tablectl.hosts.service_peers import (
    FEW,
    LEAST_LEFT,
    LOOK_EVERY,
    MOST_TALKS,
    PER_ANSWER,
    PER_READ,
    PER_TALK,
    SHARE,
    Leisure,
    Peer,
    Share,
    Welcome,
    peer_of,
    scheduled,
)
from tablectl.journal.memory import MemoryJournal
from tablectl.kernel import inputs
from tablectl.rig import sealer_for
from tablectl.sessions import Signer
from tablectl.words.acts import Act, Confirm, Declare, DeclareContents, Deed, Dismiss, Enrol
from tablectl.words.attendance import (
    Attendance,
    Attending,
    Found,
    LockedOut,
    Renewed,
    SignedIn,
    SignedOut,
    TurnedAway,
)
from tablectl.words.bases import Role
from tablectl.words.irregularities import Kind
from tablectl.words.outcomes import Outcome
from tablectl.words.settings import SignIn
from tests.hosts.serving import Line, client, line, served
from tests.tables import settings_for

QUICK = Cost(passes=1, kibibytes=64)
PINS = {"m1": "correct horse", "d1": "271828", "d2": "662607", "s1": "314159", "s2": "577215"}
OPEN = Confirm("open_table")


@dataclass
class Proving:
    """The table, its socket, its people file and its record."""

    socket: Path
    people: PeopleFile
    journal: MemoryJournal = field(default_factory=MemoryJournal)

    def told(self, kind: type[Attending] | None = None) -> list[Attendance]:
        """What is on record of people."""
        found = [s.input for s, _ in inputs(self.journal.records())]
        told = [each for each in found if isinstance(each, Attendance)]
        return [each for each in told if kind is None or isinstance(each.event, kind)]

    def away(self) -> Counter[tuple[str, str]]:
        """How often who was turned away, and why, over all records."""
        found: Counter[tuple[str, str]] = Counter()
        for each in self.told(TurnedAway):
            assert isinstance(each.event, TurnedAway)
            found[each.person, each.event.why] += each.event.times
        return found

    def deeds(self) -> list[Deed]:
        """What people did, on record."""
        found = [s.input for s, _ in inputs(self.journal.records())]
        return [each.deed for each in found if isinstance(each, Act)]

    def refused(self) -> list[str]:
        """The codes of acts that the core refused, on record."""
        outcomes: list[Outcome] = [o for _, o in inputs(self.journal.records())]
        return [o.refusal.code for o in outcomes if o.refusal is not None]


def kept(path: Path) -> PeopleFile:
    people = PeopleFile(path, QUICK)
    people.begin("m1", PINS["m1"])
    for person, pin in PINS.items():
        if person != "m1":
            people.enrol(person, "161803", new_name())
            people.choose(person, pin)
    return people


@contextmanager
def proving(table: Proving, seconds: Callable[[], float] = time.monotonic) -> Iterator[ServiceHost]:
    host = ServiceHost(table.journal, rules_for, sealer_for(1))
    host.seconds = seconds
    settings = replace(settings_for(), sign_in=SignIn())
    with served(host, settings, table.socket, people=table.people):
        yield host


@pytest.fixture
def made(tmp_path: Path) -> Proving:
    return Proving(tmp_path / "door.sock", kept(tmp_path / "people"))


@pytest.fixture
def table(made: Proving) -> Iterator[Proving]:
    with proving(made):
        yield made


def refused_with(code: str, door: DoorClient, act: Act) -> None:
    with pytest.raises(Answered) as error:
        door.submit(act)
    assert error.value.code == code


# ------------------------------------------------------------------ in and out


def test_who_signs_in_acts_and_who_signs_out_does_not(table: Proving) -> None:
    with client(table.socket) as door:
        door.sign_in("s1", PINS["s1"])
        assert door.submit(Act(OPEN, "s1", "k1")).accepted
        signer = door.signers["s1"]
        door.sign_out("s1")
        door.signers["s1"] = signer
        refused_with("no_session", door, Act(Confirm("close_table"), "s1", "k2"))
    events = [each.event for each in table.told() if each.person == "s1"]
    credential = table.people.read()["s1"].name
    assert SignedIn(credential, signer.session) in events
    assert SignedOut(signer.session, "asked") in events
    assert table.away()["s1", "no_session"] == 1


def test_a_session_is_good_over_other_connections_of_the_same_user(table: Proving) -> None:
    with client(table.socket) as first:
        signer = first.sign_in("s1", PINS["s1"])
    with client(table.socket) as second:
        second.signers["s1"] = signer
        assert second.submit(Act(OPEN, "s1", "k1")).accepted


def test_an_act_without_a_proof_is_not_taken(table: Proving) -> None:
    with client(table.socket) as door:
        refused_with("unproved", door, Act(OPEN, "s1", "k1"))
        assert door.view(Role.DEALER)["phase"] == "closed"
    assert table.away()["s1", "unproved"] == 1


def test_everybody_who_may_come_in_may_look(table: Proving) -> None:
    with client(table.socket) as door:
        door.sign_in("d1", PINS["d1"])
        assert door.view(Role.AUDITOR)["present"] == ["d1"]


def test_signing_in_again_ends_the_session_before(table: Proving) -> None:
    with client(table.socket) as door:
        first = door.sign_in("s1", PINS["s1"])
        door.sign_in("s1", PINS["s1"])
        door.signers["s1"] = first
        refused_with("no_session", door, Act(OPEN, "s1", "k1"))
    assert SignedOut(first.session, "again") in [e.event for e in table.told(SignedOut)]


def test_who_does_nothing_for_too_long_is_signed_out(made: Proving) -> None:
    passed = [0.0]
    with proving(made, lambda: passed[0]), client(made.socket) as door:
        signer = door.sign_in("s1", PINS["s1"])
        passed[0] += 15 * 60
        end = time.monotonic() + 20
        while door.view(Role.DEALER)["present"] and time.monotonic() < end:
            time.sleep(0.05)
        refused_with("no_session", door, Act(OPEN, "s1", "k1"))
    assert [e.event for e in made.told(SignedOut)] == [SignedOut(signer.session, "idle")]


def test_a_restart_ends_every_session(made: Proving) -> None:
    with proving(made), client(made.socket) as door:
        signer = door.sign_in("s1", PINS["s1"])
    with proving(made), client(made.socket) as door:
        door.signers["s1"] = signer
        refused_with("no_session", door, Act(OPEN, "s1", "k1"))
        assert door.view(Role.DEALER)["present"] == []


def test_nobody_signs_in_where_people_prove_nothing(tmp_path: Path) -> None:
    host = ServiceHost(MemoryJournal(), rules_for, sealer_for(1))
    path = tmp_path / "door.sock"
    with served(host, settings_for(), path), client(path) as door:
        with pytest.raises(Answered, match="prove nothing"):
            door.sign_in("s1", PINS["s1"])
        assert door.submit(Act(OPEN, "s1", "k1")).accepted


# ------------------------------------------------------------------ guessing


def test_wrong_guesses_are_on_record_one_by_one_and_then_nothing_is_looked_at(
    table: Proving,
) -> None:
    codes = []
    with client(table.socket) as door:
        for guess in range(40):
            with pytest.raises(Answered) as error:
                door.sign_in("d1", f"{500_000 + guess}")
            codes.append(error.value.code)
        with pytest.raises(Answered, match="wait"):
            door.sign_in("d1", PINS["d1"])
        door.sign_in("d2", PINS["d2"])
    assert codes == ["not_believed"] * (FREE_TRIES + 1) + ["locked"] * (39 - FREE_TRIES)
    assert [each.person for each in table.told(LockedOut)] == ["d1"]


def test_every_guess_is_counted_on_record_when_the_table_has_ended(made: Proving) -> None:
    with proving(made), client(made.socket) as door:
        for guess in range(200):
            with pytest.raises(Answered):
                door.sign_in("d1", f"{500_000 + guess}")
    away = made.away()
    assert away["d1", "wrong"] == FREE_TRIES + 1
    assert away["d1", "locked"] == 200 - FREE_TRIES - 1
    assert len(made.told(TurnedAway)) <= FREE_TRIES + 1 + 2, "what repeats is one record"


def test_a_name_that_nobody_has_is_not_kept(table: Proving) -> None:
    with client(table.socket) as door, pytest.raises(Answered):
        door.sign_in("271828", "d1")  # somebody typed the PIN where the name belongs
    assert table.away()["", "unknown"] == 1
    assert all("271828" not in record.body for record in table.journal.records())


def test_no_pin_no_key_and_no_hash_is_ever_on_record(table: Proving) -> None:
    with client(table.socket) as door:
        signer = door.sign_in("s1", PINS["s1"])
        door.submit(Act(OPEN, "s1", "k1"))
        door.sign_in("m1", PINS["m1"])
        door.administer("enrol", "d1", "m1", "867530")
        door.sign_in("d1", "867530", "141421")
    written = "".join(record.body for record in table.journal.records())
    secret = [*PINS.values(), "867530", "141421", signer.key.hex(), "argon2"]
    assert [each for each in secret if each in written] == []


# ------------------------------------------------------------------ forging and replaying


def signed(door: DoorClient, act: Act, *people: str) -> bytes:
    """The line of an act with the proofs of these people, whoever they are."""
    asked = Submit(act)
    return request_line(replace(asked, proofs=door._proofs(asked, *people)))


def code_of(answer: bytes) -> str:
    said = json.loads(answer)
    return str(said["error"]["code"]) if not said["ok"] else "ok"


def test_a_line_that_was_sent_is_not_good_again_here_or_elsewhere(table: Proving) -> None:
    with line(table.socket) as here, line(table.socket) as elsewhere:
        door = DoorClient(here.exchange)
        door.sign_in("s1", PINS["s1"])
        sent = signed(door, Act(OPEN, "s1", "k1"), "s1")
        assert code_of(here.exchange(sent)) == "ok"
        assert code_of(here.exchange(sent)) == "replayed"
        assert code_of(elsewhere.exchange(sent)) == "forged"
    assert table.away()["s1", "replayed"] == 1
    assert table.away()["s1", "forged"] == 1


def test_a_session_that_was_made_up_is_none(table: Proving) -> None:
    with client(table.socket) as door:
        known = door.sign_in("s1", PINS["s1"]).session
        for name, code in ((known, "forged"), ("ab" * 16, "no_session"), ("", "no_session")):
            door.signers["s1"] = Signer(name, b"\0" * 32)
            refused_with(code, door, Act(OPEN, "s1", f"k-{name}"))
        assert door.view(Role.DEALER)["phase"] == "closed"


def test_an_act_that_was_changed_on_its_way_is_not_taken(table: Proving) -> None:
    with line(table.socket) as connected:
        door = DoorClient(connected.exchange)
        door.sign_in("s1", PINS["s1"])
        sent = signed(door, Act(Confirm("open_table"), "s1", "k1"), "s1")
        assert code_of(connected.exchange(sent.replace(b"open_table", b"close_table"))) == "forged"


def test_a_person_does_not_act_with_the_session_of_another(table: Proving) -> None:
    with client(table.socket) as door:
        door.signers["s1"] = door.sign_in("d1", PINS["d1"])
        refused_with("not_theirs", door, Act(OPEN, "s1", "k1"))
    assert table.away()["s1", "not_theirs"] == 1


def test_a_session_is_not_ended_by_somebody_else(table: Proving) -> None:
    with client(table.socket) as door:
        door.sign_in("s1", PINS["s1"])
        door.sign_in("d1", PINS["d1"])
        asked = SignOut("s1")
        answer = door._exchange(request_line(replace(asked, proofs=door._proofs(asked, "d1"))))
        assert code_of(answer) == "not_theirs"


# ------------------------------------------------------------------ two people


def opened_by_two(door: DoorClient) -> Act:
    for person in ("s1", "s2", "d1"):
        door.sign_in(person, PINS[person])
    door.submit(Act(OPEN, "s1", "open"))
    return Act(DeclareContents("rack", 0, "counted", "stack"), "s1", "two", "s2")


def test_two_people_prove_an_act_of_two(table: Proving) -> None:
    with client(table.socket) as door:
        act = opened_by_two(door)
        assert door.submit(act).refusal is None


def test_one_person_is_not_two(table: Proving) -> None:
    with line(table.socket) as connected:
        door = DoorClient(connected.exchange)
        act = opened_by_two(door)
        assert code_of(connected.exchange(signed(door, act, "s1"))) == "unproved"
        assert code_of(connected.exchange(signed(door, act, "s1", "s1"))) == "not_theirs"
        oneself = replace(act, second="s1", key="oneself")
        answer = json.loads(connected.exchange(signed(door, oneself, "s1", "s1")))
    assert answer["receipt"]["refusal"]["code"] == "no_second_person"
    assert table.away()["s2", "not_theirs"] == 1
    assert "no_second_person" in table.refused()


# ------------------------------------------------------------------ roles


def test_the_wrong_role_is_refused_by_the_core_and_on_record(table: Proving) -> None:
    with client(table.socket) as door:
        door.sign_in("d1", PINS["d1"])
        refusal = door.submit(Act(OPEN, "d1", "k1")).refusal
        assert refusal is not None
        assert refusal.code == "wrong_role"
        refusal = door.administer("enrol", "d2", "d1", "867530").refusal
        assert refusal is not None
        assert refusal.args == {"needs": "administrator"}
        assert door.submit(Act(Declare(Kind.COUNT_DISPUTED), "d1", "k2")).refusal is not None
    assert table.refused() == ["wrong_role"] * 3
    assert not table.people.read()["d2"].first, "nothing was done to the people file"


# ------------------------------------------------------------------ administering


def test_an_administrator_enrols_and_the_person_chooses(table: Proving) -> None:
    with client(table.socket) as door:
        door.sign_in("m1", PINS["m1"])
        assert door.administer("enrol", "d1", "m1", "867530").accepted
        with pytest.raises(Answered) as error:
            door.sign_in("d1", "867530")
        assert error.value.code == "choose_proof"
        with pytest.raises(Answered) as error:
            door.sign_in("d1", "867530", "111111")
        assert error.value.code == "weak_proof"
        door.sign_in("d1", "867530", "141421")
        door.sign_in("d1", "141421")
    chosen = table.people.read()["d1"].name
    assert [e.event for e in table.told(Renewed)] == [Renewed(chosen)]


def test_whoever_is_enrolled_anew_or_dismissed_is_out_at_once(table: Proving) -> None:
    with client(table.socket) as door:
        for person in ("m1", "s1", "s2"):
            door.sign_in(person, PINS[person])
        assert door.administer("enrol", "s1", "m1", "867530").accepted
        assert door.administer("dismiss", "s2", "m1").accepted
        refused_with("no_session", door, Act(OPEN, "s1", "k1"))
        refused_with("no_session", door, Act(OPEN, "s2", "k2"))
    assert "s2" not in table.people.read()


class Slowly(PeopleFile):
    """Takes its time over a proof, so that something can happen meanwhile."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, QUICK)
        self.looking, self.go_on = threading.Event(), threading.Event()

    def try_proof(self, person: str, proof: str, now: int) -> Tried:
        tried = super().try_proof(person, proof, now)
        if person == "s1":
            self.looking.set()
            assert self.go_on.wait(30)
        return tried


@pytest.mark.parametrize("deed", ["dismiss", "enrol"])
@pytest.mark.parametrize("chosen", ["", "141421"])
def test_who_is_dismissed_or_enrolled_anew_while_signing_in_is_not_in(
    made: Proving, deed: str, chosen: str
) -> None:
    made.people = people = Slowly(made.people.path)
    codes: list[str] = []
    with proving(made), client(made.socket) as door, client(made.socket) as other:
        door.sign_in("m1", PINS["m1"])

        def signing_in() -> None:
            try:
                other.sign_in("s1", PINS["s1"], chosen)
            except Answered as error:
                codes.append(error.code)

        meanwhile = threading.Thread(target=signing_in)
        meanwhile.start()
        assert people.looking.wait(30)
        first = "867530" if deed == "enrol" else ""
        asked = threading.Thread(target=lambda: door.administer(deed, "s1", "m1", first))
        asked.start()
        while not any(isinstance(a, Enrol | Dismiss) for a in made.deeds()):
            time.sleep(0.01)
        people.go_on.set()
        meanwhile.join()
        asked.join()
        assert codes == ["unrecorded"]
        assert "s1" not in door.view(Role.DEALER)["present"]
        enrolled = made.people.read()
        assert ("s1" in enrolled, deed == "enrol") in ((True, True), (False, False))
        if deed == "enrol":
            assert enrolled["s1"].first
            other.sign_in("s1", first, "161803")
    assert made.away()["s1", "unrecorded"] == 1


def test_two_who_choose_for_the_same_person_at_once_leave_one_proof_that_is_on_record(
    made: Proving,
) -> None:
    codes: list[str] = []

    def choosing(pin: str) -> None:
        with client(made.socket) as door:
            try:
                door.sign_in("s1", PINS["s1"], pin)
                codes.append(pin)
            except Answered as error:
                codes.append(error.code)

    with proving(made) as host:
        both = [threading.Thread(target=choosing, args=(pin,)) for pin in ("141421", "173205")]
        for each in both:
            each.start()
        for each in both:
            each.join()
        assert "not_believed" in codes
        assert host.kernel.state.enrolled["s1"] == made.people.read()["s1"].name


def test_a_people_file_that_is_changed_while_the_table_runs_lets_nobody_in(made: Proving) -> None:
    with proving(made), client(made.socket) as door:
        made.people.choose("s1", "141421")
        with pytest.raises(Answered) as error:
            door.sign_in("s1", "141421")
        assert error.value.code == "unrecorded"
    with proving(made), client(made.socket) as door:
        door.sign_in("s1", "141421")


def test_an_administrator_lets_somebody_try_again(table: Proving) -> None:
    with client(table.socket) as door:
        for guess in range(FREE_TRIES + 2):
            with pytest.raises(Answered):
                door.sign_in("d1", f"{500_000 + guess}")
        door.sign_in("m1", PINS["m1"])
        assert door.administer("unlock", "d1", "m1").accepted
        door.sign_in("d1", PINS["d1"])


def test_people_are_not_administered_by_an_ordinary_act(table: Proving) -> None:
    with client(table.socket) as door:
        door.sign_in("m1", PINS["m1"])
        for deed in (Enrol("d1", "made up"), Dismiss("d1")):
            refused_with("bad_request", door, Act(deed, "m1", "k1"))
        with pytest.raises(Answered, match="deed"):
            door.administer("promote", "d1", "m1")


def test_a_proof_of_one_request_is_not_good_for_another(table: Proving) -> None:
    with client(table.socket) as door:
        door.sign_in("m1", PINS["m1"])
        meant = Manage("unlock", "d1", "m1")
        other = Manage("dismiss", "d1", "m1", proofs=door._proofs(meant, "m1"))
        assert words_of(meant) != words_of(other)
        assert code_of(door._exchange(request_line(other))) == "forged"


def test_what_was_done_to_the_people_file_meanwhile_is_on_record_at_the_start(
    made: Proving,
) -> None:
    with proving(made):
        pass
    made.people.enrol("d1", "161803", "slipped-in")
    made.people.dismiss("s2")
    before = len(made.told(Found))
    with proving(made):
        pass
    assert [(e.person, e.event) for e in made.told(Found)][before:] == [
        ("d1", Found("slipped-in")),
        ("s2", Found("")),
    ]


# ------------------------------------------------------------------ who comes, and how often


def test_a_user_who_was_not_invited_is_turned_away() -> None:
    owner, group = 1000, 2000
    assert Welcome(owner).includes(Peer(1, owner, 5))
    assert Welcome(owner).includes(Peer(1, 0, 0))
    assert not Welcome(owner).includes(Peer(1, 4_000_000, 5))
    assert Welcome(owner, group).includes(Peer(1, 4_000_000, group))
    assert not Welcome(owner, group).includes(Peer(1, 4_000_000, 5))


def test_the_kernel_says_who_is_on_the_other_end() -> None:
    one, other = socket.socketpair()
    with one, other:
        assert peer_of(one) == Peer(os.getpid(), os.getuid(), os.getgid())


AS_SOMEBODY_ELSE = """
import os, socket, sys
os.setgid(65534); os.setuid(65534)
line = socket.socket(socket.AF_UNIX)
line.connect(sys.argv[1])
print(line.recv(4096).decode())
"""


def stranger_at(path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], bytes]:
    """What a user hears who was not invited: another one if we can become it, else we ourselves at
    a door that takes another user for its owner."""
    if os.getuid() == 0:
        command = [sys.executable, "-c", AS_SOMEBODY_ELSE, str(path)]
        return lambda: subprocess.run(command, capture_output=True, check=True, cwd="/").stdout
    monkeypatch.setattr("os.geteuid", lambda: os.getuid() + 1)
    return lambda: Line(path).read()


def test_another_user_is_turned_away_even_where_the_mode_lets_them_in(
    made: Proving, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in (tmp_path, *tmp_path.parents[:-2]):
        folder.chmod(folder.stat().st_mode | 0o011)
    hears = stranger_at(made.socket, monkeypatch)
    with proving(made):
        made.socket.chmod(0o777)
        assert code_of(hears()) == "stranger"
    assert made.away()["", "stranger"] == 1


def test_the_socket_is_for_its_owner_alone_unless_a_group_is_named(
    made: Proving, tmp_path: Path
) -> None:
    with proving(made):
        assert made.socket.stat().st_mode & 0o777 == 0o600
    host = ServiceHost(MemoryJournal(), rules_for, sealer_for(1))
    path = tmp_path / "group.sock"
    with served(host, settings_for(), path, group=os.getgid()):
        found = path.stat()
    assert (found.st_mode & 0o777, found.st_gid) == (0o660, os.getgid())


def test_a_crowd_does_not_keep_a_newcomer_out(table: Proving) -> None:
    crowd = [Line(table.socket) for _ in range(MOST_TALKS + 10)]
    try:
        with client(table.socket) as door:
            assert door.ping() == "T1"
    finally:
        for each in crowd:
            each.close()
    assert table.away()["", "crowded"] >= 1


def unread(connected: socket.socket) -> int:
    """The bytes that wait to be read, once no more of them come."""
    waiting, same = -1, 0
    while same < 10:
        now = int.from_bytes(fcntl.ioctl(connected, termios.FIONREAD, b"\0" * 4), sys.byteorder)
        waiting, same = now, same + 1 if now == waiting and now else 0
        time.sleep(0.05)
    return waiting


def test_who_asks_and_never_reads_keeps_no_connection_open(
    table: Proving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablectl.hosts.service_door.MOST_TALKS", 1)
    with socket.socket(socket.AF_UNIX) as deaf:
        deaf.connect(str(table.socket))
        deaf.setblocking(False)
        for _ in range(400):
            with suppress(BlockingIOError):
                deaf.send(request_line(Look(Role.SUPERVISOR)))
        assert unread(deaf)
        with client(table.socket) as door:
            assert door.ping() == "T1"
        ended = select.poll()
        ended.register(deaf, 0)
        assert [event & select.POLLHUP for _, event in ended.poll(30_000)] == [select.POLLHUP]


def test_who_uses_more_than_their_share_waits_and_nobody_else_does() -> None:
    now = [0.0]
    share, other = Share(lambda: now[0]), Share(lambda: now[0])
    share.use(1.0)
    waits = share.owes(talks=FEW)
    assert waits == pytest.approx(0.75 / (SHARE / FEW))
    assert other.owes(talks=FEW) == 0.0
    now[0] += waits
    assert share.owes(talks=FEW) == pytest.approx(0.0)


def test_where_others_use_the_processor_the_door_has_its_share_of_what_is_left() -> None:
    now, told = [0.0], [(0, 0)]
    leisure = Leisure(lambda: now[0], lambda: told[0])
    share = Share(lambda: now[0], left=leisure.left)
    share.use(1.0)
    whole = share.owes(talks=FEW)
    now[0], told[0] = 1e-9 + LOOK_EVERY, (100, 300)
    share.owes(talks=FEW)
    assert leisure.left() == pytest.approx(0.25)
    assert share.owes(talks=FEW) == pytest.approx(4 * whole, rel=0.1)
    now[0], told[0] = 10.0, (100, 10**9)
    assert leisure.left() == LEAST_LEFT, "however busy the machine is, somebody is answered"
    now[0], told[0] = 20.0, (10**9, 10**9)
    assert leisure.left() == 1.0


def test_where_nobody_tells_how_busy_the_processor_is_all_of_it_is_left(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ran, _ = scheduled()
    assert ran > 0
    monkeypatch.setattr("tablectl.hosts.service_peers._SCHEDULED", tmp_path / "none")
    now = [0.0]
    leisure = Leisure(lambda: now[0])
    assert leisure.left() == 1.0
    now[0] = 5.0
    assert leisure.left() == 1.0


def test_what_the_loop_does_for_an_answer_is_charged_besides_what_it_is_made_of(
    made: Proving, monkeypatch: pytest.MonkeyPatch
) -> None:
    used: list[float] = []

    class Counting(Share):
        def use(self, seconds: float) -> None:
            used.append(seconds)
            super().use(seconds)

    monkeypatch.setattr("tablectl.hosts.service_door.Share", Counting)
    with proving(made), client(made.socket) as door:
        for _ in range(20):
            door.ping()
        assert used.count(PER_ANSWER) == 20
        assert used.count(PER_TALK) == 1
        assert PER_READ not in used, "besides what it took to cut the lines, which may be many"


def test_who_waits_for_a_look_at_a_pin_has_used_nothing_of_the_loop(made: Proving) -> None:
    class Slow(PeopleFile):
        def try_proof(self, person: str, proof: str, now: int) -> Tried:
            time.sleep(1.0)
            return super().try_proof(person, proof, now)

    made.people = Slow(made.people.path, QUICK)
    with proving(made), client(made.socket) as door:
        with pytest.raises(Answered, match="does not prove it"):
            door.sign_in("d1", "500000")
        began = time.monotonic()
        door.ping()
        assert time.monotonic() - began < 5.0


# ------------------------------------------------------------------ what is no request


def mangled(chance: Random, good: bytes) -> bytes:
    """Something that was a request once, or never."""
    kind = chance.randrange(6)
    at = chance.randrange(len(good))
    match kind:
        case 0:
            made = chance.randbytes(chance.randrange(1, 200))
        case 1:
            made = good[:at]
        case 2:
            made = good[:at] + chance.randbytes(3) + good[at:]
        case 3:
            made = good.replace(
                b'"', chance.choice((b"", b"[", b"{", b"1")), chance.randrange(1, 9)
            )
        case 4:
            made = chance.choice((b"[", b'{"act":')) * 30_000
        case _:
            made = b"x" * 70_000
    return made.replace(b"\n", b" ") or b"?"


def test_whatever_is_sent_is_answered_and_survived(made: Proving) -> None:
    chance, answers = Random(7), Counter[str]()
    act = Submit(Act(OPEN, "s1", "k1"))
    with proving(made), line(made.socket) as connected:
        door = DoorClient(connected.exchange)
        door.sign_in("s1", PINS["s1"])
        good = [
            request_line(replace(act, proofs=door._proofs(act, "s1"))),
            request_line(Manage("enrol", "d1", "m1", "867530")),
            request_line(SignOut("s1")),
        ]
        for _ in range(400):
            sent = mangled(chance, chance.choice(good).strip())
            if sent.strip():
                answers[code_of(connected.exchange(sent + b"\n"))] += 1
        assert door.ping() == "T1"
        assert door.view(Role.DEALER)["phase"] == "closed"
        assert door.submit(Act(OPEN, "s1", "k2")).accepted
    assert made.away()["", "malformed"] == answers["bad_request"]
    assert made.away()["", "too_long"] == answers["too_long"]
    assert set(answers) <= {"bad_request", "too_long", "forged", "unproved", "no_session"}
    assert answers["bad_request"] > 100
