"""Addresses that look like traps, and patterns that turn out to be some."""

from __future__ import annotations

import pytest

from pagemill.crawl.waste.traps import Budgets, Limits, has_session, misshapen, pattern

LIMITS = Limits()


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("http://a.example/a/b/c?x=1", ""),
        ("http://a.example/" + "x" * 3_000, "address too long"),
        ("http://a.example/" + "/".join(map(str, range(40))), "path too deep"),
        ("http://a.example/a/a/a/a", "path repeats itself"),
        ("http://a.example/2024/05/2024/05/2024/05", "path repeats itself"),
        ("http://a.example/a/b/a/c/a", ""),
        ("http://a.example/?" + "&".join(f"p{n}=1" for n in range(30)), "too many parameters"),
    ],
)
def test_shape(url: str, why: str) -> None:
    assert misshapen(url, LIMITS) == why


@pytest.mark.parametrize(
    ("url", "is_session"),
    [
        ("http://a.example/x;jsessionid=1A2B3C4D5E", True),
        ("http://a.example/?PHPSESSID=0123456789abcdef", True),
        ("http://a.example/(S(abcdefghij0123456789klmn))/x", True),
        ("http://a.example/?side=abcdefghij", False),
        ("http://a.example/sid/cards", False),
    ],
)
def test_sessions(url: str, is_session: bool) -> None:
    assert has_session(url) is is_session


def test_addresses_of_one_kind_share_a_pattern() -> None:
    first = pattern("http://a.example/cal/2024/05?month=3&view=x")
    assert first == pattern("http://a.example/cal/1999/11?view=y&month=12#top")
    assert first != pattern("http://a.example/cal/2024?view=x&month=3")
    assert pattern("http://a.example/i/0123456789abcdef") == pattern(
        "http://a.example/i/fedcba98765432100"
    )


CALENDAR = "http://a.example/cal/{}"
MONTHS = "January February March April May June July".split()
FRAME = frozenset("Nothing happens in this month of the year".split())


def words(number: int) -> frozenset[str]:
    return frozenset(f"word{number}x{place}" for place in range(9))


def test_pages_that_are_alike_are_given_up_after_a_few() -> None:
    budgets = Budgets(LIMITS)
    for number in range(LIMITS.alike):
        url = CALENDAR.format(number)
        assert not budgets.is_spent(url)
        budgets.add(url, FRAME | {MONTHS[number]}, is_new=True)
    assert budgets.is_spent(CALENDAR.format(9))
    assert not budgets.is_spent("http://a.example/other")


def test_a_kind_that_goes_dry_is_given_up_in_proportion_to_what_it_brought() -> None:
    budgets = Budgets(LIMITS)
    url = CALENDAR.format(1)
    for number in range(20):
        budgets.add(url, words(number), is_new=True)
    for _ in range(180):
        assert not budgets.is_spent(url)
        budgets.add(url, words(0), is_new=False)
    budgets.add(url, words(0), is_new=False)
    assert budgets.is_spent(url)


def test_a_kind_that_keeps_bringing_new_pages_is_never_spent() -> None:
    budgets = Budgets(LIMITS)
    for number in range(5_000):
        is_new = number < 2 or number % 9 == 0
        budgets.add(CALENDAR.format(number), words(number if is_new else 0), is_new=is_new)
        assert not budgets.is_spent(CALENDAR.format(number))


def test_choices_that_can_be_combined_share_a_budget() -> None:
    budgets = Budgets(LIMITS)
    for number in range(LIMITS.alike):
        budgets.add(f"http://a.example/list?p{number}=1", FRAME, is_new=False)
    assert budgets.is_spent("http://a.example/list?new=1")


def test_a_path_that_only_grows_has_one_budget() -> None:
    budgets = Budgets(LIMITS)
    for number in range(LIMITS.alike):
        budgets.add("http://a.example/deep" + "/more" * (number + 1), FRAME, is_new=False)
    assert budgets.is_spent("http://a.example/deep/another")
    assert not budgets.is_spent("http://a.example/page")


def test_memory_of_kinds_is_bounded() -> None:
    budgets = Budgets(LIMITS)
    for number in range(3_000):
        budgets.add(f"http://a.example/page-{'x' * (number % 60)}{number}y", FRAME, is_new=True)
    assert len(budgets._yields) <= 1_000
