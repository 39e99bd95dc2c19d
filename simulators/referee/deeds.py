"""What people did: whether it may be taken at this moment, and what must follow from it.

Every act that was accepted passes a gate of the referee's own: who may do it, and what must have
happened before. One that was refused leaves nothing.
"""

from __future__ import annotations

from collections import Counter

from simulators.referee.book import LOOSE, RACK, SEALED, SHOE, STACK, seat_of
from simulators.referee.calling import gate, take_call
from simulators.referee.confirming import CONFIRMERS, confirm
from simulators.referee.dealing import deals
from simulators.referee.declaring import declare
from simulators.referee.evidence import Account
from simulators.referee.reports import checked, show, to_turn, turned
from simulators.referee.sides import comes_from, lay, left_lying
from simulators.referee.tables.game import (
    VOID,
    Answer,
    Asks,
    Checks,
    Counts,
    Lays,
    Matter,
    Puts,
    Racks,
    Stub,
    of_side,
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
    Chose,
    CountedAt,
    Moved,
    Settled,
    Wagered,
)
from tablectl.words.outcomes import Outcome

REMEDY = "remedy"


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
            take_call(account, deed.call)
            account.dealer = act.by
        case Deal() as deed:
            deals(account, act.by)
            _deal(account, deed.deck)
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


# ---------------------------------------------------------------- wagers


def _wager(account: Account, deed: Bet | TakeBack) -> None:
    gate(account, "wager after the call", "wagers", Matter.CLOSED)
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


# ---------------------------------------------------------------- cards


def _deal(account: Account, side: str) -> None:
    due, of = account.to_deal(), side or account.deck_in_play
    gate(account, "deal", account.stage() if due else "deal", Matter.CALL)
    if account.shoe:
        account.object_to("deal", "the shoe counts the cards", Matter.DEAL)
    if due and account.game.sides and not account.round.decided and not side:
        account.object_to("deal", "nobody has said from which side", Matter.SIDE)
    deck = account.decks.get(of) or account.new_deck()
    if due:
        comes_from(account, of)
    for place, count in due:
        if deck.count(SHOE) < count:
            return  # as far as the cards go
        deck.move(SHOE, place, count)
        account.dealt(place, count)


def _count(account: Account, deed: Count) -> None:
    step = account.step()
    due = step if isinstance(step, Counts) and step.place == deed.place else None
    at, side = (due.name, due.deck(account)) if due is not None else ("stub", "")
    for case in account.cases:
        if case.to_count and case.to_count[0] == deed.place:
            account.say(CountedAt(deed.place, deed.cards))
            case.to_count.pop(0)
            case.counts[deed.place] = deed.cards
            return
    account.say(CountedAt(deed.place, deed.cards, side))
    gate(account, "count", at, Matter.COUNT)
    account.round.counted = True
    account.round.counted_at.add((deed.place, side))
    deck = account.decks[side] if side else account.deck
    if deed.cards == deck.count(deed.place):
        account.counted_right(side or account.deck_in_play)
    else:
        account.call("stub_mismatch", place=deed.place, deck=side)


def _check(account: Account, deed: Check) -> None:
    """A person answers where no device does."""
    if account.checker:
        account.object_to("check", f"{account.checker} answers it", Matter.CHECK)
    step = account.step()
    asked = isinstance(step, Checks) and step.check == deed.check
    gate(account, "check", step.name if asked else deed.check, Matter.CHECK)
    checked(account, deed.check, yes=deed.yes)


def _turn(account: Account, shown: tuple[Shown, ...]) -> None:
    due = to_turn(account)
    if [each.place for each in shown] != due[: len(shown)]:
        account.object_to("reveal", f"next are {due} at {account.stage()}", Matter.REVEAL)
    named = Counter(card for each in shown for card in each.cards)
    lying = [d for d in account.decks.values() if any(d.count(each.place) for each in shown)]
    for card, times in named.items():
        most = account.deck.decks * max(len(lying), 1)
        if card != JOKER and times > most and not account.round.duplicate:
            account.object_to("reveal", f"{card.code} was keyed in twice at once", Matter.NUMBER)
    for each in shown:
        _show(account, each)


def _show(account: Account, shown: Shown) -> None:
    pile = account.deck.pile(shown.place)
    if shown.cards and len(shown.cards) != len(pile):
        account.object_to("reveal", f"{len(pile)} cards are there", Matter.NUMBER)
    sealed = {face[1:] for face in pile if face.startswith(SEALED)}
    if sealed:
        account.turning.append(shown.place)
        account.unsealing |= sealed
        return
    if shown.cards:
        show(account, shown.place, [card.code for card in shown.cards])
    turned(account, shown.place)


def _move(account: Account, to: str, outcome: Outcome) -> None:
    if to == STACK:
        _gather(account, outcome)
        return
    deck, step = account.deck, account.step()
    if isinstance(step, Lays):
        gate(account, "cards laid", step.name, Matter.SIDE)
        lay(account, step, to)
        return
    allowed = isinstance(step, Stub | Racks) or step is VOID
    gate(account, "cards to the rack", step.name if allowed else "rack", Matter.PICK_UP)
    target = step.to if isinstance(step, Racks) else RACK
    if to != target:
        account.object_to("cards moved", f"to {to}, and not to {target}", Matter.PICK_UP)
    match step:
        case Stub():
            _stub_may_leave(account)
            sources, account.round.stub_away = [SHOE], True
        case Racks():
            sources, deck = list(step.places(account)), of_side(account, step.side)
        case _:
            deck = left_lying(account)
            sources = [*deck.layout, LOOSE]
    for source in sources:
        if count := deck.count(source):
            deck.move(source, target)
            account.round.picked_up |= source in account.round.hands
            account.say(Moved(source, target, count))


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
    put = account.put_now(deed.question)
    if put is not None:
        _put(account, put, deed)
        return
    step, now = account.step(), account.round
    if not isinstance(step, Asks) or step.question != deed.question:
        account.object_to("decision", f"the round stands at {step.name}", Matter.ANSWERS)
        return
    gate(account, "decision", step.name, Matter.ANSWERS)
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
    gate(account, "decision", step.name, Matter.ANSWERS)
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
    gate(account, stage, at, Matter.PAYING)
    due = account.lines(stage)
    paid = any(line.settling != "collect" for line in due)
    hands = tuple(dict.fromkeys(line.hand for line in due))
    account.round.settled.append(stage)
    account.round.settled_hands.setdefault(stage, set()).update(hands)
    account.round.paid_hands |= set(hands) if paid else set()
    account.say(Settled(stage, paid, hands))
