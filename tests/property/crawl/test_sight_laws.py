"""What compiled loops see of a page is what the Python ones see; plain addresses are plain."""

from __future__ import annotations

from html import escape
from unittest import mock

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pagemill import native
from pagemill.archive import cdx
from pagemill.crawl.reading.page import links, shown
from pagemill.html.identity import frontier_key, sendable
from pagemill.html.tree import Tree, parsed
from pagemill.html.url import host, linked, normalized, plain_host

pytestmark = pytest.mark.skipif(native.shown is None, reason="nothing was compiled")

PIECES = st.sampled_from(
    "a B .. . / // ? # %2e %41 % : http:// https:// HTTP:// h.example H.example x_y - ~ @ "
    "xn--a ab--c 1.2.3.4 127.0.0.1 1.2.3 0x7f 01.2.3.4 256.1.1.1 :80 :8080 :08 é \t ' = & + ; "
    "index.html \\ | ^ [ ] ../ ./ \ud800 \u00a0".split(" ")
)
ADDRESSES = st.lists(PIECES, min_size=1, max_size=7).map("".join)
BASES = st.sampled_from(
    (
        "http://h.example/",
        "http://h.example/a/b/c?x=1",
        "https://h.example:8080/a//b/",
        "http://127.0.0.1:8123/x/y.html",
        "http://1.2.3/x/",
        "http://H.example/a",
        "http://h.example:80/a",
        "http://h.example/a/../b",
        "https://h.example/" + "d/" * 1020,
        "about:blank",
    )
)
WORDS = st.sampled_from(
    ["word", "2024", "19", "٣", "１９99", "²", "x\u00a0y", "\u3000", "ſ", "1a", "über", "12345"]
)
TAGS = st.sampled_from(
    (
        *("<p>", "</p>", "<body>", "<noscript>", "</noscript>", "<script>x</script>", "<b>"),
        *("<style>y</style>", "<title>t</title>", "<frameset>", "<template>z</template>"),
        *("<svg><a href=s>q</a></svg>", "<textarea>"),
    )
)


def in_python(tree: Tree, url: str) -> tuple[object, object]:
    with mock.patch.object(native, "shown", None), mock.patch.object(native, "outgoing", None):
        return shown(tree), links(tree, url)


@given(BASES, st.lists(ADDRESSES, max_size=5), st.sampled_from(["", "nofollow", "NoFollow x"]))
@example("http://h.example/a/b", ["../../../c", "?q", "#f", "./d", "//h.example/", ""], "")
def test_links_lead_where_they_lead_by_the_parser(
    base: str, references: list[str], rel: str
) -> None:
    tags = [
        f'<a href="{escape(one)}" rel="{rel * (at % 2)}">x</a>'
        for at, one in enumerate(references)
    ]
    tree = parsed("".join(tags).replace("\ud800", "\ufffd"))
    assert (shown(tree), links(tree, base)) == in_python(tree, base)


@given(BASES, ADDRESSES)
def test_what_is_joined_without_the_parser_is_what_it_says(base: str, reference: str) -> None:
    assert native.outgoing is not None
    reference = reference.replace("\ud800", "\ufffd")
    tree = parsed(f'<a href="{escape(reference)}">x</a>')
    asked: list[str] = []
    found = native.outgoing(tree.page, base, asked.append)  # type: ignore[arg-type]
    if found:
        assert not asked
        assert found == [linked(base, reference)]


@given(st.lists(st.one_of(WORDS, TAGS), max_size=40))
@example(["<body>", "a"] + ["<p>"] * 3)
def test_text_and_words_are_the_same(pieces: list[str]) -> None:
    tree = parsed(" ".join(pieces))
    assert (shown(tree), links(tree, "http://h.example/")) == in_python(
        tree, "http://h.example/"
    )


@given(ADDRESSES)
@example("http://h.example/?")
@example("http://h.example:443/")
@example("https://h/x//y;p")
def test_a_plain_address_is_its_own_normal_spelling(url: str) -> None:
    name = plain_host(url)
    with mock.patch.object(native, "plain_host", None):
        if name is not None:
            assert normalized(url) == sendable(url) == frontier_key(url) == url
            assert host(url) == name
            key = cdx.surt(url)
            with mock.patch.object(native, "plain_host", return_value=name):
                assert cdx.surt(url) == key
