"""Devices in table files: what a house promises, the ready-made sets, and what is told if wrong."""

from dataclasses import replace
from pathlib import Path

import pytest

from drivers.plain.profile import PlainProfile
from drivers.profiles import find
from drivers.serial_url import SPELLINGS
from tablectl import config
from tablectl.config import Preset, Table
from tablectl.words.bases import Role
from tablectl.words.cards import Card
from tablectl.words.settings import Can, Delivery, Device, DeviceKind, Person, Settings, SignIn
from tablectl.yamlfile import FileErrors

TABLE = """\
table: T1
game: three_card_poker
method: manual_shoe
seats: 6
decks: [blue]
"""
STACKS = TABLE.replace("three_card_poker", "let_it_ride").replace("manual_", "automated_")
CONTINUOUS = "continuous_shuffler"
REAL_SHOE = """\
devices:
  shoe_1: {profile: reference_sensing_shoe, serial: "17", firmware: "1.4", link: /dev/ttyS0}
"""
PEOPLE = "people: {ann: [dealer], bob: [supervisor, technician], eve: [administrator]}\n"
ACME = """\
version: 1
profile: acme
title: Acme shoe
maker: Acme
kind: shoe
model: Acme S
firmware: ["2.1"]
digest: %s
protocol: reference/1
delivery: exactly_once
can: [count, withhold]
delivers: {cards: single}
""" % ("a" * 64)


def table(text: str) -> Table:
    return config.loads(text, "t.yaml")


def read(text: str) -> Settings:
    return table(text).settings


def errors(text: str) -> list[str]:
    with pytest.raises(FileErrors) as caught:
        read(text)
    return [str(error) for error in caught.value.errors]


# ------------------------------------------------------------------ what a file promises


def test_devices_and_people_are_taken_as_they_are_promised() -> None:
    found = table(TABLE + REAL_SHOE + PEOPLE)
    profile = find("reference_sensing_shoe")
    assert found.settings.devices == {
        "shoe_1": Device(
            kind=DeviceKind.SHOE,
            can=(Can.COUNT, Can.FACE_UP, Can.WITHHOLD),
            model=profile.model,
            serial="17",
            firmware="1.4",
            simulated=False,
            profile="reference_sensing_shoe",
            digest="",
            versions=profile.firmware,
        )
    }
    assert found.profiles == {"shoe_1": profile}
    assert found.links == {"shoe_1": "/dev/ttyS0"}
    assert found.settings.people == {
        "ann": Person((Role.DEALER,)),
        "bob": Person((Role.SUPERVISOR, Role.TECHNICIAN)),
        "eve": Person((Role.ADMINISTRATOR,)),
    }
    assert found.settings.sign_in == SignIn(idle_minutes=15)


@pytest.mark.parametrize(
    ("kind", "profile"),
    [("shoe", "reference_sensing_shoe"), ("shuffler", "reference_shuffler")],
)
def test_a_table_has_one_machine_that_cards_come_out_of_or_go_through(
    kind: str, profile: str
) -> None:
    names = f"{kind}_1", f"{kind}_2"
    each = "".join(f"  {name}: {{profile: {profile}, simulated: true}}\n" for name in names)
    (error,) = errors(f"{TABLE}devices:\n{each}")
    assert f"devices.{kind}_2: a table has one {kind}, and {kind}_1 is one already" in error


def test_a_set_of_devices_that_does_not_go_with_the_method_is_told_where_it_was_chosen() -> None:
    spun = TABLE.replace("three_card_poker", "blackjack").replace("manual_shoe", CONTINUOUS)
    approved = f"approvals: {{{CONTINUOUS}: {{reference: X}}}}\n"
    (error,) = errors(f"{spun}preset: counting\n{approved}")
    assert error.startswith(
        "t.yaml:6:9: preset: a reference_sensing_shoe is not a continuous shuff"
    )


@pytest.mark.parametrize(
    ("option", "told"),
    [
        ("surrender: true", "a whole number (1 for yes, 0 for no), or one of its words; got true"),
        ("wager_least: 5.5", "a whole number (1 for yes, 0 for no), or one of its words; got 5.5"),
        ("surrender: '1'", "'1' is not a whole number between 0 and 1, without quotes"),
        ("hole_card: upp", "'upp' is not one of none, down, reader, up"),
        ("decks_in_shoe: 1", "cards_behind is 78 of 52 cards"),
    ],
)
def test_an_option_of_blackjack_that_cannot_be_is_told_with_what_to_write(
    option: str, told: str
) -> None:
    jack = TABLE.replace("three_card_poker", "blackjack")
    (error,) = errors(f"{jack}preset: counting\noptions: {{{option}}}\n")
    assert told in error


def test_nobody_goes_unproved_at_a_real_table() -> None:
    (error,) = errors(TABLE + REAL_SHOE + PEOPLE + "sign_in: none\n")
    assert "people at a real table prove who they are" in error
    (error,) = errors(TABLE + "devices: {}\n" + PEOPLE + "sign_in: none\n")
    assert "only a simulated table goes without" in error


def test_nothing_is_made_up_for_a_real_table() -> None:
    assert read(TABLE + "devices: {}\n" + PEOPLE).approvals == {}
    assert read(TABLE + "preset: counting\n").approvals["shoe"].reference == "SIMULATED"


def test_a_real_table_has_somebody_who_enrols_people() -> None:
    (error,) = errors(TABLE + REAL_SHOE + PEOPLE.replace(", eve: [administrator]", ""))
    assert "nobody is administrator" in error


def test_people_of_a_simulated_table_prove_nothing_unless_its_file_asks_for_it() -> None:
    assert read(TABLE + "preset: counting\n").sign_in is None
    asked = read(TABLE + "preset: counting\nsign_in: {idle_minutes: 3}\n")
    assert asked.sign_in == SignIn(idle_minutes=3)


def test_a_firmware_that_nobody_pins_may_be_any_that_the_profile_has() -> None:
    found = read(TABLE + REAL_SHOE.replace('firmware: "1.4", ', "") + PEOPLE)
    shoe = found.devices["shoe_1"]
    assert (shoe.firmware, shoe.versions) == ("", find("reference_sensing_shoe").firmware)
    assert shoe.accepts("1.7")
    assert not shoe.accepts("9.9")


def test_a_profile_with_one_version_pins_it_for_the_table(tmp_path: Path) -> None:
    (tmp_path / "house").mkdir()
    (tmp_path / "house" / "acme.yaml").write_text(ACME)
    file = tmp_path / "table.yaml"
    device = 'devices: {shoe_1: {profile: acme, serial: "7", link: "socket://10.0.0.7:4001"}}\n'
    file.write_text(TABLE + "profiles: [house]\n" + device + PEOPLE)
    found = config.load(file)
    shoe = found.settings.devices["shoe_1"]
    assert (shoe.model, shoe.firmware, shoe.digest) == ("Acme S", "2.1", "a" * 64)
    assert found.links == {"shoe_1": "socket://10.0.0.7:4001"}


@pytest.mark.parametrize(
    "link",
    ["rfc2217://10.0.0.7:4001?ign_set_control", "spy:///dev/ttyS0?file=shoe.log", "loop://"],
)
def test_a_device_may_be_behind_any_of_pyserials_urls(link: str) -> None:
    found = table(TABLE + REAL_SHOE.replace("/dev/ttyS0", f'"{link}"') + PEOPLE)
    assert found.links == {"shoe_1": link}


def test_a_shoe_that_knows_faces_is_never_spied_on() -> None:
    spied = REAL_SHOE.replace("/dev/ttyS0", "spy:///dev/ttyS0")
    assert errors(TABLE + spied.replace("sensing", "recognising") + PEOPLE) == [
        "t.yaml:7:86: devices.shoe_1.link: spy:// writes out every byte, and here those are cards "
        "that lie face down (write /dev/...; `tablectl run --trace` leaves hidden cards out)"
    ]


def test_a_generator_that_is_knocked_at_is_behind_no_raw_socket() -> None:
    device = 'devices: {rng: {profile: truerng_pro, link: "socket://10.0.0.7:4001"}}\n'
    assert errors(TABLE + device + PEOPLE) == [
        "t.yaml:6:45: devices.rng.link: a truerng_pro is told its mode by the speed of the line, "
        "and a socket has none (write rfc2217://HOST:PORT, if the server speaks it)"
    ]
    found = table(TABLE + device.replace("socket:", "rfc2217:") + PEOPLE)
    assert found.links == {"rng": "rfc2217://10.0.0.7:4001"}


VARIED = """\
variants: [{firmware: ["3.x"], can: [count, face_up], timing: {repeat: 300}}]
"""


def in_a_house(tmp_path: Path, device: str, **profiles: str) -> Path:
    """A table file with one device, and a folder with these profiles."""
    (tmp_path / "house").mkdir()
    for name, text in profiles.items():
        (tmp_path / "house" / f"{name}.yaml").write_text(text)
    file = tmp_path / "table.yaml"
    file.write_text(f"{TABLE}profiles: [house]\ndevices: {{shoe_1: {{{device}}}}}\n{PEOPLE}")
    return file


def test_the_pinned_firmware_chooses_the_variant_of_the_profile(tmp_path: Path) -> None:
    acme = ACME.replace(f"digest: {'a' * 64}\n", "") + VARIED
    device = 'profile: acme, serial: "7", firmware: "3.4", link: /dev/ttyS0'
    found = config.load(in_a_house(tmp_path, device, acme=acme))
    shoe = found.settings.devices["shoe_1"]
    assert shoe.can == (Can.COUNT, Can.FACE_UP)
    assert found.profiles["shoe_1"].timing.repeat == 300
    assert shoe.versions == ("2.1", "3.x")
    assert not shoe.accepts("2.1")
    assert shoe.variants == (("3.x",),)
    assert shoe.driven_alike("3.9")
    assert not shoe.driven_alike("2.1")


def test_a_profile_with_variants_wants_to_know_which_version_a_unit_has(tmp_path: Path) -> None:
    acme = ACME.replace(f"digest: {'a' * 64}\n", "") + VARIED
    file = in_a_house(tmp_path, 'profile: acme, serial: "7", link: /dev/ttyS0', acme=acme)
    with pytest.raises(FileErrors) as caught:
        config.load(file)
    assert [error.problem for error in caught.value.errors] == [
        "the profile acme is not the same for all versions"
    ]
    assert caught.value.errors[0].hint == "add firmware: one of 2.1, 3.x"


def test_a_bad_profile_that_the_table_does_not_use_stops_nothing(tmp_path: Path) -> None:
    device = 'profile: acme, serial: "7", link: /dev/ttyS0'
    file = in_a_house(tmp_path, device, acme=ACME, broken="version: [", worse="kind: nonsense\n")
    assert config.load(file).profiles["shoe_1"].profile == "acme"


def test_a_simulated_device_says_what_it_is_given_to_say() -> None:
    shoe = "devices: {shoe_1: {profile: reference_sensing_shoe, simulated: true%s}}\n"
    plain = read(TABLE + shoe % "").devices["shoe_1"]
    assert (plain.simulated, plain.serial, plain.firmware) == (True, "SIMULATED-1", "1.0")
    told = read(TABLE + shoe % ', serial: "9", firmware: "1.2"').devices["shoe_1"]
    assert (told.simulated, told.serial, told.firmware) == (True, "9", "1.2")


GENERATOR = "devices: {generator_1: {profile: %s, link: /dev/ttyACM0%s}}\n"


def test_a_device_that_cannot_say_who_it_is_is_promised_without_serial_and_firmware() -> None:
    found = read(TABLE + GENERATOR % ("truerng_v3", "") + PEOPLE).devices["generator_1"]
    assert (found.serial, found.firmware, found.versions) == ("", "", ())
    assert found.delivery is Delivery.AT_MOST_ONCE
    simulated = "devices: {generator_1: {profile: truerng_v3, simulated: true}}\n"
    assert read(TABLE + simulated).devices["generator_1"].serial == ""


def test_what_a_device_can_say_it_is_promised_by() -> None:
    found = read(TABLE + GENERATOR % ("onerng", "") + PEOPLE).devices["generator_1"]
    assert (found.serial, found.firmware) == ("", "3")
    serial = ", serial: 6A12C0DE"
    found = read(TABLE + GENERATOR % ("rava", serial) + PEOPLE).devices["generator_1"]
    assert (found.serial, found.firmware, found.versions) == ("6A12C0DE", "", ("1.0.x",))


@pytest.mark.parametrize(
    ("profile", "more", "problem"),
    [
        ("truerng_v3", ', serial: "7"', "a truerng_v3 cannot say its serial number (remove it"),
        ("truerng_v3", ', firmware: "7"', "a truerng_v3 cannot say its firmware (remove it"),
        ("onerng", f", digest: {'a' * 64}", "a onerng cannot say its digest (remove it"),
        ("rava", "", "the required key 'serial' is missing"),
    ],
)
def test_what_a_device_cannot_say_is_not_promised_and_what_it_can_is_asked_for(
    profile: str, more: str, problem: str
) -> None:
    (error,) = errors(TABLE + GENERATOR % (profile, more) + PEOPLE)
    assert problem in error


# ------------------------------------------------------------------ ready-made sets


@pytest.mark.parametrize(
    ("preset", "can"),
    [
        ("blind", {}),
        ("counting", {"shoe_1": (Can.COUNT, Can.FACE_UP, Can.WITHHOLD)}),
        ("recognising", {"shoe_1": (Can.COUNT, Can.FACE_UP, Can.WITHHOLD, Can.FACES)}),
        (
            "mixed",
            {"shoe_1": (Can.COUNT, Can.FACE_UP, Can.WITHHOLD), "reader_1": (Can.FACES,)},
        ),
    ],
)
def test_a_preset_gives_devices_that_tell_so_much(
    preset: str, can: dict[str, tuple[Can, ...]]
) -> None:
    settings = read(TABLE + f"preset: {preset}\n")
    assert {name: device.can for name, device in settings.devices.items()} == can


@pytest.mark.parametrize("preset", Preset, ids=lambda preset: preset.value)
def test_every_device_of_a_preset_is_simulated_and_of_a_profile_that_comes_with_tablectl(
    preset: Preset,
) -> None:
    text = STACKS if preset is Preset.AUTOMATED else TABLE
    fitted = table(text + f"preset: {preset.value}\n")
    assert fitted.links == {}
    assert fitted.profiles.keys() == fitted.settings.devices.keys()
    for name, device in fitted.settings.devices.items():
        assert (device.simulated, device.serial) == (True, "SIMULATED-1")
        assert fitted.profiles[name] == find(device.profile)
        assert fitted.profiles[name].accepts(device.firmware)


def test_the_automated_preset_has_the_four_devices() -> None:
    settings = read(STACKS + "preset: automated\n")
    assert {name: device.kind for name, device in settings.devices.items()} == {
        "shuffler_1": DeviceKind.SHUFFLER,
        "shoe_1": DeviceKind.SHOE,
        "reader_1": DeviceKind.READER,
        "generator_1": DeviceKind.GENERATOR,
    }


def test_a_preset_with_a_shoe_does_not_go_with_dealing_by_hand() -> None:
    text = TABLE.replace("three_card_poker", "holdem").replace("manual_shoe", "hand")
    assert read(text + "preset: blind\n").method == "hand"
    assert errors(text + "preset: mixed\n") == [
        "t.yaml:6:9: preset: mixed has a shoe, and the cards are dealt by hand "
        "(use blind or shuffling)"
    ]


@pytest.mark.parametrize("preset", ["counting", "recognising", "mixed"])
def test_a_shoe_of_single_cards_does_not_go_with_dealing_in_stacks(preset: str) -> None:
    assert read(STACKS + "preset: blind\n").method == "automated_shoe"
    assert errors(STACKS + f"preset: {preset}\n") == [
        f"t.yaml:6:9: preset: {preset} has a shoe that gives single cards, and automated_shoe "
        "takes stacks (use blind or automated or shuffling)"
    ]


def test_a_shoe_of_stacks_goes_with_dealing_in_stacks_only() -> None:
    assert errors(TABLE + "preset: automated\n") == [
        "t.yaml:6:9: preset: automated has a shoe that gives stacks of 3, and manual_shoe takes "
        "single cards (use blind or counting or recognising or mixed or shuffling)"
    ]


# ------------------------------------------------------------------ what is wrong with devices


@pytest.mark.parametrize(
    ("change", "error"),
    [
        (
            ("reference_sensing_shoe", "reference_sensing_sho"),
            "7:21: devices.shoe_1.profile: there is no profile 'reference_sensing_sho' "
            "(did you mean 'reference_sensing_shoe'?)",
        ),
        (
            ("profile: reference_sensing_shoe, ", ""),
            "7:11: devices.shoe_1: the required key 'profile' is missing (add it here)",
        ),
        (
            (", link: /dev/ttyS0", ""),
            "7:11: devices.shoe_1: neither 'link' nor 'simulated: true' is here "
            "(say where the device is)",
        ),
        (
            (", link: /dev/ttyS0", ", simulated: false"),
            "7:11: devices.shoe_1: neither 'link' nor 'simulated: true' is here "
            "(say where the device is)",
        ),
        (
            ("link: /dev/ttyS0", "simulated: true, link: /dev/ttyS0"),
            "7:99: devices.shoe_1.link: a simulated device has no link "
            "(remove it, or simulated: true)",
        ),
        (
            ("/dev/ttyS0", "ttyS0"),
            f"7:82: devices.shoe_1.link: 'ttyS0' leads to no port (write {SPELLINGS})",
        ),
        (
            ("/dev/ttyS0", '"socket://10.0.0.7"'),
            f"7:82: devices.shoe_1.link: 'socket://10.0.0.7' leads to no port (write {SPELLINGS})",
        ),
        (
            ("/dev/ttyS0", '"hwgrep://0403:6001"'),
            f"7:82: devices.shoe_1.link: 'hwgrep://0403:6001' leads to no port (write {SPELLINGS})",
        ),
        (
            ('serial: "17", ', ""),
            "7:11: devices.shoe_1: the required key 'serial' is missing "
            "(as it stands on the device)",
        ),
        (
            ('serial: "17"', "serial: 17"),
            "7:53: devices.shoe_1.serial: expected text, got 17 (put it in quotes)",
        ),
        (
            ('"1.4"', '"2.0"'),
            "7:69: devices.shoe_1.firmware: the profile reference_sensing_shoe does not accept "
            "'2.0' (it accepts 1.x)",
        ),
        (
            ("link:", "digest: abc, link:"),
            "7:84: devices.shoe_1.digest: expected text that matches ^[0-9a-f]{64}$, got 'abc'",
        ),
        (
            ("link:", "kind: shoe, link:"),
            "7:76: devices.shoe_1.kind: the key 'kind' is not known here (the keys known here: "
            "cards, digest, firmware, link, profile, serial, simulated)",
        ),
        (
            ("link:", "serial: '18', link:"),
            "7:76: devices.shoe_1.serial: the key 'serial' was already used on line 7 "
            "(remove or rename one of them)",
        ),
        (
            ('serial: "17", firmware: "1.4"', 'serial: &v "17", firmware: *v'),
            "7:72: devices.shoe_1.firmware: the alias *v is not allowed "
            "(write the value out in full)",
        ),
        (
            ('serial: "17"', "serial: !text 17"),
            "7:53: devices.shoe_1.serial: the tag '!text' is not allowed (remove the tag)",
        ),
        (
            ("devices:", "profiles: [none]\ndevices:"),
            "6:12: profiles.0: there is no folder none "
            "(folders are named as seen from the table file)",
        ),
        (
            ("reference_sensing_shoe", "reference_stack_shoe"),
            "7:21: devices.shoe_1.profile: reference_stack_shoe is a shoe that gives stacks of 3, "
            "and manual_shoe takes single cards (name another profile, or another method)",
        ),
    ],
)
def test_what_is_wrong_with_a_device_is_told_at_its_place(
    change: tuple[str, str], error: str
) -> None:
    assert change[0] in REAL_SHOE
    assert errors(TABLE + REAL_SHOE.replace(*change) + PEOPLE) == [f"t.yaml:{error}"]


def test_two_devices_are_not_on_one_line() -> None:
    other = '  reader_1: {profile: reference_reader, serial: "3", link: /dev//ttyS0}\n'
    assert errors(TABLE + REAL_SHOE + other + PEOPLE) == [
        "t.yaml:8:60: devices.reader_1.link: shoe_1 is on this line "
        "(every device has a line of its own)"
    ]


def test_a_profile_with_errors_is_told_where_it_is_named(tmp_path: Path) -> None:
    bad = tmp_path / "acme.yaml"
    bad.write_text(ACME.replace("maker: Acme\n", "").replace("kind: shoe", "kind: shoo"))
    file = tmp_path / "table.yaml"
    device = 'devices: {shoe_1: {profile: acme, serial: "7", link: /dev/ttyS0}}\n'
    file.write_text(TABLE + "profiles: [.]\n" + device + PEOPLE)
    with pytest.raises(FileErrors) as caught:
        config.load(file)
    assert str(caught.value) == (
        f"{file}:7:29: devices.shoe_1.profile: the profile 'acme' has 2 errors "
        f"(see `tablectl profile lint {bad}`)"
    )


def test_a_digest_other_than_that_of_the_profile_is_told(tmp_path: Path) -> None:
    (tmp_path / "acme.yaml").write_text(ACME)
    file = tmp_path / "table.yaml"
    device = f'{{profile: acme, serial: "7", link: /dev/ttyS0, digest: {"b" * 64}}}'
    file.write_text(TABLE + f"profiles: [.]\ndevices: {{shoe_1: {device}}}\n" + PEOPLE)
    with pytest.raises(FileErrors, match="the profile acme pins another digest, aaaa"):
        config.load(file)


def test_what_is_wrong_with_devices_is_told_beside_everything_else() -> None:
    text = TABLE.replace("three_card_poker", "three_cards").replace("seats", "seets")
    found = errors(text + REAL_SHOE.replace("sensing", "sensible") + "people: {ann: [deeler]}\n")
    assert [each.split(": ")[0] for each in found] == [
        "t.yaml:1:1",
        "t.yaml:2:7",
        "t.yaml:4:1",
        "t.yaml:7:21",
        "t.yaml:8:16",
    ]


# ------------------------------------------------------------------ machines not for every game

LOADS = "  shuffler_1: {profile: reference_loading_shuffler, simulated: true}\n"
SENSING = "  shoe_1: {profile: reference_sensing_shoe, simulated: true}\n"


def test_a_shuffler_that_loads_the_shoe_goes_with_one_deck_and_a_shoe_that_tells_of_it() -> None:
    assert "shuffler_1" in read(f"{TABLE}devices:\n{LOADS}{SENSING}").devices


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (
            f"{TABLE}devices:\n{LOADS}",
            "t.yaml:7:15: devices.shuffler_1: nobody would say that the shoe is loaded: a shoe is "
            "needed that tells of it (house policy)",
        ),
        (
            f"{TABLE}devices:\n{LOADS}{SENSING.replace('reference_sensing', 'plain_sensing')}",
            "t.yaml:7:15: devices.shuffler_1: nobody would say that the shoe is loaded: a shoe is "
            "needed that tells of it (house policy)",
        ),
        (
            f"{TABLE.replace('[blue]', '[blue, red]')}devices:\n{LOADS}{SENSING}",
            "t.yaml:7:15: devices.shuffler_1: it would load the idle deck while the other is dealt "
            "from the shoe: one deck (house policy)",
        ),
        (
            f"{TABLE.replace('three_card_poker', 'blackjack')}devices:\n{LOADS}{SENSING}",
            "t.yaml:7:15: devices.shuffler_1: a reference_loading_shuffler puts the cards into the "
            "shoe as soon as they are shuffled, and blackjack is not dealt that way (house policy)",
        ),
    ],
    ids=["no shoe", "a shoe that forgets", "two decks", "a game with a cut"],
)
def test_a_shuffler_that_loads_the_shoe_is_refused_where_that_cannot_be(
    text: str, error: str
) -> None:
    assert errors(text) == [error]


@pytest.mark.parametrize("game", ["three_card_poker", "let_it_ride"])
@pytest.mark.parametrize(
    ("profile", "does"),
    [
        (
            "reference_continuous_shuffler",
            "takes its cards back between rounds and shuffles them in",
        ),
        ("reference_double_shoe", "has two chambers"),
    ],
)
def test_a_machine_that_no_game_here_is_dealt_from_is_refused_with_the_reason(
    game: str, profile: str, does: str
) -> None:
    text = TABLE.replace("three_card_poker", game)
    told = errors(f"{text}devices:\n{SENSING.replace('reference_sensing_shoe', profile)}")
    said = f"a {profile} {does}, and {game} is not dealt that way (house policy)"
    assert told == [f"t.yaml:7:11: devices.shoe_1: {said}"]


@pytest.mark.parametrize("game", ["three_card_poker", "let_it_ride"])
def test_a_shoe_of_stacks_of_seven_is_refused_by_games_that_deal_three(game: str) -> None:
    text = STACKS.replace("let_it_ride", game)
    seven = SENSING.replace("reference_sensing_shoe", "reference_seven_card_shoe")
    (told,) = errors(f"{text}devices:\n{seven}")
    assert "method: the automated shoe has to give stacks of 3 (19:47-" in told
    by_hand = errors(f"{text.replace('automated_', 'manual_')}devices:\n{seven}")
    assert any("gives stacks of 7, and manual_shoe takes single cards" in each for each in by_hand)


# ------------------------------------------------------------------ card maps

CODES = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]
TAGS = {code: f"67{number:08X}" for number, code in enumerate(CODES)}
TAG_READER = """\
devices:
  reader_1: {profile: rdm6300, link: /dev/ttyS0, cards: cards.yaml}
"""


def with_map(folder: Path, devices: str = TAG_READER, **changes: str) -> Table:
    """A table file with this reader, beside a card map with these tags."""
    tags = "".join(f'  {code}: "{tag}"\n' for code, tag in (TAGS | changes).items() if tag)
    (folder / "cards.yaml").write_text(f"version: 1\ncards:\n{tags}")
    (folder / "table.yaml").write_text(TABLE + devices + PEOPLE)
    return config.load(folder / "table.yaml")


def map_errors(folder: Path, devices: str = TAG_READER, **changes: str) -> list[str]:
    with pytest.raises(FileErrors) as caught:
        with_map(folder, devices, **changes)
    return [str(error).removeprefix(f"{folder}/") for error in caught.value.errors]


def test_a_reader_of_tags_goes_by_the_map_that_its_table_names(tmp_path: Path) -> None:
    found = with_map(tmp_path)
    reader, profile = found.settings.devices["reader_1"], found.profiles["reader_1"]
    assert isinstance(profile, PlainProfile)
    assert profile.card_map is not None
    assert profile.card_map.tag(Card.of("2C")) == "6700000000"
    assert reader.cards == profile.card_map.digest
    assert (reader.serial, reader.firmware, reader.versions) == ("", "", ())


def test_another_map_is_another_promise_on_record(tmp_path: Path) -> None:
    one = with_map(tmp_path).settings.devices["reader_1"]
    other = with_map(tmp_path, AS="67FFFFFFFF").settings.devices["reader_1"]
    assert replace(one, cards="") == replace(other, cards="")
    assert one.cards != other.cards


def test_a_simulated_reader_without_a_map_has_one_made_up() -> None:
    found = table(TABLE + "devices: {reader_1: {profile: gm65, simulated: true}}\n")
    profile = found.profiles["reader_1"]
    assert isinstance(profile, PlainProfile)
    assert profile.card_map is not None
    assert profile.card_map.tag(Card.of("AS"))
    assert found.settings.devices["reader_1"].cards == ""


def test_what_is_wrong_with_a_card_map_is_told_at_its_place_in_its_own_file(
    tmp_path: Path,
) -> None:
    assert map_errors(tmp_path, **{"3C": "6700000000", "AS": ""}) == [
        "cards.yaml:3:3: cards: cards without a tag: AS (every card of a deck has one)",
        "cards.yaml:4:7: cards.3C: '6700000000' is the tag of 2C already (a tag is on one card)",
    ]


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        (
            "cards: cards",
            "cards: card",
            "7:57: devices.reader_1.cards: there is no file {}/card.yaml "
            "(named as seen from the table file)",
        ),
        (
            ", cards: cards.yaml",
            "",
            "7:13: devices.reader_1: nobody says which card a tag stands for that a rdm6300 reads "
            "(add cards: FILE)",
        ),
        (
            "profile: rdm6300",
            'profile: reference_reader, serial: "1", firmware: "1.0"',
            "7:96: devices.reader_1.cards: a reference_reader reads no tags (remove it)",
        ),
        (
            "link:",
            'serial: "17", link:',
            "7:40: devices.reader_1.serial: a rdm6300 cannot say its serial number "
            "(remove it: nothing could be held against it)",
        ),
    ],
)
def test_what_is_wrong_with_a_reader_of_tags_is_told_in_the_table_file(
    old: str, new: str, error: str, tmp_path: Path
) -> None:
    assert old in TAG_READER
    found = map_errors(tmp_path, TAG_READER.replace(old, new))
    assert found == [f"table.yaml:{error.format(tmp_path)}"]
