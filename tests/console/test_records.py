"""The auditor's part of the console, asked over HTTP as a page asks it."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from subprocess import DEVNULL, Popen
from threading import Event
from typing import Any
from urllib.parse import urlencode

import pytest

from tablectl.cli.journal_query import query
from tablectl.console import shelf
from tablectl.console.records import HINTS
from tablectl.console.shelf import Abandoned, Records, StillReading
from tablectl.journal.records import INPUT_KINDS
from tablectl.journal.sqlite import SqliteJournal
from tablectl.journal.volumes import Volumes
from tablectl.replay.asking import Question
from tablectl.replay.entries import entries, newest_first
from tests.cli.records import go_on, three_card_poker
from tests.cli.shell import command, environment, tablectl
from tests.console.record_desk import HOST, Desk, desk
from tests.console.record_files import GAMES
from tests.journal.books import tampering
from tests.test_sealing_planted import HIDDEN, Plant, found

NOBODY_GOES = Event()


@pytest.fixture(scope="module", params=GAMES)
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return GAMES[request.param](tmp_path_factory.mktemp(request.param))


@pytest.fixture(scope="module")
def poker(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three rounds and the beginning of a fourth; the second and third end with a ruling."""
    return three_card_poker(tmp_path_factory.mktemp("poker"))


@pytest.fixture(scope="module")
def table(poker: Path) -> Iterator[Desk]:
    with desk(poker) as made:
        yield made


def inputs_of(path: Path) -> list[int]:
    with Volumes([path]) as volumes:
        return [record.seq for record in volumes.records() if record.kind in INPUT_KINDS]


def pages(made: Desk, path: str, **asked: str) -> list[dict[str, Any]]:
    """Every entry of a list, page by page."""
    rows: list[dict[str, Any]] = []
    before: int | None = None
    while True:
        more = {} if before is None else {"before": str(before)}
        answer = made.whole(f"{path}?{urlencode({**asked, **more})}")
        rows += answer["entries"]
        before = answer["before"]
        if before is None:
            return rows


# ---------------------------------------------------------------- every game


def test_the_timeline_has_every_input_once_newest_first(played: Path) -> None:
    with desk(played) as made:
        rows = pages(made, "timeline", limit="37")
    assert [row["seq"] for row in rows] == inputs_of(played)[::-1]
    assert all(row["text"] and row["who"] and row["at"] for row in rows)


def test_every_round_can_be_gone_through_step_by_step(played: Path) -> None:
    with desk(played) as made:
        first, last = made.whole("timeline")["rounds"]
        told = [made.whole(f"round/{number}") for number in range(first, last + 1)]
    steps = [step["seq"] for each in told for step in each["steps"]]
    assert steps == inputs_of(played)
    assert all(each["steps"][0]["felt"]["known"] for each in told)
    assert all(each["differs_at"] is None and each["damage"] is None for each in told)


def test_the_timeline_and_the_rounds_agree_on_what_belongs_to_which(played: Path) -> None:
    with desk(played) as made:
        rows = pages(made, "timeline", limit="200")
        second = made.whole("round/2")
    assert [r["seq"] for r in rows[::-1] if r["round"] == 2] == [s["seq"] for s in second["steps"]]


def test_entries_from_behind_are_the_entries_from_the_front(played: Path) -> None:
    with Volumes([played]) as volumes:
        forwards = list(entries(volumes.records()))
        rounds = {entry.records[0].seq: entry.round for entry in forwards}
        backwards = list(newest_first(volumes.records_back(2**62), rounds.__getitem__))
    assert backwards == forwards[::-1]


# ---------------------------------------------------------------- a round with a ruling


def test_a_ruling_has_its_clause_its_evidence_and_what_the_clause_asks(table: Desk) -> None:
    steps = table.whole("round/2")["steps"]
    (ruled,) = [step for step in steps if step["rulings"]]
    (ruling,) = ruled["rulings"]
    assert ruling["basis"] == "19:47-20.12(f)"
    assert ruling["evidence"][0].startswith("shoe_1 reported that it jammed")
    assert ruling["clauses"][0]["citation"] == "19:47-20.12(f)"
    assert "the round is void" in ruling["follows"]
    assert ruled["felt"]["cases"][0].startswith("Case 1 holds up the round.")


def test_the_felt_after_a_step_has_the_cards_and_wagers_that_were_believed(table: Desk) -> None:
    steps = table.whole("round/2")["steps"]
    felt = next(step["felt"] for step in steps if step["rulings"])
    places = {each["place"]: (each["count"], each["cards"]) for each in felt["places"]}
    assert places == {"shoe": (49, []), "seat_1": (3, ["??", "??", "??"])}
    assert {each["label"]: each["text"] for each in felt["wagers"]} == {
        "seat 1": "pair plus $5",
        "seat 4": "ante $10",
        "seat 6": "ante $10, pair plus $10",
    }


def test_revealed_cards_are_shown_from_the_step_of_their_reveal_on(table: Desk) -> None:
    steps = table.whole("round/1")["steps"]
    felts = [step["felt"] for step in steps if step["felt"]]
    dealers = [p["cards"] for felt in felts for p in felt["places"] if p["place"] == "dealer"]
    assert dealers[0] == ["??"] * len(dealers[0])
    assert "??" not in dealers[-1]


def test_a_felt_that_did_not_change_is_not_sent_again(table: Desk) -> None:
    felts = [step["felt"] for step in table.whole("round/2")["steps"]]
    sent = [felt for felt in felts if felt is not None]
    assert None in felts
    assert all(one != other for one, other in pairwise(sent))


def test_a_step_tells_its_snapshot_and_not_itself_twice(table: Desk, poker: Path) -> None:
    steps = [step for n in (1, 2, 3, 4) for step in table.whole(f"round/{n}")["steps"]]
    told = [line for step in steps for line in step["lines"]]
    assert not [s for s in steps for line in s["lines"] if line["text"] == s["text"]]
    snapshots = [line for line in told if line["label"] == "snapshot"]
    with Volumes([poker]) as volumes:
        assert len(snapshots) == sum(r.kind == "snapshot" for r in volumes.records())


def test_a_long_round_comes_in_parts(table: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = table.whole("round/2")
    monkeypatch.setattr(shelf, "STEPS", 7)
    steps, after = [], 0
    while after is not None:
        part = table.whole(f"round/2?after={after}")
        assert len(part["steps"]) <= 7
        assert part["steps"][0]["felt"] is not None
        steps += part["steps"]
        after = part["after"]
    assert [step["seq"] for step in steps] == [step["seq"] for step in whole["steps"]]
    assert [step["lines"] for step in steps] == [step["lines"] for step in whole["steps"]]


def test_a_round_that_is_not_there_is_refused_with_those_that_are(table: Desk) -> None:
    for number in ("0", "99"):
        answer = table.get(f"round/{number}")
        assert (answer.status, answer.error) == (404, "no_such_round")
        assert "rounds 1 to 4" in answer.plain["error"]["hint"]


# ---------------------------------------------------------------- search


@pytest.mark.parametrize(
    "asked",
    [
        {"person": "t1"},
        {"device": "shoe_1"},
        {"kind": "act"},
        {"kind": "jam"},
        {"kind": "bet", "round": "2"},
        {"round": "3"},
        {"clause": "19:47-20.12"},
        {"text": "KEYED IN ANTE"},
        {"since": "2026-01-01T00:01:00", "kind": "act"},
        {"until": "2026-01-01T00:00:20", "device": "shuffler_1"},
    ],
    ids=str,
)
def test_a_search_finds_what_the_command_finds(table: Desk, asked: dict[str, str]) -> None:
    rows = pages(table, "search", **asked)
    options = [part for name, value in asked.items() for part in (f"--{name}", value)]
    done = tablectl("journal", "query", str(table.records.journal), *options, "--json")
    told = [json.loads(line) for line in done.output.splitlines()]
    assert rows
    assert [r["seq"] for r in rows] == [t["seq"] for t in told if t["kind"] in INPUT_KINDS][::-1]


def test_every_question_of_the_command_can_be_asked_here() -> None:
    options = {each.name for each in query.params if each.name not in ("journals", "as_json")}
    asked = {"round" if name == "number" else name for name in options}
    assert asked == set(Question.__dataclass_fields__)


def test_a_search_stops_after_a_stretch_and_says_where_to_go_on(
    table: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shelf, "SCANNED", 20)
    first = table.whole("search?person=t1")
    assert first["entries"] == []
    assert first["last"] - first["before"] in range(19, 24)
    assert [row["who"] for row in pages(table, "search", person="t1")] == ["t1"]


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ("search?kind=nonsense", "is no kind"),
        ("search?clause=20.12", "is no clause"),
        ("search?since=yesterday", "is no time"),
        ("search?round=one", "whole number"),
        ("search?round=%C2%B2", "whole number"),
        ("search?colour=red", "nothing to ask for"),
        (f"search?text={'x' * 201}", "too long"),
        ("timeline?limit=201", "at most 200"),
        ("timeline?limit=0", "whole number"),
        ("timeline?before=-1", "whole number"),
        (f"timeline?before={2**63}", "whole number"),
        ("round/2?after=x", "whole number"),
    ],
)
def test_a_question_that_is_none_is_refused_with_what_is_wrong(
    table: Desk, asked: str, says: str
) -> None:
    answer = table.get(asked)
    assert (answer.status, answer.error) == (400, "bad_question")
    assert says in answer.plain["error"]["problem"]
    assert answer.plain["error"]["hint"]


def test_whoever_may_not_read_is_answered_what_the_console_says(table: Desk) -> None:
    for path in ("timeline", "search", "round/1", "verify"):
        answer = table.get(path, headers={})
        assert (answer.status, answer.error) == (403, "not_yours")


# -------------------------------------------------------------- a file that is not as it should be


def test_without_a_journal_the_answer_says_how_to_name_one() -> None:
    with desk(None) as made:
        answers = [made.get("timeline"), made.get("round/1"), made.post("verify")]
    for answer in answers:
        assert (answer.status, answer.error) == (404, "no_journal")
        assert "--journal" in answer.plain["error"]["hint"]


def test_a_journal_that_is_not_there_or_none_is_no_riddle(tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    other.write_text("no journal at all, only some text that is long enough to be looked at")
    for path, code in ((tmp_path / "gone.db", "journal"), (other, "journal_foreign")):
        with desk(path) as made:
            answer = made.get("timeline")
        assert (answer.status, answer.error) == (503, code)
        assert str(path) in answer.plain["error"]["problem"]


def test_a_journal_that_this_user_may_not_read_says_what_to_do(
    poker: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def denied(*_: object) -> None:
        raise PermissionError(13, "Permission denied", str(poker))

    monkeypatch.setattr("tablectl.journal.quiet.standing", denied)
    with desk(poker) as made:
        answer = made.get("timeline")
    assert (answer.status, answer.error) == (503, "journal_unreadable")
    assert answer.plain["error"]["hint"] == HINTS["journal_unreadable"]


def test_nothing_behind_damage_is_told_and_it_is_said_where_it_begins(tmp_path: Path) -> None:
    path = three_card_poker(tmp_path)
    with tampering(path) as db:
        db.execute("UPDATE record SET body = replace(body, 'jammed', 'joked!') WHERE seq = 109")
    with desk(path) as made:
        timeline = made.whole("timeline?limit=200")
        second = made.whole("round/2")
        third = made.get("round/3")
        made.post("verify")
        verified = made.verified()
    assert timeline["damage"]["seq"] == second["damage"]["seq"] == 109
    assert timeline["entries"][0]["last"] == timeline["last"] == 108
    assert second["steps"][-1]["seq"] == 107
    assert third.error == "no_such_round"
    assert not verified["result"]["sound"]
    assert verified["result"]["head"] == ""
    (finding,) = [f for f in verified["result"]["findings"] if f["code"] == "hash"]
    assert finding["seq"] == 109
    assert "compare it with a copy" in finding["do"]


def test_what_is_recorded_meanwhile_is_in_the_next_answer(tmp_path: Path) -> None:
    path = three_card_poker(tmp_path)
    with desk(path) as made:
        before = made.whole("timeline")
        go_on(path)
        after = made.whole("timeline")
    assert after["last"] > before["last"]
    assert after["rounds"][1] > before["rounds"][1]
    assert after["entries"][0]["last"] == after["last"]


def test_a_record_is_read_while_another_process_writes_it(tmp_path: Path) -> None:
    path = tmp_path / "live.db"
    run = command("run", "--virtual", "--quiet", "--rounds", "60", "--seed", "9", "--journal", path)
    lasts: list[int] = []
    with Popen(run, env=environment(), stdout=DEVNULL) as writer, desk(path) as made:
        while writer.poll() is None:
            answer = made.get("timeline?limit=5")
            if answer.status == 200 and answer.plain["rounds"] is not None:
                now = answer.plain
                assert now["damage"] is None
                assert now["entries"][0]["last"] == now["last"]
                assert made.whole(f"round/{now['rounds'][1]}")["steps"]
                lasts.append(now["last"])
        assert writer.returncode == 0
        rows = pages(made, "timeline", limit="200")
    assert len(set(lasts)) > 1, "nothing was read while it was written"
    assert lasts == sorted(lasts)
    assert [row["seq"] for row in rows] == inputs_of(path)[::-1]


def test_another_file_under_the_same_name_is_read_from_its_beginning(tmp_path: Path) -> None:
    path, other = three_card_poker(tmp_path), GAMES["let_it_ride"](tmp_path)
    with desk(path) as made:
        made.whole("round/3")
        path.unlink()
        other.rename(path)
        rows = pages(made, "timeline", limit="200")
        third = made.whole("round/3")
    assert [row["seq"] for row in rows] == inputs_of(path)[::-1]
    assert "let it ride" in third["table"]


# ---------------------------------------------------------------- long records


def test_a_long_record_is_surveyed_in_parts_and_the_question_waits(
    poker: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shelf, "SURVEYED", 50)
    with desk(poker) as made:
        answer = made.get("timeline")
        assert (answer.status, answer.error) == (503, "still_reading")
        assert "of 185 records" in answer.plain["error"]["problem"]
        assert made.whole("timeline")["last"] == 185


def test_a_far_round_is_walked_to_in_parts_that_are_not_walked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = three_card_poker(tmp_path)
    with tampering(path) as db:
        db.execute("DELETE FROM snapshot")
    whole = Records(path).round(NOBODY_GOES, 3)
    monkeypatch.setattr(shelf, "WALKED", 1)
    records, waits = Records(path), []
    while True:
        try:
            told = records.round(NOBODY_GOES, 3)
            break
        except StillReading as wait:
            waits.append(wait.problem)
    assert len(waits) == len(set(waits)) >= 1
    assert told == whole


def test_of_many_states_only_some_are_remembered(
    poker: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shelf, "MARKS", 1)
    records = Records(poker)
    for number in (4, 3, 2, 1):
        assert records.round(NOBODY_GOES, number)["steps"]
    assert len(records._marks) <= 2


def test_a_question_is_given_up_when_nobody_waits_for_it(poker: Path) -> None:
    gone = Event()
    gone.set()
    with pytest.raises(Abandoned):
        Records(poker).timeline(gone)
    with pytest.raises(Abandoned):
        Records(poker).round(gone, 1)


def test_a_client_that_goes_takes_its_question_with_it(
    poker: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = Event()

    def endless(_self: Records, gone: Event, *_: object) -> dict[str, Any]:
        assert gone.wait(60)
        told.set()
        raise Abandoned

    monkeypatch.setattr(Records, "search", endless)
    with desk(poker) as made:
        with socket.create_connection((HOST, made.port)) as line:
            line.sendall(b"GET /api/record/search HTTP/1.1\r\nHost: a\r\nX-Person: a1\r\n\r\n")
            assert made.get("verify").status == 200  # by then the other one is being read
        assert told.wait(60)


def test_a_console_that_ends_makes_whatever_reads_give_up(poker: Path) -> None:
    records = Records(poker)
    records.close()
    with pytest.raises(Abandoned):
        records.timeline(NOBODY_GOES)


# ---------------------------------------------------------------- verification


def test_a_verification_tells_how_far_it_is_and_what_it_came_to(table: Desk, poker: Path) -> None:
    assert table.post("verify").plain["state"] in ("running", "done")
    done = table.verified()
    assert (done["state"], done["done"], done["of"]) == ("done", 185, 185)
    head = tablectl("journal", "verify", poker).output.partition("head: ")[2].split()[0]
    assert done["result"]["head"] == head
    assert done["result"]["sound"]
    assert sum(done["result"]["counts"].values()) == 185
    assert table.post("verify", json.dumps({"head": head})).status == 200
    assert table.verified()["result"]["sound"]


def test_a_head_that_was_kept_and_is_not_there_is_a_finding(table: Desk) -> None:
    table.post("verify", json.dumps({"head": f"999:{'0' * 64}"}))
    (finding,) = table.verified()["result"]["findings"]
    assert (finding["code"], finding["seq"]) == ("head", 186)


@pytest.mark.parametrize("body", ["", "[]", '{"head":7}', '{"head":"7:abc"}', "{", "\xff"])
def test_a_verification_with_a_head_that_is_none_is_refused(table: Desk, body: str) -> None:
    answer = table.post("verify", body)
    assert (answer.status, answer.error) == (400, "bad_question")


def test_there_is_one_verification_at_a_time(table: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[int] = []
    go = Event()

    def slow(*_: object, **__: object) -> None:
        begun.append(1)
        go.wait(60)
        raise OSError("enough")

    monkeypatch.setattr("tablectl.console.verifying.verify", slow)
    assert table.post("verify").plain["state"] == "running"
    assert table.post("verify").plain["state"] == "running"
    go.set()
    ended = table.verified()
    assert (ended["state"], ended["error"]["problem"]) == ("failed", "enough")
    assert len(begun) == 1


# ---------------------------------------------------------------- what the record hides


def test_a_planted_hidden_hand_and_its_tokens_are_in_no_answer(tmp_path: Path) -> None:
    path = tmp_path / "plant.db"
    journal = SqliteJournal(path)
    Plant(journal).to("dealer_reveal")
    sealed = [record for record in journal.records() if record.kind == "sealed"]
    with desk(path) as made:
        answers = [
            made.get("timeline?limit=200").text,
            made.get("round/1").text,
            *(made.get(f"search?text={code}").text for code in HIDDEN),
            made.get("search?kind=sealed").text,
        ]
        made.post("verify")
        made.verified()
        answers.append(made.get("verify").text)
    journal.close()
    assert sealed
    assert '"dealer"' in answers[1]
    assert found(iter(answers)) == set()
    whole = "".join(answers)
    assert not [record.key for record in sealed if record.key in whole]
    assert not [record for record in sealed if json.loads(record.body)["cipher"] in whole]


def test_a_verification_that_fails_unforeseen_is_told_and_makes_room_for_another(
    table: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise KeyError("the token of a card")

    with monkeypatch.context() as patched:
        patched.setattr("tablectl.console.verifying.verify", broken)
        table.post("verify")
        ended = table.verified()
    assert (ended["state"], ended["error"]["code"]) == ("failed", "internal")
    assert "token" not in ended["error"]["problem"]
    table.post("verify")
    assert table.verified()["state"] == "done"


def test_a_token_that_was_doubled_is_not_told_by_the_verification(tmp_path: Path) -> None:
    path = GAMES["let_it_ride"](tmp_path)
    with tampering(path) as db:
        (token,) = db.execute("SELECT key FROM record WHERE kind = 'sealed'").fetchone()
        db.execute("UPDATE record SET key = ? WHERE kind = 'sealed' AND seq < 60", (token,))
    with desk(path) as made:
        made.post("verify")
        told = made.verified()["result"]
    assert "doubled_key" in {finding["code"] for finding in told["findings"]}
    assert token not in json.dumps(told)
