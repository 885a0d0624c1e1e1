"""A classifier for a focused crawl, learned from example pages or from what a search finds.

It is the linear model of the categories (:mod:`pagemill.view.category`) with two of them:
about the topic, and other. Where no page is said to be other, pages of the collection that were
not chosen stand for what the web is like. A page's score is its chance to be about the topic.

Source: Chakrabarti, van den Berg, Dom 1999, "Focused crawling: a new approach to topic-specific
    Web resource discovery", which learns from examples too (there a Bayesian model).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, cast

from pagemill.collection import manifest, parquet
from pagemill.collection.layout import Layout
from pagemill.crawl.params import SEARCH
from pagemill.errors import UsageError
from pagemill.html.url import host, url_hash
from pagemill.index.params import NAME as INDEX
from pagemill.index.query import parse
from pagemill.index.reader import IndexReader
from pagemill.tables import DocWords
from pagemill.view.category.learning import Example, learned
from pagemill.view.category.taxonomy import FEWEST as FEWEST_TERMS
from pagemill.view.category.taxonomy import Taxonomy
from pagemill.view.keywords import terms_of

ABOUT, OTHER = "about", "other"
FEWEST: Final = 3
FOUND: Final = 50
"""Pages that a search takes for examples, the best first."""

_MATCHING: Final = 5_000
_OTHERS: Final = 300


class Focus:
    """Scores pages by the chance that they are about a topic.

    Args:
        model: two categories, ``about`` and ``other``.
    """

    def __init__(self, model: Taxonomy) -> None:
        self._model = model
        self._about = model.categories.index(ABOUT)

    def score(self, url: str, words: frozenset[str]) -> float:
        """See :class:`pagemill.crawl.ordering.scorer.Scorer`."""
        del url
        where, weights = self._model.vocabulary.vector(_terms(" ".join(words)))
        if not len(where):
            return 0.0
        chance = self._model.chances(self._model.sums(where, weights))[self._about]
        # Of a page about what no example was about, one stray term would decide by itself.
        return chance * min(1.0, len(where) / FEWEST_TERMS)


def focus(layout: Layout, examples: str, topic: str) -> Focus:
    """Learn what a topic is.

    Args:
        layout: the collection.
        examples: file of JSON lines, each with ``text`` or the ``url`` of a page of the
            collection, and ``about``, which is true unless it says false; or ``search``.
        topic: words to search for in the second case.

    Raises:
        UsageError: a line cannot be read, or there are too few examples of either kind.
        CollectionError: the collection was not built yet and has to be asked.
    """
    if examples == SEARCH:
        right, wrong = _searched(layout, topic)
    else:
        right, wrong = _given(layout, Path(examples))
    where = f"the search for {topic!r}" if examples == SEARCH else examples
    if len(right) < FEWEST:
        raise UsageError(
            f"{where}: {len(right)} pages that are about the topic; give {FEWEST} at least"
        )
    if len(wrong) < FEWEST:
        wrong += _others(layout, {one.group for one in right})
    if len(wrong) < FEWEST:
        raise UsageError(
            f"{where}: {len(wrong)} pages that are not about the topic; give {FEWEST} at least "
            'with "about": false, or build a collection of other pages first'
        )
    return Focus(learned([*right, *wrong]))


def _terms(text: str) -> dict[str, int]:
    """Each term once: a crawl tells which words a page shows, not how often."""
    return dict.fromkeys(terms_of(text), 1)


def _example(url: str, text: str, *, about: bool) -> Example:
    return Example(ABOUT if about else OTHER, host(url) or text[:80], _terms(text))


def _given(layout: Layout, path: Path) -> tuple[list[Example], list[Example]]:
    """The examples of a file: about the topic, and not."""
    found: tuple[list[Example], list[Example]] = ([], [])
    for where, line in _lines(path):
        url, text, about = line.get("url", ""), line.get("text", ""), line.get("about", True)
        if not isinstance(url, str) or not isinstance(text, str) or not isinstance(about, bool):
            raise UsageError(f"{where}: 'url' and 'text' must be texts, 'about' true or false")
        if not text:
            text = _page(layout, url)
        if not text:
            raise UsageError(f"{where}: no 'text', and {url or 'no url'} is no page here")
        found[not about].append(_example(url, text, about=about))
    return found


def _lines(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: cannot be read as UTF-8 text: {error}") from None
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        where = f"{path}, line {number}"
        try:
            given = json.loads(line)
        except ValueError as error:
            raise UsageError(f"{where}: not JSON: {error}") from None
        if not isinstance(given, dict):
            raise UsageError(f'{where}: not an object such as {{"text": ..., "about": true}}')
        yield where, cast("dict[str, Any]", given)


def _page(layout: Layout, url: str) -> str:
    """Title and text of a page of the collection; ``""`` where it has none."""
    parts = manifest.live_parts(layout, DocWords.name)
    found = parquet.lookup(DocWords, parts, url_hash(url))
    if url not in found.url:
        return ""
    row = found.url.index(url)
    return f"{found.title[row]}\n{found.text[row]}"


def _searched(layout: Layout, topic: str) -> tuple[list[Example], list[Example]]:
    """The first hits of a search, and pages that do not match at all."""
    run = manifest.current(layout).get(INDEX)
    if run is None:
        raise UsageError(f"{layout.root}: no search index yet; run 'pagemill build'")
    hits = IndexReader(layout.index / run).search(parse(topic), limit=_MATCHING).hits
    right = [_example(hit.url, _page(layout, hit.url), about=True) for hit in hits[:FOUND]]
    return right, _others(layout, set(), {hit.url for hit in hits})


def _others(layout: Layout, groups: set[str], urls: set[str] | None = None) -> list[Example]:
    """Pages of the collection that were not chosen, in the order of their hashes."""
    left_out = urls or set()
    found: list[Example] = []
    for path in manifest.live_parts(layout, DocWords.name):
        for batch in parquet.batches(DocWords, path):
            found += _not_chosen(batch.columns(), groups, left_out, _OTHERS - len(found))
            if len(found) >= _OTHERS:
                return found
    return found


def _not_chosen(
    views: DocWords, groups: set[str], left_out: set[str], most: int
) -> Sequence[Example]:
    rows = zip(views.url, views.title, views.text, strict=True)
    kept = [
        (url, f"{title}\n{text}")
        for url, title, text in rows
        if url not in left_out and host(url) not in groups
    ]
    return [_example(url, text, about=False) for url, text in kept[:most]]
