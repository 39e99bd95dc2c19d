"""What hands do on the felt: what an act says was done, and the cards a scenario wants dealt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simulators.crew import STACKS
from simulators.felt import Felt
from tablectl.rig import Rig
from tablectl.scenario.acts import due_of
from tablectl.table.places import LOOSE, NEXT, OFFERED
from tablectl.words.acts import Choose, Confirm, Deal, Declare, Deed, Move, Turn
from tablectl.words.cards import Card
from tablectl.words.errors import TablectlError

View = Mapping[str, Any]
Dealing = tuple[tuple[str, ...], int]
"""The places still to get a card, and how many cards the shoe had then."""


class ImpossibleHere(TablectlError):
    """A scenario asks for what cannot happen on this felt at this moment."""

    code = "impossible_here"


def follow(rig: Rig, deck: str, before: View, after: View, deed: Deed) -> None:
    """Hands do what an accepted act says was done; `before` says what it answered."""
    felt = rig.felt
    match deed:
        case Move(to=to):
            _move(felt, deck, due_of(before, "move_due", to=to), to)
        case Turn(shown=shown):
            for each in shown:
                felt.turn_up(deck, each.place)
        case Deal():
            due = due_of(before, "cards_due") or {"to": ()}
            for target in due["to"]:
                felt.move(deck, "shoe", target["place"], target["count"])
        case Choose(question=question, choice=choice):
            asked = due_of(before, "choice_due", question=question) or {"options": ()}
            chosen: View = next((o for o in asked["options"] if o["name"] == choice), {})
            _shift(felt, deck, chosen)
        case Confirm(what=what, subject=subject):
            _shift(felt, deck, due_of(before, "confirm_due", what=what) or {})
            _confirmed(rig, after, what, subject)
        case Declare():
            _put_aside(felt, deck, after)
        case _:
            pass


def _shift(felt: Felt, deck: str, done: View) -> None:
    """Cards change place with what was done."""
    for shift in done.get("shifts", ()):
        felt.shift(deck, shift["source"], shift["target"], shift["count"])


def _move(felt: Felt, deck: str, due: View | None, to: str) -> None:
    if due is None:
        return
    deck = str(due.get("subject") or deck)
    if to == "stack":
        felt.gather(deck, to)
    for source in due["sources"]:
        felt.move(deck, source, to)


def _confirmed(rig: Rig, after: View, what: str, subject: str) -> None:
    felt, composition = rig.felt, rig.crew.composition
    match what:
        case "open_table":
            for deck in after["decks"]:
                felt.bring(deck, composition)
        case "receive_deck":
            felt.bring(subject, composition)
        case "shuffle" if part := after["decks"][subject]["part"]:
            felt.move(subject, part, "stack")
            felt.shuffle_stack(subject)
        case "shuffle":
            felt.shuffle(subject)
        case "insert_stacks":
            felt.put_among(subject, STACKS)
            rig.crew.machines.load(subject)
        case "load" if rig.shoe is not None:
            rig.shoe.load(subject)
        case "load":
            felt.move(subject, "stack", "shoe")
        case "clear_fault":
            rig.devices[subject].clear()
        case _:
            pass


def _put_aside(felt: Felt, deck: str, after: View) -> None:
    """A card that was declared is laid where the table now believes it: on nobody's place."""
    believed = {place: pile["count"] for place, pile in after["places"].items()}
    for aside in (LOOSE, NEXT, OFFERED):
        while believed.get(aside, 0) > felt.count(deck, aside):
            over = [p for p in felt.places(deck) if felt.count(deck, p) > believed.get(p, 0)]
            if not over:
                return
            felt.pile(deck, aside).append(felt.pile(deck, over[0]).pop())


def stacked(
    felt: Felt, deck: str, view: View, hands: Mapping[str, tuple[Card, ...]], last: Dealing | None
) -> Dealing | None:
    """See to it that the places get the cards that the scenario gives them.

    Only when a deal begins: what happens to the shoe in the middle of it is left as it is.
    """
    due = due_of(view, "cards_due")
    if due is None:
        return last
    to = tuple(str(t["place"]) for t in due["to"] for _ in range(t["count"]))
    shoe = felt.pile(deck, "shoe")
    goes_on = last is not None and last[0][len(last[0]) - len(to) :] == to
    if goes_on and last is not None and len(last[0]) - len(to) == last[1] - len(shoe):
        return last
    have = {place: felt.count(deck, place) for place in to}
    for index, place in enumerate(to):
        wanted = hands.get(place, ())[have[place] : have[place] + 1]
        have[place] += 1
        if not wanted:
            continue
        found = next((i for i in range(index, len(shoe)) if shoe[i].card == wanted[0]), None)
        if found is None:
            raise ImpossibleHere(f"the shoe has no {wanted[0]} left for {place}")
        shoe[index], shoe[found] = shoe[found], shoe[index]
    return to, len(shoe)
