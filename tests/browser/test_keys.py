"""A table that is run without a finger or a mouse."""

from __future__ import annotations

from tests.browser.conftest import SitDown
from tests.browser.crew import Crew
from tests.browser.finger import Finger
from tests.browser.serving import served
from tests.browser.tables import AUTOMATED, file_of

FOCUS = """() => {
  const at = document.activeElement;
  const { button = '', do: does = '', field = '' } = at.dataset;
  return { button, does, field, ringed: at.matches(':focus-visible') };
}"""
MOST_TABS = 60


class Keys(Finger):
    """Somebody who has a keyboard and nothing else."""

    def press_if_there(self, button: str, **answers: str) -> bool:
        if button not in self.await_(lambda glance: not glance.busy).ids:
            return False
        key = self.page.locator(f'[data-button="{button}"]').first.get_attribute("data-key")
        if key:
            self.page.keyboard.press(key)
        else:
            self.go_to("button", button)
            self.page.keyboard.press("Enter")
        self.pressed.append(button)
        if self._is('[data-dialog="ask"]'):
            for typed in answers.values():
                assert self._focus()["field"], "what is to be filled in has the focus"
                self.page.keyboard.type(typed)
            if not self._focus()["field"]:
                self.go_to("does", "confirm")
            self.page.keyboard.press("Enter")
        self.done()
        return True

    def go_to(self, what: str, name: str) -> None:
        """Tab until this has the focus, and is seen to have it."""
        for _ in range(MOST_TABS):
            at = self._focus()
            if at[what] == name and at["ringed"]:
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"no way to {name} with the Tab key: {self._focus()}")

    def _focus(self) -> dict[str, str]:
        found: dict[str, str] = self.page.evaluate(FOCUS)
        return found


def with_keys(finger: Finger) -> Keys:
    return Keys(finger.page, finger.person)


def test_a_whole_round_is_played_by_keys_alone(sit_down: SitDown) -> None:
    with served(file_of(AUTOMATED), "--by-hand") as at:
        crew = Crew(tuple(with_keys(sit_down(at.url, person)) for person in ("d1", "s1", "t1")))
        crew.until(lambda: "bet:2:ante" in crew.dealer.look().ids)

        crew.dealer.press("bet:2:ante", cents="25")
        crew.dealer.press("bet:5:ante")
        assert at.view()["round"]["wagers"] == {"seat_2": {"ante": 2500}, "seat_5": {"ante": 500}}
        crew.until(lambda: at.round == 2)

        assert at.irregular == []


def test_escape_closes_a_dialog_and_the_focus_goes_back(sit_down: SitDown) -> None:
    with served(file_of(AUTOMATED), "--by-hand") as at:
        dealer, others = with_keys(sit_down(at.url, "d1")), sit_down(at.url, "s1")
        crew = Crew((dealer, others))
        crew.until(lambda: "bet:6:ante" in dealer.look().ids)
        dealer.go_to("button", "bet:6:ante")

        dealer.page.keyboard.press("Enter")
        dealer.page.get_by_role("dialog", name="Seat 6: Ante").wait_for()
        dealer.page.keyboard.press("Escape")

        dealer.page.wait_for_selector("dialog", state="detached")
        dealer.go_to("button", "bet:6:ante")
        assert at.view()["round"]["wagers"] == {}
