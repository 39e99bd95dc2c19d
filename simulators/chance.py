"""Randomness from one seed, split by name, so that adding a fault does not reshuffle the world."""

from __future__ import annotations

from hashlib import sha256
from random import Random


def split(seed: int | str, name: str) -> Random:
    """A source of randomness of its own for this name under this seed."""
    return Random(int.from_bytes(sha256(f"{seed}|{name}".encode()).digest()[:8]))
