"""The results as JUnit writes them, for whatever collects the results of tests."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree

from tablectl.conformance.checks import Result, Verdict

SECOND = 1_000_000


def junit(title: str, results: Sequence[Result]) -> bytes:
    """One suite; a check that is not applicable counts as skipped."""
    suite = ElementTree.Element(
        "testsuite",
        name=title,
        tests=str(len(results)),
        failures=str(_count(results, Verdict.FAILED)),
        errors="0",
        skipped=str(_count(results, Verdict.NOT_APPLICABLE)),
        time=_seconds(sum(result.took_us for result in results)),
    )
    for result in results:
        _case(suite, result)
    ElementTree.indent(suite)
    made: bytes = ElementTree.tostring(suite, encoding="utf-8", xml_declaration=True)
    return made + b"\n"


def _case(suite: ElementTree.Element, result: Result) -> None:
    group, _, _ = result.check.id.partition(".")
    case = ElementTree.SubElement(
        suite,
        "testcase",
        classname=f"conform.{group}",
        name=f"{result.check.id}: {result.check.name}",
        time=_seconds(result.took_us),
    )
    match result.verdict:
        case Verdict.FAILED:
            told = f"expected {result.expected}; seen {result.seen}"
            ElementTree.SubElement(case, "failure", message=told)
        case Verdict.NOT_APPLICABLE:
            ElementTree.SubElement(case, "skipped", message=result.why)


def _count(results: Sequence[Result], verdict: Verdict) -> int:
    return sum(result.verdict is verdict for result in results)


def _seconds(us: int) -> str:
    return f"{us / SECOND:.3f}"
