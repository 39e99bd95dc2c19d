"""Words of a deed beside those that the table offers, before anything is sent.

A misspelt word is told with what could have been meant and leaves no trace on record. A step that
this version knows and that is only not due goes to the table, which refuses it on record and with
its clause.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tablectl import texts
from tablectl.cli.suggest import near
from tablectl.cli.trouble import Trouble
from tablectl.doorclient import DoorClient
from tablectl.table.notices import BEGIN
from tablectl.words.acts import Bet, Call, ChangeOption, Choose, Confirm, Deed, Move, Settle
from tablectl.words.bases import Role
from tablectl.words.canonical import tag_of

Offer = Mapping[str, Any]


def check_offered(deed: Deed, door: DoorClient) -> None:
    """Trouble where the table waits for such a deed and a word of it is none of its words."""
    if not isinstance(deed, Bet | Call | ChangeOption | Choose | Confirm | Move | Settle):
        return
    name = tag_of(type(deed))
    views = [door.view(role) for role in Role]
    offers = [offer for view in views for offer in view["offers"] if offer["deed"] == name]
    if not offers:
        return
    if isinstance(deed, ChangeOption):
        asked = [notice["option"] for notice in views[0]["notices"]]
        _known("option", deed.option, (name for o in offers for name in (*o["options"], *asked)))
    else:
        _check(deed, offers)


def _check(deed: Bet | Call | Choose | Confirm | Move | Settle, offers: list[Offer]) -> None:
    match deed:
        case Bet():
            _known("seat", str(deed.seat), (str(s) for o in offers for s in o["seats"]))
            _known("wager", deed.wager, (kind["name"] for o in offers for kind in o["wagers"]))
        case Call():
            _known("call", deed.call, (o["call"] for o in offers))
        case Choose():
            _known("question", deed.question, (o["question"] for o in offers))
            asked = [o for o in offers if o["question"] == deed.question]
            _known("choice", deed.choice, (c for o in asked for c in o["choices"]))
        case Confirm():
            _check_confirm(deed, offers)
        case Move():
            _known("to", deed.to, (o["to"] for o in offers))
        case Settle():
            if not texts.is_stage(deed.stage):
                _known("stage", deed.stage, (o["stage"] for o in offers))


def _check_confirm(deed: Confirm, offers: list[Offer]) -> None:
    same = [o for o in offers if o["what"] == deed.what]
    if same:
        _known("subject", deed.subject, (o["subject"] for o in same))
    elif deed.what != BEGIN and not texts.is_confirm(deed.what):
        _known("what", deed.what, (o["what"] for o in offers))


def _known(field: str, word: str, offered: Iterable[str]) -> None:
    words = list(dict.fromkeys(offered))
    if word in words:
        return
    now = ", ".join(words) if any(words) else "nothing"
    hint = near(word, words)
    raise Trouble(
        "not_offered",
        f"{field}={word} is not what the table can take now{f': {hint}' if hint else ''}",
        f"{field} is now one of: {now}" if any(words) else f"leave {field} out",
    )
