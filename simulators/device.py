"""What all simulated devices have in common, at the level of observations.

A device numbers its events, keeps each until it is acknowledged, says who it is whenever its line
opens, and answers every order. It complains when the controller breaks the rules of the line.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from tablectl.words.observations import (
    Identified,
    Jammed,
    LinkLost,
    LinkUp,
    Observation,
    OrderDone,
    OrderFailed,
    Report,
)
from tablectl.words.orders import Demand, Order
from tablectl.words.settings import Device


class ControllerBrokeProtocol(AssertionError):
    """The controller did something no controller may do to this device."""


@dataclass(kw_only=True)
class SimulatedDevice:
    name: str
    device: Device
    report: Callable[[Observation], None]
    epoch: int = 1
    event: int = 0
    last_order: int = 0
    plugged: bool = True
    linked: bool = False
    jammed: bool = False
    deaf: bool = False
    """Takes orders and never answers them."""
    kept: dict[int, Report] = field(default_factory=dict)
    _last: Report = field(default_factory=LinkUp)
    _catching_up: bool = False
    """Events go out in the order of their numbers: what is new waits for what was kept."""

    # ------------------------------------------------------------ what the controller does

    def connect(self) -> None:
        """Say who is here, then send again whatever is not acknowledged."""
        if not self.plugged:
            return
        device = self.device
        self.linked = self._catching_up = True
        old, sent = self.event, 0
        self._say(LinkUp())
        self._say(Identified(device.model, device.serial, device.firmware, self.last_order))
        while unsent := [event for event in sorted(self.kept) if event > sent]:
            sent = unsent[0]
            self._send(sent, self.kept[sent], late=sent <= old)
        self._catching_up = False

    def order(self, order: Order) -> None:
        if not self.linked:
            return
        if order.number <= self.last_order:
            raise ControllerBrokeProtocol(f"{self.name}: order {order.number} was sent twice")
        self.last_order = order.number
        if self.deaf:
            return
        problem = self.obey(order.demand)
        done = OrderFailed(order.number, problem) if problem else OrderDone(order.number)
        self._event(done)

    def obey(self, demand: Demand) -> str:
        """Carry out a demand, or say why not."""
        return f"this device knows no {type(demand).__name__.lower()}"

    def acknowledge(self, epoch: int, event: int) -> None:
        if epoch == self.epoch and event > self.event:
            raise ControllerBrokeProtocol(f"{self.name}: event {event} has not happened yet")
        if epoch == self.epoch:
            self.kept.pop(event, None)

    # ------------------------------------------------------------ what goes wrong

    def unplug(self) -> None:
        self.plugged = False
        if self.linked:
            self.linked = False
            self.report(Observation(self.name, LinkLost("unplugged"), self.epoch))

    def plug(self) -> None:
        self.plugged = True
        self.connect()

    def restart(self) -> None:
        """Power lost and back: a new epoch, and what was not acknowledged is forgotten."""
        self.unplug()
        self.epoch += 1
        self.event = 0
        self.kept.clear()
        self.plug()

    def jam(self) -> None:
        self.jammed = True
        self._event(Jammed("a card is stuck at the mouth"))

    def clear(self) -> None:
        self.jammed = False

    def repeat_last(self) -> None:
        """Send the last event once more, as a device does whose acknowledgement got lost."""
        if self.linked and self.event:
            self._send(self.event, self._last, late=False)

    def exchange(self, serial: str) -> None:
        """Another unit stands in this one's place."""
        self.unplug()
        self.device = replace(self.device, serial=serial)
        self.plug()

    # ------------------------------------------------------------ reporting

    def _say(self, report: Report) -> None:
        if self.linked:
            self.report(Observation(self.name, report, self.epoch))

    def _event(self, report: Report) -> None:
        self.event += 1
        self.kept[self.event] = report
        self._last = report
        if self.linked and not self._catching_up:
            self._send(self.event, report, late=False)

    def _send(self, event: int, report: Report, *, late: bool) -> None:
        self.report(Observation(self.name, report, self.epoch, event, late))
