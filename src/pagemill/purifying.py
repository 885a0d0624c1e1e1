"""Many pages at once, outside any collection: DocViews from worker processes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import cast

from pagemill.engine.local import ProcessRunner, processes
from pagemill.errors import DocumentError, UsageError
from pagemill.model.docview import DocView
from pagemill.view.assemble import page_payload
from pagemill.view.stage import ViewTask

Payload = bytes | bytearray | memoryview | str
Page = Payload | tuple[Payload, str] | tuple[Payload, str, str]
"""A payload; or payload and URL; or payload, URL and media type."""

_PAGES_PER_TASK = 32


def docviews(
    pages: Iterable[Page], *, workers: int | None = None
) -> Iterator[DocView | DocumentError]:
    """Purify many pages, in worker processes that a hostile page cannot take down.

    Args:
        pages: read as they are needed, a few hundred ahead.
        workers: processes; one for each processor by default. The result is the same.

    Returns:
        For each page, in order, its DocView, or why there is none.

    Raises:
        UsageError: ``workers`` is less than 1; or, when its turn comes, a page is none.
    """
    if isinstance(pages, str | bytes) or not isinstance(cast("object", pages), Iterable):
        raise UsageError("pages: not many pages; give a list of them, or use docview for one")
    return _docviews(pages, processes(workers))


def _docviews(pages: Iterable[Page], count: int) -> Iterator[DocView | DocumentError]:
    rest = map(_whole_page, pages)
    batches = iter(lambda: tuple(islice(rest, _PAGES_PER_TASK)), ())
    with ProcessRunner(count) as runner:
        while wave := [ViewTask(batch) for batch in islice(batches, 4 * count)]:
            answers = dict(runner.carry_out(wave))
            for number in range(len(wave)):
                yield from answers[number]


def _whole_page(page: object) -> tuple[bytes | str, str, str]:
    parts = cast("tuple[object, ...]", page if isinstance(page, tuple) else (page,))
    if not 1 <= len(parts) <= 3:
        raise UsageError(
            f"pages: {len(parts)} values for a page; give payload, url, media type"
        )
    payload, url, content_type = (*parts, "", "")[:3]
    return page_payload(payload, url, content_type), cast("str", url), cast("str", content_type)
