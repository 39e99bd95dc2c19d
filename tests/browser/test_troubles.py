"""What goes wrong, followed to its end at the screens."""

from __future__ import annotations

from tests.browser.conftest import SitDown
from tests.browser.finger import Glance
from tests.browser.serving import Served, served
from tests.browser.tables import AUTOMATED, COUNTED, WAGERS, crew_at, file_of
from tests.cli.shell import tablectl

CALL = "call:no_more_bets"
DOUBLE_TAP = """(what) => {
  const place = document.querySelector(what);
  const box = place.getBoundingClientRect();
  const again = () => document.elementFromPoint(box.x + 20, box.y + 20).closest('button').click();
  place.click();
  return new Promise((done) => setTimeout(() => done(again()), 150));
}"""
"""As long after one another as the two halves of a double tap; one clock has both times."""


def test_a_jam_is_made_with_one_tap_and_followed_to_its_recovery(sit_down: SitDown) -> None:
    with served(file_of(AUTOMATED), "--by-hand") as at:
        crew = crew_at(at, sit_down)
        crew.open_table()
        crew.bet(*WAGERS[AUTOMATED])

        crew.dealer.order('[data-crew] [data-trouble="shoe_jams"]')
        crew.until(lambda: bool(at.cases))

        seen = crew.dealer.await_(lambda glance: bool(glance.cases))
        assert "19:47-20.12(f)" in seen.cases[0]
        assert "Every wager of the round goes back to its player." in seen.cases[0]
        crew.until(lambda: at.round == 2 and not at.cases and at.phase_of("shoe_1") == "ready")
        assert {"settle:void_return", "confirm:clear_fault:shoe_1"} <= set(crew.pressed)
        assert crew.dealer.await_(lambda glance: not glance.cases)


def test_a_stub_that_does_not_count_out_is_followed_to_the_removal_of_its_deck(
    sit_down: SitDown,
) -> None:
    with served(file_of(COUNTED), "--by-hand") as at:
        crew = crew_at(at, sit_down)
        crew.open_table()
        crew.bet(*WAGERS[AUTOMATED])
        crew.dealer.tap('[data-crew] [data-do="troubles"]')
        crew.dealer.order('[data-dialog="troubles"] [data-trouble="card_lost"]')

        crew.until(lambda: bool(at.cases))
        assert at.cases[0]["irregularity"] == "stub_mismatch"
        crew.dealer.await_(lambda glance: bool(glance.cases))
        crew.until(lambda: "confirm:remove_deck:blue" in crew.pressed)
        crew.until(lambda: "confirm:receive_deck:blue" in crew.pressed)


def test_a_device_whose_line_is_lost_is_told_to_the_technician_and_comes_back(
    sit_down: SitDown,
) -> None:
    with served(file_of(AUTOMATED), "--by-hand") as at:
        crew = crew_at(at, sit_down)
        crew.open_table()
        crew.dealer.tap('[data-crew] [data-do="troubles"]')
        crew.dealer.order('[data-dialog="troubles"] [data-trouble="line_lost:shoe_1"]')

        devices = crew.fingers[2].page
        devices.wait_for_selector('[data-device="shoe_1"]:not([data-phase="ready"])')
        crew.until(lambda: at.phase_of("shoe_1") == "ready")

        devices.wait_for_selector('[data-device="shoe_1"][data-phase="ready"]')
        assert any(each["device"] == "shoe_1" for each in at.irregular), "it is on record"


def test_a_page_outlives_a_restart_of_the_controller(sit_down: SitDown) -> None:
    with served(file_of(AUTOMATED), "--by-hand") as at:
        crew = crew_at(at, sit_down)
        crew.open_table()
        crew.bet("ante")

        at.kill()
        before = crew.dealer.await_(lambda glance: glance.lost)  # until then the table goes on
        at.start()

        after = crew.dealer.await_(lambda glance: glance.seq > before.seq)
        assert not after.lost, "a new screen and the end of the loss are one moment"
        assert after.ids, "the page goes on without being loaded again"
        crew.until(lambda: at.round == 2)


def test_an_act_that_meets_no_controller_counts_once_when_it_is_back(sit_down: SitDown) -> None:
    with served(file_of(AUTOMATED), "--by-hand") as at:
        crew = crew_at(at, sit_down)
        crew.open_table()
        crew.bet("ante")
        crew.until_offered(CALL)
        dealer, before = crew.dealer, crew.dealer.look()

        at.kill()
        dealer.tap(f'[data-button="{CALL}"]')
        at.start()
        while dealer.await_(_is_answered).seq == before.seq:
            dealer.tap('[data-stuck] [data-do="again"]')  # it took long, and the page says so

        assert dealer.look().refusal == ""
        assert called(at) == 1


def _is_answered(seen: Glance) -> bool:
    return not seen.busy and (seen.stuck or CALL not in seen.ids)


def called(at: Served) -> int:
    """How often the closing call is on record."""
    words = ("journal", "query", at.journal, "--kind", "call")
    return tablectl(*words).output.count("no more bets")


def test_the_second_half_of_a_double_tap_does_not_press_what_has_come_there(
    sit_down: SitDown,
) -> None:
    with served(file_of(AUTOMATED), "--by-hand") as at:
        crew = crew_at(at, sit_down)
        crew.until_offered("confirm:spread:blue")

        crew.dealer.page.evaluate(DOUBLE_TAP, '.side-foot [data-button="confirm:spread:blue"]')
        crew.dealer.await_(lambda glance: glance.primary == "confirm:wash:blue" and not glance.busy)

        assert crew.dealer.look().refusal == ""
        assert at.deck_phase("blue") == "spread"


def test_a_newcomer_takes_over_from_the_robot_lets_the_shoe_jam_and_gives_the_table_back(
    sit_down: SitDown,
) -> None:
    with served(file_of(AUTOMATED), "--no-mishaps") as at:
        crew = crew_at(at, sit_down)
        dealer = crew.dealer
        dealer.page.wait_for_selector('[data-crew="playing"]')
        assert not [each for each in dealer.look().ids if each.startswith("bet:")], "they rest"

        dealer.order('[data-do="take-over"]')
        dealer.page.wait_for_selector('[data-crew="paused"]')
        dealer.order('[data-crew] [data-trouble="shoe_jams"]')
        crew.until(lambda: any(each["device"] == "shoe_1" for each in at.cases))
        crew.until(lambda: not at.cases and at.phase_of("shoe_1") == "ready")
        number = at.round

        dealer.order('[data-do="resume"]')
        dealer.page.wait_for_selector('[data-crew="playing"]')
        dealer.await_(lambda _: at.round > number)
