"""The account: everything that reached the controller, and what must have followed from it.

An irregularity is called here with what is read off the table; its ruling is looked up in the
referee's own tables, carried out, and noted for the judge to compare.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from simulators.referee.book import DEALER, Case, Deck, Round, Wagers, seat_of
from simulators.referee.carrying_out import Consequences
from simulators.referee.position import Expected
from simulators.referee.tables.rulings import REMEDIES, Follows
from tablectl.words.settings import Can

SCOPES = {"shuffle_count": "deck", "cut_improper": "deck", "late_finding": "nothing"}
"""What a case holds up, where that is not the round."""


@dataclass
class Account(Consequences):
    """One table, with all that must follow from what reached it."""

    # ------------------------------------------------------------ irregularities

    def call(
        self, kind: str, *, place: str = "", device: str = "", deck: str = "", **told: str
    ) -> None:
        """Something is not the normal course: what must follow, follows here too."""
        found = {**self._circumstances(kind, place, device), **told}
        what = self.game.rulings.follows(self.method, kind, found)
        circumstances = {n: how for n, how in found.items() if ORDINARY.get(n) != how}
        if what is None:
            self.object_to(kind, "this game knows no such thing")
            return
        if kind != "late_finding":  # about a round that is over, whichever deck is in play now
            deck = deck or self.deck_in_play
        self.expected.append(Expected(kind, circumstances, what, deck, device))
        self.round.duplicate |= kind == "duplicate_card"
        self.round.read_early |= kind == "unsolicited_check" and found["wanted"] == "later"
        self.carry_out(what.at_once, place, deck, device, one=kind == "face_up_card")
        self._open(kind, circumstances, what, place, deck, device)

    def _circumstances(self, kind: str, place: str, device: str) -> dict[str, str]:
        running = bool(self.to_deal()) and bool(self.deck.layout)
        match kind:
            case "card_exposed":
                shown = place in self.round.turned or self.deck.known(place) is not None
                moment = "after_reveal" if shown else "before_reveal"
                lies = place in self.deck.layout
                return {"whose": _whose(place) if lies else "stub", "moment": moment}
            case "jam" | "device_failed" | "order_overdue":
                deal = "running" if running else "not_running"
                unit = self.units.get(device)  # none is the reader that nobody has wired
                by_device = {"device": unit.kind if unit else "reader", "deal": deal}
                return by_device if kind == "order_overdue" else by_device | self._checks(device)
            case "card_drawn_in_error" | "card_not_given":
                return {"stage": self.game.stage(self)}
            case "passed_over":
                return {"whose": _whose(place)}
            case _:
                return self._by_cards(kind, device) if kind in BY_CARDS else {}

    def _by_cards(self, kind: str, device: str) -> dict[str, str]:
        found = {"cards": "out" if self.cards_out else "in"}
        match kind:
            case "unsolicited_card":
                return {**found, "stage": self.game.stage(self)}
            case "link_lost":
                return found | self._checks(device)
            case "unsolicited_check":
                wanted = "later" if self.game.asks_reader(self) else "never"
                return {
                    **found,
                    "conceals": "yes" if self.conceals else "no",
                    "wanted": "before" if self.round.checks else wanted,
                }
            case _:
                return found

    def _checks(self, device: str) -> dict[str, str]:
        """Whether it is the device that looks at a card without showing it."""
        known = self.settings.devices.get(device)
        return {"checks": "yes" if known is None or Can.CHECK in known.can else "no"}

    def _open(
        self,
        kind: str,
        circumstances: Mapping[str, str],
        what: Follows,
        place: str,
        deck: str,
        device: str,
    ) -> None:
        """Somebody has something to do about it; a second word about the same adds nothing."""
        key = (kind, tuple(sorted(circumstances.items())), device, place)
        if kind != "late_finding" and any(case.key == key for case in self.cases):
            return
        counting = "count_hands" in what.at_once
        if not (what.choices or what.confirmed or counting):
            return
        self.cases_opened += 1
        case = Case(f"case_{self.cases_opened}", kind, self._scope(kind, deck), deck, key, place)
        case.choices, case.device = what.choices, device
        if counting:
            hands = dict.fromkeys((*self.round.hands, *self.decks[deck].layout))
            case.to_count = [*hands, place]
        self.cases.append(case)

    def _scope(self, kind: str, deck: str) -> str:
        """What waits until it is settled; a bad card in the idle deck is no matter of the round."""
        idle = kind in ("duplicate_card", "foreign_card") and deck != self.deck_in_play
        return "deck" if idle else SCOPES.get(kind, "round")

    def choose(self, case: Case, choice: str) -> None:
        """The floor has chosen."""
        self.cases.remove(case)
        done = Follows("", REMEDIES[choice])
        kind, circumstances = str(case.key[0]), dict(_pairs(case.key[1]))
        self.expected.append(Expected(kind, circumstances, done, case.deck, case.device, choice))
        self.carry_out(done.at_once, case.place, case.deck, case.device)

    def conclude(self, case: Case) -> None:
        """Everything is counted: what the counts show, section 7(e)2."""
        deck = self.decks[case.deck]
        believed = {place: len(pile) for place, pile in deck.piles.items()}
        hands = [place for place in case.counts if place != case.place]
        wrong = any(case.counts[place] != believed.get(place, 0) for place in hands)
        right = sum({**believed, **case.counts}.values()) == deck.size
        found = {"misdealt": "yes" if wrong else "no", "total": "right" if right else "wrong"}
        what = self.game.rulings.follows(self.method, "stub_finding", found)
        if what is None:
            return
        if not wrong and right:
            self.counted_right(case.deck)
        self.expected.append(Expected("stub_finding", found, what, case.deck))
        self.carry_out(what.at_once, case.place, case.deck, "")
        case.kind = "stub_finding"
        case.key = ("stub_finding", tuple(sorted(found.items())), "", case.place)
        case.choices = what.choices

    def counted_right(self, deck: str) -> None:
        self.decks[deck].uncounted = 0
        self.uncounted = 0

    # ------------------------------------------------------------ rounds

    def end_round(self) -> None:
        over = self.round
        for deck in self._dealt_from():
            self._spend(deck)
            deck.to_burn = deck.to_burn and self.game.burns
        self.last_deck = over.deck or self.last_deck
        self.round = Round(over.number + 1, again=self._proposed(over))
        self.ended = True

    def _dealt_from(self) -> list[Deck]:
        """The decks that the round was dealt from, or could have been."""
        over = self.round
        if not over.deck:
            return []
        both = self.decks.items() if self.game.sides else [(over.deck, self.decks[over.deck])]
        return [d for name, d in both if name == over.deck or d.step == "loaded"]

    def _spend(self, deck: Deck) -> None:
        """A deck is shuffled before the next round if that is due, or only its rack is."""
        over = self.round
        if self.game.spent(self, deck):
            named = self.game.last_box_cuts and not over.void
            box = deck.cutting_card.partition(".")[0]
            if named and self.cutter_of != over.number:
                self.cutter = seat_of(box if box in over.hands else over.hands[-1])
                self.cutter_of = over.number
            deck.step = deck.step if deck.fate else "spent"
        elif not deck.fate and deck.step == "loaded" and self.game.part_spent(self, deck):
            deck.step, deck.part = "spent", True

    def _proposed(self, over: Round) -> Wagers:
        """Wagers of one round lie there again in the next, as far as the limits allow."""
        if not self.settings.options.get("wagers_again"):
            return {}
        found: Wagers = {place: dict(mine) for place, mine in over.again.items()}
        for place, mine in over.placed.items():
            for wager, cents in mine.items():
                found.setdefault(place, {})[wager] = cents
        return {
            place: kept
            for place, mine in sorted(found.items(), key=lambda item: seat_of(item[0]))
            if (kept := {w: c for w, c in mine.items() if self.within_limits(w, c)})
        }

    def within_limits(self, wager: str, cents: int | None) -> bool:
        """Whether this may be wagered; what is not offered may not."""
        limits = self.game.wagers(self.options).get(wager)
        if limits is None or cents is None:
            return limits is not None
        least, most = limits
        return least <= cents and (not most or cents <= most)


ORDINARY = {"stage": "any", "checks": "no", "conceals": "no", "wanted": "never"}
"""Circumstances that are not written down where they are as in every other game."""
BY_CARDS = frozenset(
    ("count_disputed", "count_uncertain", "evidence_gap", "duplicate_card", "foreign_card",
     "link_lost", "restart", "not_expected", "unsolicited_card", "unsolicited_check")
)  # fmt: skip
"""What is ruled on by whether cards are out."""


def _whose(place: str) -> str:
    if place.startswith("seat_"):
        return "player"
    return DEALER if place.partition(".")[0] == DEALER else "common"


def _pairs(made: object) -> tuple[tuple[str, str], ...]:
    return made if isinstance(made, tuple) else ()
