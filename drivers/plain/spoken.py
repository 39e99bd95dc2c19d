"""What went over the line of a plain device, as it may be looked at."""

from __future__ import annotations

from tablectl.words.values import value


@value
class Spoken:
    """A sentence without its subject. No card is in it: which card it is may be hidden."""

    what: str
    values: str = ""
