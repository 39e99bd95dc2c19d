"""The page and its parts, read once when the console starts: what was not read then is not there.

So no path that is asked for ever reaches the file system.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from tablectl.console.guarding import Refused

FOLDER = Path(__file__).parent / "static"
TYPES: Mapping[str, str] = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}


@dataclass(frozen=True, slots=True)
class Part:
    body: bytes
    kind: str
    tag: str


class Pages:
    def __init__(self, folder: Path = FOLDER) -> None:
        found = sorted(path for path in folder.rglob("*") if path.suffix in TYPES)
        self._parts = {path.relative_to(folder).as_posix(): _part(path) for path in found}

    async def page(self, request: Request) -> Response:
        return self._given("index.html", request)

    async def part(self, request: Request) -> Response:
        return self._given(request.path_params["path"], request)

    def _given(self, name: str, request: Request) -> Response:
        part = self._parts.get(name)
        if part is None:
            raise Refused(404, "not_found", "the page has no such part")
        headers = {"etag": part.tag}
        if request.headers.get("if-none-match") == part.tag:
            return Response(status_code=304, headers=headers)
        return Response(part.body, headers={**headers, "content-type": part.kind})


def _part(path: Path) -> Part:
    body = path.read_bytes()
    return Part(body, TYPES[path.suffix], f'"{hashlib.sha256(body).hexdigest()[:32]}"')
