"""The crew: a dealer, a supervisor and a technician who follow the prompts.

They act only through the door and see only the view of their role; with their hands they move the
cards on the felt and work the machines. They look at the screen, do the first thing that is theirs
to do, and look again; while a machine is at it they watch. They know no rule: what they do follows
from the kind of thing that is due.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol

from simulators.betting import Betting
from simulators.continuous_shoe import ContinuousShoe
from simulators.dealing import Dealing
from simulators.device import SimulatedDevice
from simulators.felt import Felt
from simulators.hole_reader import HoleCardReader
from simulators.machines import NOT_ON_THE_LAYOUT, Machines, unnoticed
from simulators.preparing import Preparing
from simulators.reader import CardReader
from simulators.shoe import Shoe
from simulators.shuffler import IN_SHUFFLER, Shuffler
from simulators.turning import Turning
from tablectl.words.acts import (
    Act,
    Bet,
    Call,
    Choose,
    Confirm,
    Count,
    Declare,
    DeclareContents,
    Deed,
    Move,
    Settle,
    TakeBack,
)
from tablectl.words.bases import Role
from tablectl.words.cards import Composition
from tablectl.words.irregularities import Kind
from tablectl.words.outcomes import Receipt

View = Mapping[str, Any]
STACKS = 3
"""In so many stacks cards are put among those that are in the shoe."""


class DoorLike(Protocol):
    def submit(self, act: Act) -> Receipt: ...

    def view(self, role: Role) -> Mapping[str, Any]: ...


@dataclass
class Wishes:
    """What the players and the house want of the next rounds."""

    wagers: Callable[[int], Mapping[int, Mapping[str, int | None]]]
    """The wagers of a round by its number."""
    choose: Callable[[View, View], str]
    """The answer to a choice due, given the view and the due; empty to leave it open."""
    close_after: int | None = None
    """Close the table when the round after this one would begin."""
    stakes: Callable[[View, View, str], int | None] = lambda *_: None
    """What is put down with an answer that may add less than the whole; none for all of it."""


@dataclass
class Crew:
    door: DoorLike
    felt: Felt
    shoe: Shoe | None
    composition: Composition
    people: Mapping[Role, tuple[str, ...]]
    wishes: Wishes
    chance: Random
    session: str = "crew"
    brisk: bool = False
    """Work as practised hands do: a whole deal, a whole table's answers and reveals in one go."""
    miscounts_by: int = 0
    """How far the next count that is keyed in is off."""
    unasked: Callable[[View], bool] = lambda _: False
    """What the crew does of its own accord; whether it did something."""
    looks_away: int = 0
    """So many times nobody looks at the screen."""
    reader: CardReader | None = None
    hole_reader: HoleCardReader | None = None
    shuffler: Shuffler | None = None
    told: Callable[[str, Deed, Receipt], None] | None = None
    """Called with every act and its answer, for the account of what happened."""
    machines: Machines = field(init=False, repr=False)
    betting: Betting = field(init=False, repr=False)
    dealing: Dealing = field(init=False, repr=False)
    turning: Turning = field(init=False, repr=False)
    preparing: Preparing = field(init=False, repr=False)
    _number: int = 0
    _aside: dict[str, SimulatedDevice] = field(default_factory=dict)
    """Devices that were taken off the table, by the name of their field."""

    def __post_init__(self) -> None:
        self.machines = Machines(self.felt, self.shoe, self.shuffler)
        self.betting = Betting()
        self.dealing = Dealing(self)
        self.turning = Turning(self)
        self.preparing = Preparing(self)

    # ------------------------------------------------------------ the loop

    def step(self) -> bool:
        """Do one thing that is due, or watch a machine that does it.

        False if there is nothing the crew can or wants to do.
        """
        if self.looks_away:
            self.looks_away -= 1
            return True
        if self.dealing.saw_face_up and self.shoe is not None:
            return self.dealing.tell_face_up(self.shoe)
        view = self.door.view(Role.DEALER)
        self._look_round(view)
        self.tidy(view)  # what lies aside came before what lies in the tray
        if self.machines.lay_stack(view) or self.unasked(view):
            return True
        return any(self._answer(view, due) for due in view["dues"])

    def come_back(self) -> None:
        """Others have worked here meanwhile: what was under way then is looked at anew."""
        self.betting = Betting(away=int(self.door.view(Role.DEALER)["round"]["number"]))
        self.dealing.passing = None
        self.machines.waiting.over()

    def _look_round(self, view: View) -> None:
        """Work with what stands on the table, and in the round that is played now."""
        self.dealing.begin_round(int(view["round"]["number"]))
        off = {name for name, device in view["devices"].items() if device["phase"] == "removed"}
        if self.shoe is not None and self.shoe.name in off:
            self.machines.empty_shoe(self.shoe)
            self._aside["shoe"], self.shoe = self.shoe, None
        if self.shuffler is not None and self.shuffler.name in off:
            self.shuffler.decks.clear()
            self._aside["shuffler"], self.shuffler = self.shuffler, None
        for name, device in list(self._aside.items()):
            if device.name not in off:
                setattr(self, name, self._aside.pop(name))
        self.machines.shoe, self.machines.shuffler = self.shoe, self.shuffler

    def act(self, person: str, deed: Deed, second: str = "") -> Receipt:
        self._number += 1
        receipt = self.door.submit(Act(deed, person, f"{self.session}:{self._number}", second))
        if receipt.accepted:  # what was refused has changed nothing: whoever waits goes on waiting
            self.machines.waiting.over()
        if self.told is not None:
            self.told(person, deed, receipt)
        return receipt

    def declare(
        self,
        kind: Kind,
        place: str = "",
        device: str = "",
        *,
        seen: bool = False,
        nth: int | None = None,
    ) -> Receipt:
        deed = Declare(kind, place, device, seen, nth=nth)
        return self.act(self._person([Role.DEALER.value], ""), deed)

    def press(self, due: View, deed: Deed) -> bool:
        """Whoever is asked answers at the screen; no hand is moved for it.

        What one person alone may answer, that person does: whoever deals, the table knows.
        """
        person = due.get("only_by") or self._person(due["roles"], str(due.get("not_by", "")))
        return self.act(person, deed).accepted

    def _person(self, roles: list[str], not_by: str) -> str:
        for role in roles:
            for person in self.people.get(Role(role), ()):
                if person != not_by:
                    return person
        raise LookupError(f"nobody here is {' or '.join(roles)}")

    # ------------------------------------------------------------ one thing that is due

    def _answer(self, view: View, due: View) -> bool:
        match due["is"]:
            case "wager_due":
                return self._bet(view, due)
            case "call_due":
                return self._call(view, due)
            case "cards_due":
                return self.dealing.deal(view, due)
            case "choice_due":
                return self._choose(view, due)
            case "check_due":
                return self.turning.check(view, due)
            case "count_due":
                return self._count(view, due)
            case "turn_due":
                return self.turning.turn(view, due)
            case "move_due":
                return self._move(view, due)
            case "settle_due":
                return self.press(due, Settle(due["stage"]))
            case "confirm_due":
                return self._confirm(view, due)
            case _:
                return False

    def _call(self, view: View, due: View) -> bool:
        """Nothing is called for the sake of wagers that only would lie there again."""
        now = view["round"]
        idle = self._closing(view) and not now["wagers"] and not now["hands"]
        return "lacking" not in due and not idle and self.press(due, Call(due["call"]))

    def _bet(self, view: View, due: View) -> bool:
        if due["must"]:
            wager = due["wagers"][0]
            return self.press(due, Bet(due["seats"][0], wager["name"], wager.get("least")))
        if self._closing(view):
            return self._give_back(view, due)
        keyed = False
        for deed in self.betting.next_bets(view, self.wishes.wagers, brisk=self.brisk):
            self.press(due, deed)
            keyed = True
        return keyed

    def _give_back(self, view: View, due: View) -> bool:
        """Nothing more is played: players take off what lies there."""
        for place, mine in view["round"]["wagers"].items():
            for wager in mine:
                return self.press(due, TakeBack(int(place.removeprefix("seat_")), wager))
        return False

    def _choose(self, view: View, due: View) -> bool:
        choice = self.wishes.choose(view, due)
        if not choice:
            return False
        option = next(o for o in due["options"] if o["name"] == choice)
        deed = self._by_exception(view, due, choice) if self.brisk else None
        if deed is None:
            cents = self.wishes.stakes(view, due, choice)
            deed = Choose(due["question"], due["hands"][0], choice, cents=cents)
        if not self.press(due, deed):
            return False
        self._shift(view, option)
        self.tidy(self.door.view(Role.DEALER))  # before a machine goes on that was held up
        return True

    def _by_exception(self, view: View, due: View, first: str) -> Choose | None:
        """The answers of as many hands as one act can tell: alike, one that differs, alike."""
        hands = due["hands"]
        moving = {option["name"] for option in due["options"] if option.get("shifts")}
        said = [first]
        said += [
            self.wishes.choose(view, {**due, "hands": hands[i:]}) for i in range(1, len(hands))
        ]
        if moving & {*said} or "" in said:
            return None
        at = next((i for i, choice in enumerate(said) if choice != first), 0)
        rest = all(choice == said[at] for choice in said[at:])
        return Choose(due["question"], hands[at], said[at], rest, first if at else "")

    # ------------------------------------------------------------ cards

    def deck(self, view: View) -> str:
        deck = str(view["round"]["deck"])
        if deck:
            return deck
        loaded = (d for d in self.felt.decks() if self.felt.count(d, "shoe"))
        return next(loaded, next(iter(self.felt.decks()), ""))

    def watch(self, device: SimulatedDevice) -> bool:
        """A machine is at it, or has told something that the screen does not show yet."""
        return self.machines.waiting.look(device)

    def wait_for(self, device: SimulatedDevice, kind: Kind, name: str = "") -> bool:
        """A machine does not do what is due: wait a little, then say so."""
        if not self.machines.waiting.in_vain(f"{device.name}: {kind.value}", device):
            return self.watch(device)
        self.machines.waiting.over()
        return self.declare(kind, device=name).accepted

    def _shift(self, view: View, done: View) -> None:
        """Move the cards that change place with what was just done."""
        for shift in done.get("shifts", ()):
            self.felt.shift(self.deck(view), shift["source"], shift["target"], shift["count"])

    def _count(self, view: View, due: View) -> bool:
        deck = str(due.get("deck") or self.deck(view))
        counted = max(self.felt.count(deck, due["place"]) + self.miscounts_by, 0)
        self.miscounts_by = 0
        return self.press(due, Count(due["place"], counted))

    def _move(self, view: View, due: View) -> bool:
        named = str(due.get("subject") or due.get("deck") or "")
        deck = named or self.deck(view)
        if self.shoe is not None and self.machines.busy():
            return self.watch(self.shoe)
        if due["to"] == "stack":
            self.machines.gather(deck)
        if due["to"] == "shoe":
            return self._put_back(view, deck, due)
        for source in due["sources"]:
            everybodys = not named and source not in NOT_ON_THE_LAYOUT
            for each in self.felt.decks() if everybodys else (deck,):
                self.felt.move(each, source, due["to"])
        return self.press(due, Move(due["to"]))

    def _put_back(self, view: View, deck: str, due: View) -> bool:
        """Cards go back into a shoe that shuffles them in, and says so itself if it can."""
        shoe = self.shoe
        if not isinstance(shoe, ContinuousShoe):
            for source in due["sources"]:
                self.felt.put_back(deck, source)
            return self.press(due, Move(due["to"]))
        if unnoticed(shoe):
            return self.watch(shoe)
        if view["devices"][shoe.name]["phase"] == "faulted":
            return False  # it is somebody else's to put right
        if shoe.jammed:
            return self.wait_for(shoe, Kind.JAM, shoe.name)
        for source in due["sources"]:
            self._sweep(view, deck, source)
        went = sum(shoe.put_back(deck, source) for source in due["sources"])
        return bool(went) or self._say_what_lies_there(view, deck, due, shoe)

    def _say_what_lies_there(self, view: View, deck: str, due: View, shoe: Shoe) -> bool:
        """Nothing goes in, and the table believes that cards are left: two people say what lies."""
        if not self.machines.waiting.in_vain(f"{shoe.name}: to tell what went in", shoe):
            return self.watch(shoe)
        believed = view["decks"][deck]["places"]
        lying = {place: self.felt.count(deck, place) for place in due["sources"]}
        wrong = [place for place, count in lying.items() if believed.get(place, 0) != count]
        if not wrong:
            return self.watch(shoe)
        supervisor = self._person([Role.SUPERVISOR.value], "")
        dealer = self._person([Role.DEALER.value], supervisor)
        told = DeclareContents(wrong[0], lying[wrong[0]], "nothing is left to put back", deck=deck)
        return self.act(supervisor, told, dealer).accepted

    def _sweep(self, view: View, deck: str, to: str) -> None:
        """Cards that lie where nobody plays are picked up with the others."""
        for place in self.felt.places(deck):
            if place.startswith("seat_") and place not in view["places"]:
                self.felt.move(deck, place, to)

    def tidy(self, view: View) -> None:
        """Put a card that was taken aside where the table says it belongs."""
        self.machines.tidy(view)

    # ------------------------------------------------------------ confirmations

    def _confirm(self, view: View, due: View) -> bool:
        what, subject = due["what"], str(due.get("subject", ""))
        number = None
        if self.machines.shoe is not None and self.machines.busy_with(subject):
            return self.watch(self.machines.shoe)
        match what:
            case "close_table":
                if not self._closing(view):
                    return False
            case "take_off":
                if not self.preparing.out_of_reach(subject):
                    return False
            case _ if due.get("idle"):
                return False  # what nobody waits for is the house's to want
            case "open_table":
                if self._closing(view):
                    return False
                for deck in view["decks"]:
                    self.preparing.bring(deck)
            case "receive_deck":
                self.preparing.bring(subject)
            case "shuffle":
                if due.get("device"):
                    return self.preparing.have_shuffled(view, str(due["device"]), subject)
                self.preparing.shuffle(subject, str(view["decks"][subject]["part"]))
            case "insert_stacks":
                self.felt.put_among(subject, STACKS)
                self.machines.load(subject)
            case "take_out" if subject == view["round"]["deck"]:
                self.felt.move(subject, "shoe", "rack")
            case _ if due.get("expects") is not None:
                number = int(due["expects"])
            case "cut":
                number = self.chance.randint(due["least"], due["most"])
                if not self.felt.orders_kept:
                    self.felt.cut(subject, number)
            case "load":
                if due.get("device"):
                    return self.preparing.have_loaded(str(due["device"]))
                self.machines.load(subject)
            case "insert":
                self.machines.insert(subject)
                self.felt.move(subject, "stack", IN_SHUFFLER)
            case "clear_fault":
                if self.preparing.given_up(subject, view["round"]["number"]):
                    return False
                self.preparing.mend(subject)
            case _:
                pass
        self._shift(view, due)  # what is confirmed has been done
        return self.press(due, Confirm(what, subject, number))

    def _closing(self, view: View) -> bool:
        last = self.wishes.close_after
        return last is not None and view["round"]["number"] > last
