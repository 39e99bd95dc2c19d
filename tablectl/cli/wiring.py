"""The serial lines of a served table: to real devices, and to simulated ones on pseudo-terminals.

Simulated devices live in the controller's event loop but reach it only as bytes through a
pseudo-terminal and pyserial, as a device of flesh and steel would.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from drivers.serial_link import SerialLink
from simulators.mounts import PtyMount
from tablectl.cli.wiretrace import traced
from tablectl.hosts.service import ServiceHost
from tablectl.lines import connect, new_session
from tablectl.rig import Equipment

if TYPE_CHECKING:
    from tablectl.cli.running import Run


@contextmanager
def wired(run: Run, host: ServiceHost, equipment: Equipment) -> Iterator[None]:
    """Lines to all devices while this lasts; entered when the host's loop runs."""
    with ExitStack() as undo:
        links = dict(run.table.links)
        if equipment.devices:
            folder = Path(undo.enter_context(tempfile.TemporaryDirectory(prefix="tablectl-")))
            for name, device in equipment.devices.items():
                mount = PtyMount(device, folder / name)
                undo.callback(mount.close)
                links[name] = str(folder / name)
                run.write(f"SIMULATED {name} on {links[name]}")
        wires = {
            name: SerialLink.of(link, run.table.profiles[name]) for name, link in links.items()
        }
        lines = connect(host, run.settings, wires, new_session, profiles=run.table.profiles)
        undo.enter_context(traced(run, host, lines))
        yield
