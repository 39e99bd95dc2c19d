"""Visits, rates and names by themselves: bounded, hashed, and nobody else's."""

from __future__ import annotations

import pytest

from tablectl.console.hosts import hosts
from tablectl.console.rates import Rate, Rates
from tablectl.console.visits import Visits


class Clock:
    def __init__(self) -> None:
        self.at = 0.0

    def __call__(self) -> float:
        return self.at


@pytest.fixture
def clock() -> Clock:
    return Clock()


# ------------------------------------------------------------------ visits


def test_a_cookie_is_random_and_only_its_hash_is_kept(clock: Clock) -> None:
    visits = Visits(clock)
    visit, cookie = visits.begin()
    assert len(cookie) >= 43  # 256 bits
    assert visits.find(cookie) is visit
    assert visits.find(cookie[:-1]) is None
    assert cookie not in repr(vars(visits))


def test_a_token_follows_from_its_cookie_and_is_no_other_s(clock: Clock) -> None:
    visits = Visits(clock)
    (_, one), (_, other) = visits.begin(), visits.begin()
    assert visits.token_fits(one, visits.token(one))
    assert not visits.token_fits(one, visits.token(other))
    assert not Visits(clock).token_fits(one, visits.token(one))


def test_a_renewed_cookie_replaces_the_one_before(clock: Clock) -> None:
    visits = Visits(clock)
    visit, before = visits.begin()
    after = visits.renew(visit)
    assert visits.find(before) is None
    assert visits.find(after) is visit
    assert len(visits) == 1


def test_there_are_only_so_many_visits_and_who_is_signed_in_goes_last(clock: Clock) -> None:
    visits = Visits(clock, most=3)
    first, cookie = visits.begin()
    first.enter("d1", ("dealer",), None, clock())
    for _ in range(10):
        clock.at += 1.0
        last, newest = visits.begin()
    assert len(visits) == 3
    assert visits.find(cookie) is first
    assert visits.find(newest) is last


# ------------------------------------------------------------------ rates


def test_a_bucket_is_used_up_and_fills_by_itself(clock: Clock) -> None:
    rates, rate = Rates(clock), Rate(burst=2, second=0.5)
    assert [rates.takes("a", rate) for _ in range(3)] == [0, 0, 2]
    assert rates.takes("b", rate) == 0
    clock.at = 2.0
    assert [rates.takes("a", rate) for _ in range(2)] == [0, 2]


def test_only_the_last_so_many_are_counted(clock: Clock) -> None:
    rates, rate = Rates(clock, most=10), Rate(burst=1, second=1)
    assert rates.takes("a", rate) == 0
    for number in range(10):
        rates.takes(number, rate)
    assert rates.takes("a", rate) == 0  # forgotten, and so full again


# ------------------------------------------------------------------ names


@pytest.mark.parametrize(
    ("address", "url"),
    [("127.0.0.1", "http://127.0.0.1:8080/"), ("::1", "http://[::1]:8080/")],
)
def test_people_are_told_the_address_that_is_listened_on(address: str, url: str) -> None:
    assert hosts(address, 8080).url == url


def test_a_certificate_names_what_else_it_goes_by() -> None:
    named = hosts("0.0.0.0", 443, ["*.house.example", "table.example"], tls=True)
    assert named.includes("t1.house.example")
    assert named.includes("table.example:443")
    assert not named.includes("house.example")
    assert not named.includes("a.b.house.example")
    assert not named.includes("table.example:8443")
    assert not named.includes("0.0.0.0")
    assert named.is_origin("https://table.example", "table.example")
    assert not named.is_origin("http://table.example", "table.example")


@pytest.mark.parametrize("host", ["[::1", "127.0.0.1:99999", "127.0.0.1:80/x", "a@127.0.0.1:80"])
def test_what_is_no_host_is_none_of_ours(host: str) -> None:
    assert not hosts("127.0.0.1", 80).includes(host)
