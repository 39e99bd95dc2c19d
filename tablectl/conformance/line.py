"""Checks of silence and of bad frames: what it does when the line is not as it should."""

from __future__ import annotations

from hashlib import sha256

from drivers.driving import MILLISECOND
from drivers.frames import Flaw
from tablectl.conformance.checks import Check
from tablectl.conformance.orders import done
from tablectl.conformance.sitting import Differs, NotApplicable, Sitting
from tablectl.conformance.tongue import Ended, Lives, Rejected, Said, Took, Who
from tablectl.words.settings import Can, DeviceKind

MARGIN = 250 * MILLISECOND
GARBAGE = b"".join(sha256(bytes((number,))).digest() for number in range(10))


def lapse(s: Sitting) -> None:
    """With an allowance in force the controller falls silent; later somebody pulls at a card."""
    if s.kind is not DeviceKind.SHOE or not s.can(Can.WITHHOLD):
        raise NotApplicable("its profile does not say that it withholds cards")
    s.loaded()
    done(s.allow(2 * s.portion), f"{2 * s.portion} allowed")
    if s.portion > 1:  # the first stack comes by itself, and lies in the tray
        s.wait(s.hands.patience, lambda: s.cards_since(0) or None)
    s.beating = False
    since = len(s.heard)
    s.wait(s.timing.lapse + MARGIN)
    came = s.pulled()
    s.greet()
    s.wait(s.hands.calm)
    came = came or s.cards_since(since)
    if came:
        ms = s.profile.timing.lapse
        raise Differs(f"no card after {ms} ms without a sign of life", f"{came} came")


def session(s: Sitting) -> None:
    if s.who is None or s.who.protocol is None:
        raise NotApplicable("it has no sessions")
    s.beating = False
    s.wait(s.timing.lapse + MARGIN)
    since = len(s.heard)
    beat = s.tongue.beat()
    if beat is not None:
        s.write(beat)
    s.wait(s.timing.silent, lambda: s.answered_since(since) or None)
    said = s.answered_since(since)
    if not any(isinstance(each, Rejected) for each in said):
        raise Differs("that it does not know the session any more", _named(said))


def _named(said: list[Said]) -> str:
    return ", ".join(type(each).__name__.lower() for each in said) or "no answer"


# ---------------------------------------------------------------- bad frames


def garbage(s: Sitting) -> None:
    _quiet(s)
    s.write(GARBAGE)
    _goes_on(s, f"{len(GARBAGE)} bytes of garbage")


def truncated(s: Sitting) -> None:
    _spoilt(s, Flaw.SHORT, "half a frame")


def checksum(s: Sitting) -> None:
    _spoilt(s, Flaw.CHECK, "a frame with a wrong checksum")


def too_long(s: Sitting) -> None:
    _spoilt(s, Flaw.TOO_LONG, "a frame that is too long")


def unknown(s: Sitting) -> None:
    _quiet(s)
    s.write(s.tongue.unknown())
    _goes_on(s, "a frame that it does not know")


def _spoilt(s: Sitting, flaw: Flaw, what: str) -> None:
    _quiet(s)
    frame = s.probe()()
    spoilt = None if frame is None else s.tongue.spoilt(frame, flaw)
    if spoilt is None:
        raise NotApplicable("its frames have no checksum")
    since = len(s.heard)
    s.write(spoilt)
    s.wait(s.timing.gap + s.timing.repeat)
    obeyed = [
        said for said in s.answered_since(since) if isinstance(said, Who | Lives | Took | Ended)
    ]
    if obeyed:
        raise Differs(f"{what} discarded", "it was answered")
    _goes_on(s, what)


def _quiet(s: Sitting) -> None:
    """Nothing is said but by the check."""
    if not s.has_beat and not s.has_identity:
        raise NotApplicable("it can be asked nothing, so nobody can tell whether it goes on")
    s.beating = False


def _goes_on(s: Sitting, after: str) -> None:
    s.wait(s.timing.gap + MARGIN)
    if not s.answers() or not s.answers():  # the first may find what is left of the bad one
        raise Differs(f"that it goes on after {after}", "no answer any more")


CHECKS = (
    Check("timing.lapse", "gives no card when the controller has fallen silent", lapse),
    Check("timing.session", "ends a session in which it hears nothing", session),
    Check("frames.unknown", "goes on after a frame that it does not know", unknown),
    Check("frames.garbage", "discards garbage, and goes on", garbage),
    Check("frames.truncated", "discards half a frame, and goes on", truncated),
    Check("frames.checksum", "discards a frame with a wrong checksum, and goes on", checksum),
    Check("frames.too_long", "discards a frame that is too long, and goes on", too_long),
)
