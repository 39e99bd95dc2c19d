"""Every row of the base table and of three card poker, by each method, in every circumstance.

Each is ruled on where such a thing can happen, every remedy is tried, and people do what is then
due until a round has been dealt, played and left behind.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache

import pytest

from tablectl.games.three_card_poker import RULEBOOKS
from tablectl.games.three_card_poker_settlement import CARDS_EACH
from tablectl.irregularities.base import BASE
from tablectl.irregularities.kinds import combinations
from tablectl.irregularities.rows import Row, Rulebook
from tablectl.table import ledger
from tablectl.table.consequences import rule_on
from tablectl.table.ledger import Claim
from tablectl.table.ordering import deadlines, give_orders
from tablectl.table.places import LOOSE, RACK, SHOE
from tablectl.table.standing import standing
from tablectl.table.upkeep import upkeep
from tablectl.words.irregularities import Irregularity, Kind
from tablectl.words.methods import AUTOMATED, MANUAL
from tablectl.words.observations import CardsOut
from tablectl.words.rulings import Consequence
from tests.tables import (
    CARD_READER,
    DECK,
    GENERATOR,
    SHOE_1,
    SHUFFLER,
    Table,
    settings_for,
)

BOOKS = {
    "house_policy": Rulebook(BASE),
    "three_card_poker": RULEBOOKS[MANUAL],
    "three_card_poker_in_stacks": RULEBOOKS[AUTOMATED],
}
IN_STACKS = {"three_card_poker_in_stacks"}
DEVICES = {"shuffler_1": SHUFFLER, "reader_1": CARD_READER, "generator_1": GENERATOR}
BY_KIND = {
    "shoe": SHOE_1,
    "shuffler": "shuffler_1",
    "reader": "reader_1",
    "generator": "generator_1",
}
WITH_A_LOOSE_CARD = {
    Kind.FACE_UP_CARD,
    Kind.CARD_DRAWN_IN_ERROR,
    Kind.CARD_BEFORE_CALL,
    Kind.UNSOLICITED_CARD,
    Kind.COUNT_UNCERTAIN,
    Kind.WRONG_STACK,
}
AFTER_THE_DEAL = {Kind.STUB_MISMATCH, Kind.STUB_FINDING, Kind.ORDER_OF_DEAL, Kind.MISDEAL}
BEFORE_THE_CALL = {Kind.CARD_BEFORE_CALL, Kind.CUT_IMPROPER, Kind.LATE_FINDING}


# ---------------------------------------------------------------- where it happens


def moment(kind: Kind, when: Mapping[str, str]) -> str:
    if kind is Kind.SHUFFLE_COUNT:
        return "shuffled"
    if kind in BEFORE_THE_CALL or when.get("cards") == "in":
        return "wagers"
    if kind in AFTER_THE_DEAL:
        return "stub"
    if when.get("moment") == "after_reveal":
        return "player_reveal"
    if when.get("deal") == "not_running" or when.get("next") == "no":
        return "stub"
    return "decisions" if kind is Kind.CARD_EXPOSED else "deal"


@cache
def come_to(where: str, book: str) -> Table:
    method = AUTOMATED if book in IN_STACKS else MANUAL
    settings = settings_for("counting", method=method, devices=DEVICES)
    table = Table(settings)
    table.rules = replace(table.rules, rulebook=BOOKS[book])
    if where == "shuffled":
        return table.follow(lambda t: _phase(t) == "machine_shuffled")
    table.ready_to_bet().to(where)
    if where == "deal":
        table.see(SHOE_1, CardsOut(at_a_time(book)))
    return table


def at_a_time(book: str) -> int:
    """How many cards leave the shoe in one go."""
    return CARDS_EACH if book in IN_STACKS else 1


def _phase(table: Table) -> str:
    deck = table.state.decks.get(DECK)
    return deck.phase if deck is not None else ""


def place_of(kind: Kind, when: Mapping[str, str]) -> str:
    if kind in WITH_A_LOOSE_CARD or (kind, when.get("cards")) == (Kind.EVIDENCE_GAP, "out"):
        return LOOSE
    if kind in (Kind.STUB_MISMATCH, Kind.STUB_FINDING):
        return SHOE
    return {"dealer": "dealer", "player": "seat_2", "stub": SHOE}.get(when.get("whose", ""), "")


def happen(table: Table, kind: Kind, when: Mapping[str, str], count: int) -> Irregularity:
    """The irregularity, ruled on where the table stands, with the cards in question set aside."""
    device = BY_KIND[when.get("device", "shoe")]
    made = Irregularity(kind, when, place_of(kind, when), DECK, device)
    draft = table.draft
    if made.place == LOOSE:
        draft.move(DECK, SHOE, LOOSE, count)
        assert draft.ledger[DECK].count(LOOSE) == count
    if made.place == SHOE:
        wrong = Claim(draft.ledger[DECK].count(SHOE) - 1, "d1", draft.seq)
        draft.put_holding(DECK, ledger.claimed(draft.ledger[DECK], SHOE, wrong))
    rule_on(draft, made)
    upkeep(draft)
    give_orders(draft)
    table.state = draft.frozen(standing(draft), deadlines(draft))
    table.rulings += draft.rulings
    table.phases += draft.phases
    table.carry_out(draft.effects)
    return made


# ---------------------------------------------------------------- the rows


def every_case() -> Iterator[tuple[str, Kind, Mapping[str, str], str]]:
    for book, rulebook in BOOKS.items():
        for row in rulebook.rows:
            for when in filter(row.fits, combinations(row.kind)):
                for remedy in remedies(row):
                    yield book, row.kind, when, remedy


def remedies(row: Row) -> tuple[str, ...]:
    return tuple(remedy.name for remedy in row.ruling.remedies) or ("",)


def name(case: tuple[str, Kind, Mapping[str, str], str]) -> str:
    book, kind, when, remedy = case
    return "-".join((book, kind.value, *when.values(), remedy))


each_case = pytest.mark.parametrize("case", list(every_case()), ids=name)


@each_case
def test_a_ruling_has_its_consequences_and_a_way_out_to_the_next_round(
    case: tuple[str, Kind, Mapping[str, str], str],
) -> None:
    book, kind, when, remedy = case
    table = come_to(moment(kind, when), book).branch()
    table.remedy = remedy

    before = counts(table)
    made = happen(table, kind, when, at_a_time(book))
    after = counts(table.follow(lambda t: not t.state.cases))
    table.ready_to_bet()

    wanted = decided(table, made, remedy)
    count = at_a_time(book)
    seen = {c: evidence(table, c, made.device, before, after, count) for c in wanted}
    assert seen == dict.fromkeys(wanted, True)
    number = table.state.round.number
    assert table.next_round().ready_to_bet().state.round.number == number + 1
    assert table.state.cases == ()
    assert table.errors == []


def decided(table: Table, made: Irregularity, remedy: str) -> set[Consequence]:
    """What the ruling, and the remedy that was chosen, said should happen."""
    ruling = table.rules.rulebook.ruling(made)
    chosen = (r.consequences for r in ruling.remedies if r.name == remedy)
    return {*ruling.consequences, *next(chosen, ())}


Counts = tuple[int, int, int]


def counts(table: Table) -> Counts:
    return table.count(SHOE), table.count(RACK), table.count(LOOSE)


def evidence(
    table: Table,
    consequence: Consequence,
    device: str,
    before: Counts,
    after: Counts,
    count: int,
) -> bool:
    """Whether a consequence can be seen in what the table went through."""
    shoe, rack, _ = before
    match consequence:
        case Consequence.VOID_ROUND:
            return "round:void" in table.phases
        case Consequence.RESHUFFLE:
            return f"deck:{DECK}:machine_shuffled" in table.phases
        case Consequence.RECUT:
            return f"deck:{DECK}:shuffled" in table.phases
        case Consequence.REMOVE_DECK:
            return f"deck:{DECK}:removed" in table.phases
        case Consequence.LATCH_DEVICE:
            return f"device:{device}:faulted" in table.phases
        case Consequence.RACK_CARD:
            return after == (shoe - count, rack + count, 0)
        case Consequence.NEXT_CARD:
            return after == (shoe - count, rack, 0)
        case Consequence.RETURN_CARD:
            return after == before
        case Consequence.COUNT_HANDS:
            return Kind.STUB_FINDING in table.kinds
        case Consequence.GO_ON | Consequence.DISPUTE:
            return not {"round:void", f"deck:{DECK}:removed"} & set(table.phases)
        case _:
            raise AssertionError(f"no row of these books has {consequence}")


def test_no_row_of_either_book_is_left_out() -> None:
    tried = {(book, kind, tuple(when.items())) for book, kind, when, _ in every_case()}
    wanted = {
        (book, kind, tuple(when.items()))
        for book in BOOKS
        for kind in Kind
        for when in combinations(kind)
    }
    assert tried == wanted
