"""Another unit, or another version, in the place of the promised one, as the floor accepts it.

What the profile cannot have meant, and a unit that has cards in it, nobody may accept.
"""

from __future__ import annotations

from dataclasses import replace

from simulators.referee.arranging import between_rounds
from simulators.referee.book import SHOE, SHUFFLER, Unit
from simulators.referee.evidence import Account
from simulators.referee.meeting import as_promised, identified
from tablectl.words.observations import Identified
from tablectl.words.settings import Device

PLACES = {"shoe": SHOE, "shuffler": SHUFFLER}


def accept(account: Account, name: str) -> None:
    """From now on what answers is the promised unit."""
    between_rounds(account, "unit accepted")
    unit = account.units[name]
    if unit.stranger is None:
        account.object_to("unit accepted", f"nothing answers in the place of {name}")
        return
    said, epoch, event = unit.stranger
    filed = account.filed.devices[name]
    if why := _objection(account, name, unit, said):
        account.object_to("unit accepted", why)
    accepted = filed if as_promised(filed, said) else _pinned(filed, said)
    account.settings = replace(
        account.settings, devices={**account.settings.devices, name: accepted}
    )
    if unit.off:
        unit.identified = True
        unit.meet(said.serial)
    else:
        identified(account, name, unit, said, epoch)
    if event:
        unit.epoch, unit.event = epoch, event


def _pinned(filed: Device, said: Identified) -> Device:
    return replace(filed, serial=said.serial, firmware=said.firmware, digest=said.digest)


def _objection(account: Account, name: str, unit: Unit, said: Identified) -> str:
    filed = account.filed.devices[name]
    if (said.model, said.simulated) != (filed.model, filed.simulated):
        return f"{name} is another model, or simulated where it was not"
    if not replace(filed, firmware="").accepts(said.firmware):
        return f"nobody has listed firmware {said.firmware}"
    place = PLACES.get(unit.kind)
    if place and not unit.off and any(deck.count(place) for deck in account.decks.values()):
        return f"cards are in {name}"
    return ""
