"""The controller's side of the protocol: sessions, outages, events and the record."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.driving import MILLISECOND, Noted, Send
from drivers.frames import Frame, to_bytes
from drivers.happenings import CARDS_DRAWN, CardsDrawn, CardsSeen
from drivers.messages import (
    Alive,
    Ask,
    Beat,
    Event,
    Farewell,
    Give,
    Hello,
    Identity,
    KindCode,
    Progress,
    Recorded,
    Refused,
    Status,
    Stranger,
    Taken,
    framed,
)
from drivers.session import State
from tablectl.words.cards import STANDARD_52, Card
from tablectl.words.observations import (
    CardsOut,
    Identified,
    LinkLost,
    LinkUp,
    OrderFailed,
    Unreadable,
)
from tablectl.words.orders import Allow, Order
from tests.drivers.talk import (
    EPOCH,
    SECOND,
    SERIAL,
    TIMING,
    Talk,
    a_card,
    event,
    identity,
    noted,
    reports,
    seen,
    sent,
    sent_as,
    visible,
)

# ---------------------------------------------------------------- greeting


def test_an_open_line_is_greeted_at_once() -> None:
    talk = Talk()
    talk.open()
    assert sent(talk.out) == [Hello()]
    assert reports(talk.out) == []


def test_a_lost_greeting_is_said_again_in_the_same_session() -> None:
    talk = Talk()
    talk.open()
    first = talk.session
    again = talk.pass_time(TIMING.repeat)
    assert sent(again) == [Hello()]
    assert [output.repeated for output in again if isinstance(output, Send)] == [True]
    assert talk.session == first


def test_a_device_that_never_answers_is_told_as_one_outage() -> None:
    talk = Talk()
    talk.open()
    assert reports(talk.pass_time(TIMING.silent - 1)) == []
    assert reports(talk.pass_time(1)) == [LinkLost("no answer")]
    assert reports(talk.pass_time(60 * SECOND)) == []


def test_greeting_goes_on_more_slowly_when_nobody_answers() -> None:
    talk = Talk()
    talk.open()
    talk.pass_time(TIMING.silent)
    assert len(sent_as(Hello, talk.pass_time(10 * TIMING.beat))) == 10


def test_an_identity_brings_the_link_up_and_is_told_with_its_epoch() -> None:
    talk = Talk()
    talk.open()
    out = talk.say(identity(last_order=12))
    up, who = seen(out)
    assert (up.report, up.epoch, up.event) == (LinkUp(), EPOCH, 0)
    told = Identified(
        "sim-shoe", SERIAL, "1.0", 12, "ab" * 32, simulated=True, load=1, last_event=0
    )
    assert (who.report, who.epoch, who.event, who.device) == (told, EPOCH, 0, "shoe_1")


def test_an_identity_of_another_session_is_ignored() -> None:
    talk = Talk()
    talk.open()
    out = talk.say(identity(), session=talk.session + 1)
    assert (reports(out), noted(out)) == ([], ["ignored"])
    assert talk.driver.state is State.GREETING


@pytest.mark.parametrize(
    ("who", "why"),
    [
        (identity(protocol=2), "speaks protocol 2, not 1"),
        (identity(KindCode.READER), "a reader answers where a shoe should be"),
        (identity(99), "a device of kind 99 answers where a shoe should be"),
        (identity(epoch=0), "its epoch is 0, which is none"),
        (identity(lapse_ms=60_000), "ends silent sessions after 60000 ms, not 2000"),
    ],
)
def test_the_wrong_device_is_told_once_as_an_outage_and_greeting_goes_on(
    who: Identity, why: str
) -> None:
    talk = Talk()
    talk.open()
    assert reports(talk.say(who)) == [LinkLost(why)]
    assert noted(talk.new) == ["wrong device"]
    assert reports(talk.say(who)) == []
    assert sent_as(Hello, talk.pass_time(TIMING.beat))
    assert reports(talk.say(identity()))[0] == LinkUp()


def test_nothing_is_taken_for_a_duplicate_of_a_device_whose_events_went_back() -> None:
    talk = Talk().live()
    for number in (1, 2, 3):
        talk.say(a_card(number))
        talk.took(talk.driver.acknowledge(EPOCH, number, talk.now))
    talk.lose()
    talk.open()
    (_, who) = seen(talk.say(identity(last_event=1)))
    assert isinstance(who.report, Identified)
    assert who.report.last_event == 1, "the core compares it with its record"
    assert reports(talk.say(a_card(2, oldest=2))) == [CardsOut(1, load=1, first=2)]
    assert sent_as(Recorded, talk.new) == []


def test_the_wrong_device_is_told_in_the_middle_of_an_outage_too() -> None:
    talk = Talk().live()
    talk.lose("unplugged")
    talk.open()
    assert reports(talk.say(identity(protocol=2))) == [LinkLost("speaks protocol 2, not 1")]
    assert reports(talk.say(identity(protocol=2))) == []


def test_an_order_that_the_device_cannot_read_has_failed_and_the_next_one_leaves() -> None:
    talk = Talk().live()
    talk.took(talk.driver.order(Order(1, "shoe_1", Allow(3, 1), 0), talk.now))
    talk.took(talk.driver.order(Order(2, "shoe_1", Allow(6, 1), 0), talk.now))
    out = talk.say(Refused(3, 2))
    assert reports(out) == [OrderFailed(1, "the device cannot read the order")]
    assert [give.order for give in sent_as(Give, out)] == [2]


def test_events_before_the_identity_are_ignored_and_taken_when_they_are_repeated() -> None:
    talk = Talk()
    talk.open()
    assert noted(talk.say(a_card(1))) == ["ignored"]
    talk.say(identity(last_event=1))
    assert reports(talk.say(a_card(1))) == [CardsOut(1, load=1, first=1)]


def test_a_device_that_lapses_sooner_than_promised_is_noted() -> None:
    talk = Talk()
    talk.open()
    assert noted(talk.say(identity(lapse_ms=1_900))) == ["lapse"]
    assert talk.driver.state is State.LIVE


# ---------------------------------------------------------------- outages


def test_every_reason_for_an_outage_is_noted_and_the_outage_told_once() -> None:
    talk = Talk().live()
    talk.lose("the cable is out")
    assert noted(talk.new) == ["no line"]
    assert reports(talk.new) == [LinkLost("the cable is out")]
    talk.lose("there is no port")
    assert noted(talk.new) == ["no line"]
    assert reports(talk.new) == []


def test_a_line_that_could_never_be_opened_is_told_once() -> None:
    talk = Talk()
    assert reports(talk.lose("no such port")) == [LinkLost("no such port")]
    talk.open()
    assert reports(talk.lose("no such port")) == []
    assert talk.driver.due is None


def test_every_outage_is_told_once_and_each_anew_after_an_identity() -> None:
    talk = Talk()
    for _ in range(3):
        talk.live()
        talk.lose()
        talk.open()
        talk.pass_time(10 * SECOND)
        talk.lose("again")
    links = [report for report in reports(talk.out) if not isinstance(report, Identified)]
    assert links == [LinkUp(), LinkLost("unplugged")] * 3


def test_a_line_opened_again_without_being_lost_is_an_outage_too() -> None:
    talk = Talk().live()
    talk.open()
    assert reports(talk.new) == [LinkLost("the line was opened again")]
    assert sent(talk.new) == [Hello()]


def test_a_silent_device_is_lost_and_greeted_in_a_new_session() -> None:
    talk = Talk().live()
    first = talk.session
    assert reports(talk.pass_time(TIMING.silent - 1)) == []
    assert reports(talk.pass_time(1)) == [LinkLost("silent")]
    assert sent(talk.pass_time(TIMING.repeat)) == [Hello()]
    assert talk.session != first


def test_any_intact_frame_of_the_session_is_a_sign_of_life() -> None:
    talk = Talk().live()
    unknown_kind = to_bytes(Frame(0xEE, talk.session, b"what"))
    for data in (to_bytes(framed(Refused(2, 1), talk.session)), unknown_kind):
        talk.pass_time(TIMING.silent - 1)
        talk.hear(data)
    assert reports(talk.pass_time(TIMING.silent - 1)) == []


def test_frames_of_other_sessions_echoes_and_rubbish_are_no_sign_of_life() -> None:
    talk = Talk().live()
    session = talk.session
    talk.pass_time(TIMING.silent - 1)
    talk.say(Alive(1), session=session + 1)
    talk.hear(to_bytes(framed(Beat(1), session)))
    talk.hear(b"\x00rubbish\x00")
    assert noted(talk.out) == ["ignored", "ignored", "discarded"]
    assert reports(talk.pass_time(1)) == [LinkLost("silent")]


def test_a_stranger_ends_the_session_and_a_pause_later_a_new_one_is_begun() -> None:
    talk = Talk().live()
    first = talk.session
    out = talk.say(Stranger())
    assert reports(out) == [LinkLost("the device ended the session")]
    assert sent(out) == []
    assert sent(talk.pass_time(TIMING.repeat)) == [Hello()]
    assert talk.session != first


def test_a_stranger_of_another_session_changes_nothing() -> None:
    talk = Talk().live()
    assert reports(talk.say(Stranger(), session=3)) == []
    assert talk.driver.state is State.LIVE


def test_an_identity_said_again_changes_nothing() -> None:
    talk = Talk().live()
    out = talk.say(identity(last_event=5))
    assert (reports(out), sent(out), noted(out)) == ([], [], ["duplicate"])


@pytest.mark.parametrize("who", [identity(serial="S-2"), identity(epoch=EPOCH + 1)])
def test_another_device_in_the_same_session_is_an_outage(who: Identity) -> None:
    talk = Talk().live()
    (lost,) = reports(talk.say(who))
    assert isinstance(lost, LinkLost)
    assert sent(talk.pass_time(TIMING.repeat)) == [Hello()]


def test_an_event_of_another_epoch_is_an_outage_and_not_taken() -> None:
    talk = Talk().live()
    out = talk.say(a_card(1, epoch=EPOCH + 1))
    assert reports(out) == [LinkLost(f"an event of epoch {EPOCH + 1} came")]
    assert talk.driver.state is State.GREETING


def test_a_farewell_is_said_to_a_device_that_is_live_and_to_nobody_else() -> None:
    talk = Talk()
    talk.open()
    assert sent(talk.driver.farewell(talk.now)) == []
    talk = Talk().live()
    out = talk.driver.farewell(talk.now)
    assert (sent(out), reports(out)) == ([Farewell()], [])
    assert talk.driver.due is None


# ---------------------------------------------------------------- signs of life


def test_beats_go_out_with_rising_numbers() -> None:
    talk = Talk().live()
    assert sent(talk.stay_alive(3 * TIMING.beat)) == [Beat(1), Beat(2), Beat(3)]


def test_an_answered_beat_needs_no_note() -> None:
    talk = Talk().live()
    assert noted(talk.stay_alive(3 * TIMING.beat)) == []


def test_the_number_of_a_beat_begins_again_after_the_last() -> None:
    talk = Talk().live()
    talk.driver._beats = 0xFFFF
    assert sent(talk.pass_time(TIMING.beat)) == [Beat(0)]


def test_while_the_record_does_not_keep_up_nothing_goes_out_and_nobody_is_called_silent() -> None:
    talk = Talk().live()
    talk.order(1)
    out = talk.pass_time(60 * SECOND, healthy=False)
    assert (sent(out), reports(out)) == ([], [])


def test_while_the_record_does_not_keep_up_events_are_taken_all_the_same() -> None:
    talk = Talk().live()
    talk.pass_time(SECOND, healthy=False)
    assert reports(talk.say(a_card(1))) == [CardsOut(1, load=1, first=1)]


def test_when_the_record_keeps_up_again_the_beat_and_the_order_go_out_again() -> None:
    talk = Talk().live()
    talk.order(1)
    talk.pass_time(10 * SECOND, healthy=False)
    out = talk.pass_time(TIMING.beat)
    assert sent_as(Beat, out)
    assert sent_as(Give, out)


def test_while_the_record_does_not_keep_up_a_duplicate_keeps_no_session_alive() -> None:
    talk = Talk().live()
    talk.say(a_card(1))
    talk.record(1)
    talk.pass_time(TIMING.beat, healthy=False)
    assert sent(talk.say(a_card(1))) == []


def test_no_greeting_is_repeated_while_the_record_does_not_keep_up() -> None:
    talk = Talk()
    talk.open()
    out = talk.pass_time(10 * SECOND, healthy=False)
    assert (sent(out), reports(out)) == ([], [])


# ---------------------------------------------------------------- events


def test_an_event_is_passed_on_and_recorded_only_when_it_is_on_record() -> None:
    talk = Talk().live()
    out = talk.say(a_card(1))
    (card,) = seen(out)
    assert (card.report, card.epoch, card.event, card.late) == (
        CardsOut(1, load=1, first=1),
        EPOCH,
        1,
        False,
    )
    assert sent(out) == []
    assert sent(talk.record(1)) == [Recorded(EPOCH, 1)]


def test_a_duplicate_that_is_not_on_record_yet_is_neither_passed_on_nor_answered() -> None:
    talk = Talk().live()
    talk.say(a_card(1))
    out = talk.say(a_card(1))
    assert (seen(out), sent(out), noted(out)) == ([], [], ["duplicate"])


def test_a_duplicate_that_is_on_record_is_answered_again_and_not_passed_on() -> None:
    talk = Talk().live()
    talk.say(a_card(1))
    talk.say(a_card(2))
    talk.record(2)
    out = talk.say(a_card(1))
    assert (seen(out), sent(out), noted(out)) == ([], [Recorded(EPOCH, 2)], ["duplicate"])


def test_what_was_not_recorded_in_the_last_session_is_passed_on_again_in_the_next() -> None:
    talk = Talk().live()
    talk.say(a_card(1))
    talk.record(1)
    talk.say(a_card(2))
    talk.lose("unplugged")
    talk.live(identity(last_event=2))
    out = talk.say(a_card(1)) + talk.say(a_card(2))
    assert [(o.event, o.late) for o in seen(out)] == [(2, True)]


def test_an_event_out_of_order_is_ignored_and_taken_when_it_is_repeated() -> None:
    talk = Talk().live()
    out = talk.say(a_card(2))
    assert (seen(out), noted(out)) == ([], ["ignored"])
    assert [o.event for o in seen(talk.say(a_card(1)) + talk.say(a_card(2)))] == [1, 2]


def test_a_gap_is_passed_on_with_the_oldest_event_the_device_still_has() -> None:
    talk = Talk().live()
    talk.say(a_card(1))
    assert seen(talk.say(a_card(6, oldest=5))) == []
    out = talk.say(a_card(5, oldest=5))
    assert [o.event for o in seen(out)] == [5]
    assert noted(out) == ["gap"]


def test_the_first_event_ever_heard_may_have_any_number_if_it_is_the_oldest() -> None:
    talk = Talk().live(identity(last_event=41))
    assert seen(talk.say(a_card(42, oldest=41))) == []
    assert [o.event for o in seen(talk.say(a_card(41, oldest=41)))] == [41]
    assert noted(talk.new) == []


@pytest.mark.parametrize(("number", "oldest"), [(0, 0), (1, 0), (3, 4)])
def test_numbers_that_contradict_each_other_are_ignored(number: int, oldest: int) -> None:
    talk = Talk().live()
    out = talk.say(a_card(number, oldest))
    assert (seen(out), noted(out)) == ([], ["ignored"])


def test_what_happened_before_the_session_is_late_and_what_comes_after_is_not() -> None:
    talk = Talk().live(identity(last_event=2))
    late = [seen(talk.say(a_card(number)))[0].late for number in (1, 2, 3)]
    assert late == [True, True, False]


def test_an_event_passed_on_before_an_outage_is_not_passed_on_after_it() -> None:
    talk = Talk().live()
    talk.say(a_card(1))
    talk.lose()
    talk.record(1)
    talk.live(identity(last_event=2))
    out = talk.say(a_card(1))
    assert (seen(out), sent(out)) == ([], [Recorded(EPOCH, 1)])
    assert [o.event for o in seen(talk.say(a_card(2)))] == [2]


def test_a_new_epoch_begins_its_numbers_anew() -> None:
    talk = Talk().live()
    talk.say(a_card(1))
    talk.record(1)
    talk.lose()
    talk.live(identity(epoch=EPOCH + 1))
    assert [o.epoch for o in seen(talk.say(a_card(1, epoch=EPOCH + 1)))] == [EPOCH + 1]
    out = talk.record(1, epoch=EPOCH)
    assert (sent(out), noted(out)) == ([], ["ignored"])


def test_what_goes_on_record_while_the_line_is_down_is_not_sent_into_the_void() -> None:
    talk = Talk().live()
    talk.say(a_card(1))
    talk.lose()
    assert sent(talk.record(1)) == []


def test_an_unreadable_event_is_numbered_and_acknowledged_like_any_other() -> None:
    talk = Talk().live()
    (strange,) = seen(talk.say(Event(EPOCH, 1, 1, 0x66, b"?")))
    assert isinstance(strange.report, Unreadable)
    assert strange.event == 1
    assert sent(talk.record(1)) == [Recorded(EPOCH, 1)]
    assert [o.event for o in seen(talk.say(a_card(2)))] == [2]


# ---------------------------------------------------------------- bytes


def test_discarded_bytes_are_noted_with_their_flaw_and_number() -> None:
    talk = Talk().live()
    assert talk.hear(b"\x00\x09\x01\x00") == [Noted("discarded", "stuffing", 2)]


def test_half_a_frame_is_given_up_when_the_line_falls_silent() -> None:
    talk = Talk().live()
    data = to_bytes(framed(a_card(1), talk.session))
    talk.hear(data[:10])
    assert noted(talk.pass_time(TIMING.gap)) == ["discarded"]
    assert seen(talk.hear(data[10:])) == []


def test_half_a_frame_that_grew_old_unnoticed_is_not_joined_to_what_comes_later() -> None:
    talk = Talk().live()
    data = to_bytes(framed(a_card(1), talk.session))
    talk.hear(data[:10])
    talk.now += TIMING.gap
    assert seen(talk.hear(data[10:])) == []


def test_a_frame_that_comes_byte_by_byte_is_a_frame() -> None:
    talk = Talk().live()
    out = []
    for byte in to_bytes(framed(a_card(1), talk.session)):
        talk.pass_time(MILLISECOND)
        out += talk.hear(bytes((byte,)))
    assert [o.event for o in seen(out)] == [1]


def test_half_a_frame_ends_with_the_line() -> None:
    talk = Talk().live()
    data = to_bytes(framed(a_card(1), talk.session))
    talk.hear(data[:10])
    assert noted(talk.lose()) == ["no line", "discarded"]


def test_bytes_on_a_closed_line_are_noted_and_nothing_else() -> None:
    assert noted(Talk().hear(b"\x00abc\x00")) == ["discarded"]


def test_what_the_device_refused_is_noted() -> None:
    assert noted(Talk().live().say(Refused(3, 2))) == ["refused"]


@pytest.mark.parametrize("state", ["closed", "greeting", "live"])
@given(
    st.lists(
        st.one_of(
            st.binary(max_size=60),
            st.builds(
                Frame, st.integers(0, 255), st.sampled_from([101, 102, 5]), st.binary(max_size=40)
            ).map(to_bytes),
        ),
        max_size=12,
    )
)
def test_no_bytes_make_the_driver_raise(state: str, chunks: list[bytes]) -> None:
    talk = Talk()
    if state != "closed":
        talk.open()
    if state == "live":
        talk.say(identity())
    for chunk in chunks:
        talk.hear(chunk)
        talk.pass_time(100 * MILLISECOND)


# ---------------------------------------------------------------- hidden faces


@pytest.mark.parametrize("card", STANDARD_52[:3] + STANDARD_52[-3:])
def test_no_hidden_face_is_in_anything_to_look_at(card: Card) -> None:
    """The same talk with any card leaves the same texts: nothing can be learned from them."""
    assert _texts(card) == _texts(Card.of("7H"))


def _texts(card: Card) -> str:
    talk = Talk().live()
    byte = bytes((1 + STANDARD_52.index(card),))
    drawn = event(1, CardsDrawn(1, 1, 2, 0, (card, card)))
    broken = Event(EPOCH, 2, 1, CARDS_DRAWN, drawn.body[:-3] + byte * 2)
    unknown = Event(EPOCH, 3, 1, 0x5A, byte * 4)
    meant_for_a_reader = event(4, CardsSeen("dealer", (card,)))
    session = talk.session
    for message in (drawn, drawn, broken, broken, unknown, meant_for_a_reader):
        talk.say(message, session)
        talk.say(message, session + 1)
        damaged = bytearray(to_bytes(framed(message, session)))
        damaged[6] ^= 0x5A
        talk.hear(bytes(damaged))
        talk.hear(to_bytes(framed(message, session))[:-3] + b"\x00")
    assert len(seen(talk.out)) == 2 + 4
    told = [o.report for o in seen(talk.out) if isinstance(o.report, Unreadable)]
    return visible(talk.out) + repr(told)


def test_answers_about_orders_nobody_gave_are_noted() -> None:
    talk = Talk().live()
    assert noted(talk.say(Taken(77))) == ["ignored"]
    assert noted(talk.say(Status(77, 9))) == ["ignored"]
    assert noted(talk.say(Status(77, Progress.DONE))) == []
    assert sent_as(Ask, talk.out) == []
