"""The compiled loops and the Python ones are of one mind about any page."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from pagemill import native
from pagemill.errors import DocumentError
from pagemill.html.tree import Tree, parsed, parsed_in_python
from pagemill.model.docview import EncodingGuess
from pagemill.view.assemble import viewed
from pagemill.view.category.taxonomy import ready
from pagemill.view.purify.blocks import cut, cut_in_python

pytestmark = pytest.mark.skipif(native.parse is None, reason="nothing was compiled")
URL = "http://a.example/x"
GUESS = EncodingGuess(name="utf-8", evidence="text", confidence=1.0)
thorough = settings(
    max_examples=400,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)

TAGS = (
    "p div span a b i em nobr font u h1 ul li table caption tbody tr td th col pre listing "
    "code textarea title button form select option optgroup input br hr img image wbr keygen "
    "script style template xmp iframe noembed noframes noscript plaintext frameset frame "
    "svg math foreignObject desc mi mtext annotation-xml mglyph path linearGradient "
    "head body html base link meta object applet marquee dl dt dd ruby rp x-own A\u00c9 "
    "menuitem"
).split()
ATTRIBUTES = (
    "",
    " a",
    " a=''",
    " =x",
    " ==",
    ' class="a&quot;b&lt;c&nbsp;&amp;amp;"',
    " b'\"<=1",
    " xlink:href=x",
    " xmlns:xlink=y",
    " xml:lang=z",
    " viewBox=1 viewbox=2",
    " definitionurl=q",
    " TYPE=application/LD+Json",
    " type=text/plain",
    " \u00c9=\u00e9",
    " encoding=text/html",
    " a=\x00 \x00b=1",
)
PIECES = (
    "\n",
    "\n\n",
    " ",
    "text",
    "\u00a0",
    "&nbsp;",
    "&lt;/style>",
    "&#60;b>",
    "&amp;lt;",
    "&",
    "<",
    "</",
    "<!",
    "<?",
    "<!-",
    "<!d",
    "<!doctype",
    "<![CDATA[",
    "<!-->",
    "<!--->",
    "<!-- a -- b --!>",
    "<!--",
    "-->",
    "<!x-- >",
    "<!x--->y>",
    "</ x-->",
    "<?pi a?>",
    "<?pi>",
    "<?xml a > b ?>",
    "<![CDATA[ </style> ]]>",
    "<!doctype html>",
    "]]>",
    "\x00",
    "\r\n",
    "\x0c",
    "\u6c34",
    "\U0001f600",
    "\ufeff",
    "<script><!--<script>",
    "</script",
    "</script >",
    "</SCRIPT/>",
    "<sCript",
    "\u3c3c\u3c00\u003c\u2600\u2200",
)


@st.composite
def tag_soup(draw: st.DrawFn) -> str:
    """Draw tags, attributes and odd pieces in any order."""
    tag = st.sampled_from(TAGS)
    opening = st.builds("<{}{}>".format, tag, st.sampled_from(ATTRIBUTES))
    empty = st.builds("<{}{} />".format, tag, st.sampled_from(ATTRIBUTES))
    closing = st.builds("</{}>".format, tag)
    piece = st.one_of(opening, closing, st.sampled_from(PIECES), empty, st.text(max_size=4))
    return "".join(draw(st.lists(piece, max_size=40)))


def told(html: str, *, is_plain: bool) -> Tree | str:
    try:
        return parsed_in_python(html) if is_plain else parsed(html)
    except DocumentError as error:
        return str(error)


@thorough
@given(tag_soup())
@example("<pre>\n\nx</pre><textarea>\n</textarea><listing>\n\n</listing>")
@example("<svg><style>&lt;/style>&lt;/svg>&lt;p>x&lt;/p>&lt;svg>&lt;style></style></svg>")
@example("<svg><style><![CDATA[</style></svg><p>x</p><svg><style>]]></style></svg>")
@example("<script><!--<script></script><p>--></script>b")
@example("a<!---->b<!-- > -->c<!x-->d")
@example("<p>--><!")
@example("x<plaintext>a</plaintext></body>b")
def test_a_page_has_one_tree_and_the_same_blocks(html: str) -> None:
    plain, compiled = told(html, is_plain=True), told(html, is_plain=False)
    assert compiled == plain
    if isinstance(plain, Tree) and isinstance(compiled, Tree):
        assert plain.page is None
        for tag in {*plain.tags, "x-none"}:
            assert list(compiled.nodes(tag)) == list(plain.nodes(tag))
        for name in ("a", "class", "x-none"):
            assert compiled.having(name) == plain.having(name)
        words = ("b", "te", "\u6c34")
        assert compiled.named(("class", "a"), words) == plain.named(("class", "a"), words)
        assert compiled.saying(1, len(plain), words) == plain.saying(1, len(plain), words)
        for node in range(len(plain)):
            assert compiled.text(node) == plain.text(node)
            assert compiled.attribute(node, "a") == plain.attribute(node, "a")
        assert cut(compiled) == cut_in_python(plain)
        assert viewed(compiled, URL, GUESS, ready()) == viewed(plain, URL, GUESS, ready())
