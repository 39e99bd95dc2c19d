"""The driver of a plain device: who it is, what it counted, what it says, what it is told."""

from __future__ import annotations

import json
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.driving import Heard, Noted, Output, Seen, Send, Timing
from drivers.framings.kinds import framing
from drivers.notes import DROPPED, IGNORED
from drivers.plain.profile import PlainProfile
from drivers.plain.session import PATIENCE, PlainDriver, State
from drivers.profiles import find
from tablectl.words.cards import Card, Composition, Known, Secret
from tablectl.words.observations import (
    CardsOut,
    CardsRead,
    Identified,
    Jammed,
    LinkLost,
    LinkUp,
    Loaded,
    OrderDone,
    OrderFailed,
    Report,
    Unreadable,
)
from tablectl.words.orders import Allow, Order, Shuffle
from tablectl.words.settings import Delivery, Device

TIMING = Timing()
WHO = "I AM TC-LINES-1 S-7 1.4"
FACED = {"says": "CARD {load} {first} {card}", "means": "cards_drawn"}


class NoSeals:
    in_parts = False

    def seal(self, _: Card, shuffle: str, number: int) -> Secret:
        return Secret(f"{shuffle}/{number}", "cipher")

    def belongs(self, _: Card) -> bool:
        return True

    def differences(self, seen: Iterable[Card]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        return Composition().differences(seen)


class Bench:
    """One driver, and a device that says what the test says."""

    def __init__(self, **changes: object) -> None:
        shipped = find("plain_sensing_shoe")
        assert isinstance(shipped, PlainProfile)
        plain = {**shipped.model_dump(mode="json", exclude_unset=True), **changes}
        self.profile = PlainProfile.model_validate_json(json.dumps(plain))
        kind, can = self.profile.kind, self.profile.can
        device = Device(kind, can, "TC-LINES-1", "S-7", "", delivery=Delivery.COUNTER)
        self.driver = PlainDriver("shoe_1", device, NoSeals(), TIMING, self.profile)
        self.now = 1_000
        self.out: list[Output] = []
        self._line = framing(self.profile.framing)

    def open(self) -> Bench:
        self._did(self.driver.opened(self.now))
        return self

    def say(self, *words: str) -> Bench:
        for each in words:
            framed = self._line.framed(each.encode())
            self._did(self.driver.received(framed, self.now))
        return self

    def live(self) -> Bench:
        self.open().say(WHO, "COUNT 1 0")
        assert self.driver.state is State.LIVE
        self.out.clear()
        return self

    def order(self, number: int, demand: Allow | Shuffle) -> Bench:
        self._did(self.driver.order(Order(number, "shoe_1", demand, 0), self.now))
        return self

    def pass_time(self, until: int) -> Bench:
        end = self.now + until
        while (due := self.driver.due) is not None and due <= end:
            self.now = max(self.now, due)
            self._did(self.driver.wake(self.now))
        self.now = end
        return self

    def _did(self, outputs: Iterable[Output]) -> None:
        self.out += outputs

    @property
    def sent(self) -> list[str]:
        heard = framing(self.profile.framing)
        found = [each for o in self.out if isinstance(o, Send) for each in heard.feed(o.data)]
        return [each.decode() for each in found if isinstance(each, bytes)]

    @property
    def told(self) -> list[Report]:
        return [o.observation.report for o in self.out if isinstance(o, Seen)]

    @property
    def noted(self) -> list[str]:
        return [o.what for o in self.out if isinstance(o, Noted)]


def test_it_is_asked_who_it_is_then_what_it_has_counted_and_only_then_it_is_identified() -> None:
    bench = Bench().open()
    assert bench.sent == ["WHO"]
    assert bench.say(WHO).sent == ["WHO", "COUNT"]
    assert bench.told == []
    bench.say("COUNT 3 17")
    who = Identified("TC-LINES-1", "S-7", "1.4", load=3, out=17)
    assert bench.told == [LinkUp(), who]


def test_a_device_that_does_not_answer_is_told_to_be_lost_once_and_asked_for_ever() -> None:
    bench = Bench().open().pass_time(10 * TIMING.silent)
    assert bench.told == [LinkLost("no answer")]
    assert len(bench.sent) > 10


def test_what_it_says_is_passed_on_at_once() -> None:
    bench = Bench().live().say("LOAD 2", "CARD 2 1", "CARD 2 2 UP", "JAM at the mouth")
    assert bench.told == [
        Loaded(2),
        CardsOut(1, load=2, first=1),
        CardsOut(1, load=2, first=2, face_up=True),
        Jammed("at the mouth"),
    ]


def test_what_it_says_before_it_is_identified_is_noted_and_not_passed_on() -> None:
    bench = Bench().open().say("CARD 1 1")
    assert (bench.told, bench.noted) == ([], [IGNORED])


def test_words_that_no_profile_has_are_noted_by_their_size_alone() -> None:
    bench = Bench().live().say("QUEEN OF HEARTS")
    assert bench.told == []
    notes = [o.detail for o in bench.out if isinstance(o, Noted)]
    assert notes == ["15 bytes that the profile has no words for"]


def test_silence_ends_the_session_and_it_is_asked_again() -> None:
    bench = Bench().live().pass_time(TIMING.silent + TIMING.beat)
    assert bench.told == [LinkLost("silent")]
    assert bench.driver.state is State.GREETING
    assert "WHO" in bench.sent


def test_signs_of_life_keep_it_live() -> None:
    bench = Bench().live()
    for _ in range(20):
        bench.pass_time(TIMING.beat).say("PONG")
    assert (bench.told, bench.driver.state) == ([], State.LIVE)
    assert set(bench.sent) == {"PING"}


def test_no_sign_of_life_is_given_while_the_record_does_not_keep_up() -> None:
    bench = Bench().live()
    for _ in range(20):
        bench.now += TIMING.beat
        bench.out += bench.driver.wake(bench.now, healthy=False)
    assert bench.sent == []
    assert bench.driver.state is State.LIVE


def test_another_unit_that_answers_ends_the_session() -> None:
    bench = Bench().live().say("I AM TC-LINES-1 S-8 1.4")
    assert bench.told == [LinkLost("another unit answers")]


# ---------------------------------------------------------------- orders


def test_an_allowance_is_said_until_it_is_answered_and_then_done() -> None:
    bench = Bench().live().order(5, Allow(21, 1)).pass_time(2 * TIMING.repeat)
    assert bench.sent.count("ALLOW 1 21") == 3
    assert bench.say("ALLOWED 1 21").told == [OrderDone(5)]
    assert bench.pass_time(TIMING.repeat).sent.count("ALLOW 1 21") == 3


def test_an_order_that_is_refused_fails_with_the_reason() -> None:
    bench = Bench().live().order(5, Allow(21, 1)).say("NOT ALLOWED the door is open")
    assert bench.told == [OrderFailed(5, "the door is open")]


def test_the_answer_to_another_allowance_ends_nothing() -> None:
    bench = Bench().live().order(5, Allow(21, 1)).say("ALLOWED 1 20")
    assert (bench.told, bench.noted) == ([], [IGNORED])


def test_an_order_that_is_never_answered_fails_in_the_end() -> None:
    bench = Bench().live().order(5, Allow(21, 1))
    for _ in range(2 * PATIENCE):
        bench.pass_time(TIMING.repeat).say("PONG")
    assert bench.told == [OrderFailed(5, "the device does not answer")]
    assert bench.sent.count("ALLOW 1 21") == PATIENCE


def test_one_order_is_under_way_at_a_time() -> None:
    bench = Bench().live().order(5, Allow(0, 1)).order(6, Allow(21, 1))
    assert bench.sent == ["ALLOW 1 0"]
    assert bench.say("ALLOWED 1 0").sent == ["ALLOW 1 0", "ALLOW 1 21"]


def test_an_order_that_it_has_no_words_for_fails_at_once() -> None:
    bench = Bench().live().order(5, Shuffle("blue"))
    assert bench.told == [OrderFailed(5, "this device takes no shuffle")]


def test_an_order_to_a_device_that_is_not_there_is_dropped() -> None:
    assert Bench().open().order(5, Allow(0, 1)).noted == [DROPPED]


def test_an_order_under_way_is_dropped_with_the_line() -> None:
    bench = Bench().live().order(5, Allow(0, 1))
    bench.out += bench.driver.lost("cable", bench.now)
    assert DROPPED in bench.noted
    assert bench.told == [LinkLost("cable")]


# ---------------------------------------------------------------- faces


def test_a_face_is_sealed_under_the_load_and_number_of_its_card() -> None:
    bench = Bench(tells=[FACED], can=["count", "faces", "withhold"]).live().say("CARD 4 9 QH")
    (seen,) = (o for o in bench.out if isinstance(o, Seen))
    assert [secret.token for secret in seen.secrets] == ["S-7-4/9"]
    assert "QH" not in repr([o for o in bench.out if isinstance(o, Heard | Noted)])
    assert "QH" not in repr(seen.observation)


def test_the_bytes_of_a_face_are_not_given_out_and_those_of_other_words_are() -> None:
    up = {"says": "CARD {load} {first} UP", "means": "cards_drawn"}
    bench = Bench(tells=[up, FACED], can=["count", "faces", "withhold"]).live()
    bench.say("CARD 4 9 QH", "CARD 4 9 UP")
    hidden, shown = (o for o in bench.out if isinstance(o, Heard))
    assert (hidden.frame, hidden.hidden) == (None, len("CARD 4 9 QH"))
    assert shown.frame is not None
    assert shown.frame().startswith(b"CARD 4 9 UP")


def test_a_face_without_a_number_is_not_taken() -> None:
    bench = Bench(tells=[{"says": "CARD {card}", "means": "cards_drawn"}]).live().say("CARD QH")
    assert bench.told == [Unreadable("a card that is not numbered")]


@pytest.mark.parametrize(
    ("can", "told"),
    [
        (["faces"], CardsRead("dealer", (Known(Card.of("QH")),))),
        (["check"], Unreadable("cards, from a reader that may not tell which they are")),
    ],
    ids=["of faces", "of hole cards"],
)
def test_a_reader_tells_faces_only_where_its_profile_says_so(can: list[str], told: Report) -> None:
    seen = {"says": "SAW {spot} {card}", "means": "cards_seen"}
    bench = Bench(kind="reader", can=can, tells=[seen]).live().say("SAW dealer QH")
    assert bench.told == [told]
    (heard,) = (o for o in bench.out if isinstance(o, Heard))
    assert (heard.frame is None) == (can == ["check"])


@given(st.lists(st.binary(max_size=30), max_size=20))
def test_no_bytes_make_it_raise(pieces: list[bytes]) -> None:
    bench = Bench().live()
    for piece in pieces:
        bench.out += bench.driver.received(piece, bench.now)
        bench.pass_time(TIMING.gap // 2)


@pytest.mark.parametrize("state", ["closed", "greeting", "standing", "live"])
def test_a_lost_line_is_lost_from_every_state(state: str) -> None:
    bench = Bench()
    {
        "closed": lambda: bench,
        "greeting": bench.open,
        "standing": lambda: bench.open().say(WHO),
        "live": bench.live,
    }[state]()
    bench.out += bench.driver.lost("cable", bench.now)
    assert bench.driver.state is State.CLOSED
    assert bench.told[-1:] == [LinkLost("cable")]
    assert bench.driver.due is None
