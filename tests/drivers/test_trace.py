"""The trace of the lines: what stands in it, and that nobody waits for it."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from pytest_mock import MockerFixture

from drivers import trace as tracing
from drivers.driving import Heard, Noted, Output, Seen, Send
from drivers.messages import Alive, Hello, encoded
from drivers.notes import DISCARDED
from drivers.trace import BadTrace, NoTrace, Trace, Traced, aside, entries, traced
from tablectl.words.observations import LinkUp, Observation

NOW = 1_790_000_000_000_000


def no_trouble(error: OSError) -> None:
    raise error


def read(path: Path) -> list[Traced]:
    found = list(entries(path))
    assert [each for each in found if isinstance(each, BadTrace)] == []
    return [each for each in found if isinstance(each, Traced)]


def written(path: Path, *outputs: Output) -> list[Traced]:
    trace = Trace(path, no_trouble)
    for output in outputs:
        trace.of("shoe_1")(output, NOW)
    trace.close()
    return read(path)


def test_both_ways_stand_in_it_with_their_bytes_and_what_they_say(tmp_path: Path) -> None:
    hello, alive = Hello(), Alive(3, 0)
    there, back = written(
        tmp_path / "trace",
        Send(encoded(hello, 7), repeated=True, message=hello),
        Heard(alive, lambda: encoded(alive, 7)),
    )
    assert there == Traced(
        time=NOW,
        device="shoe_1",
        way=">",
        name="Hello",
        text="protocol=1",
        hex=encoded(hello, 7).hex(),
        repeated=True,
    )
    assert (back.way, back.text, back.hex) == ("<", "count=3 condition=0", encoded(alive, 7).hex())


def test_what_belongs_to_no_frame_is_told_by_its_size_alone(tmp_path: Path) -> None:
    (note,) = written(tmp_path / "trace", Noted(DISCARDED, "check", 17))
    assert (note.way, note.name, note.text, note.hex) == ("*", "discarded", "check, 17 bytes", "")


def test_bytes_that_a_driver_does_not_give_out_are_not_shown(tmp_path: Path) -> None:
    (hidden,) = written(tmp_path / "trace", Heard(Alive(1, 0), hidden=12))
    assert (hidden.hex, hidden.hidden) == ("", 12)


def test_what_is_on_record_anyway_is_not_in_it() -> None:
    assert traced("shoe_1", Seen(Observation("shoe_1", LinkUp())), NOW) is None


def test_a_trace_goes_on_behind_what_is_there_and_is_its_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "trace"
    written(path, Noted("one"))
    with path.open("ab") as cut:
        cut.write(b'{"time":')
    trace = Trace(path, no_trouble)
    trace.of("shoe_1")(Noted("two"), NOW)
    trace.close()
    told = [each.name if isinstance(each, Traced) else str(each) for each in entries(path)]
    assert told == ["one", f"{path}:2: no entry of a trace; it may have been cut off", "two"]
    assert path.stat().st_mode & 0o777 == 0o600


# ---------------------------------------------------------------- bounds


def test_it_grows_to_its_size_and_lets_go_of_the_oldest(tmp_path: Path) -> None:
    path, size = tmp_path / "trace", 1_000
    trace = Trace(path, no_trouble, size=size)
    for number in range(200):
        trace.of("shoe_1")(Noted("note", str(number)), NOW)
    trace.close()
    files = sorted(tmp_path.iterdir())
    assert files == [aside(path, number) for number in range(tracing.FILES_KEPT)]
    assert all(file.stat().st_size <= size for file in files)
    numbers = [int(each.text) for each in read(path)]
    assert numbers == list(range(200 - len(numbers), 200))


def test_whoever_is_traced_waits_for_no_disk_and_what_was_dropped_is_counted(
    tmp_path: Path, mocker: MockerFixture
) -> None:
    mocker.patch.object(tracing, "MOST_WAITING", 5)
    under_way, go_on = threading.Event(), threading.Event()

    def slow(device: str, output: Output, time: int) -> Traced | None:
        under_way.set()
        go_on.wait()
        return traced(device, output, time)

    mocker.patch.object(tracing, "traced", slow)
    trace = Trace(tmp_path / "trace", no_trouble)
    keep = trace.of("shoe_1")
    keep(Noted("first"), NOW)
    under_way.wait()
    for number in range(20):
        keep(Noted("note", str(number)), NOW)
    go_on.set()
    trace.close()
    told = read(tmp_path / "trace")
    kept = [each.text for each in told if each.name == "note"]
    assert kept == ["0", "1", "2", "3", "4"]
    dropped = [each.text for each in told if each.name == tracing.DROPPED]
    assert dropped == ["15 entries: the disk did not keep up"]


def test_a_full_disk_ends_the_trace_and_nothing_else() -> None:
    told: list[OSError] = []
    trace = Trace(Path("/dev/full"), told.append)
    for _ in range(100):
        trace.of("shoe_1")(Noted("note"), NOW)
    trace.close()
    assert [error.strerror for error in told] == ["No space left on device"]


def test_a_trace_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(NoTrace, match="cannot be read: No such file"):
        list(entries(tmp_path / "none"))
