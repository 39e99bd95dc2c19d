"""Rules that no seam reaches, taken out one by one: orders, amounts, rankings, checklists.

One entry a clause of `KEPT` that has nothing cited to fall with. Each does what a programmer would
have done who had never read the clause. Here are those of three card poker and of all games.
"""

from __future__ import annotations

from dataclasses import replace

from tablectl.games import three_card_poker, three_card_poker_settlement
from tablectl.games.ranking import three_cards
from tablectl.games.ranking.ladders import Standing
from tablectl.games.ranking.three_cards import Class
from tablectl.table import answers, notices
from tablectl.table.draft import Draft
from tablectl.table.places import DEALER, RACK, seat_place
from tablectl.table.round_view import RoundView
from tablectl.table.rules import Rules
from tablectl.words.acts import Bet
from tablectl.words.bases import HOUSE
from tablectl.words.cards import Card, Rank
from tablectl.words.dues import CardsDue, ChoiceDue, Due, Line, MoveDue, Settling, WagerDue
from tablectl.words.refusals import Refusal
from tests.clause_bite import by_hand_in_blackjack, by_hand_in_let_it_ride
from tests.clause_bite.seams import every_rules, everywhere
from tests.clause_bite.taking_out import Off, Ranking, asked_early, every_due, one_deck

off, for_all = Off(20), Off(8)
RANKING = Ranking(three_cards)
one_deck(off, three_card_poker.GAME, three_card_poker.METHODS, DEALER)


# ---------------------------------------------------------------- what is asked for, in which order


@off("1 Ante wager")
def _everybody_is_asked() -> None:
    def change(due: Due, view: RoundView) -> Due:
        if not isinstance(due, ChoiceDue):
            return due
        return replace(due, hands=tuple(h for h in view.hands if view.choice("play", h) is None))

    every_due(change)


@off("1 Play wager")
def _play_is_twice_the_ante() -> None:
    def change(due: Due, _: RoundView) -> Due:
        if not isinstance(due, ChoiceDue):
            return due
        twice = (replace(o, adds=tuple(replace(s, parts=2) for s in o.adds)) for o in due.options)
        return replace(due, options=tuple(twice))

    every_due(change)


@off("10(b)#2")
def _from_the_far_right() -> None:
    def change(due: Due, _: RoundView) -> Due:
        return replace(due, hands=due.hands[::-1]) if isinstance(due, ChoiceDue) else due

    every_due(change)


@off("10(d)")
def _picked_up_the_other_way_round() -> None:
    def change(due: Due, _: RoundView) -> Due:
        if not isinstance(due, MoveDue) or due.to != RACK:
            return due
        return replace(due, sources=due.sources[::-1])

    every_due(change)


@off("7(c)#2")
def _cards_face_up() -> None:
    def change(due: Due, _: RoundView) -> Due:
        if not isinstance(due, CardsDue):
            return due
        return replace(due, to=tuple(replace(target, up=True) for target in due.to))

    every_due(change)


@off("8(c)#2")
def _cards_face_up_from_the_hand() -> None:
    _cards_face_up()


@off("10(a)#1")
def _asked_before_the_cards_are_out() -> None:
    """The answers stand among what is due from the call on."""
    asked_early(("deal", "stub"), "decisions")


@off("6(a)3")
def _one_wager_a_seat() -> None:
    original = answers._bet

    def bet(draft: Draft, due: WagerDue, deed: Bet) -> Refusal | None:
        if set(draft.round.wagers.get(seat_place(deed.seat), {})) - {deed.wager}:
            return Refusal("unknown_wager", HOUSE, {"wager": deed.wager})
        return original(draft, due, deed)

    everywhere(original, bet)


@for_all("2(b)1")
def _one_maximum_for_all_wagers() -> None:
    original = three_card_poker._limits
    everywhere(original, lambda view, _: original(view, "ante"))


@for_all("2(b)2")
def _one_maximum_for_all_tables() -> None:
    everywhere(three_card_poker._limits, lambda *_: (None, 10_000))


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


off("3(a)#1")(RANKING.low_cards_are_high)
off("3(a)#2")(RANKING.suits_decide)
for _place, _class in enumerate(sorted(Class, reverse=True)[:-1], start=1):
    off(f"3(b){_place}")(RANKING.nothing_special(_class))


@off("3(a)#3")
def _an_ace_is_only_high() -> None:
    RANKING.an_ace_is_only_high(Rank.ACE, Rank.TWO, Rank.THREE)


@off("3(c)#1")
def _only_the_class_counts() -> None:
    RANKING.every_standing(lambda found, _: Standing(found.kind, 0))


# ---------------------------------------------------------------- notices and limits


def _steps_without(*gone: str) -> None:
    steps, dues = notices._steps, notices.notice_dues
    everywhere(steps, lambda notice: tuple(s for s in steps(notice) if s not in gone))
    everywhere(
        dues, lambda draft: (o for o in dues(draft) if getattr(o.due, "what", "") not in gone)
    )


@for_all("2(c)")
def _limits_without_notice() -> None:
    original = notices._complete
    everywhere(original, lambda notice: notice.limit or original(notice))


@for_all("2(d)")
def _only_the_maximum_is_down() -> None:
    original = answers._bet

    def bet(draft: Draft, due: WagerDue, deed: Bet) -> Refusal | None:
        most = next((kind.most for kind in due.wagers if kind.name == deed.wager), None)
        if deed.over and most is not None and deed.cents is not None:
            deed = replace(deed, cents=min(deed.cents, most))
        return original(draft, due, deed)

    everywhere(original, bet)


@for_all("3(b)")
def _any_time_before() -> None:
    everywhere(notices._too_late, lambda _, __: False)


@for_all("3(b)1")
def _no_sign() -> None:
    _steps_without(notices.SIGN)


@for_all("3(b)2")
def _no_announcement() -> None:
    _steps_without(notices.ANNOUNCEMENT)


@for_all("3(b)3")
def _the_commission_is_not_told() -> None:
    _steps_without(notices.COMMISSION)


@for_all("3(c)")
def _a_limit_is_a_rule() -> None:
    every_rules(_all_rules)


def _all_rules(rules: Rules) -> Rules:
    if rules.house is None:
        return rules
    options = {name: replace(each, limit=False) for name, each in rules.house.options.items()}
    return replace(rules, house=replace(rules.house, options=options))


BY_HAND = {
    **off.changes,
    **for_all.changes,
    **by_hand_in_let_it_ride.off.changes,
    **by_hand_in_blackjack.off.changes,
}
