"""The ways of dealing that games share, and which shoe goes with which."""

from __future__ import annotations

MANUAL, HAND, AUTOMATED = "manual_shoe", "hand", "automated_shoe"


def shoe_misfit(stack: int, method: str) -> str:
    """Why a shoe that gives so many cards in one go does not go with a way of dealing, or ""."""
    if method == HAND:
        return ", and the cards are dealt by hand"
    if method == AUTOMATED and stack == 1:
        return f" that gives single cards, and {method} takes stacks"
    if method != AUTOMATED and stack > 1:
        return f" that gives stacks of {stack}, and {method} takes single cards"
    return ""
