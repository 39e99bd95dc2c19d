"""The clauses that every table is under, whatever is played at it: 19:47-8.2 and 8.3."""

from __future__ import annotations

from tablectl.words.bases import Clause

SIGN_POSTED = Clause("19:47-8.3(b)1")
ANNOUNCED = Clause("19:47-8.3(b)2")
COMMISSION_TOLD = Clause("19:47-8.3(b)3")
HALF_AN_HOUR_BEFORE = Clause("19:47-8.3(b)")
"""All three come half an hour before a rule changes."""
LIMITS_AT_ONCE = Clause("19:47-8.3(c)")
"""A sign and an announcement are enough for a limit."""
OVER_LIMIT = Clause("19:47-8.2(d)")
"""A wager above the maximum that was accepted is paid or lost whole."""
