"""Meeting a device: whether what answers is the promised unit, and what it remembers."""

from __future__ import annotations

from simulators.referee.book import Unit
from simulators.referee.evidence import Account
from simulators.referee.sides import shoe_is_back
from tablectl.words.observations import Identified
from tablectl.words.settings import Device
from tablectl.words.values import replace


def identified(account: Account, name: str, unit: Unit, said: Identified, epoch: int) -> None:
    promised = account.settings.devices[name]
    if not as_promised(promised, said):
        unit.identified, unit.stranger = False, (said, epoch, 0)
        newer = _of_unknown_firmware(promised, said)
        account.call("firmware_unknown" if newer else "identity_mismatch", device=name)
        return
    unit.identified, new = True, unit.serial != said.serial
    unit.meet(said.serial)
    if account.game.sides and name == account.shoe:
        shoe_is_back(account, unit, said, new=new)
    if unit.epoch == epoch and said.last_event is not None and said.last_event < unit.event:
        unit.event = said.last_event
        account.call("evidence_gap", device=name)
    account.begin_cycle(name)


def _of_unknown_firmware(promised: Device, said: Identified) -> bool:
    """The promised unit in all but its version, and that is none that anybody has listed."""
    listed = replace(promised, firmware="")
    if not said.firmware or not promised.versions or listed.accepts(said.firmware):
        return False
    return as_promised(replace(listed, versions=()), said)


def as_promised(promised: Device, said: Identified) -> bool:
    return (
        said.model == promised.model
        and said.serial == promised.serial
        and promised.digest in ("", said.digest)
        and promised.accepts(said.firmware)
        and said.simulated == promised.simulated
    )
