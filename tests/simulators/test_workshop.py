"""Which simulator stands for a device, and what is told about it while it is in service."""

from __future__ import annotations

import pytest

from drivers.driving import Timing
from drivers.happenings import CardsSeen, Happening
from drivers.messages import Farewell, Recorded
from drivers.profiles import all_profiles, find
from simulators.byte_generator import ByteGenerator
from simulators.chance import split
from simulators.continuous_shoe import ContinuousShoe
from simulators.device import SimulatedDevice
from simulators.double_shoe import DoubleShoe
from simulators.felt import Felt
from simulators.generator import Generator
from simulators.hole_reader import HoleCardReader
from simulators.loading_shuffler import LoadingShuffler
from simulators.reader import CardReader
from simulators.shoe import SensingShoe
from simulators.shuffler import Shuffler
from simulators.stack_shoe import StackShoe
from simulators.tag_reader import TagReader
from simulators.watch import Watch, told
from simulators.workshop import MadeTo, build
from tablectl.words.cards import Card
from tablectl.words.observations import CardChecked, CuttingCardOut
from tablectl.words.orders import Allow, Demand, Draw
from tablectl.words.settings import Device, DeviceKind
from tests.simulators.bench import ALL_CAN, DECK, Bench, Desk, made, sensing_shoe

STANDS_FOR: dict[str, type[SimulatedDevice]] = {
    "reference_shuffler": Shuffler,
    "reference_plain_shuffler": Shuffler,
    "reference_recognising_shuffler": Shuffler,
    "reference_two_deck_shuffler": Shuffler,
    "reference_loading_shuffler": LoadingShuffler,
    "reference_sensing_shoe": SensingShoe,
    "reference_recognising_shoe": SensingShoe,
    "reference_stack_shoe": StackShoe,
    "reference_seven_card_shoe": StackShoe,
    "reference_continuous_shuffler": ContinuousShoe,
    "reference_double_shoe": DoubleShoe,
    "reference_reader": CardReader,
    "reference_hole_reader": HoleCardReader,
    "reference_lamp_reader": HoleCardReader,
    "reference_generator": Generator,
    "plain_sensing_shoe": SensingShoe,
    "plain_simple_shoe": SensingShoe,
    "truerng_v3": ByteGenerator,
    "truerng_pro": ByteGenerator,
    "onerng": ByteGenerator,
    "rava": ByteGenerator,
    "rdm6300": TagReader,
    "id_12la": TagReader,
    "gm65": TagReader,
    "zebra_ssi": TagReader,
}


def built(device: Device, profile: MadeTo | None) -> SimulatedDevice:
    felt, chance = Felt(split(1, "shuffle")), split(1, "device")
    return build("it", device, profile, time=Bench(), felt=felt, chance=chance)


class InFives:
    """A profile of which only what a simulator is made to is there."""

    stack_size = 5

    def timing_in_us(self) -> Timing:
        return Timing(repeat=111_000)


@pytest.mark.parametrize("name", [name for name, _ in all_profiles()])
def test_every_profile_that_comes_with_tablectl_has_its_simulator(name: str) -> None:
    profile = find(name)
    simulated = built(made(profile.kind, profile.can), profile)
    assert type(simulated) is STANDS_FOR[name]


def test_a_simulator_is_made_to_its_profile() -> None:
    shoe = built(made(DeviceKind.SHOE, ALL_CAN), InFives())
    assert isinstance(shoe, StackShoe)
    assert shoe.stack_size == 5
    assert shoe.timing.repeat == 111_000


def test_a_shoe_without_a_profile_gives_single_cards() -> None:
    assert type(built(made(DeviceKind.SHOE, ALL_CAN), None)) is SensingShoe


# ---------------------------------------------------------------- what is told


def watched(strict: bool = True) -> tuple[SensingShoe, Desk, list[str], list[str]]:
    said: list[str] = []
    breaches: list[str] = []
    shoe = sensing_shoe(Bench(), "AS KD 7C", strict=strict)
    shoe.fit(Watch(said.append, breaches.append))
    return shoe, Desk(shoe), said, breaches


def test_a_session_is_told_in_a_line_each() -> None:
    shoe, desk, said, breaches = watched()
    desk.greet()
    desk.order(1, Allow(3, load=1))
    shoe.draw(DECK, 3)
    desk.say(Recorded(1, 2))
    desk.say(Farewell())
    assert said == [
        "hello: session 12345678",
        "identity: Model 1 S-0001, last event 0, last order 0",
        "order 1: allow: total 3, load 1",
        "event 1: order done: order 1",
        "event 2: cards drawn: 3, number 1 to 3 of load 1",
        "recorded up to event 2",
        "farewell: session 12345678",
    ]
    assert breaches == []


def test_what_is_only_repeated_is_told_once() -> None:
    shoe, desk, said, _ = watched()
    desk.greet()
    desk.order(1, Allow(1))
    before = list(said)
    desk.order(1, Allow(1))
    shoe.repeat_last()
    assert said == before


def test_no_card_that_lies_face_down_is_told() -> None:
    shoe, desk, said, _ = watched()
    desk.greet()
    desk.order(1, Allow(3))
    shoe.draw(DECK, 3)
    text = "\n".join(said)
    assert "cards drawn: 3" in text
    assert not any(code in text for code in ("AS", "KD", "7C"))


def test_a_breach_is_told_as_one() -> None:
    _, desk, said, breaches = watched(strict=False)
    desk.greet()
    desk.say(Recorded(1, 9))
    assert breaches == ["event 9 is recorded and has not happened yet"]
    assert breaches[0] not in said


def test_a_frame_of_no_session_is_told() -> None:
    _, desk, said, _ = watched()
    desk.say(Recorded(1, 1))
    assert said[-1] == "stranger: the controller has to say hello first"


def test_words_of_another_protocol_are_not_told_as_broken_frames() -> None:
    said: list[str] = []
    profile = find("onerng")
    generator = built(made(profile.kind, profile.can), profile)
    generator.fit(Watch(said.append, said.append))
    generator.receive(b"cmdocmdvcmdO" * 100)
    assert said == []


@pytest.mark.parametrize(
    ("what", "words"),
    [
        (Draw("button", 1, 6), "draw: draw button, low 1, high 6"),
        (CardsSeen("seat_1", (Card.of("AS"), None)), "cards seen: spot seat_1, cards AS ?"),
        (CardChecked("natural", True), "card checked: check natural, yes yes"),
        (CuttingCardOut(), "cutting card out"),
    ],
)
def test_everything_that_happens_has_words(what: Happening | Demand, words: str) -> None:
    assert told(what) == words
