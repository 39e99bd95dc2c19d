"""What people did: whether it may be taken at this moment, and what must follow from it.

Every act that was accepted passes a gate of the referee's own: who may do it, and what must have
happened before. One that was refused leaves nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from simulators.referee.arranging import objection
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
    STACK,
)
from simulators.referee.confirming import CONFIRMERS, confirm
from simulators.referee.declaring import declare
from simulators.referee.evidence import Account
from simulators.referee.reports import to_turn, turned
from simulators.referee.tables.settling import lines
from simulators.referee.tables.three_card_poker import COUNT_WITHIN
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
    CountedAt,
    Moved,
    Settled,
    Wagered,
)
from tablectl.words.outcomes import Outcome

REMEDY = "remedy"


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
            confirm(account, deed, act.by)
        case Declare() as deed:
            declare(account, deed)
        case Dispute():
            account.call("late_finding")
        case _:
            account.object_to("unknown deed", type(act.deed).__name__)


def _needs(act: Act) -> Role:
    if isinstance(act.deed, Confirm):
        return CONFIRMERS.get(act.deed.what, Role.DEALER)
    remedy = isinstance(act.deed, Choose) and act.deed.question == REMEDY
    return Role.SUPERVISOR if remedy else Role.DEALER


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
    case = account.case(deed.hand)
    if case is None or deed.choice not in case.choices:
        account.object_to("choice of the floor", f"{deed.choice} is not open for {deed.hand}")
        return
    account.say(Chose(REMEDY, case.id, deed.choice))
    account.choose(case, deed.choice)


def _settle(account: Account, stage: str) -> None:
    at = {"void_return": "void"}.get(stage, stage)
    _gate(account, stage, (at,), "20.10(c)#1")
    due = lines(stage, account.round)
    paid = any(line.settling != "collect" for line in due)
    hands = tuple(dict.fromkeys(line.hand for line in due))
    account.round.settled.append(stage)
    account.round.paid |= paid
    account.say(Settled(stage, paid, hands))
