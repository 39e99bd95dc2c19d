"""Rules of let it ride that no seam reaches, taken out one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from tablectl.games import let_it_ride, let_it_ride_settlement
from tablectl.games.let_it_ride_settlement import COMMON, LEFT, MIDDLE, RIGHT
from tablectl.games.ranking import five_cards
from tablectl.games.ranking.five_cards import Class
from tablectl.table import notices
from tablectl.table.places import DEALER
from tablectl.table.round_view import RoundView
from tablectl.words.bases import Clause
from tablectl.words.cards import Card, Rank
from tablectl.words.dues import CardsDue, ChoiceDue, Due, Line, Option, Target, TurnDue
from tablectl.words.money import Odds
from tests.clause_bite.seams import everywhere, put
from tests.clause_bite.taking_out import Change, Off, Ranking, asked_early, every_due, one_deck

off = Off(18)
one_deck(off, let_it_ride.GAME, let_it_ride.METHODS, LEFT)

# ---------------------------------------------------------------- the deal


@off("1 Community card")
def _common_cards_are_the_dealers() -> None:
    def change(due: Due, _: RoundView) -> Due:
        if not isinstance(due, CardsDue):
            return due
        return replace(due, to=tuple(_of_the_dealer(target) for target in due.to))

    every_due(change)


def _of_the_dealer(target: Target) -> Target:
    return replace(target, place=DEALER) if target.place in COMMON else target


def _out_of_its_turn(section: str, step: int) -> Change:
    """A card of the common area comes first of all, or before the hands of its pass."""
    common = COMMON[(step - 1) // 2]

    def change(due: Due, view: RoundView) -> Due:
        if not isinstance(due, CardsDue) or due.basis != Clause(f"19:47-18.{section}#2"):
            return due
        at = next((n for n, target in enumerate(due.to) if target.place == common), 0)
        earlier = max(0, at - len(view.hands)) if step % 2 else 0
        others = (*due.to[:at], *due.to[at + 1 :])
        return replace(due, to=(*others[:earlier], due.to[at], *others[earlier:]))

    return lambda: every_due(change)


for _section in ("7(c)", "8(c)"):
    for _step in range(1, 7):
        off(f"{_section}{_step}")(_out_of_its_turn(_section, _step))


# ---------------------------------------------------------------- answers


def _other_options(question: str, change: Callable[[Option], Option]) -> Change:
    def changed(due: Due, _: RoundView) -> Due:
        if not isinstance(due, ChoiceDue) or due.question != question:
            return due
        return replace(due, options=tuple(change(option) for option in due.options))

    return lambda: every_due(changed)


def _riding_is_withdrawing(option: Option) -> Option:
    return replace(option, takes_back=("bet_1", "bet_2")) if option.name == "ride" else option


def _withdrawing_is_riding(option: Option) -> Option:
    return replace(option, takes_back=())


for _bet, _cited in (("bet_1", "10(b)"), ("bet_2", "10(e)")):
    off(f"{_cited}1")(_other_options(_bet, _riding_is_withdrawing))
    off(f"{_cited}2")(_other_options(_bet, _withdrawing_is_riding))


@off("1 Let it ride")
def _a_third_answer() -> None:
    def changed(due: Due, _: RoundView) -> Due:
        if not isinstance(due, ChoiceDue):
            return due
        return replace(due, options=(*due.options, Option("half")))

    every_due(changed)


@off("6(d)#3")
def _bet_three_goes_too() -> None:
    _other_options(
        "bet_2", lambda o: replace(o, takes_back=(*o.takes_back, "bet_3")) if o.takes_back else o
    )()


@off("10(a)")
def _asked_before_the_cards_are_out() -> None:
    asked_early(("deal", "stub"), "bet_1")


@off("10(e)#1")
def _asked_before_the_card_is_shown() -> None:
    asked_early(("bet_1", "burn", "first_common"), "bet_2")


def _without_line(line: str) -> Change:
    def change(due: Due, _: RoundView) -> Due:
        if not isinstance(due, TurnDue):
            return due
        return replace(due, checklist=tuple(step for step in due.checklist if step != line))

    return lambda: every_due(change)


off("10(a)3")(_without_line("hands_face_down"))
off("10(f)#1")(_without_line("first_common_to_the_right"))


# ---------------------------------------------------------------- hands and money


def _hand_with(*common: str) -> Change:
    """Other common cards count with those of the player."""

    def hand_of(view: RoundView, place: str) -> tuple[Card, ...] | None:
        found = [view.cards(where) for where in (place, *common)]
        cards = tuple(card for each in found if each for card in each)
        return cards if len(cards) == five_cards.CARDS else None

    return lambda: everywhere(let_it_ride_settlement.hand_of, hand_of)


off("1 Hand")(_hand_with(RIGHT, RIGHT))
off("10(g)1")(_hand_with(MIDDLE, MIDDLE))
off("10(d)#2")(_hand_with(LEFT, RIGHT))


def _bonus_lines(change: Callable[[RoundView, Line], Line | None]) -> Change:
    original = let_it_ride_settlement._bonus

    def bonus(view: RoundView, hand: str, cards: tuple[Card, ...]) -> Iterator[Line]:
        changed = (change(view, line) for line in original(view, hand, cards))
        return (line for line in changed if line is not None)

    return lambda: everywhere(original, bonus)


off("6A(d)")(_bonus_lines(lambda view, line: line if view.has(line.hand, "bet_1") else None))
off("11(c)#3")(
    _bonus_lines(lambda view, line: replace(line, cents=0) if view.number("payout_limit") else line)
)


@off("10(i)1")
def _paid_from_the_far_left() -> None:
    original = let_it_ride_settlement.settlement
    everywhere(original, lambda view: original(view)[::-1])


@off("11(a)")
def _odds_for_one() -> None:
    put(Odds, "__str__", lambda odds: f"{odds.pays + 1} for {odds.to}")


@off("11(c)#2")
def _any_time_before() -> None:
    everywhere(notices._too_late, lambda _, __: False)


# ---------------------------------------------------------------- the ranking

RANKING = Ranking(five_cards)
off("3(a)#1")(RANKING.low_cards_are_high)
off("3(a)#3")(RANKING.suits_decide)
for _place, _class in enumerate(sorted(Class, reverse=True)[:-1], start=1):
    off(f"3(b){_place}")(RANKING.nothing_special(_class))


@off("3(a)#2")
def _an_ace_is_only_high() -> None:
    RANKING.an_ace_is_only_high(Rank.ACE, Rank.TWO, Rank.THREE, Rank.FOUR, Rank.FIVE)
