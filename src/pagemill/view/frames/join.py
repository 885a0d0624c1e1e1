"""Which frames belong to a page, and the DocView of a page with its frames."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from html import escape
from typing import Final

from pagemill.html.links import frames
from pagemill.html.tree import Tree
from pagemill.html.url import host
from pagemill.model.docview import DocView, Frame

_MOST_FRAMES: Final = 20
_MOST_CHARACTERS: Final = 4_000_000

JOINED: Final = "joined"
APART: Final = "not joined"


def frames_of(tree: Tree, url: str, encoding: str = "utf-8") -> tuple[Frame, ...]:
    """Frames whose text is the page's own: those of a frameset, else those of the same site."""
    own = _site(url)
    here = url.partition("#")[0]
    is_frameset = next(tree.find("frame"), -1) >= 0
    found = [
        address
        for framed in frames(tree, url, encoding)
        if (address := framed.partition("#")[0]) != here
        and (is_frameset or (own and _site(address) == own))
    ]
    return tuple(Frame(url=address, fate=APART) for address in dict.fromkeys(found))[
        :_MOST_FRAMES
    ]


def joined(view: DocView, parts: Mapping[str, DocView | str]) -> DocView:
    """The DocView of a page with the text of its frames.

    Frames that only navigate are left out where another one has text, as menus are.

    Args:
        view: of the page itself.
        parts: address of a frame -> its DocView, or why there is none.
    """
    views = {url: part for url, part in parts.items() if isinstance(part, DocView)}
    if view.text.strip() or any(part.page_type != "hub" for part in views.values()):
        views = {url: part for url, part in views.items() if part.page_type != "hub"}
    taken = {url: part for url, part in views.items() if part.text.strip()}
    seen = tuple(Frame(url=of.url, fate=_fate(parts, taken, of.url)) for of in view.frames)
    if not taken:
        return replace(view, frames=seen)
    pieces = [view, *taken.values()]
    # What is told of the page as a whole is told by the frame that has most to say.
    main = max(pieces, key=lambda piece: len(piece.text))
    bodies = [
        f'<section data-frame="{escape(url)}">{part.html}</section>'
        for url, part in taken.items()
    ]
    return replace(
        view,
        title=view.title or main.title,
        abstract=view.abstract or main.abstract,
        keywords=main.keywords,
        text=_together([piece.text for piece in pieces], "\n"),
        markdown=_together([piece.markdown for piece in pieces], "\n\n"),
        html=_together([view.html, *bodies], "\n"),
        topic_links=tuple(dict.fromkeys(link for p in pieces for link in p.topic_links)),
        page_type=main.page_type,
        genre=main.genre,
        language=main.language,
        author=view.author or main.author,
        published_at=view.published_at or main.published_at,
        frames=seen,
    )


def _site(url: str) -> str:
    return host(url).removeprefix("www.") if url else ""


def _fate(parts: Mapping[str, DocView | str], taken: Mapping[str, DocView], url: str) -> str:
    if url in taken:
        return JOINED
    part = parts.get(url, APART)
    return part if isinstance(part, str) else "only navigates"


def _together(pieces: list[str], border: str) -> str:
    return border.join(piece for piece in pieces if piece.strip())[:_MOST_CHARACTERS]
