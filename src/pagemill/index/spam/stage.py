"""Reads the texts of a collection for signs of spam; keeps the scores beside the index."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pagemill.collection import parquet
from pagemill.collection.durable import naming
from pagemill.errors import CollectionError
from pagemill.html.url import host
from pagemill.index.linked.edges import Edges, UInt64s
from pagemill.index.spam.verdict import Verdict, verdict
from pagemill.tables import DocWords
from pagemill.text.spam.score import content_signs

FILE = "spam.npy"
"""Beside the files of the index, where it was asked for."""

ROW = np.dtype([("key", "<u8"), ("score", "<f4")])

Rows = NDArray[np.void]


@dataclass(frozen=True, slots=True)
class Judged:
    """The pages of a collection with their scores.

    Attributes:
        keys: hash of each page's URL, sorted, as in the graph.
        urls: address of each page that was read, by its place among the keys.
        hosts: name of each host, by its number.
        of_host: number of each page's host; -1 where no page of it was read.
        found: the scores.
    """

    keys: UInt64s
    urls: dict[int, str]
    hosts: list[str]
    of_host: NDArray[np.int64]
    found: Verdict


def judged(docviews: Sequence[Path], edges: Edges) -> Judged:
    """Judge every page of a collection.

    Args:
        docviews: part files of the purified pages.
        edges: the links among them.

    Memory: some numbers for each page and link, an address for each page.

    Raises:
        CollectionError: a part file is damaged.
    """
    count = len(edges.keys)
    content, is_read = np.zeros(count), np.zeros(count, np.bool_)
    of_host = np.full(count, -1, np.int64)
    numbers: dict[str, int] = {}
    urls: dict[int, str] = {}
    for path in docviews:
        for batch in parquet.batches(DocWords, path):
            views: DocWords = batch.columns()
            places = np.searchsorted(edges.keys, views.url_hash)  # every page is in the graph
            content[places] = [content_signs(text).score for text in views.text]
            is_read[places] = True
            of_host[places] = [numbers.setdefault(host(url), len(numbers)) for url in views.url]
            urls.update(zip(places.tolist(), views.url, strict=True))
    found = verdict(edges, of_host, content, is_read)
    return Judged(edges.keys, urls, list(numbers), of_host, found)


def write(folder: Path, found: Judged) -> None:
    """Put the scores of the pages that were read beside an index."""
    rows = np.zeros(len(found.keys), ROW)
    rows["key"], rows["score"] = found.keys, found.found.page
    path = folder / FILE
    with naming(path):
        path.unlink(missing_ok=True)  # a link to the file of an earlier index
        np.save(path, rows, allow_pickle=False)


class SpamScores:
    """Looks pages up; what is not there is no spam.

    Args:
        rows: as :func:`write` keeps them.
    """

    def __init__(self, rows: Rows) -> None:
        self._rows = rows

    def scores(self, keys: Sequence[int]) -> list[float]:
        """Score of each page."""
        wanted = np.array(keys, np.uint64)
        if not len(self._rows):
            return [0.0] * len(wanted)
        at = np.minimum(np.searchsorted(self._rows["key"], wanted), len(self._rows) - 1)
        is_there = self._rows["key"][at] == wanted
        found: list[float] = np.where(is_there, self._rows["score"][at], 0.0).tolist()
        return found


def load(folder: Path) -> SpamScores | None:
    """The scores beside an index; None where it was built without.

    Raises:
        CollectionError: the file is damaged.
    """
    path = folder / FILE
    if not path.exists():
        return None
    try:
        rows: Rows = np.load(path, mmap_mode="r", allow_pickle=False)
    except (OSError, ValueError, EOFError) as error:
        raise CollectionError(
            f"{path}: cannot be read ({error}); delete the folder {folder} and run "
            "'pagemill build'"
        ) from None
    return SpamScores(rows)
