"""The column families: the same for every row. Columns in them come as they are needed."""

from __future__ import annotations

from enum import StrEnum


class Family(StrEnum):
    """What kind of thing a cell says of a page. All of it can be made again, as said here."""

    CAPTURE = "capture"
    """One column, a version for each capture: kind, status, media type, digests, and where it
    stands in the archive. Made from the archive's index."""

    FETCH = "fetch"
    """``etag`` and ``last-modified`` as the answer stated them, for conditional requests, and
    ``change``: whether the page was new, the same, changed or gone; both made from the archive
    and its index. ``attempt``: what came of asking for the page. Made from the crawl's log."""

    ANCHOR = "anchor"
    """A column for each page that links here, named by its row key: the texts of its links.
    Made from the table of DocViews. Grows without anything else of the row being touched."""

    DERIVED = "derived"
    """A column for each derived table: part and row where the page stands in it. Made from
    these tables."""
