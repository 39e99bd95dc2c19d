"""Where everything of a table is, as `deploy/` lays it out.

It looks up what stands there and judges nothing: what is wrong, the doctor says (`doctoring`).
"""

from __future__ import annotations

import pwd
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from tablectl import config
from tablectl.credentials import Credential, CredentialError, PeopleFile
from tablectl.yamlfile import FileErrors

USER, DOOR_GROUP = "tablectl", "tablectl-door"


@dataclass(frozen=True)
class Installation:
    """Where everything of a table is, as `deploy/` lays it out, below a root."""

    name: str
    root: Path = Path("/")
    user: str = USER
    group: str = DOOR_GROUP

    def at(self, path: str) -> Path:
        return self.root / path.lstrip("/")

    @property
    def table_file(self) -> Path:
        return self.at(f"/etc/tablectl/{self.name}.yaml")

    @property
    def data(self) -> Path:
        return self.at(f"/var/lib/tablectl/{self.name}")

    @property
    def journal(self) -> Path:
        return self.data / "journal.db"

    @property
    def keys(self) -> Path:
        return self.data / "keys"

    @property
    def seal_key(self) -> Path:
        return self.keys / "seal.key"

    @property
    def people_file(self) -> Path:
        return self.keys / "people"

    @property
    def socket(self) -> Path:
        return self.at(f"/run/tablectl/{self.name}/door.sock")

    @property
    def unit(self) -> Path:
        return self.at("/etc/systemd/system/tablectl@.service")

    @property
    def rules(self) -> Path:
        return self.at("/etc/udev/rules.d/60-tablectl.rules")

    @property
    def program(self) -> Path:
        return self.at("/opt/tablectl/current/bin/tablectl")

    @cached_property
    def table(self) -> config.Table | None:
        """What the table file says, if it is one."""
        try:
            return config.load(self.table_file)
        except FileErrors:
            return None

    @cached_property
    def owner(self) -> int | None:
        try:
            return pwd.getpwnam(self.user).pw_uid
        except KeyError:
            return None

    @cached_property
    def enrolled(self) -> Mapping[str, Credential]:
        """Who is in the people file; nobody where it cannot be read by whoever asks."""
        try:
            return PeopleFile(self.people_file, owner=self.owner).read()
        except CredentialError:
            return {}
