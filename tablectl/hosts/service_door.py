"""The door on a Unix socket: who comes in, and how much of the loop each of them may have.

Whoever waits for the receipt of an act holds up nobody else, and whoever asks too much holds up
nobody but themselves (`service_peers`). What is asked and answered is `service_answers`' business.
"""

from __future__ import annotations

import asyncio
import os
import socket
import time
from dataclasses import dataclass

from tablectl.doorwire import error_line
from tablectl.hosts.service_answers import Answers, Asker, Inside
from tablectl.hosts.service_lines import Lines
from tablectl.hosts.service_peers import (
    BURST,
    BURSTS,
    MOST_TALKS,
    PATIENCE,
    PER_ANSWER,
    PER_READ,
    PER_TALK,
    Leisure,
    Share,
    Welcome,
    peer_of,
)
from tablectl.hosts.service_socket import DoorPlace, DoorSocket

CHUNK = 4096
ACCEPT_AGAIN = 0.1
"""Seconds until a newcomer is taken again after one could not be."""


@dataclass(eq=False, slots=True)
class Talk:
    """One connection: who asks over it, and when they last said something."""

    task: asyncio.Task[None]
    asker: Asker
    heard_at: float
    answering: bool = False
    waited: float = 0.0
    """Seconds that it was made to wait since that was last put on record."""


class DoorServer:
    def __init__(self, inside: Inside, place: DoorPlace) -> None:
        self._inside = inside
        self._answers = Answers(inside)
        self._socket = DoorSocket(place)
        self._welcome = Welcome(os.geteuid(), place.group)
        self._porter: asyncio.Task[None] | None = None
        self._leisure = Leisure(time.monotonic)
        self._newcomers = Share(time.monotonic, BURSTS, self._leisure.left)
        self._talks: set[Talk] = set()
        self._closing = False

    # ------------------------------------------------------------ coming in

    def bind(self) -> None:
        """Take the path, or SocketError if it cannot be had."""
        self._socket.take()

    async def listen(self) -> None:
        self._porter = asyncio.create_task(self._let_in(self._socket.listen()))

    async def _let_in(self, door: socket.socket) -> None:
        """Take one newcomer after the other; asyncio's own server takes all who wait at once."""
        loop = asyncio.get_running_loop()
        while True:
            try:
                line, _ = await loop.sock_accept(door)
            except OSError:  # no file is left to be opened, or who came has gone
                await asyncio.sleep(ACCEPT_AGAIN)
                continue
            await loop.connect_accepted_socket(self._new_talk, line)
            self._newcomers.use(PER_TALK)
            if owes := self._newcomers.owes():
                await asyncio.sleep(owes)

    def _new_talk(self) -> asyncio.StreamReaderProtocol:
        return asyncio.StreamReaderProtocol(asyncio.StreamReader(), self._met)

    async def close(self) -> None:
        """Answer what was asked, ask for nothing more, and take the socket away."""
        self._closing = True
        self._inside.watching.end()
        if self._porter is not None:
            self._porter.cancel()
        for talk in self._talks:
            if not talk.answering:
                talk.task.cancel()
        await asyncio.gather(*(talk.task for talk in self._talks), return_exceptions=True)
        self._socket.give_back()

    # ------------------------------------------------------------ talking

    async def _met(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        if task is None:
            raise RuntimeError("a talk outside of any task")
        now = time.monotonic
        share = Share(now, self._newcomers.take(BURST), self._leisure.left)
        talk = Talk(task, Asker(peer_of(writer.get_extra_info("socket")), share), now())
        try:
            if self._may_come_in(talk, writer):
                self._talks.add(talk)
                await self._converse(talk, reader, writer)
                await self._read_out(writer)
        except (ConnectionError, asyncio.CancelledError):
            pass  # whoever asked has gone, or has to go, or the service ends
        finally:
            self._talks.discard(talk)
            writer.transport.abort()  # who never reads would keep the connection for ever

    async def _read_out(self, writer: asyncio.StreamWriter) -> None:
        """Nothing more is asked: the talk is one of those that are open until its last answer is
        read. At the end of the service nobody waits for that."""
        writer.close()
        if not self._closing:
            await writer.wait_closed()

    def _may_come_in(self, talk: Talk, writer: asyncio.StreamWriter) -> bool:
        user = talk.asker.user
        if not self._welcome.includes(talk.asker.peer):
            self._inside.keeper.note("", "stranger", user)
            problem = f"user {user} may not come to this door"
            hint = "it is for the user who runs the table, and the group that it was given"
            writer.write(error_line("stranger", problem, hint))
            return False
        if len(self._talks) >= MOST_TALKS and not self._made_room():
            self._inside.keeper.note("", "crowded", user)
            writer.write(error_line("crowded", "too many connections are open", "close some"))
            return False
        return True

    def _made_room(self) -> bool:
        """End the talk that has been silent for the longest time and waits for no answer, or only
        for something to change: whoever wants to act finds room, however many watch."""
        silent = [talk for talk in self._talks if not talk.answering]
        silent = silent or [talk for talk in self._talks if talk.asker.watching]
        if not silent:
            return False
        oldest = min(silent, key=lambda talk: talk.heard_at)
        self._inside.keeper.note("", "crowded", oldest.asker.user)
        self._talks.discard(oldest)
        oldest.task.cancel()
        return True

    async def _converse(
        self, talk: Talk, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        lines = Lines()
        while data := await reader.read(CHUNK):
            talk.heard_at = time.monotonic()
            began = time.thread_time()
            found = list(lines.feed(data))
            talk.asker.share.use(PER_READ + time.thread_time() - began)
            for line in found:
                talk.asker.share.use(PER_ANSWER)
                talk.answering = True
                writer.write(await self._answers.to(line, talk.asker))
                talk.answering = False
                if self._closing:
                    return
                await writer.drain()
                await self._in_turn(talk)
            await self._in_turn(talk)
        if lines.half:
            writer.write(error_line("half_request", "the line did not end", "end it with LF"))
            await writer.drain()

    async def _in_turn(self, talk: Talk) -> None:
        """Whoever has used more than their share of the loop waits, and is not read meanwhile."""
        owes = talk.asker.share.owes(len(self._talks))
        if not owes:
            return
        talk.waited += owes
        if talk.waited > PATIENCE:
            talk.waited = 0.0
            self._inside.keeper.note("", "hurried", talk.asker.user)
        await asyncio.sleep(owes)
