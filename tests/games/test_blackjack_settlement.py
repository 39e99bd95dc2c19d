"""What becomes of a wager of blackjack, against a settlement written from the clauses as a list.

The oracle below counts cards its own way and shares no line with the game.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from tablectl.games.blackjack_cards import Mode
from tablectl.games.blackjack_settlement import (
    CLOSED_BY_EVEN_MONEY,
    EVEN_MONEY,
    Outcome,
    Part,
    in_chips,
    line,
    of_hand,
    of_insurance,
    of_surrender,
)
from tablectl.words.cards import STANDARD_52, Card
from tablectl.words.dues import Settling
from tablectl.words.money import Odds
from tests.games.jack_tables import MODES, c, cards


def told(outcome: Outcome) -> tuple[str, str]:
    odds = f" {outcome.odds}" if outcome.odds else ""
    basis = getattr(outcome.why, "citation", "house")
    return f"{outcome.settling.value}{odds}", basis.removeprefix("19:47-2.")


# ---------------------------------------------------------------- case by case


@pytest.mark.clause("19:47-2.7(a)#1")
@pytest.mark.clause("19:47-2.7(b)#2")
@pytest.mark.clause("19:47-2.7(b)#3")
@pytest.mark.clause("19:47-2.6(k)1")
@pytest.mark.clause("19:47-2.6(k)2")
@pytest.mark.parametrize(
    ("mode", "dealer", "becomes"),
    [
        (Mode.DOWN, "7S TD", ("pay 3 to 2", "7(a)#1")),
        (Mode.DOWN, "TS 7D", ("pay 3 to 2", "7(b)#2")),
        (Mode.DOWN, "AS 7D", ("pay 3 to 2", "7(b)#2")),
        (Mode.DOWN, "AS TD", ("return", "7(b)#3")),
        (Mode.READER, "TS AD", ("return", "7(b)#3")),
        (Mode.NONE, "TS AD", ("return", "7(b)#3")),
        (Mode.UP, "7S TD", ("pay 1 to 1", "6(k)2")),
        (Mode.UP, "TS 7D", ("pay 1 to 1", "6(k)2")),
        (Mode.UP, "AS TD", ("pay 1 to 1", "6(k)1")),
    ],
)
def test_a_blackjack(mode: Mode, dealer: str, becomes: tuple[str, str]) -> None:
    assert told(of_hand(cards("AH KH"), cards(dealer), mode)) == becomes


@pytest.mark.clause("19:47-2.6(k)1")
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("mine", "dealer", "becomes"),
    [
        ("TS 8D", "TH 7D", "pay 1 to 1"),
        ("TS 8D", "TH 9D", "collect"),
        ("TS 8D 5C", "TH 9D", "collect"),
        ("TS 8D 5C", "TH 6D 9C", "collect"),
        ("TS 8D", "TH 6D 9C", "pay 1 to 1"),
        ("TS 8D", "TH 8C", "tie"),
    ],
)
def test_by_count_and_a_tie_is_lost_only_where_both_cards_of_the_dealer_are_up(
    mode: Mode, mine: str, dealer: str, becomes: str
) -> None:
    tie = ("collect", "6(k)1") if mode is Mode.UP else ("return", "house")
    found = told(of_hand(cards(mine), cards(dealer), mode))
    assert found == (tie if becomes == "tie" else (becomes, "house"))


@pytest.mark.clause("19:47-2.7(b)#3")
@pytest.mark.parametrize("mode", [Mode.NONE, Mode.DOWN, Mode.READER])
def test_twenty_one_of_a_split_hand_is_no_blackjack(mode: Mode) -> None:
    assert told(of_hand(cards("AH KH"), cards("TS 7D"), mode, split=True))[0] == "pay 1 to 1"


@pytest.mark.clause("19:47-2.10(b)")
@pytest.mark.clause("19:47-2.11(d)")
@pytest.mark.clause("19:47-2.6(j)1")
@pytest.mark.clause("19:47-2.6(k)6#1")
@pytest.mark.parametrize(
    ("mode", "part", "split", "doubled", "becomes"),
    [
        (Mode.NONE, Part.ORIGINAL, False, False, ("collect", "house")),
        (Mode.DOWN, Part.ORIGINAL, False, False, ("collect", "house")),
        (Mode.READER, Part.ORIGINAL, False, False, ("collect", "6(j)1")),
        (Mode.UP, Part.ORIGINAL, False, False, ("collect", "6(k)6#1")),
        (Mode.NONE, Part.ORIGINAL, False, True, ("collect", "10(b)")),
        (Mode.NONE, Part.DOUBLE, False, True, ("return", "10(b)")),
        (Mode.NONE, Part.ORIGINAL, True, False, ("collect", "11(d)")),
        (Mode.NONE, Part.SPLIT, True, False, ("return", "11(d)")),
        (Mode.DOWN, Part.DOUBLE, True, True, ("return", "10(b)")),
    ],
)
@pytest.mark.parametrize("mine", ["9S 9D", "9S 9D 9C"], ids=["standing", "broken"])
def test_a_dealers_blackjack_takes_the_original_wager_of_a_box_and_no_more(
    mode: Mode, part: Part, split: bool, doubled: bool, becomes: tuple[str, str], mine: str
) -> None:
    dealer = cards("AS TD")
    outcome = of_hand(cards(mine), dealer, mode, part=part, split=split, doubled=doubled)
    assert told(outcome) == becomes


@pytest.mark.clause("19:47-2.8(a)1")
@pytest.mark.clause("19:47-2.8(a)2#2")
@pytest.mark.parametrize(
    ("dealer", "becomes"),
    [
        ("7S", ("collect 1 to 2", "8(a)1")),
        ("7S TD", ("collect 1 to 2", "8(a)1")),
        ("TS 7D", ("collect 1 to 2", "8(a)2#2")),
        ("AS 7D", ("collect 1 to 2", "8(a)2#2")),
        ("AS TD", ("collect", "8(a)2#2")),
    ],
)
def test_a_surrender(dealer: str, becomes: tuple[str, str]) -> None:
    assert told(of_surrender(cards(dealer))) == becomes
    assert of_hand(cards("TS 6D"), cards(dealer), Mode.DOWN, surrendered=True) == of_surrender(
        cards(dealer)
    )


@pytest.mark.clause("19:47-2.9(a)#2")
@pytest.mark.clause("19:47-2.9(c)")
@pytest.mark.clause("19:47-2.9(d)")
@pytest.mark.parametrize("second", STANDARD_52, ids=lambda card: card.code)
def test_insurance_wins_on_a_ten_and_loses_on_anything_else(second: Card) -> None:
    found = told(of_insurance((Card.of("AS"), second)))
    ten = second.code[0] in "TJQK"
    assert found == (("pay 2 to 1", "9(c)") if ten else ("collect", "9(d)"))


@pytest.mark.clause("19:47-2.9(a)#2")
@pytest.mark.parametrize(
    ("dealer", "becomes"),
    [
        ("JC KC", "pay 2 to 1"),
        ("JC AC", "collect"),
        ("5C KC", "pay 2 to 1"),
        ("5C KC 6D", "pay 2 to 1"),
    ],
)
def test_the_second_card_decides_on_insurance_whatever_the_first_is_told_to_be(
    dealer: str, becomes: str
) -> None:
    assert told(of_insurance(cards(dealer)))[0] == becomes


# ---------------------------------------------------------------- against another settlement


def other_way(mine: list[str], dealer: list[str], up: bool, part: str, split: bool) -> Fraction:
    """What a unit staked is worth, from the clauses."""

    def best(hand: list[str]) -> int:
        counts = {0}
        for code in hand:
            each = (1, 11) if code[0] == "A" else (10 if code[0] in "TJQK" else int(code[0]),)
            counts = {so_far + more for so_far in counts for more in each}
        fitting = [n for n in counts if n <= 21]
        return max(fitting) if fitting else 99

    mine_bj = len(mine) == 2 and best(mine) == 21 and not split
    theirs_bj = len(dealer) == 2 and best(dealer) == 21
    if mine_bj:
        return Fraction(1) if up else Fraction(0) if theirs_bj else Fraction(3, 2)
    if theirs_bj:
        return Fraction(-1 if part == "original" else 0)
    if best(mine) == 99:
        return Fraction(-1)
    if best(dealer) == 99 or best(mine) > best(dealer):
        return Fraction(1)
    if best(mine) == best(dealer):
        return Fraction(-1 if up else 0)
    return Fraction(-1)


def test_twenty_thousand_hands_are_settled_as_the_other_settlement_does() -> None:
    chance = Random(2)
    for _ in range(20_000):
        codes = [chance.choice(STANDARD_52).code for _ in range(8)]
        mine, dealer = codes[: chance.choice((2, 2, 3, 4))], codes[4 : 4 + chance.choice((2, 2, 3))]
        mode, part = chance.choice(MODES), chance.choice(list(Part))
        split = part is Part.SPLIT or chance.random() < 0.3
        outcome = of_hand(
            cards(" ".join(mine)), cards(" ".join(dealer)), mode, part=part, split=split
        )
        wanted = other_way(mine, dealer, mode is Mode.UP, part.value, split)
        assert outcome.worth == wanted, (mine, dealer, mode, part, split)


# ---------------------------------------------------------------- in chips


@pytest.mark.clause("19:47-2.9(b)#2")
@pytest.mark.parametrize(
    ("stake", "odds", "chip", "up", "cents"),
    [
        (1_000, Odds(3, 2), 50, True, 1_500),
        (1_500, Odds(3, 2), 100, True, 2_300),
        (501, Odds(3, 2), 1, True, 752),
        (505, Odds(1), 100, True, 505),
        (505, Odds(2), 100, True, 1_010),
        (1_500, Odds(1, 2), 100, False, 700),
        (500, Odds(1, 2), 50, False, 250),
        (501, Odds(1, 2), 1, False, 250),
    ],
)
def test_what_chips_cannot_make_is_rounded_for_the_player(
    stake: int, odds: Odds, chip: int, up: bool, cents: int
) -> None:
    assert in_chips(stake, odds, chip, up=up) == cents


def test_a_line_tells_the_winnings_or_the_part_that_is_taken_and_neither_without_an_amount() -> (
    None
):
    half, dealer = of_surrender(cards("7S")), cards("7S TD")
    natural = of_hand(cards("AS KS"), dealer, Mode.DOWN)
    assert line("seat_1", "wager", 1_500, half, 100).cents == 700
    assert line("seat_1", "wager", 1_500, natural, 100).cents == 2_300
    unknown = line("seat_1", "wager", None, natural, 100)
    assert (unknown.cents, unknown.odds) == (None, Odds(3, 2))


@pytest.mark.clause("19:47-2.7(c)#1")
def test_even_money_is_one_payment_for_both_wagers() -> None:
    assert (EVEN_MONEY.settling, EVEN_MONEY.odds) == (Settling.PAY, Odds(1))
    assert CLOSED_BY_EVEN_MONEY.settling is Settling.RETURN
    assert EVEN_MONEY.why == CLOSED_BY_EVEN_MONEY.why == c("7(c)#1")
    assert EVEN_MONEY.worth + CLOSED_BY_EVEN_MONEY.worth == 1
