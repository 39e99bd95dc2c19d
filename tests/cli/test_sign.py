"""`tablectl sign`: one page that needs nothing else and says what is in force."""

from __future__ import annotations

from contextlib import closing
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tablectl.clauses.registry import family
from tablectl.cli.signpage import Pending, Sign, page
from tablectl.games.catalogue import GAMES
from tablectl.games.options import with_defaults
from tablectl.games.three_card_poker import GAME
from tests.cli.shell import answering, running, tablectl

TABLE = """
table: tcp-07
game: three_card_poker
method: manual_shoe
seats: 6
decks: [blue]
preset: blind
options: {ante_least: 1500, ante_most: 30000}
"""
VOID = ("meta",)


class Page(HTMLParser):
    """A page as it was read: its tags, their balance, its text and its tables."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.rows: list[list[str]] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)
        if tag == "tr":
            self.rows.append([])

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open[-1:] == ["td"]:
            self.rows[-1].append(data)
        if "style" not in self.open:
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())


def made(text: str, tmp_path: Path) -> Page:
    path = tmp_path / "t.yaml"
    path.write_text(text)
    done = tablectl("sign", "--table", path)
    assert done.exit_code == 0, done.output
    return Page(done.output)


@pytest.mark.clause("19:47-8.3(a)")
def test_the_sign_has_the_game_and_the_limits_of_every_wager(tmp_path: Path) -> None:
    sign = made(TABLE, tmp_path)
    assert "Three Card Poker" in sign.text
    assert ["ante", "$15", "$300", "19:47-20.6(a)1"] in sign.rows
    assert ["pair plus", "$1", "no limit", "19:47-20.6(a)2"] in sign.rows


def test_the_sign_has_every_pay_table_with_its_clause(tmp_path: Path) -> None:
    rows = made(TABLE, tmp_path).rows
    for wager in GAME.wagers:
        for pay in wager.pays:
            assert any(row[1:2] == [str(pay.odds)] for row in rows)
    assert ["straight flush", "40 to 1", "19:47-20.11(a)2"] in rows
    assert ["straight flush", "5 to 1", "19:47-20.11(a)3"] in rows


def test_the_sign_has_the_rule_options_in_force_and_no_limit_among_them(tmp_path: Path) -> None:
    rows = made(TABLE.replace("{ante", "{count_every: 3, ante"), tmp_path).rows
    assert ["count every", "3", "rounds between two counts of the stub", "19:47-20.7(e)#1"] in rows
    assert not any(row[:1] == ["ante least"] for row in rows)


@pytest.mark.clause("19:47-8.3(d)")
def test_the_reference_of_the_approval_is_on_it_or_a_free_line_for_it(tmp_path: Path) -> None:
    assert ("class", "blank") in made(TABLE, tmp_path).attributes
    sign = made(TABLE + "sign_approval: PRN-104\n", tmp_path)
    assert "Reference: PRN-104" in sign.text
    assert ("class", "blank") not in sign.attributes


@pytest.mark.parametrize("name", GAMES)
def test_the_page_of_every_game_is_whole_and_needs_nothing_from_elsewhere(name: str) -> None:
    game = GAMES[name]
    text = page(Sign("T1", game, game.methods[0], with_defaults(game, {})))
    sign = Page(text)
    assert sign.open == []
    assert not {"script", "link", "img", "iframe", "object"} & set(sign.tags)
    assert not {"src", "href", "style", "onload"} & {name for name, _ in sign.attributes}
    assert "url(" not in text
    assert "http" not in text
    assert "@page" in text


def test_every_clause_on_a_sign_is_registered() -> None:
    sign = Page(page(Sign("T1", GAME, "manual_shoe", with_defaults(GAME, {}))))
    cited = [word.strip() for word in sign.words if word.strip().startswith("19:47-")]
    assert cited
    assert [clause for clause in cited if not family(clause)] == []


def test_whatever_a_house_writes_stays_text() -> None:
    evil = '<script>alert("x")</script>&'
    sign = Page(page(Sign(evil, GAME, evil, {}, evil, (Pending(evil, 1, evil),))))
    assert "script" not in sign.tags
    assert sign.text.count(evil) >= 4


@pytest.mark.clause("19:47-8.3(b)1")
def test_a_pending_change_is_on_it_with_its_start() -> None:
    changes = (Pending("ante_least", 2500, "18:30"), Pending("count_every", 2, "19:00"))
    sign = Page(page(Sign("T1", GAME, "manual_shoe", {}, "", changes)))
    assert "From 18:30: ante least: $25" in sign.text
    assert "From 19:00: count every: 2" in sign.text


def test_the_page_goes_into_a_file_when_it_is_asked_to(tmp_path: Path) -> None:
    path = tmp_path / "sign.html"
    done = tablectl("sign", "--output", path)
    assert done.exit_code == 0, done.output
    assert Page(path.read_text(encoding="utf-8")).open == []


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    done = tablectl("sign", "--output", tmp_path / "nowhere" / "sign.html")
    assert done.exit_code == 3
    assert "nowhere" in done.output


def test_a_table_file_with_limits_that_are_not_allowed_has_no_sign(tmp_path: Path) -> None:
    path = tmp_path / "t.yaml"
    path.write_text(TABLE.replace("30000", "2000"))
    done = tablectl("sign", "--table", path)
    assert done.exit_code == 2
    assert "19:47-8.2(a)#2" in done.output


def test_a_running_table_makes_its_own_sign(tmp_path: Path) -> None:
    table, socket = tmp_path / "t.yaml", tmp_path / "door"
    table.write_text(TABLE + "sign_approval: PRN-104\n")
    args = ("run", "--table", table, "--by-hand", "--socket", socket, "--journal", tmp_path / "j")
    with running(*args) as child, closing(answering(child, socket)):
        done = tablectl("sign", "--running", "--socket", socket)
    assert done.exit_code == 0, done.output
    sign = Page(done.output)
    assert ["ante", "$15", "$300", "19:47-20.6(a)1"] in sign.rows
    assert "Reference: PRN-104" in sign.text


def test_a_sign_is_of_a_file_or_of_a_running_table(tmp_path: Path) -> None:
    assert tablectl("sign", "--running", "--table", tmp_path / "t.yaml").exit_code == 2
