"""Frames in a collection: the captures that stand for them.

A page with frames depends on captures besides its own. So a build makes it anew where one of
these changed, and only there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Final

import numpy as np

from pagemill.collection import manifest, parquet
from pagemill.collection.layout import Layout, parts
from pagemill.errors import DocumentError
from pagemill.html.url import url_hash
from pagemill.model.docview import DocView
from pagemill.tables import Captures, DocViews, Instants, Links, Rejects, Texts, UInt64s
from pagemill.view.frames.join import joined
from pagemill.view.standing import CURRENT

_DEEPEST: Final = 3

View = Callable[[Captures, int], DocView]
"""Makes the DocView of one row of captures, alone."""


@dataclass(frozen=True, slots=True)
class Framing:
    """Joins to a page the frames that the collection has captured.

    Attributes:
        layout: of the collection.
        view: reads and purifies one capture.
    """

    layout: Layout
    view: View

    def whole(self, page: DocView, around: tuple[str, ...] = ()) -> DocView:
        """The page with its frames, and theirs; a frame within itself is left out."""
        if not page.frames:
            return page
        inside = (*around, page.url)
        return joined(page, {frame.url: self._part(frame.url, inside) for frame in page.frames})

    def _part(self, url: str, inside: tuple[str, ...]) -> DocView | str:
        if url in inside or len(inside) > _DEEPEST:
            return "frames itself" if url in inside else "nested too deeply"
        found = parquet.lookup(
            Captures, manifest.live_parts(self.layout, Captures.name), url_hash(url)
        )
        for row, (address, standing) in enumerate(zip(found.url, found.standing, strict=True)):
            if address == url and standing == CURRENT:
                try:
                    return self.whole(self.view(found, row), inside)
                except DocumentError as error:
                    return error.reason
        return "not captured"


_KEY = ("url_hash", "fetched_at", "block_digest")

_Key = tuple[int, int, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Looked:
    """Which captures are looked at now."""

    name: ClassVar[str] = Captures.name
    url_hash: UInt64s
    fetched_at: Instants
    block_digest: Texts
    standing: Texts
    converter: Texts


@dataclass(frozen=True, slots=True, kw_only=True)
class _Seen:
    """Which captures gave a page."""

    name: ClassVar[str] = DocViews.name
    url_hash: UInt64s
    fetched_at: Instants
    block_digest: Texts
    converter: Texts


@dataclass(frozen=True, slots=True, kw_only=True)
class _Framed:
    """What each page frames."""

    name: ClassVar[str] = DocViews.name
    url_hash: UInt64s
    frames: Links


def outdated(layout: Layout) -> frozenset[int]:
    """URL hashes of the pages in the live DocViews that frame what changed, at any depth.

    Everything that the collection did not hold at the last build and does not hold now is
    unchanged, so frames that nobody ever captured cost nothing.
    """
    run = manifest.current(layout).get(DocViews.name)
    views = parts(layout.table(DocViews.name, run)) if run else []
    framing = dict(_framing(views))
    if run is None or not framing:
        return frozenset()
    captures = manifest.live_parts(layout, Captures.name)
    rejects = parts(layout.rejects(DocViews.name, run))
    framed = np.array(sorted(set[int]().union(*framing.values())), np.uint64)
    changed: set[int] = set()
    count = min(len(captures), len(views))
    for number in range(count):
        looked, seen, refused = (
            _share(every, number, count) for every in (captures, views, rejects)
        )
        changed |= _changed(looked, seen, refused, framed)
    found: set[int] = set()
    news = changed
    while news:
        news = {page for page, framed in framing.items() if news & framed} - found
        found |= news
    return frozenset(found)


def _share(every: Sequence[Path], number: int, count: int) -> Sequence[Path]:
    """Parts that hold the rows of part ``number`` of ``count``."""
    return every[number * len(every) // count : (number + 1) * len(every) // count]


def _framing(views: Sequence[Path]) -> Iterator[tuple[int, set[int]]]:
    """Each page that has frames, with these."""
    for path in views:
        rows = parquet.read_rows(_Framed, [path])
        counts, _, _ = rows.links("frames")
        for page, frames in rows.where(counts > 0).keys(("url_hash", "frames")):
            yield page, {url_hash(frame["url"]) for frame in frames}


def _changed(
    captures: Sequence[Path], views: Sequence[Path], rejects: Sequence[Path], framed: UInt64s
) -> set[int]:
    """URL hashes of which another capture is looked at than was, or one where none was.

    Only those among ``framed``: nothing depends on the others.
    """
    looked = _rows(_Looked, captures, framed).keys((*_KEY, "converter", "standing"))
    now: dict[_Key, str] = {key[:3]: key[3] for key in looked if key[4] == CURRENT}
    seen = _rows(_Seen, views, framed).keys((*_KEY, "converter"))
    known: dict[_Key, str] = {key[:3]: key[3] for key in seen}
    # A reject holds whatever the converter is, unless it is one that is tried again.
    refused = _rows(Rejects, rejects, framed).keys((*_KEY, "unseen"))
    known.update((key[:3], now.get(key[:3], "")) for key in refused if not key[3])
    return {key[0] for key, _ in now.items() ^ known.items()}


def _rows(table: type[Any], paths: Sequence[Path], wanted: UInt64s) -> parquet.Rows:
    """The rows of some pages; of the others only the hashes are read."""
    pieces: list[parquet.Rows] = []
    for path in paths:
        part = parquet.Part(path)
        hashes = [batch.numbers("url_hash") for batch in part.batches(table, ("url_hash",))]
        if hashes:
            found = np.flatnonzero(np.isin(np.concatenate(hashes), wanted))
            pieces.append(part.some(table, found.tolist()))
    return parquet.joined(table, pieces)
