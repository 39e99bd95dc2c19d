"""Laying cards again: what becomes of a deal that went otherwise than anybody believed.

A card that leaves the shoe is believed to lie where one was due. Where a place was passed over,
all cards after it lie elsewhere. The plan knows where: its own dues, with that place known to have
been passed over, are the order in which the cards really went. What was hidden is hidden again: a
face is laid as the shoe told it, and only what lies face up is opened.
"""

from __future__ import annotations

from tablectl.table import ledger
from tablectl.table.draft import Draft
from tablectl.table.places import LOOSE, SHOE
from tablectl.table.state import Entered
from tablectl.words.cards import UNSEEN
from tablectl.words.dues import CardsDue, Target
from tablectl.words.facts import Dealt, Flawed, LaidAgain
from tablectl.words.values import replace


def lay_again(draft: Draft) -> None:
    """All cards of the deal as they came, onto the places that were really due."""
    if draft.shoe is None:
        _never_came(draft)
        return
    deck, came = draft.round.deck, draft.round.came
    read = draft.ledger[deck]
    bare = read
    for place in read.on_layout():
        bare = ledger.moved(bare, place, SHOE, read.count(place))
    draft.put_holding(deck, bare)
    _go_back(draft)
    due = _one_by_one(draft)[: len(came)]
    laid = bare
    for target, face in zip(due, came, strict=False):
        known = (face,) if face != UNSEEN else ()
        laid = ledger.dealt(laid, SHOE, target.place, 1, known)
    for face in came[len(due) :]:
        laid = ledger.dealt(laid, SHOE, LOOSE, 1, (face,) if face != UNSEEN else ())
    for place in laid.on_layout():
        if not laid.at(place).faces and laid.count(place) == read.count(place):
            # Nobody but people or a reader told what lies here, and they looked.
            laid = ledger.with_faces(laid, place, read.at(place).faces)
    draft.put_holding(deck, laid)
    draft.record(LaidAgain(tuple(target.place for target in due)))
    _open_anew(draft, due)


def _never_came(draft: Draft) -> None:
    """Nobody counted the cards: those of a place that was passed over are in the shoe still."""
    flaw = next(f for f in reversed(draft.round.facts) if isinstance(f, Flawed))
    draft.move(draft.round.deck, flaw.place, SHOE, None if flaw.nth is None else 1)
    _go_back(draft)


def _go_back(draft: Draft) -> None:
    step = draft.rules.deals_in
    if draft.round.step != step:
        entered = (*draft.round.entered, Entered(step, len(draft.round.facts)))
        draft.put_round(replace(draft.round, step=step, entered=entered))
        draft.phases.append(f"round:{step}")


def _one_by_one(draft: Draft) -> tuple[Target, ...]:
    for due in draft.plan_dues:
        if isinstance(due, CardsDue):
            return due.to
    return ()


def _open_anew(draft: Draft, due: tuple[Target, ...]) -> None:
    """The faces that really lie up; what was asked for before may be hidden after all."""
    draft.unsealing, draft.turning = (), ()
    holding = draft.ledger[draft.round.deck]
    up = dict.fromkeys(target.place for target in due if target.up)
    if tokens := tuple(t for place in up for t in ledger.tokens(holding.at(place).faces)):
        draft.await_faces(tokens)


def last_laid(draft: Draft) -> str:
    """The place of the card that came last, as far as anybody knows; none came if it is empty."""
    at, place = _last(draft)
    return place if at >= 0 else ""


def came_in_error(draft: Draft) -> None:
    """The card that came last turns out to be none of the deal, if it was believed to be."""
    at, _ = _last(draft)
    steps = [each.step for each in draft.round.entered if each.facts <= at]
    if draft.round.came and steps and steps[-1] == draft.rules.deals_in:
        draft.put_round(replace(draft.round, came=draft.round.came[:-1]))


def _last(draft: Draft) -> tuple[int, str]:
    for at in range(len(draft.round.facts) - 1, -1, -1):
        fact = draft.round.facts[at]
        if isinstance(fact, Dealt):
            return at, fact.place
        if isinstance(fact, LaidAgain) and fact.places:
            return at, fact.places[-1]
    return -1, ""
