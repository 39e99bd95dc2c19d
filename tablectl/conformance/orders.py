"""Checks of the orders that the device takes, and of those that it must not carry out."""

from __future__ import annotations

from tablectl.conformance.checks import Check
from tablectl.conformance.sitting import Differs, NotApplicable, Outcome, Sitting
from tablectl.words.orders import Allow, Demand, Draw, Shuffle
from tablectl.words.settings import Can, DeviceKind

DECK = "conform"
PORTIONS = 2
NO_WORDS = "its profile has no words for this order"


def a_demand(s: Sitting) -> Demand:
    """An order that a device of this kind takes and that costs nothing."""
    match s.kind:
        case DeviceKind.SHOE:
            return Allow(s.out, s.load)
        case DeviceKind.SHUFFLER:
            return Shuffle(DECK)
        case DeviceKind.GENERATOR:
            return Draw("conform", 1, 7)
        case DeviceKind.READER:
            raise NotApplicable("a reader takes no orders")


def done(outcome: Outcome | None, what: str) -> None:
    if outcome is None:
        raise NotApplicable(NO_WORDS)
    if not outcome.ended:
        raise Differs(f"{what}, and says so", "no answer")
    if outcome.problem is not None:
        raise Differs(what, f"not carried out: {outcome.problem or 'no reason'}")


def _shoe(s: Sitting) -> None:
    if s.kind is not DeviceKind.SHOE:
        raise NotApplicable("not a shoe")
    s.loaded()


def _withholds(s: Sitting) -> None:
    _shoe(s)
    if not s.can(Can.WITHHOLD):
        raise NotApplicable("its profile does not say that it withholds cards")


def allow_none(s: Sitting) -> None:
    _shoe(s)
    done(s.allow(0), "no card is allowed")


def allow_some(s: Sitting) -> None:
    _shoe(s)
    done(s.allow(s.portion), f"{s.portion} more allowed")
    if s.portion_out() is None:
        raise Differs("the cards that were allowed", "none came")


def allow_again(s: Sitting) -> None:
    """Said twice, an allowance allows no more than said once."""
    _withholds(s)
    total = s.out + s.portion
    done(s.order(Allow(total, s.load)), f"{total} allowed in all")
    if s.portion_out() is None:
        raise Differs("the cards that were allowed", "none came")
    done(s.order(Allow(total, s.load)), "the same allowance once more")
    _nothing_comes(s, f"no card beyond {total}")


def held(s: Sitting) -> None:
    _withholds(s)
    done(s.allow(0), "no card is allowed")
    _nothing_comes(s, "no card without an allowance")
    for _ in range(PORTIONS):
        done(s.allow(s.portion), f"{s.portion} more allowed")
        if s.portion_out() is None:
            raise Differs("the cards that were allowed", "none came")
        _nothing_comes(s, "no card beyond the allowance")


def _nothing_comes(s: Sitting, expected: str) -> None:
    if came := s.pulled():
        raise Differs(expected, f"{came} came")


def draws(s: Sitting) -> None:
    if s.kind is not DeviceKind.GENERATOR:
        raise NotApplicable("not a generator")
    done(s.order(a_demand(s)), "a number from 1 to 7 is drawn")


def shuffles(s: Sitting) -> None:
    if s.kind is not DeviceKind.SHUFFLER:
        raise NotApplicable("not a shuffler")
    done(s.order(a_demand(s)), "a deck is to be shuffled")


def once(s: Sitting) -> None:
    outcome = s.order(a_demand(s), linger=True)
    if outcome is None:
        raise NotApplicable(NO_WORDS)
    if outcome.taken > 1 or outcome.ended != 1:
        said = max(outcome.taken, outcome.ended) if outcome.ended else 0
        raise Differs("one answer to one order", f"{said} answers")


def repeated(s: Sitting) -> None:
    """An order that was carried out comes again under its number: it is answered, and not done."""
    demand = a_demand(s)
    done(s.order(demand), "an order")
    if s.who is None or s.who.protocol is None:
        raise NotApplicable("its orders have no numbers")
    outcome = s.order(demand, s.last_order, linger=True)
    if outcome is None or not outcome.taken:
        raise Differs("that it has this order already", "no answer")
    if outcome.ended:
        raise Differs("that it has this order already", "it was carried out again")


def refused(s: Sitting) -> None:
    demand = _impossible(s)
    outcome = s.order(demand)
    if outcome is None:
        raise NotApplicable(NO_WORDS)
    if outcome.problem is None:
        raise Differs(f"that {demand} is not carried out", "it says that it was")
    if not outcome.ended and _says_why(s):
        raise Differs(f"that it says why {demand} is not carried out", "no answer")


def _impossible(s: Sitting) -> Demand:
    match s.kind:
        case DeviceKind.SHOE:
            s.loaded()
            if not s.load:
                raise NotApplicable("its loads have no numbers, so none is a wrong one")
            return Allow(1, s.load + 1)
        case DeviceKind.GENERATOR:
            return Draw("conform", 7, 1)
        case DeviceKind.SHUFFLER | DeviceKind.READER:
            raise NotApplicable(f"there is no order that a {s.kind.value} could but must not obey")


def _says_why(s: Sitting) -> bool:
    takes = getattr(s.profile, "takes", None)
    return takes is None or all(spec.failed is not None for spec in takes.values())


CHECKS = (
    Check("order.allow.none", "takes an allowance of no card", allow_none),
    Check("order.allow.some", "takes an allowance, and gives what it allows", allow_some),
    Check("order.allow.again", "gives no more for an allowance said twice", allow_again),
    Check("order.allow.held", "gives no card beyond its allowance", held),
    Check("order.draw", "takes an order to draw", draws),
    Check("order.shuffle", "takes an order to shuffle", shuffles),
    Check("order.once", "answers an order once", once),
    Check("order.repeated", "does not carry out an order again that comes again", repeated),
    Check("order.refused", "refuses an order that it must not carry out", refused),
)
