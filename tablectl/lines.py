"""The lines of a table: for every device its driver, on whatever wire leads to it.

The one place where a table's settings become drivers. Which wire it is, serial, in memory or
another, is the caller's; what faces are hidden by is the host's sealer.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping

from drivers.families import Charge, driver_of
from drivers.line import Line
from drivers.profile_form import Profile
from drivers.wire import Wire
from tablectl.games.catalogue import rules_for
from tablectl.hosts.host import Host
from tablectl.sealing import TableSeals
from tablectl.words.cards import Secret
from tablectl.words.observations import Observation
from tablectl.words.settings import Settings

Sessions = Callable[[], int]
"""Numbers that no earlier session of the line had."""
Reporting = Callable[[Observation, tuple[Secret, ...]], None]


def new_session() -> int:
    """A number nobody can foresee, so that bytes left over from an earlier session are told."""
    return secrets.randbelow((1 << 32) - 1) + 1


def connect(
    host: Host,
    settings: Settings,
    wires: Mapping[str, Wire],
    sessions: Sessions,
    *,
    profiles: Mapping[str, Profile] | None = None,
    report: Reporting | None = None,
) -> dict[str, Line]:
    """Give the host a line to every device that a wire leads to; they open when it starts."""
    rules = rules_for(settings)
    seals = TableSeals(host.sealer, rules.composition, in_parts=rules.refills)
    lines = {
        name: Line(
            driver_of(
                Charge(name, settings.devices[name], seals, sessions), (profiles or {}).get(name)
            ),
            wire,
            host,
            report or host.report,
            host.healthy,
        )
        for name, wire in wires.items()
    }
    host.devices.update(lines)
    return lines
