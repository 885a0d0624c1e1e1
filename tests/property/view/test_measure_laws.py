"""The compiled loop measures any page as the Python one does, and scores it alike."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pagemill import native
from pagemill.html.tree import parsed, parsed_in_python
from pagemill.view.purify.blocks import cut, cut_in_python
from pagemill.view.purify.learned import shipped
from pagemill.view.purify.measures import measured, measured_in_python, names

PROSE = "The keeper climbed ninety steps, with a lamp of oil. "
TAGS = (
    "p div section article main nav aside footer header form ul ol li dl dt dd table tr td th "
    "h1 h2 h3 a span b button label noscript blockquote pre figcaption br img dialog center"
).split()
ATTRIBUTES = (
    "",
    "",
    "",
    " class=share-bar",
    " class='Story_Body comment'",
    " id=cookie-consent",
    " class=ad",
    " class='\u00e9ad nav1'",
    " class='x\u212aad ADS'",
    " hidden",
    " style='display :\tNONE'",
    " style='visibility:visible'",
    " role=' Banner\n'",
    " aria-hidden=true",
    " aria-label='our Cookies'",
    " itemprop=ArticleBody",
    " itemprop=author",
)
TEXTS = (
    " ",
    "Home",
    PROSE,
    PROSE * 3,
    "We and our partners use cookies; read our privacy notice",
    "\u4e00\u4e8c\u4e09\uff0c\u56db\u4e94\u3002",
    "\u0414\u0430! \u00dcber\u2026",
    "\u00a0\u2003x\u200b\u3000",
    "The lamp",
    "\U0001f600",
)


@st.composite
def page(draw: st.DrawFn) -> str:
    """Draw a page of open and closed tags and texts, in any order."""
    tag = st.sampled_from(TAGS)
    piece = st.one_of(
        st.builds("<{}{}>".format, tag, st.sampled_from(ATTRIBUTES)),
        st.builds("</{}>".format, tag),
        st.sampled_from(TEXTS),
    )
    return "".join(draw(st.lists(piece, min_size=1, max_size=60)))


@pytest.mark.skipif(native.measure is None, reason="nothing was compiled")
@settings(max_examples=300)
@given(
    html=page(),
    title=st.sampled_from(("", "The lamp - Post", "\u00dcber\u2026")),
    has_body=st.booleans(),
)
def test_both_ways_measure_and_score_alike(*, html: str, title: str, has_body: bool) -> None:
    compiled, plain = parsed(html), parsed_in_python(html)
    blocks = cut(compiled)
    if not len(blocks):
        return
    body = PROSE * 2 if has_body else ""
    quick = measured(compiled, blocks, title, body)
    slow = measured_in_python(plain, cut_in_python(plain), title, body)
    differing = np.flatnonzero((quick.rows != slow.rows).any(axis=0))
    assert not [names()[number] for number in differing]
    assert quick.marks.tolist() == slow.marks.tolist()
    assert quick.dropped.tolist() == slow.dropped.tolist()
    scores = shipped().scores(quick.rows)
    assert scores.tolist() == shipped().scores_in_python(slow.rows).tolist()
