"""Every use of the public API that must type-check; checked by pyright, never run."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import assert_type

import pagemill
from pagemill import Collection, DocView, Duplicates, PagemillError
from pagemill.errors import CollectionError, ConfigError, DocumentError, UsageError
from pagemill.model.cluster import Cluster, DuplicatePair
from pagemill.model.docview import EncodingGuess, TopicLink
from pagemill.model.progress import Event
from pagemill.model.run import RunRecord


def one_page(payload: bytes, source: str) -> None:
    """View one page, given as bytes or as text."""
    view = pagemill.docview(payload)
    assert_type(view, DocView)
    assert_type(pagemill.docview(source, url="http://a.example/"), DocView)
    assert_type(pagemill.docview(payload, "http://a.example/", "text/html"), DocView)
    assert_type(view.title, str)
    assert_type(view.keywords, tuple[str, ...])
    assert_type(view.topic_links, tuple[TopicLink, ...])
    assert_type(view.encoding, EncodingGuess)
    assert_type(view.published_at, str)


def many_pages(pages: list[tuple[bytes, str]]) -> list[str]:
    """View many pages in two processes."""
    found = list(pagemill.docviews(pages, workers=2))
    assert_type(found, list[DocView | DocumentError])
    return [view.title for view in found if isinstance(view, DocView)]


def duplicates(docs: list[tuple[str, str]]) -> None:
    """Find duplicates among texts."""
    found = pagemill.find_duplicates(docs)
    assert_type(found, Duplicates)
    assert_type(pagemill.find_duplicates(docs, threshold=0.9), Duplicates)
    assert_type(pagemill.find_duplicates(docs, 0.9, method="simhash"), Duplicates)
    for pair in found.pairs:
        assert_type(pair, DuplicatePair)
        assert_type(pair.left, str)
        assert_type(pair.similarity, float)
    for cluster in found.clusters:
        assert_type(cluster, Cluster)
        assert_type(cluster.id, str)
        assert_type(cluster.representative, str)


def methods(docs: list[tuple[str, str]]) -> None:
    """Compare methods of finding duplicates."""
    found = pagemill.compare_methods(docs, threshold=0.9, methods=["bands"], with_curve=True)
    assert_type(found, pagemill.Comparison)
    for figures in found.figures:
        assert_type(figures.method, str)
        assert_type(figures.precision, float | None)
        assert_type(figures.f1, float | None)
    for point in found.curve:
        assert_type(point.expected, dict[str, float])


def explained(collection: Collection, url: str) -> None:
    """Tell why a page was removed, and look for duplicates anew."""
    removal = collection.explain(url).removal
    if removal is not None:
        assert_type(removal.kept, str)
        assert_type(removal.similarity, float)
        assert_type([each.kept for each in removal.passages], list[str])
    assert_type(collection.duplicates(url, method="words", threshold=0.9), Duplicates)


def said(event: Event) -> None:
    """Show progress."""
    assert_type(event.stage, str)
    assert_type(event.done, int)
    assert_type(event.total, int | None)
    assert_type(event.note, str)


def whole_job(root: Path, sources: list[Path]) -> None:
    """Make a collection, build it, and ask it."""
    collection = Collection.create(root)
    assert_type(collection, Collection)
    assert_type(Collection.open(str(root)), Collection)
    assert_type(collection.root, Path)
    report = collection.import_(sources, mirror=True, progress=said)
    assert_type(report.captures, int)
    assert_type(report.stored, int)
    assert_type(report.rejects, dict[str, int])
    for damage in report.damage:
        assert_type(damage.offset, int)
        assert_type(damage.kind, str)
    built = collection.build(workers=2, progress=said)
    assert_type(built.records, list[RunRecord])
    funnel = built.funnel
    assert_type(funnel.captures - funnel.pages, int)
    assert_type(funnel.exact_duplicates + funnel.near_duplicates + funnel.kept, int)
    collection.build()


def questions(collection: Collection, out: Path) -> None:
    """Ask a collection everything that it answers."""
    assert_type(collection.docviews(), Iterator[DocView])
    assert_type(collection.docview("http://a.example/"), DocView)
    assert_type(collection.duplicates(), Duplicates)
    assert_type(collection.duplicates("http://a.example/"), Duplicates)
    result = collection.search("lantern", limit=5, offset=5)
    assert_type(result.total, int)
    for hit in result.hits:
        assert_type(hit.url, str)
        assert_type(hit.title, str)
        assert_type(hit.snippet, str)
        assert_type(hit.score, float)
    status = collection.status()
    assert_type(status.records, list[RunRecord])
    assert_type(status.rejects, dict[str, dict[str, int]])
    assert_type(status.stale, list[str])
    assert_type(status.sizes, dict[str, int])
    for step in collection.explain("http://a.example/").steps:
        assert_type(step.stage, str)
        assert_type(step.reason, str)
    assert_type(collection.export("jsonl", out).rows, int)
    collection.export("parquet", out, progress=said)
    collection.export("markdown", out)
    collection.export("warc", out)
    assert_type(collection.forget("a.example").captures, int)


def mistakes(root: Path) -> str:
    """Catch what pagemill raises."""
    try:
        Collection.open(root)
    except CollectionError as error:
        return f"{error.exit_code}"
    except (ConfigError, UsageError):
        return "usage"
    except DocumentError as error:
        return error.reason + error.detail
    except PagemillError as error:
        return str(error)
    return ""
