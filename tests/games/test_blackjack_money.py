"""Blackjacks, insurance, surrender, doubles and splits: when each is settled, and to what."""

from __future__ import annotations

import pytest

from tablectl.games.blackjack_cards import Mode
from tablectl.words.acts import Bet, Choose, Shown, Turn
from tablectl.words.facts import Dealt, Moved, Settled
from tests.games.foreign_tables import first_of
from tests.games.jack_tables import MODES, STAND, by_hand, c, in_order, jack, play
from tests.games.jack_tables import cards as codes
from tests.tables import HOLE_READER, Table, settings_for

INSURE = by_hand(insurance="insure")
UNREAD = (Mode.NONE, Mode.DOWN)
INSURED = (Mode.NONE, Mode.DOWN, Mode.READER)
TWO = {1: {"wager": 1_000}, 2: {"wager": 2_000}}


def dealer(mode: Mode, up: str, second: str) -> tuple[str, str]:
    """The dealer's cards as `in_order` wants them, and what has to be drawn for that."""
    return (up, second) if mode is Mode.NONE else (f"{up} {second}", "")


# ---------------------------------------------------------------- blackjacks


@pytest.mark.clause("19:47-2.7(a)#1")
@pytest.mark.clause("19:47-2.7(a)#2")
@pytest.mark.clause("19:47-2.6(k)2")
@pytest.mark.parametrize("mode", MODES)
def test_against_two_to_nine_a_blackjack_is_paid_and_cleared_before_any_third_card(
    mode: Mode,
) -> None:
    cards, drawn = dealer(mode, "7S", "TD")
    order = in_order(mode, "AS KD,5H 4D", cards, f"TH {drawn}")
    played = play(jack(mode), by_hand(seat_2="hit stand"), order, TWO)
    assert played.of("blackjacks") == {
        ("seat_1", "wager"): ("pay", 1_000 if mode is Mode.UP else 1_500)
    }
    happened = [f for f in played.table.facts if isinstance(f, Settled | Moved | Dealt)]
    paid = next(i for i, f in enumerate(happened) if isinstance(f, Settled))
    cleared = happened.index(Moved("seat_1", "rack", 2))
    third = [i for i, f in enumerate(happened) if f == Dealt("seat_2", 1)][2]
    assert paid < cleared < third


@pytest.mark.clause("19:47-2.7(b)#1")
@pytest.mark.clause("19:47-2.7(b)#2")
@pytest.mark.clause("19:47-2.7(b)#3")
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("second", "has_it"), [("9D", False), ("AD", True)])
def test_against_a_ten_a_blackjack_waits_for_the_dealers_second_card(
    mode: Mode, second: str, has_it: bool
) -> None:
    cards, drawn = dealer(mode, "TS", second)
    played = play(jack(mode), STAND, in_order(mode, "AS KD,TH 9S", cards, drawn), TWO)
    if mode is Mode.UP:
        wanted: tuple[str, int | None] = ("pay", 1_000)
    else:
        wanted = ("return", None) if has_it else ("pay", 1_500)
    assert played.order == ["second_card", "settlement"]
    assert played.of("second_card") == {("seat_1", "wager"): wanted}


@pytest.mark.clause("19:47-2.7(c)#1")
@pytest.mark.parametrize("mode", INSURED)
@pytest.mark.parametrize("second", ["9D", "KS"])
def test_an_insured_blackjack_is_paid_even_money_at_once_whatever_the_dealer_has(
    mode: Mode, second: str
) -> None:
    cards, drawn = dealer(mode, "AH", second)
    order = in_order(mode, "AS KD,5H 4D", cards, f"TH {drawn}" if second == "9D" else drawn)
    wish = by_hand(insurance_seat_1="insure", seat_2="hit stand")
    played = play(jack(mode, even_money=1), wish, order, TWO)
    assert played.stages[0] == (
        "even_money",
        {("seat_1", "wager"): ("pay", 1_000), ("seat_1", "insurance"): ("return", None)},
    )
    later = {hand for _, lines in played.stages[1:] for hand, _ in lines}
    assert later == {"seat_2"}
    happened = [f for f in played.table.facts if isinstance(f, Settled | Dealt)]
    paid = next(i for i, f in enumerate(happened) if isinstance(f, Settled))
    assert Dealt("seat_2", 1) not in happened[:paid][6 if mode is Mode.NONE else 7 :]


@pytest.mark.clause("19:47-2.7(c)#1")
@pytest.mark.parametrize(
    ("option", "cents", "even"), [(1, None, True), (1, 400, False), (0, None, False)]
)
def test_even_money_is_for_exactly_half_and_where_the_house_offers_it(
    option: int, cents: int | None, even: bool
) -> None:
    table = keyed({"hole_card": 1, "even_money": option}, "AS KD", "AH")
    table.must(Choose("insurance", "seat_2", "insure", cents=cents))
    stages = [due.stage for due in table.dues if hasattr(due, "stage")]
    assert stages == (["even_money"] if even else [])


# ---------------------------------------------------------------- insurance


def keyed(options: dict[str, int], box: str, up: str, cents: int | None = 1_000) -> Table:
    """A table without any device, its first cards keyed in for one box."""
    devices = {"reader_1": HOLE_READER} if options.get("hole_card") == 2 else {}
    settings = settings_for("blind", game="blackjack", options=options, devices=devices)
    table = Table(settings, bets=(Bet(2, "wager", cents),)).to("totals")
    told = (Shown("seat_2", codes(box)), Shown("dealer", codes(up)))
    table.must(Turn(told))
    return table


@pytest.mark.clause("19:47-2.9(a)#1")
@pytest.mark.clause("19:47-2.6(k)3")
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("up", ["AH", "KH", "9H", "2H"])
def test_insurance_is_asked_for_against_an_ace_and_never_with_both_cards_up(
    mode: Mode, up: str
) -> None:
    cards, drawn = dealer(mode, up, "9D")
    played = play(jack(mode), STAND, in_order(mode, "9S 8D", cards, f"{drawn} 5S TC"))
    assert bool(played.table.choices("insurance")) is (up == "AH" and mode is not Mode.UP)


@pytest.mark.clause("19:47-2.9(b)#3")
@pytest.mark.clause("19:47-2.9(b)#5")
@pytest.mark.parametrize("mode", INSURED)
def test_everybody_is_asked_before_anybody_gets_a_card_more_or_the_reader_the_hole_card(
    mode: Mode,
) -> None:
    cards, drawn = dealer(mode, "AH", "9D")
    order = in_order(mode, "5S 4D,5H 4C", cards, f"TH TD {drawn}")
    played = play(jack(mode), first_of("insure", "hit", "stand"), order, TWO)
    steps = played.steps
    assert steps.index("insurance") < steps.index("decisions")
    assert mode is not Mode.READER or steps.index("insurance") < steps.index("check")
    assert played.table.choices("insurance") == [("seat_1", "insure"), ("seat_2", "insure")]


@pytest.mark.clause("19:47-2.9(b)#3")
@pytest.mark.clause("19:47-2.9(b)#5")
@pytest.mark.parametrize("mode", [1, 2])
def test_nobody_insures_once_the_window_is_closed(mode: int) -> None:
    table = keyed({"hole_card": mode}, "TS 6D", "AH")
    table.must(Choose("insurance", "seat_2", "decline"))
    refusal = table.refused(Choose("insurance", "seat_2", "insure"))
    assert refusal.code == "not_due"
    wanted = {1: c("6(f)#2"), 2: c("6(j)#3")}[mode]
    assert refusal.basis == wanted


@pytest.mark.clause("19:47-2.9(b)#4")
@pytest.mark.parametrize("mode", UNREAD)
def test_where_the_house_has_it_so_insurance_is_asked_for_at_each_turn(mode: Mode) -> None:
    cards, drawn = dealer(mode, "AH", "9D")
    order = in_order(mode, "5S 4D,5H 4C", cards, f"TH TD {drawn}")
    wish = by_hand(insurance="insure", seat_1="hit stand", seat_2="stand")
    played = play(jack(mode, insurance_at_turn=1), wish, order, TWO)
    asked = [(d.question, d.hand) for d in played.table.did(Choose)]
    assert asked == [
        ("insurance", "seat_1"),
        ("play", "seat_1"),
        ("play", "seat_1"),
        ("insurance", "seat_2"),
        ("play", "seat_2"),
    ]


@pytest.mark.clause("19:47-2.9(b)#4")
@pytest.mark.clause("19:47-2.7(c)#1")
def test_a_blackjack_is_asked_at_its_turn_too_and_paid_even_money_there() -> None:
    order = in_order(Mode.NONE, "5S 4D,AS KC", "AH", "TH 9D")
    wish = by_hand(insurance_seat_2="insure", seat_1="stand")
    played = play(jack(insurance_at_turn=1, even_money=1), wish, order, TWO)
    assert played.order[0] == "even_money"


@pytest.mark.clause("19:47-2.9(a)#2")
@pytest.mark.clause("19:47-2.9(c)")
@pytest.mark.clause("19:47-2.9(d)")
@pytest.mark.parametrize("mode", INSURED)
@pytest.mark.parametrize(("second", "told"), [("KD", ("pay", 1_000)), ("5D", ("collect", None))])
def test_insurance_is_settled_when_the_second_card_shows_and_before_the_dealer_draws(
    mode: Mode, second: str, told: tuple[str, int | None]
) -> None:
    cards, drawn = dealer(mode, "AH", second)
    played = play(jack(mode), INSURE, in_order(mode, "TS 9D", cards, f"{drawn} 4S"))
    assert played.of("second_card") == {("seat_1", "insurance"): told}
    happened = [f for f in played.table.facts if isinstance(f, Settled | Dealt)]
    taken = next(i for i, f in enumerate(happened) if isinstance(f, Settled))
    drawn_before = [f for f in happened[:taken] if isinstance(f, Dealt) and f.place == "dealer"]
    assert len(drawn_before) == (2 if mode is Mode.NONE else 1)


@pytest.mark.clause("19:47-2.9(b)#1")
@pytest.mark.clause("19:47-2.9(b)#2")
@pytest.mark.parametrize(
    ("wager", "chip", "most"),
    [(1_000, 50, 500), (1_500, 100, 800), (1_500, 50, 750), (500, 500, 500)],
)
def test_insurance_is_up_to_half_and_to_the_next_chip_where_none_make_it(
    wager: int, chip: int, most: int
) -> None:
    table = keyed({"chip": chip}, "TS 6D", "AH", wager)
    refusal = table.refused(Choose("insurance", "seat_2", "insure", cents=most + 1))
    assert (refusal.code, refusal.args["most"]) == ("more_than_allowed", most)
    less, whole = table.branch(), table.branch()
    less.must(Choose("insurance", "seat_2", "insure", cents=most - 100))
    whole.must(Choose("insurance", "seat_2", "insure"))
    assert less.state.round.wagers["seat_2"]["insurance"] == most - 100
    assert whole.state.round.wagers["seat_2"]["insurance"] == most


# ---------------------------------------------------------------- surrender


@pytest.mark.clause("19:47-2.8(a)1")
@pytest.mark.parametrize("mode", INSURED)
def test_against_two_to_nine_a_surrender_costs_half_at_once(mode: Mode) -> None:
    cards, drawn = dealer(mode, "9S", "TD")
    order = in_order(mode, "TS 6D,5H 4C", cards, f"TH {drawn}")
    wish = by_hand(seat_1="surrender", seat_2="hit stand")
    played = play(jack(mode, surrender=1), wish, order, TWO)
    assert played.stages[0] == ("surrendered", {("seat_1", "wager"): ("collect", 500)})
    happened = [f for f in played.table.facts if isinstance(f, Settled | Dealt)]
    third = [i for i, f in enumerate(happened) if f == Dealt("seat_2", 1)][2]
    assert isinstance(happened[third - 1], Settled)


@pytest.mark.clause("19:47-2.8(a)2#1")
@pytest.mark.clause("19:47-2.8(a)2#2")
@pytest.mark.clause("19:47-2.8(b)")
@pytest.mark.parametrize("mode", UNREAD)
@pytest.mark.parametrize(
    ("second", "wager", "insurance"),
    [("9D", ("collect", 500), ("collect", None)), ("KD", ("collect", None), ("pay", 1_000))],
)
def test_against_an_ace_a_surrender_waits_and_insurance_is_settled_for_itself(
    mode: Mode, second: str, wager: tuple[str, int | None], insurance: tuple[str, int | None]
) -> None:
    cards, drawn = dealer(mode, "AH", second)
    wish = by_hand(insurance="insure", seat_1="surrender")
    played = play(jack(mode, surrender=1), wish, in_order(mode, "TS 6D", cards, drawn))
    assert played.stages == [
        ("second_card", {("seat_1", "insurance"): insurance, ("seat_1", "wager"): wager})
    ]


@pytest.mark.clause("19:47-2.8(a)#2")
@pytest.mark.clause("19:47-2.8(c)#1")
def test_surrender_is_offered_first_and_only_where_the_house_has_it() -> None:
    with_it, without = keyed({"surrender": 1}, "2S 3D", "9H"), keyed({}, "2S 3D", "9H")
    assert without.refused(Choose("play", "seat_2", "surrender")).code == "unknown_choice"
    with_it.must(Choose("play", "seat_2", "hit"))
    with_it.follow(lambda table: not any(type(d).__name__ == "CardsDue" for d in table.dues))
    with_it.must(Turn((Shown("seat_2", codes("2S 3D 4C")),)))
    assert with_it.refused(Choose("play", "seat_2", "surrender")).code == "unknown_choice"


# ---------------------------------------------------------------- doubles and splits


@pytest.mark.clause("19:47-2.10(a)#2")
@pytest.mark.clause("19:47-2.12(a)2")
@pytest.mark.clause("19:47-2.10(a)#3")
@pytest.mark.parametrize(("cents", "staked"), [(None, 1_000), (1_000, 1_000), (300, 300)])
def test_a_double_is_for_the_wager_or_for_less(cents: int | None, staked: int) -> None:
    table = keyed({}, "5S 6D", "9H")
    refusal = table.refused(Choose("play", "seat_2", "double", cents=1_001))
    assert (refusal.code, refusal.basis) == ("more_than_allowed", c("6(f)#2"))
    assert table.refused(Choose("play", "seat_2", "double", cents=0)).code == "not_an_amount"
    table.must(Choose("play", "seat_2", "double", cents=cents))
    assert table.state.round.wagers["seat_2"]["double_1"] == staked


@pytest.mark.clause("19:47-2.11(a)")
def test_a_split_is_for_the_whole_wager() -> None:
    table = keyed({}, "8S 8D", "9H")
    assert table.refused(Choose("play", "seat_2", "split", cents=500)).code == "no_amount_here"
    table.must(Choose("play", "seat_2", "split"))
    assert table.state.round.wagers["seat_2"] == {"wager": 1_000, "split_2": 1_000}


@pytest.mark.clause("19:47-2.10(b)")
@pytest.mark.clause("19:47-2.11(d)")
@pytest.mark.parametrize("mode", UNREAD)
def test_a_dealers_blackjack_takes_only_the_original_wager_of_a_box(mode: Mode) -> None:
    cards, drawn = dealer(mode, "TS", "AD")
    order = in_order(mode, "8S 8D", cards, f"3C TD TH 5H {drawn}")
    wish = by_hand(seat_1="split double stand", seat_1_2="hit")
    played = play(jack(mode), wish, order)
    assert played.of("settlement") == {
        ("seat_1.2", "split_2"): ("return", None),
        ("seat_1", "wager"): ("collect", None),
        ("seat_1", "double_1"): ("return", None),
    }


@pytest.mark.parametrize("mode", MODES)
def test_wins_losses_and_standoffs_are_settled_from_the_right(mode: Mode) -> None:
    boxes = {n: {"wager": 1_000} for n in (1, 2, 3)}
    cards, drawn = dealer(mode, "9S", "9D")
    played = play(jack(mode), STAND, in_order(mode, "TS 9C,TD 8C,TH 7C", cards, drawn), boxes)
    tie = ("collect", None) if mode is Mode.UP else ("return", None)
    (settled,) = [lines for stage, lines in played.stages if stage == "settlement"]
    assert list(settled.items()) == [
        (("seat_3", "wager"), ("collect", None)),
        (("seat_2", "wager"), tie),
        (("seat_1", "wager"), ("pay", 1_000)),
    ]


@pytest.mark.clause("19:47-2.6(o)")
def test_a_hand_that_nobody_keyed_in_is_settled_by_the_dealer_who_reads_it() -> None:
    settings = settings_for("blind", game="blackjack")
    table = Table(settings, bets=(Bet(2, "wager", 1_000),)).to("totals")
    table.must(Turn((Shown("seat_2"), Shown("dealer", codes("9H")))))
    table.must(Choose("play", "seat_2", "stand"))
    table.to("dealers_card").follow(lambda t: t.count("dealer") == 2)
    table.must(Turn((Shown("dealer", codes("9H TD")),)))
    (due,) = [due for due in table.dues if hasattr(due, "lines")]
    assert [line.settling.value for line in due.lines] == ["judge"]
