"""Blackjack tables for the tests: played by the crew, and every settlement kept as it was due."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tablectl.games.blackjack_cards import Mode
from tablectl.words.bases import Clause
from tablectl.words.cards import Card
from tests.games.foreign_tables import Choice, Table, Variant, View, Wagers, at, first_of

Told = tuple[str, int | None]
"""What happened to a wager: the settling, and the winnings or the part that was taken."""
MODES = tuple(Mode)
ONE_BOX: Wagers = {1: {"wager": 1_000}}
STAND = first_of("decline", "stand")


def c(section: str) -> Clause:
    return Clause(f"19:47-2.{section}")


def cards(codes: str) -> tuple[Card, ...]:
    return tuple(Card.of(code) for code in codes.split())


def jack(
    mode: Mode = Mode.NONE, shoe: str = "recognising", seats: int = 6, **options: int
) -> Variant:
    reader = mode is Mode.READER
    made = {"hole_card": int(mode), **options}
    return Variant("blackjack", "manual_shoe", shoe, seats, reader=reader, options=made)


def in_order(mode: Mode, boxes: str, dealer: str, drawn: str = "") -> str:
    """The burned card, the first two of every box and of the dealer, then what is drawn.

    `boxes` are pairs of cards from the left, parted by commas. Without a hole card the dealer's
    second one comes after those that the players draw: it is the first of `drawn` then to be named
    by whoever writes the test, so `dealer` is the upcard alone.
    """
    pairs = [pair.split() for pair in boxes.split(",")]
    up, *second = dealer.split()
    firsts, seconds = [one for one, _ in pairs], [two for _, two in pairs]
    hole = [] if mode is Mode.NONE else second
    return " ".join(("2C", *firsts, up, *seconds, *hole, *drawn.split()))


@dataclass
class Played:
    """A table that was played, and what was settled at it, stage by stage."""

    table: Table
    views: list[View] = field(default_factory=list)
    stages: list[tuple[str, Mapping[tuple[str, str], Told]]] = field(default_factory=list)
    bases: dict[tuple[str, str], str] = field(default_factory=dict)

    def of(self, stage: str) -> Mapping[tuple[str, str], Told]:
        """Everything that was settled at a stage."""
        return {
            wager: told
            for name, lines in self.stages
            for wager, told in lines.items()
            if name == stage
        }

    @property
    def order(self) -> list[str]:
        return [name for name, _ in self.stages]

    @property
    def steps(self) -> list[str]:
        """The steps at which something was to be done, in their order."""
        seen = [view["round"]["step"] for view in self.views if view["round"]["number"] == 1]
        return [step for at_, step in enumerate(seen) if at_ == 0 or seen[at_ - 1] != step]


def _keep(played: Played, due: View) -> None:
    lines = {
        (line["hand"], line["wager"]): (line["settling"], line.get("cents"))
        for line in due["lines"]
    }
    if not played.stages or played.stages[-1] != (due["stage"], lines):
        played.stages.append((due["stage"], lines))
    for line in due["lines"]:
        basis = line["basis"]
        played.bases[line["hand"], line["wager"]] = basis.get("citation", "house")


def play(
    variant: Variant,
    choose: Choice,
    order: str,
    wagers: Wagers = ONE_BOX,
    rounds: int = 1,
) -> Played:
    played = Played(at(variant, wagers, choose, cards=order))
    for view in played.table.play(rounds):
        played.views.append(view)
        for due in view["dues"]:
            if due["is"] == "settle_due":
                _keep(played, due)
    return played


def by_hand(**answers: str) -> Choice:
    """Answers by the name of the hand (`seat_1_2` for seat_1.2), the first of several that is open;
    questions that are no hand's own by their name; the first option otherwise."""

    def choose(_: View, due: View) -> str:
        names = [option["name"] for option in due["options"]]
        hand = str(due["hands"][0]).replace(".", "_")
        for key in (
            f"{due['question']}_{hand}",
            due["question"] if due["question"] != "play" else hand,
        ):
            wanted = answers.get(key, "").split()
            found = next((name for name in wanted if name in names), "")
            if found:
                return found
        return "decline" if "decline" in names else "stand" if "stand" in names else names[0]

    return choose
