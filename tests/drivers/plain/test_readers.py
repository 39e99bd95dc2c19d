"""Readers of tags and codes: what they say byte for byte, and that a card shown is told once."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.driving import MILLISECOND, Noted, Output, Seen, Send
from drivers.notes import DISCARDED
from drivers.plain.session import PlainDriver
from simulators.wires import ByteByByte, Manner, Whole
from tablectl.words.cards import UNSEEN, Card, Known
from tablectl.words.observations import CardShown, Identified, LinkLost, LinkUp, Report
from tests.drivers.plain.readers import NAME, READERS, Ears, Showing, promised, reader_profile
from tests.drivers.talk import OpenSeals

every_reader = pytest.mark.parametrize("name", READERS)
TAG = "02 36 37 30 30 33 42 35 31 43 36 43 42 03"
"""An RDM6300 says the tag 67003B51C6."""
ANOTHER = "02 36 37 30 30 33 42 41 38 36 43 39 38 03"
SPEED = "7E 00 07 01 00 2A 02 D8 0F"
"""A GM65 is asked for its speed."""


class Desk:
    """A driver, the time, and bytes as they come from a device."""

    def __init__(self, name: str, **cards: str) -> None:
        profile = reader_profile(name)
        if cards:
            profile = profile.model_copy(update={"cards": cards})
        device = promised(profile)
        self.driver = PlainDriver(NAME, device, OpenSeals(), profile.timing_in_us(), profile)
        self.now = 1_000_000
        self.out: list[Output] = self.driver.opened(self.now)

    def hear(self, *frames: str, every: int = 0) -> Desk:
        for frame in frames:
            self.out += self.driver.received(bytes.fromhex(frame), self.now)
            self.now += every * MILLISECOND
        return self

    def pass_ms(self, ms: int) -> Desk:
        self.now += ms * MILLISECOND
        self.out += self.driver.wake(self.now)
        return self

    @property
    def sent(self) -> list[str]:
        return [out.data.hex(" ").upper() for out in self.out if isinstance(out, Send)]

    @property
    def told(self) -> list[Report]:
        return [out.observation.report for out in self.out if isinstance(out, Seen)]

    @property
    def cards(self) -> list[CardShown]:
        return [report for report in self.told if isinstance(report, CardShown)]


def known(tag: str, code: str) -> CardShown:
    return CardShown(tag, Known(Card.of(code)))


# ---------------------------------------------------------------- byte for byte


def test_a_tag_of_an_rdm6300_is_the_card_that_the_map_has_for_it() -> None:
    desk = Desk("rdm6300", AS="67003B51C6", KD="67003ba86c").hear(TAG, ANOTHER)
    assert desk.cards == [known("67003B51C6", "AS"), known("67003BA86C", "KD")]


def test_a_tag_of_an_id_12la_has_a_line_end_before_its_last_byte() -> None:
    desk = Desk("id_12la", AS="67003B51C6").hear(TAG[:-2] + "0D 0A 03")
    assert desk.cards == [known("67003B51C6", "AS")]


def test_a_gm65_is_asked_for_its_speed_and_says_codes_in_lines() -> None:
    desk = Desk("gm65", AS="AS-17")
    assert desk.sent == [SPEED]
    desk.hear("02 00 00 02 39 01 C1 4C", b"AS-17\r".hex())
    assert desk.told == [LinkUp(), Identified("GM65", "", "", simulated=True), known("AS-17", "AS")]


def test_a_code_of_an_ssi_scanner_is_answered_at_once() -> None:
    desk = Desk("zebra_ssi", AS="AS").hear("06 A4 00 00 31 30 FE F5")
    desk.out.clear()
    desk.hear("07 F3 00 00 03 41 53 FE 6F")
    assert desk.cards == [known("AS", "AS")]
    assert desk.sent == ["04 D0 04 00 FF 28"]


def test_a_code_that_an_ssi_scanner_says_again_is_answered_again_and_told_once() -> None:
    desk = Desk("zebra_ssi", AS="AS").hear("06 A4 00 00 31 30 FE F5")
    desk.out.clear()
    desk.hear("07 F3 00 00 03 41 53 FE 6F", "07 F3 00 01 03 41 53 FE 6E", every=2_000)
    assert desk.cards == [known("AS", "AS")]
    assert desk.sent == ["04 D0 04 00 FF 28"] * 2


def test_a_code_that_is_said_again_and_was_not_heard_the_first_time_is_told() -> None:
    desk = Desk("zebra_ssi", AS="AS").hear("06 A4 00 00 31 30 FE F5")
    assert desk.hear("07 F3 00 01 03 41 53 FE 6E").cards == [known("AS", "AS")]


def test_a_code_that_comes_before_the_scanner_is_known_to_live_is_neither_told_nor_answered() -> (
    None
):
    desk = Desk("zebra_ssi", AS="AS")
    desk.out.clear()
    desk.hear("07 F3 00 00 03 41 53 FE 6F")
    assert (desk.cards, desk.sent) == ([], [])
    desk.hear("06 A4 00 00 31 30 FE F5", "07 F3 00 01 03 41 53 FE 6E")
    assert desk.cards == [known("AS", "AS")]


def test_a_packet_of_an_ssi_scanner_with_a_wrong_checksum_is_sent_back() -> None:
    desk = Desk("zebra_ssi", AS="AS").hear("06 A4 00 00 31 30 FE F5")
    desk.out.clear()
    desk.hear("07 F3 00 00 03 41 54 FE 6F")
    assert desk.cards == []
    assert desk.sent == ["05 D1 04 00 01 FF 25"]


def test_a_packet_without_a_code_in_it_is_no_card() -> None:
    desk = Desk("zebra_ssi").hear("06 A4 00 00 31 30 FE F5", "05 F3 00 00 03 FF 05")
    assert desk.cards == []


@pytest.mark.parametrize(
    "spoilt",
    [
        pytest.param("02 36 38 30 30 33 42 35 31 43 36 43 42 03", id="another checksum"),
        pytest.param("02 36 37 30 30 33 42 35 31 43 03", id="too short"),
        pytest.param("02 36 37 30 30 33 47 35 31 43 36 43 42 03", id="no digit"),
    ],
)
def test_what_is_no_tag_is_noted_and_no_card(spoilt: str) -> None:
    desk = Desk("rdm6300", AS="67003B51C6").hear(spoilt)
    assert desk.cards == []
    noted = [out.what for out in desk.out if isinstance(out, Noted)]
    assert noted == [DISCARDED]


def test_a_tag_that_the_map_does_not_have_is_told_and_no_card() -> None:
    desk = Desk("rdm6300", AS="0000000001").hear(TAG)
    assert desk.cards == [CardShown("67003B51C6", UNSEEN)]


# ---------------------------------------------------------------- a card that lies there


def test_an_rdm6300_tells_a_card_once_for_as_long_as_it_lies_there() -> None:
    desk = Desk("rdm6300").hear(*[TAG] * 50, every=60)
    assert len(desk.cards) == 1


def test_a_card_that_was_taken_away_and_comes_back_is_told_again() -> None:
    desk = Desk("rdm6300").hear(TAG, TAG, every=60).pass_ms(501).hear(TAG)
    assert len(desk.cards) == 2


def test_two_cards_that_lie_there_by_turns_are_told_once_each() -> None:
    desk = Desk("rdm6300").hear(*[TAG, ANOTHER] * 20, every=60)
    assert len(desk.cards) == 2


def test_a_card_that_lies_there_does_not_fill_the_record_of_the_line() -> None:
    showing = Showing("rdm6300").live()
    before = showing.line.ring.counters.frames_in
    showing.reader.lying = 60_000 * MILLISECOND
    showing.reader.show([showing.reader.tag(Card.of("AS"))])
    showing.pass_ms(60_000)
    assert showing.shown == ["AS"]
    assert showing.line.ring.counters.frames_in - before > 900
    assert len([note for note in showing.notes if "card_shown" in note]) == 1


def test_an_id_12la_tells_a_card_each_time_that_it_says_a_tag() -> None:
    frame = TAG[:-2] + "0D 0A 03"
    assert len(Desk("id_12la").hear(frame, frame, every=60).cards) == 2


# ---------------------------------------------------------------- with the simulators


@every_reader
@pytest.mark.parametrize("manner", [Whole(), ByteByByte()], ids=["whole", "byte by byte"])
def test_cards_that_are_shown_are_told_one_by_one_in_their_order(name: str, manner: Manner) -> None:
    showing = Showing(name, manner=manner).live().show("AS", "KD", "7C", "AS")
    assert showing.shown == ["AS", "KD", "7C", "AS"]
    assert showing.reader.complaints == []


@every_reader
def test_a_tag_of_no_card_of_the_house_is_told_as_such(name: str) -> None:
    assert Showing(name, "unknown_tag").live().show("AS", "KD").shown == ["?", "KD"]


@pytest.mark.parametrize("name", ["rdm6300", "id_12la", "zebra_ssi"])
@pytest.mark.parametrize("fault", ["bad_checksum", "cut_frame"])
def test_what_is_spoilt_on_the_line_is_no_card_and_the_next_one_is(name: str, fault: str) -> None:
    """An RDM6300 says it again anyway, an SSI scanner because it is not answered."""
    showing = Showing(name, fault).live().show("AS", "KD")
    showing.pass_ms(3_000)
    assert showing.shown == (["KD"] if name == "id_12la" else ["AS", "KD"])
    assert showing.line.ring.counters.discarded_bytes > 0


@pytest.mark.parametrize("name", ["rdm6300", "id_12la"])
def test_of_two_cards_at_once_none_is_told(name: str) -> None:
    showing = Showing(name, "two_tags").live().show("AS")
    assert showing.shown == []
    assert showing.line.ring.counters.discarded_bytes > 0
    assert showing.show("AS").shown == ["AS"]


@every_reader
def test_a_card_that_is_shown_while_the_cable_is_out_is_lost(name: str) -> None:
    showing = Showing(name).live()
    showing.reader.unplug()
    showing.show("AS").pass_ms(10_000)
    showing.reader.plug()
    showing.pass_ms(5_000).show("KD")
    assert showing.shown == ["KD"]
    assert isinstance(showing.told[0], LinkLost)


@pytest.mark.parametrize("name", ["gm65", "zebra_ssi"])
def test_a_scanner_that_is_not_there_is_said_to_be_lost_once(name: str) -> None:
    showing = Showing(name, "silence").pass_ms(20_000)
    assert showing.told == [LinkLost("no answer")]
    showing.reader.faults.clear()
    showing.pass_ms(2_000).show("AS")
    assert showing.shown == ["AS"]


@pytest.mark.parametrize("name", ["gm65", "zebra_ssi"])
def test_a_scanner_that_falls_silent_is_lost(name: str) -> None:
    showing = Showing(name).live()
    showing.fit("silence")
    showing.pass_ms(5_000)
    assert showing.told == [LinkLost("silent")]


def test_an_ssi_scanner_says_a_code_three_times_and_then_gives_it_up() -> None:
    showing = Showing("zebra_ssi").live()
    showing.line.close()
    said: list[bytes] = []
    showing.reader.attach(Ears(said))
    showing.show("AS").pass_ms(20_000)
    marks = [frame[3] for frame in said if frame[1] == 0xF3]
    assert marks == [0, 1, 1]


@every_reader
@given(pieces=st.lists(st.binary(max_size=30), max_size=20))
def test_no_bytes_make_the_driver_of_a_reader_raise(name: str, pieces: list[bytes]) -> None:
    desk = Desk(name)
    for piece in pieces:
        desk.hear(piece.hex()).pass_ms(100)
