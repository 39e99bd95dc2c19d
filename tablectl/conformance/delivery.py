"""Checks of what becomes of a report: said again, kept over an outage, counted, or gone."""

from __future__ import annotations

from drivers.driving import MILLISECOND
from tablectl.conformance.checks import Check
from tablectl.conformance.contact import Task
from tablectl.conformance.orders import a_demand, done
from tablectl.conformance.sitting import Differs, NotApplicable, Sitting
from tablectl.conformance.tongue import Ended, Happened
from tablectl.words.observations import Jammed
from tablectl.words.settings import Delivery, DeviceKind

AWAY = 300 * MILLISECOND
REPEATS = 6
Event = tuple[int, int]


def _exactly_once(s: Sitting) -> None:
    if s.delivery is not Delivery.EXACTLY_ONCE:
        raise NotApplicable(f"its delivery is {s.delivery.value}: nothing is said again")


def _unrecorded(s: Sitting) -> Event:
    """Cause an event that nobody records; its number."""
    _exactly_once(s)
    s.recording = False
    if s.kind is DeviceKind.READER:
        s.ask_for(Task.JAM)
        s.wait(s.hands.patience, lambda: s.told(Jammed, 0))
        s.hands.do(Task.CLEAR)
    else:
        s.order(a_demand(s))
    numbers = _numbers(s, 0)
    if not numbers:
        raise Differs("an event", "none")
    return numbers[-1]


def _numbers(s: Sitting, since: int) -> list[Event]:
    told = (said for said in s.heard[since:] if isinstance(said, Happened | Ended))
    return [said.event for said in told if said.event is not None]


def again(s: Sitting) -> None:
    event = _unrecorded(s)
    s.wait(REPEATS * s.timing.repeat, lambda: _numbers(s, 0).count(event) > 1 or None)
    if _numbers(s, 0).count(event) < 2:
        raise Differs("an event that is not recorded said again", "it was said once")


def recorded(s: Sitting) -> None:
    event = _unrecorded(s)
    s.record(event)
    s.wait(s.timing.repeat // 2)
    since = len(s.heard)
    s.wait(REPEATS * s.timing.repeat)
    if times := _numbers(s, since).count(event):
        raise Differs("an event that is recorded never said again", f"said {times} times more")


def kept(s: Sitting) -> None:
    """An event that nobody recorded, and the line is lost."""
    event = _unrecorded(s)
    _away(s)
    since = len(s.heard)
    s.greet()
    s.wait(s.timing.silent, lambda: event in _numbers(s, since) or None)
    if event not in _numbers(s, since):
        raise Differs("the event that was not recorded, once more", "it did not come")


# ---------------------------------------------------------------- the line is lost and back


def _away(s: Sitting) -> None:
    s.leave()
    s.wait(AWAY)
    s.come_back()


def identity(s: Sitting) -> None:
    if s.who is None:
        raise NotApplicable("its profile does not say how it is asked who it is")
    before = s.who
    _away(s)
    after = s.greet()
    if after is None:
        raise Differs(f"{before.model} {before.serial}", "no answer")
    if (after.model, after.serial, after.firmware) != (
        before.model,
        before.serial,
        before.firmware,
    ):
        raise Differs(f"{before.model} {before.serial}", f"{after.model} {after.serial}")


def count(s: Sitting) -> None:
    """What it has counted is the same before and after, and agrees with what it told."""
    if s.delivery is not Delivery.COUNTER:
        raise NotApplicable(f"its delivery is {s.delivery.value}: no count is compared")
    s.loaded()
    done(s.allow(s.portion), f"{s.portion} more allowed")
    s.portion_out()
    out = s.out
    before = s.stands()
    if before is None or before.out != out:
        raise Differs(f"a count of {out}", "no answer" if before is None else str(before.out))
    _away(s)
    s.greet()
    after = s.stands()
    if after != before:
        raise Differs(f"a count of {out}", "no answer" if after is None else str(after.out))


def while_away(s: Sitting) -> None:
    """A deck is put in while nobody listens."""
    if s.kind is not DeviceKind.SHOE:
        raise NotApplicable("not a shoe")
    s.loaded()
    load = s.load
    s.leave()
    s.ask_for(Task.LOAD)
    s.wait(s.hands.calm)
    s.come_back()
    since = len(s.heard)
    s.greet()
    told = s.wait(s.hands.calm, lambda: s.told_load(since))
    match s.delivery:
        case Delivery.EXACTLY_ONCE if told is None:
            raise Differs("that a deck was put in, told late", "nothing of that was told")
        case Delivery.COUNTER:
            stands = s.stands()
            if stands is None or stands.out or stands.load not in (None, load + 1):
                seen = "no answer" if stands is None else f"load {stands.load}, {stands.out} out"
                raise Differs(f"load {load + 1} with no card out", seen)
        case Delivery.AT_MOST_ONCE:
            if told is not None:
                raise Differs("nothing of what nobody took", "it was told late")
            s.load, s.out = 0, 0


CHECKS = (
    Check("delivery.again", "says an event again until it is recorded", again),
    Check("delivery.recorded", "never says an event again that is recorded", recorded),
    Check("reconnect.identity", "is the same when the line is back", identity),
    Check("reconnect.kept", "tells what nobody recorded when the line is back", kept),
    Check("reconnect.count", "counts on when the line is back", count),
    Check("reconnect.away", "keeps its promise on what happened while nobody listened", while_away),
)
