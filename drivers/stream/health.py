"""Health tests of a noise source, as SP 800-90B has them: repetition count and adaptive proportion.

Both are about samples that are bytes, and run on every one of them. The proportion test looks at
the first sample of a window alone; so at start-up no sample at all may come too often. The cut-offs
are worked out exactly, in whole numbers: with floating point there are no tails of 2^-60. Must not
know what is done about a source that fails.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from operator import itemgetter

from tablectl.words.values import value

WINDOW = 512
"""So many samples has a window of the adaptive proportion test where a sample is not one bit."""
PRECISION = 128
"""So many binary places has the chance of the likeliest sample, which may be irrational."""


@value
class Cutoffs:
    """So often in a row, in one window, or among the first samples no sample comes from a source
    that is in order."""

    repetitions: int
    proportion: int
    at_startup: int


@cache
def cutoffs(entropy: Fraction, alpha: int, startup: int) -> Cutoffs:
    """For a source of so much min-entropy a sample; a test fails one by chance with 2^-alpha.

    The first sample of a window is always equal to itself: it is counted, and not left to chance.
    No cut-off is above the window, for a test that cannot fail is none.
    """
    repetitions = 1 - (-alpha // entropy)
    chance = likeliest(entropy)
    proportion = min(2 + quantile(WINDOW - 1, chance, alpha), WINDOW)
    # Any of 256 samples may be the one that comes too often: each has a 256th of the chance.
    at_startup = min(1 + quantile(startup, chance, alpha + 8), startup)
    return Cutoffs(int(repetitions), proportion, at_startup)


def likeliest(entropy: Fraction) -> Fraction:
    """The chance of the likeliest sample, 2^-entropy, rounded up in its last place."""
    whole, parts = entropy.numerator, entropy.denominator
    root = _root((1 << (PRECISION * parts)) >> whole, parts)
    exact = root**parts << whole == 1 << (PRECISION * parts)
    return Fraction(root if exact else root + 1, 1 << PRECISION)


def _root(number: int, degree: int) -> int:
    """The greatest whole number whose power of this degree is not above the number."""
    low, high = 0, 1 << (number.bit_length() // degree + 1)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**degree <= number else (low, middle)
    return low


def quantile(trials: int, chance: Fraction, alpha: int) -> int:
    """The least number of hits that is exceeded with a probability of 2^-alpha at most."""
    all_ways = chance.denominator**trials
    allowed = all_ways >> alpha
    if 2 * chance > 1:  # the way from the end is the shorter one
        beyond = 0
        for misses, ways in enumerate(_ways(trials, 1 - chance)):
            beyond += ways
            if beyond > allowed:
                return trials - misses
    beyond = all_ways
    hits = -1
    for ways in _ways(trials, chance):
        hits, beyond = hits + 1, beyond - ways
        if beyond <= allowed:
            break
    return hits


def _ways(trials: int, chance: Fraction) -> Iterator[int]:
    """How many of all ways that the trials can go have no hit, one hit, two, and so on."""
    hit, miss = chance.numerator, chance.denominator - chance.numerator
    ways = miss**trials
    for hits in range(trials + 1):
        yield ways
        ways = ways * (trials - hits) * hit // ((hits + 1) * miss)  # without a remainder


class HealthTests:
    """The tests on one source. They go on from one piece to the next, wherever it is cut."""

    def __init__(self, cut: Cutoffs, startup: int) -> None:
        self._cut = cut
        self._startup = startup
        self.begin()

    def begin(self) -> None:
        """Forget every sample: a start-up test begins."""
        self._early: list[int] = []
        """The samples of the start-up test."""
        self._last = -1
        self._repeated = 0
        self._first = -1
        self._counted = 0
        self._left = 0
        """How many samples the window still lacks."""

    @property
    def started(self) -> bool:
        """Whether the start-up test has all the samples that it takes."""
        return len(self._early) == self._startup

    def feed(self, samples: bytes) -> str:
        """What is wrong with the source, in words, or nothing."""
        return self._too_many(samples) or ("" if self.started else self._too_many_early(samples))

    def _too_many_early(self, samples: bytes) -> str:
        self._early += samples[: self._startup - len(self._early)]
        sample, count = max(Counter(self._early).items(), key=itemgetter(1), default=(0, 0))
        if count < self._cut.at_startup:
            return ""
        return f"the byte {sample:02X} came {count} times in the first {len(self._early)} bytes"

    def _too_many(self, samples: bytes) -> str:
        for sample in samples:
            self._repeated = self._repeated + 1 if sample == self._last else 1
            self._last = sample
            if self._repeated >= self._cut.repetitions:
                return f"the byte {sample:02X} came {self._repeated} times in a row"
            if not self._left:
                self._first, self._counted, self._left = sample, 1, WINDOW - 1
                continue
            self._left -= 1
            self._counted += sample == self._first
            if self._counted >= self._cut.proportion:
                within = WINDOW - self._left
                return f"the byte {sample:02X} came {self._counted} times in {within} bytes"
        return ""


class Sources:
    """Several sources that give their bytes by turns; each is tested by itself."""

    def __init__(self, cut: Cutoffs, startup: int, count: int) -> None:
        self._tests = tuple(HealthTests(cut, startup) for _ in range(count))
        self._turn = 0
        """Which of them the next byte is from."""

    def begin(self) -> None:
        self._turn = 0
        for test in self._tests:
            test.begin()

    @property
    def started(self) -> bool:
        return all(test.started for test in self._tests)

    def feed(self, data: bytes) -> str:
        """What is wrong with one of them, in words, or nothing."""
        count = len(self._tests)
        first, self._turn = self._turn, (self._turn + len(data)) % count
        for at in range(count):
            source = (first + at) % count
            if wrong := self._tests[source].feed(data[at::count]):
                return wrong if count == 1 else f"{wrong} from source {source + 1}"
        return ""
