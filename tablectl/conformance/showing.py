"""Checks of readers that are shown cards one by one and know each by its tag or code."""

from __future__ import annotations

from drivers.plain.profile import SHOWN, PlainProfile
from drivers.plain.wording import TagShown
from tablectl.conformance.checks import Check
from tablectl.conformance.contact import Task
from tablectl.conformance.sitting import Differs, NotApplicable, Sitting
from tablectl.conformance.tongue import Happened

ACE = "AS"


def _reader(s: Sitting) -> PlainProfile:
    if not isinstance(s.profile, PlainProfile) or not s.tells(SHOWN, ()):
        raise NotApplicable("its profile does not say that it reads tags")
    return s.profile


def _shown(s: Sitting) -> TagShown:
    since = len(s.heard)
    s.ask_for(Task.PRESENT)
    seen = s.wait(s.hands.patience, lambda: s.told(TagShown, since))
    if seen is None:
        raise Differs("the tag of the card that was shown", "nothing of that was told")
    return seen


def tag(s: Sitting) -> None:
    profile = _reader(s)
    first = _shown(s).tag
    if profile.cards and profile.card_map is not None:
        card = profile.card_map.card(first)
        if card is None or card.code != ACE:
            raise Differs(ACE, "a tag of no card" if card is None else card.code)
    s.wait(s.hands.calm)
    second = _shown(s).tag
    if second != first:
        raise Differs(f"the same tag again, {first}", second)


def while_there(s: Sitting) -> None:
    """A reader says a tag once, or for as long as the card lies there, as its profile has it."""
    profile = _reader(s)
    since = len(s.heard)
    _shown(s)
    s.wait(max(s.hands.calm, s.timing.lapse + s.timing.repeat))
    times = len(_tags(s, since))
    if profile.gone_after is None and times > 1:
        raise Differs("the tag once, when the card comes", f"said {times} times")
    if profile.gone_after is not None and times < 2:
        raise Differs("the tag again while the card lies there", "said once")


def answered(s: Sitting) -> None:
    if _reader(s).receipts is None:
        raise NotApplicable("its profile does not say that it waits for an answer")
    s.recording = False
    since = len(s.heard)
    _shown(s)
    again = s.wait(2 * s.timing.lapse, lambda: _marked(s, since))
    if again is None:
        raise Differs("what was not answered said again, and marked so", "said once")


def _tags(s: Sitting, since: int) -> list[TagShown]:
    happened = (said.what for said in s.heard[since:] if isinstance(said, Happened))
    return [what for what in happened if isinstance(what, TagShown)]


def _marked(s: Sitting, since: int) -> TagShown | None:
    return next((shown for shown in _tags(s, since) if shown.again), None)


CHECKS = (
    Check("tells.tag", "tells the tag of a card that it is shown", tag),
    Check("tells.while_there", "tells a tag as often as its profile says", while_there),
    Check("delivery.answered", "says again, and marks, what was not answered", answered),
)
