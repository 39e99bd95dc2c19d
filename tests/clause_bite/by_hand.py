"""Rules that no seam reaches, taken out one by one: orders, amounts, rankings, checklists.

One entry a clause of `KEPT` that has nothing cited to fall with. Each does what a programmer would
have done who had never read the clause.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tablectl.games import three_card_poker, three_card_poker_settlement
from tablectl.games.catalogue import GAMES
from tablectl.games.ranking import three_cards
from tablectl.games.ranking.ladders import Standing
from tablectl.games.ranking.three_cards import Class
from tablectl.table import answers, notices
from tablectl.table.draft import Draft
from tablectl.table.ledger import Holding
from tablectl.table.places import DEALER, RACK, SHOE, seat_place
from tablectl.table.plan import Dues, Plan
from tablectl.table.round_view import RoundView
from tablectl.table.rules import Preparation, Rules
from tablectl.words.acts import Bet
from tablectl.words.bases import HOUSE
from tablectl.words.cards import Card, Rank
from tablectl.words.dues import (
    CardsDue,
    ChoiceDue,
    CountDue,
    Due,
    Line,
    MoveDue,
    Settling,
    WagerDue,
)
from tablectl.words.methods import HAND
from tablectl.words.refusals import Refusal
from tests.clause_bite.seams import every_rules, everywhere, put, put_item

Change = Callable[[], None]
BY_HAND: dict[str, Change] = {}


def off(section: str, subchapter: int = 20) -> Callable[[Change], Change]:
    def known(change: Change) -> Change:
        BY_HAND[f"19:47-{subchapter}.{section}"] = change
        return change

    return known


# ---------------------------------------------------------------- what is asked for, in which order


def _every_due(change: Callable[[Due, RoundView], Due]) -> None:
    original = Plan.due

    def due(self: Plan, step: str, view: RoundView) -> Dues:
        return tuple(change(each, view) for each in original(self, step, view))

    put(Plan, "due", due)


@off("1 Ante wager")
def _everybody_is_asked() -> None:
    def change(due: Due, view: RoundView) -> Due:
        if not isinstance(due, ChoiceDue):
            return due
        return replace(due, hands=tuple(h for h in view.hands if view.choice("play", h) is None))

    _every_due(change)


@off("1 Play wager")
def _play_is_twice_the_ante() -> None:
    def change(due: Due, _: RoundView) -> Due:
        if not isinstance(due, ChoiceDue):
            return due
        twice = (replace(o, adds=tuple(replace(s, parts=2) for s in o.adds)) for o in due.options)
        return replace(due, options=tuple(twice))

    _every_due(change)


@off("10(b)#2")
def _from_the_far_right() -> None:
    def change(due: Due, _: RoundView) -> Due:
        return replace(due, hands=due.hands[::-1]) if isinstance(due, ChoiceDue) else due

    _every_due(change)


@off("10(d)")
def _picked_up_the_other_way_round() -> None:
    def change(due: Due, _: RoundView) -> Due:
        if not isinstance(due, MoveDue) or due.to != RACK:
            return due
        return replace(due, sources=due.sources[::-1])

    _every_due(change)


@off("7(c)#2")
def _cards_face_up() -> None:
    def change(due: Due, _: RoundView) -> Due:
        if not isinstance(due, CardsDue):
            return due
        return replace(due, to=tuple(replace(target, up=True) for target in due.to))

    _every_due(change)


@off("8(c)#2")
def _cards_face_up_from_the_hand() -> None:
    _cards_face_up()


@off("7(e)#2")
def _counted_in_the_shoe() -> None:
    _every_due(lambda due, _: replace(due, checklist=()) if isinstance(due, CountDue) else due)


@off("10(a)#1")
def _asked_before_the_cards_are_out() -> None:
    """The answers stand among what is due from the call on."""
    original = Plan.due

    def due(self: Plan, step: str, view: RoundView) -> Dues:
        made = original(self, step, view)
        if step in ("deal", "stub"):
            made += tuple(d for d in original(self, "decisions", view) if d not in made)
        return made

    put(Plan, "due", due)


@off("5(c)2")
def _dealt_by_another_method() -> None:
    methods = three_card_poker.METHODS
    deals = [method.deal for method in methods.values()]
    for (name, method), deal in zip(list(methods.items()), [*deals[1:], deals[0]], strict=True):
        put_item(methods, name, replace(method, deal=deal))


@off("6(a)3")
def _one_wager_a_seat() -> None:
    original = answers._bet

    def bet(draft: Draft, due: WagerDue, deed: Bet) -> Refusal | None:
        if set(draft.round.wagers.get(seat_place(deed.seat), {})) - {deed.wager}:
            return Refusal("unknown_wager", HOUSE, {"wager": deed.wager})
        return original(draft, due, deed)

    everywhere(original, bet)


@off("2(b)1", 8)
def _one_maximum_for_all_wagers() -> None:
    original = three_card_poker._limits
    everywhere(original, lambda view, _: original(view, "ante"))


@off("2(b)2", 8)
def _one_maximum_for_all_tables() -> None:
    everywhere(three_card_poker._limits, lambda *_: (None, 10_000))


@off("1 Stub")
def _the_stub_with_the_last_card_dealt() -> None:
    original = Holding.count

    def count(self: Holding, place: str) -> int:
        dealt = place == SHOE and original(self, DEALER) > 0
        return original(self, place) + dealt

    put(Holding, "count", count)


@off("7(f)#1")
def _no_count_of_a_device_counts() -> None:
    def counted_right(_: Draft, __: str) -> None:
        return

    put(Draft, "counted_right", counted_right)


# ---------------------------------------------------------------- decks


def _every_preparation(what: str, change: Callable[[Preparation], Preparation]) -> None:
    def changed(rules: Rules) -> Rules:
        made = tuple(change(p) if p.what == what else p for p in rules.preparations)
        return replace(rules, preparations=made)

    every_rules(changed)


@off("5(a)#2")
def _nobody_stacks_the_deck() -> None:
    _every_preparation("shuffle", lambda prep: replace(prep, gathers=""))


@off("5(b)1")
def _a_cut_after_the_device() -> None:
    _every_preparation("shuffle", lambda prep: replace(prep, by_device=prep.dest))
    _every_preparation("load", lambda prep: replace(prep, sources=("cut",)))


def _without_line(what: str, step: int) -> None:
    def change(prep: Preparation) -> Preparation:
        return replace(prep, checklist=prep.checklist[:step] + prep.checklist[step + 1 :])

    _every_preparation(what, change)


@off("2(a)#1")
def _any_backs() -> None:
    _without_line("inspect", 0)


@off("2(a)#2")
def _any_cover_card() -> None:
    _without_line("inspect", 1)


@off("4(b)#2")
def _spread_anyhow() -> None:
    _without_line("spread", 0)


@off("7(a)#1")
def _a_shoe_anywhere() -> None:
    def changed(rules: Rules) -> Rules:
        return replace(rules, arrangement=replace(rules.arrangement, set_up={}))

    every_rules(changed)


@off("8(a)")
def _never_from_the_hand() -> None:
    game = three_card_poker.GAME
    everywhere(game, replace(game, methods=tuple(m for m in game.methods if m != HAND)))
    put_item(GAMES, game.name, three_card_poker.GAME)


@off("5(c)1i")
def _no_cover_card() -> None:
    _without_line("cut", 0)


@off("5(c)1iii")
def _no_rest_on_the_packet() -> None:
    _without_line("cut", 2)


@off("5(c)1iv")
def _cover_card_left_in() -> None:
    _without_line("cut", 3)


# ---------------------------------------------------------------- hands


@off("1 Hand")
def _hands_of_any_number() -> None:
    def hand(view: RoundView, place: str) -> tuple[Card, ...] | None:
        return view.cards(place)

    everywhere(three_card_poker_settlement._hand, hand)


@off("1 Pair plus wager")
def _pair_plus_against_the_dealer() -> None:
    original = three_card_poker_settlement._pair_plus

    def pair_plus(view: RoundView, hand: str, cards: tuple[Card, ...]) -> tuple[Line, ...]:
        dealer = view.cards(DEALER)
        if dealer and three_cards.standing(dealer) > three_cards.standing(cards):
            stake = view.stake(hand, "pair_plus")
            return (Line(hand, "pair_plus", Settling.COLLECT, stake),)
        return original(view, hand, cards)

    everywhere(original, pair_plus)


def _every_standing(change: Callable[[Standing, tuple[Card, ...]], Standing]) -> None:
    original = three_cards.standing

    def changed(cards: tuple[Card, ...]) -> Standing:
        return change(original(cards), cards)

    everywhere(original, changed)


def _nothing_special(which: Class) -> None:
    """Hands of this class are no better than the lowest."""

    def change(found: Standing, _: tuple[Card, ...]) -> Standing:
        return found if found.kind != which else Standing(Class.HIGH_CARD, 0)

    _every_standing(change)


@off("3(a)#1")
def _low_cards_are_high() -> None:
    ranks = sorted(Rank)
    original = three_cards.standing

    def upside_down(cards: tuple[Card, ...]) -> Standing:
        turned = (ranks[-1 - ranks.index(card.rank or Rank.TWO)] for card in cards)
        pairs = zip(turned, cards, strict=True)
        return original(tuple(Card(rank, card.suit) for rank, card in pairs))

    everywhere(original, upside_down)


@off("3(a)#2")
def _suits_decide() -> None:
    def change(found: Standing, cards: tuple[Card, ...]) -> Standing:
        highest = max(ord(card.code[-1]) for card in cards)
        return Standing(found.kind, found.place * 1000 + highest)

    _every_standing(change)


@off("3(a)#3")
def _an_ace_is_only_high() -> None:
    wheel = {Rank.ACE, Rank.TWO, Rank.THREE}
    without = {Class.STRAIGHT: Class.HIGH_CARD, Class.STRAIGHT_FLUSH: Class.FLUSH}

    def change(found: Standing, cards: tuple[Card, ...]) -> Standing:
        if {card.rank for card in cards} != wheel:
            return found
        return Standing(without[Class(found.kind)], 0)

    _every_standing(change)


@off("3(b)1")
def _no_straight_flush() -> None:
    _nothing_special(Class.STRAIGHT_FLUSH)


@off("3(b)2")
def _no_three_of_a_kind() -> None:
    _nothing_special(Class.THREE_OF_A_KIND)


@off("3(b)3")
def _no_straight() -> None:
    _nothing_special(Class.STRAIGHT)


@off("3(b)4")
def _no_flush() -> None:
    _nothing_special(Class.FLUSH)


@off("3(b)5")
def _no_pair() -> None:
    _nothing_special(Class.PAIR)


@off("3(c)#1")
def _only_the_class_counts() -> None:
    _every_standing(lambda found, _: Standing(found.kind, 0))


# ---------------------------------------------------------------- notices and limits


def _steps_without(*gone: str) -> None:
    steps, dues = notices._steps, notices.notice_dues
    everywhere(steps, lambda notice: tuple(s for s in steps(notice) if s not in gone))
    everywhere(
        dues, lambda draft: (o for o in dues(draft) if getattr(o.due, "what", "") not in gone)
    )


@off("2(c)", 8)
def _limits_without_notice() -> None:
    original = notices._complete
    everywhere(original, lambda notice: notice.limit or original(notice))


@off("2(d)", 8)
def _only_the_maximum_is_down() -> None:
    original = answers._bet

    def bet(draft: Draft, due: WagerDue, deed: Bet) -> Refusal | None:
        most = next((kind.most for kind in due.wagers if kind.name == deed.wager), None)
        if deed.over and most is not None and deed.cents is not None:
            deed = replace(deed, cents=min(deed.cents, most))
        return original(draft, due, deed)

    everywhere(original, bet)


@off("3(b)", 8)
def _any_time_before() -> None:
    everywhere(notices._too_late, lambda _, __: False)


@off("3(b)1", 8)
def _no_sign() -> None:
    _steps_without(notices.SIGN)


@off("3(b)2", 8)
def _no_announcement() -> None:
    _steps_without(notices.ANNOUNCEMENT)


@off("3(b)3", 8)
def _the_commission_is_not_told() -> None:
    _steps_without(notices.COMMISSION)


@off("3(c)", 8)
def _a_limit_is_a_rule() -> None:
    every_rules(_all_rules)


def _all_rules(rules: Rules) -> Rules:
    if rules.house is None:
        return rules
    options = {name: replace(each, limit=False) for name, each in rules.house.options.items()}
    return replace(rules, house=replace(rules.house, options=options))
