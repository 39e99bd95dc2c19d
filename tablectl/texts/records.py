"""What stands in a record before anything follows from it: reports, deeds, orders, starts.

Told in the past tense and about one source, so that an auditor can read what each of them said.
A hidden face has no text here: a record holds only its token until it is revealed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tablectl.texts.dues import REMEDY, phrase
from tablectl.texts.facts import option_text
from tablectl.texts.names import amount, listed, place_name, spoken
from tablectl.texts.rulings import remedy_text
from tablectl.words.acts import (
    Act,
    AmendChoice,
    AmendCount,
    AmendWager,
    Bet,
    Call,
    ChangeOption,
    Check,
    Choose,
    Confirm,
    Count,
    Deal,
    Declare,
    DeclareContents,
    Deed,
    Dismiss,
    Dispute,
    Enrol,
    Move,
    Settle,
    TakeBack,
    Turn,
    Unlock,
)
from tablectl.words.attendance import (
    Attendance,
    Found,
    LockedOut,
    Renewed,
    SignedIn,
    SignedOut,
    TurnedAway,
)
from tablectl.words.cards import Card, Face, Known, Sealed, Unseen
from tablectl.words.inputs import ClockStepped, Input, Started, Unsealed, Wake
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
    LinkUp,
    Loaded,
    NumberDrawn,
    Observation,
    OrderDone,
    OrderFailed,
    Report,
    ShuffleEnded,
    Unreadable,
)
from tablectl.words.orders import Allow, Demand, Draw, Shuffle
from tablectl.words.settings import Settings

MICROSECONDS = 1_000_000

IGNORED: Mapping[str, str] = {
    "settings_clash": "the table is open under other settings, so these were not taken",
    "no_such_deadline": "nothing waited for it any more",
    "not_enrolled": "no record enrolled this person with it",
    "nothing_to_unseal": "nobody had asked for these faces",
    "no_such_order": "no such order is under way",
    "of_an_earlier_load": "it belongs to an earlier load of the shoe",
    "unknown_device": "no such device is at this table",
    "already_on_record": "it is on record already",
    "off_the_table": "the device does not stand on the table",
    "shown_before": "this card was shown already",
    "held_up": "a case holds the hand up, so what is shown meanwhile counts for none",
    "cutting_card": "the cutting card is not counted",
    "not_identified_yet": "the device has not said yet who it is",
    "no_deck_to_count": "there is no deck to count",
    "count_agrees": "the count is what it should be",
    "no_deck_to_shuffle": "the deck is not at the table any more",
    "nobody_proves_here": "people at this table do not prove who they are, or this one is not here",
    "no_such_session": "this session was over already",
}
"""Why an input that is on record changed nothing."""

LEFT: Mapping[str, str] = {
    "asked": "it was asked for",
    "idle": "nothing was done for too long",
    "again": "the same person signed in again",
    "renewed": "what it rested on was replaced",
    "dismissed": "an administrator ended it",
}
"""Why a session is over."""
AWAY: Mapping[str, str] = {
    "wrong": "the proof was wrong",
    "unknown": "nobody of this name is enrolled",
    "locked": "too many proofs were wrong before",
    "busy": "too many proofs were to be looked at",
    "unrecorded": "the proof is not the one that is on record",
    "unproved": "an act came without a proof",
    "wrong_role": "it is for another role",
    "no_session": "there is no such session",
    "not_theirs": "the session is another person's",
    "other_user": "the session is another user's",
    "forged": "it was not signed with the key of the session for this connection",
    "replayed": "the proof was used before",
    "stranger": "this user of the system may not come to the door",
    "malformed": "it sent what is no request",
    "too_long": "it sent a request that is too long",
    "crowded": "too many connections were open",
    "hurried": "it asked faster than it is answered",
}
"""Why somebody was turned away at the door."""


def ignored_text(code: str) -> str:
    return IGNORED.get(code, spoken(code))


def input_text(input_: Input) -> str:
    """What a source said: the device, the person, or the controller itself."""
    match input_:
        case Observation():
            late = ", told late" if input_.late else ""
            numbered = f"event {input_.event} of epoch {input_.epoch}"
            number = numbered if input_.event else "seen on its line"
            return f"{input_.device} reported {report_text(input_.report)} ({number}{late})"
        case Act():
            second = f" with {input_.second}" if input_.second else ""
            return f"{input_.by}{second} {deed_text(input_.deed)}"
        case Wake():
            return f"the time for {_deadline(input_.name)} came"
        case Unsealed():
            return _opened(input_)
        case Started():
            return start_text(input_)
        case ClockStepped():
            way = "forward" if input_.by >= 0 else "back"
            return f"the clock was set {way} by {abs(input_.by) / MICROSECONDS:g} seconds"
        case Attendance():
            return attendance_text(input_)


def start_text(started: Started) -> str:
    """A start, and the settings that it began or went on with."""
    how = "the controller started" if started.fresh else "the settings changed"
    return f"{how}: {settings_text(started.settings)}"


def settings_text(settings: Settings) -> str:
    decks = f"{'deck' if len(settings.decks) == 1 else 'decks'} {listed(settings.decks)}"
    return (
        f"table {settings.table}, {spoken(settings.game)} by {spoken(settings.method)}, "
        f"{settings.seats} seats, {decks}, tablectl {settings.version}"
    )


def _deadline(name: str) -> str:
    what, _, which = name.partition(":")
    return f"{spoken(what)} {spoken(which)}".strip()


def _opened(unsealed: Unsealed) -> str:
    broken = len(unsealed.tokens) - len(unsealed.cards)
    shown = [unsealed.cards[token] for token in unsealed.tokens if token in unsealed.cards]
    told = f"{_cards(len(unsealed.tokens))} unsealed"
    read = f": {codes(shown)}" if shown else ""
    return f"{told}{read}{f'; {broken} could not be opened' if broken else ''}"


# ---------------------------------------------------------------- devices


def report_text(report: Report) -> str:
    """What a device reported, as the object of "reported"."""
    match report:
        case CardsOut():
            return _cards_out(report)
        case Loaded():
            return f"that it was loaded (load {report.load})"
        case ChamberLoaded():
            return f"that its chamber {report.chamber} was loaded (load {report.load})"
        case CardsReturned():
            return f"that {_cards(report.count)} went back into it (load {report.load})"
        case CardsRead():
            return f"the cards at {place_name(report.place)}: {_faces(report.faces)}"
        case CardShown():
            return f"the tag {report.tag}: {_tagged(report.face)}"
        case Counted():
            return f"{_cards(report.count)} at {place_name(report.place)}"
        case ShuffleEnded():
            count = "" if report.count is None else f", {_cards(report.count)}"
            missing = f", without {listed(map(str, report.missing))}" if report.missing else ""
            extra = f", with {listed(map(str, report.extra))} too many" if report.extra else ""
            return f"that deck {report.deck} is shuffled{count}{missing}{extra}"
        case CuttingCardOut():
            return "the cutting card"
        case CardChecked():
            return f"{spoken(report.check)}: {_yes(report.yes)}"
        case NumberDrawn():
            return f"the number {report.number} for {spoken(report.draw)}"
        case Jammed():
            return f"that it jammed{_detail(report.detail)}"
        case LinkUp():
            return "that its line is up"
        case LinkLost():
            return f"that its line is lost{_detail(report.detail)}"
        case Identified():
            serial, firmware = report.serial or "not told", report.firmware or "not told"
            unit = f"{report.model}, serial {serial}, firmware {firmware}"
            return f"who it is: {unit}{', SIMULATED' if report.simulated else ''}"
        case OrderDone():
            return f"that order {report.order} is done"
        case OrderFailed():
            return f"that order {report.order} failed{_detail(report.reason)}"
        case Unreadable():
            return f"something without a meaning{_detail(report.detail)}"


def demand_text(demand: Demand) -> str:
    """What a device was told to do."""
    match demand:
        case Allow():
            load = f" of load {demand.load}" if demand.load else ""
            if not demand.total:
                return f"let no card{load} out"
            return f"let cards{load} out until {demand.total} are out in all"
        case Draw():
            return f"draw a number from {demand.low} to {demand.high} for {spoken(demand.draw)}"
        case Shuffle():
            return f"shuffle deck {demand.deck}"


def _cards_out(report: CardsOut) -> str:
    up = ", one of them face up" if report.face_up else ""
    foreign = f", {report.foreign} of another set" if report.foreign else ""
    seen = any(isinstance(face, Known | Sealed) for face in report.faces)
    faces = f" ({_faces(report.faces)})" if seen else ""
    load = f", from number {report.first} of load {report.load}" if report.load else ""
    return f"{_cards(report.count)} out{faces}{load}{up}{foreign}"


def _faces(faces: Iterable[Face]) -> str:
    return " ".join(_face(face) for face in faces) or "none"


def _tagged(face: Face) -> str:
    return "no card that the map knows" if isinstance(face, Unseen) else _face(face)


def _face(face: Face) -> str:
    match face:
        case Known():
            return face.card.code
        case Sealed():
            return "hidden"
        case _:
            return "unseen"


# ---------------------------------------------------------------- people


def deed_text(deed: Deed) -> str:
    """What a person did, in the past tense."""
    match deed:
        case Bet():
            over = ", accepted above the maximum" if deed.over else ""
            player = f" for the player of seat {deed.player}" if deed.player is not None else ""
            stake = f"{spoken(deed.wager)} {amount(deed.cents)}".rstrip()
            return f"keyed in {stake} on seat {deed.seat}{player}{over}"
        case TakeBack():
            return f"took {spoken(deed.wager)} off seat {deed.seat}"
        case Call():
            return f'called "{spoken(deed.call)}"'
        case Deal():
            return "said that the cards due were dealt"
        case Choose():
            return _chose(deed)
        case Count():
            return f"counted {_cards(deed.cards)} at {place_name(deed.place)}"
        case Turn():
            turned = (_shown(shown.place, shown.cards) for shown in deed.shown)
            return f"turned up {listed(turned)}" if deed.shown else "turned up nothing"
        case Move():
            return f"put the cards due into {place_name(deed.to)}"
        case Settle():
            return f"settled the wagers: {spoken(deed.stage)}"
        case Check():
            return f"checked {spoken(deed.check)}: {_yes(deed.yes)}"
        case Confirm():
            return _confirmed(deed)
        case Declare():
            return _declared(deed)
        case AmendWager():
            now = "nothing" if deed.off else amount(deed.cents) or "a wager"
            what = f"{spoken(deed.wager)} of seat {deed.seat} to {now}"
            return f"put right {what}{_detail(deed.note)}"
        case AmendChoice():
            said = f"the answer of {place_name(deed.hand)} to {spoken(deed.choice)}"
            return f"put right {said}{_detail(deed.note)}"
        case AmendCount():
            counted = f"the count of {place_name(deed.place)} to {_cards(deed.cards)}"
            return f"put right {counted}{_detail(deed.note)}"
        case Dispute():
            return f"opened a dispute about round {deed.round}{_detail(deed.note)}"
        case DeclareContents():
            said = f"declared {_cards(deed.cards)} at {place_name(deed.place)}"
            return f"{said}{_detail(deed.note)}"
        case ChangeOption():
            asked = option_text(deed.option, deed.value)
            return f"asked for {asked} in {deed.minutes} minutes"
        case Enrol():
            return f"enrolled {deed.person} with credential {deed.credential}"
        case Unlock():
            return f"let {deed.person} try again"
        case Dismiss():
            return f"took from {deed.person} the proof of who they are"


def attendance_text(attendance: Attendance) -> str:
    """What the door found out about somebody."""
    who = attendance.person or "a client that named nobody"
    user = "" if attendance.user is None else f" (user {attendance.user} of the system)"
    match attendance.event:
        case SignedIn() as event:
            return f"{who} signed in with credential {event.credential}{user}"
        case SignedOut() as event:
            return f"{who} was signed out: {LEFT.get(event.why, spoken(event.why))}"
        case TurnedAway() as event:
            times = "" if event.times == 1 else f", {event.times} times"
            return f"{who} was turned away: {AWAY.get(event.why, spoken(event.why))}{times}{user}"
        case LockedOut() as event:
            until = f"for {event.seconds} seconds" if event.seconds else "until somebody unlocks it"
            return f"{who} is locked out {until}"
        case Renewed() as event:
            return f"{who} chose another proof, credential {event.credential}"
        case Found() as event:
            has = f"holds credential {event.credential}" if event.credential else "holds nothing"
            return f"the people file {has} of {who}, which was not on record"


def _chose(deed: Choose) -> str:
    if deed.question == REMEDY:
        return f"chose for {spoken(deed.hand)}: {remedy_text(deed.choice)}"
    before = f"; every hand before it: {spoken(deed.before)}" if deed.before else ""
    rest = "; every hand after it the same" if deed.rest else ""
    return f"keyed in {place_name(deed.hand)}: {spoken(deed.choice)}{before}{rest}"


def _confirmed(deed: Confirm) -> str:
    due = {"is": "confirm_due", "what": deed.what, "subject": deed.subject}
    number = "" if deed.number is None else f", {deed.number}"
    return f"confirmed: {phrase(due)}{number}{_detail(deed.note)}"


def _declared(deed: Declare) -> str:
    where = f" at {place_name(deed.place)}" if deed.place else ""
    where += f", card {deed.nth}" if deed.nth is not None else ""
    device = f" of {deed.device}" if deed.device else ""
    seen = ", its face seen" if deed.seen else ""
    return f"declared {spoken(deed.kind.value)}{where}{device}{seen}{_detail(deed.note)}"


# ---------------------------------------------------------------- small parts


def codes(cards: Sequence[Card]) -> str:
    return " ".join(card.code for card in cards)


def _shown(place: str, cards: Sequence[Card]) -> str:
    return f"{place_name(place)} ({codes(cards)})" if cards else place_name(place)


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _yes(yes: bool) -> str:
    return "yes" if yes else "no"


def _detail(detail: str) -> str:
    return f": {detail}" if detail else ""
