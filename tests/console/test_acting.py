"""Acts from a page: by whom, once for each key, by two people, and what is told of them."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any

import pytest

from tablectl.console.desk import Desk, refused
from tablectl.console.watching import Shown
from tablectl.credentials import FREE_TRIES
from tablectl.doorwire import Answered
from tablectl.journal.memory import MemoryJournal
from tablectl.sessions import Signer
from tablectl.words.attendance import SignedIn, SignedOut
from tests.console.consoles import Answer, Page, Served, console_for, page_of, stream
from tests.console.test_guarding import OPEN, acts
from tests.hosts.test_doorkeeping import PINS, Proving, proving

CONTENTS = {
    "is": "declare_contents",
    "place": "rack",
    "cards": 0,
    "note": "counted",
    "other": "stack",
}


def signed(served: Served, person: str) -> Page:
    return page_of(served, person, PINS[person])


def second(person: str, proof: str = "") -> dict[str, str]:
    return {"person": person, "proof": proof or PINS[person]}


# ------------------------------------------------------------------ acts


def test_an_act_is_accepted_and_says_what_is_next(free: Served) -> None:
    said = page_of(free, "s1").act("k1", OPEN).said
    assert said["accepted"] is True
    assert said["refusal"] is None
    assert said["next"].startswith("The dealer inspects deck blue")


def test_the_same_post_twice_gives_the_same_receipt_and_counts_once(
    free: Served, journal: MemoryJournal
) -> None:
    page = page_of(free, "s1")
    first, again = page.act("k1", OPEN), page.act("k1", OPEN)
    assert first.said == again.said
    assert acts(journal) == ["k1"]


def test_the_same_post_at_the_same_moment_counts_once(free: Served, journal: MemoryJournal) -> None:
    page = page_of(free, "s1")
    answers: list[Answer] = []
    posts = [
        threading.Thread(target=lambda: answers.append(page.act("k1", OPEN))) for _ in range(8)
    ]
    for each in posts:
        each.start()
    for each in posts:
        each.join()
    assert {each.said["seq"] for each in answers} == {answers[0].said["seq"]}
    assert acts(journal) == ["k1"]


def test_the_key_of_another_act_is_refused(free: Served, journal: MemoryJournal) -> None:
    page = page_of(free, "s1")
    page.act("k1", OPEN)
    answer = page.act("k1", {**OPEN, "what": "close_table"})
    assert (answer.status, answer.code) == (409, "key_reused")
    assert acts(journal) == ["k1"]


def test_an_act_of_a_role_that_the_person_has_not_is_refused_with_who_may(free: Served) -> None:
    answer = page_of(free, "d1").act("k1", OPEN)
    assert answer.status == 200
    assert answer.said["accepted"] is False
    refusal = answer.said["refusal"]
    assert refusal["code"] == "wrong_role"
    assert refusal["text"].startswith("Only the supervisor may do this")
    assert refusal["basis"] == "house policy"
    assert refusal["who"] == ["b1", "s1", "s2"]


def test_an_act_that_is_ruled_on_tells_the_ruling(free: Served) -> None:
    page = page_of(free, "s1")
    page.act("k1", OPEN)
    said = page_of(free, "d1").act("k2", {"is": "declare", "kind": "foreign_card"}).said
    (ruling,) = said["rulings"]
    assert ruling["happened"].startswith("A card turned up that does not belong")
    assert ruling["follows"]


def test_nobody_acts_without_signing_in(free: Served, journal: MemoryJournal) -> None:
    answer = page_of(free).act("k1", OPEN)
    assert (answer.status, answer.code) == (401, "not_signed_in")
    assert acts(journal) == []


def test_who_has_signed_out_acts_no_more(free: Served, journal: MemoryJournal) -> None:
    page = page_of(free, "s1")
    assert page.post("/api/sign-out", {}).said["me"] is None
    assert page.act("k1", OPEN).code == "not_signed_in"
    assert acts(journal) == []


def test_frames_are_for_technicians(free: Served) -> None:
    assert page_of(free, "d1").get("/api/frames/shoe_1").code == "wrong_role"
    assert page_of(free).get("/api/frames/shoe_1").code == "not_signed_in"
    assert page_of(free, "t1").get("/api/frames/shoe_1").code == "no_line"


@pytest.mark.parametrize("path", ["/api/frames/shoe_1", "/api/record/timeline"])
def test_who_was_signed_out_at_the_door_is_so_for_frames_and_the_record(
    made: Proving, path: str
) -> None:
    now = [0.0]
    with proving(made, lambda: now[0]), console_for(made.socket) as console:
        page = signed(console, "d1")
        assert (page.get(path).status, page.get(path).code) == (403, "wrong_role")
        now[0] = 16 * 60.0
        while not made.told(SignedOut):
            time.sleep(0.02)
        assert (page.get(path).status, page.get(path).code) == (401, "not_signed_in")


def test_a_table_without_a_stage_says_so(free: Served) -> None:
    answer = page_of(free, "t1").post("/api/stage", {"order": "pause"})
    assert (answer.status, answer.code) == (409, "no_stage")


# ------------------------------------------------------------------ signing in


def test_the_visit_tells_the_table_its_people_and_who_i_am(free: Served) -> None:
    page = page_of(free)
    said = page.visit()
    assert (said["sign_in"], said["me"]) == (False, None)
    assert {"name": "b1", "roles": ["dealer", "supervisor"]} in said["people"]
    assert said["words"]
    assert page.sign_in("b1").said["me"] == {"name": "b1", "roles": ["dealer", "supervisor"]}


def test_a_proved_person_acts_and_a_wrong_proof_signs_nobody_in(
    proved: Served, made: Proving
) -> None:
    page = page_of(proved)
    answer = page.sign_in("s1", "000001")
    assert (answer.status, answer.code) == (403, "not_believed")
    assert page.act("k0", OPEN).code == "not_signed_in"
    assert page.sign_in("s1", PINS["s1"]).status == 200
    assert page.act("k1", OPEN).said["accepted"] is True
    assert acts(made.journal) == ["k1"]


def test_a_lock_out_is_passed_on_with_how_long_it_lasts(proved: Served) -> None:
    pages = [page_of(proved) for _ in range(FREE_TRIES + 2)]
    answers = [page.sign_in("d1", "000001") for page in pages]
    *_, locking, locked = answers
    assert (locking.status, locking.code) == (403, "not_believed")
    assert (locked.status, locked.code) == (429, "locked")
    assert 0 < int(locked.headers["retry-after"]) <= 30
    right = page_of(proved).sign_in("d1", PINS["d1"])
    assert (right.status, right.code) == (429, "locked")


def test_who_signs_in_elsewhere_is_signed_out_here(proved: Served) -> None:
    first = signed(proved, "s1")
    with stream(first, "supervisor") as events:
        events.until("screen")
        signed(proved, "s1")
        assert events.until("signed_out")
        assert events.event() == {}
    assert first.act("k1", OPEN).code == "not_signed_in"


def test_another_person_at_the_same_screen_ends_the_session_of_the_first(
    proved: Served, made: Proving
) -> None:
    page = signed(proved, "s1")
    page.sign_in("d1", PINS["d1"])
    assert [each.person for each in made.told(SignedOut)] == ["s1"]
    assert page.visit()["me"]["name"] == "d1"


def test_signing_out_ends_the_session_at_the_door(proved: Served, made: Proving) -> None:
    signed(proved, "s1").post("/api/sign-out", {})
    assert [each.person for each in made.told(SignedOut)] == ["s1"]


# ------------------------------------------------------------------ two people


def opened(served: Served) -> Page:
    page = signed(served, "s1")
    assert page.act("open", OPEN).said["accepted"] is True
    return page


def test_the_second_person_s_session_is_for_the_one_act(proved: Served, made: Proving) -> None:
    page = opened(proved)
    answer = page.act("two", CONTENTS, second("s2"))
    assert answer.said["accepted"] is True
    assert [each.person for each in made.told(SignedIn)] == ["s1", "s2"]
    assert [each.person for each in made.told(SignedOut)] == ["s2"]


def test_a_wrong_proof_of_the_second_person_applies_nothing(proved: Served, made: Proving) -> None:
    page = opened(proved)
    answer = page.act("two", CONTENTS, second("s2", "000001"))
    assert (answer.status, answer.code) == (403, "not_believed")
    assert acts(made.journal) == ["open"]
    assert page.visit()["me"]["name"] == "s1"


def test_one_person_cannot_be_both(proved: Served, made: Proving) -> None:
    page = opened(proved)
    answer = page.act("two", CONTENTS, second("s1"))
    assert (answer.status, answer.code) == (403, "same_person")
    assert acts(made.journal) == ["open"]
    assert page.act("k2", {**OPEN, "what": "close_table"}).status == 200


def test_a_second_person_who_sits_at_another_screen_stays_signed_in_there(proved: Served) -> None:
    page, other = opened(proved), signed(proved, "s2")
    assert page.act("two", CONTENTS, second("s2")).said["accepted"] is True
    assert other.visit()["me"]["name"] == "s2"
    said = other.act("k3", {"is": "declare", "kind": "foreign_card"}).said
    assert said["accepted"] is True


def test_a_second_person_whose_page_is_open_elsewhere_is_not_signed_out_there(
    proved: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, other = opened(proved), signed(proved, "s2")
    session = Desk._session
    missed: list[bool] = []

    async def looked_at(desk: Desk, person: str, *proof: str) -> Signer:
        """Between the end of the session before and the one that follows, a screen is drawn."""
        (theirs,) = proved.console.visits.of(person)
        between = Shown("mark", "{}", frozenset({"s1"}), time.monotonic())
        missed.append(between.misses(person, theirs.since))
        return await session(desk, person, *proof)

    monkeypatch.setattr(Desk, "_session", looked_at)
    assert page.act("two", CONTENTS, second("s2")).said["accepted"] is True
    assert missed == [False]
    assert other.visit()["me"]["name"] == "s2"


def test_a_second_person_with_a_wrong_proof_is_missed_at_their_own_screen_as_before(
    proved: Served,
) -> None:
    page, other = opened(proved), signed(proved, "s2")
    (theirs,) = proved.console.visits.of("s2")
    since = theirs.since
    assert page.act("two", CONTENTS, second("s2", "000001")).status == 403
    assert theirs.since == since
    assert other.visit()["me"]["name"] == "s2"


def test_the_second_person_s_ended_session_does_not_sign_out_the_first(
    proved: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = opened(proved)
    gone = Signer("ff" * 16, b"another")

    async def ended(*_: Any) -> Signer:
        return gone

    monkeypatch.setattr(Desk, "_session", ended)
    answer = page.act("two", CONTENTS, second("s2"))
    assert (answer.status, answer.code) == (401, "no_session")
    assert page.visit()["me"]["name"] == "s1"


def test_the_same_post_of_two_people_counts_once(proved: Served, made: Proving) -> None:
    page = opened(proved)
    first = page.act("two", CONTENTS, second("s2"))
    again = page.act("two", CONTENTS, second("s2"))
    assert first.said["seq"] == again.said["seq"]
    assert acts(made.journal) == ["open", "two"]


def test_where_nobody_proves_anything_the_second_person_is_named(free: Served) -> None:
    page = page_of(free, "s1")
    page.act("open", OPEN)
    said: Any = page.act("two", CONTENTS, {"person": "s2"}).said
    assert said["accepted"] is True


# ------------------------------------------------------------------ the controller is away


def test_without_a_controller_everything_is_told_to_come_back(tmp_path: Path) -> None:
    with console_for(tmp_path / "nobody.sock") as served:
        page = Page(served)
        answer = page.get("/api/visit")
        assert (answer.status, answer.code) == (503, "no_table")
        assert int(answer.headers["retry-after"]) >= 1
        assert len(served.console.visits) == 0, "who asks again and again takes no place"
        assert page.get("/api/words").said["words"]["connection_lost"]
        assert page.get("/").status == 200


def test_an_act_that_met_a_table_that_ends_is_to_be_sent_again() -> None:
    """The page sends what is answered with 503 again by itself, with the same key."""
    told = refused(Answered("stopping", "the table is shutting down", ""))
    assert (told.status, told.code, told.wait) == (503, "stopping", 1)


def test_a_role_that_a_person_does_not_have_at_the_door_is_forbidden() -> None:
    assert refused(Answered("wrong_role", "d1 is no technician", "")).status == 403


def test_a_session_that_a_restart_ended_is_told_when_it_is_used(made: Proving) -> None:
    with console_for(made.socket) as served:
        with proving(made):
            page = signed(served, "s1")
        away = page.act("k1", OPEN)
        assert (away.status, away.code) == (503, "no_table")
        with proving(made):
            answer = page.act("k1", OPEN)
            assert (answer.status, answer.code) == (401, "no_session")
            assert page.visit()["me"] is None
            assert page.sign_in("s1", PINS["s1"]).status == 200
            assert page.act("k1", OPEN).said["accepted"] is True
    assert acts(made.journal) == ["k1"]
