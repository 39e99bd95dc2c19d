"""One browser a process, and a fresh window for everybody who sits down at a screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Error, ViewportSize

from benchmarks.chromium import chromium
from tests.browser.finger import PATIENCE_S, Finger

TEN_INCH: ViewportSize = {"width": 1280, "height": 800}
"""The touch screen that the page is made for."""

SitDown = Callable[..., Finger]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture
def sit_down(browser: Browser) -> Iterator[SitDown]:
    """Somebody sits down at a screen of their own; whatever goes wrong in a page fails the test."""
    contexts, errors = [], []

    def sit(url: str, person: str, proof: str = "") -> Finger:
        context = browser.new_context(viewport=TEN_INCH, has_touch=True)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE_S * 1000)
        page.on("pageerror", lambda error: errors.append(f"{person}: {error}"))
        page.goto(url)
        finger = Finger(page, person)
        finger.sign_in(proof)
        return finger

    yield sit
    for context in contexts:
        try:
            context.close()
        except Error as error:
            errors.append(str(error))
    assert errors == []
