"""Every code that can reach a person has a text, and no text speaks of what cannot happen.

What can happen is read off the games of the catalogue, the closed lists, and the source itself.
"""

import ast
import importlib
import string
from collections.abc import Callable, Iterable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tablectl.games.catalogue import GAMES
from tablectl.games.let_it_ride import BEFORE_THE_LAST
from tablectl.games.one_deck import COUNT_STEPS
from tablectl.games.options import OptionSpec, with_defaults
from tablectl.irregularities.base import BASE
from tablectl.irregularities.kinds import CIRCUMSTANCES, DECLARABLE, combinations
from tablectl.table.accepting import STEPS as ACCEPT_STEPS
from tablectl.table.arranging import OFF_STEPS
from tablectl.table.rules import DEVICES, TABLES, Rules
from tablectl.table.state import Fate
from tablectl.texts import (
    case_text,
    due_text,
    hint_text,
    lack_text,
    line_text,
    place_name,
    prompt_text,
    refusal_text,
    told_texts,
)
from tablectl.texts import phases as phase_texts
from tablectl.texts.dues import CHECKLISTS, CONFIRMS, HINTS, LACKS, STAGES
from tablectl.texts.facts import FLAGS, LIMITS, MONEY, WARNINGS
from tablectl.texts.labels import (
    ABILITIES,
    CONFIRM_LABELS,
    KINDS_OF_DEVICE,
    REPORTS,
    STAGE_LABELS,
)
from tablectl.texts.records import IGNORED, report_text
from tablectl.texts.refusals import REFUSALS
from tablectl.texts.rulings import CONSEQUENCES, FRAGMENTS, KINDS, REMEDIES
from tablectl.texts.settlement import SETTLINGS
from tablectl.words.bases import HOUSE, ApprovedProcedure, Clause, HousePolicy, Role, cited
from tablectl.words.canonical import tag_of, to_plain
from tablectl.words.cards import Card
from tablectl.words.dues import (
    CallDue,
    CardsDue,
    CheckDue,
    ChoiceDue,
    ConfirmDue,
    CountDue,
    Due,
    Lack,
    Line,
    MoveDue,
    NumberDue,
    Option,
    SettleDue,
    Settling,
    Target,
    TurnDue,
    WagerDue,
    WagerKind,
)
from tablectl.words.irregularities import Irregularity, Kind
from tablectl.words.money import Odds
from tablectl.words.observations import CardsReturned, ChamberLoaded, Report, ShuffleEnded
from tablectl.words.refusals import Refusal
from tablectl.words.rulings import Consequence, Ruled, ruled_view
from tablectl.words.settings import Can, DeviceKind, Settings

ROOT = Path(__file__).resolve().parent.parent
CLAUSE = Clause("19:47-20.12(d)")
BASES = (CLAUSE, HOUSE, HousePolicy("silent"), ApprovedProcedure("P-7", "19:47-20.5(c)"))

# ------------------------------------------------------------------ what can happen


def all_rules() -> Iterator[Rules]:
    """The rules of every game by every method it has, with as few and as many decks as it takes,
    and by every word that an option of it may be."""
    for game in GAMES.values():
        worded = {name: spec.words for name, spec in game.options.items() if spec.words}
        said = list(product(*worded.values()))
        for method, count, words in product(game.methods, sorted(set(game.decks)), said):
            decks = tuple(f"deck_{n}" for n in range(count))
            options = with_defaults(game, dict(zip(worded, words, strict=True)))
            yield game.rules(
                Settings("T", game.name, method, game.seats[0], decks, options, {}, {}, "0")
            )


RULES = tuple(all_rules())


def sources() -> list[Path]:
    return [p for part in ("table", "games") for p in (ROOT / "tablectl" / part).rglob("*.py")]


def calls(names: Iterable[str]) -> Iterator[tuple[ast.Call, Any]]:
    """Every call of these names in the core, with the module that makes it."""
    wanted = set(names)
    for path in sources():
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in wanted:
                yield node, importlib.import_module(module.removesuffix(".__init__"))


def codes_of(name: str) -> set[str]:
    """The first arguments of these calls, written out or named by a constant of the module."""
    found = set()
    for node, module in calls([name]):
        match node.args:
            case [ast.Constant(value=str(code)), *_]:
                found.add(code)
            case [ast.Name(id=constant), *_] if isinstance(getattr(module, constant, None), str):
                found.add(getattr(module, constant))
    return found


def reasons_to_ignore() -> set[str]:
    """The codes with which the core says that an input changes nothing."""
    found = set()
    for path in sources():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case (
                    ast.Assign(
                        targets=[ast.Attribute(attr="ignored")], value=ast.Constant(value=str(code))
                    )
                    | ast.keyword(arg="ignored", value=ast.Constant(value=str(code)))
                ):
                    found.add(code)
    return found - {""}


def strings_in_the_core() -> set[str]:
    return {
        node.value
        for path in sources()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def test_there_are_games_to_read_texts_for() -> None:
    assert RULES


# ------------------------------------------------------------------ the catalogue is complete


def preparations() -> set[str]:
    return {prep.what for rules in RULES for prep in rules.preparations}


def remedies() -> set[str]:
    rows = [*BASE, *(row for rules in RULES for row in rules.rulebook.rows)]
    return {remedy.name for row in rows for remedy in row.ruling.remedies}


def checklists() -> set[str]:
    rows = [row for rules in RULES for row in rules.rulebook.rows]
    from_rows = {item for row in rows for item in row.ruling.checklist}
    own = {i for r in RULES for prep in r.preparations for i in prep.checklist}
    set_up = {i for r in RULES for steps in r.arrangement.set_up.values() for i in steps}
    told = {*OFF_STEPS, *ACCEPT_STEPS, *COUNT_STEPS, *BEFORE_THE_LAST}
    return {*told, *set_up, *from_rows, *own}


def options(kind: Callable[[OptionSpec], bool]) -> Iterator[str]:
    """Options of a kind in any game, apart from the limits of wagers, which read by their ends."""
    for game in GAMES.values():
        found = (name for name, spec in game.options.items() if kind(spec))
        yield from (name for name in found if not name.endswith(LIMITS))


def is_flag(spec: OptionSpec) -> bool:
    return (spec.least, spec.most) == (0, 1)


def is_amount(spec: OptionSpec) -> bool:
    return spec.says.startswith("cents")


@pytest.mark.parametrize(
    ("told", "possible"),
    [
        pytest.param(set(KINDS), set(Kind), id="kinds"),
        pytest.param(set(CONSEQUENCES), set(Consequence), id="consequences"),
        pytest.param(set(REMEDIES), remedies(), id="remedies"),
        pytest.param(set(REFUSALS), codes_of("Refusal"), id="refusals"),
        pytest.param(set(LACKS), codes_of("Lack"), id="lacks"),
        pytest.param(set(WARNINGS), codes_of("Warned"), id="warnings"),
        pytest.param(set(IGNORED), reasons_to_ignore(), id="ignored inputs"),
        pytest.param(set(CONFIRMS), preparations() | codes_of("ConfirmDue"), id="confirmations"),
        pytest.param(set(CHECKLISTS), checklists(), id="checklists"),
        pytest.param(set(CONFIRM_LABELS), set(CONFIRMS), id="labels of confirmations"),
        pytest.param(set(STAGE_LABELS), set(STAGES), id="labels of stages"),
        pytest.param(set(REPORTS), set(DECLARABLE), id="labels of reports"),
        pytest.param(set(KINDS_OF_DEVICE), set(DeviceKind), id="kinds of device"),
        pytest.param(set(ABILITIES), set(Can), id="abilities of devices"),
        pytest.param(set(FLAGS), set(options(is_flag)), id="options that are so or not so"),
        pytest.param(set(MONEY), set(options(is_amount)), id="options that are amounts"),
        pytest.param(set(SETTLINGS), set(Settling), id="settlings"),
        pytest.param(
            set(phase_texts.STEPS),
            {step for rules in RULES for step in rules.plan.table.phases},
            id="steps",
        ),
        pytest.param(
            set(phase_texts.DECKS),
            {phase for rules in RULES for phase in rules.decks.phases},
            id="deck phases",
        ),
        pytest.param(set(phase_texts.DEVICES), set(DEVICES.phases), id="device phases"),
        pytest.param(set(phase_texts.TABLES), set(TABLES.phases), id="table phases"),
        pytest.param(set(phase_texts.FATES), {fate.value for fate in Fate}, id="fates"),
        pytest.param(
            set(FRAGMENTS),
            {(n, v) for d in CIRCUMSTANCES.values() for n, values in d.items() for v in values},
            id="circumstances",
        ),
    ],
)
def test_exactly_what_can_happen_has_a_text(told: set[Any], possible: set[Any]) -> None:
    assert possible - told == set(), "these have no text"
    assert told - possible == set(), "these texts speak of what cannot happen"


def test_every_stage_written_in_the_core_has_a_text() -> None:
    assert codes_of("SettleDue") - set(STAGES) == set()


def test_no_text_speaks_of_a_stage_that_no_game_has() -> None:
    assert set(STAGES) - strings_in_the_core() == set()


def placeholders(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


@pytest.mark.parametrize("kind", Kind)
def test_a_text_names_every_circumstance_of_its_kind(kind: Kind) -> None:
    assert placeholders(KINDS[kind]) == set(CIRCUMSTANCES[kind])


def test_a_refusal_names_only_what_its_code_is_given() -> None:
    for node, _ in calls(["Refusal"]):
        match node.args:
            case [ast.Constant(value=str(code)), _, ast.Dict(keys=keys), *_]:
                given = {key.value for key in keys if isinstance(key, ast.Constant)}
                assert placeholders(REFUSALS[code]) <= given, code


# ------------------------------------------------------------------ every text reads well


def reads_well(text: str) -> bool:
    return (
        not text[0].islower()
        and text.isprintable()
        and not any(mark in text for mark in ("{", "}", "_", "  ", "None", "''", '""'))
    )


def every_ruled() -> Iterator[Ruled]:
    for rules in RULES:
        for kind in Kind:
            for circumstances in combinations(kind):
                irregularity = Irregularity(kind, circumstances, "dealer", "blue", "shoe")
                yield Ruled(irregularity, rules.rulebook.ruling(irregularity))


def test_every_ruling_reads_well_and_ends_with_its_basis() -> None:
    for ruled in every_ruled():
        happened, follows = told_texts(ruled_view(ruled))
        assert reads_well(happened), happened
        assert reads_well(follows), follows
        assert follows.endswith(f"[{cited(ruled.ruling.basis)}]")


def test_no_two_irregularities_read_the_same() -> None:
    told = [
        told_texts(
            ruled_view(
                Ruled(Irregularity(kind, c), RULES[0].rulebook.ruling(Irregularity(kind, c)))
            )
        )[0]
        for kind in Kind
        for c in combinations(kind)
    ]
    assert len(set(told)) == len(told)


SAMPLES: dict[str, int | str] = {
    "person": "d1",
    "needs": "dealer",
    "place": "seat_3.2",
    "device": "shoe",
}
SAID = (
    "kind", "deed", "wager", "choice", "check", "call", "question", "what", "option", "step",
    "untold",
)  # fmt: skip


@pytest.mark.parametrize("basis", BASES, ids=[cited(basis) for basis in BASES])
@pytest.mark.parametrize("code", [*REFUSALS, *LACKS])
def test_every_refusal_reads_well_and_ends_with_its_basis(code: str, basis: Any) -> None:
    template = REFUSALS.get(code, "{call}")
    args: dict[str, int | str] = {
        name: SAMPLES.get(name, "pair_plus" if name in SAID else 500)
        for name in placeholders(template)
    }

    text = refusal_text(Refusal(code, basis, args, hint="call_due:no_more_bets"))

    assert reads_well(text), text
    assert text.endswith(f"[{cited(basis)}]")


def test_a_refusal_speaks_of_money_in_dollars() -> None:
    refused = Refusal("below_minimum", CLAUSE, {"cents": 250, "least": 500})
    assert refusal_text(refused) == ("$2.50 is below the table's minimum of $5. [19:47-20.12(d)]")


def test_a_code_without_a_text_is_shown_and_not_hidden() -> None:
    refused = Refusal("brand_new", HOUSE, {"place": "seat_1"})
    assert refusal_text(refused) == "Brand new (place seat_1). [house policy]"


DUES: tuple[Due, ...] = (
    WagerDue((1, 2, 3), (WagerKind("ante"), WagerKind("pair_plus")), CLAUSE),
    WagerDue((2,), (WagerKind("ante"),), CLAUSE, must=True),
    CallDue("no_more_bets", CLAUSE),
    CallDue("no_more_bets", CLAUSE, Lack("no_wagers", HOUSE, "seat_1")),
    CardsDue((Target("seat_1"), Target("dealer", up=True)), CLAUSE),
    CardsDue((Target("seat_1", 3),), CLAUSE),
    ChoiceDue("play", ("seat_1", "seat_3.2"), (Option("play"), Option("fold")), CLAUSE),
    ChoiceDue("remedy", ("case_1",), (Option("go_on"), Option("void_round")), HOUSE),
    CheckDue("hole_card", "dealer", (), CLAUSE),
    CountDue("shoe", CLAUSE),
    NumberDue("start", 1, 7, CLAUSE),
    TurnDue(("dealer", "seat_1"), CLAUSE),
    MoveDue(("seat_1", "seat_2", "dealer"), "rack", CLAUSE),
    SettleDue("losers", (Line("seat_1", "ante", Settling.COLLECT, 500),), CLAUSE),
    ConfirmDue("verify", CLAUSE, "blue", (Role.SUPERVISOR,), not_by="d1"),
    ConfirmDue("cut", CLAUSE, "blue", checklist=("cover_card_down",), least=10, most=51),
    ConfirmDue("ruling", HOUSE, "case_2", (Role.SUPERVISOR,)),
    ConfirmDue("clear_fault", HOUSE, "shoe-1", (Role.TECHNICIAN,)),
)


def as_viewed(due: Due) -> dict[str, Any]:
    return {**to_plain(due), "is": tag_of(type(due))}


@pytest.mark.parametrize("due", DUES, ids=lambda due: tag_of(type(due)))
def test_every_due_reads_well_as_a_prompt_and_ends_with_its_basis(due: Due) -> None:
    viewed = as_viewed(due)
    who = [role.value for role in due.roles]

    text = prompt_text({"due": viewed, "who": who, "basis": cited(due.basis)})

    assert reads_well(text), text
    assert text.startswith(f"The {who[0]}")
    assert text.endswith(f"[{cited(due.basis)}]")


def test_every_kind_of_due_is_tried_here_and_has_a_hint() -> None:
    kinds = {tag_of(kind) for kind in Due.__args__}  # a union knows its members
    assert {tag_of(type(due)) for due in DUES} == kinds
    named = {"confirm_due", "settle_due", "call_due", "choice_due"}
    assert set(HINTS) == kinds - named


@pytest.mark.parametrize(
    "code",
    [
        "confirm_due:verify",
        "settle_due:losers",
        "call_due:no_more",
        "choice_due:play",
        "choice_due:remedy",
        "cards_due",
    ],
)
def test_a_hint_reads_well_from_the_code_alone(code: str) -> None:
    assert reads_well(hint_text(code)), hint_text(code)


def test_a_prompt_says_who_must_not_be_the_one() -> None:
    due = as_viewed(ConfirmDue("verify", CLAUSE, "blue", (Role.SUPERVISOR,), not_by="d1"))
    assert due_text(due, "the supervisor") == (
        "The supervisor, who must not be d1, verifies the inspection of deck blue."
    )


def test_what_is_lacking_is_told_with_its_basis() -> None:
    lack = to_plain(CallDue("x", CLAUSE, Lack("deck_not_loaded", CLAUSE)))["lacking"]
    assert lack_text(lack) == "no deck is ready to be dealt from [19:47-20.12(d)]"


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (
            Line("seat_3", "ante", Settling.PAY, 2500, Odds(1), 2500, CLAUSE),
            "Seat 3: ante $25 is paid $25 at 1 to 1. [19:47-20.12(d)]",
        ),
        (
            Line("seat_3", "bonus", Settling.PAY, 100, None, 500, CLAUSE),
            "Seat 3: bonus $1 is paid $5. [19:47-20.12(d)]",
        ),
        (
            Line("seat_3", "ante", Settling.PAY, None, Odds(3, 2)),
            "Seat 3: ante is paid at 3 to 2. [house policy]",
        ),
        (
            Line("seat_1", "play", Settling.COLLECT, 1050),
            "Seat 1: play $10.50 is taken. [house policy]",
        ),
        (Line("seat_1", "play", Settling.RETURN), "Seat 1: play goes back. [house policy]"),
        (
            Line("seat_1", "play", Settling.JUDGE),
            "Seat 1: play is settled by the dealer, who reads the cards. [house policy]",
        ),
    ],
)
def test_a_settlement_line_says_what_becomes_of_the_wager(line: Line, text: str) -> None:
    assert line_text(to_plain(line)) == text


@pytest.mark.parametrize(
    ("settlings", "text"),
    [
        ("pay pay", "The dealer pays the winning wagers, 2 in all."),
        ("judge judge judge", "The dealer reads the hands and settles 3 wagers."),
        (
            "pay judge",
            "The dealer pays the winning wagers, 1 in all, and reads the hands and settles "
            "1 wager.",
        ),
    ],
)
def test_a_settlement_that_is_due_says_which_wagers_need_the_dealers_eyes(
    settlings: str, text: str
) -> None:
    lines = tuple(Line("seat_1", "play", Settling(each)) for each in settlings.split())
    due = {**to_plain(SettleDue("winners", lines, basis=HOUSE)), "is": "settle_due"}
    assert due_text(due, "the dealer") == text


def test_a_case_says_what_it_holds_up_what_happened_and_what_follows() -> None:
    irregularity = Irregularity(
        Kind.CARD_EXPOSED, {"whose": "dealer", "moment": "before_reveal"}, "dealer"
    )
    told = ruled_view(Ruled(irregularity, BASE[0].ruling))
    text = case_text({**told, "id": "case_1", "scope": "round"})
    assert text == (
        "Case 1 holds up the round. A card of the dealer was exposed before it was to be turned "
        "up (at the dealer). The supervisor chooses the way out: put the card into the discard "
        "rack or void the round and shuffle the deck. [house policy]"
    )


@pytest.mark.parametrize(
    ("place", "name"),
    [
        ("seat_3", "seat 3"),
        ("seat_3.2", "seat 3, hand 2"),
        ("rack", "the discard rack"),
        ("some_place", "some place"),
    ],
)
def test_a_place_is_named_as_people_say_it(place: str, name: str) -> None:
    assert place_name(place) == name


@pytest.mark.parametrize(
    ("report", "text"),
    [
        (ShuffleEnded("blue"), "that deck blue is shuffled"),
        (
            ShuffleEnded("blue", 52, (Card.of("KD"),), (Card.of("AS"),)),
            "that deck blue is shuffled, 52 cards, without KD, with AS too many",
        ),
        (ChamberLoaded(4, 2), "that its chamber 2 was loaded (load 4)"),
        (CardsReturned(4, 1), "that 1 card went back into it (load 4)"),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_what_the_rarer_machines_tell_is_told(report: Report, text: str) -> None:
    assert report_text(report) == text
