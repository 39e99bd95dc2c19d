"""Broken builds of the other shoes of blackjack: two sides, discards mixed in or put back."""

from __future__ import annotations

from tablectl.games import blackjack_shoes as shoes
from tablectl.irregularities.base import at_once
from tablectl.table import answers, giving_out, ordering
from tablectl.table.draft import Draft
from tablectl.table.places import RACK
from tablectl.table.round_view import RoundView
from tablectl.words.cards import Card
from tablectl.words.dues import CardsDue
from tablectl.words.irregularities import Kind
from tablectl.words.observations import CardsReturned
from tablectl.words.rulings import Consequence
from tablectl.words.settings import Settings
from tablectl.words.values import replace
from tests.broken_builds.making import collected, rules_on
from tests.clause_bite.seams import everywhere

BUILDS, broken = collected("blackjack")


# ---------------------------------------------------------------- two sides


@broken("the card that decides the side is ignored", method=shoes.DOUBLE)
def _determinant_ignored() -> None:
    everywhere(shoes.side_of, lambda settings, _: settings.decks[0])


@broken("hearts and diamonds point to the side of spades and clubs", method=shoes.DOUBLE)
def _suits_point_the_wrong_way() -> None:
    original = shoes.side_of

    def side_of(settings: Settings, card: Card) -> str:
        right = original(settings, card)
        return next((side for side in settings.decks if right not in ("", side)), "")

    everywhere(original, side_of)


@broken("a side that ends takes the other one along", method=shoes.DOUBLE)
def _sides_end_together() -> None:
    original = shoes.spent_sides

    def spent_sides(view: RoundView, spent: shoes.Spent) -> tuple[str, ...]:
        return view.settings.decks if original(view, spent) else ()

    everywhere(original, spent_sides)


@broken("both sides may give the cards of a round", "counting", "mixed", method=shoes.DOUBLE)
def _allowance_to_the_wrong_side() -> None:
    original = ordering.allowance

    def allowance(draft: Draft, deck: str) -> int | None:
        given, mine = ordering.given(draft, deck), original(draft, draft.round.deck or deck)
        due = any(isinstance(each, CardsDue) for each in draft.plan_dues) and mine is not None
        return given if given is None or not due else given + 1

    everywhere(original, allowance)


@broken("a round from the wrong side is void", method=shoes.DOUBLE)
def _wrong_side_voids() -> None:
    rules_on(Kind.WRONG_SIDE, lambda _: at_once(Consequence.VOID_ROUND))


@broken("after a card of the wrong side the round goes back to the right one", method=shoes.DOUBLE)
def _back_to_the_right_side() -> None:
    original = answers.deal_from

    def deal_from(draft: Draft, deck: str, due: CardsDue, device: str = "") -> None:
        right = draft.round.deck
        original(draft, deck, due, device)
        if not due.decks:
            draft.put_round(replace(draft.round, deck=right))

    everywhere(original, deal_from)


@broken("a cutting card that comes with the first card is nobody's", method=shoes.DOUBLE)
def _cutting_card_of_no_side() -> None:
    original = answers.deal_from

    def deal_from(draft: Draft, deck: str, due: CardsDue, device: str = "") -> None:
        cutting = draft.decks[deck].cutting
        original(draft, deck, due, device)
        draft.put_deck(deck, replace(draft.decks[deck], cutting=cutting))

    everywhere(original, deal_from)


@broken("a card is burned of every load, whatever the shoe", method=shoes.DOUBLE)
def _burned_of_every_side() -> None:
    everywhere(shoes.burns, lambda _: True)


# ---------------------------------------------------------------- the Bart Carter shuffle


@broken("more than a deck of discards stays in the rack", method=shoes.BART_CARTER)
def _rack_never_shuffled() -> None:
    everywhere(shoes.rack_spent, lambda _: shoes._never)


@broken("the whole set is shuffled where only the rack is", method=shoes.BART_CARTER)
def _whole_set_shuffled() -> None:
    everywhere(shoes.deck_spent, lambda _, __: shoes._over_a_deck)


@broken("the rack is shuffled after every round", method=shoes.BART_CARTER)
def _rack_shuffled_too_soon() -> None:
    everywhere(shoes.rack_spent, lambda _: lambda view: view.count(RACK) > 0)


# ---------------------------------------------------------------- a continuous shuffler


@broken("discards stay in the rack until the shoe is empty", method=shoes.CONTINUOUS)
def _discards_stay() -> None:
    everywhere(shoes._discards_back, lambda _: ())


@broken("discards that went in in part are taken for all", "counting", method=shoes.CONTINUOUS)
def _all_taken_for_back() -> None:
    original = giving_out.cards_returned

    def cards_returned(draft: Draft, device: str, report: CardsReturned) -> None:
        there = draft.ledger[draft.deck_in_play].count(RACK) if draft.deck_in_play else 0
        original(draft, device, replace(report, count=max(there, report.count)))

    everywhere(original, cards_returned)
