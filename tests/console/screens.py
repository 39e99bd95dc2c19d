"""Real screens as JSON files: `python -m tests.console.screens FOLDER`.

Tables of every game are played by the simulated crew, and what each role would see is written down
whenever something else is due: for whoever draws screens, and to look at by hand.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from simulators.crew import Wishes
from tablectl.config import loads
from tablectl.console.screen import screen
from tablectl.rig import Rig, build
from tablectl.words.bases import Role
from tablectl.words.settings import Settings

Screen = dict[str, Any]
View = Mapping[str, Any]
Choose = Callable[[View, View], str]

AUTOMATED = "game: three_card_poker\nmethod: automated_shoe\npreset: automated"
TABLES: Mapping[str, str] = {
    "three_card_poker": AUTOMATED,
    "three_card_poker_blind": "game: three_card_poker\nmethod: manual_shoe\npreset: blind",
    "three_card_poker_counted": f"{AUTOMATED}\noptions: {{count_every: 1}}",
    "let_it_ride": "game: let_it_ride\nmethod: manual_shoe\npreset: counting",
    "blackjack": "game: blackjack\nmethod: manual_shoe\npreset: counting",
    "blackjack_recognised": "game: blackjack\nmethod: manual_shoe\npreset: recognising",
    "holdem": "game: holdem\nmethod: hand\npreset: blind",
}
WAGERS: Mapping[str, Mapping[str, int | None]] = {
    "three_card_poker": {"ante": 1000, "pair_plus": 500},
    "let_it_ride": {"bet_1": 500, "bet_2": 500, "bet_3": 500},
    "blackjack": {"wager": 2500},
    "holdem": {"chips": 10000},
}
SEATS = (1, 2, 4, 5)
MOST_STEPS = 600


def table(name: str, choose: Choose | None = None) -> Rig:
    """A table of this name, about to open, with a crew that plays ordinary rounds."""
    return table_of(TABLES[name], choose)


def table_of(spec: str, choose: Choose | None = None) -> Rig:
    """A table with six seats and one deck."""
    made = loads(f"table: T1\nseats: 6\ndecks: [blue]\n{spec}\n", "t.yaml")
    wagers = dict.fromkeys(SEATS, WAGERS[made.settings.game])
    wishes = Wishes(lambda _: wagers, choose or _varied)
    return build(made.settings, wishes, 7, profiles=made.profiles)


def _varied(_: View, due: View) -> str:
    """Seat 2 takes the second answer that is open, everybody else the first."""
    names = [str(option["name"]) for option in due["options"]]
    second = due["hands"][0] == "seat_2" and len(names) > 1
    return names[1] if second else names[0]


def people_of(settings: Settings) -> Mapping[str, tuple[str, ...]]:
    return {name: tuple(r.value for r in who.roles) for name, who in settings.people.items()}


def seen_by(rig: Rig, role: Role) -> Screen:
    """The screen of a role at this table."""
    look = {**rig.host.door.look(role), "trouble": "", "mark": str(rig.host.kernel.state.seq)}
    return screen(look, people_of(rig.host.kernel.state.settings), role)


# ---------------------------------------------------------------- what is written down


def rounds(name: str) -> Iterator[tuple[str, Screen]]:
    """Two rounds and the closing: every screen at everything that is due."""
    rig = table(name)
    rig.crew.wishes.close_after = 2
    known = set()
    for _ in range(MOST_STEPS):
        view = rig.host.door.view(Role.DEALER)
        prompt = view["prompt"]
        what = f"{view['round']['step']}_{prompt['code'] if prompt else 'nothing'}"
        if what not in known:
            known.add(what)
            number = f"{len(known):02}"
            for role in Role:
                yield f"{name}_{number}_{what}_{role.value}".replace(":", "_"), seen_by(rig, role)
        if not rig.step():
            return


def troubles(name: str, about: str, begin: Callable[[Rig], bool]) -> Iterator[tuple[str, Screen]]:
    """From something going wrong to the next round, for those who have to do with it."""
    rig = table(name, choose=lambda _, due: str(due["options"][-1]["name"]))
    begun, known = False, set()
    for _ in range(MOST_STEPS):
        begun = begun or begin(rig)
        view = rig.host.door.view(Role.DEALER)
        prompt = view["prompt"]
        what = prompt["code"] if prompt else "nothing"
        wrong = seen_by(rig, Role.DEALER)["cases"]
        if begun and wrong and what not in known:
            known.add(what)
            for role in (Role.DEALER, Role.SUPERVISOR, Role.TECHNICIAN):
                file = f"{about}_{len(known):02}_{what}_{role.value}"
                yield file.replace(":", "_"), seen_by(rig, role)
        if (begun and known and not wrong) or not rig.step():
            return


def shoe_jams(rig: Rig) -> bool:
    if rig.host.kernel.state.round.step != "deal" or rig.crew.shoe is None:
        return False
    rig.crew.shoe.jam()
    return True


def stub_is_wrong(rig: Rig) -> bool:
    """A card has left the stub unseen, on which a count is due."""
    dues = rig.host.door.view(Role.DEALER)["dues"]
    if dues[:1] and dues[0]["is"] == "count_due":
        rig.felt.pile("blue", "shoe").pop()
        return True
    return False


def every_screen() -> Iterator[tuple[str, Screen]]:
    for name in TABLES:
        yield from rounds(name)
    yield from troubles("three_card_poker", "jam", shoe_jams)
    yield from troubles("three_card_poker_counted", "stub", stub_is_wrong)


def main(folder: str) -> None:
    where = Path(folder)
    where.mkdir(parents=True, exist_ok=True)
    for name, made in every_screen():
        text = json.dumps(made, indent=1, ensure_ascii=False)
        (where / f"{name}.json").write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
