"""Buttons: the acts that a role may do now, from the offers of its view.

Every offer becomes one button or several, and nothing else does: what may be done, the core alone
says. Here it is only told how an offer reads, what is left to be filled in, where on the felt it
belongs, and which act is the usual next one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tablectl import texts
from tablectl.console.asks import Ask, Button, ask, button, counted_ask, note
from tablectl.console.unasked import UNASKED

View = Mapping[str, Any]
Offer = Mapping[str, Any]

RECUT = "cut_improper"
"""The one report that is the house's own to make: the supervisor has the deck cut again."""
REMEDY = "remedy"
CUTTING_CARD = "cutting_card"
HOUSE_OWNERS = ("arrangement", "identity", "notice", "relief")
"""Whose dues change the table and not the round."""
IN_HAND = ("round", "deck")
"""Whose checklists are what a dealer does anyway: they are told, and not ticked off."""
MATCHED = {
    "call": ("call_due", ("call",)),
    "deal": ("cards_due", ()),
    "choose": ("choice_due", ("question", "hands")),
    "check": ("check_due", ("check",)),
    "count": ("count_due", ("place",)),
    "turn": ("turn_due", ("places",)),
    "move": ("move_due", ("to", "sources")),
    "settle": ("settle_due", ("stage",)),
    "confirm": ("confirm_due", ("what", "subject")),
}
"""By deed, the kind of due that it answers and what the offer has in common with it."""


def grouped(seen: View) -> dict[str, list[Button]]:
    """Every act that may be done now: answers, corrections, reports, changes of the house."""
    made: dict[str, list[Button]] = {name: [] for name in ("buttons", *_GROUPS)}
    for offer in seen["offers"]:
        made[_group(offer, seen)] += _WAYS[offer["deed"]](offer, seen)
    return made


_GROUPS: Mapping[str, tuple[str, ...]] = {
    "corrections": ("amend_wager", "amend_choice", "amend_count", "declare_contents"),
    "reports": ("declare", "dispute"),
    "changes": ("change_option",),
}


def _group(offer: Offer, seen: View) -> str:
    deed = offer["deed"]
    if offer.get("kind") == RECUT:
        return "changes"
    if deed == "confirm":
        return "changes" if _is_the_houses(_due_of(offer, seen), seen) else "buttons"
    return next((name for name, deeds in _GROUPS.items() if deed in deeds), "buttons")


def _is_the_houses(due: View, seen: View) -> bool:
    """Whether nobody waits for it and it is not about the cards of this round."""
    if _is_prompt(due, seen) or due["what"] == CUTTING_CARD:
        return False
    idle = bool(due.get("idle"))
    return idle and (due["owner"] in HOUSE_OWNERS or due["owner"] in ("table", "deck"))


def _due_of(offer: Offer, seen: View) -> View:
    """The due that an offer answers."""
    kind, common = MATCHED[offer["deed"]]
    same = [
        due
        for due in seen["dues"]
        if due["is"] == kind and all(due.get(name, "") == offer[name] for name in common)
    ]
    found: View = same[0]
    return found


def _is_prompt(due: View, seen: View) -> bool:
    return bool(seen["prompt"]) and seen["prompt"]["due"] == due


def _seat(place: str) -> int:
    return int(place.removeprefix("seat_"))


# ---------------------------------------------------------------- wagers


def _bet(offer: Offer, seen: View) -> Iterator[Button]:
    owed = _is_owed(offer, seen)
    for seat in offer["seats"]:
        for kind in offer["wagers"]:
            place, wager = f"seat_{seat}", kind["name"]
            asks = _stake_asks(offer, kind, seat, _usual(seen, place, kind))
            deed = {"is": "bet", "seat": seat, "wager": wager}
            hint = texts.limits_text(kind.get("least"), kind.get("most"))
            label = texts.bet_label(wager, None)
            which = f"bet:{seat}:{wager}"
            made = button(which, label, deed, offer["basis"], place=place, asks=asks, hint=hint)
            yield {**made, "primary": owed}
            owed = False  # the next one, and only that


def _is_owed(offer: Offer, seen: View) -> bool:
    """Whether the round waits for the wagers of an offer, and the prompt asks for them."""
    due = seen["prompt"]["due"] if seen["prompt"] else {}
    owed = due.get("is") == "wager_due" and due["must"]
    return bool(owed) and {*offer["seats"]} <= {*due["seats"]}


def _stake_asks(offer: Offer, kind: View, seat: int, usual: int | None) -> tuple[Ask, ...]:
    cents = ask("cents", "amount", optional=True, value=usual, least=kind.get("least"))
    asks = [{**cents, "most": kind.get("most")}]
    if kind.get("most") is not None:
        asks.append(ask("over", "flag", optional=True, value=False))
    if offer.get("two_positions"):
        seats = [(s, texts.place_label(f"seat_{s}")) for s in offer["seats"] if s != seat]
        asks.append(ask("player", "one_of", optional=True, choices=seats))
    return tuple(asks)


def _usual(seen: View, place: str, kind: View) -> int | None:
    """What this seat bet last, as far as it lies there; else the least that may be bet."""
    round_ = seen["round"]
    lying = {**round_["again"].get(place, {}), **round_["wagers"].get(place, {})}
    usual: int | None = lying.get(kind["name"], kind.get("least"))
    return usual


def _take_back(offer: Offer, _: View) -> Iterator[Button]:
    for place, wagers in offer["placed"].items():
        for wager in wagers:
            deed = {"is": "take_back", "seat": _seat(place), "wager": wager}
            label = texts.take_back_label(wager)
            which = f"take_back:{place}:{wager}"
            yield button(which, label, deed, offer["basis"], place=place)


# ---------------------------------------------------------------- what the round waits for


def _plain(offer: Offer, seen: View, which: str, label: str, deed: View) -> Button:
    """An act in which nothing is left to be filled in."""
    due = _due_of(offer, seen)
    hint, primary = texts.asked_text(due), _is_prompt(due, seen)
    one = offer.get("only_by", "")
    return button(which, label, deed, offer["basis"], hint=hint, primary=primary, only_by=one)


def _call(offer: Offer, seen: View) -> Iterator[Button]:
    call = offer["call"]
    yield _plain(offer, seen, f"call:{call}", texts.call_label(call), {"is": "call", "call": call})


def _deal(offer: Offer, seen: View) -> Iterator[Button]:
    decks = _due_of(offer, seen).get("decks") or [""]
    for deck in decks:
        made = _plain(offer, seen, f"deal:{deck}", texts.deal_label(deck), _dealt(deck))
        yield {**made, "primary": made["primary"] and len(decks) == 1}


def _dealt(deck: str) -> View:
    return {"is": "deal", "deck": deck} if deck else {"is": "deal"}


def _move(offer: Offer, seen: View) -> Iterator[Button]:
    label, to = texts.move_label(offer), offer["to"]
    yield _plain(offer, seen, f"move:{to}:{offer['sources'][0]}", label, {"is": "move", "to": to})


def _settle(offer: Offer, seen: View) -> Iterator[Button]:
    stage = offer["stage"]
    deed = {"is": "settle", "stage": stage}
    yield _plain(offer, seen, f"settle:{stage}", texts.stage_label(stage), deed)


def _check(offer: Offer, seen: View) -> Iterator[Button]:
    due = _due_of(offer, seen)
    found = shown_on_stage(seen, "checked", due["place"])
    for yes in (True, False):
        deed = {"is": "check", "check": offer["check"], "yes": yes}
        label, hint = texts.check_label(offer["check"], yes=yes), texts.asked_text(due)
        which = f"check:{offer['check']}:{'yes' if yes else 'no'}"
        usual, place = found is yes and _is_prompt(due, seen), due["place"]
        yield button(which, label, deed, offer["basis"], hint=hint, primary=usual, place=place)


def _count(offer: Offer, seen: View) -> Iterator[Button]:
    due, place = _due_of(offer, seen), offer["place"]
    size = sum(pile["count"] for pile in seen["places"].values())
    yield button(
        f"count:{place}",
        texts.count_label(place),
        {"is": "count", "place": place},
        offer["basis"],
        hint=texts.asked_text(due),
        primary=_is_prompt(due, seen),
        place=place,
        asks=(counted_ask(size, shown_on_stage(seen, "counted", place)),),
    )


def shown_on_stage(seen: View, what: str, place: str) -> Any:
    """What there is to be seen of simulated cards at a place; None where people look themselves."""
    return ((seen.get("stage") or {}).get(what) or {}).get(place)


def _turn(offer: Offer, seen: View) -> Iterator[Button]:
    """Cards that a shoe has read are turned in one go; others hand by hand, and keyed in."""
    places, due = offer["places"], _due_of(offer, seen)
    read = [place for place in places if place in seen["sealed"]]
    turned = read if places[0] in read and places[: len(read)] == read else places[:1]
    optional = places[0] not in due.get("named", ())
    asks = () if places[0] in read else (_cards_ask(places[0], seen, optional=optional),)
    reader = reads(seen)
    yield button(
        f"turn:{turned[0]}",
        texts.turn_label(turned),
        {"is": "turn", "shown": [{"place": place} for place in turned]},
        offer["basis"],
        hint=texts.reader_text(reader) if reader and asks else texts.asked_text(due),
        primary=_is_prompt(due, seen) and not (reader and asks),
        place=turned[0],
        asks=asks,
    )


def _cards_ask(place: str, seen: View, *, optional: bool) -> Ask:
    count = seen["places"].get(place, {"count": 0})["count"]
    shown = shown_on_stage(seen, "showing", place)
    path: list[str | int] = ["shown", 0, "cards"]
    return ask("cards", "cards", path=path, count=count, value=shown, optional=optional)


def reads(seen: View) -> str:
    """The device that reads the cards that people turn up, where one is in working order."""
    ready = (
        name
        for name, device in seen["devices"].items()
        if device["kind"] == "reader" and "faces" in device["can"] and device["phase"] == "ready"
    )
    return next(ready, "")


# ---------------------------------------------------------------- questions


def _choose(offer: Offer, seen: View) -> Iterator[Button]:
    hands, due = offer["hands"], _due_of(offer, seen)
    simple = [each["name"] for each in due["options"] if not each.get("shifts")]
    usual = _usual_answer(offer, simple, seen)
    for choice in offer["choices"]:
        yield _answer(offer, seen, hands[0], choice)
    if len(hands) > 1:
        for choice in simple:
            primary = choice == usual and _is_prompt(due, seen)
            yield {**_answer(offer, seen, hands[0], choice, rest=True), "primary": primary}
        for hand in hands[1:]:
            for choice in offer["choices"]:
                if usual:
                    yield _answer(offer, seen, hand, choice, before=usual)


def _usual_answer(offer: Offer, simple: list[str], seen: View) -> str:
    """What is said for hands that nobody named; "" where each has to be asked.

    It is the first answer, but none that has an amount of its own: how much somebody puts down,
    the button of another hand must not say.
    """
    question, hands = offer["question"], offer["hands"]
    amounts = seen["stakes"].get(question, {}).get(hands[0], {})
    first: str = next((each for each in offer["choices"] if each not in amounts), "")
    return first if first in simple else ""


def _answer(
    offer: Offer, seen: View, hand: str, choice: str, *, rest: bool = False, before: str = ""
) -> Button:
    question = offer["question"]
    deed: dict[str, Any] = {"is": "choose", "question": question, "hand": hand, "choice": choice}
    deed |= {"rest": True} if rest else {}
    deed |= {"before": before} if before else {}
    most = seen["stakes"].get(question, {}).get(hand, {}).get(choice)
    staked = () if most is None or rest else (_stake(most),)
    asked = f"{question}:{hand}:{choice}"
    return button(
        f"choose:{asked}{':rest' if rest else ''}",
        texts.all_label(question, choice, others=_begun(offer, seen))
        if rest
        else texts.choice_label(question, choice),
        deed,
        offer["basis"],
        hint=texts.before_text(before) if before else texts.asked_text(_due_of(offer, seen)),
        place="" if rest or question == REMEDY else hand,
        asks=staked,
    )


def _begun(offer: Offer, seen: View) -> bool:
    """Whether some hand has answered this question already."""
    return any(said["question"] == offer["question"] for said in seen["said"].values())


def _stake(most: int) -> Ask:
    return ask("cents", "amount", optional=True, least=1, most=most, value=most)


# ---------------------------------------------------------------- confirmations


def _confirm(offer: Offer, seen: View) -> Iterator[Button]:
    what, subject = offer["what"], offer["subject"]
    due = _due_of(offer, seen)
    ticked = due["owner"] not in IN_HAND
    deed = {"is": "confirm", "what": what, **({"subject": subject} if subject else {})}
    told = {**due, "checklist": []} if ticked else due
    yield button(
        f"confirm:{what}:{subject}",
        texts.confirm_label(what, subject),
        deed,
        offer["basis"],
        hint=texts.asked_text(told),
        primary=_is_prompt(due, seen),
        asks=tuple(_confirm_asks(offer, seen)),
        checklist=tuple(texts.checklist_texts(offer["checklist"])) if ticked else (),
        not_by=offer["not_by"],
    )


def _confirm_asks(offer: Offer, seen: View) -> Iterator[Ask]:
    if offer["what"] == CUTTING_CARD:
        seats = [(n, texts.place_label(f"seat_{n}")) for n in range(1, seen["seats"] + 1)]
        choices = [(0, texts.place_label("dealer")), *seats]
        yield ask("number", "one_of", label="before", choices=choices, optional=True)
    elif offer.get("counted"):
        yield ask("number", "number", least=offer["least"], most=offer["most"])
    if offer["told"]:
        yield note("decided")


_WAYS: Mapping[str, Callable[[Offer, View], Iterator[Button]]] = {
    **UNASKED,
    "bet": _bet,
    "take_back": _take_back,
    "call": _call,
    "deal": _deal,
    "choose": _choose,
    "check": _check,
    "count": _count,
    "turn": _turn,
    "move": _move,
    "settle": _settle,
    "confirm": _confirm,
}
