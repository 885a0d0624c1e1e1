from __future__ import annotations

import pytest

from pagemill.archive.address import address, shortened
from pagemill.errors import DocumentError


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("http://example.org", "http://example.org"),
        ("<https://example.org/a?b#c>", "https://example.org/a?b#c"),
        ("https://me:pass@example.org:8080/@x", "https://example.org:8080/@x"),
        ("http://a@b@example.org/", "http://example.org/"),
        (" http://example.org/a\n b ", "http://example.org/a%20b"),
        ("HTTP://Example.org/é", "HTTP://Example.org/é"),
        ("file:///tmp/a.html", "file:///tmp/a.html"),
        ("http://[2001:db8::1]/", "http://[2001:db8::1]/"),
    ],
)
def test_an_address_is_kept_as_received_but_for_secrets_and_blanks(text: str, expected: str):
    assert address(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "example.org",
        "/path",
        "dns:example.org",
        "http://",
        "http:///path",
        "http://[broken/",
        "http://example.org:port/",
        "http://example.org/\x00",
        "http://example.org/\ud800",
        "javascript:alert(1)",
        "file://",
        "http://example.org/" + "a" * 70_000,
    ],
)
def test_what_is_no_web_address_is_refused(text: str):
    with pytest.raises(DocumentError) as caught:
        address(text)
    assert caught.value.reason == "not a web address"


def test_a_message_gets_one_printable_line():
    assert shortened("a\nb\x00\ud800") == "a\\nb\\x00\\ud800"
    assert len(shortened("x" * 1000)) < 210


def test_why_an_address_is_none_is_told_without_its_password():
    with pytest.raises(DocumentError) as refused:
        address("http://me:pass@example.org:port/")
    assert "pass" not in refused.value.detail
    assert "example.org:port" in refused.value.detail
