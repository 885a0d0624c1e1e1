"""Frames in a collection: the captures that stand for them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from pagemill.collection import manifest, parquet
from pagemill.collection.layout import Layout
from pagemill.errors import DocumentError
from pagemill.html.url import url_hash
from pagemill.model.docview import DocView
from pagemill.tables import Captures
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
