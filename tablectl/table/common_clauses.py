"""The clauses that every table is under, whatever is played at it: 19:47-8.2 and 8.3."""

from __future__ import annotations

from tablectl.words.bases import Clause

OVER_LIMIT = Clause("19:47-8.2(d)")
"""A wager above the maximum that was accepted is paid or lost whole."""
