"""A number out of random bytes: every number as likely as any other, shown by counting them all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.drawing import Drawing, Range

BYTES = [bytes((byte,)) for byte in range(256)]
ranges = st.builds(
    lambda low, size: Range(low, low + size - 1),
    st.integers(-(10**6), 10**6),
    st.one_of(st.integers(1, 300), st.integers(1, 1 << 40)),
)


def counted(numbers: Range, tries: Iterable[bytes]) -> Counter[int]:
    found = (numbers.number(data) for data in tries)
    return Counter(number for number in found if number is not None)


def test_of_all_bytes_36_stand_for_each_number_from_1_to_7_and_four_for_none() -> None:
    one_to_seven = Range(1, 7)
    assert (one_to_seven.width, one_to_seven.accepted) == (1, 252)
    assert counted(one_to_seven, BYTES) == dict.fromkeys(range(1, 8), 36)


def test_the_remainder_alone_would_favour_four_numbers_of_seven() -> None:
    folded = Counter(1 + byte % 7 for byte in range(256))
    assert sorted(folded.values()) == [36, 36, 36, 37, 37, 37, 37]


def test_a_source_that_is_biased_in_itself_is_passed_on_as_it_is() -> None:
    """Bytes that somebody folded before, `% 7`: their bias is neither mended nor made worse."""
    folded = [bytes((byte % 7,)) for byte in range(256)]
    assert counted(Range(1, 7), folded) == Counter(1 + byte % 7 for byte in range(256))


@given(st.integers(1, 256))
def test_whatever_the_range_every_number_has_as_many_bytes(size: int) -> None:
    numbers = Range(10, 9 + size)
    each = set(counted(numbers, BYTES).values())
    assert len(counted(numbers, BYTES)) == size
    assert each == {256 // size}


@pytest.mark.parametrize("size", [257, 1_000, 40_000, 65_535, 65_536])
def test_with_two_bytes_it_is_the_same(size: int) -> None:
    numbers = Range(0, size - 1)
    found = counted(numbers, (value.to_bytes(2) for value in range(1 << 16)))
    assert numbers.width == 2
    assert (len(found), set(found.values())) == (size, {65_536 // size})


@given(ranges)
def test_no_fewer_bytes_would_do_and_no_more_is_rejected_than_must_be(numbers: Range) -> None:
    values = 256**numbers.width
    assert values >= numbers.size
    assert numbers.width == 1 or 256 ** (numbers.width - 1) < numbers.size
    assert numbers.accepted % numbers.size == 0
    assert values - numbers.accepted < numbers.size


@given(ranges, st.binary(max_size=40), st.data())
def test_however_the_bytes_are_cut_the_draw_is_the_same(
    numbers: Range, stream: bytes, data: st.DataObject
) -> None:
    whole = Drawing(numbers).take(stream)
    cut = data.draw(st.integers(0, len(stream)))
    drawing = Drawing(numbers)
    first, rest = drawing.take(stream[:cut])
    if first is not None:
        assert whole == (first, rest + stream[cut:])
        return
    assert drawing.take(stream[cut:]) == whole


def test_what_is_rejected_is_not_used_and_what_comes_after_the_number_is_given_back() -> None:
    assert Drawing(Range(1, 7)).take(bytes((255, 252, 6, 0, 1))) == (7, bytes((0, 1)))


def test_a_range_of_one_number_takes_a_byte_all_the_same() -> None:
    assert Drawing(Range(5, 5)).take(b"") == (None, b"")
    assert Drawing(Range(5, 5)).take(b"\xff") == (5, b"")
