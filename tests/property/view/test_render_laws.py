"""The compiled loop renders any page as the Python one does, whatever of it is kept."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pagemill import native
from pagemill.errors import DocumentError
from pagemill.html.tree import parsed
from pagemill.view.forms.render import rendered, rendered_in_python
from pagemill.view.purify.blocks import cut
from pagemill.view.purify.grids import data_tables, data_tables_in_python

TAGS = (
    "p div section ul ol li dl dt dd table caption tbody tr td th h1 h2 h6 blockquote pre "
    "listing xmp br a b strong i em code kbd sub sup span font noscript svg math "
    "figure figcaption img"
).split()
ATTRIBUTES = (
    "",
    "",
    " href=/x",
    " href='/a (b)\"&<>\\ \u3000\u00e9'",
    " href=no",
    " src=/i alt=i",
    " src='i.png' alt=']*\"<\u3000'",
    " src=no",
    " href",
    " start=0",
    " start=7",
    " start=999999999",
    " start=1234567890",
    " start='7 '",
    " start=\u0667",
    " colspan=2",
    " colspan=02 rowspan=9999",
    " rowspan=12345",
    " colspan=1 rowspan=x",
)
TEXTS = (
    "word",
    " ",
    "\n",
    " two words ",
    "\u200b",
    "\ufeff \u3000x\u2003",
    "# heading",
    "#",
    "###### ",
    "####### ",
    "- item",
    "--",
    "+ ",
    "~~~",
    "==",
    "1. ",
    "12) x",
    "1\u0661. ",
    "1234567890. ",
    "`",
    "```",
    "a`b``",
    "*_[]|\\&amp;&lt;&gt;\"'",
    "> quote",
    "\n\n\x1c\n",
    "&#0;\x00\x01\x85\xa0",
    "\u6c34\U0001f600",
    "word " * 81,
)


def resolve(href: str) -> str | None:
    return None if href == "no" else f"http://a.example{href}"


@st.composite
def page(draw: st.DrawFn) -> str:
    """Draw a page of open and closed tags and texts in any order, tables among them."""
    tag = st.sampled_from(TAGS)
    piece = st.one_of(
        st.builds("<{}{}>".format, tag, st.sampled_from(ATTRIBUTES)),
        st.builds("</{}>".format, tag),
        st.sampled_from(TEXTS),
        st.just("<table><tr><th>a<td>b<tr><td>c<td>d"),
        st.just("<table><tr><td><img src=/a><td>b<td><img src=/b><tr><td>c<td>d"),
        st.text(max_size=4),
    )
    return "".join(draw(st.lists(piece, min_size=1, max_size=60)))


def same(html: str, unkept: set[int]) -> None:
    try:
        tree = parsed(html)
    except DocumentError:
        return
    blocks = cut(tree)
    assert data_tables(tree, blocks) == data_tables_in_python(tree, blocks)
    kept = [number for number in range(len(blocks)) if number not in unkept]
    images = [node for node in blocks.images if node not in unkept]
    captions = {node: f'{node} "<*>\\' for node in images[::2]}
    quick = rendered(tree, blocks, kept, resolve, images, captions)
    assert quick == rendered_in_python(tree, blocks, kept, resolve, images, captions)
    assert quick.text == rendered(tree, blocks, kept, resolve).text


DEEP = (
    "<blockquote>" * 60 + "x<p>y" + "</blockquote>" * 60 + "z",
    "<ol><li>a" * 45 + "</ol>b" * 45,
    "<dl><dd>" * 30 + "<pre>a\n\nb</pre>" + "</dl>" * 30,
    "<b><i><a href=/x><code><sub>x" * 12,
    "<table><tr><td>a<td>b<tr><td>" + "<table><tr><td>c<td>d<tr><td>e<td>f" * 60,
    "<table>" + ("<tr>" + "<td colspan=2>*x*<br>|" * 40) * 40 + "</table>",
    "<table><tr><td><td><tr><td><td></table><table><caption>c<tr><td>a<td><tr></tr><tr><td><td>",
    "<figure><img src=/a><figcaption>c<p>d</figcaption></figure>" * 3 + "<p>x<img src=/b>",
    "<table><tr><td><img src=/a><td><img src=/b><tr><td>a<td>b</table><img src=/c>",
    "<table><tr><td><img src=/a><td>a<td><img src=/b>c<tr><td>a<td><img src=/c><td>b</table>",
    "<blockquote><figure><p>a<p>b<img src=/c><figcaption>d<br>e</figure><p>f</blockquote>",
    "<ul>" + "<li>- x<br>+ y<p>1. z" * 50 + "</ul>",
    "<pre>" + "`" * 2000 + "\n" * 50 + "x</pre>",
    "",
    "\x00",
    "\ud800",
)


@pytest.mark.skipif(native.parse is None, reason="nothing was compiled")
@settings(max_examples=400)
@given(html=page(), unkept=st.sets(st.integers(0, 40), max_size=12))
@example(DEEP[0], set())
@example(DEEP[1], set())
@example(DEEP[2], set())
@example(DEEP[3], set())
@example(DEEP[4], set())
@example(DEEP[5], {2, 3, 5, 60})
@example(DEEP[6], set())
@example(DEEP[7], {0, 4, 6, 9})
@example(DEEP[8], set())
@example(DEEP[9], set())
@example(DEEP[10], set())
@example(DEEP[11], set())
@example(DEEP[12], set())
@example(DEEP[13], set())
@example(DEEP[14], {0, 1})
@example(DEEP[15], {1})
def test_both_ways_give_the_same_three_forms(html: str, unkept: set[int]) -> None:
    same(html, unkept)
