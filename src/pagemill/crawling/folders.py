"""Folders with which a crawl began: who reads them, and who notices what changes in them."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

from pagemill.crawl.crawler import Crawler
from pagemill.crawl.params import CrawlParams
from pagemill.errors import UsageError

if TYPE_CHECKING:
    from pagemill.crawl.fetching.files import FileFetcher

_FILE = "file://"


def readers(urls: Sequence[str], params: CrawlParams) -> list[FileFetcher]:
    """A reader of the folders among the addresses with which a crawl began, if there are any.

    Raises:
        UsageError: a rule of what is left out cannot be meant.
    """
    roots = [Path(unquote(one.removeprefix(_FILE))) for one in urls if one.startswith(_FILE)]
    if not roots:
        return []
    from pagemill.crawl.fetching.files import FileFetcher  # noqa: PLC0415 - few crawls need it

    try:
        limit, ignored = params.max_answer_bytes, params.ignore.split()
        return [FileFetcher(roots, limit=limit, ignored=ignored)]
    except ValueError as error:
        raise UsageError(f"[crawl] ignore: {error}") from None


@contextlib.asynccontextmanager
async def noticing(
    crawler: Crawler, files: Sequence[FileFetcher], since: float
) -> AsyncGenerator[None]:
    """Tell a crawl what changes in its folders, until the block ends.

    Args:
        crawler: who is told.
        files: readers of folders; none where nothing is to be noticed.
        since: instant from which changes count, in seconds since 1970.
    """

    async def notice(reader: FileFetcher) -> None:
        async for found in reader.changes(since).walks():
            crawler.notice(found)

    tasks = [asyncio.ensure_future(notice(reader)) for reader in files]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
