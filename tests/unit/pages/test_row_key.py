from __future__ import annotations

import pytest

from pagemill.errors import UsageError
from pagemill.pages.row_key import host_of, host_part, row_key, url_of


@pytest.mark.parametrize(
    ("url", "key"),
    [
        ("https://www.example.org:8443/a?b=1", "org,example,www:8443)/a?b=1 https"),
        ("http://example.org", "org,example) http"),
        ("http://example.org/A(b),c#d", "org,example)/A(b),c#d http"),
        ("http://192.0.2.1/", "192.0.2.1)/ http"),
        ("http://[2001:db8::1]:80/x", "[2001:db8::1]:80)/x http"),
        ("file:///home/a.html", ")/home/a.html file"),
        ("http://例子.测试/路", "测试,例子)/路 http"),
    ],
)
def test_a_key_has_the_host_reversed_and_leads_back(url: str, key: str):
    assert row_key(url) == key
    assert url_of(key) == url


def test_the_case_of_scheme_and_host_does_not_count():
    assert row_key("HTTP://Example.ORG/A") == row_key("http://example.org/A")
    assert row_key("http://example.org/A") != row_key("http://example.org/a")


def test_pages_of_a_host_lie_together():
    urls = ["http://a.org/x", "http://b.a.org/", "https://a.org/y", "http://a.org.evil/"]
    assert sorted(map(row_key, urls)) == [row_key(urls[n]) for n in (3, 0, 2, 1)]
    hosts = [host_part(row_key(url)) for url in urls]
    assert hosts == ["org,a", "org,a,b", "org,a", "evil,org,a"]
    assert host_part(row_key("http://a.org:81/")) == "org,a"


@pytest.mark.parametrize(
    "url", ["", "a.org/x", "http://a.org/ b", "http://a\x00", "x" * 70_000]
)
def test_what_is_no_address_has_no_key(url: str):
    with pytest.raises(UsageError, match="absolute address"):
        row_key(url)


def test_marks_in_a_host_do_not_break_a_key():
    for url in ("http://a)b.org/x", "http://a,b.org/x"):
        assert row_key(url_of(row_key(url))) == row_key(url)


def test_a_host_is_named_by_name_or_address():
    assert host_of("Example.org") == host_of("https://example.org:81/x") == "org,example"
    for text in ("", "a/b", "file:///x", "a b"):
        with pytest.raises(UsageError, match="names no host"):
            host_of(text)
