"""`tablectl sim`: a device for any program, here for one that knows nothing but bytes."""

from __future__ import annotations

import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import serial

from simulators.faults import FAULTS
from tests.cli.shell import ROOT, command, environment, tablectl
from tests.cli.test_help import EXAMPLES
from tests.drivers.page_decoder import payloads

PATIENCE_S = 30.0
SHOE = "reference_sensing_shoe"
SESSION = bytes.fromhex("0a0b0c0d")

IDENTITY, TAKEN, EVENT, REFUSED = 0x81, 0x83, 0x84, 0x87


def frame(kind: int, body: bytes, session: bytes = SESSION) -> bytes:
    """A frame by the rules of the page, with nothing of tablectl's own code."""
    payload = bytes([kind]) + session + body
    payload += check(payload).to_bytes(4, "big")
    stuffed = b"".join(bytes([len(part) + 1]) + part for part in payload.split(b"\0"))
    return b"\0" + stuffed + b"\0"


def check(data: bytes) -> int:
    register = 0xFFFFFFFF
    for byte in data:
        register ^= byte
        for _ in range(8):
            register = (register >> 1) ^ (0xEDB88320 if register & 1 else 0)
    return register ^ 0xFFFFFFFF


class Simulator:
    """The command as a process of its own, and what it says."""

    def __init__(self, child: subprocess.Popen[str]) -> None:
        self.child = child
        self.said: list[str] = []

    def until(self, part: str) -> str:
        """Read what it says up to the line that has this in it."""
        assert self.child.stdout is not None
        for line in self.child.stdout:
            self.said.append(line.rstrip("\n"))
            if part in line:
                return self.said[-1]
        raise AssertionError(f"it ended and never said {part!r}: {self.said}")

    @property
    def url(self) -> str:
        return self.until("SIMULATED on ").removeprefix("SIMULATED on ")

    def tell(self, words: str) -> None:
        assert self.child.stdin is not None
        self.child.stdin.write(words + "\n")
        self.child.stdin.flush()

    def end(self, number: signal.Signals = signal.SIGINT) -> int:
        self.child.send_signal(number)
        assert self.child.stdout is not None
        self.said += self.child.stdout.read().splitlines()
        return self.child.wait(PATIENCE_S)


@contextmanager
def simulated(*args: str | Path, cwd: Path | None = None) -> Iterator[Simulator]:
    with subprocess.Popen(
        command("sim", *args),
        env=environment(),
        cwd=cwd or ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as child:
        try:
            yield Simulator(child)
        finally:
            child.kill()


def answers(read: Callable[[], bytes], kind: int, count: int = 1) -> list[bytes]:
    """So many bodies of this kind, read off the line as they come."""
    got, end = b"", time.monotonic() + PATIENCE_S
    while True:
        got += read()
        found = [p[5:] for p in payloads(got) if p[0] == kind and p[1:5] == SESSION]
        if len(found) >= count:
            return found
        assert time.monotonic() < end, f"no {count} answers of kind 0x{kind:02x}"


@contextmanager
def opened(path: str | Path) -> Iterator[serial.Serial]:
    port = serial.Serial(str(path), timeout=0.05)
    try:
        yield port
    finally:
        port.close()


def reader(port: serial.Serial) -> Callable[[], bytes]:
    return lambda: port.read(max(1, port.in_waiting))


def event_on_the_line(port: serial.Serial, number: int) -> bytes:
    """The body of an event, among those before it, which nobody records and which come again."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        for event in answers(reader(port), EVENT):
            if event[7] == number:
                return event
    raise AssertionError(f"event {number} never came")


# ---------------------------------------------------------------- on the line


def test_a_bare_program_says_hello_and_hears_who_is_there(tmp_path: Path) -> None:
    link = tmp_path / "shoe"
    with simulated(SHOE, "--link", link, "--serial", "S-77", "--firmware", "1.9") as sim:
        assert sim.url == str(link)
        with opened(link) as port:
            port.write(frame(0x01, b"\x01"))
            (identity,) = answers(reader(port), IDENTITY)
        assert sim.end() == 0
    protocol, kind, marks = identity[:3]
    assert (protocol, kind) == (1, 2)
    assert marks & 1, "the mark SIMULATED"
    assert b"\x04S-77" in identity
    assert b"\x031.9" in identity


def test_over_tcp_it_is_the_same_device() -> None:
    with simulated(SHOE, "--tcp", "0") as sim:
        host, _, number = sim.url.removeprefix("socket://").rpartition(":")
        with socket.create_connection((host, int(number)), PATIENCE_S) as client:
            client.sendall(frame(0x01, b"\x01"))
            (identity,) = answers(lambda: client.recv(4096), IDENTITY)
        assert sim.end() == 0
    assert b"\x0bSIMULATED-1" in identity


def test_cards_that_are_allowed_can_be_drawn_by_hand_and_are_reported(tmp_path: Path) -> None:
    with simulated(SHOE, "--link", tmp_path / "shoe") as sim:
        with opened(sim.url) as port:
            port.write(frame(0x01, b"\x01"))
            answers(reader(port), IDENTITY)
            sim.tell("load")
            sim.until("> loaded 52 cards")
            sim.tell("draw")
            assert sim.until("> no card comes") == "> no card comes: 0 allowed, 0 given"
            port.write(frame(0x03, bytes.fromhex("00000001 01 00000001 00000002")))
            answers(reader(port), TAKEN)
            assert sim.until("order 1") == "order 1: allow: total 2, load 1"
            sim.until("event 2: order done: order 1")
            sim.tell("draw 2")
            drawn = event_on_the_line(port, 3)
            sim.until("> drew 2 cards")
        sim.end()
    assert "event 3: cards drawn: 2, number 1 to 2 of load 1" in sim.said
    assert drawn[12:] == bytes.fromhex("01 00000001 0001 02 00 00")


def test_a_breach_of_the_protocol_is_told_and_does_not_end_it(tmp_path: Path) -> None:
    with simulated(SHOE, "--link", tmp_path / "shoe", "--quiet") as sim:
        with opened(sim.url) as port:
            port.write(frame(0x01, b"\x01") + frame(0x55, b""))
            answers(reader(port), REFUSED)
            told = sim.until("BREACH")
            port.write(frame(0x01, b"\x01"))
            answers(reader(port), IDENTITY)
        assert sim.end() == 0
    assert told == "BREACH of the protocol: there is no message of kind 0x55"


def test_bytes_that_are_no_frame_are_told(tmp_path: Path) -> None:
    with simulated(SHOE, "--link", tmp_path / "shoe") as sim:
        with opened(sim.url) as port:
            port.write(b"\0not a frame at all\0")
            assert sim.until("discarded").startswith("discarded 18 bytes: ")
        sim.end()


# ---------------------------------------------------------------- its end


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_in_good_order_and_removes_the_link(
    number: signal.Signals, tmp_path: Path
) -> None:
    link = tmp_path / "shoe"
    with simulated(SHOE, "--link", link) as sim:
        sim.until("SIMULATED on")
        assert link.is_symlink()
        assert sim.end(number) == 0
    assert not link.is_symlink()


def test_it_goes_on_when_its_console_ends(tmp_path: Path) -> None:
    with simulated(SHOE, "--link", tmp_path / "shoe") as sim:
        url = sim.url
        sim.tell("load")
        assert sim.child.stdin is not None
        sim.child.stdin.close()
        sim.until("> loaded")
        with opened(url) as port:
            port.write(frame(0x01, b"\x01"))
            answers(reader(port), IDENTITY)
        assert sim.end() == 0


def test_words_may_come_from_a_file(tmp_path: Path) -> None:
    words = tmp_path / "words"
    words.write_text("load\njam")
    with (
        words.open() as file,
        subprocess.Popen(
            command("sim", SHOE),
            env=environment(),
            cwd=ROOT,
            stdin=file,
            stdout=subprocess.PIPE,
            text=True,
        ) as child,
    ):
        sim = Simulator(child)
        sim.until("> loaded 52 cards")
        sim.until("> jammed")
        assert sim.end() == 0


# ---------------------------------------------------------------- its console


def test_a_program_may_be_its_hands(tmp_path: Path) -> None:
    port, hands = tmp_path / "shoe", tmp_path / "hands"
    with simulated("plain_sensing_shoe", "--link", port, "--hands", hands) as shoe:
        shoe.until("SIMULATED on")
        with socket.socket(socket.AF_UNIX) as program:
            program.connect(str(hands))
            program.sendall(b"load\nshuffle\n")
            said = program.makefile()
            assert said.readline() == "loaded 52 cards\n"
            assert said.readline().startswith("no word 'shuffle' here; there are: load, draw")
            said.close()
        shoe.until("loaded: load 1")
        assert shoe.end() == 0
        assert not hands.exists()


def test_what_a_plain_device_hears_and_says_is_told_but_for_signs_of_life(tmp_path: Path) -> None:
    port = tmp_path / "shoe"
    with simulated("plain_sensing_shoe", "--link", port) as shoe:
        shoe.until("SIMULATED on")
        with serial.Serial(str(port), timeout=PATIENCE_S) as line:
            line.write(b"PING*10\r\n")
            assert line.readline().startswith(b"PONG*")
            line.write(b"WHO*50\r\n")
            assert line.readline().startswith(b"I AM TC-LINES-1")
            line.write(b"WHO*00\r\n")
            shoe.until("discarded 6 bytes: check")
        assert shoe.said[-3:-1] == ["heard WHO", "said I AM TC-LINES-1 SIMULATED-1 1.0"]


def test_an_unknown_word_is_answered_with_the_list(tmp_path: Path) -> None:
    with simulated(SHOE, "--link", tmp_path / "shoe") as sim:
        sim.until("SIMULATED on")
        sim.tell("dance")
        assert sim.until("dance") == (
            "> no word 'dance' here; there are: load, draw [COUNT], jam [STATION], clear, reboot, "
            "restart, unplug, plug, fault NAME, faults"
        )
        sim.end()


def test_an_unplugged_cable_takes_the_port_away_until_it_is_plugged(tmp_path: Path) -> None:
    link = tmp_path / "shoe"
    with simulated(SHOE, "--link", link) as sim:
        sim.until("SIMULATED on")
        sim.tell("unplug")
        sim.until("> the cable is out")
        assert not link.is_symlink()
        sim.tell("plug")
        sim.until("> the cable is in")
        with opened(link) as port:
            port.write(frame(0x01, b"\x01"))
            answers(reader(port), IDENTITY)
        sim.end()


WORDS = {
    "reference_sensing_shoe": [("draw 0", "'0' is no number"), ("jam entry", "only: mouth")],
    "reference_stack_shoe": [("load", "loaded 52"), ("take", "took 0 cards"), ("jam", "jammed")],
    "reference_shuffler": [
        ("insert", "which deck?"),
        ("insert red", "red is in; ordered is nothing"),
    ],
    "reference_reader": [
        ("read", "at which place"),
        ("read seat_1 AS KD", "showed 2 cards"),
        ("read seat_1 XX", "'XX' is no card"),
    ],
    "reference_hole_reader": [
        ("check natural AS T J", "put in"),
        ("check natural", "say check NAME"),
        ("insert", "which card?"),
        ("insert AS", "put in, and not to be checked"),
    ],
    "reference_generator": [("jam", "cannot jam"), ("fault nonsense", "no fault 'nonsense'")],
    "reference_recognising_shoe": [("fault jam", "fitted jam"), ("faults", "fitted: jam; there")],
}


@pytest.mark.parametrize("profile", WORDS)
def test_every_kind_of_device_has_its_words(profile: str) -> None:
    with simulated(profile) as sim:
        sim.until("SIMULATED on /dev/pts/")
        for words, answer in WORDS[profile]:
            sim.tell(words)
            assert answer in sim.until("> ")
        assert sim.end() == 0


# ---------------------------------------------------------------- what is asked for wrongly


@pytest.mark.parametrize(
    ("args", "exits", "told"),
    [
        (("reference_sensing_sho",), 2, "reference_sensing_shoe"),
        (("nowhere.yaml",), 2, "nowhere.yaml"),
        ((SHOE, "--fault", "jamm"), 2, "did you mean jam?"),
        ((SHOE, "--fault", "jam_at_rollers"), 2, "cannot jam at rollers; only: mouth"),
        ((SHOE, "--tcp", "here"), 2, "'here' is no [HOST:]PORT"),
        ((SHOE, "--tcp", "1", "--link", "x"), 2, "a device has one"),
        ((SHOE, "--serial", "ü"), 2, "visible ASCII"),
        ((SHOE, "--link", "/nowhere/shoe"), 3, "cannot be made"),
        ((SHOE, "--tcp", "192.0.2.1:7000"), 3, "cannot listen at socket://192.0.2.1:7000"),
    ],
)
def test_what_cannot_be_had_is_told(args: tuple[str, ...], exits: int, told: str) -> None:
    done = tablectl("sim", *args)
    assert done.exit_code == exits
    assert told in done.output


@pytest.mark.parametrize("words", [w for w in EXAMPLES.values() if w[0] == "sim"], ids=" ".join)
def test_every_example_of_the_help_serves_a_device(words: list[str], tmp_path: Path) -> None:
    shutil.copy(ROOT / "device_profiles" / f"{SHOE}.yaml", tmp_path / "my_shoe.yaml")
    mine = (tmp_path / "my_shoe.yaml").read_text().replace(f"profile: {SHOE}", "profile: my_shoe")
    (tmp_path / "my_shoe.yaml").write_text(mine)
    here = {"/tmp/shoe": str(tmp_path / "shoe"), "7001": "0"}
    with simulated(*(here.get(word, word) for word in words[1:]), cwd=tmp_path) as sim:
        sim.until("SIMULATED on")
        assert sim.end() == 0


def test_the_page_lists_every_fault() -> None:
    page = (ROOT / "docs" / "simulators.md").read_text(encoding="utf-8")
    missing = [name for name in FAULTS if f"| `{name}` | {FAULTS[name].description} |" not in page]
    assert missing == []


@pytest.mark.parametrize("fault", ["short_stack", "long_stack"])
def test_a_fault_of_stacks_is_refused_where_single_cards_are_given(fault: str) -> None:
    done = tablectl("sim", "reference_sensing_shoe", "--fault", f"jam,{fault}")
    assert done.exit_code == 2
    assert f"--fault {fault}: the next stack has a card too" in done.stderr
    assert "reference_sensing_shoe gives no stacks" in done.stderr
