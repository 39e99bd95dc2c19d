"""Why something is so: the clause, the approved procedure, or the house's own policy."""

from __future__ import annotations

from tablectl.words.canonical import word
from tablectl.words.values import Label


@word
class Clause:
    """A clause of N.J.A.C., cited as "19:47-20.12(a)#1"; the part after # is our own count."""

    citation: str


@word
class HousePolicy:
    """The regulation is silent or its text is missing: the house decides, and says so."""

    reason: str = ""


@word
class ApprovedProcedure:
    """The regulation points to a procedure that the Commission approved under this reference."""

    reference: str
    clause: str


Basis = Clause | HousePolicy | ApprovedProcedure
HOUSE = HousePolicy()


def cited(basis: Basis) -> str:
    """A basis as it is shown to people."""
    match basis:
        case Clause():
            return basis.citation
        case HousePolicy():
            return "house policy"
        case ApprovedProcedure():
            return f"{basis.clause}, approved procedure {basis.reference}"


class Role(Label):
    """What a person is at this table."""

    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    TECHNICIAN = "technician"
    AUDITOR = "auditor"
    ADMINISTRATOR = "administrator"
