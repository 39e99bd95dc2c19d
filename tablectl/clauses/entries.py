"""What the registry holds of a clause."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Topic(Enum):
    """The part of the game a clause is about."""

    BURN = "burn"
    CARD_LIFE = "card_life"
    CARDS = "cards"
    COLLECTION = "collection"
    CUT = "cut"
    DEAL = "deal"
    DECISION = "decision"
    DEFINITION = "definition"
    DEVICE = "device"
    IRREGULARITY = "irregularity"
    NOTICE = "notice"
    OPENING = "opening"
    PAYOUT = "payout"
    RANKING = "ranking"
    REVEAL = "reveal"
    SETTLEMENT = "settlement"
    SHUFFLE = "shuffle"
    START_POSITION = "start_position"
    STUB = "stub"
    WAGER = "wager"


class Enforce(Enum):
    """How far a controller can see to it that a clause is kept."""

    MACHINE = "machine"
    """It computes or enforces it."""
    PROMPT = "prompt"
    """It asks a person to do or to confirm it."""
    RECORD = "record"
    """It can only write down that it happened."""
    OUTSIDE = "outside"
    """It cannot know."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One rule that can be tested by itself; a clause with several rules has several entries."""

    citation: str
    topic: Topic
    says: str
    """What the clause asks, in our own words."""
    enforce: Enforce
    partial: bool = False
    """The text of the clause is known only in part."""
