"""Checks of everything that the profile promises to be told."""

from __future__ import annotations

from typing import TypeVar

from drivers.happenings import CardsDrawn, CardsSeen, Recognised, Shuffled
from drivers.layout import in_byte_order
from tablectl.conformance.checks import Check
from tablectl.conformance.contact import Task
from tablectl.conformance.orders import DECK, a_demand, done
from tablectl.conformance.sitting import Differs, NotApplicable, Sitting
from tablectl.conformance.tongue import Happened
from tablectl.words.cards import STANDARD_52
from tablectl.words.observations import (
    CardChecked,
    CardsReturned,
    ChamberLoaded,
    Counted,
    CuttingCardOut,
    Jammed,
    NumberDrawn,
)
from tablectl.words.orders import Shuffle
from tablectl.words.settings import Can, DeviceKind

S = TypeVar("S")
SECOND = "conform_2"
ENDED = (Shuffled, Recognised)
CHECKED = "that the card was checked"
PUT_IN = "that a card was put in"
SHOE, SHUFFLER = DeviceKind.SHOE, DeviceKind.SHUFFLER
READER, GENERATOR = DeviceKind.READER, DeviceKind.GENERATOR


def _promised(s: Sitting, means: str, *kinds: DeviceKind) -> None:
    if not s.tells(means, kinds):
        raise NotApplicable("its profile does not promise that")


def _seen(s: Sitting, task: Task, kind: type[S], what: str) -> S:
    since = len(s.heard)
    s.ask_for(task)
    seen = s.wait(s.hands.patience, lambda: s.told(kind, since))
    if seen is None:
        raise Differs(what, "nothing of that was told")
    return seen


def loaded(s: Sitting) -> None:
    _promised(s, "loaded", SHOE)
    before = s.load
    told = s.put_in()
    if told is None:
        raise Differs("that a deck was put in", "nothing of that was told")
    if told.load <= before and told.load:
        raise Differs(f"a load after load {before}", f"load {told.load}")


def chambers(s: Sitting) -> None:
    if not s.can(Can.CHAMBERS):
        raise NotApplicable("its profile does not say that it has two chambers")
    first, second = s.put_in(), s.put_in(Task.LOAD_SECOND)
    told = [each.chamber for each in (first, second) if isinstance(each, ChamberLoaded)]
    if first is None or second is None or told != [1, 2]:
        raise Differs("that chamber 1 was loaded, then chamber 2", f"chambers {told}")
    done(s.allow(s.portion), f"{s.portion} cards of load {second.load} are allowed")
    if came := s.pulled():
        raise Differs("no card of chamber 1", f"{came} came")
    drawn = _seen(s, Task.DRAW_SECOND, CardsDrawn, "the card that was drawn from chamber 2")
    s.put_in()
    if drawn.load != second.load:
        raise Differs(f"a card of load {second.load}", f"of load {drawn.load}")


def returned(s: Sitting) -> None:
    if not s.can(Can.CONTINUOUS):
        raise NotApplicable("its profile does not say that it takes cards back")
    s.loaded()
    drawn = _one_portion(s)
    back = _seen(s, Task.RETURN, CardsReturned, "that the cards went back")
    if back.load != drawn.load or not back.count:
        raise Differs(f"cards back into load {drawn.load}", f"{back.count} into load {back.load}")
    again = _one_portion(s)
    if again.first != drawn.first + drawn.count:
        raise Differs(f"card {drawn.first + drawn.count} next", f"card {again.first}")


def cards(s: Sitting) -> None:
    _promised(s, "cards_drawn", SHOE)
    s.loaded()
    first = _one_portion(s)
    if first.count != s.portion and s.can(Can.COUNT):
        raise Differs(f"{s.portion} cards told", f"{first.count} told")
    second = _one_portion(s)
    if first.first and second.first != first.first + first.count:
        raise Differs(f"card {first.first + first.count} next", f"card {second.first}")
    if s.load and first.load and first.load != s.load:
        raise Differs(f"a card of load {s.load}", f"of load {first.load}")


def _one_portion(s: Sitting) -> CardsDrawn:
    s.allow(s.portion)
    drawn = s.portion_out()
    if drawn is None:
        raise Differs("the card that was drawn", "nothing of that was told")
    return drawn


def face_up(s: Sitting) -> None:
    if s.kind is not SHOE or not s.can(Can.FACE_UP):
        raise NotApplicable("its profile does not say that it notices a card that lies face up")
    s.loaded()
    if _one_portion(s).face_up:
        raise Differs("a card that lies face down", "told as face up")
    s.ask_for(Task.TURN)
    if not _one_portion(s).face_up:
        raise Differs("a card that lies face up", "not told as such")


def faces(s: Sitting) -> None:
    if s.kind is not SHOE or not s.can(Can.FACES):
        raise NotApplicable("its profile does not say that it knows the cards it gives")
    s.loaded()
    drawn = _one_portion(s)
    if len(drawn.cards) != drawn.count or None in drawn.cards:
        raise Differs("the face of every card", "a card without a face")


def jam(s: Sitting) -> None:
    _promised(s, "jammed", SHOE, SHUFFLER, READER)
    try:
        _seen(s, Task.JAM, Jammed, "that it jammed")
    finally:
        s.hands.do(Task.CLEAR)


def shuffled(s: Sitting) -> None:
    _promised(s, "shuffled", SHUFFLER)
    done(s.order(a_demand(s)), "a deck is to be shuffled")
    if s.can(Can.FACES):
        _whole_deck(_seen(s, Task.INSERT, Recognised, "that the shuffle ended, and which cards"))
        return
    told = _seen(s, Task.INSERT, Shuffled, "that the shuffle ended")
    if s.can(Can.COUNT) and not told.count:
        raise Differs("the count of the deck", "none told")
    if not s.can(Can.COUNT) and told.counts:
        raise Differs("no count: its profile does not promise one", f"{told.count} told")


def two_decks(s: Sitting) -> None:
    if not s.can(Can.TWO_DECKS):
        raise NotApplicable("its profile does not say that it takes two decks")
    since = len(s.heard)
    for deck in (DECK, SECOND):
        done(s.order(Shuffle(deck)), f"the deck {deck} is to be shuffled")
    s.ask_for(Task.INSERT)
    s.ask_for(Task.INSERT_SECOND)
    s.wait(2 * s.hands.patience, lambda: len(_named(s, since)) == 2 or None)
    if sorted(_named(s, since)) != [DECK, SECOND]:
        raise Differs(f"{DECK} and {SECOND}, each once", " ".join(_named(s, since)) or "neither")


def _named(s: Sitting, since: int) -> list[str]:
    """The decks that it says were shuffled; an event said twice is one."""
    found = (said for said in s.heard[since:] if isinstance(said, Happened))
    ended = {each.event: each.what.deck for each in found if isinstance(each.what, ENDED)}
    return list(ended.values())


def _whole_deck(told: Recognised) -> None:
    """All cards of the deck that was put in, in an order that tells nothing of the shuffle."""
    if told.cards != in_byte_order(told.cards):
        raise Differs("the cards in the order of their bytes", "another order")
    if told.cards != in_byte_order(STANDARD_52):
        raise Differs("the 52 cards of the deck", f"{len(told.cards)} cards, others than these")


def read(s: Sitting) -> None:
    if not s.can(Can.FACES):
        raise NotApplicable("its profile does not say that it knows cards")
    _promised(s, "cards_seen", READER)
    seen = _seen(s, Task.SHOW, CardsSeen, "the card that was shown")
    codes = [card.code if card else "?" for card in seen.cards]
    if codes != ["AS"]:
        raise Differs("AS", " ".join(codes) or "no card")


def _checks(s: Sitting) -> None:
    if not s.can(Can.CHECK):
        raise NotApplicable("its profile does not say that it checks cards")
    _promised(s, "card_checked", READER)


def checked(s: Sitting) -> None:
    _checks(s)
    if not _seen(s, Task.CHECK, CardChecked, CHECKED).yes:
        raise Differs("yes, it completes the hand", "no")
    if _seen(s, Task.CHECK_NINE, CardChecked, CHECKED).yes:
        raise Differs("no, it does not complete the hand", "yes")


def nameless(s: Sitting) -> None:
    """Nobody may know which card it was, whether it was to be checked or not."""
    _checks(s)
    if s.can(Can.FACES):
        raise NotApplicable("its profile says that it tells faces")
    since = len(s.heard)
    for task in (Task.CHECK, Task.WRONG_TEN):
        s.ask_for(task)
        s.wait(s.hands.calm)
    if s.told(CardsSeen, since) is not None:
        raise Differs("nothing of which card it was", "the card")


def wrongly(s: Sitting) -> None:
    _checks(s)
    _seen(s, Task.WRONG_TEN, CardChecked, PUT_IN)


def concealed(s: Sitting) -> None:
    _checks(s)
    if not s.can(Can.CONCEAL):
        raise NotApplicable("its profile does not say that it conceals the card")
    ten, nine = (_seen(s, task, CardChecked, PUT_IN) for task in (Task.WRONG_TEN, Task.WRONG_NINE))
    if ten != nine:
        raise Differs("the same of a ten and of a nine", "another answer for each")


def cut(s: Sitting) -> None:
    _promised(s, "cutting_card_out")
    _seen(s, Task.CUT, CuttingCardOut, "that the cutting card came out")


def counted(s: Sitting) -> None:
    _promised(s, "counted")
    _seen(s, Task.COUNT, Counted, "what it counted")


def number(s: Sitting) -> None:
    _promised(s, "number_drawn", GENERATOR)
    since = len(s.heard)
    done(s.order(a_demand(s)), "a number from 1 to 7 is drawn")
    drawn = s.wait(s.timing.silent, lambda: s.told(NumberDrawn, since))
    if drawn is None or not 1 <= drawn.number <= 7:
        raise Differs("a number from 1 to 7", "none" if drawn is None else str(drawn.number))


CHECKS = (
    Check("tells.loaded", "tells that a deck was put in", loaded),
    Check("tells.chambers", "tells which chamber was loaded and a card is from", chambers),
    Check("tells.returned", "tells of cards that go back, and counts on", returned),
    Check("tells.cards", "tells of every card that leaves it, in turn", cards),
    Check("tells.face_up", "tells of a card that lies face up, and of no other", face_up),
    Check("tells.faces", "tells which cards it gave", faces),
    Check("tells.jam", "tells that it jammed", jam),
    Check("tells.shuffled", "tells that a shuffle ended", shuffled),
    Check("tells.two_decks", "tells which of two decks is shuffled", two_decks),
    Check("tells.read", "tells the card that it is shown", read),
    Check("tells.checked", "tells whether a card completes the hand", checked),
    Check("tells.wrongly_in", "tells of a card that was not to be checked", wrongly),
    Check("tells.concealed", "tells nothing of such a card", concealed),
    Check("tells.nameless", "never tells which card it checked", nameless),
    Check("tells.cutting_card", "tells that the cutting card came out", cut),
    Check("tells.counted", "tells what it counted", counted),
    Check("tells.number", "tells a number of the range that was asked for", number),
)
