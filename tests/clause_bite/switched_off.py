"""One clause switched off in this process for good: at the seams, or by hand where none reaches."""

from __future__ import annotations

from tablectl.tracing.hows import kept
from tests.clause_bite.by_hand import BY_HAND
from tests.clause_bite.seams import Switch, throw


def switch_off(citation: str) -> Switch:
    line = kept().get(citation)
    if line is None or line.along_with:
        switch = Switch(line.along_with if line else citation)
        throw(switch)
        return switch
    if citation not in BY_HAND:
        raise LookupError(f"by_hand.py does not say how to do without {citation}")
    BY_HAND[citation]()
    return Switch(citation, {"by hand"})
