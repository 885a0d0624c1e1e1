"""From an answer to the history of its page."""

from __future__ import annotations

from dataclasses import replace

from pagemill.crawl.deposit import Opened
from pagemill.crawl.frontier import Found
from pagemill.crawl.reading.page import Page
from pagemill.crawl.revisiting.history import History


def visited(
    found: Found, seen: Opened, facts: Page | None, before: History | None, *, may_keep: bool
) -> History:
    """The history of a page after an answer that holds it.

    What counts as a change is the text of a page, or the bytes of what is no page: a counter in
    the markup makes no page new.

    Args:
        found: its address.
        seen: the answer.
        facts: what it says, where it is a page.
        before: the history so far, or None.
        may_keep: whether the answer may be kept.
    """
    text = (facts.fingerprint if facts else b"") or seen.digest[:8]
    is_same = before is not None and before.digest == seen.digest and before.kept > 0
    kept = before.kept if before is not None and is_same else seen.at if may_keep else 0.0
    now = History(
        url=found.url,
        depth=found.depth,
        first=seen.at,
        last=seen.at,
        kept=kept,
        nested=found.nested,
    )
    if before is not None:
        now = before.visited(seen.at, changed=before.text != text)
    return replace(
        now,
        kept=kept,
        least=facts.least if facts else 0.0,
        text=text,
        digest=seen.digest,
        etag=seen.answer.header("etag"),
        modified=seen.answer.header("last-modified"),
    )
