"""Addresses that look like traps, and patterns that turn out to be some."""

from __future__ import annotations

import pytest

from pagemill.crawl.traps import Budgets, Limits, has_session, misshapen, pattern

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


def test_a_pattern_that_brings_nothing_new_is_spent_after_its_trial() -> None:
    budgets = Budgets(LIMITS)
    for number in range(LIMITS.trial):
        assert not budgets.is_spent("a.example/cal")
        budgets.add("a.example/cal", is_fresh=number == 0)
    assert budgets.is_spent("a.example/cal")
    assert not budgets.is_spent("a.example/other")


def test_a_pattern_that_keeps_bringing_new_pages_is_never_spent() -> None:
    budgets = Budgets(LIMITS)
    for number in range(5_000):
        budgets.add("a.example/cal", is_fresh=number % 9 == 0)
        assert not budgets.is_spent("a.example/cal")
