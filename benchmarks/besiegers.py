"""`python -m benchmarks.besiegers SOCKET GUESSES TRIES`: clients of a door who mean it no good.

An insider who guesses a colleague's PIN, a dealer who would like to be a supervisor, one supervisor
who would like to be two, somebody who has listened on the line, and programs that flood the door,
read no answer, or send what is no request. They say when they are ready, begin at a word, and go on
until so many PINs are guessed and another word tells them that it is enough. What they were
answered is told in the end, as a number for every code.
"""

from __future__ import annotations

import json
import socket
import sys
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random

from benchmarks.weight import give_way
from tablectl.doorclient import DoorClient
from tablectl.doorwire import Answered, Look, Submit, request_line
from tablectl.sessions import Signer
from tablectl.words.acts import Act, Confirm, DeclareContents, Deed
from tablectl.words.bases import Role

VICTIM = "supervisor_3"
"""Whose PIN is guessed."""
INSIDERS = {"dealer_2": "271828", "supervisor_2": "314159", "supervisor_4": "577215"}
"""Who have signed in as they may, and then do what they may not."""
GUESSERS, FLOODERS, DEAF = 4, 4, 6
GIVES_WAY = 10
"""The table has as much more of a core than they as its unit gives it (CPUWeight=), where it may:
what is measured is what they do to it at its door."""
BREATH = 0.2
"""Seconds until an insider whom the door had no time for signs in again."""
LONG = b"x" * 70_000 + b"\n"


class Besieger:
    """Everybody who is at it, and what they were answered."""

    def __init__(self, path: Path, guesses: int, tries: int) -> None:
        self.path = path
        self.guesses = guesses
        self.tries = tries
        self.answers: Counter[str] = Counter()
        self.enough = threading.Event()
        self.over = threading.Event()
        self._lock = threading.Lock()

    def run(self) -> None:
        once = [self.guessed(number) for number in range(GUESSERS)]
        while_it_lasts = [self.wrong_role, self.alone_as_two, self.replayed, self.forged]
        while_it_lasts += [self.garbage, self.newcomers, *[self.flood] * FLOODERS]
        while_it_lasts += [self.watch, self.watch, self.deaf]
        first = [threading.Thread(target=each) for each in once]
        rest = [threading.Thread(target=each) for each in while_it_lasts]
        for each in (*first, *rest):
            each.start()
        for each in first:
            each.join()
        self.over.set()
        for each in rest:
            each.join()

    def told_enough(self) -> None:
        sys.stdin.readline()
        self.enough.set()

    # ------------------------------------------------------------ talking

    def _line(self) -> socket.socket:
        line = socket.socket(socket.AF_UNIX)
        line.connect(str(self.path))  # waits for its turn
        line.settimeout(120)
        return line

    def _door(self) -> DoorClient:
        line = self._line()
        heard = line.makefile("rb")

        def exchange(request: bytes) -> bytes:
            line.sendall(request)
            return heard.readline()

        return DoorClient(exchange)

    def _note(self, code: str, times: int = 1) -> None:
        with self._lock:
            self.answers[code] += times

    def _guess(self, door: DoorClient, pin: str) -> None:
        try:
            door.sign_in(VICTIM, pin)
            self._note("BELIEVED")
        except Answered as error:
            self._note(error.code)

    def _sign_in(self, door: DoorClient, insider: str) -> None:
        """As an insider may, and as often as the door has no time because of the guessing."""
        while insider not in door.signers:
            try:
                door.sign_in(insider, INSIDERS[insider])
            except Answered as error:
                self._note(error.code)
                time.sleep(BREATH)

    def _said(self, answer: bytes) -> None:
        said = json.loads(answer)
        refusal = said.get("receipt", {}).get("refusal")
        if said["ok"]:
            self._note(f"refused {refusal['code']}" if refusal else "BELIEVED")
        else:
            self._note(said["error"]["code"])

    def _while_it_lasts(self) -> Iterator[int]:
        """A number for every try: while PINs are guessed, and some in any case."""
        for number in count():
            if number >= self.tries and self.over.is_set():
                return
            yield number

    # ------------------------------------------------------------ what is tried

    def guessed(self, number: int) -> Callable[[], None]:
        def guess() -> None:
            door, chance = self._door(), Random(number)
            for guesses in count():
                if guesses >= self.guesses // GUESSERS and self.enough.is_set():
                    return
                self._guess(door, f"{chance.randrange(10**6):06}")

        return guess

    def wrong_role(self) -> None:
        """A dealer does what is a supervisor's, a technician's or an administrator's."""
        door = self._door()
        self._sign_in(door, "dealer_2")
        deeds: tuple[Deed, ...] = (
            DeclareContents("rack", 1, "because", "shoe"),
            Confirm("close_table"),
            Confirm("release"),
        )
        for number in self._while_it_lasts():
            act = Act(deeds[number % len(deeds)], "dealer_2", f"role-{number}", "supervisor_2")
            alone = replace(act, second="")
            self._said(door._exchange(self._signed(door, alone, "dealer_2")))
            receipt = door.administer("dismiss", VICTIM, "dealer_2")
            self._note(f"refused {receipt.refusal.code}" if receipt.refusal else "BELIEVED")

    def alone_as_two(self) -> None:
        """One supervisor is the second person too, by name, or by a proof in another's name."""
        door = self._door()
        me = "supervisor_2"
        self._sign_in(door, me)
        for number in self._while_it_lasts():
            act = Act(DeclareContents("rack", 1, "because", "shoe"), me, f"two-{number}", me)
            self._said(door._exchange(self._signed(door, act, me, me)))
            other = replace(act, second="supervisor", key=f"other-{number}")
            self._said(door._exchange(self._signed(door, other, me, me)))
            self._said(door._exchange(self._signed(door, other, me)))

    def replayed(self) -> None:
        """Lines that were good once, over the same connection and over another."""
        door, other = self._door(), self._door()
        self._sign_in(door, "supervisor_4")
        for number in self._while_it_lasts():
            act = Act(Confirm("release"), "supervisor_4", f"replayed-{number}")
            sent = self._signed(door, act, "supervisor_4")
            self._said(door._exchange(sent))
            self._said(door._exchange(sent))
            self._said(other._exchange(sent))

    def forged(self) -> None:
        """Sessions that nobody opened, and acts without any."""
        door, chance = self._door(), Random(1)
        for number in self._while_it_lasts():
            act = Act(Confirm("close_table"), "supervisor", f"forged-{number}")
            door.signers["supervisor"] = Signer(chance.randbytes(16).hex(), chance.randbytes(32))
            self._said(door._exchange(self._signed(door, act, "supervisor")))
            self._said(door._exchange(request_line(Submit(act))))

    def garbage(self) -> None:
        chance = Random(2)
        good = request_line(Look(Role.DEALER))
        while not self.over.is_set():
            line = self._line()
            heard = line.makefile("rb")
            with suppress(OSError), line, heard:
                for _ in range(50):
                    for sent in (self._mangled(chance, good), b"[" * 5_000 + b"\n", LONG):
                        line.sendall(sent)
                        self._said(heard.readline())

    def _mangled(self, chance: Random, good: bytes) -> bytes:
        at = chance.randrange(len(good) - 1)
        return b"\x00" + good[:at] + chance.randbytes(9).replace(b"\n", b"?") + good[at:]

    def flood(self) -> None:
        door = self._door()
        while not self.over.is_set():
            door.view(Role.SUPERVISOR)
            self._note("looked")

    def watch(self) -> None:
        """Every change of the table, as soon as the door tells it."""
        door, mark = self._door(), ""
        while not self.over.is_set():
            mark = door.watch(Role.SUPERVISOR, mark).mark
            self._note("watched")

    def deaf(self) -> None:
        """Ask, and read no answer, over several lines that stay open."""
        lines: deque[socket.socket] = deque()
        while not self.over.is_set():
            with suppress(OSError):
                lines.append(self._line())
                lines[-1].settimeout(BREATH)
                while not self.over.is_set():
                    lines[-1].sendall(request_line(Look(Role.DEALER)))
                    self._note("never read")
            while len(lines) > DEAF or (lines and self.over.is_set()):
                lines.popleft().close()

    def newcomers(self) -> None:
        while not self.over.is_set():
            with suppress(OSError):
                self._line().close()
                self._note("came and went")

    def _signed(self, door: DoorClient, act: Act, *people: str) -> bytes:
        asked = Submit(act)
        return request_line(replace(asked, proofs=door._proofs(asked, *people)))


def main() -> None:
    give_way(GIVES_WAY)
    besieger = Besieger(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
    print("ready", flush=True)
    sys.stdin.readline()
    threading.Thread(target=besieger.told_enough, daemon=True).start()
    besieger.run()
    print(json.dumps(besieger.answers), flush=True)


if __name__ == "__main__":
    main()
