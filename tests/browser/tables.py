"""The tables of these tests: with simulated devices, run by people at screens."""

from __future__ import annotations

from tests.browser.conftest import SitDown
from tests.browser.crew import Crew
from tests.browser.serving import Served

AUTOMATED = "game: three_card_poker\nmethod: automated_shoe\npreset: automated\n"
COUNTED = f"{AUTOMATED}options: {{count_every: 1}}\n"
"""The stub is counted in every round."""
LET_IT_RIDE = "game: let_it_ride\nmethod: automated_shoe\npreset: automated\n"
BLACKJACK = "game: blackjack\nmethod: manual_shoe\npreset: counting\n"
HOLDEM = "game: holdem\nmethod: hand\npreset: blind\n"
"""Nothing is simulated here: people say what there is to be seen."""
GAMES = {
    "three_card_poker": AUTOMATED,
    "let_it_ride": LET_IT_RIDE,
    "blackjack": BLACKJACK,
    "holdem": HOLDEM,
}
PROVING = (
    f"{AUTOMATED}sign_in: {{}}\npeople: {{d1: [dealer], s1: [supervisor], s2: [supervisor], "
    "t1: [technician], a1: [auditor], m1: [administrator]}\n"
)
"""People prove who they are."""
WAGERS = {
    AUTOMATED: ("ante", "pair_plus"),
    LET_IT_RIDE: ("bet_1", "bet_2", "bet_3"),
    BLACKJACK: ("wager",),
    HOLDEM: ("chips",),
}


def file_of(table: str) -> str:
    return f"version: 1\ntable: touch\nseats: 6\ndecks: [blue]\n{table}"


def crew_at(at: Served, sit_down: SitDown, proof: str = "") -> Crew:
    """Dealer, supervisor and technician, each at a screen of their own."""
    people = ("d1", "s1", "t1")
    return Crew(tuple(sit_down(at.url, person, proof) for person in people))
