"""Sessions: a proof is good for one act, once, over one connection, of one person and one user."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablectl.sessions import Line, Proof, Session, Sessions, Signer, Wrong

USER = 1000
WORDS = '{"act":"deal"}'


class Door:
    """Sessions, a connection, and ann who is signed in."""

    def __init__(self) -> None:
        self.sessions = Sessions()
        self.line = Line()
        self.ann = self.session("ann")

    def session(self, person: str) -> Session:
        return self.sessions.open(person, USER, 0.0)

    def proof(self, count: int = 1, words: str = WORDS, of: Session | None = None) -> Proof:
        session = of or self.ann
        return Signer(session.name, session.key).proof(self.line.number, count, words)

    def check(
        self, proof: Proof, person: str = "ann", user: int = USER, words: str = WORDS
    ) -> Wrong | None:
        return self.sessions.check(proof, person, user, self.line, words)


@pytest.fixture
def door() -> Door:
    return Door()


def test_what_was_signed_with_the_key_is_believed(door: Door) -> None:
    assert door.check(door.proof(1)) is None
    assert door.check(door.proof(2)) is None


def test_a_proof_that_was_used_is_not_good_again(door: Door) -> None:
    proof = door.proof()
    door.check(proof)
    assert door.check(proof) is Wrong.REPLAYED


def test_a_proof_of_another_connection_is_none(door: Door) -> None:
    proof = door.proof()
    door.line = Line()
    assert door.check(proof) is Wrong.FORGED


def test_a_proof_of_other_words_is_none(door: Door) -> None:
    assert door.check(door.proof(), words='{"act":"fold"}') is Wrong.FORGED


def test_the_count_is_signed_too(door: Door) -> None:
    proof = door.proof(1)
    assert door.check(replace(proof, count=2)) is Wrong.FORGED


def test_a_session_that_nobody_opened_is_none(door: Door) -> None:
    forged = Signer("0" * 32, b"guess" * 8).proof(door.line.number, 1, WORDS)
    assert door.check(forged) is Wrong.NO_SESSION
    known = Signer(door.ann.name, b"guess" * 8).proof(door.line.number, 1, WORDS)
    assert door.check(known) is Wrong.FORGED


def test_a_session_is_one_persons_and_one_users(door: Door) -> None:
    assert door.check(door.proof(), person="bob") is Wrong.NOT_THEIRS
    assert door.check(door.proof(), user=USER + 1) is Wrong.OTHER_USER


def test_a_signature_that_is_no_ascii_is_none(door: Door) -> None:
    assert door.check(replace(door.proof(), mac="\u00fc" * 64)) is Wrong.FORGED


def test_a_session_that_was_closed_is_none(door: Door) -> None:
    door.sessions.close(door.ann.name)
    assert door.check(door.proof()) is Wrong.NO_SESSION


def test_who_has_done_nothing_for_long_enough_is_idle(door: Door) -> None:
    bob = door.session("bob")
    door.sessions.use(bob.name, 50.0)
    assert door.sessions.idle(100.0, 60.0) == [door.ann]


def test_no_two_sessions_and_no_two_connections_are_alike(door: Door) -> None:
    made = [door.session(f"p{n}") for n in range(200)]
    assert len({each.name for each in made} | {each.key for each in made}) == 400
    assert len({Line().number for _ in range(200)}) == 200
