"""What becomes of every wager of three card poker, against a settlement written from the clauses.

The oracle below reads cards as two letters and ranks them its own way; it shares no line with
the game. Deals go through the core, act by act, as a dealer without any device would key them in.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from random import Random

import pytest

from tablectl.games.three_card_poker_settlement import settlement
from tablectl.table import ledger
from tablectl.words.acts import Bet, Call, Choose, Deal, Move, Settle, Shown, Turn
from tablectl.words.cards import STANDARD_52, Card, Known
from tablectl.words.dues import SettleDue, Settling
from tests.games.ranking import other_way
from tests.tables import DECK, Table, opened

Stakes = dict[str, int | None]
What = tuple[str, int | None, str, int | None]
"""What happens to a wager: settling, stake, odds, winnings."""
Lines = dict[tuple[int, str], What]


@dataclass(frozen=True)
class Seat:
    """One position: its wagers, its cards and its answer where it is asked."""

    stakes: Stakes
    cards: tuple[str, ...]
    folds: bool = False


# ---------------------------------------------------------------- the oracle

PAIR_PLUS = {"pair": 1, "flush": 4, "straight": 6, "three_of_a_kind": 30, "straight_flush": 40}
ANTE_BONUS = {"straight": 1, "three_of_a_kind": 4, "straight_flush": 5}
LEAST_TO_QUALIFY = other_way.place_of(("QS", "3D", "2C"))


def paid(stake: int | None, odds: int, base: int | None) -> What:
    return "pay", stake, f"{odds} to 1", None if base is None else base * odds


def expected(dealer: tuple[str, ...], seats: dict[int, Seat]) -> dict[str, Lines]:
    """The lines of each stage, from the clauses."""
    stages: dict[str, Lines] = {"forfeits": {}, "losers": {}, "winners": {}}
    for number, seat in seats.items():
        if seat.folds:
            for wager, stake in seat.stakes.items():
                stages["forfeits"][number, wager] = "collect", stake, "", None
            continue
        for wager, what in _live(dealer, seat).items():
            stage = "losers" if what[0] == "collect" else "winners"
            stages[stage][number, wager] = what
    return stages


def _live(dealer: tuple[str, ...], seat: Seat) -> dict[str, What]:
    made: dict[str, What] = {}
    name = other_way.name_of(seat.cards)
    if "ante" in seat.stakes:
        ante = seat.stakes["ante"]
        made["ante"], made["play"] = _against(dealer, seat.cards, ante)
        if name in ANTE_BONUS:
            made["ante_bonus"] = paid(None, ANTE_BONUS[name], ante)
    if "pair_plus" in seat.stakes:
        stake = seat.stakes["pair_plus"]
        scale = PAIR_PLUS.get(name)
        made["pair_plus"] = paid(stake, scale, stake) if scale else ("collect", stake, "", None)
    return made


def _against(dealer: tuple[str, ...], mine: tuple[str, ...], ante: int | None) -> tuple[What, What]:
    back: What = "return", ante, "", None
    lost: What = "collect", ante, "", None
    even = paid(ante, 1, ante)
    if other_way.place_of(dealer) < LEAST_TO_QUALIFY:
        return even, back
    margin = other_way.place_of(mine) - other_way.place_of(dealer)
    if margin > 0:
        return even, even
    return (back, back) if margin == 0 else (lost, lost)


# ---------------------------------------------------------------- the game, through the core


@cache
def fresh_table() -> Table:
    return opened(options={"ante_least": 0, "pair_plus_least": 0})


def cards(codes: tuple[str, ...]) -> tuple[Card, ...]:
    return tuple(Card.of(code) for code in codes)


def dealt(seats: dict[int, Seat]) -> Table:
    """A round with these wagers, up to the last answer."""
    table = fresh_table().branch()
    for number, seat in seats.items():
        for wager, stake in seat.stakes.items():
            table.must(Bet(number, wager, stake))
    table.must(Call("no_more_bets"))
    table.must(Deal())
    table.must(Move("rack"))
    for number, seat in sorted(seats.items()):
        if "ante" in seat.stakes:
            table.must(Choose("play", f"seat_{number}", "fold" if seat.folds else "play"))
    return table


def settled(dealer: tuple[str, ...], seats: dict[int, Seat]) -> dict[str, SettleDue]:
    """Play a round to its end; every settlement that was asked for, in the order of asking."""
    table = dealt(seats)
    asked: dict[str, SettleDue] = {}
    if any(seat.folds for seat in seats.values()):
        _settle(table, asked)
        table.must(Move("rack"))
    table.must(Turn((Shown("dealer", cards(dealer)),)))
    for number, seat in sorted(seats.items(), reverse=True):
        if not seat.folds:
            table.must(Turn((Shown(f"seat_{number}", cards(seat.cards)),)))
    while isinstance(table.dues[0], SettleDue):
        _settle(table, asked)
    return asked


def _settle(table: Table, asked: dict[str, SettleDue]) -> None:
    due = table.dues[0]
    assert isinstance(due, SettleDue)
    asked[due.stage] = due
    table.must(Settle(due.stage))


def told(due: SettleDue | None) -> Lines:
    if due is None:
        return {}
    return {
        (int(line.hand.removeprefix("seat_")), line.wager): (
            line.settling.value,
            line.stake,
            str(line.odds) if line.odds else "",
            line.cents,
        )
        for line in due.lines
    }


def one_seat(dealer: str, mine: str, folds: bool = False, **stakes: int | None) -> Lines:
    """Every line of a round with one seat, at position 1, and its cards and the dealer's."""
    seat = Seat(stakes, tuple(mine.split()), folds)
    asked = settled(tuple(dealer.split()), {1: seat})
    return {key: what for due in asked.values() for key, what in told(due).items()}


# ---------------------------------------------------------------- thousands of deals

WAGERS: tuple[Stakes, ...] = (
    {"ante": 1000},
    {"pair_plus": 500},
    {"ante": 700, "pair_plus": 300},
    {"ante": None},
    {"pair_plus": None},
    {"ante": None, "pair_plus": None},
)


def random_deal(chance: Random, ranks: str) -> tuple[tuple[str, ...], dict[int, Seat]]:
    """A deal out of these ranks; fewer ranks make more draws and more hands that pay."""
    deck = [rank + suit for rank in ranks for suit in "CDHS"]
    chance.shuffle(deck)
    hands = [tuple(deck[at : at + 3]) for at in range(0, 21, 3)]
    numbers = chance.sample(range(1, 7), chance.randint(1, 6))
    seats = {}
    for number in numbers:
        stakes = chance.choice(WAGERS)
        folds = "ante" in stakes and chance.random() < 0.3
        seats[number] = Seat(stakes, hands[number], folds)
    return hands[0], seats


def events(dealer: tuple[str, ...], seats: dict[int, Seat]) -> Counter[str]:
    """What of interest a deal had in it."""
    qualifies = other_way.place_of(dealer) >= LEAST_TO_QUALIFY
    found = Counter({"dealer does not qualify": not qualifies})
    for seat in seats.values():
        asked = "ante" in seat.stakes
        margin = other_way.place_of(seat.cards) - other_way.place_of(dealer)
        name = other_way.name_of(seat.cards)
        found["fold"] += seat.folds
        found["fold of a pair or better"] += seat.folds and name != "high_card"
        found["pair plus alone"] += not asked
        if seat.folds or not asked:
            continue
        found["draw"] += qualifies and margin == 0
        found["worse than a dealer who does not qualify"] += not qualifies and margin < 0
        found["bonus on a losing hand"] += qualifies and margin < 0 and name in ANTE_BONUS
        found["bonus without a dealer's hand"] += not qualifies and name in ANTE_BONUS
        found[f"live {name}"] += 1
    return found


@pytest.mark.clause("19:47-20.11")
@pytest.mark.parametrize("ranks", ["23456789TJQKA", "89TJQKA", "A234567", "259JQKA"])
def test_thousands_of_deals_are_settled_as_the_clauses_say(ranks: str) -> None:
    chance = Random(ranks)
    for number in range(600):
        dealer, seats = random_deal(chance, ranks)

        asked = settled(dealer, seats)

        made = {stage: told(asked.get(stage)) for stage in ("forfeits", "losers", "winners")}
        assert made == expected(dealer, seats), (number, dealer, seats)


def test_the_deals_above_have_everything_in_them_that_can_happen() -> None:
    found: Counter[str] = Counter()
    for ranks in ("23456789TJQKA", "89TJQKA", "A234567", "259JQKA"):
        chance = Random(ranks)
        for _ in range(600):
            found += events(*random_deal(chance, ranks))
    wanted = {
        "dealer does not qualify",
        "fold of a pair or better",
        "pair plus alone",
        "draw",
        "worse than a dealer who does not qualify",
        "bonus on a losing hand",
        "bonus without a dealer's hand",
        *(f"live {name}" for name in other_way.CLASSES),
    }
    assert {name for name in wanted if found[name] < 5} == set()


# ---------------------------------------------------------------- clause by clause


@pytest.mark.clause("19:47-20.11(a)1#1")
def test_ante_and_play_pay_even_money_on_the_better_hand() -> None:
    made = one_seat("QS 9D 2C", "KS 4D 2H", ante=1000)
    assert made == {(1, "ante"): paid(1000, 1, 1000), (1, "play"): paid(1000, 1, 1000)}


def test_ante_and_play_lose_to_the_dealers_better_hand() -> None:
    made = one_seat("KS 9D 2C", "QS 4D 2H", ante=1000)
    assert made == {(1, w): ("collect", 1000, "", None) for w in ("ante", "play")}


@pytest.mark.clause("19:47-20.3(c)#2")
def test_a_draw_returns_ante_and_play() -> None:
    made = one_seat("KS 9D 2C", "KD 9S 2H", ante=1000)
    assert made == {(1, w): ("return", 1000, "", None) for w in ("ante", "play")}


@pytest.mark.clause("19:47-20.11(a)1#2")
def test_below_queen_high_the_ante_is_paid_without_comparison_and_the_play_goes_back() -> None:
    made = one_seat("JS TD 8C", "7S 4D 2H", ante=1000)
    assert made == {(1, "ante"): paid(1000, 1, 1000), (1, "play"): ("return", 1000, "", None)}


@pytest.mark.clause("19:47-20.11(a)1#2")
def test_the_lowest_queen_high_is_enough_for_the_dealer() -> None:
    made = one_seat("QS 3D 2C", "JS TD 8C", ante=1000)
    assert made[1, "ante"] == ("collect", 1000, "", None)


@pytest.mark.clause("19:47-20.11(a)2")
@pytest.mark.parametrize(
    ("mine", "odds"),
    [("7S 7D 2C", 1), ("9S 7S 2S", 4), ("4S 3D 2C", 6), ("7S 7D 7C", 30), ("4S 3S 2S", 40)],
)
def test_pair_plus_pays_by_its_scale(mine: str, odds: int) -> None:
    assert one_seat("AS AD AC", mine, pair_plus=300) == {(1, "pair_plus"): paid(300, odds, 300)}


@pytest.mark.clause("19:47-20.11(a)2")
def test_pair_plus_loses_without_a_pair() -> None:
    made = one_seat("JS 9D 2C", "AS KD JC", pair_plus=300)
    assert made == {(1, "pair_plus"): ("collect", 300, "", None)}


@pytest.mark.clause("19:47-20.11(a)3")
@pytest.mark.parametrize(
    ("mine", "odds"), [("4S 3D 2C", 1), ("7S 7D 7C", 4), ("4S 3S 2S", 5), ("9S 7S 2S", 0)]
)
@pytest.mark.parametrize(
    "dealer", ["AH KH QH", "JS TD 8C"], ids=["losing", "dealer_not_qualifying"]
)
def test_the_ante_bonus_is_paid_on_the_ante_whatever_the_dealer_holds(
    dealer: str, mine: str, odds: int
) -> None:
    made = one_seat(dealer, mine, ante=1000)
    assert made.get((1, "ante_bonus")) == (paid(None, odds, 1000) if odds else None)


@pytest.mark.clause("19:47-20.10(b)#3")
def test_a_fold_loses_ante_and_pair_plus_whatever_the_cards_would_have_paid() -> None:
    made = one_seat("JS 9D 2C", "AS KS QS", folds=True, ante=1000, pair_plus=300)
    assert made == {
        (1, "ante"): ("collect", 1000, "", None),
        (1, "pair_plus"): ("collect", 300, "", None),
    }


@pytest.mark.parametrize("stake", [1000, None])
def test_wagers_without_amounts_are_settled_in_odds_alone(stake: int | None) -> None:
    made = one_seat("QS 9D 2C", "4S 3S 2S", ante=stake, pair_plus=stake)
    assert {key: what[2] for key, what in made.items()} == {
        (1, "ante"): "1 to 1",
        (1, "play"): "1 to 1",
        (1, "ante_bonus"): "5 to 1",
        (1, "pair_plus"): "40 to 1",
    }
    assert all((what[3] is None) == (stake is None) for what in made.values())


@pytest.mark.clause("19:47-20.1 Pair plus wager")
def test_pair_plus_and_bonus_are_settled_though_nobody_keyed_in_the_dealers_hand() -> None:
    made = one_seat("", "4S 3S 2S", ante=1000, pair_plus=300)
    assert made == {
        (1, "ante"): ("judge", 1000, "", None),
        (1, "play"): ("judge", 1000, "", None),
        (1, "ante_bonus"): paid(None, 5, 1000),
        (1, "pair_plus"): paid(300, 40, 300),
    }


@pytest.mark.clause("19:47-20.10(c)#3")
def test_a_hand_nobody_keyed_in_is_left_to_the_dealers_eyes() -> None:
    made = one_seat("QS 9D 2C", "", ante=1000, pair_plus=300)
    assert made == {
        (1, "ante"): ("judge", 1000, "", None),
        (1, "play"): ("judge", 1000, "", None),
        (1, "pair_plus"): ("judge", 300, "", None),
    }


# ---------------------------------------------------------------- order

FULL_TABLE = {
    n: Seat({"ante": 1000, "pair_plus": 500}, hand, folds=n in (2, 5))
    for n, hand in enumerate(
        (
            ("AS", "AD", "2C"),
            ("KS", "KD", "2D"),
            ("7S", "5D", "2H"),
            ("AC", "KC", "9C"),
            ("8S", "8D", "3C"),
            ("9S", "6D", "3H"),
        ),
        1,
    )
}
DEALER = ("QS", "9D", "4C")


@pytest.mark.clause("19:47-20.10(c)1")
@pytest.mark.parametrize("stage", ["forfeits", "losers", "winners"])
def test_every_settlement_goes_from_the_far_right_counterclockwise(stage: str) -> None:
    order = [line.hand for line in settled(DEALER, FULL_TABLE)[stage].lines]
    assert order == sorted(order, reverse=True)
    assert len(set(order)) >= 2


@pytest.mark.clause("19:47-20.10(c)#1")
def test_all_losing_wagers_are_in_before_any_winner_is_paid() -> None:
    assert list(settled(DEALER, FULL_TABLE)) == ["forfeits", "losers", "winners"]


# ---------------------------------------------------------------- hands that are none


@pytest.mark.clause("19:47-20.1 Hand")
@pytest.mark.parametrize("held", [2, 4])
def test_a_hand_of_other_than_three_cards_is_not_compared_but_judged(held: int) -> None:
    table = dealt({1: Seat({"ante": 100, "pair_plus": 100}, ())})
    source, to = ("seat_1", "rack") if held < 3 else ("rack", "seat_1")
    holding = ledger.moved(table.state.ledger[DECK], source, to, 1)
    faces = tuple(Known(card) for card in STANDARD_52[:held])
    shown = {DECK: ledger.with_faces(holding, "seat_1", faces)}
    table.state = replace(table.state, ledger=shown)

    lines = settlement(table.draft.view)

    assert {line.wager for line in lines} == {"ante", "play", "pair_plus"}
    assert {line.settling for line in lines} == {Settling.JUDGE}


# ---------------------------------------------------------------- the price of pair plus


@pytest.mark.clause("19:47-20.11(a)2")
def test_pair_plus_costs_exactly_128_in_5525() -> None:
    table = dealt({1: Seat({"pair_plus": 1}, ())})
    holding = table.state.ledger[DECK]
    won = 0
    for hand in combinations(STANDARD_52, 3):
        faces = tuple(Known(card) for card in hand)
        shown = {DECK: ledger.with_faces(holding, "seat_1", faces)}
        table.state = replace(table.state, ledger=shown)
        (line,) = settlement(table.draft.view)
        won += -1 if line.cents is None else line.cents

    assert Fraction(won, 22_100) == Fraction(-128, 5525)
