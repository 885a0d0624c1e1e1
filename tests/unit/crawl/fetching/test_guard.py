"""Private addresses in every disguise."""

from __future__ import annotations

import pytest

from pagemill.crawl.fetching.guard import Guard


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "127.255.0.9",
        "0.0.0.0",
        "10.1.2.3",
        "172.16.0.1",
        "172.31.255.255",
        "192.168.0.1",
        "169.254.169.254",
        "100.64.0.1",
        "224.0.0.1",
        "255.255.255.255",
        "198.18.0.1",
        "::1",
        "::",
        "fe80::1%eth0",
        "fc00::1",
        "fd12:3456::1",
        "ff02::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "::127.0.0.1",
        "64:ff9b::7f00:1",
        "64:ff9b::a9fe:a9fe",
        "2002:7f00:1::1",
        "2001:db8::1",
        "[::1]",
        "nonsense",
    ],
)
def test_refused(address: str) -> None:
    assert Guard().refusal(address)


@pytest.mark.parametrize(
    "address",
    ["93.184.216.34", "8.8.8.8", "172.32.0.1", "2606:2800:220:1::1", "64:ff9b::808:808"],
)
def test_let_through(address: str) -> None:
    assert Guard().refusal(address) == ""


def test_an_allowed_network_opens_nothing_else() -> None:
    guard = Guard.allowing(["127.0.0.0/8", "fd00::/8"])
    assert guard.refusal("127.0.0.1") == ""
    assert guard.refusal("::ffff:127.0.0.1") == ""
    assert guard.refusal("fd00::5") == ""
    assert guard.refusal("10.0.0.1")
    assert guard.refusal("::1")


def test_a_network_that_is_none_is_refused_with_its_text() -> None:
    with pytest.raises(ValueError, match="intranet"):
        Guard.allowing(["intranet"])
