"""What devices reported, and what must follow from each report.

A report counts as evidence of what is due only if it is whole and in time: the promised unit, in
order, the next number, not late. Any other may put counts in doubt, and never takes a deal further.
"""

from __future__ import annotations

from simulators.referee.book import LOOSE, SEALED, SHOE, STACK, Seen, Unit
from simulators.referee.dealing import cutting_card_out
from simulators.referee.evidence import Account
from simulators.referee.tables.game import Checks, Turns
from tablectl.words.cards import JOKER, Face, Known, Sealed
from tablectl.words.facts import Checked, Turned
from tablectl.words.inputs import Unsealed
from tablectl.words.observations import (
    CardChecked,
    CardShown,
    CardsOut,
    CardsRead,
    CardsReturned,
    ChamberLoaded,
    Counted,
    CuttingCardOut,
    Identified,
    Jammed,
    LinkLost,
    Loaded,
    NumberDrawn,
    Observation,
    OrderFailed,
    ShuffleEnded,
    Unreadable,
)
from tablectl.words.outcomes import Outcome
from tablectl.words.settings import Can, Device, DeviceKind
from tablectl.words.values import replace

EARLIER_LOAD = "of_an_earlier_load"
ON_RECORD = "already_on_record"


def text_of(face: Face) -> str:
    match face:
        case Known():
            return face.card.code
        case Sealed():
            return SEALED + face.token
        case _:
            return ""


def take_report(account: Account, seen: Observation, outcome: Outcome) -> None:
    unit = account.units.get(seen.device)
    if unit is None:
        return
    if unit.off:
        _from_off_the_table(account, seen, unit)
        return
    late = seen.late
    if seen.event > 0:
        if not unit.identified:
            unit.told_unmet(seen.epoch, seen.event)
            account.call("not_expected", device=seen.device)
            return
        if seen.epoch == unit.epoch and seen.event <= unit.event:
            if outcome.ignored != ON_RECORD:
                account.object_to("report taken twice", f"event {seen.event} is on record")
            return
        gap = unit.epoch != 0 and (seen.epoch, seen.event) != (unit.epoch, unit.event + 1)
        unit.epoch, unit.event = seen.epoch, seen.event
        if gap:
            account.call("evidence_gap", device=seen.device)
            late = True
    _take(account, seen, unit, outcome, late=late)


def _from_off_the_table(account: Account, seen: Observation, unit: Unit) -> None:
    """Nothing follows from what a device tells that does not stand there."""
    match seen.report:
        case LinkLost():
            unit.identified, unit.stranger = False, None
        case Identified() as said:
            unit.identified = as_promised(account.settings.devices[seen.device], said)
            unit.stranger = None if unit.identified else (said, seen.epoch, 0)
            if unit.identified:
                unit.meet(said.serial)
        case _ if seen.event > 0 and unit.identified:
            unit.epoch, unit.event = seen.epoch, seen.event
        case _ if seen.event > 0:
            unit.told_unmet(seen.epoch, seen.event)


def _take(account: Account, seen: Observation, unit: Unit, outcome: Outcome, *, late: bool) -> None:
    report, name = seen.report, seen.device
    match report:
        case CardsOut():
            _cards_out(account, name, unit, report, outcome, late=late)
        case CardsRead() | CardShown() | Counted() | CardChecked() | NumberDrawn() if late:
            account.call("not_expected", device=name)
        case CardsRead():
            _cards_read(account, name, unit, report)
        case CardShown():
            _card_shown(account, name, unit, report)
        case ShuffleEnded():
            _shuffled(account, name, unit, report, late=late)
        case Loaded() if name == account.shoe:
            account.in_by_machine = True
        case CuttingCardOut():
            cutting_card_out(account, late=late)
        case Jammed():
            account.call("jam", device=name)
        case LinkLost():
            unit.identified, unit.stranger = False, None
            if account.settings.devices[name].kind is DeviceKind.READER:
                show_again(account)
            account.call("link_lost", device=name)
        case Identified():
            identified(account, name, unit, report, seen.epoch)
        case OrderFailed() if not outcome.ignored:
            account.call("device_failed", device=name)
        case CardChecked():
            _card_checked(account, name, unit, report)
        case NumberDrawn() | Unreadable() | ChamberLoaded() | CardsReturned():
            account.call("not_expected", device=name)
        case _:
            pass


# ---------------------------------------------------------------- cards


def _cards_out(
    account: Account,
    name: str,
    unit: Unit,
    report: CardsOut,
    outcome: Outcome,
    *,
    late: bool,
) -> None:
    if report.count < 1:
        account.call("not_expected", device=name)
        return
    if outcome.ignored == EARLIER_LOAD and report.load:
        return
    deck, name_of_deck = account.deck, account.deck_in_play
    foreign_load = bool(account.deck_in_shoe) and _only_not_expected(outcome) and report.load > 0
    if foreign_load and unit.ready and not late and deck.count(SHOE) >= report.count:
        account.call("not_expected", device=name)  # of a load that nobody is known to have made
        return
    unheard = late or not unit.ready
    if not name_of_deck or deck.count(SHOE) < report.count:
        if unheard:
            account.call("count_uncertain", place=LOOSE, device=name)
        else:
            account.call("not_expected", device=name)
        return
    if unheard:
        _late(account, name, report)
    else:
        _in_time(account, name, report)
    if report.foreign:
        account.call("foreign_card", device=name, deck=name_of_deck)


def _late(account: Account, name: str, report: CardsOut) -> None:
    _leave_shoe(account, report)
    _lay(account, LOOSE, report.faces, report.count)
    due = account.to_deal()
    if report.face_up and due and due[0][1] == report.count:
        face_up(account, name)  # 20.12(a) does not ask when somebody heard of it
    else:
        account.call("count_uncertain", place=LOOSE, device=name)


def _only_not_expected(outcome: Outcome) -> bool:
    return [r.irregularity.kind.value for r in outcome.rulings] == ["not_expected"]


def _leave_shoe(account: Account, report: CardsOut) -> None:
    before = report.first - 1 if report.first else account.deck.given
    account.deck.given = before + report.count


def _lay(account: Account, place: str, faces: tuple[Face, ...], count: int) -> None:
    """Cards out of the shoe to a place, with what the shoe can tell of them."""
    deck = account.deck
    deck.move(SHOE, place, count)
    if faces:
        pile = deck.piles[place]
        pile[len(pile) - len(faces) :] = map(text_of, faces)


def _in_time(account: Account, name: str, report: CardsOut) -> None:
    due = account.to_deal()
    deck = account.deck_in_play
    if not may_deal(account):
        due = []
    _leave_shoe(account, report)
    if not due:
        _lay(account, LOOSE, report.faces, report.count)
        early = account.stage() == "wagers" and not account.cases
        kind = "card_before_call" if early else "unsolicited_card"
        account.call(kind, place=LOOSE, device=name, deck=deck)
        return
    place, size = due[0]
    if report.face_up and report.count == size:
        _lay(account, LOOSE, report.faces, report.count)
        face_up(account, name)
    elif report.count == size:
        _lay(account, place, report.faces, size)
        account.dealt(place, size)
    elif size > 1:
        _lay(account, LOOSE, report.faces, report.count)
        wrong = "short" if report.count < size else "long"
        account.call("wrong_stack", place=place, device=name, deck=deck, size=wrong)
    else:
        _several(account, name, report, due)


def may_deal(account: Account) -> bool:
    """Nothing is open, the deck is in the shoe, and the faces asked for are here."""
    waiting = account.waits_for(account.round.deck) if account.round.deck else False
    ready = account.deck.step == "loaded" and not waiting
    return account.open and not account.held_up() and not account.turning and ready


def _several(account: Account, name: str, report: CardsOut, due: list[tuple[str, int]]) -> None:
    """One card was due and more came: section 12(b), unless somebody saw one of them."""
    extra, faces = report.count, report.faces
    if not report.face_up:
        place = due[0][0]
        _lay(account, place, faces[:1], 1)
        account.dealt(place, 1)
        extra, faces = extra - 1, faces[1:]
    _lay(account, LOOSE, faces, extra)
    account.call(
        "card_drawn_in_error",
        place=LOOSE,
        device=name,
        face="seen" if report.face_up else "unseen",
        next="yes" if len(due) > extra else "no",
    )


def face_up(account: Account, device: str = "") -> None:
    """A card that lay face up has been taken aside: section 12(a) counts them in the deal."""
    account.round.face_ups += 1
    nth = "first" if account.round.face_ups == 1 else "further"
    account.call("face_up_card", place=LOOSE, device=device, nth=nth)


def _cards_read(account: Account, name: str, unit: Unit, report: CardsRead) -> None:
    due = to_turn(account)
    if not unit.ready or not due or due[0] != report.place:
        account.call("not_expected", place=report.place, device=name)
        return
    _hand_read(account, name, report.place, [text_of(face) for face in report.faces])


def _hand_read(account: Account, name: str, place: str, cards: list[str]) -> None:
    if len(cards) != account.deck.count(place):
        account.call("misdeal", place=place, device=name)
        return
    account.deck.piles[place] = cards
    turned(account, place)


def _card_shown(account: Account, name: str, unit: Unit, report: CardShown) -> None:
    """A card counts for the hand that is next, once; a hand is whole when all of it was seen."""
    due = to_turn(account) if unit.ready else []
    if unit.ready and not due and _next_to_turn(account):
        return  # held up: it is shown again
    place, card = due[0] if due else "", text_of(report.face)
    shown = account.round.shown
    earlier = next((each.place for each in shown if each.tag == report.tag), None)
    if earlier == place or (earlier and earlier == shown[-1].place):
        return  # a hand that is not followed by another yet may be shown as often as one likes
    counts = "" if earlier or not card else place
    kept = [each for each in shown if each.place]
    account.round.shown = [*kept, Seen(counts, report.tag, card)]
    if earlier or not place:
        account.call("not_expected", place=place, device=name)
    elif not card:
        account.call("foreign_card", place=place, device=name)
    else:
        hand = [each.card for each in account.round.shown if each.place == place]
        if len(hand) >= account.deck.count(place):
            _hand_read(account, name, place, hand)


def _card_checked(account: Account, name: str, unit: Unit, report: CardChecked) -> None:
    """A reader that works answers what is asked, and nothing else."""
    step = account.step()
    asked = isinstance(step, Checks) and step.check == report.check
    if unit.ready and asked and not account.held_up() and not account.turning:
        checked(account, report.check, yes=report.yes)
    else:
        account.call("unsolicited_check", device=name)


def checked(account: Account, check: str, *, yes: bool) -> None:
    account.round.checks[check] = yes
    account.say(Checked(check, yes))


def show_again(account: Account) -> None:
    """Whoever was interrupted shows the whole hand again."""
    turned_up = account.round.turned
    account.round.shown = [each for each in account.round.shown if each.place in turned_up]


def to_turn(account: Account) -> list[str]:
    """Whose cards are shown next."""
    return [] if account.held_up() or account.turning else _next_to_turn(account)


def _next_to_turn(account: Account) -> list[str]:
    """The same, whether or not something holds the round up."""
    step = account.step()
    return step.left(account) if isinstance(step, Turns) else []


def turned(account: Account, place: str) -> None:
    account.round.turned[place] = account.deck.known(place)
    account.round.read.add(place)
    account.say(Turned(place))


def take_unsealed(account: Account, opened: Unsealed) -> None:
    asked = account.unsealing & set(opened.tokens)
    for deck in account.decks.values():
        for pile in deck.piles.values():
            for at, face in enumerate(pile):
                if face.startswith(SEALED) and face[1:] in asked:
                    card = opened.cards.get(face[1:])
                    pile[at] = card.code if card is not None else ""
    account.unsealing -= asked
    for place in tuple(account.turning):
        sealed = {f[1:] for f in account.deck.piles.get(place, ()) if f.startswith(SEALED)}
        if asked and not sealed & account.unsealing:
            account.turning.remove(place)
            turned(account, place)


# ---------------------------------------------------------------- machines and lines


def _shuffled(account: Account, name: str, unit: Unit, report: ShuffleEnded, *, late: bool) -> None:
    """A machine has shuffled a deck that it was to shuffle; with other than 52, section 7(f)."""
    deck = account.decks.get(report.deck)
    if deck is not None and deck.step == "removed":
        return
    counts = Can.COUNT in account.settings.devices[name].can
    counted = report.count if counts else None
    size = deck.in_preparation if deck is not None else 0
    right = counted in (None, size) and not report.extra
    due = deck is not None and unit.ready and may_shuffle(account, report.deck)
    if deck is None or not due or (late and right):
        account.call("not_expected", device=name)
        return
    deck.gather(STACK)
    deck.step, deck.by_machine, deck.put_in_at = "machine_shuffled", True, 0
    account.in_by_machine = False
    if counted not in (None, size):
        account.call("shuffle_count", device=name, deck=report.deck)
    elif report.extra:
        for card in report.extra:
            kind = "foreign_card" if card == JOKER else "duplicate_card"
            account.call(kind, device=name, deck=report.deck, cards="in")
    elif counted is not None:
        account.counted_right(report.deck)
    elif report.count not in (None, size):
        account.call("not_expected", device=name, deck=report.deck)


def may_shuffle(account: Account, name: str) -> bool:
    """Whether a deck waits to be shuffled; with two decks it does so in the shuffler."""
    deck = account.decks[name]
    waiting = ("in_shuffler",) if account.two_decks else ("washed", "spent")
    return (
        account.open and not deck.fate and not account.deck_held_up(name) and deck.step in waiting
    )


def identified(account: Account, name: str, unit: Unit, said: Identified, epoch: int) -> None:
    promised = account.settings.devices[name]
    if not as_promised(promised, said):
        unit.identified, unit.stranger = False, (said, epoch, 0)
        newer = _of_unknown_firmware(promised, said)
        account.call("firmware_unknown" if newer else "identity_mismatch", device=name)
        return
    unit.identified = True
    unit.meet(said.serial)
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
