"""What a game offers and asks of a table file, and the check of settings against it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from tablectl.games.wagers import Wager, narrow_limits
from tablectl.table.rules import Arrangement, House, HouseOption, Objection, Rules
from tablectl.words.bases import HOUSE, Basis, cited
from tablectl.words.settings import Can, DeviceKind, Settings


@dataclass(frozen=True)
class OptionSpec:
    """A house option that is a number: its default, its bounds and why it is bounded."""

    default: int
    least: int
    most: int
    says: str
    basis: Basis = HOUSE
    none: int | None = None
    """A value below the least that stands for none at all."""
    words: Mapping[str, int] = field(default_factory=dict)
    """What a table file may say in place of a number."""
    posted: bool = True
    """Whether the sign at the table has it; not what no table can have."""

    def allows(self, value: int) -> bool:
        return value == self.none or self.least <= value <= self.most

    def number(self, value: int | str) -> int | str:
        """The number that a word stands for, or what was given."""
        return self.words.get(value, value) if isinstance(value, str) else value

    def shown(self, value: int | str) -> str:
        """A value as people read it."""
        return next((word for word, each in self.words.items() if each == value), str(value))


@dataclass(frozen=True)
class Problem:
    """What is wrong with settings: the key, what is wrong, and on which basis."""

    path: tuple[str, ...]
    problem: str
    basis: Basis = HOUSE

    def __str__(self) -> str:
        return f"{'.'.join(self.path)}: {self.problem} ({cited(self.basis)})"


def _nothing(_: Settings) -> Iterable[Problem]:
    return ()


@dataclass(frozen=True)
class Game:
    """A game: which methods, seats, decks and options it has, and how its rules are made."""

    name: str
    subchapter: int
    methods: tuple[str, ...]
    seats: tuple[int, int]
    decks: tuple[int, int]
    options: Mapping[str, OptionSpec]
    rules: Callable[[Settings], Rules]
    wagers: tuple[Wager, ...] = ()
    """The wagers as they are posted."""
    settles: bool = True
    """Whether its plan takes and pays wagers; one that does not is played without money."""
    lacks: Callable[[Settings], Iterable[Problem]] = _nothing
    """What devices it needs for what it is asked to do, and does not have."""
    varieties: tuple[str, ...] = ()
    """Methods that differ from the first by their shoe and are ruled on alike: what is theirs has
    scenarios of its own, and the rest those of the first."""
    uses: frozenset[Can] = frozenset()
    """What it can make use of among the abilities that not every game can (`PECULIAR`)."""


PECULIAR: Mapping[Can, str] = {
    Can.LOAD_SHOE: "puts the cards into the shoe as soon as they are shuffled",
    Can.CONTINUOUS: "takes its cards back between rounds and shuffles them in",
    Can.CHAMBERS: "has two chambers",
}
"""What a machine does with cards that a game has to be made for."""


ONE_OF_A_KIND = (DeviceKind.SHOE, DeviceKind.SHUFFLER)
"""Cards come out of one machine and go through one; there is no second at a table."""


def unsuited(game: Game, settings: Settings) -> Iterator[Problem]:
    """The devices that do something with cards that this game knows nothing of, and those that are
    one too many."""
    for kind in ONE_OF_A_KIND:
        first, *more = [n for n, d in settings.devices.items() if d.kind is kind] or [""]
        for name in more:
            problem = f"a table has one {kind.value}, and {first} is one already"
            yield Problem(("devices", name), problem)
    for name, device in settings.devices.items():
        for can in device.can:
            if can in PECULIAR and can not in game.uses:
                problem = f"a {device.profile or device.model} {PECULIAR[can]}, and {game.name} "
                yield Problem(("devices", name), f"{problem}is not dealt that way")


def problems(game: Game, settings: Settings) -> tuple[Problem, ...]:
    """Everything in the settings that this game does not allow."""
    found = []
    if settings.method not in game.methods:
        known = ", ".join(game.methods)
        found.append(Problem(("method",), f"{settings.method} is not one of {known}"))
    if not game.seats[0] <= settings.seats <= game.seats[1]:
        bounds = f"{game.seats[0]} to {game.seats[1]}"
        found.append(Problem(("seats",), f"{settings.seats} seats; the game takes {bounds}"))
    if not game.decks[0] <= len(settings.decks) <= game.decks[1]:
        bounds = f"{game.decks[0]} to {game.decks[1]}"
        found.append(Problem(("decks",), f"{len(settings.decks)} decks; the game takes {bounds}"))
    for name, value in settings.options.items():
        found += _option_problems(game, name, value)
    return (*found, *_crossed(settings.options), *_narrow(game, settings.options))


def _narrow(game: Game, options: Mapping[str, int | str]) -> list[Problem]:
    narrow = narrow_limits(game.wagers, with_defaults(game, options))
    return [Problem(("options", name), says, basis) for name, says, basis in narrow]


def house_options(game: Game) -> House:
    """What the house may change while the table is open, for the core."""
    options = {
        name: HouseOption(spec.least, spec.most, spec.none, spec.basis, is_limit(name))
        for name, spec in game.options.items()
    }

    def objection(wanted: Settings) -> Objection | None:
        lacks = (each for each in game.lacks(wanted) if each.path[0] == "options")
        found = [*_crossed(wanted.options), *_narrow(game, wanted.options), *lacks]
        return Objection(found[0].problem, found[0].basis) if found else None

    return House(options, objection)


def arrangement(game: Game, removal: Basis, set_up: Mapping[str, tuple[str, ...]]) -> Arrangement:
    """How the game can be dealt with the devices that stand on a table, for the core."""

    def to(key: str) -> Callable[[Settings], Basis | None]:
        def objection(settings: Settings) -> Basis | None:
            return next((p.basis for p in game.lacks(settings) if p.path == (key,)), None)

        return objection

    return Arrangement(game.methods, removal, set_up, to("method"), to("decks"))


def is_limit(option: str) -> bool:
    return option.endswith(("_least", "_most"))


def _crossed(options: Mapping[str, int | str]) -> list[Problem]:
    """Minimums above their maximum; 0 is no limit."""
    found = []
    for name, least in options.items():
        most = options.get(f"{name.removesuffix('_least')}_most", 0)
        if not name.endswith("_least") or not isinstance(least, int) or not isinstance(most, int):
            continue
        if 0 < most < least:
            found.append(Problem(("options", name), f"{least} is above the maximum, {most}"))
    return found


def _option_problems(game: Game, name: str, value: int | str) -> list[Problem]:
    spec = game.options.get(name)
    if spec is None:
        known = ", ".join(sorted(game.options))
        return [Problem(("options", name), f"no such option; the game has {known}")]
    number = spec.number(value)
    if not isinstance(number, int) or not spec.allows(number):
        bounds = f"between {spec.least} and {spec.most}"
        if isinstance(value, str):
            bounds = f"a whole number {bounds}, without quotes"
        among = f"one of {', '.join(spec.words)}" if spec.words else bounds
        problem = f"{value!r} is not {among} ({spec.says})"
        return [Problem(("options", name), problem, spec.basis)]
    return []


def with_defaults(game: Game, options: Mapping[str, int | str]) -> dict[str, int | str]:
    known = game.options
    said = {n: known[n].number(v) if n in known else v for n, v in options.items()}
    return {**{name: spec.default for name, spec in known.items()}, **said}
