"""Broken builds of the core and of three card poker, as somebody might write on a bad day."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from tablectl.games import dealing, three_card_poker, three_card_poker_settlement
from tablectl.games.ranking import three_cards
from tablectl.games.ranking.ladders import Standing
from tablectl.games.ranking.three_cards import Class
from tablectl.hosts.host import Host
from tablectl.irregularities.base import GO_ON, VOID, at_once, confirmed, hold
from tablectl.irregularities.rows import Rulebook
from tablectl.kernel import Batch, Kernel
from tablectl.table import (
    acting,
    answers,
    consequences,
    giving_out,
    ordering,
    standing,
)
from tablectl.table.draft import Draft
from tablectl.table.phases import PhaseTable
from tablectl.table.plan import Dues
from tablectl.table.round_view import RoundView
from tablectl.table.state import Fate
from tablectl.words.bases import Basis
from tablectl.words.cards import Card
from tablectl.words.dues import CardsDue, Line, MoveDue, SettleDue, Settling, WagerDue
from tablectl.words.effects import Effect, SendOrder
from tablectl.words.facts import CountedAt, Racked
from tablectl.words.irregularities import Irregularity, Kind
from tablectl.words.money import Odds
from tablectl.words.observations import CardsOut
from tablectl.words.rulings import Consequence, Ruling
from tests.broken_builds.making import collected, every_due, rules_on
from tests.clause_bite.seams import everywhere, put

BUILDS, broken = collected("three_card_poker")

# ---------------------------------------------------------------- rulings


@broken("a first face-up card voids the round, and a second one is racked", "blind", "counting")
def _two_outcomes_swapped() -> None:
    original = Rulebook.ruling
    other = {"first": "further", "further": "first"}

    def ruling(self: Rulebook, found: Irregularity) -> Ruling:
        if found.kind is Kind.FACE_UP_CARD:
            found = replace(found, circumstances={"nth": other[found.circumstances["nth"]]})
        return original(self, found)

    put(Rulebook, "ruling", ruling)


@broken("a second face-up card is racked like the first", "blind", "counting")
def _no_second_face_up_card() -> None:
    rack = at_once(Consequence.RACK_CARD)
    rules_on(Kind.FACE_UP_CARD, lambda made: replace(rack, basis=made.basis), nth="further")


@broken("after a racked card the stub is expected one too high", "blind", "counting")
def _stub_off_by_one_after_a_racked_card() -> None:
    original = answers.judge_count

    def judge_count(draft: Draft, counted: CountedAt, source: str) -> None:
        racked = any(isinstance(fact, Racked) for fact in draft.round.facts)
        original(draft, replace(counted, count=counted.count - racked), source)

    everywhere(original, judge_count)


@broken("the round goes on after a jam, and so does the device")
def _goes_on_after_a_jam() -> None:
    rules_on(Kind.JAM, lambda made: at_once(Consequence.GO_ON, basis=made.basis))


@broken("a device that is ruled out of use stays in use")
def _nothing_is_latched() -> None:
    def latch(_: Draft, __: str) -> None:
        return

    everywhere(consequences._latch, latch)


@broken("a device that failed is in use again as soon as it is identified")
def _latched_until_the_next_hello() -> None:
    original = PhaseTable.after

    def after(self: PhaseTable, phase: str, trigger: str, subject: object = None) -> str | None:
        if self.name == "device" and (phase, trigger) == ("faulted", "identify"):
            return "ready"
        return original(self, phase, trigger, subject)

    put(PhaseTable, "after", after)


@broken("a shuffler that finds a wrong number voids the round of the other deck", "automated")
def _swapped_deckss_round_void() -> None:
    void = (Consequence.VOID_ROUND, Consequence.REMOVE_DECK)
    rules_on(Kind.SHUFFLE_COUNT, lambda made: confirmed(*void, basis=made.basis))


@broken("a shuffler that jams voids the round in play", "shuffling")
def _round_void_when_the_shuffler_jams() -> None:
    void = (Consequence.LATCH_DEVICE, Consequence.VOID_ROUND, Consequence.RESHUFFLE)
    rules_on(Kind.JAM, lambda made: at_once(*void, basis=made.basis), device="shuffler")


@broken("what is decided about a deck is done to the other one", "automated", "shuffling")
def _the_other_decks_fate() -> None:
    original = consequences._decide_fate

    def decide(draft: Draft, deck: str, fate: Fate, basis: Basis) -> None:
        other = next((name for name in draft.decks if name != deck), deck)
        original(draft, other if len(draft.decks) > 1 else deck, fate, basis)

    everywhere(original, decide)


@broken("a deck that is to leave the table is only shuffled")
def _bad_deck_stays() -> None:
    original = consequences._decide_fate

    def decide(draft: Draft, deck: str, _: Fate, basis: Basis) -> None:
        original(draft, deck, Fate.RESHUFFLE, basis)

    everywhere(original, decide)


@broken("a wrong number of cards is left to the floor")
def _misdeal_not_void() -> None:
    rules_on(Kind.MISDEAL, lambda _: hold(GO_ON, VOID))


@broken("the dealer's card seen is treated like a player's")
def _dealers_card_like_a_players() -> None:
    rules_on(Kind.CARD_EXPOSED, lambda _: hold(GO_ON, VOID), whose="dealer")


@broken("a card drawn in error goes to the rack", "counting", "blind")
def _drawn_card_racked() -> None:
    rack = at_once(Consequence.RACK_CARD)
    rules_on(Kind.CARD_DRAWN_IN_ERROR, lambda made: replace(rack, basis=made.basis), next="yes")


@broken("a misdealt stub costs the deck, and a deck with a card missing stays")
def _stub_findings_swapped() -> None:
    original = Rulebook.ruling
    other = {"yes": "no", "no": "yes"}

    def ruling(self: Rulebook, found: Irregularity) -> Ruling:
        if found.kind is Kind.STUB_FINDING:
            told = found.circumstances
            misdealt = other[told["misdealt"]]
            found = replace(found, circumstances={**told, "misdealt": misdealt})
        return original(self, found)

    put(Rulebook, "ruling", ruling)


@broken("a stub that is one card off is let through")
def _stub_nearly_right() -> None:
    original = answers.judge_count

    def judge_count(draft: Draft, counted: CountedAt, source: str) -> None:
        expected = draft.ledger[draft.deck_in_play].count(counted.place)
        near = abs(counted.count - expected) == 1
        original(draft, replace(counted, count=expected) if near else counted, source)

    everywhere(original, judge_count)


@broken("a restart in the middle of a round is passed over")
def _restart_passed_over() -> None:
    rules_on(Kind.RESTART, lambda _: at_once(Consequence.GO_ON))


@broken("a short stack is taken like any other", "automated")
def _short_stack_taken() -> None:
    rules_on(Kind.WRONG_STACK, lambda made: at_once(Consequence.GO_ON, basis=made.basis))


# ---------------------------------------------------------------- record, orders and devices


@broken("events are acknowledged and orders sent before they are on record")
def _acknowledged_before_the_commit() -> None:
    def commit(self: Kernel, batch: Batch) -> None:
        self.journal.append(batch.entries, batch.snapshot)

    put(Kernel, "commit", commit)


@broken("the commit comes after the effects")
def _commit_behind_the_effects() -> None:
    commit, release = Kernel.commit, Host._release
    waiting: dict[Kernel, Batch] = {}

    def held_back(self: Kernel, batch: Batch) -> None:
        waiting[self] = batch

    def released(self: Host, effects: tuple[Effect, ...]) -> None:
        release(self, effects)
        batch = waiting.pop(self.kernel, None)
        if batch is not None:
            commit(self.kernel, batch)

    put(Kernel, "commit", held_back)
    put(Host, "_release", released)


@broken("after a restart every order is given once more", "counting", "automated")
def _orders_repeated_after_a_restart() -> None:
    original = ordering.resend_unreceived

    def resend(draft: Draft, device: str, last_order: int | None) -> None:
        original(draft, device, last_order)
        for order in draft.orders.values():
            if order.device == device and SendOrder(order) not in draft.effects:
                draft.effects.append(SendOrder(order))

    everywhere(original, resend)


@broken("the shoe may give one card more than are due", "counting", "recognising", "mixed")
def _one_card_too_many_allowed() -> None:
    original = ordering.allowance

    def allowance(draft: Draft, deck: str) -> int | None:
        total = original(draft, deck)
        due = any(isinstance(o.due, CardsDue) for o in standing.standing(draft))
        return total + 1 if due and total is not None else total

    everywhere(original, allowance)


@broken("the shoe stays open while a case holds the round up", "counting", "recognising", "mixed")
def _open_while_held_up() -> None:
    original = ordering.allowance

    def allowance(draft: Draft, deck: str) -> int | None:
        total = original(draft, deck)
        held = sum(target.count for target in consequences.next_targets(draft))
        shut = total is not None and total == ordering.given(draft, deck)
        return total + held if total is not None and shut else total

    everywhere(original, allowance)


@broken("cards that are told late take the deal further", "counting", "recognising", "mixed")
def _late_cards_are_dealt() -> None:
    def late(draft: Draft, device: str, report: CardsOut) -> None:
        giving_out.cards_out(draft, device, report)

    everywhere(giving_out.late_cards, late)


@broken("a card that comes before the call is put back without a word", "counting", "mixed")
def _card_before_the_call_ignored() -> None:
    original = giving_out.cards_out

    def cards_out(draft: Draft, device: str, report: CardsOut) -> None:
        if draft.round.step != draft.rules.plan.first:
            original(draft, device, report)

    everywhere(original, cards_out)


@broken("a face-up card of the shoe stays in its hand", "counting", "recognising", "mixed")
def _face_up_card_dealt() -> None:
    original = giving_out.cards_out

    def cards_out(draft: Draft, device: str, report: CardsOut) -> None:
        original(draft, device, replace(report, face_up=False))

    everywhere(original, cards_out)


# ---------------------------------------------------------------- the round


@broken("the stub never has to be counted", "blind", "counting", "mixed", "recognising")
def _stub_never_counted() -> None:
    put(RoundView, "uncounted", property(lambda _: 0))


@broken("the stub is counted every sixth round", "blind", "counting", "mixed", "recognising")
def _stub_counted_every_sixth_round() -> None:
    original = RoundView.number

    def number(self: RoundView, option: str) -> int:
        return original(self, option) + (option == "count_every")

    put(RoundView, "number", number)


@broken("a round begins although the idle deck is not in the shuffler", "automated", "shuffling")
def _idle_deck_anywhere() -> None:
    def lacks(_: Draft, __: str) -> None:
        return

    put(Draft, "_other_deck_lacks", lacks)


@broken("wagers are taken during the deal")
def _late_wagers_taken() -> None:
    def change(dues: Dues, step: str, view: RoundView) -> Dues:
        kinds = three_card_poker._wager_kinds((None, None), (None, None))
        open_ = step not in ("wagers", "pick_up") and dues
        return (*dues, WagerDue(view.seats, kinds, dues[0].basis)) if open_ else dues

    every_due(change)


@broken("whoever touches the screen may do anything")
def _no_roles() -> None:
    everywhere(acting.may, lambda *_: True)


@broken("cards are dealt from the far right")
def _dealt_from_the_right() -> None:
    everywhere(dealing.with_dealer, lambda hands: (*hands[::-1], "dealer"))


@broken("hands are shown and paid from the far left")
def _from_the_left() -> None:
    everywhere(dealing.from_right, lambda hands: hands)


@broken("winners are paid before the losing wagers are in")
def _winners_first() -> None:
    def change(dues: Dues, step: str, view: RoundView) -> Dues:
        others = {"losers": "winners", "winners": "losers"}
        if step not in others or not dues:
            return dues
        due = getattr(three_card_poker, f"_{others[step]}")(view)
        return due or dues

    every_due(change)


@broken("a hand that folds keeps its pair plus wager")
def _fold_keeps_pair_plus() -> None:
    def change(dues: Dues, step: str, _: RoundView) -> Dues:
        return tuple(
            replace(due, lines=tuple(line for line in due.lines if line.wager == "ante"))
            if step == "forfeits" and isinstance(due, SettleDue)
            else due
            for due in dues
        )

    every_due(change)


@broken("the hands are picked up before the winners are paid")
def _picked_up_before_paid() -> None:
    def change(dues: Dues, step: str, view: RoundView) -> Dues:
        live = tuple(hand for hand in view.hands if view.count(hand))
        racking = (MoveDue(live, "rack", dues[0].basis),) if dues and live else ()
        return (*racking, *dues) if step == "winners" else dues

    every_due(change)


@broken("the wagers of a void round are collected")
def _void_keeps_the_money() -> None:
    original = standing._void_dues

    def void_dues(draft: Draft) -> Dues:
        return tuple(
            _collected(due) if isinstance(due, SettleDue) else due for due in original(draft)
        )

    everywhere(original, void_dues)


def _collected(due: SettleDue) -> SettleDue:
    return replace(due, lines=tuple(replace(x, settling=Settling.COLLECT) for x in due.lines))


# ---------------------------------------------------------------- money


@broken("the dealer plays with jack high")
def _jack_high_plays() -> None:
    jack = (Card.of("JS"), Card.of("3D"), Card.of("2C"))
    everywhere(three_card_poker_settlement.QUEEN_HIGH, jack)


@broken("a flush pays as a straight does, and a straight as a flush")
def _flush_and_straight_swapped() -> None:
    scale = three_card_poker_settlement.PAIR_PLUS_PAYS
    put_class(scale, Class.FLUSH, Odds(6))
    put_class(scale, Class.STRAIGHT, Odds(4))


def put_class(scale: Mapping[Class, Odds], which: Class, odds: Odds) -> None:
    if isinstance(scale, dict):
        scale[which] = odds


@broken("the ante bonus is paid only to hands that win")
def _bonus_only_for_winners() -> None:
    original = three_card_poker_settlement._bonus

    def bonus(view: RoundView, hand: str, cards: tuple[Card, ...]) -> tuple[Line, ...]:
        dealer = view.cards("dealer")
        beaten = dealer is not None and three_cards.standing(dealer) >= three_cards.standing(cards)
        return () if beaten else original(view, hand, cards)

    everywhere(original, bonus)


@broken("a flush beats a straight")
def _flush_above_straight() -> None:
    original = three_cards.standing
    other = {Class.FLUSH: Class.STRAIGHT, Class.STRAIGHT: Class.FLUSH}

    def changed(cards: tuple[Card, ...]) -> Standing:
        found = original(cards)
        kind = Class(found.kind)
        return Standing(other[kind], found.place) if kind in other else found

    everywhere(original, changed)


@broken("equal hands lose to the dealer")
def _draws_lose() -> None:
    original = three_card_poker_settlement._against_dealer

    def against(
        view: RoundView, hand: str, cards: tuple[Card, ...], dealer: tuple[Card, ...]
    ) -> tuple[Line, ...]:
        lines = original(view, hand, cards, dealer)
        if three_cards.standing(cards) != three_cards.standing(dealer):
            return lines
        return tuple(replace(line, settling=Settling.COLLECT) for line in lines)

    everywhere(original, against)
