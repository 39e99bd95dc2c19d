"""The profile of a byte generator: what it gives, and what does not go together in it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from drivers.profiles import loads
from drivers.stream.profile import HealthSpec, StreamProfile
from tablectl.yamlfile import FileErrors
from tests.drivers.stream.generators import stream_profile

ASKED = """\
version: 1
profile: mine
title: Mine
maker: Me
kind: generator
model: G-1
firmware: ["1.x"]
protocol: stream/1
delivery: at_most_once
identity: [{ask: "01", answer: "02 {serial:ascii8} {firmware:ascii3}"}]
alive: {ask: "03", answer: "04 {errors:u8}"}
request: {ask: "05 {count:u8}", answer: "06 {count:u8}"}
can: [draw]
"""
REQUEST = 'request: {ask: "05 {count:u8}", answer: "06 {count:u8}"}\n'
ALIVE = 'alive: {ask: "03", answer: "04 {errors:u8}"}\n'
FIRMWARE = 'firmware: ["1.x"]\n'


def test_a_profile_is_read() -> None:
    profile = loads(ASKED, "mine.yaml")
    assert isinstance(profile, StreamProfile)
    assert profile.identifies_by == {"serial", "firmware"}
    assert profile.sample_serial == "SIMULATE"


@pytest.mark.parametrize(
    ("name", "says", "serial", "firmware"),
    [
        ("truerng_v3", set(), "", ""),
        ("truerng_pro", set(), "", ""),
        ("onerng", {"firmware"}, "", "3"),
        ("rava", {"serial", "firmware"}, "SIMULATE", "1.0.0"),
    ],
)
def test_what_a_generator_can_say_of_itself_is_in_its_words(
    name: str, says: set[str], serial: str, firmware: str
) -> None:
    profile = stream_profile(name)
    assert profile.identifies_by == says
    assert (profile.sample_serial, profile.sample_firmware) == (serial, firmware)


def test_the_entropy_that_is_expected_is_exact_to_a_tenth() -> None:
    assert HealthSpec(entropy=7.8).exact_entropy == Fraction(78, 10)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("kind: generator", "kind: reader", "5:7: only a generator gives random bytes"),
        ("at_most_once", "counter", "a byte that nobody took is lost, and is not wanted back"),
        ("05 {count:u8}", "05", "'05' has no place {count}"),
        ("06 {count:u8}", "06 {cuont:u8}", "there is no place {cuont} here"),
        ("04 {errors:u8}", "04 {rest:hex}", "nobody can tell where '04 {rest:hex}' ends"),
        ("{serial:ascii8} {firmware:ascii3}", "{serial:ascii8}", "never asked for its firmware"),
        (FIRMWARE, "", "the firmware that it says is compared with nothing"),
        (ALIVE, "", "it says nothing by itself, and is never asked whether it is there"),
        (ALIVE, ALIVE + 'start: ["07"]\n', "it gives bytes when it is asked, not before"),
        (REQUEST, "", "11:8: bytes that flow are a sign of life"),
        (REQUEST + "can", "can", "10:11: its answer would be lost among the bytes"),
        ("can: [draw]", "can: [draw]\nhealth: {startup: 512}", "a number of at least 1024"),
        ("can: [draw]", "can: [draw]\nhealth: {entropy: 9}", "a number of at most 8"),
        ("can: [draw]", "can: [draw]\nstop: [7x]", "'7x' cannot be sent"),
        ("can: [draw]", "can: [draw]\nline: {knock: [1]}", "a number of at least 50"),
    ],
)
def test_what_does_not_go_together_is_told(old: str, new: str, problem: str) -> None:
    assert old in ASKED
    with pytest.raises(FileErrors) as wrong:
        loads(ASKED.replace(old, new), "mine.yaml")
    told = [f"{each.line}:{each.column}: {each.problem}" for each in wrong.value.errors]
    assert any(problem in each for each in told), told
