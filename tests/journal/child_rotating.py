"""A rotation that is killed before one of its steps: a process of its own, for SIGKILL."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from tablectl.journal.rotating import Disk, rotate


class MortalDisk(Disk):
    """Kills its process before so many steps have been done."""

    def __init__(self, steps: int) -> None:
        self._left = steps

    def _pass(self) -> None:
        if self._left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        self._left -= 1

    def write(self, path: Path, text: str) -> None:
        self._pass()
        super().write(path, text)

    def double(self, source: Path, target: Path) -> None:
        self._pass()
        super().double(source, target)

    def replace(self, source: Path, target: Path) -> None:
        self._pass()
        super().replace(source, target)

    def protect(self, path: Path) -> None:
        self._pass()
        super().protect(path)

    def remove(self, path: Path) -> None:
        self._pass()
        super().remove(path)


if __name__ == "__main__":
    rotate(Path(sys.argv[2]), Path(sys.argv[3]), "demo", MortalDisk(int(sys.argv[1])))
