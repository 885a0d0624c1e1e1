"""Secrets go to their own site."""

from __future__ import annotations

from pagemill.crawl.fetching.access import NOBODY, Access, Login

MINE = Login(user="me", password="secret", headers=(("X-Key", "k1"),))


def test_a_login_belongs_to_a_host_or_to_an_origin() -> None:
    one = Access(logins={"a.example": MINE})
    assert one.login("http", "a.example", 80) == MINE
    assert one.login("https", "a.example", 8443) == MINE
    assert one.login("https", "b.a.example", 443) is NOBODY
    strict = Access(logins={"https://a.example:8443": MINE, "https://b.example": MINE})
    assert strict.login("https", "a.example", 8443) == MINE
    assert strict.login("http", "a.example", 8443) is NOBODY
    assert strict.login("https", "a.example", 443) is NOBODY
    assert strict.login("https", "b.example", 443) == MINE


def test_no_secret_is_shown_by_accident() -> None:
    told = repr(Access(logins={"a.example": MINE}, cookies=("c\td",)))
    assert "secret" not in told
    assert "k1" not in told
    assert "c\\td" not in told
    assert Access(logins={"a": MINE}).secrets == {b"x-key"}
