"""A checkpoint of a journal file: verified whole, and only then signed."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from tablectl.journal.checkpoints import Checkpoint, NothingToSign, told_time
from tablectl.journal.reading import Reader
from tablectl.journal.records import RecordKind
from tablectl.journal.sqlite import read_only
from tablectl.journal.verify import verify
from tablectl.signing import PublicKey
from tablectl.words.canonical import from_tagged, loads
from tablectl.words.inputs import Input, Started


def checkpoint_of(path: Path, key: PublicKey, now: int) -> Checkpoint:
    """What the journal is now, for the holder of this key to sign.

    JournalDamaged where there is anything wrong with it: nobody vouches for that.
    """
    verification = verify(path)
    verification.check()
    if not verification.last_seq:
        raise NothingToSign(f"{path} holds no record. Let the table play, and try again.")
    with closing(read_only(path)) as reader:
        first = next(reader.records())
        return Checkpoint(
            table=_table(reader, path),
            first=first.seq,
            first_hash=first.hash,
            last=verification.last_seq,
            head=verification.head,
            time=told_time(now),
            key=key.fingerprint,
        )


def _table(reader: Reader, path: Path) -> str:
    """The name of the table, from the state that the file goes on from or its first start."""
    if reader.origin is not None:
        return str(loads(reader.origin.snapshot.body)["settings"]["table"])
    for record in reader.records():
        if record.kind == RecordKind.STARTED:
            started: Input = from_tagged(Input, loads(record.body))
            if isinstance(started, Started):
                return started.settings.table
    raise NothingToSign(f"{path} holds no start of a table. Name the journal of a table.")
