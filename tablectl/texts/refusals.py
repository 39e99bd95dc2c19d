"""Refusals: why an act is not allowed now, and on which basis."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablectl.texts.dues import LACKS, hint_text
from tablectl.texts.names import (
    amount,
    bracketed,
    device_name,
    place_name,
    role_name,
    sentence,
    spoken,
)
from tablectl.words.bases import cited
from tablectl.words.refusals import Refusal

REFUSALS: Mapping[str, str] = {
    "unknown_person": "nobody called {person} works at this table",
    "no_second_person": "{person} cannot be the second person: name somebody else who works here",
    "not_signed_in": "{person} is not signed in at this table (tablectl sign-in {person})",
    "nobody_proves_here": "people at this table do not prove who they are",
    "not_oneself": "{person} cannot do this for themselves: another administrator can, and a new "
    "PIN is chosen with `tablectl people pin`",
    "not_enrolled": "{person} is not enrolled at this table",
    "wrong_role": "only {needs} may do this",
    "not_the_dealer": "{person} deals here: another dealer takes over between two rounds, "
    "and says so",
    "same_person": "{person} did the step before, so somebody else has to do this one",
    "not_due": "the table does not wait for this now ({deed})",
    "not_declarable": "{kind} is found by devices or counts and cannot be reported by a person",
    "not_now": "{kind} cannot have happened at this point of the round",
    "unknown_device": "no device called {device} is at this table",
    "no_cards_there": "no card lies at {place}: name a place with cards",
    "no_such_card": "{place} has no card number {nth}: the first to be due there is 1",
    "asks_for_no_card": "no card is missing at {place}: name a hand that asked for one",
    "unknown_wager": "this game has no wager called {wager} at this point",
    "no_such_seat": "seat {seat} cannot wager at this point",
    "no_such_wager": "seat {seat} has no {wager} wager to take back",
    "not_an_amount": "{cents} cents is no amount to wager",
    "below_minimum": "{cents} is below the table's minimum of {least}",
    "above_maximum": "{cents} is above the table's maximum of {most}",
    "deck_missing": "say which deck the card came from: {decks}",
    "device_counts": "{device} counts the cards as they leave it, so nobody keys the deal in",
    "device_reads": "a device has read the cards at {place}, so nobody keys them in",
    "device_checks": "a device makes this check, so nobody keys its answer in",
    "device_on_table": "{device} stands on the table, so nobody does its work by hand: have its "
    "fault cleared, or have it taken off",
    "device_on_line": "the line to {device} is up: unplug it and take it off the table first",
    "round_in_play": "a round is in play or something is in dispute; this is done between rounds",
    "nothing_to_accept": "nothing answers as {device} that was not promised",
    "another_device": "what answers as {device} is another model, or a simulator where a real "
    "device was promised: that is for the table file to name",
    "identity_untold": "what answers as {device} does not say its {untold}: what is not told "
    "cannot be accepted",
    "firmware_not_in_profile": "the profile of {device} knows no firmware {firmware}: have it "
    "checked with `tablectl conform`, add it to the profile, and start anew",
    "firmware_driven_otherwise": "the profile has a variant of its own for firmware {firmware} of "
    "{device}: pin it in the table file and start anew",
    "program_not_in_profile": "the profile of {device} names the digest of another program: put "
    "the profile right and start anew",
    "cards_in_device": "cards are in {device}: have it taken off the table, which takes them out",
    "no_such_method": "this game is not dealt by {method}",
    "method_not_possible": "the cards cannot be dealt by {method} with what stands on the table",
    "one_position": "a player bets at one position here: seat {player} not at {seat} too",
    "not_adjacent": "seat {seat} is not next to seat {player}",
    "third_position": "the player of seat {player} bets at two positions already",
    "nobody_seated": "nobody who sits at seat {seat} bets in this round",
    "position_taken": "somebody else bets at seat {seat}",
    "device_loads": "{device} puts deck {deck} into the shoe, which says when it is there; if it "
    "does not come, report a jam of {device}",
    "device_shuffles": "{device} shuffles deck {deck} and says when it is done; put it in there",
    "not_its_turn": "deck {deck} was played in the last round; the other one is next",
    "not_a_count": "{cards} cannot be a count of these cards",
    "out_of_turn": "{place} comes first",
    "answer_hangs_on_it": "another answer at {place} hangs on this one: put that right first",
    "cards_not_named": "nobody has told yet which cards lie at {place}: they have to be named",
    "wrong_number_of_cards": "{cards} cards were shown at {place}, where {expected} lie",
    "card_named_twice": "{card} was keyed in more often than the deck has it: look again at the "
    "cards, and report a duplicate card if it really is there twice",
    "unknown_choice": "{choice} is none of the answers to this question",
    "no_amount_here": "with {choice} nothing is staked that could be less than the whole",
    "more_than_allowed": "{cents} is more than may be staked here, which is {most} at most",
    "table_not_open": "the table is not open: write it into the table file",
    "no_such_option": "this game has no option {option}",
    "notice_open": "a change of {option} has been asked for already; withdraw it first",
    "already_so": "{option} is {value} already",
    "not_allowed": "{option} may not be {value}: {why}",
    "out_of_range": "{option} may not be {value}, only {least} to {most}",
    "start_out_of_reach": "a rule changes {least} to {most} minutes after it was asked for, so "
    "that there is half an hour after the notices",
    "not_notified": "the change cannot begin: {step} has not been confirmed",
    "too_early": "the change cannot begin for another {minutes} minutes",
    "notified_too_late": "the start on the sign is less than {minutes} minutes away: withdraw the "
    "change and ask for it anew",
    "second_missing": "two people have to say this: name the second one",
    "second_of_no_use": "{person} is neither supervisor nor dealer and cannot be the second person",
    "no_such_deck": "no deck {deck} is on the table",
    "no_such_place": "no cards can be at {place}, or they cannot have come from there",
    "not_enough_there": "only {cards} cards are believed at {place}: say where the others came "
    "from",
    "no_such_round": "round {round} is not over: the last that is has the number {last}",
    "reason_missing": "it has to be said why",
    "nothing_to_amend": "nothing of this kind was keyed in, so there is nothing to put right",
    "past_the_gate": "the round is past the step at which this was keyed in, so only {needs} may "
    "put it right",
    "already_settled": "wagers of {place} have been settled, so this is put right by a dispute "
    "when the round is over",
    "too_late": "cards have moved since, so what was keyed in for {place} stands; report what is "
    "wrong, or open a dispute when the round is over",
    "number_missing": "it has to be said how many there are",
    "too_few": "{number} is less than the {least} required",
    "too_many": "{number} is more than the {most} allowed",
}

_SPOKEN: Mapping[str, Any] = {
    "needs": role_name,
    "kind": spoken,
    "deed": spoken,
    "wager": spoken,
    "choice": spoken,
    "check": spoken,
    "option": spoken,
    "step": spoken,
    "untold": spoken,
    "call": spoken,
    "place": place_name,
    "device": device_name,
}
_MONEY = ("below_minimum", "above_maximum", "more_than_allowed")


def refusal_text(refusal: Refusal) -> str:
    """The refusal in a sentence, what is due instead, and the basis."""
    return bracketed(refused_because(refusal), cited(refusal.basis))


def refused_because(refusal: Refusal) -> str:
    """The same without the basis, for who shows it apart."""
    because = sentence(_because(refusal.code, refusal.args))
    due = f" {hint_text(refusal.hint)}" if refusal.hint else ""
    return f"{because}{due}"


def _because(code: str, args: Mapping[str, int | str]) -> str:
    if code in LACKS and "call" not in args:
        return LACKS[code]
    if code in LACKS:
        return f'nobody can call "{spoken(str(args["call"]))}" yet: {LACKS[code]}'
    template = REFUSALS.get(code)
    if template is None:
        told = ", ".join(f"{name} {value}" for name, value in args.items())
        return f"{spoken(code)} ({told})" if told else spoken(code)
    told = template.format(**{name: _value(code, name, value) for name, value in args.items()})
    return f"{told}, or {args['none']} for none" if "none" in args else told


def _value(code: str, name: str, value: int | str) -> str:
    if code in _MONEY and isinstance(value, int):
        return amount(value)
    say = _SPOKEN.get(name, str)
    return str(say(value))
