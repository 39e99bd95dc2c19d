"""Orders: what devices may be told. Never more cards than the round needs, and nothing twice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from simulators.referee.evidence import Account
from simulators.referee.reports import may_deal, may_shuffle
from simulators.referee.sides import giving
from tablectl.words.effects import SendOrder
from tablectl.words.inputs import Input
from tablectl.words.observations import Identified, Observation, OrderDone, OrderFailed
from tablectl.words.orders import Allow, Order, Shuffle
from tablectl.words.outcomes import Outcome

PATIENCE = 10_000_000
"""How long a device may take to answer an order, in microseconds."""
Difference = tuple[str, str, str]


@dataclass
class Orders:
    sent: dict[int, Order] = field(default_factory=dict)
    answered: set[int] = field(default_factory=set)

    def follow(self, account: Account, input_: Input, outcome: Outcome) -> Iterator[Difference]:
        """What is wrong with the orders that leave over an input."""
        report = input_.report if isinstance(input_, Observation) else None
        if isinstance(report, OrderDone | OrderFailed):
            self.answered.add(report.order)
        for effect in outcome.effects:
            if isinstance(effect, SendOrder):
                yield from self._repeated(effect.order, report)
                yield from _beyond(effect.order, account)
                self.sent[effect.order.number] = effect.order

    def _repeated(self, order: Order, report: object) -> Iterator[Difference]:
        """A number is used again only for what the device says it has never received."""
        if order.number not in self.sent:
            return
        unheard = isinstance(report, Identified) and (report.last_order or 0) < order.number
        if not unheard or self.sent[order.number].demand != order.demand:
            yield "order", "that nothing is ordered twice", f"order {order.number} once more"

    def overdue(self, name: str, account: Account, time: int, outcome: Outcome) -> str:
        """The device that owes the answer to an order whose time has come; nothing if none does."""
        what, _, number = name.partition(":")
        order = self.sent.get(int(number)) if what == "order" else None
        if order is None or outcome.ignored:
            return ""
        unit = account.units[order.device]
        waited = order.number not in self.answered and time >= order.given_at + PATIENCE
        return order.device if waited and unit.identified and not unit.latched else ""


def _beyond(order: Order, account: Account) -> Iterator[Difference]:
    match order.demand:
        case Allow(total=total, load=load):
            of = giving(account, load) if account.game.sides else account.deck_in_play
            given = account.decks[of].given if of else 0
            now = account.round
            either = not account.game.sides or not now.decided
            dealing = may_deal(account) and (either or of == now.deck)
            ready = account.units[order.device].ready
            due = sum(count for _, count in account.to_deal()) if dealing and ready else 0
            if total > given + due:
                yield "allowance", f"at most {due} cards more", f"{total - given} more"
        case Shuffle(deck=deck) if not may_shuffle(account, deck):
            step = account.decks[deck].step
            yield "order", "no shuffle of a deck that does not wait for it", f"{deck} is {step}"
        case _:
            pass
