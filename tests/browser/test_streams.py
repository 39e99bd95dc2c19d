"""A page whose stream of events breaks, ends, or is another's in the same browser."""

from __future__ import annotations

from tests.browser.conftest import SitDown
from tests.browser.finger import Finger
from tests.browser.serving import served
from tests.browser.streams import KEEP_STREAMS
from tests.browser.tables import AUTOMATED, file_of

HAPPENS = """async (event) => {
  window.stream.dispatchEvent(new MessageEvent(event));
  for (let turn = 0; turn < 20; turn += 1) await null;
  return [document.querySelector('[data-lost]') !== null, document.body.dataset.seq !== undefined];
}"""
"""A page is drawn before the next event is heard."""
SIGN_IN_AGAIN = """async (person) => {
  const visit = await (await fetch('/api/visit')).json();
  const headers = { 'Content-Type': 'application/json', 'X-Tablectl': visit.token };
  await fetch('/api/sign-in', { method: 'POST', headers, body: JSON.stringify({ person }) });
}"""
"""As another page of the same browser does it: the cookie is another then, and so is the token."""
OPEN = "confirm:open_table:"
LONGER_THAN_ANY_SILENCE_MS = 60_000


def happens(finger: Finger, event: str) -> tuple[bool, bool]:
    """Whether the page tells right after it that all is lost, and whether it has a screen: looked
    at before anything else can happen to it."""
    lost, shown = finger.page.evaluate(HAPPENS, event)
    return lost, shown


def at_the_table(finger: Finger) -> None:
    finger.page.wait_for_selector(f'[data-button="{OPEN}"]')


def test_a_page_goes_on_whatever_becomes_of_its_stream(sit_down: SitDown) -> None:
    with served(file_of(AUTOMATED), "--by-hand") as at:
        supervisor = sit_down(at.url, "s1")
        page = supervisor.page
        page.add_init_script(KEEP_STREAMS)
        page.reload()
        at_the_table(supervisor)

        assert happens(supervisor, "error") == (True, True)
        # and nothing has changed at the table meanwhile
        assert happens(supervisor, "open") == (False, True)

        # and the same person has signed in again already
        assert happens(supervisor, "signed_out") == (False, False)
        at_the_table(supervisor)

        page.evaluate(SIGN_IN_AGAIN, "s1")
        supervisor.press(OPEN)
        assert page.wait_for_selector('[data-refusal="no_token"]')
        assert at.table_phase == "closed"
        at_the_table(supervisor)
        supervisor.press(OPEN)
        assert at.table_phase == "open"


def test_a_stream_that_is_silent_without_an_end_is_told_and_taken_up_again(
    sit_down: SitDown,
) -> None:
    with served(file_of(AUTOMATED), "--by-hand") as at:
        supervisor = sit_down(at.url, "s1")
        page = supervisor.page
        page.clock.install()
        page.reload()
        at_the_table(supervisor)

        with at.stalled():
            page.clock.fast_forward(LONGER_THAN_ANY_SILENCE_MS)
            supervisor.await_(lambda glance: glance.lost)

        supervisor.await_(lambda glance: not glance.lost)
        at_the_table(supervisor)
