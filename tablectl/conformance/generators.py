"""Checks of a generator of random bytes: who it is, its bytes, and what it makes of trouble."""

from __future__ import annotations

from drivers.drawing import Range
from drivers.stream.health import Sources, cutoffs
from drivers.stream.speech import Check as OwnTest
from tablectl.conformance.checks import Check
from tablectl.conformance.contact import Task
from tablectl.conformance.identity import BEATS, NO_ANSWER_TO_WHO, same
from tablectl.conformance.line import GARBAGE
from tablectl.conformance.listening import SAMPLE, Listening
from tablectl.conformance.sitting import Differs, NotApplicable
from tablectl.conformance.spread import chi_square, limit
from tablectl.conformance.tongue import Who

SECOND = 1_000_000
START_UP_WITHIN = 10 * SECOND
"""A draw after a failure begins with the start-up test, and an order may take so long."""
AWAY = SECOND // 2
SEVEN = Range(1, 7)
NAMES = {"serial": "serial number"}


# ---------------------------------------------------------------- who it is


def answers(s: Listening) -> None:
    if not s.speech.identity:
        raise NotApplicable("it can be asked nothing, so nobody can tell which unit it is")
    if s.identify() is None:
        raise Differs(*NO_ANSWER_TO_WHO)


def _who(s: Listening, what: str) -> Who:
    if what not in s.profile.identifies_by:
        raise NotApplicable(f"it cannot say its {NAMES.get(what, what)}")
    if s.who is None:
        raise NotApplicable("it does not say who it is")
    return s.who


def model(s: Listening) -> None:
    same("model", s.profile.model, _who(s, "model").model)


def serial(s: Listening) -> None:
    said = _who(s, "serial").serial
    if s.serial:
        same("serial number", s.serial, said)
    elif not said:
        raise Differs("a serial number", "none")


def firmware(s: Listening) -> None:
    said = _who(s, "firmware").firmware
    if not s.profile.accepts(said):
        raise Differs(f"firmware {' or '.join(s.profile.versions)}", said or "nothing")


def digest(s: Listening) -> None:
    said = _who(s, "digest").digest
    if not s.profile.digest:
        raise NotApplicable("its profile promises no digest of its program")
    same("digest", s.profile.digest, said)


def again(s: Listening) -> None:
    if s.who is None:
        raise NotApplicable("it does not say who it is")
    before = s.who
    _is_still(s, before, "asked again")


def _is_still(s: Listening, before: Who, when: str) -> None:
    after = s.identify()
    if after != before:
        told = "no answer" if after is None else f"{after.serial} {after.firmware}".strip()
        raise Differs(f"the same answer when it is {when}", told)


def prompt(s: Listening) -> None:
    if not s.speech.identity:
        raise NotApplicable("it can be asked nothing")
    first = s.speech.identity[0]
    late = sum(s.ask(first, within=s.timing.repeat, tries=1) is None for _ in range(BEATS))
    if late > BEATS // 2:  # an answer may be lost, and a machine be held up
        expected = f"{BEATS} questions answered within {s.profile.timing.repeat} ms each"
        raise Differs(expected, f"{late} of them were not")


def own_tests(s: Listening) -> None:
    asked = [each for each in s.can_be_asked if isinstance(each, OwnTest)]
    if not asked:
        raise NotApplicable("it does not tell of tests of its own")
    for question in asked:
        answered = s.ask(question)
        if answered is None:
            raise Differs("an answer to how its own tests stand", "no answer")
        if fault := question.fault(answered):
            raise Differs("that its own tests are passed", fault)


# ---------------------------------------------------------------- its bytes


def come(s: Listening) -> None:
    if not s.take(1):
        s.mute = True
        raise Differs(f"random bytes within {s.profile.timing.silent} ms", "none came")


def rests(s: Listening) -> None:
    if not s.speech.stop:
        raise NotApplicable("it cannot be told to give no bytes")
    s.take(1)
    s.heard_in(s.timing.repeat)  # what was under way
    if came := s.heard_in(s.timing.silent):
        raise Differs("no byte while it is told to rest", f"{len(came)} bytes")


def started(s: Listening) -> None:
    count = s.profile.health.startup * s.profile.sources
    began = s.clock()
    came = len(s.take(count))
    took = s.clock() - began
    expected = f"the {count} bytes of a start-up test within {START_UP_WITHIN // SECOND} s"
    if came < count:
        raise Differs(expected, f"{came} bytes, and no more")
    if took > START_UP_WITHIN:
        raise Differs(expected, f"it took {took // SECOND} s")


def last(s: Listening) -> None:
    s.sample = s.take(SAMPLE)
    if len(s.sample) < SAMPLE:
        seen = f"{len(s.sample)} bytes, and then none for {s.profile.timing.silent} ms"
        raise Differs(f"{SAMPLE} bytes without a pause", seen)


def _sample(s: Listening) -> bytes:
    if s.sample is None or len(s.sample) < SAMPLE:
        raise NotApplicable(f"it did not give {SAMPLE} bytes")
    return s.sample


def healthy(s: Listening) -> None:
    health = s.profile.health
    cut = cutoffs(health.exact_entropy, health.alpha, health.startup)
    if wrong := Sources(cut, health.startup, s.profile.sources).feed(s.sample or b""):
        raise Differs(f"bytes with {health.entropy:g} bits of min-entropy each", wrong)


def even(s: Listening) -> None:
    _evenly(_sample(s), range(256), "bytes")


def draws(s: Listening) -> None:
    """Numbers are drawn as the driver draws them: what would favour some is rejected."""
    numbers = (SEVEN.number(bytes((byte,))) for byte in _sample(s))
    _evenly([n for n in numbers if n is not None], range(1, 8), "numbers from 1 to 7")


def _evenly(drawn: bytes | list[int], possible: range, what: str) -> None:
    found, most = chi_square(drawn, possible), limit(len(possible))
    if found > most:
        expected = f"{what} that are all as likely, with a chi-square of {most:.0f} at most"
        raise Differs(expected, f"{found:.0f} for {len(drawn)} of them")


# ---------------------------------------------------------------- trouble


def garbage(s: Listening) -> None:
    s.rest()
    s.write(GARBAGE)
    s.heard_in(s.timing.gap + s.timing.repeat)
    _goes_on(s, f"{len(GARBAGE)} bytes of garbage")


def _goes_on(s: Listening, after: str) -> None:
    if s.who is not None:
        _is_still(s, s.who, f"asked after {after}")
    if not s.take(1):
        raise Differs(f"random bytes after {after}", "none came")


def reopened(s: Listening) -> None:
    s.leave()
    s.heard_in(AWAY)
    _back(s, "the line was lost")


def replugged(s: Listening) -> None:
    s.leave()
    s.ask_for(Task.REPLUG)
    s.heard_in(s.hands.calm)
    _back(s, "it was unplugged")


def _back(s: Listening, after: str) -> None:
    if why := s.come_back():
        raise Differs(f"a line after {after}", why)
    _goes_on(s, after)


CHECKS = (
    Check("identity.answers", "says who it is", answers),
    Check("identity.model", "is the model of its profile", model),
    Check("identity.serial", "has the serial number", serial),
    Check("identity.firmware", "has firmware that its profile accepts", firmware),
    Check("identity.digest", "runs the program that its profile promises", digest),
    Check("identity.again", "says the same when it is asked again", again),
    Check("timing.answers", "answers before it would be asked again", prompt),
    Check("health.own", "has passed the tests that it makes itself", own_tests),
    Check("bytes.come", "gives random bytes", come),
    Check("bytes.rest", "gives none while it is told to rest", rests),
    Check("timing.startup", "gives the bytes of a start-up test in time", started),
    Check("bytes.last", "goes on giving bytes", last),
    Check("health.bytes", "gives bytes that pass the health tests", healthy),
    Check("bytes.even", "gives every byte as often as any other", even),
    Check("draw.even", "gives numbers from 1 to 7 that are all as likely", draws),
    Check("line.garbage", "goes on after garbage", garbage),
    Check("reconnect.line", "is the same when the line is back", reopened),
    Check("reconnect.replug", "is the same when it was unplugged", replugged),
)
