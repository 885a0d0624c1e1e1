"""Words and phrases that came up lately: what the later of two stretches is full of.

In scripts with spaces these are pairs of words that belong together, in Han script runs of
characters that keep together; of either only those of the later stretch whose share of pages
has grown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from pagemill.collection import manifest, parquet
from pagemill.collection.layout import Layout
from pagemill.index.query import first_day
from pagemill.model.search import NewPhrase, PhraseReport
from pagemill.tables import Clusters, DocTerms
from pagemill.text.collocations import collocations
from pagemill.text.new_words import new_words
from pagemill.text.stopwords import is_stop_word
from pagemill.text.tokenize import words

GROWN = 2.0
"""How many times its earlier share of pages a phrase must have."""


class Dated(NamedTuple):
    """The text of a kept page, with its day since 1970."""

    day: int
    language: str
    text: str


def phrase_report(layout: Layout, since: int | None = None, top: int = 20) -> PhraseReport:
    """Phrases of the pages dated on a day or later, that earlier pages have less or not.

    Args:
        layout: the collection.
        since: days since 1970-01-01; None for the day that halves the pages.
        top: phrases that are told of either kind.

    Raises:
        CollectionError: nothing was built yet.
    """
    pages = list(_pages(layout))
    day = since if since is not None else _halving(pages)
    late = [page for page in pages if page.day >= day]
    early = [page for page in pages if page.day < day]
    spaced = [words(page.text) for page in late]
    stop = {word for text in spaced for word in set(text) if is_stop_word(word)}
    pairs = collocations(spaced, stop)
    runs = new_words(page.text for page in late)
    before_pairs: Counter[str] = Counter()
    for page in early:
        found = words(page.text)
        before_pairs.update({f"{one} {two}" for one, two in pairwise(found)})
    before_runs = Counter(
        {one.text: sum(one.text in page.text for page in early) for one in runs}
    )
    years = _by_year(pages)
    return PhraseReport(
        since=str(np.datetime64(day, "D")),
        early=len(early),
        late=len(late),
        collocations=_grown(
            [(one.text, one.texts) for one in pairs], before_pairs, (len(early), len(late)), top
        ),
        new_words=_grown(
            [(one.text, one.texts) for one in runs], before_runs, (len(early), len(late)), top
        ),
        years=years,
    )


def _grown(
    found: Sequence[tuple[str, int]], before: Counter[str], sizes: tuple[int, int], top: int
) -> list[NewPhrase]:
    """Phrases whose share of pages has grown, strongest first as they come."""
    early, late = sizes
    kept: list[NewPhrase] = []
    for text, count in found:
        # Half a page is added on either side, so that what is quite new has a growth too.
        growth = (count + 0.5) / (late + 1) / ((before[text] + 0.5) / (early + 1))
        if growth >= GROWN:
            kept.append(
                NewPhrase(text=text, late=count, early=before[text], growth=round(growth, 2))
            )
    return kept[:top]


def _pages(layout: Layout) -> Iterator[Dated]:
    table = parquet.read(Clusters, manifest.built_parts(layout, Clusters.name))
    copies = {
        url
        for url, relation in zip(table.url, table.relation, strict=True)
        if relation != "kept"
    }
    for path in manifest.live_parts(layout, DocTerms.name):
        for batch in parquet.batches(DocTerms, path):
            yield from _dated(batch.columns(), copies)


def _dated(views: DocTerms, copies: Collection[str]) -> Iterator[Dated]:
    days = views.fetched_at.astype("datetime64[D]").astype(np.int64).tolist()
    for row, url in enumerate(views.url):
        if url not in copies:
            published = first_day(views.published_at[row][:10])
            day = days[row] if published is None else published
            yield Dated(day, views.language[row], views.text[row])


def _halving(pages: Sequence[Dated]) -> int:
    days = sorted(page.day for page in pages)
    return days[len(days) // 2] if days else 0


def _by_year(pages: Sequence[Dated]) -> dict[str, int]:
    counts = Counter(
        str(np.datetime64(page.day, "D").astype("datetime64[Y]")) for page in pages
    )
    return dict(sorted(counts.items()))
