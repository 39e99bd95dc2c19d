"""Rules of blackjack that no seam reaches, taken out one by one."""

from __future__ import annotations

from collections.abc import Callable

from tablectl.games import blackjack_cards, blackjack_hands, blackjack_insurance
from tablectl.games.blackjack_cards import DOUBLE, HIT, SPLIT, STAND, SURRENDER, Choices
from tablectl.table import notices, staking
from tablectl.words.cards import Card
from tests.clause_bite.seams import everywhere, put
from tests.clause_bite.taking_out import Off

off = Off(2)
Cards = tuple[Card, ...]
Change = Callable[[Cards, int, bool, Choices, tuple[str, ...]], tuple[str, ...]]


def _answers(change: Change) -> None:
    """Other answers are open to a hand than the rules have."""
    original = blackjack_cards.legal

    def legal(
        cards: Cards, *, hands: int = 1, answered: bool = False, choices: Choices
    ) -> tuple[str, ...]:
        found = original(cards, hands=hands, answered=answered, choices=choices)
        return change(cards, hands, answered, choices, found)

    everywhere(original, legal)


def _with(found: tuple[str, ...], more: str, when: bool) -> tuple[str, ...]:
    return (*found, more) if when and more not in found else found


@off("8(a)#1")
def _split_hands_are_surrendered() -> None:
    _answers(
        lambda _, hands, __, offers, had: _with(had, SURRENDER, offers.surrender and hands > 1)
    )


@off("8(a)#2")
def _surrendered_after_another_answer() -> None:
    _answers(
        lambda _, __, answered, offers, had: _with(had, SURRENDER, offers.surrender and answered)
    )


@off("10(a)#1")
def _any_hand_is_doubled() -> None:
    _answers(lambda _, __, ___, ____, found: _with(found, DOUBLE, True))


@off("11(a)")
def _only_what_is_called_alike_is_a_pair() -> None:
    def change(
        cards: Cards, _: int, __: bool, ___: Choices, found: tuple[str, ...]
    ) -> tuple[str, ...]:
        return found if cards[0].rank == cards[1].rank else tuple(f for f in found if f != SPLIT)

    _answers(change)


@off("11(c)")
def _split_hands_only_draw() -> None:
    _answers(lambda _, hands, __, ___, found: tuple(f for f in found if f != DOUBLE or hands == 1))


@off("11(c)1")
def _pairs_are_split_for_ever() -> None:
    put(Choices, "most_hands", property(lambda _: 99))


@off("11(c)2")
def _split_aces_are_played_on() -> None:
    _answers(lambda _, hands, __, ___, found: found or ((STAND, HIT) if hands > 1 else ()))


off("12(a)3")(_split_aces_are_played_on)


@off("12(a)")
def _nobody_draws_a_fourth_card() -> None:
    _answers(lambda cards, _, __, ___, found: () if len(cards) > 2 else found)


@off("12(a)1")
def _twenty_one_is_asked_too() -> None:
    _answers(lambda _, hands, __, ___, found: found or ((STAND, HIT) if hands == 1 else ()))


@off("6(k)4")
def _any_two_cards_are_doubled() -> None:
    everywhere(blackjack_cards._may_double, lambda _, __: True)


@off("9(a)#1")
def _insured_against_any_card() -> None:
    everywhere(blackjack_insurance._insurable, lambda _: True)


@off("9(b)#1")
def _staked_without_end() -> None:
    everywhere(staking.not_that_stake, lambda *_: None)


off("10(a)#2")(_staked_without_end)


@off("12(c)")
def _the_dealer_draws_for_nobody() -> None:
    everywhere(blackjack_hands.awaits_dealer, lambda _, __: True)


@off("6(k)#1")
def _changed_at_any_time() -> None:
    everywhere(notices._not_possible, lambda *_: None)


off("7(c)#2")(_changed_at_any_time)
off("8(c)#2")(_changed_at_any_time)
