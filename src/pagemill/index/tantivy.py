"""The inverted file on disk: the only module that knows the engine, and does I/O.

A folder holds one index. Pages are added and removed in one commit, or not at all: a process
that is killed leaves the last commit. Files are never changed in place (segments are written
once, lists of segments are replaced by a rename), so a :func:`fork` of a folder shares its
files by hard links and can be changed while the old folder is being read.

The engine finds what matches, counts it exactly and proposes an order. The scores of the best
candidates are then computed anew from counts (see :mod:`pagemill.index.rank`), and more
candidates are taken until no page left out can outrank one that is in.
"""

from __future__ import annotations

import json
import re
from bisect import insort
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Protocol, cast

import tantivy
from tantivy import Occur

from pagemill.errors import CollectionError, SurroundingsError
from pagemill.index.analyze import ANALYSER, analyze, is_unspaced, word_count
from pagemill.index.document import Hit, Hits, IndexDocument
from pagemill.index.links import link, linked
from pagemill.index.query import Query, Words
from pagemill.index.rank import FieldWeights, Occurrence, idf, saturation

FIELDS = ("title", "keywords", "abstract", "text")
"""Fields that a query looks in, in the order in which their scores are added."""

FORMAT = 1
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


@dataclass(frozen=True, slots=True)
class _Clause:
    """Words looked for in one field.

    Attributes:
        field: where.
        words: what; several words stand side by side.
        worth: weight of the field times idf: what full saturation would score.
        boost: factor that gives the engine the same worth.
    """

    field: str
    words: Words
    worth: float
    boost: float


def create(folder: Path) -> None:
    """Make an empty index; the folder may exist but must be empty.

    Raises:
        SurroundingsError: the folder cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tantivy.Index(_schema(), str(folder), reuse=False)
        mark = {"format": FORMAT, "analyser": ANALYSER}
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


def is_current(folder: Path) -> bool:
    """Whether this version made the index: its format and its way of cutting texts."""
    try:
        mark = json.loads((folder / _MARK).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return bool(mark == {"format": FORMAT, "analyser": ANALYSER})


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
        _write(writer, add, remove, replaces=replaces)
        _open_to_readers(folder)
    except (OSError, ValueError) as error:
        raise SurroundingsError(
            f"{folder}: the index could not be written, it is as it was: {error}"
        ) from error


def documents(folder: Path) -> dict[str, int]:
    """URL and digest of every page in the index."""
    with _opened_to_read(folder) as index:
        searcher = index.searcher()
    if not searcher.num_docs:
        return {}
    found = searcher.search(tantivy.Query.all_query(), searcher.num_docs, count=False)
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


def search(folder: Path, query: Query, *, limit: int = 10, offset: int = 0) -> Hits:
    """Answer one query; for several, open an :class:`IndexReader` once."""
    return IndexReader(folder).search(query, limit=limit, offset=offset)


class IndexReader:
    """An index opened for queries; it sees the commit that was there when it was opened.

    Args:
        folder: an index of this version.
        weights: what a word is worth, by field.

    Raises:
        CollectionError: the folder holds no index, or one of another version.
    """

    def __init__(self, folder: Path, weights: FieldWeights | None = None) -> None:
        with _opened_to_read(folder) as index:
            self._schema = index.schema
            self._searcher = index.searcher()
        self._weights: dict[str, float] = asdict(weights or FieldWeights())
        self._pages = self._searcher.num_docs
        self._written = _written(folder)
        self._frequencies: dict[tuple[str, str], int] = {}
        self._averages: dict[str, tuple[float, float]] = {}

    @property
    def pages(self) -> int:
        """Number of pages in the index."""
        return self._pages

    def count(self, query: Query) -> int:
        """The exact number of pages that match."""
        return self.search(query, limit=0).total

    def search(self, query: Query, *, limit: int = 10, offset: int = 0) -> Hits:
        """Find the pages that match, best first, equal scores in the order of their URLs.

        Args:
            query: what to look for; an empty query matches nothing.
            limit: how many hits at most.
            offset: how many of the best hits to skip.

        Cost:
            Matching takes well under a millisecond for rare words; each hit, skipped ones
            included, takes about a tenth of a millisecond more.
        """
        clauses = self._clauses(query)
        wanted = self._engine_query(query, clauses)
        if wanted is None:
            return Hits(total=0, hits=())
        scored = [clause for group in clauses for clause in group if clause.worth]
        # The engine makes room for as many hits as it is asked for before it looks.
        limit = min(limit, self._pages) if offset < self._pages else 0
        if not scored or limit <= 0:
            return self._in_url_order(wanted, limit, offset)
        return self._ranked(wanted, scored, limit, offset)

    # -- from the query to the engine's query

    def _clauses(self, query: Query) -> list[list[_Clause]]:
        """For each required group, every way to meet it that occurs in the index at all."""
        return [
            [
                clause
                for member in group
                for field in FIELDS
                if (clause := self._clause(field, member)) is not None
            ]
            for group in query.required
        ]

    def _clause(self, field: str, member: Words) -> _Clause | None:
        if _is_part(member):
            # A lone character of an unspaced script is a part of many words: no idf.
            return _Clause(field, member, 0.0, 0.0)
        counts = [self._frequency(field, word) for word in member]
        if not all(counts):
            return None
        written = [self._searcher.doc_freq(field, word) for word in member]
        exact = sum(idf(self._pages, count) for count in counts)
        engine = sum(idf(self._written, count) for count in written)
        weight = self._weights[field]
        return _Clause(field, member, weight * exact, weight * exact / engine)

    def _frequency(self, field: str, word: str) -> int:
        """Pages with this word, without deleted ones."""
        key = (field, word)
        if key not in self._frequencies:
            if self._written == self._pages:
                count = self._searcher.doc_freq(field, word)
            else:
                term = tantivy.Query.term_query(self._schema, field, word)
                count = _count(self._searcher, term)
            self._frequencies[key] = count
        return self._frequencies[key]

    def _engine_query(
        self, query: Query, clauses: Sequence[Sequence[_Clause]]
    ) -> tantivy.Query | None:
        if query.is_empty or not all(clauses):
            return None
        parts = [(Occur.Must, _any(self._boosted(group))) for group in clauses]
        parts += self._filters(Occur.Must, query.hosts, query.languages)
        for values in ((query.excluded_hosts, ()), ((), query.excluded_languages)):
            parts += self._filters(Occur.MustNot, *values)
        for member in query.excluded:
            parts += [(Occur.MustNot, self._matching(field, member)) for field in FIELDS]
        return tantivy.Query.boolean_query(parts)

    def _boosted(self, group: Sequence[_Clause]) -> Iterator[tantivy.Query]:
        for clause in group:
            matching = self._matching(clause.field, clause.words)
            if clause.worth:
                yield tantivy.Query.boost_query(matching, clause.boost)
            else:
                yield tantivy.Query.const_score_query(matching, 0.0)

    def _matching(self, field: str, member: Words) -> tantivy.Query:
        if _is_part(member):
            return tantivy.Query.regex_query(self._schema, field, f"{member[0]}.?|.{member[0]}")
        if len(member) == 1:
            return tantivy.Query.term_query(self._schema, field, member[0])
        return tantivy.Query.phrase_query(self._schema, field, list(member))

    def _filters(
        self, occur: Occur, hosts: Sequence[str], languages: Sequence[str]
    ) -> list[tuple[Occur, tantivy.Query]]:
        return [
            (
                occur,
                tantivy.Query.const_score_query(
                    _any(tantivy.Query.term_query(self._schema, field, one) for one in values),
                    0.0,
                ),
            )
            for field, values in (("host", hosts), ("language", languages))
            if values
        ]

    # -- from the engine's order to ours

    def _in_url_order(self, wanted: tantivy.Query, limit: int, offset: int) -> Hits:
        """Nothing to score by: all pages are equal."""
        total = _count(self._searcher, wanted)
        if limit <= 0 or offset >= total:
            return Hits(total=total, hits=())
        found = self._searcher.search(
            wanted,
            limit,
            count=False,
            order_by_field="url",
            offset=offset,
            order=tantivy.Order.Asc,
        )
        urls = [_url(self._searcher, address) for _, address in found.hits]
        return Hits(total=total, hits=tuple(Hit(url=url, score=0.0) for url in urls))

    def _ranked(
        self, wanted: tantivy.Query, scored: Sequence[_Clause], limit: int, offset: int
    ) -> Hits:
        """Take candidates until none that is left out can belong to the stretch asked for."""
        counting = self._counting(scored)
        most = self._most_underrated(scored)
        needed = offset + limit
        candidates = needed + _SPARE
        while True:
            found = self._searcher.search(wanted, candidates)
            total = _total(found)
            best: list[tuple[float, str]] = []
            for proposed, address in found.hits:
                if len(best) >= needed and -best[needed - 1][0] > proposed * most:
                    # Neither this page nor any after it can be among the best.
                    return _stretch(total, best[offset:needed])
                insort(best, self._scored(address, counting, scored))
            if total <= candidates:
                return _stretch(total, best[offset:needed])
            candidates = min(total, 4 * candidates)

    def _counting(self, scored: Sequence[_Clause]) -> tantivy.Query:
        """A query whose explanation names each clause by its boost, counted from 1."""
        numbered = [
            tantivy.Query.boost_query(self._matching(clause.field, clause.words), float(number))
            for number, clause in enumerate(scored, start=1)
        ]
        nothing = tantivy.Query.const_score_query(tantivy.Query.all_query(), 0.0)
        return _any([*numbered, nothing])

    def _scored(
        self, address: tantivy.DocAddress, counting: tantivy.Query, scored: Sequence[_Clause]
    ) -> tuple[float, str]:
        """The page as it sorts: the negative of its score, then its URL."""
        found = {one.clause: one for one in _occurrences(self._searcher, counting, address)}
        score = 0.0
        for number, clause in enumerate(scored, start=1):
            if number in found:
                one = found[number]
                average, _ = self._average(clause)
                score += clause.worth * saturation(one.frequency, one.length, average)
        return -score, _url(self._searcher, address)

    def _most_underrated(self, scored: Sequence[_Clause]) -> float:
        """The factor by which the engine's score of a page can fall short of the exact one.

        The engine's worth of each clause is corrected already. What differs is the average
        length, and with it the norm, by at most their ratio; the rest is single precision.
        """
        ratios = [exact / engine for exact, engine in map(self._average, scored)]
        return max(1.0, *ratios) * (1.0 + 1e-5)

    def _average(self, clause: _Clause) -> tuple[float, float]:
        """Average length of a clause's field: exact, and as the engine has it."""
        if clause.field not in self._averages:
            words = _sum(self._searcher, f"{clause.field}_length")
            self._averages[clause.field] = (words / self._pages, self._engine_average(clause))
        return self._averages[clause.field]

    def _engine_average(self, clause: _Clause) -> float:
        term = tantivy.Query.term_query(self._schema, clause.field, clause.words[0])
        first = self._searcher.search(term, 1, count=False).hits[0][1]
        named = tantivy.Query.boost_query(term, 1.0)
        return next(_occurrences(self._searcher, named, first)).average


class _Counted(Protocol):
    """What the engine's result has beyond its type stub."""

    count: int


_SPARE = 20
"""Candidates beyond those asked for, so that the first try mostly suffices."""


def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_text_field(
        "url", stored=True, fast=True, tokenizer_name="raw", index_option="basic"
    )
    for field in FIELDS:
        # The texts come analysed; the engine only splits them at blanks.
        builder.add_text_field(field, tokenizer_name="whitespace", index_option="position")
        builder.add_unsigned_field(f"{field}_length", fast=True)
    for field in ("host", "language", "page_type"):
        builder.add_text_field(field, tokenizer_name="raw", index_option="basic")
    builder.add_unsigned_field("digest", fast=True)
    return builder.build()


def _write(
    writer: tantivy.IndexWriter,
    add: Iterable[IndexDocument],
    remove: Iterable[str],
    *,
    replaces: bool,
) -> None:
    try:
        for document in add:
            if replaces:
                writer.delete_documents_by_term("url", document.url)
            writer.add_document(_engine_document(document))
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


def _engine_document(document: IndexDocument) -> tantivy.Document:
    made = tantivy.Document()
    made.add_text("url", document.url)
    made.add_unsigned("digest", document.digest)
    for host in _host_and_parents(document.host):
        made.add_text("host", host)
    made.add_text("language", document.language)
    made.add_text("page_type", document.page_type)
    for field, values in (
        ("title", (document.title,)),
        # The engine leaves a gap between values, so no phrase runs from one into the next.
        ("keywords", document.keywords),
        ("abstract", (document.abstract,)),
        ("text", (document.text,)),
    ):
        length = 0
        for value in values:
            analysed = analyze(value)
            made.add_text(field, analysed)
            length += word_count(analysed)
        made.add_unsigned(f"{field}_length", length)
    return made


def _host_and_parents(host: str) -> list[str]:
    """``a.b.org``, ``b.org`` and ``org``, so that one term finds all hosts below."""
    labels = host.split(".")
    if not host or host.startswith("[") or labels[-1].isdigit():
        return [host] if host else []
    return [".".join(labels[i:]) for i in range(len(labels))]


def _is_part(member: Words) -> bool:
    return len(member) == 1 and len(member[0]) == 1 and is_unspaced(member[0])


def _any(queries: Iterable[tantivy.Query]) -> tantivy.Query:
    return tantivy.Query.boolean_query([(Occur.Should, query) for query in queries])


def _count(searcher: tantivy.Searcher, query: tantivy.Query) -> int:
    return _total(searcher.search(tantivy.Query.const_score_query(query, 0.0), 1))


def _total(found: tantivy.SearchResult) -> int:
    return cast("_Counted", found).count


def _sum(searcher: tantivy.Searcher, fast_field: str) -> float:
    """Sum of a number over all pages that are not deleted."""
    asked = {"sum": {"sum": {"field": fast_field}}}
    found = searcher.aggregate(tantivy.Query.all_query(), asked)  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    return float(cast("dict[str, dict[str, float]]", found)["sum"]["value"])


def _stretch(total: int, best: Iterable[tuple[float, str]]) -> Hits:
    return Hits(total=total, hits=tuple(Hit(url=url, score=-worth) for worth, url in best))


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


def _open(folder: Path) -> tantivy.Index:
    try:
        mark = json.loads((folder / _MARK).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise CollectionError(
            f"{folder}: no search index here; build the collection to make one"
        ) from error
    if mark != {"format": FORMAT, "analyser": ANALYSER}:
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
        index = _open(folder)
    except CollectionError:
        raise
    except SurroundingsError:
        index = None
    if index is not None:
        yield index
        return
    with linked(folder, without=_LOCKS) as links:
        yield _open(links)


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
