"""What the dealer calls out in a round, and what it may be dealt from once wagers are closed."""

from __future__ import annotations

from simulators.referee.arranging import objection
from simulators.referee.book import SHOE, seat_of
from simulators.referee.evidence import Account
from simulators.referee.sides import dealt_on_from, untold
from simulators.referee.tables.game import Matter
from tablectl.words.facts import Called, Wagered

NO_MORE_BETS = "no_more_bets"
CONSENT, SEATED = "first_bettor_agrees", "decider_is_seated"


def gate(account: Account, what: str, stage: str, about: Matter) -> None:
    """This is done at one stage, with nothing open."""
    now = account.stage()
    if now != stage or account.turning:
        account.object_to(what, f"the round stands at {now}", about)
    elif account.held_up():
        open_ = ", ".join(case.kind for case in account.cases)
        account.object_to(what, f"the round is held up by {open_}", about)


def take_call(account: Account, call: str) -> None:
    if call != NO_MORE_BETS:
        gate(account, call, call, Matter.CALL)
        account.round.calls.add(call)
        account.say(Called(call))
        return
    gate(account, "call", "wagers", Matter.CALL)
    for box in sorted(_shared(account)):
        if f"{CONSENT}:{box}" not in account.round.done:
            account.object_to("call", f"nobody has agreed to share {box}", Matter.SHARED)
        if _is_outbid(account, box) and f"{SEATED}:{box}" not in account.round.done:
            account.object_to("call", f"another than the highest decides at {box}", Matter.DECIDER)
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
    now.called = True
    dealt_on_from(account, name)
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


def _is_outbid(account: Account, box: str) -> bool:
    """Whether somebody bets more there than the one who decides, as far as it was told."""
    down = account.round.wagers[box]
    told = {wager: cents for wager, cents in down.items() if cents is not None}
    return "wager" in told and max(told.values()) > told["wager"]


def _may_be_dealt_from(account: Account, name: str) -> None:
    if not name:
        account.object_to("call", "no deck is loaded", Matter.LOADED)
        return
    if account.game.sides:
        for side in account.decks:
            _side_is_ready(account, side)
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


def _side_is_ready(account: Account, side: str) -> None:
    """Every round may come to be dealt from either side."""
    deck = account.decks[side]
    if deck.step != "loaded" or not deck.count(SHOE) or deck.fate:
        account.object_to("call", f"{side} is {deck.fate or deck.step}", Matter.SIDE)
    elif untold(account, side):
        account.object_to("call", f"nobody knows where {side} is loaded", Matter.SIDE)
