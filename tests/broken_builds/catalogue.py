"""Every broken build, by its name."""

from __future__ import annotations

from collections.abc import Mapping

from tests.broken_builds import builds, in_blackjack, in_blackjack_shoes, in_let_it_ride
from tests.broken_builds.making import Build

BUILDS: Mapping[str, Build] = {
    **builds.BUILDS,
    **in_let_it_ride.BUILDS,
    **in_blackjack.BUILDS,
    **in_blackjack_shoes.BUILDS,
}
