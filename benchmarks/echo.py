"""`python -m benchmarks.echo PORT SIZE [FILE TEXT]`: send back what comes over a serial port.

The least that a program with pyserial does between SIZE bytes that come and as many that go; with
FILE and TEXT it commits that text there before it answers. It waits for all of them: one that took
the first byte alone would answer, and commit, twice.
"""

from __future__ import annotations

import sys
from pathlib import Path

import serial

from benchmarks.bare import BareRecord


def main() -> None:
    port = serial.Serial(sys.argv[1], baudrate=115_200)
    size, keeping = int(sys.argv[2]), sys.argv[3:]
    record = BareRecord(Path(keeping[0])) if keeping else None
    print("ready", flush=True)
    while True:
        data = port.read(size)
        if record is not None:
            record.commit(keeping[1])
        port.write(data)


if __name__ == "__main__":
    main()
