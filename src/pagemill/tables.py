"""Every table of a collection, column by column: the data flow on one page.

A table is a frozen dataclass of equally long columns. Its Arrow schema is read off the
annotations, so a column is named here and nowhere else. ``name`` is the folder under
``tables/``. A class with the ``name`` of one above it reads some columns of that table.

    crawl -> Fetches
    archive -> Captures -> DocViews -> Boilerplate -> Sketches -> Candidates -> Verified
            -> Pairs, Clusters
               DocViews -> Terms -> Keywords
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

Texts = list[str]
TextLists = list[list[str]]
FloatLists = list[list[float]]
Links = list[list[dict[str, str]]]
Instants = NDArray[np.datetime64]
Bools = NDArray[np.bool_]
Int32s = NDArray[np.int32]
Int64s = NDArray[np.int64]
UInt64s = NDArray[np.uint64]
Float64s = NDArray[np.float64]
Minima = NDArray[np.uint32]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fetches:
    """One row for each attempt of a crawl to fetch an address, in the order of their ends.

    It lies in ``crawl/log``, because it is a source, not derived from the archive.
    """

    name: ClassVar[str] = "fetches"
    url: Texts
    fetched_at: Instants
    status: Int32s
    outcome: Texts
    reason: Texts
    detail: Texts
    size: Int64s
    took: Float64s
    depth: Int32s
    target: Texts


@dataclass(frozen=True, slots=True, kw_only=True)
class Captures:
    """One row for each capture in the archive, sorted by URL hash, URL, time, kind, digest."""

    name: ClassVar[str] = "captures"
    url_hash: UInt64s
    url: Texts
    fetched_at: Instants
    kind: Texts
    status: Int32s
    media_type: Texts
    block_digest: Texts
    payload_bytes: Int64s
    warc_file: Texts
    warc_offset: Int64s
    warc_length: Int64s
    standing: Texts
    detected: Texts
    converter: Texts


@dataclass(frozen=True, slots=True, kw_only=True)
class DocViews:
    """One row for each page: its newest usable capture, purified."""

    name: ClassVar[str] = "docviews"
    url_hash: UInt64s
    url: Texts
    fetched_at: Instants
    block_digest: Texts
    canonical: Texts
    title: Texts
    abstract: Texts
    keywords: TextLists
    text: Texts
    markdown: Texts
    html: Texts
    category: Texts
    topic_links: Links
    topic_link_scores: FloatLists
    page_type: Texts
    genre: Texts
    language: Texts
    author: Texts
    published_at: Texts
    encoding: Texts
    encoding_evidence: Texts
    encoding_confidence: Float64s
    text_digest: Texts
    media_type: Texts
    converter: Texts
    page_type_confidence: Float64s
    page_type_evidence: Texts
    genre_confidence: Float64s
    category_confidence: Float64s
    frames: Links


@dataclass(frozen=True, slots=True, kw_only=True)
class DocFacts:
    """What can be counted on each page."""

    name: ClassVar[str] = "docviews"
    url_hash: UInt64s
    url: Texts
    fetched_at: Instants
    title: Texts
    page_type: Texts
    genre: Texts
    language: Texts
    media_type: Texts
    encoding: Texts


@dataclass(frozen=True, slots=True, kw_only=True)
class DocRights:
    """What decides who may see a page, and the capture that it was made of."""

    name: ClassVar[str] = "docviews"
    url: Texts
    fetched_at: Instants
    block_digest: Texts
    published_at: Texts
    page_type: Texts
    genre: Texts
    language: Texts
    media_type: Texts
    category: Texts


@dataclass(frozen=True, slots=True, kw_only=True)
class DocCategories:
    """Which category each page has."""

    name: ClassVar[str] = "docviews"
    url: Texts
    category: Texts


@dataclass(frozen=True, slots=True, kw_only=True)
class CaptureStandings:
    """Which captures are looked at, and what tells one from any other."""

    name: ClassVar[str] = "captures"
    url_hash: UInt64s
    url: Texts
    fetched_at: Instants
    block_digest: Texts
    standing: Texts
    converter: Texts


@dataclass(frozen=True, slots=True, kw_only=True)
class CaptureFacts:
    """What can be counted on each capture."""

    name: ClassVar[str] = "captures"
    url_hash: UInt64s
    url: Texts
    status: Int32s
    media_type: Texts
    payload_bytes: Int64s
    standing: Texts


@dataclass(frozen=True, slots=True, kw_only=True)
class DocTexts:
    """What near-duplicate detection needs of each page."""

    name: ClassVar[str] = "docviews"
    url_hash: UInt64s
    url: Texts
    fetched_at: Instants
    block_digest: Texts
    text: Texts
    text_digest: Texts


@dataclass(frozen=True, slots=True, kw_only=True)
class PageTexts:
    """What one text is compared with."""

    name: ClassVar[str] = "docviews"
    url_hash: UInt64s
    url: Texts
    text: Texts


@dataclass(frozen=True, slots=True, kw_only=True)
class DocLinks:
    """Where each page is and what it leads to."""

    name: ClassVar[str] = "docviews"
    url: Texts
    topic_links: Links


@dataclass(frozen=True, slots=True, kw_only=True)
class DocDigests:
    """What tells whether a page's text has changed."""

    name: ClassVar[str] = "docviews"
    url_hash: UInt64s
    url: Texts
    fetched_at: Instants
    block_digest: Texts
    text_digest: Texts


@dataclass(frozen=True, slots=True, kw_only=True)
class DocKeys:
    """Which pages there are, with which texts."""

    name: ClassVar[str] = "docviews"
    url_hash: UInt64s
    text_digest: Texts


@dataclass(frozen=True, slots=True, kw_only=True)
class DocPlaces:
    """Where each page is, and what tells whether its text has changed."""

    name: ClassVar[str] = "docviews"
    url_hash: UInt64s
    url: Texts
    block_digest: Texts
    text_digest: Texts


@dataclass(frozen=True, slots=True, kw_only=True)
class HostTexts:
    """Texts of a host that are looked through for lines that its pages share.

    Where it is known already which lines these texts share, ``text`` is left empty.
    """

    name: ClassVar[str] = "host_texts"
    host_key: UInt64s
    host: Texts
    url_hash: UInt64s
    text_digest: Texts
    block_digest: Texts
    text: Texts


@dataclass(frozen=True, slots=True, kw_only=True)
class Boilerplate:
    """One row for each line that stands on many pages of a host.

    ``pages`` of ``of_pages`` texts have it; ``share`` of the host's words are in such lines.
    """

    name: ClassVar[str] = "boilerplate"
    host_key: UInt64s
    host: Texts
    line: Texts
    pages: Int32s
    of_pages: Int32s
    words: Int32s
    share: Float64s


@dataclass(frozen=True, slots=True, kw_only=True)
class DocTerms:
    """What is indexed of each page."""

    name: ClassVar[str] = "docviews"
    url_hash: UInt64s
    url: Texts
    fetched_at: Instants
    block_digest: Texts
    title: Texts
    abstract: Texts
    keywords: TextLists
    text: Texts
    markdown: Texts
    category: Texts
    page_type: Texts
    genre: Texts
    language: Texts
    published_at: Texts
    media_type: Texts


@dataclass(frozen=True, slots=True, kw_only=True)
class DocMarks:
    """What tells whether what is indexed of a page has changed: all but the long texts."""

    name: ClassVar[str] = "docviews"
    url_hash: UInt64s
    url: Texts
    fetched_at: Instants
    block_digest: Texts
    text_digest: Texts
    title: Texts
    abstract: Texts
    keywords: TextLists
    category: Texts
    page_type: Texts
    genre: Texts
    language: Texts
    published_at: Texts
    media_type: Texts


@dataclass(frozen=True, slots=True, kw_only=True)
class DocLinking:
    """What each page leads to, by its hash."""

    name: ClassVar[str] = "docviews"
    url_hash: UInt64s
    url: Texts
    topic_links: Links


@dataclass(frozen=True, slots=True, kw_only=True)
class DocLinkMarks:
    """What tells whether the links of a page have changed."""

    name: ClassVar[str] = "docviews"
    url_hash: UInt64s
    fetched_at: Instants
    block_digest: Texts
    text_digest: Texts
    frames: Links


@dataclass(frozen=True, slots=True, kw_only=True)
class CapturedKeys:
    """Which addresses have captures."""

    name: ClassVar[str] = "captures"
    url_hash: UInt64s


@dataclass(frozen=True, slots=True, kw_only=True)
class DocKeywords:
    """What each page is about in a few words."""

    name: ClassVar[str] = "docviews"
    url: Texts
    keywords: TextLists


@dataclass(frozen=True, slots=True, kw_only=True)
class DocTopics:
    """What words are learned of, and keywords chosen of."""

    name: ClassVar[str] = "docviews"
    url_hash: UInt64s
    url: Texts
    fetched_at: Instants
    block_digest: Texts
    title: Texts
    keywords: TextLists
    text: Texts
    language: Texts
    text_digest: Texts


@dataclass(frozen=True, slots=True, kw_only=True)
class DocHeads:
    """What tells whether the keywords of a page are as they were."""

    name: ClassVar[str] = "docviews"
    url_hash: UInt64s
    url: Texts
    fetched_at: Instants
    block_digest: Texts
    title: Texts
    language: Texts
    text_digest: Texts


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """One row for each word of the pages of a language: in how many it stands, or stands twice.

    The row of the empty word counts the pages themselves. Of many pages a sample is counted.
    """

    name: ClassVar[str] = "terms"
    term_key: UInt64s
    language: Texts
    term: Texts
    pages_with: Int32s
    pages_twice: Int32s


@dataclass(frozen=True, slots=True, kw_only=True)
class Keywords:
    """Keywords of each page by weights learned from the pages of its language.

    ``learned`` tells the state of what was learned; 0 where there are too few pages to learn
    from, and the keywords are those of the page alone.
    """

    name: ClassVar[str] = "keywords"
    url_hash: UInt64s
    url: Texts
    title: Texts
    language: Texts
    text_digest: Texts
    absolute: TextLists
    relative: TextLists
    learned: UInt64s


@dataclass(frozen=True, slots=True, kw_only=True)
class KeywordStates:
    """By which state of what was learned the keywords of each page were chosen."""

    name: ClassVar[str] = "keywords"
    url_hash: UInt64s
    language: Texts
    learned: UInt64s


@dataclass(frozen=True, slots=True, kw_only=True)
class DocWords:
    """All texts of a page that a search looks in."""

    name: ClassVar[str] = "docviews"
    url_hash: UInt64s
    url: Texts
    title: Texts
    abstract: Texts
    keywords: TextLists
    text: Texts
    language: Texts


@dataclass(frozen=True, slots=True, kw_only=True)
class DocStandings:
    """What decides which of several equal pages is kept."""

    name: ClassVar[str] = "docviews"
    url_hash: UInt64s
    url: Texts
    fetched_at: Instants
    block_digest: Texts
    canonical: Texts
    text_digest: Texts


@dataclass(frozen=True, slots=True, kw_only=True)
class Sketches:
    """The sketch of each page's text without boilerplate: minima of its permuted shingles.

    ``text_id`` is the first half of the digest of that text as a number, ``text_digest`` that
    of the whole text. ``template`` tells the boilerplate taken off; 0 if there is none.
    ``block_digest`` is that of the capture: equal digests may stand for other lines.
    """

    name: ClassVar[str] = "sketches"
    url_hash: UInt64s
    url: Texts
    block_digest: Texts
    text_digest: Texts
    text_id: UInt64s
    template: UInt64s
    shingles: Int32s
    minima: Minima


@dataclass(frozen=True, slots=True, kw_only=True)
class SketchSizes:
    """Which text is compared of each page, and how many distinct shingles it has."""

    name: ClassVar[str] = "sketches"
    url: Texts
    text_id: UInt64s
    shingles: Int32s


@dataclass(frozen=True, slots=True, kw_only=True)
class SketchPlaces:
    """Where each page with words is, and what tells whether its text has changed."""

    name: ClassVar[str] = "sketches"
    url_hash: UInt64s
    url: Texts
    block_digest: Texts
    text_digest: Texts


@dataclass(frozen=True, slots=True, kw_only=True)
class SketchIds:
    """Which text is compared of each page."""

    name: ClassVar[str] = "sketches"
    url_hash: UInt64s
    url: Texts
    text_id: UInt64s


@dataclass(frozen=True, slots=True, kw_only=True)
class SketchTemplates:
    """Which boilerplate was taken off each page."""

    name: ClassVar[str] = "sketches"
    url_hash: UInt64s
    url: Texts
    template: UInt64s


@dataclass(frozen=True, slots=True, kw_only=True)
class Bands:
    """One row for each band of each sketch: those with equal keys may be duplicates."""

    name: ClassVar[str] = "bands"
    band_key: UInt64s
    text_id: UInt64s


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidates:
    """Texts that share a band, ``left < right``: not verified yet.

    ``left == right`` marks a text of a band that too many share to list every pair.
    """

    name: ClassVar[str] = "candidates"
    left: UInt64s
    right: UInt64s


@dataclass(frozen=True, slots=True, kw_only=True)
class Verified:
    """Each candidate pair of texts with the exact sizes of its shingle sets."""

    name: ClassVar[str] = "verified"
    left: UInt64s
    right: UInt64s
    intersection: Int32s
    union: Int32s


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairs:
    """Pages whose exact resemblance reaches the threshold, ``left < right``."""

    name: ClassVar[str] = "pairs"
    left: Texts
    right: Texts
    similarity: Float64s
    intersection: Int32s
    union: Int32s
    method: Texts


@dataclass(frozen=True, slots=True, kw_only=True)
class Clusters:
    """Each page that has copies, with the one that is kept for it.

    ``relation`` is ``kept``, ``exact`` (its text equals that of the kept page) or ``near``.
    """

    name: ClassVar[str] = "clusters"
    url_hash: UInt64s
    url: Texts
    representative: Texts
    relation: Texts
    similarity: Float64s


@dataclass(frozen=True, slots=True, kw_only=True)
class Rejects:
    """Each row that a stage did not pass on, with the reason; one table for each stage.

    ``unseen`` marks rows that were sorted out before the stage's own work began; among them
    are documents that could not be converted.
    """

    name: ClassVar[str] = "rejects"
    url_hash: UInt64s
    url: Texts
    fetched_at: Instants
    block_digest: Texts
    reason: Texts
    detail: Texts
    unseen: Bools
