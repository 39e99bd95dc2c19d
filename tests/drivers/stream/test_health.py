"""Health tests of a random source: cut-offs as published, and what the tests find."""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.stream.health import (
    PRECISION,
    WINDOW,
    Cutoffs,
    HealthTests,
    Sources,
    cutoffs,
    likeliest,
    quantile,
)
from simulators.chance import split

STARTUP = 1_024
REPETITIONS = {
    20: {".1": 201, ".2": 101, ".5": 41, ".8": 26, "1": 21, "2": 11, "4": 6, "6": 5, "8": 4},
    30: {".1": 301, ".2": 151, ".5": 61, ".8": 39, "1": 31, "2": 16, "4": 9, "6": 6, "8": 5},
    40: {".1": 401, ".2": 201, ".5": 81, ".8": 51, "1": 41, "2": 21, "4": 11, "6": 8, "8": 6},
}
ENTROPIES = (".2", ".4", ".5", ".6", ".8", "1", "2", "4", "6", "8")
OF_512 = {
    20: "480/480 433/433 410/411 388/389 348/348 311/311 177/178 62/63 25/26 13/14",
    30: "487/488 444/444 422/422 401/401 361/361 325/325 190/191 71/71 31/32 16/17",
    40: "493/493 452/453 432/432 411/411 372/372 336/337 201/202 78/79 35/36 19/20",
}
"""The cut-off of SP 800-90B, and that which counts the first sample for sure."""
OF_1024 = {
    20: "941/941 840/841 793/793 748/748 664/664 589/590",
    30: "952/952 856/856 810/810 766/766 683/683 609/609",
}
OVERSAMPLED = {
    30: (325, 422, 459, 477, 488, 494, 499, 502, 505, 507, 508, 509, 510, 511, 512),
    60: (355, 447, 479, 494, 502, 507, 510, 512, 512, 512, 512, 512, 512, 512, 512),
}


# ---------------------------------------------------------------- cut-offs


@pytest.mark.parametrize("alpha", REPETITIONS)
def test_the_repetition_cut_offs_are_the_published_ones(alpha: int) -> None:
    found = {
        entropy: cutoffs(Fraction(entropy), alpha, STARTUP).repetitions
        for entropy in REPETITIONS[alpha]
    }
    assert found == REPETITIONS[alpha]


@pytest.mark.parametrize(
    ("window", "alpha", "published"),
    [
        *((512, alpha, row) for alpha, row in OF_512.items()),
        *((1024, alpha, row) for alpha, row in OF_1024.items()),
    ],
)
def test_the_proportion_cut_offs_are_the_published_ones(
    window: int, alpha: int, published: str
) -> None:
    found = []
    for entropy in ENTROPIES[: len(published.split())]:
        chance = likeliest(Fraction(entropy))
        standard = 1 + quantile(window, chance, alpha)
        found.append(f"{standard}/{2 + quantile(window - 1, chance, alpha)}")
    assert " ".join(found) == published


@pytest.mark.parametrize("alpha", OVERSAMPLED)
def test_the_proportion_cut_offs_of_jitterentropy_come_out_to_the_last(alpha: int) -> None:
    """Its tables go down to 2^-60, where floating point has long failed, and end at the window."""
    found = (cutoffs(Fraction(1, osr), alpha, STARTUP).proportion for osr in range(1, 16))
    assert tuple(found) == OVERSAMPLED[alpha]


def test_the_cut_offs_that_rava_has_in_its_firmware_come_out() -> None:
    """4 and 13, for 7.8 bits and 2^-20, by the uncorrected formula."""
    entropy = Fraction("7.8")
    assert cutoffs(entropy, 20, STARTUP).repetitions == 4
    assert 1 + quantile(512, likeliest(entropy), 20) == 13


@pytest.mark.parametrize("entropy", [".2", ".5", "6", "7.8"])
def test_the_chance_of_the_likeliest_sample_is_right_in_its_last_place(entropy: str) -> None:
    exact = Fraction(entropy)
    chance, step = likeliest(exact), Fraction(1, 1 << PRECISION)
    parts, power = exact.denominator, Fraction(1, 1 << exact.numerator)
    assert (chance - step) ** parts < power <= chance**parts


@given(st.integers(1, 30), st.integers(1, 9), st.integers(1, 30))
def test_the_quantile_is_the_least_that_is_exceeded_so_seldom(
    trials: int, tenths: int, alpha: int
) -> None:
    chance = Fraction(tenths, 10)
    hits = quantile(trials, chance, alpha)
    assert _beyond(trials, chance, hits) <= Fraction(1, 1 << alpha)
    assert hits == 0 or _beyond(trials, chance, hits - 1) > Fraction(1, 1 << alpha)


def _beyond(trials: int, chance: Fraction, hits: int) -> Fraction:
    """The probability of more hits, by adding a trial after the other."""
    spread = [Fraction(1)]
    for _ in range(trials):
        missed = [each * (1 - chance) for each in spread] + [Fraction(0)]
        hit = [Fraction(0)] + [each * chance for each in spread]
        spread = [sum(both, Fraction(0)) for both in zip(missed, hit, strict=True)]
    return sum(spread[hits + 1 :], Fraction(0))


# ---------------------------------------------------------------- the tests

FEW = Cutoffs(repetitions=3, proportion=4, at_startup=6)
samples = st.binary(max_size=60) | st.lists(st.integers(0, 2), max_size=60).map(bytes)


def expected(stream: bytes) -> bool:
    """Whether a test fails, by what the words say, without going on from anything."""
    in_a_row = any(len(list(run)) >= FEW.repetitions for _, run in groupby(stream))
    first = stream[:WINDOW].count(stream[:1]) >= FEW.proportion if stream else False
    early = any(stream[:20].count(each) >= FEW.at_startup for each in set(stream[:20]))
    return in_a_row or first or early


@given(samples)
def test_a_source_fails_if_one_byte_comes_too_often(stream: bytes) -> None:
    assert bool(HealthTests(FEW, 20).feed(stream)) == expected(stream)


@given(samples, st.integers(1, 7))
def test_it_makes_no_difference_where_the_bytes_are_cut(stream: bytes, size: int) -> None:
    tests = HealthTests(FEW, 20)
    pieces = [stream[at : at + size] for at in range(0, len(stream), size)]
    assert any(tests.feed(piece) for piece in pieces) == expected(stream)


def test_a_window_ends_and_the_next_has_a_first_sample_of_its_own() -> None:
    cut = Cutoffs(repetitions=700, proportion=400, at_startup=900)
    tests = HealthTests(cut, 900)
    assert tests.feed(b"a" * 300 + b"b" * 212) == ""
    assert tests.feed(b"b" * 399) == ""
    assert tests.feed(b"b") == "the byte 62 came 400 times in 400 bytes"


def test_what_is_wrong_is_told_with_the_byte_and_how_often_it_came() -> None:
    row = HealthTests(Cutoffs(8, 36, 56), STARTUP)
    assert row.feed(b"\xa5" * 8) == "the byte A5 came 8 times in a row"
    often = HealthTests(Cutoffs(8, 36, 56), STARTUP)
    assert often.feed(b"\x07\x08" * 36) == "the byte 07 came 36 times in 71 bytes"
    early = HealthTests(Cutoffs(8, 36, 56), STARTUP)
    assert early.feed(b"\x01" + b"\x07\x08\x09" * 60) == (
        "the byte 07 came 60 times in the first 181 bytes"
    )


def test_a_start_up_test_is_over_after_its_bytes_and_can_begin_again() -> None:
    tests = HealthTests(cutoffs(Fraction(6), 40, STARTUP), STARTUP)
    noise = split(1, "noise").randbytes(STARTUP)
    assert tests.feed(noise[:-1]) == ""
    assert not tests.started
    assert tests.feed(noise[-1:]) == ""
    assert tests.started
    tests.begin()
    assert not tests.started


def test_a_million_good_bytes_pass() -> None:
    tests = HealthTests(cutoffs(Fraction(6), 40, STARTUP), STARTUP)
    assert tests.feed(split(1, "a million").randbytes(1_000_000)) == ""


@given(samples, st.integers(1, 7), st.integers(1, 3))
def test_sources_that_take_turns_are_each_tested_by_themselves(
    stream: bytes, size: int, count: int
) -> None:
    sources = Sources(FEW, 20, count)
    pieces = [stream[at : at + size] for at in range(0, len(stream), size)]
    found = any(sources.feed(piece) for piece in pieces)
    assert found == any(expected(stream[source::count]) for source in range(count))
