"""A due and whose it is: the element of the one list that says where the table stands."""

from __future__ import annotations

from tablectl.words.dues import Due
from tablectl.words.values import value


@value
class Offered:
    """`owner` is case, round, deck, device or table; `subject` names which."""

    owner: str
    subject: str
    due: Due


Standing = tuple[Offered, ...]


@value
class Memo:
    """What was worked out about a state, kept with it so that the next input need not again."""

    plan_dues: tuple[Due, ...]
    standing: Standing
