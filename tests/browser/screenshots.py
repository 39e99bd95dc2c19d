"""`make screenshots`: every view of the console in a real browser, as pictures for the docs.

The tables are simulated and served as they always are; the seed makes the cards the same every
time. Hours and hashes are those of the run. A table is brought to its moment over the door
(`hands`), and the page is touched only for what is to be seen.
"""

from __future__ import annotations

import argparse
import sys
from base64 import b64decode
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, Page, Route, ViewportSize

from benchmarks.chromium import chromium
from tablectl.doorclient import DoorClient
from tablectl.words.bases import Role
from tests.browser.conftest import TEN_INCH
from tests.browser.finger import Finger
from tests.browser.hands import HandsAtTheDoor
from tests.browser.serving import Served, served
from tests.browser.tables import (
    AUTOMATED,
    BLACKJACK,
    COUNTED,
    LET_IT_RIDE,
    PROVING,
    WAGERS,
    file_of,
)
from tests.cli.people import PIN, enrolled
from tests.cli.shell import answering
from tests.console.pressing import Screen

PACE = "0.3"
"""Machines work as slowly as real ones, so that a deal can be seen."""
QUALITY = 72
"""Text is sharp, and all pictures together are small."""
SEATS = (1, 2, 4, 5)
SEED = "7"
PATIENCE_MS = 30_000
UPRIGHT: ViewportSize = {"width": 800, "height": 1280}
PEOPLE = {Role.DEALER: "d1", Role.SUPERVISOR: "s1", Role.TECHNICIAN: "t1", Role.AUDITOR: "a1"}


@dataclass(frozen=True)
class Album:
    """Where pictures go; `exact` ones as well, if somebody wants to look at every pixel."""

    folder: Path
    exact: bool

    def add(self, name: str, page: Page) -> None:
        """One picture. Playwright itself has no WebP, which is a fifth of the size."""
        line = page.context.new_cdp_session(page)
        asked = {"format": "webp", "quality": QUALITY}
        taken = line.send("Page.captureScreenshot", asked)["data"]
        (self.folder / f"{name}.webp").write_bytes(b64decode(taken))
        line.detach()
        if self.exact:
            page.screenshot(path=self.folder / f"{name}.png")
        sys.stdout.write(f"{name}\n")
        sys.stdout.flush()


@dataclass
class Studio:
    """Pages of one table, one a role, and where their pictures go."""

    browser: Browser
    album: Album
    at: Served
    hands: HandsAtTheDoor
    pages: dict[Role, Finger] = field(default_factory=dict)

    def page(self) -> Page:
        made = self.browser.new_context(viewport=TEN_INCH, has_touch=True, reduced_motion="reduce")
        page = made.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.goto(self.at.url)
        page.wait_for_selector('[data-view="sign-in"]')
        return page

    def sitting(self, role: Role) -> Finger:
        """The page of a role, which shows what the table says now."""
        if role not in self.pages:
            self.pages[role] = Finger(self.page(), PEOPLE[role])
            self.pages[role].sign_in()
        finger = self.pages[role]
        now = self.hands.look(role)["seq"]
        finger.await_(lambda glance: glance.seq >= now)
        return finger

    def picture(self, name: str, page: Page) -> None:
        self.album.add(name, page)

    def of(self, role: Role, name: str) -> None:
        self.picture(name, self.sitting(role).page)

    def bets(self, table: str) -> None:
        self.hands.until(lambda seen: _offers(seen, "bet:") and _in_the_shoe(seen))
        for seat in SEATS:
            for wager in WAGERS[table]:
                self.hands.press(Role.DEALER, f"bet:{seat}:{wager}")


@contextmanager
def studio(browser: Browser, album: Album, table: str) -> Iterator[Studio]:
    with (
        served(file_of(table), "--by-hand", "--seed", SEED, "--pace", PACE) as at,
        closing(answering(at.table, at.socket)) as line,
    ):
        made = Studio(browser, album, at, HandsAtTheDoor(DoorClient(line.exchange)))
        yield made
        for finger in made.pages.values():
            finger.page.context.close()


def _offers(seen: Screen, what: str) -> bool:
    return any(button["id"].startswith(what) for button in seen["buttons"])


def _in_the_shoe(seen: Screen) -> int:
    return sum(pile["count"] for pile in seen["felt"]["piles"] if pile["place"] == "shoe")


def _case(seen: Screen) -> bool:
    return bool(seen["cases"])


# ---------------------------------------------------------------- three card poker, and all roles


def three_card_poker(browser: Browser, album: Album) -> None:
    with studio(browser, album, COUNTED) as at:
        names = at.page()
        at.picture("sign-in", names)
        names.context.close()
        _a_round(at)
        _a_jam(at)
        _a_stub(at)
        _the_house(at)
        _the_record(at)
        at.at.kill()
        dealer = at.pages[Role.DEALER]
        dealer.page.wait_for_selector("[data-lost]")
        at.picture("connection-lost", dealer.page)


def _a_round(at: Studio) -> None:
    at.bets(AUTOMATED)
    at.of(Role.DEALER, "three-card-poker-wagers")
    dealer = at.sitting(Role.DEALER)
    dealer.tap('[data-button="bet:6:ante"]')
    dealer.page.wait_for_selector('[data-dialog="ask"]')
    at.picture("wager-pad", dealer.page)
    dealer.tap('[data-dialog="ask"] [data-do="close"]')
    _refused(at, dealer)
    at.hands.until(lambda seen: len([s for s in seen["felt"]["seats"] if s["hands"]]) > 1)
    at.of(Role.DEALER, "three-card-poker-deal")
    at.hands.until(lambda seen: _offers(seen, "choose:"))
    at.of(Role.DEALER, "three-card-poker-decisions")
    dealer.page.emulate_media(color_scheme="dark")
    at.picture("dark", dealer.page)
    dealer.page.emulate_media(color_scheme="light")
    dealer.page.set_viewport_size(UPRIGHT)
    at.picture("portrait", dealer.page)
    dealer.page.set_viewport_size(TEN_INCH)
    at.hands.until(lambda seen: seen["settlement"])
    at.of(Role.DEALER, "three-card-poker-settlement")


def _refused(at: Studio, dealer: Finger) -> None:
    """Somebody else was faster, and the core says so."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    dealer.await_(lambda glance: glance.primary == "call:no_more_bets")
    dealer.page.route("**/api/acts", hold)
    dealer.tap('[data-button="call:no_more_bets"]')
    dealer.await_(lambda _: bool(held))
    at.hands.press(Role.DEALER, "call:no_more_bets")
    held[0].continue_()
    dealer.page.unroute("**/api/acts")
    dealer.page.wait_for_selector("[data-refusal]")
    at.picture("refusal", dealer.page)
    dealer.dismiss()


def _a_jam(at: Studio) -> None:
    at.hands.until(lambda seen: _offers(seen, "bet:"))
    at.hands.door.direct("trouble", "shoe_jams")
    at.hands.until(_case)
    for role in (Role.DEALER, Role.SUPERVISOR, Role.TECHNICIAN):
        at.of(role, f"jam-{role.value}")


def _a_stub(at: Studio) -> None:
    at.hands.until(lambda seen: not _case(seen) and _offers(seen, "bet:"))
    at.hands.door.direct("trouble", "card_lost")
    at.hands.until(_case)
    at.of(Role.DEALER, "stub-dealer")
    at.of(Role.SUPERVISOR, "stub-supervisor")
    at.hands.until(lambda seen: not _case(seen) and _offers(seen, "bet:") and _in_the_shoe(seen))


def _the_house(at: Studio) -> None:
    supervisor = at.sitting(Role.SUPERVISOR)
    at.picture("supervisor", supervisor.page)
    supervisor.open("corrections")
    at.picture("corrections", supervisor.page)
    supervisor.tap('[data-button="contents:blue"]')
    dialog = supervisor.page.locator('[data-dialog="ask"]')
    supervisor.tap(dialog.locator('[data-ask="place"]'))
    supervisor.tap(dialog.locator('[data-choice="shoe"]'))
    supervisor.tap(dialog.locator('[data-ask="cards"]'))
    dialog.locator("[data-field]").fill("51")
    supervisor.tap(dialog.locator('[data-ask="note"]'))
    dialog.locator("[data-field]").fill("counted twice")
    at.picture("contents", supervisor.page)
    supervisor.tap(dialog.locator('[data-do="confirm"]'))
    dialog.locator("[data-person]").first.wait_for()
    at.picture("two-people", supervisor.page)
    supervisor.tap('[data-dialog="ask"] [data-do="close"]')
    supervisor.tap('[data-tab="house"]')
    at.picture("house", supervisor.page)
    technician = at.sitting(Role.TECHNICIAN)
    at.picture("devices", technician.page)
    technician.tap('[data-frames="shoe_1"]')
    technician.page.wait_for_selector(".frames")
    at.picture("frames", technician.page)


def _the_record(at: Studio) -> None:
    auditor = at.sitting(Role.AUDITOR)
    auditor.page.wait_for_selector(".audit [data-seq]")
    at.picture("timeline", auditor.page)
    _opened(auditor, "search")
    auditor.page.locator('.audit-form [name="clause"]').fill("19:47-20.12(f)")
    auditor.tap(".audit-form .audit-button.primary")
    auditor.page.wait_for_selector(".audit-search [data-seq]")
    at.picture("search", auditor.page)
    auditor.tap(".audit-search [data-seq] button")
    auditor.page.wait_for_selector('[data-audit="round"] [aria-busy="false"] .audit-step')
    auditor.tap(".audit-steps .loud")
    at.picture("round", auditor.page)
    _opened(auditor, "verify")
    auditor.tap(".audit-verify .audit-button.primary")
    auditor.page.wait_for_selector('[data-verification="done"]')
    at.picture("verification", auditor.page)


def _opened(auditor: Finger, part: str) -> None:
    auditor.tap(f'.audit [data-part="{part}"]')
    auditor.page.wait_for_selector(f'[data-audit="{part}"]')


# ---------------------------------------------------------------- other games, and a PIN


def let_it_ride(browser: Browser, album: Album) -> None:
    _other_game(browser, album, LET_IT_RIDE, "let-it-ride")


def blackjack(browser: Browser, album: Album) -> None:
    _other_game(browser, album, BLACKJACK, "blackjack")


def _other_game(browser: Browser, album: Album, table: str, name: str) -> None:
    with studio(browser, album, table) as at:
        at.bets(table)
        at.hands.until(lambda seen: _offers(seen, "choose:"))
        at.of(Role.DEALER, f"{name}-decisions")
        at.hands.until(lambda seen: seen["settlement"])
        at.of(Role.DEALER, f"{name}-settlement")


def pin(browser: Browser, album: Album) -> None:
    def people(where: Path) -> None:
        enrolled(where / "table.journal.people", "m1", "d1", "s1", "s2", "t1", "a1")

    with served(file_of(PROVING), "--by-hand", before=people) as at:
        context = browser.new_context(viewport=TEN_INCH, has_touch=True)
        page = context.new_page()
        page.goto(at.url)
        finger = Finger(page, "d1")
        finger.tap('[data-person="d1"]')
        page.wait_for_selector("[data-pad]")
        finger.tap('[data-pad="2"]')
        album.add("pin", page)
        context.close()
        _people(browser, album, at)


def _people(browser: Browser, album: Album, at: Served) -> None:
    """Who works here, as the administrator sees it."""
    context = browser.new_context(viewport=TEN_INCH, has_touch=True)
    page = context.new_page()
    page.goto(at.url)
    finger = Finger(page, "m1")
    finger.tap('[data-view="sign-in"] [data-person="m1"]')
    finger.tap('[data-do="phrase"]')
    page.locator('[data-field="proof"]').fill(f"passphrase {PIN}")
    finger.tap('[data-do="enter"]')
    page.wait_for_selector(".people [data-person]")
    album.add("people", page)
    context.close()


TABLES = {each.__name__: each for each in (three_card_poker, let_it_ride, blackjack, pin)}


def main() -> None:
    parser = argparse.ArgumentParser(prog="make screenshots", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("tables", nargs="*", metavar="TABLE", help=f"{', '.join(TABLES)}; or all")
    parser.add_argument("--png", action="store_true", help="exact ones beside the small ones")
    asked = parser.parse_args()
    for name in asked.tables:
        if name not in TABLES:
            parser.error(f"there is no table {name}; there are: {', '.join(TABLES)}")
    asked.folder.mkdir(parents=True, exist_ok=True)
    album = Album(asked.folder, asked.png)
    with chromium() as browser:
        for name in asked.tables or TABLES:
            TABLES[name](browser, album)


if __name__ == "__main__":
    main()
