"""`tablectl conform`: what it prints, writes and exits with."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from tablectl.cli import conform as command
from tablectl.conformance.catalogue import CHECKS
from tablectl.conformance.contact import Task
from tests.cli.shell import tablectl
from tests.cli.test_sim import simulated

SHOE = "plain_sensing_shoe"
DUMB = "identity.answers"
TOLD = "expected an answer to who it is; seen no answer"


def test_a_simulator_that_conforms_is_told_so_check_by_check() -> None:
    done = tablectl("conform", "--profile", SHOE, "--simulated")
    assert done.exit_code == 0
    assert "pass           identity.model      is the model of its profile\n" in done.output
    assert done.output.splitlines()[-1].startswith(f"{len(CHECKS)} checks: 26 passed, 0 failed,")


def test_a_generator_is_checked_by_its_bytes_also_on_a_port(tmp_path: Path) -> None:
    profile, port, hands = "onerng", tmp_path / "port", tmp_path / "hands"
    with simulated(profile, "--link", port, "--hands", hands) as generator:
        generator.until("SIMULATED on")
        done = tablectl("conform", "-p", profile, "--port", port, "--hands", hands)
    assert done.exit_code == 0, done.output
    assert "pass           bytes.even" in done.output
    assert "pass           reconnect.replug" in done.output


def test_what_fails_is_on_the_screen_on_the_page_and_in_the_xml(tmp_path: Path) -> None:
    port, hands = tmp_path / "port", tmp_path / "hands"
    page, xml = tmp_path / "page.html", tmp_path / "results.xml"
    with simulated(SHOE, "--link", port, "--hands", hands, "--fault", "silence") as shoe:
        shoe.until("SIMULATED on")
        written = ("--html", page, "--junit", xml)
        done = tablectl("conform", "-p", SHOE, "--port", port, "--hands", hands, *written)
    assert done.exit_code == 1
    assert f"fail           {DUMB}" in done.output
    assert TOLD in done.output
    assert ", 1 failed," in done.output
    assert TOLD in page.read_text()
    suite = ElementTree.fromstring(xml.read_bytes())
    assert suite.get("failures") == "1"
    failures = [case.get("name", "") for case in suite if case.find("failure") is not None]
    assert [name.partition(":")[0] for name in failures] == [DUMB]


def test_a_person_at_the_device_is_told_what_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.Person().do(Task.JAM)
    assert capsys.readouterr().out == "PLEASE make it jam (within 60 s)\n"


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("--profile", SHOE), 2, "name a --port, or say --simulated"),
        (("--profile", SHOE, "--port", "x", "--simulated"), 2, "name a --port, or say"),
        (("--profile", "no_shoe", "--simulated"), 2, "there is no profile 'no_shoe'"),
        (("--profile", SHOE, "--port", "/dev/no_such_port"), 2, "there is no port"),
        (("--profile", SHOE, "--port", "x", "--hands", "/no/hands"), 3, "no simulator's hands"),
    ],
)
def test_where_there_is_nothing_to_check_the_reason_is_told(
    words: tuple[str, ...], code: int, told: str
) -> None:
    done = tablectl("conform", *words)
    assert done.exit_code == code
    assert told in done.stderr
