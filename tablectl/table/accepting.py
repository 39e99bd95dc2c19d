"""Accepting a unit, or a version of its program, that is not the one the table file promises.

A supervisor does it between two rounds, while the unit answers and no card is in its care. From
then on this unit is the promised one (`meeting`), until the table file says otherwise. What no
profile knows how to drive is not accepted here: that is for the profile and the table file.
"""

from __future__ import annotations

from collections.abc import Iterator

from tablectl.table.arranging import between_rounds
from tablectl.table.authority import who
from tablectl.table.draft import Draft
from tablectl.table.offered import Offered
from tablectl.table.places import SHOE, SHUFFLER
from tablectl.table.rules import OFF
from tablectl.table.state import Stranger
from tablectl.words.acts import Confirm
from tablectl.words.bases import HOUSE, HousePolicy
from tablectl.words.dues import ConfirmDue
from tablectl.words.refusals import Refusal
from tablectl.words.settings import Device, DeviceKind, Unit

ACCEPT = "accept_identity"
STEPS = ("unit_is_as_it_says", "unit_may_be_used")
NEW_UNIT = HousePolicy("which unit and which version of its program is used is the house's to say")
CARE = {DeviceKind.SHOE: SHOE, DeviceKind.SHUFFLER: SHUFFLER}
"""Where cards lie that a device has."""


def identity_dues(draft: Draft) -> Iterator[Offered]:
    """The units that may be accepted now."""
    for name, device in draft.devices.items():
        if device.stranger is not None and _objection(draft, name, device.stranger) is None:
            due = ConfirmDue(ACCEPT, NEW_UNIT, name, who(ACCEPT), checklist=STEPS, idle=True)
            yield Offered("identity", name, due)


def not_accepted(draft: Draft, deed: Confirm) -> Refusal | None:
    """Why a unit cannot be accepted now."""
    if deed.what != ACCEPT:
        return None
    device = draft.devices.get(deed.subject)
    if device is None:
        return Refusal("unknown_device", HOUSE, {"device": deed.subject or "?"})
    if device.stranger is None:
        return Refusal("nothing_to_accept", NEW_UNIT, {"device": deed.subject})
    if draft.phase != "open":
        return Refusal("table_not_open", NEW_UNIT, {})
    if not between_rounds(draft):
        return Refusal("round_in_play", NEW_UNIT, {})
    return _objection(draft, deed.subject, device.stranger)


def _objection(draft: Draft, name: str, stranger: Stranger) -> Refusal | None:
    promised, said = draft.settings.devices[name], stranger.said
    if said.model != promised.model or said.simulated != promised.simulated:
        return Refusal("another_device", NEW_UNIT, {"device": name})
    if untold := _untold(promised, stranger.unit):
        return Refusal("identity_untold", NEW_UNIT, {"device": name, "untold": untold})
    version: dict[str, int | str] = {"device": name, "firmware": said.firmware}
    if not promised.knows(said.firmware):
        return Refusal("firmware_not_in_profile", NEW_UNIT, version)
    if not promised.driven_alike(said.firmware):
        return Refusal("firmware_driven_otherwise", NEW_UNIT, version)
    if promised.program not in ("", said.digest):
        return Refusal("program_not_in_profile", NEW_UNIT, {"device": name})
    if _has_cards(draft, name):
        return Refusal("cards_in_device", NEW_UNIT, {"device": name})
    return None


def _untold(promised: Device, unit: Unit) -> str:
    """What the promised unit says of itself and this one does not."""
    told = (
        ("serial_number", promised.serial, unit.serial),
        ("firmware", promised.firmware or promised.versions, unit.firmware),
        ("digest", promised.digest, unit.digest),
    )
    return next((what for what, wanted, said in told if wanted and not said), "")


def _has_cards(draft: Draft, name: str) -> bool:
    place = CARE.get(draft.settings.devices[name].kind)
    if place is None or draft.devices[name].phase == OFF:
        return False
    return any(holding.count(place) for holding in draft.ledger.values())
