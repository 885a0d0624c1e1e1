"""The stages of words: DocViews -> frequencies of terms -> keywords of each page.

Frequencies are learned of all pages, or of a sample where there are many: the pages whose URL
hash is below a border that follows from the number of pages alone. So neither the order of the
input nor the way in which a collection grew makes a difference, and a page outside of the
sample changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Final

import numpy as np

from pagemill.collection import manifest, parquet
from pagemill.collection.layout import Layout
from pagemill.engine.shape import ByKey, EachShard, Stage, Used, one_group
from pagemill.errors import CollectionError, ConfigError, UsageError
from pagemill.html.url import url_hash
from pagemill.model.docview import DocView
from pagemill.model.words import LanguageWords, PageWords, WordsReport
from pagemill.tables import (
    DocHeads,
    DocTopics,
    DocViews,
    Keywords,
    KeywordStates,
    Rejects,
    Terms,
    TextLists,
)
from pagemill.view.keywords import READ, terms_of
from pagemill.view.stage import docview_rows
from pagemill.view.words.learning import Count, Learned, added, counted, learned
from pagemill.view.words.params import ABSOLUTE, PAGE, WordsParams
from pagemill.view.words.segmenting import LANGUAGE, by_kind, identity, words_by
from pagemill.view.words.tagging import nouns_first, tagger_identity
from pagemill.view.words.weighting import (
    DULL,
    FEWEST_PAGES,
    Frequencies,
    Strategy,
    absolute,
    average,
    relative,
)

SAMPLE: Final = 1 << 14
"""Pages of which frequencies are learned, about; of fewer, all."""

AT_LEAST: Final = 3
"""Keywords of a page on which no term is heavier than the average by far."""

TERMS_PER_PART: Final = 1 << 18


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleParams:
    """Pages of which frequencies are learned, about, and what cuts Chinese pages into words."""

    sample: int = SAMPLE
    segmenter: str = ""


def stages(layout: Layout, params: WordsParams) -> tuple[Stage, ...]:
    """Both stages; none where each page's own keywords are wanted."""
    if params.keywords == PAGE:
        return ()
    return terms_stage(layout, params), keywords_stage(layout, params)


def terms_stage(
    layout: Layout, params: WordsParams
) -> ByKey[DocTopics, Terms, Terms, SampleParams]:
    """Count in how many pages of its language each term stands."""
    taken = Sample(layout.scratch / "terms")
    return ByKey(
        name="terms",
        version=1,
        reads=DocTopics,
        writes=Terms,
        spread=taken,
        meets=Terms,
        by="term_key",
        run=add_up,
        params=SampleParams(segmenter=_segmenter(params)),
        per_part=TERMS_PER_PART,
        split=None,
        cuts=one_group,
        prepare=partial(write_border, layout, taken),
    )


def keywords_stage(
    layout: Layout, params: WordsParams
) -> EachShard[DocTopics, Keywords, Choosing]:
    """Choose the keywords of each page by both strategies."""
    return EachShard(
        name="keywords",
        version=1,
        reads=DocTopics,
        sifts=DocHeads,
        writes=Keywords,
        sift=_all_go_on,
        run=ChooseKeywords(layout),
        params=Choosing(
            alpha=params.alpha,
            beta=params.beta,
            segmenter=_segmenter(params),
            tagger=_tagger(params),
        ),
        key=("url", "text_digest"),
        also=("title", "language"),
        outdated=partial(outdated, layout),
        beside=(Terms,),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Choosing:
    """How keywords are chosen: how many at most, how much heavier than the average, of what."""

    alpha: int
    beta: float
    segmenter: str
    tagger: str = ""


def _segmenter(params: WordsParams) -> str:
    try:
        return identity(params.segmenter)
    except ValueError as error:
        raise ConfigError(f"[words] {error}") from None


def _tagger(params: WordsParams) -> str:
    try:
        return tagger_identity(params.tagger)
    except ValueError as error:
        raise ConfigError(f"[words] {error}") from None


@dataclass(frozen=True, slots=True)
class Sample:
    """Takes the pages that are counted.

    Attributes:
        folder: holds ``border.npy``: one more than the largest URL hash that is taken.
    """

    folder: Path

    def __call__(self, docs: DocTopics, params: SampleParams) -> Terms:
        """Count those of some pages."""
        border = int(np.load(self.folder / "border.npy")[0])
        return _table(_counted(docs, border, params.segmenter))


def _counted(docs: DocTopics, border: int, segmenter: str) -> list[Count]:
    taken = np.flatnonzero(docs.url_hash <= np.uint64(border)).tolist()
    return counted(((docs.language[row], docs.text[row]) for row in taken), segmenter)


def write_border(layout: Layout, sample: Sample) -> None:
    """Write down which pages are counted."""
    sample.folder.mkdir(parents=True, exist_ok=True)
    np.save(sample.folder / "border.npy", np.array([_border(layout)], np.uint64))


def _border(layout: Layout) -> int:
    """Halve the range of URL hashes until about as many pages are below as are wanted."""
    pages = sum(map(parquet.row_count, manifest.live_parts(layout, DocTopics.name)))
    border = (1 << 64) - 1
    while pages > SAMPLE:
        pages, border = pages // 2, border // 2
    return border


def add_up(terms: Terms, params: SampleParams) -> tuple[Terms, Used]:
    """Add up the counts of each term."""
    del params
    found = added(_counts(terms))
    repeats = len(terms.term) - len(found)
    rejects = {"added to another count of the same word": repeats} if repeats else {}
    return _table(found), Used(rows=len(found), rejects=rejects)


def _table(rows: list[Count]) -> Terms:
    return Terms(
        term_key=np.array([row.key for row in rows], np.uint64),
        language=[row.language for row in rows],
        term=[row.term for row in rows],
        pages_with=np.array([row.pages for row in rows], np.int32),
        pages_twice=np.array([row.repeated for row in rows], np.int32),
    )


def _counts(terms: Terms) -> list[Count]:
    columns = (terms.term_key.tolist(), terms.language, terms.term)
    numbers = (terms.pages_with.tolist(), terms.pages_twice.tolist())
    return [Count(*row) for row in zip(*columns, *numbers, strict=True)]


def words_of(layout: Layout) -> Mapping[str, Learned]:
    """What the live table of terms teaches, by language; nothing where there is none yet."""
    known = _learned(tuple(manifest.live_parts(layout, Terms.name)))
    return {
        language: own
        for language, own in known.items()
        if own.frequencies.documents >= FEWEST_PAGES
    }


@lru_cache(maxsize=2)
def _learned(paths: tuple[Path, ...]) -> Mapping[str, Learned]:
    rows: list[Count] = []
    for path in paths:
        rows += _counts(parquet.read(Terms, [path]))
    return learned(sorted(rows))


def _all_go_on(heads: DocHeads) -> list[str]:
    return [""] * len(heads.url)


@dataclass(frozen=True, slots=True)
class ChooseKeywords:
    """Chooses keywords by what the pages of each language teach.

    Attributes:
        layout: where that lies.
    """

    layout: Layout

    def __call__(self, docs: DocTopics, params: Choosing) -> tuple[Keywords, Rejects]:
        """Choose those of some pages."""
        known = words_of(self.layout)
        heaviest: TextLists = []
        standing_out: TextLists = []
        states: list[int] = []
        for row, language in enumerate(docs.language):
            own = known.get(language)
            states.append(own.state if own else 0)
            if own is None:
                heaviest.append(docs.keywords[row][: params.alpha])
                standing_out.append(docs.keywords[row][: params.alpha])
                continue
            weights = _weights(docs, row, own.frequencies, params.segmenter)
            mean = average(weights)
            if params.tagger:
                weights = nouns_first(weights, docs.text[row], language)
            heaviest.append(list(absolute(weights, params.alpha)))
            standing_out.append(list(relative(weights, params.beta, params.alpha, mean)))
        made = Keywords(
            url_hash=docs.url_hash,
            url=docs.url,
            title=docs.title,
            language=docs.language,
            text_digest=docs.text_digest,
            absolute=heaviest,
            relative=standing_out,
            learned=np.array(states, np.uint64),
        )
        return made, parquet.empty(Rejects)


def _weights(docs: DocTopics, row: int, known: Frequencies, segmenter: str) -> dict[str, float]:
    text, title = docs.text[row], docs.title[row]
    if segmenter and docs.language[row] == LANGUAGE:
        return by_kind(known.telling(words_by(text), words_by(title)), text)
    return known.telling(terms_of(text[:READ]), terms_of(title))


def outdated(layout: Layout) -> frozenset[int]:
    """URL hashes of pages of languages of which something else is known now."""
    known = words_of(layout)
    found: set[int] = set()
    for path in manifest.live_parts(layout, KeywordStates.name):
        chosen: KeywordStates = parquet.read(KeywordStates, [path])
        rows = zip(
            chosen.url_hash.tolist(), chosen.language, chosen.learned.tolist(), strict=True
        )
        for hashed, language, state in rows:
            own = known.get(language)
            if state != (own.state if own else 0):
                found.add(hashed)
    return frozenset(found)


def keywords_by(layout: Layout, number: int, params: WordsParams) -> dict[str, list[str]]:
    """Keywords of the pages of one part of DocViews, by URL; none where the pages' own hold."""
    paths = manifest.live_parts(layout, Keywords.name)
    if params.keywords == PAGE or number >= len(paths):
        return {}
    chosen: Keywords = parquet.read(Keywords, [paths[number]])
    return dict(zip(chosen.url, _chosen(chosen, params), strict=True))


def keywords_at(layout: Layout, url: str, params: WordsParams) -> list[str] | None:
    """Keywords of one page, where they are not those of the page alone."""
    if params.keywords == PAGE:
        return None
    paths = manifest.live_parts(layout, Keywords.name)
    chosen = parquet.lookup(Keywords, paths, url_hash(url))
    for row, known in enumerate(chosen.url):
        if known == url:
            return _chosen(chosen, params)[row]
    return None


def _chosen(table: Keywords, params: WordsParams) -> TextLists:
    """Keywords by the strategy asked for; where nothing stands out, the heaviest few."""
    if params.keywords == ABSOLUTE:
        return table.absolute
    pairs = zip(table.relative, table.absolute, strict=True)
    return [standing_out or heaviest[:AT_LEAST] for standing_out, heaviest in pairs]


def docviews(layout: Layout, words: WordsParams) -> Iterator[DocView]:
    """Every page's DocView, sorted by URL hash.

    Args:
        layout: the collection.
        words: which keywords a DocView has.
    """
    for number, path in enumerate(manifest.live_parts(layout, DocViews.name)):
        chosen = keywords_by(layout, number, words)
        for batch in parquet.batches(DocViews, path):
            for view in docview_rows(batch.columns()):
                keywords = chosen.get(view.url)
                yield view if keywords is None else replace(view, keywords=tuple(keywords))


def docview(layout: Layout, url: str, words: WordsParams) -> DocView | None:
    """The DocView of one page; None where the collection has no such page.

    Args:
        layout: the collection.
        url: the page's address as the collection has it.
        words: which keywords a DocView has.
    """
    parts = manifest.live_parts(layout, DocViews.name)
    found = parquet.lookup(DocViews, parts, url_hash(url))
    wanted = [row for row, known in enumerate(found.url) if known == url]
    rows: DocViews = parquet.rows(found).take(wanted[:1]).columns()
    for view in docview_rows(rows):
        keywords = keywords_at(layout, url, words)
        return view if keywords is None else replace(view, keywords=tuple(keywords))
    return None


def words(layout: Layout, params: WordsParams, strategy: Strategy, url: str) -> WordsReport:
    """What the pages teach, language by language: what a build learned, else counted now.

    Args:
        layout: the collection.
        params: whether a build learns.
        strategy: how keywords and stop words are chosen.
        url: a page whose keywords are wanted, or ``""``.

    Raises:
        CollectionError: nothing was built yet, or a part of the folder is damaged.
        UsageError: the page is not in the collection.
    """
    wanted = DocTopics.name if params.keywords == PAGE else Terms.name
    if wanted not in manifest.current(layout):
        raise CollectionError(
            f"{layout.root}: nothing was built yet; run 'pagemill build {layout.root}'"
        )
    if params.keywords == PAGE:
        found = _learned_now(layout, _segmenter(params))
    else:
        found = _learned(tuple(manifest.live_parts(layout, Terms.name)))
    known = {language: own.frequencies for language, own in found.items()}
    languages = [
        LanguageWords(
            language=language,
            pages=known[language].documents,
            terms=len(known[language].pages),
            stop_words={
                term: round(share, 4)
                for term, share in known[language].stop_words(strategy.share)
            },
        )
        for language in sorted(known)
    ]
    page = _page_words(layout, known, strategy, url) if url else None
    return WordsReport(languages=languages, page=page)


def _learned_now(layout: Layout, segmenter: str) -> Mapping[str, Learned]:
    border, rows = _border(layout), list[Count]()
    for path in manifest.live_parts(layout, DocTopics.name):
        for batch in parquet.batches(DocTopics, path):
            rows = added([*rows, *_counted(batch.columns(), border, segmenter)])
    return learned(rows)


def _page_words(
    layout: Layout, known: Mapping[str, Frequencies], strategy: Strategy, url: str
) -> PageWords:
    docs = parquet.lookup(DocTopics, manifest.live_parts(layout, DocTopics.name), url_hash(url))
    if url not in docs.url:
        raise UsageError(f"{url}: no page of {layout.root}; give the URL of a page in it")
    row = docs.url.index(url)
    weights = known.get(docs.language[row], Frequencies()).telling(
        terms_of(docs.text[row][:READ]),
        terms_of(docs.title[row]),
        max(DULL, strategy.share),
    )
    heaviest = absolute(weights, strategy.alpha)
    return PageWords(
        url=url,
        absolute=list(heaviest),
        relative=list(relative(weights, strategy.beta, strategy.alpha)),
        weights={term: round(weights[term], 3) for term in heaviest},
    )
