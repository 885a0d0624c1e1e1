"""Laws of the page function: total, pure, and of one mind in all its forms."""

from __future__ import annotations

import os
import re
import resource
import subprocess
import sys
from html.parser import HTMLParser

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import pagemill
from material import smallweb
from pagemill.errors import DocumentError
from pagemill.model.docview import GENRES, PAGE_TYPES, DocView

CPU_S = 20
careful = settings(
    max_examples=120,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)

TAGS = (
    "p div span a h1 h2 ul ol li table tr td th pre code b i em article main nav section form "
    "script style template svg math select option textarea title head body html br img input "
    "noscript iframe object dl dt dd blockquote figure figcaption frameset plaintext x-own"
).split()
WORDS = st.sampled_from(
    "river, stone bridge. 水位尺 青石板。 &amp; &lt;b&gt; &#x1F600; &bogus; &#0; \x00 \u202e "
    "* _ ` # [x](y) ![z](q) | \\ <!-- <![CDATA[ ]]> -->".split(" ")
)


@st.composite
def tag_soup(draw: st.DrawFn) -> str:
    """Draw text with tags that open, close and nest as they please."""
    tag = st.sampled_from(TAGS)
    attribute = st.sampled_from(
        ["", ' href="/a?b=c&d"', " class=comment", ' id="x', " style='display:none'", ' dir="'],
    )
    opening = st.builds("<{}{}>".format, tag, attribute)
    piece = st.one_of(
        WORDS, WORDS, opening, st.builds("</{}>".format, tag), st.text(max_size=8)
    )
    return " ".join(draw(st.lists(piece, max_size=60)))


content_types = st.one_of(
    st.sampled_from(
        ["", "text/html", "text/html; charset=gbk", "text/html; charset=", "image/png", ";;="]
    ),
    st.text(max_size=30),
)
urls = st.one_of(
    st.sampled_from(["", "http://a.example/b/c.html", "not an address", "http://[::1", "//x"]),
    st.text(max_size=30),
)


def view_of(payload: bytes | str, url: str = "", content_type: str = "") -> DocView | str:
    """Return the DocView, or the reason why there is none."""
    try:
        return pagemill.docview(payload, url, content_type)
    except DocumentError as error:
        return error.reason


def assert_sound(view: DocView | str) -> None:
    """Check what holds for every DocView, however wild its page."""
    if isinstance(view, str):
        assert 0 < len(view) < 60, "a reason is short"
        return
    assert view.page_type in PAGE_TYPES
    assert view.genre in GENRES
    assert 0 <= view.encoding.confidence <= 1
    for value in (view.title, view.text, view.markdown, view.html, view.abstract, view.author):
        value.encode("utf-8")
    assert "\x00" not in view.text
    assert not re.search(r"<(script|style|iframe|object|embed)\b", view.html, re.IGNORECASE)
    assert not re.search(r"<[^>]*\son[a-z]+\s*=", view.html, re.IGNORECASE)
    assert "\n" not in view.title
    for link in view.topic_links:
        assert re.match(r"[a-z][a-z0-9+.-]*:", link.url), link.url
        assert not link.url.startswith(("javascript:", "data:", "vbscript:"))


@given(st.binary(max_size=400), urls, content_types)
@careful
def test_arbitrary_bytes_give_a_docview_or_a_reason(
    payload: bytes, url: str, content_type: str
) -> None:
    assert_sound(view_of(payload, url, content_type))


@given(st.text(max_size=400), urls, content_types)
@careful
def test_arbitrary_text_gives_a_docview_or_a_reason(
    payload: str, url: str, content_type: str
) -> None:
    assert_sound(view_of(payload, url, content_type))


@given(tag_soup(), urls)
@careful
def test_tag_soup_gives_a_docview_or_a_reason(payload: str, url: str) -> None:
    assert_sound(view_of(payload, url))


@given(
    tag_soup(), st.sampled_from(["utf-16-le", "utf-16-be", "utf-8-sig", "gb18030", "cp1252"])
)
@careful
def test_any_encoding_gives_a_docview_or_a_reason(payload: str, encoding: str) -> None:
    assert_sound(view_of(payload.encode(encoding, errors="replace")))


@given(tag_soup(), st.lists(tag_soup(), max_size=3))
@careful
def test_a_page_has_one_docview_whatever_came_before_it(page: str, others: list[str]) -> None:
    first = view_of(page.encode("utf-8", errors="replace"), "http://a.example/")
    for other in others:
        view_of(other, "http://a.example/")
    assert view_of(page.encode("utf-8", errors="replace"), "http://a.example/") == first


def test_real_articles_have_one_docview_in_any_order() -> None:
    pages = smallweb.web(3, 30)
    forward = [view_of(page.payload, page.url, page.content_type) for page in pages]
    backward = [view_of(page.payload, page.url, page.content_type) for page in reversed(pages)]
    assert forward == backward[::-1]


class _Text(HTMLParser):
    """Collects the text of clean HTML."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []

    def handle_data(self, data: str) -> None:
        self.parts.append(data)


def text_of_html(html: str) -> str:
    """Return all text between the tags."""
    parser = _Text()
    parser.feed(html)
    parser.close()
    return "".join(parser.parts)


def without_space(text: str) -> str:
    """Return the text without any white space."""
    return re.sub(r"\s+", "", text)


def letters_of_markdown(markdown: str) -> str:
    """Return letters and digits of the words, without marks, addresses and list numbers."""
    markdown = re.sub(r"!\[[^\]]*\]\([^)]*\)", "", markdown)
    markdown = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", markdown)
    markdown = re.sub(r"^```[a-z]*$", "", markdown, flags=re.MULTILINE)
    markdown = re.sub(r"^\s*\d+[.)]\s", "", markdown, flags=re.MULTILINE)
    return letters(markdown)


def letters(text: str) -> str:
    """Return letters and digits only."""
    return "".join(char for char in text if char.isalnum())


RICH = """<h1>Rebuilding the weir</h1>
<p>The <b>weir</b> was <em>rebuilt</em> by <a href="/people">nine people</a> in the spring, and
the water has been <code>clear</code> ever since the last stone was laid.</p>
<ul><li>Stones from the old quarry, carried by hand</li><li>Timber<ul><li>Oak for the posts</li>
<li>Larch for the boards</li></ul></li></ul>
<ol><li>Drain the pond</li><li>Mend the wall</li></ol>
<blockquote><p>Nobody believed that it would hold, said the miller.</p></blockquote>
<table><tr><th>Part</th><th>Weight</th></tr><tr><td>Gate</td><td>310 kg</td></tr>
<tr><td><p>Sill</p></td><td><b>95 kg</b></td></tr></table>
<pre>gate = open
  if level &gt; 3:
    close(gate)</pre>
<h2>What remains</h2>
<p>A path along the bank is planned for the autumn, when the birds have gone. Wide steps * and
a_narrow_rail will follow; [brackets] and #signs too.</p>"""


def _rich_pages() -> list[tuple[str, bytes]]:
    pages = [(page.url, page.payload) for page in smallweb.web(4, 40)]
    rich = smallweb.document(0, "Rebuilding the weir", RICH, "The Mill").encode()
    return [("http://mill.example/weir", rich), *pages]


def test_text_equals_the_text_of_html_and_of_markdown() -> None:
    checked = 0
    for url, payload in _rich_pages():
        view = view_of(payload, url)
        if isinstance(view, str):
            continue
        assert without_space(text_of_html(view.html)) == without_space(view.text), url
        assert letters_of_markdown(view.markdown) == letters(view.text), url
        checked += 1
    assert checked > 40


@given(tag_soup())
@careful
def test_text_equals_the_text_of_html_for_tag_soup(page: str) -> None:
    view = view_of(page)
    if isinstance(view, DocView):
        assert without_space(text_of_html(view.html)) == without_space(view.text)


@given(st.lists(st.sampled_from(["alpha", "beta", "gamma", "delta", "水位尺"]), min_size=8))
@careful
def test_clean_html_viewed_again_loses_no_words(words: list[str]) -> None:
    body = "".join(f"<p>{word} {' '.join(words)}.</p>" for word in words[:5])
    page = f"<html><body><article><h1>Twice</h1>{body}</article></body></html>"
    first = view_of(page)
    assert isinstance(first, DocView)
    second = view_of(f"<html><body><article>{first.html}</article></body></html>")
    assert isinstance(second, DocView)
    assert letters(second.text) == letters(first.text)


HOSTILE = {
    "deep_divs": "'<div>' * 100_000 + 'the end of the well'",
    "deep_spans_closed": "'<p>' + '<span>' * 100_000 + 'x' + '</span>' * 100_000",
    "deep_lists": "'<ul><li>' * 50_000 + 'x'",
    "deep_tables": "'<table><tr><td>' * 30_000 + 'x'",
    "deep_formatting": "'<b><i><a href=x>' * 30_000 + 'x'",
    "misnested": "'<b><p></b><i></p>' * 20_000",
    "one_line": "'<p>' + 'word and word, ' * 1_400_000 + '</p>'",
    "one_word": "'<p>' + 'w' * 20_000_000 + '</p>'",
    "one_chinese_word": "'<p>' + '水位尺' * 2_000_000 + '</p>'",
    "nuls": "b'<p>a\\0b</p>' * 100_000 + bytes(1_000_000)",
    "binary": "bytes(range(256)) * 40_000",
    "no_body": "'<html><head>' + '<meta name=a content=b>' * 100_000",
    "attributes": "'<p ' + ' '.join(f'a{i}=\"{i}\"' for i in range(50_000)) + '>text</p>'",
    "long_attribute": "'<p title=\"' + 'x' * 10_000_000 + '\">text</p>'",
    "many_small_blocks": "'<p>a b c</p>' * 300_000",
    "many_links": "'<a href=\"/x?y=z\">link</a> ' * 200_000",
    "many_headings": "'<h1>Title of it</h1>' * 100_000",
    "open_comment": "'<p>text</p><!--' + '-' * 5_000_000",
    "entities": "'&amp;&#x41;&notit;&' * 500_000",
    "open_tags": "'<' * 3_000_000",
    "meta_charsets": "b'<meta charset=utf-16>' * 50_000 + b'<p>text</p>'",
    "spaces": "'<p>a' + ' ' * 10_000_000 + 'b</p>'",
    "line_ends": "'<pre>' + chr(10) * 5_000_000 + '</pre>'",
    "json_ld": "'<script type=\"application/ld+json\">' + '[' * 200_000 + '</script><p>x</p>'",
    "wide_table": "'<table><tr>' + '<td>1</td>' * 200_000 + '</tr></table>'",
    "long_url": "'<a href=\"http://a.example/' + 'a/' * 500_000 + '\">x</a>' * 3",
    "combining": "'<p>e' + '\\u0301' * 1_000_000 + '</p>'",
    "all_inline": "'<span><b>word and word, </b><i>more of it</i></span> ' * 100_000",
    "fifty_megabytes": "'<p>The tide turns twice a day.</p>' * 1_600_000",
    "empty": "b''",
    "surrogates": "'<p>' + '\\ud800' * 1000 + '</p>'",
    "utf16_odd": "b'\\xff\\xfe' + '<p>text</p>'.encode('utf-16-le') * 1000 + b'x'",
}
PROGRAM = """
import pagemill
from pagemill.errors import DocumentError
try:
    view = pagemill.docview({page}, "http://a.example/x")
    print("view", len(view.text), len(view.html), len(view.markdown))
except DocumentError as error:
    print("reason", error.reason)
"""


def _confine() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_S, CPU_S))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_page_takes_neither_the_process_nor_the_day(
    name: str, pagemill_env: dict[str, str]
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(page=HOSTILE[name])],
        env=pagemill_env | {"PATH": os.environ.get("PATH", "")},
        preexec_fn=_confine,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, f"{name}: {done.returncode}: {done.stderr[-600:]}"
    assert done.stdout.startswith(("view", "reason"))
