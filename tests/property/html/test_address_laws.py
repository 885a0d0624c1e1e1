"""What holds for any address and any page with links and metadata."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pagemill.errors import DocumentError
from pagemill.html import links
from pagemill.html.identity import frontier_key, identified, sendable
from pagemill.html.refresh import refresh
from pagemill.html.srcset import candidates
from pagemill.html.tree import parsed
from pagemill.html.url import joined, normalized
from pagemill.html.url_parts import cut
from pagemill.html.url_rules import PROFILES, changes, normalized_by
from pagemill.view.byline import author, published_at
from pagemill.view.canonical import canonical_url
from pagemill.view.frames.join import frames_of
from pagemill.view.metadata import metadata
from pagemill.view.title import page_title

often = settings(max_examples=300, deadline=None)
PIECES = (
    *"http: https: HTTP // / \\ a.example A.Example [::1] 1.2 0x7f u:p@ @ :80 : .. .".split(),
    *"%2e %2E%2e % %25 %41 %4 ? # & = a b=1 ;jsessionid=0A ä 中 www. file: mailto:".split(),
    *("data:", "javascript:", "xn--", "％", "\t", "\n", " ", "\x00", "\ud800", "\u200d"),
)
addresses = st.one_of(
    st.text(max_size=60),
    st.lists(st.sampled_from(PIECES), max_size=14).map("".join),
    st.lists(st.sampled_from(PIECES), max_size=14).map(
        lambda found: "http://" + "".join(found)
    ),
)
MARKUP = (
    "<base href='", "<a href='", "<img srcset='", "<meta http-equiv=refresh content='", "'>",
    "<link rel='canonical alternate' hreflang=de href='", "<frame src='", "<iframe src='",
    "<meta name=robots content='", "<script type=application/ld+json>", "</script>", "{", "}",
    '"@type":"Article"', ',"author":', '["', '"]', '"datePublished":"2024-', "<h1>", "</h1>",
    "<title>", "</title>", "<div itemscope itemtype='//schema.org/Article'>", "</div>",
    "<p itemprop='headline author datePublished'>", "<time datetime='", "2024-05-07", "0;url=",
    "<meta property='og:title' content='", "<p class=date>", "Updated ", "7 May 2024, 10:00",
    "noindex, ", "http://b.example/", "?q=中", "x", " - ", " | ", "a.png 2x, ", "\x00", "é",
)  # fmt: skip
pages = st.lists(st.sampled_from(MARKUP), max_size=40).map("".join)


@often
@given(addresses)
def test_any_text_is_an_address_or_none(url):
    sent = sendable(url)
    assert sent is None or "#" not in sent
    str(cut(url))
    found = identified(url, final=url, canonical=url)
    assert (found is None) == (sent is None)
    if sent is not None:
        assert normalized(sent) == normalized(url)
        assert frontier_key(sent) == frontier_key(url)


@pytest.mark.parametrize("name", PROFILES)
@often
@given(url=addresses)
def test_a_profile_makes_one_spelling_of_each_address(name, url):
    by = PROFILES[name]
    once = normalized_by(url, by)
    assert once is None or by.lenient or normalized_by(once, by) == once
    if once is not None:
        assert ([made for _, made in changes(url, by)] or [once])[-1] == once


@often
@given(st.binary(max_size=60))
def test_any_bytes_are_an_address_or_none(url):
    for by in PROFILES.values():
        normalized_by(url, by)


@often
@given(addresses, addresses, st.sampled_from(["utf-8", "gbk", "iso-2022-jp", "windows-1252"]))
def test_any_reference_leads_somewhere_or_nowhere(base, href, encoding):
    address = joined(base, href, encoding)
    assert address is None or joined("", address) == address


@often
@given(st.text(alphabet="0123456789.;, url='\"x\n", max_size=40))
def test_any_refresh_is_read(content):
    found = refresh(content)
    assert found is None or 0 <= found[0] <= 10_000_000


@often
@given(st.text(alphabet="ab.,() 12x\n", max_size=60))
def test_any_srcset_is_read(srcset):
    assert all(reference for reference, _ in candidates(srcset))


@often
@given(pages, st.sampled_from(["", "http://a.example/x", "mailto:a@b", "no address"]))
def test_any_page_says_what_it_says(html, url):
    try:
        tree = parsed(html)
    except DocumentError:
        return
    for link in links.outlinks(tree, url, "gbk"):
        assert link.url.startswith(("http://", "https://"))
    for read in (links.pictures, links.refreshed, links.translations, links.frames, frames_of):
        read(tree, url, "gbk")
    links.robots(tree, "mill")
    said = metadata(tree)
    title = page_title(tree, said, url)
    author(tree, said)
    published_at(tree, said, url, title)
    canonical_url(tree, said, url)
    assert metadata(tree) == said
