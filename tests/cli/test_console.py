"""`tablectl console` and `tablectl run --console`: where it listens, how it ends, what it harms."""

from __future__ import annotations

import datetime
import http.client
import os
import re
import signal
import socket
import ssl
import subprocess
import sys
import time
import webbrowser
from collections.abc import Iterator
from contextlib import closing, contextmanager
from ipaddress import ip_address
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tablectl.cli import beside as module
from tablectl.cli.beside import MOST_STARTS, Beside, beside
from tests.cli.shell import (
    BLIND,
    PATIENCE_S,
    answering,
    command,
    environment,
    running,
    tablectl,
    told_until,
)
from tests.hosts.serving import client


def url_in(told: str) -> str:
    found = re.search(r"https?://\S+?/", told)
    assert found, told
    return found.group()


def got(url: str, path: str = "/") -> int:
    host, port = url.removeprefix("http://").rstrip("/").split(":")
    line = http.client.HTTPConnection(host, int(port), timeout=PATIENCE_S)
    try:
        line.request("GET", path)
        return line.getresponse().status
    finally:
        line.close()


def ends(child: subprocess.Popen[str], by: signal.Signals) -> int:
    child.send_signal(by)
    return child.wait(PATIENCE_S)


# ------------------------------------------------------------------ tablectl console


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM])
def test_it_tells_its_address_and_ends_in_good_order(tmp_path: Path, by: signal.Signals) -> None:
    args = ("console", "--socket", tmp_path / "d.sock", "--listen", "127.0.0.1:0")
    with running(*args) as child:
        url = url_in(told_until(child, "http://"))
        assert not url.endswith(":0/")
        assert got(url) == 200
        assert got(url, "/api/visit") == 503  # no table is there yet
        assert ends(child, by) == 0


def test_a_console_without_a_table_says_so_and_beside_one_does_not(tmp_path: Path) -> None:
    door = tmp_path / "d.sock"
    args = ("console", "--socket", door, "--listen", "127.0.0.1:0")
    assert f"no table answers at {door} yet" in complaint(*args)
    with socket.socket(socket.AF_UNIX) as table:
        table.bind(str(door))
        table.listen()
        assert complaint(*args) == ""


def complaint(*args: str | Path) -> str:
    """What a console says on the error stream before it is ended."""
    child = subprocess.Popen(
        command(*args), env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    with child:
        told_until(child, "http://")
        child.send_signal(signal.SIGTERM)
        return child.communicate(timeout=PATIENCE_S)[1]


def test_an_address_that_others_reach_is_refused_without_tls() -> None:
    done = tablectl("console", "--listen", "0.0.0.0:8080")
    assert done.exit_code == 2
    assert "no_tls" in done.stderr
    assert "--certificate" in done.stderr


@pytest.mark.parametrize("listen", ["nowhere", "localhost", "127.0.0.1:x", "1.2.3:80", ":70000"])
def test_what_is_no_address_is_refused(listen: str) -> None:
    done = tablectl("console", "--listen", listen)
    assert done.exit_code == 2
    assert "bad_address" in done.stderr


def test_an_address_that_is_taken_is_told() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        done = tablectl("console", "--listen", f"127.0.0.1:{taken.getsockname()[1]}")
    assert done.exit_code == 3
    assert "address_in_use" in done.stderr
    assert "--listen" in done.stderr


def test_a_certificate_goes_with_its_key(tmp_path: Path) -> None:
    alone = tablectl("console", "--certificate", tmp_path / "c.pem")
    assert alone.exit_code == 2
    assert "belong together" in alone.stderr
    missing = tablectl("console", "--certificate", tmp_path / "c", "--key", tmp_path / "k")
    assert missing.exit_code == 2
    assert "bad_certificate" in missing.stderr


def certificate(folder: Path) -> tuple[Path, Path]:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "table.example")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(
            x509.SubjectAlternativeName(
                [x509.DNSName("table.example"), x509.IPAddress(ip_address("127.0.0.1"))]
            ),
            critical=False,
        )
        .sign(key, hashes.SHA256())
    )
    pem, secret = folder / "c.pem", folder / "k.pem"
    pem.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    secret.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return pem, secret


def test_over_tls_it_goes_by_the_names_of_its_certificate(tmp_path: Path) -> None:
    pem, secret = certificate(tmp_path)
    door = tmp_path / "d.sock"
    args = ("--listen", "127.0.0.1:0", "--certificate", pem, "--key", secret)
    with (
        running("run", "--by-hand", "--socket", door) as table,
        running("console", "--socket", door, *args) as child,
    ):
        answering(table, door).close()
        url = url_in(told_until(child, "https://"))
        port = int(url.rstrip("/").rpartition(":")[2])
        assert url == f"https://table.example:{port}/"
        trusting = ssl.create_default_context(cafile=str(pem))

        def asked(host: str) -> tuple[int, str]:
            line = http.client.HTTPSConnection(
                "127.0.0.1", port, context=trusting, timeout=PATIENCE_S
            )
            with closing(line):
                line.request("GET", "/api/visit", headers={"host": f"{host}:{port}"})
                answer = line.getresponse()
                return answer.status, answer.headers.get("set-cookie", "")

        status, cookie = asked("table.example")
        assert status == 200
        assert cookie.startswith(f"__Host-tablectl-{port}=")
        assert "Secure" in cookie
        assert asked("other.example")[0] == 421


# ------------------------------------------------------------------ tablectl run --console


@contextmanager
def table_with_console(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], str, Path]]:
    door = tmp_path / "d.sock"
    file = tmp_path / "table.yaml"
    file.write_text(BLIND)
    args = ("--by-hand", "--table", file, "--socket", door, "--console", "127.0.0.1:0")
    with running("run", *args) as child:
        yield child, url_in(told_until(child, "Console: ")), door


def console_of(door: Path) -> int:
    """The process that serves the console of this door."""
    for each in Path("/proc").iterdir():
        try:
            words = (each / "cmdline").read_bytes().split(b"\0") if each.name.isdecimal() else []
        except OSError:
            continue  # it has ended meanwhile
        if b"console" in words and str(door).encode() in words:
            return int(each.name)
    raise AssertionError("no console runs")


def until_gone(process: int) -> None:
    end = time.monotonic() + PATIENCE_S
    while Path(f"/proc/{process}").exists():
        assert time.monotonic() < end, "the console goes on"
        time.sleep(0.01)


def test_the_console_comes_and_goes_with_the_table(tmp_path: Path) -> None:
    with table_with_console(tmp_path) as (child, url, door):
        assert got(url) == 200
        assert got(url, "/api/visit") == 200
        console = console_of(door)
        assert ends(child, signal.SIGINT) == 0
        assert not Path(f"/proc/{console}").exists()


def test_a_console_that_is_killed_is_started_again_and_the_table_goes_on(tmp_path: Path) -> None:
    with table_with_console(tmp_path) as (child, url, door), client(door) as line:
        assert got(url) == 200
        os.kill(console_of(door), signal.SIGKILL)
        assert line.ping() == "blind"
        told_until(child, "is started again")
        assert got(url, "/api/visit") == 200  # at the same address
        assert child.poll() is None


def test_a_table_that_is_killed_takes_its_console_with_it(tmp_path: Path) -> None:
    with table_with_console(tmp_path) as (child, url, door):
        assert got(url) == 200
        console = console_of(door)
        ends(child, signal.SIGKILL)
        until_gone(console)


def test_only_this_machine_is_served_from_beside_a_table() -> None:
    done = tablectl("run", "--console", "0.0.0.0:0")
    assert done.exit_code == 2
    assert "no_tls" in done.stderr


def test_virtual_time_has_no_console() -> None:
    done = tablectl("run", "--virtual", "--console")
    assert "--console is not for --virtual" in done.stderr


# ------------------------------------------------------------------ looking after it


def test_another_port_is_taken_where_the_usual_one_is_not_free(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        monkeypatch.setattr(module, "DEFAULT_PORT", taken.getsockname()[1])
        with beside(module.ANY, tmp_path / "d.sock", lambda _: None) as made:
            assert made.listener.getsockname()[1] != taken.getsockname()[1]


def test_a_console_that_keeps_dying_is_given_up_and_that_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with beside(module.ANY, tmp_path / "d.sock", told.append) as made:
        for _ in range(MOST_STARTS + 2):
            made.step()
            ended(made)
    starts = [line for line in told if "is started again" in line]
    assert len(starts) == MOST_STARTS - 1
    assert "too often" in told[-1]
    assert "the table goes on" in told[-1]


def test_a_console_that_cannot_be_started_does_not_end_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(sys, "executable", str(tmp_path / "nothing"))
    with beside(module.ANY, tmp_path / "d.sock", told.append) as made:
        assert made.step() == made.step() > 0
    (only,) = told
    assert only.startswith("The console cannot be started: No such file")
    assert "the table goes on" in only


def ended(console: Beside) -> None:
    assert console.child is not None
    console.child.wait(PATIENCE_S)


@pytest.mark.parametrize("shown", [True, False])
def test_the_page_is_opened_where_there_is_a_screen(
    monkeypatch: pytest.MonkeyPatch, shown: bool
) -> None:
    opened: list[str] = []

    def fail(url: str) -> bool:
        opened.append(url)
        raise OSError("no browser")

    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.delenv("DISPLAY", raising=False)
    if shown:
        monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr(webbrowser, "open", fail)
    thread = module.show("http://127.0.0.1:1/")
    if thread is not None:
        thread.join()
    assert opened == (["http://127.0.0.1:1/"] if shown else [])
