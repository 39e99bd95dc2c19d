"""Sealing: what a token tells, and what it takes to open a seal."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tablectl.journal.records import key_fits
from tablectl.sealing import SealBroken, Sealer, TableSeals
from tablectl.words.cards import JOKER, STANDARD_52, Card, Composition, Secret
from tests.tables import KEY

ACE, KING = Card.of("AS"), Card.of("KS")
ALL = (*STANDARD_52, JOKER)


# ---------------------------------------------------------------- tokens


def test_equal_cards_of_one_shuffle_are_sealed_alike() -> None:
    assert Sealer(KEY).seal(ACE, "shuffle-1") == Sealer(KEY).seal(ACE, "shuffle-1")


def test_different_cards_of_one_shuffle_have_different_tokens() -> None:
    assert len({Sealer(KEY).seal(card, "shuffle-1").token for card in ALL}) == 53


def test_the_same_card_of_another_shuffle_has_another_token() -> None:
    sealer = Sealer(KEY)
    one, other = (sealer.seal(ACE, shuffle).token for shuffle in ("shuffle-1", "shuffle-2"))
    assert one.rpartition(".")[2] != other.rpartition(".")[2]


def test_shuffles_that_read_alike_are_still_two() -> None:
    sealer = Sealer(KEY)
    names = ("S 1-1-1", "S/1-1-1", "x" * 200, "x" * 201)
    assert len({sealer.seal(ACE, name).token for name in names}) == len(names)


def test_another_key_makes_other_tokens() -> None:
    assert Sealer(KEY).seal(ACE, "s").token != Sealer(KEY[::-1]).seal(ACE, "s").token


def test_where_cards_occur_several_times_no_two_have_equal_tokens_or_ciphers() -> None:
    sealer = Sealer(KEY)
    sealed = [sealer.seal(ACE, "shuffle-1", number) for number in range(8)]
    assert len({secret.token for secret in sealed}) == 8
    assert len({secret.cipher for secret in sealed}) == 8


@pytest.mark.parametrize("shuffle", ["S-1-1-1", "a|b c", "Tisch \u00e4", "x" * 300, ""])
def test_every_token_can_stand_in_the_record_whatever_the_device_is_called(shuffle: str) -> None:
    assert key_fits(Sealer(KEY).seal(ACE, shuffle, 7).token)


def test_neither_token_nor_cipher_has_a_trace_of_its_card() -> None:
    for card in ALL:
        secret = Sealer(KEY).seal(card, "shoe-blue-1")
        assert re.fullmatch(r"shoe-blue-1\.[0-9a-f]{32}", secret.token)
        assert re.fullmatch(r"[0-9a-f]{36}", secret.cipher)


def test_a_short_key_is_no_key() -> None:
    with pytest.raises(ValueError, match="at least 16 bytes"):
        Sealer(b"too short")


# ---------------------------------------------------------------- opening


@pytest.mark.parametrize("number", [None, 7])
def test_whoever_has_key_token_and_cipher_can_open_every_seal(number: int | None) -> None:
    sealed = [Sealer(KEY).seal(card, "s.1|x", number) for card in ALL]
    assert [Sealer(KEY).open(secret) for secret in sealed] == list(ALL)


def test_another_key_opens_nothing() -> None:
    for card in ALL:
        with pytest.raises(SealBroken, match="do not belong together"):
            Sealer(KEY[::-1]).open(Sealer(KEY).seal(card, "s"))


def test_a_token_is_not_opened_by_the_cipher_of_another() -> None:
    sealer = Sealer(KEY)
    ace, king = sealer.seal(ACE, "s"), sealer.seal(KING, "s")
    with pytest.raises(SealBroken, match=re.escape(ace.token)):
        sealer.open(replace(ace, cipher=king.cipher))


def test_a_cipher_moved_to_another_shuffle_opens_nothing() -> None:
    sealer = Sealer(KEY)
    one, other = sealer.seal(ACE, "shuffle-1"), sealer.seal(ACE, "shuffle-2")
    with pytest.raises(SealBroken):
        sealer.open(replace(other, cipher=one.cipher))


@pytest.mark.parametrize("cipher", ["", "zz", "0", "00" * 18, "AS", "\ud800"])
def test_a_token_cannot_be_opened_without_its_cipher(cipher: str) -> None:
    token = Sealer(KEY).seal(ACE, "s").token
    with pytest.raises(SealBroken) as raised:
        Sealer(KEY).open(Secret(token, cipher))
    assert "AS" not in str(raised.value).replace(cipher, "")


def test_what_is_no_token_opens_nothing() -> None:
    cipher = Sealer(KEY).seal(ACE, "s").cipher
    for token in ("", "s", "s.", "\ud800"):
        with pytest.raises(SealBroken):
            Sealer(KEY).open(Secret(token, cipher))


# ---------------------------------------------------------------- the seals of a table


def test_a_duplicate_betrays_itself_in_a_set_that_holds_each_card_once() -> None:
    seals = TableSeals(Sealer(KEY), Composition(1))
    assert seals.seal(ACE, "s", 3) == seals.seal(ACE, "s", 9)


def test_twins_do_not_betray_each_other_in_a_set_of_several_decks() -> None:
    seals = TableSeals(Sealer(KEY), Composition(8))
    assert seals.seal(ACE, "s", 3).token != seals.seal(ACE, "s", 9).token


def test_a_joker_belongs_only_to_a_set_that_has_one() -> None:
    sealer = Sealer(KEY)
    assert not TableSeals(sealer, Composition(1)).belongs(JOKER)
    assert TableSeals(sealer, Composition(1, jokers=1)).belongs(JOKER)
    assert TableSeals(sealer, Composition(1)).belongs(ACE)
