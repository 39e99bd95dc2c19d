"""Answers: which deed answers which due, and what it does.

One function a due. Each either leaves its facts in the draft or returns the refusal that says why
not; none does both.
"""

from __future__ import annotations

from collections import Counter

from tablectl.table import again, ledger
from tablectl.table.consequences import REMEDY, choose_remedy
from tablectl.table.draft import Draft
from tablectl.table.faces import check_all_faces, put_faces, show
from tablectl.table.irregular import raise_
from tablectl.table.ledger import Claim
from tablectl.table.offered import Offered
from tablectl.table.places import OFF_LAYOUT, SHOE, seat_place
from tablectl.table.positions import not_this_position, note_player
from tablectl.table.preparing import confirm
from tablectl.table.relieving import not_the_dealer, relief
from tablectl.table.staking import (
    lift_wager,
    not_that_stake,
    over_limit,
    place_wager,
    stake_on,
    warn_of_limit,
)
from tablectl.words.acts import (
    Act,
    Bet,
    Call,
    Check,
    Choose,
    Confirm,
    Count,
    Deal,
    Deed,
    Move,
    Settle,
    Shown,
    TakeBack,
    Turn,
)
from tablectl.words.bases import HOUSE
from tablectl.words.cards import Known
from tablectl.words.dues import (
    CallDue,
    CardsDue,
    CheckDue,
    ChoiceDue,
    ConfirmDue,
    CountDue,
    Due,
    MoveDue,
    Option,
    SettleDue,
    Settling,
    TurnDue,
    WagerDue,
)
from tablectl.words.facts import (
    Called,
    Checked,
    Chose,
    CountedAt,
    CuttingCard,
    DealtFrom,
    Moved,
    Settled,
    Wagered,
)
from tablectl.words.irregularities import Kind
from tablectl.words.money import Cents
from tablectl.words.refusals import Refusal
from tablectl.words.values import replace

MOST_CENTS = 10**12
"""House policy: no wager is taken that no table could pay."""


def is_answer(due: Due, deed: Deed) -> bool:
    """Whether a deed is meant as the answer to a due; not yet whether it is a good one."""
    match due, deed:
        case (WagerDue(), Bet() | TakeBack()) | (CardsDue(), Deal()) | (TurnDue(), Turn()):
            return True
        case CallDue(call=wanted), Call(call=given):
            return wanted == given
        case ChoiceDue(question=wanted), Choose(question=given):
            return wanted == given and (wanted != REMEDY or deed.hand in due.hands)
        case CheckDue(check=wanted), Check(check=given):
            return wanted == given
        case CountDue(place=wanted), Count(place=given):
            return wanted == given
        case MoveDue(to=wanted), Move(to=given):
            return wanted == given
        case SettleDue(stage=wanted), Settle(stage=given):
            return wanted == given
        case ConfirmDue(what=wanted), Confirm(what=given):
            return wanted == given and due.subject == deed.subject
        case _:
            return False


def answer(draft: Draft, offered: Offered, act: Act) -> Refusal | None:
    match offered.due, act.deed:
        case WagerDue() as due, Bet() as deed:
            return _bet(draft, due, deed)
        case WagerDue() as due, TakeBack() as deed:
            return _take_back(draft, due, deed)
        case CallDue() as due, Call() as deed:
            return not_the_dealer(draft, due, act.by) or _call(draft, due, deed, act.by)
        case CardsDue() as due, Deal() as deed:
            return not_the_dealer(draft, due, act.by) or _deal(draft, due, deed)
        case ChoiceDue() as due, Choose() as deed:
            return _choose(draft, offered, due, deed)
        case CheckDue() as due, Check() as deed:
            return _check(draft, due, deed)
        case CountDue() as due, Count() as deed:
            return _count(draft, offered, due, deed, act.by)
        case TurnDue() as due, Turn() as deed:
            return _turn(draft, due, deed)
        case MoveDue() as due, Move():
            return _move(draft, offered, due)
        case SettleDue() as due, Settle() as deed:
            paid = any(line.settling is not Settling.COLLECT for line in due.lines)
            hands = tuple(dict.fromkeys(line.hand for line in due.lines))
            draft.record(Settled(deed.stage, paid, hands))
            return None
        case ConfirmDue() as due, Confirm() as deed:
            return confirm(draft, offered, due, deed, act.by)
        case _:
            raise TypeError(f"{act.deed} answers no {offered.due}")


# ---------------------------------------------------------------- wagers


def _bet(draft: Draft, due: WagerDue, deed: Bet) -> Refusal | None:
    kind = next((k for k in due.wagers if k.name == deed.wager), None)
    if kind is None:
        return Refusal("unknown_wager", due.basis, {"wager": deed.wager})
    refusal = not_this_position(draft, due, deed)
    if refusal is not None:
        return refusal
    cents = deed.cents
    if cents is not None and not 0 < cents <= MOST_CENTS:
        return Refusal("not_an_amount", HOUSE, {"cents": cents})
    if cents is not None and kind.least is not None and cents < kind.least:
        return Refusal("below_minimum", kind.basis, {"cents": cents, "least": kind.least})
    if over_limit(kind, cents) and not deed.over:
        args = {"cents": cents or 0, "most": kind.most or 0}
        return Refusal("above_maximum", kind.basis, args)
    again.forget(draft, seat_place(deed.seat), deed.wager)
    place_wager(draft, seat_place(deed.seat), deed.wager, cents)
    draft.record(Wagered(deed.seat, deed.wager, cents, on=True, player=deed.player))
    if not kind.behind:
        note_player(draft, deed)
    warn_of_limit(draft, deed.seat, kind, cents)
    return None


def _take_back(draft: Draft, due: WagerDue, deed: TakeBack) -> Refusal | None:
    place = seat_place(deed.seat)
    open_now = deed.seat in due.seats and any(k.name == deed.wager for k in due.wagers)
    proposed = draft.round.again.get(place, {})
    if not open_now or not (draft.view.has(place, deed.wager) or deed.wager in proposed):
        return Refusal("no_such_wager", due.basis, {"seat": deed.seat, "wager": deed.wager})
    cents = {**proposed, **draft.view.wagers(place)}[deed.wager]
    again.forget(draft, place, deed.wager)
    lift_wager(draft, place, deed.wager)
    draft.record(Wagered(deed.seat, deed.wager, cents, on=False))
    return None


def _call(draft: Draft, due: CallDue, deed: Call, by: str) -> Refusal | None:
    if due.lacking is not None:
        lack = due.lacking
        about = {"place": lack.place} if lack.place else {}
        return Refusal(lack.code, lack.basis, {"call": deed.call, **about})
    if deed.call == draft.rules.closing_call:
        again.take_up(draft)
        _close_wagers(draft, by)
    draft.record(Called(deed.call))
    return None


def _close_wagers(draft: Draft, by: str) -> None:
    """Freeze which hands are in play, from which deck they are dealt, and by whom."""
    hands = tuple(p for p in draft.view.betting if draft.rules.in_play(draft.view.wagers(p)))
    deck = draft.deck_in_shoe
    dealt = draft.round.uncounted + 1
    draft.put_round(replace(draft.round, hands=hands, deck=deck, uncounted=dealt))
    if relief(draft) is not None:
        draft.put_round(replace(draft.round, dealer=by))
    state = draft.decks[deck]
    draft.put_deck(deck, replace(state, uncounted=state.uncounted + 1))


# ---------------------------------------------------------------- cards


def _deal(draft: Draft, due: CardsDue, deed: Deal) -> Refusal | None:
    """Everything that is due is dealt, as far as there are cards."""
    if draft.shoe is not None:
        return Refusal("device_counts", due.basis, {"device": "shoe"})
    deck = deed.deck or (draft.deck_in_play if not due.decks else "")
    if deck not in draft.decks_in_shoe:
        return Refusal("deck_missing", due.basis, {"decks": " or ".join(due.decks) or "?"})
    deal_from(draft, deck, due)
    for target in due.to:
        if draft.ledger[deck].count(SHOE) >= target.count:
            draft.deal(deck, target)
    return None


def deal_from(draft: Draft, deck: str, due: CardsDue, device: str = "") -> None:
    """Cards come from this deck: it is the round's from now on, rightly or wrongly."""
    place = due.to[0].place
    told = CuttingCard(place) in draft.round.facts if due.decks else False
    if told and all(each.cutting != place for each in draft.decks.values()):
        draft.put_deck(deck, replace(draft.decks[deck], cutting=place))
    if not draft.rules.sides or deck == draft.round.deck:
        return
    draft.put_round(replace(draft.round, deck=deck, came=()))
    draft.record(DealtFrom(deck))
    if not due.decks:
        raise_(draft, Kind.WRONG_SIDE, device=device, deck=deck)


def _count(draft: Draft, offered: Offered, due: CountDue, deed: Count, by: str) -> Refusal | None:
    if not 0 <= deed.cards <= draft.rules.composition.size:
        return Refusal("not_a_count", due.basis, {"cards": deed.cards})
    if offered.owner == "case":
        count_for_case(draft, offered.subject, due, deed.cards)
    else:
        count_for_round(draft, due, deed.cards, by)
    return None


def count_for_case(draft: Draft, case_id: str, due: CountDue, cards: int) -> None:
    place = due.place
    draft.record(CountedAt(place, cards, due.deck))
    draft.put_cases(
        tuple(
            replace(c, agenda=c.agenda[1:], counts={**c.counts, place: cards})
            if c.id == case_id
            else c
            for c in draft.cases
        )
    )


def count_for_round(draft: Draft, due: CountDue, cards: int, source: str) -> None:
    counted = CountedAt(due.place, cards, due.deck)
    draft.record(counted)
    judge_count(draft, counted, source)


def judge_count(draft: Draft, counted: CountedAt, source: str) -> None:
    """A count that the round asked for: right, or the beginning of a search."""
    deck, place, cards = counted.deck or draft.deck_in_play, counted.place, counted.count
    holding = draft.ledger[deck]
    if cards == holding.count(place):
        draft.counted_right(deck)
        return
    draft.put_holding(deck, ledger.claimed(holding, place, Claim(cards, source, draft.seq)))
    raise_(
        draft,
        Kind.STUB_MISMATCH,
        place=place,
        deck=deck,
        detail=f"expected {holding.count(place)}, counted {cards}",
    )


def _turn(draft: Draft, due: TurnDue, deed: Turn) -> Refusal | None:
    places = tuple(shown.place for shown in deed.shown)
    if not places or places != due.places[: len(places)]:
        return Refusal("out_of_turn", due.basis, {"place": due.places[0]})
    for shown in deed.shown:
        refusal = _cannot_show(draft, due, shown)
        if refusal is not None:
            return refusal
    slip = _keyed_in_twice(draft, deed)
    if slip is not None:
        return slip
    for shown in deed.shown:
        turn(draft, shown)
    check_all_faces(draft)
    return None


def _cannot_show(draft: Draft, due: TurnDue, shown: Shown) -> Refusal | None:
    if not shown.cards:
        untold = shown.place in due.named
        return Refusal("cards_not_named", due.basis, {"place": shown.place}) if untold else None
    if ledger.tokens(draft.view.faces(shown.place)):
        return Refusal("device_reads", due.basis, {"place": shown.place})
    expected = draft.view.count(shown.place)
    if len(shown.cards) != expected:
        return Refusal(
            "wrong_number_of_cards",
            due.basis,
            {"place": shown.place, "cards": len(shown.cards), "expected": expected},
        )
    return None


def _keyed_in_twice(draft: Draft, deed: Turn) -> Refusal | None:
    """One person who names one card too often in one act has slipped, and looks again.

    A card that really is there twice is reported by declaring it, and may be keyed in then; what
    two acts or two devices say of one card is ruled on (`check_faces`). Where cards of two decks
    lie side by side, each may have it.
    """
    if any(ruled.irregularity.kind is Kind.DUPLICATE_CARD for ruled in draft.round.rulings):
        return None
    decks = 1 + len({n for shown in deed.shown for n in draft.other_decks_at(shown.place)})
    named = Counter(card for shown in deed.shown for card in shown.cards)
    for card, times in named.items():
        if times > decks * draft.rules.composition.copies(card) > 0:
            return Refusal("card_named_twice", HOUSE, {"card": card.code})
    return None


def turn(draft: Draft, shown: Shown) -> None:
    """Cards of a place are face up now. Sealed ones are unsealed first; then they are turned."""
    sealed = ledger.tokens(draft.view.faces(shown.place))
    if sealed:
        draft.turning = (*draft.turning, shown.place)
        draft.await_faces(sealed)
        return
    if shown.cards:
        put_faces(draft, shown.place, tuple([Known(card) for card in shown.cards]))
    show(draft, shown.place)


def _move(draft: Draft, offered: Offered, due: MoveDue) -> Refusal | None:
    named = offered.subject if offered.owner == "deck" else due.deck
    deck = named or draft.deck_in_play
    if due.to == SHOE and draft.returns:
        return Refusal("device_counts", due.basis, {"device": "shoe"})
    for source in due.sources:
        count = 0
        came = draft.view.faces(source) if source not in OFF_LAYOUT else ()
        for each in (*(() if named else draft.other_decks_at(source)), deck):
            count += draft.ledger[each].count(source)
            draft.move(each, source, due.to)
        draft.record(Moved(source, due.to, count))
        if draft.shoe is not None and due.to not in OFF_LAYOUT:
            draft.put_round(replace(draft.round, came=(*draft.round.came, *came)))
    if due.next_deck:
        draft.put_round(replace(draft.round, deck=due.next_deck))
        draft.record(DealtFrom(due.next_deck))
    return None


# ---------------------------------------------------------------- questions


def _choose(draft: Draft, offered: Offered, due: ChoiceDue, deed: Choose) -> Refusal | None:
    option = next((o for o in due.options if o.name == deed.choice), None)
    if option is None:
        return Refusal("unknown_choice", due.basis, {"choice": deed.choice})
    if offered.owner == "case":
        _choose_remedy(draft, offered.subject, deed)
        return None
    if deed.hand not in due.hands or (deed.hand != due.hands[0] and not deed.before):
        return Refusal("out_of_turn", due.basis, {"place": due.hands[0]})
    earlier = due.hands[: due.hands.index(deed.hand)]
    alike = next((o for o in due.options if o.name == deed.before), option)
    if earlier and (alike.name != deed.before or alike.shifts):
        return Refusal("unknown_choice", due.basis, {"choice": deed.before})
    refusal = not_that_stake(draft, deed.hand, option, deed.cents)
    if refusal is not None:
        return replace(refusal, basis=due.basis)
    for hand in earlier:
        _chosen(draft, due, hand, alike)
    all_alike = deed.rest and not option.shifts  # cards change place for one hand at a time
    for hand in due.hands[len(earlier) :] if all_alike else (deed.hand,):
        _chosen(draft, due, hand, option, deed.cents if hand == deed.hand else None)
    return None


def _chosen(
    draft: Draft, due: ChoiceDue, hand: str, option: Option, cents: Cents | None = None
) -> None:
    answer = answer_of(due.question, hand, option, cents)
    draft.record(answer)
    stake_on(draft, answer)
    draft.shift(option.shifts)


def answer_of(question: str, hand: str, option: Option, cents: Cents | None = None) -> Chose:
    adds, takes_back = option.adds, option.takes_back
    return Chose(question, hand, option.name, adds, takes_back, bool(option.shifts), cents)


def _choose_remedy(draft: Draft, case_id: str, deed: Choose) -> None:
    case = next(c for c in draft.cases if c.id == case_id)
    draft.record(Chose(deed.question, case_id, deed.choice))
    done = replace(case, agenda=case.agenda[1:])
    draft.put_cases(tuple(done if c.id == case_id else c for c in draft.cases))
    choose_remedy(draft, case, deed.choice)


def _check(draft: Draft, due: CheckDue, deed: Check) -> Refusal | None:
    if draft.checker() is not None:
        return Refusal("device_checks", due.basis, {"check": due.check})
    draft.record(Checked(due.check, deed.yes))
    return None
