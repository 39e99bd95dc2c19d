"""What the checks of a device came to, as one HTML page to be kept with the device's papers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from drivers.profile_form import Profile
from tablectl.cli.html import document, shown, table
from tablectl.conformance.checks import Result, Verdict
from tablectl.conformance.tongue import Who

STYLE = """
body { font: 11pt/1.4 sans-serif; margin: 10mm auto; max-width: 240mm; color: #000 }
table { border-collapse: collapse; width: 100% }
th, td { border: 1px solid #999; padding: 1mm 2mm; text-align: left; vertical-align: top }
tr { page-break-inside: avoid }
"""
HEADS = ("check", "what it checks", "result", "expected and seen, or why not")


def page(profile: Profile, where: str, who: Who | None, results: Sequence[Result]) -> str:
    title = f"Conformance of {profile.profile}"
    return document(title, STYLE, _body(title, profile, where, who, results))


def _body(
    title: str, profile: Profile, where: str, who: Who | None, results: Sequence[Result]
) -> Iterator[str]:
    yield f"<h1>{shown(title)}</h1>"
    yield f"<p>{shown(f'{profile.title}, by {profile.maker}; {profile.protocol}, {where}')}</p>"
    if who is not None:
        yield f"<p>{shown(f'{who.model} {who.serial}, firmware {who.firmware}')}</p>"
    yield f"<p><b>{shown(summary(results))}</b></p>"
    yield from table(HEADS, (_row(result) for result in results), last="")


def _row(result: Result) -> tuple[str, str, str, str]:
    return result.check.id, result.check.name, result.verdict.value, remark(result)


def remark(result: Result) -> str:
    """Expected and seen, or why there was nothing to check."""
    if result.verdict is Verdict.FAILED:
        return f"expected {result.expected}; seen {result.seen}"
    return result.why


def summary(results: Sequence[Result]) -> str:
    counts = {each: sum(r.verdict is each for r in results) for each in Verdict}
    return (
        f"{len(results)} checks: {counts[Verdict.PASSED]} passed, {counts[Verdict.FAILED]} failed, "
        f"{counts[Verdict.NOT_APPLICABLE]} not applicable"
    )
