"""Which citation falls under which: by the steps of the law, never by the letters of the text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablectl.clauses.citations import covers, levels

# Few of each, and many that begin with one another, so that near misses are common.
numbers = st.sampled_from(["1", "2", "10", "12"])
sections = st.sampled_from(["1", "12", "1A", "12A"])
letters = st.sampled_from(["(a)", "(ab)", "(i)"])
romans = st.sampled_from(["i", "ii", "v"])
parts = st.sampled_from(["(1)", "(12)"])
terms = st.sampled_from([" Hand", " Hand bet"])
counts = st.sampled_from(["#1", "#2", "#12"])


@st.composite
def steps(draw: st.DrawFn) -> tuple[str, ...]:
    """A citation from the section down, as the pieces that make it up."""
    section = f"19:47-{draw(numbers)}.{draw(sections)}"
    deepest = draw(st.one_of(st.tuples(terms), st.tuples(letters, numbers, romans, parts)))
    below = deepest[: draw(st.integers(0, len(deepest)))]
    count = draw(st.one_of(st.just(()), st.tuples(counts)))
    return (section, *below, *count)


@st.composite
def relatives(draw: st.DrawFn) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Two citations in the same section."""
    one, other = draw(steps()), draw(steps())
    return one, (one[0], *other[1:])


pairs = st.one_of(relatives(), st.tuples(steps(), steps()))
no_citations = st.text().filter(lambda text: levels(text) is None)


def written(pieces: tuple[str, ...]) -> str:
    return "".join(pieces)


@given(pairs)
def test_covering_is_having_the_same_first_steps(
    pair: tuple[tuple[str, ...], tuple[str, ...]],
) -> None:
    wanted, given_ = pair
    assert covers(written(wanted), written(given_)) == (given_[: len(wanted)] == wanted)


@given(steps(), st.data())
def test_a_citation_covers_itself_and_all_that_is_below_it(
    pieces: tuple[str, ...], data: st.DataObject
) -> None:
    depth = data.draw(st.integers(1, len(pieces)))
    assert covers(written(pieces[:depth]), written(pieces))


@given(pairs)
def test_covering_is_one_way_unless_the_two_are_the_same(
    pair: tuple[tuple[str, ...], tuple[str, ...]],
) -> None:
    one, other = written(pair[0]), written(pair[1])
    assert (covers(one, other) and covers(other, one)) == (one == other)


@given(no_citations, steps())
def test_what_is_no_citation_covers_nothing_and_is_covered_by_nothing(
    text: str, pieces: tuple[str, ...]
) -> None:
    assert not covers(text, text)
    assert not covers(text, written(pieces))
    assert not covers(written(pieces), text)


@pytest.mark.parametrize(
    ("wanted", "given_"),
    [
        ("19:47-20.12(a)", "19:47-20.12(a)#1"),
        ("19:47-20.12(a)", "19:47-20.12(a)1"),
        ("19:47-20.7(e)2", "19:47-20.7(e)2#1"),
        ("19:47-20.7(e)", "19:47-20.7(e)2#1"),
        ("19:47-20.7", "19:47-20.7(e)2#1"),
        ("19:47-1.2(a)1", "19:47-1.2(a)1ii(2)"),
        ("19:47-20.1", "19:47-20.1 Ante wager"),
    ],
)
def test_what_the_law_puts_under_a_clause_is_covered(wanted: str, given_: str) -> None:
    assert covers(wanted, given_)


@pytest.mark.parametrize(
    ("wanted", "given_"),
    [
        ("19:47-20.12(a)", "19:47-20.12(ab)"),
        ("19:47-20.12(a)#1", "19:47-20.12(a)#12"),
        ("19:47-20.12(a)#1", "19:47-20.12(a)1"),
        ("19:47-20.12(a)1", "19:47-20.12(a)#1"),
        ("19:47-20.12(a)1", "19:47-20.12(a)12"),
        ("19:47-20.12(a)1i", "19:47-20.12(a)1ii"),
        ("19:47-20.1", "19:47-20.12(a)"),
        ("19:47-2.1", "19:47-20.1"),
        ("19:47-11.8", "19:47-11.8A(a)"),
        ("19:47-10.1 Hand", "19:47-10.1 Hand bet"),
        ("19:47-20.12(a)#1", "19:47-20.12(a)"),
    ],
)
def test_what_only_looks_alike_is_not_covered(wanted: str, given_: str) -> None:
    assert levels(wanted) is not None
    assert levels(given_) is not None
    assert not covers(wanted, given_)


@pytest.mark.parametrize(
    "text",
    [
        *("19:47-20", "19:46-1.17", "19:47-20.12(a)#0", "19:47-20.12(a)#01", "19:47-20.012"),
        *("19:47-20.12(a) ", "19:47-20.12(a)\n", "19:47-20.12 (a)", "19:47-20.12(a)i"),
        *(
            "19:47-20.12(A)",
            "19:47-1000.1",
            "19:47-20.12(1)",
            "19:47-20.12#1#2",
            "19:47-20.\N{FULLWIDTH DIGIT ONE}",
        ),
    ],
)
def test_a_text_of_another_shape_is_no_citation(text: str) -> None:
    assert levels(text) is None
