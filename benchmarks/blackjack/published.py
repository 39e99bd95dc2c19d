"""What others have published about blackjack, with where it stands; nothing here is reckoned by us.

Results are what a player wins, in hundredths of the initial wager, each round from a full shoe.
"""

from __future__ import annotations

from dataclasses import dataclass

CALCULATOR = "Wizard of Odds, house edge calculator (wizardofodds.com/games/blackjack/calculator)"
HOPPE = "H. Hoppe (github.com/hhoppe/blackjack), who compares it with the Wizard of Odds"
APPENDIX_1 = "Wizard of Odds, blackjack appendix 1, infinite decks"
EXPOSED = "thegoodgamblingguide.co.uk, how to play double exposure blackjack"


@dataclass(frozen=True)
class RuleSet:
    """Rules of a table, and what is published for just these."""

    name: str
    decks: int
    """Decks in the shoe; none for infinitely many."""
    split_hands: int
    result: float
    """Per cent of the initial wager."""
    give: float
    """How far the figure may be off: its last digit, and a strategy that differs a little."""
    source: str
    surrender: bool = False
    resplit_aces: bool = False
    exposed: bool = False
    """Both cards of the dealer lie face up, 2.6(k)."""


ATLANTIC_CITY = "Atlantic City: 8 decks, late surrender, four hands, aces split once"

RULE_SETS = (
    RuleSet(ATLANTIC_CITY, 8, 4, -0.357, 0.002, f"{CALCULATOR}; {HOPPE}", surrender=True),
    RuleSet(
        "6 decks, late surrender, four hands, aces too",
        6,
        4,
        -0.265,
        0.002,
        f"{CALCULATOR}; {HOPPE}",
        surrender=True,
        resplit_aces=True,
    ),
    RuleSet("6 decks, two hands", 6, 2, -0.460, 0.002, f"{CALCULATOR}; {HOPPE}"),
    RuleSet("8 decks, four hands, aces split once", 8, 4, -0.432, 0.002, HOPPE),
    RuleSet("8 decks, dealer's cards face up, two hands", 8, 2, -0.7, 0.06, EXPOSED, exposed=True),
)
"""The dealer stands on all 17; any two cards are doubled, also after a split (face up: 9 to 11)."""

INFINITE = RuleSet(
    "infinitely many decks, four hands, aces split once", 0, 4, -0.511734, 0.0000005, APPENDIX_1
)

DEALER_ONE_DECK = {
    "A": (0.126128, 0.131003, 0.129486, 0.131553, 0.0515646, 0.313726, 0.11654),
    "2": (0.138976, 0.131762, 0.131815, 0.123948, 0.120526, 0.0, 0.352973),
    "3": (0.130313, 0.130946, 0.123761, 0.123345, 0.116047, 0.0, 0.375588),
    "4": (0.130973, 0.114163, 0.120679, 0.116286, 0.115096, 0.0, 0.402803),
    "5": (0.119687, 0.123483, 0.116909, 0.104694, 0.106321, 0.0, 0.428905),
    "6": (0.166948, 0.106454, 0.107192, 0.100705, 0.0978785, 0.0, 0.420823),
    "7": (0.372345, 0.138583, 0.0773344, 0.0788967, 0.072987, 0.0, 0.259854),
    "8": (0.130857, 0.362989, 0.129445, 0.0682898, 0.0697914, 0.0, 0.238627),
}
"""How the dealer's hand ends from one deck, by the upcard: 17 to 21, blackjack and bust.

Wizard of Odds, blackjack appendix 2B, before the dealer has looked for a blackjack.
"""

DEALER_INFINITE = {
    "7": (0.3686, 0.1378, 0.0786, 0.0786, 0.0741, 0.0, 0.2623),
    "8": (0.1286, 0.3593, 0.1286, 0.0694, 0.0694, 0.0, 0.2447),
    "9": (0.1200, 0.1200, 0.3508, 0.1200, 0.0608, 0.0, 0.2284),
    "T": (0.1114, 0.1114, 0.1114, 0.3422, 0.0345, 0.0769, 0.2122),
    "A": (0.1308, 0.1308, 0.1308, 0.1308, 0.0539, 0.3077, 0.1152),
}
"""The same from infinitely many: A. Krigman, casinocitytimes.com, 25 October 2006; his figures are
rounded so that they add up."""
