"""The door from an asyncio program: a line, requests one after the other, a new line when it broke.

What is asked twice without harm (an act has a key) is asked once more where the line had broken
while nobody used it; all else is told to be away. It must not know what the requests mean.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from tablectl.doorwire import (
    MAX_ANSWER,
    Direct,
    Ping,
    Request,
    SignIn,
    SignOut,
    Submit,
    Watch,
    parse_answer,
    request_line,
    words_of,
)
from tablectl.sessions import Pen, Signer
from tablectl.words.canonical import Plain
from tablectl.words.errors import TablectlError

PATIENCE = 10.0
"""Seconds to wait for an answer: a commit on a slow disk takes its time."""
WATCH_PATIENCE = 2 * PATIENCE
"""A watch is answered after ten seconds at the latest; then it has its time too."""
SHORTEST_PAUSE, LONGEST_PAUSE = 0.05, 1.0

_ONCE = SignIn | SignOut | Direct
"""What is not asked again: nobody knows whether it was done."""


class Away(TablectlError):
    """The controller does not answer."""

    code = "no_table"

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem
        self.hint = "it is asked again by itself; what was sent twice with one key counts once"


def pauses() -> Iterator[float]:
    """Seconds between two attempts: ever more, up to a second."""
    pause = SHORTEST_PAUSE
    while True:
        yield pause
        pause = min(LONGEST_PAUSE, 2 * pause)


class DoorLine:
    """One line to the door, opened when it is first needed."""

    def __init__(self, path: Path, patience: float = PATIENCE) -> None:
        self._path = path
        self._patience = patience
        self._turn = asyncio.Lock()
        self._ends: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._pen: Pen | None = None

    async def ask(self, request: Request, signers: Sequence[Signer] = ()) -> dict[str, Plain]:
        """The answer; Answered where it is an error, Away where there is none."""
        async with self._turn:
            stale = await self._open()
            try:
                return await self._asked(request, signers)
            except Away:
                if not stale or isinstance(request, _ONCE):
                    raise
            await self._open()
            return await self._asked(request, signers)

    def close(self) -> None:
        if self._ends is not None:
            self._ends[1].close()
        self._ends = self._pen = None

    async def _open(self) -> bool:
        """Have a line; whether it has been open for a while, so that it may have broken unseen."""
        if self._ends is not None and not self._ends[0].at_eof():
            return True
        self.close()
        try:
            self._ends = await asyncio.open_unix_connection(self._path, limit=MAX_ANSWER)
        except OSError as error:
            raise Away(f"nobody answers at the door: {error.strerror or error}") from error
        return False

    async def _asked(self, request: Request, signers: Sequence[Signer]) -> dict[str, Plain]:
        if signers and isinstance(request, Submit | SignOut | Direct):
            if self._pen is None:
                pong = parse_answer(await self._exchange(Ping()))
                self._pen = Pen(str(pong.get("number", "")))
            request = replace(request, proofs=self._pen.proofs(signers, words_of(request)))
        return parse_answer(await self._exchange(request))

    async def _exchange(self, request: Request) -> bytes:
        """One line there and one back. A line that was left in between is never used again."""
        if self._ends is None:
            raise Away("the line to the door broke")
        reader, writer = self._ends
        patience = WATCH_PATIENCE if isinstance(request, Watch) else self._patience
        try:
            async with asyncio.timeout(patience):
                writer.write(request_line(request))
                await writer.drain()
                line = await reader.readline()
        except TimeoutError as error:
            self.close()
            raise Away(f"no answer for {patience:g} seconds") from error
        except (OSError, ValueError) as error:  # ValueError: the answer has no end
            self.close()
            raise Away(f"the line to the door broke: {error}") from error
        except BaseException:
            self.close()
            raise
        if not line.endswith(b"\n"):
            self.close()
            raise Away("the controller closed the line without an answer")
        return line
