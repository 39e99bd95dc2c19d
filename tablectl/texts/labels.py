"""Labels: what stands on a button, on a field to be filled in, on a pile of cards or on a clock.

Short and in the imperative, for somebody who has a second to look; the sentence that goes with a
button is that of the due it answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablectl.texts.dues import CHECKLISTS, REMEDY
from tablectl.texts.facts import option_name
from tablectl.texts.names import amount, listed, place_name, roles_text, spoken
from tablectl.texts.rulings import remedy_text
from tablectl.words.irregularities import Kind
from tablectl.words.settings import Can, DeviceKind

CONFIRM_LABELS: Mapping[str, str] = {
    "open_table": "open the table",
    "close_table": "close the table",
    "release": "release the table",
    "clear_fault": "fault of {subject} cleared",
    "take_off": "{subject} taken off",
    "put_back": "{subject} put back",
    "accept_identity": "accept {subject}",
    "deal_by": "deal by {spoken}",
    "receive_deck": "fresh cards received: {subject}",
    "offered_card": "dealer takes the card on offer",
    "take_out": "deck {subject} taken out",
    "remove_deck": "deck {subject} removed",
    "inspect": "deck {subject} inspected",
    "verify": "deck {subject} verified",
    "spread": "deck {subject} spread out",
    "wash": "deck {subject} washed",
    "shuffle": "deck {subject} shuffled",
    "cut": "deck {subject} cut",
    "insert": "deck {subject} put into the shuffler",
    "load": "deck {subject} loaded",
    "insert_stacks": "deck {subject} put back into the shoe",
    "spread_idle": "spread out {subject}, face up",
    "spread_idle_down": "spread out {subject}, face down",
    "turn_up": "deck {subject} turned up for a player",
    "count_bonus": "bonus chips counted",
    "bank_bonus": "bonus chips in the tray",
    "spread_stack": "common stack spread",
    "ruling": "confirm the ruling",
    "post_sign": "sign is up",
    "announce_change": "change announced",
    "tell_commission": "Commission told",
    "withdraw_change": "withdraw the change",
    "take_over": "take over as dealer",
    "cutting_card": "cutting card came out",
    "first_bettor_agrees": "{place}: first player agrees",
    "decider_is_seated": "{place}: decider sits there",
    "show_burn": "burned card shown",
    "resolve_dispute": "dispute resolved",
}

STAGE_LABELS: Mapping[str, str] = {
    "forfeits": "forfeits taken",
    "losers": "losing wagers taken",
    "winners": "winning wagers paid",
    "blackjacks": "blackjacks paid",
    "even_money": "even money paid",
    "surrendered": "half of the surrender taken",
    "second_card": "settled after the second card",
    "settlement": "wagers taken and paid",
    "dead_hands": "wagers of dead hands given back",
    "void_return": "all wagers given back",
}

REPORTS: Mapping[Kind, str] = {
    Kind.FACE_UP_CARD: "card lay face up in the shoe",
    Kind.CARD_DRAWN_IN_ERROR: "card drawn in error",
    Kind.CARD_EXPOSED: "card exposed",
    Kind.ORDER_OF_DEAL: "wrong order of the deal",
    Kind.MISDEAL: "misdeal: wrong number of cards",
    Kind.WRONG_SIDE: "dealt from the wrong side",
    Kind.JAM: "device jammed",
    Kind.COUNT_DISPUTED: "count disputed",
    Kind.DUPLICATE_CARD: "card is there twice",
    Kind.FOREIGN_CARD: "card of another deck",
    Kind.CUT_IMPROPER: "cut was improper: cut again",
    Kind.PASSED_OVER: "place passed over",
    Kind.CARD_NOT_GIVEN: "card not given",
    Kind.CARDS_TOUCHED: "cards touched or changed",
    Kind.CARD_NOT_FROM_SHOE: "card not from the shoe",
    Kind.DEVICE_FAILED: "card reader failed",
    Kind.UNSOLICITED_CHECK: "card checked that was not to be",
}
"""What people report, as they would say it."""

ASKS: Mapping[str, str] = {
    "cents": "amount",
    "over": "accepted above the maximum",
    "player": "for the player of",
    "cards": "cards",
    "counted": "number of cards counted",
    "number": "number",
    "note": "what happened",
    "why": "why",
    "decided": "what was decided",
    "place": "where",
    "device": "which device",
    "seen": "somebody saw its face",
    "nth": "which card of the place",
    "choice": "what was said",
    "off": "nothing lies there",
    "other": "where the others are or were",
    "deck": "which deck",
    "round": "round",
    "value": "new value",
    "minutes": "minutes until it starts",
    "before": "before the card of",
}

KINDS_OF_DEVICE: Mapping[DeviceKind, str] = {
    DeviceKind.SHUFFLER: "shuffler",
    DeviceKind.SHOE: "shoe",
    DeviceKind.READER: "card reader",
    DeviceKind.GENERATOR: "number generator",
}

ABILITIES: Mapping[Can, str] = {
    Can.COUNT: "counts cards",
    Can.FACES: "reads faces",
    Can.FACE_UP: "notices a card that lies face up",
    Can.WITHHOLD: "gives no card that is not allowed",
    Can.CHECK: "checks a card without showing it",
    Can.CONCEAL: "shows a checked card to nobody",
    Can.DRAW: "draws numbers",
    Can.TWO_DECKS: "keeps a second deck",
    Can.LOAD_SHOE: "loads the shoe",
    Can.CONTINUOUS: "takes cards back and shuffles them in",
    Can.CHAMBERS: "has a side for each deck",
}

CLOCKS: Mapping[str, str] = {
    "card_life": "deck {subject} in use",
    "cycle": "shuffle of deck {subject}",
    "notice": "change {subject}",
    "count": "stub count",
}

CLOCK_TEXTS: Mapping[str, tuple[str, str]] = {
    "card_life": ("left until it has to be replaced", "has been in use too long and is replaced"),
    "cycle": ("left to wait for the shuffler", "the shuffler has taken too long"),
    "notice": ("left until it starts", "starts as soon as nobody has wagered"),
}
"""By clock, what it means while it runs and once it has run out."""


def title(text: str) -> str:
    """A label begins with a capital letter and has no full stop."""
    return f"{text[:1].upper()}{text[1:]}"


def confirm_label(what: str, subject: str) -> str:
    told = CONFIRM_LABELS.get(what, spoken(what))
    return title(
        told.format(
            subject=subject or "the deck",
            spoken=spoken(subject),
            place=place_name(subject) if subject else "the box",
        )
    )


def stage_label(stage: str) -> str:
    return title(STAGE_LABELS.get(stage, spoken(stage)))


def report_label(kind: str) -> str:
    return title(REPORTS.get(Kind(kind), spoken(kind)))


def ask_label(name: str) -> str:
    return title(ASKS.get(name, spoken(name)))


def choice_label(question: str, choice: str) -> str:
    return title(remedy_text(choice) if question == REMEDY else spoken(choice))


def place_label(place: str) -> str:
    """A place as it stands on the felt, without an article."""
    return title(place_name(place).removeprefix("the "))


def bet_label(wager: str, cents: int | None) -> str:
    return title(f"{spoken(wager)} {amount(cents)}".rstrip())


def move_label(due: Mapping[str, Any]) -> str:
    sources = listed(place_name(place).removeprefix("the ") for place in due["sources"])
    return f"{title(sources)} put into {place_name(due['to'])}"


def turn_label(places: list[str]) -> str:
    return f"{title(listed(place_name(p).removeprefix('the ') for p in places))} turned up"


def kind_label(kind: str) -> str:
    return title(KINDS_OF_DEVICE[DeviceKind(kind)])


def ability_text(can: str) -> str:
    return ABILITIES[Can(can)]


def clock_label(clock: str, subject: str = "") -> str:
    return title(CLOCKS[clock].format(subject=spoken(subject)))


def checklist_texts(checklist: list[str]) -> list[str]:
    """The steps of a checklist: ours by their codes, those of an approved procedure as written."""
    return [title(CHECKLISTS.get(item, item)) for item in checklist]


def stake_text(cents: int | None) -> str:
    return "no amount" if cents is None else amount(cents)


def clock_text(clock: str, *, late: bool) -> str:
    """What a clock that runs, or has run out, means."""
    running, over = CLOCK_TEXTS[clock]
    return over if late else running


def rounds_text(left: int) -> str:
    """In how many rounds a thing is due."""
    if left <= 0:
        return "due in this round"
    return "due in the next round" if left == 1 else f"due in {left} rounds"


def counted_text(place: str, cards: int) -> str:
    """What was counted at a place."""
    return f"{place_label(place)}: {cards} card{'' if cards == 1 else 's'} counted"


def confirmed_text(roles: list[str]) -> str:
    """That a ruling was confirmed."""
    return f"{title(roles_text(roles))} confirmed the ruling"


def case_title(case: Mapping[str, Any]) -> str:
    """A case by its number and its kind."""
    return f"{title(spoken(case['id']))}: {spoken(case['irregularity'])}"


# ---------------------------------------------------------------- buttons by what they do


def call_label(call: str) -> str:
    return f'"{title(spoken(call))}"'


def deal_label(deck: str) -> str:
    return f"Cards dealt from {deck}" if deck else "Cards dealt"


def check_label(check: str, *, yes: bool) -> str:
    return f"{title(spoken(check))}: {'yes' if yes else 'no'}"


def count_label(place: str) -> str:
    return f"Count {place_name(place)}"


def take_back_label(wager: str) -> str:
    return f"Take {spoken(wager)} off"


def all_label(question: str, choice: str, *, others: bool) -> str:
    """An answer of all hands that are still asked."""
    told = choice_label(question, choice).lower()
    return f"All others: {told}" if others else f"All: {told}"


def yes_or_no() -> list[tuple[int, str]]:
    """What an option can be that is either so or not so."""
    return [(1, "Yes"), (0, "No")]


def before_text(before: str) -> str:
    return f"Those asked before: {spoken(before)}."


def dispute_label() -> str:
    return "Dispute an earlier round"


def amend_label(place: str, what: str) -> str:
    return f"{place_label(place)}: put {spoken(what)} right"


def contents_label(deck: str) -> str:
    return f"Say what lies where: deck {deck}"


def change_label(option: str) -> str:
    return f"Change {option_name(option)}"


def settlement_title(stage: str) -> str:
    return stage_label(stage)


# ---------------------------------------------------------------- what is told beside them


def limits_text(least: int | None, most: int | None) -> str:
    """Between which amounts a wager lies."""
    told = [
        *([f"from {amount(least)}"] if least else []),
        *([f"to {amount(most)}"] if most else []),
    ]
    return title(" ".join(told))


def waiting_text(roles: list[str]) -> str:
    return f"Waiting for {roles_text(roles)}."


def reader_text(reader: str) -> str:
    return f"Show the cards to {reader}, which reads them."


def checker_text(reader: str) -> str:
    return f"Put the card into {reader}, which checks it."


def opening_text() -> str:
    return "Wait: the faces of the cards are being opened."


def unit_texts(unit: Mapping[str, Any]) -> list[str]:
    """Which unit a device is, how it is driven, and what it has counted."""
    told = [
        ("Model", unit["model"]),
        ("Serial number", unit["serial"]),
        ("Firmware", unit["firmware"]),
        ("Profile", unit["profile"]),
        ("Line", "up" if unit["answers"] else "down"),
        ("Last event", str(unit["event"] or "")),
        ("Load", str(unit["load"] or "")),
        ("Cards out of it", str(unit["out"] or "")),
    ]
    return [f"{what}: {value}" for what, value in told if value]
