"""Readers of tags and codes that are broken on purpose, each in one way."""

from __future__ import annotations

from itertools import count

import pytest

from simulators import plain
from simulators.device import SimulatedDevice
from simulators.faults import FAULTS
from tests.conformance.broken import Broken

AN_HOUR = 3_600_000_000


def reads_another_tag_each_time(device: SimulatedDevice, patch: pytest.MonkeyPatch) -> None:
    tags = count()
    patch.setattr(device, "tag", lambda _: f"{next(tags):010X}")


def says_a_tag_twice(device: SimulatedDevice, _: pytest.MonkeyPatch) -> None:
    device.fit(FAULTS["tag_twice"]())


def says_a_tag_once(device: SimulatedDevice, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(device, "every", AN_HOUR)


def waits_for_no_answer(_: SimulatedDevice, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(plain, "MOST_SAYINGS", 1)


BROKEN_READERS = (
    Broken("a tag changes", "tells.tag", reads_another_tag_each_time, ("id_12la", "gm65")),
    Broken("a tag is said twice", "tells.while_there", says_a_tag_twice, ("id_12la", "gm65")),
    Broken("a tag is said once", "tells.while_there", says_a_tag_once, ("rdm6300",)),
    Broken("nothing is said again", "delivery.answered", waits_for_no_answer, ("zebra_ssi",)),
)
