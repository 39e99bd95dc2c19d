"""What the console says where the table itself cannot: it is away, it stopped, and what to do at a
screen where the door's own hint is for the command line."""

from __future__ import annotations

from collections.abc import Mapping

_SIGN_IN = "sign in again"
HINTS: Mapping[str, str] = {
    "unknown": "an administrator enrols people",
    "unproved": _SIGN_IN,
    "no_session": _SIGN_IN,
    "not_theirs": _SIGN_IN,
    "other_user": _SIGN_IN,
    "forged": _SIGN_IN,
    "replayed": _SIGN_IN,
    "choose_proof": "choose a PIN of your own",
    "not_believed": "look at the name, and type it again",
}


def console_hint(code: str) -> str:
    """What to do at a screen about an answer of the door; nothing where its own hint will do."""
    return HINTS.get(code, "")


def lost_text() -> str:
    return "The controller does not answer. What is shown may be old; it comes back by itself."


def stopped_text(seq: int) -> str:
    return f"The table stopped on record {seq}; a technician has to look at it."
