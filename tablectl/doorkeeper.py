"""The doorkeeper: who is believed at the door, and what goes on record of it.

Between the people file and the sessions on one side and the table on the other. It looks at no
proof itself: that takes time and is done elsewhere (`service_proofs`), and what came of it is
handed in. Whoever is turned away is counted; so that a thousand guesses are not a thousand records,
what repeats is put on record as a number, every few seconds. It must not know a socket or a loop.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tablectl.credentials import Credential, PeopleFile, Tried, Verdict
from tablectl.doorwire import Direct, Manage, SignOut, Submit, WireError
from tablectl.sessions import Line, Proof, Session, Sessions, Wrong
from tablectl.table.authority import DIRECTING, granted, needs
from tablectl.table.state import TableState
from tablectl.words.acts import Administer, Dismiss, Enrol, Unlock
from tablectl.words.attendance import (
    Attendance,
    Attending,
    Found,
    LockedOut,
    Renewed,
    SignedIn,
    SignedOut,
    TurnedAway,
)

GATHER = 10.0
"""Seconds for which what repeats is gathered into one record."""

_SIGN_IN = "sign in with `tablectl sign-in PERSON`"


class Disbelieved(WireError):
    """Somebody was not believed. What they are told is no more than they could see anyway."""

    def __init__(self, code: str, problem: str, hint: str = "", wait: int = 0) -> None:
        super().__init__(problem, hint, code)
        self.wait = wait


@dataclass(slots=True)
class Tally:
    since: float
    times: int


class Doorkeeper:
    """`now` is a clock that only goes forward, in seconds; `post` puts something on record."""

    def __init__(
        self,
        people: PeopleFile | None,
        state: Callable[[], TableState],
        post: Callable[[Attendance], None],
        now: Callable[[], float],
    ) -> None:
        self._people = people
        self._state = state
        self._post = post
        self._now = now
        self._sessions = Sessions()
        self._away: dict[tuple[str, str, int | None], Tally] = {}

    # ------------------------------------------------------------ what holds here

    @property
    def proves(self) -> bool:
        """Whether people prove who they are at this table."""
        return self._state().settings.sign_in is not None

    @property
    def idle_minutes(self) -> int:
        sign_in = self._state().settings.sign_in
        return 0 if sign_in is None else sign_in.idle_minutes

    @property
    def people(self) -> PeopleFile:
        if self._people is None:
            raise Disbelieved("nobody_proves_here", "people at this table prove nothing")
        return self._people

    def compare(self) -> None:
        """What the people file holds and the record does not know of is put on record."""
        if not self.proves:
            return
        state, kept = self._state(), self.people.read()
        for person in sorted({*state.settings.people, *state.enrolled}):
            held = kept[person].name if person in kept else ""
            if held != state.enrolled.get(person, ""):
                self._post(Attendance(person, Found(held)))

    # ------------------------------------------------------------ signing in and out

    def believed(self, person: str, tried: Tried, user: int, renewed: str = "") -> Session:
        """The session of somebody whose proof was right; `renewed` is what they chose instead."""
        if renewed:
            self._post(Attendance(person, Renewed(renewed), user))
        self._end(person, "renewed" if renewed else "again")
        session = self._sessions.open(person, user, self._now())
        self._tell(person, SignedIn(renewed or tried.credential, session.name), user)
        return session

    def check_tried(self, person: str, tried: Tried, user: int, *, chooses: bool) -> None:
        """Disbelieved, and on record, unless the proof was right and good for this."""
        match tried.verdict:
            case Verdict.RIGHT:
                return
            case Verdict.CHOOSE if chooses:
                return
            case Verdict.CHOOSE:
                problem = f"{person} has a first PIN and chooses another before anything else"
                raise Disbelieved("choose_proof", problem, "tablectl people pin PERSON")
            case Verdict.UNKNOWN:
                raise self.turned_away(person, "unknown", user)
            case Verdict.LOCKED:
                raise self._locked(person, tried, user)
            case Verdict.WRONG:
                self._tell(person, TurnedAway("wrong"), user)
                if tried.locked_now:
                    self._tell(person, LockedOut(_seconds(tried)), user)
                after = f"; {_wait_text(tried)}" if tried.locked_now else ""
                wait = _seconds(tried) if tried.locked_now else 0
                raise Disbelieved("not_believed", f"this does not prove it{after}", wait=wait)

    def check_recorded(self, person: str, tried: Tried, user: int) -> None:
        """Disbelieved where what was proved is not what the record has them prove it by: an
        administrator has replaced it meanwhile, or somebody has changed the file."""
        if self._state().enrolled.get(person) != tried.credential:
            raise self.turned_away(person, "unrecorded", user)

    def locked(self, person: str, user: int, known: Mapping[str, Credential], at: int) -> None:
        """Disbelieved, without a look at any proof, where that is of no use."""
        credential = known.get(person)
        if person not in self._state().settings.people or credential is None:
            raise self.turned_away(person, "unknown", user)
        if credential.shut or (credential.wait(at) and not credential.too_long(at)):
            tried = Tried(Verdict.LOCKED, "", credential.wait(at), credential.shut)
            raise self._locked(person, tried, user)

    def _locked(self, person: str, tried: Tried, user: int) -> Disbelieved:
        away = self.turned_away(person, "locked", user, _wait_text(tried))
        away.wait = _seconds(tried)
        return away

    def sign_out(self, request: SignOut, user: int, line: Line) -> None:
        self._check(request.proofs, (request.person,), user, line, request.words)
        self._end(request.person, "asked")

    def _end(self, person: str, why: str) -> None:
        session = self._sessions.of(person)
        if session is not None:
            self._sessions.close(session.name)
            self._tell(person, SignedOut(session.name, why))

    def forget(self, person: str) -> None:
        """The core has ended the session already."""
        session = self._sessions.of(person)
        if session is not None:
            self._sessions.close(session.name)

    # ------------------------------------------------------------ acting

    def check_act(self, request: Submit, user: int, line: Line) -> None:
        """Disbelieved unless everybody who does this has proved this very act."""
        act = request.act
        if isinstance(act.deed, Administer):
            problem = "people are administered by a request of its own"
            raise WireError(problem, "use `tablectl people`")
        if self.proves:
            people = (act.by, act.second) if act.second else (act.by,)
            self._check(request.proofs, people, user, line, request.words)

    def check_management(self, request: Manage, user: int, line: Line) -> None:
        if not self.proves:
            raise Disbelieved("nobody_proves_here", "people at this table prove nothing")
        self._check(request.proofs, (request.by,), user, line, request.words)

    def check_direction(self, request: Direct, user: int, line: Line) -> None:
        """The stage of a simulated table is anybody's, unless people prove who they are there: then
        it is the technicians'."""
        if not self.proves:
            return
        self._check(request.proofs, (request.by,), user, line, request.words)
        person = self._state().settings.people.get(request.by)
        if person is None or not granted(DIRECTING, person.roles):
            problem = f"{request.by} is no {needs(DIRECTING)}"
            raise self.turned_away(request.by, "wrong_role", user, problem)

    def _check(
        self, proofs: tuple[Proof, ...], people: tuple[str, ...], user: int, line: Line, words: str
    ) -> None:
        if len(proofs) != len(people):
            raise self.turned_away(people[0], Wrong.UNPROVED, user)
        for proof, person in zip(proofs, people, strict=True):
            wrong = self._sessions.check(proof, person, user, line, words)
            if wrong is not None:
                raise self.turned_away(person, wrong, user)
        for proof in proofs:
            self._sessions.use(proof.session, self._now())

    # ------------------------------------------------------------ turning away

    def turned_away(
        self, person: str, why: str, user: int | None, problem: str = ""
    ) -> Disbelieved:
        """Count it, and what the client is told. A name that nobody has is not kept: people type
        their PIN where their name belongs."""
        known = person if person in self._state().settings.people else ""
        self.note(known, why, user)
        told = problem or _PROBLEMS.get(why, "you were not believed")
        return Disbelieved(why, told, _HINTS.get(why, ""))

    def note(self, person: str, why: str, user: int | None) -> None:
        """The first of its kind is on record at once; what repeats is, as a number."""
        key = (person, why, user)
        tally = self._away.get(key)
        if tally is None:
            self._away[key] = Tally(self._now(), 0)
            self._tell(person, TurnedAway(why), user)
        else:
            tally.times += 1

    def tick(self) -> None:
        """Sign out who has done nothing for too long, and tell what has been gathered."""
        now = self._now()
        if self.proves:
            for session in self._sessions.idle(now, self.idle_minutes * 60.0):
                self._end(session.person, "idle")
        for key in [key for key, tally in self._away.items() if now - tally.since >= GATHER]:
            self._tell_tally(key)

    def close(self) -> None:
        for key in list(self._away):
            self._tell_tally(key)

    def _tell_tally(self, key: tuple[str, str, int | None]) -> None:
        person, why, user = key
        tally = self._away.pop(key)
        if tally.times:
            self._tell(person, TurnedAway(why, tally.times), user)

    def _tell(self, person: str, event: Attending, user: int | None = None) -> None:
        self._post(Attendance(person, event, user))


def deed_of(request: Manage, credential: str) -> Enrol | Unlock | Dismiss:
    """What the core is asked to allow."""
    match request.deed:
        case "enrol":
            return Enrol(request.person, credential)
        case "unlock":
            return Unlock(request.person)
        case "dismiss":
            return Dismiss(request.person)
        case _:
            raise WireError("'deed' is not known", "it is enrol, unlock or dismiss")


def _seconds(tried: Tried) -> int:
    """For how long nothing is looked at; none where only an administrator can end it."""
    return 0 if tried.shut else tried.wait


def _wait_text(tried: Tried) -> str:
    if tried.shut:
        return "it was wrong too often: an administrator has to unlock it"
    return f"it was wrong too often: wait {tried.wait} seconds"


_PROBLEMS: Mapping[str, str] = {
    "unknown": "nobody of this name is enrolled here",
    "unrecorded": "it was replaced meanwhile, and this one is not on record",
    "unproved": "people at this table prove who they are, and this was not proved",
    "no_session": "there is no such session: it has ended, or never was",
    "not_theirs": "the session belongs to somebody else",
    "other_user": "the session was opened by another user of this system",
    "forged": "the proof does not fit this request",
    "replayed": "the proof was used before",
    "busy": "too many people are signing in at this moment",
}
_HINTS: Mapping[str, str] = {
    "unknown": "an administrator enrols people: `tablectl people enrol PERSON`",
    "unrecorded": "use the one given last; what else was changed is on record after a restart",
    "unproved": _SIGN_IN,
    "no_session": _SIGN_IN,
    "not_theirs": "everybody signs in for themselves",
    "other_user": _SIGN_IN,
    "forged": _SIGN_IN,
    "replayed": "make a new proof for every request",
    "busy": "try again in a moment",
    "wrong_role": "a technician directs the stage",
}
