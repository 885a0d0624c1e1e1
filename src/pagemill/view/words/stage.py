"""Words of a collection: learned stop words, and keywords of a page by learned weights."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from pagemill.collection import manifest, parquet
from pagemill.collection.layout import Layout
from pagemill.errors import CollectionError, UsageError
from pagemill.model.words import LanguageWords, PageWords, WordsReport
from pagemill.tables import DocTerms, DocViews
from pagemill.text.tokenize import words as words_of
from pagemill.view.keywords import READ, terms_of
from pagemill.view.words.weighting import Frequencies, Strategy, absolute, relative


@dataclass(frozen=True, slots=True)
class _Page:
    """One page: all its words with their frequency, those that may be keywords, its title's."""

    url: str
    language: str
    every: dict[str, int]
    terms: dict[str, int]
    title: dict[str, int]


def _pages(layout: Layout) -> Iterator[_Page]:
    for path in manifest.live_parts(layout, DocViews.name):
        for batch in parquet.batches(DocTerms, path):
            views: DocTerms = batch.columns()
            for row, text in enumerate(views.text):
                terms = terms_of(text[:READ])
                # Stop words are learned of all words, also of those on the short list.
                every = {**Counter(words_of(text[:READ])), **terms}
                title = terms_of(views.title[row])
                yield _Page(views.url[row], views.language[row], every, terms, title)


def words(layout: Layout, strategy: Strategy, url: str) -> WordsReport:
    """Learn from all pages, language by language.

    Args:
        layout: the collection.
        strategy: how keywords and stop words are chosen.
        url: a page whose keywords are wanted, or ``""``.

    Raises:
        CollectionError: nothing was built yet, or a part of the folder is damaged.
        UsageError: the page is not in the collection.
    """
    if DocViews.name not in manifest.current(layout):
        raise CollectionError(
            f"{layout.root}: nothing was built yet; run 'pagemill build {layout.root}'"
        )
    found: dict[str, Frequencies] = {}
    asked: _Page | None = None
    for page in _pages(layout):
        found.setdefault(page.language, Frequencies()).add(page.every)
        if url and page.url == url:
            asked = page
    if url and asked is None:
        raise UsageError(f"{url}: no page of {layout.root}; give the URL of a page in it")
    languages = [_of(language, found[language], strategy) for language in sorted(found)]
    keywords = _keywords(asked, found[asked.language], strategy) if asked else None
    return WordsReport(languages=languages, page=keywords)


def _of(language: str, frequencies: Frequencies, strategy: Strategy) -> LanguageWords:
    return LanguageWords(
        language=language,
        pages=frequencies.documents,
        terms=len(frequencies.pages),
        stop_words={
            term: round(share, 4) for term, share in frequencies.stop_words(strategy.share)
        },
    )


def _keywords(page: _Page, frequencies: Frequencies, strategy: Strategy) -> PageWords:
    dull = {term for term, _ in frequencies.stop_words(strategy.share)}
    weights = {
        term: weight
        for term, weight in frequencies.weights(page.terms, page.title).items()
        if term in page.title or term not in dull
    }
    return PageWords(
        url=page.url,
        absolute=list(absolute(weights, strategy.alpha)),
        relative=list(relative(weights, strategy.beta, strategy.alpha)),
        weights={term: round(weights[term], 3) for term in absolute(weights, strategy.alpha)},
    )
