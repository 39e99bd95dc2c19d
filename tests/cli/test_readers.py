"""What is told on the screen of a table whose cards are shown to a reader one by one."""

from __future__ import annotations

from pathlib import Path

from tests.cli.shell import tablectl

TABLE = """\
table: readers
game: three_card_poker
method: manual_shoe
seats: 6
decks: [blue]
devices:
  shoe_1: {profile: reference_sensing_shoe, simulated: true}
  reader_1: {profile: id_12la, simulated: true}
"""


def test_a_record_tells_every_tag_that_was_shown_and_its_card(tmp_path: Path) -> None:
    file, journal = tmp_path / "table.yaml", tmp_path / "t.journal"
    file.write_text(TABLE)
    tablectl("run", "--table", str(file), "--virtual", "--rounds", "1", "--journal", str(journal))
    told = tablectl("journal", "show", str(journal)).output
    assert "reader_1 reported the tag CA00000" in told
    assert tablectl("replay", str(journal)).exit_code == 0


def test_a_table_whose_card_map_is_wrong_is_refused_with_the_place_in_the_map(
    tmp_path: Path,
) -> None:
    file = tmp_path / "table.yaml"
    file.write_text(TABLE.replace("id_12la,", "id_12la, cards: cards.yaml,"))
    (tmp_path / "cards.yaml").write_text('version: 1\ncards:\n  AS: "0000000001"\n')
    refused = tablectl("run", "--table", str(file), "--virtual", "--rounds", "1")
    assert refused.exit_code == 2
    assert "cards.yaml:3:3: cards: cards without a tag: 2C, 2D, 2H, 2S, 3C, 3D" in refused.stderr
