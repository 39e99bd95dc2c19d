"""Checks of who the device says it is, and that it shows signs of life."""

from __future__ import annotations

from drivers.driving import MILLISECOND
from drivers.messages import PROTOCOL
from tablectl.conformance.checks import Check
from tablectl.conformance.sitting import Differs, NotApplicable, Sitting
from tablectl.conformance.tongue import Who

BEATS = 5
NO_WORDS = "its profile has no words for that"
NO_ANSWER_TO_WHO = "an answer to who it is", "no answer"


def _who(s: Sitting) -> Who:
    if not s.has_identity:
        raise NotApplicable("its profile does not say how it is asked who it is")
    if s.who is None:
        raise Differs(*NO_ANSWER_TO_WHO)
    return s.who


def same(what: str, wanted: str, said: str) -> None:
    """It says this of itself, and nothing else."""
    if said != wanted:
        raise Differs(f"{what} {wanted}", said or "nothing")


def answers(s: Sitting) -> None:
    _who(s)
    if s.greet() is None:
        raise Differs(*NO_ANSWER_TO_WHO)


def model(s: Sitting) -> None:
    same("model", s.profile.model, _who(s).model)


def serial(s: Sitting) -> None:
    who = _who(s)
    if s.serial:
        same("serial number", s.serial, who.serial)
    elif not who.serial:
        raise Differs("a serial number", "none")


def firmware(s: Sitting) -> None:
    said = _who(s).firmware
    if not s.profile.accepts(said):
        raise Differs(f"firmware {' or '.join(s.profile.firmware)}", said or "nothing")


def digest(s: Sitting) -> None:
    who = _who(s)
    if not s.profile.digest:
        raise NotApplicable("its profile promises no digest of its program")
    same("digest", s.profile.digest, who.digest)


def kind(s: Sitting) -> None:
    who = _who(s)
    if who.protocol is None:
        raise NotApplicable(NO_WORDS)
    if who.kind is not s.kind:
        raise Differs(f"a {s.kind.value}", f"a {who.kind.value}" if who.kind else "another kind")


def protocol(s: Sitting) -> None:
    who = _who(s)
    if who.protocol is None:
        raise NotApplicable(NO_WORDS)
    if who.protocol != PROTOCOL:
        raise Differs(f"protocol {PROTOCOL}", str(who.protocol))


def lapse(s: Sitting) -> None:
    said = _who(s).lapse_ms
    if said is None:
        raise NotApplicable(NO_WORDS)
    if said * MILLISECOND > s.timing.lapse:
        raise Differs(f"a lapse of {s.profile.timing.lapse} ms at most", f"{said} ms")


def again(s: Sitting) -> None:
    first = _who(s)
    second = s.greet_again()
    if second != first:
        raise Differs("the same answer when it is asked again", _told(second))


def _told(who: Who | None) -> str:
    return "no answer" if who is None else f"{who.model} {who.serial} {who.firmware}"


def alive(s: Sitting) -> None:
    if not s.has_beat:
        raise NotApplicable("its profile has no signs of life")
    if not s.lives():
        raise Differs("an answer to a sign of life", "no answer")


def prompt(s: Sitting) -> None:
    if not s.has_beat:
        raise NotApplicable("its profile has no signs of life")
    late = sum(not s.lives(within=s.timing.repeat) for _ in range(BEATS))
    if late > BEATS // 2:  # a frame may be lost, and a machine be held up
        expected = f"{BEATS} signs of life answered within {s.profile.timing.repeat} ms each"
        raise Differs(expected, f"{late} of them were not")


CHECKS = (
    Check("identity.answers", "says who it is", answers),
    Check("identity.model", "is the model of its profile", model),
    Check("identity.serial", "has the serial number", serial),
    Check("identity.firmware", "has firmware that its profile accepts", firmware),
    Check("identity.digest", "runs the program that its profile promises", digest),
    Check("identity.kind", "is the kind of device that it should be", kind),
    Check("identity.protocol", "speaks the version of the protocol", protocol),
    Check("identity.lapse", "says a lapse that is no longer than promised", lapse),
    Check("identity.again", "says the same when it is asked again", again),
    Check("alive.answers", "answers a sign of life", alive),
    Check("timing.answers", "answers signs of life before they are said again", prompt),
)
