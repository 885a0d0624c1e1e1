from __future__ import annotations

import hmac
from itertools import count
from urllib.parse import parse_qs, urlencode

import pytest

from pagemill.crawl.revisiting.websub import LEASE, Subscription, Subscriptions

FEED, HUB = "http://a.example/feed", "http://hub.example/"


def subscribed(lease: float = 1_000.0) -> tuple[Subscriptions, Subscription]:
    """One feed, confirmed at instant 10."""
    numbers = count()
    known = Subscriptions("http://me.example/w/", lambda: f"drawn{next(numbers)}")
    known.want(FEED, "", HUB, 0.0)
    [one] = known.due(0.0)
    known.asked(one, 1.0, accepted=True)
    assert known.confirmed(one.name, query(lease=lease), 10.0) == "c1"
    return known, one


def query(mode: str = "subscribe", topic: str = FEED, lease: float = 1_000.0) -> str:
    said = {"hub.mode": mode, "hub.topic": topic, "hub.challenge": "c1"}
    return urlencode({**said, "hub.lease_seconds": int(lease)})


def signed(secret: str, body: bytes, method: str = "sha256") -> dict[str, str]:
    return {
        "x-hub-signature": f"{method}={hmac.new(secret.encode(), body, method).hexdigest()}"
    }


def test_the_hub_is_told_where_what_and_with_which_secret() -> None:
    known, one = subscribed()
    said = {key: values[0] for key, values in parse_qs(known.request(one).decode()).items()}
    assert said == {
        "hub.callback": f"http://me.example/w/{one.name}",
        "hub.mode": "subscribe",
        "hub.topic": FEED,
        "hub.lease_seconds": str(int(LEASE)),
        "hub.secret": one.secret,
    }
    assert one.secret != one.name


def test_it_is_renewed_before_it_ends() -> None:
    known, one = subscribed(lease=1_000.0)
    assert known.standing == 1
    assert known.due(800.0) == []
    assert known.due(811.0) == [one]
    assert one.until == 1_010.0


def test_what_was_not_meant_is_not_confirmed() -> None:
    known, one = subscribed()
    assert known.confirmed(one.name, query(topic="http://b.example/"), 20.0) is None
    assert known.confirmed(one.name, query(mode="unsubscribe"), 20.0) is None
    assert known.confirmed("guessed", query(), 20.0) is None
    assert known.confirmed(one.name, "hub.mode=subscribe", 20.0) is None
    assert one.until == 1_010.0


def test_a_hub_that_denies_is_asked_later() -> None:
    known, one = subscribed()
    assert known.confirmed(one.name, query(mode="denied"), 20.0) == ""
    assert known.standing == 0
    assert known.due(21.0) == []
    assert known.due(100.0) == [one]


@pytest.mark.parametrize("method", ["sha1", "sha256", "sha384", "sha512"])
def test_news_are_believed_if_they_are_signed(method: str) -> None:
    known, one = subscribed()
    assert known.pushed(one.name, signed(one.secret, b"new", method), b"new", 20.0) == FEED


def test_news_that_are_forged_late_or_of_nobody_are_not() -> None:
    known, one = subscribed()
    right = signed(one.secret, b"new")
    assert known.pushed(one.name, {}, b"new", 20.0) == ""
    assert known.pushed(one.name, signed("guess", b"new"), b"new", 20.0) == ""
    assert known.pushed(one.name, right, b"other", 20.0) == ""
    assert known.pushed(one.name, {"x-hub-signature": "md5=00"}, b"new", 20.0) == ""
    assert known.pushed(one.name, right, b"new", 2_000.0) == ""
    assert known.pushed("guessed", right, b"new", 20.0) is None


def test_a_hub_that_does_not_accept_is_asked_later_and_later() -> None:
    known = Subscriptions("http://me.example/", lambda: "x")
    known.want(FEED, FEED, HUB, 0.0)
    [one] = known.due(0.0)
    waits: list[float] = []
    for _ in range(15):
        known.asked(one, 0.0, accepted=False)
        waits.append(one.due_at)
    assert waits[:3] == [60.0, 120.0, 240.0]
    assert waits[-1] == 86_400.0


def test_a_feed_is_subscribed_once_and_anew_if_it_moves_to_another_hub() -> None:
    known, one = subscribed()
    known.want(FEED, FEED, HUB, 20.0)
    assert known.due(20.0) == []
    known.want(FEED, FEED, "http://other.example/", 20.0)
    [moved] = known.due(20.0)
    assert moved.name != one.name
    assert known.pushed(one.name, signed(one.secret, b"x"), b"x", 30.0) is None
