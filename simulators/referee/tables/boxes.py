"""The boxes of blackjack: the hands that lie there, what each may ask for, and when it is done.

2.6(f) to 2.12(a), read off the cards and off what the players have said. The dealer's own cards
and the money are elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator

from simulators.referee.book import DEALER, JOKER, SEALED, Round
from simulators.referee.tables.game import Answer, Standing
from simulators.referee.tables.twenty_one import (
    ACE,
    MOST,
    ace_and_ten,
    is_bust,
    is_soft,
    may_become,
    total,
    value,
)

BEHIND = ("behind_1", "behind_2")
"""The wagers of those who bet on a box besides the one who decides: 2.13."""
WAGER, PLAY, INSURANCE = "wager", "play", "insurance"
HOLE = "dealer.hole"
STAND, HIT, DOUBLE, SPLIT, SURRENDER = "stand", "hit", "double", "split", "surrender"
NO_HOLE, DOWN, READER, UP = range(4)
"""What becomes of the dealer's second card: 2.6(h), (j), (j)#3, (k)."""
DOUBLED_UP = (9, 10, 11)
CAUGHT_UP = ("missed_card", "take")
BRING_A_CARD = frozenset(((PLAY, HIT), (PLAY, DOUBLE), CAUGHT_UP))
"""Answers that a card follows, by question."""


def mode(at: Standing) -> int:
    return int(at.options.get("hole_card", NO_HOLE))


def box_of(hand: str) -> str:
    return hand.partition(".")[0]


def number_of(hand: str) -> int:
    """Which hand of its box it is, from 1."""
    return int(hand.partition(".")[2] or 1)


def hands_of(round_: Round, box: str) -> list[str]:
    """The hands of a box from the left: one that comes of a split lies beside the other half."""
    hands = [box]
    for question, hand, choice in round_.said:
        if question == PLAY and choice == SPLIT and hand in hands:
            hands.insert(hands.index(hand) + 1, f"{box}.{len(hands) + 1}")
    return hands


def all_hands(round_: Round) -> list[str]:
    return [hand for box in round_.hands for hand in hands_of(round_, box)]


def said(round_: Round, hand: str) -> list[str]:
    """What this hand has said about its cards, but for the split that it came from."""
    return [c for q, h, c in round_.said if q == PLAY and h == hand and c != SPLIT]


def is_split(round_: Round, hand: str) -> bool:
    return len(hands_of(round_, box_of(hand))) > 1


def bettors(round_: Round, box: str) -> list[str]:
    """The wagers of everybody who bets on a box, the decider's first."""
    down = round_.wagers.get(box, {})
    return [WAGER, *(each for each in BEHIND if each in down)]


def of_bettor(what: str, bettor: str) -> str:
    """A wager or a question of one of them; the decider's goes by its bare name."""
    return what if bettor == WAGER else f"{what}_{bettor}"


def wager_of(hand: str) -> str:
    """The name of the wager that a hand is played for."""
    number = number_of(hand)
    return WAGER if number == 1 else f"split_{number}"


def doubled(hand: str) -> str:
    return f"double_{number_of(hand)}"


def cards_of(at: Standing, hand: str) -> list[str] | None:
    return at.deck.known(hand)


def upcard(at: Standing) -> str:
    """The dealer's first card, or nothing while nobody has told it."""
    return (at.deck.pile(DEALER) or [""])[0]


def has_blackjack(at: Standing, hand: str) -> bool:
    """An ace and a ten are none once the box was split."""
    cards = cards_of(at, hand)
    return cards is not None and ace_and_ten(cards) and not is_split(at.round, hand)


def surrendered(round_: Round, hand: str) -> bool:
    return SURRENDER in said(round_, hand)


def player_of(round_: Round, hand: str) -> str:
    """At which place the player of a hand sits, who may play other boxes too."""
    box = box_of(hand)
    return round_.players.get(box, box)


def draws_no_more(round_: Round, hand: str) -> bool:
    """2.15(c)#2: whoever refused a card on offer gets none in this round, on any hand."""
    refused = [h for q, h, c in round_.said if q == "offered_card" and c == "refuse"]
    return bool(refused) and player_of(round_, hand) in {player_of(round_, h) for h in refused}


def cards_to_come(at: Standing, hand: str) -> int:
    """How many cards the player has asked for and not got."""
    if draws_no_more(at.round, hand):
        return 0
    asked = [q for q, h, c in at.round.said if h == hand and (q, c) in BRING_A_CARD]
    return max(2 + len(asked) - at.deck.count(hand), 0)


def _said_last(round_: Round, hand: str) -> list[str]:
    """What a hand has said since it took a card that it had missed, 2.15(i), or from the start."""
    words = [(q, c) for q, h, c in round_.said if h == hand]
    since = words[::-1].index(CAUGHT_UP) if CAUGHT_UP in words else len(words)
    return [c for q, c in words[len(words) - since :] if q == PLAY]


def may_have_missed(at: Standing, hand: str) -> bool:
    """Whether a hand that stands could have asked for a card: 2.12(a)."""
    stands = _said_last(at.round, hand)[-1:] == [STAND]
    if not stands or draws_no_more(at.round, hand):
        return False
    cards = cards_of(at, hand)
    return cards is None or (total(cards) < MOST and HIT in answers(at, hand))


def is_told(at: Standing, hand: str) -> bool:
    """Whether every card of a hand was told, a joker too; or somebody read it, and said no more."""
    told = all(face and not face.startswith(SEALED) for face in at.deck.pile(hand))
    return told or hand in at.round.read


def is_done(at: Standing, hand: str) -> bool:
    """Whether a hand with all the cards that it asked for is asked no more."""
    choices, cards = _said_last(at.round, hand), cards_of(at, hand)
    if not is_told(at, hand):
        return False
    if any(choice in choices for choice in (STAND, DOUBLE, SURRENDER)):
        return True
    if draws_no_more(at.round, hand):
        return True
    return cards is not None and (total(cards) >= MOST or not answers(at, hand))


def answers(at: Standing, hand: str) -> dict[str, Answer]:
    """What a hand below twenty-one may say; one that nobody told, whatever the dealer reads."""
    cards = cards_of(at, hand)
    if cards is None:
        return _answers_unread(at, hand)
    split = _split(at, hand, cards)
    if _is_split_ace(at.round, hand, cards):
        return {STAND: Answer(), **split} if split else {}
    found = {STAND: Answer(), HIT: Answer(), **split}
    wagers = at.round.wagers.get(box_of(hand), {})
    if len(cards) == 2 and _doubles(at, cards):
        found[DOUBLE] = Answer(doubled(hand), wagers.get(wager_of(hand)))
    if len(cards) == 2 and _may_surrender(at, hand):
        found[SURRENDER] = Answer()
    return found


def _answers_unread(at: Standing, hand: str) -> dict[str, Answer]:
    found = {STAND: Answer(), HIT: Answer()}
    if at.deck.count(hand) > 2:
        return found
    stake = at.round.wagers.get(box_of(hand), {}).get(wager_of(hand))
    found[DOUBLE] = Answer(doubled(hand), stake)
    if len(hands_of(at.round, box_of(hand))) < _most_hands(at):
        found[SPLIT] = _new_hand(at, hand)
    if _may_surrender(at, hand):
        found[SURRENDER] = Answer()
    return found


def _may_surrender(at: Standing, hand: str) -> bool:
    """2.8(a), 2.6(k)3: where the house has it, before any other word."""
    offered = bool(at.options.get("surrender")) and mode(at) != UP
    return offered and _first_word(at.round, hand)


def _first_word(round_: Round, hand: str) -> bool:
    return not is_split(round_, hand) and not said(round_, hand)


def _is_split_ace(round_: Round, hand: str, cards: list[str]) -> bool:
    return is_split(round_, hand) and bool(cards) and cards[0][0] == ACE


def _doubles(at: Standing, cards: list[str]) -> bool:
    """2.10(a)#1 on any two cards; 2.6(k)4 on nine to eleven, no ace counted high."""
    return mode(at) != UP or (total(cards) in DOUBLED_UP and not is_soft(cards))


def _split(at: Standing, hand: str, cards: list[str]) -> dict[str, Answer]:
    """2.11(a) by value; how often, 2.11(c)1 and (e), 2.6(k)5."""
    hands = hands_of(at.round, box_of(hand))
    if len(cards) != 2 or value(cards[0]) != value(cards[1]) or len(hands) >= _most_hands(at):
        return {}
    if cards[0][0] == ACE and len(hands) > 1 and not at.options.get("resplit_aces"):
        return {}
    return {SPLIT: _new_hand(at, hand)}


def _new_hand(at: Standing, hand: str) -> Answer:
    """A second wager equal to the first, and the last card to a place of its own."""
    box = box_of(hand)
    stake = at.round.wagers.get(box, {}).get(WAGER)
    new = f"{box}.{len(hands_of(at.round, box)) + 1}"
    return Answer(wager_of(new), stake, exact=True, lays=new)


def _most_hands(at: Standing) -> int:
    most = 2 if mode(at) == UP else int(at.options.get("split_hands", 2))
    return min(most, 3 if at.seats == 7 else 4)


# ---------------------------------------------------------------- whose turn it is


def turn(at: Standing) -> str:
    """The hand that is played now: the first from the left that is not done."""
    return next(_unfinished(at), "")


def _unfinished(at: Standing) -> Iterator[str]:
    for hand in all_hands(at.round):
        insures = hand == box_of(hand) and insures_at_turn(at, hand)
        if at.deck.count(hand) and (insures or cards_to_come(at, hand) or not is_done(at, hand)):
            yield hand


def is_insurable(at: Standing) -> bool:
    """2.9(a)#1, 2.6(k)3."""
    return mode(at) != UP and upcard(at)[:1] == ACE


def insures_at_turn(at: Standing, box: str) -> bool:
    """2.9(b)#4: whether a box is asked at its own turn, whatever its cards, and has not been."""
    if not at.options.get("insurance_at_turn") or not is_insurable(at):
        return False
    asked = (at.round.answers.get(of_bettor(INSURANCE, b), {}) for b in bettors(at.round, box))
    return any(box not in answered for answered in asked) and not said(at.round, box)


def is_live(at: Standing, hand: str) -> bool:
    """Whether what becomes of a hand hangs on the dealer's count."""
    cards = cards_of(at, hand)
    if not at.deck.count(hand) or surrendered(at.round, hand) or has_blackjack(at, hand):
        return False
    return cards is None or not is_bust(cards)


def may_have_it(at: Standing) -> bool:
    """Whether the dealer's upcard may become a blackjack."""
    return upcard(at) not in ("", JOKER) and may_become(upcard(at))
