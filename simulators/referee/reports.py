"""What devices reported, and what must follow from each report.

A report counts as evidence of what is due only if it is whole and in time: the promised unit, in
order, the next number, not late. Any other may put counts in doubt, and never takes a deal further.
"""

from __future__ import annotations

from simulators.referee.book import LOOSE, SEALED, SHOE, STACK, Deck, Seen, Unit
from simulators.referee.dealing import cutting_card_out
from simulators.referee.evidence import Account
from simulators.referee.meeting import as_promised, identified
from simulators.referee.returning import cards_returned, loaded_anew
from simulators.referee.sides import chamber_loaded, comes_from, giving
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
from tablectl.words.settings import Can, DeviceKind

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
        case Loaded() if name == account.shoe and not account.game.sides:
            account.in_by_machine = True
            loaded_anew(account)
        case ChamberLoaded():
            chamber_loaded(account, name, unit, report)
        case CardsReturned():
            cards_returned(account, name, report)
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
        case NumberDrawn() | Unreadable() | Loaded():
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
    of = giving(account, report.load)
    deck = account.decks.get(of) or account.new_deck()
    sound = unit.ready and not late and deck.count(SHOE) >= report.count
    foreign_load = bool(account.deck_in_shoe) and _only_not_expected(outcome) and report.load > 0
    of_no_side = account.game.sides and not of
    if of_no_side or (foreign_load and sound and not account.game.sides):
        account.call("not_expected", device=name)  # of a load that nobody is known to have made
        return
    unheard = late or not unit.ready
    if not of or deck.count(SHOE) < report.count:
        if unheard:
            account.call("count_uncertain", place=LOOSE, device=name, deck=of)
        else:
            account.call("not_expected", device=name)
        return
    if unheard:
        _late(account, name, of, report)
    else:
        _in_time(account, name, of, report)
    if report.foreign:
        account.call("foreign_card", device=name, deck=of)


def _late(account: Account, name: str, of: str, report: CardsOut) -> None:
    deck = account.decks[of]
    _leave_shoe(deck, report)
    _lay(deck, LOOSE, report.faces, report.count)
    due = account.to_deal()
    if report.face_up and due and due[0][1] == report.count:
        face_up(account, name, of)  # 20.12(a) does not ask when somebody heard of it
    else:
        account.call("count_uncertain", place=LOOSE, device=name, deck=of)


def _only_not_expected(outcome: Outcome) -> bool:
    return [r.irregularity.kind.value for r in outcome.rulings] == ["not_expected"]


def _leave_shoe(deck: Deck, report: CardsOut) -> None:
    before = report.first - 1 if report.first else deck.given
    deck.given = before + report.count


def _lay(deck: Deck, place: str, faces: tuple[Face, ...], count: int) -> None:
    """Cards out of the shoe to a place, with what the shoe can tell of them."""
    deck.move(SHOE, place, count)
    if faces:
        pile = deck.piles[place]
        pile[len(pile) - len(faces) :] = map(text_of, faces)


def _in_time(account: Account, name: str, of: str, report: CardsOut) -> None:
    due = account.to_deal()
    deck = account.decks[of]
    if not may_deal(account):
        due = []
    _leave_shoe(deck, report)
    if not due:
        _lay(deck, LOOSE, report.faces, report.count)
        early = account.stage() == "wagers" and not account.cases
        kind = "card_before_call" if early else "unsolicited_card"
        account.call(kind, place=LOOSE, device=name, deck=of)
        return
    place, size = due[0]
    if report.face_up and report.count == size:
        _lay(deck, LOOSE, report.faces, report.count)
        face_up(account, name, of)
        return
    comes_from(account, of, name)
    if report.count == size:
        _lay(deck, place, report.faces, size)
        account.dealt(place, size)
    elif size > 1:
        _lay(deck, LOOSE, report.faces, report.count)
        wrong = "short" if report.count < size else "long"
        account.call("wrong_stack", place=place, device=name, deck=of, size=wrong)
    else:
        _several(account, name, deck, report, due)


def may_deal(account: Account) -> bool:
    """Nothing is open, the deck is in the shoe, and the faces asked for are here."""
    waiting = account.waits_for(account.round.deck) if account.round.deck else False
    ready = account.deck.step == "loaded" and not waiting
    return account.open and not account.held_up() and not account.turning and ready


def _several(
    account: Account, name: str, deck: Deck, report: CardsOut, due: list[tuple[str, int]]
) -> None:
    """One card was due and more came: section 12(b), unless somebody saw one of them."""
    extra, faces = report.count, report.faces
    if not report.face_up:
        place = due[0][0]
        _lay(deck, place, faces[:1], 1)
        account.dealt(place, 1)
        extra, faces = extra - 1, faces[1:]
    _lay(deck, LOOSE, faces, extra)
    account.call(
        "card_drawn_in_error",
        place=LOOSE,
        device=name,
        face="seen" if report.face_up else "unseen",
        next="yes" if len(due) > extra else "no",
    )


def face_up(account: Account, device: str = "", deck: str = "") -> None:
    """A card that lay face up has been taken aside: section 12(a) counts them in the deal."""
    account.round.face_ups += 1
    nth = "first" if account.round.face_ups == 1 else "further"
    account.call("face_up_card", place=LOOSE, device=device, deck=deck, nth=nth)


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
    show(account, place, cards, name)
    turned(account, place)


def show(account: Account, place: str, cards: list[str], device: str = "") -> None:
    """What lies there shows. A card that was told before and is another one now is a matter for the
    floor; what was told last counts."""
    before = {name: deck.pile(place) for name, deck in account.decks.items()}
    account.deck.show(place, cards)
    for name in sorted(account.decks, key=account.deck_in_play.__eq__):
        pairs = zip(before[name], account.decks[name].pile(place), strict=True)
        if any(was != now and _is_told(was) and _is_told(now) for was, now in pairs):
            account.call("card_changed", place=place, device=device, deck=name)


def _is_told(face: str) -> bool:
    return bool(face) and not face.startswith(SEALED)


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
    if account.game.belied(account, place):
        account.call("card_changed", place=place, deck=account.deck_in_play)


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
        sealed = {f[1:] for f in account.deck.pile(place) if f.startswith(SEALED)}
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
    usual = ("in_shuffler",) if account.two_decks else ("washed", "spent")
    waiting = account.game.prepared_from.get("shuffle", usual)
    return (
        account.open and not deck.fate and not account.deck_held_up(name) and deck.step in waiting
    )
