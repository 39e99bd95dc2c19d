"""The people file: who proves what, how guessing is slowed down, and whose eyes it is for."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablectl.credentials import (
    FIRST_WAIT,
    FREE_TRIES,
    LONGEST_WAIT,
    MOST_TRIES,
    Cost,
    CredentialError,
    PeopleFile,
    Verdict,
    WeakProof,
    check_strength,
    new_name,
)

QUICK = Cost(passes=1, kibibytes=64)
NOW = 1_800_000_000
RIGHT, WRONG = "271828", "314159"


@pytest.fixture
def people(tmp_path: Path) -> PeopleFile:
    made = PeopleFile(tmp_path / "people", QUICK)
    made.begin("max", "correct horse battery")
    made.enrol("ann", "161803", new_name())
    made.choose("ann", RIGHT)
    return made


def wrong_guesses(people: PeopleFile, times: int, now: int = NOW) -> int:
    """Guess as soon as it is allowed, so many times; the time after the last."""
    for _ in range(times):
        tried = people.try_proof("ann", WRONG, now)
        assert tried.verdict is Verdict.WRONG
        now += tried.wait
    return now


def test_who_knows_it_is_believed_and_who_does_not_is_not(people: PeopleFile) -> None:
    assert people.try_proof("ann", RIGHT, NOW).verdict is Verdict.RIGHT
    assert people.try_proof("ann", WRONG, NOW).verdict is Verdict.WRONG
    assert people.try_proof("bob", RIGHT, NOW).verdict is Verdict.UNKNOWN


def test_nothing_in_the_file_tells_the_pin(people: PeopleFile) -> None:
    text = people.path.read_text()
    assert RIGHT not in text
    assert "$argon2id$" in text


def test_the_hash_that_is_used_is_hard_on_memory() -> None:
    made = Cost().hasher().hash("x")
    assert "$argon2id$v=19$m=65536,t=3,p=1$" in made


def test_the_same_passphrase_is_the_same_however_it_was_typed(people: PeopleFile) -> None:
    people.choose("ann", "caf\u00e9 au lait chaud")
    tried = people.try_proof("ann", "cafe\u0301 au lait chaud", NOW)
    assert tried.verdict is Verdict.RIGHT


def test_a_slip_costs_nothing_and_guessing_costs_twice_as_much_each_time(
    people: PeopleFile,
) -> None:
    waits = []
    now = NOW
    for _ in range(FREE_TRIES + 7):
        tried = people.try_proof("ann", WRONG, now)
        waits.append(tried.wait)
        now += tried.wait
    doubled = [FIRST_WAIT * 2**n for n in range(5)]
    assert waits == [0] * FREE_TRIES + doubled + [LONGEST_WAIT] * 2


def test_while_it_is_locked_not_even_the_right_one_is_looked_at(people: PeopleFile) -> None:
    wrong_guesses(people, FREE_TRIES)
    people.try_proof("ann", WRONG, NOW)
    tried = people.try_proof("ann", RIGHT, NOW + FIRST_WAIT - 1)
    assert (tried.verdict, tried.wait) == (Verdict.LOCKED, 1)
    assert people.try_proof("ann", RIGHT, NOW + FIRST_WAIT).verdict is Verdict.RIGHT


def test_the_count_of_wrong_guesses_survives_a_restart(people: PeopleFile) -> None:
    now = wrong_guesses(people, FREE_TRIES + 1)
    again = PeopleFile(people.path, QUICK)
    assert again.read()["ann"].wrong == FREE_TRIES + 1
    assert again.try_proof("ann", RIGHT, now - 1).verdict is Verdict.LOCKED


def test_after_too_many_only_an_administrator_lets_a_person_try_again(people: PeopleFile) -> None:
    now = wrong_guesses(people, MOST_TRIES) + 10 * LONGEST_WAIT
    tried = people.try_proof("ann", RIGHT, now)
    assert (tried.verdict, tried.shut) == (Verdict.LOCKED, True)
    people.unlock("ann")
    assert people.try_proof("ann", RIGHT, now).verdict is Verdict.RIGHT


def test_the_right_one_makes_the_count_begin_anew(people: PeopleFile) -> None:
    now = wrong_guesses(people, FREE_TRIES)
    people.try_proof("ann", RIGHT, now)
    assert people.read()["ann"].wrong == 0


def test_a_clock_that_is_set_back_locks_nobody_out_for_longer(people: PeopleFile) -> None:
    wrong_guesses(people, FREE_TRIES)
    people.try_proof("ann", WRONG, NOW)
    long_ago = NOW - 10 * 365 * 24 * 3_600
    assert people.try_proof("ann", RIGHT, long_ago).wait == LONGEST_WAIT
    assert people.try_proof("ann", RIGHT, long_ago + LONGEST_WAIT - 1).wait == 1
    assert people.try_proof("ann", RIGHT, long_ago + LONGEST_WAIT).verdict is Verdict.RIGHT


def test_a_first_pin_is_good_for_choosing_and_for_nothing_else(people: PeopleFile) -> None:
    people.enrol("bob", "161803", "given")
    assert people.try_proof("bob", "161803", NOW).verdict is Verdict.CHOOSE
    chosen = people.choose("bob", RIGHT)
    tried = people.try_proof("bob", RIGHT, NOW)
    assert (tried.verdict, tried.credential) == (Verdict.RIGHT, chosen)
    assert people.try_proof("bob", "161803", NOW).verdict is Verdict.WRONG


def test_nobody_chooses_the_same_again(people: PeopleFile) -> None:
    with pytest.raises(WeakProof, match="the same as before"):
        people.choose("ann", RIGHT)


@pytest.mark.parametrize(
    ("proof", "why"),
    [
        ("12345", "at least 6 digits"),
        ("000000", "all the same"),
        ("123456", "in a row"),
        ("987654", "in a row"),
        ("secret", "at least 10 signs"),
        ("i am ann 42", "your name"),
        ("aaaaaaaaaabb", "few different"),
        ("x" * 200, "longer than"),
    ],
)
def test_what_is_guessed_first_is_not_taken(proof: str, why: str) -> None:
    with pytest.raises(WeakProof, match=why):
        check_strength("ann", proof)


def test_the_file_is_for_its_owner_alone(people: PeopleFile) -> None:
    assert people.path.stat().st_mode & 0o777 == 0o600
    people.path.chmod(0o640)
    with pytest.raises(CredentialError, match="others can get at the key"):
        people.read()


def test_a_damaged_file_is_told_as_such(people: PeopleFile) -> None:
    for body in (b"{}", b"no json", b'{"version":1,"people":{"ann":{"name":1}}}', b"\xff"):
        people.path.write_bytes(body)
        with pytest.raises(CredentialError, match="it is damaged"):
            people.read()


def test_nobody_begins_over_a_file_that_is_there(people: PeopleFile) -> None:
    with pytest.raises(CredentialError, match="there already"):
        people.begin("eve", "another horse battery")
    assert "max" in people.read()
