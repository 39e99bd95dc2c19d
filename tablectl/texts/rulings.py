"""Irregularities and rulings: what happened, what follows, who confirms, on which basis.

A sentence about an irregularity is a template of its kind, filled with one fragment for each
circumstance, so that two cases which are ruled on differently never read the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tablectl.texts.names import (
    bracketed,
    listed,
    place_name,
    printable,
    role_name,
    sentence,
    spoken,
)
from tablectl.words.irregularities import Kind
from tablectl.words.rulings import Consequence, Scope

KINDS: Mapping[Kind, str] = {
    Kind.FACE_UP_CARD: "a card lay face up among the cards to be dealt, {nth}",
    Kind.CARD_DRAWN_IN_ERROR: "a card was drawn in error, {face}, and {next}{stage}",
    Kind.CARD_EXPOSED: "a card of {whose} was exposed {moment}",
    Kind.CARD_BEFORE_CALL: "a card came out before the wagers were closed",
    Kind.UNSOLICITED_CARD: "a card came out that was not due, {cards}{stage}",
    Kind.UNSOLICITED_CHECK: "a card was put into the reader and was not to be checked{wanted}, "
    "{conceals}, {cards}",
    Kind.WRONG_STACK: "a stack came out with {size} cards",
    Kind.ORDER_OF_DEAL: "the cards were dealt in a different order than the rules give",
    Kind.MISDEAL: "a hand has a wrong number of cards",
    Kind.STUB_MISMATCH: "the stub has a different number of cards than it should",
    Kind.STUB_FINDING: "after a wrong stub all hands were counted: {misdealt}, and {total}",
    Kind.SHUFFLE_COUNT: "the shuffler counted a wrong number of cards",
    Kind.COUNT_DISPUTED: "two counts of the same cards differ, {cards}",
    Kind.COUNT_UNCERTAIN: "a count can no longer be relied on, {cards}",
    Kind.CHIPS_MISMATCH: "there are more or fewer bonus chips than bonus wagers",
    Kind.CUT_IMPROPER: "the cut was not made as it should be",
    Kind.CARDS_RUN_OUT: "a card is due and the shoe is empty, {discards}",
    Kind.WRONG_SIDE: "cards were dealt from the other side of the shoe than they should",
    Kind.DUPLICATE_CARD: "a card turned up more often than the deck holds it, {cards}",
    Kind.FOREIGN_CARD: "a card turned up that does not belong to the deck, {cards}",
    Kind.CARD_CHANGED: "a card that was told before is told as another one",
    Kind.JAM: "{device}{checks} jammed {deal}",
    Kind.DEVICE_FAILED: "{device}{checks} could not do its work {deal}",
    Kind.LINK_LOST: "there is no line to a device{checks}, {cards}",
    Kind.RESTART: "the controller started, {cards}",
    Kind.IDENTITY_MISMATCH: "what answered is not the device that the table file promises",
    Kind.FIRMWARE_UNKNOWN: "the device has a firmware that its profile does not know",
    Kind.EVIDENCE_GAP: "reports of a device are missing, {cards}",
    Kind.ORDER_OVERDUE: "{device} did not answer an order in time {deal}",
    Kind.CLOCK_STEPPED: "the clock of the controller was set {direction}",
    Kind.NUMBER_OUT_OF_RANGE: "a number was drawn that lies outside what was asked for",
    Kind.PASSED_OVER: "{whose} was passed over in the deal and got {got}",
    Kind.CARD_NOT_GIVEN: "a card that a hand asked for was not given{stage}",
    Kind.CARDS_TOUCHED: "somebody who may not touched or changed cards",
    Kind.CARD_NOT_FROM_SHOE: "a card came from somewhere else than the shoe",
    Kind.NOT_EXPECTED: "a device reported something that nothing called for, {cards}",
    Kind.LATE_FINDING: "something about an earlier round came to light after it was over",
}

FRAGMENTS: Mapping[tuple[str, str], str] = {
    ("nth", "first"): "the first of this round",
    ("nth", "further"): "not the first of this round",
    ("deal", "running"): "during the deal",
    ("deal", "not_running"): "before the first card of a deal, or after the last",
    ("face", "unseen"): "its face unseen",
    ("face", "seen"): "its face seen",
    ("next", "yes"): "further cards are due",
    ("next", "no"): "no further card is due",
    ("whose", "dealer"): "the dealer",
    ("whose", "player"): "a player",
    ("whose", "common"): "the common cards",
    ("whose", "stub"): "the stub",
    ("moment", "before_reveal"): "before it was to be turned up",
    ("moment", "after_reveal"): "after it had been turned up",
    ("cards", "out"): "with a round's cards out",
    ("cards", "in"): "with no card out",
    ("discards", "yes"): "with cards in the discard rack to go on with",
    ("discards", "no"): "and so is the discard rack",
    ("size", "short"): "too few",
    ("size", "long"): "too many",
    ("misdealt", "yes"): "a hand is wrong",
    ("misdealt", "no"): "every hand is right",
    ("total", "right"): "the deck is complete",
    ("total", "wrong"): "the deck is not complete",
    ("device", "shuffler"): "the shuffler",
    ("device", "shoe"): "the shoe",
    ("device", "reader"): "the card reader",
    ("device", "generator"): "the number generator",
    ("stage", "any"): "",
    ("stage", "dealing"): ", while the first cards were dealt",
    ("stage", "drawing"): ", while the hands of the players were played",
    ("stage", "dealer"): ", while the dealer's hand was played",
    ("stage", "stands"): ", when the dealer stood",
    ("stage", "all_out"): ", when no hand was to get another card",
    ("wanted", "never"): " in this round",
    ("wanted", "later"): " yet",
    ("wanted", "before"): " again",
    ("conceals", "yes"): "by a reader that shows it to nobody",
    ("conceals", "no"): "by a reader that may tell it to a player",
    ("checks", "no"): "",
    ("checks", "yes"): " that checks cards",
    ("got", "none"): "no card",
    ("got", "some"): "fewer cards than were due",
    ("direction", "forth"): "forward",
    ("direction", "back"): "back",
}

UNWRITTEN: Mapping[str, str] = {
    "stage": "any",
    "checks": "no",
    "conceals": "no",
    "wanted": "never",
}
"""Circumstances that are not told where they are as they ordinarily are."""

CONSEQUENCES: Mapping[Consequence, str] = {
    Consequence.GO_ON: "play goes on",
    Consequence.RACK_CARD: "the card goes to the discard rack",
    Consequence.NEXT_CARD: "the card is used as the next one due",
    Consequence.RETURN_CARD: "the card goes back to the cards to be dealt",
    Consequence.KEEP_CARD: "the card is kept and is the next one as soon as one is due",
    Consequence.OFFER_CARD: "the card is offered to whoever can use it",
    Consequence.LAY_AGAIN: "the cards of the deal lie as they really came",
    Consequence.MEND: "the round makes it good",
    Consequence.DO_WITHOUT: "the round goes on without the device",
    Consequence.RECUT: "the deck is cut again",
    Consequence.COUNT_HANDS: "every hand is counted",
    Consequence.VOID_ROUND: "the round is void",
    Consequence.RESHUFFLE: "the deck is shuffled again",
    Consequence.REFILL: "the cards in the discard rack are shuffled and loaded, and play goes on",
    Consequence.REMOVE_DECK: "the deck leaves the table",
    Consequence.LATCH_DEVICE: "the device is out of service until a technician clears it",
    Consequence.DISPUTE: "a dispute is opened and the round that is over stays as it is",
}

CARDS_BECOME: Mapping[Consequence, str] = {
    Consequence.RACK_CARD: "the card goes to the discard rack",
    Consequence.NEXT_CARD: "the card is the next one that is dealt",
    Consequence.RETURN_CARD: "the card goes back to the cards to be dealt",
    Consequence.KEEP_CARD: "the card is kept until one is due",
    Consequence.OFFER_CARD: "the card is offered to whoever can use it",
    Consequence.LAY_AGAIN: "the cards count for the places where they really lie",
    Consequence.RECUT: "the deck goes back and is cut again",
    Consequence.COUNT_HANDS: "the cards stay where they lie and are counted",
    Consequence.VOID_ROUND: "no card of the round counts any more",
    Consequence.RESHUFFLE: "all cards of the deck are collected and shuffled",
    Consequence.REFILL: "the cards in the discard rack are shuffled and loaded",
    Consequence.REMOVE_DECK: "all cards of the deck are collected and leave the table",
}
"""What becomes of cards; what is not named here leaves them where they lie."""

WAGERS_BECOME: Mapping[Consequence, str] = {
    Consequence.VOID_ROUND: "every wager of the round goes back to its player",
    Consequence.DISPUTE: "what was taken and paid stays so until the dispute is resolved",
}
"""What becomes of wagers; what is not named here leaves them as they are."""

REMEDIES: Mapping[str, str] = {
    "go_on": "go on",
    "void_round": "void the round and shuffle the deck",
    "void_round_and_remove_deck": "void the round and remove the deck",
    "remove_deck": "remove the deck",
    "reshuffle": "shuffle the deck again",
    "rack_card": "put the card into the discard rack",
    "next_card": "use the card as the next one due",
    "keep_card": "nobody saw the card: keep it as the next one",
    "offer_card": "the card was seen: offer it",
    "return_card": "put the card back with the cards to be dealt",
}


def irregularity_text(told: Mapping[str, Any]) -> str:
    """What happened, from an irregularity as a view tells it."""
    fragments = {
        name: FRAGMENTS.get((name, value), spoken(value))
        for name, value in {**UNWRITTEN, **told["circumstances"]}.items()
    }
    return sentence(f"{KINDS[Kind(told['irregularity'])].format(**fragments)}{_where(told)}")


def ruling_text(told: Mapping[str, Any]) -> str:
    """What follows and who confirms it, from a ruling as a view tells it, with its basis."""
    return bracketed(follows_text(told), told["basis"])


def follows_text(told: Mapping[str, Any]) -> str:
    """What follows and who confirms it, from a ruling as a view tells it."""
    follows = [CONSEQUENCES[Consequence(name)] for name in told["ruling"]]
    parts = [listed(follows)] if follows else []
    who = listed(map(role_name, told["confirm"]), "or") if told["confirm"] else ""
    if told["remedies"]:
        ways = listed(map(remedy_text, told["remedies"]), "or")
        parts.append(f"{who} chooses the way out: {ways}")
    elif who:
        parts.append(f"{who} confirms")
    else:
        parts.append("nobody has to confirm")
    return sentence("; ".join(parts))


def cards_text(consequences: Iterable[str]) -> str:
    """What becomes of the cards, from the consequences of a ruling."""
    return _become(consequences, CARDS_BECOME, "the cards stay where they lie")


def wagers_text(consequences: Iterable[str]) -> str:
    """What becomes of the wagers, from the consequences of a ruling."""
    return _become(consequences, WAGERS_BECOME, "the wagers stay as they are")


def _become(consequences: Iterable[str], told: Mapping[Consequence, str], otherwise: str) -> str:
    found = [told[each] for each in map(Consequence, consequences) if each in told]
    return sentence("; ".join(dict.fromkeys(found)) or otherwise)


def ways_text(ways: Iterable[tuple[str, str]]) -> str:
    """What becomes of something by the way out that is chosen."""
    return " ".join(f"{sentence(remedy_text(name))[:-1]}: {told}" for name, told in ways)


def case_text(case: Mapping[str, Any]) -> str:
    """An open case: its name, what it holds up, what happened and what follows."""
    what = "nothing" if case["scope"] == Scope.NOTHING.value else f"the {case['scope']}"
    held = f"{spoken(case['id'])} holds up {what}"
    return f"{sentence(held)} {irregularity_text(case)} {ruling_text(case)}"


def remedy_text(name: str) -> str:
    return REMEDIES.get(name, spoken(name))


def told_texts(told: Mapping[str, Any]) -> tuple[str, str]:
    """What happened, and what follows."""
    return irregularity_text(told), ruling_text(told)


def _where(told: Mapping[str, Any]) -> str:
    found = _known(
        (
            ("at", place_name(told["place"]) if told["place"] else ""),
            ("deck", told["deck"]),
            ("device", told["device"]),
            ("round", str(told["round"] or "")),
            ("", printable(told["detail"])),
        )
    )
    return f" ({'; '.join(found)})" if found else ""


def _known(parts: Iterable[tuple[str, str]]) -> list[str]:
    return [f"{label} {value}".strip() for label, value in parts if value]
