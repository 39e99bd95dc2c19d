"""Who may do what, tried from real pages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

from playwright.sync_api import Route

from tests.browser.conftest import SitDown
from tests.browser.crew import Crew
from tests.browser.serving import served
from tests.browser.tables import AUTOMATED, PROVING, WAGERS, crew_at, file_of
from tests.cli.people import PIN, enrolled

OPEN = '{"is": "confirm", "what": "open_table"}'
POST = """async (deed) => {
  const visit = await (await fetch('/api/visit')).json();
  const headers = { 'Content-Type': 'application/json', 'X-Tablectl': visit.token };
  const body = JSON.stringify({ deed: JSON.parse(deed), key: 'a-key-of-its-own' });
  return (await fetch('/api/acts', { method: 'POST', headers, body })).json();
}"""


def enrolled_in(folder: Path) -> None:
    enrolled(folder / "table.journal.people", "m1", "d1", "s1", "s2", "t1", "a1")


def test_two_people_prove_themselves_at_one_screen(sit_down: SitDown) -> None:
    with served(file_of(PROVING), "--by-hand", before=enrolled_in) as at:
        crew = Crew((sit_down(at.url, "d1", PIN), sit_down(at.url, "s1", PIN)))
        crew.until(lambda: at.table_phase == "open" and at.deck_phase("blue") != "removed")
        supervisor = crew.fingers[1]

        supervisor.open("corrections")
        supervisor.press("contents:blue", place="stack", cards="51", note="counted twice")
        supervisor.with_second("s2", "999999")
        refused = supervisor.page.wait_for_selector("[data-refusal]")
        assert refused is not None
        assert at.places()["stack"] == 52
        supervisor.dismiss()

        supervisor.open("corrections")
        supervisor.press("contents:blue", place="stack", cards="51", note="counted twice")
        supervisor.with_second("s2", PIN)

        assert at.places()["stack"] == 51


def test_a_dealer_who_posts_what_a_supervisor_does_gets_the_refusal_of_the_core(
    sit_down: SitDown,
) -> None:
    with served(file_of(AUTOMATED), "--by-hand") as at:
        dealer = sit_down(at.url, "d1")
        assert "confirm:open_table:" not in dealer.look().ids, "the page does not offer it"

        answer = dealer.page.evaluate(POST, OPEN)

        assert answer["accepted"] is False
        assert answer["refusal"]["code"] == "wrong_role"
        assert answer["refusal"]["who"] == ["s1", "s2"]
        assert at.table_phase == "closed"


def test_of_two_screens_on_one_prompt_the_second_gets_the_refusal_of_the_core(
    sit_down: SitDown,
) -> None:
    with served(file_of(AUTOMATED), "--by-hand") as at:
        crew = crew_at(at, sit_down)
        crew.open_table()
        crew.bet(*WAGERS[AUTOMATED])
        crew.until_offered("call:no_more_bets")
        other = sit_down(at.url, "d2")
        other.await_(lambda glance: glance.primary == "call:no_more_bets")
        held: list[Route] = []

        def hold(route: Route) -> None:
            held.append(route)

        other.page.route("**/api/acts", hold)

        other.tap('[data-button="call:no_more_bets"]')
        other.await_(lambda _: bool(held))
        crew.dealer.press("call:no_more_bets")
        held[0].continue_()

        seen = other.await_(lambda glance: glance.refusal != "")
        assert seen.refusal in ("not_due", "not_the_dealer", "already_called")
        assert crew.dealer.look().refusal == ""


def test_a_reload_leads_back_to_the_page_where_somebody_sat_and_nobody_else_there(
    sit_down: SitDown,
) -> None:
    with served(file_of(AUTOMATED), "--by-hand") as at:
        supervisor = sit_down(at.url, "s1", "")
        supervisor.tap('[data-tab="devices"]')
        supervisor.page.wait_for_selector('body[data-view="devices"]')

        supervisor.page.reload()
        supervisor.page.wait_for_selector('body[data-view="devices"] [data-device]')

        supervisor.tap('[data-do="sign-out"]')
        supervisor.person = "s2"
        supervisor.sign_in()
        supervisor.page.wait_for_selector('body[data-view="table"]')


FORGE = """async ([url, deed]) => {
  const body = JSON.stringify({ deed: JSON.parse(deed), key: 'forged' });
  const tries = { 'text/plain': 'no-cors', 'application/x-www-form-urlencoded': 'no-cors',
                  'application/json': 'cors' };
  const read = [];
  for (const [type, mode] of Object.entries(tries)) {
    const post = { method: 'POST', mode, credentials: 'include', body };
    const answer = fetch(`${url}api/acts`, { ...post, headers: { 'Content-Type': type } });
    await answer.then(() => read.push(type), () => null);
  }
  return read;
}"""
"""What of the answers reaches the page."""


@contextmanager
def another_program() -> Iterator[str]:
    """Something else that serves pages on this machine; cookies go to it and from it."""
    with HTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler) as other:
        Thread(target=other.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{other.server_port}/"
        other.shutdown()


def test_a_page_of_another_program_does_nothing_with_the_cookie_of_a_visit(
    sit_down: SitDown,
) -> None:
    with served(file_of(AUTOMATED), "--by-hand") as at:
        supervisor = sit_down(at.url, "s1")
        page, before = supervisor.page.context.new_page(), at.view()["seq"]
        with another_program() as url:
            page.goto(url)
            read = page.evaluate(FORGE, [f"{at.url.rstrip('/')}/", OPEN])

        assert read == []
        assert (at.table_phase, at.view()["seq"]) == ("closed", before)
        supervisor.press("confirm:open_table:")
        assert at.table_phase == "open", "the visit itself still may"
