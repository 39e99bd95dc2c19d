"""Orders and deadlines, derived: what devices should be told is compared with what they were told.

Nothing in the core decides to send an order. An order is missing, or out of date, and so it is
given; the comparison runs after every input.
"""

from __future__ import annotations

from collections.abc import Mapping

from tablectl.table.draft import Draft
from tablectl.table.notices import notice_deadlines
from tablectl.table.offered import first_due, shuffle_dues
from tablectl.table.places import SHOE
from tablectl.table.rules import CYCLE_PATIENCE, ORDER_PATIENCE
from tablectl.table.standing import standing
from tablectl.words.dues import CardsDue, NumberDue
from tablectl.words.effects import SendOrder, WakeAt
from tablectl.words.orders import Allow, Demand, Draw, Order, Shuffle
from tablectl.words.settings import Can, DeviceKind
from tablectl.words.values import replace


def give_orders(draft: Draft) -> None:
    """Give every order that is wanted and not given yet, under the next number.

    One that was carried out holds as long as it is wanted: to want it again is to give it again.
    Where the settings have just changed, what is wanted follows from other rules than these.
    """
    if draft.rules_outdated:
        return
    wanted = _wanted(draft)
    _withhold(draft, wanted)
    if not draft.standing_orders.keys() <= wanted.keys():
        kept = {s: o for s, o in draft.standing_orders.items() if s in wanted}
        draft.standing_orders = kept
    for slot, (device, demand) in wanted.items():
        given = draft.orders.get(slot) or draft.standing_orders.get(slot)
        if given is not None and given.demand == demand:
            continue
        _recall(draft, given)
        draft.order_count += 1
        order = Order(draft.order_count, device, demand, draft.time)
        draft.orders = {**draft.orders, slot: order}
        draft.standing_orders = {s: o for s, o in draft.standing_orders.items() if s != slot}
        draft.effects.append(SendOrder(order))


def _withhold(draft: Draft, wanted: Mapping[str, tuple[str, Demand]]) -> None:
    """What never reached its device, and nobody wants any more, is neither sent nor pending."""
    if not draft.orders or draft.orders.keys() <= wanted.keys():
        return
    unsent = {e.order for e in draft.effects if isinstance(e, SendOrder)}
    for slot, order in draft.orders.items():
        if slot not in wanted and order in unsent:
            _recall(draft, order)
            draft.orders = {s: o for s, o in draft.orders.items() if s != slot}


def _recall(draft: Draft, order: Order | None) -> None:
    """An order that was about to be sent again, and is out of date by now, does not leave."""
    if order is not None:
        draft.effects = [effect for effect in draft.effects if effect != SendOrder(order)]


def _wanted(draft: Draft) -> dict[str, tuple[str, Demand]]:
    wanted: dict[str, tuple[str, Demand]] = {}
    for name, device in draft.rules.ordered.items():
        state = draft.devices[name]
        if not state.identified:
            continue
        ready = state.phase == "ready"
        if Can.WITHHOLD in device.can:  # only a shoe can
            for deck in draft.settings.decks if draft.rules.sides else (draft.deck_in_shoe,):
                slot = draft.allow_slot(name, deck)
                allowed = allowance(draft, deck) if ready else given(draft, deck)
                if allowed is not None:
                    wanted[slot] = (name, Allow(allowed, draft.decks[deck].load))
                elif (over := _left_over(draft, name, slot)) is not None:
                    wanted[slot] = (name, over)
        if ready and Can.DRAW in device.can:
            for offered in standing(draft):
                if isinstance(offered.due, NumberDue):
                    due = offered.due
                    demand = Draw(due.draw, due.low, due.high)
                    wanted[f"{name}:draw"] = (name, demand)
        if ready and device.kind is DeviceKind.SHUFFLER:
            decks = _to_shuffle(draft, name)
            if Can.TWO_DECKS in device.can:
                wanted |= {f"{name}:shuffle:{deck}": (name, Shuffle(deck)) for deck in decks[:2]}
            elif decks:
                wanted[f"{name}:shuffle"] = (name, Shuffle(decks[0]))
    return wanted


def _left_over(draft: Draft, name: str, slot: str) -> Demand | None:
    """No card of a deck that is wanted back, as for another cut, while the shoe might give some."""
    order = draft.orders.get(slot) or draft.standing_orders.get(slot)
    if order is None or not isinstance(order.demand, Allow) or SendOrder(order) in draft.effects:
        return None
    load, total = order.demand.load, order.demand.total
    gone = _gone(draft, name, load)
    given = max((deck.given for deck in draft.decks.values() if deck.load == load), default=0)
    return Allow(0, load) if total > given and not gone else None


def _to_shuffle(draft: Draft, device: str) -> list[str]:
    """The decks that wait for this shuffler; it is told one at a time unless it takes two.

    That the order was carried out means only that the shuffler waits for the deck. While the
    shuffle is due it is not given again, and after a lost line or a restart it is given anew: a
    shuffler told twice to shuffle the same deck waits for it as before.
    """
    return [due.subject for due in shuffle_dues(draft.rules.shuffles, standing(draft), device)]


def _gone(draft: Draft, name: str, load: int) -> bool:
    """Whether this load is in the shoe no more, as far as it has told."""
    if not draft.rules.sides:
        return load < draft.devices[name].load
    return all(draft.chamber(name, deck).load != load for deck in draft.settings.decks)


def allowance(draft: Draft, deck: str) -> int | None:
    """How many cards of a deck the shoe may have given in all, counted since it was loaded: those
    that are due, as far as there are any."""
    already = given(draft, deck)
    if already is None:
        return None
    due = first_due(standing(draft), CardsDue)
    if due is None or (draft.rules.sides and deck not in (due.decks or (draft.round.deck,))):
        return already
    return already + min(due.total, draft.ledger[deck].count(SHOE))


def given(draft: Draft, deck: str) -> int | None:
    """How many cards the shoe has given: the allowance of one that may give no more."""
    there = deck in draft.decks_in_shoe if draft.rules.sides else deck == draft.deck_in_shoe != ""
    return draft.decks[deck].given if there and draft.load_known(deck) else None


def order_done(draft: Draft, device: str, number: int, *, late: bool = False) -> None:
    """It holds from now on; an allowance that was taken before the line was lost lapsed with it."""
    slot = _slot(draft, device, number)
    if slot is None:
        draft.ignored = "no_such_order"
        return
    order = draft.orders[slot]
    draft.orders = {s: o for s, o in draft.orders.items() if s != slot}
    if late and isinstance(order.demand, Allow):
        return
    draft.standing_orders = {**draft.standing_orders, slot: order}


def order_failed(draft: Draft, device: str, number: int) -> bool:
    """Whether the device failed: one that was loaded meanwhile is right to refuse an allowance."""
    slot = _slot(draft, device, number)
    if slot is None:
        draft.ignored = "no_such_order"
        return False
    demand = draft.orders[slot].demand
    if isinstance(demand, Allow) and demand.load > 0 and _gone(draft, device, demand.load):
        draft.ignored = "of_an_earlier_load"
        draft.forget_orders(device)
        return False
    settle_for(draft, slot)
    return True


def settle_for(draft: Draft, slot: str) -> None:
    """An order that was refused or never answered has been given all the same.

    It is not given again by itself: asking for ever would not make the device obey. Clearing the
    fault forgets it.
    """
    order = draft.orders[slot]
    draft.orders = {s: o for s, o in draft.orders.items() if s != slot}
    draft.standing_orders = {**draft.standing_orders, slot: order}


def _slot(draft: Draft, device: str, number: int) -> str | None:
    for slot, order in draft.orders.items():
        if order.number == number and order.device == device:
            return slot
    return None


def resend_unreceived(draft: Draft, device: str, last_order: int | None) -> None:
    """After a connect: send what never reached the device; what did reach it is not sent again.

    A device that does not keep numbers is told anew; allowances are absolute, so nothing can be
    allowed twice.
    """
    if last_order is None:
        draft.forget_orders(device)
        return
    if last_order > draft.order_count:  # it was given orders elsewhere, and takes none below
        draft.forget_orders(device)
        draft.order_count = last_order
    pending = {s: o for s, o in draft.orders.items() if o.device == device}
    for slot, order in sorted(pending.items()):
        waiting = replace(order, given_at=draft.time)  # its patience begins anew with the line
        draft.orders = {**draft.orders, slot: waiting}
        if order.number > last_order:
            draft.effects.append(SendOrder(waiting))


# ---------------------------------------------------------------- deadlines

RULES = "rules"
"""At once: under the rules that have just changed, other things may be wanted."""


def deadlines(draft: Draft) -> Mapping[str, int]:
    """The moments at which the table wants to be woken if nothing happens before."""
    if draft.rules_outdated:
        return {**draft.before.deadlines, RULES: draft.time}
    made: dict[str, int] = {}
    for order in draft.orders.values():
        if draft.devices[order.device].identified:
            made[f"order:{order.number}"] = order.given_at + ORDER_PATIENCE
    if draft.rules.shuffler and draft.shuffler_ready:
        for name, deck in draft.decks.items():
            if deck.put_in_at:
                made[f"cycle:{name}"] = deck.put_in_at + CYCLE_PATIENCE
    life = draft.rules.card_life
    if life is not None:
        for name, deck in draft.decks.items():
            if deck.opened_at and deck.opened_at + life > draft.time:
                made[f"card_life:{name}"] = deck.opened_at + life
    return {**made, **notice_deadlines(draft)} if draft.notices else made


def wakes(before: Mapping[str, int], after: Mapping[str, int]) -> list[WakeAt]:
    if before == after:
        return []
    return [WakeAt(name, at) for name, at in sorted(after.items()) if before.get(name) != at]
