"""Many pages at once, outside any collection: DocViews from worker processes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from pagemill.engine.local import ProcessRunner, processes
from pagemill.errors import DocumentError
from pagemill.model.docview import DocView
from pagemill.view.stage import ViewTask

Page = bytes | str | tuple[bytes | str, str] | tuple[bytes | str, str, str]
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
        UsageError: ``workers`` is less than 1.
    """
    return _docviews(pages, processes(workers))


def _docviews(pages: Iterable[Page], count: int) -> Iterator[DocView | DocumentError]:
    rest = map(_whole_page, pages)
    batches = iter(lambda: tuple(islice(rest, _PAGES_PER_TASK)), ())
    with ProcessRunner(count) as runner:
        while wave := [ViewTask(batch) for batch in islice(batches, 4 * count)]:
            answers = dict(runner.carry_out(wave))
            for number in range(len(wave)):
                yield from answers[number]


def _whole_page(page: Page) -> tuple[bytes | str, str, str]:
    if isinstance(page, (bytes, str)):
        return page, "", ""
    return (page[0], page[1], page[2] if len(page) == 3 else "")
