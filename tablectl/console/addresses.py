"""Where a console listens: an address and a port of this machine, and the socket there."""

from __future__ import annotations

import socket
from dataclasses import dataclass
from ipaddress import ip_address

from tablectl.words.errors import TablectlError

DEFAULT_ADDRESS, DEFAULT_PORT = "127.0.0.1", 8080
BACKLOG = 128


class ServingError(TablectlError):
    """The console cannot be served like this, and what can be done about it."""

    def __init__(self, code: str, problem: str, hint: str) -> None:
        super().__init__(problem)
        self.code = code
        self.problem = problem
        self.hint = hint


@dataclass(frozen=True, slots=True)
class Address:
    """An address and a port of this machine; port 0 is any that is free."""

    host: str
    port: int

    @property
    def loopback(self) -> bool:
        return ip_address(self.host).is_loopback

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def address_of(text: str) -> Address:
    """`ADDRESS:PORT`, `:PORT` or `PORT`; ServingError where it is none."""
    host, _, port = text.rpartition(":")
    host = host.strip("[]") or DEFAULT_ADDRESS
    try:
        host = str(ip_address(DEFAULT_ADDRESS if host == "localhost" else host))
        number = int(port)
        if not 0 <= number < 65_536 or not port.isdecimal():
            raise ValueError(port)
    except ValueError as error:
        hint = f"as in {DEFAULT_ADDRESS}:{DEFAULT_PORT}, with the number of an address"
        raise ServingError("bad_address", f"{text!r} is no address to listen on", hint) from error
    return Address(host, number)


def listening(address: Address) -> socket.socket:
    """A socket that listens there; ServingError where it cannot be had."""
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    made = socket.socket(family)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((address.host, address.port))
        made.listen(BACKLOG)
    except OSError as error:
        made.close()
        hint = "stop what listens there, or name another address with --listen"
        problem = f"{address}: {error.strerror or error}"
        raise ServingError("address_in_use", problem, hint) from error
    made.setblocking(False)
    return made


def of_socket(given: socket.socket) -> Address:
    host, port = given.getsockname()[:2]
    return Address(str(host), int(port))
