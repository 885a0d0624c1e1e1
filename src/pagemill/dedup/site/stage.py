"""The boilerplate stage: pages by host -> the lines that they share; and texts without them.

What is compared of a page is its text less the lines that stand on many pages of its host. Of a
large host a sample is looked through: the pages of the smallest URL hashes, so that neither the
order of the input nor the way in which a collection grew makes a difference.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

import numpy as np

from pagemill.collection import kept, manifest, parquet
from pagemill.collection.layout import Layout, parts
from pagemill.dedup.columns import UInt64s
from pagemill.dedup.params import DedupParams
from pagemill.dedup.site.boilerplate import FEWEST_PAGES, Found, discounted, hashes_of
from pagemill.dedup.site.tally import (
    Page,
    Tally,
    arrays,
    changes,
    distinct,
    tallied,
    tallies,
    updated,
)
from pagemill.engine.shape import ByKey, Used, one_group
from pagemill.html.url import hosts
from pagemill.tables import (
    Boilerplate,
    DocPlaces,
    DocTexts,
    HostTexts,
    PageTexts,
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
            of their host, and of which of them the text is wanted.
    """

    folder: Path

    def __call__(self, path: Path) -> HostTexts:
        """Those of one part."""
        rows, wanted = self._noted(path)
        if not rows:
            return parquet.empty(HostTexts)
        part = parquet.Part(path)
        docs: DocPlaces = parquet.read_rows(DocPlaces, [path]).take(rows).columns()
        texts = [""] * len(rows)
        read: PageTexts = part.some(PageTexts, [rows[number] for number in wanted]).columns()
        for number, text in zip(wanted, read.text, strict=True):
            texts[number] = text
        names = sources(docs.url)
        return HostTexts(
            host_key=np.array([host_key(name) for name in names], np.uint64),
            host=names,
            url_hash=docs.url_hash,
            text_digest=docs.text_digest,
            block_digest=docs.block_digest,
            text=texts,
        )

    def note(self, path: Path, rows: list[int], wanted: list[int]) -> None:
        """Say which rows of a part are in a sample, and which of these are to be read."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self._note(path).write_text(json.dumps([rows, wanted]), "utf-8")

    def _noted(self, path: Path) -> tuple[list[int], list[int]]:
        rows, wanted = json.loads(self._note(path).read_text("utf-8"))
        return rows, wanted

    def _note(self, path: Path) -> Path:
        return self.folder / f"{path.name}.json"


@dataclass(frozen=True, slots=True)
class _Pages:
    """The pages with words, by host; and each page's row in its part file.

    Attributes:
        of_host: host -> its pages.
        places: for each part file, the row, host and URL hash of each of its pages.
    """

    of_host: dict[str, list[Page]]
    places: dict[Path, list[tuple[int, str, int]]]

    @classmethod
    def of(cls, paths: list[Path]) -> _Pages:
        """Those of some part files."""
        of_host: defaultdict[str, list[Page]] = defaultdict(list)
        places: dict[Path, list[tuple[int, str, int]]] = {}
        for path in paths:
            docs = parquet.read(DocPlaces, [path])
            found = places.setdefault(path, [])
            rows = zip(sources(docs.url), _pages(docs), docs.text_digest, strict=True)
            for row, (name, page, text) in enumerate(rows):
                if text and name:
                    of_host[name].append(page)
                    found.append((row, name, page.url_hash))
        return cls(of_host, places)

    def samples(self) -> dict[str, tuple[Page, ...]]:
        """Of each host of enough pages those that are looked through, ascending."""
        return {
            name: tuple(sorted(found)[:SAMPLE])
            for name, found in self.of_host.items()
            if len(found) >= FEWEST_PAGES
        }

    def texts(self, wanted: dict[str, set[int]]) -> dict[str, dict[int, str]]:
        """Host -> URL hash -> text, of some pages."""
        found: defaultdict[str, dict[int, str]] = defaultdict(dict)
        for path, places in self.places.items():
            some = [place for place in places if place[2] in wanted.get(place[1], ())]
            if some:
                part = parquet.Part(path)
                read: PageTexts = part.some(PageTexts, [row for row, _, _ in some]).columns()
                for (_, name, hashed), text in zip(some, read.text, strict=True):
                    found[name][hashed] = text
        return found


def _pages(docs: DocPlaces | HostTexts) -> list[Page]:
    texts, blocks = text_ids(docs.text_digest), text_ids(docs.block_digest)
    columns = docs.url_hash.tolist(), texts.tolist(), blocks.tolist()
    return [Page(*page) for page in zip(*columns, strict=True)]


def write_sample(layout: Layout, sample: Sample, params: BoilerplateParams) -> None:
    """Find the hosts of enough pages, and which of their pages are looked through.

    Texts are wanted of hosts of which it cannot be told by what an earlier build counted, and
    by the texts that came and went since, which lines their pages share.
    """
    live = manifest.current(layout)
    pages = _Pages.of(parts(layout.table(DocPlaces.name, live[DocPlaces.name])))
    chosen = pages.samples()
    counts = Counts.of(layout, params)
    known = _brought_up(counts.read(), chosen, pages, params.share)
    counts.keep(known)
    last = {name: found[-1].url_hash for name, found in chosen.items()}
    for path, places in pages.places.items():
        taken = [(row, name) for row, name, hashed in places if hashed <= last.get(name, -1)]
        wanted = [number for number, (_, name) in enumerate(taken) if name not in known]
        sample.note(path, [row for row, _ in taken], wanted)


def _brought_up(
    known: dict[str, Tally],
    chosen: dict[str, tuple[Page, ...]],
    pages: _Pages,
    share: float,
) -> dict[str, Tally]:
    """What is known of the hosts' present samples, as far as few texts have to be read."""
    wanted: dict[str, set[int]] = {}
    for name, found in chosen.items():
        if name not in known:
            continue
        come, gone = changes(known[name].pages, found)
        # Of a text that went, the page is still there if the sample has no room for it.
        is_there = not gone or set(gone) <= set(pages.of_host[name])
        if is_there and len(come) + len(gone) <= len(found) // _FEW:
            wanted[name] = {page.url_hash for page in (*come, *gone)}
    texts = pages.texts({name: some for name, some in wanted.items() if some})
    made = {
        name: updated(known[name], chosen[name], texts.get(name, {}), share) for name in wanted
    }
    return {name: tally for name, tally in made.items() if tally is not None}


_FEW = 4
"""Where more than a part of so many of a sample changed, it is looked through anew."""


@dataclass(frozen=True, slots=True)
class Counts:
    """The tallies of hosts, kept from one build to the next.

    Attributes:
        folder: of files with those brought up to date, by the leading bits of the keys of
            their hosts, and of further ones with those counted.
        made_for: what they depend on besides the texts.
    """

    folder: Path
    made_for: str

    @classmethod
    def of(cls, layout: Layout, params: BoilerplateParams) -> Counts:
        """Those of a collection; of pages that were purified otherwise there are none."""
        record = manifest.read_record(layout, manifest.current(layout)[DocPlaces.name])
        way = (record.version, record.params) if record else None
        made_for = json.dumps([VERSION, params.share, SAMPLE, way], sort_keys=True)
        return cls(layout.kept / Boilerplate.name, made_for)

    def read(self) -> dict[str, Tally]:
        """All that are kept."""
        found: dict[str, Tally] = {}
        for path in sorted(self.folder.glob("*.npz")):
            found |= self._read(path)
        return found

    def known(self, keys: Iterable[int]) -> dict[str, Tally]:
        """Those that were brought up to date, of hosts with keys such as these at least."""
        found: dict[str, Tally] = {}
        for path in sorted({self._shelf(key) for key in keys}):
            found |= self._read(path)
        return found

    def keep(self, known: dict[str, Tally]) -> None:
        """Keep these and no others."""
        shelves = self._shelved(known)
        for path, some in shelves.items():
            self._write(path, some)
        for path in self.folder.glob("*.npz"):
            if path not in shelves:
                path.unlink()

    def add(self, counted: dict[str, Tally]) -> None:
        """Keep these too, which were counted together."""
        for some in self._shelved(counted).values():
            self._write(self.folder / f"{min(map(host_key, some)):016x}.npz", some)

    def _shelved(self, tallied_hosts: dict[str, Tally]) -> dict[Path, dict[str, Tally]]:
        found: defaultdict[Path, dict[str, Tally]] = defaultdict(dict)
        for name, tally in tallied_hosts.items():
            found[self._shelf(host_key(name))][name] = tally
        return found

    def _shelf(self, key: int) -> Path:
        """Each range of keys is brought together by a task of its own, which reads its own."""
        return self.folder / f"known-{key >> 60:x}.npz"

    def _write(self, path: Path, tallied_hosts: dict[str, Tally]) -> None:
        every = tallied_hosts.values()
        lines = [text for one in every for text, _ in one.common.values()]
        found = arrays(tallied_hosts)
        found |= {"hosts": kept.written(list(tallied_hosts)), "lines": kept.written(lines)}
        kept.write(path, self.made_for, found)

    def _read(self, path: Path) -> dict[str, Tally]:
        found = kept.read(path, self.made_for)
        if not found:
            return {}
        hosts = kept.texts(found["hosts"], len(found["figures"]))
        return tallies(hosts, kept.texts(found["lines"], len(found["common"])), found)


@dataclass(frozen=True, slots=True)
class SharedLines:
    """Finds the boilerplate of hosts, or tells what is known of it.

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
        of_host: defaultdict[tuple[int, str], dict[Page, str]] = defaultdict(dict)
        for row, page in enumerate(_pages(docs)):
            of_host[int(docs.host_key[row]), docs.host[row]][page] = docs.text[row]
        counts = Counts.of(self.layout, params)
        known = counts.known(key for key, _ in of_host)
        fresh: dict[str, Tally] = {}
        made: list[_Line] = []
        notes: Counter[str] = Counter()
        looked = 0
        for (key, name), texts in sorted(of_host.items()):
            pages = tuple(sorted(texts))
            tally = known.get(name)
            if tally is None or tally.pages != pages:
                tally = fresh[name] = tallied(pages, self._complete(texts), params.share)
            lines = _lines_of(key, name, tally.boilerplate())
            made += lines
            looked += len(distinct(pages))
            notes[ALARM] += bool(lines) and lines[0].share >= params.alarm
        counts.add(fresh)
        repeats = len(docs.host) - looked
        rejects = {"equal text on the same host": repeats} if repeats else {}
        told = {why: count for why, count in notes.items() if count}
        return _table(made), Used(rows=looked, rejects=rejects, notes=told)

    def _complete(self, texts: dict[Page, str]) -> dict[int, str]:
        """Texts by page; those that were left out because they were known then, are read."""
        found = {page.url_hash: text for page, text in texts.items()}
        if not all(found.values()):
            paths = manifest.live_parts(self.layout, PageTexts.name)
            for hashed in [one for one, text in found.items() if not text]:
                found[hashed] = parquet.lookup(PageTexts, paths, hashed).text[0]
        return found


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
