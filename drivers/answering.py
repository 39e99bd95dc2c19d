"""Who answered a greeting: whether it can be the device that should be here, and what to tell.

Only what the line itself can judge: version and kind. Whether model, serial number and firmware are
the promised ones the core compares, and puts on record.
"""

from __future__ import annotations

from drivers.kinds import DUTIES, kind_name
from drivers.messages import PROTOCOL, Identity, Marks
from tablectl.words.observations import Identified
from tablectl.words.settings import DeviceKind


def objection(kind: DeviceKind, who: Identity) -> str:
    """Why no session is possible with what answered, or nothing."""
    if who.protocol != PROTOCOL:
        return f"speaks protocol {who.protocol}, not {PROTOCOL}"
    if who.kind != DUTIES[kind].code:
        return f"{kind_name(who.kind)} answers where a {kind.value} should be"
    return ""


def identified(who: Identity) -> Identified:
    return Identified(
        who.model,
        who.serial,
        who.firmware,
        who.last_order,
        who.digest,
        simulated=bool(who.marks & Marks.SIMULATED),
        load=who.load,
    )
