"""The tongue of plain devices: the words are those of the profile."""

from __future__ import annotations

from typing import assert_never

from drivers.frames import Discarded, Flaw
from drivers.framings.kinds import framing
from drivers.plain import speech
from drivers.plain.profile import PlainProfile
from drivers.plain.template import DoesNotFit
from drivers.plain.wording import NoMeaning, demanded
from tablectl.conformance.tongue import (
    Ended,
    Happened,
    Lives,
    Rejected,
    Said,
    Stands,
    Who,
)
from tablectl.words.orders import Demand

UNKNOWN = b"\x3f\x3f\x3f"
"""Three question marks, in text and in bytes."""


class PlainTongue:
    def __init__(self, profile: PlainProfile) -> None:
        told = profile.to_device or profile.framing
        self._speech = speech.Speech(profile)
        self.decoder = framing(profile.framing)
        self._outward = framing(told)
        self._checked = told.check is not None
        self._longest = told.longest
        self._given: tuple[int, Demand] | None = None
        """The last order, which an answer is taken to be about."""
        self._told = 0

    def hello(self) -> bytes | None:
        return self._ask(self._speech.identity)

    def again(self) -> bytes | None:
        return self._ask(self._speech.identity)

    def beat(self) -> bytes | None:
        return self._ask(self._speech.alive)

    def standing(self) -> bytes | None:
        return self._ask(self._speech.standing)

    def order(self, number: int, demand: Demand) -> bytes | None:
        name, values = demanded(demand)
        taking = self._speech.takes.get(name)
        if taking is None or any(values[place] == "" for place in taking.say.names):
            return None
        self._given = number, demand
        try:
            return self._outward.framed(taking.say.write(values))
        except DoesNotFit:
            return None

    def recorded(self, _: tuple[int, int]) -> bytes | None:
        """It numbers nothing; but it may wait to be answered."""
        receipts = self._speech.receipts
        return None if receipts is None else self._outward.framed(receipts.heard)

    def unknown(self) -> bytes:
        return self._outward.framed(UNKNOWN)

    def spoilt(self, frame: bytes, flaw: Flaw) -> bytes | None:
        match flaw:
            case Flaw.CHECK:
                return self._wrong_check(frame) if self._checked else None
            case Flaw.SHORT:
                return frame[: max(len(frame) // 2, 1)]
            case _:
                middle = b"U" * (2 * self._longest)
                return frame[: len(frame) // 2] + middle + frame[len(frame) // 2 :]

    def _wrong_check(self, frame: bytes) -> bytes | None:
        """The frame with one bit of its content turned, so that its checksum is of another one."""
        for at in range(len(frame) - 1, -1, -1):
            for bit in (1, 2, 4):
                spoilt = bytearray(frame)
                spoilt[at] ^= bit
                found = self._outward.feed(bytes(spoilt))
                given_up = self._outward.give_up(Flaw.SILENCE)
                heard = [*found, *given_up]
                flaws = [each.flaw if isinstance(each, Discarded) else None for each in heard]
                # What follows the head of a spoilt frame may be looked through for another.
                if [flaw for flaw in flaws if flaw is not Flaw.OUTSIDE] == [Flaw.CHECK]:
                    return bytes(spoilt)
        return None

    def _ask(self, question: speech.Question | None) -> bytes | None:
        return None if question is None else self._outward.framed(question.ask)

    # ------------------------------------------------------------ what it says

    def said(self, frame: bytes) -> Said | None:
        try:
            said = self._speech.heard(frame)
        except NoMeaning as error:
            return Rejected(str(error))
        match said:
            case None:
                return Rejected(f"{len(frame)} bytes that the profile has no words for")
            case speech.Who():
                return _who(said)
            case speech.Lives():
                return Lives()
            case speech.Stands():
                load = said.values.get("load")
                return Stands(None if load is None else int(load), int(said.values["out"]))
            case speech.Outcome():
                return Ended(self._answered(said), said.failed)
            case speech.Told():
                return Happened(said.happened, self._to_answer())
            case _:
                assert_never(said)

    def _to_answer(self) -> tuple[int, int] | None:
        """A number for what it told, if it waits for an answer to it."""
        if self._speech.receipts is None:
            return None
        self._told += 1
        return 0, self._told

    def _answered(self, outcome: speech.Outcome) -> int:
        """The number of the order that these words can be about; 0 if nobody gave it."""
        if self._given is None:
            return 0
        number, demand = self._given
        name, values = demanded(demand)
        fits = all(values[p] == v for p, v in outcome.values.items() if p in values)
        return number if name == outcome.demand and fits else 0


def _who(said: speech.Who) -> Who:
    told = {name: str(value) for name, value in said.values.items()}
    model, serial, firmware, digest = (
        told.get(name, "") for name in ("model", "serial", "firmware", "digest")
    )
    return Who(model, serial, firmware, digest)
