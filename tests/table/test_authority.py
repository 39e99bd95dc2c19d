"""Who may do what: the matrix that the code makes, against one written by hand.

The first is found by trying: wherever the table comes to, one person of every role gives the
answer to everything that is due. The second is what the house wants.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from functools import cache

import pytest

from tablectl.table.acting import prompt_code
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


def test_a_person_of_two_roles_may_do_what_either_may() -> None:
    table = Table()
    table.must(Confirm("open_table"), "b1")
    table.must(Confirm("inspect", DECK), "b1")
