"""Broken builds of blackjack, as somebody might write on a bad day."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tablectl.games import (
    blackjack_betting,
    blackjack_cards,
    blackjack_decisions,
    blackjack_hands,
    blackjack_insurance,
    blackjack_lines,
    blackjack_mended,
    blackjack_settlement,
)
from tablectl.games.blackjack_cards import FIRST_CARDS, HIT, STAND, SURRENDER, Choices, Mode
from tablectl.games.blackjack_hands import HOLE
from tablectl.games.blackjack_settlement import Outcome, Part
from tablectl.irregularities.base import at_once
from tablectl.table.places import DEALER
from tablectl.table.plan import Dues, Plan
from tablectl.table.round_view import RoundView
from tablectl.words.cards import Card, Rank
from tablectl.words.dues import CardsDue, ChoiceDue, Line, MoveDue, SettleDue, Settling, Target
from tablectl.words.irregularities import Kind
from tablectl.words.money import Odds
from tablectl.words.rulings import Consequence
from tests.broken_builds.making import collected, every_due, rules_on
from tests.clause_bite.seams import everywhere, put

Cards = tuple[Card, ...]
BUILDS, broken = collected("blackjack")


def _at(step: str, change: Callable[[Dues, RoundView], Dues]) -> None:
    every_due(lambda dues, at, view: change(dues, view) if at == step else dues)


# ---------------------------------------------------------------- cards


@broken("no card is burnt of a full shoe")
def _no_burn() -> None:
    everywhere(blackjack_betting._is_full, lambda _: False)


@broken("the dealer's first card is dealt before the players'")
def _dealer_first() -> None:
    def change(dues: Dues, _: RoundView) -> Dues:
        return tuple(_dealer_before(d) if isinstance(d, CardsDue) else d for d in dues)

    _at("deal", change)


def _dealer_before(due: CardsDue) -> CardsDue:
    return replace(due, to=tuple(sorted(due.to, key=lambda target: target.place != DEALER)))


@broken("the cutting card is ignored")
def _cutting_card_ignored() -> None:
    put(RoundView, "cutting_card", property(lambda _: ""))


@broken("the dealer hits soft seventeen")
def _dealer_hits_soft_seventeen() -> None:
    def draws(cards: Cards) -> bool:
        soft = any(card.rank is Rank.ACE for card in cards)
        low = sum(map(blackjack_cards.value, cards)) == 7
        return blackjack_cards.total(cards) < 17 or (soft and low)

    everywhere(blackjack_cards.dealer_draws, draws)


@broken("the dealer draws although nothing depends on it")
def _dealer_draws_for_nothing() -> None:
    everywhere(blackjack_hands.awaits_dealer, lambda view, hand: bool(view.cards(hand)))


@broken("split aces get as many cards as they like")
def _split_aces_get_more() -> None:
    original = blackjack_cards.legal

    def legal(
        cards: Cards, *, hands: int = 1, answered: bool = False, choices: Choices
    ) -> tuple[str, ...]:
        found = original(cards, hands=hands, answered=answered, choices=choices)
        below = blackjack_cards.total(cards) < 21
        return found or ((STAND, HIT) if below and hands > 1 else ())

    everywhere(original, legal)


@broken("the next hand of a split gets its card before the first is played out")
def _split_hands_dealt_together() -> None:
    original = blackjack_decisions.decisions

    def decisions(view: RoundView) -> Dues:
        short = [h for h in blackjack_hands.all_hands(view) if view.count(h) == 1]
        targets = tuple(Target(hand, up=True) for hand in reversed(short))
        return (CardsDue(targets, blackjack_decisions.c("11(b)")),) if targets else original(view)

    every_due(lambda dues, at, view: decisions(view) if at == "decisions" else dues)


@broken("a doubled hand may go on drawing")
def _doubled_hand_draws_on() -> None:
    everywhere(blackjack_hands.FINAL, frozenset((STAND, SURRENDER)))


@broken("the hole card is turned before the players have decided", "recognising")
def _hole_card_told_early() -> None:
    original = Plan.due

    def due(self: Plan, step: str, view: RoundView) -> Dues:
        early = step == "decisions" and view.count(HOLE) and not view.turned(HOLE)
        return original(self, "hole_card", view) if early else original(self, step, view)

    everywhere(blackjack_decisions.decisions, lambda _: ())
    put(Plan, "due", due)


# ---------------------------------------------------------------- what players may say


@broken("insurance is taken after the hole card went into the reader")
def _insurance_after_the_insertion() -> None:
    original = Plan.due

    def due(self: Plan, step: str, view: RoundView) -> Dues:
        if step == "insurance":
            return ()
        late = original(self, "insurance", view) if step == "hole_card" else ()
        return late or original(self, step, view)

    put(Plan, "due", due)


@broken("insurance is open against a ten")
def _insurance_against_a_ten() -> None:
    everywhere(
        blackjack_insurance._insurable,
        lambda view: (
            blackjack_hands.may_have_blackjack(view) and blackjack_hands.mode(view) is not Mode.UP
        ),
    )


@broken("surrender is open after another card")
def _surrender_at_any_time() -> None:
    original = blackjack_cards.legal

    def legal(
        cards: Cards, *, hands: int = 1, answered: bool = False, choices: Choices
    ) -> tuple[str, ...]:
        found = original(cards, hands=hands, answered=answered, choices=choices)
        late = choices.surrender and len(cards) > FIRST_CARDS and bool(found)
        return (*found, SURRENDER) if late else found

    everywhere(original, legal)


@broken("a card on offer is forced on whoever may draw")
def _offered_card_forced() -> None:
    def change(dues: Dues, _: RoundView) -> Dues:
        return tuple(_without_refusal(d) if isinstance(d, ChoiceDue) else d for d in dues)

    def _without_refusal(due: ChoiceDue) -> ChoiceDue:
        offers = due.question == blackjack_mended.OFFERED_CARD
        return replace(due, options=due.options[:1]) if offers else due

    _at("decisions", change)


@broken("who refused a card on offer goes on drawing")
def _refuser_draws_on() -> None:
    everywhere(blackjack_mended.draws_no_more, lambda _, __: False)


# ---------------------------------------------------------------- money


@broken("a blackjack pays two to one")
def _blackjack_pays_two_to_one() -> None:
    everywhere(blackjack_settlement.THREE_TO_TWO, Odds(2))


@broken("a tie is no loss where the hole card lies face up")
def _tie_is_no_loss_in_mode_up() -> None:
    original = blackjack_settlement.of_hand

    def of_hand(cards: Cards, dealer: Cards, mode: Mode, **how: Any) -> Outcome:
        made = original(cards, dealer, mode, **how)
        tie = blackjack_cards.total(cards) == blackjack_cards.total(dealer)
        plain = mode is Mode.UP and tie and made.settling is Settling.COLLECT
        return replace(made, settling=Settling.RETURN) if plain else made

    everywhere(original, of_hand)


@broken("a dealer's blackjack takes what a wager was doubled by")
def _doubled_wager_taken() -> None:
    original = blackjack_settlement.of_hand

    def of_hand(cards: Cards, dealer: Cards, mode: Mode, *, part: Part, **how: Any) -> Outcome:
        plain = Part.ORIGINAL if part is Part.DOUBLE else part
        return original(cards, dealer, mode, part=plain, **how)

    everywhere(original, of_hand)


@broken("losing insurance is taken at the end of the round")
def _insurance_taken_late() -> None:
    original, rest = blackjack_lines.second_card, blackjack_lines.rest

    def lost(line: Line) -> bool:
        return line.wager.startswith("insurance") and line.settling is Settling.COLLECT

    def second_card(view: RoundView) -> tuple[Line, ...]:
        return tuple(line for line in original(view) if not lost(line))

    def settled(view: RoundView) -> tuple[Line, ...]:
        return (*filter(lost, original(view)), *rest(view))

    everywhere(original, second_card)
    everywhere(rest, settled)


@broken("a pending surrender costs half, whatever the dealer has")
def _surrender_costs_half_anyway() -> None:
    original = blackjack_settlement.of_surrender

    def of_surrender(dealer: Cards) -> Outcome:
        return replace(original(dealer), odds=blackjack_settlement.HALF)

    everywhere(original, of_surrender)


@broken("insurance pays even money")
def _insurance_pays_even() -> None:
    everywhere(blackjack_settlement.INSURED, Odds(1))


@broken("blackjacks that were paid stay on the layout")
def _paid_blackjacks_stay() -> None:
    def change(dues: Dues, _: RoundView) -> Dues:
        return tuple(due for due in dues if not isinstance(due, MoveDue))

    _at("blackjacks", change)


@broken("the shoe goes to the rack uncounted")
def _shoe_out_uncounted() -> None:
    _at("shoe_out", lambda dues, _: tuple(due for due in dues if isinstance(due, MoveDue)))


@broken("a second card is settled before it is drawn")
def _settled_in_one_go() -> None:
    def change(dues: Dues, _: RoundView) -> Dues:
        return tuple(due for due in dues if not isinstance(due, SettleDue))

    _at("second_card", change)


# ---------------------------------------------------------------- what goes wrong


@broken("a place that was passed over is left as it was believed to lie")
def _passed_over_left() -> None:
    rules_on(Kind.PASSED_OVER, lambda _: at_once(Consequence.GO_ON))


@broken("a dealer who stands keeps a card that was drawn")
def _card_kept_on_seventeen() -> None:
    rules_on(Kind.UNSOLICITED_CARD, lambda _: at_once(Consequence.KEEP_CARD), stage="stands")


@broken("a card put into a reader that shows it is passed over")
def _reader_shows_and_goes_on() -> None:
    rules_on(Kind.UNSOLICITED_CHECK, lambda _: at_once(Consequence.GO_ON))
