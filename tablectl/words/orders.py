"""Orders: what the controller asks of a device. Numbered, pending until done or failed."""

from __future__ import annotations

from tablectl.words.canonical import word


@word
class Allow:
    """Cards may come out until the device has given `total` in all since this load of it.

    Absolute on purpose: a repeated or late allowance can never let one card too many out. `load`
    is 0 for a device that does not number its loads; one that does refuses any other than the one
    that is in it.
    """

    total: int
    load: int = 0


@word
class Draw:
    """Draw one number from low to high, both included, for this purpose and no other."""

    draw: str
    low: int
    high: int


@word
class Shuffle:
    """Shuffle this deck."""

    deck: str


Demand = Allow | Draw | Shuffle


@word
class Order:
    """A demand on a device under a number that is never used again."""

    number: int
    device: str
    demand: Demand
    given_at: int
