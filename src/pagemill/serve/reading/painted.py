"""The page itself with every block coloured by its fate: a document of ours, made anew.

Nothing of the page's own markup is passed on but the names of harmless elements, so there is
nothing in it that a browser could run, load or follow, whatever the page was. It is shown under
a sandbox policy besides.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape

from pagemill.html.tree import TEXT
from pagemill.serve.reading.fate import Fate
from pagemill.serve.reading.reading import Reading
from pagemill.view.purify.blocks import NEVER_SHOWN

_SAME = frozenset(
    re.findall(
        r"\w+",
        "p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre table thead tbody tfoot tr td th "
        "caption figure figcaption em strong b i code sub sup hr br",
    )
)
_BLOCKS = frozenset(
    re.findall(
        r"\w+",
        "html body div section article main aside nav header footer form fieldset address "
        "center details summary dialog menu hgroup search noscript",
    )
)
_EMPTY = frozenset(("br", "hr"))
_LONGEST_ALT = 80

STYLE = """
:root{color-scheme:light dark;--kept:#cdebd2;--hub:#cfe0fb;--image:#ead8f8;--noise:#f6d9d4;
--title:#f8e6b0;--ink:#1b1f24;--ground:#fff;--quiet:#5b636d;--line:#d4d9df}
@media(prefers-color-scheme:dark){:root{--kept:#1d4a2a;--hub:#1f3f6e;--image:#4a2c62;
--noise:#5e2b24;--title:#57460f;--ink:#e8ebee;--ground:#15181c;--quiet:#a5aeb8;--line:#3a424b}}
body{margin:0;padding:.75rem;font:15px/1.5 system-ui,sans-serif;color:var(--ink);
background:var(--ground);overflow-wrap:anywhere}
h1,h2,h3,h4,h5,h6{line-height:1.25;margin:.8em 0 .4em}p,ul,ol,dl,div{margin:.35em 0}
table{border-collapse:collapse}td,th{border:1px solid var(--line);padding:.2em .4em}
pre{white-space:pre-wrap}
.b{position:relative;border-radius:2px;padding:.05em .15em;box-decoration-break:clone;
-webkit-box-decoration-break:clone}
.kept{background:var(--kept)}.title{background:var(--title)}
.hub{background:var(--hub);text-decoration:underline dotted}
.image{background:var(--image)}.noise{background:var(--noise);text-decoration:line-through
rgba(128,128,128,.55)}
.b:target{outline:3px solid var(--ink)}.b:focus-visible{outline:2px solid var(--ink)}
.b[data-why]:hover::after,.b[data-why]:focus::after{content:attr(data-why);position:absolute;
left:0;top:100%;z-index:9;min-width:14rem;max-width:20rem;padding:.4rem .55rem;
border:1px solid var(--line);background:var(--ground);color:var(--ink);
font:13px/1.4 system-ui,sans-serif;white-space:normal;text-decoration:none;
box-shadow:0 2px 8px rgba(0,0,0,.25);border-radius:4px}
.picture{border:1px dashed var(--line);color:var(--quiet);padding:.05em .3em;font-size:85%}
"""


def painted(reading: Reading, found: Sequence[Fate]) -> str:
    """The page as a document whose blocks are marked.

    Args:
        reading: the page.
        found: the fate of each block.
    """
    language = escape(reading.view.language or "und")
    title = escape(reading.view.title or "page")
    body = "".join(_nodes(reading, found))
    return (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width">'
        f"<title>{title}</title><style>{STYLE}</style></head><body>{body}</body></html>"
    )


def _nodes(reading: Reading, found: Sequence[Fate]) -> Iterator[str]:
    tree = reading.tree
    marks = _marks(reading, found)
    open_ends: list[tuple[int, str]] = []
    skip = -1
    for node, tag in enumerate(tree.tags):
        while open_ends and open_ends[-1][0] <= node:
            yield open_ends.pop()[1]
        if node < skip:
            continue
        if tag == TEXT:
            yield marks.get(node) or escape(tree.texts[node])
        elif tag == "img":
            alt = " ".join(tree.attribute(node, "alt").split())[:_LONGEST_ALT]
            yield f'<span class="picture">image{": " if alt else ""}{escape(alt)}</span>'
        elif tag in NEVER_SHOWN:
            skip = tree.ends[node]
        elif tag in _EMPTY:
            yield f"<{tag}>"
        else:
            name = tag if tag in _SAME else "div" if tag in _BLOCKS else "span"
            yield f"<{name}>"
            open_ends.append((tree.ends[node], f"</{name}>"))
    while open_ends:
        yield open_ends.pop()[1]


def _marks(reading: Reading, found: Sequence[Fate]) -> Mapping[int, str]:
    """Each text node of a block as marked text; the first can be reached by its number."""
    tree, blocks = reading.tree, reading.blocks
    marks: dict[int, str] = {}
    for number, (first, last) in enumerate(zip(blocks.first, blocks.last, strict=True)):
        fate = found[number]
        kind, why = fate.kind, escape(f"{fate.kind}: {fate.reason}; {fate.facts}")
        for node in range(first, last + 1):
            if blocks.shown[node]:
                marks[node] = f'<span class="b {kind}">{escape(tree.texts[node])}</span>'
        marks[first] = (
            f'<span class="b {kind}" id="b{number}" tabindex="0" data-why="{why}">'
            f"{escape(tree.texts[first])}</span>"
        )
    return marks
