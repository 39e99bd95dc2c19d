"""`python -m benchmarks.pixels URL`: a page in a real browser that notes when cards appear on it.

The dealer sits down, and `ready` is said. For every line of its input it tells what the page has
noted since the line before, as JSON: for each number of cards on the felt when the event with it
came, when the page was changed, and when the frame with it had been handed over for drawing (the
second animation frame after the change; up to one frame, a sixtieth of a second, later than that).

The page's clock and that of the shoe are the same clock of the machine with different beginnings.
What lies between them is found by asking the page many times: its answer was given after the
question and before the answer was heard, and of all those bounds the narrowest hold.

That pixels change is seen by pictures: two without a card between them are equal, and one with
cards differs.
"""

from __future__ import annotations

import json
import sys
from time import perf_counter_ns
from typing import Any

from playwright.sync_api import Page, ViewportSize

from benchmarks.chromium import chromium

PERSON = "dealer"
TEN_INCH: ViewportSize = {"width": 1280, "height": 800}
EXCHANGES = 300
PATIENCE_MS = 60_000
NOTING = """
(() => {
  let event = 0, last = -1;
  window.noted = [];
  const Plain = window.EventSource;
  window.EventSource = class extends Plain {
    constructor(...given) {
      super(...given);
      this.addEventListener("screen", () => { event = performance.now(); });
    }
  };
  const look = () => {
    const cards = document.querySelectorAll(CARD).length;
    if (cards === last) return;
    last = cards;
    const note = { cards, event, changed: performance.now(), drawn: 0 };
    const done = () => { note.drawn = performance.now(); window.noted.push(note); };
    requestAnimationFrame(() => requestAnimationFrame(done));
  };
  const all = { subtree: true, childList: true, attributes: true };
  new MutationObserver(look).observe(document, all);
})();
"""
FELT, CARD = ".felt .arc", ".felt .card:not(.none)"


def between(page: Page) -> tuple[float, float]:
    """What has to be added to the page's milliseconds for ours, and how much it may be off."""
    least, most = float("-inf"), float("inf")
    for _ in range(EXCHANGES):
        before = perf_counter_ns() / 1e6
        theirs = page.evaluate("performance.now()")
        after = perf_counter_ns() / 1e6
        least, most = max(least, before - theirs), min(most, after - theirs)
    return (least + most) / 2, (most - least) / 2


def noted(page: Page) -> list[dict[str, float]]:
    found: list[dict[str, float]] = page.evaluate("window.noted.splice(0)")
    return found


def picture(page: Page) -> bytes:
    taken: bytes = page.locator(FELT).screenshot(animations="disabled")
    return taken


def told(page: Page, empty: tuple[bytes, bytes]) -> dict[str, Any]:
    """Everything that was found out since the last time."""
    shown = picture(page)
    offset, off_by = between(page)
    return {
        "cards": page.locator(CARD).count(),
        "notes": noted(page),
        "offset": offset,
        "off_by": off_by,
        "still": empty[0] == empty[1],
        "changed": shown != empty[0],
    }


def main() -> None:
    with chromium() as browser:
        page = browser.new_page(viewport=TEN_INCH, reduced_motion="reduce")
        page.set_default_timeout(PATIENCE_MS)
        page.add_init_script(NOTING.replace("CARD", json.dumps(CARD)))
        page.goto(sys.argv[1])
        page.click(f'[data-person="{PERSON}"]')
        page.wait_for_selector(FELT)
        empty = (picture(page), picture(page))
        print("ready", flush=True)
        for _ in sys.stdin:
            print(json.dumps(told(page, empty)), flush=True)


if __name__ == "__main__":
    main()
