"""Who may do what: the matrix that the code makes, against one written by hand.

The first is found by trying: wherever the table comes to, one person of every role gives the
answer to everything that is due. The second is what the house wants.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from functools import cache

import pytest

from tablectl.games.catalogue import GAMES, rules_for
from tablectl.games.options import with_defaults
from tablectl.table.acting import prompt_code
from tablectl.table.authority import matrix
from tablectl.words.acts import Bet, Call, Choose, Confirm, Count, Declare, Deed
from tablectl.words.bases import Role
from tablectl.words.dues import CallDue, ConfirmDue, Due, WagerDue
from tablectl.words.irregularities import Kind
from tablectl.words.observations import CardsOut, LinkLost, NumberDrawn, Observation
from tests.table.drill import drill
from tests.table.poison import POISON, poisoned
from tests.tables import (
    CARD_READER,
    DECK,
    ONE_OF_EACH,
    SHOE_1,
    SHUFFLER,
    Table,
    at,
    identity,
    opened,
    settings_for,
)

D, S, T = Role.DEALER, Role.SUPERVISOR, Role.TECHNICIAN

DUES: dict[str, set[Role]] = {
    # the table and its devices
    "confirm_due:open_table": {S},
    "confirm_due:close_table": {S},
    "confirm_due:clear_fault": {T},
    "confirm_due:release": {T},
    "confirm_due:take_off": {S},
    "confirm_due:put_back": {S},
    "confirm_due:deal_by": {S},
    "confirm_due:accept_identity": {S},
    # decks
    "confirm_due:inspect": {D},
    "confirm_due:verify": {S},
    "confirm_due:spread": {D},
    "confirm_due:wash": {D},
    "confirm_due:shuffle": {D},
    "confirm_due:cut": {D},
    "confirm_due:load": {D},
    "confirm_due:spread_idle": {D},
    "confirm_due:spread_idle_down": {D},
    "confirm_due:remove_deck": {S},
    "confirm_due:receive_deck": {S},
    # the round
    "wager_due": {D},
    "call_due:no_more_bets": {D},
    "cards_due": {D},
    "choice_due:play": {D},
    "count_due": {D},
    "turn_due": {D},
    "move_due": {D},
    "settle_due:forfeits": {D},
    "settle_due:winners": {D},
    "settle_due:void_return": {D},
    # the drill, for what three card poker has not
    "call_due:closed": {D},
    "check_due": {D},
    "choice_due:more": {D},
    "confirm_due:wave": {D},
    "settle_due:pay": {D},
    # cases
    "choice_due:remedy": {S},
    "confirm_due:ruling": {S},
}

DECLARES: dict[Kind, set[Role]] = {
    Kind.FACE_UP_CARD: {D, S},
    Kind.CARD_DRAWN_IN_ERROR: {D, S},
    Kind.CARD_EXPOSED: {D, S},
    Kind.ORDER_OF_DEAL: {D, S},
    Kind.MISDEAL: {D, S},
    Kind.JAM: {D, S},
    Kind.COUNT_DISPUTED: {S},
    Kind.DUPLICATE_CARD: {D, S},
    Kind.FOREIGN_CARD: {D, S},
    Kind.CUT_IMPROPER: {S},
}


# ---------------------------------------------------------------- found by trying


def any_deed(table: Table, due: Due) -> Deed | None:
    match due:
        case WagerDue():
            return Bet(1, due.wagers[0].name)
        case CallDue():
            return Call(due.call)
        case ConfirmDue():
            return Confirm(due.what, due.subject)
        case _:
            return table.deed_for(due)


Found = dict[str, set[Role]]


def look(table: Table, found: Found) -> None:
    """Let one person of every role try everything that is due."""
    for offered in table.offers:
        deed = any_deed(table, offered.due)
        if deed is None:
            continue
        for role, person in ONE_OF_EACH.items():
            refusal = table.branch().do(deed, person).refusal
            code = prompt_code(offered)
            found[code] |= set() if refusal and refusal.code == "wrong_role" else {role}


def looked_at(table: Table, found: Found) -> None:
    """Look wherever the ordinary course leads, until a round is over and the next can be dealt."""
    number = table.state.round.number

    def over(table: Table) -> bool:
        look(table, found)
        return table.state.round.number > number and table.draft.deck_in_shoe != ""

    table.follow(over)


def folding() -> Table:
    table = at("decisions")
    table.must(Choose("play", "seat_2", "fold"))
    return table


def dealers_card_exposed() -> Table:
    table = at("decisions")
    table.declare(Kind.CARD_EXPOSED, "dealer")
    return table


def players_card_exposed() -> Table:
    table = at("decisions")
    table.declare(Kind.CARD_EXPOSED, "seat_2")
    return table


def miscounted() -> Table:
    table = at("stub")
    table.must(Count("shoe", 45))
    return table


def card_missing() -> Table:
    table = miscounted()
    for place, cards in (("seat_2", 3), ("dealer", 3), ("shoe", 45)):
        table.must(Count(place, cards))
    return table


def jammed() -> Table:
    table = opened("counting")
    table.declare(Kind.JAM, device=SHOE_1)
    return table


def without_its_shuffler() -> Table:
    """Dealt from the hand, and the shuffler is gone; another device is unplugged."""
    settings = settings_for(
        method="hand", devices={"shuffler_1": SHUFFLER, "reader_1": CARD_READER}
    )
    table = Table(settings).ready_to_bet()
    for name in ("shuffler_1", "reader_1"):
        table.take(Observation(name, LinkLost("unplugged")))
    table.must(Confirm("take_off", "shuffler_1"), "s1")
    return table


def with_a_new_reader() -> Table:
    """The card reader was exchanged for another one of its model."""
    table = Table(settings_for(devices={"reader_1": CARD_READER})).ready_to_bet()
    table.take(Observation("reader_1", replace(identity(CARD_READER), serial="R-9")))
    return table


def stopped() -> Table:
    table = poisoned()
    table.do(POISON)
    return table


def waving() -> Table:
    table = drill("number")
    table.see("generator_1", NumberDrawn("wheel", 2))
    return table


@cache
def found_by_trying() -> Found:
    found: Found = defaultdict(set)
    for where in (
        Table, folding, dealers_card_exposed, players_card_exposed, miscounted, card_missing,
        jammed, stopped, drill, waving, without_its_shuffler, with_a_new_reader,
    ):  # fmt: skip
        looked_at(where(), found)
    return found


def test_the_ways_above_lead_to_every_due_that_a_person_can_answer() -> None:
    assert set(found_by_trying()) == set(DUES)


@pytest.mark.parametrize("code", DUES)
def test_whoever_may_answer_a_due_is_who_the_house_wants_and_nobody_else(code: str) -> None:
    assert found_by_trying()[code] == DUES[code]


# ---------------------------------------------------------------- declarations


def moment_for(kind: Kind) -> Table:
    """A table at which a kind may be reported, if anybody may."""
    if kind is Kind.CUT_IMPROPER:
        return opened("counting")
    if kind is Kind.FACE_UP_CARD:
        table = at("deal", "counting")
        table.see(SHOE_1, CardsOut(1))
        return table
    return at("decisions", "counting")


def who_may_declare(kind: Kind) -> set[Role]:
    place = "dealer" if kind is Kind.CARD_EXPOSED else ""
    deed = Declare(kind, place, device=SHOE_1)
    table = moment_for(kind)
    return {
        role for role, person in ONE_OF_EACH.items() if table.branch().do(deed, person).accepted
    }


@pytest.mark.parametrize("kind", Kind, ids=lambda kind: kind.value)
def test_whoever_may_report_a_kind_is_who_the_house_wants_and_nobody_else(kind: Kind) -> None:
    assert who_may_declare(kind) == DECLARES.get(kind, set())


# ---------------------------------------------------------------- the matrix that is printed

A = Role.ADMINISTRATOR
UNASKED: dict[str, set[Role]] = {
    "amend_wager": {D, S},
    "amend_choice": {D, S},
    "amend_count": {D, S},
    "dispute": {D, S},
    "change_option": {S},
    "declare_contents": {S},
    "enrol": {A},
    "unlock": {A},
    "dismiss": {A},
    "stage": {T},
}
IN_THE_ROUND = (
    "bet, take_back", "call", "deal", "choose", "check", "count", "turn", "move", "settle",
)  # fmt: skip
NOT_TRIED: dict[str, set[Role]] = {
    "confirm take_out": {D},
    "confirm cutting_card": {D},
    "confirm take_over": {D},
    "declare wrong_side": {D, S},
    "confirm turn_up": {D},
    "confirm resolve_dispute": {S},
    "confirm post_sign": {S},
    "confirm announce_change": {D, S},
    "confirm tell_commission": {S},
    "confirm withdraw_change": {S},
}
"""What the ways above do not lead to; each has a test of its own where it is done."""


def written_by_hand() -> dict[str, set[Role]]:
    """The matrix of three card poker as the house wants it."""
    confirmed = {
        f"confirm {code.removeprefix('confirm_due:')}": roles
        for code, roles in DUES.items()
        if code.startswith("confirm_due:") and code != "confirm_due:wave"
    }
    return {
        **{deeds: {D} for deeds in IN_THE_ROUND},
        **confirmed,
        "choose remedy": {S},
        **NOT_TRIED,
        **{f"declare {kind.value}": roles for kind, roles in DECLARES.items()},
        **UNASKED,
    }


def test_the_matrix_that_the_code_makes_is_the_one_that_the_house_wants() -> None:
    made = matrix(rules_for(settings_for()))
    assert {what: set(grant.roles) for what, grant in made.items()} == written_by_hand()


def test_the_matrix_names_the_second_person_and_who_may_not_be_the_one() -> None:
    made = matrix(rules_for(settings_for()))
    assert {what for what, grant in made.items() if grant.second} == {"declare_contents"}
    assert set(made["declare_contents"].second) == {D, S}
    assert {w: g.not_by for w, g in made.items() if g.not_by} == {
        "confirm verify": "inspect",
        "confirm take_over": "the last round",
    }
    assert {what for what, grant in made.items() if grant.later == (S,)} == {
        "amend_wager", "amend_choice", "amend_count",
    }  # fmt: skip


@pytest.mark.parametrize("name", GAMES)
def test_no_game_lets_anybody_else_confirm_what_is_common_to_all(name: str) -> None:
    game = GAMES[name]
    decks = tuple(f"deck{number}" for number in range(game.decks[0]))
    settings = replace(
        settings_for(), game=name, method=game.methods[0], decks=decks,
        seats=game.seats[0], options=with_defaults(game, {}),
    )  # fmt: skip
    made = matrix(rules_for(settings))
    hand = written_by_hand()
    common = {what for what in made if what in hand}
    assert {what: set(made[what].roles) for what in common} == {w: hand[w] for w in common}
    assert {role for grant in made.values() for role in grant.roles} == {D, S, T, A}


def test_a_person_of_two_roles_may_do_what_either_may() -> None:
    table = Table()
    table.must(Confirm("open_table"), "b1")
    table.must(Confirm("inspect", DECK), "b1")
