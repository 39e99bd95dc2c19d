"""A line to the door: one request after the other, a new line when it broke, and never in doubt."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import islice
from pathlib import Path

import pytest

from tablectl.console.doorline import LONGEST_PAUSE, Away, DoorLine, pauses
from tablectl.doorwire import Answered, Ping, SignIn, error_line, pong_line
from tests.loops import on_a_loop, until

Reply = Callable[[int, bytes], bytes | None]
"""What is said to the nth request over all lines; None ends the line instead."""


class Doorpost:
    """A door that answers as it is told to, and remembers."""

    def __init__(self, reply: Reply) -> None:
        self.reply = reply
        self.lines = 0
        self.heard: list[bytes] = []
        self.writers: list[asyncio.StreamWriter] = []

    async def met(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.lines += 1
        self.writers.append(writer)
        while line := await reader.readline():
            self.heard.append(line)
            answer = self.reply(len(self.heard), line)
            if answer is None:
                break
            writer.write(answer)
        writer.close()


@asynccontextmanager
async def door(path: Path, reply: Reply) -> AsyncIterator[Doorpost]:
    post = Doorpost(reply)
    server = await asyncio.start_unix_server(post.met, path)
    try:
        yield post
    finally:
        server.close()
        for writer in post.writers:
            writer.close()
        await server.wait_closed()


def pong(_: int, __: bytes) -> bytes:
    return pong_line("t", 1)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "door.sock"


@on_a_loop
async def test_requests_go_one_after_the_other_over_one_line(path: Path) -> None:
    async with door(path, pong) as post:
        line = DoorLine(path)
        answers = await asyncio.gather(*(line.ask(Ping()) for _ in range(5)))
        line.close()
    assert [answer["table"] for answer in answers] == ["t"] * 5
    assert post.lines == 1


@on_a_loop
async def test_a_line_that_broke_while_nobody_used_it_is_opened_anew(path: Path) -> None:
    async with door(path, pong) as post:
        line = DoorLine(path)
        await line.ask(Ping())
        post.writers[0].close()
        assert (await line.ask(Ping()))["table"] == "t"
        line.close()
    assert post.lines == 2


@on_a_loop
async def test_what_may_be_asked_twice_is_asked_again_where_an_old_line_broke(path: Path) -> None:
    async with door(path, lambda nth, _: None if nth == 2 else pong_line("t", 1)) as post:
        line = DoorLine(path)
        await line.ask(Ping())
        assert (await line.ask(Ping()))["table"] == "t"
        line.close()
    assert (post.lines, len(post.heard)) == (2, 3)


@on_a_loop
async def test_a_sign_in_is_never_sent_twice(path: Path) -> None:
    async with door(path, lambda nth, _: None if nth == 2 else pong_line("t", 1)) as post:
        line = DoorLine(path)
        await line.ask(Ping())
        with pytest.raises(Away, match="without an answer"):
            await line.ask(SignIn("d1", "000001"))
        line.close()
    assert len(post.heard) == 2


@on_a_loop
async def test_nobody_at_the_door_is_told_at_once(path: Path) -> None:
    with pytest.raises(Away, match="nobody answers at the door"):
        await DoorLine(path).ask(Ping())


@on_a_loop
async def test_a_door_that_is_silent_is_away_and_its_line_is_not_used_again(path: Path) -> None:
    async with door(path, lambda nth, _: b"" if nth == 1 else pong_line("t", nth)) as post:
        line = DoorLine(path, patience=0.05)
        with pytest.raises(Away, match="no answer for"):
            await line.ask(Ping())
        assert (await line.ask(Ping()))["seq"] == 2
        line.close()
    assert post.lines == 2


@on_a_loop
async def test_who_leaves_in_the_midst_of_an_answer_leaves_nothing_of_it_to_the_next(
    path: Path,
) -> None:
    async with door(path, lambda nth, _: b"" if nth == 1 else pong_line("t", nth)) as post:
        line = DoorLine(path)
        asking = asyncio.create_task(line.ask(Ping()))
        await until(lambda: post.heard)
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        assert (await line.ask(Ping()))["seq"] == 2
        line.close()
    assert post.lines == 2


@on_a_loop
async def test_an_error_of_the_door_is_raised_with_how_long_to_wait(path: Path) -> None:
    async with door(path, lambda *_: error_line("locked", "wrong too often", wait=30)):
        line = DoorLine(path)
        with pytest.raises(Answered, match="wrong too often") as raised:
            await line.ask(SignIn("d1", "000001"))
        line.close()
    assert (raised.value.code, raised.value.wait) == ("locked", 30)


def test_pauses_grow_up_to_a_second() -> None:
    found = list(islice(pauses(), 10))
    assert found[0] < found[1] < found[2]
    assert found[-1] == LONGEST_PAUSE == max(found)
