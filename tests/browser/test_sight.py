"""What has to be in sight is in sight: on a felt as full as it can be, and on a low screen.

The screens are made in this process and handed to a page as the console would hand them; nobody
has to play until a table is so.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import ViewportSize

from tablectl.words.bases import Role
from tests.browser.conftest import TEN_INCH, SitDown
from tests.browser.finger import Finger
from tests.browser.serving import served
from tests.browser.streams import KEEP_STREAMS
from tests.browser.tables import AUTOMATED, file_of
from tests.console.screens import MOST_STEPS, Screen, seen_by, shoe_jams, table

LOW: ViewportSize = {"width": 1024, "height": 600}
COMES = "(data) => window.stream.dispatchEvent(new MessageEvent('screen', { data }))"
HIDDEN = """(what) => [...document.querySelectorAll(what)].filter((each) => {
  const box = each.getBoundingClientRect();
  const x = (box.left + box.right) / 2;
  const edges = [box.top + 2, box.bottom - 2];
  return !edges.every((y) => each.contains(document.elementFromPoint(x, y)));
}).map((each) => each.outerHTML.slice(0, 90))"""
"""Of these, those that are cut off, or under something else, at their upper or lower edge."""
SEQ = 1_000_000
"""Later than anything that the table of the page itself shows."""


@pytest.fixture
def finger(sit_down: SitDown) -> Iterator[Finger]:
    """A dealer's page that is handed its screens by the test."""
    with served(file_of(AUTOMATED), "--by-hand") as at:
        dealer = sit_down(at.url, "d1")
        dealer.page.add_init_script(KEEP_STREAMS)
        dealer.page.reload()
        dealer.await_(lambda glance: glance.seq >= 0)
        yield dealer


def screen_at(name: str, reached: Callable[[Screen], object]) -> Screen:
    """What a dealer sees as soon as it is so."""
    rig = table(name)
    for _ in range(MOST_STEPS):
        seen = seen_by(rig, Role.DEALER)
        if reached(seen):
            return seen
        rig.step()
    raise AssertionError(name)


def offers(what: str) -> Callable[[Screen], bool]:
    return lambda seen: any(each["id"].startswith(what) for each in seen["buttons"])


def show(finger: Finger, seen: Screen, **other: Any) -> None:
    finger.page.evaluate(COMES, json.dumps({**seen, **other, "seq": SEQ}))
    finger.await_(lambda glance: glance.seq == SEQ)


def split_into_four(seat: Screen) -> Screen:
    """A box with four hands, each with its wager, and insurance."""
    hand = {
        "label": seat["label"],
        "cards": ["8S", "TH"],
        "count": 2,
        "now": False,
        "last": "Stand",
    }
    places = [seat["place"], *(f"{seat['place']}.{number}" for number in (2, 3, 4))]
    names = ("Insurance", "Split 2", "Split 3", "Split 4", "Wager")
    wagers = [{"name": n, "label": n, "text": "$1,234.50", "again": False} for n in names]
    return {**seat, "hands": [{**hand, "place": place} for place in places], "wagers": wagers}


def test_the_dealers_cards_stay_in_sight_when_every_box_is_split(finger: Finger) -> None:
    seen = screen_at("blackjack", offers("choose:play"))
    felt = {**seen["felt"], "seats": [split_into_four(seat) for seat in seen["felt"]["seats"]]}
    finger.page.set_viewport_size(TEN_INCH)

    show(finger, seen, felt=felt)

    assert finger.page.locator(".seat .hand").count() == 4 * len(felt["seats"])
    assert finger.cut() == []
    assert finger.page.evaluate(HIDDEN, '[data-area="dealer"], .pile') == []


def test_every_key_of_a_pad_is_in_sight_on_a_low_screen(finger: Finger) -> None:
    finger.page.set_viewport_size(LOW)
    show(finger, screen_at("three_card_poker", offers("bet:3:ante")))

    finger.tap('[data-button="bet:3:ante"]')
    finger.page.get_by_role("dialog", name="Seat 3: Ante").wait_for()

    assert finger.page.locator("[data-pad]").count() > 10
    keys = '[data-pad], [data-chip], dialog [data-do="confirm"]'
    assert finger.page.evaluate(HIDDEN, keys) == []


def test_a_settlement_is_read_from_its_first_line_wherever_the_list_was_scrolled(
    finger: Finger,
) -> None:
    settling = screen_at("three_card_poker", lambda seen: seen["settlement"])
    ruled = [
        {"happened": f"{n} happened", "follows": ["So be it."], "basis": ""} for n in range(40)
    ]
    show(finger, settling, settlement=None, rulings=ruled)
    told = finger.page.locator(".side-scroll")
    told.evaluate("(each) => each.scrollTo(0, each.scrollHeight)")

    show(finger, settling, rulings=ruled)

    assert finger.page.evaluate(HIDDEN, "[data-settlement] li:first-child .verdict") == []


def test_a_dispute_in_nobodys_way_is_told_as_such(finger: Finger) -> None:
    seen = screen_at("three_card_poker", offers("call:"))
    rig = table("three_card_poker")
    while not seen_by(rig, Role.DEALER)["cases"]:
        shoe_jams(rig)
        rig.step()
    (case,) = seen_by(rig, Role.DEALER)["cases"]

    show(finger, seen, cases=[case, {**case, "id": "case_2", "scope": "nothing"}])

    scopes = finger.page.locator("[data-case] .scope").all_inner_texts()
    assert scopes == ["The round waits", "Nothing waits"]
