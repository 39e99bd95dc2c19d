"""What a check is, what it comes to, and the running of all of them in turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, Protocol, TypeVar

from tablectl.conformance.sitting import Differs, Gone, NotApplicable
from tablectl.words.values import Label, value

NO_ANSWER = "it does not answer when it is greeted"


class Sits(Protocol):
    """Somebody who sits with a device, and is asked to do one check after the other."""

    def begin(self) -> None:
        """Everything as a check finds it; Gone if nothing more can be asked of the device."""


S = TypeVar("S", bound=Sits)


class Verdict(Label):
    PASSED = "pass"
    FAILED = "fail"
    NOT_APPLICABLE = "not applicable"


@value
class Check(Generic[S]):
    """One thing that has to be so. `run` returns if it is, and raises what is not."""

    id: str
    name: str
    run: Callable[[S], None]


@value
class Result:
    """What a check came to: expected and seen if it failed, why if there was nothing to check."""

    check: Check[Any]
    verdict: Verdict
    expected: str = ""
    seen: str = ""
    why: str = ""
    took_us: int = 0


def examined(sitting: S, checks: Iterable[Check[S]], clock: Callable[[], int]) -> Iterator[Result]:
    """Every check in turn. One that fails keeps no other from being made.

    A device that does not answer when it is greeted fails the check that finds it so, unless the
    one before has told what happened to it; after that there is nothing to check.
    """
    gone = explained = False
    for check in checks:
        began = clock()
        expected = seen = why = ""
        verdict = Verdict.PASSED
        try:
            if gone:
                raise NotApplicable(NO_ANSWER)
            sitting.begin()
            check.run(sitting)
        except Differs as differs:
            verdict, expected, seen = Verdict.FAILED, differs.expected, differs.seen
        except NotApplicable as none:
            verdict, why = Verdict.NOT_APPLICABLE, str(none)
        except Gone:
            gone = True
            if explained:
                verdict, why = Verdict.NOT_APPLICABLE, NO_ANSWER
            else:
                verdict, expected, seen = Verdict.FAILED, "an answer to who it is", "no answer"
        explained = verdict is Verdict.FAILED
        yield Result(check, verdict, expected, seen, why, clock() - began)
