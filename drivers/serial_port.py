"""Ports: opened, set and locked, or refused for a reason that a person can act on.

pyserial does the opening, the settings and the lock; reading and writing is the business of
whoever asked for the port. A device file is opened at once, a socket takes its time. Nothing here
waits on the line, and nothing here knows what its bytes mean.
"""

from __future__ import annotations

import errno
import grp
import os
import pwd
import select
import stat
import termios
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol

import serial
from serial.serialutil import SerialBase

from drivers.serial_url import SPELLINGS
from tablectl.words.errors import TablectlError

CHUNK = 4096
MOST_STALE = 65_536
"""A port that has more than this lying in it is not stale but busy."""
KNOCK_S = 0.5
"""So long a port stays open at each speed of a knock."""
LAST_WORDS = 256
"""What still goes out when a port is closed: one frame, so that closing never waits long."""

PORT_ERRORS = (serial.SerialException, OSError, termios.error, ValueError)
"""All that pyserial and the system raise; termios.error is no OSError."""


class PortTrouble(TablectlError):
    """A port that cannot be had: why, and what to do about it."""

    code = "port"


@dataclass(frozen=True, slots=True)
class LineSettings:
    """How a serial line is set; the fields are those of a profile's `line`."""

    baud: int = 115_200
    data_bits: Literal[7, 8] = 8
    parity: Literal["none", "even", "odd"] = "none"
    stop_bits: Literal[1, 2] = 1
    knock: tuple[int, ...] = ()
    """Speeds at which the port is opened and closed before it is opened to stay."""

    def __str__(self) -> str:
        return f"{self.baud} baud {self.data_bits}{_PARITY[self.parity]}{self.stop_bits}"


_PARITY: Mapping[str, str] = {
    "none": serial.PARITY_NONE,
    "even": serial.PARITY_EVEN,
    "odd": serial.PARITY_ODD,
}


class Port(Protocol):
    """An open port. Its descriptor never blocks."""

    stale: int
    """How many bytes lay in it when it was opened; they are gone."""

    def fileno(self) -> int: ...

    def release(self, *, lost: bool) -> None:
        """Let go of it. What was written last still goes out, unless the line is lost."""


def readable(fd: int) -> bool:
    """Whether a read would give something, be it only the news that the line has ended."""
    look = select.poll()
    look.register(fd, select.POLLIN)
    return bool(look.poll(0))


class SerialPort(serial.Serial):
    """A serial port of this machine, locked against every program that asks for the lock.

    The lock is `flock`, which goes with the process that holds it. A terminal's own exclusive
    mode (TIOCEXCL) would not stop root, and outlives a killed controller on a pseudo-terminal.
    """

    stale = 0

    def _reset_input_buffer(self) -> None:
        """What pyserial does when it opens a port, except that what is dropped is counted."""
        if self.fd is None:
            raise serial.SerialException(errno.EBADF, f"{self.port} is not open")
        with suppress(BlockingIOError):
            while self.stale < MOST_STALE and (data := os.read(self.fd, CHUNK)):
                self.stale += len(data)

    def release(self, *, lost: bool) -> None:
        # The kernel makes a closing program wait until what it wrote is out. An unplugged port
        # may refuse all of this, and closing it is all that is left to do with it.
        with suppress(*PORT_ERRORS):
            if lost or self.out_waiting > LAST_WORDS:
                self.reset_output_buffer()
        with suppress(*PORT_ERRORS):
            self.close()


def open_serial(path: str, settings: LineSettings) -> SerialPort:
    """Open, lock and set a port; PortTrouble if it cannot be had."""
    if "://" in path:
        raise PortTrouble(f"{path} leads to no port: write {SPELLINGS}")
    check_serial(path)
    try:
        port = SerialPort(timeout=0, write_timeout=0, exclusive=True)
        set_to(port, settings)
        port.port = path
        port.open()
    except PORT_ERRORS as error:
        raise PortTrouble(why_not(path, settings, error)) from error
    return port


def check_serial(path: str) -> None:
    """PortTrouble where there is no such file, or one that is no terminal for certain."""
    try:
        mode = Path(path).stat().st_mode
    except OSError as error:
        raise PortTrouble(why_not(path, LineSettings(), error)) from error
    if not stat.S_ISCHR(mode):
        raise PortTrouble(_not_serial(path))


def set_to(port: SerialBase, settings: LineSettings) -> None:
    port.baudrate = settings.baud
    port.bytesize = settings.data_bits
    port.parity = _PARITY[settings.parity]
    port.stopbits = settings.stop_bits


# ---------------------------------------------------------------- reasons


def why_not(path: str, settings: LineSettings, error: Exception) -> str:
    """Why a device file cannot be opened, and what to do about it."""
    match _number(error):
        case errno.ENOENT | errno.ENOTDIR:
            return f"there is no port {path}: plug the device in, or correct the name"
        case errno.EACCES | errno.EPERM:
            return _denied(path)
        case errno.EAGAIN | errno.EBUSY:
            return f"{path} is held by another program: end that one (`fuser {path}` names it)"
        case errno.ENOTTY:
            return _not_serial(path)
        case errno.ENXIO | errno.ENODEV | errno.EIO:
            return f"there is no device behind {path}: plug it in, or switch it on"
        case errno.EINVAL | None:
            return f"{path} cannot be set to {settings}: correct the line in the profile ({error})"
        case _:
            return f"{path} cannot be opened: {error}"


def _number(error: BaseException | None) -> int | None:
    """The system's number for what went wrong; pyserial may have wrapped it up."""
    while error is not None:
        match error:
            case OSError(errno=int(number)) | termios.error(args=(int(number), *_)):
                return number
        error = error.__context__
    return None


def _denied(path: str) -> str:
    me = pwd.getpwuid(os.geteuid()).pw_name
    try:
        owner = grp.getgrgid(Path(path).stat().st_gid).gr_name
    except (OSError, KeyError):
        return f"{me} may not open {path}: change the mode of its folder"
    return (
        f"{me} may not open {path}: put {me} into the group {owner} "
        f"(`usermod -aG {owner} {me}`, then log in again), or give the port a udev rule"
    )


def _not_serial(path: str) -> str:
    return f"{path} is not a serial port: correct the name"
