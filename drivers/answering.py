"""Who answered a greeting: whether it can be the device that should be here, and what to tell.

Only what the line itself can judge: version, kind and timing. Whether model, serial number and
firmware are the promised ones the core compares, and puts on record.
"""

from __future__ import annotations

from drivers.driving import MILLISECOND
from drivers.kinds import DUTIES, kind_name
from drivers.messages import PROTOCOL, Identity, Marks
from tablectl.words.observations import Identified
from tablectl.words.settings import DeviceKind


def objection(kind: DeviceKind, who: Identity, lapse: int) -> str:
    """Why no session is possible with what answered, or nothing. `lapse` is the promised one.

    A device that lapses later than promised would go on giving cards after we are gone.
    """
    if who.protocol != PROTOCOL:
        return f"speaks protocol {who.protocol}, not {PROTOCOL}"
    if who.kind != DUTIES[kind].code:
        return f"{kind_name(who.kind)} answers where a {kind.value} should be"
    if not who.epoch:
        return "its epoch is 0, which is none"
    if who.lapse_ms * MILLISECOND > lapse:
        return f"ends silent sessions after {who.lapse_ms} ms, not {lapse // MILLISECOND}"
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
        last_event=who.last_event,
    )
