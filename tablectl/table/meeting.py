"""Meeting a device: its line is lost, it says who it is, and what follows if it was met before.

A unit that is not the promised one changes nothing and is told to forget nothing. What becomes of
reports that nobody took is the device's delivery, and shows here when it is back.
"""

from __future__ import annotations

from tablectl.table.accepting import ACCEPT
from tablectl.table.draft import Draft
from tablectl.table.irregular import raise_
from tablectl.table.loading import compare_count, first_load, identified_load
from tablectl.table.ordering import resend_unreceived
from tablectl.table.places import SHOE
from tablectl.table.rules import DEVICES, OFF
from tablectl.table.state import DeviceState, Stranger
from tablectl.words.effects import Acknowledge
from tablectl.words.facts import Confirmed
from tablectl.words.irregularities import Kind
from tablectl.words.observations import Identified, LinkLost
from tablectl.words.settings import Accepted, Delivery, Device, DeviceKind
from tablectl.words.values import replace


def delivery_of(draft: Draft, device: str) -> Delivery:
    return draft.settings.devices[device].delivery


def link_lost(draft: Draft, name: str, report: LinkLost) -> None:
    device = draft.devices[name]
    phase = DEVICES.after(device.phase, "lose") or device.phase
    draft.put_device(name, replace(device, phase=phase, identified=False, stranger=None))
    draft.phases.append(f"device:{name}:{phase}")
    draft.lapse_orders(name)
    if draft.settings.devices[name].kind is DeviceKind.READER:
        begin_anew(draft)
    raise_(draft, Kind.LINK_LOST, device=name, detail=report.detail)


def begin_anew(draft: Draft) -> None:
    """The reader, or the controller, was gone: what was shown of a hand before counts no more."""
    if draft.round.shown:
        kept = tuple([each for each in draft.round.shown if draft.view.turned(each.place)])
        draft.put_round(replace(draft.round, shown=kept))


def identified(draft: Draft, name: str, report: Identified, epoch: int) -> None:
    device = draft.devices[name]
    promised = draft.settings.devices[name]
    differs = differences(promised, report)
    if differs:
        draft.put_device(name, replace(device, identified=False, stranger=Stranger(report, epoch)))
        alone = len(differs) == 1 and unknown_firmware(promised, report.firmware)
        kind = Kind.FIRMWARE_UNKNOWN if alone else Kind.IDENTITY_MISMATCH
        raise_(draft, kind, device=name, detail=", ".join(differs))
        return
    phase = DEVICES.after(device.phase, "identify") or device.phase
    draft.put_device(name, replace(device, phase=phase, identified=True, stranger=None))
    draft.phases.append(f"device:{name}:{phase}")
    if device.serial != report.serial:
        _first_met(draft, name, report)
    else:
        _met_again(draft, name, report, epoch)
    resend_unreceived(draft, name, report.last_order)
    draft.begin_cycle(name)


def identified_off_the_table(draft: Draft, name: str, report: Identified, epoch: int) -> None:
    """Who answers is noted for the day when the device is put back, and nothing else follows."""
    device = draft.devices[name]
    if differences(draft.settings.devices[name], report):
        stranger = Stranger(report, epoch)
        draft.put_device(name, replace(device, identified=False, stranger=stranger))
        return
    if device.serial != report.serial:
        device = DeviceState(device.phase, out_of_order=device.out_of_order, serial=report.serial)
    draft.put_device(name, replace(device, identified=True, stranger=None))


def told_by_stranger(draft: Draft, name: str, epoch: int, event: int) -> None:
    """A unit that is not the promised one told an event: if it is accepted, that is on record."""
    device = draft.devices[name]
    if device.stranger is not None:
        told = replace(device.stranger, epoch=epoch, event=event)
        draft.note_device(name, replace(device, stranger=told))


def _first_met(draft: Draft, name: str, report: Identified) -> None:
    """A unit that the table has not met: what it did before was somewhere else."""
    met = replace(draft.devices[name], serial=report.serial, epoch=0, event=0)
    draft.put_device(name, met)
    draft.forget_orders(name)
    if name == draft.shoe:
        first_load(draft, name, report.load)
        if delivery_of(draft, name) is Delivery.AT_MOST_ONCE:
            _doubt_count(draft, name)


def _met_again(draft: Draft, name: str, report: Identified, epoch: int) -> None:
    device = draft.devices[name]
    last = report.last_event
    if device.epoch not in (0, epoch):  # 0: it has not told us anything yet, so nothing is lost
        draft.forget_orders(name)
    elif device.epoch == epoch and last is not None and last < device.event:
        draft.note_device(name, device.having_told(epoch, last, device.out))
        draft.forget_orders(name)
        detail = f"its events went back from {device.event} to {last} of epoch {epoch}"
        raise_(draft, Kind.EVIDENCE_GAP, device=name, detail=detail)
    if name != draft.shoe:
        return
    match delivery_of(draft, name):
        case Delivery.EXACTLY_ONCE:
            identified_load(draft, name, report.load)
        case Delivery.COUNTER:
            compare_count(draft, name, report)
        case Delivery.AT_MOST_ONCE:
            _doubt_count(draft, name)


def _doubt_count(draft: Draft, name: str) -> None:
    """A shoe that keeps and counts nothing answers: cards may have left it before it did."""
    if deck := draft.deck_in_shoe:
        raise_(draft, Kind.COUNT_UNCERTAIN, place=SHOE, device=name, deck=deck)


def accept(draft: Draft, name: str) -> None:
    """What answers is the promised unit from now on, and is met as such."""
    stranger = draft.devices[name].stranger
    if stranger is None:
        raise ValueError(f"nothing answers in the place of {name}")
    settings, changed = draft.settings, draft.changed
    now = settings.devices[name]
    before = changed.accepted.get(name)
    filed = now.being(before.promised) if before else now
    accepted = {each: a for each, a in changed.accepted.items() if each != name}
    device = filed
    if differences(filed, stranger.said):  # else it is the unit of the table file that is back
        device = filed.being(stranger.unit)
        accepted[name] = Accepted(filed.unit, device.unit)
    draft.record(Confirmed(ACCEPT, name, None, ", ".join(differences(now, stranger.said))))
    draft.put_settings(
        replace(settings, devices={**settings.devices, name: device}),
        replace(changed, accepted=accepted),
    )
    _meet(draft, name, stranger)


def _meet(draft: Draft, name: str, stranger: Stranger) -> None:
    """The unit is identified, and what it told before it was accepted need not be told again."""
    meet = identified_off_the_table if draft.devices[name].phase == OFF else identified
    meet(draft, name, stranger.said, stranger.epoch)
    if stranger.event:
        draft.effects.append(Acknowledge(name, stranger.epoch, stranger.event))
        device = draft.devices[name]
        draft.note_device(name, device.having_told(stranger.epoch, stranger.event, device.out))


def differences(promised: Device, answered: Identified) -> list[str]:
    """What answers otherwise than promised, in words; where nothing is promised, anything does."""
    told = (
        ("model", promised.model, answered.model),
        ("serial number", promised.serial, answered.serial),
        ("program", promised.digest or answered.digest, answered.digest),
    )
    found = [
        f"{what} is {said or 'not told'} and not {wanted or 'untold'}"
        for what, wanted, said in told
        if said != wanted
    ]
    if not promised.accepts(answered.firmware):
        wanted = promised.firmware or " or ".join(promised.versions)
        found.append(f"firmware is {answered.firmware or 'not told'} and not {wanted}")
    if answered.simulated and not promised.simulated:
        found.append("it is a simulator where a real device was promised")
    if promised.simulated and not answered.simulated:
        found.append("it is a real device where a simulator was promised")
    return found


def unknown_firmware(promised: Device, said: str) -> bool:
    """Whether the device told a version, and it is none that its profile knows: nobody can say what
    such a device does."""
    return bool(said) and not promised.knows(said)
