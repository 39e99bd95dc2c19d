"""The page that makers build from: its bytes are ours, and a reader of the page alone agrees."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers import frames, happenings, layout, messages
from drivers.driving import Timing
from drivers.frames import Decoder, Frame, to_bytes
from drivers.layout import Malformed
from drivers.messages import FROM_DEVICE, framed
from tests.drivers import page_decoder
from tests.drivers.any_message import (
    DEMANDS,
    HAPPENINGS,
    MESSAGES,
    any_message,
    name_of,
    told,
    u32,
    untold,
)

PAGE = Path(__file__).resolve().parents[2] / "docs" / "protocol.md"
TEXT = PAGE.read_text(encoding="utf-8")


def block(name: str) -> str:
    """The one fenced block of this name."""
    (found,) = re.findall(rf"```{name}\n(.*?)\n```", TEXT, re.DOTALL)
    return str(found)


def entries(name: str) -> list[tuple[str, dict[str, Any], bytes]]:
    """Title, what the frame says and its bytes, of every entry in a block."""
    found = []
    for entry in block(name).split("\n\n"):
        title, *lines = entry.splitlines()
        said = " ".join(line.strip() for line in lines if not _is_bytes(line))
        line = " ".join(line for line in lines if _is_bytes(line))
        found.append((title, json.loads(said), bytes.fromhex(line)))
    return found


def _is_bytes(line: str) -> bool:
    return re.fullmatch(r" *([0-9a-f]{2} ?)+", line) is not None


def section(title: str) -> str:
    _, _, after = TEXT.partition(f"\n## {title}\n")
    return after.partition("\n## ")[0]


GOLDEN = entries("golden")
CONVERSATION = entries("conversation")
ALL = [pytest.param(said, line, id=title) for title, said, line in GOLDEN + CONVERSATION]


def ours(line: bytes) -> list[Frame]:
    return [found for found in Decoder().feed(line) if isinstance(found, Frame)]


def ours_told(line: bytes) -> list[dict[str, Any] | None]:
    """What our codec makes of a line: a dict a message, None for what no message is."""
    said: list[dict[str, Any] | None] = []
    for frame in ours(line):
        try:
            said.append(told(frame))
        except Malformed:
            said.append(None)
    return said


def page_told(line: bytes) -> list[dict[str, Any] | None]:
    """The same, of the decoder that knows the page only."""
    said: list[dict[str, Any] | None] = []
    for payload in page_decoder.payloads(line):
        try:
            said.append(page_decoder.told(payload))
        except page_decoder.Wrong:
            said.append(None)
    return said


# ---------------------------------------------------------------- golden bytes


@pytest.mark.parametrize(("said", "line"), ALL)
def test_our_codec_writes_the_bytes_of_the_page(said: dict[str, Any], line: bytes) -> None:
    assert to_bytes(untold(said)) == line


@pytest.mark.parametrize(("said", "line"), ALL)
def test_our_codec_reads_the_bytes_of_the_page(said: dict[str, Any], line: bytes) -> None:
    assert ours_told(line) == [said]


@pytest.mark.parametrize(("said", "line"), ALL)
def test_a_reader_of_the_page_alone_reads_its_bytes(said: dict[str, Any], line: bytes) -> None:
    assert page_told(line) == [said]


def test_every_message_happening_and_demand_has_a_golden_frame() -> None:
    shown = [said for _, said, _ in GOLDEN]
    assert {said["message"] for said in shown} == {name_of(made) for made in MESSAGES}
    assert {said.get("happening") for said in shown} >= {name_of(made) for made in HAPPENINGS}
    assert {said.get("demand") for said in shown} >= {name_of(made) for made in DEMANDS}


def test_the_golden_frames_hold_the_cases_that_go_wrong_most_easily() -> None:
    bodies = [said.get("body") for _, said, _ in GOLDEN]
    cards = [body["cards"] for body in bodies if isinstance(body, dict) and "cards" in body]
    texts = [text for _, said, _ in GOLDEN for text in _texts(said)]
    assert [] in cards
    assert {None, "JK", "AS", "2C"} <= {card for each in cards for card in each}
    assert {0, layout.MAX_TEXT} <= {len(text) for text in texts}
    assert any(b"\x01\x01" in line for _, _, line in GOLDEN), "zero bytes side by side"
    assert max(len(said_body(line)) for _, _, line in GOLDEN) == longest_body()


def _texts(said: Any) -> list[str]:
    if isinstance(said, dict):
        return [text for value in said.values() for text in _texts(value)]
    return [said] if isinstance(said, str) else []


def said_body(line: bytes) -> bytes:
    return ours(line)[0].body


def longest_body() -> int:
    """Of the messages whose length is not a matter of how many cards there are."""
    text = "x" * layout.MAX_TEXT
    identity = messages.Identity(1, 2, 0, 0, 0, 0, 0, 0, text, text, text, "")
    return len(framed(identity, 1).body)


def test_each_frame_of_the_conversation_is_said_by_whom_the_page_says() -> None:
    for title, _, line in CONVERSATION:
        speaker = re.match(r"[0-9.]+ (\w+)", title)
        assert speaker is not None
        assert speaker[1] == ("device" if ours(line)[0].kind & FROM_DEVICE else "controller"), title


def test_the_conversation_goes_through_a_whole_life() -> None:
    course = [said["message"] for _, said, _ in CONVERSATION]
    spoken = iter(course)
    wanted = "HELLO IDENTITY GIVE TAKEN EVENT RECORDED EVENT RECORDED BEAT ALIVE BEAT STRANGER"
    assert all(each in spoken for each in wanted.split()), course
    times = [float(title.split()[0]) for title, _, _ in CONVERSATION]
    assert times == sorted(times)


def test_the_conversation_is_one_stream() -> None:
    stream = b"".join(line for _, _, line in CONVERSATION)
    assert ours_told(stream) == page_told(stream) == [said for _, said, _ in CONVERSATION]


@pytest.mark.parametrize("line", block("stuffing").splitlines())
def test_the_examples_of_stuffing_are_right(line: str) -> None:
    plain, stuffed = (bytes.fromhex(side) for side in line.split("->"))
    assert frames.stuffed(plain) == stuffed
    assert frames.unstuffed(stuffed) == page_decoder.unstuffed(stuffed) == plain


def test_the_frame_that_is_made_step_by_step_is_right() -> None:
    rows = (row.split(maxsplit=1) for row in block("steps").splitlines())
    step = {name: bytes.fromhex(value) for name, value in rows}
    content = step["kind"] + step["session"] + step["body"]
    assert step["check"] == page_decoder.crc32(content).to_bytes(4, "big")
    assert step["payload"] == content + step["check"]
    assert step["stuffed"] == frames.stuffed(step["payload"])
    assert step["line"] == b"\0" + step["stuffed"] + b"\0"
    session = int.from_bytes(step["session"], "big")
    assert to_bytes(Frame(step["kind"][0], session, step["body"])) == step["line"]


@pytest.mark.parametrize("row", block("broken").splitlines())
def test_broken_frames_are_discarded_and_the_next_one_is_found(row: str) -> None:
    line = bytes.fromhex(re.split("  +", row)[0])
    assert ours(line) == []
    assert page_decoder.payloads(line) == []
    after = GOLDEN[0]
    assert ours_told(line + after[2]) == page_told(line + after[2]) == [after[1]]


def test_the_check_value_is_right() -> None:
    assert page_decoder.crc32(b"123456789") == 0xCBF43926
    assert "CBF43926" in TEXT


# ---------------------------------------------------------------- tables of the page


def test_the_tables_have_the_codes_and_the_fields_of_the_code() -> None:
    for title, layouts in (
        ("Messages", messages._LAYOUTS),
        ("Happenings", happenings._HAPPENINGS),
        ("Demands", happenings._DEMANDS),
    ):
        rows = re.findall(r"^\| ([0-9A-F]{2}) \| ([A-Z_]+) \| ([^|]*) \|", section(title), re.M)
        assert [(code, name, _named(body)) for code, name, body in rows] == [
            (f"{each.code:02X}", name_of(each.made), _layout_fields(each)) for each in layouts
        ]


def _named(body: str) -> list[str]:
    """`load u32, cards` as load:u32, cards; without remarks and what is told in words."""
    plain = re.sub(r" \(.*?\)|, then the body.*|nothing", "", body)
    return [part.strip().replace(" ", ":") for part in plain.split(",") if part.strip()]


def _layout_fields(each: layout.Layout) -> list[str]:
    sizes = {"B": "u8", "H": "u16", "I": "u32", "?": "bool"}
    numbers = [f"{name}:{sizes[code]}" for name, code in zip(each.names, each.numbers, strict=True)]
    parts = [
        name if name == part.value else f"{name}:{part.value}"
        for name, part in each.parts
        if part is not layout.Part.REST
    ]
    return numbers + parts


def test_the_sizes_on_the_page_are_those_of_the_code() -> None:
    assert f"A payload has {frames.LEAST_PAYLOAD} to {frames.MAX_PAYLOAD} bytes" in TEXT
    assert f"at most {frames.MAX_STUFFED + 2} bytes on the line" in TEXT
    assert f"| 0 to {frames.MAX_BODY} | body |" in TEXT
    assert f"more than {frames.MAX_STUFFED} bytes: not a frame" in TEXT
    assert f"n (0 to {layout.MAX_TEXT})" in TEXT
    assert f"n (0 to {layout.MAX_CARDS})" in TEXT
    assert f"| digest | {layout.DIGEST_SIZE} |" in TEXT


@pytest.mark.parametrize("name", ["beat", "repeat", "silent", "lapse", "gap"])
def test_the_times_on_the_page_are_the_defaults(name: str) -> None:
    assert f"| `{name}` | {getattr(Timing(), name) // 1000} ms |" in TEXT


@pytest.mark.parametrize(
    ("field", "values"),
    [
        ("IDENTITY kind", messages.KindCode),
        ("STATUS progress", messages.Progress),
        ("REFUSED reason", messages.Reason),
    ],
)
def test_the_values_of_fields_are_those_of_the_code(field: str, values: Any) -> None:
    listed = ", ".join(f"{each.value} {each.name.lower().replace('_', ' ')}" for each in values)
    assert f"| {field} | {listed} |" in TEXT


def test_the_flags_are_those_of_the_code() -> None:
    flags = {f"{name}.{flag.name}": flag.value for name, flags in FLAGS for flag in flags}
    assert flags == {"marks.SIMULATED": 1, "condition.JAMMED": 1, "condition.ALLOWED": 2}
    assert "bit 0 (01): simulated" in TEXT
    assert "bit 0 (01): jammed; bit 1 (02): an allowance is in force" in TEXT


FLAGS: list[tuple[str, Any]] = [("marks", messages.Marks), ("condition", messages.Condition)]


# ---------------------------------------------------------------- the reader of the page


def test_the_reader_of_the_page_uses_none_of_our_code() -> None:
    tree = ast.parse(Path(page_decoder.__file__).read_text(encoding="utf-8"))
    imported = {
        name.split(".")[0]
        for node in ast.walk(tree)
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or "."]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert imported <= {"__future__", "collections", "contextlib", "typing"}


@given(any_message, u32)
def test_both_read_any_message_alike(message: messages.Message, session: int) -> None:
    line = to_bytes(framed(message, session))
    (said,) = ours_told(line)
    assert said is not None
    assert page_told(line) == [said]
    assert to_bytes(untold(said)) == line


@given(any_message, u32, st.data())
def test_both_refuse_the_same_damaged_lines(
    message: messages.Message, session: int, data: st.DataObject
) -> None:
    line = bytearray(to_bytes(framed(message, session)))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(line) - 1))
        match data.draw(st.sampled_from(["change", "remove", "insert"])):
            case "change":
                line[at] = data.draw(st.integers(0, 255))
            case "remove" if len(line) > 1:
                del line[at]
            case _:
                line.insert(at, data.draw(st.integers(0, 255)))
    assert ours_told(bytes(line) + b"\0") == page_told(bytes(line) + b"\0")


@given(
    st.sampled_from([*page_decoder.MESSAGES, 0x00, 0x07, 0x7F, 0x80, 0x88, 0xFF]),
    u32,
    st.binary(max_size=60),
)
def test_both_refuse_the_same_bodies(kind: int, session: int, body: bytes) -> None:
    line = to_bytes(Frame(kind, session, body))
    assert ours_told(line) == page_told(line)


@given(any_message, u32, st.data())
def test_both_refuse_the_same_bodies_that_were_nearly_right(
    message: messages.Message, session: int, data: st.DataObject
) -> None:
    frame = framed(message, session)
    body = bytearray(frame.body)
    if body:
        body[data.draw(st.integers(0, len(body) - 1))] = data.draw(st.integers(0, 255))
    size = data.draw(st.sampled_from([len(body), max(0, len(body) - 1), len(body) + 1]))
    body = body[:size].ljust(size, b"\0")[: frames.MAX_BODY]
    line = to_bytes(Frame(frame.kind, session, bytes(body)))
    assert ours_told(line) == page_told(line)
