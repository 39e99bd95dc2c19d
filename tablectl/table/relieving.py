"""Who deals: one dealer a round, and another one only between two.

A game may ask something of a dealer who comes to a table at which somebody else has dealt, and
where people prove who they are the house wants to know. There the table knows who deals: whoever
made the last closing call, or has said since then that they take over. Anybody else who calls or
deals is noticed, and asked to say so first.
"""

from __future__ import annotations

from collections.abc import Iterator

from tablectl.table.arranging import between_rounds
from tablectl.table.authority import who
from tablectl.table.draft import Draft
from tablectl.table.offered import Offered
from tablectl.table.round_view import TAKE_OVER
from tablectl.words.bases import Basis, HousePolicy
from tablectl.words.dues import CallDue, CardsDue, ConfirmDue, Due
from tablectl.words.facts import Confirmed
from tablectl.words.refusals import Refusal

ONE_DEALER = HousePolicy("one dealer deals a round where people prove who they are")


def relief(draft: Draft) -> Basis | None:
    """Why the table knows who deals; None where it does not."""
    if draft.rules.new_dealer is not None:
        return draft.rules.new_dealer
    return ONE_DEALER if draft.settings.sign_in is not None else None


def who_deals(draft: Draft) -> str:
    """The dealer of the round, as far as anybody has dealt yet."""
    for fact in reversed(draft.round.facts):
        if isinstance(fact, Confirmed) and fact.what == TAKE_OVER:
            return fact.subject
    return draft.round.dealer


def relief_dues(draft: Draft) -> Iterator[Offered]:
    """Between two rounds any other dealer may take over."""
    basis, dealer = relief(draft), who_deals(draft)
    if basis is not None and dealer and between_rounds(draft):
        due = ConfirmDue(TAKE_OVER, basis, roles=who(TAKE_OVER), not_by=dealer, idle=True)
        yield Offered("relief", "", due)


def take_over(draft: Draft, by: str) -> None:
    draft.record(Confirmed(TAKE_OVER, by, None))


def only_by(draft: Draft, due: Due) -> str:
    """The one person who may answer a due now; nobody's name where everybody of its roles may.

    What is offered and what is accepted are both decided by this."""
    if not isinstance(due, CallDue | CardsDue) or relief(draft) is None:
        return ""
    return who_deals(draft)


def not_the_dealer(draft: Draft, due: Due, by: str) -> Refusal | None:
    """Why this person does not answer a due now that is the dealer's own."""
    basis, dealer = relief(draft), only_by(draft, due)
    if basis is None or dealer in ("", by):
        return None
    hint = f"confirm_due:{TAKE_OVER}" if between_rounds(draft) else ""
    return Refusal("not_the_dealer", basis, {"person": dealer}, hint)
