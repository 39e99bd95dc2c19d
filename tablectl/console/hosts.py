"""The names a console goes by: the address it listens on, and those that its certificate has.

A page of somebody else whose name leads to this machine (DNS rebinding) asks for its own name, and
is known by that.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

_DEFAULT_PORTS = {"http": 80, "https": 443}
LOOPBACK = ("127.0.0.1", "localhost", "::1")


@dataclass(frozen=True, slots=True)
class Hosts:
    scheme: str
    port: int
    names: tuple[str, ...]
    """The first is the one that people are told."""

    @property
    def url(self) -> str:
        name = self.names[0]
        told = f"[{name}]" if ":" in name else name
        port = "" if self.port == _DEFAULT_PORTS[self.scheme] else f":{self.port}"
        return f"{self.scheme}://{told}{port}/"

    def includes(self, host: str) -> bool:
        """Whether the Host of a request is one of ours."""
        try:
            split = urlsplit(f"//{host}")
            name, port = split.hostname or "", split.port or _DEFAULT_PORTS[self.scheme]
        except ValueError:
            return False
        plain = not (split.path or split.query or split.fragment or "@" in host)
        return plain and port == self.port and any(_is(name, each) for each in self.names)

    def is_origin(self, origin: str, host: str) -> bool:
        """Whether a page of this origin was got from the host that is asked now."""
        return origin.lower() == f"{self.scheme}://{host.lower()}"


def hosts(address: str, port: int, certified: Iterable[str] = (), *, tls: bool = False) -> Hosts:
    """The names for an address that is listened on; `certified` are those of the certificate."""
    bound = ip_address(address)
    names = list(certified)
    if bound.is_loopback:
        names += [address, *LOOPBACK]
    elif not bound.is_unspecified or not names:
        names += [address]
    return Hosts("https" if tls else "http", port, tuple(dict.fromkeys(names)))


def _is(name: str, known: str) -> bool:
    """A certificate may have a star in the place of the first part of a name."""
    known = known.lower()
    if known.startswith("*."):
        first, _, rest = name.partition(".")
        return bool(first) and rest == known[2:]
    return name == known
