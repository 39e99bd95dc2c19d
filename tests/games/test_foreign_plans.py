"""Games other than the first, each played two hundred random rounds on the same core."""

from __future__ import annotations

import pytest

from tablectl.games.catalogue import GAMES, rules_for
from tablectl.kernel import rebuild
from tablectl.table import ledger
from tablectl.words.cards import UNSEEN, Card, Composition, Known, Pile, Sealed
from tests.games.foreign_tables import Variant, at_random

METHODS = (
    Variant("let_it_ride", "manual_shoe", "recognising"),
    Variant("let_it_ride", "automated_shoe", "recognising"),
    Variant("blackjack", "manual_shoe", "recognising", reader=True, options={"hole_card": 2}),
    Variant("holdem", "hand", "blind"),
)
"""Every game by every method."""
OTHER_TABLES = (
    Variant("let_it_ride", "manual_shoe", "blind", seats=7, options={"bonus": 1}),
    Variant("let_it_ride", "automated_shoe", "counting", seats=7, options={"bonus": 1}),
    Variant(
        "blackjack",
        "manual_shoe",
        "counting",
        seats=7,
        options={"surrender": 1, "split_hands": 3, "resplit_aces": 1, "decks_in_shoe": 8},
    ),
    Variant("holdem", "hand", "recognising", seats=11, options={"blind_2": 0, "raises": 1}),
)


@pytest.mark.parametrize(
    ("variant", "rounds"),
    [*((variant, 200) for variant in METHODS), *((variant, 50) for variant in OTHER_TABLES)],
    ids=str,
)
def test_random_legal_rounds_are_played_to_a_closed_table(variant: Variant, rounds: int) -> None:
    table = at_random(variant)
    table.run(rounds)
    assert table.view["phase"] == "closed"
    assert table.view["round"]["number"] == rounds + 1


@pytest.mark.parametrize("variant", [*METHODS, *OTHER_TABLES], ids=str)
def test_the_record_leads_back_to_the_same_state_in_mid_round(variant: Variant) -> None:
    table = at_random(variant, seed=11)
    for view in table.play(8):
        if view["round"]["number"] == 5 and view["round"]["step"] == "deal":
            break
    kernel = table.rig.host.kernel
    state, _ = rebuild(kernel.journal, rules_for, table.rig.settings)
    assert state == kernel.state
    assert (state.round.number, state.round.step) == (5, "deal")


@pytest.mark.parametrize(
    ("game", "settles"),
    [("three_card_poker", True), ("let_it_ride", True), ("blackjack", True), ("holdem", False)],
)
def test_a_game_says_whether_it_settles(game: str, settles: bool) -> None:
    assert GAMES[game].settles is settles


def test_a_face_that_could_not_be_opened_is_one_that_somebody_has_to_look_at() -> None:
    sealed = (Sealed("a"), Sealed("b"), Sealed("c"))
    holding = ledger.Holding(Composition(), {"dealer": Pile(3, sealed)}, {})
    opened = ledger.unsealed(holding, {"a", "b"}, {"a": Card.of("AS")})
    assert opened.at("dealer").faces == (Known(Card.of("AS")), UNSEEN, Sealed("c"))
