"""Profiles: what one may say, what it is told when it is wrong, and where it is found."""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import device_profiles
from drivers import profiles
from drivers.driving import Timing
from drivers.profile_form import DeliversSpec, LineSpec, Profile, TimingSpec
from drivers.profiles import NoSuchFolder, UnknownProfile, all_profiles, find
from drivers.stream.profile import CheckSpec, HealthSpec, StreamProfile
from tablectl.words.settings import Can, DeviceKind
from tablectl.yamlfile import FileErrors

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "profiles.md").read_text(encoding="utf-8")
SHOE = """\
version: 1
profile: my_shoe
title: My shoe
maker: Me
kind: shoe
model: S-1
firmware: ["1.x"]
protocol: reference/1
delivery: exactly_once
can: [count, face_up, withhold]
delivers: {cards: single}
"""
SIMPLE = SHOE.replace("delivers: {cards: single}\n", "")


def read(text: str, name: str = "my_shoe.yaml") -> Profile:
    return profiles.loads(text, name)


def errors(text: str, name: str = "my_shoe.yaml") -> list[str]:
    with pytest.raises(FileErrors) as caught:
        read(text, name)
    return [str(error) for error in caught.value.errors]


def of_kind(kind: str, can: str) -> str:
    text = SIMPLE if kind != "shoe" else SHOE
    return text.replace("kind: shoe", f"kind: {kind}").replace("count, face_up, withhold", can)


# ------------------------------------------------------------------ what a profile gives


def test_what_a_profile_leaves_out_has_the_values_that_drivers_have() -> None:
    profile = read(SHOE)
    assert profile.timing_in_us() == Timing()
    assert profile.line == LineSpec(baud=115_200, data_bits=8, parity="none", stop_bits=1)
    assert (profile.digest, profile.stack_size) == ("", 1)


def test_timing_is_written_in_milliseconds_and_driven_in_microseconds() -> None:
    profile = read(SHOE + "timing: {beat: 300, lapse: 3000}\n")
    assert profile.timing_in_us() == Timing(beat=300_000, lapse=3_000_000)


def test_a_shoe_that_delivers_stacks_says_how_many_cards_one_has() -> None:
    text = SHOE.replace("{cards: single}", "{cards: stacks, stack_size: 3}")
    assert read(text).stack_size == 3


@pytest.mark.parametrize(
    ("accepted", "firmware", "is_accepted"),
    [
        ('["1.0.2"]', "1.0.2", True),
        ('["1.0.2"]', "1.0.20", False),
        ('["1.x"]', "1.0.2", True),
        ('["1.x"]', "10.0", False),
        ('["1.x"]', "2.0", False),
        ('["1.2.x", "2.0"]', "1.2.9", True),
        ('["1.2.x", "2.0"]', "1.3.0", False),
        ('["1.2.x", "2.0"]', "2.0", True),
    ],
)
def test_a_profile_accepts_versions_and_ranges_of_versions(
    accepted: str, firmware: str, is_accepted: bool
) -> None:
    profile = read(SHOE.replace('["1.x"]', accepted))
    assert profile.accepts(firmware) is is_accepted
    assert profile.accepts(profile.sample_firmware)


@pytest.mark.parametrize(
    ("accepted", "only"), [('["1.0"]', "1.0"), ('["1.x"]', ""), ('["1.0", "1.1"]', "")]
)
def test_only_one_exact_version_is_the_only_firmware(accepted: str, only: str) -> None:
    assert read(SHOE.replace('["1.x"]', accepted)).only_firmware == only


# ------------------------------------------------------------------ what a profile is told


@pytest.mark.parametrize(
    ("change", "error"),
    [
        (
            ("title: My shoe", "titel: My shoe"),
            "3:1: titel: the key 'titel' is not known here (did you mean 'title'?)",
        ),
        (
            ("maker: Me", "maker: Me\nmaker: Us"),
            "5:1: maker: the key 'maker' was already used on line 4 (remove or rename one of them)",
        ),
        (
            ("title: My shoe\nmaker: Me", "title: &a My shoe\nmaker: *a"),
            "4:8: maker: the alias *a is not allowed (write the value out in full)",
        ),
        (
            ("maker: Me", "maker: !me Me"),
            "4:8: maker: the tag '!me' is not allowed (remove the tag)",
        ),
        (
            ("profile: my_shoe", "profile: my_show"),
            "2:10: profile: the profile is named 'my_show' and its file 'my_shoe' "
            "(a profile is found by its file; make the two alike)",
        ),
        (
            ("kind: shoe", "kind: shoo"),
            "5:7: kind: expected 'shuffler', 'shoe', 'reader' or 'generator', got 'shoo' "
            "(did you mean 'shoe'?)",
        ),
        (
            ("reference/1", "reference/2"),
            "8:11: protocol: no driver speaks 'reference/2' (did you mean 'reference/1'?)",
        ),
        (
            ("reference/1", "modbus"),
            "8:11: protocol: no driver speaks 'modbus' "
            "(the protocols are reference/1, plain/1, stream/1)",
        ),
        (
            ("exactly_once", "at_most_once"),
            "9:11: delivery: reference/1 delivers every event once (write delivery: exactly_once)",
        ),
        (
            ('["1.x"]', '["1.*"]'),
            "7:12: firmware.0: '1.*' is no version and no range of versions "
            '(write a version, "1.0.2", or a range, "1.x")',
        ),
        (
            ('["1.x"]', '["1.x.2"]'),
            "7:12: firmware.0: '1.x.2' is no version and no range of versions "
            '(write a version, "1.0.2", or a range, "1.x")',
        ),
        (('["1.x"]', "[1.0]"), "7:12: firmware.0: expected text, got 1.0 (put it in quotes)"),
        (('["1.x"]', "[]"), "7:11: firmware: expected 1 or more items, got a list of 0 items"),
        (
            ('["1.x"]', '["1.x", "1.x"]'),
            "7:19: firmware.1: '1.x' is listed twice (remove one of them)",
        ),
        (
            ('["1.x"]', f'["1.x"]\ndigest: {"a" * 64}'),
            "8:9: digest: a digest is that of one program, and several versions are accepted "
            "(list one version, or pin the digest in the table file)",
        ),
        (
            ('["1.x"]', '["1.0"]\ndigest: abc'),
            "8:9: digest: expected text that matches ^[0-9a-f]{64}$, got 'abc'",
        ),
        (
            ("model: S-1", f"model: {'S' * 61}"),
            f"6:8: model: expected text of 60 or fewer characters, got '{'S' * 60}...'",
        ),
        (
            ("model: S-1", "model: Modèle"),
            "6:8: model: expected text that matches ^[ -~]*$, got 'Modèle'",
        ),
        (
            ("reference/1", "reference/1\nline: {data_bits: 7}"),
            "9:19: line.data_bits: reference/1 sends bytes of 8 bits, and this line carries 7 "
            "(write data_bits: 8)",
        ),
        (
            ("reference/1", "reference/1\nsimulator: {}"),
            "9:1: simulator: the key 'simulator' is not known here (the keys known here: can, "
            "delivers, delivery, digest, firmware, kind, line, maker, model, profile, protocol, "
            "timing, title, usb, variants, version)",
        ),
    ],
)
def test_what_is_wrong_is_told_at_its_place(change: tuple[str, str], error: str) -> None:
    assert change[0] in SHOE
    assert f"my_shoe.yaml:{error}" in errors(SHOE.replace(*change))


@pytest.mark.parametrize(
    ("kind", "can", "error"),
    [
        ("shuffler", "count, withhold", "a shuffler cannot withhold cards (it can: count, "),
        (
            "reader",
            "faces, withhold",
            "a reader cannot withhold cards (it can: faces, check, conceal)",
        ),
        ("reader", "conceal", "only a card that is checked is concealed (add check)"),
        ("reader", "faces, check, conceal", "what tells faces conceals none (remove conceal or"),
        ("shoe", "count, check", "a shoe cannot check a hole card (it can: count, "),
        ("shoe", "count, draw", "a shoe cannot draw a number (it can: count, "),
        ("generator", "draw, count", "a generator cannot count cards (it can: draw)"),
        ("shoe", "faces", "'faces' needs 'count': a face belongs to a card that was counted"),
        ("shoe", "face_up", "'face_up' needs 'count': what lies face up is a card that was"),
        ("shoe", "withhold", "'withhold' needs 'count': an allowance is a count of cards"),
        ("reader", "faces, faces", "'faces' is listed twice"),
        ("shuffler", "faces", "'faces' needs 'count': a face belongs to a card that was counted"),
        ("shuffler", "two_decks, load_shoe", "a shoe has room for one deck: what loads it takes"),
        ("shoe", "continuous", "'continuous' needs 'count': what goes back in was counted out"),
        ("shoe", "chambers", "'chambers' needs 'count': a chamber is told of cards that are"),
        ("shoe", "count, chambers, continuous", "what takes every card back has no chambers"),
        ("shoe", "count, faces, continuous", "a card comes out of one load more than once"),
        ("shuffler", "continuous", "a shuffler cannot take cards back between rounds"),
        ("generator", "", "a generator that can do nothing is none (it can: draw)"),
        ("reader", "sees", "expected 'count', 'faces', 'face_up', 'withhold', 'check', 'conceal'"),
    ],
)
def test_a_kind_of_device_can_do_only_what_such_devices_do(kind: str, can: str, error: str) -> None:
    (found,) = errors(of_kind(kind, can))
    assert error in found


@pytest.mark.parametrize(
    ("kind", "can"),
    [
        ("shuffler", "count"),
        ("shoe", "count"),
        ("shoe", "faces, count"),
        ("reader", "faces, check"),
        ("generator", "draw"),
    ],
)
def test_what_a_kind_of_device_does_is_let_through(kind: str, can: str) -> None:
    assert read(of_kind(kind, can)).kind is DeviceKind(kind)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (SIMPLE, "1:1: the required key 'delivers' is missing (a shoe delivers: {cards: single}"),
        (
            of_kind("reader", "faces") + "delivers: {cards: single}\n",
            "11:11: delivers: a reader delivers no cards (remove it)",
        ),
        (
            SIMPLE + "delivers: {cards: stacks}\n",
            "11:11: delivers: the required key 'stack_size' is missing (cards in a stack)",
        ),
        (
            SIMPLE + "delivers: {cards: single, stack_size: 3}\n",
            "11:39: delivers.stack_size: a shoe that gives single cards has no stacks",
        ),
        (
            SHOE.replace("face_up, withhold", "chambers").replace(
                "single}", "stacks, stack_size: 3}"
            ),
            "11:19: delivers.cards: 'chambers': a hand draws from one chamber or the other",
        ),
        (
            SIMPLE + "delivers: {cards: stacks, stack_size: 1}\n",
            "11:39: delivers.stack_size: expected a number of at least 2, got 1",
        ),
    ],
)
def test_a_shoe_and_only_a_shoe_says_how_it_delivers(text: str, error: str) -> None:
    (found,) = errors(text)
    assert found.startswith(f"my_shoe.yaml:{error}")


@pytest.mark.parametrize(
    ("timing", "error"),
    [
        (
            "{beat: 800}",
            "timing: silent (1600 ms) is not above twice beat (800 ms): one lost answer would "
            "count as a lost device (make silent longer or beat shorter)",
        ),
        (
            "{beat: 450, silent: 900, lapse: 900}",
            "timing.lapse: lapse (900 ms) is not above twice beat (450 ms): one lost beat would "
            "end the session (make lapse longer or beat shorter)",
        ),
        (
            "{silent: 2001}",
            "timing.silent: lapse (2000 ms) is below silent (2001 ms): the device would end the "
            "session, and its allowance, while the controller still counts on both (make silent "
            "at most lapse)",
        ),
        (
            "{repeat: 1600}",
            "timing.repeat: silent (1600 ms) is not above repeat (1600 ms): the device would "
            "count as lost before an unanswered frame is sent again (make repeat shorter)",
        ),
        (
            "{gap: 250}",
            "timing.gap: repeat (250 ms) is not above gap (250 ms): a broken frame would not be "
            "given up before it is sent again (make gap shorter)",
        ),
        ("{beat: 0}", "timing.beat: expected a number of at least 1, got 0"),
        ("{lapse: 65536}", "timing.lapse: expected a number of at most 65535, got 65536"),
    ],
)
def test_times_that_do_not_go_together_are_told_with_the_harm_they_would_do(
    timing: str, error: str
) -> None:
    found = errors(SHOE + f"timing: {timing}\n")
    assert error in [each.split(": ", 1)[1] for each in found]


def test_silence_as_long_as_the_lapse_is_let_through() -> None:
    assert read(SHOE + "timing: {silent: 2000}\n").timing.silent == 2000


def test_mistakes_of_every_sort_are_told_in_one_run() -> None:
    text = """\
version: 1
profile: their_shoe
titel: My shoe
maker: Me
kind: shoe
model: 17
firmware: ["1.x"]
protocol: reference/1
delivery: exactly_once
timing: {silent: 900}
can: [faces, draw]
delivers: {cards: stacks}
"""
    places = [re.split(": ", error)[0] for error in errors(text)]
    assert places == [
        "my_shoe.yaml:1:1",  # no title
        "my_shoe.yaml:2:10",  # the name of the file
        "my_shoe.yaml:3:1",  # titel
        "my_shoe.yaml:6:8",  # a number
        "my_shoe.yaml:10:18",  # one lost answer
        "my_shoe.yaml:11:7",  # faces without count
        "my_shoe.yaml:11:14",  # a shoe that draws
        "my_shoe.yaml:12:11",  # how large a stack
    ]


@pytest.mark.parametrize("text", ["- a\n", "7\n", "version: 1\ncan: {a: 1}\ntiming: soon\n"])
def test_what_is_no_profile_at_all_is_told_as_such(text: str) -> None:
    assert errors(text)


# ------------------------------------------------------------------ where profiles are found


@pytest.mark.parametrize(
    ("name", "kind", "can", "stack"),
    [
        ("reference_shuffler", DeviceKind.SHUFFLER, {Can.COUNT}, 1),
        ("reference_stack_shoe", DeviceKind.SHOE, {Can.COUNT, Can.FACE_UP, Can.WITHHOLD}, 3),
        ("reference_sensing_shoe", DeviceKind.SHOE, {Can.COUNT, Can.FACE_UP, Can.WITHHOLD}, 1),
        (
            "reference_recognising_shoe",
            DeviceKind.SHOE,
            {Can.COUNT, Can.FACE_UP, Can.WITHHOLD, Can.FACES},
            1,
        ),
        ("reference_reader", DeviceKind.READER, {Can.FACES}, 1),
        ("reference_hole_reader", DeviceKind.READER, {Can.CHECK, Can.CONCEAL}, 1),
        ("reference_lamp_reader", DeviceKind.READER, {Can.CHECK}, 1),
        ("reference_generator", DeviceKind.GENERATOR, {Can.DRAW}, 1),
        ("rava", DeviceKind.GENERATOR, {Can.DRAW}, 1),
    ],
)
def test_a_profile_that_comes_with_tablectl_is_found_by_its_name(
    name: str, kind: DeviceKind, can: set[Can], stack: int
) -> None:
    profile = find(name)
    assert (profile.profile, profile.kind, set(profile.can)) == (name, kind, can)
    assert profile.stack_size == stack


def test_no_two_profiles_stand_for_the_same_model() -> None:
    found = [each for _, each in all_profiles()]
    models = [each.model for each in found if isinstance(each, Profile)]
    assert len(set(models)) == len(models) == len(found)


def test_a_name_that_is_nowhere_is_told_with_the_nearest_one_there_is() -> None:
    with pytest.raises(UnknownProfile, match="did you mean 'reference_shuffler'") as caught:
        find("reference_shufler")
    assert caught.value.code == "unknown_profile"


def test_a_name_that_is_near_to_none_is_told_with_all_there_are() -> None:
    with pytest.raises(UnknownProfile, match=r"the profiles are gm65, .*zebra_ssi\)"):
        find("zzz")


@pytest.mark.parametrize("name", ["", ".", "../device_profiles/reference_reader", "__init__"])
def test_a_name_leads_to_no_other_file(name: str) -> None:
    with pytest.raises(UnknownProfile):
        find(name)


def test_a_folder_of_the_house_comes_before_what_comes_with_tablectl(tmp_path: Path) -> None:
    text = SHOE.replace("my_shoe", "reference_sensing_shoe")
    (tmp_path / "reference_sensing_shoe.yaml").write_text(text)
    assert find("reference_sensing_shoe", [tmp_path]).title == "My shoe"
    assert find("reference_sensing_shoe").title != "My shoe"
    assert find("reference_reader", [tmp_path]) == find("reference_reader")


def test_a_folder_that_is_not_there_is_told_as_such(tmp_path: Path) -> None:
    with pytest.raises(NoSuchFolder, match="No such file"):
        find("reference_reader", [tmp_path / "none"])


def test_a_bad_profile_does_not_stand_in_the_way_of_the_others(tmp_path: Path) -> None:
    (tmp_path / "bad_shoe.yaml").write_text("version: 2\n")
    (tmp_path / "my_shoe.yaml").write_text(SHOE)
    (tmp_path / "notes.txt").write_text("no profile")
    found = dict(all_profiles([tmp_path]))
    assert isinstance(found["bad_shoe"], FileErrors)
    assert found["my_shoe"] == read(SHOE)
    assert "reference_reader" in found
    assert "notes" not in found
    assert find("my_shoe", [tmp_path]) == read(SHOE)
    with pytest.raises(FileErrors, match="version"):
        find("bad_shoe", [tmp_path])


FROM_AN_ARCHIVE = """
from drivers import profiles
print(profiles.__file__)
for name, found in profiles.all_profiles():
    print(name, found.model)
"""


def test_profiles_are_found_inside_an_archive(tmp_path: Path) -> None:
    archive = tmp_path / "tablectl.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        for package in ("drivers", "device_profiles", "tablectl"):
            for path in (ROOT / package).rglob("*"):
                if path.suffix in (".py", ".yaml"):
                    packed.write(path, path.relative_to(ROOT))
    code = f"import sys; sys.path.insert(0, {str(archive)!r}); {FROM_AN_ARCHIVE}"
    told = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    ).stdout
    where, *lines = told.splitlines()
    assert where.startswith(str(archive))
    names = {path.stem for path in Path(*device_profiles.__path__).glob("*.yaml")}
    assert {line.split()[0] for line in lines} == names


# ------------------------------------------------------------------ the page about them


@pytest.mark.parametrize(
    "word",
    [
        *Profile.model_fields,
        *LineSpec.model_fields,
        *TimingSpec.model_fields,
        *DeliversSpec.model_fields,
        *StreamProfile.model_fields,
        *HealthSpec.model_fields,
        *CheckSpec.model_fields,
        *(each.value for kind in (DeviceKind, Can) for each in kind),
    ],
)
def test_every_word_of_a_profile_is_on_the_page(word: str) -> None:
    assert f"`{word}`" in PAGE


def test_every_profile_that_comes_with_tablectl_is_on_the_page_as_it_is() -> None:
    for name, found in all_profiles():
        assert isinstance(found, Profile)
        can = ", ".join(f"`{each.value}`" for each in found.can)
        assert f"| `{name}` | {found.kind.value} | {can} |" in PAGE


def test_every_default_on_the_page_is_true() -> None:
    for name, value in [*TimingSpec(), *LineSpec()]:
        assert f"| `{name}` | {'none' if value == () else value} |" in PAGE


@pytest.mark.parametrize(
    "block", [b for b in re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL) if "\nkind: " in b]
)
def test_an_example_on_the_page_is_a_profile(block: str) -> None:
    name = re.search(r"profile: (\w+)", block)
    assert name
    assert read(block, f"{name[1]}.yaml").profile == name[1]
