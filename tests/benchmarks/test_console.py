"""Pages come and go while a shoe times its table. How fast that is, no test says."""

from __future__ import annotations

from pathlib import Path

from benchmarks.console import MANY, ONE, QUIET, Watched, watched, watched_lines

PAGES = 3


def test_orders_are_timed_in_quiet_with_one_page_and_with_many(tmp_path: Path) -> None:
    found = watched(tmp_path, turns=1, seconds=0.1, pages=PAGES)

    assert {*found.orders} == {QUIET, ONE, MANY} == {*found.processor}
    assert all(took > 0 for orders in found.orders.values() for took in orders)
    assert {name: len(sent) for name, sent in found.screens.items()} == {ONE: 1, MANY: PAGES}
    assert len(list(watched_lines(found))) == 1 + len(found.orders)


def test_pages_that_make_the_table_wait_are_noticed() -> None:
    usual = Watched({QUIET: [10.0, 10.0], ONE: [10.0], MANY: [20.0, 20.0, 90.0]})
    slow = Watched({QUIET: [10.0, 10.0], ONE: [10.0], MANY: [21.0, 21.0, 1.0]})

    assert (usual.slower, slow.slower) == (False, True)
