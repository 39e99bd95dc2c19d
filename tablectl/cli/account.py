"""The account of a running table: every record told in plain words as it becomes durable."""

from __future__ import annotations

from collections.abc import Callable

from tablectl import texts
from tablectl.cli.tally import Tally
from tablectl.hosts.host import Host
from tablectl.kernel import inputs
from tablectl.replay.page import Page
from tablectl.replay.telling import NO_VIEW, Teller, View
from tablectl.words.bases import Role


class Account:
    """Hangs on a host and tells what happens there from now on."""

    def __init__(self, host: Host, write: Callable[[str], None], *, live: bool = False) -> None:
        self.tally = Tally()
        self._host = host
        self._page = Page(write, live=live)
        self._teller = Teller(self._page)
        self._seq = host.kernel.journal.last_seq
        self._before: View = NO_VIEW
        host.committed = self.read

    def read(self) -> None:
        """Tell what has come on record since the last time."""
        after: View = self._host.door.view(Role.DEALER)
        for stamped, outcome in inputs(self._host.kernel.journal.records(self._seq)):
            self.tally.note(stamped, outcome)
            self._teller.tell(stamped, outcome, self._before, after)
        self._seq = self._host.kernel.journal.last_seq
        self._before = after

    def say_mishap(self, says: str) -> None:
        self._page.say("SIMULATED", f"mishap: {says}")

    def say_showing(self, place: str, faces: str) -> None:
        self._page.say("SIMULATED", f"felt: {texts.place_name(place)} shows {faces}")

    def end(self) -> None:
        self._page.end_line()
