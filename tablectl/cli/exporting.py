"""Records as text for other programs: whole, so that anybody can recompute the chain from it."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable
from typing import TextIO

from tablectl.journal.records import Record

COLUMNS = ("seq", "time", "kind", "version", "key", "body", "prev", "hash")
"""In the order of what is hashed; `body` is the text that was hashed, to the character."""


def json_line(record: Record) -> str:
    """One record as one line of JSON; the body is a string and stays as it was written."""
    return json.dumps({name: getattr(record, name) for name in COLUMNS}, ensure_ascii=False)


def write_json_lines(records: Iterable[Record], file: TextIO) -> int:
    """How many records were written."""
    count = 0
    for record in records:
        file.write(f"{json_line(record)}\n")
        count += 1
    return count


def write_csv(records: Iterable[Record], file: TextIO) -> int:
    """How many records were written."""
    count = 0
    lines = csv.writer(file, lineterminator="\n")
    lines.writerow(COLUMNS)
    for record in records:
        lines.writerow([getattr(record, name) for name in COLUMNS])
        count += 1
    return count
