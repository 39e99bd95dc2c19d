"""What is refused before anybody looks at it, each clearly and with nothing applied.

The console is a real one, the table behind it too, and the record is looked into.
"""

from __future__ import annotations

import json
import socket

import pytest

from tablectl.console import guarding
from tablectl.console.guarding import MAX_BODY, MAX_HEAD, Refused, strict_object
from tablectl.console.rates import Rate
from tablectl.journal.memory import MemoryJournal
from tablectl.kernel import inputs
from tablectl.words.acts import Act
from tests.console.consoles import PATIENCE_S, Page, Served, page_of, raw

OPEN = {"is": "confirm", "what": "open_table"}
SAID = json.dumps({"deed": OPEN, "key": "k"}).encode()


def acts(journal: MemoryJournal) -> list[str]:
    """The keys of the acts on record."""
    found = [stamped.input for stamped, _ in inputs(journal.records())]
    return [each.key for each in found if isinstance(each, Act)]


@pytest.fixture
def page(free: Served) -> Page:
    return page_of(free, "s1")


# ------------------------------------------------------------------ bodies


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b'"text"',
        b"nonsense",
        b'{"deed":NaN,"key":"k"}',
        b'{"deed":1.5,"key":"k"}',
        b'{"key":"k","key":"l"}',
        b'{"key":"\\ud800"}',
        b'{"key":"\xff"}',
        b'{"a":' * 2500 + b"1" + b"}" * 2500,
    ],
    ids=[
        "empty",
        "cut",
        "list",
        "text",
        "nonsense",
        "nan",
        "float",
        "twice",
        "half",
        "raw",
        "deep",
    ],
)
def test_what_is_no_json_object_is_refused(page: Page, journal: MemoryJournal, body: bytes) -> None:
    answer = page.post("/api/acts", body)
    assert (answer.status, answer.code) == (400, "not_json")
    assert acts(journal) == []


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"deed": OPEN},
        {"deed": OPEN, "key": 1},
        {"deed": "open", "key": "k"},
        {"deed": OPEN, "key": "k", "by": "d1"},
        {"deed": OPEN, "key": "k", "second": "s2"},
        {"deed": OPEN, "key": "k", "second": {"person": "s2", "proof": 1}},
        {"deed": {"is": "fly"}, "key": "k"},
        {"deed": {"is": "bet", "seat": "one", "wager": "ante"}, "key": "k"},
        {"deed": {**OPEN, "colour": "red"}, "key": "k"},
        {"deed": OPEN, "key": "not|allowed"},
        {"deed": {"is": "unlock", "person": "d1"}, "key": "k"},
    ],
)
def test_json_that_is_no_act_is_refused(
    page: Page, journal: MemoryJournal, said: dict[str, object]
) -> None:
    answer = page.post("/api/acts", said)
    assert answer.status == 400
    assert answer.code in ("bad_request", "bad_act", "bad_key")
    assert acts(journal) == []


def test_a_body_that_is_said_to_be_too_long_is_refused_unread(
    page: Page, journal: MemoryJournal
) -> None:
    head = (
        f"POST /api/acts HTTP/1.1\r\nHost: 127.0.0.1:{page.at.port}\r\nCookie: {page.cookie}\r\n"
        f"Origin: {page.at.origin}\r\nX-Tablectl: {page.token}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {MAX_BODY + 1}\r\n\r\n"
    )
    got = raw(page.at, head.encode())  # not a byte of the body is sent
    assert got.startswith(b"HTTP/1.1 413 ")
    assert b'"too_long"' in got
    assert acts(journal) == []


def test_a_body_without_an_end_is_refused_at_the_limit(page: Page, journal: MemoryJournal) -> None:
    head = (
        f"POST /api/acts HTTP/1.1\r\nHost: 127.0.0.1:{page.at.port}\r\nCookie: {page.cookie}\r\n"
        f"Origin: {page.at.origin}\r\nX-Tablectl: {page.token}\r\n"
        "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", page.at.port), timeout=PATIENCE_S) as line:
        line.sendall(head.encode())
        got = b""
        chunk = b"400\r\n" + b"x" * 1024 + b"\r\n"
        for _ in range(MAX_BODY // 1024 + 1):
            line.sendall(chunk)
        while piece := line.recv(65_536):  # it closes the line by itself
            got += piece
    assert got.startswith(b"HTTP/1.1 413 ")
    assert acts(journal) == []


def test_a_body_of_the_greatest_length_is_read(page: Page) -> None:
    said = json.dumps({"deed": OPEN, "key": "k"}).encode()
    answer = page.post("/api/acts", said + b" " * (MAX_BODY - len(said)))
    assert answer.said["accepted"] is True


@pytest.mark.parametrize(
    "kind",
    [
        None,
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/jsonp",
        "application/json; charset=latin-1",
    ],
)
def test_another_content_type_is_refused(
    page: Page, journal: MemoryJournal, kind: str | None
) -> None:
    answer = page.post("/api/acts", SAID, content_type=kind)
    assert (answer.status, answer.code) == (415, "other_type")
    assert acts(journal) == []


@pytest.mark.parametrize("head", ["Content-Length: 5", "Transfer-Encoding: chunked"])
def test_what_is_only_asked_for_has_no_body(free: Served, head: str) -> None:
    asked = f"GET /api/visit HTTP/1.1\r\nHost: 127.0.0.1:{free.port}\r\n{head}\r\n\r\n"
    got = raw(free, asked.encode())
    assert got.startswith(b"HTTP/1.1 400 ")
    assert b'"bad_request"' in got


def test_strict_json_tells_what_is_wrong_with_it() -> None:
    with pytest.raises(Refused, match="a name stands twice"):
        strict_object(b'{"a":{"b":1,"b":2}}')


# ------------------------------------------------------------------ methods and addresses


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "PATCH"])
def test_another_method_is_refused_with_the_one_that_is_right(page: Page, method: str) -> None:
    answer = page.ask(method, "/api/acts", {"origin": page.at.origin})
    assert (answer.status, answer.code) == (405, "no_such_method")
    assert answer.headers["allow"] == "POST"


def test_what_is_nowhere_is_not_found(page: Page) -> None:
    answer = page.get("/api/nothing")
    assert (answer.status, answer.code) == (404, "not_found")


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%2fapp.py",
        "/static//etc/passwd",
        "/static/....//app.py",
        "/static/vendor/../../app.py",
        "/static/nothing.js",
        "/static/vendor/README.md",
        "/static/",
    ],
)
def test_no_path_leads_out_of_the_page(page: Page, path: str) -> None:
    answer = page.get(path)
    assert (answer.status, answer.code) == (404, "not_found")


def test_the_page_and_its_parts_are_given_once(page: Page) -> None:
    for path, kind in (("/", "text/html"), ("/static/app.js", "text/javascript")):
        answer = page.get(path)
        assert answer.status == 200
        assert answer.headers["content-type"].startswith(kind)
        again = page.get(path, if_none_match=answer.headers["etag"])
        assert (again.status, again.body) == (304, b"")


# ------------------------------------------------------------------ who asks, and from where


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "127.0.0.1:{port}@x", ""],
)
def test_another_host_is_refused_whatever_is_asked(page: Page, host: str) -> None:
    named = host.format(port=page.at.port)
    for path in ("/", "/static/app.js", "/api/visit"):
        got = raw(
            page.at, f"GET {path} HTTP/1.1\r\nHost: {named}\r\nConnection: close\r\n\r\n".encode()
        )
        assert got.startswith(b"HTTP/1.1 421 "), got
        assert b'"other_host"' in got


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "LocalHost", "[::1]"])
def test_this_machine_goes_by_its_usual_names(page: Page, name: str) -> None:
    answer = page.get("/api/visit", host=f"{name}:{page.at.port}")
    assert answer.status == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:1"},
        {"origin": "https://127.0.0.1:{port}"},
        {"origin": None},
        {"origin": None, "sec_fetch_site": "cross-site"},
        {"origin": None, "sec_fetch_site": "same-site"},
        {"origin": None, "sec_fetch_site": "none"},
        {"sec_fetch_site": "cross-site"},
    ],
)
def test_a_post_from_another_origin_is_refused(
    page: Page, journal: MemoryJournal, headers: dict[str, str | None]
) -> None:
    given = {name: value and value.format(port=page.at.port) for name, value in headers.items()}
    answer = page.post("/api/acts", SAID, **given)
    assert (answer.status, answer.code) == (403, "other_origin")
    assert acts(journal) == []


def test_a_page_of_somebody_else_cannot_even_look(page: Page) -> None:
    answer = page.get("/api/visit", sec_fetch_site="cross-site")
    assert (answer.status, answer.code) == (403, "other_origin")


@pytest.mark.parametrize("token", [None, "0" * 64, "é"])
def test_a_post_without_the_token_of_its_visit_is_refused(
    page: Page, journal: MemoryJournal, token: str | None
) -> None:
    answer = page.post("/api/acts", SAID, x_tablectl=token)
    assert (answer.status, answer.code) == (403, "no_token")
    assert acts(journal) == []


def test_the_token_of_another_visit_is_refused(page: Page, journal: MemoryJournal) -> None:
    other = page_of(page.at, "d1")
    answer = page.post("/api/acts", SAID, x_tablectl=other.token)
    assert (answer.status, answer.code) == (403, "no_token")
    assert acts(journal) == []


@pytest.mark.parametrize("forged", ["tablectl-{port}=" + "A" * 43, "tablectl-{port}=", "x", '="'])
def test_a_forged_cookie_is_nobody_s(page: Page, journal: MemoryJournal, forged: str) -> None:
    page.cookie = forged.format(port=page.at.port)
    answer = page.post("/api/acts", SAID)
    assert (answer.status, answer.code) == (403, "no_visit")
    assert acts(journal) == []


@pytest.mark.parametrize("other", ['theme={"dark": true}', "filter[seat]=1", "a", "b=c d"])
def test_a_cookie_of_another_program_does_not_hide_that_of_the_visit(
    free: Served, other: str
) -> None:
    page = page_of(free, "s1")
    page.cookie = f"{other}; {page.cookie}"
    assert page.visit()["me"]["name"] == "s1"


def test_the_cookie_from_before_the_sign_in_is_worthless_after_it(
    free: Served, journal: MemoryJournal
) -> None:
    page = page_of(free)
    before = Page(free, page.cookie, page.token)
    page.sign_in("s1")
    answer = before.post("/api/acts", SAID)
    assert (answer.status, answer.code) == (403, "no_visit")
    assert acts(journal) == []
    assert page.act("k", OPEN).said["accepted"] is True


def test_the_cookie_is_for_the_page_alone(free: Served) -> None:
    told = Page(free).get("/api/visit").headers["set-cookie"]
    assert told.startswith(f"tablectl-{free.port}=")
    assert {"HttpOnly", "Path=/", "SameSite=strict"} <= {*told.split("; ")}


# ------------------------------------------------------------------ how often


SELDOM = Rate(burst=5, second=0.001)
"""However slow the machine is that this runs on."""


def test_who_asks_too_often_waits_and_nobody_else_does(
    free: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    eager, other = page_of(free, "s1"), page_of(free, "d1")
    monkeypatch.setattr(guarding, "OF_A_VISIT", SELDOM)
    answers = [eager.get("/api/nothing") for _ in range(8)]
    refused = [each for each in answers if each.status == 429]
    assert refused
    assert refused[0].code == "too_many"
    assert int(refused[0].headers["retry-after"]) >= 1
    assert other.get("/api/visit").status == 200


def test_strangers_of_an_address_are_counted_together_and_not_with_visits(
    free: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = page_of(free, "s1")
    monkeypatch.setattr(guarding, "OF_A_STRANGER", SELDOM)
    answers = [Page(free).get("/api/visit") for _ in range(8)]
    assert answers[-1].code == "too_many"
    assert known.get("/api/visit").status == 200


def test_sign_ins_are_counted_by_themselves(free: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guarding, "SIGN_INS", SELDOM)
    page = page_of(free)
    answers = [page.sign_in("nobody") for _ in range(8)]
    assert answers[0].code == "unknown"
    assert answers[-1].code == "too_many"
    assert int(answers[-1].headers["retry-after"]) >= 1
    assert page.get("/api/visit").status == 200


# ------------------------------------------------------------------ what is no HTTP


def test_a_flood_of_headers_is_cut_off(free: Served) -> None:
    flood = b"".join(b"X-%d: %s\r\n" % (number, b"x" * 100) for number in range(5000))
    head = f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{free.port}\r\n".encode()
    with socket.create_connection(("127.0.0.1", free.port), timeout=PATIENCE_S) as line:
        got = b""
        try:
            line.sendall(head + flood)
            while piece := line.recv(65_536):
                got += piece
        except ConnectionError:
            pass  # it was closed while there was more to send
    assert got == b"" or got.startswith(b"HTTP/1.1 400 ")
    assert page_of(free).visit()


@pytest.mark.parametrize("part", ["X-Long: {}", "Cookie: {}"])
def test_a_head_that_is_too_long_is_refused_also_where_it_came_whole(
    free: Served, part: str
) -> None:
    asked = f"GET /api/words HTTP/1.1\r\nHost: 127.0.0.1:{free.port}\r\n"
    got = raw(free, f"{asked}{part.format('x' * MAX_HEAD)}\r\n\r\n".encode())
    # One that comes in pieces is cut off while it comes.
    assert got.startswith((b"HTTP/1.1 431 ", b"HTTP/1.1 400 "))
    assert page_of(free).visit()


def test_what_is_no_http_is_told_so_in_the_same_form(free: Served) -> None:
    got = raw(free, b"\x16\x03\x01 hello\r\n\r\n")
    assert got.startswith(b"HTTP/1.1 400 ")
    assert json.loads(got.partition(b"\r\n\r\n")[2])["error"]["code"] == "bad_request"


@pytest.mark.parametrize("path", ["/", "/api/visit", "/api/nothing", "/static/app.js"])
def test_every_answer_has_the_headers_that_protect_it(free: Served, path: str) -> None:
    headers = page_of(free).get(path).headers
    policy = headers["content-security-policy"]
    for rule in (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ):
        assert rule in policy.split("; ")
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cache-control"] == ("no-store" if path.startswith("/api") else "no-cache")
