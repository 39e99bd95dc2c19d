"""The door: the only way in and out for people, robots and programs.

`submit` answers after the act is durable, and gives the same answer to the same key however often
it is asked. `view` is the table as a role may see it. In service the same two calls travel over a
Unix socket; here they are function calls.
"""

from __future__ import annotations

from collections.abc import Callable

from tablectl.journal.records import JournalError, key_fits
from tablectl.kernel import Kernel
from tablectl.table.particulars import particulars
from tablectl.table.rules import Rules
from tablectl.table.state import TableState
from tablectl.table.view import View, view
from tablectl.words.acts import Act
from tablectl.words.bases import Role
from tablectl.words.errors import TablectlError
from tablectl.words.outcomes import Receipt


class BadKey(TablectlError):
    """A key no client may use."""

    code = "bad_key"

    def __init__(self, key: str) -> None:
        super().__init__(
            f"{key!r} is no key; use 1 to 128 visible ASCII characters and no vertical bar"
        )


def check_key(key: str) -> None:
    """BadKey if no client may use it."""
    if not key_fits(key):
        raise BadKey(key)


class Door:
    """`pump` runs the host's cycle: what is in the inbox becomes durable and takes effect.

    On a served table that waits for the disk in the loop's thread; only a program that shares
    this thread and plays with plain calls uses it there.
    """

    def __init__(self, kernel: Kernel, pump: Callable[[], None]) -> None:
        self._kernel = kernel
        self._pump = pump
        self._shown: tuple[Rules | None, TableState | None, dict[Role, View]] = None, None, {}
        """What was looked at last, and how each role saw it."""

    def submit(self, act: Act) -> Receipt:
        check_key(act.key)
        known = self._kernel.receipt(act)
        if known is not None:
            return known
        self._kernel.post(act)
        try:
            self._pump()
        except JournalError:
            done = self._kernel.receipt(act)
            if done is not None:  # what could not be kept is what the act led to; it is retried
                return done
            self._kernel.withdraw(act)
            raise
        return self._kernel.receipt(act) or self._missing(act)

    def view(self, role: Role) -> View:
        """The table as a role may see it: to be read, for whoever asks next is given the same."""
        rules, state = self._kernel.rules, self._kernel.state
        known_rules, known_state, views = self._shown
        if known_rules is not rules or known_state is not state:
            views = {}
            self._shown = rules, state, views
        if role not in views:
            views[role] = view(rules, state, role)
        return views[role]

    def look(self, role: Role) -> View:
        """As `view`, with what only a screen needs besides; worked out for whoever asks."""
        besides = particulars(self._kernel.rules, self._kernel.state, role)
        return {**self.view(role), **besides}

    def _missing(self, act: Act) -> Receipt:
        raise RuntimeError(f"act {act.key} was pumped and left no record")
