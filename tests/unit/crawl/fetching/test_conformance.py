"""Our fetchers keep the contract, and what does not is told."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from material import ftpserver, site, tlsserver
from pagemill.crawl.fetching.access import Access
from pagemill.crawl.fetching.conformance import Sample, faults
from pagemill.crawl.fetching.dns import Names
from pagemill.crawl.fetching.fetch import Answer, Outcome, Request
from pagemill.crawl.fetching.files import FileFetcher
from pagemill.crawl.fetching.guard import Guard
from pagemill.crawl.fetching.http import HttpFetcher


def of_http(present: str, absent: str, access: Access | None = None) -> list[str]:
    async def ask() -> list[str]:
        names = Names(time.monotonic, {})
        guard = Guard.allowing(["127.0.0.0/8"])
        fetcher = HttpFetcher(names, guard, "t/1", access=access or Access())
        try:
            return await faults(fetcher, Sample(present=present, absent=absent))
        finally:
            names.close()

    return asyncio.run(ask())


def test_http_keeps_the_contract() -> None:
    with site.running({"routes": {"/": {"body": "hello"}}}) as served:
        assert of_http(served.url, served.url + "none") == []


def test_https_keeps_the_contract_under_an_authority_of_its_own(tmp_path: Path) -> None:
    with tlsserver.running(tmp_path) as (url, authority):
        own = Access(authorities=str(authority))
        assert of_http(url, url + "none", own) == []


@pytest.mark.parametrize("name", ["127.0.0.1", "other.example"])
def test_a_certificate_that_is_not_valid_is_never_accepted(tmp_path: Path, name: str) -> None:
    """Of an authority that nobody trusts; of one that is trusted, for another name."""
    with tlsserver.running(tmp_path, name) as (url, authority):
        access = Access() if name == "127.0.0.1" else Access(authorities=str(authority))
        assert of_http(url, url + "none", access) == [
            "present: failed with certificate not valid"
        ]


def test_ftp_keeps_the_contract() -> None:
    with ftpserver.running({"/a.txt": b"hello"}) as port:
        base = f"ftp://127.0.0.1:{port}"
        assert of_http(f"{base}/a.txt", f"{base}/none") == []


def test_files_keep_the_contract(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("hello")
    sample = Sample(present=(tmp_path / "a.txt").as_uri(), absent=(tmp_path / "b").as_uri())
    assert asyncio.run(faults(FileFetcher([tmp_path]), sample)) == []


class Careless:
    """Breaks whatever can be broken."""

    schemes = frozenset(("MY",))
    count = 0

    async def fetch(self, request: Request) -> Outcome:
        self.count += 1
        if "nothing" in request.url:
            raise ValueError(request.url)
        return Answer(
            status=200,
            headers=(),
            head=b"200 OK",
            body=b"%d" % self.count,
            request_head=b"",
            address="",
            took=-1.0,
        )

    async def close(self) -> None:
        raise OSError("closed already")


def test_every_breach_is_told() -> None:
    told = asyncio.run(faults(Careless(), Sample(present="my://a", absent="my://b")))
    for word in ("schemes", "raised ValueError", "head of HTTP", "took", "absent", "HEAD"):
        assert any(word in line for line in told), word
    assert any("malformed" in line for line in told)
    assert any("at once" in line for line in told)
    assert any(line.startswith("close") for line in told)
