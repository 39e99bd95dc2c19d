"""A power cut at a point of a run, in the middle of a commit or after it: what the disk holds."""

from __future__ import annotations

import shutil
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tests.crash_campaign.disk import Cut, Disk, watched_vfs
from tests.crash_campaign.dying import BEFORE, Point
from tests.crash_campaign.playing import Play


@dataclass
class PowerCut:
    """Stands by with the disk of the first controller, and takes its image when the power goes.

    Before a record is durable the power goes in the middle of its commit, when SQLite asks for one
    of its syncs and everything of it is on its way. After that it finds what has been synced.
    """

    folder: Path
    """Where the images go, and the folders of the controllers are."""
    cut: Cut
    chance: Random
    disk: Disk = field(init=False)
    _images: list[Path] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.disk = Disk(self.folder / "0")
        watched_vfs().disk = self.disk

    def goes(self, play: Play, point: Point) -> None:
        if point.effects == BEFORE:
            self.disk.syncing = self._take
            play.journal.sync()
        if not self._images:
            self._take("")

    def _take(self, _: str) -> None:
        image = self.folder / f"image-{len(self._images)}"
        image.mkdir()
        self.disk.leave(image, self.cut, self.chance)
        self._images.append(image)

    def leave(self, _: Path, home: Path) -> None:
        shutil.copytree(self.chance.choice(self._images), home, dirs_exist_ok=True)
