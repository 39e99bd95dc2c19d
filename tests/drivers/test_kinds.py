"""What each kind of device may report, what it means, and that no face gets out of it."""

from __future__ import annotations

import pytest

from drivers.happenings import (
    CARDS_DRAWN,
    CODES,
    CardsDrawn,
    CardsSeen,
    Happening,
    Recognised,
    Shuffled,
)
from drivers.kinds import DUTIES, inside, kind_name, meaning, shown, takes
from drivers.messages import Event, KindCode
from tablectl.words.cards import JOKER, STANDARD_52, UNSEEN, Card, Known, Sealed, Secret
from tablectl.words.observations import (
    CardChecked,
    CardsOut,
    CardsRead,
    CardsReturned,
    ChamberLoaded,
    Counted,
    CuttingCardOut,
    Jammed,
    Loaded,
    NumberDrawn,
    OrderDone,
    OrderFailed,
    Report,
    ShuffleEnded,
    Unreadable,
)
from tablectl.words.orders import Allow, Demand, Draw, Shuffle
from tablectl.words.settings import DeviceKind
from tests.drivers.talk import EPOCH, SERIAL, OpenSeals, event

AS, KD = Card.of("AS"), Card.of("KD")
SHOE, READER = DeviceKind.SHOE, DeviceKind.READER
SHUFFLER, GENERATOR = DeviceKind.SHUFFLER, DeviceKind.GENERATOR
ONE_OF_EACH: tuple[Happening, ...] = (
    CardsDrawn(1, 1, 1, 0, (AS,)),
    CardsSeen("dealer", (KD,)),
    Counted("discard", 3),
    Shuffled("blue", 1, 52),
    CuttingCardOut(),
    CardChecked("hole", yes=True),
    NumberDrawn("start", 3),
    Jammed("door"),
    OrderDone(5),
    OrderFailed(6, "empty"),
    Recognised("blue", STANDARD_52),
    CardsReturned(4, 17),
    ChamberLoaded(4, 2),
)


def told(
    kind: DeviceKind, happened: Happening, seals: OpenSeals | None = None
) -> tuple[Report, tuple[Secret, ...]]:
    return meant(kind, event(1, happened), seals)


def meant(
    kind: DeviceKind, told: Event, seals: OpenSeals | None = None
) -> tuple[Report, tuple[Secret, ...]]:
    return meaning(kind, told, inside(told), SERIAL, seals if seals is not None else OpenSeals())


def looked_at(kind: DeviceKind, told: Event) -> Event:
    return shown(kind, told, inside(told))


@pytest.mark.parametrize("kind", DeviceKind)
@pytest.mark.parametrize("happened", ONE_OF_EACH, ids=lambda h: type(h).__name__)
def test_a_kind_reports_what_its_row_says_and_nothing_else(
    kind: DeviceKind, happened: Happening
) -> None:
    report, _ = told(kind, happened)
    assert isinstance(report, Unreadable) == (type(happened) not in DUTIES[kind].reports)


def test_every_happening_is_reported_by_some_kind() -> None:
    assert set(CODES) == {made for duties in DUTIES.values() for made in duties.reports}


@pytest.mark.parametrize(
    ("demand", "kind"),
    [(Allow(3), SHOE), (Draw("start", 1, 6), GENERATOR), (Shuffle("blue"), SHUFFLER)],
)
def test_a_demand_is_taken_by_one_kind(demand: Demand, kind: DeviceKind) -> None:
    assert [taker for taker in DeviceKind if takes(taker, demand)] == [kind]


@pytest.mark.parametrize("happened", [Counted("discard", 3), CuttingCardOut(), Jammed("door")])
def test_what_is_a_word_already_is_told_as_it_is(happened: Counted) -> None:
    assert told(SHOE, happened) == (happened, ())


def test_a_card_from_a_shoe_is_sealed_under_its_shuffle_and_its_number() -> None:
    seals = OpenSeals()
    report, secrets = told(SHOE, CardsDrawn(4, 9, 2, 1, (AS, KD)), seals)
    assert seals.sealed == [(AS, f"{SERIAL}-{EPOCH}-4", 9), (KD, f"{SERIAL}-{EPOCH}-4", 10)]
    faces = tuple(Sealed(secret.token) for secret in secrets)
    assert report == CardsOut(2, faces, face_up=True, load=4, first=9)


def test_a_card_the_shoe_did_not_recognise_is_unseen_and_keeps_its_number() -> None:
    seals = OpenSeals()
    report, secrets = told(SHOE, CardsDrawn(4, 9, 2, 0, (None, KD)), seals)
    assert isinstance(report, CardsOut)
    assert report.faces == (UNSEEN, Sealed(secrets[0].token))
    assert [number for _, _, number in seals.sealed] == [10]


@pytest.mark.parametrize(
    "happened",
    [
        CardsDrawn(0, 1, 1, 0, (AS,)),
        CardsDrawn(1, 0, 1, 0, (AS,)),
        CardsDrawn(1, 1, 0, 0),
        Loaded(0),
        ChamberLoaded(0, 1),
        ChamberLoaded(1, 0),
        CardsReturned(0, 5),
        CardsReturned(1, 0),
    ],
)
def test_cards_without_a_load_or_a_number_cannot_be_read(happened: Happening) -> None:
    """Two shuffles of one name would seal the same card alike, and the first would betray it."""
    seals = OpenSeals()
    report, secrets = told(SHOE, happened, seals)
    assert (type(report), secrets, seals.sealed) == (Unreadable, (), [])


def test_a_shoe_that_only_counts_tells_no_faces() -> None:
    assert told(SHOE, CardsDrawn(1, 1, 3, 0)) == (CardsOut(3, load=1, first=1), ())


def test_recognised_cards_that_are_not_of_the_set_are_counted_as_foreign() -> None:
    report, secrets = told(SHOE, CardsDrawn(1, 1, 3, 0, (AS, KD, None)), OpenSeals(foreign=[AS]))
    assert isinstance(report, CardsOut)
    assert report.foreign == 1
    assert len(secrets) == 2


def test_a_draw_that_lists_another_number_of_cards_than_it_counts_is_unreadable() -> None:
    report, secrets = told(SHOE, CardsDrawn(1, 1, 3, 0, (AS, KD)))
    assert report == Unreadable("CardsDrawn with a body of 11 bytes that has no meaning")
    assert secrets == ()


def test_a_deck_that_was_recognised_whole_is_told_by_its_count_alone() -> None:
    assert told(SHUFFLER, Recognised("blue", STANDARD_52)) == (ShuffleEnded("blue", 52), ())


def test_of_a_deck_that_was_recognised_only_what_is_wrong_with_it_is_told() -> None:
    """One card could not be read, the first ace is there twice, and there is a joker."""
    seen = (None, *(card for card in STANDARD_52 if card not in (KD, AS)), AS, AS, JOKER)
    report, secrets = told(SHUFFLER, Recognised("blue", seen))
    assert (report, secrets) == (ShuffleEnded("blue", 54, (KD,), (AS, JOKER)), ())


@pytest.mark.parametrize("cards", [(KD, STANDARD_52[0]), (KD, None), (JOKER, AS)])
def test_a_deck_that_is_told_in_the_order_it_may_lie_in_is_not_read(
    cards: tuple[Card | None, ...],
) -> None:
    said = event(1, Recognised("blue", cards))
    report, _ = meant(SHUFFLER, said)
    assert report == Unreadable("Recognised with a body of 8 bytes that has no meaning")
    assert looked_at(SHUFFLER, said).body == b""


def test_the_cards_of_a_deck_are_shown_of_a_shuffler_and_of_no_other_device() -> None:
    said = event(1, Recognised("blue", (AS,)))
    assert looked_at(SHUFFLER, said) == said
    assert looked_at(SHOE, said).body == b""


def test_where_part_of_a_deck_may_be_shuffled_its_cards_and_the_missing_ones_are_not_told() -> None:
    seals = OpenSeals()
    seals.in_parts = True
    said = event(1, Recognised("blue", (AS, AS)))
    report, _ = meant(SHUFFLER, said, seals)
    assert report == ShuffleEnded("blue", 2, (), (AS,))
    assert shown(SHUFFLER, said, inside(said), in_parts=True).body == b""


def test_a_reader_tells_known_faces_and_counts_a_card_it_did_not_recognise() -> None:
    report, secrets = told(READER, CardsSeen("dealer", (AS, None)))
    assert (report, secrets) == (CardsRead("dealer", (Known(AS), UNSEEN)), ())


@pytest.mark.parametrize(("counts", "count"), [(0, None), (1, 52)])
def test_a_shuffle_has_a_count_where_the_shuffler_counts(counts: int, count: int | None) -> None:
    assert told(SHUFFLER, Shuffled("blue", counts, 52))[0] == ShuffleEnded("blue", count)


def test_a_code_nobody_knows_is_unreadable() -> None:
    report, _ = meant(SHOE, Event(EPOCH, 1, 1, 0x7F, b"\x34"))
    assert report == Unreadable("happening 0x7f with a body of 1 bytes that has no meaning")


@pytest.mark.parametrize("card", [AS, KD])
def test_the_text_about_an_unreadable_body_is_the_same_whatever_card_is_in_it(card: Card) -> None:
    byte = bytes((1 + STANDARD_52.index(card),))
    whole = event(1, CardsDrawn(1, 1, 1, 0, (card,)))
    broken = [whole.body[:-2] + byte, whole.body + byte, byte * 9, byte * 12, byte]
    details = []
    for body in broken:
        report, _ = meant(SHOE, Event(EPOCH, 1, 1, CARDS_DRAWN, body))
        assert isinstance(report, Unreadable)
        details.append(report.detail)
    sizes = [len(body) for body in broken]
    assert details == [f"CardsDrawn with a body of {n} bytes that has no meaning" for n in sizes]


def test_a_shoe_that_says_it_sees_faces_tells_none_of_them() -> None:
    report, _ = told(SHOE, CardsSeen("dealer", (AS,)))
    assert report == Unreadable("CardsSeen from a shoe")
    assert looked_at(SHOE, event(1, CardsSeen("dealer", (AS,)))).body == b""


def test_an_event_to_look_at_has_blank_cards_in_a_draw() -> None:
    blank = looked_at(SHOE, event(1, CardsDrawn(1, 1, 2, 0, (AS, KD))))
    assert blank == event(1, CardsDrawn(1, 1, 2, 0, (None, None)))


@pytest.mark.parametrize("cut", [1, 2, 5, 9, 10])
def test_a_draw_that_is_not_whole_has_no_body_to_look_at(cut: int) -> None:
    whole = event(1, CardsDrawn(1, 1, 2, 0, (AS, KD)))
    assert looked_at(SHOE, Event(EPOCH, 1, 1, CARDS_DRAWN, whole.body[:-cut])).body == b""


def test_an_event_without_hidden_faces_is_looked_at_as_it_is() -> None:
    for happened, kind in ((Jammed("door"), SHOE), (CardsSeen("dealer", (AS,)), READER)):
        assert looked_at(kind, event(1, happened)) == event(1, happened)


def test_kinds_have_names_for_sentences() -> None:
    assert kind_name(KindCode.READER) == "a reader"
    assert kind_name(9) == "a device of kind 9"


def test_a_reader_that_may_tell_no_faces_is_not_listened_to_and_not_shown_when_it_does() -> None:
    """What is put into such a reader lies face down."""
    seen = event(1, CardsSeen("dealer", (KD,)))
    report, _ = meaning(READER, seen, inside(seen), SERIAL, OpenSeals(), faces=False)
    assert report == Unreadable("cards, from a reader that may not tell which they are")
    assert shown(READER, seen, inside(seen), faces=False).body == b""
    checked = event(2, CardChecked("hole", yes=True))
    assert shown(READER, checked, inside(checked), faces=False) is checked
