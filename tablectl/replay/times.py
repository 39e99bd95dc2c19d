"""Times of records for people, and back: UTC, to the microsecond where it matters."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def moment(microseconds: int) -> str:
    """A time as it is written in a list: day, time of day and milliseconds, UTC."""
    return _at(microseconds).strftime("%Y-%m-%d %H:%M:%S.") + f"{microseconds // 1000 % 1000:03d}"


def day(microseconds: int) -> str:
    return _at(microseconds).strftime("%Y-%m-%d")


def clock(microseconds: int) -> str:
    """The time of day alone."""
    return moment(microseconds).partition(" ")[2]


def _at(microseconds: int) -> datetime:
    return _EPOCH + microseconds * _MICROSECOND


def in_microseconds(written: str) -> int:
    """A time that somebody wrote; UTC unless it says otherwise. ValueError where it is none."""
    try:
        given = datetime.fromisoformat(written)
    except ValueError as error:
        wanted = "write 2026-01-31 or 2026-01-31T20:15"
        raise ValueError(f"{written!r} is no time; {wanted}") from error
    if given.tzinfo is None:
        given = given.replace(tzinfo=UTC)
    return (given - _EPOCH) // _MICROSECOND
