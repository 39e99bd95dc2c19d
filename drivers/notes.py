"""What a driver notes about its line, in one word each; the detail says the rest."""

from __future__ import annotations

from typing import Final

DISCARDED: Final = "discarded"
"""Bytes that belong to no intact frame."""
DUPLICATE: Final = "duplicate"
"""What was taken before came again."""
IGNORED: Final = "ignored"
"""An intact frame that has no place here."""
REFUSED: Final = "refused"
"""The device cannot read what it was sent."""
DROPPED: Final = "dropped"
"""An order that the device may not have received, and that waits no longer."""
GAP: Final = "gap"
"""The device has lost events."""
NO_LINE: Final = "no line"
"""Why the line is gone or cannot be opened."""
WRONG_DEVICE: Final = "wrong device"
LAPSE: Final = "lapse"
"""The device ends silent sessions sooner than its profile promises."""
