"""The referee's own tables: what cards are worth, what is paid, what must follow."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest

from simulators.referee.book import DEALER, Round
from simulators.referee.evidence import Account
from simulators.referee.tables.catalogue import GAMES as REFEREED
from simulators.referee.tables.game import Game, Matter
from simulators.referee.tables.three_cards import plays, worth
from tablectl.clauses.registry import family
from tablectl.games.catalogue import GAMES
from tablectl.games.ranking.three_cards import standing
from tablectl.irregularities.kinds import combinations as circumstances_of
from tablectl.words.bases import Clause
from tablectl.words.cards import STANDARD_52
from tablectl.words.irregularities import Irregularity, Kind
from tests.tables import settings_for

LADDER = (
    "5C 3D 2S",
    "QS 3D 2C",
    "AS KD JC",
    "2S 2D AC",
    "AS AD 2C",
    "AS AD KC",
    "5S 3S 2S",
    "AS KS JS",
    "3S 2D AC",
    "4S 3D 2C",
    "AS KD QC",
    "2S 2D 2C",
    "AS AD AC",
    "3S 2S AS",
    "AS KS QS",
)
"""From the lowest to the highest."""


def test_hands_rank_as_the_regulation_lists_them() -> None:
    worths = [worth(hand.split()) for hand in LADDER]
    assert worths == sorted(worths)
    assert len(set(worths)) == len(worths)


@pytest.mark.parametrize(("dealer", "enough"), [("QS 3D 2C", True), ("JS TD 8C", False)])
def test_the_dealer_plays_with_queen_high(dealer: str, enough: bool) -> None:
    assert plays(dealer.split()) is enough


def test_both_rankings_sort_a_deck_of_hands_alike() -> None:
    """Every tenth hand beside the next one: two implementations that share nothing."""
    hands = list(combinations(STANDARD_52, 3))[::10]
    for one, other in pairwise(hands):
        ours, theirs = (worth([card.code for card in hand]) for hand in (one, other))
        assert (ours > theirs) == (standing(one) > standing(other)), (one, other)
        assert (ours == theirs) == (standing(one) == standing(other)), (one, other)


def settled(mine: str, dealer: str, **wagers: int) -> dict[str, str]:
    turned: dict[str, list[str] | None] = {"seat_2": mine.split(), DEALER: dealer.split()}
    account = Account(settings_for("blind"))
    account.round = Round(hands=["seat_2"], wagers={"seat_2": dict(wagers)}, turned=turned)
    both = (*account.lines("losers"), *account.lines("winners"))
    return {line.wager: str(line).partition(line.wager)[2].strip() for line in both}


def test_every_wager_is_settled_by_its_own_rule() -> None:
    against = {"ante": 10, "play": 10}
    assert settled("KS KD 2C", "QS QD AC", **against) == {
        "ante": "pay at 1 to 1 10",
        "play": "pay at 1 to 1 10",
    }
    assert settled("2S 4D 5C", "JS TD 8C", **against) == {
        "ante": "pay at 1 to 1 10",
        "play": "return",
    }
    assert settled("4S 3S 2S", "AS AD AC", **against, pair_plus=5) == {
        "ante": "pay at 1 to 1 10",
        "play": "pay at 1 to 1 10",
        "ante_bonus": "pay at 5 to 1 50",
        "pair_plus": "pay at 40 to 1 200",
    }
    assert settled("KS QD 2C", "KD QC 2S", **against) == {"ante": "return", "play": "return"}
    assert settled("KS QD 2C", "AD QC 3S", **against, pair_plus=5) == {
        "ante": "collect",
        "play": "collect",
        "pair_plus": "collect",
    }


# ---------------------------------------------------------------- what must follow


OF_OTHER_GAMES = {
    "three_card_poker": (Kind.UNSOLICITED_CHECK, Kind.NUMBER_OUT_OF_RANGE, Kind.CHIPS_MISMATCH),
    "let_it_ride": (Kind.UNSOLICITED_CHECK, Kind.NUMBER_OUT_OF_RANGE),
    "blackjack": (Kind.NUMBER_OUT_OF_RANGE, Kind.CHIPS_MISMATCH),
}
"""What cannot happen in a game."""
WHERE_HANDS_DRAW = (
    Kind.PASSED_OVER,
    Kind.CARD_NOT_GIVEN,
    Kind.CARDS_TOUCHED,
    Kind.CARD_NOT_FROM_SHOE,
    Kind.CARDS_RUN_OUT,
    Kind.WRONG_SIDE,
)
METHODS = [(game, method) for game in REFEREED for method in GAMES[game].methods]


@pytest.mark.parametrize(("game", "method"), METHODS)
def test_two_encodings_of_the_regulation_say_the_same(game: str, method: str) -> None:
    """Every row of a game beside the referee's, but for what this game cannot meet."""
    rules = GAMES[game].rules(settings_for("blind", game=game, method=method))
    referees = REFEREED[game].by_method.get(method, REFEREED[game])
    for kind in Kind:
        for circumstances in circumstances_of(kind):
            ours = referees.rulings.follows(method, kind.value, circumstances)
            if ours is None:
                one_at_a_time = kind is Kind.WRONG_STACK and method != "automated_shoe"
                elsewhere = game != "blackjack" and kind in WHERE_HANDS_DRAW
                assert kind in OF_OTHER_GAMES[game] or one_at_a_time or elsewhere
                continue
            ruling = rules.rulebook.ruling(Irregularity(kind, circumstances))
            cited = ruling.basis.citation if isinstance(ruling.basis, Clause) else ""
            assert cited.removeprefix("19:47-") == ours.clause, (kind, circumstances)
            assert tuple(c.value for c in ruling.consequences) == ours.at_once
            assert {remedy.name for remedy in ruling.remedies} == set(ours.choices)
            assert bool(ruling.confirm) == (ours.confirmed or bool(ours.choices))


@pytest.mark.parametrize("game", REFEREED.values(), ids=list(REFEREED))
def test_whatever_the_referee_objects_to_has_a_clause_that_is_registered(game: Game) -> None:
    assert set(game.clauses) == set(Matter)
    cited = [clause for clause in game.clauses.values() if clause]
    assert [clause for clause in cited if not family(f"19:47-{clause}")] == []
