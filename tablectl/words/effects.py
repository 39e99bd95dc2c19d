"""Effects: what the core asks the world to do, after its cause is durable and never before."""

from __future__ import annotations

from tablectl.words.canonical import word
from tablectl.words.orders import Order


@word
class SendOrder:
    order: Order


@word
class Acknowledge:
    """The device may forget this event: it is on record."""

    device: str
    epoch: int
    event: int


@word
class WakeAt:
    name: str
    time: int


@word
class Unseal:
    """Only a reveal, or the racking of the cards, may cause this."""

    tokens: tuple[str, ...]


@word
class TakeSnapshot:
    """The state is worth keeping now."""


Effect = SendOrder | Acknowledge | WakeAt | Unseal | TakeSnapshot
