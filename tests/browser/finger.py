"""A finger on a screen: it sees what the page draws and touches it, and nothing else.

Every touch is counted. Nothing here knows a rule: what is pressed is what the page offers.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Locator, Page
from playwright.sync_api import TimeoutError as TooLate

_LOOK = """() => ({
  mine: document.querySelector('[data-prompt].mine') !== null,
  waits: document.querySelector('[data-prompt] .waits') !== null,
  busy: document.body.dataset.busy !== undefined,
  lost: document.querySelector('[data-lost]') !== null,
  stuck: document.querySelector('[data-stuck]') !== null,
  seq: Number(document.body.dataset.seq ?? -1),
  says: document.querySelector('[data-prompt] .say')?.innerText ?? '',
  refusal: document.querySelector('[data-refusal]')?.dataset.refusal ?? '',
  seats: document.querySelectorAll('[data-do="open-seat"]:not([disabled])').length,
  cases: [...document.querySelectorAll('[data-case]')].map((each) => each.innerText),
  buttons: [...document.querySelectorAll('[data-button]:not([disabled])')].map(
    (each) => ({ id: each.dataset.button, primary: each.classList.contains('primary') })),
})"""
_CUT = """() => {
  const all = (what) => [...document.querySelectorAll(what)];
  const high = all('.felt').filter((each) => each.scrollHeight > each.clientHeight + 1);
  const wide = all('.felt button b, .wager, .pile').filter(
    (each) => each.scrollWidth > each.clientWidth + 1);
  return [...high, ...wide].map((each) => `${each.className} ${each.innerText}`);
}"""
_FEEL = """(each) => each.addEventListener(
  'click', () => { window.felt = (window.felt ?? 0) + 1; }, { capture: true, once: true })"""
_FELT = "() => window.felt ?? 0"
PATIENCE_S = 90.0
"""Far longer than anything takes, also on a machine that does much else meanwhile."""
MOMENT_MS = 1000
"""For one attempt to touch what may move or go meanwhile."""


@dataclass(frozen=True)
class Glance:
    """What a page shows at one moment."""

    mine: bool
    waits: bool
    busy: bool
    lost: bool
    stuck: bool
    seq: int
    says: str
    refusal: str
    seats: int
    """How many of them have acts of their own."""
    cases: list[str]
    buttons: list[dict[str, Any]]

    @property
    def ids(self) -> list[str]:
        return [each["id"] for each in self.buttons]

    @property
    def primary(self) -> str:
        return next((each["id"] for each in self.buttons if each["primary"]), "")


@dataclass
class Finger:
    """One person at one screen."""

    page: Page
    person: str
    taps: int = 0
    pressed: list[str] = field(default_factory=list)
    """The buttons that were pressed, in order."""

    # ------------------------------------------------------------ looking

    def look(self) -> Glance:
        return Glance(**self.page.evaluate(_LOOK))

    def cut(self) -> list[str]:
        """What of the felt has no room, and would have to be scrolled for or guessed."""
        return list(self.page.evaluate(_CUT))

    def await_(self, true: Callable[[Glance], bool]) -> Glance:
        """What the page shows, as soon as it is so."""
        end = time.monotonic() + PATIENCE_S
        while not true(seen := self.look()):
            assert time.monotonic() < end, f"{self.person} sees {seen}"
            self.page.wait_for_timeout(50)
        return seen

    # ------------------------------------------------------------ touching

    def tap(self, what: str | Locator) -> None:
        """Touch it, and wait until the page has felt it: a touch becomes a click in its own time,
        and what is looked at before that is what was there before."""
        target = (self.page.locator(what) if isinstance(what, str) else what).first
        before = self._felt()
        target.evaluate(_FEEL)
        target.tap()
        self._feel(before)

    def tap_if_there(self, button: str) -> bool:
        """Touch a button; False where the table has gone on and the page offers it no more."""
        target = self.page.locator(f'[data-button="{button}"]:not([disabled])').first
        while button in self.await_(lambda glance: not glance.busy).ids:
            before = self._felt()
            try:
                target.evaluate(_FEEL, timeout=MOMENT_MS)
                target.tap(timeout=MOMENT_MS)
            except TooLate:
                if self._felt() == before:
                    continue
            self._feel(before)
            return True
        return False

    def _felt(self) -> int:
        return int(self.page.evaluate(_FELT))

    def _feel(self, before: int) -> None:
        self.await_(lambda _: self._felt() > before)
        self.taps += 1

    def sign_in(self, proof: str = "") -> None:
        self.tap(f'[data-view="sign-in"] [data-person="{self.person}"]')
        if proof:
            self.key_in(proof)
        self.page.wait_for_selector("[data-prompt], [data-record]")

    def key_in(self, digits: str) -> None:
        for digit in digits:
            self.tap(f'[data-pad="{digit}"]')
        self.tap('[data-pad="enter"]')

    def press(self, button: str, **answers: str) -> None:
        """Press a button; what it asks for is answered, or taken as it is proposed."""
        assert self.press_if_there(button, **answers), f"{button} is not among {self.look().ids}"

    def press_if_there(self, button: str, **answers: str) -> bool:
        """The same; False where the page offers it no more."""
        if not self.tap_if_there(button):
            return False
        self.pressed.append(button)
        dialog = self.page.locator('[data-dialog="ask"]')
        if dialog.count():
            self._answer(dialog, answers)
        self.done()
        return True

    def press_at(self, seat: int, button: str) -> None:
        """Press a button of a seat, which stands there or opens there."""
        plate = f'[data-seat="{seat}"] [data-do="open-seat"]:not([disabled])'
        self.await_(lambda glance: not glance.busy and (button in glance.ids or self._is(plate)))
        if button not in self.look().ids:
            self.tap(plate)
        self.press(button)

    def _is(self, what: str) -> bool:
        return bool(self.page.locator(what).count())

    def order(self, what: str) -> None:
        """Touch an order to the stage, and wait until it has been taken."""
        with self.page.expect_response("**/api/stage"):
            self.tap(what)

    def open(self, drawer: str) -> None:
        self.tap(f'[data-drawer="{drawer}"]')
        self.page.wait_for_selector(f'[data-dialog="{drawer}"]')

    def _answer(self, dialog: Locator, answers: dict[str, str]) -> None:
        """Numbers and texts are typed, a choice is tapped; then all of it is confirmed."""
        for path, value in answers.items():
            field_ = dialog.locator(f'[data-ask="{path}"]')
            if field_.count():
                self.tap(field_)
            choice = dialog.locator(f'[data-choice="{value}"]')
            if choice.count():
                self.tap(choice)
                continue
            pad = dialog.locator("[data-field]")
            pad.fill(value)
            self.taps += 1
        confirm = dialog.locator('[data-do="confirm"]')
        if confirm.count():
            self.tap(confirm)

    def with_second(self, person: str, proof: str = "") -> None:
        """The second person of an act picks a name at this screen, and proves it."""
        self.tap(f'[data-dialog="ask"] [data-person="{person}"]')
        if proof:
            self.key_in(proof)
        self.done()

    def done(self) -> None:
        """Wait until the page has its answer and shows it."""
        self.page.wait_for_selector("body:not([data-busy])")

    def dismiss(self) -> None:
        self.tap('[data-refusal] [data-do="dismiss"]')
