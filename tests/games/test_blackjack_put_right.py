"""Blackjack that is put right, told anew or void after something has followed from it."""

from __future__ import annotations

import pytest

from tablectl.words.acts import AmendChoice, AmendWager, Bet, Choose, Shown, Turn
from tablectl.words.bases import cited
from tablectl.words.cards import Card
from tablectl.words.dues import CheckDue, SettleDue, TurnDue
from tablectl.words.facts import Settled
from tablectl.words.irregularities import Kind
from tablectl.words.observations import CardChecked, CardsOut
from tests.games.blackjack_tables import CONCEALING, LAMP, Jack
from tests.tables import SHOE_1

SHARED = (Bet(1, "wager", 1000), Bet(1, "behind_1", 600), Bet(3, "wager", 600))
PAIR = "8S 6C 7D 8H 8C 9D 2S 3S TD TC TH 2D"


def given_back(table: Jack) -> list[str]:
    """The round is made void by somebody who touches the cards; what goes back then."""
    table.report(Kind.CARDS_TOUCHED, "dealer")
    table.must(Choose("remedy", table.state.cases[-1].id, "void_round"), "s1")
    (due,) = (due for due in table.dues if isinstance(due, SettleDue))
    number = table.state.round.number
    lines = [f"{line.hand} {line.wager} {line.settling.value}" for line in due.lines]
    table.until(lambda: table.state.round.number > number)
    return lines


def settled(table: Jack) -> bool:
    return any(isinstance(fact, Settled) for fact in table.state.round.facts)


# ---------------------------------------------------------------- void after part was settled


@pytest.mark.clause("19:47-2.15(j)1")
@pytest.mark.parametrize("mode", ["none", "down", "reader"])
def test_even_money_that_one_took_keeps_nothing_of_who_bets_behind(mode: str) -> None:
    table = Jack(
        "AS 6C AD KH 8C 9D 2S TD TC TH 2D",
        mode,
        bets=SHARED,
        options={"shared_boxes": 1, "even_money": 1},
        answers={"seat_1": "insure"},
    )
    table.asked("play", "seat_3")
    assert given_back(table) == ["seat_3 wager return", "seat_1 behind_1 return"]


@pytest.mark.clause("19:47-2.15(i)")
@pytest.mark.parametrize(
    ("dead", "left"), [("seat_1.2", "seat_1 wager"), ("seat_1", "seat_1 split_2")]
)
def test_a_dead_hand_of_a_split_box_is_given_back_once_and_the_other_hand_with_the_void(
    dead: str, left: str
) -> None:
    said = {"seat_1": "split stand dead", "seat_1.2": "stand dead"}
    table = Jack(PAIR, "none", answers=said)
    table.asked("play", "seat_3")
    table.report(Kind.CARD_NOT_GIVEN, dead)
    table.until(lambda: settled(table))
    assert given_back(table) == ["seat_3 wager return", f"{left} return"]


@pytest.mark.clause("19:47-2.15(i)")
def test_insurance_of_a_dead_hand_goes_back_with_a_void_before_the_second_card() -> None:
    answers = {"seat_1": "insure stand dead"}
    table = Jack("8S 6C AD 7H 8C 9D 2S 3S TD TC TH 2D", "none", answers=answers)
    table.asked("play", "seat_3")
    table.report(Kind.CARD_NOT_GIVEN, "seat_1")
    table.until(lambda: settled(table))
    assert given_back(table) == ["seat_3 wager return", "seat_1 insurance return"]


# ---------------------------------------------------------------- answers put right


@pytest.mark.clause("19:47-2.15(i)")
@pytest.mark.parametrize("other", ["surrender", "double", "hit"])
def test_an_answer_stays_as_it_is_once_its_hand_has_missed_a_card(other: str) -> None:
    table = Jack(
        "6S 6C 7D 5H 8C TD 2S 3D 2C TH 2D",
        answers={"seat_1": "stand dead", "seat_3": "stand"},
        options={"surrender": 1},
    )
    table.asked("play", "seat_3")
    table.report(Kind.CARD_NOT_GIVEN, "seat_1")
    refusal = table.refused(AmendChoice("play", "seat_1", other, "slip"))
    assert (refusal.code, refusal.args) == ("too_late", {"place": "seat_1"})


@pytest.mark.clause("19:47-2.13(d)#1")
def test_a_double_that_somebody_behind_followed_is_put_right_after_theirs() -> None:
    table = Jack(
        "6S 6C 7D 5H 8C 9D 2S TD TC TH 2D",
        bets=SHARED,
        options={"shared_boxes": 1},
        answers={"seat_1": "double double"},
    )
    table.asked("double_behind_1")
    table.say("double")
    refusal = table.refused(AmendChoice("play", "seat_1", "hit", "slip"))
    about = {"question": "double_behind_1", "place": "seat_1"}
    assert (refusal.code, refusal.args) == ("answer_hangs_on_it", about)

    table.must(AmendChoice("double_behind_1", "seat_1", "decline", "slip"))
    table.must(AmendChoice("play", "seat_1", "hit", "slip"))
    assert dict(table.state.round.wagers["seat_1"]) == {"wager": 1000, "behind_1": 600}


@pytest.mark.parametrize("other", ["hit", "double", "surrender"])
def test_nothing_new_is_asked_or_dealt_once_the_hole_card_was_shown(other: str) -> None:
    table = Jack("6S 6C 7D 5H 8C TD 2S 3D 2C TH 2D", options={"surrender": 1})
    table.at("settlement")
    refusal = table.refused(AmendChoice("play", "seat_1", other, "misheard"), "s1")
    assert (refusal.code, table.step) == ("too_late", "settlement")


# ---------------------------------------------------------------- wagers put right


@pytest.mark.clause("19:47-2.13(c)")
@pytest.mark.clause("19:47-2.13(a)#1")
@pytest.mark.parametrize(
    ("bets", "amended", "code", "clause"),
    [
        (
            SHARED,
            AmendWager(1, "wager", "was not there", off=True),
            "nobody_decides",
            "19:47-2.13(c)",
        ),
        (
            SHARED[:1] + SHARED[2:],
            AmendWager(1, "behind_1", "was there", 600),
            "consent_missing",
            "19:47-2.13(a)#1",
        ),
    ],
)
def test_a_shared_box_can_be_put_right_to_nothing_that_could_not_have_been_closed(
    bets: tuple[Bet, ...], amended: AmendWager, code: str, clause: str
) -> None:
    table = Jack("6S 6C 7D 5H 8C 9D TD", bets=bets, options={"shared_boxes": 1}).at("deal")
    refusal = table.refused(amended, "s1")
    assert (refusal.code, cited(refusal.basis)) == (code, clause)


@pytest.mark.clause("19:47-2.15(c)#2")
def test_a_wager_behind_leaves_the_box_its_players() -> None:
    """Who plays both boxes and refuses the card on one gets none on the other either."""
    bets = (Bet(1, "wager", 1000), Bet(3, "wager", 600, player=1), Bet(3, "behind_1", 600))
    table = Jack(
        "6S 6C 7D 5H 8C TD 2S TS TC TH 2D 3D",
        "none",
        bets=bets,
        options={"several_boxes": 1, "shared_boxes": 1},
    )
    table.asked("play", "seat_1")
    assert dict(table.state.round.seconds) == {"seat_3": "seat_1"}


# ---------------------------------------------------------------- cards told, and told anew


@pytest.mark.parametrize("preset", ["blind", "counting"])
def test_cards_of_the_dealers_that_nobody_told_have_to_be_named(preset: str) -> None:
    """That they were turned is no answer: everybody's decisions hang on what they are. Of a
    player's hand the dealer may say no more than that it was read."""
    table = Jack("5S 6S 7H 4S 8S 9D 2D 3D 4D TD", preset=preset)
    table.until(lambda: any(isinstance(due, TurnDue) for due in table.dues))
    (due,) = (due for due in table.dues if isinstance(due, TurnDue))
    assert due.places == ("seat_1", "seat_3", "dealer")
    refusal = table.refused(Turn(tuple(map(Shown, due.places))))
    told = (refusal.code, cited(refusal.basis), refusal.args)
    assert told == ("cards_not_named", "house policy", {"place": "dealer"})

    table.must(Turn((Shown("seat_1"), Shown("seat_3"))))
    assert table.refused(Turn((Shown("dealer"),))).code == "cards_not_named"
    table.must(Turn((Shown("dealer", (Card.of("7H"),)),)))
    table.asked("play", "seat_1")


@pytest.mark.clause("19:47-2.8(a)1")
@pytest.mark.clause("19:47-2.8(a)2")
@pytest.mark.parametrize(
    ("told", "then", "stage"), [("7H", "AH", "surrendered"), ("AH", "7H", "second_card")]
)
def test_a_surrender_is_settled_once_though_the_upcard_is_told_as_another_one_later(
    told: str, then: str, stage: str
) -> None:
    """A reader tells both of the dealer's cards; the supervisor lets the round go on."""
    shoe = f"6S 6C {told} 9S 8S 4D 5D 6D 2D 2H 3H TD"
    table = Jack(shoe, "none", "mixed", options={"surrender": 1}, answers={"seat_1": "surrender"})
    table.until(lambda: table.count("dealer") == 2)
    table.read("reader_2", "dealer", (Card.of(then), Card.of("4D")))
    assert table.kinds[-1] is Kind.CARD_CHANGED
    table.must(Choose("remedy", table.state.cases[0].id, "go_on"), "s1")
    table.lying["dealer"][0] = then
    table.settles("settlement")
    settled = [f for f in table.state.round.facts if isinstance(f, Settled)]
    assert [(f.stage, f.hands) for f in settled] == [(stage, ("seat_1",))]


# ---------------------------------------------------------------- the reader


@pytest.mark.clause("19:47-2.6(j)#3")
@pytest.mark.parametrize(("hole", "yes"), [("TC", False), ("5C", True)])
def test_a_hole_card_that_is_not_what_the_reader_told_is_held_for_the_supervisor(
    hole: str, yes: bool
) -> None:
    table = Jack(f"8S 6C AD 7H 8C {hole} 2S TS TC TH 2D 3D", "reader", reader=LAMP)
    table.until(lambda: any(isinstance(due, CheckDue) for due in table.dues))
    table.see("reader_1", CardChecked("dealer_blackjack", yes=yes))
    table.until(lambda: bool(table.state.cases))
    (case,) = table.state.cases
    found = case.ruled.irregularity
    told = f"dealer_blackjack: {'yes' if yes else 'no'}, now {hole}"
    assert (found.kind, found.place, found.detail) == (Kind.CARD_CHANGED, "dealer.hole", told)
    table.must(Choose("remedy", case.id, "go_on"), "s1")
    table.end()


@pytest.mark.clause("19:47-2.9(b)#5")
@pytest.mark.parametrize("others", [0, 8])
def test_insurance_stays_closed_whatever_else_was_ruled_since_the_card_went_in(
    others: int,
) -> None:
    table = Jack("6S 6C AD 7H 8C 9D 2S TS TC TH 2D", "reader", reader=CONCEALING)
    table.until(lambda: table.step == "deal" and table.count("dealer") == 1)
    table.see("reader_1", CardChecked("dealer_blackjack", yes=False))
    for _ in range(others):
        table.see(SHOE_1, CardsOut(1, face_up=True))
    table.until(lambda: table.step not in ("deal", "totals"))
    assert table.step == "check"
