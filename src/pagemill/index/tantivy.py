"""The inverted file on disk: the only module that knows the engine, and does I/O.

A folder holds one index. Pages are added and removed in one commit, or not at all: a process
that is killed leaves the last commit. Files are never changed in place (segments are written
once, lists of segments are replaced by a rename), so a :func:`fork` of a folder shares its
files by hard links and can be changed while the old folder is being read.

What is asked of the engine, and what is made of its answers, is in
:mod:`pagemill.index.reader`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, cast

import tantivy
from tantivy import Occur

from pagemill.errors import CollectionError, SurroundingsError
from pagemill.index.analyze import ANALYSER, analyze, word_count
from pagemill.index.category import branches
from pagemill.index.document import (
    COUNTED,
    FIELDS,
    FLAG_FETCHED,
    OWN_FIELDS,
    SCALE,
    IndexDocument,
    counted,
    flags,
    host_and_parents,
    kinds,
    texts,
)
from pagemill.index.forms.stemming import Stem, Stemming
from pagemill.index.links import link, linked
from pagemill.index.query import Words
from pagemill.index.rank import Occurrence
from pagemill.index.repetition import repetition

Wanted = tantivy.Query
Address = tantivy.DocAddress

FORMAT = 2
READABLE = (1, FORMAT)
"""Formats that can be searched; the first knows a page's own fields, host and language only."""

_FIRST = {f"{one}_length" for one in OWN_FIELDS} | {
    *OWN_FIELDS,
    *("url", "host", "language", "page_type", "digest"),
}
_FAR = 1 << 62
_MOST_VALUES = 60_000
_MARK = "pagemill-index.json"
_SEGMENT_PARTS = ("store", "idx", "pos", "term", "fast", "fieldnorm")
_LOCKS = (".tantivy-writer.lock", ".tantivy-meta.lock")


@dataclass(frozen=True, slots=True, kw_only=True)
class WriterParams:
    """How an index is written; what it answers does not depend on it.

    Attributes:
        threads: indexing threads.
        memory_bytes: memory for all threads together before they write a segment; each thread
            needs at least 15 MB.
    """

    threads: int = 1
    memory_bytes: int = 100_000_000


def create(folder: Path, languages: Sequence[str] = ()) -> None:
    """Make an empty index; the folder may exist but must be empty.

    Args:
        folder: where.
        languages: those whose pages have their words stemmed; it holds for good.

    Raises:
        SurroundingsError: the folder cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tantivy.Index(_schema(), str(folder), reuse=False)
        mark = _made_now(languages)
        (folder / _MARK).write_text(json.dumps(mark) + "\n", encoding="utf-8")
        _open_to_readers(folder)
    except (OSError, ValueError) as error:
        raise SurroundingsError(f"{folder}: no index could be made here: {error}") from error


def fork(source: Path, target: Path) -> None:
    """Make ``target`` a copy of an index that shares the files of ``source`` by hard links.

    Changing the copy leaves every file of the source as it is. Where the file system knows no
    hard links, the files are copied.
    """
    target.mkdir(parents=True, exist_ok=True)
    for path in sorted(source.iterdir()):
        # Locks hang on the file itself, not on its name: a shared one would lock both folders.
        if path.name not in _LOCKS and path.is_file():
            link(path, target / path.name)


def is_current(folder: Path, languages: Sequence[str] | None = None) -> bool:
    """Whether this version made the index: its format and its way of cutting texts.

    Args:
        folder: the index.
        languages: and whether it stems these; None for any.
    """
    try:
        mark = _mark(folder)
    except (OSError, ValueError):
        return False
    stems: Sequence[str] = mark.get("stemming", ()) if languages is None else languages
    return bool(mark == _made_now(stems))


def stemming(folder: Path) -> Stemming:
    """How an index of any version stems words.

    Raises:
        CollectionError: the folder holds no index.
    """
    return stemming_of(_mark_of(folder).get("stemming", ()))


def stemming_of(languages: Sequence[str]) -> Stemming:
    """The rules of some languages."""
    return Stemming(languages, _rules)


def _rules(name: str) -> Stem:
    """The engine's rules for the words of a language."""
    rules = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace())
    analyser = rules.filter(tantivy.Filter.stemmer(name)).build()
    return lambda word: "".join(analyser.analyze(word))


def _made_now(languages: Sequence[str]) -> dict[str, Any]:
    """The mark of an index that this version makes."""
    stems = {"stemming": list(languages)} if languages else {}
    return {"format": FORMAT, "analyser": ANALYSER, **stems}


def is_whole(folder: Path) -> bool:
    """Whether an index of this version has all of its files."""
    try:
        meta = json.loads((folder / "meta.json").read_text(encoding="utf-8"))
        names = [str(one["segment_id"]).replace("-", "") for one in meta["segments"]]
    except (OSError, ValueError, KeyError, TypeError):
        return False
    wanted = [folder / f"{name}.{part}" for name in names for part in _SEGMENT_PARTS]
    return is_current(folder) and all(path.is_file() for path in wanted)


def apply(
    folder: Path,
    *,
    add: Iterable[IndexDocument],
    remove: Iterable[str] = (),
    params: WriterParams = WriterParams(),
) -> None:
    """Add and remove pages in one commit.

    Args:
        folder: an index of this version.
        add: pages; each takes the place of the page with its URL. A URL comes at most once.
        remove: URLs of pages that go; read after ``add`` is used up, so that it may depend on
            what went by, and disjoint from it.
        params: threads and memory.

    Raises:
        CollectionError: the folder holds no index, or one of another version.
        SurroundingsError: the disk is full or cannot be written; the index is unchanged.
    """
    index = _open(folder)
    replaces = index.searcher().num_docs > 0
    try:
        writer = index.writer(params.memory_bytes, params.threads)
        _write(writer, _engine_documents(add, stemming(folder)), remove, replaces=replaces)
        _open_to_readers(folder)
    except (OSError, ValueError) as error:
        raise SurroundingsError(
            f"{folder}: the index could not be written, it is as it was: {error}"
        ) from error


def documents(folder: Path, kind: str = "") -> dict[str, int]:
    """URL and digest of every page in the index, or of those of one kind."""
    with _opened_to_read(folder) as index:
        searcher = index.searcher()
    if not searcher.num_docs:
        return {}
    wanted = tantivy.Query.all_query()
    if kind and _mark(folder)["format"] == FORMAT:
        wanted = tantivy.Query.term_query(index.schema, "kind", kind)
    found = searcher.search(wanted, searcher.num_docs, count=False)
    addresses = [address for _, address in found.hits]
    digests = searcher.fast_field_values("digest", addresses)
    return {
        _url(searcher, address): int(digest or 0)
        for address, digest in zip(addresses, digests, strict=True)
    }


def page_count(folder: Path) -> int:
    """Number of pages in the index."""
    with _opened_to_read(folder) as index:
        return index.searcher().num_docs


class Engine:
    """An opened index, asked in the engine's terms; it sees the commit of its opening.

    Args:
        folder: an index of this version.

    Attributes:
        pages: pages in the index.
        written: pages in the engine's statistics: deleted ones too, until they are merged.
        stemming: how words of pages and queries are stemmed.

    Raises:
        CollectionError: the folder holds no index, or one of another version.
    """

    def __init__(self, folder: Path) -> None:
        with _opened_to_read(folder) as index:
            self._schema = index.schema
            self._searcher = index.searcher()
        self.pages: int = self._searcher.num_docs
        self.written = _written(folder)
        self._is_first = _mark(folder).get("format") == READABLE[0]
        self.stemming = stemming(folder)

    def has(self, field: str) -> bool:
        """Whether an index of this format has a field."""
        return not self._is_first or field in _FIRST

    # -- queries

    def term(self, field: str, word: str) -> Wanted:
        """Pages with this word in this field."""
        if not self.has(field):
            return tantivy.Query.empty_query()
        return tantivy.Query.term_query(self._schema, field, word)

    def phrase(self, field: str, words: Words) -> Wanted:
        """Pages with these words side by side."""
        return tantivy.Query.phrase_query(self._schema, field, list(words))

    def part(self, field: str, character: str) -> Wanted:
        """Pages with a pair of characters, one of which is this."""
        return tantivy.Query.regex_query(self._schema, field, f"{character}.?|.{character}")

    def since(self, field: str, first: int | None, beyond: int | None) -> Wanted:
        """Pages whose number is from ``first`` on and below ``beyond``."""
        if not self.has(field):
            return tantivy.Query.empty_query()
        return tantivy.Query.range_query(
            self._schema,
            field,
            tantivy.FieldType.Unsigned,
            max(first or 0, 0),
            max(beyond, 0) if beyond is not None else _FAR,
            include_upper=False,
        )

    @staticmethod
    def every(wanted: Iterable[Wanted], unwanted: Iterable[Wanted] = ()) -> Wanted:
        """Pages that match all of the first and none of the second."""
        return tantivy.Query.boolean_query(
            [(Occur.Must, query) for query in wanted]
            + [(Occur.MustNot, query) for query in unwanted]
        )

    @staticmethod
    def any(queries: Iterable[Wanted]) -> Wanted:
        """Pages that match one of these."""
        return _any(queries)

    @staticmethod
    def boosted(query: Wanted, factor: float) -> Wanted:
        """The same pages, their scores times the factor."""
        return tantivy.Query.boost_query(query, factor)

    @staticmethod
    def silent(query: Wanted) -> Wanted:
        """The same pages, without a score."""
        return tantivy.Query.const_score_query(query, 0.0)

    def counting(self, queries: Iterable[Wanted]) -> Wanted:
        """A query whose explanation names each of these by its number, from 1 on."""
        numbered = [
            tantivy.Query.boost_query(query, float(number))
            for number, query in enumerate(queries, start=1)
        ]
        return _any([*numbered, self.silent(tantivy.Query.all_query())])

    # -- answers

    def frequency(self, field: str, word: str) -> int:
        """Pages with this word, deleted ones too until they are merged."""
        return int(self._searcher.doc_freq(field, word))

    def count(self, query: Wanted) -> int:
        """The exact number of pages that match."""
        return _total(self._searcher.search(self.silent(query), 1))

    def best(self, query: Wanted, limit: int) -> tuple[int, list[tuple[float, Address]]]:
        """The exact number of pages, and the best by the engine's scores."""
        found = self._searcher.search(query, limit)
        return _total(found), found.hits

    def in_url_order(self, query: Wanted, limit: int, offset: int) -> list[Address]:
        """A stretch of the pages that match, sorted by URL."""
        found = self._searcher.search(
            query,
            limit,
            count=False,
            order_by_field="url",
            offset=offset,
            order=tantivy.Order.Asc,
        )
        return [address for _, address in found.hits]

    def scores(self, query: Wanted, most: int) -> dict[tuple[int, int], float]:
        """The engine's scores of the pages that match, at most so many, by :func:`place`."""
        found = self._searcher.search(query, most, count=False)
        return {(at.segment_ord, at.doc): score for score, at in found.hits}

    def these(self, urls: Iterable[str]) -> Wanted:
        """Some pages by their keys, without a score."""
        return self.silent(_any(self.term("url", url) for url in urls))

    def occurrences(self, counting: Wanted, address: Address) -> Iterator[Occurrence]:
        """What each numbered clause found in one page."""
        return _occurrences(self._searcher, counting, address)

    def url(self, address: Address) -> str:
        """The key of a page."""
        return _url(self._searcher, address)

    def called(self, address: Address) -> tuple[str, ...]:
        """What others call a page that was not fetched."""
        said = self._searcher.doc(address).get_first("called")
        return tuple(bytes(said or b"").decode("utf-8").split("\n"))

    def numbers(self, field: str, addresses: list[Address]) -> list[int]:
        """A number of each page; 0 where the index has none."""
        if not self.has(field):
            return [0] * len(addresses)
        found = self._searcher.fast_field_values(field, addresses)
        return [int(one or 0) for one in found]

    def total(self, field: str, how: str = "sum") -> float:
        """Sum, ``min`` or ``max`` of a number over all pages.

        Deleted pages do not count.
        """
        if not self.pages or not self.has(field):
            return 0.0
        asked = {"total": {how: {"field": field}}}
        every = tantivy.Query.all_query()
        found = self._searcher.aggregate(every, asked)  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
        return float(cast("dict[str, dict[str, float]]", found)["total"]["value"] or 0.0)

    def values(self, query: Wanted, field: str) -> dict[str, int]:
        """Value of a field -> pages that match and have it, exactly counted."""
        if self._is_first:
            return {}
        asked = {"values": {"terms": {"field": field, "size": _MOST_VALUES}}}
        found = self._searcher.aggregate(query, asked)  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
        buckets = cast("_Buckets", found)["values"]["buckets"]
        return {str(one["key"]): int(one["doc_count"]) for one in buckets}


def place(address: Address) -> tuple[int, int]:
    """Where a page stands, as a value that can be looked up."""
    return address.segment_ord, address.doc


class _Counted(Protocol):
    """What the engine's result has beyond its type stub."""

    count: int


_Buckets = dict[str, dict[str, list[dict[str, Any]]]]


def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_text_field(
        "url", stored=True, fast=True, tokenizer_name="raw", index_option="basic"
    )
    for field in FIELDS:
        # The texts come analysed; the engine only splits them at blanks.
        builder.add_text_field(field, tokenizer_name="whitespace", index_option="position")
        builder.add_unsigned_field(f"{field}_length", fast=True)
    for field in ("host", "kind", "branch"):
        builder.add_text_field(field, tokenizer_name="raw", index_option="basic")
    for field in COUNTED:
        builder.add_text_field(field, fast=True, tokenizer_name="raw", index_option="basic")
    builder.add_bytes_field("called", stored=True)
    builder.add_unsigned_field("day", fast=True, indexed=True)
    for field in ("digest", "key", "flags", "repetition"):
        builder.add_unsigned_field(field, fast=True)
    return builder.build()


def _write(
    writer: tantivy.IndexWriter,
    add: Iterable[tuple[str, tantivy.Document]],
    remove: Iterable[str],
    *,
    replaces: bool,
) -> None:
    try:
        for url, document in add:
            if replaces:
                writer.delete_documents_by_term("url", url)
            writer.add_document(document)
        for url in remove:
            writer.delete_documents_by_term("url", url)
        writer.commit()
        writer.garbage_collect_files()
    except BaseException:
        # Not left to the garbage collector: the writer holds the lock of the folder.
        writer.rollback()
        raise
    finally:
        # Merges go on in the background; the folder must be still when the caller renames it.
        writer.wait_merging_threads()


def _engine_documents(
    documents: Iterable[IndexDocument], stems: Stemming
) -> Iterator[tuple[str, tantivy.Document]]:
    for document in documents:
        yield document.url, _engine_document(document, stems)


def _engine_document(document: IndexDocument, stems: Stemming) -> tantivy.Document:
    made = tantivy.Document()
    made.add_text("url", document.url)
    made.add_unsigned("digest", document.digest)
    made.add_unsigned("key", document.key)
    made.add_unsigned("day", document.day)
    for host in host_and_parents(document.host):
        made.add_text("host", host)
    for kind in kinds(document):
        made.add_text("kind", kind)
    if document.category:
        for branch in branches(document.category):
            made.add_text("branch", branch)
    for field, value in counted(document).items():
        if value:
            made.add_text(field, value)
    made.add_unsigned("flags", flags(document))
    if not flags(document) & FLAG_FETCHED:
        made.add_bytes("called", "\n".join(document.anchors).encode("utf-8", "replace"))
    _add_texts(made, document, stems)
    return made


def _add_texts(made: tantivy.Document, document: IndexDocument, stems: Stemming) -> None:
    for field, values in texts(document).items():
        length = 0
        for value in values:
            if not value:
                continue
            analysed = analyze(value)
            made.add_text(field, stems.stemmed(analysed, document.language))
            length += word_count(analysed)
            if field == "text":
                made.add_unsigned("repetition", round(SCALE * repetition(analysed)))
        if length:
            made.add_unsigned(f"{field}_length", length)


def _any(queries: Iterable[tantivy.Query]) -> tantivy.Query:
    return tantivy.Query.boolean_query([(Occur.Should, query) for query in queries])


def _total(found: tantivy.SearchResult) -> int:
    return cast("_Counted", found).count


def _url(searcher: tantivy.Searcher, address: tantivy.DocAddress) -> str:
    return str(searcher.doc(address).get_first("url"))


_EXPLAINED = re.compile(
    r'"value": (?P<value>[^,\s]+),\s*"description": '
    r'"(?:Boost x(?P<clause>\d+)|(?P<name>freq|dl|avgdl),)'
)
"""The numbers that matter in an explanation; reading all of it takes twice as long."""


def _occurrences(
    searcher: tantivy.Searcher, query: tantivy.Query, address: tantivy.DocAddress
) -> Iterator[Occurrence]:
    """What each numbered clause found in one page, read off the engine's explanation."""
    clause = 0
    counts: dict[str, float] = {}
    for found in _EXPLAINED.finditer(query.explain(searcher, address).to_json()):
        if found["clause"]:
            clause = int(found["clause"])
            continue
        counts[found["name"]] = float(found["value"])
        # The average closes the numbers of one clause.
        if found["name"] == "avgdl":
            yield Occurrence(
                clause=clause,
                frequency=counts["freq"],
                length=counts["dl"],
                average=counts["avgdl"],
            )


def _mark(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / _MARK).read_text(encoding="utf-8"))
    return found


def _mark_of(folder: Path) -> dict[str, Any]:
    try:
        return _mark(folder)
    except (OSError, ValueError) as error:
        raise CollectionError(
            f"{folder}: no search index here; build the collection to make one"
        ) from error


def _open(folder: Path, formats: Collection[int] = (FORMAT,)) -> tantivy.Index:
    mark = _mark_of(folder)
    if mark.get("format") not in formats or mark.get("analyser") != ANALYSER:
        raise CollectionError(
            f"{folder}: this index was made by another version of pagemill ({mark}); "
            "build the collection again to replace it"
        )
    try:
        return tantivy.Index.open(str(folder))
    except (OSError, ValueError) as error:
        if "Lockfile" in str(error):
            raise SurroundingsError(
                f"{folder}: the search index cannot be locked: {error}; "
                "ask for permission to write in this folder"
            ) from error
        raise CollectionError(
            f"{folder}: the search index is damaged: {str(error)[:100]}; "
            "delete this folder and build the collection again"
        ) from error


@contextmanager
def _opened_to_read(folder: Path) -> Generator[tantivy.Index, None, None]:
    """An index of which only searchers are used; the folder may forbid writing.

    The engine wants to make a lock even to read. Where it must not, it gets a folder of
    links; what a searcher has opened stays open when the links go.
    """
    try:
        index = _open(folder, READABLE)
    except CollectionError:
        raise
    except SurroundingsError:
        index = None
    if index is not None:
        yield index
        return
    with linked(folder, without=_LOCKS) as links:
        yield _open(links, READABLE)


def _written(folder: Path) -> int:
    """Pages in the engine's statistics: deleted ones too, until they are merged away."""
    meta = json.loads((folder / "meta.json").read_text(encoding="utf-8"))
    return sum(int(segment["max_doc"]) for segment in meta["segments"])


def _open_to_readers(folder: Path) -> None:
    """Give the engine's lists of segments, made private to their owner, the usual mode."""
    usual = (folder / _MARK).stat().st_mode & 0o777
    for name in ("meta.json", ".managed.json"):
        if (folder / name).exists():
            (folder / name).chmod(usual)
