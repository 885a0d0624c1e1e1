"""The boilerplate stage: pages by host -> the lines that they share; and texts without them.

What is compared of a page is its text less the lines that stand on many pages of its host. Of a
large host a sample is looked through: the pages of the smallest URL hashes, so that neither the
order of the input nor the way in which a collection grew makes a difference.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache, partial
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from pagemill.collection import manifest, parquet
from pagemill.collection.layout import Layout, is_whole, parts
from pagemill.dedup.columns import UInt64s, integers
from pagemill.dedup.params import DedupParams
from pagemill.dedup.site.boilerplate import (
    FEWEST_PAGES,
    Found,
    boilerplate,
    discounted,
    hashes_of,
)
from pagemill.engine.shape import ByKey, Used, one_group
from pagemill.errors import CollectionError
from pagemill.html.url import hosts
from pagemill.model.run import RunRecord
from pagemill.tables import (
    Boilerplate,
    DocPlaces,
    DocTexts,
    HostTexts,
    SketchPlaces,
    SketchTemplates,
)
from pagemill.text.normalize import text_digest

VERSION = 2

SAMPLE = 200
"""Texts of a host that are looked through."""

TEXTS_PER_PART = 1 << 13

ALARM = "hosts whose pages are mostly lines that they share; status names them"

Templates = dict[str, tuple[int, frozenset[int]]]
"""Host -> a number that tells its boilerplate from any other, and the hashes of the lines."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoilerplateParams:
    """Share of a host's pages that have a line, and of its words from which on it is named."""

    share: float
    alarm: float


def boilerplate_stage(
    layout: Layout, params: DedupParams
) -> ByKey[HostTexts, HostTexts, Boilerplate, BoilerplateParams]:
    """Find the lines that the pages of each host share."""
    how = BoilerplateParams(share=params.boilerplate, alarm=params.template_alarm)
    sample = Sample(layout.scratch / "hosts")
    return ByKey(
        name=Boilerplate.name,
        version=VERSION,
        reads=DocTexts,
        writes=Boilerplate,
        spread=_unchanged,
        meets=HostTexts,
        by="host_key",
        run=SharedLines(layout),
        params=how,
        per_part=TEXTS_PER_PART,
        split=None,
        cuts=one_group,
        prepare=partial(write_sample, layout, sample, how),
        load=sample,
    )


def _unchanged(docs: HostTexts, params: BoilerplateParams) -> HostTexts:
    del params
    return docs


def host_key(name: str) -> int:
    """By which the texts of a host meet."""
    return int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), "big")


def sources(urls: Sequence[str]) -> list[str]:
    """What each page shares a template with: its host, or its folder if it has no host."""
    names = zip(urls, hosts(urls), strict=True)
    return [name or url.rpartition("/")[0] for url, name in names]


@dataclass(frozen=True, slots=True)
class Sample:
    """Reads the texts that are looked through.

    Attributes:
        folder: holds for each part of the table of pages which of its rows are in the sample
            of their host, and where to take the host's lines from, if its sample is as it was.
    """

    folder: Path

    def __call__(self, path: Path) -> HostTexts:
        """Those of one part."""
        rows, earlier = _noted(self._note(path))
        if not rows:
            return parquet.empty(HostTexts)
        part = parquet.Part(path)
        docs: DocPlaces = part.some(DocPlaces, rows).columns()
        fresh = [number for number, run in enumerate(earlier) if not run]
        read: DocTexts = part.some(DocTexts, [rows[number] for number in fresh]).columns()
        texts = [""] * len(rows)
        for number, text in zip(fresh, read.text, strict=True):
            texts[number] = text
        names = sources(docs.url)
        return HostTexts(
            host_key=np.array([host_key(name) for name in names], np.uint64),
            host=names,
            url_hash=docs.url_hash,
            text_digest=docs.text_digest,
            text=texts,
            earlier=earlier,
        )

    def note(self, path: Path, rows: list[int], earlier: list[str]) -> None:
        """Say which rows of a part are in a sample, and of which runs their lines are had."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self._note(path).write_text(json.dumps([rows, earlier]), "utf-8")

    def _note(self, path: Path) -> Path:
        return self.folder / f"{path.name}.json"


def _noted(path: Path) -> tuple[list[int], list[str]]:
    rows, earlier = json.loads(path.read_text("utf-8"))
    return rows, earlier


_Version = tuple[int, str, str]
"""URL hash of a page, digest of its text, digest of its capture."""


@dataclass(frozen=True, slots=True)
class _Pages:
    """The pages with words, by host; and each page's row in its part file.

    Attributes:
        of_host: host -> URL hashes and digests of its pages and their captures.
        places: for each part file, the row, host and URL hash of each of its pages.
    """

    of_host: dict[str, list[_Version]]
    places: dict[Path, list[tuple[int, str, int]]]

    @classmethod
    def of(cls, paths: list[Path], table: type[DocPlaces | SketchPlaces]) -> _Pages:
        """Those of some part files."""
        of_host: defaultdict[str, list[_Version]] = defaultdict(list)
        places: dict[Path, list[tuple[int, str, int]]] = {}
        for path in paths:
            docs = parquet.read(table, [path])
            found = places.setdefault(path, [])
            digests = zip(docs.text_digest, docs.block_digest, strict=True)
            columns = sources(docs.url), docs.url_hash.tolist(), digests
            for row, (name, hashed, (text, block)) in enumerate(zip(*columns, strict=True)):
                if text and name:
                    of_host[name].append((hashed, text, block))
                    found.append((row, name, hashed))
        return cls(of_host, places)

    def samples(self) -> dict[str, list[_Version]]:
        """Of each host of enough pages those that are looked through, ascending."""
        return {
            name: sorted(found)[:SAMPLE]
            for name, found in self.of_host.items()
            if len(found) >= FEWEST_PAGES
        }


def write_sample(layout: Layout, sample: Sample, params: BoilerplateParams) -> None:
    """Find the hosts of enough pages, and which of them are looked through.

    The lines of a host whose sample is as it was when the live boilerplate was found need not
    be found again.
    """
    live = manifest.current(layout)
    pages = _Pages.of(parts(layout.table(DocPlaces.name, live[DocPlaces.name])), DocPlaces)
    chosen = pages.samples()
    run, before = _earlier_samples(layout, live, params)
    last = {name: found[-1][0] for name, found in chosen.items()}
    as_it_was = {name: run for name, found in chosen.items() if before.get(name) == found}
    for path, places in pages.places.items():
        taken = [(row, name) for row, name, hashed in places if hashed <= last.get(name, -1)]
        rows = [row for row, _ in taken]
        sample.note(path, rows, [as_it_was.get(name, "") for _, name in taken])


def _earlier_samples(
    layout: Layout, live: dict[str, str], params: BoilerplateParams
) -> tuple[str, dict[str, list[_Version]]]:
    """The live boilerplate, and the samples in which it was found; none if that is not known.

    The table of pages that it was found in is gone. The live sketches are of the same pages, if
    they were made after it.
    """
    run, sketches = live.get(Boilerplate.name, ""), live.get(SketchPlaces.name, "")
    made, sketched = (manifest.read_record(layout, each) for each in (run, sketches))
    if made is None or sketched is None or not is_whole(layout.table(Boilerplate.name, run)):
        return "", {}
    inputs = {Boilerplate.name: run, DocPlaces.name: made.inputs.get(DocPlaces.name)}
    is_alike = (made.version, made.params) == (VERSION, asdict(params))
    pages = [live[DocPlaces.name], made.inputs.get(DocPlaces.name, "")]
    ways = [_way(manifest.read_record(layout, page)) for page in pages]
    if not is_alike or sketched.inputs != inputs or ways[0] is None or ways[0] != ways[1]:
        return "", {}
    paths = parts(layout.table(SketchPlaces.name, sketches))
    return run, _Pages.of(paths, SketchPlaces).samples()


def _way(record: RunRecord | None) -> tuple[int, dict[str, Any]] | None:
    """How pages were purified."""
    return (record.version, record.params) if record else None


@dataclass(frozen=True, slots=True)
class SharedLines:
    """Finds the boilerplate of hosts, or takes over what an earlier run found.

    Attributes:
        layout: where the lines found earlier lie.
    """

    layout: Layout

    def __call__(self, docs: HostTexts, params: BoilerplateParams) -> tuple[Boilerplate, Used]:
        """The boilerplate of each host among some texts.

        Source:
            Bar-Yossef, Rajagopalan 2002, as
            :func:`~pagemill.dedup.site.boilerplate.boilerplate`.
        """
        order = np.lexsort((docs.url_hash, docs.host_key))
        texts: defaultdict[tuple[int, str, str], dict[str, str]] = defaultdict(dict)
        for row in integers(order):
            host_of = (int(docs.host_key[row]), docs.host[row], docs.earlier[row])
            texts[host_of].setdefault(docs.text_digest[row], docs.text[row])
        known = _rows_of_hosts(self.layout, set(docs.earlier) - {""})
        made: list[_Line] = []
        notes: Counter[str] = Counter()
        for (key, name, earlier), some in texts.items():
            found = known.get((earlier, name), [])
            if not earlier:
                found = _lines_of(key, name, boilerplate(list(some.values()), params.share))
            made += found
            notes[ALARM] += bool(found) and found[0].share >= params.alarm
        looked = sum(map(len, texts.values()))
        repeats = len(docs.host) - looked
        rejects = {"equal text on the same host": repeats} if repeats else {}
        told = {why: count for why, count in notes.items() if count}
        return _table(made), Used(rows=looked, rejects=rejects, notes=told)


class _Line(NamedTuple):
    """A row of the table."""

    host_key: int
    host: str
    line: str
    pages: int
    of_pages: int
    words: int
    share: float


def _lines_of(key: int, name: str, found: Found) -> list[_Line]:
    share = round(found.share, 6)
    return [
        _Line(key, name, line.text, line.pages, found.pages, line.words, share)
        for line in found.lines
    ]


def _rows_of_hosts(layout: Layout, runs: set[str]) -> dict[tuple[str, str], list[_Line]]:
    """Run and host -> rows of the table, in its order."""
    found: defaultdict[tuple[str, str], list[_Line]] = defaultdict(list)
    for run in runs:
        folder = layout.table(Boilerplate.name, run)
        if not is_whole(folder):
            raise CollectionError(
                f"{folder}: gone while needed; delete the folder 'tables' of the "
                "collection and run 'pagemill build' to make all tables again from the archive"
            )
        table = parquet.read(Boilerplate, parts(folder))
        columns = (
            *(table.host_key.tolist(), table.host, table.line, table.pages.tolist()),
            *(table.of_pages.tolist(), table.words.tolist(), table.share.tolist()),
        )
        for row in map(_Line._make, zip(*columns, strict=True)):
            found[run, row.host].append(row)
    return found


def _table(rows: list[_Line]) -> Boilerplate:
    return Boilerplate(
        host_key=np.array([row.host_key for row in rows], np.uint64),
        host=[row.host for row in rows],
        line=[row.line for row in rows],
        pages=np.array([row.pages for row in rows], np.int32),
        of_pages=np.array([row.of_pages for row in rows], np.int32),
        words=np.array([row.words for row in rows], np.int32),
        share=np.array([row.share for row in rows], np.float64),
    )


def templates(layout: Layout) -> Templates:
    """The live boilerplate; none where none was looked for yet."""
    run = manifest.current(layout).get(Boilerplate.name)
    return _templates(tuple(parts(layout.table(Boilerplate.name, run)))) if run else {}


@lru_cache(maxsize=2)
def _templates(paths: tuple[Path, ...]) -> Templates:
    lines: defaultdict[str, list[str]] = defaultdict(list)
    for path in paths:
        found: Boilerplate = parquet.read(Boilerplate, [path])
        for name, line in zip(found.host, found.line, strict=True):
            lines[name].append(line)
    return {name: (_mark(some), hashes_of(some)) for name, some in lines.items()}


def _mark(lines: list[str]) -> int:
    joined = "\n".join(sorted(lines)).encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(joined, digest_size=8).digest(), "big") | 1


@dataclass(frozen=True, slots=True)
class Cores:
    """What is compared of some pages: their texts without the boilerplate of their hosts.

    Attributes:
        texts: one for each page.
        ids: first half of the digest of each as a number; 0 for a text without words.
        marks: what tells the boilerplate of the page's host from any other; 0 for none.
    """

    texts: list[str]
    ids: UInt64s
    marks: UInt64s


def cores(docs: DocTexts, known: Templates) -> Cores:
    """Take the boilerplate off; a text that would be left without words stays whole."""
    texts, digests = list(docs.text), list(docs.text_digest)
    marks = np.zeros(len(texts), np.uint64)
    names = sources(docs.url) if known else []
    rows = [row for row, name in enumerate(names) if name in known]
    lines = [known[names[row]][1] for row in rows]
    shorter = discounted([texts[row] for row in rows], lines)
    for row, text in zip(rows, shorter, strict=True):
        marks[row] = known[names[row]][0]
        digest = text_digest(text) if text != texts[row] else ""
        if digest:
            texts[row], digests[row] = text, digest
    return Cores(texts=texts, ids=text_ids(digests), marks=marks)


def text_ids(digests: Sequence[str]) -> UInt64s:
    """The first half of each digest as a number; 0 for a text without words."""
    return np.array([int(digest[:16] or "0", 16) for digest in digests], np.uint64)


def outdated(layout: Layout) -> frozenset[int]:
    """URL hashes of sketched pages of hosts whose boilerplate was another then."""
    known = templates(layout)
    return frozenset(_outdated(layout, known))


def _outdated(layout: Layout, known: Templates) -> Iterator[int]:
    for path in manifest.live_parts(layout, SketchTemplates.name):
        found: SketchTemplates = parquet.read(SketchTemplates, [path])
        rows = zip(
            found.url_hash.tolist(), sources(found.url), found.template.tolist(), strict=True
        )
        for hashed, name, mark in rows:
            if known.get(name, (0,))[0] != mark:
                yield hashed
