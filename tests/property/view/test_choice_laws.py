"""The compiled loops choose, count and read any page as the Python ones do."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pagemill import native
from pagemill.html.tree import parsed, parsed_in_python
from pagemill.html.url import _parsed as by_parser
from pagemill.view.kind.page_type import EDGE, tallied_in_python
from pagemill.view.kind.traits import link_shares, made_of, signs
from pagemill.view.metadata import statements, statements_in_python
from pagemill.view.purify.blocks import cut, cut_in_python
from pagemill.view.purify.choice import kept_blocks, kept_blocks_in_python
from pagemill.view.purify.learned import CERTAIN
from pagemill.view.topic_links import hubs, hubs_in_python

pytestmark = pytest.mark.skipif(native.parse is None, reason="nothing was compiled")
often = settings(max_examples=300, deadline=None)
PIECES = (
    *"<p> </p> <div> </div> <ul> </ul> <ol> <li> </li> <dl> <dt> <dd> </dl> <h2> </h2>".split(),
    *"<h3> </h3> <table> </table> <tr> <td> </td> <th> <pre> </pre> <br> <img> <b>".split(),
    *("<a href=/a>", "<a href='http://b.example/'>", "<a href='#x'>", "<a href=''>", "</a>"),
    *("<a href=http://a.example/d/e>", "<a href='\u6c34'>", "<td>cell", "<li>one"),
    *("one", " two words ", "I was, or we: it! ", " I I I ", "$ 5 ", "\u20ac\u00a5 7\n", "A?"),
    *("\u6c34\u4e2d\u3002", "\u0416x ", "word " * 9, "Word. " * 90, "\U0001f600"),
    *("<meta name=author content='A &amp;amp; B'>", "<meta property=' OG:Title' content=x>"),
    *("<meta name=a-ld+json content={}>", "<meta http-equiv=content-language content=de>"),
    *(f"<meta name={'n' * 81} content=x>", "<meta name=DC:Title property=date content=>"),
    *("<meta content=x name='\u212aeywords'>", "<meta name=keywords>", "<meta>"),
)
pages = st.lists(st.sampled_from(PIECES), max_size=60).map("".join)
URLS = ("", "http://a.example", "http://a.example/d/?q", "x", "/d", "http://a.example/\ud800")


@often
@given(html=pages, seed=st.integers(0, 1 << 32), announcing=st.booleans())
def test_both_ways_keep_the_same_blocks(*, html: str, seed: int, announcing: bool) -> None:
    compiled, plain = parsed(html), parsed_in_python(html)
    blocks = cut(compiled)
    dice = np.random.default_rng(seed)
    # Few values, so that many blocks are equally likely.
    chance = dice.choice([0, 1, 9_000, 30_000, 60_000, CERTAIN], len(blocks))
    dropped = dice.random(len(blocks)) < 0.1
    found = kept_blocks(
        compiled, blocks, chance, dropped, CERTAIN, without_announcing=announcing
    )
    assert found == kept_blocks_in_python(
        plain, cut_in_python(plain), chance, dropped, CERTAIN, without_announcing=announcing
    )


@often
@given(html=pages, url=st.sampled_from(URLS), seed=st.integers(0, 1 << 32))
def test_both_ways_count_the_same(*, html: str, url: str, seed: int) -> None:
    compiled, plain = parsed(html), parsed_in_python(html)
    blocks, slow = cut(compiled), cut_in_python(plain)
    marks = np.random.default_rng(seed).choice([0, 1, 64, EDGE + 64], len(blocks)).tolist()
    assert compiled.page is not None
    assert made_of(compiled) == made_of(plain)
    assert link_shares(compiled, url) == link_shares(plain, url)
    assert signs(compiled, blocks, marks) == signs(plain, slow, marks)
    inside = bytearray(np.random.default_rng(seed).random(len(blocks)) < 0.3)
    assert hubs(compiled, blocks, marks, inside) == hubs_in_python(plain, slow, marks, inside)
    assert compiled.page.tallied(marks, EDGE) == tallied_in_python(slow, marks)


@often
@given(html=pages)
def test_both_ways_read_the_same_statements(html: str) -> None:
    assert statements(parsed(html)) == statements_in_python(parsed_in_python(html))


ADDRESS_PARTS = (
    *("http://", "https://", "a.example", "A.example", "/", "b", "..", ".", "?", "#", "c=1"),
    *("%41", "%", ":80", ":8080", "@", "\u00e9", " ", "\\", "//", "mailto:", "xn--", "\ud800"),
)
addresses = st.lists(st.sampled_from(ADDRESS_PARTS), max_size=8).map("".join)


@settings(max_examples=2_000, deadline=None)
@given(base=st.one_of(st.just("http://a.example/d/e"), addresses), reference=addresses)
def test_a_plain_address_is_what_the_parser_makes_of_it(base: str, reference: str) -> None:
    assert native.plain_joined is not None
    found = native.plain_joined(base, reference)
    assert found is None or found == by_parser(base, reference)
