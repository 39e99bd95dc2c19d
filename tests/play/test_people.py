"""Random play in which people amend, declare contents, dispute and change options as they may."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from simulators.chance import split
from tablectl.games.catalogue import rules_for
from tablectl.journal.memory import MemoryJournal
from tablectl.kernel import rebuild
from tablectl.rig import build
from tablectl.table.state import TableState
from tablectl.table.view import view
from tablectl.words.acts import (
    Act,
    AmendChoice,
    AmendCount,
    AmendWager,
    ChangeOption,
    Confirm,
    Declare,
    DeclareContents,
    Deed,
    Dispute,
)
from tablectl.words.bases import Role
from tablectl.words.canonical import digest, dumps, from_plain, loads, to_plain
from tablectl.words.irregularities import Kind
from tests.play.random_play import PRESETS, Play, table, wishes_of

PEOPLE = {Role.DEALER: "d1", Role.SUPERVISOR: "s1"}
HOUSES = ("resolve_dispute", "post_sign", "announce_change", "tell_commission", "withdraw_change")
WHY = "as it was"


class Meddling(Play):
    """Play in which somebody now and then does one of the things that no due asks for."""

    def __post_init__(self) -> None:
        self.chance = split(self.seed, "play")
        settings = table(self.preset, count_every=1)
        self.rig = build(settings, wishes_of(split(self.seed, "wishes")), self.seed)
        self.rig.host.released = self.effect_left

    def meddle(self) -> None:
        kernel, chance = self.rig.host.kernel, self.chance
        role = chance.choice(tuple(PEOPLE))
        deeds = [
            (deed, offer)
            for offer in view(kernel.rules, kernel.state, role)["offers"]
            for deed in self.deeds(offer, kernel.state)
        ]
        if not deeds:
            return
        deed, offer = chance.choice(deeds)
        second = "d2" if offer.get("second") else ""
        number = sum(self.happened.values())
        act = Act(deed, PEOPLE[role], f"meddling:{number}:{kernel.state.seq}", second)
        receipt = self.rig.host.door.submit(act)
        self.happened[f"{type(deed).__name__}:{receipt.accepted}"] += 1
        self.check()

    def give_up(self) -> bool:
        """Where a crew waits for cards that are elsewhere by now, people call it a misdeal."""
        self.rig.host.door.submit(Act(Declare(Kind.MISDEAL), "s1", "giving-up"))
        return self.close()

    def deeds(self, offer: dict[str, Any], state: TableState) -> Iterator[Deed]:
        some = self.chance.randint
        match offer["deed"]:
            case "amend_wager":
                off = self.chance.random() < 0.2
                wager = self.chance.choice(offer["wagers"])
                yield AmendWager(offer["seat"], wager, WHY, 100 * some(1, 50), off)
            case "amend_choice":
                choice = self.chance.choice(("play", "fold"))
                yield AmendChoice(offer["question"], offer["hand"], choice, WHY)
            case "amend_count":
                yield AmendCount(offer["place"], some(1, 52), WHY)
            case "dispute":
                yield Dispute(some(1, offer["last"]), WHY)
            case "declare_contents" if self.chance.random() < 0.3:
                piles = [
                    (d, p, n.count) for d, h in state.ledger.items() for p, n in h.piles.items()
                ]
                deck, place, count = self.chance.choice(piles)
                other = self.chance.choice(("", "rack", "seat_1", "loose"))
                yield DeclareContents(place, max(0, count + some(-2, 1)), WHY, other, deck)
            case "change_option":
                option = self.chance.choice(("ante_least", "ante_most", "count_every"))
                yield ChangeOption(option, some(0, 5) if option == "count_every" else some(0, 2000))
            case "confirm" if offer["what"] in HOUSES:
                yield Confirm(offer["what"], offer["subject"], note=WHY)


def played(preset: str, seed: int) -> Meddling:
    play = Meddling(preset, seed, mishap_rate=0.05)
    for _ in range(120):
        play.run(1)
        if play.chance.random() < 0.4:
            play.meddle()
    return play


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seed", range(5))
def test_whatever_people_put_right_the_laws_hold_and_the_record_replays(
    preset: str, seed: int
) -> None:
    play = played(preset, seed)
    kernel = play.rig.host.kernel
    journal = kernel.journal
    assert isinstance(journal, MemoryJournal)
    state, _ = rebuild(journal, rules_for, play.rig.settings)
    assert digest(state) == digest(kernel.state)
    assert from_plain(TableState, loads(dumps(to_plain(kernel.state)))) == kernel.state
    assert play.close() or play.give_up()


def test_every_such_deed_is_taken_somewhere_in_random_play() -> None:
    happened: Counter[str] = Counter()
    for seed in range(20, 32):
        happened += played("counting", seed).happened
    accepted = {name.partition(":")[0] for name in happened if name.endswith(":True")}
    assert {"AmendWager", "AmendChoice", "AmendCount", "Dispute"} <= accepted
    assert {"DeclareContents", "ChangeOption", "Confirm"} <= accepted
