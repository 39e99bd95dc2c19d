"""The door's wire format: everything that can be asked survives the wire, nothing else does."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablectl.doorclient import DoorClient
from tablectl.doorwire import (
    MAX_REQUEST,
    Answered,
    Direct,
    Frames,
    Look,
    Manage,
    Ping,
    Request,
    SignIn,
    SignOut,
    Submit,
    Watch,
    WireError,
    error_line,
    parse_request,
    pong_line,
    receipt_line,
    refused_line,
    request_line,
    view_line,
    words_of,
)
from tablectl.hosts.service_lines import Lines, TooLong
from tablectl.kernel import KeyReused
from tablectl.sessions import Proof
from tablectl.words.acts import Act, Bet, Choose, Declare, Shown, Turn
from tablectl.words.bases import Clause, Role
from tablectl.words.cards import Card
from tablectl.words.irregularities import Kind
from tablectl.words.outcomes import Receipt
from tablectl.words.refusals import Refusal

ACTS = (
    Act(Bet(1, "ante", 500), "d1", "k1"),
    Act(Bet(1, "ante"), "d1", "k2", "s1"),
    Act(Choose("play", "seat_1", "fold"), "d1", "k3"),
    Act(Turn((Shown("dealer", (Card.of("AS"), Card.of("TD"))), Shown("seat_1"))), "d1", "k4"),
    Act(Declare(Kind.MISDEAL, note="ünïcode | and \n breaks"), "d1", "k5"),
)
REQUESTS: tuple[Request, ...] = (
    *map(Submit, ACTS),
    *map(Look, Role),
    SignIn("d1", "271828", ""),
    SignOut("d1"),
    Manage("enrol", "d1", "m1", "161803"),
    *(Watch(role, "3f-12-ab") for role in Role),
    Direct("pause"),
    Direct("trouble", "shoe_jams", "t1"),
    Frames("shoe_1"),
    Ping(),
)
PROOFS = (Proof("ab" * 16, 1, "cd" * 32), Proof("ef" * 16, 2, "01" * 32))


@pytest.mark.parametrize(
    "request_",
    [Submit(ACTS[1]), SignOut("d1"), Manage("unlock", "d1", "m1"), Direct("pause", by="t1")],
)
def test_proofs_survive_the_wire_with_what_they_are_signed_over(
    request_: Submit | SignOut | Manage | Direct,
) -> None:
    proved = replace(request_, proofs=PROOFS)
    assert parse_request(request_line(proved)) == replace(proved, words=words_of(request_))


def test_a_pin_is_shown_by_nobody_who_shows_a_request() -> None:
    assert "271828" not in repr(SignIn("d1", "271828", "314159"))
    assert "161803" not in repr(Manage("enrol", "d1", "m1", "161803"))
    with pytest.raises(WireError) as error:
        parse_request(b'{"do":"sign_in","person":"d1","proof":271828,"new":""}')
    assert "271828" not in str(error.value)


@pytest.mark.parametrize("request_", REQUESTS, ids=repr)
def test_a_request_survives_the_wire(request_: Request) -> None:
    line = request_line(request_)
    assert line.count(b"\n") == 1
    assert line.endswith(b"\n")
    assert parse_request(line) == request_


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"hello",
        b"\xff\xfe",
        b"[]",
        b"42",
        b"null",
        b"{}",
        b'{"do":"dance"}',
        b'{"do":["submit"]}',
        b'{"do":"ping","act":{}}',
        b'{"do":"frames"}',
        b'{"do":"frames","device":1}',
        b'{"do":"frames","device":"shoe_1","role":"dealer"}',
        b'{"do":"view"}',
        b'{"do":"view","role":"king"}',
        b'{"do":"view","role":["dealer"]}',
        b'{"do":"watch","role":"dealer"}',
        b'{"do":"watch","role":"king","since":""}',
        b'{"do":"watch","role":"dealer","since":7}',
        b'{"do":"stage"}',
        b'{"do":"stage","order":"dance"}',
        b'{"do":"stage","order":"pause","name":"shoe_jams"}',
        b'{"do":"stage","order":"trouble"}',
        b'{"do":"stage","order":"trouble","name":["shoe_jams"]}',
        b'{"do":"stage","order":"pause","to":"whom"}',
        b'{"do":"submit"}',
        b'{"do":"submit","act":[]}',
        b'{"do":"submit","act":{"by":"d1","key":"k"}}',
        b'{"do":"submit","act":{"by":"d1","key":"k","deed":{"is":"fly"}}}',
        b'{"do":"submit","act":{"by":1,"key":"k","deed":{"is":"deal"}}}',
        b'{"do":"submit","act":{"by":"d1","key":"k","deed":{"is":"deal"},"x":1}}',
        b'{"do":"submit","act":{"by":"\\ud800","key":"k","deed":{"is":"deal"}}}',
        b'{"do":"submit","act":{"by":"d1","key":"k","deed":{"is":"bet","seat":1e3,"wager":"a"}}}',
        b"[" * 60_000,
        b'{"do":' * 20_000,
        b'{"do":"ping"' + b"9" * 5_000 + b"}",
    ],
)
def test_what_is_no_request_is_told_so(line: bytes) -> None:
    with pytest.raises(WireError) as raised:
        parse_request(line)
    assert raised.value.problem


def understood_or_told(data: bytes) -> bool:
    """Whether bytes stand for a request, or for an error that can be answered."""
    try:
        return bool(request_line(parse_request(data)))
    except WireError as error:
        return str(json.loads(refused_line(error))["error"]["code"]) == "bad_request"


@given(st.binary(max_size=200))
def test_no_bytes_do_anything_but_stand_for_a_request_or_not(data: bytes) -> None:
    assert understood_or_told(data)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(
                    (
                        "do",
                        "act",
                        "role",
                        "since",
                        "order",
                        "name",
                        "by",
                        "key",
                        "deed",
                        "is",
                        "seat",
                    )
                ),
                inner,
                max_size=4,
            )
        ),
    )
)
def test_no_json_does_anything_but_stand_for_a_request_or_not(data: Any) -> None:
    assert understood_or_told(json.dumps(data).encode())


# ------------------------------------------------------------------ lines


@given(st.lists(st.binary(max_size=12).filter(lambda b: b"\n" not in b)), st.data())
def test_lines_come_out_whole_however_the_bytes_arrive(
    lines: list[bytes], data: st.DataObject
) -> None:
    stream = b"".join(line + b"\n" for line in lines)
    cutter = Lines(most=8)
    found: list[bytes | TooLong] = []
    while stream:
        size = data.draw(st.integers(1, len(stream)))
        piece, stream = stream[:size], stream[size:]
        found += cutter.feed(piece)

    expected = [None if len(line) > 8 else line for line in lines if len(line) > 8 or line.strip()]
    assert [None if isinstance(f, TooLong) else f for f in found] == expected
    assert not cutter.half


def test_a_line_without_an_end_is_never_kept_beyond_the_limit() -> None:
    cutter = Lines()
    for _ in range(100):
        assert list(cutter.feed(b"x" * 10_000)) == []
    assert cutter.half
    (end, after) = cutter.feed(b'\n{"do":"ping"}\n')
    assert isinstance(end, TooLong)
    assert after == b'{"do":"ping"}'


def test_the_longest_request_is_taken_and_one_byte_more_is_not() -> None:
    longest = b"x" * MAX_REQUEST
    assert list(Lines().feed(longest + b"\n")) == [longest]
    (refused,) = Lines().feed(longest + b"x\n")
    assert isinstance(refused, TooLong)


# ------------------------------------------------------------------ answers

RECEIPT = Receipt("k1", 7, False, Refusal("no_wagers", Clause("19:47-20.7(b)"), {"call": "x"}))


def answering(line: bytes) -> DoorClient:
    return DoorClient(lambda _: line)


def test_a_receipt_survives_the_wire() -> None:
    assert answering(receipt_line(RECEIPT)).submit(ACTS[0]) == RECEIPT


def test_a_view_comes_with_the_people_of_the_table() -> None:
    line = view_line({"phase": "open"}, {"d1": ("dealer",)})
    assert answering(line).look(Role.DEALER) == ({"phase": "open"}, {"d1": ("dealer",)})
    assert answering(line).view(Role.DEALER) == {"phase": "open"}


def test_a_pong_names_the_table() -> None:
    assert answering(pong_line("T1", 5)).ping() == "T1"


def test_an_error_is_raised_with_its_code_and_what_to_do() -> None:
    with pytest.raises(Answered) as raised:
        answering(error_line("too_long", "it is too long", "shorten it")).ping()
    assert (raised.value.code, raised.value.problem, raised.value.hint) == (
        "too_long",
        "it is too long",
        "shorten it",
    )


def test_an_error_raised_on_purpose_keeps_its_code_on_the_wire() -> None:
    with pytest.raises(Answered) as raised:
        answering(refused_line(KeyReused("k1"))).ping()
    assert raised.value.code == "key_reused"


@pytest.mark.parametrize("line", [b"", b"garbage\n", b"{}\n", b'{"ok":false}\n', b"[1]\n"])
def test_an_answer_that_is_none_is_told_so(line: bytes) -> None:
    with pytest.raises(WireError):
        answering(line).ping()
