"""Every kind of due: who answers it, what the answer leaves behind, and what is no answer."""

from __future__ import annotations

import pytest

from tablectl.sealing import Sealer
from tablectl.words.acts import (
    Bet,
    Call,
    Check,
    Choose,
    Confirm,
    Count,
    Deal,
    Deed,
    Move,
    Settle,
    Shown,
    TakeBack,
    Turn,
)
from tablectl.words.cards import STANDARD_52, Card, Known
from tablectl.words.dues import CardsDue, Stake
from tablectl.words.effects import SendOrder, Unseal
from tablectl.words.facts import (
    Called,
    Checked,
    Chose,
    Confirmed,
    CountedAt,
    Dealt,
    Drew,
    Fact,
    Moved,
    Settled,
    Turned,
    Wagered,
)
from tablectl.words.irregularities import Kind
from tablectl.words.observations import (
    CardChecked,
    CardsOut,
    CardsRead,
    Counted,
    LinkLost,
    NumberDrawn,
    Observation,
    ShuffleEnded,
)
from tablectl.words.orders import Allow, Draw
from tests.table.drill import BETS, STEPS, drill
from tests.tables import CARD_READER, DECK, HOLE_READER, KEY, SHOE_1, SHUFFLER, Table, settings_for

ACES = (Card.of("AS"), Card.of("AD"))


def waving() -> Table:
    """A drill whose number was even."""
    table = drill("number")
    table.see("generator_1", NumberDrawn("wheel", 2))
    assert table.step == "wave"
    return table


ANSWERS: list[tuple[str, Deed, tuple[Fact, ...]]] = [
    ("bets", Bet(2, "stake", 100), (Wagered(2, "stake", 100, on=True),)),
    ("bets", Bet(2, "stake"), (Wagered(2, "stake", None, on=True),)),
    ("stacks", Deal(), (Dealt("seat_1", 2), Dealt("seat_3", 2), Dealt("dealer", 2))),
    ("check", Check("ace", yes=True), (Checked("ace", yes=True),)),
    (
        "ask",
        Choose("more", "seat_1", "out"),
        (Chose("more", "seat_1", "out", takes_back=("stake",)),),
    ),
    ("turn", Turn((Shown("dealer", ACES),)), (Turned("dealer"),)),
    ("turn", Turn((Shown("dealer"), Shown("seat_1"))), (Turned("dealer"), Turned("seat_1"))),
    ("count", Count("shoe", 46), (CountedAt("shoe", 46),)),
    ("pay", Settle("pay"), (Settled("pay", True, ("seat_1", "seat_3")),)),
]


@pytest.mark.parametrize(("step", "deed", "facts"), ANSWERS, ids=lambda v: type(v).__name__)
def test_an_answer_leaves_the_fact_of_it(step: str, deed: Deed, facts: tuple[Fact, ...]) -> None:
    assert drill(step).must(deed).facts == facts


def test_a_confirmation_leaves_the_number_it_carried() -> None:
    assert waving().must(Confirm("wave", number=3)).facts == (Confirmed("wave", "", 3),)


def test_a_move_leaves_a_fact_for_every_place_it_emptied() -> None:
    facts = drill("pick_up").must(Move("rack")).facts
    assert set(facts) == {Moved(place, "rack", 2) for place in ("seat_1", "seat_3", "dealer")}


def test_a_call_leaves_the_fact_of_it_and_binds_the_wagers() -> None:
    table = drill()
    for bet in BETS:
        table.must(bet)
    assert table.must(Call("closed")).facts == (Called("closed"),)
    assert table.state.round.hands == ("seat_1", "seat_3")


@pytest.mark.parametrize("step", [step.id for step in STEPS if step.id != "wave"])
def test_what_is_not_due_is_refused_on_the_basis_of_what_is(step: str) -> None:
    table = drill(step)
    mine = {"turn": Check("ace", yes=True)}.get(step, Turn((Shown("dealer"),)))
    refusal = table.refused(mine)
    assert (refusal.code, refusal.basis) == ("not_due", table.dues[0].basis)


# ---------------------------------------------------------------- wagers


def test_a_wager_that_is_taken_back_is_gone() -> None:
    table = drill()
    table.must(BETS[0])
    outcome = table.must(TakeBack(1, "stake"))
    assert outcome.facts == (Wagered(1, "stake", 500, on=False),)
    assert table.state.round.wagers == {}


@pytest.mark.parametrize("cents", [100, 1000])
def test_a_wager_of_exactly_the_least_or_the_most_is_taken(cents: int) -> None:
    assert drill().must(Bet(1, "stake", cents)).facts == (Wagered(1, "stake", cents, on=True),)


# ---------------------------------------------------------------- questions


def test_an_answer_may_add_a_part_of_another_wager() -> None:
    table = drill("ask")
    table.must(Choose("more", "seat_1", "half_more"))
    assert table.state.round.wagers["seat_1"] == {"stake": 500, "extra": 250}


def test_an_answer_may_take_a_wager_back() -> None:
    table = drill("ask")
    table.must(Choose("more", "seat_1", "out"))
    assert table.state.round.wagers == {"seat_3": {"stake": 300}}


def test_an_answer_may_move_cards() -> None:
    table = drill("ask")
    table.must(Choose("more", "seat_1", "burn"))
    assert (table.count("seat_1"), table.count("rack")) == (1, 1)


def test_one_answer_may_be_given_for_all_who_are_still_asked() -> None:
    table = drill("ask")
    outcome = table.must(Choose("more", "seat_1", "half_more", rest=True))
    half = (Stake("extra", like="stake", parts=1, of=2),)
    assert outcome.facts == tuple(
        Chose("more", hand, "half_more", half) for hand in ("seat_1", "seat_3")
    )
    assert table.step == "number"


# ---------------------------------------------------------------- turning


def test_places_are_turned_in_the_order_in_which_they_are_due() -> None:
    table = drill("turn")
    assert table.refused(Turn((Shown("seat_1"), Shown("dealer")))).code == "out_of_turn"
    assert table.refused(Turn((Shown("dealer"), Shown("seat_3")))).code == "out_of_turn"
    assert table.refused(Turn(())).code == "out_of_turn"


def test_cards_that_were_keyed_in_are_known_from_then_on() -> None:
    table = drill("turn")
    table.must(Turn((Shown("dealer", ACES),)))
    assert table.draft.view.cards("dealer") == ACES


def test_cards_that_nobody_keyed_in_stay_unseen_though_they_are_turned() -> None:
    table = drill("turn")
    table.must(Turn((Shown("dealer"),)))
    assert table.draft.view.cards("dealer") is None


def sealed_hands(sealer: Sealer) -> Table:
    """A drill whose shoe recognises cards, up to where the dealer's are turned."""
    table = drill("stacks", "recognising")
    table.sealer = sealer
    for pair in zip(STANDARD_52[0:6:2], STANDARD_52[1:6:2], strict=True):
        faces = tuple(table.seal(card) for card in pair)
        table.see(SHOE_1, CardsOut(2, faces))
    return table.to("turn")


def test_sealed_cards_are_turned_when_their_faces_have_come_and_not_before() -> None:
    table = sealed_hands(Sealer(KEY))
    table.unseals = False

    asked = [e for e in table.must(Turn((Shown("dealer"),))).effects if isinstance(e, Unseal)]

    assert len(asked) == 1
    assert not table.draft.view.turned("dealer")
    assert table.dues == ()
    assert table.unseal(asked[0].tokens).facts == (Turned("dealer"),)
    assert table.draft.view.cards("dealer") == STANDARD_52[4:6]


def test_the_round_waits_for_the_last_faces_before_it_goes_on() -> None:
    table = sealed_hands(Sealer(KEY))
    table.unseals = False
    turned = Turn(tuple(Shown(place) for place in ("dealer", "seat_1", "seat_3")))
    asked = [e.tokens for e in table.must(turned).effects if isinstance(e, Unseal)]
    for tokens in asked:
        assert table.step == "turn"
        table.unseal(tokens)
    assert table.step == "count"


def test_faces_that_nobody_asked_for_are_not_taken() -> None:
    table = sealed_hands(Sealer(KEY))
    assert table.unseal((table.seal(STANDARD_52[0]).token,)).ignored == "nothing_to_unseal"
    assert table.draft.view.cards("seat_1") is None


def test_cards_whose_seal_cannot_be_opened_are_turned_and_stay_unseen() -> None:
    table = sealed_hands(Sealer(KEY[::-1]))
    table.must(Turn((Shown("dealer"),)))
    assert table.draft.view.turned("dealer")
    assert table.draft.view.cards("dealer") is None


# ---------------------------------------------------------------- devices answer


def test_a_stack_from_the_shoe_goes_where_it_is_due() -> None:
    table = drill("stacks", "counting")
    outcome = table.see(SHOE_1, CardsOut(2))
    assert outcome.facts == (Dealt("seat_1", 2),)
    due = table.dues[0]
    assert isinstance(due, CardsDue)
    assert due.to[0].place == "seat_3"


def test_a_reader_answers_a_check_that_a_person_would_have_to_answer() -> None:
    table = drill("check", devices={"reader_1": HOLE_READER})
    assert table.see("reader_1", CardChecked("ace", yes=True)).facts == (Checked("ace", yes=True),)


def test_a_check_comes_back_to_the_dealer_when_its_reader_is_out_of_order() -> None:
    table = drill("check", devices={"reader_1": HOLE_READER})
    table.declare(Kind.JAM, device="reader_1")
    table.must(Check("ace", yes=False))
    assert table.step == "ask"


def test_a_generator_is_asked_once_for_a_number_and_answers_with_it() -> None:
    table = drill("number")
    draws = [e.order for e in table.effects if isinstance(e, SendOrder)]
    assert [order.demand for order in draws] == [Draw("wheel", 1, 6)]
    assert table.see("generator_1", NumberDrawn("wheel", 5)).facts == (Drew("wheel", 5),)


def test_the_same_number_is_drawn_anew_in_the_next_round() -> None:
    table = drill("number").next_round().to("number")
    draws = [e.order for e in table.effects if isinstance(e, SendOrder)]
    assert [order.demand for order in draws] == [Draw("wheel", 1, 6)] * 2


@pytest.mark.parametrize(("number", "step"), [(1, "turn"), (2, "wave"), (5, "turn"), (6, "wave")])
def test_the_number_decides_which_step_follows(number: int, step: str) -> None:
    table = drill("number")
    table.see("generator_1", NumberDrawn("wheel", number))
    assert table.step == step


@pytest.mark.parametrize("count", [None, 52])
def test_a_shuffler_shuffles_whether_or_not_it_counts(count: int | None) -> None:
    settings = settings_for(devices={"shuffler_1": SHUFFLER})
    table = Table(settings).follow(lambda t: "deck:blue:washed" in t.phases)
    table.see("shuffler_1", ShuffleEnded(DECK, count))
    assert (table.state.decks[DECK].phase, table.state.cases) == ("machine_shuffled", ())


def test_a_device_may_count_what_a_person_would_have_to_count() -> None:
    table = drill("count", "counting")
    assert table.see(SHOE_1, Counted("shoe", 46)).facts == (CountedAt("shoe", 46),)


def test_a_reader_turns_the_cards_that_it_reads() -> None:
    table = drill("turn", devices={"reader_2": CARD_READER})
    faces = tuple(Known(card) for card in ACES)
    assert table.see("reader_2", CardsRead("dealer", faces)).facts == (Turned("dealer"),)
    assert table.draft.view.cards("dealer") == ACES


def test_a_number_of_a_generator_that_is_out_of_order_is_no_number() -> None:
    table = drill("number")
    table.declare(Kind.JAM, device="generator_1")
    table.see("generator_1", NumberDrawn("wheel", 3))
    assert (table.step, table.kinds[-1]) == ("number", Kind.NOT_EXPECTED)


def test_a_check_by_a_reader_that_is_out_of_order_is_no_check() -> None:
    table = drill("check", devices={"reader_1": HOLE_READER})
    table.declare(Kind.JAM, device="reader_1")
    table.see("reader_1", CardChecked("ace", yes=True))
    assert (table.step, table.kinds[-1]) == ("check", Kind.UNSOLICITED_CHECK)


def test_cards_read_by_a_reader_that_is_not_identified_are_not_turned() -> None:
    table = drill("turn", devices={"reader_2": CARD_READER})
    table.take(Observation("reader_2", LinkLost()))
    table.must(Choose("remedy", "case_1", "go_on"), "s1")
    table.see("reader_2", CardsRead("dealer", tuple(Known(card) for card in ACES)))
    assert table.kinds[-1] is Kind.NOT_EXPECTED
    assert not table.draft.view.turned("dealer")


@pytest.mark.clause("19:47-20.12(e)")
def test_a_shuffle_by_a_shuffler_that_is_out_of_order_is_no_shuffle() -> None:
    settings = settings_for(devices={"shuffler_1": SHUFFLER})
    table = Table(settings).follow(lambda t: "deck:blue:washed" in t.phases)
    table.declare(Kind.JAM, device="shuffler_1")
    table.see("shuffler_1", ShuffleEnded(DECK, 52))
    assert (table.state.decks[DECK].phase, table.kinds[-1]) == ("washed", Kind.NOT_EXPECTED)


def test_a_count_by_a_device_that_is_out_of_order_answers_nothing() -> None:
    table = drill("count", "counting")
    table.declare(Kind.JAM, device=SHOE_1)
    assert table.see(SHOE_1, Counted("shoe", 46)).ignored == "count_agrees"
    assert table.step == "count"


# ---------------------------------------------------------------- allowances


def test_a_shoe_is_allowed_what_is_due_and_not_a_card_more() -> None:
    table = drill("stacks", "counting")
    allowed = [e.order.demand for e in table.effects if isinstance(e, SendOrder)]
    assert allowed == [Allow(0), Allow(6)]


def test_an_allowance_is_given_anew_after_the_shoe_was_loaded_anew() -> None:
    table = drill("stacks", "counting").next_round().to("stacks")
    allowed = [
        e.order.demand
        for e in table.effects
        if isinstance(e, SendOrder) and e.order.device == SHOE_1
    ]
    assert allowed == [Allow(0), Allow(6)] * 2
