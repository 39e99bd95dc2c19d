"""From the byte of a card to its pixel, followed in a real browser. How long it takes, no test
says."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from benchmarks.console import as_comparison, byte_to_pixel

DEALT = 21
"""Cards of a deal: six hands and the dealer's."""


def test_every_card_is_followed_from_its_byte_to_its_pixel(tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as apart:  # this thread has the loop of the other tests' browser
        found = apart.submit(byte_to_pixel, tmp_path, tables=2, pause=0.05).result()

    assert found.seen, "pictures differ with cards on the felt, and only then"
    steps = (found.event, found.changed, found.drawn)
    assert [len(each) for each in (found.recorded, *steps)] == [DEALT] * 4
    for event, changed, drawn in zip(*steps, strict=True):
        assert event <= changed <= drawn
    assert as_comparison(found).subject.samples == DEALT
