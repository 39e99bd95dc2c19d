"""Hands at a simulated device: one word each for what a person can do to it.

They load, draw, take, insert, show and pull cables; what the device makes of it goes over its line.
Every word is answered with what was done or why it could not be.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from simulators.continuous_shoe import ContinuousShoe
from simulators.device import SimulatedDevice
from simulators.double_shoe import CHAMBERS, DoubleShoe
from simulators.faults import FAULTS
from simulators.felt import Felt, Piece
from simulators.hole_reader import HoleCardReader
from simulators.reader import CardReader
from simulators.shoe import SensingShoe, Shoe
from simulators.shuffler import Shuffler
from simulators.stack_shoe import StackShoe
from simulators.tag_reader import TagReader
from tablectl.words.cards import STANDARD_52, Card, Composition, Rank
from tablectl.words.errors import TablectlError

DECK = "deck"
DISCARDS = "discards"
"""Where cards lie that were drawn at the console."""
NO_WORD = "no word "
"""How the answer to a word begins that these hands do not know."""
Words = Sequence[str]


class WrongWords(TablectlError):
    """Words that this device cannot be told."""

    code = "wrong_words"


class Hands:
    """What can be done to one device, by the word for it."""

    def __init__(self, device: SimulatedDevice, felt: Felt, seed: int | str) -> None:
        self._device = device
        self._felt = felt
        self._seed = seed
        self._fitted: list[str] = []
        self.words: Mapping[str, tuple[str, Callable[[Words], str]]] = {
            **self._of_this_kind(),
            "jam": ("jam [STATION]", self._jam),
            "clear": ("clear", self._done(device.clear, "put right")),
            "reboot": ("reboot", self._done(device.reboot, "the power was gone for a moment")),
            "restart": ("restart", self._done(device.restart, "it has forgotten its events")),
            "unplug": ("unplug", self._done(device.unplug, "the cable is out")),
            "plug": ("plug", self._done(device.plug, "the cable is in")),
            "fault": ("fault NAME", self._fault),
            "faults": ("faults", self._faults),
        }

    def do(self, line: str) -> str:
        """Do what a line of words says; what came of it."""
        word, *rest = line.split() or [""]
        if word not in self.words:
            return f"{NO_WORD}{word!r} here; there are: {self.all_words}"
        try:
            return self.words[word][1](rest)
        except TablectlError as error:
            return f"{word}: {error}"

    @property
    def all_words(self) -> str:
        return ", ".join(form for form, _ in self.words.values())

    def _of_this_kind(self) -> Mapping[str, tuple[str, Callable[[Words], str]]]:
        match self._device:
            case DoubleShoe() as double:
                return {
                    "load": ("load [CHAMBER]", lambda words: self._load_chamber(double, words)),
                    "draw": (
                        "draw [COUNT [CHAMBER]]",
                        lambda words: self._draw_from(double, words),
                    ),
                }
            case SensingShoe() as shoe:
                drawing = {
                    "load": ("load", lambda _: self._load(shoe)),
                    "draw": ("draw [COUNT]", lambda words: self._draw(shoe, words)),
                }
                return {**drawing, **self._returning(shoe)}
            case StackShoe() as automated:
                return {
                    "load": ("load", lambda _: self._load(automated)),
                    "take": ("take", lambda _: f"took {len(automated.take())} cards"),
                }
            case Shuffler() as shuffler:
                return {"insert": ("insert DECK", lambda words: self._insert(shuffler, words))}
            case TagReader() as tags:
                return {"show": ("show CARD|TAG...", lambda words: _show(tags, words))}
            case CardReader() as reader:
                return {"read": ("read PLACE CARD...", lambda words: _read(reader, words))}
            case HoleCardReader() as hole:
                return {
                    "check": ("check NAME CARD RANK...", lambda words: _check(hole, words)),
                    "insert": ("insert CARD", lambda words: _put_in(hole, words)),
                }
        return {}

    # ------------------------------------------------------------ shoes and shufflers

    def _load(self, shoe: Shoe) -> str:
        self._felt.bring(DECK, Composition())
        self._felt.shuffle(DECK)
        shoe.load(DECK)
        shoe.go_on()
        return f"loaded {self._felt.count(DECK, 'shoe')} cards"

    def _draw(self, shoe: SensingShoe, words: Words) -> str:
        count = _count(words)
        if not shoe.gives(count):
            state = "it is jammed" if shoe.jammed else f"{shoe.allowed} allowed, {shoe.given} given"
            return f"no card comes: {state}"
        drawn = shoe.draw(DECK, count)
        self._felt.pile(DECK, DISCARDS).extend(drawn)
        return f"drew {len(drawn)} cards"

    def _returning(self, shoe: SensingShoe) -> Mapping[str, tuple[str, Callable[[Words], str]]]:
        if not isinstance(shoe, ContinuousShoe):
            return {}
        return {"return": ("return", lambda _: f"{shoe.put_back(DECK, DISCARDS)} cards are back")}

    def _load_chamber(self, shoe: DoubleShoe, words: Words) -> str:
        chamber = _chamber(words)
        deck = f"{DECK}_{chamber}"
        self._felt.bring(deck, Composition())
        self._felt.shuffle(deck)
        shoe.load(deck, chamber)
        return f"loaded {self._felt.count(deck, 'shoe')} cards into chamber {chamber}"

    def _draw_from(self, shoe: DoubleShoe, words: Words) -> str:
        count, chamber = _count(words), _chamber(words[1:])
        shoe.reach(chamber)
        if not shoe.gives(count):
            side = shoe.chambers[chamber]
            state = "it is jammed" if shoe.jammed else f"{side.allowed} allowed, {side.given} given"
            return f"no card comes: {state}"
        return f"drew {len(shoe.draw(shoe.deck, count))} cards from chamber {chamber}"

    def _insert(self, shuffler: Shuffler, words: Words) -> str:
        deck = _first(words, "which deck?")
        if deck not in self._felt.decks():
            self._felt.bring(deck, Composition())
        shuffler.insert(deck)
        if shuffler.running:
            return f"shuffling {shuffler.on_rollers}"
        inside, ordered = " and ".join(shuffler.decks), " and ".join(shuffler.armed)
        return f"{inside} is in; ordered is {ordered or 'nothing'}"

    # ------------------------------------------------------------ what goes wrong

    def _jam(self, words: Words) -> str:
        self._device.jam(words[0] if words else "")
        return "jammed"

    def _fault(self, words: Words) -> str:
        name = _first(words, "which one? `faults` lists them")
        self.fit(name)
        return f"fitted {name}: {FAULTS[name].description}"

    def fit(self, name: str) -> None:
        """Fit a fault by its name."""
        if name not in FAULTS:
            raise WrongWords(f"no fault {name!r}; there are: {', '.join(FAULTS)}")
        self._device.fit(FAULTS[name](self._seed))
        self._fitted.append(name)

    def _faults(self, _: Words) -> str:
        return f"fitted: {', '.join(self._fitted) or 'none'}; there are: {', '.join(FAULTS)}"

    def _done(self, do: Callable[[], None], done: str) -> Callable[[Words], str]:
        def act(_: Words) -> str:
            do()
            return done

        return act


def _read(reader: CardReader, words: Words) -> str:
    place = _first(words, "at which place, and which cards?")
    pieces = [Piece(Card.of(code), up=True) for code in words[1:]]
    reader.read(place, pieces)
    return f"showed {len(pieces)} cards"


def _show(reader: TagReader, words: Words) -> str:
    _first(words, "which cards, or which tags?")
    codes = {card.code: card for card in STANDARD_52}
    reader.show([reader.tag(codes[word]) if word in codes else word for word in words])
    return f"shows {len(words)} cards one by one"


def _check(reader: HoleCardReader, words: Words) -> str:
    if len(words) < 3:
        raise WrongWords("say check NAME CARD RANK..., as in check natural AS T J Q K")
    name, card, *ranks = words
    reader.examine(name, Piece(Card.of(card)), [_rank(rank) for rank in ranks])
    return "put in"


def _put_in(reader: HoleCardReader, words: Words) -> str:
    reader.put_in(Piece(Card.of(_first(words, "which card?"))))
    return "put in, and not to be checked"


def _rank(letter: str) -> Rank:
    rank = Card.of(f"{letter}S").rank
    if rank is None:
        raise WrongWords(f"{letter!r} is no rank")
    return rank


def _first(words: Words, question: str) -> str:
    if not words:
        raise WrongWords(question)
    return words[0]


def _count(words: Words) -> int:
    if not words:
        return 1
    if not words[0].isdecimal() or not 1 <= int(words[0]) <= 52:
        raise WrongWords(f"{words[0]!r} is no number of cards")
    return int(words[0])


def _chamber(words: Words) -> int:
    if not words:
        return CHAMBERS[0]
    if not words[0].isdecimal() or int(words[0]) not in CHAMBERS:
        raise WrongWords(f"{words[0]!r} is no chamber; there are 1 and 2")
    return int(words[0])
