"""What people did: whether it may be taken at this moment, and what must follow from it.

Every act that was accepted passes a gate of the referee's own: who may do it, and what must have
happened before. One that was refused leaves nothing.
"""

from __future__ import annotations

from collections import Counter

from simulators.referee.arranging import objection
from simulators.referee.book import LOOSE, RACK, SEALED, SHOE, STACK, seat_of
from simulators.referee.confirming import CONFIRMERS, confirm
from simulators.referee.dealing import deals
from simulators.referee.declaring import declare
from simulators.referee.evidence import Account
from simulators.referee.reports import checked, to_turn, turned
from simulators.referee.tables.game import (
    VOID,
    Answer,
    Asks,
    Checks,
    Counts,
    Matter,
    Puts,
    Racks,
    Stub,
)
from simulators.referee.tables.one_deck import COUNT_WITHIN
from tablectl.words.acts import (
    Act,
    Administer,
    Bet,
    Call,
    Check,
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
from tablectl.words.cards import JOKER
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
NO_MORE_BETS = "no_more_bets"
CONSENT = "first_bettor_agrees"


def take_act(account: Account, act: Act, outcome: Outcome) -> None:
    if not outcome.accepted or isinstance(act.deed, Administer):
        return  # who is enrolled decides nothing about a round
    roles = account.settings.people[act.by].roles if act.by in account.settings.people else ()
    needed = _needs(act)
    if needed not in roles and not isinstance(act.deed, Declare | Dispute):
        account.object_to("wrong person", f"{act.by} is no {needed.value}")
    match act.deed:
        case Bet() | TakeBack() as deed:
            _wager(account, deed)
        case Call() as deed:
            deals(account, act.by)
            _call(account, deed.call)
            account.dealer = act.by
        case Deal():
            deals(account, act.by)
            _deal(account)
        case Choose() as deed:
            _choose(account, deed)
        case Check() as deed:
            _check(account, deed)
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


def _gate(account: Account, what: str, stage: str, about: Matter) -> None:
    """This is done at one stage, with nothing open."""
    now = account.stage()
    if now != stage or account.turning:
        account.object_to(what, f"the round stands at {now}", about)
    elif account.held_up():
        open_ = ", ".join(case.kind for case in account.cases)
        account.object_to(what, f"the round is held up by {open_}", about)


# ---------------------------------------------------------------- wagers


def _wager(account: Account, deed: Bet | TakeBack) -> None:
    _gate(account, "wager after the call", "wagers", Matter.CLOSED)
    place, now = f"seat_{deed.seat}", account.round
    proposed = now.again.get(place, {}).pop(deed.wager, None)
    if isinstance(deed, Bet):
        if deed.wager not in account.game.wagers(account.options):
            account.object_to("wager", f"there is no {deed.wager}", Matter.OFFERED)
        elif not deed.over and not account.within_limits(deed.wager, deed.cents):
            account.object_to("wager", "it is not within the limits", Matter.LIMITS)
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
    if isinstance(deed, Bet):
        now.players.pop(place, None)
        if player not in (None, deed.seat):
            now.players[place] = f"seat_{player}"
    if player not in (None, deed.seat):
        _second_position(account, deed.seat, player or 0)
    account.say(Wagered(deed.seat, deed.wager, cents, isinstance(deed, Bet), player))


def _second_position(account: Account, seat: int, player: int) -> None:
    """The player of one position bets at the next one too, where the house lets them."""
    now, theirs = account.round, f"seat_{player}"
    if not account.settings.options.get("two_positions") or abs(seat - player) != 1:
        account.object_to("wager", f"seat {player} bets at {seat}", Matter.ADJACENT)
    if not now.wagers.get(theirs) and not now.again.get(theirs):
        account.object_to("wager", f"nobody sits at {player}", Matter.SEATED)


def _call(account: Account, call: str) -> None:
    if call != NO_MORE_BETS:
        _gate(account, call, call, Matter.CALL)
        account.round.calls.add(call)
        account.say(Called(call))
        return
    _gate(account, "call", "wagers", Matter.CALL)
    for box in sorted(_shared(account)):
        if f"{CONSENT}:{box}" not in account.round.done:
            account.object_to("call", f"nobody has agreed to share {box}", Matter.SHARED)
    if account.to_deal():
        account.object_to("call", f"cards go to {account.to_deal()} before", Matter.BURN)
    now, name = account.round, account.deck_in_shoe
    for place in sorted(now.again, key=seat_of):
        for wager, cents in sorted(now.again[place].items()):
            now.wagers.setdefault(place, {})[wager] = cents
            now.placed.setdefault(place, {})[wager] = cents
            account.say(Wagered(seat_of(place), wager, cents, True))
    now.again = {}
    account.say(Called(call))
    now.called, now.deck = True, name
    now.hands = sorted(now.wagers, key=seat_of)
    _may_be_dealt_from(account, name)
    if not now.hands:
        account.object_to("call", "nobody has wagered", Matter.ROUND)
    for hand in now.hands:
        if not account.game.in_play(now.wagers[hand]):
            account.object_to("call", f"{hand} has {now.wagers[hand]}", Matter.ROUND)
    account.uncounted += 1
    if name:
        account.decks[name].uncounted += 1


def _shared(account: Account) -> set[str]:
    """The boxes on which somebody bets besides the one who decides, as keyed in this round."""
    found = account.round.wagers.items()
    return {box for box, down in found if any(each.startswith("behind") for each in down)}


def _may_be_dealt_from(account: Account, name: str) -> None:
    if not name:
        account.object_to("call", "no deck is loaded", Matter.LOADED)
        return
    deck = account.decks[name]
    if account.too_old(name):
        account.object_to("call", "the cards are too old", Matter.LIFE)
    if deck.fate:
        account.object_to("call", f"{name} is to be dealt with: {deck.fate}", Matter.SHUFFLE)
    if account.shoe and not account.units[account.shoe].ready:
        account.object_to("call", "the shoe is out of service", Matter.SHOE_FAILS)
    why, about = objection(account, account.method)
    if why:
        account.object_to("call", why, about)
    if not account.two_decks:
        return
    if name == account.last_deck:
        account.object_to("call", f"{name} was played in the round before", Matter.TURNS)
    for other, waiting in account.decks.items():
        if other == name or other in account.resting:
            continue
        if waiting.step not in ("in_shuffler", "machine_shuffled"):
            account.object_to("call", f"{other} is {waiting.step}", Matter.IDLE_DECK)


# ---------------------------------------------------------------- cards


def _deal(account: Account) -> None:
    due = account.to_deal()
    _gate(account, "deal", account.stage() if due else "deal", Matter.CALL)
    if account.shoe:
        account.object_to("deal", "the shoe counts the cards", Matter.DEAL)
    for place, count in due:
        if account.deck.count(SHOE) < count:
            return  # as far as the cards go
        account.deck.move(SHOE, place, count)
        account.dealt(place, count)


def _count(account: Account, deed: Count) -> None:
    account.say(CountedAt(deed.place, deed.cards))
    for case in account.cases:
        if case.to_count and case.to_count[0] == deed.place:
            case.to_count.pop(0)
            case.counts[deed.place] = deed.cards
            return
    step = account.step()
    at = step.name if isinstance(step, Counts) and step.place == deed.place else "stub"
    _gate(account, "count", at, Matter.COUNT)
    account.round.counted = True
    account.round.counted_at.add(deed.place)
    if deed.cards == account.deck.count(deed.place):
        account.counted_right(account.deck_in_play)
    else:
        account.call("stub_mismatch", place=deed.place)


def _check(account: Account, deed: Check) -> None:
    """A person answers where no device does."""
    if account.checker:
        account.object_to("check", f"{account.checker} answers it", Matter.CHECK)
    step = account.step()
    asked = isinstance(step, Checks) and step.check == deed.check
    _gate(account, "check", step.name if asked else deed.check, Matter.CHECK)
    checked(account, deed.check, yes=deed.yes)


def _turn(account: Account, shown: tuple[Shown, ...]) -> None:
    due = to_turn(account)
    if [each.place for each in shown] != due[: len(shown)]:
        account.object_to("reveal", f"next are {due} at {account.stage()}", Matter.REVEAL)
    named = Counter(card for each in shown for card in each.cards)
    for card, times in named.items():
        if card != JOKER and times > account.deck.decks and not account.round.duplicate:
            account.object_to("reveal", f"{card.code} was keyed in twice at once", Matter.NUMBER)
    for each in shown:
        _show(account, each)


def _show(account: Account, shown: Shown) -> None:
    pile = account.deck.piles.get(shown.place, [])
    if shown.cards and len(shown.cards) != len(pile):
        account.object_to("reveal", f"{len(pile)} cards are there", Matter.NUMBER)
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
    deck, step = account.deck, account.step()
    allowed = isinstance(step, Stub | Racks) or step is VOID
    _gate(account, "cards to the rack", step.name if allowed else "rack", Matter.PICK_UP)
    match step:
        case Stub():
            _stub_may_leave(account)
            sources, account.round.stub_away = [SHOE], True
        case Racks():
            sources = list(step.places(account))
        case _:
            sources = [*deck.layout, LOOSE]
    for source in sources:
        if count := deck.count(source):
            deck.move(source, RACK)
            account.say(Moved(source, RACK, count))


def _stub_may_leave(account: Account) -> None:
    """Without a count only if one was made in the last four rounds."""
    within = min(int(account.settings.options.get("count_every", COUNT_WITHIN)), COUNT_WITHIN)
    if not account.round.counted and max(account.uncounted, account.deck.uncounted) >= within:
        account.object_to("stub away", "it has to be counted", Matter.COUNT)


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
    step, now = account.step(), account.round
    put = account.put_now(deed.question)
    if put is not None:
        _put(account, put, deed)
        return
    if not isinstance(step, Asks) or step.question != deed.question:
        account.object_to("decision", f"the round stands at {step.name}", Matter.ANSWERS)
        return
    _gate(account, "decision", step.name, Matter.ANSWERS)
    asked = step.left(now)
    at = asked.index(deed.hand) if deed.hand in asked else 0
    if deed.hand not in asked or (at and not deed.before):
        account.object_to("decision", f"{asked[:1]} is asked before {deed.hand}", Matter.ANSWERS)
        return
    said = [deed.before] * at + [deed.choice] * (len(asked) - at if deed.rest else 1)
    for hand, choice in zip(asked, said, strict=False):
        if choice not in step.answers:
            account.object_to("decision", f"{choice} is no answer", Matter.ANSWERS)
            return
        now.answer(step.question, hand, choice)
        step.answers[choice](now.wagers[hand])
        account.say(Chose(step.question, hand, choice))


def _put(account: Account, step: Puts, deed: Choose) -> None:
    """As above, where it hangs on the cards what a hand may say."""
    _gate(account, "decision", step.name, Matter.ANSWERS)
    asked = list(step.hands(account))
    at = asked.index(deed.hand) if deed.hand in asked else 0
    if deed.hand not in asked or (at and not deed.before):
        account.object_to("decision", f"{asked[:1]} is asked before {deed.hand}", Matter.ANSWERS)
        return
    last = len(asked) if deed.rest else at + 1
    for hand in asked[:last]:
        choice = deed.before if hand in asked[:at] else deed.choice
        answer = step.answers(account, hand).get(choice)
        if answer is None:
            account.object_to("decision", f"{hand} may not {choice}", Matter.ANSWERS)
            return
        account.say(Chose(step.question, hand, choice))
        _carry_out(account, hand, answer, deed.cents if hand == deed.hand else None)
        account.round.answer(step.question, hand, choice)


def _carry_out(account: Account, hand: str, answer: Answer, cents: int | None) -> None:
    """The wager that comes with an answer, and the card that it lays elsewhere."""
    if answer.adds:
        most, amount = answer.most, answer.most if cents is None else cents
        told = amount or 0
        if most is not None and (told > most or (answer.exact and told != most)):
            account.object_to("wager", f"{amount} where it is {most}", Matter.LIMITS)
        account.round.wagers.setdefault(f"seat_{seat_of(hand)}", {})[answer.adds] = amount
    if answer.lays:
        account.deck.move(hand, answer.lays, 1)
    if answer.brings:
        account.deck.move(answer.brings, hand, 1)
    if answer.lays or answer.brings:
        account.round.read.discard(hand)


def _remedy(account: Account, deed: Choose) -> None:
    case = account.case(deed.hand)
    if case is None or deed.choice not in case.choices:
        account.object_to("choice of the floor", f"{deed.choice} is not open for {deed.hand}")
        return
    account.say(Chose(REMEDY, case.id, deed.choice))
    account.choose(case, deed.choice)


def _settle(account: Account, stage: str) -> None:
    at = {"void_return": "void"}.get(stage, stage)
    _gate(account, stage, at, Matter.PAYING)
    due = account.lines(stage)
    paid = any(line.settling != "collect" for line in due)
    hands = tuple(dict.fromkeys(line.hand for line in due))
    account.round.settled.append(stage)
    account.round.settled_hands.setdefault(stage, set()).update(hands)
    account.round.paid_hands |= set(hands) if paid else set()
    account.say(Settled(stage, paid, hands))
