"""Hub and image pages of our own with labels, since no set of real pages has them.

Each page is one of a few bodies (what stands in the middle) in one of a few frames (what stands
at the edges): layouts by tables as of 2003, by divisions without telling names, by the elements
of HTML5. Every block's characters are unlike those of any other: a block is known by them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count

WORDS = (
    "harbour lantern meadow river copper violin station garden market bridge window forest "
    "ladder island kettle marble orchard pepper quarry ribbon saddle timber valley walnut "
    "anchor basket candle dragon engine feather guitar hammer insect jacket kitchen lemon"
).split()
NAMES = "Ada Ben Cora Dan Eve Finn Gwen Hugo Ines Jon Kay Lars Mona Nils Olga Piet".split()


@dataclass(frozen=True, slots=True)
class LabelledPage:
    """A page and what is true of it.

    Attributes:
        name: of body and frame.
        html: the page.
        page_type: ``topic``, ``hub`` or ``image``.
        centre: characters of the blocks that are content.
        edges: characters of the blocks that are not.
        images: addresses of the images that are content.
    """

    name: str
    html: str
    page_type: str
    centre: frozenset[str]
    edges: frozenset[str]
    images: tuple[str, ...]


class Pen:
    """Writes blocks that are told apart, and remembers them."""

    def __init__(self, seed: int) -> None:
        self.draw = random.Random(seed)
        self.numbers = count(1)
        self.texts: list[str] = []
        self.images: list[str] = []

    def text(self, words: int, end: str = "") -> str:
        found = self.draw.sample(WORDS, min(words, len(WORDS)))
        said = f"{' '.join(found).capitalize()} {next(self.numbers)}{end}"
        self.texts.append(said)
        return said

    def sentences(self, count_of: int) -> str:
        said = ". ".join(
            " ".join(["The", *self.draw.sample(WORDS, 7), "and", self.draw.choice(WORDS)])
            for _ in range(count_of)
        )
        said = f"{said} {next(self.numbers)}."
        self.texts.append(said)
        return said

    def name(self) -> str:
        said = f"{self.draw.choice(NAMES)} {self.draw.choice(WORDS).capitalize()}"
        self.texts.append(f"{said} {next(self.numbers)}")
        return self.texts[-1]

    def link(self, words: int) -> str:
        return f"<a href=/p/{next(self.numbers)}>{self.text(words)}</a>"

    def image(self, more: str = "") -> str:
        self.images.append(f"/i/{next(self.numbers)}.jpg")
        return f'<img src="{self.images[-1]}"{more}>'


def gallery(pen: Pen) -> str:
    cells = [f"<a href=/photo/{n}>{pen.image(' alt=photo')}</a>" for n in range(16)]
    return f"<h1>{pen.text(2)}</h1><div>{''.join(f'<div>{c}</div>' for c in cells)}</div>"


def figures(pen: Pen) -> str:
    made = [
        f"<figure>{pen.image()}<figcaption>{pen.text(4)}</figcaption></figure>"
        for _ in range(9)
    ]
    return f"<h1>{pen.text(3)}</h1>{''.join(made)}"


def staff(pen: Pen) -> str:
    cells = [f"<td>{pen.image()}<br>{pen.name()}<br>{pen.text(2)}</td>" for _ in range(12)]
    rows = [f"<tr>{''.join(cells[at : at + 4])}</tr>" for at in range(0, 12, 4)]
    return f"<h2>{pen.text(2)}</h2><table>{''.join(rows)}</table>"


def thumbnails(pen: Pen) -> str:
    items = [f"<li><a href=/v/{n}>{pen.image()}</a> {pen.text(3)}</li>" for n in range(10)]
    return f"<h1>{pen.text(2)}</h1><p>{pen.text(8, '.')}</p><ul>{''.join(items)}</ul>"


def sheets(pen: Pen) -> str:
    parts = [f"<p>{pen.image(' width=640 height=480')}<br>{pen.text(5)}</p>" for _ in range(6)]
    return f"<h1>{pen.text(2)}</h1>{''.join(parts)}"


def cards(pen: Pen) -> str:
    made = [f"<div><div>{pen.image()}</div><h3>{pen.name()}</h3></div>" for _ in range(8)]
    return f"<h1>{pen.text(2)}</h1><section>{''.join(made)}</section>"


def directory(pen: Pen) -> str:
    parts = [
        f"<h2>{pen.text(1)}</h2><ul>{''.join(f'<li>{pen.link(2)}</li>' for _ in range(7))}</ul>"
        for _ in range(6)
    ]
    return f"<h1>{pen.text(3)}</h1>{''.join(parts)}"


def teasers(pen: Pen) -> str:
    made = [f"<div><h3>{pen.link(6)}</h3><p>{pen.sentences(1)}</p></div>" for _ in range(12)]
    return "".join(made)


def portal(pen: Pen) -> str:
    cells = [f"<td>{pen.link(3)}<br>{pen.link(3)}<br>{pen.link(3)}</td>" for _ in range(16)]
    rows = [f"<tr>{''.join(cells[at : at + 4])}</tr>" for at in range(0, 16, 4)]
    return f"<table>{''.join(rows)}</table>"


def described(pen: Pen) -> str:
    rows = [f"<dt>{pen.link(3)}</dt><dd>{pen.text(7, '.')}</dd>" for _ in range(12)]
    return f"<h1>{pen.text(2)}</h1><dl>{''.join(rows)}</dl>"


def archive(pen: Pen) -> str:
    items = [f"<li>{pen.link(7)}</li>" for _ in range(30)]
    return f"<h1>{pen.text(2)}</h1><ol>{''.join(items)}</ol>"


def shelf(pen: Pen) -> str:
    made = [
        f"<li>{pen.image()}<h3>{pen.link(4)}</h3><p>{pen.text(9, '.')}</p></li>"
        for _ in range(9)
    ]
    return f"<h1>{pen.text(2)}</h1><ul>{''.join(made)}</ul>"


def article(pen: Pen) -> str:
    parts = [f"<p>{pen.sentences(4)}</p>" for _ in range(6)]
    parts.insert(2, f"<figure>{pen.image()}<figcaption>{pen.text(5)}</figcaption></figure>")
    return f"<h1>{pen.text(6)}</h1>{''.join(parts)}"


BODIES: Mapping[str, tuple[str, Callable[[Pen], str]]] = {
    **{
        made.__name__: ("image", made)
        for made in (gallery, figures, staff, thumbnails, sheets, cards)
    },
    **{
        made.__name__: ("hub", made)
        for made in (directory, teasers, portal, described, archive, shelf)
    },
    "article": ("topic", article),
}


def _menu(pen: Pen, links: int) -> list[str]:
    return [pen.link(1) for _ in range(links)]


def modern(body: str, pen: Pen) -> str:
    items = "".join(f"<li>{link}</li>" for link in _menu(pen, 6))
    related = "".join(f"<li>{pen.link(4)}</li>" for _ in range(4))
    return (
        f"<header>{pen.image(' alt=logo')}<nav><ul>{items}</ul></nav></header>"
        f"<main>{body}</main>"
        f"<aside><h4>{pen.text(1)}</h4><ul>{related}</ul></aside>"
        f"<footer><p>{pen.text(4)}</p>{'<br>'.join(_menu(pen, 3))}</footer>"
    )


def tables(body: str, pen: Pen) -> str:
    left = "<br>".join(_menu(pen, 8))
    return (
        f"<table width=100%><tr><td colspan=2>{pen.image(' width=468 height=60')}</td></tr>"
        f"<tr><td width=150 bgcolor=#cccccc>{left}</td><td>{body}</td></tr>"
        f"<tr><td colspan=2><center>{pen.text(4)}<br>{'<br>'.join(_menu(pen, 4))}</center></td>"
        "</tr></table>"
    )


def divisions(body: str, pen: Pen) -> str:
    top = "".join(f"<div>{link}</div>" for link in _menu(pen, 7))
    return (
        f"<div class=a1>{pen.image()}<div class=b2>{top}</div></div><div class=c3>{body}</div>"
        f"<div class=d4><div>{pen.text(3)}</div><div>{pen.text(5)}</div></div>"
    )


def named(body: str, pen: Pen) -> str:
    items = "".join(f"<li>{link}</li>" for link in _menu(pen, 9))
    side = "".join(f"<p>{pen.link(3)}</p>" for _ in range(5))
    return (
        f'<div id="top"><ul class="menu">{items}</ul></div><div id="wrapper">'
        f'<div id="content">{body}</div><div class="sidebar">{side}</div></div>'
        f'<div id="footer">{pen.text(5)}</div>'
    )


FRAMES: tuple[Callable[[str, Pen], str], ...] = (modern, tables, divisions, named)


def labelled(body: str, frame: Callable[[str, Pen], str], seed: int) -> LabelledPage:
    """One page."""
    page_type, made = BODIES[body]
    inside, outside = Pen(seed), Pen(seed + 1)
    outside.numbers = count(1000)
    html = frame(made(inside), outside)
    title = inside.texts[0]
    return LabelledPage(
        name=f"{body} in {frame.__name__}",
        html=f"<!doctype html><html lang=en><title>{title}</title><body>{html}</body></html>",
        page_type=page_type,
        centre=frozenset(inside.texts),
        edges=frozenset(outside.texts),
        images=tuple(inside.images),
    )


def pages() -> Iterator[LabelledPage]:
    """All of them: every body in every frame."""
    for number, body in enumerate(BODIES):
        for place, frame in enumerate(FRAMES):
            yield labelled(body, frame, 100 * number + 10 * place)
