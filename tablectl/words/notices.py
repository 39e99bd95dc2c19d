"""Notices: a change of what the house has posted, from the request to its start."""

from __future__ import annotations

from collections.abc import Mapping

from tablectl.words.canonical import word


@word
class Notice:
    """An option is going to have another value.

    `done` has the steps that people have confirmed, each with its time. A limit starts with the
    last of them; a rule at `starts_at`, which stands on the sign.
    """

    id: str
    option: str
    value: int
    limit: bool
    by: str
    asked_at: int
    starts_at: int
    done: Mapping[str, int]
