"""Mailboxes of mail servers with which a crawl began: who reads them."""

from __future__ import annotations

from collections.abc import Sequence

from pagemill.crawl.fetching.access import Access
from pagemill.crawl.fetching.dns import Names
from pagemill.crawl.fetching.fetch import Fetcher
from pagemill.crawl.fetching.guard import Guard

_MAIL = ("imap://", "imaps://")


def mail_readers(
    urls: Sequence[str], names: Names, guard: Guard, access: Access, limit: int
) -> list[Fetcher]:
    """A reader of the mailboxes among the addresses with which a crawl began, if there are any.

    Args:
        urls: those addresses.
        names: resolves names.
        guard: says which addresses may be asked.
        access: logins by host.
        limit: bytes that a message may have.
    """
    if not any(one.startswith(_MAIL) for one in urls):
        return []
    from pagemill.crawl.fetching.imap import ImapFetcher  # noqa: PLC0415 - few crawls need it

    return [ImapFetcher(names, guard, access, limit=limit)]
