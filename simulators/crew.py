"""The crew: a dealer, a supervisor and a technician who follow the prompts.

They act only through the door and see only the view of their role; with their hands they move the
cards on the felt and work the machines. They look at the screen, do the first thing that is theirs
to do, and look again; while a machine is at it they watch. They know no rule: what they do follows
from the kind of thing that is due.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol

from simulators.continuous_shoe import ContinuousShoe
from simulators.device import SimulatedDevice
from simulators.double_shoe import DoubleShoe
from simulators.felt import Felt, Piece
from simulators.hole_reader import HoleCardReader
from simulators.machines import NOT_ON_THE_LAYOUT, Machines, unnoticed
from simulators.passing import PassingOver
from simulators.reader import CardReader
from simulators.shoe import SensingShoe, Shoe
from simulators.shuffler import IN_SHUFFLER, Shuffler
from tablectl.words.acts import (
    Act,
    Bet,
    Call,
    Check,
    Choose,
    Confirm,
    Count,
    Deal,
    Declare,
    DeclareContents,
    Deed,
    Move,
    Settle,
    Shown,
    TakeBack,
    Turn,
)
from tablectl.words.bases import Role
from tablectl.words.cards import Composition, Rank
from tablectl.words.irregularities import Kind
from tablectl.words.outcomes import Receipt
from tablectl.words.settings import Can

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


def changes(
    again: Mapping[str, Mapping[str, int | None]],
    wanted: Mapping[int, Mapping[str, int | None]],
) -> Iterator[Deed]:
    """What the dealer keys in so that the wagers lying there again are those that are wanted."""
    for place, mine in again.items():
        seat = int(place.removeprefix("seat_"))
        yield from (TakeBack(seat, wager) for wager in mine if wager not in wanted.get(seat, {}))
    for seat, wishes in wanted.items():
        there = again.get(f"seat_{seat}", {})
        for wager, cents in wishes.items():
            if wager not in there or there[wager] != cents:
                yield Bet(seat, wager, cents)


def _lying(view: View) -> Mapping[str, Mapping[str, int | None]]:
    """The wagers that are down, and those that lie there again."""
    down, again = view["round"]["wagers"], view["round"]["again"]
    return {place: {**again.get(place, {}), **down.get(place, {})} for place in (*again, *down)}


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
    favours: str = ""
    """The deck that is drawn from where any will do; any, if empty."""
    wrong_sides: int = 0
    """So many times the next card is drawn from the wrong side of a double shoe."""
    passing: PassingOver | None = None
    """A place that the deal leaves out, and nobody has noticed."""
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
    _number: int = 0
    _betting: int = 0
    _saw_face_up: bool = False
    """A card came face up out of a shoe that does not notice it, and nobody has said so yet."""
    _away: int = 0
    """The round in which others have worked here instead."""
    _bets: list[Deed] = field(default_factory=list)
    _looked_over: bool = False
    """Whether what lies there has been compared with what was wanted once more."""
    _mended: int = 0
    """The round in which the shuffler was last put right."""
    _unnamed: set[tuple[int, str]] = field(default_factory=set)
    """Rounds and places where cards were turned and left to the shoe to tell."""
    _aside: dict[str, SimulatedDevice] = field(default_factory=dict)
    """Devices that were taken off the table, by the name of their field."""

    def __post_init__(self) -> None:
        self.machines = Machines(self.felt, self.shoe, self.shuffler)

    # ------------------------------------------------------------ the loop

    def step(self) -> bool:
        """Do one thing that is due, or watch a machine that does it.

        False if there is nothing the crew can or wants to do.
        """
        if self.looks_away:
            self.looks_away -= 1
            return True
        if self._saw_face_up and self.shoe is not None:
            return self._tell_face_up(self.shoe)
        view = self.door.view(Role.DEALER)
        self._look_round(view)
        self.tidy(view)  # what lies aside came before what lies in the tray
        if self.machines.lay_stack(view) or self.unasked(view):
            return True
        return any(self._answer(view, due) for due in view["dues"])

    def come_back(self) -> None:
        """Others have worked here meanwhile: what was under way then is looked at anew."""
        self._betting, self._bets = 0, []
        self._away = int(self.door.view(Role.DEALER)["round"]["number"])
        self.passing = None
        self.machines.waiting.over()

    def _look_round(self, view: View) -> None:
        """Work with what stands on the table, and in the round that is played now."""
        if self.passing is not None and self.passing.round != view["round"]["number"]:
            self.passing = None
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
        """Whoever is asked answers at the screen; no hand is moved for it."""
        return self._do(due, deed)

    def _do(self, due: View, deed: Deed) -> bool:
        """What one person alone may answer, that person does: whoever deals, the table knows."""
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
                return self._deal(view, due)
            case "choice_due":
                return self._choose(view, due)
            case "check_due":
                return self._check(view, due)
            case "count_due":
                return self._count(view, due)
            case "turn_due":
                return self._turn(view, due)
            case "move_due":
                return self._move(view, due)
            case "settle_due":
                return self._do(due, Settle(due["stage"]))
            case "confirm_due":
                return self._confirm(view, due)
            case _:
                return False

    def _call(self, view: View, due: View) -> bool:
        """Nothing is called for the sake of wagers that only would lie there again."""
        now = view["round"]
        idle = self._closing(view) and not now["wagers"] and not now["hands"]
        return "lacking" not in due and not idle and self._do(due, Call(due["call"]))

    def _bet(self, view: View, due: View) -> bool:
        if due["must"]:
            wager = due["wagers"][0]
            return self._do(due, Bet(due["seats"][0], wager["name"], wager.get("least")))
        number = view["round"]["number"]
        if self._closing(view):
            return self._give_back(view, due)
        if self._betting != number:
            self._betting, self._looked_over = number, False
            self._bets = self._wanted(view)
        if not self._bets and (not self._looked_over or self._unplayable(view)):
            # What was keyed in while the controller died may not be there.
            self._looked_over = True
            self._bets = self._wanted(view)
        if not self._bets:
            return False
        for _ in range(len(self._bets) if self.brisk else 1):
            self._do(due, self._bets.pop(0))
        return True

    def _wanted(self, view: View) -> list[Deed]:
        """What players change about the wagers. What others have put down while nobody of them was
        here stays as it is, unless the round cannot be played with it."""
        number, lying = view["round"]["number"], _lying(view)
        made = list(changes(lying, self.wishes.wagers(number)))
        if number != self._away or self._unplayable(view):
            return made
        bets = [deed for deed in made if isinstance(deed, Bet)]
        return [bet for bet in bets if not lying.get(f"seat_{bet.seat}")]

    def _unplayable(self, view: View) -> bool:
        """Whether what others put down keeps the round from being dealt: the cards do not."""
        ready = any(deck["phase"] == "loaded" for deck in view["decks"].values())
        others = view["round"]["number"] == self._away
        return others and ready and any("lacking" in due for due in view["dues"])

    def _give_back(self, view: View, due: View) -> bool:
        """Nothing more is played: players take off what lies there."""
        for place, mine in view["round"]["wagers"].items():
            for wager in mine:
                return self._do(due, TakeBack(int(place.removeprefix("seat_")), wager))
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
        if not self._do(due, deed):
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

    def _deck(self, view: View) -> str:
        deck = str(view["round"]["deck"])
        if deck:
            return deck
        loaded = (d for d in self.felt.decks() if self.felt.count(d, "shoe"))
        return next(loaded, next(iter(self.felt.decks()), ""))

    def _side(self, view: View, due: View) -> str:
        """The deck that the next cards are drawn from: any, where any will do, or the wrong one."""
        deck = self._deck(view)
        if due.get("decks"):
            return self.favours or str(self.chance.choice(due["decks"]))
        if self.wrong_sides and len(self.felt.decks()) > 1:
            self.wrong_sides -= 1
            return next(each for each in self.felt.decks() if each != deck)
        return deck

    def _deal(self, view: View, due: View) -> bool:
        shoe = self.shoe
        if shoe is None:
            return self._deal_unsensed(view, self._side(view, due), due)
        if unnoticed(shoe) or self.machines.busy():
            return self._watch(shoe)
        if shoe.jammed:
            return self._wait_for(shoe, Kind.JAM, shoe.name)
        deck = self._side(view, due)
        if isinstance(shoe, DoubleShoe):
            shoe.reach(shoe.chamber_of(deck))
        if not isinstance(shoe, SensingShoe) or not shoe.gives(due["to"][0]["count"]):
            return self._wait_for(shoe, Kind.MISDEAL)
        if self.passing is not None and (len(due["to"]) > 1 or self.passing.begun):
            return self._pass_over(self.passing, shoe, deck, view, due)
        for target in due["to"] if self.brisk else due["to"][:1]:
            if not shoe.gives(target["count"]) or not self.felt.count(deck, "shoe"):
                return False
            if self._draw(shoe, deck, target):
                break
        return True

    def _pass_over(
        self, passing: PassingOver, shoe: SensingShoe, deck: str, view: View, due: View
    ) -> bool:
        """Deal as if a place were not there; once somebody notices, say so."""
        if not passing.begun:
            passing.begin(due["to"], view)
        target = None if passing.noticed(view) else passing.next_target()
        if target is None:
            return self._own_up(passing)
        self._draw(shoe, deck, target)
        return True

    def _own_up(self, passing: PassingOver) -> bool:
        self.passing = None
        return self.declare(Kind.PASSED_OVER, passing.place, nth=passing.nth).accepted

    def _tell_face_up(self, shoe: Shoe) -> bool:
        """Say what the dealer saw, once the table knows that the card is out."""
        if unnoticed(shoe):
            return self._watch(shoe)
        self._saw_face_up = False
        return self.declare(Kind.FACE_UP_CARD).accepted

    def _watch(self, device: SimulatedDevice) -> bool:
        """A machine is at it, or has told something that the screen does not show yet."""
        return self.machines.waiting.look(device)

    def _wait_for(self, device: SimulatedDevice, kind: Kind, name: str = "") -> bool:
        """A machine does not do what is due: wait a little, then say so."""
        if not self.machines.waiting.in_vain(f"{device.name}: {kind.value}", device):
            return self._watch(device)
        self.machines.waiting.over()
        return self.declare(kind, device=name).accepted

    def _draw(self, shoe: SensingShoe, deck: str, target: View) -> bool:
        """Draw for one target; True if a card lay face up and was taken aside."""
        wrong = False
        for piece in shoe.draw(deck, target["count"]):
            wrong = wrong or piece.up
            self._saw_face_up |= piece.up and Can.FACE_UP not in shoe.device.can
            self.felt.pile(deck, "loose" if piece.up else target["place"]).append(piece)
            piece.up = piece.up or target["up"]
        return wrong

    def _deal_unsensed(self, view: View, deck: str, due: View) -> bool:
        """Deal everything that is due, and tell the table about it; stop at a face-up card."""
        passing = self.passing if len(due["to"]) > 1 else None
        if passing is not None and not passing.begun:
            passing.begin(due["to"], view)
        for target in due["to"] if passing is None else passing.dealt:
            for _ in range(target["count"]):
                shoe = self.felt.pile(deck, "shoe")
                while shoe and shoe[0].up:
                    self.felt.move(deck, "shoe", "loose", 1)
                    self.declare(Kind.FACE_UP_CARD)
                    return True
                if self._already_there(view, deck, target, due):
                    continue
                if not shoe:
                    break
                self.felt.move(deck, "shoe", target["place"], 1)
                self.felt.pile(deck, target["place"])[-1].up = target["up"]
        sided = len(self.felt.decks()) > 1 and self._sided(view)
        told = self._do(due, Deal(deck if sided else ""))
        return self._own_up(passing) if told and passing is not None else told

    def _sided(self, view: View) -> bool:
        """Whether several decks are in the shoe at once."""
        return [each["phase"] for each in view["decks"].values()].count("loaded") > 1

    def _already_there(self, view: View, deck: str, target: View, due: View) -> bool:
        """A deal that was broken off and taken up again does not give a place its card twice."""
        place = str(target["place"])
        owed = sum(int(t["count"]) for t in due["to"] if t["place"] == place)
        believed = int(view["places"].get(place, {"count": 0})["count"])
        return self.felt.count(deck, place) >= believed + owed

    def _shift(self, view: View, done: View) -> None:
        """Move the cards that change place with what was just done."""
        for shift in done.get("shifts", ()):
            self.felt.shift(self._deck(view), shift["source"], shift["target"], shift["count"])

    def _check(self, view: View, due: View) -> bool:
        pile = self.felt.pile(self._deck(view), due["place"])
        if not pile:
            return self.declare(Kind.MISDEAL, due["place"]).accepted
        piece = pile[0]
        ranks = tuple(Rank(rank) for rank in due["ranks"])
        reader = self.hole_reader
        if reader is None or view["devices"][reader.name]["phase"] != "ready":
            return self._do(due, Check(due["check"], piece.card.rank in ranks))
        if unnoticed(reader):
            return self._watch(reader)
        if not reader.ready:
            return False
        reader.examine(due["check"], piece, ranks)
        return True

    def _count(self, view: View, due: View) -> bool:
        deck = str(due.get("deck") or self._deck(view))
        counted = max(self.felt.count(deck, due["place"]) + self.miscounts_by, 0)
        self.miscounts_by = 0
        return self._do(due, Count(due["place"], counted))

    def _turn(self, view: View, due: View) -> bool:
        deck = self._deck(view)
        if self.reader is not None and view["devices"][self.reader.name]["phase"] == "ready":
            return self._show_reader(self.reader, deck, due["places"][0])
        read = any(
            "faces" in device["can"] and device["kind"] == "shoe"
            for device in view["devices"].values()
        )
        places = due["places"] if self.brisk else due["places"][:1]
        there = all(self._pieces(deck, place) for place in places)
        number = int(view["round"]["number"])
        told = {p for p in places if read and (number, p) not in self._unnamed}
        seen = tuple(self._show(deck, p, p in told) for p in places) if there else ()
        if seen and self._do(due, Turn(seen)):
            self._unnamed |= {(number, p) for p in told}  # asked again, the shoe did not see them
            return True
        cards = Counter(card for shown in seen for card in shown.cards)
        twice = any(n > self.composition.copies(card) > 0 for card, n in cards.items())
        self.declare(Kind.DUPLICATE_CARD if twice else Kind.MISDEAL, places[0])
        return True

    def _show(self, deck: str, place: str, read: bool) -> Shown:
        pile = self._pieces(deck, place)
        return Shown(place, () if read else tuple(piece.card for piece in pile))

    def _pieces(self, deck: str, place: str) -> list[Piece]:
        """The cards at a place, face up: those of the deck that is dealt from came last."""
        others = (each for each in self.felt.decks() if each != deck)
        return [piece for each in (*others, deck) for piece in self.felt.turn_up(each, place)]

    def _show_reader(self, reader: CardReader, deck: str, place: str) -> bool:
        if unnoticed(reader) or reader.showing or self._just_shown(reader, place):
            return self._watch(reader)
        if not reader.reads:
            return False
        reader.read(place, self._pieces(deck, place))
        return True

    def _just_shown(self, reader: CardReader, place: str) -> bool:
        """Whether all of the hand was shown card by card, and the screen may not know it yet."""
        if reader.shown_at != place:
            return False
        waiting = self.machines.waiting
        if waiting.in_vain(f"{reader.name}: {place} to be heard", reader):
            waiting.over()
            return False
        return True

    def _move(self, view: View, due: View) -> bool:
        named = str(due.get("subject") or due.get("deck") or "")
        deck = named or self._deck(view)
        if self.shoe is not None and self.machines.busy():
            return self._watch(self.shoe)
        if due["to"] == "stack":
            self.machines.gather(deck)
        if due["to"] == "shoe":
            return self._put_back(view, deck, due)
        for source in due["sources"]:
            everybodys = not named and source not in NOT_ON_THE_LAYOUT
            for each in self.felt.decks() if everybodys else (deck,):
                self.felt.move(each, source, due["to"])
        return self._do(due, Move(due["to"]))

    def _put_back(self, view: View, deck: str, due: View) -> bool:
        """Cards go back into a shoe that shuffles them in, and says so itself if it can."""
        shoe = self.shoe
        if not isinstance(shoe, ContinuousShoe):
            for source in due["sources"]:
                self.felt.put_back(deck, source)
            return self._do(due, Move(due["to"]))
        if unnoticed(shoe):
            return self._watch(shoe)
        if view["devices"][shoe.name]["phase"] == "faulted":
            return False  # it is somebody else's to put right
        if shoe.jammed:
            return self._wait_for(shoe, Kind.JAM, shoe.name)
        for source in due["sources"]:
            self._sweep(view, deck, source)
        went = sum(shoe.put_back(deck, source) for source in due["sources"])
        return bool(went) or self._say_what_lies_there(view, deck, due, shoe)

    def _say_what_lies_there(self, view: View, deck: str, due: View, shoe: Shoe) -> bool:
        """Nothing goes in, and the table believes that cards are left: two people say what lies."""
        if not self.machines.waiting.in_vain(f"{shoe.name}: to tell what went in", shoe):
            return self._watch(shoe)
        believed = view["decks"][deck]["places"]
        lying = {place: self.felt.count(deck, place) for place in due["sources"]}
        wrong = [place for place, count in lying.items() if believed.get(place, 0) != count]
        if not wrong:
            return self._watch(shoe)
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
            return self._watch(self.machines.shoe)
        match what:
            case "close_table":
                if not self._closing(view):
                    return False
            case "take_off":
                if not self._out_of_reach(subject):
                    return False
            case _ if due.get("idle"):
                return False  # what nobody waits for is the house's to want
            case "open_table":
                if self._closing(view):
                    return False
                for deck in view["decks"]:
                    self.bring(deck)
            case "receive_deck":
                self.bring(subject)
            case "shuffle":
                if due.get("device"):
                    return self._have_shuffled(view, str(due["device"]), subject)
                self._shuffle(subject, str(view["decks"][subject]["part"]))
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
                    return self._have_loaded(str(due["device"]))
                self.machines.load(subject)
            case "insert":
                self.machines.insert(subject)
                self.felt.move(subject, "stack", IN_SHUFFLER)
            case "clear_fault":
                if self._given_up(subject, view["round"]["number"]):
                    return False
                self.mend(subject)
            case _:
                pass
        self._shift(view, due)  # what is confirmed has been done
        return self._do(due, Confirm(what, subject, number))

    def _shuffle(self, deck: str, part: str) -> None:
        """The whole deck, or the cards of one place while the others stay where they are."""
        if part:
            self.felt.move(deck, part, "stack")
            self.felt.shuffle_stack(deck)
        else:
            self.felt.shuffle(deck)

    def bring(self, deck: str) -> None:
        """New cards in the place of whatever had that name."""
        self.machines.put_away(deck)
        self.felt.bring(deck, self.composition)

    def _have_shuffled(self, view: View, name: str, deck: str) -> bool:
        """Put the deck into the shuffler and watch; one that is not simulated is not ours.

        One that is out of order is somebody else's to put right; one that may be there any moment
        is given a little time.
        """
        shuffler = self.shuffler
        if shuffler is None or shuffler.name != name:
            return False
        phase = view["devices"][name]["phase"]
        if phase != "ready":
            waited = self.machines.waiting.in_vain(f"{name}: to be there", shuffler)
            return phase == "unverified" and not waited and self._watch(shuffler)
        takes = shuffler.takes(deck)
        if (shuffler.running and not takes) or unnoticed(shuffler):
            room = shuffler.running and len(shuffler.decks) < shuffler.room
            return not (room and _another_waits(view, deck)) and self._watch(shuffler)
        if takes:
            self.machines.insert(deck, str(view["decks"][deck]["part"]))
            return True
        return self._wait_for(shuffler, Kind.JAM, name)

    def _have_loaded(self, name: str) -> bool:
        """Watch a shuffler put the deck into the shoe, until it has taken longer than it may."""
        shuffler, shoe = self.shuffler, self.shoe
        if shuffler is None or shuffler.name != name:
            return False
        if unnoticed(shuffler) or (shoe is not None and unnoticed(shoe)):
            return self._watch(shuffler)
        return self._wait_for(shuffler, Kind.JAM, name)

    def _out_of_reach(self, name: str) -> bool:
        """Whether a shuffler has been unplugged for so long that it is taken off the table."""
        shuffler = self.shuffler
        if shuffler is None or shuffler.name != name or shuffler.plugged or shuffler.running:
            return False
        return self.machines.waiting.in_vain(f"{name}: to be there", shuffler)

    def _given_up(self, name: str, round_: int) -> bool:
        """A shuffler that fails again in the same round is unplugged, to be taken off the table."""
        shuffler = self.shuffler
        if shuffler is None or shuffler.name != name:
            return False
        again, self._mended = self._mended == round_, round_
        if again and shuffler.plugged:
            shuffler.unplug()
        return again

    def mend(self, name: str) -> None:
        """Put a machine right."""
        for device in (self.shoe, self.reader, self.hole_reader, self.shuffler):
            if device is not None and device.name == name:
                device.clear()

    def _closing(self, view: View) -> bool:
        last = self.wishes.close_after
        return last is not None and view["round"]["number"] > last


def _another_waits(view: View, deck: str) -> bool:
    """Whether hands can do something for another deck meanwhile."""
    return any(
        due["is"] == "confirm_due"
        and due.get("subject") in view["decks"]
        and due["subject"] != deck
        and not (due.get("device") or due.get("idle"))
        for due in view["dues"]
    )
