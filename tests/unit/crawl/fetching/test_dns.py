from __future__ import annotations

import asyncio

import pytest

from pagemill.crawl.fetching.dns import Names, Resolved


def resolved(name: str) -> Resolved:
    async def ask() -> Resolved:
        names = Names(lambda: 0.0, {"Fixed.example": "127.0.0.9"})
        try:
            return await names.resolve(name)
        finally:
            names.close()

    return asyncio.run(ask())


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("fixed.example", "127.0.0.9"),
        ("FIXED.example", "127.0.0.9"),
        ("127.0.0.3", "127.0.0.3"),
        ("[::1]", "::1"),
    ],
)
def test_fixed_names_and_addresses_need_no_server(name: str, address: str) -> None:
    assert resolved(name).addresses == (address,)


def test_the_own_machine_has_a_name() -> None:
    assert set(resolved("localhost").addresses) & {"127.0.0.1", "::1"}


def test_it_is_known_which_names_only_a_server_can_tell() -> None:
    names = Names(lambda: 0.0, {"fixed.example": "127.0.0.9"})
    assert names.must_ask("other.example")
    assert not names.must_ask("fixed.example")
    assert not names.must_ask("[::1]")
