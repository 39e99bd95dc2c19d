"""Prompts: what may or must happen next, and who does it.

A due arrives as the plain data of a view. Every phrase is what a person does, in the third person,
so that "the dealer inspects deck blue" can be asked for and "d1 inspects deck blue" reported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tablectl.texts.names import (
    basis_name,
    bracketed,
    listed,
    place_name,
    roles_text,
    sentence,
    spoken,
)
from tablectl.texts.rulings import remedy_text
from tablectl.words.dues import Settling

Due = Mapping[str, Any]

LOAD = "load"
"""The one preparation of a deck that a device may see to besides the shuffle."""
SEEN_BEFORE = "cutting_card"
"""The one confirmation whose number is that of a seat."""
CONFIRMS: Mapping[str, str] = {
    "open_table": "opens the table",
    "close_table": "closes the table",
    "release": "releases the table that has stopped",
    "clear_fault": "clears the fault of {device}",
    "take_off": "has {device} taken off the table",
    "put_back": "has {device} put back on the table",
    "accept_identity": "accepts {device} as it answers now",
    "deal_by": "has the cards dealt by another method: {method}",
    "receive_deck": "receives fresh cards as {deck}",
    "offered_card": "takes the card on offer into the dealer's hand",
    "take_out": "takes {deck} out of the shoe, which has forgotten that it was loaded",
    "remove_deck": "takes {deck} off the table",
    "inspect": "inspects {deck}",
    "verify": "verifies the inspection of {deck}",
    "spread": "spreads out {deck}",
    "wash": "washes {deck}",
    "shuffle": "shuffles {deck}",
    "cut": "has {deck} cut",
    "insert": "puts {deck} into the shuffler, and the discard rack is empty",
    LOAD: "puts {deck} where it is dealt from",
    "insert_stacks": "puts {deck} back among the cards in the shoe",
    "spread_idle": "spreads out {deck} face up, for there is no play",
    "spread_idle_down": "spreads out {deck} face down, for there is no play",
    "turn_up": "turns up {deck}, for a player has come",
    "count_bonus": "counts the bonus chips from the devices",
    "bank_bonus": "puts the bonus chips into the tray",
    "spread_stack": "spreads out the common stack",
    "ruling": "confirms the ruling of {case}",
    "post_sign": "puts up the sign with the change of {case} and its start",
    "announce_change": "announces the change of {case} to the patrons at the table",
    "tell_commission": "tells the Commission of the change of {case}, the table and the time",
    "withdraw_change": "withdraws the change of {case}",
    "take_over": "takes over from the dealer who dealt so far",
    SEEN_BEFORE: "says that the cutting card of {deck} came out, and before the card of which "
    "seat, 0 being the dealer's",
    "first_bettor_agrees": "asks the first player of {place}, who agrees that others bet there too",
    "decider_is_seated": "sees that the player who decides at {place} sits there",
    "show_burn": "shows the burned card to the player who asked for it",
    "resolve_dispute": "says how the dispute of {case} was resolved",
}

CHECKLISTS: Mapping[str, str] = {
    "cover_card_down": "put the cover card down",
    "packet_on_cover": "put the packet that was cut off on it",
    "rest_on_packet": "put the other cards on the packet",
    "cover_to_rack": "put the cover card into the discard rack",
    "one_back_design": "all backs are of one design",
    "cover_card_of_one_colour": "the cover card is of one colour that no back or edge has",
    "by_suit_in_order": "the cards lie by suit and in order",
    "face_down_on_layout": "the cards lie face down on the layout",
    "hands_face_down": "the players' cards lie face down and nobody touches them",
    "first_common_to_the_right": "the first common card lies to the right of the other",
    "three_stacks": "they make three stacks",
    "marked_places": "each stack goes in at a place that is marked",
    "shoe_in_its_place": "the approved shoe stands where it was approved",
    "cards_out_of_device": "no card is left in it",
    "device_off_table": "it stands on the table no longer",
    "unit_is_as_it_says": "its label and its maker's papers say what it says",
    "unit_may_be_used": "this unit and this version may be used at the table",
}

STAGES: Mapping[str, str] = {
    "forfeits": "takes the wagers of the folded hands",
    "losers": "takes the losing wagers",
    "winners": "pays the winning wagers",
    "blackjacks": "pays the blackjacks that have won",
    "even_money": "pays insured blackjacks even money",
    "surrendered": "takes half of the wager that was surrendered",
    "second_card": "settles insurance, surrenders and blackjacks that waited for the second card",
    "settlement": "takes and pays the wagers, from the right",
    "dead_hands": "gives back the wagers of the hands that are dead",
    "void_return": "gives back every wager of the void round",
}

LACKS: Mapping[str, str] = {
    "deck_not_loaded": "no deck is ready to be dealt from",
    "no_wagers": "no wager is down",
    "cards_too_old": "these cards have been in use too long and must be replaced",
    "device_not_ready": "the device that deals is not ready",
    "method_lacks_device": "the cards cannot be dealt by this method as the devices are: choose "
    "another one, or put a device back",
    "load_not_told": "the shoe has not told that it was loaded",
    "other_deck_not_in_shuffler": "the other deck is not in the shuffler",
    "other_deck_not_opened": "the other deck has not been prepared up to its shuffle",
    "three_equal_wagers": "three equal wagers are not down",
    "burn_first": "the first card of the shoe is not burned yet",
    "nobody_decides": "a wager lies behind and none in front, where that of the decider lies",
    "consent_missing": "the first player of the box has not agreed that others bet there",
    "highest_decides": "somebody behind bets more, and nobody said that the decider sits there",
    "new_dealer_burns": "the dealer who took over has not burned a card yet",
    "two_players": "fewer than two players are in",
}
"""What keeps a thing that is due from happening yet."""

REMEDY = "remedy"


def prompt_text(prompt: Mapping[str, Any]) -> str:
    """The prompt of a view in one sentence, with the basis on which it stands."""
    due = prompt["due"]
    return bracketed(due_text(due, roles_text(prompt["who"])), prompt["basis"])


def due_text(due: Due, who: str) -> str:
    """One due as a sentence about the one who answers it."""
    but = f", who must not be {due['not_by']}," if due.get("not_by") else ""
    return sentence(f"{who}{but} {phrase(due)}")


def asked_text(due: Due) -> str:
    """One due as a sentence about the roles that may answer it."""
    return due_text(due, roles_text(due["roles"]))


def hint_text(code: str) -> str:
    """What is due, told from its code alone."""
    kind, _, name = code.partition(":")
    if kind == "confirm_due":
        return f"Due now: somebody {_confirms(name, '')}."
    if kind == "settle_due":
        return f"Due now: the dealer {_settles(name)}."
    if kind == "call_due":
        return f"Due now: the dealer {_calls(name)}."
    if kind == "choice_due":
        chooses = "the supervisor chooses the way out" if name == REMEDY else ""
        return f"Due now: {chooses or f'the players answer: {spoken(name)}'}."
    return f"Due now: {HINTS.get(kind, spoken(kind))}."


HINTS: Mapping[str, str] = {
    "wager_due": "wagers are open",
    "cards_due": "cards are dealt",
    "check_due": "a card is checked",
    "count_due": "cards are counted",
    "number_due": "a number is drawn",
    "turn_due": "cards are turned up",
    "move_due": "cards are put away",
}


def phrase(due: Due) -> str:
    """What is done to answer a due, in the third person."""
    say = _PHRASES.get(due["is"])
    return spoken(due["is"]) if say is None else say(due)


def is_confirm(what: str) -> bool:
    """Whether somebody can ever be asked to confirm this."""
    return what in CONFIRMS


def is_stage(stage: str) -> bool:
    """Whether a settlement can ever be at this stage."""
    return stage in STAGES


def wait_text(device: str, due: Due) -> str:
    """What a device does about a due, so that people only wait for it."""
    if due["is"] == "confirm_due" and due["what"] == LOAD:
        return f"wait: {device} puts {due['subject']} into the shoe, which says when it is there"
    if due["is"] == "confirm_due":
        return f"wait: {device} shuffles {due['subject']} once it lies in it, and says when it ends"
    cards = "the card" if due["to"][0]["count"] == 1 else "the cards"
    return f"wait: {device} gives {cards}"


def waits_texts(view: Mapping[str, Any]) -> Iterator[str]:
    """The device that does what is due now, where people only wait for it."""
    now = view["prompt"]["due"] if view["prompt"] else {"is": ""}
    for name, device in view["devices"].items():
        gives = device["kind"] == "shoe" and "count" in device["can"]
        if now["is"] == "cards_due" and gives and device["phase"] == "ready":
            yield wait_text(name, now)
        if now["is"] == "confirm_due" and now.get("device") == name:
            yield wait_text(name, now)


def lack_text(lack: Mapping[str, Any]) -> str:
    """What is lacking, with its basis, from the plain data of a due."""
    where = f" ({place_name(lack['place'])})" if lack.get("place") else ""
    told = f"{LACKS.get(lack['code'], spoken(lack['code']))}{where}"
    return bracketed(told, basis_name(lack["basis"]))


# ---------------------------------------------------------------- one phrase a due


def _wagers(due: Due) -> str:
    names = listed(spoken(kind["name"]) for kind in due["wagers"])
    seats = due["seats"]
    where = f"seat {seats[0]}" if len(seats) == 1 else f"seats {seats[0]} to {seats[-1]}"
    owed = " they owe" if due.get("must") else ""
    return f"takes the wagers{owed} of {where}: {names}"


def _call(due: Due) -> str:
    if "lacking" not in due:
        return _calls(due["call"])
    return f'cannot call "{spoken(due["call"])}" yet: {lack_text(due["lacking"])}'


def _calls(call: str) -> str:
    return f'calls "{spoken(call)}"'


def _cards(due: Due) -> str:
    first = due["to"][0]
    left = sum(target["count"] for target in due["to"]) - first["count"]
    what = "the next card" if first["count"] == 1 else f"a stack of {first['count']}"
    up = " face up" if first["up"] else ""
    more = f", {left} more to come" if left else ""
    decks = due.get("decks") or ([due["from_deck"]] if due.get("from_deck") else ())
    side = f" from deck {listed(decks, 'or')}" if decks else ""
    return f"deals {what}{up}{side} to {place_name(first['place'])}{more}"


def _choice(due: Due) -> str:
    names = [option["name"] for option in due["options"]]
    if due["question"] == REMEDY:
        ways = listed(map(remedy_text, names), "or")
        return f"chooses the way out of {spoken(due['hands'][0])}: {ways}"
    options = listed(map(spoken, names), "or")
    return f"asks {place_name(due['hands'][0])}: {options}"


def _check(due: Due) -> str:
    return f"checks the card of {place_name(due['place'])}: {spoken(due['check'])}"


def _count(due: Due) -> str:
    deck = f", those of deck {due['deck']}" if due.get("deck") else ""
    return f"counts the cards of {place_name(due['place'])}{deck}{_steps(due)}"


def _number(due: Due) -> str:
    return f"waits for a number from {due['low']} to {due['high']}: {spoken(due['draw'])}"


def _turn(due: Due) -> str:
    return f"turns up the cards of {place_name(due['places'][0])}{_steps(due)}"


def _move(due: Due) -> str:
    sources = listed(map(place_name, due["sources"]))
    deck = f", those of deck {due['deck']}," if due.get("deck") else ""
    after = f"; the round is dealt from deck {due['next_deck']}" if due.get("next_deck") else ""
    return f"puts the cards of {sources}{deck} into {place_name(due['to'])}{after}"


def _settle(due: Due) -> str:
    lines = due["lines"]
    judged = sum(line["settling"] == Settling.JUDGE.value for line in lines)
    if not judged:
        return f"{_settles(due['stage'])}, {len(lines)} in all"
    reads = f"reads the hands and settles {judged} wager{'' if judged == 1 else 's'}"
    sure = len(lines) - judged
    return f"{_settles(due['stage'])}, {sure} in all, and {reads}" if sure else reads


def _settles(stage: str) -> str:
    return STAGES.get(stage, f"settles the wagers of this stage: {spoken(stage)}")


def _confirm(due: Due) -> str:
    if due.get("device") and due["what"] == LOAD:
        return f"waits until {due['device']} has put deck {due['subject']} into the shoe"
    if due.get("device"):
        part = due.get("part", "")
        what, which = _deck(due["subject"], part), "them" if part else "it"
        return f"puts {what} into {due['device']}, which shuffles {which}"
    told = _confirms(due["what"], due.get("subject", ""), due.get("part", ""))
    by = f", the player of seat {due['seat']} cutting" if due.get("seat") else ""
    return f"{told}{by}{_bounds(due)}{_steps(due)}"


def _steps(due: Due) -> str:
    steps = [CHECKLISTS.get(item, item) for item in due.get("checklist", ())]
    return f" ({'; '.join(steps)})" if steps else ""


def _deck(name: str, part: str) -> str:
    """A deck, or those of its cards that are shuffled while the others stay."""
    whole = f"deck {name}" if name else "the deck"
    return f"only those cards of {whole} that lay in {place_name(part)}" if part else whole


def _confirms(what: str, subject: str, part: str = "") -> str:
    template = CONFIRMS.get(what)
    if template is None:
        return f"confirms {spoken(what)} {subject}".rstrip()
    return template.format(
        deck=_deck(subject, part),
        device=subject or "the device",
        case=spoken(subject) if subject else "the case",
        method=spoken(subject),
        place=place_name(subject) if subject else "the box",
    )


def _bounds(due: Due) -> str:
    if due["what"] == SEEN_BEFORE or (due.get("least") is None and due.get("most") is None):
        return ""
    return f", {due.get('least', 0)} to {due.get('most', 'all')} cards"


_PHRASES: Mapping[str, Callable[[Due], str]] = {
    "wager_due": _wagers,
    "call_due": _call,
    "cards_due": _cards,
    "choice_due": _choice,
    "check_due": _check,
    "count_due": _count,
    "number_due": _number,
    "turn_due": _turn,
    "move_due": _move,
    "settle_due": _settle,
    "confirm_due": _confirm,
}
