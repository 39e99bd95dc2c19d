"""What people did: whether it may be taken at this moment, and what must follow from it.

Every act that was accepted passes a gate of the referee's own: who may do it, and what must have
happened before. One that was refused leaves nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from simulators.referee.arranging import arrange, objection
from simulators.referee.book import (
    ANTE,
    DEALER,
    FOLD,
    LOOSE,
    PAIR_PLUS,
    PLAY,
    RACK,
    SEALED,
    SHOE,
    SHUFFLER,
    STACK,
    Case,
)
from simulators.referee.evidence import Account
from simulators.referee.reports import face_up, may_shuffle, to_turn, turned
from simulators.referee.tables.settling import lines
from simulators.referee.tables.three_card_poker import COUNT_WITHIN, DECK, HAND
from tablectl.words.acts import (
    Act,
    Bet,
    Call,
    Choose,
    Confirm,
    Count,
    Deal,
    Declare,
    Dispute,
    Move,
    Settle,
    Shown,
    TakeBack,
    Turn,
)
from tablectl.words.bases import Role
from tablectl.words.facts import (
    Called,
    Chose,
    Confirmed,
    CountedAt,
    Moved,
    Settled,
    Wagered,
)
from tablectl.words.outcomes import Outcome

REMEDY, RULING = "remedy", "ruling"
D, S, T = Role.DEALER, Role.SUPERVISOR, Role.TECHNICIAN
CONFIRMERS = {
    "open_table": S,
    "close_table": S,
    "verify": S,
    "receive_deck": S,
    "remove_deck": S,
    "ruling": S,
    "resolve_dispute": S,
    "take_off": S,
    "put_back": S,
    "deal_by": S,
    "clear_fault": T,
    "release": T,
}
"""Who confirms a thing, where it is not the dealer."""
IDLE = ("shuffled", "machine_shuffled", "cut", "loaded", "spent")
"""A deck that lies ready, or lay in the rack, at a table without play: 20.5(e)."""
PREPARED_FROM = {
    "inspect": ("received",),
    "verify": ("inspected",),
    "spread": ("verified",),
    "wash": ("spread",),
    "insert": ("washed", "spent"),
    "cut": ("shuffled",),
    "load": ("cut", "machine_shuffled"),
    "spread_idle": IDLE,
    "spread_idle_down": IDLE,
    "turn_up": ("spread_down",),
}
"""What a deck must be before each thing is done to it: 20.4, 20.5."""
AFTER = {
    "inspect": "inspected",
    "verify": "verified",
    "spread": "spread",
    "wash": "washed",
    "insert": "in_shuffler",
    "cut": "cut",
    "load": "loaded",
    "spread_idle": "spread",
    "spread_idle_down": "spread_down",
    "turn_up": "spread",
}


def take_act(account: Account, act: Act, outcome: Outcome) -> None:
    if not outcome.accepted:
        return
    roles = account.settings.people[act.by].roles if act.by in account.settings.people else ()
    needed = _needs(act)
    if needed not in roles and not isinstance(act.deed, Declare | Dispute):
        account.object_to("wrong person", f"{act.by} is no {needed.value}")
    match act.deed:
        case Bet() | TakeBack() as deed:
            _wager(account, deed)
        case Call():
            _call(account)
        case Deal():
            _deal(account)
        case Choose() as deed:
            _choose(account, deed)
        case Count() as deed:
            _count(account, deed)
        case Turn() as deed:
            _turn(account, deed.shown)
        case Move() as deed:
            _move(account, deed.to, outcome)
        case Settle() as deed:
            _settle(account, deed.stage)
        case Confirm() as deed:
            _confirm(account, deed, act.by)
        case Declare() as deed:
            _declare(account, deed)
        case Dispute():
            account.call("late_finding")
        case _:
            account.object_to("unknown deed", type(act.deed).__name__)


def _needs(act: Act) -> Role:
    if isinstance(act.deed, Confirm):
        return CONFIRMERS.get(act.deed.what, D)
    return S if isinstance(act.deed, Choose) and act.deed.question == REMEDY else D


def _gate(account: Account, what: str, stages: Iterable[str], clause: str) -> None:
    """This is done at one of these stages, with nothing open."""
    now = account.stage()
    if now not in stages or account.turning:
        account.object_to(what, f"the round stands at {now}", clause)
    elif account.held_up():
        open_ = ", ".join(case.kind for case in account.cases)
        account.object_to(what, f"the round is held up by {open_}", clause)


# ---------------------------------------------------------------- wagers


def _wager(account: Account, deed: Bet | TakeBack) -> None:
    _gate(account, "wager after the call", ("wagers",), "20.6(d)#2")
    place, now = f"seat_{deed.seat}", account.round
    proposed = now.again.get(place, {}).pop(deed.wager, None)
    if isinstance(deed, Bet):
        if deed.wager not in (ANTE, PAIR_PLUS):
            account.object_to("wager", f"there is no {deed.wager}", "20.6(a)")
        if not deed.over and not account.within_limits(deed.wager, deed.cents):
            account.object_to("wager", "it is not within the limits", "20.6(a)1")
        cents = deed.cents
        now.wagers.setdefault(place, {})[deed.wager] = cents
        now.placed.setdefault(place, {})[deed.wager] = cents
    else:
        cents = now.wagers.get(place, {}).get(deed.wager, proposed)
        for book in (now.wagers, now.placed):
            book.get(place, {}).pop(deed.wager, None)
            if not book.get(place, {1: 1}):
                del book[place]
    player = deed.player if isinstance(deed, Bet) else None
    if player not in (None, deed.seat):
        _second_position(account, deed.seat, player or 0)
    account.say(Wagered(deed.seat, deed.wager, cents, isinstance(deed, Bet), player))


def _second_position(account: Account, seat: int, player: int) -> None:
    """The player of one position bets at the next one too, where the house lets them: 20.6(e)."""
    now, theirs = account.round, f"seat_{player}"
    if not account.settings.options.get("two_positions") or abs(seat - player) != 1:
        account.object_to("wager", f"seat {player} bets at {seat}", "20.6(e)")
    if not now.wagers.get(theirs) and not now.again.get(theirs):
        account.object_to("wager", f"nobody sits at {player}", "20.6(c)#1")


def _call(account: Account) -> None:
    _gate(account, "call", ("wagers",), "20.7(b)#1")
    now, name = account.round, account.deck_in_shoe
    for place in sorted(now.again, key=lambda p: int(p.removeprefix("seat_"))):
        for wager, cents in sorted(now.again[place].items()):
            now.wagers.setdefault(place, {})[wager] = cents
            now.placed.setdefault(place, {})[wager] = cents
            account.say(Wagered(int(place.removeprefix("seat_")), wager, cents, True))
    now.again = {}
    account.say(Called("no_more_bets"))
    now.called, now.deck = True, name
    now.hands = sorted(now.wagers, key=lambda place: int(place.removeprefix("seat_")))
    _may_be_dealt_from(account, name)
    if not now.hands:
        account.object_to("call", "nobody has wagered", "20.1 Round of play")
    account.uncounted += 1
    if name:
        account.decks[name].uncounted += 1


def _may_be_dealt_from(account: Account, name: str) -> None:
    if not name:
        account.object_to("call", "no deck is loaded", "20.7(a)#2")
        return
    deck = account.decks[name]
    if account.too_old(name):
        account.object_to("call", "the cards are too old", "20.4(e)")
    if deck.fate:
        account.object_to("call", f"{name} is to be dealt with: {deck.fate}", "20.5(a)#1")
    if account.shoe and not account.units[account.shoe].ready:
        account.object_to("call", "the shoe is out of service", "20.12(f)")
    why, clause = objection(account, account.method)
    if why:
        account.object_to("call", why, clause)
    if not account.two_decks:
        return
    if name == account.last_deck:
        account.object_to("call", f"{name} was played in the round before", "20.2(b)4")
    for other, waiting in account.decks.items():
        if other == name or other in account.resting:
            continue
        if waiting.step not in ("in_shuffler", "machine_shuffled"):
            account.object_to("call", f"{other} is {waiting.step}", "20.2(b)3")


# ---------------------------------------------------------------- cards


def _deal(account: Account) -> None:
    _gate(account, "deal", ("deal",), "20.7(b)#1")
    if account.shoe:
        account.object_to("deal", "the shoe counts the cards", "20.7(c)#1")
    for place, count in account.to_deal():
        account.deck.move(SHOE, place, count)
        account.dealt(place, count)


def _count(account: Account, deed: Count) -> None:
    account.say(CountedAt(deed.place, deed.cards))
    for case in account.cases:
        if case.to_count and case.to_count[0] == deed.place:
            case.to_count.pop(0)
            case.counts[deed.place] = deed.cards
            return
    _gate(account, "count", ("stub",), "20.7(e)#1")
    account.round.counted = True
    if deed.cards == account.deck.count(deed.place):
        account.counted_right(account.deck_in_play)
    else:
        account.call("stub_mismatch", place=deed.place)


def _turn(account: Account, shown: tuple[Shown, ...]) -> None:
    due = to_turn(account)
    if [each.place for each in shown] != due[: len(shown)]:
        account.object_to("reveal", f"next are {due} at {account.stage()}", "20.10(b)#5")
    for each in shown:
        _show(account, each)


def _show(account: Account, shown: Shown) -> None:
    pile = account.deck.piles.get(shown.place, [])
    if shown.cards and len(shown.cards) != len(pile):
        account.object_to("reveal", f"{len(pile)} cards are there", "20.12(c)")
    sealed = {face[1:] for face in pile if face.startswith(SEALED)}
    if sealed:
        account.turning.append(shown.place)
        account.unsealing |= sealed
        return
    if shown.cards:
        account.deck.piles[shown.place] = [card.code for card in shown.cards]
    turned(account, shown.place)


def _move(account: Account, to: str, outcome: Outcome) -> None:
    if to == STACK:
        _gather(account, outcome)
        return
    now, deck = account.round, account.deck
    stage = account.stage()
    _gate(account, "cards to the rack", ("stub", "forfeits", "pick_up", "void"), "20.10(c)#2")
    match stage:
        case "stub":
            _stub_may_leave(account)
            sources, now.stub_away = [SHOE], True
        case "forfeits":
            if "forfeits" not in now.settled:
                account.object_to("cards to the rack", "the wagers still lie there", "20.10(b)#4")
            sources = list(reversed(now.folded))
        case "pick_up":
            sources = [*reversed(now.live), DEALER]
        case _:
            sources = [*deck.layout, LOOSE]
    for source in sources:
        if count := deck.count(source):
            deck.move(source, RACK)
            account.say(Moved(source, RACK, count))


def _stub_may_leave(account: Account) -> None:
    """Without a count only if one was made in the last four rounds: 20.7(e)#1."""
    within = min(int(account.settings.options.get("count_every", COUNT_WITHIN)), COUNT_WITHIN)
    if not account.round.counted and max(account.uncounted, account.deck.uncounted) >= within:
        account.object_to("stub away", "it has to be counted", "20.7(e)#1")


def _gather(account: Account, outcome: Outcome) -> None:
    """All cards of a deck that something was decided about onto one stack."""
    moved = Counter({f.source: f.count for f in outcome.facts if isinstance(f, Moved)})
    for deck in account.decks.values():
        if deck.fate and moved == Counter({p: deck.count(p) for p in deck.scattered}):
            for fact in outcome.facts:
                if isinstance(fact, Moved):
                    deck.move(fact.source, STACK)
                    account.say(fact)
            return
    account.object_to("cards to the stack", f"no deck lies so that {dict(moved)} is gathered")


# ---------------------------------------------------------------- answers and money


def _choose(account: Account, deed: Choose) -> None:
    if deed.question == REMEDY:
        _remedy(account, deed)
        return
    _gate(account, "decision", ("decisions",), "20.10(b)#2")
    now = account.round
    asked = [hand for hand in now.hands if now.has(hand, ANTE) and hand not in now.answers]
    at = asked.index(deed.hand) if deed.hand in asked else 0
    if deed.hand not in asked or (at and not deed.before):
        account.object_to("decision", f"{asked[:1]} is asked before {deed.hand}", "20.10(b)#2")
        return
    said = [deed.before] * at + [deed.choice] * (len(asked) - at if deed.rest else 1)
    for hand, choice in zip(asked, said, strict=False):
        if choice not in (PLAY, FOLD):
            account.object_to("decision", f"{choice} is no answer", "20.10(b)#1")
        now.answers[hand] = choice
        if choice == PLAY:
            now.wagers[hand][PLAY] = now.wagers[hand][ANTE]
        account.say(Chose(PLAY, hand, choice))


def _remedy(account: Account, deed: Choose) -> None:
    case = _case(account, deed.hand)
    if case is None or deed.choice not in case.choices:
        account.object_to("choice of the floor", f"{deed.choice} is not open for {deed.hand}")
        return
    account.say(Chose(REMEDY, case.id, deed.choice))
    account.choose(case, deed.choice)


def _case(account: Account, id_: str) -> Case | None:
    return next((case for case in account.cases if case.id == id_), None)


def _settle(account: Account, stage: str) -> None:
    at = {"void_return": "void"}.get(stage, stage)
    _gate(account, stage, (at,), "20.10(c)#1")
    due = lines(stage, account.round)
    paid = any(line.settling != "collect" for line in due)
    hands = tuple(dict.fromkeys(line.hand for line in due))
    account.round.settled.append(stage)
    account.round.paid |= paid
    account.say(Settled(stage, paid, hands))


# ---------------------------------------------------------------- confirmations


def _confirm(account: Account, deed: Confirm, by: str) -> None:
    match deed.what:
        case "open_table":
            account.open = True
            for name in account.decks.keys() - account.resting:
                _receive(account, name)
        case "close_table":
            _close(account)
        case "ruling" | "resolve_dispute":
            case = _case(account, deed.subject)
            if case is None or case.choices or case.to_count:
                account.object_to("ruling confirmed", f"{deed.subject} waits for no such thing")
                return
            account.say(Confirmed(deed.what, case.id, None, deed.note))
            account.cases.remove(case)
        case "clear_fault":
            account.units[deed.subject].latched = False
            account.begin_cycle(deed.subject)
        case "take_off" | "put_back" | "deal_by":
            arrange(account, deed)
        case "receive_deck":
            _receive(account, deed.subject)
        case "remove_deck":
            _remove(account, deed.subject)
        case "shuffle":
            _shuffle_by_hand(account, deed.subject)
        case what if what in PREPARED_FROM:
            _prepare(account, deed, by)
        case _:
            account.object_to("confirmation", f"nobody asked for {deed.what}")


def _close(account: Account) -> None:
    if account.round.wagers or any(case.scope != "nothing" for case in account.cases):
        account.object_to("table closed", "something is open")
    account.open = False
    account.round.again = {}
    for name in account.decks:
        _off_the_table(account, name)


def _receive(account: Account, name: str) -> None:
    deck = account.decks[name] = type(account.decks[name])()
    deck.gather(STACK)
    deck.step = "received"


def _remove(account: Account, name: str) -> None:
    if account.decks[name].fate != "remove" or name == account.round.deck:
        account.object_to("deck removed", f"nothing says that {name} leaves now", "20.7(e)2#3")
    _off_the_table(account, name)


def _off_the_table(account: Account, name: str) -> None:
    account.decks[name] = type(account.decks[name])()


def _shuffle_by_hand(account: Account, name: str) -> None:
    deck = account.decks[name]
    if not may_shuffle(account, name):
        account.object_to("shuffle", f"{name} is {deck.step}", "20.5(a)#1")
    if account.method == HAND:
        account.object_to("shuffle", "only a machine shuffles what is dealt by hand", "20.8(b)1")
    if account.shuffler:
        account.object_to("shuffle", f"{account.shuffler} stands on the table", "20.12(g)")
    deck.gather(STACK)
    deck.step, deck.by_machine = "shuffled", False


def _prepare(account: Account, deed: Confirm, by: str) -> None:
    deck = account.decks[deed.subject]
    if deck.fate or account.deck_held_up(deed.subject):
        account.object_to(deed.what, f"{deed.subject} is held up or to go", "20.5(a)#1")
    if deck.step not in PREPARED_FROM[deed.what]:
        account.object_to(deed.what, f"{deed.subject} is {deck.step}", "20.5(a)#1")
    match deed.what:
        case "inspect":
            deck.opened_at, deck.inspected_by = account.time, by
        case "verify" if by == deck.inspected_by:
            account.object_to("verify", "who inspected it verifies it", "20.4(a)")
        case "insert":
            deck.gather(SHUFFLER)
            deck.put_in_at = account.time
        case "spread_idle" | "spread_idle_down":
            if account.round.wagers or account.stage() != "wagers":
                account.object_to(deed.what, "the table is in play", "20.5(e)#1")
            deck.gather(STACK)
        case "cut" if deed.number is not None and deed.number < 10:
            account.object_to("cut", "at least ten cards are lifted", "20.5(c)1ii")
        case "load":
            if account.two_decks and deed.subject == account.last_deck:
                account.object_to("load", "the other deck's turn has come", "20.2(b)4")
            deck.gather(SHOE)
            deck.given = 0
        case _:
            pass
    deck.step = AFTER[deed.what]


# ---------------------------------------------------------------- declarations


def _declare(account: Account, deed: Declare) -> None:
    kind, now = deed.kind.value, account.round
    running = account.open and not now.void
    if kind in ("misdeal", "card_exposed", "card_drawn_in_error", "order_of_deal") and (
        not running or not account.cards_out
    ):
        account.object_to(kind, "no cards are out")
    match kind:
        case "face_up_card":
            dealt = bool(account.shoe) or not account.to_deal()
            account.deck.move(now.last_dealt if dealt else SHOE, LOOSE, 1)
            face_up(account)
        case "card_drawn_in_error":
            _drawn(account, seen=deed.seen)
        case "cut_improper":
            account.call(kind, deck=_cut_last(account))
        case "misdeal":
            account.call(kind, place=deed.place)
        case _:
            deck = account.deck_in_play or _only_deck(account)
            account.call(kind, place=deed.place, device=deed.device, deck=deck)


def _drawn(account: Account, *, seen: bool) -> None:
    """Drawn in error: a shoe has counted it as dealt while cards are due; otherwise it is in it."""
    due = account.to_deal() if account.stage() == "deal" else []
    told = {"face": "seen" if seen else "unseen", "next": "yes" if due else "no"}
    if seen or not due:
        counted = bool(account.shoe) and bool(due) and account.round.last_dealt
        account.deck.move(account.round.last_dealt if counted else SHOE, LOOSE, 1)
        account.call("card_drawn_in_error", place=LOOSE, **told)
    else:
        account.call("card_drawn_in_error", **told)


def _cut_last(account: Account) -> str:
    """The deck that was cut by hand and from which no card has been dealt."""
    for name, deck in account.decks.items():
        whole = deck.count(STACK) == DECK or deck.count(SHOE) == DECK
        if whole and not deck.given and not deck.by_machine and deck.step in ("cut", "loaded"):
            return name
    account.object_to("recut", "no deck was cut, or cards are dealt", "20.5(d)")
    return ""


def _only_deck(account: Account) -> str:
    there = [name for name, deck in account.decks.items() if deck.step != "removed"]
    return there[0] if len(there) == 1 else ""
