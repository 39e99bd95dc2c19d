"""A table that is killed loses nothing it acknowledged, and goes on from there."""

from __future__ import annotations

import random
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from tablectl.doorclient import DoorClient
from tablectl.doorwire import Submit, request_line
from tablectl.journal.sqlite import read_only
from tablectl.journal.verify import verify
from tablectl.words.acts import Act, Bet, Declare
from tablectl.words.irregularities import Kind
from tablectl.words.outcomes import Receipt
from tests.cli.shell import answering, running, seen

KILLS = 5


@dataclass
class Somebody:
    """A person at the door who keeps every answer, and what was asked and not answered."""

    chance: random.Random
    answered: dict[str, tuple[Act, Receipt]] = field(default_factory=dict)
    asked: list[Act] = field(default_factory=list)

    def next_act(self) -> Act:
        deed = self.chance.choice(
            (
                Bet(self.chance.randint(1, 6), "ante", self.chance.randint(500, 5_000)),
                Bet(self.chance.randint(1, 6), "pair_plus", 100),
                Declare(Kind.MISDEAL, note="reported by somebody"),
            )
        )
        return Act(deed, "d2", f"somebody-{len(self.answered) + len(self.asked)}")

    def some_answers(self) -> list[tuple[Act, Receipt]]:
        return self.chance.sample([*self.answered.values()], min(len(self.answered), 12))

    def acts(self, door: DoorClient) -> None:
        act = self.next_act()
        self.answered[act.key] = act, door.submit(act)


def test_a_killed_table_loses_nothing_it_acknowledged(tmp_path: Path) -> None:
    journal, socket = tmp_path / "table.db", tmp_path / "door.sock"
    command = ("run", "--pace", "0", "--quiet")
    files = ("--journal", journal, "--socket", socket)
    chance = random.Random(20_47)
    person = Somebody(chance)
    heads: list[tuple[int, str]] = []

    for _ in range(KILLS):
        with running(*command, *files) as child:
            with closing(answering(child, socket)) as line:
                door = DoorClient(line.exchange)
                for act, receipt in person.some_answers():
                    assert door.submit(act) == receipt
                for _ in range(chance.randint(1, 25)):
                    person.acts(door)
                if chance.random() < 0.5:
                    unanswered = person.next_act()
                    person.asked.append(unanswered)
                    line.send(request_line(Submit(unanswered)))
                child.kill()
            child.wait()
        verification = verify(journal, heads[-1] if heads else None)
        assert verification.findings == ()
        heads.append((verification.last_seq, verification.head))

    assert [seq for seq, _ in heads] == sorted({seq for seq, _ in heads}), "it did not go on"
    with closing(read_only(journal)) as record:
        for key, (_, receipt) in person.answered.items():
            found = record.by_key(key)
            assert found is not None
            assert found[0].seq == receipt.seq
    assert any(receipt.accepted for _, receipt in person.answered.values())


def test_a_table_that_was_killed_goes_on_to_its_end(tmp_path: Path) -> None:
    journal, socket = tmp_path / "table.db", tmp_path / "door.sock"
    files = ("--journal", journal, "--socket", socket)
    with running("run", "--pace", "0", "--quiet", *files) as child:
        with closing(answering(child, socket)) as line:
            door = DoorClient(line.exchange)
            number = seen(door, lambda view: view["round"]["hands"])["round"]["number"]
            child.kill()
        child.wait()

    with running("run", "--pace", "0", "--rounds", "3", *files) as child:
        told, _ = child.communicate()

    assert child.returncode == 0, told
    assert "the table is closed" in told
    assert f"Round {number + 2}" in told
    assert verify(journal).findings == ()
