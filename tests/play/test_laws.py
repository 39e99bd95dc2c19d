"""Laws that hold whatever happens at the table, shown over random play with mishaps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulators.mishaps import MISHAPS
from tablectl.games.catalogue import rules_for
from tablectl.journal.memory import MemoryJournal
from tablectl.kernel import inputs, rebuild
from tablectl.table.apply import apply, initial
from tablectl.table.state import TableState
from tablectl.table.view import view
from tablectl.words.acts import (
    Act,
    AmendChoice,
    AmendCount,
    AmendWager,
    Bet,
    Call,
    Check,
    Choose,
    Confirm,
    Count,
    Deal,
    Declare,
    DeclareContents,
    Deed,
    Dispute,
    Move,
    Settle,
    Shown,
    TakeBack,
    Turn,
)
from tablectl.words.bases import Role
from tablectl.words.canonical import digest, dumps, from_plain, loads, to_plain
from tablectl.words.inputs import ClockStepped, Stamped, Unsealed, Wake
from tablectl.words.irregularities import Kind
from tablectl.words.observations import Observation
from tests.play.random_play import PEOPLE, PRESETS, Play, replayed
from tests.words import strategies

SEEDS = range(6)
each_preset = pytest.mark.parametrize("preset", PRESETS)
each_seed = pytest.mark.parametrize("seed", SEEDS)


@each_preset
@each_seed
def test_from_wherever_random_play_leads_there_is_a_way_to_a_closed_table(
    preset: str, seed: int
) -> None:
    play = Play(preset, seed)
    play.run(120)
    assert play.close()


@each_preset
def test_every_mishap_that_can_happen_at_a_table_does_happen_in_random_play(preset: str) -> None:
    """As soon as all have happened, more play shows nothing more."""
    sensed = {"two_cards_at_once", "card_nobody_asked_for", "cable_pulled", "cable_back",
              "device_restart", "device_deaf", "jam", "event_repeated", "event_lost"}  # fmt: skip
    by_hand = {"drawn_card_seen", "card_drawn_after_the_deal"}
    elsewhere = {"common_card_exposed", *(sensed if preset == "blind" else by_hand)}
    missing = set(MISHAPS) - elsewhere
    for seed in range(100, 140):
        if not missing:
            break
        play = Play(preset, seed, mishap_rate=0.4)
        play.run(80)
        missing -= set(play.happened)
    assert missing == set()


@each_preset
@each_seed
def test_replaying_the_record_gives_the_same_state_after_every_input(
    preset: str, seed: int
) -> None:
    play = Play(preset, seed)
    seen: dict[int, str] = {}
    kernel = play.rig.host.kernel
    for _ in range(100):
        play.mishap()
        play.rig.step()
        seen[kernel.state.seq] = digest(kernel.state)
    again = replayed(play)
    assert {seq: again[seq] for seq in seen} == seen


@each_preset
@each_seed
def test_a_state_rebuilt_from_snapshot_and_record_is_the_state_that_was_left(
    preset: str, seed: int
) -> None:
    play = Play(preset, seed)
    kernel = play.rig.host.kernel
    for _ in range(25):
        play.run(6)
        state, _ = rebuild(kernel.journal, rules_for, play.rig.settings)
        assert digest(state) == digest(kernel.state)


@each_preset
@each_seed
def test_an_input_leads_to_the_same_from_a_state_that_was_written_down_and_read_back(
    preset: str, seed: int
) -> None:
    play = Play(preset, seed)
    play.run(100)
    state, rules = initial(play.rig.settings), play.rig.host.kernel.rules
    for stamped, outcome in inputs(play.rig.host.kernel.journal.records()):
        read_back = from_plain(TableState, loads(dumps(to_plain(state))))
        assert apply(rules, read_back, stamped).outcome == outcome
        state = apply(rules, state, stamped).state


class Killed(Exception):
    """The process ends here, at once."""


class DoomedJournal(MemoryJournal):
    """A journal whose process is killed at one sync, before or after the disk had it."""

    def __init__(self) -> None:
        super().__init__()
        self.syncs_left = -1
        self.after_the_disk = False

    def sync(self) -> None:
        self.syncs_left -= 1
        if self.syncs_left == 0 and not self.after_the_disk:
            raise Killed
        super().sync()
        if self.syncs_left == 0:
            raise Killed


@each_preset
@pytest.mark.parametrize("after_the_disk", [False, True], ids=["before_disk", "after_disk"])
def test_killed_at_any_commit_a_table_loses_nothing_that_was_acknowledged(
    preset: str, after_the_disk: bool
) -> None:
    """Every commit is of a play of its own; the crash campaign dies at each of one play."""
    for kill_at in range(4 if after_the_disk else 1, 80, 6):
        _kill_and_go_on(preset, kill_at, after_the_disk)


def _kill_and_go_on(preset: str, kill_at: int, after_the_disk: bool) -> None:
    play = Play(preset, seed=kill_at)
    doomed = DoomedJournal()
    play.rig.restart(doomed)
    acknowledged: list[str] = []
    play.rig.crew.told = lambda _, __, receipt: acknowledged.append(receipt.key)
    doomed.syncs_left, doomed.after_the_disk = kill_at, after_the_disk
    with pytest.raises(Killed):
        play.run(400)
    left = doomed.crash()
    play.rig.restart(left)
    assert all(left.by_key(key) is not None for key in acknowledged)
    play.check()
    assert play.close()


# ---------------------------------------------------------------- buttons and refusals


def deeds_of(offer: dict[str, Any], state: TableState) -> Iterator[Deed]:
    """One good deed for an offer, or several."""
    match offer["deed"]:
        case "bet":
            for kind in offer["wagers"]:
                yield Bet(offer["seats"][0], kind["name"], kind.get("least"))
        case "take_back":
            for place, wagers in offer["placed"].items():
                yield TakeBack(int(place.removeprefix("seat_")), wagers[0])
        case "call":
            yield Call(offer["call"])
        case "deal":
            yield Deal()
        case "choose":
            for choice in offer["choices"]:
                yield Choose(offer["question"], offer["hands"][0], choice)
                yield Choose(offer["question"], offer["hands"][0], choice, rest=True)
        case "check":
            yield Check(offer["check"], yes=True)
        case "count":
            yield Count(offer["place"], 3)
        case "turn":
            yield Turn((Shown(offer["places"][0]),))
            yield Turn(tuple(Shown(place) for place in offer["places"]))
        case "move":
            yield Move(offer["to"])
        case "settle":
            yield Settle(offer["stage"])
        case "confirm":
            note = "looked into" if offer["told"] else ""
            yield Confirm(offer["what"], offer["subject"], note=note)
        case "declare_contents":
            deck = next(d for d, each in state.decks.items() if each.phase != "removed")
            lying = next(p for p, pile in state.ledger[deck].piles.items() if p != "missing")
            yield DeclareContents(lying, 0, "seen", deck=deck)
        case "dispute":
            yield Dispute(offer["last"], "paid twice")
        case "amend_wager":
            for wager in offer["wagers"]:
                yield AmendWager(offer["seat"], wager, "keyed in wrong", 700)
        case "amend_choice":
            yield AmendChoice(offer["question"], offer["hand"], "fold", "keyed in wrong")
        case "amend_count":
            yield AmendCount(offer["place"], 3, "keyed in wrong")
        case "declare":
            laid = [p for h in state.ledger.values() for p in h.on_layout()]
            if not offer["needs_place"]:
                yield Declare(Kind(offer["kind"]), device=next(iter(state.devices), ""))
            elif laid:
                yield Declare(Kind(offer["kind"]), place=laid[0])


@each_preset
@each_seed
def test_whatever_is_offered_to_a_role_is_accepted_from_it(preset: str, seed: int) -> None:
    play = Play(preset, seed)
    kernel = play.rig.host.kernel
    for number in range(100):
        play.run(1)
        for role in Role:
            for offer in view(kernel.rules, kernel.state, role)["offers"]:
                who = offer.get("only_by") or _somebody(role, offer.get("not_by", ""))
                for deed in deeds_of(offer, kernel.state):
                    if offer.get("needs_device") and not kernel.state.devices:
                        continue
                    act = Act(deed, who, "k", "d1" if offer.get("second") else "")
                    stamped = Stamped(kernel.state.seq + 1, kernel.state.time, act)
                    outcome = apply(kernel.rules, kernel.state, stamped).outcome
                    assert outcome.accepted, (number, role, offer, deed, outcome.refusal)


def _somebody(role: Role, not_by: str) -> str:
    return next(n for n, p in PEOPLE.items() if role in p.roles and n != not_by)


_states: dict[str, list[tuple[Any, TableState]]] = {}


def states(preset: str) -> list[tuple[Any, TableState]]:
    """States from all over random play, with their rules."""
    if preset not in _states:
        found = []
        for seed in range(200, 206):
            play = Play(preset, seed, mishap_rate=0.25)
            for _ in range(60):
                play.run(2)
                found.append((play.rig.host.kernel.rules, play.rig.host.kernel.state))
        _states[preset] = found
    return _states[preset]


NEARLY_RIGHT = strategies.Maker(
    texts=st.sampled_from(
        [*PEOPLE, "shoe_1", "blue", "seat_1", "seat_2", "dealer", "shoe", "rack", "stack", "loose",
         "ante", "pair_plus", "no_more_bets", "play", "fold", "losers", "winners", "forfeits",
         "void_return", "inspect", "verify", "shuffle", "cut", "load", "open_table", "close_table",
         "clear_fault", "ruling", "remedy", "case_1", "case_2", "go_on", "void_round", "order:1",
         "card_life:blue", "sim-shoe", "S-1", "1.0", ""]
    ),
    numbers=st.integers(-1, 60),
)  # fmt: skip
"""Known people, devices, places, questions and answers, put together in any way."""


@each_preset
@given(data=st.data())
@settings(max_examples=150)
def test_no_input_whatever_makes_the_core_fail(preset: str, data: st.DataObject) -> None:
    rules, state = data.draw(st.sampled_from(states(preset)))
    input_ = data.draw(NEARLY_RIGHT.of(Act | Observation | Wake | Unsealed | ClockStepped))
    applied = apply(rules, state, Stamped(state.seq + 1, state.time + 1, input_))
    assert applied.error is None
    assert all(holding.lawful for holding in applied.state.ledger.values())
    assert from_plain(TableState, to_plain(applied.state)) == applied.state
