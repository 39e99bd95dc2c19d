"""The auditor's addresses: a record asked over HTTP, every reading off the console's loop.

It decides nothing: who may read is for whoever mounts the routes, what is answered for `shelf` and
`verifying`. A client that goes takes its question with it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from threading import Event
from typing import Any

import anyio
import anyio.to_thread
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tablectl.console.shelf import MOST, USUAL, Abandoned, NoJournal, NoSuchRound, Records
from tablectl.console.verifying import Verifier
from tablectl.journal.errors import JournalError
from tablectl.journal.verify import Head, head_in
from tablectl.replay.asking import BadQuestion, Question, known_clause, known_kind
from tablectl.replay.times import in_microseconds
from tablectl.texts import printable
from tablectl.words.errors import TablectlError

__all__ = ["Records", "routes"]

Plain = dict[str, Any]
MayNot = Callable[[Request], Awaitable[Response | None]]
"""What a request is answered whose visit may not read the record; None for one that may."""
Work = Callable[[Event], Plain]

AT_ONCE = 2
"""Readings at the same time, however many auditors ask: the rest wait for their turn."""
LONGEST = 200
"""Characters of an answer in a form."""
HIGHEST = 2**63 - 1
QUESTIONS = ("round", "device", "kind", "person", "clause", "text", "since", "until")
PAGING = ("before", "limit")
STATUS: Mapping[type[Exception], HTTPStatus] = {
    BadQuestion: HTTPStatus.BAD_REQUEST,
    NoJournal: HTTPStatus.NOT_FOUND,
    NoSuchRound: HTTPStatus.NOT_FOUND,
}
"""How a question ends that was not answered; for every other error the record is not available."""
HINTS: Mapping[str, str] = {
    "bad_question": "put it right and ask again",
    "journal_unreadable": "let the user of the console read the journal and what lies beside it, "
    "or start the console with a copy: `tablectl console --journal FILE`",
    "journal": "start the console with the journal of the table: `tablectl console --journal FILE`",
}


def routes(records: Records, may_not: MayNot) -> list[Route]:
    """Every address below /api/record."""
    desk = _Desk(records, may_not)
    return [
        Route("/api/record/timeline", desk.timeline, methods=["GET"]),
        Route("/api/record/search", desk.search, methods=["GET"]),
        Route("/api/record/round/{number:int}", desk.round, methods=["GET"]),
        Route("/api/record/verify", desk.verified, methods=["GET"]),
        Route("/api/record/verify", desk.verify, methods=["POST"]),
    ]


class _Desk:
    """Where questions are taken and answers handed out."""

    def __init__(self, records: Records, may_not: MayNot) -> None:
        self._records = records
        self._may_not = may_not
        self._verifier = Verifier(records.closing)
        self._turns = anyio.CapacityLimiter(AT_ONCE)

    async def timeline(self, request: Request) -> Response:
        def work(gone: Event) -> Plain:
            _check_known(request, PAGING)
            return self._records.timeline(gone, *_paging(request))

        return await self._answered(request, work)

    async def search(self, request: Request) -> Response:
        def work(gone: Event) -> Plain:
            _check_known(request, (*QUESTIONS, *PAGING))
            return self._records.search(gone, _question(request), *_paging(request))

        return await self._answered(request, work)

    async def round(self, request: Request) -> Response:
        def work(gone: Event) -> Plain:
            _check_known(request, ("after",))
            after = _number(request, "after", 0) or 0
            return self._records.round(gone, request.path_params["number"], after)

        return await self._answered(request, work)

    async def verified(self, request: Request) -> Response:
        return await self._answered(request, lambda _: self._verifier.now.plain())

    async def verify(self, request: Request) -> Response:
        refused = await self._may_not(request)
        if refused is not None:
            return refused
        try:
            asked = await request.json()
        except ValueError:
            asked = None

        def work(_: Event) -> Plain:
            if self._records.journal is None:
                raise NoJournal
            head = asked.get("head", "") if isinstance(asked, dict) else None
            if not isinstance(head, str):
                raise BadQuestion('a verification is asked for with {} or {"head":"SEQ:HASH"}')
            return self._verifier.begin(self._records.journal, _kept(head)).plain()

        return await self._answered(request, work)

    async def _answered(self, request: Request, work: Work) -> Response:
        refused = await self._may_not(request)
        if refused is not None:
            return refused
        gone = Event()
        answer: Response = Response()

        async def read() -> None:
            nonlocal answer
            answer = await anyio.to_thread.run_sync(_done, work, gone, limiter=self._turns)
            group.cancel_scope.cancel()

        async with anyio.create_task_group() as group:
            group.start_soon(read)
            group.start_soon(_watch, request, gone)
        return answer


async def _watch(request: Request, gone: Event) -> None:
    """Say when nobody waits for the answer any more."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
    gone.set()


def _done(work: Work, gone: Event) -> Response:
    try:
        return JSONResponse(work(gone), headers={"Cache-Control": "no-store"})
    except Abandoned:
        return Response(status_code=HTTPStatus.NO_CONTENT)  # to a client that is not there
    except (TablectlError, OSError) as error:
        return _refusal(error)


def _refusal(error: TablectlError | OSError) -> Response:
    code = error.code if isinstance(error, TablectlError) else "journal_unreadable"
    problem = getattr(error, "problem", "") if not isinstance(error, JournalError) else ""
    told = {
        "code": code,
        "problem": printable(problem or str(error)),
        "hint": getattr(error, "hint", "") or HINTS.get(code, ""),
    }
    status = STATUS.get(type(error), HTTPStatus.SERVICE_UNAVAILABLE)
    return JSONResponse({"error": told}, status, headers={"Cache-Control": "no-store"})


# ---------------------------------------------------------------- what is asked


def _check_known(request: Request, names: tuple[str, ...]) -> None:
    for name, value in request.query_params.multi_items():
        if name not in names:
            raise BadQuestion(
                f"{name[:LONGEST]!r} is nothing to ask for; there is {', '.join(names)}"
            )
        if len(value) > LONGEST:
            raise BadQuestion(f"{name} is too long: {LONGEST} characters are enough")


def _paging(request: Request) -> tuple[int | None, int]:
    limit = _number(request, "limit", 1)
    if limit is not None and limit > MOST:
        raise BadQuestion(f"limit is {limit}; at most {MOST} entries come at once")
    return _number(request, "before", 1), USUAL if limit is None else limit


def _question(request: Request) -> Question:
    given = request.query_params
    kind, clause = given.get("kind", ""), given.get("clause", "")
    return Question(
        round=_number(request, "round", 1),
        device=given.get("device", ""),
        kind=known_kind(kind) if kind else "",
        person=given.get("person", ""),
        clause=known_clause(clause) if clause else "",
        text=given.get("text", ""),
        since=_time(request, "since"),
        until=_time(request, "until"),
    )


def _kept(head: str) -> Head | None:
    try:
        return head_in(head) if head.strip() else None
    except ValueError as error:
        raise BadQuestion(str(error)) from error


def _number(request: Request, name: str, least: int) -> int | None:
    given = request.query_params.get(name, "")
    if not given:
        return None
    if not given.isascii() or not given.isdigit() or not least <= int(given) <= HIGHEST:
        raise BadQuestion(f"{name} is {given!r}; a whole number from {least} on is wanted")
    return int(given)


def _time(request: Request, name: str) -> int | None:
    given = request.query_params.get(name, "")
    try:
        return in_microseconds(given) if given else None
    except ValueError as error:
        raise BadQuestion(f"{name}: {error}") from error
