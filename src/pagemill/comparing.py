"""Methods of duplicate detection on what a user has: a collection, files, texts."""

from __future__ import annotations

import gzip
import json
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from pagemill.collection import manifest, parquet
from pagemill.collection.layout import Layout
from pagemill.dedup.compare.catalogue import METHODS, method
from pagemill.dedup.compare.comparison import compare
from pagemill.dedup.compare.sample import sample
from pagemill.dedup.documents import Documents, columns
from pagemill.dedup.duplicates import Duplicates, Search, duplicates_among
from pagemill.dedup.methods.method import DEFAULT
from pagemill.dedup.params import DedupParams
from pagemill.dedup.preference import Standing, preferred
from pagemill.dedup.verify import exact_threshold
from pagemill.errors import DocumentError, UsageError
from pagemill.model.comparison import Comparison
from pagemill.tables import DocStandings, DocTexts, Sketches, SketchSizes
from pagemill.view.assemble import docview

__all__ = ["DEFAULT", "Search", "compare_methods", "documents_of", "duplicates_by"]

SAMPLE = 2000
"""Texts that are compared unless told otherwise."""

_PAGES = (".html", ".htm", ".xhtml")
_TEXTS = (".txt", ".md", "")
_LINES = (".jsonl", ".jsonl.gz", ".ndjson", ".ndjson.gz")


def compare_methods(
    docs: Documents,
    *,
    threshold: float = DedupParams().threshold,
    methods: Sequence[str] | None = None,
    most: int = SAMPLE,
    with_curve: bool = False,
) -> Comparison:
    """Hold methods of duplicate detection against the exact resemblance of all pairs.

    Args:
        docs: pairs of id and text, or a table with columns ``id`` and ``text``.
        threshold: exact Jaccard coefficient that makes a pair a duplicate.
        methods: names of methods; all by default.
        most: texts at most; of more a sample is taken, with what resembles them. Many
            methods compare every text with every other one.
        with_curve: whether to tell the share found at each resemblance.

    Raises:
        UsageError: a method, the threshold or a row cannot be used.

    Example:
        >>> docs = [("a", "one two three four five six"), ("b", "one two three four five six")]
        >>> compare_methods(docs, methods=["digest"]).figures[0].recall
        1.0
    """
    exact_threshold(threshold)
    chosen = METHODS if methods is None else [method(name) for name in methods]
    given = list(zip(*columns(docs), strict=True))
    return compare(
        sample(given, most) if most else given,
        chosen,
        threshold,
        time.process_time,
        given=len(given),
        with_curve=with_curve,
    )


def duplicates_by(layout: Layout, how: Search) -> Duplicates:
    """Find the duplicates among a collection's pages by a method of one's choice.

    Equal texts are found by their digest first, whatever the method. The page that is kept
    of each cluster is chosen by the same rule as in a build.

    Raises:
        UsageError: there is no such method, or the threshold cannot be used.
    """
    method(how.method)
    exact_threshold(how.threshold)
    docs = parquet.read(DocTexts, manifest.live_parts(layout, DocTexts.name))
    ids, texts = columns(zip(docs.url, docs.text, strict=True))
    place = {url: number for number, url in enumerate(ids)}
    order = [place[url] for url in _preferred(layout)]
    return duplicates_among(ids, texts, np.array(order, np.int64), how)


def _preferred(layout: Layout) -> list[str]:
    docs = parquet.read(DocStandings, manifest.live_parts(layout, DocStandings.name))
    sizes = parquet.read(SketchSizes, manifest.live_parts(layout, Sketches.name))
    shingles = dict(zip(sizes.url, sizes.shingles.tolist(), strict=True))
    instants = docs.fetched_at.astype(np.int64).tolist()
    pages = [
        Standing(url, canonical, at, shingles.get(url, 0))
        for url, canonical, at in zip(docs.url, docs.canonical, instants, strict=True)
    ]
    return [docs.url[number] for number in preferred(pages)]


def documents_of(sources: Sequence[Path | str]) -> list[tuple[str, str]]:
    """Read ids and texts from what a user names.

    Args:
        sources: folders of a collection, whose pages are taken; files of JSON lines with
            ``text`` and ``id`` or ``url``, plain or gzip; HTML files, which are purified;
            text files; folders of such files.

    Raises:
        UsageError: something is not there, or a line is no document.
        CollectionError: a collection was not built yet.
    """
    found: list[tuple[str, str]] = []
    for source in map(Path, sources):
        found += _documents(source)
    names = {name for name, _ in found}
    if len(names) == len(found):
        return found
    # The same id in several files: its place makes it another one.
    return [(f"{name}#{number}", text) for number, (name, text) in enumerate(found)]


def _documents(source: Path) -> Iterator[tuple[str, str]]:
    if not source.exists():
        raise UsageError(f"{source}: no such file or folder")
    layout = Layout(source)
    if source.is_dir() and layout.config.exists():
        docs = parquet.read(DocTexts, manifest.built_parts(layout, DocTexts.name))
        yield from zip(docs.url, docs.text, strict=True)
    elif source.is_dir():
        files = sorted(path for path in source.rglob("*") if path.is_file())
        for path in files:
            if path.suffix in (*_PAGES, *_TEXTS) or path.name.endswith(_LINES):
                yield from _of_file(path)
    else:
        yield from _of_file(source)


def _of_file(path: Path) -> Iterator[tuple[str, str]]:
    if path.name.endswith(_LINES):
        yield from _of_lines(path)
    elif path.suffix in _PAGES:
        try:
            yield str(path), docview(path.read_bytes()).text
        except DocumentError as error:
            raise DocumentError(f"{path}: {error.reason}", error.detail) from None
    else:
        yield str(path), path.read_text("utf-8", errors="replace")


def _of_lines(path: Path) -> Iterator[tuple[str, str]]:
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8", errors="replace") as lines:
        try:
            numbered = [(number, line) for number, line in enumerate(lines, 1) if line.strip()]
        except (EOFError, gzip.BadGzipFile) as error:
            raise UsageError(f"{path}: no whole gzip file ({error})") from None
    for number, line in numbered:
        yield _document(line, f"{path} line {number}")


def _document(line: str, where: str) -> tuple[str, str]:
    try:
        row: Any = json.loads(line)
    except ValueError:
        row = None
    match row:
        case {"id": str() | int() as name, "text": str() as text}:
            return str(name), text
        case {"url": str() as name, "text": str() as text}:
            return name, text
        case _:
            raise UsageError(f"{where}: no JSON object with a text and an id or url")
