"""What becomes of every wager of let it ride, against a settlement written from the clauses.

The oracle below reads cards as numbers and ranks them its own way; it shares no line with the
game. Deals go through the core, act by act, as a dealer without any device would key them in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

import pytest

from tablectl.words.acts import Choose, Move, Settle, Shown, Turn
from tablectl.words.cards import STANDARD_52, Card
from tablectl.words.dues import MoveDue, SettleDue
from tests.games.ranking import five_another_way as other
from tests.games.ride_tables import BETS, bets, c, ride
from tests.tables import Table

ODDS = {
    "royal_flush": 1000,
    "straight_flush": 200,
    "four_of_a_kind": 50,
    "full_house": 11,
    "flush": 8,
    "straight": 5,
    "three_of_a_kind": 3,
    "two_pairs": 2,
}
BONUS = {
    "royal_flush": 25_000_00,
    "straight_flush": 2_500_00,
    "four_of_a_kind": 400_00,
    "full_house": 200_00,
    "flush": 50_00,
    "straight": 25_00,
    "three_of_a_kind": 5_00,
}
TEN = other.RANKS.index("T")
What = tuple[str, int | None, int | None]
"""What happens to a wager: settling, odds, winnings."""


@dataclass(frozen=True)
class Seat:
    """One position: what it stakes on each bet, its cards, what it withdraws, its bonus."""

    cards: str
    stake: int = 1000
    withdraws: tuple[str, ...] = ()
    bonus: bool = False


def expected(common: str, seat: Seat, limit: int = 0) -> dict[str, What]:
    """The fate of every wager of a seat, from the clauses."""
    hand = [other.number(code) for code in f"{seat.cards} {common}".split()]
    name = other.name_of(hand)
    riding = [bet for bet in BETS if bet not in seat.withdraws]
    odds = ODDS.get(name, 1 if name == "pair" and other.key(hand)[1][0] >= TEN else 0)
    if not odds:
        return dict.fromkeys(riding, ("collect", None, None))
    left = limit or 10**12
    made: dict[str, What] = {}
    for bet in riding:
        won = min(left, odds * seat.stake)
        left -= won
        made[bet] = "pay", odds, won
    if seat.bonus and name in BONUS:
        made["bonus"] = "pay", None, BONUS[name]
    return made


def played(
    common: str, seats: Mapping[int, Seat], options: Mapping[str, int] | None = None
) -> Table:
    """A round of these cards up to the first that is to be settled."""
    wagers = tuple(bet for n, seat in seats.items() for bet in bets(n, cents=seat.stake))
    chips = bets(bonus=tuple(n for n, seat in seats.items() if seat.bonus))
    table = ride(wagers=(*wagers, *chips), options={"bonus": 1, **(options or {})})
    table.to("bet_1")
    for bet in BETS[:2]:
        table.to(bet)
        for number in sorted(seats):
            choice = "withdraw" if bet in seats[number].withdraws else "ride"
            table.must(Choose(bet, f"seat_{number}", choice))
        table.to("first_common" if bet == "bet_1" else "second_common")
        place, code = ("common_2", common.split(maxsplit=1)[0]), ("common_3", common.split()[1])
        shown = place if bet == "bet_1" else code
        table.must(Turn((Shown(shown[0], (Card.of(shown[1]),)),)))
    for number in sorted(seats, reverse=True):
        cards = tuple(Card.of(code) for code in seats[number].cards.split())
        table.must(Turn((Shown(f"seat_{number}", cards),)))
    return table


def settled(table: Table) -> dict[int, dict[str, What]]:
    """All lines from here to the pick-up, by seat; losers come before winners."""
    found: dict[int, dict[str, What]] = {}
    while table.step != "pick_up":
        due = table.dues[0]
        if isinstance(due, SettleDue):
            for line in due.lines:
                seat = found.setdefault(int(line.hand.removeprefix("seat_")), {})
                assert line.wager not in seat
                odds = None if line.odds is None else line.odds.pays
                seat[line.wager] = line.settling.value, odds, line.cents
            table.must(Settle(due.stage))
        else:
            assert isinstance(due, MoveDue)
            table.must(Move(due.to))
    return found


CASES = {
    "royal flush": ("TS JS", Seat("AS KS QS", bonus=True)),
    "straight flush": ("TS JS", Seat("9S 8S 7S", bonus=True)),
    "wheel of one suit": ("2H 3H", Seat("AH 4H 5H", bonus=True)),
    "four of a kind": ("9S 9H", Seat("9D 9C 2S", bonus=True)),
    "full house": ("9S 9H", Seat("9D 2C 2S", bonus=True)),
    "flush": ("9S 2S", Seat("AS 5S 7S", bonus=True)),
    "straight": ("9S TS", Seat("JD QC KH", bonus=True)),
    "wheel": ("2S 3H", Seat("AD 4C 5H", bonus=True)),
    "three of a kind": ("9S 9H", Seat("9D 2C 3S", bonus=True)),
    "two pairs": ("2S 2H", Seat("3D 3C 4S", bonus=True)),
    "pair of tens": ("TS 2H", Seat("TD 4C 5S", bonus=True)),
    "pair of aces": ("AS 2H", Seat("AD 4C 5S", bonus=True)),
    "pair of nines": ("9S 2H", Seat("9D 4C 5S", bonus=True)),
    "ace high": ("AS 2H", Seat("9D 4C 6S", bonus=True)),
    "one bet left": ("TS 2H", Seat("TD 4C 5S", withdraws=("bet_1", "bet_2"))),
    "first withdrawn": ("9S 2H", Seat("9D 4C 5S", withdraws=("bet_1",))),
    "second withdrawn": ("9S 2S", Seat("AS 5S 7S", withdraws=("bet_2",), bonus=True)),
}


@pytest.mark.clause("19:47-18.1 Hand")
@pytest.mark.clause("19:47-18.3(b)")
@pytest.mark.clause("19:47-18.6A(c)")
@pytest.mark.clause("19:47-18.6A(d)")
@pytest.mark.clause("19:47-18.10(d)#2")
@pytest.mark.clause("19:47-18.10(g)1")
@pytest.mark.clause("19:47-18.10(g)2")
@pytest.mark.clause("19:47-18.10(h)#1")
@pytest.mark.clause("19:47-18.10(i)#3")
@pytest.mark.clause("19:47-18.11(b)")
@pytest.mark.clause("19:47-18.11(d)")
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_every_wager_fares_as_the_clauses_say(case: tuple[str, Seat]) -> None:
    common, seat = case
    assert settled(played(common, {3: seat})) == {3: expected(common, seat)}


@pytest.mark.parametrize("seed", range(12))
def test_a_table_of_four_fares_as_the_clauses_say(seed: int) -> None:
    chance = Random(seed)
    deck = [card.code for card in chance.sample(STANDARD_52, 14)]
    seats = {
        number: Seat(
            " ".join(deck.pop() for _ in range(3)),
            chance.choice((500, 1000, 2500)),
            tuple(bet for bet in BETS[:2] if chance.random() < 0.4),
            chance.random() < 0.5,
        )
        for number in (1, 2, 4, 6)
    }
    common = " ".join(deck)
    found = settled(played(common, seats))
    assert found == {number: expected(common, seat) for number, seat in seats.items()}


@pytest.mark.clause("19:47-18.11(c)#1")
@pytest.mark.clause("19:47-18.11(c)#3")
@pytest.mark.parametrize("stake", [1000, 20_00, 25_00, 60_00])
def test_a_limit_binds_the_bets_of_a_hand_together_and_not_the_bonus(stake: int) -> None:
    limit = 50_000_00
    seats = {1: Seat("AS KS QS", stake, bonus=True), 2: Seat("9S 8S 7S", stake, bonus=True)}
    table = played("TS JS", seats, {"payout_limit": limit})
    found = settled(table)
    assert found == {number: expected("TS JS", seat, limit) for number, seat in seats.items()}
    royal = sum(found[1][bet][2] or 0 for bet in BETS)
    assert royal == min(limit, 3 * 1000 * stake)
    assert found[1]["bonus"] == ("pay", None, 25_000_00)


@pytest.mark.clause("19:47-18.11(b)")
@pytest.mark.clause("19:47-18.11(d)")
def test_a_house_that_pays_more_pays_what_it_posted() -> None:
    seat = Seat("AS 5S 7S", bonus=True)
    table = played("9S 2S", {3: seat}, {"pays_flush": 10, "bonus_flush": 77_00})
    found = settled(table)[3]
    assert found["bet_2"] == ("pay", 10, 100_00)
    assert found["bonus"] == ("pay", None, 77_00)


@pytest.mark.clause("19:47-18.10(h)#2")
@pytest.mark.clause("19:47-18.10(h)#3")
@pytest.mark.clause("19:47-18.10(i)#1")
@pytest.mark.clause("19:47-18.10(i)1")
def test_losers_are_taken_with_their_hands_and_then_winners_are_paid_from_the_far_right() -> None:
    seats = {
        1: Seat("TD 4C 5S"),
        2: Seat("3D 6C 8S"),
        4: Seat("TH 4D 5C", bonus=True),
        6: Seat("3C 6D 8H"),
    }
    table = played("TS 2H", seats)
    losers = table.dues[0]
    assert isinstance(losers, SettleDue)
    assert (losers.stage, losers.basis) == ("losers", c("10(h)#2"))
    assert [line.hand for line in losers.lines] == ["seat_6"] * 3 + ["seat_2"] * 3
    table.must(Settle("losers"))
    assert table.dues[0] == MoveDue(("seat_6", "seat_2"), "rack", c("10(h)#3"))
    winners = table.to("winners").dues[0]
    assert isinstance(winners, SettleDue)
    assert (winners.stage, winners.basis) == ("winners", c("10(i)#1"))
    assert [line.hand for line in winners.lines] == ["seat_4"] * 3 + ["seat_1"] * 3
