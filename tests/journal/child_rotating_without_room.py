"""Rotations on disks with ever more room, until one has enough.

Run by the tests as `unshare --map-root-user --mount python -m
tests.journal.child_rotating_without_room JOURNAL FOLDER`, where mounting a disk is nobody else's
business. Prints as JSON what became of the journal on each of them.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from tablectl.journal.errors import JournalError
from tablectl.journal.rotating import rotate
from tablectl.journal.verify import verify
from tests.hosts.child_on_a_small_disk import mounted

MORE = 48 * 1024


def rotated(original: Path, disk: Path, room: int) -> dict[str, Any]:
    mounted(disk, f"size={original.stat().st_size + room}")
    journal, folder = disk / "poker.db", disk / "archives"
    shutil.copyfile(original, journal)
    folder.mkdir()
    try:
        rotate(journal, folder, "demo")
        refused = ""
    except JournalError as error:
        refused = error.code
    left = [each.name for each in disk.iterdir() if ".next" in each.name]
    found = verify(journal)
    subprocess.run(["umount", str(disk)], check=True)
    return {"refused": refused, "last": found.last_seq, "sound": found.ok, "left": left}


def main() -> None:
    original, disk = Path(sys.argv[1]), Path(sys.argv[2])
    rooms = range(MORE, 4 * original.stat().st_size, MORE)
    tried: list[dict[str, Any]] = []
    for room in rooms:
        tried.append(rotated(original, disk, room))
        if not tried[-1]["refused"]:
            break
    sys.stdout.write(json.dumps(tried))


if __name__ == "__main__":
    main()
