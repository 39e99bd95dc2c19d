"""Simulated machines in a hurry: what takes seconds at a table takes no time a test has to wait."""

from __future__ import annotations

from collections.abc import Iterable

from drivers.driving import MILLISECOND
from simulators.device import SimulatedDevice
from simulators.shuffler import Shuffler
from simulators.stack_shoe import StackShoe
from simulators.tag_reader import TagReader


def hurried(devices: Iterable[SimulatedDevice]) -> None:
    for device in devices:
        if isinstance(device, Shuffler):
            device.shuffling = 10 * MILLISECOND
        elif isinstance(device, StackShoe):
            device.dispense = 6 * MILLISECOND
        elif isinstance(device, TagReader):
            device.lying, device.between, device.every = (n * MILLISECOND for n in (12, 4, 5))
