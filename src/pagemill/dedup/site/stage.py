"""The boilerplate stage: pages by host -> the lines that they share; and texts without them.

What is compared of a page is its text less the lines that stand on many pages of its host. Of a
large host a sample is looked through: the pages of the smallest URL hashes, so that neither the
order of the input nor the way in which a collection grew makes a difference.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from hashlib import blake2b
from pathlib import Path

import numpy as np

from pagemill.collection import manifest, parquet
from pagemill.collection.layout import Layout, parts
from pagemill.dedup.columns import UInt64s, integers
from pagemill.dedup.params import DedupParams
from pagemill.dedup.site.boilerplate import FEWEST_PAGES, boilerplate, discounted, hashes_of
from pagemill.engine.shape import ByKey, Used, one_group
from pagemill.html.url import host
from pagemill.tables import Boilerplate, DocPlaces, DocTexts, HostTexts, SketchTemplates
from pagemill.text.normalize import text_digest

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
) -> ByKey[DocTexts, HostTexts, Boilerplate, BoilerplateParams]:
    """Find the lines that the pages of each host share."""
    sample = Sample(layout.scratch / "hosts")
    return ByKey(
        name="boilerplate",
        version=1,
        reads=DocTexts,
        writes=Boilerplate,
        spread=sample,
        meets=HostTexts,
        by="host_key",
        run=shared_lines,
        params=BoilerplateParams(share=params.boilerplate, alarm=params.template_alarm),
        per_part=TEXTS_PER_PART,
        split=None,
        cuts=one_group,
        prepare=partial(write_sample, layout, sample),
    )


def host_key(name: str) -> int:
    """By which the texts of a host meet."""
    return int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), "big")


@dataclass(frozen=True, slots=True)
class Sample:
    """Takes the texts that are looked through.

    Attributes:
        folder: holds ``keys.npy`` (hosts of enough pages, ascending) and ``last.npy`` (for
            each the largest URL hash in its sample).
    """

    folder: Path

    def __call__(self, docs: DocTexts, params: BoilerplateParams) -> HostTexts:
        """Those of some pages."""
        del params
        hosts = [
            host(url) if digest else ""
            for url, digest in zip(docs.url, docs.text_digest, strict=True)
        ]
        rows, keys = self._taken(hosts, docs.url_hash)
        return HostTexts(
            host_key=keys,
            host=[hosts[row] for row in rows],
            url_hash=docs.url_hash[rows],
            text=[docs.text[row] for row in rows],
        )

    def _taken(self, hosts: list[str], hashes: UInt64s) -> tuple[list[int], UInt64s]:
        known: UInt64s = np.load(self.folder / "keys.npy")
        last: UInt64s = np.load(self.folder / "last.npy")
        keys = np.array([host_key(name) for name in hosts], np.uint64)
        if not known.size or not keys.size:
            return [], keys[:0]
        places = np.minimum(np.searchsorted(known, keys), known.size - 1)
        taken = np.flatnonzero((known[places] == keys) & (hashes <= last[places]))
        return integers(taken), keys[taken]


def write_sample(layout: Layout, sample: Sample) -> None:
    """Find the hosts of enough pages, and which of them are looked through."""
    hashes: defaultdict[str, list[int]] = defaultdict(list)
    run = manifest.current(layout)[DocPlaces.name]
    for path in parts(layout.table(DocPlaces.name, run)):
        docs: DocPlaces = parquet.read(DocPlaces, [path])
        for url, hashed, digest in zip(
            docs.url, docs.url_hash.tolist(), docs.text_digest, strict=True
        ):
            name = host(url) if digest else ""
            if name:
                hashes[name].append(hashed)
    rows = sorted(
        (host_key(name), sorted(found)[:SAMPLE][-1])
        for name, found in hashes.items()
        if len(found) >= FEWEST_PAGES
    )
    sample.folder.mkdir(parents=True, exist_ok=True)
    np.save(sample.folder / "keys.npy", np.array([key for key, _ in rows], np.uint64))
    np.save(sample.folder / "last.npy", np.array([last for _, last in rows], np.uint64))


def shared_lines(docs: HostTexts, params: BoilerplateParams) -> tuple[Boilerplate, Used]:
    """The boilerplate of each host among some texts.

    Source:
        Bar-Yossef, Rajagopalan 2002, as :func:`~pagemill.dedup.site.boilerplate.boilerplate`.
    """
    order = np.lexsort((docs.url_hash, docs.host_key))
    texts: defaultdict[tuple[int, str], list[str]] = defaultdict(list)
    for row in integers(order):
        texts[int(docs.host_key[row]), docs.host[row]].append(docs.text[row])
    rows: list[tuple[int, str, str, int, int, int, float]] = []
    notes: Counter[str] = Counter()
    looked = 0
    for (key, name), some in texts.items():
        found = boilerplate(some, params.share)
        looked += found.pages
        notes[ALARM] += found.share >= params.alarm
        share = round(found.share, 6)
        rows += [
            (key, name, line.text, line.pages, found.pages, line.words, share)
            for line in found.lines
        ]
    made = Boilerplate(
        host_key=np.array([row[0] for row in rows], np.uint64),
        host=[row[1] for row in rows],
        line=[row[2] for row in rows],
        pages=np.array([row[3] for row in rows], np.int32),
        of_pages=np.array([row[4] for row in rows], np.int32),
        words=np.array([row[5] for row in rows], np.int32),
        share=np.array([row[6] for row in rows], np.float64),
    )
    repeats = len(docs.host) - looked
    rejects = {"equal text on the same host": repeats} if repeats else {}
    told = {why: count for why, count in notes.items() if count}
    return made, Used(rows=looked, rejects=rejects, notes=told)


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
    names = [host(url) for url in docs.url] if known else []
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
        rows = zip(found.url_hash.tolist(), found.url, found.template.tolist(), strict=True)
        for hashed, url, mark in rows:
            if (known or mark) and known.get(host(url), (0,))[0] != mark:
                yield hashed
