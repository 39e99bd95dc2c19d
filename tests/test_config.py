"""Table files: what a house may write, what it gets, and what it is told when it is wrong."""

from pathlib import Path

import pytest

from tablectl import __version__, config
from tablectl.config import CREW
from tablectl.words.settings import Settings
from tablectl.yamlfile import FileErrors, dotted

TABLE = """\
table: T1
game: three_card_poker
method: manual_shoe
seats: 6
decks: [blue]
"""


def read(text: str) -> Settings:
    return config.loads(text, "t.yaml").settings


def errors(text: str) -> list[str]:
    with pytest.raises(FileErrors) as caught:
        read(text)
    return [str(error) for error in caught.value.errors]


# ------------------------------------------------------------------ what a file gives


def test_a_file_gives_settings_with_the_options_of_the_game_filled_in() -> None:
    settings = read(TABLE + "preset: counting\noptions: {ante_least: 2500}\n")
    assert (settings.table, settings.game, settings.method) == (
        "T1",
        "three_card_poker",
        "manual_shoe",
    )
    assert (settings.seats, settings.decks, settings.version) == (6, ("blue",), __version__)
    assert settings.options["ante_least"] == 2500
    assert settings.options["count_every"] == 5


def test_a_simulated_table_has_a_crew_of_its_own() -> None:
    settings = read(TABLE + "preset: blind\n")
    assert {name: person.roles for name, person in settings.people.items()} == dict(CREW)


def test_the_demonstration_table_is_found_and_simulated() -> None:
    found = config.demo()
    assert found.settings.devices
    assert all(device.simulated for device in found.settings.devices.values())
    assert found.profiles.keys() == found.settings.devices.keys()


def test_a_file_is_read_from_its_path(tmp_path: Path) -> None:
    path = tmp_path / "table.yaml"
    path.write_text(TABLE + "preset: blind\n", encoding="utf-8")
    assert config.load(path) == config.loads(TABLE + "preset: blind\n", "t.yaml")


# ------------------------------------------------------------------ what a file is told


@pytest.mark.parametrize(
    ("change", "error"),
    [
        (
            ("game: three_card_poker", "game: three_card_pokr"),
            "t.yaml:2:7: game: there is no game 'three_card_pokr' "
            "(did you mean 'three_card_poker'?)",
        ),
        (
            ("method: manual_shoe", "method: manual_show"),
            "t.yaml:3:9: method: manual_show is not one of manual_shoe, hand, automated_shoe "
            "(did you mean 'manual_shoe'?)",
        ),
        (("seats: 6", "seats: 8"), "t.yaml:4:8: seats: 8 seats; the game takes 1 to 7"),
        (
            ("preset: counting", "preset: countin"),
            "t.yaml:6:9: preset: expected 'blind', 'counting', 'recognising', 'mixed', "
            "'automated' or 'shuffling', got 'countin' (did you mean 'counting'?)",
        ),
        (
            ("preset: counting", "preset: counting\noptions: {ante_lest: 1}"),
            "t.yaml:7:11: options.ante_lest: no such option; the game has ante_least, ante_most, "
            "count_every, pair_plus_least, "
            "pair_plus_most, two_positions, wagers_again (did you mean 'ante_least'?)",
        ),
        (
            ("preset: counting", "preset: counting\noptions: {count_every: 6}"),
            "t.yaml:7:24: options.count_every: 6 is not between 1 and 5 "
            "(rounds between two counts of the stub) (19:47-20.7(e)#1)",
        ),
        (
            ("preset: counting", "preset: counting\nseets: 6"),
            "t.yaml:7:1: seets: the key 'seets' is not known here (did you mean 'seats'?)",
        ),
        (
            ("preset: counting", "preset: counting\ndevices: {}"),
            "t.yaml:6:9: preset: a table has a preset or devices, not both (remove one of them)",
        ),
        (
            ("preset: counting\n", ""),
            "t.yaml:1:1: neither 'preset' nor 'devices' is here "
            "(add preset: one of blind, counting, recognising, mixed, automated, shuffling)",
        ),
        (
            ("preset: counting", "devices: {}"),
            "t.yaml:1:1: the required key 'people' is missing (only a simulated table has a crew)",
        ),
        (
            (
                "preset: counting",
                "preset: counting\npeople: {d1: [dealer], d2: [dealer], t1: [technician]}",
            ),
            "t.yaml:7:9: people: nobody is supervisor (a table cannot be opened without one)",
        ),
        (
            (
                "preset: counting",
                "preset: counting\npeople: {ann: [dealer, supervisor], tom: [technician]}",
            ),
            "t.yaml:7:9: people: one person is not enough (who inspects a deck may not verify it)",
        ),
        (
            ("preset: counting", "version: 2\npreset: counting"),
            "t.yaml:6:10: version: expected 1, got 2",
        ),
        (
            ("table: T1", "table: a|b"),
            "t.yaml:1:8: table: expected text that matches ^[A-Za-z0-9][A-Za-z0-9_.-]*$, got 'a|b'",
        ),
    ],
)
def test_what_is_wrong_is_told_at_its_place(change: tuple[str, str], error: str) -> None:
    text = TABLE + "preset: counting\n"
    assert change[0] in text
    assert errors(text.replace(*change)) == [error]


def test_a_deck_cannot_be_named_twice() -> None:
    found = errors(TABLE.replace("[blue]", "[blue, blue]") + "preset: counting\n")
    assert (
        "t.yaml:5:15: decks.1: there is already a deck 'blue' (decks are told by their colours)"
        in (found)
    )


def test_all_errors_are_told_in_one_run_whatever_their_kind() -> None:
    text = """\
table: T1
game: three_card_poker
method: by_hand
seets: 6
seats: 12
decks: [blue]
options: {count_every: 50, ante_least: five}
preset: counting
people: {d1: [deeler]}
"""
    places = [error.split(": ")[0] for error in errors(text)]
    assert places == [
        "t.yaml:3:9",
        "t.yaml:4:1",
        "t.yaml:5:8",
        "t.yaml:7:24",
        "t.yaml:7:40",
        "t.yaml:9:15",
    ]


def test_a_real_device_needs_named_people() -> None:
    shoe = '{profile: reference_sensing_shoe, serial: "17", link: /dev/ttyS0}'
    (error,) = errors(TABLE + f"devices: {{shoe_1: {shoe}}}\n")
    assert "the required key 'people' is missing" in error


def test_a_file_that_is_not_there_is_told_as_such(tmp_path: Path) -> None:
    with pytest.raises(FileErrors, match="the file does not exist"):
        config.load(tmp_path / "none.yaml")


LOTS = """\
table: t
game: three_card_poker
method: manual_shoe
seats: 60
decks: [blue, red]
options: {{count_every: 9}}
preset: {preset}
people: {{d1: [dealer]}}
{twice}
"""


@pytest.mark.parametrize(
    ("preset", "twice", "told"),
    [
        ("countin", "decks: [red]\nseats: 6", {"decks", "seats"}),
        ("countin", "", {"seats", "options.count_every", "preset"}),
        ("counting", "", {"seats", "options.count_every", "people"}),
    ],
    ids=["how it is written", "keys and values", "what the parts make together"],
)
def test_errors_come_in_lots_and_each_lot_is_whole(preset: str, twice: str, told: set[str]) -> None:
    with pytest.raises(FileErrors) as caught:
        config.loads(LOTS.format(preset=preset, twice=twice), "t.yaml")
    assert {dotted(error.path) for error in caught.value.errors} == told
