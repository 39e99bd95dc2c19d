"""What is wrong with an installation, and how to mend it.

Each check looks at one thing where `deploy/` puts it and yields what it finds: a code, a place,
what is wrong and what to do. It reads and changes nothing, and needs no table to run. What keeps a
table from starting safely is a fault; what somebody should see to one day is a note.
"""

from __future__ import annotations

import grp
import os
import re
import shutil
import socket
import stat
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from tablectl import __version__, config
from tablectl.credentials import CredentialError, PeopleFile
from tablectl.installation import USER, Installation
from tablectl.journal.errors import JournalError
from tablectl.journal.sqlite import read_only
from tablectl.journal.verify import verify
from tablectl.keyfile import KEY_BYTES
from tablectl.words.bases import Role
from tablectl.yamlfile import FileErrors

LEAST_FREE = 1 << 30
"""Bytes that are left on the disk of the record, at least: some weeks of it."""
UNSTABLE = re.compile(r"/dev/tty(USB|ACM)\d+")
"""Names of ports that change with what is plugged in first."""
HOMES = (Path("/home"), Path("/root"), Path("/run/user"))
"""What `ProtectHome=yes` hides."""
UNIT_LINES: Mapping[str, str] = {
    "Type=notify": "nobody would know when the table is ready, nor that it hangs",
    "WatchdogSec=": "a controller that hangs would hang for ever",
    f"User={USER}": "it would run as root",
    "NoNewPrivileges=yes": "a fault in it would be a fault in the whole system",
    "ProtectSystem=strict": "a fault in it could change the system",
    "CapabilityBoundingSet=": "a fault in it would have the rights of root",
    "LimitCORE=0": "keys would be in every core dump",
}
"""What the unit says in any case, and what would be without it."""


@dataclass(frozen=True, slots=True)
class Found:
    """Something that is not as it has to be; a note if the table can live with it."""

    code: str
    where: str
    problem: str
    mend: str
    note: bool = False


Check = Callable[[Installation], Iterator[Found]]


# ---------------------------------------------------------------- the system


def user_and_group(at: Installation) -> Iterator[Found]:
    if at.owner is None:
        yield Found(
            "no_user",
            at.user,
            "the system has no such user",
            "systemd-sysusers /usr/lib/sysusers.d/tablectl.conf",
        )
    try:
        grp.getgrnam(at.group)
    except KeyError:
        yield Found(
            "no_group",
            at.group,
            "the system has no such group, and nobody but root could come to the door",
            "systemd-sysusers /usr/lib/sysusers.d/tablectl.conf",
        )


def program(at: Installation) -> Iterator[Found]:
    if not os.access(at.program, os.X_OK):
        yield Found(
            "no_program",
            str(at.program),
            "the unit starts it, and it cannot be run",
            "deploy/install WHEEL, or point /opt/tablectl/current at a version that is there",
        )
        return
    python = (at.program.parent / "python").resolve()
    if any(python.is_relative_to(home) for home in HOMES):
        yield Found(
            "program_in_home",
            str(python),
            "it is in somebody's home, which the unit hides from the table: nothing starts",
            "PYTHON=/usr/bin/python3 deploy/install WHEEL, after removing that version's folder",
        )
    version = at.program.parent.parent.resolve().name
    if version != __version__:
        yield Found(
            "other_version",
            str(at.program),
            f"version {version} is in use, and this is {__version__}",
            "ask the doctor of the version in use, or finish the upgrade",
            note=True,
        )


def unit(at: Installation) -> Iterator[Found]:
    try:
        lines = {line.strip() for line in at.unit.read_text(encoding="utf-8").splitlines()}
    except OSError:
        mend = "install -m 644 deploy/tablectl@.service /etc/systemd/system/ && systemctl "
        problem = "the unit is not installed: the table does not start with the machine"
        yield Found("no_unit", str(at.unit), problem, f"{mend}daemon-reload")
        return
    for wanted, otherwise in UNIT_LINES.items():
        open_ended = wanted.endswith("=") and wanted != "CapabilityBoundingSet="
        if not any(line == wanted or (open_ended and line.startswith(wanted)) for line in lines):
            mend = "put the line back, or install the unit of deploy/ anew; systemctl daemon-reload"
            yield Found("unit_weak", str(at.unit), f"{wanted} is missing: {otherwise}", mend)


def udev_rules(at: Installation) -> Iterator[Found]:
    if not at.rules.is_file():
        yield Found(
            "no_udev_rules",
            str(at.rules),
            "ports have no names that stay, and other programs may talk to them",
            "install -m 644 deploy/60-tablectl.rules /etc/udev/rules.d/ && udevadm control "
            "--reload && udevadm trigger --subsystem-match=tty",
        )


def room(at: Installation) -> Iterator[Found]:
    if at.data.is_dir() and (free := shutil.disk_usage(at.data).free) < LEAST_FREE:
        yield Found(
            "disk_full",
            str(at.data),
            f"{free >> 20} MiB are free, and the record needs room: without it no card is dealt",
            "tablectl journal rotate, and take the archives elsewhere",
        )


# ---------------------------------------------------------------- the table file and its ports


def table_file(at: Installation) -> Iterator[Found]:
    try:
        found = at.table_file.stat()
        table = config.load(at.table_file)
    except OSError:
        mend = "write it (docs/tables.md), or name the table that is meant"
        yield Found("no_table_file", str(at.table_file), "there is no such table file", mend)
        return
    except FileErrors as wrong:
        first, more = wrong.errors[0], len(wrong.errors) - 1
        told = f"{first}{f', and {more} more' if more else ''}"
        mend = f"tablectl sign --table {at.table_file} tells all of it; put it right"
        yield Found("bad_table_file", str(at.table_file), told, mend)
        return
    if found.st_mode & 0o022 or found.st_uid not in (0, os.geteuid()):
        yield Found(
            "table_file_open",
            str(at.table_file),
            "others than root can write it, and it says who may do what",
            f"chown root:root {at.table_file} && chmod 644 {at.table_file}",
        )
    if table.settings.table != at.name:
        yield Found(
            "other_name",
            str(at.table_file),
            f"it is of table {table.settings.table}, and the unit is of {at.name}",
            "name the file as the table is named",
        )


def ports(at: Installation) -> Iterator[Found]:
    for name, link in (at.table.links if at.table is not None else {}).items():
        if not link.startswith("/"):
            continue
        if UNSTABLE.fullmatch(link):
            yield Found(
                "port_name",
                f"{name} on {link}",
                "the name changes with what is plugged in first: another device may answer there",
                "use its name below /dev/tablectl or /dev/serial/by-id (tablectl ports)",
            )
        try:
            found = Path(link).stat()
        except OSError:
            mend = "plug it in, or correct the link in the table file (tablectl ports)"
            yield Found("no_port", f"{name} on {link}", "there is no such port", mend)
            continue
        if not stat.S_ISCHR(found.st_mode):
            mend = "correct the link in the table file"
            yield Found("no_port", f"{name} on {link}", "it is no serial port", mend)
        elif found.st_mode & 0o006:
            yield Found(
                "port_open",
                f"{name} on {link}",
                f"anybody on this machine can talk to it (mode {stat.S_IMODE(found.st_mode):04o})",
                "install deploy/60-tablectl.rules and plug it in again",
            )


# ---------------------------------------------------------------- data, keys and people


def data_folders(at: Installation) -> Iterator[Found]:
    for folder in (at.data, at.keys):
        if not folder.is_dir():
            mend = f"install -d -m 700 -o {at.user} -g {at.user} {folder}"
            yield Found("no_folder", str(folder), "there is no such folder", mend)
        else:
            yield from _private(at, folder, "folder_open", 0o700)


def _private(at: Installation, path: Path, code: str, mode: int) -> Iterator[Found]:
    """Whatever is secret, or is the record, belongs to the controller's user alone."""
    found = path.lstat()
    if stat.S_ISLNK(found.st_mode):
        mend = f"put the file itself there: cp --remove-destination $(readlink -f {path}) {path}"
        yield Found("link", str(path), "it is a symbolic link, which is refused", mend)
        return
    if stat.S_IMODE(found.st_mode) & 0o077:
        told = f"others can get at it (mode {stat.S_IMODE(found.st_mode):04o})"
        mend = f"chmod {mode:o} {path}, and take what it held for known"
        yield Found(code, str(path), told, mend)
    if at.owner is not None and found.st_uid != at.owner:
        told = f"it belongs to user {found.st_uid}, and the controller is {at.user}"
        yield Found("wrong_owner", str(path), told, f"chown {at.user}:{at.user} {path}")


def record(at: Installation) -> Iterator[Found]:
    if not at.journal.exists():
        return
    yield from _private(at, at.journal, "journal_open", 0o600)
    try:
        made = verify(at.journal)
    except JournalError as error:
        mend = f"tablectl journal verify {at.journal}; restore a back-up if it is lost"
        yield Found("journal_damaged", str(at.journal), str(error), mend)
        return
    for finding in made.findings[:1]:
        mend = f"tablectl journal verify {at.journal} tells all of it, and what to do"
        told = f"record {finding.seq}: {finding.problem}"
        yield Found("journal_damaged", str(at.journal), told, mend)


def clock(at: Installation) -> Iterator[Found]:
    last = _last_time(at.journal)
    now = time.time_ns() // 1_000
    if last > now:
        yield Found(
            "clock_behind",
            "the clock of this machine",
            f"it is {(last - now) // 1_000_000} seconds behind the last record",
            "timedatectl set-ntp true, or set it by hand; the record goes on from its own time",
        )


def _last_time(journal: Path) -> int:
    if not journal.exists():
        return 0
    try:
        reader = read_only(journal)
    except JournalError:
        return 0  # `record` tells of it
    try:
        return next((each.time for each in reader.records(max(0, reader.last_seq - 1))), 0)
    except JournalError:
        return 0
    finally:
        reader.close()


def seal_key(at: Installation) -> Iterator[Found]:
    if not os.path.lexists(at.seal_key):
        if at.journal.exists():
            yield Found(
                "no_seal_key",
                str(at.seal_key),
                "there is a record and no key to it: cards that lie hidden cannot be opened",
                "restore it from where keys are kept; if it is lost, close the table and make one: "
                "runuser -u tablectl -- tablectl journal key new-seal "
                f"--seal-key {at.seal_key} {at.journal}",
            )
        return
    yield from _private(at, at.seal_key, "key_open", 0o600)
    size = at.seal_key.lstat().st_size
    if size != KEY_BYTES:
        mend = "restore it from where keys are kept"
        told = f"it holds {size} bytes, and a key has {KEY_BYTES}"
        yield Found("bad_seal_key", str(at.seal_key), told, mend)
    for old in sorted(at.keys.glob("seal.key.until-*")):
        told = "a seal key that was replaced still lies beside the record"
        mend = "take it where keys are kept, or destroy it"
        yield Found("old_seal_key", str(old), told, mend, note=True)


def people_file(at: Installation) -> Iterator[Found]:
    if at.table is None or at.table.settings.sign_in is None:
        return
    begin = f"tablectl people begin --table {at.table_file} {at.people_file}"
    if not os.path.lexists(at.people_file):
        told = "nobody is enrolled: nobody can do anything"
        mend = f"on this machine's terminal: runuser -u {at.user} -- {begin}"
        yield Found("no_people_file", str(at.people_file), told, mend)
        return
    others = list(_private(at, at.people_file, "people_open", 0o600))
    yield from others
    if others or not os.access(at.people_file, os.R_OK):
        return  # that has to be mended first, or whoever asks may not look
    try:
        PeopleFile(at.people_file, owner=at.owner).read()
    except CredentialError as error:
        mend = "restore it from a back-up, or remove it and begin anew"
        yield Found("bad_people_file", str(at.people_file), str(error), mend)
        return
    yield from _people(at, at.table)


def _people(at: Installation, table: config.Table) -> Iterator[Found]:
    where, here = str(at.people_file), table.settings.people
    able = [name for name, person in here.items() if Role.ADMINISTRATOR in person.roles]
    if not any(name in at.enrolled and not at.enrolled[name].shut for name in able):
        told = "no administrator of the table file can sign in: nobody can be enrolled or unlocked"
        yield Found("no_administrator", where, told, "remove the file and begin it anew")
    for name in sorted(here.keys() - at.enrolled.keys()):
        mend = f"tablectl people enrol --by ADMINISTRATOR {name}"
        told = f"{name} works here and is not enrolled"
        yield Found("not_enrolled", where, told, mend, note=True)
    for name, each in sorted(at.enrolled.items()):
        if name not in here:
            told = f"{name} is enrolled and does not work at this table"
            mend = "it does no harm; begin the file anew if it should be gone"
            yield Found("enrolled_stranger", where, told, mend, note=True)
        elif each.shut:
            told = f"{name} is locked out after {each.wrong} wrong guesses"
            mend = f"find out who guessed; tablectl people unlock --by ADMINISTRATOR {name}"
            yield Found("locked_out", where, told, mend)
        elif each.first:
            told = f"{name} has a first PIN that an administrator knows"
            yield Found("first_pin", where, told, f"tablectl people pin {name}", note=True)


def door(at: Installation) -> Iterator[Found]:
    try:
        found = at.socket.lstat()
    except OSError:
        return  # the table does not run
    if not stat.S_ISSOCK(found.st_mode):
        mend = f"remove it and start the table: rm {at.socket}"
        yield Found("no_socket", str(at.socket), "something else is where the door should be", mend)
        return
    if found.st_mode & 0o007:
        told = f"anybody on this machine can come to it (mode {stat.S_IMODE(found.st_mode):04o})"
        mend = f"chmod 660 {at.socket}, and find out who changed it"
        yield Found("door_open", str(at.socket), told, mend)
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(2.0)
        try:
            line.connect(str(at.socket))
        except ConnectionRefusedError:
            told = "a table that died left it behind, and none is served there"
            mend = f"systemctl start tablectl@{at.name}; journalctl -u tablectl@{at.name} says why"
            yield Found("dead_door", str(at.socket), told, mend)
        except OSError:
            return  # whoever asks may not come in, or the path is too long for a socket


CHECKS: tuple[Check, ...] = (
    user_and_group,
    program,
    unit,
    udev_rules,
    table_file,
    ports,
    data_folders,
    room,
    record,
    clock,
    seal_key,
    people_file,
    door,
)
BEFORE_START: tuple[Check, ...] = (table_file, data_folders, room, clock, seal_key, people_file)
"""What a unit looks at each time; the whole record takes too long for that."""


def examined(at: Installation, checks: tuple[Check, ...] = CHECKS) -> list[Found]:
    """Everything that these checks find, faults first."""
    found = [each for check in checks for each in check(at)]
    return sorted(found, key=lambda each: each.note)
